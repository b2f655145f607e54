"""A density with a number in place of a constant: what holds for the letter holds for it."""

from __future__ import annotations

import pytest
import sympy
from thoroughness import all_of

from exactnb import Problem, solve
from exactnb.core.expression import nodes
from exactnb.core.expression.reading.formulas import read_formula
from exactnb.core.expression.symbolic import to_sympy
from exactnb.core.families.declared.reading import read_specification
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.deriving.finding import derive_estimator
from exactnb.errors import Place, Unsupported
from exactnb.explain.proving.stated.families import theorem_of_specification

COUNTED, UP_TO = "x in {0, 1, ...}", "x in {0, ..., N}"
TYPED: list[tuple[str, str, str, str]] = [
    # a mass or density with the constant N, its support, what N may be, the parameter
    ("C(N,x) p^x (1-p)^(N-x)", UP_TO, "N in {1, 2, ...}", "p"),
    ("N!/(x! (N-x)!) p^x (1-p)^(N-x)", UP_TO, "N in {1, 2, ...}", "p"),
    (r"\binom{N}{x} p^x (1-p)^(N-x)", UP_TO, "N in {1, 2, ...}", "p"),
    ("C(N,N-x) p^x (1-p)^(N-x)", UP_TO, "N in {1, 2, ...}", "p"),
    ("t^N x^(N-1) exp(-t x)/(N-1)!", "x > 0", "N in {1, 2, ...}", "t"),
]


def family(formula: str, support: str, parameter: str, *constants: str) -> dict[str, object]:
    """Return the keys of a family."""
    return {
        "mass" if "{" in support else "density": formula,
        "support": support,
        "parameters": {parameter: f"0 < {parameter} < 1" if parameter in "pq" else f"{parameter} > 0"},
        "constants": dict(zip("N", constants, strict=False)),
    }


def value(estimate: nodes.Expression, **numbers: int) -> sympy.Expr:
    """Return what an estimate is worth with numbers for the constants."""
    apart = {TOTAL: nodes.Symbol("total"), ROWS: nodes.Symbol("rows")}
    return sympy.simplify(to_sympy(nodes.replace(estimate, apart.get)).subs(numbers))


def proved(keys: dict[str, object]) -> sympy.Expr:
    """Return the estimate of a family, which is proved."""
    found = derive_estimator(read_specification("", keys, Place()))
    theorem_of_specification(found)
    return value(found.estimate)


@pytest.mark.exhaustive
@all_of("formula, support, whole, parameter", TYPED)
def test_a_number_is_a_constant(formula: str, support: str, whole: str, parameter: str) -> None:
    """The estimate of a family with a number is proved, and that of the letter with it put in."""
    of_letter = family(formula, support, parameter, whole)
    for n in (1, 30):
        put = [text.replace("N", str(n)) for text in (formula, support)]
        found = derive_estimator(read_specification("", of_letter, Place())).estimate
        assert proved(family(*put, parameter)) == value(found, N=n)


@pytest.mark.exhaustive
def test_a_solved_problem_is_the_same_with_a_number() -> None:
    """With C(5, x) a problem has the posterior that it has with C(N, x) and N = 5."""
    texts = [
        (f'"{TYPED[0][0]}"', f'"{UP_TO}"', '{ N = "N in {1, 2, ...}" }', "{ f = { N = 5 } }"),
        ('"C(5,x) p^x (1-p)^(5-x)"', '"x in {0, ..., 5}"', "{}", '"f"'),
    ]
    worth = []
    for mass, support, constants, chosen in texts:
        head = f"[families.f]\nmass = {mass}\nsupport = {support}\nconstants = {constants}\n"
        parameters = 'parameters = { p = "0 < p < 1" }\n'
        rows = "[data]\ntable = '''\nz k\n1 a\n2 a\n4 b\n3 b\n'''\n"
        model = f"[model]\nfamilies = {{ z = {chosen} }}\n[query]\nq = {{ z = 3 }}\n"
        problem = Problem.from_text(head + parameters + rows + model)
        worth.append(solve(problem).text().split("  Multiply: ")[1])
    assert worth[0] == worth[1]


CHOSEN: list[tuple[str, str]] = [
    ("C(x+N-1,x)", "(x+N-1)!/(x! (N-1)!)"),
    ("C(x+N-1,N-1)", "(x+N-1)!/((N-1)! x!)"),
    ("C(N-1+x,N-1)", "(N-1+x)!/((N-1)! x!)"),
    (r"\binom{x+N-1}{x}", "(x+N-1)!/(x! (N-1)!)"),
    ("C(x+2,x)", "(x+2)!/(x! 2!)"),
    ("C(x+2,2)", "(x+2)!/(2! x!)"),
    ("C(7,3)", "7!/(3! 4!)"),
    ("C(N,x)", "N!/(x! (N-x)!)"),
    ("C(N,N-x)", "N!/((N-x)! x!)"),
    ("C(10,x)", "10!/(x! (10-x)!)"),
    ("C(3+x,5)", "(3+x)!/(5! (x-2)!)"),
    ("C(2,3-x)", "2!/((3-x)! (x-1)!)"),
]


@all_of("typed, meant", CHOSEN)
def test_terms_that_cancel_are_left_out_of_a_binomial_coefficient(typed: str, meant: str) -> None:
    """What is left of (x + r − 1) − x is r − 1, and 10 − x stays as it is."""
    assert read_formula(typed, "xN") == read_formula(meant, "xN")


@pytest.mark.exhaustive
@all_of("formula", [f"{formula} q^N (1-q)^x" for formula, _ in CHOSEN[:4]])
def test_a_negative_binomial_is_one_with_each_coefficient(formula: str) -> None:
    """The coefficients of x failures before the last success are those of a mass function."""
    total, rows, r = map(sympy.Symbol, ("total", "rows", "N"))
    keys = family(formula, COUNTED, "q", "N in {1, 2, ...}")
    assert proved(keys) == sympy.simplify(rows * r / (total + rows * r))


@all_of("formula", ["C(9,x) p^x (1-p)^(10-x)", "C(10,x+1) p^x (1-p)^(10-x)"], apart=2)
def test_another_coefficient_is_none_of_a_mass_function(formula: str) -> None:
    """With another number in the coefficient, what is stated adds up to something else."""
    with pytest.raises(Unsupported):
        proved(family(formula, "x in {0, ..., 10}", "p"))
