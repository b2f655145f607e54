"""The far ends: very large, very small, very close, and what is refused there."""

from __future__ import annotations

from fractions import Fraction as F
from math import isqrt

import pytest
from thoroughness import all_of

from exactnb.core.arithmetic.integers import integer_text
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rounding import Decimal, Rounding, rounded
from exactnb.core.arithmetic.values import (
    INFINITY,
    UNDEFINED,
    Infinite,
    add,
    compare,
    divide,
    logarithm,
    multiply,
    power,
    sign,
)
from exactnb.errors import Unsupported

TWO = PowerProduct.of(2)


@all_of("k", [1263, 1264, 1265])
def test_large_roots_are_rounded_to_the_last_unit(k: int) -> None:
    """The square root of 2^(2k+1) to two places agrees with the integer square root."""
    scaled = 2 ** (2 * k + 1) * 100**2
    found = rounded(TWO ** F(2 * k + 1, 2), Rounding(places=2))
    assert found.units == (isqrt(4 * scaled) + 1) // 2


@all_of("k", [580, 605, 610, 620, 630])
def test_cancellation_keeps_its_figures(k: int) -> None:
    """√(n² + 1) − n is 1/(2n) to the first figure, however much cancels."""
    n = 2**k + 1
    difference = add([PowerProduct.of(n * n + 1) ** F(1, 2), F(-n)])
    assert not isinstance(difference, Infinite | type(UNDEFINED))
    one_figure = Rounding(figures=1)
    assert rounded(difference, one_figure) == one_figure.decimal(F(1, 2 * n))


@all_of(
    "value, rounding, text",
    [
        (PowerProduct.exp(-(10**6)), Rounding(figures=20), "3.2968314780885585790e-434295"),
        (PowerProduct.exp(-5 * 10**17), Rounding(places=4), "0.0000"),
        (PowerProduct.exp(-5 * 10**17), Rounding(figures=4), "1.494e-217147240951625914"),
        (PowerProduct.of(3) ** -1000000, Rounding(figures=4), "5.563e-477122"),
    ],
)
def test_tiny_values_are_rounded_without_being_written_out(
    value: PowerProduct, rounding: Rounding, text: str
) -> None:
    """A number with a huge negative exponent of ten is rounded like any other."""
    assert str(rounded(value, rounding)) == text


def test_huge_powers_are_compared_without_being_multiplied_out() -> None:
    """2^(10^10) is more than 3, more than −3, and its logarithm has a sign."""
    huge = TWO ** (10**10)
    assert compare(huge, F(3)) == compare(huge, F(-3)) == 1
    assert compare(F(3), huge) == -1
    assert sign(logarithm(PowerProduct.of(3) ** 10**10)) == 1
    assert compare(logarithm(F(3), 2), F(10**12)) == -1


def test_a_large_rational_stays_factored() -> None:
    """2^100000 remains a power product when it is the only term of a sum."""
    assert add([TWO**100000]) == TWO**100000


def test_powers_of_negative_numbers_and_infinities() -> None:
    """An even power is positive, an odd one keeps the sign, a negative one of ∞ is zero."""
    assert sign(power(F(-3), F(20000))) == 1
    assert sign(power(F(-3), F(20001))) == -1
    assert power(INFINITY, F(10**10)) == power(INFINITY, F(1, 2)) == INFINITY
    assert power(Infinite(-1), F(3)) == Infinite(-1)
    assert power(INFINITY, F(-2)) == 0


def test_zero_absorbs_logarithms() -> None:
    """Zero times or over logarithms is zero, though their product has no exact form."""
    assert divide(F(0), logarithm(F(2))) == 0
    assert multiply([F(0), logarithm(F(2)), logarithm(F(3))]) == 0


def test_a_fractional_power_of_root_pi_is_unsupported() -> None:
    """Half a power of √π is refused with the reason."""
    with pytest.raises(Unsupported, match="√π"):
        power(PowerProduct(root_pi=1), F(1, 2))


@all_of("other", [INFINITY, Infinite(-1), F(1)])
def test_undefined_has_no_order(other: object) -> None:
    """0/0 is neither less nor more than anything."""
    with pytest.raises(ValueError, match="no order"):
        compare(UNDEFINED, other)  # type: ignore[arg-type]


def test_long_integers_are_spelled() -> None:
    """Integers beyond Python's limit of 4,300 digits have a text."""
    assert integer_text(10**5000) == "1" + "0" * 5000
    assert integer_text(-(10**9000) - 7) == "-1" + "0" * 8999 + "7"
    assert str(Decimal(10**5000, 5000)).startswith("1.000")


@all_of(
    "decimal, text",
    [(Decimal(0, -2), "0"), (Decimal(1000, 10), "1.000e-7"), (Decimal(1000, 8), "0.00001000")],
)
def test_zeros_at_the_end_are_kept(decimal: Decimal, text: str) -> None:
    """Significant zeros are written, in plain and in scientific form."""
    assert str(decimal) == text


def test_shortest_drops_them() -> None:
    """The shortest form of a decimal has the same value and no zero too many."""
    assert str(Decimal(1000, 10).shortest()) == "1e-7"
    assert str(Decimal(2500, 4).shortest()) == "0.25"
    assert str(Decimal(1200, 0).shortest()) == "1200"
    assert Decimal(1200, 0).shortest() == Decimal(1200, 0)


def test_an_unknown_rule_is_refused() -> None:
    """Rounding knows half up and half even, and nothing else."""
    with pytest.raises(ValueError, match="half-up"):
        Rounding(places=2, rule="half-down")  # type: ignore[arg-type]
