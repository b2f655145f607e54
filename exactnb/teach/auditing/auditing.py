"""Audit the numbers in print of a problem: a verdict on each, and what explains the wrong ones.

How to read: `audit` judges and searches; `Audit` and `Explained` are what it finds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import Exact, read_number
from exactnb.core.data.documents import Documents
from exactnb.core.data.table import Table
from exactnb.core.model.effort import EFFORT, read_effort
from exactnb.core.problem.printed import Printed
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.alternatives.edits import has_many_numbers
from exactnb.teach.answers.answer import Given, answer_as_text
from exactnb.teach.auditing.judged import Block, Number, judged, key_of
from exactnb.teach.auditing.searching import Case, cases_of, explained
from exactnb.teach.grading.judging import Verdict

_LONGEST = 10**6
_STEPS = 10  # that an alternative costs


@frozen(eq=False)
class Explained:
    """What explains wrong numbers at once: all alternatives that are equally simple, or none.

    `tried` alternatives were compared with the numbers; `chance` says how many of them would match
    numbers that are printed at random, None where that is not counted. The search `is_complete` unless
    its time was over.
    """

    numbers: tuple[Number, ...]
    by: tuple[Alternative, ...]
    tried: int
    chance: Fraction | None
    is_complete: bool

    def __bool__(self) -> bool:
        return bool(self.by)

    @property
    def switches(self) -> int:
        """Return how many steps were done otherwise."""
        return min((each.switches for each in self.by), default=0)

    def __repr__(self) -> str:
        said = "; or ".join(each.words for each in self.by) or "no explanation"
        return f"<Explained {quoted(said)}, {self.tried:,} tried>"


@frozen(eq=False)
class Audit:
    """What is said of the numbers in print of a problem.

    `explained` maps each block with wrong numbers to what explains them: all at once, or if nothing
    does, one by one.
    """

    problem: Problem
    blocks: tuple[Block, ...]
    explained: Mapping[Block, tuple[Explained, ...]]
    pairs: bool = False
    two_edits: bool = False

    @property
    def untried(self) -> str:
        """Return which changes were not tried two at once, in words; nothing if all were."""
        rows = isinstance(self.problem.data, Table | Documents)
        if not self.pairs:
            return "two other changes at once" if self.two_edits and rows else "two changes at once"
        return "two edits of the data at once" if rows and not self.two_edits else ""

    @property
    def left_out(self) -> str:
        """Return which single changes were not tried, in words; nothing if all were."""
        return "misread numbers of so many rows" if has_many_numbers(self.problem) else ""

    @property
    def numbers(self) -> tuple[Number, ...]:
        """Return all numbers, block by block."""
        return tuple(number for block in self.blocks for number in block.numbers)

    @property
    def is_right(self) -> bool:
        """Say whether every number was judged, and is right."""
        return all(number.is_right for number in self.numbers)

    def __repr__(self) -> str:
        wrong = sum(not number.is_right for number in self.numbers)
        return f"<Audit of {len(self.numbers)} numbers, {wrong} not right>"


def audit(
    problem: Problem | str | Path,
    *,
    pairs: bool = False,
    two_edits: bool = False,
    instead: Mapping[str, Problem | str | Path] | None = None,
    seconds: Exact | None = None,
    effort: int = EFFORT,
    progress: Callable[[int], object] | None = None,
) -> Audit:
    """Return an audit of the numbers in print of a problem, its section [printed].

    `problem` is a Problem or the path of its file. Wrong numbers are explained by alternatives one
    switch away: another convention, a misconception, one edit of the data or of a query, numbers
    rounded too early; with `pairs`, where none of them explains a case, by what is two switches away,
    but for two edits of the data: these with `two_edits`, half the square of the single ones.
    `instead` are other problems, by name, whose numbers may have been printed. After so many `seconds`
    the search ends, and what was found is kept. `effort` is how many steps the quantities may take, as
    in `solve`, and ten times the alternatives that are tried at most; `progress` is told how many were.

    >>> from exactnb import Problem, Table
    >>> from exactnb.core.problem.printed import Printed
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("1", "+"), ("0", "-")], ["a", "class"])
    >>> found = audit(Problem(table, printed=[Printed("P(a=1|+)", "3/5")]))
    >>> [each.words for of in found.explained.values() for case in of for each in case.by][0]
    'another smoothing of the features (λ = 1)'

    Raises InputError for a number that cannot be read, and for a problem without any.
    """
    problem, most = _problem(problem), _seconds(seconds)
    if not problem.printed:
        raise InputError('the problem has no section [printed] with "quantity" = "as printed"')
    others = [(str(name), _problem(each)) for name, each in (instead or {}).items()]
    key = key_of(problem, read_effort(effort))
    blocks = judged(problem, key)
    classes = len(problem.schema.classes)
    cases = {block: cases_of(block, classes) for block in blocks if block.wrong}
    if every := [case for of in cases.values() for case in of]:
        explained(
            key.alternatives,
            every,
            instead=others,
            pairs=pairs,
            two_edits=two_edits,
            most=max(key.effort // _STEPS, 1),
            seconds=most,
            progress=progress,
        )
    explanations = {block: _chosen(of) for block, of in cases.items()}
    return Audit(problem, blocks, explanations, pairs, two_edits)


def explain_number(
    printed: Given,
    problem: Problem | str | Path,
    quantity: str,
    *,
    pairs: bool = False,
    two_edits: bool = False,
) -> Explained:
    """Return what explains a number that is given for a quantity of a problem.

    `printed` is a text, as it stands in print, or a number. One that is right is never explained.

    >>> problem = Problem.read("worked_examples/eight_rows/note_000_eight_rows.toml")
    >>> found = explain_number("1/3", problem, "P(x1=1|y=1)")
    >>> found.by[0].words, found.tried > len(found.by)
    ('another smoothing of the features (λ = 1)', True)

    Raises InputError for what cannot be read, and for a quantity that there is none of.
    """
    text = Place.of("printed").read(answer_as_text, printed)
    asked = replace(_problem(problem), printed=(Printed(quantity, text),))
    found = audit(asked, pairs=pairs, two_edits=two_edits)
    if found.explained:
        return next(iter(found.explained.values()))[0]
    (number,) = found.numbers
    if number.verdict is Verdict.UNGRADED:
        raise InputError(number.why, at=number.printed.place)
    return Explained((number,), (), 0, Fraction(0), is_complete=True)


def _seconds(given: Exact | None) -> float | None:
    if given is None:
        return None
    seconds = Place.of("seconds").read(read_number, given)
    if seconds <= 0:
        raise InputError(f"expected a positive number; got {exact_text(seconds)}", at="seconds")
    return float(seconds) if seconds < _LONGEST else float(_LONGEST)


def _chosen(cases: Sequence[Case]) -> tuple[Explained, ...]:
    """Return the explanation of all numbers of a block at once, or else of each by itself."""
    together = [case for case in cases[:1] if case.found or len(cases) == 1]
    return tuple(
        Explained(case.numbers, tuple(case.found), case.tried, case.chance, case.is_complete)
        for case in together or cases[1:]
    )


def _problem(given: object) -> Problem:
    if isinstance(given, str | Path):
        return Problem.read(given)
    if not isinstance(given, Problem):
        raise InputError(f"expected a Problem or the path of a file; got {quoted(given)}")
    return given
