"""Counts, scores and joints of rows by brute force: loops, Fractions, and logarithms of mpmath."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any

from mpmath import mp

from exactnb.scale.counting.tally import Tally

__all__ = ["ByHand"]

Row = Mapping[str, Any]
MISSING = (None, "", "?")


def named(cell: Any) -> str | None:
    """Return what a cell is called."""
    return None if cell in MISSING else str(cell).lower() if isinstance(cell, bool) else str(cell)


def words_of(text: str | None) -> list[str]:
    """Return the words of a text, sign by sign."""
    kept = "".join(c if c.isascii() and c.isalnum() else " " for c in text or "")
    return kept.lower().split()


@dataclass(frozen=True)
class ByHand:
    """Rows with their classes, and what is counted of which columns."""

    rows: Sequence[Row]
    label: str
    columns: Sequence[str] = ()
    numbers: Sequence[str] = ()
    texts: Sequence[str] = ()
    presence: Sequence[str] = ()
    smoothing: Fraction = Fraction(1)

    @property
    def asked(self) -> dict[str, Sequence[str]]:
        """Return what `count_frame` is asked."""
        names = ("columns", "numbers", "texts", "presence")
        return {name: getattr(self, name) for name in names}

    @property
    def classes(self) -> list[str]:
        """Return all classes, in order."""
        return sorted({str(named(row[self.label])) for row in self.rows})

    def of_class(self, label: str) -> list[Row]:
        """Return the rows of a class."""
        return [row for row in self.rows if named(row[self.label]) == label]

    def tally(self) -> Tally:
        """Return all counts."""
        found: list[tuple[Any, ...]] = []
        for label in self.classes:
            rows = self.of_class(label)
            found.append(("class", self.label, label, None, len(rows)))
            for name in self.columns:
                values = Counter(named(row[name]) for row in rows)
                found += [("value", name, label, value, n) for value, n in values.items()]
            for name in self.numbers:
                shown = [Fraction(row[name]) for row in rows if row[name] is not None]
                if shown:
                    sums = sum(shown), sum(x * x for x in shown)
                    found.append(("number", name, label, None, len(shown), *sums))
                if len(rows) > len(shown):
                    found.append(("number", name, label, None, len(rows) - len(shown)))
            for name in self.texts:
                words = Counter(word for row in rows for word in words_of(row[name]))
                found.append(("tokens", name, label, None, words.total()))
                found += [("word", name, label, word, n) for word, n in words.items()]
            for name in self.presence:
                words = Counter(word for row in rows for word in set(words_of(row[name])))
                found += [("presence", name, label, word, n) for word, n in words.items()]
        splits = [("split", name, None, "ascii", 1) for name in (*self.texts, *self.presence)]
        return Tally.from_rows([*found, *splits])

    def factors(self, row: Row, label: str) -> tuple[Fraction, list[tuple[Fraction, Fraction]]]:
        """Return the prior with what is absent, and shares as numerators and denominators.

        The words that are there bring what they have more than absent ones.
        """
        rows, rule = self.of_class(label), self.smoothing
        base, shares = Fraction(len(rows), len(self.rows)), []
        for name in self.columns:
            every = {named(other[name]) for other in self.rows} - {None}
            seen = [named(other[name]) for other in rows if named(other[name]) is not None]
            if (value := named(row[name])) in every:
                shares.append((seen.count(value) + rule, len(seen) + rule * len(every)))
        for name in self.texts:
            every = {word for other in self.rows for word in words_of(other[name])}
            words = [word for other in rows for word in words_of(other[name])]
            counts = Counter(words)
            for word in words_of(row[name]):
                if word in every:
                    shares.append((counts[word] + rule, len(words) + rule * len(every)))
        for name in self.presence:
            every = {word for other in self.rows for word in words_of(other[name])}
            for word in every:
                times = sum(word in words_of(other[name]) for other in rows)
                base *= (len(rows) - times + rule) / (len(rows) + 2 * rule)
                if word in words_of(row[name]):
                    shares.append((times + rule, len(rows) - times + rule))
        return base, [(Fraction(above), Fraction(below)) for above, below in shares]

    def scores(self, row: Row, bits: int) -> list[int]:
        """Return 2^bits·log₂ of the joints, each factor rounded to the nearest integer."""
        found = []
        with mp.workprec(300):
            for label in self.classes:
                base, shares = self.factors(row, label)
                every = [base, *(above / below for above, below in shares)]
                logs = (mp.log(mp.mpf(f.numerator) / f.denominator, 2) for f in every)
                found.append(sum(int(mp.nint(2**bits * log)) for log in logs))
        return found

    def joint(self, row: Row, label: str) -> Fraction | None:
        """Return the joint of a row and a class, None for 0/0."""
        rows, rule = self.of_class(label), self.smoothing
        _, shares = replace(self, presence=()).factors(row, label)
        shares = [*shares, (Fraction(len(rows)), Fraction(len(self.rows)))]
        for name in self.presence:
            for word in {word for other in self.rows for word in words_of(other[name])}:
                there = word in words_of(row[name])
                times = sum((word in words_of(other[name])) == there for other in rows)
                shares.append((times + rule, len(rows) + 2 * rule))
        if any(not below for _, below in shares):
            return None
        return prod((above / below for above, below in shares), start=Fraction(1))

    def winners(self, row: Row) -> list[str]:
        """Return the classes with the largest joint: none where one is 0/0, or all are 0."""
        joints = [self.joint(row, label) for label in self.classes]
        known = [joint for joint in joints if joint is not None]
        best = max(known, default=Fraction(0))
        if len(known) < len(joints) or not best:
            return []
        return [k for k, joint in zip(self.classes, joints, strict=True) if joint == best]
