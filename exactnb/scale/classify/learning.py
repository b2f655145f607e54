"""Learning from training records in one reading: classes, words, values, and their counts.

How to read: a `Learner` takes the records block by block; `encoding` then returns the `Encoding`, and
`classifier` the `Classifier`. `tally_of` makes a tally of whole files, for a file of counts.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from exactnb.core import families
from exactnb.core.conventions import Conventions
from exactnb.core.data.files import opened
from exactnb.core.data.schema import MISSING
from exactnb.errors import InputError, Place, listing, near, quoted
from exactnb.scale.classify.encoding import (
    Encoding,
    check_categories,
    parse_columns,
    refuse_counted_ids,
    refuse_id_column,
    require_labels,
)
from exactnb.scale.classify.fields import RecordBlock, RecordSource
from exactnb.scale.classify.vocabulary import GrowingVocabulary, Vocabulary
from exactnb.scale.counting.features import Feature, Numbers, NumberSums, Presence, Values, Words
from exactnb.scale.counting.tally import Tally, TallyPart
from exactnb.scale.counting.texts_in_engines import UNICODE
from exactnb.scale.logspace import readings as columns_of_numbers
from exactnb.scale.logspace.classifier import Classifier
from exactnb.scale.logspace.limbs import Sums
from exactnb.scale.logspace.rational_tables import RationalTable
from exactnb.scale.logspace.tables import Tables, check_size, count_rows

ALL = "*"
"""Stands for all columns that are not named."""

_PENDING = 100_000  # records, each of another class, after which they are refused
_NOTHING: NDArray[np.int64] = np.zeros((0, 0), dtype=np.int64)
Watch = Callable[[str, int], None]
"""Called with an action, such as "counted", and the number of records done."""


class TrainingCounts(Protocol):
    """The result of reading training records: an encoding, and counts."""

    def encoding(self) -> Encoding:
        """Return the encoding of records as rows."""

    def classifier(self, encoding: Encoding, conventions: Conventions) -> Classifier:
        """Return the classifier of the counts, in the order of `encoding`, by `conventions`."""


class Learner:
    """Count training records, block by block, and collect classes, words and values.

    `numbers` and `categories` are columns; `ALL` in one of them stands for all others. Without either,
    and without texts, all columns are categories. `words` is the vocabulary, or None for all words.
    `declared` returns the values of a column, or of the class in `label`, of which some are in no
    record; it is asked when all records are counted. Values that are `refused` mark what is missing in
    counts.
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
        declared: Callable[[str], Sequence[str]] = lambda column: (),
        label: str = "",
        refused: Collection[str] = (),
    ) -> None:
        self._vocabulary, self._declared, self._label = words, declared, label
        self._refused = refused
        self._pending: list[RecordBlock] = []  # until two of them have the same class
        self._chosen_columns = (tuple(numbers), tuple(categories))
        self._growing = GrowingVocabulary()
        self._classes: defaultdict[str, int] = _indices_by_arrival()
        self._columns: dict[str, defaultdict[str, int]] = {}
        self._numbers: list[str] = []
        self._sizes = np.zeros(0, dtype=np.int64)
        self._word_counts = _NOTHING
        self._value_counts: dict[str, NDArray[np.int64]] = {}
        self._sums: dict[str, Sums] = {}
        self._frame = Encoding(family, None, {}, (), (), unseen, doubles)

    def learn(self, records: RecordBlock) -> None:
        """Count `records`, a block of training records."""
        # Ids in place of classes would make tables enormous: wait until two records share a class.
        if len(self._sizes):
            self._count(records)
            return
        self._pending.append(records)
        labels = self._pending_labels()
        if len(set(labels)) < len(labels):
            self._count_pending()
        elif len(labels) > _PENDING:
            refuse_id_column("class", len(labels), len(labels))

    def _pending_labels(self) -> list[str]:
        return list(chain.from_iterable(block.labels for block in self._pending))

    def _count_pending(self) -> None:
        blocks, self._pending = self._pending, []
        for block in blocks:
            self._count(block)

    def _count(self, records: RecordBlock) -> None:
        """Count a block; the first one decides which columns are counted."""
        if not len(self._sizes):
            self._numbers, columns = choose_columns(
                records.present_columns(0), *self._chosen_columns, has_text=bool(self._frame.family)
            )
            self._columns = {column: _indices_by_arrival("") for column in columns}
        if are_all_columns_counted(*self._chosen_columns, has_text=bool(self._frame.family)):
            refuse_extra_columns(records, (*self._columns, *self._numbers))
        require_labels(records)
        codes = np.array([self._classes[label] for label in records.labels], dtype=np.int64)
        classes = len(self._classes)
        self._sizes = _add_tables(self._sizes, np.bincount(codes, minlength=classes))
        if self._frame.family:
            rows = (self._vocabulary or self._growing).rows(records.texts, binary=self._frame.is_binary)
            self._word_counts = _add_tables(self._word_counts, count_rows(rows, codes, classes).cells)
        for column, places in self._columns.items():
            names = records.column(column)
            if mark := next((name for name in names if name in self._refused), ""):
                message = f"{quoted(mark)} marks what is missing in counts; add it to --missing"
                raise InputError(message, at=records.place(names.index(mark), column))
            values = [places[name] for name in names]
            check_size(len(places), classes)
            cells = (np.array(values, dtype=np.int64) - 1) * classes + codes
            value_counts = np.bincount(cells[cells >= 0], minlength=(len(places) - 1) * classes)
            earlier = self._value_counts.get(column, _NOTHING)
            self._value_counts[column] = _add_tables(earlier, value_counts.reshape(-1, classes))
        numbers = parse_columns(records, self._numbers, doubles=self._frame.doubles)
        for column, read in zip(self._numbers, numbers, strict=True):
            sums = columns_of_numbers.sum_by_class(read, codes, classes)
            earlier_sums = self._sums.get(column)
            self._sums[column] = (
                sums if earlier_sums is None else _with_class_count(earlier_sums, classes) + sums
            )

    def sizes_and_features(self, text: str) -> tuple[dict[str, int], dict[str, Feature]]:
        """Return the records of each class, and the counts of the features; `text` names the texts.

        Raises InputError if there are no records.
        """
        self._count_pending()
        if not self._classes:
            raise InputError("there are no records")
        sizes = dict(zip(self._classes, self._sizes.tolist(), strict=True))
        labels, features = tuple(sizes), dict[str, Feature]()
        for column, places in self._columns.items():
            table = _add_tables(self._value_counts[column], np.zeros((0, len(sizes)), dtype=np.int64))
            declared = dict.fromkeys(self._declared(column), 0)
            missing = zip(sizes.values(), table.sum(axis=0).tolist(), strict=True)
            gaps = [{None: size - n} if size > n else {} for size, n in missing]
            counts = zip(labels, gaps, _nonzero_by_class(table, tuple(places)[1:]), strict=True)
            features[column] = Values({k: declared | gap | cells for k, gap, cells in counts})
        for column in self._numbers:
            sums = _with_class_count(self._sums[column], len(sizes))
            rows = zip(labels, map(int, sums.sizes), sums.totals, sums.squares, strict=True)
            powers = {k: NumberSums(n, *total, *square) for k, n, total, square in rows}
            present = {k: number for k, number in powers.items() if number.n}
            lacking = {k: sizes[k] - number.n for k, number in powers.items() if sizes[k] > number.n}
            features[column] = Numbers(present, lacking)
        sizes = dict.fromkeys(self._declared(self._label), 0) | sizes
        if self._frame.family:
            table = _add_tables(self._word_counts, np.zeros((0, len(labels)), dtype=np.int64))
            by_class = _nonzero_by_class(table, tuple(self._growing.places))
            words = dict(zip(labels, by_class, strict=True))
            tokens = dict.fromkeys(sizes, 0) | {k: sum(words[k].values()) for k in labels}
            is_binary = self._frame.is_binary
            features[text] = Presence(words, UNICODE) if is_binary else Words(words, UNICODE, tokens)
        return sizes, features

    def encoding(self) -> Encoding:
        """Return the encoding that the training records, all of them read, lead to.

        Raises InputError if there are none, and for columns that hold ids or numbers.
        """
        labels = self._pending_labels()
        refuse_id_column("class", len(set(labels)), len(labels))
        self._count_pending()
        if not self._classes:
            raise InputError("there are no training records")
        categories = {column: tuple(places)[1:] for column, places in self._columns.items()}
        check_categories(categories, are_named=bool(self._chosen_columns[1]))
        for column, values in categories.items():
            present = int(self._value_counts[column].sum())
            refuse_id_column(f"value of {quoted(column)}", len(values), present)
            categories[column] = tuple(dict.fromkeys((*values, *self._declared(column))))
        for label in self._declared(self._label):
            self._sizes = _add_tables(self._sizes, np.zeros(self._classes[label] + 1, dtype=np.int64))
        return replace(
            self._frame,
            vocabulary=(self._vocabulary or Vocabulary(tuple(sorted(self._growing.places))))
            if self._frame.family
            else None,
            categories=categories,
            numbers=tuple(self._numbers),
            classes=tuple(sorted(self._classes)),
        )

    def classifier(self, encoding: Encoding, conventions: Conventions) -> Classifier:
        """Return the classifier of the counts, in the order of `encoding`, by `conventions`."""
        order = [self._classes[label] for label in encoding.classes]
        sizes = self._sizes[order]
        counts: list[Tables | Sums] = []
        if encoding.vocabulary is not None:
            cells = _add_tables(self._word_counts, np.zeros((0, len(order)), dtype=np.int64))
            if self._vocabulary is None:
                cells = cells[[self._growing.places[word] for word in encoding.vocabulary.words]]
            counts.append(Tables(sizes, np.ascontiguousarray(cells[:, order])))
        if encoding.categories:
            # A table has only the classes met when its column was last counted: widen it.
            # And only the values of records: those that are declared have counts of 0.
            tables = [
                _add_tables(
                    self._value_counts[column], np.zeros((len(values), len(order)), dtype=np.int64)
                )
                for column, values in encoding.categories.items()
            ]
            counts.append(Tables(sizes, np.ascontiguousarray(np.concatenate(tables)[:, order])))
        for column in encoding.numbers:
            sums = _with_class_count(self._sums[column], len(order))
            chosen = [(sums.sizes[place], sums.totals[place], sums.squares[place]) for place in order]
            class_sizes, *sums_of_powers = zip(*chosen, strict=True)
            counts.append(Sums(class_sizes, *map(RationalTable.of, sums_of_powers)))
        exact = tuple(Fraction(size) for size in sizes.tolist())
        if not counts:
            counts.append(Sums(exact, *(RationalTable.of(((),) * len(order)) for _ in range(2))))
        parts = tuple(encoding.parts(conventions))
        width = max((part.columns.stop for part in parts), default=0)
        return Classifier(encoding.classes, parts, tuple(counts), exact, width, conventions.prior)


def are_all_columns_counted(
    numbers: Sequence[str], categories: Sequence[str], *, has_text: bool
) -> bool:
    """Say whether all columns are counted, not only those that `numbers` and `categories` name.

    `has_text` says whether records have a text.
    """
    return ALL in (*numbers, *categories) or not (categories or has_text)


def refuse_extra_columns(records: RecordBlock, columns: Collection[str]) -> None:
    """Refuse `records` with a column that is not one of `columns`, those of the first record."""
    allowed = {*records.excluded, *columns}
    if allowed.issuperset(chain.from_iterable(records.fields)):
        return
    for row in range(len(records)):
        if extra := next((name for name in records.present_columns(row) if name not in allowed), None):
            message = f"the first record has no field {quoted(extra)}{near(extra, columns)}"
            way = "--text, --categories and --numbers say which are counted"
            raise InputError(f"{message}; {way}", at=records.place(row))


def choose_columns(
    columns: Sequence[str], numbers: Sequence[str], categories: Sequence[str], *, has_text: bool
) -> tuple[list[str], list[str]]:
    """Return those of `columns`, of a first record, that are numbers, and those that are categories.

    `numbers`, `categories` and `has_text` are as in `Learner` and `are_all_columns_counted`.

    >>> choose_columns(["x", "y"], ["x"], [], has_text=False)
    (['x'], ['y'])
    """
    if ALL in numbers and ALL in categories:
        raise InputError(f"all others are among the numbers, {quoted(ALL)}", at="categories")
    number_columns, category_columns = (
        [c for c in chosen if c != ALL] for chosen in (numbers, categories)
    )
    for column in (*number_columns, *category_columns):
        if column not in columns:
            hint = near(column, columns) or (f"; there are {listing(columns)}" if columns else "")
            raise InputError(f"there is no column {quoted(column)}{hint}")
    remaining = [column for column in columns if column not in (*number_columns, *category_columns)]
    if ALL in numbers:
        return number_columns + remaining, category_columns
    takes_all = are_all_columns_counted(numbers, categories, has_text=has_text)
    return number_columns, category_columns + (remaining if takes_all else [])


def _indices_by_arrival(*first: str) -> defaultdict[str, int]:
    """Return a dictionary that gives each new name the next index, `first` the first ones."""
    places: defaultdict[str, int] = defaultdict(None, {name: place for place, name in enumerate(first)})
    places.default_factory = places.__len__
    return places


def _add_tables(first: NDArray[Any], second: NDArray[Any]) -> NDArray[Any]:
    """Return the sum of two tables, each of which may have rows and columns that the other lacks."""
    total = np.zeros(tuple(map(max, first.shape, second.shape)), dtype=np.int64)
    for table in (first, second):
        total[tuple(map(slice, table.shape))] += table
    return total


def _nonzero_by_class(table: NDArray[np.int64], names: Sequence[str]) -> list[dict[Any, int]]:
    """Return the nonzero counts of `table` by name for each class."""
    counts: list[dict[Any, int]] = [{} for _ in range(table.shape[1])]
    places, codes = np.nonzero(table)
    numbers = table[places, codes].tolist()
    for place, code, number in zip(places.tolist(), codes.tolist(), numbers, strict=True):
        counts[code][names[place]] = number
    return counts


def _with_class_count(sums: Sums, class_count: int) -> Sums:
    """Return sums with zeros for new classes, `class_count` in all."""
    added = class_count - len(sums.sizes)
    none = (Fraction(0),)
    nothing = (none * sums.totals.shape[1],) * added
    tables = (RationalTable.of((*table, *nothing)) for table in (sums.totals, sums.squares))
    return Sums(sums.sizes + none * added, *tables)


def tally_of(
    sources: Iterable[RecordSource],
    family: str = "",
    numbers: Sequence[str] = (),
    categories: Sequence[str] = (),
    watch: Watch = lambda what, number: None,
) -> Tally:
    """Return the counts of the records of all `sources`, each of which is a part.

    Words are counted as `family` needs them: their occurrences in texts, or the texts with them.
    `numbers` and `categories` are columns, as in `exactnb classify`; an empty cell is counted as
    missing. `watch` is called after each block. Raises InputError with the file and the record.
    """
    tally, count = Tally(), 0
    for source in sources:
        with Place.file(source.path):
            learner = Learner(
                (family or families.default("words")) if source.text_field else "",
                numbers=numbers,
                categories=categories,
                declared=source.declared_values,
                label=source.label_field,
                refused=frozenset(filter(None, MISSING)),
            )
            for block in source.blocks():
                learner.learn(block)
                count += len(block)
                watch("counted", count)
            sizes, features = learner.sizes_and_features(source.text_field)
            part_tally = Tally(source.label_field, sizes, features).audited()
            part = TallyPart(source.path.name, sum(sizes.values()))
            tally += replace(part_tally, parts={_digest(source.path) or part_tally.digest: part})
    # A column may be empty here and not in the parts that it is merged with: no error yet.
    columns = {name: feature for name, feature in tally.features.items() if isinstance(feature, Values)}
    values = {name: feature.names for name, feature in columns.items() if feature.names}
    check_categories(values, are_named=bool(categories))
    refuse_counted_ids(tally)
    return tally.audited()


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file, or of the files of a folder; "" for a pipe, which is read once."""
    if path.is_dir():
        digest = hashlib.sha256()
        for file in sorted(file for file in path.rglob("*") if file.is_file()):
            digest.update(
                f"{file.relative_to(path).as_posix()} {_digest(file)}\n".encode(errors="replace")
            )
        return digest.hexdigest()
    if not path.is_file():
        return ""
    with opened(path) as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
