"""What is otherwise in a graph that rests on other definitions: another convention, query or column."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Define, Quantity, extend_charged
from exactnb.core.naming.names import QuantityName
from exactnb.errors import ExactnbError


def redefined_formulas(graph: Quantities, define: Define) -> dict[QuantityName, Expression]:
    """Return the formulas by which the quantities that were asked for differ, if others define them.

    What they rest on is among them where the graph does not have it. A quantity that the others cannot
    define stays as it is.
    """
    quantities: dict[QuantityName, Quantity] = {}
    for name in graph.targets:
        try:
            extend_charged(quantities, name, define, graph.effort())
        except ExactnbError:
            continue
    return {
        name: quantity.formula
        for name, quantity in quantities.items()
        if name not in graph or graph[name].formula != quantity.formula
    }
