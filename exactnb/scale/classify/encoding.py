"""The encoding of records as rows: word counts, indices of categories, exact numbers.

How to read: an `Encoding`, which a `Learner` learns, turns records into blocks of rows, and into
observations for a worked solution.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from exactnb.core import families
from exactnb.core.arithmetic.numerals import spell_number, without_separators
from exactnb.core.conventions import Add, Clip, Conventions
from exactnb.core.data.counts import Counts
from exactnb.core.data.schema import Schema
from exactnb.core.families.observation import Observation
from exactnb.core.lazy import once
from exactnb.core.naming.grammar import has_commas, is_numeral
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, listing, near, quoted
from exactnb.scale.classify.exact_counts import FeatureNames, problem_counts
from exactnb.scale.classify.numbers import parse_column, parse_fraction
from exactnb.scale.classify.records import Record
from exactnb.scale.classify.vocabulary import Vocabulary
from exactnb.scale.counting.features import Values
from exactnb.scale.counting.tally import Tally
from exactnb.scale.logspace.blocks import Blocks
from exactnb.scale.logspace.classifier import Classifier
from exactnb.scale.logspace.parts import Part

_MANY = 1_000  # records: if there are fewer, each may have another class or category


def check_categories(values: Mapping[str, Collection[str]], *, are_named: bool) -> None:
    """Refuse columns of categories without values, or with numbers unless the user named categories.

    `values` maps a column to its distinct values; `are_named` says whether the user named them.
    """
    for column, distinct in values.items():
        number = next((value for value in distinct if is_numeral(value) or has_commas(value)), "")
        if distinct and all(map(without_separators, distinct)):
            number = next(iter(distinct))
        if number and not are_named and not set(distinct) <= {"0", "1"}:
            ways = "numbers, or categories where they are names"
            message = f"column {quoted(column)} holds numbers ({number}); say which columns are {ways}"
            raise InputError(message)
        if not distinct:
            raise InputError(f"column {quoted(column)} is empty")


def check_counts(tally: Tally) -> None:
    """Refuse classes or categories of `tally` as `check_distinct` does."""
    check_distinct("class", len(tally.classes), sum(tally.classes.values()))
    for column, feature in tally.features.items():
        if isinstance(feature, Values):
            present = sum(
                n for counts in feature.counts.values() for value, n in counts.items() if value
            )
            check_distinct(f"value of {quoted(column)}", len(feature.values), present)


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

    def rows(self, records: Sequence[Record]) -> Blocks:
        """Return the rows of `records` in blocks: words, categories, and each column of numbers.

        Raises InputError, with record and column, for an unseen value and for a cell that is no number.
        """
        blocks: list[Any] = []
        if self.vocabulary is not None:
            texts = [record.text for record in records]
            blocks.append(self.vocabulary.rows(texts, binary=self.is_binary))
        if self.categories:
            codes = [self._places(records, column) for column in self.categories]
            blocks.append(np.array(codes, dtype=np.int64).reshape(-1, len(records)).T)
        for column in self.numbers:
            place = partial(cell_place, records, column)
            blocks.append(parse_column(column_cells(records, column), place, doubles=self.doubles))
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

    def show(self, record: Record) -> Observation:
        """Return the observation that `record` is for an exact model."""
        cells: dict[str, str] = {}
        for column in self.categories:
            if self._places([record], column)[0] >= 0:
                cells[self._column_names[column]] = record.cells[column]
        for column in self.numbers:
            if cell := record.cells.get(column, ""):
                with cell_place([record], column, 0):
                    number = parse_fraction(cell, doubles=self.doubles)
                cells[self._column_names[column]] = spell_number(number)
        if self.vocabulary is None:
            return Observation(cells)
        words = self.vocabulary.counts(record.text)
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

    def _places(self, records: Sequence[Record], column: str) -> list[int]:
        """Return the indices of the values in a column, -1 for a missing or skipped one."""
        codes, values = self._codes[column], column_cells(records, column)
        try:
            return list(map(codes.__getitem__, values))
        except KeyError:
            if self.unseen != "error":
                return [codes.get(value, -1) for value in values]
        row = next(row for row, value in enumerate(values) if value not in codes)
        categories = self.categories[column]
        hint = near(values[row], categories)
        message = f"{quoted(values[row])} was never seen{hint}; there are {listing(categories)}"
        raise InputError(message, at=cell_place(records, column, row))

    @once
    def _codes(self) -> Mapping[str, Mapping[str, int]]:
        """Return the index of each value by column, -1 for a missing one."""
        columns = self.categories.items()
        return {c: {"": -1, **{v: place for place, v in enumerate(values)}} for c, values in columns}


def pseudocounts(conventions: Conventions) -> tuple[Fraction, Fraction]:
    """Return λ and the ε of a clip in `conventions`, of which one is 0.

    Raises InputError for any other rule of smoothing.
    """
    rule = conventions.smoothing
    if isinstance(rule, Clip):
        if rule.floor >= Fraction(1, 2):
            raise InputError(f"lies below 1/2; got {rule.floor}", at="smoothing")
        return Fraction(0), rule.floor
    pseudocount = rule.pseudocounts if isinstance(rule, Add) and rule.cells is None else None
    if pseudocount is None or pseudocount.single is None:
        raise InputError("expected one λ for all, or a clip", at="smoothing")
    return pseudocount.single, Fraction(0)


def column_cells(records: Sequence[Record], column: str) -> list[str]:
    """Return the cells of `column` in `records`, "" for a missing one."""
    return [record.cells.get(column, "") for record in records]


def check_labels(records: Sequence[Record]) -> None:
    """Refuse training `records` without a class."""
    for record in records:
        if not record.label:
            raise InputError("a training record without a class", at=HERE.spot(f"record {record.id}"))


def cell_place(records: Sequence[Record], column: str, row: int) -> Place:
    """Return the place of the cell in `row` of `records` and `column`."""
    return HERE.spot(f"record {records[row].id}").column(column)
