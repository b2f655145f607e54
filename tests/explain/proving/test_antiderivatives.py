"""Densities that have an antiderivative: they are shown to be one, and how probable more is, by it.

How to read: `FAMILIES` are densities of textbooks, with their estimates; `TOTALS` are integrals of any
formula, with their values, or why there is none.
"""

from __future__ import annotations

from typing import Any

import pytest
import sympy
from thoroughness import all_of

from exactnb import Family
from exactnb.core.expression.nodes import Domain, Expression, Integer, exp, log
from exactnb.core.expression.symbolic import to_sympy
from exactnb.errors import ExactnbError
from exactnb.explain.derivation import Chain
from exactnb.explain.proving.facts.antiderivatives import antiderivative_total
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.scope.alphabet import INFINITE
from exactnb.explain.proving.scope.scope import Declared
from exactnb.explain.proving.stated.families import theorem_of_specification
from exactnb.explain.proving.stated.openings import form_text
from exactnb.explain.proving.writing.formulas import letter, node, open_unit, reals, sqrt
from exactnb.explain.proving.writing.theorem import Proof, is_in, is_positive, tends_at_start

FAMILIES: dict[str, tuple[str, str, str, str, str]] = {
    # the density, its support, its parameter, a constant, and the estimate in S and n
    "Lomax": ("a/(1+x)^(a+1)", "x > 0", "a > 0", "", "n / S"),
    "Lomax with a scale": ("a/s (1+x/s)^(-a-1)", "x > 0", "a > 0", "s > 0", "n / S"),
    "Burr": ("c k x^(c-1)/(1+x^c)^(k+1)", "x > 0", "k > 0", "c > 0", "n / S"),
    "Gompertz": ("b h exp(h + b x - h exp(b x))", "x > 0", "h > 0", "b > 0", "n / (S - n)"),
    "Fréchet": ("k s^k x^(-k-1) exp(-(s/x)^k)", "x > 0", "s > 0", "k > 0", "(n / S)^(1 / k)"),
    "inverse Weibull": ("a k x^(-k-1) exp(-a x^(-k))", "x > 0", "a > 0", "k > 0", "n / S"),
    "logistic with a shape": ("a exp(-x)/(1+exp(-x))^(a+1)", "x real", "a > 0", "", "n / S"),
    "Gumbel": ("exp(m - x - exp(m - x))", "x real", "m real", "", "log n - log S"),
    "a square put in": ("2 a x/(1+x^2)^(a+1)", "x > 0", "a > 0", "", "n / S"),
    "exponential, a negative rate": ("-s exp(s x)", "x > 0", "s < 0", "", "-n / S"),
    "normal, a negative deviation": (
        "-exp(-x^2/(2 s^2))/(s sqrt(2 pi))", "x real", "s < 0", "", "-sqrt(S / n)"),
    "exponential, mirrored": ("b exp(b (x-5))", "x < 5", "b > 0", "", "n / (5 n - S)"),
    "power, mirrored": ("t (-x)^(t-1)", "-1 < x < 0", "t > 0", "", "-n / S"),
    "Pareto, mirrored": (
        "a m^a (-x)^(-a-1)", "x < -m", "a > 0", "m > 0", "n / (S - n log m)"),
    "shifted exponential, mirrored": ("exp(x-t)", "x < t", "t real", "", "M"),
}  # fmt: skip
NO_TAIL = ("normal, a negative deviation",)


def family(name: str, **more: str) -> Family:
    """Return a family of the table."""
    density, support, parameter, constant, _ = FAMILIES[name]
    keys: dict[str, Any] = {"density": density, "support": support} | more
    keys["constants"] = {constant[0]: constant} if constant else {}
    return Family.of(**keys, parameters={parameter[0]: parameter})


@pytest.mark.exhaustive
@all_of("name", FAMILIES)
def test_densities_with_an_antiderivative_are_proved(name: str) -> None:
    """The estimate is that of textbooks, and a density that is twice as large is refused with 2."""
    found = family(name).declared.estimator
    (estimate,) = found.cases[0].estimates.values()
    assert str(estimate) == FAMILIES[name][4]
    steps = theorem_of_specification(found).steps()
    blocks = (block for step in steps for block in step.blocks if isinstance(block, Chain))
    reasons = [line.reason.words for block in blocks for line in block.lines]
    assert ("at the lower end" in reasons) == (name not in NO_TAIL)
    twice = family(name, density=f"2 ({FAMILIES[name][0]})").declared
    with pytest.raises(ExactnbError, match="its integral is 2, not 1"):
        theorem_of_specification(twice.estimator)


@all_of("name", [name for name in FAMILIES if name not in NO_TAIL], apart=7)
def test_the_tail_falls_as_the_density_says(name: str) -> None:
    """SymPy agrees: minus the slope of what the theorem has for more than a number is the density."""
    stated = family(name).declared
    numbers = dict.fromkeys([*stated.stated.parameters, *stated.stated.constants], sympy.Rational(7, 5))
    numbers |= {"s": -numbers["s"]} if "negative" in name else {}
    at = {sympy.Symbol(letter_): value for letter_, value in numbers.items()}
    x = sympy.Symbol("x")
    density, tail = (to_sympy(f).subs(at) for f in (stated.stated.formula, stated.estimator.tail))
    sign = -1 if "mirrored" in name else 1
    for place in (sympy.Rational(1, 3), sympy.Rational(2, 3)):
        there = {x: sign * place * (1 if "power" in name else 3)}
        gap = sympy.N((sympy.diff(tail, x) + density).subs(there), 20)
        assert abs(gap) < 1e-15
        assert 0 < sympy.N(tail.subs(there), 20) < 1 or "Pareto" in name


a, b, m, x = map(letter, "abmx")
LINE, UNIT = reals(), open_unit()
HALF_LINE, FROM_ONE = (Domain("open", (Integer(end), INFINITE[0])) for end in (0, 1))
TOTALS: list[tuple[Expression, Any, str]] = [
    # a formula, where x lies, and its integral, or why there is none: "" for what is not known
    (x ** (a - 1), UNIT, "1/a"),
    (exp(-(a * x)), HALF_LINE, "1/a"),
    (x * exp(-(x**2)), HALF_LINE, "1/2"),
    (1 / x, UNIT, "infinite"),
    (1 / x**2, UNIT, "infinite"),
    (1 / sqrt(x), UNIT, "2"),
    (1 / x, HALF_LINE, "infinite"),
    (node(1), HALF_LINE, "infinite"),
    (1 / (x * (1 - x)), UNIT, "infinite"),
    (1 / (sqrt(x) * (1 - x)), UNIT, "infinite"),
    (1 / (sqrt(x) * sqrt(1 - x)), UNIT, ""),
    (1 / (x * (1 + x)), HALF_LINE, "infinite"),
    (1 / (sqrt(x) * (1 + x)), HALF_LINE, ""),
    (1 / (x * (1 + log(x)) ** 2), FROM_ONE, "1"),
    (3 * x**2 + 2 * x, UNIT, "2"),
    ((1 + x) * (1 - x), UNIT, "2/3"),
    (1 / x**2, LINE, ""),
    (1 / (1 + x**2), LINE, ""),
    (exp(-x) / (1 + exp(-x)) ** 2, LINE, "1"),
    (exp(-x - exp(-x)), LINE, "1"),
    (exp(-(x**2)), LINE, ""),
    (exp(x) / (1 + exp(x)), LINE, "infinite"),
    (1 / x - 1 / (x + 1), FROM_ONE, ""),
    (exp(m * x), HALF_LINE, ""),
    (x**m, UNIT, ""),
]  # fmt: skip


def scope(domain: Any) -> Declared:
    """Return a scope in which x lies in a set, a and b are positive, and m is any number."""
    prover, proof = Prover(), Proof("p")
    proof.step("What is given")
    for fact in (is_positive(a), is_positive(b), is_in(m, LINE), is_in(x, domain)):
        proof.say("{}", fact)
    for step in proof.steps:
        assert not any(problem for _, problem in prover.step_problems(step))
    return prover.declared


@all_of("body, domain, value", TOTALS)
def test_an_integral_is_what_an_antiderivative_says(body: Expression, domain: Any, value: str) -> None:
    """Nothing is said of an integrand that has a pole inside, or limits of which no rule is known."""
    if value == "infinite":
        with pytest.raises(Refused, match="its integral is infinite"):
            antiderivative_total(scope(domain), x, body)
        return
    total = antiderivative_total(scope(domain), x, body)
    assert ("" if total is None else form_text(total)) == value


CLAIMS: list[tuple[Expression, Any, Any, Any, bool]] = [
    # what tends, where x lies, the end, the limit, and whether it is one
    (exp(-(a * x)), HALF_LINE, 0, 1, True),
    (exp(-(a * x)), HALF_LINE, 0, 0, False),
    (exp(-(a * x)), HALF_LINE, 1, 1, False),
    (exp(-(m * x)), HALF_LINE, 0, 1, True),
    ((1 / (1 + x)) ** a, HALF_LINE, 0, 1, True),
    (1 - exp(-(a / x)), HALF_LINE, 0, 1, True),
    (1 - exp(-(m / x)), HALF_LINE, 0, 1, False),
    (x**a, HALF_LINE, 0, 0, True),
    (x**a, HALF_LINE, 0, 1, False),
    (x**m, HALF_LINE, 0, 0, False),
    (log(x) + 1, HALF_LINE, 0, 1, False),
    (x * log(x) + 1, HALF_LINE, 0, 1, False),  # which it does, but by no rule
    (1 / x - 1 / x, HALF_LINE, 0, 0, False),
]


@all_of("formula, domain, end, value, holds", CLAIMS)
def test_limits_at_an_end_are_worked_out(
    formula: Expression, domain: Any, end: int, value: int, holds: bool
) -> None:
    """A limit is one by the closed list of rules; no other end and no other value is accepted."""
    prover, proof = Prover(), Proof("p")
    proof.step("What is given")
    for fact in (is_positive(a), is_in(m, LINE), is_in(x, domain)):
        proof.say("{}", fact)
    proof.chain(formula, tends_at_start(node(value), x, node(end)))
    *_, last = [problem for step in proof.steps for _, problem in prover.step_problems(step)]
    assert (last == "") == holds, last
