"""Real zeros of whole polynomials: two ways to find how many there are, and where they lie."""

from __future__ import annotations

from fractions import Fraction as F
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic.algebraic import (
    AlgebraicRoot,
    Sturm,
    irreducible_factors,
    isolating_intervals,
    primitive_part,
    real_zeros,
    sign_at,
    value_at,
)
from exactnb.core.arithmetic.irrational import multiply_finite
from exactnb.core.arithmetic.polynomials import Polynomial, factored
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.errors import Unsupported

NUMBERS = st.integers(-9, 9)
POLYNOMIALS = st.lists(NUMBERS, min_size=2, max_size=8).map(
    lambda of: primitive_part([F(c) for c in of])
)


def times(*factors: tuple[int, ...]) -> tuple[int, ...]:
    found = [1]
    for factor in factors:
        out = [0] * (len(found) + len(factor) - 1)
        for i, a in enumerate(found):
            for j, b in enumerate(factor):
                out[i + j] += a * b
        found = out
    return tuple(found)


@law(40)
@given(st.lists(POLYNOMIALS.filter(lambda of: len(of) > 1), min_size=1, max_size=3))
def test_factors_found_without_a_library_are_those_of_a_library(parts: list[tuple[int, ...]]) -> None:
    """What has no small rational zero and is prime somewhere has no factors for FLINT either."""
    polynomial = times(*parts)
    named = Polynomial({(("x", n),) if n else (): c for n, c in enumerate(polynomial) if c})
    by_library = [
        (
            primitive_part(
                [F(base.coefficients.get((("x", n),) if n else (), 0)) for n in range(len(polynomial))]
            ),
            power,
        )
        for base, power in factored(named)[1]
    ]
    assert sorted(by_library) == sorted(irreducible_factors(polynomial))


@law(40)
@given(POLYNOMIALS.filter(lambda of: len(of) > 1))
def test_sturm_counts_what_descartes_isolates(polynomial: tuple[int, ...]) -> None:
    """Both ways find as many positive zeros: rational ones, and those of irreducible factors."""
    found = 0
    for factor, _ in irreducible_factors(polynomial):
        if len(factor) == 2:
            found += -F(factor[0], factor[1]) > 0
        else:
            found += sum(root.compare(F(0)) > 0 for root in real_zeros(factor))
    assert Sturm(polynomial).count_zeros(F(0)) == found


@law(40)
@given(st.lists(st.fractions(-5, 5, max_denominator=6), min_size=1, max_size=6), st.fractions(-6, 6))
def test_zeros_that_are_known_are_counted_once(places: list[F], low: F) -> None:
    """Of (x − a)(x − b)..., the zeros above a number are counted, multiple ones once."""
    polynomial = times(*((-place.numerator, place.denominator) for place in places))
    assert Sturm(polynomial).count_zeros(low) == len({place for place in places if place > low})
    assert (
        Sturm(polynomial).count_zeros(low, F(3)) == len({p for p in places if low < p <= 3}) or low > 3
    )
    assert prod(value_at(polynomial, place) == 0 for place in places)


def test_a_root_is_enclosed_and_compared() -> None:
    """The golden ratio is a zero of x² − x − 1; its decimals and its order are known."""
    low, high = real_zeros((-1, -1, 1))
    assert str(rounded(high, Rounding(places=20))) == "1.61803398874989484820"
    assert (high.compare(F(8, 5)), high.compare(F(13, 8)), low.compare(F(0))) == (1, -1, -1)
    assert high.is_recognised_as(AlgebraicRoot(high.polynomial, 2, (F(3, 2), F(2))))
    assert not high.is_recognised_as(low)
    assert high.times(F(1)) is high.plus(F(0)) is high
    assert multiply_finite([high, F(0)]) == 0


def test_roots_are_not_mixed_with_other_numbers() -> None:
    """A sum or product with another number has no exact form here."""
    (_, high) = real_zeros((-1, -1, 1))
    for combine in (high.plus, high.times):
        with pytest.raises(Unsupported):
            combine(F(1, 2))


def test_intervals_hold_one_zero_each() -> None:
    """x³ − 3x + 1 has three real zeros, two of them positive."""
    intervals = isolating_intervals((1, -3, 0, 1))
    assert len(intervals) == 3
    for low, high in intervals:
        assert sign_at((1, -3, 0, 1), low) == -sign_at((1, -3, 0, 1), high)
    assert Sturm((1, -3, 0, 1)).count_zeros(F(0)) == 2


def test_a_number_has_no_zeros() -> None:
    """A polynomial without a variable has none between two numbers, and none beyond one."""
    assert (Sturm((7,)).count_zeros(F(-1)), Sturm((7,)).count_zeros(F(-1), F(1))) == (0, 0)


@all_of("power", [2, 3, 4, 5])
def test_of_a_power_and_a_number_the_zeros_are_known(power: int) -> None:
    """xⁿ = 1 has the zero 1 and, for even n, −1; xⁿ = −1 none, or for odd n the zero −1."""
    for constant, count in ((-1, 2 - power % 2), (1, power % 2)):
        polynomial = (constant, *[0] * (power - 1), 1)
        zeros = Sturm(polynomial)
        assert zeros.count_zeros(F(-2)) == zeros.count_zeros(F(-2), F(2)) == count


def test_polynomials_of_200_powers_have_factors_and_longer_ones_are_refused() -> None:
    """x²⁰⁰ is the power of x, x²⁰¹ too long; what is constant has no factors."""
    assert irreducible_factors((*[0] * 200, 1)) == [((0, 1), 200)]
    with pytest.raises(Unsupported, match="more than 200 powers"):
        irreducible_factors((*[0] * 201, 1))
    assert irreducible_factors((7,)) == []


def test_zeros_that_lie_close_are_isolated_in_whole_numbers() -> None:
    """(10²⁰·x − a)² = 2 has two zeros within 3·10⁻²⁰ of each other, near 1/3, and each its interval."""
    a, scale = 10**20 // 3, 10**20
    polynomial = (a * a - 2, -2 * a * scale, scale * scale)
    (first, second) = isolating_intervals(polynomial)
    assert first[1] <= second[0]
    for low, high in (first, second):
        assert isinstance(low, F)
        assert sign_at(polynomial, low) == -sign_at(polynomial, high)
        assert F(a - 2, scale) < high
        assert low < F(a + 2, scale)
