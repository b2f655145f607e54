"""LaTeX that needs only amsmath and amssymb: a complete article, or its body.

How to read: the printer's hooks, one for each kind of block; `typeset_printer.py` places displays and
steps next to each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from exactnb.core.expression.nodes import Expression, is_general
from exactnb.core.expression.widths import display_width
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.explain.derivation import Chain, EstimateRule, Line
from exactnb.explain.derivation.lines import Inline, Step
from exactnb.explain.rendering.formulas.latex_math import LatexMath, LuaMath
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.pages.latex_text import article, fragment
from exactnb.explain.rendering.pages.typeset_printer import TypesetPart, TypesetPrinter
from exactnb.explain.rendering.pictures.curves import latex_curves
from exactnb.explain.rendering.printer import Format
from exactnb.explain.rendering.tables.latex_rows import LatexRows
from exactnb.explain.rendering.tables.latex_tables import (
    DISPLAYED,
    ROOM,
    Display,
    LatexTables,
    displayed,
    side_by_side,
)

_ROOM = 92  # width of a line of a chain, in characters of plain text
_CLAIM = 64  # widest claim within a sentence
_TOGETHER, _APART = " \\\\*\n", " \\\\\n"
_BETWEEN = " \\\\[5pt]\n"  # chains
_PAGE = 12  # most rows of a chain that is kept on one page
_BAR = 500  # length of a full bar, in hundredths of a centimetre
_STOP = re.compile(r"(\n\\end\{aligned\}\n\\\]\n)([.,;])")
_HALVES = r"""\par\medskip\noindent\begin{minipage}[t]{.48\linewidth}
%s
\end{minipage}\hfill\begin{minipage}[t]{.48\linewidth}
%s
\end{minipage}
"""

_MATH = {"pdflatex": LatexMath, "lualatex": LuaMath}


class LatexPrinter(TypesetPrinter):
    """Print for pdflatex, or for lualatex, whose fonts cover other scripts.

    Raises Unsupported for a label that the engine cannot typeset.
    """

    titled = r"\section*{%s}"
    emphasis = r"\emph{%s}"
    mark = r"\underline{%s}"
    answer_room = r"\rule[-2ex]{0pt}{5ex}\underline{\hspace{3.5cm}}"
    next_line = r"\\ "
    bar = _BAR
    draw_curves = staticmethod(latex_curves)

    def use_notation(self, notation: Notation) -> None:
        self.math, self.plain = _MATH[self.page.engine](notation), TextMath(notation)
        self.rows = LatexRows(self.math, self.plain, _ROOM)
        self.tables = LatexTables(self.math, self.plain)

    def document(self, head: list[TypesetPart], sections: list[list[TypesetPart]]) -> str:
        wrap = fragment if self.page.fragment else article
        return wrap(self.body(head, sections), self.page.engine)

    def step(self, number: int, step: Step) -> str:
        """Return `step`, without its heading, for a reader's own document; `number` counts it."""
        return "\n".join(self.joined(self.section(number, step)[1:])) + "\n"

    def heading(self, number: int, title: str) -> str:
        return rf"\subsection*{{{number}\quad {title}}}"

    def chains(self, chains: list[Chain]) -> list[TypesetPart]:
        rows_by_chain = self.rows.chains(chains)
        body = _BETWEEN.join(
            (_TOGETHER if len(rows) <= _PAGE else _APART).join(rows) for rows in rows_by_chain
        )
        return [displayed(body, (r"\begin{alignat*}{2}", r"\end{alignat*}")), *self._bars(chains)]

    def _bars(self, chains: Sequence[Chain]) -> list[TypesetPart]:
        """Return bars proportional to the final probabilities, where there are several to compare."""
        bars = self.lengths(chains)
        rows = [f"{self.math.write(answer)} & {_bar(filled)}" for answer, filled in bars]
        body = " \\\\\n".join(rows)
        array = f"\\begin{{array}}{{@{{}}l@{{\\quad}}l@{{}}}}\n{body}\n\\end{{array}}"
        return [Display(array, ROOM)] if rows else []

    def in_line(self, displays: Sequence[Display]) -> list[str]:
        return side_by_side(displays)

    def in_two_columns(self, left: str, right: str) -> str:
        return _HALVES % (left, right)

    def rule(self, rule: EstimateRule) -> list[TypesetPart]:
        """Return `rule` in words; it opens the line of displays that illustrate it."""
        left, right = self.math.general(rule.role, rule.value), self.math.write(rule.right)
        plain = display_width(self.plain.general(rule.role, rule.value))
        return [Display(f"{left} = {right}", plain + 3 + self.tables.size(rule.right), opens=True)]

    def remark(self, parts: Sequence[Inline]) -> list[TypesetPart]:
        """Return a paragraph of `parts`; a full stop after a displayed claim moves into the display."""
        return self.paragraph(_STOP.sub(r"\2\1", self.sentence(parts)))

    def paragraph(self, sentence: str) -> list[TypesetPart]:
        return [sentence + "\n"]

    def enumerated(self, lead: str, items: Sequence[str]) -> list[TypesetPart]:
        """Return `lead` and `items` in a ragged paragraph, since LaTeX cannot break a long formula."""
        return [rf"{{\par\raggedright {lead}{', '.join(items)}.\par}}" + "\n"]

    def formula(self, expression: Expression) -> str:
        return f"${self.math.write(expression)}$"

    def tall(self, expression: Expression) -> str:
        written = self.math.write(expression)
        return f"${DISPLAYED}{written}$" if r"\frac" in written else f"${written}$"

    def equals(self, name: str) -> str:
        return f"${self.math.label(name)} =$ " if name else "$=$ "

    def text(self, raw: str) -> str:
        return self.math.escaped(raw)

    def item(self, item: Item) -> str:
        return f"${self.math.item(item)}$"

    def items(self, items: Iterable[Item]) -> str:
        return f"${',~'.join(map(self.math.item, items))}$"

    def label(self, label: str) -> str:
        return f"${self.math.label(label)}$"

    def claim(self, line: Line) -> str:
        """Return `line` within a sentence, displayed if it is long or holds a fraction bar."""
        size = display_width(f"{self.plain.write(line.left)} = {self.plain.write(line.right)}")
        formula = self.math.claim(line)
        if size <= _CLAIM and (r"\frac" not in formula or is_general(line.right)):
            return f"${formula}$"
        first, *rest = self.rows.broken(line.right, _CLAIM)
        rows = [f"& {self.math.write(line.left)}"]
        rows.append(rf"& \quad {self.math.related(line.relation)} {first}")
        rows += [rf"& \qquad {piece}" for piece in rest]
        body = " \\\\\n".join(rows)
        return f"\n\\[\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n\\]\n"


def _bar(filled: int) -> str:
    r"""Return a bar of `filled` hundredths of a centimetre, and a thin line up to the full length.

    >>> print(_bar(375))
    \rule{3.75cm}{1.4ex}\rule{1.25cm}{0.4pt}
    """
    thick, thin = (f"{part // 100}.{part % 100:02}cm" for part in (filled, _BAR - filled))
    return rf"\rule{{{thick}}}{{1.4ex}}\rule{{{thin}}}{{0.4pt}}"


ENGINES = dict.fromkeys(_MATH, LatexPrinter)
FORMAT = Format(".tex", "text/latex", LatexPrinter, has_fragment=True, engines=ENGINES)
