"""Nodes for vectors, matrices, and where two scores are equal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from exactnb.expression.nodes import Expression

__all__ = [
    "ArrayNode", "Crossings", "Entry", "Form", "Inverse", "Matrix", "Points", "Vector", "Zeros",
    "array_parts", "with_array_parts",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Vector:
    """Numbers in a column."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Rows of numbers."""

    rows: tuple[tuple[Expression, ...], ...]


@dataclass(frozen=True, slots=True)
class Inverse:
    """The inverse of a matrix."""

    matrix: Expression


@dataclass(frozen=True, slots=True)
class Form:
    """A vector, transposed, times a matrix times a vector: (x − μ)ᵀ Σ⁻¹ (x − μ)."""

    left: Expression
    matrix: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Zeros:
    """Where a polynomial is 0, or `above`: points or intervals of one variable, or a curve in several.

    `terms` are the exponents of the variables and the coefficient; `positive` keeps the points that
    are not negative.
    """

    variables: tuple[str, ...]
    terms: tuple[tuple[tuple[int, ...], Expression], ...]
    positive: bool = False
    above: bool = False


@dataclass(frozen=True, slots=True)
class Crossings:
    """Where a multiple of one piecewise linear density is another: points from left to right.

    Both are 0 outside of their corners, given as x and height; points where both are 0 do not count.
    """

    variable: str
    factor: Expression
    first: tuple[tuple[Expression, Expression], ...]
    second: tuple[tuple[Expression, Expression], ...]


@dataclass(frozen=True, slots=True)
class Points:
    """Real numbers in ascending order; as "open" or "closed" they are ends of intervals, two by two."""

    parts: tuple[Expression, ...]
    kind: Literal["points", "open", "closed"] = "points"


@dataclass(frozen=True, slots=True)
class Entry:
    """One of several points, the first being 1; undefined beyond the last."""

    points: Expression
    place: int


ArrayNode = Vector | Matrix | Inverse | Form | Zeros | Crossings | Points | Entry


def array_parts(node: ArrayNode) -> tuple[Expression, ...]:
    """Return the direct parts of a node, in order."""
    match node:
        case Vector(parts) | Points(parts):
            return parts
        case Matrix(rows):
            return tuple(part for row in rows for part in row)
        case Inverse(part) | Entry(part):
            return (part,)
        case Form(left, matrix, right):
            return (left, matrix, right)
        case Zeros(_, terms):
            return tuple(coefficient for _, coefficient in terms)
        case Crossings(_, factor, first, second):
            return (factor, *(part for corner in (*first, *second) for part in corner))


def with_array_parts(node: ArrayNode, parts: tuple[Expression, ...]) -> ArrayNode:
    """Return the same node around other parts."""
    match node:
        case Vector():
            return Vector(parts)
        case Points(kind=kind):
            return Points(parts, kind)
        case Matrix(rows):
            size = len(rows[0])
            return Matrix(tuple(parts[at : at + size] for at in range(0, len(parts), size)))
        case Inverse():
            return Inverse(*parts)
        case Entry(_, place):
            return Entry(parts[0], place)
        case Form():
            return Form(*parts)
        case Zeros(variables, terms, positive, above):
            powers = (exponents for exponents, _ in terms)
            return Zeros(variables, tuple(zip(powers, parts, strict=True)), positive, above)
        case Crossings(variable, _, first):
            corners = tuple(zip(parts[1::2], parts[2::2], strict=True))
            return Crossings(variable, parts[0], corners[: len(first)], corners[len(first) :])
