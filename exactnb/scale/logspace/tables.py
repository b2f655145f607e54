"""Counts of features by class, exact, in the order that a matrix product wants.

How to read: `counted` makes `Tables` of rows and labels; `Levels` finds each logarithm once for all
cells with one count.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.record import frozen
from exactnb.errors import InputError, Place
from exactnb.scale.logspace.limbs import digits, whole_numbers
from exactnb.scale.logspace.rows import Places, as_sparse, product
from exactnb.scale.logspace.widening import exact_number, widened

_LARGEST = 2**62  # totals that are surely held by 64-bit integers
_CELLS = 2**28  # of a table: 2 GB
_AT_ONCE = 2**20  # places that are counted at once
Integers = NDArray[Any]
"""Whole numbers: 64 bits where they surely fit, Python's own where not."""


@frozen
class Tables:
    """Sufficient statistics of K classes over V features.

    `sizes` are the weights of the rows of each class, `cells` V × K how much of a feature its rows
    have; in 64 bits they are below 2^62, else Python's. With rational weights both are over one
    `denominator`. Tables of other rows are added with `+` and forgotten with `-`, exactly.
    """

    sizes: Integers
    cells: Integers
    denominator: int = 1

    def totals(self, part: slice) -> list[int]:
        """Return the sums of some features in each class."""
        cells = self.cells[part]
        fits = cells.dtype != object and _peak(cells) * max(len(cells), 1) < _LARGEST
        return [int(total) for total in cells.sum(axis=0, dtype=np.int64 if fits else object)]

    def widened(self, old: Sequence[int], new: Sequence[int]) -> Tables:
        """Return counts of categories with room for more of them in each column."""
        cells, at = [], 0
        for before, after in zip(old, new, strict=True):
            part = self.cells[at : at + before]
            cells += [part, np.zeros((after - before, part.shape[1]), dtype=part.dtype)]
            at += before
        return Tables(self.sizes, np.concatenate(cells), self.denominator)

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
        times, more = common // self.denominator, sign * (common // other.denominator)
        sizes = _combined(self.sizes, times, other.sizes, more)
        return Tables(sizes, _combined(self.cells, times, other.cells, more), common)


def _combined(one: Integers, times: int, other: Integers, more: int) -> Integers:
    """Return one·times + other·more."""
    if one.dtype == other.dtype == np.int64 and times == abs(more) == 1:
        found: Integers = one + other if more > 0 else one - other
        wrapped = more > 0 and found.min(initial=0) < 0  # a sum beyond 64 bits; differences are not
        if not wrapped and _peak(found) < _LARGEST:
            return found
    fits = max(_peak(one), 1) * times + max(_peak(other), 1) * abs(more) < _LARGEST
    kind = np.int64 if fits else object
    whole: Integers = one.astype(kind) * times + other.astype(kind) * more
    return whole


def counted(
    rows: Any,
    labels: NDArray[np.int64],
    classes: int,
    weights: NDArray[Any] | None = None,
    denominator: int = 1,
) -> Tables:
    """Return the counts of rows (n × V), sparse, dense or of ones in places, by the class of each row.

    The rows hold integers of 64 bits or doubles, not negative; `weights` are whole numbers over one
    `denominator`. The sums are exact: where 64 bits might not do, they are taken limb by limb.
    """
    check_size(rows.shape[1], classes)
    sizes = _sizes(labels, classes, weights)
    if weights is None and isinstance(rows, Places):
        return Tables(sizes, _of_places(rows, labels, classes))
    if weights is None and isinstance(rows, np.ndarray) and _are_small(rows):
        return Tables(sizes, _of_dense(rows, labels, classes))
    rows = as_sparse(rows)
    columns = np.repeat(labels.astype(rows.indices.dtype), np.diff(rows.indptr))
    cells = _Cells(rows.indices, columns, (rows.shape[1], classes))
    data = _as_integers(rows.data)
    whole = 1 if weights is None else weights
    peak = _peak(data) * max(len(data), 1) * _peak(np.asarray(whole)) if data.dtype != np.float64 else 0
    if data.dtype != np.float64 and peak < _LARGEST:
        if weights is not None:
            data = data * np.repeat(weights.astype(np.int64), np.diff(rows.indptr))
        return Tables(sizes, cells.sums(data), denominator)
    found, exponent = _in_limbs(cells, data, weights, np.diff(rows.indptr))
    if exponent < 0:
        sizes = sizes.astype(object) << -exponent
    return Tables(sizes, found, denominator << max(-exponent, 0))


def _of_places(rows: Places, labels: NDArray[np.int64], classes: int) -> Integers:
    """Return how often rows of a class have a one in a place."""
    found = np.zeros((rows.width + 1) * classes, dtype=np.int64)  # those that are not shown stand first
    step = max(_AT_ONCE // max(len(labels), 1), 1)
    for at in range(0, len(rows.columns), step):
        cells = (rows.columns[at : at + step] + 1) * classes + labels
        found += np.bincount(cells.ravel(), minlength=len(found))
    return found.reshape(-1, classes)[1:]


def _are_small(rows: NDArray[Any]) -> bool:
    """Say whether dense rows are whole, and doubles hold every sum of a column exactly."""
    largest = max(float(rows.max(initial=0)), -float(rows.min(initial=0)))
    return largest * len(rows) < 2**52 and bool((rows == np.rint(rows)).all())


def _of_dense(rows: NDArray[Any], labels: NDArray[np.int64], classes: int) -> Integers:
    """Return the sums by class of dense rows of small numbers."""
    members = np.zeros((len(rows), classes))
    members[np.arange(len(rows)), labels] = 1.0
    return product(rows.T, members).astype(np.int64)


@frozen
class _Cells:
    """The cells of a table that numbers are added up in, one for each number."""

    rows: NDArray[Any]
    columns: NDArray[Any]
    shape: tuple[int, int]

    def sums(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the table of sums, which 64 bits hold."""
        places = self.rows, self.columns
        found: NDArray[np.int64] = sparse.coo_matrix((numbers, places), shape=self.shape).toarray()
        return found


def _sizes(labels: NDArray[np.int64], classes: int, weights: NDArray[Any] | None) -> Integers:
    """Return the sums of weights by class, of ones if there are none."""
    if weights is None:
        return np.bincount(labels, minlength=classes).astype(np.int64)
    fits = _peak(weights) * max(len(weights), 1) < _LARGEST
    sizes = np.zeros(classes, dtype=np.int64 if fits else object)
    np.add.at(sizes, labels, weights.astype(sizes.dtype))
    return sizes


def _as_integers(data: NDArray[Any]) -> NDArray[Any]:
    """Return doubles as integers of 64 bits where all of them are such."""
    if data.dtype != np.float64 or not data.size:
        return data.astype(np.int64, copy=False)
    whole = data.max() < 2**53 and (data == np.rint(data)).all()
    return data.astype(np.int64) if whole else data


def _in_limbs(
    cells: _Cells, data: NDArray[Any], weights: NDArray[Any] | None, lengths: NDArray[Any]
) -> tuple[Integers, int]:
    """Return the table of sums as integers times 2^e, e ≤ 0, and e."""
    room = 62 - len(lengths).bit_length()  # a place stands once in a row
    ones = [np.ones(1, dtype=np.int64)]
    of_data = room if weights is None else room // 2
    if data.dtype != np.float64 and weights is not None:
        of_data = min(of_data, _peak(data).bit_length())
    numbers, exponent = digits(data, of_data)
    of_weight = room - of_data
    factors = ones if weights is None else digits(weights, of_weight)[0]
    tables = []
    for k, factor in enumerate(factors):
        of_rows = np.repeat(factor, lengths) if weights is not None else factor
        places = (i * of_data + k * of_weight for i in range(len(numbers)))
        tables += [(at, cells.sums(n * of_rows)) for at, n in zip(places, numbers, strict=True)]
    there = np.zeros(cells.shape, dtype=bool)
    twos = []
    for place, table in tables:
        there |= table != 0
        shared = int(np.bitwise_or.reduce(table, axis=None))
        twos.append(place + (shared & -shared).bit_length() - 1 if shared else -exponent)
    spare = min([*twos, -exponent]) if exponent < 0 else -exponent
    totals = np.zeros(int(there.sum()), dtype=object)
    for place, table in tables:
        part, shift = table[there], place - spare
        totals += part.astype(object) << shift if shift > 0 else (part >> -shift).astype(object)
    totals = _narrow(totals)
    found = np.zeros(cells.shape, dtype=totals.dtype)
    found[there] = totals
    return found, exponent + spare


def check_size(features: int, classes: int) -> None:
    """Refuse a table that would take the memory of other programs: it has a cell for each pair."""
    if features * classes > _CELLS:
        told = f"{features:,} words or values × {classes:,} classes are more than {_CELLS:,} cells"
        most = _CELLS // classes
        raise InputError(f"{told}; a vocabulary of {most:,} words, or fewer classes, would do")


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


def as_quotients(numbers: Integers, below: int) -> NDArray[np.float64]:
    """Return whole numbers over a denominator as doubles, each rounded once."""
    if below == 1:
        return numbers.astype(np.float64)
    found: NDArray[np.float64] = (numbers.astype(object) / below).astype(np.float64)
    return found


def integer_weights(given: Sequence[Any] | NDArray[Any]) -> tuple[NDArray[Any], int]:
    """Return weights as whole numbers over one denominator; floats are the exact doubles they are.

    >>> from fractions import Fraction
    >>> integer_weights([0.5, 2, Fraction(1, 4)])
    (array([2, 8, 1]), 4)
    """
    at = Place.of("weights")
    if isinstance(given, np.ndarray) and (
        given.dtype == np.int64 or (given.dtype.kind == "f" and given.dtype.itemsize <= 8)
    ):
        return at.read(_weights_of_array, widened(given))
    exact = [at.read(exact_number, weight) for weight in given]
    if any(weight < 0 for weight in exact):
        raise InputError("a weight must not be negative", at=at)
    common = lcm(*(weight.denominator for weight in exact)) if exact else 1
    whole = [weight.numerator * (common // weight.denominator) for weight in exact]
    return _narrow(np.array(whole, dtype=object)), common


def _weights_of_array(given: NDArray[Any]) -> tuple[Integers, int]:
    """Return weights that are integers of 64 bits or doubles, as `integer_weights` does."""
    if not np.isfinite(given).all():
        raise InputError(f"expected a finite number; got {given[~np.isfinite(given)][0]}")
    if (given < 0).any():
        raise InputError("a weight must not be negative")
    if given.dtype == np.int64:
        return given, 1
    whole, exponent = whole_numbers(given)
    if exponent > 0:
        whole = whole.astype(object) << exponent
    return _narrow(whole), 1 << max(-exponent, 0)


def _narrow(whole: Integers) -> Integers:
    """Return integers in 64 bits where they surely fit."""
    return whole.astype(np.int64) if _peak(whole) < _LARGEST else whole


def _peak(numbers: NDArray[Any]) -> int:
    """Return the largest size of some whole numbers."""
    return max(abs(int(numbers.max())), abs(int(numbers.min()))) if numbers.size else 0
