"""What a worked solution is made of. Nothing here is checked yet: that is `verify`'s."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from exactnb.data.table import Row
from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import Expression
from exactnb.expression.reasons import Reason

__all__ = [
    "Block", "Chain", "Data", "Derivation", "EstimateRule", "Grid", "Inline", "Instance", "Line",
    "Relation", "Remark", "Step",
]  # fmt: skip

Relation = Literal["=", "≈", "<", ">"]


@dataclass(frozen=True, slots=True)
class Line:
    """One claim: left, relation, right, and the reason."""

    left: Expression
    relation: Relation
    right: Expression
    reason: Reason


@dataclass(frozen=True, slots=True)
class Chain:
    """Lines about one left side, each right side following from the one before.

    `final` marks a chain that leads to an answer and is drawn large, `boxed` the answer itself.
    """

    lines: tuple[Line, ...]
    final: bool = False
    boxed: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Estimates side by side: one row per parameter, one column per class.

    A row is headed by a value's label, or by the name of the parameter for a general class.
    """

    corner: str
    rows: tuple[str | QuantityName, ...]
    columns: tuple[Item, ...]
    cells: tuple[tuple[Chain, ...], ...]


@dataclass(frozen=True, slots=True)
class Data:
    """The data as it is counted, and the queries below it."""

    class_variable: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    queries: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Instance:
    """One estimate, and what the roles in the general rule stand for in it."""

    name: QuantityName
    roles: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class EstimateRule:
    """A rule in words that holds for every one of its instances.

    `role` names the notation of its left side, for any class and column and this value.
    """

    role: str
    value: str
    right: Expression
    instances: tuple[Instance, ...]


Inline = str | Expression | Line | Item


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence. Its text may hold no digit: every number is an expression or a line."""

    parts: tuple[Inline, ...]


Block = Chain | Grid | Data | EstimateRule | Remark


@dataclass(frozen=True, slots=True)
class Step:
    """A titled part of the solution; the title, too, is text, items and expressions.

    `model` is the model that the whole step is about, if it is about one.
    """

    title: tuple[Inline, ...]
    blocks: tuple[Block, ...]
    key: str = ""
    model: str = ""


@dataclass(frozen=True, slots=True)
class Derivation:
    """A whole solution: title, source, what is assumed, the steps, and what each model is."""

    title: str
    source: str
    setting: tuple[str, ...]
    steps: tuple[Step, ...]
    models: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)

    def chains(self) -> Iterator[tuple[Step, Chain]]:
        """Yield every chain with its step, those in grids included."""
        for step in self.steps:
            for block in step.blocks:
                if isinstance(block, Chain):
                    yield step, block
                elif isinstance(block, Grid):
                    for row in block.cells:
                        for chain in row:
                            yield step, chain
