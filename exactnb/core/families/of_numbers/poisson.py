"""Poisson: a column of counts, each over an exposure (a time, a length), with a rate in each class.

Source: A. Gelman et al., Bayesian Data Analysis (3rd ed.), section 2.6, for rate and exposure and the
Gamma prior.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from exactnb.core.conventions import Gamma
from exactnb.core.expression.nodes import (
    Expression,
    Integer,
    Quotient,
    Sum,
    Symbol,
    exp,
    factorial,
    log,
    replace,
)
from exactnb.core.expression.written import number
from exactnb.core.families.base import power
from exactnb.core.families.block import CONSTANT, Columns, Pair, Polynomial
from exactnb.core.families.declared.specification import Interval, Specification, Whole
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.estimates import Estimate, Sample, phrase
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.observed import ObservedNumbers
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.protocol import Covariate, Misconception
from exactnb.core.naming.kinds import RATE
from exactnb.core.naming.names import Item


def _exposure_problem(value: Fraction) -> str:
    return "" if value > 0 else "an exposure is positive"


def _over_factorial(
    observed: ObservedNumbers, formula: Callable[[Expression, Expression], Expression]
) -> Expression | None:
    """Return a `formula` of x and its mean over x!; None for 0 and 1, of which most are right."""
    x = int(observed.x)
    (mean,) = observed.parameters
    return formula(Integer(x), mean) / factorial(x) if x > 1 else None


_X, _RATE, _ZERO = Symbol("x"), Symbol("λ"), Integer(0)
EXPOSURE = Covariate("exposure", "an exposure", "a count", _exposure_problem)
"""The time, the length that a count was taken over."""


class Poisson(OneParameter):
    """A column of counts x over an exposure t, with P(x) = (λt)ˣ·exp(−λt)/x!."""

    name = "poisson"
    title = "Poisson"
    formula = "(λt)ˣ·exp(−λt)/x!, over an exposure t"
    stated = Specification(
        name,
        _RATE**_X * exp(-_RATE) / factorial(_X),
        False,
        Whole(_ZERO),
        {"λ": Interval(_ZERO, low_closed=True)},
    )
    estimated = TOTAL / ROWS
    covariate = EXPOSURE
    takes_gamma = True
    single = Fraction(0)
    heads = (RATE,)
    parameter_row = "rate"
    misconceptions = (
        Misconception("factorial-forgotten", "not divided by x!",
            "Do these probabilities add up to 1 over all counts?",
            {"numbers": lambda of: isinstance(of.right, Quotient) and of.right.numerator}),
        Misconception("exponential-forgotten", "the factor exp(−λ) left out",
            "Do these probabilities add up to 1 over all counts?",
            {"numbers": lambda of: _over_factorial(of, lambda x, mean: mean**x)}, is_rare=True),
        Misconception("count-and-rate-exchanged", "x in the place of λ",
            "Which of the two is counted, and which is the mean?",
            {
                "numbers": lambda of: of.x > 1
                and (
                    _over_factorial(of, lambda x, mean: exp(log(x) * mean - mean)),
                    _over_factorial(of, lambda x, mean: mean**x * exp(-x)),
                )
            }, is_rare=True),
        Misconception("rate-times-count", "λ·x in the place of λˣ",
            "How often is λ multiplied with itself?",
            {"numbers": lambda of: _over_factorial(of, lambda x, mean: mean * x * exp(-mean))},
            is_rare=True),
        Misconception("cumulative-probability", "the probability of x or less, not that of x",
            "Is this the probability of x alone, or of all counts up to x?",
            {
                "numbers": lambda of: of.x > 0
                and of.block.family.count_probability(0, int(of.x), *of.parameters)
            }, is_rare=True),
    )  # fmt: skip

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return Σx of `column` in `label` of `sample` over the exposure; with a and b of a prior."""
        text, roles = sample.rows_text(column), [("total", sample.total(column, label))]
        if column in sample.covariates:
            text = text.replace("rows of", "exposure in")
        roles.append(("exposure", sample.covariate_total(column, label)))
        rule = block.conventions.smoothing_of(column)
        counts: dict[Expression, Expression] = {
            TOTAL: phrase("total", "sum in class k"),
            ROWS: phrase("exposure", text),
        }
        name = "MLE"
        if isinstance(rule, Gamma):
            name = f"Gamma prior, {rule.take}"
            for sign, more in ((TOTAL, rule.added), (ROWS, rule.rate)):
                counts[sign] = counts[sign] + number(more) if more else counts[sign]
        return Estimate(replace(self.estimated, counts.get), tuple(roles), name)

    def distribution(self, block: NumberBlock, column: str, label: Item) -> tuple[Expression, ...]:
        """Return the mean λt."""
        rate = block.refer("rate", (column,), label)
        return (rate if block.covariate_value == 1 else rate * number(block.covariate_value),)

    def count_probability(self, first: int, last: int, *parameters: Expression) -> Expression:
        """Return exp(−λt) times the sum of (λt)ˣ/x!."""
        (mean,) = parameters
        counts = range(first, last + 1)
        terms = (power(mean, x) / factorial(x) if x > 1 else power(mean, x) for x in counts)
        return exp(-mean) * Sum.of(terms) if counts else Integer(0)

    def log_ratio(self, block: NumberBlock, columns: Columns, pair: Pair) -> Polynomial:
        """Return log(λ₁/λ₂)·x + t·(λ₂ − λ₁)."""
        ratio = super().log_ratio(block, columns, pair)
        if block.covariate_value == 1:
            return ratio
        return {**ratio, CONSTANT: number(block.covariate_value) * ratio[CONSTANT]}


FAMILY = Poisson()
