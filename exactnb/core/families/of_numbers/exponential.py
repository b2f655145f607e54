"""Exponential: a column of waiting times or lengths, none negative, with a rate in each class.

Source: C. Bishop, Pattern Recognition and Machine Learning (2006), exercise 1.14 ff.; the estimate is
one over the mean.
"""

from __future__ import annotations

from exactnb.core.expression.nodes import Integer, Product, Symbol, exp
from exactnb.core.families.declared.specification import Interval, Specification
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.families.protocol import Misconception
from exactnb.core.naming.kinds import RATE

_X, _RATE, _ZERO = Symbol("x"), Symbol("λ"), Integer(0)


class Exponential(OneParameter):
    """A column of numbers x ≥ 0, with density λ·exp(−λx), and 0 below."""

    name = "exponential"
    title = "Exponential"
    formula = "λ·exp(−λx)"
    stated = Specification(
        name, _RATE * exp(-(_RATE * _X)), True, Interval(_ZERO, low_closed=True), {"λ": Interval(_ZERO)}
    )
    estimated = ROWS / TOTAL
    tail = exp(-(_RATE * _X))
    heads = (RATE,)
    misconceptions = (
        Misconception("mean-for-rate", "the mean taken for the rate",
            "Is a large rate one of long times, or of short ones?",
            {"estimate": lambda of: of.right.denominator / of.right.numerator}),
        Misconception("rate-before-exponential-forgotten", "the factor λ before exp(−λx) left out",
            "What makes the area under the density 1?",
            {"numbers": lambda of: isinstance(of.right, Product) and of.right.factors[1]}),
        Misconception("probability-of-less",
            "1 − exp(−λx), the probability of less than x, for the density",
            "Is this the probability of all that is less than x, or the density at x?",
            {"numbers": lambda of: isinstance(of.right, Product) and 1 - of.right.factors[1]},
            is_rare=True),
    )  # fmt: skip


FAMILY = Exponential()
