"""What stands in for python-flint, by mpmath and SymPy: its names, as far as they are used here.

Sums, products, quotients and roots of intervals are rounded outwards by mpmath, which is exact there.
Logarithms, powers of e, π and the error function it computes to within a few units of the last bit,
though nobody has proved it: they are taken with `_SPARE` bits more than asked for, and widened by all
but a few. SymPy is loaded when the first polynomial, matrix or prime factor is asked for. Slower, and
no less exact; the tests compare each operation with python-flint's.

How to read: an `arb` holds two ends, both numbers of mpmath; one that is unbounded decides nothing.
After it stand integers, matrices and polynomials.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from fractions import Fraction as fmpq
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


def _interval_method(ends: Callable[[_Ends, _Ends, int], _Ends]) -> Callable[[arb, Any], arb]:
    """Return the method that joins an interval with another, or a number, by a function of mpmath's."""

    def method(self: arb, operand: arb | int | Fraction) -> arb:
        right = _as_arb(operand)
        return self._or_unbounded(lambda: ends(self._ends, right._ends, ctx.prec), right)

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
        return arb(_bounds_around(libmp.mpf_pi))

    def is_finite(self) -> bool:
        """Say whether both ends are numbers."""
        return not any(end in _NOWHERE for end in self._ends)

    def is_zero(self) -> bool:
        """Say whether this is 0 and nothing else."""
        return self._ends == (libmp.fzero, libmp.fzero)

    def __gt__(self, operand: arb | int) -> bool:
        """Say whether the whole interval lies above another."""
        return bool(libmp.mpf_gt(self._ends[0], _as_arb(operand)._ends[1]))

    def __lt__(self, operand: arb | int) -> bool:
        """Say whether the whole interval lies below another."""
        return bool(libmp.mpf_lt(self._ends[1], _as_arb(operand)._ends[0]))

    def __abs__(self) -> arb:
        return self._or_unbounded(lambda: libmpi.mpi_abs(self._ends, ctx.prec))

    __add__, __sub__ = _interval_method(libmpi.mpi_add), _interval_method(libmpi.mpi_sub)
    __mul__, __truediv__ = _interval_method(libmpi.mpi_mul), _interval_method(libmpi.mpi_div)

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
        # Of mpmath's numbers: the power of two, and the bits of what it multiplies.
        if any(end[2] + end[3] > _LONGEST for end in self._ends):
            return _unbounded()
        return self._or_unbounded(
            lambda: _values_at_ends(libmp.mpf_exp, self._ends, libmp.fzero, libmp.fone)
        )

    def log(self) -> arb:
        """Return the natural logarithm; an interval without ends if this may be 0 or less."""
        # An interval that touches 0 has no lower bound; what decides by it asks for more bits.
        if not self > 0:
            return _unbounded()
        return self._or_unbounded(
            lambda: _values_at_ends(libmp.mpf_log, self._ends, libmp.fone, libmp.fzero)
        )

    def sqrt(self) -> arb:
        """Return the square root; an interval without ends if this may be less than 0."""
        if libmp.mpf_lt(self._ends[0], libmp.fzero):
            return _unbounded()
        return self._or_unbounded(lambda: libmpi.mpi_sqrt(self._ends, ctx.prec))

    def erfc(self) -> arb:
        """Return the complementary error function, which falls everywhere."""
        # The function falls: the upper end has the least value.
        lower, upper = self._ends
        # erfc(x) is about e^(−x²), an exponent of twice as many bits: a longer one is not written down.
        if any(end[2] + end[3] > _LONGEST // 4 for end in self._ends):
            return _unbounded()

        def ends() -> _Ends:
            return _values_at_ends(libhyper.mpf_erfc, (upper, lower), libmp.fzero, libmp.fone)

        return self._or_unbounded(ends)

    def gamma(self) -> arb:
        """Return Γ; an interval without ends if this may be 0 or less."""
        return (
            self._or_unbounded(lambda: libmpi.mpi_gamma(self._ends, ctx.prec))
            if self > 0
            else _unbounded()
        )

    def digamma(self) -> arb:
        """Return the slope of log Γ, which rises; an interval without ends if this may be 0 or less."""
        if not self > 0:
            return _unbounded()
        return self._or_unbounded(
            lambda: _values_at_ends(libmp.mpf_psi0, self._ends, libmp.fzero, libmp.fzero)
        )

    def union(self, ball: arb) -> arb:
        """Return the least interval that holds this one and `ball`."""
        return self._or_unbounded(lambda: libmpf.mpf_min_max((*self._ends, *ball._ends)), ball)

    def mid(self) -> arb:
        """Return the middle, exactly."""
        # Without a precision mpmath adds exactly.
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

    def _or_unbounded(self, ends: Callable[[], _Ends], *operands: arb) -> arb:
        """Return the interval of an operation; an unbounded one if anything in it is."""
        is_bounded = all(interval.is_finite() for interval in (self, *operands))
        return arb(ends()) if is_bounded else _unbounded()


_NOWHERE = (libmp.finf, libmp.fninf, libmp.fnan)


def _unbounded() -> arb:
    return arb((libmp.fninf, libmp.finf))


def _as_arb(value: arb | int | Fraction) -> arb:
    return value if isinstance(value, arb) else arb(value)


def _values_at_ends(function: Callable[..., Any], ends: _Ends, argument: Any, value: Any) -> _Ends:
    """Return the values of a rising function at two ends, outwards; of one place the value is known."""
    # There the value is known; anywhere else mpmath's may be wrong in the last bits.
    images = [
        (value, value) if end == argument else _bounds_around(function, end)
        for end in dict.fromkeys(ends)
    ]
    return images[0][0], images[-1][1]


def _bounds_around(function: Callable[..., Any], *arguments: Any) -> _Ends:
    """Return two numbers around what mpmath computes, many times as far away as it may be wrong."""
    wide = ctx.prec + _SPARE
    value = function(*arguments, wide, _NEAR)
    # mpmath promises no error bound, so all but a few of the spare bits are given up as one.
    error = libmp.mpf_shift(libmp.mpf_abs(value), _SPARE - _TRUSTED - wide)
    lower = libmp.mpf_sub(value, error, wide, _DOWN)
    return lower, libmp.mpf_add(value, error, wide, _UP)


class fmpz(int):
    """An integer that knows its prime factors."""

    def factor(self) -> list[tuple[int, int]]:
        """Return the prime factors of a positive integer, each with its power.

        >>> fmpz(360).factor()
        [(2, 3), (3, 2), (5, 1)]
        """
        from sympy.ntheory import factorint

        return [*factorint(int(self)).items()]


class fmpq_mat:
    """Hold a matrix of rational numbers, whose entries are given row after row."""

    def __init__(self, rows: int, columns: int, entries: Sequence[Fraction]) -> None:
        from sympy.polys.domains import QQ
        from sympy.polys.matrices import DomainMatrix

        parts = [QQ(entry.numerator, entry.denominator) for entry in entries]
        cut = [parts[columns * row : columns * (row + 1)] for row in range(rows)]
        self._matrix = DomainMatrix(cut, (rows, columns), QQ)

    @classmethod
    def _from_matrix(cls, matrix: Any) -> fmpq_mat:
        made = cls.__new__(cls)
        made._matrix = matrix
        return made

    def __getitem__(self, place: tuple[int, int]) -> Any:
        return self._matrix[place].element

    def rref(self) -> tuple[fmpq_mat, int]:
        """Return the reduced echelon form and the rank.

        >>> reduced, rank = fmpq_mat(2, 2, [Fraction(n) for n in (2, 4, 1, 2)]).rref()
        >>> int(reduced[0, 1]), rank
        (2, 1)
        """
        reduced, pivots = self._matrix.rref()
        return self._from_matrix(reduced), len(pivots)

    def det(self) -> Any:
        """Return the determinant of a square matrix.

        >>> int(fmpq_mat(2, 2, [Fraction(n) for n in (1, 2, 3, 4)]).det())
        -2
        """
        return self._matrix.det()

    def inv(self) -> fmpq_mat:
        """Return the inverse of a square matrix; raise ZeroDivisionError if it is singular.

        >>> fmpq_mat(1, 1, [Fraction(1, 2)]).inv()[0, 0] == 2
        True
        """
        from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

        try:
            return self._from_matrix(self._matrix.inv())
        except DMNonInvertibleMatrixError:
            raise ZeroDivisionError("the matrix is singular") from None


class Ordering(Enum):
    """Name the order of monomials: the first variable decides."""

    lex = "lex"


class fmpz_mpoly_ctx:
    """Make polynomials with whole coefficients."""

    def __init__(self, variables: int) -> None:
        from sympy.polys.domains import ZZ
        from sympy.polys.rings import PolyRing

        self._ring = PolyRing([f"x{place}" for place in range(variables)], ZZ)  # its order is lex

    @staticmethod
    def get(names: tuple[str, int], ordering: Ordering) -> fmpz_mpoly_ctx:
        """Return the context for `names`, a common name and how many variables; `ordering` is lex."""
        return fmpz_mpoly_ctx(names[1])

    def from_dict(self, terms: dict[tuple[int, ...], int]) -> fmpz_mpoly:
        """Return the polynomial with `terms`: coefficients by the powers of all variables."""
        return fmpz_mpoly(self._ring.from_dict(terms))


class fmpz_mpoly:
    """Hold an element of a ring of SymPy's."""

    def __init__(self, element: Any) -> None:
        self._element = element

    def to_dict(self) -> dict[tuple[int, ...], int]:
        """Return the coefficients by the powers of all variables."""
        return dict(self._element.terms())

    def gcd(self, polynomial: fmpz_mpoly) -> fmpz_mpoly:
        """Return the greatest common divisor with `polynomial`, its leading coefficient positive."""
        return fmpz_mpoly(self._element.gcd(polynomial._element))

    def __floordiv__(self, divisor: fmpz_mpoly) -> fmpz_mpoly:
        return fmpz_mpoly(self._element // divisor._element)

    def factor(self) -> tuple[int, list[tuple[fmpz_mpoly, int]]]:
        """Return a number and powers of irreducible polynomials, whose product this is.

        >>> number, found = fmpz_mpoly_ctx(2).from_dict({(2, 0): 6, (0, 2): -6}).factor()
        >>> number, [base.to_dict() for base, _ in found]
        (6, [{(1, 0): 1, (0, 1): -1}, {(1, 0): 1, (0, 1): 1}])
        """
        number, powers = self._element.factor_list()
        return int(number), [(fmpz_mpoly(base), power) for base, power in powers]


__all__ = ["Ordering", "arb", "ctx", "fmpq", "fmpq_mat", "fmpz", "fmpz_mpoly_ctx"]
