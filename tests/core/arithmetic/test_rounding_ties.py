from fractions import Fraction
from typing import Literal

import mpmath
import pytest
from thoroughness import all_of

from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.irrational import Logarithm
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rounding import Decimal, Rounding, is_printable, rounded
from exactnb.core.arithmetic.values import add, divide, exponential, logarithm, multiply, negate, power
from exactnb.errors import Undecidable, Unsupported

F = Fraction
P = PowerProduct
ROOT_2 = power(F(2), F(1, 2))
HIDDEN_ROOT_2 = divide(add([F(2), ROOT_2]), add([F(1), ROOT_2]))


@pytest.mark.exhaustive
def test_a_long_rational_half_way_is_a_tie() -> None:
    """3^20000/2, never multiplied out, goes up half up and to the even neighbour half even."""
    value = multiply([power(F(3), F(20000)), F(1, 2)])
    assert isinstance(value, PowerProduct)
    below = (3**20000 - 1) // 2
    assert below % 2 == 0
    assert rounded(value, Rounding(places=0)).units - below == 1
    assert rounded(value, Rounding(places=0, rule="half-even")).units - below == 0


@pytest.mark.parametrize("sign", [1, -1])
def test_half_of_one_is_a_tie_on_either_side_of_nothing(sign: int) -> None:
    """1/2 and −1/2, as a quotient of long powers, go away from 0 half up, and to 0 half even."""
    half = ClosedForm(((F(sign), P.of(4) ** 5_000),), ((F(2), P.of(2) ** 10_000),))
    assert rounded(half, Rounding(places=0)) == Decimal(sign, 0)
    for rule in ("half-even", "down"):
        assert rounded(half, Rounding(places=0, rule=rule)) == Decimal(0, 0)


@pytest.mark.parametrize(("rule", "text"), [("half-up", "1.3e6000"), ("half-even", "1.2e6000")])
def test_a_long_rational_half_way_in_figures_is_a_tie(
    rule: Literal["half-up", "half-even"], text: str
) -> None:
    """1.25·10⁶⁰⁰⁰ is a tie to two figures, and the next unit up or down breaks it."""
    value = P.of(10) ** 6000 * P.of(F(5, 4))
    more, less = P.of(F(10**50 + 1, 10**50)), P.of(F(10**50 - 1, 10**50))
    assert str(rounded(value, Rounding(figures=2, rule=rule))) == text
    assert str(rounded(value * more, Rounding(figures=2, rule=rule))) == "1.3e6000"
    assert str(rounded(value * less, Rounding(figures=2, rule=rule))) == "1.2e6000"


def test_a_perfect_power_half_way_is_a_tie() -> None:
    """(1/64)^(1/2) is 1/8: 0.13 half up and 0.12 half even."""
    value = P.of(F(1, 64)) ** F(1, 2)
    assert str(rounded(value, Rounding(places=2))) == "0.13"
    assert str(rounded(value, Rounding(places=2, rule="half-even"))) == "0.12"


def test_a_logarithm_half_way_is_a_tie() -> None:
    """log₂ of (2 + √2)/(1 + √2) is 1/2 in a form that hides it, and log₄ 8 is 3/2."""
    value = Logarithm(HIDDEN_ROOT_2, 2)
    assert isinstance(HIDDEN_ROOT_2, ClosedForm)
    assert str(rounded(value, Rounding(places=0))) == "1"
    assert str(rounded(value, Rounding(places=0, rule="half-even"))) == "0"
    assert str(rounded(value, Rounding(figures=3))) == "0.500"
    assert str(rounded(Logarithm(F(8), 4), Rounding(places=0, rule="half-even"))) == "2"


@all_of("power_of_e", [-100, -5000, -(10**7)])
def test_what_is_nearly_half_way_is_decided(power_of_e: int) -> None:
    """1/2 + e⁻¹⁰⁰⁰⁰⁰⁰⁰ is more than a half, and 1/2 − e⁻¹⁰⁰⁰⁰⁰⁰⁰ is less."""
    tiny = exponential(F(power_of_e))
    more, less = add([F(1, 2), tiny]), add([F(1, 2), multiply([F(-1), tiny])])
    assert str(rounded(more, Rounding(places=0, rule="half-even"))) == "1"
    assert str(rounded(less, Rounding(places=0))) == "0"


def test_figures_carry_into_the_next_power_of_ten() -> None:
    """1 − e⁻⁴⁰⁰⁰ is 1.000 to four figures, and √(1 − 10⁻⁹⁰⁰) too."""
    assert (
        str(rounded(add([F(1), multiply([F(-1), exponential(F(-4000))])]), Rounding(figures=4)))
        == "1.000"
    )
    assert str(rounded(P.of(1 - F(1, 10**900)) ** F(1, 2), Rounding(figures=4))) == "1.000"


def test_small_differences_keep_their_figures() -> None:
    """√(10²⁰⁰ + 1) − 10¹⁰⁰ is 5.000·10⁻¹⁰¹."""
    value = add([P.of(10**200 + 1) ** F(1, 2), F(-(10**100))])
    assert rounded(value, Rounding(figures=4)) == Decimal(5000, 104)
    assert str(rounded(value, Rounding(places=4))) == "0.0000"


def test_huge_scales_have_scientific_text() -> None:
    """e^(−100000), 2^(100003/2) and a zero product are written."""
    for value, oracle in [
        (exponential(F(-100000)), lambda mp: mp.exp(-100000)),
        (P.of(2) ** F(100003, 2), lambda mp: mp.power(2, mp.mpf(100003) / 2)),
    ]:
        with mpmath.workdps(30):
            mantissa, exponent = mpmath.nstr(oracle(mpmath.mp), 6).split("e")
        wanted = f"{mantissa}e{exponent.removeprefix('+')}"
        assert str(rounded(value, Rounding(figures=6))) == wanted
    assert str(rounded(P.of(0) * P.exp(3), Rounding(places=2))) == "0.00"


def test_logarithms_of_huge_powers_are_rounded() -> None:
    """log 3^(10¹⁵) is 1098612288668109.6914."""
    assert str(rounded(logarithm(P.of(3) ** 10**15), Rounding(places=4))) == "1098612288668109.6914"


@pytest.mark.exhaustive
def test_e_and_pi_mixed_may_be_undecidable() -> None:
    """√π less a power of e near it has places, and no figures that are known."""
    with mpmath.workprec(50100):
        nearest = mpmath.log(mpmath.pi) / 2
        exponent = F(int(mpmath.floor(mpmath.ldexp(nearest, 50000))), 2**50000)
    gap = add([P(root_pi=1), multiply([F(-1), P.exp(exponent)])])
    assert str(rounded(gap, Rounding(places=3))) == "0.000"
    with pytest.raises(Undecidable):
        rounded(gap, Rounding(figures=3))


@all_of(
    ("numeral", "text"),
    [
        (Decimal(6667, 4), "0.6667"),
        (Decimal(-12, -1), "-120"),
        (Decimal(25, 8), "2.5e-7"),
        (Decimal(-5, 3), "-0.005"),
        (Decimal(1000, 3), "1.000"),
        (Decimal(0, 4), "0.0000"),
        (Decimal(1, 5), "0.00001"),
        (Decimal(1, 6), "1e-6"),
        (Decimal(1, -20), "100000000000000000000"),
        (Decimal(1, -21), "1e21"),
        (Decimal(-123, -21), "-1.23e23"),
        (Decimal(10**23 + 5, 2), "1.00000000000000000000005e21"),
    ],
)
def test_numerals_are_spelt(numeral: Decimal, text: str) -> None:
    """A numeral is written out from 0.00001 to 20 zeros, and scientifically beyond."""
    assert str(numeral) == text
    assert F(text) == numeral.value


def test_zeros_at_the_end_go() -> None:
    """0.5000 is shortest as 0.5, 3.000 as 3, 0.00 as 0, and 100 stays 100."""
    shortest = [Decimal(*pair).shortest() for pair in ((5000, 4), (3000, 3), (0, 2), (100, 0))]
    assert [str(d) for d in shortest] == ["0.5", "3", "0", "100"]
    assert Decimal(-1200, 3).shortest() == Decimal(-12, 1)


def test_half_a_unit() -> None:
    """Half a unit of 0.6667 is 1/20000, and of 120 to the tens it is 5."""
    assert Decimal(6667, 4).half_unit == F(1, 20000)
    assert Decimal(12, -1).half_unit == 5


@all_of("arguments", [{}, {"places": 2, "figures": 3}, {"figures": 0}, {"figures": -1}])
def test_a_rounding_needs_places_or_figures(arguments: dict[str, int]) -> None:
    """Neither, both and less than one figure are refused."""
    with pytest.raises(ValueError, match="figures"):
        Rounding(**arguments)


def test_a_fraction_of_a_thousand_digits_fits() -> None:
    """p/q is printed while p and q have at most 1,000 digits."""
    assert is_printable(F(10**1000 - 1))
    assert not is_printable(F(10**1000))
    assert is_printable(F(-1, 10**1000 - 1))
    assert not is_printable(F(1, 10**1000))
    assert not is_printable(F(-(10**1000)))


def test_what_lies_just_beside_a_decimal_is_cut_off_by_its_side() -> None:
    """Half of e^(10^-1000) is cut off to 0.5, and half of e^(-10^-1000) to 0.4; below zero as well."""
    down = Rounding(places=1, rule="down")
    above, below = (
        multiply([Fraction(1, 2), exponential(Fraction(side, 10**1000))]) for side in (1, -1)
    )
    assert [str(rounded(value, down)) for value in (above, below)] == ["0.5", "0.4"]
    assert [str(rounded(negate(value), down)) for value in (above, below)] == ["-0.5", "-0.4"]


def test_what_lies_just_beside_a_middle_is_rounded_to_its_side() -> None:
    """A quarter of e^(10^-1000) is 0.3, of e^(-10^-1000) 0.2, however close both come to 0.25."""
    sides = (multiply([Fraction(1, 4), exponential(Fraction(s, 10**1000))]) for s in (1, -1))
    assert [str(rounded(value, Rounding(places=1))) for value in sides] == ["0.3", "0.2"]


@pytest.mark.parametrize("exponent", [Fraction(10**40), Fraction(-(10**40))])
def test_a_number_without_a_decimal_is_refused(exponent: Fraction) -> None:
    """e to 10^40 has more digits than can be written, and e to −10^40 as many zeros."""
    with pytest.raises(Unsupported, match="too large or too small to be written as a decimal"):
        rounded(exponential(exponent), Rounding(figures=4))


def near(value: mpmath.mpf, off: Fraction, digits: int = 400) -> Fraction:
    """Return a rational number that lies about `off` below a real one."""
    return Fraction(int(value * mpmath.mpf(10) ** digits), 10**digits) - off


def test_a_sum_of_e_and_pi_beside_a_tie_is_rounded_with_more_digits() -> None:
    """e + √π less a number that leaves 1/4 and 2^-90 is 0.3, with 2^-90 less it is 0.2."""
    with mpmath.workdps(450):
        total = mpmath.e + mpmath.sqrt(mpmath.pi)
        sides = [near(total, F(1, 4) + side * F(1, 2**90)) for side in (1, -1)]
    sums = (add([P.exp(1), P(root_pi=1), -side]) for side in sides)
    assert [str(rounded(value, Rounding(places=1))) for value in sums] == ["0.3", "0.2"]


def test_what_nearly_cancels_is_rounded_with_more_digits() -> None:
    """e less its first hundred digits and 10^-150 is 10^-150, however little of it is seen at first."""
    with mpmath.workdps(450):
        rest = near(mpmath.e, F(1, 10**150))
    assert str(rounded(add([P.exp(1), -rest]), Rounding(figures=4))) == "1.000e-150"


@pytest.mark.parametrize("side", [1, -1])
def test_e_and_pi_mixed_are_told_from_what_is_near(side: int) -> None:
    """e·√π is more than its first 60 digits less 10^-50, and less than these and 10^-50 more."""
    with mpmath.workdps(100):
        other = near(mpmath.e * mpmath.sqrt(mpmath.pi), side * F(1, 10**50), 60)
    assert (P.exp(1) * P(root_pi=1)).compare(P.of(other)) == side


@pytest.mark.parametrize("name", ["log", "pi"])
def test_powers_of_e_or_of_pi_alone_are_always_told_apart(name: str) -> None:
    """e to the first 6,000 digits of ln 2 is less than 2, and π more than its first 6,000 digits."""
    with mpmath.workdps(6_100):
        digits = near(mpmath.log(2) if name == "log" else +mpmath.pi, F(0), 6_000)
    if name == "log":
        assert P.exp(digits).compare(P.of(2)) == -1
    else:
        assert P(root_pi=2).compare(P.of(digits)) == 1
