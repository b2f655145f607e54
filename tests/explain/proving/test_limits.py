"""What the checker refuses of limits, and of formulas that are said to be at most others."""

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
    k,
    mu,
    n,
    said,
    theta,
)

from exactnb.core.expression.nodes import Domain, Integer, Special
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.explain.proving.writing.formulas import Expression, exp, gamma, integral, log, node
from exactnb.explain.proving.writing.theorem import (
    BETA,
    ChainStep,
    Proof,
    assume,
    at_least,
    at_most,
    cite,
    define,
    is_in,
    is_more,
    is_positive,
    not_negative,
    same,
    tends,
)

CASES = Cases()


def limit(p: Proof, of: Expression, to: ChainStep) -> None:
    """Write what a formula of c > 0 tends to, in a step of its own."""
    p.step("s")
    p.chain(of, to)


@CASES.false("c / (1 + c) → 1: it tends elsewhere")
def another_limit(p: Proof, right: bool) -> None:
    """A quotient of numbers that vanish alike tends to neither of them."""
    limit(p, c / (1 + c), tends(0 if right else 1, c, "vanishes"))


@CASES.false("c / (1 + c) → 0: it tends elsewhere")
def the_other_end(p: Proof, right: bool) -> None:
    """What vanishes with a letter may tend to 1 as that grows."""
    limit(p, c / (1 + c), tends(0, c, "vanishes" if right else "grows"))


@CASES.false("(2 c^2 + 1) / (c^2 + c) → 1: it tends elsewhere")
def not_all_of_a_coefficient(p: Proof, right: bool) -> None:
    """The terms of highest degree decide, with their factors."""
    limit(p, (2 * c**2 + 1) / (c**2 + c), tends(2 if right else 1, c, "grows"))


@CASES.false("1 / c → 0: it grows beyond all bounds")
def what_has_no_limit(p: Proof, right: bool) -> None:
    """One over what vanishes has no limit."""
    limit(p, 1 / c, tends(0, c, "grows" if right else "vanishes"))


@CASES.false("c / (c + 1) → c: the limit depends on what tends")
def a_limit_that_moves(p: Proof, right: bool) -> None:
    """What a formula tends to stays where it is."""
    limit(p, c / (c + 1), tends(1 if right else c, c, "grows"))


@CASES.false("(μ c) / (b c + 1) → μ: division by what is not known to be other than zero")
def a_degree_that_may_be_lower(p: Proof, right: bool) -> None:
    """Where the leading coefficient below may be zero, it leads nowhere."""
    said(p, is_in(mu, REALS), is_positive(b) if right else not_negative(b))
    limit(p, mu * c / (b * c + 1), tends(mu / b if right else mu, c, "grows"))


@CASES.false("exp(-c) → 1: a limit of what is no quotient of polynomials")
def a_power_of_e(p: Proof) -> None:
    """No limit is known but of quotients of polynomials."""
    limit(p, exp(-c), tends(1, c, "vanishes"))


@CASES.false("log(1 + c) → 0: a limit of what is no quotient of polynomials")
def a_logarithm(p: Proof) -> None:
    """A letter may stand in no logarithm."""
    limit(p, log(1 + c), tends(0, c, "vanishes"))


@CASES.false("f(c) / (1 + c) → 0: more is assumed of what tends than that it is positive")
def a_function_of_what_tends(p: Proof) -> None:
    """Where something is known of a function of the letter, more is known of the letter."""
    said(p, is_positive(f(c)))
    limit(p, f(c) / (1 + c), tends(0, c, "vanishes"))


@CASES.false("b / (1 + c) → b: the limit depends on what tends")
def a_name_for_what_tends(p: Proof, right: bool) -> None:
    """What stands for a formula with the letter goes with it."""
    said(p, is_positive(a))
    p.chain(b, define(a if right else 2 * c))
    limit(p, b / (1 + c), tends(b, c, "vanishes"))


@CASES.false("c / (1 + c) → 1: more is assumed of what tends than that it is positive")
def what_is_bounded(p: Proof, right: bool) -> None:
    """A letter with an upper bound grows up to that only."""
    said(p, is_positive(b), is_positive((b if right else c) + 1 if right else 2 - c))
    limit(p, c / (1 + c), tends(1, c, "grows"))


@CASES.false("θ / (1 + θ) → 1: what tends is known to be positive, and nothing else")
def a_probability(p: Proof) -> None:
    """A probability does not grow beyond all bounds, positive or not."""
    said(p, is_in(theta, UNIT), is_positive(theta))
    limit(p, theta / (1 + theta), tends(1, theta, "grows"))


@CASES.false("b / (1 + b) → 0: more is assumed of what tends than that it is positive")
def what_exceeds_one(p: Proof, right: bool) -> None:
    """A number above 1 does not vanish."""
    said(p, is_positive(b) if right else is_more(b, 1))
    limit(p, b / (1 + b), tends(0, b, "vanishes"))


@CASES.false("a / (1 + c) → a: more is assumed of what tends than that it is positive")
def an_interval_that_moves(p: Proof, right: bool) -> None:
    """A letter between 0 and c is not held while c vanishes."""
    high = Integer(1) if right else node(c)
    said(p, is_in(a, Domain("closed", (Integer(0), high))))
    limit(p, a / (1 + c), tends(a, c, "vanishes"))


@CASES.false("c / (1 + c) → 0: more is assumed of what tends than that it is positive")
def what_satisfies_an_equation(p: Proof, right: bool) -> None:
    """A letter of which an equation is assumed is one number."""
    said(p, is_positive(a), is_positive(b))
    p.step("s")
    p.chain((a if right else c) * b, assume(1))
    p.chain(c / (1 + c), tends(0, c, "vanishes"))


@CASES.false("c / (1 + c) → 0: something is assumed to be what c says")
def what_another_letter_is(p: Proof, right: bool) -> None:
    """Nor does c vanish by itself if another letter was assumed to be c."""
    said(p, is_in(a, REALS), is_in(b, REALS))
    p.step("s")
    p.chain(b, assume(a if right else c))
    p.chain(c / (1 + c), tends(0, c, "vanishes"))


@CASES.false("c / (1 + c) → 0: c stands for something, so nothing changes with it")
def what_stands_for_something(p: Proof, right: bool) -> None:
    """A name is what it stands for."""
    said(p, is_positive(a))
    p.step("s")
    if not right:
        p.chain(c, assume(a))
    p.chain(c / (1 + c), tends(0, c, "vanishes"))


@CASES.false("1 / n_k → 0: a letter without indices goes to zero, or beyond all bounds")
def a_count(p: Proof) -> None:
    """Counts of the data do not grow by themselves."""
    p.step("s")
    said(p, is_positive(n[k]))
    p.chain(1 / n[k], tends(0, n[k], "grows"))


@CASES.false("1 / n → 0: more is assumed of what tends than that it is positive")
def a_size(p: Proof) -> None:
    """Nor does the number of rows, with which sums would grow."""
    said(p, is_positive(n))
    limit(p, 1 / n, tends(0, n, "grows"))


@CASES.false("1 / c → 0: the words say that something else tends")
def other_words(p: Proof) -> None:
    """What a reader is told is what is shown."""
    said(p, is_positive(b))
    limit(p, 1 / c, replace(tends(0, c, "grows"), reason=tends(0, b, "grows").reason))
    p.steps.pop()
    words = Reason(Rule.LIMIT, "as b grows", (node(c), Special("∞")))
    limit(p, 1 / c, replace(tends(0, c, "grows"), reason=words))


@CASES.false("1 / c → 0: a letter without indices goes to zero, or beyond all bounds")
def another_end(p: Proof, right: bool) -> None:
    """A letter goes to one of two ends, and not to 3."""
    end = Special("∞") if right else Integer(3)
    words = Reason(Rule.LIMIT, "as c grows" if right else "as c None", (node(c), end))
    limit(p, 1 / c, replace(tends(0, c, "grows"), reason=words))


@CASES.false("int_0^1 θ^c dθ → 1: it tends elsewhere")
def an_integral_by_its_value(p: Proof, right: bool) -> None:
    """What an integral tends to is what its value does, which stands before."""
    said(p, is_in(theta, UNIT))
    p.step("s")
    whole = integral(theta**c, theta, (0, 1))
    value = cite(gamma(c + 1) * gamma(1) / gamma(c + 2), BETA)
    p.chain(whole, value, same(1 / (c + 1)), tends(0 if right else 1, c, "grows"))


@CASES.false("1 / c ≤ 0: a limit is written with →, as one letter goes to an end")
def another_relation(p: Proof) -> None:
    """A limit is not a bound."""
    limit(p, 1 / c, replace(tends(0, c, "grows"), relation="≤"))


@CASES.false("a ≤ b: which is greater is not known")
def a_bound_that_is_none(p: Proof, right: bool) -> None:
    """Two probabilities are not in order; one is at most 1."""
    said(p, is_in(a, ENDS), is_in(b, ENDS))
    p.step("s")
    p.chain(a, at_most(1 if right else b))


@CASES.false("a b ≥ a: which is greater is not known")
def a_bound_the_wrong_way(p: Proof, right: bool) -> None:
    """A product of two probabilities is at most either of them."""
    said(p, is_in(a, ENDS), is_in(b, ENDS))
    p.step("s")
    p.chain(a * b, at_most(a) if right else at_least(a))


@CASES.false("a b - a - b ≥ 0: which is greater is not known")
def a_line_below_zero(p: Proof, right: bool) -> None:
    """What is linear in a probability lies between its values at 0 and 1: here −b and −1."""
    said(p, is_in(a, ENDS), is_in(b, ENDS))
    p.step("s")
    p.chain(a * b - a - b, at_least(-1 if right else 0))


@CASES.false("a^2 - a + 1/5 ≥ 0: which is greater is not known")
def what_is_no_line(p: Proof, right: bool) -> None:
    """A square may fall below its values at 0 and 1 between them."""
    said(p, is_in(a, ENDS))
    p.step("s")
    fifth = Integer(1) / 5
    p.chain((a if right else a**2 - a) + fifth, at_least(0))


@CASES.false("a < 2: two formulas are compared with ≤ or ≥")
def a_strict_bound(p: Proof) -> None:
    """A bound that is strict is none of these."""
    said(p, is_in(a, ENDS))
    p.step("s")
    p.chain(a, replace(at_most(2), relation="<"))


@CASES.false("c / (1 + c) = 1: a definition opens its chain, with =")
def a_bound_goes_nowhere(p: Proof) -> None:
    """A definition is no part of a chain that was compared."""
    p.step("s")
    p.chain(c / (1 + c), same(c / (c + 1)), define(1))


test_what_is_no_limit_or_bound_is_refused, test_its_right_version_is_accepted = CASES.tests()
