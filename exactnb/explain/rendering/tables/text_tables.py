"""Tables in fixed-width text: estimates side by side, and data in a frame."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.widths import TIED, display_width, filled, in_rows, wrapped
from exactnb.explain.derivation import Chain, Data, Grid
from exactnb.explain.rendering.formulas.text_math import LineMath
from exactnb.explain.rendering.hooks import Cells, TextRow
from exactnb.explain.rendering.tables.tables import FORMS, in_groups, written_forms

INDENT = "   "
_NARROW = 10  # least width of a column that is broken


class TextTables:
    """Lay out tables in one notation, within `width` columns; `math` writes formulas."""

    def __init__(self, math: LineMath, width: int) -> None:
        self.math = math
        self.width = width

    def grid(self, grid: Grid) -> list[str]:
        """Return `grid` as tables of as many classes as fit, with all steps if there is room."""
        heads = [
            self.math.label(row) if isinstance(row, str) else self.math.name(row) for row in grid.rows
        ]
        labels = [self.math.item(label) for label in grid.columns]
        table = [[grid.corner and self.math.label(grid.corner), *labels]]
        for form_count in FORMS:
            cells = [[self._cell(chain, form_count) for chain in row] for row in grid.cells]
            table[1:] = [[head, *row] for head, row in zip(heads, cells, strict=True)]
            first, *widest = widths = _widths(table)
            if (
                first + max(widest) + 7 <= self.width
            ):  # rather split a table into several than omit steps
                break
        groups = in_groups([width + 3 for width in widths[1:]], self.width - 3 - widths[0])
        parts = [[0, *(column + 1 for column in group)] for group in groups]
        return [row for part in parts for row in [*self._ruled(table, widths, part), ""]][:-1]

    def _ruled(self, table: list[list[str]], widths: list[int], part: list[int]) -> list[str]:
        """Return some columns of a table, with a rule under the head."""
        rows = []
        for row in table:
            first = row[0] + " " * (widths[0] - display_width(row[0]))
            rest = (centred(row[column], widths[column]) for column in part[1:])
            rows.append(INDENT + "   ".join([first, *rest]))
        rows.insert(1, INDENT + "─" * (sum(widths[column] + 3 for column in part) - 3))
        return rows

    def _cell(self, chain: Chain | None, form_count: int | None) -> str:
        return "" if chain is None else " ".join(written_forms(chain, form_count, str, self._narrow))

    def _narrow(self, form: Expression) -> str:
        """Return a form without blanks around its signs."""
        text = self.math.write(form)
        for sign in (" + ", " / ", self.math.times):
            text = text.replace(sign, sign.strip())
        return text

    def typeset(self, head: TextRow, rows: Cells, layout: str, footer_rows: int) -> list[str]:
        """Return typeset cells in columns; a paragraph takes the remaining width, in several rows.

        `head`, `rows`, `layout` and `footer_rows` are those of `Hooks.table`.
        """
        # in a column of its own, a cell needs no ties to keep it together
        table = [[cell.replace(TIED, " ") for cell in row] for row in ([head] * bool(head) + [*rows])]
        widths = _widths(table)
        room = self.width - len(INDENT) - sum(widths) - 3 * (len(widths) - 1)
        kinds = (index for kind in "pwf" for index, letter in enumerate(layout) if letter == kind)
        broken = next((index for index in kinds if widths[index] + room >= _NARROW), None)
        if room < 0 and broken is not None:
            widths[broken] += room
        elif room < 0:
            return [
                INDENT + row
                for cells in table
                for row in in_rows(filter(None, cells), "   ", self.width - len(INDENT))
            ]
        lines = []
        for number, cells in enumerate(table):
            cell_rows = [
                wrapped(cell, width)
                if kind in "pwf"
                else [centred(cell, width) if kind == "c" else cell]
                for cell, width, kind in zip(cells, widths, layout, strict=True)
            ]
            if (head and number == 1) or (footer_rows and number == len(table) - footer_rows):
                lines.append(INDENT + "─" * (sum(widths) + 3 * (len(widths) - 1)))
            for index in range(max(map(len, cell_rows))):
                row = (cell[index] if index < len(cell) else "" for cell in cell_rows)
                lines.append(
                    INDENT + "   ".join(filled(c, w) for c, w in zip(row, widths, strict=True))
                )
        return lines

    def data(self, data: Data) -> list[str]:
        """Return `data` in a frame, with the queries under a rule."""
        with_ids = any(row.id for row in (*data.rows, *data.queries))
        header = ([""] if with_ids else []) + [*data.columns, data.class_variable]
        body = [[row.id] * with_ids + [*row.cells, row.label] for row in data.rows]
        query_rows = [[row.id] * with_ids + [*row.cells, row.label] for row in data.queries]
        table = [[self.math.label(cell) for cell in row] for row in (header, *body, *query_rows)]
        widths = _widths(table)
        fixed = [0] * with_ids
        room = self.width - 4 - sum(widths[column] + 3 for column in fixed)
        groups = in_groups([width + 3 for width in widths[len(fixed) :]], room)
        parts = [[*fixed, *(column + len(fixed) for column in group)] for group in groups]
        return [row for part in parts for row in self._framed(table, widths, part, len(body))]

    def _framed(
        self, table: list[list[str]], widths: list[int], part: list[int], body: int
    ) -> list[str]:
        """Return some columns of a table in a frame, with rules after its head and its body."""
        rows = [[centred(row[column], widths[column]) for column in part] for row in table]
        framed = [f"{INDENT}│ {' │ '.join(row)} │" for row in rows]
        rule = ["─" * (widths[column] + 2) for column in part]
        top, middle, bottom = (
            f"{INDENT}{left}{joint.join(rule)}{right}" for left, joint, right in ("┌┬┐", "├┼┤", "└┴┘")
        )
        query_rows = framed[1 + body :]
        return [
            top,
            framed[0],
            middle,
            *framed[1 : 1 + body],
            *([middle] * bool(query_rows)),
            *query_rows,
            bottom,
        ]


def _widths(table: list[list[str]]) -> list[int]:
    return [max(display_width(row[column]) for row in table) for column in range(len(table[0]))]


def centred(text: str, width: int) -> str:
    """Return `text` centred in `width` columns."""
    room = width - display_width(text)
    return " " * (room // 2) + text + " " * (room - room // 2)
