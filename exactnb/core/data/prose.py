"""Find the rows of a table in text, with single blanks between cells, as it is copied from a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from exactnb.core.data.rows import TOTALS
from exactnb.core.data.schema import seems_missing
from exactnb.core.naming.grammar import is_numeral

_FEWEST = 3  # rows: of fewer none says what the others are


def in_prose(lines: Sequence[str], separator: str = " ") -> str:
    """Return the hint that reads a table within `lines`, which a `separator` cuts wrongly, or "".

    Its rows have as many words, and values that come again. Names of several words are told apart by
    their capitals; one that ends in lower case may go on in the next line, and numbers of rows need
    none. There is no hint where another line may be a row too.

    >>> lines = ["Seen in May:", "Sky Time of", "day", "sun noon", "fog noon", "Page 3", "sun night"]
    >>> in_prose([*lines, "fog night"])
    '; cut at each blank, 4 lines have 2 cells: say delimiter = "blank" and header = ["Sky",
    "Time of day"] and skip = "1-3,6"'
    """
    words, body = [line.split() for line in lines], list[int]()
    for width in {*map(len, words)} - {0, 1}:
        places = [n for n, cells in enumerate(words) if len(cells) == width]
        body = max(body, [n for n in places if {n - 1, n + 1}.intersection(places)], key=len)
    columns = [*map(Counter, zip(*(words[n] for n in body), strict=True))]
    numeric = [2 * sum(n for cell, n in of.items() if is_numeral(cell)) > len(body) for of in columns]
    times, width = Counter(tuple(words[n]) for n in body), len(columns)

    def fits(cells: Sequence[str]) -> bool:
        """Say whether there are numbers where most rows have some, and nowhere else."""
        typed = zip(cells, numeric, strict=False)
        return len(cells) == width and all(seems_missing(c) or is_numeral(c) == of for c, of in typed)

    def values(cells: Sequence[str]) -> set[str]:
        """Return the cells that another row has too."""
        typed = zip(cells, columns, numeric, strict=True)
        return {
            cell for cell, of, is_number in typed if not is_number and of[cell] > times[tuple(cells)]
        }

    rows = [n for n, cells in enumerate(words) if fits(cells) and values(cells)]
    if len(rows) < _FEWEST or (separator != " " and any(separator in lines[n] for n in rows)):
        return ""
    first, kept, names, heads = rows[0], rows, " and header = false", list[list[str]]()
    if first and len(words[first - 1]) == width:
        kept, names, heads = [first - 1, *rows], "", [words[first - 1]]
    numbers = [words[n][0] for n in rows]
    is_counted = numbers in [[str(n + start) for n in range(len(rows))] for start in (0, 1)]
    for height in () if heads else range(1, min(first, 2) + 1):
        above = words[first - height : first]
        is_short = is_counted and height == 1 and len(above[0]) == width - 1
        listed = ["id", *above[0]] if is_short else _names(above)
        if not heads and len(listed) == width:
            names = " and header = [" + ", ".join(f'"{name}"' for name in listed) + "]"
            heads = above
    known = {cell for n in rows for cell in values(words[n])}
    around = range(max(first - (not heads), 0), min(rows[-1] + 2, len(words)))
    others = [words[n] for n in around if n not in rows and words[n] not in heads] + heads[:1]
    others = [cells for cells in others if cells and not TOTALS.fullmatch(cells[0])]
    for cells in others:  # a cell may be missing, or be two words
        lacks = len(cells) < width or sum(map(is_numeral, cells)) >= sum(numeric)
        is_name = cells in heads and not any(numeric)
        if (fits(cells) and not is_name) or (lacks and len(cells) < 2 * width and known & {*cells}):
            return ""
    gaps = [(n + 2, end) for n, end in pairwise([-1, *kept, len(words)]) if any(words[n + 1 : end])]
    skip = ",".join(f"{start}-{end}" if start < end else str(end) for start, end in gaps)
    how = f'say delimiter = "blank"{names}' + f' and skip = "{skip}"' * bool(skip)
    how += ", or list their names as header" * (not heads)
    return f"; cut at each blank, {len(rows)} lines have {width} cells: {how}"


def _names(lines: Sequence[Sequence[str]]) -> list[str]:
    """Return the names in one line, or in two: what is open in the first goes on in the second."""
    names = list[str]()
    for word in lines[0]:
        if names and (word[0].islower() or word[0] in "(["):
            names[-1] += f" {word}"
        else:
            names.append(word)
    below = [word for line in lines[1:] for word in line]
    is_open = [" " in name and name.split()[-1].islower() for name in names]
    if below and sum(is_open) != len(below):
        return []
    rest = iter(below)
    return [
        f"{name} {next(rest)}" if goes_on and below else name
        for name, goes_on in zip(names, is_open, strict=True)
    ]
