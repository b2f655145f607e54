"""Fixed-width text for a terminal, in Unicode or in plain ASCII."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.widths import TIED, display_width, listed, page, wrapped
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.explain.derivation import Chain, Data, EstimateRule, Grid, Line
from exactnb.explain.rendering.formulas.text_math import AsciiMath, TextMath, to_ascii
from exactnb.explain.rendering.hooks import Cells, TextRow
from exactnb.explain.rendering.printer import Format, Printer
from exactnb.explain.rendering.tables.text_rows import INDENT, TextAnswers, TextTables

_NARROWEST = 40

ScreenRows = list[str]


class TextPrinter(Printer[ScreenRows]):
    """Write rows no wider than the page, unless a piece that cannot be broken is wider."""

    @property
    def width(self) -> int:
        """Return the number of columns in a row."""
        return max(self.page.width, _NARROWEST)

    def use_notation(self, notation: Notation) -> None:
        self.math = (TextMath if self.page.unicode else AsciiMath)(notation)
        self.rows = TextAnswers(self.math, self.width, self.quantities)
        self.tables = TextTables(self.math, self.width)

    def document(self, head: list[ScreenRows], sections: list[list[ScreenRows]]) -> str:
        rows = [row for part in head for row in part]
        for heading, *parts in sections:
            rows += ["", *heading]
            for index, part in enumerate(parts):
                rows += ([""] if index else []) + part
        text = page(rows) + "\n"
        return text if self.page.unicode else to_ascii(text)

    def head(self) -> list[ScreenRows]:
        title, source = self.text(self.derivation.title), self.text(self.derivation.source)
        gap = self.width - display_width(title) - display_width(source)
        first = [*wrapped(title, self.width), *wrapped(source, self.width)]
        if title and source and gap >= 3:
            first = [title + " " * gap + source]
        assumed = listed([self.text(part) for part in self.derivation.setting], self.width)
        return [[row for row in first if row], assumed]

    def heading(self, number: int, title: str) -> ScreenRows:
        first, *rest = wrapped(title, self.width - len(f"{number}  "))
        return [f"{number}  {first}", *(" " * len(f"{number}  ") + row for row in rest)]

    def setting(self, assumed: Sequence[str]) -> ScreenRows:
        return _indented(listed([self.text(part) for part in assumed], self.width - len(INDENT)))

    def chains(self, chains: list[Chain]) -> list[ScreenRows]:
        rows: list[str] = []
        for final, run in groupby(chains, key=lambda chain: chain.final):
            rows += (self.rows.answers if final else self.rows.chains)([*run])
        return [rows]

    def grids(self, grids: list[Grid]) -> list[ScreenRows]:
        return [self.tables.grid(grid) for grid in grids]

    def data(self, data: Data) -> list[ScreenRows]:
        return [self.tables.data(data)]

    def rule(self, rule: EstimateRule) -> list[ScreenRows]:
        return [self.rows.rule(rule)]

    def paragraph(self, sentence: str) -> list[ScreenRows]:
        return [_indented(wrapped(sentence, self.width - len(INDENT)))]

    def table(self, head: TextRow, rows: Cells, layout: str, footer_rows: int = 0) -> list[ScreenRows]:
        return [self.tables.typeset(head, rows, layout, footer_rows)]

    def formula(self, expression: Expression) -> str:
        return self.math.write(expression).replace(" ", TIED)

    def equals(self, name: str) -> str:
        """Return `name` and an equals sign, kept in one row."""
        return f"{self.math.label(name)}{TIED}={TIED}".lstrip(TIED)

    def text(self, raw: str) -> str:
        """Return `raw` without terminal control characters."""
        return self.math.label(raw)

    def item(self, item: Item) -> str:
        return self.math.item(item)

    def label(self, label: str) -> str:
        return self.math.label(label)

    def claim(self, line: Line) -> str:
        """Return `line`, which is broken only where it exceeds a row."""
        left, right = self.math.write(line.left), self.math.write(line.right)
        return f"{left} {line.relation} {right}".replace(" ", TIED)


def _indented(rows: ScreenRows) -> ScreenRows:
    return [INDENT + row for row in rows]


FORMAT = Format(".txt", "text/plain", TextPrinter)
