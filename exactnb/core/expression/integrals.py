"""The probability of a region as a formula: with Φ, exponentials, powers, sums of counts, or areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import comb

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.distributions import integers_in
from exactnb.core.arithmetic.intervals import cut
from exactnb.core.arithmetic.piecewise import Corners
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.values import Infinite, Number
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Expression,
    Factorial,
    Function,
    Integer,
    Negative,
    Power,
    Product,
    Quotient,
    Sum,
    Within,
)
from exactnb.core.expression.results import NoNumber
from exactnb.core.expression.written import number, written

_TERMS = 8  # of a sum of probabilities of counts, and of areas


def written_out(node: Within) -> Expression | None:
    """Return how the probability of regions is worked out; None where that would be long.

    All parts of the node are numbers.
    """
    parts = [evaluate(part) for part in node.children]
    regions = [part for part in parts if isinstance(part, Points)]
    if len(regions) < len(node.inside) + len(node.outside):  # one is undefined
        return None
    region = cut(regions[: len(node.inside)], regions[len(node.inside) :])
    pairs: Iterable[Difference]
    match node.kind, node.parameters:
        case "normal", (mean, variance):
            pairs = (
                (_normal(b, mean, variance), _normal(a, mean, variance))
                for a, b, _ in region.intervals()
            )
        case "exponential", (rate,):
            pairs = ((_exponential(a, rate), _exponential(b, rate)) for a, b, _ in region.intervals())
        case "geometric", (success, Integer(least)):
            pairs = _geometric(region, success, least)
        case "poisson", (mean,):
            pairs = _counted(region, lambda first, last: _counts(first, last, mean))
        case "negative-binomial", (success, Integer(waited)):
            pairs = _counted(region, lambda first, last: _failures(first, last, success, waited))
        case _:
            rationals = [part for part in parts if isinstance(part, Fraction)]
            pairs = _areas(region, list(zip(rationals[::2], rationals[1::2], strict=True)))
    terms: list[Expression] = []
    for more, less in pairs:
        if more is None or less is None or len(terms) > _TERMS:
            return None
        terms += [more] if more != Integer(0) else []
        terms += [Negative(less)] if less != Integer(0) else []
    return Sum.of(terms)


Difference = tuple[Expression | None, Expression | None]
"""What is added and what is taken away; None for what would be long."""


def _normal(place: Number, mean: Expression, variance: Expression) -> Expression:
    """Return the chance of less than a place, Φ((place − μ)/σ)."""
    if isinstance(place, Infinite):
        return Integer(int(place.sign > 0))
    away = Sum((_place(place), Negative(mean)))
    root = values.power(_worth(variance), Fraction(1, 2))
    if root == 1:
        return Function("Phi", away)
    deviation = number(root) if isinstance(root, Fraction) else Function("sqrt", variance)
    return Function("Phi", Quotient(away, deviation))


def _exponential(place: Number, rate: Expression) -> Expression:
    """Return the chance of more than a place, exp(−λ·place)."""
    if values.sign(place) <= 0:
        return Integer(1)
    if isinstance(place, Infinite):
        return Integer(0)
    return Function("exp", Negative(Product((rate, _place(place)))))


def _geometric(region: Points, success: Expression, least: int) -> Iterator[Difference]:
    """Yield the powers of 1 − p that are the chances of so many failures, or of more."""
    for first, last in integers_in(region, least):
        failed = Sum((Integer(1), Negative(success)))
        chance = Power(failed, Integer(first - least)) if first > least else Integer(1)
        yield chance, Integer(0) if last is None else Power(failed, Integer(last - least + 1))


def _counted(region: Points, summed: Callable[[int, int], Expression | None]) -> Iterator[Difference]:
    """Yield sums of the probabilities of counts; those without a last one as what is left of 1."""
    for first, last in integers_in(region, 0):
        if last is None:
            yield Integer(1), summed(0, first - 1)
        else:
            yield summed(first, last), Integer(0)


def _failures(first: int, last: int, success: Expression, waited: int) -> Expression | None:
    """Return the sum of C(x + r − 1, x)·pʳ·(1 − p)ˣ; the coefficients are worked out."""
    if last - first >= _TERMS:
        return None
    failed = Sum((Integer(1), Negative(success)))
    terms = []
    for x in range(first, last + 1):
        orders = Integer(comb(x + waited - 1, x))
        factors = (orders, _power(success, waited), _power(failed, x))
        terms.append(Product.of(factor for factor in factors if factor != Integer(1)))
    return Sum.of(terms)


def _power(base: Expression, exponent: int) -> Expression:
    if exponent < 2:
        return base if exponent else Integer(1)
    return Power(base, Integer(exponent))


def _counts(first: int, last: int, mean: Expression) -> Expression | None:
    """Return exp(−mean) times the sum of meanˣ/x!."""
    if last - first >= _TERMS:
        return None
    if last < first:
        return Integer(0)
    powers = [(count, _power(mean, count)) for count in range(first, last + 1)]
    terms = [power if x < 2 else Quotient(power, Factorial(Integer(x))) for x, power in powers]
    return Product((Function("exp", Negative(mean)), Sum.of(terms)))


def _areas(region: Points, corners: Corners) -> Iterator[Difference]:
    """Yield the trapezoids under a density: its height in the middle times the width."""
    for left, right, _ in region.intervals():
        for (start, y), (end, w) in pairwise(corners):
            begins = left if values.compare(left, start) > 0 else start
            stops = right if values.compare(right, end) < 0 else end
            if values.compare(begins, stops) >= 0 or not (y or w):
                continue
            if not isinstance(begins, Fraction) or not isinstance(stops, Fraction):
                yield None, None
                return
            heights = [y + (w - y) * (x - start) / (end - start) for x in (begins, stops)]
            middle = Quotient(Sum(tuple(map(number, heights))), Integer(2))
            yield Product((Sum((number(stops), Negative(number(begins)))), middle)), Integer(0)


def _place(place: Number) -> Expression:
    return number(place) if isinstance(place, Fraction) else written(place)


def _worth(part: Expression) -> Number:
    value = evaluate(part)
    assert not isinstance(value, NoNumber)
    return value
