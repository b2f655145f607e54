"""LaTeX that needs only amsmath and amssymb: a complete article, or its body.

How to read: `TypesetPrinter` is the base of the LaTeX and the Typst printer: `joined_parts` puts
consecutive displays into lines, `narrow_tables_paired` sets steps that consist of one narrow table side
by side, and the other methods are hooks. Then come the hooks of LaTeX, one for each kind of block.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from exactnb.core.expression.nodes import Expression, is_general
from exactnb.core.expression.widths import display_width
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.explain.derivation import Chain, Data, Deviations, EstimateRule, Grid, Line
from exactnb.explain.derivation.lines import InLambda, Inline, Step
from exactnb.explain.rendering.formulas.latex_math import LatexMath, LuaMath
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.hooks import Cells, TextRow
from exactnb.explain.rendering.pages.latex_text import article, fragment
from exactnb.explain.rendering.pictures.curves import latex_curves
from exactnb.explain.rendering.printer import Format, Printer
from exactnb.explain.rendering.tables.latex_rows import LatexRows
from exactnb.explain.rendering.tables.latex_tables import (
    DISPLAYED,
    ROOM,
    Display,
    LatexTables,
    displayed,
    side_by_side,
)
from exactnb.explain.rendering.tables.tables import bar_length

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
_HALF = 40  # widest table that shares a line with another step

TypesetPart = str | Display


class TypesetPrinter(Printer[TypesetPart]):
    """Print for a typesetting program; subclasses write its language.

    `between` separates the parts of a step, `titled` wraps the title and `emphasis` the assumptions,
    which `next_line` separates from the source; `bar` is the length of a full bar in the units of
    `bar_lengths`; `draw_curves` draws a table over λ with typeset labels, "" for nothing to draw.
    """

    tables: LatexTables
    between = "\n"
    titled: str
    emphasis: str
    next_line: str
    bar: int
    draw_curves: Callable[[InLambda, Mapping[str, str]], str]

    @abstractmethod
    def in_line(self, displays: Sequence[Display]) -> list[str]:
        """Return consecutive `displays`, as many in a line as fit."""

    @abstractmethod
    def in_two_columns(self, left: str, right: str) -> str:
        """Return two steps, `left` and `right`, next to each other."""

    def head(self) -> list[TypesetPart]:
        derivation = self.derivation
        title = self.titled % self.text(derivation.title) if derivation.title else ""
        lines = [str(self.setting(derivation.setting))] if any(derivation.setting) else []
        lines += [f"{self.text(self.cited_source)}."] if derivation.source else []
        return [part for part in (title, self.next_line.join(lines)) if part]

    def setting(self, assumed: Sequence[str]) -> str:
        return self.emphasis % f"{', '.join(map(self.text, assumed))}."

    def body(self, head: Sequence[TypesetPart], sections: Sequence[Sequence[TypesetPart]]) -> str:
        """Return the content of a document with these `head` parts and `sections`."""
        return (
            self.between.join([*self.joined_parts(head), *self.narrow_tables_paired(sections)]) + "\n"
        )

    def joined_parts(self, parts: Sequence[TypesetPart]) -> list[str]:
        """Return `parts` as text, with consecutive displays next to each other."""
        texts: list[str] = []
        for is_display, run in groupby(parts, key=lambda part: isinstance(part, Display)):
            if is_display:
                texts += self.in_line([part for part in run if isinstance(part, Display)])
            else:
                texts += [part for part in run if isinstance(part, str)]
        return texts

    def narrow_tables_paired(self, sections: Sequence[Sequence[TypesetPart]]) -> list[str]:
        """Return `sections` one below the other, but pairs of narrow tables side by side."""
        texts: list[str] = []
        waiting = list(sections)
        while waiting:
            if len(waiting) > 1 and all(map(_is_narrow, waiting[:2])):
                left, right = (self.between.join(self.joined_parts(waiting.pop(0))) for _ in range(2))
                texts.append(self.in_two_columns(left, right))
            else:
                texts += self.joined_parts(waiting.pop(0))
        return texts

    def bar_lengths(self, chains: Sequence[Chain]) -> Iterator[tuple[Expression, int]]:
        """Yield the final probabilities of `chains` with their bar lengths, if there are several."""
        answers = [chain.lines[0].left for chain in chains if chain.final]
        lengths = [bar_length(answer, self.bar, self.quantities) for answer in answers]
        pairs = zip(answers, lengths, strict=True)
        measured = [(answer, filled) for answer, filled in pairs if filled is not None]
        return iter(measured if len(measured) > 1 else [])

    def curves(self, table: InLambda) -> list[TypesetPart]:
        picture = self.draw_curves(table, {label: self.label(label) for label, _ in table.joints})
        return [picture] if picture else []

    def grids(self, grids: list[Grid]) -> list[TypesetPart]:
        return [*self.tables.grids(grids)]

    def data(self, data: Data) -> list[TypesetPart]:
        return [*self.tables.data(data)]

    def deviations(self, table: Deviations) -> list[TypesetPart]:
        return [*self.tables.deviations(table)]

    def table(self, head: TextRow, rows: Cells, layout: str, footer_rows: int = 0) -> list[TypesetPart]:
        return [*self.tables.typeset(head, rows, layout, footer_rows)]


def _is_narrow(section: Sequence[TypesetPart]) -> bool:
    """Say whether a section is one table that leaves half of the page free."""
    _, *rest = section
    return len(rest) == 1 and isinstance(rest[0], Display) and rest[0].width <= _HALF


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
        return "\n".join(self.joined_parts(self.section(number, step)[1:])) + "\n"

    def heading(self, number: int, title: str) -> str:
        return rf"\subsection*{{{number}\quad {title}}}"

    def chains(self, chains: list[Chain]) -> list[TypesetPart]:
        rows_by_chain = self.rows.chains(chains)
        body = _BETWEEN.join(
            (_TOGETHER if len(rows) <= _PAGE else _APART).join(rows) for rows in rows_by_chain
        )
        return [
            displayed(body, (r"\begin{alignat*}{2}", r"\end{alignat*}")),
            *self._probability_bars(chains),
        ]

    def _probability_bars(self, chains: Sequence[Chain]) -> list[TypesetPart]:
        """Return bars proportional to the final probabilities, where there are several to compare."""
        bars = self.bar_lengths(chains)
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
        left, right = self.math.general_name(rule.role, rule.value), self.math.write(rule.right)
        plain = display_width(self.plain.general_name(rule.role, rule.value))
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

    def tall_formula(self, expression: Expression) -> str:
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
        first, *rest = self.rows.broken_rows(line.right, _CLAIM)
        rows = [f"& {self.math.write(line.left)}"]
        rows.append(rf"& \quad {self.math.relation_sign(line.relation)} {first}")
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
