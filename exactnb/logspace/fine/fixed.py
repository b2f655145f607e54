"""Logarithms in fixed point, cut into limbs, whose products with rows of whole numbers are exact.

A limb is a table of 64-bit integers. Its product with a row is summed without any rounding, so that
all that is lost is the rounding of the logarithms themselves, and that can be as small as one likes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.arithmetic.enclosure import fixed_logs
from exactnb.logspace.fine.double_double import Pair, plus, two_sum
from exactnb.logspace.logs import Floats

__all__ = ["ACCURACY", "Cut", "Fixed", "cut", "product"]

Integers = NDArray[np.int64]

ACCURACY = 76
"""Bits to which the score of a row is known below the point: the rounding of a double is at 53."""

_MOST = 42  # bits of the sum of a row whose numbers stay whole
_STEP = 7
_DIGIT = 20  # bits of a digit of numbers that are no small whole numbers
_DIGITS = 6  # more than enough for a double and others 2^60 times as large


@dataclass(frozen=True)
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
        Fixed(width=47, limbs=2, fraction=91)
        """
        capacity = max(-(-capacity // _STEP) * _STEP, 2 * _STEP)
        whole = (largest.bit_length() * 7 // 10 + 1).bit_length()  # ln 2 is less than 7/10
        width = 61 - capacity
        limbs = -(-(ACCURACY + capacity + whole) // width)
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
        found: Integers = self.logs(above)[:, :, None] - self.logs(below)[:, None, :]
        return found

    def quotients(self, above: Sequence[int], below: Sequence[int]) -> Integers:
        """Return the limbs of ln(a/b) for each a with the b in its place."""
        known = list(dict.fromkeys((*above, *below)))
        places = {number: place for place, number in enumerate(known)}
        logs = self.logs(known)
        a, b = ([places[number] for number in side] for side in (above, below))
        found: Integers = logs[:, a] - logs[:, b]
        return found


@dataclass(frozen=True)
class Cut:
    """Rows of whole numbers, each times 2^-`scale`, of which every row adds up to < 2^`capacity`."""

    rows: sparse.csr_matrix
    scale: int
    capacity: int


def cut(rows: sparse.csr_matrix) -> tuple[list[Cut], float]:
    """Return sparse rows as a sum of rows of whole numbers, and the most that a number has lost.

    Small whole numbers stay as they are. Others have digits of 20 bits: large ones lose nothing,
    fractions what is 2^-120 of the largest.
    """
    data = np.asarray(rows.data)
    if not np.issubdtype(data.dtype, np.integer):
        if (data != np.rint(data)).any() or data.max(initial=0) >= 2.0**62:
            return _digits_of_fractions(rows, data.astype(np.float64))
        data = data.astype(np.int64)
    if not data.size or int(data.max()) * int(np.diff(rows.indptr).max()) < 2**_MOST:
        return [_cut(rows, data, 0)], 0.0
    found, scale = [], 0
    while data.any():
        found.append(_cut(rows, data & (2**_DIGIT - 1), -scale))
        data, scale = data >> _DIGIT, scale + _DIGIT
    return found, 0.0


def _digits_of_fractions(rows: sparse.csr_matrix, rest: Floats) -> tuple[list[Cut], float]:
    top = int(np.frexp(rest.max())[1])
    found = []
    for place in range(1, _DIGITS + 1):
        scale = _DIGIT * place - top
        digits = np.floor(np.ldexp(rest, scale))
        rest = rest - np.ldexp(digits, -scale)
        found.append(_cut(rows, digits.astype(np.int64), scale))
        if not rest.any():
            return found, 0.0
    return found, float(rest.max())


def _cut(rows: sparse.csr_matrix, data: NDArray[Any], scale: int) -> Cut:
    data = data.astype(np.int64, copy=False)
    found = sparse.csr_matrix((data, rows.indices, rows.indptr), rows.shape)
    if not data.size:
        return Cut(found, scale, 1)
    longest = int(np.diff(rows.indptr).max())
    most = longest if data.max() <= 1 else int((found @ np.ones(rows.shape[1], dtype=np.int64)).max())
    return Cut(found, scale, max(most.bit_length(), 1))


def product(cut: Cut, tables: Sequence[Integers], fixed: Fixed) -> tuple[Pair, Floats]:
    """Return the products of rows and the logarithms of some tables, one table for each limb.

    With them come the sizes of what was added up, on which the error depends: a few roundings, each
    of 2^-100 of them, and 2^capacity units of the last limb.
    """
    zero = np.zeros((cut.rows.shape[0], tables[0].shape[1]))
    found, sizes = (zero, zero), zero
    for limb, table in enumerate(tables):
        sums = np.asarray(cut.rows @ table)
        unit = 2.0 ** (fixed.width * (fixed.limbs - 1 - limb) - fixed.fraction - cut.scale)
        high, low = (sums >> 31).astype(np.float64) * 2.0**31, (sums & (2**31 - 1)).astype(np.float64)
        high, low = two_sum(high * unit, low * unit)
        found, sizes = plus(found, (high, low)), sizes + np.abs(high)
    return found, sizes
