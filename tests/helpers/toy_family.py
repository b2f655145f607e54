"""A family that the package has never heard of: failures before the second success, in one file."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.expression.nodes import Expression, Integer, Product, Reference, log
from exactnb.core.families.estimates import Estimate, phrase
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.polynomials import CONSTANT, Polynomial
from exactnb.core.families.sample import Sample
from exactnb.core.naming.kinds import SUCCESS
from exactnb.core.naming.names import Item


class TwoSuccesses(OneParameter):
    """A column of whole numbers x ≥ 0, with P(x) = (x + 1)·p²·(1 − p)ˣ."""

    name = "two-successes"
    title = "Two successes"
    formula = "(x + 1)·p²·(1 − p)ˣ"
    is_density = False
    heads = (SUCCESS,)
    lower = 0
    misconceptions = (
        Misconception(
            "one-order-only",
            "one order of failures and successes, not all x + 1",
            "In how many places can the first success stand?",
            {"numbers": lambda of: isinstance(of.right, Product) and Product(of.right.factors[1:])},
        ),
    )

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return the successes, two in each row, over all trials."""
        rows, total = phrase("rows", sample.rows_text(column)), phrase("total", "sum in class k")
        roles = (("rows", sample.rows(column, label)), ("total", sample.total(column, label)))
        return Estimate(2 * rows / (2 * rows + total), roles)

    def density(self, x: Fraction, success: Expression) -> Expression:
        """Return (x + 1)·p²·(1 − p)ˣ."""
        return Integer(int(x) + 1) * success**2 * (1 - success) ** int(x)

    def linear(
        self, block: NumberBlock, column: str, first: Reference, second: Reference
    ) -> Polynomial:
        """Return log((1 − p₁)/(1 − p₂))·x + 2·log(p₁/p₂)."""
        return {
            (column,): log((1 - first) / (1 - second)),
            CONSTANT: 2 * log(first / second),
        }


FAMILY = TwoSuccesses()
"""What the registry finds in a family's file."""
