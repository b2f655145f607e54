import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction

import flint
import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic import enclosure
from exactnb.core.arithmetic.closed_form import ClosedForm, quotient
from exactnb.core.arithmetic.irrational import Logarithm
from exactnb.core.arithmetic.power_product import ONE, PowerProduct
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import compare
from exactnb.errors import Unsupported

F = Fraction
P = PowerProduct
BITS = st.sampled_from([16, 53, 64, 200])
FACTORS = st.lists(st.tuples(st.integers(2, 10**6), st.fractions(-5, 5, max_denominator=9)), max_size=4)


@pytest.fixture(autouse=True)
def _digits() -> Iterator[None]:
    before, mpmath.iv.dps = mpmath.iv.dps, 120
    yield
    mpmath.iv.dps = before


def _rational(value: Fraction | int) -> mpmath.ctx_iv.ivmpf:
    return mpmath.iv.mpf(F(value).numerator) / F(value).denominator


def _ends(interval: mpmath.ctx_iv.ivmpf) -> tuple[Fraction, Fraction]:
    """Return the ends of an interval exactly."""
    with mpmath.workdps(200):
        ends = [mpmath.mpf(end) for end in (interval.a, interval.b)]
    lower, upper = (F(*map(int, mpmath.libmp.to_rational(end._mpf_))) for end in ends)
    return lower, upper


def _log(factors: list[tuple[int, Fraction]], constant: Fraction, root_pi: int) -> mpmath.ctx_iv.ivmpf:
    total = _rational(constant) + mpmath.iv.log(mpmath.iv.pi) * root_pi / 2
    for number, exponent in factors:
        total += _rational(exponent) * mpmath.iv.log(mpmath.iv.mpf(number))
    return total


def _holds(ball: enclosure.Ball, interval: mpmath.ctx_iv.ivmpf) -> bool:
    lower, upper = ball.bounds()
    inner_lower, inner_upper = _ends(interval)
    return lower <= inner_lower <= inner_upper <= upper


@given(FACTORS, st.fractions(-9, 9, max_denominator=9), st.integers(-4, 4), BITS)
@law(12)
def test_a_ball_holds_the_logarithm_and_the_power(
    factors: list[tuple[int, Fraction]], constant: Fraction, root_pi: int, bits: int
) -> None:
    """The bounds of a logarithm, and of e to it, hold an interval that mpmath computes."""
    ball = enclosure.log_form(factors, constant, root_pi, bits)
    exact_zero = ball.sign() == 0
    interval = _log(factors, constant, root_pi)
    assert exact_zero or _holds(ball, interval)
    assert exact_zero or _holds(ball.exp(bits), mpmath.iv.exp(interval))


@given(st.fractions(max_denominator=10**20), BITS)
@law(12)
def test_a_ball_holds_the_rational_it_is_made_of(value: Fraction, bits: int) -> None:
    """A rational lies between the bounds of its ball, and the sign is its sign."""
    lower, upper = enclosure.ball_of(value, bits).bounds()
    assert lower <= value <= upper
    assert enclosure.ball_of(value, bits).sign() == (value > 0) - (value < 0)


@given(st.fractions(max_denominator=999), st.fractions(max_denominator=999), BITS)
@law(12)
def test_sums_products_and_quotients_hold_the_exact_ones(a: Fraction, b: Fraction, bits: int) -> None:
    """A ball of a sum, product or quotient holds the rational sum, product or quotient."""
    left, right = enclosure.ball_of(a, bits), enclosure.ball_of(b, bits)
    results = [(left.plus(right, bits), a + b), (left.times(right, bits), a * b)]
    if b:
        results.append((left.divided_by(right, bits), a / b))
    for ball, value in results:
        lower, upper = ball.bounds()
        assert lower <= value <= upper


def test_a_ball_over_zero_has_no_sign() -> None:
    """√2·√2 − 2, computed, straddles zero, so its sign is None and its inverse is unbounded."""
    root = P.of(2) ** F(1, 2)
    square = root.enclose(64).times(root.enclose(64), 64)
    straddling = square.plus(enclosure.ball_of(-2), 64)
    lower, upper = straddling.bounds()
    assert lower < 0 < upper
    assert straddling.sign() is None
    assert straddling.is_finite()
    assert not enclosure.ball_of(1).divided_by(straddling, 64).is_finite()


def test_signs_of_balls() -> None:
    """A ball on one side of zero has a sign, and only exact zero has the sign 0."""
    assert enclosure.ball_of(0).sign() == 0
    assert enclosure.ball_of(F(1, 10**400)).sign() == 1
    assert enclosure.ball_of(F(-1, 3)).sign() == -1
    assert enclosure.log_form([(2, F(1)), (3, F(-1))], F(0), 0, 64).sign() == -1
    assert enclosure.log_form([(2, F(1)), (4, F(-1, 2))], F(0), 0, 64).sign() is None
    assert enclosure.log_form([], F(0), 0, 64).sign() == 0


def test_more_bits_are_closer() -> None:
    """The ball around log 2 is narrower than 2^(10 − bits)."""
    for bits in (32, 64, 256, 1024):
        lower, upper = enclosure.log_form([(2, F(1))], F(0), 0, bits).bounds()
        assert 0 < upper - lower < F(2) ** (10 - bits)


def test_an_integer_longer_than_the_precision_is_not_cut() -> None:
    """log(2⁵⁰⁰+1) − log 2⁵⁰⁰ is positive once the precision reaches it."""
    pair = [(2**500 + 1, F(1)), (2, F(-500))]
    assert enclosure.log_form(pair, F(0), 0, 64).sign() is None
    assert enclosure.log_form(pair, F(0), 0, 1024).sign() == 1
    lower, upper = enclosure.ball_of(2**500 + 1, 64).bounds()
    assert lower <= 2**500 + 1 <= upper


def test_closed_forms_and_logarithms_are_enclosed() -> None:
    """(√2 + √3)/(1 + e) and its logarithm to base 10 lie within their balls."""
    iv = mpmath.iv
    above = tuple((F(1), P.of(n) ** F(1, 2)) for n in (2, 3))
    form = ClosedForm(above, ((F(1), ONE), (F(1), P.exp(1))))
    interval = (iv.sqrt(2) + iv.sqrt(3)) / (1 + iv.e)
    assert _holds(form.enclose(100), interval)
    assert _holds(Logarithm(form, 10).enclose(100), iv.log(interval) / iv.log(10))
    assert _holds(Logarithm(F(2, 3)).enclose(100), iv.log(iv.mpf(2) / 3))
    assert P.of(0).enclose(64).bounds() == (0, 0)


def _unbounded() -> dict[str, enclosure.Ball]:
    one, zero = enclosure.ball_of(1), enclosure.ball_of(0)
    return {
        "1/0": one.divided_by(zero, 64),
        "log 0": zero.log(64),
        "log -1": enclosure.ball_of(-1).log(64),
        "e^(10^400) by few bits": P.exp(10**400).enclose(64),
        "its negative": P.exp(10**400).enclose(64).times(enclosure.ball_of(-1), 64),
        "its quotient": P.exp(10**400).enclose(64).divided_by(P.exp(10**400).enclose(64), 64),
    }


@all_of("name", list(_unbounded()))
def test_an_unbounded_ball_decides_nothing(name: str) -> None:
    """A ball without an end has no bounds, no sign and no size, and lies above nothing."""
    ball = _unbounded()[name]
    assert not ball.is_finite()
    assert (ball.bounds(), ball.sign(), ball.upper_decimal_exponent()) == (None, None, None)
    for other in (*_unbounded().values(), enclosure.ball_of(-(10**9)), enclosure.ball_of(10**9)):
        assert not ball.is_above(other)
        assert not other.is_above(ball)
    assert not ball.is_accurate(1)


def test_what_is_too_large_to_be_written_out_has_no_bounds() -> None:
    """e^(10^9) is a finite ball with a sign and a size; its bounds would have 434 million digits."""
    ball = P.exp(10**9).enclose(64)
    assert ball.is_finite()
    assert (ball.sign(), ball.upper_decimal_exponent(), ball.bounds()) == (1, 434294481, None)
    nothing = ball.plus(ball.times(enclosure.ball_of(-1), 64), 64)
    assert nothing.bounds() is enclosure.ball_of(2**1_000_010).bounds() is None
    lower, upper = P.exp(-(10**9)).enclose(64).bounds()
    assert lower <= 0 < upper < F(1, 2**999_999)


@pytest.mark.parametrize("power", [10**6, 10**30, 10**400])
def test_posteriors_beyond_any_float_are_rounded_and_compared(power: int) -> None:
    """1/(1 + 3e^(-n)) is less than 1 and rounds to 1.000; cut off, its digits are nines."""
    form = quotient([(F(1), ONE)], [(F(1), ONE), (F(3), P.exp(-power))])
    assert compare(form, F(1)) == -1
    assert str(rounded(form, Rounding(places=3))) == "1.000"
    assert str(rounded(form, Rounding(figures=4, rule="down"))) == "0.9999"
    small = quotient([(F(1), ONE)], [(F(1), ONE), (F(3), P.exp(power))])
    assert compare(small, F(0)) == 1
    assert str(rounded(small, Rounding(places=3))) == "0.000"
    with pytest.raises(Unsupported, match="too large or too small"):
        rounded(P.exp(power), Rounding(places=3))


@given(st.integers(-999, 999), st.integers(-60, 60), BITS)
@law(12)
def test_a_shifted_ball_is_as_narrow_as_before(number: int, power: int, bits: int) -> None:
    """Times a power of ten a ball holds the number times that, with about as many bits right."""
    value = F(3 * number + 1, 3)
    ball, exact = enclosure.ball_of(value, bits).times_ten_to(power), value * F(10) ** power
    lower, upper = ball.bounds()
    assert lower <= exact <= upper
    assert ball.is_accurate(bits - 6)
    size = ball.upper_decimal_exponent()
    assert F(10) ** (size - 1) <= abs(exact) < F(10) ** (size + 1)


def test_bounds_agree_to_some_bits_of_their_size() -> None:
    """8 and 9 are apart by less than an eighth of 8, and by more than a 16th; so are −9 and −8."""
    for low in (8, -9):
        ball = enclosure.ball_between(F(low), F(low + 1), 64)
        assert [ball.is_accurate(bits) for bits in (2, 4)] == [True, False]
    assert enclosure.ball_of(0).is_accurate(99)
    assert not enclosure.ball_between(F(4), F(7), 64).is_accurate(1)


@all_of(
    "low, high, sign, size",
    [
        (1, 3, 1, 0),
        (-3, -1, -1, 0),
        (-1, 2, None, 0),
        (0, 2, None, 0),
        (0, 0, 0, -1),
        (999, 2000, 1, 3),
    ],
)
def test_what_lies_between_rationals_is_read_as_it_is(
    low: int, high: int, sign: object, size: int
) -> None:
    """Its bounds, its sign and about its size are those of the numbers, shifted or not."""
    ball = enclosure.ball_between(F(low), F(high), 64)
    assert (ball.bounds(), ball.sign(), ball.upper_decimal_exponent()) == ((low, high), sign, size)
    assert ball.times_ten_to(-2).bounds() == (F(low, 100), F(high, 100))
    lower, upper = ball.plus(enclosure.ball_of(1), 64).bounds()
    assert lower <= low + 1 <= high + 1 <= upper


def test_what_touches_is_not_above() -> None:
    """9 is not above 9, nor above all from 8 to 9; it is above 8."""
    nine = enclosure.ball_of(9)
    below = enclosure.ball_of(9), enclosure.ball_between(F(8), F(9), 64), enclosure.ball_of(8)
    assert [nine.is_above(other) for other in below] == [False, False, True]
    assert enclosure.Ball(flint.arb("inf")).sign() is None


def test_the_logarithm_of_what_has_no_bounds_has_some() -> None:
    """ln 2·e^(10^400) is a little more than 10^400."""
    lower, upper = Logarithm(P.of(2) * P.exp(10**400)).enclose(2_000).bounds()
    assert 10**400 < lower < upper < 10**400 + 1


@given(st.lists(st.integers(2, 10**12), min_size=1, max_size=4), st.sampled_from([10, 80, 300]))
@law(12)
def test_logarithms_of_integers_are_near(numbers: list[int], bits: int) -> None:
    """As whole numbers they are too small by less than 1.01, as two doubles wrong by 2^-100 of them."""
    fixed, doubles = enclosure.fixed_point_logs(numbers, bits), enclosure.double_double_logs(numbers)
    for number, whole, high, low in zip(numbers, fixed, *doubles, strict=True):
        lower, upper = _ends(mpmath.iv.log(mpmath.iv.mpf(number)))
        assert whole < upper * 2**bits
        assert lower * 2**bits < whole + F(101, 100)
        assert abs(F(high) + F(low) - lower) < lower / 2**100
        assert high == float(lower)


def test_a_long_logarithm_has_its_digits_beside_a_short_one() -> None:
    """ln 2^(2^20), in 2^-10, is ln 2 in 2^-30."""
    assert (
        enclosure.fixed_point_logs([2, 1 << (1 << 20)], 10)[1] == enclosure.fixed_point_logs([2], 30)[0]
    )


@given(st.fractions(-99, 99, max_denominator=10**9))
@law(12)
def test_a_ball_as_two_doubles_is_near(value: Fraction) -> None:
    """The middle of a narrow ball is two doubles, the first of them next to it."""
    ball = enclosure.ball_of(value, 200)
    high, low = ball.double_double()
    assert high == ball.nearest_double() == float(value)
    assert abs(F(high) + F(low) - value) <= abs(value) / 2**104


@given(st.lists(st.tuples(st.fractions(-9, 9), st.fractions(-9, 9)), max_size=4), BITS)
@law(12)
def test_a_weighted_sum_holds_the_exact_one(pairs: list[tuple[Fraction, Fraction]], bits: int) -> None:
    """Of each row the ball holds the sum of the products."""
    rows = [[enclosure.ball_of(value * times, bits) for _, value in pairs] for times in (1, -3)]
    sums = enclosure.weighted_sums([weight for weight, _ in pairs], rows, bits)
    for ball, times in zip(sums, (1, -3), strict=True):
        lower, upper = ball.bounds()
        assert lower <= sum(weight * value for weight, value in pairs) * times <= upper
        assert upper - lower <= F(10**4, 2**bits)


def test_roots_and_tails_hold_what_mpmath_finds() -> None:
    """The root of 2, and the chance of more than 3/2 standard deviations, lie within narrow balls."""
    with mpmath.workdps(60):
        wanted = mpmath.sqrt(2), mpmath.ncdf(-1.5)
    balls = enclosure.ball_of(2, 120).root(120), enclosure.ball_of(F(3, 2)).normal_tail(120)
    for ball, value in zip(balls, wanted, strict=True):
        lower, upper = ball.bounds()
        assert lower < F(*map(int, mpmath.libmp.to_rational(value._mpf_))) < upper
        assert ball.is_accurate(110)


def test_a_forked_child_computes() -> None:
    """A process forked while another thread computes can compute, with a precision of its own."""
    if not hasattr(os, "fork"):
        pytest.skip("there is no fork here")
    script = """
import os, sys, threading
from fractions import Fraction
from exactnb.core.arithmetic.enclosure import log_form, double_double_logs
sys.setswitchinterval(1e-6)
alone = double_double_logs(range(2, 50))
done = threading.Event()
def compute():
    while not done.is_set():
        log_form([(n, Fraction(1, 3)) for n in range(2, 200)], Fraction(1), 1, 24)
thread = threading.Thread(target=compute)
thread.start()
for _ in range(10):
    child = os.fork()
    if not child:
        os._exit(0 if double_double_logs(range(2, 50)) == alone else 1)
    assert os.waitpid(child, 0)[1] == 0
done.set()
thread.join()
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", script], check=True, timeout=60)


@given(st.integers(-(10**20), 10**20), st.integers(1, 9), st.integers(-40, 40))
def test_a_ball_is_within_as_many_bits_as_its_bounds_say(middle: int, units: int, places: int) -> None:
    """However narrow, about 0 or far from it: the bounds, as fractions, decide."""
    low = F(middle) * F(2) ** -places
    ball = enclosure.ball_between(low, low + units * F(2) ** -(places + 30), 200)
    lower, upper = ball.bounds()
    for bits in range(110):
        agree = (upper - lower) * 2**bits <= min(abs(lower), abs(upper))
        assert ball.is_accurate(bits) == agree
