"""The search for what explains wrong numbers: an alternative that leads to them, and to the right ones.

A `Case` is what has to be explained at once: all wrong numbers of a block, or one of them. An
alternative explains it if it leads to each of its numbers, as they are printed, and leaves right what
is right in the block. What is merely rounded too early leaves exact numbers right: they are not used
yet where they are printed.

How to read: `explained` goes through the alternatives once for all cases, first those one switch away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from time import monotonic

from exactnb.core.arithmetic.rounding import rounded
from exactnb.core.arithmetic.values import is_finite
from exactnb.core.expression.results import NoNumber, Value, settled
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.model.others import other_formulas
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.alternatives.searching import Alternatives, SearchResult, search
from exactnb.teach.auditing.chance import others_of
from exactnb.teach.auditing.judged import Block, Number, scaled
from exactnb.teach.grading.enclosing import enclosed
from exactnb.teach.grading.targets import Target

FACTOR = Misconception(
    "factor-left-out",
    "the number that it is printed times left out",
    "Which factor stands before it in the formula?",
)
OTHER_PROBLEM = Misconception(
    "other-problem", "the numbers of another problem", "Which data are these the numbers of?"
)
_Values = Callable[[QuantityName], Value]


@dataclass(eq=False)
class Case:
    """Wrong numbers that have to be explained at once, and the right ones that have to stay right.

    `found` are the alternatives that do, all equally simple; `tried` how many were compared with it,
    and `chance` how many of these would match numbers that are printed at random (`chance.py`), those
    in `like_random`: None where that is not counted.
    """

    numbers: tuple[Number, ...]
    right: tuple[Number, ...]
    classes: int
    found: list[Alternative] = field(default_factory=list)
    like_random: list[Alternative] = field(default_factory=list)
    tried: int = 0
    chance: Fraction | None = Fraction(0)
    is_complete: bool = True

    def __post_init__(self) -> None:
        self._others = [others_of(number, self.classes) for number in self.numbers]
        self._cells = [
            None if of is None or number.right is None else of.cell(number.right)
            for of, number in zip(self._others, self.numbers, strict=True)
        ]
        self._random = Fraction(1)
        for of, cell in zip(self._others, self._cells, strict=True):
            if of is None:
                self.chance = None
            else:
                self._random /= max(of.size - (cell is not None), 1)

    def compare(self, alternative: Alternative, value: Callable[[Number], Target | None]) -> bool:
        """Say whether an alternative explains the case; count whether it might by chance."""
        counts, fits = self.chance is not None, True
        for number, of, right in zip(self.numbers, self._others, self._cells, strict=True):
            target = value(number)
            if target is None or (alternative.rounding is not None and number.is_fraction):
                return False  # what is printed as a fraction was not rounded
            fits = fits and number.fits(target)
            cell = None if of is None else of.cell(target)
            counts = counts and cell is not None and cell != right
            if not fits and not counts:
                return False
        if not all(_is_left(number, alternative, value(number)) for number in self.right):
            return False
        if counts:
            self.like_random.append(alternative)
        if fits:
            self.found.append(alternative)
        return fits

    def settle(self, like: Callable[[Alternative], Sequence[Alternative]]) -> None:
        """Name all alternatives that are the same formulas as one that was found, and count them."""
        found = [each for of in self.found for each in like(of)]
        kinds = list(dict.fromkeys(each.id for each in found))
        rows = {each: each.edit.row if each.edit else 0 for each in found}
        self.found = sorted(found, key=lambda each: (kinds.index(each.id), rows[each]))
        if self.chance is not None:
            self.chance = self._random * sum(len(like(each)) for each in self.like_random)


def cases_of(block: Block, classes: int) -> tuple[Case, ...]:
    """Return what is to be explained of a block: all wrong numbers at once, then each by itself."""
    wrong = block.wrong
    each = [Case((number,), block.right, classes) for number in wrong]
    return (Case(wrong, block.right, classes), *each) if len(wrong) > 1 else tuple(each)


def explained(
    alternatives: Alternatives,
    cases: Sequence[Case],
    *,
    instead: Sequence[tuple[str, Problem]] = (),
    pairs: bool = False,
    two_edits: bool = False,
    most: int | None = None,
    seconds: float | None = None,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Search for what explains some cases, and note it in them.

    `instead` are other problems that may have been meant, with their names. Where nothing nearer
    explains a case, what is two switches away is tried: with `pairs` all but two edits of the data, and
    with `two_edits` these. The search ends after so many
    `seconds`, or `most` alternatives of each number of switches; what was found until then is kept, and
    `is_complete` is false.
    """
    limit = _Limit(most, seconds)
    single = chain(_instead(alternatives, instead), _without_factor(cases), alternatives.every(limit))
    _run(alternatives, cases, single, limit, progress)
    still = [case for case in cases if not case.found]
    if (pairs or two_edits) and still and not limit.is_over:
        limit = _Limit(most, None if seconds is None else seconds - limit.taken)
        every = alternatives.every_pair(limit, two_edits=two_edits, usual_pairs=pairs)
        two = (each for each in every if each.switches > 1)  # others were met
        both = chain(_both_without_factor(alternatives, still, limit) if pairs else (), two)
        _run(alternatives, still, both, limit, progress)
    for case in cases:
        case.settle(lambda each: _alike(alternatives, each))


class _Limit:
    """Say whether a search is over: after so many questions, or after so many seconds."""

    def __init__(self, most: int | None, seconds: float | None) -> None:
        self.most, self.seconds = most, seconds
        self.asked, self.began, self.is_over = 0, monotonic(), False

    @property
    def taken(self) -> float:
        """Return the seconds that it took until now."""
        return monotonic() - self.began

    def __call__(self) -> bool:
        self.asked += 1
        over = self.most is not None and self.asked > self.most
        late = self.seconds is not None and self.taken > self.seconds
        self.is_over = self.is_over or over or late
        return self.is_over


def _run(
    alternatives: Alternatives,
    cases: Sequence[Case],
    tried: Iterable[Alternative],
    limit: _Limit,
    progress: Callable[[int], object] | None,
) -> None:
    """Compare alternatives with cases, within a limit."""
    met: list[Alternative] = []

    def compared(alternative: Alternative) -> None:
        if limit():  # what is yielded is not asked for everywhere
            return
        met.append(alternative)
        _compare(alternatives, cases, alternative)

    searched: SearchResult[None] = search(tried, compared, most=limit.most, progress=progress)
    every = sum(len(_alike(alternatives, each)) for each in met)
    for case in cases:
        case.tried += every
        case.is_complete = case.is_complete and searched.is_complete and not limit.is_over


def _compare(alternatives: Alternatives, cases: Sequence[Case], alternative: Alternative) -> None:
    """Compare one alternative with all cases."""
    values = alternative.values(alternatives.graph)
    known: dict[Number, Target | None] = {}
    wrong = FACTOR in alternative.misconceptions

    def value(number: Number) -> Target | None:
        if number not in known:
            plain = wrong and number.is_wrong
            known[number] = _target(alternatives, alternative, values, number, plain=plain)
        return known[number]

    for case in cases:
        case.compare(alternative, value)


def _target(
    alternatives: Alternatives,
    alternative: Alternative,
    values: _Values,
    number: Number,
    *,
    plain: bool,
) -> Target | None:
    """Return what an alternative makes of a number in print; None where that is nothing.

    A `plain` number is printed without its factor.
    """
    printed = replace(number.printed, times=Fraction(1)) if plain else number.printed
    try:
        return Target(scaled(settled(values(number.name)), printed))
    except ExactnbError:
        pass
    if not printed.is_quantity or alternative.rounding is not None:
        return None
    try:  # e to a power with a root in it has no exact form, but bounds
        return enclosed(alternatives.graph, alternative.at(number.name), number.name)
    except ExactnbError:
        return None


def _is_left(number: Number, alternative: Alternative, target: Target | None) -> bool:
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
    return target.value == rounded(right, alternative.rounding).value  # it was rounded after print


def _instead(
    alternatives: Alternatives, instead: Sequence[tuple[str, Problem]]
) -> Iterator[Alternative]:
    """Yield other problems, where they have other numbers for the same quantities."""
    for name, problem in instead:
        if formulas := other_formulas(alternatives.graph, problem.define):
            yield Alternative((OTHER_PROBLEM,), formulas, name, problem=problem)


def _without_factor(cases: Sequence[Case]) -> Iterator[Alternative]:
    """Yield what follows if a factor that stands in print was left out, where there is one."""
    if any(number.printed.times != 1 for case in cases for number in case.numbers):
        yield Alternative((FACTOR,))


def _both_without_factor(
    alternatives: Alternatives, cases: Sequence[Case], limit: _Limit
) -> Iterator[Alternative]:
    """Yield what is one switch away, with a factor left out too."""
    if any(_without_factor(cases)):
        for each in alternatives.every(limit):
            yield replace(each, misconceptions=(*each.misconceptions, FACTOR))


def _alike(alternatives: Alternatives, found: Alternative) -> tuple[Alternative, ...]:
    """Return all alternatives that are the same formulas as one that was found, as simple as it is."""
    without = FACTOR in found.misconceptions
    if OTHER_PROBLEM in found.misconceptions or (without and found.switches == 1):
        return (found,)
    known = (
        each for each in alternatives.equivalents(found) if each.switches + without == found.switches
    )
    if not without:
        return tuple(known)
    return tuple(replace(each, misconceptions=(*each.misconceptions, FACTOR)) for each in known)
