"""Random families with one parameter: known ones with another parameter and another variable.

How to read: `member` draws one that is a density, `faulty` one that is none, or not of its support.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from families_by_formula import COUNTS, FROM_ONE, POSITIVE, REAL, ROWS, UNIT, X, family

from exactnb.core.expression.nodes import Expression, Symbol, exp, log
from exactnb.core.expression.nodes import replace as put
from exactnb.core.families.declared.specification import Interval, Specification
from exactnb.explain.proving.writing.formulas import letter, node, sqrt

θ, τ = letter("θ"), letter("τ")
Change = Callable[[Expression], Expression]
PARAMETERS: dict[str, tuple[Change, ...]] = {
    "positive": (
        lambda t: 2 * t, lambda t: 1 / t, lambda t: t**2, lambda t: t / 3, lambda t: 1 / t**2,
        lambda t: 3 * t**3, sqrt, lambda t: 2 / sqrt(t),
    ),
    "unit": (lambda t: 1 - t, lambda t: t**2, lambda t: 1 / (1 + t), lambda t: t / (1 + t), sqrt),
}  # fmt: skip
"""What stands for a positive parameter, or one between 0 and 1, of another letter that is positive."""
VARIABLES: tuple[tuple[Change, Change], ...] = (
    (lambda x: x**2, lambda x: 2 * x),
    (lambda x: 3 * x, lambda x: node(3)),
    (lambda x: 1 / x, lambda x: 1 / x**2),
    (sqrt, lambda x: 1 / (2 * sqrt(x))),
)
"""What stands for a positive number, and the absolute value of its derivative."""


def member(dice: random.Random) -> Specification:
    """Return a random density or mass function."""
    base = dice.choice([row.specification for row in ROWS])
    ((name, range_),) = base.parameters.items()
    kind = {POSITIVE: "positive", UNIT: "unit"}.get(range_)  # type: ignore[arg-type]
    formula, support = base.formula, base.support
    if support == POSITIVE and dice.random() < 0.5:
        change, slope = dice.choice(VARIABLES)
        formula = put(formula, {X: change(X)}.get) * slope(X)
    if kind is None or dice.random() < 0.2:
        return replace(base, formula=formula)
    changes = PARAMETERS[kind]
    change = dice.choice(changes)
    inside = UNIT if kind == "unit" and change(θ) in (1 - θ, θ**2, sqrt(θ)) else POSITIVE
    other = letter("γ")
    formula = put(formula, {Symbol(name): change(other)}.get)
    return replace(base, formula=formula, parameters={"γ": inside})


def faulty(dice: random.Random) -> Specification:
    """Return a formula that is no density: a factor too much or too few, or another support."""
    right = member(dice)
    (name,) = right.parameters
    parameter = letter(name)
    ways: list[Callable[[], Specification]] = [
        lambda: replace(right, formula=dice.choice((2, 3)) * right.formula),
        lambda: replace(right, formula=right.formula / 2),
        lambda: replace(right, formula=parameter * right.formula),
        lambda: replace(right, formula=right.formula / (1 + parameter)),
        lambda: replace(right, formula=-right.formula),
        lambda: replace(right, formula=exp(-parameter) * right.formula),
        lambda: replace(right, formula=right.formula * X),
    ]
    supports = {POSITIVE: Interval(node(1)), REAL: POSITIVE, UNIT: POSITIVE, COUNTS: FROM_ONE}
    other = supports.get(right.support)  # type: ignore[arg-type]
    if other is not None:
        ways.append(lambda: replace(right, support=other))
    return dice.choice(ways)()


__all__ = ["family", "faulty", "log", "member"]
