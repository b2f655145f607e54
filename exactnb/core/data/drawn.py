"""Find the lines of a table that is drawn with bars, in Markdown or as databases print it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from exactnb.core.data.dialect import BOX
from exactnb.core.data.findings import Findings
from exactnb.errors import HERE, InputError

_EMPHASIS = re.compile(r"(?<![^|])( *)(\*{1,3}|_{1,3}|`)(\w(?:[^|]*\w)?)\2(?= *(?:\||$))", re.MULTILINE)
_APART = re.compile(" {2,}")  # of which one alone may be part of a cell
_BAR = "│"  # of boxes that are no ASCII


def table_lines(lines: Iterable[str]) -> Iterator[str]:
    r"""Yield the `lines` of the first table, and an empty one for each line around it.

    It has two lines with bars at least: prose may have one. What emphasizes a cell is left out.

    >>> list(table_lines(["P(a | b)?\n", "\n", "| k | n |\n", "|---|--:|\n", "| **a** | 2 |\n", "\n"]))
    ['\n', '\n', '| k | n |\n', '|---|--:|\n', '| a | 2 |\n', '\n']
    """
    state = 0  # before, in and behind the table
    for line, below in pairwise(chain(lines, [""])):
        if state == 0:
            state += "|" in line and "|" in below
        elif "|" not in line:
            state = 2
        yield _EMPHASIS.sub(r"\1\3", line) if state == 1 else "\n"


def boxed_lines(lines: Iterable[str], findings: Findings) -> Iterator[str]:
    r"""Yield the `lines` of the one box, and an empty one for its rules and for each line around it.

    `findings` takes that there are such lines.

    >>> list(boxed_lines(["> SELECT\n", "+--+--+\n", "| a| k|\n", "+--+--+\n", "2 rows\n"], Findings()))
    ['\n', '\n', '| a| k|\n', '\n', '\n']

    Raises InputError for a second box.
    """
    state = 0  # before, in and behind the box
    for number, line in enumerate(lines, start=1):
        is_rule = BOX.fullmatch(line) is not None
        if is_rule and state == 2:
            raise InputError("a second table; keep the one that is meant", at=HERE.line(number))
        is_within = is_rule or (state == 1 and line.lstrip()[:1] in ("|", _BAR))
        state = 1 if is_within else 2 * (state > 0)
        if not is_within and line.strip():
            findings.note("what stands around the box of the table is left out")
        yield line.replace(_BAR, "|") if is_within and not is_rule else "\n"


def apart(lines: Iterable[str]) -> Iterator[str]:
    r"""Yield `lines` with a tab for each run of blanks between cells; an empty one has its place.

    A line with fewer cells than the first has those that each stand below one of its names, and most.

    >>> list(apart(["day   sky   play", "2 May       yes", " May  sun   no"]))
    ['day\tsky\tplay', '2 May\t\tyes', 'May\tsun\tno']
    """
    starts = list[int]()
    for line in lines:
        pieces = [*re.finditer(r"\S+(?: \S+)*", line)]
        starts = starts or [piece.start() for piece in pieces[1:]]
        places = [sum(start < piece.end() for start in starts) for piece in pieces]
        below = [sum(start <= piece.start() for start in starts) for piece in pieces]
        is_short = len(starts) >= len(pieces) > (len(starts) + 1) / 2
        if is_short and places == below and len({*places}) == len(places) and "\t" not in line:
            cells = dict(zip(places, (piece[0] for piece in pieces), strict=True))
            yield "\t".join(cells.get(n, "") for n in range(len(starts) + 1)) + "\n" * line.endswith(
                "\n"
            )
        else:
            yield _APART.sub("\t", line.strip(" "))
