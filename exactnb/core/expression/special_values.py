"""The values of vectors, matrices, points and curves; ranks and Bayes errors, by listing all cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, product
from math import lcm, prod
from typing import Any

from exactnb.core.arithmetic import intervals, matrices, roots, values
from exactnb.core.arithmetic.deciding import largest
from exactnb.core.arithmetic.values import UNDEFINED, Number, Undefined
from exactnb.core.expression import special_nodes
from exactnb.core.expression.nodes import Expression, OverCells, Sum
from exactnb.core.expression.results import Value
from exactnb.core.expression.special_nodes import ExactValue
from exactnb.errors import Unsupported

_MIXED = "vectors and matrices hold rational numbers, and are not mixed with others"
_MOST = 20_000  # cells whose probabilities are no rational numbers

Columns = Sequence[Sequence[Sequence[Number]]]
"""A factor for each column, value and class."""


def array_value(
    node: special_nodes.ArrayNode, parts: Sequence[Any], evaluated: Callable[[Expression], Value]
) -> Value:
    """Return the value of a node from those of its parts; undefined if one of them is.

    `evaluated` works out the formula that a probability of regions is written as.
    """
    if any(isinstance(part, Undefined) for part in parts):
        return UNDEFINED
    match node:
        case special_nodes.VectorNode():
            return matrices.Vector(_rationals(parts))
        case special_nodes.MatrixNode(rows):
            numbers, size = _rationals(parts), len(rows[0])
            starts = range(0, len(numbers), size)
            return matrices.Matrix(tuple(numbers[at : at + size] for at in starts))
        case special_nodes.Inverse():
            return matrices.inverse(_required(parts[0], matrices.Matrix)) or UNDEFINED
        case special_nodes.QuadraticForm():
            left, right = (_required(part, matrices.Vector) for part in parts[::2])
            return matrices.form(left, _required(parts[1], matrices.Matrix), right)
        case special_nodes.PointsNode(kind=kind):
            return roots.Points(tuple(parts), kind)
        case special_nodes.Entry(_, place):
            if not isinstance(parts[0], roots.Points):
                where = "everywhere" if isinstance(parts[0], roots.Everywhere) else "along a curve"
                raise Unsupported(f"the classes tie {where}, where no point is the first")
            points = parts[0].parts
            return points[place - 1] if 1 <= place <= len(points) else UNDEFINED
        case special_nodes.Zeros():
            return _zeros(node, parts)
        case special_nodes.Within():
            parameters = tuple(map(ExactValue, parts[len(node.inside) + len(node.outside) :]))
            terms = node.distribution.terms(combined_region(node, parts), parameters, ExactValue)
            return evaluated(Sum(tuple(chain.from_iterable(terms))))
        case special_nodes.Crossings(_, _, first, is_inequality=is_inequality):
            numbers = _rationals(parts[1:])
            corners = list(zip(numbers[::2], numbers[1::2], strict=True))
            compared = intervals.larger if is_inequality else intervals.crossings
            return compared(parts[0], corners[: len(first)], corners[len(first) :])


def combined_region(node: special_nodes.Within, parts: Sequence[Any]) -> roots.Points:
    """Return what lies inside of some regions and outside of others, from the values of the parts."""
    regions = [_required(part, roots.Points) for part in parts[: len(node.inside) + len(node.outside)]]
    return intervals.cut(regions[: len(node.inside)], regions[len(node.inside) :])


def vector_sum(vectors: Sequence[Any]) -> Value:
    """Return the sum of vectors."""
    if any(isinstance(value, Undefined) for value in vectors):
        return UNDEFINED
    return matrices.add_vectors([(1, _required(value, matrices.Vector)) for value in vectors])


def determinant(value: Value) -> Value:
    """Return a determinant; of what is undefined, undefined."""
    if isinstance(value, Undefined):
        return UNDEFINED
    return matrices.determinant(_required(value, matrices.Matrix))


def _zeros(node: special_nodes.Zeros, parts: Sequence[Any]) -> Value:
    terms = {exponents: part for (exponents, _), part in zip(node.terms, parts, strict=True)}
    if len(node.variables) > 1:
        return roots.equation(node.variables, terms, is_inequality=node.is_inequality)
    degree = max((exponents[0] for exponents in terms), default=0)
    coefficients = [terms.get((power,), Fraction(0)) for power in range(degree + 1)]
    if node.is_inequality:
        return roots.positive_intervals(coefficients, node.lower)
    points = roots.zeros(coefficients)
    if isinstance(points, roots.Points) and node.lower is not None:
        lower = Fraction(node.lower)
        in_range = (point for point in points.parts if values.compare(point, lower) >= 0)
        return roots.Points(tuple(in_range))
    return points


def _rationals(parts: Sequence[Any]) -> tuple[Fraction, ...]:
    numbers = tuple(number for part in parts if (number := values.rational(part)) is not None)
    if len(numbers) < len(parts):
        raise Unsupported(_MIXED)
    return numbers


def _required(value: Any, kind: type[Any]) -> Any:
    if not isinstance(value, kind):
        raise Unsupported(_MIXED)
    return value


def answer_about_cells(question: OverCells, parts: Sequence[Number]) -> Number:
    """Return the rank or the Bayes error, given what the priors and then the factors are worth.

    Where a λ tends to 0⁺, cells are ordered as they are for every λ that is small enough.
    """
    if any(isinstance(value, Undefined) for value in parts):
        return UNDEFINED
    exact_parts = ((value, values.rational(value)) for value in parts)  # long ones are kept as products
    parts = [value if exact is None else exact for value, exact in exact_parts]
    rest = iter(parts)
    priors = [next(rest) for _ in question.priors]
    columns = [[[next(rest) for _ in labels] for labels in column] for column in question.factors]
    place = 0
    for at, column in zip(question.at, columns, strict=True) if question.question == "rank" else ():
        place = place * len(column) + at
    if all(isinstance(value, Fraction) for value in parts):
        return _rational_answer(question.question, priors, columns, place)
    if prod(map(len, columns)) > _MOST:
        raise Unsupported(f"more than {_MOST:,} cells whose probabilities are no rational numbers")
    if question.question == "bayes_error":
        return _missed(priors, columns)
    totals = [values.add(joints) for joints in _joints(priors, columns)]
    return Fraction(1 + sum(values.compare(total, totals[place]) < 0 for total in totals))


def _rational_answer(question: str, priors: Sequence[Number], columns: Columns, place: int) -> Fraction:
    """List the cells in integers over one denominator."""
    common = _denominator(priors)
    lists = [[_numerator(value, common)] for value in priors]
    denominator = common
    for column in columns:
        common = _denominator(factor for factors in column for factor in factors)
        denominator *= common
        for k, joints in enumerate(lists):
            steps = [_numerator(factors[k], common) for factors in column]
            lists[k] = [score * step for score in joints for step in steps]
    totals = [sum(factors) for factors in zip(*lists, strict=True)]
    if question == "rank":
        return Fraction(1 + sum(total < totals[place] for total in totals))
    best = sum(max(factors) for factors in zip(*lists, strict=True))
    return Fraction(sum(totals) - best, denominator)


def _missed(priors: Sequence[Number], columns: Columns) -> Number:
    """Return all joints but the largest of each cell, added up class by class."""
    missed: list[Number] = [Fraction(0)] * len(priors)  # those of a class have one denominator
    for joints in _joints(priors, columns):
        best = largest(joints, values.compare)[0]
        for k, joint in enumerate(joints):
            missed[k] = values.add([missed[k], joint]) if k != best else missed[k]
    return values.add(missed)


def _joints(priors: Sequence[Number], columns: Columns) -> Iterator[list[Number]]:
    """Yield the joint probabilities of the classes, cell by cell."""
    for cell in product(*columns):
        factors = ([prior, *(entry[k] for entry in cell)] for k, prior in enumerate(priors))
        yield [values.multiply(entry) for entry in factors]


def _denominator(numbers: Iterable[Number]) -> int:
    return lcm(*(number.denominator for number in numbers if isinstance(number, Fraction)))


def _numerator(value: Number, denominator: int) -> int:
    assert isinstance(value, Fraction)
    return value.numerator * (denominator // value.denominator)
