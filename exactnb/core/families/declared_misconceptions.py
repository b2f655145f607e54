"""Misconceptions with the estimate of a family of one's own: slips that follow from its form."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
from exactnb.core.families.estimates import Estimate
from exactnb.core.families.misconceptions import Misconception, MisconceptionFormula

NOT_SQUARED = Misconception(
    "statistic-not-raised",
    "the numbers added up, not their powers",
    "What of each number stands in the density: the number itself, or a power of it?",
)
NO_LOGARITHM = Misconception(
    "logarithm-of-numbers-forgotten",
    "the numbers added up, not their logarithms",
    "What does the logarithm of the density make of x?",
)
OTHER_STATISTIC = Misconception(
    "numbers-for-statistic",
    "the numbers added up, not what the log-likelihood adds up",
    "Which function of each number does the log-likelihood add up?",
)
OF_THE_SUM = Misconception(
    "statistic-of-the-sum",
    "the function taken of the sum, not of each number",
    "Is it the sum of functions, or the function of the sum?",
)
ONE_ROW_LESS = Misconception(
    "rows-less-one",
    "n − 1 in the place of n",
    "How many terms does the log-likelihood have?",
)
RECIPROCAL = Misconception(
    "reciprocal-of-estimate",
    "one over the estimate",
    "Does the parameter rise or fall when the numbers become larger?",
)
NO_ROOT = Misconception(
    "root-forgotten",
    "what stands under the root, without it",
    "Is this the parameter, or a power of it?",
)


def slips(
    estimate: Estimate, statistic: Expression, added: Callable[[Expression], Expression]
) -> Iterator[MisconceptionFormula]:
    """Yield wrong estimates, each with its misconception.

    `added` returns the sum over the rows of a class of a formula in x, which is `statistic` in the
    right `estimate`.
    """
    x = Symbol("x")
    roles = dict(estimate.roles)

    def with_role(role: str, value: Expression) -> Expression:
        values = {**roles, role: value}
        return replace(estimate.rule, lambda p: values[p.role] if isinstance(p, Phrase) else None)

    if statistic != x:
        plain = added(x)
        yield _of(statistic), with_role("total", plain)
        if not isinstance(statistic, Function) or statistic.argument == x:
            of_sum = replace(statistic, lambda part: plain if part == x else None)
            yield OF_THE_SUM, with_role("total", stated(of_sum))
    yield ONE_ROW_LESS, with_role("rows", roles["rows"] - 1)
    right = estimate.formula()
    match right:
        case Function("sqrt", radicand) | Power(radicand, Quotient(Integer(1), _)):
            yield NO_ROOT, radicand
    yield RECIPROCAL, stated(Integer(1) / right)


def _of(statistic: Expression) -> Misconception:
    """Return what it is called to add up the numbers themselves."""
    match statistic:
        case Power():
            return NOT_SQUARED
        case Function("log"):
            return NO_LOGARITHM
    return OTHER_STATISTIC
