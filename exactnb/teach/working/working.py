"""Verify a whole working: its lines with their verdicts, and the first that is wrong.

How to read: `verify_working` is the door, a `Working` what comes out of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter
from pathlib import Path

from exactnb.core.arithmetic.numerals import Exact
from exactnb.core.lazy import once
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import InputError, printable, quoted
from exactnb.teach.grading.grader import Grader
from exactnb.teach.working.claims import claim_in
from exactnb.teach.working.judging import Judge, Judged
from exactnb.teach.working.names import Names
from exactnb.teach.working.statements import statements

WRONG = frozenset(("wrong", "does_not_follow"))
"""The verdicts of a line that is to blame."""


@frozen(slots=True)
class Mark:
    """What a question of the sheet earns: its points, those earned, and the line that earned them.

    `line` is None where no claim is about its quantity.
    """

    question: str
    points: Fraction
    earned: Fraction
    line: int | None = None


@frozen(eq=False, repr=False)
class Working(Shown):
    r"""A working, judged: `lines` has every claim in it with its verdict, in their order.

    `marks` are the points of the sheet's questions, none where it has none.

    >>> from exactnb import Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> working = verify_working(Problem(table), "P(+) = 2/3 = 0.667\nP(a=1|+) = 1/3")
    >>> working.first_wrong, [line.verdict for line in working.lines]
    (2, ['right', 'wrong'])
    """

    text: str
    lines: tuple[Judged, ...]
    marks: tuple[Mark, ...] = ()

    @property
    def earned(self) -> Fraction:
        """Return the points that it earns."""
        return sum((mark.earned for mark in self.marks), Fraction(0))

    @property
    def points(self) -> Fraction:
        """Return the points that can be earned."""
        return sum((mark.points for mark in self.marks), Fraction(0))

    @property
    def first_wrong(self) -> int | None:
        """Return the number of the first line that is wrong, or does not follow; None if none is."""
        return next(
            (line.place[0] for line in self.lines if line.verdict in WRONG and line.place), None
        )

    @property
    def is_right(self) -> bool:
        """Say whether something was read, and nothing of it is wrong."""
        return self.first_wrong is None and any(line.verdict == "right" for line in self.lines)

    def __repr__(self) -> str:
        first = self.first_wrong
        wrong = "none wrong" if first is None else f"line {first} wrong"
        return f"<Working: {len(self.lines)} claims, {wrong}>"

    def __str__(self) -> str:
        wrong = [line for line in self.lines if line.verdict in WRONG and line.place is not None]
        rows = (f"line {line.place[0]}: {printable(line.message)}" for line in wrong if line.place)
        return "\n".join([self.summary, *rows])

    @property
    def summary(self) -> str:
        """Return in a sentence or two which line is wrong first, and how many claims are right."""
        first = self.first_wrong
        claims = [line for line in self.lines if line.verdict not in ("unread", "unused")]
        right = sum(line.verdict == "right" for line in claims)
        if not claims:
            return "No claim about a quantity of this problem was read."
        head = (
            "No line is wrong." if first is None else f"The first line that is wrong is line {first}."
        )
        return f"{head} {right} of {len(claims)} claims {'is' if right == 1 else 'are'} right."


class WorkingGrader:
    """Verify workings of one problem: the right values are worked out once for all of them.

    `problem` is a Problem or the path of its file; `follow_through` is the share of its points, from 0
    to 1, that a question earns which is right by wrong earlier values.

    Raises InputError for what is no problem.
    """

    def __init__(self, problem: Problem | str | Path, *, follow_through: Exact = 1) -> None:
        self._sheet = Grader(problem, follow_through=follow_through)
        self.problem = self._sheet.problem
        # any quantity may be claimed in a working, not only those that the sheet asks for
        self._open = Grader(replace(self.problem, questions=(), printed=()))

    @once
    def names(self) -> Names:
        """Return what finds names of quantities in a working."""
        return Names(self._open.problem, self._open.graph)

    def verify(self, text: str) -> Working:
        """Return a working with a verdict on each of its claims.

        `text` is plain text, Markdown or LaTeX. Raises InputError where it is longer than is read.
        """
        if not isinstance(text, str):
            raise InputError(f"expected the text of a working; got {quoted(text)}")
        classes = self.problem.schema.classes
        claims = [claim_in(each, self.names, classes) for each in statements(text)]
        judged = [Judge(self._open, self.names, m).lines(claims) for m in self.problem.predictions]
        # of several models, a line is right if it is right for one of them: a working names none
        lines = tuple(min(of_each, key=_blame) for of_each in zip(*judged, strict=True))
        return Working(text, lines, tuple(self._marks(lines)))

    def _marks(self, lines: Sequence[Judged]) -> Iterator[Mark]:
        """Yield what each question of the sheet earns: by the best of the claims about its quantity."""
        for question in self.problem.questions:
            name = self._sheet.name_of(question)
            of_question = [line for line in lines if line.name == name]
            marks = [
                Mark(question.id, question.points, self._earned(question, line), line.claim.place[0])
                for line in of_question
            ]
            yield max(
                marks, key=attrgetter("earned"), default=Mark(question.id, question.points, Fraction(0))
            )

    def _earned(self, question: Question, line: Judged) -> Fraction:
        """Return the points of a claim: by the policy of its question, or by follow-through."""
        asked = self._sheet.asked.get(question.id)
        if asked is None or line.verdict != "right":
            return Fraction(0)
        if line.follows:
            return question.points * self._sheet.follow_through
        graded = asked.graded(line.typed)
        by_rounding = question.points if line.is_rounded else Fraction(0)
        return max(graded.score or Fraction(0), by_rounding)


def _blame(line: Judged) -> bool:
    return line.verdict in WRONG


def verify_working(problem: Problem | str | Path, text: str) -> Working:
    """Return a working of a problem, judged claim by claim.

    `problem` is a Problem or the path of its file; `text` is what was written: plain text, Markdown or
    LaTeX. Whatever is not read as a claim costs nothing.

    >>> tennis = "worked_examples/play_tennis/play_tennis.toml"
    >>> verify_working(tennis, "P(Yes) = 9/14 = 0.63").first_wrong
    1

    Raises InputError for what is no problem, and for a working that is longer than is read.
    """
    return WorkingGrader(problem).verify(text)
