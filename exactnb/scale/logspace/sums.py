"""Exact sums of doubles by class and column: how many, Σx and Σx².

How to read: `sum_by_class` takes the rows of one class after the other; `limbs.py` sums them as limbs
of few bits by matrix products, and only columns with both huge and tiny numbers one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.scale.logspace.limbs import Moments, column_exponents, moments, weight_factors
from exactnb.scale.logspace.logs import Floats


@frozen
class Sums:
    """Exact sums by class and column: `sizes` (rows), `totals` (Σx), `squares` (Σx²).

    Sums of further rows are added with `+`, and subtracted with `-`.
    """

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
        """Return the mean squared deviations, class by class, 0 where a class has no rows."""
        rows = zip(self.sizes, self.squares, self.means, strict=True)
        return tuple(
            tuple(q / size - m**2 if size else size for q, m in zip(squares, means, strict=True))
            for size, squares, means in rows
        )

    def spread(self, less: int = 0) -> tuple[tuple[Fraction, ...], ...]:
        """Return the squared deviations over n − `less`; 0 for a class of at most `less` rows.

        >>> sum_by_class(np.array([[1.0], [3.0]]), np.array([0, 0]), 1).spread(1)
        ((Fraction(2, 1),),)
        """
        if not less:
            return self.variances
        factors = [size / (size - less) if size > less else Fraction(0) for size in self.sizes]
        rows = zip(self.variances, factors, strict=True)
        return tuple(tuple(v * factor for v in row) for row, factor in rows)

    @once
    def pooled(self) -> Sums:
        """Return the sums of all classes as those of one."""
        tables = self.totals, self.squares
        totals, squares = (
            tuple(sum(column, Fraction(0)) for column in zip(*table, strict=True)) for table in tables
        )
        return Sums((sum(self.sizes, Fraction(0)),), (totals,), (squares,))

    def column(self, at: int) -> Sums:
        """Return the sums of the column at index `at`."""
        tables = self.totals, self.squares
        totals, squares = (tuple((row[at],) for row in table) for table in tables)
        return Sums(self.sizes, totals, squares)

    def __add__(self, other: Sums) -> Sums:
        return self._combined(other, 1)

    def __sub__(self, other: Sums) -> Sums:
        return self._combined(other, -1)

    def _combined(self, other: Sums, sign: int) -> Sums:
        """Return the sum or difference of two sums; refuse to subtract more than there is."""

        def table(
            mine: Sequence[Sequence[Fraction]], theirs: Sequence[Sequence[Fraction]]
        ) -> tuple[tuple[Fraction, ...], ...]:
            rows = zip(mine, theirs, strict=True)
            return tuple(tuple(a + sign * b for a, b in zip(*row, strict=True)) for row in rows)

        sizes = tuple(a + sign * b for a, b in zip(self.sizes, other.sizes, strict=True))
        if any(size < 0 for size in sizes):
            raise InputError("more is to be forgotten than was counted")
        return Sums(sizes, table(self.totals, other.totals), table(self.squares, other.squares))


def sum_by_class(
    rows: Floats,
    labels: NDArray[np.int64],
    classes: int,
    weights: NDArray[Any] | None = None,
    denominator: int = 1,
) -> Sums:
    """Return the exact sums of doubles, `rows` (n × d), by class.

    `labels` are the indices of the rows' classes, of which there are `classes`; `weights` are integers
    over one `denominator`.

    >>> sum_by_class(np.array([[0.5], [1.5]]), np.array([0, 0]), 1).squares
    ((Fraction(5, 2),),)

    Raises InputError for NaN and infinities.
    """
    return plain_and_weighted(rows, labels, classes, weights, denominator)[1]


def plain_and_weighted(
    rows: Floats,
    labels: NDArray[np.int64],
    classes: int,
    weights: NDArray[Any] | None = None,
    denominator: int = 1,
) -> tuple[Sums, Sums]:
    """Return the sums of `rows` without weights, and those with them.

    `labels`, `classes`, `weights` and `denominator` are as for `sum_by_class`.
    """
    largest = np.maximum(rows.max(axis=0, initial=0.0), -rows.min(axis=0, initial=0.0))
    if not np.isfinite(largest).all():
        raise InputError("a number that is not finite")
    order = np.argsort(labels, kind="stable")
    ends = np.cumsum(np.bincount(labels, minlength=classes)).tolist()
    tops, factors = column_exponents(largest), weight_factors(len(rows), weights)
    class_moments = [moments(rows, order[a:b], tops, factors) for a, b in pairwise([0, *ends])]
    plain, weighted = zip(*class_moments, strict=True)
    return _as_sums(plain, 1), _as_sums(weighted, denominator)


def _as_sums(class_moments: Sequence[Moments], denominator: int) -> Sums:
    """Return the moments of all classes over one denominator."""
    divisor = Fraction(denominator)

    def shares(numbers: Sequence[Fraction]) -> tuple[Fraction, ...]:
        return tuple(numbers) if denominator == 1 else tuple(number / divisor for number in numbers)

    return Sums(
        tuple(sums.size / divisor for sums in class_moments),
        tuple(shares(sums.totals) for sums in class_moments),
        tuple(shares(sums.squares) for sums in class_moments),
    )
