"""Tables in fixed-width text: estimates side by side, and the data in a frame."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.widths import TIED, columns_of, filled, in_rows, wrapped
from exactnb.explain.derivation import Chain, Data, Grid
from exactnb.explain.rendering.formulas.marks import LineMarks
from exactnb.explain.rendering.hooks import Row
from exactnb.explain.rendering.tables.tables import FORMS, in_groups, written_forms

INDENT = "   "
_NARROW = 10  # columns that a cell has at least which is broken


class TextTables:
    """Lay tables out in one notation, within a width."""

    def __init__(self, marks: LineMarks, width: int) -> None:
        self.marks = marks
        self.width = width

    def grid(self, grid: Grid) -> list[str]:
        """Return estimates as tables of some classes each: with each step, if there is room for one."""
        heads = [
            self.marks.label(row) if isinstance(row, str) else self.marks.name(row) for row in grid.rows
        ]
        labels = [self.marks.item(label) for label in grid.columns]
        table = [[grid.corner and self.marks.label(grid.corner), *labels]]
        for kept in FORMS:
            cells = [[self._cell(chain, kept) for chain in row] for row in grid.cells]
            table[1:] = [[head, *row] for head, row in zip(heads, cells, strict=True)]
            first, *widest = widths = _widths(table)
            if first + max(widest) + 7 <= self.width:  # a table is divided before a step is left out
                break
        groups = in_groups([width + 3 for width in widths[1:]], self.width - 3 - widths[0])
        parts = [[0, *(at + 1 for at in group)] for group in groups]
        return [row for part in parts for row in [*self._ruled(table, widths, part), ""]][:-1]

    def _ruled(self, table: list[list[str]], widths: list[int], part: list[int]) -> list[str]:
        """Return some columns of a table, with a rule under the head."""
        out = []
        for row in table:
            first = row[0] + " " * (widths[0] - columns_of(row[0]))
            rest = (centred(row[at], widths[at]) for at in part[1:])
            out.append(INDENT + "   ".join([first, *rest]))
        out.insert(1, INDENT + "─" * (sum(widths[at] + 3 for at in part) - 3))
        return out

    def _cell(self, chain: Chain | None, kept: int | None) -> str:
        return "" if chain is None else " ".join(written_forms(chain, kept, str, self._narrow))

    def _narrow(self, form: Expression) -> str:
        """Return a form without the blanks around its signs."""
        text = self.marks.write(form)
        for sign in (" + ", " / ", self.marks.times):
            text = text.replace(sign, sign.strip())
        return text

    def typeset(self, head: Row, rows: Sequence[Row], layout: str, below: int) -> list[str]:
        """Return cells in columns; a paragraph takes the room that is left, in several rows."""
        table = [list(map(_untied, row)) for row in ([head] * bool(head) + [*rows])]
        widths = _widths(table)
        room = self.width - len(INDENT) - sum(widths) - 3 * (len(widths) - 1)
        kinds = (at for kind in "pwf" for at, of in enumerate(layout) if of == kind)
        broken = next((at for at in kinds if widths[at] + room >= _NARROW), None)
        if room < 0 and broken is not None:
            widths[broken] += room
        elif room < 0:
            return [
                INDENT + row
                for cells in table
                for row in in_rows(filter(None, cells), "   ", self.width - len(INDENT))
            ]
        out = []
        for number, cells in enumerate(table):
            shown = [
                wrapped(cell, width)
                if kind in "pwf"
                else [centred(cell, width) if kind == "c" else cell]
                for cell, width, kind in zip(cells, widths, layout, strict=True)
            ]
            if (head and number == 1) or (below and number == len(table) - below):
                out.append(INDENT + "─" * (sum(widths) + 3 * (len(widths) - 1)))
            for at in range(max(map(len, shown))):
                row = (of[at] if at < len(of) else "" for of in shown)
                out.append(INDENT + "   ".join(filled(c, w) for c, w in zip(row, widths, strict=True)))
        return out

    def data(self, data: Data) -> list[str]:
        """Return the data in a frame, the queries below a rule."""
        named = any(row.id for row in (*data.rows, *data.queries))
        header = ([""] if named else []) + [*data.columns, data.class_variable]
        body = [[row.id] * named + [*row.cells, row.label] for row in data.rows]
        asked = [[row.id] * named + [*row.cells, row.label] for row in data.queries]
        table = [[self.marks.label(cell) for cell in row] for row in (header, *body, *asked)]
        widths = _widths(table)
        fixed = [0] * named
        room = self.width - 4 - sum(widths[at] + 3 for at in fixed)
        groups = in_groups([width + 3 for width in widths[len(fixed) :]], room)
        parts = [[*fixed, *(at + len(fixed) for at in group)] for group in groups]
        return [row for part in parts for row in self._framed(table, widths, part, len(body))]

    def _framed(
        self, table: list[list[str]], widths: list[int], part: list[int], body: int
    ) -> list[str]:
        """Return some columns of a table in a frame; what follows its head and body is set apart."""
        rows = [[centred(row[at], widths[at]) for at in part] for row in table]
        shown = [f"{INDENT}│ {' │ '.join(row)} │" for row in rows]
        rule = ["─" * (widths[at] + 2) for at in part]
        top, middle, bottom = (
            f"{INDENT}{left}{joint.join(rule)}{right}" for left, joint, right in ("┌┬┐", "├┼┤", "└┴┘")
        )
        asked = shown[1 + body :]
        return [top, shown[0], middle, *shown[1 : 1 + body], *([middle] * bool(asked)), *asked, bottom]


def _widths(table: list[list[str]]) -> list[int]:
    return [max(columns_of(row[at]) for row in table) for at in range(len(table[0]))]


def _untied(cell: str) -> str:
    """Return a cell with plain blanks: it has a place of its own."""
    return cell.replace(TIED, " ")


def centred(text: str, width: int) -> str:
    """Return text in the middle of a width."""
    room = width - columns_of(text)
    return " " * (room // 2) + text + " " * (room - room // 2)
