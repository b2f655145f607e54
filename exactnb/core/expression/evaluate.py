"""The exact value of an expression, given those of the quantities it names.

This is the one place that walks a tree to see what it is worth. How a sum or a power is worked out is
asked of `Operations`: exactly, or, where people type what they like, within a budget.

How to read: `evaluate` is a case for each node of arithmetic; what has its own values, such as
arrays, comparisons and decisions, is left to `_non_arithmetic_value`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NoReturn

from exactnb.core.arithmetic import matrices, roots, values
from exactnb.core.arithmetic.germs import EPSILON, LAMBDA
from exactnb.core.arithmetic.normal import normal_cdf
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.values import (
    INFINITY,
    UNDEFINED,
    Infinite,
    Number,
    Undefined,
    argmax_indices,
)
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ArrayNode, ExactValue
from exactnb.core.expression.results import (
    EXACT,
    Decision,
    Listed,
    NoNumber,
    Operations,
    Value,
    are_equal,
    decimal_value,
    rising_product,
)
from exactnb.core.naming.names import QuantityName
from exactnb.errors import Unsupported

Lookup = Callable[[QuantityName], Value]

_SPECIAL: dict[str, Value] = {
    "undefined": UNDEFINED,
    "everywhere": roots.EVERYWHERE,
    "∞": INFINITY,
    "−∞": Infinite(-1),
}
_PI = PowerProduct(root_pi=2)


def refuse_names(name: QuantityName) -> NoReturn:
    """Refuse `name`, as a formula without names is worked out."""
    raise Unsupported(f"{name} has no value here")


def evaluate(
    expression: nodes.Expression, lookup: Lookup = refuse_names, operations: Operations = EXACT
) -> Value:
    """Return the value of an expression.

    `lookup` gives the values of the quantities that it names; `operations` do the arithmetic, exactly
    if nothing else is said.

    >>> third = nodes.Quotient(nodes.Integer(3), nodes.Integer(9))
    >>> evaluate(nodes.Sum((nodes.Integer(1), nodes.Negative(third))))
    Fraction(2, 3)

    Raises Unsupported for what has no exact form, and what `lookup` and `operations` raise.
    """
    if type(expression) is nodes.Reference:  # half of all parts: nothing else need be prepared
        return lookup(expression.name)
    if type(expression) is nodes.Integer:
        return Fraction(expression.value)
    if expression.is_stated:
        from exactnb.core.expression.enclosed_values import ENCLOSED

        operations = ENCLOSED

    def evaluated(part: nodes.Expression) -> Value:
        return evaluate(part, lookup, operations)

    def number(part: nodes.Expression) -> Number:
        return _number(evaluate(part, lookup, operations))

    match expression:  # what stands most often first
        case nodes.Quotient(numerator, denominator):
            return operations.divide(number(numerator), number(denominator))
        case nodes.Product(factors) | nodes.IndexedProduct(_, _, factors):
            return operations.multiply(number(factor) for factor in factors)
        case nodes.Sum(terms):
            term_values = [evaluated(term) for term in terms]
            if any(isinstance(value, matrices.Vector) for value in term_values):
                from exactnb.core.expression.array_values import vector_sum

                return vector_sum(term_values)
            return operations.add(map(_number, term_values))
        case nodes.Numeral(decimal):
            return decimal_value(decimal)
        case nodes.Function("det", argument):
            from exactnb.core.expression.array_values import determinant

            return determinant(evaluated(argument))
        case nodes.Function("Phi", argument):
            return _normal_cdf(argument, number)
        case nodes.Negative(term):
            inner = evaluated(term)
            if isinstance(inner, matrices.Vector):
                return matrices.add_vectors([(-1, inner)])
            return operations.negate(_number(inner))
        case nodes.Power(base, exponent):
            return operations.power(number(base), number(exponent))
        case nodes.Function(name, argument):
            return operations.function(name, number(argument))
        case nodes.Pi():
            return _PI
        case nodes.Percent(hundredths):
            return operations.divide(number(hundredths), Fraction(100))
        case nodes.Factorial(argument):
            return operations.factorial(number(argument))
    return _non_arithmetic_value(expression, evaluated, number)


def _non_arithmetic_value(
    expression: nodes.Expression,
    evaluated: Callable[[nodes.Expression], Value],
    number: Callable[[nodes.Expression], Number],
) -> Value:
    """Return the value of what no calculator has a key for: vectors, decisions, limits, words."""
    match expression:
        case ExactValue(value):
            return value
        case expression if isinstance(expression, ArrayNode):
            from exactnb.core.expression.array_values import array_value

            return array_value(expression, [evaluated(part) for part in expression.children], evaluated)
        case nodes.Root():
            from exactnb.core.expression.enclosed_values import root_place

            return root_place(expression, number(expression.value))
        case nodes.Extremum():
            from exactnb.core.expression.enclosed_values import maximizer_of

            return maximizer_of(expression, evaluate)
        case nodes.Rising(first, last):
            return _rising_product(number(first), number(last))
        case nodes.Clipped(term, floor):
            return _clip(number(term), number(floor))
        case nodes.AtMost(left, right):
            sides = number(left), number(right)
            if any(isinstance(side, Undefined) for side in sides):  # which has no place in an order
                return UNDEFINED
            return Fraction(int(values.compare(*sides) <= 0))
        case nodes.Indicator(decision, label):
            return Fraction(evaluated(decision) == Decision((label,)))
        case nodes.Equal(sides):
            return _are_pairs_equal([evaluated(side) for side in sides])
        case nodes.OverCells():
            from exactnb.core.expression.array_values import answer_about_cells

            return answer_about_cells(expression, [number(part) for part in expression.children])
        case nodes.Truth(truth):
            return truth
        case nodes.Vanishing(letter):
            return EPSILON if letter == "ε" else LAMBDA
        case nodes.ArgMax(scores, first):
            labels = [label for label, _ in scores]
            return _argmax(labels, [number(score) for _, score in scores], first)
        case nodes.Listing(parts):
            return Listed(tuple(_element_texts(evaluated(part)) for part in parts))
        case nodes.Labels(labels):
            return Decision(labels)
        case nodes.Special(word):
            return _SPECIAL[word]
        case nodes.Phrase(text):
            raise Unsupported(f"the words {text!r} have no value")
    raise Unsupported("a general formula has no value until numbers are put in")


def _element_texts(value: Value) -> tuple[str, ...]:
    """Return what one part of a set is: a thing in words, or several."""
    if isinstance(value, Listed):
        return tuple(thing for group in value.groups for thing in group)
    if isinstance(value, Decision):
        return value.labels
    raise Unsupported("a set of things in words holds nothing else")


def _number(value: Value) -> Number:
    if type(value) is Fraction:  # most values; a union is asked type by type
        return value
    if isinstance(value, NoNumber):
        raise Unsupported("a class label, a truth value or a vector is not a number")
    return value


def _are_pairs_equal(sides: list[Value]) -> Value:
    """Say whether each pair of sides is equal; nothing undefined is equal or different."""
    if any(isinstance(side, Undefined) for side in sides):
        return UNDEFINED
    return all(map(are_equal, sides[::2], sides[1::2]))


def _normal_cdf(
    argument: nodes.Expression, number: Callable[[nodes.Expression], Number], side: int = 1
) -> Number:
    """Return Φ of an argument; a number of standard deviations is not divided by the root in it."""
    match argument:
        case nodes.Negative(opposite):
            return _normal_cdf(opposite, number, -side)
        case nodes.Quotient(distance, nodes.Function("sqrt", variance)):
            return normal_cdf(values.multiply([Fraction(side), number(distance)]), number(variance))
    return normal_cdf(values.multiply([Fraction(side), number(argument)]))


def _rising_product(first: Number, last: Number) -> Number:
    """Return the product of the numbers from one to another, in steps of 1."""
    if isinstance(first, Undefined) or isinstance(last, Undefined):
        return UNDEFINED
    lowest, highest = values.rational(first), values.rational(last)
    if lowest is None or highest is None or (steps := highest - lowest).denominator != 1 or steps < 0:
        raise Unsupported("a rising product goes from a number to one that is whole steps above it")
    return rising_product(lowest, int(steps) + 1)


def _clip(term: Number, floor: Number) -> Number:
    if isinstance(term, Undefined):
        return term
    ceiling = values.add([Fraction(1), values.negate(floor)])
    if values.compare(term, floor) < 0:
        return floor
    return ceiling if values.compare(term, ceiling) > 0 else term


def _argmax(labels: Sequence[str], scores: Sequence[Number], first: bool) -> Value:
    """Return the labels of the largest score; none at all if every score is 0 or one is undefined."""
    if any(isinstance(score, Undefined) for score in scores):
        return UNDEFINED
    best = argmax_indices(scores, values.compare)
    if not best or values.sign(scores[best[0]]) <= 0:
        return UNDEFINED
    return Decision(tuple(labels[index] for index in best[: 1 if first else None]))
