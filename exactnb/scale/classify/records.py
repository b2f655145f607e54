"""Labelled texts and rows, one after the other: nothing is held but a block of them.

So input may be larger than memory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from exactnb.core.data.dialect import AS_IT_SHOWS, Dialect
from exactnb.core.data.rows import MISSING
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, listing, near, quoted
from exactnb.scale.classify.fields import ID, LABELS, TEXT, Fields, HowFar, fields
from exactnb.scale.classify.unpacked import LARGEST

_OF_BLOCK = 8 * 1024 * 1024  # characters of a block of records
_RECORDS = 10_000  # of a block


@frozen(slots=True)
class Record:
    """One document or row: its id, its class ("" where that is not known), its text, its cells."""

    id: str
    label: str
    text: str
    cells: Mapping[str, str]


@frozen
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
        first = next(self._fields(self.text or TEXT), None)
        if first is None:
            raise InputError("there are no records", at=Place.file(self.path))
        for name in (self.label, self.text, self.id):
            if name and name not in first:
                raise InputError(_lacking(name, first), at=Place.file(self.path))
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

    def records(
        self,
        train: Source | None = None,
        far: HowFar | None = None,
        features: Collection[str] = (),
    ) -> Iterator[Record]:
        """Yield the records; those of a test may lack the class that the training records have.

        Columns that are `features` of the training records are cells of a test, whatever they are
        called. How far they are read is kept in `far`. Raises InputError for a record without the text.
        """
        label, text, identity = self.label_field, self.text_field, self.id_field
        if train is not None and train is not self:
            text = self.text or train.text_field
            free = [name for name in self.names if name not in (text, *features)]
            labels = (self.label or train.label_field, *(name for name in LABELS if name != self.id))
            label = next((name for name in labels if name in free), "")
            identity = self.id or (ID if ID in free and label != ID else "")
        kept = {label, text, identity}.difference(features)
        marks = frozenset(("", *self.missing))
        for number, found in enumerate(self._fields(text or TEXT, far), start=1):
            given, name = found.get(label, ""), found.get(identity, "") or str(number)
            if text and text not in found:
                at = Place.file(self.path).spot(f"record {name}")
                raise InputError(_lacking(text, found), at=at)
            yield Record(
                name,
                "" if given in marks else given,
                found.get(text, ""),
                {
                    name: "" if value in marks else value
                    for name, value in found.items()
                    if name not in kept
                },
            )

    def _fields(self, text: str, far: HowFar | None = None) -> Iterator[Fields]:
        return fields(self.path, self.dialect, self.header, self.largest, text, far, self.missing)


def _lacking(name: str, there: Fields) -> str:
    return f"there is no field {quoted(name)}{near(name, there)}; there are {listing(there)}"


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
