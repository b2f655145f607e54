"""Every demand of `verify` on steps, chains, sentences and lines refuses something that no other does.

Each forgery is true in every other way: with its demand dropped, it would be printed.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from forgeries import (
    FORGED,
    Subject,
    limit,
    long_text,
    mixed,
    numbers,
    one,
    presence,
    proved,
    refused,
    two_models,
    values,
    words,
)
from proofs import c, learned, n
from verifying import TABLE

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.arithmetic.rounding import Decimal
from exactnb.derivation import Chain, Derivation, Grid, Line, Rejected, Remark, Step, Verdict, prove
from exactnb.derivation.certificates import rounds
from exactnb.expression.evaluate import evaluate
from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import (
    ArgMax,
    Indexed,
    Integer,
    Labels,
    Matrix,
    Numeral,
    Power,
    Product,
    Quotient,
    Special,
    Sum,
    Vector,
)
from exactnb.expression.reasons import AS_COUNTED, ROUNDED, VALUE, WRITTEN_OUT, Reason, Rule

QUERY = (Item("query", "", "x"),)
ZEROS = [("1", "0", "+"), ("0", "1", "-")]  # no class shows both
BOTH = Vector((one(1, 8), one(1, 2)))
SQUARE = Matrix(((one(1, 8), one(1, 2)), (Integer(0), one(1, 3))))
NONE, THIRD = Numeral(Decimal(0, 1)), Numeral(Decimal(3, 1))
COUNTING = Reason(Rule.COUNT, "by counting")


def of_values(*lines: Line, **changes: object) -> None:
    """Verify a chain about the table of values."""
    values().of(Chain(lines), **changes)


def joint(of: Subject, text: str = "P(+,x)") -> tuple[Line, tuple]:
    """Return the formula of a joint, and its factors."""
    line = of.formula(text)
    return line, line.right.factors


def of_odds() -> Subject:
    """Return a table of which odds are asked, and the logarithm of a posterior."""
    query = {"x": {"a": "1", "Sky": "red"}}
    return Subject(solve(Problem(TABLE, query, ask=["argmax(x)", "odds(+|x)", "log(P(+|x))"])))


def of_one_word() -> Subject:
    """Return the answers about a text of one word, with the number of its arrangements."""
    texts = Documents.of([("+", "win win cash"), ("-", "lunch cash win")])
    choice = ModelChoice(families={"text": "multinomial"})
    return Subject(solve(Problem(texts, {"q": "cash"}, {"model": choice})))


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


@refused("a theorem holds chains, not Verdict(")
def a_block_of_a_theorem_that_is_none() -> None:
    proved(blocks=(Verdict(QuantityName("argmax"), ("+",)),))


@refused("a chain has lines")
def an_empty_chain_of_a_theorem() -> None:
    proved(blocks=(*learned().steps[-1].blocks, Chain(())))


@refused("no number stands in prose unverified: 'for 3 rows'")
def a_number_in_a_sentence_of_a_theorem() -> None:
    proved(blocks=(*learned().steps[-1].blocks, Remark(("for 3 rows",))))


@refused("prose holds text, not Verdict(")
def a_verdict_in_a_sentence_of_a_theorem() -> None:
    proved(blocks=(Remark((Verdict(QuantityName("argmax"), ("+",)),)),))


@refused("no number stands in prose unverified: 'by rule 7'")
def a_number_in_a_reason_of_a_theorem() -> None:
    line = Line(n.node, "=", n.node, Reason(Rule.SAME, "by rule 7"))
    proved(blocks=(*learned().steps[-1].blocks, Chain((line,))))


@refused("c = n: ")
def a_line_of_a_theorem_that_does_not_hold() -> None:
    line = Line(c.node, "=", n.node, Reason(Rule.SAME))
    proved(blocks=(*learned().steps[-1].blocks, Chain((line,))))


@refused("n = n: this rule is not one of theorems")
def a_theorem_in_a_solution_that_does_not_hold() -> None:
    step = replace(learned().steps[0], blocks=(Chain((Line(n.node, "=", n.node, VALUE),)),))
    values().verify(replace(values().derivation, steps=(step,)))


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


@refused("P(+; one) is of another model than its step")
def an_estimate_of_another_model_in_a_table() -> None:
    of = two_models()
    chain = of.chain("P(+; one)")
    grid = next(grid for grid in of.blocks(Grid) if chain in grid.cells[0])
    of.of(replace(grid, cells=((chain, None),)), model="")


@refused("P(+; one) is of another model than its step")
def a_formula_of_another_model_in_a_sentence() -> None:
    of = two_models()
    of.of(Remark((Line(of.ref("P(+; one)"), "=", one(4, 6), VALUE),)), model="")


@refused("argmax(x; one) is of another model than its step")
def a_verdict_of_another_model() -> None:
    of = two_models()
    of.of(Remark((Verdict(of.name("argmax(x; one)"), ("+",)),)), model="")


@refused("a step holds blocks, not 'text'")
def a_block_that_is_none() -> None:
    values().of("text")


@refused("P(+,x) is about something else than its step")
def a_chain_about_another_query() -> None:
    of_values(values().formula("P(+,x)"), about=(Item("query", "", "z"),))


@refused("argmax(x) is about something else than its step")
def a_verdict_about_another_query() -> None:
    verdict = Verdict(values().name("argmax(x)"), ("+",))
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
    values().of(Remark((Verdict(values().name("argmax(x)"), ("-",)),)))


@refused("prose holds text, lines and verdicts, not Integer(")
def a_bare_number_in_a_sentence() -> None:
    values().of(Remark((Integer(4),)))


@refused("P(+|x) = 1/2: the sides differ (1 against 1/2), under the rule 'value'")
def a_false_line_in_a_sentence() -> None:
    values().of(Remark((Line(values().ref("P(+|x)"), "=", one(1, 2), VALUE),)))


# Lines


@refused("'≈' does not go with this rule")
def a_value_that_is_nearly_equal() -> None:
    of_values(Line(values().ref("P(+|x)"), "≈", one(1), VALUE))


@refused("a product over an index stands in a formula only")
def a_value_written_with_a_product_over_an_index() -> None:
    line = Line(one(1, 2), "=", Product((Indexed("factor", (), (one(1, 2),)), one(1))), VALUE)
    of_values(line)


@refused("a product over an index stands in a formula only")
def a_left_side_with_a_product_over_an_index() -> None:
    of_values(Line(Indexed("factor", (), (one(1, 2),)), "=", one(1, 2), VALUE))


@refused("not the value, rounded")
def a_rounded_value_that_is_cut_off() -> None:
    of_values(Line(one(2, 3), "≈", Numeral(Decimal(66, 2)), ROUNDED))


@refused("not the value, rounded")
def a_rounded_vector_with_an_entry_too_many() -> None:
    shown = Vector((Numeral(Decimal(5, 1)), Numeral(Decimal(5, 1))))
    of_values(Line(Vector((one(1, 2),)), "≈", shown, ROUNDED))


@refused("a rounded value is a decimal")
def an_infinite_value_that_is_rounded() -> None:
    of_values(Line(one(1, 0), "≈", Special("∞"), ROUNDED))


@refused("not the limit")
def a_limit_that_is_another_number() -> None:
    left = limit().ref("P(+,x)")
    limit().of(Chain((Line(left, "→", one(1, 2), Reason(Rule.LIMIT, "as λ → 0⁺")),)))


@refused("not the limit")
def a_limit_of_what_does_not_vary() -> None:
    of_values(Line(one(1, 2), "→", one(1, 2), Reason(Rule.LIMIT, "as λ → 0⁺")))


@refused("not the limit")
def a_limit_that_still_varies() -> None:
    left = limit().ref("P(+,x)")
    limit().of(Chain((Line(left, "→", left, Reason(Rule.LIMIT, "as λ → 0⁺")),)))


@refused("the sides differ (1/3 against 1/4)")
def a_value_that_is_another() -> None:
    of_values(Line(values().ref("P(+,x)"), "=", one(1, 4), VALUE))


@refused("1/2 < 1/3: the comparison does not hold (1/2 against 1/3)")
def a_comparison_that_does_not_hold() -> None:
    values().of(Remark((Line(one(1, 2), "<", one(1, 3), Reason(Rule.COMPARE)),)))


@refused("the sides differ (1 against about 1.0000000000000000000e1200)")
def a_value_that_is_another_and_very_long() -> None:
    of_values(Line(one(1), "=", Integer(10**1_200), VALUE))


@refused("the sides differ (")
def a_value_that_is_irrational() -> None:
    of_values(Line(one(1), "=", Power(Integer(2), one(1, 2)), VALUE))


@refused("the comparison does not hold")
def a_comparison_of_what_is_undefined_behind() -> None:
    values().of(Remark((Line(one(1, 3), ">", one(0, 0), Reason(Rule.COMPARE)),)))


@refused("the comparison does not hold")
def a_comparison_with_a_decision() -> None:
    values().of(Remark((Line(one(1, 3), ">", Labels(("+",)), Reason(Rule.COMPARE)),)))


@refused("the comparison does not hold")
def a_comparison_with_what_is_undefined() -> None:
    values().of(Remark((Line(one(0, 0), "<", one(1, 3), Reason(Rule.COMPARE)),)))


# The rules of lines


@refused("a formula opens the chain of a named quantity")
def a_formula_of_a_number() -> None:
    of_values(replace(values().formula("P(+)"), left=one(3, 4)))


@refused("a formula opens the chain of a named quantity")
def a_formula_behind_a_formula() -> None:
    of_values(values().formula("P(+)"), values().formula("P(+)"))


@refused("the reason is 'MLE'")
def a_formula_with_another_reason() -> None:
    of_values(replace(values().formula("P(+)"), reason=Reason(Rule.DEFINE, "as told")))


@refused("not the formula of this quantity")
def a_formula_that_is_worth_the_same() -> None:
    of_values(replace(values().formula("P(+)"), right=one(3, 4)))


@refused("not the formula of this quantity")
def a_formula_with_equal_factors_exchanged() -> None:
    line, (first, second, third) = joint(values())
    of_values(replace(line, right=Product((first, third, second))))


@refused("not the same product written out")
def a_product_written_out_with_equal_factors_exchanged() -> None:
    line, (first, second, third) = joint(values())
    of_values(line, replace(line, right=Product((first, third, second)), reason=WRITTEN_OUT))


GENERAL = "the general factor is not one of this quantity"


def general(role: str, label: str, seen: str, *terms: object) -> Indexed:
    return Indexed(role, (("class", label), ("x", seen)), terms)


@refused(GENERAL)
def a_general_factor_of_another_class() -> None:
    line, (first, *rest) = joint(values())
    of_values(replace(line, right=Product((first, general("factor", "-", "x", *rest)))))


@refused(GENERAL)
def a_general_factor_of_a_quantity_without_a_class() -> None:
    line = values().formula("P(x)")
    of_values(replace(line, right=Sum((general("factor", "", "x", line.right),))))


@refused(GENERAL)
def a_word_under_the_product_over_columns() -> None:
    of = of_one_word()
    line, (first, word) = joint(of, "P(+,q)")
    of.of(Chain((replace(line, right=Product((first, general("factor", "+", "q", word)))),)))


@refused(GENERAL)
def a_general_factor_of_nothing() -> None:
    line, factors = joint(values())
    of_values(replace(line, right=Product((*factors, general("factor", "+", "x")))))


@refused(GENERAL)
def a_general_factor_of_a_part() -> None:
    line, (first, second, third) = joint(values())
    of_values(replace(line, right=Product((first, general("factor", "+", "x", second), third))))


@refused(GENERAL)
def a_general_factor_of_the_end_alone() -> None:
    line, (first, second, third) = joint(values())
    of_values(replace(line, right=Product((first, second, general("factor", "+", "x", third)))))


@refused(GENERAL)
def a_general_factor_with_the_prior_in_it() -> None:
    line, factors = joint(values())
    of_values(replace(line, right=Product((general("factor", "+", "x", *factors),))))


@refused(GENERAL)
def words_under_the_product_over_columns() -> None:
    line, (first, *rest) = joint(words(), "P(+,q)")
    words().of(Chain((replace(line, right=Product((first, general("factor", "+", "q", *rest)))),)))


@refused(GENERAL)
def columns_under_the_product_over_words() -> None:
    line, (first, *rest) = joint(values())
    of_values(replace(line, right=Product((first, general("draw", "+", "x", *rest)))))


@refused(GENERAL)
def the_prior_under_the_product_over_words() -> None:
    line, factors = joint(words(), "P(+,q)")
    words().of(Chain((replace(line, right=Product((general("draw", "+", "q", *factors),))),)))


@refused(GENERAL)
def a_word_before_the_product_over_words() -> None:
    line, (first, second, third) = joint(words(), "P(+,q)")
    right = Product((first, second, general("draw", "+", "q", third)))
    words().of(Chain((replace(line, right=right),)))


@refused(GENERAL)
def columns_under_a_product_in_another_order() -> None:
    line, (first, second, third) = joint(values())
    of_values(replace(line, right=Product((first, general("factor", "+", "x", third, second)))))


@refused(GENERAL)
def words_under_a_product_in_another_order() -> None:
    line, (first, second, third) = joint(words(), "P(+,q)")
    right = Product((first, general("draw", "+", "q", third, second)))
    words().of(Chain((replace(line, right=right),)))


@refused(GENERAL)
def two_columns_before_the_product_over_words() -> None:
    of = mixed()
    line, (*others, first, second) = joint(of, "P(+,q)")
    assert len(others) == 3
    of.of(Chain((replace(line, right=Product((*others, general("draw", "+", "q", first, second)))),)))


@refused("the words, counted anew, give other factors")
def words_that_were_counted_otherwise() -> None:
    of = long_text()
    line, (first, *rest) = joint(of, "P(-,q)")
    other = Product((first, *reversed(rest)))
    of.verify(
        replace(of.derivation, steps=(Step("only", "", (Chain((replace(line, right=other),)),)),)),
        **{"P(-,q)": other},
    )


@refused("a formula opens the chain of a named quantity")
def words_of_no_quantity() -> None:
    of_values(Line(one(1, 2), "=", one(2, 4), Reason(Rule.GROUP, "equal factors together")))


@refused("not the formula of this quantity")
def words_that_are_not_grouped_as_in_the_graph() -> None:
    of = long_text()
    line, factors = joint(of, "P(-,q)")
    of.of(Chain((replace(line, right=Product(factors[::-1])),)))


@refused("only a count is counted")
def a_number_that_is_not_counted() -> None:
    of_values(Line(one(1, 2), "=", one(1, 2), COUNTING))


@refused("the reason is 'by counting'")
def a_count_with_another_reason() -> None:
    line = Line(values().ref("count(a=1,+)"), "=", Integer(2), Reason(Rule.COUNT, "as told"))
    of_values(line)


@refused("the reason is 'by counting'")
def a_count_behind_another_line() -> None:
    left = values().ref("count(a=1,+)")
    of_values(Line(left, "=", one(4, 2), VALUE), Line(left, "=", Integer(2), COUNTING))


@refused("counting the rows gives 2")
def a_count_that_is_no_whole_number() -> None:
    of_values(Line(values().ref("count(a=1,+)"), "=", one(4, 2), COUNTING))


@refused("nothing stands before it to be written out")
def a_product_written_out_of_nothing() -> None:
    of_values(replace(values().formula("P(+,x)"), reason=WRITTEN_OUT))


@refused("a product written out has no reason of its own")
def a_product_written_out_with_a_reason() -> None:
    line = values().formula("P(+,x)")
    of_values(line, replace(line, reason=Reason(Rule.EXPAND, "as told")))


@refused("not the same product written out")
def a_product_written_out_in_another_order() -> None:
    line, factors = joint(values())
    of_values(line, replace(line, right=Product(factors[::-1]), reason=WRITTEN_OUT))


@refused("the reason is 'as counted'")
def numbers_with_another_reason() -> None:
    line = values().formula("P(+)")
    of_values(line, Line(line.left, "=", one(3, 4), Reason(Rule.SUBSTITUTE, "as told")))


@refused("nothing stands before it to put numbers into")
def numbers_put_into_nothing() -> None:
    of_values(Line(one(3, 4), "=", one(3, 4), AS_COUNTED))


@refused("a name is left where a number belongs")
def numbers_put_in_for_some_names() -> None:
    line, (first, *_) = joint(values())
    of_values(line, Line(line.left, "=", Product((first, one(2, 3), one(2, 3))), AS_COUNTED))


@refused("2/3 is not P(+)")
def numbers_put_in_for_other_names() -> None:
    line = values().formula("P(+,x)")
    of_values(line, Line(line.left, "=", Product((one(2, 3), one(3, 4), one(2, 3))), AS_COUNTED))


@refused("P(a=1|+) was counted as 2/3")
def numbers_put_in_reduced() -> None:
    line = values().formula("P(+,x)")
    of_values(line, Line(line.left, "=", Product((one(3, 4), one(4, 6), one(2, 3))), AS_COUNTED))


@refused("the form changes where only numbers are put in")
def numbers_put_into_another_form() -> None:
    line = values().formula("P(+,x)")
    of_values(line, Line(line.left, "=", one(1, 3), AS_COUNTED))


@refused("the form changes where only numbers are put in")
def numbers_put_in_with_a_factor_more() -> None:
    line = values().formula("P(+,x)")
    right = Product((one(3, 4), one(2, 3), one(2, 3), one(1)))
    of_values(line, Line(line.left, "=", right, AS_COUNTED))


@refused("the form changes where only numbers are put in")
def numbers_put_into_a_product_for_a_quotient() -> None:
    line = values().formula("P(+|x)")
    of_values(line, Line(line.left, "=", Product((one(1, 3), one(3))), AS_COUNTED))


@refused("8 stands for 2")
def numbers_put_in_beside_a_changed_one() -> None:
    before = Line(one(8), "=", Power(Integer(2), Integer(3)), VALUE)
    other = Power(Integer(8), Integer(1))
    of_values(before, Line(before.left, "=", other, AS_COUNTED))


@refused("a value has no reason of its own")
def a_value_with_a_reason() -> None:
    of_values(Line(values().ref("P(+,x)"), "=", one(1, 3), Reason(Rule.VALUE, "as told")))


@refused("a decision has no scores of its own")
def a_decision_as_a_value() -> None:
    of_values(Line(values().ref("argmax(x)"), "=", ArgMax((("+", one(2)), ("-", one(1)))), VALUE))


@refused("a name is left in a value")
def a_value_with_a_name() -> None:
    of_values(Line(one(1, 3), "=", values().ref("P(+,x)"), VALUE))


@refused("a rounded value has no reason of its own")
def a_rounded_value_with_a_reason() -> None:
    of_values(Line(one(1, 3), "≈", Numeral(Decimal(33, 2)), Reason(Rule.ROUND, "as told")))


@refused("the reason is 'as λ → 0⁺'")
def a_limit_with_another_reason() -> None:
    line = next(line for line in limit().chain("P(-|x)").lines if line.relation == "→")
    limit().of(Chain((replace(line, reason=Reason(Rule.LIMIT, "as told")),)))


@refused("a name is left in a limit")
def a_limit_with_a_name() -> None:
    of = limit()
    line = next(line for line in of.chain("P(-|x)").lines if line.relation == "→")
    right = Product((line.right, Power(of.ref("count(+)"), Integer(0))))
    of.of(Chain((replace(line, right=right),)))


@refused("a comparison stands alone, without a reason of its own")
def a_comparison_with_a_reason() -> None:
    values().of(Remark((Line(one(1, 2), ">", one(1, 3), Reason(Rule.COMPARE, "as told")),)))


@refused("a comparison stands alone, without a reason of its own")
def a_comparison_in_a_chain() -> None:
    left = one(1, 2)
    of_values(Line(left, "=", one(2, 4), VALUE), Line(left, ">", one(1, 3), Reason(Rule.COMPARE)))


@refused("a decision has no reason of its own")
def a_decision_with_a_reason() -> None:
    line = values().formula("argmax(x)")
    of_values(line, Line(line.left, "=", Labels(("+",)), Reason(Rule.DECIDE, "as told")))


@refused("a decision is a class")
def a_decision_that_is_written_as_scores() -> None:
    line = values().formula("argmax(x)")
    of_values(line, replace(line, reason=Reason(Rule.DECIDE)))


@pytest.mark.parametrize(
    "forged", [name for name, (f, _) in FORGED.items() if f.__module__ == __name__]
)
def test_a_forgery_is_refused_by_its_own_demand(forged: str) -> None:
    """What breaks one demand alone is rejected, in the words of that demand."""
    forgery, why = FORGED[forged]
    with pytest.raises(Rejected, match=re.escape(why)):
        forgery()


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


@pytest.mark.parametrize(
    ("text", "is_boxed"), [("argmax(x)", True), ("P(+|x)", True), ("P(-|z)", True), ("P(+|z)", False)]
)
def test_a_box_is_around_what_was_decided(text: str, is_boxed: bool) -> None:
    """A decision may be boxed, and the posterior of the class that it names."""
    chain = Chain((values().formula(text),), boxed=True)
    if is_boxed:
        values().of(chain)
    else:
        with pytest.raises(Rejected, match="a box is around an answer"):
            values().of(chain)


def test_a_text_of_equal_factors_has_one_factor() -> None:
    """Of words that were all counted once, P(q|+) is one power, counted anew."""
    of = long_text()
    whole = Subject(solve(of.solution.problem, only=["P(q|+)"]))
    whole.verify(whole.derivation)
    assert isinstance(whole.formula("P(q|+)").right, Power)


def test_a_likelihood_may_be_a_product_over_its_words_alone() -> None:
    """P(q|+) is the product over the words of q, without a prior before it."""
    of = Subject(solve(words().solution.problem, only=["P(q|+)"]))
    line = of.formula("P(q|+)")
    of.of(Chain((replace(line, right=general("draw", "+", "q", *line.right.factors)),)))
    with pytest.raises(Rejected, match=GENERAL):
        of.of(Chain((replace(line, right=general("draw", "+", "q", *line.right.factors[::-1])),)))


def test_arrangements_may_stand_before_the_product_over_words() -> None:
    """Behind the prior stands n!/∏x!, then the words, as one product."""
    texts = Documents.of([("+", "win win cash"), ("-", "lunch cash win")])
    choice = ModelChoice(Conventions(coefficient=True), families={"text": "multinomial"})
    of = Subject(solve(Problem(texts, {"q": "win cash win"}, {"model": choice})))
    of.verify(of.derivation)
    line, (prior, arrangements, *rest) = joint(of, "P(+,q)")
    right = Product((prior, arrangements, general("draw", "+", "q", *rest)))
    of.of(Chain((replace(line, right=right),)))


def test_counts_stand_in_steps_of_any_model() -> None:
    """A count is of the data, whatever model its step is of."""
    line = Line(two_models().ref("count(a=1,+)"), "=", Integer(2), COUNTING)
    for model in ("", "one", None):
        two_models().of(Chain((line,)), model=model)


def test_a_rejected_line_is_a_fault_in_here() -> None:
    """Whoever asked gets the exit code of a program that is wrong, not of a wrong question."""
    assert Rejected("x").exit_code == 70


@pytest.mark.parametrize(
    ("value", "shown", "held"),
    [
        (one(1, 3), Numeral(Decimal(33, 2)), True),
        (one(1, 8), Numeral(Decimal(12, 2)), True),  # both neighbours of a tie are near enough
        (one(1, 8), Numeral(Decimal(13, 2)), True),
        (one(1, 8), Numeral(Decimal(14, 2)), False),
        (BOTH, Vector((Numeral(Decimal(13, 2)), Numeral(Decimal(5, 1)))), True),
        (BOTH, Vector((Numeral(Decimal(13, 2)), Numeral(Decimal(6, 1)))), False),
        (BOTH, Vector((Numeral(Decimal(13, 2)),)), False),
        (BOTH, Numeral(Decimal(13, 2)), False),
        (one(1, 0), Numeral(Decimal(1, 0)), False),
        (one(-1, 0), Numeral(Decimal(-1, 0)), False),
        (one(0, 0), Numeral(Decimal(0, 0)), False),
        (Labels(("+",)), Numeral(Decimal(0, 0)), False),
        (BOTH, Matrix(((Numeral(Decimal(13, 2)), Numeral(Decimal(5, 1))),)), False),
        (SQUARE, Matrix(((Numeral(Decimal(13, 2)), Numeral(Decimal(5, 1))), (NONE, THIRD))), True),
        (SQUARE, Matrix(((Numeral(Decimal(13, 2)), Numeral(Decimal(5, 1))), (THIRD, NONE))), False),
        (SQUARE, Matrix(((Numeral(Decimal(13, 2)), Numeral(Decimal(5, 1)), NONE, THIRD),)), False),
        (one(1, 0), Special("∞"), True),
        (one(0, 0), Special("undefined"), False),
        (Quotient(Integer(10**6000 + 1), Integer(10**12000)), Numeral(Decimal(1, 6000)), True),
        (Quotient(Integer(14), Integer(10**6001)), Numeral(Decimal(1, 6000)), True),
        (Quotient(Integer(16), Integer(10**6001)), Numeral(Decimal(1, 6000)), False),
        (Quotient(Integer(6), Integer(10**6001)), Numeral(Decimal(1, 6000)), True),
        (Quotient(Integer(4), Integer(10**6001)), Numeral(Decimal(1, 6000)), False),
    ],
)  # fmt: skip
def test_a_decimal_is_within_half_a_unit_of_its_last_digit(value, shown, held) -> None:
    """However many zeros stand before its digits; an infinite value is its own sign alone."""
    worth = values().solution.quantities.value
    assert rounds(evaluate(value, worth), shown) is held
