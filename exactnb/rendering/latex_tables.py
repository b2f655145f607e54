"""Tables in LaTeX: estimates as arrays, side by side where there is room, and the data."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.derivation import Chain, Data, Deviations, Grid
from exactnb.rendering.latex_math import LatexMath
from exactnb.rendering.latex_text import math_label, text_label
from exactnb.rendering.marks import TextMarks
from exactnb.rendering.tables import SQUARED, forms_of, fullest, has_ids, in_groups, of_deviations
from exactnb.rendering.widths import columns_of

_ROOM = 84  # signs of a table that fit on a line, as counted in plain text
_LONGEST = 36  # rows of a table that fit on a page
_PARAGRAPH = "11cm"
_SIDE_BY_SIDE = 56  # signs of arrays that stand next to each other


class LatexTables:
    """Lay tables out in one notation; widths are estimated from the plain text."""

    def __init__(self, math: LatexMath, plain: TextMarks) -> None:
        self.math = math
        self.plain = plain
        self.kept: int | None = None

    def grids(self, grids: list[Grid]) -> list[str]:
        """Return estimates as displayed arrays, as many to a line as there is room for."""
        arrays = [array for grid in grids for array in self._arrays(grid)]
        groups = in_groups([width for width, _ in arrays], _SIDE_BY_SIDE)
        texts = [[arrays[at][1] for at in group] for group in groups]
        return ["\\[\n" + "\n\\qquad\n".join(group) + "\n\\]" for group in texts]

    def _arrays(self, grid: Grid) -> list[tuple[int, str]]:
        """Return a grid as arrays of some of its classes each, with about how wide they are."""
        heads = [r if isinstance(r, str) else self.plain.name(r) for r in grid.rows]
        first = max(columns_of(head) for head in (grid.corner, *heads))
        self.kept = fullest(grid, lambda part: columns_of(self.plain.write(part)), _ROOM - first)
        widths = [
            2 + max(columns_of(label.value), *(self._cell_width(row[at]) for row in grid.cells))
            for at, label in enumerate(grid.columns)
        ]
        groups = in_groups(widths, _ROOM - first)
        return [(first + sum(widths[at] for at in group), self._array(grid, group)) for group in groups]

    def _array(self, grid: Grid, group: range) -> str:
        labels = " & ".join(self.math.item(grid.columns[at]) for at in group)
        corner = rf"\text{{{text_label(grid.corner)}}}" if grid.corner else ""
        rows = []
        for head, cells in zip(grid.rows, grid.cells, strict=True):
            shown = math_label(head) if isinstance(head, str) else self.math.name(head)
            rows.append(" & ".join([shown, *(self._cell(cells[at]) for at in group)]))
        body = " \\\\\n".join(rows)
        return (
            "\\renewcommand{\\arraystretch}{1.5}\n"
            f"\\begin{{array}}{{l|{'c' * len(group)}}}\n"
            f"{corner} & {labels} \\\\ \\hline\n{body}\n\\end{{array}}"
        )

    def _cell(self, chain: Chain | None) -> str:
        parts: list[str] = []
        for relation, form in () if chain is None else forms_of(chain, self.kept):
            parts += [self.math.related(relation)] if relation else []
            parts.append(self.math.in_table(form))
        return " ".join(parts)

    def _cell_width(self, chain: Chain | None) -> int:
        forms = () if chain is None else forms_of(chain, self.kept)
        return sum(columns_of(self.plain.write(form)) for _, form in forms)

    def deviations(self, table: Deviations) -> list[str]:
        """Return numbers, distances and squares, the sums of each class below its own."""
        column, named = math_label(table.column), has_ids(table)
        heads = [""] * (1 + named) + [column, rf"{column} - \text{{mean}}", rf"\text{{{SQUARED}}}"]
        body = []
        for label, rows, totals in of_deviations(table):
            cells = [
                [self.math.item(label), *[math_label(i)] * named, *map(self.math.in_table, row)]
                for i, row in rows
            ]
            body.append(" \\\\\n".join(" & ".join(row) for row in cells))
            sums = [r"\text{sum}", *[""] * named, *map(self.math.in_table, totals)]
            body[-1] += " \\\\ \\hline\n" + " & ".join(sums)
        lines = " \\\\ \\hline\n".join([" & ".join(heads), *body])
        stretch = "\\renewcommand{\\arraystretch}{1.4}"
        layout = "l" * (1 + named) + "|ccc"
        return [f"\\[\n{stretch}\n\\begin{{array}}{{{layout}}}\n{lines}\n\\end{{array}}\n\\]"]

    def typeset(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], layout: str, below: int
    ) -> list[str]:
        """Return cells in tables of so many rows that each fits on a page; paragraphs are broken."""
        columns = layout.replace("w", "l").replace("p", rf"p{{{_PARAGRAPH}}}")
        ends = [_LONGEST, *range(2 * _LONGEST, len(rows) + _LONGEST, _LONGEST)]
        out = []
        for end in ends:
            lines = [" & ".join(head) + r" \\ \hline"] if head else []
            for at, row in enumerate(rows[end - _LONGEST : end], start=end - _LONGEST + 1):
                rule = r" \hline" if below and at == len(rows) - below else ""
                lines.append(" & ".join(row) + rf" \\{rule}")
            body = "\n".join(lines)
            out.append(
                f"\\begin{{center}}\n\\begin{{tabular}}{{{columns}}}\n{body}\n"
                "\\end{tabular}\n\\end{center}"
            )
        return out

    def data(self, data: Data) -> list[str]:
        """Return the data as tables of some of its columns each, the queries below a rule."""
        columns = (*data.columns, data.class_variable)
        body = [(row.id, (*row.cells, row.label)) for row in data.rows]
        asked = [(row.id, (*row.cells, row.label)) for row in data.queries]
        named = any(identity for identity, _ in (*body, *asked))
        first = max((columns_of(identity) for identity, _ in (*body, *asked)), default=0) + 2
        widths = [
            2 + max(columns_of(cell) for cell in (column, *(row[at] for _, row in (*body, *asked))))
            for at, column in enumerate(columns)
        ]
        starts = range(0, max(len(body), 1), _LONGEST)
        parts = [(body[at : at + _LONGEST], asked if at == starts[-1] else []) for at in starts]
        return [
            self._tabular(columns, *part, group, named=named)
            for group in in_groups(widths, _ROOM - first * named)
            for part in parts
        ]

    def _tabular(
        self,
        columns: tuple[str, ...],
        body: list[tuple[str, tuple[str, ...]]],
        asked: list[tuple[str, tuple[str, ...]]],
        group: range,
        *,
        named: bool,
    ) -> str:
        def shown(identity: str, cells: tuple[str, ...]) -> str:
            picked = [identity] * named + [cells[at] for at in group]
            return " & ".join(f"${math_label(cell)}$" if cell else "" for cell in picked)

        last = len(columns) - 1
        layout = "l|" * named + "".join(
            "|c" if at == last and at > group.start else "c" for at in group
        )
        header = " & ".join([""] * named + [text_label(columns[at]) for at in group])
        rows = " \\\\\n".join(shown(*row) for row in body)
        if asked:
            rows += " \\\\ \\hline\n" + " \\\\\n".join(shown(*row) for row in asked)
        return (
            f"\\begin{{center}}\n\\begin{{tabular}}{{{layout}}}\n{header} \\\\ \\hline\n"
            f"{rows}\n\\end{{tabular}}\n\\end{{center}}"
        )
