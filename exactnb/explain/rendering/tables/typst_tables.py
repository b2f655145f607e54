"""Tables in Typst: laid out as in LaTeX, with heads that are read out as heads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.widths import columns_of
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.rendering.formulas.marks import TextMarks
from exactnb.explain.rendering.formulas.typst_inline import TypstInline, formula, in_cell
from exactnb.explain.rendering.pages.typst_text import markup
from exactnb.explain.rendering.tables.displays import Display
from exactnb.explain.rendering.tables.latex_tables import Cells, LatexTables, Write, in_parts

_UNSEEN = re.compile(r'#[md]\("(?:[^"\\]|\\.)*", |#[a-z]+|[\\$]')
_DISPLAYED = re.compile(r"[ #]d\(")
_WIDEST = 80  # signs of a column beyond which its cells are broken

TABLES = ("table(", "tight(table(")
"""How the code of a table begins."""


class TypstTables(LatexTables):
    """Lay tables out in one notation."""

    minus = "−"

    def __init__(self, inline: TypstInline, plain: TextMarks) -> None:
        super().__init__(inline.drawn, plain)
        self.inline = inline

    def estimates(self, heads: Cells, rows: Sequence[Cells]) -> str:
        """Return estimates as a table, its first column and its heads apart."""
        return _table("l|" + "c" * (len(heads) - 1), heads, rows, None)

    def words(self, text: str) -> str:
        """Return words in a cell."""
        return markup(text)

    def item(self, item: Item) -> str:
        """Return a class at the head of a column."""
        return self.inline.item(item)

    def label(self, text: str) -> str:
        """Return a user's label in a cell."""
        return self.inline.label(text)

    def name(self, name: QuantityName) -> str:
        """Return the name at the head of a row."""
        return formula(self.inline.drawn.name(name), self.inline.said.name(name))

    def number(self, expression: Expression) -> str:
        """Return an expression in a cell."""
        return in_cell(self.math.in_table(expression), self.inline.said.write(expression))

    def cell(self, text: str) -> str:
        """Return a user's label in a table of data."""
        return self.inline.label(text) if text else ""

    def head(self, text: str) -> str:
        """Return what heads a column of data."""
        return markup(text)

    def forms(self, forms: Sequence[tuple[str, Expression]], write: Write) -> str:
        """Return what an estimate is and comes to as one formula."""
        said = self.inline.said
        words = (f"{said.related(of) if of else ''} {said.write(form)}" for of, form in forms)
        return in_cell(super().forms(forms, write), ", ".join(words))

    def typeset(self, head: Cells, rows: Sequence[Cells], layout: str, below: int) -> list[Display]:
        """Return cells in tables of so many rows that each fits on a page."""
        widths = [
            2 + max(_signs(cell) for cell in (*head[at : at + 1], *(row[at] for row in rows)))
            for at in range(len(layout))
        ]
        width = sum(min(of, _WIDEST) for of in widths)
        out = []
        for part in in_parts(len(rows), width):
            rule = len(rows) - below if below and part.stop == len(rows) else None
            out.append(Display(self.ruled(layout, head, rows, part, rule), width, by_top=True))
        return out

    def ruled(
        self,
        layout: str,
        head: Cells,
        rows: Sequence[Cells],
        part: range,
        above: int | None,
        kind: str = "",
    ) -> str:
        """Return some rows as a table with rules under its head and before one of its rows."""
        rule = None if above is None or above not in part else above - part.start
        return _table(layout, head, rows[part.start : part.stop], rule or None)


def _table(layout: str, head: Cells, rows: Sequence[Cells], rule: int | None) -> str:
    """Return a table; a bar in its layout is a rule between two columns."""
    *before, _ = parts = layout.split("|")
    kinds = "".join(parts)
    align = ", ".join("center" if kind == "c" else "left" for kind in kinds)
    by = "bottom" if "w" in kinds else "top" if "p" in kinds else "horizon"
    parts = [f"columns: {len(kinds)}, align: ({align},).map(side => side + {by})"]
    parts += [f"table.vline(x: {at})" for at in accumulate(map(len, before))]
    parts += [f"table.header({_row(head)}), table.hline()"] if any(head) else []
    for at, row in enumerate(rows):
        parts += ["table.hline()"] if at == rule else []
        parts.append(_row(row))
    body = "".join(f"  {part},\n" for part in parts)
    return f"tight(table(\n{body}))" if _DISPLAYED.search(body) else f"table(\n{body})"


def _row(cells: Cells) -> str:
    return ", ".join(f"[{cell}]" for cell in cells)


def _signs(cell: str) -> int:
    """Return about how many signs wide a cell is, the words of its formulas left out."""
    return columns_of(_UNSEEN.sub("", cell))
