"""The one walk over what was verified. A printer says what each kind of block becomes, nothing else.

A format is a subclass of `Printer`, in a file of its own in `formats/`. It writes `Part`s: strings,
rows, or entries of a document; the walk hands them to `document` section by section. A printer sees
lines, names and a notation, never a model.

How to read: `Printer.render` walks through a derivation and calls a hook for each kind of block; a
format says in `Format` what its ending and printer are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from exactnb.core.expression.nodes import Integer, Reference, Special
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.core.record import frozen
from exactnb.explain import derivation
from exactnb.explain.derivation.lines import Block, DecisionClaim, InLambda, Inline, LeaveOneOut, Step
from exactnb.explain.rendering.hooks import Hooks, Page, Part
from exactnb.explain.rendering.pages.phrases import points_said, said_labels
from exactnb.explain.rendering.tables.tables import SQUARED, has_ids, of_deviations

_OF_ALL = ("data", "questions", "compare")  # the keys of steps that speak of every model


class Printer(Hooks[Part]):
    """Walk a verified derivation; each hook says what one kind of thing becomes.

    Raises TypeError for anything that `verify` has not accepted.
    """

    def __init__(self, verified: derivation.Verified, notation: Notation, page: Page) -> None:
        if type(verified) is not derivation.Verified:
            got = type(verified).__name__
            raise TypeError(f"only a Verified derivation is printed (got {got})")
        self.derivation = verified.derivation
        self.quantities = verified.quantities
        self.readings = verified.readings
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
            case derivation.QuestionBlock() as asked:
                return self.asked(asked)
            case derivation.Blanks() as blanks:
                return self.blanks(blanks)
            case derivation.RowDecisions() as decisions:
                return self.decisions(decisions)
            case derivation.Products() as products:
                return self.products(products)
            case InLambda() | LeaveOneOut() as table:
                return self.what_if(table)
            case derivation.SameEstimates() as before:
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

    # ------------------------------------------------------------ what is made of tables and sentences

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

    def asked(self, asked: derivation.QuestionBlock) -> list[Part]:
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

    def decisions(self, decisions: derivation.RowDecisions) -> list[Part]:
        """Return the rows behind an accuracy: each with its class and what was decided."""
        rows = []
        for identity, actual, labels in decisions.rows:
            wrong = "" if labels == (actual,) else self.text("wrong")
            shown = [self.label(identity), self.label(actual), self._decided(labels), wrong]
            rows.append(shown)
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

    def what_if(self, table: InLambda | LeaveOneOut) -> list[Part]:
        """Return a table of what would be decided otherwise: over λ, or without each row."""
        return self._in_lambda(table) if isinstance(table, InLambda) else self._left_out(table)

    def _in_lambda(self, table: InLambda) -> list[Part]:
        """Return the joints with λ in them, and what is decided from one λ to the next."""
        joints = [[self.label(label), self.tall(of)] for label, of in table.joints]
        ends = [*map(self.formula, (Integer(0), *table.flips, Special("∞")))]
        spans = zip(ends, ends[1:], table.decided, strict=False)
        rows = [[low, high, self._decided(labels)] for low, high, labels in spans]
        of_joints = self.table(["", self.text("joint, with λ")], joints, "lf")
        head = [*map(self.text, ("from λ =", "to", "decided"))]
        return [*self.curves(table), *of_joints, *self.table(head, rows, "lll")]

    def curves(self, table: InLambda) -> list[Part]:
        """Return the posteriors over λ as a picture, in formats that have pictures."""
        return []

    def _left_out(self, table: LeaveOneOut) -> list[Part]:
        """Return what follows without each row."""
        rows = [
            [self.label(row), self.formula(of), self._decided(labels)] for row, of, labels in table.rows
        ]
        head = [self.text("without"), self.formula(Reference(table.name)), self.text("decided")]
        return self.table(head, rows, "lll")

    def _decided(self, labels: tuple[str, ...]) -> str:
        return ", ".join(map(self.label, labels)) or self.text("undefined")

    def deviations(self, table: derivation.Deviations) -> list[Part]:
        """Return how far numbers lie from their mean, the sums of each class below its own."""
        column, named = self.text(table.column), has_ids(table)
        rows = []
        for of, group, totals in of_deviations(table):
            for identity, numbers in group:
                ids = [self.label(identity)] * named
                rows.append([self.label(of.value), *ids, *map(self.tall, numbers)])
            rows.append(["sum", *[""] * named, *map(self.tall, totals)])
        head = [*[""] * (1 + named), column, f"{column} − mean", SQUARED]
        return self.table(head, rows, "l" * (1 + named) + "ccc")

    def remark(self, parts: Sequence[Inline]) -> list[Part]:
        """Return a sentence as a paragraph."""
        return self.paragraph(self.sentence(parts))

    def as_before(self, before: derivation.SameEstimates) -> list[Part]:
        """Return the sentence that estimates are those of an earlier model."""
        shown = [
            self.said(of) if isinstance(of, str) else self.formula(Reference(of)) for of in before.what
        ]
        model = self.said(before.model or self.derivation.models[0][0])
        return self.enumerated(f"{self.text('As in ')}{model}: ", shown)

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
            case DecisionClaim(decision, labels):
                about = self.items(decision.before)
                return f"{about} is {said_labels([self.said(label) for label in labels])}"


@frozen(slots=True)
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
