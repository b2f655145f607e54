"""Negative binomial: how many failures before the r-th success, with r known.

Source: G. Casella and R. Berger, Statistical Inference (2nd ed.), section 3.2.
"""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.expression.nodes import Expression, Integer, Product, Symbol, factorial
from exactnb.core.families.base import binomial, power
from exactnb.core.families.declared.specification import Specification, Whole
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.observed import ObservedNumbers
from exactnb.core.families.of_numbers.geometric import PROBABILITIES
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.protocol import Hyper, Misconception, read_positive_integer
from exactnb.core.naming.kinds import SUCCESS
from exactnb.core.record import frozen

_X, _SUCCESS, _R = Symbol("x"), Symbol("θ"), Symbol("r")
_ORDERS = factorial(_X + _R - 1) / (factorial(_X) * factorial(_R - 1))


def _with_free_trials(observed: ObservedNumbers, more: int) -> Expression | None:
    """Return the probability if failures stand anywhere among themselves and some `more` trials."""
    family, failures = observed.block.family, int(observed.x)
    assert isinstance(family, NegativeBinomial)
    (success,) = observed.parameters
    return family.mass_of_arrangements(success, failures, failures + more) if failures else None


@frozen
class NegativeBinomial(OneParameter):
    """A column of whole numbers x ≥ 0, with P(x) = C(x + r − 1, x)·pʳ·(1 − p)ˣ."""

    r: int = 0

    name = "negative-binomial"
    title = "Negative binomial"
    formula = "C(x + r − 1, x)·pʳ·(1 − p)ˣ"
    stated = Specification(
        name,
        _ORDERS * _SUCCESS**_R * (1 - _SUCCESS) ** _X,
        False,
        Whole(Integer(0)),
        {"θ": PROBABILITIES},
        {"r": Whole(Integer(1))},
    )
    estimated = _R * ROWS / (_R * ROWS + TOTAL)
    heads = (SUCCESS,)
    single = Fraction(1)
    hyper = (Hyper("r", "successes that are waited for", read_positive_integer, ("3", "1", "2")),)
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
            {"numbers": lambda of: of.block.family.r != 1 and _with_free_trials(of, 0)}),
        Misconception(
            "last-success-arranged-too", "the last success put among those that can stand anywhere",
            "What is always the last of all trials?",
            {"numbers": lambda of: _with_free_trials(of, of.block.family.r)}),
    )  # fmt: skip

    def density(self, x: Fraction, success: Expression) -> Expression:
        return self.mass_of_arrangements(success, int(x), int(x) + self.r - 1)

    def mass_of_arrangements(self, success: Expression, failures: int, free: int) -> Expression:
        """Return C(n, x)·pʳ·(1 − p)ˣ, with `failures` x that stand anywhere among n `free` trials."""
        failed = [power(1 - success, failures)] if failures else []
        return Product.of([*binomial(free, failures), power(success, self.r), *failed])


FAMILY = NegativeBinomial()
