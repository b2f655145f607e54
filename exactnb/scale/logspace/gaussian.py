"""Gaussian blocks: 2·log P(x|k) = Σ (A·x² + B·x) + C, one matrix product over squares and numbers.

Each double stands for the exact rational number that it is; sums, means and variances are exact. An
integer near the middle of each column is subtracted first: without it, A·x² + B·x cancels where a
column lies far from 0.

How to read: `halved_coefficients` are A/2, B/2 and C/2, `scores` the sums with bounds,
`precise_scores` closer ones by products of matrices or term by term, `score` exact ones.
`GappedKernel`, for columns with missing cells, scores complete rows at once and others by column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import inf, isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.enclosure import log_form
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.lazy import Recomputed, once
from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.scale.logspace.correctly_rounded import cutting
from exactnb.scale.logspace.correctly_rounded.double_double import (
    ERROR,
    Pair,
    plus,
    product_of_terms,
    reciprocal,
    sum_of_terms,
    times,
    times_powers_of_2,
)
from exactnb.scale.logspace.correctly_rounded.fixed_point import (
    PreciseScores,
    add_precise_scores,
    constant_scores,
)
from exactnb.scale.logspace.decisions import (
    TINY,
    Score,
    Scores,
    add_scores,
    rounding_error_growth,
)
from exactnb.scale.logspace.limbs import Sums
from exactnb.scale.logspace.logs import narrow_ball
from exactnb.scale.logspace.rational_tables import RationalTable, ScaledPairs
from exactnb.scale.logspace.readings import Readings, reading_scores
from exactnb.scale.logspace.rows import Floats

_HALF = Fraction(1, 2)
_MORE = 12  # operations besides those of the sum: the centre, the square, the entries, the products
_LEAST = 2.0**-1074
_NORMAL = 2.0**-1022
_PIECE = 2**15  # numbers per pass: they fit the processor's cache
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
        if not (self.variances.scaled_pairs[0][0] > 0).all():
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
    def centre(self) -> Floats:
        """Return for each column an integer near the middle of its means, exact as a double."""
        with np.errstate(over="ignore", invalid="ignore"):
            # An integer, so that of numbers with few bits the differences have few bits too.
            middles = np.rint(times_powers_of_2(*self.means.scaled_pairs)[0].mean(axis=0))
        return np.where(np.isfinite(middles), middles, 0.0)

    @once
    def _half_quadratics(self) -> ScaledPairs:
        """Return A/2, that is −1/(2σ²) (K × d)."""
        (high, low), exponents = self.variances.scaled_pairs
        return reciprocal((-2 * high, -2 * low)), -exponents

    @once
    def _quadratics(self) -> tuple[Pair, Pair, float]:
        """Return A/2 beside B/2 (K × 2d), C/2 (K), and what C/2 may lack beside its roundings."""
        scales, exponents = self._half_quadratics
        # The means less the centre are exact: what cancels here would be missing in every score.
        (high, low), places = self.means.minus_columns(self.centre).scaled_pairs
        slopes = times((-2 * high, -2 * low), scales)
        with np.errstate(over="ignore", invalid="ignore"):  # such rows are decided exactly
            parts = (
                times_powers_of_2(*self._half_quadratics),
                times_powers_of_2(slopes, places + exponents),
            )
            # C/2 is so far below the logarithm of the density at the means: (μ − c)²/2σ².
            terms = times_powers_of_2(times(slopes, (high / 2, low / 2)), 2 * places + exponents)
            drops = sum_of_terms((terms[0].T, terms[1].T))
        high, low = (np.concatenate(part, axis=1) for part in zip(*parts, strict=True))
        lost = ERROR * (self.means.shape[1] + 4 * float(drops[0].max()))
        return (high, low), self._constants(drops), lost

    @once
    def _variance_products(self) -> list[tuple[int, int]]:
        """Return ∏ σ² of every class as n·2^e, right to 24·2^-106 for each column."""
        variances, exponents = self.variances.scaled_pairs
        (high, low), places = product_of_terms((variances[0].T, variances[1].T))
        places += np.broadcast_to(exponents, self.means.shape).sum(axis=1)
        exact = [Fraction(a) + Fraction(b) for a, b in zip(high.tolist(), low.tolist(), strict=True)]
        sides = (number.as_integer_ratio() for number in exact)
        return [(n, e - d.bit_length() + 1) for (n, d), e in zip(sides, places.tolist(), strict=True)]

    def _constants(self, drops: Pair) -> Pair:
        """Return ln ∏ 1/√(2πσ²), the log density at the means, less the drop of each class."""
        columns, balls = self.means.shape[1], []
        for (number, exponent), high, low in zip(self._variance_products, *drops, strict=True):
            if not isfinite(high):
                balls.append((-inf, 0.0))
                continue
            factors = [(number, -_HALF), (2, -_HALF * (exponent + columns))]
            constant = -Fraction(float(high)) - Fraction(float(low))
            balls.append(narrow_ball(partial(log_form, factors, constant, -columns)).double_double())
        high, low = np.array(balls).T
        return high, low

    @once
    def halved_coefficients(self) -> tuple[Floats, Floats]:
        """Return A/2 beside B/2 (K × 2d), and C/2 (K), as doubles."""
        (table, _), (constants, _), _ = self._quadratics
        return table, constants

    @once
    def _largest_coefficient_sizes(self) -> tuple[Floats, float]:
        """Return the largest size of each entry of A/2 beside B/2, and of C/2, over the classes."""
        # Entries below the normal doubles are rounded by more than u of their size: in the bound they
        # count as normal ones.
        table, constants = self.halved_coefficients
        return np.maximum(np.abs(table).max(axis=0), _NORMAL), float(np.abs(constants).max())

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return log P(x|k) for `rows` of numbers (n × d), or `Readings` of one column, with bounds.

        `single` makes no difference: measurements are scored in double precision.
        """
        if isinstance(rows, Readings):
            precise = self.precise_scores(rows)
            return Scores(precise.values[0], precise.errors + np.abs(precise.values[0]) * 2.0**-52)
        dense = _dense(rows)
        table, constants = self.halved_coefficients
        largest, constant = self._largest_coefficient_sizes
        number, width = dense.shape
        values, errors = np.empty((number, len(table))), np.empty(number)
        step = max(_PIECE // max(width, 1), 1)
        # One buffer for all pieces: arrays of that size would be asked of the system each time.
        buffer = np.empty((min(number, step), 2 * width))
        for start in range(0, number, step):
            piece = dense[start : start + step]
            features = buffer[: len(piece)]
            with np.errstate(over="ignore", invalid="ignore"):  # such rows are decided exactly
                np.subtract(piece, self.centre, out=features[:, width:])
                np.multiply(features[:, width:], features[:, width:], out=features[:, :width])
                np.matmul(features, table.T, out=values[start : start + step])
                np.abs(features[:, width:], out=features[:, width:])
                np.matmul(features, largest, out=errors[start : start + step])
        with np.errstate(over="ignore", invalid="ignore"):
            # By class, a constant is added to numbers side by side, and so in all that follows.
            values = np.asfortranarray(values)
            values += constants
        # squares below the least normal double, and what the constants lack
        lost = float(largest.sum()) * _LEAST + TINY + self._quadratics[2]
        errors = rounding_error_growth(2 * width + _MORE) * (errors + constant) + lost
        errors[~np.isfinite(values).all(axis=1)] = np.inf
        return Scores(values, errors[:, None])

    @once
    def _coefficient_pairs(self) -> tuple[Pair, Pair, Pair]:
        """Return −μ and −1/(2σ²) (d × K), and ln ∏ 1/√(2πσ²) (K), as sums of two doubles."""
        nothing = np.zeros(len(self.means))
        with np.errstate(over="ignore", invalid="ignore"):  # such rows are decided exactly
            high, low = _transposed(times_powers_of_2(*self.means.scaled_pairs))
            scales = _transposed(times_powers_of_2(*self._half_quadratics))
        return (-high, -low), scales, self._constants((nothing, nothing))

    def precise_scores(self, rows: Any) -> PreciseScores:
        """Return log P(x|k) for `rows` of numbers (n × d), or `Readings`, as double-doubles."""
        if isinstance(rows, Readings):
            (mean, mean_low), (scale, scale_low), constants = self._coefficient_pairs
            return reading_scores(rows, (mean[0], mean_low[0]), (scale[0], scale_low[0]), constants)
        dense = _dense(rows)
        with np.errstate(over="ignore", invalid="ignore"):
            products = cutting.measured_scores(dense, self.centre, *self._quadratics)
        return self._scores_term_by_term(dense) if products is None else products

    def _scores_term_by_term(self, dense: Floats) -> PreciseScores:
        """Return scores with every square taken about the mean itself, so that nothing cancels."""
        means, scales, constants = self._coefficient_pairs
        values, sizes = constant_scores(constants, len(dense)).values, np.abs(constants[0]) + 1.0
        squares = np.zeros((1, 1))
        step = max(_PIECE // max(len(dense) * len(constants[0]), 1), 1)
        with np.errstate(over="ignore", invalid="ignore"):  # such rows are looked at exactly
            for start in range(0, dense.shape[1], step):
                part = slice(start, start + step)
                mean, scale = ((high[part, None], low[part, None]) for high, low in (means, scales))
                deviation = plus((dense.T[part, :, None], np.zeros((1, 1, 1))), mean)
                values = plus(values, sum_of_terms(times(times(deviation, deviation), scale)))
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


def _transposed(pair: Pair) -> Pair:
    """Return a table by class as one by column."""
    high, low = (np.ascontiguousarray(part.T) for part in pair)
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
    def _column_kernels(self) -> list[GaussianKernel]:
        """Return a kernel for each column alone, for rows with gaps."""
        places = (slice(columns, columns + 1) for columns in range(self.means.shape[1]))
        return [
            GaussianKernel(self.means.columns(columns), self.variances.columns(columns))
            for columns in places
        ]

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        missing = np.isnan(rows)
        complete = ~missing.any(axis=1)
        complete_scores = super().scores(rows[complete])
        if not complete.all():
            parts = []
            for shown_rows, kernel, column in self._present_rows_by_column(
                rows[~complete], missing[~complete]
            ):
                column_scores = kernel.scores(column)
                values, errors = _spread_over_all_rows(
                    shown_rows, column_scores.values, column_scores.errors
                )
                parts.append(Scores(values, errors))
            gapped = add_scores(parts)
            values, errors = _spread_over_all_rows(
                complete, complete_scores.values, complete_scores.errors
            )
            values[~complete], errors[~complete] = gapped.values, gapped.errors
            complete_scores = Scores(values, errors)
        return Scores(
            complete_scores.values,
            complete_scores.errors,
            None,
            self._has_number_without_density(missing),
        )

    def precise_scores(self, rows: Any) -> PreciseScores:
        missing = np.isnan(rows)
        complete = ~missing.any(axis=1)
        complete_scores = super().precise_scores(rows[complete])
        values, errors = complete_scores.values, complete_scores.errors
        if not complete.all():
            parts = []
            for shown_rows, kernel, column in self._present_rows_by_column(
                rows[~complete], missing[~complete]
            ):
                column_scores = kernel.precise_scores(column)
                high, low, error = _spread_over_all_rows(
                    shown_rows, *column_scores.values, column_scores.errors
                )
                parts.append(PreciseScores((high, low), error))
            gapped = add_precise_scores(parts)
            high, low, errors = _spread_over_all_rows(complete, *values, errors)
            (high[~complete], low[~complete]), errors[~complete] = (gapped.values, gapped.errors)
            values = high, low
        return PreciseScores(values, errors, None, self._has_number_without_density(missing))

    def _present_rows_by_column(
        self, rows: Floats, missing: NDArray[np.bool_]
    ) -> Iterator[tuple[NDArray[np.bool_], GaussianKernel, Floats]]:
        """Yield for each column which rows have a number in it, its kernel, and these numbers."""
        for column, kernel in enumerate(self._column_kernels):
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

    def _has_number_without_density(self, missing: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        """Return where rows have a number in a column without a density."""
        unknown = np.array(self.unknown)
        return ~missing @ unknown.T if unknown.any() else None


def _spread_over_all_rows(present: NDArray[np.bool_], *arrays: Floats) -> tuple[Floats, ...]:
    """Return `arrays` of some rows as arrays of all rows, zero where `present` is false."""
    filled = tuple(np.zeros((len(present), array.shape[1])) for array in arrays)
    for wide, array in zip(filled, arrays, strict=True):
        wide[present] = array
    return filled
