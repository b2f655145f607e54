"""What a worked solution is made of. Nothing here is checked yet: that is `verify`'s.

How to read: a derivation is steps, a step blocks, a block chains or one of the tables, a chain lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.reasons import Reason
from exactnb.core.expression.spell import spell
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen
from exactnb.core.shown import Shown, Symbolic
from exactnb.errors import printable, quoted
from exactnb.explain.derivation.stated import Asked, Blanks, Data, Extent, Texts

Relation = Literal["=", "≈", "<", ">", "→", "≤", "≥", "∈"]


@frozen(slots=True)
class Line(Symbolic):
    """One claim: left, relation, right, and the reason.

    A `detail` is left out where a derivation is shown in brief.
    """

    left: Expression
    relation: Relation
    right: Expression
    reason: Reason
    detail: bool = False


@frozen(slots=True)
class Chain:
    """Lines about one left side, each right side following from the one before.

    `final` marks a chain that leads to an answer and is drawn large, `boxed` the answer itself.
    """

    lines: tuple[Line, ...]
    final: bool = False
    boxed: bool = False


@frozen(slots=True)
class Grid:
    """Estimates side by side: one row per parameter, one column per class.

    A row is headed by a value's label, or by the name of the parameter for a general class. A cell
    that is not needed may be None. `extent` says how many words there are, where not all are shown.
    """

    corner: str
    rows: tuple[str | QuantityName, ...]
    columns: tuple[Item, ...]
    cells: tuple[tuple[Chain | None, ...], ...]
    extent: Extent | None = None

    def chains(self) -> Iterator[Chain]:
        """Yield the chains in its cells, row by row."""
        return (chain for row in self.cells for chain in row if chain is not None)


@frozen(slots=True)
class Deviations:
    """The numbers of a column in each class, how far each lies from their mean, and the squares.

    `groups` have the mean of a class, a row for each number, and the sums of all three; `ids` name the
    rows of each group, in the order of the data, "" where a row has none.
    """

    column: str
    groups: tuple[tuple[QuantityName, tuple[Away, ...], Away], ...]
    ids: tuple[tuple[str, ...], ...] = ()


@frozen(slots=True)
class Instance:
    """One estimate, and what the roles in the general rule stand for in it."""

    name: QuantityName
    roles: tuple[tuple[str, Expression], ...]


@frozen(slots=True)
class EstimateRule:
    """A rule in words that holds for every one of its instances.

    `role` names the notation of its left side, for any class and column and this value.
    """

    role: str
    value: str
    right: Expression
    instances: tuple[Instance, ...]


@frozen(slots=True)
class Decisions:
    """What was decided about training rows behind an accuracy: each row, its class, the decision.

    A row has its id, or else its number. `extent` says which rows are shown, where not all are.
    """

    name: QuantityName
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]
    extent: Extent | None = None


@frozen(slots=True)
class Products:
    """Whether probabilities multiply, case by case: what, its numbers, those of the product."""

    name: QuantityName
    rows: tuple[tuple[Expression, Expression, Expression, bool], ...]


@frozen(slots=True)
class InLambda:
    """The joints with λ for its number, and what is decided between the λ at which that changes.

    `joints` are written in numbers and λ, by the labels of the classes; there is one decision more than
    there are `flips`, which are decimals.
    """

    name: QuantityName
    joints: tuple[tuple[str, Expression], ...]
    flips: tuple[Expression, ...]
    decided: tuple[tuple[str, ...], ...]


@frozen(slots=True)
class LeftOut:
    """What a decision would be without each row: the row, a posterior as a decimal, the decision.

    `name` is that posterior.
    """

    name: QuantityName
    rows: tuple[tuple[str, Expression, tuple[str, ...]], ...]


@frozen(slots=True)
class AsBefore:
    """The claim that estimates are those of an earlier model: `what` heads them there."""

    what: tuple[str | QuantityName, ...]
    names: tuple[QuantityName, ...]
    model: str


@frozen(slots=True)
class Verdict:
    """The claim that a decision came out with these labels: "x is +", "x is tied between ..."."""

    decision: QuantityName
    labels: tuple[str, ...]


Inline = str | Line | Verdict


@frozen(slots=True)
class Remark:
    """A sentence. Its text may hold no number: each stands in a line of its own right."""

    parts: tuple[Inline, ...]


Away = tuple[Expression, Expression, Expression]
"""A number, its distance from the mean, and the square of that."""

Named = tuple[tuple[str, str], ...]
ModelTable = tuple[tuple[str, Named, Named, tuple[str, ...]], ...]
"""Of every model: its name, the family of each column, its conventions as they are written, and
what it assumes in words."""

Block = (
    Chain
    | Grid
    | Data
    | Texts
    | Asked
    | Blanks
    | Deviations
    | Decisions
    | Products
    | InLambda
    | LeftOut
    | AsBefore
    | EstimateRule
    | Remark
)


@frozen(slots=True)
class Step:
    """A titled part of the solution: its key, its title, its blocks.

    `about` is what is observed in all of it, and `model` the model that all of it belongs to; a
    step may be about neither. A step of a `theorem` holds for all sizes and data.
    """

    key: str
    title: str
    blocks: tuple[Block, ...]
    about: tuple[Item, ...] = ()
    model: str | None = None
    theorem: str = ""

    @property
    def joint(self) -> str:
        """Return what stands between the title and what the step is about."""
        if not self.about:
            return ""
        return " " if self.title.endswith(" of") else ": "

    def chains(self) -> Iterator[Chain]:
        """Yield the chains, those in grids included."""
        for block in self.blocks:
            if isinstance(block, Chain):
                yield block
            elif isinstance(block, Grid):
                yield from block.chains()


@frozen(slots=True)
class Derivation(Shown):
    """A whole solution: title, source, what is assumed, the steps, and what each model is."""

    title: str
    source: str
    setting: tuple[str, ...]
    steps: tuple[Step, ...]
    models: ModelTable = ()

    def __repr__(self) -> str:
        said = "1 step" if len(self.steps) == 1 else f"{len(self.steps)} steps"
        return f"<Derivation {quoted(self.title or 'untitled')}: {said}>"

    def __str__(self) -> str:
        """Return its lines in the names of quantities, without tables and sentences."""
        rows = [printable(self.title)]
        for number, step in enumerate(self.steps, start=1):
            rows += ["", printable(f"{number}  {step.title}")]
            for line in (line for chain in step.chains() for line in chain.lines):
                why = f"  ({line.reason.words})" if line.reason.words else ""
                shown = f"{spell(line.left)} {line.relation} {spell(line.right)}"
                rows.append(f"   {printable(shown)}{printable(why)}")
        return "\n".join(rows).lstrip("\n")

    def setting_of(self, step: Step) -> tuple[str, ...]:
        """Return what a step's model assumes, where there are several and it opens the model."""
        # of several models, each is opened by its estimates: they are what its setting is about
        name = self.model_of(step) if step.key == "estimate" else ""
        return next((setting for model, _, _, setting in self.models if model == name), ())

    def model_of(self, step: Step) -> str:
        """Return the name of the model that a step is about, where there are several."""
        if step.model is None or len(self.models) < 2:
            return ""
        return step.model or self.models[0][0]

    def chains(self) -> Iterator[tuple[Step, Chain]]:
        """Yield every chain with its step, those in grids included."""
        for step in self.steps:
            yield from ((step, chain) for chain in step.chains())
