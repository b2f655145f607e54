"""Class scores of rows in floating point, each with a bound on how far the true one may be away."""

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
"""The same of single precision, in which a first look is taken."""

_SLACK = 1 + 2.0**-40  # covers the rounding of the bounds themselves, many times over
TINY = 2.0**-1000
"""More than anything that is lost below the least normal double."""

TINY_SINGLE = 2.0**-80
"""More than anything that is lost below the least normal number of single precision."""

Integers = NDArray[np.int64]
Of = TypeVar("Of", np.int64, np.bool_)


@frozen
class Scores:
    """Log joint probabilities of n rows (first axis) under K classes (second axis).

    `values` are without the factors that are zero, which `zeros` counts (None where there are none).
    The true value lies within `errors` of each, entry by entry, which are at least 2^-52 of the values,
    and no finite numbers where these are none; they may have one column for all classes. `undefined`
    marks what rests on 0/0.
    """

    values: Floats
    errors: Floats
    zeros: Integers | None = None
    undefined: NDArray[np.bool_] | None = None


def growth(operations: NDArray[np.int64] | int, unit: float = ROUNDING) -> Floats:
    """Return g = n·u/(1 − n·u), the largest relative error after n operations in a row.

    Source: N. Higham, Accuracy and Stability of Numerical Algorithms (2nd ed.), lemma 3.1.

    >>> float(growth(1)) > ROUNDING
    True
    """
    steps = np.asarray(operations, dtype=np.float64) * unit
    return steps / (1 - steps) * _SLACK


def by_class(values: Floats) -> Floats:
    """Return values with those of each class side by side.

    NumPy goes through the longer side of an array fast, and keeps that order in all that follows.
    """
    return np.asfortranarray(values)


def added(parts: Sequence[Scores]) -> Scores:
    """Return the scores of independent parts together: logarithms are added, zeros counted.

    Every bound is at least two roundings of its value, so that each sum, rounded once more, loses at
    most half of the bounds. The sums are written over the values of the last part.
    """
    *others, last = parts
    values, errors, zeros, undefined = last.values, last.errors, last.zeros, last.undefined
    for other in others:
        values += other.values
        errors = errors + other.errors
        zeros, undefined = together(zeros, other.zeros), together(undefined, other.undefined)
    return Scores(values, errors * (1 + len(others) / 2) * _SLACK + TINY, zeros, undefined)


def together(one: NDArray[Of] | None, other: NDArray[Of] | None) -> NDArray[Of] | None:
    """Return how many factors of two parts are zero, or which of these rest on 0/0; None for none."""
    if one is None or other is None:
        return one if other is None else other
    return np.add(one, other)  # either, of truth values


def in_single(rows: sparse.csr_matrix, *, ones: bool = False) -> sparse.csr_matrix:
    """Return sparse rows in single precision.

    Where rows hold `ones` alone, these are made, not read: that is faster.
    """
    data = np.ones(rows.nnz, dtype=np.float32) if ones else rows.data.astype(np.float32)
    return sparse.csr_matrix((data, rows.indices, rows.indptr), rows.shape)
