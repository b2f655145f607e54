"""What becomes of a record: words are counted, categories have places, numbers are exact.

How to read: an `Encoding`, which a `Learner` finds, turns records into rows of numbers in blocks, and
into cells for a worked solution.
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
from exactnb.core.naming.spelling import has_commas, is_numeral
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, listing, near, quoted
from exactnb.scale.classify.exact_counts import Named, counts_of
from exactnb.scale.classify.numbers import fraction_of, readings
from exactnb.scale.classify.records import Record
from exactnb.scale.classify.texts import Vocabulary
from exactnb.scale.counting.features import Values
from exactnb.scale.counting.tally import Tally
from exactnb.scale.logspace.blocks import Blocks
from exactnb.scale.logspace.classifier import Classifier
from exactnb.scale.logspace.parts import Part

_MANY = 1_000  # records: of fewer, each may have a class or category of its own


def check_categories(values: Mapping[str, Collection[str]], *, are_named: bool) -> None:
    """Refuse columns of categories that are empty, or hold numbers and were not named as categories."""
    for column, found in values.items():
        number = next((value for value in found if is_numeral(value) or has_commas(value)), "")
        if found and all(map(without_separators, found)):
            number = next(iter(found))
        if number and not are_named and not set(found) <= {"0", "1"}:
            ways = "numbers, or categories where they are names"
            message = f"column {quoted(column)} holds numbers ({number}); say which columns are {ways}"
            raise InputError(message)
        if not found:
            raise InputError(f"column {quoted(column)} is empty")


def check_counts(tally: Tally) -> None:
    """Refuse counts of classes or categories as `check_distinct` does."""
    check_distinct("class", len(tally.classes), sum(tally.classes.values()))
    for column, of in tally.features.items():
        if isinstance(of, Values):
            shown = sum(n for found in of.counts.values() for value, n in found.items() if value)
            check_distinct(f"value of {quoted(column)}", len(of.values), shown)


def check_distinct(what: str, values: int, records: int) -> None:
    """Refuse classes or categories of which each record has another: they are ids, or texts.

    Tables have a cell for each value and class, so that memory would grow with their square.
    """
    if values == records >= _MANY:
        told = f"each of {records:,} records has another {what}"
        raise InputError(f"{told}; --label, --id and --text say which field is which")


@frozen
class Encoding:
    """Turn records into rows of numbers, and into what they show to an exact model."""

    family: str
    vocabulary: Vocabulary | None
    categories: Mapping[str, tuple[str, ...]]
    numbers: tuple[str, ...]
    classes: tuple[str, ...]
    unseen: str = "error"
    doubles: bool = False

    @property
    def is_binary(self) -> bool:
        """Say whether what counts of a word is that it is there."""
        return families.family(self.family).kernel == "presence"

    def rows(self, records: Sequence[Record]) -> Blocks:
        """Return the rows of some records: words, categories, and each column of numbers."""
        found: list[Any] = []
        if self.vocabulary is not None:
            texts = [record.text for record in records]
            found.append(self.vocabulary.rows(texts, binary=self.is_binary))
        if self.categories:
            codes = [self._places(records, column) for column in self.categories]
            found.append(np.array(codes, dtype=np.int64).reshape(-1, len(records)).T)
        for column in self.numbers:
            place = partial(cell_of, records, column)
            found.append(readings(values_of(records, column), place, doubles=self.doubles))
        return Blocks(found or [np.zeros((len(records), 0))])

    def parts(self, conventions: Conventions) -> list[Part]:
        """Return the parts of the rows; λ is that of words and categories, ε that of numbers."""
        smoothing, clip = pseudocounts(conventions)
        words = 0 if self.vocabulary is None else len(self.vocabulary.words)
        categories, sizes = len(self.categories), tuple(map(len, self.categories.values()))
        found = []
        if self.vocabulary is not None:
            found.append(Part(self.family, slice(0, words), smoothing, clip=clip))
        if self.categories:
            columns = slice(words, words + categories)
            found.append(Part(families.usual("nominal"), columns, smoothing, sizes))
        kind, epsilon = families.usual("numbers"), conventions.epsilon
        start, less = words + categories, int(conventions.divisor != "N")
        for at in range(start, start + len(self.numbers)):
            column = slice(at, at + 1)
            found.append(Part(kind, column, epsilon.amount, less=less, relative=epsilon.relative))
        return found or [Part(kind, slice(0, 0), 0)]

    def exact_counts(self, counted: Classifier) -> Counts:
        """Return what was counted as the counts of a problem."""
        blocks = list(zip(self._named(), counted.counts, strict=True))
        return counts_of(counted.classes, counted.sizes, blocks)

    def choice(self, conventions: Conventions) -> ModelChoice:
        """Return the model that a problem chooses for these columns."""
        chosen = {self._names[column]: families.usual("numbers") for column in self.numbers}
        chosen |= {self._names[column]: families.usual("nominal") for column in self.categories}
        family = self.family if self.vocabulary is not None else None
        return ModelChoice(conventions, family, chosen)

    def show(self, record: Record) -> Observation:
        """Return what a record shows to an exact model."""
        cells: dict[str, str] = {}
        for column in self.categories:
            if self._places([record], column)[0] >= 0:
                cells[self._names[column]] = record.cells[column]
        for column in self.numbers:
            if cell := record.cells.get(column, ""):
                with cell_of([record], column, 0):
                    number = fraction_of(cell, doubles=self.doubles)
                cells[self._names[column]] = spell_number(number)
        if self.vocabulary is None:
            return Observation(cells)
        words = self.vocabulary.counts(record.text)
        if families.family(self.family).is_drawn:
            return Observation(cells, ({word: words[word] for word in sorted(words)},))
        return Observation({**cells, **{w: "1" if w in words else "0" for w in self.vocabulary.words}})

    def _named(self) -> list[Named]:
        found = [] if self.vocabulary is None else [Named(words=self.vocabulary.words)]
        if self.categories:
            renamed = {self._names[column]: values for column, values in self.categories.items()}
            found.append(Named(columns=renamed))
        found += [Named(columns={self._names[column]: ()}) for column in self.numbers]
        return found or [Named()]

    @once
    def _names(self) -> Mapping[str, str]:
        """Return what columns are called beside words, which may be called the same."""
        words = () if self.vocabulary is None else self.vocabulary.words
        known, columns = Schema("", (), {}, words), (*self.categories, *self.numbers)
        found: dict[str, str] = {}
        for column in columns:
            taken = {*columns, *found.values()} - {column}
            found[column] = known.free_name(column, taken=taken)
        return found

    def _places(self, records: Sequence[Record], column: str) -> list[int]:
        """Return the places of the values that records show, -1 for none."""
        codes, values = self._codes[column], values_of(records, column)
        try:
            return list(map(codes.__getitem__, values))
        except KeyError:
            if self.unseen != "error":
                return [codes.get(value, -1) for value in values]
        row = next(row for row, value in enumerate(values) if value not in codes)
        known = self.categories[column]
        hint = near(values[row], known)
        message = f"{quoted(values[row])} was never seen{hint}; there are {listing(known)}"
        raise InputError(message, at=cell_of(records, column, row))

    @once
    def _codes(self) -> Mapping[str, Mapping[str, int]]:
        known = self.categories.items()
        return {c: {"": -1, **{v: at for at, v in enumerate(values)}} for c, values in known}


def pseudocounts(conventions: Conventions) -> tuple[Fraction, Fraction]:
    """Return λ, and the ε of a clip, of which one is 0.

    Raises InputError for any other rule.
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


def values_of(records: Sequence[Record], column: str) -> list[str]:
    """Return the cells of a column, "" for one that is missing."""
    return [record.cells.get(column, "") for record in records]


def check_labels(records: Sequence[Record]) -> None:
    """Refuse a training record without a class."""
    for record in records:
        if not record.label:
            raise InputError("a training record without a class", at=HERE.spot(f"record {record.id}"))


def cell_of(records: Sequence[Record], column: str, row: int) -> Place:
    """Return the place of a cell."""
    return HERE.spot(f"record {records[row].id}").column(column)
