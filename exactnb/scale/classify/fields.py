"""The fields of records, read one record after the other: JSON lines, CSV, folders of text files.

How to read: `fields` opens what it is given, and `_of_lines`, `_of_table` or `_of_folder` reads it.
"""

from __future__ import annotations

import io
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from exactnb.core.data.cells import cut, names_of_header, separator_for
from exactnb.core.data.dialect import AS_IT_SHOWS, Dialect, undecodable, with_nul
from exactnb.core.data.files import opened, why_not
from exactnb.core.data.long_cells import LONGEST_CELL
from exactnb.core.data.readers import check_columns, decimal_point, json_record, under_names
from exactnb.core.data.rows import name_of, repeated
from exactnb.errors import HERE, InputError, Place, quoted
from exactnb.scale.classify.unpacked import LARGEST, PACKED, name_within, unpacked

LABELS, TEXT, ID = ("class", "label"), "text", "id"
"""What fields with the class, the text and the id are called, if nothing else is said."""

_LARGEST = LONGEST_CELL  # characters of one record
_SHORT, _NO_CELL = 64, ' \t,;|"\r\n'  # a line of a few such signs has no record
_EMPTY, _TO_ONE = 100_000, 10  # lines without a record, in all and for each other line
_LINES, _TABLES = (".jsonl", ".ndjson"), (".csv", ".tsv")

Fields = Mapping[str, str]
"""The fields of one record by name, as they are written."""


@dataclass
class HowFar:
    """How far a file or folder has been read, as a share of it."""

    file: io.BufferedReader | None = None
    done: float = 0.0

    def share(self) -> float:
        """Return the share that has been read, from 0 to 1."""
        try:
            if self.file is not None:
                size = os.fstat(self.file.fileno()).st_size
                self.done = min(self.file.raw.tell() / size, 1.0) if size else 0.0
        except (OSError, ValueError):  # a pipe has no place, a closed file neither
            pass
        return self.done


def fields(
    path: Path,
    dialect: Dialect = AS_IT_SHOWS,
    header: Sequence[str] = (),
    largest: int = LARGEST,
    text: str = TEXT,
    far: HowFar | None = None,
    missing: Collection[str] = (),
) -> Iterator[Fields]:
    """Yield the fields of every record: of .jsonl, .csv, .tsv, packed or not, or of a folder.

    `dialect` says how the files are written, `header` names the columns of a table whose first line
    does not, `text` the field of texts, whose commas stay. In a folder each subfolder is a class, with
    a text in every file. A packed file unpacks to `largest` bytes at most. `far` is kept up to date.
    NaN and infinities of JSON are read where they are marks of what is `missing`. Raises InputError
    with the file and the line.
    """
    if _is_of_lines(path):
        if header:
            raise InputError("names of columns go with .csv and .tsv", at="header")
        if dialect.delimiter:
            raise InputError("nothing stands between the cells of .jsonl", at="delimiter")
    with Place.file(path):
        found = _of_path(path, dialect, header, largest, text, far or HowFar(), missing)
        if dialect.decimal != ",":
            yield from found
            return
        for number, record in enumerate(found, start=1):
            yield {
                name: cell if name == text else _with_point(cell, name, number)
                for name, cell in record.items()
            }


def _with_point(cell: str, name: str, number: int) -> str:
    try:
        return decimal_point(cell)
    except InputError as error:
        raise error.under(HERE.spot(f"record {number}").column(name)) from None


def _is_of_lines(path: Path) -> bool:
    try:
        return _ending(path) in _LINES
    except (InputError, OSError, ValueError):  # which is told when it is read
        return False


def _is_packed(path: Path) -> bool:
    return path.suffix.lower() in PACKED


def _ending(path: Path) -> str:
    """Return how the name of a file ends, before it was packed; in a .zip it may have its own."""
    found = Path(path.stem if _is_packed(path) else path.name).suffix.lower()
    if path.suffix.lower() == ".zip" and found not in (*_LINES, *_TABLES):
        with opened(path) as file:
            return Path(name_within(file)).suffix.lower()
    return found


def _of_path(
    path: Path,
    dialect: Dialect,
    header: Sequence[str],
    largest: int,
    text: str,
    far: HowFar,
    missing: Collection[str],
) -> Iterator[Fields]:
    """Yield the fields of every record in a file or a folder, whose place its caller says."""
    try:
        if path.is_dir():
            yield from _of_folder(path, dialect, far)
            return
        ending = _ending(path)
        if ending not in (*_LINES, *_TABLES):
            expected = ", ".join((*_LINES, *_TABLES))
            raise InputError(
                f"expected a folder, or a file that ends in {expected} (or that with .gz and the like)"
            )
        packed = path.suffix.lower() if _is_packed(path) else ""
        with (
            opened(path) as file,
            unpacked(file, packed, largest) as raw,
            dialect.opened(raw) as content,
        ):
            far.file = file
            lines = _lines_within(content, dialect)
            if ending in _LINES:
                yield from _of_lines(lines, missing)
            else:
                yield from _of_table(lines, ending, header, dialect.delimiter, text)
    except InputError:
        raise
    except UnicodeError as error:
        raise InputError(undecodable(error, dialect)) from None
    except (OSError, ValueError) as error:
        raise InputError(why_not(path, error)) from None


def _of_lines(lines: Iterator[str], missing: Collection[str]) -> Iterator[Fields]:
    def constant(said: str) -> str:
        if said not in missing:
            raise InputError(f"{said} is not a number")
        return said

    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = json_record(line, constant)
            if not found:
                raise InputError("expected an object such as {...}")
            if "" in found:
                raise InputError("a key is empty; each field has a name")
        except InputError as error:  # places are made only where they are told: there are many lines
            raise error.under(HERE.line(number)) from None
        yield {key: _written(value, number, key) for key, value in found.items()}


def _written(value: Any, number: int, key: str) -> str:
    try:
        return "" if value is None else _text(value) if isinstance(value, str) else name_of(value)
    except InputError as error:
        raise error.under(HERE.line(number).spot(f"key {quoted(key)}")) from None


def _text(value: str) -> str:
    if not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
        raise InputError(f"{quoted(value)} is not Unicode text")
    return value


def _lines_within(lines: IO[str], dialect: Dialect) -> Iterator[str]:
    """Yield lines of text, none of them longer than a record may be, and not too many without one."""
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


def _of_table(
    lines: Iterator[str], ending: str, header: Sequence[str], delimiter: str, text: str
) -> Iterator[Fields]:
    """Yield the rows of a table; its header says what separates the cells, in .tsv tabs do."""
    choose = None if ending == ".tsv" or not header else partial(separator_for, width=len(header))
    rows = cut(lines, ending, text=text, delimiter=delimiter, choose=choose)
    names = [name.strip() for name in header] or names_of_header(next(rows, (0, []))[1])
    check_columns(names)
    if not any(names):
        raise InputError("the table is empty; expected a header line")
    if (twice := repeated(filter(None, names))) is not None:
        raise InputError(f"column {quoted(twice)} is there twice", at=HERE.line(1))
    known = tuple(filter(None, names))
    for number, cells in rows:
        yield dict(zip(known, under_names(cells, names, number), strict=True))


def _of_folder(path: Path, dialect: Dialect, far: HowFar) -> Iterator[Fields]:
    """Yield the texts of a folder, those of subfolders with the name of theirs as class."""
    hidden = (".", "_")
    entries = sorted(path.iterdir())
    for place, entry in enumerate(entries):
        if entry.name.startswith(hidden):
            continue
        files = sorted(entry.iterdir()) if entry.is_dir() else [entry]
        label = entry.name.encode(errors="replace").decode() if entry.is_dir() else ""
        for within, file in enumerate(files):
            far.done = (place + within / len(files)) / len(entries)
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
