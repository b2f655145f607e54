"""Two parameters of which one has a closed form for each value of the other: shape and rate of a Gamma.

With the best b of each a put in, the log-likelihood is one of a alone. Its slope over n is a number of
the data less ψ(a) − log a, which rises from −∞ to 0: so it is zero at one place at most, which has no
closed form, and turns there from plus to minus.

Sources: N. Johnson, S. Kotz and N. Balakrishnan, Continuous Univariate Distributions 1, section 17.7;
M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 6.3.5, 6.3.18 and 6.4.1.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import sympy

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Integer, Negative, Symbol
from exactnb.core.families.declared.specification import OutcomeTable, Specification
from exactnb.core.families.deriving import exponential_form
from exactnb.core.families.deriving.algebra import Algebra, collected, sum_of
from exactnb.core.families.deriving.budget import refuse_large
from exactnb.core.families.deriving.estimator import ROWS, TOTAL, EstimateCase, Statistic
from exactnb.core.families.deriving.finding import DeadEnd
from exactnb.core.families.deriving.in_turn import alone
from exactnb.core.families.deriving.one_sum import OneSum
from exactnb.core.record import frozen
from exactnb.errors import Unsupported

SECOND = Symbol("S", role="total-2")
"""The sum of the statistic of the shape over the rows of a class."""


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
    log_terms: tuple[tuple[Expression, Expression], ...]
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


def leads(specification: Specification) -> bool:
    """Say whether `specification` has two parameters of numbers, no prior, and a support that stays."""
    still = specification.moving == (None, None) and specification.prior is None
    is_table = isinstance(specification, OutcomeTable)
    return len(specification.parameters) == 2 and still and not is_table and not specification.has_kinks


def estimator(specification: Specification) -> Profile:
    """Return the estimators of both parameters of `specification`.

    Raise DeadEnd for another profile.
    """
    refuse_large(specification.formula)
    for other, own in permutations(specification.parameters, 2):
        try:
            first = exponential_form.estimator(alone(specification, own))
        except Unsupported:
            continue
        if first.expected_slope is not None and first.conditions == ((TOTAL, Integer(0)),):
            return _profile(specification, first, other)
    raise DeadEnd("no parameter has a closed form for each value of the other")


def _profile(specification: Specification, first: OneSum, other: str) -> Profile:
    algebra = Algebra(specification)
    place = algebra.place = exponential_form.place_inside(algebra, specification)
    x, a, b = algebra.x, algebra.symbols[other], algebra.symbols[first.parameter]
    rows, second = algebra.rows, sympy.Dummy("T", real=True)
    algebra.total = total = sympy.Dummy("S", positive=True)
    algebra.letters |= {total: TOTAL, second: SECOND}
    place |= {rows: 3, total: 6, second: 1}
    factors: dict[Any, Any] = {}
    partition = base = sympy.Integer(0)
    density = sympy.expand(algebra.logarithm(specification.formula), log=False)
    for term in sympy.Add.make_args(density):
        factor, function = term.as_independent(x, as_Add=False)
        if function.has(a, b):
            raise DeadEnd(f"{algebra.expression(function)} mixes x and a parameter")
        if not term.has(a, b) and function != 1:
            base += term
        elif function == 1:
            partition -= term
        else:
            factors[function] = factors.get(function, 0) + factor
    own = algebra.read(first.statistic)
    rest = [function for function in factors if function != own]
    if own not in factors or len(rest) != 1:
        raise DeadEnd("two sums lead to the estimates of two parameters")
    logs = factors[own] * total + factors[rest[0]] * second - rows * partition
    best = logs.subs(b, algebra.read(first.estimate))
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
        algebra.expression(rows * algebra.read(first.expected)),
        other,
        algebra.expression(rest[0]),
        None if base == 0 else exponential_form.shown_base(algebra, base),
        sum_of(algebra, collected(profile, a)),
        sum_of(algebra, collected(sympy.diff(profile, a), a)),
        algebra.expression(share * second / rows),
        nodes.log(TOTAL / ROWS),
        nodes.Function("digamma", Symbol(other)) - nodes.log(Symbol(other)),
        (
            *((algebra.expression(of), algebra.expression(factor)) for of, factor in factors.items()),
            (Integer(1), Negative(algebra.expression(partition))),
        ),
    )
