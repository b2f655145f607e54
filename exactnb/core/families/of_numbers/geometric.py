"""Geometric: how many trials until the first success, with the chance of one in each class.

Source: G. Casella and R. Berger, Statistical Inference (2nd ed.), section 3.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Negative,
    Power,
    Product,
    Quotient,
    Reference,
    Sum,
)
from exactnb.core.expression.written import literal
from exactnb.core.families.estimates import Estimate, words
from exactnb.core.families.misconceptions import Misconception, MisconceptionFormula
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.polynomials import CONSTANT, Polynomial, difference
from exactnb.core.families.sample import Sample
from exactnb.core.naming.heads import SUCCESS
from exactnb.core.naming.names import Item

_OTHER_START = Misconception(
    "one-failure-more-or-less",
    "trials counted where failures are meant, or the reverse",
    "Some count the trials, some the failures before the success. Which is x here?",
    is_convention=True,
)


class Geometric(OneParameter):
    """A column of whole numbers x ≥ 1, with P(x) = (1 − p)ˣ⁻¹·p."""

    name = "geometric"
    title = "Geometric"
    formula = "(1 − p)ˣ⁻¹·p from 1"
    is_density = False
    heads = (SUCCESS,)
    said_by = "success"
    single = Fraction(1)
    lower = 1

    def out_of_range(self, value: Fraction) -> str:
        """Refuse what is no probability of a success."""
        return "" if 0 < value <= 1 else "the probability of a success lies above 0, and not above 1"

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return the number of rows, which is that of successes, over the number of trials."""
        rows, total = words("rows", sample.rows_in_words(column)), words("total", "sum in class k")
        below = total if self.lower else Sum((rows, total))
        roles = (("rows", sample.rows(column, label)), ("total", sample.total(column, label)))
        return Estimate(Quotient(rows, below), roles)

    def factor(self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item) -> Expression:
        """Return (1 − p) to the number of failures, times p; 0 for fewer trials than there can be."""
        ((column, x),) = shown.items()
        assert self.lower is not None
        failures = int(x) - self.lower
        success = block.refer("success", (column,), label)
        if failures < 0:
            return Integer(0)
        if failures == 0:
            return success
        failed = Sum((Integer(1), Negative(success)))
        return Product((failed if failures == 1 else Power(failed, literal(failures)), success))

    def factor_misconceptions(
        self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item
    ) -> Iterator[MisconceptionFormula]:
        """Yield the probability with another start of the count."""
        ((column, x),) = shown.items()
        success = block.refer("success", (column,), label)
        failures = int(x) - (1 - (self.lower or 0))  # begins at the other of 0 and 1
        if failures >= 0:
            failed = Power(Sum((Integer(1), Negative(success))), literal(failures))
            yield _OTHER_START, Product((failed, success))

    def distribution(
        self, block: NumberBlock, column: str, label: Item
    ) -> tuple[str, tuple[Expression, ...]]:
        """Return the geometric distribution, with the probability of a success and the least number."""
        return "geometric", (block.refer("success", (column,), label), Integer(self.lower or 0))

    def linear(
        self, block: NumberBlock, column: str, first: Reference, second: Reference
    ) -> Polynomial:
        """Return log((1 − p₁)/(1 − p₂))·x + log(p₁/p₂), less the slope where x begins at 1."""
        failed = [difference(Integer(1), p) for p in (first, second)]
        slope = Function("log", Quotient(failed[0], failed[1]))
        ratio: Expression = Function("log", Quotient(first, second))
        constant = difference(ratio, slope) if self.lower else ratio
        return {(column,): slope, CONSTANT: constant}


FAMILY = Geometric()
