"""Tables, rules in words, data, sentences and steps are checked like lines."""

from dataclasses import replace

import pytest
from thoroughness import all_of
from verifying import (
    GRAPH,
    accepted,
    blocks_of,
    formula,
    number,
    of_full,
    rejected,
)

from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression.nodes import (
    IndexedProduct,
    Integer,
    Labels,
    Negative,
    Numeral,
    Product,
    Quotient,
    Sum,
)
from exactnb.core.expression.reasons import (
    AS_COUNTED,
    AS_GIVEN,
    DECIDED,
    EXPANDED,
    ROUNDED,
    SUBSTITUTED,
    VALUE,
    Reason,
    Rule,
)
from exactnb.explain.derivation import (
    Chain,
    Data,
    EstimateRule,
    Grid,
    Line,
    Rejected,
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


@all_of(
    ("rule", "words"),
    [(Rule.VALUE, "a value has no reason"), (Rule.ROUND, "a rounded value has no reason"),
     (Rule.SUBSTITUTE, "the reason is 'as counted'"), (Rule.EXPAND, "has no reason of its own"),
     (Rule.DECIDE, "a decision has no reason")],
)  # fmt: skip
def test_a_reason_has_the_words_of_its_rule(rule, words):
    """Under a rule that has its own words, any other words beside a true line are rejected."""
    opening, decision = formula("P(+,x)"), formula("argmax(x)")
    line = {
        Rule.VALUE: Line(opening.left, "=", number(1, 3), VALUE),
        Rule.ROUND: Line(opening.left, "≈", Numeral(Decimal(333, 3)), ROUNDED),
        Rule.SUBSTITUTE: Line(opening.left, "=", GRAPH.with_operands(opening.right), AS_COUNTED),
        Rule.EXPAND: replace(opening, reason=EXPANDED),
        Rule.DECIDE: Line(decision.left, "=", Labels(("+",)), DECIDED),
    }[rule]
    first = decision if rule is Rule.DECIDE else opening
    accepted(Chain((first, line)))
    rejected(Chain((first, replace(line, reason=Reason(rule, "trust me")))), words=words)


@pytest.mark.parametrize("reason", [AS_COUNTED, AS_GIVEN, SUBSTITUTED], ids=lambda r: r.words)
def test_only_what_was_counted_is_as_counted(reason):
    """Estimates are put into a joint as counted, joints into the evidence: these are results."""
    for name, right in (("P(+,x)", AS_COUNTED), ("P(x)", SUBSTITUTED)):
        opening = formula(name)
        line = Line(opening.left, "=", GRAPH.with_operands(opening.right), reason)
        if reason == right:
            accepted(Chain((opening, line)))
        else:
            rejected(Chain((opening, line)), words=f"the reason is {right.words!r}")


def test_a_number_is_put_in_as_it_was_counted():
    """For P(a=1|+), counted as 2/3, neither 4/6 nor 1 − 1/3 is put in, though worth the same."""
    line = formula("P(+,x)")
    for shown in (number(4, 6), Sum((Integer(1), Negative(number(1, 3))))):
        numbers = Product((number(3, 4), shown, number(2, 3)))
        rejected(Chain((line, Line(line.left, "=", numbers, AS_COUNTED))), words="was counted as 2/3")


@all_of("fields", [(("class", "-"), ("x", "x")), (("class", "+"), ("x", "z")), (("class", "+"),), ()])
def test_a_product_over_an_index_is_of_its_own_joint(fields):
    """The general factor of a joint is labelled with its class and its query, or rejected."""
    line = formula("P(+,x)")
    first, *rest = line.right.factors
    product = Product((first, IndexedProduct("factor", fields, tuple(rest))))
    rejected(Chain((replace(line, right=product),)), words="the general factor is not one of this")
    other = Product((first, IndexedProduct("estimate", (("class", "+"), ("x", "x")), tuple(rest))))
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
