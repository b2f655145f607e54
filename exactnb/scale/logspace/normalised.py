"""Complement scores with their weights normalised: L/M, two sums of logarithms, decided by enclosures.

Source: Rennie et al. (2003), table 4, step 8: each weight of a class is divided by the sum of the sizes
of all its weights, w = ln θ / Σ ln θ. A quotient of logarithms has no exact form; but a difference
L/M − L′/M′ vanishes as a polynomial in logarithms of coprime integers in few ways, and `_by_form`
checks them. Any other is separated from 0 by enclosures, or it is `Undecidable`.

How to read: `NormalisedKernel` has the scores with bounds, `Quotients` is one of them exactly, and
`NormalisedModel` decides by both, as `LogModel` does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core.arithmetic.coprime import ratio_of_exponents
from exactnb.core.arithmetic.enclosure import Ball, exact, fixed_logs, log_form
from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen
from exactnb.errors import Undecidable
from exactnb.scale.logspace.correctly_rounded.double_double import ERROR, Pair, reciprocal, times
from exactnb.scale.logspace.correctly_rounded.scores import PreciseScores
from exactnb.scale.logspace.decisions import Decisions, concatenate, decide
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.row_models import Matrices, RowModel, in_pieces, row_entries
from exactnb.scale.logspace.rows import as_sparse, product, terms
from exactnb.scale.logspace.scores import TINY, Scores, add_optional, by_class, growth
from exactnb.scale.logspace.tables import Levels
from exactnb.scale.logspace.widening import exact_rows

_MORE = 10  # operations besides those of the sum: the entries, the products, the bound
_LARGEST = 2**900
_FIRST_BITS, _LAST_BITS = 64, 1 << 14
_UNIT = 160  # bits of the fixed-point unit in which M is summed
Powers = Mapping[int, int | Fraction]


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
        total = exact(0)
        for sign, numerator, denominator in self.parts:
            part = numerator.ball(bits).over(denominator.ball(bits), bits)
            total = total.plus(part.times(exact(sign), bits), bits)
        return total

    def compare(self, other: Quotients) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than `other`.

        Raises Undecidable where `_by_form` does not decide and 2^14 bits do not separate the two.
        """
        odds, bits = self / other, _FIRST_BITS
        sign = odds.log(bits).sign()
        if sign is None and (order := _by_form(self, other)) is not None:
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
        first, second = (Quotients(((1, *of),)) for _, *of in self.parts)  # type: ignore[arg-type]
        return Fraction(1) if _by_form(first, second) == 0 else None


def _by_form(one: Quotients, other: Quotients) -> int | None:
    """Return how L/M and L′/M′ compare where both are rational, or 0 where they are equal by form.

    Over a coprime base, L·M′ − L′·M is a polynomial in its logarithms, of products of linear forms. By
    unique factorisation it vanishes only if L = r·M and L′ = r·M′, or L = r·L′ and M = r·M′.
    """
    (_, above, below), (_, top, bottom) = *one.parts, *other.parts
    if above.powers == top.powers and below.powers == bottom.powers:
        return 0
    first, second = above.ratio_to(below), top.ratio_to(bottom)
    if first is not None and second is not None:
        return (first > second) - (first < second)
    if first is not None or second is not None or not top.powers:
        return None
    ratio = above.ratio_to(top)
    return 0 if ratio is not None and ratio == below.ratio_to(bottom) else None


@frozen
class NormalisedKernel:
    """Features scored by ln(N/D) over its sum in a class; `complement` has the shares N/D."""

    complement: MultinomialKernel

    @once_each
    def weight_sum(self, label: int) -> LogSum | None:
        """Return M = Σ ln(N/D) of class `label`; None where a share is 0, and M infinite."""
        powers: Counter[int] = Counter()
        for numerators, frequencies in self._levels():
            for row in np.flatnonzero(frequencies[:, label]).tolist():
                powers[numerators[row]] += int(frequencies[row, label])
        powers[self._denominators[label]] -= len(self.complement.tables.cells)
        return None if self._infinite[label] else LogSum(powers)

    @once
    def _denominators(self) -> list[int]:
        """Return D of every class, all features being one group."""
        (group,) = self.complement.groups
        return self.complement.denominators(group)

    def _levels(self) -> Iterator[tuple[list[int], NDArray[np.int64]]]:
        """Yield the distinct N of features with one λ, and the frequency of each in every class."""
        common, _ = self.complement.scale
        for part, smoothing in self.complement._uniform_ranges():
            levels = Levels(self.complement.tables.cells[part])
            yield [common * value + smoothing for value in levels.values], levels.times

    @once
    def _infinite(self) -> NDArray[np.bool_]:
        """Say for which classes some share is 0, and M infinite."""
        if not self.complement.has_zeros:
            return np.zeros(len(self._denominators), dtype=bool)
        zeros = self.complement._zero_numerators
        pairs = zip(np.asarray(zeros.any(axis=0)), self._denominators, strict=True)
        return np.array([bool(has_zero) and denominator > 0 for has_zero, denominator in pairs])

    @once
    def _pairs(self) -> Pair:
        """Return M as sums of two doubles, 0 where it is 0 or infinite.

        The logarithms are added as integers in units of 2^-160, each right to 1.02 units: sums of
        integers lose nothing, however many features there are.
        """
        logs = fixed_logs([below or 1 for below in self._denominators], _UNIT)
        totals = [-len(self.complement.tables.cells) * log for log in logs]
        for numerators, frequencies in self._levels():
            logs = fixed_logs([n or 1 for n in numerators], _UNIT)
            for label in range(len(totals)):
                occurring = np.flatnonzero(frequencies[:, label])
                pairs = zip(occurring.tolist(), frequencies[occurring, label].tolist(), strict=True)
                totals[label] += sum(logs[index] * times for index, times in pairs)
        sums = [
            Fraction(0 if e else t, 1 << _UNIT) for t, e in zip(totals, self._infinite, strict=True)
        ]
        high = [float(exact_sum) for exact_sum in sums]
        low = [float(exact_sum - Fraction(h)) for exact_sum, h in zip(sums, high, strict=True)]
        return np.array(high), np.array(low)

    @once
    def _inverses(self) -> Pair:
        """Return 1/M as sums of two doubles, 0 where M is 0 or infinite."""
        high, low = self._pairs
        nonzero = high != 0
        inverses = reciprocal((np.where(nonzero, high, 1.0), np.where(nonzero, low, 0.0)))
        return np.where(nonzero, inverses[0], 0.0), np.where(nonzero, inverses[1], 0.0)

    @once
    def weights(self) -> Floats:
        """Return ln(N/D)/M for every feature and class; 0 where M is 0 or infinite."""
        high, _ = self._pairs
        return np.where(high != 0, self.complement.weights / np.where(high != 0, high, 1.0), 0.0)

    @once
    def log_weights(self) -> Floats:
        """Return the weights: NaN for 0/0 and ∞/∞."""
        shares = self.complement.log_shares
        undefined = ~np.isfinite(shares) | (self._pairs[0] == 0) & ~self._infinite
        return np.where(undefined, np.nan, self.weights)

    def scores(self, rows: Any) -> Scores:
        """Return L/M for `rows` (n × V) of numbers ≥ 0. No term is negative, so nothing cancels."""
        values = by_class(product(rows, self.weights))
        errors = growth(terms(rows) + _MORE)[:, None] * np.abs(values) + TINY
        if self.complement._largest_denominator >= _LARGEST:  # entries may be no normal doubles
            errors = errors + product(rows, np.ones((rows.shape[1], 1))) * 2.0**-1073
        return Scores(values, errors, None, self._undefined(rows))

    def precise_scores(self, rows: Any, *, refine: bool = False) -> PreciseScores:
        """Return the scores of `rows` to some 75 bits, closer with `refine`."""
        precise = self.complement.precise_scores(rows, refine=refine)
        values = times(precise.values, self._inverses)
        widest = float(np.abs(self._inverses[0]).max(initial=0.0))
        sizes = np.abs(values[0]).max(axis=1, keepdims=True)
        errors = (precise.errors * widest + 4 * ERROR * sizes) * (1 + 2.0**-40) + TINY
        return PreciseScores(values, errors, None, self._undefined(rows))

    def _undefined(self, rows: Any) -> NDArray[np.bool_] | None:
        """Return where rows have a feature with share 0 (∞/∞), or any feature where M is 0 (0/0)."""
        zeros, undefined = self.complement._zero_factors(rows)
        if zeros is not None:
            undefined = add_optional(undefined, zeros > 0)
        empty = (self._pairs[0] == 0) & ~self._infinite
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
        """Return the number of classes."""
        return len(self.kernel.complement.tables.sizes)

    def split(self, rows: Any) -> Matrices:
        """Return `rows` as a tuple with one matrix."""
        return rows if isinstance(rows, tuple) else (exact_rows(rows),)

    def decide(self, rows: Any) -> Decisions:
        """Return the decision about each of `rows`.

        Raises Undecidable, with the row, where enclosures of 2^14 bits do not separate two scores.
        """
        parts, decisions = self.split(rows), []
        for at, piece in in_pieces(parts, self.rows_at_once):

            def exact(row: int, label: int, start: int = at) -> Quotients:
                return self.exact_score(parts, start + row, label)

            decisions.append(decide(self.scores(piece), exact))
        return concatenate(decisions)

    def scores(self, rows: Any) -> Scores:
        """Return the scores of `rows` and classes, with bounds."""
        return self.kernel.scores(*self.split(rows))

    def precise_scores(self, parts: Matrices, *, refine: bool = False) -> PreciseScores:
        """Return the scores of `parts`, one matrix, to some 75 bits, closer with `refine`."""
        return self.kernel.precise_scores(*parts, refine=refine)

    def can_refine(self, parts: Matrices) -> bool:
        """Say whether `refine` gives closer scores of `parts`."""
        return self.kernel.complement.can_refine(*parts)

    def exact_score(self, parts: Matrices, row: int, label: int) -> Quotients:
        """Return the exact score of row number `row` of `parts` in class `label`."""
        return self.kernel.score(parts[0], row, label)
