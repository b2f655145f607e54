"""How a wrong value arises: verified lines that end in it, and that no other formula passes for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from answering import blamed, example, grader_of
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb.core.arithmetic.enclosed import Enclosed
from exactnb.core.arithmetic.values import compare
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Integer, Numeral, Reference, Sum
from exactnb.core.expression.reasons import Rule
from exactnb.core.expression.results import are_equal, with_limits
from exactnb.core.model.quantity import Effort
from exactnb.core.problem.edits import with_edit
from exactnb.explain.derivation import Derivation, Line, Rejected, Verified, verify
from exactnb.explain.derivation.lines import Chain
from exactnb.explain.solution.setting import problem_source
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.grading.grader import Grader, QuestionGrader
from exactnb.teach.grading.reports.instructor_feedback import (
    mistake_derivation,
    mistakes_for_instructor,
)

NOTES = (
    "spam_or_ham", "spam_or_ham_smoothed", "spam_or_ham_modified", "note_001_multinomial",
    "note_001_multinomial_smoothed", "note_001_intended_email", "note_001_three_classes",
    "note_001_from_the_emails", "note_001_dirichlet_multinomial", "note_001_pseudo_documents",
    "note_004_temperature", "note_004_as_printed", "play_tennis", "play_tennis_smoothed",
    "play_tennis_smoothed_both", "play_tennis_overcast",
)  # fmt: skip


def shown(grader: Grader) -> Iterator[tuple[QuestionGrader, Alternative]]:
    """Yield every mistake with the first question that it leads to a wrong answer of, and the last."""
    found: dict[int, list[tuple[QuestionGrader, Alternative]]] = {}
    for asked in grader.asked.values():
        for of in asked.diagnosis.candidates:
            for mistake in () if isinstance(of.target.value, Enclosed) else of.alternatives:
                found.setdefault(id(mistake), []).append((asked, mistake))
    for pairs in found.values():
        yield pairs[0]
        if len(pairs) > 1:
            yield pairs[-1]


def chains_of(verified: Verified) -> list[Chain]:
    steps = verified.derivation.steps
    return [block for step in steps for block in step.blocks if isinstance(block, Chain)]


def ends_in(verified: Verified, asked: QuestionGrader, value: object) -> bool:
    """Say whether the last chain is about a question, and its last line says a value."""
    chain = chains_of(verified)[-1]
    last = chain.lines[-1]
    if chain.lines[0].left != Reference(asked.name):
        return False
    if last.relation != "≈":
        return are_equal(with_limits(evaluate(last.right, verified.quantities.value)), value)
    assert isinstance(last.right, Numeral)
    decimal = last.right.decimal
    low, high = decimal.value - decimal.half_unit, decimal.value + decimal.half_unit
    return compare(low, value) <= 0 <= compare(high, value)


def kind_of(mistake: Alternative) -> str:
    if mistake.rounding is not None:
        return "rounded"
    return "misconception" if mistake.first_edit is None else "misread"


@in_both_runs
@pytest.mark.parametrize("kind", ["misconception", "rounded", "misread"])
@one_in(48, "name", NOTES)
def test_every_mistake_is_derived(name: str, kind: str) -> None:
    """A mistake with notes 001 and 004 has a derivation that ends in the value it leads to."""
    grader = grader_of(name)
    found = [(asked, mistake) for asked, mistake in shown(grader) if kind_of(mistake) == kind]
    assert found or kind == "misread"
    for asked, mistake in found[:: choose(quick=8, exhaustive=9)]:
        verified = mistake_derivation(grader.problem, asked.name, mistake, Effort())
        value = grader.answer_key.alternatives.value(mistake, asked.name)
        assert isinstance(verified, Verified)
        assert ends_in(verified, asked, value), (mistake.id, mistake.detail, str(asked.name))


def lines_replaced(derivation: Derivation, old: Line, new: Line) -> Derivation:
    """Return a derivation with one line in the place of another."""
    steps = []
    for step in derivation.steps:
        blocks = [
            replace(block, lines=tuple(new if line is old else line for line in block.lines))
            if isinstance(block, Chain) else block
            for block in step.blocks
        ]  # fmt: skip
        steps.append(replace(step, blocks=tuple(blocks)))
    return replace(derivation, steps=tuple(steps))


@in_both_runs
@one_in(3, "name", ["play_tennis", "spam_or_ham_smoothed", "note_001_multinomial_smoothed"])
def test_a_formula_replaced_after_the_fact_is_rejected(name: str) -> None:
    """One more in any formula of a mistaken derivation is not accepted, in the graph of the mistake."""
    grader = grader_of(name)
    for asked, mistake in [*shown(grader)][:: choose(quick=6, exhaustive=3)]:
        verified = mistake_derivation(grader.problem, asked.name, mistake, Effort())
        problem = (
            grader.problem
            if mistake.first_edit is None
            else with_edit(grader.problem, mistake.first_edit)
        )
        source, graph = problem_source(problem), verified.quantities
        altered = [n for n in graph if graph[n].formula != problem.define(n, Effort()).formula]
        assert isinstance(verify(verified.derivation, graph, source, altered=altered), Verified)
        for chain in chains_of(verified):
            line = chain.lines[0]
            if line.reason.rule is Rule.DECIDE:
                continue
            other = replace(line, right=Sum((line.right, Integer(1))))
            mutated = lines_replaced(verified.derivation, line, other)
            with pytest.raises(Rejected):
                verify(mutated, graph, source, altered=altered)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["play_tennis_smoothed", "note_001_three_classes"])
def test_a_mistaken_derivation_is_none_of_the_right_graph(name: str) -> None:
    """The lines of a misconception are accepted in the graph that has it, and in no right one."""
    grader = grader_of(name)
    source = problem_source(grader.problem)
    for asked, mistake in shown(grader):
        if mistake.rounding is not None or mistake.first_edit is not None:
            continue
        verified = mistake_derivation(grader.problem, asked.name, mistake, Effort())
        with pytest.raises(Rejected):
            verify(verified.derivation, grader.graph, source)


def test_the_instructor_reads_the_steps() -> None:
    """The chain of a joint typed for a posterior says so, and ends in 1/189."""
    graded = example("play_tennis", "P(Yes|x')", "1/189")
    assert blamed(graded) == {"joint-for-posterior"}
    text = mistakes_for_instructor(grader_of("play_tennis"), graded)
    first, *rest = text.split("\n")
    assert first == "joint-for-posterior: the joint given, not divided by the evidence"
    assert rest[-2].split()[:2] == ["=", "1/189"]
    assert rest[-1].split() == ["≈", "0.005291"]


@all_of("raw", ["2/243", "0.192", "125/637"])
def test_the_instructor_reads_steps_of_every_kind(raw: str) -> None:
    """Misconceptions, early roundings and misread rows all come with a chain about the question."""
    graded = example("play_tennis", "P(Yes|x')", raw)
    text = mistakes_for_instructor(grader_of("play_tennis"), graded)
    assert "P(Yes|x') = " in text


def test_a_pair_is_derived_too() -> None:
    """Two mistakes together have a derivation like one: the prior forgotten and the joint given."""
    grader = grader_of("play_tennis_smoothed")
    asked = grader.asked["P(Yes,x')"]
    pairs = [(m, of.target.value) for of in asked.diagnosis.pair_candidates for m in of.alternatives]
    for mistake, value in pairs[:20]:
        assert ends_in(mistake_derivation(grader.problem, asked.name, mistake, Effort()), asked, value)
