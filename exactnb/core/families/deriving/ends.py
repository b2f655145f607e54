"""Where an estimate holds: between the limits of what is expected; and what there is at these."""

from __future__ import annotations

from typing import Any, Literal

import sympy

from exactnb.core.expression import nodes
from exactnb.core.families.declared.specification import Interval
from exactnb.core.families.deriving.algebra import Algebra, collected, slope_of
from exactnb.core.families.deriving.inverting import limit, sign
from exactnb.core.families.deriving.one_sum import Edge
from exactnb.errors import Unsupported

Conditions = tuple[tuple[nodes.Expression, nodes.Expression], ...]
Alone = tuple[nodes.Expression, ...]


def ends(
    algebra: Algebra, statistic: Any, expected: Any, logs: Any, more: dict[Any, Any], *, rises: bool
) -> tuple[Conditions, Alone, tuple[Edge, ...]]:
    """Return what is greater than what where the estimate holds, and the cases at the ends of that.

    With a prior, `more` says what stands for the sum and the number of rows; then there are no cases,
    and what has to be positive without rows is between the two.
    """
    range_ = algebra.domain
    place = algebra.place
    extremes = _extremes(algebra, statistic)
    zero: nodes.Expression = nodes.Integer(0)
    with_prior = algebra.specification.prior is not None
    observed, count = more[algebra.total], sympy.numer(sympy.together(more[algebra.rows]))
    conditions: list[tuple[nodes.Expression, nodes.Expression]] = []
    positive: list[Any] = [count] if with_prior else []
    edges: list[Edge] = []
    for side, end, closed in zip((-1, 1), range_.ends, range_.closed, strict=True):
        reached = limit(expected, algebra.parameter, algebra.at(end, side), -side, place)
        if reached is None:
            raise Unsupported(f"what {algebra.expression(expected)} tends to is not known")
        if reached in (sympy.oo, -sympy.oo):
            continue
        below = (side < 0) == rises  # the end is the least that is expected
        total = sympy.factor(more[algebra.rows] * reached)
        pair = (algebra.expression(observed), algebra.expression(total))
        if with_prior:
            positive.append(sympy.numer(sympy.factor(observed - total if below else total - observed)))
        else:
            conditions.append(pair if below else pair[::-1])
        relation = _relation(extremes[0 if below else 1], reached, place, below=below)
        if relation is not None and not with_prior:
            there, θ = logs.subs(algebra.total, total), algebra.parameter
            forms = (algebra.sum(of(there, θ)) for of in (collected, slope_of))
            edges.append(Edge(relation, pair[1], end if closed else None, side < 0, *forms))
    conditions += ((algebra.expression(size), zero) for size in positive)
    no_rows = {algebra.total: 0, algebra.rows: 0}
    alone = tuple(algebra.expression(sympy.sympify(size).subs(no_rows)) for size in positive)
    return tuple(conditions), alone, tuple(edges)


def _relation(
    extreme: tuple[Any, bool], reached: Any, place: dict[Any, Any], *, below: bool
) -> Literal["=", "≤", "≥"] | None:
    """Return how a sum can be at an end of what is expected, or beyond it; None if it cannot."""
    most, attained = extreme
    gap = reached - most if most.is_finite else (1 if below else -1) * sympy.oo
    size = (gap if gap in (sympy.oo, -sympy.oo) else sign(gap, place)) * (1 if below else -1)
    if size > 0:
        return "≤" if below else "≥"
    return "=" if size == 0 and attained else None


def _extremes(algebra: Algebra, statistic: Any) -> list[tuple[Any, bool]]:
    """Return the least and the greatest of the statistic on the support, and whether it is attained."""
    support, place = algebra.specification.support, algebra.place

    def reached(formula: Any) -> list[Any]:
        sides = zip((-1, 1), support.ends, strict=True)
        return [limit(formula, algebra.x, algebra.at(end, side), -side, place) for side, end in sides]

    crosses = False  # whether a square, or a distance, is 0 between the ends
    for factor in sympy.Mul.make_args(statistic) if isinstance(support, Interval) else ():
        if isinstance(factor, sympy.Abs) or (factor.is_Pow and factor.exp.is_even):
            inner = reached(factor.args[0])
            opposite = None not in inner and {sign(each, place) for each in inner} == {1, -1}
            crosses = crosses or (opposite and sign(statistic / factor, place) > 0)
    first, last = reached(statistic)
    if first is None or last is None:
        raise Unsupported(f"what {algebra.expression(statistic)} tends to is not known")
    extremes = list(zip((first, last), support.closed, strict=True))
    finite = first.is_finite and last.is_finite
    if sign(first - last, place) > 0 if finite else first == sympy.oo or last == -sympy.oo:
        extremes.reverse()
    return [(sympy.Integer(0), True), extremes[1]] if crosses else extremes
