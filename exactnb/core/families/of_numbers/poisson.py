"""Poisson: a column of counts, each over an exposure (a time, a length), with a rate in each class.

Source: A. Gelman et al., Bayesian Data Analysis (3rd ed.), section 2.6, for rate and exposure and the
Gamma prior.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from exactnb.core.conventions import Gamma
from exactnb.core.expression.nodes import (
    Expression,
    Factorial,
    Function,
    Integer,
    Negative,
    Power,
    Product,
    Quotient,
    Reference,
    Sum,
)
from exactnb.core.expression.written import literal, number
from exactnb.core.families.estimates import Estimate, words
from exactnb.core.families.misconceptions import Misconception, MisconceptionFormula
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.polynomials import CONSTANT, Polynomial, difference
from exactnb.core.families.protocol import Covariate
from exactnb.core.families.sample import Sample
from exactnb.core.naming.heads import RATE
from exactnb.core.naming.names import Item

_NO_FACTORIAL = Misconception(
    "factorial-forgotten", "not divided by x!", "Do these probabilities add up to 1 over all counts?"
)


def _problem(value: Fraction) -> str:
    return "" if value > 0 else "an exposure is positive"


EXPOSURE = Covariate("exposure", "an exposure", "a count", _problem)
"""The time, the length that a count was taken over."""


class Poisson(OneParameter):
    """A column of counts x over an exposure t, with P(x) = (λt)ˣ·exp(−λt)/x!."""

    name = "poisson"
    title = "Poisson"
    formula = "(λt)ˣ·exp(−λt)/x!, over an exposure t"
    is_density = False
    covariate = EXPOSURE
    takes_gamma = True
    single = Fraction(0)
    heads = (RATE,)
    said_by = "rate"
    lower = 0

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return Σx over the exposure; under a Gamma prior with a and b added to them."""
        behind = sample.rows_in_words(column)
        if column in sample.brought:
            behind = behind.replace("rows of", "exposure in")
        total, exposure = words("total", "sum in class k"), words("exposure", behind)
        roles = (("total", sample.total(column, label)), ("exposure", sample.brought_in(column, label)))
        rule = dict(block.conventions.smoothings).get(column, block.conventions.smoothing)
        if isinstance(rule, Gamma):
            above = Sum((total, number(rule.added))) if rule.added else total
            below = Sum((exposure, number(rule.rate))) if rule.rate else exposure
            return Estimate(Quotient(above, below), roles, f"Gamma prior, {rule.take}")
        return Estimate(Quotient(total, exposure), roles)

    def factor(self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item) -> Expression:
        """Return (λt)ˣ·exp(−λt)/x!."""
        ((column, x),) = shown.items()
        if x < 0:
            return Integer(0)
        mean: Expression = block.refer("rate", (column,), label)
        if block.over != 1:
            mean = Product((mean, number(block.over)))
        none = Function("exp", Negative(mean))
        if x == 0:
            return none
        power = mean if x == 1 else Power(mean, literal(x))
        above = Product((power, none))
        return above if x == 1 else Quotient(above, Factorial(Integer(int(x))))

    def factor_misconceptions(
        self, block: NumberBlock, shown: Mapping[str, Fraction], label: Item
    ) -> Iterator[MisconceptionFormula]:
        """Yield the probability without its x!."""
        right = self.factor(block, shown, label)
        if isinstance(right, Quotient):
            yield _NO_FACTORIAL, right.numerator

    def distribution(
        self, block: NumberBlock, column: str, label: Item
    ) -> tuple[str, tuple[Expression, ...]]:
        """Return the Poisson distribution with the mean λt."""
        rate = block.refer("rate", (column,), label)
        return "poisson", (rate if block.over == 1 else Product((rate, number(block.over))),)

    def linear(
        self, block: NumberBlock, column: str, first: Reference, second: Reference
    ) -> Polynomial:
        """Return log(λ₁/λ₂)·x + t·(λ₂ − λ₁)."""
        away = difference(second, first)
        constant = away if block.over == 1 else Product((number(block.over), away))
        return {(column,): Function("log", Quotient(first, second)), CONSTANT: constant}


FAMILY = Poisson()
