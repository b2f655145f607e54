"""The encoding of records as rows: word counts, indices of categories, exact numbers.

How to read: an `Encoding`, which a `Learner` learns, turns records into blocks of rows, and into
observations for a worked solution. Numbers are finite decimals, or the doubles nearest to them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactnb.core import families
from exactnb.core.arithmetic.numerals import (
    EXPECTED,
    decimal_places,
    explain_numeral,
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
from exactnb.errors import InputError, Place, listing, near, quoted
from exactnb.scale.classify.exact_counts import FeatureNames, problem_counts
from exactnb.scale.classify.fields import RecordBlock
from exactnb.scale.classify.vocabulary import Vocabulary
from exactnb.scale.counting.features import Values
from exactnb.scale.counting.tally import Tally
from exactnb.scale.logspace.classifier import Classifier
from exactnb.scale.logspace.parts import Blocks, Part
from exactnb.scale.logspace.readings import Readings

_DECIMAL = re.compile(r"([+-]?)(?=\.?[0-9])([0-9]{0,40})(?:\.([0-9]{0,40}))?(?:[eE]([+-]?[0-9]{1,2}))?")
_MOST_DIGITS = 40  # before the point of a decimal, and behind it, as in `_DECIMAL`
_DIGITS_OF_INT64 = 18
_POWERS_OF_TEN = 10 ** np.arange(_DIGITS_OF_INT64, dtype=np.int64)
_EXPECTED = "expected a finite decimal such as 3, 0.15, 1e-3 or 45%; got "
_MANY = 1_000  # records: if there are fewer, each may have another class or category


def parse_number(cell: str, *, doubles: bool = False) -> tuple[int, int]:
    """Return the number in `cell` as a numerator and a denominator, not always in lowest terms.

    With `doubles` it is the exact value of the nearest double, as other programs read it.

    >>> parse_number("-2.50"), parse_number("1e3"), parse_number("0.1", doubles=True)
    ((-250, 100), (1000, 1), (3602879701896397, 36028797018963968))

    Raises InputError for a text that is no finite decimal, and with `doubles` for one beyond them.
    """
    match = _DECIMAL.fullmatch(cell)
    numerator, denominator = _parse_decimal(match) if match else _parse_numeral(cell)
    if not doubles:
        return numerator, denominator
    try:
        return (numerator / denominator).as_integer_ratio()
    except OverflowError:
        way = "without --doubles (doubles=) it is read as it is written"
        raise InputError(f"{quoted(cell)} is beyond the largest double; {way}") from None


def parse_column(
    cells: Sequence[str], place: Callable[[int], Place], *, doubles: bool = False
) -> Readings:
    """Return the numbers of a column of `cells`, "" for a missing one.

    `place` returns the place of the cell in a row, for errors; `doubles` is as in `parse_number`.

    >>> column = parse_column(["0.5", "", "0.50", "2"], lambda row: Place.of("x"))
    >>> [column.number(row) for row in range(4)]
    [Fraction(1, 2), None, Fraction(1, 2), Fraction(2, 1)]

    Raises InputError, with the place, for a text that is no finite decimal.
    """
    if not doubles and (plain := _plain_decimals(cells)) is not None:
        return Readings.of(*plain)
    distinct = list(filter(None, dict.fromkeys(cells)))
    numbers: list[tuple[int, int]] = []
    for cell in distinct:
        try:
            numbers.append(parse_number(cell, doubles=doubles))
        except InputError as error:
            raise error.under(place(cells.index(cell))) from None
    positions = dict(zip(("", *distinct), count(-1)))
    places = np.fromiter(map(positions.__getitem__, cells), dtype=np.int64, count=len(cells))
    return Readings.from_fractions(numbers, places)


def _plain_decimals(cells: Sequence[str]) -> tuple[NDArray[Any], int, NDArray[np.bool_]] | None:
    """Return decimals as integers over one power of ten, 0 where the cell is empty, and where it is.

    Return None where a cell is another numeral, or none.

    >>> numbers, denominator, is_empty = _plain_decimals(["-.5", "2", "", "0.25"])
    >>> numbers.tolist(), denominator, is_empty.tolist()
    ([-50, 200, 0, 25], 100, [False, False, True, False])
    >>> _plain_decimals(["1e3"]), _plain_decimals(["1.2.3"]), _plain_decimals(["-"])
    (None, None, None)
    """
    # Arrays take eight times the room of a cell, which may have megabytes.
    if max(map(len, cells), default=0) > 2 * _MOST_DIGITS + len("+."):
        return None
    # A column is one array of characters: what else takes several calls for each cell takes a dozen
    # for all of them. Every cell ends in a line break.
    signs = np.frombuffer("\n".join([*cells, ""]).encode("ascii", "replace"), dtype=np.uint8)
    is_digit, is_end, is_sign = signs - 48 < 10, signs == 10, (signs == 43) | (signs == 45)
    ends, points = np.flatnonzero(is_end), np.flatnonzero(signs == 46)
    if len(ends) != len(cells):
        return None  # a cell has a line break of its own
    starts, digits_so_far = np.append(0, ends + 1)[:-1], np.cumsum(is_digit)
    last = digits_so_far[ends]
    first = np.append(0, last)[:-1]
    with_point = np.cumsum(is_end)[points]
    decimals = np.zeros(len(cells), dtype=np.int64)
    decimals[with_point] = last[with_point] - digits_so_far[points]
    digits, is_empty = last - first, ends == starts
    if (
        len(last) + len(points) + is_digit.sum() + is_sign[starts].sum() < len(signs)
        or (with_point[1:] == with_point[:-1]).any()
        or ((digits == 0) & ~is_empty).any()
        or max(decimals.max(initial=0), (digits - decimals).max(initial=0)) > _MOST_DIGITS
    ):
        return None
    most = int(decimals.max(initial=0))
    places = most - decimals
    if (digits + places).max(initial=0) > _DIGITS_OF_INT64:
        integers = [int(cell.replace(".", "") or "0") for cell in cells]
        return np.array(integers, dtype=object) * 10 ** places.astype(object), 10**most, is_empty
    exponents = np.repeat(last + places, digits) - np.arange(1, is_digit.sum() + 1)
    # A sum of all digits may be beyond 64 bits, and is then short of a multiple of 2^64; so is the
    # difference of two of them, which is a number below 2^63.
    sums = np.append(0, np.cumsum((signs[is_digit] - 48) * _POWERS_OF_TEN[exponents]))
    numbers = sums[last] - sums[first]
    return np.where(signs[starts] == 45, -numbers, numbers), 10**most, is_empty


def _parse_decimal(match: re.Match[str]) -> tuple[int, int]:
    """Return the number of a match with integers alone, which is far faster than fractions."""
    sign, integer_digits, decimals, exponent = match.groups(default="")
    places = len(decimals) - int(exponent or 0)
    units = int(sign + integer_digits + decimals)
    return (units, 10**places) if places >= 0 else (units * 10**-places, 1)


def _parse_numeral(cell: str) -> tuple[int, int]:
    """Return the number in a cell that `_DECIMAL` does not match: with a percent sign, many digits."""
    if seems_missing(cell):
        way = f'--missing "{cell}" (missing=) takes it for that'
        raise InputError(f"a number is missing ({quoted(cell)}); {way}")
    try:
        number = read_number(cell)
    except InputError as error:
        message = f"{_EXPECTED}{quoted(cell)}" if error.message.startswith(EXPECTED) else error.message
        raise error.saying(message + explain_numeral(cell, in_table=True)) from None
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


def check_counts(tally: Tally) -> None:
    """Refuse classes or categories of `tally` as `check_distinct` does."""
    check_distinct("class", len(tally.classes), sum(tally.classes.values()))
    for column, feature in tally.features.items():
        if isinstance(feature, Values):
            present = sum(n for _, value, n in feature.cells() if value)
            check_distinct(f"value of {quoted(column)}", len(feature.names), present)


def check_distinct(noun: str, values: int, records: int) -> None:
    """Refuse a column with as many `values` as `records`, if there are many: these are ids, or texts.

    `noun` is the kind of value, for the error. Tables have a cell for each value and class, so memory
    would grow with the square of the records.
    """
    if values == records >= _MANY:
        message = f"each of {records:,} records has another {noun}"
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
            codes = [self._places(records, column) for column in self.categories]
            blocks.append(np.array(codes, dtype=np.int64).reshape(-1, len(records)).T)
        for column in self.numbers:
            place = partial(records.place, column=column)
            blocks.append(parse_column(records.column(column), place, doubles=self.doubles))
        return Blocks(blocks or [np.zeros((len(records), 0))])

    def parts(self, conventions: Conventions) -> list[Part]:
        """Return the parts of the rows, with λ (words, categories) and ε (numbers) of `conventions`."""
        smoothing, clip = pseudocounts(conventions)
        words = 0 if self.vocabulary is None else len(self.vocabulary.words)
        categories, sizes = len(self.categories), tuple(map(len, self.categories.values()))
        parts = []
        if self.vocabulary is not None:
            parts.append(Part(self.family, slice(0, words), smoothing, clip=clip))
        if self.categories:
            columns = slice(words, words + categories)
            parts.append(Part(families.usual("nominal"), columns, smoothing, sizes))
        kind, epsilon = families.usual("numbers"), conventions.epsilon
        assert not isinstance(epsilon.amount, Limit)  # refused with the rules of smoothing
        start, less = words + categories, int(conventions.divisor != "N")
        for column_index in range(start, start + len(self.numbers)):
            column = slice(column_index, column_index + 1)
            parts.append(Part(kind, column, epsilon.amount, less=less, relative=epsilon.relative))
        return parts or [Part(kind, slice(0, 0), 0)]

    def exact_counts(self, counted: Classifier) -> Counts:
        """Return the counts in `counted` as the counts of a problem."""
        blocks = list(zip(self._feature_names(), counted.counts, strict=True))
        return problem_counts(counted.classes, counted.sizes, blocks)

    def choice(self, conventions: Conventions) -> ModelChoice:
        """Return the choice of families for these columns, with `conventions`, that a problem takes."""
        chosen = {self._column_names[column]: families.usual("numbers") for column in self.numbers}
        chosen |= {self._column_names[column]: families.usual("nominal") for column in self.categories}
        family = self.family if self.vocabulary is not None else None
        return ModelChoice(conventions, family, chosen)

    def show(self, record: RecordBlock) -> Observation:
        """Return the observation that `record`, a block of one, is for an exact model."""
        cells: dict[str, str] = {}
        for column in self.categories:
            if self._places(record, column)[0] >= 0:
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
            reserved = {*columns, *renamed.values()} - {column}
            renamed[column] = schema.free_name(column, taken=reserved)
        return renamed

    def _places(self, records: RecordBlock, column: str) -> list[int]:
        """Return the indices of the values in a column, -1 for a missing or skipped one."""
        codes, values = self._codes[column], records.column(column)
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
    def _codes(self) -> Mapping[str, Mapping[str, int]]:
        """Return the index of each value by column, -1 for a missing one."""
        columns = self.categories.items()
        return {c: {"": -1, **{v: place for place, v in enumerate(values)}} for c, values in columns}


def pseudocounts(conventions: Conventions) -> tuple[Fraction, Fraction]:
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
    if pseudocount is None or pseudocount.single is None:
        raise InputError("expected one λ for all, or a clip", at="smoothing")
    return pseudocount.single, Fraction(0)


def check_labels(records: RecordBlock) -> None:
    """Refuse training `records` without a class."""
    if "" in records.labels:
        message = "a training record without a class; --unlabelled drop leaves it out"
        raise InputError(message, at=records.place(records.labels.index("")))
