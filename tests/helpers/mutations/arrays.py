"""What vectors, matrices, points and curves are worth: by elimination and the quadratic formula."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import Any

import reading

from exactnb.core.expression.general_nodes import (
    ArrayNode,
    Crossings,
    Entry,
    Inverse,
    MatrixNode,
    PointsNode,
    QuadraticForm,
    VectorNode,
    Zeros,
)
from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Negative,
    Power,
    Product,
    Quotient,
    Sum,
)
from exactnb.core.expression.written import literal

__all__ = ["Array", "Curve", "Roots", "added", "array_worth", "determinant", "flattened"]

Number = Any
Rows = Sequence[Sequence[Number]]


@dataclass(frozen=True)
class Array:
    """A matrix, or a vector as its one column."""

    rows: tuple[tuple[Number, ...], ...]


@dataclass(frozen=True)
class Roots:
    """Points in ascending order, or the ends of intervals, two by two."""

    parts: tuple[Number, ...]
    kind: str = "points"


@dataclass(frozen=True)
class Curve:
    """A polynomial that is 0, or above: exponents and coefficients, the first of which is 1 or −1."""

    terms: tuple[tuple[tuple[int, ...], Number], ...]
    above: bool = False


def array_worth(node: ArrayNode, worth: Callable[[Expression], Any]) -> Any:
    """Return the worth of a node, given that of every part."""
    match node:
        case Zeros(variables, terms, is_inequality=above):
            if len(variables) > 1:
                return _curve(terms, worth, above=above)
            return _intervals(node, worth) if above else _zeros(node, worth)
        case Crossings():
            raise reading.Unreadable("where piecewise densities cross")
    parts = [worth(part) for part in node.children]
    if any(part is None for part in parts):
        return None
    match node:
        case VectorNode():
            return Array(tuple((part,) for part in parts))
        case MatrixNode(rows):
            size = len(rows[0])
            return Array(tuple(tuple(parts[at : at + size]) for at in range(0, len(parts), size)))
        case PointsNode(kind=kind):
            return Roots(tuple(parts), kind)
        case Inverse():
            return _inverse(_rows(parts[0]))
        case Entry(_, place) if isinstance(parts[0], Roots):
            found = parts[0].parts
            return found[place - 1] if 1 <= place <= len(found) else None
        case QuadraticForm():
            left, matrix, right = (_rows(part) for part in parts)
            pairs = [(x, y, r, c) for r, (x,) in enumerate(left) for c, (y,) in enumerate(right)]
            return sum((x * matrix[r][c] * y for x, y, r, c in pairs), Fraction(0))
    raise reading.Unreadable("a place among what are no points")


def flattened(worth: Any) -> tuple[Any, ...]:
    """Return what an array, points or a curve are made of, one after the other."""
    match worth:
        case Array(rows):
            return (len(rows), *(part for row in rows for part in row))
        case Curve(terms, above):
            return (above, *(part for term in terms for part in term))
        case Roots(parts, kind):
            return (kind, *parts)
    return ()


def added(worths: Sequence[Any], sign: int = 1) -> Array | None:
    """Return the sum of vectors, with a sign before it."""
    if any(worth is None for worth in worths):
        return None
    columns = [[part for (part,) in _rows(worth)] for worth in worths]
    return Array(tuple((sign * sum(parts, Fraction(0)),) for parts in zip(*columns, strict=True)))


def determinant(worth: Any) -> Fraction:
    """Return the determinant of a matrix, by elimination."""
    rows = [list(row) for row in _rows(worth)]
    found = Fraction(1)
    for at in range(len(rows)):
        pivot = next((r for r in range(at, len(rows)) if rows[r][at]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != at:
            rows[at], rows[pivot], found = rows[pivot], rows[at], -found
        found *= rows[at][at]
        for below in rows[at + 1 :]:
            times = below[at] / rows[at][at]
            below[at:] = [x - times * y for x, y in zip(below[at:], rows[at][at:], strict=True)]
    return found


def _inverse(rows: Rows) -> Array | None:
    """Return the inverse by Cramer's rule, None if there is none."""
    whole, size = determinant(Array(tuple(map(tuple, rows)))), range(len(rows))
    if not whole:
        return None

    def cofactor(r: int, c: int) -> Fraction:
        minor = tuple(tuple(rows[i][j] for j in size if j != c) for i in size if i != r)
        return (-1) ** (r + c) * determinant(Array(minor)) / whole

    return Array(tuple(tuple(cofactor(r, c) for r in size) for c in size))


def _rows(worth: Any) -> Rows:
    if not isinstance(worth, Array):
        raise reading.Unreadable("neither a vector nor a matrix")
    return worth.rows


def _zeros(node: Zeros, worth: Callable[[Expression], Any]) -> Any:
    """Return the zeros of a polynomial of at most the second degree, in ascending order."""
    terms = {power: part for (power,), part in node.terms}
    size = {power: worth(part) for power, part in terms.items()}
    if None in size.values():
        return None
    degree = max((power for power, of in size.items() if of), default=0)
    if not any(size.values()):
        return Curve(())  # everywhere
    if degree > 2:
        raise reading.Unreadable("a polynomial of a higher degree")
    if not degree:
        return Roots(())
    c, b, a = (terms.get(power, Integer(0)) for power in range(3))
    if degree == 1:
        found = [worth(Quotient(Negative(c), b))]
    else:
        inside = Sum((Power(b, Integer(2)), Negative(Product((Integer(4), a, c)))))
        root, below = Function("sqrt", inside), Product((Integer(2), a))
        above = [Sum((Negative(b), side)) for side in (Negative(root), root)]
        real = worth(inside)
        found = [] if real < 0 else sorted(worth(Quotient(part, below)) for part in above)
        found = found if real else found[:1]
    return Roots(tuple(x for x in found if node.lower is None or x >= node.lower))


def _intervals(node: Zeros, worth: Callable[[Expression], Any]) -> Any:
    """Return where a polynomial is above 0: between its zeros, where it is so at a number inside."""
    found = _zeros(replace(node, lower=None), worth)
    if not isinstance(found, Roots):
        return found if found is None else Roots((), "open")
    ends: list[Any] = [-inf, *found.parts, inf]
    if node.lower is not None:
        ends = [Fraction(node.lower), *(end for end in ends if end > node.lower)]
    kept: list[Any] = []
    for left, right in pairwise(ends):
        inside = _between(left, right)
        height = Sum(tuple(Product((c, Power(literal(inside), Integer(p)))) for (p,), c in node.terms))
        if worth(height) > 0:
            kept += [left, right]
    if node.lower is None or kept[:1] != [node.lower]:
        return Roots(tuple(kept), "open")
    first = tuple(Product((c, Power(Integer(node.lower), Integer(p)))) for (p,), c in node.terms)
    closed = worth(Sum(first)) != 0
    return Roots(tuple(kept), "closed" if closed else "open")


def _between(left: Any, right: Any) -> Fraction:
    """Return a rational number between two ends."""
    if left == -inf:
        return Fraction(0) if right == inf else Fraction(right) - 1
    return Fraction(left) + 1 if right == inf else (Fraction(left) + Fraction(right)) / 2


def _curve(
    terms: Sequence[tuple[tuple[int, ...], Expression]],
    worth: Callable[[Expression], Any],
    *,
    above: bool,
) -> Any:
    """Return a curve; two of them are alike if one is a positive multiple of the other."""
    if any(worth(part) is None for _, part in terms):
        return None
    kept = sorted(((powers, part) for powers, part in terms if worth(part)), reverse=True)
    kept.sort(key=lambda term: sum(term[0]), reverse=True)
    if not kept or not any(kept[0][0]):  # it says nothing of where: everywhere, or nowhere
        size = worth(kept[0][1]) if kept else 0
        held = size > 0 if above else not size
        return Curve(()) if held else Roots((), "open")
    scale = literal(abs(worth(kept[0][1])))
    return Curve(tuple((powers, worth(Quotient(part, scale))) for powers, part in kept), above)
