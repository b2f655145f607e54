"""Sums with the normal distribution function in them: forms, digits, and what is not decided."""

from __future__ import annotations

from fractions import Fraction as F

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic.intervals import intersection
from exactnb.core.arithmetic.normal import NormalSum, StandardScore, normal_cdf
from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import (
    INFINITY,
    UNDEFINED,
    Infinite,
    add,
    compare,
    logarithm,
    multiply,
    negate,
    power,
    sign,
)
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.written import written
from exactnb.errors import Undecidable, Unsupported

LAW = law(6)
PLACES = st.fractions(-6, 6, max_denominator=9)
LOW = Infinite(-1)


@LAW
@given(away=PLACES, variance=st.fractions("1/9", 9, max_denominator=9))
def test_its_digits_are_those_of_another_library(away: F, variance: F) -> None:
    """Fifty digits of Φ(away/√variance) are mpmath's."""
    with mpmath.workdps(80):
        x = mpmath.mpf(away.numerator) / away.denominator
        x /= mpmath.sqrt(mpmath.mpf(variance.numerator) / variance.denominator)
        expected = mpmath.nstr(mpmath.ncdf(x), 60)
    found = str(rounded(normal_cdf(away, variance), Rounding(figures=50)))  # type: ignore[arg-type]
    with mpmath.workdps(60):
        assert abs(mpmath.mpf(found) / mpmath.mpf(expected) - 1) < mpmath.mpf(10) ** -49


@LAW
@given(away=PLACES, variance=st.fractions("1/9", 9, max_denominator=9), times=st.fractions(1, 5))
def test_equal_places_have_one_form(away: F, variance: F, times: F) -> None:
    """Φ(z) + Φ(−z) is 1, and a place does not depend on how its quotient is written."""
    assert add([normal_cdf(away, variance), normal_cdf(-away, variance)]) == 1
    assert compare(normal_cdf(away, variance), normal_cdf(away * times, variance * times**2)) == 0
    assert add([normal_cdf(away, variance), negate(normal_cdf(away * times, variance * times**2))]) == 0


def test_sums_that_cancel_are_rational() -> None:
    """½(1 − Φ(1)) + ½Φ(−1) is Φ(−1), and what is left without a place is a fraction."""
    half = F(1, 2)
    terms = [half, negate(multiply([half, normal_cdf(F(1))])), multiply([half, normal_cdf(F(-1))])]
    assert add(terms) == normal_cdf(F(-1)) == NormalSum(F(0), ((F(1), StandardScore(F(1))),))
    assert add([*terms, negate(normal_cdf(F(-1))), F(1, 3)]) == F(1, 3)
    assert multiply([F(0), normal_cdf(F(2))]) == 0


def test_ends_of_the_line_and_the_middle_are_rational() -> None:
    """Φ(−∞) is 0, Φ(0) is ½, Φ(∞) is 1; without a variance it is undefined."""
    assert [normal_cdf(x) for x in (LOW, F(0), INFINITY)] == [0, F(1, 2), 1]
    assert normal_cdf(F(1), F(0)) == normal_cdf(UNDEFINED) == normal_cdf(F(1), UNDEFINED) == UNDEFINED


def test_places_with_logarithms_and_roots_are_kept() -> None:
    """Φ(log 2/√3) and Φ(√2/√3): what is written is worth the same again."""
    root = power(F(2), F(1, 2))
    surd = add([F(1), power(logarithm(F(3)), F(1, 2))])
    for away in (logarithm(F(2)), negate(logarithm(F(2))), root, negate(root), surd, negate(surd)):
        for variance in (F(1), F(3), F(4, 9)):
            value = multiply([F(2, 3), add([F(1, 7), normal_cdf(away, variance)])])
            again = evaluate(written(value), {}.__getitem__)
            assert compare(again, value) == 0  # type: ignore[arg-type]
            assert sign(value) == 1


def test_sums_are_compared_by_enclosures() -> None:
    """Tails are told apart however far out they lie; a sum with another number has no form."""
    assert compare(normal_cdf(F(-100)), normal_cdf(F(-101))) == 1
    assert compare(normal_cdf(F(-100)), F(0)) == 1
    assert compare(normal_cdf(F(100)), F(1)) == -1
    assert compare(normal_cdf(F(1)), power(F(2), F(-1, 2))) == 1
    with pytest.raises(Unsupported, match="combined with rational numbers only"):
        add([normal_cdf(F(1)), power(F(2), F(1, 2))])
    with pytest.raises(Unsupported):
        multiply([normal_cdf(F(1)), normal_cdf(F(2))])


def test_equal_places_that_look_different_are_undecided() -> None:
    """√(2·log 2)/√2 is √(log 2), but has no form to be seen by: no order is made up."""
    log = logarithm(F(2))
    one = normal_cdf(power(multiply([F(2), log]), F(1, 2)), F(2))
    other = normal_cdf(power(log, F(1, 2)))
    with pytest.raises(Undecidable, match="a sum with Φ in it could not be told from a number"):
        compare(add([one, negate(other)]), F(0))
    with pytest.raises(Undecidable):
        compare(one, other)


@st.composite
def unions(draw: st.DrawFn) -> Points:
    """Return a few intervals of whole ends, some of them closed."""
    ends = sorted(draw(st.lists(st.integers(0, 6), min_size=4, max_size=4, unique=True)))
    kind = "".join(draw(st.tuples(*[st.sampled_from(of) for of in ("[(", ")]", "[(", ")]")])))
    parts = tuple(F(end) for end in ends)
    return Points((LOW, *parts[1:]), f"({kind[1:]}") if draw(st.booleans()) else Points(parts, kind)


def has(points: Points, x: F) -> bool:
    """Say whether a number lies in one of some intervals."""
    for left, right, (before, behind) in points.intervals():
        above = isinstance(left, Infinite) or left < x or (left == x and before == "[")  # type: ignore[operator]
        below = isinstance(right, Infinite) or x < right or (x == right and behind == "]")  # type: ignore[operator]
        if above and below:
            return True
    return False


@LAW
@given(inside=st.lists(unions(), max_size=2), outside=st.lists(unions(), max_size=2))
def test_what_is_cut_holds_what_all_hold_and_none_of_the_others(
    inside: list[Points], outside: list[Points]
) -> None:
    """Every half of a whole number is in the set if it is in all of some sets and in none of others."""
    found = intersection(inside, outside)
    for half in range(-2, 16):
        x = F(half, 2)
        expected = all(has(of, x) for of in inside) and not any(has(of, x) for of in outside)
        assert has(found, x) is expected


def test_places_that_cannot_be_compared_are_not_seen_to_be_one() -> None:
    """log 2 and log₂ 3 are logarithms to different bases, of which nothing exact is known here."""
    assert not StandardScore(logarithm(F(2))).is_recognised_as(StandardScore(logarithm(F(3), 2)))
    assert StandardScore(logarithm(F(2))).is_recognised_as(StandardScore(logarithm(F(2))))
    assert not StandardScore(F(1)).is_recognised_as(StandardScore(F(1), F(2)))


@all_of(
    ("away", "variance", "expected"),
    [(F(0), F(4), F(1, 2)), (LOW, F(1), F(0)), (INFINITY, F(1), F(1)), (F(1), F(0), UNDEFINED),
     (F(1), F(-1), UNDEFINED), (UNDEFINED, F(1), UNDEFINED), (F(1), INFINITY, UNDEFINED),
     (F(1), UNDEFINED, UNDEFINED)],
)  # fmt: skip
def test_where_phi_is_plain(away, variance, expected) -> None:
    """Φ(0) is 1/2, and a variance of nothing leaves no answer."""
    assert normal_cdf(away, variance) == expected


def test_two_places_of_phi_that_are_one() -> None:
    """Φ(x) and Φ(−x) add up to 1, however x is written; twice Φ(1) less Φ(1) is Φ(1)."""
    for x, variance in ((F(3), F(4)), (power(F(2), F(1, 2)), F(1)), (logarithm(F(2)), F(2))):
        assert add([normal_cdf(x, variance), normal_cdf(negate(x), variance)]) == 1
    one = normal_cdf(F(1))
    assert compare(add([one, one, multiply([F(-1), one])]), one) == 0
    assert compare(normal_cdf(F(2), F(4)), one) == 0
    assert compare(normal_cdf(F(2)), one) == 1
    assert compare(normal_cdf(F(-2)), one) == -1
    assert multiply([one, F(0)]) == 0
    assert compare(multiply([one, F(2)]), F(3, 2)) == 1
    with pytest.raises(Unsupported, match="such sums and rational numbers only"):
        add([one, power(logarithm(F(3)), F(1, 2))])
    with pytest.raises(Unsupported, match="rational variances only"):
        normal_cdf(logarithm(F(2)), power(F(2), F(1, 2)))
