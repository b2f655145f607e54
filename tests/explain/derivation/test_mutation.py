"""Change one thing in a derivation; where that makes it false, `verify` must reject it.

What is false is decided here without `verify`: names are worth what brute force over the rows gives
(`mutations/judging.py`), expressions what `reading.flat` reads from their spelling, or what
`mutations/values.py` makes of logarithms, factorials and decisions.
`python tests/explain/derivation/test_mutation.py` prints how many false mutations of each kind were
tried, and how many of them were rejected.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2] / "helpers"), str(Path(__file__).parents[3])]

import mutations
import pytest
import reading
from mutations.in_rules import rule_is_false
from mutations.in_tables import table_is_false
from mutations.kinds import (
    MUTATIONS,
    blocks_in,
    changes,
    places,
    told,
)
from mutations.subject import Subject, contains
from mutations.subjects import ATTEMPTS, LEAST, SEED, subjects
from mutations.values import NONSENSE
from thoroughness import choose, in_both_runs
from worked import PROBLEMS

from exactnb.core.expression.nodes import (
    Clipped,
    Expression,
    Factorial,
    Integer,
    Power,
    Quotient,
    Reference,
)
from exactnb.core.expression.reasons import Rule
from exactnb.explain.derivation import (
    Derivation,
    Deviations,
    EstimateRule,
    Grid,
    Line,
    Rejected,
    verify,
)

assert mutations.__all__  # importing them fills the table
pytestmark = [in_both_runs, pytest.mark.xdist_group("mutations")]  # the derivations are made once


# The trial


@dataclass
class Tally:
    """How many false mutations of a kind were tried, and what became of them."""

    false: int = 0
    rejected: int = 0
    let_through: list[str] = field(default_factory=list)


RARE: dict[str, Callable[[Subject], bool]] = {
    "model of a step": lambda subject: len(subject.cases) > 1,
    "count in a line": lambda subject: any(of.reason.rule is Rule.COUNT for of in lines(subject)),
    "exponent of a power": lambda subject: any(contains(of, Power) for of in lines(subject)),
    "factorial": lambda subject: any(contains(of, Factorial) for of in lines(subject)),
    "number in a table of deviations": lambda subject: bool(blocks_in(subject, Deviations)),
    "class or row of a table of deviations": lambda subject: bool(blocks_in(subject, Deviations)),
    "floor of a clip": lambda subject: any(contains(of, Clipped) for of in lines(subject)),
}
"""Kinds for which few of the problems have a place, and which these are."""


SOME = choose(quick=2, exhaustive=4)
"""On how many lines of a derivation what is true, but does not follow, is tried."""


def some_subjects() -> tuple[Subject, ...]:
    """Return the derivations in which all places are tried: a quarter of them in a quick run."""
    return subjects()[:: choose(quick=4, exhaustive=1)]


def some_places(subject: Subject, *rules: Rule) -> list[tuple[Line, Callable[[Line], Derivation]]]:
    """Return some of the lines under some rules, with the way to put another in their place."""
    found = [place for place in places(subject) if place[0].reason.rule in rules]
    return random.Random(SEED).sample(found, min(len(found), SOME))


def lines(subject: Subject) -> Iterator[Line]:
    return (line for line, _ in places(subject))


LEAST_OF_EACH, MOST_OF_EACH = choose(quick=(1, 1), exhaustive=(24, 24))
"""How many false mutations of every kind are tried at least, and at most."""


@cache
def trial(name: str) -> Tally:
    """Try a kind of mutation on random places of all derivations."""
    dice = random.Random(f"{SEED} {name}")  # a new kind changes nothing for the others
    tally, mutate = Tally(), MUTATIONS[name]
    suited = tuple(filter(RARE[name], subjects())) if name in RARE else subjects()
    for _ in range(ATTEMPTS):
        if tally.false == MOST_OF_EACH:
            break
        subject = dice.choice(suited)
        try:
            mutant = mutate(subject, dice)
        except reading.Unreadable:
            continue
        if mutant is None or not mutant.is_false:
            continue
        tally.false += 1
        try:
            verify(mutant.derivation, mutant.quantities or subject.quantities, subject.source)
        except Rejected:
            tally.rejected += 1
        except Exception as error:
            tally.let_through.append(f"{subject.title}: {mutant.what}: a crash: {error!r}")
        else:
            tally.let_through.append(f"{subject.title}: {mutant.what}")
    return tally


def table() -> str:
    """Return the counts of the trial, a row for each kind."""
    tallies = {name: trial(name) for name in MUTATIONS}
    rows = [f"{'kind':36} {'false':>6} {'rejected':>9}"]
    for name, tally in tallies.items():
        rows.append(f"{name:36} {tally.false:6} {tally.rejected:9}")
    total = sum(tally.false for tally in tallies.values())
    rows.append(f"{'all':36} {total:6} {sum(tally.rejected for tally in tallies.values()):9}")
    return "\n".join(rows)


@pytest.mark.parametrize("name", sorted(MUTATIONS))
def test_no_false_mutation_is_accepted(name):
    """Verify rejects every false mutation of this kind."""
    tally = trial(name)
    assert tally.let_through == []
    assert tally.rejected == tally.false >= LEAST_OF_EACH


@pytest.mark.exhaustive
def test_the_worked_examples_are_among_the_derivations() -> None:
    """Every worked example is mutated, beside the random problems, but for the one with ε → 0⁺."""
    examples = {path.stem for path in PROBLEMS} - {"equal_seeds"}
    assert len(examples) >= 70
    assert examples <= {subject.title for subject in subjects()}


def test_many_false_mutations_are_tried():
    """Hundreds of mutations, or thousands, are false and must be rejected, and are rejected."""
    rejected = 0
    for name in MUTATIONS:  # all of them are tried above, each kind in a test of its own
        rejected += trial(name).rejected
        if rejected >= LEAST:
            break
    assert rejected >= LEAST
    assert len(MUTATIONS) * LEAST_OF_EACH >= LEAST


def test_the_derivations_are_true_before_they_are_mutated():
    """Every line of every derivation holds by the evaluation that judges the mutations."""
    for subject in some_subjects():
        for line, _ in places(subject):
            assert not subject.is_false(line), told(line)
        for s, _, grid in blocks_in(subject, Grid):
            assert not table_is_false(subject, s, grid)
        for _, _, rule in blocks_in(subject, EstimateRule):
            assert not rule_is_false(subject, rule)


def test_every_name_has_a_worth_by_its_meaning():
    """No quantity of any derivation is left out of what can be judged."""
    for subject in subjects():
        for name in subject.quantities:
            assert subject.environment[str(name)] != NONSENSE, (subject.title, str(name))


# True, but not by the rule that is given


BY_NAMES = (Rule.ASSUME, Rule.DEFINE, Rule.EXPAND, Rule.DECIDE)


def test_a_name_of_equal_value_does_not_follow():
    """In a formula, or written out, another quantity that happens to be worth the same is rejected."""
    tried = 0
    for subject in some_subjects():
        for line, put_in in some_places(subject, *BY_NAMES):
            for new in islice(_equals(subject, line), choose(quick=2, exhaustive=None)):
                tried += 1
                with pytest.raises(Rejected):
                    verify(put_in(new), subject.quantities, subject.source)
    assert tried > choose(quick=40, exhaustive=200)


def _equals(subject: Subject, line: Line) -> Iterator[Line]:
    def change(part: Expression) -> Expression | None:
        if not isinstance(part, Reference) or str(part.name) not in subject.environment:
            return None
        worth = subject.environment[str(part.name)]
        for name in subject.quantities:
            known = str(name) in subject.environment
            if known and name != part.name and subject.environment[str(name)] == worth:
                return Reference(name)
        return None

    for new in changes(line.right, change):
        yield replace(line, right=new)


def test_a_formula_in_another_order_does_not_follow():
    """The factors of a formula in another order, or a number for a name, are rejected: true or not."""
    tried = 0
    for subject in some_subjects():
        for line, put_in in places(subject):
            parts = line.right.children
            if line.reason.rule is not Rule.ASSUME or len(parts) < 2 or len(set(parts)) < 2:
                continue
            tried += 1
            turned = replace(line, right=line.right.with_children(parts[::-1]))
            counted = replace(line, right=subject.quantities.with_operands(line.right))
            for new in (turned, counted):
                with pytest.raises(Rejected):
                    verify(put_in(new), subject.quantities, subject.source)
    assert tried > choose(quick=8, exhaustive=20)


def test_a_number_of_equal_value_is_not_as_counted():
    """As counted, a number that is worth the same but was not counted so is rejected: 1/2 for 2/4."""
    tried = 0
    for subject in some_subjects():
        for line, put_in in some_places(subject, Rule.SUBSTITUTE):
            for right in changes(line.right, _doubled_fraction):
                tried += 1
                with pytest.raises(Rejected):
                    verify(put_in(replace(line, right=right)), subject.quantities, subject.source)
    assert tried > choose(quick=20, exhaustive=100)


def _doubled_fraction(part: Expression) -> Expression | None:
    if not isinstance(part, Quotient):
        return None
    above, below = part.numerator, part.denominator
    if not isinstance(above, Integer) or not isinstance(below, Integer):
        return None
    if above.value == below.value == 0:
        return None
    return Quotient(Integer(2 * above.value), Integer(2 * below.value))


def test_a_name_is_not_a_value():
    """A value line whose right side is the name of an equal quantity is rejected."""
    for subject in some_subjects():
        for line, put_in in some_places(subject, Rule.VALUE):
            if isinstance(line.left, Reference):
                with pytest.raises(Rejected):
                    verify(put_in(replace(line, right=line.left)), subject.quantities, subject.source)


@pytest.mark.exhaustive
def test_steps_are_checked_one_by_one():
    """A derivation whose last step alone is false is rejected, and the step is named."""
    for subject in some_subjects():
        last = subject.derivation.steps[-1]
        spoiled = replace(last, title=f"{last.title} 7")
        steps = (*subject.derivation.steps[:-1], spoiled)
        with pytest.raises(Rejected, match=last.key):
            verify(replace(subject.derivation, steps=steps), subject.quantities, subject.source)


if __name__ == "__main__":
    print(table())
