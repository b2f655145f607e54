"""Lines of theorems proved a second time, by SymPy: at small sizes, with parameters as symbols."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from rules_by_sympy import judges, verdict, verdicts
from theorem_scopes import claims
from thoroughness import one_in

from exactnb.core.expression.nodes import Integer, Negative, Product, Sum
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.spell import spell
from exactnb.explain.derivation import Line
from exactnb.explain.proving.theorems import names, theorem

UNREAD = {
    "posterior-mean": 9, "dirichlet-multinomial": 19,  # integrals from 0 to 1
    "variance-unbiased": 5,  # expectations
    "lda-mle": 2,  # determinants
    "other-boundary": 1, "repeated-columns": 1,  # signs of logarithms
}  # fmt: skip
"""Lines with what is not unfolded, or not decided there."""
OPEN = {"log-ratio-linear": 1, "repeated-columns": 1} | dict.fromkeys(
    ("prior-map", "categorical-map", "multinomial-map", "m-estimate"), 1
)
"""Lines with letters in exponents or in many logarithms, which SymPy brings to no common form."""
REFUTED = {Rule.SAME: 60, Rule.DIFFERENTIATE: 10, Rule.MAXIMUM: 10, Rule.SOLUTION: 4}
"""How many planted faults are false for certain, at least."""
TURNED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}


@one_in(36, "name", names(), exhaustive=2)
def test_sympy_proves_the_lines_of_a_theorem(name: str) -> None:
    """Whatever a line claims is so for all parameters, at small random data."""
    found = verdicts(theorem(name).steps(), Random(f"{name} 0"))
    assert found["true"]
    assert found["false"] == 0
    assert found["open"] <= OPEN.get(name, 0)
    assert found["not judged"] <= UNREAD.get(name, 0)


@pytest.mark.exhaustive
def test_sympy_refutes_what_is_planted() -> None:
    """An equation with 1 more or less is not true, nor is a comparison turned round."""
    refuted = Counter[Rule]()
    for name in names()[::6]:
        for claim in claims(theorem(name).steps()):
            if not judges(claim) or verdict(claim, Random(name)) != "true":
                continue
            for wrong in planted(claim.line):
                word = verdict(replace(claim, line=wrong), Random(name))
                assert word != "true", (name, spell(wrong.left), wrong.relation, spell(wrong.right))
                refuted[claim.line.reason.rule] += word == "false"
    assert {rule: number for rule, number in REFUTED.items() if refuted[rule] < number} == {}


def planted(line: Line) -> Iterator[Line]:
    """Yield a line with faults."""
    if line.relation in TURNED:
        yield replace(line, relation=TURNED[line.relation])
    elif line.relation == "=":
        for fault in (Integer(1), Negative(Integer(1))):
            yield replace(line, right=Sum((line.right, fault)))


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["bernoulli-mle", "gaussian-mean", "prior-mle"])
def test_a_slope_with_another_power_is_false(name: str) -> None:
    """A slope that is planted as the slope of the slope, or as the formula, is refuted."""
    for claim in claims(theorem(name).steps()):
        if claim.line.reason.rule is Rule.DIFFERENTIATE:
            wrong = Product((claim.line.right, claim.line.right))
            planted = replace(claim, line=replace(claim.line, right=wrong))
            assert verdict(planted, Random(name)) == "false"
