"""The whole numbers in a region: an end belongs to it or not, and irrational ends are told exactly."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction as F

import pytest
from regions import ALL, DOWN, between
from thoroughness import all_of

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.intervals import whole_number_ranges
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.values import INFINITY
from exactnb.errors import Unsupported

ROOT_2, ROOT_10 = (PowerProduct.of(n) ** F(1, 2) for n in (2, 10))


@all_of(
    ("region", "least", "expected"),
    [
        (between(1, F(7, 2)), 0, [(2, 3)]), (between(1, 3), 0, [(2, 2)]),
        (between(1, 3, "[]"), 0, [(1, 3)]), (between(F(1, 2), F(7, 2), "[]"), 0, [(1, 3)]),
        (between(1, 3, "(]"), 0, [(2, 3)]), (between(1, 3, "[)"), 0, [(1, 2)]), (between(1, 2), 0, []),
        (between(1, 1, "[]"), 0, [(1, 1)]), (ALL, 0, [(0, None)]), (ALL, 1, [(1, None)]),
        (between(DOWN, 2, "(]"), 1, [(1, 2)]), (between(DOWN, 0), 0, []), (between(-5, 2), 0, [(0, 1)]),
        (between(F(1, 2), INFINITY), 0, [(1, None)]), (between(1, INFINITY, "[)"), 0, [(1, None)]),
        (between(ROOT_2, ROOT_10), 0, [(2, 3)]),
        (between(values.negate(ROOT_2), ROOT_2), -5, [(-1, 1)]),
        (between(ROOT_2, ROOT_10, "[]"), 3, [(3, 3)]), (between(F(1, 3), F(2, 3)), 0, []),
        (Points((F(0), F(1), F(2), F(4)), "[](]"), 0, [(0, 1), (3, 4)]),
    ],
)  # fmt: skip
def test_whole_numbers_of_a_region(region: Points, least: int, expected) -> None:
    """An end that is whole belongs to the region if its bracket is square."""
    assert list(whole_number_ranges(region, least)) == expected


def test_a_boundary_that_is_too_far_is_refused() -> None:
    """Beyond 10^9 whole numbers are not looked for."""
    with pytest.raises(Unsupported, match="too far from 0"):
        list(whole_number_ranges(between(PowerProduct.of(2) ** F(201, 2), INFINITY), 0))


@pytest.mark.parametrize(("off", "refused"), [(-1, False), (1, True)])
def test_the_farthest_boundary_is_told_to_the_digit(off: int, refused: bool) -> None:
    """√(10^18 − 1) is reached, √(10^18 + 1) is not."""
    boundary = PowerProduct.of(10**18 + off) ** F(1, 2)
    with pytest.raises(Unsupported, match="too far from 0") if refused else nullcontext():
        assert list(whole_number_ranges(between(boundary, INFINITY), 0)) == [(10**9, None)]


def test_a_whole_number_is_seen_however_it_is_written() -> None:
    """3·4^5000/2^10000, not multiplied out, is an end that is whole."""
    one, other = PowerProduct.of(4) ** 5_000, PowerProduct.of(2) ** 10_000
    three = ClosedForm(((F(3), one),), ((F(1), other),))
    for brackets, last in (("[]", 3), ("[)", 2)):
        assert list(whole_number_ranges(between(0, three, brackets), 0)) == [(0, last)]


def test_a_boundary_just_below_a_whole_number_does_not_reach_it() -> None:
    """√(9 − 10⁻⁴⁰⁰) is less than 3 though balls around it hold 3; √(9 + 10⁻⁴⁰⁰) is more."""
    below, above = (values.power(9 + side * F(1, 10**400), F(1, 2)) for side in (-1, 1))
    assert list(whole_number_ranges(between(0, below), 0)) == [(1, 2)]
    assert list(whole_number_ranges(between(0, above), 0)) == [(1, 3)]
    assert list(whole_number_ranges(between(below, 5), 0)) == [(3, 4)]
