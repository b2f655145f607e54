"""Gaussian blocks: 2·log P(x|k) = Σ (A·x² + B·x) + C, one matrix product over squares and numbers.

The numbers are doubles, each the exact rational number that it is; sums, means and variances are
exact. A whole number near the middle of each column is subtracted first, so that nothing cancels
that need not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.arithmetic.power_product import PowerProduct
from exactnb.errors import InputError
from exactnb.logspace.deciding import Score
from exactnb.logspace.logs import Floats
from exactnb.logspace.scores import TINY, Scores, growth

__all__ = ["Measures", "Sums", "summed"]

_MORE = 12  # operations beside those of the sum: the centre, the square, the entries, the products
_BITS = 128
_LEAST = 2.0**-1074
_PIECE = 1024  # rows that are worked on at once


@dataclass(frozen=True)
class Sums:
    """Exact sums by class and column: how many rows, Σx, Σx². Others are added and forgotten."""

    sizes: tuple[Fraction, ...]
    totals: tuple[tuple[Fraction, ...], ...]
    squares: tuple[tuple[Fraction, ...], ...]

    @cached_property
    def means(self) -> tuple[tuple[Fraction, ...], ...]:
        """Return the mean of every class and column, 0 where a class has no rows."""
        rows = zip(self.sizes, self.totals, strict=True)
        return tuple(tuple(t / size if size else size for t in totals) for size, totals in rows)

    @cached_property
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


@dataclass(frozen=True)
class Measures:
    """Columns of numbers, each normal within a class: `means` and `variances` are exact, K × d."""

    means: tuple[tuple[Fraction, ...], ...]
    variances: tuple[tuple[Fraction, ...], ...]

    def __post_init__(self) -> None:
        if any(variance <= 0 for of_class in self.variances for variance in of_class):
            raise InputError("a variance is positive; one of these is not")

    @classmethod
    def of(cls, sums: Sums, added: Fraction = Fraction(0)) -> Measures:
        """Return the MLE of means and variances, `added` to each variance.

        Raises InputError for a class without rows, or a variance that is not positive.
        """
        if not all(sums.sizes):
            raise InputError("a class without rows has no mean")
        return cls(sums.means, tuple(tuple(v + added for v in of) for of in sums.variances))

    @cached_property
    def centre(self) -> list[int]:
        """Return a whole number near the middle of the means of each column, exact as a double."""
        columns = zip(*self.means, strict=True)
        near = [round(sum(column, Fraction(0)) / len(column)) for column in columns]
        return [int(float(number)) for number in near]

    @cached_property
    def weights(self) -> tuple[Floats, Floats]:
        """Return A over B (2d × K), and C (K), each rounded once."""
        above, below, constants = [], [], []
        for means, variances in zip(self.means, self.variances, strict=True):
            away = [m - c for m, c in zip(means, self.centre, strict=True)]
            above.append([_double(-1 / v) for v in variances])
            below.append([_double(2 * m / v) for m, v in zip(away, variances, strict=True)])
            form = sum((m * m / v for m, v in zip(away, variances, strict=True)), Fraction(0))
            product = PowerProduct.exp(-form) if form else PowerProduct()
            for variance in variances:
                product = product / (PowerProduct.of(2 * variance) * PowerProduct(root_pi=2))
            constants.append(_log(product))
        columns = np.concatenate([np.array(above).T, np.array(below).T])
        return np.ascontiguousarray(columns), np.array(constants)

    @cached_property
    def _largest(self) -> tuple[Floats, float]:
        table, constants = self.weights
        return np.abs(table).max(axis=1), float(np.abs(constants).max())

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return log P(x|k) for rows of numbers (n × d), in double precision always."""
        dense = np.asarray(rows.toarray() if hasattr(rows, "toarray") else rows, dtype=np.float64)
        table, constants = self.weights
        largest, constant = self._largest
        number, width = dense.shape
        centre = np.array(self.centre, dtype=np.float64)
        values, errors = np.empty((number, table.shape[1])), np.empty(number)
        both = np.empty((min(number, _PIECE), 2 * width))
        for at in range(0, number, _PIECE):  # small enough to stay near the processor
            piece = dense[at : at + _PIECE]
            part = both[: len(piece)]
            with np.errstate(over="ignore", invalid="ignore"):  # such rows are decided exactly
                np.subtract(piece, centre, out=part[:, width:])
                np.multiply(part[:, width:], part[:, width:], out=part[:, :width])
                np.matmul(part, table, out=values[at : at + _PIECE])
                np.abs(part[:, width:], out=part[:, width:])
                np.matmul(part, largest, out=errors[at : at + _PIECE])
        values += constants
        values /= 2
        lost = float(largest.sum()) * _LEAST + TINY  # squares below the least normal double
        errors = growth(2 * width + _MORE) * (errors + constant) / 2 + lost
        return Scores(values, errors[:, None])

    def score(self, row: Any, label: int) -> Score:
        """Return the exact log P(x|k) of one row of numbers."""
        dense = np.asarray(row.toarray() if hasattr(row, "toarray") else row, dtype=np.float64)
        numbers = [Fraction(x) for x in dense.ravel().tolist()]
        means, variances = self.means[label], self.variances[label]
        deviations = zip(numbers, means, variances, strict=True)
        exponent = sum(((x - m) ** 2 / (2 * v) for x, m, v in deviations), Fraction(0))
        product = PowerProduct.exp(-exponent)
        for variance in variances:
            product = product / PowerProduct.of(2 * variance) ** Fraction(1, 2)
        return Score(dict(product.factors), product.exponential, -len(variances))


def _double(number: Fraction) -> float:
    """Return the double next to a rational number."""
    try:
        return float(number)
    except OverflowError:
        raise InputError("a mean or a variance beyond the range of doubles") from None


def _log(product: PowerProduct) -> float:
    """Return the logarithm of a product as the double next to it, nearly: to 2^-64 of its size."""
    bits = _BITS
    while True:
        ball = product.log(bits)
        lower, upper = ball.bounds()
        if upper - lower <= min(abs(lower), abs(upper)) / 2**64 or bits > 4096:
            return ball.nearest()
        bits *= 2
