"""What the checker refuses of numbers that may be zero, negative, or of another range."""

from __future__ import annotations

from dataclasses import replace

from proofs import (
    REALS,
    UNIT,
    Cases,
    a,
    b,
    fraction,
    i,
    j,
    k,
    m,
    mu,
    n,
    said,
)

from exactnb.core.expression.nodes import Domain, Integer
from exactnb.explain.proving.writing.formulas import (
    among,
    equal,
    exp,
    index,
    label,
    letter,
    log,
    product,
    span,
    sum_over,
    vocabulary,
)
from exactnb.explain.proving.writing.theorem import (
    Proof,
    above_zero,
    is_in,
    is_more,
    is_positive,
    not_negative,
    same,
)

CASES = Cases()
HALF = fraction(1, 2)
K, M, nu = letter("K"), letter("M"), letter("ω")


@CASES.false("μ / μ = 1: division by what is not known to be other than zero")
def zero_over_zero(p: Proof, right: bool) -> None:
    """A number that may be zero is not divided by itself."""
    p.step("s")
    said(p, is_positive(mu) if right else is_in(mu, REALS))
    p.chain(mu / mu, same(1))


@CASES.false("q ∈ {0, ..., K}: a range begins with the first, 1")
def a_range_from_nothing_on(p: Proof, right: bool) -> None:
    """Places are counted from 1."""
    whole = Domain("span", (Integer(1 if right else 0), K))
    said(p, is_in(index("q", whole), whole))


@CASES.false("b ∈ {1, 1}: a set holds nothing twice")
def a_set_with_a_number_twice(p: Proof, right: bool) -> None:
    """A set with two numbers has two."""
    said(p, is_in(b, among(0 if right else 1, 1)))


@CASES.false("[b=k] = [b=k]: b is no index")
def a_number_in_the_place_of_an_index(p: Proof, right: bool) -> None:
    """Of an index it is asked which place it is, of a number not."""
    said(p, is_positive(b))
    p.step("s")
    own = equal(j if right else b, k)
    p.chain(own, same(own))


@CASES.false("n ≤ n + 1: ≤ is not shown by a normal form")
def less_by_its_form(p: Proof, right: bool) -> None:
    """A normal form shows what is equal."""
    p.step("s")
    p.chain(n, same(n) if right else replace(same(n + 1), relation="≤"))


@CASES.false("a_{z^(i)} > 0: the sign is not known")
def a_label_of_another_range(p: Proof, right: bool) -> None:
    """What is positive for every class need not be so for the value of a column."""
    of = label("z").above(i)
    said(p, is_in(m, m.domain), is_in(of, k.domain if right else m.domain), is_positive(a[k]))
    p.step("s")
    p.chain(a[of], above_zero())


@CASES.false("a_kk ∈ R: what a letter may be is said once, for any of its indices")
def a_diagonal(p: Proof, right: bool) -> None:
    """Of the entries with one letter twice nothing is said alone."""
    said(p, is_in(a[k, j if right else k], REALS))


MANY = [index(name, span("K")) for name in "pqrstu"]


@CASES.false(
    "sum_p sum_q sum_r sum_s sum_t sum_u a_pqrstu = sum_p sum_q sum_r sum_s sum_t sum_u a_pqrstu: "
    "a sum over 6 indices; at most 5 are compared"
)
def a_sum_over_many_indices(p: Proof, right: bool) -> None:
    """Five indices are told apart, in any order; of six there would be too many orders."""
    over = MANY[right:]
    said(p, *(is_in(of, of.domain) for of in over), is_positive(a[tuple(over)]))
    p.step("s")
    wholes = []
    for order in (over, over[::-1]) if right else (over, over):
        whole = a[tuple(over)]
        for of in reversed(order):
            whole = sum_over(of, whole)
        wholes.append(whole)
    p.chain(wholes[0], same(wholes[1]))


@CASES.false("ω > -1: ω was not introduced")
def more_than_a_negative_number(p: Proof, right: bool) -> None:
    """What is more than −1 may be 0, and no letter is introduced by it."""
    said(p, is_more(nu, Integer(1 if right else -1)))


@CASES.false("n_k / n_k = 1: division by what is not known to be other than zero")
def a_count_over_itself(p: Proof, right: bool) -> None:
    """A count may be zero."""
    p.step("s")
    if right:
        said(p, is_positive(n[k]))
    p.chain(n[k] / n[k], same(1))


@CASES.false("b / b = 1: division by what is not known to be other than zero")
def a_bit_over_itself(p: Proof, right: bool) -> None:
    """What is 0 or 1 may be 0."""
    p.step("s")
    said(p, is_in(b, UNIT if right else among(0, 1)))
    p.chain(b / b, same(1))


@CASES.false("log(μ^2) = 2 log μ: the logarithm of what is not known to be positive")
def log_of_a_square(p: Proof, right: bool) -> None:
    """Log μ² is 2 log |μ|, and μ may be negative."""
    p.step("s")
    said(p, is_positive(mu) if right else is_in(mu, REALS))
    p.chain(log(mu**2), same(2 * log(mu)))


@CASES.false("log(μ ω) = log μ + log ω: the logarithm of what is not known to be positive")
def log_of_a_product(p: Proof, right: bool) -> None:
    """Two negative numbers have a product with a logarithm, and none of their own."""
    p.step("s")
    said(p, *(is_positive(x) if right else is_in(x, REALS) for x in (mu, nu)))
    p.chain(log(mu * nu), same(log(mu) + log(nu)))


@CASES.false("log(a + b) = log a + log b: the two sides differ")
def log_of_a_sum(p: Proof, right: bool) -> None:
    """The logarithm of a sum is no sum of logarithms."""
    p.step("s")
    said(p, is_positive(a), is_positive(b))
    p.chain(log(a * b if right else a + b), same(log(a) + log(b)))


@CASES.false("(μ^2)^(1/2) = μ: the logarithm of what is not known to be positive")
def root_of_a_square(p: Proof, right: bool) -> None:
    """The root of μ² is not μ if μ is negative."""
    p.step("s")
    said(p, is_positive(mu) if right else is_in(mu, REALS))
    p.chain((mu**2) ** HALF, same(mu))


@CASES.false("(μ^2)^a = μ^(2 a): the logarithm of what is not known to be positive")
def power_of_a_power(p: Proof, right: bool) -> None:
    """With μ = −1 and a = 1/2, (μ²)^a is 1 and μ^(2a) is −1."""
    p.step("s")
    said(p, is_positive(a), is_positive(mu) if right else is_in(mu, REALS))
    p.chain((mu**2) ** a, same(mu ** (2 * a)))


@CASES.false("(μ ω)^a = μ^a ω^a: the logarithm of what is not known to be positive")
def power_of_a_product(p: Proof, right: bool) -> None:
    """Two negative numbers have no roots, their product has."""
    p.step("s")
    said(p, is_positive(a), *(is_positive(x) if right else is_in(x, REALS) for x in (mu, nu)))
    p.chain((mu * nu) ** a, same(mu**a * nu**a))


@CASES.false("exp(log μ) = μ: the logarithm of what is not known to be positive")
def exp_of_a_log(p: Proof, right: bool) -> None:
    """A negative number is no power of e."""
    p.step("s")
    said(p, is_positive(mu) if right else is_in(mu, REALS))
    p.chain(exp(log(mu)), same(mu))


@CASES.false("0^n_k = 0: the logarithm of zero")
def power_of_zero(p: Proof, right: bool) -> None:
    """0⁰ is 1, and a count may be 0."""
    p.step("s")
    p.chain(Integer(1 if right else 0) ** n[k], same(1 if right else 0))


@CASES.false("prod_k 2 = 2 K: the two sides differ")
def as_many_factors(p: Proof, right: bool) -> None:
    """K factors of 2 are not 2 K."""
    p.step("s")
    p.chain(product(k, 2), same(Integer(2) ** K if right else 2 * K))


@CASES.false("b^2 = b: the two sides differ")
def squares_of_other_bits(p: Proof, right: bool) -> None:
    """Of 0 and 2, the square of 2 is not 2."""
    p.step("s")
    said(p, is_in(b, among(0, 2)))
    p.chain(b**2, same(b * b if right else b))


@CASES.false("n_k > 0: the sign is not known")
def one_value_is_not_all(p: Proof, right: bool) -> None:
    """That class 1 was seen says nothing of the others."""
    p.step("s")
    said(p, is_positive(n[1]))
    p.chain(n[1] if right else n[k], above_zero())


@CASES.false("a_kj > 0: the sign is not known")
def the_diagonal_is_not_all(p: Proof, right: bool) -> None:
    """Positive numbers on the diagonal say nothing of those beside it."""
    said(p, is_in(a[k, j], REALS))
    p.step("s")
    said(p, is_positive(a[k, k]))
    p.chain(a[k, k] if right else a[k, j], above_zero())


@CASES.false("a_kk a_kj > 0: the sign is not known")
def the_diagonal_beside_another(p: Proof, right: bool) -> None:
    """A positive number on the diagonal makes no product with one beside it positive."""
    said(p, is_in(a[k, j], REALS))
    p.step("s")
    said(p, is_positive(a[k, k]))
    p.chain(a[k, k] * a[k, k if right else j], above_zero())


@CASES.false("b - a > 0: the sign is not known")
def greater_and_less(p: Proof, right: bool) -> None:
    """If a is greater than b, then b is not greater than a."""
    p.step("s")
    said(p, is_positive(a), is_positive(b), is_more(a, b))
    p.chain(a - b if right else b - a, above_zero())


@CASES.false("a > 0: the sign is not known")
def not_negative_is_not_positive(p: Proof, right: bool) -> None:
    """What is 0 or more may be 0."""
    p.step("s")
    said(p, is_positive(a) if right else not_negative(a))
    p.chain(a, above_zero())


@CASES.false("n_m > 0: the sign is not known")
def facts_of_another_range(p: Proof, right: bool) -> None:
    """That every class was seen says nothing of what runs over another range."""
    p.step("s")
    said(p, is_in(m, m.domain), is_positive(n[k]))
    p.chain(n[j if right else m], above_zero())


@CASES.false("n_k > 0: the sign is not known")
def a_range_that_may_be_empty(p: Proof, right: bool) -> None:
    """A sum over as many numbers as a count says may have no terms."""
    t = index("t", span(n[k]))
    said(p, is_in(t, t.domain), *([is_positive(n[k])] if right else []))
    p.step("s")
    p.chain(n[k], same(sum_over(t, 1)), above_zero())


@CASES.false("V > 0: V prints like another name of this theorem")
def a_vocabulary_is_no_number(p: Proof, right: bool) -> None:
    """The words are not more than zero, their number is."""
    w = index("w", vocabulary())
    said(p, is_in(w, w.domain), is_positive(letter("|V|")))
    p.step("s")
    p.chain(letter("|V|" if right else "V"), above_zero())


@CASES.false("M > 0: the sign is not known")
def a_range_may_be_empty(p: Proof, right: bool) -> None:
    """Numbers up to M are none where M is zero, unless it is said that there are some."""
    of = index("m", span("M"))
    said(p, is_in(of, of.domain), *([is_positive(M)] if right else []))
    p.step("s")
    p.chain(M, above_zero())


@CASES.false("M / M = 1: division by what is not known to be other than zero")
def a_share_of_an_empty_range(p: Proof, right: bool) -> None:
    """Shares of no rows are zero over zero."""
    of = index("m", span("M"))
    said(p, is_in(of, of.domain), *([is_positive(M)] if right else []))
    p.step("s")
    p.chain(M / M, same(1))


@CASES.false("n_0 > 0: the sign is not known")
def no_fact_of_a_place_outside(p: Proof, right: bool) -> None:
    """That all classes were seen says nothing of a class 0, of which there are no rows."""
    p.step("s")
    said(p, is_positive(n[k]))
    p.chain(n[j] if right else n[0], above_zero())


@CASES.false("sum_k (a_k + 1) - sum_m b_m > 0: the sign is not known")
def differences_of_two_ranges(p: Proof, right: bool) -> None:
    """Larger terms make a larger sum only if there are as many of them."""
    said(p, is_in(m, m.domain), is_positive(a[k]), is_positive(b[m]))
    p.step("s")
    other = sum_over(j, a[j]) if right else sum_over(m, b[m])
    p.chain(sum_over(k, a[k] + 1) - other, above_zero())


@CASES.false("sum_v a_v > 0: the sign is not known")
def one_of_two_values(p: Proof, right: bool) -> None:
    """One positive number of two does not make their sum positive."""
    v = index("v", among(0, 1))
    said(p, is_in(v, v.domain), is_in(a[v], REALS))
    p.step("s")
    said(p, is_positive(a[0]), *([is_positive(a[1])] if right else []))
    p.chain(sum_over(v, a[v]), above_zero())


@CASES.false("1 - b > 0: the sign is not known")
def one_less_a_bit(p: Proof, right: bool) -> None:
    """1 − x is zero where x is 1."""
    said(p, is_in(b, UNIT if right else among(0, 1)))
    p.step("s")
    p.chain(1 - b, above_zero())


@CASES.false("b > 0: the sign is not known")
def a_closed_interval(p: Proof, right: bool) -> None:
    """A probability may be 0."""
    said(p, is_in(b, UNIT if right else Domain("closed", (Integer(0), Integer(1)))))
    p.step("s")
    p.chain(b, above_zero())


@CASES.false("a + b μ > 0: the sign is not known")
def a_multiple_of_a_fact(p: Proof, right: bool) -> None:
    """A quotient that is positive has a positive numerator only if what it is divided by is."""
    said(p, is_in(a, REALS), is_in(b, REALS), is_in(mu, REALS))
    p.step("s")
    said(p, is_positive(mu if right else -mu), is_positive(a / mu + b))
    p.chain(a + b * mu, above_zero())


@CASES.false("a + b μ > 0: the sign is not known")
def a_factor_of_a_fact(p: Proof, right: bool) -> None:
    """A product that is positive has a positive factor only if the other one is."""
    said(p, is_in(a, REALS), is_in(b, REALS), is_in(mu, REALS))
    p.step("s")
    said(p, is_positive(mu if right else -mu), is_positive(mu * (a + b * mu)))
    p.chain(a + b * mu, above_zero())


test_what_may_be_zero_or_less_is_refused, test_its_right_version_is_accepted = CASES.tests()
