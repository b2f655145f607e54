"""LaTeX that needs amsmath and amssymb only: a complete article, or the body alone.

How to read: the printer's hooks, one for each kind of block; what stands beside what is `_in_halves`'
and `latex_displays.py`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from exactnb.derivation import Chain, Data, Deviations, EstimateRule, Grid, Line
from exactnb.derivation.lines import InLambda, Inline, LeftOut, Step
from exactnb.expression.nodes import Expression, is_general
from exactnb.naming.names import Item
from exactnb.naming.notation import Notation
from exactnb.rendering.bars import length
from exactnb.rendering.latex_article import article, fragment
from exactnb.rendering.latex_curves import curves
from exactnb.rendering.latex_displays import ROOM, Display, displayed, side_by_side
from exactnb.rendering.latex_math import LatexMath, LuaMath
from exactnb.rendering.latex_rows import LatexRows
from exactnb.rendering.latex_tables import DISPLAYED, LatexTables
from exactnb.rendering.marks import TextMarks
from exactnb.rendering.printer import Format, Printer
from exactnb.rendering.widths import columns_of

_ROOM = 92  # signs of a line of a chain, as counted in plain text
_CLAIM = 64  # signs of a claim that stands inside a sentence
_TOGETHER, _APART = " \\\\*\n", " \\\\\n"
_BETWEEN = " \\\\[5pt]\n"  # chains
_PAGE = 12  # rows of a chain that are kept on one page
_HALF = 40  # signs of a step of tables that leaves room for another one beside it
_BAR = 500  # hundredths of a centimetre that a whole bar is long
_STOP = re.compile(r"(\n\\end\{aligned\}\n\\\]\n)([.,;])")
_HALVES = r"""\par\medskip\noindent\begin{minipage}[t]{.48\linewidth}
%s
\end{minipage}\hfill\begin{minipage}[t]{.48\linewidth}
%s
\end{minipage}
"""

_MATH = {"pdflatex": LatexMath, "lualatex": LuaMath}

Part = str | Display


class LatexPrinter(Printer[Part]):
    """Print for pdflatex, or for lualatex, which has signs for any script.

    Raises Unsupported for a label that the engine has no sign for.
    """

    def use_notation(self, notation: Notation) -> None:
        """Go on in a notation."""
        self.math, self.plain = _MATH[self.page.engine](notation), TextMarks(notation)
        self.rows = LatexRows(self.math, self.plain, _ROOM)
        self.tables = LatexTables(self.math, self.plain)

    def document(self, head: list[Part], sections: list[list[Part]]) -> str:
        """Return an article, or what stands in it."""
        body = "\n".join([*_texts(head), *_in_halves(sections)]) + "\n"
        return (fragment if self.page.fragment else article)(body, self.page.engine)

    def step(self, number: int, step: Step) -> str:
        """Return one step by itself, without its heading, for a document of the reader's own."""
        return "\n".join(_texts(self.section(number, step)[1:])) + "\n"

    def head(self) -> list[Part]:
        """Return the title, then what is assumed and the source in two lines."""
        title, source = self.derivation.title, self.derivation.source
        lines = [self.setting(self.derivation.setting)] if any(self.derivation.setting) else []
        lines += [f"Source: {self.text(source)}."] if source else []
        parts = [rf"\section*{{{self.text(title)}}}" if title else "", r"\\ ".join(lines)]
        return [part for part in parts if part]

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
        return [
            displayed(body, (r"\begin{alignat*}{2}", r"\end{alignat*}")),
            *self._bars([chain.lines[0].left for chain in chains if chain.final]),
        ]

    def _bars(self, answers: list[Expression]) -> list[Part]:
        """Return bars as long as probabilities, where there are several to compare."""
        lengths = [length(answer, _BAR, self.quantities) for answer in answers]
        known = [(answer, of) for answer, of in zip(answers, lengths, strict=True) if of is not None]
        if len(known) < 2:
            return []
        rows = [f"{self.math.write(answer)} & {_bar(of)}" for answer, of in known]
        body = " \\\\\n".join(rows)
        return [Display(f"\\begin{{array}}{{@{{}}l@{{\\quad}}l@{{}}}}\n{body}\n\\end{{array}}", ROOM)]

    def what_if(self, table: InLambda | LeftOut) -> list[Part]:
        """Return a table of what would be decided otherwise, below the posteriors as a picture."""
        if not isinstance(table, InLambda):
            return super().what_if(table)
        drawn = curves(table, {label: self.label(label) for label, _ in table.joints})
        return [*([drawn] if drawn else []), *super().what_if(table)]

    def grids(self, grids: list[Grid]) -> list[Part]:
        """Return tables of estimates."""
        return [*self.tables.grids(grids)]

    def data(self, data: Data) -> list[Part]:
        """Return the data in tables."""
        return [*self.tables.data(data)]

    def deviations(self, table: Deviations) -> list[Part]:
        """Return numbers, distances and squares."""
        return [*self.tables.deviations(table)]

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

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], layout: str, below: int = 0
    ) -> list[Part]:
        """Return a table with rules under its head and before the last rows."""
        return [*self.tables.typeset(head, rows, layout, below)]

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


def _texts(parts: Sequence[Part]) -> list[str]:
    """Return parts as text, displays that follow each other next to each other."""
    out: list[str] = []
    for shown, run in groupby(parts, key=lambda part: isinstance(part, Display)):
        if shown:
            out += side_by_side([part for part in run if isinstance(part, Display)])
        else:
            out += [part for part in run if isinstance(part, str)]
    return out


def _in_halves(sections: Sequence[Sequence[Part]]) -> list[str]:
    """Return sections below each other, but two narrow ones that hold tables alone side by side."""
    out: list[str] = []
    waiting = list(sections)
    while waiting:
        if len(waiting) > 1 and all(map(_is_narrow, waiting[:2])):
            left, right = ("\n".join(_texts(waiting.pop(0))) for _ in range(2))
            out.append(_HALVES % (left, right))
        else:
            out += _texts(waiting.pop(0))
    return out


def _is_narrow(section: Sequence[Part]) -> bool:
    """Say whether a section is one table that leaves half of the page."""
    _, *rest = section
    return len(rest) == 1 and isinstance(rest[0], Display) and rest[0].width <= _HALF


def _bar(of: int) -> str:
    r"""Return a bar of so many hundredths of a centimetre, and a line for what is left of a whole.

    >>> print(_bar(375))
    \rule{3.75cm}{1.4ex}\rule{1.25cm}{0.4pt}
    """
    thick, thin = (f"{part // 100}.{part % 100:02}cm" for part in (of, _BAR - of))
    return rf"\rule{{{thick}}}{{1.4ex}}\rule{{{thin}}}{{0.4pt}}"


ENGINES = dict.fromkeys(_MATH, LatexPrinter)
FORMAT = Format(".tex", "text/latex", LatexPrinter, has_fragment=True, engines=ENGINES)
