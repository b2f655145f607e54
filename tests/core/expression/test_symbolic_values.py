"""Values and lines as SymPy's, by themselves, and SymPy's numbers where exactnb takes numbers."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from fractions import Fraction
from numbers import Rational
from pathlib import Path
from typing import Any, get_args

import numpy
import pandas
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law, one_in
from worked import PROBLEMS, problem_file, solved

from exactnb import Conventions, Parameters, Problem, Table, sample, solve
from exactnb import check as check_answer
from exactnb.core.arithmetic import enclosed, values
from exactnb.core.arithmetic.algebraic import AlgebraicRoot, real_zeros
from exactnb.core.arithmetic.germs import Germ
from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.arithmetic.irrational import Surd
from exactnb.core.arithmetic.matrices import Matrix, Vector
from exactnb.core.arithmetic.normal import NormalSum, StandardScore
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.roots import Equation, Everywhere, Points
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED, Infinite, Number
from exactnb.core.data.schema import Schema
from exactnb.core.expression.nodes import Integer, Quotient
from exactnb.core.expression.results import Decision, Listed, Value, are_equal
from exactnb.core.problem.questions import read_policy, read_questions
from exactnb.errors import InputError
from exactnb.explain.derivation.lines import Step
from exactnb.explain.proving.theorems import names, theorem
from exactnb.teach.answers.answer import answer_as_text
from exactnb.teach.answers.reading import read_answer
from exactnb.teach.grading.grader import Grader

F = Fraction
RELATIONS = {"=": sympy.Eq, "<": sympy.Lt, ">": sympy.Gt, "≤": sympy.Le, "≥": sympy.Ge}
x, lam, A, B, C = sympy.symbols("x lambda a b c")
ROOT = values.power(F(2), F(1, 2))
LOG = values.logarithm(F(3))
FUNCTION = Germ.quotient((F(1), F(2)), (F(3), F(4)), "λ")
"""(1 + 2λ) / (3 + 4λ)"""

REALS: list[Number] = [
    F(3, 8), F(-2), values.power(F(3), F(-2, 3)), values.exponential(F(-1, 2)),
    PowerProduct(((2, F(1, 2)),), F(-1, 2), -1), PowerProduct.of(3) ** 400,
    values.add([F(1), ROOT]),
    values.divide(values.add([F(1), ROOT]), values.add([F(2), values.exponential(F(1))])),
    LOG, values.logarithm(F(3), 2), values.logarithm(values.add([F(1), ROOT]), 10),
    values.power(LOG, F(1, 2)), Surd(F(5, 2), F(-1), LOG),
    values.divide(F(4), LOG), *real_zeros((-1, -1, 0, 1)), *real_zeros((1, -3, 0, 1)),
    NormalSum(F(1), ((F(-2), StandardScore(F(1), F(3))),)),
]  # fmt: skip
OTHERS: list[tuple[Any, Any]] = [
    (PowerProduct.of(0), sympy.Integer(0)),
    (INFINITY, sympy.oo), (Infinite(-1), -sympy.oo), (UNDEFINED, sympy.nan),
    (enclosed.power(F(2), ROOT), sympy.exp(sympy.sqrt(2) * sympy.log(2))),
    (FUNCTION, (1 + 2 * lam) / (3 + 4 * lam)),
    (True, sympy.true), (Decision(("+",)), sympy.Symbol("+")),
    (Decision(("+", "-")), sympy.FiniteSet(*sympy.symbols("+ -"))),
    (Listed((("a",), ("b", "c"))), sympy.FiniteSet(A, sympy.FiniteSet(B, C))),
    (Vector((F(1), F(1, 2))), sympy.Matrix([1, sympy.Rational(1, 2)])),
    (Matrix(((F(1), F(2)), (F(3), F(4)))), sympy.Matrix([[1, 2], [3, 4]])),
    (Points((F(1), ROOT)), sympy.Tuple(1, sympy.sqrt(2))),
    (Points((Infinite(-1), F(1)), "()"), sympy.Interval.open(-sympy.oo, 1)),
    (Everywhere(), sympy.S.Reals),
    (Equation(("x",), (((1,), 2), ((0,), -3)), 0, None, False), sympy.Eq(2 * x - 3, 0)),
    (Ratio((2, 1), (4, 2)), sympy.Rational(1, 2)), (Decimal(6667, 4), sympy.Rational(6667, 10000)),
    (Quotient(Integer(2), Integer(4)), sympy.Rational(1, 2)),
]  # fmt: skip


def kinds(of: Any) -> set[str]:
    """Return the names of the classes in a union, abstract ones by those that derive from them."""
    members = of.__subclasses__() if inspect.isabstract(of) else get_args(of)
    return set().union(*map(kinds, members)) if members else {of.__name__}


def test_every_kind_of_value_is_here() -> None:
    """The two tables above have a value of each class that a quantity can be worth."""
    tried = {type(value).__name__ for value in REALS} | {type(value).__name__ for value, _ in OTHERS}
    assert kinds(Value) <= tried


def inside(found: Any, value: Number) -> bool:
    """Say whether SymPy's decimal lies in the ball around a value: exactly, if that is rational."""
    if (exact := values.rational(value)) is not None:
        return bool(sympy.nsimplify(found) == sympy.Rational(exact.numerator, exact.denominator))
    low, high = values.enclose(value, 64).bounds()
    near = Fraction(str(sympy.Float(found.evalf(60), 60)))
    return low <= near <= high


@all_of("value", REALS)
def test_a_number_has_the_same_enclosure(value: Number) -> None:
    """SymPy's number lies in the ball of its value, alone and beside a symbol on either hand."""
    found = sympy.sympify(value)
    assert inside(found, value)
    for whole in (x + value, value + x, x - value, x * value, value * x, x / value):
        assert whole.free_symbols == {x}
    assert (x + value).subs(x, 0) == found
    assert (value * x).subs(x, 1) == found


@given(
    st.lists(
        st.tuples(st.fractions(-9, 9, max_denominator=9), st.integers(2, 30), st.integers(-3, 3)),
        min_size=1, max_size=3,
    ),
    st.fractions(-2, 2, max_denominator=4),
)  # fmt: skip
@law(12)
def test_sums_of_roots_and_powers_of_e_have_the_same_enclosure(
    parts: list[tuple[F, int, int]], power: F
) -> None:
    """Whatever closed form a sum comes to, SymPy's is in its ball, and so is the logarithm's."""
    terms = [values.multiply([c, values.power(F(n), F(e, 2))]) for c, n, e in parts]
    whole = values.divide(values.add(terms), values.add([F(1), values.exponential(power)]))
    assert inside(sympy.sympify(whole), whole)
    if values.sign(whole) > 0:
        logarithm = values.logarithm(whole)
        assert inside(sympy.sympify(logarithm), logarithm)


@all_of(("value", "expected"), OTHERS)
def test_what_is_no_number_has_its_counterpart(value: Any, expected: Any) -> None:
    """Infinities, 0/0, functions of λ, decisions, sets, vectors and curves are SymPy's own."""
    assert sympy.sympify(value) == expected


def test_a_power_of_millions_of_bits_stays_as_it_is() -> None:
    """3 to the 10^9 is not multiplied out, alone or in a quotient."""
    for value in (PowerProduct.of(3) ** 10**9, (PowerProduct.of(3) / PowerProduct.of(5)) ** 10**9):
        assert "3**1000000000" in str(x + value)


def check(steps: tuple[Step, ...]) -> None:
    """Assert that each line is a relation of SymPy's between its two sides."""
    lines = [line for step in steps for chain in step.chains() for line in chain.lines]
    assert lines
    for line in lines[:80]:
        found, sides = sympy.sympify(line), [sympy.sympify(side) for side in (line.left, line.right)]
        if line.relation in RELATIONS:
            assert isinstance(found, RELATIONS[line.relation])
        assert [*found.args] == sides


@one_in(40, "path", PROBLEMS, exhaustive=3)
def test_every_value_and_line_of_a_solution_becomes_sympys(path: Path) -> None:
    """No value and no line raises, and an equation has the two sides of its line."""
    solution = solved(path.stem)
    for name in [*solution][:60]:
        assert isinstance(sympy.sympify(solution[name]), sympy.Basic | sympy.MatrixBase)
    check(solution.verified.derivation.steps)


@one_in(8, "name", names())
def test_every_line_of_a_theorem_becomes_sympys(name: str) -> None:
    """Equations, bounds and limits about data of any size are SymPy's too."""
    check(theorem(name).steps())


TABLE = Table.from_rows([(1, "a"), (2, "a"), (4, "b"), (7, "b")], ["x", "class"])
HALF = sympy.Rational(1, 2)


def numbers(given: object) -> Problem:
    rows = [(given, "a"), (2, "a"), (4, "b"), (7, "b")]
    return Problem(Table.from_rows(rows, ["x", "class"]), family="gaussian", query={"q": {"x": "3"}})


def weighted(weight: object) -> Problem:
    table = Table.from_rows([("u", "a", weight), ("v", "b", 1)], ["x", "class", "w"], weight="w")
    return Problem(table, query={"q": {"x": "u"}}, smoothing=1)


def rest(prior: Any) -> Any:
    return 1 - prior if isinstance(prior, Rational) else "1/2"


def given_parameters(heads: Any) -> Problem:
    schema = Schema("coin", ("fair", "bent"), {"toss": ("heads", "tails")})
    cells = {("toss", "heads", "fair"): Ratio(heads, 1), ("toss", "heads", "bent"): Ratio(9, 10)}
    prior = {"fair": Ratio(1, 2), "bent": Ratio(1, 2)}
    return Problem(Parameters(schema, prior, cells), query={"x": {"toss": "heads"}})


DOORS: dict[str, Callable[[Any], object]] = {
    "rows": lambda n: solve(numbers(n))["mean(x|a)"],
    "frame": lambda n: (
        Table.from_frame(pandas.DataFrame({"x": [n, 2], "c": ["a", "b"]}, dtype=object)).rows
    ),
    "query": lambda n: solve(Problem(TABLE, family="gaussian", query={"q": {"x": n}}))["odds(a:b|q)"],
    "smoothing": lambda n: Conventions(smoothing=n).smoothing,
    "prior": lambda n: Conventions(prior={"a": n, "b": rest(n)}).prior,
    "parameters": lambda n: solve(given_parameters(n))["P(fair|x)"],
    "weights": lambda n: solve(weighted(n))["P(a|q)"],
    "epsilon": lambda n: Conventions(epsilon=n).epsilon,
    "tolerance": lambda n: read_policy({"within": n}),
    "points": lambda n: read_questions([{"id": "q", "quantity": "P(a)", "points": n}]),
}
EXACT = [HALF, sympy.Integer(3) / 7]
REFUSED = [
    sympy.Float("0.5"), sympy.sqrt(2), sympy.log(3), sympy.pi, sympy.oo, sympy.nan, sympy.zoo, x,
    x + HALF, sympy.true, sympy.I, sympy.Function("f")(1),
]  # fmt: skip


@all_of("door", DOORS, apart=3)
@all_of("number", EXACT)
def test_a_rational_of_sympys_is_taken_as_a_fraction(door: str, number: Any) -> None:
    """Wherever Python's fractions are taken, SymPy's are, and lead to the same."""
    assert DOORS[door](number) == DOORS[door](Fraction(int(number.p), int(number.q)))


@all_of("door", DOORS, apart=3)
@all_of("number", REFUSED)
def test_what_is_no_rational_of_sympys_is_refused(door: str, number: Any) -> None:
    """A Float, a root, an infinity or a symbol costs one line where data are fractions."""
    with pytest.raises(TypeError if door == "parameters" else InputError) as refused:
        DOORS[door](number)
    assert "\n" not in str(refused.value)


TYPED = [value for value in REALS if not isinstance(value, AlgebraicRoot | NormalSum)]


@all_of("value", [*TYPED, INFINITY, Infinite(-1), UNDEFINED])
def test_sympys_numbers_are_answers(value: Number) -> None:
    """A value handed over as SymPy's, or as it is, is read as the value itself."""
    for answer in (sympy.sympify(value), value):
        assert are_equal(read_answer(answer_as_text(answer)).value, value)


@all_of("answer", [x + HALF, sympy.I, sympy.Function("f")(1), sympy.erf(1), sympy.zoo])
def test_what_no_answer_can_say_is_refused(answer: Any) -> None:
    """A formula in symbols, an imaginary number or another function costs one line."""
    with pytest.raises(InputError, match="expected fractions, powers, exp, log or π of SymPy's; got"):
        answer_as_text(answer)


def test_one_answer_and_its_value_may_be_sympys() -> None:
    """`check` takes SymPy's numbers on either side; expected ones are exact, or refused in a line."""
    root = sympy.sqrt(2) / 2
    assert all(check_answer(given, expected) for given in (root, "√2/2") for expected in (root, "√2/2"))
    assert not check_answer(sympy.sqrt(3) / 2, root)
    assert check_answer(sympy.Float("0.5"), HALF)
    assert check_answer(sympy.Float(2, 20) / 3, "2/3")
    for expected in (sympy.Float("0.5"), x, x + HALF, sympy.I, sympy.erf(1)):
        with pytest.raises(InputError, match=r"^expected: ") as refused:
            check_answer("1/2", expected)
        assert "\n" not in str(refused.value)


def test_answers_of_sympys_are_graded() -> None:
    """A posterior, a decision and a decimal are judged as typed ones are; a wrong root is wrong."""
    problem = Problem.read(problem_file("note_004_temperature"))
    solution, grader = solved("note_004_temperature"), Grader(problem)
    names = [question.quantity for question in grader.questions]
    answers = {name: solution.to_sympy(name) for name in names if not name.startswith("region")}
    assert all(graded.is_right for graded in grader.grade(answers).graded)
    assert not any(graded.is_right for graded in grader.grade({names[0]: sympy.sqrt(2)}).graded)


def test_settings_are_whole_numbers_of_sympys_and_numpys() -> None:
    """Digits, efforts, counts and lengths are taken, and kept as Python's integers; 3.0 is refused."""
    table = Table.from_rows([("1", "+"), ("0", "-")], ["a", "class"])
    for number in (sympy.Integer(3), numpy.int64(3), numpy.uint8(3)):
        problem = Problem(table, digits=number)
        assert type(problem.digits) is int
        solution = solve(problem, digits=number, effort=sympy.Integer(10**6))
        assert solution.decimal("P(+)", number) == "0.500"
        assert len(sample(problem, number, 0).rows) == 3
    for wrong in (sympy.Float(3), numpy.float64(3), sympy.Integer(0), True):
        with pytest.raises(InputError, match=r"^digits: expected a whole number from 1"):
            Problem(table, digits=wrong)
