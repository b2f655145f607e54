"""The length of a bar that represents a probability."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import Infinite, Undefined, limit
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.results import NoNumber
from exactnb.core.model.quantities import Quantities

_PLACES = 9  # decimals of an irrational share, finer than any unit


def bar_length(quantity: Expression, full: int, quantities: Quantities) -> int | None:
    """Return how many of `full` units a probability fills, rounded down; no float is involved.

    `quantity` names it, `quantities` is the graph with its value. None if it has no value between 0
    and 1.
    """
    value = evaluate(quantity, quantities.value)
    share = None if isinstance(value, NoNumber) else limit(value)
    if share is None or isinstance(share, Undefined | Infinite):
        return None
    if not isinstance(share, Fraction):
        share = rounded(share, Rounding(places=_PLACES, rule="down")).value
    return int(share * full) if 0 <= share <= 1 else None
