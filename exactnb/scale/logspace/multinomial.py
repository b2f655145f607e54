"""Multinomial and categorical blocks: log P(x|k) = Σ x·ln(N/D), N/D the share of a feature in a class.

Every term is at most 0, so nothing cancels: the relative error of the sum depends on the number of
its terms alone, in whatever order they are added.

How to read: `denominators` and `common_pseudocounts` are the exact shares, `finite_log_weights` the
logarithms, `scores` sums with bounds, `precise_scores` closer ones, `powers` exact scores of a row.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.lazy import Recomputed, once, once_each
from exactnb.core.record import frozen
from exactnb.scale.logspace.correctly_rounded import cutting
from exactnb.scale.logspace.correctly_rounded.double_double import Pair
from exactnb.scale.logspace.correctly_rounded.fixed_point import (
    FixedPoint,
    Limbs,
    PreciseScores,
    TableCache,
    log_products,
)
from exactnb.scale.logspace.decisions import (
    ROUNDING,
    SINGLE,
    TINY,
    TINY_SINGLE,
    Scores,
    in_single_precision,
    rounding_error_growth,
)
from exactnb.scale.logspace.logs import log_ratio_table
from exactnb.scale.logspace.rows import (
    Floats,
    Places,
    as_sparse,
    product,
    require_counts,
    terms_per_row,
)
from exactnb.scale.logspace.tables import Integers, Levels, Tables

_LARGEST = 2**1000
_NARROWING = 200  # columns whose logarithms take as long as making a kernel of a few
_MORE = 8  # operations besides those of the sum: the entries themselves, the products, the bound


@frozen
class MultinomialKernel(Recomputed):
    """Features whose counts in a class are shares of a total, smoothed: (c + λ)/(T + Σλ).

    `pseudocounts` has λ, one for all features or one for each. `groups` are ranges of features that
    share a total: all words of a vocabulary, or the values of each column.
    """

    tables: Tables
    pseudocounts: tuple[Fraction, ...]
    groups: tuple[range, ...]

    @once_each
    def denominators(self, group: range) -> list[int]:
        """Return D = q·T + d·Σp of `group` for every class."""
        common, smoothing = self.common_pseudocounts
        total = (
            sum(smoothing[group.start : group.stop])
            if len(smoothing) > 1
            else smoothing[0] * len(group)
        )
        return [common * part + int(total) for part in self._totals(group)]

    @once_each
    def _totals(self, group: range) -> list[int]:
        """Return T of `group` for every class, once for all who need it."""
        return self.tables.totals(slice(group.start, group.stop))

    @once
    def finite_log_weights(self) -> Floats:
        """Return ln(N/D) for every feature and class, N = q·c + d·p; 0 where N or D is 0."""
        (table,) = self._finite_logs(lambda n, d: log_ratio_table(n, d)[None])
        return table

    def _finite_logs(self, logs_of: Callable[[list[int], list[int]], Any]) -> list[NDArray[Any]]:
        """Return V × K tables that `logs_of` makes of the N (rows) and D (columns) of each range."""
        common, _ = self.common_pseudocounts
        parts = [list(logs_of([], [1] * self.tables.cells.shape[1]))]
        for part, smoothing in self._ranges_of_equal_smoothing():
            levels, denominators = Levels(self.tables.cells[part]), self._denominators_of(part)
            numerators = [common * value + smoothing for value in levels.values]
            # ln 1 = 0 stands for zero factors, which are counted apart: no table holds −∞ or NaN.
            tables = logs_of([n or 1 for n in numerators], [d or 1 for d in denominators])
            tables[:, [n == 0 for n in numerators], :] = 0
            tables[:, :, [d == 0 for d in denominators]] = 0
            parts.append([levels.entries_by_level(table) for table in tables])
        if len(parts) == 2:
            return parts[1]
        return [np.concatenate(slices) for slices in zip(*parts, strict=True)]

    def _narrow_kernel_and_rows(self, rows: Any) -> tuple[MultinomialKernel, Any] | None:
        """Return a kernel of the columns of a few `rows`, and the rows in it; None where it costs more.

        Fractions have a logarithm each. All features that the rows do not have become one, with the sum
        of their counts and pseudo-counts, so the shares of the others stay what they are.
        """
        width = len(self.tables.cells)
        is_cheap = self.tables.denominator == 1 or len(self.groups) > 1 or len(self.pseudocounts) > 1
        if is_cheap or "finite_log_weights" in self.__dict__ or isinstance(rows, Places):
            return None
        entries = int(rows.nnz if sparse.issparse(rows) else np.count_nonzero(rows))
        # Each narrow kernel costs anew what a whole one, once made, would have spared.
        self._narrow_costs_so_far[0] += entries + _NARROWING
        if 2 * self._narrow_costs_so_far[0] > width:
            return None
        rows = as_sparse(rows)
        columns, indices = np.unique(rows.indices, return_inverse=True)
        cells = self.tables.cells[columns].astype(object)
        rest = np.array(self._totals(self.groups[0]), dtype=object) - cells.sum(axis=0)
        tables = replace(self.tables, cells=np.concatenate([cells, rest[None, :]]))
        (pseudocount,), size = self.pseudocounts, len(columns)
        pseudocounts = (*[pseudocount] * size, pseudocount * (width - size))
        kernel = MultinomialKernel(tables, pseudocounts, (range(size + 1),))
        return kernel, sparse.csr_matrix((rows.data, indices, rows.indptr), (rows.shape[0], size + 1))

    @once
    def _narrow_costs_so_far(self) -> list[int]:
        """Return what narrow kernels have cost so far, in columns; many cost more than a whole one."""
        return [0]

    def precise_scores(self, rows: Any) -> PreciseScores:
        """Return log P(x|k) for `rows` (n × V), integers or not, to some 75 bits.

        Raises InputError for a negative number.
        """
        if (narrow := self._narrow_kernel_and_rows(rows)) is not None:
            return narrow[0].precise_scores(narrow[1])
        require_counts(rows)
        scores, accuracy = None, 2.0**-98 * (1 + self._largest_denominator.bit_length())
        if cutting.suits_cutting(rows):
            scores = cutting.products(rows, self._cut_weights, accuracy)
        if scores is None:
            scores = log_products(as_sparse(rows), self._largest_denominator, self._limbs)
        return PreciseScores(scores.values, scores.errors, *self._zero_factors(rows))

    @once
    def _largest_denominator(self) -> int:
        """Return the largest D."""
        groups = (self._denominators_of(slice(group.start, group.stop)) for group in self.groups)
        return max((d for denominators in groups for d in denominators), default=1)

    def _limbs(self, fixed: FixedPoint) -> Limbs:
        return self._table_cache.get(fixed, lambda: self._finite_logs(fixed.log_ratio_table))

    @once
    def _weight_pair(self) -> Pair:
        """Return the weights as sums of two doubles, to some 100 bits."""
        high, low = self._finite_logs(cutting.log_ratio_pairs)
        return high, low

    def _cut_weights(self, bits: int) -> cutting.Cuts:
        return self._table_cache.get(bits, lambda: cutting.Cuts.from_pair(self._weight_pair, bits))

    @once
    def _table_cache(self) -> TableCache:
        return TableCache()

    @once
    def _single_weights(self) -> NDArray[np.float32]:
        return self.finite_log_weights.astype(np.float32)

    @once
    def log_shares(self) -> Floats:
        """Return ln(N/D) of each feature and class, V × K: −∞ where N is 0, NaN for 0/0."""
        if not self.has_zeros:
            return self.finite_log_weights
        logs = np.where(self._zero_numerators, -np.inf, self.finite_log_weights)
        for group in self.groups:
            logs[group.start : group.stop, [d == 0 for d in self.denominators(group)]] = np.nan
        return logs

    def _ranges_of_equal_smoothing(self) -> Iterator[tuple[slice, int]]:
        """Yield ranges of features with one total and one λ = p/q, and d·p, which that λ adds to N."""
        _, smoothing = self.common_pseudocounts
        for group in self.groups:
            start = group.start
            while start < group.stop:
                first = smoothing[start] if len(smoothing) > 1 else smoothing[0]
                end = group.stop
                if len(smoothing) > 1:
                    end = next((i for i in range(start, group.stop) if smoothing[i] != first), end)
                yield slice(start, end), first
                start = end

    @once
    def has_zeros(self) -> bool:
        """Say whether some factor is zero, which happens only without smoothing."""
        return not all(self.pseudocounts) and bool((self._zero_numerators).any())

    @once
    def _zero_numerators(self) -> NDArray[np.bool_]:
        """Return where a feature has no counts in a class and no pseudo-count."""
        unsmoothed = np.array([not pseudocount for pseudocount in self.pseudocounts])
        table: NDArray[np.bool_] = (self.tables.cells == 0) & unsmoothed[:, None]
        return table

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return log P(x|k) for `rows` (n × V) of numbers ≥ 0, with bounds.

        With `single` precision, sparse rows are scored faster and bounds are wider. If there are two
        classes, each score is then the difference from the first class, in doubles, which changes no
        comparison. Raises InputError for a negative number.
        """
        if (narrow := self._narrow_kernel_and_rows(rows)) is not None:
            return narrow[0].scores(narrow[1], single=single)
        if single and self.finite_log_weights.shape[1] == 2 and sparse.issparse(rows):
            return self._scores_of_two_classes(rows)
        unit, lost = ROUNDING, self._underflow_loss(rows)
        if single and sparse.issparse(rows):
            require_counts(rows)
            unit, lost = SINGLE, TINY_SINGLE
            values = np.asarray(in_single_precision(rows) @ self._single_weights).astype(
                np.float64, order="F"
            )
        else:
            values = product(rows, self.finite_log_weights)
        # All scores are ≤ 0, so the least of a row is the largest in size: its bound holds for all
        # classes, and only one column of bounds is made.
        errors = values.min(axis=1, initial=0.0)
        errors *= -rounding_error_growth(terms_per_row(rows) + _MORE, unit)
        errors += lost
        return Scores(values, errors[:, None], *self._zero_factors(rows))

    def _scores_of_two_classes(self, rows: sparse.csr_matrix) -> Scores:
        """Return the scores of two classes minus the first's, with one bound for all rows."""
        require_counts(rows)
        difference, largest = self._weight_difference_and_size
        values = np.zeros((rows.shape[0], 2), order="F")
        values[:, 1] = rows @ difference
        longest = int(np.diff(rows.indptr).max(initial=0))
        size = longest * float(rows.data.max(initial=0)) * 2 * largest
        errors = np.reshape(
            rounding_error_growth(longest + _MORE) * size + self._underflow_loss(rows), (-1, 1)
        )
        return Scores(values, errors, *self._zero_factors(rows))

    @once
    def _weight_difference_and_size(self) -> tuple[Floats, float]:
        """Return the weights of the second class minus the first's, and the largest size of any."""
        first, second = self.finite_log_weights.T
        return second - first, float(np.abs(self.finite_log_weights).max(initial=0.0))

    def _underflow_loss(self, rows: Any) -> Floats | float:
        """Return more than rounding below the least normal double can lose.

        An entry that is not 0 is at least 1/D in size: it is below the normal doubles only for huge D.
        """
        if self._largest_denominator < _LARGEST:
            return TINY
        return product(rows, np.ones((rows.shape[1], 1)))[:, 0] * 2.0**-1073 + TINY

    def _zero_factors(self, rows: Any) -> tuple[Integers | None, NDArray[np.bool_] | None]:
        """Return the number of zero factors by row and class, and which are 0/0; None if none are."""
        if not self.has_zeros:
            return None, None
        rows = as_sparse(rows)
        presence = sparse.csr_matrix((np.ones_like(rows.data), rows.indices, rows.indptr), rows.shape)
        zeros = np.asarray(presence @ self._zero_numerators.astype(np.float64)).astype(np.int64)
        return zeros, self._is_undefined(presence)

    def powers(self, row: Sequence[tuple[int, int]], label: int) -> dict[int, int]:
        """Return P(x|k) as powers {integer: exponent}.

        `row` has pairs of a feature and its count, `label` is the index of the class.
        """
        common, smoothing = self.common_pseudocounts
        powers: dict[int, int] = {}
        single_group = len(self.groups) == 1
        for feature, times in row:
            numerator = common * int(self.tables.cells[feature, label])
            numerator += smoothing[feature] if len(smoothing) > 1 else smoothing[0]
            powers[numerator] = powers.get(numerator, 0) + times
            if not single_group:
                denominator = self._denominators_of(slice(feature, feature + 1))[label]
                powers[denominator] = powers.get(denominator, 0) - times
        if single_group and row:
            denominator = self._denominators_of(slice(0, 1))[label]
            powers[denominator] = powers.get(denominator, 0) - sum(times for _, times in row)
        return {number: exponent for number, exponent in powers.items() if exponent}

    def _denominators_of(self, part: slice) -> list[int]:
        """Return D, for every class, of the group that contains these features."""
        place = bisect_right(self.groups, part.start, key=lambda group: group.start)
        return self.denominators(self.groups[place - 1])

    def _is_undefined(self, presence: sparse.csr_matrix) -> NDArray[np.bool_] | None:
        """Return for which rows and classes a share is 0/0: the group has no counts in the class."""
        empty_groups = [[d == 0 for d in self.denominators(group)] for group in self.groups]
        if not any(map(any, empty_groups)):
            return None
        sizes = [len(group) for group in self.groups]
        features = np.repeat(np.array(empty_groups, dtype=np.float64), sizes, axis=0)
        marks: NDArray[np.bool_] = np.asarray(presence @ features) > 0
        return marks

    @once
    def common_pseudocounts(self) -> tuple[int, list[int]]:
        """Return the common denominator q of all λ = p/q, and d·p of each over it."""
        common = lcm(*(pseudocount.denominator for pseudocount in self.pseudocounts))
        return common, [int(a * common) * self.tables.denominator for a in self.pseudocounts]
