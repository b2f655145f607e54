"""Estimates without a closed form: enclosed between numbers at which the slope changes its sign."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
import sympy
from families_by_formula import ENCLOSED, UNIT, Row
from thoroughness import choose, in_both_runs, one_in
from worked import EXAMPLES

from exactnb import Problem, solve
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression import nodes
from exactnb.core.expression.enclosed_values import InverseFunction
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import stated
from exactnb.core.expression.symbolic import to_sympy
from exactnb.core.families.declared.family import Family
from exactnb.core.families.declared.specification import Whole, evaluate_constants
from exactnb.core.families.deriving.estimator import ROWS, TOTAL
from exactnb.core.families.deriving.finding import derive_estimator
from exactnb.core.naming.names import Role
from exactnb.errors import Unsupported
from exactnb.explain.derivation.agreement import distribution_problem
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.stated.families import theorem_of_specification
from exactnb.explain.proving.writing.theorem import VARIANCE

F = Fraction
NAMES = {row.specification.name: row for row in ENCLOSED}
LIMITS = {"truncated-exponential": F(1, 2), "four-values": F(3, 2)}
"""What is expected at the open end of a parameter, where that is finite and can be passed."""
DIGITS = 40


def data_of(row: Row, dice: random.Random) -> list[Fraction]:
    """Return numbers of the support, which have an estimate."""
    support = row.specification.support
    if isinstance(support, Whole):
        first = int(str(support.first))
        return [F(first), *(F(dice.randint(first, 3)) for _ in range(3)), F(first + 1)]
    most = 17 if support == UNIT else 5
    return [F(dice.randint(1, 7), most * dice.choice((1, 2))) for _ in range(4)]


@in_both_runs
@pytest.mark.parametrize("seed", range(choose(quick=3, exhaustive=20)))
def test_estimates_are_where_as_much_is_expected_as_is_seen(seed: int) -> None:
    """All digits are those that mpmath works out, and the likelihood is less at other places."""
    dice = random.Random(f"enclosed {seed}")
    row = dice.choice(ENCLOSED)
    specification = row.specification
    data, (letter,) = data_of(row, dice), specification.parameters
    found = derive_estimator(specification)
    statistic = evaluate_constants(found.statistic, {"b": F(2)})
    parts = [nodes.replace(statistic, {nodes.Symbol("x"): nodes.node(x)}.get) for x in data]
    total, count = stated(nodes.Sum.of(parts)), nodes.Integer(len(data))
    formula = evaluate_constants(found.estimate, {"b": F(2)} if "b" in specification.constants else {})
    try:
        value = evaluate(stated(nodes.replace(formula, {TOTAL: total, ROWS: count}.get)))
    except Unsupported:  # so much is never expected, and the likelihood rises to an open end
        assert sum(data) / len(data) >= LIMITS[specification.name]
        return
    digits = str(rounded(value, Rounding(figures=DIGITS)))  # type: ignore[arg-type]
    places = {sympy.Symbol(name): 2 for name in specification.constants}
    with mpmath.workdps(DIGITS + 20):
        best = mpmath.mpf(digits)
        expected = sympy.lambdify(sympy.Symbol(letter), to_sympy(found.expected).subs(places), "mpmath")
        seen = mpmath.fsum(mpmath.mpmathify(sympy.N(to_sympy(p), DIGITS + 20)) for p in parts) / len(
            data
        )
        root = mpmath.findroot(lambda at: expected(at) - seen, best)
        assert mpmath.mpf(mpmath.nstr(root, DIGITS)) == best  # both are rounded once
        x = sympy.Symbol("x")
        density = sympy.lambdify(
            (x, sympy.Symbol(letter)), to_sympy(specification.formula).subs(places), "mpmath"
        )

        def likelihood(at: object) -> object:
            return mpmath.fprod(density(mpmath.mpf(of.numerator) / of.denominator, at) for of in data)

        most = likelihood(best)
        for _ in range(8):
            share = mpmath.mpf(dice.randint(1, 99)) / 100
            other = share if specification.parameters[letter] == UNIT else best * 2 * share
            assert likelihood(other) < most or abs(other - best) < 1e-9


@one_in(3, "name", NAMES)
def test_what_is_expected_is_that_of_books(name: str) -> None:
    """μ is, at three places, what books have as the mean of the statistic."""
    row = NAMES[name]
    found = derive_estimator(row.specification)
    (letter,) = row.specification.parameters
    text = row.estimate.replace("^", "**").replace(" ", "*").replace("*-*", "-").replace("*+*", "+")
    for place in ("1/3", "2/5", "5/7"):
        places = {sympy.Symbol(letter): sympy.Rational(place), sympy.Symbol("b"): sympy.Integer(2)}
        book = sympy.sympify(text).subs(places)
        assert abs(sympy.N(to_sympy(found.expected).subs(places) - book, 30)) < sympy.Float("1e-25")


def test_an_enclosure_shrinks_inside_of_the_one_before() -> None:
    """At each precision the place lies between two numbers, which come nearer."""
    formula = nodes.Function("digamma", nodes.Symbol("a"))
    inverse = InverseFunction("a", formula, F(1, 2), (F(0), None))
    bounds = [inverse.enclose(bits).bounds() for bits in (64, 128, 256, 512)]
    for wide, narrow in pairwise(bounds):
        assert wide is not None
        assert narrow is not None
        assert wide[0] <= narrow[0] < narrow[1] <= wide[1]
    low, high = bounds[-1]  # type: ignore[misc]
    assert inverse.sign_at(low, 2_048) == -1
    assert inverse.sign_at(high, 2_048) == 1


def problem(family: str, table: str) -> Problem:
    """Return a problem with a family and a table of x and class."""
    model = "[model]\nfamilies = { x = 'f' }\n[query]\nq = { x = 2 }\n"
    return Problem.from_text(f"[families.f]\n{family}\n[data]\ntable = '''\nx | k\n{table}'''\n{model}")


GAMMA = "density = 'x^(a-1) exp(-x)/Gamma(a)'\nsupport = 'x > 0'\nparameters = { a = 'a > 0' }"
TRUNCATED = (
    "mass = 'exp(-m) m^x/(x! (1-exp(-m)))'\nsupport = 'x in {1, 2, ...}'\nparameters = { m = 'm > 0' }"
)


@pytest.mark.exhaustive
def test_equal_sums_of_logarithms_are_a_tie() -> None:
    """2·3 is 1·6: both classes have the same shape, and the decision is a tie, not undecided."""
    solution = solve(problem(GAMMA, "2 | a\n3 | a\n1 | b\n6 | b\n"))
    assert solution["argmax(q)"].labels == ("a", "b")
    assert values.compare(solution["a(x|a)"], solution["a(x|b)"]) == 0


def test_both_readers_agree_on_a_shape() -> None:
    """The slope of the density as it is typed vanishes where the theorem says."""
    text = solve(problem(GAMMA, "2 | a\n3 | a\n1 | b\n5 | b\n")).text()
    assert "root_a(ψ(a) = (log(2)+log(3))/2) ≈ 2.933" in text
    assert "Read by one reader only" not in text


@pytest.mark.exhaustive
def test_all_ones_have_no_estimate() -> None:
    """Where only the least number is seen, the likelihood rises to an open end: one line says so."""
    with pytest.raises(Unsupported, match="no m is known at which the slope"):
        solve(problem(TRUNCATED, "1 | a\n1 | a\n1 | b\n3 | b\n"))


def lines_of(name: str) -> list[object]:
    """Return the steps of the theorem of a family."""
    return list(theorem_of_specification(derive_estimator(NAMES[name].specification)).steps())


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", NAMES)
def test_a_variance_shows_one_sign_of_one_formula(name: str) -> None:
    """The cited line is refused with the other sign, of another formula, and before the total."""
    prover, refused = Prover(), 0
    for step in lines_of(name):
        for block in step.blocks:  # type: ignore[attr-defined]
            for line in getattr(block, "lines", ()):
                if line.reason.words == VARIANCE:
                    other = {"<": ">", ">": "<"}[line.relation]
                    wrong = replace(line.left, body=2 * line.left.body)
                    for false in (replace(line, relation=other), replace(line, left=wrong)):
                        assert prover.line_problem(false, None)
                        refused += 1
                    assert Prover(declared=prover.declared).line_problem(line, None)
        assert not [problem for _, problem in prover.step_problems(step) if problem]  # type: ignore[arg-type]
    assert refused == 2


def test_a_family_of_python_is_enclosed() -> None:
    """`Family.of` states a family without a closed form as any other."""
    family = Family.of(
        mass="-p^x/(x log(1-p))", support="x in {1, 2, ...}", parameters={"p": "0 < p < 1"}
    )
    assert isinstance(family.declared.estimator.estimate, nodes.Root)


def test_enclosed_posteriors_that_do_not_add_up_are_found() -> None:
    """Of numbers without a form a sum is told from 1 by enclosures, and one that is 1 is not."""
    problem = Problem.from_text((EXAMPLES / "own_families/rain.toml").read_text())
    quantities = solve(problem).quantities
    read = {name: quantities.value(name) for name in quantities}
    assert distribution_problem(read, ("dry", "wet")) is None
    (posterior, *_), (evidence,) = (
        [name for name in read if name.role is role] for role in (Role.POSTERIOR, Role.EVIDENCE)
    )
    for name, words in ((posterior, "posteriors of all classes"), (evidence, "joints of all classes")):
        wrong = values.multiply([read[name], 1 + F(1, 10**60)])
        found = distribution_problem({**read, name: wrong}, ("dry", "wet"))
        assert found is not None
        assert words in found[1]
