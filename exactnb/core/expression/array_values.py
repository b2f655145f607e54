"""The values of vectors, matrices, points and curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from exactnb.core.arithmetic import matrices, piecewise, roots, values
from exactnb.core.arithmetic.intervals import cut
from exactnb.core.arithmetic.values import UNDEFINED, Undefined
from exactnb.core.expression import arrays
from exactnb.core.expression.nodes import Expression, Sum
from exactnb.core.expression.results import Value
from exactnb.errors import Unsupported

_MIXED = "vectors and matrices hold rational numbers, and are not mixed with others"


def array_value(
    node: arrays.ArrayNode, parts: Sequence[Any], of: Callable[[Expression], Value]
) -> Value:
    """Return the value of a node from those of its parts, and `of` formulas; undefined makes it so."""
    if any(isinstance(part, Undefined) for part in parts):
        return UNDEFINED
    match node:
        case arrays.Vector():
            return matrices.Vector(_rationals(parts))
        case arrays.Matrix(rows):
            numbers, size = _rationals(parts), len(rows[0])
            starts = range(0, len(numbers), size)
            return matrices.Matrix(tuple(numbers[at : at + size] for at in starts))
        case arrays.Inverse():
            return matrices.inverse(_of(parts[0], matrices.Matrix)) or UNDEFINED
        case arrays.Form():
            left, right = (_of(part, matrices.Vector) for part in parts[::2])
            return matrices.form(left, _of(parts[1], matrices.Matrix), right)
        case arrays.Points(kind=kind):
            return roots.Points(tuple(parts), kind)
        case arrays.Entry(_, place):
            if not isinstance(parts[0], roots.Points):
                where = "everywhere" if isinstance(parts[0], roots.Everywhere) else "along a curve"
                raise Unsupported(f"the classes tie {where}, where no point is the first")
            points = parts[0].parts
            return points[place - 1] if 1 <= place <= len(points) else UNDEFINED
        case arrays.Zeros():
            return _zeros(node, parts)
        case arrays.Within():
            known = tuple(map(arrays.Exact, parts[len(node.inside) + len(node.outside) :]))
            terms = node.distribution.terms(region_of(node, parts), known, arrays.Exact)
            return of(Sum(tuple(chain.from_iterable(terms))))
        case arrays.Crossings(_, _, first, above=above):
            numbers = _rationals(parts[1:])
            corners = list(zip(numbers[::2], numbers[1::2], strict=True))
            compared = piecewise.larger if above else piecewise.crossings
            return compared(parts[0], corners[: len(first)], corners[len(first) :])


def region_of(node: arrays.Within, parts: Sequence[Any]) -> roots.Points:
    """Return what lies inside of some regions and outside of others, from the values of the parts."""
    regions = [_of(part, roots.Points) for part in parts[: len(node.inside) + len(node.outside)]]
    return cut(regions[: len(node.inside)], regions[len(node.inside) :])


def vector_sum(worth: Sequence[Any]) -> Value:
    """Return the sum of vectors."""
    if any(isinstance(value, Undefined) for value in worth):
        return UNDEFINED
    return matrices.add_vectors([(1, _of(value, matrices.Vector)) for value in worth])


def determinant_of(value: Value) -> Value:
    """Return a determinant; of what is undefined, undefined."""
    if isinstance(value, Undefined):
        return UNDEFINED
    return matrices.determinant(_of(value, matrices.Matrix))


def _zeros(node: arrays.Zeros, parts: Sequence[Any]) -> Value:
    terms = {exponents: part for (exponents, _), part in zip(node.terms, parts, strict=True)}
    if len(node.variables) > 1:
        return roots.equation(node.variables, terms, is_inequality=node.above)
    degree = max((exponents[0] for exponents in terms), default=0)
    coefficients = [terms.get((power,), Fraction(0)) for power in range(degree + 1)]
    if node.above:
        return roots.positive_intervals(coefficients, node.lower)
    found = roots.zeros(coefficients)
    if isinstance(found, roots.Points) and node.lower is not None:
        lower = Fraction(node.lower)
        kept = (point for point in found.parts if values.compare(point, lower) >= 0)
        return roots.Points(tuple(kept))
    return found


def _rationals(parts: Sequence[Any]) -> tuple[Fraction, ...]:
    known = tuple(number for part in parts if (number := values.rational(part)) is not None)
    if len(known) < len(parts):
        raise Unsupported(_MIXED)
    return known


def _of(value: Any, kind: type[Any]) -> Any:
    if not isinstance(value, kind):
        raise Unsupported(_MIXED)
    return value
