"""Tables, rules in words, data, sentences and steps are checked like lines."""

import re
from dataclasses import replace

import pytest
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

from exactnb.arithmetic.rounding import Decimal
from exactnb.derivation import (
    Chain,
    Data,
    EstimateRule,
    Grid,
    Line,
    Rejected,
    Remark,
    Step,
    Verdict,
    Verified,
    verify,
)
from exactnb.expression.names import Item
from exactnb.expression.nodes import (
    Function,
    Indexed,
    Integer,
    Labels,
    Negative,
    Numeral,
    Product,
    Quotient,
    Reference,
    Special,
    Sum,
    Words,
)
from exactnb.expression.reasons import (
    AS_COUNTED,
    COMPARED,
    DECIDED,
    ROUNDED,
    VALUE,
    WRITTEN_OUT,
    Reason,
    Rule,
)


@pytest.mark.parametrize("grid", blocks_of(Grid), ids=range(len(blocks_of(Grid))))
def test_a_cell_stands_in_its_row_and_column(grid):
    """A table is accepted as it is, and rejected once columns or rows change places."""
    of_full(grid)
    turned = replace(grid, columns=grid.columns[::-1])
    with pytest.raises(Rejected, match="a cell stands in its own row, under its own class"):
        of_full(turned)
    if len(grid.rows) > 1:
        with pytest.raises(Rejected, match="a cell stands in its own row"):
            of_full(replace(grid, rows=grid.rows[::-1]))
    with pytest.raises(Rejected, match="a grid has one cell for each of its rows and classes"):
        of_full(replace(grid, columns=grid.columns[:1]))
    with pytest.raises(Rejected, match="a grid has one cell for each of its rows and classes"):
        of_full(replace(grid, cells=grid.cells[:-1]))


def test_a_corner_is_the_column_of_its_values():
    """A table of one column's values under the name of another column is rejected."""
    (grid,) = [grid for grid in blocks_of(Grid) if grid.corner]
    with pytest.raises(Rejected, match="a cell stands in its own row"):
        of_full(replace(grid, corner="a"))


@pytest.mark.parametrize("rule", blocks_of(EstimateRule), ids=lambda rule: rule.role)
def test_a_rule_in_words_gives_every_formula(rule):
    """A rule is accepted where it gives the formula of each instance, and no other is."""
    of_full(rule)
    added = Quotient(Sum((rule.right.numerator, Integer(1))), rule.right.denominator)
    turned = Quotient(rule.right.denominator, rule.right.numerator)
    for right in (added, turned):
        with pytest.raises(Rejected, match="the rule does not give the formula of"):
            of_full(replace(rule, right=right))


def test_the_data_shown_are_the_data():
    """Rows, columns and queries that are not those given are rejected."""
    (data,) = blocks_of(Data)
    of_full(data)
    wrong_row = replace(data.rows[0], label="-")
    for changed, words in (
        (replace(data, rows=data.rows[1:]), "the rows shown are those of the data"),
        (replace(data, rows=(wrong_row, *data.rows[1:])), "the rows shown are those of the data"),
        (replace(data, columns=data.columns[::-1]), "the columns shown are those of the data"),
        (replace(data, queries=data.queries[:1]), "the queries shown are those asked"),
    ):
        with pytest.raises(Rejected, match=words):
            of_full(changed)


@pytest.mark.parametrize("digits", ["2 rows", "x²", "rows: 17.", "٣", "①", "½", "Ⅷ", "三"])
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


@pytest.mark.parametrize(
    "bare",
    [Integer(7), number(1, 2), ref("P(+)"), name("P(+)"), Labels(("-",)), Item("class", "class", "-"),
     7, 0.5, None],
    ids=repr,
)  # fmt: skip
def test_nothing_stands_bare_in_prose(bare):
    """An expression, a name or a label alone, in a sentence or a title, is rejected."""
    rejected(Remark(("It is ", bare, ".")), words="prose holds text, lines and verdicts")
    rejected(title=bare, words="step 'only', title: does not hold")


def test_a_verdict_is_decided_anew():
    """A sentence that names another class than the decided one, or no decision, is rejected."""
    decision = name("argmax(x)")
    accepted(Remark((Verdict(decision, ("+",)), ".")))
    for labels in (("-",), ("+", "-"), ()):
        rejected(Remark((Verdict(decision, labels),)), words=f"is {re.escape(', '.join(labels))}")
    rejected(Remark((Verdict(name("P(+|x)"), ("+",)),)), words="P.* is")
    rejected(Remark((Verdict(name("argmax(a=0)"), ("+",)),)), words="cannot be evaluated: KeyError")


def test_a_step_about_a_query_says_nothing_of_another():
    """In a step about a query, a chain or a verdict about another one is rejected."""
    about = (Item("query", "", "x"),)
    other = (Item("query", "", "z"),)
    chain, verdict = Chain((formula("P(+,x)"),)), Remark((Verdict(name("argmax(x)"), ("+",)),))
    accepted(chain, verdict, about=about)
    rejected(chain, about=other, words=r"P\(\+,x\) is about something else than its step")
    rejected(verdict, about=other, words=r"argmax\(x\) is about something else than its step")
    rejected(chain, about=(*about, *other), words="is about something else than its step")
    rejected(about=(Item("class", "class", "+"),), words="a step is about what is seen")


def test_a_step_of_a_model_holds_names_of_that_model():
    """A step of one model holds names of no other: chains, tables, rules and sentences alike."""
    line = Line(ref("P(+|x)"), "=", Integer(1), VALUE)
    blocks = [Chain((line,)), Remark((line,)), Remark((Verdict(name("argmax(x)"), ("+",)),))]
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
    ((model, families, conventions, *rest),) = SOURCE.models
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


@pytest.mark.parametrize(
    ("rule", "words"),
    [(Rule.VALUE, "a value has no reason"), (Rule.ROUND, "a rounded value has no reason"),
     (Rule.SUBSTITUTE, "the reason is 'as counted'"), (Rule.EXPAND, "has no reason of its own"),
     (Rule.DECIDE, "a decision has no reason")],
    ids=lambda rule: rule.name if isinstance(rule, Rule) else "",
)  # fmt: skip
def test_a_reason_has_the_words_of_its_rule(rule, words):
    """Under a rule that has its own words, any other words beside a true line are rejected."""
    opening, decision = formula("P(+,x)"), formula("argmax(x)")
    line = {
        Rule.VALUE: Line(opening.left, "=", number(1, 3), VALUE),
        Rule.ROUND: Line(opening.left, "≈", Numeral(Decimal(333, 3)), ROUNDED),
        Rule.SUBSTITUTE: Line(opening.left, "=", GRAPH.substituted(opening.right), AS_COUNTED),
        Rule.EXPAND: replace(opening, reason=WRITTEN_OUT),
        Rule.DECIDE: Line(decision.left, "=", Labels(("+",)), DECIDED),
    }[rule]
    first = decision if rule is Rule.DECIDE else opening
    accepted(Chain((first, line)))
    rejected(Chain((first, replace(line, reason=Reason(rule, "trust me")))), words=words)


def test_a_comparison_stands_in_prose_only():
    """A comparison has no words of its own and follows from no line of a chain."""
    line = Line(number(1, 3), "=", number(2, 6), COMPARED)
    accepted(Remark((line,)))
    opening = Line(line.left, "=", number(1, 3), VALUE)
    rejected(Chain((opening, line)), words="a comparison stands alone")
    rejected(
        Remark((replace(line, reason=Reason(Rule.COMPARE, "x")),)), words="a comparison stands alone"
    )


def test_a_number_is_put_in_as_it_was_counted():
    """For P(a=1|+), counted as 2/3, neither 4/6 nor 1 − 1/3 is put in, though worth the same."""
    line = formula("P(+,x)")
    for shown in (number(4, 6), Sum((Integer(1), Negative(number(1, 3))))):
        numbers = Product((number(3, 4), shown, number(2, 3)))
        rejected(Chain((line, Line(line.left, "=", numbers, AS_COUNTED))), words="was counted as 2/3")


@pytest.mark.parametrize(
    "fields", [(("class", "-"), ("x", "x")), (("class", "+"), ("x", "z")), (("class", "+"),), ()]
)
def test_a_product_over_an_index_is_of_its_own_joint(fields):
    """The general factor of a joint is labelled with its class and its query, or rejected."""
    line = formula("P(+,x)")
    first, *rest = line.right.factors
    product = Product((first, Indexed("factor", fields, tuple(rest))))
    rejected(Chain((replace(line, right=product),)), words="the general factor is not one of this")
    other = Product((first, Indexed("estimate", (("class", "+"), ("x", "x")), tuple(rest))))
    rejected(Chain((replace(line, right=other),)), words="the general factor is not one of this")


@pytest.mark.parametrize("grid", blocks_of(Grid), ids=range(len(blocks_of(Grid))))
def test_a_table_may_have_gaps_and_nothing_twice(grid):
    """A cell may be left out of a table, but no row and no class stands in it twice."""
    of_full(replace(grid, cells=((None, *grid.cells[0][1:]), *grid.cells[1:])))
    twice = (
        replace(grid, rows=(*grid.rows, grid.rows[0]), cells=(*grid.cells, grid.cells[0])),
        replace(
            grid,
            columns=(*grid.columns, grid.columns[0]),
            cells=tuple((*row, row[0]) for row in grid.cells),
        ),
    )
    for changed in twice:
        with pytest.raises(Rejected, match="a grid shows each class and each row once"):
            of_full(changed)


@pytest.mark.parametrize("rule", blocks_of(EstimateRule), ids=lambda rule: rule.role)
def test_a_rule_is_of_its_family(rule):
    """Another left side, other words, no instance, or one of another family are rejected."""
    others = {r.role: r for r in blocks_of(EstimateRule) if r.role != rule.role}
    with pytest.raises(Rejected, match="the left side of this rule is not for the value"):
        of_full(replace(rule, value="0"))
    with pytest.raises(Rejected, match="a rule has instances"):
        of_full(replace(rule, instances=()))
    wrong = Quotient(replace(rule.right.numerator, text="rows of any class"), rule.right.denominator)
    with pytest.raises(Rejected, match="'rows of any class' is not what this rule counts"):
        of_full(replace(rule, right=wrong))
    for other in others.values():
        with pytest.raises(Rejected, match="is no instance of this rule"):
            of_full(replace(rule, instances=(*rule.instances, *other.instances)))
        with pytest.raises(Rejected):
            of_full(replace(rule, role=other.role, value=other.value))


@pytest.mark.parametrize(
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
        verify(derived(step), FULL.quantities, FULL.problem.verification())


def test_words_have_no_value():
    """A phrase of a rule that stands in a line is refused: it is worth nothing."""
    line = Line(ref("P(+)"), "=", Words("rows of class k", "hits"), VALUE)
    rejected(Chain((line,)), words="block 1: cannot be evaluated: .*have no value")
