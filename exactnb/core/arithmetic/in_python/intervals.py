"""Intervals that are sure to hold a real number, on mpmath's binary numbers.

Sums, products, quotients and roots are rounded outwards by mpmath, which is exact there. Logarithms,
powers of e, π and the error function it computes to within a few units of the last bit, though nobody
has proved it: they are taken with `_SPARE` bits more than asked for, and widened by all but a few.

How to read: an `arb` holds two ends, both numbers of mpmath; one that is unbounded decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from mpmath import libmp
from mpmath.libmp import libhyper, libmpf, libmpi

_SPARE = 32
_TRUSTED = 8  # of these bits are still right, whatever mpmath may do
_LONGEST = 64  # bits before the point of an exponent: beyond them e to it is not written down
_EXACT = 1 << 14  # bits in which powers of ten that shift an exact number are exact, or close enough
_DOWN, _UP, _NEAR = libmp.round_floor, libmp.round_ceiling, libmp.round_nearest
_Ends = tuple[Any, Any]


class ctx:
    """Hold the working precision in bits, as python-flint's context does."""

    prec = 53


def _joined(ends: Callable[[_Ends, _Ends, int], _Ends]) -> Callable[[arb, Any], arb]:
    """Return the method that joins an interval with another, or a number, by a function of mpmath's."""

    def method(self: arb, other: arb | int | Fraction) -> arb:
        right = _made(other)
        return self._by(lambda: ends(self._ends, right._ends, ctx.prec), right)

    return method


class arb:
    """Hold an interval that is sure to hold a number."""

    __slots__ = ("_ends",)

    def __init__(self, value: int | float | Fraction | _Ends) -> None:
        if isinstance(value, tuple):
            self._ends: _Ends = value
        elif isinstance(value, Fraction):
            numerator, denominator = (libmp.from_int(n) for n in (value.numerator, value.denominator))
            self._ends = tuple(
                libmp.mpf_div(numerator, denominator, ctx.prec, to) for to in (_DOWN, _UP)
            )
        else:
            point = libmp.from_float(value) if isinstance(value, float) else libmp.from_int(value)
            self._ends = point, point

    @staticmethod
    def pi() -> arb:
        """Return π."""
        return arb(_around(libmp.mpf_pi))

    def is_finite(self) -> bool:
        """Say whether both ends are numbers."""
        return not any(end in _NOWHERE for end in self._ends)

    def is_zero(self) -> bool:
        """Say whether this is 0 and nothing else."""
        return self._ends == (libmp.fzero, libmp.fzero)

    def __gt__(self, other: arb | int) -> bool:
        """Say whether the whole interval lies above another."""
        return bool(libmp.mpf_gt(self._ends[0], _made(other)._ends[1]))

    def __lt__(self, other: arb | int) -> bool:
        """Say whether the whole interval lies below another."""
        return bool(libmp.mpf_lt(self._ends[1], _made(other)._ends[0]))

    def __abs__(self) -> arb:
        return self._by(lambda: libmpi.mpi_abs(self._ends, ctx.prec))

    __add__, __sub__ = _joined(libmpi.mpi_add), _joined(libmpi.mpi_sub)
    __mul__, __truediv__ = _joined(libmpi.mpi_mul), _joined(libmpi.mpi_div)

    def __pow__(self, exponent: int) -> arb:
        """Return a power, each product of its squares rounded outwards."""
        result, base, remaining = arb(1), self, abs(exponent)
        while remaining:
            result = result * base if remaining % 2 else result
            remaining //= 2
            base = base * base if remaining else base
        return arb(1) / result if exponent < 0 else result

    def exp(self) -> arb:
        """Return e to this power; an interval without ends where that is too large to be computed."""
        if any(end[2] + end[3] > _LONGEST for end in self._ends):
            return _unbounded()
        return self._by(lambda: _monotonic(libmp.mpf_exp, self._ends, libmp.fzero, libmp.fone))

    def log(self) -> arb:
        """Return the natural logarithm; an interval without ends if this may be 0 or less."""
        # An interval that touches 0 has no lower bound; what decides by it asks for more bits.
        if not self > 0:
            return _unbounded()
        return self._by(lambda: _monotonic(libmp.mpf_log, self._ends, libmp.fone, libmp.fzero))

    def sqrt(self) -> arb:
        """Return the square root; an interval without ends if this may be less than 0."""
        if libmp.mpf_lt(self._ends[0], libmp.fzero):
            return _unbounded()
        return self._by(lambda: libmpi.mpi_sqrt(self._ends, ctx.prec))

    def erfc(self) -> arb:
        """Return the complementary error function, which falls everywhere."""
        # The function falls: the upper end has the least value.
        lower, upper = self._ends
        # erfc(x) is about e^(−x²), an exponent of twice as many bits: a longer one is not written down.
        if any(end[2] + end[3] > _LONGEST // 4 for end in self._ends):
            return _unbounded()

        def ends() -> _Ends:
            return _monotonic(libhyper.mpf_erfc, (upper, lower), libmp.fzero, libmp.fone)

        return self._by(ends)

    def gamma(self) -> arb:
        """Return Γ; an interval without ends if this may be 0 or less."""
        return self._by(lambda: libmpi.mpi_gamma(self._ends, ctx.prec)) if self > 0 else _unbounded()

    def digamma(self) -> arb:
        """Return the slope of log Γ, which rises; an interval without ends if this may be 0 or less."""
        if not self > 0:
            return _unbounded()
        return self._by(lambda: _monotonic(libmp.mpf_psi0, self._ends, libmp.fzero, libmp.fzero))

    def union(self, other: arb) -> arb:
        """Return the least interval that holds this one and `other`."""
        return self._by(lambda: libmpf.mpf_min_max((*self._ends, *other._ends)), other)

    def mid(self) -> arb:
        """Return the middle, exactly."""
        point = libmp.mpf_shift(libmp.mpf_add(*self._ends), -1)
        return arb((point, point))

    def rad(self) -> arb:
        """Return the distance from the middle to an end, exactly."""
        point = libmp.mpf_shift(libmp.mpf_sub(self._ends[1], self._ends[0]), -1)
        return arb((point, point))

    def upper(self) -> arb:
        """Return the upper end."""
        return arb((self._ends[1], self._ends[1]))

    def man_exp(self) -> tuple[int, int]:
        """Return the mantissa and the power of two of an exact number."""
        is_negative, mantissa, exponent, _ = self._ends[0]
        return -int(mantissa) if is_negative else int(mantissa), int(exponent)

    def rel_accuracy_bits(self) -> int:
        """Return about how many bits the two ends share; as many as matter if they are one."""
        middle, radius = self.mid()._ends[0], self.rad()._ends[0]
        if radius == libmp.fzero:
            return _EXACT
        return int(middle[2] + middle[3] - radius[2] - radius[3])

    def __float__(self) -> float:
        """Return the double next to the middle."""
        return float(libmp.to_float(self.mid()._ends[0], rnd=_NEAR))

    def _by(self, ends: Callable[[], _Ends], *operands: arb) -> arb:
        """Return the interval of an operation; an unbounded one if anything in it is."""
        is_bounded = all(interval.is_finite() for interval in (self, *operands))
        return arb(ends()) if is_bounded else _unbounded()


_NOWHERE = (libmp.finf, libmp.fninf, libmp.fnan)


def _unbounded() -> arb:
    return arb((libmp.fninf, libmp.finf))


def _made(value: arb | int | Fraction) -> arb:
    return value if isinstance(value, arb) else arb(value)


def _monotonic(function: Callable[..., Any], ends: _Ends, argument: Any, value: Any) -> _Ends:
    """Return the values of a rising function at two ends, outwards; of one place the value is known."""
    # There the value is known; anywhere else mpmath's may be wrong in the last bits.
    images = [
        (value, value) if end == argument else _around(function, end) for end in dict.fromkeys(ends)
    ]
    return images[0][0], images[-1][1]


def _around(function: Callable[..., Any], *arguments: Any) -> _Ends:
    """Return two numbers around what mpmath computes, many times as far away as it may be wrong."""
    wide = ctx.prec + _SPARE
    value = function(*arguments, wide, _NEAR)
    # mpmath promises no error bound, so all but a few of the spare bits are given up as one.
    error = libmp.mpf_shift(libmp.mpf_abs(value), _SPARE - _TRUSTED - wide)
    lower = libmp.mpf_sub(value, error, wide, _DOWN)
    return lower, libmp.mpf_add(value, error, wide, _UP)
