"""Tables of sums of doubles as digits of 31 bits: added and pickled in whole arrays, without fractions.

Doubles are multiples of powers of 2, so their sums need no denominators but those; means and variances
have a divisor for each class besides. Python's integers are made of the digits when one is asked for.

How to read: `carried` makes digits short again after arithmetic on them; `scaled_pairs` are the numbers
as doubles. What 64 bits or doubles might not hold is left to `RationalTable`, with the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.lazy import once
from exactnb.scale.logspace.correctly_rounded.double_double import ordered, plus, times
from exactnb.scale.logspace.rational_tables import (
    LEAST,
    RationalTable,
    ScaledPairs,
    over_powers_of_2,
    pair_of_doubles,
    scaled_pair,
)

BITS = 31
"""The bits of a digit, which has a sign: pickled, it takes four bytes."""

_HALF = 1 << (BITS - 1)
_LARGEST = 2**29  # digits times a smaller factor stay below 2^59
_SQUARED = 7  # digits of a number whose square 64 bits hold place by place
_FAR = 800  # exponents of columns, and bits of a number, up to which doubles neither end nor vanish
_MUCH = 300  # bits that an added number may be above the digits: beside more, these vanish

Digits = NDArray[np.int64]


class DigitTable(RationalTable):
    """Hold the numbers Σ digits[i]·2^(31·(places + i)), each row over a divisor, plus a number; K × d.

    `digits` (L × K × d), the lowest first, are from -2^30 to 2^30 - 1; `places` (d) are where those of
    each column begin; `divisors` (K) are positive, and `added` is one number for all.

    >>> table = DigitTable.carried(np.array([[[3, 2**40]]]), np.array([0, -1]))
    >>> (table + table)[0], table.times(Fraction(1, 3)).plus(Fraction(1))[0]
    ((Fraction(6, 1), Fraction(1024, 1)), (Fraction(2, 1), Fraction(515, 3)))
    """

    def __init__(
        self,
        digits: Digits,
        places: Digits,
        divisors: Sequence[int] = (),
        added: Fraction = Fraction(0),
    ) -> None:
        self.digits, self.places = digits, places
        self._divisors, self._added = divisors or (1,) * digits.shape[1], added

    @classmethod
    def carried(cls, digits: Digits, places: Digits, divisors: Sequence[int] = ()) -> DigitTable:
        """Return the table of `digits`, at least one of each number.

        The highest are below 2^61 in size, the others below 15·2^59.
        """
        digits = _padded(digits, len(digits) + 1)  # of such a number one more is carried out
        carry: Any = 0
        for number in digits:
            number += carry
            carry = (number + _HALF) >> BITS
            number -= carry << BITS
        used = len(digits)
        while used > 1 and not digits[used - 1].any():
            used -= 1
        return cls(digits[:used], places, divisors)

    @classmethod
    def joined(cls, parts: Sequence[tuple[Digits, Digits]]) -> DigitTable:
        """Return the table with the columns of all `parts`, digits and places, one after the other."""
        length = max(len(digits) for digits, _ in parts)
        digits = np.concatenate([_padded(digits, length) for digits, _ in parts], axis=2)
        return cls.carried(digits, np.concatenate([places for _, places in parts]))

    @property
    def _is_plain(self) -> bool:
        """Say whether the numbers are those of the digits."""
        return not self._added and max(self._divisors, default=1) == 1

    def __reduce__(self) -> tuple[Any, ...]:
        if not self._is_plain:
            return super().__reduce__()
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
        table = over_powers_of_2(numbers, (BITS * self.places).astype(object), 1)
        if self._is_plain:
            return table
        divisors = np.array(self._divisors, dtype=object)[:, None]
        return RationalTable(table.numerators, table.denominators * divisors).plus(self._added)

    @once
    def numerators(self) -> NDArray[Any]:
        """Return the numerators, Python's integers."""
        return self._integers.numerators

    @once
    def denominators(self) -> NDArray[Any]:
        """Return a power of 2 for each column, or one times a divisor for each number."""
        return self._integers.denominators

    def _with(self, other: RationalTable, sign: int) -> RationalTable:
        if not (isinstance(other, DigitTable) and self._is_plain and other._is_plain):
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

    def times(self, factors: Sequence[Fraction] | Fraction) -> RationalTable:
        listed = [factors] * len(self) if isinstance(factors, Fraction) else factors
        above, below = zip(*(factor.as_integer_ratio() for factor in listed), strict=True)
        if max(above, default=0) >= _LARGEST or not self._is_plain:
            return super().times(factors)
        return DigitTable.carried(self.digits * np.array(above)[:, None], self.places, below)

    def minus_squares(self, factors: Sequence[int], other: DigitTable) -> DigitTable | None:
        """Return f·x − y² for numbers x of the table and y of `other`, with one of `factors` f a row.

        None for factors or numbers y that are too long for 64 bits.
        """
        length = len(other.digits)
        if max(factors) >= _LARGEST or length > _SQUARED:
            return None
        squares = np.zeros((2 * length - 1, *other.shape), dtype=np.int64)
        for place, number in enumerate(other.digits):  # at most 7 products below 2^60 meet in a place
            squares[2 * place] += number * number
            squares[2 * place + 1 : place + length] += 2 * number * other.digits[place + 1 :]
        scaled = DigitTable(self.digits * np.array(factors)[:, None], self.places)
        difference = scaled - DigitTable(squares, 2 * other.places)
        assert isinstance(difference, DigitTable)
        return difference

    def columns(self, chosen: slice | Sequence[int]) -> DigitTable:
        digits = self.digits[:, :, chosen]
        return DigitTable(digits, self.places[chosen], self._divisors, self._added)

    def total(self) -> RationalTable:
        if not self._is_plain:
            return super().total()
        return DigitTable.carried(self.digits.sum(axis=1, keepdims=True), self.places)

    def plus(self, number: Fraction) -> DigitTable:
        return DigitTable(self.digits, self.places, self._divisors, self._added + number)

    def less(self, numbers: NDArray[np.float64]) -> RationalTable:
        # The numbers are cut into digits, the highest first, and go into all rows, as often as the
        # divisor says. What has more digits than the table, or higher ones, is for long integers.
        rest = np.ldexp(numbers, -self._exponents)
        short = max(self._divisors) < _LARGEST and (np.abs(rest) <= _HALF).all()
        if self._is_far or self._added or not short:
            return super().less(numbers)
        factors, differences = np.array(self._divisors)[:, None], self.digits.copy()
        for number in differences[::-1]:
            digit = np.rint(rest)
            number -= digit.astype(np.int64) * factors
            rest = (rest - digit) * 2.0**BITS
        if rest.any():
            return super().less(numbers)
        return DigitTable.carried(differences, self.places, self._divisors)

    @property
    def _exponents(self) -> Digits:
        """Return for each column the exponent of its highest digit."""
        return BITS * (self.places + len(self.digits) - 1)

    @property
    def _is_far(self) -> bool:
        """Say whether digits lie farther from 1, or from each other, than doubles reach."""
        longest = BITS * len(self.digits)
        return longest > _FAR or bool((np.abs(self._exponents) > _FAR).any())

    @once
    def scaled_pairs(self) -> ScaledPairs:
        """Return the numbers as sums of two doubles times powers of 2, one power for each column."""
        return self._from_digits() or RationalTable(self.numerators, self.denominators).scaled_pairs

    def _from_digits(self) -> ScaledPairs | None:
        """Return `scaled_pairs`; None where doubles might not hold them, or sums might cancel."""
        if self._is_far:
            return None
        high, low = np.zeros(self.shape), np.zeros(self.shape)
        for number in self.digits:
            # What lower digits add up to is at most half a unit, and a digit that is not 0 is a unit or
            # more: the first of the two doubles takes their sum, the second what that loses.
            high, lost = ordered(number.astype(np.float64), high * 2.0**-BITS)
            low = low * 2.0**-BITS + lost
        pair, exponents = ordered(high, low), self._exponents
        if any(divisor != 1 for divisor in self._divisors):
            inverses = np.array([pair_of_doubles(1, divisor) for divisor in self._divisors])
            pair = times(pair, (inverses[:, :1], inverses[:, 1:]))
        if not self._added:
            vanishing = (np.abs(pair[0]) < LEAST) & (pair[0] != 0)
            return None if vanishing.any() else (pair, exponents)
        if self._added < 0 or (pair[0] < 0).any():
            return None
        high_added, low_added, place = scaled_pair(*self._added.as_integer_ratio())
        raised = np.maximum(exponents, place - _MUCH)
        unit = np.ldexp(1.0, exponents - raised)
        addend = np.ldexp(high_added, place - raised), np.ldexp(low_added, place - raised)
        pair = plus((pair[0] * unit, pair[1] * unit), addend)
        return None if (pair[0] < LEAST).any() else (pair, raised)


def _padded(digits: Digits, length: int) -> Digits:
    """Return so many digits, the last of them 0."""
    more = np.zeros((length - len(digits), *digits.shape[1:]), dtype=np.int64)
    return np.concatenate([digits, more]) if len(more) else digits


def _restored(digits: NDArray[np.int32], places: NDArray[np.int32]) -> DigitTable:
    return DigitTable(digits.astype(np.int64), places.astype(np.int64))
