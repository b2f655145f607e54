"""What the checker refuses of derivatives, and of where a formula is largest."""

from __future__ import annotations

from dataclasses import replace

from proofs import (
    ENDS,
    REALS,
    UNIT,
    Cases,
    a,
    b,
    c,
    f,
    fraction,
    g,
    is_positive_probability,
    j,
    k,
    m,
    n,
    pi,
    said,
    theta,
)

from exactnb.core.expression.nodes import Domain, Integer
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.explain.derivation.lines import Relation
from exactnb.explain.proving.writing.formulas import Expression, argmax, derivative, log, sum_over
from exactnb.explain.proving.writing.theorem import (
    ChainStep,
    Proof,
    assume,
    below_zero,
    define,
    differentiate,
    is_in,
    is_more,
    is_positive,
    is_probability,
    maximum,
    not_negative,
    same,
)

CASES = Cases()
HALF, QUARTER = fraction(1, 2), fraction(1, 4)
LIKELIHOOD = sum_over(k, n[k] * log(pi[k]))
BEST = sum_over(k, n[k] * log(n[k] / n))
F, G = f(theta), g(theta)


def slopes(p: Proof, of: Expression, first: Expression | int, second: Expression | int) -> None:
    """Write the first derivative of f(θ), and the second, which is negative."""
    p.chain(F, define(of))
    p.chain(derivative(F, theta), differentiate(first))
    p.chain(derivative(F, theta, 2), differentiate(second), below_zero())


def simplex(p: Proof) -> None:
    """Say that the π are a distribution."""
    said(p, is_positive(pi[k]))
    p.chain(sum_over(k, pi[k]), assume(1))


@CASES.false("d/db (b a) = 2 a: b stands for something, so nothing changes with it")
def derivative_of_an_equal(p: Proof, right: bool) -> None:
    """Where b is a, b a is a² and its derivative by π is not 2 a."""
    said(p, is_positive(b), is_positive(a))
    p.step("s")
    if not right:
        p.chain(b, assume(a))
    p.chain(derivative(b * a, b), differentiate(a if right else 2 * a))


@CASES.false("d/db (b^2) = 0: b stands for something, so nothing changes with it")
def derivative_by_a_number(p: Proof, right: bool) -> None:
    """What is assumed to be 1 does not change, and b² has no slope by it."""
    said(p, is_positive(b))
    p.step("s")
    if not right:
        p.chain(b, assume(1))
    p.chain(derivative(b**2, b), differentiate(2 * b if right else 0))


@CASES.false("df/dθ = 0: the two sides differ")
def derivative_of_a_value(p: Proof, right: bool) -> None:
    """That f(θ) is 1 somewhere does not make its slope 0."""
    said(p, is_in(theta, UNIT))
    p.chain(F, define(theta**2))
    p.step("s")
    p.chain(F, assume(1))
    p.chain(derivative(F, theta), differentiate(2 * theta if right else 0))


@CASES.false("df/dθ = 0: a derivative of a function that was not given")
def derivative_of_an_unknown_function(p: Proof, right: bool) -> None:
    """A function of θ of which nothing is said but its sign is not constant."""
    said(p, is_in(theta, UNIT), is_positive(F))
    p.step("s")
    of = f(theta) - f(theta) if right else F
    p.chain(derivative(of, theta), differentiate(0))


@CASES.false("d/dθ (b θ) = b: the two sides differ")
def derivative_through_a_name(p: Proof, right: bool) -> None:
    """With b = θ², the derivative of b θ is not b."""
    said(p, is_in(theta, UNIT))
    p.chain(b, define(theta**2))
    p.step("s")
    p.chain(derivative(b * theta, theta), differentiate(3 * b if right else b))


@CASES.false("d/db (θ^2) = 0: b stands for something, so nothing changes with it")
def derivative_by_a_name(p: Proof, right: bool) -> None:
    """A name for θ² is nothing that θ² does not change with."""
    said(p, is_in(theta, UNIT))
    p.chain(b, define(theta**2))
    p.step("s")
    p.chain(derivative(theta**2, theta if right else b), differentiate(2 * theta if right else 0))


@CASES.false("d/dπ_5 (sum_k π_k) = 1: the two sides differ")
def derivative_of_a_constant_place(p: Proof, right: bool) -> None:
    """Whether π_5 is one of the π_k depends on whether there are five classes."""
    said(p, is_positive(pi[k]))
    p.step("s")
    p.chain(derivative(sum_over(k, pi[k]), pi[j if right else 5]), differentiate(1))


@CASES.false("d/dπ_m (sum_k π_k) = 1: the two sides differ")
def derivative_of_another_range(p: Proof, right: bool) -> None:
    """Whether π_m is one of the π_k depends on m."""
    said(p, is_positive(pi[k]), is_in(m, m.domain))
    p.step("s")
    p.chain(derivative(sum_over(k, pi[k]), pi[j if right else m]), differentiate(1))


@CASES.false("dπ_k/dπ_j = 0: the two sides differ")
def derivative_of_another_index(p: Proof, right: bool) -> None:
    """Where j and k are one class, the derivative of π_k by π_j is 1."""
    said(p, is_positive(pi[k]))
    p.step("s")
    p.chain(derivative(pi[1 if right else k], pi[2 if right else j]), differentiate(0))


@CASES.false("1 + θ - θ = 1: nothing is differentiated")
def nothing_differentiated(p: Proof, right: bool) -> None:
    """A line without a derivative is not differentiated."""
    said(p, is_in(theta, UNIT))
    p.step("s")
    p.chain(derivative(theta, theta) if right else 1 + theta - theta, differentiate(1))


@CASES.false("f(θ) = θ: a derivative was taken before this function was given")
def given_after_its_derivative(p: Proof, right: bool) -> None:
    """A function that was differentiated is not given afterwards."""
    said(p, is_in(theta, UNIT), is_positive(F))
    p.step("s")
    if not right:
        p.chain(derivative(theta, theta), differentiate(1))
    p.chain(F, assume(theta))


@CASES.false("d^2f/dθ^2 < 0: the sign is not known")
def second_derivative_of_unknown_sign(p: Proof, right: bool) -> None:
    """A curve bends down only where the number before the square is known to be negative."""
    said(p, is_in(theta, UNIT), is_positive(a) if right else is_in(a, REALS))
    p.step("s")
    p.chain(F, define(-a * theta**2))
    p.chain(derivative(F, theta, 2), differentiate(-2 * a), below_zero())


@CASES.false("θ̂ = b / (2 a): nothing shows that this is the maximum")
def outside_the_interval(p: Proof, right: bool) -> None:
    """The vertex b/(2 a) of b θ − a θ² need not lie between 0 and 1."""
    said(p, is_in(theta, UNIT), is_positive(a), is_positive(b))
    if right:
        said(p, is_more(2 * a, b))
    p.step("s")
    slopes(p, b * theta - a * theta**2, b - 2 * a * theta, -(2 * a))
    p.chain(theta.hat, define(argmax(theta, F)), maximum(b / (2 * a)))


@CASES.false("θ̂ = 1/4: nothing shows that this is the maximum")
def a_slope_that_is_not_zero(p: Proof, right: bool) -> None:
    """The slope of θ − θ² is zero at 1/2, not at 1/4."""
    said(p, is_in(theta, UNIT))
    p.step("s")
    slopes(p, theta - theta**2, 1 - 2 * theta, -2)
    p.chain(theta.hat, define(argmax(theta, F)), maximum(HALF if right else QUARTER))


@CASES.false("θ̂ = 1/4: more is assumed of what varies than its domain")
def a_minimum(p: Proof, right: bool) -> None:
    """The slope (θ − 1/4)(1/2 − θ) falls from 3/8 on; at 1/4 the curve is lowest."""
    said(p, is_in(theta, UNIT))
    p.step("s")
    if right:
        slopes(p, theta / 2 - theta**2, HALF - 2 * theta, -2)
    else:
        said(p, is_more(theta, fraction(3, 8)))
        first = (theta - QUARTER) * (HALF - theta)
        of = 3 * theta**2 / 8 - theta**3 / 3 - theta / 8
        slopes(p, of, first, fraction(3, 4) - 2 * theta)
    p.chain(theta.hat, define(argmax(theta, F)), maximum(QUARTER))


@CASES.false("θ̂ = 0: more is assumed of what varies than its domain")
def falling_from_the_middle_on(p: Proof, right: bool) -> None:
    """What falls from 1/4 on may be higher there than at 0."""
    said(p, is_in(theta, ENDS))
    p.step("s")
    said(p, is_in(theta, UNIT))
    if not right:
        said(p, is_more(theta, QUARTER))
    p.chain(F, define(-(theta**2) if right else theta / 2 - theta**2))
    p.chain(derivative(F, theta), differentiate(-2 * theta + (0 if right else HALF)), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)), maximum(0))


@CASES.false("θ̂ = 0: nothing shows that this is the maximum")
def not_the_end_of_the_interval(p: Proof, right: bool) -> None:
    """Between 2 and 3, −θ is largest at 2."""
    between = Domain("open", (Integer(2), Integer(3)))
    said(p, is_in(theta, replace(between, kind="closed")))
    p.step("s")
    said(p, is_in(theta, between))
    p.chain(F, define(-theta))
    p.chain(derivative(F, theta), differentiate(-1), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)), maximum(2 if right else 0))


@CASES.false("θ̂ = 0: nothing shows that this is the maximum")
def an_end_that_is_left_out(p: Proof, right: bool) -> None:
    """Between 0 and 1, what falls has no largest value unless 0 is allowed."""
    said(p, is_in(theta, ENDS if right else UNIT))
    p.step("s")
    said(p, *([is_in(theta, UNIT)] if right else [is_positive(a)]))
    p.chain(F, define(-theta))
    p.chain(derivative(F, theta), differentiate(-1), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)), maximum(0))


@CASES.false("θ̂ = 0: nothing shows that this is the maximum")
def an_end_without_zero(p: Proof, right: bool) -> None:
    """Of the numbers in (0, 1] none is the smallest."""
    said(p, is_probability(theta) if right else is_positive_probability(theta))
    p.step("s")
    said(p, is_in(theta, UNIT))
    p.chain(F, define(-theta))
    p.chain(derivative(F, theta), differentiate(-1), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)), maximum(0))


@CASES.false("dθ/dθ = 1: θ may be at an end, where nothing has a slope")
def a_slope_at_one(p: Proof, right: bool) -> None:
    """In (0, 1] there is an end, and no slope at it."""
    said(p, is_positive_probability(theta))
    p.step("s")
    said(p, is_in(theta, UNIT) if right else is_positive(a))
    p.chain(derivative(theta, theta), differentiate(1))


@CASES.false("log(1 - θ) = log(1 - θ): the logarithm of what is not known to be positive")
def the_logarithm_of_zero(p: Proof, right: bool) -> None:
    """A number in (0, 1] has a logarithm, what is left to one may be zero."""
    said(p, is_positive_probability(theta))
    p.step("s")
    p.chain(log(theta if right else 1 - theta), same(log(theta if right else 1 - theta)))


@CASES.false("θ̂ = 0: nothing shows that this is the maximum")
def zero_of_positive_numbers(p: Proof, right: bool) -> None:
    """Of all positive numbers none is the smallest; zero has to be one of them."""
    said(p, not_negative(theta) if right else is_positive(theta))
    p.step("s")
    said(p, is_positive(theta))
    p.chain(F, define(-theta))
    p.chain(derivative(F, theta), differentiate(-1), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)), maximum(0))


@CASES.false("d/dθ (θ^2) = 2 θ: θ may be at an end, where nothing has a slope")
def a_slope_at_an_end(p: Proof, right: bool) -> None:
    """A slope is taken inside, and the line before says so."""
    said(p, is_in(theta, ENDS))
    p.step("s")
    said(p, is_in(theta, UNIT) if right else is_positive(a))
    p.chain(derivative(theta**2, theta), differentiate(2 * theta))


@CASES.false("dθ/dθ = 1: θ may be at an end, where nothing has a slope")
def a_slope_at_zero(p: Proof, right: bool) -> None:
    """What may be zero has no slope until it is said to be positive."""
    said(p, not_negative(theta))
    p.step("s")
    said(p, is_positive(theta if right else a))
    p.chain(derivative(theta, theta), differentiate(1))


@CASES.false("θ ∈ (0, 2): what a letter may be is said once, for any of its indices")
def another_inside(p: Proof, right: bool) -> None:
    """The inside of an interval has the same ends."""
    said(p, is_in(theta, ENDS))
    p.step("s")
    said(p, is_in(theta, UNIT if right else Domain("open", (Integer(0), Integer(2)))))


@CASES.false("1 / θ^a = 1 / θ^a: division by what is not known to be other than zero")
def divided_by_a_power(p: Proof, right: bool) -> None:
    """A power of what may be zero may be zero."""
    said(p, is_in(theta, ENDS), is_positive(a))
    p.step("s")
    said(p, is_in(theta, UNIT) if right else is_positive(b))
    p.chain(1 / theta**a, same(1 / theta**a))


@CASES.false("log(θ^a) = a log θ: the logarithm of what is not known to be positive")
def the_logarithm_of_a_power(p: Proof, right: bool) -> None:
    """A power is continuous at zero, its logarithm is not."""
    said(p, is_in(theta, ENDS), is_positive(a))
    p.chain(b, define(theta**a))
    p.step("s")
    said(p, is_in(theta, UNIT) if right else is_positive(c))
    p.chain(log(theta**a), same(a * log(theta)))


@CASES.false("θ^a = 1: the logarithm of what is not known to be positive")
def a_negative_power_of_zero(p: Proof, right: bool) -> None:
    """Zero has no negative power."""
    said(p, is_in(theta, ENDS), is_positive(a) if right else is_in(a, REALS))
    p.step("s")
    p.chain(theta**a, same(theta**a if right else 1))


@CASES.false("θ̂ = 1: nothing shows that this is the maximum")
def the_wrong_end(p: Proof, right: bool) -> None:
    """What falls is largest at the left end."""
    said(p, is_in(theta, ENDS))
    p.step("s")
    said(p, is_in(theta, UNIT))
    p.chain(F, define(1 - theta))
    p.chain(derivative(F, theta), differentiate(-1), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)), maximum(0 if right else 1))


@CASES.false("θ̂ = 0: nothing shows that this is the maximum")
def infinite_at_the_end(p: Proof, right: bool) -> None:
    """−log θ falls, and has no value at 0."""
    said(p, is_in(theta, ENDS))
    p.step("s")
    said(p, is_in(theta, UNIT))
    p.chain(F, define(log(1 - theta) if right else -log(theta)))
    slope = -(1 / (1 - theta)) if right else -(1 / theta)
    p.chain(derivative(F, theta), differentiate(slope), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)), maximum(0))


@CASES.false("θ̂ = 1/2: the left side was not defined as where something is largest")
def never_sought(p: Proof, right: bool) -> None:
    """A letter that was not defined as a place of a maximum is none."""
    said(p, is_in(theta, UNIT))
    p.step("s")
    slopes(p, theta - theta**2, 1 - 2 * theta, -2)
    p.chain(theta.hat, define(argmax(theta, F) if right else HALF), maximum(HALF))


@CASES.false("θ̂ = 1/2: nothing shows that this is the maximum")
def another_formula(p: Proof, right: bool) -> None:
    """Where f is largest, −f is smallest."""
    said(p, is_in(theta, UNIT))
    p.step("s")
    slopes(p, theta - theta**2, 1 - 2 * theta, -2)
    p.chain(G, define(-F))
    p.chain(theta.hat, define(argmax(theta, F if right else G)), maximum(HALF))


@CASES.false("θ̂ = argmax_θ g(θ): what is defined is known already")
def shown_of_another_formula(p: Proof, right: bool) -> None:
    """What was sought for −θ in one step is not sought for θ in another one by the same name."""
    said(p, is_in(theta, ENDS))
    p.chain(F, define(-theta))
    p.chain(G, define(theta))
    p.step("s")
    said(p, is_in(theta, UNIT))
    said(p, is_positive(a))
    p.chain(derivative(F, theta), differentiate(-1), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)), maximum(0))
    p.step("t")
    said(p, is_in(theta, UNIT))
    said(p, is_positive(a))
    if right:
        p.chain(derivative(F, theta), differentiate(-1), below_zero())
    p.chain(theta.hat, define(argmax(theta, F if right else G)))
    if right:
        p.chain(theta.hat, maximum(0))


@CASES.false("θ̂ = argmax_θ g(θ): what is defined is known already")
def two_places_of_one_name(p: Proof, right: bool) -> None:
    """A name stands for one maximum at a time."""
    said(p, is_in(theta, UNIT))
    p.chain(F, define(theta))
    p.chain(G, define(-theta))
    p.step("s")
    p.chain(theta.hat, define(argmax(theta, F)))
    p.chain((b if right else theta).hat, define(argmax(theta, G)))


@CASES.false("θ̂ = 1/2: nothing shows that this is the maximum")
def a_condition_on_the_variable(p: Proof, right: bool) -> None:
    """If θ has to be 1/4, it is not 1/2 where f is largest."""
    said(p, is_in(theta, UNIT), is_in(a, REALS))
    p.chain((a if right else theta) - QUARTER, assume(0))
    p.step("s")
    slopes(p, theta - theta**2, 1 - 2 * theta, -2)
    p.chain(theta.hat, define(argmax(theta, F)), maximum(HALF))


@CASES.false("θ̂_1 = θ_2: nothing shows that this is the maximum")
def one_number_of_several(p: Proof, right: bool) -> None:
    """Of θ_2 − (θ_1 − θ_2)² one number is not found by holding the other."""
    t = theta if right else theta[1]
    said(p, is_in(theta if right else theta[k], UNIT), is_in(a, UNIT))
    p.step("s")
    other = a if right else theta[2]
    p.chain(F, define(other - (t - other) ** 2))
    p.chain(derivative(F, t), differentiate(-2 * (t - other)))
    p.chain(derivative(F, t, 2), differentiate(-2), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)))
    p.chain(t.hat, maximum(other))


@CASES.false("θ̂ < 1/2: < is no place of a maximum")
def a_sign_that_is_no_place(p: Proof, right: bool) -> None:
    """Where a formula is largest is no number that is only less than another."""
    said(p, is_in(theta, UNIT))
    p.step("s")
    slopes(p, theta - theta**2, 1 - 2 * theta, -2)
    relation: Relation = "=" if right else "<"
    p.chain(theta.hat, define(argmax(theta, F)), ChainStep(relation, HALF, Reason(Rule.MAXIMUM)))


test_a_false_maximum_is_refused, test_its_right_version_is_accepted = CASES.tests()
