"""Cells in a line: what separates them, unless it stands in quotes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from exactnb.core.data.rows import require_columns
from exactnb.errors import HERE, InputError

Row = tuple[int, list[str]]
"""The number of a line, and its cells."""

QUOTED = r'"[^"]*(?:""[^"]*)*"'
IN_QUOTES = re.compile(QUOTED)
"""What stands in quotes, in which two are one."""


def unquoted(cell: str) -> str:
    """Return a cell without the quotes around it, if there are any.

    >>> unquoted('"a ""b"" c"'), unquoted('"a" or "b"')
    ('a "b" c', '"a" or "b"')
    """
    return cell[1:-1].replace('""', '"') if IN_QUOTES.fullmatch(cell) else cell


def cell_pattern(separator: str, *, anywhere: bool = False) -> re.Pattern[str]:
    """Return the pattern of a cell and what ends it; quotes stand around it, or `anywhere` in it."""
    ends = re.escape(separator)
    content = rf" *{QUOTED} *(?=[{ends}]|$)|[^{ends}]*"
    if anywhere:
        content = rf'(?:{QUOTED}|[^"{ends}]+|")*'
    return re.compile(rf"({content})([{ends}]|$)")


def pieces_of(line: str, cell: re.Pattern[str], ends: list[int] | None = None) -> list[str]:
    """Return what stands between separators outside of quotes, which stay; `ends` takes their ends."""
    pieces, position = [], 0
    while True:
        match = cell.match(line, position)
        assert match is not None  # a cell may be empty
        pieces.append(match[1].strip())
        if ends is not None:
            ends.append(match.end(1))
        if not match[2]:
            return pieces
        position = match.end()


def with_rest(lines: Iterable[str], separator: str, rest: str, names: Sequence[str]) -> Iterator[Row]:
    """Yield the cells of each line, where those too many are part of that in the column `rest`."""
    if separator in " |":
        raise InputError("needs a comma or another sign between cells, no blank and no bar", at="rest")
    pattern = cell_pattern(separator)
    for number, line in enumerate(lines, start=1):
        plain, ends = line.strip("\r\n"), [-1]
        if not plain.strip():
            continue
        pieces = pieces_of(plain, pattern, ends)
        if not names:
            names = pieces = list(map(unquoted, pieces))
            yield number, pieces
            continue
        require_columns([rest], names, "rest")
        place, more = names.index(rest), max(len(pieces) - len(names), 0)
        whole = plain[ends[place] + 1 : ends[place + more + 1]].strip()
        cells = [*pieces[:place], whole, *pieces[place + more + 1 :]]
        if any(cell.startswith('"') and (cell.count('"') % 2 or '\\"' in cell) for cell in cells):
            raise InputError("a quote that is not closed, or inside others", at=HERE.line(number))
        yield number, list(map(unquoted, cells))
