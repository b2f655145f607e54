"""Take every count anew from the data, in another way than it was taken: by sets of rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import TypeVar

from exactnb.data.counts import Counts
from exactnb.data.schema import Case, Number, Schema
from exactnb.expression.names import Item, QuantityName
from exactnb.model.data_quantities import counted_parts

__all__ = ["Recount"]

T = TypeVar("T")


@dataclass(frozen=True)
class Recount:
    """Count what a name asks for: in the rows, or where there are none in the counts as given.

    `bag` are the words that count as words.
    """

    schema: Schema
    cases: tuple[Case, ...] = ()
    given: Counts | None = None
    bag: tuple[str, ...] = ()

    def of(self, name: QuantityName) -> Number:
        """Return a count, tokens(k) or vocabulary."""
        if name.head == "vocabulary":
            return len(frozenset(self.bag))
        if name.head == "tokens":
            (of,) = (item.value for item in name.left if isinstance(item, Item))
            return sum(self.times(word, of) for word in self.bag)
        label, cells, words = counted_parts(name.left)
        if words:
            (word,) = words
            labels = self.schema.classes if label is None else (label,)
            return sum(self.times(word, k) for k in labels)
        if self.given is not None:
            return self._as_given(self.given, label, cells)
        sets = [self._showing(column, value) for column, value in cells.items()]
        if label is not None:
            sets.append(self._of_class.get(label, frozenset()))
        rows = reduce(frozenset.__and__, sorted(sets, key=len)) if sets else range(len(self.cases))
        if self._unweighted:
            return len(rows)
        return sum(self.cases[at].weight for at in rows)

    def _as_given(self, given: Counts, label: str | None, cells: Mapping[str, str]) -> Number:
        labels = self.schema.classes if label is None else (label,)
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

    def _showing(self, column: str, value: str) -> frozenset[int]:
        if column in self.schema.columns:
            return self._with_cell.get((column, value), frozenset())
        there = frozenset(self._with_word.get(column, ()))
        return there if value == "1" else frozenset(range(len(self.cases))) - there

    @cached_property
    def _unweighted(self) -> bool:
        return all(case.weight == 1 for case in self.cases)

    @cached_property
    def _of_class(self) -> dict[str, frozenset[int]]:
        return _indexed((case.label, at) for at, case in enumerate(self.cases))

    @cached_property
    def _with_cell(self) -> dict[tuple[str, str], frozenset[int]]:
        return _indexed((cell, at) for at, case in enumerate(self.cases) for cell in case.cells.items())

    @cached_property
    def _with_word(self) -> dict[str, dict[int, int]]:
        found: dict[str, dict[int, int]] = {}
        for at, case in enumerate(self.cases):
            for word, times in case.words.items():
                found.setdefault(word, {})[at] = times
        return found


def _indexed(pairs: Iterable[tuple[T, int]]) -> dict[T, frozenset[int]]:
    found: dict[T, set[int]] = {}
    for key, at in pairs:
        found.setdefault(key, set()).add(at)
    return {key: frozenset(rows) for key, rows in found.items()}
