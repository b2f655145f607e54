"""Marks that are no values: of footnotes, as in bus[^1] and white¹, dittos, and -99 of what is missing.

How to read: `split_marks` and `without_marks` strip marks of footnotes, the `*_doubts` note such marks;
`with_dittos` keeps quotes alone from being a pair, `filled` reads them.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.data.findings import Doubt
from exactnb.core.data.rows import Record, cell_pattern, pieces_of
from exactnb.core.data.schema import Schema
from exactnb.core.naming.grammar import is_numeral
from exactnb.errors import enumerated, printable

STARS = "*†‡"
REMARKS = f"()[]{STARS}"
"""Signs around a name that has a remark elsewhere."""
SORTED = "▲▼△▽▴▾⇅↕"
"""Signs behind the names of columns by which a web page sorts its rows."""
MARK = r"\[(?:\^[^\]\[|\s]{1,20}|(?:[a-z]+ )?\d{1,3}(?:, ?\d{1,3})*|[a-z])\]"
"""The pattern of a mark in brackets."""

DITTO = re.compile(r"""["″”“〃]|''|-"-|-(?:〃|''|”)-|(?i:ditto|do\.|dto\.?|idem)""")
"""A cell that repeats the one above it."""

_KINDS = {
    "[^1]": r"\[\^[^\]\[|\s]{1,20}\]",
    "[1]": r"\[(?:[a-z]+ )?\d{1,3}(?:, ?\d{1,3})*\]",
    "[a]": r"\[[a-z]\]",
    "¹": "[⁰¹²³⁴-⁹]+",
}
"""The patterns of marks, by one of each kind, which stands for all."""
_CODE = re.compile(r"-1|(?:-9{1,5}|9{3,5})(?:\.(?:25|9+)?0*)?")
_LONGEST = 50  # lines that the quotes of a cell may span
_LISTED = 3  # names in a doubt
_POWER = re.compile(r"(?:\b[a-zµ]?m|\d|[)⁻·/]) *[²³]|⁻[⁰¹²³⁴-⁹]+")  # of a unit, or of a number


@cache
def split_marks(strip: str) -> tuple[str, str]:
    """Return the pattern of the footnote marks in what is to `strip`, "" for none, and the rest of it.

    >>> split_marks("kg [2]")[1], split_marks("kg")
    ('kg ', ('', 'kg'))
    """
    kinds, rest = list[str](), strip
    for kind in _KINDS.values():
        if rest != (left := re.sub(kind, "", rest)):
            kinds, rest = [*kinds, kind], left
    return "|".join(kinds), rest


def without_marks(cell: str, pattern: str) -> str:
    """Return a `cell` without the marks of this `pattern` at its end, unless it has nothing else.

    >>> [without_marks(cell, split_marks("[1]")[0]) for cell in ("no[2][3]", "[2]", "no[b]")]
    ['no', '[2]', 'no[b]']
    """
    return (pattern and re.sub(rf"\s*(?:{pattern})(?:\s*,?\s*(?:{pattern}))*$", "", cell)) or cell


def footnote_doubts(plural: str, singular: str, names: Collection[str]) -> Iterator[Doubt]:
    """Yield one doubt about `names`, of a kind in words, with a mark of a footnote behind them.

    Places in a list are no footnotes, x[1] beside x[2] alone, nor are powers of units or numbers.

    >>> list(footnote_doubts("classes", "a class", ["bus[^1]", "bus"]))
    ['“bus[^1]” is a class: perhaps with a mark of a footnote']
    >>> [*footnote_doubts("", "", ["x[1]", "x[2]"]), *footnote_doubts("", "", ["5 m²", "6"])]
    []
    """
    every = "|".join(_KINDS.values())
    bare = {name: without_marks(name, every) for name in names if not _POWER.search(name)}
    marks = {name: name.removeprefix(of) for name, of in bare.items() if of != name}
    is_list = len(marks) == len(names) and (
        len({*map(bare.__getitem__, marks)}) == 1 < len(marks)
        or all(map(is_numeral, map(bare.__getitem__, marks)))
    )
    if marks and not is_list:
        stated = (sign for sign, kind in _KINDS.items() if re.search(kind, " ".join(marks.values())))
        listed = enumerated(f"“{printable(name)}”" for name in [*marks][:_LISTED])
        more = f", and {len(marks) - _LISTED} more" * (len(marks) > _LISTED)
        what = f"are {plural}" if len(marks) > 1 else f"is {singular}"
        sentence = f"{listed}{more} {what}: perhaps with a mark of a footnote"
        yield Doubt(sentence, strip=" ".join(stated))


def codes_of_missing(values: Sequence[str]) -> list[str]:
    """Return which of the `values` of a column may be what surveys and loggers write for missing cells.

    They are far from all other numbers, negative where no other is, or the largest; or among names.

    >>> codes_of_missing(["-99", "1", "2"]), codes_of_missing(["1", "4", "999"])
    (['-99'], ['999'])
    >>> codes_of_missing(["-9", "0", "12"]), codes_of_missing(["-1", "0", "1"])
    ([], [])
    >>> codes_of_missing(["-999.25", "-2", "18.5"]), codes_of_missing(["good", "-99", "poor"])
    (['-999.25'], ['-99'])
    """
    codes = [value for value in values if _CODE.fullmatch(value)]
    others = [value for value in values if value not in codes] if codes else []
    if len(others) < 2 or not all(map(is_numeral, others)):
        are_names = len(others) > 1 and not any(map(is_numeral, others))
        return [code for code in codes if are_names and len(code) > len("-9")]
    numbers: list[Fraction] = sorted(map(number_in, others))
    low, high = numbers[0], numbers[-1]

    def is_far(code: Fraction) -> bool:
        if code > 0:
            return code > 5 * high or (low > 0 and code - high > 2 * (high - low))
        if code == -1:
            return low >= 1 and len(others) > 2 and all(map(str.isdecimal, others))
        return (low >= 0 and code < -9) or (
            code <= -9 * (1 + 10 * (low < 0)) and low - code > high - low
        )

    return [code for code in codes if is_far(number_in(code))]


def ditto_doubts(schema: Schema) -> Iterator[Doubt]:
    """Yield one doubt for all columns of a `schema`, the class too, with a cell that repeats another.

    >>> [doubt.remedy for doubt in ditto_doubts(Schema("k", ("a", "b"), {"sky": ("sun", '"')}))]
    [{'fill_down': 'sky'}]
    """
    columns = {**schema.columns, schema.class_variable: schema.classes}
    dittos = {column: next(filter(DITTO.fullmatch, of), "") for column, of in columns.items()}
    dittos = {column: mark for column, mark in dittos.items() if mark and len(columns[column]) > 1}
    if dittos:
        listed = enumerated(f"“{printable(column)}”" for column in dittos)
        sentence = f"“{next(iter(dittos.values()))}” is a value of {listed}, not the one above it"
        yield Doubt(sentence, fill_down=",".join(dittos))


def filled(records: Iterable[Record], columns: Sequence[str]) -> Iterator[Record]:
    """Yield `records` with the value above in each cell of these `columns` that is empty or a ditto.

    >>> records = [(2, {"sky": "sun"}), (3, {"sky": ""}), (4, {"sky": '"'})]
    >>> [record["sky"] for _, record in filled(records, ["sky"])]
    ['sun', 'sun', 'sun']
    """
    above = dict.fromkeys(columns, "")
    for number, record in records:
        for column, cell in above.items():
            stated = record.get(column, "")
            above[column] = cell if not stated or (cell and DITTO.fullmatch(stated)) else stated
        yield number, {**record, **above}


def with_dittos(lines: Iterable[str], separator: str) -> Iterator[str]:
    """Yield `lines` with each ditto mark in quotes, so that no two of them are quotes around cells.

    A quote alone between separators is one where its line has as many cells as the first only if it is.
    So have all lines to the next quote, if that may close it: else it opens a cell of several lines.

    >>> lines = (["sky,k", '",a', '",b'], ["sky,k", 'sun,"', 'a"'])
    >>> [[line.count('"') for line in with_dittos(of, ",")] for of in lines]
    [[0, 4, 4], [0, 1, 1]]
    """
    ends, cell = re.escape(separator), cell_pattern(separator)
    lone = re.compile(rf'(^|[{ends}])( *)"(?= *(?:[{ends}\r\n]|$))')
    rest, waiting, width = iter(lines), deque[str](), 0

    def quoted_dittos(line: str) -> str:
        return lone.sub(r'\1\2""""', line)

    def number_of_cells(line: str) -> int:
        return len(pieces_of(line.strip("\r\n"), cell)) if line.strip() else 0

    while line := waiting.popleft() if waiting else next(rest, ""):
        width, is_odd = width or number_of_cells(line), line.count('"') % 2 == 1
        is_ditto = '"' in line and lone.search(line) is not None
        is_ditto = is_ditto and number_of_cells(quoted_dittos(line)) == width
        is_ditto = is_ditto and (is_odd or number_of_cells(line) != width)
        if is_ditto and is_odd:
            while len(waiting) < _LONGEST and '"' not in "".join(waiting) and (of := next(rest, "")):
                waiting.append(of)
            below = [quoted_dittos(of) for of in waiting if of.strip()]
            is_ditto = all(number_of_cells(of) == width and of.count('"') % 2 == 0 for of in below)
        yield quoted_dittos(line) if is_ditto else line
