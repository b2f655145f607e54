"""The exact value of an expression, given those of the quantities it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from exactnb.arithmetic import matrices, roots, values
from exactnb.arithmetic.factorials import factorial_of
from exactnb.arithmetic.germ import LAMBDA
from exactnb.arithmetic.rounding import Decimal
from exactnb.arithmetic.values import INFINITY, UNDEFINED, Infinite, Number, Undefined
from exactnb.errors import Unsupported
from exactnb.expression.array_values import array_value, determinant_of, vector_sum
from exactnb.expression.names import QuantityName
from exactnb.expression.nodes import (
    ArgMax,
    Clip,
    Crossings,
    Entry,
    Equal,
    Expression,
    Factorial,
    Form,
    Function,
    Indexed,
    Indicator,
    Integer,
    Inverse,
    Labels,
    Lambda,
    Matrix,
    Negative,
    Numeral,
    OverCells,
    Pi,
    Points,
    Power,
    Product,
    Quotient,
    Reference,
    Special,
    Sum,
    Truth,
    Vector,
    Words,
    Zeros,
    children,
)

__all__ = ["Decision", "NoNumber", "Value", "evaluate", "same", "settled"]


@dataclass(frozen=True, slots=True)
class Decision:
    """The class that is decided on, or all the labels of a tie."""

    labels: tuple[str, ...]


NoNumber = Decision | bool | matrices.Vector | matrices.Matrix | roots.Points | roots.Equation
"""Values that cannot be added or compared as numbers are."""

Value = Number | NoNumber
Lookup = Callable[[QuantityName], Value]

_SPECIAL: dict[str, Value] = {"undefined": UNDEFINED, "∞": INFINITY, "−∞": Infinite(-1)}
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
        case Vector() | Matrix() | Inverse() | Form() | Zeros() | Crossings() | Points() | Entry():
            return array_value(expression, [evaluate(part, lookup) for part in children(expression)])
        case Pi():
            from exactnb.arithmetic.power_product import PowerProduct

            return PowerProduct(root_pi=2)
        case Factorial(argument):
            return _factorial(number(argument))
        case Clip(term, floor):
            return _clip(number(term), number(floor))
        case Indicator(decision, label):
            return Fraction(evaluate(decision, lookup) == Decision((label,)))
        case Equal(sides):
            return _equal([evaluate(side, lookup) for side in sides])
        case OverCells():
            return _over_cells(expression, number)
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


def _over_cells(question: OverCells, number: Callable[[Expression], Number]) -> Number:
    """Return a rank or the Bayes error, by listing all cells in integers over one denominator."""

    def known(part: Expression) -> Number:
        value = number(part)
        exact = values.rational(value)
        return value if exact is None else exact

    worth = [known(prior) for prior in question.priors]
    columns = [[[known(f) for f in of] for of in column] for column in question.factors]
    flat = [*worth, *(f for column in columns for of in column for f in of)]
    if any(isinstance(value, Undefined) for value in flat):
        return UNDEFINED
    if not all(isinstance(value, Fraction) for value in flat):
        raise Unsupported("cells are listed for rational probabilities only")
    common = lcm(*(value.denominator for value in worth if isinstance(value, Fraction)))
    lists = [[_over(value, common)] for value in worth]
    below = common
    for column in columns:
        common = lcm(*(f.denominator for of in column for f in of if isinstance(f, Fraction)))
        below *= common
        for k, before in enumerate(lists):
            steps = [_over(of[k], common) for of in column]
            lists[k] = [score * step for score in before for step in steps]
    totals = [sum(of) for of in zip(*lists, strict=True)]
    if question.question == "bayes_error":
        best = sum(max(of) for of in zip(*lists, strict=True))
        return Fraction(sum(totals) - best, below)
    place = 0
    for at, column in zip(question.at, columns, strict=True):
        place = place * len(column) + at
    return Fraction(1 + sum(total < totals[place] for total in totals))


def _over(value: Number, denominator: int) -> int:
    assert isinstance(value, Fraction)
    return value.numerator * (denominator // value.denominator)


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
