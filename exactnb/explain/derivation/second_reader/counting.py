"""The input of the second reader, and its counts: rows, values, words and sums of numbers.

How to read: `ProblemAsRead` is the problem as it was read from its file, before any formula; `RowTally`
counts its rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from math import lcm
from operator import mul

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.conventions import Conventions
from exactnb.core.data.counts import Counts
from exactnb.core.data.parameters import Parameters
from exactnb.core.data.schema import Case, Schema
from exactnb.core.lazy import once, once_each
from exactnb.core.record import frozen
from exactnb.explain.derivation.second_reader.reals import NotRead

Number = int | Fraction
SHARE_FAMILIES = ("bernoulli", "categorical")
_ROWS_TOGETHER = 500  # rows whose numbers get one common denominator


@frozen(slots=True)
class Ends:
    """What a letter may be: the numbers between two ends, whole ones alone or all of them."""

    low: Fraction | None
    high: Fraction | None
    low_closed: bool
    high_closed: bool
    is_whole: bool = False

    def contains(self, number: Fraction) -> bool:
        """Say whether a number lies between the ends."""
        if self.is_whole and number.denominator != 1:
            return False
        is_above_low = self.low is None or number > self.low or (number == self.low and self.low_closed)
        is_below_high = (
            self.high is None or number < self.high or (number == self.high and self.high_closed)
        )
        return is_above_low and is_below_high


@frozen(slots=True)
class StatedFamily:
    """A density or mass as it was typed, and the `prior` of its parameter, "" for none.

    `parameters` are letters, each with what it may be; x is in `support`. An end that has a parameter
    is among the `moving` ones, low and high, as text, "" for one that does not move. Named `outcomes`
    have their probabilities as they were typed. All classes have the `shared` letters alike.
    """

    text: str
    parameters: tuple[tuple[str, Ends], ...]
    support: Ends
    prior: str = ""
    moving: tuple[str, str] = ("", "")
    outcomes: Mapping[str, str] = field(default_factory=dict)
    shared: tuple[str, ...] = ()


@frozen(slots=True)
class ColumnGroup:
    """Columns with one family: its name, and the `numbers` that are chosen with it, such as r.

    A family that the problem states is as it was `stated`.
    """

    family: str
    columns: tuple[str, ...]
    numbers: Mapping[str, Fraction | int] = field(default_factory=dict)
    stated: StatedFamily | None = None

    @property
    def has_named_cells(self) -> bool:
        """Say whether its cells are names: shares of counts, or outcomes that somebody typed."""
        return self.family in SHARE_FAMILIES or bool(self.stated and self.stated.outcomes)


@frozen(slots=True)
class ExposureColumn:
    """The exposure of a column of counts: its column, its usual value, whether all rows have that."""

    name: str
    usual: Fraction
    constant: bool


@frozen(slots=True)
class ChosenModel:
    """The choices of a model: conventions, families of columns and of words, exposures.

    `accepts` says whether the model can be built on other rows; it yields no number to compare.
    """

    conventions: Conventions
    columns: tuple[ColumnGroup, ...]
    word_family: ColumnGroup | None = None
    covariates: Mapping[str, ExposureColumn] = field(default_factory=dict)
    accepts: Callable[[Sequence[Case]], bool] = lambda cases: True


@frozen(slots=True)
class ObservedCase:
    """The observation of one case: cells, texts as bags of words, and words drawn one by one."""

    cells: Mapping[str, str | Fraction] = field(default_factory=dict)
    bags: tuple[Mapping[str, int], ...] = ()
    draws: tuple[str, ...] = ()


@frozen(slots=True)
class ProblemAsRead:
    """A problem: rows, or counts or parameters instead; queries as typed; the models.

    `cut` cuts a text into words, `text` is the name of the column of texts ("" where there is none).
    A query is a text, cells by column, or already an observation.
    """

    schema: Schema
    cases: tuple[Case, ...] = ()
    counts: Counts | None = None
    parameters: Parameters | None = None
    queries: Mapping[str, str | Mapping[str, object] | ObservedCase] = field(default_factory=dict)
    models: Mapping[str, ChosenModel] = field(default_factory=dict)
    cut: Callable[[str], list[str]] = str.split
    text: str = ""


class RowTally:
    """Counts of the rows of `problem` by class; else its given counts.

    The counts of an `edited` tally are those of another, and of the rows that were `changed`: each that
    was taken has its weight below 0.
    """

    def __init__(
        self,
        problem: ProblemAsRead,
        cases: Sequence[Case],
        changed: Sequence[Case] | None = None,
        before: RowTally | None = None,
    ) -> None:
        self.problem, self.cases, self._before = problem, cases, before
        self.counts = problem.counts
        self._ratios: dict[str | None, tuple[int, int]] = {None: (0, 1)}  # of cells, read once
        self._by_class: dict[str, list[Case]] = {k: [] for k in problem.schema.classes}
        for case in cases if changed is None else changed:
            self._by_class[case.label].append(case)

    def edited(self, index: int, replacement: Sequence[Case]) -> RowTally:
        """Return the counts with a `replacement` for the row at `index`, which may be none."""
        case = self.cases[index]
        changed = (replace(case, weight=-case.weight), *replacement)
        cases = (*self.cases[:index], *replacement, *self.cases[index + 1 :])
        return RowTally(self.problem, cases, changed, self)

    @once_each
    def rows(self, label: str) -> Number:
        """Return the number of rows of the class `label`, each times its weight."""
        if self.counts is not None:
            return self.counts.sizes.get(label, 0)
        added = sum(case.weight for case in self._by_class.get(label, ()))
        return added + (self._before.rows(label) if self._before else 0)

    def cell(self, column: str, value: str, label: str) -> Number:
        """Return the number of rows of the class `label` with a `value` in `column`.

        If the column is a word, the value is "1" for texts that contain it and "0" for the others.
        """
        if column not in self.problem.schema.columns:
            holding = self.texts_with(column, label)
            return holding if value == "1" else self.rows(label) - holding
        unedited = self._before.cell(column, value, label) if self._before else 0
        return self._value_counts(column, label)[value] + unedited

    @once_each
    def size(self, column: str, label: str) -> Number:
        """Return the number of rows of the class `label` with any value in `column`."""
        schema = self.problem.schema
        if column not in schema.columns:
            return self.rows(label)
        counts = self.counts
        if counts is not None and ((column,), label) in counts.moments:
            return counts.shown.get((column, label), counts.sizes.get(label, 0))
        if counts is not None:
            return sum(self._value_counts(column, label).values())
        added = sum(case.weight for case in self._by_class.get(label, ()) if column in case.cells)
        return added + (self._before.size(column, label) if self._before else 0)

    def is_partial(self, column: str) -> bool:
        """Say whether some rows have no value in `column`."""
        return any(self.size(column, k) != self.rows(k) for k in self.problem.schema.classes)

    def word(self, word: str, label: str) -> Number:
        """Return how often `word`, or a column of counts, occurs in the texts of the class `label`."""
        schema, counts = self.problem.schema, self.counts
        if word in schema.columns:
            return sum(int(number_in(v)) * self.cell(word, v, label) for v in schema.columns[word])
        if counts is not None:
            return counts.words.get((word, label), 0)
        unedited = self._before.word(word, label) if self._before else 0
        return self._word_counts(label)[0][word] + unedited

    def texts_with(self, word: str, label: str) -> Number:
        """Return the number of texts of the class `label` that contain `word`."""
        if word in self.problem.schema.columns:
            return self.cell(word, "1", label)
        if self.counts is not None:
            return self.counts.presence.get((word, label), 0)
        unedited = self._before.texts_with(word, label) if self._before else 0
        return self._word_counts(label)[1][word] + unedited

    @once_each
    def numbers_with_times(self, column: str, label: str) -> tuple[tuple[Fraction, Number], ...]:
        """Return the numbers of `column` in the class `label`, each with its count."""
        counted = self._value_counts(column, label).items()
        listed = tuple((number_in(value), n) for value, n in counted)
        if self._before is None:
            return listed
        numbers: dict[Fraction, Number] = {}
        for number, n in (*self._before.numbers_with_times(column, label), *listed):
            numbers[number] = numbers.get(number, 0) + n
        return tuple((number, n) for number, n in numbers.items() if n)

    @once_each
    def of(self, columns: tuple[str, ...], label: str) -> Fraction:
        """Return Σx, Σx² or Σxy over the class `label`, for one of `columns`, the same twice, or two.

        Raises NotRead where the rows are missing and the sum is not among the given counts.
        """
        counts = self.counts
        if counts is not None and counts.moments:
            for order in (columns, columns[::-1]):
                if (order, label) in counts.moments:
                    return Fraction(counts.moments[order, label])
        if counts is not None:
            if len(set(columns)) > 1 or (columns[:1], label) in counts.moments:
                raise NotRead("sums that were not counted")
            listed = self.numbers_with_times(columns[0], label)
            return sum((n * x ** len(columns) for x, n in listed), Fraction(0))
        if columns != (ordered := tuple(sorted(columns))):
            return self.of(ordered, label)
        rows = self._by_class.get(label, [])
        total = self._before.of(columns, label) if self._before else Fraction(0)
        is_weighted = any(case.weight != 1 for case in rows)
        columns_in_parts = zip(
            *(self._integer_batches(column, label) for column in columns), strict=True
        )
        for index, ((denominator, terms), *factors) in enumerate(columns_in_parts):
            for factor_denominator, integers in factors:
                denominator, terms = denominator * factor_denominator, map(mul, terms, integers)
            if is_weighted:
                part = rows[index * _ROWS_TOGETHER : (index + 1) * _ROWS_TOGETHER]
                terms = map(mul, terms, (case.weight for case in part))
            total += Fraction(sum(terms), denominator)
        return total

    @once_each
    def _integer_batches(self, column: str, label: str) -> list[tuple[int, Iterable[Number]]]:
        """Return the numbers of a column as integers over one denominator, for 500 rows at a time.

        A missing cell is 0.
        """
        # A sum of fractions looks for a common divisor at each step, a sum of integers does not. The
        # common denominator of all rows together might be very long.
        rows, ratios = self._by_class.get(label, []), self._ratios
        parts: list[tuple[int, Iterable[Number]]] = []
        for index in range(0, len(rows), _ROWS_TOGETHER):
            texts = [case.cells.get(column) for case in rows[index : index + _ROWS_TOGETHER]]
            for text in texts:
                if text is not None and text not in ratios:
                    ratios[text] = number_in(text).as_integer_ratio()
            numbers = [ratios[text] for text in texts]
            common = lcm(*{denominator for _, denominator in numbers})
            parts.append((common, [size * (common // denominator) for size, denominator in numbers]))
        return parts

    def matching_row_count(
        self, label: str | None, cells: Mapping[str, str | Fraction], columns: Iterable[str]
    ) -> Number:
        """Return the number of rows with all of these `cells`, and with any value in each of `columns`.

        `label` is the class of the rows, or None for all classes. A cell that is a Fraction is compared
        as a number. Raises NotRead where the rows are missing and several columns are named.
        """
        schema, columns = self.problem.schema, tuple(columns)
        labels = [k for k in schema.classes if label in (None, k)]
        if self.counts is None and len(cells) + len(columns) > 1:
            rows = (case for k in labels for case in self._by_class.get(k, ()))
            unedited = self._before.matching_row_count(label, cells, columns) if self._before else 0
            return unedited + sum(
                case.weight
                for case in rows
                if all(column in case.cells for column in columns)
                and all(self._has_value(case, column, value) for column, value in cells.items())
            )
        if len(cells) + len(columns) > 1:
            raise NotRead("counts of several cells together")
        if columns:
            return sum(self.size(columns[0], k) for k in labels)
        for c, value in cells.items():
            if isinstance(value, Fraction):
                return sum(n for k in labels for x, n in self.numbers_with_times(c, k) if x == value)
            return sum(self.cell(c, value, k) for k in labels)
        return sum(self.rows(k) for k in labels)

    def _has_value(self, case: Case, column: str, value: str | Fraction) -> bool:
        if column not in self.problem.schema.columns:
            return (case.words.get(column, 0) > 0) == (value == "1")
        cell = case.cells.get(column)
        if cell is None:
            return False
        return number_in(cell) == value if isinstance(value, Fraction) else cell == value

    @once_each
    def _value_counts(self, column: str, label: str) -> Counter[str]:
        """Return the count of each value of a column in a class."""
        counted: Counter[str] = Counter(self._supplied_counts.get((column, label)))
        for case in self._by_class.get(label, ()):
            if case.weight and (value := case.cells.get(column)) is not None:
                counted[value] += case.weight  # type: ignore[assignment]
        return counted

    @once
    def _supplied_counts(self) -> Mapping[tuple[str, str], dict[str, Number]]:
        """Return given counts by column and class; columns of numbers list no values."""
        by_place: dict[tuple[str, str], dict[str, Number]] = {}
        for (column, value, label), n in self.counts.cells.items() if self.counts else ():
            by_place.setdefault((column, label), {})[value] = n
        return by_place

    @once_each
    def _word_counts(self, label: str) -> tuple[Counter[str], Counter[str]]:
        """Return the count of each word in the texts of a class, and the number of texts with it."""
        times: Counter[str] = Counter()
        texts: Counter[str] = Counter()
        for case in self._by_class.get(label, ()):
            for word, n in case.words.items() if case.weight else ():
                times[word] += case.weight * n  # type: ignore[assignment]
                texts[word] += case.weight  # type: ignore[assignment]
        return times, texts
