"""What training records teach, in one reading: classes, words, values, and all that is counted of them.

How to read: a `Learner` takes the records block by block; what was learnt is an `Encoding`, and what
was counted a `Classifier` of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from exactnb.core.conventions import Conventions
from exactnb.errors import HERE, InputError, listing, near, quoted
from exactnb.scale.classify.encoding import (
    Encoding,
    cell_of,
    check_categories,
    check_distinct,
    check_labels,
    values_of,
)
from exactnb.scale.classify.numbers import readings
from exactnb.scale.classify.records import Record
from exactnb.scale.classify.texts import Vocabulary, Words
from exactnb.scale.logspace import readings as columns_of_numbers
from exactnb.scale.logspace.classifier import Classifier
from exactnb.scale.logspace.sums import Sums
from exactnb.scale.logspace.tables import Tables, check_size, count_rows

ALL = "*"
"""Stands for all columns that are not named otherwise."""

_HELD = 100_000  # records, each of another class


class Learnt(Protocol):
    """What is known of training records: how records become rows, and what was counted."""

    def encoding(self) -> Encoding:
        """Return how records become rows."""

    def counted(self, encoding: Encoding, conventions: Conventions) -> Classifier:
        """Return what was counted, in the order that an encoding has."""


class Learner:
    """Count training records, block by block; classes, words and values are found on the way.

    `numbers` and `categories` are columns, one of them `ALL` for the others; without any, and without
    texts, all others are categories. `words` are those that count, or None for all of them.
    """

    def __init__(
        self,
        family: str = "",
        words: Vocabulary | None = None,
        *,
        numbers: Sequence[str] = (),
        categories: Sequence[str] = (),
        unseen: str = "error",
        doubles: bool = False,
    ) -> None:
        self._given = words
        self._held: list[Record] = []  # as long as no two of them are of one class
        self._said = (tuple(numbers), tuple(categories))
        self._words = Words()
        self._classes: defaultdict[str, int] = _places()
        self._columns: dict[str, defaultdict[str, int]] = {}
        self._numbers: list[str] = []
        self._sizes = np.zeros(0, dtype=np.int64)
        self._of_words = _NOTHING
        self._of_values: dict[str, NDArray[np.int64]] = {}
        self._sums: dict[str, Sums] = {}
        self._frame = Encoding(family, None, {}, (), (), unseen, doubles)

    def learn(self, records: Sequence[Record]) -> None:
        """Count some training records; they are held first, as long as each is of another class."""
        if not len(self._sizes):
            self._held += records
            if len({record.label for record in self._held}) < len(self._held):
                self._count_held()
            elif len(self._held) > _HELD:
                check_distinct("class", len(self._held), len(self._held))
        elif records:
            self._count(records)

    def _count_held(self) -> None:
        held, self._held = self._held, []
        if held:
            self._count(held)

    def _count(self, records: Sequence[Record]) -> None:
        if not len(self._sizes):
            has_text = bool(self._frame.family)
            self._numbers, columns = columns_of(records[0], *self._said, has_text=has_text)
            self._columns = {column: _places("") for column in columns}
        if takes_others(*self._said, has_text=bool(self._frame.family)):
            check_others(records, (*self._columns, *self._numbers))
        check_labels(records)
        codes = np.array([self._classes[record.label] for record in records], dtype=np.int64)
        classes = len(self._classes)
        self._sizes = _added(self._sizes, np.bincount(codes, minlength=classes))
        if self._frame.family:
            known = self._given or self._words
            rows = known.rows([record.text for record in records], binary=self._frame.is_binary)
            self._of_words = _added(self._of_words, count_rows(rows, codes, classes).cells)
        for column, places in self._columns.items():
            values = [places[value] for value in values_of(records, column)]
            check_size(len(places), classes)
            cells = (np.array(values, dtype=np.int64) - 1) * classes + codes
            found = np.bincount(cells[cells >= 0], minlength=(len(places) - 1) * classes)
            before = self._of_values.get(column, _NOTHING)
            self._of_values[column] = _added(before, found.reshape(-1, classes))
        for column in self._numbers:
            place = partial(cell_of, records, column)
            read = readings(values_of(records, column), place, doubles=self._frame.doubles)
            more = columns_of_numbers.sum_by_class(read, codes, classes)
            known_sums = self._sums.get(column)
            self._sums[column] = more if known_sums is None else _wider(known_sums, classes) + more

    def encoding(self) -> Encoding:
        """Return how records become rows, now that the training records are known."""
        check_distinct("class", len({record.label for record in self._held}), len(self._held))
        self._count_held()
        if not self._classes:
            raise InputError("there are no training records")
        categories = {column: tuple(places)[1:] for column, places in self._columns.items()}
        check_categories(categories, are_named=bool(self._said[1]))
        for column, values in categories.items():
            shown = int(self._of_values[column].sum())
            check_distinct(f"value of {quoted(column)}", len(values), shown)
        return replace(
            self._frame,
            vocabulary=(self._given or Vocabulary(tuple(sorted(self._words.places))))
            if self._frame.family
            else None,
            categories=categories,
            numbers=tuple(self._numbers),
            classes=tuple(sorted(self._classes)),
        )

    def counted(self, encoding: Encoding, conventions: Conventions) -> Classifier:
        """Return what was counted, in the order that an encoding has."""
        order = [self._classes[label] for label in encoding.classes]
        sizes = self._sizes[order]
        counts: list[Tables | Sums] = []
        if encoding.vocabulary is not None:
            cells = _added(self._of_words, np.zeros((0, len(order)), dtype=np.int64))
            if self._given is None:
                cells = cells[[self._words.places[word] for word in encoding.vocabulary.words]]
            counts.append(Tables(sizes, np.ascontiguousarray(cells[:, order])))
        if encoding.categories:
            none = np.zeros((0, len(order)), dtype=np.int64)  # classes that are new since
            tables = [_added(self._of_values[column], none) for column in encoding.categories]
            counts.append(Tables(sizes, np.ascontiguousarray(np.concatenate(tables)[:, order])))
        for column in encoding.numbers:
            sums = _wider(self._sums[column], len(order))
            chosen = [(sums.sizes[at], sums.totals[at], sums.squares[at]) for at in order]
            counts.append(Sums(*zip(*chosen, strict=True)))
        exact = tuple(Fraction(size) for size in sizes.tolist())
        if not counts:
            counts.append(Sums(exact, ((),) * len(order), ((),) * len(order)))
        parts_of = tuple(encoding.parts(conventions))
        width = max((part.columns.stop for part in parts_of), default=0)
        prior = conventions.prior
        return Classifier(encoding.classes, parts_of, tuple(counts), exact, width, prior)


def takes_others(numbers: Sequence[str], categories: Sequence[str], *, has_text: bool) -> bool:
    """Say whether columns that are not named are counted too."""
    return ALL in (*numbers, *categories) or not (categories or has_text)


def check_others(records: Sequence[Record], columns: Collection[str]) -> None:
    """Refuse a record with a column that the first one lacks, where all columns are counted."""
    known = frozenset(columns)
    for record in records:
        if not record.cells.keys() <= known:
            other = next(column for column in record.cells if column not in known)
            told = f"the first record has no field {quoted(other)}{near(other, known)}"
            way = "--text, --categories and --numbers say which are counted"
            raise InputError(f"{told}; {way}", at=HERE.spot(f"record {record.id}"))


def columns_of(
    record: Record, numbers: Sequence[str], categories: Sequence[str], *, has_text: bool
) -> tuple[list[str], list[str]]:
    """Return which columns of a record hold numbers, and which categories.

    >>> columns_of(Record("1", "k", "", {"x": "1", "y": "u"}), ["x"], [], has_text=False)
    (['x'], ['y'])
    """
    if ALL in numbers and ALL in categories:
        raise InputError(f"all others are among the numbers, {quoted(ALL)}", at="categories")
    of_numbers, of_categories = ([c for c in named if c != ALL] for named in (numbers, categories))
    for column in (*of_numbers, *of_categories):
        if column not in record.cells:
            there = f"; there are {listing(record.cells)}" if record.cells else ""
            hint = near(column, record.cells) or there
            raise InputError(f"there is no column {quoted(column)}{hint}")
    others = [column for column in record.cells if column not in (*of_numbers, *of_categories)]
    if ALL in numbers:
        return of_numbers + others, of_categories
    every = takes_others(numbers, categories, has_text=has_text)
    return of_numbers, of_categories + (others if every else [])


_NOTHING: NDArray[np.int64] = np.zeros((0, 0), dtype=np.int64)


def _places(*first: str) -> defaultdict[str, int]:
    """Return places of names in the order in which they are asked for."""
    found: defaultdict[str, int] = defaultdict(None, {name: at for at, name in enumerate(first)})
    found.default_factory = found.__len__
    return found


def _added(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """Return the sum of tables, either with rows and columns that the other does not have yet."""
    shape = tuple(map(max, one.shape, other.shape))
    found = np.zeros(shape, dtype=np.int64)
    for table in (one, other):
        found[tuple(map(slice, table.shape))] += table
    return found


def _wider(sums: Sums, classes: int) -> Sums:
    """Return sums with room for so many classes."""
    more = classes - len(sums.sizes)
    none = (Fraction(0),)
    nothing = (none * len(sums.totals[0]),) * more
    return Sums(sums.sizes + none * more, sums.totals + nothing, sums.squares + nothing)
