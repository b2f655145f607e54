"""What the checker refuses of expectations that are said to add up."""

from __future__ import annotations

from proofs import (
    REALS,
    UNIT,
    Cases,
    a,
    b,
    c,
    g,
    i,
    k,
    m,
    mu,
    n,
    pi,
    said,
    y,
)

from exactnb.explain.proving.writing.formulas import derivative, equal, function, letter, sum_over
from exactnb.explain.proving.writing.theorem import (
    LINEAR,
    Proof,
    assume,
    cite,
    define,
    differentiate,
    given,
    is_in,
    is_positive,
    not_negative,
    same,
)

CASES = Cases()
E, M, Z = function("E"), letter("M"), letter("z")
X = letter("x").above(i)
WHOLE, EACH = sum_over(i, X), sum_over(i, E(X))


def draws(p: Proof) -> None:
    """Say that the numbers x are drawn with the mean μ."""
    said(p, is_in(mu, REALS), is_in(X, REALS), is_in(a, REALS))
    p.chain(E(X), given(mu))


@CASES.false("E(b) = sum_i E(x^(i)): the right side is not that of a sum, term by term")
def a_term_that_is_left_out(p: Proof, right: bool) -> None:
    """The expectation of a sum and 1 is more than that of the sum."""
    draws(p)
    p.chain(b, define(WHOLE + 1))
    p.step("s")
    p.chain(E(b), cite(EACH + 1 if right else EACH, LINEAR))


@CASES.false("E(sum_i x^(i)) = sum_i E(x^(i)): on the left stands the expectation of a letter")
def a_sum_by_itself(p: Proof, right: bool) -> None:
    """What is expected has a letter, which was shown to be the sum."""
    draws(p)
    p.chain(b, define(WHOLE))
    p.step("s")
    p.chain(E(b if right else WHOLE), cite(EACH, LINEAR))


@CASES.false("E(b) ≤ sum_i E(x^(i)): on the left stands the expectation of a letter")
def no_more_than_the_sum(p: Proof, right: bool) -> None:
    """It is equal, and not less."""
    draws(p)
    p.chain(b, define(WHOLE))
    p.step("s")
    p.chain(E(b), cite(EACH, LINEAR, "=" if right else "≤"))


@CASES.false("E(b) = sum_i E(x^(i)) E(x^(i)): the right side is not that of a sum, term by term")
def a_product_of_dependent_draws(p: Proof, right: bool) -> None:
    """The expectation of a square is not the square of the expectation."""
    draws(p)
    p.chain(b, define(sum_over(i, X * X)))
    p.step("s")
    p.chain(E(b), cite(sum_over(i, E(X * X) if right else E(X) * E(X)), LINEAR))


@CASES.false("E(b_i) = z E(x^(i)): the right side is not that of a sum, term by term")
def a_factor_that_is_drawn_by_a_name(p: Proof, right: bool) -> None:
    """The mean of what is drawn is drawn too, and no constant factor."""
    draws(p)
    p.chain(Z, define(n if right else WHOLE / n))
    p.chain(b[i], define(X * Z))
    p.step("s")
    p.chain(E(b[i]), cite(Z * E(X), LINEAR))


@CASES.false("E(b_k) = sum[i: y^(i)=k] E(x^(i)): the right side is not that of a sum, term by term")
def a_sum_with_a_condition(p: Proof, right: bool) -> None:
    """Which rows are added up is written as a factor, which has to be known."""
    draws(p)
    own = equal(y, k)
    p.chain(b[k], define(sum_over(i, own * X) if right else sum_over(i, X, where=own)))
    p.step("s")
    p.chain(E(b[k]), cite(sum_over(i, own * E(X)) if right else sum_over(i, E(X), where=own), LINEAR))


@CASES.false("E(b) = sum_m E(z_m): the right side is not that of a sum, term by term")
def a_number_of_terms_that_is_drawn(p: Proof, right: bool) -> None:
    """If M is drawn too, the sum has more to it than its terms."""
    said(p, is_in(m, m.domain), is_in(mu, REALS), is_in(Z[m], REALS), is_positive(c))
    p.chain(E(Z[m]), given(mu))
    p.chain(E(a if right else M), given(c))
    p.chain(b, define(sum_over(m, Z[m])))
    p.step("s")
    p.chain(E(b), cite(sum_over(m, E(Z[m])), LINEAR))


@CASES.false("E(b) = sum_i g(z) E(x^(i)): the right side is not that of a sum, term by term")
def a_function_of_what_is_drawn(p: Proof, right: bool) -> None:
    """A function of a name for what is drawn is no constant."""
    draws(p)
    p.chain(Z, define(a if right else WHOLE))
    said(p, is_in(g(Z), REALS))
    p.chain(b, define(sum_over(i, X * g(Z))))
    p.step("s")
    p.chain(E(b), cite(sum_over(i, g(Z) * E(X)), LINEAR))


@CASES.false("E(b) = sum_i E(x^(i)) + z: the right side is not that of a sum, term by term")
def an_expectation_without_a_value(p: Proof, right: bool) -> None:
    """What has an expectation is drawn, even if that is not given."""
    draws(p)
    said(p, is_in(Z, REALS), is_in(E(Z), REALS))
    p.chain(b, define(WHOLE + Z))
    p.step("s")
    p.chain(E(b), cite(EACH + (E(Z) if right else Z), LINEAR))


@CASES.false("E(b) = sum_i E(x^(i)) + z: the right side is not that of a sum, term by term")
def an_expectation_of_a_square(p: Proof, right: bool) -> None:
    """What has a square with an expectation is drawn."""
    draws(p)
    said(p, is_in(Z, REALS), is_positive(c))
    p.chain(E(Z**2), given(c))
    p.chain(b, define(WHOLE + Z))
    p.step("s")
    p.chain(E(b), cite(EACH + (E(Z) if right else Z), LINEAR))


@CASES.false("E(b) = sum_i E(x^(i)) + z: the right side is not that of a sum, term by term")
def an_expectation_under_a_condition(p: Proof, right: bool) -> None:
    """What has an expectation for every class is drawn."""
    draws(p)
    said(p, is_in(Z, REALS))
    p.chain(E(Z, given=k), given(n[k]))
    p.chain(b, define(WHOLE + Z))
    p.step("s")
    p.chain(E(b), cite(EACH + (E(Z) if right else Z), LINEAR))


@CASES.false("E(b) = sum_i E(x^(i)) + z: the right side is not that of a sum, term by term")
def an_expectation_of_another_step(p: Proof, right: bool) -> None:
    """What is drawn in one step is not held fast in the next."""
    draws(p)
    said(p, is_in(Z, REALS))
    p.chain(b, define(WHOLE + Z))
    p.step("s")
    p.chain(E(Z), assume(mu))
    p.step("t")
    p.chain(E(b), cite(EACH + (E(Z) if right else Z), LINEAR))


@CASES.false("E(z) = μ: an expectation was taken before this was drawn")
def drawn_behind_its_expectation(p: Proof, right: bool) -> None:
    """What was held fast in an expectation is not drawn afterwards."""
    draws(p)
    said(p, is_in(Z, REALS))
    if right:
        p.chain(E(Z), given(mu))
    p.chain(b, define(WHOLE + Z))
    p.step("s")
    p.chain(E(b), cite(EACH + (E(Z) if right else Z), LINEAR))
    if not right:
        p.chain(E(Z), given(mu))


@CASES.false("E(b) = 3 n: something is assumed of what is drawn")
def a_value_of_what_is_drawn(p: Proof, right: bool) -> None:
    """If all numbers are 3, that is not what is expected of them."""
    draws(p)
    p.chain(b, define(WHOLE))
    p.step("s")
    p.chain(a if right else X, assume(3))
    p.chain(b, same(WHOLE if right else 3 * n))
    p.chain(E(b), cite(EACH if right else 3 * n, LINEAR))


@CASES.false("E(b) = a sum_i E(x^(i)): something is assumed of what is drawn")
def an_estimate_that_is_held_fast(p: Proof, right: bool) -> None:
    """What is solved for from what is drawn is drawn too."""
    draws(p)
    p.chain(b, define(a * WHOLE))
    p.step("s")
    p.chain(n * a - (n if right else WHOLE), assume(0))
    p.chain(E(b), cite(a * EACH, LINEAR))


@CASES.false("a = sum_i x^(i): an expectation was taken before this was assumed")
def an_estimate_behind_the_expectation(p: Proof, right: bool) -> None:
    """What was held fast in an expectation is not tied to what is drawn afterwards."""
    draws(p)
    p.chain(b, define(a * WHOLE))
    p.step("s")
    p.chain(E(b), cite(a * EACH, LINEAR))
    p.chain(a, assume(n if right else WHOLE))


@CASES.false("E(b) = a sum_i E(x^(i)): something is assumed of what is drawn")
def bounds_from_both_sides(p: Proof, right: bool) -> None:
    """What is neither more nor less than what is drawn is drawn."""
    draws(p)
    p.chain(b, define(a * WHOLE))
    other = n if right else WHOLE
    said(p, not_negative(a - other), not_negative(other - a))
    p.step("s")
    p.chain(E(b), cite(a * EACH, LINEAR))


@CASES.false("E(z_{y^(i)}) = μ_{y^(i)}: an index of what is drawn is drawn itself")
def a_label_that_is_drawn(p: Proof, right: bool) -> None:
    """With a class that is drawn, the mean of the class is drawn too."""
    said(p, is_in(mu[k], REALS), is_in(Z[k], REALS), is_in(pi[k], UNIT))
    p.chain(E(Z[k]), given(mu[k]))
    if not right:
        p.chain(E(equal(y, k)), given(pi[k]))
    p.step("s")
    p.chain(E(Z[y]), same(mu[y]))


@CASES.false("dE/dμ = 0: a derivative of an expectation")
def slope_of_an_expectation(p: Proof, right: bool) -> None:
    """What is expected of x changes with the mean."""
    said(p, is_in(mu, REALS), is_in(Z, REALS))
    p.chain(b, define(2 * Z))
    said(p, is_in(E(b), REALS))
    p.chain(E(Z), given(mu))
    p.step("s")
    p.chain(derivative(E(Z) if right else E(b), mu), differentiate(1 if right else 0))


test_expectations_that_do_not_add_up_are_refused, test_its_right_version_is_accepted = CASES.tests()
