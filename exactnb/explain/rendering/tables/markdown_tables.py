"""Pipe tables, aligned so that they can be read as plain text."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.widths import display_width


def pipe_table(rows: Sequence[Sequence[str]], layout: Sequence[str]) -> str:
    """Return `rows`, the first of which is the head, as a pipe table.

    `layout`: a letter for each column, l for left-aligned or c for centred.

    >>> print(pipe_table([["", "yes"], ["Sunny", "1"]], ["l", "c"]))
    |       | yes |
    | :---- | :-: |
    | Sunny |  1  |
    """
    widths = [max(3, *(display_width(row[column]) for row in rows)) for column in range(len(layout))]
    rule = [
        ":" + "-" * (width - 1) if kind == "l" else ":" + "-" * (width - 2) + ":"
        for kind, width in zip(layout, widths, strict=True)
    ]
    lines = [_padded_row(row, layout, widths) for row in rows]
    return "\n".join([lines[0], f"| {' | '.join(rule)} |", *lines[1:]])


def _padded_row(row: Sequence[str], layout: Sequence[str], widths: Sequence[int]) -> str:
    padded = []
    for cell, kind, width in zip(row, layout, widths, strict=True):
        gap = width - display_width(cell)
        lead = gap // 2 if kind == "c" else 0
        padded.append(" " * lead + cell + " " * (gap - lead))
    return f"| {' | '.join(padded)} |"
