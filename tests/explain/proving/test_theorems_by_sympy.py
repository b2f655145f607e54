"""Equations of theorems proved a second time, by SymPy: at small sizes, with parameters as symbols."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from by_sympy import verdict, verdicts
from theorem_scopes import claims
from thoroughness import choose, in_both_runs, one_in

from exactnb.core.expression.nodes import Integer, Negative, Product, Sum
from exactnb.core.expression.reasons import Rule
from exactnb.explain.proving.theorems import names, theorem

UNREAD = {"posterior-mean": 3, "dirichlet-multinomial": 5}
"""Equations with integrals over letters, which are not unfolded."""
OPEN = {"log-ratio-linear": 1}
"""Equations with powers whose exponents are letters, which SymPy brings to no common form."""
DATA = choose(quick=1, exhaustive=2)


@in_both_runs
@one_in(12, "name", names())
def test_sympy_proves_the_equations_of_a_theorem(name: str) -> None:
    """Sums, products, logarithms and slopes are equal for all parameters, at small random data."""
    steps, found = theorem(name).steps(), Counter[str]()
    for number in range(DATA):
        found += verdicts(steps, Random(f"{name} {number}"))
    assert found["true"]
    assert found["false"] == 0
    assert found["open"] <= DATA * OPEN.get(name, 0)
    assert found["not judged"] <= DATA * UNREAD.get(name, 0)


@in_both_runs
def test_sympy_refutes_what_is_planted() -> None:
    """An equation with 1 more, the other sign, or twice its right side is false, unless that is 0."""
    refuted = 0
    for name in choose(quick=names()[::24], exhaustive=names()[::6]):
        for claim in claims(theorem(name).steps()):
            line = claim.line
            known = line.relation == "=" and line.reason.rule in (Rule.SAME, Rule.DIFFERENTIATE)
            if not known or verdict(claim, Random(name)) != "true":
                continue
            one, right = Integer(1), line.right
            planted = (Sum((right, one)), Product((Integer(2), right)), Negative(right))
            found = [
                verdict(replace(claim, line=replace(line, right=wrong)), Random(name))
                for wrong in planted
            ]
            assert found[0] == "false", (name, str(line))
            assert found[1] == found[2], (name, str(line))  # both are true of 0, and of nothing else
            refuted += found.count("false")
    assert refuted > choose(quick=12, exhaustive=75)


@one_in(3, "name", ["bernoulli-mle", "gaussian-mean", "prior-mle"])
def test_a_slope_with_another_power_is_false(name: str) -> None:
    """A slope that is planted as the slope of the slope, or as the formula, is refuted."""
    for claim in claims(theorem(name).steps()):
        if claim.line.reason.rule is Rule.DIFFERENTIATE:
            wrong = Product((claim.line.right, claim.line.right))
            planted = replace(claim, line=replace(claim.line, right=wrong))
            assert verdict(planted, Random(name)) == "false"
