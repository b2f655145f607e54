"""Exact counts of features by class, in the order that a matrix product wants.

How to read: `count_rows` makes `Tables` of rows and labels; `Levels` lets a caller take each logarithm
once for all cells with the same count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial, reduce
from itertools import product
from math import lcm
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.record import frozen
from exactnb.errors import InputError, Place
from exactnb.scale.logspace.limbs import as_scaled_integers, digits_and_exponent
from exactnb.scale.logspace.rows import Places, as_sparse, require_counts
from exactnb.scale.logspace.widening import exact_number, widened

_LARGEST = 2**62  # totals up to this surely fit 64-bit integers
_CELLS = 2**28  # largest table: 2 GB
_AT_ONCE = 2**20  # indices counted per pass
_COPIED = 2**18  # cells of dense rows copied per pass
_PIECE = 2**15  # cells of dense rows per matrix product: they fit the processor's cache
_LEAST_ROWS = 16  # per matrix product: adding up the tables is then little of the work
Integers = NDArray[Any]
"""Integers: 64 bits where they surely fit, Python's own where not."""


@frozen
class Tables:
    """Sufficient statistics of K classes over V features.

    `sizes` are the total weights of the rows of each class, `cells` (V × K) the weighted counts of each
    feature; below 2^62 they have 64 bits, else they are Python's integers. With rational weights both
    are over one `denominator`. Tables of further rows are added with `+`, and subtracted with `-`.
    """

    sizes: Integers
    cells: Integers
    denominator: int = 1

    def totals(self, part: slice) -> list[int]:
        """Return the sum over the features in `part`, a slice, for each class."""
        cells = self.cells[part]
        fits = cells.dtype != object and _largest_size(cells) * max(len(cells), 1) < _LARGEST
        return [int(total) for total in cells.sum(axis=0, dtype=np.int64 if fits else object)]

    def with_categories(self, old: Sequence[int], new: Sequence[int]) -> Tables:
        """Return counts of categories with zeros for new ones.

        `old` and `new` are the numbers of categories of each column, before and after.
        """
        cells, start = [], 0
        for old_size, new_size in zip(old, new, strict=True):
            part = self.cells[start : start + old_size]
            cells += [part, np.zeros((new_size - old_size, part.shape[1]), dtype=part.dtype)]
            start += old_size
        return Tables(self.sizes, np.concatenate(cells), self.denominator)

    def __add__(self, other: Tables) -> Tables:
        return self._sum_or_difference(other, 1)

    def __sub__(self, other: Tables) -> Tables:
        difference = self._sum_or_difference(other, -1)
        if (difference.sizes < 0).any() or (difference.cells < 0).any():
            raise InputError("more is to be forgotten than was counted")
        return difference

    def _sum_or_difference(self, other: Tables, sign: int) -> Tables:
        """Return the sum or difference of two tables over their common denominator."""
        if self.cells.shape != other.cells.shape:
            raise InputError(f"tables of shape {self.cells.shape} and {other.cells.shape}")
        common = lcm(self.denominator, other.denominator)
        factor, other_factor = common // self.denominator, sign * (common // other.denominator)
        sizes = _linear_combination(self.sizes, factor, other.sizes, other_factor)
        return Tables(sizes, _linear_combination(self.cells, factor, other.cells, other_factor), common)


def _linear_combination(
    first: Integers, first_factor: int, second: Integers, second_factor: int
) -> Integers:
    """Return `first`·`first_factor` + `second`·`second_factor`."""
    if first.dtype == second.dtype == np.int64 and first_factor == abs(second_factor) == 1:
        total: Integers = first + second if second_factor > 0 else first - second
        # A sum beyond 64 bits has wrapped around to a negative number; differences cannot.
        wrapped = second_factor > 0 and total.min(initial=0) < 0
        if not wrapped and _largest_size(total) < _LARGEST:
            return total
    fits = (
        max(_largest_size(first), 1) * first_factor + max(_largest_size(second), 1) * abs(second_factor)
        < _LARGEST
    )
    kind = np.int64 if fits else object
    scaled_total: Integers = first.astype(kind) * first_factor + second.astype(kind) * second_factor
    return scaled_total


def count_rows(
    rows: Any,
    labels: NDArray[np.int64],
    classes: int,
    weights: NDArray[Any] | None = None,
    denominator: int = 1,
) -> Tables:
    """Return the counts of `rows` (n × V), sparse, dense or `Places`, by class.

    The rows hold 64-bit integers or doubles, none negative. `labels` are the indices of their classes,
    of which there are `classes`; `weights` are integers over one `denominator`. The sums are exact:
    where 64 bits might not suffice, they are taken limb by limb.
    """
    check_size(rows.shape[1], classes)
    sizes = _class_weights(labels, classes, weights)
    if weights is None and isinstance(rows, Places):
        return Tables(sizes, _count_places(rows, labels, classes))
    if isinstance(rows, np.ndarray):
        if (counted := _count_dense(rows, labels, classes, weights)) is not None:
            return Tables(sizes, counted, denominator)
        # Sparse copies take more memory than the rows: they are made of one piece after the other.
        step = max(_COPIED // max(rows.shape[1], 1), classes)
        if step < len(rows):
            counts = (
                count_rows(
                    rows[start : start + step],
                    labels[start : start + step],
                    classes,
                    None if weights is None else weights[start : start + step],
                    denominator,
                )
                for start in range(0, len(rows), step)
            )
            return reduce(Tables.__add__, counts)
    rows = as_sparse(rows)
    # With indices of one type SciPy makes no copies of them.
    columns = np.repeat(labels.astype(rows.indices.dtype), np.diff(rows.indptr))
    shape = rows.shape[1], classes
    cell_sums = partial(_cell_sums, (rows.indices, columns), shape)
    data = _as_integers_if_whole(rows.data)
    factors = 1 if weights is None else weights
    peak = (
        _largest_size(data) * max(len(data), 1) * _largest_size(np.asarray(factors))
        if data.dtype != np.float64
        else 0
    )
    if data.dtype != np.float64 and peak < _LARGEST:
        if weights is not None:
            data = data * np.repeat(weights.astype(np.int64), np.diff(rows.indptr))
        return Tables(sizes, cell_sums(data), denominator)
    cells, exponent = _sum_in_limbs(cell_sums, shape, data, weights, np.diff(rows.indptr))
    if exponent < 0:
        sizes = sizes.astype(object) << -exponent
    return Tables(sizes, cells, denominator << max(-exponent, 0))


def _cell_sums(
    places: tuple[Any, Any], shape: tuple[int, int], numbers: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the table of sums of `numbers`, which 64 bits must hold, by their rows and columns."""
    return np.asarray(sparse.coo_matrix((numbers, places), shape).toarray())


def _count_places(rows: Places, labels: NDArray[np.int64], classes: int) -> Integers:
    """Return the number of ones by column and class."""
    counts = np.zeros((rows.width + 1) * classes, dtype=np.int64)  # the index -1 counts first
    step = max(_AT_ONCE // max(len(labels), 1), 1)
    for start in range(0, len(rows.columns), step):
        cells = (rows.columns[start : start + step] + 1) * classes + labels
        counts += np.bincount(cells.ravel(), minlength=len(counts))
    return counts.reshape(-1, classes)[1:]


def _count_dense(
    rows: NDArray[Any], labels: NDArray[np.int64], classes: int, weights: NDArray[Any] | None
) -> Integers | None:
    """Return the sums of dense integers by column and class; None where doubles may not hold them."""
    heaviest = max(len(rows), 1) * (1 if weights is None else _largest_size(weights))
    # Sums that stay below 2^53 are exact in doubles, whose products BLAS takes.
    if heaviest >= 2**52:
        return None
    sums = np.zeros((rows.shape[1], classes))
    step = max(_PIECE // max(rows.shape[1], 1), _LEAST_ROWS)
    for start in range(0, len(rows), step):
        piece = rows[start : start + step]
        require_counts(piece)
        # What cannot be compared (NaN) is not small either. Of integers `rint` would copy the piece.
        is_small = float(piece.max(initial=0)) * heaviest < 2**52
        if not is_small or not (piece.dtype.kind in "biu" or (piece == np.rint(piece)).all()):
            return None
        members = np.zeros((len(piece), classes))
        factors = 1.0 if weights is None else weights[start : start + step]
        members[np.arange(len(piece)), labels[start : start + step]] = factors
        sums += piece.astype(np.float64, copy=False).T @ members
    return sums.astype(np.int64)


def _class_weights(labels: NDArray[np.int64], classes: int, weights: NDArray[Any] | None) -> Integers:
    """Return the sums of weights by class, or numbers of rows if there are no weights."""
    if weights is None:
        return np.bincount(labels, minlength=classes).astype(np.int64)
    fits = _largest_size(weights) * max(len(weights), 1) < _LARGEST
    sizes = np.zeros(classes, dtype=np.int64 if fits else object)
    np.add.at(sizes, labels, weights.astype(sizes.dtype))
    return sizes


def _as_integers_if_whole(data: NDArray[Any]) -> NDArray[Any]:
    """Return doubles as 64-bit integers if all of them are integers."""
    if data.dtype != np.float64 or not data.size:
        return data.astype(np.int64, copy=False)
    integral = data.max() < 2**53 and (data == np.rint(data)).all()
    return data.astype(np.int64) if integral else data


def _sum_in_limbs(
    cell_sums: Callable[[NDArray[np.int64]], NDArray[np.int64]],
    shape: tuple[int, int],
    data: NDArray[Any],
    weights: NDArray[Any] | None,
    lengths: NDArray[Any],
) -> tuple[Integers, int]:
    """Return the table of sums as integers times 2^e, e ≤ 0, and e; `cell_sums` sums 64 bits."""
    # Digits of so many bits, summed over all rows, stay below 2^62.
    room = 62 - len(lengths).bit_length()  # a place stands once in a row
    if weights is not None:  # so do four products of digits with half of the bits, of one place
        room = room // 2 * 2 - 2
    ones = [np.ones(1, dtype=np.int64)]
    data_bits = room if weights is None else room // 2
    if data.dtype != np.float64 and weights is not None:
        data_bits = min(data_bits, _largest_size(data).bit_length())
    numbers, exponent = digits_and_exponent(data, data_bits)
    weight_bits = room - data_bits
    factors = ones if weights is None else digits_and_exponent(weights, weight_bits)[0]
    row_factors = factors if weights is None else [np.repeat(factor, lengths) for factor in factors]
    # Products of one place are added before they are summed: each table costs far more than a sum.
    pairs: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for k, i in product(range(len(factors)), range(len(numbers))):
        pairs[i * data_bits + k * weight_bits, k // 4].append((i, k))
    tables = [
        (place, cell_sums(reduce(add, (numbers[i] * row_factors[k] for i, k in places))))
        for (place, _), places in pairs.items()
    ]
    # Powers of 2 that divide all sums are taken out: few sums then need more than 64 bits.
    nonzero = np.zeros(shape, dtype=bool)
    twos = []
    for place, table in tables:
        nonzero |= table != 0
        shared = int(np.bitwise_or.reduce(table, axis=None))
        twos.append(place + (shared & -shared).bit_length() - 1 if shared else -exponent)
    spare = min([*twos, -exponent]) if exponent < 0 else -exponent
    totals = np.zeros(int(nonzero.sum()), dtype=object)
    for place, table in tables:
        part, shift = table[nonzero], place - spare
        totals += part.astype(object) << shift if shift > 0 else (part >> -shift).astype(object)
    totals = _in_64_bits_if_small(totals)
    cells = np.zeros(nonzero.shape, dtype=totals.dtype)
    cells[nonzero] = totals
    return cells, exponent + spare


def check_size(features: int, classes: int) -> None:
    """Refuse a table of `features` × `classes` cells that would take too much memory."""
    if features * classes > _CELLS:
        message = f"{features:,} words or values × {classes:,} classes are more than {_CELLS:,} cells"
        room = _CELLS // classes
        raise InputError(f"{message}; a vocabulary of {room:,} words, or fewer classes, would do")


class Levels:
    """The distinct counts of a table V × K, and the frequency of each in every class.

    `values` are the counts, ascending; `times` has a row of frequencies for each of them.
    """

    def __init__(self, cells: Integers) -> None:
        self._shape = cells.shape
        classes, flat = cells.shape[1], cells.ravel()
        self._nonzero = np.flatnonzero(flat != 0)  # most cells are 0 and need no look
        counts = flat[self._nonzero]
        # Counts are mostly small: each is then its own index in the table of levels, and no sorting is
        # needed. Large ones, or weights, are ranked.
        if counts.dtype != object and _largest_size(counts) * classes <= 4 * counts.size:
            size, distinct = _largest_size(counts) + 1, None
            ranks = counts
        else:
            distinct, inverse = np.unique(counts, return_inverse=True)
            size, ranks = len(distinct) + 1, inverse + 1
        self._places = ranks * classes + self._nonzero % classes
        times = np.bincount(self._places, minlength=size * classes).reshape(size, classes)
        times[0] = cells.shape[0] - times.sum(axis=0)
        self._rows = np.flatnonzero(times.any(axis=1))
        self._size = size
        self.times: NDArray[np.int64] = times[self._rows]
        self.values = [
            int(row if distinct is None or not row else distinct[row - 1]) for row in self._rows
        ]

    def entries_by_level(self, results: NDArray[Any]) -> NDArray[Any]:
        """Return the table V × K with every count replaced by its entry in `results`.

        `results` has a row for each of `values` and a column for each class.

        >>> levels = Levels(np.array([[0, 5], [5, 0]]))
        >>> levels.entries_by_level(np.array([[0.5, 0.25], [1.0, 2.0]])).tolist()
        [[0.5, 2.0], [1.0, 0.25]]
        """
        table = np.zeros((self._size, results.shape[1]), dtype=results.dtype)
        table[self._rows] = results
        filled_table = np.empty(self._shape, dtype=results.dtype)
        filled_table[:] = table[0]
        filled_table.ravel()[self._nonzero] = table.ravel().take(self._places)
        return filled_table


def as_quotients(numbers: Integers, denominator: int) -> NDArray[np.float64]:
    """Return `numbers` over a `denominator` as doubles, each rounded once."""
    if denominator == 1:
        return numbers.astype(np.float64)
    quotients: NDArray[np.float64] = (numbers.astype(object) / denominator).astype(np.float64)
    return quotients


def integer_weights(weights: Sequence[Any] | NDArray[Any]) -> tuple[NDArray[Any], int]:
    """Return `weights`, floats as doubles, as integers over one denominator; InputError below 0.

    >>> from fractions import Fraction
    >>> integer_weights([0.5, 2, Fraction(1, 4)])
    (array([2, 8, 1]), 4)
    """
    place = Place.of("weights")
    if isinstance(weights, np.ndarray) and (
        weights.dtype == np.int64 or (weights.dtype.kind == "f" and weights.dtype.itemsize <= 8)
    ):
        return place.read(_weights_of_array, widened(weights))
    exact = [place.read(exact_number, weight) for weight in weights]
    if any(weight < 0 for weight in exact):
        raise InputError("a weight must not be negative", at=place)
    common = lcm(*(weight.denominator for weight in exact)) if exact else 1
    numerators = [weight.numerator * (common // weight.denominator) for weight in exact]
    return _in_64_bits_if_small(np.array(numerators, dtype=object)), common


def _weights_of_array(weights: NDArray[Any]) -> tuple[Integers, int]:
    """Return weights that are 64-bit integers or doubles, as `integer_weights` does."""
    if not np.isfinite(weights).all():
        raise InputError(f"expected a finite number; got {weights[~np.isfinite(weights)][0]}")
    if (weights < 0).any():
        raise InputError("a weight must not be negative")
    if weights.dtype == np.int64:
        return weights, 1
    numerators, exponent = as_scaled_integers(weights)
    if exponent > 0:
        numerators = numerators.astype(object) << exponent
    return _in_64_bits_if_small(numerators), 1 << max(-exponent, 0)


def _in_64_bits_if_small(integers: Integers) -> Integers:
    """Return integers as 64-bit integers where they surely fit."""
    return integers.astype(np.int64) if _largest_size(integers) < _LARGEST else integers


def _largest_size(numbers: NDArray[Any]) -> int:
    """Return the largest absolute value of some integers."""
    return max(abs(int(numbers.max())), abs(int(numbers.min()))) if numbers.size else 0
