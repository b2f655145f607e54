"""The values of vectors, matrices, points and curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from exactnb.core.arithmetic import intervals, matrices, roots, values
from exactnb.core.arithmetic.values import UNDEFINED, Undefined
from exactnb.core.expression import array_nodes
from exactnb.core.expression.array_nodes import ExactValue
from exactnb.core.expression.nodes import Expression, Sum
from exactnb.core.expression.results import Value
from exactnb.errors import Unsupported

_MIXED = "vectors and matrices hold rational numbers, and are not mixed with others"


def array_value(
    node: array_nodes.ArrayNode, parts: Sequence[Any], evaluated: Callable[[Expression], Value]
) -> Value:
    """Return the value of `node` from those of its `parts`; undefined if one of them is.

    `evaluated` works out the formula that a probability of regions is written as.
    """
    if any(isinstance(part, Undefined) for part in parts):
        return UNDEFINED
    match node:
        case array_nodes.VectorNode():
            return matrices.Vector(_rationals(parts))
        case array_nodes.MatrixNode(rows):
            numbers, size = _rationals(parts), len(rows[0])
            starts = range(0, len(numbers), size)
            return matrices.Matrix(tuple(numbers[start : start + size] for start in starts))
        case array_nodes.Inverse():
            return matrices.inverse(_required(parts[0], matrices.Matrix)) or UNDEFINED
        case array_nodes.QuadraticForm():
            left, right = (_required(part, matrices.Vector) for part in parts[::2])
            return matrices.form(left, _required(parts[1], matrices.Matrix), right)
        case array_nodes.PointsNode(kind=kind):
            return roots.Points(tuple(parts), kind)
        case array_nodes.Entry(_, place):
            if not isinstance(parts[0], roots.Points):
                where = "everywhere" if isinstance(parts[0], roots.Everywhere) else "along a curve"
                raise Unsupported(f"the classes tie {where}, where no point is the first")
            points = parts[0].parts
            return points[place - 1] if 1 <= place <= len(points) else UNDEFINED
        case array_nodes.Zeros():
            return _zeros(node, parts)
        case array_nodes.Within():
            parameters = tuple(map(ExactValue, parts[len(node.inside) + len(node.outside) :]))
            terms = node.distribution.terms(combined_region(node, parts), parameters, ExactValue)
            return evaluated(Sum(tuple(chain.from_iterable(terms))))
        case array_nodes.Crossings(_, _, first, is_inequality=is_inequality):
            numbers = _rationals(parts[1:])
            corners = list(zip(numbers[::2], numbers[1::2], strict=True))
            compared = intervals.larger if is_inequality else intervals.crossings
            return compared(parts[0], corners[: len(first)], corners[len(first) :])


def combined_region(node: array_nodes.Within, parts: Sequence[Any]) -> roots.Points:
    """Return what lies inside of some regions of `node` and outside of others, with values `parts`."""
    regions = [_required(part, roots.Points) for part in parts[: len(node.inside) + len(node.outside)]]
    return intervals.cut(regions[: len(node.inside)], regions[len(node.inside) :])


def vector_sum(vectors: Sequence[Any]) -> Value:
    """Return the sum of vectors."""
    if any(isinstance(value, Undefined) for value in vectors):
        return UNDEFINED
    return matrices.add_vectors([(1, _required(value, matrices.Vector)) for value in vectors])


def determinant(value: Value) -> Value:
    """Return the determinant of `value`; undefined if it is undefined."""
    if isinstance(value, Undefined):
        return UNDEFINED
    return matrices.determinant(_required(value, matrices.Matrix))


def _zeros(node: array_nodes.Zeros, parts: Sequence[Any]) -> Value:
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


def _required(value: Any, kind: type[Any]) -> Any:
    if not isinstance(value, kind):
        raise Unsupported(_MIXED)
    return value
