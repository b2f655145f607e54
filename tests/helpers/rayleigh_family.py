"""Rayleigh: a column of distances x > 0, with the parameter s² of each class as its variance.

Source: N. Johnson, S. Kotz and N. Balakrishnan, Continuous Univariate Distributions 1, chapter 18.
"""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.expression.nodes import Expression, Reference, exp, log
from exactnb.core.expression.written import number
from exactnb.core.families.estimates import Estimate, phrase
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.polynomials import CONSTANT, Polynomial
from exactnb.core.families.sample import Sample
from exactnb.core.naming.kinds import VARIANCE
from exactnb.core.naming.names import Item


class Rayleigh(OneParameter):
    """A column of numbers x > 0, with density x/s²·exp(−x²/2s²)."""

    name = "rayleigh"
    title = "Rayleigh"
    formula = "x/s²·exp(−x²/2s²)"
    is_density = True
    heads = (VARIANCE,)
    lower = 0
    powers = (2,)

    def problem(self, value: Fraction) -> str:
        """Refuse what is not positive among the data."""
        return "" if value > 0 else "rayleigh needs positive numbers"

    def out_of_range(self, value: Fraction) -> str:
        """Refuse an s² that is not positive."""
        return "" if value > 0 else "s² is positive"

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return Σx²/2n."""
        squares = phrase("squares", "sum of squares in class k")
        rows = phrase("rows", sample.rows_text(column))
        roles = (("squares", sample.total(column, label, 2)), ("rows", sample.rows(column, label)))
        return Estimate(squares / (2 * rows), roles)

    def density(self, x: Fraction, s2: Expression) -> Expression:
        """Return x/s²·exp(−x²/2s²)."""
        return number(x) / s2 * exp(-(number(x) ** 2 / (2 * s2)))

    def beyond(self, x: Expression, s2: Expression) -> Expression:
        """Return exp(−x²/2s²)."""
        return exp(-(x**2 / (2 * s2)))

    def linear(self, block: NumberBlock, column: str, one: Reference, other: Reference) -> Polynomial:
        """Return (1/2s₂² − 1/2s₁²)·x² + log(s₂²/s₁²)."""
        return {(column, column): 1 / (2 * other) - 1 / (2 * one), CONSTANT: log(other / one)}


FAMILY = Rayleigh()
