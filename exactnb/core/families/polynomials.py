"""Log-ratios of two densities as polynomials in the columns: for boundaries and weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from exactnb.core.expression.nodes import Expression, Integer, log
from exactnb.core.naming.names import Item

Columns = tuple[str, ...]

Polynomial = Mapping[Columns, Expression]
"""Coefficients by the columns they stand before; x² is ("x", "x"), the constant ()."""

CONSTANT: Columns = ()

Pair = tuple[Item, Item]
"""Two classes that are compared."""

HALF = Integer(1) / 2


def normal_log_ratio(
    column: str, first: Sequence[Expression], second: Sequence[Expression]
) -> Polynomial:
    """Return log of the ratio of two normal densities of `column`, each by its mean and variance."""
    (first_mean, first_variance), (second_mean, second_variance) = first, second
    if first_variance == second_variance:
        shared = -((first_mean**2 - second_mean**2) / (2 * first_variance))
        return {(column,): (first_mean - second_mean) / first_variance, CONSTANT: shared}
    squares = second_mean**2 / (2 * second_variance) - first_mean**2 / (2 * first_variance)
    return {
        (column, column): 1 / (2 * second_variance) - 1 / (2 * first_variance),
        (column,): first_mean / first_variance - second_mean / second_variance,
        CONSTANT: squares + HALF * log(second_variance / first_variance),
    }
