"""What the second reader counts: rows, values, words and sums of numbers, from the rows themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import mul

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.data.schema import Case
from exactnb.core.lazy import once, once_each
from exactnb.explain.derivation.second_reader.problem import ProblemAsRead
from exactnb.explain.derivation.second_reader.reals import NotRead

Number = int | Fraction
_TOGETHER = 500  # rows whose numbers are brought over one denominator


class Tally:
    """Count rows by their class; where there are none, take the counts as they are given."""

    def __init__(self, problem: ProblemAsRead, cases: Sequence[Case] | None = None) -> None:
        self.problem = problem
        self.as_given = problem.counts
        self._ratios: dict[str | None, tuple[int, int]] = {None: (0, 1)}  # of cells, read once
        self.cases = problem.cases if cases is None else cases
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
        return self._values_of(column, label)[value]

    @once_each
    def size(self, column: str, label: str) -> Number:
        """Return how many rows of a class show a column at all."""
        schema = self.problem.schema
        if column not in schema.columns:
            return self.rows(label)
        given = self.as_given
        if given is not None and ((column,), label) in given.moments:
            return given.shown.get((column, label), given.sizes.get(label, 0))
        if given is not None:
            return sum(self._values_of(column, label).values())
        return sum(case.weight for case in self._by_class.get(label, ()) if column in case.cells)

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
        return tuple((number_in(value), n) for value, n in self._values_of(column, label).items())

    @once_each
    def of(self, columns: tuple[str, ...], label: str) -> Fraction:
        """Return Σx of one column, Σx² of one that stands twice, Σxy of two, over a class."""
        given = self.as_given
        if given is not None and given.moments:
            for order in (columns, columns[::-1]):
                if (order, label) in given.moments:
                    return Fraction(given.moments[order, label])
        if given is not None:
            if len(set(columns)) > 1 or (columns[:1], label) in given.moments:
                raise NotRead("sums that were not counted")
            known = self.listed(columns[0], label)
            return sum((n * x ** len(columns) for x, n in known), Fraction(0))
        if columns != (ordered := tuple(sorted(columns))):
            return self.of(ordered, label)
        rows, total = self._by_class.get(label, []), Fraction(0)
        is_weighted = any(case.weight != 1 for case in rows)
        columns_in_parts = zip(*(self._integers(column, label) for column in columns), strict=True)
        for at, ((below, terms), *others) in enumerate(columns_in_parts):
            for each, integers in others:
                below, terms = below * each, map(mul, terms, integers)
            if is_weighted:
                part = rows[at * _TOGETHER : (at + 1) * _TOGETHER]
                terms = map(mul, terms, (case.weight for case in part))
            total += Fraction(sum(terms), below)
        return total

    @once_each
    def _integers(self, column: str, label: str) -> list[tuple[int, Iterable[Number]]]:
        """Return the numbers of a column, some rows at a time, over one denominator; 0 for no cell.

        Sums of integers look for no common divisors, as those of fractions do at each step; and the one
        denominator of all rows may be too long.
        """
        rows, ratios = self._by_class.get(label, []), self._ratios
        parts: list[tuple[int, Iterable[Number]]] = []
        for at in range(0, len(rows), _TOGETHER):
            texts = [case.cells.get(column) for case in rows[at : at + _TOGETHER]]
            for text in texts:
                if text is not None and text not in ratios:
                    ratios[text] = number_in(text).as_integer_ratio()
            numbers = [ratios[text] for text in texts]
            one = lcm(*{below for _, below in numbers})
            parts.append((one, [above * (one // below) for above, below in numbers]))
        return parts

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
    def _values_of(self, column: str, label: str) -> Counter[str]:
        """Return how often a class shows each value of a column."""
        counted: Counter[str] = Counter(self._given_values.get((column, label)))
        for case in self._by_class.get(label, ()):
            if case.weight and (shown := case.cells.get(column)) is not None:
                counted[shown] += case.weight  # type: ignore[assignment]
        return counted

    @once
    def _given_values(self) -> Mapping[tuple[str, str], dict[str, Number]]:
        """Return given counts by column and class; columns of numbers list no values."""
        found: dict[tuple[str, str], dict[str, Number]] = {}
        for (column, value, label), n in self.as_given.cells.items() if self.as_given else ():
            found.setdefault((column, label), {})[value] = n
        return found

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
