"""The one table of precedences. Every printer asks it where parentheses belong."""

from __future__ import annotations

from exactnb.expression.nodes import (
    Equal,
    Expression,
    Factorial,
    Indexed,
    Integer,
    Negative,
    Numeral,
    Power,
    Product,
    Quotient,
    Sum,
)

__all__ = ["ATOM", "POWER", "PRODUCT", "QUOTIENT", "SUM", "precedence"]

SUM, PRODUCT, QUOTIENT, POWER, ATOM = range(5)

_INLINE = {
    Sum: SUM,
    Negative: SUM,
    Product: PRODUCT,
    Indexed: PRODUCT,
    Quotient: QUOTIENT,
    Power: POWER,
    Factorial: POWER,
    Equal: SUM,
}
_STACKED = _INLINE | {Quotient: POWER}  # a fraction bar groups by itself, but not as a base


def precedence(expression: Expression, *, stacked: bool = False) -> int:
    """Return how tightly an expression holds together; less than what is needed means parentheses.

    `stacked` is for outputs that draw fractions with a bar.

    >>> half = Quotient(Integer(1), Integer(2))
    >>> precedence(half) < precedence(half, stacked=True)
    True
    """
    if isinstance(expression, Integer) and expression.value < 0:
        return SUM
    if isinstance(expression, Numeral) and expression.decimal.units < 0:
        return SUM
    table = _STACKED if stacked else _INLINE
    return table.get(type(expression), ATOM)
