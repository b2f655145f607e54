"""One parameter at a zero of the slope of the likelihood: a positive zero of two, or one of several.

With sums of x and of x² (`TwoSums`) the slope times its denominator is c − b·θ − a·θ², where b may have
any sign, a is positive with the rows and c with the sum of squares. So of the two zeros one is
positive, and the slope turns there from plus to minus: by Descartes' rule of signs. As the product of
the zeros is −c/a, the slope is a·(θ + c/(a·r))·(r − θ) over its denominator, in which all but the last
factor is positive.

Where log f(x) = −w·log q + log h(x) with a polynomial q in the parameter that is positive and rises on
both sides (`SeveralZeros`: Cauchy's density, and Student's), the likelihood tends to zero on both
sides. So it has a largest value, at a zero of its slope, which is a polynomial over the product of all
q. For data these zeros are isolated, and the likelihoods there compared.

Sources: E. L. Lehmann and G. Casella, Theory of Point Estimation (2nd ed.), section 6.3, for N(θ, θ²);
V. Barnett, Evaluation of the maximum-likelihood estimator where the likelihood equation has multiple
roots, Biometrika 53 (1966).
"""

from __future__ import annotations

from typing import Any

import sympy

from exactnb.core.expression.nodes import Expression, Extremum, Integer, Negative, Symbol, log
from exactnb.core.families.declared.specification import Interval, Specification
from exactnb.core.families.deriving.algebra import Algebra, like_terms, slope_terms
from exactnb.core.families.deriving.calculus import sign_at
from exactnb.core.families.deriving.estimator import (
    TOTAL,
    DeadEnd,
    EstimateCase,
    SingleParameter,
    Statistic,
)
from exactnb.core.record import frozen

SQUARES, PLACE = Symbol("S", role="total-2"), Symbol("r", role="place")
"""The sum of squares over the rows of a class, and what stands for the positive zero of the slope."""


@frozen(slots=True)
class TwoSums(SingleParameter):
    """What was found: the slope is `weight`·(`place` − θ), and the weight is positive.

    The weight has the letter of the place in it. It all holds where the sum of squares is positive; if
    it is zero, all numbers are, `at_zero` is the log-likelihood and `falling` its slope, which is
    negative: there is no estimate.
    """

    specification: Specification
    log_base: Expression | None  # the terms of log f with x alone, None if there are none
    log_density: Expression  # the others
    log_likelihood: Expression
    slope: Expression
    place: Expression
    weight: Expression
    at_zero: Expression
    falling: Expression
    statistics_with_coefficients: tuple[tuple[Expression, Expression], ...]
    statistics: tuple[Statistic, ...]  # the sum, and the sum of squares
    tail: Expression | None = None

    @property
    def cases(self) -> tuple[EstimateCase, ...]:
        """Return the only case in which there is an estimate: some number is not zero."""
        return (EstimateCase(((SQUARES, ">", Integer(0)),), {self.parameter: self.place}),)


def suits_two_sums(specification: Specification) -> bool:
    """Say whether `specification` has one parameter from zero on, no prior, and a fixed support."""
    is_plain = specification.is_fixed and specification.prior is None
    return is_plain and tuple(specification.parameters.values()) == (Interval(Integer(0)),)


def derive_two_sums(specification: Specification) -> TwoSums:
    """Return the estimator of `specification`, with one parameter and the sums of x and x².

    Raises DeadEnd for any other statistics.
    """
    algebra = Algebra(specification)
    place, x, θ = algebra.place, algebra.x, algebra.parameter
    total, rows = algebra.total, algebra.rows
    factors, partition, base = algebra.form_parts(θ)
    if set(factors) != {x, x**2}:
        raise DeadEnd("families with one sum are derived, and some with the sums of x and x^2")
    squares, root = sympy.Dummy("Q", positive=True), sympy.Dummy("r", positive=True)
    algebra.letters |= {squares: SQUARES, root: PLACE}
    place |= {rows: 3, total: 3, squares: 5, root: 1}
    natural = factors[x] * x + factors[x**2] * x**2 - partition
    logs = factors[x] * total + factors[x**2] * squares - rows * partition
    numerator, denominator = sympy.fraction(sympy.cancel(sympy.together(sympy.diff(logs, θ))))
    if denominator.subs(place) < 0:
        numerator, denominator = -numerator, -denominator
    polynomial = sympy.Poly(numerator, θ)
    if polynomial.degree() != 2:
        raise DeadEnd(f"the slope of the log-likelihood has {polynomial.degree()} zeros")
    a, b, c = -polynomial.nth(2), -polynomial.nth(1), polynomial.nth(0)
    rows_factor, squares_factor = sympy.cancel(a / rows), sympy.cancel(c / squares)
    counted = {total, squares, rows}
    alone = b.subs({total: 0, squares: 0})
    if (
        (rows_factor.free_symbols | squares_factor.free_symbols) & counted
        or not (rows_factor.subs(place) > 0 and squares_factor.subs(place) > 0)
        or alone.subs(place) < 0
    ):
        raise DeadEnd("the slope of the log-likelihood may be zero at several places")
    half = sympy.expand(b / 2)
    if all(term.as_coeff_Mul()[0].is_Integer for term in sympy.Add.make_args(half)):
        largest = (sympy.sqrt(sympy.factor(half**2 + a * c)) - half) / a
    else:
        largest = (sympy.sqrt(sympy.factor(b**2 + 4 * a * c)) - b) / (2 * a)
    weight = (a * θ + c / root) / denominator
    none = {total: 0, squares: 0}

    written, written_sum = algebra.from_sympy, algebra.sum
    return TwoSums(
        specification,
        algebra.log_base(base),
        written_sum(like_terms(natural, θ)),
        written_sum(like_terms(logs, θ)),
        written_sum(slope_terms(logs, θ)),
        written(largest),
        written(weight),
        written_sum(like_terms(logs.subs(none), θ)),
        written_sum(slope_terms(logs.subs(none), θ)),
        algebra.with_coefficients(factors, partition),
        (Statistic(TOTAL, "sum", written(x)), Statistic(SQUARES, "sum", written(x**2))),
    )


@frozen(slots=True)
class SeveralZeros(SingleParameter):
    """A density whose logarithm is −w·log q, and what does not depend on the parameter."""

    specification: Specification
    log_base: Expression | None  # log h, None if h is 1
    log_density: Expression  # −w·log q
    polynomial: Expression  # q
    slope: Expression  # of log_density
    tail: Expression | None = None
    statistics_with_coefficients = ()  # log-ratios are no sums of a few functions of x

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """Return the sum of log q over the rows, in which the parameter stays a letter."""
        return (Statistic(TOTAL, "curve", log(self.polynomial)),)

    @property
    def cases(self) -> tuple[EstimateCase, ...]:
        """Return the only case: the place at which the sum of log q is least."""
        letter = Symbol(self.parameter)
        return (EstimateCase((), {self.parameter: Extremum(letter, Negative(TOTAL))}),)


def suits_several_zeros(specification: Specification) -> bool:
    """Say whether `specification` has one parameter, any real number, no prior, a fixed support."""
    is_plain = specification.is_fixed and specification.prior is None
    real = tuple(specification.parameters.values()) == (Interval(),)
    return real and is_plain and not specification.has_kinks


def derive_several_zeros(specification: Specification) -> SeveralZeros:
    """Return where the likelihood of `specification` is largest; raise DeadEnd for another form."""
    algebra = Algebra(specification)
    place, x, m = algebra.place, algebra.x, algebra.parameter
    base, weights = sympy.Integer(0), dict[Any, Any]()
    density = algebra.log_size(specification.formula)
    for term in sympy.Add.make_args(sympy.expand(density, log=False, deep=False)):
        factor, function = term.as_independent(m, as_Add=False)
        if not term.has(m):
            base += term
        elif isinstance(function, sympy.log) and not factor.has(x):
            weights[function] = weights.get(function, 0) - factor
        else:
            raise DeadEnd(f"{algebra.from_sympy(function)} is no logarithm of a polynomial in {m}")
    if len(weights) != 1:
        raise DeadEnd(f"the logarithms of several polynomials in {m} stand in the density")
    ((logarithm, weight),) = weights.items()
    inner = logarithm.args[0]
    if not inner.is_polynomial(m) or sign_at(weight, place) <= 0:
        raise DeadEnd(f"{algebra.from_sympy(inner)} is no polynomial in {m}, or lies above")
    leading = sympy.Poly(inner, m).LC()
    if leading.has(x) or sign_at(leading, place) <= 0:
        raise DeadEnd(f"{algebra.from_sympy(inner)} does not rise on both sides")
    return SeveralZeros(
        specification,
        algebra.log_base(base),
        algebra.from_sympy(-sympy.factor(weight) * logarithm),
        algebra.from_sympy(inner),
        algebra.from_sympy(sympy.factor(-weight * sympy.diff(inner, m)) / inner),
    )
