"""Densities with distances from a location: the median, and the mean distance from it."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from thoroughness import all_of, choose, in_both_runs

from exactnb import Family, Grader, Problem, Table, derive, solve
from exactnb.errors import Unsupported

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


def test_the_scale_is_the_mean_distance_from_the_median() -> None:
    """Both parameters are estimated in turn, and the scale with the median put in."""
    solution = solve(problem(FAMILIES[1]))
    assert [solution[f"{head}(x|{k})"] for k in LENGTHS for head in "mb"] == [3, F(10, 3), 2, 2]
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]


@all_of("numbers, median", [
    (("5",), 5), (("5", "5"), 5), (("1", "2"), F(3, 2)), (("1", "1", "2"), 1),
    (("2", "1", "1", "2"), F(3, 2)),
    (("1", "9", "9", "9"), 9), (("1", "2", "2", "9"), 2), (("-1", "0.5", "7", "1/4"), F(3, 8)),
])  # fmt: skip
def test_equal_numbers_count_each(numbers: tuple[str, ...], median: Fraction) -> None:
    """A number that is there twice has two places in the order."""
    own = problem(FAMILIES[0], {"oat": numbers, "rye": ("1", "2")})
    assert solve(own, only=["m(x|oat)"])["m(x|oat)"] == median


@all_of("own, why", [
    ({**PLACE, "parameters": {"m": "m > 0"}}, "medians are derived for m real"),
    ({**PLACE, "density": "exp(-|x-m|)"}, "its integral is 2, not 1"),
    ({**PLACE, "density": "exp(-|x-m|-(x-m)^2)/2"}, "mixes x and m"),
    ({**PLACE, "density": "exp(|x-m|)/2"}, "does not fall with the distance from m"),
    ({**PLACE, "density": "exp(-m |x-m|)/2"}, "mixes x and m"),
])  # fmt: skip
def test_other_distances_are_refused(own: dict[str, Any], why: str) -> None:
    """A range with ends, another slope, and what is no density are refused by name."""
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
@pytest.mark.parametrize("seed", choose(quick=range(4), exhaustive=range(40)))
def test_no_other_place_has_less_distance(seed: int) -> None:
    """The sum of distances, added up in fractions, is nowhere less than at the estimate."""
    dice = random.Random(seed)
    xs = [F(dice.randint(-20, 20), dice.choice((1, 2, 3))) for _ in range(dice.randint(1, 7))]
    own = problem(FAMILIES[0], {"oat": tuple(map(str, xs)), "rye": ("1", "2")})
    estimate = solve(own, only=["m(x|oat)"])["m(x|oat)"]
    assert isinstance(estimate, Fraction)
    places = [*xs, *(estimate + F(step, 7) for step in range(-30, 31))]
    least = sum(abs(x - estimate) for x in xs)
    assert all(sum(abs(x - place) for x in xs) >= least for place in places)
