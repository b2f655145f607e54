"""Locations whose likelihood may have several maxima: which is largest, ties, and what is refused."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from thoroughness import all_of

from exactnb import Family, Problem, Table, derive, solve
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.errors import ExactnbError, Unsupported

F = Fraction
CAUCHY: dict[str, Any] = {
    "density": "1/(pi (1+(x-m)^2))", "support": "x real", "parameters": {"m": "m real"},
}  # fmt: skip
STUDENT = {
    **CAUCHY,
    "density": "Gamma((v+1)/2)/(sqrt(v pi) Gamma(v/2)) (1+(x-m)^2/v)^(-(v+1)/2)",
    "constants": {"v": "v > 0"},
}


def problem(numbers: dict[str, tuple[str, ...]], own: dict[str, Any] = CAUCHY, v: int = 0) -> Problem:
    """Return a problem with one column of some numbers of two classes."""
    rows = [(cell, label) for label, cells in numbers.items() for cell in cells]
    family = Family.of(**own, name="own")
    family = family.with_constants({"v": v}) if v else family
    table = Table.from_rows(rows, ["x", "kind"])
    return Problem(table, query={"q": {"x": "4"}}, families={"x": family})


@pytest.mark.exhaustive
def test_the_highest_of_several_maxima_is_the_estimate() -> None:
    """Of 1, 4.5 and 40 the likelihood has three maxima, and both readers find the same one highest."""
    solution = solve(problem({"oat": ("3", "5", "-4"), "rye": ("1", "4.5", "40")}))
    decimals = [str(rounded(solution[f"m(x|{k})"], Rounding(figures=6))) for k in ("oat", "rye")]
    assert decimals == ["3.34617", "4.22599"]
    assert solution["argmax(q)"].labels == ("rye",)  # type: ignore[union-attr]
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]


@all_of("numbers, places", [
    (("-3", "3"), "-2.828 and 2.828"), (("0", "6"), "0.1716 and 5.828"),
    (("-9", "-8", "8", "9"), "-8.378 and 8.378"), (("1", "1", "11", "11"), "1.101 and 10.90"),
])  # fmt: skip
def test_equal_likelihoods_are_a_tie(numbers: tuple[str, ...], places: str) -> None:
    """No estimate is named where several places are as likely, and the refusal names them."""
    with pytest.raises(ExactnbError, match=f"largest at 2 places, {places}: a tie"):
        solve(problem({"oat": numbers, "rye": ("1",)}))


@all_of(
    "numbers, estimate", [(("5",), 5), (("-1", "1"), 0), (("-1", "0", "1"), 0), (("2", "3"), F(5, 2))]
)
def test_a_rational_place_is_exact(numbers: tuple[str, ...], estimate: Fraction) -> None:
    """Where the middle of the numbers is best it is a fraction."""
    assert solve(problem({"oat": numbers}), only=["m(x|oat)"])["m(x|oat)"] == estimate


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(8))
def test_no_other_place_is_as_likely(seed: int) -> None:
    """The log-likelihood to 40 digits is smaller on a fine grid and nearby; a tie is symmetric."""
    dice = random.Random(f"several zeros {seed}")
    v = dice.choice((0, 0, 2, 3, 5))
    xs = [F(dice.randint(-40, 40), dice.choice((1, 2))) for _ in range(dice.randint(1, 6))]
    own = problem({"oat": tuple(map(str, xs))}, STUDENT if v else CAUCHY, v)
    try:
        value = solve(own, only=["m(x|oat)"])["m(x|oat)"]
    except Unsupported:
        assert sorted(xs) == sorted(min(xs) + max(xs) - x for x in xs)
        return
    with mpmath.workdps(40):
        place = mpmath.mpf(str(rounded(value, Rounding(figures=35))))
        data = [mpmath.mpf(x.numerator) / x.denominator for x in xs]

        def height(m: Any) -> Any:
            return -sum(mpmath.log(1 + (x - m) ** 2 / (v or 1)) for x in data)

        others = [mpmath.mpf(step) / 8 for step in range(-330, 331)]
        others += [place + side * mpmath.mpf(2) ** -power for power in (3, 20, 40) for side in (1, -1)]
        assert all(height(m) < height(place) for m in others if abs(m - place) > mpmath.mpf(10) ** -30)


@all_of("own, why", [
    ({**CAUCHY, "parameters": {"m": "m > 0"}}, "mixes x and m"),
    ({**CAUCHY, "density": "2/(pi (1+(x-m)^2))"}, "2, not"),
    ({**CAUCHY, "density": "1/(pi (1+(x-m)^2))^2"}, "no density"),
    ({**CAUCHY, "density": "exp(m-x)/(1+exp(m-x))^2"}, "mixes x and m"),
    ({**CAUCHY, "density": "m/(pi (m^2+x^2))", "parameters": {"m": "m > 0"}}, "mixes x and m"),
    (
        {**CAUCHY, "density": "s/(pi (s^2+(x-m)^2))", "parameters": {"m": "m real", "s": "s > 0"}},
        "mixes",
    ),
])  # fmt: skip
def test_other_forms_are_refused(own: dict[str, Any], why: str) -> None:
    """A range with ends, a scale, both, logistic densities, and what is no density are refused."""
    with pytest.raises(ExactnbError, match=why):
        derive(Family.of(**own))


@pytest.mark.exhaustive
def test_every_format_prints_it() -> None:
    """The solution and the theorem are printed in every format."""
    solution = solve(problem({"oat": ("3", "5", "-4"), "rye": ("1", "5", "6")}))
    for name in ("text", "latex", "html", "markdown", "typst", "json"):
        assert solution.render(name)
        assert derive(Family.of(**CAUCHY)).render(name)
