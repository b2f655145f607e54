"""Geometric: how many trials until the first success, with the chance of one in each class.

Source: G. Casella and R. Berger, Statistical Inference (2nd ed.), section 3.2.
"""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.expression.nodes import Expression, Integer, Symbol
from exactnb.core.families.declared.specification import Interval, Specification, Whole
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.observed import ObservedNumbers
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.protocol import Misconception
from exactnb.core.naming.kinds import SUCCESS

_X, _SUCCESS = Symbol("x"), Symbol("θ")
PROBABILITIES = Interval(Integer(0), Integer(1), high_closed=True)
"""What the probability of a success may be: above 0, and not above 1."""


def _from_other_start(observed: ObservedNumbers) -> Expression | None:
    """Return the probability with a count that begins at the other of 0 and 1."""
    failures = int(observed.x) - (1 - (observed.block.family.first_integer or 0))
    (success,) = observed.parameters
    return (1 - success) ** failures * success if failures >= 0 else None


class Geometric(OneParameter):
    """A column of whole numbers x ≥ 1, with P(x) = (1 − p)ˣ⁻¹·p."""

    name = "geometric"
    title = "Geometric"
    formula = "(1 − p)ˣ⁻¹·p from 1"
    stated = Specification(
        name,
        (1 - _SUCCESS) ** (_X - 1) * _SUCCESS,
        False,
        Whole(Integer(1)),
        {"θ": PROBABILITIES},
    )
    estimated = ROWS / TOTAL
    heads = (SUCCESS,)
    parameter_row = "success"
    single = Fraction(1)
    misconceptions = (
        Misconception(
            "one-failure-more-or-less", "trials counted where failures are meant, or the reverse",
            "Some count the trials, some the failures before the success. Which is x here?",
            {"numbers": _from_other_start}, is_convention=True),
    )  # fmt: skip

    def terms_of_count_range(
        self, first: int, last: int | None, *parameters: Expression
    ) -> tuple[Expression, ...]:
        """Return (1 − p) to the failures before the first, less that to those after the last."""
        (success,) = parameters
        failed, least = 1 - success, self.first_integer or 0
        begins = failed ** (first - least) if first > least else Integer(1)
        return (begins,) if last is None else (begins, -(failed ** (last - least + 1)))


FAMILY = Geometric()
