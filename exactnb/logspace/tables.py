"""Counts of features by class, exact, in the order that a matrix product wants.

How to read: `counted` makes `Tables` of rows and labels; `Levels` finds each logarithm once for all
cells with one count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.errors import InputError, Place
from exactnb.logspace.widening import exact_number

_LARGEST = 2**62  # totals that are surely held by 64-bit integers
_CELLS = 2**28  # of a table: 2 GB
Integers = NDArray[Any]
"""Whole numbers: 64 bits where they surely fit, Python's own where not."""


@dataclass(frozen=True)
class Tables:
    """Sufficient statistics of K classes over V features.

    `sizes` are the weights of the rows of each class, `cells` V × K how much of a feature its rows
    have. With rational weights both are over one `denominator`. Tables of other rows are added with
    `+` and forgotten with `-`, exactly.
    """

    sizes: Integers
    cells: Integers
    denominator: int = 1

    def totals(self, part: slice) -> list[int]:
        """Return the sums of some features in each class."""
        cells = self.cells[part]
        fits = cells.dtype != object and _peak(cells) * max(len(cells), 1) < _LARGEST
        return [int(total) for total in cells.sum(axis=0, dtype=np.int64 if fits else object)]

    def __add__(self, other: Tables) -> Tables:
        return self._combined(other, 1)

    def __sub__(self, other: Tables) -> Tables:
        found = self._combined(other, -1)
        if (found.sizes < 0).any() or (found.cells < 0).any():
            raise InputError("more is to be forgotten than was counted")
        return found

    def _combined(self, other: Tables, sign: int) -> Tables:
        if self.cells.shape != other.cells.shape:
            raise InputError(f"tables of shape {self.cells.shape} and {other.cells.shape}")
        common = lcm(self.denominator, other.denominator)
        parts = []
        for mine, theirs in ((self.sizes, other.sizes), (self.cells, other.cells)):
            times, more = common // self.denominator, sign * (common // other.denominator)
            peaks = max(_peak(mine), 1) * times + max(_peak(theirs), 1) * abs(more)
            fits = peaks < _LARGEST
            kind = np.int64 if fits else object
            parts.append(mine.astype(kind) * times + theirs.astype(kind) * more)
        return Tables(parts[0], parts[1], common)


def counted(
    rows: sparse.csr_matrix,
    labels: NDArray[np.int64],
    classes: int,
    weights: NDArray[Any] | None = None,
    denominator: int = 1,
    *,
    data: Integers | None = None,
    scale: int = 1,
) -> Tables:
    """Return the counts of sparse rows (n × V, whole numbers) by the class of each row.

    `weights` are whole numbers too, over one `denominator`. Rows of other numbers have them in `data`,
    as whole numbers over one `scale`. The sums are exact: where 64 bits might not do, they are taken
    in Python's integers.
    """
    _check_size(rows.shape[1], classes)
    lengths = np.diff(rows.indptr)
    columns = np.repeat(labels.astype(rows.indices.dtype), lengths)
    if data is None:
        data = rows.data.astype(np.int64, copy=False)
    if weights is None:
        sizes: Integers = np.bincount(labels, minlength=classes).astype(np.int64)
        if _peak(data) * max(len(data), 1) >= _LARGEST:
            data = data.astype(object)
    else:
        largest = _peak(weights)
        peak = _peak(data) * max(len(data), 1) * largest
        kind = np.int64 if peak < _LARGEST and largest * max(len(weights), 1) < _LARGEST else object
        sizes = np.zeros(classes, dtype=kind)
        np.add.at(sizes, labels, weights.astype(kind))
        data = data.astype(kind) * np.repeat(weights.astype(kind), lengths)
    shape = (rows.shape[1], classes)
    if data.dtype != object:
        cells: Integers = sparse.coo_matrix((data, (rows.indices, columns)), shape=shape).toarray()
    else:
        cells = np.zeros(shape, dtype=object)
        np.add.at(cells, (rows.indices, columns), data.astype(object))
    if scale != 1:
        sizes = sizes.astype(object) * scale
    return Tables(sizes, cells, denominator * scale)


def _check_size(features: int, classes: int) -> None:
    """Refuse a table that would take the memory of other programs: it has a cell for each pair."""
    if features * classes > _CELLS:
        told = f"{features:,} words or values × {classes:,} classes are more than {_CELLS:,} cells"
        most = _CELLS // classes
        raise InputError(f"{told}; a vocabulary of {most:,} words, or fewer classes, would do")


def one_hot(values: NDArray[np.int64], sizes: Sequence[int]) -> sparse.csr_matrix:
    """Return columns of categories 0, 1, 2, ... as columns of 0 and 1, one for each category.

    A category of -1 is none: the row does not show the column.

    >>> one_hot(np.array([[1, 0], [-1, 2]]), [2, 3]).toarray().tolist()
    [[0, 1, 1, 0, 0], [0, 0, 0, 0, 1]]
    """
    starts = np.cumsum([0, *sizes])
    there = values >= 0
    indices = (values + starts[:-1])[there]
    ends = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
    ones = np.ones(len(indices), dtype=np.int64)
    return sparse.csr_matrix((ones, indices, ends), (len(values), int(starts[-1])))


def whole_numbers(numbers: NDArray[Any]) -> tuple[Integers, int]:
    """Return integers or finite doubles as whole numbers over one scale: 1, or a power of 2.

    >>> whole_numbers(np.array([2.0, 3.0])), whole_numbers(np.array([0.5, 0.75]))
    ((array([2, 3]), 1), (array([2, 3], dtype=object), 4))
    """
    if numbers.dtype == np.int64:
        return numbers, 1
    if not numbers.size or ((numbers == np.rint(numbers)).all() and np.abs(numbers).max() < 2**53):
        return numbers.astype(np.int64), 1
    ratios = [number.as_integer_ratio() for number in numbers.tolist()]
    scale = max(below for _, below in ratios)
    return np.array([above * (scale // below) for above, below in ratios], dtype=object), scale


class Levels:
    """The different counts of a table V × K, and how often each class has them.

    `values` are those that occur, ascending, and `times` (one row for each) how often, class by class.
    """

    def __init__(self, cells: Integers) -> None:
        self._shape = cells.shape
        classes, flat = cells.shape[1], cells.ravel()
        self._at = np.flatnonzero(flat != 0)  # most are 0: few are looked at, the rest is filled
        counts = flat[self._at]
        # Counts are mostly small: a count is then its own place in the table of levels, and no sorting
        # is needed. The few large ones, or weights, are ranked.
        if counts.dtype != object and _peak(counts) <= 4 * counts.size + 100_000:
            size, known = _peak(counts) + 1, None
            ranks = counts
        else:
            known, inverse = np.unique(counts, return_inverse=True)
            size, ranks = len(known) + 1, inverse + 1
        self._places = ranks * classes + self._at % classes
        times = np.bincount(self._places, minlength=size * classes).reshape(size, classes)
        times[0] = cells.shape[0] - times.sum(axis=0)
        self._rows = np.flatnonzero(times.any(axis=1))
        self._size = size
        self.times: NDArray[np.int64] = times[self._rows]
        self.values = [int(row if known is None or not row else known[row - 1]) for row in self._rows]

    def filled(self, results: NDArray[Any]) -> NDArray[Any]:
        """Return the table with every count replaced by its result, one row of them for each value.

        >>> Levels(np.array([[0, 5], [5, 0]])).filled(np.array([[0.5, 0.25], [1.0, 2.0]])).tolist()
        [[0.5, 2.0], [1.0, 0.25]]
        """
        table = np.zeros((self._size, results.shape[1]), dtype=results.dtype)
        table[self._rows] = results
        found = np.empty(self._shape, dtype=results.dtype)
        found[:] = table[0]
        found.ravel()[self._at] = table.ravel().take(self._places)
        return found


def integer_weights(given: Sequence[Any] | NDArray[Any]) -> tuple[NDArray[Any], int]:
    """Return weights as whole numbers over one denominator; floats are the exact doubles they are.

    >>> from fractions import Fraction
    >>> integer_weights([0.5, 2, Fraction(1, 4)])
    (array([2, 8, 1]), 4)
    """
    at = Place.of("weights")
    exact = [at.read(exact_number, weight) for weight in given]
    if any(weight < 0 for weight in exact):
        raise InputError("a weight must not be negative", at=at)
    common = lcm(*(weight.denominator for weight in exact)) if exact else 1
    whole = [weight.numerator * (common // weight.denominator) for weight in exact]
    fits = max(whole, default=0) < _LARGEST
    return np.array(whole, dtype=np.int64 if fits else object), common


def _peak(numbers: NDArray[Any]) -> int:
    """Return the largest size of some whole numbers."""
    return max(abs(int(numbers.max())), abs(int(numbers.min()))) if numbers.size else 0
