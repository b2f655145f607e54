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

from exactnb.core.lazy import Recomputed, once
from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.scale.logspace.limbs import Moments, Scaled, column_exponents, moments, weight_factors
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.quotients import Quotients

_NO_EXPONENT = 2**20  # of a zero: above that of every double


@frozen
class Sums(Recomputed):
    """Exact sums by class and column: `sizes` (rows), `totals` (Σx), `squares` (Σx²).

    Sums of further rows are added with `+`, and subtracted with `-`. Rows of Fractions become tables.

    >>> Sums((Fraction(2),), ((Fraction(4),),), ((Fraction(10),),)).variances[0]
    (Fraction(1, 1),)
    """

    sizes: tuple[Fraction, ...]
    totals: Quotients
    squares: Quotients

    def __post_init__(self) -> None:
        for name in ("totals", "squares"):
            object.__setattr__(self, name, Quotients.of(getattr(self, name)))

    @once
    def means(self) -> Quotients:
        """Return the mean of every class and column, 0 where a class has no rows."""
        return self.totals.times(self._shares)

    @once
    def variances(self) -> Quotients:
        """Return the mean squared deviations, class by class, 0 where a class has no rows."""
        means = self.means
        squared = Quotients(means.numerators**2, means.denominators**2)
        return self.squares.times(self._shares) - squared

    @property
    def _shares(self) -> list[Fraction]:
        """Return what one row is of its class; of a class without rows, whose sums are 0, 1."""
        return [1 / size if size else Fraction(1) for size in self.sizes]

    def spread(self, less: int = 0) -> Quotients:
        """Return the squared deviations over n − `less`; 0 for a class of at most `less` rows.

        >>> sum_by_class(np.array([[1.0], [3.0]]), np.array([0, 0]), 1).spread(1)[0]
        (Fraction(2, 1),)
        """
        if not less:
            return self.variances
        factors = [size / (size - less) if size > less else Fraction(0) for size in self.sizes]
        return self.variances.times(factors)

    @once
    def pooled(self) -> Sums:
        """Return the sums of all classes as those of one."""
        return Sums((sum(self.sizes, Fraction(0)),), self.totals.total(), self.squares.total())

    def column(self, at: int) -> Sums:
        """Return the sums of the column at index `at`."""
        chosen = slice(at, at + 1)
        return Sums(self.sizes, self.totals.columns(chosen), self.squares.columns(chosen))

    def __add__(self, other: Sums) -> Sums:
        sizes = tuple(a + b for a, b in zip(self.sizes, other.sizes, strict=True))
        return Sums(sizes, self.totals + other.totals, self.squares + other.squares)

    def __sub__(self, other: Sums) -> Sums:
        sizes = tuple(a - b for a, b in zip(self.sizes, other.sizes, strict=True))
        if any(size < 0 for size in sizes):
            raise InputError("more is to be forgotten than was counted")
        return Sums(sizes, self.totals - other.totals, self.squares - other.squares)


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
    sizes = tuple(Fraction(sums.size, denominator) for sums in class_moments)
    tables = [
        _table([getattr(sums, name) for sums in class_moments], denominator)
        for name in ("totals", "squares")
    ]
    return Sums(sizes, *tables)


def _table(rows: Sequence[Sequence[Scaled]], denominator: int) -> Quotients:
    """Return numbers n·2^e as a table in which a column has one power of 2 below, the least."""
    shape = len(rows), len(rows[0]) if rows else 0
    pairs = np.array([pair for row in rows for pair in row], dtype=object).reshape(*shape, 2)
    numbers, exponents = pairs[..., 0], np.where(pairs[..., 0] != 0, pairs[..., 1], _NO_EXPONENT)
    least = exponents.min(axis=0, initial=_NO_EXPONENT)
    integers = numbers << np.where(numbers != 0, exponents - least, 0)
    # The twos that divide all numbers of a column: n & −n is the largest power of 2 that divides n.
    bits = np.bitwise_or.reduce(integers, axis=0)
    twos = np.array([max((n & -n).bit_length() - 1, 0) for n in bits.tolist()], dtype=object)
    below = np.where(bits != 0, np.maximum(-(least + twos), 0), 0)
    shift = np.where(bits != 0, np.maximum(least + twos, 0), 0)
    return Quotients(integers >> twos << shift, (denominator << below)[None, :])
