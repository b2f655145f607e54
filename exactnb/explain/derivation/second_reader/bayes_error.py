"""The Bayes error: the error rate of the best decision, cell by cell, number by number.

Source: R. Duda, P. Hart and D. Stork, Pattern Classification (2nd ed.), section 2.8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import prod

from exactnb.core.arithmetic.enclosure import Ball, ball_between
from exactnb.core.arithmetic.values import UNDEFINED, Undefined
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation.second_reader.counting import ColumnGroup, ObservedCase
from exactnb.explain.derivation.second_reader.reals import *
from exactnb.explain.derivation.second_reader.view import ModelView

_MOST_CELLS = 4_096
_MOST_COUNTS = 1_000
_SMALL = Fraction(1, 2**64)


def all_combinations(view: ModelView, columns: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield all combinations of values of `columns` in the model of `view`.

    Raises NotRead for more than 4,096 of them.
    """
    values = [view.estimates.values(column) for column in columns]
    if prod(map(len, values)) > _MOST_CELLS:
        raise NotRead(f"more than {_MOST_CELLS:,} cells")
    yield from (dict(zip(columns, values_of_cell, strict=True)) for values_of_cell in product(*values))


def bayes_error(view: ModelView, name: QuantityName) -> Real:
    """Return the Bayes error `name` of the model of `view`: 1 less the sum of the largest joints.

    The sum goes over all cells, and over all numbers of one numeric column. Raises NotRead for texts,
    several columns of numbers, and families without a rule here.
    """
    if view.model.word_family is not None:
        raise NotRead("a Bayes error over texts")
    numbers = [(f, c) for f in view.model.columns if not f.has_named_cells for c in f.columns]
    if len(numbers) > 1:
        raise NotRead("a Bayes error over several columns of numbers")
    missed: list[Real] = []
    counted = [c for c in view.features() if view.by_column[c].has_named_cells]
    for cell in all_combinations(view, counted):
        shares = view.joints(ObservedCase(cell))
        if any(isinstance(share, Undefined) for share in shares):
            return UNDEFINED
        best = _integrated_maximum(view, *numbers[0], shares) if numbers else _largest(shares)
        missed += [*shares, negate(best)]
    return add(*missed)


def _largest(numbers: Sequence[Real]) -> Real:
    best = numbers[0]
    for candidate in numbers[1:]:
        best = candidate if sign(subtract(candidate, best)) > 0 else best
    return best


def _integrated_maximum(
    view: ModelView, group: ColumnGroup, column: str, shares: Sequence[Real]
) -> Real:
    """Return the integral of the largest joint over the numbers of a column.

    The odds of two normal or exponential classes are e to a polynomial of degree two at most, so that
    its roots cut the line into parts with one best class each.
    """

    def densities(x: Fraction) -> list[Real]:
        class_densities = (view.density(group, {column: x}, k, {}) for k in view.classes)
        return [times(share, p) for share, p in zip(shares, class_densities, strict=True)]

    parameters = [p for k in view.classes for p in _parameters(view, group, column, k)]
    if any(isinstance(p, Undefined) for p in parameters):
        return UNDEFINED
    if group.family in ("poisson", "geometric", "geometric0", "negative-binomial"):
        return _summed_maximum(densities, shares)
    if group.family not in ("gaussian", "exponential"):
        raise NotRead(f"a Bayes error over {group.family} columns")
    possible = [index for index, share in enumerate(shares) if not isinstance(share, Fraction) or share]
    if not possible:
        return Fraction(0)
    ends: list[Ball] = []
    for first, second in combinations(possible, 2):
        joints_at = map(densities, map(Fraction, range(3)))
        ends += _quadratic_roots(*(log(divide(joints[first], joints[second])) for joints in joints_at))
    start = [ball(Fraction(0))] if group.family == "exponential" else []
    inner = sorted((end for end in ends if not start or sign(end) > 0), key=Ball.nearest_double)
    places: list[Ball | None] = [*start, *inner, None] if start else [None, *inner, None]
    parts: list[Real] = []
    for low, high in pairwise(places):
        joints_here = densities(_sample_point(low, high))
        best = max(possible, key=lambda place: _midpoint(joints_here[place]))
        label = view.classes[best]
        tails: list[Real] = [
            Fraction(index) if end is None else _upper_tail(view, group, column, label, end)
            for index, end in ((1, low), (0, high))
        ]
        parts.append(times(shares[best], subtract(*tails)))
    return add(*parts)


def _parameters(view: ModelView, group: ColumnGroup, column: str, label: str) -> list[Real]:
    heads = {"gaussian": ("mean", "variance"), "exponential": ("rate",), "poisson": ("rate",)}
    names = heads.get(group.family, ("success",))
    if group.stated is not None:
        names = tuple(letter for letter, _ in group.stated.parameters)
    return [view.estimates.parameter(group, head, (column,), label) for head in names]


def _summed_maximum(densities: Callable[[Fraction], list[Real]], shares: Sequence[Real]) -> Real:
    """Sum the largest joint count by count, until the rest of every class is below 2⁻⁶⁴."""
    parts: list[Real] = []
    remaining: list[Real] = list(shares)
    for x in range(_MOST_COUNTS):
        joints = densities(Fraction(x))
        parts.append(max(joints, key=_midpoint))
        remaining = [subtract(rest, joint) for rest, joint in zip(remaining, joints, strict=True)]
        if max(map(_midpoint, remaining)) < _SMALL:
            break
    partial_sum, rest = ball(add(*parts)), ball(add(*remaining))  # type: ignore[arg-type]
    low, high = partial_sum.bounds(), rest.bounds()
    if low is None or high is None:
        raise NotRead("a sum without bounds")
    return ball_between(low[0], low[1] + max(high[1], Fraction(0)), BITS)


def _quadratic_roots(value_0: Real, value_1: Real, value_2: Real) -> list[Ball]:
    """Return the roots of a polynomial of degree two at most, from its values at 0, 1 and 2."""
    half = times(Fraction(1, 2), add(value_2, times(Fraction(-2), value_1), value_0))
    slope = subtract(subtract(value_1, value_0), half)
    if not known_sign(half):  # 0, as far as its enclosure tells
        return [] if not known_sign(slope) else [ball(divide(negate(value_0), slope))]  # type: ignore[arg-type]
    discriminant = add(power(slope, 2), times(Fraction(-4), half, value_0))
    if sign(discriminant) <= 0:
        return []
    root = power(discriminant, Fraction(1, 2))
    denominator = times(Fraction(2), half)
    numerators = (add(negate(slope), signed_root) for signed_root in (root, negate(root)))
    return [ball(divide(numerator, denominator)) for numerator in numerators]  # type: ignore[arg-type]


def _sample_point(low: Ball | None, high: Ball | None) -> Fraction:
    ends = [Fraction(end.nearest_double()) for end in (low, high) if end is not None]
    if len(ends) == 2:
        return sum(ends, Fraction(0)) / 2
    if not ends:
        return Fraction(0)
    return ends[0] + (1 if high is None else -1)


def _midpoint(x: Real) -> Fraction:
    """Return the middle of an enclosure, to choose the largest of several numbers by it."""
    if (about := midpoint(x)) is None:
        raise NotRead("a number without bounds")
    return about


def _upper_tail(view: ModelView, group: ColumnGroup, column: str, label: str, end: Ball) -> Real:
    """Return the probability, in a class, of numbers above `end`."""
    if group.family == "exponential":
        (rate,) = _parameters(view, group, column, label)
        return exp(negate(times(rate, end)))
    mean, variance = _parameters(view, group, column, label)
    standardised = divide(subtract(end, mean), power(variance, Fraction(1, 2)))
    if not isinstance(standardised, Ball):
        raise NotRead("a normal distribution without a width")
    return standardised.normal_tail(BITS)
