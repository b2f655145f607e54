"""Typst: a document that is typeset in a moment, each formula with the words to be read out.

How to read: `document` puts the page together, whose functions stand in `typst_page.py`; the hooks
write calls of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from exactnb.derivation import Chain, Data, Deviations, EstimateRule, Grid, Line
from exactnb.derivation.lines import InLambda, Inline, LeftOut
from exactnb.expression.nodes import Expression, is_general
from exactnb.naming.names import Item
from exactnb.naming.notation import Notation
from exactnb.rendering.bars import length
from exactnb.rendering.latex_displays import ROOM, Display, in_lines
from exactnb.rendering.marks import TextMarks
from exactnb.rendering.printer import Format, Printer
from exactnb.rendering.typst_curves import curves
from exactnb.rendering.typst_inline import TypstInline, displayed, formula
from exactnb.rendering.typst_page import fragment, page
from exactnb.rendering.typst_rows import TypstRows
from exactnb.rendering.typst_tables import TABLES, TypstTables
from exactnb.rendering.typst_text import markup
from exactnb.rendering.widths import columns_of

_ROOM = 92  # signs of a line of a chain, as counted in plain text
_CLAIM = 64  # signs of a claim that stands inside a sentence
_HALF = 40  # signs of a step of tables that leaves room for another one beside it
_BAR = 1000  # parts of a whole bar
_UNTITLED = "Solution"

Part = str | Display


class TypstPrinter(Printer[Part]):
    """Print for Typst, whose fonts have signs for any script that is installed."""

    def use_notation(self, notation: Notation) -> None:
        """Go on in a notation."""
        self.inline, self.plain = TypstInline(notation), TextMarks(notation)
        self.rows = TypstRows(self.inline, self.plain, _ROOM)
        self.tables = TypstTables(self.inline, self.plain)

    def document(self, head: list[Part], sections: list[list[Part]]) -> str:
        """Return a document, or what stands in it."""
        body = "\n\n".join([*_texts(head), *_in_halves(sections)]) + "\n"
        return fragment(body) if self.page.fragment else page(self.derivation.title or _UNTITLED, body)

    def head(self) -> list[Part]:
        """Return the title, what is assumed and the source."""
        derivation = self.derivation
        out = [f"#title[{self.text(derivation.title)}];"] if derivation.title else []
        lines = [self.setting(derivation.setting)] if any(derivation.setting) else []
        lines += [f"Source: {self.text(derivation.source)}."] if derivation.source else []
        return [*out, *([" \\\n".join(lines)] if lines else [])]

    def heading(self, number: int, title: str) -> str:
        """Return the heading of a step."""
        first = "" if self.derivation.title else ", level: 1"  # there is one above all others
        return f"#step({number}{first})[{title}];"

    def setting(self, assumed: Sequence[str]) -> str:
        """Return what is assumed, with commas between."""
        return f"#emph[{', '.join(map(self.text, assumed))}.];"

    def chains(self, chains: list[Chain]) -> list[Part]:
        """Return chains in columns, and bars below answers."""
        answers = [chain.lines[0].left for chain in chains if chain.final]
        return [self.rows.chains(chains), *self._bars(answers)]

    def _bars(self, answers: list[Expression]) -> list[Part]:
        """Return bars as long as probabilities, where there are several to compare."""
        lengths = [length(answer, _BAR, self.quantities) for answer in answers]
        known = [(answer, of) for answer, of in zip(answers, lengths, strict=True) if of is not None]
        if len(known) < 2:
            return []
        rows = [f"  [{self.formula(answer)}], bar({of} / {_BAR}),\n" for answer, of in known]
        return [Display(f"grid(columns: 2, gutter: 0.8em,\n{''.join(rows)})", ROOM)]

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
        drawn, said = self.inline.drawn, self.inline.said
        shown = displayed(
            f"{drawn.general(rule.role, rule.value)} = {drawn.write(rule.right)}",
            f"{said.general(rule.role, rule.value)}, equals {said.write(rule.right)}",
        )
        plain = columns_of(self.plain.general(rule.role, rule.value))
        width = plain + 3 + self.tables.size(rule.right)
        return [Display(f"tight({shown})", width, opens=True)]

    def remark(self, parts: Sequence[Inline]) -> list[Part]:
        """Return a sentence as a paragraph."""
        return self.paragraph(self.sentence(parts))

    def paragraph(self, sentence: str) -> list[Part]:
        """Return a sentence as a paragraph."""
        return [sentence]

    def table(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], layout: str, below: int = 0
    ) -> list[Part]:
        """Return a table with rules under its head and before the last rows."""
        return [*self.tables.typeset(head, rows, layout, below)]

    def formula(self, expression: Expression) -> str:
        """Return an expression as a formula."""
        return self.inline.expression(expression)

    def tall(self, expression: Expression) -> str:
        """Return an expression in a cell as on display: in rows, if it is long."""
        drawn, said = (rows.broken(expression, _ROOM) for rows in self.rows.lines)
        pieces = [displayed(*pair) for pair in zip(drawn, said, strict=True)]
        return f"#stack(spacing: 6pt, {', '.join(pieces)});"

    def equals(self, name: str) -> str:
        """Return a name and the sign behind it."""
        equal = formula("=", "equals") + " "
        return f"{self.label(name)} {equal}" if name else equal

    def marked(self, words: str) -> str:
        """Return words with a line under them."""
        return f"#underline[{self.text(words)}];"

    def blank(self) -> str:
        """Return a line to write on."""
        return "#blank;"

    def text(self, given: str) -> str:
        """Return text in which nothing is code."""
        return markup(given)

    def item(self, item: Item) -> str:
        """Return a cell as a formula, any other label as one or as text."""
        return self.inline.item(item)

    def items(self, items: Iterable[Item]) -> str:
        """Return what a decision is about."""
        return ", ".join(map(self.item, items))

    def label(self, label: str) -> str:
        """Return a class."""
        return self.inline.label(label)

    def claim(self, line: Line) -> str:
        """Return a line inside a sentence; a long one is displayed, and so is a tall one."""
        drawn, said = self.inline.drawn, self.inline.said
        size = columns_of(f"{self.plain.write(line.left)} = {self.plain.write(line.right)}")
        shown = drawn.claim(line)
        if size <= _CLAIM and ("frac(" not in shown or is_general(line.right)):
            return formula(shown, said.claim(line))
        first, second = (
            [f"{math.write(line.left)} {math.related(line.relation)}", *rows.broken(line.right, _CLAIM)]
            for math, rows in zip((drawn, said), self.rows.lines, strict=True)
        )
        pieces = [displayed(*pair) for pair in zip(first, second, strict=True)]
        rows = ", ".join(f"row(none, {piece}, depth: {at > 0:d})" for at, piece in enumerate(pieces))
        return f"#chains(chain({rows}));"


def _texts(parts: Sequence[Part]) -> list[str]:
    """Return parts as text, displays that follow each other next to each other."""
    out: list[str] = []
    for shown, run in groupby(parts, key=lambda part: isinstance(part, Display)):
        if shown:
            displays = [part for part in run if isinstance(part, Display)]
            out += [_line(line) for line in in_lines(displays)]
        else:
            out += [part for part in run if isinstance(part, str)]
    return out


def _line(displays: Sequence[Display]) -> str:
    """Return displays next to each other: their heads, if all are tables, or their middles."""
    body = ", ".join(display.body for display in displays)
    tables = all(display.body.startswith(TABLES) for display in displays)
    return f"#beside({body}{'' if tables else ', by: horizon'});"


def _in_halves(sections: Sequence[Sequence[Part]]) -> list[str]:
    """Return sections below each other, but two narrow ones that hold tables alone side by side."""
    out: list[str] = []
    waiting = list(sections)
    while waiting:
        if len(waiting) > 1 and all(map(_is_narrow, waiting[:2])):
            left, right = ("\n\n".join(_texts(waiting.pop(0))) for _ in range(2))
            out.append(f"#grid(columns: (1fr, 1fr), column-gutter: 2em, [\n{left}\n], [\n{right}\n]);")
        else:
            out += _texts(waiting.pop(0))
    return out


def _is_narrow(section: Sequence[Part]) -> bool:
    """Say whether a section is one table that leaves half of the page."""
    _, *rest = section
    return len(rest) == 1 and isinstance(rest[0], Display) and rest[0].width <= _HALF


FORMAT = Format(".typ", "text/vnd.typst", TypstPrinter, has_fragment=True)
