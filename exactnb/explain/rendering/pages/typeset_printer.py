"""The common base of the LaTeX and the Typst printer: how displays and steps share lines.

`joined` puts consecutive displays into lines; `in_halves` sets steps that consist of one narrow table
side by side; the other methods are hooks.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from exactnb.core.expression.nodes import Expression
from exactnb.explain.derivation import Chain, Data, Deviations, Grid
from exactnb.explain.derivation.lines import InLambda
from exactnb.explain.rendering.hooks import Cells, TextRow
from exactnb.explain.rendering.printer import Printer
from exactnb.explain.rendering.tables.latex_tables import Display, LatexTables
from exactnb.explain.rendering.tables.tables import bar_length

_HALF = 40  # widest table that shares a line with another step

TypesetPart = str | Display


class TypesetPrinter(Printer[TypesetPart]):
    """Print for a typesetting program; subclasses write its language.

    `between` separates the parts of a step, `titled` wraps the title and `emphasis` the assumptions,
    which `next_line` separates from the source; `bar` is the length of a full bar in the units of
    `lengths`; `draw_curves` draws a table over λ with typeset labels, "" for nothing to draw.
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
        lines += [f"{self.text(self.cited)}."] if derivation.source else []
        return [part for part in (title, self.next_line.join(lines)) if part]

    def setting(self, assumed: Sequence[str]) -> str:
        return self.emphasis % f"{', '.join(map(self.text, assumed))}."

    def body(self, head: Sequence[TypesetPart], sections: Sequence[Sequence[TypesetPart]]) -> str:
        """Return the content of a document with these `head` parts and `sections`."""
        return self.between.join([*self.joined(head), *self.in_halves(sections)]) + "\n"

    def joined(self, parts: Sequence[TypesetPart]) -> list[str]:
        """Return `parts` as text, with consecutive displays next to each other."""
        texts: list[str] = []
        for is_display, run in groupby(parts, key=lambda part: isinstance(part, Display)):
            if is_display:
                texts += self.in_line([part for part in run if isinstance(part, Display)])
            else:
                texts += [part for part in run if isinstance(part, str)]
        return texts

    def in_halves(self, sections: Sequence[Sequence[TypesetPart]]) -> list[str]:
        """Return `sections` one below the other, but pairs of narrow tables side by side."""
        texts: list[str] = []
        waiting = list(sections)
        while waiting:
            if len(waiting) > 1 and all(map(_is_narrow, waiting[:2])):
                left, right = (self.between.join(self.joined(waiting.pop(0))) for _ in range(2))
                texts.append(self.in_two_columns(left, right))
            else:
                texts += self.joined(waiting.pop(0))
        return texts

    def lengths(self, chains: Sequence[Chain]) -> Iterator[tuple[Expression, int]]:
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
