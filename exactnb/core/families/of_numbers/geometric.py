"""Geometric: how many trials until the first success, with the chance of one in each class.

Source: G. Casella and R. Berger, Statistical Inference (2nd ed.), section 3.2.
"""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.expression.nodes import Expression, Integer, Reference, log
from exactnb.core.families.coefficients import power
from exactnb.core.families.estimates import Estimate, phrase
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.families.numbers import NumberBlock
from exactnb.core.families.observed import ObservedNumbers
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.polynomials import CONSTANT, Polynomial
from exactnb.core.families.sample import Sample
from exactnb.core.naming.kinds import SUCCESS
from exactnb.core.naming.names import Item


def _from_other_start(observed: ObservedNumbers) -> Expression | None:
    """Return the probability with a count that begins at the other of 0 and 1."""
    failures = int(observed.x) - (1 - (observed.block.family.lower or 0))
    (success,) = observed.parameters
    return (1 - success) ** failures * success if failures >= 0 else None


class Geometric(OneParameter):
    """A column of whole numbers x ≥ 1, with P(x) = (1 − p)ˣ⁻¹·p."""

    name = "geometric"
    title = "Geometric"
    formula = "(1 − p)ˣ⁻¹·p from 1"
    is_density = False
    heads = (SUCCESS,)
    parameter_row = "success"
    single = Fraction(1)
    lower: int = 1
    misconceptions = (
        Misconception(
            "one-failure-more-or-less", "trials counted where failures are meant, or the reverse",
            "Some count the trials, some the failures before the success. Which is x here?",
            {"numbers": _from_other_start}, is_convention=True),
    )  # fmt: skip

    def out_of_range(self, value: Fraction) -> str:
        """Refuse what is no probability of a success."""
        return "" if 0 < value <= 1 else "the probability of a success lies above 0, and not above 1"

    def rule(self, block: NumberBlock, sample: Sample, column: str, label: Item) -> Estimate:
        """Return the number of rows, which is that of successes, over the number of trials."""
        rows, total = phrase("rows", sample.rows_text(column)), phrase("total", "sum in class k")
        trials = total if self.lower else rows + total
        roles = (("rows", sample.rows(column, label)), ("total", sample.total(column, label)))
        return Estimate(rows / trials, roles)

    def density(self, x: Fraction, success: Expression) -> Expression:
        """Return (1 − p) to the number of failures, times p."""
        failures = int(x) - self.lower
        return power(1 - success, failures) * success if failures else success

    def counted(self, first: int, last: int | None, *parameters: Expression) -> tuple[Expression, ...]:
        """Return (1 − p) to the failures before the first, less that to those after the last."""
        (success,) = parameters
        failed = 1 - success
        begins = failed ** (first - self.lower) if first > self.lower else Integer(1)
        return (begins,) if last is None else (begins, -(failed ** (last - self.lower + 1)))

    def linear(
        self, block: NumberBlock, column: str, first: Reference, second: Reference
    ) -> Polynomial:
        """Return log((1 − p₁)/(1 − p₂))·x + log(p₁/p₂), less the slope where x begins at 1."""
        slope = log((1 - first) / (1 - second))
        ratio = log(first / second)
        return {(column,): slope, CONSTANT: ratio - slope if self.lower else ratio}


FAMILY = Geometric()
