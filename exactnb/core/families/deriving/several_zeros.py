"""A location whose likelihood may have several maxima: Cauchy's density, and Student's.

Where log f(x) = −w·log q + log h(x) with a polynomial q in the parameter that is positive and rises on
both sides, the likelihood tends to zero on both sides. So it has a largest value, at a zero of its
slope, which is a polynomial over the product of all q. For data these zeros are isolated, and the
likelihoods there compared.

Source: V. Barnett, Evaluation of the maximum-likelihood estimator where the likelihood equation has
multiple roots, Biometrika 53 (1966).
"""

from __future__ import annotations

from typing import Any

import sympy

from exactnb.core.expression.nodes import Expression, Extremum, Negative, Symbol, log
from exactnb.core.families.declared.specification import Interval, Specification
from exactnb.core.families.deriving.algebra import Algebra
from exactnb.core.families.deriving.calculus import sign
from exactnb.core.families.deriving.estimator import (
    TOTAL,
    DeadEnd,
    EstimateCase,
    SingleParameter,
    Statistic,
)
from exactnb.core.record import frozen


@frozen(slots=True)
class SeveralZeros(SingleParameter):
    """A density whose logarithm is −w·log q, and what does not depend on the parameter."""

    specification: Specification
    log_base: Expression | None  # log h, None if h is 1
    log_density: Expression  # −w·log q
    polynomial: Expression  # q
    slope: Expression  # of log_density
    tail: Expression | None = None
    log_terms = ()  # log-ratios are no sums of a few functions of x

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """Return the sum of log q over the rows, in which the parameter stays a letter."""
        return (Statistic(TOTAL, "curve", log(self.polynomial)),)

    @property
    def cases(self) -> tuple[EstimateCase, ...]:
        """Return the only case: the place at which the sum of log q is least."""
        letter = Symbol(self.parameter)
        return (EstimateCase((), {self.parameter: Extremum(letter, Negative(TOTAL))}),)


def leads(specification: Specification) -> bool:
    """Say whether `specification` has one parameter, any real number, no prior, a fixed support."""
    is_plain = specification.is_fixed and specification.prior is None
    real = tuple(specification.parameters.values()) == (Interval(),)
    return real and is_plain and not specification.has_kinks


def estimator(specification: Specification) -> SeveralZeros:
    """Return where the likelihood of `specification` is largest; raise DeadEnd for another form."""
    algebra = Algebra(specification)
    place, x, m = algebra.place, algebra.x, algebra.parameter
    base, weights = sympy.Integer(0), dict[Any, Any]()
    density = algebra.logarithm(specification.formula)
    for term in sympy.Add.make_args(sympy.expand(density, log=False, deep=False)):
        factor, function = term.as_independent(m, as_Add=False)
        if not term.has(m):
            base += term
        elif isinstance(function, sympy.log) and not factor.has(x):
            weights[function] = weights.get(function, 0) - factor
        else:
            raise DeadEnd(f"{algebra.expression(function)} is no logarithm of a polynomial in {m}")
    if len(weights) != 1:
        raise DeadEnd(f"the logarithms of several polynomials in {m} stand in the density")
    ((logarithm, weight),) = weights.items()
    inner = logarithm.args[0]
    if not inner.is_polynomial(m) or sign(weight, place) <= 0:
        raise DeadEnd(f"{algebra.expression(inner)} is no polynomial in {m}, or lies above")
    leading = sympy.Poly(inner, m).LC()
    if leading.has(x) or sign(leading, place) <= 0:
        raise DeadEnd(f"{algebra.expression(inner)} does not rise on both sides")
    return SeveralZeros(
        specification,
        algebra.base(base),
        algebra.expression(-sympy.factor(weight) * logarithm),
        algebra.expression(inner),
        algebra.expression(sympy.factor(-weight * sympy.diff(inner, m)) / inner),
    )
