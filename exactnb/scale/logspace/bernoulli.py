"""Bernoulli blocks: log P(x|k) = b + Σ over what is there of ln(N/N'), N' for its absence.

b is the score of a row that shows nothing. It is summed exactly, from how often each count occurs,
and rounded once; a row then costs no more than what it shows.

How to read: `numerators` gives the exact shares, `weights` their logarithms, `scores` the sums with
bounds, `fine` closer ones, and `powers` the exact score of one row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.scale.logspace.fine.double_double import Pair
from exactnb.scale.logspace.fine.fixed import Fixed, Kept, Limbs
from exactnb.scale.logspace.fine.scores import Fine, added, constant, products
from exactnb.scale.logspace.logs import Floats, log_of_product, log_quotients, pair_of_product
from exactnb.scale.logspace.rows import as_sparse, product, terms
from exactnb.scale.logspace.scores import SINGLE, TINY, TINY_SINGLE, Scores, growth, in_single
from exactnb.scale.logspace.tables import Integers, Levels, Tables

_MORE = 8  # operations beside those of the sum: the entries themselves, b, the bound
_FEW = 6  # classes: up to so many, products with one column of weights after another are faster


@frozen
class BernoulliKernel:
    """0/1 features, smoothed with one λ: (c + λ)/(n + 2λ) for a one.

    With a `floor` ε, the share c/n is moved into [ε, 1 − ε] instead, as some courses do it.
    """

    tables: Tables
    pseudocount: Fraction
    floor: Fraction = Fraction(0)

    @once
    def _added(self) -> tuple[int, int]:
        """Return q and d·p of λ = p/q, the counts being over d."""
        scale = self.tables.denominator
        return self.pseudocount.denominator, self.pseudocount.numerator * scale

    def numerator(self, count: int, size: int) -> int:
        """Return N of a count out of a size, over D of that size."""
        return self.numerators((count,), size)[0]

    def numerators(self, counts: Sequence[int], size: int) -> list[int]:
        """Return N of each of some counts out of a size, over D of that size."""
        if self.floor:
            least, unit = self.floor.numerator * size, self.floor.denominator
            return [min(max(count * unit, least), size * unit - least) for count in counts]
        times, added = self._added
        return [times * count + added for count in counts]

    @once
    def _sizes(self) -> list[int]:
        return [int(size) for size in self.tables.sizes]

    @once
    def weights(self) -> Floats:
        """Return ln(N/N') for every feature and class; a factor that is zero is left out of it."""
        (found,) = self._filled(lambda above, below: log_quotients(above, below)[None])
        return found

    def _filled(self, quotients: Callable[[list[int], list[int]], NDArray[Any]]) -> list[NDArray[Any]]:
        """Return tables of every feature and class: `quotients` makes them of each N and its N'."""
        levels = self._levels
        above: list[int] = []
        below: list[int] = []
        occurring = [np.flatnonzero(times) for times in levels.times.T]
        for rows, size in zip(occurring, self._sizes, strict=True):
            counts = [levels.values[row] for row in rows.tolist()]
            above += self.numerators(counts, size)
            below += self.numerators([size - count for count in counts], size)
        found = quotients([n or 1 for n in above], [n or 1 for n in below])
        labels = np.repeat(np.arange(len(occurring)), list(map(len, occurring)))
        made = np.zeros((len(found), *levels.times.shape), dtype=found.dtype)
        made[:, np.concatenate([labels[:0], *occurring]), labels] = found
        return [levels.filled(table) for table in made]

    @once
    def _single(self) -> tuple[NDArray[np.float32], float]:
        """Return the weights in single precision and their largest size; of few, less the first."""
        given = self.weights - self.weights[:, :1] if self._few else self.weights
        found = given.astype(np.float32, order="F" if self._few else "C")
        return found, float(np.abs(found).max()) if found.size else 0.0

    @property
    def _few(self) -> bool:
        return len(self._sizes) <= _FEW

    @once
    def log_shares(self) -> Floats:
        """Return ln(N/D) of a one for every feature and class: −∞ where N is 0, NaN for 0/0."""
        levels = self._levels
        logs = np.full((len(levels.values), len(self._sizes)), np.nan)
        for label, size in enumerate(self._sizes):
            occurring = np.flatnonzero(levels.times[:, label])
            above = self.numerators([levels.values[row] for row in occurring.tolist()], size)
            if below := self._below(label):
                found = log_quotients([n or 1 for n in above], [below] * len(above))
                logs[occurring, label] = np.where([n == 0 for n in above], -np.inf, found)
        return levels.filled(logs)

    @once
    def _levels(self) -> Levels:
        return Levels(self.tables.cells)

    @once
    def base(self) -> Floats:
        """Return b of every class: the log score of a row that shows nothing, zeros left out."""
        return np.array([log_of_product(self.base_powers(k)) for k in range(len(self._sizes))])

    @once
    def _base_pair(self) -> Pair:
        """Return b of every class as the sum of two doubles."""
        pairs = [pair_of_product(self.base_powers(label)) for label in range(len(self._sizes))]
        high, low = np.array(pairs).T
        return high, low

    def base_powers(self, label: int) -> dict[int, int]:
        """Return the score of a row that shows nothing as powers of integers, zeros left out."""
        # A vocabulary of 10⁵ words has some hundred different counts, so b is a product of that many
        # powers, known exactly, of which one logarithm is taken.
        size, below = self._sizes[label], self._below(label)
        times = self._levels.times[:, label]
        rows = np.flatnonzero(times).tolist()
        absent = self.numerators([size - self._levels.values[row] for row in rows], size)
        powers = {below: -self.tables.cells.shape[0]}
        for number, often in zip(absent, times[rows].tolist(), strict=True):
            powers[number] = powers.get(number, 0) + often
        return {number: exponent for number, exponent in powers.items() if exponent and number}

    @once
    def has_zeros(self) -> bool:
        """Say whether some factor is zero: only without smoothing."""
        none = not self.pseudocount and not self.floor
        return none and bool(self._never.any() or self._always.any())

    @once
    def _never(self) -> Integers:
        """Return for each feature and class whether no row of the class shows it."""
        found: Integers = self.tables.cells == 0
        return found

    @once
    def _always(self) -> Integers:
        """Return for each feature and class whether every row of the class shows it."""
        found: Integers = self.tables.cells == self.tables.sizes[None, :]
        return found

    @once
    def _largest(self) -> float:
        return float(np.abs(self.weights).max()) if self.weights.size else 0.0

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return log P(x|k) for rows (n × V) of zeros and ones.

        In `single` precision that is faster for sparse rows, and the bounds are wider. Of few classes
        every score is then less that of the first class, which changes no comparison.
        """
        number = terms(rows)
        base = float(np.abs(self.base).max())
        errors = growth(number + _MORE) * (base + number * self._largest) + TINY
        if single and sparse.issparse(rows):
            values, largest = self._first_look(rows)
            if self._few:
                errors *= 2
            errors += growth(number + _MORE, SINGLE) * number * largest + TINY_SINGLE
        else:
            values = product(rows, self.weights)
            values += self.base
        return Scores(values, errors[:, None], *self._nothing(rows))

    def fine(self, rows: Any, *, close: bool = True) -> Fine:
        """Return log P(x|k) for rows (n × V) of zeros and ones, to some 75 bits, always `close`."""
        largest = max(self._below(label) for label in range(len(self._sizes)))
        shown = products(as_sparse(rows), max(largest, 1), self._limbs)
        found = added([constant(self._base_pair, rows.shape[0]), shown])
        return Fine(found.values, found.errors, *self._nothing(rows))

    def has_closer(self, rows: Any) -> bool:
        """Return False: the scores of ones are as close as they can be."""
        return False

    def _limbs(self, fixed: Fixed) -> Limbs:
        return self._kept.tables(fixed, lambda: self._filled(fixed.quotients))

    @once
    def _kept(self) -> Kept:
        return Kept()

    def _nothing(self, rows: Any) -> tuple[Integers | None, NDArray[np.bool_] | None]:
        """Return how many factors of rows and classes are zero, and which are 0/0; None for none."""
        undefined = None
        empty = np.array([not self._below(label) for label in range(len(self._sizes))])
        if empty.any() and self.tables.cells.shape[0]:
            undefined = np.repeat(empty[None, :], rows.shape[0], axis=0)
        if not self.has_zeros:
            return None, undefined
        # What a class never shows is zero where it is there, what it always shows where it is not: the
        # zeros of a row are those of an empty row, changed by what it shows.
        change = self._never.astype(np.float64) - self._always.astype(np.float64)
        zeros = product(rows, change) + self._always.sum(axis=0)[None, :]
        return zeros.astype(np.int64), undefined

    def _first_look(self, rows: sparse.csr_matrix) -> tuple[Floats, float]:
        """Return the scores by single precision, and the largest weight that they are made of."""
        ones, (weights, largest) = in_single(rows, ones=True), self._single
        if not self._few:
            return np.asarray(ones @ weights).astype(np.float64, order="F") + self.base, largest
        values = np.zeros((len(self._sizes), rows.shape[0]))
        for label in range(1, len(values)):
            values[label] = ones @ weights[:, label]
        values += (self.base - self.base[0])[:, None]
        return values.T, largest

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
