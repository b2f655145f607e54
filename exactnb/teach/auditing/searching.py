"""The search for explanations of wrong numbers: alternatives that lead to them, and to the right ones.

An `AuditCase` is to be explained at once: all wrong numbers of a block, or one of them. An alternative
explains it if it leads to each of its numbers, as printed, and keeps the right numbers of the block
right. Rounding too early keeps exact numbers right: they are rounded only after they are printed.

How to read: `explain_cases` goes through the alternatives once for all cases, first those one switch
away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, count
from time import monotonic

from exactnb.core.arithmetic.rounding import rounded
from exactnb.core.arithmetic.values import is_finite
from exactnb.core.expression.results import NoNumber, Value, with_limits
from exactnb.core.model.data_quantities import redefined_formulas
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.alternatives.changes import totals_off_by_one
from exactnb.teach.alternatives.searching import Alternatives
from exactnb.teach.auditing.printed_numbers import (
    PrintedBlock,
    PrintedNumber,
    printable_values,
    scaled_as_printed,
)
from exactnb.teach.grading.targets import Target, enclosed_target
from exactnb.teach.misconceptions.misreadings import FACTOR, OTHER_PROBLEM

_Values = Callable[[QuantityName], Value]


@dataclass(eq=False)
class AuditCase:
    """Wrong numbers to be explained at once, and the right ones that must stay right.

    `explanations` are alternatives that do so, all equally simple. `tried` were compared with it, and
    `chance` of these would match numbers printed at random (`printable_values`), namely the
    `random_matches`; None if that is not counted.
    """

    numbers: tuple[PrintedNumber, ...]
    right: tuple[PrintedNumber, ...]
    classes: int
    explanations: list[Alternative] = field(default_factory=list)
    random_matches: list[Alternative] = field(default_factory=list)
    tried: int = 0
    chance: Fraction | None = Fraction(0)
    is_complete: bool = True

    def __post_init__(self) -> None:
        self._printable = [printable_values(number, self.classes) for number in self.numbers]
        self._cells = [
            None if values is None or number.right is None else values.printed_value_of(number.right)
            for values, number in zip(self._printable, self.numbers, strict=True)
        ]
        self._random = Fraction(1)
        for values, cell in zip(self._printable, self._cells, strict=True):
            if values is None:
                self.chance = None
            else:
                self._random /= max(values.size - (cell is not None), 1)

    def note_if_explained(
        self, alternative: Alternative, value: Callable[[PrintedNumber], Target | None]
    ) -> bool:
        """Say whether an `alternative` explains the case by its `value` of each number, and note it."""
        counts, fits = self.chance is not None, True
        for number, values, right in zip(self.numbers, self._printable, self._cells, strict=True):
            target = value(number)
            if target is None or (alternative.rounding is not None and number.is_fraction):
                return False  # a printed fraction was not rounded
            fits = fits and number.fits(target)
            cell = None if values is None else values.printed_value_of(target)
            counts = counts and cell is not None and cell != right
            if not fits and not counts:
                return False
        if not all(_stays_right(number, alternative, value(number)) for number in self.right):
            return False
        if counts:
            self.random_matches.append(alternative)
        if fits:
            self.explanations.append(alternative)
        return fits

    def add_equivalents(self, equivalents_of: Callable[[Alternative], Sequence[Alternative]]) -> None:
        """Add the `equivalents_of` each explanation, alternatives with its formulas, and count them."""
        equivalents = [
            equal for explanation in self.explanations for equal in equivalents_of(explanation)
        ]
        kinds = list(dict.fromkeys(alternative.id for alternative in equivalents))

        def rank(alternative: Alternative) -> tuple[int, int]:
            return kinds.index(
                alternative.id
            ), alternative.first_edit.row if alternative.first_edit else 0

        self.explanations = sorted(equivalents, key=rank)
        if self.chance is not None:
            self.chance = self._random * sum(map(len, map(equivalents_of, self.random_matches)))


def cases_of_wrong_numbers(
    block: PrintedBlock, classes: int, explained: Sequence[PrintedNumber] = ()
) -> tuple[AuditCase, ...]:
    """Return the cases of a `block`: all wrong numbers at once, then each by itself.

    `classes` is the number of classes, and `explained` are numbers that are explained already.
    """
    wrong = tuple(number for number in block.wrong_numbers if number not in explained)
    single = [AuditCase((number,), block.right_numbers, classes) for number in wrong]
    return (
        (AuditCase(wrong, block.right_numbers, classes), *single) if len(wrong) > 1 else tuple(single)
    )


def explain_cases(
    alternatives: Alternatives,
    cases: Sequence[AuditCase],
    *,
    instead: Sequence[tuple[str, Problem]] = (),
    pairs: bool = False,
    two_edits: bool = False,
    most: int | None = None,
    seconds: float | None = None,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Search for explanations of `cases` among `alternatives`, and note them in the cases.

    `instead` are other problems that may have been meant, with their names. If no single change
    explains a case, totals that are off by one are tried; then two switches: with `pairs` all but two
    edits of the data, with `two_edits` these. The search ends after so many `seconds`, or `most`
    alternatives of each number of switches; results until then are kept, and `is_complete` is false.
    `progress` is called with the number tried.
    """
    limit = _Limit(most, seconds)
    tried = count(1)  # by all searches
    tell = None if progress is None else lambda _: progress(next(tried))
    problems = (
        Alternative((OTHER_PROBLEM,), formulas, name, problem=problem)
        for name, problem in instead
        if (formulas := redefined_formulas(alternatives.graph, problem.define))
    )
    single = chain(problems, _omitted_factors(cases), alternatives.every_single_switch(limit))
    _search(alternatives, cases, single, limit, tell)
    unexplained = [case for case in cases if not case.explanations]
    # An edit of the data is a better reason for a total that is off by one.
    if unexplained and all(case.is_complete for case in cases):
        _search(alternatives, unexplained, totals_off_by_one(alternatives.graph), limit, tell)
        unexplained = [case for case in cases if not case.explanations]
    if (pairs or two_edits) and unexplained and not limit.is_reached:
        limit = _Limit(most, None if seconds is None else seconds - limit.elapsed)
        every = alternatives.every_pair(limit, two_edits=two_edits, usual_pairs=pairs)
        # Alternatives of one switch were compared already.
        two = (alternative for alternative in every if alternative.switch_count > 1)
        both = (
            replace(alternative, misconceptions=(*alternative.misconceptions, FACTOR))
            for alternative in alternatives.every_single_switch(limit)
            if pairs and any(_omitted_factors(unexplained))
        )
        _search(alternatives, unexplained, chain(both, two), limit, tell)
    for case in cases:
        case.add_equivalents(lambda alternative: _equivalents(alternatives, alternative))


class _Limit:
    """The end of a search: after so many calls, or after so many seconds."""

    def __init__(self, most: int | None, seconds: float | None) -> None:
        self.most, self.seconds = most, seconds
        self.calls, self.began, self.is_reached = 0, monotonic(), False

    @property
    def elapsed(self) -> float:
        """Return the seconds since the search began."""
        return monotonic() - self.began

    def __call__(self) -> bool:
        self.calls += 1
        too_many = self.most is not None and self.calls > self.most
        too_late = self.seconds is not None and self.elapsed > self.seconds
        self.is_reached = self.is_reached or too_many or too_late
        return self.is_reached


def _search(
    alternatives: Alternatives,
    cases: Sequence[AuditCase],
    tried: Iterable[Alternative],
    limit: _Limit,
    progress: Callable[[int], object] | None,
) -> None:
    """Compare alternatives with cases, within a limit."""
    met: list[Alternative] = []
    for alternative in tried:
        if limit():  # not every generator asks the limit itself
            break
        met.append(alternative)
        with suppress(ExactnbError):  # the alternative has no value
            _compare(alternatives, cases, alternative)
        if progress is not None:
            progress(len(met))
    every = sum(len(_equivalents(alternatives, alternative)) for alternative in met)
    for case in cases:
        case.tried += every
        case.is_complete = case.is_complete and not limit.is_reached


def _compare(alternatives: Alternatives, cases: Sequence[AuditCase], alternative: Alternative) -> None:
    """Compare one alternative with all cases."""
    values = alternative.value_function(alternatives.graph)
    targets: dict[PrintedNumber, Target | None] = {}
    wrong = FACTOR in alternative.misconceptions

    def value(number: PrintedNumber) -> Target | None:
        if number not in targets:
            plain = wrong and number.is_wrong
            targets[number] = _target_under_alternative(
                alternatives, alternative, values, number, plain=plain
            )
        return targets[number]

    for case in cases:
        case.note_if_explained(alternative, value)


def _target_under_alternative(
    alternatives: Alternatives,
    alternative: Alternative,
    values: _Values,
    number: PrintedNumber,
    *,
    plain: bool,
) -> Target | None:
    """Return a printed number by an alternative; None if it leads to none.

    A `plain` number is printed without its factor.
    """
    printed = replace(number.printed, times=Fraction(1)) if plain else number.printed
    try:
        return Target(scaled_as_printed(with_limits(values(number.name)), printed))
    except ExactnbError:
        pass
    if not printed.is_quantity or alternative.rounding is not None:
        return None
    try:  # e to a power with a root in it has no exact form, but bounds
        return enclosed_target(alternatives.graph, alternative.changes_for(number.name), number.name)
    except ExactnbError:
        return None


def _stays_right(number: PrintedNumber, alternative: Alternative, target: Target | None) -> bool:
    """Say whether a right number is right by an alternative too."""
    if target is None:
        return False
    if number.fits(target):
        return True
    right = None if number.right is None else number.right.value
    if alternative.rounding is None or right is None or isinstance(right, NoNumber):
        return False
    if not is_finite(right):
        return False
    # The right number is printed first, and rounded only then.
    return target.value == rounded(right, alternative.rounding).value


def _omitted_factors(cases: Sequence[AuditCase]) -> Iterator[Alternative]:
    """Yield the omission of a printed factor, if there is one."""
    if any(number.printed.times != 1 for case in cases for number in case.numbers):
        yield Alternative((FACTOR,))


def _equivalents(alternatives: Alternatives, explanation: Alternative) -> tuple[Alternative, ...]:
    """Return all alternatives with the formulas of an explanation, as simple as it is."""
    without = FACTOR in explanation.misconceptions
    if OTHER_PROBLEM in explanation.misconceptions or (without and explanation.switch_count == 1):
        return (explanation,)
    switches = explanation.switch_count - without
    equal = [step for step in alternatives.equivalents(explanation) if step.switch_count == switches]
    if not without:
        return tuple(equal)
    return tuple(replace(step, misconceptions=(*step.misconceptions, FACTOR)) for step in equal)
