"""Negative binomial: how many failures before the r-th success, with r known.

Source: G. Casella and R. Berger, Statistical Inference (2nd ed.), section 3.2.
"""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.expression.nodes import Expression, Product, Reference, log
from exactnb.core.families.coefficients import binomial, power
from exactnb.core.families.estimates import Estimate, phrase
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.observed import ObservedNumbers
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.polynomials import CONSTANT, Polynomial
from exactnb.core.families.protocol import Hyper, integer_from
from exactnb.core.families.sample import Sample
from exactnb.core.naming.kinds import SUCCESS
from exactnb.core.naming.names import Item
from exactnb.core.record import frozen


def _arranged(observed: ObservedNumbers, more: int) -> Expression | None:
    """Return the probability if failures stand anywhere among themselves and some `more` trials."""
    family, failures = observed.block.family, int(observed.x)
    assert isinstance(family, NegativeBinomial)
    (success,) = observed.parameters
    return family._probability(success, failures, failures + more) if failures > 0 else None


@frozen
class NegativeBinomial(OneParameter):
    """A column of whole numbers x ≥ 0, with P(x) = C(x + r − 1, x)·pʳ·(1 − p)ˣ."""

    r: int = 0

    name = "negative-binomial"
    title = "Negative binomial"
    formula = "C(x + r − 1, x)·pʳ·(1 − p)ˣ"
    is_density = False
    heads = (SUCCESS,)
    lower = 0
    single = Fraction(1)
    hyper = (Hyper("r", "successes that are waited for", integer_from(1), ("3", "1", "2")),)
    misconceptions = (
        Misconception("successes-counted-as-one", "one success for each row, not r",
            "How many successes does each row hold?",
            {
                "estimate": lambda of: of.block.family.r != 1
                and of.roles["rows"] / (of.roles["rows"] + of.roles["total"])
            }),
        Misconception("failures-for-trials", "divided by the failures, not by all trials",
            "Out of what is this a share: of the failures, or of all trials?",
            {"estimate": lambda of: of.right.numerator / of.roles["total"]}),
        Misconception(
            "arrangements-forgotten", "the number of orders of failures and successes left out",
            "In how many orders can the failures come before the last success?",
            {"numbers": lambda of: of.block.family.r != 1 and _arranged(of, 0)}),
        Misconception(
            "last-success-arranged-too", "the last success put among those that can stand anywhere",
            "What is always the last of all trials?",
            {"numbers": lambda of: _arranged(of, of.block.family.r)}),
    )  # fmt: skip

    def out_of_range(self, value: Fraction) -> str:
        """Refuse what is no probability of a success."""
        return "" if 0 < value <= 1 else "the probability of a success lies above 0, and not above 1"

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return the number of successes, r in each row, over the number of trials."""
        rows, total = phrase("rows", sample.rows_text(column)), phrase("total", "sum in class k")
        successes = self._times(rows)
        roles = (("rows", sample.rows(column, label)), ("total", sample.total(column, label)))
        return Estimate(successes / (successes + total), roles)

    def density(self, x: Fraction, success: Expression) -> Expression:
        """Return C(x + r − 1, x)·pʳ·(1 − p)ˣ."""
        return self._probability(success, int(x), int(x) + self.r - 1)

    def _probability(self, success: Expression, failures: int, free: int) -> Expression:
        """Return the probability of some failures, which stand anywhere among the `free` trials."""
        arranged = binomial(free, failures) if failures else ()
        failed = [power(1 - success, failures)] if failures else []
        return Product.of([*arranged, power(success, self.r), *failed])

    def _times(self, rows: Expression) -> Expression:
        """Return r times the rows."""
        return rows if self.r == 1 else self.r * rows

    def linear(
        self, block: NumberBlock, column: str, first: Reference, second: Reference
    ) -> Polynomial:
        """Return log((1 − p₁)/(1 − p₂))·x + r·log(p₁/p₂)."""
        constant = self._times(log(first / second))
        return {(column,): log((1 - first) / (1 - second)), CONSTANT: constant}


FAMILY = NegativeBinomial()
