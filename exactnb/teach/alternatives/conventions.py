"""Other conventions: each choice of a model made as another textbook makes it, or another tool.

Nothing is wrong with any of them; they lead to other numbers. How to read: `other_conventions` goes
through the models, `_neighbours` lists what may be chosen instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.conventions import Conventions
from exactnb.core.conventions.presets import PRESETS
from exactnb.core.conventions.reading import COVARIANCES, DIVISORS, SHARES
from exactnb.core.conventions.rules import pseudocount_of
from exactnb.core.expression.nodes import Expression, Function, Reference
from exactnb.core.families.misconceptions import Misconception
from exactnb.core.model.others import other_formulas
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.problem import Problem
from exactnb.errors import ExactnbError
from exactnb.teach.alternatives.alternative import Alternative

_PSEUDOCOUNTS: tuple[Any, ...] = (0, 1, "1/2", 2, "perks")
_BASES = {"log": "e", "log2": "2", "log10": "10"}


def _convention(key: str, words: str) -> Misconception:
    hint = f"Look once more at what the problem says about this: {words}."
    return Misconception(f"other-{key}", words, hint, is_convention=True)


DIVISOR = _convention("divisor", "another divisor of the variances")
SMOOTHING = _convention("smoothing", "another smoothing of the features")
CELLS = _convention("cells", "other cells counted where λ is added")
OF_COLUMN = _convention("smoothing-of-column", "another smoothing of one column")
PRIOR = _convention("prior", "another prior")
COEFFICIENT = _convention("coefficient", "the multinomial coefficient in or left out")
ABSENT = _convention("absent-words", "what is absent counted or ignored")
SHARE = _convention("sharing", "other classes or columns with one variance")
COVARIANCE = _convention("covariance", "another covariance matrix for all classes")
EPSILON = _convention("epsilon", "nothing added to the variances")
TIE = _convention("tie", "another rule for ties")
UNSEEN = _convention("unseen", "another rule for unknown words and values")
BASE = _convention("logarithm", "logarithms to another base")
PRESET = _convention("preset", "the conventions of another tool")


def other_conventions(problem: Problem, graph: Quantities) -> Iterator[Alternative]:
    """Yield the other conventions that change a number, in one model each."""
    for name, choice in problem.models.items():
        several = f"model {name}" if len(problem.models) > 1 else ""
        for convention, said, conventions in _neighbours(problem, choice):
            detail = ", ".join(filter(None, (said, several)))
            try:
                models = {**problem.models, name: replace(choice, conventions=conventions())}
                other = replace(problem, models=models)
                formulas = other_formulas(graph, other.define)
            except ExactnbError:  # it does not suit these columns
                continue
            if formulas:
                yield Alternative((convention,), formulas, detail, problem=other)
    yield from _other_bases(graph)


_Neighbour = tuple[Misconception, str, Any]


def _neighbours(problem: Problem, choice: ModelChoice) -> Iterator[_Neighbour]:
    """Yield what may be chosen instead, what is said of it, and what makes the choices then."""
    own = choice.conventions

    def changed(**chosen: Any) -> Any:
        return lambda: own.varied(**chosen)

    for divisor in DIVISORS:
        yield DIVISOR, divisor, changed(divisor=divisor)
    for added in _PSEUDOCOUNTS:
        yield SMOOTHING, _said(added), changed(smoothing=added)
    for cells in ("slot", "class"):  # refused where there is no single λ, and nothing new without any
        yield CELLS, cells, changed(smoothing={"add": pseudocount_of(own.smoothing), "cells": cells})
    for column in problem.schema.columns if len(problem.schema.columns) > 1 else ():
        for added in (0, 1):
            rules = {**dict(own.smoothings), column: added}
            yield OF_COLUMN, f"{column}, {_said(added)}", changed(smoothings=rules)
    for prior in ("mle", "uniform", "smoothed"):
        yield PRIOR, prior, changed(prior=prior)
    for added in (1, "1/2"):
        smoothed = changed(prior="smoothed", prior_smoothing=added)
        yield PRIOR, f"smoothed, {_said(added)}", smoothed
    yield COEFFICIENT, "", changed(coefficient=not own.coefficient)
    yield ABSENT, "", changed(absent="ignore" if own.absent == "count" else "count")
    for share in SHARES:
        yield SHARE, share, changed(share=share)
    for covariance in COVARIANCES:
        yield COVARIANCE, covariance, changed(covariance=covariance)
    if own.epsilon.amount:
        yield EPSILON, "", changed(epsilon=0)
    yield TIE, "", changed(tie="report" if own.tie == "first" else "first")
    for unseen in ("drop", "zero"):
        yield UNSEEN, unseen, changed(unseen=unseen)
    for name in PRESETS:
        yield PRESET, name, lambda name=name: Conventions(preset=name)


def _said(added: Any) -> str:
    if added == 0:
        return "not smoothed"
    return "λ = 1/m" if added == "perks" else f"λ = {exact_text(Fraction(added))}"


def _other_bases(graph: Quantities) -> Iterator[Alternative]:
    """Yield logarithms to another base, all of them at once."""
    for function, base in _BASES.items():
        formulas: dict[QuantityName, Expression] = {}
        for name in graph:
            own = name.wrappers[0] if name.wrappers else "log" if name.head == "log_odds" else ""
            if own in _BASES and own != function:
                inner = name.unwrapped() if name.wrappers else name.with_head("odds")
                formulas[name] = Function(function, Reference(inner))
        if formulas:
            yield Alternative((BASE,), formulas, f"base {base}")
