"""Take every count anew from the data, in another way than it was taken: by sets of rows.

How to read: `Recount.of` is the door: it goes by what a count is of; the functions behind it are the
ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import prod
from typing import TypeVar

from exactnb.arithmetic.numerals import read_number
from exactnb.data.counts import Counts
from exactnb.data.moments import Moments
from exactnb.data.power_sums import Listed, Source
from exactnb.data.schema import Case, Number, Schema
from exactnb.lazy import once, once_each
from exactnb.model.data_quantities import counted_parts, summed_parts
from exactnb.naming.names import QuantityName

T = TypeVar("T")


@dataclass(frozen=True)
class Recount:
    """Count what a name asks for: in the rows, or where there are none in the counts as given.

    `bag` are the words that count as words, `measured` the columns of numbers.
    """

    schema: Schema
    cases: tuple[Case, ...] = ()
    given: Counts | None = None
    bag: tuple[str, ...] = ()
    measured: frozenset[str] = frozenset()

    def of(self, name: QuantityName) -> Number:
        """Return a count, a sum, tokens(k) or vocabulary."""
        if name.head in ("sum", "squares", "products"):
            return self.numbers.of(*summed_parts(name))
        if name.head == "vocabulary":
            return len(frozenset(self.bag))
        if name.head == "tokens":
            (of,) = name.before
            return sum(self.times(word, of.value) for word in self.bag)
        label, cells, words, columns = counted_parts(name)
        labels = self.schema.classes if label is None else (label,)
        if words:
            (word,) = words
            return sum(self.times(word, k) for k in labels)
        if self.given is not None and columns:
            (column,) = columns
            return sum(self.numbers.size(column, k) for k in labels)
        if self.given is not None:
            return self._as_given(self.given, labels, cells)
        sets = [
            self._measuring(column, value) if column in self.measured else self._showing(column, value)
            for column, value in cells.items()
        ]
        sets += (self._with_column.get(column, frozenset()) for column in columns)
        if label is not None:
            sets.append(self._of_class.get(label, frozenset()))
        rows = reduce(frozenset.__and__, sorted(sets, key=len)) if sets else range(len(self.cases))
        if self._unweighted:
            return len(rows)
        return sum(self.cases[at].weight for at in rows)

    @once
    def numbers(self) -> Source:
        """Return what adds the numbers in the rows up anew."""
        return Moments(self.given) if self.given is not None else _Rows(self.cases)

    def _as_given(self, given: Counts, labels: Iterable[str], cells: Mapping[str, str]) -> Number:
        if not cells:
            return sum(given.sizes[k] for k in labels)
        ((column, value),) = cells.items()
        return sum(given.cell(column, value, k) for k in labels)

    def times(self, word: str, label: str) -> Number:
        """Return how often a word stands in the texts of a class."""
        if self.given is not None:
            return self.given.word(word, label)
        rows = self._of_class.get(label, frozenset())
        if word in self.schema.columns:
            shown = ((self.cases[at], self.cases[at].cells.get(word, "0")) for at in rows)
            return sum(case.weight * int(value) for case, value in shown)
        found = self._with_word.get(word, {})
        return sum(self.cases[at].weight * n for at, n in found.items() if at in rows)

    def texts_with(self, word: str, label: str) -> Number:
        """Return how many texts of a class hold a word."""
        if self.given is not None:
            return self.given.cell(word, "1", label)
        rows = self._of_class.get(label, frozenset())
        return sum(self.cases[at].weight for at in self._with_word.get(word, ()) if at in rows)

    def _measuring(self, column: str, value: str) -> frozenset[int]:
        """Return the rows whose number is worth a value, however it is spelled."""
        worth = read_number(value)
        shown = ((at, case.cells.get(column)) for at, case in enumerate(self.cases))
        return frozenset(at for at, cell in shown if cell is not None and read_number(cell) == worth)

    def _showing(self, column: str, value: str) -> frozenset[int]:
        if column in self.schema.columns:
            return self._with_cell.get((column, value), frozenset())
        there = frozenset(self._with_word.get(column, ()))
        return there if value == "1" else frozenset(range(len(self.cases))) - there

    @once
    def _unweighted(self) -> bool:
        return all(case.weight == 1 for case in self.cases)

    @once
    def _of_class(self) -> dict[str, frozenset[int]]:
        return _indexed((case.label, at) for at, case in enumerate(self.cases))

    @once
    def _with_column(self) -> dict[str, frozenset[int]]:
        return _indexed((column, at) for at, case in enumerate(self.cases) for column in case.cells)

    @once
    def _with_cell(self) -> dict[tuple[str, str], frozenset[int]]:
        return _indexed((cell, at) for at, case in enumerate(self.cases) for cell in case.cells.items())

    @once
    def _with_word(self) -> dict[str, dict[int, int]]:
        found: dict[str, dict[int, int]] = {}
        for at, case in enumerate(self.cases):
            for word, times in case.words.items():
                found.setdefault(word, {})[at] = times
        return found


@dataclass(frozen=True)
class _Rows:
    """Add numbers up row by row, each read from its own cell."""

    cases: tuple[Case, ...]

    def listed(self, column: str, label: str) -> Listed:
        """Return the numbers of a class, equal ones together, as they appear."""
        found: dict[str, tuple[Fraction, Number]] = {}
        for case in self._of_class.get(label, ()):
            if column in case.cells and case.weight:
                cell = case.cells[column]
                number, times = found.get(cell) or (self._read(cell), 0)
                found[cell] = number, times + case.weight
        return tuple(found.values())

    def size(self, column: str, label: str) -> Number:
        """Return how many rows of a class show a column."""
        return sum(case.weight for case in self._of_class.get(label, ()) if column in case.cells)

    def of(self, columns: tuple[str, ...], label: str) -> Fraction:
        """Return the sum of the products of the numbers in some columns."""
        over: dict[int, int] = {}  # what has one denominator is added in integers
        for case in self._of_class.get(label, ()):
            if all(column in case.cells for column in columns):
                numbers = [self._read(case.cells[column]) for column in columns]
                below = prod(number.denominator for number in numbers) * case.weight.denominator
                above = prod(number.numerator for number in numbers) * case.weight.numerator
                over[below] = over.get(below, 0) + above
        return sum((Fraction(above, below) for below, above in over.items()), Fraction(0))

    @once_each
    def _read(self, cell: str) -> Fraction:
        """Return the number in a cell; equal cells are read once."""
        return read_number(cell)

    @once
    def _of_class(self) -> dict[str, list[Case]]:
        found: dict[str, list[Case]] = {}
        for case in self.cases:
            found.setdefault(case.label, []).append(case)
        return found


def in_order(
    cases: Iterable[Case], column: str, label: str, counted: Sequence[Fraction]
) -> tuple[tuple[str, ...], tuple[Fraction, ...]]:
    """Return the ids and the numbers of a class, row by row; a row that counts twice stands twice.

    Where there are no rows, only what was counted of them, those numbers stand there.
    """
    found = [
        (case.id, read_number(case.cells[column]))
        for case in cases
        if case.label == label and column in case.cells
        for _ in range(int(case.weight))
    ]
    found = found or [("", number) for number in counted]
    return tuple(identity for identity, _ in found), tuple(number for _, number in found)


def _indexed(pairs: Iterable[tuple[T, int]]) -> dict[T, frozenset[int]]:
    found: dict[T, set[int]] = {}
    for key, at in pairs:
        found.setdefault(key, set()).add(at)
    return {key: frozenset(rows) for key, rows in found.items()}
