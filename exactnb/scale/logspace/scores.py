"""Class scores of rows in floating point, each with a bound on its error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.record import frozen
from exactnb.scale.logspace.logs import Floats

ROUNDING = 2.0**-53
"""The largest relative error of one operation on IEEE doubles, rounded to nearest."""

SINGLE = 2.0**-24
"""The same for single precision, in which a first look is taken."""

_SLACK = 1 + 2.0**-40  # covers the rounding of the bounds themselves, many times over
TINY = 2.0**-1000
"""More than any loss below the least normal double."""

TINY_SINGLE = 2.0**-80
"""More than any loss below the least normal number of single precision."""

Integers = NDArray[np.int64]
Mark = TypeVar("Mark", np.int64, np.bool_)


@frozen
class Scores:
    """Log joint probabilities of n rows (first axis) under K classes (second axis).

    `values` leave out zero factors, which `zeros` counts (None if there are none). `errors` bound the
    errors of the values, entry by entry, or in one column for all classes: they are at least 2^-52 of
    the values, and not finite where these are not. `undefined` marks scores that depend on 0/0.
    """

    values: Floats
    errors: Floats
    zeros: Integers | None = None
    undefined: NDArray[np.bool_] | None = None


def growth(operations: NDArray[np.int64] | int, unit: float = ROUNDING) -> Floats:
    """Return n·u/(1 − n·u), the largest relative error after n `operations` with rounding `unit` u.

    Source: N. Higham, Accuracy and Stability of Numerical Algorithms (2nd ed.), lemma 3.1.

    >>> float(growth(1)) > ROUNDING
    True
    """
    steps = np.asarray(operations, dtype=np.float64) * unit
    return steps / (1 - steps) * _SLACK


def by_class(values: Floats) -> Floats:
    """Return `values` (n × K) in Fortran order, those of each class next to each other.

    NumPy is fast along the longer side of an array, and keeps the order in all that follows.
    """
    return np.asfortranarray(values)


def add_scores(parts: Sequence[Scores]) -> Scores:
    """Return the sum of the scores of independent `parts`: logarithms are added, zeros counted.

    Every bound is at least two roundings of its value, so each sum, rounded once more, loses at most
    half of the bounds. The sums overwrite the values of the last part.
    """
    *earlier, last = parts
    values, errors, zeros, undefined = last.values, last.errors, last.zeros, last.undefined
    for scores in earlier:
        values += scores.values
        errors = errors + scores.errors
        zeros, undefined = add_optional(zeros, scores.zeros), add_optional(undefined, scores.undefined)
    return Scores(values, errors * (1 + len(earlier) / 2) * _SLACK + TINY, zeros, undefined)


def add_optional(first: NDArray[Mark] | None, second: NDArray[Mark] | None) -> NDArray[Mark] | None:
    """Return `first` + `second`, numbers of zeros or marks of 0/0; None stands for zeros everywhere."""
    if first is None or second is None:
        return first if second is None else second
    return np.add(first, second)  # of truth values: either


def in_single(rows: sparse.csr_matrix, *, ones: bool = False) -> sparse.csr_matrix:
    """Return sparse `rows` in single precision.

    Where all entries are `ones`, these are made, not read, which is faster.
    """
    data = np.ones(rows.nnz, dtype=np.float32) if ones else rows.data.astype(np.float32)
    return sparse.csr_matrix((data, rows.indices, rows.indptr), rows.shape)
