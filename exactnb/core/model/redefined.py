"""The formulas of a graph that another definition changes: another convention, query or column."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Define, Quantity, extend_charged
from exactnb.core.naming.names import QuantityName
from exactnb.errors import ExactnbError


def redefined_formulas(graph: Quantities, define: Define) -> dict[QuantityName, Expression]:
    """Return the formulas that differ from those of `graph` if `define` gives its targets.

    Quantities that the new formulas depend on and the graph lacks are included. A target that `define`
    refuses is left out, so it keeps its formula.
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
