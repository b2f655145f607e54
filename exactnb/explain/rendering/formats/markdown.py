"""Markdown with math, for GitHub, Jupyter and marimo; KaTeX reads the formulas too."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.spell import spell
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.explain.derivation import Chain, Data, EstimateRule, Grid, Line
from exactnb.explain.rendering.formulas.markdown_math import MarkdownMath
from exactnb.explain.rendering.formulas.marks import TextMarks
from exactnb.explain.rendering.hooks import Row
from exactnb.explain.rendering.pages.markdown_text import inline, label, link, paragraph, text
from exactnb.explain.rendering.printer import Format, Printer
from exactnb.explain.rendering.tables.latex_rows import LatexRows
from exactnb.explain.rendering.tables.markdown_tables import pipe_table
from exactnb.explain.rendering.tables.tables import fullest, written_forms

_ROOM = 80  # signs of a line that a reader need not scroll
_CELL = 60  # signs of a cell, as counted in plain text
_END = " \\\\\n"  # GitHub keeps a double backslash at the end of a line, and nowhere else
_APART = f"{_END}  &{_END}"  # for that, an empty row instead of more room behind a row


class MarkdownPrinter(Printer[str]):
    """Print paragraphs, pipe tables and displayed formulas.

    A reader scrolls in a wide table, so none is broken. A dialect derives from it and changes how text
    and formulas are written.
    """

    def use_notation(self, notation: Notation) -> None:
        """Go on in a notation."""
        self.math = MarkdownMath(notation)
        self.rows = LatexRows(self.math, TextMarks(notation), _ROOM)

    def document(self, head: list[str], sections: list[list[str]]) -> str:
        """Return all parts with a blank line between."""
        return "\n\n".join([*head, *(part for section in sections for part in section)]) + "\n"

    def head(self) -> list[str]:
        """Return the title, what is assumed, and the source with its link."""
        derivation = self.derivation
        out = [f"# {text(derivation.title)}"] if derivation.title else []
        out += [self.setting(derivation.setting)] if derivation.setting else []
        return out + ([f"Source: {link(derivation.source)}"] if derivation.source else [])

    def heading(self, number: int, title: str) -> str:
        """Return the heading of a step."""
        return f"## {title}"

    def setting(self, assumed: Sequence[str]) -> str:
        """Return what is assumed, with commas between."""
        return f"*{', '.join(map(self.text, assumed))}.*"

    def chains(self, chains: list[Chain]) -> list[str]:
        """Return chains as one display."""
        body = _APART.join(_END.join(rows) for rows in self.rows.chains(chains))
        return [self.display(f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}")]

    def grids(self, grids: list[Grid]) -> list[str]:
        """Return tables of estimates, each with its steps."""
        return [part for grid in grids for part in self._grid(grid)]

    def _grid(self, grid: Grid) -> list[str]:
        kept = fullest(grid, lambda part: len(spell(part)), _CELL)
        rows = []
        for head, cells in zip(grid.rows, grid.cells, strict=True):
            shown = self.label(head) if isinstance(head, str) else self.inline(self.math.name(head))
            rows.append([shown, *(self._cell(chain, kept) for chain in cells)])
        heads = [self.text(grid.corner), *(self.label(item.value) for item in grid.columns)]
        return self.table(heads, rows, "l" + "c" * len(grid.columns))

    def _cell(self, chain: Chain | None, kept: int | None) -> str:
        if chain is None:
            return ""
        shown = " ".join(written_forms(chain, kept, self.math.related, self.math.in_table))
        return self.inline(rf"\displaystyle {shown}" if r"\frac" in shown else shown)

    def data(self, data: Data) -> list[str]:
        """Return the data as a table, the queries as its last rows."""
        shown = (*data.rows, *data.queries)
        named = any(row.id for row in shown)
        columns = (*data.columns, data.class_variable)
        heads = [""] * named + [self.text(column) for column in columns]
        rows = [[*map(self.label, [row.id] * named + [*row.cells, row.label])] for row in shown]
        return self.table(heads, rows, "l" * named + "c" * len(columns), len(data.queries))

    def rule(self, rule: EstimateRule) -> list[str]:
        """Return a rule in words."""
        left, right = self.math.general(rule.role, rule.value), self.math.write(rule.right)
        return [self.display(f"{left} = {right}")]

    def paragraph(self, sentence: str) -> list[str]:
        """Return a sentence as a paragraph."""
        return [paragraph(sentence)]

    def table(self, head: Row, rows: Sequence[Row], layout: str, below: int = 0) -> list[str]:
        """Return a pipe table, which has a head in any case and no rule before its last rows."""
        shown = [head or [""] * len(layout), *rows]
        return [pipe_table(shown, ["c" if kind == "c" else "l" for kind in layout])]

    def inline(self, formula: str) -> str:
        """Return a formula inside a line."""
        return inline(formula)

    def display(self, formula: str) -> str:
        """Return a formula on display."""
        return f"$$\n{formula}\n$$"

    def formula(self, expression: Expression) -> str:
        """Return an expression as a formula."""
        return self.inline(self.math.write(expression))

    def marked(self, words: str) -> str:
        """Return words in bold."""
        return f"**{self.text(words)}**"

    def blank(self) -> str:
        """Return a line to write on."""
        return r"\_" * 12

    def text(self, given: str) -> str:
        """Return text in which nothing is a link, a tag, a cell or a formula."""
        return text(given)

    def item(self, item: Item) -> str:
        """Return a cell as a formula, any other label as text."""
        return self.inline(self.math.item(item)) if item.kind == "cell" else self.label(item.value)

    def label(self, label_: str) -> str:
        """Return a user's label: a letter as in formulas, anything else as text."""
        return label(label_, self.text, self.inline)

    def claim(self, line: Line) -> str:
        """Return a line as a formula."""
        return self.inline(self.math.claim(line))


FORMAT = Format(".md", "text/markdown", MarkdownPrinter)
