"""What is estimated and observed, as the formulas of misconceptions are called with it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.core.conventions import Conventions
from exactnb.core.expression.nodes import Expression, Integer
from exactnb.core.families.base import Bag, Column, Observation, ValueFamily, WordFamily
from exactnb.core.families.block import Block
from exactnb.core.families.estimates import columns_and_class
from exactnb.core.families.multivariate import MultivariateNormal
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.lazy import once
from exactnb.core.naming.names import Item, QuantityName
from exactnb.core.record import frozen


@frozen(eq=False)
class EstimatedParameter:
    """The parameter `name` of a `block` of numbers, with the formula that estimates it: `right`."""

    block: NumberBlock
    name: QuantityName
    right: Expression

    @classmethod
    def of(cls, block: Block, name: QuantityName, right: Expression) -> EstimatedParameter:
        """Return the parameter `name` of a `block` of numbers, with its formula `right`."""
        assert isinstance(block, NumberBlock)
        return cls(block, name, right)

    @once
    def roles(self) -> Mapping[str, Expression]:
        """Return what the estimate is made of, by role: "trials", "spread"."""
        return dict(self.block.family.estimate(self.block, self.name).roles)

    @once
    def columns(self) -> tuple[str, ...]:
        """Return the columns that it is of; () if all of them share it."""
        return columns_and_class(self.block.short_name(self.name))[0]

    @once
    def label(self) -> Item | None:
        """Return the class that it is of; None if all classes share it."""
        return columns_and_class(self.name)[1]

    @once
    def is_variance(self) -> bool:
        """Say whether it is a variance or covariance by the rows alone: no ε, not shared by columns."""
        is_spread = "spread" in self.roles and "columns" not in self.roles
        return is_spread and not self.block.conventions.epsilon.amount

    @once
    def n_means(self) -> Expression:
        """Return from how many means the deviations in a variance or covariance are taken."""
        family, sample = self.block.family, self.block.sample
        if not isinstance(family, MultivariateNormal) or sample is None:
            return self.roles.get("means", Integer(1))
        is_single = self.label is not None or family.is_total_covariance(self.block)
        has_rows = (sample.is_seen(self.columns[0], k) for k in self.block.classes)
        return Integer(1 if is_single else sum(has_rows))


@frozen(eq=False)
class ObservedNumbers:
    """The `numbers` of columns observed in a class, whose density or probability is a factor."""

    block: NumberBlock
    numbers: Mapping[str, Fraction]
    label: Item

    @classmethod
    def of(cls, block: Block, cells: Mapping[str, str], label: Item) -> ObservedNumbers:
        """Return the numbers in `cells` that a `block` of numbers has the columns of, in `label`."""
        assert isinstance(block, NumberBlock)
        numbers = block.numbers_in(cells)
        return cls(block.with_covariate(next(iter(numbers)), cells), numbers, label)

    @once
    def right(self) -> Expression:
        """Return the density or probability."""
        return self.block.family.factor(self.block, self.numbers, self.label)

    @once
    def x(self) -> Fraction:
        """Return the number of the only column."""
        (x,) = self.numbers.values()
        return x

    @once
    def parameters(self) -> tuple[Expression, ...]:
        """Return the parameters of the only column."""
        (column,) = self.numbers
        return self.block.family.distribution(self.block, column, self.label) or ()


@frozen(eq=False)
class ObservedCell:
    """The `value` of a `column` in a class, whose probability is a factor."""

    family: ValueFamily
    column: Column
    value: str
    label: Item
    model: str

    def factor(self, value: str) -> Expression:
        """Return the factor of another `value` of the column."""
        return self.family.factor(self.column, value, self.label, self.model)


@frozen(eq=False)
class ObservedText:
    """Words observed in a class, whose factors are several: a wrong formula is a tuple of them."""

    family: WordFamily
    bag: Bag
    observation: Observation
    label: Item
    model: str
    conventions: Conventions

    @once
    def right(self) -> tuple[Expression, ...]:
        """Return the factors."""
        return self.factors(self.family)

    def factors(self, family: WordFamily) -> tuple[Expression, ...]:
        """Return the factors by a `family`, its own or another."""
        return family.factors(self.bag, self.observation, self.label, self.model, self.conventions)
