"""Matrices of rational numbers, brought into reduced echelon form."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


class fmpq_mat:
    """Hold the entries of a matrix, row after row."""

    def __init__(self, rows: int, columns: int, entries: Sequence[Fraction]) -> None:
        self.size = rows, columns
        self.rows = [[*entries[columns * row : columns * (row + 1)]] for row in range(rows)]

    def __getitem__(self, place: tuple[int, int]) -> Fraction:
        row, column = place
        return self.rows[row][column]

    def rref(self) -> tuple[fmpq_mat, int]:
        """Return the reduced echelon form and the rank.

        >>> reduced, rank = fmpq_mat(2, 2, [Fraction(n) for n in (2, 4, 1, 2)]).rref()
        >>> reduced.rows[0], rank
        ([Fraction(1, 1), Fraction(2, 1)], 1)
        """
        reduced, pivots = self._eliminated(self.size[1])
        return reduced, len(pivots)

    def det(self) -> Fraction:
        """Return the determinant of a square matrix: the product of the pivots, with its sign.

        >>> fmpq_mat(2, 2, [Fraction(n) for n in (1, 2, 3, 4)]).det()
        Fraction(-2, 1)
        """
        rows, product = [[*row] for row in self.rows], Fraction(1)
        for column in range(len(rows)):
            at = next((row for row in range(column, len(rows)) if rows[row][column]), None)
            if at is None:
                return Fraction(0)
            if at != column:
                rows[column], rows[at] = rows[at], rows[column]
                product = -product
            pivot = rows[column][column]
            product *= pivot
            for row in range(column + 1, len(rows)):
                rows[row] = _less(rows[row], rows[column], rows[row][column] / pivot)
        return product

    def inv(self) -> fmpq_mat:
        """Return the inverse of a square matrix; raise ZeroDivisionError if it is singular.

        >>> fmpq_mat(1, 1, [Fraction(2)]).inv()[0, 0]
        Fraction(1, 2)
        """
        size, _ = self.size
        beside = [[Fraction(row == column) for column in range(size)] for row in range(size)]
        joined = [own + unit for own, unit in zip(self.rows, beside, strict=True)]
        entries = [entry for row in joined for entry in row]
        reduced, pivots = fmpq_mat(size, 2 * size, entries)._eliminated(size)
        if len(pivots) < size:
            raise ZeroDivisionError("the matrix is singular")
        return fmpq_mat(size, size, [entry for row in reduced.rows for entry in row[size:]])

    def _eliminated(self, columns: int) -> tuple[fmpq_mat, list[int]]:
        """Return the reduced echelon form by the first columns, and those that have a pivot."""
        rows: list[list[Fraction]] = [[*row] for row in self.rows]
        pivots: list[int] = []
        for column in range(columns):
            done = len(pivots)
            at = next((row for row in range(done, len(rows)) if rows[row][column]), None)
            if at is None:
                continue
            rows[done], rows[at] = rows[at], rows[done]
            pivot = rows[done][column]
            rows[done] = [entry / pivot for entry in rows[done]]
            for row in range(len(rows)):
                if row != done:
                    rows[row] = _less(rows[row], rows[done], rows[row][column])
            pivots.append(column)
        entries = [entry for row in rows for entry in row]
        return fmpq_mat(*self.size, entries), pivots


def _less(row: list[Fraction], other: list[Fraction], times: Fraction) -> list[Fraction]:
    """Return a row less a multiple of another."""
    return [entry - times * part for entry, part in zip(row, other, strict=True)]
