"""Leave-one-out: the score of every row in its true class, with the row itself subtracted.

How to read: `replace_true_class` puts such scores among those of the other classes, which no row
changes; `scores_without_row` makes them of counts, `densities_without_row` of measurements.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.scale.logspace.bernoulli import BernoulliKernel
from exactnb.scale.logspace.decisions import TINY, Scores, rounding_error_growth
from exactnb.scale.logspace.limbs import Sums, as_scaled_integers
from exactnb.scale.logspace.logs import log_of_product, log_quotients
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.rational_tables import RationalTable
from exactnb.scale.logspace.readings import Readings
from exactnb.scale.logspace.rows import Floats

_MORE = 8
_LOG_2PI = 1.8378770664093453  # the double next to ln 2π
_LARGEST = 2**52  # integers up to this are added exactly as doubles
Codes = NDArray[np.int64]


@frozen
class TrueClassScores:
    """Scores of n rows, each in its true class: values, bounds, numbers of zero factors, 0/0."""

    values: Floats
    errors: Floats
    zeros: NDArray[np.int64]
    undefined: NDArray[np.bool_]


def replace_true_class(scores: Scores, codes: Codes, true_class: TrueClassScores) -> Scores:
    """Return `scores` (n × K) with the entries of the classes `codes` replaced by `true_class`."""
    rows = np.arange(len(codes))
    shape = scores.values.shape
    values = scores.values.copy()
    errors = np.broadcast_to(scores.errors, shape).copy()
    zeros = np.zeros(shape, dtype=np.int64) if scores.zeros is None else scores.zeros.copy()
    undefined = np.zeros(shape, dtype=bool) if scores.undefined is None else scores.undefined.copy()
    values[rows, codes], errors[rows, codes] = true_class.values, true_class.errors
    zeros[rows, codes], undefined[rows, codes] = true_class.zeros, true_class.undefined
    return Scores(values, errors, zeros, undefined)


def fits_in_64_bits(kernel: object) -> bool:
    """Say whether `kernel` rests on counts that 64-bit integers surely hold."""
    if isinstance(kernel, MultinomialKernel):
        tops = [max(kernel.denominators(group)) for group in kernel.groups]
        return kernel.tables.cells.dtype != object and max(tops, default=0) < _LARGEST
    if isinstance(kernel, BernoulliKernel):
        top = kernel.common_denominator(max(map(int, kernel.tables.sizes), default=0))
        return kernel.tables.cells.dtype != object and top < _LARGEST
    return False


def scores_without_row(
    kernel: MultinomialKernel | BernoulliKernel, rows: sparse.csr_matrix, codes: Codes
) -> TrueClassScores:
    """Return the score of each of `rows` in its class, `codes`, after the row is subtracted from it.

    `rows` are sparse and hold integers; `kernel` has the counts with all of them. Raises InputError
    for a row that holds more than was counted.
    """
    if isinstance(kernel, MultinomialKernel):
        return _multinomial_scores_without_row(kernel, rows, codes)
    return _bernoulli_scores_without_row(kernel, rows, codes)


def _multinomial_scores_without_row(
    kernel: MultinomialKernel, rows: sparse.csr_matrix, codes: Codes
) -> TrueClassScores:
    """Subtract each row from counts and totals of its class, and score it by what remains."""
    lengths = np.diff(rows.indptr)
    number = rows.shape[0]
    row_index = np.repeat(np.arange(number), lengths)
    groups = np.searchsorted([group.start for group in kernel.groups], rows.indices, side="right") - 1
    scale, added = kernel.common_pseudocounts
    unit = kernel.tables.denominator
    if int(rows.data.max(initial=0)) * unit >= _LARGEST:  # more than any count, and than 64 bits hold
        raise InputError("more is to be forgotten than was counted")
    counts = kernel.tables.cells[rows.indices, codes[row_index]] - rows.data * unit
    if (counts < 0).any():
        raise InputError("more is to be forgotten than was counted")
    smoothing = np.array(added)[rows.indices] if len(added) > 1 else added[0]
    numerators = counts * scale + smoothing
    denominators = np.array([kernel.denominators(group) for group in kernel.groups])
    places = row_index * len(kernel.groups) + groups
    # `bincount` adds doubles: below 2^52, as `fits_in_64_bits` has it, these are the integers.
    row_totals = np.bincount(places, weights=rows.data, minlength=number * len(kernel.groups))
    totals = denominators[groups, codes[row_index]] - row_totals.astype(np.int64)[places] * scale * unit
    logs = log_quotients(np.maximum(numerators, 1), np.maximum(totals, 1))
    logs[(numerators == 0) | (totals == 0)] = 0.0
    values = np.bincount(row_index, weights=rows.data * logs, minlength=number).astype(np.float64)
    errors = rounding_error_growth(lengths + _MORE) * np.abs(values) + TINY
    zeros = np.bincount(row_index, weights=numerators == 0, minlength=number).astype(np.int64)
    undefined = np.bincount(row_index, weights=totals == 0, minlength=number) > 0
    return TrueClassScores(values, errors, zeros, undefined)


def _bernoulli_scores_without_row(
    kernel: BernoulliKernel, rows: sparse.csr_matrix, codes: Codes
) -> TrueClassScores:
    """Subtract each row from counts and size of its class, and score it by what remains."""
    lengths = np.diff(rows.indptr)
    number, width = rows.shape
    row_index = np.repeat(np.arange(number), lengths)
    cells, unit = kernel.tables.cells, kernel.tables.denominator
    sizes = [int(size) - unit for size in kernel.tables.sizes]
    present = cells[rows.indices, codes[row_index]] - unit
    absent = np.array(sizes)[codes[row_index]] - present - unit
    if (present < 0).any() or any(sizes[label] < 0 for label in set(codes.tolist())):
        raise InputError("more is to be forgotten than was counted")
    reduced = [max(size, 0) for size in sizes]
    numerators = [
        kernel.numerator(int(c), reduced[k]) for c, k in zip(present, codes[row_index], strict=True)
    ]
    complements = [
        kernel.numerator(int(c), reduced[k]) if c >= 0 else 1
        for c, k in zip(absent, codes[row_index], strict=True)
    ]
    logs = log_quotients([n or 1 for n in numerators], [n or 1 for n in complements])
    bases, base_zeros = [], []
    for label, size in enumerate(reduced):
        powers: Counter[int] = Counter()
        zero_count = 0
        counts, frequencies = np.unique(cells[:, label], return_counts=True)
        for count, times in zip(counts.tolist(), frequencies.tolist(), strict=True):
            if count > size:  # every row shows it, so the one that is forgotten does too
                continue
            share = kernel.numerator(size - count, size)
            powers[share or 1] += times
            zero_count += 0 if share else times
            powers[kernel.common_denominator(size) or 1] -= times
        powers[kernel.common_denominator(size) or 1] -= int((cells[:, label] > size).sum())
        bases.append(log_of_product(powers))
        base_zeros.append(zero_count)
    # All rows of a class lack one row: absent words have the same factors in each of them.
    base = np.array(bases)[codes]
    values = base + np.bincount(row_index, weights=logs, minlength=number).astype(np.float64)
    largest = np.zeros(number)
    np.maximum.at(largest, row_index, np.abs(logs))
    errors = rounding_error_growth(lengths + _MORE) * (np.abs(base) + lengths * largest) + TINY
    zero_present = np.array([n == 0 for n in numerators], dtype=np.float64)
    zero_absent = np.array([n == 0 for n in complements], dtype=np.float64)
    zeros = np.array(base_zeros)[codes] + np.bincount(
        row_index, weights=zero_present - zero_absent, minlength=number
    )
    empty = np.array([not kernel.common_denominator(size) for size in reduced])
    undefined = empty[codes] if width else np.zeros(number, dtype=bool)
    return TrueClassScores(values, errors, np.rint(zeros).astype(np.int64), undefined)


def densities_without_row(
    sums: Sums, rows: Any, codes: Codes, added: Fraction, less: int
) -> TrueClassScores | None:
    """Return the log density of each of `rows` in its class, `codes`, after it is subtracted from it.

    `rows` are doubles (n × d), or `Readings`; `sums` are those of all rows, `added` and `less` as in
    `GaussianKernel.from_sums`. None if without some row a class has no numbers or no variance.
    """
    if isinstance(rows, Readings):
        columns = [rows]
    else:
        parts = [as_scaled_integers(numbers) for numbers in rows.T]
        columns = [
            Readings.from_numerators(
                integers.astype(object) << max(exponent, 0), 1 << max(-exponent, 0)
            )
            for integers, exponent in parts
        ]
    values, sizes = np.zeros(len(codes)), np.zeros(len(codes))
    unit = lcm(*(size.denominator for size in sums.sizes))
    weights = np.array([int(size * unit) for size in sums.sizes], dtype=object)
    for index, column in enumerate(columns):
        present = np.flatnonzero(column.places >= 0)
        labels = codes[present]
        # x, Σx over one denominator, Σx² over another, which is a multiple of its square: all that
        # follows are integers, so that nothing cancels before the quotients are rounded
        (totals, denominators), (squares, square_denominators) = (
            (table.numerators[:, index], table.denominators_by_entry[:, index])
            for table in (sums.totals, sums.squares)
        )
        divisor = lcm(column.denominator, *denominators)
        divisor_of_squares = lcm(divisor**2, *square_denominators)
        numerators = column.numerators.astype(object) * (divisor // column.denominator)
        x, total = numerators[column.places[present]], (totals * (divisor // denominators))[labels]
        square, factor = (
            (squares * (divisor_of_squares // square_denominators))[labels],
            divisor_of_squares // divisor**2,
        )
        weight = weights[labels]
        remaining = weight - unit
        freedom = remaining - less * unit
        if (remaining <= 0).any():
            return None
        spread = (square - factor * x**2) * remaining * unit - factor * ((total - x) * unit) ** 2
        spread[freedom <= 0] = 0
        spread_denominator = divisor_of_squares * remaining * np.maximum(freedom, 1)
        variance = spread * added.denominator + added.numerator * spread_denominator
        variance_denominator = spread_denominator * added.denominator
        if (variance <= 0).any():
            return None
        distance = (x * weight - total * unit) ** 2 * variance_denominator
        quotients = RationalTable(
            distance[None], (2 * variance * (divisor * remaining) ** 2)[None]
        ).nearest_doubles()[0]
        logs = log_quotients(variance, variance_denominator)
        values[present] -= quotients + (logs + _LOG_2PI) / 2
        sizes[present] += quotients + (np.abs(logs) + _LOG_2PI) / 2
    errors = rounding_error_growth(4 * len(columns) + _MORE) * sizes + TINY
    zeros = np.zeros(len(codes), dtype=np.int64)
    return TrueClassScores(values, errors, zeros, zeros > 0)
