"""Exact sums of doubles by class and column: how many, Σx and Σx²."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from exactnb.errors import InputError
from exactnb.lazy import once
from exactnb.logspace.logs import Floats


@dataclass(frozen=True)
class Sums:
    """Exact sums by class and column: how many rows, Σx, Σx². Others are added and forgotten."""

    sizes: tuple[Fraction, ...]
    totals: tuple[tuple[Fraction, ...], ...]
    squares: tuple[tuple[Fraction, ...], ...]

    @once
    def means(self) -> tuple[tuple[Fraction, ...], ...]:
        """Return the mean of every class and column, 0 where a class has no rows."""
        rows = zip(self.sizes, self.totals, strict=True)
        return tuple(tuple(t / size if size else size for t in totals) for size, totals in rows)

    @once
    def variances(self) -> tuple[tuple[Fraction, ...], ...]:
        """Return the mean squared deviations, 0 where a class has no rows."""
        rows = zip(self.sizes, self.squares, self.means, strict=True)
        return tuple(
            tuple(q / size - m**2 if size else size for q, m in zip(squares, means, strict=True))
            for size, squares, means in rows
        )

    def __add__(self, other: Sums) -> Sums:
        return self._combined(other, 1)

    def __sub__(self, other: Sums) -> Sums:
        return self._combined(other, -1)

    def _combined(self, other: Sums, sign: int) -> Sums:
        def table(
            mine: Sequence[Sequence[Fraction]], theirs: Sequence[Sequence[Fraction]]
        ) -> tuple[tuple[Fraction, ...], ...]:
            rows = zip(mine, theirs, strict=True)
            return tuple(tuple(a + sign * b for a, b in zip(*row, strict=True)) for row in rows)

        sizes = tuple(a + sign * b for a, b in zip(self.sizes, other.sizes, strict=True))
        if any(size < 0 for size in sizes):
            raise InputError("more is to be forgotten than was counted")
        return Sums(sizes, table(self.totals, other.totals), table(self.squares, other.squares))


def summed(
    rows: Floats, labels: NDArray[np.int64], classes: int, weights: Sequence[Fraction] | None = None
) -> Sums:
    """Return the exact sums of doubles (n × d) by the class of each row.

    >>> summed(np.array([[0.5], [1.5]]), np.array([0, 0]), 1).squares
    ((Fraction(5, 2),),)

    Raises InputError for NaN and infinities.
    """
    if not np.isfinite(rows).all():
        raise InputError("a number that is not finite")
    mantissas, exponents = np.frexp(rows)
    lowest = int(exponents[rows != 0].min()) - 53 if rows.any() else 0
    whole = np.ldexp(mantissas, 53).astype(np.int64).astype(object)
    shifts = np.where(rows != 0, exponents - 53 - lowest, 0)
    whole = np.left_shift(whole, shifts.astype(object))
    unit = Fraction(2) ** lowest
    of_rows = np.array([Fraction(1)] * len(rows) if weights is None else list(weights), dtype=object)
    sizes, totals, squares = [], [], []
    for label in range(classes):
        chosen = labels == label
        part, weight = whole[chosen], of_rows[chosen]
        sizes.append(sum(weight, Fraction(0)))
        if weights is not None:
            totals.append(tuple(Fraction(sum(c * weight, Fraction(0))) * unit for c in part.T))
            squares.append(tuple(Fraction(sum(c * c * weight, Fraction(0))) * unit**2 for c in part.T))
        else:
            totals.append(tuple(Fraction(int(c.sum())) * unit for c in part.T))
            squares.append(tuple(Fraction(int((c * c).sum())) * unit**2 for c in part.T))
    return Sums(tuple(sizes), tuple(totals), tuple(squares))
