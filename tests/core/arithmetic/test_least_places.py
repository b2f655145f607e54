"""Where a polynomial is least: by its zeros of slope, with ties that are decided exactly."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import reduce

import mpmath
import pytest
from thoroughness import choose, in_both_runs

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.roots import minimizers, multiply_polynomials

F = Fraction


def of_zeros(*squares: tuple[Fraction, Fraction]) -> list[Fraction]:
    """Return the product of (x − a)² + b over some pairs."""
    return reduce(multiply_polynomials, ([a * a + b, -2 * a, F(1)] for a, b in squares), [F(1)])


@in_both_runs
@pytest.mark.parametrize("seed", range(choose(quick=6, exhaustive=60)))
def test_a_place_is_least_of_all_that_are_tried(seed: int) -> None:
    """No place of a fine grid, worked out to forty digits, has a smaller value."""
    dice = random.Random(seed)
    pairs = [(F(dice.randint(-30, 30), dice.randint(1, 4)), F(1)) for _ in range(dice.randint(1, 6))]
    polynomial = of_zeros(*pairs)
    places = minimizers(polynomial)
    coefficients = [mpmath.mpf(c.numerator) / c.denominator for c in reversed(polynomial)]
    with mpmath.workdps(40):
        found = []
        for place in places:
            bounds = values.enclose(place, 160).bounds()
            assert bounds is not None
            middle = sum(bounds) / 2
            found.append(mpmath.mpf(middle.numerator) / middle.denominator)
        heights = [mpmath.polyval(coefficients, place) for place in found]
        grid = (mpmath.mpf(step) / 16 for step in range(-32 * 16, 32 * 16))
        least = min(mpmath.polyval(coefficients, place) for place in grid)
        assert all(height <= least * (1 + mpmath.mpf(10) ** -30) for height in heights)


@in_both_runs
@pytest.mark.parametrize("seed", range(choose(quick=2, exhaustive=20)))
def test_symmetry_is_a_tie_unless_the_middle_is_least(seed: int) -> None:
    """Of numbers that lie alike about a middle, least places come in pairs or are the middle."""
    dice = random.Random(f"tie {seed}")
    middle = F(dice.randint(-9, 9), dice.randint(1, 3))
    halves = [F(dice.randint(1, 20), dice.randint(1, 2)) for _ in range(dice.randint(1, 4))]
    both = [(middle + side * half, F(1)) for half in halves for side in (1, -1)]
    places = minimizers(of_zeros(*both))
    mirrored = [values.add([2 * middle, values.negate(p)]) for p in places if isinstance(p, F)]
    assert mirrored == [p for p in places if isinstance(p, F)][::-1]
    assert len(places) == 2 or places == (middle,)


@pytest.mark.parametrize(
    ("nudge", "places"),
    [
        ("0", 2),
        (f"1/{10**30}", 1),
        ("-1/3", 1),
        pytest.param(f"-1/{10**200}", 1, marks=pytest.mark.exhaustive),
    ],
)
def test_what_is_almost_a_tie_is_none(nudge: str, places: int) -> None:
    """A number that is moved by however little leaves one place alone."""
    pairs = [(F(x), F(1)) for x in (-9, -8, 8)]
    assert len(minimizers(of_zeros(*pairs, (F(9) + F(nudge), F(1))))) == places


def test_closed_forms_stay_closed() -> None:
    """Of −3 and 3 the places are ±√8, and of one number it is that number."""
    low, high = minimizers(of_zeros((F(3), F(1)), (F(-3), F(1))))
    assert (str(low), str(high)) == ("−2 × √2", "2 × √2")
    assert minimizers(of_zeros((F(7, 3), F(1)))) == (F(7, 3),)
