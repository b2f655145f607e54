"""How near two numbers are, of which enclosures may have to tell."""

from __future__ import annotations

from fractions import Fraction as F
from math import isqrt

import pytest

from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.values import add, is_near, multiply, negate

ROOT = PowerProduct.of(2) ** F(1, 2)
HUGE = PowerProduct.exp(F(10**30))


def close_to(root: Finite, part: F) -> Finite:
    """Return a number that differs from another by a part of it."""
    found = multiply([root, 1 + part])
    assert isinstance(found, Finite)
    return found


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("root", [ROOT, negate(ROOT)])
def test_irrational_numbers_are_near_by_a_part_of_the_first(root: Finite, sign: int) -> None:
    """What is 99/10,000 of √2 or −√2 away is near at one part in a hundred, 101/10,000 is not."""
    assert is_near(root, close_to(root, F(sign * 99, 10_000)), F(1, 100))
    assert not is_near(root, close_to(root, F(sign * 101, 10_000)), F(1, 100))
    assert is_near(root, F(0), F(101, 100))
    assert not is_near(root, F(0), F(99, 100))
    assert is_near(F(sign), root, F(3))
    assert not is_near(F(sign), multiply([F(sign * 3), ROOT]), F(3))


def test_rational_numbers_are_near_up_to_the_part_itself() -> None:
    """101/100 is one part in a hundred of 1 away, which is near; the least bit more is not."""
    assert is_near(F(1), F(101, 100), F(1, 100))
    assert not is_near(F(1), F(101, 100) + F(1, 10**2000), F(1, 100))


def test_a_number_is_near_to_itself_only_if_something_is_allowed() -> None:
    """Enclosures of √2 and √2 never show that nothing lies between, and do for any part."""
    assert is_near(ROOT, ROOT, F(1, 10**1000))
    assert not is_near(ROOT, ROOT, F(0))


def test_numbers_of_other_sizes_are_not_near() -> None:
    """e to 10³⁰ is near to itself and to no other; what cancels is looked at by its own size."""
    assert is_near(HUGE, close_to(HUGE, F(1, 1000)), F(1, 100))
    assert not is_near(HUGE, ROOT, F(1, 100))
    assert not is_near(ROOT, HUGE, F(1, 100))
    small = add([ROOT, F(-14142135623730950488, 10**19)])  # 1.6…·10⁻²⁰
    assert isinstance(small, Finite)
    assert not is_near(small, F(1, 10**19), F(1, 100))
    assert is_near(small, close_to(small, F(1, 200)), F(1, 100))


@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_on_either_side_of_the_border_is_told(sign: int) -> None:
    """√2 and 101/100 of it less 10^-30 are near to a hundredth, with 10^-30 more they are not."""
    value = multiply([F(sign), ROOT])
    beyond = F(isqrt(2 * 10**120), 10**60) * F(101, 100)
    for off, near in ((F(-1, 10**30), True), (F(1, 10**30), False)):
        assert is_near(value, sign * (beyond + off), F(1, 100)) is near
