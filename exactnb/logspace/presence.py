"""Bernoulli blocks: log P(x|k) = b + Σ over what is there of ln(N/N'), N' for its absence.

b is the score of a row that shows nothing. It is summed exactly, from how often each count occurs,
and rounded once; a row then costs no more than what it shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from scipy import sparse

from exactnb.logspace.logs import Floats, log_of_product, log_quotients
from exactnb.logspace.scores import TINY, Scores, growth
from exactnb.logspace.tables import Integers, Levels, Tables

__all__ = ["Presence"]

_MORE = 8  # operations beside those of the sum: the entries themselves, b, the bound


@dataclass(frozen=True)
class Presence:
    """0/1 features, smoothed with one λ: (c + λ)/(n + 2λ) for a one.

    With a `floor` ε, the share c/n is moved into [ε, 1 − ε] instead, as some courses do it.
    """

    tables: Tables
    amount: Fraction
    floor: Fraction = Fraction(0)

    @cached_property
    def _added(self) -> tuple[int, int]:
        """Return q and d·p of λ = p/q, the counts being over d."""
        scale = self.tables.denominator
        return self.amount.denominator, self.amount.numerator * scale

    def numerator(self, count: int, size: int) -> int:
        """Return N of a count out of a size, over D of that size."""
        if self.floor:
            least, unit = self.floor.numerator * size, self.floor.denominator
            return min(max(count * unit, least), size * unit - least)
        times, added = self._added
        return times * count + added

    @cached_property
    def _sizes(self) -> list[int]:
        return [int(size) for size in self.tables.sizes]

    @cached_property
    def weights(self) -> Floats:
        """Return ln(N/N') for every feature and class; a factor that is zero is left out of it."""
        levels, sizes = self._levels, self._sizes
        logs = np.zeros((len(levels.values), len(sizes)))
        for label, size in enumerate(sizes):
            occurring = np.flatnonzero(levels.times[:, label])
            counts = [levels.values[row] for row in occurring]
            above = [self.numerator(c, size) or 1 for c in counts]
            below = [self.numerator(size - c, size) or 1 for c in counts]
            logs[occurring, label] = log_quotients(above, below)
        return levels.filled(logs)

    @cached_property
    def log_shares(self) -> Floats:
        """Return ln(N/D) of a one for every feature and class: −∞ where N is 0, NaN for 0/0."""
        levels = self._levels
        logs = np.full((len(levels.values), len(self._sizes)), np.nan)
        for label, size in enumerate(self._sizes):
            occurring = np.flatnonzero(levels.times[:, label])
            above = [self.numerator(levels.values[row], size) for row in occurring]
            if below := self._below(label):
                found = log_quotients([n or 1 for n in above], [below] * len(above))
                logs[occurring, label] = np.where([n == 0 for n in above], -np.inf, found)
        return levels.filled(logs)

    @cached_property
    def _levels(self) -> Levels:
        return Levels(self.tables.cells)

    @cached_property
    def base(self) -> Floats:
        """Return b of every class: the log score of a row that shows nothing, zeros left out."""
        return np.array([log_of_product(self.base_powers(k)) for k in range(len(self._sizes))])

    def base_powers(self, label: int) -> dict[int, int]:
        """Return the score of a row that shows nothing as powers of integers, zeros left out."""
        size, below = self._sizes[label], self._below(label)
        powers: Counter[int] = Counter()
        times = self._levels.times[:, label].tolist()
        for count, number in zip(self._levels.values, times, strict=True):
            absent = self.numerator(size - count, size) if number else 0
            if absent:
                powers[absent] += number
        if below:
            powers[below] -= self.tables.cells.shape[0]
        return {number: exponent for number, exponent in powers.items() if exponent}

    @cached_property
    def has_zeros(self) -> bool:
        """Say whether some factor is zero: only without smoothing."""
        none = not self.amount and not self.floor
        return none and bool(self._never.any() or self._always.any())

    @cached_property
    def _never(self) -> Integers:
        """Return for each feature and class whether no row of the class shows it."""
        found: Integers = self.tables.cells == 0
        return found

    @cached_property
    def _always(self) -> Integers:
        """Return for each feature and class whether every row of the class shows it."""
        found: Integers = self.tables.cells == self.tables.sizes[None, :]
        return found

    @cached_property
    def _largest(self) -> float:
        return float(np.abs(self.weights).max()) if self.weights.size else 0.0

    def scores(self, rows: sparse.csr_matrix) -> Scores:
        """Return log P(x|k) for sparse rows (n × V) of ones."""
        values = self.base[None, :] + np.asarray(rows @ self.weights)
        terms = np.diff(rows.indptr)
        sizes = float(np.abs(self.base).max()) + terms * self._largest
        errors = (growth(terms + _MORE) * sizes + TINY)[:, None]
        undefined = None
        empty = np.array([not self._below(label) for label in range(len(self._sizes))])
        if empty.any() and self.tables.cells.shape[0]:
            undefined = np.repeat(empty[None, :], rows.shape[0], axis=0)
        if not self.has_zeros:
            return Scores(values, errors, None, undefined)
        change = self._never.astype(np.float64) - self._always.astype(np.float64)
        zeros = np.asarray(rows @ change) + self._always.sum(axis=0)[None, :]
        return Scores(values, errors, zeros.astype(np.int64), undefined)

    def powers(self, row: Sequence[tuple[int, int]], label: int) -> dict[int, int]:
        """Return P(x|k) of one row, less what a row that shows nothing has, as powers of integers."""
        size = self._sizes[label]
        found: Counter[int] = Counter()
        for feature, _ in row:
            count = int(self.tables.cells[feature, label])
            found[self.numerator(count, size)] += 1
            found[self.numerator(size - count, size)] -= 1
        return {number: exponent for number, exponent in found.items() if exponent and number}

    def total(self, size: int) -> int:
        """Return D, over which the numerators of a class of some size stand."""
        if self.floor:
            return size * self.floor.denominator
        times, added = self._added
        return times * size + 2 * added

    def _below(self, label: int) -> int:
        return self.total(self._sizes[label])
