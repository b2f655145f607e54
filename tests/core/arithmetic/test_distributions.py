"""Probabilities of regions, by hand: counts are added up, densities taken between ends."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction as F

import mpmath
import pytest

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.distributions import integers_in, partial_sum, probability
from exactnb.core.arithmetic.normal import phi
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED, Infinite
from exactnb.errors import Unsupported

DOWN = Infinite(-1)
ROOT_2, ROOT_10 = (PowerProduct.of(n) ** F(1, 2) for n in (2, 10))
ALL = Points((DOWN, INFINITY), "open")


def between(left, right, brackets: str = "()") -> Points:
    ends = (end if not isinstance(end, int) else F(end) for end in (left, right))
    return Points(tuple(ends), brackets)


@pytest.mark.parametrize(
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
    assert list(integers_in(region, least)) == expected


def test_a_boundary_that_is_too_far_is_refused() -> None:
    """Beyond 10^9 whole numbers are not looked for."""
    with pytest.raises(Unsupported, match="too far from 0"):
        list(integers_in(between(PowerProduct.of(2) ** F(201, 2), INFINITY), 0))


@pytest.mark.parametrize(("off", "refused"), [(-1, False), (1, True)])
def test_the_farthest_boundary_is_told_to_the_digit(off: int, refused: bool) -> None:
    """√(10^18 − 1) is reached, √(10^18 + 1) is not."""
    boundary = PowerProduct.of(10**18 + off) ** F(1, 2)
    with pytest.raises(Unsupported, match="too far from 0") if refused else nullcontext():
        assert list(integers_in(between(boundary, INFINITY), 0)) == [(10**9, None)]


def test_a_whole_number_is_seen_however_it_is_written() -> None:
    """3·4^5000/2^10000, not multiplied out, is an end that is whole."""
    one, other = PowerProduct.of(4) ** 5_000, PowerProduct.of(2) ** 10_000
    three = ClosedForm(((F(3), one),), ((F(1), other),))
    for brackets, last in (("[]", 3), ("[)", 2)):
        assert list(integers_in(between(0, three, brackets), 0)) == [(0, last)]


def test_failures_are_added_up_so_far_and_no_further() -> None:
    """Up to 2,000 failures before a success are added up."""
    for last, refused in ((2_000, False), (2_001, True)):
        region = between(last, last, "[]")
        with pytest.raises(Unsupported, match="up to 2,000") if refused else nullcontext():
            found = probability("negative-binomial", region, [F(1, 2), F(1)])
            assert found == F(1, 2) ** 2_001


@pytest.mark.parametrize(
    ("mean", "first", "last", "expected"),
    [("2", 0, 2, "5"), ("1/2", 1, 2, "5/8"), ("3", 2, 2, "9/2"), ("3", 0, 0, "1"), ("3", 1, 3, "12"),
     ("2/3", 2, 3, "22/81")],
)  # fmt: skip
def test_sums_of_powers_over_factorials(mean: str, first: int, last: int, expected: str) -> None:
    """By hand: 3 + 9/2 + 27/6 = 12, and 4/18 + 8/162 = 22/81."""
    assert partial_sum(F(mean), first, last) == F(expected)


def test_very_long_sums_are_refused() -> None:
    """Two thousand counts are added up, and no more."""
    assert partial_sum(F(1), 1_999, 2_000) > 0
    with pytest.raises(Unsupported, match="added up to 2,000, not to 2,001"):
        partial_sum(F(1), 0, 2_001)


@pytest.mark.parametrize(
    ("kind", "region", "parameters", "expected"),
    [
        ("geometric", between(DOWN, 2, "(]"), (F(1, 3), 1), "5/9"),
        ("geometric", ALL, (F(1, 3), 1), "1"),
        ("geometric", between(2, 3, "[]"), (F(1, 3), 1), "10/27"),
        ("geometric", between(2, INFINITY), (F(1, 3), 1), "4/9"),
        ("geometric", between(2, INFINITY), (F(1, 3), 0), "8/27"),
        ("geometric", between(0, 0, "[]"), (F(1, 3), 0), "1/3"),
        ("geometric", between(DOWN, 1), (F(1, 3), 1), "0"),
        ("piecewise", between(1, INFINITY), (0, 0, 2, 1), "3/4"), ("exponential", ALL, (F(1, 2),), "1"),
        ("piecewise", Points((F(0), F(1), F(1), F(2)), "open"), (0, 0, 2, 1), "1"),
        ("exponential", between(DOWN, 0), (F(1, 2),), "0"), ("poisson", ALL, (F(3),), "1"),
        ("poisson", between(DOWN, 0), (F(3),), "0"), ("normal", ALL, (F(1), F(4)), "1"),
        ("normal", between(1, INFINITY), (F(1), F(4)), "1/2"),
        ("normal", Points((), "open"), (0, 1), "0"),
        # two successes of 1/3 after x failures: (x + 1)·(2/3)ˣ/9, that is 1/9, 4/27, 12/81, ...
        ("negative-binomial", ALL, (F(1, 3), 2), "1"),
        ("negative-binomial", between(DOWN, 1, "(]"), (F(1, 3), 2), "7/27"),
        ("negative-binomial", between(1, INFINITY), (F(1, 3), 2), "20/27"),
        ("negative-binomial", between(0, INFINITY), (F(1, 3), 2), "8/9"),
        ("negative-binomial", between(1, 2, "[]"), (F(1, 3), 2), "8/27"),
    ],
)  # fmt: skip
def test_probabilities_that_are_rational(kind: str, region: Points, parameters, expected: str) -> None:
    """(1/3)·(2/3) and (1/3)·(4/9) add up to 10/27; half of a normal density lies above its mean."""
    assert probability(kind, region, [F(p) for p in parameters]) == F(expected)


@pytest.mark.parametrize(
    ("kind", "region", "parameters", "expected"),
    [
        ("poisson", between(1, 2, "[]"), (F(3),), lambda: mpmath.exp(-3) * (3 + mpmath.mpf(9) / 2)),
        ("poisson", between(1, INFINITY, "[)"), (F(3),), lambda: 1 - mpmath.exp(-3)),
        (
            "poisson",
            between(2, INFINITY),
            (F(1, 2),),
            lambda: 1 - mpmath.exp(-0.5) * mpmath.mpf(13) / 8,
        ),
        ("exponential", between(1, 4), (F(1, 2),), lambda: mpmath.exp(-0.5) - mpmath.exp(-2)),
        ("exponential", between(-1, 4), (F(1, 2),), lambda: 1 - mpmath.exp(-2)),
        ("exponential", between(4, INFINITY), (F(1, 2),), lambda: mpmath.exp(-2)),
        ("normal", between(1, 3), (F(1), F(4)), lambda: mpmath.ncdf(1) - mpmath.mpf(1) / 2),
        ("normal", between(-1, 5), (F(1), F(4)), lambda: mpmath.ncdf(2) - mpmath.ncdf(-1)),
        ("normal", between(DOWN, 0), (F(1), F(2)), lambda: mpmath.ncdf(-1 / mpmath.sqrt(2))),
        ("normal", between(2, INFINITY), (F(0), F(3)), lambda: mpmath.ncdf(-2 / mpmath.sqrt(3))),
    ],
)
def test_other_probabilities_have_the_right_digits(kind: str, region, parameters, expected) -> None:
    """Twenty figures, beside those of another library."""
    found = rounded(probability(kind, region, parameters), Rounding(figures=20)).value
    with mpmath.workdps(40):
        away = abs(mpmath.mpf(found.numerator) / found.denominator - expected())
        assert away < mpmath.mpf(10) ** -19 * abs(expected())


@pytest.mark.parametrize("kind", ["poisson", "normal", "exponential", "piecewise"])
def test_an_undefined_parameter_leaves_no_answer(kind: str) -> None:
    """What rests on 0/0 is undefined."""
    assert probability(kind, ALL, [UNDEFINED]) == UNDEFINED


def test_irrational_parameters_of_counts_are_refused() -> None:
    """The sum of powers is worked out of a rational mean only."""
    with pytest.raises(Unsupported, match="rational parameters only"):
        probability("poisson", between(0, 1, "[]"), [values.logarithm(F(2))])


@pytest.mark.parametrize(
    ("away", "variance", "expected"),
    [(F(0), F(4), F(1, 2)), (DOWN, F(1), F(0)), (INFINITY, F(1), F(1)), (F(1), F(0), UNDEFINED),
     (F(1), F(-1), UNDEFINED), (UNDEFINED, F(1), UNDEFINED), (F(1), INFINITY, UNDEFINED),
     (F(1), UNDEFINED, UNDEFINED)],
)  # fmt: skip
def test_where_phi_is_plain(away, variance, expected) -> None:
    """Φ(0) is 1/2, and a variance of nothing leaves no answer."""
    assert phi(away, variance) == expected


def test_two_places_of_phi_that_are_one() -> None:
    """Φ(x) and Φ(−x) add up to 1, however x is written; twice Φ(1) less Φ(1) is Φ(1)."""
    for x, variance in ((F(3), F(4)), (ROOT_2, F(1)), (values.logarithm(F(2)), F(2))):
        assert values.add([phi(x, variance), phi(values.negate(x), variance)]) == 1
    one = phi(F(1))
    assert values.compare(values.add([one, one, values.multiply([F(-1), one])]), one) == 0
    assert values.compare(phi(F(2), F(4)), one) == 0
    assert values.compare(phi(F(2)), one) == 1
    assert values.compare(phi(F(-2)), one) == -1
    assert values.multiply([one, F(0)]) == 0
    assert values.compare(values.multiply([one, F(2)]), F(3, 2)) == 1
    with pytest.raises(Unsupported, match="such sums and rational numbers only"):
        values.add([one, values.power(values.logarithm(F(3)), F(1, 2))])
    with pytest.raises(Unsupported, match="rational variances only"):
        phi(values.logarithm(F(2)), ROOT_2)


def test_a_boundary_just_below_a_whole_number_does_not_reach_it() -> None:
    """√(9 − 10⁻⁴⁰⁰) is less than 3 though balls around it hold 3; √(9 + 10⁻⁴⁰⁰) is more."""
    below, above = (values.power(9 + side * F(1, 10**400), F(1, 2)) for side in (-1, 1))
    assert list(integers_in(between(0, below), 0)) == [(1, 2)]
    assert list(integers_in(between(0, above), 0)) == [(1, 3)]
    assert list(integers_in(between(below, 5), 0)) == [(3, 4)]
