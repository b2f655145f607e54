"""Densities with distances from a location: the median, and the mean distance from it."""

from __future__ import annotations

import random
from fractions import Fraction
from statistics import median
from typing import Any

import pytest
from thoroughness import all_of, choose, in_both_runs

from exactnb import Family, Grader, Problem, Table, derive, solve
from exactnb.errors import ExactnbError, Unsupported

F = Fraction
PLACE: dict[str, Any] = {
    "density": "exp(-|x-m|)/2", "support": "x real", "parameters": {"m": "m real"},
}  # fmt: skip
BOTH: dict[str, Any] = {
    "density": "exp(-|x-m|/b)/(2 b)", "support": "x real", "parameters": {"m": "m real", "b": "b > 0"},
}  # fmt: skip
FAMILIES = [Family.of(**own, name="own") for own in (PLACE, BOTH)]
LENGTHS = {"oat": ("3", "-4", "6"), "rye": ("1", "2", "2", "9")}


def problem(family: Family, numbers: dict[str, tuple[str, ...]] = LENGTHS, **more: Any) -> Problem:
    """Return a problem with one column of some numbers of two classes."""
    rows = [(cell, label) for label, cells in numbers.items() for cell in cells]
    table = Table.from_rows(rows, ["x", "kind"])
    return Problem(table, query={"q": {"x": "5/2"}}, families={"x": family}, **more)


def test_the_location_is_the_median() -> None:
    """It is a middle number, of an even number of rows the mean of the two, in both readings."""
    solution = solve(problem(FAMILIES[0], {"oat": ("3", "-4", "6"), "rye": ("1", "2", "4", "9")}))
    assert [solution[f"m(x|{k})"] for k in LENGTHS] == [3, 3]
    assert "6/2 = 3" in solution.text()
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]


@pytest.mark.exhaustive
def test_the_scale_is_the_mean_distance_from_the_median() -> None:
    """Both parameters are estimated in turn, and the scale with the median put in."""
    solution = solve(problem(FAMILIES[1]))
    assert [solution[f"{head}(x|{k})"] for k in LENGTHS for head in "mb"] == [3, F(10, 3), 2, 2]
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]


@all_of("numbers, middle", [
    (("5",), 5), (("5", "5"), 5), (("1", "2"), F(3, 2)), (("1", "1", "2"), 1),
    (("2", "1", "1", "2"), F(3, 2)),
    (("1", "9", "9", "9"), 9), (("1", "2", "2", "9"), 2), (("-1", "0.5", "7", "1/4"), F(3, 8)),
])  # fmt: skip
def test_equal_numbers_count_each(numbers: tuple[str, ...], middle: Fraction) -> None:
    """A number that is there twice has two places in the order."""
    own = problem(FAMILIES[0], {"oat": numbers, "rye": ("1", "2")})
    assert solve(own, only=["m(x|oat)"])["m(x|oat)"] == middle


@all_of("own, why", [
    ({**PLACE, "parameters": {"m": "m in {1, 2, ...}"}}, "m is a whole number"),
    ({**PLACE, "density": "exp(-|x-m|)"}, "its integral is 2, not 1"),
    ({**PLACE, "density": "exp(-|x-m|-(x-m)^2)/2"}, "mixes x and m"),
    ({**PLACE, "density": "exp(|x-m|)/2"}, "does not fall with the distance from m"),
    ({**PLACE, "density": "exp(-m |x-m|)/2"}, "mixes x and m"),
])  # fmt: skip
def test_other_distances_are_refused(own: dict[str, Any], why: str) -> None:
    """A range of whole numbers, another slope, and what is no density are refused by name."""
    with pytest.raises(Unsupported) as refusal:
        derive(Family.of(**own))
    assert why in refusal.value.message


@all_of("answer, slip", [("5/3", "mean-for-median")])
def test_slips_are_named(answer: str, slip: str) -> None:
    """The mean in the place of the median is a slip with a name."""
    report = Grader(problem(FAMILIES[0]), asked=["m(x|oat)"]).grade({"m(x|oat)": answer})
    assert slip in {match.alternative.id for match in report.graded[0].matches}


@all_of("name", ["text", "latex", "html", "markdown", "typst", "json"])
def test_every_format_prints_it(name: str) -> None:
    """The theorem is printed in every format."""
    assert derive(FAMILIES[1]).render(name)


@in_both_runs
@pytest.mark.parametrize("seed", choose(quick=range(1), exhaustive=range(25)))
def test_no_other_place_has_less_distance(seed: int) -> None:
    """The sum of distances, added up in fractions, is nowhere less in the range of the parameter."""
    dice = random.Random(seed)
    xs = [F(dice.randint(-20, 20), dice.choice((1, 2, 3))) for _ in range(dice.randint(1, 7))]
    low, high = sorted(dice.sample(range(-12, 13), 2))
    range_ = dice.choice(
        ("m real", "m > {low}", "m <= {high}", "{low} < m <= {high}", "{low} <= m <= {high}")
    ).format(low=low, high=high)
    family = Family.of(**{**PLACE, "parameters": {"m": range_}}, name="own")
    own = problem(family, {"oat": tuple(map(str, xs)), "rye": (str(F(low + high, 2)),)})
    is_allowed = eval(f"lambda m: {range_}".replace("m real", "True"))
    middle = F(median(xs))
    if not is_allowed(middle) and (not is_allowed(low) if middle <= low else not is_allowed(high)):
        with pytest.raises(ExactnbError, match="the median of the numbers is not in"):
            solve(own, only=["m(x|oat)"])
        return
    estimate = solve(own, only=["m(x|oat)"])["m(x|oat)"]
    assert isinstance(estimate, Fraction)
    assert is_allowed(estimate)
    places = [*xs, low, high, *(estimate + F(step, 7) for step in range(-30, 31))]
    least = sum(abs(x - estimate) for x in xs)
    assert all(sum(abs(x - place) for x in xs) >= least for place in filter(is_allowed, places))


@all_of("range_, estimate", [
    ("0 <= m <= 2", 2), ("m >= 4", 4), ("0 < m <= 3", 3), ("-5 < m < 9", 3), ("m > 3", None),
    ("m < 2", None),
], apart=4)  # fmt: skip
def test_a_median_beyond_an_end_goes_to_it(range_: str, estimate: int | None) -> None:
    """The end nearest to the median is best where it is in the range, as both readers say."""
    family = Family.of(**{**PLACE, "parameters": {"m": range_}}, name="own")
    own = problem(family, {"oat": LENGTHS["oat"]})
    if estimate is None:
        with pytest.raises(
            ExactnbError, match="no m is estimated, the median of the numbers is not in"
        ):
            solve(own)
        return
    solution = solve(own)
    assert solution["m(x|oat)"] == estimate
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]
