"""Fixed-width text for a terminal, with Unicode signs or in plain ASCII."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.widths import TIED, columns_of, listed, page, wrapped
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.explain.derivation import Chain, Data, EstimateRule, Grid, Line
from exactnb.explain.rendering.formulas.marks import AsciiMarks, TextMarks, to_ascii
from exactnb.explain.rendering.hooks import Row
from exactnb.explain.rendering.printer import Format, Printer
from exactnb.explain.rendering.tables.text_answers import TextAnswers
from exactnb.explain.rendering.tables.text_rows import TextRows
from exactnb.explain.rendering.tables.text_tables import INDENT, TextTables

_NARROWEST = 40

Rows = list[str]


class TextPrinter(Printer[Rows]):
    """Print rows no wider than the page, while no piece of them is."""

    @property
    def width(self) -> int:
        """Return the columns of a row."""
        return max(self.page.width, _NARROWEST)

    def use_notation(self, notation: Notation) -> None:
        """Go on in a notation."""
        self.marks = (TextMarks if self.page.unicode else AsciiMarks)(notation)
        self.rows = TextRows(self.marks, self.width)
        self.drawn = TextAnswers(self.marks, self.rows, self.quantities)
        self.tables = TextTables(self.marks, self.width)

    def document(self, head: list[Rows], sections: list[list[Rows]]) -> str:
        """Return all rows, a blank one before each section and between its blocks."""
        rows = [row for part in head for row in part]
        for heading, *parts in sections:
            rows += ["", *heading]
            for at, part in enumerate(parts):
                rows += ([""] if at else []) + part
        text = page(rows) + "\n"
        return text if self.page.unicode else to_ascii(text)

    def head(self) -> list[Rows]:
        """Return the title with the source beside it if there is room, and what is assumed."""
        title, source = self.text(self.derivation.title), self.text(self.derivation.source)
        gap = self.width - columns_of(title) - columns_of(source)
        beside = bool(title and source) and gap >= 3
        first = (
            [title + " " * gap + source]
            if beside
            else [*wrapped(title, self.width), *wrapped(source, self.width)]
        )
        assumed = listed([self.text(part) for part in self.derivation.setting], self.width)
        return [[row for row in first if row], assumed]

    def heading(self, number: int, title: str) -> Rows:
        """Return the number of a step and its title, which goes on behind the number."""
        first, *rest = wrapped(title, self.width - len(f"{number}  "))
        return [f"{number}  {first}", *(" " * len(f"{number}  ") + row for row in rest)]

    def setting(self, assumed: Sequence[str]) -> Rows:
        """Return what is assumed, with dots between."""
        return _indented(listed([self.text(part) for part in assumed], self.width - len(INDENT)))

    def chains(self, chains: list[Chain]) -> list[Rows]:
        """Return chains below each other, the answers among them drawn large."""
        out: list[str] = []
        for final, run in groupby(chains, key=lambda chain: chain.final):
            out += (self.drawn.answers if final else self.rows.chains)([*run])
        return [out]

    def grids(self, grids: list[Grid]) -> list[Rows]:
        """Return tables of estimates."""
        return [self.tables.grid(grid) for grid in grids]

    def data(self, data: Data) -> list[Rows]:
        """Return the data in a frame."""
        return [self.tables.data(data)]

    def rule(self, rule: EstimateRule) -> list[Rows]:
        """Return a rule in words."""
        return [self.rows.rule(rule)]

    def paragraph(self, sentence: str) -> list[Rows]:
        """Return a sentence in rows."""
        return [_indented(wrapped(sentence, self.width - len(INDENT)))]

    def table(self, head: Row, rows: Sequence[Row], layout: str, below: int = 0) -> list[Rows]:
        """Return a table with rules under its head and before the last rows."""
        return [self.tables.typeset(head, rows, layout, below)]

    def formula(self, expression: Expression) -> str:
        """Return an expression that is not broken while it fits into a row."""
        return self.marks.write(expression).replace(" ", TIED)

    def equals(self, name: str) -> str:
        """Return a name and the sign behind it."""
        return f"{self.marks.label(name)}{TIED}={TIED}".lstrip(TIED)

    def text(self, given: str) -> str:
        """Return text without what steers a terminal."""
        return self.marks.label(given)

    def item(self, item: Item) -> str:
        """Return a label or a cell."""
        return self.marks.item(item)

    def label(self, label: str) -> str:
        """Return a class."""
        return self.marks.label(label)

    def claim(self, line: Line) -> str:
        """Return a line that is not broken while it fits into a row."""
        left, right = self.marks.write(line.left), self.marks.write(line.right)
        return f"{left} {line.relation} {right}".replace(" ", TIED)


def _indented(rows: Rows) -> Rows:
    return [INDENT + row for row in rows]


FORMAT = Format(".txt", "text/plain", TextPrinter)
