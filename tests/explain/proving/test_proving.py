"""What the checker of theorems refuses: letters, ranges, signs and scopes. Each false proof differs
from a right one in one place.
"""

from __future__ import annotations

from proofs import (
    REALS,
    UNIT,
    Cases,
    a,
    b,
    c,
    fraction,
    h,
    i,
    j,
    k,
    m,
    mu,
    n,
    pi,
    said,
    theta,
    y,
)

from exactnb.explain.proving.writing.formulas import (
    derivative,
    equal,
    index,
    letter,
    span,
    sum_over,
    vocabulary,
)
from exactnb.explain.proving.writing.theorem import (
    Proof,
    assume,
    count,
    define,
    differentiate,
    is_in,
    is_positive,
    put_in,
    same,
)

CASES = Cases()
HALF = fraction(1, 2)
K, M, nu = letter("K"), letter("M"), letter("ν")


@CASES.false("c = x: x was not introduced")
def undeclared(p: Proof, right: bool) -> None:
    """A letter that nothing was said of stands for nothing."""
    p.step("s")
    said(p, is_positive(a))
    p.chain(c, same((c if right else letter("x")) + a - a if right else letter("x")))


@CASES.false("sum_m 1 = M: the index m does not have the range {1, ..., M}")
def undeclared_index(p: Proof, right: bool) -> None:
    """An index without a range has no sum."""
    p.step("s")
    if right:
        said(p, is_in(m, m.domain))
    p.chain(sum_over(m, 1), same(M))


@CASES.false("sum_k sum_k n_k = K n: an index of sum_k sum_k n_k stands for two things")
def bound_twice(p: Proof, right: bool) -> None:
    """In ∑_k ∑_k n_k nobody knows whose k it is."""
    p.step("s")
    p.chain(sum_over(k, sum_over(j if right else k, n[k])), same(K * n))


@CASES.false("n_k + sum_k n_k = n + n_k: an index of n_k + sum_k n_k stands for two things")
def bound_and_free(p: Proof, right: bool) -> None:
    """In n_k + ∑_k n_k the first k is another one than the second."""
    p.step("s")
    p.chain(n[j if right else k] + sum_over(k, n[k]), same(n + n[j if right else k]))


@CASES.false("sum_k n_k = n: the index k does not have the range {1, ..., M}")
def other_range_of_an_index(p: Proof, right: bool) -> None:
    """A sum over k from 1 to M is not one over the classes."""
    p.step("s")
    p.chain(sum_over(k if right else index("k", span("M")), n[k]), same(n))


@CASES.false("k ∈ {1, ..., M}: the index k has a range already")
def a_range_twice(p: Proof, right: bool) -> None:
    """An index that runs over the classes does not run over rows as well."""
    p.step("s")
    said(p, is_in(m if right else k, span("M")))


@CASES.false("θ ∈ R: what a letter may be is said once, for any of its indices")
def a_domain_twice(p: Proof, right: bool) -> None:
    """What is between 0 and 1 is not said to be any number too."""
    p.step("s")
    said(p, is_in(theta, UNIT), is_in(pi[k] if right else theta, REALS))


@CASES.false("n_k = n_1: what is defined is known already")
def known_is_not_defined(p: Proof, right: bool) -> None:
    """A count is no new name."""
    p.step("s")
    p.chain(b if right else n[k], define(n[1]))


@CASES.false("b = b + 1: b was not introduced")
def not_defined_by_itself(p: Proof, right: bool) -> None:
    """No number is greater than itself by one."""
    p.step("s")
    p.chain(b, define((c if right else b) + 1))


@CASES.false("b = b + 1: b was not introduced")
def not_assumed_by_itself(p: Proof, right: bool) -> None:
    """A new letter is not what it is plus one."""
    p.step("s")
    p.chain(b, assume((c if right else b) + 1))


@CASES.false("b a = c: what is defined is a letter or a function, for any of its indices")
def a_formula_is_no_name(p: Proof, right: bool) -> None:
    """Two letters side by side are not defined at once."""
    p.step("s")
    p.chain(b if right else b * a, define(c))


@CASES.false("b = n_k: the right side depends on k, the left side does not")
def hidden_index_of_a_definition(p: Proof, right: bool) -> None:
    """One b would be the count of every class."""
    p.step("s")
    p.chain(b[k] if right else b, define(n[k]))


@CASES.false("μ = n_k: the right side depends on k too")
def hidden_index_of_an_assumption(p: Proof, right: bool) -> None:
    """If μ is the count of a class, then for each class it is another number."""
    p.step("s")
    said(p, is_in(mu[k] if right else mu, REALS))
    p.chain(mu[k] if right else mu, assume(n[k]))


@CASES.false("b = c: a definition opens its chain, with =")
def a_definition_goes_on(p: Proof, right: bool) -> None:
    """A name is given where its chain begins."""
    p.step("s")
    p.chain(b, define(c), same(c) if right else define(c))


@CASES.false("b_j = sum_h a_hh: the two sides differ")
def captured_by_a_definition(p: Proof, right: bool) -> None:
    """With b_k = ∑_j a_jk, b_j is not the sum of the diagonal."""
    said(p, is_positive(a[j, k]))
    p.chain(b[k], define(sum_over(j, a[j, k])))
    p.step("s")
    p.chain(b[j], same(sum_over(h, a[h, j]) if right else sum_over(h, a[h, h])))


@CASES.false("b = a: what is counted is a sum")
def a_count_is_of_indicators(p: Proof, right: bool) -> None:
    """What may be negative counts nothing."""
    said(p, is_in(a, REALS))
    p.chain(b, count(sum_over(i, equal(y, 1)) if right else a))


@CASES.false("sum_m sum_i [y^(i)=m] = n: the two sides differ")
def another_range_collapses_nothing(p: Proof, right: bool) -> None:
    """A label is none of 1, …, M for sure: the indicators of all these may be zero."""
    p.step("s")
    said(p, is_in(m, m.domain))
    of = k if right else m
    p.chain(sum_over(of, sum_over(i, equal(y, of))), same(n))


@CASES.false("sum_m n_m = n: the two sides differ")
def counts_of_another_range(p: Proof, right: bool) -> None:
    """The counts of as many classes as there are add up to n, those of M classes do not."""
    p.step("s")
    said(p, is_in(m, m.domain))
    p.chain(sum_over(j if right else m, n[j if right else m]), same(n))


@CASES.false("n_0 = 0: the two sides differ")
def not_a_class(p: Proof, right: bool) -> None:
    """That no row is of class 0 does not follow from the labels being from 1 to K."""
    p.step("s")
    p.chain(n[0], same(sum_over(i, equal(y, 0)) if right else 0))


@CASES.false("sum[i: y^(i)=k] 1 = n: the two sides differ")
def a_condition_under_a_sum(p: Proof, right: bool) -> None:
    """The rows of one class are not all rows."""
    p.step("s")
    p.chain(sum_over(i, 1, where=equal(y, k)), same(n[k] if right else n))


@CASES.false("θ ∈ R: θ prints like another name of this theorem")
def one_letter_for_two(p: Proof, right: bool) -> None:
    """A letter and a parameter of the same name would be two numbers: notations write them apart."""
    said(p, is_in(theta, UNIT))
    p.step("s")
    said(p, is_in(letter("γ" if right else "θ"), REALS))


@CASES.false("a = b + 1: a was not introduced")
def forgotten_value(p: Proof, right: bool) -> None:
    """A definition by a letter of one step is gone with it: the letter may be another number later."""
    p.step("s")
    p.chain(b, assume(5))
    p.chain(a, define((c if right else b) + 1))
    p.step("t")
    p.chain(b, assume(7))
    p.chain(a, same((c if right else b) + 1))


@CASES.false("c n_k = 0: the two sides differ")
def forgotten_count(p: Proof, right: bool) -> None:
    """What was assumed of a count in one step is not assumed in the next."""
    p.step("s")
    p.chain(n[k], assume(0))
    p.step("t")
    if right:
        p.chain(n[k], assume(0))
    p.chain(c * n[k], same(0))


@CASES.false("c / n_k = c / n_k: division by what is not known to be other than zero")
def forgotten_sign(p: Proof, right: bool) -> None:
    """A sign that was assumed in one step is not known in the next."""
    p.step("s")
    said(p, is_positive(n[k]))
    p.step("t")
    if right:
        said(p, is_positive(n[k]))
    p.chain(c / n[k], same(c / n[k]))


@CASES.false("sum_m 1 = M: the index m does not have the range {1, ..., M}")
def forgotten_range(p: Proof, right: bool) -> None:
    """An index of one step has no range in the next."""
    if right:
        said(p, is_in(m, m.domain))
    p.step("s")
    if not right:
        said(p, is_in(m, m.domain))
    p.chain(sum_over(m, 1), same(M))
    p.step("t")
    p.chain(sum_over(m, 1), same(M))


@CASES.false("1 + μ c = 1 + c μ: what is put in was not shown to be equal")
def forgotten_equation(p: Proof, right: bool) -> None:
    """An equation of a step that assumed something is not put in later."""
    said(p, is_in(mu, REALS))
    p.step("s")
    if not right:
        said(p, is_positive(a))
    p.chain(mu * c, same(c * mu))
    p.step("t")
    p.chain(1 + mu * c, same(1 + mu * c), put_in(1 + c * mu, mu * c, c * mu))


@CASES.false("c n_k = 0: the two sides differ")
def a_value_is_not_used_before(p: Proof, right: bool) -> None:
    """A step does not know what a later one assumes."""
    p.step("s")
    if right:
        p.chain(n[k], assume(0))
    p.chain(c * n[k], same(0))


@CASES.false("b = M + 1: b was not introduced")
def forgotten_size(p: Proof, right: bool) -> None:
    """A number of values that is known in one step only may be another number later."""
    if right:
        said(p, is_in(m, m.domain))
    p.step("s")
    said(p, is_positive(a), *([] if right else [is_in(m, m.domain)]))
    p.chain(b, define(M + 1))
    p.step("t")
    p.chain(b, same(M + 1))


@CASES.false("b + c = c + 7: the two sides differ")
def assumed_twice(p: Proof, right: bool) -> None:
    """What is 5 in one step is not 7 in the same step."""
    p.step("s")
    p.chain(b, assume(5))
    if right:
        p.step("t")
    p.chain(b, assume(7))
    p.chain(b + c, same(c + 7))


@CASES.false("d/dθ (b θ) = b: θ is counted")
def held_fast_as_a_count(p: Proof, right: bool) -> None:
    """What holds θ² counts nothing that θ does not change."""
    said(p, is_in(theta, UNIT))
    p.chain(b, (define if right else count)(theta**2))
    p.step("s")
    p.chain(derivative(b * theta, theta), differentiate(3 * b if right else b))


@CASES.false("v ∈ {1, ..., |V|}: two sets of one size are told apart by nothing")
def one_range_for_two(p: Proof, right: bool) -> None:
    """As many numbers as there are words are no words."""
    w, v, number = index("w", vocabulary()), index("v", vocabulary()), index("v", span("|V|"))
    other = v if right else number
    said(p, is_in(w, w.domain))
    p.step("s")
    said(p, is_in(other, other.domain))


test_a_false_proof_is_refused, test_its_right_version_is_accepted = CASES.tests()
