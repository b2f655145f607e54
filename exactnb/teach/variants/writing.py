"""Problem files as text: TOML that people read, with tables that are read back unchanged.

How to read: `problem_text` writes a whole document, `table_text` and `summary_text` the data between
three quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from exactnb.core.arithmetic.numerals import BareNumeral
from exactnb.core.data.escaping import csv_row
from exactnb.core.data.readers import read_summary_text, read_table_content
from exactnb.errors import ExactnbError, InputError

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDEST = 100
Rows = Sequence[Sequence[str]]


def problem_text(document: Mapping[str, Any]) -> str:
    r"""Return a `document` as TOML: keys, then sections, then tables in lists.

    >>> print(problem_text({"title": "Two", "query": {"x*": {"a": 1}}}), end="")
    title = "Two"
    <BLANKLINE>
    [query]
    "x*" = { a = 1 }
    """
    plain = {key: value for key, value in document.items() if not _is_section(value)}
    parts = ["\n".join(_key_value_lines(plain))] if plain else []
    for key, value in document.items():
        if isinstance(value, Mapping):
            parts += _section_lines(_toml_key(key), value, key == "models")
        elif _is_section(value):
            parts += ["\n".join((f"[[{_toml_key(key)}]]", *_key_value_lines(table))) for table in value]
    return "\n\n".join(parts) + "\n"


def _is_section(value: object) -> bool:
    """Say whether a value is written under a heading: a table, or a list of tables."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(entry, Mapping) for entry in value)
    return isinstance(value, Mapping)


def _section_lines(name: str, table: Mapping[str, Any], nested: bool) -> Iterator[str]:
    if nested:
        for key, section in table.items():
            yield f"[{name}.{_toml_key(key)}]\n" + "\n".join(_key_value_lines(section))
    else:
        yield f"[{name}]\n" + "\n".join(_key_value_lines(table)) if table else f"[{name}]"


def _key_value_lines(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield one line for each key, however long."""
    width = max((len(_toml_key(key)) for key in table), default=0)
    for key, value in table.items():
        yield f"{_toml_key(key):{width}} = {_toml_value(value)}"


def _toml_key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _toml_string(key)


def _toml_value(value: object) -> str:
    """Return a value as TOML; a bare decimal stays one."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | BareNumeral):
        return str(value)
    if isinstance(value, str):
        return _toml_string(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_toml_key(key)} = {_toml_value(entry)}" for key, entry in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        listed = list(map(_toml_value, value))
        line = f"[{', '.join(listed)}]"
        return line if len(line) <= _WIDEST else "[\n    " + ",\n    ".join(listed) + ",\n]"
    raise InputError("a date or a time is no value of a problem file")


def _toml_string(text: str) -> str:
    """Return a text in quotes: in three if it has lines and needs no escapes."""
    if "\n" in text and "'''" not in text and all(c == "\n" or c.isprintable() for c in text):
        return f"'''\n{text}'''"
    return "".join(c if c.isprintable() else _escaped(c) for c in json.dumps(text, ensure_ascii=False))


def _escaped(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def with_rows(
    document: Mapping[str, Any], source: str, header: Sequence[str], rows: Rows
) -> dict[str, Any]:
    """Return a `document` with a `header` and `rows` as its data, under the key `source`."""
    data = document["data"]
    if source == "table":
        text = table_text(header, rows, str(data.get("text", "text")))
    else:
        text = summary_text(header, rows)
    return {**document, "data": {**data, source: text}}


def table_text(header: Sequence[str], rows: Rows, text: str = "text") -> str:
    r"""Return a table as text with blanks, bars or commas: the first that is read back unchanged.

    `header` and `rows` are its cells, `text` the name of a column of texts.

    >>> print(table_text(["wind", "class"], [["none", "+"], ["weak", "-"]]), end="")
    wind  class
    none  +
    weak  -

    Raises InputError for cells that none of them keeps.
    """
    return _first_faithful(header, rows, lambda made: read_table_content(made, text=text))


def summary_text(header: Sequence[str], rows: Rows) -> str:
    """Return a `header` and `rows` of counts or parameters as text; names of rows keep their quotes."""

    def read(made: str) -> tuple[list[str], list[list[str]]]:
        corner, classes, rows = read_summary_text(made)
        head = [corner, *classes] if len(header) > len(classes) else classes
        return head, [[name, *cells] for _, name, cells in rows]

    return _first_faithful(header, rows, read)


def _first_faithful(
    header: Sequence[str], rows: Rows, read: Callable[[str], tuple[list[str], list[list[str]]]]
) -> str:
    lines = [list(header), *map(list, rows)]
    for made in _layouts(lines):
        try:
            if read(made) == (lines[0], lines[1:]):
                return made
        except ExactnbError:
            continue
    raise InputError("the cells of the table cannot be written so that they are read again")


def _layouts(lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the rows with blanks between their cells, with bars, and with commas."""
    # The last cell takes the rest of a line, blanks included: it alone needs no quotes.
    quoted = ([*(f'"{c}"' if " " in c else c for c in row[:-1]), *row[-1:]] for row in lines)
    yield _aligned(list(quoted), "  ")
    yield _aligned(lines, " | ")
    yield "".join(csv_row(row, raw=True) for row in lines)


def _aligned(lines: Sequence[Sequence[str]], between: str) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = (
        between.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in lines
    )
    return "\n".join(padded) + "\n"
