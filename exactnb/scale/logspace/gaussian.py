"""Gaussian blocks: 2·log P(x|k) = Σ (A·x² + B·x) + C, one matrix product over squares and numbers.

Each double stands for the exact rational number that it is; sums, means and variances are exact. An
integer near the middle of each column is subtracted first: without it, A·x² + B·x cancels where a
column lies far from 0.

How to read: `weights` are A, B and C, `scores` the sums with bounds, `precise_scores` closer ones by
products of matrices or term by term, and `score` the exact score of one row. `GappedKernel`, for
columns with missing cells, whose factor is 1, scores complete rows all at once and others by column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import fsum, isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.enclosure import Ball, around, log_form
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.lazy import Recomputed, once
from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.scale.logspace.correctly_rounded import cutting
from exactnb.scale.logspace.correctly_rounded.double_double import (
    ERROR,
    Pair,
    plus,
    sum_of_terms,
    times,
)
from exactnb.scale.logspace.correctly_rounded.fixed_point import (
    PreciseScores,
    add_precise_scores,
    constant,
)
from exactnb.scale.logspace.decisions import TINY, Score, Scores, add_scores, by_class, growth
from exactnb.scale.logspace.limbs import Sums
from exactnb.scale.logspace.logs import Floats, narrow
from exactnb.scale.logspace.rational_tables import RationalTable
from exactnb.scale.logspace.readings import Readings, reading_scores

_HALF = Fraction(1, 2)
_MORE = 12  # operations besides those of the sum: the centre, the square, the entries, the products
_LEAST = 2.0**-1074
_NORMAL = 2.0**-1022
_TOGETHER = 2**15  # numbers per pass, likewise
_PIECE = 1024  # rows per pass: they fit the processor's cache
_NO_DENSITY = Fraction(0), Fraction(1)  # stands where a class has no numbers, and is never looked at

Normal = tuple[Fraction, Fraction] | None
"""A mean and a variance; None where a class has no numbers."""


@frozen
class GaussianKernel(Recomputed):
    """Columns of numbers, each normal within a class: `means` and `variances` are exact, K × d."""

    means: RationalTable
    variances: RationalTable

    def __post_init__(self) -> None:
        for name in ("means", "variances"):
            object.__setattr__(self, name, RationalTable.of(getattr(self, name)))
        if (self.variances.numerators <= 0).any():
            raise InputError("a variance is positive; one of these is not")

    @classmethod
    def from_sums(cls, sums: Sums, added: Fraction = Fraction(0), less: int = 0) -> GaussianKernel:
        """Return the kernel with means and variances estimated from `sums`.

        Squared deviations are divided by n − `less`: 0 for the MLE, 1 for the unbiased estimate; then
        `added` is added to each variance. Raises InputError for a class without rows, or a variance
        that is not positive.
        """
        if not all(sums.sizes):
            raise InputError("a class without rows has no mean")
        return cls(sums.means, sums.spread(less).plus(added))

    @once
    def centre(self) -> list[int]:
        """Return for each column an integer near the middle of its means, exact as a double."""
        middles = (fsum(column) / len(column) for column in self.means.nearest().T.tolist())
        return [round(middle) if isfinite(middle) else 0 for middle in middles]

    @once
    def _centred(self) -> RationalTable:
        """Return μ − c."""
        centre = np.array(self.centre, dtype=object)
        means = self.means
        return RationalTable(means.numerators - centre * means.denominators, means.denominators)

    @once
    def _slopes(self) -> RationalTable:
        """Return B/2, that is (μ − c)/σ²."""
        spread = self.variances
        above = self._centred.numerators * spread.denominators
        return RationalTable(above, self._centred.denominators * spread.numerators)

    @once
    def _constants(self) -> list[Ball]:
        """Return a ball around C/2 of every class, narrower than 2^-110 of its size."""
        # C/2 is so far below the logarithm of the density at the means: (μ − c)²/2σ².
        above = -self._centred.numerators * self._slopes.numerators
        below = 2 * self._centred.denominators * self._slopes.denominators

        def constant(label: int) -> Ball:
            peak = self._log_peak(label)

            def enclosed(bits: int) -> Ball:
                # Each drop in units of 2^-bits, too small by less than one.
                drop = int(((above[label] << bits) // below[label]).sum())
                ends = Fraction(drop, 1 << bits), Fraction(drop + len(above[label]), 1 << bits)
                return peak(bits).plus(around(*ends, bits), bits)

            return narrow(enclosed)

        return [constant(label) for label in range(len(self.means))]

    def _log_peak(self, label: int) -> Callable[[int], Ball]:
        """Return what encloses ln ∏ 1/√(2πσ²), the log density at the means, with some bits."""
        above, below = self.variances.numerators[label], self.variances.wide_denominators[label]
        minus_half = -_HALF
        factors = [*((2 * n, minus_half) for n in above), *((n, _HALF) for n in below)]
        return lambda bits: log_form(factors, Fraction(0), -len(above), bits)

    @once
    def weights(self) -> tuple[Floats, Floats]:
        """Return A over B (2d × K), and C (K), each rounded once."""
        squares = RationalTable(-self.variances.wide_denominators, self.variances.numerators)
        slopes = RationalTable(2 * self._slopes.numerators, self._slopes.denominators)
        table = np.concatenate([squares.nearest(), slopes.nearest()], axis=1)
        constants = [2 * ball.nearest() for ball in self._constants]
        return np.ascontiguousarray(table.T), np.array(constants)

    @once
    def _largest(self) -> tuple[Floats, float]:
        """Return the largest size of each entry of A over B, and of C, over the classes."""
        # Entries below the normal doubles are rounded by more than u of their size: in the bound they
        # count as normal ones.
        table, constants = self.weights
        largest = np.maximum(np.abs(table).max(axis=1), _NORMAL)
        return largest, float(np.abs(constants).max())

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return log P(x|k) for `rows` of numbers (n × d), or `Readings` of one column, with bounds.

        `single` makes no difference: measurements are scored in double precision.
        """
        if isinstance(rows, Readings):
            precise = self.precise_scores(rows)
            return Scores(precise.values[0], precise.errors + np.abs(precise.values[0]) * 2.0**-52)
        dense = _dense(rows)
        table, constants = self.weights
        largest, constant = self._largest
        number, width = dense.shape
        centre = np.array(self.centre, dtype=np.float64)
        values, errors = np.empty((number, table.shape[1])), np.empty(number)
        buffer = np.empty((min(number, _PIECE), 2 * width))
        for start in range(0, number, _PIECE):
            piece = dense[start : start + _PIECE]
            features = buffer[: len(piece)]
            with np.errstate(over="ignore", invalid="ignore"):  # such rows are decided exactly
                np.subtract(piece, centre, out=features[:, width:])
                np.multiply(features[:, width:], features[:, width:], out=features[:, :width])
                np.matmul(features, table, out=values[start : start + _PIECE])
                np.abs(features[:, width:], out=features[:, width:])
                np.matmul(features, largest, out=errors[start : start + _PIECE])
        with np.errstate(over="ignore", invalid="ignore"):
            values = by_class(values)
            values += constants
            values /= 2
        lost = float(largest.sum()) * _LEAST + TINY  # squares below the least normal double
        errors = growth(2 * width + _MORE) * (errors + constant) / 2 + lost
        errors[~np.isfinite(values).all(axis=1)] = np.inf
        return Scores(values, errors[:, None])

    @once
    def _pairs(self) -> tuple[Pair, Pair, Pair]:
        """Return −μ and −1/(2σ²) (d × K), and ln ∏ 1/√(2πσ²) (K), as sums of two doubles."""
        means = RationalTable(-self.means.numerators, self.means.denominators)
        peaks = [narrow(self._log_peak(label)) for label in range(len(self.means))]
        return _columns(means.pairs()), _columns(self._scales.pairs()), _pair_of_balls(peaks)

    @property
    def _scales(self) -> RationalTable:
        """Return A/2, that is −1/(2σ²)."""
        return RationalTable(-self.variances.wide_denominators, 2 * self.variances.numerators)

    @once
    def _quadratics(self) -> tuple[Pair, Pair]:
        """Return A/2 over B/2 (2d × K), and C/2 (K), as sums of two doubles."""
        parts = zip(self._scales.pairs(), self._slopes.pairs(), strict=True)
        high, low = (np.concatenate(part, axis=1) for part in parts)
        return _columns((high, low)), _pair_of_balls(self._constants)

    def precise_scores(self, rows: Any) -> PreciseScores:
        """Return log P(x|k) for `rows` of numbers (n × d), or `Readings`, as double-doubles."""
        if isinstance(rows, Readings):
            (mean, mean_low), (scale, scale_low), constants = self._pairs
            return reading_scores(rows, (mean[0], mean_low[0]), (scale[0], scale_low[0]), constants)
        dense = _dense(rows)
        centre = np.array(self.centre, dtype=np.float64)
        with np.errstate(over="ignore", invalid="ignore"):
            products = cutting.measured_scores(dense, centre, *self._quadratics)
        return self._term_by_term(dense) if products is None else products

    def _term_by_term(self, dense: Floats) -> PreciseScores:
        """Return scores with every square taken about the mean itself, so that nothing cancels."""
        means, scales, constants = self._pairs
        values, sizes = constant(constants, len(dense)).values, np.abs(constants[0])
        squares = np.zeros((1, 1))
        step = max(_TOGETHER // max(len(dense) * len(constants[0]), 1), 1)
        with np.errstate(over="ignore", invalid="ignore"):  # such rows are looked at exactly
            for start in range(0, dense.shape[1], step):
                part = slice(start, start + step)
                mean, scale = ((high[part, None], low[part, None]) for high, low in (means, scales))
                deviation = plus((dense.T[part, :, None], np.zeros((1, 1, 1))), mean)
                terms = times(times(deviation, deviation), scale)
                values = plus(values, sum_of_terms(terms))
                distance, offset = np.abs(deviation[0]), np.abs(mean[0])
                steep = scale[0] * (distance + 2.0**-90 * offset) * (distance + offset)
                sizes = sizes - steep.sum(axis=0)
                squares = squares + (distance * distance).sum(axis=0)
            errors = (dense.shape[1] + 8) * ERROR * np.broadcast_to(sizes, values[0].shape)
            errors = errors + 2.0**-1074 * squares  # low parts of scales that are no normal doubles
        # Products below 2^-969 lose digits; the scales are negative, so the difference adds a size.
        lost = TINY - float(scales[0].sum()) * 2.0**-1060
        return PreciseScores(values, errors.max(axis=1, keepdims=True) + lost)

    def score(self, row: Any, label: int) -> Score:
        """Return the exact P(x|k) of `row` (1 × d, or `Readings` of one row) in class `label`."""
        if isinstance(row, Readings):
            number = row.number(0)
            if number is None:
                return Score({})
            numbers = [number]
        else:
            numbers = [Fraction(x) for x in _dense(row).ravel().tolist()]
        means, variances = self.means[label], self.variances[label]
        deviations = zip(numbers, means, variances, strict=True)
        exponent = sum_of_fractions([(x - m) ** 2 / (2 * v) for x, m, v in deviations])
        spreads = PowerProduct.product(PowerProduct.of(2 * variance) for variance in variances)
        peak = spreads ** Fraction(-1, 2) * PowerProduct(root_pi=-len(variances))
        return Score(dict(peak.factors), -exponent, peak.root_pi)


def sum_of_fractions(terms: Sequence[Fraction]) -> Fraction:
    """Return the sum of `terms`, halves first: one after the other, each would meet a long sum.

    >>> sum_of_fractions([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)])
    Fraction(1, 1)
    """
    if len(terms) <= 2:
        return sum(terms, Fraction(0))
    middle = len(terms) // 2
    return sum_of_fractions(terms[:middle]) + sum_of_fractions(terms[middle:])


def _columns(pair: Pair) -> Pair:
    """Return a table by class as one by column."""
    high, low = (np.ascontiguousarray(part.T) for part in pair)
    return high, low


def _pair_of_balls(balls: Sequence[Ball]) -> Pair:
    high, low = np.array([ball.pair() for ball in balls]).T
    return high, low


def _dense(rows: Any) -> Floats:
    return np.asarray(rows.toarray() if hasattr(rows, "toarray") else rows, dtype=np.float64)


@frozen
class GappedKernel(GaussianKernel):
    """Columns of numbers (n × d), each normal within a class; NaN marks a missing cell.

    `unknown`, K × d, marks columns without a density in a class; rows with numbers there are undefined.

    >>> columns = GappedKernel.of_columns([[(Fraction(0), Fraction(1)), (Fraction(1), Fraction(1))]])
    >>> columns.scores(np.array([[np.nan]])).values.tolist()
    [[0.0, 0.0]]
    """

    unknown: tuple[tuple[bool, ...], ...] = ()

    @classmethod
    def of_columns(cls, columns: Sequence[Sequence[Normal]]) -> GappedKernel:
        """Return the kernel of `columns`: for each, mean and variance of every class, or None."""
        by_class = list(zip(*columns, strict=True))
        filled = [[normal or _NO_DENSITY for normal in normals] for normals in by_class]
        return cls(
            RationalTable.of([[mean for mean, _ in normals] for normals in filled]),
            RationalTable.of([[variance for _, variance in normals] for normals in filled]),
            tuple(tuple(normal is None for normal in normals) for normals in by_class),
        )

    @once
    def _columns(self) -> list[GaussianKernel]:
        """Return a kernel for each column alone, for rows with gaps."""
        places = (slice(columns, columns + 1) for columns in range(self.means.shape[1]))
        return [
            GaussianKernel(self.means.columns(columns), self.variances.columns(columns))
            for columns in places
        ]

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return log P(x|k) for `rows` (n × d), always in double precision (`single` or not)."""
        missing = np.isnan(rows)
        complete = ~missing.any(axis=1)
        complete_scores = super().scores(rows[complete])
        if not complete.all():
            parts = []
            for shown_rows, kernel, column in self._by_column(rows[~complete], missing[~complete]):
                column_scores = kernel.scores(column)
                values, errors = _spread(shown_rows, column_scores.values, column_scores.errors)
                parts.append(Scores(values, errors))
            gapped = add_scores(parts)
            values, errors = _spread(complete, complete_scores.values, complete_scores.errors)
            values[~complete], errors[~complete] = gapped.values, gapped.errors
            complete_scores = Scores(values, errors)
        return Scores(complete_scores.values, complete_scores.errors, None, self._undefined(missing))

    def precise_scores(self, rows: Any) -> PreciseScores:
        """Return log P(x|k) for `rows` as double-doubles."""
        missing = np.isnan(rows)
        complete = ~missing.any(axis=1)
        complete_scores = super().precise_scores(rows[complete])
        values, errors = complete_scores.values, complete_scores.errors
        if not complete.all():
            parts = []
            for shown_rows, kernel, column in self._by_column(rows[~complete], missing[~complete]):
                column_scores = kernel.precise_scores(column)
                high, low, error = _spread(shown_rows, *column_scores.values, column_scores.errors)
                parts.append(PreciseScores((high, low), error))
            gapped = add_precise_scores(parts)
            high, low, errors = _spread(complete, *values, errors)
            (high[~complete], low[~complete]), errors[~complete] = (gapped.values, gapped.errors)
            values = high, low
        return PreciseScores(values, errors, None, self._undefined(missing))

    def _by_column(
        self, rows: Floats, missing: NDArray[np.bool_]
    ) -> Iterator[tuple[NDArray[np.bool_], GaussianKernel, Floats]]:
        """Yield for each column which rows have a number in it, its kernel, and these numbers."""
        for column, kernel in enumerate(self._columns):
            present = ~missing[:, column]
            yield present, kernel, rows[present][:, [column]]

    def score(self, row: Floats, label: int) -> Score:
        present = np.flatnonzero(~np.isnan(row[0])).tolist()
        if len(present) == row.shape[1]:
            return super().score(row, label)
        if not present:
            return Score({})
        kernel = GaussianKernel(self.means.columns(present), self.variances.columns(present))
        return kernel.score(row[:, present], label)

    def _undefined(self, missing: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        """Return where rows have a number in a column without a density."""
        unknown = np.array(self.unknown)
        return ~missing @ unknown.T if unknown.any() else None


def _spread(present: NDArray[np.bool_], *arrays: Floats) -> tuple[Floats, ...]:
    """Return `arrays` of some rows as arrays of all rows, zero where `present` is false."""
    filled = tuple(np.zeros((len(present), array.shape[1])) for array in arrays)
    for wide, array in zip(filled, arrays, strict=True):
        wide[present] = array
    return filled
