"""Tables in LaTeX: estimates as arrays and the data, each with about how wide it is.

How to read: `LatexTables` has a method for each kind of table, which says what stands in which of its
parts; below are the hooks that write cells and tables, for other languages to change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from operator import add

from exactnb.core.expression.nodes import Expression, Reference
from exactnb.core.expression.widths import columns_of
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation import Chain, Data, Deviations, Grid
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.marks import TextMarks
from exactnb.explain.rendering.formulas.sizes import Sizes
from exactnb.explain.rendering.tables.displays import GAP, Display
from exactnb.explain.rendering.tables.tables import (
    SQUARED,
    forms_of,
    fullest,
    has_ids,
    in_groups,
    of_deviations,
)

_ROOM = 88  # signs of a table that fit on a line, as counted in plain text
_LONGEST = 18  # rows of a part of a table: more would leave the end of a page empty
_SHORTEST = 6  # rows that a part of a table has at least, where it stands beside another part
_TALL = 6  # rows of estimates above which fractions have a slash
_PARAGRAPH = 66, "12cm"
_BROKEN = {"f": (46, "9.5cm"), "w": (20, "3.4cm"), "p": _PARAGRAPH}
"""Of columns that may be broken: signs that need not be, and how wide others are."""
_COMMAND = re.compile(r"\\[A-Za-z]+|[{}$\\]")
_RAGGED = r"\raggedright\lineskip=1ex\lineskiplimit=1ex "
_ENDED = r"\let\\\tabularnewline "  # in a last cell: what is ragged has its own ends of lines
_STRUT = r"\rule[-2.3ex]{0pt}{6.1ex}"  # a row with fractions has some room above and below

DISPLAYED = r"\displaystyle "
"""Before a formula in a cell whose fractions are as tall as on display."""

Cells = Sequence[str]
Write = Callable[[Expression], str]


class LatexTables:
    """Lay tables out in one notation; widths are estimated from the plain text."""

    minus = "-"

    def __init__(self, math: LatexMath, plain: TextMarks) -> None:
        self.math = math
        self.plain = plain
        self.size = Sizes(plain).of
        self.kept: int | None = None

    def grids(self, grids: list[Grid]) -> list[Display]:
        """Return estimates as arrays of some of their classes each."""
        return [array for grid in grids for array in self._arrays(grid)]

    def _arrays(self, grid: Grid) -> list[Display]:
        heads = [columns_of(r) if isinstance(r, str) else self.size(Reference(r)) for r in grid.rows]
        first = max(columns_of(grid.corner), *heads)
        self.kept = fullest(grid, self.size, _ROOM - first)
        widths = [
            2 + max(columns_of(label.value), *(self._cell_width(row[at]) for row in grid.cells))
            for at, label in enumerate(grid.columns)
        ]
        arrays = []
        for group in in_groups(widths, _ROOM - first):
            width = first + sum(widths[group.start : group.stop])
            for part in in_parts(len(grid.rows), width):
                arrays.append(Display(self._array(grid, group, part), width))
        return arrays

    def _array(self, grid: Grid, group: range, part: range) -> str:
        write = self.math.in_table if len(grid.rows) <= _TALL else self.math.on_a_line
        heads = [self.words(grid.corner), *(self.item(grid.columns[at]) for at in group)]
        rows = []
        for at in part:
            head, cells = grid.rows[at], grid.cells[at]
            shown = self.label(head) if isinstance(head, str) else self.name(head)
            rows.append([shown, *(self._cell(cells[column], write) for column in group)])
        return self.estimates(heads, rows)

    def estimates(self, heads: Cells, rows: Sequence[Cells]) -> str:
        """Return estimates as a table, the heads above a rule."""
        lines = []
        for row in rows:
            lines.append(_with_room(" & ".join(row)))
        body = " \\\\\n".join(lines)
        return (
            f"\\begin{{array}}{{@{{}}l|{'c' * (len(heads) - 1)}@{{}}}}\n"
            f"{' & '.join(heads)} \\\\ \\hline\n{body}\n\\end{{array}}"
        )

    # ------------------------------------------------------------ what stands in a cell

    def words(self, text: str) -> str:
        """Return words in a table of formulas."""
        return rf"\text{{{self.math.escaped(text)}}}" if text else ""

    def item(self, item: Item) -> str:
        """Return a class at the head of a column of formulas."""
        return self.math.item(item)

    def label(self, text: str) -> str:
        """Return a user's label in a table of formulas."""
        return self.math.label(text)

    def name(self, name: QuantityName) -> str:
        """Return the name at the head of a row of formulas."""
        return self.math.name(name)

    def number(self, expression: Expression) -> str:
        """Return an expression in a table of formulas."""
        return self.math.in_table(expression)

    def cell(self, text: str) -> str:
        """Return a user's label in a table of data."""
        return f"${self.math.label(text)}$" if text else ""

    def head(self, text: str) -> str:
        """Return what heads a column of data."""
        return self.math.escaped(text)

    def forms(self, forms: Sequence[tuple[str, Expression]], write: Write) -> str:
        """Return what an estimate is and comes to, each form with the relation before it."""
        parts: list[str] = []
        for relation, form in forms:
            parts += [self.math.related(relation)] if relation else []
            parts.append(write(form))
        return " ".join(parts)

    def _cell(self, chain: Chain | None, write: Write) -> str:
        return "" if chain is None else self.forms(forms_of(chain, self.kept), write)

    def _cell_width(self, chain: Chain | None) -> int:
        forms = () if chain is None else forms_of(chain, self.kept)
        return sum(self.size(form) + 3 * bool(relation) for relation, form in forms)

    def deviations(self, table: Deviations) -> list[Display]:
        """Return numbers, distances and squares, each class by itself, its sums below a rule."""
        column, named = self.label(table.column), has_ids(table)
        away = f"{column} {self.minus} {self.words('mean')}"
        heads = ["", *[""] * named, column, away, self.words(SQUARED)]
        layout = "l" * (1 + named) + "|ccc"
        out = []
        for label, rows, totals in of_deviations(table):
            width = (
                2 * columns_of(table.column) + len(SQUARED) + 15 + 4 * named + columns_of(label.value)
            )
            of = self.item(label)
            cells = [[of, *[self.label(i)] * named, *map(self.number, r)] for i, r in rows]
            cells.append([self.words("sum"), *[""] * named, *map(self.number, totals)])
            for part in in_parts(len(cells), width):
                body = self.ruled(layout, heads, cells, part, len(rows), "array")
                out.append(Display(body, width, by_top=True))
        return out

    def typeset(self, head: Cells, rows: Sequence[Cells], layout: str, below: int) -> list[Display]:
        """Return cells in tables of so many rows that each fits on a page; paragraphs are broken."""
        kinds = [_column(kind, [row[at] for row in rows]) for at, kind in enumerate(layout)]
        ragged = [kind == "f" and of != "l" for kind, of in zip(layout, kinds, strict=True)]
        width = sum(
            _width([*head[at : at + 1], *(row[at] for row in rows)]) for at in range(len(kinds))
        )
        begun = [_RAGGED if of else "" for of in ragged]
        if ragged and ragged[-1]:
            begun[-1] += _ENDED
        shown = [[*map(add, begun, row)] for row in rows]
        out = []
        for part in in_parts(len(rows), width):
            rule = len(rows) - below if below and part.stop == len(rows) else None
            body = self.ruled("".join(kinds), head, shown, part, rule)
            out.append(Display(body, width, by_top=True))
        return out

    def data(self, data: Data) -> list[Display]:
        """Return the data as tables of some of its columns each, the queries below a rule."""
        columns = (*data.columns, data.class_variable)
        whole = [(row.id, (*row.cells, row.label)) for row in (*data.rows, *data.queries)]
        named = any(identity for identity, _ in whole)
        first = max((columns_of(identity) for identity, _ in whole), default=0) + 2
        widths = [
            2 + max(columns_of(cell) for cell in (column, *(row[at] for _, row in whole)))
            for at, column in enumerate(columns)
        ]
        out = []
        for group in in_groups(widths, _ROOM - first * named):
            width = first * named + sum(widths[group.start : group.stop])
            head = [""] * named + [self.head(columns[at]) for at in group]
            rows = [[i] * named + [cells[at] for at in group] for i, cells in whole]
            shown = [[*map(self.cell, row)] for row in rows]
            apart = group.stop == len(columns) and len(group) > 1
            layout = "l|" * named + "c" * (len(group) - apart) + "|c" * apart
            for part in in_parts(len(rows), width):
                asked = part.stop == len(rows) and data.queries
                rule = len(data.rows) if asked else None
                body = self.ruled(layout, head, shown, part, rule)
                out.append(Display(body, width, by_top=True))
        return out

    def ruled(
        self,
        layout: str,
        head: Cells,
        rows: Sequence[Cells],
        part: range,
        above: int | None,
        kind: str = "tabular",
    ) -> str:
        """Return some rows as a table with rules under its head and before one of its rows."""
        lines = [rf"{' & '.join(head)} \\ \hline"] if any(head) else []
        for at in part:
            rule = r" \hline" if above == at + 1 and at + 1 in part else ""
            end = rf" \\{rule}" if at + 1 in part else ""
            lines.append(f"{_with_room(' & '.join(rows[at]))}{end}")
        body = "\n".join(lines)
        return f"\\begin{{{kind}}}[t]{{@{{}}{layout}@{{}}}}\n{body}\n\\end{{{kind}}}"


def in_parts(rows: int, width: int) -> list[range]:
    """Return the rows of a table in parts: next to each other where it is narrow, and none too long.

    >>> in_parts(14, width=20), in_parts(14, width=60)
    ([range(0, 7), range(7, 14)], [range(0, 14)])
    """
    beside = max(1, min((_ROOM + GAP) // (width + GAP), rows // _SHORTEST))
    if rows <= 2 * _SHORTEST:
        beside = 1
    each = max(1, min(-(-rows // beside), _LONGEST))
    return [range(at, min(at + each, rows)) for at in range(0, max(rows, 1), each)]


def _width(cells: Cells) -> int:
    """Return about how many signs wide a column of typeset cells is."""
    return 2 + max((columns_of(_COMMAND.sub("", cell)) for cell in cells), default=0)


def _with_room(line: str) -> str:
    """Return a row of a table, with room above and below fractions as tall as on display."""
    return f"{_STRUT}{line}" if r"\dfrac" in line or DISPLAYED in line else line


def _column(kind: str, cells: Cells) -> str:
    """Return how a column is set: as wide as its cells, or broken at a width.

    >>> _column("w", ["1 point"]), _column("w", ["2 points, to 3 significant figures"])
    ('l', 'p{3.4cm}')
    """
    if kind not in _BROKEN:
        return kind
    signs, width = _BROKEN[kind]
    return "l" if _width(cells) - 2 <= signs else rf"p{{{width}}}"
