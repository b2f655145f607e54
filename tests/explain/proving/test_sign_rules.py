"""Signs of sums, products and powers, against all numbers that their parts may stand for."""

from __future__ import annotations

from itertools import product
from math import prod

from thoroughness import all_of

from exactnb.explain.proving.forms.signs import power_sign, product_sign, strictest, sum_sign

NUMBERS = {"+": {1, 2}, "-": {-1, -2}, "0+": {0, 1, 2}, "0-": {-2, -1, 0}, "": {-2, -1, 0, 1, 2}}
"""What a sign may stand for: numbers of two sizes, so that sums of unlike signs are of either."""
PAIRS = [*product(NUMBERS, NUMBERS)]


def narrowest(numbers: set[int]) -> set[str]:
    """Return the signs that say as much as can be said of some numbers: two, if they are all 0."""
    fitting = ["+", "-"] if 0 not in numbers else ["0+", "0-"]
    signs = {number > 0 for number in numbers if number}
    found = {sign for sign in fitting if signs <= {sign.endswith("+")}}
    return found or {""}


@all_of(("one", "other"), PAIRS)
def test_the_sign_of_a_sum_and_of_a_product_is_that_of_all_numbers(one: str, other: str) -> None:
    """No other sign says more, and none that says as much is missed."""
    both = [*product(NUMBERS[one], NUMBERS[other])]
    assert sum_sign([one, other]) in narrowest(set(map(sum, both)))
    assert product_sign(one, other) in narrowest(set(map(prod, both)))
    for third in NUMBERS:
        assert sum_sign([one, other, third]) == sum_sign([sum_sign([one, other]), third])


@all_of(("one", "other"), PAIRS)
def test_a_quotient_has_a_sign_where_its_denominator_has_one(one: str, other: str) -> None:
    """It is that of the product; a denominator that may be 0 leaves it open."""
    wanted = product_sign(one, other) if other in ("+", "-") else ""
    assert product_sign(one, other, nonzero=True) == wanted


@all_of("sign", NUMBERS)
@all_of("exponent", [1, 2, 3, 4])
def test_the_sign_of_a_power_is_that_of_all_numbers(sign: str, exponent: int) -> None:
    """Even powers are not negative, odd ones have the sign of what is raised."""
    assert power_sign(sign, exponent) in narrowest({number**exponent for number in NUMBERS[sign]})


def test_of_several_signs_the_one_that_says_most_is_taken() -> None:
    """One that excludes zero comes before the first that is known, and that before none."""
    assert strictest("0+", "+") == strictest("", "+", "0+") == strictest("+", "-") == "+"
    assert strictest("", "0-", "0+") == "0-"
    assert strictest() == strictest("") == ""
    assert sum_sign([]) == "0+"
