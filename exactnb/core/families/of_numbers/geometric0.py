"""Geometric from 0: how many failures before the first success."""

from __future__ import annotations

from exactnb.core.families.of_numbers.geometric import Geometric


class Geometric0(Geometric):
    """A column of whole numbers x ≥ 0, with P(x) = (1 − p)ˣ·p."""

    name = "geometric0"
    title = "Geometric (from 0)"
    formula = "(1 − p)ˣ·p from 0"
    lower = 0
    parameter_row = ""


FAMILY = Geometric0()
