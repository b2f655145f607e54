"""Poisson: a column of counts, each over an exposure (a time, a length), with a rate in each class.

Source: A. Gelman et al., Bayesian Data Analysis (3rd ed.), section 2.6, for rate and exposure and the
Gamma prior.
"""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.conventions import Gamma
from exactnb.core.expression.nodes import (
    Expression,
    Integer,
    Quotient,
    Reference,
    Sum,
    exp,
    factorial,
    log,
)
from exactnb.core.expression.written import number
from exactnb.core.families.coefficients import power
from exactnb.core.families.estimates import Estimate, phrase
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.polynomials import CONSTANT, Polynomial
from exactnb.core.families.protocol import Covariate
from exactnb.core.families.sample import Sample
from exactnb.core.naming.kinds import RATE
from exactnb.core.naming.names import Item


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
    parameter_row = "rate"
    lower = 0
    misconceptions = (
        Misconception("factorial-forgotten", "not divided by x!",
            "Do these probabilities add up to 1 over all counts?",
            {"numbers": lambda of: isinstance(of.right, Quotient) and of.right.numerator}),
    )  # fmt: skip

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return Σx over the exposure; under a Gamma prior with a and b added to them."""
        exposure_text = sample.rows_text(column)
        if column in sample.covariates:
            exposure_text = exposure_text.replace("rows of", "exposure in")
        total, exposure = phrase("total", "sum in class k"), phrase("exposure", exposure_text)
        roles = (
            ("total", sample.total(column, label)),
            ("exposure", sample.covariate_total(column, label)),
        )
        rule = dict(block.conventions.smoothings).get(column, block.conventions.smoothing)
        if isinstance(rule, Gamma):
            numerator = total + number(rule.added) if rule.added else total
            denominator = exposure + number(rule.rate) if rule.rate else exposure
            return Estimate(numerator / denominator, roles, f"Gamma prior, {rule.take}")
        return Estimate(total / exposure, roles)

    def distributed(self, block: NumberBlock, column: str, label: Item) -> tuple[Expression, ...]:
        """Return the mean λt."""
        rate = block.refer("rate", (column,), label)
        return (rate if block.covariate_value == 1 else rate * number(block.covariate_value),)

    def density(self, x: Fraction, mean: Expression) -> Expression:
        """Return (λt)ˣ·exp(−λt)/x!."""
        none = exp(-mean)
        if x < 2:
            return mean * none if x else none
        return power(mean, int(x)) * none / factorial(int(x))

    def between(self, first: int, last: int, *parameters: Expression) -> Expression:
        """Return exp(−λt) times the sum of (λt)ˣ/x!."""
        (mean,) = parameters
        counts = range(first, last + 1)
        terms = (power(mean, x) / factorial(x) if x > 1 else power(mean, x) for x in counts)
        return exp(-mean) * Sum.of(terms) if counts else Integer(0)

    def linear(
        self, block: NumberBlock, column: str, first: Reference, second: Reference
    ) -> Polynomial:
        """Return log(λ₁/λ₂)·x + t·(λ₂ − λ₁)."""
        difference = second - first
        constant = (
            difference if block.covariate_value == 1 else number(block.covariate_value) * difference
        )
        return {(column,): log(first / second), CONSTANT: constant}


FAMILY = Poisson()
