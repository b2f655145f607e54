"""Exponential: a column of waiting times or lengths, none negative, with a rate in each class.

Source: C. Bishop, Pattern Recognition and Machine Learning (2006), exercise 1.14 ff.; the estimate is
one over the mean.
"""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.expression.nodes import Expression, Product, Reference, exp, log
from exactnb.core.expression.written import number
from exactnb.core.families.estimates import Estimate, phrase
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.polynomials import CONSTANT, Polynomial
from exactnb.core.families.sample import Sample
from exactnb.core.naming.kinds import RATE
from exactnb.core.naming.names import Item


class Exponential(OneParameter):
    """A column of numbers x ≥ 0, with density λ·exp(−λx), and 0 below."""

    name = "exponential"
    title = "Exponential"
    formula = "λ·exp(−λx)"
    is_density = True
    heads = (RATE,)
    lower = 0
    misconceptions = (
        Misconception("mean-for-rate", "the mean taken for the rate",
            "Is a large rate one of long times, or of short ones?",
            {"estimate": lambda of: of.right.denominator / of.right.numerator}),
        Misconception("rate-before-exponential-forgotten", "the factor λ before exp(−λx) left out",
            "What makes the area under the density 1?",
            {"numbers": lambda of: isinstance(of.right, Product) and of.right.factors[1]}),
    )  # fmt: skip

    def problem(self, value: Fraction) -> str:
        """Refuse a negative number among the data, of which the density is 0 for every rate."""
        return "exponential needs numbers that are not negative" if value < 0 else ""

    def out_of_range(self, value: Fraction) -> str:
        """Refuse a rate that is not positive."""
        return "" if value > 0 else "a rate is positive"

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return the number of rows over their sum."""
        rule = phrase("trials", sample.rows_text(column)) / phrase("total", "sum in class k")
        roles = (("trials", sample.rows(column, label)), ("total", sample.total(column, label)))
        return Estimate(rule, roles)

    def density(self, x: Fraction, rate: Expression) -> Expression:
        """Return λ·exp(−λx)."""
        return rate * exp(-(rate * number(x)))

    def beyond(self, x: Expression, rate: Expression) -> Expression:
        """Return exp(−λx)."""
        return exp(-(rate * x))

    def linear(
        self, block: NumberBlock, column: str, first: Reference, second: Reference
    ) -> Polynomial:
        """Return (λ₂ − λ₁)·x + log(λ₁/λ₂)."""
        return {(column,): second - first, CONSTANT: log(first / second)}


FAMILY = Exponential()
