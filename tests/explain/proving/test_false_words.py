"""False proofs by code: theorems with another word, formula, hat or scope, all of which are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from proofs import copied
from thoroughness import choose, in_both_runs

from exactnb.core.expression.nodes import (
    Expression,
    Extremum,
    Integer,
    Negative,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
)
from exactnb.core.expression.reasons import Reason, Rule
from exactnb.core.expression.spell import spell
from exactnb.errors import ExactnbError
from exactnb.explain.derivation import Line
from exactnb.explain.proving.facts.densities import FAMILIES
from exactnb.explain.proving.facts.laws import event, is_definition
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.theorems import names, theorem
from exactnb.explain.proving.words import ESTIMATES, WORDS
from exactnb.explain.proving.writing.theorem import GIBBS

pytestmark = pytest.mark.xdist_group("false words")  # theorems are checked once

TWO, HAT = Integer(2), Symbol("b", is_estimate=True)
FREE, OF_NO_CELL = ("", "pooled"), "what does not depend on the cell"
ALIKE = (
    {
        "product rule",
        "chain rule",
        "naive Bayes",
        "naive Bayes, wrongly",
        "all documents",
        "conditional",
    },
    {"whatever the class", "either class"},
    {"whatever the parameter", "whatever the parameters"},
    {"one bag", ""},
    {"Bernoulli", ""},
    {"the mean of each", ""},
    {"independent", ""},
    {"conditional", ""},
    {"the right posterior", "the claimed one", "the smoothed estimate"},
    {"a copy", "naive Bayes"},
    {"smoothed", ""},
    *({family, "prior"} for family in ("", "Beta", "Gamma")),
    *({family, general} for family in ("", *FAMILIES) for general in ("density", "probabilities")),
)
"""Words that one line may have both of: laws that are special cases, and what needs none."""
APART = choose(quick=18, exhaustive=1)
LATER = choose(quick=0, exhaustive=100)
"""One theorem in how many is gone through, and how many of its steps besides the first."""


@cache
def checked(name: str) -> list[tuple[list[tuple[Prover, Line]], Prover]]:
    """Return each step as lines with the checker before each, and with the checker after the step."""
    found, prover = [], Prover()
    for step in theorem(name).steps():
        lines, before = [], copied(prover)
        for line, problem in prover.step_problems(step):
            assert not problem
            lines.append((before, line))
            before = copied(prover)
        found.append((lines, copied(prover)))
    return found


def claims() -> Iterator[tuple[str, Prover, Line]]:
    """Yield each line with words that have a form, with the checker as it is before the line."""
    for name in names()[::APART]:
        for lines, _ in checked(name)[: 1 + LATER]:
            for before, line in lines:
                form = WORDS.get(line.reason.rule, {}).get(line.reason.words)
                if form not in (None, is_definition) and line.relation == "=":
                    yield name, before, line


def refusal(prover: Prover, line: Line) -> str:
    """Return why a line is refused, "" if it is accepted."""
    try:
        return copied(prover).line_problem(line, None)
    except ExactnbError as error:
        return str(error)


def others(right: Expression) -> Iterator[Expression]:
    """Yield formulas that are worth something else: twice as much, one more, the inverse ..."""
    yield Product((TWO, right))
    yield Sum((right, Integer(1)))
    yield Quotient(Integer(1), right)
    yield Power(right, TWO)
    yield Negative(right)
    if isinstance(right, Product | Sum):
        for at in range(len(right.children)):
            rest = (*right.children[:at], *right.children[at + 1 :])
            yield rest[0] if len(rest) == 1 else right.with_children(rest)
            yield right.with_children((*right.children, right.children[at]))
    if isinstance(right, Quotient):
        yield Quotient(right.denominator, right.numerator)
        yield right.numerator
        yield Quotient(right.numerator, Product((TWO, right.denominator)))


@pytest.mark.exhaustive
def test_a_formula_that_is_no_instance_is_refused() -> None:
    """A law, a density, a mean or a count is refused with any other formula on its right side."""
    tried, accepted = 0, []
    for at, (name, prover, line) in enumerate(claims()):
        if line.reason.words in (*FREE, OF_NO_CELL) or isinstance(line.right, Extremum):
            continue
        for number, right in enumerate(others(line.right)):
            if (at + number) % 3:
                continue  # each change is tried in one line of three
            tried += 1
            if not refusal(prover, replace(line, right=right)):
                accepted.append(f"{name}: {spell(line.left)} = {spell(right)} [{line.reason.words}]")
    assert accepted == []
    assert tried >= choose(quick=30, exhaustive=350)


@in_both_runs
def test_other_words_are_refused() -> None:
    """A line has the words of its own form, and no others: not those of another law or family."""
    tried, accepted = 0, []
    for at, (name, prover, line) in enumerate(claims()):
        own = line.reason.words
        every = [
            words
            for words, form in WORDS[line.reason.rule].items()
            if form not in (None, is_definition)
        ]
        for words in (*every[at % 3 :: 3], *ESTIMATES, "by inspection"):
            if words == own or any({own, words} <= alike for alike in ALIKE):
                continue
            if is_of_a_sum(line) and line.reason.rule in (Rule.COUNT, Rule.DEFINE):
                continue  # sums have many words, which say what is added up
            tried += 1
            if not refusal(prover, replace(line, reason=replace(line.reason, words=words))):
                accepted.append(f"{name}: {spell(line.left)} = {spell(line.right)} [{own} -> {words}]")
    assert accepted == []
    assert tried >= choose(quick=40, exhaustive=1000)


def is_of_a_sum(line: Line) -> bool:
    return event(line.left) is None


def test_a_claim_is_no_reason_to_define_anything() -> None:
    """No estimate, law or cited fact makes a number out of a letter that is defined or assumed."""
    proofs = 0
    every = {words for of in WORDS.values() for words in of} | {GIBBS, "so a maximum", "by symmetry"}
    every -= {OF_NO_CELL}  # a number does not
    for rule in (Rule.DEFINE, Rule.GIVEN, Rule.ASSUME, Rule.COUNT):
        for words in every:
            if words not in WORDS[rule] or WORDS[rule][words] not in (None, is_definition):
                line = Line(HAT, "=", Quotient(Integer(1), Integer(4)), Reason(rule, words))
                assert refusal(Prover(), line) or not words, words
                proofs += 1
    assert proofs >= 200


@in_both_runs
def test_an_estimate_is_not_said_again() -> None:
    """After a theorem with an argmax, no later step says that its hat, or a component, is a number."""
    tried = 0
    for name in names()[::APART]:
        hats = dict[Symbol, None]()
        for lines, _ in checked(name):
            for _, line in lines:
                if isinstance(line.right, Extremum):
                    assert isinstance(line.left, Symbol)
                    hats[line.left] = None
        _, prover = checked(name)[-1]
        for hat in hats:
            parts = [replace(hat, lower=(*hat.lower, Integer(1))), replace(hat, lower=hat.lower[1:])]
            for part in (hat, *parts):
                for rule in (Rule.DEFINE, Rule.GIVEN, Rule.ASSUME):
                    line = Line(part, "=", Integer(5), Reason(rule))
                    known = prover.declared.definition(part, counts=True) is not None
                    if rule is not Rule.ASSUME or not known:  # else it is a condition
                        assert refusal(prover, line), f"{name}: {spell(part)} = 5"
                        tried += 1
    assert tried >= choose(quick=6, exhaustive=150)


@in_both_runs
def test_what_a_step_assumed_shows_nothing_later() -> None:
    """The last line of a step with an assumption is refused, once more, in a step without it."""
    tried, accepted = 0, []
    for name in names()[::APART]:
        for number, (checked_lines, prover) in enumerate(checked(name)):
            lines = [line for _, line in checked_lines]
            facts = [line for line in lines if line.reason.rule is Rule.ASSUME and line.relation == "="]
            claims = (Rule.SOLUTION, Rule.PUT_IN)
            if number and facts and lines[-1].reason.rule in claims:
                tried += 1
                if not refusal(prover, lines[-1]):
                    accepted.append(f"{name}: {spell(lines[-1].left)} = {spell(lines[-1].right)}")
    assert accepted == []
    assert tried >= choose(quick=1, exhaustive=8)
