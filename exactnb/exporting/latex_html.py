r"""HTML whose formulas are LaTeX between \( and \), for systems that typeset them with MathJax.

Such systems put values into texts where braces, `@`, `$` or double brackets stand: no sign of a label
may reach them, so each stands in an element of its own, as an entity; formulas use other signs.

How to read: `statement` and `solution` are the doors; `LatexHtmlPrinter` has a hook for each kind of
block, as all printers have.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.derivation import Chain, Data, Deviations, EstimateRule, Grid, Line
from exactnb.derivation.lines import Inline
from exactnb.exporting.items import Item, Part
from exactnb.exporting.plain_html import ruled
from exactnb.expression.nodes import Expression, Reference
from exactnb.expression.spell import spell
from exactnb.naming.names import Item as Named
from exactnb.naming.notation import Notation
from exactnb.rendering.hooks import Page
from exactnb.rendering.html_text import escaped
from exactnb.rendering.latex_rows import LatexRows
from exactnb.rendering.latex_text import math_sign
from exactnb.rendering.markdown_math import MarkdownMath
from exactnb.rendering.marks import TextMarks
from exactnb.rendering.printer import Printer
from exactnb.rendering.tables import SQUARED, forms_of, fullest, has_ids, of_deviations
from exactnb.solution.printed import Printed

_ROOM = 80  # signs of a line of a chain, as counted in plain text
_CELL = 60
_END = r" \\ "
_APART = f"{_END} & {_END}"  # an empty row: room behind a row would need a bracket after backslashes
_APART_SIGNS = str.maketrans({sign: f"<span>&#{ord(sign)};</span>" for sign in "{}[]@$\\"})


def statement(item: Item) -> str:
    """Return what is known and observed."""
    return _printer(item.statement).render()


def solution(item: Item) -> str:
    """Return the worked solution of all parts."""
    printer = _printer(item.solution)
    printer.has_head = False
    return printer.render()


def asked(item: Item, part: Part) -> str:
    """Return the quantity that a part asks for, as a formula."""
    return _printer(item.statement).formula(Reference(part.name))


def text(given: str) -> str:
    r"""Return a user's text, in which no sign opens a formula, a block or a value.

    >>> print(text("a_b"), text("{@x@}")[:19], text("$<"))
    a_b <span>&#123;</span> <span>&#36;</span>&lt;
    """
    return escaped(given).translate(_APART_SIGNS)


def _printer(shown: Printed) -> LatexHtmlPrinter:
    return LatexHtmlPrinter(shown.verified, shown.notation(), Page(fragment=True))


class LatexHtmlPrinter(Printer[str]):
    """Print paragraphs, tables and displayed formulas; a solution goes without its head."""

    has_head = True

    def use_notation(self, notation: Notation) -> None:
        """Go on in a notation."""
        self.math = MarkdownMath(notation)
        self.rows = LatexRows(self.math, TextMarks(notation), _ROOM)

    def document(self, head: list[str], sections: list[list[str]]) -> str:
        """Return all parts, each on lines of its own."""
        return "\n".join([*head, *(part for section in sections for part in section)])

    def head(self) -> list[str]:
        """Return what is assumed, and the source; a question has its title elsewhere."""
        derivation = self.derivation
        if not self.has_head:
            return []
        out = [self.setting(derivation.setting)] if any(derivation.setting) else []
        return out + (
            [_element("p", text(f"Source: {derivation.source}"))] if derivation.source else []
        )

    def heading(self, number: int, title: str) -> str:
        """Return the heading of a step."""
        return _element("h4", title)

    def setting(self, assumed: Sequence[str]) -> str:
        """Return what is assumed, with commas between."""
        return _element("p", f"<em>{', '.join(map(text, assumed))}.</em>")

    def chains(self, chains: list[Chain]) -> list[str]:
        """Return chains as one display."""
        body = _APART.join(_END.join(rows) for rows in self.rows.chains(chains))
        return [_display(rf"\begin{{aligned}} {body} \end{{aligned}}")]

    def grids(self, grids: list[Grid]) -> list[str]:
        """Return tables of estimates."""
        return [self._grid(grid) for grid in grids]

    def _grid(self, grid: Grid) -> str:
        kept = fullest(grid, lambda part: len(spell(part)), _CELL)
        rows = []
        for head, cells in zip(grid.rows, grid.cells, strict=True):
            shown = self.label(head) if isinstance(head, str) else _inline(self.math.name(head))
            rows.append([shown, *(self._cell(chain, kept) for chain in cells)])
        return _table([text(grid.corner), *(self.label(each.value) for each in grid.columns)], rows)

    def _cell(self, chain: Chain | None, kept: int | None) -> str:
        if chain is None:
            return ""
        parts: list[str] = []
        for relation, form in forms_of(chain, kept):
            parts += [self.math.related(relation)] if relation else []
            parts.append(self.math.in_table(form))
        return _inline(rf"\displaystyle {' '.join(parts)}")

    def data(self, data: Data) -> list[str]:
        """Return the data as a table, the queries as its last rows."""
        shown = (*data.rows, *data.queries)
        named = any(row.id for row in shown)
        head = [""] * named + [text(column) for column in (*data.columns, data.class_variable)]
        rows = [[*map(self.label, [row.id] * named + [*row.cells, row.label])] for row in shown]
        return [_table(head, rows)]

    def deviations(self, table: Deviations) -> list[str]:
        """Return numbers, distances and squares, the sums of each class below its own."""
        column, named = text(table.column), has_ids(table)
        rows = []
        for of, group, totals in of_deviations(table):
            for identity, row in group:
                ids = [self.label(identity)] * named
                rows.append([self.label(of.value), *ids, *map(self._number, row)])
            rows.append(["sum", *[""] * named, *map(self._number, totals)])
        return [_table([""] * (1 + named) + [column, f"{column} − mean", SQUARED], rows)]

    def _number(self, number: Expression) -> str:
        return _inline(self.math.in_table(number))

    def rule(self, rule: EstimateRule) -> list[str]:
        """Return a rule in words."""
        left, right = self.math.general(rule.role, rule.value), self.math.write(rule.right)
        return [_display(f"{left} = {right}")]

    def remark(self, parts: Sequence[Inline]) -> list[str]:
        """Return a sentence as a paragraph."""
        return self.paragraph(self.sentence(parts))

    def paragraph(self, sentence: str) -> list[str]:
        """Return a sentence as a paragraph."""
        return [_element("p", sentence)]

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], layout: str, below: int = 0
    ) -> list[str]:
        """Return a table, with a head if there is one."""
        return [_table(head, rows)]

    def formula(self, expression: Expression) -> str:
        """Return an expression as a formula."""
        return _inline(self.math.write(expression))

    def equals(self, name: str) -> str:
        """Return a name and the sign behind it."""
        return f"{self.label(name)} = " if name else "= "

    def marked(self, words: str) -> str:
        """Return words in bold."""
        return _element("strong", text(words))

    def text(self, given: str) -> str:
        """Return text, a user's or the tool's own."""
        return text(given)

    def item(self, item: Named) -> str:
        """Return a cell as a formula, any other label as text."""
        return _inline(self.math.item(item)) if item.kind == "cell" else self.label(item.value)

    def label(self, label: str) -> str:
        """Return a letter as in formulas, any other label as text."""
        if label == "-":
            return "\N{MINUS SIGN}"
        sign = math_sign(label)
        return text(label) if sign is None or not any(map(str.isalpha, sign)) else _inline(sign)

    def claim(self, line: Line) -> str:
        """Return a line as a formula."""
        return _inline(self.math.claim(line))


def _inline(formula: str) -> str:
    return rf"\({_without_values(formula)}\)"


def _display(formula: str) -> str:
    return rf"\[{_without_values(formula)}\]"


def _without_values(formula: str) -> str:
    """Return a formula for HTML; `{@` would open a value, the wide form is the same letter."""
    return escaped(formula.strip()).replace("@", "\uff20")


def _element(tag: str, content: str) -> str:
    return f"<{tag}>{content}</{tag}>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return rows of HTML as a table."""
    out = _element("thead", _row("th", head)) if any(head) else ""
    body = _element("tbody", "".join(_row("td", row) for row in rows))
    return ruled(_element("table", out + body))


def _row(tag: str, cells: Sequence[str]) -> str:
    return _element("tr", "".join(_element(tag, cell) for cell in cells))
