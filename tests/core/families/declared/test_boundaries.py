"""Boundaries and regions of stated families, where the log-ratio is no polynomial in x."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction as F
from random import Random

import pytest
from blocks_drawn import Values
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb import Problem, solve
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.roots import EVERYWHERE, NOWHERE, Points
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import INFINITY, Infinite
from exactnb.core.expression.nodes import Expression, Integer, absolute, exp, log, sqrt
from exactnb.core.expression.scales import MonotoneFunction, X

FAMILIES = {
    "power": ("t x^(t-1)", "0 < x < 1", "t > 0"),
    "power from the right": ("t (1-x)^(t-1)", "0 < x < 1", "t > 0"),
    "power to its end": ("t x^(t-1)", "0 < x <= 1", "t > 0"),
    "Pareto": ("t/x^(t+1)", "x > 1", "t > 0"),
    "inverse Gamma": ("t^2 x^(-3) exp(-t/x)", "x > 0", "t > 0"),
    "Weibull": ("3/t^3 x^2 exp(-(x/t)^3)", "x > 0", "t > 0"),
    "Kumaraswamy": ("2 t x (1-x^2)^(t-1)", "0 < x < 1", "t > 0"),
    "one side": ("exp(-abs(x-1)/t)/t", "x > 1", "t > 0"),
    "log-normal": ("1/(x sqrt(2 pi)) exp(-(log(x)-t)^2/2)", "x > 0", "t real"),
    "variance": ("1/sqrt(2 pi t) exp(-(x-2)^2/(2 t))", "x real", "t > 0"),
}
"""Density, support and parameter; T is log x, log(1 − x), 1/x, x³, log(1 − x²), |x − 1| or (x − 2)²."""


def problem(kind: str, one: F, other: F, prior: F = F(1, 2)) -> Problem:
    """Return two classes of a family with given parameters."""
    density, support, domain = FAMILIES[kind]
    return Problem.from_text(f"""
        [families.own]
        density = "{density}"
        support = "{support}"
        parameters = {{ t = "{domain}" }}
        [data]
        parameters = '''
        y | a | b
        prior | {prior} | {1 - prior}
        t(n) | {one} | {other}
        '''
        [model]
        families = {{ n = "own" }}
    """)


LOG_2 = values.logarithm(F(2))
BY_HAND = [  # equal priors, but for the last one of each family
    # 2x = 1
    ("power", 2, 1, F(1, 2), F(1, 2), [(F(1, 2), F(1), "open")]),
    ("power to its end", 2, 1, F(1, 2), F(1, 2), [(F(1, 2), F(1), "(]")]),
    # 4x³ = 2x, and 1/5 · 4x³ = 4/5 · x
    ("power", 4, 2, F(1, 2), PowerProduct.of(F(1, 2)) ** F(1, 2), None),
    ("power", 4, 1, F(1, 5), None, []),  # x³ = 1: the end of the support
    ("power from the right", 2, 1, F(1, 2), F(1, 2), [(F(0), F(1, 2), "open")]),
    # 1/x² = 2/x³
    ("Pareto", 1, 2, F(1, 2), F(2), [(F(2), INFINITY, "open")]),
    # exp(−1/x) = 4 exp(−2/x)
    ("inverse Gamma", 1, 2, F(1, 2), values.divide(F(1), values.multiply([F(2), LOG_2])), None),
    # 2(1 − x²)² · x · 3 = 2x
    ("Kumaraswamy", 2, 1, F(1, 2), PowerProduct.of(F(1, 2)) ** F(1, 2), None),
    # exp(−(x − 1)) = exp(−(x − 1)/2)/2
    ("one side", 1, 2, F(1, 2), values.add([F(1), values.multiply([F(2), LOG_2])]), None),
    # half way between the means, on the scale of logarithms
    ("log-normal", 0, 1, F(1, 2), PowerProduct.exp(F(1, 2)), None),
]  # fmt: skip


@one_in(6, ("kind", "one", "other", "prior", "tie", "region"), BY_HAND)
def test_where_two_classes_tie_is_exact(
    kind: str, one: int, other: int, prior: F, tie: values.Number | None,
    region: list[tuple[values.Number, values.Number, str]] | None,
) -> None:  # fmt: skip
    """The only place where both scores are equal has a closed form, and lies in the support."""
    solution = Values(problem(kind, F(one), F(other), prior))
    assert solution["boundary(a:b)"] == Points(() if tie is None else (tie,))
    if region is not None:
        parts = tuple(end for interval in region for end in interval[:2])
        assert solution["region(a:b)"] == Points(parts, region[0][2] if region else "open")


def test_equal_classes_tie_everywhere_or_nowhere() -> None:
    """Classes with one density tie where their priors do."""
    for prior, tie in ((F(1, 2), EVERYWHERE), (F(1, 3), Points(()))):
        solution = Values(problem("power", F(2), F(2), prior))
        assert (solution["boundary(a:b)"], solution["region(a:b)"]) == (tie, NOWHERE)
    assert solution["region(b:a)"] == Points((F(0), F(1)), "open")


@one_in(2, "kind", ["power", "power to its end"])
def test_both_readers_agree_on_it(kind: str) -> None:
    """The second reader knows nothing of the statistic, and accepts each point and interval."""
    asked = ["boundary(a:b)", "region(a:b)", "region(b:a)"]
    solution = solve(problem(kind, F(5), F(2), F(1, 3)), only=asked)
    assert solution.verified.readings.read_once == ()
    assert "log(n)" in solution.text()


PAIRS = choose(quick=1, exhaustive=6)


def near(point: values.Number) -> Iterator[F]:
    """Yield a number a little below a point, and one a little above."""
    if isinstance(point, Infinite):
        return
    figures = rounded(point, Rounding(figures=25)).value
    yield from (figures - F(1, 10**20), figures + F(1, 10**20))


@in_both_runs
@pytest.mark.parametrize("kind", choose(quick=list(FAMILIES)[::3], exhaustive=list(FAMILIES)))
def test_scores_are_equal_at_a_boundary_and_ordered_on_either_side(kind: str) -> None:
    """Whichever class is likelier at a number of the support, the regions have it, and no other number.

    At each point of a boundary the joints are equal, or change their order around it: their difference
    is continuous, and within 10⁻²⁰.
    """
    draw = Random(kind)
    for _ in range(PAIRS):
        one, other = (F(draw.randint(1, 9), draw.choice((1, 2, 3))) for _ in "ab")
        solution = Values(problem(kind, one, other, F(draw.randint(1, 9), 10)))
        tie, ahead, beaten = (solution[of] for of in ("boundary(a:b)", "region(a:b)", "region(b:a)"))
        assert solution["boundary(b:a)"] == tie
        if tie == EVERYWHERE:
            continue
        assert isinstance(tie, Points)
        assert isinstance(ahead, Points)
        assert isinstance(beaten, Points)
        grid = (F(1, 9), F(1, 2), F(8, 9), F(1), F(3, 2), F(4), F(40), F(-3))
        places = sorted({x for point in tie.parts for x in near(point)}.union(grid))
        for x in places:
            joints = [solution[f"P({k},n={x})"] for k in "ab"]
            if not values.sign(joints[0]):
                assert not any(is_in(x, region) for region in (ahead, beaten))
                continue
            order = values.compare(*joints)
            assert (is_in(x, ahead), is_in(x, beaten)) == (order > 0, order < 0), f"{x} {one} {other}"
        for point in tie.parts:
            below, above = (
                values.compare(*(solution[f"P({k},n={x})"] for k in "ab")) for x in near(point)
            )
            assert {below, above} == {-1, 1}
            if isinstance(point, F):
                assert values.compare(*(solution[f"P({k},n={point})"] for k in "ab")) == 0


def is_in(x: F, region: Points) -> bool:
    """Say whether a number lies in one of some intervals."""
    return any(
        values.compare(low, x) < (1 if left == "[" else 0)
        and values.compare(x, high) < (1 if right == "]" else 0)
        for low, high, (left, right) in region.intervals()
    )


ZERO, ONE = Integer(0), Integer(1)
MOVES = [  # rises, or not, and what x is at a value
    (log(X), (ZERO, None), True, LOG_2, F(2)),
    (log(1 - X), (ZERO, ONE), False, values.negate(LOG_2), F(1, 2)),
    (1 / X, (ZERO, None), False, F(4), F(1, 4)),
    (1 / X, (None, ZERO), False, F(-4), F(-1, 4)),
    (X**2, (None, ZERO), False, F(9), F(-3)),
    (X**3, (None, None), True, F(-8), F(-2)),
    (X**3, (None, ZERO), True, F(-8), F(-2)),
    (X ** Integer(-3), (None, ZERO), False, F(-8), F(-1, 2)),
    (sqrt(X) / 3, (ZERO, None), True, F(1), F(9)),
    (absolute(X - 5), (None, Integer(5)), False, F(2), F(3)),
    (absolute(X - 5), (Integer(5), None), True, F(2), F(7)),
    (-exp(-(2 * X)), (None, None), True, F(-1), F(0)),
    (3 / (1 + exp(X)), (None, None), False, F(1), LOG_2),
]  # fmt: skip


@all_of(("formula", "ends", "rises", "level", "place"), MOVES)
def test_a_function_that_moves_one_way_is_undone(
    formula: Expression, ends: tuple[Expression | None, Expression | None], rises: bool,
    level: values.Number, place: values.Number,
) -> None:  # fmt: skip
    """It has a value at one place, and above it where it rises lies what is to the right."""
    scale = MonotoneFunction(formula, ends, (False, False))
    assert (scale.is_known, scale.is_rising, scale.inverse_at(level)) == (True, rises, (place, True))
    low, high = scale.domain_ends
    line = [values.negate(level), F(1)]
    assert scale.zeros(line) == Points((place,))
    assert scale.positive_intervals(line) == Points((place, high) if rises else (low, place), "open")


@all_of(
    "formula, ends",
    [
        (X**2, (None, None)), (1 / X, (None, None)), (absolute(X), (None, ONE)), (log(X), (None, None)),
        (X / (1 - X), (ZERO, ONE)), (X * log(X), (ZERO, ONE)), (X ** Integer(-2), (None, ONE)),
    ],
)  # fmt: skip
def test_what_is_not_known_to_move_one_way_is_not_used(
    formula: Expression, ends: tuple[Expression | None, Expression | None]
) -> None:
    """A function that turns, has no values, or has x at two places has no inverse here."""
    assert not MonotoneFunction(formula, ends, (False, False)).is_known


def test_a_value_beyond_the_ends_is_at_the_nearer_one() -> None:
    """What a function comes to at an open end is no place; a closed end is one."""
    for closed, count in ((False, 0), (True, 1)):
        scale = MonotoneFunction(1 / X, (ONE, Integer(4)), (closed, closed))
        assert scale.inverse_at(F(2)) == (F(1), False)
        assert len(scale.zeros([F(-1), F(1)]).parts) == count
        assert scale.positive_intervals([F(-1), F(1)]) == NOWHERE
        kind = "[]" if closed else "open"
        assert scale.positive_intervals([F(-1, 8), F(1)]) == Points((F(1), F(4)), kind)
