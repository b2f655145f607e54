"""Typst: a document that is typeset in a moment, each formula with the words to be read out.

How to read: `document` puts the page together, whose functions stand in `typst_page.py`; the hooks
write calls of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactnb.core.expression.nodes import Expression, is_general
from exactnb.core.expression.widths import columns_of
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.explain.derivation import Chain, EstimateRule, Line
from exactnb.explain.derivation.lines import InLambda
from exactnb.explain.rendering.formulas.marks import TextMarks
from exactnb.explain.rendering.formulas.typst_inline import TypstInline, displayed, formula
from exactnb.explain.rendering.pages.typeset_printer import Part, TypesetPrinter
from exactnb.explain.rendering.pages.typst_page import fragment, page
from exactnb.explain.rendering.pages.typst_text import markup
from exactnb.explain.rendering.pictures.typst_curves import curves
from exactnb.explain.rendering.printer import Format
from exactnb.explain.rendering.tables.displays import ROOM, Display, in_lines
from exactnb.explain.rendering.tables.typst_rows import TypstRows
from exactnb.explain.rendering.tables.typst_tables import TABLES, TypstTables

_ROOM = 92  # signs of a line of a chain, as counted in plain text
_CLAIM = 64  # signs of a claim that stands inside a sentence
_BAR = 1000  # parts of a whole bar
_UNTITLED = "Solution"


class TypstPrinter(TypesetPrinter):
    """Print for Typst, whose fonts have signs for any script that is installed."""

    titled = "#title[%s];"
    next_line = " \\\n"
    between = "\n\n"
    bar = _BAR

    def use_notation(self, notation: Notation) -> None:
        """Go on in a notation."""
        self.inline, self.plain = TypstInline(notation), TextMarks(notation)
        self.rows = TypstRows(self.inline, self.plain, _ROOM)
        self.tables = TypstTables(self.inline, self.plain)

    def document(self, head: list[Part], sections: list[list[Part]]) -> str:
        """Return a document, or what stands in it."""
        body = self.body(head, sections)
        return fragment(body) if self.page.fragment else page(self.derivation.title or _UNTITLED, body)

    def heading(self, number: int, title: str) -> str:
        """Return the heading of a step."""
        first = "" if self.derivation.title else ", level: 1"  # there is one above all others
        return f"#step({number}{first})[{title}];"

    def setting(self, assumed: Sequence[str]) -> str:
        """Return what is assumed, with commas between."""
        return f"#emph[{', '.join(map(self.text, assumed))}.];"

    def chains(self, chains: list[Chain]) -> list[Part]:
        """Return chains in columns, and bars below answers."""
        return [self.rows.chains(chains), *self._bars(chains)]

    def _bars(self, chains: Sequence[Chain]) -> list[Part]:
        """Return bars as long as probabilities, where there are several to compare."""
        known = self.lengths(chains)
        rows = [f"  [{self.formula(answer)}], bar({of} / {_BAR}),\n" for answer, of in known]
        shown = f"grid(columns: 2, gutter: 0.8em,\n{''.join(rows)})"
        return [Display(shown, ROOM)] if rows else []

    def in_line(self, displays: Sequence[Display]) -> list[str]:
        """Return displays in the lines that they share."""
        return [_line(line) for line in in_lines(displays)]

    def beside(self, left: str, right: str) -> str:
        """Return two steps next to each other."""
        return f"#grid(columns: (1fr, 1fr), column-gutter: 2em, [\n{left}\n], [\n{right}\n]);"

    def drawn(self, table: InLambda, labels: Mapping[str, str]) -> str:
        """Return the posteriors over λ, drawn by Typst's own curves."""
        return curves(table, labels)

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

    def paragraph(self, sentence: str) -> list[Part]:
        """Return a sentence as a paragraph."""
        return [sentence]

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


def _line(displays: Sequence[Display]) -> str:
    """Return displays next to each other: their heads, if all are tables, or their middles."""
    body = ", ".join(display.body for display in displays)
    tables = all(display.body.startswith(TABLES) for display in displays)
    return f"#beside({body}{'' if tables else ', by: horizon'});"


FORMAT = Format(".typ", "text/vnd.typst", TypstPrinter, has_fragment=True)
