"""The exact value of an expression, given those of the quantities it names."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from exactnb.arithmetic import matrices, roots, values
from exactnb.arithmetic.factorials import factorial_of, rising
from exactnb.arithmetic.germ import LAMBDA
from exactnb.arithmetic.normal import phi
from exactnb.arithmetic.rounding import Decimal
from exactnb.arithmetic.values import INFINITY, UNDEFINED, Infinite, Number, Undefined
from exactnb.errors import Unsupported
from exactnb.expression.array_values import array_value, determinant_of, vector_sum
from exactnb.expression.arrays import ArrayNode
from exactnb.expression.cells import over_cells
from exactnb.expression.nodes import (
    ArgMax,
    Clip,
    Equal,
    Expression,
    Factorial,
    Function,
    Indexed,
    Indicator,
    Integer,
    Labels,
    Lambda,
    Negative,
    Numeral,
    OverCells,
    Pi,
    Power,
    Product,
    Quotient,
    Reference,
    Rising,
    Special,
    Sum,
    Truth,
    Words,
    children,
)
from exactnb.expression.results import Decision, NoNumber, Value
from exactnb.naming.names import QuantityName

__all__ = ["Decision", "NoNumber", "Value", "evaluate", "same", "settled"]


Lookup = Callable[[QuantityName], Value]

_SPECIAL: dict[str, Value] = {
    "undefined": UNDEFINED, "everywhere": roots.EVERYWHERE, "∞": INFINITY, "−∞": Infinite(-1),
}  # fmt: skip
_PLACES = 5_000
_BASES = {"log": None, "log2": 2, "log10": 10}


def evaluate(expression: Expression, lookup: Lookup) -> Value:
    """Return the exact value of an expression.

    >>> third = Quotient(Integer(3), Integer(9))
    >>> evaluate(Sum((Integer(1), Negative(third))), lookup=lambda name: UNDEFINED)
    Fraction(2, 3)
    """

    def number(part: Expression) -> Number:
        return _number(evaluate(part, lookup))

    match expression:
        case Integer(value):
            return Fraction(value)
        case Numeral(decimal):
            return _decimal(decimal)
        case Reference(name):
            return lookup(name)
        case Function("det", argument):
            return determinant_of(evaluate(argument, lookup))
        case Function("Phi", argument):
            return _phi(argument, number)
        case Sum(terms):
            worth = [evaluate(term, lookup) for term in terms]
            if any(isinstance(value, matrices.Vector) for value in worth):
                return vector_sum(worth)
            return values.add(map(_number, worth))
        case Product(factors) | Indexed(_, _, factors):
            return values.multiply(number(factor) for factor in factors)
        case Quotient(above, below):
            return values.divide(number(above), number(below))
        case Negative(term):
            inner = evaluate(term, lookup)
            if isinstance(inner, matrices.Vector):
                return matrices.add_vectors([(-1, inner)])
            return values.negate(_number(inner))
        case Power(base, exponent):
            power = values.rational(number(exponent))
            if power is None:
                raise Unsupported("an exponent is a rational number")
            return values.power(number(base), power)
        case Function(name, argument):
            return _function(name, number(argument))
        case expression if isinstance(expression, ArrayNode):
            return array_value(expression, [evaluate(part, lookup) for part in children(expression)])
        case Pi():
            from exactnb.arithmetic.power_product import PowerProduct

            return PowerProduct(root_pi=2)
        case Factorial(argument):
            return _factorial(number(argument))
        case Rising(first, last):
            return _rising(number(first), number(last))
        case Clip(term, floor):
            return _clip(number(term), number(floor))
        case Indicator(decision, label):
            return Fraction(evaluate(decision, lookup) == Decision((label,)))
        case Equal(sides):
            return _equal([evaluate(side, lookup) for side in sides])
        case OverCells():
            return over_cells(expression, [number(part) for part in children(expression)])
        case Truth(truth):
            return truth
        case Lambda():
            return LAMBDA
        case ArgMax(scores, first):
            return _argmax([(label, number(score)) for label, score in scores], first)
        case Labels(labels):
            return Decision(labels)
        case Special(word):
            return _SPECIAL[word]
        case Words(text):
            raise Unsupported(f"the words {text!r} have no value")
    raise Unsupported("a general formula has no value until numbers are put in")


def _number(value: Value) -> Number:
    if type(value) is Fraction:  # most values; a union is asked type by type
        return value
    if isinstance(value, NoNumber):
        raise Unsupported("a class label, a truth value or a vector is not a number")
    return value


def settled(value: Value) -> Value:
    """Return what a value is worth in an answer: where it depends on λ, its limit."""
    return value if isinstance(value, NoNumber) else values.limit(value)


def same(left: Value, right: Value) -> bool:
    """Say whether two values are equal, exactly; undefined equals undefined.

    >>> same(Fraction(2, 4), Fraction(1, 2)), same(UNDEFINED, Fraction(0))
    (True, False)
    """
    if isinstance(left, roots.Points) and isinstance(right, roots.Points):
        pairs = zip(left.parts, right.parts, strict=False)
        alike = len(left.parts) == len(right.parts) and left.kind == right.kind
        return alike and all(same(a, b) for a, b in pairs)
    if isinstance(left, NoNumber) or isinstance(right, NoNumber):
        return type(left) is type(right) and left == right
    if isinstance(left, Undefined) or isinstance(right, Undefined):
        return left == right
    return values.compare(left, right) == 0


def _equal(sides: list[Value]) -> Value:
    """Say whether each pair of sides is equal; nothing undefined is equal or different."""
    if any(isinstance(side, Undefined) for side in sides):
        return UNDEFINED
    return all(map(same, sides[::2], sides[1::2]))


def _function(name: str, argument: Number) -> Number:
    if name in _BASES:
        return values.logarithm(argument, _BASES[name])
    if name == "exp":
        return values.exponential(argument)
    if name == "sqrt":
        return values.power(argument, Fraction(1, 2))
    raise Unsupported(f"unknown function {name!r}")


def _phi(argument: Expression, number: Callable[[Expression], Number], side: int = 1) -> Number:
    """Return Φ of an argument; a number of standard deviations is not divided by the root in it."""
    match argument:
        case Negative(opposite):
            return _phi(opposite, number, -side)
        case Quotient(away, Function("sqrt", variance)):
            return phi(values.multiply([Fraction(side), number(away)]), number(variance))
    return phi(values.multiply([Fraction(side), number(argument)]))


def _decimal(decimal: Decimal) -> Number:
    """Return what a numeral is worth; one with very many zeros is not written out."""
    if abs(decimal.places) <= _PLACES:
        return decimal.value
    return values.multiply(
        [Fraction(decimal.units), values.power(Fraction(10), -Fraction(decimal.places))]
    )


def _factorial(argument: Number) -> Number:
    size = values.rational(argument)
    if size is None or size.denominator != 1 or size < 0:
        raise Unsupported("a factorial is of a whole number")
    return factorial_of(int(size))


def _rising(first: Number, last: Number) -> Number:
    """Return the product of the numbers from one to another, in steps of 1."""
    if isinstance(first, Undefined) or isinstance(last, Undefined):
        return UNDEFINED
    lowest, highest = values.rational(first), values.rational(last)
    if lowest is None or highest is None or (steps := highest - lowest).denominator != 1 or steps < 0:
        raise Unsupported("a rising product goes from a number to one that is whole steps above it")
    return rising(lowest, int(steps) + 1)


def _clip(term: Number, floor: Number) -> Number:
    if isinstance(term, Undefined):
        return term
    ceiling = values.add([Fraction(1), values.negate(floor)])
    if values.compare(term, floor) < 0:
        return floor
    return ceiling if values.compare(term, ceiling) > 0 else term


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
