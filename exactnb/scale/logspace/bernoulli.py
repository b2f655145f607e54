"""Bernoulli blocks: log P(x|k) = b + Σ ln(N/N') over the features present, N' for absence.

b is the score of a row in which every feature is absent. It is summed exactly, from the frequency of
each count, and rounded once; a row then costs no more than its ones.

How to read: `numerators` gives the exact shares, `finite_log_weights` their logarithms, `scores` the
sums with bounds, `precise_scores` closer ones, and `powers` the exact score of one row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from exactnb.core.lazy import Recomputed, once
from exactnb.core.record import frozen
from exactnb.scale.logspace.correctly_rounded.double_double import Pair
from exactnb.scale.logspace.correctly_rounded.fixed_point import (
    FixedPoint,
    Limbs,
    PreciseScores,
    TableCache,
    add_precise_scores,
    constant_scores,
    log_products,
)
from exactnb.scale.logspace.decisions import (
    SINGLE,
    TINY,
    TINY_SINGLE,
    Scores,
    in_single_precision,
    rounding_error_growth,
)
from exactnb.scale.logspace.logs import log_of_product, log_pairs_of_products, log_quotients
from exactnb.scale.logspace.rows import Floats, as_sparse, product, terms_per_row
from exactnb.scale.logspace.tables import Integers, Levels, Tables

_MORE = 8  # operations besides those of the sum: the entries themselves, b, the bound
_FEW = 6  # classes: up to this many, products with one column of weights after another are faster


@frozen
class BernoulliKernel(Recomputed):
    """0/1 features, smoothed with one λ: (c + λ)/(n + 2λ) for a one.

    With a `floor` ε, the share c/n is moved into [ε, 1 − ε] instead, as some courses do it.
    """

    tables: Tables
    pseudocount: Fraction
    floor: Fraction = Fraction(0)

    @once
    def _scaled_smoothing(self) -> tuple[int, int]:
        """Return q and d·p of λ = p/q, where counts have the denominator d."""
        return self.pseudocount.denominator, self.pseudocount.numerator * self.tables.denominator

    def numerator(self, count: int, size: int) -> int:
        """Return N, the numerator of (`count` + λ)/(`size` + 2λ) over `total(size)`."""
        return self.numerators((count,), size)[0]

    def numerators(self, counts: Sequence[int], size: int) -> list[int]:
        """Return N of each of `counts` out of a class of `size` rows, over `total(size)`."""
        if self.floor:
            # c/n moved into [ε, 1 − ε] with integers alone: all of it is multiplied by n and by the
            # denominator of ε.
            least, unit = self.floor.numerator * size, self.floor.denominator
            return [min(max(count * unit, least), size * unit - least) for count in counts]
        scale, smoothing = self._scaled_smoothing
        return [scale * count + smoothing for count in counts]

    @once
    def _sizes(self) -> list[int]:
        return [int(size) for size in self.tables.sizes]

    @once
    def finite_log_weights(self) -> Floats:
        """Return ln(N/N') for every feature and class (V × K); a zero N or N' is taken for 1."""
        (table,) = self._finite_logs(lambda present, absent: log_quotients(present, absent)[None])
        return table

    def _finite_logs(self, logs_of: Callable[[list[int], list[int]], Any]) -> list[NDArray[Any]]:
        """Return V × K tables that `logs_of` makes of the N and N' of every feature and class."""
        # A logarithm is taken once for all cells of a class with one count: there are hundreds of
        # these where there are millions of cells.
        levels = self._levels
        present: list[int] = []
        absent: list[int] = []
        occurring = [np.flatnonzero(times) for times in levels.times.T]
        for rows, size in zip(occurring, self._sizes, strict=True):
            counts = [levels.values[row] for row in rows.tolist()]
            present += self.numerators(counts, size)
            absent += self.numerators([size - count for count in counts], size)
        entries = logs_of([n or 1 for n in present], [n or 1 for n in absent])
        labels = np.repeat(np.arange(len(occurring)), list(map(len, occurring)))
        tables = np.zeros((len(entries), *levels.times.shape), dtype=entries.dtype)
        tables[:, np.concatenate([labels[:0], *occurring]), labels] = entries
        return [levels.entries_by_level(table) for table in tables]

    @once
    def _single_weights(self) -> tuple[NDArray[np.float32], float]:
        """Return the weights in single precision and their largest size.

        Of few classes, they are the differences from the first class.
        """
        weights = self.finite_log_weights
        weights = weights - weights[:, :1] if self._has_few_classes else weights
        single = weights.astype(np.float32, order="F" if self._has_few_classes else "C")
        return single, float(np.abs(single).max()) if single.size else 0.0

    @property
    def _has_few_classes(self) -> bool:
        return len(self._sizes) <= _FEW

    @once
    def log_shares(self) -> Floats:
        """Return ln P(1|k) = ln(N/D), V × K: −∞ where N is 0, NaN for 0/0."""
        levels = self._levels
        logs = np.full((len(levels.values), len(self._sizes)), np.nan)
        for label, size in enumerate(self._sizes):
            occurring = np.flatnonzero(levels.times[:, label])
            numerators = self.numerators([levels.values[row] for row in occurring.tolist()], size)
            if denominator := self._denominator(label):
                quotients = log_quotients([n or 1 for n in numerators], [denominator] * len(numerators))
                logs[occurring, label] = np.where([n == 0 for n in numerators], -np.inf, quotients)
        return levels.entries_by_level(logs)

    @once
    def _levels(self) -> Levels:
        return Levels(self.tables.cells)

    @once
    def finite_log_base(self) -> Floats:
        """Return b of every class: the log score of a row of zeros, without its zero factors."""
        return np.array([log_of_product(self.base_powers(k)) for k in range(len(self._sizes))])

    @once
    def _base_pair(self) -> Pair:
        """Return b of every class as the sum of two doubles."""
        return log_pairs_of_products(map(self.base_powers, range(len(self._sizes))))

    def base_powers(self, label: int) -> dict[int, int]:
        """Return the score of a row of zeros in class `label` as powers {integer: exponent}.

        Zero factors are omitted.
        """
        # A vocabulary of 10⁵ words has some hundred different counts, so b is a product of that many
        # powers, known exactly, of which one logarithm is taken.
        size, denominator = self._sizes[label], self._denominator(label)
        times = self._levels.times[:, label]
        rows = np.flatnonzero(times).tolist()
        absent = self.numerators([size - self._levels.values[row] for row in rows], size)
        powers = {denominator: -self.tables.cells.shape[0]}
        for number, times_absent in zip(absent, times[rows].tolist(), strict=True):
            powers[number] = powers.get(number, 0) + times_absent
        return {number: exponent for number, exponent in powers.items() if exponent and number}

    @once
    def has_zeros(self) -> bool:
        """Say whether some factor is zero, which happens only without smoothing."""
        unsmoothed = not self.pseudocount and not self.floor
        return unsmoothed and bool(self._is_always_absent.any() or self._is_always_present.any())

    @once
    def _is_always_absent(self) -> Integers:
        """Return for each feature and class whether it is absent from every row of the class."""
        table: Integers = self.tables.cells == 0
        return table

    @once
    def _is_always_present(self) -> Integers:
        """Return for each feature and class whether it is present in every row of the class."""
        table: Integers = self.tables.cells == self.tables.sizes[None, :]
        return table

    @once
    def _largest_weight_size(self) -> float:
        return float(np.abs(self.finite_log_weights).max()) if self.finite_log_weights.size else 0.0

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return log P(x|k) for `rows` (n × V) of zeros and ones, with bounds.

        With `single` precision, sparse rows are scored faster and bounds are wider. If there are few
        classes, each score is then the difference from the first class, which changes no comparison.
        """
        lengths = terms_per_row(rows)
        base = float(np.abs(self.finite_log_base).max())
        errors = (
            rounding_error_growth(lengths + _MORE) * (base + lengths * self._largest_weight_size) + TINY
        )
        if single and sparse.issparse(rows):
            values, largest = self._single_precision_scores(rows)
            if self._has_few_classes:
                errors *= 2
            errors += rounding_error_growth(lengths + _MORE, SINGLE) * lengths * largest + TINY_SINGLE
        else:
            values = product(rows, self.finite_log_weights)
            values += self.finite_log_base
        return Scores(values, errors[:, None], *self._zero_factors(rows))

    def precise_scores(self, rows: Any) -> PreciseScores:
        """Return log P(x|k) for `rows` (n × V) of zeros and ones, to some 75 bits."""
        largest = max(self._denominator(label) for label in range(len(self._sizes)))
        presence = log_products(as_sparse(rows), max(largest, 1), self._limbs)
        scores = add_precise_scores([constant_scores(self._base_pair, rows.shape[0]), presence])
        return PreciseScores(scores.values, scores.errors, *self._zero_factors(rows))

    def _limbs(self, fixed: FixedPoint) -> Limbs:
        return self._table_cache.get(fixed, lambda: self._finite_logs(fixed.log_quotients))

    @once
    def _table_cache(self) -> TableCache:
        return TableCache()

    def _zero_factors(self, rows: Any) -> tuple[Integers | None, NDArray[np.bool_] | None]:
        """Return the number of zero factors by row and class, and which are 0/0; None if none are."""
        undefined = None
        empty = np.array([not self._denominator(label) for label in range(len(self._sizes))])
        if empty.any() and self.tables.cells.shape[0]:
            undefined = np.repeat(empty[None, :], rows.shape[0], axis=0)
        if not self.has_zeros:
            return None, undefined
        # A feature absent from a whole class gives a zero factor where it is present, one present in
        # all of the class where it is absent. So start from the zeros of an empty row, and let each
        # feature that is present add one or take one away.
        change = self._is_always_absent.astype(np.float64) - self._is_always_present.astype(np.float64)
        return (product(rows, change) + self._is_always_present.sum(axis=0)[None, :]).astype(
            np.int64
        ), undefined

    def _single_precision_scores(self, rows: sparse.csr_matrix) -> tuple[Floats, float]:
        """Return scores by single precision, and the largest weight, on which their bound depends."""
        ones, (weights, largest) = in_single_precision(rows, ones=True), self._single_weights
        if not self._has_few_classes:
            return np.asarray(ones @ weights).astype(float, order="F") + self.finite_log_base, largest
        values = np.zeros((len(self._sizes), rows.shape[0]))
        for label in range(1, len(values)):
            values[label] = ones @ weights[:, label]
        values += (self.finite_log_base - self.finite_log_base[0])[:, None]
        return values.T, largest

    def powers(self, row: Sequence[tuple[int, int]], label: int) -> dict[int, int]:
        """Return P(x|k) over the score of a row of zeros, as powers {integer: exponent}.

        `row` has pairs of a feature and 1, `label` is the index of the class.
        """
        size = self._sizes[label]
        powers: Counter[int] = Counter()
        for feature, _ in row:
            count = int(self.tables.cells[feature, label])
            powers[self.numerator(count, size)] += 1
            powers[self.numerator(size - count, size)] -= 1
        return {number: exponent for number, exponent in powers.items() if exponent and number}

    def common_denominator(self, size: int) -> int:
        """Return D, the common denominator of the shares in a class of `size` rows."""
        if self.floor:
            return size * self.floor.denominator
        scale, smoothing = self._scaled_smoothing
        return scale * size + 2 * smoothing

    def _denominator(self, label: int) -> int:
        return self.common_denominator(self._sizes[label])
