"""Legends: lines beside a table that explain its marks of missing cells, as “nt not tested”."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from exactnb.core.data.findings import Findings
from exactnb.core.data.schema import seems_missing

_SHORT, _LONG = 6, 5  # signs of a mark at most, of its meaning at least: none and nil may be 0


def explained_marks(line: str) -> Iterator[str]:
    """Yield the marks of missing cells that a `line` explains.

    >>> [*explained_marks("+ positive   - negative   nt not tested")]
    ['nt']
    >>> [*explained_marks("x, - = not recorded. Printed in May")], [*explained_marks("- = none found")]
    (['x', '-'], [])
    >>> [*explained_marks("w weak, np not performed, u/k or x: missing")]
    ['np', 'u/k', 'x']
    """
    marks = list[str]()
    for piece in re.split(r" {2,}|[\t;,]|\. ", line.strip(' \r\n".')):
        sign = re.search(r" ?[=:] ?| means ", piece.strip()) or re.search(" ", piece.strip())
        marks += re.split(" or | and ", piece.strip()[: sign and sign.start()])
        words = piece.strip()[sign.end() :].split() if sign else []
        meanings = [" ".join(words), " ".join(words[:2])]
        if any(len(meaning) >= _LONG and seems_missing(meaning) for meaning in meanings):
            yield from (mark for mark in marks if 0 < len(mark) < _SHORT)
        marks = marks if not sign else []


def note_marks(
    lines: Iterable[str],
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    missing: Collection[str],
    findings: Findings,
) -> None:
    """Note each mark that one of the `lines` explains, that is a cell, and none of those `missing`."""
    for mark in [mark for line in lines for mark in explained_marks(line) if mark not in missing]:
        columns = (name for row in rows for name, cell in zip(header, row, strict=True) if cell == mark)
        if column := next(columns, ""):
            sentence = f"“{mark}” is a value of “{column}”, not a missing cell"
            findings.note(sentence, column, missing=[*filter(None, missing), mark])
