"""A column of exact numbers, none of which need be a double, and of which some may be missing.

A row that shows no number has a factor of 1. How to read: `Readings` are rows, `summed` adds them up by
class, `scores_of` gives log densities as double-doubles.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, isfinite, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.scale.logspace.fine.double_double import ERROR, Pair, plus, times
from exactnb.scale.logspace.fine.scores import Fine
from exactnb.scale.logspace.scores import TINY
from exactnb.scale.logspace.sums import Sums

_LOST = 2.0**-1060  # more than what is lost of a factor below the least normal double


@frozen
class Readings:
    """One column of n rows: `places` of the rows in the numbers `whole` / `below`, -1 for none.

    >>> column = Readings.of([(1, 10), (5, 2)], np.array([0, 1, -1, 0]))
    >>> column.whole, column.below, column.shape, column[1:3].number(0), column[1:3].number(1)
    ((1, 25), 10, (4, 1), Fraction(5, 2), None)
    """

    whole: tuple[int, ...]
    below: int
    places: NDArray[np.int64]

    @classmethod
    def of(cls, numbers: Sequence[tuple[int, int]], places: NDArray[np.int64]) -> Readings:
        """Return rows that show some numbers, given as numerators and denominators."""
        below = lcm(*{under for _, under in numbers})
        return cls(tuple([above * (below // under) for above, under in numbers]), below, places)

    @property
    def shape(self) -> tuple[int, int]:
        """Return the number of rows, and 1."""
        return len(self.places), 1

    def __getitem__(self, chosen: Any) -> Readings:
        """Return some of the rows, with no numbers beside theirs."""
        places = self.places[chosen]
        if len(places) >= len(self.whole):
            return Readings(self.whole, self.below, places)
        used, found = np.unique(places, return_inverse=True)
        found -= bool(len(used)) and used[0] < 0
        return Readings(tuple([self.whole[at] for at in used.tolist() if at >= 0]), self.below, found)

    def number(self, row: int) -> Fraction | None:
        """Return the number of a row, None where it is missing."""
        at = int(self.places[row])
        return None if at < 0 else Fraction(self.whole[at], self.below)

    @once
    def pair(self) -> Pair:
        """Return the numbers as the doubles next to them, and the doubles next to the rests.

        One beyond the largest double is infinite.
        """
        high = [_nearest(number, self.below) for number in self.whole]
        low = [_rest(*pair, self.below) for pair in zip(self.whole, high, strict=True)]
        return np.array(high, dtype=np.float64), np.array(low, dtype=np.float64)


def _nearest(above: int, below: int) -> float:
    """Return the double next to a quotient of integers, as Python divides them."""
    try:
        return above / below
    except OverflowError:
        return inf if above > 0 else -inf


def _rest(above: int, high: float, below: int) -> float:
    if not isfinite(high):
        return 0.0
    numerator, denominator = high.as_integer_ratio()
    return (above * denominator - numerator * below) / (below * denominator)


def summed(
    rows: Readings,
    labels: NDArray[np.int64],
    classes: int,
    weights: NDArray[Any] | None = None,
    denominator: int = 1,
) -> Sums:
    """Return the exact sums of the numbers that are shown, by class; `weights` are over a denominator.

    >>> column = Readings.of([(1, 10), (5, 2)], np.array([0, 1, -1, 0]))
    >>> summed(column, np.array([0, 0, 0, 1]), 2).sizes
    (Fraction(2, 1), Fraction(1, 1))
    """
    shown = rows.places >= 0
    cells = rows.places[shown] * classes + labels[shown]
    size = len(rows.whole) * classes
    if weights is None:
        times: NDArray[Any] = np.bincount(cells, minlength=size)
    else:
        times = np.zeros(size, dtype=object)
        np.add.at(times, cells, weights[shown].astype(object))
    sums = []
    for of_class in times.reshape(-1, classes).T:
        used = np.flatnonzero(of_class)
        numbers = [rows.whole[at] for at in used.tolist()]
        weighted = [x * n for x, n in zip(numbers, of_class[used].tolist(), strict=True)]
        squares = sum(x * y for x, y in zip(numbers, weighted, strict=True))
        sums.append((sum(of_class[used].tolist()), sum(weighted), squares))
    below = denominator, denominator * rows.below, denominator * rows.below**2
    exact = [[Fraction(n, d) for n, d in zip(of, below, strict=True)] for of in sums]
    sizes, totals, squared = zip(*exact, strict=True)
    return Sums(sizes, tuple((t,) for t in totals), tuple((q,) for q in squared))


def scores_of(rows: Readings, mean: Pair, scale: Pair, constant: Pair) -> Fine:
    """Return C − s·(x − μ)² for rows and classes, 0 where nothing is shown.

    `mean` is −μ, `scale` −s and `constant` C, each by class and right to 2^-104 of its size. What
    overflows is no number, with an infinite bound.
    """
    high, low = (np.append(part, 0.0)[:, None] for part in rows.pair)  # the last for what is missing
    with np.errstate(over="ignore", invalid="ignore"):
        away = plus((high, low), mean)
        values = plus(times(times(away, away), scale), constant)
        far, off, steep = np.abs(away[0]), np.abs(mean[0]), np.abs(scale[0])
        # x and μ are right to 2^-104 of their sizes, |x| ≤ |μ| + |x − μ|; then five operations follow.
        sizes = np.abs(constant[0]) + steep * (far + 2.0**-90 * off) * (far + off)
        # Low parts below the least normal double: of s by (x − μ)², of x − μ by s·|x − μ|.
        lost = 2.0**-1074 * far * far + (steep + 1) * (1 + far) * _LOST
        errors = (9 * ERROR * sizes + lost).max(axis=1, keepdims=True)
    broken = ~(np.isfinite(values[0]) & np.isfinite(values[1]) & np.isfinite(errors)).all(axis=1)
    for part, left in ((values[0], np.nan), (values[1], 0.0), (errors, np.inf)):
        part[broken] = left
        part[-1] = 0.0
    found = values[0].take(rows.places, axis=0), values[1].take(rows.places, axis=0)
    return Fine(found, errors.take(rows.places, axis=0) + TINY)
