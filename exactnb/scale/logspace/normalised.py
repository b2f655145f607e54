"""Complement scores with their weights normalised: L/M, two sums of logarithms, decided by enclosures.

Source: Rennie et al. (2003), table 4, step 8: each weight of a class is divided by the sum of the sizes
of all its weights, w = ln θ / Σ ln θ. A quotient of logarithms has no exact form; but a difference
L/M − L′/M′ is 0 as a polynomial in logarithms of coprime integers in few ways, and these are found. Any
other is told from 0 by enclosures, or it is `Undecidable`.

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
from exactnb.scale.logspace.deciding import Decisions, decide, joined
from exactnb.scale.logspace.fine.double_double import ERROR, Pair, reciprocal, times
from exactnb.scale.logspace.fine.scores import Fine
from exactnb.scale.logspace.logs import Floats
from exactnb.scale.logspace.multinomial import MultinomialKernel
from exactnb.scale.logspace.pieces import ModelOfParts, Parts, cells_of, in_pieces
from exactnb.scale.logspace.rows import as_sparse, product, terms
from exactnb.scale.logspace.scores import TINY, Scores, by_class, growth, together
from exactnb.scale.logspace.tables import Levels
from exactnb.scale.logspace.widening import exact_rows

_MORE = 10  # operations beside those of the sum: the entries, the products, the bound
_LARGEST = 2**900
_FIRST_BITS, _LAST_BITS = 64, 1 << 14
_UNIT = 160
Powers = Mapping[int, int | Fraction]


class LogSum:
    """Σ e·ln n over powers of integers; its enclosures are kept, for many rows ask for the same."""

    def __init__(self, powers: Powers) -> None:
        self.powers = {n: e for n, e in powers.items() if n > 1 and e}

    @once_each
    def ball(self, bits: int) -> Ball:
        """Return a ball around the sum."""
        return log_form(self.powers.items(), Fraction(0), 0, bits)

    def over(self, other: LogSum) -> Fraction | None:
        """Return the rational number that the quotient of two sums is, if it is one by its form."""
        sides = [[(n, Fraction(e)) for n, e in of.powers.items()] for of in (self, other)]
        return ratio_of_exponents(*sides)

    def __reduce__(self) -> tuple[Any, ...]:
        return LogSum, (self.powers,)


@frozen(eq=False)
class Quotients:
    """Stand for e^(Σ ± L/M), sums of logarithms L and M > 0 or < 0. `row` names it where it is open.

    A score is one quotient, the odds of two classes are two.
    """

    parts: tuple[tuple[int, LogSum, LogSum], ...]
    row: int = 0

    def product(self) -> Quotients:
        """Return this."""
        return self

    def __truediv__(self, other: Any) -> Quotients:
        rest = tuple((-sign, *of) for sign, *of in getattr(other, "parts", ()))  # none of the number 1
        return Quotients(self.parts + rest, self.row)

    def log(self, bits: int) -> Ball:
        """Return a ball around the logarithm."""
        total = exact(0)
        for sign, above, below in self.parts:
            part = above.ball(bits).over(below.ball(bits), bits)
            total = total.plus(part.times(exact(sign), bits), bits)
        return total

    def compare(self, other: Quotients) -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than the other.

        Raises Undecidable where the difference is 0 in no known way, and 2^14 bits do not tell it.
        """
        odds, bits = self / other, _FIRST_BITS
        sign = odds.log(bits).sign()
        if sign is None and (known := _by_form(self, other)) is not None:
            return known
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
        """Return this: it has no other form."""
        return self

    def bits(self) -> int:
        """Return 0: nothing is multiplied out."""
        return 0

    def rational(self) -> Fraction | None:
        """Return 1 if this is the number 1 by its form; else nothing is known."""
        if len(self.parts) != 2:
            return None
        one, other = (Quotients(((1, *of),)) for _, *of in self.parts)  # type: ignore[arg-type]
        return Fraction(1) if _by_form(one, other) == 0 else None


def _by_form(one: Quotients, other: Quotients) -> int | None:
    """Return how L/M and L′/M′ compare where both are rational, or 0 where they are equal by form.

    Over a coprime base, L·M′ − L′·M is a polynomial in its logarithms, of products of linear forms. By
    unique factorisation it vanishes only if L = r·M and L′ = r·M′, or L = r·L′ and M = r·M′.
    """
    (_, above, below), (_, top, bottom) = *one.parts, *other.parts
    if above.powers == top.powers and below.powers == bottom.powers:
        return 0
    first, second = above.over(below), top.over(bottom)
    if first is not None and second is not None:
        return (first > second) - (first < second)
    if first is not None or second is not None or not top.powers:
        return None
    ratio = above.over(top)
    return 0 if ratio is not None and ratio == below.over(bottom) else None


@frozen
class NormalisedKernel:
    """Features by their shares in all other classes, ln(N/D) over the sum of all of its class."""

    others: MultinomialKernel

    @once_each
    def whole(self, label: int) -> LogSum | None:
        """Return M = Σ ln(N/D) of a class; None where a share is 0, and the sum is infinite."""
        powers: Counter[int] = Counter()
        for above, often in self._levels():
            for at in np.flatnonzero(often[:, label]).tolist():
                powers[above[at]] += int(often[at, label])
        powers[self._below[label]] -= len(self.others.tables.cells)
        return None if self._infinite[label] else LogSum(powers)

    @once
    def _below(self) -> list[int]:
        """Return D of every class."""
        (group,) = self.others.groups
        return self.others.denominators(group)

    def _levels(self) -> Iterator[tuple[list[int], NDArray[np.int64]]]:
        """Yield the different N of features with one λ, and how often each class has them."""
        common, _ = self.others.scale
        for part, more in self.others._parts():
            levels = Levels(self.others.tables.cells[part])
            yield [common * value + more for value in levels.values], levels.times

    @once
    def _infinite(self) -> NDArray[np.bool_]:
        """Say for which classes some share is 0, and M infinite."""
        if not self.others.has_zeros:
            return np.zeros(len(self._below), dtype=bool)
        zeros = self.others._numerators_are_zero
        pairs = zip(np.asarray(zeros.any(axis=0)), self._below, strict=True)
        return np.array([bool(some) and below > 0 for some, below in pairs])

    @once
    def _pairs(self) -> Pair:
        """Return M as sums of two doubles, 0 where it is 0 or infinite.

        The logarithms are added as whole numbers of units 2^-160, each right to 1.02 of them.
        """
        logs = fixed_logs([below or 1 for below in self._below], _UNIT)
        totals = [-len(self.others.tables.cells) * log for log in logs]
        for above, often in self._levels():
            logs = fixed_logs([n or 1 for n in above], _UNIT)
            for label in range(len(totals)):
                some = np.flatnonzero(often[:, label])
                own = zip(some.tolist(), often[some, label].tolist(), strict=True)
                totals[label] += sum(logs[at] * number for at, number in own)
        sums = [
            Fraction(0 if e else t, 1 << _UNIT) for t, e in zip(totals, self._infinite, strict=True)
        ]
        high = [float(of) for of in sums]
        low = [float(of - Fraction(h)) for of, h in zip(sums, high, strict=True)]
        return np.array(high), np.array(low)

    @once
    def _inverses(self) -> Pair:
        """Return 1/M as sums of two doubles, 0 where M is 0 or infinite."""
        high, low = self._pairs
        there = high != 0
        found = reciprocal((np.where(there, high, 1.0), np.where(there, low, 0.0)))
        return np.where(there, found[0], 0.0), np.where(there, found[1], 0.0)

    @once
    def weights(self) -> Floats:
        """Return ln(N/D)/M for every feature and class; 0 where M is 0 or infinite."""
        high, _ = self._pairs
        return np.where(high != 0, self.others.weights / np.where(high != 0, high, 1.0), 0.0)

    @once
    def log_weights(self) -> Floats:
        """Return the weights: NaN for 0/0 and ∞/∞."""
        shares = self.others.log_shares
        lost = ~np.isfinite(shares) | (self._pairs[0] == 0) & ~self._infinite
        return np.where(lost, np.nan, self.weights)

    def scores(self, rows: Any) -> Scores:
        """Return L/M for rows (n × V) of numbers ≥ 0. No term is negative, so nothing cancels."""
        values = by_class(product(rows, self.weights))
        errors = growth(terms(rows) + _MORE)[:, None] * np.abs(values) + TINY
        if self.others._most >= _LARGEST:  # entries may be no normal doubles
            errors = errors + product(rows, np.ones((rows.shape[1], 1))) * 2.0**-1073
        return Scores(values, errors, None, self._undefined(rows))

    def fine(self, rows: Any, *, close: bool = False) -> Fine:
        """Return the scores of rows to some 75 bits."""
        found = self.others.fine(rows, close=close)
        values = times(found.values, self._inverses)
        widest = float(np.abs(self._inverses[0]).max(initial=0.0))
        sizes = np.abs(values[0]).max(axis=1, keepdims=True)
        errors = (found.errors * widest + 4 * ERROR * sizes) * (1 + 2.0**-40) + TINY
        return Fine(values, errors, None, self._undefined(rows))

    def _undefined(self, rows: Any) -> NDArray[np.bool_] | None:
        """Return where rows show a share of 0, ∞/∞, or anything where M is 0, 0/0."""
        zeros, undefined = self.others._nothing(rows)
        if zeros is not None:
            undefined = together(undefined, zeros > 0)
        empty = (self._pairs[0] == 0) & ~self._infinite
        if empty.any():
            shown = np.diff(as_sparse(rows).indptr) > 0
            undefined = together(undefined, shown[:, None] & empty)
        return undefined

    def score(self, rows: Any, row: int, label: int) -> Quotients:
        """Return the exact score of one row; 0 where M is infinite, or nothing is shown."""
        below = self.whole(label)
        if below is None or not below.powers:
            return Quotients(((1, LogSum({}), LogSum({2: 1})),), row)
        return Quotients(((1, LogSum(self.others.powers(cells_of(rows, row), label)), below),), row)


@frozen
class NormalisedModel(ModelOfParts):
    """Decide rows by normalised complement scores alone, as a `LogModel` does by its own."""

    kernel: NormalisedKernel

    @property
    def number_of_classes(self) -> int:
        """Return how many classes there are."""
        return len(self.kernel.others.tables.sizes)

    def parts(self, rows: Any) -> Parts:
        """Return rows as the one matrix that they are."""
        return rows if isinstance(rows, tuple) else (exact_rows(rows),)

    def decide(self, rows: Any) -> Decisions:
        """Return the decision about every row.

        Raises Undecidable, with the row, where enclosures of 2^14 bits do not tell two scores apart.
        """
        parts, found = self.parts(rows), []
        for at, piece in in_pieces(parts, self.rows_at_once):

            def exact(row: int, label: int, start: int = at) -> Quotients:
                return self.exact_score(parts, start + row, label)

            found.append(decide(self.scores(piece), exact))
        return joined(found)

    def scores(self, rows: Any) -> Scores:
        """Return the scores of rows and classes, with bounds."""
        return self.kernel.scores(*self.parts(rows))

    def fine(self, parts: Parts, *, close: bool = False) -> Fine:
        """Return the scores of rows to some 75 bits."""
        return self.kernel.fine(*parts, close=close)

    def has_closer(self, parts: Parts) -> bool:
        """Say whether closer scores can be had than the first ones."""
        return self.kernel.others.has_closer(*parts)

    def exact_score(self, parts: Parts, row: int, label: int) -> Quotients:
        """Return the exact score of one of the rows in a class."""
        return self.kernel.score(parts[0], row, label)
