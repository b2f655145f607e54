"""Matrices of the second reader, by elimination over fractions: determinants and linear equations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    """Return the sum of the products of two vectors."""
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def determinant(rows: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return the determinant of the matrix `rows`."""
    return _eliminated(rows)[1]


def solve(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Return the x with `rows` · x = `right`; None if the matrix is singular."""
    system, product = _eliminated([[*row, b] for row, b in zip(rows, right, strict=True)])
    return [row[-1] for row in system] if product else None


def _eliminated(rows: Sequence[Sequence[Fraction]]) -> tuple[list[list[Fraction]], Fraction]:
    """Return `rows` with the unit matrix on their left, and the determinant of what stood there.

    If that is 0, the rows are left as they are when a column without a pivot is met.
    """
    matrix, product = [list(row) for row in rows], Fraction(1)
    for index in range(len(matrix)):
        pivot = next((i for i in range(index, len(matrix)) if matrix[i][index]), None)
        if pivot is None:
            return matrix, Fraction(0)
        if pivot != index:
            matrix[index], matrix[pivot], product = matrix[pivot], matrix[index], -product
        product *= matrix[index][index]
        matrix[index] = [x / matrix[index][index] for x in matrix[index]]
        for i, row in enumerate(matrix):
            if i != index and (factor := row[index]):
                matrix[i] = [x - factor * y for x, y in zip(row, matrix[index], strict=True)]
    return matrix, product
