"""What the checker refuses of roots, factorials, π and logarithms of numbers, and of sums and sizes."""

from __future__ import annotations

from proofs import (
    REALS,
    Cases,
    a,
    b,
    fraction,
    i,
    j,
    k,
    m,
    n,
    pi,
    said,
    theta,
    y,
)

from exactnb.core.expression.nodes import Integer
from exactnb.explain.proving.writing.formulas import (
    Expression,
    derivative,
    equal,
    factorial,
    index,
    integers_from,
    letter,
    log,
    pi_constant,
    span,
    sqrt,
    sum_over,
)
from exactnb.explain.proving.writing.theorem import (
    Proof,
    above_zero,
    assume,
    count,
    define,
    differentiate,
    is_in,
    is_more,
    is_positive,
    not_negative,
    same,
)

CASES = Cases()
HALF, M, X, TABLE = fraction(1, 2), letter("M"), letter("x").above(i), letter("t")


def column(of: Expression) -> Expression:
    """Return the sum of a class, of numbers that may be less than zero."""
    return sum_over(i, X * equal(y, of))


@CASES.false("sqrt(a - b) > 0: the logarithm of what is not known to be positive")
def root_of_what_may_be_negative(p: Proof, right: bool) -> None:
    """A difference has a root only where it is known to be positive."""
    said(p, is_positive(a), is_positive(b), *([is_more(a, b)] if right else []))
    p.step("s")
    p.chain(sqrt(a - b), above_zero())


@CASES.false("sqrt(-a) > 0: the logarithm of what is negative")
def root_of_the_negative(p: Proof, right: bool) -> None:
    """What is negative has no root."""
    said(p, is_positive(a))
    p.step("s")
    p.chain(sqrt(a if right else -a), above_zero())


@CASES.false("sqrt(a^2) = a: the logarithm of what is not known to be positive")
def root_of_a_square(p: Proof, right: bool) -> None:
    """The root of (−1)² is not −1."""
    said(p, is_positive(a) if right else is_in(a, REALS))
    p.step("s")
    p.chain(sqrt(a**2), same(a))


@CASES.false("sqrt((-a)^2) = -a: the two sides differ")
def root_of_a_negative_square(p: Proof, right: bool) -> None:
    """A root is never negative."""
    said(p, is_positive(a))
    p.step("s")
    p.chain(sqrt((-a) ** 2), same(a if right else -a))


@CASES.false("sqrt a > 0: the sign is not known")
def root_of_what_may_be_zero(p: Proof, right: bool) -> None:
    """The root of zero is zero."""
    said(p, is_positive(a) if right else not_negative(a))
    p.step("s")
    p.chain(sqrt(a), above_zero())


@CASES.false("(-a)! > 0: the factorial of what is not known to be a whole number")
def factorial_of_the_negative(p: Proof, right: bool) -> None:
    """There is no factorial of −1, and Γ(1/2 − 1) is negative."""
    said(p, is_in(a, integers_from(0)))
    p.step("s")
    p.chain(factorial(a if right else -a), above_zero())


@CASES.false("a! / a! = 1: the factorial of what is not known to be a whole number")
def factorial_that_cancels(p: Proof, right: bool) -> None:
    """What does not exist is not cancelled."""
    said(p, is_in(a, integers_from(1)) if right else not_negative(a))
    p.step("s")
    p.chain(factorial(a) / factorial(a), same(1))


@CASES.false("d/dθ (b!) = 0: the factorial of what is not known to be a whole number")
def slope_of_a_factorial(p: Proof, right: bool) -> None:
    """What has a slope is no whole number, and a factorial of whole numbers does not change."""
    said(p, is_positive(theta), is_in(a, integers_from(0)))
    p.chain(b, define(theta**2))
    p.step("s")
    p.chain(derivative(factorial(a if right else b), theta), differentiate(0))


@CASES.false("log(a!) > 0: the sign is not known")
def logarithm_of_a_factorial(p: Proof, right: bool) -> None:
    """The logarithm of 0! is zero."""
    said(p, is_in(a, integers_from(0)))
    p.step("s")
    p.chain(factorial(a) if right else log(factorial(a)), above_zero())


@CASES.false("log(1) > 0: the sign is not known")
def logarithm_of_one(p: Proof, right: bool) -> None:
    """The logarithm of 1 is zero."""
    p.step("s")
    p.chain(log(6 if right else 1), above_zero())


@CASES.false("log(1/2) > 0: the sign is not known")
def logarithm_of_a_half(p: Proof, right: bool) -> None:
    """The logarithm of less than 1 is negative."""
    p.step("s")
    p.chain(-log(HALF) if right else log(HALF), above_zero())


@CASES.false("sum_m log(2) > 0: the sign is not known")
def logarithms_of_an_empty_range(p: Proof, right: bool) -> None:
    """A sum of no terms is zero, whatever stands in it."""
    none = index("m", span(2 if right else 0))
    said(p, is_in(none, none.domain))
    p.step("s")
    p.chain(sum_over(none, log(2)), above_zero())


@CASES.false("pi = 22/7: the two sides differ")
def another_number(p: Proof, right: bool) -> None:
    """The number π is no quotient."""
    p.step("s")
    p.chain(pi_constant(), same(pi_constant() if right else fraction(22, 7)))


@CASES.false("d/dπ (pi π) = π: pi prints like another name of this theorem")
def the_number_and_the_letter(p: Proof, right: bool) -> None:
    """The number π is no letter beside it, and nothing changes with it."""
    by = theta if right else pi
    said(p, is_positive(by))
    p.step("s")
    p.chain(derivative(pi_constant() * by, by), differentiate(pi_constant() if right else by))


@CASES.false("sum_i x^(i) [y^(i)=m] > 0: the sign is not known")
def a_sum_of_another_range(p: Proof, right: bool) -> None:
    """What is positive for every class is not so for every number up to M."""
    said(p, is_in(m, m.domain), is_in(X, REALS))
    p.chain(b[k], define(column(k)))
    said(p, is_positive(b[k]))
    p.step("s")
    p.chain(column(j if right else m), above_zero())


@CASES.false("sum_j t_jk > 0: the sign is not known")
def a_sum_of_the_other_index(p: Proof, right: bool) -> None:
    """What is known of the sums of rows is not known of the sums of columns."""
    said(p, is_in(TABLE[j, k], REALS))
    p.chain(b[j], define(sum_over(k, TABLE[j, k])))
    said(p, is_positive(b[j]))
    p.step("s")
    p.chain(sum_over(j, TABLE[k, j] if right else TABLE[j, k]), above_zero())


@CASES.false("m ∈ {1, ..., M}: how many there are is a whole number")
def a_size_that_is_no_number(p: Proof, right: bool) -> None:
    """A range does not have half a value."""
    p.chain(M, count(sum_over(i, equal(y, 1)) if right else HALF))
    said(p, is_in(m, m.domain))


@CASES.false("m ∈ {1, ..., M}: how many there are is a whole number")
def a_size_of_weights(p: Proof, right: bool) -> None:
    """Products of indicators are added up to a whole number, multiples of them may not be."""
    said(p, is_positive(a))
    own = equal(y, 1)
    p.chain(M, count(sum_over(i, own * (equal(y, 2) if right else a))))
    said(p, is_in(m, m.domain))


@CASES.false("(-1)! = (-1)!: the factorial of what is not known to be a whole number")
def factorial_of_a_number(p: Proof, right: bool) -> None:
    """There is one of 0, and none of −1, however that is written."""
    p.step("s")
    whole = factorial(Integer(0 if right else -1))
    p.chain(whole, same(whole))


@CASES.false("m ∈ {1, ..., -1}: how many there are is a whole number")
def a_size_below_zero(p: Proof, right: bool) -> None:
    """A range does not have −1 values."""
    said(p, is_in(m, span(0 if right else -1)))


@CASES.false("M = 1/2: how many there are is a whole number")
def a_size_that_is_assumed(p: Proof, right: bool) -> None:
    """Nor is half a value assumed of it later."""
    said(p, is_positive(M), is_in(m, m.domain))
    p.step("s")
    p.chain(M, assume(2 if right else HALF))


@CASES.false("d/da (sum_m x_m) = 0: a says how many there are")
def slope_by_a_size(p: Proof, right: bool) -> None:
    """A sum changes with the number of its terms."""
    terms = index("m", span(M if right else a))
    said(p, is_positive(a), is_in(terms, terms.domain), is_in(letter("x")[terms], REALS))
    p.step("s")
    p.chain(derivative(sum_over(terms, letter("x")[terms]), a), differentiate(0))


@CASES.false("d/dn (2 n) = 2: n is counted")
def slope_by_what_is_counted(p: Proof, right: bool) -> None:
    """The number of rows is that of the rows that are counted."""
    said(p, is_positive(a))
    p.step("s")
    by = a if right else n
    p.chain(derivative(2 * by, by), differentiate(2))


test_what_numbers_are_not_is_refused, test_its_right_version_is_accepted = CASES.tests()
