"""Exponential: a column of waiting times or lengths, none negative, with a rate in each class.

Source: C. Bishop, Pattern Recognition and Machine Learning (2006), exercise 1.14 ff.; the estimate is
one over the mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.expression.names import Item
from exactnb.expression.nodes import (
    Expression,
    Function,
    Integer,
    Negative,
    Product,
    Quotient,
    Reference,
)
from exactnb.expression.written import number
from exactnb.families.numbers import Estimate, NumberBlock, words
from exactnb.families.one_parameter import OneParameter
from exactnb.families.polynomials import CONSTANT, Polynomial, difference
from exactnb.families.sample import Sample

__all__ = ["FAMILY", "Exponential"]


class Exponential(OneParameter):
    """A column of numbers x ≥ 0, with density λ·exp(−λx), and 0 below."""

    name = "exponential"
    title = "Exponential"
    is_density = True
    head = "rate"

    def problem(self, value: Fraction) -> str:
        """Refuse a negative number among the data, of which the density is 0 for every rate."""
        return "exponential needs numbers that are not negative" if value < 0 else ""

    def out_of_range(self, value: Fraction) -> str:
        """Refuse a rate that is not positive."""
        return "" if value > 0 else "a rate is positive"

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return the number of rows over their sum."""
        rule = Quotient(words("trials", sample.rows_said(column)), words("total", "sum in class k"))
        roles = (
            ("trials", sample.rows(column, label)), ("total", sample.total(column, label)),
        )  # fmt: skip
        return Estimate(rule, roles)

    def factor(
        self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item, exposure: Fraction
    ) -> Expression:
        """Return λ·exp(−λx), or 0 below 0."""
        ((column, x),) = shown.items()
        if x < 0:
            return Integer(0)
        rate = block.refer("rate", (column,), label)
        return Product((rate, Function("exp", Negative(Product((rate, number(x)))))))

    def linear(
        self, column: str, first: Reference, second: Reference, exposure: Fraction
    ) -> Polynomial:
        """Return (λ₂ − λ₁)·x + log(λ₁/λ₂)."""
        return {
            (column,): difference(second, first),
            CONSTANT: Function("log", Quotient(first, second)),
        }


FAMILY = Exponential()
