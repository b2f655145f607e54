"""Markdown with math, for GitHub, Jupyter and marimo; KaTeX reads the formulas too."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.derivation import Chain, Data, Deviations, EstimateRule, Grid, Line
from exactnb.derivation.lines import Inline
from exactnb.expression.nodes import Expression
from exactnb.naming.names import Item
from exactnb.naming.notation import Notation
from exactnb.rendering.latex_rows import LatexRows
from exactnb.rendering.markdown_math import MarkdownMath
from exactnb.rendering.markdown_tables import MarkdownTables, pipe_table
from exactnb.rendering.markdown_text import inline, label, link, paragraph, text
from exactnb.rendering.marks import TextMarks
from exactnb.rendering.printer import Format, Printer

_ROOM = 80  # signs of a line that a reader need not scroll
_END = " \\\\\n"  # GitHub keeps a double backslash at the end of a line, and nowhere else
_APART = f"{_END}  &{_END}"  # for that, an empty row instead of more room behind a row


class MarkdownPrinter(Printer[str]):
    """Print paragraphs, pipe tables and displayed formulas."""

    def use_notation(self, notation: Notation) -> None:
        """Go on in a notation."""
        self.math = MarkdownMath(notation)
        self.rows = LatexRows(self.math, TextMarks(notation), _ROOM)
        self.tables = MarkdownTables(self.math)

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
        return f"*{', '.join(map(text, assumed))}.*"

    def chains(self, chains: list[Chain]) -> list[str]:
        """Return chains as one display."""
        body = _APART.join(_END.join(rows) for rows in self.rows.chains(chains))
        return [_display(f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}")]

    def grids(self, grids: list[Grid]) -> list[str]:
        """Return tables of estimates."""
        return [self.tables.grid(grid) for grid in grids]

    def data(self, data: Data) -> list[str]:
        """Return the data as a table."""
        return [self.tables.data(data)]

    def deviations(self, table: Deviations) -> list[str]:
        """Return numbers, distances and squares."""
        return [self.tables.deviations(table)]

    def rule(self, rule: EstimateRule) -> list[str]:
        """Return a rule in words."""
        left, right = self.math.general(rule.role, rule.value), self.math.write(rule.right)
        return [_display(f"{left} = {right}")]

    def remark(self, parts: Sequence[Inline]) -> list[str]:
        """Return a sentence as a paragraph."""
        return self.paragraph(self.sentence(parts))

    def paragraph(self, sentence: str) -> list[str]:
        """Return a sentence as a paragraph."""
        return [paragraph(sentence)]

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], layout: str, below: int = 0
    ) -> list[str]:
        """Return a pipe table, which has a head in any case and no rule before its last rows."""
        shown = [head or [""] * len(layout), *rows]
        return [pipe_table(shown, ["c" if kind == "c" else "l" for kind in layout])]

    def formula(self, expression: Expression) -> str:
        """Return an expression as a formula."""
        return inline(self.math.write(expression))

    def equals(self, name: str) -> str:
        """Return a name and the sign behind it."""
        return f"{label(name)} = " if name else "= "

    def marked(self, words: str) -> str:
        """Return words in bold."""
        return f"**{text(words)}**"

    def blank(self) -> str:
        """Return a line to write on."""
        return r"\_" * 12

    def text(self, given: str) -> str:
        """Return text in which nothing is a link, a tag, a cell or a formula."""
        return text(given)

    def item(self, item: Item) -> str:
        """Return a cell as a formula, any other label as text."""
        return inline(self.math.item(item)) if item.kind == "cell" else label(item.value)

    def label(self, label_: str) -> str:
        """Return a class."""
        return label(label_)

    def claim(self, line: Line) -> str:
        """Return a line as a formula."""
        return inline(self.math.claim(line))


def _display(formula: str) -> str:
    return f"$$\n{formula}\n$$"


FORMAT = Format(".md", "text/markdown", MarkdownPrinter)
