"""Balls that are sure to hold a real number, computed by python-flint.

python-flint (Arb) does rigorous arithmetic with a radius; here it is asked for logarithms,
exponentials and π, and answers with rational bounds. `flint` loads it on first use, or `in_python.py`,
which stands in for it; matrices and polynomials rest on the same.

Every function may be called from any thread. python-flint has one working precision for the whole
process: whatever reads it stands in a `with _Precision(bits)`, one thread at a time.

How to read: a `Ball` wraps one number of Arb; the functions after it make balls. Everything that
touches python-flint does so inside a `_Precision`, which is last.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import prod
from operator import itemgetter
from threading import RLock
from typing import Any

from exactnb.errors import Undecidable, Unsupported


@cache
def flint() -> Any:
    """Return python-flint where it is installed, else the same operations by mpmath and SymPy.

    Either is loaded on first use. Raises Unsupported where neither is there.
    """
    try:
        import flint as installed
    except ImportError:
        try:
            from exactnb.core.arithmetic import in_python
        except ImportError:
            message = "this needs python-flint or, in its place, SymPy: pip install python-flint"
            raise Unsupported(message) from None
        return in_python
    return installed


FIRST_BITS = 64  # with which a comparison begins, twice as many each time
LAST_BITS = 1 << 14  # with which it gives up where no theorem decides: e and √π mixed

_LOG10_OF_2 = 301029995663981195213738894724  # over 10**30: exact enough for any exponent met
# A bound of more binary places is not written out: its Fraction would hold every one of them.
_TINY = 1_000_000
# Half as many bits again as two doubles hold, so that the second is right to its end.
_SPLIT_BITS = 160
_TOGETHER = 8  # integers that are multiplied before a ball is made of them
_MOST_SHIFTED_BITS = 1 << 20  # an exact ball has more bits than there are

_LOCK = RLock()
if hasattr(os, "register_at_fork"):  # a child made while another thread computes may compute too
    os.register_at_fork(
        before=_LOCK.acquire, after_in_parent=_LOCK.release, after_in_child=_LOCK.release
    )


def _flint_method(name: str, what: str) -> Callable[[Ball, int], Ball]:
    """Return the method of balls that asks python-flint for the function `name` of one."""

    def method(self: Ball, bits: int) -> Ball:
        with _Precision(bits):
            return Ball(getattr(self._arb, name)())

    method.__doc__ = f"Return a ball around {what}, computed with `bits` of precision."
    return method


class Ball:
    """Hold a real number between two rational bounds, or without any: then it decides nothing."""

    __slots__ = ("_arb",)

    def __init__(self, arb: Any) -> None:
        self._arb = arb

    def sign(self) -> int | None:
        """Return -1 or 1 if the whole ball lies on one side of zero, 0 for exactly 0, else None."""
        if not self._arb.is_finite():
            return None
        if self._arb > 0:
            return 1
        if self._arb < 0:
            return -1
        return 0 if self._arb.is_zero() else None

    def bounds(self) -> tuple[Fraction, Fraction] | None:
        """Return rational bounds, lower and upper; what is tiny beyond measure is rounded outwards.

        An unbounded ball has none, nor has one whose bounds are too large to be written out.
        """
        if not self.has_bounds():
            return None
        middle, radius = self._arb.mid(), self._arb.rad()  # both are exact
        if not _is_tiny(middle) and not _is_tiny(radius):
            return _fraction(middle) - _fraction(radius), _fraction(middle) + _fraction(radius)
        wide = Fraction(1, 2**_TINY)
        center = Fraction(0) if _is_tiny(middle) else _fraction(middle)
        spread = wide if _is_tiny(radius) else wide + _fraction(radius)
        return center - spread, center + spread

    def has_bounds(self) -> bool:
        """Say whether there are rational bounds that can be written out."""
        is_finite: bool = self._arb.is_finite()
        return is_finite and not (_is_huge(self._arb.mid()) or _is_huge(self._arb.rad()))

    exp = _flint_method("exp", "e to this power")
    log = _flint_method("log", "the logarithm of a positive ball")
    root = _flint_method("sqrt", "the root of a positive ball")
    gamma = _flint_method("gamma", "Γ of a positive ball")
    digamma = _flint_method("digamma", "the slope of log Γ at a positive ball")

    def normal_tail(self, bits: int) -> Ball:
        """Return a ball around 1 − Φ(x), the upper normal tail, computed with `bits`."""
        with _Precision(bits):
            return Ball((self._arb / flint().arb(2).sqrt()).erfc() / 2)

    def plus(self, addend: Ball, bits: int) -> Ball:
        """Return a ball around the sum with `addend`, computed with `bits` of precision."""
        with _Precision(bits):
            return Ball(self._arb + addend._arb)

    def times(self, factor: Ball, bits: int) -> Ball:
        """Return a ball around the product with `factor`, computed with `bits` of precision."""
        with _Precision(bits):
            return Ball(self._arb * factor._arb)

    def divided_by(self, divisor: Ball, bits: int) -> Ball:
        """Return a ball around the quotient, computed with `bits`; unbounded if `divisor` may be 0."""
        with _Precision(bits):
            return Ball(self._arb / divisor._arb)

    def is_above(self, ball: Ball) -> bool:
        """Say whether all of this ball lies above all of `ball`."""
        return self.is_finite() and ball.is_finite() and bool(self._arb > ball._arb)

    def upper_decimal_exponent(self) -> int | None:
        """Return about the power of ten of the largest number in the ball, None if unbounded.

        An exact zero, or a ball around zero, gives the power of its radius.
        """
        if not self._arb.is_finite():
            return None
        with _Precision(64):
            top = abs(self._arb).upper()
        mantissa, exponent = (int(part) for part in top.man_exp())
        return (mantissa.bit_length() + exponent) * _LOG10_OF_2 // 10**30

    def times_ten_to(self, power: int) -> Ball:
        """Return the ball times a power of ten."""
        # The power of ten needs as many digits as the ball has right, or it would make the ball wider.
        bits = 64 + 4 * max(int(self._arb.rel_accuracy_bits()), 0)  # none, where it is a wide one
        with _Precision(min(bits, _MOST_SHIFTED_BITS)):
            return Ball(self._arb * flint().arb(10) ** power)

    def nearest_double(self) -> float:
        """Return the double next to the middle: within half a unit of its last digit and the radius.

        For enclosing in floating point alone; nothing is decided by it.
        """
        return float(self._arb.mid())

    def double_double(self) -> tuple[float, float]:
        """Return the middle as a sum of two doubles, to 2^-105 of its size."""
        high = self.nearest_double()
        with _Precision(2 * _SPLIT_BITS):
            return high, float((self._arb - flint().arb(high)).mid())

    def is_finite(self) -> bool:
        """Say whether both bounds are numbers."""
        return bool(self._arb.is_finite())

    def is_accurate(self, bits: int) -> bool:
        """Say whether both bounds agree with each other to some bits of their size."""
        # The library's number may be off by one; its bounds as fractions take fifty times as long.
        if self._arb.is_finite() and self._arb.rel_accuracy_bits() > bits + 2:
            return True
        bounds = self.bounds()
        if bounds is None:
            return False
        lower, upper = bounds
        return (upper - lower) * (1 << bits) <= min(abs(lower), abs(upper))


class _Between(Ball):
    """Hold what lies between two rational numbers.

    To read them, round them and ask for their sign takes no python-flint, which takes a while to load:
    the ball of it is made when something is worked out with it.
    """

    __slots__ = ("_bits", "_high", "_low")

    def __init__(self, low: Fraction, high: Fraction, bits: int) -> None:
        self._low, self._high, self._bits = low, high, bits

    def __getattr__(self, name: str) -> Any:
        if name != "_arb":
            raise AttributeError(name)
        ends = ball_of(self._low, self._bits), ball_of(self._high, self._bits)
        with _Precision(self._bits):
            self._arb = ends[0]._arb.union(ends[1]._arb)
        return self._arb

    def sign(self) -> int | None:
        low, high = ((end > 0) - (end < 0) for end in (self._low, self._high))
        return low if low == high else None

    def bounds(self) -> tuple[Fraction, Fraction]:
        return self._low, self._high

    def upper_decimal_exponent(self) -> int:
        top = max(abs(self._low), abs(self._high))
        return (top.numerator.bit_length() - top.denominator.bit_length()) * _LOG10_OF_2 // 10**30

    def times_ten_to(self, power: int) -> Ball:
        scale = Fraction(10) ** power
        return _Between(self._low * scale, self._high * scale, self._bits)


def ball_of(value: int | Fraction, bits: int = FIRST_BITS) -> Ball:
    """Return a ball around the rational `value`, computed with `bits` of precision.

    >>> ball_of(Fraction(1, 3)).sign()
    1
    """
    value = Fraction(value)
    with _Precision(bits):
        return Ball(flint().arb(flint().fmpq(value.numerator, value.denominator)))


def ball_between(low: Fraction, high: Fraction, bits: int) -> Ball:
    """Return a ball that holds all numbers from `low` to `high`, computed with `bits` of precision.

    >>> ball_between(Fraction(1, 3), Fraction(1, 2), 64).is_above(ball_of(Fraction(1, 4)))
    True
    """
    return _Between(min(low, high), max(low, high), bits)


def weighted_sums(weights: Sequence[Fraction], rows: Iterable[Sequence[Ball]], bits: int) -> list[Ball]:
    """Return a ball around Σ weight·ball for each of `rows`, computed with `bits` of precision.

    Each row has as many balls as there are `weights`, rational numbers.

    >>> weighted_sums([Fraction(1, 2), Fraction(-1)], [[ball_of(4), ball_of(1)]], 64)[0].bounds()
    (Fraction(1, 1), Fraction(1, 1))
    """
    factors = [flint().fmpq(weight.numerator, weight.denominator) for weight in weights]
    sums = []
    materialised = list(rows)  # what makes them runs before, not while other threads wait
    with _Precision(bits):
        for balls in materialised:
            total = flint().arb(0)
            for weight, ball in zip(factors, balls, strict=True):
                total += ball._arb * weight
            sums.append(Ball(total))
    return sums


def double_double_logs(numbers: Sequence[int]) -> tuple[list[float], list[float]]:
    """Return the logarithms of positive integers `numbers` as sums of two doubles, to 2^-100 of each.

    >>> high, low = double_double_logs([2])
    >>> high[0], abs(low[0]) < 2.0**-53
    (0.6931471805599453, True)
    """
    high, low = [], []
    with _Precision(_SPLIT_BITS):
        for number in numbers:
            log = flint().arb(flint().fmpz(number)).log()
            high.append(float(log.mid()))
            low.append(float((log - flint().arb(high[-1])).mid()))
    return high, low


def fixed_point_logs(numbers: Sequence[int], bits: int) -> list[int]:
    """Return ln n·2^bits of positive integers as whole numbers, each too small by less than 1.01.

    >>> fixed_point_logs([1, 2], 10)
    [0, 709]
    """
    longest = max((number.bit_length() for number in numbers), default=1)
    logarithms = []
    # So many bits stand before the point of a logarithm; ten more keep the radius below 0.01.
    with _Precision(bits + longest.bit_length() + 10):
        for number in numbers:
            mantissa, exponent = flint().arb(flint().fmpz(number)).log().mid().man_exp()
            shift = bits + int(exponent)
            mantissa_integer = int(mantissa)
            logarithms.append(mantissa_integer << shift if shift >= 0 else mantissa_integer >> -shift)
    return logarithms


def log_form(
    factors: Iterable[tuple[int, int | Fraction]], constant: Fraction, root_pi: int, bits: int
) -> Ball:
    """Return a ball around `constant` + `root_pi`·log √π + Σ e·log n for `factors` (n, e).

    It is computed with `bits` of working precision.

    >>> lower, upper = log_form([(2, Fraction(1))], Fraction(0), 0, 64).bounds()
    >>> lower < Fraction("0.693147180559945309417") < upper + Fraction(1, 10**18)
    True
    """
    materialised = list(factors)
    with _Precision(bits):
        total = flint().arb(flint().fmpq(constant.numerator, constant.denominator))
        # One logarithm of a product for all numbers with one exponent, of which some are multiplied as
        # integers first: to make a ball of a long integer takes longer than to multiply it.
        for exponent, group in groupby(materialised, itemgetter(1)):
            numbers, product = [number for number, _ in group], flint().arb(1)
            for start in range(0, len(numbers), _TOGETHER):
                product *= prod(numbers[start : start + _TOGETHER])
            total += product.log() * flint().fmpq(exponent.numerator, exponent.denominator)
        if root_pi:
            total += flint().arb(root_pi) / 2 * flint().arb.pi().log()
        return Ball(total)


def sign_by_enclosures(ball: Callable[[int], Ball], undecided: str) -> int:
    """Return the sign of `ball` at rising precision; raise Undecidable with the message `undecided`."""
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        if (sign := ball(bits).sign()) is not None:
            return sign
        bits *= 2
    raise Undecidable(undecided)


class _Precision:
    """Compute with a working precision, then leave the one that was found.

    Nothing but python-flint is called while it is held, so no thread waits for one that waits.
    """

    # A context manager made of a generator takes longer than the product of two balls.

    __slots__ = ("_bits", "_previous")

    def __init__(self, bits: int) -> None:
        self._bits = bits

    def __enter__(self) -> None:
        context = flint().ctx  # loaded before, not while other threads wait
        _LOCK.acquire()
        try:
            self._previous, context.prec = context.prec, self._bits
        except BaseException:  # as of more bits than python-flint takes
            _LOCK.release()
            raise

    def __exit__(self, *exception: object) -> None:
        flint().ctx.prec = self._previous
        _LOCK.release()


def _is_tiny(point: Any) -> bool:
    """Say whether a number that is not 0 is less than 2 to the -1,000,000."""
    return _binary_exponent(point) < -_TINY


def _is_huge(point: Any) -> bool:
    """Say whether a number is more than 2 to the 1,000,000."""
    return _binary_exponent(point) > _TINY


def _binary_exponent(point: Any) -> int:
    """Return about the power of two of an exact number, 0 of 0."""
    mantissa, exponent = (int(part) for part in point.man_exp())
    return mantissa.bit_length() + exponent


def _fraction(point: Any) -> Fraction:
    mantissa, exponent = (int(part) for part in point.man_exp())
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)
