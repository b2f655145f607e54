"""The Bayes error: what is missed where the best class is decided for, cell by cell, number by number.

Source: R. Duda, P. Hart and D. Stork, Pattern Classification (2nd ed.), section 2.8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import prod

from exactnb.core.arithmetic.enclosure import Ball, around
from exactnb.core.arithmetic.values import UNDEFINED, Undefined
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation.second_reader.problem import Follows, Observed
from exactnb.explain.derivation.second_reader.reals import (
    BITS,
    NotRead,
    Real,
    add,
    ball,
    exp,
    log,
    negative,
    over,
    power,
    sign,
    times,
)
from exactnb.explain.derivation.second_reader.view import OF_VALUES, View

_MOST_CELLS = 4_096
_MOST_COUNTS = 1_000
_SMALL = Fraction(1, 2**64)


def cells_of(view: View, columns: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield all cells that some columns of values have."""
    values = [view.estimates.values(column) for column in columns]
    if prod(map(len, values)) > _MOST_CELLS:
        raise NotRead(f"more than {_MOST_CELLS:,} cells")
    yield from (dict(zip(columns, each, strict=True)) for each in product(*values))


def bayes_error(view: View, name: QuantityName) -> Real:
    """Return 1 less what the best class has in each cell, and at each number of one column."""
    if view.model.words is not None:
        raise NotRead("a Bayes error over texts")
    numbers = [(f, c) for f in view.model.columns if f.family not in OF_VALUES for c in f.columns]
    if len(numbers) > 1:
        raise NotRead("a Bayes error over several columns of numbers")
    missed: list[Real] = []
    for cell in cells_of(view, [c for c in view.features() if view.by_column[c].family in OF_VALUES]):
        shares = view.scores(Observed(cell))
        if any(isinstance(share, Undefined) for share in shares):
            return UNDEFINED
        best = _best_of_numbers(view, *numbers[0], shares) if numbers else _largest(shares)
        missed += [*shares, negative(best)]
    return add(*missed)


def _largest(numbers: Sequence[Real]) -> Real:
    best = numbers[0]
    for other in numbers[1:]:
        best = other if sign(add(other, negative(best))) > 0 else best
    return best


def _best_of_numbers(view: View, follows: Follows, column: str, shares: Sequence[Real]) -> Real:
    """Return what the best class has, added up over all numbers of a column."""

    def densities(x: Fraction) -> list[Real]:
        own = (view.density(follows, {column: x}, k, {}) for k in view.classes)
        return [times(share, p) for share, p in zip(shares, own, strict=True)]

    parameters = [p for k in view.classes for p in _parameters(view, follows, column, k)]
    if any(isinstance(p, Undefined) for p in parameters):
        return UNDEFINED
    if follows.family in ("poisson", "geometric", "geometric0", "negative-binomial"):
        return _over_counts(densities, shares)
    if follows.family not in ("gaussian", "exponential"):
        raise NotRead(f"a Bayes error over {follows.family} columns")
    possible = [at for at, share in enumerate(shares) if not isinstance(share, Fraction) or share]
    if not possible:
        return Fraction(0)
    ends: list[Ball] = []
    for one, other in combinations(possible, 2):
        odds = [log(over(of[one], of[other])) for of in map(densities, map(Fraction, range(3)))]
        ends += _roots(*odds)
    start = [ball(Fraction(0))] if follows.family == "exponential" else []
    inner = sorted((end for end in ends if not start or sign(end) > 0), key=Ball.nearest)
    places: list[Ball | None] = [*start, *inner, None] if start else [None, *inner, None]
    parts: list[Real] = []
    for low, high in pairwise(places):
        here = densities(_between(low, high))
        best = max(possible, key=lambda at: _size(here[at]))
        label = view.classes[best]
        above: list[Real] = [
            Fraction(at) if end is None else _share_above(view, follows, column, label, end)
            for at, end in ((1, low), (0, high))
        ]
        parts.append(times(shares[best], add(above[0], negative(above[1]))))
    return add(*parts)


def _parameters(view: View, follows: Follows, column: str, label: str) -> list[Real]:
    heads = {"gaussian": ("mean", "variance"), "exponential": ("rate",), "poisson": ("rate",)}
    of = heads.get(follows.family, ("success",))
    return [view.estimates.parameter(follows, head, (column,), label) for head in of]


def _over_counts(densities: Callable[[Fraction], list[Real]], shares: Sequence[Real]) -> Real:
    """Add the largest joint up count by count, until little is left in any class."""
    parts: list[Real] = []
    left: list[Real] = list(shares)
    for x in range(_MOST_COUNTS):
        here = densities(Fraction(x))
        parts.append(max(here, key=_size))
        left = [add(rest, negative(own)) for rest, own in zip(left, here, strict=True)]
        if max(map(_size, left)) < _SMALL:
            break
    known, rest = ball(add(*parts)), ball(add(*left))  # type: ignore[arg-type]
    low, high = known.bounds(), rest.bounds()
    if low is None or high is None:
        raise NotRead("a sum without bounds")
    return around(low[0], low[1] + max(high[1], Fraction(0)), BITS)


def _roots(at_0: Real, at_1: Real, at_2: Real) -> list[Ball]:
    """Return where a polynomial of the second degree is 0, from its values at 0, 1 and 2."""
    half = times(Fraction(1, 2), add(at_2, times(Fraction(-2), at_1), at_0))
    slope = add(at_1, negative(at_0), negative(half))
    if _is_zero(half):
        return [] if _is_zero(slope) else [ball(over(negative(at_0), slope))]  # type: ignore[arg-type]
    inside = add(power(slope, 2), times(Fraction(-4), half, at_0))
    if sign(inside) <= 0:
        return []
    root = power(inside, Fraction(1, 2))
    below = times(Fraction(2), half)
    both = (add(negative(slope), turn) for turn in (root, negative(root)))
    return [ball(over(of, below)) for of in both]  # type: ignore[arg-type]


def _is_zero(x: Real) -> bool:
    """Say whether a number is 0, as far as its enclosure tells."""
    try:
        return sign(x) == 0
    except NotRead:
        return True


def _between(low: Ball | None, high: Ball | None) -> Fraction:
    ends = [Fraction(end.nearest()) for end in (low, high) if end is not None]
    if len(ends) == 2:
        return sum(ends, Fraction(0)) / 2
    if not ends:
        return Fraction(0)
    return ends[0] + (1 if high is None else -1)


def _size(x: Real) -> Fraction:
    """Return about the size of a number: to see which of several is the largest."""
    if isinstance(x, Fraction):
        return x
    bounds = x.bounds() if isinstance(x, Ball) else None
    if bounds is None:
        raise NotRead("a number without bounds")
    return sum(bounds, Fraction(0)) / 2


def _share_above(view: View, follows: Follows, column: str, label: str, end: Ball) -> Real:
    """Return the probability, in a class, of numbers above an end."""
    if follows.family == "exponential":
        (rate,) = _parameters(view, follows, column, label)
        return exp(negative(times(rate, end)))
    mean, variance = _parameters(view, follows, column, label)
    away = over(add(end, negative(mean)), power(variance, Fraction(1, 2)))
    if not isinstance(away, Ball):
        raise NotRead("a normal distribution without a width")
    return away.normal_tail(BITS)
