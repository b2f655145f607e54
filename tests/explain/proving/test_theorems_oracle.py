"""Theorems, and what the normal form calls alike, against an oracle that evaluates at instances."""

from __future__ import annotations

import random
from functools import cache

from drawn import Instance, draw
from exact_numbers import Unjudged, compare
from hypothesis import given
from hypothesis import strategies as st
from instances import holds
from mutations_of_theorems import changed
from random_formulas import GIVEN, SCOPE, formulas, otherwise
from theorem_scopes import free
from thoroughness import in_both_runs, law, one_in

from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.spell import spell
from exactnb.explain.proving.facts.totals import SOURCES
from exactnb.explain.proving.forms.patterns import Refused
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.scope.comparing import same_form
from exactnb.explain.proving.scope.scope import Declared
from exactnb.explain.proving.theorems import names, theorem

SEED = "oracle"
ENOUGH = 5
TRIES = 25
TIMES = 2


@cache
def declared() -> Declared:
    """Return the scope of random formulas, as the checker reads it."""
    prover = Prover()
    assert not any(problem for _, problem in prover.step_problems(GIVEN))
    return prover.declared


@cache
def library() -> list[Instance]:
    """Return instances of the scope of random formulas."""
    return [draw(SCOPE, random.Random(f"{SEED} {number}")) for number in range(TRIES)]


def is_alike(left: Expression, right: Expression) -> bool:
    """Say whether the normal form calls two formulas alike; what it refuses, it does not."""
    try:
        return same_form(declared(), left, right)
    except Refused:
        return False


def differ(left: Expression, right: Expression) -> str:
    """Return an instance at which two formulas differ, or nothing after enough at which they do not."""
    judged = 0
    for instance in library():
        at = instance.place(free(left, right))
        try:
            equal = compare(instance.value(left, at), instance.value(right, at)) == 0
        except Unjudged:
            continue
        if not equal:
            return f"{spell(left)} against {spell(right)} at {at}, {instance.letters.values}"
        judged += 1
        if judged == ENOUGH:
            break
    return ""


@in_both_runs
@one_in(64, "name", names())
def test_every_line_holds_at_random_instances(name: str) -> None:
    """Every line of the theorem that claims something is true wherever what it rests on is.

    What all values of a density add up to has no end here; `test_own_families.py` adds it up.
    """
    verdicts = holds(theorem(name).steps(), random.Random(f"{SEED} {name}"), TIMES)
    wrong = [verdict for verdict in verdicts if verdict.word in ("false", "not judged")]
    endless = [each for each in wrong if each.claim.line.reason.words in SOURCES]
    assert [str(verdict) for verdict in wrong if verdict not in endless] == []
    assert all(verdict.word == "not judged" for verdict in endless)
    judged = [verdict for verdict in verdicts if verdict.word == "true"]
    assert judged
    assert all(verdict.instances == TIMES for verdict in judged)


@given(formulas(), st.randoms(use_true_random=False))
@law(15, exhaustive=60)
def test_a_formula_written_otherwise_is_equal(formula: Expression, dice: random.Random) -> None:
    """A formula written otherwise has its value; so the rewritings are what they are meant to be."""
    assert differ(formula, otherwise(formula, dice)) == ""


@given(formulas(), st.randoms(use_true_random=False))
@law(12, exhaustive=45)
def test_what_is_alike_is_equal_written_otherwise(formula: Expression, dice: random.Random) -> None:
    """A formula and another writing of it are equal where the normal form calls them alike."""
    other = otherwise(formula, dice)
    if is_alike(formula, other):
        assert differ(formula, other) == ""


@given(formulas(), st.randoms(use_true_random=False))
@law(15, exhaustive=60)
def test_what_is_alike_is_equal_after_a_change(formula: Expression, dice: random.Random) -> None:
    """A formula with one thing changed is equal where the normal form calls the two alike."""
    changes = list(changed(formula, SCOPE))
    for other in dice.sample(changes, min(len(changes), 3)):
        if is_alike(formula, otherwise(other, dice)):
            assert differ(formula, other) == ""


@given(formulas(depth=2), formulas(depth=2))
@law(15, exhaustive=60)
def test_what_is_alike_is_equal_by_chance(left: Expression, right: Expression) -> None:
    """Two small formulas are equal where the normal form calls them alike."""
    if is_alike(left, right):
        assert differ(left, right) == ""


def test_most_other_writings_are_alike() -> None:
    """The normal form sees that two writings are one formula: in 99 of 100 cases that it can read."""
    tried: list[bool] = []

    @given(formulas(), st.randoms(use_true_random=False))
    @law(30)
    def attempt(formula: Expression, dice: random.Random) -> None:
        other = otherwise(formula, dice)
        if other != formula:
            tried.append(is_alike(formula, other))

    attempt()
    assert sum(tried) > 0
