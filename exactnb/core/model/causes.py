"""The names in an expression that make it zero or undefined."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    ArgMax,
    Clip,
    Expression,
    Indexed,
    Negative,
    Power,
    Product,
    Quotient,
    Reference,
    Sum,
    references,
)
from exactnb.core.expression.results import Value
from exactnb.core.naming.names import QuantityName


def causes_in(expression: Expression, value: Callable[[QuantityName], Value]) -> list[QuantityName]:
    """Return the names in `expression` that make it zero or undefined; `value` gives their values."""

    def undefined(part: Expression) -> bool:
        return isinstance(evaluate(part, value), Undefined)

    def broken(part: Expression) -> bool:
        part_value = evaluate(part, value)
        return part_value == Fraction(0) or isinstance(part_value, Undefined | Infinite)

    parts = expression.children
    # An undefined part makes the whole undefined even beside a zero factor, so it is blamed first.
    if any(map(undefined, parts)):
        return [name for part in parts if undefined(part) for name in causes_in(part, value)]
    match expression:
        case Reference(name):
            return [name]
        case Quotient(numerator, denominator):
            side = denominator if broken(denominator) else numerator
            return causes_in(side, value)
        case Product() | Indexed():
            return [name for part in parts if broken(part) for name in causes_in(part, value)]
        case Sum() | ArgMax():
            return [name for part in parts for name in causes_in(part, value)]
        case Negative(part) | Power(part, _) | Clip(part):
            return causes_in(part, value)
        case _:
            return list(references(expression))
