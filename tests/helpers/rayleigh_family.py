"""Rayleigh: a column of distances x > 0, with the parameter s² of each class as its variance.

Source: N. Johnson, S. Kotz and N. Balakrishnan, Continuous Univariate Distributions 1, chapter 18.
"""

from __future__ import annotations

from exactnb.core.expression.nodes import Integer, Symbol, exp
from exactnb.core.families.declared.specification import Interval, Specification
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.one_parameter import OneParameter
from exactnb.core.naming.kinds import VARIANCE

_X, _V, _POSITIVE = Symbol("x"), Symbol("v"), Interval(Integer(0))


class Rayleigh(OneParameter):
    """A column of numbers x > 0, with density x/s²·exp(−x²/2s²)."""

    name = "rayleigh"
    title = "Rayleigh"
    formula = "x/s²·exp(−x²/2s²)"
    stated = Specification(name, _X / _V * exp(-(_X**2 / (2 * _V))), True, _POSITIVE, {"v": _POSITIVE})
    estimated = TOTAL / (2 * ROWS)
    tail = exp(-(_X**2 / (2 * _V)))
    heads = (VARIANCE,)
    summed_powers = (2,)


FAMILY = Rayleigh()
