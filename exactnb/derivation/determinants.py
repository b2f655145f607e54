"""The one fact about determinants that may be cited: Jacobi's formula."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from exactnb.derivation.declared import Declared, mentions
from exactnb.derivation.lines import Line
from exactnb.derivation.reading import alike, depends, sign_of
from exactnb.expression.nodes import Call, Derivative, Function, Index, Symbol
from exactnb.expression.reasons import Rule

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
    determinant = Call("det", (matrix,))
    if left.body != Function("log", determinant):
        return "the slope is that of the logarithm of its determinant"
    if right != Call("inv", (matrix,), (), (column, row)):
        return "on the right stands the entry of the inverse, row and column exchanged"
    if not _is_free(declared, accepted, entry) or declared.is_known(matrix):
        return "the entries are not free"
    ranges = {declared.ranges.get(at.letter) if isinstance(at, Index) else None for at in entry.lower}
    if len(ranges) != 1 or None in ranges or row == column:
        return "rows and columns do not have one range"
    if not declared.is_known(right):
        return "the inverse was not introduced"
    if any(declared.definition(of, counts=True) is not None for of in (determinant, right)):
        return "the determinant or the inverse stands for something else"
    alike(declared, left, left)  # nothing else is assumed to be what the entries say
    known = sign_of(declared, determinant) == "+"
    return "" if known else "the determinant is not known to be positive"


def _is_free(declared: Declared, accepted: Sequence[Equation], entry: Symbol) -> bool:
    """Say whether the entries may be any numbers: none is given or assumed, and no equation of them."""
    found = declared.domain(entry)
    if found is None or found[0].kind != "reals":
        return False
    if any(mentions(known.left, entry) for known in declared.definitions):
        return False
    if any(depends(declared, fact, entry) for fact in declared.natural):  # both ways it is an equation
        return False
    lines = (e.line for e in accepted if e.line.reason.rule is Rule.ASSUME and e.line.relation == "=")
    return not any(depends(declared, side, entry) for line in lines for side in (line.left, line.right))
