"""Probabilities of regions, by hand: counts are added up, densities taken between ends."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction as F
from math import factorial

import mpmath
import pytest
from regions import ALL, DOWN, between
from thoroughness import all_of

from exactnb.core import families
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Within
from exactnb.core.expression.written import written
from exactnb.errors import Unsupported

TWO = {"negative-binomial": {"r": 2}}
ROOT = PowerProduct.of(F(1, 2)) ** F(1, 2)


def probability(family, region: Points, parameters):
    """Return the probability of a region in a family, which is named, or has its numbers."""
    known = tuple(written(F(p) if isinstance(p, int) else p) for p in parameters)
    return evaluate(Within(families.family_of_choice(family), "x", "k", (written(region),), (), known))


def test_failures_are_added_up_so_far_and_no_further() -> None:
    """Up to 2,000 failures before a success are added up."""
    for last, refused in ((2_000, False), (2_001, True)):
        region = between(last, last, "[]")
        with pytest.raises(Unsupported, match="up to 2,000") if refused else nullcontext():
            found = probability({"negative-binomial": {"r": 1}}, region, [F(1, 2)])
            assert values.compare(found, F(1, 2) ** 2_001) == 0


@all_of(
    "mean, first, last, expected",
    [("2", 0, 2, "5"), ("1/2", 1, 2, "5/8"), ("3", 2, 2, "9/2"), ("3", 0, 0, "1"), ("3", 1, 3, "12"),
     ("2/3", 2, 3, "22/81")],
)  # fmt: skip
def test_sums_of_powers_over_factorials(mean: str, first: int, last: int, expected: str) -> None:
    """By hand: 3 + 9/2 + 27/6 = 12, and 4/18 + 8/162 = 22/81."""
    found = probability("poisson", between(first, last, "[]"), [F(mean)])
    assert values.multiply([values.exponential(F(mean)), found]) == F(expected)


@pytest.mark.parametrize("region", [between(1_990, 2_001, "[]"), between(2_001, INFINITY)])
def test_very_long_sums_are_refused(region: Points) -> None:
    """Two thousand counts are added up, and no more."""
    with pytest.raises(Unsupported, match="added up to 2,000, not to 2,001"):
        probability("poisson", region, [F(1)])


def test_the_last_counts_that_are_added_up_have_a_value() -> None:
    """Of the counts from 1,999 to 2,000 the sum is e⁻¹·(1/1999! + 1/2000!)."""
    found = probability("poisson", between(1_999, 2_000, "[]"), [F(1)])
    expected = F(2_001, factorial(2_000))
    assert values.compare(values.multiply([values.exponential(F(1)), found]), expected) == 0


@all_of(
    ("kind", "region", "parameters", "expected"),
    [
        ("geometric", between(DOWN, 2, "(]"), (F(1, 3),), "5/9"),
        ("geometric", ALL, (F(1, 3),), "1"),
        ("geometric", between(2, 3, "[]"), (F(1, 3),), "10/27"),
        ("geometric", between(2, INFINITY), (F(1, 3),), "4/9"),
        ("geometric0", between(2, INFINITY), (F(1, 3),), "8/27"),
        ("geometric0", between(0, 0, "[]"), (F(1, 3),), "1/3"),
        ("geometric", between(DOWN, 1), (F(1, 3),), "0"),
        ("piecewise", between(1, INFINITY), (0, 0, 2, 1), "3/4"), ("exponential", ALL, (F(1, 2),), "1"),
        ("piecewise", Points((F(0), F(1), F(1), F(2)), "open"), (0, 0, 2, 1), "1"),
        ("exponential", between(DOWN, 0), (F(1, 2),), "0"), ("poisson", ALL, (F(3),), "1"),
        ("poisson", between(DOWN, 0), (F(3),), "0"), ("gaussian", ALL, (F(1), F(4)), "1"),
        ("gaussian", between(1, INFINITY), (F(1), F(4)), "1/2"),
        ("gaussian", Points((), "open"), (0, 1), "0"),
        # two successes of 1/3 after x failures: (x + 1)·(2/3)ˣ/9, that is 1/9, 4/27, 12/81, ...
        (TWO, ALL, (F(1, 3),), "1"),
        (TWO, between(DOWN, 1, "(]"), (F(1, 3),), "7/27"),
        (TWO, between(1, INFINITY), (F(1, 3),), "20/27"),
        (TWO, between(0, INFINITY), (F(1, 3),), "8/9"),
        (TWO, between(1, 2, "[]"), (F(1, 3),), "8/27"),
    ],
)  # fmt: skip
def test_probabilities_that_are_rational(kind, region: Points, parameters, expected: str) -> None:
    """(1/3)·(2/3) and (1/3)·(4/9) add up to 10/27; half of a normal density lies above its mean."""
    assert probability(kind, region, [F(p) for p in parameters]) == F(expected)


@all_of(
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
        ("gaussian", between(1, 3), (F(1), F(4)), lambda: mpmath.ncdf(1) - mpmath.mpf(1) / 2),
        ("gaussian", between(-1, 5), (F(1), F(4)), lambda: mpmath.ncdf(2) - mpmath.ncdf(-1)),
        ("gaussian", between(DOWN, 0), (F(1), F(2)), lambda: mpmath.ncdf(-1 / mpmath.sqrt(2))),
        ("gaussian", between(2, INFINITY), (F(0), F(3)), lambda: mpmath.ncdf(-2 / mpmath.sqrt(3))),
    ],
)
def test_other_probabilities_have_the_right_digits(kind, region, parameters, expected) -> None:
    """Twenty figures, beside those of another library."""
    found = rounded(probability(kind, region, parameters), Rounding(figures=20)).value
    with mpmath.workdps(40):
        away = abs(mpmath.mpf(found.numerator) / found.denominator - expected())
        assert away < mpmath.mpf(10) ** -19 * abs(expected())


@all_of("kind", ["poisson", "gaussian", "exponential", "piecewise"])
def test_an_undefined_parameter_leaves_no_answer(kind: str) -> None:
    """What rests on 0/0 is undefined."""
    assert probability(kind, ALL, [UNDEFINED]) == UNDEFINED


def test_an_irrational_mean_has_a_value_where_there_is_an_exact_form() -> None:
    """Of the mean log 2 the counts 0 and 1 have (1 + log 2)/2; e to the root of 2 has no form."""
    log_2 = values.logarithm(F(2))
    found = probability("poisson", between(0, 1, "[]"), [log_2])
    assert values.compare(values.add([found, found]), values.add([F(1), log_2])) == 0
    with pytest.raises(Unsupported, match="no exact form"):
        probability("poisson", between(0, 1, "[]"), [values.power(F(2), F(1, 2))])


TENT, UP = ((0, 0), (1, 1), (2, 0)), ((0, 0), (2, 1))


@all_of(
    ("corners", "left", "right", "expected"),
    [
        (TENT, DOWN, INFINITY, 1), (TENT, 0, 1, F(1, 2)), (TENT, F(1, 2), F(3, 2), F(3, 4)),
        (TENT, 2, 3, 0), (TENT, -1, 0, 0), (UP, 1, INFINITY, F(3, 4)), (UP, DOWN, 1, F(1, 4)),
        (((0, 1), (1, 1)), F(1, 4), F(1, 2), F(1, 4)), (TENT, 0, ROOT, F(1, 4)),
        (TENT, DOWN, values.add([F(2), values.negate(ROOT)]), F(3, 4)),
        (((F(1, 2), 0), (1, 2), (F(3, 2), 0)), 1, F(5, 4), F(3, 8)),
    ],
)  # fmt: skip
def test_areas_under_lines(corners, left, right, expected) -> None:
    """The area of a tent is 1, between its halves 3/4, up to √½ a quarter."""
    parameters = [part for corner in corners for part in corner]
    assert probability("piecewise", between(left, right), parameters) == expected
