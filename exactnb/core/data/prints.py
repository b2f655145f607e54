"""Tables as pandas, R and tibbles print them: names above values, numbers or names before the rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from exactnb.core.data.rows import Row
from exactnb.core.naming.grammar import is_numeral
from exactnb.errors import HERE, InputError

_TYPED = re.compile(r">>>|In \[\d+\]:|Out\[\d+\]:|> ")
_SIZE = re.compile(r"(?:\[|# A (?:tibble|data frame): )([\d,]+) (?:rows )?[x×] ([\d,]+)")
_NO_ROW = re.compile(r"[#\[]|(?: *<[\w.,\[\]]+>)+$")  # but remarks, or types of columns
_PART = re.compile(r" *(?:# .*\bmore\b|\[ reached |\.\.+(?: +\.\.+)+$)")  # of the rows, or columns
_LEAVES_OUT = (
    "the print leaves out rows or columns; save them all, in Python by df.to_csv(file, index=False), "
    "in R by write.csv(d, file, row.names = FALSE)"
)


def printed_rows(lines: Iterable[str]) -> tuple[list[Row], list[Row]]:
    r"""Return the rows of the one table in `lines`, the names first, and what else is printed there.

    The rows are none if there is no table. Numbers before the rows are no column; names are, `id`.

    >>> printed_rows([">>> df", "  sky  \\", "0  sun", "1  fog", "", "  play", "0  yes", "1   no"])
    ([(2, ['sky', 'play']), (3, ['sun', 'yes']), (4, ['fog', 'no'])], [])

    Raises InputError for several tables, and for a print that leaves out rows or columns.
    """
    parts, is_typed = [list[tuple[int, str]]()], False
    for number, line in enumerate(lines, start=1):
        is_typed = bool(_TYPED.match(line)) or (is_typed and line.startswith(("...", "+ ")))
        if is_typed:
            parts.append([])
        elif line.strip():
            parts[-1].append((number, line.rstrip()))
    parts = [part for part in parts if part]
    tables = [_table(part) for part in parts]
    if (number := len([*filter(None, tables)])) > 1:
        raise InputError(f"{number} tables are printed; keep the one that is meant")
    notes = [part[0] for part, table in zip(parts, tables, strict=True) if not table]
    return next(filter(None, tables), []), [(at, [" ".join(line.split())]) for at, line in notes]


def _table(part: Sequence[tuple[int, str]]) -> list[Row]:
    """Return the rows of what is printed at once; blocks of columns stand one below the other."""
    lines = [(n, line) for n, line in part if not _NO_ROW.match(line)]
    if len(lines) < 2 or lines[0][1][0] != " ":
        return []
    name = re.match(r" *\S+", lines[0][1])
    index = lines[1][1] if name and len(lines[1][1]) < name.end() else ""  # a line with its name alone
    lines = [(n, line) for n, line in lines if line != index and not _PART.match(line)]
    firsts = [line.split()[0] for _, line in lines]
    again = (n for n in range(2, len(lines)) if firsts[n] == firsts[1] and lines[n - 1][1][0] == " ")
    height = next(again, len(lines) + 1) - 1  # of a block: its last line stands before names again
    blocks = [_block([line for _, line in lines[n : n + height]]) for n in range(0, len(lines), height)]
    if not all(blocks) or len({tuple(row[0] for row in block[1:]) for block in blocks}) > 1:
        return []
    cells = [[cell for row in rows for cell in row[1:]] for rows in zip(*blocks, strict=True)]
    size = next(filter(None, (_SIZE.match(line) for _, line in part)), None)
    printed = (str(len(cells) - 1), str(len(cells[0])))
    is_whole = size is None or (size[1].replace(",", ""), size[2]) == printed
    if not is_whole or any(_PART.match(line) for _, line in part):
        raise InputError(_LEAVES_OUT, at=HERE.line(part[0][0]))
    if not all(row[0].isdecimal() for row in blocks[0][1:]):
        names = [index.strip() or "id", *(row[0] for row in blocks[0][1:])]
        cells = [[name, *row] for name, row in zip(names, cells, strict=True)]
    return [(n, row) for (n, _), row in zip(lines, cells, strict=False)]


def _block(lines: Sequence[str]) -> list[list[str]]:
    """Return the cells of lines, of which the first has the names, each below its own; none if unsure.

    Each line has the number or name of its row first, that of the names "". What ends where a name does
    in each row is a column; else a blank stands between two cells, and none in them.
    """
    names, *rows = (re.sub(r" \\$", "", line) for line in lines)
    width = max(map(len, (names, *rows))) + 2
    names, *rows = (line.ljust(width) for line in (names, *rows))
    ends, words = [0], [*re.finditer(r"\S+", names)]
    for word in words:
        end, is_last = word.end(), word is words[-1]
        filled = [row[end - 1] != " " for row in rows]
        if any(row[end:].strip() if is_last else row[end] != " " for row in rows) or not any(filled):
            continue  # no cells end here
        if all(filled) or names[end + 1] == " ":
            ends.append(end)
        elif any(filled):  # below two names, or a name of two words
            ends = [0]
            break
    table = [[row[start:end].strip() for start, end in pairwise(ends)] for row in (names, *rows)]
    numbers = [row.split()[0].removesuffix(":") for row in rows]
    is_sure = ends[-1] == words[-1].end()
    for row, number in zip(table[1:], numbers, strict=True) if is_sure else ():
        first = row[0].split(None, 1)
        if not number.isdecimal():
            apart = re.split(" {2,}", row[0])
            first = apart if len(apart) == 2 else row[0].rsplit(None, 1)
            is_sure &= first == apart or " " not in first[0] or is_numeral(first[1])
        is_sure &= len(first) == 2
        row[:1] = [number, first[-1]] if number.isdecimal() else first
    if is_sure and "  " not in "|".join(cell for row in table for cell in row):
        return [["", *table[0]], *table[1:]]
    table = [
        ["", *names.split()],
        *([n, *row.split()[1:]] for n, row in zip(numbers, rows, strict=True)),
    ]
    is_numbered = numbers in [[str(n) for n in range(first, first + len(rows))] for first in (0, 1)]
    return table if is_numbered and {*map(len, table)} == {len(words) + 1} else []
