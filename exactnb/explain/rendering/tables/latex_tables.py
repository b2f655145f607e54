"""Tables in LaTeX: estimates as arrays, and data, each with its approximate width.

How to read: `LatexTables` has a method for each kind of table that decides what goes into which part;
below these are the hooks that write cells and tables, which other languages override. A `Display` is a
rule or a table of a typeset page; `displays_in_lines` says how many of them share a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import add

from exactnb.core.expression.nodes import Expression, Reference
from exactnb.core.expression.widths import display_width
from exactnb.core.record import frozen
from exactnb.explain.derivation import Chain, Data, Deviations, Grid
from exactnb.explain.rendering.formulas.latex_lines import FormulaSizes
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.hooks import Cells, TextRow
from exactnb.explain.rendering.tables import tables

ROOM = 96
"""The width of a line of displays, in characters of plain text."""

GAP = 4
"""The width between two displays."""

_ARRAY = r"\begin{array}{"
_ROOM = 88  # width of a table that fits on a line, in characters of plain text
_LONGEST = 18  # most rows of a part: a longer one could leave half a page empty
_SHORTEST = 6  # fewest rows of a part that shares a line with another
_TALL = 6  # rows of estimates; in a longer table, fractions have a slash
_BROKEN = {"f": (46, "9.5cm"), "w": (20, "3.4cm"), "p": (66, "12cm")}
"""For each kind of breakable column: the width up to which it is not broken, its fixed width."""
_COMMAND = re.compile(r"\\[A-Za-z]+|[{}$\\]")
_RAGGED = r"\raggedright\lineskip=1ex\lineskiplimit=1ex "
_ENDED = r"\let\\\tabularnewline "  # \raggedright redefines \\, which has to end the row in a last cell
_STRUT = r"\rule[-2.3ex]{0pt}{6.1ex}"  # keeps fractions clear of the rows above and below

DISPLAYED = r"\displaystyle "
"""Precedes a formula in a cell to set its fractions at display size."""

FormulaWriter = Callable[[Expression], str]


@frozen(slots=True)
class Display:
    """A formula or a table, `body`, and its approximate `width` in characters.

    One that `opens` begins a cluster, and has a line of its own where the cluster does not fit on
    one. Displays set `by_top` align their first rows, others their middles.
    """

    body: str
    width: int
    opens: bool = False
    by_top: bool = False


def displays_in_lines(displays: Sequence[Display], room: int = ROOM) -> list[list[Display]]:
    """Return `displays` grouped into lines of at most `room` characters."""
    lines: list[list[Display]] = []
    for _, run in groupby(displays, key=lambda display: display.by_top):
        lines += _lines_of_equal_alignment([*run], room)
    return lines


def _lines_of_equal_alignment(displays: Sequence[Display], room: int) -> list[list[Display]]:
    """Group displays of equal alignment into lines."""
    clusters: list[list[Display]] = []
    for display in displays:
        if clusters and not display.opens:
            clusters[-1].append(display)
        else:
            clusters.append([display])
    cluster_widths = [sum(display.width + GAP for display in cluster) for cluster in clusters]
    lines = []
    for group in tables.column_runs(cluster_widths, room + GAP):
        together = [display for cluster in clusters[group.start : group.stop] for display in cluster]
        widths = [display.width + GAP for display in together]
        # a rule and its one example stay together; of several, the rule takes a line of its own
        alone = sum(widths) > room + GAP and together[0].opens and len(together) > 2
        lines += [together[:1]] * alone
        parts = tables.column_runs(widths[alone:], room + GAP)
        lines += [together[alone:][part.start : part.stop] for part in parts]
    return lines


def side_by_side(displays: Sequence[Display], room: int = ROOM) -> list[str]:
    r"""Return `displays` in lines of at most `room` characters; a cluster shares a line or has its own.

    >>> rule, table = Display("a", 30, opens=True), Display("b", 30)
    >>> print("\n".join(side_by_side([rule, table, rule, table], room=70)))
    \noindent\[
    a
    \qquad
    b
    \]
    \noindent\[
    a
    \qquad
    b
    \]
    """
    return [
        displayed("\n\\qquad\n".join(_line_bodies(line))) for line in displays_in_lines(displays, room)
    ]


def displayed(body: str, environment: tuple[str, str] = (r"\[", r"\]")) -> str:
    """Return `body` in a display `environment`, without the empty line of a paragraph before it."""
    begin, end = environment
    return f"\\noindent{begin}\n{body}\n{end}"


def _line_bodies(line: Sequence[Display]) -> list[str]:
    """Return the bodies of a line; if all are tables, they are aligned at their heads."""
    bodies = [display.body for display in line]
    if len(bodies) > 1 and all(body.startswith(_ARRAY) for body in bodies):
        return [rf"\begin{{array}}[t]{{{body.removeprefix(_ARRAY)}" for body in bodies]
    return bodies


class LatexTables:
    """Lay out tables in one notation; widths are estimated from plain text."""

    minus = "-"

    def __init__(self, math: LatexMath, plain: TextMath) -> None:
        self.math = math
        self.plain = plain
        self.size = FormulaSizes(plain).width
        self.form_count: int | None = None
        # what writes cells, other functions in other languages
        self.item, self.label, self.name, self.number = math.item, math.label, math.name, math.in_table
        self.head = math.escaped  # of a column of data

    def grids(self, grids: list[Grid]) -> list[Display]:
        """Return `grids` as arrays, each of as many classes as fit."""
        return [array for grid in grids for array in self._arrays(grid)]

    def _arrays(self, grid: Grid) -> list[Display]:
        heads = [display_width(r) if isinstance(r, str) else self.size(Reference(r)) for r in grid.rows]
        first = max(display_width(grid.corner), *heads)
        self.form_count = tables.fitting_form_count(grid, self.size, _ROOM - first)
        widths = [
            2 + max(display_width(label.value), *(self._cell_width(row[column]) for row in grid.cells))
            for column, label in enumerate(grid.columns)
        ]
        arrays = []
        for group in tables.column_runs(widths, _ROOM - first):
            width = first + sum(widths[group.start : group.stop])
            for part in in_parts(len(grid.rows), width):
                arrays.append(Display(self._array(grid, group, part), width))
        return arrays

    def _array(self, grid: Grid, group: range, part: range) -> str:
        write = self.math.in_table if len(grid.rows) <= _TALL else self.math.with_outer_slash
        heads = [self.prose(grid.corner), *(self.item(grid.columns[index]) for index in group)]
        rows = []
        for index in part:
            head, cells = grid.rows[index], grid.cells[index]
            row_head = self.label(head) if isinstance(head, str) else self.name(head)
            rows.append([row_head, *(self._cell(cells[column], write) for column in group)])
        return self.estimates(heads, rows)

    def estimates(self, heads: TextRow, rows: Cells) -> str:
        """Return estimates as a table: `heads`, a rule, `rows`."""
        body = " \\\\\n".join(_with_room(" & ".join(row)) for row in rows)
        return (
            f"\\begin{{array}}{{@{{}}l|{'c' * (len(heads) - 1)}@{{}}}}\n"
            f"{' & '.join(heads)} \\\\ \\hline\n{body}\n\\end{{array}}"
        )

    # ------------------------------------------------------------ cells

    def prose(self, text: str) -> str:
        """Return `text` in a table of formulas."""
        return rf"\text{{{self.math.escaped(text)}}}" if text else ""

    def cell(self, text: str) -> str:
        """Return `text`, a user's label, in a table of data."""
        return f"${self.math.label(text)}$" if text else ""

    def forms(self, forms: tables.Forms, write: FormulaWriter) -> str:
        """Return the `forms` of an estimate, written by `write`, each after its relation."""
        return " ".join(tables.written_forms(forms, self.math.relation_sign, write))

    def _cell(self, chain: Chain | None, write: FormulaWriter) -> str:
        return "" if chain is None else self.forms(tables.estimate_forms(chain, self.form_count), write)

    def _cell_width(self, chain: Chain | None) -> int:
        forms = tables.estimate_forms(chain, self.form_count)
        return sum(self.size(form) + 3 * bool(relation) for relation, form in forms)

    def deviations(self, table: Deviations) -> list[Display]:
        """Return `table`, deviations and squares: a display per class, its sums under a rule."""
        column, with_ids = self.label(table.column), tables.has_ids(table)
        distance = f"{column} {self.minus} {self.prose('mean')}"
        heads = ["", *[""] * with_ids, column, distance, self.prose(tables.SQUARED)]
        layout = "l" * (1 + with_ids) + "|ccc"
        displays = []
        for label, rows, totals in tables.deviation_groups(table):
            width = 2 * display_width(table.column) + display_width(label.value)
            width += len(tables.SQUARED) + 15 + 4 * with_ids
            class_item = self.item(label)
            cells = [[class_item, *[self.label(i)] * with_ids, *map(self.number, r)] for i, r in rows]
            cells.append([self.prose("sum"), *[""] * with_ids, *map(self.number, totals)])
            for part in in_parts(len(cells), width):
                body = self.ruled(layout, heads, cells, part, len(rows), "array")
                displays.append(Display(body, width, by_top=True))
        return displays

    def typeset(self, head: TextRow, rows: Cells, layout: str, footer_rows: int) -> list[Display]:
        """Lay out what `Hooks.table` gets, on several pages if long; paragraphs have a fixed width."""
        kinds = [_column(kind, [row[index] for row in rows]) for index, kind in enumerate(layout)]
        ragged = [kind in "fw" and column != "l" for kind, column in zip(layout, kinds, strict=True)]
        columns = [
            [*head[index : index + 1], *(row[index] for row in rows)] for index in range(len(kinds))
        ]
        width = sum(map(_width, columns))
        begun = [_RAGGED if is_ragged else "" for is_ragged in ragged]
        if ragged and ragged[-1]:
            begun[-1] += _ENDED
        cells = [[*map(add, begun, row)] for row in rows]
        return self._parts("".join(kinds), head, cells, width, footer_rows)

    def data(self, data: Data) -> list[Display]:
        """Return `data` as tables, each of as many columns as fit, with the queries under a rule."""
        with_ids, columns, rows = tables.data_table(data)
        widths = [2 + max(map(display_width, column)) for column in zip(columns, *rows, strict=True)]
        displays = []
        for part in tables.column_parts(int(with_ids), widths, _ROOM):
            head = [self.head(columns[index]) for index in part]
            cells = [[self.cell(row[index]) for index in part] for row in rows]
            plain = len(part) - with_ids
            ruled_class = part[-1] == len(columns) - 1 and plain > 1
            layout = "l|" * with_ids + "c" * (plain - ruled_class) + "|c" * ruled_class
            width = sum(widths[index] for index in part)
            displays += self._parts(layout, head, cells, width, len(data.queries))
        return displays

    def _parts(
        self, layout: str, head: TextRow, rows: Cells, width: int, footer_rows: int
    ) -> list[Display]:
        """Return a table in parts that each fit on a page, with a rule before its footer."""
        displays = []
        for part in in_parts(len(rows), width):
            rule = len(rows) - footer_rows if footer_rows and part.stop == len(rows) else None
            body = self.ruled(layout, head, rows, part, rule)
            displays.append(Display(body, width, by_top=True))
        return displays

    def ruled(
        self,
        layout: str,
        head: TextRow,
        rows: Cells,
        part: range,
        rule_before: int | None,
        kind: str = "tabular",
    ) -> str:
        """Return the rows of `part` as a table, with rules under `head` and before row `rule_before`.

        `layout` has a letter for each column; `kind` is the environment.
        """
        lines = [rf"{' & '.join(head)} \\ \hline"] if any(head) else []
        for index in part:
            rule = r" \hline" if rule_before == index + 1 and index + 1 in part else ""
            end = rf" \\{rule}" if index + 1 in part else ""
            lines.append(f"{_with_room(' & '.join(rows[index]))}{end}")
        body = "\n".join(lines)
        return f"\\begin{{{kind}}}[t]{{@{{}}{layout}@{{}}}}\n{body}\n\\end{{{kind}}}"


def in_parts(rows: int, width: int) -> list[range]:
    """Split the rows of a table into parts of limited length, side by side if `width` allows.

    >>> in_parts(14, width=20), in_parts(14, width=60)
    ([range(0, 7), range(7, 14)], [range(0, 14)])
    """
    parts_per_line = max(1, min((_ROOM + GAP) // (width + GAP), rows // _SHORTEST))
    if rows <= 2 * _SHORTEST:
        parts_per_line = 1
    rows_per_part = max(1, min(-(-rows // parts_per_line), _LONGEST))
    starts = range(0, max(rows, 1), rows_per_part)
    return [range(start, min(start + rows_per_part, rows)) for start in starts]


def _width(cells: TextRow) -> int:
    """Return the approximate width of a column of typeset cells."""
    return 2 + max((display_width(_COMMAND.sub("", cell)) for cell in cells), default=0)


def _with_room(line: str) -> str:
    """Return a row, with room above and below fractions at display size."""
    return f"{_STRUT}{line}" if r"\dfrac" in line or DISPLAYED in line else line


def _column(kind: str, cells: TextRow) -> str:
    """Return the LaTeX type of a column: as wide as its cells, or of fixed width.

    >>> _column("w", ["1 point"]), _column("w", ["2 points, to 3 significant figures"])
    ('l', 'p{3.4cm}')
    """
    if kind not in _BROKEN:
        return kind
    signs, width = _BROKEN[kind]
    return "l" if _width(cells) - 2 <= signs else rf"p{{{width}}}"
