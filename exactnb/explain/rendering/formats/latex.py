"""LaTeX that needs amsmath and amssymb only: a complete article, or the body alone.

How to read: the printer's hooks, one for each kind of block; what stands beside what is said in
`typeset_printer.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from exactnb.core.expression.nodes import Expression, is_general
from exactnb.core.expression.widths import columns_of
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.explain.derivation import Chain, EstimateRule, Line
from exactnb.explain.derivation.lines import InLambda, Inline, Step
from exactnb.explain.rendering.formulas.latex_math import LatexMath, LuaMath
from exactnb.explain.rendering.formulas.marks import TextMarks
from exactnb.explain.rendering.pages.latex_article import article, fragment
from exactnb.explain.rendering.pages.typeset_printer import Part, TypesetPrinter
from exactnb.explain.rendering.pictures.latex_curves import curves
from exactnb.explain.rendering.printer import Format
from exactnb.explain.rendering.tables.displays import ROOM, Display
from exactnb.explain.rendering.tables.latex_displays import displayed, side_by_side
from exactnb.explain.rendering.tables.latex_rows import LatexRows
from exactnb.explain.rendering.tables.latex_tables import DISPLAYED, LatexTables

_ROOM = 92  # signs of a line of a chain, as counted in plain text
_CLAIM = 64  # signs of a claim that stands inside a sentence
_TOGETHER, _APART = " \\\\*\n", " \\\\\n"
_BETWEEN = " \\\\[5pt]\n"  # chains
_PAGE = 12  # rows of a chain that are kept on one page
_BAR = 500  # hundredths of a centimetre that a whole bar is long
_STOP = re.compile(r"(\n\\end\{aligned\}\n\\\]\n)([.,;])")
_HALVES = r"""\par\medskip\noindent\begin{minipage}[t]{.48\linewidth}
%s
\end{minipage}\hfill\begin{minipage}[t]{.48\linewidth}
%s
\end{minipage}
"""

_MATH = {"pdflatex": LatexMath, "lualatex": LuaMath}


class LatexPrinter(TypesetPrinter):
    """Print for pdflatex, or for lualatex, which has signs for any script.

    Raises Unsupported for a label that the engine has no sign for.
    """

    titled = r"\section*{%s}"
    next_line = r"\\ "
    bar = _BAR

    def use_notation(self, notation: Notation) -> None:
        """Go on in a notation."""
        self.math, self.plain = _MATH[self.page.engine](notation), TextMarks(notation)
        self.rows = LatexRows(self.math, self.plain, _ROOM)
        self.tables = LatexTables(self.math, self.plain)

    def document(self, head: list[Part], sections: list[list[Part]]) -> str:
        """Return an article, or what stands in it."""
        whole = fragment if self.page.fragment else article
        return whole(self.body(head, sections), self.page.engine)

    def step(self, number: int, step: Step) -> str:
        """Return one step by itself, without its heading, for a document of the reader's own."""
        return "\n".join(self.joined(self.section(number, step)[1:])) + "\n"

    def heading(self, number: int, title: str) -> str:
        """Return the heading of a step."""
        return rf"\subsection*{{{number}\quad {title}}}"

    def setting(self, assumed: Sequence[str]) -> str:
        """Return what is assumed, with commas between."""
        return rf"\emph{{{', '.join(map(self.text, assumed))}.}}"

    def chains(self, chains: list[Chain]) -> list[Part]:
        """Return chains as one display, and bars below answers; a short chain stays on its page."""
        texts = [
            (_TOGETHER if len(rows) <= _PAGE else _APART).join(rows)
            for rows in self.rows.chains(chains)
        ]
        body = _BETWEEN.join(texts)
        return [displayed(body, (r"\begin{alignat*}{2}", r"\end{alignat*}")), *self._bars(chains)]

    def _bars(self, chains: Sequence[Chain]) -> list[Part]:
        """Return bars as long as probabilities, where there are several to compare."""
        rows = [f"{self.math.write(answer)} & {_bar(of)}" for answer, of in self.lengths(chains)]
        body = " \\\\\n".join(rows)
        shown = f"\\begin{{array}}{{@{{}}l@{{\\quad}}l@{{}}}}\n{body}\n\\end{{array}}"
        return [Display(shown, ROOM)] if rows else []

    def in_line(self, displays: Sequence[Display]) -> list[str]:
        """Return displays in the lines that they share."""
        return side_by_side(displays)

    def beside(self, left: str, right: str) -> str:
        """Return two steps next to each other."""
        return _HALVES % (left, right)

    def drawn(self, table: InLambda, labels: Mapping[str, str]) -> str:
        """Return the posteriors over λ, drawn by plain rules."""
        return curves(table, labels)

    def rule(self, rule: EstimateRule) -> list[Part]:
        """Return a rule in words, with which what it is the rule of begins."""
        left, right = self.math.general(rule.role, rule.value), self.math.write(rule.right)
        plain = columns_of(self.plain.general(rule.role, rule.value))
        return [Display(f"{left} = {right}", plain + 3 + self.tables.size(rule.right), opens=True)]

    def remark(self, parts: Sequence[Inline]) -> list[Part]:
        """Return a sentence as a paragraph; its full stop stands at the end of what it displays."""
        return self.paragraph(_STOP.sub(r"\2\1", self.sentence(parts)))

    def paragraph(self, sentence: str) -> list[Part]:
        """Return a sentence as a paragraph."""
        return [sentence + "\n"]

    def enumerated(self, lead: str, items: Sequence[str]) -> list[Part]:
        """Return formulas in a paragraph of its own, ragged: a long one cannot be broken."""
        return [rf"{{\par\raggedright {lead}{', '.join(items)}.\par}}" + "\n"]

    def formula(self, expression: Expression) -> str:
        """Return an expression as a formula."""
        return f"${self.math.write(expression)}$"

    def tall(self, expression: Expression) -> str:
        """Return an expression in a cell, its fractions as tall as on display."""
        written = self.math.write(expression)
        return f"${DISPLAYED}{written}$" if r"\frac" in written else f"${written}$"

    def equals(self, name: str) -> str:
        """Return a name and the sign behind it."""
        return f"${self.math.label(name)} =$ " if name else "$=$ "

    def marked(self, words: str) -> str:
        """Return words with a line under them."""
        return rf"\underline{{{self.text(words)}}}"

    def blank(self) -> str:
        """Return a line to write on."""
        return r"\rule{0pt}{4ex}\underline{\hspace{3.5cm}}"

    def text(self, given: str) -> str:
        """Return text with what LaTeX would act on escaped."""
        return self.math.escaped(given)

    def item(self, item: Item) -> str:
        """Return a label or a cell as a formula."""
        return f"${self.math.item(item)}$"

    def items(self, items: Iterable[Item]) -> str:
        """Return what a decision is about as one formula."""
        return f"${',~'.join(map(self.math.item, items))}$"

    def label(self, label: str) -> str:
        """Return a class as a formula."""
        return f"${self.math.label(label)}$"

    def claim(self, line: Line) -> str:
        """Return a line inside a sentence; a long one is displayed, and so is a tall one."""
        size = columns_of(f"{self.plain.write(line.left)} = {self.plain.write(line.right)}")
        shown = self.math.claim(line)
        if size <= _CLAIM and (r"\frac" not in shown or is_general(line.right)):
            return f"${shown}$"
        first, *rest = self.rows.lines.broken(line.right, _CLAIM)
        rows = [f"& {self.math.write(line.left)}"]
        rows.append(rf"& \quad {self.math.related(line.relation)} {first}")
        rows += [rf"& \qquad {piece}" for piece in rest]
        body = " \\\\\n".join(rows)
        return f"\n\\[\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n\\]\n"


def _bar(of: int) -> str:
    r"""Return a bar of so many hundredths of a centimetre, and a line for what is left of a whole.

    >>> print(_bar(375))
    \rule{3.75cm}{1.4ex}\rule{1.25cm}{0.4pt}
    """
    thick, thin = (f"{part // 100}.{part % 100:02}cm" for part in (of, _BAR - of))
    return rf"\rule{{{thick}}}{{1.4ex}}\rule{{{thin}}}{{0.4pt}}"


ENGINES = dict.fromkeys(_MATH, LatexPrinter)
FORMAT = Format(".tex", "text/latex", LatexPrinter, has_fragment=True, engines=ENGINES)
