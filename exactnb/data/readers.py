"""Read tables from text and files: the one place that cuts lines into cells."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from exactnb.data.table import name_of, repeated
from exactnb.errors import InputError, near, quoted

__all__ = [
    "MAX_BYTES", "TABLE_ENDINGS", "read_summary_text", "read_table_file", "read_table_text",
    "read_text_file", "unique_pairs",
]  # fmt: skip

MAX_BYTES = 64 * 1024 * 1024
TABLE_ENDINGS = (".csv", ".tsv", ".txt", ".jsonl")


def read_text_file(path: Path) -> str:
    """Return a file's text.

    Raises InputError if it is missing, too large or not UTF-8; the message does not name the file,
    its caller does.
    """
    try:
        with path.open("rb") as file:  # a device may have no size and no end
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(_why(path, error)) from None
    if len(data) > MAX_BYTES:
        raise InputError(f"more than {MAX_BYTES // 2**20} MB; at most that is read")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = data[error.start]
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"not UTF-8: byte 0x{byte:02x}", at=f"line {line}") from None


def _why(path: Path, error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        folder = path.parent
        others = [p.name for p in folder.iterdir()] if folder.is_dir() else []
        return f"no such file{near(path.name, others)}"
    if isinstance(error, IsADirectoryError):
        return "is a folder, not a file"
    reason = error.strerror if isinstance(error, OSError) else None
    return (reason or "is not the name of a file").lower()


def read_table_file(path: Path, *, text: str = "text") -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of a .csv, .tsv, .txt or .jsonl file.

    Raises InputError with the file, the line and what was expected.
    """
    try:
        if path.suffix.lower() not in TABLE_ENDINGS:
            raise InputError(f"expected a file that ends in {', '.join(TABLE_ENDINGS)}")
        content = read_text_file(path)
        if path.suffix.lower() == ".jsonl":
            return _read_jsonl(content)
        return read_table_text(content, text=text)
    except InputError as error:
        raise error.inside(str(path)) from None


def read_table_text(content: str, *, text: str = "text") -> tuple[list[str], list[list[str]]]:
    r"""Return the header and the rows of a text table; the header line decides the separator.

    `|` if it has one, else tab, else comma (with CSV's quotes), else blanks. Between blanks,
    "two words" is one cell, and a last column named as `text` says takes the rest of its line.

    >>> read_table_text("mood | soup\n---|---\nhappy | leek")
    (['mood', 'soup'], [['happy', 'leek']])
    >>> read_table_text('class text\n+ "b" d e')
    (['class', 'text'], [['+', '"b" d e']])
    """
    first = next((line for _, line in _lines(content)), "")
    if not first:
        raise InputError("the table is empty; expected a header line")
    if "|" in first:
        below = _lines(content)
        below = below[:1] + below[2 if len(below) > 1 and _is_rule(below[1][1]) else 1 :]
        lines = [(n, _cut_bars(line)) for n, line in below]
    elif "\t" in first or "," in first:
        lines = _cut_csv(content, "\t" if "\t" in first else ",")
    else:
        rest = _cut_blanks(first, 1, None)[-1] == text
        width = len(_cut_blanks(first, 1, None)) if rest else None
        lines = [(n, _cut_blanks(line, n, width)) for n, line in _lines(content)]
    header = [cell.strip() for cell in lines[0][1]]
    rows = []
    for number, cells in lines[1:]:
        if len(cells) != len(header):
            message = f"{len(cells)} cell{'s' * (len(cells) != 1)}, the header has {len(header)}"
            raise InputError(message, at=f"line {number}")
        rows.append([cell.strip() for cell in cells])
    return header, rows


def read_summary_text(content: str) -> tuple[str, list[str], list[tuple[int, str, list[str]]]]:
    r"""Return the corner of the header, the classes, and each row: its line, its name, its cells.

    The header may lack a corner. The names of rows keep their quotes: `"a=b"` is one name.

    >>> read_summary_text("mood | a | b\n\"x y\"=1 | 2 | 3")
    ('mood', ['a', 'b'], [(2, '"x y"=1', ['2', '3'])])
    """
    first = next((line for _, line in _lines(content)), "")
    if not first:
        raise InputError("the table is empty; expected a header line")
    lines = _lines(content)
    if "|" in first:
        below = lines[2 if len(lines) > 1 and _is_rule(lines[1][1]) else 1 :]
        cut = [(n, _bars(line)) for n, line in (lines[0], *below)]
    elif "\t" in first or "," in first:
        separator = "\t" if "\t" in first else ","
        cut = [(n, _outside_quotes(line, separator)) for n, line in lines]
    else:
        cut = [(n, [cell for cell in _outside_quotes(line, " ") if cell]) for n, line in lines]
    header, rows = [_unquoted(cell) for cell in cut[0][1]], cut[1:]
    if not rows:
        raise InputError("the table has a header and no rows")
    width = len(rows[0][1])
    if width not in (len(header), len(header) + 1) or width < 2:
        message = f"{width} cell{'s' * (width != 1)}, the header has {len(header)}"
        raise InputError(message, at=f"line {rows[0][0]}")
    corner = header.pop(0) if width == len(header) else ""
    for number, cells in rows:
        if len(cells) != width:
            message = f"{len(cells)} cell{'s' * (len(cells) != 1)}, expected {width}"
            raise InputError(message, at=f"line {number}")
    return corner, header, [(number, cells[0], cells[1:]) for number, cells in rows]


def _outside_quotes(line: str, separator: str) -> list[str]:
    """Return the cells of a line, cut at separators outside of quotes, which stay."""
    cells, inside = [""], False
    for character in line.strip(" " if separator == "\t" else None):
        inside ^= character == '"'
        if character == separator and not inside:
            cells.append("")
        else:
            cells[-1] += character
    return [cell.strip() for cell in cells]


def _lines(content: str) -> list[tuple[int, str]]:
    ends = content.replace("\r\n", "\n").replace("\r", "\n")  # and no other ends of lines
    numbered = enumerate(ends.split("\n"), start=1)
    return [(number, line) for number, line in numbered if line.strip()]


def _is_rule(line: str) -> bool:
    """Say whether a line is the rule under the header of a Markdown table."""
    cells = _cut_bars(line)
    return all(cell.strip(":") and not cell.strip(":").strip("-") for cell in cells)


def _cut_bars(line: str) -> list[str]:
    return [_unquoted(cell) for cell in _bars(line)]


def _bars(line: str) -> list[str]:
    line = line.strip()
    line = line[1:] if line.startswith("|") else line
    line = line[:-1] if line.endswith("|") else line
    return [cell.strip() for cell in line.split("|")]


def _unquoted(cell: str) -> str:
    if len(cell) >= 2 and cell[0] == cell[-1] == '"':
        return cell[1:-1].replace('""', '"')
    return cell


def _cut_csv(content: str, separator: str) -> list[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=separator, strict=True)
    lines = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                lines.append((reader.line_num, cells))
    except csv.Error as error:
        raise InputError(f"not readable as CSV ({error})", at=f"line {reader.line_num}") from None
    return lines


def _cut_blanks(line: str, number: int, width: int | None) -> list[str]:
    cells: list[str] = []
    rest = line.strip()
    while rest:
        if width is not None and len(cells) == width - 1:
            return [*cells, rest]
        if rest.startswith('"'):
            end = rest.find('"', 1)
            if end < 0:
                raise InputError("a quote that is not closed", at=f"line {number}")
            cells.append(rest[1:end])
            rest = rest[end + 1 :].lstrip()
        else:
            cell, _, rest = rest.partition(" ")
            cells.append(cell)
            rest = rest.lstrip()
    if width is not None and len(cells) == width - 1:
        cells.append("")  # a text may be empty
    return cells


def _read_jsonl(content: str) -> tuple[list[str], list[list[str]]]:
    header: list[str] = []
    rows = []
    for number, line in _lines(content):
        at = f"line {number}"
        try:
            record = json.loads(
                line, parse_float=str, object_pairs_hook=unique_pairs, parse_constant=_no
            )
        except InputError as error:
            raise InputError(error.message, at=at) from None
        except (ValueError, RecursionError):
            raise InputError("not a line of JSON", at=at) from None
        if not isinstance(record, dict):
            raise InputError("expected an object such as {...}", at=at)
        header = header or [str(key) for key in record]
        unknown = next((key for key in record if key not in header), None)
        absent = next((key for key in header if key not in record), None)
        if unknown is not None or absent is not None:
            word = "unknown" if unknown is not None else "missing"
            raise InputError(f"{word} key {quoted(unknown or absent)}", at=at)
        rows.append([_cell(record[key], f"{at}, key {quoted(key)}") for key in header])
    if not header:
        raise InputError("the file is empty")
    return header, rows


def unique_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object of JSON; refuse a key that is there twice."""
    if (double := repeated(key for key, _ in pairs)) is not None:
        raise InputError(f"key {quoted(double)} is there twice")
    return dict(pairs)


def _no(constant: str) -> object:
    raise InputError(f"{constant} is not a number")


def _cell(given: object, at: str) -> str:
    try:
        return name_of(given)
    except InputError as error:
        raise InputError(error.message, at=at) from None
