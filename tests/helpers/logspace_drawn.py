"""Small problems for the log-space path, drawn at random, and their classes by brute force.

Every number is taken anew from the rows, in Fractions, without tables, logarithms or floats.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy import sparse

from exactnb.scale.logspace.bernoulli import BernoulliKernel
from exactnb.scale.logspace.decisions import Decisions
from exactnb.scale.logspace.model import LogModel
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.tables import Tables, count_rows, integer_weights

AMOUNTS = (Fraction(0), Fraction(1), Fraction(1, 2), Fraction(3, 7), Fraction(1, 10**6))
WEIGHTS: tuple[tuple[Any, ...], ...] = (
    (1, 2, 3, 0),
    (Fraction(1, 3), Fraction(1, 2), Fraction(5, 7)),
    (0.1, 0.2, 0.3, 1.5),
)
Rows = list[list[int]]


@dataclass(frozen=True)
class Part:
    """Some columns: what they are, their smoothing, and which of them share a total."""

    kind: str
    columns: range
    pseudocounts: tuple[Fraction, ...]
    groups: tuple[range, ...]

    def kernel(self, tables: Tables) -> MultinomialKernel | BernoulliKernel:
        """Return the block of the log-space path, from the counts of all columns."""
        own = Tables(
            tables.sizes, tables.cells[self.columns.start : self.columns.stop], tables.denominator
        )
        if self.kind == "bernoulli":
            return BernoulliKernel(own, self.pseudocounts[0])
        return MultinomialKernel(own, self.pseudocounts, self.groups)

    def factors(
        self, cells: Sequence[Fraction], size: Fraction, row: Sequence[int]
    ) -> list[tuple[Fraction, Fraction, int]]:
        """Return the factors of one class as (above, below, power); 0 below means 0/0."""
        if self.kind == "bernoulli":
            amount, found = self.pseudocounts[0], []
            for count, seen in zip(cells, row, strict=True):
                found.append(((count if seen else size - count) + amount, size + 2 * amount, 1))
            return found
        lambdas = self.pseudocounts * len(cells) if len(self.pseudocounts) == 1 else self.pseudocounts
        found = []
        for group in self.groups:
            total = sum((cells[j] + lambdas[j] for j in group), Fraction(0))
            found += [(cells[j] + lambdas[j], total, row[j]) for j in group if row[j]]
        return found


@dataclass(frozen=True)
class Case:
    """A problem: rows by class with weights, a prior, parts, and rows whose class is asked."""

    rows: Rows
    labels: list[int]
    weights: list[Any] | None
    priors: tuple[Fraction, ...]
    parts: tuple[Part, ...]
    queries: Rows

    def tables(self) -> Tables:
        """Return the counts of all columns."""
        width = self.parts[-1].columns.stop
        weights, over = (None, 1) if self.weights is None else integer_weights(self.weights)
        labels = np.array(self.labels, dtype=np.int64)
        return count_rows(table(self.rows, width), labels, len(self.priors), weights, over)

    def model(self) -> LogModel:
        """Return the fitted model of the log-space path."""
        tables = self.tables()
        return LogModel(self.priors, tuple(part.kernel(tables) for part in self.parts))

    def decisions(self, *, dense: bool = False) -> Decisions:
        """Return what the log-space path says about the queries, as sparse rows or dense ones."""
        rows = table(self.queries, self.parts[-1].columns.stop)
        return self.model().decide(rows.toarray() if dense else rows)

    def joints(self, query: Sequence[int]) -> list[Fraction | None]:
        """Return P(k)·P(x|k) of every class by brute force, None where a factor is 0/0."""
        return [self._joint(query, label) for label in range(len(self.priors))]

    def winners(self, query: Sequence[int]) -> tuple[int, ...]:
        """Return the classes with the largest joint, none if all are zero or one is undefined."""
        joints = self.joints(query)
        known = [joint for joint in joints if joint is not None]
        if len(known) < len(joints) or not any(known):
            return ()
        return tuple(k for k, joint in enumerate(joints) if joint == max(known))

    def _joint(self, query: Sequence[int], label: int) -> Fraction | None:
        cells, size = self._counts[label]
        above, below = self.priors[label].numerator, self.priors[label].denominator
        for part in self.parts:
            span = slice(part.columns.start, part.columns.stop)
            for over, under, power in part.factors(cells[span], size, query[span]):
                if not under:
                    return None
                share = over / under
                above, below = above * share.numerator**power, below * share.denominator**power
        return Fraction(above, below)

    @property
    def _counts(self) -> list[tuple[list[Fraction], Fraction]]:
        found = self.__dict__.get("_known")
        if found is None:
            found = [self._count(label) for label in range(len(self.priors))]
            self.__dict__["_known"] = found
        return found

    def _count(self, label: int) -> tuple[list[Fraction], Fraction]:
        cells, size = [Fraction(0)] * self.parts[-1].columns.stop, Fraction(0)
        for at, (row, own) in enumerate(zip(self.rows, self.labels, strict=True)):
            if own == label:
                weight = Fraction(1 if self.weights is None else self.weights[at])
                size += weight
                cells = [cell + weight * number for cell, number in zip(cells, row, strict=True)]
        return cells, size


def table(rows: Rows, width: int) -> sparse.csr_matrix:
    """Return dense rows as a sparse table of 64-bit integers."""
    return sparse.csr_matrix(np.array(rows, dtype=np.int64).reshape(len(rows), width))


def drawn(dice: random.Random) -> Case:
    """Return a small problem, ties and zeros likely."""
    parts: list[Part] = []
    at = 0
    for _ in range(dice.choice((1, 1, 2, 3))):
        parts.append(_part(dice, at))
        at = parts[-1].columns.stop
    classes = dice.choice((1, 2, 2, 3, 4))
    rows = [_row(dice, parts) for _ in range(dice.randrange(7))]
    labels = [dice.randrange(classes) for _ in rows]
    weights = [dice.choice(dice.choice(WEIGHTS)) for _ in rows] if not dice.randrange(4) else None
    if classes > 1 and not dice.randrange(
        3
    ):  # two classes alike, or alike but for the order of columns
        rows, labels, weights = _twins(dice, rows, labels, weights, classes)
    queries = [[0] * at, *(_row(dice, parts) for _ in range(dice.randint(2, 4)))]
    queries += [list(dice.choice(rows))] if rows else []
    return Case(rows, labels, weights, _priors(dice, labels, weights, classes), tuple(parts), queries)


def _part(dice: random.Random, start: int) -> Part:
    kind = dice.choice(("multinomial", "bernoulli", "categorical"))
    sizes = [dice.randint(1, 5)] if kind != "categorical" else [dice.randint(1, 3) for _ in range(3)]
    if kind == "categorical":
        sizes = sizes[: dice.randint(1, 3)]
    width = sum(sizes)
    ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
    groups = tuple(range(end - size, end) for size, end in zip(sizes, ends, strict=True))
    pseudocounts: tuple[Fraction, ...] = (dice.choice(AMOUNTS),)
    if kind != "bernoulli" and not dice.randrange(3):
        pseudocounts = tuple(dice.choice(AMOUNTS) for _ in range(width))
    return Part(kind, range(start, start + width), pseudocounts, groups)


def _row(dice: random.Random, parts: Sequence[Part]) -> list[int]:
    row: list[int] = []
    for part in parts:
        if part.kind == "categorical":
            for group in part.groups:
                own = [0] * len(group)
                if dice.randrange(8):  # else the value is missing
                    own[dice.randrange(len(group))] = 1
                row += own
        else:
            choices = (0, 1) if part.kind == "bernoulli" else (0, 0, 1, 1, 2, 3)
            row += [dice.choice(choices) for _ in part.columns]
    return row


def _twins(
    dice: random.Random, rows: Rows, labels: list[int], weights: list[Any] | None, classes: int
) -> tuple[Rows, list[int], list[Any] | None]:
    """Make two classes alike, or alike but for the order of the columns."""
    one, other = dice.sample(range(classes), 2)
    kept = [at for at, label in enumerate(labels) if label != other]
    twins = [at for at in kept if labels[at] == one]
    turned = [rows[at][::-1] if not dice.randrange(4) else rows[at] for at in twins]
    binary = all(max(row) <= 1 for row in turned)  # a turned row must suit columns of zeros and ones
    copies = turned if binary else [rows[at] for at in twins]
    taken = None if weights is None else [weights[at] for at in (*kept, *twins)]
    return (
        [*(rows[at] for at in kept), *copies],
        [labels[at] for at in kept] + [other] * len(twins),
        taken,
    )


def _priors(
    dice: random.Random, labels: list[int], weights: list[Any] | None, classes: int
) -> tuple[Fraction, ...]:
    kind = dice.choice(("mle", "uniform", "given"))
    sizes = [Fraction(0)] * classes
    for at, label in enumerate(labels):
        sizes[label] += Fraction(1 if weights is None else weights[at])
    if kind == "given":
        sizes = [Fraction(dice.randrange(4)) for _ in range(classes)]
    if kind == "uniform" or not any(sizes):
        sizes = [Fraction(1)] * classes
    return tuple(size / sum(sizes) for size in sizes)
