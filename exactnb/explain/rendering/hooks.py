"""The hooks that an output format fills in. `Printer` walks a derivation and calls them.

How to read: first the hooks for the document as a whole, then one for each kind of block, then those
for the parts of a sentence or a cell.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from numbers import Integral
from typing import Generic, TypeVar

from exactnb.core.expression.nodes import Expression
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.core.record import frozen
from exactnb.errors import InputError
from exactnb.explain.derivation import Chain, Data, EstimateRule, Grid, Line
from exactnb.explain.rendering.pages.latex_text import math_sign

Rendered = TypeVar("Rendered")
TextRow = Sequence[str]
Cells = Sequence[TextRow]


@frozen(slots=True)
class Page:
    """The medium of a document; each printer reads the fields that concern it.

    `width`: columns of a terminal. `unicode`: False restricts the output to ASCII. `fragment`: leave
    out the frame of a document, for inclusion in the reader's own. `engine`: the program that
    typesets the output.
    """

    width: int = 80
    unicode: bool = True
    fragment: bool = False
    engine: str = "pdflatex"

    def __post_init__(self) -> None:
        if not isinstance(self.width, Integral):
            raise InputError.expected("a whole number", self.width, at="width")


class Hooks(ABC, Generic[Rendered]):
    """The hooks that a format has to fill in, and those with a usual answer."""

    # ------------------------------------------------------------ the document

    @abstractmethod
    def use_notation(self, notation: Notation) -> None:
        """Write names in `notation` from here on; about a single model, names omit the model."""

    @abstractmethod
    def document(self, head: list[Rendered], sections: list[list[Rendered]]) -> str:
        """Return a document of `head` and `sections`; each section begins with its heading."""

    @abstractmethod
    def head(self) -> list[Rendered]:
        """Return the parts before the first step: the title, the assumptions and the source."""

    @abstractmethod
    def heading(self, number: int, title: str) -> Rendered:
        """Return the heading of step `number`; `title` is already typeset."""

    @abstractmethod
    def setting(self, assumed: Sequence[str]) -> Rendered:
        """Return the assumptions listed in `assumed`, plain phrases that are not yet typeset."""

    # ------------------------------------------------------------ blocks

    @abstractmethod
    def chains(self, chains: list[Chain]) -> list[Rendered]:
        """Lay out `chains`, consecutive chains of lines that share their columns."""

    @abstractmethod
    def grids(self, grids: list[Grid]) -> list[Rendered]:
        """Lay out `grids`, consecutive tables of estimates, next to each other where there is room."""

    @abstractmethod
    def data(self, data: Data) -> list[Rendered]:
        """Lay out the training `data` with its queries."""

    @abstractmethod
    def rule(self, rule: EstimateRule) -> list[Rendered]:
        """Write the `rule` of an estimate in words: its role, then the fraction that it stands for."""

    # ------------------------------------------------------------ tables and paragraphs

    @abstractmethod
    def table(self, head: TextRow, rows: Cells, layout: str, footer_rows: int = 0) -> list[Rendered]:
        """Lay out cells that are already typeset; a rule precedes the last `footer_rows` of `rows`.

        `head`: the column heads, or nothing. `layout`: a letter for each column: l and c for left and
        centred, p for paragraphs, w for a few words, f for formulas that may be broken where room is
        short.
        """

    @abstractmethod
    def paragraph(self, sentence: str) -> list[Rendered]:
        """Return a paragraph that holds `sentence`, which is already typeset."""

    def enumerated(self, lead: str, items: Sequence[str]) -> list[Rendered]:
        """Return a sentence of `lead` and `items`, separated by commas; all are already typeset."""
        return self.paragraph(f"{lead}{', '.join(items)}{self.text('.')}")

    # ------------------------------------------------------------ parts of a sentence or cell

    @abstractmethod
    def formula(self, expression: Expression) -> str:
        """Write `expression` as a formula within a sentence or a cell."""

    def tall_formula(self, expression: Expression) -> str:
        """Write `expression` for a cell, fraction bars at display size where there are any."""
        return self.formula(expression)

    def equals(self, name: str) -> str:
        """Return the user's `name` and an equals sign, with a trailing space."""
        return f"{self.label(name)} = " if name else "= "

    mark = "*%s*"  # highlights a phrase of a text
    answer_room = "_" * 12  # the room that a sheet leaves for an answer

    def marked(self, phrase: str) -> str:
        """Return a `phrase` of a text, highlighted."""
        return self.mark % self.text(phrase)

    def blank(self) -> str:
        """Return the room that a sheet leaves for an answer."""
        return self.answer_room

    def quoted(self, phrase: str) -> str:
        """Return the user's `phrase` in quotation marks."""
        return f"{self.text('“')}{self.text(phrase)}{self.text('”')}"

    def label_in_sentence(self, label: str) -> str:
        """Return a user's `label`: a sign, number or letter unquoted, anything else quoted."""
        return self.label(label) if math_sign(label) is not None else self.quoted(label)

    @abstractmethod
    def text(self, raw: str) -> str:
        """Escape `raw`, plain text of a user or of this package."""

    @abstractmethod
    def item(self, item: Item) -> str:
        """Write `item`, an observed cell, a query or a class, for a sentence or a heading."""

    @abstractmethod
    def label(self, label: str) -> str:
        """Write a class `label`."""

    @abstractmethod
    def claim(self, line: Line) -> str:
        """Write `line` as a claim within a sentence."""
