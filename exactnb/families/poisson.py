"""Poisson: a column of counts, each over an exposure (a time, a length), with a rate in each class.

Source: A. Gelman et al., Bayesian Data Analysis (3rd ed.), section 2.6, for rate and exposure and the
Gamma prior.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.conventions import Gamma
from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import (
    Expression,
    Factorial,
    Function,
    Integer,
    Negative,
    Power,
    Product,
    Quotient,
    Sum,
)
from exactnb.expression.written import literal, number
from exactnb.families.numbers import Estimate, NumberBlock, parts_of, words
from exactnb.families.one_parameter import OneParameter
from exactnb.families.polynomials import CONSTANT, Polynomial, difference

__all__ = ["FAMILY", "Poisson"]


class Poisson(OneParameter):
    """A column of counts x over an exposure t, with P(x) = (λt)ˣ·exp(−λt)/x!."""

    name = "poisson"
    title = "Poisson"
    is_density = False
    head = "rate"
    least = 0

    def estimate(self, block: NumberBlock, name: QuantityName) -> Estimate:
        """Return Σx over the exposure; under a Gamma prior with a and b added to them."""
        assert block.sample is not None
        (column,), label = parts_of(name)
        assert label is not None
        exposed = column in block.sample.exposures
        seen = " that show the column" if column in block.sample.partial else ""
        behind = f"exposure in class k{seen}" if exposed else f"rows of class k{seen}"
        total, exposure = words("total", "sum in class k"), words("exposure", behind)
        roles = (
            ("total", block.sample.total(column, label)),
            ("exposure", block.sample.exposure(column, label)),
        )
        rule = dict(block.conventions.smoothings).get(column, block.conventions.smoothing)
        if isinstance(rule, Gamma):
            above = Sum((total, number(rule.added))) if rule.added else total
            below = Sum((exposure, number(rule.rate))) if rule.rate else exposure
            return Estimate(Quotient(above, below), roles, f"Gamma prior, {rule.take}")
        return Estimate(Quotient(total, exposure), roles)

    def factor(
        self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item, exposure: Fraction
    ) -> Expression:
        """Return (λt)ˣ·exp(−λt)/x!."""
        ((column, x),) = shown.items()
        if x < 0:
            return Integer(0)
        mean: Expression = block.refer("rate", (column,), label)
        if exposure != 1:
            mean = Product((mean, number(exposure)))
        none = Function("exp", Negative(mean))
        if x == 0:
            return none
        power = mean if x == 1 else Power(mean, literal(x))
        above = Product((power, none))
        return above if x == 1 else Quotient(above, Factorial(Integer(int(x))))

    def log_ratio(
        self,
        block: NumberBlock,
        columns: tuple[str, ...],
        pair: tuple[Item, Item],
        exposure: Fraction = Fraction(1),
    ) -> Polynomial:
        """Return the log-ratio of the probabilities: linear, with a logarithm for its slope."""
        (column,) = columns
        first, second = (block.refer("rate", (column,), k) for k in pair)
        away = difference(second, first)
        constant = away if exposure == 1 else Product((number(exposure), away))
        return {(column,): Function("log", Quotient(first, second)), CONSTANT: constant}


FAMILY = Poisson()
