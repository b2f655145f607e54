"""Class scores of rows as double-doubles, each with a bound on how far the true one may be away."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.record import frozen
from exactnb.scale.logspace.fine.double_double import ERROR, Pair, plus
from exactnb.scale.logspace.fine.fixed import Fixed, Limbs, cut, product
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.scores import TINY, together

_SLACK = 1 + 2.0**-40  # covers the rounding of the bounds themselves


@frozen
class Fine:
    """Log joint probabilities of n rows under K classes: `Scores` to some 75 bits below the point.

    The `errors` (n × 1) hold for all classes of a row.
    """

    values: Pair
    errors: Floats
    zeros: NDArray[np.int64] | None = None
    undefined: NDArray[np.bool_] | None = None


def added(parts: Sequence[Fine]) -> Fine:
    """Return the scores of independent parts together: logarithms are added, zeros counted.

    What is beyond the range of doubles is no number afterwards.
    """
    first, *others = parts
    for other in others:
        with np.errstate(over="ignore", invalid="ignore"):
            values = plus(first.values, other.values)
            errors = first.errors + other.errors + 2 * ERROR * _largest(values[0])
        zeros = together(first.zeros, other.zeros)
        undefined = together(first.undefined, other.undefined)
        first = Fine(values, errors * _SLACK + TINY, zeros, undefined)
    return first


def constant(logs: Pair, number: int) -> Fine:
    """Return scores (K) that are the same for every row, each right to 2^-100 of its size."""
    high, low = (np.broadcast_to(part, (number, len(part))) for part in logs)
    return Fine((high, low), ERROR * _largest(high) + TINY)


def products(rows: sparse.csr_matrix, largest: int, tables: Callable[[Fixed], Limbs]) -> Fine:
    """Return the products of rows and a table of logarithms, made in fixed point by `tables`.

    The logarithms are those of quotients of positive integers up to `largest`.
    """
    parts, lost = cut(rows)
    found = []
    for part in parts:
        fixed = Fixed.for_rows(part.capacity, largest)
        with np.errstate(over="ignore", invalid="ignore"):
            values, sizes = product(part, tables(fixed), fixed)
            rounded = np.ldexp(part.sums, part.exponents + (1 - fixed.fraction))
            errors = 4 * fixed.limbs * ERROR * _largest(sizes) + rounded
        found.append(Fine(values, errors * _SLACK + TINY))
    whole = added(found)
    left = np.diff(rows.indptr)[:, None] * (lost * largest.bit_length())
    return Fine(whole.values, whole.errors + left * _SLACK)


def _largest(sizes: Floats) -> Floats:
    """Return the largest size in each row, as a column."""
    found: Floats = np.abs(sizes).max(axis=1, keepdims=True)
    return found
