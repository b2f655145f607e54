"""The exact value of an expression, given those of the quantities it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from exactnb.arithmetic import values
from exactnb.arithmetic.values import INFINITY, UNDEFINED, Infinite, Number, Undefined
from exactnb.errors import Unsupported
from exactnb.expression.names import QuantityName
from exactnb.expression.nodes import (
    ArgMax,
    Expression,
    Function,
    Indexed,
    Integer,
    Labels,
    Negative,
    Numeral,
    Pi,
    Power,
    Product,
    Quotient,
    Reference,
    Special,
    Sum,
    Words,
)

__all__ = ["Decision", "Value", "evaluate", "same"]


@dataclass(frozen=True, slots=True)
class Decision:
    """The class that is decided on, or all the labels of a tie."""

    labels: tuple[str, ...]


Value = Number | Decision
Lookup = Callable[[QuantityName], Value]

_SPECIAL: dict[str, Value] = {"undefined": UNDEFINED, "∞": INFINITY, "−∞": Infinite(-1)}
_BASES = {"log": None, "log2": 2, "log10": 10}


def evaluate(expression: Expression, lookup: Lookup) -> Value:
    """Return the exact value of an expression.

    >>> third = Quotient(Integer(3), Integer(9))
    >>> evaluate(Sum((Integer(1), Negative(third))), lookup=lambda name: UNDEFINED)
    Fraction(2, 3)
    """

    def number(part: Expression) -> Number:
        value = evaluate(part, lookup)
        if isinstance(value, Decision):
            raise Unsupported("a class label is not a number")
        return value

    match expression:
        case Integer(value):
            return Fraction(value)
        case Numeral(decimal):
            return decimal.value
        case Reference(name):
            return lookup(name)
        case Sum(terms):
            return values.add(number(term) for term in terms)
        case Product(factors) | Indexed(_, _, factors):
            return values.multiply(number(factor) for factor in factors)
        case Quotient(above, below):
            return values.divide(number(above), number(below))
        case Negative(term):
            return values.negate(number(term))
        case Power(base, exponent):
            power = number(exponent)
            if not isinstance(power, Fraction):
                raise Unsupported("an exponent is a rational number")
            return values.power(number(base), power)
        case Function(name, argument):
            return _function(name, number(argument))
        case Pi():
            from exactnb.arithmetic.power_product import PowerProduct

            return PowerProduct(root_pi=2)
        case ArgMax(scores, first):
            return _argmax([(label, number(score)) for label, score in scores], first)
        case Labels(labels):
            return Decision(labels)
        case Special(word):
            return _SPECIAL[word]
        case Words(text):
            raise Unsupported(f"the words {text!r} have no value")


def same(left: Value, right: Value) -> bool:
    """Say whether two values are equal, exactly; undefined equals undefined.

    >>> same(Fraction(2, 4), Fraction(1, 2)), same(UNDEFINED, Fraction(0))
    (True, False)
    """
    if isinstance(left, Decision) or isinstance(right, Decision):
        return left == right
    if isinstance(left, Undefined) or isinstance(right, Undefined):
        return left == right
    return values.compare(left, right) == 0


def _function(name: str, argument: Number) -> Number:
    if name in _BASES:
        return values.logarithm(argument, _BASES[name])
    if name == "exp":
        return values.exponential(argument)
    if name == "sqrt":
        return values.power(argument, Fraction(1, 2))
    raise Unsupported(f"unknown function {name!r}")


def _argmax(scores: list[tuple[str, Number]], first: bool) -> Value:
    """Return the labels of the largest score; none at all if every score is 0 or one is undefined."""
    if any(isinstance(score, Undefined) for _, score in scores):
        return UNDEFINED
    best: list[str] = []
    highest: Number = Fraction(0)
    for label, score in scores:
        order = values.compare(score, highest)
        if order > 0:
            best, highest = [label], score
        elif order == 0 and best:
            best.append(label)
    if not best:
        return UNDEFINED
    return Decision(tuple(best[:1] if first else best))
