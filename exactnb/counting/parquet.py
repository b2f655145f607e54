"""Tallies as Parquet files, one for each part that was counted, and as any scheduler writes them.

The format is `exactnb.counts/1`: a row for each count, columns `kind`, `feature`, `class`, `value`
(text), `n` (64-bit integer), `sum` and `squares` (numerals as text, for they may be longer), and a row
of kind `format` that names it. What exactnb writes has a digest of the rows among its metadata besides.

How to read: `read_counts_file` takes a file, or a folder of files that one job wrote, through `_Table`,
which knows columns; `parquet_bytes` is the other way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from importlib import import_module
from io import SEEK_END, BufferedReader, BytesIO
from pathlib import Path
from typing import Any

from exactnb.counting.features import Row
from exactnb.counting.tally import Part, Tally, digest_of
from exactnb.data.files import opened, why_not
from exactnb.data.rows import repeated
from exactnb.errors import HERE, InputError, Place, listing, near, quoted

FORMAT = "exactnb.counts/1"
"""The version of the format that is written, and the one that is read."""

_TEXTS, _SUMS = ("kind", "feature", "class", "value"), ("sum", "squares")
_COLUMNS = (*_TEXTS, "n", *_SUMS)
_KEY = b"exactnb"  # of what is said in the metadata
_ROWS = 2**26  # of a file: more are no counts
_UNPACKED = 2**32  # bytes: a few may unpack to more than memory holds
_AT_ONCE = 2**14  # rows
_LONGEST = 2**63 - 1


def parquet_bytes(tally: Tally) -> bytes:
    """Return a tally as a Parquet file, once it is audited; equal tallies are equal files.

    >>> tally = Tally.from_rows([("class", "play", "yes", None, 2)])
    >>> parquet_bytes(tally)[:4], parquet_bytes(tally) == parquet_bytes(tally)
    (b'PAR1', True)

    Raises InputError for counts beyond 64 bits, and where PyArrow is not installed.
    """
    arrow, parquet = _arrow()
    counted = list(tally.audited().rows())
    if (largest := max((row.n for row in counted), default=0)) > _LONGEST:
        raise InputError(f"a count of {largest}; a file holds those below 2^63")
    rows = [Row("format", None, None, FORMAT, 1), *counted]
    columns = map(list, zip(*(row.cells() for row in rows), strict=True))
    types = [(name, arrow.int64() if name == "n" else arrow.string()) for name in _COLUMNS]
    said = json.dumps({"format": FORMAT, "digest": digest_of(counted)})
    schema = arrow.schema(types, metadata={_KEY: said.encode()})
    try:
        table = arrow.table(dict(zip(_COLUMNS, columns, strict=True)), schema)
    except UnicodeError:
        raise InputError("a name that is not Unicode text") from None
    file = BytesIO()
    parquet.write_table(table, file, compression="zstd", write_page_checksum=True)
    return file.getvalue()


def read_counts_file(path: Path) -> Tally:
    """Return the tally in a file, or in the files of a folder that one job wrote, audited.

    Where no part is named, what was counted is the one part of it, known by its digest. Raises
    InputError with the file: for one that ends early or was changed, for another version, for
    floating-point columns, and for counts that do not add up.
    """
    with Place.file(path):
        rows, digests = [], []
        for file in _files(path):
            with HERE if file == path else Place.file(file.name):
                table = _Table(file)
                rows += table.rows()
                digests += [table.digest] if table.digest else []
        tally = Tally.from_rows(_of_format(rows))
        if digests and [digest_of(tally.rows())] != digests:
            raise InputError("was changed after it was written: its counts have another digest")
        if tally.parts or not tally.classes:
            return tally
        number = sum(tally.classes.values())
        return Tally(
            tally.label, tally.classes, tally.features, {tally.digest: Part(path.name, number)}
        )


def _files(path: Path) -> list[Path]:
    """Return a file, or those of a folder that are not hidden."""
    try:
        if not path.is_dir():
            return [path]
        found = sorted(file for file in path.glob("*.parquet") if not file.name.startswith((".", "_")))
    except (OSError, ValueError) as error:
        raise InputError(why_not(path, error)) from None
    if not found:
        raise InputError("there is no .parquet file in this folder")
    return found


def _of_format(rows: Iterable[Row]) -> list[Row]:
    """Return rows but for the one that names the format; refuse another version, or none."""
    named: list[str] = []
    others: list[Row] = []
    for row in rows:
        if row.kind == "format":
            named.append(str(row.value))
        else:
            others.append(row)
    versions = sorted(set(named))
    if versions != [FORMAT]:
        are = f"the rows are {listing(versions)}" if versions else "no row of kind format names them"
        raise InputError(f"{are}; expected {FORMAT}")
    if len(named) > 1:
        raise InputError("holds the counts of several files; name each of them: exactnb merge")
    return others


class _Table:
    """The rows of one Parquet file: its columns are checked before they are read."""

    def __init__(self, path: Path) -> None:
        self.arrow, self.parquet = _arrow()
        self.path = path
        self.digest = ""

    def rows(self) -> list[Row]:
        """Return the rows, and keep the digest that stands among the metadata, if there is one."""
        try:
            with opened(self.path) as file:
                return list(self._rows(file))
        except (self.arrow.ArrowException, OSError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            if isinstance(error, OSError) and error.errno is not None:
                raise InputError(why_not(self.path, error)) from None
            raise InputError("is damaged: it cannot be read as Parquet") from None

    def _rows(self, file: BufferedReader) -> Iterator[Row]:
        _check_ends(file)
        source = self.parquet.ParquetFile(file, page_checksum_verification=True)
        unpacked = sum(
            source.metadata.row_group(at).total_byte_size for at in range(source.num_row_groups)
        )
        if source.metadata.num_rows > _ROWS or unpacked > _UNPACKED:
            raise InputError(
                f"more than {_ROWS:,} rows, or {_UNPACKED // 2**30} GB: these are no counts"
            )
        schema = source.schema_arrow
        self.digest = _said(schema.metadata or {})
        self._check_columns(schema)
        for batch in source.iter_batches(_AT_ONCE):
            columns = {name: batch.column(at).to_pylist() for at, name in enumerate(schema.names)}
            nothing = [None] * batch.num_rows
            texts = [columns[name] for name in _TEXTS]
            sums = [columns.get(name, nothing) for name in _SUMS]
            for kind, feature, label, value, n, total, squares in zip(
                *texts, map(_whole, columns["n"]), *sums, strict=True
            ):
                yield Row(kind, feature, label, value, n, total, squares)

    def _check_columns(self, schema: Any) -> None:
        """Refuse columns that lack, that are not known, and that hold floating-point numbers."""
        types, names = self.arrow.types, schema.names
        if (twice := repeated(names)) is not None:
            raise InputError(f"column {quoted(twice)} is there twice")
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
            # a column of NULL alone has any type in SQL
            if not (fits or types.is_null(kind) or (name != "n" and is_whole)):
                what = "whole numbers" if name == "n" else "text"
                raise InputError(f"expected {what}; got {kind}", at=HERE.column(name))


def _check_ends(file: BufferedReader) -> None:
    """Refuse what does not begin and end as a Parquet file does."""
    magic = b"PAR1"
    if file.read(4) != magic:
        raise InputError("is no Parquet file")
    file.seek(-4, SEEK_END)
    if file.read(4) != magic:
        raise InputError("ends early: it is the beginning of a Parquet file")
    file.seek(0)


def _said(metadata: Mapping[bytes, bytes]) -> str:
    """Return the digest among the metadata; refuse those of another version."""
    if _KEY not in metadata:
        return ""
    try:
        said = json.loads(metadata[_KEY])
        version, digest = said["format"], said["digest"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError("what its metadata say of exactnb cannot be read") from None
    if version != FORMAT:
        raise InputError(f"the rows are {quoted(str(version))}; expected {FORMAT}")
    return str(digest)


def _whole(n: object) -> object:
    """Return a whole decimal, such as DECIMAL(38, 0), as an int; anything else as it is."""
    return int(n) if isinstance(n, Decimal) and n == n.to_integral_value() else n


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise InputError("Parquet needs PyArrow, the extra exactnb[frames]") from None
