from collections.abc import Iterator
from fractions import Fraction

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from products_drawn import EXPONENTS, PLAIN, PRODUCTS, RATIONALS, plain
from thoroughness import all_of, law

from exactnb.core.arithmetic.power_product import ONE, PowerProduct
from exactnb.errors import Undecidable

F = Fraction
P = PowerProduct
ROOT_PI = P(root_pi=1)
ODDS = F(119089041053697, 119089041053696)


@pytest.fixture(autouse=True)
def _digits() -> Iterator[None]:
    before, mpmath.iv.dps = mpmath.iv.dps, 60
    yield
    mpmath.iv.dps = before


def _interval(product: PowerProduct) -> mpmath.ctx_iv.ivmpf:
    """Return an interval around the logarithm: mpmath shares no code with python-flint."""
    iv = mpmath.iv
    total = iv.mpf(product.exponential.numerator) / product.exponential.denominator
    for number, exponent in product.factors:
        total += iv.log(iv.mpf(number)) * exponent.numerator / exponent.denominator
    return total + iv.log(iv.pi) * product.root_pi / 2


@given(PLAIN, PLAIN, st.booleans())
@law(16)
def test_rational_products_compare_as_fractions(
    left: list[tuple[Fraction, int]], right: list[tuple[Fraction, int]], tie: bool
) -> None:
    """The order of plain products is the order of their values, ties included."""
    (a, value_a), (b, value_b) = plain(left), plain(right)
    if tie:
        b, value_b = b * P.of(value_a / value_b), value_a
    assert a.compare(b) == (value_a > value_b) - (value_a < value_b)
    assert a.rational() == value_a
    assert a.has_integer_exponents()


@given(PRODUCTS, PRODUCTS)
@law(16)
def test_irrational_products_compare_as_intervals_do(a: PowerProduct, b: PowerProduct) -> None:
    """Where an interval of 60 digits is on one side, the order is that side."""
    gap = _interval(a) - _interval(b)
    if gap > 0 or gap < 0:
        assert a.compare(b) == (1 if gap > 0 else -1)
        assert b.compare(a) == -a.compare(b)


@given(st.lists(st.tuples(st.integers(1, 60), EXPONENTS), max_size=5), st.integers(1, 12))
@law(12)
def test_the_same_powers_written_otherwise_tie(powers: list[tuple[int, Fraction]], scale: int) -> None:
    """∏ n^e equals ∏ (n^s)^(e/s), though no factor is the same."""
    a = P.product(P.of(n) ** e for n, e in powers)
    b = P.product(P.of(n**scale) ** (e / scale) for n, e in reversed(powers))
    assert a.compare(b) == b.compare(a) == 0
    assert (a / b).is_one()
    assert a.compare(b * P.of(F(10**40 + 1, 10**40))) == -1


@all_of(
    ("left", "right"),
    [
        (P.of(4) ** F(1, 2), P.of(2)),
        (P.of(8) ** F(2, 3), P.of(4)),
        (P.of(12) * P.of(18), P.of(216)),
        (P.of(F(9, 4)) ** F(-1, 2), P.of(F(2, 3))),
        (P.of(2) ** F(1, 2) * P.of(3) ** F(1, 2), P.of(6) ** F(1, 2)),
        (P.of(2) ** 100000 * P.of(3) ** 5, P.of(4) ** 50000 * P.of(243)),
        (P.of(2) ** 10**30 * P.of(3), P.of(8) ** F(10**30, 3) * P.of(27) ** F(1, 3)),
        (P.exp(F(1, 3)) * P.exp(F(2, 3)), P.exp(1)),
    ],
)
def test_equal_values_tie_exactly(left: PowerProduct, right: PowerProduct) -> None:
    """Perfect powers and huge exponents tie, and the last unit breaks the tie."""
    assert left.compare(right) == 0
    assert (left * P.of(ODDS)).compare(right) == 1
    assert left.compare(right * P.of(ODDS)) == -1


@pytest.mark.parametrize("scale", [10**15, 10**60, 10**300])
def test_near_ties_are_told_apart(scale: int) -> None:
    """1 + 1/10⁶⁰ is more than 1, and so is its thousandth root; its inverse is less."""
    more = P.of(F(scale + 1, scale))
    assert more.compare(ONE) == (more ** F(1, 1000)).compare(ONE) == 1
    assert (more**-1).compare(ONE) == -1
    assert (more**2).compare(P.of(F(scale + 2, scale))) == 1


def test_odds_of_fifteen_digits_are_decided() -> None:
    """119089041053697 : 119089041053696 is not even."""
    left = P.of(3) ** 29 * P.of(5) ** 21 * P.of(119089041053697)
    right = P.of(3) ** 29 * P.of(5) ** 21 * P.of(119089041053696)
    assert left.compare(right) == 1
    assert right.compare(left) == -1


@given(EXPONENTS, RATIONALS)
@law(12)
def test_a_power_of_e_never_equals_a_rational(exponent: Fraction, value: Fraction) -> None:
    """e^q is irrational for q ≠ 0, and so is √π, so neither ties with a fraction."""
    assume(exponent)
    assert P.exp(exponent).rational() is None
    assert P.exp(exponent).compare(P.of(value)) != 0
    assert (ROOT_PI * P.of(value)).rational() is None
    assert ROOT_PI.compare(P.of(value)) != 0


@pytest.mark.parametrize(
    ("product", "bits"),
    [(P.exp(1), 20_000), (ROOT_PI, 20_000), (ROOT_PI**2 * P.of(3), 20_000), (P.exp(1) * ROOT_PI, 200)],
)
def test_a_number_is_told_from_one_that_agrees_with_it_for_long(product: P, bits: int) -> None:
    """e, √π and 3π lie between fractions that agree for 20,000 bits; e·√π, of 200, is told as well."""
    below, above = (P.of(end) for end in product.enclose(bits).bounds())
    assert (product.compare(below), product.compare(above)) == (1, -1)


def test_e_and_pi_mixed_may_be_undecidable() -> None:
    """Where e and √π mix and 2¹⁴ bits do not separate, the comparison says so."""
    with mpmath.workprec(40000):
        nearest = mpmath.log(mpmath.pi) / 2
        exponent = F(int(mpmath.floor(mpmath.ldexp(nearest, 39000))), 2**39000)
    with pytest.raises(Undecidable):
        ROOT_PI.compare(P.exp(exponent))
    assert ROOT_PI.compare(P.exp(exponent - F(1, 2**9000))) == 1
