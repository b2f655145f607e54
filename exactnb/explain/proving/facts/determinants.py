"""The one fact about matrices that may be cited: an inequality of log-determinants."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression import nodes
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.scope.scope import AcceptedLine, Declared


def determinants_problem(declared: Declared, accepted: Sequence[AcceptedLine], line: Line) -> str:
    """Return why `line` is no instance of the inequality of log-determinants, or "".

    For symmetric positive definite matrices A and W with d rows, log det A + tr(A⁻¹ W) ≥ log det W + d,
    and equal only where A is W (T. Anderson, An Introduction to Multivariate Statistical Analysis, 3rd
    ed., lemma 3.2.2). The trace is written as a sum over the entries of both.
    """
    pair = compared(line)
    if line.relation != "≥" or pair is None:
        return "the inequality is log det(A) + the sum of inv_jl(A) W_jl ≥ log det(W) + d"
    domain, other_domain = (declared.matrix(letter) for letter in pair)
    if domain is None or domain != other_domain:
        return "two matrices are not known to be positive definite, with as many rows"
    assert isinstance(line.left, nodes.Sum)
    assert isinstance(line.right, nodes.Sum)
    (size,) = domain.parts
    rows = nodes.Domain("span", (nodes.Integer(1), size))
    sums = _indices(line.left.terms[1])
    if any(series.domain != rows for series in sums) or line.right.terms[1] != size:
        return "the sum is over all rows and columns, and as many are added on the right"
    if any(declared.ranges.get(series.index.letter) != rows for series in sums):
        return "an index does not run over the rows"
    return ""


def compared(line: Line) -> tuple[nodes.Symbol, nodes.Symbol] | None:
    """Return the two matrices of the inequality `line`, the one that varies first; None for others."""
    match line.left, line.right:
        case (
            nodes.Sum(
                (nodes.Function("log", nodes.Call("det", (nodes.Symbol() as variable,), (), ())), trace)
            ),
            nodes.Sum(
                (nodes.Function("log", nodes.Call("det", (nodes.Symbol() as constant,), (), ())), _)
            ),
        ) if _is_trace(trace, variable, constant):
            return variable, constant
    return None


def _is_trace(trace: nodes.Expression, inverted: nodes.Symbol, factor: nodes.Symbol) -> bool:
    """Say whether a formula adds up the entries of the inverse of a matrix times those of another."""
    sums = _indices(trace)
    if len(sums) != 2 or sums[0].index == sums[1].index:
        return False
    indices = tuple(series.index for series in sums)
    inverse = nodes.Call("inv", (inverted,), (), indices)
    entries = (
        nodes.Symbol(factor.letter, lower, role=factor.role) for lower in (indices, indices[::-1])
    )
    return any(sums[1].body == nodes.Product((inverse, entry)) for entry in entries)


def _indices(trace: nodes.Expression) -> tuple[nodes.Series, ...]:
    """Return the two sums of a double sum, the outer one first."""
    match trace:
        case nodes.Series("sum", body=nodes.Series("sum", where=None) as inner, where=None):
            return trace, inner
    return ()
