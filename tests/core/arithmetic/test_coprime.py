from fractions import Fraction
from itertools import combinations
from math import gcd, prod

from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic.integers import (
    exact_root,
    is_known_prime,
    least_base,
    over_coprime_base,
    ratio_of_exponents,
)

NUMBERS = st.integers(1, 600)
WHOLE = st.integers(-4, 4).map(Fraction)
EXPONENTS = st.fractions(-3, 3, max_denominator=4)
WHOLE_FACTORS = st.lists(st.tuples(NUMBERS, WHOLE), max_size=7)
FACTORS = st.lists(st.tuples(NUMBERS, EXPONENTS), min_size=1, max_size=5)
F = Fraction


def _value(factors: list[tuple[int, Fraction]]) -> Fraction:
    return prod((F(n) ** int(e) for n, e in factors), start=F(1))


def test_the_empty_product_has_the_empty_base() -> None:
    """No factors, ones and zero exponents all give the empty base."""
    assert over_coprime_base([]) == {}
    assert over_coprime_base([(1, F(5)), (7, F(0))]) == {}


@all_of(
    "factors",
    [
        [(6, F(1)), (4, F(-1, 2)), (9, F(-1, 2))],
        [(12, F(1)), (18, F(1)), (216, F(-1))],
        [(4, F(1, 2)), (2, F(-1))],
        [(8, F(2, 3)), (4, F(-1))],
        [(7, F(3)), (7, F(-3))],
        [(10**40 + 1, F(1, 3)), ((10**40 + 1) ** 2, F(-1, 6))],
        [(30, F(1)), (42, F(1)), (70, F(1)), (105, F(1)), (210, F(-3))],
    ],
)
def test_products_that_are_one_have_the_empty_base(factors: list[tuple[int, Fraction]]) -> None:
    """6·4^(−1/2)·9^(−1/2) and its like are 1."""
    assert over_coprime_base(factors) == {}


def test_a_base_is_not_factored() -> None:
    """A product of two primes that nothing divides stays whole."""
    assert over_coprime_base([(15, F(1)), (77, F(2))]) == {15: 1, 77: 2}


def test_a_shared_divisor_is_split_off() -> None:
    """12·18 is 2³·3³."""
    assert over_coprime_base([(12, F(1)), (18, F(1))]) == {2: 3, 3: 3}


@given(WHOLE_FACTORS)
@law(16)
def test_the_value_is_kept_and_the_base_is_coprime(factors: list[tuple[int, Fraction]]) -> None:
    """The new product has the same value, over pairwise coprime integers above 1."""
    base = over_coprime_base(factors)
    assert _value(list(base.items())) == _value(factors)
    assert all(n > 1 and e != 0 for n, e in base.items())
    assert all(gcd(m, n) == 1 for m, n in combinations(base, 2))


@given(WHOLE_FACTORS)
@law(16)
def test_only_one_has_the_empty_base(factors: list[tuple[int, Fraction]]) -> None:
    """The base is empty exactly for the value 1."""
    assert (over_coprime_base(factors) == {}) == (_value(factors) == 1)


@given(FACTORS, st.integers(1, 6))
@law(12)
def test_a_product_over_itself_is_one(factors: list[tuple[int, Fraction]], scale: int) -> None:
    """Dividing by the same powers, written with other bases, leaves nothing."""
    inverse = [(n**scale, -e / scale) for n, e in factors]
    assert over_coprime_base([*factors, *inverse]) == {}


@all_of(
    ("above", "below", "ratio"),
    [
        ([(8, F(1))], [(4, F(1))], F(3, 2)),
        ([(4, F(1)), (9, F(-1))], [(2, F(1)), (3, F(-1))], F(2)),
        ([(2, F(1, 2))], [(2, F(1))], F(1, 2)),
        ([(10, F(1))], [(100, F(-1))], F(-1, 2)),
        ([], [(2, F(1))], F(0)),
        ([(3, F(1))], [(2, F(1))], None),
        ([(6, F(1))], [(2, F(1))], None),
        ([(4, F(1)), (3, F(1))], [(2, F(1)), (3, F(1))], None),
    ],
)
def test_the_ratio_of_two_logarithms(
    above: list[tuple[int, Fraction]], below: list[tuple[int, Fraction]], ratio: Fraction | None
) -> None:
    """log 8 is 3/2 of log 4; log 3 is no rational multiple of log 2."""
    assert ratio_of_exponents(above, below) == ratio


@given(FACTORS, EXPONENTS)
@law(12)
def test_a_power_has_its_exponent_as_ratio(
    factors: list[tuple[int, Fraction]], exponent: Fraction
) -> None:
    """The ratio of log x^r to log x is r, unless x is 1."""
    if over_coprime_base(factors):
        assert ratio_of_exponents([(n, e * exponent) for n, e in factors], factors) == exponent


@all_of(
    ("number", "degree", "whole"),
    [
        (2401, 4, 7),
        (2402, 4, None),
        (1, 1000, 1),
        (12, 1, 12),
        (2, 2, None),
        (3, 2, None),
        (4, 2, 2),
        (8, 3, 2),
        (7, 3, None),
        (2**64, 64, 2),
        (2**64, 65, None),
        (2**64 - 1, 64, None),
        (5, 10**12, None),
        ((10**50 + 1) ** 3, 3, 10**50 + 1),
        ((10**50 + 1) ** 3 - 1, 3, None),
        ((10**50 + 1) ** 3 + 1, 3, None),
    ],
)
def test_roots_are_exact(number: int, degree: int, whole: int | None) -> None:
    """A root is the integer whose power gives the number, or it is None."""
    assert exact_root(number, degree) == whole


@given(st.integers(2, 10**12), st.integers(1, 150))
@law(30)
def test_powers_have_roots_and_their_neighbours_have_none(number: int, degree: int) -> None:
    """n^k has the root n, and for k ≥ 2 the numbers beside it have no root."""
    assert exact_root(number**degree, degree) == number
    if degree > 1:
        assert exact_root(number**degree + 1, degree) is None
        assert exact_root(number**degree - 1, degree) is None


@given(number=st.integers(2, 10**6), degree=st.integers(1, 60))
def test_the_least_base_of_a_power_is_that_of_its_root(number: int, degree: int) -> None:
    """However high the power, and whatever the primes, the least base is found."""
    base, exponent = least_base(number, F(1))
    assert base ** int(exponent) == number
    assert least_base(number**degree, F(1, degree)) == (base, exponent)
    assert all(exact_root(base, prime) is None for prime in (2, 3, 5, 7, 11, 13, 17, 19))


@all_of(("degree", "expected"), [(2, True), (3, True), (5, True), (7, True), (11, False)])
def test_of_a_very_long_number_only_small_roots_are_taken(degree: int, expected: bool) -> None:
    """Beyond 1,200 digits second, third, fifth and seventh powers are seen, an eleventh is not."""
    base = 10**650 + 7
    number = base**degree
    assert least_base(number, Fraction(1)) == ((base, degree) if expected else (number, 1))


def test_one_is_the_power_of_nothing_else() -> None:
    """1 stays 1, whatever it is raised to; 11² and 13³ are found by the degree alone."""
    assert least_base(1, F(5)) == (1, F(5))
    assert (least_base(11**2, F(1)), least_base(13**3, F(1))) == ((11, 2), (13, 3))


def test_a_quotient_of_exponents_needs_every_prime() -> None:
    """12 = 2²·3 and 18 = 2·3² are no powers of each other; 12 and 144 are, and 1 is of all."""
    one = Fraction(1)
    assert ratio_of_exponents([(12, one)], [(18, one)]) is None
    assert ratio_of_exponents([(144, one)], [(12, one)]) == 2
    assert ratio_of_exponents([(1, one)], [(12, one)]) == 0
    assert ratio_of_exponents([(12, one)], [(12, -one / 2)]) == -2
    assert ratio_of_exponents([(2, one)], [(3, one)]) is None
    assert ratio_of_exponents([(6, one)], [(3, one)]) is None


def test_primes_are_told_from_what_passes_for_them() -> None:
    """Below 2,000 a sieve agrees; numbers that pass for many bases are none (Sorenson and Webster)."""
    composite = {product for n in range(2, 45) for product in range(n * n, 2_000, n)}
    assert [n for n in range(2, 2_000) if is_known_prime(n)] == sorted({*range(2, 2_000)} - composite)
    pretend = (3_215_031_751, 341_550_071_728_321, 318_665_857_834_031_151_167_461)
    assert not any(map(is_known_prime, (*pretend, 3_317_044_064_679_887_385_961_981, 0, 1, -7)))
    assert is_known_prime(2**61 - 1)
    assert not is_known_prime((2**31 - 1) * (2**19 - 1))
