"""The encoding of records as rows: word counts, indices of categories, exact numbers.

How to read: an `Encoding`, which a `Learner` learns, turns records into blocks of rows, and into
observations for a worked solution. Numbers are finite decimals, or the doubles nearest to them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import chain, count
from operator import itemgetter
from typing import Any

import numpy as np

from exactnb.core import families
from exactnb.core.arithmetic.numerals import (
    EXPECTED,
    decimal_places,
    numeral_hint,
    read_number,
    spell_number,
    without_separators,
)
from exactnb.core.conventions import Add, Clip, Conventions, Limit
from exactnb.core.data.counts import Counts
from exactnb.core.data.doubts import other_meaning
from exactnb.core.data.schema import Schema, seems_missing
from exactnb.core.families.base import Observation
from exactnb.core.lazy import once
from exactnb.core.naming.grammar import has_commas, is_numeral
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.record import frozen
from exactnb.errors import InputError, listing, near, quoted
from exactnb.scale.classify.exact_counts import FeatureNames, problem_counts
from exactnb.scale.classify.fields import RecordBlock
from exactnb.scale.classify.vocabulary import Vocabulary
from exactnb.scale.counting.features import Values
from exactnb.scale.counting.tally import Tally
from exactnb.scale.logspace.classifier import Classifier
from exactnb.scale.logspace.parts import Blocks, Part
from exactnb.scale.logspace.readings import Readings

_DECIMAL = re.compile(r"[+-]?(?=\.?[0-9])[0-9]{0,40}(?:\.[0-9]{0,40})?(?:[eE][+-]?[0-9]{1,2})?")
_SIGNS, _POINT, _LINE_BREAK = b"0123456789.+-\n", ord("."), ord("\n")
_LONGEST = 42  # signs of a decimal that is read with others
_POWERS_OF_TEN = np.array([float(10**n) for n in range(23)])  # those that are doubles
_EXPECTED = "expected a finite decimal such as 3, 0.15, 1e-3 or 45%; got "
_MANY = 1_000  # records: if there are fewer, each may have another class or category


def parse_number(cell: str, *, doubles: bool = False) -> tuple[int, int]:
    """Return the number in `cell` as a numerator and a denominator, in lowest terms.

    With `doubles` it is the exact value of the nearest double, as other programs read it.

    >>> parse_number("-2.50"), parse_number("1e3"), parse_number("0.1", doubles=True)
    ((-5, 2), (1000, 1), (3602879701896397, 36028797018963968))

    Raises InputError for a text that is no finite decimal, and with `doubles` for one beyond them.
    """
    is_plain = _DECIMAL.fullmatch(cell)  # most are, and far faster so than as fractions
    numerator, denominator = Decimal(cell).as_integer_ratio() if is_plain else _parse_numeral(cell)
    if not doubles:
        return numerator, denominator
    try:
        return (numerator / denominator).as_integer_ratio()
    except OverflowError:
        way = "without --doubles (doubles=) it is read as it is written"
        raise InputError(f"{quoted(cell)} is beyond the largest double; {way}") from None


def parse_columns(
    records: RecordBlock, columns: Sequence[str], *, doubles: bool = False
) -> list[Readings]:
    """Return the numbers in each of the `columns` of `records`, which may lack some.

    `doubles` is as in `parse_number`.

    >>> records = RecordBlock("1234", "aabb", [""] * 4, [{"x": "0.5"}, {}, {"x": "0.50"}, {"x": "2"}])
    >>> [column] = parse_columns(records, ["x"])
    >>> [column.number(row) for row in range(4)]
    [Fraction(1, 2), None, Fraction(1, 2), Fraction(2, 1)]

    Raises InputError, with record and column, for a text that is no finite decimal.
    """
    if len(columns) != 1:
        plain = None
        # Marks of missing cells are no decimals, but for one such as -999.
        if columns and not (doubles or any(map(_DECIMAL.fullmatch, records.missing))):
            # Cells lie in memory record by record: to go column by column takes three times as long.
            with suppress(KeyError):  # a record without one of the columns
                rows = map(itemgetter(*columns), records.fields)
                plain = _plain_decimal_columns(list(chain.from_iterable(rows)), len(columns))
        return plain or [parse_columns(records, [name], doubles=doubles)[0] for name in columns]
    cells = records.column(columns[0])
    if not doubles and (plain := _plain_decimal_columns(cells, 1)):
        return plain
    distinct = list(filter(None, dict.fromkeys(cells)))
    numbers: list[tuple[int, int]] = []
    for cell in distinct:
        try:
            numbers.append(parse_number(cell, doubles=doubles))
        except InputError as error:
            raise error.under(records.place(cells.index(cell), columns[0])) from None
    positions = dict(zip(("", *distinct), count(-1)))
    places = np.fromiter(map(positions.__getitem__, cells), dtype=np.int64, count=len(cells))
    return [Readings.from_fractions(numbers, places)]


def _plain_decimal_columns(cells: Sequence[str], width: int) -> list[Readings] | None:
    """Return decimals as the numbers of columns, `cells` being rows of that `width`, "" for none.

    Return None where a cell is another numeral, or no number.

    >>> x, y = _plain_decimal_columns(["-.5", "2", "", "0.25"], 2)
    >>> x.number(0), x.number(1), y.numerators.tolist(), y.denominator
    (Fraction(-1, 2), None, [200, 25], 100)
    >>> [_plain_decimal_columns([cell], 1) for cell in ("1e3", "1.2.3", "-")]
    [None, None, None]
    """
    # All cells are one text, in which points and ends of cells are found by a few operations. Arrays
    # take eight times the room of a cell, which may have megabytes.
    text = "\n".join([*cells, ""]).encode("ascii", "replace")
    if len(text) > len(cells) * _LONGEST or text.translate(None, _SIGNS):
        return None
    signs = np.frombuffer(text, dtype=np.uint8)
    ends, points = np.flatnonzero(signs == _LINE_BREAK), np.flatnonzero(signs == _POINT)
    lengths = np.diff(ends, prepend=-1) - 1
    if len(ends) != len(cells) or lengths.max(initial=0) > _LONGEST:
        return None  # a cell has a line break of its own, or many digits
    is_empty = (lengths == 0).reshape(-1, width)
    filled = [cell or "0" for cell in cells] if is_empty.any() else cells
    try:
        nearest = np.fromiter(map(float, filled), dtype=np.float64, count=len(cells))
    except ValueError:
        return None
    decimals = np.zeros(len(cells), dtype=np.int64)
    with_point = np.searchsorted(ends, points)
    decimals[with_point] = ends[with_point] - points - 1
    most = decimals.reshape(-1, width).max(axis=0, initial=0)
    # A double and its product with a power of ten, each rounded once, miss a whole number below 2^50
    # by less than 1/4: the nearest whole number is that of the decimal itself.
    powers = _POWERS_OF_TEN[np.minimum(most, len(_POWERS_OF_TEN) - 1)]
    integers = np.rint(nearest.reshape(-1, width) * powers)
    is_exact = (most < len(_POWERS_OF_TEN)) & (np.abs(integers).max(axis=0, initial=0) < 2.0**50)
    columns = []
    for column, places in enumerate(most.tolist()):
        if is_exact[column]:
            numbers = integers[:, column].astype(np.int64)
        else:
            lacking = (places - decimals[column::width]).tolist()
            units = (int(cell.replace(".", "")) for cell in filled[column::width])
            scaled = [unit * 10**more for unit, more in zip(units, lacking, strict=True)]
            numbers = np.array(scaled, dtype=np.int64 if max(map(abs, scaled)) < 2**62 else object)
        columns.append(Readings.from_numerators(numbers, 10**places, is_empty[:, column]))
    return columns


def _parse_numeral(cell: str) -> tuple[int, int]:
    """Return the number in a cell that `_DECIMAL` does not match: with a percent sign, many digits."""
    if seems_missing(cell):
        way = f'--missing "{cell}" (missing=) takes it for that'
        raise InputError(f"a number is missing ({quoted(cell)}); {way}")
    try:
        number = read_number(cell)
    except InputError as error:
        message = f"{_EXPECTED}{quoted(cell)}" if error.message.startswith(EXPECTED) else error.message
        raise error.saying(message + numeral_hint(cell, in_table=True)) from None
    if decimal_places(number) is None:
        raise InputError(f"{_EXPECTED}{quoted(cell)}")
    return number.numerator, number.denominator


def check_categories(values: Mapping[str, Collection[str]], *, are_named: bool) -> None:
    """Refuse columns of categories without values, or with numbers unless the user named categories.

    `values` maps a column to its distinct values; `are_named` says whether the user named them.
    """
    for column, distinct in values.items():
        number = next((value for value in distinct if is_numeral(value) or has_commas(value)), "")
        if distinct and all(map(without_separators, distinct)):
            number = next(iter(distinct))
        if number and not are_named and not set(distinct) <= {"0", "1"}:
            ways = "numbers, or categories where they are names (--numbers, --categories)"
            ways += other_meaning(column, distinct)
            message = f"column {quoted(column)} holds numbers ({number}); say which columns are {ways}"
            raise InputError(message)
        if not distinct:
            raise InputError(f"column {quoted(column)} is empty")


def refuse_counted_ids(tally: Tally) -> None:
    """Refuse classes or categories of `tally` as `refuse_id_column` does."""
    refuse_id_column("class", len(tally.classes), sum(tally.classes.values()))
    for column, feature in tally.features.items():
        if isinstance(feature, Values):
            present = sum(n for _, value, n in feature.nonmissing_cells() if value)
            refuse_id_column(f"value of {quoted(column)}", len(feature.names), present)


def refuse_id_column(noun: str, value_count: int, record_count: int) -> None:
    """Refuse a column whose `value_count` is the `record_count`, if large: these are ids, or texts.

    `noun` is the kind of value, for the error. Tables have a cell for each value and class, so memory
    would grow with the square of the records.
    """
    if value_count == record_count >= _MANY:
        message = f"each of {record_count:,} records has another {noun}"
        raise InputError(f"{message}; --label, --id and --text say which field is which")


@frozen
class Encoding:
    """Turn records into rows of numbers, and into observations for an exact model.

    `family` is that of words, `categories` maps columns to their values in order, `unseen` is "error"
    or "skip", and `doubles` is as in `parse_number`.
    """

    family: str
    vocabulary: Vocabulary | None
    categories: Mapping[str, tuple[str, ...]]
    numbers: tuple[str, ...]
    classes: tuple[str, ...]
    unseen: str = "error"
    doubles: bool = False

    @property
    def is_binary(self) -> bool:
        """Say whether words are counted by presence."""
        return families.family(self.family).kernel == "presence"

    def rows(self, records: RecordBlock) -> Blocks:
        """Return the rows of `records` in blocks: words, categories, and each column of numbers.

        Raises InputError, with record and column, for an unseen value and for a cell that is no number.
        """
        blocks: list[Any] = []
        if self.vocabulary is not None:
            blocks.append(self.vocabulary.rows(records.texts, binary=self.is_binary))
        if self.categories:
            codes = [self._value_indices(records, column) for column in self.categories]
            blocks.append(np.array(codes, dtype=np.int64).reshape(-1, len(records)).T)
        blocks += parse_columns(records, self.numbers, doubles=self.doubles)
        return Blocks(blocks or [np.zeros((len(records), 0))])

    def parts(self, conventions: Conventions) -> list[Part]:
        """Return the parts of the rows, with λ (words, categories) and ε (numbers) of `conventions`."""
        smoothing, clip = pseudocount_and_clip(conventions)
        words = 0 if self.vocabulary is None else len(self.vocabulary.words)
        categories, sizes = len(self.categories), tuple(map(len, self.categories.values()))
        parts = []
        if self.vocabulary is not None:
            parts.append(Part(self.family, slice(0, words), smoothing, clip=clip))
        if self.categories:
            columns = slice(words, words + categories)
            parts.append(Part(families.default("nominal"), columns, smoothing, sizes))
        kind, epsilon = families.default("numbers"), conventions.epsilon
        assert not isinstance(epsilon.amount, Limit)  # refused with the rules of smoothing
        start, less = words + categories, int(conventions.divisor != "N")
        for column_index in range(start, start + len(self.numbers)):
            column = slice(column_index, column_index + 1)
            parts.append(Part(kind, column, epsilon.amount, less=less, relative=epsilon.relative))
        return parts or [Part(kind, slice(0, 0), 0)]

    def exact_counts(self, classifier: Classifier) -> Counts:
        """Return the counts in `classifier` as the counts of a problem."""
        blocks = list(zip(self._feature_names(), classifier.counts, strict=True))
        return problem_counts(classifier.classes, classifier.sizes, blocks)

    def model_choice(self, conventions: Conventions) -> ModelChoice:
        """Return the choice of families for these columns, with `conventions`, that a problem takes."""
        chosen = {self._column_names[column]: families.default("numbers") for column in self.numbers}
        chosen |= {self._column_names[c]: families.default("nominal") for c in self.categories}
        return ModelChoice(conventions, self.family if self.vocabulary is not None else None, chosen)

    def observation(self, record: RecordBlock) -> Observation:
        """Return the observation that `record`, a block of one, is for an exact model."""
        cells: dict[str, str] = {}
        for column in self.categories:
            if self._value_indices(record, column)[0] >= 0:
                cells[self._column_names[column]] = record.column(column)[0]
        for column in self.numbers:
            if cell := record.column(column)[0]:
                with record.place(0, column):
                    number = Fraction(*parse_number(cell, doubles=self.doubles))
                cells[self._column_names[column]] = spell_number(number)
        if self.vocabulary is None:
            return Observation(cells)
        words = self.vocabulary.counts(record.texts[0])
        if families.family(self.family).draws_words:
            return Observation(cells, ({word: words[word] for word in sorted(words)},))
        return Observation({**cells, **{w: "1" if w in words else "0" for w in self.vocabulary.words}})

    def _feature_names(self) -> list[FeatureNames]:
        """Return the names of the features of each block, columns renamed as in `_column_names`."""
        names = [] if self.vocabulary is None else [FeatureNames(words=self.vocabulary.words)]
        if self.categories:
            renamed = {self._column_names[column]: values for column, values in self.categories.items()}
            names.append(FeatureNames(columns=renamed))
        names += [FeatureNames(columns={self._column_names[column]: ()}) for column in self.numbers]
        return names or [FeatureNames()]

    @once
    def _column_names(self) -> Mapping[str, str]:
        """Return the names of columns in a problem: a word may be called like a column."""
        words = () if self.vocabulary is None else self.vocabulary.words
        schema, columns = Schema("", (), {}, words), (*self.categories, *self.numbers)
        renamed: dict[str, str] = {}
        for column in columns:
            renamed[column] = schema.free_name(column, taken={*columns, *renamed.values()} - {column})
        return renamed

    def _value_indices(self, records: RecordBlock, column: str) -> list[int]:
        """Return the indices of the values in a column, -1 for a missing or skipped one."""
        codes, values = self._index_by_value_of_column[column], records.column(column)
        try:
            return list(map(codes.__getitem__, values))
        except KeyError:
            if self.unseen != "error":
                return [codes.get(value, -1) for value in values]
        row = next(row for row, value in enumerate(values) if value not in codes)
        categories = self.categories[column]
        hint = near(values[row], categories)
        message = f"{quoted(values[row])} was never seen{hint}; there are {listing(categories)}"
        raise InputError(message, at=records.place(row, column))

    @once
    def _index_by_value_of_column(self) -> Mapping[str, Mapping[str, int]]:
        """Return the index of each value by column, -1 for a missing one."""
        columns = self.categories.items()
        return {c: {"": -1, **{v: place for place, v in enumerate(values)}} for c, values in columns}


def pseudocount_and_clip(conventions: Conventions) -> tuple[Fraction, Fraction]:
    """Return λ and the ε of a clip in `conventions`, of which one is 0.

    Raises InputError for any other rule of smoothing, and for an ε that tends to 0.
    """
    rule = conventions.smoothing
    if isinstance(conventions.epsilon.amount, Limit):
        message = f'classify does not work out the limit "{conventions.epsilon.amount}"; give a number'
        raise InputError(message, at="epsilon")
    if isinstance(rule, Clip):
        if rule.floor >= Fraction(1, 2):
            raise InputError(f"lies below 1/2; got {rule.floor}", at="smoothing")
        return Fraction(0), rule.floor
    pseudocount = rule.pseudocounts if isinstance(rule, Add) and rule.cells is None else None
    if pseudocount is None or pseudocount.common_number is None:
        raise InputError("expected one λ for all, or a clip", at="smoothing")
    return pseudocount.common_number, Fraction(0)


def require_labels(records: RecordBlock) -> None:
    """Refuse training `records` without a class."""
    if "" in records.labels:
        raise InputError(records.refusal, at=records.place(records.labels.index("")))
