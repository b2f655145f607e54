"""How long a bar is that stands for a probability: a share of the whole, with no float in it."""

from __future__ import annotations

from fractions import Fraction

from exactnb.arithmetic.rounding import Rounding, rounded
from exactnb.arithmetic.values import Infinite, Undefined, limit
from exactnb.expression.evaluate import evaluate
from exactnb.expression.nodes import Expression
from exactnb.expression.results import NoNumber
from exactnb.model.quantities import Quantities

_PLACES = 9  # decimals of a share that is drawn: more than can be seen


def parts_of(left: Expression, quantities: Quantities, whole: int) -> int | None:
    """Return how many of the parts of a whole a probability fills, cut down; None if it has no value.

    What is more than the whole fills it.
    """
    value = evaluate(left, quantities.value)
    share = None if isinstance(value, NoNumber) else limit(value)
    if share is None or isinstance(share, Undefined | Infinite):
        return None
    if not isinstance(share, Fraction):
        share = rounded(share, Rounding(places=_PLACES, rule="down")).value
    return max(0, min(int(share * whole), whole))
