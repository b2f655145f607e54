"""Labelled records, read one after the other or in blocks: tables, JSON lines, folders of text files.

How to read: `read_fields` opens a file, of which `read_records` reads the rows, or a folder. A
`RecordSource` makes a `RecordBlock` of some at a time, so that input may be larger than memory.
"""

from __future__ import annotations

import io
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import IO, Any

from exactnb.core.data.cells import LONGEST_CELL
from exactnb.core.data.compression import LARGEST, unpack
from exactnb.core.data.dialect import AS_IT_SHOWS, Dialect, undecodable, with_nul
from exactnb.core.data.files import opened, why_not
from exactnb.core.data.findings import Findings, rows_without_class, without_class
from exactnb.core.data.readers import MAX_BYTES, WORKBOOK, read_records, table_ending
from exactnb.core.data.rows import LABELS, NO_CLASS, class_column
from exactnb.core.data.schema import MISSING, compared
from exactnb.core.data.table import declared_names
from exactnb.core.lazy import once
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, listing, near, quoted

TEXT, ID = "text", "id"
"""Default names of the fields with the text and the id."""

_LARGEST = LONGEST_CELL  # characters of one record
_SHORT, _NO_CELL = 64, ' \t,;|"\r\n'  # a short line of these characters alone has no record
_EMPTY, _TO_ONE = 100_000, 10  # lines without a record: allowed in all, and more per other line

Fields = Mapping[str, str]
"""The fields of one record by name, as text."""

_OF_BLOCK = 8 * 1024 * 1024  # characters per block
_RECORDS = 10_000  # records per block


@dataclass
class Progress:
    """The share of a file or folder that has been read, and the `characters` that were."""

    file: io.BufferedReader | None = None
    done: float = 0.0
    characters: int = 0

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
    largest: int = LARGEST,
    progress: Progress | None = None,
    **how: Any,
) -> Iterator[Fields]:
    """Yield the fields of every record at `path`: a folder, or a table in a file, packed or not.

    `dialect` and `how` are arguments of `read_records`. In a folder a subfolder is a class, with a text
    in every file. A packed file may unpack to `largest` bytes. `progress` is kept up to date. Raises
    InputError with the file and the line.
    """
    try:
        yield from _read_path(path, dialect, largest, progress or Progress(), how)
    except InputError as error:  # what the dialect says has its own place
        raise error if error.place.keys else error.under(Place.file(path)) from None


def _read_path(
    path: Path, dialect: Dialect, largest: int, progress: Progress, how: Mapping[str, Any]
) -> Iterator[Fields]:
    """Yield the fields of every record in a file or folder; errors have no file yet."""
    try:
        if path.is_dir():
            yield from _read_folder(path, dialect, progress)
            return
        ending, packed = table_ending(path, how.get("findings")), path.suffix.lower()
        with opened(path) as file, unpack(file, packed, largest) as raw, ExitStack() as stack:
            progress.file = file
            if ending == WORKBOOK:
                from exactnb.core.data.workbooks import csv_of_workbook

                content, dialect = csv_of_workbook(raw, dialect, MAX_BYTES, how.get("findings"))
                lines: Iterable[str] = io.StringIO(content, newline="")
            else:
                lines = _bounded_lines(stack.enter_context(dialect.opened(raw)), dialect, progress)
            _, records = read_records(lines, ending, dialect, **how)
            for _, record in records:
                yield record
    except InputError:
        raise
    except UnicodeError as error:
        raise InputError(undecodable(error, dialect)) from None
    except (OSError, ValueError) as error:
        raise InputError(why_not(path, error)) from None


def _bounded_lines(lines: IO[str], dialect: Dialect, progress: Progress) -> Iterator[str]:
    """Yield lines of text; refuse a line longer than any record, and too many without a record."""
    number = empty = 0
    while line := lines.readline(_LARGEST + 1):
        number += 1
        progress.characters += len(line)
        if len(line) > _LARGEST:
            raise InputError(f"more than {_LARGEST // 2**20} MB in one line", at=HERE.line(number))
        if "\0" in line:
            raise InputError(with_nul(line.index("\0"), dialect), at=HERE.line(number))
        if len(line) < _SHORT and not line.strip(_NO_CELL):
            empty += 1
            if empty > _EMPTY + _TO_ONE * (number - empty):
                raise InputError(f"{empty:,} lines without a record", at=HERE.line(number))
        yield line


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
            progress.characters += len(text)
            yield {ID: name, LABELS[0]: label, TEXT: text}


@frozen
class RecordBlock:
    """Documents or rows, one or several: their `ids`, `labels` ("" if unknown), `texts`, and cells.

    The cells of a record are its `fields` but the `excluded` ones. A mark of `missing` stands for "",
    and with `fold_case` the others are in lower case. `refusal` is that of a record without a class.

    >>> block = RecordBlock(["1", "2"], ["a", "b"], ["", ""], [{"x": "7"}, {"x": "?"}], missing={"?"})
    >>> block.column("x"), block.at_rows([1]).column("x")
    (['7', ''], [''])
    """

    ids: Sequence[str]
    labels: Sequence[str]
    texts: Sequence[str]
    fields: Sequence[Fields]
    excluded: AbstractSet[str] = frozenset()
    missing: AbstractSet[str] = frozenset()
    fold_case: bool = False
    refusal: str = "a training record without a class; --unlabelled drop leaves it out"

    def __len__(self) -> int:
        return len(self.ids)

    def at_rows(self, rows: Sequence[int]) -> RecordBlock:
        """Return the records in `rows`."""
        names = ("ids", "labels", "texts", "fields")
        fields: dict[str, Any] = {name: [getattr(self, name)[row] for row in rows] for name in names}
        return replace(self, **fields)

    def column(self, name: str) -> list[str]:
        """Return the cells of column `name`, "" for a missing one."""
        cells = [fields.get(name, "") for fields in self.fields]
        return _blank_missing_marks(cells, self.missing, fold_case=self.fold_case)

    def present_columns(self, row: int) -> list[str]:
        """Return the names of the cells that the record in `row` has."""
        return [name for name in self.fields[row] if name not in self.excluded]

    def name(self, row: int) -> str:
        """Return the name of the record in `row`, for errors."""
        return f"record {self.ids[row]}"

    def place(self, row: int, column: str = "") -> Place:
        """Return the place of the record in `row`, or of its cell in a `column`."""
        place = HERE.spot(self.name(row))
        return place.column(column) if column else place


@frozen
class RecordSource:
    """A file or folder of records, and which of their fields hold class, text and id.

    By default the class is in the field that `class_column` returns, the text in the field text, and
    the id in the field id. All others are cells. Cells and classes that are one of the marks of
    `missing` become "", and with `fold_case` the others are in lower case. `dialect` is the way files
    are written. A packed file may unpack to `largest` bytes. Training records without a class are left
    out if `unlabelled` is "drop".
    """

    path: Path
    label: str = ""
    text: str = ""
    id: str = ""
    dialect: Dialect = AS_IT_SHOWS
    largest: int = LARGEST
    missing: tuple[str, ...] = MISSING
    unlabelled: str = "error"
    fold_case: bool = False

    @once
    def field_names(self) -> tuple[str, ...]:
        """Return the fields of the first record.

        Raises InputError if there is none, or if it lacks a field that was named.
        """
        first = next(self._read_fields(self.text or TEXT), None)
        if first is None:
            raise InputError("there are no records", at=Place.file(self.path))
        for name in (self.label, self.text, self.id):
            if name and name not in first:
                raise InputError(_missing_field_message(name, first), at=Place.file(self.path))
        return tuple(first)

    @once
    def label_field(self) -> str:
        """Return the field of the class; raise InputError where several may be it."""
        if self.label:
            return self.label
        with Place.file(self.path):
            return class_column(self.field_names, (self.text or TEXT, self.id or ID))

    @once
    def text_field(self) -> str:
        """Return the field of the text, "" if there is none."""
        return self.text or (TEXT if TEXT in self.field_names and self.label != TEXT else "")

    @once
    def id_field(self) -> str:
        """Return the field of the id, "" if there is none: a record's id is then its number."""
        return self.id or (ID if ID in self.field_names and self.label != ID else "")

    @once
    def findings(self) -> Findings:
        """Return what reading the file finds beside its records, known once all of them were read."""
        return Findings()

    def declared_values(self, field: str) -> tuple[str, ...]:
        """Return all values that the file declares of `field`, if some are in no record of it.

        They are known once all records were read.
        """
        marks = frozenset(compared(("", *self.missing), self.fold_case))
        return tuple(declared_names(self.findings.declared, marks, self.fold_case).get(field, ()))

    def byte_count(self) -> int:
        """Return the number of bytes to read, 0 if it is unknown."""
        try:
            files = self.path.rglob("*") if self.path.is_dir() else [self.path]
            return sum(file.stat().st_size for file in files if file.is_file())
        except (OSError, ValueError):  # reading it raises the error with its place
            return 0

    def blocks(
        self,
        train: RecordSource | None = None,
        progress: Progress | None = None,
        features: Collection[str] = (),
    ) -> Iterator[RecordBlock]:
        """Yield the records in blocks that bound the memory.

        With a training source, `train`, fields are found as there, and the class may be lacking; its
        `features` are cells here, whatever their names. `progress` is kept up to date. Raises
        InputError for a record without the text.
        """
        text, identity = self.text_field, self.id_field
        if train is None or train is self:
            label = self.label_field
        else:
            text = self.text or train.text_field
            free = [name for name in self.field_names if name not in (text, *features)]
            usual_names = (name for name in LABELS[:2] if name != self.id)
            candidates = (self.label or train.label_field, *usual_names)
            label = next((name for name in candidates if name in free), "")
            identity = self.id or (ID if ID in free and label != ID else "")
        excluded = {label, text, identity}.difference(features)
        drops = self.unlabelled == "drop" and (train is None or train is self)
        progress, number, dropped = progress or Progress(), 1, 0
        marks = frozenset(compared(self.missing, self.fold_case))
        remaining = self._read_fields(text or TEXT, progress)
        while fields := _next_block(remaining, progress):
            ids = list(map(str, range(number, number + len(fields))))
            if identity:
                ids = [r.get(identity, "") or place for r, place in zip(fields, ids, strict=True)]
            if self.findings.weights:
                place = Place.file(self.path).line(min(self.findings.weights))
                raise InputError("rows with weights are read by exactnb solve alone", at=place)
            number += len(fields)
            lacking = (row for row, record in enumerate(fields) if text and text not in record)
            if (row := next(lacking, None)) is not None:
                place = Place.file(self.path).spot(f"record {ids[row]}")
                raise InputError(_missing_field_message(text, fields[row]), at=place)
            texts = [record.get(text, "") for record in fields] if text else [""] * len(fields)
            labels = _blank_missing_marks(
                [record.get(label, "") for record in fields], marks, fold_case=self.fold_case
            )
            block = RecordBlock(ids, labels, texts, fields, excluded, marks, self.fold_case)
            if "" in labels:
                merged = filter(None, [self.findings.merged_cells(label)])
                refusal = without_class(label, merged, [record.get(label, "") for record in fields])
                block = block if refusal == NO_CLASS else replace(block, refusal=refusal)
            if drops and "" in labels:
                dropped += labels.count("")
                block = block.at_rows([row for row, row_label in enumerate(labels) if row_label])
            if block.ids:
                yield block
        for outcome in rows_without_class(dropped, "drop"):
            self.findings.note(outcome)

    def _read_fields(self, text: str, progress: Progress | None = None) -> Iterator[Fields]:
        how: dict[str, Any] = {"text": text, "missing": self.missing, "findings": self.findings}
        return read_fields(self.path, self.dialect, self.largest, progress, **how)


def _missing_field_message(name: str, record: Fields) -> str:
    return f"there is no field {quoted(name)}{near(name, record)}; there are {listing(record)}"


def _blank_missing_marks(cells: list[str], marks: AbstractSet[str], *, fold_case: bool) -> list[str]:
    """Return `cells` with "" for `marks`; with `fold_case` they are in lower case, as these are."""
    cells = compared(cells, fold_case)
    # Most columns have no mark: they stay as they are.
    if marks.isdisjoint(cells):
        return cells
    return ["" if cell in marks else cell for cell in cells]


def _next_block(records: Iterator[Fields], progress: Progress) -> list[Fields]:
    """Return the next records, as many as bound the memory; none at the end."""
    block: list[Fields] = []
    # Lines are counted, not cells, of which there are many; some lines may be read ahead of records.
    limit = progress.characters + _OF_BLOCK
    for record in islice(records, _RECORDS):
        block.append(record)
        if progress.characters >= limit:
            break
    return block
