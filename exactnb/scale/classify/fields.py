"""Labelled records, read one after the other or in blocks: JSON lines, CSV, folders of text files.

How to read: `read_fields` opens a file or folder; `_read_lines`, `_read_table` or `_read_folder` reads
it. A `RecordSource` makes records of fields, in blocks, so that input may be larger than memory.
"""

from __future__ import annotations

import io
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from exactnb.core.data.cells import LONGEST_CELL, cut, names_of_header, separator_for
from exactnb.core.data.dialect import AS_IT_SHOWS, Dialect, undecodable, with_nul
from exactnb.core.data.files import opened, why_not
from exactnb.core.data.readers import check_columns, decimal_point, json_record, under_names
from exactnb.core.data.rows import MISSING, name_of, repeated
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, listing, near, quoted
from exactnb.scale.classify.compression import LARGEST, PACKED, name_within, unpack

LABELS, TEXT, ID = ("class", "label"), "text", "id"
"""Default names of the fields with the class, the text and the id."""

_LARGEST = LONGEST_CELL  # characters of one record
_SHORT, _NO_CELL = 64, ' \t,;|"\r\n'  # a short line of these characters alone has no record
_EMPTY, _TO_ONE = 100_000, 10  # lines without a record: allowed in all, and more per other line
_LINES, _TABLES = (".jsonl", ".ndjson"), (".csv", ".tsv")

Fields = Mapping[str, str]
"""The fields of one record by name, as text."""

_OF_BLOCK = 8 * 1024 * 1024  # characters per block
_RECORDS = 10_000  # records per block


@dataclass
class Progress:
    """The share of a file or folder that has been read."""

    file: io.BufferedReader | None = None
    done: float = 0.0

    def share(self) -> float:
        """Return the share that has been read, from 0 to 1."""
        try:
            if self.file is not None:
                size = os.fstat(self.file.fileno()).st_size
                self.done = min(self.file.raw.tell() / size, 1.0) if size else 0.0
        except (OSError, ValueError):  # a pipe has no position, nor has a closed file
            pass
        return self.done


def read_fields(
    path: Path,
    dialect: Dialect = AS_IT_SHOWS,
    header: Sequence[str] = (),
    largest: int = LARGEST,
    text: str = TEXT,
    progress: Progress | None = None,
    missing: Collection[str] = (),
) -> Iterator[Fields]:
    """Yield the fields of every record at `path`: a folder, or .jsonl, .csv or .tsv, packed or not.

    `dialect` is the way files are written, `header` names the columns of a table without a header line,
    `text` is the field of texts, whose commas stay. In a folder each subfolder is a class, with a text
    in every file. A packed file may unpack to `largest` bytes. `progress` is kept up to date. NaN and
    infinities of JSON are read only where they are marks in `missing`. Raises InputError with the file
    and the line.
    """
    if _is_lines_file(path):
        if header:
            raise InputError("names of columns go with .csv and .tsv", at="header")
        if dialect.delimiter:
            raise InputError("nothing stands between the cells of .jsonl", at="delimiter")
    with Place.file(path):
        records = _read_path(path, dialect, header, largest, text, progress or Progress(), missing)
        if dialect.decimal != ",":
            yield from records
            return
        for number, record in enumerate(records, start=1):
            yield {
                name: cell if name == text else _with_point(cell, name, number)
                for name, cell in record.items()
            }


def _with_point(cell: str, name: str, number: int) -> str:
    """Return a cell with a decimal point in place of the comma; an error names record and column."""
    try:
        return decimal_point(cell)
    except InputError as error:
        raise error.under(HERE.spot(f"record {number}").column(name)) from None


def _is_lines_file(path: Path) -> bool:
    """Say whether a file is of JSON lines, by its name; False if it cannot be opened."""
    try:
        return _ending(path) in _LINES
    except (InputError, OSError, ValueError):  # reading it raises the error with its place
        return False


def _is_packed(path: Path) -> bool:
    return path.suffix.lower() in PACKED


def _ending(path: Path) -> str:
    """Return the ending of a file's name without that of packing; a file in a .zip has its own name."""
    ending = Path(path.stem if _is_packed(path) else path.name).suffix.lower()
    if path.suffix.lower() == ".zip" and ending not in (*_LINES, *_TABLES):
        with opened(path) as file:
            return Path(name_within(file)).suffix.lower()
    return ending


def _read_path(
    path: Path,
    dialect: Dialect,
    header: Sequence[str],
    largest: int,
    text: str,
    progress: Progress,
    missing: Collection[str],
) -> Iterator[Fields]:
    """Yield the fields of every record in a file or folder; errors have no file yet."""
    try:
        if path.is_dir():
            yield from _read_folder(path, dialect, progress)
            return
        ending = _ending(path)
        if ending not in (*_LINES, *_TABLES):
            expected = ", ".join((*_LINES, *_TABLES))
            raise InputError(
                f"expected a folder, or a file that ends in {expected} (or that with .gz and the like)"
            )
        packed = path.suffix.lower() if _is_packed(path) else ""
        with opened(path) as file, unpack(file, packed, largest) as raw, dialect.opened(raw) as content:
            progress.file = file
            lines = _lines_within(content, dialect)
            if ending in _LINES:
                yield from _read_lines(lines, missing)
            else:
                yield from _read_table(lines, ending, header, dialect.delimiter, text)
    except InputError:
        raise
    except UnicodeError as error:
        raise InputError(undecodable(error, dialect)) from None
    except (OSError, ValueError) as error:
        raise InputError(why_not(path, error)) from None


def _read_lines(lines: Iterator[str], missing: Collection[str]) -> Iterator[Fields]:
    """Yield the fields of JSON lines; refuse NaN and infinities that mark nothing as missing."""

    def constant(text: str) -> str:
        if text not in missing:
            raise InputError(f"{text} is not a number")
        return text

    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = json_record(line, constant)
            if not record:
                raise InputError("expected an object such as {...}")
            if "" in record:
                raise InputError("a key is empty; each field has a name")
        except InputError as error:  # making a place for each of millions of lines takes long
            raise error.under(HERE.line(number)) from None
        yield {key: _cell_text(value, number, key) for key, value in record.items()}


def _cell_text(value: Any, number: int, key: str) -> str:
    """Return a value of JSON as the text of a cell; an error names line and key."""
    try:
        return "" if value is None else _text(value) if isinstance(value, str) else name_of(value)
    except InputError as error:
        raise error.under(HERE.line(number).spot(f"key {quoted(key)}")) from None


def _text(value: str) -> str:
    """Refuse lone surrogates, which JSON can escape and no encoding can write."""
    if not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
        raise InputError(f"{quoted(value)} is not Unicode text")
    return value


def _lines_within(lines: IO[str], dialect: Dialect) -> Iterator[str]:
    """Yield lines of text; refuse a line longer than any record, and too many without a record."""
    number = empty = 0
    while line := lines.readline(_LARGEST + 1):
        number += 1
        if len(line) > _LARGEST:
            raise InputError(f"more than {_LARGEST // 2**20} MB in one line", at=HERE.line(number))
        if "\0" in line:
            raise InputError(with_nul(line.index("\0"), dialect), at=HERE.line(number))
        if len(line) < _SHORT and not line.strip(_NO_CELL):
            empty += 1
            if empty > _EMPTY + _TO_ONE * (number - empty):
                raise InputError(f"{empty:,} lines without a record", at=HERE.line(number))
        yield line


def _read_table(
    lines: Iterator[str], ending: str, header: Sequence[str], delimiter: str, text: str
) -> Iterator[Fields]:
    """Yield the rows of a table; tabs separate the cells of .tsv, else the header shows what does."""
    choose = None if ending == ".tsv" or not header else partial(separator_for, width=len(header))
    rows = cut(lines, ending, text=text, delimiter=delimiter, choose=choose)
    names = [name.strip() for name in header] or names_of_header(next(rows, (0, []))[1])
    check_columns(names)
    if not any(names):
        raise InputError("the table is empty; expected a header line")
    if (duplicate := repeated(filter(None, names))) is not None:
        raise InputError(f"column {quoted(duplicate)} is there twice", at=HERE.line(1))
    filled = tuple(filter(None, names))
    for number, cells in rows:
        yield dict(zip(filled, under_names(cells, names, number), strict=True))


def _read_folder(path: Path, dialect: Dialect, progress: Progress) -> Iterator[Fields]:
    """Yield the texts of a folder; those in a subfolder have its name as class."""
    hidden = (".", "_")
    entries = sorted(path.iterdir())
    for place, entry in enumerate(entries):
        if entry.name.startswith(hidden):
            continue
        files = sorted(entry.iterdir()) if entry.is_dir() else [entry]
        label = entry.name.encode(errors="replace").decode() if entry.is_dir() else ""
        for position, file in enumerate(files):
            progress.done = (place + position / len(files)) / len(entries)
            if file.name.startswith(hidden) or not file.is_file():
                continue
            name = file.relative_to(path).as_posix().encode(errors="replace").decode()
            if file.stat().st_size > _LARGEST:
                raise InputError(f"more than {_LARGEST // 2**20} MB", at=Place.file(name))
            try:
                with dialect.opened(opened(file), newline=None) as lines:
                    text = lines.read()
            except UnicodeError as error:
                raise InputError(undecodable(error, dialect), at=Place.file(name)) from None
            yield {ID: name, LABELS[0]: label, TEXT: text}


@frozen(slots=True)
class Record:
    """One document or row: its id, its class ("" if unknown), its text, its cells."""

    id: str
    label: str
    text: str
    cells: Mapping[str, str]


@frozen
class RecordSource:
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
        train: RecordSource | None = None,
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
