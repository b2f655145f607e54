"""Parameters whose estimate is a number of the rows by its order: the median, or the first or last one.

Where log f(x) = −w·|x − m| + log h(x), the log-likelihood is −w·Σ|x − m| and a constant. To the right
of a place it falls by w for each number to the left, and rises by w for each number to the right: so it
is largest where as many numbers lie on either side. For an even number of rows these are all places
between the two middle numbers, of which the mean is taken. Up to there the log-likelihood never falls,
and behind it it never rises: beyond an end of the range that end is best.

Where the support ends at the parameter, log f(x) = −A(θ) + log h(x), and the slope of the
log-likelihood is −n·A′(θ), whatever the numbers are. A support that grows with θ has a density that
becomes smaller, so the best is the least θ with which every number is possible; a support that shrinks
has the greatest. Signs are guessed at one place; the theorem proves them.

Source: G. Casella and R. Berger, Statistical Inference (2nd ed.), exercise 2.18 and example 7.2.9.
"""

from __future__ import annotations

from typing import Any

import sympy

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.core.families.declared.specification import VARIABLE, Interval, Specification
from exactnb.core.families.deriving.algebra import Algebra, like_terms, slope_terms
from exactnb.core.families.deriving.calculus import sign_at, tail_of
from exactnb.core.families.deriving.estimator import (
    GREATEST,
    LEAST,
    MIDDLE,
    DeadEnd,
    OneNumber,
    Order,
    Statistic,
)
from exactnb.core.record import frozen

_X = Symbol(VARIABLE)


@frozen(slots=True)
class Median(OneNumber):
    """A density whose logarithm falls with the distance from a parameter, at a constant rate."""

    specification: Specification
    log_base: Expression | None  # log h, None if h is 1
    log_density: Expression  # −w·|x − m|
    extreme: Statistic = Statistic(MIDDLE, "median", _X)
    estimate: Expression = MIDDLE
    tail: Expression | None = None


def suits_median(specification: Specification) -> bool:
    """Say whether `specification` has one parameter, with a distance from it in the density."""
    is_plain = specification.is_fixed and specification.prior is None
    return len(specification.parameters) == 1 and is_plain and specification.has_kinks


def derive_median(specification: Specification) -> Median:
    """Return the location's estimator by `specification`; raise Unsupported for other distances."""
    algebra = Algebra(specification)
    x, m = algebra.x, algebra.parameter
    rate, base, distance = sympy.Integer(0), sympy.Integer(0), sympy.Abs(x - m)
    _ = algebra.domain  # refused if it is of whole numbers
    for term in sympy.Add.make_args(algebra.log_density):
        times, rest = term.as_independent(sympy.Abs, as_Add=False)
        if rest == distance and not times.has(x, m):
            rate -= times
        elif term.has(m):
            mixed = algebra.from_sympy(term)
            raise DeadEnd(f"{mixed} mixes x and {m}: only a multiple of |x - {m}| leads to a median")
        else:
            base += term
    if sign_at(rate, algebra.place) <= 0:
        raise DeadEnd(f"the density does not fall with the distance from {m}: is it one?")
    return Median(specification, algebra.log_base(base), algebra.from_sympy(-rate * distance))


@frozen(slots=True)
class MovingEnd(OneNumber):
    """A density whose support ends at a parameter, and the number of the rows that decides about it.

    The `slope` of the log-likelihood is positive everywhere if it `rises`, else negative.
    """

    specification: Specification
    extreme: Statistic
    log_base: Expression | None  # log h, None if h is 1
    log_density: Expression  # −A
    log_likelihood: Expression  # −n·A
    slope: Expression
    rises: bool
    estimate: Expression  # in the sign of the extreme
    tail: Expression | None = None

    @property
    def best_end_sides(self) -> tuple[Order, ...]:
        """Return the side on which more rows than all fit."""
        return (">",) if self.rises else ("<",)


def suits_moving_end(specification: Specification) -> bool:
    """Say whether `specification` has one parameter, at which the support ends."""
    return len(specification.parameters) == 1 and not specification.is_fixed


def derive_moving_end(specification: Specification) -> MovingEnd:
    """Return the estimator of a parameter at which the support of `specification` ends.

    Raises Unsupported for two ends that move alike, for an end that is no straight line in the
    parameter, and where the slope of the log-likelihood does not point to the end of what is possible.
    """
    algebra = Algebra(specification)
    place, θ = algebra.place, algebra.parameter
    _ = algebra.domain  # refused if it is of whole numbers
    if not isinstance(specification.support, Interval):
        raise DeadEnd(f"whole numbers up to {θ} are not derived yet")
    statistic, end, grows = _statistic_and_moving_end(algebra)
    partition, base = sympy.Integer(0), sympy.Integer(0)
    for term in sympy.Add.make_args(algebra.log_density):
        if term.has(θ) and term.has(algebra.x):
            mixed = algebra.from_sympy(term.as_independent(algebra.x, as_Add=False)[1])
            raise DeadEnd(f"the support moves with {θ}, and {mixed} stands with {θ} in the density")
        partition, base = (partition - term, base) if term.has(θ) else (partition, base + term)
    if not base.has(algebra.x):
        partition, base = partition - base, sympy.Integer(0)
    logs = -algebra.rows * partition
    slopes = slope_terms(logs, θ)
    place |= {algebra.rows: 3}
    direction = sign_at(sympy.Add(*slopes), place)
    if direction != (-1 if grows else 1):
        raise DeadEnd(
            f"the support moves with {θ}, and the slope of the log-likelihood does not point to its "
            "end: is this a density?"
        )
    bound = sympy.Dummy(statistic.sign.letter, real=True)  # a parameter may have its letter
    algebra.letters[bound] = statistic.sign
    solved = sympy.expand(θ + (bound - end) / sympy.diff(end, θ))
    return MovingEnd(
        specification,
        statistic,
        algebra.log_base(base),
        algebra.sum(like_terms(-partition, θ)),
        algebra.sum(like_terms(logs, θ)),
        algebra.sum(slopes),
        direction > 0,
        algebra.from_sympy(solved),
        tail_of(algebra),
    )


def _statistic_and_moving_end(algebra: Algebra) -> tuple[Statistic, Any, bool]:
    """Return what is compared with the end that moves, that end, and whether the support grows."""
    θ, moving = algebra.parameter, algebra.specification.moving
    low, high = (None if end is None else algebra.to_sympy(end) for end in moving)
    if low is not None and high is not None:
        if sympy.expand(low + high) != 0:
            raise DeadEnd(f"both ends of the support move with {θ}: several {θ} may be equally likely")
        statistic, end = Statistic(GREATEST, "greatest", nodes.absolute(_X)), high
    elif high is not None:
        statistic, end = Statistic(GREATEST, "greatest", _X), high
    else:
        statistic, end = Statistic(LEAST, "least", _X), low
    slope = sympy.diff(end, θ)
    if not slope.is_Rational or slope == 0:
        raise DeadEnd(
            f"the support ends at {algebra.from_sympy(end)}, which is no straight line in {θ}"
        )
    return statistic, end, bool(slope > 0) == (high is not None)
