import decimal
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic.irrational import Logarithm
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.reals import Real
from exactnb.core.arithmetic.rounding import Decimal, Rounding, rounded, rounded_in_full
from exactnb.core.arithmetic.values import add, divide, exponential, logarithm, negate, power

F = Fraction
P = PowerProduct
WIDE = decimal.Context(prec=200, Emin=-9999, Emax=9999)
RULES = {"half-up": decimal.ROUND_HALF_UP, "half-even": decimal.ROUND_HALF_EVEN}

ROOT_2, ROOT_3, ROOT_5 = (power(F(n), F(1, 2)) for n in (2, 3, 5))
DECIMALS = st.builds(
    lambda sign, units, places: decimal.Decimal((sign, tuple(map(int, str(units))), -places)),
    st.integers(0, 1),
    st.one_of(st.integers(0, 10**12), st.integers(0, 10**6).map(lambda n: 10 * n + 5)),
    st.integers(-8, 12),
)


@all_of(
    ("value", "rounding", "text"),
    [
        (F(2, 3), Rounding(places=4), "0.6667"),
        (F(1, 8), Rounding(places=2), "0.13"),
        (F(1, 8), Rounding(places=2, rule="half-even"), "0.12"),
        (F(3, 8), Rounding(places=2, rule="half-even"), "0.38"),
        (F(-1, 8), Rounding(places=2), "-0.13"),
        (F(-1, 8), Rounding(places=2, rule="half-even"), "-0.12"),
        (F(1, 2), Rounding(places=0), "1"),
        (F(1, 2), Rounding(places=0, rule="half-even"), "0"),
        (F(5, 2), Rounding(places=0, rule="half-even"), "2"),
        (F(1250), Rounding(places=-2), "1300"),
        (F(1250), Rounding(places=-2, rule="half-even"), "1200"),
        (F(9996, 10000), Rounding(figures=3), "1.00"),
        (F(9996, 10000), Rounding(places=3), "1.000"),
        (F(-9996, 10000), Rounding(figures=3), "-1.00"),
        (F(9994, 10000), Rounding(figures=3), "0.999"),
        (F(99999), Rounding(figures=2), "100000"),
        (F(486, 611), Rounding(figures=4), "0.7954"),
        (F(18, 875), Rounding(figures=2), "0.021"),
        (F(1, 3), Rounding(figures=1), "0.3"),
        (F(0), Rounding(places=3), "0.000"),
        (F(0), Rounding(figures=3), "0"),
        (F(-1, 10**9), Rounding(places=2), "0.00"),
        (F(123456), Rounding(figures=2), "120000"),
        (F(1, 10**5), Rounding(figures=1), "0.00001"),
        (F(25, 10**7), Rounding(figures=2), "2.5e-6"),
        (F(-1, 3 * 10**400), Rounding(figures=3), "-3.33e-401"),
        (F(10**20), Rounding(figures=2), "100000000000000000000"),
        (F(12 * 10**20), Rounding(figures=2), "1.2e21"),
        (F(2 * 10**400, 3), Rounding(figures=3), "6.67e399"),
    ],
)
def test_rationals_are_rounded_by_hand(value: Fraction, rounding: Rounding, text: str) -> None:
    """1/8 is 0.13 half up and 0.12 half even, and 0.9996 to three figures is 1.00."""
    assert str(rounding.decimal(value)) == text
    assert rounded(value, rounding) == rounding.decimal(value)
    assert F(text) == rounding.apply(value)


@given(DECIMALS, st.integers(-5, 12), st.sampled_from(sorted(RULES)))
@law(30)
def test_places_agree_with_the_decimal_module(value: decimal.Decimal, places: int, rule: str) -> None:
    """Rounding to places is decimal's quantize."""
    wanted = value.quantize(decimal.Decimal((0, (1,), -places)), RULES[rule], WIDE)
    got = Rounding(places=places, rule=rule).decimal(F(value))  # type: ignore[arg-type]
    assert got.value == F(wanted)
    assert got.places == places


@given(DECIMALS, st.integers(1, 14), st.sampled_from(sorted(RULES)))
@law(30)
def test_figures_agree_with_the_decimal_module(value: decimal.Decimal, figures: int, rule: str) -> None:
    """Rounding to figures is decimal's context of that precision, with all its figures written."""
    wanted = decimal.Context(prec=figures, rounding=RULES[rule]).plus(value)
    got = Rounding(figures=figures, rule=rule).decimal(F(value))  # type: ignore[arg-type]
    assert got.value == F(wanted)
    assert not value or len(str(abs(got.units))) == figures


@given(st.fractions(max_denominator=10**6), st.integers(-3, 8))
@law(20)
def test_half_even_agrees_with_python(value: Fraction, places: int) -> None:
    """Half even is what Python's round gives, and half up is symmetric about zero."""
    assert Rounding(places=places, rule="half-even").apply(value) == round(value, places)
    assert Rounding(places=places).apply(-value) == -Rounding(places=places).apply(value)


@given(st.fractions(), st.integers(-5, 20))
@law(16)
def test_a_decimal_is_within_half_a_unit(value: Fraction, places: int) -> None:
    """The rounded value is at most half a unit away, and rounding it again changes nothing."""
    rounding = Rounding(places=places)
    decimal_value = rounding.decimal(value)
    assert abs(decimal_value.value - value) <= decimal_value.half_unit
    assert rounding.decimal(decimal_value.value) == decimal_value


@all_of(
    ("value", "oracle"),
    [
        (ROOT_2, lambda mp: mp.sqrt(2)),
        (power(F(7, 3), F(5, 6)), lambda mp: (mp.mpf(7) / 3) ** (mp.mpf(5) / 6)),
        (exponential(F(1)), lambda mp: +mp.e),
        (exponential(F(-22, 7)), lambda mp: mp.exp(-mp.mpf(22) / 7)),
        (P(root_pi=-1), lambda mp: 1 / mp.sqrt(mp.pi)),
        (P.exp(F(-1, 2)) * P.of(2) ** F(-1, 2) * P(root_pi=-1), lambda mp: mp.npdf(1)),
        (
            divide(add([ROOT_2, ROOT_3]), add([F(1), ROOT_5])),
            lambda mp: (mp.sqrt(2) + mp.sqrt(3)) / (1 + mp.sqrt(5)),
        ),
        (add([ROOT_2, negate(ROOT_3)]), lambda mp: mp.sqrt(2) - mp.sqrt(3)),
        (logarithm(F(2)), lambda mp: mp.log(2)),
        (logarithm(F(3), 2), lambda mp: mp.log(3) / mp.log(2)),
        (logarithm(F(2, 3), 10), lambda mp: mp.log10(mp.mpf(2) / 3)),
        (logarithm(add([ROOT_2, ROOT_3])), lambda mp: mp.log(mp.sqrt(2) + mp.sqrt(3))),
    ],
)
def test_irrational_decimals_agree_with_mpmath(value: Real | Logarithm, oracle: object) -> None:
    """Sixty digits behind the point are right to the last one."""
    with mpmath.workdps(100):
        wanted = int(mpmath.nint(oracle(mpmath.mp) * mpmath.mpf(10) ** 60))  # type: ignore[operator]
    assert rounded(value, Rounding(places=60)) == Decimal(wanted, 60)


@given(st.integers(2, 10**6), st.integers(0, 40))
@law(12)
def test_square_roots_agree_with_integer_arithmetic(number: int, places: int) -> None:
    """√n to any number of places is the nearest integer to √(n·10^2p)."""
    with mpmath.workdps(80):
        wanted = int(mpmath.nint(mpmath.sqrt(number) * 10**places))
    assert rounded(P.of(number) ** F(1, 2), Rounding(places=places)) == Decimal(wanted, places)


def test_a_tiny_decimal_is_read_by_its_digits(monkeypatch) -> None:
    """e^(-10^9) is written without a power of ten with 400 million digits."""
    from exactnb.core.arithmetic import rounding

    true = rounding._ten_to

    def small(exponent: int) -> Fraction:
        assert abs(exponent) < 10**6
        return true(exponent)

    monkeypatch.setattr(rounding, "_ten_to", small)
    shown = str(rounding.rounded_in_full(PowerProduct.exp(-(10**9)), rounding.Rounding(figures=4)))
    assert shown.endswith("e-434294482")  # 10^9 / ln 10 is 434294481.9


@all_of("power", [-5_000, -1, 0, 1, 5_000])
@all_of("side", [-1, 0, 1])
def test_figures_begin_where_a_number_does(power: int, side: int) -> None:
    """Just below a power of ten, at it and just above it, four figures are 1000 or, cut off, 9999."""
    value = Fraction(10) ** power * (1 + Fraction(side, 10**6_000))
    cut_off = rounded(value, Rounding(figures=4, rule="down"))
    assert cut_off.units == (9_999 if side < 0 else 1_000)
    assert cut_off.places == 3 - power + (side < 0)
    assert rounded(value, Rounding(figures=4)) == Decimal(1_000, 3 - power)


@all_of(
    ("said", "words"),
    [
        ({}, "needs either places or figures"),
        ({"places": 2, "figures": 2}, "needs either places or figures"),
        ({"figures": 0}, "'figures' must be from 1 to 100000"),
        ({"figures": 100_001}, "'figures' must be from 1 to 100000"),
        ({"places": 100_001}, "'places' must be within ±100000"),
        ({"places": -100_001}, "'places' must be within ±100000"),
        ({"places": 1, "rule": "up"}, "'rule' must be one of half-up, half-even, down"),
    ],
)
def test_a_rounding_that_is_none_is_refused(said: dict[str, Any], words: str) -> None:
    """Either places or figures, not too many, and a rule that is known."""
    with pytest.raises(ValueError, match=words):
        Rounding(**said)


@all_of("said", [{"places": 100_000}, {"places": -100_000}, {"figures": 100_000}, {"figures": 1}])
def test_the_longest_roundings_are_taken(said: dict[str, int]) -> None:
    """A hundred thousand digits of 2/3, or none at all: 0 and 0.666… with 7 at its end."""
    places = said.get("places", said.get("figures", 0))
    expected = 0 if places < 0 else (2 * 10**places + 1) // 3
    assert rounded(F(2, 3), Rounding(**said)) == Decimal(expected, places)


def test_only_digits_that_were_rounded_away_end_in_zeros() -> None:
    """1200 for 12 hundreds ends in zeros; 12 does not, nor do 0.12 and 1.2e9."""
    assert Decimal(12, -2).ends_in_zeros
    for whole in (Decimal(12, 0), Decimal(120, 0), Decimal(12, 2), Decimal(12, -100)):
        assert not whole.ends_in_zeros


@all_of("nines, shown", [(3, "0.9990"), (4, "0.9999"), (24, "0." + "9" * 24), (25, "1.000")])
def test_what_is_not_one_has_twenty_figures_more_at_most(nines: int, shown: str) -> None:
    """In four figures 0.9999 is itself; 24 nines are shown, of 25 nobody would count them."""
    assert str(rounded_in_full(1 - F(1, 10**nines), Rounding(figures=4))) == shown


@all_of(
    "decimal, half, seen",
    [
        (Decimal(25, 2), F(1, 200), F(1, 200)),
        (Decimal(25, 0), F(1, 2), F(1, 2)),
        (Decimal(25, -2), F(50), F(1, 2)),
        (Decimal(25, -30), F(5 * 10**29), F(5 * 10**29)),
    ],
)
def test_half_a_unit_of_the_last_digit(decimal: Decimal, half: Fraction, seen: Fraction) -> None:
    """2500 is read to the unit, though 25 hundreds were meant; 2.5e31 shows no zeros."""
    assert (decimal.half_unit, decimal.visible_half_unit) == (half, seen)
    assert (-decimal).value == -decimal.value
    assert (-decimal).places == decimal.places


@all_of(
    ("decimal", "short", "text"),
    [
        (Decimal(2500, 3), Decimal(25, 1), "2.5"),
        (Decimal(-2500, 2), Decimal(-25, 0), "-25"),
        (Decimal(2500, 0), Decimal(2500, 0), "2500"),
        (Decimal(2500, 1), Decimal(250, 0), "250"),
        (Decimal(2500, -17), Decimal(2500, -17), "25" + "0" * 19),
        (Decimal(2500, -18), Decimal(25, -20), "2.5e21"),
        (Decimal(25 * 10**20, 0), Decimal(25, -20), "2.5e21"),
        (Decimal(2500, 10), Decimal(25, 8), "2.5e-7"),
        (Decimal(0, 3), Decimal(0, 0), "0"),
        (Decimal(0, -3), Decimal(0, 0), "0"),
    ],
)
def test_zeros_at_the_end_go_where_they_say_nothing(
    decimal: Decimal, short: Decimal, text: str
) -> None:
    """Behind the point and before a power of ten they do; those of 2500 stay."""
    assert decimal.shortest() == short
    assert str(decimal.shortest()) == text
    assert decimal.shortest().value == decimal.value
