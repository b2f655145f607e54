"""What the tests of exported notebooks call: a `Sheet` grades the answers that stand in variables.

nbgrader's cells print what is said and end in points, Otter's tests raise it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import cast

from exactnb.core.lazy import once
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.toml import read_toml
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, printable
from exactnb.teach.answers.answer import answer_as_text
from exactnb.teach.exporting.hints import Hint, Told, told
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.grader import Grader


@frozen(eq=False)
class Sheet:
    r"""Hold the text of a problem file, and variables and hints of its questions by their ids.

    Hints are JSON: a hidden cell that would import what reads it shadows a student's variable.

    >>> text = "data.table = '''\na class\n1 +\n0 +\n0 -\n'''\n"
    >>> asked = "[[question]]\nid = 'prior'\nquantity = 'P(+)'\n"
    >>> sheet = Sheet(text + asked, {"prior": "prior"})
    >>> sheet.score("prior", {"prior": "1/3"})
    prior: Not right. Which class is asked about? (other-class)
    0.0
    >>> sheet.score("prior", {"prior": 2 / 3})
    prior: Right.
    1.0
    """

    text: str
    variables: Mapping[str, str]
    hints: str | Mapping[str, Sequence[Hint]] = "{}"

    @once
    def grader(self) -> Grader:
        """Return what grades the answers."""
        return Grader(Problem.from_document(read_toml(self.text)))

    @once
    def hints_of(self) -> Mapping[str, Sequence[Hint]]:
        """Return the hints of each question."""
        found = json.loads(self.hints) if isinstance(self.hints, str) else self.hints
        return cast("Mapping[str, Sequence[Hint]]", found)

    def score(self, identity: str, variables: Mapping[str, object]) -> float:
        """Print what is said of an answer, and return the points that it earns."""
        print(f"{printable(identity)}: {self.said(identity, variables)}")
        share = self.told(identity, variables).share
        return float(share * self.graded(identity, variables).question.points)

    def share(self, identity: str, variables: Mapping[str, object]) -> Fraction:
        """Return the part of its points that an answer earns."""
        return self.told(identity, variables).share

    def said(self, identity: str, variables: Mapping[str, object]) -> str:
        """Return what a student is told of an answer, with the mistakes behind it by name."""
        graded, found = self.graded(identity, variables), self.told(identity, variables)
        if graded.is_right and not graded.follows:
            return "Right."
        if not graded.raw.strip():
            return "There is no answer."
        named = f" ({', '.join(found.ids)})" if found.ids else ""
        return printable(found.feedback + named)

    def told(self, identity: str, variables: Mapping[str, object]) -> Told:
        """Return what comes of an answer, by its hints too."""
        return told(self.graded(identity, variables), self.hints_of.get(identity, ()))

    def graded(self, identity: str, variables: Mapping[str, object]) -> Graded:
        """Return the verdict on an answer; all answers are graded, for it may follow from another."""
        given = {key: _text(variables.get(name, "")) for key, name in self.variables.items()}
        return self.grader.grade(given)[identity]

    def solution(self) -> str:
        """Return the worked solution as text."""
        from exactnb.explain.solution.solution import solve

        asked = dict.fromkeys(question.quantity for question in self.grader.questions)
        return solve(self.grader.problem, only=asked, level="brief").text(width=80)


def _text(given: object) -> str:
    """Return what stands in a variable as it would be typed; None is nothing."""
    if given is None or given is ...:
        return ""
    try:
        return answer_as_text(given)
    except ExactnbError:
        return str(given)
