"""Read tables from text and files.

How to read: `read_table_file` and `read_table_text` give a header and rows, `read_summary_text` a
table of counts; `_records` reads lines of JSON. All cut lines by `cells.py`.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from exactnb.arithmetic.numerals import with_point
from exactnb.data.cells import cut, cut_names, names_of_header, unquoted
from exactnb.data.files import opened, why_not
from exactnb.data.rows import limited_rows, name_of, repeated
from exactnb.errors import HERE, InputError, Place, quoted
from exactnb.naming.names import is_numeral

MAX_BYTES = 64 * 1024 * 1024
_COLUMNS = 100_000  # of a table, and keys of a record
NUL = "not text: a NUL character, as UTF-16 has them; save the file as UTF-8"
TABLE_ENDINGS = (".csv", ".tsv", ".txt", ".jsonl")


def read_text_file(path: Path, most: int = MAX_BYTES, *, of_answers: bool = False) -> str:
    """Return a file's text, of so many bytes at `most`.

    A class's file `of_answers` may hold a NUL that somebody typed, though not in its header. Raises
    InputError if it is missing, too large, not UTF-8, or no text; its caller names the file.
    """
    try:
        with opened(path) as file:  # what is piped in may have no end
            data = file.read(most + 1)
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(why_not(path, error)) from None
    if len(data) > most:
        size = f"{most // 2**20} MB" if most >= 2**20 else f"{most // 2**10} KB"
        raise InputError(f"more than {size}; at most that is read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at, told = error.start, f"not UTF-8: byte 0x{data[error.start]:02x}; save the file as UTF-8"
    else:
        at, told = data.find(b"\0", 0, data.find(b"\n") if of_answers else None), NUL
        if at < 0:
            return text
    line = data.count(b"\n", 0, at) + 1
    raise InputError(told, at=HERE.line(line))


def read_table_file(path: Path, *, text: str = "text") -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of a .csv, .tsv, .txt or .jsonl file.

    Raises InputError with the file, the line and what was expected.
    """
    with Place.file(path):
        if path.suffix.lower() not in TABLE_ENDINGS:
            raise InputError(f"expected a file that ends in {', '.join(TABLE_ENDINGS)}")
        content = read_text_file(path)
        if path.suffix.lower() == ".jsonl":
            return _read_jsonl(content)
        return _read_cells(content, text, path.suffix.lower())


def read_table_text(content: str, *, text: str = "text") -> tuple[list[str], list[list[str]]]:
    r"""Return the header and the rows of a text table; the header line decides the separator.

    `|` if it has one, else a tab, a comma or semicolon (with CSV's quotes), or else blanks; what
    stands in its quotes and brackets does not count. Between blanks, "two words" is one cell, and a
    last column named as `text` says takes the rest of its line. In quotes, "" is a quote.

    >>> read_table_text("mood | soup\n---|---\nhappy | leek")
    (['mood', 'soup'], [['happy', 'leek']])
    >>> read_table_text('class text\n+ "b" d e')
    (['class', 'text'], [['+', '"b" d e']])
    >>> read_table_text('Age;Class\n"a ;""b"" c";A')
    (['Age', 'Class'], [['a ;"b" c', 'A']])
    """
    return _read_cells(content, text)


def _read_cells(content: str, text: str, ending: str = "") -> tuple[list[str], list[list[str]]]:
    rows = cut(_lines(content), ending, text=text)
    header = names_of_header(next(rows, (0, []))[1])
    if not header:
        raise InputError("the table is empty; expected a header line")
    check_columns(header)
    return header, list(limited_rows(check_width(cells, header, number) for number, cells in rows))


def check_columns(names: Sequence[object]) -> None:
    """Raise InputError for a header, or a record, with too many names."""
    if len(names) > _COLUMNS:
        told = f"{len(names):,} columns or keys; at most {_COLUMNS:,} are read"
        raise InputError(f"{told}: words belong into one column of texts")


def check_width(cells: list[str], header: Sequence[str], line: int) -> list[str]:
    """Return the cells of a line; raise InputError unless they are as many as the header has."""
    if len(cells) != len(header):
        message = f"{len(cells)} cell{'s' * (len(cells) != 1)}, the header has {len(header)}"
        raise InputError(message, at=HERE.line(line))
    return cells


def with_decimal_points(
    header: Sequence[str], rows: Iterable[Sequence[str]], *, text: str = "text"
) -> list[list[str]]:
    """Return rows whose decimals have commas with points, but for the column of texts.

    >>> with_decimal_points(["x", "text"], [["3,9", "1,5"], ["a,b", ""]])
    [['3.9', '1,5'], ['a,b', '']]

    Raises InputError for a point between thousands, which would be read as a decimal one.
    """
    found = []
    for number, row in enumerate(rows, start=1):
        cells = []
        for column, cell in zip(header, row, strict=True):
            if column != text and "." in cell and is_numeral(cell.replace(",", "")):
                told = f'a point in {quoted(cell)}, beside decimal = ","; write none between thousands'
                raise InputError(told, at=HERE.row(number).column(column))
            cells.append((column != text and with_point(cell)) or cell)
        found.append(cells)
    return found


def read_summary_text(content: str) -> tuple[str, list[str], list[tuple[int, str, list[str]]]]:
    r"""Return the corner of the header, the classes, and each row: its line, its name, its cells.

    The header may lack a corner. The names of rows keep their quotes: `"a=b"` is one name.

    >>> read_summary_text("mood | a | b\n\"x y\"=1 | 2 | 3")
    ('mood', ['a', 'b'], [(2, '"x y"=1', ['2', '3'])])
    """
    (_, named), *rows = list(cut_names(_lines(content))) or [(0, [])]
    if not named:
        raise InputError("the table is empty; expected a header line")
    header = [unquoted(cell) for cell in named]
    if not rows:
        raise InputError("the table has a header and no rows")
    width = len(rows[0][1])
    if width not in (len(header), len(header) + 1) or width < 2:
        message = f"{width} cell{'s' * (width != 1)}, the header has {len(header)}"
        raise InputError(message, at=HERE.line(rows[0][0]))
    corner = header.pop(0) if width == len(header) else ""
    for number, cells in rows:
        if len(cells) != width:
            message = f"{len(cells)} cell{'s' * (len(cells) != 1)}, expected {width}"
            raise InputError(message, at=HERE.line(number))
    return corner, header, [(number, cells[0], cells[1:]) for number, cells in rows]


def _lines(content: str) -> Iterable[str]:
    return io.StringIO(content, newline="")  # LF, CR LF and CR end a line, and nothing else


def _read_jsonl(content: str) -> tuple[list[str], list[list[str]]]:
    header: list[str] = []
    rows = list(limited_rows(_records(content, header)))
    if not header:
        raise InputError("the file is empty")
    return header, rows


def _records(content: str, header: list[str]) -> Iterator[list[str]]:
    """Yield the cells of lines of JSON; the keys of the first are put into the header."""
    for number, line in enumerate(_lines(content), start=1):
        at = HERE.line(number)
        if not line.strip():
            continue
        try:
            record = json.loads(
                line, parse_float=str, object_pairs_hook=unique_pairs, parse_constant=_no
            )
        except InputError as error:
            raise error.under(at) from None
        except (ValueError, RecursionError):
            raise InputError("not a line of JSON", at=at) from None
        if not isinstance(record, dict):
            raise InputError("expected an object such as {...}", at=at)
        if not header:
            header += map(str, record)
            known = frozenset(header)
        unknown = next((key for key in record if key not in known), None)
        absent = next((key for key in header if key not in record), None)
        if unknown is not None or absent is not None:
            word = "unknown" if unknown is not None else "missing"
            raise InputError(f"{word} key {quoted(unknown or absent)}", at=at)
        yield [at.spot(f"key {quoted(key)}").read(name_of, record[key]) for key in header]


def unique_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object of JSON; refuse a key that is there twice, and too many of them."""
    check_columns(pairs)
    if (double := repeated(key for key, _ in pairs)) is not None:
        raise InputError(f"key {quoted(double)} is there twice")
    return dict(pairs)


def _no(constant: str) -> object:
    raise InputError(f"{constant} is not a number")
