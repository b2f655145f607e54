"""Exact values of names and formulas, without the solution that `solve` writes and verifies."""

from __future__ import annotations

from typing import Any

from exactnb import Problem
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Expression
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort

__all__ = ["plain_value", "value", "values"]


def values(problem: Problem, *names: str) -> list[Any]:
    """Return the values of the quantities `names`."""
    asked = [problem.scope.resolve(name) for name in names]
    graph = Quantities(asked, problem.define, Effort())
    return [graph.value(name) for name in asked]


def value(problem: Problem, name: str) -> Any:
    """Return the value of the quantity `name`."""
    return values(problem, name)[0]


def plain_value(expression: Expression) -> Any:
    """Return the value of an expression that names no quantity."""
    return evaluate(expression, {}.__getitem__)
