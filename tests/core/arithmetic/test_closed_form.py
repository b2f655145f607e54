from collections.abc import Iterator
from fractions import Fraction
from itertools import zip_longest

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic import closed_form, values
from exactnb.core.arithmetic.closed_form import (
    ClosedForm,
    Term,
    as_terms,
    mixes_e_and_pi,
    quotient,
    sign_of_sum,
)
from exactnb.core.arithmetic.power_product import ONE, PowerProduct
from exactnb.errors import Undecidable, Unsupported

F = Fraction
P = PowerProduct
ROOT_PI = P(root_pi=1)

COEFFICIENTS = st.integers(-20, 20)
ROOTS = st.lists(st.tuples(COEFFICIENTS, st.integers(1, 50)), max_size=5)
SCORES = st.builds(
    lambda c, n, d, q: P.of(c) * P.of(n) ** F(1, d) * P.exp(q),
    st.fractions(F(1, 9), 9, max_denominator=9),
    st.integers(1, 12),
    st.integers(1, 3),
    st.fractions(-2, 2, max_denominator=2),
)


@pytest.fixture(autouse=True)
def _digits() -> Iterator[None]:
    before, mpmath.iv.dps = mpmath.iv.dps, 150
    yield
    mpmath.iv.dps = before


def _root(number: int) -> PowerProduct:
    return P.of(number) ** F(1, 2)


def _terms(*pairs: tuple[int | Fraction, int]) -> list[Term]:
    """Return Σ c·√n for pairs (c, n)."""
    return [(F(c), _root(n)) for c, n in pairs]


def _expanded(left: list[Term], right: list[Term]) -> list[Term]:
    return [(c * d, m * n) for c, m in left for d, n in right]


def test_proportional_scores_give_rational_posteriors() -> None:
    """Scores √2·e^(−1/2)·(1, 3, 4) give exactly 1/8, 3/8 and 1/2."""
    score = _root(2) * P.exp(F(-1, 2))
    scores = [(F(k), score) for k in (1, 3, 4)]
    assert [quotient([s], scores) for s in scores] == [F(1, 8), F(3, 8), F(1, 2)]


def test_a_hidden_common_factor_is_found() -> None:
    """√2, √8 and √18 are 1, 2 and 3 times √2."""
    scores = _terms((1, 2), (1, 8), (1, 18))
    assert [quotient([s], scores) for s in scores] == [F(1, 6), F(1, 3), F(1, 2)]


def test_a_quotient_has_its_simplest_kind() -> None:
    """A quotient is a fraction, one product, or a closed form where it is no simpler."""
    assert quotient(_terms((6, 2), (9, 3)), _terms((2, 2), (3, 3))) == F(3)
    assert quotient(_terms((1, 12)), _terms((-2, 3))) == F(-1)
    product = quotient(_terms((4, 6)), _terms((2, 3)))
    assert isinstance(product, PowerProduct)
    assert product.compare(_root(8)) == 0
    assert isinstance(quotient(_terms((1, 2), (1, 3)), _terms((1, 2))), ClosedForm)
    assert isinstance(quotient(_terms((-1, 2)), [(F(1), ONE)]), ClosedForm)
    assert isinstance(quotient(_terms((6, 2), (8, 3)), _terms((2, 2), (3, 3))), ClosedForm)


def test_a_sum_that_cancels_is_zero() -> None:
    """√8 − 2√2 over anything is 0, and nothing is divided by it."""
    nothing = _terms((1, 8), (-2, 2))
    assert quotient(nothing, _terms((1, 3))) == 0
    with pytest.raises(ZeroDivisionError, match="denominator 0"):
        quotient(_terms((1, 3)), nothing)
    with pytest.raises(ZeroDivisionError):
        quotient([], [])
    with pytest.raises(ZeroDivisionError):
        quotient(_terms((1, 3)), [(F(0), ONE), (F(5), P.of(0))])


def test_terms_that_are_zero_do_not_count() -> None:
    """A zero coefficient and a zero factor drop out of a sum."""
    assert quotient([*_terms((3, 2)), (F(4), P.of(0)), (F(0), _root(5))], _terms((1, 2))) == 3
    assert sign_of_sum([(F(4), P.of(0)), (F(0), _root(5))]) == 0
    assert sign_of_sum([]) == 0


@all_of(
    ("terms", "sign"),
    [
        (_terms((3, 2), (-1, 16), (-1, 2)), -1),
        (_terms((1, 2), (1, 3), (-1, 10)), -1),
        (_terms((1, 2), (1, 8), (-1, 18)), 0),
        (_terms((1, 12), (1, 27), (-5, 3)), 0),
        (_terms((F(1, 2), 20), (F(1, 3), 45), (-2, 5)), 0),
        (_terms((1, 10**40 + 1), (-1, 10**40)), 1),
        (_terms((1, 10**200 - 1), (-1, 10**200)), -1),
        ([(F(1), P.exp(1)), (F(-19, 7), ONE)], 1),
        ([(F(1), P.exp(1)), (F(-193, 71), ONE)], -1),
        ([(F(1), P.exp(1)), (F(1), P.exp(-1)), (F(-3), ONE)], 1),
        ([(F(1), ROOT_PI**2), (F(-355, 113), ONE)], -1),
        ([(F(1), P.exp(F(1, 2)) * P.of(4) ** F(1, 2)), (F(-2), P.exp(F(1, 2)))], 0),
        ([(F(1), P.exp(10**20)), (F(-1), P.exp(10**20 - 1)), (F(-1), ONE)], 1),
    ],
)
def test_signs_of_sums_are_exact(terms: list[Term], sign: int) -> None:
    """√2 + √8 − √18 is 0, and √(10⁴⁰+1) − 10²⁰ is positive."""
    assert sign_of_sum(terms) == sign
    assert sign_of_sum([(-c, m) for c, m in terms]) == -sign


@given(ROOTS)
@law(20)
def test_the_sign_of_a_sum_of_roots_is_that_of_its_interval(roots: list[tuple[int, int]]) -> None:
    """Σ c·√n is 0 where an interval of 150 digits holds 0: if not 0, it is above 750⁻³¹."""
    total = sum((c * mpmath.iv.sqrt(n) for c, n in roots), mpmath.iv.mpf(0))
    assert sign_of_sum(_terms(*roots)) == (1 if total > 0 else -1 if total < 0 else 0)


@given(ROOTS, ROOTS)
@law(10)
def test_sums_that_cancel_term_by_term_are_zero(
    left: list[tuple[int, int]], right: list[tuple[int, int]]
) -> None:
    """(a + b)² − a² − 2ab − b² is 0 for sums of roots, multiplied out."""
    a, b = _terms(*left), _terms(*right)
    rest = _expanded(a, a) + _expanded(a, b) + _expanded(b, a) + _expanded(b, b)
    assert sign_of_sum(_expanded(a + b, a + b) + [(-c, m) for c, m in rest]) == 0


def test_the_square_of_a_sum_of_roots() -> None:
    """(√2 + √3)² is 5 + 2√6, and (√2 + √3)(√3 − √2) is 1."""
    both, conjugate = _terms((1, 2), (1, 3)), _terms((1, 3), (-1, 2))
    assert quotient(_expanded(both, both), [(F(5), ONE), *_terms((2, 6))]) == 1
    assert quotient(_expanded(both, conjugate), [(F(1), ONE)]) == 1
    assert sign_of_sum([*_expanded(both, both), (F(-5), ONE), *_terms((-2, 6))]) == 0


@given(st.lists(SCORES, min_size=1, max_size=4))
@law(10)
def test_posteriors_sum_to_one(scores: list[PowerProduct]) -> None:
    """Posteriors of irrational scores lie above 0 and add up to exactly 1."""
    evidence = [(F(1), score) for score in scores]
    posteriors = [quotient([term], evidence) for term in evidence]
    assert values.add(posteriors) == 1
    assert all(values.sign(p) == 1 and values.compare(p, F(1)) <= 0 for p in posteriors)


@given(ROOTS, st.fractions(-9, 9, max_denominator=9).filter(bool), SCORES)
@law(10)
def test_a_multiple_of_a_sum_over_the_sum_is_the_multiple(
    roots: list[tuple[int, int]], factor: Fraction, score: PowerProduct
) -> None:
    """r·S/S is r, for a sum S that is not 0, however both are scaled."""
    below = [(c, m * score) for c, m in _terms(*roots)]
    above = [(c * factor, m) for c, m in reversed(below)]
    if sign_of_sum(below):
        assert quotient(above, below) == factor
    else:
        with pytest.raises(ZeroDivisionError):
            quotient(above, below)


def test_one_term_of_zero_is_no_term() -> None:
    """A number is a sum of one term, and zero is the empty sum."""
    assert as_terms(F(0)) == as_terms(P.of(0)) == ()
    assert as_terms(F(-3, 4)) == ((F(-3, 4), ONE),)
    assert as_terms(_root(2)) == ((F(1), _root(2)),)


def test_e_and_pi_mixed_may_be_undecidable() -> None:
    """√π less a power of e within 2⁻²⁰⁰⁰⁰ of it has no sign that is known."""
    with mpmath.workprec(20100):
        nearest = mpmath.log(mpmath.pi) / 2
        exponent = F(int(mpmath.floor(mpmath.ldexp(nearest, 20000))), 2**20000)
    with pytest.raises(Undecidable):
        sign_of_sum([(F(1), ROOT_PI), (F(-1), P.exp(exponent))])
    assert sign_of_sum([(F(1), ROOT_PI), (F(-1), P.exp(exponent - F(1, 2**8000)))]) == 1


@pytest.mark.parametrize(
    ("sum_", "bits"),
    [((P.exp(1), _root(2)), 20_000), ((ROOT_PI, _root(2)), 20_000), ((P.exp(1), ROOT_PI), 200)],
)
def test_a_sum_is_told_from_a_number_that_agrees_with_it_for_long(
    sum_: tuple[PowerProduct, ...], bits: int
) -> None:
    """e + √2 and √π + √2 lie between fractions that agree for 20,000 bits; e + √π, of 200, too."""
    one, other = ((F(1), product) for product in sum_)
    ends = quotient([one, other], [(F(1), ONE)]).enclose(bits).bounds()
    assert [sign_of_sum([one, other, (-end, ONE)]) for end in ends] == [1, -1]


def test_what_is_times_nothing_leads_no_sum() -> None:
    """0·√2 + √8 is √8 as it stands, and not 2·√2."""
    assert quotient([(F(0), _root(2)), (F(1), _root(8))], [(F(1), ONE)]) == _root(8)


def test_only_equal_powers_of_e_are_compared(monkeypatch) -> None:
    """A sum of scores looks for a ratio only where one may be rational, so it grows as their number."""
    looked = []
    whole = closed_form._rational_ratio
    monkeypatch.setattr(
        closed_form, "_rational_ratio", lambda *of, **how: looked.append(of) or whole(*of, **how)
    )
    scores = [P.exp(F(-n, 7)) * P.of(n + 2) for n in range(60)]
    evidence = values.add(scores)
    assert looked == []
    posterior = values.divide(scores[3], evidence)
    assert values.compare(posterior, values.divide(scores[3], values.add(scores[::-1]))) == 0
    assert len(looked) <= 2 * len(scores)


def test_a_share_has_one_form_however_its_parts_are_scaled() -> None:
    """√2/(√2 + 3) and 2√2·e/(2√2·e + 6·e) are 1/(1 + 3/√2), the 1 first."""
    root, e = PowerProduct.of(2) ** Fraction(1, 2), PowerProduct.exp(1)
    one = quotient([(Fraction(1), root)], [(Fraction(3), ONE), (Fraction(1), root)])
    other = quotient([(Fraction(2), root * e)], [(Fraction(2), root * e), (Fraction(6), e)])
    assert one == other
    assert isinstance(one, ClosedForm)
    assert one.numerator == ((Fraction(1), ONE),)
    assert one.denominator == ((Fraction(1), ONE), (Fraction(3), root**-1))


def test_a_negative_product_stays_a_form_with_its_sign() -> None:
    """3·√2 over −2 is −3/2 times √2, over 1."""
    root = PowerProduct.of(2) ** Fraction(1, 2)
    found = quotient([(Fraction(3), root)], [(Fraction(-2), ONE)])
    assert found == ClosedForm(((Fraction(-3, 2), root),), ((Fraction(1), ONE),))
    assert (
        quotient([(Fraction(-3), root)], [(Fraction(-2), ONE)])
        == PowerProduct.of(Fraction(3, 2)) * root
    )


def test_a_negative_quotient_of_two_roots_is_less_than_zero() -> None:
    """−√2 over √3, times itself, is 2/3."""
    found = quotient([(F(-1), _root(2))], [(F(1), _root(3))])
    assert values.sign(found) == -1
    assert values.multiply([found, found]) == F(2, 3)


def test_a_power_of_a_sum_is_multiplied_out() -> None:
    """(1 + √2)¹² is a product of equal factors, (1 + √2)⁻¹² one over it; beyond 1,000 it is refused."""
    one = values.add([F(1), _root(2)])
    twelfth = values.power(one, F(12))
    assert values.compare(twelfth, values.multiply([one] * 12)) == 0
    assert values.multiply([twelfth, values.power(one, F(-12))]) == 1
    with pytest.raises(Unsupported, match="power of a sum"):
        values.power(one, F(1_001))


def test_only_whole_powers_of_integers_are_plain() -> None:
    """2⁻³ is plain, and so is what is zero; √2, e and √π are not."""
    assert (P.of(2) ** F(-3)).has_integer_exponents()
    assert not any(of.has_integer_exponents() for of in (_root(2), P.exp(1), ROOT_PI))
    assert P(zeros=1, exponential=F(1)).has_integer_exponents()


def test_only_e_and_pi_together_may_stay_undecided() -> None:
    """Powers of e alone are linearly independent, and so are those of √π; of both nothing is known."""
    e, one = P.exp(1), F(1)
    for of, mixed in (((ONE, e), False), ((ONE, ROOT_PI), False), ((e * ROOT_PI, ONE), True)):
        assert mixes_e_and_pi([(one, product) for product in of]) is mixed
    assert not mixes_e_and_pi([(one, e * ROOT_PI), (one, e * ROOT_PI * _root(2))])


def test_what_is_equal_and_written_otherwise_is_equal() -> None:
    """1/(1 + √8) is 1/(1 + 2^(3/2)), and so is what lies over both; a hidden 0 over them is 0."""
    one = (F(1), ONE)
    short, long = ((one, (F(1), of)) for of in (_root(8), P.of(2) ** F(3, 2)))
    over = ((F(2), _root(3)), (F(1), _root(5)))
    for left, right in (
        (ClosedForm((one,), short), ClosedForm((one,), long)),
        (ClosedForm(short, over), ClosedForm(long, over)),
    ):
        assert left != right
        assert values.compare(left, right) == values.compare(right, left) == 0
    nothing = ((F(1), P.of(4) ** 5_000), (F(-1), P.of(2) ** 10_000))
    found = [ClosedForm(nothing, below) for below in (over, ((F(1), _root(7)), one))]
    assert values.compare(*found) == values.sign(found[0]) == 0


def test_only_one_is_one() -> None:
    """Nothing stands in the product that is 1; 0, e, √π and √2 are not 1."""
    assert ONE.is_one()
    assert not any(of.is_one() for of in (P(zeros=1), P.exp(1), ROOT_PI, _root(2)))


@law(30)
@given(st.lists(SCORES, min_size=2, max_size=4), st.lists(SCORES, min_size=1, max_size=3))
def test_shares_of_one_sum_are_added_over_it(
    parts: list[PowerProduct], more: list[PowerProduct]
) -> None:
    """Shares in any order add up to 1, some of them to a share, and with those of another sum to 2."""
    first, second = ([(F(1), part) for part in terms] for terms in (parts, more))
    shares, others = ([quotient([term], whole) for term in whole] for whole in (first, second))
    assert values.add(shares) == values.add(shares[::-1]) == 1
    assert values.compare(values.add(shares[1:]), quotient(first[1:], first)) == 0
    mixed = [form for pair in zip_longest(shares, others) for form in pair if form is not None]
    assert values.compare(values.add(mixed), F(2)) == 0


def test_posteriors_of_many_classes_are_added_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shares of twice as many classes take four times as many products, not their square."""
    made, product = [], P.product
    counted = classmethod(lambda cls, factors: made.append(1) or product(factors))
    monkeypatch.setattr(P, "product", counted)
    counts = []
    for classes in (4, 8):
        whole = [(F(1), P.exp(F(-k, 7)) * _root(k)) for k in range(2, classes + 2)]
        shares = [quotient([term], whole) for term in whole]
        made.clear()
        assert values.add(shares) == 1
        counts.append(len(made))
    assert counts[1] < 6 * counts[0]
