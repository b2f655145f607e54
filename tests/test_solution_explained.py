"""Why a query is decided as it is: the odds of two classes, factor by factor, against plain fractions."""

from __future__ import annotations

from fractions import Fraction as F

import blocks_drawn
import numbers_drawn
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from laws import DATA, LAW, worth
from numbers_oracle import ONE, Oracle, Score
from plain import Seen
from strategies import Case, cases

from exactnb import Conventions, Documents, ModelChoice, Parameters, Problem, Solution, Table, solve
from exactnb.arithmetic.power_product import PowerProduct
from exactnb.arithmetic.ratio import Ratio
from exactnb.data.schema import Schema
from exactnb.errors import InputError
from exactnb.expression.evaluate import Decision
from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import Integer, Power, Product, Reference
from exactnb.solution.explained import explain

MAILS = Documents.of([("spam", "win win cash"), ("ham", "cash lunch"), ("ham", "lunch lunch win")])
EVEN = Documents.of([("s", "a a b"), ("h", "a b b")])
APART = Documents.of([("s", "a a b"), ("h", "b c"), ("g", "c c d")])
ALONE = Documents.of([("s", "a b")], classes=["s", "h"])
DAYS = Table.from_rows(
    [("sun", "hot", "no"), ("sun", "cool", "no"), ("rain", "hot", "yes"), ("rain", "cool", "yes"),
     ("sun", "hot", "yes")], ["sky", "temp", "play"],
)  # fmt: skip
SIZES = Table.from_rows([("1", "r", "a"), ("3", "g", "a"), ("4", "g", "b"), ("8", "g", "b")], ["x", "c", "k"])
COIN = Parameters(
    Schema("coin", ("fair", "bent"), {"one": ("heads", "tails"), "two": ("heads", "tails")}),
    {"fair": Ratio(1, 2), "bent": Ratio(1, 2)},
    {(toss, "heads", k): share for toss in ("one", "two")
     for k, share in (("fair", Ratio(1, 2)), ("bent", Ratio(9, 10)))},
)  # fmt: skip
SUN, TAILS = {"sky": "sun", "temp": "hot"}, {"one": "tails", "two": "tails"}
QUOTED = Documents.of([("$x_1$ & 50%", "a|b win"), ("{h}", "win win"), ("win", "P(x) P(x) a|b")])


def of(data: object, query: object, family: str | None = None, **chosen: object) -> Problem:
    families = chosen.pop("families", {})
    choice = ModelChoice(Conventions(**chosen), family, families)  # type: ignore[arg-type]
    return Problem(data, {"x": query}, {"model": choice})  # type: ignore[arg-type]


def step(solution: Solution, key: str) -> str:
    """Return the lines of a step as they are printed, each without the space around it."""
    steps = solution.verified.derivation.steps
    at = next(number for number, of_key in enumerate(steps, start=1) if of_key.key == key)
    below = solution.text().split(f"\n{at}  {steps[at - 1].title}", 1)[1].split(f"\n{at + 1}  ")[0]
    return " ".join(" ".join(below.partition("\n")[2].split()).split())


def product(solution: Solution) -> list[tuple[QuantityName, int]]:
    """Return the names that are multiplied, with their powers, the prior odds first."""
    (shown,) = (part for part in solution.verified.derivation.steps if part.key == "multiply")
    right = shown.blocks[0].lines[0].right
    found = []
    for factor in right.factors if isinstance(right, Product) else (right,):
        base, power = (factor.base, factor.exponent) if isinstance(factor, Power) else (factor, Integer(1))
        assert isinstance(base, Reference)
        assert isinstance(power, Integer)
        found.append((base.name, power.value))
    return found


HAND = {
    "multinomial": (
        of(MAILS, "win cash cash", smoothing=1), 1, F(16, 9), {"spam": F(16, 25), "ham": F(9, 25)},
        "odds(spam:ham|x) = odds(spam:ham) × LR(spam:ham|win) × LR(spam:ham|the rest) ≈ 1.778",
    ),
    "bernoulli": (
        of(MAILS, "win cash cash", "bernoulli", smoothing=1), 1, F(64, 27),
        {"spam": F(64, 91), "ham": F(27, 91)},
        "odds(spam:ham|x) = odds(spam:ham) × LR(spam:ham|cash=1) × LR(spam:ham|the rest) ≈ 2.370",
    ),
    "categorical": (
        of(DAYS, SUN, smoothing=1), 1, F(25, 24), {"no": F(25, 49), "yes": F(24, 49)},
        "odds(no:yes|x) = odds(no:yes) × LR(no:yes|sky=sun) × LR(no:yes|the rest) ≈ 1.042",
    ),
    "a missing column": (
        of(DAYS, {"sky": "sun"}, smoothing=1), 9, F(5, 4), {"no": F(5, 9), "yes": F(4, 9)},
        "odds(no:yes|x) = odds(no:yes) × LR(no:yes|sky=sun) = 1.25",
    ),
    "nothing seen": (
        of(DAYS, {}, smoothing=1), 1, F(3, 2), {"no": F(2, 5), "yes": F(3, 5)},
        "odds(yes:no|x) = odds(yes:no) = 1.5",
    ),
    "a count vector": (
        of(APART, "a a b", smoothing=1, coefficient=True), 1, F(1944, 343),
        {"s": F(1944, 2395), "h": F(343, 2395), "g": F(108, 2395)},
        "odds(s:h|x) = odds(s:h) × LR(s:h|a)² × LR(s:h|the rest) ≈ 5.668",
    ),
    "absent words ignored": (
        of(APART, "a b", "bernoulli", smoothing=1, absent="ignore"), 1, F(2),
        {"s": F(4, 7), "h": F(2, 7), "g": F(1, 7)},
        "odds(s:h|x) = odds(s:h) × LR(s:h|a=1) × LR(s:h|the rest)",
    ),
    "a class without rows": (
        of(ALONE, "a b b", prior={"s": "1/4", "h": "3/4"}, smoothing=1), 3, F(3),
        {"s": F(1, 4), "h": F(3, 4)}, "odds(h:s|x) = odds(h:s) × LR(h:s|a) × LR(h:s|b)²",
    ),
    "given numbers": (
        of(COIN, TAILS), 2, F(25), {"fair": F(25, 26), "bent": F(1, 26)},
        "odds(fair:bent|x) = odds(fair:bent) × LR(fair:bent|one=tails) × LR(fair:bent|two=tails)",
    ),
    "the limit": (
        of(APART, "a c", smoothing="0+"), 1, F(9, 8), {"s": F(8, 25), "h": F(9, 25), "g": F(8, 25)},
        "odds(h:s|x) = odds(h:s) × LR(h:s|c) × LR(h:s|the rest) ≈ 1.125",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HAND)
def test_small_problems_have_the_numbers_of_a_hand_calculation(name: str) -> None:
    """Odds, their product in names, the verdict and the posteriors are as they come out on paper."""
    problem, leading, odds, posteriors, line = HAND[name]
    solution = explain(problem, "x", leading=leading)
    best, second = sorted(posteriors, key=lambda k: -posteriors[k])[:2]
    assert worth(solution[f"odds({best}:{second}|x)"]) == odds
    assert {k: worth(solution[f"P({k}|x)"]) for k in posteriors} == posteriors
    assert step(solution, "multiply").startswith(line)
    assert step(solution, "decide") == f"odds({best}:{second}|x) > 1, so x is {best}."


def test_estimates_and_factors_stand_as_they_were_counted() -> None:
    """The leading word is estimated in both classes; the rest is one factor of 1/9 against 1/16."""
    solution = explain(HAND["multinomial"][0], "x", leading=1)
    assert "P(win|k) (2+1)/(3+3) = 3/6 (1+1)/(5+3) = 2/8" in step(solution, "estimate")
    assert "cash" not in step(solution, "estimate")
    factors = step(solution, "factors")
    assert "odds(spam:ham) = (1/3)/(2/3) as counted = 1/2 = 0.5" in factors
    assert "LR(spam:ham|win) = (3/6)/(2/8) as counted = 2" in factors
    assert "LR(spam:ham|the rest) = (1/9)/(1/16) as counted = 16/9 ≈ 1.778" in factors


def test_a_column_of_numbers_has_its_factor_in_closed_form() -> None:
    """Means 2 and 6, variances 1 and 4: at 3 the density ratio is 2·exp(5/8), the category's 2/3."""
    solution = explain(of(SIZES, {"x": "3", "c": "g"}, smoothing=1, families={"x": "gaussian"}), "x", leading=1)
    ratio = PowerProduct.of(2) * PowerProduct.exp(F(5, 8))
    assert solution["lr(a:b|x=3)"].compare(ratio) == 0
    assert solution['lr(a:b|"the rest")'] == F(2, 3)
    assert solution["odds(a:b|x)"].compare(ratio * PowerProduct.of(F(2, 3))) == 0
    assert "variance(x|k) 2/2 = 1 8/2 = 4" in step(solution, "estimate")
    assert "LR(a:b|x=3) = (exp(−1/2) / √(2π)) / (exp(−9/8) / (2 × √(2π)))" in step(solution, "factors")
    assert step(solution, "multiply").endswith("LR(a:b|x=3) × LR(a:b|the rest) ≈ 2.491")
