"""What families of one column have in common, and those with one parameter.

A family with one parameter states its density and its estimate; factors, log-ratios and how probable
regions are follow from these. Probabilities of counts are added up.

How to read: `OneColumn` has regions and refusals, `OneParameter` what follows from `stated`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from operator import mul

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
    Product,
    Quotient,
    Sum,
    Symbol,
    replace,
)
from exactnb.core.expression.written import number, written
from exactnb.core.families.declared.specialising import put_in, specialised
from exactnb.core.families.declared.specification import VARIABLE, Specification, Whole
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.estimates import Estimate, columns_and_class, phrase
from exactnb.core.families.log_ratios import log_ratio
from exactnb.core.families.numbers import NumberBlock, NumberFamily
from exactnb.core.families.polynomials import Polynomial
from exactnb.core.families.sample import Sample
from exactnb.core.lazy import once
from exactnb.core.naming.names import Item, QuantityName
from exactnb.errors import InputError, Unsupported

_MOST = 2_000  # the largest count up to which probabilities are added up


class OneColumn(NumberFamily):
    """A family whose columns follow it each by itself, with parameters of their own."""

    stated: Specification
    density: Callable[..., Expression]  # of a number that is not below the least, and the parameters
    beyond: Callable[..., Expression]  # the probability of more than x, which is above the least

    def problem(self, value: Fraction) -> str:
        """Return why `value` is no whole number from the least on, "" if it is one."""
        if self.is_density or (value.denominator == 1 and value >= (self.lower or 0)):
            return ""
        return f"{self.name} needs whole numbers from {self.lower}"

    def impossible(self, total: Fraction, rows: Fraction) -> str:
        """Return why a total is less than the least number in as many `rows`, or ""."""
        if total >= (self.lower or 0) * rows:
            return ""
        least = number_text((self.lower or 0) * rows)
        return f"{self.name} numbers of {number_text(rows)} rows add up to {least} at least"

    def unasked(self, value: Fraction) -> str:
        """Return why `value` is no whole number where only these are seen, or ""."""
        if self.is_density or value.denominator == 1:
            return ""
        return f"{self.name} needs whole numbers"

    def out_of_range(self, head: str, value: Number, others: Mapping[str, Number]) -> str:
        """Return why the parameter called `head` cannot be `value` beside `others`, "" if it can."""
        from exactnb.core.families.declared.ranges import is_within, range_text, with_ends_put_in

        ranges = self.stated.parameters
        within = ranges[head] if head in ranges else next(iter(ranges.values()))  # a head of ours
        is_allowed = is_within(value, with_ends_put_in(within, others))
        return "" if is_allowed else f"{self.name} needs {range_text(within, head)}"

    def check(self, block: NumberBlock) -> None:
        """Refuse a given parameter of `block` outside its range."""
        supplied = block.supplied or {}
        for (head, columns, label), value in supplied.items():
            is_own = head in {own.name for own in self.heads} and columns[0] in block.columns
            others = {own: of for (own, *at), of in supplied.items() if at == [columns, label]}
            if is_own and (why := self.out_of_range(head, value, others)):
                at = in_class(in_row(PARAMETERS, f"{head}({columns[0]})"), label)
                raise InputError(f"{why}; got {exact_text(value)}", at=at)

    def between(self, first: int, last: int, *parameters: Expression) -> Expression:
        """Return the probability of the counts from `first` to `last`, at `parameters`."""
        chances = (self.density(Fraction(x), *parameters) for x in range(first, last + 1))
        return Sum.of(replace(chance, _orders) for chance in chances)

    def counted(self, first: int, last: int | None, *parameters: Expression) -> tuple[Expression, ...]:
        """Return the sum over the counts from `first` to `last` at `parameters`, as terms.

        Without `last` it is 1 less the counts before; raise Unsupported for very many.
        """
        least = self.lower or 0
        begins, ends = (least, first - 1) if last is None else (first, last)
        if ends > _MOST:
            raise Unsupported(f"probabilities of counts are added up to {_MOST:,}, not to {ends:,}")
        added = self.between(begins, ends, *parameters)
        return (Integer(1), -added) if last is None else (added,)

    def ends(self, parameters: tuple[Expression, ...]) -> tuple[Number | None, Number | None]:
        """Return the least and the greatest number, None for none; with `parameters` without names."""
        low, high = (None if end is None else Fraction(end) for end in (self.lower, self.upper))
        return low, high

    def terms(
        self, region: Points, parameters: tuple[Expression, ...], place: Callable[[Number], Expression]
    ) -> Iterator[tuple[Expression, ...]]:
        """Yield the terms of each interval of `region`: sums of counts, or what is beyond its ends.

        Raises Unsupported for counts above 2,000, and for a density that states nothing.
        """
        if not self.is_density:
            counts = whole_numbers(region, self.lower or 0)
            yield from (self.counted(first, last, *parameters) for first, last in counts)
            return

        low, high = self.ends(parameters)

        def beyond(x: Number) -> Expression:
            if low is not None and values.compare(x, low) <= 0:
                return Integer(1)
            if isinstance(x, Infinite):
                return Integer(int(x.sign < 0))
            if high is not None and values.compare(x, high) >= 0:
                return Integer(0)
            return self.beyond(place(x), *parameters)

        yield from ((beyond(left), -beyond(right)) for left, right, _ in region.intervals())


class OneParameter(OneColumn):
    """A family with one parameter in each class, which is its only head, stated by its density.

    `stated` is the density or the mass function, `estimated` the MLE of the parameter, in `TOTAL`, the
    sum of the numbers of a class, and `ROWS`, how many there are. All else follows from these.
    """

    estimated: Expression
    tail: Expression | None = None  # the probability of more than x, of a density

    @property
    def densities(self) -> tuple[tuple[Specification, Expression], ...]:  # type: ignore[override]
        """Return what is stated, with the estimate."""
        return ((self.stated, self.estimated),)

    @property
    def is_density(self) -> bool:  # type: ignore[override]
        """Say whether it has a density, and no probabilities."""
        return self.stated.is_density

    @once
    def lower(self) -> int | None:
        """Return where its numbers begin; None if that is all numbers."""
        support = self.stated.support
        first = support.first if isinstance(support, Whole) else support.low
        return first.value if isinstance(first, Integer) else None

    @property
    def head(self) -> str:
        """Return the name of the parameter."""
        (head,) = self.heads
        return head.name

    def problem(self, value: Fraction) -> str:
        """Return why the data cannot hold `value`: it is outside of the support."""
        support = self.stated.support
        if isinstance(support, Whole) or self.lower is None:
            return super().problem(value)
        if value > self.lower or (value == self.lower and support.low_closed):
            return ""
        return f"{self.name} needs numbers {'from' if support.low_closed else 'above'} {self.lower}"

    def parameters(self, block: NumberBlock) -> Iterator[tuple[QuantityName, ...]]:
        """Yield the parameter of each column of `block`: one name for each class."""
        for column in block.columns:
            yield tuple(block.name(self.head, (column,), k) for k in block.classes)

    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        (column,), label = columns_and_class(name)
        assert block.sample is not None
        assert label is not None
        return self.rule(block, block.sample, column, label)

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return the estimate of `column` in `label` of `block`, by the sum and rows of `sample`."""
        words = {
            TOTAL: phrase("total", f"{_SUMS[self.powers]} in class k"),
            ROWS: phrase("rows", sample.rows_text(column)),
        }
        formula = specialised(self.estimated, self._numbers)
        rule = replace(formula, lambda part: words.get(part) if isinstance(part, Symbol) else None)
        total = sample.total(column, label, *self.powers)
        return Estimate(rule, (("total", total), ("rows", sample.rows(column, label))))

    def distributed(self, block: NumberBlock, column: str, label: Item) -> tuple[Expression, ...]:
        return (block.refer(self.head, (column,), label),)

    def factor(self, block: NumberBlock, observed: Mapping[str, Fraction], label: Item) -> Expression:
        """Return the density or probability of `observed` in class `label`; 0 below the least."""
        ((column, x),) = observed.items()
        if x < (self.lower or 0):
            return Integer(0)
        return self.density(x, *self.distributed(block, column, label))

    def density(self, x: Fraction, parameter: Expression) -> Expression:
        """Return the density, or probability, of a number `x`, not below the least, at `parameter`."""
        if self.is_density:
            return put_in(self._formula, {VARIABLE: number(x), self._letter: parameter})
        counted = specialised(self._formula, {VARIABLE: x}, keeps_factorials=True)
        formula = put_in(counted, {self._letter: parameter})
        return reduce(mul, formula.factors) if isinstance(formula, Product) else formula

    @property
    def _letter(self) -> str:
        (letter,) = self.stated.parameters
        return letter

    @once
    def _formula(self) -> Expression:
        return specialised(self.stated.formula, self._numbers)

    @property
    def _numbers(self) -> dict[str, Fraction]:
        return {name: Fraction(value) for name, value in self.numbers.items()}

    def beyond(self, x: Expression, parameter: Expression) -> Expression:
        """Return the probability of more than `x`, above the least, with a `parameter`."""
        if self.tail is None:
            raise Unsupported(f"no regions of {self.name} columns are added up")
        return put_in(self.tail, {VARIABLE: x, self._letter: parameter})

    def log_ratio(
        self, block: NumberBlock, columns: tuple[str, ...], pair: tuple[Item, Item]
    ) -> Polynomial:
        first, second = (block.refer(self.head, columns, k) for k in pair)
        return log_ratio(self._formula, self._letter, columns[0], first, second)


_SUMS: Mapping[tuple[int, ...], str] = {(1,): "sum", (2,): "sum of squares"}


def _orders(part: Expression) -> Expression | None:
    """Return in how many orders the same can come, as the number it is."""
    if isinstance(part, Quotient) and isinstance(part.numerator, Factorial):
        return written(evaluate(part))
    return None
