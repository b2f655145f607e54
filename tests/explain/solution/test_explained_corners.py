"""Corners of explanations: nothing with a factor of its own, unseen words, exposures, limits, names."""

from __future__ import annotations

import re
from fractions import Fraction as F
from typing import Any

import blocks_drawn
import numbers_drawn
import pytest
from explained_mails import APART, MAILS, decided, factors, of, step
from hypothesis import given
from laws import DATA, LAW
from strategies import NAMES, cases
from thoroughness import all_of

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.errors import ExactnbError, InputError
from exactnb.explain.solution.explained import explain


@all_of("problem", [
    of(MAILS, "win cash cash", "dirichlet-multinomial", smoothing=1),
    of(MAILS, "", "bernoulli", smoothing=1),
    of(["p q k", "1 2 a", "3 3 a", "2 5 a", "4 1 b", "8 2 b", "6 7 b"], {"p": "3", "q": "1"}, "lda"),
    of(["p q k", "1 2 a", "3 3 a", "2 5 a", "4 1 b", "8 2 b", "6 7 b"], {"p": "3", "q": "1"}, "qda"),
    of(["p q k", "1 2 a", "3 1 a", "4 1 b", "8 2 b"], {"p": "3", "q": "2"}, families={"p": "poisson"}),
], apart=3)  # fmt: skip
def test_nothing_with_a_factor_of_its_own(problem: Problem) -> None:
    """Where nothing seen has a factor of its own, all of it is one factor."""
    assert decided(explain(problem, "x"), "x") == decided(solve(problem), "x")


@pytest.mark.parametrize("leading", [1, 2])
def test_unseen_words_that_count_zero(leading: int) -> None:
    """A word that was never seen may be in the rest, where it counts zero."""
    problem = of(MAILS, "win cash zebra", smoothing=1, unseen="zero")
    assert explain(problem, "x", leading=leading)["odds(spam:ham|x)"] == F(16, 9)


def test_an_exposure_is_no_culprit() -> None:
    """A rate of 0 and its exposure: the joint of a is 0 because its rate is."""
    rows = ["n h k", "0 2 a", "0 1 a", "4 1 b", "8 2 b"]
    table = Table.from_rows([row.split() for row in rows[1:]], rows[0].split())
    choice = ModelChoice(families={"n": "poisson"})
    problem = Problem(table, {"x": {"n": "3", "h": "2"}}, {"m": choice}, exposure={"n": "h"})
    assert decided(explain(problem, "x"), "x") == ("b",)


def test_words_of_columns_are_not_told_as_unseen() -> None:
    """Columns that count words were all seen; the head says nothing of the rest."""
    problem = of(
        ["win lunch k", "2 0 s", "1 1 s", "0 3 h"],
        {"win": "2", "lunch": "1"},
        "multinomial",
        smoothing=1,
    )
    assert "never seen" not in explain(problem, "x", leading=1).text()


def test_odds_in_the_limit() -> None:
    """Odds that tend to 1 are above it for every small λ, which is said; so is what they tend to."""
    problem = of(Documents.of([("s", "a"), ("h", "a a")], vocabulary=["a", "b"]), "a", smoothing="0+")
    solution = explain(problem, "x")
    assert "→ 1 as λ → 0⁺" in step(solution, "multiply")
    assert step(solution, "decide").startswith("For every λ that is small enough odds(h:s|x) > 1")


def test_whole_odds_are_told() -> None:
    """Odds of 25 stand there as 25."""
    problem = of(APART, "a b", "bernoulli", smoothing=1, absent="ignore")
    assert re.search(r"= 2$", step(explain(problem, "x", leading=1), "multiply"))


def test_a_zero_of_a_column_of_numbers_is_no_absent_word() -> None:
    """With absent words ignored, a count of 0 has a factor of its own all the same."""
    problem = of(["n c k", "0 0 a", "2 1 a", "4 1 b", "8 1 b"], {"n": "0", "c": "1"},
                 families={"n": "poisson", "c": "bernoulli"}, smoothing=1, absent="ignore")  # fmt: skip
    assert [str(name) for name, _, _ in factors(explain(problem, "x", leading=1))[1]][
        1
    ] == "lr(a:b|n=0)"


@all_of("identity, leading", [("x", True), (["x"], 1), ([], 1)])
def test_what_is_no_id_and_no_number(identity: Any, leading: Any) -> None:
    """A bool is no number of factors, a list no id."""
    with pytest.raises(InputError):
        explain(of(MAILS, "win"), identity, leading=leading)


@all_of("problem", [None, "x", 42])
def test_what_is_no_problem(problem: Any) -> None:
    """What is no Problem is refused, as `solve` does."""
    with pytest.raises(InputError, match="expected a Problem"):
        explain(problem, "x")


def test_ids_are_trimmed() -> None:
    """An id is asked by its name, without the space around it, as everywhere else."""
    problem = Problem(MAILS, {" x ": "win"}, {"m": ModelChoice(Conventions(smoothing=1))})
    assert decided(explain(problem, "x"), "x") == decided(solve(problem), "x")


def test_all_impossible_classes_are_told_or_counted() -> None:
    """Of twelve joints that are zero, six are named, and it is said that there are more."""
    mails = Documents.of([(f"c{at}", f"w{at} v{at}") for at in range(12)])
    said = step(explain(of(mails, "w1 v2"), "x"), "decide")
    assert "P(c5, x) = 0" in said
    assert "P(c6, x)" not in said
    assert "More joints are zero or undefined." in said


@LAW
@given(data=DATA)
def test_whatever_is_solved_is_explained_and_decided_alike(data: Any) -> None:
    """Every family of values and words, with ids and conventions of every kind."""
    case = data.draw(cases(NAMES, awkward=True, refused=False))
    for identity in case.queries:
        problem = case.problem()
        assert decided(explain(problem, identity), identity) == decided(solve(problem), identity)


@pytest.mark.exhaustive
@LAW
@given(data=DATA)
def test_columns_of_numbers_are_explained_wherever_they_are_solved(data: Any) -> None:
    """Columns of numbers, exposures and blocks are decided alike too; what is refused is refused."""
    for case in (data.draw(numbers_drawn.cases()), data.draw(blocks_drawn.blocks(regular=False))):
        for identity in case.queries:
            try:
                problem = case.problem()
                expected = decided(solve(problem), identity)
            except ExactnbError:
                continue
            assert decided(explain(problem, identity), identity) == expected
