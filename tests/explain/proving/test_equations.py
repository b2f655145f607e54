"""What the checker refuses of equations: scaled, put into each other, solved."""

from __future__ import annotations

import pytest
from proofs import (
    REALS,
    UNIT,
    Cases,
    a,
    b,
    c,
    fraction,
    i,
    j,
    k,
    m,
    mu,
    n,
    pi,
    said,
)

from exactnb.core.expression.nodes import Integer
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.explain.derivation import Derivation, Rejected
from exactnb.explain.proving import prove
from exactnb.explain.proving.writing.formulas import (
    among,
    derivative,
    equal,
    index,
    label,
    letter,
    sum_over,
)
from exactnb.explain.proving.writing.theorem import (
    ChainStep,
    Proof,
    assume,
    at_most,
    define,
    is_in,
    is_more,
    is_positive,
    put_in,
    same,
    scale,
    solution,
)

CASES = Cases()
ZERO, ONE = Integer(0), Integer(1)
K = letter("K")


@CASES.false("a = c + 1: the factor is not known to be other than zero")
def scaled_by_zero(p: Proof, right: bool) -> None:
    """From 0 = 0 nothing follows."""
    p.step("s")
    said(p, is_in(a, REALS))
    p.chain(a - c, assume(0))
    p.chain(a, scale(c if right else c + 1, 1 if right else 0))


@CASES.false("a = 0: division by what is not known to be other than zero")
def scaled_by_what_may_be_zero(p: Proof, right: bool) -> None:
    """From μ a = 0 follows a = 0 only where μ is not zero."""
    p.step("s")
    said(p, is_in(a, REALS), is_positive(mu) if right else is_in(mu, REALS))
    p.chain(mu * a, assume(0))
    p.chain(a, scale(0, 1 / mu))


@CASES.false("μ a = a μ: the factor is not known to be other than zero")
def scaled_up_by_what_may_be_zero(p: Proof, right: bool) -> None:
    """An equation that is multiplied by zero can be gone."""
    p.step("s")
    said(p, is_in(a, REALS), is_positive(mu) if right else is_in(mu, REALS))
    p.chain(a, same(a))
    p.chain(mu * a, scale(a * mu, mu))


@CASES.false("a = 0: division by what is not known to be other than zero")
def scaled_by_a_count(p: Proof, right: bool) -> None:
    """A count may be zero, so nothing is divided by it."""
    p.step("s")
    said(p, is_in(a, REALS), *([is_positive(n[k])] if right else []))
    p.chain(n[k] * a, assume(0))
    p.chain(a, scale(0, 1 / n[k]))


@CASES.false("a = 0: division by what is not known to be other than zero")
def scaled_by_a_size_less_one(p: Proof, right: bool) -> None:
    """There may be one class only, and K − 1 is zero then."""
    p.step("s")
    said(p, is_in(a, REALS), *([is_more(K, 1)] if right else []))
    p.chain((K - 1) * a, assume(0))
    p.chain(a, scale(0, 1 / (K - 1)))


@CASES.false("2 n = 1 sum_k n_k: this is not the equation before times the factor")
def scaled_on_one_side(p: Proof, right: bool) -> None:
    """Both sides are multiplied."""
    p.step("s")
    p.chain(n, same(sum_over(k, n[k])))
    p.chain(2 * n, scale((2 if right else 1) * sum_over(k, n[k]), 2))


@CASES.false("a = -c: this is not the equation before times the factor")
def moved_with_its_sign(p: Proof, right: bool) -> None:
    """A term that is moved across changes its sign."""
    p.step("s")
    said(p, is_in(a, REALS))
    p.chain(a - c, assume(0))
    p.chain(a, scale(c if right else -c, 1))


@CASES.false("a = c: this is not the equation before times the factor")
def scaled_from_another_equation(p: Proof, right: bool) -> None:
    """What is scaled is the equation before, not one further up."""
    p.step("s")
    said(p, is_in(a, REALS), is_in(b, REALS))
    p.chain(a - c, assume(0))
    if not right:
        p.chain(b - 1, assume(0))
    p.chain(a, scale(c, 1))


@CASES.false("n = 2 n: an equation that is scaled stands alone, with one factor")
def scaled_inside_a_chain(p: Proof, right: bool) -> None:
    """A scaled equation has its own left side."""
    p.step("s")
    if right:
        p.chain(n, same(n))
        p.chain(2 * n, scale(2 * n, 2))
    else:
        p.chain(n, same(n), scale(2 * n, 2))


@CASES.false("2 n = 2 n: an equation that is scaled stands alone, with one factor")
def scaled_by_nothing(p: Proof, right: bool) -> None:
    """Scaling needs its factor."""
    p.step("s")
    p.chain(n, same(n))
    p.chain(2 * n, scale(2 * n, 2) if right else ChainStep("=", 2 * n, Reason(Rule.SCALE)))


@CASES.false("2 (a - 1) = 2 c: what is put in was not shown to be equal")
def put_in_without_proof(p: Proof, right: bool) -> None:
    """What was never shown to be equal is not put in."""
    p.step("s")
    said(p, is_in(a, REALS))
    if right:
        p.chain(a - 1, assume(c))
    p.chain(2 * (a - 1), same(2 * (a - 1)), put_in(2 * c, a - 1, c))


@CASES.false("n = n: one side of an equation is put in for the other")
def put_in_by_name(p: Proof, right: bool) -> None:
    """It takes two to be put in for each other."""
    p.step("s")
    p.chain(n, same(n), put_in(n, n, n) if right else ChainStep("=", n, Reason(Rule.PUT_IN, "", (n,))))


@CASES.false("2 (a - 1) = c: something else was put in")
def something_else_put_in(p: Proof, right: bool) -> None:
    """With a − 1 = c, twice a − 1 is not c."""
    p.step("s")
    said(p, is_in(a, REALS))
    p.chain(a - 1, assume(c))
    p.chain(2 * (a - 1), same(2 * (a - 1)), put_in(2 * c if right else c, a - 1, c))


@CASES.false("(a - 1) (a - 1) = b c: something else was put in")
def put_into_one_place(p: Proof, right: bool) -> None:
    """What is put in is put in wherever it stands."""
    p.step("s")
    said(p, is_in(a, REALS), is_in(b, REALS))
    p.chain(a - 1, assume(c))
    other = c if right else b
    p.chain((a - 1) * (a - 1), same((a - 1) ** 2), put_in(other * c, a - 1, c))


@CASES.false("b = 0: what is put in was not shown to be equal")
def an_inequality_is_not_put_in(p: Proof, right: bool) -> None:
    """What is greater than zero is not zero."""
    p.step("s")
    said(p, is_in(a, REALS))
    if right:
        p.chain(a - c, assume(0))
    else:
        said(p, is_more(a, c))
    p.chain(b, define(a - c), put_in(0, a - c, 0))


@CASES.false("d/dπ (π a) = d/da (a a): something else was put in")
def put_into_a_derivative(p: Proof, right: bool) -> None:
    """Where π is a, the derivative of π a is still a, not that of a a."""
    said(p, is_positive(pi), is_positive(a))
    p.step("s")
    p.chain(pi - a, assume(0))
    p.chain(pi, scale(a, 1))
    slope = derivative(pi * a, pi)
    p.chain(slope, same(slope), put_in(slope if right else derivative(a * a, a), pi, a))


@CASES.false("sum_k a_kk = b_k: something else was put in")
def free_for_bound(p: Proof, right: bool) -> None:
    """That ∑_k a_kj is b_j for every j says nothing of ∑_k a_kk."""
    said(p, is_positive(a[k, j]))
    p.chain(b[j], define(sum_over(k, a[k, j])))
    p.step("s")
    of = sum_over(k, a[k, 1 if right else k])
    p.chain(of, same(of), put_in(b[1 if right else k], sum_over(k, a[k, j]), b[j]))


@CASES.false("b_k = sum_k a_kk: the index k would stand for two things")
def captured(p: Proof, right: bool) -> None:
    """That b_j is ∑_k a_kj for every j does not make b_k ∑_k a_kk."""
    said(p, is_positive(a[k, j]))
    p.chain(b[j], define(sum_over(k, a[k, j])))
    p.step("s")
    at = 1 if right else k
    p.chain(b[at], same(b[at]), put_in(sum_over(k, a[k, at]), b[j], sum_over(k, a[k, j])))


@CASES.false("sum_k [k=m] = 1: something else was put in")
def put_in_of_another_range(p: Proof, right: bool) -> None:
    """Of the classes, one is j; none of them needs to be m."""
    p.step("s")
    said(p, is_in(m, m.domain))
    p.chain(sum_over(k, equal(k, j)), same(1))
    of = sum_over(k, equal(k, j if right else m))
    p.chain(of, same(of), put_in(1, sum_over(k, equal(k, j)), 1))


@CASES.false("sum_k [k=0] = 1: something else was put in")
def put_in_of_no_place(p: Proof, right: bool) -> None:
    """Of the classes, one is j; none is 0."""
    p.step("s")
    p.chain(sum_over(k, equal(k, j)), same(1))
    of = sum_over(k, equal(k, j if right else 0))
    p.chain(of, same(of), put_in(1, sum_over(k, equal(k, j)), 1))


@CASES.false("2 b_1 = 2 (a_1 + 1): something else was put in")
def put_in_at_a_place(p: Proof, right: bool) -> None:
    """A set has the numbers that stand in it; of a range it is not known that it has a first."""
    of = index("o", among(0, 1)) if right else k
    said(p, *([is_in(of, of.domain)] if right else []), is_positive(a[of]), is_positive(b[of]))
    p.step("s")
    p.chain(b[of] - 1, assume(a[of]))
    p.chain(b[of], scale(a[of] + 1, 1))
    p.chain(2 * b[1], same(b[1] + b[1]), put_in(2 * (a[1] + 1), b[of], a[of] + 1))


Z = label("z").above(i)


@CASES.false("2 b_{z^(i)} = 2 (a_{z^(i)} + 1): something else was put in")
def put_in_for_a_label(p: Proof, right: bool) -> None:
    """What holds for every class holds for the class of a row, and not for another label of it."""
    said(p, is_in(m, m.domain), is_in(Z, k.domain if right else m.domain))
    said(p, is_positive(a[k]), is_positive(a[m]), is_positive(b[k]), is_positive(b[m]))
    p.step("s")
    p.chain(b[k] - 1, assume(a[k]))
    p.chain(b[k], scale(a[k] + 1, 1))
    p.chain(2 * b[Z], same(b[Z] + b[Z]), put_in(2 * (a[Z] + 1), b[k], a[k] + 1))


@CASES.false("π = 1/7: it is not known that there is no other solution")
def solved_by_a_condition_on_counts(p: Proof, right: bool) -> None:
    """The condition itself does not decide what a count is, so it says nothing of π = 1/7."""
    said(p, is_in(pi, UNIT))
    p.step("s")
    said(p, is_positive(n[1]), is_positive(n - n[1]))
    p.chain(n[1] / pi - (n - n[1]) / (1 - pi), assume(0))
    p.chain(n[1], scale(n * pi, pi * (1 - pi)))
    p.chain(pi, solution(n[1] / n if right else fraction(1, 7)))


@CASES.false("π_k = 1 / K: it is not known that there is no other solution")
def solved_by_equal_shares(p: Proof, right: bool) -> None:
    """Equal shares satisfy the constraint, and not the slope."""
    said(p, is_positive(pi[k]))
    p.chain(sum_over(k, pi[k]), assume(1))
    p.step("s")
    said(p, is_positive(n[k]), is_in(mu, REALS))
    p.chain(n[k] / pi[k] - mu, assume(0))
    p.chain(n[k], scale(mu * pi[k], pi[k]))
    if right:
        by = (mu * pi[k], n[k])
        total = sum_over(k, pi[k])
        p.chain(mu * total, same(sum_over(k, mu * pi[k])), put_in(sum_over(k, n[k]), *by), same(n))
        p.chain(mu, put_in(n, total, 1))
        p.chain(n[k], put_in(n * pi[k], mu, n))
    p.chain(pi[k], solution(n[k] / n if right else 1 / K))


@CASES.false("π_k = 1/2: it is not known that there is no other solution")
def solved_by_a_half(p: Proof, right: bool) -> None:
    """π_k = a_k is the only solution."""
    said(p, is_positive(pi[k]), is_positive(a[k]))
    p.step("s")
    p.chain(a[k] / pi[k] - 1, assume(0))
    p.chain(a[k], scale(pi[k], pi[k]))
    p.chain(pi[k], solution(a[k] if right else fraction(1, 2)))


@CASES.false("π = a: it is not known that there is no other solution")
def solved_inside_a_derivative(p: Proof, right: bool) -> None:
    """The slope a of π a − a² is never zero: π = a is not where it is."""
    said(p, is_positive(pi), is_positive(a))
    p.step("s")
    p.chain(a - pi if right else derivative(pi * a - a**2, pi), assume(0))
    p.chain(pi, solution(a))


@CASES.false("π = -1: the solution is not known to be allowed")
def solved_outside(p: Proof, right: bool) -> None:
    """−1 has the square 1, and is not between 0 and 2."""
    said(p, is_positive(pi))
    p.step("s")
    p.chain(pi - 1 if right else pi**2 - 1, assume(0))
    p.chain(pi, solution(1 if right else -1))


@CASES.false("π = 1: it is not known that there is no other solution")
def solved_one_of_two_ways(p: Proof, right: bool) -> None:
    """If π² = 1, then π need not be 1."""
    said(p, is_in(pi, REALS))
    p.step("s")
    p.chain(pi - 1 if right else pi**2 - 1, assume(0))
    p.chain(pi, solution(1))


@CASES.false("π = 1: it is not known that there is no other solution")
def solved_by_a_bound(p: Proof, right: bool) -> None:
    """What is at most something says nothing of what it is."""
    said(p, is_in(pi, REALS))
    p.step("s")
    p.chain(pi - 1 if right else pi**2 - 1, assume(0), at_most(1))
    p.chain(pi, solution(1))


@CASES.false("π_k = 1/2: no condition is about what is solved for")
def solved_for_one_class(p: Proof, right: bool) -> None:
    """What class 1 has to be, the others need not be."""
    said(p, is_positive(pi[k]))
    p.step("s")
    p.chain(pi[k if right else 1] - fraction(1, 2), assume(0))
    p.chain(pi[k], solution(fraction(1, 2)))


@CASES.false("a = 0: it is not known that there is no other solution")
def solved_by_one_factor(p: Proof, right: bool) -> None:
    """Of two factors that make zero, either may be it."""
    said(p, is_in(a, REALS), is_positive(b) if right else is_in(b, REALS))
    p.step("s")
    p.chain(a * b, assume(0))
    p.chain(a, solution(0))


@CASES.false("a = c: a solution is what a letter is, under conditions")
def solved_without_condition(p: Proof, right: bool) -> None:
    """Nothing is solved where nothing is demanded."""
    said(p, is_in(a, REALS))
    p.step("s")
    if right:
        p.chain(a - c, assume(0))
    p.chain(a, solution(c))


@CASES.false("b = c + 1: what is solved for stands for something already")
def solved_for_a_name(p: Proof, right: bool) -> None:
    """A name that stands for something is no unknown."""
    said(p, is_in(a, REALS))
    p.chain(b, define(a + 1))
    p.step("s")
    p.chain(a - c, assume(0))
    p.chain(a if right else b, solution(c if right else c + 1))


@CASES.false("a = 2 a - c: a value that was found holds what is solved for")
def solved_by_itself(p: Proof, right: bool) -> None:
    """A value that holds the unknown is none."""
    said(p, is_in(a, REALS))
    p.step("s")
    p.chain(a - c, assume(0))
    p.chain(a, solution(c if right else 2 * a - c))


@CASES.false("π = c / μ: a value that was found is not put in")
def solved_with_the_multiplier(p: Proof, right: bool) -> None:
    """A multiplier whose value was found is put in."""
    said(p, is_positive(pi))
    p.step("s")
    said(p, is_in(mu, REALS))
    p.chain(c / pi - mu, assume(0))
    p.chain(c, scale(mu * pi, pi))
    p.chain(mu - 2 * c, assume(0))
    p.chain(mu, scale(2 * c, 1))
    p.chain(c, put_in(2 * c * pi, mu, 2 * c))
    p.chain(pi, solution(fraction(1, 2) if right else c / mu))


@CASES.false("a = c: a condition is not satisfied")
def solved_under_two_conditions(p: Proof, right: bool) -> None:
    """What one condition demands, another may not allow."""
    said(p, is_in(a, REALS), is_positive(b))
    p.step("s")
    p.chain(a - c, assume(0))
    p.chain(a - (c if right else b), assume(0))
    p.chain(a, solution(c))


test_a_false_equation_is_refused, test_its_right_version_is_accepted = CASES.tests()


def test_nothing_is_scaled_where_nothing_stands() -> None:
    """An equation that is scaled needs one before it."""
    proof = Proof("p")
    proof.step("s")
    proof.chain(ONE, scale(1, 1))
    with pytest.raises(Rejected, match="1 = 1: there is no equation before, under the rule 'both"):
        prove(Derivation("", "", (), tuple(proof.steps)))
