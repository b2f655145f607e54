"""Logarithms in fixed point, cut into limbs, whose products with rows of whole numbers are exact.

A limb is a table of 64-bit integers. Its product with a row is summed without any rounding, so that
all that is lost is the rounding of the logarithms themselves, and that can be as small as one likes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.arithmetic.enclosure import fixed_logs
from exactnb.core.record import frozen
from exactnb.scale.logspace.fine.double_double import Pair, plus, two_sum
from exactnb.scale.logspace.logs import Floats

Held = TypeVar("Held")
Integers = NDArray[np.int64]
Limbs: TypeAlias = Sequence[Integers]
"""Tables V × K, the one with the highest bits first."""

_ACCURACY = 76  # bits below the point to which a score is known: the rounding of a double is at 53
_MOST = 42  # bits of the sum of a row whose numbers stay whole
_STEP = 7  # capacities are rounded up to a multiple of it
_DIGIT = 20  # bits of a digit of numbers that are no small whole numbers
_DIGITS = 6  # more than enough for a double and others 2^60 times as large


@frozen
class Fixed:
    """How logarithms are cut: into `limbs` of `width` bits, `fraction` of all bits below the point."""

    width: int
    limbs: int
    fraction: int

    @classmethod
    def for_rows(cls, capacity: int, largest: int) -> Fixed:
        """Return limbs for logarithms up to that of `largest`, and rows that add up to < 2^capacity.

        No sum reaches 2^62, and a row's score is right to 2^-75. Few capacities are told apart, for
        which tables are kept.

        >>> Fixed.for_rows(13, 1000)
        Fixed(width=47, limbs=2, fraction=90)
        """
        capacity = max(-(-capacity // _STEP) * _STEP, 2 * _STEP)
        whole = (largest.bit_length() * 7 // 10 + 1).bit_length()  # ln 2 is less than 7/10
        width = 61 - capacity
        limbs = -(-(_ACCURACY + capacity + whole) // width)
        return cls(width, limbs, width * limbs - whole)

    def logs(self, numbers: Sequence[int]) -> Integers:
        """Return the limbs of ln n of positive integers, the first with the highest bits."""
        rest = np.array(fixed_logs(numbers, self.fraction), dtype=object)
        found = np.empty((self.limbs, len(numbers)), dtype=np.int64)
        for limb in reversed(range(1, self.limbs)):
            found[limb] = rest & ((1 << self.width) - 1)
            rest = rest >> self.width
        found[0] = rest
        return found

    def ratios(self, above: Sequence[int], below: Sequence[int]) -> Integers:
        """Return the limbs of ln(a/b) for every a (rows) and b (columns); they may be negative."""
        return self.logs(above)[:, :, None] - self.logs(below)[:, None, :]

    def quotients(self, above: Sequence[int], below: Sequence[int]) -> Integers:
        """Return the limbs of ln(a/b) for each a with the b in its place."""
        known = list(dict.fromkeys((*above, *below)))
        places = {number: place for place, number in enumerate(known)}
        logs = self.logs(known)
        a, b = ([places[number] for number in side] for side in (above, below))
        return logs[:, a] - logs[:, b]


class Kept:
    """Hold the tables of the last two ways of cutting; copies and pickles hold none."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Any] = {}

    def tables(self, fixed: Hashable, make: Callable[[], Held]) -> Held:
        """Return the tables of one way, made where they are not held."""
        found: Held | None = self._known.get(fixed)
        if found is None:
            found = make()
            for other in list(self._known)[:-1]:
                self._known.pop(other, None)
            self._known[fixed] = found
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return Kept, ()


@frozen
class Cut:
    """Rows of whole numbers, each row times a power of two; `sums` are those of the whole numbers.

    Exponents and sums are columns, n × 1.
    """

    rows: sparse.csr_matrix
    exponents: Integers
    sums: Floats

    @property
    def capacity(self) -> int:
        """Return the bits of the largest sum."""
        return int(self.sums.max(initial=1)).bit_length()


def cut(rows: sparse.csr_matrix) -> tuple[list[Cut], Floats]:
    """Return sparse rows as a sum of rows of whole numbers, and the most that numbers lose (n × 1).

    Small whole numbers stay as they are. Others have digits of 20 bits: large ones lose nothing,
    fractions what is 2^-120 of the largest of their row.
    """
    data = np.asarray(rows.data)
    none, zeros = np.zeros((rows.shape[0], 1)), np.zeros((rows.shape[0], 1), dtype=np.int64)
    if not np.issubdtype(data.dtype, np.integer):
        if (data != np.rint(data)).any() or data.max(initial=0) >= 2.0**62:
            return _digits_of_fractions(rows, data.astype(np.float64))
        data = data.astype(np.int64)
    if not data.size or int(data.max()) * int(np.diff(rows.indptr).max()) < 2**_MOST:
        return [_cut(rows, data, zeros)], none
    found, place = [], 0
    while data.any():
        found.append(_cut(rows, data & (2**_DIGIT - 1), zeros + place))
        data, place = data >> _DIGIT, place + _DIGIT
    return found, none


def _digits_of_fractions(rows: sparse.csr_matrix, data: Floats) -> tuple[list[Cut], Floats]:
    """Return rows of doubles in digits, from the largest number of each row downwards."""
    of_rows = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    tops = np.zeros(rows.shape[0])
    np.maximum.at(tops, of_rows, data)
    exponents = np.frexp(tops)[1].astype(np.int64)
    rest = np.ldexp(data, -exponents[of_rows])
    found: list[Cut] = []
    while rest.any() and len(found) < _DIGITS:
        shifted = np.ldexp(rest, _DIGIT)
        digits = np.floor(shifted)
        rest, exponents = shifted - digits, exponents - _DIGIT
        found.append(_cut(rows, digits, exponents[:, None]))
    lost = np.zeros(rows.shape[0])
    np.maximum.at(lost, of_rows, rest)
    return found, np.ldexp(lost, exponents)[:, None]


def _cut(rows: sparse.csr_matrix, data: NDArray[Any], exponents: Integers) -> Cut:
    """Return whole numbers in the places that rows store."""
    data = data.astype(np.int64, copy=False)
    found = sparse.csr_matrix((data, rows.indices, rows.indptr), rows.shape)
    if data.min(initial=1) == 1 == data.max(initial=1):
        sums = np.diff(rows.indptr)
    else:
        sums = found @ np.ones(rows.shape[1], dtype=np.int64)
    return Cut(found, exponents, sums.astype(np.float64)[:, None])


def product(cut: Cut, tables: Limbs, fixed: Fixed) -> tuple[Pair, Floats]:
    """Return the products of rows and the logarithms of some tables, one table for each limb.

    With them come the sizes of what was added up, on which the error depends: a few roundings, each
    of 2^-100 of them, and one unit of the last limb for each that the row adds up to.
    """
    zero = np.zeros((cut.rows.shape[0], tables[0].shape[1]))
    found, sizes = (zero, zero), zero
    for limb, table in enumerate(tables):
        sums = np.asarray(cut.rows @ table)
        places = cut.exponents + (fixed.width * (fixed.limbs - 1 - limb) - fixed.fraction)
        high = np.ldexp((sums >> 31).astype(np.float64), places + 31)
        high, low = two_sum(high, np.ldexp((sums & (2**31 - 1)).astype(np.float64), places))
        found, sizes = plus(found, (high, low)), sizes + np.abs(high)
    return found, sizes
