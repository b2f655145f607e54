"""A family that the package has never heard of: failures before the second success, in one file."""

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
from exactnb.core.families.estimates import Estimate, words
from exactnb.core.families.misconceptions import Misconception, MisconceptionFormula
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.polynomials import CONSTANT, Polynomial, difference
from exactnb.core.families.sample import Sample
from exactnb.core.naming.heads import SUCCESS
from exactnb.core.naming.names import Item

ONE_ORDER = Misconception(
    "one-order-only",
    "one order of failures and successes, not all x + 1",
    "In how many places can the first success stand?",
)


class TwoSuccesses(OneParameter):
    """A column of whole numbers x ≥ 0, with P(x) = (x + 1)·p²·(1 − p)ˣ."""

    name = "two-successes"
    title = "Two successes"
    formula = "(x + 1)·p²·(1 − p)ˣ"
    is_density = False
    heads = (SUCCESS,)
    lower = 0

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return the successes, two in each row, over all trials."""
        rows, total = words("rows", sample.rows_in_words(column)), words("total", "sum in class k")
        successes = Product((Integer(2), rows))
        roles = (("rows", sample.rows(column, label)), ("total", sample.total(column, label)))
        return Estimate(Quotient(successes, Sum((successes, total))), roles)

    def factor(self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item) -> Expression:
        """Return (x + 1)·p²·(1 − p)ˣ; 0 below 0."""
        ((column, x),) = shown.items()
        p = block.refer("success", (column,), label)
        failed = Power(Sum((Integer(1), Negative(p))), Integer(int(x)))
        orders = Integer(int(x) + 1)
        return Integer(0) if x < 0 else Product((orders, Power(p, Integer(2)), failed))

    def factor_misconceptions(
        self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item
    ) -> Iterator[MisconceptionFormula]:
        """Yield the probability of one order."""
        right = self.factor(block, shown, label)
        if isinstance(right, Product):
            yield ONE_ORDER, Product(right.factors[1:])

    def linear(
        self, block: NumberBlock, column: str, first: Reference, second: Reference
    ) -> Polynomial:
        """Return log((1 − p₁)/(1 − p₂))·x + 2·log(p₁/p₂)."""
        failed = [difference(Integer(1), p) for p in (first, second)]
        constant = Product((Integer(2), Function("log", Quotient(first, second))))
        slope = Function("log", Quotient(failed[0], failed[1]))
        return {(column,): slope, CONSTANT: constant}


FAMILY = TwoSuccesses()
"""What the registry finds in a family's file."""
