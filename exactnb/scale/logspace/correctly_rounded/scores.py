"""Class scores of rows as double-doubles, each with a bound on its error."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.record import frozen
from exactnb.scale.logspace.correctly_rounded.double_double import ERROR, Pair, plus
from exactnb.scale.logspace.correctly_rounded.fixed_point import Fixed, Limbs, cut_rows, limb_products
from exactnb.scale.logspace.decisions import TINY, add_optional
from exactnb.scale.logspace.logs import Floats

_SLACK = 1 + 2.0**-40  # covers the rounding of the bounds themselves


@frozen
class PreciseScores:
    """Log joint probabilities of n rows under K classes: `Scores` to 75 bits after the binary point.

    The `errors` (n × 1) hold for all classes of a row.
    """

    values: Pair
    errors: Floats
    zeros: NDArray[np.int64] | None = None
    undefined: NDArray[np.bool_] | None = None


def add_precise_scores(parts: Sequence[PreciseScores]) -> PreciseScores:
    """Return the sum of the scores of independent `parts`: logarithms are added, zeros counted.

    Scores beyond the range of doubles become NaN.
    """
    first, *later = parts
    for second in later:
        with np.errstate(over="ignore", invalid="ignore"):
            values = plus(first.values, second.values)
            errors = first.errors + second.errors + 2 * ERROR * _largest_size(values[0])
        zeros = add_optional(first.zeros, second.zeros)
        undefined = add_optional(first.undefined, second.undefined)
        first = PreciseScores(values, errors * _SLACK + TINY, zeros, undefined)
    return first


def constant(logs: Pair, row_count: int) -> PreciseScores:
    """Return `logs` (K), right to 2^-100 of their size, as the scores of each of `row_count` rows."""
    high, low = (np.broadcast_to(part, (row_count, len(part))) for part in logs)
    return PreciseScores((high, low), ERROR * _largest_size(high) + TINY)


def products(rows: sparse.csr_matrix, largest: int, tables: Callable[[Fixed], Limbs]) -> PreciseScores:
    """Return the products of `rows` and a table of logarithms, which `tables` makes in fixed point.

    The logarithms are those of quotients of positive integers up to `largest`.
    """
    parts, lost = cut_rows(rows)
    part_scores = []
    for part in parts:
        fixed = Fixed.for_rows(part.capacity, largest)
        with np.errstate(over="ignore", invalid="ignore"):
            values, sizes = limb_products(part, tables(fixed), fixed)
            rounded = np.ldexp(part.sums, part.exponents + (1 - fixed.fraction))
            errors = 4 * fixed.limbs * ERROR * _largest_size(sizes) + rounded
        part_scores.append(PreciseScores(values, errors * _SLACK + TINY))
    combined = add_precise_scores(part_scores)
    cut_loss = np.diff(rows.indptr)[:, None] * (lost * largest.bit_length())
    return PreciseScores(combined.values, combined.errors + cut_loss * _SLACK)


def _largest_size(sizes: Floats) -> Floats:
    """Return the largest size in each row, as a column."""
    largest: Floats = np.abs(sizes).max(axis=1, keepdims=True)
    return largest
