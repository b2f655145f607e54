"""A column of exact numbers that need not be doubles, some of them missing (with a factor of 1).

How to read: `Readings` are rows, `sum_by_class` sums them, `reading_scores` gives log densities as
double-doubles.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.scale.logspace import limbs
from exactnb.scale.logspace.correctly_rounded.double_double import ERROR, Pair, plus, times, two_product
from exactnb.scale.logspace.correctly_rounded.fixed_point import PreciseScores
from exactnb.scale.logspace.decisions import TINY
from exactnb.scale.logspace.limbs import Sums
from exactnb.scale.logspace.rational_tables import RationalTable, pair_of_doubles

_DOUBLES = 2**53  # integers up to this are doubles
_LOST = 2.0**-1060  # more than a factor below the least normal double loses


@frozen
class Readings:
    """One column of n rows: indices, `places`, into numbers, `numerators` (integers)/`denominator`.

    A missing number has the index -1.

    >>> column = Readings.from_fractions([(1, 10), (5, 2)], np.array([0, 1, -1, 0]))
    >>> column.numerators.tolist(), column.denominator, column.shape
    ([1, 25], 10, (4, 1))
    >>> column[1:3].number(0), column[1:3].number(1)
    (Fraction(5, 2), None)
    """

    numerators: NDArray[Any]
    denominator: int
    places: NDArray[np.int64]

    @classmethod
    def from_fractions(cls, numbers: Sequence[tuple[int, int]], places: NDArray[np.int64]) -> Readings:
        """Return rows of `numbers`, pairs (numerator, denominator), by their indices `places`."""
        denominator = lcm(*{divisor for _, divisor in numbers})
        integers = [numerator * (denominator // divisor) for numerator, divisor in numbers]
        return cls(np.array(integers, dtype=object), denominator, places)

    @classmethod
    def from_numerators(
        cls, numerators: NDArray[Any], denominator: int, missing: NDArray[np.bool_] | None = None
    ) -> Readings:
        """Return a row for each of the integers `numerators`, but where the number is `missing`."""
        number = len(numerators)
        places = np.arange(number)
        # What is worked out for each number need not be for each row, if there are fewer of them.
        if number and numerators.dtype != object:
            least, largest = int(numerators.min()), int(numerators.max())
            if largest - least < number:
                numerators, places = np.arange(least, largest + 1), numerators - least
        if missing is not None:
            places[missing] = -1
        return cls(numerators, denominator, places)

    @property
    def shape(self) -> tuple[int, int]:
        """Return the number of rows, and 1."""
        return len(self.places), 1

    def __getitem__(self, chosen: Any) -> Readings:
        """Return the `chosen` rows, without numbers that none of them has."""
        places = self.places[chosen]
        # To drop numbers takes sorting: it pays only where there are more of them than rows.
        if len(places) >= len(self.numerators):
            return Readings(self.numerators, self.denominator, places)
        used, renumbered = np.unique(places, return_inverse=True)
        renumbered -= bool(len(used)) and used[0] < 0
        return Readings(self.numerators[used[used >= 0]], self.denominator, renumbered)

    def number(self, row: int) -> Fraction | None:
        """Return the number at index `row`, None where it is missing."""
        place = int(self.places[row])
        return None if place < 0 else Fraction(int(self.numerators[place]), self.denominator)

    @once
    def pairs_of_doubles(self) -> Pair:
        """Return the nearest doubles of the numbers, and those of the remainders.

        A number beyond the largest double is infinite.
        """
        if self.denominator <= _DOUBLES and self.are_doubles:
            # What a quotient leaves of its numerator is a double: only the two divisions round.
            numbers = self.numerators.astype(np.float64)
            nearest = numbers / self.denominator
            product, rest = two_product(nearest, np.array(float(self.denominator)))
            return nearest, ((numbers - product) - rest) / self.denominator
        pairs = [pair_of_doubles(number, self.denominator) for number in self.numerators.tolist()]
        high, low = np.array(pairs, dtype=np.float64).reshape(-1, 2).T
        return high, low

    @property
    def are_doubles(self) -> bool:
        """Say whether all numerators are doubles."""
        return bool((np.abs(self.numerators) <= _DOUBLES).all())


def sum_by_class(
    rows: Readings,
    labels: NDArray[np.int64],
    classes: int,
    weights: NDArray[Any] | None = None,
    denominator: int = 1,
) -> Sums:
    """Return the exact sums of `rows` by class, without missing numbers.

    `labels` are the indices of the rows' classes, of which there are `classes`; `weights` are integers
    over one `denominator`.

    >>> column = Readings.from_fractions([(1, 10), (5, 2)], np.array([0, 1, -1, 0]))
    >>> sum_by_class(column, np.array([0, 0, 0, 1]), 2).sizes
    (Fraction(2, 1), Fraction(1, 1))
    """
    present = rows.places >= 0
    numbers, codes = rows.numerators[rows.places[present]], labels[present]
    weights = weights if weights is None else weights[present]
    unit = Fraction(1, rows.denominator)
    # Integers up to 2^53 are doubles, whose sums are taken in whole arrays; longer ones one by one.
    if rows.are_doubles:
        doubles = numbers.astype(np.float64)[:, None]
        sums = limbs.sum_by_class(doubles, codes, classes, weights, denominator)
    else:
        counts = np.ones(len(codes), dtype=np.int64) if weights is None else weights
        sizes, *powers = limbs.integer_moments(numbers, codes, counts, classes)
        tables = ([[Fraction(total, denominator)] for total in totals] for totals in powers)
        sums = Sums(
            tuple(Fraction(size, denominator) for size in sizes), *map(RationalTable.of, tables)
        )
    return Sums(sums.sizes, sums.totals.times(unit), sums.squares.times(unit**2))


def reading_scores(rows: Readings, mean: Pair, scale: Pair, constant: Pair) -> PreciseScores:
    """Return C − s·(x − μ)² for `rows` and classes, 0 for a missing x.

    `mean` is −μ, `scale` −s and `constant` C, each by class and right to 2^-102 of its size, C up to
    2^-102 besides. A score that overflows is NaN with an infinite bound.
    """
    # Numbers lie side by side: there are more of them than classes. The last one stands for a missing
    # number: the index -1 takes it.
    high, low = (np.append(part, 0.0) for part in rows.pairs_of_doubles)
    mean, scale, constant = ((a[:, None], b[:, None]) for a, b in (mean, scale, constant))
    with np.errstate(over="ignore", invalid="ignore"):
        deviation = plus((high, low), mean)
        values = plus(times(times(deviation, deviation), scale), constant)
        distance, offset, steep = np.abs(deviation[0]), np.abs(mean[0]), np.abs(scale[0])
        # x and μ are right to 2^-102 of their sizes, |x| ≤ |μ| + |x − μ|; then five operations follow.
        sizes = np.abs(constant[0]) + 1.0 + steep * (distance + 2.0**-90 * offset) * (distance + offset)
        # Low parts below the least normal double: of s by (x − μ)², of x − μ by s·|x − μ|.
        underflow = 2.0**-1074 * distance * distance + (steep + 1) * (1 + distance) * _LOST
        errors = (9 * ERROR * sizes + underflow).max(axis=0)
    broken = ~(np.isfinite(values[0]) & np.isfinite(values[1]) & np.isfinite(errors)).all(axis=0)
    for part, replacement in ((values[0], np.nan), (values[1], 0.0), (errors, np.inf)):
        part[..., broken] = replacement
        part[..., -1] = 0.0
    by_row = values[0].take(rows.places, axis=1).T, values[1].take(rows.places, axis=1).T
    return PreciseScores(by_row, errors.take(rows.places)[:, None] + TINY)
