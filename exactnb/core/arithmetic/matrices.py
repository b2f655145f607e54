"""Vectors and matrices of rational numbers: exact products, determinants and inverses.

python-flint (FLINT's fmpq_mat) does the elimination; `enclosure.flint` loads it on first use.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.algebraic import primitive_part
from exactnb.core.arithmetic.enclosure import flint
from exactnb.core.record import frozen
from exactnb.core.shown import Written


@frozen(slots=True)
class Vector(Written):
    """Rational numbers in order.

    >>> Vector((Fraction(1), Fraction(7, 2))).parts[1]
    Fraction(7, 2)
    """

    parts: tuple[Fraction, ...]


@frozen(slots=True)
class Matrix(Written):
    """Rows of rational numbers, all of one length."""

    rows: tuple[tuple[Fraction, ...], ...]


def add_vectors(terms: Sequence[tuple[int, Vector]]) -> Vector:
    """Return the sum of `terms`: vectors, each with its sign, 1 or -1.

    Raises ValueError for vectors of different lengths.

    >>> one, two = Vector((Fraction(1), Fraction(2))), Vector((Fraction(3), Fraction(5)))
    >>> add_vectors([(1, two), (-1, one)])
    Vector(parts=(Fraction(2, 1), Fraction(3, 1)))
    """
    lengths = {len(vector.parts) for _, vector in terms}
    if len(lengths) != 1:
        raise ValueError("vectors of different lengths cannot be added")
    signed = [[sign * part for part in vector.parts] for sign, vector in terms]
    return Vector(tuple(sum(column, Fraction(0)) for column in zip(*signed, strict=True)))


def bilinear_form(left: Vector, matrix: Matrix, right: Vector) -> Fraction:
    """Return the bilinear form `left`ᵀ · `matrix` · `right`.

    >>> e = Vector((Fraction(1), Fraction(2)))
    >>> bilinear_form(e, Matrix(((Fraction(2), Fraction(1)), (Fraction(1), Fraction(3)))), e)
    Fraction(18, 1)
    """
    total = Fraction(0)
    # Unit vectors pick single entries: a fraction costs a gcd even where it is multiplied by 0.
    for part, row in zip(left.parts, matrix.rows, strict=True):
        if part:
            pairs = zip(row, right.parts, strict=True)
            total += part * sum(
                (entry * coordinate for entry, coordinate in pairs if coordinate), Fraction(0)
            )
    return total


def determinant(matrix: Matrix) -> Fraction:
    """Return the determinant of a square matrix."""
    return _fraction(_flint(matrix).det())


def inverse(matrix: Matrix) -> Matrix | None:
    """Return the inverse of a square matrix, None if it is singular.

    >>> inverse(Matrix(((Fraction(2), Fraction(0)), (Fraction(0), Fraction(4)))))
    Matrix(rows=((Fraction(1, 2), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 4))))
    """
    try:
        inverted = _flint(matrix).inv()
    except ZeroDivisionError:
        return None
    size = range(len(matrix.rows))
    return Matrix(tuple(tuple(_fraction(inverted[i, j]) for j in size) for i in size))


def null_vector(matrix: Matrix) -> tuple[int, ...] | None:
    """Return whole numbers, not all 0, that a square matrix takes to 0; None if there are none.

    >>> null_vector(Matrix(((Fraction(1), Fraction(2)), (Fraction(2), Fraction(4)))))
    (2, -1)
    """
    reduced, rank = _flint(matrix).rref()
    size = len(matrix.rows)
    if rank == size:
        return None
    # Each free column gives one solution: -1 there, its own entries at the pivots. One is enough.
    pivots = [next(j for j in range(size) if reduced[i, j] != 0) for i in range(rank)]
    free = next(j for j in range(size) if j not in pivots)
    vector = [Fraction(0)] * size
    vector[free] = Fraction(-1)
    for row, pivot in enumerate(pivots):
        vector[pivot] = _fraction(reduced[row, free])
    # A vector and its negative say the same: without one sign, a message would depend on the solver.
    # The first number that is not 0 is positive, as the last is in `primitive_part`.
    shortest = primitive_part(vector[::-1])[::-1]
    return (0,) * (size - len(shortest)) + shortest


def _flint(matrix: Matrix) -> Any:
    entries = [flint().fmpq(e.numerator, e.denominator) for row in matrix.rows for e in row]
    return flint().fmpq_mat(len(matrix.rows), len(matrix.rows[0]), entries)


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))
