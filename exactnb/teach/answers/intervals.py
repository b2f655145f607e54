"""Interval arithmetic for formulas of rounded decimals: each is an interval, and so is the result.

A decimal stands for all numbers within half a unit of its last digit. Sums, products and quotients of
intervals are exact; functions are enclosed by rational bounds, rounded outwards. Two formulas with
disjoint intervals therefore contradict each other for certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from itertools import product

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.enclosure import ball_between
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Negative,
    Numeral,
    Percent,
    Power,
    Product,
    Quotient,
    Sum,
)
from exactnb.core.expression.reading.budget import Budget
from exactnb.core.expression.reading.evaluation import exact_value
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import BASES, NoNumber

Interval = tuple[Fraction, Fraction]
"""The least and the largest number that something may stand for."""

_BITS = 128  # of the bounds of a function
_NOISE = Fraction(1, 10**9)  # relative error of more figures, as machines print them


def typed_decimals(tree: Expression) -> Iterator[Decimal]:
    """Yield the decimals in the formula `tree` as typed; a percentage counts without a point too.

    >>> [str(each) for each in typed_decimals(Product((Percent(Integer(33)), Numeral(Decimal(50, 2)))))]
    ['33', '0.50']
    """
    match tree:
        case Numeral(decimal):
            yield decimal
        case Percent(Integer(value)):
            yield Decimal(value, 0)
        case _:
            for part in tree.children:
                yield from typed_decimals(part)


def rounding_interval(decimal: Decimal, *, cut_off: bool = False) -> Interval:
    """Return the numbers that a decimal may be rounded from, or, if it is `cut_off`, that begin so.

    >>> rounding_interval(Decimal(333, 3))
    (Fraction(133, 400), Fraction(667, 2000))
    """
    value, half = decimal.value, decimal.half_unit
    if cut_off:
        low, high = sorted((value, value + (2 * half if value >= 0 else -2 * half)))
        return low, high
    # A machine's 17 figures are no claim to 17: its own roundings lie within one part in 10⁹.
    half = max(half, abs(value) * _NOISE)
    return value - half, value + half


def interval_of_formula(tree: Expression, budget: Budget, *, cut_off: bool = False) -> Interval:
    """Return the values of the formula `tree` if each decimal is any number that it stands for.

    `cut_off` means that dots follow the digits. Raises Refusal, within a `budget`, if there are no
    bounds, or none that are short.

    >>> interval_of_formula(Product((Numeral(Decimal(333, 3)), Integer(2))), Budget())
    (Fraction(133, 200), Fraction(667, 1000))
    """
    # Without a decimal nothing was rounded: the value itself is enclosed, not each part of it.
    if not any(True for _ in typed_decimals(tree)):
        return _exact_interval(tree)
    bounds = _interval(tree, budget, cut_off)
    # Exact ends grow with every product: long ones would cost more than they tell.
    for end in bounds:
        budget.require_short(end.numerator.bit_length() + end.denominator.bit_length())
    return bounds


def _interval(tree: Expression, budget: Budget, cut_off: bool) -> Interval:
    def bounds(part: Expression) -> Interval:
        return interval_of_formula(part, budget, cut_off=cut_off)

    match tree:
        case Numeral(decimal):
            return rounding_interval(decimal, cut_off=cut_off)
        case Percent(Integer(hundredths)):
            return rounding_interval(Decimal(hundredths, 2), cut_off=cut_off)
        case Percent(inner):
            low, high = bounds(inner)
            return low / 100, high / 100
        case Negative(term):
            low, high = bounds(term)
            return -high, -low
        case Sum(terms):
            return reduce(lambda a, b: (a[0] + b[0], a[1] + b[1]), map(bounds, terms))
        case Product(factors):
            return reduce(_times, map(bounds, factors))
        case Quotient(above, below):
            return _times(bounds(above), _inverse(bounds(below)))
        case Power(base, exponent):
            return _power(bounds(base), bounds(exponent), budget)
        case Function("sqrt", argument):
            return _power(bounds(argument), (Fraction(1, 2),) * 2, budget)
        case Function("exp", argument):
            return _exp(bounds(argument))
        case Function(name, argument) if name in BASES:
            log, log_base = _log(bounds(argument)), BASES[name]
            return log if log_base is None else _times(log, _inverse(_log((Fraction(log_base),) * 2)))
    raise _no_bounds_refusal()


def _exact_interval(tree: Expression) -> Interval:
    value = exact_value(tree)
    if isinstance(value, Fraction):
        return value, value
    bounds = None
    if not isinstance(value, NoNumber) and values.is_finite(value):
        bounds = values.enclose(value, _BITS).bounds()
    return _require_bounds(bounds)


def _times(first: Interval, second: Interval) -> Interval:
    # Signs may differ, so any of the four corners may be the least or the largest.
    ends = [a * b for a, b in product(first, second)]
    return min(ends), max(ends)


def _inverse(divisor: Interval) -> Interval:
    if divisor[0] <= 0 <= divisor[1]:
        raise _no_bounds_refusal()
    return 1 / divisor[1], 1 / divisor[0]


def _power(base: Interval, exponent: Interval, budget: Budget) -> Interval:
    power = exponent[0]
    # Only a whole power of rational ends is rational; any other is enclosed by e^(y·ln x).
    if exponent[1] != power or power.denominator > 1:
        return _exp(_times(exponent, _log(base)))
    if power < 0:
        base, power = _inverse(base), -power
    for end in base:
        budget.require_power(end, power)
    ends = [end ** int(power) for end in base]
    # An even power turns at 0, inside of the interval: neither end has its least value.
    if power % 2 == 0 and base[0] < 0 < base[1]:
        ends.append(Fraction(0))
    return min(ends), max(ends)


def _exp(exponent: Interval) -> Interval:
    return _require_bounds(ball_between(*exponent, _BITS).exp(_BITS).bounds())


def _log(argument: Interval) -> Interval:
    if argument[0] <= 0:
        raise _no_bounds_refusal()
    return _require_bounds(ball_between(*argument, _BITS).log(_BITS).bounds())


def _require_bounds(bounds: Interval | None) -> Interval:
    if bounds is None:
        raise _no_bounds_refusal()
    return bounds


def _no_bounds_refusal() -> Refusal:
    return Refusal("a formula of rounded numbers without bounds", "unsupported")
