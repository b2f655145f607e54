"""Tables as pandas, R and tibbles print them: names above values, numbers or names before the rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

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
        line = re.sub("^## ?", "", line)  # as R prints in documents
        is_typed = bool(_TYPED.match(line)) or (is_typed and line.startswith(("...", "+ ")))
        if is_typed:
            parts.append([])
        elif line.strip():
            first = parts[-1][0][1] if len(parts[-1]) == 1 else " "
            if first[0] != " " == line[0] and not _NO_ROW.match(first):
                parts.append([])  # below a title
            parts[-1].append((number, line.rstrip()))
    parts = [part for part in parts if part]
    tables = [_table(part) for part in parts]
    if len(printed := [*filter(None, tables)]) != 1:
        if printed:
            raise InputError(f"{len(printed)} tables are printed; keep the one that is meant")
        return [], []
    notes = [part[0] for part, table in zip(parts, tables, strict=True) if not table]
    return printed[0], [(at, [" ".join(line.split())]) for at, line in notes]


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
    counts = [row.split()[0].removesuffix(":") for row in rows]
    is_counted = counts in [[str(n) for n in range(first, first + len(rows))] for first in (0, 1)]
    nearest = 2 if "0" in counts else int(is_counted)  # Python leaves two blanks, R one
    header, *cells = _columns(names, rows, nearest) or [[]]
    heads = [_head(first) for first, *_ in cells]
    labels = [label for label, _ in heads]
    is_apart = is_counted or any("  " in first for first, *_ in cells)
    if header and is_apart and all(map(all, heads)) and _is_index(labels, names, rows):
        table = [[*head, *row[1:]] for head, row in zip(heads, cells, strict=True)]
        if "  " not in "|".join(chain(header, *table)):
            return [["", *header], *table]
    words = [[*re.finditer(r"\S+", line)] for line in (names, *rows)]
    words[1:] = [of[1:] for of in words[1:]]
    if len({*map(len, words)}) != 1 or not (is_counted and _is_index(counts, names, rows)):
        return []
    ranges = [(min(w.start() for w in of), max(w.end() for w in of)) for of in zip(*words, strict=True)]
    if any(left[1] >= right[0] for left, right in pairwise(ranges)):
        return []  # words of one column stand below two
    return [[n, *(word[0] for word in of)] for n, of in zip(["", *counts], words, strict=True)]


def _is_index(labels: Sequence[str], names: str, rows: Sequence[str]) -> bool:
    """Say whether `labels`, each once, begin or end in one place of their rows, before all names."""
    starts = [len(row) - len(row.lstrip()) for row in rows]
    ends = [start + len(label) for start, label in zip(starts, labels, strict=True)]
    is_aligned = len({*starts}) == 1 or len({*ends}) == 1
    return is_aligned and len({*labels}) == len(rows) and not names[: max(ends, default=0) + 1].strip()


def _head(first: str) -> Sequence[str]:
    """Return the number or name of a row and its `first` cell behind it, both "" if unsure."""
    parts = re.split(" {2,}", first)
    if len(parts) == 1:
        is_number = re.match(r"\d+:? ", first)
        parts = first.split(None, 1) if is_number else first.rsplit(None, 1)
        parts = parts if is_number or first.count(" ") == 1 or is_numeral("".join(parts[-1:])) else []
    return (re.sub(r"^(\d+):$", r"\1", parts[0]), parts[1]) if len(parts) == 2 else ("", "")


def _columns(names: str, rows: Sequence[str], nearest: int) -> list[list[str]]:
    """Return the cells of lines that end where the names do, in each row; none where one may be two.

    So many blanks stand between two cells of a row that are `nearest`, 0 if that is unknown.
    """
    width = max(map(len, (names, *rows))) + 2
    names, *rows = (line.ljust(width) for line in (names, *rows))
    ends, words = [0], [*re.finditer(r"\S+", names)]
    for word in words:
        end, is_last = word.end(), word is words[-1]
        filled = [row[end - 1] != " " for row in rows]
        if any(row[end:].strip() if is_last else row[end] != " " for row in rows) or not any(filled):
            continue  # no cells end here
        is_near = not is_last and any(row[end - 1] != " " != row[end + 1] for row in rows)
        if is_near and nearest == 2:
            continue  # only words do
        is_one = not is_last and names[end + 1] != " "  # or a name of several words
        if (is_one and is_near and not nearest) or (not all(filled) and (is_one or len(ends) == 1)):
            return []
        ends.append(end)
    if ends[-1] != words[-1].end():
        return []
    return [[line[start:end].strip() for start, end in pairwise(ends)] for line in (names, *rows)]
