"""Rows and columns that add up others, or have their means: known by their sums, or their names.

How to read: `lines_of_sums` returns rows of totals, `sums_in` the columns that may be some; such rows
that lack cells are refused by `refuse_totals`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from exactnb.core.arithmetic.numerals import read_number, without_separators
from exactnb.core.data.rows import TOTALS, Record
from exactnb.core.data.schema import lines_of, seems_missing
from exactnb.errors import HERE, InputError, Place, quoted

_SUMMARY = (
    r"(?i)(?:mean|average|avg|median|sd|std|stdev|min|max|mittel(?:wert)?|durchschnitt|moyenne|médiane"
    r"|media|mediana|promedio|média|gemiddelde?|medel(?:värde)?|gjennomsnitt|gennemsnit|keskiarvo|średnia"
    r"|průměr|ortalama|среднее|ø)\.?(?: ?[:=(].*)?"
)
_NOTE = re.compile(r"[*†‡#]|\S+ \S+ \S|\S+: \S|[^\W\d_]+:$")  # how a line below a table begins
_MOST_TOTALS = 50
MOST_ROWS = 10_000
"""Rows whose numbers are looked at: what is longer was hardly typed."""
Sum = tuple[int, tuple[int, ...]]
"""The place of a number, and those of what it adds up."""


def lines_of_sums(records: Sequence[Record]) -> list[str]:
    """Return the lines of rows that add up all rows above, or those since the last such row.

    Such a row is called a total, or has an empty cell where the row above has none. All its numbers
    are sums, but for percentages, which are rounded.
    """
    above: Mapping[str, str] = {}
    named: dict[int, bool] = {}  # lines, and whether they are called totals
    for line, record in records:
        is_named = bool(TOTALS.fullmatch(str(next(filter(None, record.values()), ""))))
        # Most rows are whole: then no cell is looked at.
        is_whole = all(record.values()) or not above
        if is_named or (not is_whole and any(above[c] and not record[c] for c in record)):
            named[line] = is_named
        above = record
    lines, sizes, sums = list[str](), [0, 0], [dict[str, Fraction | None]() for _ in range(2)]
    if len(records) > MOST_ROWS or not 0 < len(named) <= _MOST_TOTALS:
        return lines
    for line, record in records:
        numbers = {column: number_in(cell, Fraction(0)) for column, cell in record.items()}
        stated = {c: n for c, n in numbers.items() if n and not str(record[c]).endswith("%")}
        evidence = len(stated) + named.get(line, 0) if stated and line in named else 0
        if any(
            size > 1 < evidence + (size > 2) and all(of[c] == n for c, n in stated.items())
            for size, of in zip(sizes, sums, strict=True)
        ):
            lines.append(str(line))
            sizes[1], sums[1] = 0, {}
            continue
        for place, of in enumerate(sums):
            sizes[place] += 1
            for column, number in numbers.items():
                earlier = of.get(column, Fraction(0))
                of[column] = None if number is None or earlier is None else earlier + number
    return lines


def number_in(cell: object, missing: Fraction | None = None) -> Fraction | None:
    """Return the number in a cell, whose thousands may be apart, or that of one that is `missing`."""
    text = cell if isinstance(cell, str) else ""
    try:
        return read_number(without_separators(text) or cell)
    except InputError:
        return missing if text == cell and (not text or seems_missing(text)) else None


def sums_in(numbers: Sequence[Fraction | None], names: Sequence[str]) -> Iterator[Sum]:
    """Yield the place of each number but 0 that adds up others, and their places.

    These are all others, those behind it, or before it from the first, second or, of a total, any on.
    """
    places = [place for place, number in enumerate(numbers) if number is not None]
    before = [Fraction(0), *accumulate(number for number in numbers if number is not None)]
    for n, total in enumerate(places):
        starts = range(n if TOTALS.fullmatch(names[total]) else min(n, 2))
        for first, last in (*((first, n) for first in starts), (n + 1, len(places)), (0, len(places))):
            is_all = first == 0 and last > n
            others = [*places[:n], *places[n + 1 :]] if is_all else places[first:last]
            adds_up = before[last] - before[first] == (1 + is_all) * (before[n + 1] - before[n]) != 0
            if adds_up and len(others) > 1:
                yield total, (*others,)


def leave_out(record: Mapping[str, str], line: int, place: Callable[[int], Place]) -> str:
    """Return how a record is left out: a row of a DataFrame has no line."""
    return f'say skip = "{lines_of(record.values(), line)}"' if place == HERE.line else "drop it"


def refuse_totals(
    record: Mapping[str, str], width: int, text: str, line: int, place: Callable[[int], Place]
) -> None:
    """Raise InputError for a `record` of fewer cells than `width` that is called a total, or is a note.

    The column `text` does not count. The record stands in the `line` that `place` names.
    """
    filled = [cell for column, cell in record.items() if cell and column != text]
    if not filled or not (lacks := width - len([*filter(None, record.values())])):
        return
    cells, way = f"{lacks} empty cell{'s' * (lacks != 1)}", leave_out(record, line, place)
    missing = "if cells are missing, mark them so (?)"
    if TOTALS.fullmatch(filled[0]) or re.fullmatch(_SUMMARY, filled[0]):
        message = f"{quoted(filled[0])} and {cells}: if this row adds up others, {way}; {missing}"
        raise InputError(message, at=place(line))
    if len(filled) == 1 < lacks and _NOTE.match(filled[0]) and next(iter(record.values())):
        message = f"{quoted(filled[0])} and {cells}: if this is a note, {way}; {missing}"
        raise InputError(message, at=place(line))
