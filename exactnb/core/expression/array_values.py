"""The values of what is no single number in a formula: arrays, curves, regions, all cells.

How to read: `array_value` evaluates vectors, matrices, points and probabilities of regions, and
`expand_probability` writes the latter out; `answer_about_cells` lists all cells, for a rank or the
Bayes error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, product
from math import lcm, prod
from typing import Any

from exactnb.core.arithmetic import intervals, matrices, roots, values
from exactnb.core.arithmetic.values import UNDEFINED, Number, Undefined, argmax_indices
from exactnb.core.expression import nodes
from exactnb.core.expression.general_nodes import ArrayNode, ExactValue, Within
from exactnb.core.expression.nodes import Expression, OverCells, Sum
from exactnb.core.expression.results import NoNumber, Value
from exactnb.core.expression.written import number, written
from exactnb.errors import Unsupported

_MOST_CELLS = 20_000  # those whose probabilities are no rational numbers
_MOST_TERMS = 8  # of a sum of probabilities of counts, and of areas
_NOTHING = (nodes.Integer(0), -nodes.Integer(0))
_MIXED = "vectors and matrices hold rational numbers, and are not mixed with others"


def array_value(
    node: ArrayNode, parts: Sequence[Any], evaluate: Callable[[Expression], Value]
) -> Value:
    """Return the value of `node` from those of its `parts`; undefined if one of them is.

    `evaluate` works out the formula that a probability of regions is written as.
    """
    if any(isinstance(part, Undefined) for part in parts):
        return UNDEFINED
    match node:
        case nodes.VectorNode():
            return matrices.Vector(_rationals(parts))
        case nodes.MatrixNode(rows):
            numbers, size = _rationals(parts), len(rows[0])
            starts = range(0, len(numbers), size)
            return matrices.Matrix(tuple(numbers[start : start + size] for start in starts))
        case nodes.Inverse():
            return matrices.inverse(_require_kind(parts[0], matrices.Matrix)) or UNDEFINED
        case nodes.QuadraticForm():
            left, right = (_require_kind(part, matrices.Vector) for part in parts[::2])
            return matrices.bilinear_form(left, _require_kind(parts[1], matrices.Matrix), right)
        case nodes.PointsNode(kind=kind):
            return roots.Points(tuple(parts), kind)
        case nodes.Entry(_, place):
            if not isinstance(parts[0], roots.Points):
                where = "everywhere" if isinstance(parts[0], roots.Everywhere) else "along a curve"
                raise Unsupported(f"the classes tie {where}, where no point is the first")
            points = parts[0].parts
            return points[place - 1] if 1 <= place <= len(points) else UNDEFINED
        case nodes.Zeros():
            return _zeros(node, parts)
        case nodes.Within():
            parameters = tuple(map(ExactValue, parts[len(node.inside) + len(node.outside) :]))
            terms = node.distribution.interval_terms(
                combined_region(node, parts), parameters, ExactValue
            )
            return evaluate(Sum(tuple(chain.from_iterable(terms))))
        case nodes.Crossings(_, _, first, is_inequality=is_inequality):
            numbers = _rationals(parts[1:])
            corners = list(zip(numbers[::2], numbers[1::2], strict=True))
            compared = intervals.where_larger if is_inequality else intervals.crossings
            return compared(parts[0], corners[: len(first)], corners[len(first) :])


def combined_region(node: nodes.Within, parts: Sequence[Any]) -> roots.Points:
    """Return what lies inside of some regions of `node` and outside of others, with values `parts`."""
    regions = [
        _require_kind(part, roots.Points) for part in parts[: len(node.inside) + len(node.outside)]
    ]
    return intervals.intersection(regions[: len(node.inside)], regions[len(node.inside) :])


def vector_sum(vectors: Sequence[Any]) -> Value:
    """Return the sum of vectors."""
    if any(isinstance(value, Undefined) for value in vectors):
        return UNDEFINED
    return matrices.add_vectors([(1, _require_kind(value, matrices.Vector)) for value in vectors])


def determinant(value: Value) -> Value:
    """Return the determinant of `value`; undefined if it is undefined."""
    if isinstance(value, Undefined):
        return UNDEFINED
    return matrices.determinant(_require_kind(value, matrices.Matrix))


def _zeros(node: nodes.Zeros, parts: Sequence[Any]) -> Value:
    terms = {exponents: part for (exponents, _), part in zip(node.terms, parts, strict=True)}
    if len(node.variables) > 1:
        return roots.equation(node.variables, terms, is_inequality=node.is_inequality)
    degree = max((exponents[0] for exponents in terms), default=0)
    coefficients = [terms.get((power,), Fraction(0)) for power in range(degree + 1)]
    if node.scale is not None:
        scale = node.scale
        return (scale.positive_intervals if node.is_inequality else scale.zeros)(coefficients)
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


def _require_kind(value: Any, kind: type[Any]) -> Any:
    if not isinstance(value, kind):
        raise Unsupported(_MIXED)
    return value


Columns = Sequence[Sequence[Sequence[Number]]]
"""A factor for each column, value and class."""


def answer_about_cells(question: OverCells, parts: Sequence[Number]) -> Number:
    """Return the answer to `question`, rank or Bayes error; `parts` are priors, then factors.

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
    for index, column in zip(question.at, columns, strict=True) if question.question == "rank" else ():
        place = place * len(column) + index
    if all(isinstance(value, Fraction) for value in parts):
        return _rational_answer(question.question, priors, columns, place)
    if prod(map(len, columns)) > _MOST_CELLS:
        raise Unsupported(
            f"more than {_MOST_CELLS:,} cells whose probabilities are no rational numbers"
        )
    if question.question == "bayes_error":
        return _missed_probability(priors, columns)
    totals = [values.add(joints) for joints in _joints(priors, columns)]
    return Fraction(1 + sum(values.compare(total, totals[place]) < 0 for total in totals))


def _rational_answer(question: str, priors: Sequence[Number], columns: Columns, place: int) -> Fraction:
    """List the cells in integers over one denominator."""
    common = _common_denominator(priors)
    lists = [[_numerator_over(value, common)] for value in priors]
    denominator = common
    for column in columns:
        common = _common_denominator(factor for factors in column for factor in factors)
        denominator *= common
        for k, joints in enumerate(lists):
            steps = [_numerator_over(factors[k], common) for factors in column]
            lists[k] = [score * step for score in joints for step in steps]
    totals = [sum(factors) for factors in zip(*lists, strict=True)]
    if question == "rank":
        return Fraction(1 + sum(total < totals[place] for total in totals))
    best = sum(max(factors) for factors in zip(*lists, strict=True))
    return Fraction(sum(totals) - best, denominator)


def _missed_probability(priors: Sequence[Number], columns: Columns) -> Number:
    """Return all joints but the largest of each cell, added up class by class."""
    missed: list[Number] = [Fraction(0)] * len(priors)  # those of a class have one denominator
    for joints in _joints(priors, columns):
        best = argmax_indices(joints, values.compare)[0]
        for k, joint in enumerate(joints):
            missed[k] = values.add([missed[k], joint]) if k != best else missed[k]
    return values.add(missed)


def _joints(priors: Sequence[Number], columns: Columns) -> Iterator[list[Number]]:
    """Yield the joint probabilities of the classes, cell by cell."""
    for cell in product(*columns):
        factors = ([prior, *(entry[k] for entry in cell)] for k, prior in enumerate(priors))
        yield [values.multiply(entry) for entry in factors]


def _common_denominator(numbers: Iterable[Number]) -> int:
    return lcm(*(number.denominator for number in numbers if isinstance(number, Fraction)))


def _numerator_over(value: Number, denominator: int) -> int:
    assert isinstance(value, Fraction)
    return value.numerator * (denominator // value.denominator)


def expand_probability(node: Within, evaluate: Callable[[Expression], Value]) -> Expression | None:
    """Return how the probability of regions is worked out; None where that would be long.

    All parts of the node are numbers; `evaluate` works out formulas without names.
    """

    def without_roots(part: Expression) -> Expression | None:
        """Return what is divided by the root of a square as divided by its base, by nothing for 1."""
        match part:
            case nodes.Quotient(dividend, nodes.Function("sqrt", square)):
                value = evaluate(square)
                root = None if isinstance(value, NoNumber) else values.power(value, Fraction(1, 2))
                if isinstance(root, Fraction):
                    return dividend if root == 1 else dividend / number(root)
        return None

    parts = [evaluate(part) for part in node.children]
    if any(isinstance(part, Undefined) for part in parts):
        return None
    terms: list[Expression] = []
    region = combined_region(node, parts)
    for interval_terms in node.distribution.interval_terms(region, node.parameters, _exact_node):
        nonzero = [term for term in interval_terms if term not in _NOTHING]
        if len(terms) > _MOST_TERMS or any(map(_is_long, nonzero)):
            return None
        terms += sorted(nonzero, key=lambda term: isinstance(term, nodes.Negative))
    return nodes.replace(Sum.of(terms), without_roots)


def _exact_node(place: Number) -> Expression:
    return number(place) if isinstance(place, Fraction) else written(place)


def _is_long(term: Expression) -> bool:
    """Say whether a sum in a term has many terms, or a value by itself, which is never printed."""
    return any(
        isinstance(part, ExactValue) or (isinstance(part, Sum) and len(part.terms) > _MOST_TERMS)
        for part in term.walk()
    )
