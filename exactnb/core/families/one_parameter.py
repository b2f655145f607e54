"""What families of one column have in common, and those with one parameter.

Such a family states its density, how its parameter is estimated, and the log-ratio of two classes. How
probable regions are follows from that: the probabilities of counts are added up, and a density says how
probable more than a place is.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.intervals import whole_numbers
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.arithmetic.values import Infinite, Number
from exactnb.core.data.schema import PARAMETERS, in_class, in_row
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Expression,
    Factorial,
    Integer,
    Quotient,
    Reference,
    Sum,
    replace,
)
from exactnb.core.expression.written import written
from exactnb.core.families.estimates import Estimate, columns_and_class
from exactnb.core.families.numbers import NumberBlock, NumberFamily
from exactnb.core.families.polynomials import Polynomial
from exactnb.core.families.sample import Sample
from exactnb.core.naming.names import Item, QuantityName
from exactnb.errors import InputError, Unsupported

_MOST = 2_000  # the largest count up to which probabilities are added up


class OneColumn(NumberFamily):
    """A family whose columns follow it each by itself, with parameters of their own."""

    density: Callable[..., Expression]  # of a number that is not below the least, and the parameters
    beyond: Callable[..., Expression]  # the probability of more than x, which is above the least

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

    def between(self, first: int, last: int, *parameters: Expression) -> Expression:
        """Return the probability of the counts from one to another, of which there may be none."""
        chances = (self.density(Fraction(x), *parameters) for x in range(first, last + 1))
        return Sum.of(replace(chance, _orders) for chance in chances)

    def counted(self, first: int, last: int | None, *parameters: Expression) -> tuple[Expression, ...]:
        """Return what the counts from one to another add up to; without a last one, all of them."""
        least = self.lower or 0
        begins, ends = (least, first - 1) if last is None else (first, last)
        if ends > _MOST:
            raise Unsupported(f"probabilities of counts are added up to {_MOST:,}, not to {ends:,}")
        added = self.between(begins, ends, *parameters)
        return (Integer(1), -added) if last is None else (added,)

    def terms(
        self, region: Points, parameters: tuple[Expression, ...], place: Callable[[Number], Expression]
    ) -> Iterator[tuple[Expression, ...]]:
        """Yield the terms of each interval: sums of counts, or what is beyond its two ends.

        Raises Unsupported for counts above 2,000, and for a density that states nothing.
        """
        if not self.is_density:
            counts = whole_numbers(region, self.lower or 0)
            yield from (self.counted(first, last, *parameters) for first, last in counts)
            return

        def beyond(x: Number) -> Expression:
            if self.lower is not None and values.compare(x, Fraction(self.lower)) <= 0:
                return Integer(1)
            if isinstance(x, Infinite):
                return Integer(int(x.sign < 0))
            return self.beyond(place(x), *parameters)

        yield from ((beyond(left), -beyond(right)) for left, right, _ in region.intervals())


class OneParameter(OneColumn):
    """A family with one parameter in each class, which is its only head."""

    @property
    def head(self) -> str:
        """Return the name of the parameter."""
        (head,) = self.heads
        return head.name

    def check(self, block: NumberBlock) -> None:
        """Refuse a given parameter outside its range."""
        for (head, columns, label), value in (block.supplied or {}).items():
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
        (column,), label = columns_and_class(name)
        assert block.sample is not None
        assert label is not None
        return self.rule(block, block.sample, column, label)

    @abstractmethod
    def density(self, x: Fraction, parameter: Expression) -> Expression:
        """Return the density, or the probability, of a number that is not below the least."""

    @abstractmethod
    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return how the parameter of a column is estimated in a class."""

    def distributed(self, block: NumberBlock, column: str, label: Item) -> tuple[Expression, ...]:
        """Return the parameter."""
        return (block.refer(self.head, (column,), label),)

    def factor(self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item) -> Expression:
        """Return the density or probability of a number; 0 below the least."""
        ((column, x),) = observed.items()
        if x < (self.lower or 0):
            return Integer(0)
        return self.density(x, *self.distributed(block, column, label))

    def beyond(self, x: Expression, parameter: Expression) -> Expression:
        """Return the probability of more than x, which is above the least."""
        raise Unsupported(f"no regions of {self.name} columns are added up")

    def log_ratio(
        self, block: NumberBlock, columns: tuple[str, ...], pair: tuple[Item, Item]
    ) -> Polynomial | None:
        """Return the log-ratio of the two classes."""
        first, second = (block.refer(self.head, columns, k) for k in pair)
        return self.linear(block, columns[0], first, second)

    @abstractmethod
    def linear(
        self, block: NumberBlock, column: str, first: Reference, second: Reference
    ) -> Polynomial:
        """Return the log-ratio as a polynomial in the column, from the parameters of two classes."""


def _orders(part: Expression) -> Expression | None:
    """Return in how many orders the same can come, as the number it is."""
    if isinstance(part, Quotient) and isinstance(part.numerator, Factorial):
        return written(evaluate(part))
    return None
