"""LaTeX that needs amsmath and amssymb only: a complete article, or the body alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exactnb.derivation import Chain, Data, Deviations, EstimateRule, Grid, Line
from exactnb.derivation.lines import Inline
from exactnb.expression.nodes import Expression
from exactnb.naming.names import Item
from exactnb.naming.notation import Notation
from exactnb.rendering.latex_math import LatexMath
from exactnb.rendering.latex_rows import LatexRows
from exactnb.rendering.latex_tables import LatexTables
from exactnb.rendering.latex_text import math_label, text_label
from exactnb.rendering.marks import TextMarks
from exactnb.rendering.printer import Format, Printer
from exactnb.rendering.widths import columns_of

_CLAIM = 64  # signs of a claim that stands inside a sentence
_TOGETHER, _APART = " \\\\*\n", " \\\\\n"
_PAGE = 12  # rows of a chain that are kept on one page
_ARTICLE = r"""\documentclass[11pt]{article}
\usepackage{amsmath,amssymb}
\setlength{\textwidth}{16cm}\setlength{\oddsidemargin}{0cm}
\setlength{\textheight}{23cm}\setlength{\topmargin}{-1cm}
\setlength{\parindent}{0pt}\setlength{\parskip}{6pt}
\setlength{\jot}{5pt}\allowdisplaybreaks\emergencystretch=3em
\begin{document}
%s\end{document}
"""


class LatexPrinter(Printer[str]):
    """Print for pdflatex.

    Raises Unsupported for a label that pdflatex has no sign for.
    """

    def use_notation(self, notation: Notation) -> None:
        """Go on in a notation."""
        self.math, self.plain = LatexMath(notation), TextMarks(notation)
        self.rows = LatexRows(self.math, self.plain)
        self.tables = LatexTables(self.math, self.plain)

    def document(self, head: list[str], sections: list[list[str]]) -> str:
        """Return an article, or what stands in it."""
        body = "\n".join([*head, *(part for section in sections for part in section)]) + "\n"
        return f"% needs amsmath and amssymb\n{body}" if self.page.fragment else _ARTICLE % body

    def head(self) -> list[str]:
        """Return the title, then what is assumed and the source in two lines."""
        title, source = self.derivation.title, self.derivation.source
        lines = [self.setting(self.derivation.setting)] if any(self.derivation.setting) else []
        lines += [f"Source: {text_label(source)}."] if source else []
        parts = [rf"\section*{{{text_label(title)}}}" if title else "", r"\\ ".join(lines)]
        return [part for part in parts if part]

    def heading(self, number: int, title: str) -> str:
        """Return the heading of a step."""
        return rf"\subsection*{{{title}}}"

    def setting(self, assumed: Sequence[str]) -> str:
        """Return what is assumed, with commas between."""
        return rf"\emph{{{', '.join(map(text_label, assumed))}.}}"

    def chains(self, chains: list[Chain]) -> list[str]:
        """Return chains as one display; a short one stays on its page."""
        texts = [
            (_TOGETHER if len(rows) <= _PAGE else _APART).join(rows)
            for rows in self.rows.chains(chains)
        ]
        return ["\\begin{align*}\n" + " \\\\[8pt]\n".join(texts) + "\n\\end{align*}"]

    def grids(self, grids: list[Grid]) -> list[str]:
        """Return tables of estimates, side by side."""
        return self.tables.grids(grids)

    def data(self, data: Data) -> list[str]:
        """Return the data in tables."""
        return self.tables.data(data)

    def deviations(self, table: Deviations) -> list[str]:
        """Return numbers, distances and squares."""
        return self.tables.deviations(table)

    def rule(self, rule: EstimateRule) -> list[str]:
        """Return a rule in words."""
        left, right = self.math.general(rule.role, rule.value), self.math.write(rule.right)
        return [f"\\[\n{left} = {right}\n\\]"]

    def remark(self, parts: Sequence[Inline]) -> list[str]:
        """Return a sentence as a paragraph."""
        return self.paragraph(self.sentence(parts))

    def paragraph(self, sentence: str) -> list[str]:
        """Return a sentence as a paragraph."""
        return [sentence + "\n"]

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], layout: str, below: int = 0
    ) -> list[str]:
        """Return a table with rules under its head and before the last rows."""
        return self.tables.typeset(head, rows, layout, below)

    def formula(self, expression: Expression) -> str:
        """Return an expression as a formula."""
        return f"${self.math.write(expression)}$"

    def equals(self, name: str) -> str:
        """Return a name and the sign behind it."""
        return f"${math_label(name)} =$ " if name else "$=$ "

    def marked(self, words: str) -> str:
        """Return words with a line under them."""
        return rf"\underline{{{text_label(words)}}}"

    def blank(self) -> str:
        """Return a line to write on."""
        return r"\rule{0pt}{4ex}\underline{\hspace{3.5cm}}"

    def text(self, given: str) -> str:
        """Return text with what LaTeX would act on escaped."""
        return text_label(given)

    def item(self, item: Item) -> str:
        """Return a label or a cell as a formula."""
        return f"${self.math.item(item)}$"

    def items(self, items: Iterable[Item]) -> str:
        """Return what a decision is about as one formula."""
        return f"${',~'.join(map(self.math.item, items))}$"

    def label(self, label: str) -> str:
        """Return a class as a formula."""
        return f"${math_label(label)}$"

    def claim(self, line: Line) -> str:
        """Return a line inside a sentence; a long one is displayed, so that it can be broken."""
        if columns_of(f"{self.plain.write(line.left)} = {self.plain.write(line.right)}") <= _CLAIM:
            return f"${self.math.claim(line)}$"
        first, *rest = self.rows.lines.broken(line.right, _CLAIM)
        rows = [f"& {self.math.write(line.left)}"]
        rows.append(rf"& \quad {self.math.related(line.relation)} {first}")
        rows += [rf"& \qquad {piece}" for piece in rest]
        body = " \\\\\n".join(rows)
        return f"\n\\[\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n\\]\n"


FORMAT = Format(".tex", "text/latex", LatexPrinter, has_fragment=True)
