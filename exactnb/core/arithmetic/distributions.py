"""The probability of a set of numbers under a distribution, exactly.

Densities are integrated between the ends of intervals, counts are added up number by number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, factorial, floor

from exactnb.core.arithmetic import piecewise, values
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.normal import phi
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.values import UNDEFINED, Infinite, Number, Undefined
from exactnb.errors import Unsupported

_MOST = 2_000  # the largest count up to which probabilities are added up
_FAR = 10**9
_BITS = 128

Parameters = Sequence[Number]


def probability(kind: str, region: Points, parameters: Parameters) -> Number:
    """Return the probability of a `region` under the distribution of a `kind` with `parameters`.

    These are mean and variance of "normal", the rate of "exponential", the mean of "poisson", the
    success and the least number of "geometric", the success and how many of them are waited for of
    "negative-binomial", x and height of each corner of "piecewise".

    >>> below_two = Points((Infinite(-1), Fraction(2)), "(]")
    >>> probability("geometric", below_two, [Fraction(1, 3), Fraction(1)])
    Fraction(5, 9)
    """
    if any(isinstance(parameter, Undefined) for parameter in parameters):
        return UNDEFINED
    if kind == "poisson":
        counts = integers_in(region, 0)
        return values.add([_poisson(first, last, *parameters) for first, last in counts])
    if kind == "geometric":
        success, start = parameters
        least = int(_rational(start))
        counts = integers_in(region, least)
        return values.add([_geometric(first - least, last, least, success) for first, last in counts])
    if kind == "negative-binomial":
        success, waited = map(_rational, parameters)
        counts = integers_in(region, 0)
        return values.add([_failures(first, last, success, int(waited)) for first, last in counts])
    if kind == "piecewise":
        numbers = [_rational(parameter) for parameter in parameters]
        corners = list(zip(numbers[::2], numbers[1::2], strict=True))
        ends = region.intervals()
        return values.add([piecewise.area(corners, left, right) for left, right, _ in ends])
    upper_tail = _normal if kind == "normal" else _exponential
    terms: list[Number] = []
    for left, right, _ in region.intervals():
        tails = upper_tail(left, parameters), upper_tail(right, parameters)
        terms += [tails[0], values.negate(tails[1])]
    return values.add(terms)


def integers_in(region: Points, least: int) -> Iterator[tuple[int, int | None]]:
    """Yield the first and the last integer from `least` on in each interval of `region`.

    The last one is None where an interval has no end.

    >>> list(integers_in(Points((Fraction(1), Fraction(7, 2)), "open"), 0))
    [(2, 3)]
    """
    for left, right, brackets in region.intervals():
        first, last = least, None
        if not isinstance(left, Infinite):
            floor_of_end, is_integer = _floor(left)
            first = max(least, floor_of_end if is_integer and brackets[0] == "[" else floor_of_end + 1)
        if not isinstance(right, Infinite):
            floor_of_end, is_integer = _floor(right)
            last = floor_of_end - 1 if is_integer and brackets[1] == ")" else floor_of_end
        if last is None or first <= last:
            yield first, last


def partial_sum(mean: Fraction, first: int, last: int) -> Fraction:
    """Return Σ `mean`ⁱ/i! for i from `first` to `last`; raise Unsupported for a `last` above 2,000.

    >>> partial_sum(Fraction(2), 0, 2), partial_sum(Fraction(1, 2), 1, 2)
    (Fraction(5, 1), Fraction(5, 8))
    """
    if last > _MOST:
        raise Unsupported(f"probabilities of counts are added up to {_MOST:,}, not to {last:,}")
    p, q = mean.numerator, mean.denominator
    numerator = denominator = 1
    for i in range(last, first, -1):  # 1 + mean/i · (…), from the inside out and in integers
        denominator *= q * i
        numerator = denominator + p * numerator
    return Fraction(numerator * p**first, denominator * q**first * factorial(first))


def _normal(place: Number, parameters: Parameters) -> Number:
    """Return the chance of more than a place, Φ((μ − place)/σ)."""
    mean, variance = parameters
    return phi(values.add([mean, values.negate(place)]), variance)


def _exponential(place: Number, parameters: Parameters) -> Number:
    """Return the chance of more than a place, exp(−λ·place), or 1 below 0."""
    (rate,) = parameters
    if values.sign(place) <= 0:
        return Fraction(1)
    return values.exponential(values.negate(values.multiply([rate, place])))


def _poisson(first: int, last: int | None, mean: Number) -> Number:
    if last is None:
        lower_tail = _poisson(0, first - 1, mean) if first else Fraction(0)
        return values.add([Fraction(1), values.negate(lower_tail)])
    of_zero = values.exponential(values.negate(mean))
    return values.multiply([of_zero, partial_sum(_rational(mean), first, last)])


def _geometric(failures: int, last: int | None, least: int, success: Number) -> Number:
    """Return (1 − p) to the failures before the first, less that to those after the last."""
    failed = values.add([Fraction(1), values.negate(success)])
    chance = values.power(failed, Fraction(failures))
    if last is None:
        return chance
    rest = values.power(failed, Fraction(last - least + 1))
    return values.add([chance, values.negate(rest)])


def _failures(first: int, last: int | None, success: Fraction, waited: int) -> Fraction:
    """Return the chance of so many failures before the last success; of all more, what is left."""
    if last is None:
        return 1 - (_failures(0, first - 1, success, waited) if first else Fraction(0))
    if last > _MOST:
        raise Unsupported(f"probabilities of counts are added up to {_MOST:,}, not to {last:,}")
    failed = 1 - success
    orders = (comb(x + waited - 1, x) * failed**x for x in range(first, last + 1))
    return success**waited * sum(orders, Fraction(0))


def _floor(number: Number) -> tuple[int, bool]:
    """Return the largest whole number that is not above, and whether it is the number itself."""
    assert isinstance(number, Finite)
    if isinstance(number, Fraction):
        return floor(number), number.denominator == 1
    bounds = values.enclose(number, _BITS).bounds()
    if bounds is None or max(map(abs, bounds)) > _FAR:
        raise Unsupported("a boundary between counts that is too far from 0 to be reached")
    integer = floor(bounds[0])
    while values.compare(number, Fraction(integer + 1)) >= 0:
        integer += 1
    return integer, values.compare(number, Fraction(integer)) == 0


def _rational(number: Number) -> Fraction:
    if not isinstance(number, Fraction):
        raise Unsupported("probabilities of regions are worked out for rational parameters only")
    return number
