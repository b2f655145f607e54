"""Labelled texts and rows, read in blocks, so that input may be larger than memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from exactnb.core.data.dialect import AS_IT_SHOWS, Dialect
from exactnb.core.data.rows import MISSING
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, listing, near, quoted
from exactnb.scale.classify.compression import LARGEST
from exactnb.scale.classify.fields import ID, LABELS, TEXT, Fields, Progress, read_fields

_OF_BLOCK = 8 * 1024 * 1024  # characters per block
_RECORDS = 10_000  # records per block


@frozen(slots=True)
class Record:
    """One document or row: its id, its class ("" if unknown), its text, its cells."""

    id: str
    label: str
    text: str
    cells: Mapping[str, str]


@frozen
class Source:
    """A file or folder of records, and which of their fields hold class, text and id.

    By default the class is in the field class or label, else in the last field, the text in the field
    text, and the id in the field id. All others are cells. Cells and classes that are one of the marks
    of `missing` become "". `dialect` is the way files are written, `header` the names of columns, for
    tables without a header line. A packed file may unpack to `largest` bytes.
    """

    path: Path
    label: str = ""
    text: str = ""
    id: str = ""
    dialect: Dialect = AS_IT_SHOWS
    header: tuple[str, ...] = ()
    largest: int = LARGEST
    missing: tuple[str, ...] = MISSING

    @once
    def names(self) -> tuple[str, ...]:
        """Return the fields of the first record.

        Raises InputError if there is none, or if it lacks a field that was named.
        """
        first = next(self._fields(self.text or TEXT), None)
        if first is None:
            raise InputError("there are no records", at=Place.file(self.path))
        for name in (self.label, self.text, self.id):
            if name and name not in first:
                raise InputError(_missing_field(name, first), at=Place.file(self.path))
        return tuple(first)

    @once
    def label_field(self) -> str:
        """Return the field of the class, "" if there is none."""
        labels = [name for name in LABELS if name in self.names]
        remaining = [name for name in self.names if name not in (self.text or TEXT, self.id or ID)]
        return self.label or next(iter(labels), remaining[-1] if remaining else "")

    @once
    def text_field(self) -> str:
        """Return the field of the text, "" if there is none."""
        has_text = TEXT in self.names and self.label_field != TEXT
        return self.text or (TEXT if has_text else "")

    @once
    def id_field(self) -> str:
        """Return the field of the id, "" if there is none: a record's id is then its number."""
        return self.id or (ID if ID in self.names and self.label_field != ID else "")

    def size(self) -> int:
        """Return the number of bytes to read, 0 if it is unknown."""
        try:
            files = self.path.rglob("*") if self.path.is_dir() else [self.path]
            return sum(file.stat().st_size for file in files if file.is_file())
        except (OSError, ValueError):  # reading it raises the error with its place
            return 0

    def records(
        self,
        train: Source | None = None,
        progress: Progress | None = None,
        features: Collection[str] = (),
    ) -> Iterator[Record]:
        """Yield the records.

        With a training source, `train`, fields are found as there, and the class may be lacking; its
        `features` are cells here, whatever their names. `progress` is kept up to date. Raises
        InputError for a record without the text.
        """
        label, text, identity = self.label_field, self.text_field, self.id_field
        if train is not None and train is not self:
            text = self.text or train.text_field
            free = [name for name in self.names if name not in (text, *features)]
            labels = (self.label or train.label_field, *(name for name in LABELS if name != self.id))
            label = next((name for name in labels if name in free), "")
            identity = self.id or (ID if ID in free and label != ID else "")
        excluded = {label, text, identity}.difference(features)
        marks = frozenset(("", *self.missing))
        for number, fields in enumerate(self._fields(text or TEXT, progress), start=1):
            label_cell, name = fields.get(label, ""), fields.get(identity, "") or str(number)
            if text and text not in fields:
                at = Place.file(self.path).spot(f"record {name}")
                raise InputError(_missing_field(text, fields), at=at)
            yield Record(
                name,
                "" if label_cell in marks else label_cell,
                fields.get(text, ""),
                {
                    name: "" if value in marks else value
                    for name, value in fields.items()
                    if name not in excluded
                },
            )

    def _fields(self, text: str, progress: Progress | None = None) -> Iterator[Fields]:
        return read_fields(
            self.path, self.dialect, self.header, self.largest, text, progress, self.missing
        )


def _missing_field(name: str, record: Fields) -> str:
    return f"there is no field {quoted(name)}{near(name, record)}; there are {listing(record)}"


def record_blocks(records: Iterable[Record]) -> Iterator[list[Record]]:
    """Yield `records` in lists that bound the memory."""
    block: list[Record] = []
    size = 0
    for record in records:
        block.append(record)
        size += len(record.text) + sum(map(len, record.cells.values()))
        if len(block) >= _RECORDS or size >= _OF_BLOCK:
            yield block
            block, size = [], 0
    if block:
        yield block
