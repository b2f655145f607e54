"""A model: a prior, a family for every column, and the conventions they are estimated by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from exactnb.conventions import Conventions
from exactnb.data.counts import Counts
from exactnb.errors import InputError, near, quoted
from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import Expression, Integer, Quotient
from exactnb.expression.reasons import Reason, Rule
from exactnb.expression.written import ratio
from exactnb.families.base import Column, Family, count_of
from exactnb.families.smoothing import smoothed
from exactnb.model.quantities import Quantity, Shown

__all__ = ["Block", "Model"]


@dataclass(frozen=True, slots=True)
class Block:
    """A column and the family that it follows."""

    column: Column
    family: Family


@dataclass(frozen=True, slots=True)
class Model:
    """Put a prior and blocks of columns together. `name` is "" for the model meant by default.

    Raises InputError if a family does not suit its column, if a given prior does not cover the
    classes, or if a class has no rows and its prior would have to be estimated from them.
    """

    name: str
    class_variable: str
    classes: tuple[str, ...]
    blocks: Mapping[str, Block]
    conventions: Conventions
    counts: Counts

    def __post_init__(self) -> None:
        for block in self.blocks.values():
            block.family.check(block.column)
        for column, _ in self.conventions.smoothings:
            if column not in self.blocks:
                hint = near(column, self.blocks)
                raise InputError(f"unknown column {quoted(column)}{hint}", at="smoothings")
        self._check_prior()

    def class_item(self, label: str) -> Item:
        """Return the item of a class."""
        return Item("class", self.class_variable, label)

    def class_items(self) -> tuple[Item, ...]:
        """Return the items of all classes, in order."""
        return tuple(self.class_item(label) for label in self.classes)

    def prior(self, name: QuantityName, label: Item) -> Quantity:
        """Return the quantity P(class)."""
        kind = self.conventions.prior
        if kind == "given":
            formula = ratio(self.conventions.prior_of(label.value))
            return Quantity(name, formula, Reason(Rule.GIVEN, "given"), Shown.EXPANDED)
        if kind == "uniform":
            formula = Quotient(Integer(1), Integer(len(self.classes)))
            return Quantity(name, formula, Reason(Rule.DEFINE, "uniform prior"), Shown.COUNTED)
        smoothing = self.conventions.prior_smoothing if kind == "smoothed" else Fraction(0)
        formula = smoothed(count_of(label), count_of(), smoothing, len(self.classes))
        words = "smoothed" if smoothing else "MLE"
        return Quantity(name, formula, Reason(Rule.DEFINE, words), Shown.COUNTED)

    def parameter(self, name: QuantityName, cell: Item, label: Item) -> Quantity:
        """Return the quantity P(column = value | class)."""
        block = self.blocks[cell.variable]
        if cell.value not in block.family.parameters(block.column):
            formula = block.family.factor(block.column, cell.value, label, self.name)
            return Quantity(name, formula, Reason(Rule.DEFINE, "complement"), Shown.EXPANDED)
        smoothing = self.conventions.smoothing_of(cell.variable)
        formula = block.family.estimate(block.column, cell.value, label, smoothing)
        words = "smoothed" if smoothing else "MLE"
        return Quantity(name, formula, Reason(Rule.DEFINE, words), Shown.COUNTED)

    def factors(self, cells: Mapping[str, str], label: Item) -> tuple[Expression, ...]:
        """Return the factors P(column = value | class) of some cells, in the order of the columns."""
        return tuple(
            block.family.factor(block.column, cells[column], label, self.name)
            for column, block in self.blocks.items()
            if column in cells
        )

    def _check_prior(self) -> None:
        if self.conventions.prior == "given":
            given = dict(self.conventions.given_prior)
            for label in given:
                if label not in self.classes:
                    hint = near(label, self.classes)
                    raise InputError(f"unknown class {quoted(label)}{hint}", at="prior")
            for label in self.classes:
                if label not in given:
                    raise InputError(f"class {quoted(label)} has no prior", at="prior")
        if self.conventions.prior == "mle":
            empty = next((label for label, n in self.counts.classes.items() if n == 0), None)
            if empty is not None:
                raise InputError(
                    f"class {quoted(empty)} has no rows to estimate its prior from; "
                    'give the prior, or say "uniform" or "smoothed"',
                    at="prior",
                )
