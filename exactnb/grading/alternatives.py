"""Alternatives: the graph of a problem with one step done otherwise, or two.

What each slip puts in the place of a right formula is found here for a whole graph: those that the
families state, and those about Bayes' rule, which are stated in the files beside this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from exactnb.arithmetic.rounding import Rounding
from exactnb.expression.evaluate import Value
from exactnb.expression.nodes import Expression
from exactnb.families.slips import Slip
from exactnb.model.quantities import Quantities
from exactnb.naming.names import QuantityName

__all__ = ["Alternative", "Changes", "both", "collected"]

Changes = Iterable[tuple[Slip, str, QuantityName, Expression]]
"""A slip, a detail such as the column it is about, a quantity, and the formula it gets."""


@dataclass(frozen=True, eq=False)
class Alternative:
    """A step done otherwise: formulas that take the place of the right ones, or rounding too early.

    `detail` says more about a slip that is possible in several ways: the column, the row. With a
    `rounding`, the quantities in `rounded` are rounded before they are used. `row` is the number of a
    row overlooked, negative, or counted twice. Two mistakes made together are its `parts`.
    """

    slips: tuple[Slip, ...]
    formulas: Mapping[QuantityName, Expression] = field(default_factory=dict)
    detail: str = ""
    rounding: Rounding | None = None
    rounded: frozenset[QuantityName] | None = None
    row: int | None = None
    parts: tuple[Alternative, ...] = ()

    @property
    def id(self) -> str:
        """Return the id, of two slips both: "prior-forgotten+smoothing-forgotten"."""
        return "+".join(slip.id for slip in self.slips)

    @property
    def switches(self) -> int:
        """Return how many steps are done otherwise."""
        return len(self.slips)

    @property
    def is_convention(self) -> bool:
        """Say whether nothing is wrong, only done as other courses do it."""
        return all(slip.is_convention for slip in self.slips)

    @property
    def words(self) -> str:
        """Return what was done, for someone who may know the answer."""
        detail = f" ({self.detail})" if self.detail else ""
        return "; ".join(slip.words for slip in self.slips) + detail

    def values(self, graph: Quantities) -> Callable[[QuantityName], Value]:
        """Return what gives the value that every quantity has with this mistake."""
        if self.rounding is None:
            return graph.varied(self.formulas)
        return graph.evaluate(rounding=self.rounding, round_only=self.rounded).__getitem__


def collected(changes: Changes) -> Iterator[Alternative]:
    """Yield one mistake for each slip and detail, made wherever it can be made."""
    found: dict[tuple[Slip, str], dict[QuantityName, Expression]] = {}
    for slip, detail, name, formula in changes:
        found.setdefault((slip, detail), {})[name] = formula
    for (slip, detail), formulas in found.items():
        yield Alternative((slip,), formulas, detail)


def both(one: Alternative, other: Alternative) -> Alternative | None:
    """Return two mistakes made together, None where both change the same step."""
    if one.rounding or other.rounding or one.formulas.keys() & other.formulas.keys():
        return None
    details = ", ".join(filter(None, (one.detail, other.detail)))
    slips, formulas = (*one.slips, *other.slips), {**one.formulas, **other.formulas}
    return Alternative(slips, formulas, details, parts=(one, other))
