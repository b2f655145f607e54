"""A family that the package has never heard of: failures before the second success, in one file."""

from __future__ import annotations

from exactnb.core.expression.nodes import Integer, Product, Symbol
from exactnb.core.families.declared.specification import Interval, Specification, Whole
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.protocol import Misconception
from exactnb.core.naming.kinds import SUCCESS

_X, _P = Symbol("x"), Symbol("θ")


class TwoSuccesses(OneParameter):
    """A column of whole numbers x ≥ 0, with P(x) = (x + 1)·p²·(1 − p)ˣ."""

    name = "two-successes"
    title = "Two successes"
    formula = "(x + 1)·p²·(1 − p)ˣ"
    stated = Specification(
        name,
        (_X + 1) * _P**2 * (1 - _P) ** _X,
        False,
        Whole(Integer(0)),
        {"θ": Interval(Integer(0), Integer(1), high_closed=True)},
    )
    estimated = 2 * ROWS / (2 * ROWS + TOTAL)
    heads = (SUCCESS,)
    misconceptions = (
        Misconception(
            "one-order-only",
            "one order of failures and successes, not all x + 1",
            "In how many places can the first success stand?",
            {"numbers": lambda of: isinstance(of.right, Product) and Product(of.right.factors[1:])},
        ),
    )


FAMILY = TwoSuccesses()
"""What the registry finds in a family's file."""
