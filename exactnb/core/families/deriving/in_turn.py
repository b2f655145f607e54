"""Several parameters, one after the other: where the best of the first is the same whatever the rest.

For each value of the other parameters the likelihood is largest at the estimate of the first, and that
does not depend on them. So the largest of all is where the second is best with that estimate put in,
and so on: a maximum for each parameter, of families with one parameter and one sum.

How to read: `estimator` tries the orders of the parameters; `alone` makes one of them the only one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace as replace_field
from itertools import permutations
from typing import Any

import sympy

from exactnb.core.expression.nodes import Expression, Integer, Negative, Symbol, replace
from exactnb.core.families.declared.specification import Interval, Specification
from exactnb.core.families.deriving import exponential_form, medians, moving_end
from exactnb.core.families.deriving.algebra import Algebra
from exactnb.core.families.deriving.budget import refuse_large
from exactnb.core.families.deriving.estimator import TOTAL, EstimateCase, Order, Statistic
from exactnb.core.families.deriving.finding import DeadEnd
from exactnb.core.families.deriving.medians import Median
from exactnb.core.families.deriving.moving_end import MovingEnd
from exactnb.core.families.deriving.one_sum import OneSum
from exactnb.core.families.deriving.tails import tail_of
from exactnb.core.record import frozen
from exactnb.errors import Unsupported

Stage = OneSum | MovingEnd | Median
"""The records that a parameter may have among others."""
_MOST = 3  # parameters, whose orders are tried
_TOTALS = (TOTAL, *(Symbol("S", role=f"total-{number}") for number in range(2, _MOST + 1)))
"""The sums over the rows, one for each parameter."""


@frozen
class InTurn:
    """Several parameters, each with the record of its estimate, in which those behind it are constants.

    The estimate of one has no letters of those behind it; its statistic may have those before it.
    """

    specification: Specification
    stages: tuple[Stage, ...]
    log_terms: tuple[tuple[Expression, Expression], ...]
    tail: Expression | None = None

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """Return the sum of each parameter's statistic, or the number that decides about it."""
        pairs = zip(_TOTALS, self.stages, strict=False)
        return tuple(
            Statistic(sign, "sum", stage.statistic) if isinstance(stage, OneSum) else stage.extreme
            for sign, stage in pairs
        )

    @property
    def cases(self) -> tuple[EstimateCase, ...]:
        """Return the only case: each estimate is inside of what is expected."""
        pairs = tuple(zip(_TOTALS, self.stages, strict=False))
        estimates = {stage.parameter: _in_sums(stage.estimate, sign, {}) for sign, stage in pairs}
        conditions: list[tuple[Expression, Order, Expression]] = []
        for sign, stage in pairs:
            for one, order, other in _conditions(stage):
                sides = (_in_sums(side, sign, estimates) for side in (one, other))
                conditions.append((next(sides), order, next(sides)))
        return (EstimateCase(tuple(conditions), estimates),)


def leads(specification: Specification) -> bool:
    """Say whether `specification` has several parameters, and no prior."""
    return len(specification.parameters) > 1 and specification.prior is None


def estimator(specification: Specification) -> InTurn:
    """Return the estimators of the parameters, in an order in which each is free of those behind it.

    Raises Unsupported for parameters that cannot be told apart, and where there is no such order.
    """
    refuse_large(specification.formula)
    algebra = Algebra(specification)
    algebra.place = exponential_form.place_inside(algebra, specification)
    density = sympy.expand(algebra.logarithm(specification.formula), log=False)
    is_ordered = specification.moving != (None, None) or specification.has_kinks
    if specification.moving == (None, None):  # else the support tells them apart
        _refuse_one_in_disguise(algebra, specification, density)
    if len(specification.parameters) > _MOST:
        raise Unsupported(f"at most {_MOST} parameters are estimated together")
    reasons: list[str] = []
    for order in permutations(specification.parameters):
        try:
            stages = tuple(_stages(specification, order))
        except Unsupported as error:
            reasons.append(error.message)
            continue
        terms = () if is_ordered else _log_terms(algebra, specification, density)
        return InTurn(specification, stages, terms, tail_of(algebra, specification))
    raise DeadEnd(reasons[0])


def _stages(specification: Specification, order: tuple[str, ...]) -> Iterator[Stage]:
    """Yield the record of each parameter, the others as constants."""
    for place, letter in enumerate(order):
        single = alone(specification, letter)
        stage: Stage
        if moving_end.leads(single):
            stage = moving_end.estimator(single)
        else:
            stage = (medians if medians.leads(single) else exponential_form).estimator(single)
        sides = (side for one, _, other in _conditions(stage) for side in (one, other))
        # The other end of a support may come later: as no number lies beyond it, the estimate does not.
        ends = {Symbol(own) for own in specification.parameters} if isinstance(stage, MovingEnd) else ()
        parts = (stage.estimate, *(side for side in sides if side not in ends))
        behind = {Symbol(other) for other in order[place + 1 :]}
        if mixed := behind.intersection(part for formula in parts for part in formula.walk()):
            names = " and ".join(sorted(part.letter for part in mixed))
            raise DeadEnd(f"the best {letter} changes with {names}: no closed form is known for both")
        if isinstance(stage, OneSum) and stage.expected_slope is None:
            raise DeadEnd(f"no closed form is known for {letter}: such parameters are derived alone")
        own = single.parameters[letter]
        if (
            isinstance(own, Interval)
            and not isinstance(stage, MovingEnd)
            and _rests(own, specification)
        ):
            raise DeadEnd(f"{letter} is compared with another parameter, at which no support ends")
        if len(stage.cases) > 1 and any(case.estimates for case in stage.cases[1:]):
            raise DeadEnd(f"{letter} may be an end of its range: several such are not derived yet")
        yield stage


def alone(specification: Specification, letter: str) -> Specification:
    """Return the family of `specification` with the parameter `letter`, the others as constants.

    Of two parameters of which one is less than the other, this one has the other as its end.
    """
    parameters = dict(specification.parameters)
    own = parameters.pop(letter)
    for other, range_ in parameters.items():
        if isinstance(range_, Interval) and Symbol(letter) in (range_.low, range_.high):
            assert isinstance(own, Interval)
            is_low = range_.low == Symbol(letter)
            if (own.high if is_low else own.low) is not None:  # which of two ends is nearer is unknown
                raise DeadEnd(f"the range of {other} ends at {letter}, which has an end on that side")
            if is_low:
                parameters[other] = replace_field(range_, low=own.low)
                own = replace_field(own, high=Symbol(other))
            else:
                parameters[other] = replace_field(range_, high=own.high)
                own = replace_field(own, low=Symbol(other))
    return replace_field(
        specification, parameters={letter: own}, constants={**specification.constants, **parameters}
    )


def _rests(range_: Interval, specification: Specification) -> bool:
    """Say whether a range ends at a parameter."""
    return any(Symbol(letter) in (range_.low, range_.high) for letter in specification.parameters)


def _conditions(stage: Stage) -> Iterator[tuple[Expression, Order, Expression]]:
    """Yield what holds where the estimate of a parameter lies inside of its range."""
    for one, *order, other in stage.conditions:
        yield one, order[0] if order else ">", other


def _in_sums(formula: Expression, sign: Symbol, estimates: Mapping[str, Expression]) -> Expression:
    """Return a formula with a sum of its own, and estimates for the parameters before."""
    own = {TOTAL: sign, **{Symbol(letter): estimate for letter, estimate in estimates.items()}}
    return replace(formula, lambda part: own.get(part) if isinstance(part, Symbol) else None)


def _refuse_one_in_disguise(algebra: Algebra, specification: Specification, density: Any) -> None:
    """Refuse two parameters that are one by two names: the slopes by them are proportional."""
    first, *others = (
        (name, sympy.diff(density, algebra.symbols[name])) for name in specification.parameters
    )
    for name, slope in others:
        ratio = sympy.cancel(sympy.together(slope / first[1])) if first[1] != 0 else algebra.x
        if not ratio.has(algebra.x):
            raise Unsupported(
                f"{first[0]} and {name} cannot be told apart: other values give the same density"
            )


def _log_terms(
    algebra: Algebra, specification: Specification, density: Any
) -> tuple[tuple[Expression, Expression], ...]:
    """Return the functions of x in log f with what stands with them, but for those of x alone."""
    own = [algebra.symbols[name] for name in specification.parameters]
    factors: dict[Any, Any] = {}
    for term in sympy.Add.make_args(density):
        factor, function = term.as_independent(algebra.x, as_Add=False)
        if factor.has(*own):
            factors[function] = factors.get(function, 0) + factor
    constant = factors.pop(sympy.Integer(1), None)
    terms = [(algebra.expression(of), algebra.expression(factor)) for of, factor in factors.items()]
    if constant is not None:
        terms.append((Integer(1), Negative(algebra.expression(-constant))))
    return tuple(terms)
