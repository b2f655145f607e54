"""Numbers cut into limbs: whole numbers of few bits, whose sums and products are exact in doubles.

How to read: `digits` cuts integers or doubles for sums; `moments` adds up x and x² of the rows of one
class, cut into limbs, by matrix products with the digits of their weights. Why all of it is exact,
PROOF.md says.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.record import frozen
from exactnb.scale.logspace.fine.double_double import square

Floats = NDArray[np.float64]

_PIECE = 2048  # rows that are multiplied at once: 2^11
_BITS = 34  # of a limb of a measurement or of its square
_DIGIT = 8  # bits of a digit of a weight: 34 + 8 + 11 = 53
_LIMBS = 6  # of a measurement, at most: what spreads over more bits is added up one by one
_COLUMNS = 32  # that are worked on at once: they stay near the processor
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
    """Return finite doubles as integers times 2^e, and e, as large as can be.

    The integers have 64 bits where they fit, else they are Python's own.

    >>> whole_numbers(np.array([0.5, -12.0, 0.0]))
    (array([  1, -24,   0]), -1)
    """
    there = doubles != 0
    if not there.any():
        return np.zeros(doubles.shape, dtype=np.int64), 0
    mantissas, exponents = np.frexp(doubles)
    whole = np.ldexp(mantissas, 53).astype(np.int64)
    twos = np.frexp((whole & -whole).astype(np.float64))[1] - 1  # how often 2 divides each of them
    shifts = exponents - 53 + twos
    least = int(shifts[there].min())
    if int(exponents[there].max()) - least <= 63:
        return np.ldexp(doubles, -least).astype(np.int64), least
    odd = (whole >> np.where(there, twos, 0)).astype(object)
    return odd << np.where(there, shifts - least, 0).astype(object), least


@frozen
class Moments:
    """Exact sums over the rows of one class: Σw, and for every column Σwx and Σwx²."""

    size: int
    totals: tuple[Fraction, ...]
    squares: tuple[Fraction, ...]


def factors_of(number: int, weights: NDArray[Any] | None = None) -> NDArray[np.uint8]:
    """Return ones for so many rows, and below them the digits of their weights, the lowest first.

    >>> factors_of(2, np.array([3, 256])).tolist()
    [[1, 1], [3, 0], [0, 1]]
    """
    found = [] if weights is None else digits(weights, _DIGIT)[0] or [0 * weights]
    return np.array([np.ones(number), *found], dtype=np.uint8)


def exponents_of(largest: Floats) -> NDArray[np.int64]:
    """Return e for the largest |x| of every column, the least with |x| < 2^e and 2^-e a double.

    >>> exponents_of(np.array([0.75, 4.0, 0.0])).tolist()
    [0, 3, 0]
    """
    return np.maximum(np.frexp(largest)[1], -1023)


def moments(
    rows: Floats, chosen: NDArray[np.int64], tops: NDArray[np.int64], factors: NDArray[np.uint8]
) -> tuple[Moments, Moments]:
    """Return the moments of the rows that are `chosen`: each counted once, and with its weight.

    `tops` are the exponents of the columns, `factors` what `factors_of` makes of the weights.
    """
    kinds = [slice(0, 1)] if len(factors) == 1 else [slice(0, 1), slice(1, None)]
    sums: list[list[list[Fraction]]] = [[[], []] for _ in kinds]
    for start in range(0, rows.shape[1], _COLUMNS):
        columns = slice(start, start + _COLUMNS)
        some = _Columns(tops[columns])
        for at in range(0, len(chosen), _PIECE):
            piece = chosen[at : at + _PIECE]
            some.add(rows[piece, columns], factors[:, piece].astype(np.float64))
        wide = np.flatnonzero(some.wide)
        for kind, of in zip(kinds, sums, strict=True):
            whole = [some.sums(degree, kind) for degree in (1, 2)]
            for column in wide.tolist():
                of_column = _of_wide(rows[chosen, start + column], factors[kind, chosen])
                whole[0][column], whole[1][column] = of_column
            of[0] += whole[0]
            of[1] += whole[1]
    sizes = factors[:, chosen].sum(axis=1, dtype=np.int64)
    found = [
        Moments(int(_joined(sizes[kind])), tuple(of[0]), tuple(of[1]))
        for kind, of in zip(kinds, sums, strict=True)
    ]
    return found[0], found[-1]


def _joined(digits: NDArray[Any]) -> Any:
    """Return what was summed of each digit, as the integers that are meant."""
    return sum(of.astype(object) << _DIGIT * place for place, of in enumerate(digits))


def _of_wide(numbers: Floats, factors: NDArray[np.uint8]) -> tuple[Fraction, Fraction]:
    """Return Σwx and Σwx² of a column that limbs do not hold, by Python's integers."""
    whole, exponent = whole_numbers(numbers)
    whole = whole.astype(object)
    weighted = whole * _joined(factors)
    return _scaled(weighted.sum(), exponent), _scaled((weighted * whole).sum(), 2 * exponent)


class _Columns:
    """Add up Σwx and Σwx² of some columns, piece by piece, for each w of the factors."""

    def __init__(self, tops: NDArray[np.int64]) -> None:
        self._tops = tops
        self._held: dict[tuple[int, int], Any] = {}
        self.wide = np.zeros(len(tops), dtype=bool)

    def add(self, piece: Floats, factors: Floats) -> None:
        """Add rows, at most as many as are multiplied at once."""
        numbers = piece * np.ldexp(1.0, -self._tops)
        if np.count_nonzero(numbers) != np.count_nonzero(piece):
            self.wide |= ((numbers == 0) & (piece != 0)).any(axis=0)
        high, low = square(numbers)
        if self._count(numbers, 1, factors):
            self.wide |= numbers.any(axis=0)
        high[:, self.wide] = low[:, self.wide] = 0.0
        self._count(high, 2, factors)
        self._count(low, 2, factors)

    def _count(self, rest: Floats, degree: int, factors: Floats) -> bool:
        """Add numbers below 1, limb by limb, the largest first; say whether something is left."""
        place = -int(np.frexp(max(rest.max(), -rest.min()))[1]) // _BITS  # what is zero before
        while left := bool(rest.max() or rest.min()):
            place += 1
            if place > degree * _LIMBS:
                break
            unit = 2.0 ** (-_BITS * place)
            limb = rest + 1.5 * 2**52 * unit  # rounds to a multiple of the unit
            limb -= 1.5 * 2**52 * unit
            rest -= limb
            whole = np.ldexp(factors @ limb, _BITS * place).astype(np.int64).astype(object)
            self._held[degree, place] = self._held.get((degree, place), 0) + whole
        return left

    def sums(self, degree: int, kind: slice) -> list[Fraction]:
        """Return the sums of x or x² (degree 1 or 2), with the weights that some digits make."""
        places = [place for of, place in self._held if of == degree]
        last = max(places, default=0)
        parts = (_joined(self._held[degree, at][kind]) << _BITS * (last - at) for at in places)
        whole = sum(parts, np.zeros(len(self._tops), dtype=object))
        exponents = degree * self._tops - _BITS * last
        return [_scaled(n, e) for n, e in zip(whole.tolist(), exponents.tolist(), strict=True)]


def _scaled(number: int, exponent: int) -> Fraction:
    """Return number·2^exponent."""
    return Fraction(number << exponent) if exponent >= 0 else Fraction(number, 1 << -exponent)
