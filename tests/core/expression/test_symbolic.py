"""Expressions as SymPy's: every kind of node, and what sums and derivatives come out as."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import sympy
from thoroughness import all_of, one_in
from trees import kinds_of_nodes
from worked import problem_file

from exactnb import Solution, solve
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    ArgMax,
    AtMost,
    Clipped,
    Crossings,
    Domain,
    Entry,
    Equal,
    Expression,
    Factorial,
    Function,
    IndexedProduct,
    Indicator,
    Integer,
    Inverse,
    Labels,
    Listing,
    MatrixNode,
    Negative,
    Numeral,
    OverCells,
    Percent,
    Phrase,
    Pi,
    PointsNode,
    Power,
    Product,
    QuadraticForm,
    Quotient,
    Reference,
    Rising,
    Root,
    Special,
    Sum,
    Truth,
    Vanishing,
    VectorNode,
    Within,
    Zeros,
    replace,
)
from exactnb.core.expression.results import Decision, Value
from exactnb.core.expression.symbolic import to_sympy
from exactnb.core.families import family
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation import Chain
from exactnb.explain.proving.theorems import names, theorem
from exactnb.explain.proving.writing.formulas import (
    among,
    argmax,
    derivative,
    equal,
    exp,
    function,
    gamma,
    index,
    integral,
    label,
    letter,
    log,
    open_unit,
    product,
    reals,
    span,
    sum_over,
    value,
    vocabulary,
)

EXAMPLES = Path(__file__).parents[3] / "worked_examples"
ONE, TWO, THREE = map(Integer, (1, 2, 3))
HALF = Quotient(ONE, TWO)
PRIOR = Reference(QuantityName("P", (Item("class", "y", "+"),)))
k, i, h = index("k", span("K")), index("i", span("n")), index("h", span("K"))
z, w = index("z", among(0, 1)), index("w", vocabulary())
a, b, x = letter("a"), letter("b"), letter("x")
f = function("f")

K, ROW, H, Z, W = (sympy.Symbol(of, integer=True) for of in "kihzw")
A, B, SIZE = sympy.symbols("a b K")
a_, x_ = sympy.IndexedBase("a"), sympy.IndexedBase("x")
F = sympy.Function("f")

NODES: list[tuple[Expression, Any]] = [
    (Integer(-3), sympy.Integer(-3)),
    (Numeral(Decimal(6667, 4)), sympy.Rational(6667, 10000)),
    (PRIOR, sympy.Symbol("P(+)")),
    (Sum((ONE, Negative(HALF))), sympy.Rational(1, 2)),
    (Sum(()), sympy.Integer(0)),
    (Product((TWO, HALF, THREE)), sympy.Integer(3)),
    (Product(()), sympy.Integer(1)),
    (IndexedProduct("factor", (), (HALF, THREE)), sympy.Rational(3, 2)),
    (Quotient(TWO, Integer(4)), sympy.Rational(1, 2)),
    (Quotient(ONE, Integer(0)), sympy.zoo),
    (Power(Integer(0), Integer(0)), sympy.Integer(1)),
    (Power(TWO, Integer(-2)), sympy.Rational(1, 4)),
    (Power(TWO, HALF), sympy.sqrt(2)),
    (Negative(Negative(TWO)), sympy.Integer(2)),
    (Function("log", ONE), sympy.Integer(0)),
    (Function("log", TWO), sympy.log(2)),
    (Function("log2", Integer(8)), sympy.Integer(3)),
    (Function("log10", Integer(1000)), sympy.Integer(3)),
    (Function("exp", ONE), sympy.E),
    (Function("sqrt", Integer(9)), sympy.Integer(3)),
    (Factorial(Integer(4)), sympy.Integer(24)),
    (Percent(Integer(85)), sympy.Rational(17, 20)),
    (Rising(Integer(3), Integer(6)), sympy.Integer(360)),
    (Pi(), sympy.pi),
    (Vanishing(), sympy.Symbol("lambda")),
    (Clipped(Quotient(ONE, Integer(100)), Quotient(ONE, Integer(10))), sympy.Rational(1, 10)),
    (Clipped(ONE, Quotient(ONE, Integer(10))), sympy.Rational(9, 10)),
    (AtMost(HALF, ONE), sympy.Integer(1)),
    (Clipped(HALF, Quotient(ONE, Integer(10))), sympy.Rational(1, 2)),
    (Truth(True), sympy.true),
    (Truth(False), sympy.false),
    (Equal((ONE, ONE, TWO, TWO)), sympy.true),
    (Equal((ONE, ONE, TWO, THREE)), sympy.false),
    (Special("undefined"), sympy.nan),
    (Special("∞"), sympy.oo),
    (Special("−∞"), -sympy.oo),
    (Labels(("+",)), sympy.Symbol("+")),
    (Listing((Labels(("+",)),)), sympy.FiniteSet(sympy.Symbol("+"))),
    (Labels(("+", "-")), sympy.FiniteSet(sympy.Symbol("+"), sympy.Symbol("-"))),
    (Phrase("rows of class k", "total"), sympy.Symbol("rows of class k")),
    (ArgMax((("+", ONE), ("-", HALF))), sympy.Function("argmax")(1, sympy.Rational(1, 2))),
    (
        Indicator(ArgMax((("+", ONE), ("-", TWO))), "-"),
        sympy.Function("indicator")(sympy.Function("argmax")(1, 2), sympy.Symbol("-")),
    ),
    (OverCells("rank", "x", (ONE,), (), ()), sympy.Function("rank")(1)),
    (VectorNode((ONE, HALF)), sympy.Matrix([1, sympy.Rational(1, 2)])),
    (
        Sum((VectorNode((ONE, HALF)), Negative(VectorNode((ONE, ONE))))),
        sympy.Matrix([0, -sympy.Rational(1, 2)]),
    ),
    (MatrixNode(((ONE, TWO), (TWO, THREE))), sympy.Matrix([[1, 2], [2, 3]])),
    (Inverse(MatrixNode(((TWO,),))), sympy.Matrix([[sympy.Rational(1, 2)]])),
    (Inverse(PRIOR), 1 / sympy.Symbol("P(+)")),
    (Function("det", MatrixNode(((ONE, TWO), (TWO, THREE)))), sympy.Integer(-1)),
    (Function("det", PRIOR), sympy.Function("det")(sympy.Symbol("P(+)"))),
    (
        QuadraticForm(
            VectorNode((ONE, TWO)), MatrixNode(((ONE, TWO), (TWO, THREE))), VectorNode((ONE, ONE))
        ),
        sympy.Integer(13),
    ),
    (QuadraticForm(PRIOR, PRIOR, PRIOR), sympy.Function("form")(*[sympy.Symbol("P(+)")] * 3)),
    (PointsNode((ONE, TWO)), sympy.Tuple(1, 2)),
    (Entry(PointsNode((ONE, TWO)), 2), sympy.Integer(2)),
    (Entry(PRIOR, 2), sympy.Function("entry")(sympy.Symbol("P(+)"), 2)),
    (
        Zeros(("x", "y"), (((1, 1), TWO), ((0, 0), Negative(THREE)))),
        sympy.Eq(2 * sympy.Symbol("x") * sympy.Symbol("y") - 3, 0),
    ),
    (Special("everywhere"), sympy.S.Reals),
    (Function("Phi", Integer(0)), sympy.Rational(1, 2)),
    (
        Within(family("gaussian"), "x", "+", (PRIOR,), (), (ONE, TWO)),
        sympy.Function("within")(sympy.Symbol("P(+)"), 1, 2),
    ),
    (
        PointsNode((ONE, TWO, THREE, THREE), "[)[]"),
        sympy.Union(sympy.Interval.Ropen(1, 2), sympy.FiniteSet(3)),
    ),
    (Crossings("x", TWO, ((ONE, ONE),), ()), sympy.Function("crossings")(2, 1, 1)),
    (
        OverCells("bayes_error", "", (HALF,), (), ()),
        sympy.Function("bayes_error")(sympy.Rational(1, 2)),
    ),
    (k.index, K),
    (a, A),
    (a.hat, sympy.Symbol("a_hat")),
    (a[k], a_[K]),
    (a[k, 1], a_[K, 1]),
    (a[k].hat, sympy.IndexedBase("a_hat")[K]),
    (x[k].above(i), sympy.IndexedBase("x^")[K, ROW]),
    (a[label("y").above(i)], a_[sympy.IndexedBase("y^")[ROW]]),
    (f(a), F(A)),
    (f(a, b), F(A, B)),
    (f(a, given=k), F(A, sympy.Tuple(K))),
    (f(a, given=(k, b)), F(A, sympy.Tuple(K, B))),
    (open_unit(), sympy.Interval.open(0, 1)),
    (reals(), sympy.S.Reals),
    (Domain("closed", (Integer(0), ONE)), sympy.Interval(0, 1)),
    (Domain("left-open", (Integer(0), ONE)), sympy.Interval.Lopen(0, 1)),
    (among(0, 1), sympy.FiniteSet(0, 1)),
    (span(4), sympy.Range(1, 5)),
    (span("K"), sympy.Range(1, SIZE + 1)),
    (vocabulary(), sympy.Range(1, sympy.Symbol("|V|") + 1)),
    (equal(k, h), sympy.KroneckerDelta(K, H)),
    (sum_over(k, a[k]), sympy.Sum(a_[K], (K, 1, SIZE))),
    (product(k, a[k]), sympy.Product(a_[K], (K, 1, SIZE))),
    (sum_over(w, a[w]), sympy.Sum(a_[W], (W, 1, sympy.Symbol("|V|")))),
    (sum_over(z, a[z]), a_[0] + a_[1]),
    (product(z, a[z] + 1), (a_[0] + 1) * (a_[1] + 1)),
    (sum_over(z, equal(z, 1) * a[z]), a_[1]),
    (sum_over(k, a[k], where=equal(k, h)), sympy.Sum(a_[K] * sympy.KroneckerDelta(K, H), (K, 1, SIZE))),
    (product(z, a[z], where=equal(z, 1)), a_[1]),
    (sum_over(z, sum_over(k, a[z, k])), sum(sympy.Sum(a_[v, K], (K, 1, SIZE)) for v in (0, 1))),
    (derivative(a**2, a), sympy.Derivative(A**2, A)),
    (integral(a**2, a, (0, 1)), sympy.Integral(A**2, (A, 0, 1))),
    (integral(f(a[k]), a), sympy.Function("integral")(A, F(a_[K]))),
    (gamma(a + 1), sympy.gamma(A + 1)),
    (derivative(f(a[k]), a[k], 2), sympy.Derivative(F(a_[K]), (a_[K], 2))),
    (argmax(a, f(a)), sympy.Function("argmax")(A, F(A))),
    (Root(a, f(a), b), sympy.Function("root")(A, F(A), B)),
]
WORKED_OUT: list[tuple[Expression, Any]] = [
    (sum_over(index("k", span(3)), a[k]), a_[1] + a_[2] + a_[3]),
    (product(index("k", span(3)), a[k]), a_[1] * a_[2] * a_[3]),
    (sum_over(index("k", span(4)), k), sympy.Integer(10)),
    (sum_over(index("k", span(3)), equal(k, 2) * a[k]), a_[2]),
    (sum_over(index("k", span(3)), a[k], where=equal(k, 2)), a_[2]),
    (product(index("k", span(3)), a[k], where=equal(k, 2)), a_[2]),
    (sum_over(index("k", span(2)), sum_over(index("h", span(2)), a[k, h])),
     a_[1, 1] + a_[1, 2] + a_[2, 1] + a_[2, 2]),
    (sum_over(index("k", span(3)), sum_over(index("h", span(k)), 1)), sympy.Integer(6)),
    (derivative(a**3, a), 3 * A**2),
    (derivative(a**3, a, 2), 6 * A),
    (derivative(log(a), a), 1 / A),
    (derivative(exp(2 * a), a, 2), 4 * sympy.exp(2 * A)),
    (derivative(a[1] * a[2], a[1]), a_[2]),
    (derivative(a[k], a[h]), sympy.KroneckerDelta(K, H)),
    (derivative(x.above(1) ** 2, x.above(1)), 2 * sympy.IndexedBase("x^")[1]),
]  # fmt: skip
SOLVED = (
    "spam_or_ham", "play_tennis_rank", "play_tennis_accuracy", "smoothing_clip", "smoothing_limit",
    "note_001_dirichlet_multinomial", "pairwise_independence", "class_without_rows", "count_matrix",
)  # fmt: skip


def parts(expression: Expression) -> Iterator[Expression]:
    yield expression
    for part in expression.children:
        yield from parts(part)


@all_of(("given", "expected"), NODES)
def test_every_node_has_its_counterpart(given: Expression, expected: Any) -> None:
    """A node becomes the object that SymPy has for it."""
    assert to_sympy(given) == expected


def test_no_node_is_missing_here() -> None:
    """The table above has every kind of expression."""
    shown = {type(part) for given, _ in NODES for part in parts(given)}
    assert {of.__name__ for of in kinds_of_nodes()} == {of.__name__ for of in shown}


@all_of(("given", "expected"), WORKED_OUT)
def test_sums_and_derivatives_are_worked_out(given: Expression, expected: Any) -> None:
    """For small sizes `doit` gives what one writes out by hand."""
    assert sympy.simplify(to_sympy(given).doit() - expected) == 0


@all_of(
    ("one", "other"),
    [
        (f(a, b, given=k), f(a, given=(b, k))),
        (f(a, k), f(a, given=k)),
        (f[k](a), f(a, k)),
        (f[k](a), f[h](a)),
        (a[k, i], a[k].above(i)),
        (a[1].above(2), a.above(1, 2)),
        (a, a.hat),
        (a[value("b")], a[b]),
        (a, f(a)),
        (equal(k, h), equal(k, i)),
    ],
)
def test_different_formulas_stay_different(one: Expression, other: Expression) -> None:
    """What is written differently and means something else does not become one object."""
    assert to_sympy(one) != to_sympy(other)


@one_in(16, "name", names())
def test_every_formula_of_a_theorem_has_a_counterpart(name: str) -> None:
    """Both sides of every line of a theorem become SymPy's, and again the same."""
    for step in theorem(name).steps():
        for block in step.blocks:
            lines = block.lines if isinstance(block, Chain) else getattr(block, "parts", ())
            for line in lines:
                if not isinstance(line, str):
                    for side in (line.left, line.right):
                        assert to_sympy(side) == to_sympy(side)


@cache
def solved(name: str) -> Solution:
    """Return the solution of a worked example."""
    return solve(problem_file(name))


def number(found: Value) -> Expression | None:
    """Return a value as it is written in a formula, None for one that is not rational."""
    if isinstance(found, bool):
        return Truth(found)
    if isinstance(found, Decision):
        return Labels(found.labels)
    if isinstance(found, Fraction):
        return Quotient(Integer(found.numerator), Integer(found.denominator))
    return None


@all_of("name", SOLVED, apart=6)
def test_quantities_are_worth_the_same(name: str) -> None:
    """With the numbers put in, a formula that SymPy knows is worth exactly what it is worth here."""
    quantities = solved(name).quantities
    compared = 0

    def put(part: Expression) -> Expression | None:
        return number(quantities.value(part.name)) if isinstance(part, Reference) else None

    for quantity in quantities:
        formula = replace(quantities[quantity].formula, put)
        decides = any(isinstance(part, ArgMax | Indicator | OverCells) for part in parts(formula))
        worth = quantities.value(quantity)
        found = to_sympy(formula)
        if decides or any(isinstance(part, Reference | Vanishing) for part in parts(formula)):
            continue
        assert evaluate(formula, quantities.value) == worth
        if isinstance(worth, bool):
            assert found == (sympy.true if worth else sympy.false)
        elif isinstance(worth, Fraction):
            assert found == sympy.Rational(worth.numerator, worth.denominator)
            compared += 1
        elif not isinstance(worth, Decision):
            assert found in (sympy.nan, sympy.zoo) or not found.is_rational
    assert compared


def test_a_solution_gives_its_values() -> None:
    """The values of a solution are SymPy's numbers, labels and truth values."""
    examples = [solved("pairwise_independence"), solved("spam_or_ham")]
    kinds = set()
    for solution, name in ((example, name) for example in examples for name in example):
        worth, found = solution[name], solution.to_sympy(name)
        kinds.add(type(worth))
        if isinstance(worth, Fraction):
            assert found == sympy.Rational(worth.numerator, worth.denominator)
        elif isinstance(worth, bool):
            assert found is (sympy.true if worth else sympy.false)
        elif isinstance(worth, Decision):
            assert {str(label) for label in getattr(found, "args", ()) or (found,)} == set(worth.labels)
    assert {Fraction, bool, Decision} <= kinds
