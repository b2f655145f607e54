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

import sympy

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Integer, Symbol
from exactnb.core.families.declared.specification import Specification
from exactnb.core.families.deriving import exponential_form
from exactnb.core.families.deriving.algebra import Algebra, collected
from exactnb.core.families.deriving.estimator import (
    ROWS,
    TOTAL,
    DeadEnd,
    EstimateCase,
    OneSum,
    Statistic,
)
from exactnb.core.families.deriving.in_turn import with_single_parameter
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
    is_plain = specification.is_fixed and specification.prior is None
    return len(specification.parameters) == 2 and is_plain and not specification.has_kinks


def estimator(specification: Specification) -> Profile:
    """Return the estimators of both parameters of `specification`.

    Raise DeadEnd for another profile.
    """
    for other, solved in permutations(specification.parameters, 2):
        try:
            first = exponential_form.estimator(with_single_parameter(specification, solved))
        except Unsupported:
            continue
        if first.expected_slope is not None and first.conditions == ((TOTAL, Integer(0)),):
            return _profile(specification, first, other)
    raise DeadEnd("no parameter has a closed form for each value of the other")


def _profile(specification: Specification, first: OneSum, other: str) -> Profile:
    algebra = Algebra(specification)
    a, b, rows = algebra.symbols[other], algebra.symbols[first.parameter], algebra.rows
    factors, partition, base = algebra.split(a, b)
    second = sympy.Dummy("T", real=True)
    algebra.total = total = sympy.Dummy("S", positive=True)
    algebra.letters |= {total: TOTAL, second: SECOND}
    algebra.place |= {rows: 3, total: 6, second: 1}
    statistic = algebra.read(first.statistic)
    rest = [function for function in factors if function != statistic]
    if statistic not in factors or len(rest) != 1:
        raise DeadEnd("two sums lead to the estimates of two parameters")
    logs = factors[statistic] * total + factors[rest[0]] * second - rows * partition
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
        algebra.base(base),
        algebra.sum(collected(profile, a)),
        algebra.sum(collected(sympy.diff(profile, a), a)),
        algebra.expression(share * second / rows),
        nodes.log(TOTAL / ROWS),
        nodes.Function("digamma", Symbol(other)) - nodes.log(Symbol(other)),
        algebra.log_terms(factors, partition),
    )
