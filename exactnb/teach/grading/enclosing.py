"""The value of a mistake that has no exact form, such as e to an irrational power: by enclosures."""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.core.expression.enclosed_values import ENCLOSED
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.results import Value, settled
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.errors import Unsupported
from exactnb.teach.grading.targets import Target


def enclosed(
    graph: Quantities, formulas: Mapping[QuantityName, Expression], name: QuantityName
) -> Target:
    """Return the value of `name` in a `graph` where `formulas` replace some of its own.

    Every step of all formulas is exact where that goes, and else known by its enclosures. Raises
    Unsupported for a formula that rests on itself, and where nothing is known of a step.
    """
    values: dict[QuantityName, Value | None] = {}

    def value(quantity: QuantityName) -> Value:
        if quantity not in values:
            values[quantity] = None  # while it is worked out
            formula = formulas[quantity] if quantity in formulas else graph.quantity(quantity).formula
            values[quantity] = evaluate(formula, value, ENCLOSED)
        known = values[quantity]
        if known is None:
            raise Unsupported(f"{quantity} rests on itself")
        return known

    return Target(settled(value(name)))
