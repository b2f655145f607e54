"""Estimators that are found from densities: those of textbooks, and why others are refused."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

import pytest
import sympy
from families_by_formula import MAPS, POSITIVE, ROWS, SEVERAL, Row, X, family, θ
from thoroughness import all_of, one_in

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import exp
from exactnb.core.expression.symbolic import to_sympy
from exactnb.core.families.deriving.estimator import ROWS as N
from exactnb.core.families.deriving.estimator import TOTAL
from exactnb.core.families.deriving.finding import derive_estimator
from exactnb.errors import TooMuch

PLACES = ({"S": "7/3", "n": 4}, {"S": 11, "n": 3}, {"S": "5/2", "n": 2})
"""Sums and numbers of rows at which two estimates are compared; constants get numbers of their own."""


def worth(formula: nodes.Expression, place: dict[str, object]) -> sympy.Expr:
    """Return an estimate with numbers for its letters, S and n apart from those of the family."""
    apart = {TOTAL: nodes.Symbol("total"), N: nodes.Symbol("rows")}
    value = to_sympy(nodes.replace(formula, apart.get))
    numbers = {"total": place["S"], "rows": place["n"], **constants()}
    return value.subs({sympy.Symbol(name): sympy.Rational(str(of)) for name, of in numbers.items()})


def constants() -> dict[str, Fraction]:
    return {name: Fraction(at + 2) for at, name in enumerate("abghkmNrsv")}


TAILS = {
    "exponential": "exp(-x λ)",
    "exponential-mean": "exp(-x / μ)",
    "pareto": "(m / x)^a",
    "rayleigh": "exp(-x^2 / (2 σ^2))",
    "weibull": "exp(-x^k / λ^k)",
    "power": "1 - x^θ",
    "power-of-rest": "(1 - x)^b",
    "kumaraswamy": "(1 - x^a)^b",
}


@pytest.mark.exhaustive
def test_what_lies_beyond_a_number_is_found() -> None:
    """More than a number has a closed probability where the statistic is finite at an end."""
    names = (*TAILS, "erlang", "poisson")
    rows = [row.specification for row in ROWS if row.specification.name in names]
    found = {specification.name: derive_estimator(specification).tail for specification in rows}
    assert {name: str(tail) for name, tail in found.items() if tail is not None} == TAILS


@one_in(12, "row", [*ROWS, *MAPS], ids=lambda row: row.specification.name)
def test_estimates_of_textbooks_are_found(row: Row) -> None:
    """From the density alone comes the estimate that books have, in S and n."""
    found = derive_estimator(row.specification).estimate
    text = row.estimate.replace("^", "**").replace(" ", "*").replace("*-*", "-").replace("*+*", "+")
    for place in PLACES:
        letters = {"S": place["S"], "n": place["n"], **constants()}
        expected = sympy.sympify(text, {name: sympy.Rational(str(of)) for name, of in letters.items()})
        assert sympy.simplify(worth(found, place) - expected) == 0


@one_in(12, "row", SEVERAL, ids=lambda row: row.specification.name)
def test_several_parameters_are_found_in_turn(row: Row) -> None:
    """Each parameter has an estimate in its own sum, which may have the parameters before it."""
    case, *partial = derive_estimator(row.specification).cases
    assert case.estimates is not None
    assert ", ".join(map(str, case.estimates.values())) == row.estimate
    assert all(each.estimates and each.estimates.items() < case.estimates.items() for each in partial)


BIG = 10**9
LARGE = {
    "power": (1 + X) ** BIG,
    "tower": X ** (nodes.Integer(9) ** (nodes.Integer(9) ** nodes.Integer(9))),
    "factorial": nodes.factorial(BIG),
    "product": nodes.Product(tuple(1 + X + nodes.Integer(at) for at in range(12))),
    "number": nodes.Integer(10**100),
    "long": nodes.Sum((X,) * 500),
    "deep": reduce(lambda inner, _: nodes.exp(inner), range(500), X),
    "power-of-power": ((1 + X) ** 20) ** 20,
    "letters-on-letters": reduce(lambda exponent, _: θ**exponent, range(7), θ),
    "large-in-exponent": θ ** (θ**100),
    "powers-of-powers": nodes.exp(-(X * reduce(lambda power, _: power**90, range(6), θ))),
    "gamma-of-large": nodes.Function("Gamma", θ * BIG),
    "gamma-of-power": nodes.Function("Gamma", θ**60),
    "gamma-of-gamma": reduce(lambda inner, _: nodes.Function("Gamma", inner), range(4), θ + 4),
}


@all_of("name", LARGE)
def test_what_would_be_endless_work_is_refused(name: str) -> None:
    """A density with a tower, a huge number or endless terms is refused before it is multiplied out."""
    specification = family("", LARGE[name] * exp(-(θ * X)), POSITIVE, (θ, POSITIVE))
    with pytest.raises(TooMuch):
        derive_estimator(specification)
