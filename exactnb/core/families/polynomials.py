"""Log-ratios of two densities as polynomials in the columns: for boundaries and weights."""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.core.expression.nodes import Expression, Integer, Reference, log

Polynomial = Mapping[tuple[str, ...], Expression]
"""Coefficients by the columns they stand before; x² is ("x", "x"), the constant ()."""

CONSTANT: tuple[str, ...] = ()


HALF = Integer(1) / 2


def normal_log_ratio(
    column: str, means: tuple[Reference, Reference], variances: tuple[Reference, Reference]
) -> Polynomial:
    """Return log of the ratio of two normal densities; linear where they share a variance."""
    (mean, other), (variance, of_other) = means, variances
    if variance == of_other:
        shared = -((mean**2 - other**2) / (2 * variance))
        return {(column,): (mean - other) / variance, CONSTANT: shared}
    squares = other**2 / (2 * of_other) - mean**2 / (2 * variance)
    return {
        (column, column): 1 / (2 * of_other) - 1 / (2 * variance),
        (column,): mean / variance - other / of_other,
        CONSTANT: squares + HALF * log(of_other / variance),
    }
