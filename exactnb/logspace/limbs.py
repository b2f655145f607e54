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

from exactnb.logspace.fine.double_double import two_product

Floats = NDArray[np.float64]

_PIECE = 2048  # rows that are multiplied at once: 2^11
_BITS = 21  # of a limb of a measurement: 21 + 21 + 11 = 53
_LIMBS = 10  # of a measurement, at most: what spreads over more bits is added up one by one
_LONG = 24  # of a measurement times a weight, likewise
_LOW = 2  # limbs of the low part of such a product that are surely zero
_WEIGHT = 300  # bits of weights that are scaled without loss
_COLUMNS = 32  # that are worked on at once: they stay near the processor
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


@dataclass(frozen=True)
class Weights:
    """Whole numbers ≥ 0, one for each row: sums of 2^top times doubles below 1, `parts` of each."""

    whole: NDArray[Any]
    parts: tuple[tuple[int, Floats], ...]

    @classmethod
    def of(cls, whole: NDArray[Any]) -> Weights:
        """Return integers of any size as weights."""
        if int(whole.max(initial=0)).bit_length() <= _WEIGHT:
            near = whole.astype(np.float64)
            if (near.astype(object) == whole).all():
                top = int(np.frexp(near.max(initial=0.0))[1])
                return cls(whole, ((top, np.ldexp(near, -top)),))
        found = enumerate(digits(whole, 53)[0])
        return cls(
            whole, tuple((53 + 53 * i, np.ldexp(part.astype(np.float64), -53)) for i, part in found)
        )


def exponents_of(rows: Floats) -> NDArray[np.int32]:
    """Return e for every column, the least with all |x| < 2^e."""
    if not len(rows):
        return np.zeros(rows.shape[1], dtype=np.int32)
    found: NDArray[np.int32] = np.frexp(np.maximum(rows.max(axis=0), -rows.min(axis=0)))[1]
    return found


def moments(
    rows: Floats, chosen: NDArray[np.int64], tops: NDArray[np.int32], weights: Weights | None = None
) -> tuple[Moments, Moments]:
    """Return the moments of the rows that are `chosen`: each counted once, and with its weight.

    `tops` are the exponents of the columns.
    """
    kinds = (0,) if weights is None else (0, 1)
    totals: list[list[Fraction]] = [[], []]
    squares: list[list[Fraction]] = [[], []]
    for start in range(0, rows.shape[1], _COLUMNS):
        columns = slice(start, start + _COLUMNS)
        some = _Columns(tops[columns], weights)
        for at in range(0, len(chosen), _PIECE):
            piece = chosen[at : at + _PIECE]
            some.add(rows[piece, columns], piece)
        for column in np.flatnonzero(some.wide).tolist():
            some.replace(column, rows[chosen, start + column], chosen)
        for kind in kinds:
            totals[kind] += some.sums(kind, 1)
            squares[kind] += some.sums(kind, 2)
    sizes = (
        len(chosen),
        len(chosen) if weights is None else int(weights.whole[chosen].sum(dtype=object)),
    )
    found = [Moments(sizes[kind], tuple(totals[kind]), tuple(squares[kind])) for kind in kinds]
    return found[0], found[-1]


class _Columns:
    """Add up Σx, Σx², Σwx and Σwx² of some columns, piece by piece, as products of limbs."""

    def __init__(self, tops: NDArray[np.int32], weights: Weights | None) -> None:
        self._tops = tops
        self._weights = weights.whole if weights is not None else None
        self._parts = weights.parts if weights is not None else ()
        self._limbs = np.empty((len(tops), 1 + _LIMBS, _PIECE))
        self._limbs[:, 0] = 1.0
        self._weighted = np.empty((len(tops), _LONG if self._parts else 0, _PIECE))
        # Of every part of a weight, none at first: sums of limb times limb, in two halves of 31 bits.
        shape = (1 + len(self._parts), 2, len(tops), 1 + _LONG, 1 + _LIMBS)
        self._held = np.zeros(shape, dtype=np.int64)
        self._known: dict[tuple[int, int, int], Fraction] = {}
        self.wide = np.zeros(len(tops), dtype=bool)

    def add(self, piece: Floats, chosen: NDArray[np.int64]) -> None:
        """Add rows, at most as many as are multiplied at once."""
        numbers = np.ldexp(piece.T, -self._tops[:, None])
        self.wide |= np.count_nonzero(numbers, axis=1) != np.count_nonzero(piece, axis=0)
        own = self._cut(numbers.copy(), self._limbs[:, 1:, : len(piece)], 0)
        limbs = self._limbs[:, : 1 + own.shape[1], : len(piece)].transpose(0, 2, 1)
        self._count(0, 0, own @ limbs)
        for part, (_, weights) in enumerate(self._parts, start=1):
            high, low = two_product(numbers, weights[chosen])
            for rest, start in ((high, 0), (low, _LOW)):
                found = self._cut(rest, self._weighted[:, :, : len(piece)], start)
                self._count(part, start, found @ limbs)

    def _cut(self, rest: Floats, limbs: Floats, start: int) -> Floats:
        """Write numbers below 1 as limbs, the largest first, `start` of which are zero and left out."""
        number, unit = 0, 2.0 ** (-_BITS * start)
        while number < limbs.shape[1] - start and rest.any():
            unit *= 2.0**-_BITS
            limb = limbs[:, number]
            np.add(rest, 1.5 * 2**52 * unit, out=limb)  # rounds to a multiple of the unit
            limb -= 1.5 * 2**52 * unit
            rest -= limb
            number += 1
        self.wide |= rest.any(axis=1)
        return limbs[:, :number]

    def _count(self, part: int, start: int, products: Floats) -> None:
        """Add products of limbs and limbs, the one before these among them."""
        _, rows, columns = products.shape
        places = start + 1 + np.arange(rows)[:, None] + np.arange(columns)
        whole = np.ldexp(products, _BITS * places).astype(np.int64)
        held = self._held[part, :, :, start + 1 : start + 1 + rows, :columns]
        held[0] += whole & (_HALF - 1)
        held[1] += whole >> 31

    def replace(self, column: int, numbers: Floats, chosen: NDArray[np.int64]) -> None:
        """Take the sums of a column that limbs do not hold from Python's integers."""
        whole, exponent = whole_numbers(numbers)
        ones = np.ones(len(numbers), dtype=object)
        known = [ones] if self._weights is None else [ones, self._weights[chosen].astype(object)]
        for kind, weights in enumerate(known):
            for degree, powers in ((1, whole), (2, whole * whole)):
                total = int((powers * weights).sum())
                self._known[kind, degree, column] = _scaled(total, degree * exponent)

    def sums(self, kind: int, degree: int) -> list[Fraction]:
        """Return the sums of x or x² (degree 1 or 2), plain (kind 0) or weighted (1)."""
        found = [Fraction(0)] * len(self._tops)
        parts = [(0, 0)] if kind == 0 else [(i, top) for i, (top, _) in enumerate(self._parts, start=1)]
        for part, top in parts:
            whole, last = self._whole(part, degree)
            exponents = (degree * self._tops + (top - _BITS * last)).tolist()
            pairs = zip(found, whole.tolist(), exponents, strict=True)
            found = [total + _scaled(number, exponent) for total, number, exponent in pairs]
        for column in np.flatnonzero(self.wide).tolist():
            found[column] = self._known[kind, degree, column]
        return found

    def _whole(self, part: int, degree: int) -> tuple[NDArray[Any], int]:
        """Return sums as integers times 2^(−_BITS·last), and last."""
        low, high = self._held[part]
        used = (low | high).any(axis=0)
        used[:, 1:] &= degree == 2
        used[:, 0] &= degree == 1
        places = np.argwhere(used)
        last = int(places.sum(axis=1).max(initial=0))
        whole = np.zeros(len(self._tops), dtype=object)
        for one, other in places.tolist():
            number = (high[:, one, other].astype(object) << 31) + low[:, one, other].astype(object)
            whole = whole + (number << _BITS * (last - one - other))
        return whole, last


def _scaled(number: int, exponent: int) -> Fraction:
    """Return number·2^exponent."""
    return Fraction(number << exponent) if exponent >= 0 else Fraction(number, 1 << -exponent)
