"""Complement blocks: score −Σ x·ln(N/D) of a class, N/D the share of a feature in all other classes.

Source: J. Rennie, L. Shih, J. Teevan, D. Karger, Tackling the poor assumptions of naive Bayes text
classifiers (ICML 2003). Section 3.1: θ = (count in all other classes + λ)/(their total + Σλ); the
class with the least Σ x·ln θ wins, and there is no prior. Table 4, step 8: each weight is divided by
the sum of the sizes of all those of its class, w = ln θ / Σ ln θ. Quotients of logarithms have no exact
form; but L/M − L′/M′ vanishes as a polynomial in logarithms of coprime integers in few ways, and
`_by_form` checks them. Any other is separated from 0 by enclosures, or it is `Undecidable`.

How to read: `complement_tables` counts all other classes; scores are those of multinomial blocks with
the sign changed, but for a share of 0: its score is infinite, and wins. `NormalisedKernel` has
normalised scores with bounds, `Quotients` is one of them exactly, `NormalisedModel` decides by both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.enclosure import Ball, ball_of, fixed_point_logs, log_form
from exactnb.core.arithmetic.integers import ratio_of_exponents
from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen
from exactnb.errors import Undecidable
from exactnb.scale.logspace.correctly_rounded.double_double import ERROR, Pair, reciprocal, times
from exactnb.scale.logspace.correctly_rounded.fixed_point import PreciseScores
from exactnb.scale.logspace.decisions import (
    TINY,
    Decisions,
    Scores,
    add_optional,
    concatenate,
    decide,
    rounding_error_growth,
)
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.row_models import Matrices, RowModel, row_entries, row_pieces
from exactnb.scale.logspace.rows import Floats, as_sparse, product, terms_per_row
from exactnb.scale.logspace.tables import Levels, Tables
from exactnb.scale.logspace.widening import exact_rows

_LARGEST_SUM = 2**62  # sums that 64 bits surely hold
_MORE = 10  # operations besides those of the sum: the entries, the products, the bound
_LARGEST = 2**900
_FIRST_BITS, _LAST_BITS = 64, 1 << 14
_UNIT = 160  # bits of the fixed-point unit in which M is summed
Powers = Mapping[int, int | Fraction]


def complement_tables(tables: Tables) -> Tables:
    """Return tables in which each class has the counts that all other classes have in `tables`.

    >>> complement_tables(Tables(np.array([1, 2]), np.array([[3, 1], [0, 5]]))).cells.tolist()
    [[1, 3], [5, 0]]
    """
    return Tables(_complement_sums(tables.sizes), _complement_sums(tables.cells), tables.denominator)


def _complement_sums(counts: NDArray[Any]) -> NDArray[Any]:
    """Return for each class (last axis) the sum of `counts` over the other classes."""
    # The sum over all classes could pass 2⁶³ where each count does not: then Python's integers add.
    peak = 0 if not counts.size else int(counts.max())
    if counts.dtype == object or peak * counts.shape[-1] >= _LARGEST_SUM:
        counts = counts.astype(object)
    return np.asarray(counts.sum(axis=-1, keepdims=True) - counts)


@frozen
class ComplementKernel:
    """Features whose counts in all other classes are shares of a total, smoothed: (c + λ)/(T + Σλ)."""

    complement: MultinomialKernel

    @classmethod
    def from_tables(cls, tables: Tables, pseudocounts: tuple[Fraction, ...]) -> ComplementKernel:
        """Return the block of the counts in `tables`; `pseudocounts` is one λ, or one per feature."""
        complement = complement_tables(tables)
        return cls(MultinomialKernel(complement, pseudocounts, (range(len(complement.cells)),)))

    @property
    def tables(self) -> Tables:
        """Return the counts of all other classes."""
        return self.complement.tables

    @once
    def log_weights(self) -> Floats:
        """Return −ln(N/D) for every feature and class: ∞ where N is 0, NaN for 0/0."""
        return -self.complement.log_shares

    def scores(self, rows: Any, *, single: bool = False) -> Scores:
        """Return the scores of `rows` (n × V) of numbers ≥ 0, with the bounds of `complement`.

        `single` asks for a first look in single precision, as it does there.
        """
        scores = self.complement.scores(rows, single=single)
        zeros, undefined = _with_infinite_scores_winning(scores.zeros, scores.undefined)
        return Scores(-scores.values, scores.errors, zeros, undefined)

    def precise_scores(self, rows: Any) -> PreciseScores:
        """Return the scores of `rows` to some 75 bits."""
        scores = self.complement.precise_scores(rows)
        zeros, undefined = _with_infinite_scores_winning(scores.zeros, scores.undefined)
        high, low = scores.values
        return replace(scores, values=(-high, -low), zeros=zeros, undefined=undefined)

    def powers(self, row: Sequence[tuple[int, int]], label: int) -> dict[int, int]:
        """Return ∏ (D/N)^x of `row`, pairs of a feature and x, in class `label`, as powers."""
        return {number: -times for number, times in self.complement.powers(row, label).items()}


def _with_infinite_scores_winning(
    zeros: NDArray[np.int64] | None, undefined: NDArray[np.bool_] | None
) -> tuple[NDArray[np.int64] | None, NDArray[np.bool_] | None]:
    """Return the zeros and undefined marks of scores with 1/0 in them.

    Beside one infinite score all finite ones lose, as if they were zero; two infinite ones are
    undefined (∞ − ∞).
    """
    if zeros is None:
        return None, undefined
    infinite = zeros > 0
    several = (infinite.sum(axis=1, keepdims=True) > 1) & infinite
    losing = infinite.any(axis=1, keepdims=True) & ~infinite
    return losing.astype(np.int64), add_optional(undefined, several)


class LogSum:
    """Σ e·ln n over powers {n: e} of integers; its enclosures are cached, for many rows share one."""

    def __init__(self, powers: Powers) -> None:
        self.powers = {n: e for n, e in powers.items() if n > 1 and e}

    @once_each
    def ball(self, bits: int) -> Ball:
        """Return a ball around the sum, computed with `bits` bits."""
        return log_form(self.powers.items(), Fraction(0), 0, bits)

    def ratio_to(self, divisor: LogSum) -> Fraction | None:
        """Return this sum over `divisor` as a fraction, where the exponents alone make it rational."""
        sides = [[(n, Fraction(e)) for n, e in log_sum.powers.items()] for log_sum in (self, divisor)]
        return ratio_of_exponents(*sides)

    def __reduce__(self) -> tuple[Any, ...]:
        return LogSum, (self.powers,)


@frozen(eq=False)
class Quotients:
    """Represent e^(Σ ± L/M): `parts` has the signs, the sums of logarithms L, and M ≠ 0.

    A score is one quotient, the odds of two classes are two. `row` is its row, for errors. It has the
    methods of `PowerProduct` that decisions and posteriors use.
    """

    parts: tuple[tuple[int, LogSum, LogSum], ...]
    row: int = 0

    def product(self) -> Quotients:
        """Return itself, as `Score.product` returns a product."""
        return self

    def __truediv__(self, other: Any) -> Quotients:
        parts = getattr(other, "parts", ())  # the divisor may be the number 1
        return Quotients(self.parts + tuple((-sign, *sums) for sign, *sums in parts), self.row)

    def log(self, bits: int) -> Ball:
        """Return a ball around the logarithm, computed with `bits` bits."""
        total = ball_of(0)
        for sign, numerator, denominator in self.parts:
            part = numerator.ball(bits).divided_by(denominator.ball(bits), bits)
            total = total.plus(part.times(ball_of(sign), bits), bits)
        return total

    def compare(self, other: Quotients) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than `other`.

        Raises Undecidable where `_by_form` does not decide and 2^14 bits do not separate the two.
        """
        # Most quotients differ early; what is equal never would, and is looked for once in its form.
        odds, bits = self / other, _FIRST_BITS
        sign = odds.log(bits).sign()
        if sign is None and (order := _compare_by_form(self, other)) is not None:
            return order
        while sign is None:
            bits *= 2
            if bits > _LAST_BITS:
                raise Undecidable(
                    f"row {self.row}: two quotients of sums of logarithms could not be told apart; "
                    "with norm=False every row is decided"
                )
            sign = odds.log(bits).sign()
        return sign

    def over_coprime_base(self) -> Quotients:
        """Return itself: it has no other form."""
        return self

    def bits(self) -> int:
        """Return 0, the bits that multiplying out would take: there is nothing to multiply."""
        return 0

    def rational(self) -> Fraction | None:
        """Return 1 if the form shows that this is 1, else None."""
        if len(self.parts) != 2:
            return None
        first, second = (Quotients(((1, *sums),)) for _, *sums in self.parts)  # type: ignore[arg-type]
        return Fraction(1) if _compare_by_form(first, second) == 0 else None


def _compare_by_form(one: Quotients, other: Quotients) -> int | None:
    """Return how L/M and L′/M′ compare where both are rational, or 0 where they are equal by form.

    Over a coprime base, L·M′ − L′·M is a polynomial in its logarithms, of products of linear forms. By
    unique factorisation it vanishes only if L = r·M and L′ = r·M′, or L = r·L′ and M = r·M′.
    """
    (_, numerator, denominator), (_, top, bottom) = *one.parts, *other.parts
    if numerator.powers == top.powers and denominator.powers == bottom.powers:
        return 0
    first, second = numerator.ratio_to(denominator), top.ratio_to(bottom)
    if first is not None and second is not None:
        return (first > second) - (first < second)
    if first is not None or second is not None or not top.powers:
        return None
    ratio = numerator.ratio_to(top)
    return 0 if ratio is not None and ratio == denominator.ratio_to(bottom) else None


@frozen
class NormalisedKernel:
    """Features scored by ln(N/D) over its sum in a class; `complement` has the shares N/D."""

    complement: MultinomialKernel

    @once_each
    def weight_sum(self, label: int) -> LogSum | None:
        """Return M = Σ ln(N/D) of class `label`; None where a share is 0, and M infinite."""
        powers: Counter[int] = Counter()
        for numerators, frequencies in self._numerator_levels():
            for row in np.flatnonzero(frequencies[:, label]).tolist():
                powers[numerators[row]] += int(frequencies[row, label])
        powers[self._denominators[label]] -= len(self.complement.tables.cells)
        return None if self._is_sum_infinite[label] else LogSum(powers)

    @once
    def _denominators(self) -> list[int]:
        """Return D of every class, all features being one group."""
        (group,) = self.complement.groups
        return self.complement.denominators(group)

    def _numerator_levels(self) -> Iterator[tuple[list[int], NDArray[np.int64]]]:
        """Yield the distinct N of features with one λ, and the frequency of each in every class."""
        common, _ = self.complement.common_pseudocounts
        for part, smoothing in self.complement._ranges_of_equal_smoothing():
            levels = Levels(self.complement.tables.cells[part])
            yield [common * value + smoothing for value in levels.values], levels.times

    @once
    def _is_sum_infinite(self) -> NDArray[np.bool_]:
        """Say for which classes some share is 0, and M infinite."""
        if not self.complement.has_zeros:
            return np.zeros(len(self._denominators), dtype=bool)
        zeros = self.complement._zero_numerators
        pairs = zip(np.asarray(zeros.any(axis=0)), self._denominators, strict=True)
        return np.array([bool(has_zero) and denominator > 0 for has_zero, denominator in pairs])

    @once
    def _weight_sum_pairs(self) -> Pair:
        """Return M as sums of two doubles, 0 where it is 0 or infinite.

        The logarithms are added as integers in units of 2^-160, each right to 1.02 units: sums of
        integers lose nothing, however many features there are.
        """
        logs = fixed_point_logs([denominator or 1 for denominator in self._denominators], _UNIT)
        totals = [-len(self.complement.tables.cells) * log for log in logs]
        for numerators, frequencies in self._numerator_levels():
            logs = fixed_point_logs([n or 1 for n in numerators], _UNIT)
            for label in range(len(totals)):
                occurring = np.flatnonzero(frequencies[:, label])
                pairs = zip(occurring.tolist(), frequencies[occurring, label].tolist(), strict=True)
                totals[label] += sum(logs[index] * times for index, times in pairs)
        pairs = zip(totals, self._is_sum_infinite, strict=True)
        sums = [Fraction(0 if is_infinite else total, 1 << _UNIT) for total, is_infinite in pairs]
        high = [float(exact_sum) for exact_sum in sums]
        low = [float(exact_sum - Fraction(h)) for exact_sum, h in zip(sums, high, strict=True)]
        return np.array(high), np.array(low)

    @once
    def _inverse_sum_pairs(self) -> Pair:
        """Return 1/M as sums of two doubles, 0 where M is 0 or infinite."""
        high, low = self._weight_sum_pairs
        nonzero = high != 0
        inverses = reciprocal((np.where(nonzero, high, 1.0), np.where(nonzero, low, 0.0)))
        return np.where(nonzero, inverses[0], 0.0), np.where(nonzero, inverses[1], 0.0)

    @once
    def finite_log_weights(self) -> Floats:
        """Return ln(N/D)/M for every feature and class; 0 where M is 0 or infinite."""
        high, _ = self._weight_sum_pairs
        weights = self.complement.finite_log_weights
        return np.where(high != 0, weights / np.where(high != 0, high, 1.0), 0.0)

    @once
    def log_weights(self) -> Floats:
        """Return the weights: NaN for 0/0 and ∞/∞."""
        undefined = (
            ~np.isfinite(self.complement.log_shares)
            | (self._weight_sum_pairs[0] == 0) & ~self._is_sum_infinite
        )
        return np.where(undefined, np.nan, self.finite_log_weights)

    def scores(self, rows: Any) -> Scores:
        """Return L/M for `rows` (n × V) of numbers ≥ 0. No term is negative, so nothing cancels."""
        values = product(rows, self.finite_log_weights)
        errors = rounding_error_growth(terms_per_row(rows) + _MORE)[:, None] * np.abs(values) + TINY
        if self.complement._largest_denominator >= _LARGEST:  # entries may be no normal doubles
            errors = errors + product(rows, np.ones((rows.shape[1], 1))) * 2.0**-1073
        return Scores(values, errors, None, self._is_undefined(rows))

    def precise_scores(self, rows: Any) -> PreciseScores:
        """Return the scores of `rows` to some 75 bits."""
        precise = self.complement.precise_scores(rows)
        # A division for each score would take longer than a product with an inverse of each class.
        values = times(precise.values, self._inverse_sum_pairs)
        widest = float(np.abs(self._inverse_sum_pairs[0]).max(initial=0.0))
        sizes = np.abs(values[0]).max(axis=1, keepdims=True)
        errors = (precise.errors * widest + 4 * ERROR * sizes) * (1 + 2.0**-40) + TINY
        return PreciseScores(values, errors, None, self._is_undefined(rows))

    def _is_undefined(self, rows: Any) -> NDArray[np.bool_] | None:
        """Return where rows have a feature with share 0 (∞/∞), or any feature where M is 0 (0/0)."""
        zeros, undefined = self.complement._zero_factors(rows)
        if zeros is not None:
            undefined = add_optional(undefined, zeros > 0)
        empty = (self._weight_sum_pairs[0] == 0) & ~self._is_sum_infinite
        if empty.any():
            nonempty = np.diff(as_sparse(rows).indptr) > 0
            undefined = add_optional(undefined, nonempty[:, None] & empty)
        return undefined

    def score(self, rows: Any, row: int, label: int) -> Quotients:
        """Return the exact score of row number `row` of `rows` in class `label`; 0 if M is infinite."""
        divisor = self.weight_sum(label)
        if divisor is None or not divisor.powers:
            return Quotients(((1, LogSum({}), LogSum({2: 1})),), row)
        dividend = LogSum(self.complement.powers(row_entries(rows, row), label))
        return Quotients(((1, dividend, divisor),), row)


@frozen
class NormalisedModel(RowModel):
    """Decide rows by normalised complement scores alone, as `LogModel` does by log joints."""

    kernel: NormalisedKernel

    @property
    def number_of_classes(self) -> int:
        return len(self.kernel.complement.tables.sizes)

    def columns_by_part(self, rows: Any) -> Matrices:
        return rows if isinstance(rows, tuple) else (exact_rows(rows),)

    def decide(self, rows: Any) -> Decisions:
        """Return the decision about each of `rows`.

        Raises Undecidable, with the row, where enclosures of 2^14 bits do not separate two scores.
        """
        parts, decisions = self.columns_by_part(rows), []
        for first, piece in row_pieces(parts, self.rows_at_once):

            def exact(row: int, label: int, start: int = first) -> Quotients:
                return self.exact_score(parts, start + row, label)

            decisions.append(decide(self.scores(piece), exact))
        return concatenate(decisions)

    def scores(self, rows: Any) -> Scores:
        return self.kernel.scores(*self.columns_by_part(rows))

    def precise_scores(self, parts: Matrices) -> PreciseScores:
        return self.kernel.precise_scores(*parts)

    def exact_score(self, parts: Matrices, row: int, label: int) -> Quotients:
        return self.kernel.score(parts[0], row, label)
