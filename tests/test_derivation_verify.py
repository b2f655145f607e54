import copy
import pickle
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from exactnb import Problem, Solution, Table, solve
from exactnb.arithmetic.rounding import Decimal
from exactnb.derivation import (
    Chain,
    Data,
    Derivation,
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
from exactnb.rendering.json_text import render_json
from exactnb.rendering.latex import render_latex
from exactnb.rendering.text import render_text

TABLE = Table.from_rows(
    [("1", "red", "+"), ("1", "red", "+"), ("0", "blue", "+"), ("0", "red", "-")], ["a", "Sky", "class"]
)
PROBLEM = Problem(
    TABLE,
    query={"x": {"a": "1", "Sky": "red"}, "z": {"a": "0", "Sky": "red"}},
    ask=[
        "P(+|x)",
        "P(-|x)",
        "argmax(x)",
        "argmax(z)",
        "count(a=1,+)",
        "P(+|z)",
        "P(a=1|-)",
        "P(Sky=red|-)",
    ],
)
SOLUTION = solve(PROBLEM)
GRAPH, SOURCE = SOLUTION.quantities, PROBLEM.verification()


def name(text):
    return PROBLEM.scope.resolve(text)


def ref(text):
    return Reference(name(text))


def number(above, below=1):
    return Integer(above) if below == 1 else Quotient(Integer(above), Integer(below))


def formula(text):
    """Return the line that opens the chain of a quantity."""
    return Line(ref(text), "=", GRAPH[name(text)].formula, GRAPH[name(text)].reason)


def derived(*steps, source=SOURCE, title=""):
    """Return a derivation of some steps, with the setting and the models that a source wants."""
    return Derivation(title, "", source.setting, steps, source.models)


def accepted(*blocks, title="A title", about=(), model=None):
    """Return what `verify` makes of one step that holds some blocks."""
    return verify(derived(Step("only", title, blocks, about, model)), GRAPH, SOURCE)


def rejected(*blocks, words, title="A title", about=(), model=None):
    """Check that `verify` rejects one step, in some words."""
    with pytest.raises(Rejected, match=words):
        accepted(*blocks, title=title, about=about, model=model)


# The type of what is verified


def test_a_verified_cannot_be_constructed():
    """Calling Verified raises TypeError, with arguments and without."""
    with pytest.raises(TypeError, match=r"only verify\(\) makes a Verified"):
        Verified()
    with pytest.raises(TypeError):
        Verified(SOLUTION.verified.derivation, GRAPH)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy], ids=["copy", "deepcopy"])
def test_a_verified_cannot_be_copied(duplicate):
    """A copy would be filled in by hand, and is refused."""
    with pytest.raises((AttributeError, TypeError)):
        duplicate(SOLUTION.verified)


def test_a_verified_does_not_come_back_from_a_pickle():
    """A pickle cannot smuggle a Verified in: it is not written, or not read."""
    with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
        pickle.loads(pickle.dumps(SOLUTION.verified))


def test_a_verified_cannot_be_replaced():
    """`dataclasses.replace` does not apply to a Verified."""
    with pytest.raises(TypeError):
        replace(SOLUTION.verified, derivation=derived())


@pytest.mark.parametrize("attribute", ["derivation", "quantities", "another"])
def test_a_verified_does_not_change(attribute):
    """No attribute of a Verified can be set."""
    before = SOLUTION.verified.derivation
    with pytest.raises(AttributeError):
        setattr(SOLUTION.verified, attribute, derived())
    assert SOLUTION.verified.derivation is before


@pytest.mark.parametrize("part", [Derivation, Step, Chain, Line, Grid, Remark, EstimateRule, Data])
def test_the_parts_of_a_derivation_are_frozen(part):
    """Every part of a derivation is a frozen dataclass with slots."""
    assert part.__dataclass_params__.frozen
    assert hasattr(part, "__slots__")


@pytest.mark.parametrize("given", [None, "text", SOLUTION, SOLUTION.verified.derivation, GRAPH])
def test_renderers_refuse_anything_else(given):
    """A renderer raises TypeError for a derivation that is not verified, or for anything else."""
    notation = PROBLEM.notation()
    for render in (lambda: render_text(given, notation), lambda: render_latex(given, notation),
                   lambda: render_json(given)):  # fmt: skip
        with pytest.raises(TypeError, match="only a Verified derivation is printed"):
            render()


def test_a_solution_holds_what_was_verified():
    """Replacing the verified part of a solution by a bare derivation leaves nothing that prints."""
    forged = Solution(PROBLEM, SOLUTION.verified.derivation)
    for show in (forged.text, forged.latex, forged.json):
        with pytest.raises((TypeError, AttributeError)):
            show()


# Lines, rule by rule


def test_a_formula_is_that_of_the_graph():
    """Under a definition or an assumption, a line is the quantity's formula for its reason."""
    for text in ("P(+|x)", "P(+,x)", "P(x)", "P(+)", "P(a=1|+)"):
        accepted(Chain((formula(text),)))
    line = formula("P(+,x)")
    turned = Product(line.right.factors[::-1])
    rejected(Chain((replace(line, right=turned),)), words="not the formula of this quantity")


def test_a_formula_has_its_own_reason():
    """The words of a definition or an assumption are those of the quantity."""
    line = replace(formula("P(+,x)"), reason=Reason(Rule.DEFINE, "total probability"))
    rejected(Chain((line,)), words="the reason is 'naive Bayes'")


def test_a_formula_opens_a_chain():
    """A formula that follows another line is rejected, and so is one about no name."""
    line = formula("P(+|x)")
    rejected(Chain((line, line)), words="a formula opens the chain")
    rejected(
        Chain((replace(line, left=line.right),)), words="a formula opens the chain of a named quantity"
    )


def test_a_given_prior_is_a_formula():
    """Under the rule of what is given, only the given number is accepted."""
    from exactnb import Conventions, ModelChoice

    choice = ModelChoice(Conventions(prior={"+": "3/4", "-": "1/4"}))
    solution = solve(Problem(TABLE, models={"model": choice}))
    left = Reference(solution.problem.scope.resolve("P(+)"))
    for above, below, fits in ((3, 4, True), (6, 8, False)):
        line = Line(left, "=", number(above, below), Reason(Rule.GIVEN, "given"))
        source = solution.problem.verification()
        derivation = derived(Step("only", "", (Chain((line,)),)), source=source)
        if fits:
            verify(derivation, solution.quantities, source)
        else:
            with pytest.raises(Rejected, match="not the formula of this quantity"):
                verify(derivation, solution.quantities, source)


def test_a_count_is_taken_from_the_rows():
    """Under counting, a line holds the number that the rows give, as an integer."""
    counting = Reason(Rule.COUNT, "by counting")
    left = ref("count(a=1,+)")
    accepted(Chain((Line(left, "=", Integer(2), counting),)))
    rejected(Chain((Line(left, "=", Integer(3), counting),)), words="the sides differ")
    two = Sum((Integer(1), Integer(1)))
    rejected(Chain((Line(left, "=", two, counting),)), words="counting the rows gives 2")
    rejected(Chain((Line(ref("P(+)"), "=", number(3, 4), counting),)), words="only a count is counted")


def test_a_product_over_an_index_is_written_out():
    """Under writing out, a line holds the same factors in the same order."""
    line = formula("P(+,x)")
    first, *rest = line.right.factors
    general = Indexed("factor", (("class", "+"), ("x", "x")), tuple(rest))
    opening = replace(line, right=Product((first, general)))
    accepted(Chain((opening, replace(line, reason=WRITTEN_OUT))))
    dropped = replace(line, right=Product(line.right.factors[:-1]), reason=WRITTEN_OUT)
    rejected(Chain((opening, dropped)), words="the sides differ")
    turned = replace(line, right=Product(line.right.factors[::-1]), reason=WRITTEN_OUT)
    rejected(Chain((opening, turned)), words="not the same product written out")
    rejected(Chain((replace(line, reason=WRITTEN_OUT),)), words="nothing stands before it")


def test_numbers_are_put_in_for_names():
    """Under substitution, each name makes room for a number of its value, and nothing else changes."""
    line = formula("P(+,x)")
    numbers = Product((number(3, 4), number(2, 3), number(2, 3)))
    accepted(Chain((line, Line(line.left, "=", numbers, AS_COUNTED))))
    swapped = Product((number(2, 3), number(3, 4), number(2, 3)))
    rejected(Chain((line, Line(line.left, "=", swapped, AS_COUNTED))), words=r"2/3 is not P\(\+\)")
    merged = Product((number(1, 2), number(2, 3)))
    rejected(Chain((line, Line(line.left, "=", merged, AS_COUNTED))), words="the form changes")
    kept = Product((ref("P(+)"), number(2, 3), number(2, 3)))
    rejected(Chain((line, Line(line.left, "=", kept, AS_COUNTED))), words="a name is left")
    rejected(Chain((Line(line.left, "=", numbers, AS_COUNTED),)), words="nothing stands before it")


def test_a_number_of_a_formula_stays_when_numbers_are_put_in():
    """The 1 of a complement stands for itself: 2 − 4/3 is no way to write 1 − 1/3."""
    line = formula("P(+,z)")
    shown = Product((number(3, 4), Sum((Integer(2), Negative(number(5, 3)))), number(2, 3)))
    rejected(Chain((line, Line(line.left, "=", shown, AS_COUNTED))), words="2 stands for 1")


def test_a_value_is_a_number():
    """Under the rule of values, the right side is worth the left one and names nothing."""
    left = ref("P(+,x)")
    accepted(Chain((Line(left, "=", number(1, 3), VALUE),)))
    rejected(Chain((Line(left, "=", number(1, 4), VALUE),)), words="the sides differ")
    rejected(Chain((Line(left, "=", left, VALUE),)), words="a name is left in a value")


@pytest.mark.parametrize(
    ("units", "places", "fits"),
    [(333, 3, True), (334, 3, False), (332, 3, False), (3, 1, True), (0, 0, True), (33, 3, False)],
)
def test_a_rounded_value_is_near(units, places, fits):
    """Under rounding, a decimal is within half a unit of its last digit."""
    line = Line(ref("P(+,x)"), "≈", Numeral(Decimal(units, places)), ROUNDED)
    if fits:
        accepted(Chain((line,)))
    else:
        rejected(Chain((line,)), words="not the value, rounded")


def test_a_rounded_value_is_a_decimal_after_its_sign():
    """A rounding holds a decimal behind ≈: neither = nor a fraction will do."""
    line = Line(ref("P(+,x)"), "≈", Numeral(Decimal(333, 3)), ROUNDED)
    rejected(Chain((replace(line, relation="="),)), words="'=' does not go with this rule")
    rejected(Chain((replace(line, right=number(1, 3)),)), words="not the value, rounded")
    rejected(Chain((replace(line, reason=VALUE),)), words="'≈' does not go with this rule")


def test_a_rounded_value_ends_its_chain():
    """Nothing follows from a rounded value, not even the exact one."""
    left = ref("P(+,x)")
    rounded = Line(left, "≈", Numeral(Decimal(333, 3)), ROUNDED)
    exact = Line(left, "=", number(1, 3), VALUE)
    accepted(Chain((exact, rounded)))
    rejected(Chain((rounded, exact)), words="≈ ends a chain")


@pytest.mark.parametrize("relation", ["<", "=", ">"])
def test_a_comparison_is_decided(relation):
    """Under comparison, exactly one of the three relations is accepted."""
    sides = {"<": (1, 2), "=": (1, 1), ">": (2, 1)}
    for true, (left, right) in sides.items():
        remark = Remark((Line(number(left, 7), relation, number(right, 7), COMPARED),))
        if true == relation:
            accepted(remark)
        else:
            words = "the sides differ" if relation == "=" else "the comparison does not hold"
            rejected(remark, words=words)


def test_undefined_is_not_compared():
    """Undefined is neither less nor greater than anything."""
    undefined = Quotient(Integer(0), Integer(0))
    for relation in "<>":
        rejected(Remark((Line(undefined, relation, Integer(1), COMPARED),)), words="does not hold")
    accepted(Chain((Line(undefined, "=", Special("undefined"), VALUE),)))
    rejected(Chain((Line(undefined, "=", Integer(0), VALUE),)), words="the sides differ")


def test_a_decision_is_the_class_of_the_largest_joint():
    """Under decision, the scores are those of the graph and the label is the winner's."""
    opening = formula("argmax(x)")
    winner = Line(opening.left, "=", Labels(("+",)), DECIDED)
    accepted(Chain((opening, winner)))
    rejected(Chain((opening, replace(winner, right=Labels(("-",))))), words="the sides differ")
    rejected(Chain((opening, replace(winner, right=Labels(("+", "-"))))), words="the sides differ")
    rejected(Chain((opening, replace(opening, reason=DECIDED))), words="a decision is a class")
    rejected(Chain((winner,)), words="the reason is")
    swapped = replace(opening.right, scores=opening.right.scores[::-1])
    rejected(Chain((replace(opening, right=swapped),)), words="not the formula of this quantity")


def test_the_left_side_stays_the_same():
    """All lines of a chain are about one quantity, even where another is worth the same."""
    lines = (formula("P(+,x)"), Line(number(1, 3), "=", number(1, 3), VALUE))
    rejected(Chain(lines), words="the left side stays the same")


# Tables, rules, data, prose


def blocks_of(kind):
    steps = SOLUTION.verified.derivation.steps
    return [block for step in solve(Problem(TABLE, query=PROBLEM.query)).verified.derivation.steps
            for block in step.blocks if isinstance(block, kind)] if steps else []  # fmt: skip


FULL = solve(Problem(TABLE, query=PROBLEM.query))


def of_full(*blocks, model=None):
    """Return what `verify` makes of blocks, with the graph of everything."""
    return verify(
        derived(Step("only", "", blocks, (), model)), FULL.quantities, FULL.problem.verification()
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


# What an error says


def test_an_error_names_step_sides_and_rule():
    """The message names the step and block, both sides as printed, both values, and the rule."""
    wrong = Line(ref("P(+,x)"), "=", number(9, 27), replace(AS_COUNTED, rule=Rule.VALUE))
    wrong = replace(wrong, right=number(9, 28))
    second = Step("joint of x", "", (Remark(("fine",)), Chain((wrong,))))
    with pytest.raises(Rejected) as caught:
        verify(derived(Step("first", "", ()), second), GRAPH, SOURCE)
    assert str(caught.value) == (
        "step 'joint of x', block 2: P(+,x) = 9/28: the sides differ (1/3 against 9/28), "
        "under the rule 'value'"
    )


def test_an_error_of_a_certificate_names_the_rule():
    """A line that is true but does not follow is told with its sides and its rule."""
    line = replace(formula("P(+,x)"), right=number(1, 3))
    with pytest.raises(Rejected) as caught:
        accepted(Chain((line,)))
    assert str(caught.value) == (
        "step 'only', block 1: P(+,x) = 1/3: not the formula of this quantity, "
        "under the rule 'assumption'"
    )


def test_the_first_line_that_fails_is_named():
    """Of two false lines the first is the one that is told."""
    lines = [Line(ref("P(+,x)"), "=", number(1, n), VALUE) for n in (4, 5)]
    rejected(Chain((lines[0],)), Chain((lines[1],)), words="block 1: .*1/4")


def test_an_empty_derivation_is_verified():
    """A derivation without steps claims nothing, and is accepted."""
    verified = verify(derived(title="t"), GRAPH, SOURCE)
    assert verified.derivation.steps == ()
    assert render_text(verified, PROBLEM.notation()).startswith("t\n")


def test_labels_in_a_table_are_items_of_the_class():
    """A column of a table that is headed by another variable's value is rejected."""
    grid = blocks_of(Grid)[0]
    other = tuple(Item("class", "Sky", item.value) for item in grid.columns)
    with pytest.raises(Rejected, match="under its own class"):
        of_full(replace(grid, columns=other, rows=grid.rows)) if len(other) < 1 else of_full(
            replace(blocks_of(Grid)[1], columns=other)
        )


def test_what_is_verified_is_what_was_given():
    """Verify returns the derivation and the graph that it was given, not copies."""
    derivation = derived(Step("only", "", (Chain((formula("P(+|x)"),)),)))
    verified = verify(derivation, GRAPH, SOURCE)
    assert verified.derivation is derivation
    assert verified.quantities is GRAPH
    assert GRAPH.value(name("P(+|x)")) == Fraction(1)
