"""Tallies as Parquet files, written by exactnb or by jobs of other tools; and the merging of these.

The format is `exactnb.counts/1`: a row for each count, columns `kind`, `feature`, `class`, `value`
(text), `n` (64-bit integer), `sum` and `squares` (numerals as text, for they may be longer), and a row
of kind `format` that names it. Files that exactnb writes have a digest of the rows in their metadata.

How to read: `read_counts_file` reads a file, or a folder of files that one job wrote, through `_Table`,
which checks columns; `parquet_bytes` writes one. A few bytes may unpack to more than memory holds: an
`UnpackingBudget` limits rows, `pages.py` finds what pages unpack to, and rows are counted one by one.
`merge` adds files up, each part once; an interrupted merge can be resumed.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from importlib import import_module
from io import SEEK_END, BufferedReader, BytesIO
from pathlib import Path
from typing import Any

from exactnb.core.arguments import require
from exactnb.core.data.files import as_path, opened, why_not
from exactnb.core.data.rows import in_list, repeated
from exactnb.errors import HERE, ExactnbError, InputError, Place, listing, near, quoted
from exactnb.scale.counting.features import CountRow
from exactnb.scale.counting.pages import unpacked_page_sizes
from exactnb.scale.counting.tally import Tally, TallyPart, digest_of

FORMAT = "exactnb.counts/1"
"""The version of the format that is written and read."""

_TEXTS, _SUMS = ("kind", "feature", "class", "value"), ("sum", "squares")
_COLUMNS = (*_TEXTS, "n", *_SUMS)
_KEY = b"exactnb"  # of the entry in the metadata
_LARGEST, FREE, _TIMES = 2**32, 2**26, 2**8  # bytes allowed: at most, to any file, per byte of a file
_OF_ROW = 64  # bytes of a row besides its texts
_AT_ONCE = 2**14  # rows per batch
_LONGEST = 2**63 - 1

Keep = Callable[[Tally], None]
"""Called with the counts merged so far, to write them down."""


def parquet_bytes(tally: Tally) -> bytes:
    """Return the audited `tally` as a Parquet file; equal tallies give equal files.

    >>> tally = Tally.from_rows([("class", "play", "yes", None, 2)])
    >>> parquet_bytes(tally)[:4], parquet_bytes(tally) == parquet_bytes(tally)
    (b'PAR1', True)

    Raises InputError for counts beyond 64 bits, and where PyArrow is not installed.
    """
    arrow, parquet = _import_pyarrow()
    counted = list(require(tally, Tally, "a Tally", "tally").audited().rows())
    if (largest := max((row.n for row in counted), default=0)) > _LONGEST:
        raise InputError(f"a count of {largest}; a file holds those below 2^63")
    rows = [CountRow("format", None, None, FORMAT, 1), *counted]
    columns = map(list, zip(*(row.cells() for row in rows), strict=True))
    types = [(name, arrow.int64() if name == "n" else arrow.string()) for name in _COLUMNS]
    metadata = json.dumps({"format": FORMAT, "digest": digest_of(counted)})
    schema = arrow.schema(types, metadata={_KEY: metadata.encode()})
    try:
        table = arrow.table(dict(zip(_COLUMNS, columns, strict=True)), schema)
    except UnicodeError:
        raise InputError("a name that is not Unicode text") from None
    file = BytesIO()
    parquet.write_table(table, file, compression="zstd", write_page_checksum=True)
    return file.getvalue()


def read_counts_file(path: Path) -> Tally:
    """Return the audited tally in the file at `path`, or in the files of a folder that one job wrote.

    If no part is named, all rows are one part, with the digest of the counts as id. Raises InputError,
    with the file, for one that ends early or was changed, for another version, for floating-point
    columns, and for counts that do not add up.
    """
    path = as_path(path)
    with Place.file(path):
        digests: list[str] = []
        rows = _without_format_rows(_read_rows(path, digests))
        try:
            tally = Tally.from_rows(rows)
        except InputError:
            deque(rows, maxlen=0)  # read on: a row may show another version, the likelier reason
            raise
        if digests and [digest_of(tally.rows())] != digests:
            raise InputError("was changed after it was written: its counts have another digest")
        if tally.parts or not tally.classes:
            return tally
        return replace(tally, parts={tally.digest: TallyPart(path.name, sum(tally.classes.values()))})


def _read_rows(path: Path, digests: list[str]) -> Iterator[CountRow]:
    """Yield the rows of a file or folder, and append digests from the metadata to `digests`."""
    files = _visible_files(path)
    budget = UnpackingBudget()
    for file in files:
        with HERE if file == path else Place.file(file.name):
            table = _Table(file, budget)
            yield from table.rows()
        digests += [table.digest] if table.digest else []


def _visible_files(path: Path) -> list[Path]:
    """Return a file, or the files of a folder that are not hidden."""
    try:
        if not path.is_dir():
            return [path]
        files = sorted(file for file in path.glob("*.parquet") if not file.name.startswith((".", "_")))
    except (OSError, ValueError) as error:
        raise InputError(why_not(path, error)) from None
    if not files:
        raise InputError("there is no .parquet file in this folder")
    return files


def _without_format_rows(rows: Iterable[CountRow]) -> Iterator[CountRow]:
    """Yield all rows but the one that names the format; refuse another version, or no such row."""
    formats: list[str] = []
    for row in rows:
        if row.kind == "format":
            formats.append(str(row.value))
        else:
            yield row
    versions = sorted(set(formats))
    if versions != [FORMAT]:
        rows_are = (
            f"the rows are {listing(versions)}" if versions else "no row of kind format names them"
        )
        raise InputError(f"{rows_are}; expected {FORMAT}")
    if len(formats) > 1:
        raise InputError("holds the counts of several files; name each of them: exactnb merge")


class UnpackingBudget:
    """The bytes that files may unpack to, and that their rows may hold, in proportion to file sizes."""

    def __init__(self) -> None:
        self._limit, self._unpacked, self._row_bytes = FREE, 0, 0

    def allow_for_file(self, size: int) -> None:
        """Allow for a file of `size` bytes."""
        self._limit = min(self._limit + _TIMES * size, _LARGEST)

    def spend(self, *, unpacked: int = 0, row_bytes: int = 0) -> None:
        """Count bytes that are `unpacked`, or that rows hold, `row_bytes`; refuse more than allowed."""
        self._unpacked += unpacked
        self._row_bytes += row_bytes
        if max(self._unpacked, self._row_bytes) > self._limit:
            message = f"its rows hold more than {self._limit // 2**20:,} MB"
            raise InputError(f"{message}: these are no counts")


class _Table:
    """One Parquet file, whose columns are checked before its rows are read."""

    def __init__(self, path: Path, budget: UnpackingBudget) -> None:
        self.arrow, self.parquet = _import_pyarrow()
        self.path, self.budget = path, budget
        self.digest = ""
        self._texts: dict[Any, Any] = {}

    def rows(self) -> Iterator[CountRow]:
        """Yield the rows; `digest` is then that in the metadata, or ""."""
        try:
            with opened(self.path) as file:
                yield from self._rows(file)
        except (self.arrow.ArrowException, OSError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            if isinstance(error, OSError) and error.errno is not None:
                raise InputError(why_not(self.path, error)) from None
            raise InputError("is damaged: it cannot be read as Parquet") from None

    def _rows(self, file: BufferedReader) -> Iterator[CountRow]:
        """Yield the rows of an open file; sizes are checked before a page is unpacked."""
        _check_ends(file)
        self.budget.allow_for_file(file.seek(0, SEEK_END))
        for size in unpacked_page_sizes(file):
            self.budget.spend(unpacked=size)
        metadata = self.parquet.read_metadata(file)
        schema = metadata.schema.to_arrow_schema()
        self.digest = _metadata_digest(schema.metadata or {})
        self._check_columns(schema)
        texts = [name for name in schema.names if name != "n"]  # repeated texts: read as dictionaries
        source = self.parquet.ParquetFile(
            file, metadata=metadata, page_checksum_verification=True, read_dictionary=texts
        )
        for batch in source.iter_batches(_AT_ONCE):
            batch.validate(full=True)  # a damaged page may have an index beyond its dictionary
            columns = {
                name: self._cells(batch.column(index)) for index, name in enumerate(schema.names)
            }
            text_columns = (columns[name] for name in texts)
            row_bytes = sum(len(x) for cells in text_columns for x in cells if isinstance(x, str))
            self.budget.spend(row_bytes=row_bytes + _OF_ROW * batch.num_rows)
            no_sums = [None] * batch.num_rows
            sums = [columns.get(name, no_sums) for name in _SUMS]
            counts = [  # integral decimals too, such as DECIMAL(38, 0)
                int(n) if isinstance(n, Decimal) and n == n.to_integral_value() else n
                for n in columns["n"]
            ]
            for cells in zip(*(columns[name] for name in _TEXTS), counts, *sums, strict=True):
                yield CountRow(*cells)

    def _cells(self, column: Any) -> list[Any]:
        """Return the cells of a column; equal texts are one object, which saves memory."""
        if self.arrow.types.is_integer(column.type) or self.arrow.types.is_null(column.type):
            return list(column.to_pylist())
        if not self.arrow.types.is_dictionary(column.type):
            column = column.dictionary_encode()
        places, names = column.indices.to_pylist(), column.dictionary
        cells: dict[int | None, Any] = {None: None}
        for place in set(places) - {None}:
            cell = names[place].as_py()
            cells[place] = self._texts.setdefault(cell, cell)
        return [cells[place] for place in places]

    def _check_columns(self, schema: Any) -> None:
        """Refuse missing and unknown columns, and those of floating-point numbers."""
        types, names = self.arrow.types, schema.names
        if (duplicate := repeated(names)) is not None:
            raise InputError(f"column {quoted(duplicate)} is there twice")
        for name in (*_TEXTS, "n"):
            if name not in names:
                raise InputError(f"there is no column {quoted(name)}{near(name, names)}")
        for name, kind in zip(names, schema.types, strict=True):
            if name not in _COLUMNS:
                raise InputError(f"column {quoted(name)} is not one of {', '.join(_COLUMNS)}")
            if types.is_dictionary(kind):
                kind = kind.value_type
            is_text = types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)
            is_whole = types.is_integer(kind) or types.is_decimal(kind)
            if types.is_floating(kind):
                way = "CAST(... AS BIGINT)" if name == "n" else "CAST(... AS VARCHAR)"
                message = f"{kind} is rounded (as DuckDB writes HUGEINT); say {way}"
                raise InputError(message, at=HERE.column(name))
            fits = is_whole if name == "n" else is_text or (is_whole and name in _SUMS)
            # In SQL a column of NULL alone may have any type.
            if not (fits or types.is_null(kind) or (name != "n" and is_whole)):
                expected = "whole numbers" if name == "n" else "text"
                raise InputError(f"expected {expected}; got {kind}", at=HERE.column(name))


def _check_ends(file: BufferedReader) -> None:
    """Refuse a file that does not begin and end like Parquet: PyArrow's error would not say why."""
    magic = b"PAR1"
    if file.read(4) != magic:
        raise InputError("is no Parquet file")
    file.seek(-4, SEEK_END)
    if file.read(4) != magic:
        raise InputError("ends early: it is the beginning of a Parquet file")
    file.seek(0)


def _metadata_digest(metadata: Mapping[bytes, bytes]) -> str:
    """Return the digest in the metadata, "" if there is none; refuse metadata of another version."""
    if _KEY not in metadata:
        return ""
    try:
        stated = json.loads(metadata[_KEY])
        version, digest = stated["format"], stated["digest"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError("what its metadata say of exactnb cannot be read") from None
    if version != FORMAT:
        raise InputError(f"the rows are {quoted(str(version))}; expected {FORMAT}")
    return str(digest)


def _import_pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise InputError("Parquet needs PyArrow, the extra exactnb[frames]") from None


def merge(
    paths: Sequence[Path],
    start: Tally | None = None,
    keep: Keep | None = None,
    tell: Callable[[str], None] = lambda what: None,
) -> Tally:
    """Return the audited sum of the counts in the files `paths`.

    A file whose parts are all in `start` was merged before and is skipped. `keep` is called with the
    counts merged so far whenever they have doubled, and before an error, so that all writing takes at
    most twice as long as writing once. `tell` is called with a line about each file.

    Raises InputError, with the file, for one that cannot be read, and for rows that are counted twice.
    """
    total = Tally() if start is None else start
    merged_before, places = frozenset(total.parts), dict.fromkeys(total.parts, "what is merged already")
    written = since = 0
    paths = [*map(as_path, in_list(paths, "paths", "files"))]
    for number, path in enumerate(paths, start=1):
        tell(f"merging file {number:,} of {len(paths):,}")
        try:
            with Place.file(path):
                tally = read_counts_file(path)
                if tally.parts and merged_before >= tally.parts.keys():
                    continue
                duplicate = next((key for key in tally.parts if key in places), None)
                if duplicate is not None:
                    part = quoted(tally.parts[duplicate].name)
                    message = f"part {part} is counted in {places[duplicate]} too"
                    raise InputError(f"{message}; each is merged once")
                total += tally
        except ExactnbError as error:
            if keep is None or not since + written:
                raise
            keep(total)
            message_end = f"; what is merged of {number - 1:,} files is kept"
            raise error.saying(error.message + message_end) from None
        places |= dict.fromkeys(tally.parts, str(path))
        since += 1
        if keep is not None and since >= written and number < len(paths):
            keep(total)
            written, since = written + since, 0
    return HERE.read(total.audited)
