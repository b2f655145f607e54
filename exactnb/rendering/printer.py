"""The one walk over what was verified. A printer says what each kind of block becomes, nothing else.

A format is a subclass of `Printer`, in a file of its own in `formats/`. It writes `Part`s: strings,
rows, or entries of a document; the walk hands them to `document` section by section. A printer sees
lines, names and a notation, never a model.

How to read: `Printer.render` walks through a derivation and calls a hook for each kind of block; a
format says in `Format` what its ending and printer are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from exactnb import derivation
from exactnb.derivation.lines import Block, Inline, Step, Verdict
from exactnb.expression.nodes import Expression, Reference
from exactnb.naming.names import Item
from exactnb.naming.notation import Notation
from exactnb.rendering.latex_text import math_sign
from exactnb.rendering.said import points_said, said_labels
from exactnb.rendering.what_if import in_lambda, left_out

Part = TypeVar("Part")
Row = Sequence[str]
_BLANK = "_" * 12
_OF_ALL = ("data", "questions", "compare")  # the keys of steps that speak of every model


@dataclass(frozen=True, slots=True)
class Page:
    """What is printed on: a printer reads what concerns it.

    `width` counts the columns of a terminal, without `unicode` only ASCII is printed, a
    `fragment` is to be put into a document of the reader's own, and an `engine` typesets it.
    """

    width: int = 80
    unicode: bool = True
    fragment: bool = False
    engine: str = "pdflatex"


class Printer(ABC, Generic[Part]):
    """Walk a verified derivation; each hook says what one kind of thing becomes.

    Raises TypeError for anything that `verify` has not accepted.
    """

    def __init__(self, verified: derivation.Verified, notation: Notation, page: Page) -> None:
        if type(verified) is not derivation.Verified:
            got = type(verified).__name__
            raise TypeError(f"only a Verified derivation is printed (got {got})")
        self.derivation = verified.derivation
        self.quantities = verified.quantities
        self.notation = notation
        self.page = page
        self.use_notation(notation.inside(""))

    def render(self) -> str:
        """Return the whole derivation."""
        steps = enumerate(self.derivation.steps, start=1)
        return self.document(self.head(), [self.section(number, step) for number, step in steps])

    def section(self, number: int, step: Step) -> list[Part]:
        """Return one step: its heading, what its model assumes if it opens one, its blocks."""
        self.use_notation(self.spoken(step))
        out = [self.heading(number, self.title(step))]
        if assumed := self.derivation.setting_of(step):
            out.append(self.setting(assumed))
        for group in _grouped(step.blocks):
            out += self.blocks(group)
        return out

    def blocks(self, group: Sequence[Block]) -> list[Part]:
        """Return chains that follow each other, or grids, or any other block by itself."""
        match group[0]:
            case derivation.Chain():
                return self.chains([block for block in group if isinstance(block, derivation.Chain)])
            case derivation.Grid():
                grids = [block for block in group if isinstance(block, derivation.Grid)]
                left_out = [grid.extent for grid in grids if grid.extent is not None]
                return [*self.grids(grids), *self.extents(left_out)]
            case derivation.Data() as data:
                return [*self.data(data), *self.extents(data.extents)]
            case derivation.Texts() as texts:
                return self.texts(texts)
            case derivation.Asked() as asked:
                return self.asked(asked)
            case derivation.Blanks() as blanks:
                return self.blanks(blanks)
            case derivation.Decisions() as decisions:
                return self.decisions(decisions)
            case derivation.Products() as products:
                return self.products(products)
            case derivation.InLambda() | derivation.LeftOut() as table:
                return self.what_if(table)
            case derivation.AsBefore() as before:
                return self.as_before(before)
            case derivation.Deviations() as table:
                return self.deviations(table)
            case derivation.EstimateRule() as rule:
                return self.rule(rule)
            case derivation.Remark(parts):
                return self.remark(parts)

    def spoken(self, step: Step) -> Notation:
        """Return the notation of a step: it names no model where it is about one, else all of them."""
        models = self.derivation.models
        if step.model is None and step.key in _OF_ALL and len(models) > 1:
            return self.notation.naming(models[0][0])
        return self.notation.inside(step.model or "")

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
    def chains(self, chains: list[derivation.Chain]) -> list[Part]:
        """Return chains of lines that are shown together."""

    @abstractmethod
    def grids(self, grids: list[derivation.Grid]) -> list[Part]:
        """Return tables of estimates that are shown together."""

    @abstractmethod
    def data(self, data: derivation.Data) -> list[Part]:
        """Return the data as it is counted, with the queries."""

    @abstractmethod
    def deviations(self, table: derivation.Deviations) -> list[Part]:
        """Return how far numbers lie from their mean."""

    @abstractmethod
    def rule(self, rule: derivation.EstimateRule) -> list[Part]:
        """Return the rule of an estimate, in words."""

    @abstractmethod
    def remark(self, parts: Sequence[Inline]) -> list[Part]:
        """Return a sentence; `sentence` writes its parts."""

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

    def extents(self, extents: Sequence[derivation.Extent]) -> list[Part]:
        """Return how much of a table is shown, where something is left out."""
        said = "; ".join(map(str, extents))
        return self.paragraph(self.text(f"{said}.")) if said else []

    def texts(self, texts: derivation.Texts) -> list[Part]:
        """Return documents as they were given, the queries below a rule."""
        shown = (*texts.rows, *texts.queries)
        named = any(text.id for text in shown)
        rows = [
            [self.label(text.id)] * named + [self.label(text.label), self._text(text)] for text in shown
        ]
        head = [""] * named + [self.text(texts.class_variable), self.text(texts.column)]
        out = self.table(head, rows, "l" * named + "lp", len(texts.queries))
        return [*out, *self.extents(texts.extents)]

    def _text(self, text: derivation.Text) -> str:
        pieces = (self.marked(piece) if mark else self.text(piece) for piece, mark in text.pieces)
        more = self.text(f" … ({text.extent})") if text.extent is not None else ""
        return "".join(pieces) + more

    def asked(self, asked: derivation.Asked) -> list[Part]:
        """Return each query as a line, then the quantities that are asked for."""
        out = [part for query in asked.queries for part in self.paragraph(self.query(query))]
        if asked.names:
            names = [self.formula(Reference(name)) for name in asked.names]
            out += self.enumerated(self.text("Asked: "), names)
        return out

    def query(self, query: derivation.Query) -> str:
        """Return a query as a line: x = (long = 1, sweet = 0), or its text in quotes."""
        text = None if query.text is None else self.quoted(query.text)
        if not query.cells and text is not None:
            return f"{self.equals(query.id)}{text}"
        cells = [f"{self.equals(column)}{self.label(value)}" for column, value in query.cells]
        return f"{self.equals(query.id)}({', '.join([*cells, *([text] if text else [])])})"

    def blanks(self, blanks: derivation.Blanks) -> list[Part]:
        """Return the questions of a sheet, each with a blank and its points."""
        rows = []
        for number, blank in enumerate(blanks.blanks, start=1):
            asked = self.formula(Reference(blank.name))
            form = self.text(f", {blank.form}") if blank.form else ""
            shown = f"{asked} {self.equals('')}{self.blank()}"
            points = self.text(points_said(blank.points)) + form
            rows.append([self.text(f"{number}."), self.text(blank.id), shown, points])
        named = any(blank.id != str(blank.name) for blank in blanks.blanks)
        if not named:
            rows = [[row[0], *row[2:]] for row in rows]
        return self.table([], rows, "l" * (1 + named) + "fw")

    def decisions(self, decisions: derivation.Decisions) -> list[Part]:
        """Return the rows behind an accuracy: each with its class and what was decided."""
        rows = []
        for identity, actual, labels in decisions.rows:
            decided = ", ".join(map(self.label, labels)) or self.text("undefined")
            wrong = "" if labels == (actual,) else self.text("wrong")
            rows.append([self.label(identity), self.label(actual), decided, wrong])
        out = self.table([*map(self.text, ("row", "actual", "decided")), ""], rows, "lccl")
        return [*out, *self.extents([decisions.extent] if decisions.extent is not None else [])]

    def products(self, products: derivation.Products) -> list[Part]:
        """Return probabilities beside the products that they may be equal to."""
        rows = [
            [*map(self.tall, parts), self.text("yes" if equal else "no")]
            for *parts, equal in products.rows
        ]
        head = ["", *map(self.text, ("together", "product", "equal"))]
        return self.table(head, rows, "lccc")

    def what_if(self, table: derivation.InLambda | derivation.LeftOut) -> list[Part]:
        """Return a table of what would be decided otherwise."""
        return (
            in_lambda(self, table) if isinstance(table, derivation.InLambda) else left_out(self, table)
        )

    def as_before(self, before: derivation.AsBefore) -> list[Part]:
        """Return the sentence that estimates are those of an earlier model."""
        shown = [
            self.said(of) if isinstance(of, str) else self.formula(Reference(of)) for of in before.what
        ]
        model = self.said(before.model or self.derivation.models[0][0])
        return self.enumerated(f"{self.text('As in ')}{model}: ", shown)

    # ------------------------------------------------------------ what stands inside a sentence

    @abstractmethod
    def formula(self, expression: Expression) -> str:
        """Return an expression as it stands in a sentence or a cell."""

    def tall(self, expression: Expression) -> str:
        """Return an expression in a cell, its fractions as tall as on display where they have bars."""
        return self.formula(expression)

    @abstractmethod
    def equals(self, name: str) -> str:
        """Return a user's name with the sign that something is equal to it, a blank behind it."""

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
    def claim(self, line: derivation.Line) -> str:
        """Return a line inside a sentence."""

    def items(self, items: Iterable[Item]) -> str:
        """Return what a decision is about."""
        return ", ".join(map(self.item, items))

    def sentence(self, parts: Sequence[Inline]) -> str:
        """Return words, lines and verdicts as one sentence."""
        return "".join(map(self._inline, parts))

    def title(self, step: Step) -> str:
        """Return the title of a step, with what it is about, and the model where there are several."""
        about = ", ".join(map(self.item, step.about))
        model = self.derivation.model_of(step)
        return self.text(step.title) + step.joint + about + (f" ({self.text(model)})" if model else "")

    def _inline(self, part: Inline) -> str:
        match part:
            case str():
                return self.text(part)
            case derivation.Line():
                return self.claim(part)
            case Verdict(decision, labels):
                about = self.items(decision.before)
                return f"{about} is {said_labels([self.said(label) for label in labels])}"


@dataclass(frozen=True, slots=True)
class Format:
    """An output: how its files end, its media type, and its printer.

    `has_fragment` says whether there is less than a whole document to be had, as a `Page` asks, and
    `engines` which programs may typeset it, the usual one first, each with the printer for it. An
    output that is no text is what `typeset` makes of a text and its engine.
    """

    ending: str
    media: str
    printer: type[Printer[Any]]
    has_fragment: bool = False
    engines: Mapping[str, type[Printer[Any]]] = field(default_factory=dict)
    typeset: Callable[[str, str], bytes] | None = None


def _grouped(blocks: Sequence[Block]) -> list[list[Block]]:
    """Put chains that follow each other together, and grids too; any other block stands alone.

    Chains share their columns, and small tables stand side by side.
    """
    groups: list[list[Block]] = []
    for block in blocks:
        before = groups[-1] if groups else []
        if (
            before
            and isinstance(block, derivation.Chain | derivation.Grid)
            and type(before[0]) is type(block)
        ):
            before.append(block)
        else:
            groups.append([block])
    return groups
