"""The one table of precedences. Every printer asks it where parentheses belong."""

from __future__ import annotations

from exactnb.expression.nodes import (
    Call,
    Derivative,
    Equal,
    Expression,
    Extremum,
    Factorial,
    Form,
    Function,
    Indexed,
    Integer,
    Integral,
    Inverse,
    Negative,
    Numeral,
    Percent,
    Power,
    Product,
    Quotient,
    Rising,
    Series,
    Sum,
    Symbol,
)

SUM, PRODUCT, QUOTIENT, POWER, ATOM = range(5)

_INLINE = {
    Sum: SUM,
    Negative: SUM,
    Product: PRODUCT,
    Indexed: PRODUCT,
    Quotient: QUOTIENT,
    Power: POWER,
    Factorial: POWER,
    Percent: POWER,
    Rising: PRODUCT,
    Equal: SUM,
    Form: PRODUCT,
    Inverse: POWER,
    Series: PRODUCT,
    Derivative: PRODUCT,
    Extremum: PRODUCT,
    Integral: PRODUCT,
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
    if is_bare(expression):
        return PRODUCT
    table = _STACKED if stacked else _INLINE
    return table.get(type(expression), ATOM)


def is_bare(expression: Expression) -> bool:
    """Say whether a function is written without parentheses, as log θ is, but Γ(θ) is not.

    >>> is_bare(Function("log", Symbol("θ"))), is_bare(Function("log", Integer(2)))
    (True, False)
    """
    if not isinstance(expression, Function) or expression.name == "Gamma":
        return False
    return isinstance(expression.argument, Symbol | Call)


def is_open(expression: Expression) -> bool:
    """Say whether a factor would take in what is written behind it, as a sum sign does."""
    if isinstance(expression, Product) and expression.factors:
        return is_open(expression.factors[-1])
    return is_bare(expression) or isinstance(expression, Series | Derivative | Extremum)


def is_scientific(part: Expression) -> bool:
    """Say whether a numeral is written with a power of ten: 1.2 × 10⁻⁷, which is a product."""
    return isinstance(part, Numeral) and "e" in str(part.decimal)
