"""Pipe tables: the data, and estimates side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from exactnb.derivation import Chain, Data, Deviations, Grid
from exactnb.expression.nodes import Expression
from exactnb.expression.spell import spell
from exactnb.rendering.markdown_math import MarkdownMath
from exactnb.rendering.markdown_text import inline, label, text
from exactnb.rendering.tables import SQUARED, forms_of, fullest, has_ids, of_deviations
from exactnb.rendering.widths import columns_of

Write = Callable[[str], str]
_ROOM = 60  # signs of a cell, as counted in plain text


class MarkdownTables:
    """Lay tables out in one notation. A reader scrolls in a wide one, so none is broken.

    `text` and `label` write a user's text; another dialect of Markdown has others.
    """

    def __init__(self, math: MarkdownMath, text: Write = text, label: Write = label) -> None:
        self.math, self.text, self.label = math, text, label
        self.kept: int | None = None

    def grid(self, grid: Grid) -> str:
        """Return estimates as a table, each with its steps."""
        self.kept = fullest(grid, lambda part: len(spell(part)), _ROOM)
        rows = [[self.text(grid.corner), *(self.label(item.value) for item in grid.columns)]]
        for head, cells in zip(grid.rows, grid.cells, strict=True):
            shown = self.label(head) if isinstance(head, str) else inline(self.math.name(head))
            rows.append([shown, *map(self._cell, cells)])
        return pipe_table(rows, ["l", *("c" for _ in grid.columns)])

    def deviations(self, table: Deviations) -> str:
        """Return numbers, distances and squares, the sums of each class below its own."""
        column, named = self.text(table.column), has_ids(table)
        rows = [[""] * (1 + named) + [column, f"{column} − mean", SQUARED]]
        for of, group, totals in of_deviations(table):
            rows += [
                [self.label(of.value), *[self.label(identity)] * named, *map(self._number, row)]
                for identity, row in group
            ]
            rows.append(["sum", *[""] * named, *map(self._number, totals)])
        return pipe_table(rows, ["l"] * (1 + named) + ["c", "c", "c"])

    def _number(self, number: Expression) -> str:
        return inline(self.math.in_table(number))

    def data(self, data: Data) -> str:
        """Return the data as a table, the queries as its last rows."""
        shown = (*data.rows, *data.queries)
        named = any(row.id for row in shown)
        rows = [[""] * named + [self.text(column) for column in (*data.columns, data.class_variable)]]
        rows += [[self.label(c) for c in ([row.id] * named + [*row.cells, row.label])] for row in shown]
        return pipe_table(rows, ["l"] * named + ["c"] * (len(data.columns) + 1))

    def _cell(self, chain: Chain | None) -> str:
        if chain is None:
            return ""
        parts: list[str] = []
        for relation, form in forms_of(chain, self.kept):
            parts += [self.math.related(relation)] if relation else []
            parts.append(self.math.in_table(form))
        shown = " ".join(parts)
        return inline(rf"\displaystyle {shown}" if r"\frac" in shown else shown)


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
