"""The one fact about matrices that may be cited: an inequality of log-determinants."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression import nodes
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.declared import Declared, Equation


def determinants_problem(declared: Declared, accepted: Sequence[Equation], line: Line) -> str:
    """Return why a line is no instance of the inequality of log-determinants, or nothing.

    For symmetric positive definite matrices A and W with d rows, log det A + tr(A⁻¹ W) ≥ log det W + d,
    and equal only where A is W (T. Anderson, An Introduction to Multivariate Statistical Analysis, 3rd
    ed., lemma 3.2.2). The trace is written as a sum over the entries of both.
    """
    pair = compared(line)
    if line.relation != "≥" or pair is None:
        return "the inequality is log det(A) + the sum of inv_jl(A) W_jl ≥ log det(W) + d"
    of, other = (declared.matrix(letter) for letter in pair)
    if of is None or of != other:
        return "two matrices are not known to be positive definite, with as many rows"
    assert isinstance(line.left, nodes.Sum)
    assert isinstance(line.right, nodes.Sum)
    (size,) = of.parts
    rows = nodes.Domain("span", (nodes.Integer(1), size))
    over = _indices(line.left.terms[1])
    if any(series.domain != rows for series in over) or line.right.terms[1] != size:
        return "the sum is over all rows and columns, and as many are added on the right"
    if any(declared.ranges.get(series.index.letter) != rows for series in over):
        return "an index does not run over the rows"
    return ""


def compared(line: Line) -> tuple[nodes.Symbol, nodes.Symbol] | None:
    """Return the two matrices of the inequality, the one that varies first; None for other lines."""
    match line.left, line.right:
        case (
            nodes.Sum(
                (nodes.Function("log", nodes.Call("det", (nodes.Symbol() as one,), (), ())), trace)
            ),
            nodes.Sum(
                (nodes.Function("log", nodes.Call("det", (nodes.Symbol() as other,), (), ())), _)
            ),
        ) if _is_trace(trace, one, other):
            return one, other
    return None


def _is_trace(trace: nodes.Expression, one: nodes.Symbol, other: nodes.Symbol) -> bool:
    """Say whether a formula adds up the entries of the inverse of a matrix times those of another."""
    over = _indices(trace)
    if len(over) != 2 or over[0].index == over[1].index:
        return False
    at = tuple(series.index for series in over)
    inverse = nodes.Call("inv", (one,), (), at)
    entries = (nodes.Symbol(other.letter, lower, role=other.role) for lower in (at, at[::-1]))
    return any(over[1].body == nodes.Product((inverse, entry)) for entry in entries)


def _indices(trace: nodes.Expression) -> tuple[nodes.Series, ...]:
    """Return the two sums of a double sum, the outer one first."""
    match trace:
        case nodes.Series("sum", body=nodes.Series("sum", where=None) as inner, where=None):
            return trace, inner
    return ()
