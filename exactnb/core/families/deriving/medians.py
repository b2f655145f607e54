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
from exactnb.core.families.declared.specification import VARIABLE, Interval, Specification
from exactnb.core.families.deriving.algebra import Algebra
from exactnb.core.families.deriving.budget import refuse_large
from exactnb.core.families.deriving.estimator import MIDDLE, OneNumber, Statistic
from exactnb.core.families.deriving.exponential_form import place_inside, shown_base
from exactnb.core.families.deriving.finding import DeadEnd
from exactnb.core.families.deriving.inverting import sign
from exactnb.core.record import frozen
from exactnb.errors import Unsupported


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
    still = specification.moving == (None, None) and specification.prior is None
    return len(specification.parameters) == 1 and still and specification.has_kinks


def estimator(specification: Specification) -> Median:
    """Return the estimator of a location; raise Unsupported for any other form with a distance."""
    refuse_large(specification.formula)
    algebra = Algebra(specification)
    algebra.place = place_inside(algebra, specification)
    x, m = algebra.x, algebra.parameter
    if not isinstance(specification.parameters[m.name], Interval):
        raise Unsupported(f"{m} is a whole number: estimates of real ones are derived")
    rate, base, distance = sympy.Integer(0), sympy.Integer(0), sympy.Abs(x - m)
    for term in sympy.Add.make_args(sympy.expand(algebra.logarithm(specification.formula), log=False)):
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
    return Median(
        specification,
        None if base == 0 else shown_base(algebra, base),
        algebra.expression(-rate * distance),
    )
