"""Matrices of the second reader, by elimination over fractions: determinants and linear equations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def determinant(rows: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return the determinant of the matrix `rows`, by elimination."""
    matrix, product = [list(row) for row in rows], Fraction(1)
    for at in range(len(matrix)):
        pivot = next((i for i in range(at, len(matrix)) if matrix[i][at]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != at:
            matrix[at], matrix[pivot], product = matrix[pivot], matrix[at], -product
        product *= matrix[at][at]
        for i in range(at + 1, len(matrix)):
            factor = matrix[i][at] / matrix[at][at]
            matrix[i] = [x - factor * y for x, y in zip(matrix[i], matrix[at], strict=True)]
    return product


def solve(rows: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction] | None:
    """Return the x with `rows` · x = `right`, by elimination; None if the matrix is singular."""
    system = [[*row, b] for row, b in zip(rows, right, strict=True)]
    size = len(system)
    for at in range(size):
        pivot = next((i for i in range(at, size) if system[i][at]), None)
        if pivot is None:
            return None
        system[at], system[pivot] = system[pivot], system[at]
        system[at] = [x / system[at][at] for x in system[at]]
        for i in range(size):
            if i != at and (factor := system[i][at]):
                system[i] = [x - factor * y for x, y in zip(system[i], system[at], strict=True)]
    return [row[-1] for row in system]
