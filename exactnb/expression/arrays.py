"""Nodes for vectors, matrices, where two scores are equal, and how probable a region is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from exactnb.expression.nodes import Expression

__all__ = [
    "ArrayNode", "Crossings", "Entry", "Form", "Inverse", "Matrix", "Points", "Vector", "Within",
    "Zeros", "array_parts", "with_array_parts",
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

    `terms` are the exponents of the variables and the coefficient; `lower` is where the
    variable begins, if it does: what is below does not count.
    """

    variables: tuple[str, ...]
    terms: tuple[tuple[tuple[int, ...], Expression], ...]
    lower: int | None = None
    above: bool = False


@dataclass(frozen=True, slots=True)
class Crossings:
    """Where a multiple of one piecewise linear density is another, or `above` it.

    These are points from left to right, or intervals. Both are 0 outside of their corners, given as x
    and height; points where both are 0 do not count.
    """

    variable: str
    factor: Expression
    first: tuple[tuple[Expression, Expression], ...]
    second: tuple[tuple[Expression, Expression], ...]
    above: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """Real numbers in ascending order; of another kind they are ends of intervals, as in `roots`."""

    parts: tuple[Expression, ...]
    kind: str = "points"


@dataclass(frozen=True, slots=True)
class Entry:
    """One of several points, the first being 1; undefined beyond the last."""

    points: Expression
    place: int


@dataclass(frozen=True, slots=True)
class Within:
    """The probability, in a class, of a number that lies in all of some regions and in none of others.

    `kind` is the distribution of the numbers, as `arithmetic.distributions` knows it, `parameters` are
    what it needs.
    """

    kind: str
    variable: str
    label: str
    inside: tuple[Expression, ...]
    outside: tuple[Expression, ...]
    parameters: tuple[Expression, ...]


ArrayNode = Vector | Matrix | Inverse | Form | Zeros | Crossings | Points | Entry | Within


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
        case Within(_, _, _, inside, outside, parameters):
            return (*inside, *outside, *parameters)


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
        case Zeros(variables, terms, lower, above):
            powers = (exponents for exponents, _ in terms)
            return Zeros(variables, tuple(zip(powers, parts, strict=True)), lower, above)
        case Crossings(variable, _, first, above=above):
            corners = tuple(zip(parts[1::2], parts[2::2], strict=True))
            own, other = corners[: len(first)], corners[len(first) :]
            return Crossings(variable, parts[0], own, other, above)
        case Within(kind, variable, label, inside, outside):
            ends = len(inside), len(inside) + len(outside)
            groups = parts[: ends[0]], parts[ends[0] : ends[1]], parts[ends[1] :]
            return Within(kind, variable, label, *groups)
