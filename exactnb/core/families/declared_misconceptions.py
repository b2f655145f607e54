"""Misconceptions with the estimate of a family of one's own: slips that follow from its form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Phrase,
    Power,
    Quotient,
    Symbol,
    replace,
    stated,
)
from exactnb.core.families.deriving.estimator import GREATEST, Statistic
from exactnb.core.families.protocol import Misconception

_X = Symbol("x")


def _has_no_dependents(fit: Any) -> bool:
    """Say whether no other parameter rests on this one, whose slip would change that too."""
    last: str = list(fit.block.family.estimator.cases[0].estimates)[-1]
    return bool(fit.name.parameter == last)


def _with_role(fit: Any, role: str, value: Expression) -> Expression | None:
    """Return the estimate of a parameter with another expression in one role."""
    if not _has_no_dependents(fit):
        return None
    estimate = fit.block.family.estimate(fit.block, fit.name)
    values = {**fit.roles, role: value}
    formula = replace(estimate.rule, lambda p: values[p.role] if isinstance(p, Phrase) else None)
    return stated(formula)


def _sum_of_numbers(fit: Any) -> Expression:
    added: Expression = fit.block.family.row_sum(fit.block.data, fit.columns[0], fit.label, _X)
    return added


def _with_plain_sum(fit: Any, kind: str) -> Expression | None:
    """Return the estimate with the numbers added up, if the statistic is of a `kind` of its own."""
    family = fit.block.family
    statistic = family.statistic
    form = "power" if isinstance(statistic, Power) else getattr(statistic, "name", "other")
    differs = (form if form in ("power", "log") else "other") != kind
    if len(family.letters) > 1 or statistic == _X or differs:
        return None
    return _with_role(fit, "total", _sum_of_numbers(fit)) if "total" in fit.roles else None


def _statistic_of_sum(fit: Any) -> Expression | None:
    """Return the estimate with the statistic of the sum in the place of the sum of it."""
    statistic = fit.block.family.statistic
    if len(fit.block.family.letters) > 1 or statistic == _X or "total" not in fit.roles:
        return None
    total = _sum_of_numbers(fit)
    return _with_role(fit, "total", replace(statistic, lambda part: total if part == _X else None))


def _extreme(fit: Any, kind: str, change: Callable[[Expression, Any], Expression]) -> Expression | None:
    """Return the estimate with something else for the number that decides, if it is of a `kind`.

    Kinds are "median", "least", "greatest", "distance", or "" for the last three.
    """
    statistic = fit.block.family.estimator.statistics[0]
    form, role = statistic.kind, statistic.sign.role
    if form == "greatest" and isinstance(statistic.of, Function):
        form = "distance"
    is_kind = form == kind or (not kind and form in ("least", "greatest", "distance"))
    if role not in fit.roles or not is_kind:
        return None
    return _with_role(fit, role, change(fit.roles[role], fit))


def _extreme_number(fit: Any, kind: Literal["least", "greatest"]) -> Expression:
    statistic = Statistic(GREATEST, kind, _X)
    number: Expression = fit.block.family.statistic_value(
        fit.block, fit.columns[0], fit.label, statistic
    )
    return number


def _mean(fit: Any) -> Expression:
    rows: Expression = fit.block.data.counted_rows(fit.columns[0], fit.label)
    return _sum_of_numbers(fit) / rows


def _unbiased_extreme(extreme: Expression, fit: Any) -> Expression:
    rows: Expression = fit.block.data.counted_rows(fit.columns[0], fit.label)
    return (rows + 1) / rows * extreme


def _with_fewer_rows(fit: Any, fewer: int) -> Expression | None:
    """Return the estimate with fewer rows than a class has, or than all that share it."""
    role = next((role for role in ("rows", "all-rows") if role in fit.roles), None)
    return None if role is None else _with_role(fit, role, fit.roles[role] - fewer)


def _without_root(fit: Any) -> Expression | None:
    match fit.right:
        case Function("sqrt", radicand) | Power(radicand, Quotient(Integer(1), _)):
            return radicand
    return None


SLIPS: tuple[Misconception, ...] = (
    Misconception("smallest-for-largest", "the smallest number in the place of the largest",
        "With which parameters are all numbers possible?",
        {"estimate": lambda of: _extreme(of, "greatest", lambda _, of: _extreme_number(of, "least"))}),
    Misconception("largest-for-smallest", "the largest number in the place of the smallest",
        "With which parameters are all numbers possible?",
        {"estimate": lambda of: _extreme(of, "least", lambda _, of: _extreme_number(of, "greatest"))}),
    Misconception("largest-number-for-distance", "the largest number, not the largest distance from 0",
        "A support with two ends that move has to hold the numbers below zero too.",
        {"estimate": lambda of: _extreme(
            of, "distance", lambda _, of: _extreme_number(of, "greatest"))}),
    Misconception("mean-for-extreme", "the mean in the place of the number that decides",
        "Is every number possible with that parameter?",
        {"estimate": lambda of: _extreme(of, "", lambda _, of: _mean(of))}),
    Misconception("twice-the-mean", "twice the mean: the estimate by moments, not the MLE",
        "Is every number possible with that parameter? Which rule was asked for?",
        {"estimate": lambda of: _extreme(of, "greatest", lambda _, of: 2 * _mean(of))}),
    Misconception("extreme-made-unbiased", "(n + 1)/n times the largest number: unbiased, not the MLE",
        "Where is the likelihood largest?",
        {"estimate": lambda of: _extreme(of, "greatest", _unbiased_extreme)}),
    Misconception("mean-for-median", "the mean in the place of the median",
        "Of which place is the sum of distances least, and not that of their squares?",
        {"estimate": lambda of: _extreme(of, "median", lambda _, of: _mean(of))}),
    Misconception("statistic-not-raised", "the numbers added up, not their powers",
        "What of each number stands in the density: the number itself, or a power of it?",
        {"estimate": lambda of: _with_plain_sum(of, "power")}),
    Misconception("logarithm-of-numbers-forgotten", "the numbers added up, not their logarithms",
        "What does the logarithm of the density make of x?",
        {"estimate": lambda of: _with_plain_sum(of, "log")}),
    Misconception("numbers-for-statistic", "the numbers added up, not what the log-likelihood adds up",
        "Which function of each number does the log-likelihood add up?",
        {"estimate": lambda of: _with_plain_sum(of, "other")}),
    Misconception("statistic-of-the-sum", "the function taken of the sum, not of each number",
        "Is it the sum of functions, or the function of the sum?", {"estimate": _statistic_of_sum}),
    Misconception("rows-less-one", "n − 1 in the place of n",
        "How many terms does the log-likelihood have?",
        {"estimate": lambda of: _with_fewer_rows(of, 1)}),
    Misconception("rows-less-classes", "n less the number of classes in the place of n",
        "Which rule was asked for: the MLE, or one that is right on average?",
        {"estimate": lambda of: of.label is None and _with_fewer_rows(of, len(of.block.classes))}),
    Misconception("root-of-estimate-forgotten", "what stands under the root, without it",
        "Is this the parameter, or a power of it?", {"estimate": _without_root}),
    Misconception("reciprocal-of-estimate", "one over the estimate",
        "Does the parameter rise or fall when the numbers become larger?",
        {"estimate": lambda of: stated(Integer(1) / of.right) if _has_no_dependents(of) else None}),
)  # fmt: skip
"""The rows, as a family of ours has its own."""
SLIPS_OF_COUNTS = tuple(
    slip for slip in SLIPS if slip.id in ("rows-less-one", "reciprocal-of-estimate")
)
"""Those with estimates that count rows by their outcomes."""
