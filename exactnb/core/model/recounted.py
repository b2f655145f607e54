"""The formulas of a graph that change with the rows, or with another convention, query or column."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from exactnb.core.conventions.rules import depends_on_observed_values
from exactnb.core.data.schema import Case
from exactnb.core.expression.nodes import Expression, references
from exactnb.core.expression.reasons import Rule
from exactnb.core.model.data_quantities import DataQuantities
from exactnb.core.model.model import Model
from exactnb.core.model.numbers import PARAMETERS, define_parameter
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Define, InlineForm, Quantity, extend_charged
from exactnb.core.naming.names import QuantityName, Role
from exactnb.errors import ExactnbError


def recounted(
    graph: Quantities, data: DataQuantities, models: Mapping[str, Model], changed: Collection[Case]
) -> Iterator[tuple[QuantityName, Expression]]:
    """Yield the counts, sums and estimates from numbers that differ from those of `graph`.

    `data` defines the other counts; `models` are estimated from them, by their names in quantities.
    `changed` are the rows that are there no longer, or only now: what counts none of them stays.
    """
    observing = {name for name, model in models.items() if observes_values(model)}
    for name, quantity in graph.items():
        if name.wrappers:
            continue
        # Edits are tried by the hundred, and each leaves most counts and estimates as they were.
        label = name.label
        of_class = [case for case in changed if label is None or case.label == label.value]
        if quantity.reason.rule is Rule.COUNT:
            named = {
                c: v for c, v in name.cells.items() if c not in data.measured
            }  # numbers have spellings
            if not any(all(case.cells.get(c, v) == v for c, v in named.items()) for case in of_class):
                continue
            formula = data.define(name, graph.effort()).formula
        elif name.head in PARAMETERS:
            if not of_class and not models[name.model].conventions.epsilon.relative:
                continue  # else a part of the largest variance of all rows is added to each
            formula = define_parameter(models[name.model], name).formula
        elif name.model in observing:
            formula = _share_by_observed_values(quantity, models[name.model]) or quantity.formula
        else:
            continue
        if formula == quantity.formula:
            continue
        yield name, formula
        # A class without rows had no sums in the graph; once it has a row, its estimates need them.
        for used in references(formula):
            if used not in graph:
                yield used, data.define(used, graph.effort()).formula


def observes_values(model: Model) -> bool:
    """Say whether a rule of the model depends on which values a class shows."""
    chosen = model.conventions
    rules = (chosen.rule_of_prior(), chosen.smoothing, *dict(chosen.smoothings).values())
    return any(map(depends_on_observed_values, rules))


def _share_by_observed_values(quantity: Quantity, model: Model) -> Expression | None:
    """Return an estimate that depends on the number of observed values; None for any other."""
    name = quantity.name
    if name.head != "P" or quantity.inline is not InlineForm.COUNTED:
        return None
    if name.role not in (Role.PRIOR, Role.WITHIN):
        return None
    is_such = depends_on_observed_values(model.rule_of(name.subjects[0]))
    return model.estimated(name).formula if is_such else None


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
