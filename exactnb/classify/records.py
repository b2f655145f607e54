"""Labelled texts and rows, one after the other: nothing is held but a block of them.

So input may be larger than memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from exactnb.classify.fields import ID, LABELS, TEXT, Fields, HowFar, fields
from exactnb.classify.unpacked import LARGEST
from exactnb.data.dialect import AS_IT_SHOWS, Dialect
from exactnb.data.rows import MISSING
from exactnb.errors import InputError, Place, listing, near, quoted
from exactnb.lazy import once

_OF_BLOCK = 8 * 1024 * 1024  # characters of a block of records
_RECORDS = 10_000  # of a block


@dataclass(frozen=True, slots=True)
class Record:
    """One document or row: its id, its class ("" where that is not known), its text, its cells."""

    id: str
    label: str
    text: str
    cells: Mapping[str, str]


@dataclass(frozen=True)
class Source:
    """A file or folder of records, and which of their fields hold class, text and id.

    A field that is not named is found: the class under class or label, else in the last field; the text
    under text, the id under id, if there are such. All others are cells; where one holds a mark of
    what is `missing` it is "", as a class is. `dialect` says how the files are written; a packed one
    unpacks to `largest` bytes at most.
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
        """Return the fields of the first record."""
        first = next(self._fields(), None)
        if first is None:
            raise InputError("there are no records", at=Place.file(self.path))
        for name in (self.label, self.text, self.id):
            if name and name not in first:
                message = f"there is no field {quoted(name)}{near(name, first)}"
                raise InputError(f"{message}; there are {listing(first)}", at=Place.file(self.path))
        return tuple(first)

    @once
    def label_field(self) -> str:
        """Return the field of the class, "" for none."""
        found = [name for name in LABELS if name in self.names]
        others = [name for name in self.names if name not in (self.text or TEXT, self.id or ID)]
        return self.label or next(iter(found), others[-1] if others else "")

    @once
    def text_field(self) -> str:
        """Return the field of the text, "" for none."""
        is_there = TEXT in self.names and self.label_field != TEXT
        return self.text or (TEXT if is_there else "")

    @once
    def id_field(self) -> str:
        """Return the field of the id, "" for none: then a record has its number."""
        return self.id or (ID if ID in self.names and self.label_field != ID else "")

    def size(self) -> int:
        """Return how many bytes there are to read, 0 where that is not known."""
        try:
            files = self.path.rglob("*") if self.path.is_dir() else [self.path]
            return sum(file.stat().st_size for file in files if file.is_file())
        except (OSError, ValueError):  # which is told when it is read
            return 0

    def records(self, train: Source | None = None, far: HowFar | None = None) -> Iterator[Record]:
        """Yield the records; those of a test may lack the class that the training records have.

        How far they are read is kept in `far`.
        """
        text, identity = self.text_field, self.id_field
        label = self.label_field
        if train is not None and train is not self:
            own = self.label or next((name for name in LABELS if name in self.names), "")
            label = train.label_field if train.label_field in self.names else own
        kept, marks = {label, text, identity}, frozenset(("", *self.missing))
        for number, found in enumerate(self._fields(far), start=1):
            given = found.get(label, "")
            yield Record(
                found.get(identity, "") or str(number),
                "" if given in marks else given,
                found.get(text, ""),
                {
                    name: "" if value in marks else value
                    for name, value in found.items()
                    if name not in kept
                },
            )

    def _fields(self, far: HowFar | None = None) -> Iterator[Fields]:
        text = self.text or TEXT
        return fields(self.path, self.dialect, self.header, self.largest, text, far, self.missing)


def blocks(found: Iterable[Record]) -> Iterator[list[Record]]:
    """Yield records in lists that bound the memory."""
    block: list[Record] = []
    size = 0
    for record in found:
        block.append(record)
        size += len(record.text) + sum(map(len, record.cells.values()))
        if len(block) >= _RECORDS or size >= _OF_BLOCK:
            yield block
            block, size = [], 0
    if block:
        yield block
