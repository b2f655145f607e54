"""Tables in Markdown: the first one of a text, without what stands around it and around its cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

_EMPHASIS = re.compile(r"(?<![^|])( *)(\*{1,3}|_{1,3}|`)(\w(?:[^|]*\w)?)\2(?= *(?:\||$))", re.MULTILINE)


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
