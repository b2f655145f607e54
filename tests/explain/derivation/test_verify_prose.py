"""Sentences, titles and heads: what verify accepts in words, and what it holds to be broken."""

import re
from dataclasses import replace

import pytest
from thoroughness import all_of
from verifying import (
    FULL,
    GRAPH,
    SOLUTION,
    SOURCE,
    accepted,
    blocks_of,
    derived,
    formula,
    name,
    number,
    of_full,
    ref,
    rejected,
)

from exactnb.core.expression.nodes import (
    Function,
    Integer,
    Labels,
    Phrase,
    Quotient,
    Reference,
    Special,
)
from exactnb.core.expression.reasons import (
    COMPARED,
    VALUE,
    Reason,
    Rule,
)
from exactnb.core.naming.names import Item
from exactnb.explain.derivation import (
    Chain,
    DecisionClaim,
    EstimateRule,
    Grid,
    Line,
    Rejected,
    Remark,
    Step,
    Verified,
    verify,
)
from exactnb.explain.solution.setting import problem_source


@all_of("digits", ["2 rows", "x²", "rows: 17.", "٣", "①", "½", "Ⅷ", "三"])
def test_no_digit_stands_in_prose(digits):
    """A sentence or a title with a digit, in any script, is rejected."""
    accepted(Remark(("all rows",)), title="A title")
    rejected(Remark((digits,)), words="no number stands in prose unverified")
    rejected(title=digits, words="only.*title.*no number stands in prose unverified")


def test_a_line_in_prose_is_checked():
    """A line inside a sentence is held to its rule like any other."""
    line = Line(ref("P(+|x)"), "=", Integer(1), VALUE)
    accepted(Remark(("Certain, for ", line, ".")))
    rejected(Remark(("Certain, for ", replace(line, right=Integer(2)), ".")), words="the sides differ")


@all_of(
    "bare",
    [Integer(7), number(1, 2), ref("P(+)"), name("P(+)"), Labels(("-",)), Item("class", "class", "-"),
     7, 0.5, None],
)  # fmt: skip
def test_nothing_stands_bare_in_prose(bare):
    """An expression, a name or a label alone, in a sentence or a title, is rejected."""
    rejected(Remark(("It is ", bare, ".")), words="prose holds text, lines and verdicts")
    rejected(title=bare, words="step 'only', title: does not hold")


def test_a_verdict_is_decided_anew():
    """A sentence that names another class than the decided one, or no decision, is rejected."""
    decision = name("argmax(x)")
    accepted(Remark((DecisionClaim(decision, ("+",)), ".")))
    for labels in (("-",), ("+", "-"), ()):
        rejected(Remark((DecisionClaim(decision, labels),)), words=f"is {re.escape(', '.join(labels))}")
    rejected(Remark((DecisionClaim(name("P(+|x)"), ("+",)),)), words="P.* is")
    rejected(
        Remark((DecisionClaim(name("argmax(a=0)"), ("+",)),)), words="cannot be evaluated: KeyError"
    )


def test_a_step_about_a_query_says_nothing_of_another():
    """In a step about a query, a chain or a verdict about another one is rejected."""
    about = (Item("query", "", "x"),)
    other = (Item("query", "", "z"),)
    chain, verdict = Chain((formula("P(+,x)"),)), Remark((DecisionClaim(name("argmax(x)"), ("+",)),))
    accepted(chain, verdict, about=about)
    rejected(chain, about=other, words=r"P\(\+,x\) is about something else than its step")
    rejected(verdict, about=other, words=r"argmax\(x\) is about something else than its step")
    rejected(chain, about=(*about, *other), words="is about something else than its step")
    rejected(about=(Item("class", "class", "+"),), words="a step is about what is seen")


def test_a_step_of_a_model_holds_names_of_that_model():
    """A step of one model holds names of no other: chains, tables, rules and sentences alike."""
    line = Line(ref("P(+|x)"), "=", Integer(1), VALUE)
    blocks = [Chain((line,)), Remark((line,)), Remark((DecisionClaim(name("argmax(x)"), ("+",)),))]
    for block in blocks:
        accepted(block, model="")
        rejected(block, model="another", words="is of another model than its step|there is no model")
    counted = Chain((Line(ref("count(a=1,+)"), "=", Integer(2), Reason(Rule.COUNT, "by counting")),))
    accepted(counted, model="")
    for block in (*blocks_of(Grid), *blocks_of(EstimateRule)):
        with pytest.raises(Rejected, match=r"is of another model than its step|there is no model"):
            of_full(block, model="another")


def test_the_setting_and_the_models_are_those_of_the_problem():
    """A head of a solution that tells of other assumptions, or of another model, is rejected."""
    whole = derived()
    for setting in ((), ("uniform prior",), (*SOURCE.setting, "λ = 1")):
        with pytest.raises(Rejected, match="the setting is that of the problem"):
            verify(replace(whole, setting=setting), GRAPH, SOURCE)
    ((model, families, conventions, *rest),) = SOURCE.table
    for models in ((), ((model, families[1:], conventions, *rest),), ((model, families, (), *rest),)):
        with pytest.raises(Rejected, match="the models are those of the problem"):
            verify(replace(whole, models=models), GRAPH, SOURCE)


def test_what_can_change_is_rejected():
    """A list where a tuple belongs could be filled after it was verified, and is rejected."""
    line = formula("P(+|x)")
    words = "a derivation holds tuples"
    rejected(Chain([line]), words=words)
    rejected(Remark(["all rows"]), words=words)
    rejected(about=[], words=words)
    with pytest.raises(Rejected, match=words):
        verify(replace(derived(), steps=[]), GRAPH, SOURCE)
    with pytest.raises(Rejected, match=words):
        verify(replace(derived(), setting=list(SOURCE.setting)), GRAPH, SOURCE)


def test_a_verified_has_no_subclasses_and_loses_nothing():
    """A subclass that skips the checks cannot be made, nor can a part of a Verified be deleted."""
    with pytest.raises(TypeError, match="no subclasses"):
        type("Forged", (Verified,), {})
    with pytest.raises(AttributeError):
        del SOLUTION.verified.derivation
    assert SOLUTION.verified.derivation.steps


def test_a_comparison_stands_in_prose_only():
    """A comparison has no words of its own and follows from no line of a chain."""
    line = Line(number(1, 3), "=", number(2, 6), COMPARED)
    accepted(Remark((line,)))
    opening = Line(line.left, "=", number(1, 3), VALUE)
    rejected(Chain((opening, line)), words="a comparison stands alone")
    rejected(
        Remark((replace(line, reason=Reason(Rule.COMPARE, "x")),)), words="a comparison stands alone"
    )


@all_of(
    "right", [Special("foo"), Function("foo", Integer(1)), Quotient(Integer(1), None), ref("count()")]
)
def test_what_cannot_be_evaluated_is_rejected(right):
    """A line with an unknown word or function, a hole, or an unknown name is rejected."""
    if isinstance(right, Reference):
        right = Reference(replace(right.name, head="unheard"))
    line = Line(ref("P(+)"), "=", right, VALUE)
    rejected(Chain((line,)), words="step 'only', block 1: cannot be evaluated")


@pytest.mark.parametrize("odd", ["role", "integer", "title"])
def test_what_is_malformed_is_rejected(odd):
    """A role that is no pair, an integer that is a word, a title that is a line: rejected, no crash."""
    rule = blocks_of(EstimateRule)[0]
    strange = replace(rule.instances[0], roles=(("hits", Integer(1), 2),))
    line = Line(ref("P(+)"), "=", Integer("a"), VALUE)
    step = {
        "role": Step("only", "", (replace(rule, instances=(strange,)),)),
        "integer": Step("only", "", (Chain((line,)),)),
        "title": Step("only", Line(Integer(1), "=", Integer(1), VALUE), ()),
    }[odd]
    with pytest.raises(Rejected):
        verify(derived(step), FULL.quantities, problem_source(FULL.problem))


def test_words_have_no_value():
    """A phrase of a rule that stands in a line is refused: it is worth nothing."""
    line = Line(ref("P(+)"), "=", Phrase("rows of class k", "hits"), VALUE)
    rejected(Chain((line,)), words="block 1: cannot be evaluated: .*have no value")
