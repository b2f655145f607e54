"""The one table of precedences. Every printer asks it where parentheses belong."""

from __future__ import annotations

from exactnb.core.expression import nodes

SUM, PRODUCT, QUOTIENT, POWER, ATOM = range(5)

_INLINE = {
    nodes.Sum: SUM,
    nodes.Negative: SUM,
    nodes.Product: PRODUCT,
    nodes.Indexed: PRODUCT,
    nodes.Quotient: QUOTIENT,
    nodes.Power: POWER,
    nodes.Factorial: POWER,
    nodes.Percent: POWER,
    nodes.Rising: PRODUCT,
    nodes.Equal: SUM,
    nodes.Form: PRODUCT,
    nodes.Inverse: POWER,
    nodes.Series: PRODUCT,
    nodes.Derivative: PRODUCT,
    nodes.Extremum: PRODUCT,
    nodes.Integral: PRODUCT,
}
_STACKED = _INLINE | {nodes.Quotient: POWER}  # a fraction bar groups by itself, but not as a base


def precedence(expression: nodes.Expression, *, stacked: bool = False) -> int:
    """Return how tightly an expression holds together; less than what is needed means parentheses.

    `stacked` is for outputs that draw fractions with a bar.

    >>> half = nodes.Quotient(nodes.Integer(1), nodes.Integer(2))
    >>> precedence(half) < precedence(half, stacked=True)
    True
    """
    if isinstance(expression, nodes.Integer) and expression.value < 0:
        return SUM
    if isinstance(expression, nodes.Numeral) and expression.decimal.units < 0:
        return SUM
    if is_bare(expression):
        return PRODUCT
    table = _STACKED if stacked else _INLINE
    return next((table[kind] for kind in type(expression).__mro__ if kind in table), ATOM)


def is_bare(expression: nodes.Expression) -> bool:
    """Say whether a function is written without parentheses, as log θ is, but Γ(θ) is not.

    >>> [is_bare(nodes.Function("log", part)) for part in (nodes.Symbol("θ"), nodes.Integer(2))]
    [True, False]
    """
    if not isinstance(expression, nodes.Function) or expression.name == "Gamma":
        return False
    return isinstance(expression.argument, nodes.Symbol | nodes.Call)


def is_open(expression: nodes.Expression) -> bool:
    """Say whether a factor would take in what is written behind it, as a sum sign does."""
    if isinstance(expression, nodes.Product) and expression.factors:
        return is_open(expression.factors[-1])
    return is_bare(expression) or isinstance(
        expression, nodes.Series | nodes.Derivative | nodes.Extremum
    )


def is_scientific(part: nodes.Expression) -> bool:
    """Say whether a numeral is written with a power of ten: 1.2 × 10⁻⁷, which is a product."""
    return isinstance(part, nodes.Numeral) and "e" in str(part.decimal)
