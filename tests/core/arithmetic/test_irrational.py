"""Roots of logarithms and quotients of logarithms: their order, sums and multiples, by hand."""

from __future__ import annotations

from fractions import Fraction as F

import mpmath
import pytest
from thoroughness import all_of

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.algebraic import real_zeros
from exactnb.core.arithmetic.irrational import LogQuotient, Surd
from exactnb.core.arithmetic.normal import normal_cdf
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.errors import Undecidable, Unsupported

TWO, THREE, FIVE = (values.logarithm(F(n)) for n in (2, 3, 5))
ROOT = values.power(THREE, F(1, 2))  # √ln 3 = 1.0481...
RATIO = values.divide(THREE, TWO)  # ln 3/ln 2 = 1.5849...
SQRT_2 = PowerProduct.of(2) ** F(1, 2)
PI = PowerProduct(root_pi=2)


def of(root: values.Number, factor: F = F(1), plus: F = F(0)) -> values.Number:
    return values.add([values.multiply([root, factor]), plus])


@all_of(
    ("value", "other", "order"),
    [
        (ROOT, F(1), 1), (ROOT, F(2), -1), (ROOT, F(-2), 1), (ROOT, F(0), 1), (ROOT, F(-1), 1),
        (of(ROOT, F(-1)), F(-1), -1), (of(ROOT, F(-1)), F(-2), 1), (of(ROOT, F(-1)), F(2), -1),
        (of(ROOT, F(-1)), F(0), -1), (of(ROOT, F(1), F(5)), F(6), 1), (of(ROOT, F(1), F(5)), F(7), -1),
        (of(ROOT, F(1), F(5)), F(5), 1), (of(ROOT, F(-1), F(5)), F(5), -1), (of(ROOT, F(3)), F(3), 1),
        (of(ROOT, F(3)), F(4), -1),
        (RATIO, F(3, 2), 1), (RATIO, F(8, 5), -1), (of(RATIO, F(-1)), F(-3, 2), -1),
        (values.divide(THREE, values.logarithm(F(1, 2))), F(-3, 2), -1),
        (values.divide(THREE, values.logarithm(F(1, 2))), F(-2), 1),
    ],
)  # fmt: skip
def test_the_order_with_a_rational_number_is_exact(value, other: F, order: int) -> None:
    """√ln 3 is 1.048 and ln 3/ln 2 is 1.585, whatever stands before them or is added."""
    assert values.compare(value, other) == order
    assert values.compare(other, value) == -order
    assert values.sign(of(value, F(1), -other)) == order


@all_of(
    ("one", "other", "order"),
    [
        (ROOT, values.power(FIVE, F(1, 2)), -1), (ROOT, ROOT, 0), (of(ROOT, F(2)), of(ROOT, F(2)), 0),
        (of(ROOT, F(2)), values.power(values.logarithm(F(81)), F(1, 2)), 0),  # 2·√ln 3 = √ln 81
        (of(ROOT, F(-2)), of(values.power(values.logarithm(F(81)), F(1, 2)), F(-1)), 0),
        (of(ROOT, F(-2)), values.power(values.logarithm(F(81)), F(1, 2)), -1),
        (of(ROOT, F(1), F(1)), ROOT, 1), (of(ROOT, F(1), F(1)), of(ROOT, F(1), F(2)), -1),
        (RATIO, values.divide(values.logarithm(F(9)), values.logarithm(F(4))), 0),
        (RATIO, values.divide(FIVE, TWO), -1), (RATIO, ROOT, 1), (ROOT, RATIO, -1),
        (RATIO, THREE, 1), (ROOT, THREE, -1), (THREE, ROOT, 1), (ROOT, SQRT_2, -1), (SQRT_2, RATIO, -1),
    ],
)  # fmt: skip
def test_the_order_of_two_such_numbers(one, other, order: int) -> None:
    """They are equal where they are seen to be, part by part; else enclosures tell them apart."""
    assert values.compare(one, other) == order
    assert values.compare(other, one) == -order


@all_of(
    ("value", "text"),
    [
        (ROOT, "1.048147074"), (of(ROOT, F(-2), F(1, 2)), "-1.596294148"), (RATIO, "1.584962501"),
        (of(RATIO, F(2)), "3.169925001"), (of(RATIO, F(1), F(1)), "2.584962501"),
        (of(ROOT, F(1, 3), F(-1, 3)), "0.01604902466"),
    ],
)  # fmt: skip
def test_sums_and_multiples_have_the_right_digits(value, text: str) -> None:
    """Ten figures, worked out elsewhere."""
    assert str(rounded(value, Rounding(figures=10))) == text


def test_a_rational_number_however_near_is_told_apart() -> None:
    """A number within 2^-20000 of √ln 3, or of ln 3/ln 2, lies on one side, whichever comes first."""
    with mpmath.workdps(6_100):
        near = F(int(mpmath.sqrt(mpmath.log(3)) * mpmath.mpf(10) ** 6_050), 10**6_050)
        near_ratio = F(int(mpmath.log(3) / mpmath.log(2) * mpmath.mpf(10) ** 6_050), 10**6_050)
    for number, below in ((ROOT, near), (RATIO, near_ratio)):
        assert values.compare(below, number) == -1
        assert values.compare(number, below) == 1


@all_of("argument", [PowerProduct(root_pi=1), values.add([F(1), SQRT_2]), values.add([F(1), PI])])
@all_of("base", [F(10), values.add([F(2), PI])])
def test_every_quotient_of_logarithms_is_told_from_its_decimals(argument, base) -> None:
    """Of √π and of sums too: it lies between its first twelve figures and one more in the last."""
    quotient = values.divide(values.logarithm(argument), values.logarithm(base))
    low, high = quotient.enclose(200).bounds()
    below = F(int(low * 10**12), 10**12)
    assert below < low < high < below + F(1, 10**12)
    assert values.compare(quotient, below) == 1
    assert values.compare(below + F(1, 10**12), quotient) == 1


def test_numbers_of_other_kinds_are_told_apart_by_enclosures() -> None:
    """√ln 3 is more than Φ(1), and less than the zero of x³ = x + 1; each is asked about the others."""
    (zero,) = real_zeros((-1, -1, 0, 1))
    chain = normal_cdf(F(1)), ROOT, zero, RATIO
    for at, one in enumerate(chain):
        for other in chain[at + 1 :]:
            assert (values.compare(one, other), values.compare(other, one)) == (-1, 1)


def test_nothing_over_any_of_them_is_nothing() -> None:
    """0 over √ln 3, over a quotient of logarithms, and over a logarithm to any base is 0."""
    for below in (ROOT, RATIO, THREE, values.logarithm(F(3), 2)):
        assert values.divide(F(0), below) == 0


def test_what_loses_its_root_is_rational() -> None:
    """Nothing times √ln 3 is 0, and so is nothing times ln 3/ln 2."""
    assert values.multiply([ROOT, F(0)]) == 0
    assert values.multiply([RATIO, F(0)]) == 0
    assert values.power(ROOT, F(0)) == 1
    assert values.power(ROOT, F(1)) == ROOT


def test_a_quotient_of_logarithms_may_become_one_over_a_logarithm() -> None:
    """log₂(2e) − 1 is 1/ln 2."""
    whole = values.divide(values.logarithm(values.multiply([F(2), PowerProduct.exp(F(1))])), TWO)
    assert isinstance(whole, LogQuotient)
    rest = values.add([whole, F(-1)])
    assert values.compare(rest, values.divide(F(1), TWO)) == 0
    assert str(rounded(rest, Rounding(figures=6))) == "1.44270"


def test_the_parts_of_a_root_stand_as_they_are_written() -> None:
    """1/2 − 2·√ln 3 has these three parts."""
    assert of(ROOT, F(-2), F(1, 2)) == Surd(F(1, 2), F(-2), THREE)
    assert of(Surd(F(1, 2), F(-2), THREE), F(3)) == Surd(F(3, 2), F(-6), THREE)


@all_of("times", [F(1), F(-1), F(-2, 3)])
def test_the_square_of_a_root_is_what_stands_under_it(times: F) -> None:
    """(f·√ln 3)² is f²·ln 3, and e to that is a power of 3."""
    squared = values.power(values.multiply([times, ROOT]), F(2))
    assert values.compare(squared, values.multiply([times**2, THREE])) == 0
    assert values.compare(values.exponential(squared), values.power(F(3), times**2)) == 0


@all_of(
    ("calculation", "words"),
    [
        (lambda: values.add([ROOT, RATIO]), "combined with rational numbers only"),
        (lambda: values.add([ROOT, ROOT]), "combined with rational numbers only"),
        (lambda: values.add([ROOT, SQRT_2]), "combined with rational numbers only"),
        (lambda: values.multiply([ROOT, ROOT]), "combined with rational numbers only"),
        (lambda: values.multiply([ROOT, SQRT_2]), "combined with rational numbers only"),
        (lambda: values.divide(ROOT, SQRT_2), "a quotient with such a root"),
        (lambda: values.divide(SQRT_2, ROOT), "a quotient with such a root"),
        (lambda: values.divide(F(1), ROOT), "a quotient with such a root"),
        (lambda: values.divide(ROOT, TWO), "a quotient of logarithms"),
        (lambda: values.divide(SQRT_2, values.logarithm(F(3), 2)), "a quotient of logarithms"),
        (lambda: values.divide(TWO, values.logarithm(F(3), 2)), "a quotient of logarithms"),
        (lambda: values.divide(F(1), values.logarithm(F(3), 2)), "a quotient of logarithms"),
        (lambda: values.divide(TWO, SQRT_2), "a logarithm over an irrational number"),
        (lambda: values.power(ROOT, F(3)), "a power of a logarithm"),
        (lambda: values.power(values.add([ROOT, F(1)]), F(2)), "a power of a logarithm"),
        (lambda: values.power(TWO, F(2)), "a power of a logarithm"),
        (lambda: values.power(ROOT, F(1, 2)), "a power of a logarithm"),
        (lambda: values.logarithm(ROOT), "a logarithm of a logarithm"),
        (lambda: values.logarithm(TWO), "a logarithm of a logarithm"),
        (lambda: values.exponential(ROOT), "e to an irrational power"),
        (lambda: values.exponential(values.logarithm(F(3), 2)), "e to an irrational power"),
        (lambda: values.exponential(SQRT_2), "e to an irrational power"),
        (lambda: values.multiply([TWO, THREE]), "a product of logarithms"),
        (lambda: values.multiply([TWO, SQRT_2]), "a product of logarithms"),
        (
            lambda: values.add([TWO, values.logarithm(F(3), 2)]),
            "a sum of logarithms to different bases",
        ),
        (lambda: values.add([TWO, SQRT_2]), "a logarithm plus an irrational number"),
        (lambda: values.compare(TWO, values.logarithm(F(3), 2)), "a logarithm is compared with"),
        (lambda: values.compare(SQRT_2, TWO), "a logarithm is compared with"),
    ],
)
def test_what_has_no_exact_form_is_refused(calculation, words: str) -> None:
    """No digit is made up: what has no form here is told by its kind."""
    with pytest.raises(Unsupported, match=words):
        calculation()


def test_the_root_of_a_negative_logarithm_is_undefined() -> None:
    """ln 1/2 is below 0 and has no root."""
    assert values.power(values.logarithm(F(1, 2)), F(1, 2)) == values.UNDEFINED


def test_what_only_thousands_of_digits_tell_apart_is_undecided() -> None:
    """√ln 3 + ε and √ln(3 + ε) differ behind the 16,384 bits that are looked at."""
    near = values.add([ROOT, F(1, 10**6000)])
    with pytest.raises(Undecidable, match="could not be told apart"):
        values.compare(near, values.power(values.logarithm(F(3) + F(1, 10**6000)), F(1, 2)))
