"""Marks of footnotes behind a cell, no part of it: bus[^1], yes[3], brown[b], white¹, red*."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache

from exactnb.core.data.findings import Doubt
from exactnb.core.naming.grammar import is_numeral
from exactnb.errors import enumerated, printable

STARS = "*†‡"
REMARKS = f"()[]{STARS}"
"""Signs around a name that has a remark elsewhere."""
SORTED = "▲▼△▽▴▾⇅↕"
"""Signs behind the names of columns by which a web page sorts its rows."""
MARK = r"\[(?:\^[^\]\[|\s]{1,20}|(?:[a-z]+ )?\d{1,3}(?:, ?\d{1,3})*|[a-z])\]"
"""The pattern of a mark in brackets."""

_KINDS = {
    "[^1]": r"\[\^[^\]\[|\s]{1,20}\]",
    "[1]": r"\[(?:[a-z]+ )?\d{1,3}(?:, ?\d{1,3})*\]",
    "[a]": r"\[[a-z]\]",
    "¹": "[⁰¹²³⁴-⁹]+",
}
"""The patterns of marks, by one of each kind, which stands for all."""
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
