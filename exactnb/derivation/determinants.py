"""The one fact about determinants that may be cited: Jacobi's formula."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from exactnb.derivation.declared import Declared
from exactnb.derivation.lines import Line
from exactnb.derivation.reading import sign_of
from exactnb.expression.nodes import Call, Derivative, Function, Symbol

if TYPE_CHECKING:
    from exactnb.derivation.proving import Equation

__all__ = ["jacobi_problem"]


def jacobi_problem(declared: Declared, accepted: Sequence[Equation], line: Line) -> str:
    """Return why a line is no instance of Jacobi's formula, or nothing.

    For a matrix A with det A > 0 whose entries are free, the slope of log det A in a_ij is (A⁻¹)_ji
    (Magnus and Neudecker, Matrix Differential Calculus, section 8.3).
    """
    left, right = line.left, line.right
    if line.relation != "=" or not isinstance(left, Derivative) or left.order != 1:
        return "on the left stands a slope"
    entry = left.variable
    if len(entry.lower) != 2 or entry.raised or entry.hat:
        return "the slope is in an entry of a matrix"
    row, column = entry.lower
    matrix = Symbol(entry.letter, role=entry.role)
    if left.body != Function("log", Call("det", (matrix,))):
        return "the slope is that of the logarithm of its determinant"
    if right != Call("inv", (matrix,), (), (column, row)):
        return "on the right stands the entry of the inverse, row and column exchanged"
    found = declared.domain(entry)
    if found is None or found[0].kind != "reals" or declared.definition(entry, counts=True):
        return "the entries are not free"
    sizes = {declared.ranges.get(getattr(place, "letter", "")) for place in entry.lower}
    if len(sizes) != 1 or None in sizes or row == column:
        return "rows and columns do not have one range"
    known = sign_of(declared, Call("det", (matrix,))) == "+"
    return "" if known else "the determinant is not known to be positive"
