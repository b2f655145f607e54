"""Several parameters: one after the other, or one with a closed form for each value of the other.

For each value of the other parameters the likelihood is largest at the estimate of the first, and that
may not depend on them. So the largest of all is where the second is best with that estimate put in,
and so on: a maximum for each parameter, of families with one parameter and one sum. Parameters that all
classes share come last: with the best of the others put in, class by class, the rows of all classes are
one sample.

For the shape a and the rate b of a Gamma, the best b of each a put in leaves a log-likelihood of a
alone (`Profile`). Its slope over n is a number of the data less ψ(a) − log a, which rises from −∞ to 0:
so it is zero at one place at most, which has no closed form, and turns there from plus to minus.

How to read: `derive_in_turn` tries the orders of the parameters, `with_single_parameter` makes one of
them the only one; `derive_profile` stands at the end.

Sources: N. Johnson, S. Kotz and N. Balakrishnan, Continuous Univariate Distributions 1, section 17.7;
M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 6.3.5, 6.3.18 and 6.4.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as replace_field
from fractions import Fraction
from itertools import permutations
from typing import Any

import sympy

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Integer, Symbol, replace
from exactnb.core.families.declared.specification import Interval, Specification, letters_of
from exactnb.core.families.deriving.algebra import Algebra, like_terms
from exactnb.core.families.deriving.calculus import tail_of
from exactnb.core.families.deriving.estimator import (
    ALL_ROWS,
    ROWS,
    TOTAL,
    DeadEnd,
    EstimateCase,
    OneSum,
    Order,
    Statistic,
)
from exactnb.core.families.deriving.exponential_form import derive_one_sum
from exactnb.core.families.deriving.order_statistics import (
    Median,
    MovingEnd,
    derive_median,
    derive_moving_end,
    suits_median,
    suits_moving_end,
)
from exactnb.core.record import frozen
from exactnb.errors import Unsupported, listing

Stage = OneSum | MovingEnd | Median
"""The records that a parameter may have among others."""
_MOST = 3  # parameters, whose orders are tried
_TOTALS = (TOTAL, *(Symbol("S", role=f"total-{number}") for number in range(2, _MOST + 1)))
"""The sums over the rows, one for each parameter."""
SECOND = Symbol("S", role="total-2")
"""The sum of the statistic of the shape over the rows of a class."""


@frozen
class InTurn:
    """Several parameters, each with the record of its estimate, in which those behind it are constants.

    The estimate of one has no letters of those behind it, and neither has its statistic, which may have
    those before it.
    """

    specification: Specification
    stages: tuple[Stage, ...]
    statistics_with_coefficients: tuple[tuple[Expression, Expression], ...]
    tail: Expression | None = None

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """Return the sum of each parameter's statistic, or the number that decides about it."""
        return tuple(
            Statistic(sign, "sum", stage.statistic, self.is_pooled(stage))
            if isinstance(stage, OneSum)
            else stage.extreme
            for sign, stage in zip(_TOTALS, self.stages, strict=False)
        )

    def is_pooled(self, stage: Stage) -> bool:
        """Say whether all classes share the parameter of a record, `stage`."""
        return stage.parameter in self.specification.shared

    @property
    def cases(self) -> tuple[EstimateCase, ...]:
        """Return the case of all estimates, and those of the first ones, where the next has none.

        What is best whatever the parameters behind it are stands, if one of those has no best value.
        """
        counted: list[dict[Expression, Expression]] = [
            {TOTAL: sign, ROWS: ALL_ROWS if self.is_pooled(stage) else ROWS}
            for sign, stage in zip(_TOTALS, self.stages, strict=False)
        ]
        pairs = tuple(zip(counted, self.stages, strict=True))
        estimates = {stage.parameter: replace(stage.estimate, signs.get) for signs, stage in pairs}
        letters: dict[Expression, Expression] = {
            Symbol(letter): best for letter, best in estimates.items()
        }
        conditions: list[tuple[Expression, Order, Expression]] = []
        cases: list[EstimateCase] = []
        for number, (signs, stage) in enumerate(pairs, 1):
            values = signs | letters
            for left, order, right in _conditions(stage):
                conditions.append((replace(left, values.get), order, replace(right, values.get)))
            first = {stage_.parameter: estimates[stage_.parameter] for stage_ in self.stages[:number]}
            if number <= self.settled_count or number == len(pairs):
                cases.append(EstimateCase(tuple(conditions), first))
        return tuple(reversed(cases))

    @property
    def settled_count(self) -> int:
        """Return how many of the first estimates are the best ones whatever those behind them are.

        Of two ends of a support neither is: where all numbers are equal, both may come near to them.
        """
        for number, stage in enumerate(self.stages):
            later_letters = {Symbol(later.parameter) for later in self.stages[number + 1 :]}
            if any(later_letters.intersection(condition) for condition in _conditions(stage)):
                return number
        return len(self.stages)


def suits_in_turn(specification: Specification) -> bool:
    """Say whether `specification` has several parameters, and no prior."""
    return len(specification.parameters) > 1 and specification.prior is None


def derive_in_turn(specification: Specification) -> InTurn:
    """Return the estimators of the parameters, in an order in which each is free of those behind it.

    Raises Unsupported for parameters that cannot be told apart, and where there is no such order.
    """
    algebra = Algebra(specification)
    is_ordered = not specification.is_fixed or specification.has_kinks
    if specification.is_fixed:  # else the support tells them apart
        _refuse_one_in_disguise(algebra)
    if len(specification.parameters) > _MOST:
        raise Unsupported(f"at most {_MOST} parameters are estimated together")
    shared = specification.shared
    if shared and is_ordered:
        where = "has distances from a parameter" if specification.has_kinks else "moves its support"
        raise Unsupported(f"{listing(shared)} cannot be shared: a density that {where} is derived for "
                          "one class alone")  # fmt: skip
    reasons: list[str] = []
    for order in permutations(specification.parameters):
        if not {*shared} <= {*order[len(order) - len(shared) :]}:
            continue
        try:
            stages = tuple(_stages(specification, order))
        except Unsupported as error:
            reasons.append(error.message)
            continue
        class_letters = [algebra.symbols[p] for p in order if p not in shared]  # the others cancel
        terms = () if is_ordered else algebra.with_coefficients(*algebra.form_parts(*class_letters)[:2])
        return InTurn(specification, stages, terms, tail_of(algebra))
    if shared:  # another road would take them for parameters of each class
        raise Unsupported(f"{listing(shared)} cannot be shared: {reasons[0]}")
    raise DeadEnd(reasons[0])


def _stages(specification: Specification, order: tuple[str, ...]) -> Iterator[Stage]:
    """Yield the record of each parameter, the others as constants."""
    for place, letter in enumerate(order):
        single = with_single_parameter(specification, letter)
        stage: Stage
        if suits_moving_end(single):
            stage = derive_moving_end(single)
        else:
            stage = derive_median(single) if suits_median(single) else derive_one_sum(single)
        sides = (side for less, _, greater in _conditions(stage) for side in (less, greater))
        # The other end of a support may come later: as no number lies beyond it, the estimate does not.
        ends = {Symbol(p) for p in specification.parameters} if isinstance(stage, MovingEnd) else ()
        statistics = (statistic.of for statistic in stage.statistics)
        parts = (stage.estimate, *statistics, *(side for side in sides if side not in ends))
        if mixed := letters_of(*parts).intersection(order[place + 1 :]):
            names = " and ".join(sorted(mixed))
            raise DeadEnd(f"the best {letter} changes with {names}: no closed form is known for both")
        if letter in specification.shared:
            assert isinstance(stage, OneSum)
            parts = (stage.natural, stage.log_partition, stage.estimate)
            if mixed := letters_of(*parts).intersection(order).difference(specification.shared):
                names = " and ".join(sorted(mixed))
                raise DeadEnd(f"the best {letter} changes with the {names} of each class")
        if isinstance(stage, OneSum) and stage.expected_slope is None:
            raise DeadEnd(f"no closed form is known for {letter}: such parameters are derived alone")
        range_ = single.parameters[letter]
        rests = not letters_of(*range_.ends).isdisjoint(specification.parameters)
        if rests and not isinstance(stage, MovingEnd):
            raise DeadEnd(f"{letter} is compared with another parameter, at which no support ends")
        if len(stage.cases) > 1 and any(case.estimates for case in stage.cases[1:]):
            raise DeadEnd(f"{letter} may be an end of its range: several such are not derived yet")
        yield stage


def with_single_parameter(specification: Specification, letter: str) -> Specification:
    """Return the family of `specification` with the parameter `letter`, the others as constants.

    Of two parameters of which one is less than the other, this one has the other as its end.
    """
    parameters = dict(specification.parameters)
    domain = parameters.pop(letter)
    for constant, range_ in parameters.items():
        if isinstance(range_, Interval) and Symbol(letter) in range_.ends:
            assert isinstance(domain, Interval)
            near, far = ("low", "high") if range_.low == Symbol(letter) else ("high", "low")
            if getattr(domain, far) is not None:  # which of two ends is nearer is unknown
                where = "which has an end on that side"
                raise DeadEnd(f"the range of {constant} ends at {letter}, {where}")
            nearer: dict[str, Any] = {near: getattr(domain, near)}
            farther: dict[str, Any] = {far: Symbol(constant)}
            parameters[constant], domain = (
                replace_field(range_, **nearer),
                replace_field(domain, **farther),
            )
    return replace_field(
        specification, parameters={letter: domain}, constants={**specification.constants, **parameters}
    )


def _conditions(stage: Stage) -> Iterator[tuple[Expression, Order, Expression]]:
    """Yield what holds where the estimate of a parameter lies inside of its range."""
    for left, *order, right in stage.conditions:
        yield left, order[0] if order else ">", right


def _refuse_one_in_disguise(algebra: Algebra) -> None:
    """Refuse two parameters that are one by two names: the slopes by them are proportional."""
    first, *rest = (
        (name, sympy.diff(algebra.log_density, algebra.symbols[name]))
        for name in algebra.specification.parameters
    )
    for name, slope in rest:
        ratio = sympy.cancel(sympy.together(slope / first[1])) if first[1] != 0 else algebra.x
        if not ratio.has(algebra.x):
            raise Unsupported(
                f"{first[0]} and {name} cannot be told apart: other values give the same density"
            )


@frozen
class Profile:
    """The record of the parameter with a closed form, and what is left with that put in.

    The slope of the `profile` by the other parameter is n·(`observed` − `bound` − `expected`), and
    `expected` is ψ − log of it. There is an estimate where `observed` is below its bound.
    """

    specification: Specification
    first: OneSum
    total: Expression  # what its sum is where it is best
    other: str  # the letter of the parameter without a closed form
    statistic: Expression  # of the sum that stands with it
    log_base: Expression | None  # the terms of log f with x alone
    profile: Expression
    slope: Expression
    observed: Expression
    bound: Expression
    expected: Expression
    statistics_with_coefficients: tuple[tuple[Expression, Expression], ...]
    tail: Expression | None = None

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """Return the sums of both statistics."""
        return Statistic(TOTAL, "sum", self.first.statistic), Statistic(SECOND, "sum", self.statistic)

    @property
    def cases(self) -> tuple[EstimateCase, ...]:
        """Return the case of numbers that are not all equal, and what is best for each shape if so."""
        level = self.observed - self.bound
        root = nodes.Root(Symbol(self.other), self.expected, level, (Fraction(0), None))
        estimates = {self.other: root, self.first.parameter: self.first.estimate}
        usual = EstimateCase(((TOTAL, ">", Integer(0)), (self.bound, ">", self.observed)), estimates)
        best = {self.first.parameter: self.first.estimate}
        return usual, EstimateCase(usual.conditions[:1], best)


def suits_profile(specification: Specification) -> bool:
    """Say whether `specification` has two parameters of numbers, no prior, and a support that stays."""
    is_plain = specification.is_fixed and specification.prior is None
    return len(specification.parameters) == 2 and is_plain and not specification.has_kinks


def derive_profile(specification: Specification) -> Profile:
    """Return the estimators of both parameters of `specification`.

    Raise DeadEnd for another profile.
    """
    for eliminated, solved in permutations(specification.parameters, 2):
        try:
            first = derive_one_sum(with_single_parameter(specification, solved))
        except Unsupported:
            continue
        if first.expected_slope is not None and first.conditions == ((TOTAL, Integer(0)),):
            return _profile(specification, first, eliminated)
    raise DeadEnd("no parameter has a closed form for each value of the other")


def _profile(specification: Specification, first: OneSum, other: str) -> Profile:
    algebra = Algebra(specification)
    a, b, rows = algebra.symbols[other], algebra.symbols[first.parameter], algebra.rows
    factors, partition, base = algebra.form_parts(a, b)
    second = sympy.Dummy("T", real=True)
    algebra.total = total = sympy.Dummy("S", positive=True)
    algebra.letters |= {total: TOTAL, second: SECOND}
    algebra.place |= {rows: 3, total: 6, second: 1}
    statistic = algebra.to_sympy(first.statistic)
    rest = [function for function in factors if function != statistic]
    if statistic not in factors or len(rest) != 1:
        raise DeadEnd("two sums lead to the estimates of two parameters")
    logs = factors[statistic] * total + factors[rest[0]] * second - rows * partition
    best = logs.subs(b, algebra.to_sympy(first.estimate))
    profile = sympy.expand(sympy.expand_log(best), log=False)
    slopes = sympy.expand(sympy.diff(profile, a) / rows)
    expected = sympy.polygamma(0, a) - sympy.log(a)
    share = sympy.cancel(slopes.coeff(second) * rows)
    level = share * second / rows - sympy.log(total / rows)
    gap = sympy.expand(slopes + expected - sympy.expand_log(level, force=True))
    if gap != 0 or share.has(a, total, rows):
        raise DeadEnd(f"the slope of the profile in {other} is not that of a Gamma density")
    return Profile(
        specification,
        first,
        algebra.from_sympy(rows * algebra.to_sympy(first.expected)),
        other,
        algebra.from_sympy(rest[0]),
        algebra.log_base(base),
        algebra.sum(like_terms(profile, a)),
        algebra.sum(like_terms(sympy.diff(profile, a), a)),
        algebra.from_sympy(share * second / rows),
        nodes.log(TOTAL / ROWS),
        nodes.Function("digamma", Symbol(other)) - nodes.log(Symbol(other)),
        algebra.with_coefficients(factors, partition),
    )
