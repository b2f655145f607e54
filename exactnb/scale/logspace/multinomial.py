"""Multinomial and categorical blocks: log P(x|k) = Σ x·ln(N/D), N/D the share of a feature in a class.

Every term is at most 0, so nothing cancels, and the relative error of the sum grows with the number
of its terms alone, in whatever order they are added.

How to read: `denominators` and `scale` are the exact shares, `weights` their logarithms, `scores` the
sums with bounds, `fine` closer ones, and `powers` the exact score of one row.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen
from exactnb.scale.logspace.fine import cutting
from exactnb.scale.logspace.fine.double_double import Pair
from exactnb.scale.logspace.fine.fixed import Fixed, Kept, Limbs
from exactnb.scale.logspace.fine.scores import Fine, products
from exactnb.scale.logspace.logs import Floats, log_ratios
from exactnb.scale.logspace.rows import as_sparse, product, require_counts, terms
from exactnb.scale.logspace.scores import ROUNDING, SINGLE, TINY, TINY_SINGLE, Scores, growth, in_single
from exactnb.scale.logspace.tables import Integers, Levels, Tables

_LARGEST = 2**1000
_MORE = 8  # operations beside those of the sum: the entries themselves, the products, the bound


@frozen
class MultinomialKernel:
    """Features whose counts in a class are shares of a total, smoothed: (c + λ)/(T + Σλ).

    `pseudocounts` has λ, one for all features or one for each. `groups` are the features that share a
    total, as ranges: all of them are words of one vocabulary, or those of a column are its values.
    """

    tables: Tables
    pseudocounts: tuple[Fraction, ...]
    groups: tuple[range, ...]

    @once_each
    def denominators(self, group: range) -> list[int]:
        """Return D = q·T + d·Σp of a group, for every class."""
        common, added = self.scale
        total = sum(added[group.start : group.stop]) if len(added) > 1 else added[0] * len(group)
        sums = self.tables.totals(slice(group.start, group.stop))
        return [common * int(part) + int(total) for part in sums]

    @once
    def weights(self) -> Floats:
        """Return ln(N/D) for every feature and class, N = q·c + d·p; 0 where N or D is 0."""
        (found,) = self._filled(lambda above, below: log_ratios(above, below)[None])
        return found

    def _filled(self, ratios: Callable[[list[int], list[int]], NDArray[Any]]) -> list[NDArray[Any]]:
        """Return tables of every feature and class: `ratios` makes them of N (rows) and D (columns)."""
        common, _ = self.scale
        none = ratios([], [1] * self.tables.cells.shape[1])
        parts = [list(none)]
        for part, more in self._parts():
            levels, below = Levels(self.tables.cells[part]), self._below(part)
            above = [common * value + more for value in levels.values]
            made = ratios([n or 1 for n in above], [d or 1 for d in below])
            made[:, [n == 0 for n in above], :] = 0
            made[:, :, [d == 0 for d in below]] = 0
            parts.append([levels.filled(table) for table in made])
        if len(parts) == 2:
            return parts[1]
        return [np.concatenate(of_table) for of_table in zip(*parts, strict=True)]

    def fine(self, rows: Any, *, close: bool = False) -> Fine:
        """Return log P(x|k) for rows (n × V), whole numbers or not, to some 75 bits.

        With `close` it takes longer, and the bounds of long rows of fractions are closer. Raises
        InputError for a number that is negative.
        """
        require_counts(rows)
        found, accuracy = None, 2.0**-98 * (1 + self._most.bit_length())
        if self.has_closer(rows):
            found = cutting.by_terms(rows, self._pair, accuracy) if close else None
            found = found or cutting.products(rows, self._cut, accuracy)
        if found is None:
            found = products(as_sparse(rows), self._most, self._limbs)
        return Fine(found.values, found.errors, *self._nothing(rows))

    def has_closer(self, rows: Any) -> bool:
        """Say whether closer scores of rows can be had than the first ones."""
        return cutting.suits(rows)

    @once
    def _most(self) -> int:
        """Return the largest D."""
        of_groups = (self._below(slice(group.start, group.stop)) for group in self.groups)
        return max((d for below in of_groups for d in below), default=1)

    def _limbs(self, fixed: Fixed) -> Limbs:
        return self._kept.tables(fixed, lambda: self._filled(fixed.ratios))

    @once
    def _pair(self) -> Pair:
        """Return the weights as sums of two doubles."""
        high, low = self._filled(cutting.pair_ratios)
        return high, low

    def _cut(self, bits: int) -> cutting.Cuts:
        return self._kept.tables(bits, lambda: cutting.Cuts.of(self._pair, bits))

    @once
    def _kept(self) -> Kept:
        return Kept()

    @once
    def _single(self) -> NDArray[np.float32]:
        return self.weights.astype(np.float32)

    @once
    def log_shares(self) -> Floats:
        """Return ln(N/D) for every feature and class: −∞ where N is 0, NaN for 0/0."""
        if not self.has_zeros:
            return self.weights
        found = np.where(self._numerators_are_zero, -np.inf, self.weights)
        for group in self.groups:
            empty = [d == 0 for d in self.denominators(group)]
            found[group.start : group.stop, empty] = np.nan
        return found

    def _parts(self) -> Iterator[tuple[slice, int]]:
        """Yield ranges of features with one total and one λ, and what that λ adds."""
        _, added = self.scale
        for group in self.groups:
            at = group.start
            while at < group.stop:
                more = added[at] if len(added) > 1 else added[0]
                end = group.stop
                if len(added) > 1:
                    end = next((i for i in range(at, group.stop) if added[i] != more), end)
                yield slice(at, end), more
                at = end

    @once
    def has_zeros(self) -> bool:
        """Say whether some factor is zero: only without smoothing."""
        return not all(self.pseudocounts) and bool((self._numerators_are_zero).any())

    @once
    def _numerators_are_zero(self) -> NDArray[np.bool_]:
        plain = np.array([not pseudocount for pseudocount in self.pseudocounts])
        found: NDArray[np.bool_] = (self.tables.cells == 0) & plain[:, None]
        return found

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return log P(x|k) for rows (n × V) of numbers ≥ 0.

        In `single` precision that is faster for sparse rows, and the bounds are wider. Of two classes
        every score is then less that of the first class, in doubles, which changes no comparison.
        Raises InputError for a number that is negative.
        """
        if single and self.weights.shape[1] == 2 and sparse.issparse(rows):
            return self._of_two(rows)
        unit, lost = ROUNDING, self._lost(rows)
        if single and sparse.issparse(rows):
            require_counts(rows)
            unit, lost = SINGLE, TINY_SINGLE
            values = np.asarray(in_single(rows) @ self._single).astype(np.float64, order="F")
        else:
            values = product(rows, self.weights)
        errors = values.min(axis=1, initial=0.0)
        errors *= -growth(terms(rows) + _MORE, unit)
        errors += lost
        return Scores(values, errors[:, None], *self._nothing(rows))

    def _of_two(self, rows: sparse.csr_matrix) -> Scores:
        """Return the scores of two classes less those of the first, with one bound for all rows."""
        require_counts(rows)
        difference, largest = self._difference
        values = np.zeros((rows.shape[0], 2), order="F")
        values[:, 1] = rows @ difference
        longest = int(np.diff(rows.indptr).max(initial=0))
        size = longest * float(rows.data.max(initial=0)) * 2 * largest
        errors = np.reshape(growth(longest + _MORE) * size + self._lost(rows), (-1, 1))
        return Scores(values, errors, *self._nothing(rows))

    @once
    def _difference(self) -> tuple[Floats, float]:
        """Return the weights of the second class less those of the first, and their largest size."""
        first, second = self.weights.T
        return second - first, float(np.abs(self.weights).max(initial=0.0))

    def _lost(self, rows: Any) -> Floats | float:
        """Return more than what is lost below the least normal double.

        An entry is at least 1/D in size: only of a large D it is one that is rounded by so much.
        """
        if self._most < _LARGEST:
            return TINY
        sums = product(rows, np.ones((rows.shape[1], 1)))[:, 0]
        return sums * 2.0**-1073 + TINY

    def _nothing(self, rows: Any) -> tuple[Integers | None, NDArray[np.bool_] | None]:
        """Return how many factors of rows and classes are zero, and which are 0/0; None for none."""
        if not self.has_zeros:
            return None, None
        rows = as_sparse(rows)
        shown = sparse.csr_matrix((np.ones_like(rows.data), rows.indices, rows.indptr), rows.shape)
        zeros = np.asarray(shown @ self._numerators_are_zero.astype(np.float64)).astype(np.int64)
        return zeros, self._undefined(shown)

    def powers(self, row: Sequence[tuple[int, int]], label: int) -> dict[int, int]:
        """Return P(x|k) of one row, as powers of integers: `row` has features and how often."""
        common, added = self.scale
        found: dict[int, int] = {}
        one = len(self.groups) == 1
        for feature, times in row:
            above = common * int(self.tables.cells[feature, label])
            above += added[feature] if len(added) > 1 else added[0]
            found[above] = found.get(above, 0) + times
            if not one:
                below = self._below(slice(feature, feature + 1))[label]
                found[below] = found.get(below, 0) - times
        if one and row:
            below = self._below(slice(0, 1))[label]
            found[below] = found.get(below, 0) - sum(times for _, times in row)
        return {number: exponent for number, exponent in found.items() if exponent}

    def _below(self, part: slice) -> list[int]:
        """Return D of the group that some features are in, for every class."""
        return self.denominators(self.groups[bisect_right(self._starts, part.start) - 1])

    @once
    def _starts(self) -> list[int]:
        return [group.start for group in self.groups]

    def _undefined(self, shown: sparse.csr_matrix) -> NDArray[np.bool_] | None:
        """Return for which rows and classes a share is 0/0: the class has nothing of the group."""
        empty = [[d == 0 for d in self.denominators(group)] for group in self.groups]
        if not any(map(any, empty)):
            return None
        sizes = [len(group) for group in self.groups]
        features = np.repeat(np.array(empty, dtype=np.float64), sizes, axis=0)
        found: NDArray[np.bool_] = np.asarray(shown @ features) > 0
        return found

    @once
    def scale(self) -> tuple[int, list[int]]:
        """Return q and d·p of every λ = p/q, over the q that they have in common."""
        common = lcm(*(pseudocount.denominator for pseudocount in self.pseudocounts))
        return common, [int(a * common) * self.tables.denominator for a in self.pseudocounts]
