"""A location with distances from it in the exponent: the estimate is the median.

Where log f(x) = −w·|x − m| + log h(x), the log-likelihood is −w·Σ|x − m| and a constant. To the right
of a place it falls by w for each number to the left, and rises by w for each number to the right: so it
is largest where as many numbers lie on either side. For an even number of rows these are all places
between the two middle numbers, of which the mean is taken. Up to there the log-likelihood never falls,
and behind it it never rises: beyond an end of the range that end is best.

Source: G. Casella and R. Berger, Statistical Inference (2nd ed.), exercise 2.18.
"""

from __future__ import annotations

import sympy

from exactnb.core.expression.nodes import Expression, Symbol
from exactnb.core.families.declared.specification import VARIABLE, Specification
from exactnb.core.families.deriving.algebra import Algebra
from exactnb.core.families.deriving.calculus import sign
from exactnb.core.families.deriving.estimator import MIDDLE, DeadEnd, OneNumber, Statistic
from exactnb.core.record import frozen


@frozen(slots=True)
class Median(OneNumber):
    """A density whose logarithm falls with the distance from a parameter, at a constant rate."""

    specification: Specification
    log_base: Expression | None  # log h, None if h is 1
    log_density: Expression  # −w·|x − m|
    extreme: Statistic = Statistic(MIDDLE, "median", Symbol(VARIABLE))
    estimate: Expression = MIDDLE
    tail: Expression | None = None


def leads(specification: Specification) -> bool:
    """Say whether `specification` has one parameter, with a distance from it in the density."""
    is_plain = specification.is_fixed and specification.prior is None
    return len(specification.parameters) == 1 and is_plain and specification.has_kinks


def estimator(specification: Specification) -> Median:
    """Return the estimator of a location; raise Unsupported for any other form with a distance."""
    algebra = Algebra(specification)
    x, m = algebra.x, algebra.parameter
    rate, base, distance = sympy.Integer(0), sympy.Integer(0), sympy.Abs(x - m)
    _ = algebra.domain  # refused if it is of whole numbers
    for term in sympy.Add.make_args(algebra.density):
        times, rest = term.as_independent(sympy.Abs, as_Add=False)
        if rest == distance and not times.has(x, m):
            rate -= times
        elif term.has(m):
            mixed = algebra.expression(term)
            raise DeadEnd(f"{mixed} mixes x and {m}: only a multiple of |x - {m}| leads to a median")
        else:
            base += term
    if sign(rate, algebra.place) <= 0:
        raise DeadEnd(f"the density does not fall with the distance from {m}: is it one?")
    return Median(specification, algebra.base(base), algebra.expression(-rate * distance))
