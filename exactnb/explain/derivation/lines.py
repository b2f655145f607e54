"""The parts of a worked solution. They are claims, which `verify` accepts or rejects.

How to read: a derivation is steps, a step blocks, a block chains or one of the tables, a chain lines.
What states a problem comes first: data, texts, question, blanks for answers; `names_in` comes last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Literal, TypeVar

from exactnb.core.data.table import Row
from exactnb.core.expression.nodes import Expression, Reference, references
from exactnb.core.expression.reasons import Reason
from exactnb.core.expression.spell import spell
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen
from exactnb.core.shown import Shown, Symbolic
from exactnb.errors import printable, quoted

Relation = Literal["=", "≈", "<", ">", "→", "∼", "≤", "≥", "∈"]

DeviationRow = tuple[Expression, Expression, Expression]
"""A number, its distance from the mean, and the square of that."""

NamePairs = tuple[tuple[str, str], ...]
ModelTable = tuple[tuple[str, NamePairs, NamePairs, tuple[str, ...]], ...]
"""Of every model: its name, the family of each column, its conventions as a problem file has them,
and its assumptions in words."""

_T = TypeVar("_T")


@frozen(slots=True)
class Extent:
    """The visible part of data that are shortened: 12 of 431 words, and which ones these are."""

    visible: int
    total: int
    noun: str
    which: str = ""

    def __str__(self) -> str:
        which = f"; {self.which}" if self.which else ""
        return f"{self.visible:,} of {self.total:,} {self.noun}{which}"


@frozen(slots=True)
class Data:
    """The data as counted, and the queries below; `extents` are the omissions."""

    class_variable: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    queries: tuple[Row, ...]
    extents: tuple[Extent, ...] = ()


@frozen(slots=True)
class Text:
    """A text as it was read, in pieces that are marked or not; `extent` if its end is omitted."""

    id: str
    label: str
    pieces: tuple[tuple[str, bool], ...]
    extent: Extent | None = None


@frozen(slots=True)
class Texts:
    """The documents as they were read, the queries below, and the words of the queries marked."""

    class_variable: str
    column: str
    rows: tuple[Text, ...]
    queries: tuple[Text, ...]
    extents: tuple[Extent, ...] = ()


@frozen(slots=True)
class Query:
    """One query: cells by their columns, and its text, if it has one."""

    id: str
    cells: tuple[tuple[str, str], ...]
    text: str | None = None


@frozen(slots=True)
class QuestionBlock:
    """The question: queries that no table shows completely, and quantities by name."""

    queries: tuple[Query, ...]
    names: tuple[QuantityName, ...] = ()


@frozen(slots=True)
class Blank:
    """A question with room for its answer: id, quantity or task, points, form, and wording."""

    id: str
    task: QuantityName | str
    points: Fraction
    form: str = ""
    text: str = ""


@frozen(slots=True)
class Blanks:
    """The questions of a sheet, in order, and the `rule` by which answers without a form are marked."""

    blanks: tuple[Blank, ...]
    rule: str = ""


@frozen(slots=True)
class Line(Symbolic):
    """One claim: `left`, `relation`, `right`, and the `reason`; "brief" omits a `detail`."""

    left: Expression
    relation: Relation
    right: Expression
    reason: Reason
    detail: bool = False

    @property
    def subject(self) -> QuantityName | None:
        """Return the quantity that the line is about, if its left side is a name."""
        return self.left.name if isinstance(self.left, Reference) else None


@frozen(slots=True)
class Chain:
    """Lines with one left side, each right side following from the one before.

    `final` marks a chain that leads to an answer and is printed large, `boxed` the answer itself.
    """

    lines: tuple[Line, ...]
    final: bool = False
    boxed: bool = False


@frozen(slots=True)
class Grid:
    """A table of estimates: one row for each parameter, one column for each class.

    `rows` are headings: the label of a value, or the name of the parameter for a general class. `cells`
    may be None where no quantity needs them. `extent` is the number of words, if some are omitted.
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
    """The numbers of a column in each class, their deviations from the mean, and the squares.

    `groups` have the mean of a class, a row for each number, and the sums of all three columns; `ids`
    are those of the rows of each group, in the order of the data, "" where a row has none.
    """

    column: str
    groups: tuple[tuple[QuantityName, tuple[DeviationRow, ...], DeviationRow], ...]
    ids: tuple[tuple[str, ...], ...] = ()


@frozen(slots=True)
class Instance:
    """One estimate, and the expressions that replace the roles of its general rule."""

    name: QuantityName
    roles: tuple[tuple[str, Expression], ...]


@frozen(slots=True)
class EstimateRule:
    """A rule in words for all of its `instances`.

    `role` names the notation of its left side, for any class and column and this `value`.
    """

    role: str
    value: str
    right: Expression
    instances: tuple[Instance, ...]


@frozen(slots=True)
class RowDecisions:
    """The decisions about training rows behind the accuracy `name`: row, class, decision.

    A row has its id, or else its number. `extent` says which rows these are, if some are omitted.
    """

    name: QuantityName
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]
    extent: Extent | None = None


@frozen(slots=True)
class Products:
    """Comparisons of joint probabilities with products, case by case.

    A row has the joint probability, its number, that of the product, and whether they are equal.
    """

    name: QuantityName
    rows: tuple[tuple[Expression, Expression, Expression, bool], ...]


@frozen(slots=True)
class InLambda:
    """The joints as functions of λ, and the decisions between the λ at which these change.

    `joints` are written in numbers and λ, by the labels of the classes; `flips` are decimals, and there
    is one decision more in `decided` than there are flips.
    """

    name: QuantityName
    joints: tuple[tuple[str, Expression], ...]
    flips: tuple[Expression, ...]
    decided: tuple[tuple[str, ...], ...]


@frozen(slots=True)
class LeaveOneOut:
    """The decision without each row: the row, the posterior `name` as a decimal, the decision."""

    name: QuantityName
    rows: tuple[tuple[str, Expression, tuple[str, ...]], ...]


@frozen(slots=True)
class SameEstimates:
    """The claim that the estimates `names` equal those of an earlier `model`, headed by `what`."""

    what: tuple[str | QuantityName, ...]
    names: tuple[QuantityName, ...]
    model: str


@frozen(slots=True)
class DecisionClaim:
    """The claim that the value of `decision` is these `labels`: "x is +", "x is tied between ..."."""

    decision: QuantityName
    labels: tuple[str, ...]


Inline = str | Line | DecisionClaim


@frozen(slots=True)
class Remark:
    """A sentence of text, lines and claims. The text has no numbers: nothing would verify them."""

    parts: tuple[Inline, ...]


@frozen(slots=True)
class FamilyStatement:
    """The families that a problem states: density, range of the number, constants, prior."""

    parts: tuple[Remark | Chain, ...]


Stated = Data | Texts | FamilyStatement | QuestionBlock | Blanks


Block = (
    Stated | Chain | Grid | Deviations | RowDecisions | Products | InLambda | LeaveOneOut
    | SameEstimates | EstimateRule | Remark
)  # fmt: skip


@frozen(slots=True)
class Step:
    """A part of the solution: its `key`, its `title`, its `blocks`.

    `about` is the observation that all of its lines have, and `model` their model; both may be missing.
    A step of a `theorem` holds for all sizes and data.
    """

    key: str
    title: str
    blocks: tuple[Block, ...]
    about: tuple[Item, ...] = ()
    model: str | None = None
    theorem: str = ""

    @property
    def title_separator(self) -> str:
        """Return the separator between the title and the observation: " of" needs no colon."""
        if not self.about:
            return ""
        return " " if self.title.endswith(" of") else ": "

    def chains(self) -> Iterator[Chain]:
        """Yield the chains, including those in grids."""
        for block in self.blocks:
            if isinstance(block, Chain):
                yield block
            elif isinstance(block, Grid):
                yield from block.chains()


@frozen(slots=True)
class Derivation(Shown):
    """A complete solution: title, source, assumptions, steps, each model, doubts about the data."""

    title: str
    source: str
    setting: tuple[str, ...]
    steps: tuple[Step, ...]
    models: ModelTable = ()
    doubts: tuple[str, ...] = ()

    def __repr__(self) -> str:
        length = "1 step" if len(self.steps) == 1 else f"{len(self.steps)} steps"
        return f"<Derivation {quoted(self.title or 'untitled')}: {length}>"

    def __str__(self) -> str:
        """Return the lines in the names of quantities, without tables and sentences."""
        rows = [printable(self.title)]
        for number, step in enumerate(self.steps, start=1):
            rows += ["", printable(f"{number}  {step.title}")]
            for line in (line for chain in step.chains() for line in chain.lines):
                why = f"  ({line.reason.words})" if line.reason.words else ""
                claim = f"{spell(line.left)} {line.relation} {spell(line.right)}"
                rows.append(f"   {printable(claim)}{printable(why)}")
        return "\n".join(rows).lstrip("\n")

    def setting_of(self, step: Step) -> tuple[str, ...]:
        """Return the assumptions of the model that `step` opens, if there are several models."""
        # Of several models each begins with its estimates, and its assumptions are about these.
        name = self.model_of(step) if step.key == "estimate" else ""
        return next((setting for model, _, _, setting in self.models if model == name), ())

    def model_of(self, step: Step) -> str:
        """Return the name of the model of `step`, if there are several."""
        if step.model is None or len(self.models) < 2:
            return ""
        return step.model or self.models[0][0]

    def chains(self) -> Iterator[tuple[Step, Chain]]:
        """Yield every chain with its step, including those in grids."""
        for step in self.steps:
            yield from ((step, chain) for chain in step.chains())


def names_in(part: object) -> Iterator[QuantityName]:
    """Yield the names in `part`, a block or anything in it, in the order in which they are written."""
    if isinstance(part, QuantityName):
        yield part
    elif isinstance(part, Expression):
        yield from references(part)
    elif isinstance(part, tuple):
        for item in part:
            yield from names_in(item)
    elif is_dataclass(part):
        for field in fields(part):
            yield from names_in(getattr(part, field.name))


def without_models(part: _T) -> _T:
    """Return `part`, a block, a line or a formula, with the models removed from its names.

    Two models have the same estimate if it is equal without them.

    >>> without_models((QuantityName("accuracy", model="laplace"), 1))[0].spell()
    'accuracy'
    """
    if isinstance(part, QuantityName):
        return replace(part, model="")
    if isinstance(part, tuple):
        return tuple(map(without_models, part))  # type: ignore[return-value]
    if is_dataclass(part) and not isinstance(part, type | Enum):
        return type(part)(**{f.name: without_models(getattr(part, f.name)) for f in fields(part)})
    return part
