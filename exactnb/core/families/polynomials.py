"""Log-ratios of two densities as polynomials in the columns: for boundaries and weights."""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Negative,
    Power,
    Product,
    Quotient,
    Reference,
    Sum,
)

Polynomial = Mapping[tuple[str, ...], Expression]
"""Coefficients by the columns they stand before; x² is ("x", "x"), the constant ()."""

CONSTANT: tuple[str, ...] = ()


def difference(one: Expression, other: Expression) -> Expression:
    """Return one expression less another."""
    return Sum((one, Negative(other)))


def half(whole: Expression) -> Expression:
    """Return ½ of something."""
    return Product((Quotient(Integer(1), Integer(2)), whole))


def half_log_ratio(above: Expression, below: Expression) -> Expression:
    """Return ½·log(above/below)."""
    return half(Function("log", Quotient(above, below)))


def normal_log_ratio(
    column: str, means: tuple[Reference, Reference], variances: tuple[Reference, Reference]
) -> Polynomial:
    """Return log of the ratio of two normal densities; linear where they share a variance."""
    (mean, other), (variance, of_other) = means, variances
    if variance == of_other:
        squares = difference(_squared(mean), _squared(other))
        shared = Negative(Quotient(squares, Product((Integer(2), variance))))
        return {(column,): Quotient(difference(mean, other), variance), CONSTANT: shared}
    halves = [Product((Integer(2), v)) for v in variances]
    one = Integer(1)
    constant = Sum(
        (
            Quotient(_squared(other), halves[1]),
            Negative(Quotient(_squared(mean), halves[0])),
            half_log_ratio(of_other, variance),
        )
    )
    return {
        (column, column): difference(Quotient(one, halves[1]), Quotient(one, halves[0])),
        (column,): difference(Quotient(mean, variance), Quotient(other, of_other)),
        CONSTANT: constant,
    }


def _squared(base: Expression) -> Expression:
    return Power(base, Integer(2))
