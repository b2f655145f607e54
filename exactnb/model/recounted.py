"""What changes in a graph if other rows are counted: counts, sums, and estimates from numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from exactnb.expression.nodes import Expression, references
from exactnb.expression.reasons import Rule
from exactnb.model.data_quantities import DataQuantities
from exactnb.model.model import Model
from exactnb.model.numbers import PARAMETERS, define_parameter
from exactnb.model.quantities import Quantities
from exactnb.naming.names import QuantityName


def recounted(
    graph: Quantities, data: DataQuantities, models: Mapping[str, Model]
) -> Iterator[tuple[QuantityName, Expression]]:
    """Yield the counts, sums and estimates from numbers that are others than in a graph.

    `data` are the other counts, `models` those that rest on them, by the name used in quantities.
    """
    for name, quantity in graph.items():
        if name.wrappers:
            continue
        if quantity.reason.rule is Rule.COUNT:
            formula = data.define(name, graph.effort()).formula
        elif name.head in PARAMETERS:
            formula = define_parameter(models[name.model], name).formula
        else:
            continue
        if formula == quantity.formula:
            continue
        yield name, formula
        for used in references(formula):  # of a class without rows, sums that the graph did not need
            if used not in graph:
                yield used, data.define(used, graph.effort()).formula
