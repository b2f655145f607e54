"""Logarithms in fixed point, cut into limbs, whose products with rows of integers are exact.

A limb is a table of 64-bit integers. Its product with a row is summed without rounding, so the only
loss is the rounding of the logarithms themselves, which can be made as small as one likes.

How to read: `limb_products` multiplies; `PreciseScores`, of which `log_products` makes some, are class
scores of rows as double-doubles, each with a bound on its error.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.arithmetic.enclosure import fixed_point_logs
from exactnb.core.record import frozen
from exactnb.scale.logspace.correctly_rounded.double_double import ERROR, Pair, plus, two_sum
from exactnb.scale.logspace.decisions import TINY, add_optional
from exactnb.scale.logspace.rows import Floats

Table = TypeVar("Table")
Integers = NDArray[np.int64]
Limbs: TypeAlias = Sequence[Integers]
"""Tables V × K, the one with the highest bits first."""

_ACCURACY = 76  # bits of a score after the binary point: doubles are rounded at 53
_MOST = 42  # bits of the sum of a row up to which its integers are not cut
_STEP = 7  # capacities are rounded up to a multiple: tables are cached for each
_DIGIT = 20  # bits of a digit of fractions and of large integers
_DIGITS = 6  # more than enough for a double and others 2^60 times as large
_SLACK = 1 + 2.0**-40  # covers the rounding of the bounds themselves


@frozen
class FixedPoint:
    """A format of logarithms: `limbs` of `width` bits, `fraction` of the bits after the point."""

    width: int
    limbs: int
    fraction: int

    @classmethod
    def for_rows(cls, capacity: int, largest: int) -> FixedPoint:
        """Return the format for logarithms up to ln `largest` and rows with sums below 2^`capacity`.

        No sum of products reaches 2^62, and a row's score is right to 2^-75. Capacities are rounded up,
        so that few tables serve all rows.

        >>> FixedPoint.for_rows(13, 1000)
        FixedPoint(width=47, limbs=2, fraction=90)
        """
        capacity = max(-(-capacity // _STEP) * _STEP, 2 * _STEP)
        # Bits before the point of the largest logarithm, bounded without computing one.
        integer_bits = (largest.bit_length() * 7 // 10 + 1).bit_length()  # ln 2 is less than 7/10
        width = 61 - capacity
        limbs = -(-(_ACCURACY + capacity + integer_bits) // width)
        return cls(width, limbs, width * limbs - integer_bits)

    def logs(self, numbers: Sequence[int]) -> Integers:
        """Return the limbs of ln n for the positive integers `numbers`, the highest bits first."""
        # The lower limbs are cut off one by one; the highest keeps all bits that are left.
        rest = np.array(fixed_point_logs(numbers, self.fraction), dtype=object)
        limbs = np.empty((self.limbs, len(numbers)), dtype=np.int64)
        for limb in reversed(range(1, self.limbs)):
            limbs[limb] = rest & ((1 << self.width) - 1)
            rest = rest >> self.width
        limbs[0] = rest
        return limbs

    def log_ratio_table(self, numerators: Sequence[int], denominators: Sequence[int]) -> Integers:
        """Return the limbs of ln(a/b) for every a of `numerators` (rows) and b of `denominators`.

        Limbs may be negative.
        """
        return self.logs(numerators)[:, :, None] - self.logs(denominators)[:, None, :]

    def log_quotients(self, numerators: Sequence[int], denominators: Sequence[int]) -> Integers:
        """Return the limbs of ln(a/b) for each a of `numerators` with its b in `denominators`."""
        distinct = list(dict.fromkeys((*numerators, *denominators)))
        places = {number: place for place, number in enumerate(distinct)}
        logs = self.logs(distinct)
        a, b = ([places[number] for number in side] for side in (numerators, denominators))
        return logs[:, a] - logs[:, b]


class TableCache:
    """Cache the tables of the last two formats; copies and pickles start empty."""

    def __init__(self) -> None:
        self._entries: dict[Hashable, Any] = {}

    def get(self, key: Hashable, make: Callable[[], Table]) -> Table:
        """Return the tables of the format `key`, from `make` unless they are cached."""
        table: Table | None = self._entries.get(key)
        if table is None:
            table = make()
            # Rows of two lengths may come in turns: with one format, each would make its tables anew.
            for old_key in list(self._entries)[:-1]:
                self._entries.pop(old_key, None)
            self._entries[key] = table
        return table

    def __reduce__(self) -> tuple[Any, ...]:
        return TableCache, ()


@frozen
class ScaledRows:
    """Rows of integers, each row times 2^exponent; `sums` are the sums of the integers.

    `exponents` and `sums` are columns, n × 1.
    """

    rows: sparse.csr_matrix
    exponents: Integers
    sums: Floats

    @property
    def bits_of_largest_sum(self) -> int:
        """Return the bits of the largest sum."""
        return int(self.sums.max(initial=1)).bit_length()


def cut_rows(rows: sparse.csr_matrix) -> tuple[list[ScaledRows], Floats]:
    """Return sparse `rows` as a sum of rows of integers, and the most that a number loses (n × 1).

    Small integers stay as they are. Other numbers are cut into digits of 20 bits: integers lose
    nothing, fractions 2^-120 of the largest number of their row.
    """
    data = np.asarray(rows.data)
    no_loss, zeros = np.zeros((rows.shape[0], 1)), np.zeros((rows.shape[0], 1), dtype=np.int64)
    if not np.issubdtype(data.dtype, np.integer):
        if (data != np.rint(data)).any() or data.max(initial=0) >= 2.0**62:
            return _digits_of_fractions(rows, data.astype(np.float64))
        data = data.astype(np.int64)
    # Sums of few bits leave limbs of many: one product for a whole row, not one for each digit.
    if not data.size or int(data.max()) * int(np.diff(rows.indptr).max()) < 2**_MOST:
        return [_scaled_rows(rows, data, zeros)], no_loss
    digit_rows, place = [], 0
    while data.any():
        digit_rows.append(_scaled_rows(rows, data & (2**_DIGIT - 1), zeros + place))
        data, place = data >> _DIGIT, place + _DIGIT
    return digit_rows, no_loss


def _digits_of_fractions(rows: sparse.csr_matrix, data: Floats) -> tuple[list[ScaledRows], Floats]:
    """Return rows of doubles in digits, from the largest number of each row downwards."""
    row_index = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    # Digits are aligned with the largest number of each row, so what is cut off is a share of that.
    tops = np.zeros(rows.shape[0])
    np.maximum.at(tops, row_index, data)
    exponents = np.frexp(tops)[1].astype(np.int64)
    rest = np.ldexp(data, -exponents[row_index])
    digit_rows: list[ScaledRows] = []
    while rest.any() and len(digit_rows) < _DIGITS:
        shifted = np.ldexp(rest, _DIGIT)
        digits = np.floor(shifted)
        # `floor` and what it leaves are bits of one double: nothing is lost before the last digit.
        rest, exponents = shifted - digits, exponents - _DIGIT
        digit_rows.append(_scaled_rows(rows, digits, exponents[:, None]))
    lost = np.zeros(rows.shape[0])
    np.maximum.at(lost, row_index, rest)
    return digit_rows, np.ldexp(lost, exponents)[:, None]


def _scaled_rows(rows: sparse.csr_matrix, data: NDArray[Any], exponents: Integers) -> ScaledRows:
    """Return integers in the places of the numbers that rows store."""
    data = data.astype(np.int64, copy=False)
    whole_rows = sparse.csr_matrix((data, rows.indices, rows.indptr), rows.shape)
    # Of words that occur once each, the sum is how many there are.
    if data.min(initial=1) == 1 == data.max(initial=1):
        sums = np.diff(rows.indptr)
    else:
        sums = whole_rows @ np.ones(rows.shape[1], dtype=np.int64)
    return ScaledRows(whole_rows, exponents, sums.astype(np.float64)[:, None])


def limb_products(scaled_rows: ScaledRows, tables: Limbs, fixed: FixedPoint) -> tuple[Pair, Floats]:
    """Return the products of `scaled_rows` and logarithms, whose limbs in format `fixed` are `tables`.

    The second array has the sizes of the terms, on which the error depends: a few roundings, each of
    2^-100 of them, and one unit of the last limb for each unit of the row's sum.
    """
    zero = np.zeros((scaled_rows.rows.shape[0], tables[0].shape[1]))
    total, sizes = (zero, zero), zero
    for limb, table in enumerate(tables):
        sums = np.asarray(scaled_rows.rows @ table)
        places = scaled_rows.exponents + (fixed.width * (fixed.limbs - 1 - limb) - fixed.fraction)
        # A sum of 62 bits is no double: two halves of 31 bits are, and are added without loss.
        high = np.ldexp((sums >> 31).astype(np.float64), places + 31)
        high, low = two_sum(high, np.ldexp((sums & (2**31 - 1)).astype(np.float64), places))
        total, sizes = plus(total, (high, low)), sizes + np.abs(high)
    return total, sizes


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
            errors = first.errors + second.errors + 2 * ERROR * _largest_size_by_row(values[0])
        zeros = add_optional(first.zeros, second.zeros)
        undefined = add_optional(first.undefined, second.undefined)
        first = PreciseScores(values, errors * _SLACK + TINY, zeros, undefined)
    return first


def constant_scores(logs: Pair, row_count: int) -> PreciseScores:
    """Return `logs` (K), right to 2^-100 of their size, as the scores of each of `row_count` rows."""
    high, low = (np.broadcast_to(part, (row_count, len(part))) for part in logs)
    return PreciseScores((high, low), ERROR * _largest_size_by_row(high) + TINY)


def log_products(
    rows: sparse.csr_matrix, largest: int, tables: Callable[[FixedPoint], Limbs]
) -> PreciseScores:
    """Return the products of `rows` and a table of logarithms, which `tables` makes in fixed point.

    The logarithms are those of quotients of positive integers up to `largest`.
    """
    parts, lost = cut_rows(rows)
    part_scores = []
    for part in parts:
        fixed = FixedPoint.for_rows(part.bits_of_largest_sum, largest)
        with np.errstate(over="ignore", invalid="ignore"):
            values, sizes = limb_products(part, tables(fixed), fixed)
            rounded = np.ldexp(part.sums, part.exponents + (1 - fixed.fraction))
            errors = 4 * fixed.limbs * ERROR * _largest_size_by_row(sizes) + rounded
        part_scores.append(PreciseScores(values, errors * _SLACK + TINY))
    combined = add_precise_scores(part_scores)
    cut_loss = np.diff(rows.indptr)[:, None] * (lost * largest.bit_length())
    return PreciseScores(combined.values, combined.errors + cut_loss * _SLACK)


def _largest_size_by_row(sizes: Floats) -> Floats:
    """Return the largest size in each row, as a column."""
    largest: Floats = np.abs(sizes).max(axis=1, keepdims=True)
    return largest
