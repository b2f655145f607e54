"""Where an estimate holds: between the limits of what is expected; and what there is at these."""

from __future__ import annotations

from typing import Any, Literal

import sympy

from exactnb.core.expression import nodes
from exactnb.core.families.declared.specification import Interval, Specification
from exactnb.core.families.deriving.algebra import Algebra, collected, slope_of, sum_of
from exactnb.core.families.deriving.inverting import limit, sign
from exactnb.core.families.deriving.one_sum import Edge
from exactnb.errors import Unsupported

Conditions = tuple[tuple[nodes.Expression, nodes.Expression], ...]
Alone = tuple[nodes.Expression, ...]
_OPEN = {-1: -sympy.oo, 1: sympy.oo}


def ends(
    algebra: Algebra,
    specification: Specification,
    statistic: Any,
    expected: Any,
    logs: Any,
    more: dict[Any, Any],
    *,
    rises: bool,
) -> tuple[Conditions, Alone, tuple[Edge, ...]]:
    """Return what is greater than what where the estimate holds, and the cases at the ends of that.

    With a prior, `more` says what stands for the sum and the number of rows; then there are no cases,
    and what has to be positive without rows is between the two.
    """
    (range_,) = specification.parameters.values()
    if not isinstance(range_, Interval):
        raise Unsupported(f"{algebra.parameter} is a whole number: estimates of real ones are derived")
    place = algebra.place
    extremes = _extremes(algebra, specification, statistic)
    zero: nodes.Expression = nodes.Integer(0)
    with_prior = specification.prior is not None
    observed, count = more[algebra.total], sympy.numer(sympy.together(more[algebra.rows]))
    conditions: list[tuple[nodes.Expression, nodes.Expression]] = []
    positive: list[Any] = []
    if with_prior:
        positive.append(count)
    edges: list[Edge] = []
    sides = ((-1, range_.low, range_.low_closed), (1, range_.high, range_.high_closed))
    for side, end, closed in sides:
        at = _OPEN[side] if end is None else algebra.read(end)
        reached = limit(expected, algebra.parameter, at, -side, place)
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
            forms = (sum_of(algebra, of(there, θ)) for of in (collected, slope_of))
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


def _extremes(algebra: Algebra, specification: Specification, statistic: Any) -> list[tuple[Any, bool]]:
    """Return the least and the greatest of the statistic on the support, and whether it is attained."""
    support, place = specification.support, algebra.place
    if isinstance(support, Interval):
        sides = ((support.low, support.low_closed), (support.high, support.high_closed))
    else:
        sides = ((support.first, True), (support.last, True))
    crosses = False  # whether a square, or a distance, is 0 between the ends
    for factor in sympy.Mul.make_args(statistic) if isinstance(support, Interval) else ():
        if not (isinstance(factor, sympy.Abs) or (factor.is_Pow and factor.exp.is_even)):
            continue
        reached = [
            limit(
                factor.args[0],
                algebra.x,
                _OPEN[side] if end is None else algebra.read(end),
                -side,
                place,
            )
            for side, (end, _) in zip((-1, 1), sides, strict=True)
        ]
        opposite = None not in reached and {sign(each, place) for each in reached} == {1, -1}
        crosses = crosses or (opposite and sign(statistic / factor, place) > 0)
    values: list[tuple[Any, bool]] = []
    for side, (end, closed) in zip((-1, 1), sides, strict=True):
        at = _OPEN[side] if end is None else algebra.read(end)
        value = limit(statistic, algebra.x, at, -side, place)
        if value is None:
            raise Unsupported(f"what {algebra.expression(statistic)} tends to is not known")
        values.append((value, closed and end is not None))
    (first, _), (last, _) = values
    finite = first.is_finite and last.is_finite
    swapped = sign(first - last, place) > 0 if finite else first == sympy.oo or last == -sympy.oo
    ordered = values[::-1] if swapped else values
    return [(sympy.Integer(0), True), ordered[1]] if crosses else ordered
