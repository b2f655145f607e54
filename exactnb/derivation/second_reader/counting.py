"""What the second reader counts: rows, values, words and sums of numbers, from the rows themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod

from exactnb.arithmetic.numerals import number_in
from exactnb.data.schema import Case
from exactnb.derivation.second_reader.problem import ProblemAsRead
from exactnb.derivation.second_reader.reals import NotRead
from exactnb.lazy import once_each

Number = int | Fraction


class Tally:
    """Count rows by their class; where there are none, take the counts as they are given."""

    def __init__(self, problem: ProblemAsRead, cases: Sequence[Case] | None = None) -> None:
        self.problem = problem
        self.cases = problem.cases if cases is None else cases
        self.as_given = problem.counts
        self._by_class: dict[str, list[Case]] = {k: [] for k in problem.schema.classes}
        for case in self.cases:
            self._by_class[case.label].append(case)

    @once_each
    def rows(self, label: str) -> Number:
        """Return how many rows a class has, each as often as its weight says."""
        if self.as_given is not None:
            return self.as_given.sizes.get(label, 0)
        return sum(case.weight for case in self._by_class.get(label, ()))

    def cell(self, column: str, value: str, label: str) -> Number:
        """Return how many rows of a class show a value; of a word, hold it ("1") or not ("0")."""
        if column not in self.problem.schema.columns:
            holding = self.holding(column, label)
            return holding if value == "1" else self.rows(label) - holding
        return self._cells_of(label)[column][value]

    @once_each
    def size(self, column: str, label: str) -> Number:
        """Return how many rows of a class show a column at all."""
        schema = self.problem.schema
        if column not in schema.columns:
            return self.rows(label)
        given = self.as_given
        if given is not None and ((column,), label) in given.moments:
            return given.shown.get((column, label), given.sizes.get(label, 0))
        return sum(self._cells_of(label)[column].values())

    def word(self, word: str, label: str) -> Number:
        """Return how often a word stands in the texts of a class; a column of counts is a word too."""
        schema, given = self.problem.schema, self.as_given
        if word in schema.columns:
            return sum(int(number_in(v)) * self.cell(word, v, label) for v in schema.columns[word])
        if given is not None:
            return given.words.get((word, label), 0)
        return self._words_of(label)[0][word]

    def holding(self, word: str, label: str) -> Number:
        """Return how many texts of a class hold a word."""
        if word in self.problem.schema.columns:
            return self.cell(word, "1", label)
        if self.as_given is not None:
            return self.as_given.presence.get((word, label), 0)
        return self._words_of(label)[1][word]

    @once_each
    def listed(self, column: str, label: str) -> tuple[tuple[Fraction, Number], ...]:
        """Return the numbers of a column in a class, each with how often it stands there."""
        counted = self._cells_of(label)[column].items()
        return tuple((self._number(value), n) for value, n in counted)

    @once_each
    def of(self, columns: tuple[str, ...], label: str) -> Fraction:
        """Return Σx of one column, Σx² of one that stands twice, Σxy of two, over a class."""
        given = self.as_given
        if given is not None and given.moments:
            for order in (columns, columns[::-1]):
                if (order, label) in given.moments:
                    return Fraction(given.moments[order, label])
            if len(set(columns)) > 1 or (columns[:1], label) in given.moments:
                raise NotRead("sums that were not counted")
        if len(set(columns)) == 1:
            return _added((x ** len(columns), n) for x, n in self.listed(columns[0], label))
        over: dict[int, int] = {}  # what has one denominator is added in integers
        for case in self._by_class.get(label, ()):
            if all(column in case.cells for column in columns):
                numbers = [case.weight, *(number_in(case.cells[column]) for column in columns)]
                below = prod(number.denominator for number in numbers)
                over[below] = over.get(below, 0) + prod(number.numerator for number in numbers)
        return sum((Fraction(above, below) for below, above in over.items()), Fraction(0))

    def matching(
        self, label: str | None, cells: Mapping[str, str | Fraction], columns: Iterable[str]
    ) -> Number:
        """Return how many rows show all of some cells, and some columns whatever stands in them.

        A cell that is a Fraction is compared as a number.
        """
        schema, columns = self.problem.schema, tuple(columns)
        labels = [k for k in schema.classes if label in (None, k)]
        if self.as_given is None and len(cells) + len(columns) > 1:
            rows = (case for k in labels for case in self._by_class.get(k, ()))
            return sum(
                case.weight
                for case in rows
                if all(column in case.cells for column in columns)
                and all(self._shows(case, column, value) for column, value in cells.items())
            )
        if len(cells) + len(columns) > 1:
            raise NotRead("counts of several cells together")
        if columns:
            return sum(self.size(columns[0], k) for k in labels)
        for column, value in cells.items():
            if isinstance(value, Fraction):
                return sum(n for k in labels for x, n in self.listed(column, k) if x == value)
            return sum(self.cell(column, value, k) for k in labels)
        return sum(self.rows(k) for k in labels)

    def _shows(self, case: Case, column: str, value: str | Fraction) -> bool:
        if column not in self.problem.schema.columns:
            return (case.words.get(column, 0) > 0) == (value == "1")
        cell = case.cells.get(column)
        if cell is None:
            return False
        return number_in(cell) == value if isinstance(value, Fraction) else cell == value

    @once_each
    def _number(self, text: str) -> Fraction:
        """Return the number in a cell; equal cells are read once."""
        return number_in(text)

    @once_each
    def _cells_of(self, label: str) -> dict[str, Counter[str]]:
        """Return how often a class shows each value of each column."""
        counted: dict[str, Counter[str]] = {c: Counter() for c in self.problem.schema.columns}
        if self.as_given is not None:
            for (column, value, k), n in self.as_given.cells.items():
                if k == label:
                    counted.setdefault(column, Counter())[value] += n  # type: ignore[assignment]
        for case in self._by_class.get(label, ()):
            for column, value in case.cells.items() if case.weight else ():
                counted[column][value] += case.weight  # type: ignore[assignment]
        return counted

    @once_each
    def _words_of(self, label: str) -> tuple[Counter[str], Counter[str]]:
        """Return how often each word stands in the texts of a class, and in how many of them."""
        times: Counter[str] = Counter()
        texts: Counter[str] = Counter()
        for case in self._by_class.get(label, ()):
            for word, n in case.words.items() if case.weight else ():
                times[word] += case.weight * n  # type: ignore[assignment]
                texts[word] += case.weight  # type: ignore[assignment]
        return times, texts


def _added(terms: Iterable[tuple[Fraction, Number]]) -> Fraction:
    """Return a sum of numbers, each so many times; those of one denominator are added as integers."""
    over: dict[int, int] = {}
    for x, times in terms:
        below = x.denominator * times.denominator
        over[below] = over.get(below, 0) + x.numerator * times.numerator
    return sum((Fraction(above, below) for below, above in over.items()), Fraction(0))
