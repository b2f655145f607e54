"""Problem files as text: TOML that people read, and tables that are read back as they were.

How to read: `problem_text` writes a whole document, `table_text` and `summary_text` what stands between
three quotes in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from exactnb.core.arithmetic.numerals import Numeral
from exactnb.core.data.escaping import csv_row
from exactnb.core.data.readers import read_summary_text, read_table_text
from exactnb.errors import ExactnbError, InputError

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDEST = 100
Rows = Sequence[Sequence[str]]


def problem_text(document: Mapping[str, Any]) -> str:
    r"""Return a document as TOML: keys, then sections, then tables in lists.

    >>> print(problem_text({"title": "Two", "query": {"x*": {"a": 1}}}), end="")
    title = "Two"
    <BLANKLINE>
    [query]
    "x*" = { a = 1 }
    """
    plain = {key: value for key, value in document.items() if not _is_section(value)}
    parts = ["\n".join(_pairs(plain))] if plain else []
    for key, value in document.items():
        if isinstance(value, Mapping):
            parts += _section(_key(key), value, key == "models")
        elif _is_section(value):
            parts += ["\n".join((f"[[{_key(key)}]]", *_pairs(each))) for each in value]
    return "\n\n".join(parts) + "\n"


def _is_section(value: object) -> bool:
    """Say whether a value stands under a heading: a table, or a list of tables."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, Mapping) for each in value)
    return isinstance(value, Mapping)


def _section(name: str, table: Mapping[str, Any], of_sections: bool) -> Iterator[str]:
    if of_sections:
        yield from (f"[{name}.{_key(key)}]\n" + "\n".join(_pairs(each)) for key, each in table.items())
    else:
        yield f"[{name}]\n" + "\n".join(_pairs(table)) if table else f"[{name}]"


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each key; what is longer than a line is one all the same."""
    width = max((len(_key(key)) for key in table), default=0)
    for key, value in table.items():
        yield f"{_key(key):{width}} = {_value(value)}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: object) -> str:
    """Return a value as TOML; a bare decimal stays one."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | Numeral):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        listed = list(map(_value, value))
        line = f"[{', '.join(listed)}]"
        return line if len(line) <= _WIDEST else "[\n    " + ",\n    ".join(listed) + ",\n]"
    raise InputError("a date or a time is no value of a problem file")


def _text(text: str) -> str:
    """Return a text in quotes: in three of them where it has lines, and nothing in it is escaped."""
    if "\n" in text and "'''" not in text and all(c == "\n" or c.isprintable() for c in text):
        return f"'''\n{text}'''"
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(c if c.isprintable() else _escaped(c) for c in quoted)


def _escaped(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def with_rows(
    document: Mapping[str, Any], source: str, header: Sequence[str], rows: Rows
) -> dict[str, Any]:
    """Return a document with rows as its data; `source` is the key that they stand under."""
    data = document["data"]
    if source == "table":
        text = table_text(header, rows, str(data.get("text", "text")))
    else:
        text = summary_text(header, rows)
    return {**document, "data": {**data, source: text}}


def table_text(header: Sequence[str], rows: Rows, text: str = "text") -> str:
    r"""Return a table as text, between blanks, bars or commas: the first that is read back the same.

    >>> print(table_text(["wind", "class"], [["none", "+"], ["weak", "-"]]), end="")
    wind  class
    none  +
    weak  -

    Raises InputError for cells that none of them keeps.
    """
    return _first_kept(header, rows, lambda made: read_table_text(made, text=text))


def summary_text(header: Sequence[str], rows: Rows) -> str:
    """Return a table of counts or parameters as text; names of rows keep the quotes that they have."""

    def read(made: str) -> tuple[list[str], list[list[str]]]:
        corner, classes, found = read_summary_text(made)
        head = [corner, *classes] if len(header) > len(classes) else classes
        return head, [[name, *cells] for _, name, cells in found]

    return _first_kept(header, rows, read)


def _first_kept(
    header: Sequence[str], rows: Rows, read: Callable[[str], tuple[list[str], list[list[str]]]]
) -> str:
    lines = [list(header), *map(list, rows)]
    for made in _texts(lines):
        try:
            if read(made) == (lines[0], lines[1:]):
                return made
        except ExactnbError:
            continue
    raise InputError("the cells of the table cannot be written so that they are read again")


def _texts(lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows with blanks between their cells, with bars, and with commas."""
    # the last cell takes the rest of a line, blanks and all: it alone needs no quotes
    quoted = ([*(f'"{c}"' if " " in c else c for c in row[:-1]), *row[-1:]] for row in lines)
    yield _aligned(list(quoted), "  ")
    yield _aligned(lines, " | ")
    yield "".join(csv_row(row, raw=True) for row in lines)


def _aligned(lines: Sequence[Sequence[str]], between: str) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    shown = (
        between.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in lines
    )
    return "\n".join(shown) + "\n"
