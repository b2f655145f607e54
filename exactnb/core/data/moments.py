"""What numbers add up to in the rows of a class: from what was counted of them, each sum once."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod

from exactnb.core.data.counts import Counts, with_common_denominator
from exactnb.core.data.schema import Case, Number
from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen


@frozen
class Moments:
    """Add up the numbers that were counted.

    >>> from exactnb.core.data.counts import count
    >>> from exactnb.core.data.table import Table
    >>> rows = [("6", "oat"), ("8.5", "oat"), ("?", "oat")]
    >>> moments = Moments(count(Table.from_rows(rows, ["length", "kind"])))
    >>> moments.size("length", "oat"), moments.of(("length",), "oat")
    (2, Fraction(29, 2))
    """

    counts: Counts

    def numbers_with_times(self, column: str, label: str) -> tuple[tuple[Fraction, Number], ...]:
        """Return each number of `column` in the class `label`, with how often it stands there."""
        numbers, denominator = self._numbers(column)
        multiplicities = self._by_class(column).get(label, ())
        return tuple((Fraction(numbers[value], denominator), times) for value, times in multiplicities)

    @once_each
    def size(self, column: str, label: str) -> Number:
        """Return how many observations of the class `label` have a value in `column`."""
        if ((column,), label) in self.counts.moments:
            return self.counts.shows(column, label)
        return sum(times for _, times in self._by_class(column).get(label, ()))

    def cell(self, column: str, value: str, label: str) -> Number:
        """Return how many observations of the class `label` have a `value` in `column`."""
        return self.counts.cell(column, value, label)

    def number(self, column: str, value: str) -> Fraction:
        """Return the number that a `value` of `column` stands for."""
        numbers, denominator = self._numbers(column)
        return Fraction(numbers[value], denominator)

    @once_each
    def of(self, columns: tuple[str, ...], label: str) -> Fraction:
        """Return Σx of one of `columns` in the class `label`, Σx² of one listed twice, Σx·y of two."""
        counted = self.counts.moments.get((columns, label))
        if counted is None and len(set(columns)) > 1:
            counted = self.counts.moments.get((columns[::-1], label), 0)
        if counted is not None:
            return Fraction(counted)
        column = columns[0]
        numbers, denominator = self._numbers(column)
        power = len(columns)
        multiplicities = self._by_class(column).get(label, ())
        total = sum(times * numbers[value] ** power for value, times in multiplicities)
        return Fraction(total) / Fraction(denominator**power)

    @once_each
    def _numbers(self, column: str) -> tuple[Mapping[str, int], int]:
        """Return the values of a column as integers over one denominator."""
        return with_common_denominator(self.counts.schema.columns[column])

    def _by_class(self, column: str) -> Mapping[str, list[tuple[str, Number]]]:
        return self._cells.get(column, {})

    @once
    def _cells(self) -> dict[str, dict[str, list[tuple[str, Number]]]]:
        by_column: dict[str, dict[str, list[tuple[str, Number]]]] = {}
        for (column, value, label), times in self.counts.cells.items():
            by_column.setdefault(column, {}).setdefault(label, []).append((value, times))
        return by_column


@frozen
class MomentsWithout:
    """Add up the numbers that were counted but for those of one case, by subtracting these.

    >>> from exactnb.core.data.counts import count
    >>> from exactnb.core.data.table import Table
    >>> table = Table.from_rows([("6", "oat"), ("8.5", "oat"), ("7", "rye")], ["length", "kind"])
    >>> first = next(table.cases())
    >>> rest = MomentsWithout(Moments(count(table)), first)
    >>> rest.numbers_with_times("length", "oat"), rest.of(("length",), "oat")
    (((Fraction(17, 2), 1),), Fraction(17, 2))
    """

    moments: Moments
    case: Case

    def numbers_with_times(self, column: str, label: str) -> tuple[tuple[Fraction, Number], ...]:
        """Return each number of `column` in the class `label`, with how often it stands there."""
        listed = self.moments.numbers_with_times(column, label)
        if not self._shows((column,), label):
            return listed
        number_of_case, weight = self.moments.number(column, self.case.cells[column]), self.case.weight
        remaining = []
        for number, times in listed:
            subtracted = weight if number == number_of_case and times >= weight else 0
            weight -= subtracted  # numbers that are spelled differently stand apart
            remaining.append((number, times - subtracted))
        return tuple((number, times) for number, times in remaining if times)

    def size(self, column: str, label: str) -> Number:
        """Return how many observations of the class `label` have a value in `column`."""
        return self.moments.size(column, label) - self.case.weight * self._shows((column,), label)

    def cell(self, column: str, value: str, label: str) -> Number:
        """Return how many observations of the class `label` have a `value` in `column`."""
        is_there = label == self.case.label and self.case.cells.get(column) == value
        return self.moments.cell(column, value, label) - self.case.weight * is_there

    def of(self, columns: tuple[str, ...], label: str) -> Fraction:
        """Return Σx of one of `columns` in the class `label`, Σx² of one listed twice, Σx·y of two."""
        total = self.moments.of(columns, label)
        if not self._shows(columns, label):
            return total
        product = prod(self.moments.number(column, self.case.cells[column]) for column in columns)
        return total - self.case.weight * product

    def _shows(self, columns: tuple[str, ...], label: str) -> bool:
        return label == self.case.label and all(column in self.case.cells for column in columns)
