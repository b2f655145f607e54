"""One parameter with the sums of x and x²: the positive zero of a quadratic, and what is refused."""

from __future__ import annotations

import random
from fractions import Fraction
from math import exp, pi, sqrt

import pytest
import sympy
from families_by_formula import TWO_SUMS, Row
from thoroughness import all_of

from exactnb import Family, Problem, Solution, Table, solve
from exactnb.core.families.deriving.finding import derive_estimator
from exactnb.errors import Unsupported

CURVED = "1/(t sqrt(2 pi)) exp(-(x-{times} t)^2/(2 t^2))"


def family(density: str, parameter: str = "t > 0") -> Family:
    """Return the family of a density on all numbers."""
    return Family.of(density=density, support="x real", parameters={"t": parameter})


def solved(density: str, numbers: list[Fraction]) -> Solution:
    """Return the solution of a class with some numbers, and of another one with 1 and 2."""
    rows = [*((str(number), "a") for number in numbers), ("1", "b"), ("2", "b")]
    families = {"x": family(density)}
    return solve(
        Problem(Table.from_rows(rows, ["x", "kind"]), query={"q": {"x": "1"}}, families=families)
    )


@pytest.mark.parametrize("row", TWO_SUMS, ids=lambda row: row.specification.name)
def test_the_estimate_is_that_of_the_row(row: Row) -> None:
    """The positive zero is written as books have it."""
    estimator = derive_estimator(row.specification)
    (estimate,) = (case.estimates for case in estimator.cases)
    assert estimate is not None
    assert str(estimate["θ"]) == row.estimate


def test_the_estimate_of_three_numbers() -> None:
    """Of 1, 2, 3 with mean and deviation t it is (√(4·14·3 + 36) − 6)/6 = (√204 − 6)/6, by hand."""
    value = solved(CURVED.format(times=1), [Fraction(number) for number in (1, 2, 3)])["t(x|a)"]
    assert sympy.simplify(sympy.sympify(value) - (sympy.sqrt(204) - 6) / 6) == 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(4))
def test_the_likelihood_is_less_elsewhere(seed: int) -> None:
    """At the estimate the log-likelihood has no slope, and it is above that of forty other places."""
    dice = random.Random(f"two sums {seed}")
    times = dice.choice((-2, -1, 1, 2, 3))
    numbers = [Fraction(dice.randint(-30, 30), dice.randint(1, 5)) for _ in range(dice.randint(1, 5))]
    if not any(numbers):
        numbers.append(Fraction(1))
    t = sympy.Symbol("t", positive=True)
    logs = sum(-sympy.log(t) - (sympy.Rational(x) - times * t) ** 2 / (2 * t**2) for x in numbers)
    density = CURVED.format(times=times).replace("x--", "x+").replace("x-1 ", "x-")
    best = sympy.sympify(solved(density, numbers)["t(x|a)"])
    assert sympy.simplify(sympy.diff(logs, t).subs(t, best)) == 0
    for place in range(1, 41):
        other = best * sympy.Rational(place, 20)
        assert other == best or sympy.N(logs.subs(t, best) - logs.subs(t, other), 50) > 0


def test_a_posterior_by_floating_point() -> None:
    """The posterior is that of the two densities, worked out in floating point from the formula."""
    found = solved(CURVED.format(times=1), [Fraction(number) for number in (4, 5)])

    def density(numbers: list[float]) -> float:
        total, squares, rows = sum(numbers), sum(x * x for x in numbers), len(numbers)
        t = (sqrt(total**2 + 4 * rows * squares) - total) / (2 * rows)
        return exp(-((1 - t) ** 2) / (2 * t * t)) / (t * sqrt(2 * pi))

    first, second = density([4, 5]), density([1, 2])
    assert float(found["P(a|q)"]) == pytest.approx(first / (first + second), rel=1e-12)


def test_numbers_that_are_all_zero_have_no_estimate() -> None:
    """The likelihood rises as the parameter falls to zero."""
    with pytest.raises(Unsupported, match="no t is estimated"):
        solved(CURVED.format(times=1), [Fraction(0), Fraction(0)])


@all_of(
    "density, parameter",
    [
        (CURVED.format(times=1), "t > 1"),  # where the zero need not lie
        (CURVED.format(times=1), "t real"),
        ("exp(-(x-t)^2/(2 t^4))/(t^2 sqrt(2 pi))", "t > 0"),  # a slope with more zeros
        ("exp(-(x-1/t)^2/(2 t^2))/(t sqrt(2 pi))", "t > 0"),
    ],
)
def test_other_forms_are_refused(density: str, parameter: str) -> None:
    """No candidate is offered where another zero of the slope is not ruled out."""
    with pytest.raises(Unsupported):
        derive_estimator(family(density, parameter).declared.stated)
