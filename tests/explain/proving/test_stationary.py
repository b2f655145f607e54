"""No slope where a likelihood is largest that falls on both sides; and Student's integral."""

from __future__ import annotations

import mpmath
import pytest
from thoroughness import all_of

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Domain, Expression, Integer
from exactnb.core.expression.reading.formulas import read_formula
from exactnb.explain.derivation.lines import Line
from exactnb.explain.proving.facts.totals import total_and_facts
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.forms.rational import ONE
from exactnb.explain.proving.forms.roots import is_known_zero
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.scope.reading import reader_for
from exactnb.explain.proving.writing.formulas import (
    argmax,
    derivative,
    function,
    index,
    letter,
    log,
    reals,
    span,
    sum_over,
)
from exactnb.explain.proving.writing.theorem import (
    STATIONARY,
    cite,
    define,
    differentiate,
    given,
    is_in,
    is_more,
    is_positive,
    runs,
)

ROW = index("i", span("n"))
N, M, X = letter("n"), letter("m"), letter("x").above(ROW)
P, ELL = function("p")(X), function("ℓ")(M)
Q = 1 + (X - M) ** 2
SLOPE = 2 * (X - M) / Q
LINES: dict[str, Line] = {
    "rows": runs(ROW),
    "some": is_positive(N),
    "m": is_in(M, reals()),
    "x": is_in(X, reals()),
    "density": given(1 / (nodes.Pi() * Q), "density").of(P),
    "likelihood": define(sum_over(ROW, log(P))).of(ELL),
    "slope": differentiate(sum_over(ROW, SLOPE)).of(derivative(ELL, M)),
    "sought": define(argmax(M, ELL), "the MLE").of(M.hat),
}


def at_best(formula: Expression) -> Expression:
    return nodes.replace(formula, lambda part: M.hat if part == M else None)


def problem(left: Expression, right: int = 0, **changed: Line | None) -> str:
    """Return the first problem of the lines, some `changed` or left out, and the claim."""
    prover = Prover()
    claim = cite(Integer(right), STATIONARY).of(left)
    for line in (*({**LINES, **changed}).values(), claim):
        if line is not None and (found := prover.line_problem(line, None)):
            return found
    return ""


BEST = at_best(sum_over(ROW, SLOPE))


def test_the_slope_is_zero_at_the_estimate() -> None:
    """Of a Cauchy density the line is accepted."""
    assert problem(BEST) == ""


def density(formula: Expression, slope: Expression) -> dict[str, Line]:
    return {
        "density": given(formula, "density").of(P),
        "slope": differentiate(sum_over(ROW, slope)).of(derivative(ELL, M)),
    }


def test_a_likelihood_that_rises_has_no_largest_value() -> None:
    """Of what rises on both sides nothing is shown, whatever its slope is."""
    rising: dict[str, Line | None] = {
        "likelihood": define(sum_over(ROW, -log(P))).of(ELL),
        "slope": differentiate(sum_over(ROW, -SLOPE)).of(derivative(ELL, M)),
        "sought": define(argmax(M, ELL)).of(M.hat),
    }
    assert "may not fall on both sides" in problem(at_best(sum_over(ROW, -SLOPE)), **rising)


@all_of("formula", ["x^2-1", "(x-m)^2", "x^2-2*m*x+1", "x^2-m*x+m", "-x^2+2*m*x-1"])
def test_a_quadratic_that_may_be_zero_has_no_sign(formula: str) -> None:
    """Only where four times the outer coefficients exceed the square of the inner one it is known."""
    prover = Prover()
    for line in (is_in(letter("x"), reals()), is_in(letter("m"), reals())):
        prover.line_problem(line, None)
    reader = reader_for(prover.declared, counts=False)
    assert reader.forms.sign(reader.read(read_formula(formula, ("x", "m")))) not in ("+", "-")


CHANGED: dict[str, dict[str, Line | None]] = {
    "no rows known": {"some": None},
    "not all numbers": {"m": is_in(M, Domain("open", (Integer(0), nodes.Special("∞"))))},
    "nothing sought": {"sought": None},
    "no slope": {"slope": None},
    "another body": {"likelihood": define(-sum_over(ROW, log(P))).of(ELL)},
    "free of it": density(1 / (1 + X**2), Integer(0) * X),
    "exponential": density(nodes.exp(M), Integer(1) + 0 * X),
}


@all_of("name", CHANGED)
def test_other_lines_show_nothing(name: str) -> None:
    """Where the place may lie at an end, or the likelihood does not fall, the line is refused."""
    assert problem(BEST, **CHANGED[name]) != ""


@all_of("left", [sum_over(ROW, SLOPE), 2 * BEST, at_best(sum_over(ROW, X - M))])
def test_other_claims_are_refused(left: Expression) -> None:
    """The slope elsewhere, another formula, and another value are no instance."""
    assert problem(left) != ""
    assert problem(BEST, 1) != ""


@pytest.mark.exhaustive
@all_of("formula", [
    "1/(pi*(1+(x-m)^2))", "2/(pi*(1+(x-m)^2)^2)", "3/8*(1+(x-m)^2/4)^(-5/2)", "v/(pi*(v^2+(x-m)^2))",
    "Gamma((v+1)/2)/(sqrt(v*pi)*Gamma(v/2))*(1+(x-m)^2/v)^(-(v+1)/2)", "2/(pi*(1+(2*x-m)^2))",
    "Gamma(v)/(sqrt(pi)*Gamma(v-1/2))*(x^2-2*m*x+m^2+1)^(-v)",
])  # fmt: skip
def test_students_integral_is_what_quadrature_says(formula: str) -> None:
    """Densities of this kind add up to 1, by the fact and at numbers for their letters."""
    prover = Prover()
    for line in (is_in(letter("x"), reals()), is_in(letter("m"), reals()), is_more(letter("v"), 1)):
        assert prover.line_problem(line, None) == ""
    facts, value = total_and_facts(prover.declared, letter("x"), read_formula(formula, ("x", "m", "v")))
    assert facts == {"Student’s integral"}
    assert is_known_zero(value - ONE)
    names = {"pi": mpmath.pi, "sqrt": mpmath.sqrt, "Gamma": mpmath.gamma}
    letters = {**names, "m": mpmath.mpf(3) / 7, "v": mpmath.mpf(5) / 3}
    text = formula.replace("^", "**").replace("-5/2", "-mpf(5)/2").replace("3/8", "mpf(3)/8")
    ends = [-mpmath.inf, -3, 0, 3, mpmath.inf]
    added = mpmath.quad(lambda x: eval(text, {**letters, "mpf": mpmath.mpf, "x": x}), ends)
    assert mpmath.almosteq(added, 1, 1e-8)


@all_of(
    "formula", ["(1+(x-m)^2)^(-1/2)", "((x-m)^2)^(-2)", "(x^2-1)^(-2)", "(1+x)^(-2)", "(1+x^4)^(-1)"]
)
def test_other_powers_are_not_integrated(formula: str) -> None:
    """What does not converge, what is zero somewhere, and other degrees are refused."""
    prover = Prover()
    for line in (is_in(letter("x"), reals()), is_in(letter("m"), reals())):
        prover.line_problem(line, None)
    with pytest.raises(Refused):
        total_and_facts(prover.declared, letter("x"), read_formula(formula, ("x", "m")))
