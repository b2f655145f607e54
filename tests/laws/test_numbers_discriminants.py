"""The laws of discriminants: lda, qda and spherical beside Gaussian columns; lines and curves."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import prod

import pytest
from blocks_drawn import CELL, Block, BlockOracle, Values, answers, blocks, pair_of, solved
from hypothesis import assume, given
from hypothesis import strategies as st
from measured import different
from numbers_drawn import POOLS, Cells, Column, Row, number
from numbers_oracle import label, spelled
from thoroughness import law

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.roots import Equation
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.results import Value, are_equal

LAW = law(4)


def height(curve: Equation, cells: Cells) -> Fraction:
    """Return the polynomial of a curve at a point, without its logarithm."""
    point = [number(cells[name]) for name in curve.variables]
    products = (
        by * prod((x**power for x, power in zip(point, powers, strict=True)), start=Fraction(1))
        for powers, by in curve.terms
    )
    return sum(products, Fraction(0))


def sign_of(curve: Equation, cells: Cells) -> int:
    """Return the sign of the polynomial of a curve, its logarithm included, at a point."""
    terms: list[Value] = [height(curve, cells)]
    if curve.argument is not None:
        terms.append(values.multiply([Fraction(curve.times), values.logarithm(curve.argument)]))
    return values.sign(values.add(terms))


@LAW
@given(case=blocks(["lda", "qda"], columns=[1], covariances=["pooled"]))
def test_one_column_is_a_gaussian_column(case):
    """qda with one column is a Gaussian column, and lda one whose variance all classes share."""
    naive = replace(case, share="classes" if case.family == "lda" else "none").of("gaussian")
    assert different(answers(naive, like=case), answers(case)) == []


@LAW
@given(
    case=blocks(["spherical"]), epsilon=st.sampled_from((Fraction(0), Fraction(1, 2))),
    share=st.sampled_from(("none", "features", "classes", "all")),
)  # fmt: skip
def test_spherical_columns_are_gaussian_columns_that_share_a_variance(case, epsilon, share):
    """A spherical density is the product of those of Gaussian columns that share one in a class.

    Where classes share theirs, it is one of all columns and classes.
    """
    shared = share in ("classes", "all")
    divisor = "N-K" if shared and case.divisor == "N-1" else case.divisor
    case = replace(case, epsilon=epsilon, divisor=divisor, share=share)
    naive = replace(case, share="all" if shared else "features").of("gaussian")
    assert different(answers(naive, like=case), answers(case)) == []


def told(cells: Cells) -> str:
    """Return cells as they stand behind the bar of a quantity."""
    return ",".join(f"{spelled(name)}={x}" for name, x in cells.items())


@LAW
@given(case=blocks(["lda"], full=True), data=st.data())
def test_log_odds_of_lda_are_linear(case, data):
    """Second differences of log-odds vanish; weight(k:l|c) are the entries of Σ⁻¹(mean − mean)."""
    k, other, pair = pair_of(case)
    oracle, solution = BlockOracle(case), Values(case.problem())
    step = {name: number(data.draw(CELL)) for name in case.names}
    along = [
        {name: str(number(x) + at * step[name]) for name, x in case.queries["s"].items()}
        for at in range(3)
    ]  # fmt: skip
    first, second, third = (solution[f"log_odds({pair}|{told(cells)})"] for cells in along)
    assert are_equal(values.add([first, values.multiply([Fraction(-2), second]), third]), Fraction(0))
    means = oracle.means(k), oracle.means(other)
    weights = solved(oracle.covariance(k), [x - y for x, y in zip(*means, strict=True)])
    for name, weight in zip(case.names, weights, strict=True):
        assert solution[f"weight({pair}|{spelled(name)})"] == weight


@LAW
@given(case=blocks(["lda"], full=True))
def test_posteriors_of_lda_are_logistic(case):
    """With z = bias + Σ weight·x, log odds(k:l|x) is z, and P(k|x) is 1/Σ exp(−z) over all l."""
    oracle, solution, x = BlockOracle(case), Values(case.problem()), case.queries["s"]
    assume(all(map(oracle.prior, case.classes)))
    below: list[Value] = [Fraction(1)]
    k, *others = case.classes
    for other in others:
        pair = f"{spelled(k)}:{spelled(other)}"
        parts = [solution[f"weight({pair}|{spelled(c)})"] * number(x[c]) for c in case.names]
        z = values.add([solution[f"bias({pair})"], *parts])
        assert are_equal(solution[f"log_odds({pair}|s)"], z)
        below.append(values.exponential(values.negate(z)))
    assert are_equal(solution[f"P({label(k)}|s)"], values.divide(Fraction(1), values.add(below)))


def both_covariances(case: Block) -> list[Block]:
    """Return a case of lda with the total covariance, and with the pooled one."""
    return [replace(case, covariance=of, divisor="N") for of in ("total", "pooled")]


@LAW
@given(case=blocks(["lda"], classes=[2], covariances=["pooled"], full=True))
def test_at_equal_priors_total_and_pooled_covariances_decide_alike(case):
    """Two classes with equal priors have one boundary by either covariance; in the middle they tie."""
    case = replace(case, prior="uniform", tie="report")
    means = map(BlockOracle(case).means, case.classes)
    middle = {c: str(sum(of) / 2) for c, of in zip(case.names, zip(*means, strict=True), strict=True)}
    problems = [of.problem() for of in both_covariances(case)]
    for cells in (middle, *case.queries.values(), *(row.cells for row in case.rows)):
        total, pooled = (problem.decide(cells) for problem in problems)
        assert total == pooled
        assert cells is not middle or total == case.classes
    asked = f"boundary({pair_of(case)[2]})"
    total, pooled = (Values(problem)[asked] for problem in problems)
    assert total == pooled
    assert sign_of(total, middle) == 0


ROWS = {"oat": ("0 0", "0 2", "2 0"), "rye": ("3 3", "3 5", "5 3"), "bere": ("9 2", "9 4", "8 9")}


@pytest.mark.parametrize(
    ("prior", "at", "total", "pooled"),
    [({"oat": Fraction(9, 10), "rye": Fraction(1, 10)}, "3 3", "oat", "rye"),
     ({k: Fraction(1, 3) for k in ROWS}, "3 0", "oat", "rye")],
    ids=["other priors", "three classes"],
)  # fmt: skip
def test_otherwise_total_and_pooled_covariances_may_differ(prior, at, total, pooled):
    """With other priors, or three classes, the total covariance decides differently somewhere."""

    def cells(text: str) -> Cells:
        return dict(zip("xy", text.split(), strict=True))

    rows = tuple(Row(k, cells(text)) for k in prior for text in ROWS[k])
    columns = Column("x", "lda"), Column("y", "lda")
    case = Block(tuple(prior), columns, rows, {"s": cells(at)}, prior="given", given=prior)
    for of, expected in zip(both_covariances(case), (total, pooled), strict=True):
        assert BlockOracle(of).winners(cells(at)) == (expected,)
        assert of.problem().decide(cells(at)) == (expected,)


@LAW
@given(case=blocks(full=True), data=st.data())
def test_a_boundary_is_where_the_log_odds_are_zero(case, data):
    """The polynomial of boundary(k:l), one column given or none, is the log-odds times a number > 0."""
    k, other, pair = pair_of(case)
    fixed = case.names[2:] if data.draw(st.booleans()) else ()
    seen = {name: case.queries["s"][name] for name in fixed}
    oracle, asked = BlockOracle(case), f"boundary({pair}{'|' if seen else ''}{told(seen)})"
    curve = Values(case.problem())[asked]
    assert curve.variables == tuple(name for name in case.names if name not in seen)
    cells = st.fixed_dictionaries(dict.fromkeys(case.names, CELL))
    points = [case.queries["s"], *({**data.draw(cells), **seen} for _ in range(4))]
    assert all(sign_of(curve, point) == oracle.sign(point, k, other) for point in points)
    # from point to point only the exponent of the odds changes, and that is rational
    odds = [oracle.joint(point, k).over(oracle.joint(point, other)) for point in points]
    steps = [
        (height(curve, point) - height(curve, points[0]), of.power - odds[0].power)
        for point, of in zip(points, odds, strict=True)
    ]
    assert all(rise * by == up * power for rise, power in steps for up, by in steps)


@LAW
@given(case=blocks(full=True))
def test_along_a_column_classes_change_at_the_points_of_a_boundary(case):
    """Given all columns but one, classes tie at the points of boundary(k:l|…), and nowhere else."""
    (k, other, pair), (free, *fixed) = pair_of(case), case.names
    seen = {name: case.queries["s"][name] for name in fixed}
    found = Values(case.problem())[f"boundary({pair}|{told(seen)})"]
    oracle = BlockOracle(case)

    def sign(x: Fraction) -> int:
        return oracle.sign({**seen, free: str(x)}, k, other)

    places = sorted({number(x) for x in POOLS["gaussian"]})
    if isinstance(found, Equation):  # the classes are alike everywhere
        assert {sign(x) for x in places} == {0}
        assert found.terms == ()
        return
    for x in places:
        assert (sign(x) == 0) == any(are_equal(x, point) for point in found.parts)
    for left, right in pairwise(places):
        between = [p for p in found.parts if values.compare(left, p) < 0 < values.compare(right, p)]
        assert between or {sign(left), sign(right)} != {1, -1}
    for point in found.parts:
        near = rounded(point, Rounding(figures=40))
        sides = [sign(near.value + by * near.half_unit) for by in (-2, 2)]
        assert sides in ([1, -1], [-1, 1]) or sign(near.value) == 0
