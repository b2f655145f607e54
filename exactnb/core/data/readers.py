"""Read tables from text and files.

How to read: `read_table_file` and `read_table_text` give a header and rows, `read_summary_text` a
table of counts; `_records` reads lines of JSON. All cut lines by `cells.py`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from exactnb.core.arithmetic.numerals import with_point, without_separators
from exactnb.core.data.cells import cut, cut_names, names_of_header, unquoted
from exactnb.core.data.dialect import AS_IT_SHOWS, Dialect, undecodable, with_nul
from exactnb.core.data.files import opened, why_not
from exactnb.core.data.rows import limited_rows, name_of, repeated
from exactnb.core.naming.grammar import is_numeral
from exactnb.errors import HERE, InputError, Place, quoted

MAX_BYTES = 64 * 1024 * 1024
_COLUMNS = 100_000  # of a table, and keys of a record
TABLE_ENDINGS = (".csv", ".tsv", ".txt", ".jsonl")


def read_text_file(
    path: Path, most: int = MAX_BYTES, *, of_answers: bool = False, dialect: Dialect | None = None
) -> str:
    """Return a file's text, of so many bytes at `most`.

    It is UTF-8 unless its byte order mark or the `dialect` says otherwise; who has no way to say it
    gives none, and no message speaks of it. A class's file `of_answers` may hold a NUL that somebody
    typed, though not in its header. Raises InputError if it is missing, too large, in another
    encoding, or no text; its caller names the file.
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
        text = (dialect or AS_IT_SHOWS).decoded(data)
    except UnicodeError as error:
        line = data.count(b"\n", 0, getattr(error, "start", 0)) + 1
        raise InputError(undecodable(error, dialect), at=HERE.line(line)) from None
    at = text.find("\0", 0, text.find("\n") if of_answers else None)
    if at >= 0:
        raise InputError(with_nul(at, dialect), at=HERE.line(text.count("\n", 0, at) + 1))
    return text


def read_table_file(
    path: Path, *, text: str = "text", dialect: Dialect | None = None
) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of a .csv, .tsv, .txt or .jsonl file, written in a `dialect`.

    Raises InputError with the file, the line and what was expected.
    """
    with Place.file(path):
        if path.suffix.lower() not in TABLE_ENDINGS:
            raise InputError(f"expected a file that ends in {', '.join(TABLE_ENDINGS)}")
        content = read_text_file(path, dialect=dialect)
        return read_table_content(content, path.suffix.lower(), text=text, dialect=dialect)


def read_table_content(
    content: str, ending: str, *, text: str = "text", dialect: Dialect | None = None
) -> tuple[list[str], list[list[str]]]:
    r"""Return the header and the rows of the `content` of a file with this `ending`.

    `text` names the column of texts; decimals get points where the `dialect` writes them with commas.

    >>> read_table_content("x;c\n3,9;k\n", ".csv", dialect=Dialect(decimal=","))
    (['x', 'c'], [['3.9', 'k']])
    """
    dialect = dialect or AS_IT_SHOWS
    if ending == ".jsonl":
        if dialect.delimiter:
            raise InputError("nothing stands between the cells of .jsonl", at="delimiter")
        header, rows = _read_jsonl(content)
    else:
        header, rows = _read_cells(content, text, ending, dialect.delimiter)
    return header, with_decimal_points(header, rows, text=text) if dialect.decimal == "," else rows


def read_table_text(content: str, *, text: str = "text") -> tuple[list[str], list[list[str]]]:
    r"""Return the header and the rows of a text table; the header line decides the separator.

    `|` if it has one, else a tab, a comma or semicolon (with CSV's quotes), or else blanks; what
    stands in its quotes and brackets does not count. Between blanks, "two words" is one cell, and a
    last column named as `text` says takes the rest of its line, whole or in quotes. In quotes, "" is a
    quote.

    >>> read_table_text("mood | soup\n---|---\nhappy | leek")
    (['mood', 'soup'], [['happy', 'leek']])
    >>> read_table_text('class text\n+ "b" d e')
    (['class', 'text'], [['+', '"b" d e']])
    >>> read_table_text('class text\n+ "b d e"')
    (['class', 'text'], [['+', 'b d e']])
    >>> read_table_text('Age;Class\n"a ;""b"" c";A')
    (['Age', 'Class'], [['a ;"b" c', 'A']])
    """
    return _read_cells(content, text)


def _read_cells(
    content: str, text: str, ending: str = "", delimiter: str = ""
) -> tuple[list[str], list[list[str]]]:
    rows = cut(_lines(content), ending, text=text, delimiter=delimiter)
    names = names_of_header(next(rows, (0, []))[1])
    if not names:
        raise InputError("the table is empty; expected a header line")
    check_columns(names)
    header = list(filter(None, names))
    return header, list(limited_rows(under_names(cells, names, number) for number, cells in rows))


def under_names(cells: list[str], header: Sequence[str], line: int) -> list[str]:
    """Return the cells of a line that have a name in the header.

    A first column without a name may number the rows, as some programs write it, and one further on
    may be empty, as spreadsheets do.

    >>> under_names(["0", "x", ""], ["", "a", ""], 2)
    ['x']

    Raises InputError for any other cell without a name, and unless the cells are as many as the names.
    """
    if len(cells) != len(header):
        message = f"{len(cells)} cell{'s' * (len(cells) != 1)}, the header has {len(header)}"
        raise InputError(message, at=HERE.line(line))
    if all(header):
        return cells
    for place, (name, cell) in enumerate(zip(header, cells, strict=True)):
        if not name and cell and not (place == 0 and cell.isascii() and cell.isdigit()):
            problem = f"{quoted(cell)} stands in a column without a name; write one into the header"
            raise InputError(problem, at=HERE.line(line))
    return [cell for name, cell in zip(header, cells, strict=True) if name]


def check_columns(names: Sequence[object]) -> None:
    """Raise InputError for a header, or a record, with too many names."""
    if len(names) > _COLUMNS:
        message = f"{len(names):,} columns or keys; at most {_COLUMNS:,} are read"
        raise InputError(f"{message}: words belong into one column of texts")


def with_decimal_points(
    header: Sequence[str], rows: Iterable[Sequence[str]], *, text: str = "text"
) -> list[list[str]]:
    """Return `rows` under a `header` whose decimal commas are points, except in the column `text`.

    >>> with_decimal_points(["x", "text"], [["3,9", "1,5"], ["a,b", ""]])
    [['3.9', '1,5'], ['a,b', '']]

    Raises InputError for a point between thousands, which would be read as a decimal one.
    """
    return [
        [
            cell if column == text else _with_point_in(cell, number, column)
            for column, cell in zip(header, row, strict=True)
        ]
        for number, row in enumerate(rows, start=1)
    ]


def _with_point_in(cell: str, row: int, column: str) -> str:
    try:
        return decimal_point(cell)
    except InputError as error:  # the place is made for an error only: there are many cells
        raise error.under(HERE.row(row).column(column)) from None


def decimal_point(cell: str) -> str:
    """Return a cell with its decimal comma as a point; refuse a point between thousands.

    >>> decimal_point("3,9"), decimal_point("a,b")
    ('3.9', 'a,b')
    """
    plain = without_separators(cell)
    if "." in cell and is_numeral(cell.replace(",", "")):
        message = f'a point in {quoted(cell)}, beside decimal = ","; write none between thousands'
        raise InputError(f"{message}: {plain.replace('.', ',')}" if plain else message)
    if plain and "," in cell and not with_point(cell):
        message = f"{quoted(cell)} has separators between thousands"
        raise InputError(f"{message}; write {plain.replace('.', ',')}")
    return with_point(cell) or cell


def read_summary_text(content: str) -> tuple[str, list[str], list[tuple[int, str, list[str]]]]:
    r"""Return the corner and the classes in the header of `content`, then each row: line, name, cells.

    The header may lack a corner. The names of rows keep their quotes: `"a=b"` is one name.

    >>> read_summary_text("mood | a | b\n\"x y\"=1 | 2 | 3")
    ('mood', ['a', 'b'], [(2, '"x y"=1', ['2', '3'])])
    """
    (_, header_cells), *rows = list(cut_names(_lines(content))) or [(0, [])]
    if not header_cells:
        raise InputError("the table is empty; expected a header line")
    header = [unquoted(cell) for cell in header_cells]
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
        record = at.read(json_record, line, _no)
        if not header:
            header += map(str, record)
            keys = frozenset(header)
        unknown = next((key for key in record if key not in keys), None)
        absent = next((key for key in header if key not in record), None)
        if unknown is not None or absent is not None:
            word = "unknown" if unknown is not None else "missing"
            raise InputError(f"{word} key {quoted(unknown or absent)}", at=at)
        yield [at.spot(f"key {quoted(key)}").read(name_of, record[key]) for key in header]


def parsed_json(text: str, **how: Any) -> Any:
    """Return what `text` says as JSON, read by `json.loads`; raise InputError for what is none."""
    import json  # what is in other formats is read without

    try:
        return json.loads(text, **how)
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"not valid JSON: {error}") from None
    except RecursionError:
        raise InputError("not readable: nested too deeply") from None


def json_record(line: str, constant: Callable[[str], object]) -> dict[str, Any]:
    """Return the object in a line of JSON, its decimals as they are written.

    `constant` says what NaN and the infinities are, or refuses them.
    """
    import json

    try:
        record = json.loads(
            line, parse_float=str, parse_constant=constant, object_pairs_hook=_unique_pairs
        )
    except InputError:
        raise
    except (ValueError, RecursionError):
        raise InputError("not a line of JSON") from None
    if not isinstance(record, dict):
        raise InputError("expected an object such as {...}")
    return record


def _unique_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object of JSON; refuse a key that is there twice, and too many of them."""
    check_columns(pairs)
    if (double := repeated(key for key, _ in pairs)) is not None:
        raise InputError(f"key {quoted(double)} is there twice")
    return dict(pairs)


def _no(constant: str) -> object:
    raise InputError(f"{constant} is not a number")
