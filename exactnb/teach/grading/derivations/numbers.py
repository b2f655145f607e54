"""Numbers at which lines of a derivation are tried: fractions, balls around logarithms, and jets.

A fraction is exact; a `Near` is sure to hold its number; a `Jet` carries two derivatives along, so that
derivatives are computed without any limit. Python's signs work on all three.

How to read: `Near` and `Jet` have the signs; `power`, `logarithm`, `exponential`, `gamma` and those
below them are the functions; `differ` says whether two numbers are proved to differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial as whole_factorial
from math import isqrt
from typing import Any

from exactnb.core.arithmetic.enclosure import Ball, ball_of

BITS = 320
_TIGHT = 80  # bits to which two enclosures have to agree before they are taken for equal
_LARGEST = 4_000  # exponent, and argument of a factorial

Number = Any
"""A Fraction, a Near, a Jet or a Formal; they know each other by their signs."""


class NoValue(ArithmeticError):
    """A formula has no value here: 1/0, log of 0."""


class TooLarge(ArithmeticError):
    """A number is too large to be worked out."""


class Near:
    """A real number between bounds."""

    __slots__ = ("ball",)

    def __init__(self, ball: Ball) -> None:
        self.ball = ball

    def __add__(self, other: Number) -> Number:
        return self._with(other, lambda a, b: a.plus(b, BITS))

    __radd__ = __add__

    def __mul__(self, other: Number) -> Number:
        if isinstance(other, Fraction) and other == 0:
            return other
        return self._with(other, lambda a, b: a.times(b, BITS))

    __rmul__ = __mul__

    def __neg__(self) -> Near:
        return Near(self.ball.times(ball_of(-1), BITS))

    def __sub__(self, other: Number) -> Number:
        return self + -other

    def __rsub__(self, other: Number) -> Number:
        return -self + other

    def __truediv__(self, other: Number) -> Number:
        return self * inverse(other)

    def __rtruediv__(self, other: Number) -> Number:
        return inverse(self) * other

    def _with(self, other: Number, put: Any) -> Number:
        if isinstance(other, int):
            other = Fraction(other)
        if isinstance(other, Fraction):
            return Near(put(self.ball, ball_of(other, BITS)))
        if isinstance(other, Near):
            return Near(put(self.ball, other.ball))
        return NotImplemented


class Jet:
    """A number with its first two derivatives by one letter."""

    __slots__ = ("first", "second", "value")

    def __init__(self, value: Number, first: Number, second: Number) -> None:
        self.value, self.first, self.second = value, first, second

    def __add__(self, other: Number) -> Jet:
        right = jet(other)
        return Jet(self.value + right.value, self.first + right.first, self.second + right.second)

    __radd__ = __add__

    def __neg__(self) -> Jet:
        return Jet(-self.value, -self.first, -self.second)

    def __sub__(self, other: Number) -> Jet:
        return self + -jet(other)

    def __rsub__(self, other: Number) -> Jet:
        return -self + jet(other)

    def __mul__(self, other: Number) -> Jet:
        right = jet(other)
        return Jet(
            self.value * right.value,
            self.first * right.value + self.value * right.first,
            self.second * right.value
            + Fraction(2) * (self.first * right.first)
            + self.value * right.second,
        )

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> Jet:
        return self * jet(inverse(jet(other)))

    def __rtruediv__(self, other: Number) -> Jet:
        return jet(inverse(self)) * jet(other)

    def through(self, value: Number, slope: Number, curvature: Number) -> Jet:
        """Return f of this number, where f has the `value`, the `slope` and the `curvature` f″ here."""
        return Jet(value, slope * self.first, curvature * self.first * self.first + slope * self.second)


class Formal:
    """A formula in letters that vary (`polynomials.py`): it has no size, and no order among numbers."""

    __slots__ = ()
    raised: Any  # a method: to a power
    exponential: Any

    def _compared(self, other: object) -> Any:
        raise NoValue

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = _compared

    def __hash__(self) -> int:
        raise NoValue

    @property
    def ball(self) -> Ball:
        """Raise NoValue: there is no enclosure."""
        raise NoValue


def jet(value: Number) -> Jet:
    """Return `value` as one with derivatives, which are 0 if it has none."""
    return value if isinstance(value, Jet) else Jet(value, Fraction(0), Fraction(0))


def sign(value: Number) -> int | None:
    """Return the sign of `value`, −1, 0 or 1; None where its enclosure holds 0."""
    if isinstance(value, Jet):
        return sign(value.value)
    if isinstance(value, Near):
        return value.ball.sign()
    return bool(value > 0) - bool(value < 0)


def inverse(value: Number) -> Number:
    """Return 1/`value`; raise NoValue of 0, and of an enclosure that holds it."""
    if isinstance(value, Jet):
        one = inverse(value.value)
        return value.through(one, -(one * one), Fraction(2) * one * one * one)
    if isinstance(value, Formal):
        return value.raised(Fraction(-1))
    if isinstance(value, Near):
        if value.ball.sign() is None:
            raise NoValue
        return Near(ball_of(1).divided_by(value.ball, BITS))
    if value == 0:
        raise NoValue
    return 1 / value


def logarithm(value: Number) -> Number:
    """Return the natural logarithm of `value`; raise NoValue of one that is not proved positive."""
    if isinstance(value, Jet):
        one = inverse(value.value)
        return value.through(logarithm(value.value), one, -(one * one))
    if value == 1:
        return Fraction(0)
    if sign(value) != 1:
        raise NoValue
    return Near((value.ball if isinstance(value, Near) else ball_of(value, BITS)).log(BITS))


def exponential(value: Number) -> Number:
    """Return e to the power of `value`; raise TooLarge beyond ±4,000."""
    if isinstance(value, Jet):
        image = exponential(value.value)
        return value.through(image, image, image)
    if isinstance(value, Formal):
        return value.exponential()
    if value == 0:
        return Fraction(1)
    if isinstance(value, Fraction) and abs(value) > _LARGEST:
        raise TooLarge
    return Near((value.ball if isinstance(value, Near) else ball_of(value, BITS)).exp(BITS))


def power(base: Number, exponent: Number) -> Number:
    """Return `base` to the power of `exponent`; 0⁰ is 1.

    Raise NoValue of 0 to a negative power and of a root of a negative number, TooLarge of a huge
    result.
    """
    if isinstance(exponent, Jet) and exact_zero(exponent.first) and exact_zero(exponent.second):
        exponent = exponent.value
    if isinstance(exponent, Jet):
        return exponential(exponent * logarithm(jet(base)))
    if isinstance(base, Jet):
        if not isinstance(exponent, Fraction):
            return exponential(exponent * logarithm(base))
        if exponent == 0:
            return Fraction(1)
        value = power(base.value, exponent)
        slope = exponent * power(base.value, exponent - 1) if exponent != 0 else Fraction(0)
        # (xⁿ)″ = n (n − 1) xⁿ⁻²: at n = 1 the factor is 0, and the power, 1/x, may have no value at
        # all.
        turn = exponent * (exponent - 1)
        curvature = turn * power(base.value, exponent - 2) if turn != 0 else Fraction(0)
        return base.through(value, slope, curvature)
    if isinstance(base, Formal):
        return base.raised(exponent)
    if isinstance(exponent, Formal):
        return exponential(exponent * logarithm(base))
    if isinstance(exponent, Near):
        return exponential(exponent * logarithm(base))
    if abs(exponent) > _LARGEST:
        raise TooLarge
    if exponent == 0:
        return Fraction(1)
    if isinstance(base, Fraction):
        if base == 0:
            if exponent < 0:
                raise NoValue
            return Fraction(0)
        if exponent.denominator == 1:
            if (
                max(base.numerator.bit_length(), base.denominator.bit_length()) * abs(exponent)
                > 200_000
            ):
                raise TooLarge
            return base ** int(exponent)
        if exponent.denominator == 2 and base > 0 and (root := _root(base)) is not None:
            return root**exponent.numerator
        if base < 0:
            raise NoValue
    elif exponent.denominator == 1 and abs(exponent) <= 64:
        result: Number = Fraction(1)
        for _ in range(abs(int(exponent))):
            result = result * base
        return result if exponent > 0 else inverse(result)
    return exponential(exponent * logarithm(base))


def normal_density(x: Number, mean: Number, variance: Number, circle: Number) -> Number:
    """Return exp(−(x − μ)²/2σ²) / √(2πσ²), where `circle` is π."""
    distance = x - mean
    root = power(2 * circle * variance, Fraction(-1, 2))
    return root * exponential(-(distance * distance) / (2 * variance))


def gamma(value: Number) -> Number:
    """Return Γ(`value`) of a positive number, exactly of a whole one; raise NoValue of any other."""
    if isinstance(value, Jet):
        if not exact_zero(value.first):
            raise NoValue
        value = value.value
    if isinstance(value, Fraction) and value.denominator == 1:
        return factorial(value - 1)
    if sign(value) != 1:
        raise NoValue
    return Near((value.ball if isinstance(value, Near) else ball_of(value, BITS)).gamma(BITS))


def factorial(value: Number) -> Fraction:
    """Return `value`!; raise NoValue of what is no whole number from 0 on, TooLarge beyond 4,000."""
    value = value.value if isinstance(value, Jet) else value
    if not isinstance(value, Fraction) or value.denominator != 1 or value < 0:
        raise NoValue
    if value > _LARGEST:
        raise TooLarge
    return Fraction(whole_factorial(int(value)))


def exact_zero(value: Number) -> bool:
    """Say whether `value` is known to be 0, without an enclosure."""
    if isinstance(value, Jet):
        return exact_zero(value.value) and exact_zero(value.first) and exact_zero(value.second)
    return isinstance(value, Fraction) and value == 0


def differ(left: Number, right: Number) -> bool | None:
    """Say whether `left` and `right` are proved to differ: False if they agree.

    None if nothing is known.

    >>> two, four = logarithm(Fraction(2)), logarithm(Fraction(4))
    >>> differ(Fraction(1, 2), Fraction(2, 4)), differ(four, 2 * two)
    (False, False)
    """
    difference = left - right
    if isinstance(difference, Jet):
        difference = difference.value
    if isinstance(difference, Fraction):
        return difference != 0
    if difference.ball.sign() in (-1, 1):
        return True
    # Enclosures never prove that two numbers are equal: they count as equal where both agree to 2⁻⁸⁰.
    bounds = difference.ball.bounds()
    if bounds is None or bounds[1] - bounds[0] > Fraction(1, 1 << _TIGHT):
        return None
    return False


def _root(value: Fraction) -> Fraction | None:
    """Return the square root of a fraction where it is one."""
    over, under = isqrt(value.numerator), isqrt(value.denominator)
    if over * over == value.numerator and under * under == value.denominator:
        return Fraction(over, under)
    return None


def order_statistics(numbers: Sequence[Number]) -> tuple[Fraction, Fraction, Fraction] | None:
    """Return the least of `numbers`, their median and the greatest; None of none, or of balls.

    >>> [str(each) for each in order_statistics([Fraction(3), Fraction(1)])]
    ['1', '2', '3']
    """
    exact = sorted(number for number in numbers if isinstance(number, Fraction))
    if not exact or len(exact) < len(numbers):
        return None
    half = len(exact) // 2
    return exact[0], (exact[half] + exact[-half - 1]) / 2, exact[-1]
