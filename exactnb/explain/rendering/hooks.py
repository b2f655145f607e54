"""What a format says: what each kind of thing becomes. All else is made of that by `Printer`.

How to read: first what a document is made of, then the kinds of block, then what stands in a sentence.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from exactnb.core.expression.nodes import Expression
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.core.record import frozen
from exactnb.explain.derivation import Chain, Data, EstimateRule, Grid, Line
from exactnb.explain.rendering.pages.latex_text import math_sign

Part = TypeVar("Part")
Row = Sequence[str]
_BLANK = "_" * 12


@frozen(slots=True)
class Page:
    """What is printed on: a printer reads what concerns it.

    `width` counts the columns of a terminal, without `unicode` only ASCII is printed, a
    `fragment` is to be put into a document of the reader's own, and an `engine` typesets it.
    """

    width: int = 80
    unicode: bool = True
    fragment: bool = False
    engine: str = "pdflatex"


class Hooks(ABC, Generic[Part]):
    """What every format answers for."""

    # ------------------------------------------------------------ what a document is made of

    @abstractmethod
    def use_notation(self, notation: Notation) -> None:
        """Go on in a notation: that of a part about one model, whose name it need not repeat."""

    @abstractmethod
    def document(self, head: list[Part], sections: list[list[Part]]) -> str:
        """Return the head and the sections, each a heading and what follows, as one text."""

    @abstractmethod
    def head(self) -> list[Part]:
        """Return what stands before the first step: the title, what is assumed, the source."""

    @abstractmethod
    def heading(self, number: int, title: str) -> Part:
        """Return the heading of a step, its title being typeset already."""

    @abstractmethod
    def setting(self, assumed: Sequence[str]) -> Part:
        """Return what is assumed."""

    # ------------------------------------------------------------ kinds of block

    @abstractmethod
    def chains(self, chains: list[Chain]) -> list[Part]:
        """Return chains of lines that are shown together."""

    @abstractmethod
    def grids(self, grids: list[Grid]) -> list[Part]:
        """Return tables of estimates that are shown together."""

    @abstractmethod
    def data(self, data: Data) -> list[Part]:
        """Return the data as it is counted, with the queries."""

    @abstractmethod
    def rule(self, rule: EstimateRule) -> list[Part]:
        """Return the rule of an estimate, in words."""

    # ------------------------------------------------------------ what is made of tables and sentences

    @abstractmethod
    def table(self, head: Row, rows: Sequence[Row], layout: str, below: int = 0) -> list[Part]:
        """Return a table of what is typeset already; the last `below` rows stand under a rule.

        `layout` has a letter for each column: l, c, p for a paragraph, w for a few words and f for
        formulas that may be broken where there is no room. The head may be empty.
        """

    @abstractmethod
    def paragraph(self, sentence: str) -> list[Part]:
        """Return a sentence that is typeset already."""

    def enumerated(self, lead: str, items: Sequence[str]) -> list[Part]:
        """Return formulas and words, typeset already, in one sentence behind a lead."""
        return self.paragraph(f"{lead}{', '.join(items)}{self.text('.')}")

    # ------------------------------------------------------------ what stands inside a sentence

    @abstractmethod
    def formula(self, expression: Expression) -> str:
        """Return an expression as it stands in a sentence or a cell."""

    def tall(self, expression: Expression) -> str:
        """Return an expression in a cell, its fractions as tall as on display where they have bars."""
        return self.formula(expression)

    def equals(self, name: str) -> str:
        """Return a user's name with the sign that something is equal to it, a blank behind it."""
        return f"{self.label(name)} = " if name else "= "

    def marked(self, words: str) -> str:
        """Return words of a text that are marked."""
        return f"*{self.text(words)}*"

    def blank(self) -> str:
        """Return room for an answer."""
        return _BLANK

    def quoted(self, words: str) -> str:
        """Return a user's words in quotes."""
        return f"{self.text('“')}{self.text(words)}{self.text('”')}"

    def said(self, label: str) -> str:
        """Return a user's label in a sentence: a sign or a number as it is, words in quotes."""
        return self.label(label) if math_sign(label) is not None else self.quoted(label)

    @abstractmethod
    def text(self, given: str) -> str:
        """Return text, a user's or the tool's own."""

    @abstractmethod
    def item(self, item: Item) -> str:
        """Return what is observed, or a class, as it stands in a sentence or heading."""

    @abstractmethod
    def label(self, label: str) -> str:
        """Return a class that was decided for."""

    @abstractmethod
    def claim(self, line: Line) -> str:
        """Return a line inside a sentence."""
