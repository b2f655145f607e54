"""Typst: a document that is typeset quickly; each formula carries its words for screen readers.

How to read: `TypstTables` and `TypstRows` change the layout of LaTeX, with heads that screen readers
announce; `TypstPrinter.document` assembles the page from the functions in `static/functions.typ`, which
the hooks call.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from exactnb.core.expression.nodes import Expression, is_general
from exactnb.core.expression.widths import display_width
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.naming.notation import Notation
from exactnb.explain.derivation import Chain, EstimateRule, Line
from exactnb.explain.rendering.formats.latex import TypesetPart, TypesetPrinter
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.formulas.typst_math import TypstInline, displayed, formula, in_cell
from exactnb.explain.rendering.hooks import Cells, TextRow
from exactnb.explain.rendering.pages import static_file
from exactnb.explain.rendering.pages.typst_text import as_markup, typst_string
from exactnb.explain.rendering.pictures.curves import typst_curves
from exactnb.explain.rendering.printer import Format
from exactnb.explain.rendering.tables.latex_rows import DisplayRow, LatexRows
from exactnb.explain.rendering.tables.latex_tables import (
    ROOM,
    Display,
    FormulaWriter,
    LatexTables,
    displays_in_lines,
)
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
        self.item, self.label, self.head = inline.item, inline.label, as_markup
        self.name, self.number = self._name, self._number

    def estimates(self, heads: TextRow, rows: Cells) -> str:
        return _table("l|" + "c" * (len(heads) - 1), heads, rows, None)

    def prose(self, text: str) -> str:
        return as_markup(text)

    def _name(self, name: QuantityName) -> str:
        return formula(self.inline.math.name(name), self.inline.spoken.name(name))

    def _number(self, expression: Expression) -> str:
        return in_cell(self.math.in_table(expression), self.inline.spoken.write(expression))

    def cell(self, text: str) -> str:
        return self.inline.label(text) if text else ""

    def forms(self, forms: Forms, write: FormulaWriter) -> str:
        spoken = self.inline.spoken
        texts = (
            f"{spoken.relation_sign(relation) if relation else ''} {spoken.write(form)}"
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
    reason = f", why: [{as_markup(f'({math.reason})')}]" if math.reason else ""
    depth = f", depth: {math.depth}" if math.depth else ""
    return f"row({left}, {right}{reason}{depth})"


_ROOM = 92  # width of a line of a chain, in characters of plain text
_CLAIM = 64  # widest claim within a sentence
_BAR = 1000  # length of a full bar
_UNTITLED = "Solution"
_PAGE = r"""#set document(title: %s, date: none)
#set page(paper: "a4", margin: (x: 2cm, top: 2cm, bottom: 2.2cm), numbering: "1")
#set text(font: "New Computer Modern", size: 10pt, lang: "en")
#set smartquote(enabled: false)
#set par(spacing: 0.9em, leading: 0.6em)
#set table(stroke: none, inset: (x: 4pt, y: 3pt))
#set table.hline(stroke: 0.4pt)
#set table.vline(stroke: 0.4pt)
#set heading(numbering: none)
#show heading: set text(size: 10pt)
#show heading: set block(above: 14pt, below: 8pt)
#show math.equation: set text(font: "New Computer Modern Math")
"""


class TypstPrinter(TypesetPrinter):
    """Print for Typst, which covers any script that an installed font covers."""

    titled = "#title[%s];"
    emphasis = "#emph[%s];"
    mark = "#underline[%s];"
    answer_room = "#blank;"
    next_line = " \\\n"
    between = "\n\n"
    bar = _BAR
    draw_curves = staticmethod(typst_curves)

    def use_notation(self, notation: Notation) -> None:
        self.inline, self.plain = TypstInline(notation), TextMath(notation)
        self.rows = TypstRows(self.inline, self.plain, _ROOM)
        self.tables = TypstTables(self.inline, self.plain)

    def document(self, head: list[TypesetPart], sections: list[list[TypesetPart]]) -> str:
        body = self.body(head, sections)
        if self.page.fragment:
            return f"{static_file('functions.typ')}\n{body}"
        return page(self.derivation.title or _UNTITLED, body)

    def heading(self, number: int, title: str) -> str:
        first = "" if self.derivation.title else ", level: 1"  # a document has one heading of level 1
        return f"#step({number}{first})[{title}];"

    def chains(self, chains: list[Chain]) -> list[TypesetPart]:
        return [self.rows.chains(chains), *self._probability_bars(chains)]

    def _probability_bars(self, chains: Sequence[Chain]) -> list[TypesetPart]:
        """Return bars proportional to the final probabilities, where there are several to compare."""
        bars = self.bar_lengths(chains)
        rows = [f"  [{self.formula(answer)}], bar({filled} / {_BAR}),\n" for answer, filled in bars]
        grid = f"grid(columns: 2, gutter: 0.8em,\n{''.join(rows)})"
        return [Display(grid, ROOM)] if rows else []

    def in_line(self, displays: Sequence[Display]) -> list[str]:
        return [_line(line) for line in displays_in_lines(displays)]

    def in_two_columns(self, left: str, right: str) -> str:
        return f"#grid(columns: (1fr, 1fr), column-gutter: 2em, [\n{left}\n], [\n{right}\n]);"

    def rule(self, rule: EstimateRule) -> list[TypesetPart]:
        typst_math, spoken = self.inline.math, self.inline.spoken
        display = displayed(
            f"{typst_math.general_name(rule.role, rule.value)} = {typst_math.write(rule.right)}",
            f"{spoken.general_name(rule.role, rule.value)}, equals {spoken.write(rule.right)}",
        )
        plain = display_width(self.plain.general_name(rule.role, rule.value))
        width = plain + 3 + self.tables.size(rule.right)
        return [Display(f"tight({display})", width, opens=True)]

    def paragraph(self, sentence: str) -> list[TypesetPart]:
        return [sentence]

    def formula(self, expression: Expression) -> str:
        return self.inline.expression(expression)

    def tall_formula(self, expression: Expression) -> str:
        """Return `expression` for a cell at display size, in several rows if it is long."""
        formulas, spoken = (rows.broken_rows(expression, _ROOM) for rows in self.rows.both)
        pieces = [displayed(*pair) for pair in zip(formulas, spoken, strict=True)]
        return f"#stack(spacing: 6pt, {', '.join(pieces)});"

    def equals(self, name: str) -> str:
        equal = formula("=", "equals") + " "
        return f"{self.label(name)} {equal}" if name else equal

    def text(self, raw: str) -> str:
        """Escape `raw` as markup that Typst does not run."""
        return as_markup(raw)

    def item(self, item: Item) -> str:
        return self.inline.item(item)

    def label(self, label: str) -> str:
        return self.inline.label(label)

    def claim(self, line: Line) -> str:
        typst_math, spoken = self.inline.math, self.inline.spoken
        size = display_width(f"{self.plain.write(line.left)} = {self.plain.write(line.right)}")
        body = typst_math.claim(line)
        if size <= _CLAIM and ("frac(" not in body or is_general(line.right)):
            return formula(body, spoken.claim(line))
        first, second = (
            [
                f"{math.write(line.left)} {math.relation_sign(line.relation)}",
                *rows.broken_rows(line.right, _CLAIM),
            ]
            for math, rows in zip((typst_math, spoken), self.rows.both, strict=True)
        )
        pieces = [displayed(*pair) for pair in zip(first, second, strict=True)]
        rows = (f"row(none, {piece}, depth: {index > 0:d})" for index, piece in enumerate(pieces))
        return f"#chains(chain({', '.join(rows)}));"


def page(title: str, body: str) -> str:
    """Return a complete document with a `title` around `body`, which is markup."""
    return f"{_PAGE % typst_string(title)}{static_file('functions.typ')}\n{body}"


def _line(displays: Sequence[Display]) -> str:
    """Return displays next to each other, aligned at the top if all are tables, else centred."""
    body = ", ".join(display.body for display in displays)
    tables = all(display.body.startswith(TABLES) for display in displays)
    return f"#beside({body}{'' if tables else ', by: horizon'});"


FORMAT = Format(".typ", "text/vnd.typst", TypstPrinter, has_fragment=True)
