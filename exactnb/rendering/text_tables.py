"""Tables in fixed-width text: estimates side by side, and the data in a frame."""

from __future__ import annotations

from exactnb.derivation import Chain, Data, Grid
from exactnb.rendering.marks import TextMarks, columns_of

__all__ = ["INDENT", "TextTables", "centred"]

INDENT = "   "


class TextTables:
    """Lay tables out in one notation, within a width."""

    def __init__(self, marks: TextMarks, width: int) -> None:
        self.marks = marks
        self.width = width

    def grid(self, grid: Grid) -> list[str]:
        """Return estimates as a table: with each step if there is room, else as counted."""
        heads = [
            self.marks.label(row) if isinstance(row, str) else self.marks.name(row) for row in grid.rows
        ]
        cells = [[self._cell(chain) for chain in row] for row in grid.cells]
        labels = [self.marks.item(label) for label in grid.columns]
        table = [[grid.corner and self.marks.label(grid.corner), *labels]]
        table += [[head, *row] for head, row in zip(heads, cells, strict=True)]
        if sum(_widths(table)) + 4 * len(labels) + 3 > self.width:  # only the last form of each cell
            cells = [[self._cell(chain, last=True) for chain in row] for row in grid.cells]
            table[1:] = [[head, *row] for head, row in zip(heads, cells, strict=True)]
        widths = _widths(table)
        out = []
        for at, row in enumerate(table):
            first = row[0] + " " * (widths[0] - columns_of(row[0]))
            rest = (centred(cell, width) for cell, width in zip(row[1:], widths[1:], strict=True))
            out.append(INDENT + "   ".join([first, *rest]))
            if at == 0:
                out.append(INDENT + "─" * (sum(widths) + 3 * (len(widths) - 1)))
        return out

    def _cell(self, chain: Chain, *, last: bool = False) -> str:
        lines = chain.lines[1:] or chain.lines
        shown = [self.marks.write(line.right) for line in (lines[-1:] if last else lines)]
        return " = ".join(text.replace(" + ", "+").replace(" / ", "/") for text in shown)

    def data(self, data: Data) -> list[str]:
        """Return the data in a frame, the queries below a rule."""
        named = any(row.id for row in (*data.rows, *data.queries))
        header = ([""] if named else []) + [*data.columns, data.class_variable]
        body = [[row.id] * named + [*row.cells, row.label] for row in data.rows]
        asked = [[row.id] * named + [*row.cells, row.label] for row in data.queries]
        table = [[self.marks.label(cell) for cell in row] for row in (header, *body, *asked)]
        widths = _widths(table)
        if sum(widths) + 3 * len(widths) + 4 > self.width:
            return [INDENT + "  ".join(row) for row in table]
        shown = [
            INDENT
            + "│"
            + "│".join(f" {centred(c, w)} " for c, w in zip(row, widths, strict=True))
            + "│"
            for row in table
        ]
        rule = ["─" * (width + 2) for width in widths]
        out = [INDENT + "┌" + "┬".join(rule) + "┐", shown[0], INDENT + "├" + "┼".join(rule) + "┤"]
        out += shown[1 : 1 + len(body)]
        if asked:
            out += [INDENT + "├" + "┼".join(rule) + "┤", *shown[1 + len(body) :]]
        return [*out, INDENT + "└" + "┴".join(rule) + "┘"]


def _widths(table: list[list[str]]) -> list[int]:
    return [max(columns_of(row[at]) for row in table) for at in range(len(table[0]))]


def centred(text: str, width: int) -> str:
    """Return text in the middle of a width."""
    room = width - columns_of(text)
    return " " * (room // 2) + text + " " * (room - room // 2)
