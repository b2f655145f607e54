"""Tables of sums of doubles as digits of 31 bits: added and pickled in whole arrays, without fractions.

Doubles are multiples of powers of 2, so their sums need no denominators but those. Python's integers
are made of the digits when one is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.lazy import once
from exactnb.scale.logspace.rational_tables import RationalTable, over_powers_of_2

BITS = 31
"""The bits of a digit, which has a sign: pickled, it takes four bytes."""

_HALF = 1 << (BITS - 1)

Digits = NDArray[np.int64]


class DigitTable(RationalTable):
    """Hold the numbers Σ digits[i]·2^(31·(places + i)), K × d.

    `digits` (L × K × d), the lowest first, are from -2^30 to 2^30 - 1; `places` (d) are where those of
    each column begin.

    >>> table = DigitTable.carried(np.array([[[3, 2**40]]]), np.array([0, -1]))
    >>> (table + table)[0]
    (Fraction(6, 1), Fraction(1024, 1))
    """

    def __init__(self, digits: Digits, places: Digits) -> None:
        self.digits, self.places = digits, places

    @classmethod
    def carried(cls, digits: Digits, places: Digits) -> DigitTable:
        """Return the table of `digits` below 2^60 in size, at least one of each number."""
        digits = _padded(digits, len(digits) + 1)  # of such a number one more is carried out
        carry: Any = 0
        for number in digits:
            number += carry
            carry = (number + _HALF) >> BITS
            number -= carry << BITS
        used = len(digits)
        while used > 1 and not digits[used - 1].any():
            used -= 1
        return cls(digits[:used], places)

    @classmethod
    def joined(cls, parts: Sequence[tuple[Digits, Digits]]) -> DigitTable:
        """Return the table with the columns of all `parts`, digits and places, one after the other."""
        length = max(len(digits) for digits, _ in parts)
        digits = np.concatenate([_padded(digits, length) for digits, _ in parts], axis=2)
        return cls.carried(digits, np.concatenate([places for _, places in parts]))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.digits.astype(np.int32), self.places.astype(np.int32))

    @property
    def shape(self) -> tuple[int, int]:
        _, rows, columns = self.digits.shape
        return rows, columns

    def __len__(self) -> int:
        return self.shape[0]

    @once
    def _integers(self) -> RationalTable:
        """Return the table as Python's integers over powers of 2."""
        # Two digits fit 64 bits, so that half as many integers of Python are made.
        even = _padded(self.digits, len(self.digits) + len(self.digits) % 2)
        *lower, numbers = ((even[1::2] << BITS) + even[::2]).astype(object)
        for digits in reversed(lower):
            numbers = (numbers << 2 * BITS) + digits
        return over_powers_of_2(numbers, (BITS * self.places).astype(object), 1)

    @once
    def numerators(self) -> NDArray[Any]:
        """Return the numerators, Python's integers."""
        return self._integers.numerators

    @once
    def denominators(self) -> NDArray[Any]:
        """Return a power of 2 for each column."""
        return self._integers.denominators

    def _with(self, other: RationalTable, sign: int) -> RationalTable:
        if not isinstance(other, DigitTable):
            return super()._with(other, sign)
        places = np.minimum(self.places, other.places)
        mine, theirs = self._from(places), other._from(places)
        length = max(len(mine), len(theirs))
        mine, theirs = _padded(mine, length), _padded(theirs, length)
        return DigitTable.carried(mine + theirs if sign > 0 else mine - theirs, places)

    def _from(self, places: Digits) -> Digits:
        """Return the digits from other `places` on, which are not above those of the table."""
        (least, *more), length = np.unique(self.places - places).tolist() or [0], len(self.digits)
        if not least and not more:
            return self.digits
        moved = np.zeros((length + max(least, *more, 0), *self.shape), dtype=np.int64)
        for step in (least, *more):  # most tables have one, and slices are copied faster than choices
            chosen = self.places - places == step if more else slice(None)
            moved[step : step + length, :, chosen] = self.digits[:, :, chosen]
        return moved

    def columns(self, chosen: slice | Sequence[int]) -> DigitTable:
        return DigitTable(self.digits[:, :, chosen], self.places[chosen])

    def total(self) -> DigitTable:
        return DigitTable.carried(self.digits.sum(axis=1, keepdims=True), self.places)


def _padded(digits: Digits, length: int) -> Digits:
    """Return so many digits, the last of them 0."""
    more = np.zeros((length - len(digits), *digits.shape[1:]), dtype=np.int64)
    return np.concatenate([digits, more]) if len(more) else digits


def _restored(digits: NDArray[np.int32], places: NDArray[np.int32]) -> DigitTable:
    return DigitTable(digits.astype(np.int64), places.astype(np.int64))
