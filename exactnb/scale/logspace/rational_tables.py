"""Tables of rational numbers: integers over integers, not reduced, worked on in whole arrays.

A `Fraction` costs a greatest common divisor for each operation; sums of doubles, whose denominators
are powers of 2, need none. How to read: `RationalTable` is the table; behind it stand the doubles next
to quotients.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import inf, isfinite
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactnb.core.lazy import once
from exactnb.scale.logspace.correctly_rounded.double_double import Pair

LEAST = 2.0**-400
"""The least size of a double in a scaled pair."""

Integers: TypeAlias = NDArray[Any]
"""An array of Python's integers."""

ScaledPairs: TypeAlias = tuple[Pair, NDArray[np.int64]]
"""High and low parts, K × d, and exponents e, K × d or 1 × d: the numbers are (high + low)·2^e."""


class RationalTable:
    """Hold a table of rational numbers, K × d: `numerators` over `denominators`, which are positive.

    Both are arrays of Python's integers; one row of denominators may stand for all. Iterated over or
    indexed, it is a tuple of Fractions for each row.

    >>> table = RationalTable.of([[Fraction(1, 2), Fraction(3)]])
    >>> (table + table)[0], table.nearest_doubles().tolist()
    ((Fraction(1, 1), Fraction(6, 1)), [[0.5, 3.0]])
    """

    def __init__(self, numerators: Integers, denominators: Integers) -> None:
        self.numerators, self.denominators = numerators, denominators

    @classmethod
    def of(cls, rows: Sequence[Sequence[Fraction | int]] | RationalTable) -> RationalTable:
        """Return the table of `rows` of rational numbers; ValueError for rows of different lengths."""
        if isinstance(rows, RationalTable):
            return rows
        shape = len(rows), len(rows[0]) if rows else 0
        if any(len(row) != shape[1] for row in rows):
            raise ValueError("rows of a table have as many numbers each")
        pairs = [number.as_integer_ratio() for row in rows for number in row]
        return cls(*(_integers([pair[side] for pair in pairs], shape) for side in (0, 1)))

    def __reduce__(self) -> tuple[Any, ...]:
        divisors: Any = self.denominators.ravel().tolist()
        powers = [denominator.bit_length() - 1 for denominator in divisors]
        if all(divisor == 1 << power for divisor, power in zip(divisors, powers, strict=True)):
            divisors = np.array(powers, dtype=np.int32)  # of doubles: powers of 2, and short so
        return _restored, (self.numerators.tolist(), divisors, self.denominators.shape)

    @property
    def shape(self) -> tuple[int, int]:
        """Return the numbers of rows and columns."""
        rows, columns = self.numerators.shape
        return rows, columns

    @once
    def fractions(self) -> tuple[tuple[Fraction, ...], ...]:
        """Return the table as Fractions, a tuple for each row."""
        pairs = zip(self.numerators.tolist(), self.denominators_by_entry.tolist(), strict=True)
        return tuple(tuple(map(Fraction, *pair)) for pair in pairs)

    def __repr__(self) -> str:
        return f"RationalTable.of({self.fractions})"

    def __len__(self) -> int:
        return len(self.numerators)

    def __iter__(self) -> Iterator[tuple[Fraction, ...]]:
        return iter(self.fractions)

    def __getitem__(self, row: int) -> tuple[Fraction, ...]:
        return self.fractions[row]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RationalTable):
            return NotImplemented
        crossed = self.numerators * other.denominators, other.numerators * self.denominators
        return self.shape == other.shape and bool((crossed[0] == crossed[1]).all())

    def __hash__(self) -> int:
        return hash(self.fractions)

    def __add__(self, other: RationalTable) -> RationalTable:
        return self._sum_or_difference(other, 1)

    def __sub__(self, other: RationalTable) -> RationalTable:
        return self._sum_or_difference(other, -1)

    def _sum_or_difference(self, other: RationalTable, sign: int) -> RationalTable:
        mine, theirs = self.denominators, other.denominators
        # Sums of one origin have equal denominators: no products, and no common multiple to look for.
        if mine is theirs or (mine.shape == theirs.shape and bool((mine == theirs).all())):
            return RationalTable(self.numerators + sign * other.numerators, mine)
        common = np.lcm(mine, theirs)
        added = self.numerators * (common // mine) + sign * other.numerators * (common // theirs)
        return RationalTable(added, common)

    def times(self, factors: Sequence[Fraction] | Fraction) -> RationalTable:
        """Return the table times one number, or each row times its own of `factors`, none negative."""
        listed = [factors] * len(self) if isinstance(factors, Fraction) else list(factors)
        dividends, divisors = zip(*(factor.as_integer_ratio() for factor in listed), strict=True)
        shape = len(listed), 1
        numerators = self.numerators * _integers(dividends, shape)
        return RationalTable(numerators, self.denominators * _integers(divisors, shape))

    def squares(self) -> RationalTable:
        """Return the squares of all entries."""
        return RationalTable(self.numerators**2, self.denominators**2)

    def plus(self, number: Fraction) -> RationalTable:
        """Return the table with `number` added to every entry."""
        dividend, divisor = number.as_integer_ratio()
        return RationalTable(
            self.numerators * divisor + dividend * self.denominators, self.denominators * divisor
        )

    def minus_columns(self, numbers: NDArray[np.float64]) -> RationalTable:
        """Return the table with `numbers`, an integer for each column, subtracted."""
        integers = _integers(list(map(int, numbers.tolist())), numbers.shape)
        return RationalTable(self.numerators - integers * self.denominators, self.denominators)

    def columns(self, chosen: slice | Sequence[int]) -> RationalTable:
        """Return the `chosen` columns of the table."""
        return RationalTable(self.numerators[:, chosen], self.denominators[:, chosen])

    def with_columns_replaced(
        self, places: Sequence[int], columns: Sequence[Sequence[Fraction]]
    ) -> RationalTable:
        """Return the table with other `columns` at some places."""
        numerators, denominators = self.numerators.copy(), self.denominators_by_entry.copy()
        table = RationalTable.of(columns)
        numerators[:, places], denominators[:, places] = table.numerators.T, table.denominators.T
        return RationalTable(numerators, denominators)

    def sum_of_rows(self) -> RationalTable:
        """Return the sum of all rows, as a table of one row."""
        if len(self.denominators) != 1:
            return RationalTable.of([[sum(column, Fraction(0)) for column in zip(*self, strict=True)]])
        return RationalTable(self.numerators.sum(axis=0, keepdims=True), self.denominators)

    def largest(self) -> Fraction:
        """Return the largest number; 0 for none."""
        with np.errstate(over="ignore"):
            doubles = np.ldexp(self.scaled_pairs[0][0], self.scaled_pairs[1])
        top = float(doubles.max(initial=-inf))
        # Numbers are compared exactly where doubles do not tell: their columns alone.
        near = (doubles == top) | (doubles >= top - (abs(top) * 2.0**-50 + 2.0**-1070))
        rows = self.columns(np.flatnonzero(near.any(axis=0)).tolist())
        return max((number for row in rows for number in row), default=Fraction(0))

    def nearest_doubles(self) -> NDArray[np.float64]:
        """Return the doubles next to the numbers, infinite beyond the largest."""
        try:  # division of integers rounds correctly
            return np.asarray(self.numerators / self.denominators, dtype=np.float64)
        except OverflowError:
            return np.array(self._mapped(nearest_quotient), dtype=np.float64)

    @once
    def scaled_pairs(self) -> ScaledPairs:
        """Return the numbers as sums of two doubles times powers of 2, right to 2^-101 of their size.

        The doubles are 0, or from 2^-400 to 2^400 in size, so that products of two lose nothing.
        """
        table = np.array(self._mapped(scaled_pair), dtype=np.float64).reshape(*self.shape, 3)
        return (table[..., 0], table[..., 1]), table[..., 2].astype(np.int64)

    def _mapped(self, function: Callable[[int, int], Any]) -> list[list[Any]]:
        pairs = zip(self.numerators.tolist(), self.denominators_by_entry.tolist(), strict=True)
        return [list(map(function, *pair)) for pair in pairs]

    @property
    def denominators_by_entry(self) -> Integers:
        """Return a denominator for each number, K × d."""
        return np.broadcast_to(self.denominators, self.numerators.shape)


def _integers(numbers: Sequence[int], shape: tuple[int, int]) -> Integers:
    array = np.empty(len(numbers), dtype=object)
    array[:] = numbers
    return array.reshape(shape)


def _restored(
    rows: list[list[int]], denominators: list[int] | NDArray[np.int32], shape: tuple[int, int]
) -> RationalTable:
    numerators = _integers([number for row in rows for number in row], (len(rows), shape[1]))
    if isinstance(denominators, np.ndarray):
        denominators = [1 << power for power in denominators.tolist()]
    return RationalTable(numerators, _integers(denominators, shape))


def nearest_double(number: Fraction) -> float:
    """Return the double next to a rational number, infinite beyond the largest.

    >>> nearest_double(Fraction(1, 3)), nearest_double(Fraction(-(10**400)))
    (0.3333333333333333, -inf)
    """
    return nearest_quotient(*number.as_integer_ratio())


def nearest_quotient(numerator: int, denominator: int) -> float:
    """Return the double next to `numerator`/`denominator`, integers, the latter positive."""
    try:
        return numerator / denominator  # Python's division of integers rounds correctly
    except OverflowError:
        return inf if numerator > 0 else -inf


def pair_of_doubles(numerator: int, denominator: int) -> tuple[float, float]:
    """Return the double next to `numerator`/`denominator`, and the one next to the remainder.

    >>> high, low = pair_of_doubles(1, 3)
    >>> high, abs(low) < 2.0**-54
    (0.3333333333333333, True)
    """
    high = nearest_quotient(numerator, denominator)
    if not isfinite(high):
        return high, 0.0
    # n/d − p/q = (n·q − p·d)/(d·q), in integers: nothing cancels before the one division.
    p, q = high.as_integer_ratio()
    return high, (numerator * q - p * denominator) / (denominator * q)


def scaled_pair(numerator: int, denominator: int) -> tuple[float, float, int]:
    """Return `numerator`/`denominator` as a sum of two doubles, from 1/2 to 2, and an exponent."""
    exponent = numerator.bit_length() - denominator.bit_length()
    high, low = pair_of_doubles(numerator << max(-exponent, 0), denominator << max(exponent, 0))
    return high, low, exponent
