"""One false proof of each kind that a reader would try, with its true neighbour where it has one."""

from __future__ import annotations

from proofs import (
    Cases,
    a,
    b,
    c,
    f,
    fraction,
    i,
    k,
    m,
    mu,
    n,
    pi,
    said,
    theta,
)

from exactnb.explain.proving.writing.formulas import (
    argmax,
    derivative,
    gamma,
    integers_from,
    letter,
    log,
    product,
    reals,
    sqrt,
    sum_over,
)
from exactnb.explain.proving.writing.theorem import (
    GIBBS,
    Proof,
    assume,
    at_least,
    at_most,
    below_zero,
    cite,
    define,
    differentiate,
    is_in,
    is_inside,
    is_more,
    is_positive,
    maximum,
    not_negative,
    same,
    tends,
)

CASES = Cases()
K, SIZE = letter("K"), letter("M")


@CASES.false("df/da = 1 - 2 a: a may be at an end, where nothing has a slope")
def whole_numbers_have_no_slope(p: Proof, right: bool) -> None:
    """Of whole numbers none is 1/2, where −(a − 1/2)² would be largest."""
    said(p, is_in(a, reals() if right else integers_from(0)))
    p.chain(f(a), define(-((a - fraction(1, 2)) ** 2)))
    p.step("s")
    p.chain(derivative(f(a), a), differentiate(1 - 2 * a))


@CASES.false("1 / (K - 1) = 1 / (K - 1): division by what is not known to be other than zero")
def one_class_less(p: Proof, right: bool) -> None:
    """There may be one class only."""
    said(p, is_more(K, 1) if right else is_positive(K))
    p.step("s")
    p.chain(1 / (K - 1), same(1 / (K - 1)))


@CASES.false("prod_m c = c: the two sides differ")
def a_product_of_nothing(p: Proof, right: bool) -> None:
    """A product over no numbers is one, over several a power."""
    said(p, is_in(m, m.domain))
    p.step("s")
    p.chain(product(m, c), same(c**SIZE if right else c))


@CASES.false("log(sum_k π_k a_k) ≤ sum_k π_k log a_k: which is greater is not known")
def jensen_turned_round(p: Proof) -> None:
    """The logarithm of a mean is not less than the mean of the logarithms."""
    said(p, is_positive(pi[k]), is_positive(a[k]))
    p.chain(sum_over(k, pi[k]), assume(1))
    p.step("s")
    p.chain(log(sum_over(k, pi[k] * a[k])), at_most(sum_over(k, pi[k] * log(a[k]))))


@CASES.false("(sum_k a_k b_k)^2 ≥ (sum_k a_k^2) sum_k b_k^2: which is greater is not known")
def cauchy_turned_round(p: Proof) -> None:
    """The square of a sum of products is not more than the product of the sums of squares."""
    said(p, is_in(a[k], reals()), is_in(b[k], reals()))
    p.step("s")
    squares = sum_over(k, a[k] ** 2) * sum_over(k, b[k] ** 2)
    p.chain(sum_over(k, a[k] * b[k]) ** 2, at_least(squares))


@CASES.false("sqrt(μ^2) = μ: the logarithm of what is not known to be positive")
def a_root_of_a_square(p: Proof, right: bool) -> None:
    """The root of a square is not negative."""
    said(p, is_positive(mu) if right else is_in(mu, reals()))
    p.step("s")
    p.chain(sqrt(mu**2), same(mu))


@CASES.false("Gamma(μ) = Gamma(μ): Γ of what is not known to be positive")
def gamma_of_anything(p: Proof, right: bool) -> None:
    """Γ has no value at zero."""
    said(p, is_positive(mu) if right else not_negative(mu))
    p.step("s")
    p.chain(gamma(mu), same(gamma(mu)))


@CASES.false("a / (a + 1) → 0: it tends elsewhere")
def a_limit_elsewhere(p: Proof, right: bool) -> None:
    """What grows beyond all bounds is divided by what grows as much."""
    said(p, is_positive(a))
    p.step("s")
    p.chain(a / (a + 1), tends(1 if right else 0, a, "grows"))


@CASES.false("θ̂ = 1: nothing shows that this is the maximum")
def a_local_maximum(p: Proof, right: bool) -> None:
    """A cubic has a place where it is largest nearby, and is larger far away."""
    said(p, is_in(theta, reals()))
    p.step("s")
    p.chain(f(theta), define(2 * theta - theta**2 if right else 3 * theta - theta**3))
    slope = 2 - 2 * theta if right else 3 - 3 * theta**2
    p.chain(derivative(f(theta), theta), differentiate(slope))
    if right:
        p.chain(derivative(f(theta), theta, 2), differentiate(-2), below_zero())
    p.chain(theta.hat, define(argmax(theta, f(theta))), maximum(1))


@CASES.false("θ̂ = 1/2: nothing shows that this is the maximum")
def a_saddle(p: Proof, right: bool) -> None:
    """Where a slope is zero a function need not be largest."""
    said(p, is_inside(theta))
    p.step("s")
    gap = theta - fraction(1, 2)
    p.chain(f(theta), define(-(gap**2) if right else gap**3))
    slope = -2 * gap if right else 3 * gap**2
    p.chain(derivative(f(theta), theta), differentiate(slope))
    p.chain(theta.hat, define(argmax(theta, f(theta))), maximum(fraction(1, 2)))


@CASES.false("sum_k n_k log π_k ≤ sum_k n_k log(n_k / n): on the left stand numbers that add up to 1")
def gibbs_without_its_sum(p: Proof, right: bool) -> None:
    """Numbers that add up to more have larger logarithms."""
    said(p, is_positive(pi[k]))
    if right:
        p.chain(sum_over(k, pi[k]), assume(1))
    p.step("s")
    p.chain(sum_over(k, n[k] * log(pi[k])), cite(sum_over(k, n[k] * log(n[k] / n)), GIBBS, "≤"))


@CASES.false("a = 1: a was not introduced")
def out_of_its_step(p: Proof, right: bool) -> None:
    """What one step assumes of a new letter is no part of the next one."""
    p.step("s")
    said(p, is_positive(a))
    p.chain(a, assume(1))
    p.step("t")
    if right:
        said(p, is_positive(a))
        p.chain(a, assume(1))
    p.chain(a, same(1))


@CASES.false("sum_i a sum_i a = n^2 a^2: an index of sum_i a sum_i a stands for two things")
def one_index_twice(p: Proof, right: bool) -> None:
    """An index that is bound inside of its own sum is two."""
    said(p, is_positive(a), is_in(m, m.domain))
    p.step("s")
    whole = sum_over(i, a * sum_over(m if right else i, a))
    p.chain(whole, same(n * SIZE * a**2 if right else n**2 * a**2))


test_a_false_proof_of_each_kind_is_refused, test_its_true_neighbour_is_accepted = CASES.tests(apart=1)
