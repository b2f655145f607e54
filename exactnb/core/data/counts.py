"""Sufficient statistics: how often each class, cell and word was seen, taken in one pass.

How to read: `Counts` is what is held, `of` how it comes about; addition and subtraction are below. Sums
of numbers (`power_sums`) are integers over one denominator, never floats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import lcm
from typing import Any, Protocol

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.data.documents import Documents
from exactnb.core.data.findings import Doubt
from exactnb.core.data.rows import in_list, ordered_values
from exactnb.core.data.schema import Case, Number, Schema, as_number
from exactnb.core.data.showing import TabularDisplay, summary_line
from exactnb.core.data.table import Table
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted

Cell = tuple[str, str, str]

PowerSum = tuple[tuple[str, ...], str]
"""The columns whose numbers are multiplied before they are added up, and the class."""

Listed = tuple[tuple[Fraction, Number], ...]
"""Numbers, each with how often it was seen."""


@frozen(slots=True)
class Counts(TabularDisplay):
    """Hold class sizes and how often every cell (column, value, class) and word was seen.

    `presence` counts the texts that hold a word, `words` how often it stands in them. `sized` is
    false where the sizes of the classes are not known. `moments` are sums of the numbers in columns,
    by class: Σx of one column, Σx·y of two, where they are given or wanted of columns together;
    `shown` says how many rows of a class show such a column, where that is not all of them.
    Counts of other rows are added with `+`, forgotten with `-`, exactly.

    >>> from exactnb.core.data.table import Table
    >>> counts = count(Table.from_rows([("1", "+"), ("0", "+")], ["a", "class"]))
    >>> counts.cell("a", "1", "+"), (counts + counts).cell("a", "1", "+"), (counts - counts).total
    (1, 2, 0)
    """

    schema: Schema
    sizes: Mapping[str, Number]
    cells: Mapping[Cell, Number]
    words: Mapping[tuple[str, str], Number] = field(default_factory=dict)
    presence: Mapping[tuple[str, str], Number] = field(default_factory=dict)
    sized: bool = True
    moments: Mapping[PowerSum, Number] = field(default_factory=dict)
    shown: Mapping[tuple[str, str], Number] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = field(default=(), compare=False, repr=False)
    """What was left out of the file of the counts."""

    def __repr__(self) -> str:
        size = f"{exact_text(self.total)} rows" if self.sized else "cells alone"
        schema = self.schema
        return summary_line("Counts", size, schema.columns, schema.class_variable, schema.classes)

    def _header_and_rows(self) -> tuple[list[str], list[list[str]]]:
        """Return how often each value and word was seen in each class."""
        classes = self.schema.classes
        rows = [["", "", *(exact_text(self.sizes.get(k, 0)) for k in classes)]] if self.sized else []
        column_values = dict.fromkeys((column, value) for column, value, _ in self.cells)
        for column, value in column_values:
            counted = (self.cells.get((column, value, label), 0) for label in classes)
            rows.append([column, value, *map(exact_text, counted)])
        for word in dict.fromkeys(word for word, _ in self.words):
            counted = (self.words.get((word, label), 0) for label in classes)
            rows.append(["", word, *map(exact_text, counted)])
        return ["", self.schema.class_variable, *classes], rows

    @classmethod
    def of(
        cls, schema: Schema, cases: Iterable[Case], together: Collection[tuple[str, ...]] = ()
    ) -> Counts:
        """Return the counts of some observations, and Σx·y for columns that go `together`."""
        cases = list(cases) if together else cases
        sizes: Counter[str] = Counter()
        cells: Counter[Cell] = Counter()
        words: Counter[tuple[str, str]] = Counter()
        presence: Counter[tuple[str, str]] = Counter()
        for case in cases:
            label, weight = case.label, case.weight
            if not weight:
                continue
            sizes[label] += weight  # type: ignore[assignment]
            for column, value in case.cells.items():
                cells[column, value, label] += weight  # type: ignore[assignment]
            for word, times in case.words.items():
                words[word, label] += weight * times  # type: ignore[assignment]
                presence[word, label] += weight  # type: ignore[assignment]
        return cls(
            schema,
            {k: sizes[k] for k in schema.classes},
            dict(cells),
            dict(words),
            dict(presence),
            moments=moments_of(cases, together) if together else {},
        )

    @property
    def total(self) -> Number:
        """Return the number of observations."""
        return sum(self.sizes.values())

    @property
    def together(self) -> tuple[tuple[str, ...], ...]:
        """Return the columns whose products were added up, two by two."""
        return tuple(dict.fromkeys(columns for columns, _ in self.moments))

    def cell(self, column: str, value: str, label: str) -> Number:
        """Return the number of observations of a class that show a value."""
        if (column, value, label) in self.cells or column in self.schema.columns:
            return self.cells.get((column, value, label), 0)
        with_word = self.presence.get((column, label), 0)
        return with_word if value == "1" else self.sizes.get(label, 0) - with_word

    def word(self, word: str, label: str) -> Number:
        """Return how often a word stands in the texts of a class.

        A column of whole numbers counts as a word that occurs as often as each cell says.
        """
        if word not in self.schema.columns:
            return self.words.get((word, label), 0)
        values = self.schema.columns[word]
        return sum(int(number_in(value)) * self.cells.get((word, value, label), 0) for value in values)

    def tokens(self, words: Iterable[str], label: str) -> Number:
        """Return how many words, of those in `words`, the texts of class `label` have."""
        return sum(self.word(word, label) for word in words)

    def shows(self, column: str, label: str) -> Number:
        """Return how many observations of class `label` show `column`, whose sums are known."""
        return self.shown.get((column, label), self.sizes.get(label, 0))

    def has_missing(self, column: str) -> bool:
        """Say whether some observations do not show a column."""
        if any(self.shows(column, label) != size for label, size in self.sizes.items()):
            return True
        values = self.schema.columns.get(column)
        if values is None or any(columns == (column,) for columns, _ in self.moments):
            return False
        return any(
            sum(self.cells.get((column, value, label), 0) for value in values) != size
            for label, size in self.sizes.items()
        )

    def __add__(self, other: object) -> Counts:
        if not isinstance(other, Counts):
            return NotImplemented
        mine, theirs = self.schema, other.schema
        same = (mine.class_variable, set(mine.columns)) == (theirs.class_variable, set(theirs.columns))
        if not same or bool(mine.words) != bool(theirs.words) or self.sized != other.sized:
            raise InputError("counts can be added if they are of the same class and columns")
        columns = {c: _union(values, theirs.columns[c]) for c, values in mine.columns.items()}
        words = tuple(sorted({*mine.words, *theirs.words}))
        schema = replace(
            mine,
            classes=_union(mine.classes, theirs.classes),
            columns=columns,
            words=mine.words if words == tuple(sorted(mine.words)) else words,
        )
        return self._combined(other, schema, 1)

    def __sub__(self, other: object) -> Counts:
        if not isinstance(other, Counts):
            return NotImplemented
        return self._combined(other, self.schema, -1)

    def _combined(self, other: Counts, schema: Schema, sign: int) -> Counts:
        def combined(first: Mapping[Any, Number], second: Mapping[Any, Number]) -> dict[Any, Number]:
            result = dict(first)
            for key, number in second.items():
                result[key] = result.get(key, 0) + sign * number
                if result[key] < 0:
                    name = ", ".join(key) if isinstance(key, tuple) else key
                    raise InputError(f"{quoted(name)} was counted less often than is to be forgotten")
            return {key: number for key, number in result.items() if number}

        partial = {column for column, _ in (*self.shown, *other.shown)}

        def shown(counts: Counts) -> dict[tuple[str, str], Number]:
            return {(c, k): counts.shows(c, k) for c in partial for k in counts.sizes}

        sizes = combined(self.sizes, other.sizes)
        observed = combined(shown(self), shown(other))
        return Counts(
            schema,
            {k: sizes.get(k, 0) for k in schema.classes},
            combined(self.cells, other.cells),
            combined(self.words, other.words),
            combined(self.presence, other.presence),
            self.sized,
            {
                key: self.moments.get(key, 0) + sign * other.moments.get(key, 0)
                for key in (*self.moments, *(other.moments if sign > 0 else ()))
            },
            {(c, k): observed.get((c, k), 0) for c in partial for k in schema.classes},
        )


def count(data: Table | Documents, together: Collection[tuple[str, ...]] = ()) -> Counts:
    """Return the counts of a table or of documents.

    `together` are groups of numeric columns whose products are needed: Σx·y of every two of a group is
    added up by class, exactly.

    >>> from exactnb.core.data.table import Table
    >>> table = Table.from_rows([("1", "2", "+"), ("3", "4", "+")], ["x", "y", "class"])
    >>> counts = count(table, together=[("x", "y")])
    >>> counts.sizes, counts.moments[("x", "y"), "+"]
    ({'+': 2}, 14)

    Raises InputError for a cell of such a column that is no number.
    """
    if not hasattr(data, "cases"):
        raise InputError.expected("a Table or Documents", data, at="data")
    groups = [in_list(group, "together") for group in in_list(together, "together")]
    return Counts.of(data.schema, data.cases(), groups)


def _union(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    if set(second) <= set(first):
        return first
    return ordered_values((*first, *second), None, Place.of("values"))


class Source(Protocol):
    """Whatever can add up the numbers of a column in the rows of a class."""

    def numbers_with_times(self, column: str, label: str) -> Listed:
        """Return the numbers of `column` in the class `label`; none where only their sums are known."""

    def size(self, column: str, label: str) -> Number:
        """Return how many rows of the class `label` have a value in `column`."""

    def of(self, columns: tuple[str, ...], label: str) -> Fraction:
        """Return Σx, Σx² or Σx·y of one or two `columns` in the class `label`."""

    def cell(self, column: str, value: str, label: str) -> Number:
        """Return how many rows of the class `label` have a `value` in `column`."""


def with_common_denominator(texts: Iterable[str]) -> tuple[Mapping[str, int], int]:
    """Return the numerals `texts` as integers over one denominator, and that denominator.

    >>> with_common_denominator(["7.5", "-2", "1/3"])
    ({'7.5': 45, '-2': -12, '1/3': 2}, 6)
    """
    numbers = {text: number_in(text) for text in texts}
    denominator = lcm(*(number.denominator for number in numbers.values()))
    return {
        text: n.numerator * (denominator // n.denominator) for text, n in numbers.items()
    }, denominator


def moments_of(cases: Iterable[Case], together: Collection[tuple[str, ...]]) -> dict[PowerSum, Number]:
    """Return Σx·y of the `cases`, by class, for every two columns of a group in `together`.

    Every case shows all columns of a group.
    """
    cases = list(cases)
    columns = dict.fromkeys(column for group in together for column in group)
    scaled = {c: with_common_denominator({case.cells[c] for case in cases}) for c in columns}
    pairs = dict.fromkeys(
        pair for group in together for pair in combinations_with_replacement(group, 2)
    )
    sums: dict[PowerSum, Number] = {}
    by_label: dict[str, list[Case]] = {}
    for case in cases:
        by_label.setdefault(case.label, []).append(case)
    for label, cases_of_class in by_label.items():
        numbers = {c: [scaled[c][0][case.cells[c]] for case in cases_of_class] for c in columns}
        weights = [case.weight for case in cases_of_class]
        plain = all(weight == 1 for weight in weights)
        for first, second in pairs:
            terms = map(int.__mul__, numbers[first], numbers[second])
            total = sum(terms) if plain else sum(w * t for w, t in zip(weights, terms, strict=True))
            denominator = scaled[first][1] * scaled[second][1]
            sums[(first, second), label] = as_number(Fraction(total) / denominator)
    return sums
