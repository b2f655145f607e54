"""Geometric from 0: how many failures before the first success."""

from __future__ import annotations

from exactnb.core.expression.nodes import Integer, Symbol
from exactnb.core.families.declared.specification import Specification, Whole
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.of_numbers.geometric import PROBABILITIES, Geometric

_X, _SUCCESS = Symbol("x"), Symbol("θ")


class Geometric0(Geometric):
    """A column of whole numbers x ≥ 0, with P(x) = (1 − p)ˣ·p."""

    name = "geometric0"
    title = "Geometric (from 0)"
    formula = "(1 − p)ˣ·p from 0"
    stated = Specification(
        name, (1 - _SUCCESS) ** _X * _SUCCESS, False, Whole(Integer(0)), {"θ": PROBABILITIES}
    )
    estimated = ROWS / (ROWS + TOTAL)
    parameter_row = ""


FAMILY = Geometric0()
