"""Count labelled records in one pass, file by file, into a tally, which may become a file of counts.

How to read: `tally_of` goes through the files, `_Counter` takes one block of records after the other.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from exactnb.core import families
from exactnb.core.data.files import opened
from exactnb.core.data.schema import MISSING
from exactnb.errors import InputError, Place, quoted
from exactnb.scale.classify.encoding import (
    check_categories,
    check_counts,
    check_labels,
    parse_columns,
)
from exactnb.scale.classify.fields import RecordBlock, RecordSource
from exactnb.scale.classify.learning import check_extra_columns, choose_columns, counts_all_columns
from exactnb.scale.counting.features import Feature, Numbers, NumberSums, Presence, Values, Words
from exactnb.scale.counting.tally import Tally, TallyPart
from exactnb.scale.counting.texts_in_engines import UNICODE, splitter
from exactnb.scale.logspace.parts import class_codes
from exactnb.scale.logspace.readings import Readings, sum_by_class

Watch = Callable[[str, int], None]
"""Called with an action, such as "counted", and the number of records done."""


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
    presence = family in families.with_kernel("presence")
    for source in sources:
        with Place.file(source.path):
            counter = _Counter(source, numbers, categories, presence)
            for block in source.blocks():
                counter.add(block)
                count += len(block)
                watch("counted", count)
            tally += counter.tally()
    # A column may be empty here and not in the parts that it is merged with: no error yet.
    columns = {name: feature for name, feature in tally.features.items() if isinstance(feature, Values)}
    values = {name: feature.names for name, feature in columns.items() if feature.names}
    check_categories(values, are_named=bool(categories))
    check_counts(tally)
    return tally.audited()


@dataclass
class _Counter:
    """Count the records of one source; the first record decides which columns are counted."""

    source: RecordSource
    numbers: Sequence[str]
    categories: Sequence[str]
    presence: bool
    classes: Counter[str] = field(default_factory=Counter)
    words: dict[str, Counter[str]] = field(default_factory=dict)
    tokens: Counter[str] = field(default_factory=Counter)
    values: dict[str, dict[str, Counter[str | None]]] = field(default_factory=dict)
    sums: dict[str, dict[str, NumberSums]] = field(default_factory=dict)
    missing: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, block: RecordBlock) -> None:
        """Count the records of a block."""
        if not self.classes:
            has_text = bool(self.source.text_field)
            numbers, categorical = choose_columns(
                block.names(0), self.numbers, self.categories, has_text=has_text
            )
            self.values = {column: {} for column in categorical}
            self.sums = {column: {} for column in numbers}
            self.missing = {column: Counter() for column in numbers}
        if counts_all_columns(self.numbers, self.categories, has_text=bool(self.source.text_field)):
            check_extra_columns(block, (*self.values, *self.sums))
        check_labels(block)
        self.classes.update(block.labels)
        if self.source.text_field:
            self._add_texts(block)
        for column, by_class in self.values.items():
            values = block.column(column)
            if mark := next((value for value in values if value and value in MISSING), ""):
                message = f"{quoted(mark)} marks what is missing in counts; add it to --missing"
                raise InputError(message, at=block.place(values.index(mark), column))
            for (label, value), number in Counter(zip(block.labels, values, strict=True)).items():
                by_class.setdefault(label, Counter())[value or None] += number
        columns = parse_columns(block, list(self.sums))
        for column, rows in zip(self.sums, columns, strict=True):
            self._add_numbers(column, rows, block)

    def _add_texts(self, block: RecordBlock) -> None:
        """Add the words of texts, each once per text if presence is counted."""
        cut = splitter(UNICODE)
        for label, text in zip(block.labels, block.texts, strict=True):
            words = cut(text)
            self.words.setdefault(label, Counter()).update(set(words) if self.presence else words)
            self.tokens[label] += len(words)

    def _add_numbers(self, column: str, rows: Readings, block: RecordBlock) -> None:
        """Add the numbers of a column, `rows`."""
        labels = {label: place for place, label in enumerate(dict.fromkeys(block.labels))}
        sums = sum_by_class(rows, class_codes(len(block), block.labels, tuple(labels)), len(labels))
        block_sizes, column_sums = Counter(block.labels), self.sums[column]
        for label, place in labels.items():
            number = int(sums.sizes[place])
            if number:
                totals = NumberSums(number, *sums.totals[place], *sums.squares[place])
                column_sums[label] = column_sums.get(label, NumberSums()) + totals
            if number < block_sizes[label]:
                self.missing[column][label] += block_sizes[label] - number

    def tally(self) -> Tally:
        """Return the counts as the tally of one part."""
        if not self.classes:
            raise InputError("there are no records")
        for column, counts in self.values.items():
            for class_counts in counts.values():
                class_counts.update(dict.fromkeys(self.source.declared_values(column), 0))
        self.classes.update(dict.fromkeys(self.source.declared_values(self.source.label_field), 0))
        features: dict[str, Feature] = {
            column: Values(counts) for column, counts in self.values.items()
        }
        for column, sums in self.sums.items():
            features[column] = Numbers(sums, self.missing[column])
        if self.source.text_field:
            tokens = {label: self.tokens[label] for label in self.classes}
            word_feature = (
                Presence(self.words, UNICODE) if self.presence else Words(self.words, UNICODE, tokens)
            )
            features[self.source.text_field] = word_feature
        tally = Tally(self.source.label_field, self.classes, features).audited()
        part = TallyPart(self.source.path.name, self.classes.total())
        return replace(tally, parts={_digest(self.source.path) or tally.digest: part})


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
