"""Walk a verified derivation and hand each block to a hook of the output format.

A format is a subclass of `Printer`, in a file of its own in `formats/`. Its hooks return parts of a
document, strings, rows or JSON entries, which `document` joins. A printer sees lines, names and a
notation, never a model.

How to read: `Printer.render` is the entry; `blocks` calls a hook for each kind of block; `Format`
describes an output: its file ending, media type and printer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.expression.nodes import Integer, Reference, Special
from exactnb.core.naming.names import Item, Pair, QuantityName
from exactnb.core.naming.notation import Notation
from exactnb.core.quantities import QUANTITIES
from exactnb.core.record import frozen
from exactnb.errors import enumerated
from exactnb.explain import derivation
from exactnb.explain.derivation.lines import Block, DecisionClaim, InLambda, Inline, LeaveOneOut, Step
from exactnb.explain.rendering.hooks import Hooks, Page, Rendered
from exactnb.explain.rendering.tables.tables import SQUARED, deviation_groups, has_ids

DECIDED = " is the most probable class."  # what ŷ stands for is not in its letters
_OF_ALL = ("data", "questions", "compare")  # keys of steps about all models
_HOOKS: Mapping[type, str] = {
    derivation.Texts: "texts",
    derivation.QuestionBlock: "task",
    derivation.Blanks: "blanks",
    derivation.RowDecisions: "decisions",
    derivation.Products: "products",
    derivation.InLambda: "in_lambda",
    derivation.LeaveOneOut: "without_each_row",
    derivation.SameEstimates: "same_estimates",
    derivation.Deviations: "deviations",
    derivation.EstimateRule: "rule",
}
"""The hooks of blocks that are written one by one; a format may override each of them."""


class Printer(Hooks[Rendered]):
    """Walk a verified derivation; a hook writes each kind of block.

    `verified`: what `verify` returned; TypeError is raised for anything else. `notation`: how names
    are written. `page`: the medium.
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
        self.use_notation(notation.omitting_model(""))

    def render(self) -> str:
        """Return the complete document."""
        steps = enumerate(self.derivation.steps, start=1)
        return self.document(self.head(), [self.section(number, step) for number, step in steps])

    @property
    def cited_source(self) -> str:
        """Return the source as a line says it: drawn data are "After" it, and not its own."""
        source = self.derivation.source
        return f"After {source[6:]}" if source.startswith("after ") else f"Source: {source}"

    def section(self, number: int, step: Step) -> list[Rendered]:
        """Return step `number`: heading, assumptions of a model that it introduces, and blocks."""
        self.use_notation(self.step_notation(step))
        parts = [self.heading(number, self.title(step))]
        if assumed := self.derivation.setting_of(step):
            parts.append(self.setting(assumed))
        for group in _group_consecutive(step.blocks):
            parts += self.blocks(group)
        return parts

    def blocks(self, group: Sequence[Block]) -> list[Rendered]:
        """Return the parts of `group`: consecutive chains, consecutive grids, or a single block."""
        match group[0]:
            case derivation.Chain():
                return self.chains([block for block in group if isinstance(block, derivation.Chain)])
            case derivation.Grid():
                grids = [block for block in group if isinstance(block, derivation.Grid)]
                extents = [grid.extent for grid in grids if grid.extent is not None]
                return [*self.grids(grids), *self.extents(extents)]
            case derivation.Data() as data:
                return [*self.data(data), *self.extents(data.extents)]
            case derivation.Remark(parts):
                return self.remark(parts)
            case derivation.FamilyStatement(blocks):
                return [
                    part for same_kind in _group_consecutive(blocks) for part in self.blocks(same_kind)
                ]
            case block:
                rendered: list[Rendered] = getattr(self, _HOOKS[type(block)])(block)
                return rendered

    def step_notation(self, step: Step) -> Notation:
        """Return the notation of `step`: in a step about one model, names omit the model."""
        if step.model is None and step.key in _OF_ALL:
            return self._naming_all
        return self.notation.omitting_model(step.model or "")

    @property
    def _naming_all(self) -> Notation:
        """The notation in which names end in their model, where there are several."""
        models = self.derivation.models
        return self.notation.naming_models(models[0][0]) if len(models) > 1 else self.notation

    # ------------------------------------------------------------ blocks made of tables and paragraphs

    def extents(self, extents: Sequence[derivation.Extent]) -> list[Rendered]:
        """Return a sentence that states how much of a table is printed, one clause of each extent."""
        sentence = "; ".join(map(str, extents))
        return self.paragraph(self.text(f"{sentence}.")) if sentence else []

    def texts(self, texts: derivation.Texts) -> list[Rendered]:
        """Lay out documents `texts` with their classes; a rule precedes the queries."""
        documents = (*texts.rows, *texts.queries)
        with_ids = any(text.id for text in documents)
        rows = [[*map(self.label, [t.id] * with_ids + [t.label]), self._text(t)] for t in documents]
        head = [""] * with_ids + [self.text(texts.class_variable), self.text(texts.column)]
        parts = self.table(head, rows, "l" * with_ids + "lp", len(texts.queries))
        return [*parts, *self.extents(texts.extents)]

    def _text(self, text: derivation.Text) -> str:
        pieces = (self.marked(piece) if mark else self.text(piece) for piece, mark in text.pieces)
        more = self.text(f" … ({text.extent})") if text.extent is not None else ""
        return "".join(pieces) + more

    def task(self, task: derivation.QuestionBlock) -> list[Rendered]:
        """Return each query of `task` as a line, then the quantities to compute."""
        parts = [part for query in task.queries for part in self.paragraph(self.query(query))]
        if task.names:
            names = [self.formula(Reference(name)) for name in task.names]
            parts += self.enumerated(self.text("Asked: "), names)
        return parts

    def query(self, query: derivation.Query) -> str:
        """Return `query` as a line: x = (long = 1, sweet = 0), or its text in quotation marks."""
        text = None if query.text is None else self.quoted(query.text)
        if not query.cells and text is not None:
            return f"{self.equals(query.id)}{text}"
        cells = [f"{self.equals(column)}{self.label(value)}" for column, value in query.cells]
        return f"{self.equals(query.id)}({', '.join([*cells, *([text] if text else [])])})"

    def blanks(self, blanks: derivation.Blanks) -> list[Rendered]:
        """Lay out the questions of a sheet, each with a blank and its points.

        Each stands below the sentence that asks for it, with a blank for its value.
        """
        rule = [self.text(blanks.rule)] if blanks.rule else []
        names = [blank.task for blank in blanks.blanks if not isinstance(blank.task, str)]
        decided = [name for name in names if QUANTITIES[name.head].value == "label"][:1]
        rule += [f"{self.formula(Reference(n))}{self.text(DECIDED)}" for n in decided]
        parts = self.paragraph(" ".join(rule)) if rule else []
        with_ids = any(blank.id != str(blank.task) for blank in blanks.blanks)
        for number, blank in enumerate(blanks.blanks, start=1):
            place = self.text(f"{number}.")
            if isinstance(blank.task, str):
                equation = self.text(blank.task)
                sentence = self.text(blank.text) if blank.text else equation
            else:
                equation = f"{self.formula(Reference(blank.task))} {self.equals('')}{self.blank()}"
                sentence = self.question_text(blank.task, blank.text)
            parts += self.paragraph(f"{place} {sentence}")
            equation = "" if equation == sentence else equation
            form = self.text(", ".join(filter(None, (points_text(blank.points), blank.form))))
            ids = [self.text(blank.id)] * with_ids
            parts += self.table([], [[*ids, equation, form]], "l" * with_ids + "fw")
        return parts

    def question_text(self, name: QuantityName, text: str = "") -> str:
        """Return the question for a quantity by its `name`: its own `text`, or that of its kind."""
        if text:
            return self.text(text)
        is_density = name.head == "P" and self.notation.is_density(name)
        model = self._naming_all.model_suffix(name)
        question = ""
        for part in QUANTITIES[name.head].question(name, model, is_density=is_density):
            if isinstance(part, str):
                question += self.text(part)
            else:
                *items, last = map(self._asked_item, part)
                earlier = self.text(", ").join(items)
                question += f"{earlier}{self.text(' and ')}{last}" if earlier else last
        return question

    def _asked_item(self, item: Item | Pair) -> str:
        if isinstance(item, Pair):
            return self.text(" against ").join(map(self.item, (item.first, item.second)))
        match item.kind:
            case "class" | "cell":  # a label such as Yes says too little in a sentence
                return f"{self.equals(item.variable)}{self.label(item.value)}"
            case "word":
                return self.text("the word ") + self.quoted(item.value)
            case "column":
                return self.label(item.variable)
        return self.item(item)

    def decisions(self, decisions: derivation.RowDecisions) -> list[Rendered]:
        """Lay out the rows of `decisions` that an accuracy counts: their class, and the decision."""
        rows = []
        for identity, actual, labels in decisions.rows:
            wrong = "" if labels == (actual,) else self.text("wrong")
            cells = [self.label(identity), self.label(actual), self._decision_text(labels), wrong]
            rows.append(cells)
        parts = self.table([*map(self.text, ("row", "actual", "decided")), ""], rows, "lccl")
        return [*parts, *self.extents([decisions.extent] if decisions.extent is not None else [])]

    def products(self, products: derivation.Products) -> list[Rendered]:
        """Lay out joint probabilities with the products that they equal under independence."""
        rows = [
            [*map(self.tall_formula, parts), self.text("yes" if equal else "no")]
            for *parts, equal in products.rows
        ]
        head = ["", *map(self.text, ("together", "product", "equal"))]
        return self.table(head, rows, "lccc")

    def in_lambda(self, table: InLambda) -> list[Rendered]:
        """Return the joints as functions of λ, and the decision between each flip and the next."""
        joints = [[self.label(label), self.tall_formula(joint)] for label, joint in table.joints]
        ends = [*map(self.formula, (Integer(0), *table.flips, Special("∞")))]
        spans = zip(ends, ends[1:], table.decided, strict=False)
        rows = [[low, high, self._decision_text(labels)] for low, high, labels in spans]
        joint_table = self.table(["", self.text("joint, with λ")], joints, "lf")
        head = [*map(self.text, ("from λ =", "to", "decided"))]
        return [*self.curves(table), *joint_table, *self.table(head, rows, "lll")]

    def curves(self, table: InLambda) -> list[Rendered]:
        """Draw the posteriors of `table` as functions of λ, in formats that have pictures."""
        return []

    def without_each_row(self, table: LeaveOneOut) -> list[Rendered]:
        """Return a `table` of decisions by a model trained without each row in turn."""
        rows = [
            [self.label(id), self.formula(x), self._decision_text(labels)]
            for id, x, labels in table.rows
        ]
        head = [self.text("without"), self.formula(Reference(table.name)), self.text("decided")]
        return self.table(head, rows, "lll")

    def _decision_text(self, labels: tuple[str, ...]) -> str:
        return ", ".join(map(self.label, labels)) or self.text("undefined")

    def deviations(self, table: derivation.Deviations) -> list[Rendered]:
        """Lay out a `table` of deviations from the mean and squares, with the sums of each class."""
        column, with_ids = self.text(table.column), has_ids(table)
        rows = []
        for label, group, totals in deviation_groups(table):
            for identity, numbers in group:
                ids = [self.label(identity)] * with_ids
                rows.append([self.label(label.value), *ids, *map(self.tall_formula, numbers)])
            rows.append(["sum", *[""] * with_ids, *map(self.tall_formula, totals)])
        head = [*[""] * (1 + with_ids), column, f"{column} − mean", SQUARED]
        return self.table(head, rows, "l" * (1 + with_ids) + "ccc")

    def remark(self, parts: Sequence[Inline]) -> list[Rendered]:
        """Return a paragraph that joins `parts`: words, lines and verdicts."""
        return self.paragraph(self.sentence(parts))

    def same_estimates(self, reference: derivation.SameEstimates) -> list[Rendered]:
        """Return the sentence that names the estimates shared with an earlier model, `reference`."""
        names = [
            self.label_in_sentence(name) if isinstance(name, str) else self.formula(Reference(name))
            for name in reference.what
        ]
        model = self.label_in_sentence(reference.model or self.derivation.models[0][0])
        return self.enumerated(f"{self.text('As in ')}{model}: ", names)

    def items(self, items: Iterable[Item]) -> str:
        """Return `items`, the observations that a decision is about, separated by commas."""
        return ", ".join(map(self.item, items))

    def sentence(self, parts: Sequence[Inline]) -> str:
        """Join `parts`, words, lines and verdicts, into one sentence."""
        return "".join(map(self._inline_part, parts))

    def title(self, step: Step) -> str:
        """Return the title of `step` with its subject, and the model where the problem has several."""
        about = ", ".join(map(self.item, step.about))
        model = self.derivation.model_of(step)
        return (
            self.text(step.title)
            + step.title_separator
            + about
            + (f" ({self.text(model)})" if model else "")
        )

    def _inline_part(self, part: Inline) -> str:
        match part:
            case str():
                return self.text(part)
            case derivation.Line():
                return self.claim(part)
            case DecisionClaim(decision, labels):
                decided = decision_text([*map(self.label_in_sentence, labels)])
                return f"{self.items(decision.subjects)} is {decided}"


@frozen(slots=True)
class Format:
    """An output: its file `ending`, its `media` type and its `printer`.

    `has_fragment`: the output can omit the frame of a document (see `Page`). `engines`: the programs
    that typeset it, the default first, each with its printer. `typeset`: turns text and engine into
    the bytes of a binary output; None for an output that is text.
    """

    ending: str
    media: str
    printer: type[Printer[Any]]
    has_fragment: bool = False
    engines: Mapping[str, type[Printer[Any]]] = field(default_factory=dict)
    typeset: Callable[[str, str], bytes] | None = None


def _group_consecutive(blocks: Sequence[Block]) -> list[list[Block]]:
    """Group consecutive chains, which share columns, and consecutive grids, which share lines."""
    groups: list[list[Block]] = []
    for block in blocks:
        is_grouped = isinstance(block, derivation.Chain | derivation.Grid)
        if groups and is_grouped and type(groups[-1][0]) is type(block):
            groups[-1].append(block)
        else:
            groups.append([block])
    return groups


def decision_text(labels: Sequence[str]) -> str:
    """Return a decision in words: the only one of `labels`, or a tie between them.

    >>> decision_text(["a"]), decision_text(["a", "b", "c"])
    ('a', 'tied between a, b and c')
    """
    return "tied between " * (len(labels) > 1) + enumerated(labels)


def points_text(points: Fraction) -> str:
    """Return `points` in words.

    >>> points_text(Fraction(1)), points_text(Fraction(1, 2)), points_text(Fraction(0))
    ('1 point', '1/2 point', '0 points')
    """
    return f"{exact_text(points)} point{'' if 0 < points <= 1 else 's'}"
