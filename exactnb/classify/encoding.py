"""What becomes of a record: words are counted, categories have places, numbers are whole numbers.

It is learnt in one pass over the training records. Decimals are scaled by a power of ten, column by
column, so that doubles hold them exactly; no decision of a normal distribution changes by that.

How to read: a `Learner` sees the training records once and gives an `Encoding`, which turns records
into rows of numbers, and back into cells for a worked solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from scipy import sparse

from exactnb import families
from exactnb.arithmetic.numerals import Exact, read_number, spell_number
from exactnb.classify.exact_model import ExactModel, Named, counts_of
from exactnb.classify.records import Record
from exactnb.classify.texts import Vocabulary, words_of
from exactnb.conventions import Conventions
from exactnb.data.rows import MISSING
from exactnb.data.schema import Schema
from exactnb.errors import HERE, InputError, Place, listing, near, quoted
from exactnb.families.observation import Observation
from exactnb.lazy import once
from exactnb.logspace.classifier import Classifier
from exactnb.logspace.parts import Part
from exactnb.logspace.sums import Sums
from exactnb.logspace.tables import Tables
from exactnb.naming.names import has_commas, is_numeral
from exactnb.problem.choice import ModelChoice

_LARGEST = 2**53
_MOST_PLACES = 15
_NONE = ("na", "n/a", "nan", "null", "none", "nil", "-", ".", "#n/a")  # no numbers; names elsewhere


@dataclass
class Learner:
    """See training records one by one; then say how all records are encoded.

    `numbers` and `categories` are columns; without any, and without texts, all others are categories.
    """

    has_text: bool
    numbers: Sequence[str] = ()
    categories: Sequence[str] = ()
    classes: dict[str, int] = field(default_factory=dict)
    _texts_with: Counter[str] = field(default_factory=Counter)
    _values: dict[str, dict[str, None]] | None = None
    _places: dict[str, int] = field(default_factory=dict)

    def see(self, record: Record) -> None:
        """Take note of a training record's class, words, values and decimals."""
        if not record.label:
            raise InputError("a training record without a class", at=HERE.spot(f"record {record.id}"))
        self.classes[record.label] = self.classes.get(record.label, 0) + 1
        if self._values is None:
            self._values = {column: {} for column in self.columns(record)}
        if self.has_text:
            self._texts_with.update(words_of(record.text))
        for column, values in self._values.items():
            value = record.cells.get(column, "")
            if value not in MISSING:
                values[value] = None
        self.see_numbers(record)

    def see_counts(self, classes: Mapping[str, int], values: Mapping[str, Sequence[str]]) -> None:
        """Take note of what was seen of training records elsewhere: classes, and values of columns."""
        self.classes = dict(classes)
        self._values = {column: dict.fromkeys(found) for column, found in values.items()}
        self._places = dict.fromkeys(self.numbers, 0)

    def see_numbers(self, record: Record) -> None:
        """Take note of how many decimals the numbers of any record have."""
        for column in self.numbers:
            _, places = decimal_in(record, column)
            self._places[column] = max(places, self._places.get(column, 0))

    def encoding(
        self, family: str, vocabulary: Vocabulary | int | None = None, unseen: str = "error"
    ) -> Encoding:
        """Return the encoding, with a vocabulary that is given, or of so many words at most."""
        if self._values is None:
            raise InputError("there are no training records")
        values = {column: tuple(found) for column, found in self._values.items()}
        check_categories(values, are_named=bool(self.categories))
        words = None
        if self.has_text:
            most = vocabulary if isinstance(vocabulary, int) else None
            given = vocabulary if isinstance(vocabulary, Vocabulary) else None
            words = given or Vocabulary.most_frequent(self._texts_with, most)
        classes = tuple(sorted(self.classes))
        return Encoding(family, words, values, dict(self._places), classes, unseen)

    def columns(self, record: Record) -> list[str]:
        """Return the columns of categories."""
        for column in (*self.numbers, *self.categories):
            if column not in record.cells:
                hint = near(column, record.cells)
                raise InputError(f"there is no column {quoted(column)}{hint}")
        if self.categories or self.has_text:
            return list(self.categories)
        return [column for column in record.cells if column not in self.numbers]


def check_categories(values: Mapping[str, Collection[str]], *, are_named: bool) -> None:
    """Refuse columns of categories that are empty, or hold numbers and were not named as categories."""
    for column, found in values.items():
        number = next((value for value in found if is_numeral(value) or has_commas(value)), "")
        if number and not are_named and not set(found) <= {"0", "1"}:
            ways = "numbers, or categories where they are names"
            message = f"column {quoted(column)} holds numbers ({number}); say which columns are {ways}"
            raise InputError(message)
        if not found:
            raise InputError(f"column {quoted(column)} is empty")


@dataclass(frozen=True)
class Encoding:
    """Turn records into rows of numbers, and into what they show to an exact model."""

    family: str
    vocabulary: Vocabulary | None
    categories: Mapping[str, tuple[str, ...]]
    places: Mapping[str, int]
    classes: tuple[str, ...]
    unseen: str = "error"

    def rows(self, records: Sequence[Record]) -> sparse.csr_matrix:
        """Return the rows of some records: words, then categories, then numbers."""
        parts: list[Any] = []
        if self.vocabulary is not None:
            binary = families.family(self.family).kernel == "presence"
            parts.append(self.vocabulary.rows([record.text for record in records], binary=binary))
        if self.categories:
            codes = [[self._code(record, column) for column in self.categories] for record in records]
            parts.append(np.array(codes, dtype=np.int64).reshape(len(records), -1))
        if self.places:
            numbers = [[self._scaled(record, column) for column in self.places] for record in records]
            parts.append(np.array(numbers, dtype=np.float64).reshape(len(records), -1))
        if not parts:
            return sparse.csr_matrix((len(records), 0), dtype=np.int64)
        return sparse.csr_matrix(sparse.hstack([sparse.csr_matrix(part) for part in parts]))

    def parts(self, smoothing: Exact, clip: Exact = 0) -> list[Part]:
        """Return the parts of the rows; λ is that of words and categories."""
        words = 0 if self.vocabulary is None else len(self.vocabulary.words)
        ends = (0, *accumulate((words, len(self.categories), len(self.places))))
        of_words, of_categories, of_numbers = (slice(*pair) for pair in pairwise(ends))
        sizes = tuple(map(len, self.categories.values()))
        found = []
        if self.vocabulary is not None:
            found.append(Part(self.family, of_words, smoothing, clip=clip))
        if self.categories:
            found.append(Part(families.usual("nominal"), of_categories, smoothing, sizes))
        if self.places or not found:
            found.append(Part(families.usual("numbers"), of_numbers, 0))
        return found

    def exact(self, counted: Classifier, conventions: Conventions, basis: str = "") -> ExactModel:
        """Return the exact model of what was counted."""
        names = iter(self._named())
        blocks = [(next(names), self._unscaled(counts)) for counts in counted.counts]
        chosen = {self._names[column]: families.usual("numbers") for column in self.places}
        chosen |= {self._names[column]: families.usual("nominal") for column in self.categories}
        family = self.family if self.vocabulary is not None else None
        data = counts_of(counted.classes, counted.sizes, blocks)
        return ExactModel(data, ModelChoice(conventions, family, chosen), self.show, basis)

    def show(self, record: Record) -> Observation:
        """Return what a record shows to an exact model."""
        cells: dict[str, str] = {}
        for column in self.categories:
            if self._code(record, column) >= 0:
                cells[self._names[column]] = record.cells[column]
        for column in self.places:
            number, _ = decimal_in(record, column)
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
        return [*found, Named(columns={self._names[column]: () for column in self.places})]

    @once
    def _names(self) -> Mapping[str, str]:
        """Return what columns are called beside words, which may be called the same."""
        words = () if self.vocabulary is None else self.vocabulary.words
        known, columns = Schema("", (), {}, words), (*self.categories, *self.places)
        found: dict[str, str] = {}
        for column in columns:
            taken = {*columns, *found.values()} - {column}
            found[column] = known.free_name(column, taken=taken)
        return found

    def _unscaled(self, counts: Tables | Sums) -> Tables | Sums:
        """Return sums of numbers as they are written, before they were scaled."""
        if isinstance(counts, Tables):
            return counts
        units = [Fraction(1, 10**places) for places in self.places.values()]
        totals, squares = (
            tuple(tuple(x * unit**power for x, unit in zip(of, units, strict=True)) for of in table)
            for table, power in ((counts.totals, 1), (counts.squares, 2))
        )
        return Sums(counts.sizes, totals, squares)

    def _code(self, record: Record, column: str) -> int:
        value = record.cells.get(column, "")
        if value in MISSING:
            return -1
        place = self._codes[column].get(value, -1)
        if place < 0 and self.unseen == "error":
            known = self.categories[column]
            hint = near(value, known)
            message = f"{quoted(value)} was never seen{hint}; there are {listing(known)}"
            raise InputError(message, at=_cell(record, column))
        return place

    def _scaled(self, record: Record, column: str) -> int:
        number, _ = decimal_in(record, column)
        scaled = number * 10 ** self.places[column]
        if scaled.denominator > 1 or abs(scaled) >= _LARGEST:
            message = f"{number} has too many digits beside the others of its column"
            raise InputError(message, at=_cell(record, column))
        return int(scaled)

    @once
    def _codes(self) -> Mapping[str, Mapping[str, int]]:
        return {c: {v: at for at, v in enumerate(values)} for c, values in self.categories.items()}


def _cell(record: Record, column: str) -> Place:
    """Return the place of a cell."""
    return HERE.spot(f"record {record.id}").column(column)


def lacks_number(record: Record, column: str) -> bool:
    """Say whether a cell of numbers is empty, or says that there is none."""
    given = record.cells.get(column, "")
    return given in MISSING or given.casefold() in _NONE


def decimal_in(record: Record, column: str) -> tuple[Fraction, int]:
    """Return a number and how many decimals it has."""
    given = record.cells.get(column, "")
    if lacks_number(record, column):
        mark = f" ({quoted(given)})" if given else ""
        message = f"a number is missing{mark}; leave out the record, or the column"
        raise InputError(message, at=_cell(record, column))
    try:
        number = read_number(given)
    except InputError as error:
        way = '; say --decimal "," if that is a decimal comma' if "," in given else ""
        raise error.saying(error.message + way).under(_cell(record, column)) from None
    places = next((p for p in range(_MOST_PLACES) if (number * 10**p).denominator == 1), None)
    if places is None:
        message = f"expected a decimal of fewer than {_MOST_PLACES} places; got {given}"
        raise InputError(message, at=_cell(record, column))
    return number, places
