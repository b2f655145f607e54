"""Tables of columns of several kinds, with gaps, drawn at random, and their classes by brute force.

Every number is taken anew from the cells: in Fractions, and densities in 400 bits of mpmath.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath

from exactnb.interfaces.sklearn import MixedNB

BITS = 400
EQUAL = mpmath.mpf(2) ** -300
KINDS = ("categories", "numbers", "counts", "booleans")


@dataclass(frozen=True)
class Case:
    """Columns of a kind each, None in a cell for a missing one; a class for each row; rows to ask."""

    kinds: tuple[str, ...]
    rows: list[list[Any]]
    labels: list[int]
    weights: list[Fraction]
    amount: Fraction
    smoothing: Fraction
    queries: list[list[Any]]

    def model(self) -> Any:
        """Return the classifier, not yet fitted."""
        named = {kind: [at for at, own in enumerate(self.kinds) if own == kind] for kind in KINDS}
        return MixedNB(alpha=float(self.amount), var_smoothing=float(self.smoothing), **named)

    def fitted(self) -> Any:
        """Return the fitted classifier; raises ValueError where a variance is 0."""
        return self.model().fit(self.rows, self.labels, sample_weight=self.weights)

    def is_flat(self) -> bool:
        """Say whether some density has a variance of 0: no column of numbers varies at all."""
        places = [at for at, kind in enumerate(self.kinds) if kind == "numbers"]
        return not self.epsilon() and any(row[at] is not None for row in self.rows for at in places)

    def epsilon(self) -> Fraction:
        """Return what is added to all variances: of the largest, in which rows have no weights."""
        spreads = [Fraction(0)]
        for at in (at for at, kind in enumerate(self.kinds) if kind == "numbers"):
            cells = [Fraction(row[at]) for row in self.rows if row[at] is not None]
            if cells:
                mean = sum(cells) / len(cells)
                spreads.append(sum((cell - mean) ** 2 for cell in cells) / len(cells))
        return self.smoothing * max(spreads)

    def joints(self, query: Sequence[Any]) -> list[Any]:
        """Return P(k)·P(x|k) of every class, None where a factor is 0/0."""
        with mpmath.workprec(BITS):
            return [self._joint(query, label) for label in sorted(set(self.labels))]

    def _joint(self, query: Sequence[Any], label: int) -> Any:
        own = [w for w, k in zip(self.weights, self.labels, strict=True) if k == label]
        factors: list[Any] = [sum(own) / sum(self.weights)]
        words = [at for at, kind in enumerate(self.kinds) if kind == "counts"]
        tokens = sum((self._seen(at, label, lambda x: x) for at in words), self.amount * len(words))
        for at, (kind, cell) in enumerate(zip(self.kinds, query, strict=True)):
            if cell is None or (kind == "counts" and not cell):
                continue
            if kind == "numbers":
                factors.append(self._density(at, label, Fraction(cell)))
                continue
            if kind == "counts":
                share = (self._seen(at, label, lambda x: x) + self.amount, tokens)
            else:
                values = {row[at] for row in self.rows} - {None} if kind == "categories" else {0, 1}
                if cell not in values:
                    continue
                hits = self._seen(at, label, lambda x, of=cell: int(x == of))
                share = (
                    hits + self.amount,
                    self._seen(at, label, lambda x: 1) + self.amount * len(values),
                )
            factors.append(
                None if not share[1] else (share[0] / share[1]) ** (cell if kind == "counts" else 1)
            )
        if any(factor is None for factor in factors):
            return None
        product: Any = mpmath.mpf(1)
        for factor in factors:
            product *= _real(factor)
        return product

    def _seen(self, at: int, label: int | None, value: Any) -> Fraction:
        """Return the sum of what `value` makes of the cells of a column that are there."""
        rows = zip(self.rows, self.labels, self.weights, strict=True)
        there = [(row[at], w) for row, k, w in rows if label in (None, k) and row[at] is not None]
        return sum((w * Fraction(value(cell)) for cell, w in there), Fraction(0))

    def variance(self, at: int, label: int | None) -> Fraction | None:
        """Return the mean squared deviation of a column in a class, or in all rows."""
        size = self._seen(at, label, lambda x: 1)
        if not size:
            return None
        mean = self._seen(at, label, Fraction) / size
        return self._seen(at, label, lambda x: (Fraction(x) - mean) ** 2) / size

    def _density(self, at: int, label: int, number: Fraction) -> Any:
        size, spread = self._seen(at, label, lambda x: 1), self.variance(at, label)
        if spread is None:
            return None
        spread += self.epsilon()
        mean = self._seen(at, label, Fraction) / size
        exponent = _real((number - mean) ** 2 / (2 * spread))
        return mpmath.exp(-exponent) / mpmath.sqrt(2 * mpmath.pi * _real(spread))


def _real(number: Any) -> Any:
    if isinstance(number, Fraction):
        return mpmath.mpf(number.numerator) / number.denominator
    return mpmath.mpf(number)


def winners(joints: Sequence[Any]) -> tuple[int, ...]:
    """Return the classes with the largest joint, none if all are zero or one is undefined."""
    if any(joint is None for joint in joints) or not any(joints):
        return ()
    with mpmath.workprec(BITS):
        best = max(joints)
        return tuple(k for k, joint in enumerate(joints) if best - joint <= best * EQUAL)


def posteriors(joints: Sequence[Any]) -> list[float]:
    """Return the shares of joints in their sum."""
    with mpmath.workprec(BITS):
        return [float(joint / sum(joints)) for joint in joints]


def drawn(dice: random.Random) -> Case:
    """Return a small table; gaps, ties, zeros and unseen values are likely."""
    kinds = tuple(dice.choice(KINDS) for _ in range(dice.randint(1, 5)))
    classes = dice.choice((1, 2, 2, 3))
    rows = [[_cell(dice, kind) for kind in kinds] for _ in range(classes + dice.randrange(8))]
    labels = [*range(classes), *(dice.randrange(classes) for _ in rows[classes:])]
    if classes > 1 and not dice.randrange(3):  # the second class like the first
        kept = [at for at, label in enumerate(labels) if label != 1]
        twins = [at for at in kept if labels[at] == 0]
        rows, labels = (
            [rows[at] for at in (*kept, *twins)],
            [*(labels[at] for at in kept), *(1 for _ in twins)],
        )
    weights = [Fraction(1)] * len(rows)
    if not dice.randrange(3):
        weights = [dice.choice((Fraction(1, 4), Fraction(3), Fraction(0.1))) for _ in rows]
    amount = dice.choice((Fraction(0), Fraction(1), Fraction(1, 2)))
    queries = [[_cell(dice, kind, asked=True) for kind in kinds] for _ in range(4)]
    return Case(
        kinds, rows, labels, weights, amount, dice.choice((Fraction(1e-9), Fraction(1, 2))), queries
    )


def _cell(dice: random.Random, kind: str, *, asked: bool = False) -> Any:
    if not dice.randrange(5):
        return None
    if kind == "numbers":
        return dice.choice((0.1, 1.0, 1.5, 2.0, -3.25, 7.0))
    if kind == "counts":
        return dice.choice((0, 0, 1, 2, 5))
    if kind == "booleans":
        return dice.choice((True, False))
    return dice.choice(("red", "green", "blue", *(("pink",) if asked else ())))
