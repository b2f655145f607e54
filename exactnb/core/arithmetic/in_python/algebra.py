"""What stands in for python-flint: its names, as far as they are used here.

Balls rest on mpmath (`intervals.py`); polynomials, matrices and prime factors on SymPy, which is loaded
when the first of them is made: balls alone never ask for it. Slower, and no less exact; the tests
compare each operation with python-flint's.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from fractions import Fraction as fmpq
from typing import Any

from exactnb.core.arithmetic.in_python.intervals import arb, ctx


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

    def gcd(self, other: fmpz_mpoly) -> fmpz_mpoly:
        """Return the greatest common divisor with `other`, its leading coefficient positive."""
        return fmpz_mpoly(self._element.gcd(other._element))

    def __floordiv__(self, other: fmpz_mpoly) -> fmpz_mpoly:
        return fmpz_mpoly(self._element // other._element)

    def factor(self) -> tuple[int, list[tuple[fmpz_mpoly, int]]]:
        """Return a number and powers of irreducible polynomials, whose product this is.

        >>> number, found = fmpz_mpoly_ctx(2).from_dict({(2, 0): 6, (0, 2): -6}).factor()
        >>> number, [base.to_dict() for base, _ in found]
        (6, [{(1, 0): 1, (0, 1): -1}, {(1, 0): 1, (0, 1): 1}])
        """
        number, powers = self._element.factor_list()
        return int(number), [(fmpz_mpoly(base), power) for base, power in powers]


__all__ = ["Ordering", "arb", "ctx", "fmpq", "fmpq_mat", "fmpz", "fmpz_mpoly_ctx"]
