"""Verify a whole working: its lines with their verdicts, and the first that is wrong.

How to read: `verify_working` is the door, a `Working` what comes out of it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from exactnb.core.lazy import once
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.core.shown import Shown
from exactnb.errors import InputError, quoted
from exactnb.teach.grading.grader import Grader
from exactnb.teach.working.claims import claim_in
from exactnb.teach.working.judging import Judge, Judged
from exactnb.teach.working.names import Names
from exactnb.teach.working.statements import statements

WRONG = frozenset(("wrong", "does_not_follow"))
"""The verdicts of a line that is to blame."""


@frozen(eq=False, repr=False)
class Working(Shown):
    """A working, judged: `lines` has every claim in it with its verdict.

    >>> from exactnb import Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> working = verify_working(Problem(table), "P(+) = 2/3 = 0.667\\nP(a=1|+) = 1/3")
    >>> working.first_wrong, [line.verdict for line in working.lines]
    (2, ['right', 'wrong'])
    """

    text: str
    lines: tuple[Judged, ...]

    @property
    def first_wrong(self) -> int | None:
        """Return the number of the first line that is wrong, or does not follow; None if none is."""
        return next((line.place[0] for line in self.lines if line.verdict in WRONG and line.place), None)

    @property
    def is_right(self) -> bool:
        """Say whether something was read, and nothing of it is wrong."""
        return self.first_wrong is None and any(line.verdict == "right" for line in self.lines)

    def __repr__(self) -> str:
        first = self.first_wrong
        return f"<Working: {len(self.lines)} claims, {'none wrong' if first is None else f'line {first} wrong'}>"

    def __str__(self) -> str:
        from exactnb.teach.working.report import as_text

        return as_text(self)


class WorkingGrader:
    """Verify workings of one problem: what is right is worked out once for all of them.

    `problem` is a Problem or the path of its file; `effort` is how many steps one working may take.
    """

    def __init__(self, problem: Problem | str | Path, *, effort: int | None = None) -> None:
        if isinstance(problem, str | Path):
            problem = Problem.read(problem)
        if not isinstance(problem, Problem):
            raise InputError(f"expected a Problem or the path of a file; got {quoted(problem)}")
        self.problem = replace(problem, questions=(), printed=())
        options = {} if effort is None else {"effort": effort}
        self.grader = Grader(self.problem, **options)  # type: ignore[arg-type]

    @once
    def names(self) -> Names:
        """Return what finds names of quantities in a working."""
        return Names(self.problem, self.grader.graph)

    def verify(self, text: str) -> Working:
        """Return a working with a verdict on each of its claims.

        Raises InputError for a working that is longer than is read.
        """
        if not isinstance(text, str):
            raise InputError(f"expected the text of a working; got {quoted(text)}")
        claims = [claim_in(each, self.names, self.problem.schema.classes) for each in statements(text)]
        judged = [Judge(self.grader, self.names, m).lines(claims) for m in self.problem.predictions]
        # of several models, a line is right if it is right for one of them: a working names none
        return Working(text, tuple(min(lines, key=_blame) for lines in zip(*judged, strict=True)))


def _blame(line: Judged) -> bool:
    return line.verdict in WRONG


def verify_working(problem: Problem | str | Path, text: str) -> Working:
    """Return a working of a problem, judged claim by claim.

    `problem` is a Problem or the path of its file; `text` is what was written: plain text, Markdown or
    LaTeX. Whatever is not read as a claim costs nothing.

    >>> verify_working("worked_examples/play_tennis/play_tennis.toml", "P(Yes) = 9/14 = 0.63").first_wrong
    1

    Raises InputError for what is no problem, and for a working that is longer than is read.
    """
    return WorkingGrader(problem).verify(text)
