"""Numbers cut into limbs: whole numbers of few bits, whose sums and products are exact in doubles.

How to read: `digits` cuts integers or doubles for sums; `moments` adds up x and x² of the rows of one
class by matrix products of their limbs. Why all of it is exact, PROOF.md says.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_PIECE = 2048  # rows that are multiplied at once: 2^11
_WIDE = 21  # bits of a limb: 21 + 21 + 11 = 53
_NARROW = 14  # where a weight is the third factor: 14 + 14 + 14 + 11 = 53
_LIMBS = 10  # of a column, at most: what spreads over more bits is added up one by one
_COLUMNS = 64  # that are worked on at once: they stay near the processor
_HALF = 2**31
_SPREAD = 900  # bits between the largest and the least of some doubles that are scaled without loss


def digits(numbers: NDArray[Any], bits: int) -> tuple[list[NDArray[np.int64]], int]:
    """Return numbers ≥ 0 as Σ d·2^(e + bits·i) over digits d < 2^bits, the lowest first, and e.

    They are integers, Python's own too, or finite doubles.

    >>> parts, exponent = digits(np.array([0.75, 2.0]), 2)
    >>> [part.tolist() for part in parts], exponent
    ([[3, 0], [0, 2]], -2)
    """
    if numbers.dtype == np.float64:
        top = int(np.frexp(numbers.max(initial=0.0))[1])
        least = numbers.min(initial=np.inf, where=numbers > 0)
        if not np.isfinite(least) or np.frexp(least)[1] >= top - _SPREAD:
            return _digits_of_doubles(np.ldexp(numbers, -top), bits, top)
        numbers, exponent = whole_numbers(numbers)
    else:
        exponent = 0
    found, rest = [], numbers
    while rest.any():
        found.append((rest & (2**bits - 1)).astype(np.int64))
        rest = rest >> bits
    return found, exponent


def _digits_of_doubles(rest: Floats, bits: int, top: int) -> tuple[list[NDArray[np.int64]], int]:
    """Return the digits of doubles below 1, which stand for numbers 2^top times as large."""
    found: list[NDArray[np.int64]] = []
    while rest.any():
        rest = rest * 2.0**bits
        found.append(rest.astype(np.int64))
        rest -= found[-1]
    return found[::-1], top - bits * len(found)


def whole_numbers(doubles: Floats) -> tuple[NDArray[Any], int]:
    """Return finite doubles as Python's integers times 2^e, and e.

    >>> whole_numbers(np.array([0.5, -12.0, 0.0]))
    (array([1, -24, 0], dtype=object), -1)
    """
    mantissas, exponents = np.frexp(doubles)
    there = doubles != 0
    lowest = int(exponents[there].min()) - 53 if there.any() else 0
    shifts = np.where(there, exponents - 53 - lowest, 0)
    whole = np.left_shift(
        np.ldexp(mantissas, 53).astype(np.int64).astype(object), shifts.astype(object)
    )
    return without_twos(whole, lowest)


def without_twos(whole: NDArray[Any], exponent: int, least: int = 0) -> tuple[NDArray[Any], int]:
    """Return integers times 2^exponent with the twos that they share in the exponent, up to `least`."""
    together = int(np.bitwise_or.reduce(whole, axis=None)) if whole.size else 0
    more = min((together & -together).bit_length() - 1, least - exponent)
    return (whole >> more, exponent + more) if together and more > 0 else (whole, exponent)


@dataclass(frozen=True)
class Moments:
    """Exact sums over the rows of one class: Σw, and for every column Σwx and Σwx²."""

    size: int
    totals: tuple[Fraction, ...]
    squares: tuple[Fraction, ...]


def exponents_of(rows: Floats) -> NDArray[np.int32]:
    """Return e for every column, the least with all |x| < 2^e."""
    if not len(rows):
        return np.zeros(rows.shape[1], dtype=np.int32)
    found: NDArray[np.int32] = np.frexp(np.maximum(rows.max(axis=0), -rows.min(axis=0)))[1]
    return found


def moments(
    rows: Floats,
    chosen: NDArray[np.int64],
    tops: NDArray[np.int32],
    weights: NDArray[Any] | None = None,
) -> Moments:
    """Return the moments of the rows that are `chosen`; `tops` are the exponents of the columns.

    `weights` are whole numbers ≥ 0, one for each row, of any size.
    """
    size = len(chosen) if weights is None else int(weights[chosen].sum(dtype=object))
    bits = _WIDE if weights is None else _NARROW
    totals: list[Fraction] = []
    squares: list[Fraction] = []
    for start in range(0, rows.shape[1], _COLUMNS):
        columns = slice(start, start + _COLUMNS)
        some = _Columns(tops[columns], bits)
        for at in range(0, len(chosen), _PIECE):
            piece = chosen[at : at + _PIECE]
            some.add(rows[piece, columns], None if weights is None else weights[piece])
        for column in np.flatnonzero(some.wide):
            some.replace(int(column), rows[chosen, start + column], weights, chosen)
        totals += some.sums(1)
        squares += some.sums(2)
    return Moments(size, tuple(totals), tuple(squares))


class _Columns:
    """Add up Σwx and Σwx² of some columns, piece by piece, as sums of products of limbs."""

    def __init__(self, tops: NDArray[np.int32], bits: int) -> None:
        self._tops, self._bits = tops, bits
        self._limbs = np.empty((len(tops), _LIMBS + 1, _PIECE))
        self._limbs[:, 0] = 1.0
        # Whole numbers times 2^(−bits·place), by the degree in x, in two halves that never overflow.
        self._places: dict[tuple[int, int], NDArray[np.int64]] = {}
        self._known: dict[tuple[int, int], Fraction] = {}
        self.wide = np.zeros(len(tops), dtype=bool)

    def add(self, piece: Floats, weights: NDArray[Any] | None) -> None:
        """Add rows: at most as many as are multiplied at once."""
        length = len(piece)
        rest = np.ldexp(piece.T, -self._tops[:, None])
        self.wide |= np.count_nonzero(rest, axis=1) != np.count_nonzero(piece, axis=0)
        number, unit = 0, 1.0
        while number < _LIMBS and (number == 0 or rest.any()):
            number, unit = number + 1, unit * 2.0**-self._bits
            limb = self._limbs[:, number, :length]
            np.add(rest, 1.5 * 2**52 * unit, out=limb)  # rounds to a multiple of the unit
            limb -= 1.5 * 2**52 * unit
            rest -= limb
        self.wide |= rest.any(axis=1)
        limbs = self._limbs[:, : number + 1, :length]
        if weights is None:
            self._count(limbs @ limbs.transpose(0, 2, 1), 0)
            return
        for place, digit in enumerate(digits(weights, _NARROW)[0]):
            self._count((limbs * digit.astype(np.float64)) @ limbs.transpose(0, 2, 1), place)

    def _count(self, products: Floats, of_weight: int) -> None:
        """Add the products of all limbs, the ones that stand before them among these."""
        number = products.shape[1] - 1
        for one in range(1, number + 1):
            self._put(1, one - of_weight, products[:, 0, one], one)
            for other in range(one, number + 1):
                found = products[:, one, other] * (1 if other == one else 2)
                self._put(2, one + other - of_weight, found, one + other)

    def _put(self, degree: int, place: int, numbers: Floats, units: int) -> None:
        whole = np.ldexp(numbers, self._bits * units).astype(np.int64)
        held = self._places.setdefault((degree, place), np.zeros((2, len(numbers)), dtype=np.int64))
        held[0] += whole & (_HALF - 1)
        held[1] += whole >> 31

    def replace(
        self, column: int, numbers: Floats, weights: NDArray[Any] | None, chosen: NDArray[np.int64]
    ) -> None:
        """Take the sums of a column that limbs do not hold from Python's integers."""
        whole, exponent = whole_numbers(numbers)
        weighted = whole if weights is None else whole * weights[chosen].astype(object)
        self._known[1, column] = Fraction(int(weighted.sum())) * Fraction(2) ** exponent
        self._known[2, column] = Fraction(int((weighted * whole).sum())) * Fraction(2) ** (2 * exponent)

    def sums(self, degree: int) -> list[Fraction]:
        """Return the sums of x (degree 1) or of x² (degree 2)."""
        whole = np.zeros(len(self._tops), dtype=object)
        places = {place: held for (of, place), held in self._places.items() if of == degree}
        last = max(places, default=0)
        for place, (low, high) in places.items():
            number = (high.astype(object) << 31) + low.astype(object)
            whole = whole + (number << self._bits * (last - place))
        found = [
            _scaled(number, degree * top - self._bits * last)
            for number, top in zip(whole.tolist(), self._tops.tolist(), strict=True)
        ]
        for column in np.flatnonzero(self.wide).tolist():
            found[column] = self._known[degree, column]
        return found


def _scaled(number: int, exponent: int) -> Fraction:
    """Return number·2^exponent."""
    return Fraction(number << exponent) if exponent >= 0 else Fraction(number, 1 << -exponent)
