from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from products_drawn import PLAIN, PRODUCTS, plain
from thoroughness import all_of, law

from exactnb.core.arithmetic.power_product import ONE, PowerProduct

F = Fraction
P = PowerProduct
ROOT_PI = P(root_pi=1)


def test_the_empty_product_is_one() -> None:
    """ONE, 1, e⁰ and the product of nothing are all the value 1."""
    assert P.of(1) == P.exp(0) == P.product([]) == ONE
    assert ONE.is_one()
    assert ONE.rational() == 1


def test_factors_are_in_lowest_terms_and_ascending() -> None:
    """9/32 is 9·32⁻¹, and nothing is factored further."""
    assert P.of(F(9, 32)).factors == ((9, 1), (32, -1))
    assert P.of(F(32, 9)).factors == ((9, -1), (32, 1))
    assert (P.of(5) / P.of(5)).factors == ()


def test_a_negative_number_is_refused() -> None:
    """A product is never negative."""
    with pytest.raises(ValueError, match="never negative"):
        P.of(F(-1, 2))


def test_zero_factors_are_counted() -> None:
    """0·0·3 has two zero factors and the value 0."""
    nothing = P.of(0) * P.of(0) * P.of(3)
    assert nothing.zeros == 2
    assert nothing.rational() == 0
    assert nothing.has_integer_exponents()
    assert not nothing.is_one()
    assert nothing.compare(P.of(0)) == 0
    assert P.of(0).compare(P.exp(-(10**9))) == -1
    assert P.exp(-(10**9)).compare(P.of(0)) == 1


def test_powers_of_zero() -> None:
    """0⁰ is 1, 0^q is 0, and 0⁻¹ and 1/0 are errors."""
    zero = P.of(0)
    assert zero**0 == ONE
    assert (zero ** F(1, 2)).rational() == 0
    with pytest.raises(ZeroDivisionError):
        _ = zero**-1
    with pytest.raises(ZeroDivisionError):
        _ = ONE / zero
    with pytest.raises(ZeroDivisionError):
        zero.enclose_log(64)


def test_half_a_root_of_pi_is_refused() -> None:
    """π to the power 1/2 is kept; its square root is not."""
    assert (ROOT_PI**2) ** F(1, 2) == ROOT_PI
    with pytest.raises(ValueError, match="only whole powers of √π"):
        _ = ROOT_PI ** F(1, 2)


@given(PRODUCTS, PRODUCTS, PRODUCTS)
@law(10)
def test_products_form_a_group(a: PowerProduct, b: PowerProduct, c: PowerProduct) -> None:
    """Multiplication commutes and associates, and division undoes it, form for form."""
    assert a * b == b * a
    assert (a * b) * c == a * (b * c) == P.product([a, b, c])
    assert a / a == ONE
    assert (a * b) / b == a


@given(PRODUCTS, PRODUCTS, st.integers(-3, 3), st.integers(-3, 3))
@law(10)
def test_powers_obey_their_laws(a: PowerProduct, b: PowerProduct, m: int, n: int) -> None:
    """Exponents add and multiply, and a power of a product is the product of the powers."""
    assert a**m * a**n == a ** (m + n)
    assert (a**m) ** n == a ** (m * n)
    assert (a * b) ** n == a**n * b**n


@all_of(
    ("product", "value"),
    [
        (P.of(4) ** F(1, 2), F(2)),
        (P.of(2) ** F(1, 2) * P.of(8) ** F(1, 2), F(4)),
        (P.of(F(8, 27)) ** F(-2, 3), F(9, 4)),
        (P.of(6) ** F(1, 2) * P.of(10) ** F(1, 2) * P.of(15) ** F(1, 2), F(30)),
        (P.of(2) ** F(1, 2), None),
        (P.of(2) ** F(1, 2) * P.of(4) ** F(1, 2), None),
        (P.of(2) ** F(1, 2) * P.of(3) ** F(1, 3), None),
        (P.of(0) * P.exp(1), F(0)),
        (P.exp(1) * P.exp(-1) * P.of(7), F(7)),
    ],
)
def test_rational_values_are_recognised(product: PowerProduct, value: Fraction | None) -> None:
    """A product is rational exactly when its coprime powers all are."""
    assert product.rational() == value


@given(PLAIN)
@law(10)
def test_the_bound_on_the_bits_holds(parts: list[tuple[Fraction, int]]) -> None:
    """bits() and one more each are enough for the numerator and the denominator."""
    product, value = plain(parts)
    assert value.numerator.bit_length() + value.denominator.bit_length() <= product.bit_bound() + 2


@all_of(
    ("one", "other", "bits"),
    [
        ({3: 50}, {}, 100), ({}, {3: 50}, 100), ({3: 50}, {3: 20}, 60), ({3: 20}, {3: 50}, 60),
        ({3: -50}, {}, 100), ({3: 50}, {3: -20}, 140), ({3: F(1, 2)}, {}, 2), ({3: F(5, 2)}, {}, 6),
        ({3: F(5, 2)}, {3: F(1, 2)}, 4), ({3: F(5, 2)}, {3: F(2, 3)}, 4), ({3: 2, 5: 3}, {7: 1}, 16),
        ({2: 1}, {2: 1}, 0),
    ],
)  # fmt: skip
def test_how_far_two_products_are_apart_is_told_in_bits(one, other, bits: int) -> None:
    """The quotient has so many bits, each exponent rounded up: more than one less, and no more."""
    left, right = (PowerProduct(tuple((n, F(e)) for n, e in sorted(of.items()))) for of in (one, other))
    assert not left.quotient_exceeds(right, bits)
    assert left.quotient_exceeds(right, bits - 1)
