"""Estimators that are found from densities: those of textbooks, and why others are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from families_by_formula import MAPS, ROWS, Row

from exactnb.core.expression import nodes
from exactnb.core.expression.symbolic import to_sympy
from exactnb.core.families.deriving.estimator import ROWS as N
from exactnb.core.families.deriving.estimator import TOTAL
from exactnb.core.families.deriving.finding import derive_estimator

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


@pytest.mark.parametrize("row", [*ROWS, *MAPS], ids=lambda row: row.specification.name)
def test_estimates_of_textbooks_are_found(row: Row) -> None:
    """From the density alone comes the estimate that books have, in S and n."""
    found = derive_estimator(row.specification).estimate
    text = row.estimate.replace("^", "**").replace(" ", "*").replace("*-*", "-").replace("*+*", "+")
    for place in PLACES:
        letters = {"S": place["S"], "n": place["n"], **constants()}
        expected = sympy.sympify(text, {name: sympy.Rational(str(of)) for name, of in letters.items()})
        assert sympy.simplify(worth(found, place) - expected) == 0
