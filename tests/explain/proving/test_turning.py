"""What the checker refuses of a place up to which a formula rises, and of letters that are tied."""

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
    j,
    k,
    m,
    n,
    pi,
    said,
    theta,
)

from exactnb.core.expression.nodes import Domain, Integer, Negative
from exactnb.explain.proving.writing.formulas import (
    Expression,
    among,
    argmax,
    derivative,
    letter,
    log,
    sum_over,
)
from exactnb.explain.proving.writing.theorem import (
    GIBBS,
    Proof,
    assume,
    below_zero,
    cite,
    define,
    differentiate,
    is_in,
    is_positive,
    maximum,
    not_negative,
    same,
    scale,
    solution,
)

CASES = Cases()
F, HALF = f(theta), fraction(1, 2)
BEFORE_ONE = Domain("open", (Negative(Integer(1)), Integer(1)))


def turn(p: Proof, of: Expression, slope: Expression | int, at: Expression | int) -> None:
    """Write f(θ), its slope, and where it is largest."""
    p.step("s")
    p.chain(F, define(of))
    p.chain(derivative(F, theta), differentiate(slope))
    p.chain(theta.hat, define(argmax(theta, F)), maximum(at))


@CASES.false("θ̂ = 1: nothing shows that this is the maximum")
def a_slope_that_is_reversed(p: Proof, right: bool) -> None:
    """Where a formula falls and then rises, it is smallest."""
    said(p, is_positive(theta))
    sign = -1 if right else 1
    turn(p, sign * (theta - 1) ** 2, 2 * sign * (theta - 1), 1)


@CASES.false("θ̂ = 1: nothing shows that this is the maximum")
def two_places_of_no_slope(p: Proof, right: bool) -> None:
    """Behind 2, the formula with the slope (1 − θ)(2 − θ) rises without end."""
    said(p, is_positive(theta))
    other = 2 + theta if right else 2 - theta
    quadratic = -theta / 2 if right else -(3 * theta / 2)
    cubic = -(theta**3) / 3 if right else theta**3 / 3
    turn(p, 2 * theta + quadratic * theta + cubic, (1 - theta) * other, 1)


@CASES.false("θ̂ = 1: nothing shows that this is the maximum")
def no_slope_on_the_way(p: Proof, right: bool) -> None:
    """A formula that only falls has no maximum where it is flat for a moment."""
    said(p, is_in(theta, REALS))
    power = 2 if right else 3
    turn(p, -((theta - 1) ** power), -power * (theta - 1) ** (power - 1), 1)


@CASES.false("θ̂ = 1: nothing shows that this is the maximum")
def a_weight_that_may_be_zero(p: Proof, right: bool) -> None:
    """Where the weight is zero, no place is better than another."""
    said(p, is_positive(theta), is_positive(a) if right else not_negative(a))
    turn(p, -a * (theta - 1) ** 2, -2 * a * (theta - 1), 1)


@CASES.false("θ̂ = a: nothing shows that this is the maximum")
def a_place_that_may_not_be_allowed(p: Proof, right: bool) -> None:
    """If a is zero, no positive number is the largest one's place."""
    said(p, is_positive(theta), is_positive(a) if right else not_negative(a))
    turn(p, -((theta - a) ** 2), -2 * (theta - a), a)


@CASES.false("θ̂ = 2: more is assumed of what varies than its domain")
def two_domains(p: Proof, right: bool) -> None:
    """A number between 0 and 1 is positive, and still not 2."""
    said(p, *([] if right else [is_in(theta, UNIT)]), is_positive(theta))
    turn(p, -((theta - 2) ** 2), -2 * (theta - 2), 2)


@CASES.false("d/dθ (θ^2) = 2 θ: θ may be at an end, where nothing has a slope")
def between_two_numbers(p: Proof, right: bool) -> None:
    """What is 1 or 2 does not move, and has no slope."""
    said(p, *([] if right else [is_in(theta, among(1, 2))]), is_positive(theta))
    p.step("s")
    p.chain(derivative(theta**2, theta), differentiate(2 * theta))


@CASES.false("θ̂ = -2: more is assumed of what varies than its domain")
def below_the_domain(p: Proof, right: bool) -> None:
    """What is 0 or more is not −2."""
    said(p, is_in(theta, REALS), *([] if right else [not_negative(theta)]))
    turn(p, -((theta + 2) ** 2), -2 * (theta + 2), -2)


@CASES.false("θ̂ = -1: more is assumed of what varies than its domain")
def an_end_that_is_cut_off(p: Proof, right: bool) -> None:
    """Of the positive numbers in an interval, the lowest is not its end."""
    said(p, is_in(theta, replace(BEFORE_ONE, kind="closed")))
    p.step("s")
    said(p, is_in(theta, BEFORE_ONE), *([] if right else [is_positive(theta)]))
    p.chain(F, define(-theta))
    p.chain(derivative(F, theta), differentiate(-1), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)), maximum(-1))


@CASES.false("θ̂ = (1 + θ) / 2: nothing shows that this is the maximum")
def a_place_on_the_way(p: Proof, right: bool) -> None:
    """Halfway to the place is no place: it moves."""
    said(p, is_in(theta, REALS))
    turn(p, theta - theta**2 / 2, 1 - theta, 1 if right else (1 + theta) / 2)


@CASES.false("θ̂ = b: nothing shows that this is the maximum")
def a_place_that_moves_by_a_name(p: Proof, right: bool) -> None:
    """A name for θ/2 moves too."""
    said(p, is_in(theta, REALS), is_positive(a))
    p.chain(b, define((a if right else theta) / 2))
    turn(p, -((theta - b) ** 2) if right else -(theta**2) / 2, -2 * (theta - b) if right else -theta, b)


@CASES.false("θ̂_m = 1/2: nothing shows that this is the maximum")
def a_letter_of_another_range(p: Proof, right: bool) -> None:
    """What the θ_k may be is not said of the θ_m."""
    said(p, is_in(m, m.domain), is_in(theta[k], UNIT))
    p.step("s")
    one = theta[j if right else m]
    p.chain(f(one), define(one - one**2))
    p.chain(derivative(f(one), one), differentiate(1 - 2 * one))
    p.chain(one.hat, define(argmax(one, f(one))), maximum(HALF))


@CASES.false("θ̂_k = c / (2 K): nothing shows that this is the maximum")
def one_number_held_by_the_others(p: Proof, right: bool) -> None:
    """Where the sum of all is best, one of them is what the others leave."""
    said(p, is_in(theta[k], REALS))
    whole = theta[k] if right else sum_over(j, theta[j])
    left = f(theta[k]) if right else F
    p.step("s")
    p.chain(left, define(c * whole - whole**2))
    p.chain(derivative(left, theta[k]), differentiate(c - 2 * whole))
    p.chain(derivative(left, theta[k], 2), differentiate(-2), below_zero())
    p.chain(
        theta[k].hat, define(argmax(theta[k], left)), maximum(c / (2 if right else 2 * letter("K")))
    )


@CASES.false("π̂_k = n_k / n: nothing shows that this is the maximum")
def one_number_of_a_distribution(p: Proof, right: bool) -> None:
    """The inequality is one of all numbers together."""
    likelihood = sum_over(k, n[k] * log(pi[k]))
    said(p, is_positive(pi[k]), is_positive(n[k]))
    p.chain(sum_over(k, pi[k]), assume(1))
    p.chain(f(pi), define(likelihood))
    p.step("s")
    p.chain(likelihood, cite(sum_over(k, n[k] * log(n[k] / n)), GIBBS, "≤"))
    one = pi if right else pi[k]
    p.chain(one.hat, define(argmax(one, f(pi))))
    p.chain(pi[k].hat, maximum(n[k] / n))


@CASES.false("θ̂ = 0: nothing shows that this is the maximum")
def infinite_by_a_name(p: Proof, right: bool) -> None:
    """A name for θ is zero at zero too, and −log 0 no number."""
    said(p, is_in(theta, ENDS))
    p.chain(b, define(theta))
    p.step("s")
    said(p, is_in(theta, UNIT))
    of, named = (log(1 - theta), log(1 - b)) if right else (-log(theta), -log(b))
    p.chain(F, define(of), same(named))
    slope = -(1 / (1 - theta)) if right else -(1 / theta)
    p.chain(derivative(F, theta), differentiate(slope), below_zero())
    p.chain(theta.hat, define(argmax(theta, F)), maximum(0))


@CASES.false("θ = 2: the solution is not known to be allowed")
def a_solution_outside(p: Proof, right: bool) -> None:
    """An equation whose solution is 2 has none between 0 and 1."""
    said(p, *([] if right else [is_in(theta, UNIT)]), is_positive(theta))
    p.step("s")
    p.chain(2 * theta - 4, assume(0))
    p.chain(theta, scale(2, HALF))
    p.chain(theta, solution(2))


@CASES.false("df/dθ = 0: a derivative of a function that was not given")
def a_function_of_a_name(p: Proof, right: bool) -> None:
    """A function of b changes with θ where b is θ²."""
    said(p, is_in(theta, UNIT), is_positive(a))
    p.chain(b, define(a if right else theta**2))
    said(p, is_positive(f(b)))
    p.step("s")
    p.chain(derivative(f(b), theta), differentiate(0))


@CASES.false("b = θ^2: a function of it was introduced already")
def a_name_behind_its_function(p: Proof, right: bool) -> None:
    """Nor is b given once a function of it stood still."""
    said(p, is_in(theta, UNIT), is_positive(g(a if right else b)))
    p.step("s")
    p.chain(derivative(g(a if right else b), theta), differentiate(0))
    p.chain(b, define(theta**2))


@CASES.false("d/dθ (sum_k b_k) = 0: a derivative of a function that was not given")
def a_name_that_is_given_in_part(p: Proof, right: bool) -> None:
    """If b_1 is θ, the sum of all b_k changes with it."""
    said(p, is_in(theta, UNIT), is_positive(a))
    p.chain(b[1], define(a if right else theta))
    p.step("s")
    p.chain(derivative(sum_over(k, b[k]), theta), differentiate(0))


test_what_does_not_turn_there_is_refused, test_its_right_version_is_accepted = CASES.tests()
