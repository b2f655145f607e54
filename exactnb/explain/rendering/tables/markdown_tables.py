"""Pipe tables, which can be read as text too."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.widths import columns_of


def pipe_table(rows: Sequence[Sequence[str]], layout: Sequence[str]) -> str:
    """Return rows, the first of them the head, as a table that can be read as text too.

    >>> print(pipe_table([["", "yes"], ["Sunny", "1"]], ["l", "c"]))
    |       | yes |
    | :---- | :-: |
    | Sunny |  1  |
    """
    widths = [max(3, *(columns_of(row[at]) for row in rows)) for at in range(len(layout))]
    rule = [
        ":" + "-" * (width - 1) if kind == "l" else ":" + "-" * (width - 2) + ":"
        for kind, width in zip(layout, widths, strict=True)
    ]
    lines = [_laid_out(row, layout, widths) for row in rows]
    return "\n".join([lines[0], f"| {' | '.join(rule)} |", *lines[1:]])


def _laid_out(row: Sequence[str], layout: Sequence[str], widths: Sequence[int]) -> str:
    shown = []
    for cell, kind, width in zip(row, layout, widths, strict=True):
        gap = width - columns_of(cell)
        before = gap // 2 if kind == "c" else 0
        shown.append(" " * before + cell + " " * (gap - before))
    return f"| {' | '.join(shown)} |"
