"""Misconceptions with the estimate of a family of one's own: slips that follow from its form."""

from __future__ import annotations

from typing import Any

from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Phrase,
    Power,
    Quotient,
    Symbol,
    replace,
)
from exactnb.core.expression.stated import stated
from exactnb.core.families.misconceptions import Misconception

_X = Symbol("x")


def _is_last(of: Any) -> bool:
    """Say whether no other parameter rests on this one, whose slip would change that too."""
    last: str = list(of.block.family.estimator.cases[0].estimates)[-1]
    return bool(of.name.parameter == last)


def _with_role(of: Any, role: str, value: Expression) -> Expression | None:
    """Return the estimate of a parameter with another expression in one role."""
    if not _is_last(of):
        return None
    estimate = of.block.family.estimate(of.block, of.name)
    values = {**of.roles, role: value}
    formula = replace(estimate.rule, lambda p: values[p.role] if isinstance(p, Phrase) else None)
    return stated(formula)


def _sum_of_numbers(of: Any) -> Expression:
    added: Expression = of.block.family.added(of.block.sample, of.columns[0], of.label, _X)
    return added


def _plain_sum(of: Any, kind: str) -> Expression | None:
    """Return the estimate with the numbers added up, if the statistic is of a `kind` of its own."""
    family = of.block.family
    statistic = family.statistic
    own = "power" if isinstance(statistic, Power) else getattr(statistic, "name", "other")
    is_other = (own if own in ("power", "log") else "other") != kind
    if len(family.letters) > 1 or statistic == _X or is_other:
        return None
    return _with_role(of, "total", _sum_of_numbers(of))


def _of_the_sum(of: Any) -> Expression | None:
    """Return the estimate with the statistic of the sum in the place of the sum of it."""
    statistic, total = of.block.family.statistic, _sum_of_numbers(of)
    if len(of.block.family.letters) > 1 or statistic == _X:
        return None
    return _with_role(of, "total", replace(statistic, lambda part: total if part == _X else None))


def _without_root(of: Any) -> Expression | None:
    match of.right:
        case Function("sqrt", radicand) | Power(radicand, Quotient(Integer(1), _)):
            return radicand
    return None


SLIPS: tuple[Misconception, ...] = (
    Misconception("statistic-not-raised", "the numbers added up, not their powers",
        "What of each number stands in the density: the number itself, or a power of it?",
        {"estimate": lambda of: _plain_sum(of, "power")}),
    Misconception("logarithm-of-numbers-forgotten", "the numbers added up, not their logarithms",
        "What does the logarithm of the density make of x?",
        {"estimate": lambda of: _plain_sum(of, "log")}),
    Misconception("numbers-for-statistic", "the numbers added up, not what the log-likelihood adds up",
        "Which function of each number does the log-likelihood add up?",
        {"estimate": lambda of: _plain_sum(of, "other")}),
    Misconception("statistic-of-the-sum", "the function taken of the sum, not of each number",
        "Is it the sum of functions, or the function of the sum?", {"estimate": _of_the_sum}),
    Misconception("rows-less-one", "n − 1 in the place of n",
        "How many terms does the log-likelihood have?",
        {"estimate": lambda of: "rows" in of.roles and _with_role(of, "rows", of.roles["rows"] - 1)}),
    Misconception("root-of-estimate-forgotten", "what stands under the root, without it",
        "Is this the parameter, or a power of it?", {"estimate": _without_root}),
    Misconception("reciprocal-of-estimate", "one over the estimate",
        "Does the parameter rise or fall when the numbers become larger?",
        {"estimate": lambda of: stated(Integer(1) / of.right) if _is_last(of) else None}),
)  # fmt: skip
"""The rows, as a family of ours has its own."""
SLIPS_OF_COUNTS = tuple(
    slip for slip in SLIPS if slip.id in ("rows-less-one", "reciprocal-of-estimate")
)
"""Those with estimates that count rows by their outcomes."""
