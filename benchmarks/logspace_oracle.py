"""What is right, by itself: joints of rows as Fractions, or as enclosures of 600 bits.

Nothing here is the package's own: counts, means and variances are taken from the rows anew, and
logarithms are those of python-flint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb, ctx, fmpq

BITS = 600
Joints: TypeAlias = "list[Fraction] | list[arb]"
"""The joint of every class, or the enclosure of its logarithm."""


@dataclass(frozen=True)
class Right:
    """The winners of a row, and the doubles next to both ends of its posteriors."""

    winners: tuple[int, ...]
    posteriors: tuple[list[float], list[float]]


def right(joints: Joints) -> Right:
    """Return the winners and the posteriors that joints have."""
    if isinstance(joints[0], Fraction):
        best, whole = max(joints), sum(joints)
        shares = [float(joint / whole) for joint in joints]
        return Right(tuple(k for k, joint in enumerate(joints) if joint == best), (shares, shares))
    top = max(joints, key=lambda log: log.mid())
    winners = tuple(k for k, log in enumerate(joints) if not log < top)
    parts = [(log - top).exp() for log in joints]
    ends = [(part / sum(parts)) for part in parts]
    return Right(winners, ([_double(e.lower()) for e in ends], [_double(e.upper()) for e in ends]))


def _double(number: arb) -> float:
    mantissa, exponent = map(int, number.man_exp())
    return float(Fraction(mantissa) * Fraction(2) ** exponent)


def log(number: Fraction) -> arb:
    """Return the enclosure of a logarithm."""
    ctx.prec = BITS
    return arb(fmpq(number.numerator, number.denominator)).log()


def of_words(
    rows: Sequence[Sequence[tuple[int, Any]]], labels: Sequence[int], width: int
) -> Callable[[Sequence[tuple[int, Any]]], Joints]:
    """Return what makes joints of rows, places and whole numbers or doubles, with λ = 1."""
    classes = sorted(set(labels))
    counts: list[dict[int, Fraction]] = [{} for _ in classes]
    for row, label in zip(rows, labels, strict=True):
        for at, number in row:
            counts[label][at] = counts[label].get(at, Fraction(0)) + Fraction(number)
    sizes, below = Counter(labels), [sum(of.values(), Fraction(width)) for of in counts]
    whole = all(number == int(number) for row in rows for _, number in row)
    logs: dict[tuple[int, int], arb] = {}

    def log_of(at: int, label: int) -> arb:
        if (at, label) not in logs:
            logs[at, label] = log((counts[label].get(at, 0) + 1) / below[label])
        return logs[at, label]

    def joints(row: Sequence[tuple[int, Any]]) -> Joints:
        if whole:
            found = []
            for label in classes:
                above, under = sizes[label], len(labels)
                for at, number in row:
                    above *= int(counts[label].get(at, 0) + 1) ** int(number)
                    under *= int(below[label]) ** int(number)
                found.append(Fraction(above, under))
            return found
        return [
            sum(
                (arb(float(number)) * log_of(at, label) for at, number in row),
                log(Fraction(sizes[label], len(labels))),
            )
            for label in classes
        ]

    return joints


def of_values(
    rows: Sequence[Sequence[int]], labels: Sequence[int], sizes: Sequence[int]
) -> Callable[[Sequence[int]], list[Fraction]]:
    """Return what makes joints of rows of categories, with λ = 1."""
    of_class = Counter(labels)
    counts = Counter(
        (at, value, label)
        for row, label in zip(rows, labels, strict=True)
        for at, value in enumerate(row)
    )

    def joints(row: Sequence[int]) -> list[Fraction]:
        found = []
        for label in sorted(of_class):
            above, below = of_class[label], len(labels)
            for at, value in enumerate(row):
                above *= counts[at, value, label] + 1
                below *= of_class[label] + sizes[at]
            found.append(Fraction(above, below))
        return found

    return joints


def of_numbers(
    rows: Sequence[Sequence[float]], labels: Sequence[int], smoothing: Fraction
) -> Callable[[Sequence[float]], list[arb]]:
    """Return what makes log joints of rows of doubles; variances have a share of the largest added."""
    exact = [[Fraction(number) for number in row] for row in rows]
    added = smoothing * max(_spread(column)[1] for column in zip(*exact, strict=True))
    known = []
    for label in sorted(set(labels)):
        own = [row for row, of in zip(exact, labels, strict=True) if of == label]
        spreads = [_spread(column) for column in zip(*own, strict=True)]
        constant = log(Fraction(len(own), len(labels)))
        constant -= sum(log(v + added) for _, v in spreads) / 2
        known.append((constant, [(_ball(m), 1 / (2 * _ball(v + added))) for m, v in spreads]))

    def joints(row: Sequence[float]) -> list[arb]:
        ctx.prec = BITS
        return [
            sum((-h * (arb(x) - m) ** 2 for x, (m, h) in zip(row, of, strict=True)), constant)
            for constant, of in known
        ]

    return joints


def _spread(column: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the mean and the variance of some numbers."""
    mean = sum(column, Fraction(0)) / len(column)
    return mean, sum(((x - mean) ** 2 for x in column), Fraction(0)) / len(column)


def _ball(number: Fraction) -> arb:
    ctx.prec = BITS
    return arb(fmpq(number.numerator, number.denominator))
