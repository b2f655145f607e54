"""Count labelled records in one pass, file by file: what becomes a tally, and a file of counts.

How to read: `tally_of` goes through the files, `_Counter` takes one block of records after the other.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from exactnb.core import families
from exactnb.core.arithmetic.numerals import spell_number
from exactnb.core.data.files import opened
from exactnb.core.data.power_sums import with_common_denominator
from exactnb.core.data.rows import MISSING
from exactnb.errors import HERE, InputError, Place, quoted
from exactnb.scale.classify.encoding import (
    cell_of,
    check_categories,
    check_counts,
    check_labels,
    values_of,
)
from exactnb.scale.classify.learning import check_others, columns_of, takes_others
from exactnb.scale.classify.numbers import fraction_of
from exactnb.scale.classify.records import Record, Source, blocks
from exactnb.scale.counting.features import Feature, Numbers, Presence, Sum, Values, Words
from exactnb.scale.counting.splitting import UNICODE, splitter
from exactnb.scale.counting.tally import Part, Tally

Watch = Callable[[str, int], None]
"""Is told what was done to how many records."""


def tally_of(
    sources: Iterable[Source],
    family: str = "",
    numbers: Sequence[str] = (),
    categories: Sequence[str] = (),
    watch: Watch = lambda what, number: None,
) -> Tally:
    """Return what is counted of the records of all sources, each of which is a part.

    Words are counted as a `family` needs them: how often they stand in texts, or how many texts hold
    them. `numbers` and `categories` are columns, as in `exactnb classify`; a cell that is empty is
    counted as missing. Raises InputError with the file and the record.
    """
    found, number = Tally(), 0
    presence = family in families.with_kernel("presence")
    for source in sources:
        with Place.file(source.path):
            counter = _Counter(source, numbers, categories, presence)
            for block in blocks(source.records()):
                counter.add(block)
                number += len(block)
                watch("counted", number)
            found += counter.tally()
    # a column may be empty here, and in no other part that it is merged with
    columns = {name: of for name, of in found.features.items() if isinstance(of, Values)}
    shown = {name: of.values for name, of in columns.items() if of.values}
    check_categories(shown, are_named=bool(categories))
    check_counts(found)
    return found.audited()


@dataclass
class _Counter:
    """Count the records of one source; columns are chosen when the first one is seen."""

    source: Source
    numbers: Sequence[str]
    categories: Sequence[str]
    presence: bool
    classes: Counter[str] = field(default_factory=Counter)
    words: dict[str, Counter[str]] = field(default_factory=dict)
    tokens: Counter[str] = field(default_factory=Counter)
    values: dict[str, dict[str, Counter[str | None]]] = field(default_factory=dict)
    sums: dict[str, dict[str, Sum]] = field(default_factory=dict)
    missing: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, block: Sequence[Record]) -> None:
        """Count some records."""
        if not self.classes:
            has_text = bool(self.source.text_field)
            numbers, others = columns_of(block[0], self.numbers, self.categories, has_text=has_text)
            self.values = {column: {} for column in others}
            self.sums = {column: {} for column in numbers}
            self.missing = {column: Counter() for column in numbers}
        if takes_others(self.numbers, self.categories, has_text=bool(self.source.text_field)):
            check_others(block, (*self.values, *self.sums))
        check_labels(block)
        self.classes.update(record.label for record in block)
        if self.source.text_field:
            self._add_texts(block)
        for column, of in self.values.items():
            for record in block:
                value = record.cells.get(column, "")
                of.setdefault(record.label, Counter())[value or None] += 1
                if value and value in MISSING:  # and --missing names other marks
                    told = f"{quoted(value)} marks what is missing in counts; add it to --missing"
                    raise InputError(told, at=HERE.spot(f"record {record.id}").column(column))
        for column in self.sums:
            self._add_numbers(column, block)

    def _add_texts(self, block: Sequence[Record]) -> None:
        cut = splitter(UNICODE)
        for record in block:
            found = cut(record.text)
            self.words.setdefault(record.label, Counter()).update(
                set(found) if self.presence else found
            )
            self.tokens[record.label] += len(found)

    def _add_numbers(self, column: str, block: Sequence[Record]) -> None:
        """Add the numbers of a column: as whole numbers over one denominator, each spelling once."""
        cells: dict[str, Counter[str]] = {}
        for row, (record, cell) in enumerate(zip(block, values_of(block, column), strict=True)):
            if not cell:
                self.missing[column][record.label] += 1
                continue
            with cell_of(block, column, row):
                number = fraction_of(cell)
            cells.setdefault(record.label, Counter())[spell_number(number)] += 1
        for label, counts in cells.items():
            whole, below = with_common_denominator(counts)
            pairs = [(whole[text], n) for text, n in counts.items()]
            total, squares = sum(n * x for x, n in pairs), sum(n * x * x for x, n in pairs)
            more = Sum(counts.total(), Fraction(total, below), Fraction(squares, below**2))
            of = self.sums[column]
            of[label] = of.get(label, Sum()) + more

    def tally(self) -> Tally:
        """Return what was counted, as one part."""
        if not self.classes:
            raise InputError("there are no records")
        features: dict[str, Feature] = {column: Values(of) for column, of in self.values.items()}
        for column, sums in self.sums.items():
            features[column] = Numbers(sums, self.missing[column])
        if self.source.text_field:
            tokens = {label: self.tokens[label] for label in self.classes}
            counted = (
                Presence(self.words, UNICODE) if self.presence else Words(self.words, UNICODE, tokens)
            )
            features[self.source.text_field] = counted
        tally = Tally(self.source.label_field, self.classes, features).audited()
        part = Part(self.source.path.name, self.classes.total())
        return replace(tally, parts={_digest(self.source.path) or tally.digest: part})


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file, or of the files of a folder; "" for what is read only once."""
    if path.is_dir():
        found = hashlib.sha256()
        for file in sorted(file for file in path.rglob("*") if file.is_file()):
            found.update(
                f"{file.relative_to(path).as_posix()} {_digest(file)}\n".encode(errors="replace")
            )
        return found.hexdigest()
    if not path.is_file():
        return ""
    with opened(path) as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
