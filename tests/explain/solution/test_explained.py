"""Why a query is decided as it is: the odds of two classes, factor by factor, by plain fractions."""

from __future__ import annotations

from fractions import Fraction as F
from math import prod

import numbers_drawn
import pytest
from explained_mails import APART, MAILS, decided, factors, of, step
from hypothesis import assume, given
from hypothesis import strategies as st
from laws import DATA, LAW, worth
from numbers_oracle import Oracle, Score
from strategies import Case, cases
from thoroughness import all_of, one_in

from exactnb import Conventions, Documents, ModelChoice, Parameters, Problem, Table, solve
from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.reals import as_product
from exactnb.core.data.schema import Schema
from exactnb.core.expression.results import with_limits
from exactnb.errors import InputError
from exactnb.explain.solution.explained import explain

EVEN = Documents.of([("s", "a a b"), ("h", "a b b")])
ALONE = Documents.of([("s", "a b")], classes=["s", "h"])
QUOTED = Documents.of([("$x_1$ & 50%", "a|b win"), ("{h}", "win win"), ("win", "P(x) P(x) a|b")])
DAYS = ["sky temp play", "sun hot no", "sun cool no", "rain hot yes", "rain cool yes", "sun hot yes"]
COATS = ["size coat k", "1 r a", "3 g a", "4 g b", "8 g b"]
BESIDE = ["p q c k", "1 2 u a", "3 3 v a", "2 5 u a", "4 1 u b", "8 2 v b", "6 7 v b"]
TOSS = {("toss", "heads", "fair"): Ratio(1, 2), ("toss", "heads", "bent"): Ratio(9, 10)}
SHARES = {"fair": Ratio(1, 4), "bent": Ratio(3, 4)}
COIN = Parameters(Schema("coin", ("fair", "bent"), {"toss": ("heads", "tails")}), SHARES, TOSS)


HAND = {
    "multinomial": (of(MAILS, "win cash cash", smoothing=1), "16/9", "spam 16/25 ham 9/25",
                    "LR(spam:ham|win) × LR(spam:ham|the rest) = 16/9 ≈ 1.778"),
    "bernoulli": (of(MAILS, "win cash cash", "bernoulli", smoothing=1), "64/27",
                  "spam 64/91 ham 27/91",
                  "LR(spam:ham|cash=1) × LR(spam:ham|the rest) = 64/27 ≈ 2.370"),
    "categorical": (of(DAYS, {"sky": "sun", "temp": "hot"}, smoothing=1), "25/24",
                    "no 25/49 yes 24/49", "LR(no:yes|sky=sun) × LR(no:yes|the rest) = 25/24 ≈ 1.042"),
    "fewer": (of(DAYS, {"sky": "sun"}, smoothing=1), "5/4", "no 5/9 yes 4/9", "LR(no:yes|sky=sun) ="),
    "a count vector": (of(MAILS, "win cash cash cash", smoothing=1, coefficient=True), "64/27",
                       "spam 64/91 ham 27/91",
                       "LR(spam:ham|cash)³ × LR(spam:ham|the rest) = 64/27 ≈ 2.370"),
    "absent words ignored": (of(APART, "a b", "bernoulli", smoothing=1, absent="ignore"), "2",
                             "s 4/7 h 2/7 g 1/7", "LR(s:h|a=1) × LR(s:h|the rest) = 2"),
    "no rows": (of(ALONE, "a b b", prior={"s": "1/4", "h": "3/4"}, smoothing=1), "3", "h 3/4 s 1/4",
                "LR(h:s|a) × LR(h:s|the rest) = 3"),
    "given": (of(COIN, {"toss": "tails"}), "5/3", "fair 5/8 bent 3/8",
              "LR(fair:bent|toss=tails) = 5/3 ≈ 1.667"),
    "the limit": (of(APART, "a c", smoothing="0+"), "9/8", "h 9/25 s 8/25 g 8/25",
                  "LR(h:s|c) × LR(h:s|the rest) → 9/8 as λ → 0⁺ ≈ 1.125"),
}  # fmt: skip


@all_of("name", HAND, apart=3)
def test_small_problems_have_the_numbers_of_a_hand_calculation(name: str) -> None:
    """Odds, their product in names, the verdict and the posteriors are as they come out on paper."""
    problem, odds, shares, line = HAND[name]
    solution, listed = explain(problem, "x", leading=1), shares.split()
    posteriors = dict(zip(listed[::2], map(F, listed[1::2]), strict=True))
    left = "odds({}:{}|x)".format(*posteriors)
    assert worth(solution[left]) == F(odds)
    assert {k: worth(solution[f"P({k}|x)"]) for k in posteriors} == posteriors
    assert step(solution, "multiply").startswith(f"{left} = {left.replace('|x', '')} × {line}")
    limit = "For every λ that is small enough " * (name == "the limit")
    said = f"“{listed[0]}”" if len(listed[0]) > 1 else listed[0]
    assert step(solution, "decide") == f"{limit}{left} > 1, so x is {said}."


def test_odds_of_two_are_two_thirds() -> None:
    """A posterior that is a short fraction is printed as one, with its decimal."""
    rows = [("a", "no"), ("b", "no"), ("a", "yes")]
    problem = Problem(Table.from_rows([*rows, ("a", "no"), ("b", "yes")], ["u", "y"]), query="u=a")
    text = explain(problem, "x").text()
    assert "= 2" in text.partition("Multiply")[2].partition("Decide")[0]
    assert "2/3 ≈ 0.6667   1/3 ≈ 0.3333" in text


def test_estimates_and_factors_stand_as_they_were_counted() -> None:
    """One word leads, and the rest is one factor of 1/9 to 1/16; of ten there are two, and no rest."""
    solution, whole = (explain(HAND["multinomial"][0], "x", leading=n) for n in (1, 10))
    assert step(solution, "estimate").endswith("P(win|k) (2+1)/(3+3) = 3/6 (1+1)/(5+3) = 2/8")
    said = step(solution, "factors")
    assert "odds(spam:ham) = (1/3)/(2/3) as counted = 1/2 = 0.5 LR(spam:ham|win) = (3/6)/(2/8)" in said
    assert "LR(spam:ham|the rest) = (1/9)/(1/16) substitute = 16/9 ≈ 1.778" in said
    assert step(whole, "multiply").endswith("LR(spam:ham|win) × LR(spam:ham|cash)² = 16/9 ≈ 1.778")


def test_a_column_of_numbers_has_its_factor_in_closed_form() -> None:
    """Means 2 and 6, variances 1 and 4: at 3 the densities differ by 2·exp(5/8), the coats by 2/3."""
    problem = of(COATS, {"size": "3", "coat": "g"}, smoothing=1, families={"size": "gaussian"})
    solution = explain(problem, "x", leading=1)
    ratio, rest = PowerProduct.of(2) * PowerProduct.exp(F(5, 8)), F(2, 3)
    assert solution["lr(a:b|size=3)"].compare(ratio) == 0 == solution['lr(a:b|"the rest")'] - rest
    assert solution["odds(a:b|x)"].compare(ratio * PowerProduct.of(rest)) == 0
    assert "σ_k² ((1 − 2)²+(3 − 2)²)/2 = 2/2 = 1 ((4 − 6)²+(8 − 6)²)/2 = 8/2 = 4" in step(
        solution, "estimate"
    )
    assert step(solution, "multiply").endswith("LR(a:b|size=3) × LR(a:b|the rest) ≈ 2.491")


@one_in(3, "family", ["lda", "qda", "poisson"])
def test_columns_that_have_no_factor_of_their_own_are_the_rest(family: str) -> None:
    """What is distributed jointly, and a count with its exposure, stand together beside a category."""
    families = dict.fromkeys("p" if family == "poisson" else "pq", family)
    problem = of(BESIDE, {"p": "3", "q": "1", "c": "u"}, smoothing=1, families=families)
    solution, joints = explain(problem, "x"), solve(problem, only=["P(a, x)", "P(b, x)"])
    (one, other), ((_, _, _), (ratio, _, _), (rest, _, _)) = factors(solution)
    assert solution[str(ratio)] == (F(3, 2) if one == "a" else F(2, 3))
    whole = as_product(solution[str(rest)]) * PowerProduct.of(solution[str(ratio)])
    odds = as_product(joints[f"P({one}, x)"]) / as_product(joints[f"P({other}, x)"])
    assert whole.compare(odds) == 0 == as_product(solution[f"odds({one}:{other}|x)"]).compare(odds)


VERDICTS = (
    (of(EVEN, "a b", smoothing=1), "odds(s:h|x) = 1, so x is tied between s and h."),
    (of(EVEN, "a b", smoothing=1, tie="first"), "odds(s:h|x) = 1, so x is s, the first in order."),
    (of(EVEN, "a b", smoothing="0+"),
     "For every λ that is small enough odds(s:h|x) = 1, so x is tied between s and h."),
    (of(APART, "a b"), "P(h, x) = 0: P(a|h) = 0/2. P(g, x) = 0: P(a|g) = 0/3, P(b|g) = 0/3. "
                       "No other class is possible, so x is s."),
    (of(APART, "a c"), "P(s, x) = 0: P(c|s) = 0/3. P(h, x) = 0: P(a|h) = 0/2. "
                       "P(g, x) = 0: P(a|g) = 0/3. No class is decided."),
    (of(MAILS, "win", smoothing=1, prior={"spam": "0", "ham": "1"}),
     "P(spam, x) = 0: P(spam) = 0. No other class is possible, so x is “ham”."),
    (of(Documents.of([("s", "a b")]), "a"), "There is no other class, so x is s."),
    (of(ALONE, "a", prior="uniform"), "A joint is undefined: P(a|h) = 0/0. No class is decided."),
)  # fmt: skip


@all_of(("problem", "said"), VERDICTS, apart=3)
def test_ties_zeros_and_what_is_undefined_are_told_by_their_causes(problem: Problem, said: str) -> None:
    """A verdict names the odds that are 1, the estimates that are 0, or those that are 0/0."""
    solution = explain(problem, "x")
    assert step(solution, "decide") == said
    assert decided(solution, "x") == decided(solve(problem), "x")


@pytest.mark.parametrize("family", ["bernoulli", "categorical", "multinomial"])
@LAW
@given(data=DATA)
def test_the_odds_are_the_product_of_what_is_shown(family: str, data: st.DataObject) -> None:
    """Ratios counted by hand are those shown, the strongest first, and their product is the odds."""
    case: Case = data.draw(cases((family,), awkward=True, refused=False, limits=False))
    assume(case.queries)
    identity, leading = next(iter(case.queries)), data.draw(st.integers(1, 4))
    seen = case.seen(identity)
    assume(seen.words() or any(value != "0" for value in seen.cells.values()))
    solution = explain(case.problem(), identity, leading=leading)
    assert decided(solution, identity) == case.decided(seen)
    pair, shown = factors(solution)
    if pair:
        one, other = pair
        ratios = [case.likelihood(one, part) / case.likelihood(other, part) for _, part, _ in shown]
        ratios[0] = case.prior_of(one) / case.prior_of(other)
        assert ratios == [solution.quantities.value(name) for name, _, _ in shown]
        powers = [ratio**times for ratio, (_, _, times) in zip(ratios, shown, strict=True)]
        assert prod(powers) == case.joint(one, seen) / case.joint(other, seen)
        sizes = [max(power, 1 / power) for power in powers[1:]]
        own = sizes if "the rest" not in str(shown[-1][0]) else sizes[:-1]
        assert own == sorted(own, reverse=True)[:leading]


@LAW
@given(data=DATA)
def test_densities_multiply_to_the_odds_as_well(data: st.DataObject) -> None:
    """Columns of numbers, others beside them: in each class the parts shown make up the whole joint."""
    case = data.draw(numbers_drawn.cases(("gaussian", "exponential", "geometric", "geometric0")))
    oracle, (identity, cells) = Oracle(case), next(iter(case.queries.items()))
    solution = explain(case.problem(), identity, leading=data.draw(st.integers(1, 3)))
    assert decided(solution, identity) == oracle.winners(cells)
    pair, shown = factors(solution)
    for k in pair:
        worths = [oracle.likelihood(part.cells, k) for _, part, _ in shown]
        assert prod(worths, start=Score.of(oracle.prior(k))) == oracle.joint(cells, k)


@all_of("problem", [
    of(QUOTED, "win P(x) a|b", smoothing=1), of(COIN, {"toss": "tails"}),
    of(APART, "a c", smoothing="0+"), of(APART, "a c"),
])  # fmt: skip
def test_an_explanation_comes_in_all_outputs(problem: Problem) -> None:
    """All four come out, with names in quotes, words that are classes, TeX's signs, λ, and zeros."""
    solution = explain(problem, "x", leading=2)
    for shown in (solution.text(), solution.latex(), solution.markdown(), solution.json()):
        assert "Decide" in shown
    worths = map(solution.quantities.value, solution.quantities)
    assert list(solution.values()) == list(map(with_limits, worths))


def test_long_documents_have_odds_of_any_size() -> None:
    """Sixty words make odds of 16 digits, which are written out; 130 words make odds beyond 10³³."""
    mails = Documents.of([("s", "a a b"), ("h", "a b b b")])
    ends = {n: step(explain(of(mails, "a " * n, smoothing=1), "x"), "multiply") for n in (60, 130)}
    assert ends[60] == f"odds(s:h|x) = odds(s:h) × LR(s:h|a)⁶⁰ ≈ {round(F(9, 5) ** 60)}"
    assert ends[130] == "odds(s:h|x) = odds(s:h) × LR(s:h|a)¹³⁰ ≈ 1.533 × 10³³"


def test_the_first_model_is_explained_and_the_rest_has_a_name_of_its_own() -> None:
    """Of two models the first counts; where a class and a query are "the rest", it has two stars."""
    data = Documents.of([("the rest", "a a b"), ("h", "b c")])
    models = {"one": ModelChoice(Conventions(smoothing=1)), "two": ModelChoice(family="bernoulli")}
    problem = Problem(data, {"x": "a b", "the rest*": "a"}, models, title="Mine")
    solution = explain(problem, "x", leading=1)
    assert list(solution.problem.query) == ["x", "the rest*", "the rest**"]
    assert solution.text().startswith("Mine\nMultinomial")


@all_of(("identity", "leading", "said"), [
    ("y", 1, "there is no query 'y'"), ("x", 0, "leading: expected a whole number from 1; got '0'"),
    ("x", -1, "leading: .* got '-1'"), ("x", "3", "leading: .* got '3'"), ("x", 2.0, "leading: "),
])  # fmt: skip
def test_what_cannot_be_explained_is_refused(identity: str, leading: int, said: str) -> None:
    """An unknown id is refused, and what is no positive whole number, with the key."""
    with pytest.raises(InputError, match=said):
        explain(of(MAILS, "win"), identity, leading=leading)
