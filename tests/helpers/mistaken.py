"""The wrong formulas that misconceptions put in the place of the right one of a quantity."""

from __future__ import annotations

from exactnb import Problem
from exactnb.core.expression.nodes import Expression
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import QuantityName
from exactnb.teach.misconceptions.trying import wrong_formulas

__all__ = ["mistaken"]


def mistaken(problem: Problem, asked: str | QuantityName) -> list[tuple[str, Expression]]:
    """Return the ids of the misconceptions about a quantity itself, each with its formula."""
    name = problem.scope.resolve(asked) if isinstance(asked, str) else asked
    graph = Quantities([name], problem.define, Effort())
    return [(made.id, of) for made, _, where, of in wrong_formulas(problem, graph) if where == name]
