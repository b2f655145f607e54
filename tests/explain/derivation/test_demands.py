"""Every demand of `verify` on steps, chains and sentences refuses something that no other does.

Each forgery is true in every other way: with its demand dropped, it would be printed.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from forgeries import (
    COUNTING,
    QUERY,
    Subject,
    forged_in,
    general,
    joint,
    limit,
    long_text,
    mixed,
    numbers,
    of_odds,
    of_one_word,
    of_values,
    one,
    presence,
    proved,
    refused,
    two_models,
    values,
    words,
)
from proofs import c, learned, n
from thoroughness import all_of
from verifying import TABLE

from exactnb import Conventions, ModelChoice, Problem, Table, solve
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.nodes import (
    Integer,
    Numeral,
    Product,
)
from exactnb.core.expression.reasons import ROUNDED, VALUE, Reason, Rule
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation import (
    Chain,
    DecisionClaim,
    Derivation,
    Grid,
    Line,
    Rejected,
    Remark,
    verify,
)
from exactnb.explain.proving import prove
from exactnb.explain.solution.setting import problem_source

ZEROS = [("1", "0", "+"), ("0", "1", "-")]  # no class shows both

# Theorems


@refused("a theorem has no model")
def a_theorem_with_a_setting() -> None:
    prove(Derivation("t", "", ("uniform prior",), tuple(learned().steps)))


@refused("a theorem has no model")
def a_theorem_with_a_table_of_models() -> None:
    prove(Derivation("t", "", (), tuple(learned().steps), (("m", (), (), ()),)))


@refused("without data, every step is one of a theorem")
def a_step_of_no_theorem_among_theorems() -> None:
    proved(theorem="")


@refused("a theorem is about no data")
def a_theorem_about_a_query() -> None:
    proved(about=QUERY)


@refused("a theorem is about no data")
def a_theorem_of_a_model() -> None:
    proved(model="m")


@refused("a derivation holds tuples, nothing that can change")
def a_theorem_that_can_be_filled() -> None:
    proved(blocks=list(learned().steps[-1].blocks))


@refused("no number stands in prose unverified: 'in 2 steps'")
def a_number_in_the_title_of_a_theorem() -> None:
    proved(title="in 2 steps")


@refused("a theorem holds chains, not DecisionClaim(")
def a_block_of_a_theorem_that_is_none() -> None:
    proved(blocks=(DecisionClaim(QuantityName("argmax"), ("+",)),))


@refused("a chain has lines")
def an_empty_chain_of_a_theorem() -> None:
    proved(blocks=(*learned().steps[-1].blocks, Chain(())))


@refused("no number stands in prose unverified: 'for 3 rows'")
def a_number_in_a_sentence_of_a_theorem() -> None:
    proved(blocks=(*learned().steps[-1].blocks, Remark(("for 3 rows",))))


@refused("prose holds text, not DecisionClaim(")
def a_verdict_in_a_sentence_of_a_theorem() -> None:
    proved(blocks=(Remark((DecisionClaim(QuantityName("argmax"), ("+",)),)),))


@refused("no number stands in prose unverified: 'by rule 7'")
def a_number_in_a_reason_of_a_theorem() -> None:
    line = Line(n, "=", n, Reason(Rule.SAME, "by rule 7"))
    proved(blocks=(*learned().steps[-1].blocks, Chain((line,))))


@refused("c = n: ")
def a_line_of_a_theorem_that_does_not_hold() -> None:
    line = Line(c, "=", n, Reason(Rule.SAME))
    proved(blocks=(*learned().steps[-1].blocks, Chain((line,))))


@refused("n = n: this rule is not one of theorems")
def a_theorem_in_a_solution_that_does_not_hold() -> None:
    step = replace(learned().steps[0], blocks=(Chain((Line(n, "=", n, VALUE),)),))
    values().verify(replace(values().derivation, steps=(step,)))


@refused("nothing that proves steps of theorems was given")
def a_theorem_in_a_solution_that_nobody_proves() -> None:
    of = values()
    derivation = replace(of.derivation, steps=tuple(learned().steps))
    verify(derivation, of.solution.quantities, problem_source(of.solution.problem))


# A derivation and its steps


@refused("a derivation holds tuples, nothing that can change")
def a_reason_that_can_be_filled() -> None:
    of_values(replace(values().formula("P(+)"), reason=Reason(Rule.DEFINE, "MLE", [])))


@refused("a derivation holds tuples, nothing that can change")
def a_set_among_what_a_model_assumes() -> None:
    of = values()
    of.verify(replace(of.derivation, source={"a set"}))


@refused("the setting is that of the problem")
def what_stands_in_many_places() -> None:
    nested: tuple = ()
    for _ in range(64):  # looked at wherever it stands, that would be for ever
        nested = (nested, nested)
    of = values()
    of.verify(replace(of.derivation, setting=nested))


@refused("the models are those of the problem")
def models_that_a_problem_has_not() -> None:
    of = values()
    of.verify(replace(of.derivation, models=two_models().derivation.models))


@refused("a step has a key")
def a_key_that_is_no_text() -> None:
    values().of(key=7)


@refused("no number stands in prose unverified")
def a_number_in_a_title() -> None:
    values().of(title="of 4 rows")


@refused("there is no model 'another'")
def a_model_that_is_not_there() -> None:
    values().of(model="another")


@refused("a step is about what is seen")
def a_step_about_a_class_and_a_query() -> None:
    values().of(about=(*QUERY, Item("class", "class", "+")))


@refused("P(+; one) is of another model than its step")
def a_formula_of_another_model() -> None:
    of = two_models()
    of.of(Chain((of.formula("P(+; one)"),)), model="")


@refused("P(a=1|k; one) is of another model than its step")
def an_estimate_of_another_model_in_a_table() -> None:
    of = two_models()
    chain = of.chain("P(a=1|+; one)")
    grid = next(grid for grid in of.blocks(Grid) if chain in grid.cells[0])
    of.of(replace(grid, cells=((chain, None),)), model="")


@refused("P(+; one) is of another model than its step")
def a_formula_of_another_model_in_a_sentence() -> None:
    of = two_models()
    of.of(Remark((Line(of.ref("P(+; one)"), "=", one(4, 6), VALUE),)), model="")


@refused("argmax(x; one) is of another model than its step")
def a_verdict_of_another_model() -> None:
    of = two_models()
    of.of(Remark((DecisionClaim(of.name("argmax(x; one)"), ("+",)),)), model="")


@refused("a step holds blocks, not 'text'")
def a_block_that_is_none() -> None:
    values().of("text")


@refused("P(+,x) is about something else than its step")
def a_chain_about_another_query() -> None:
    of_values(values().formula("P(+,x)"), about=(Item("query", "", "z"),))


@refused("argmax(x) is about something else than its step")
def a_verdict_about_another_query() -> None:
    verdict = DecisionClaim(values().name("argmax(x)"), ("+",))
    values().of(Remark((verdict,)), about=(Item("query", "", "z"),))


# Chains


@refused("a chain has lines")
def an_empty_chain() -> None:
    of_values()


@refused("the left side stays the same")
def a_chain_about_two_things() -> None:
    of_values(values().formula("P(+,x)"), Line(one(1, 3), "=", one(2, 6), VALUE))


@refused("≈ ends a chain")
def a_line_behind_a_rounded_one() -> None:
    rounded = Line(values().ref("P(+,x)"), "≈", Numeral(Decimal(333, 3)), ROUNDED)
    of_values(rounded, Line(rounded.left, "=", one(1, 3), VALUE))


@refused("→ ends a chain")
def a_value_behind_a_limit() -> None:
    lines = limit().chain("P(+,x)").lines
    tends = next(line for line in lines if line.relation == "→")
    limit().of(Chain((tends, lines[0])))


@refused("a box is around an answer")
def a_box_around_a_joint() -> None:
    values().of(Chain((values().formula("P(+,x)"),), boxed=True))


@refused("a box is around an answer")
def a_box_around_the_posterior_of_another_class() -> None:
    values().of(Chain((values().formula("P(-|x)"),), boxed=True))


@refused("a box is around an answer")
def a_box_around_a_number() -> None:
    values().of(Chain((Line(one(1, 2), "=", one(2, 4), VALUE),), boxed=True))


@refused("a box is around an answer")
def a_box_around_a_prior() -> None:
    values().of(Chain((values().formula("P(+)"),), boxed=True))


@refused("a box is around an answer")
def a_box_around_a_posterior_without_a_decision() -> None:
    query = {"x": {"a": "1", "Sky": "red"}}
    of = Subject(solve(Problem(TABLE, query), only=["P(+|x)"]))
    of.of(Chain((of.formula("P(+|x)"),), boxed=True))


@refused("a box is around an answer")
def a_box_around_an_undefined_posterior() -> None:
    query = {"x": {"a": "1", "b": "1"}}
    of = Subject(solve(Problem(Table.from_rows(ZEROS, ["a", "b", "y"]), query)))
    of.of(Chain((of.formula("P(+|x)"),), boxed=True))


@refused("a box is around an answer")
def a_box_around_a_value_that_is_called_as_the_class() -> None:
    table = Table.from_rows([("+", "1", "+"), ("-", "0", "-")], ["mood", "a", "y"])
    choice = ModelChoice(Conventions(smoothing=1))
    ask = ["argmax(x)", "P(mood=+|x)"]
    of = Subject(solve(Problem(table, {"x": {"a": "1"}}, {"model": choice}, ask=ask)))
    of.of(Chain((of.formula("P(mood=+|x)"),), boxed=True))


@refused("a box is around an answer")
def a_box_around_odds() -> None:
    of_odds().of(Chain((of_odds().formula("odds(+|x)"),), boxed=True))


@refused("a box is around an answer")
def a_box_around_the_logarithm_of_a_posterior() -> None:
    of_odds().of(Chain((of_odds().formula("log(P(+|x))"),), boxed=True))


# Sentences


@refused("no number stands in prose unverified: ' of 4.'")
def a_number_in_a_sentence() -> None:
    values().of(Remark(("All rows", " of 4.")))


@refused("does not hold: argmax(x) is -")
def a_verdict_for_another_class() -> None:
    values().of(Remark((DecisionClaim(values().name("argmax(x)"), ("-",)),)))


@refused("prose holds text, lines and verdicts, not Integer(")
def a_bare_number_in_a_sentence() -> None:
    values().of(Remark((Integer(4),)))


@refused("P(+|x) = 1/2: the sides differ (1 against 1/2), under the rule 'value'")
def a_false_line_in_a_sentence() -> None:
    values().of(Remark((Line(values().ref("P(+|x)"), "=", one(1, 2), VALUE),)))


test_a_forgery_is_refused_by_its_own_demand = forged_in(__name__)


@pytest.mark.exhaustive
def test_what_is_forged_here_is_accepted_unforged() -> None:
    """The solutions and the theorem that are forged here are verified as they stand."""
    for of in (
        values(), numbers(), words(), long_text(), limit(), two_models(), presence(), mixed(),
        of_odds(), of_one_word(),
    ):  # fmt: skip
        of.verify(of.derivation)
    proved()
    line, (first, *rest) = joint(values())
    of_values(replace(line, right=Product((first, general("factor", "+", "x", *rest)))))


@all_of("text, is_boxed", [("argmax(x)", True), ("P(+|x)", True), ("P(-|z)", True), ("P(+|z)", False)])
def test_a_box_is_around_what_was_decided(text: str, is_boxed: bool) -> None:
    """A decision may be boxed, and the posterior of the class that it names."""
    chain = Chain((values().formula(text),), boxed=True)
    if is_boxed:
        values().of(chain)
    else:
        with pytest.raises(Rejected, match="a box is around an answer"):
            values().of(chain)


def test_counts_stand_in_steps_of_any_model() -> None:
    """A count is of the data, whatever model its step is of."""
    line = Line(two_models().ref("count(a=1,+)"), "=", Integer(2), COUNTING)
    for model in ("", "one", None):
        two_models().of(Chain((line,)), model=model)


def test_a_rejected_line_is_a_fault_in_here() -> None:
    """Whoever asked gets the exit code of a program that is wrong, not of a wrong question."""
    assert Rejected("x").exit_code == 70
