"""Where a likelihood is largest whose support ends at the parameter: at the last place of all rows.

The support of the numbers of the rows has an end e(θ), a straight line in the parameter. All rows lie
in it on one side of a place alone; on the other side the likelihood is zero. Where its logarithm falls
(or rises) all the way from that place, this is the maximum: e of the place is the largest (or smallest)
number. Of a support from −e(θ) to e(θ) it is the largest distance from zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from exactnb.core.expression.nodes import (
    Call,
    Derivative,
    Domain,
    Expression,
    Function,
    Index,
    Integer,
    Negative,
    Series,
    Sum,
    Symbol,
)
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.forms.atoms import Indexed
from exactnb.explain.proving.forms.patterns import rewritten
from exactnb.explain.proving.scope.alphabet import INFINITE, INTERVALS
from exactnb.explain.proving.scope.comparing import may_depend, same_form, sign_of
from exactnb.explain.proving.scope.reading import reader_for
from exactnb.explain.proving.scope.scope import Declared, ends_of, ways_inside

_ZERO = Integer(0)
_KINDS = (*INTERVALS, "through", "whole")


def moving_supports(declared: Declared, variable: Symbol) -> list[tuple[Expression, Domain]]:
    """Return the letters of `declared` whose set has an end that moves with `variable`, and the set."""
    return [
        (letter, domain)
        for letter, domain in declared.domains
        if domain.kind in _KINDS and any(_whether_ends_move(declared, domain, variable))
    ]


def is_at_moving_end(
    declared: Declared, lines: Sequence[Line], variable: Symbol, body: Expression, place: Expression
) -> bool:
    """Say whether `lines` show that the log-likelihood, `body`, is largest in `variable` at `place`.

    `declared` is the scope. It is so if the log-likelihood moves one way only, and any place further on
    leaves the largest, or smallest, number outside of the support.
    """
    supports = moving_supports(declared, variable)
    support_rows = [(pair, _rows_of(declared, lines, body, pair[0])) for pair in supports]
    # One support is that of the rows; any other that moves has to hold its letter at the place still.
    of_other_letters = [pair for pair, rows in support_rows if rows is None]
    if len(of_other_letters) != len(supports) - 1 or not all(
        _stays_inside(declared, *pair, variable, place) for pair in of_other_letters
    ):
        return False
    (((cell, support), rows),) = (entry for entry in support_rows if entry[1] is not None)
    assert rows is not None
    # An end that the numbers press against: with x ≤ end(θ) the largest number is the last to fit. The
    # likelihood has to fall in the direction in which the end gives room, or no number would stop it.
    for sign, compared, end, times in _bounds(declared, cell, support, variable):
        ordered = Series(sign, *rows, compared)
        extremes = (e.left for e in lines if e.right == ordered)
        grows = (_line_slope_sign(declared, end, variable) or 0) * times
        relation = {True: "<", False: ">"}[grows > 0]
        slope = Derivative(body, variable)
        claims = (e for e in lines if e.reason.rule is Rule.MAXIMUM)
        one_way = any((e.left, e.relation, e.right) == (slope, relation, _ZERO) for e in claims)
        there = rewritten(end, variable, place)
        if grows and one_way:
            for extreme in extremes:
                way = Sum((there, Negative(extreme)) if times > 0 else (extreme, Negative(there)))
                if _is_extreme_place(declared, variable, place, way, is_low=grows > 0):
                    return True
    return False


def _stays_inside(
    declared: Declared, letter: Expression, domain: Domain, variable: Symbol, place: Expression
) -> bool:
    """Say whether another letter, whose interval ends at the variable, is inside at the place too."""
    ends = tuple(rewritten(end, variable, place) for end in domain.parts)
    there = Domain(domain.kind, ends)
    return domain.kind in INTERVALS and all(
        sign_of(declared, way) == "+" for _, way in ways_inside(there, letter)
    )


def _is_extreme_place(
    declared: Declared, variable: Symbol, place: Expression, way: Expression, *, is_low: bool
) -> bool:
    """Say whether no row is left at a place that has no better one: by a row, or by the domain."""
    if same_form(declared, way, _ZERO):
        return True
    domain = declared.first_domain(variable)
    # Where the parameter itself cannot go further, no row has to be there.
    is_end = domain is not None and place in ends_of(domain) and place == domain.parts[not is_low]
    return is_end and sign_of(declared, way) in ("+", "0+")


def _bounds(
    declared: Declared, cell: Expression, support: Domain, variable: Symbol
) -> Iterator[tuple[Literal["max", "min"], Expression, Expression, int]]:
    """Yield the number that the end of a support is compared with, that end, and its side."""
    low, high = support.parts
    moving = tuple(_whether_ends_move(declared, support, variable))
    closed = ends_of(support)
    if all(moving):
        both = Sum((low, high))
        if support.kind == "closed" and same_form(declared, both, _ZERO):
            yield "max", Function("abs", cell), high, 1
    # An open end never holds the largest number itself: the likelihood has no maximum there.
    elif moving[1] and high in closed:
        yield "max", cell, high, 1
    elif moving[0] and low in closed:
        yield "min", cell, low, -1


def _whether_ends_move(declared: Declared, domain: Domain, variable: Symbol) -> Iterator[bool]:
    """Yield whether each end of a set depends on a letter."""
    return (end not in INFINITE and may_depend(declared, end, variable) for end in domain.parts)


def _line_slope_sign(declared: Declared, end: Expression, variable: Symbol) -> int | None:
    """Return the sign of the slope of a straight line, None for anything else."""
    reader = reader_for(declared, counts=False)
    atom = reader.letter(variable, {}).atom
    if not isinstance(atom, Indexed):
        return None
    slope = reader.read(end).derivative(atom).number
    return None if slope is None else (slope > 0) - (slope < 0)


def _rows_of(
    declared: Declared, lines: Sequence[Line], body: Expression, cell: Expression
) -> tuple[Index | Symbol, Domain] | None:
    """Return the index of the rows and its range if `body` adds up log-densities of all cells."""
    lookup = declared.definition(body, counts=True)
    match None if lookup is None else lookup[0].right:
        case Series("sum", index, domain, Function("log", Call() as density), None):
            is_of_row = isinstance(cell, Symbol) and (cell.lower, cell.upper) == ((), (index,))
            all_rows = is_of_row and declared.ranges.get(index.letter) == domain
            if all_rows and _is_positive_density(declared, lines, density, cell):
                return index, domain
    return None


def _is_positive_density(
    declared: Declared, lines: Sequence[Line], density: Call, cell: Expression
) -> bool:
    """Say whether a line gives the density of a cell, which is positive wherever that may lie."""
    return density.left == (cell,) and any(
        (e.left, e.reason.rule, e.reason.words) == (density, Rule.GIVEN, "density")
        and sign_of(declared, e.right) == "+"
        for e in lines
    )
