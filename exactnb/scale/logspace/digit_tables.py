"""Tables of sums of doubles as digits of 20 bits: added and pickled in whole arrays, without fractions.

Doubles are multiples of powers of 2, so their sums need no denominators but those; means and variances
have a divisor for each class besides. Python's integers are made of the digits when one is asked for.

How to read: arithmetic makes digits longer, up to a bound, and `digits` are short again; `scaled_pairs`
are the numbers as doubles. What 64 bits or doubles might not hold is left to `RationalTable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.lazy import once
from exactnb.scale.logspace.correctly_rounded.double_double import fast_two_sum, plus, times
from exactnb.scale.logspace.rational_tables import (
    LEAST,
    RationalTable,
    ScaledPairs,
    pair_of_doubles,
    scaled_pair,
)

BITS = 20
"""The bits of a digit, which has a sign: 64 bits hold three, or sums of products of two."""

_HALF = 1 << (BITS - 1)
_MOST = 2**62  # below this, what is carried into a digit finds room beside it
_LARGEST = 2**40  # factors of digits
_FAR = 800  # exponents of columns, and bits of a number, up to which doubles neither end nor vanish
_MUCH = 300  # bits that an added number may be above the digits: beside more, these vanish

Digits = NDArray[np.int64]


class DigitTable(RationalTable):
    """Hold the numbers Σ digits[i]·2^(places + 20·i), each row over a divisor, plus a number; K × d.

    `digits`, the lowest first, are tables K × d of numbers of at most `bound` in size; `places` (d) are
    where those of each column begin; `divisors` (K) are positive, and `added` is one number for all.

    >>> table = DigitTable([np.array([[3, 2**40]])], np.array([0, -31]), bound=2**40)
    >>> (table + table)[0], table.times(Fraction(1, 3)).plus(Fraction(1))[0]
    ((Fraction(6, 1), Fraction(1024, 1)), (Fraction(2, 1), Fraction(515, 3)))
    """

    def __init__(
        self,
        digits: Sequence[Digits],
        places: Digits,
        divisors: Sequence[int] = (),
        added: Fraction = Fraction(0),
        *,
        bound: int,
    ) -> None:
        self._digits, self._bound, self.places = digits, bound, places
        self._divisors, self._added = divisors or (1,) * len(digits[0]), added

    @once
    def digits(self) -> Sequence[Digits]:
        """Return the digits from -2^19 to 2^19, of which the last is not 0 everywhere."""
        if self._bound <= _HALF:
            return self._digits
        carry, digits, waiting = np.zeros(1, dtype=np.int64), [], list(self._digits[::-1])
        while waiting or carry.any():
            number = waiting.pop() + carry if waiting else carry
            carry = (number + _HALF) >> BITS
            digits.append(number - (carry << BITS))
        while len(digits) > 1 and not digits[-1].any():
            digits.pop()
        return digits

    def _with_room_for_factor(self, factor: int) -> DigitTable:
        """Return the table with digits that may be multiplied by `factor`, which is below 2^42."""
        return self if self._bound * factor < _MOST else self._with_digits(self.digits, _HALF)

    def _with_digits(self, digits: Sequence[Digits], bound: int) -> DigitTable:
        """Return a table with the same places, divisors and added number."""
        return DigitTable(digits, self.places, self._divisors, self._added, bound=bound)

    @property
    def _is_plain(self) -> bool:
        """Say whether the numbers are those of the digits."""
        return not self._added and max(self._divisors, default=1) == 1

    def __reduce__(self) -> tuple[Any, ...]:
        if not self._is_plain:
            return super().__reduce__()
        return _restored, (self._packed_digits, self.places.astype(np.int32))

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self._digits[0].shape
        return rows, columns

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def _packed_digits(self) -> list[Digits]:
        """Return the digits of a number three and three, which take less room so."""
        threes = [self.digits[start : start + 3] for start in range(0, len(self.digits), 3)]
        return [reduce(lambda high, low: (high << BITS) + low, three[::-1]) for three in threes]

    @once
    def _as_integer_table(self) -> RationalTable:
        """Return the table as Python's integers over powers of 2."""
        *lower, numbers = (three.astype(object) for three in self._packed_digits)
        for three in reversed(lower):
            numbers = (numbers << 3 * BITS) + three
        places = self.places.astype(object)
        divisors = (1 << np.maximum(-places, 0)) * np.array(self._divisors, dtype=object)[:, None]
        table = RationalTable(
            numbers << np.maximum(places, 0), divisors[:1] if self._is_plain else divisors
        )
        return table.plus(self._added) if self._added else table

    @once
    def numerators(self) -> NDArray[Any]:
        """Return the numerators, Python's integers."""
        return self._as_integer_table.numerators

    @once
    def denominators(self) -> NDArray[Any]:
        """Return a power of 2 for each column, or one times a divisor for each number."""
        return self._as_integer_table.denominators

    def _sum_or_difference(self, other: RationalTable, sign: int) -> RationalTable:
        if not (isinstance(other, DigitTable) and self._is_plain and other._is_plain):
            return super()._sum_or_difference(other, sign)
        places = np.minimum(self.places, other.places)
        mine, theirs = self._extended_down_to(places), other._extended_down_to(places)
        bound = mine._bound + theirs._bound
        if bound >= _MOST:
            mine, theirs, bound = (
                mine._with_room_for_factor(_LARGEST),
                theirs._with_room_for_factor(_LARGEST),
                2 * _HALF,
            )
        pairs = zip_longest(mine._digits, theirs._digits, fillvalue=np.zeros((1, 1), dtype=np.int64))
        digits = [digit + second if sign > 0 else digit - second for digit, second in pairs]
        return DigitTable(digits, places, bound=bound)

    def _extended_down_to(self, places: Digits) -> DigitTable:
        """Return the table with digits from other `places` on, which are not above its own."""
        # Most tables have one step for all columns, which moves no digit but by a factor.
        steps = self.places - places
        if not steps.any():
            return self
        table, (moves, bits) = self._with_room_for_factor(2**BITS), np.divmod(steps, BITS)
        least = int(moves.min())
        digits = [np.zeros(self.shape, dtype=np.int64) for _ in range(least)]
        scaled = [digit << bits if bits.any() else digit for digit in table._digits]
        if (moves == least).all():
            digits += scaled
        else:
            digits += [
                np.zeros(self.shape, dtype=np.int64)
                for _ in range(int(moves.max()) - least + len(scaled))
            ]
            for move in np.unique(moves).tolist():
                for place, digit in enumerate(scaled, move):
                    digits[place][:, moves == move] = digit[:, moves == move]
        return DigitTable(digits, places, bound=table._bound << int(bits.max()))

    def times(self, factors: Sequence[Fraction] | Fraction) -> RationalTable:
        listed = [factors] * len(self) if isinstance(factors, Fraction) else factors
        numerators, divisors = zip(*(factor.as_integer_ratio() for factor in listed), strict=True)
        if max(numerators, default=0) >= _LARGEST or not self._is_plain:
            return super().times(factors)
        if max(numerators, default=1) == 1:
            # Carried here, digits are so for all who ask.
            if max(divisors, default=1) == 1:
                return self
            return DigitTable(self.digits, self.places, divisors, bound=_HALF)
        table, column = self._with_room_for_factor(max(numerators)), np.array(numerators)[:, None]
        digits = [digit * column for digit in table._digits]
        return DigitTable(digits, self.places, divisors, bound=table._bound * max(numerators))

    def squares(self) -> RationalTable:
        if not self._is_plain:
            return super().squares()
        length = len(self.digits)
        squares = [np.zeros(self.shape, dtype=np.int64) for _ in range(2 * length - 1)]
        for place, number in enumerate(self.digits):
            squares[2 * place] += number * number
            for other in range(place):
                squares[place + other] += 2 * number * self.digits[other]
        return DigitTable(squares, 2 * self.places, bound=length * _HALF**2)

    def columns(self, chosen: slice | Sequence[int]) -> DigitTable:
        digits, places = [digit[:, chosen] for digit in self._digits], self.places[chosen]
        return DigitTable(digits, places, self._divisors, self._added, bound=self._bound)

    def sum_of_rows(self) -> RationalTable:
        if not self._is_plain:
            return super().sum_of_rows()
        table = self._with_room_for_factor(len(self))
        digits = [digit.sum(axis=0, keepdims=True) for digit in table._digits]
        return DigitTable(digits, self.places, bound=table._bound * len(self))

    def plus(self, number: Fraction) -> DigitTable:
        return DigitTable(
            self._digits, self.places, self._divisors, self._added + number, bound=self._bound
        )

    def minus_columns(self, numbers: NDArray[np.float64]) -> RationalTable:
        # The numbers are cut into digits, the highest first, and go into all rows, as often as the
        # divisor says. What has more digits than the table, or higher ones, is for long integers.
        rest = np.ldexp(numbers, -self._highest_exponents)
        short = max(self._divisors) < _LARGEST and (np.abs(rest) <= _HALF).all()
        if self._is_beyond_doubles or self._added or not short:
            return super().minus_columns(numbers)
        factors, differences = np.array(self._divisors)[:, None], []
        for number in reversed(self.digits):
            digit = np.rint(rest)
            differences.append(number - digit.astype(np.int64) * factors)
            rest = (rest - digit) * 2.0**BITS
        return (
            super().minus_columns(numbers)
            if rest.any()
            else self._with_digits(differences[::-1], 2**60)
        )

    @property
    def _highest_exponents(self) -> Digits:
        """Return for each column the exponent of its highest digit."""
        return self.places + BITS * (len(self.digits) - 1)

    @property
    def _is_beyond_doubles(self) -> bool:
        """Say whether digits lie farther from 1, or from each other, than doubles reach."""
        return BITS * len(self.digits) > _FAR or bool((np.abs(self._highest_exponents) > _FAR).any())

    @once
    def scaled_pairs(self) -> ScaledPairs:
        return (
            self._pairs_from_digits() or RationalTable(self.numerators, self.denominators).scaled_pairs
        )

    def _pairs_from_digits(self) -> ScaledPairs | None:
        """Return `scaled_pairs`; None where doubles might not hold them, or sums might cancel."""
        if self._is_beyond_doubles:
            return None
        high, low = np.zeros(self.shape), np.zeros(self.shape)
        for number in self.digits:
            # What lower digits add up to is at most half a unit, and a digit that is not 0 is a unit or
            # more: the first of the two doubles takes their sum, the second what that loses.
            high, lost = fast_two_sum(number.astype(np.float64), high * 2.0**-BITS)
            low = low * 2.0**-BITS + lost
        pair, exponents = fast_two_sum(high, low), self._highest_exponents
        if any(divisor != 1 for divisor in self._divisors):
            inverses = np.array([pair_of_doubles(1, divisor) for divisor in self._divisors])
            pair = times(pair, (inverses[:, :1], inverses[:, 1:]))
        if not self._added:
            vanishing = (np.abs(pair[0]) < LEAST) & (pair[0] != 0)
            return None if vanishing.any() else (pair, exponents)
        if self._added < 0 or (pair[0] < 0).any():
            return None
        high_added, low_added, place = scaled_pair(*self._added.as_integer_ratio())
        tops = np.maximum(exponents, place - _MUCH)
        unit = np.ldexp(1.0, exponents - tops)
        addend = (np.ldexp(high_added, place - tops), np.ldexp(low_added, place - tops))
        pair = plus((pair[0] * unit, pair[1] * unit), addend)
        return None if (pair[0] < LEAST).any() else (pair, tops)


def _restored(threes: list[Digits], places: NDArray[np.int32]) -> DigitTable:
    nothing = np.broadcast_to(np.int64(0), threes[0].shape)
    digits = [digit for three in threes for digit in (three, nothing, nothing)]
    return DigitTable(digits, places.astype(np.int64), bound=2 ** (3 * BITS))
