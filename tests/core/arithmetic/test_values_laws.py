from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from math import prod

import mpmath
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import law

from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.reals import Real
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import (
    INFINITY,
    UNDEFINED,
    Infinite,
    Number,
    add,
    compare,
    divide,
    exponential,
    is_rational,
    logarithm,
    multiply,
    negate,
    power,
    sign,
)

F = Fraction
ZERO, ONE, TWO = F(0), F(1), F(2)
MINUS_INFINITY = Infinite(-1)
ROOT_2, ROOT_3 = power(TWO, F(1, 2)), power(F(3), F(1, 2))
SUM = add([ROOT_2, ROOT_3])

RATIONALS = st.fractions(-20, 20, max_denominator=30)
POSITIVE = st.fractions(F(1, 30), 20, max_denominator=30)
EXPONENTS = st.fractions(-3, 3, max_denominator=4)
IRRATIONAL = st.builds(
    lambda c, n, q: multiply([c, power(F(n), F(1, 2)), exponential(q)]),
    POSITIVE,
    st.integers(2, 12),
    st.fractions(-2, 2, max_denominator=2),
)
REALS = st.one_of(
    RATIONALS, IRRATIONAL, st.lists(st.one_of(RATIONALS, IRRATIONAL), max_size=3).map(add)
)


def _approximately(value: Number) -> mpmath.mpf:
    """Return the value in mpmath's arithmetic, term by term."""
    mp = mpmath.mp
    if isinstance(value, Fraction):
        return mp.mpf(value.numerator) / value.denominator
    if isinstance(value, PowerProduct):
        powers = (mp.mpf(n) ** (mp.mpf(e.numerator) / e.denominator) for n, e in value.factors)
        return prod(powers, start=mp.exp(_approximately(value.exponential)))
    assert isinstance(value, ClosedForm)
    above, below = (
        sum(_approximately(c) * _approximately(m) for c, m in part)
        for part in (value.numerator, value.denominator)
    )
    return above / below


@given(st.one_of(POSITIVE, IRRATIONAL))
@law(10)
def test_exponentials_undo_logarithms(value: Real) -> None:
    """exp(log x) is x, and log(1/x) is −log x."""
    assert compare(exponential(logarithm(value)), value) == 0
    assert compare(logarithm(divide(ONE, value)), negate(logarithm(value))) == 0


@given(st.lists(REALS, min_size=2, max_size=5))
@law(10)
def test_the_order_is_that_of_the_reals(numbers: list[Real]) -> None:
    """Sorting exactly sorts the values of mpmath, between the two infinities."""
    ordered = sorted([INFINITY, *numbers, MINUS_INFINITY], key=cmp_to_key(compare))
    assert ordered[0] == MINUS_INFINITY
    assert ordered[-1] == INFINITY
    with mpmath.workdps(60):
        for low, high in pairwise(ordered[1:-1]):
            gap = _approximately(high) - _approximately(low)
            assert gap > mpmath.mpf(10) ** -45 or (compare(low, high) == 0 and abs(gap) < 1e-45)


@given(REALS, REALS, REALS)
@law(10)
def test_the_laws_of_a_field_hold(a: Real, b: Real, c: Real) -> None:
    """Sums and products commute and distribute, and differences and quotients undo them, exactly."""
    assert compare(add([a, b]), add([b, a])) == 0
    assert compare(multiply([a, add([b, c])]), add([multiply([a, b]), multiply([a, c])])) == 0
    assert compare(add([add([a, b]), negate(b)]), a) == 0
    if sign(b):
        assert compare(multiply([divide(a, b), b]), a) == 0
        assert divide(b, b) == ONE
    assert add([a, negate(a)]) == ZERO


@given(POSITIVE, EXPONENTS, EXPONENTS)
@law(10)
def test_the_laws_of_powers_hold(base: Fraction, m: Fraction, n: Fraction) -> None:
    """x^m·x^n is x^(m+n), and (x^m)^n is x^(mn)."""
    assert compare(multiply([power(base, m), power(base, n)]), power(base, m + n)) == 0
    assert compare(power(power(base, m), n), power(base, m * n)) == 0


def test_powers_of_sums_and_of_negative_numbers() -> None:
    """(√2 + √3)² is 5 + 2√6, (√2 − √3)⁻¹ is −(√2 + √3), and (−2)⁻³ is −1/8."""
    assert compare(power(SUM, TWO), add([F(5), multiply([TWO, power(F(6), F(1, 2))])])) == 0
    assert compare(power(add([ROOT_2, negate(ROOT_3)]), F(-1)), negate(SUM)) == 0
    assert power(F(-2), F(-3)) == F(-1, 8)
    assert compare(power(negate(ROOT_2), F(2)), TWO) == 0
    assert negate(negate(SUM)) == SUM


def test_signs_multiply() -> None:
    """(−2)·(−3)·√2 is 6√2, and a third minus makes it negative."""
    assert compare(multiply([F(-2), F(-3), ROOT_2]), power(F(72), F(1, 2))) == 0
    assert sign(multiply([F(-2), F(-3), ROOT_2, F(-1)])) == -1
    assert multiply([F(-2), ROOT_2, F(-1, 2), ROOT_2]) == TWO


def test_long_rationals_are_not_multiplied_out() -> None:
    """(2/3)^20000 stays a product, and is still compared, inverted and rounded exactly."""
    long = power(F(2, 3), F(20000))
    assert isinstance(long, PowerProduct)
    assert is_rational(long)
    assert sign(long) == 1
    assert compare(long, power(F(4, 9), F(10000))) == 0
    assert compare(long, ZERO) == compare(ONE, long) == 1
    assert compare(multiply([long, F(10**40 + 1, 10**40)]), long) == 1
    assert multiply([long, power(F(3, 2), F(20000))]) == ONE
    assert str(rounded(long, Rounding(figures=5))) == "1.4956e-3522"
    assert divide(long, multiply([TWO, long])) == F(1, 2)
    assert divide(long, add([long, multiply([F(3), long])])) == F(1, 4)


def test_only_plain_products_are_known_to_be_rational() -> None:
    """A fraction is rational; √2, √2 + √3 and log 2 are not known to be."""
    assert is_rational(F(1, 3))
    assert not any(is_rational(v) for v in (ROOT_2, SUM, logarithm(TWO), INFINITY, UNDEFINED))
