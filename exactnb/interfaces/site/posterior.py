"""The posterior of a problem's first query, as cards and the page that computes show it."""

from __future__ import annotations

from typing import Any

from exactnb.core.data.rows import name_of
from exactnb.core.expression.results import Decision, settled
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import EFFORT, Effort
from exactnb.core.naming.names import Item
from exactnb.core.problem.problem import Problem
from exactnb.explain.rendering.formulas.values import value_entry


def first_posterior(problem: Problem) -> dict[str, Any]:
    """Return the exact posterior of each class for the first query of `problem`, and the decision.

    >>> from exactnb import Table
    >>> table = Table.from_rows([("1", "+"), ("1", "+"), ("1", "-")], ["a", "class"])
    >>> answer = first_posterior(Problem(table, query={"x": {"a": "1"}}))
    >>> answer["decided"], [posterior["exact"] for posterior in answer["classes"]]
    (['+'], ['2/3', '1/3'])
    """
    model = problem.model_named(None)
    identity = next(map(name_of, problem.query), None)
    if identity is None:
        return {"query": "", "classes": [], "decided": []}
    case = (Item("query", "", identity),)
    names = {item.value: model.names.posterior(item, case) for item in model.class_items()}
    decision = model.names.decision(case)
    graph = Quantities([*names.values(), decision], problem.define, Effort(EFFORT))
    best = graph.value(decision)
    return {
        "query": identity,
        "classes": [
            {"label": label, "name": str(name), **value_entry(settled(graph.value(name)))}
            for label, name in names.items()
        ],
        "decided": list(best.labels) if isinstance(best, Decision) else [],
    }
