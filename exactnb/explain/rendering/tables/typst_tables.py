"""Tables and chains in Typst: the layout of LaTeX, with heads that screen readers announce."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.widths import display_width
from exactnb.core.naming.names import QuantityName
from exactnb.explain.derivation import Chain
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.formulas.typst_math import TypstInline, displayed, formula, in_cell
from exactnb.explain.rendering.hooks import Cells, TextRow
from exactnb.explain.rendering.pages.typst_text import markup
from exactnb.explain.rendering.tables.latex_rows import DisplayRow, LatexRows
from exactnb.explain.rendering.tables.latex_tables import Display, FormulaWriter, LatexTables
from exactnb.explain.rendering.tables.tables import Forms

_UNSEEN = re.compile(r'#[md]\("(?:[^"\\]|\\.)*", |#[a-z]+|[\\$]')  # all that a reader does not see
_DISPLAYED = re.compile(r"[ #]d\(")
_WIDEST = 80  # width at which Typst breaks the cells of a column

TABLES = ("table(", "tight(table(")
"""How the code of a table begins."""


class TypstTables(LatexTables):
    """Lay out tables in one notation: `inline` writes formulas, `plain` measures them."""

    minus = "−"

    def __init__(self, inline: TypstInline, plain: TextMath) -> None:
        super().__init__(inline.math, plain)
        self.inline = inline
        self.item, self.label, self.head = inline.item, inline.label, markup
        self.name, self.number = self._name, self._number

    def estimates(self, heads: TextRow, rows: Cells) -> str:
        return _table("l|" + "c" * (len(heads) - 1), heads, rows, None)

    def prose(self, text: str) -> str:
        return markup(text)

    def _name(self, name: QuantityName) -> str:
        return formula(self.inline.math.name(name), self.inline.spoken.name(name))

    def _number(self, expression: Expression) -> str:
        return in_cell(self.math.in_table(expression), self.inline.spoken.write(expression))

    def cell(self, text: str) -> str:
        return self.inline.label(text) if text else ""

    def forms(self, forms: Forms, write: FormulaWriter) -> str:
        spoken = self.inline.spoken
        texts = (
            f"{spoken.related(relation) if relation else ''} {spoken.write(form)}"
            for relation, form in forms
        )
        return in_cell(super().forms(forms, write), ", ".join(texts))

    def typeset(self, head: TextRow, rows: Cells, layout: str, footer_rows: int) -> list[Display]:
        columns = (
            [*head[index : index + 1], *(row[index] for row in rows)] for index in range(len(layout))
        )
        widths = [2 + max(display_width(_UNSEEN.sub("", cell)) for cell in cells) for cells in columns]
        width = sum(min(column, _WIDEST) for column in widths)
        return self._parts(layout, head, rows, width, footer_rows)

    def ruled(
        self,
        layout: str,
        head: TextRow,
        rows: Cells,
        part: range,
        rule_before: int | None,
        kind: str = "",
    ) -> str:
        rule = None if rule_before is None or rule_before not in part else rule_before - part.start
        return _table(layout, head, rows[part.start : part.stop], rule or None)


def _table(layout: str, head: TextRow, rows: Cells, rule: int | None) -> str:
    """Return a table; a bar in its layout is a rule between two columns."""
    *leading, _ = parts = layout.split("|")
    kinds = "".join(parts)
    align = ", ".join("center" if kind == "c" else "left" for kind in kinds)
    by = "bottom" if "w" in kinds else "top" if "p" in kinds else "horizon"
    parts = [f"columns: {len(kinds)}, align: ({align},).map(side => side + {by})"]
    parts += [f"table.vline(x: {index})" for index in accumulate(map(len, leading))]
    parts += [f"table.header({_row(head)}), table.hline()"] if any(head) else []
    for index, row in enumerate(rows):
        parts += ["table.hline()"] if index == rule else []
        parts.append(_row(row))
    body = "".join(f"  {part},\n" for part in parts)
    return f"tight(table(\n{body}))" if _DISPLAYED.search(body) else f"table(\n{body})"


def _row(cells: TextRow) -> str:
    return ", ".join(f"[{cell}]" for cell in cells)


class TypstRows:
    """Lay out chains in one notation, typeset and spoken; both break rows at the same places.

    `inline` writes formulas, `plain` measures them, `room` is the width of a line in characters.
    """

    def __init__(self, inline: TypstInline, plain: TextMath, room: int) -> None:
        self.both = LatexRows(inline.math, plain, room), LatexRows(inline.spoken, plain, room)

    def chains(self, chains: Sequence[Chain]) -> str:
        """Return `chains`, which share their columns."""
        pairs = zip(*(rows.lay_out(chains)[0] for rows in self.both), strict=True)
        return f"#chains(\n{''.join(_chain(*rows) for rows in pairs)});"


def _chain(math_rows: Sequence[DisplayRow], spoken_rows: Sequence[DisplayRow]) -> str:
    alone = "" if math_rows[0].margin else "alone: true,"
    rows = "".join(f"    {_chain_row(*row)},\n" for row in zip(math_rows, spoken_rows, strict=True))
    return f"  chain({alone}\n{rows}  ),\n"


def _chain_row(math: DisplayRow, spoken: DisplayRow) -> str:
    left = displayed(math.left, spoken.left) if math.left else "none"
    right = displayed(f"{math.sign} {math.text}", f"{spoken.sign} {spoken.text}")
    reason = f", why: [{markup(f'({math.reason})')}]" if math.reason else ""
    depth = f", depth: {math.depth}" if math.depth else ""
    return f"row({left}, {right}{reason}{depth})"
