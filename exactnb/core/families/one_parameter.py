"""What families with one parameter of one column have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.data.places import PARAMETERS, in_class, in_row
from exactnb.core.expression.nodes import Reference
from exactnb.core.families.estimates import Estimate, parts_of
from exactnb.core.families.numbers import NumberBlock, NumberFamily
from exactnb.core.families.polynomials import Polynomial
from exactnb.core.families.sample import Sample
from exactnb.core.naming.names import Item, QuantityName
from exactnb.errors import InputError


class OneParameter(NumberFamily):
    """A family with one parameter in each class, which is its only head."""

    @property
    def head(self) -> str:
        """Return the name of the parameter."""
        (head,) = self.heads
        return head.name

    def problem(self, value: Fraction) -> str:
        """Refuse what is no whole number, or less than the least."""
        if self.is_density or (value.denominator == 1 and value >= (self.lower or 0)):
            return ""
        return f"{self.name} needs whole numbers from {self.lower}"

    def impossible(self, total: Fraction, rows: Fraction) -> str:
        """Refuse a total that is less than the least of the numbers allows."""
        if total >= (self.lower or 0) * rows:
            return ""
        least = number_text((self.lower or 0) * rows)
        return f"{self.name} numbers of {number_text(rows)} rows add up to {least} at least"

    def unasked(self, value: Fraction) -> str:
        """Refuse what is no whole number where only whole numbers are seen."""
        if self.is_density or value.denominator == 1:
            return ""
        return f"{self.name} needs whole numbers"

    def check(self, block: NumberBlock) -> None:
        """Refuse a given parameter outside its range."""
        for (head, columns, label), value in (block.given or {}).items():
            if columns[0] in block.columns and (why := self.out_of_range(value)):
                at = in_class(in_row(PARAMETERS, f"{head}({columns[0]})"), label)
                raise InputError(f"{why}; got {exact_text(value)}", at=at)

    def out_of_range(self, value: Fraction) -> str:
        """Return why a number cannot be the parameter, "" if it can."""
        return ""

    def parameters(self, block: NumberBlock) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the parameter of each column: one name for each class."""
        for column in block.columns:
            yield tuple(block.name(self.head, (column,), k) for k in block.classes)

    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        """Return the rule of the parameter of a column in a class."""
        (column,), label = parts_of(name)
        assert block.sample is not None
        assert label is not None
        return self.rule(block, block.sample, column, label)

    @abstractmethod
    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return how the parameter of a column is estimated in a class."""

    def log_ratio(
        self, block: NumberBlock, columns: tuple[str, ...], pair: tuple[Item, Item]
    ) -> Polynomial:
        """Return the log-ratio of the two classes, which is linear in the column."""
        first, second = (block.refer(self.head, columns, k) for k in pair)
        return self.linear(block, columns[0], first, second)

    @abstractmethod
    def linear(
        self, block: NumberBlock, column: str, first: Reference, second: Reference
    ) -> Polynomial:
        """Return slope and constant of the log-ratio, from the parameters of two classes."""
