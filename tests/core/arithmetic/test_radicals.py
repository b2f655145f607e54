"""Power products as people write them, and exact elimination: by hand."""

from __future__ import annotations

from fractions import Fraction as F
from math import factorial

import pytest
from thoroughness import all_of

from exactnb.core.arithmetic.matrices import (
    Matrix,
    Vector,
    add_vectors,
    bilinear_form,
    determinant,
    inverse,
    null_vector,
)
from exactnb.core.arithmetic.power_product import PowerProduct, RadicalForm, radical_form
from exactnb.core.expression import results
from exactnb.core.expression.results import factorial_of, rising_product
from exactnb.errors import Unsupported

HALF = F(1, 2)


def product(*factors: tuple[int, F], pi: int = 0, e: F = F(0)) -> PowerProduct:
    return PowerProduct(factors, e, pi)


@all_of(
    ("of", "expected"),
    [
        (product((12, HALF)), RadicalForm(F(2), 3, 1, 0, 0, (), F(0))),
        (product((12, -HALF)), RadicalForm(F(1, 2), 1, 3, 0, 0, (), F(0))),
        (product((2, F(3, 2))), RadicalForm(F(2), 2, 1, 0, 0, (), F(0))),
        (product((2, F(-3, 2))), RadicalForm(F(1, 2), 1, 2, 0, 0, (), F(0))),
        (product((3, F(4))), RadicalForm(F(81), 1, 1, 0, 0, (), F(0))),
        (product((3, F(-2))), RadicalForm(F(1, 9), 1, 1, 0, 0, (), F(0))),
        (product((2, F(4, 3))), RadicalForm(F(2), 1, 1, 0, 0, ((2, F(1, 3)),), F(0))),
        (product((2, F(-4, 3))), RadicalForm(F(1, 2), 1, 1, 0, 0, ((2, F(-1, 3)),), F(0))),
        (product((27, F(1, 3))), RadicalForm(F(3), 1, 1, 0, 0, (), F(0))),
        (product((2, HALF), (3, HALF)), RadicalForm(F(1), 6, 1, 0, 0, (), F(0))),
        (product((2, -HALF), (3, HALF)), RadicalForm(F(1), 3, 2, 0, 0, (), F(0))),
        (product((2, HALF), pi=-1), RadicalForm(F(1), 2, 1, 0, 1, (), F(0))),
        (product(pi=3, e=F(-2)), RadicalForm(F(1), 1, 1, 3, 0, (), F(-2))),
        (product((997**2 * 7, HALF)), RadicalForm(F(997), 7, 1, 0, 0, (), F(0))),
        (product((1009**2 * 7, HALF)), RadicalForm(F(1), 1009**2 * 7, 1, 0, 0, (), F(0))),
        (product((1009**2, HALF)), RadicalForm(F(1009), 1, 1, 0, 0, (), F(0))),
    ],
)
def test_roots_are_written_as_people_write_them(of: PowerProduct, expected: RadicalForm) -> None:
    """√12 is 2√3, √(3/2) stays, 2^(4/3) is 2·2^(1/3); squares of primes below 1,000 are taken out."""
    assert radical_form(of) == expected


def test_what_would_be_too_long_is_left_as_it_is() -> None:
    """Sixty factors are looked at and sixty-one are not; 3^1000 is multiplied out and 3^3000 is not."""
    some, primes = [], iter(n for n in range(2, 400) if all(n % d for d in range(2, n)))
    while len(some) < 61:
        some.append((next(primes), F(1, 3)))
    assert radical_form(product(*some)) is None
    assert radical_form(product(*some[:60])) is not None
    assert radical_form(product((3, F(3_000)))) is None
    assert radical_form(product((3, F(1_000)))).rational == 3**1_000


@all_of(
    ("rows", "vector"),
    [
        ([[1, 2], [2, 4]], (2, -1)), ([[1, -2], [2, -4]], (2, 1)), ([[0, 1], [0, 2]], (1, 0)),
        ([[1, 0], [0, 0]], (0, 1)), ([[0, 0], [0, 0]], (1, 0)), ([[1, 0], [0, 1]], None),
        ([[2, 3], [4, 6]], (3, -2)), ([[F(1, 2), F(1, 3)], [F(3, 2), 1]], (2, -3)),
        ([[1, 1, 0], [0, 0, 1], [1, 1, 1]], (1, -1, 0)), ([[4, -6], [2, -3]], (3, 2)),
    ],
)  # fmt: skip
def test_what_a_matrix_takes_to_nothing(rows, vector) -> None:
    """The shortest whole numbers, the first that is not 0 positive; a regular matrix has none."""
    matrix = Matrix(tuple(tuple(map(F, row)) for row in rows))
    assert null_vector(matrix) == vector
    assert (determinant(matrix) == 0) == (vector is not None)
    if vector is not None:
        assert all(
            sum(entry * part for entry, part in zip(row, vector, strict=True)) == 0 for row in rows
        )


def test_sums_forms_and_inverses_of_matrices() -> None:
    """By hand, in two dimensions; vectors of different lengths are not added."""
    one, two = Vector((F(1), F(-2))), Vector((F(3), F(0)))
    matrix = Matrix(((F(2), F(1)), (F(0), F(3))))
    assert add_vectors([(1, one), (-1, two), (1, one)]) == Vector((F(-1), F(-4)))
    assert bilinear_form(one, matrix, two) == 6  # (1, −2)·(6, 0)
    assert bilinear_form(two, matrix, one) == 0  # (3, 0)·(0, −6)
    assert bilinear_form(one, matrix, one) == 12  # (1, −2)·(0, −6)
    assert inverse(matrix) == Matrix(((F(1, 2), F(-1, 6)), (F(0), F(1, 3))))
    assert inverse(Matrix(((F(2), F(1)), (F(4), F(2))))) is None
    with pytest.raises(ValueError, match="vectors of different lengths"):
        add_vectors([(1, one), (1, Vector((F(1),)))])


def test_a_number_of_so_many_bits_is_the_longest() -> None:
    """A number of 3,300 bits is written out, one of 3,301 is not; nor are more than 60 factors."""
    lengths = [radical_form(PowerProduct.of(2**bits)) is not None for bits in (3_299, 3_300)]
    assert lengths == [True, False]


def test_factorials_are_products_of_primes_where_they_are_long() -> None:
    """20,001! is 20,000! times 3·59·113; twice a prime stands in it once for each multiple."""
    whole, long = factorial_of(20_000), factorial_of(20_001)
    assert isinstance(whole, F)
    assert isinstance(long, PowerProduct)
    assert (long / PowerProduct.of(whole)).rational() == 20_001
    assert dict(long.factors)[9_973] == 2
    assert [factorial_of(n) for n in (0, 1, 4)] == [1, 1, 24]
    with pytest.raises(Unsupported, match="a factorial of more than 1,000,000"):
        factorial_of(1_000_001)


def test_rising_products() -> None:
    """From 0 they are 0 or empty; long ones are kept as powers of primes, in fractional steps too."""
    assert [rising_product(F(0), n) for n in (0, 1, 2)] == [1, 0, 0]
    assert rising_product(F(5), 0) == 1
    assert rising_product(F(2, 3), 3) == F(2 * 5 * 8, 27)
    long = rising_product(F(3, 2), 6_000)
    assert isinstance(long, PowerProduct)
    assert (long / PowerProduct.of(rising_product(F(3, 2), 2))).rational() == rising_product(
        F(7, 2), 5_998
    ).rational()
    assert rising_product(F(1), 20_001).rational() == factorial_of(20_001).rational()
    assert (
        rising_product(F(4_000_001), 2_500) / PowerProduct.of(4_000_001)
    ).rational() == rising_product(F(4_000_002), 2_499).rational()
    with pytest.raises(Unsupported, match="begins at a number that is not negative"):
        rising_product(F(-1, 2), 3)
    with pytest.raises(Unsupported, match="a product of 1,000,001 numbers"):
        rising_product(F(1), 1_000_001)
    with pytest.raises(Unsupported, match="a product of 100,001 numbers"):
        rising_product(F(10**9), 100_001)


def test_primes_are_sieved_up_to_the_square_of_one() -> None:
    """Up to every number below 200, squares among them, the primes are those without divisor."""
    for last in range(2, 200):
        expected = [n for n in range(2, last + 1) if all(n % of for of in range(2, n))]
        assert results._primes(last) == expected


def test_products_of_a_million_numbers_are_the_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a limit of 30 in its place, 30 numbers are multiplied and 31 are refused."""
    for limit, number in (("_LARGEST", 30), ("_BITS", 10), ("_LARGEST_EXPANDED", 10)):
        monkeypatch.setattr(results, limit, number)
    assert rising_product(F(1), 30) == factorial_of(30)
    assert rising_product(F(1), 30).rational() == factorial(30)
    for work in (lambda: rising_product(F(1), 31), lambda: factorial_of(31)):
        with pytest.raises(Unsupported, match="worked out"):
            work()
