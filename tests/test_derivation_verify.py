import copy
import pickle
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
    Verified,
    verify,
)
from exactnb.expression.names import Item
from exactnb.expression.nodes import (
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
from exactnb.expression.reasons import Reason, Rule
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
VALUE, ROUND = Reason(Rule.VALUE), Reason(Rule.ROUND)
COMPARE, DECIDE = Reason(Rule.COMPARE), Reason(Rule.DECIDE)
AS_COUNTED = Reason(Rule.SUBSTITUTE, "as counted")


def name(text):
    return PROBLEM.scope.resolve(text)


def ref(text):
    return Reference(name(text))


def number(above, below=1):
    return Integer(above) if below == 1 else Quotient(Integer(above), Integer(below))


def formula(text):
    """Return the line that opens the chain of a quantity."""
    return Line(ref(text), "=", GRAPH[name(text)].formula, GRAPH[name(text)].reason)


def accepted(*blocks, title=("A title",)):
    """Return what `verify` makes of one step that holds some blocks."""
    derivation = Derivation("", "", (), (Step(title, blocks, "only"),))
    return verify(derivation, GRAPH, SOURCE)


def rejected(*blocks, words, title=("A title",)):
    """Check that `verify` rejects one step, in some words."""
    with pytest.raises(Rejected, match=words):
        accepted(*blocks, title=title)


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
        replace(SOLUTION.verified, derivation=Derivation("", "", (), ()))


@pytest.mark.parametrize("attribute", ["derivation", "quantities", "another"])
def test_a_verified_does_not_change(attribute):
    """No attribute of a Verified can be set."""
    before = SOLUTION.verified.derivation
    with pytest.raises(AttributeError):
        setattr(SOLUTION.verified, attribute, Derivation("", "", (), ()))
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
        derivation = Derivation("", "", (), (Step((), (Chain((line,)),)),))
        if fits:
            verify(derivation, solution.quantities, solution.problem.verification())
        else:
            with pytest.raises(Rejected, match="not the formula of this quantity"):
                verify(derivation, solution.quantities, solution.problem.verification())


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
    written_out = Reason(Rule.EXPAND)
    accepted(Chain((opening, replace(line, reason=written_out))))
    dropped = replace(line, right=Product(line.right.factors[:-1]), reason=written_out)
    rejected(Chain((opening, dropped)), words="the sides differ")
    turned = replace(line, right=Product(line.right.factors[::-1]), reason=written_out)
    rejected(Chain((opening, turned)), words="not the same product written out")
    rejected(Chain((replace(line, reason=written_out),)), words="nothing stands before it")


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
    line = Line(ref("P(+,x)"), "≈", Numeral(Decimal(units, places)), ROUND)
    if fits:
        accepted(Chain((line,)))
    else:
        rejected(Chain((line,)), words="not the value, rounded")


def test_a_rounded_value_is_a_decimal_after_its_sign():
    """A rounding holds a decimal behind ≈: neither = nor a fraction will do."""
    line = Line(ref("P(+,x)"), "≈", Numeral(Decimal(333, 3)), ROUND)
    rejected(Chain((replace(line, relation="="),)), words="= does not go with this rule")
    rejected(Chain((replace(line, right=number(1, 3)),)), words="not the value, rounded")
    rejected(Chain((replace(line, reason=VALUE),)), words="≈ does not go with this rule")


def test_a_rounded_value_ends_its_chain():
    """Nothing follows from a rounded value, not even the exact one."""
    left = ref("P(+,x)")
    rounded = Line(left, "≈", Numeral(Decimal(333, 3)), ROUND)
    exact = Line(left, "=", number(1, 3), VALUE)
    accepted(Chain((exact, rounded)))
    rejected(Chain((rounded, exact)), words="a rounded value ends its chain")


@pytest.mark.parametrize("relation", ["<", "=", ">"])
def test_a_comparison_is_decided(relation):
    """Under comparison, exactly one of the three relations is accepted."""
    sides = {"<": (1, 2), "=": (1, 1), ">": (2, 1)}
    for true, (left, right) in sides.items():
        remark = Remark((Line(number(left, 7), relation, number(right, 7), COMPARE),))
        if true == relation:
            accepted(remark)
        else:
            words = "the sides differ" if relation == "=" else "the comparison does not hold"
            rejected(remark, words=words)


def test_undefined_is_not_compared():
    """Undefined is neither less nor greater than anything."""
    undefined = Quotient(Integer(0), Integer(0))
    for relation in "<>":
        rejected(Remark((Line(undefined, relation, Integer(1), COMPARE),)), words="does not hold")
    accepted(Chain((Line(undefined, "=", Special("undefined"), VALUE),)))
    rejected(Chain((Line(undefined, "=", Integer(0), VALUE),)), words="the sides differ")


def test_a_decision_is_the_class_of_the_largest_joint():
    """Under decision, the scores are those of the graph and the label is the winner's."""
    opening = formula("argmax(x)")
    winner = Line(opening.left, "=", Labels(("+",)), DECIDE)
    accepted(Chain((opening, winner)))
    rejected(Chain((opening, replace(winner, right=Labels(("-",))))), words="the sides differ")
    rejected(Chain((opening, replace(winner, right=Labels(("+", "-"))))), words="the sides differ")
    rejected(Chain((opening, replace(opening, reason=DECIDE))), words="a decision is a class")
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


def of_full(*blocks):
    """Return what `verify` makes of blocks, with the graph of everything."""
    derivation = Derivation("", "", (), (Step((), blocks, "only"),))
    return verify(derivation, FULL.quantities, SOURCE)


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
    with pytest.raises(Rejected, match="a grid row has one cell per class"):
        of_full(replace(grid, columns=grid.columns[:1]))
    with pytest.raises(Rejected, match="a grid has one row of cells per heading"):
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
        with pytest.raises(Rejected, match="the rule gives the formula of"):
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


@pytest.mark.parametrize("digits", ["2 rows", "x²", "rows: 17.", "٣", "①"])
def test_no_digit_stands_in_prose(digits):
    """A sentence or a title with a digit, in any script, is rejected."""
    accepted(Remark(("all rows",)), title=("A title",))
    rejected(Remark((digits,)), words="no number stands in prose unverified")
    rejected(title=(digits,), words="only.*title.*no number stands in prose unverified")


def test_a_line_in_prose_is_checked():
    """A line inside a sentence is held to its rule like any other."""
    line = Line(ref("P(+|x)"), "=", Integer(1), VALUE)
    accepted(Remark(("Certain, for ", line, ".")))
    rejected(Remark(("Certain, for ", replace(line, right=Integer(2)), ".")), words="the sides differ")


def test_words_have_no_value():
    """A phrase of a rule that stands in a line is refused: it is worth nothing."""
    from exactnb.errors import ExactnbError

    line = Line(ref("P(+)"), "=", Words("rows of class k", "hits"), VALUE)
    with pytest.raises(ExactnbError, match="have no value"):
        accepted(Chain((line,)))


# What an error says


def test_an_error_names_step_sides_and_rule():
    """The message names the step and block, both sides as printed, both values, and the rule."""
    wrong = Line(ref("P(+,x)"), "=", number(9, 27), replace(AS_COUNTED, rule=Rule.VALUE))
    wrong = replace(wrong, right=number(9, 28))
    steps = (Step((), (), "first"), Step((), (Remark(("fine",)), Chain((wrong,))), "joint of x"))
    with pytest.raises(Rejected) as caught:
        verify(Derivation("", "", (), steps), GRAPH, SOURCE)
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
    verified = verify(Derivation("t", "", (), ()), GRAPH, SOURCE)
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
    derivation = Derivation("", "", (), (Step((), (Chain((formula("P(+|x)"),)),)),))
    verified = verify(derivation, GRAPH, SOURCE)
    assert verified.derivation is derivation
    assert verified.quantities is GRAPH
    assert GRAPH.value(name("P(+|x)")) == Fraction(1)
