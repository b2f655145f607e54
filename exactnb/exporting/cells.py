"""What the tests of exported notebooks call: a `Sheet` grades the answers that stand in variables.

nbgrader's cells print what is said and end in points, Otter's tests raise it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from exactnb.answers.answer import as_typed
from exactnb.errors import ExactnbError, printable
from exactnb.grading.graded import Graded
from exactnb.grading.grader import Grader
from exactnb.grading.judging import Verdict
from exactnb.lazy import once
from exactnb.problem.problem import Problem
from exactnb.problem.toml import read_toml

_AGAIN = (Verdict.UNREADABLE, Verdict.AMBIGUOUS)


@dataclass(frozen=True, eq=False)
class Sheet:
    r"""Hold the text of a problem file, and the variables of its questions by their ids.

    >>> text = "data.table = '''\na class\n1 +\n0 +\n0 -\n'''\n"
    >>> asked = "[[question]]\nid = 'prior'\nquantity = 'P(+)'\n"
    >>> sheet = Sheet(text + asked, {"prior": "prior"})
    >>> sheet.score("prior", {"prior": "1/3"})
    prior: Not right. Which class does the question ask about? (other-class)
    0.0
    >>> sheet.score("prior", {"prior": 2 / 3})
    prior: Right.
    1.0
    """

    text: str
    variables: Mapping[str, str]

    @once
    def grader(self) -> Grader:
        """Return what grades the answers."""
        return Grader(Problem.from_document(read_toml(self.text)))

    def score(self, identity: str, variables: Mapping[str, object]) -> float:
        """Print what is said of an answer, and return the points that it earns."""
        graded = self.graded(identity, variables)
        print(f"{printable(identity)}: {said(graded)}")
        return float(graded.score or 0)

    def share(self, identity: str, variables: Mapping[str, object]) -> Fraction:
        """Return the part of its points that an answer earns."""
        graded = self.graded(identity, variables)
        points = graded.question.points
        return (graded.score or Fraction(0)) / points if points else Fraction(graded.is_right)

    def said(self, identity: str, variables: Mapping[str, object]) -> str:
        """Return what a student is told of an answer."""
        return said(self.graded(identity, variables))

    def is_readable(self, identity: str, variables: Mapping[str, object]) -> bool:
        """Say whether an answer is there, and can be read in one way."""
        graded = self.graded(identity, variables)
        return bool(graded.raw.strip()) and graded.verdict not in _AGAIN

    def graded(self, identity: str, variables: Mapping[str, object]) -> Graded:
        """Return the verdict on an answer; all answers are graded, for it may follow from another."""
        given = {key: _text(variables.get(name, "")) for key, name in self.variables.items()}
        return self.grader.grade(given)[identity]

    def solution(self) -> str:
        """Return the worked solution as text."""
        from exactnb.solution.solution import solve

        asked = dict.fromkeys(question.quantity for question in self.grader.questions)
        return solve(self.grader.problem, only=asked, level="brief").text(width=80)


def said(graded: Graded) -> str:
    """Return what a student is told of an answer, with the mistakes behind it by name."""
    if graded.verdict is Verdict.UNGRADED:
        return "This answer could not be graded: please tell your instructor."
    if graded.is_right and not graded.follows:
        return "Right."
    if not graded.raw.strip():
        return "There is no answer."
    names = dict.fromkeys(match.alternative.id for match in graded.matches)
    named = f" ({', '.join(names)})" if names else ""
    return printable(graded.feedback + named)


def _text(given: object) -> str:
    """Return what stands in a variable as it would be typed; None is nothing."""
    if given is None or given is ...:
        return ""
    try:
        return as_typed(given)
    except ExactnbError:
        return str(given)
