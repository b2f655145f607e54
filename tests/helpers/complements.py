"""Small problems for complement naive Bayes, drawn at random, and their classes by brute force.

Every number is taken anew from the rows: in Fractions, and where logarithms are divided by sums of
logarithms, in 600 bits of mpmath.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any

import mpmath

from exactnb.interfaces.sklearn import ComplementNB

BITS = 600
EQUAL = mpmath.mpf(2) ** -500
LAMBDAS = (Fraction(0), Fraction(1), Fraction(1, 2), Fraction(3, 8), Fraction(1e-6))
WEIGHTS = (Fraction(1, 3), Fraction(2), Fraction(0.1), Fraction(1))
Scores = list[Any]  # a number, infinity, or None for what is undefined


@dataclass(frozen=True)
class Case:
    """Rows by class with weights, λ, and rows whose class is asked."""

    rows: list[list[int]]
    labels: list[int]
    weights: list[Fraction]
    amounts: list[Fraction]
    queries: list[list[int]]

    def model(self, *, norm: bool) -> Any:
        """Return the fitted classifier."""
        alpha: Any = [float(amount) for amount in self.amounts]
        if len(set(alpha)) == 1:
            alpha = alpha[0]
        return ComplementNB(alpha=alpha, norm=norm).fit(
            self.rows, self.labels, sample_weight=self.weights
        )

    def shares(self) -> list[list[tuple[Fraction, Fraction]]]:
        """Return N and D of every class and feature, of the rows of all other classes."""
        found = []
        for label in sorted(set(self.labels)):
            cells = list(self.amounts)
            for row, own, weight in zip(self.rows, self.labels, self.weights, strict=True):
                if own != label:
                    cells = [cell + weight * x for cell, x in zip(cells, row, strict=True)]
            found.append([(cell, sum(cells, Fraction(0))) for cell in cells])
        return found

    def scores(self, query: Sequence[int]) -> Scores:
        """Return ∏ (D/N)^x for every class."""
        found: Scores = []
        for cells in self.shares():
            shown = [(n, d, x) for (n, d), x in zip(cells, query, strict=True) if x]
            if any(not d for _, d, _ in shown):
                found.append(None)
            elif any(not n for n, _, _ in shown):
                found.append(inf)
            else:
                score = Fraction(1)
                for n, d, x in shown:
                    score *= (d / n) ** x
                found.append(score)
        return found

    def normalised(self, query: Sequence[int]) -> Scores:
        """Return Σ x·ln(N/D) / Σ ln(N/D) for every class."""
        found: Scores = []
        with mpmath.workprec(BITS):
            for cells in self.shares():
                shown = [(n, d, x) for (n, d), x in zip(cells, query, strict=True) if x]
                whole = sum((_log(n / d) for n, d in cells if n), mpmath.mpf(0))
                endless = any(not n for n, _ in cells)
                if not shown:
                    found.append(mpmath.mpf(0))
                elif any(not n or not d for n, d, _ in shown):
                    found.append(None)
                elif endless:
                    found.append(mpmath.mpf(0))
                elif len(cells) == 1:
                    found.append(None)
                else:
                    found.append(sum((x * _log(n / d) for n, d, x in shown), mpmath.mpf(0)) / whole)
        return found


def winners(scores: Scores) -> tuple[int, ...]:
    """Return the classes with the largest score: none if one is undefined, or two are infinite."""
    endless = [k for k, score in enumerate(scores) if score == inf]
    if any(score is None for score in scores) or len(endless) > 1:
        return ()
    if endless:
        return tuple(endless)
    with mpmath.workprec(BITS):
        best, least = max(scores), 0 if isinstance(scores[0], Fraction) else EQUAL
        return tuple(k for k, score in enumerate(scores) if best - score <= least)


def posteriors(scores: Scores, *, norm: bool) -> list[float] | None:
    """Return the shares of scores, or of e to them, in their sum; None where all is undefined."""
    won = winners(scores)
    if not won:
        return None
    if scores[won[0]] == inf:
        return [float(k in won) for k in range(len(scores))]
    if not norm:
        return [float(score / sum(scores)) for score in scores]
    with mpmath.workprec(BITS):
        parts = [mpmath.exp(score) for score in scores]
        return [float(part / sum(parts)) for part in parts]


def _log(share: Fraction) -> Any:
    return mpmath.log(mpmath.mpf(share.numerator)) - mpmath.log(mpmath.mpf(share.denominator))


def drawn(dice: random.Random) -> Case:
    """Return a small problem; ties, zeros and classes that are alike are likely."""
    width, classes = dice.choice((1, 2, 2, 3, 5)), dice.choice((1, 2, 2, 3, 4))
    choices = dice.choice(((0, 0, 1, 1, 2, 3), (0, 1), (0, 0, 0, 1, 10**15, 10**15 + 1)))
    rows = [[dice.choice(choices) for _ in range(width)] for _ in range(classes + dice.randrange(5))]
    labels = [*range(classes), *(dice.randrange(classes) for _ in rows[classes:])]
    if classes > 1 and dice.randrange(2):  # the second class like the first, in another order perhaps
        turned = [row[::-1] if dice.randrange(2) else row for row in rows]
        kept = [at for at, label in enumerate(labels) if label != 1]
        first = [at for at in kept if labels[at] == 0]
        rows, labels = (
            [rows[at] for at in kept] + [turned[at] for at in first],
            [labels[at] for at in kept] + [1] * len(first),
        )
    weights = [Fraction(1)] * len(rows)
    if not dice.randrange(4):
        weights = [dice.choice(WEIGHTS) for _ in rows]
    amounts = [dice.choice(LAMBDAS)] * width
    if not dice.randrange(3):
        amounts = [dice.choice(LAMBDAS) for _ in range(width)]
    queries = [[dice.choice((0, 0, 1, 1, 2, 3)) for _ in range(width)] for _ in range(4)]
    queries += [[0] * width, [1] * width, [2] * width]
    return Case(rows, labels, weights, amounts, queries)
