"""Other conventions: each choice of a model as another textbook or tool makes it.

None of them is wrong; they lead to other numbers. How to read: `convention_alternatives` goes through
the models, `_neighbours` lists the other choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.conventions import Conventions
from exactnb.core.conventions.reading import COVARIANCES, DIVISORS, PRESETS, SHARES
from exactnb.core.conventions.rules import pseudocount_of
from exactnb.core.expression.nodes import Expression, Function, Reference
from exactnb.core.model.data_quantities import redefined_formulas
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.misconceptions.misreadings import CONVENTIONS

_PSEUDOCOUNTS: tuple[Any, ...] = (0, 1, "1/2", 2, "perks")
_BASES = {"log": "e", "log2": "2", "log10": "10"}


def convention_alternatives(problem: Problem, graph: Quantities) -> Iterator[Alternative]:
    """Yield other conventions of a `problem` that change a number of its `graph`, in one model."""
    for name, choice in problem.models.items():
        several = f"model {name}" if len(problem.models) > 1 else ""
        for key, setting, conventions in _neighbours(problem, choice):
            detail = ", ".join(filter(None, (setting, several)))
            try:
                models = {**problem.models, name: replace(choice, conventions=conventions())}
                changed_problem = replace(problem, models=models)
                formulas = redefined_formulas(graph, changed_problem.define)
            except ExactnbError:  # the conventions do not suit these columns
                continue
            if formulas:
                yield Alternative((CONVENTIONS[key],), formulas, detail, problem=changed_problem)
    yield from _base_alternatives(graph)


_Neighbour = tuple[str, str, Any]


def _neighbours(problem: Problem, choice: ModelChoice) -> Iterator[_Neighbour]:
    """Yield other choices: the key of each, its setting in words, a function that makes conventions."""
    current = choice.conventions

    def changed(**chosen: Any) -> Any:
        return lambda: current.varied(**chosen)

    for divisor in DIVISORS:
        yield "divisor", divisor, changed(divisor=divisor)
    for added in _PSEUDOCOUNTS:
        yield "smoothing", _pseudocount_text(added), changed(smoothing=added)
    for cells in ("slot", "class"):  # refused without a single λ, and nothing new without smoothing
        rule = {"add": pseudocount_of(current.smoothing), "cells": cells}
        yield "cells", cells, changed(smoothing=rule)
    for column in problem.schema.columns if len(problem.schema.columns) > 1 else ():
        for added in (0, 1):
            setting, rules = f"{column}, {_pseudocount_text(added)}", dict(current.smoothings)
            yield "smoothing-of-column", setting, changed(smoothings={**rules, column: added})
    for prior in ("mle", "uniform", "smoothed"):
        yield "prior", prior, changed(prior=prior)
    for added in (1, "1/2"):
        smoothed = changed(prior="smoothed", prior_smoothing=added)
        yield "prior", f"smoothed, {_pseudocount_text(added)}", smoothed
    yield "coefficient", "", changed(coefficient=not current.coefficient)
    yield "absent-words", "", changed(absent="ignore" if current.absent == "count" else "count")
    for share in SHARES:
        yield "sharing", share, changed(share=share)
    for covariance in COVARIANCES:
        yield "covariance", covariance, changed(covariance=covariance)
    if current.epsilon.amount:
        yield "epsilon", "", changed(epsilon=0)
    yield "tie", "", changed(tie="report" if current.tie == "first" else "first")
    for unseen in ("drop", "zero"):
        yield "unseen", unseen, changed(unseen=unseen)
    for name in PRESETS:
        yield "preset", name, lambda name=name: Conventions(preset=name)


def _pseudocount_text(added: Any) -> str:
    if added == 0:
        return "not smoothed"
    return "λ = 1/m" if added == "perks" else f"λ = {exact_text(Fraction(added))}"


def _base_alternatives(graph: Quantities) -> Iterator[Alternative]:
    """Yield logarithms to another base, in all quantities at once."""
    for function, base in _BASES.items():
        formulas: dict[QuantityName, Expression] = {}
        for name in graph:
            current = name.wrappers[0] if name.wrappers else "log" if name.head == "log_odds" else ""
            if current in _BASES and current != function:
                inner = name.unwrapped() if name.wrappers else name.with_head("odds")
                formulas[name] = Function(function, Reference(inner))
        if formulas:
            yield Alternative((CONVENTIONS["logarithm"],), formulas, f"base {base}")
