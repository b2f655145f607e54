"""What printers of typeset pages share, whatever their language: where displays and tables go.

`joined` puts displays that follow each other into lines, `in_halves` steps that hold a narrow table
alone beside each other; the other methods are hooks of a printer.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from exactnb.core.expression.nodes import Expression
from exactnb.explain.derivation import Chain, Data, Deviations, Grid
from exactnb.explain.derivation.lines import InLambda
from exactnb.explain.rendering.hooks import Row
from exactnb.explain.rendering.pictures.bars import length
from exactnb.explain.rendering.printer import Printer
from exactnb.explain.rendering.tables.displays import Display
from exactnb.explain.rendering.tables.latex_tables import LatexTables

_HALF = 40  # signs of a step of tables that leaves room for another one beside it

Part = str | Display


class TypesetPrinter(Printer[Part]):
    """Print for a program that typesets; a language says how displays and steps stand side by side.

    `between` stands between the parts of a step, `titled` around the title, `next_line` between what is
    assumed and the source; `bar` is how many parts a whole bar has.
    """

    tables: LatexTables
    between = "\n"
    titled: str
    next_line: str
    bar: int

    @abstractmethod
    def in_line(self, displays: Sequence[Display]) -> list[str]:
        """Return displays that follow each other, in the lines that they share."""

    @abstractmethod
    def beside(self, left: str, right: str) -> str:
        """Return two steps next to each other."""

    @abstractmethod
    def drawn(self, table: InLambda, labels: Mapping[str, str]) -> str:
        """Return the posteriors over λ as a picture; "" for nothing to draw."""

    def head(self) -> list[Part]:
        """Return the title, then what is assumed and the source in two lines."""
        derivation = self.derivation
        title = self.titled % self.text(derivation.title) if derivation.title else ""
        lines = [str(self.setting(derivation.setting))] if any(derivation.setting) else []
        lines += [f"Source: {self.text(derivation.source)}."] if derivation.source else []
        return [part for part in (title, self.next_line.join(lines)) if part]

    def body(self, head: Sequence[Part], sections: Sequence[Sequence[Part]]) -> str:
        """Return what stands in a document."""
        return self.between.join([*self.joined(head), *self.in_halves(sections)]) + "\n"

    def joined(self, parts: Sequence[Part]) -> list[str]:
        """Return parts as text, displays that follow each other next to each other."""
        out: list[str] = []
        for shown, run in groupby(parts, key=lambda part: isinstance(part, Display)):
            if shown:
                out += self.in_line([part for part in run if isinstance(part, Display)])
            else:
                out += [part for part in run if isinstance(part, str)]
        return out

    def in_halves(self, sections: Sequence[Sequence[Part]]) -> list[str]:
        """Return sections below each other, but two narrow ones that hold tables alone side by side."""
        out: list[str] = []
        waiting = list(sections)
        while waiting:
            if len(waiting) > 1 and all(map(_is_narrow, waiting[:2])):
                left, right = (self.between.join(self.joined(waiting.pop(0))) for _ in range(2))
                out.append(self.beside(left, right))
            else:
                out += self.joined(waiting.pop(0))
        return out

    def lengths(self, chains: Sequence[Chain]) -> Iterator[tuple[Expression, int]]:
        """Yield answers that are probabilities, if there are several, with how long their bars are."""
        answers = [chain.lines[0].left for chain in chains if chain.final]
        lengths = [length(answer, self.bar, self.quantities) for answer in answers]
        known = [(answer, of) for answer, of in zip(answers, lengths, strict=True) if of is not None]
        return iter(known if len(known) > 1 else [])

    def curves(self, table: InLambda) -> list[Part]:
        """Return the posteriors over λ as a picture, where there is something to draw."""
        drawn = self.drawn(table, {label: self.label(label) for label, _ in table.joints})
        return [drawn] if drawn else []

    def grids(self, grids: list[Grid]) -> list[Part]:
        """Return tables of estimates."""
        return [*self.tables.grids(grids)]

    def data(self, data: Data) -> list[Part]:
        """Return the data in tables."""
        return [*self.tables.data(data)]

    def deviations(self, table: Deviations) -> list[Part]:
        """Return numbers, distances and squares."""
        return [*self.tables.deviations(table)]

    def table(self, head: Row, rows: Sequence[Row], layout: str, below: int = 0) -> list[Part]:
        """Return a table with rules under its head and before the last rows."""
        return [*self.tables.typeset(head, rows, layout, below)]


def _is_narrow(section: Sequence[Part]) -> bool:
    """Say whether a section is one table that leaves half of the page."""
    _, *rest = section
    return len(rest) == 1 and isinstance(rest[0], Display) and rest[0].width <= _HALF
