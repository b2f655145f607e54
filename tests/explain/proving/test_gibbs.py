"""What the checker refuses as Gibbs' inequality, and of the maxima that rest on it."""

from __future__ import annotations

from proofs import (
    REALS,
    Cases,
    a,
    b,
    c,
    f,
    g,
    j,
    k,
    m,
    n,
    pi,
    said,
)

from exactnb.core.expression.reasons import Reason, Rule
from exactnb.explain.derivation.lines import Relation
from exactnb.explain.proving.writing.formulas import (
    Expression,
    argmax,
    equal,
    exp,
    index,
    letter,
    log,
    product,
    span,
    sum_over,
)
from exactnb.explain.proving.writing.theorem import (
    GIBBS,
    ChainStep,
    Proof,
    assume,
    cite,
    define,
    is_in,
    is_more,
    is_positive,
    maximum,
    not_negative,
)

CASES = Cases()
K = letter("K")
LIKELIHOOD = sum_over(k, n[k] * log(pi[k]))
BEST = sum_over(k, n[k] * log(n[k] / n))


def simplex(p: Proof) -> None:
    """Say that the π are a distribution of positive numbers, and that every class was seen."""
    said(p, is_positive(pi[k]), is_positive(n[k]))
    p.chain(sum_over(k, pi[k]), assume(1))


def gibbs(right: Expression, relation: Relation = "≤") -> ChainStep:
    return cite(right, GIBBS, relation)


@CASES.false("sum_k n_k log π_k ≥ sum_k n_k log(n_k / n): the inequality is written with ≤")
def another_relation(p: Proof, right: bool) -> None:
    """The likelihood at the shares is not the smallest."""
    simplex(p)
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST, "≤" if right else "≥"))


@CASES.false("sum_k n_k log π_k = sum_k n_k log(n_k / n): the inequality is written with ≤")
def an_equation(p: Proof, right: bool) -> None:
    """Not every distribution is as likely as the shares."""
    simplex(p)
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST, "≤" if right else "="))


@CASES.false("sum_k n_k log π_k ≤ sum_k n_k log(n_k / n): nothing is cited as 'as everybody knows'")
def other_words(p: Proof, right: bool) -> None:
    """There is a closed list of what is cited."""
    simplex(p)
    p.step("s")
    p.chain(LIKELIHOOD, cite(BEST, GIBBS if right else "as everybody knows", "≤"))


@CASES.false("sum_k n_k log a_k ≤ sum_k n_k log(n_k / n): on the left stand numbers that add up to 1")
def no_distribution(p: Proof, right: bool) -> None:
    """Positive numbers may be as large as one likes, and their logarithms too."""
    simplex(p)
    said(p, is_positive(a[k]))
    p.step("s")
    p.chain(sum_over(k, n[k] * log(pi[k] if right else a[k])), gibbs(BEST))


@CASES.false("sum_k n_k log b_jk ≤ sum_k n_k log(n_k / n): on the left stand numbers that add up to 1")
def a_distribution_of_one_class(p: Proof, right: bool) -> None:
    """That the b_1k add up to 1 says nothing of the b_jk."""
    said(p, is_positive(b[j, k]))
    p.chain(sum_over(k, b[j if right else 1, k]), assume(1))
    p.step("s")
    p.chain(sum_over(k, n[k] * log(b[j, k])), gibbs(BEST))


@CASES.false("sum_k n_k log π_k ≤ sum_k n_k log(n_k / n): on the left stand numbers that add up to 1")
def a_sum_that_is_not_one(p: Proof, right: bool) -> None:
    """Numbers that add up to 2 may be twice the shares."""
    said(p, is_positive(pi[k]))
    p.chain(sum_over(k, pi[k]), assume(1 if right else 2))
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST))


@CASES.false(
    "sum_k n_k log a_k ≤ sum_k n_k log(n_k / n): on the left stand the numbers of a distribution"
)
def negative_numbers(p: Proof, right: bool) -> None:
    """Numbers that add up to 1 are a distribution only if none is negative."""
    said(p, is_positive(a[k]) if right else is_in(a[k], REALS))
    p.chain(sum_over(k, a[k]), assume(1))
    p.step("s")
    p.chain(sum_over(k, n[k] * log(a[k])), gibbs(BEST))


@CASES.false("sum_k a_k log π_k ≤ sum_k a_k log(a_k / b): a weight is not known to be 0 or more")
def negative_weights(p: Proof, right: bool) -> None:
    """With weights below zero the shares are where the sum is smallest."""
    simplex(p)
    said(p, is_positive(a[k]) if right else is_in(a[k], REALS))
    p.chain(b, define(sum_over(j, a[j])))
    p.step("s")
    p.chain(sum_over(k, a[k] * log(pi[k])), gibbs(sum_over(k, a[k] * log(a[k] / b))))


@CASES.false(
    "sum_k a_k log π_k ≤ sum_k a_k log(a_k / b): the sum of the weights is not known to be positive"
)
def weights_that_may_all_be_zero(p: Proof, right: bool) -> None:
    """Without any weight there are no shares."""
    simplex(p)
    said(p, is_positive(a[k]) if right else not_negative(a[k]))
    p.chain(b, define(sum_over(j, a[j])))
    p.step("s")
    p.chain(sum_over(k, a[k] * log(pi[k])), gibbs(sum_over(k, a[k] * log(a[k] / b))))


@CASES.false(
    "sum_k n_k log π_k ≤ sum_k a_k log(n_k / n): both sides add up the same weights times logarithms"
)
def other_weights_on_the_right(p: Proof, right: bool) -> None:
    """The weights are those of both sides."""
    simplex(p)
    said(p, is_positive(a[k]))
    p.step("s")
    weight = n[k] if right else a[k]
    p.chain(LIKELIHOOD, gibbs(sum_over(k, weight * log(n[k] / n))))


@CASES.false("sum_k n_k log π_k ≤ sum_k n_k log(1 / K): on the right stand the shares of the weights")
def other_shares(p: Proof, right: bool) -> None:
    """Equal shares are not the most likely ones."""
    simplex(p)
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(sum_over(k, n[k] * log(n[k] / n if right else 1 / K))))


@CASES.false(
    "sum_k n_k log π_k ≤ sum_k n_k log(n_k / (2 n)): on the right stand the shares of the weights"
)
def half_the_shares(p: Proof, right: bool) -> None:
    """Shares are of the sum of the weights, not of twice that."""
    simplex(p)
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(sum_over(k, n[k] * log(n[k] / (n if right else 2 * n)))))


@CASES.false("prod_k n_k log π_k ≤ prod_k n_k log(n_k / n): both sides add up over one range")
def products_are_not_compared(p: Proof, right: bool) -> None:
    """Of two negative factors, the product is not largest where they are."""
    simplex(p)
    p.step("s")
    series = sum_over if right else product
    p.chain(series(k, n[k] * log(pi[k])), gibbs(series(k, n[k] * log(n[k] / n))))


@CASES.false("sum_k a log π_k ≤ sum_m a log(a / (K a)): both sides add up over one range")
def other_terms_on_the_right(p: Proof, right: bool) -> None:
    """M equal terms are not K of them."""
    simplex(p)
    said(p, is_positive(a), is_in(m, m.domain))
    p.step("s")
    of = k if right else m
    p.chain(sum_over(k, a * log(pi[k])), gibbs(sum_over(of, a * log(a / (K * a)))))


@CASES.false(
    "sum_k n_k log π_k ≤ sum_k log(n_k / n): both sides add up the same weights times logarithms"
)
def terms_without_weights(p: Proof, right: bool) -> None:
    """What weighs nothing stands for no shares."""
    simplex(p)
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST if right else sum_over(k, log(n[k] / n))))


@CASES.false(
    "sum[k: k=1] c log π_k ≤ sum_k c log(1 / K): both sides add up the same weights times logarithms"
)
def some_of_the_terms(p: Proof, right: bool) -> None:
    """A sum with a condition under its sign is no sum over a distribution."""
    simplex(p)
    p.step("s")
    where = None if right else equal(k, 1)
    p.chain(sum_over(k, c * log(pi[k]), where=where), gibbs(sum_over(k, c * log(1 / K))))


@CASES.false("sum_k n_k log π_k ≤ sum_k n_k log(n_k / n): on the left stand numbers that add up to 1")
def numbers_that_add_up_to_two(p: Proof, right: bool) -> None:
    """The larger the numbers are in all, the larger is the sum."""
    said(p, is_positive(pi[k]), is_positive(n[k]))
    p.chain(sum_over(k, pi[k]), assume(1 if right else 2))
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST))


@CASES.false("sum_k n_k log π_k ≤ sum_k n_k log(n_k / n): on the left stand numbers that add up to 1")
def numbers_that_add_up_to_more(p: Proof, right: bool) -> None:
    """To be more than 1 is not to be 1."""
    said(p, is_positive(pi[k]), is_positive(n[k]))
    if right:
        p.chain(sum_over(k, pi[k]), assume(1))
    else:
        said(p, is_more(sum_over(k, pi[k]), 1))
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST))


@CASES.false(
    "sum[k: k=1] n_k log π_k ≤ sum[k: k=1] n_k log(n_k / n): "
    "both sides add up the same weights times logarithms"
)
def some_of_the_terms_on_both_sides(p: Proof, right: bool) -> None:
    """The same condition under both signs leaves no sum over a distribution either."""
    simplex(p)
    p.step("s")
    left, best = (
        sum_over(k, n[k] * log(of), where=None if right else equal(k, 1)) for of in (pi[k], n[k] / n)
    )
    p.chain(left, gibbs(best))


@CASES.false(
    "sum_k n_k exp π_k ≤ sum_k n_k exp(n_k / n): both sides add up the same weights times logarithms"
)
def weights_of_something_else(p: Proof, right: bool) -> None:
    """What is weighed are logarithms."""
    simplex(p)
    p.step("s")
    of = log if right else exp
    p.chain(sum_over(k, n[k] * of(pi[k])), gibbs(sum_over(k, n[k] * of(n[k] / n))))


@CASES.false("sum_k n_k log π_k ≤ prod_k n_k log(n_k / n): both sides add up over one range")
def a_product_on_the_right(p: Proof, right: bool) -> None:
    """A sum is compared with a sum,"""
    simplex(p)
    p.step("s")
    p.chain(LIKELIHOOD, gibbs((sum_over if right else product)(k, n[k] * log(n[k] / n))))


@CASES.false("prod_k n_k log π_k ≤ sum_k n_k log(n_k / n): both sides add up over one range")
def a_product_on_the_left(p: Proof, right: bool) -> None:
    """on either side,"""
    simplex(p)
    p.step("s")
    p.chain((sum_over if right else product)(k, n[k] * log(pi[k])), gibbs(BEST))


@CASES.false("sum_k n_k log π_k ≤ n_k log(n_k / n): both sides add up over one range")
def one_term_on_the_right(p: Proof, right: bool) -> None:
    """and with all its terms,"""
    simplex(p)
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST if right else n[k] * log(n[k] / n)))


@CASES.false("sum_q a_q log b_q ≤ sum_q a_q log(a_q / (sum_k a_k)): both sides add up over one range")
def a_range_that_was_not_said(p: Proof, right: bool) -> None:
    """over an index of which was said where it runs."""
    of = index("q", span("K"))
    said(p, *([is_in(of, of.domain)] if right else []), is_positive(a[k]), is_positive(b[k]))
    p.chain(sum_over(k, b[k]), assume(1))
    p.step("s")
    shares = a[of] / sum_over(k, a[k])
    p.chain(sum_over(of, a[of] * log(b[of])), gibbs(sum_over(of, a[of] * log(shares))))


@CASES.false("π̂_k = n_k / n: nothing shows that this is the maximum")
def a_term_besides(p: Proof, right: bool) -> None:
    """With π_1 added, the shares are not where the formula is largest."""
    simplex(p)
    p.chain(f(pi), define(LIKELIHOOD + (c if right else pi[1])))
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST))
    p.chain(pi.hat, define(argmax(pi, f(pi))))
    p.chain(pi[k].hat, maximum(n[k] / n))


@CASES.false("π̂_k = n_k / n: more is assumed of what varies than its domain")
def an_unknown_function_besides(p: Proof, right: bool) -> None:
    """With an unknown function of π added, nobody knows where the formula is largest."""
    simplex(p)
    said(p, is_positive(a if right else g(pi)))
    p.chain(f(pi), define(LIKELIHOOD + (c if right else g(pi))))
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST))
    p.chain(pi.hat, define(argmax(pi, f(pi))))
    p.chain(pi[k].hat, maximum(n[k] / n))


@CASES.false("π̂_k = n_k / n: nothing shows that this is the maximum")
def the_negative(p: Proof, right: bool) -> None:
    """Where a formula is largest, its negative is smallest."""
    simplex(p)
    p.chain(f(pi), define(LIKELIHOOD if right else -LIKELIHOOD))
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST))
    p.chain(pi.hat, define(argmax(pi, f(pi))))
    p.chain(pi[k].hat, maximum(n[k] / n))


@CASES.false("π̂_k = n_k / n: this place is not allowed")
def a_share_that_may_be_zero(p: Proof, right: bool) -> None:
    """Of positive numbers, none is the share of a class that was not seen: zero has to be allowed."""
    said(p, not_negative(pi[k]) if right else is_positive(pi[k]))
    p.chain(sum_over(k, pi[k]), assume(1))
    p.step("s")
    said(p, is_positive(pi[k]))
    p.chain(f(pi), define(LIKELIHOOD))
    p.step("t")
    p.chain(LIKELIHOOD, gibbs(BEST))
    p.chain(pi.hat, define(argmax(pi, f(pi))))
    p.chain(pi[k].hat, maximum(n[k] / n))


@CASES.false("π̂_k = n_k: nothing shows that this is the maximum")
def another_place(p: Proof, right: bool) -> None:
    """The maximum is at the shares, not at the counts."""
    simplex(p)
    p.chain(f(pi), define(LIKELIHOOD))
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST))
    p.chain(pi.hat, define(argmax(pi, f(pi))))
    p.chain(pi[k].hat, maximum(n[k] / n if right else n[k]))


@CASES.false("b\u0302_k = n_k / n: the left side was not defined as where something is largest")
def numbers_of_another_letter(p: Proof, right: bool) -> None:
    """What was sought are numbers of π, and of no other letter."""
    simplex(p)
    p.chain(f(pi), define(LIKELIHOOD))
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST))
    p.chain(pi.hat, define(argmax(pi, f(pi))))
    p.chain((pi if right else b)[k].hat, maximum(n[k] / n))


@CASES.false("π̂_kj = n_k / n: π̂_kj has more indices than its parameter")
def numbers_with_one_index_too_many(p: Proof, right: bool) -> None:
    """They have one index more than what they are numbers of."""
    simplex(p)
    p.chain(f(pi), define(LIKELIHOOD))
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST))
    p.chain(pi.hat, define(argmax(pi, f(pi))))
    p.chain((pi[k] if right else pi[k, j]).hat, maximum(n[k] / n))


@CASES.false("π̂_k < n_k / n: < is no place of a maximum")
def less_than_the_shares(p: Proof, right: bool) -> None:
    """The estimate is the share, not less."""
    simplex(p)
    p.chain(f(pi), define(LIKELIHOOD))
    p.step("s")
    p.chain(LIKELIHOOD, gibbs(BEST))
    p.chain(pi.hat, define(argmax(pi, f(pi))))
    p.chain(pi[k].hat, ChainStep("=" if right else "<", n[k] / n, Reason(Rule.MAXIMUM)))


@CASES.false("π̂_k = n_k / n: nothing shows that this is the maximum")
def without_the_constraint(p: Proof, right: bool) -> None:
    """A place that was shown for all distributions is none for numbers that add up to 2."""
    said(p, is_positive(pi[k]), is_positive(n[k]))
    p.chain(f(pi), define(LIKELIHOOD))
    p.step("s")
    p.chain(sum_over(k, pi[k]), assume(1))
    p.chain(LIKELIHOOD, gibbs(BEST))
    p.chain(pi.hat, define(argmax(pi, f(pi))))
    p.chain(pi[k].hat, maximum(n[k] / n))
    p.step("t")
    p.chain(sum_over(k, pi[k]), assume(1 if right else 2))
    p.chain(pi.hat, define(argmax(pi, f(pi))))
    p.chain(pi[k].hat, maximum(n[k] / n))


test_what_is_not_gibbs_is_refused, test_its_right_version_is_accepted = CASES.tests()
