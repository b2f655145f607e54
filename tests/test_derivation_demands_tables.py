"""Every demand of `verify` on counts, tables and rules in words refuses something that no other does.

Each forgery is true in every other way: with its demand dropped, it would be printed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from forgeries import FORGED, Subject, asked, mixed, numbers, one, refused, two_models, values, words

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.data.table import Row
from exactnb.derivation import Chain, Data, Deviations, EstimateRule, Grid, Rejected, verify
from exactnb.derivation.lines import Instance
from exactnb.expression.names import Item, Pair
from exactnb.expression.nodes import Integer, Product, Quotient, Sum

# What is counted anew, in a line or not


@refused("count(a=1,+) is 2, counted row by row")
def a_count_that_stands_in_no_line() -> None:
    values().verify(replace(values().derivation, steps=()), **{"count(a=1,+)": Integer(3)})


@refused("tokens(+) is 3, counted row by row")
def tokens_that_stand_in_no_line() -> None:
    words().verify(replace(words().derivation, steps=()), **{"tokens(+)": Integer(4)})


@refused("mean(x|+) rests on other numbers than those of the rows")
def a_mean_that_is_worth_the_same() -> None:
    other, source = numbers(("2", "2")).solution, numbers().solution.problem.verification()
    assert other["mean(x|+)"] == numbers().solution["mean(x|+)"] == 2
    verify(replace(numbers().derivation, steps=()), other.quantities, source)


@refused("accuracy rests on other decisions than those about the rows")
def an_accuracy_that_is_worth_the_same() -> None:
    of = asked()
    assert of.solution["accuracy"] == Fraction(3, 4)
    of.verify(replace(of.derivation, steps=()), accuracy=one(6, 8))


@refused("accuracy_left_out rests on other decisions than those about the rows")
def an_accuracy_left_out_that_is_another() -> None:
    of = asked()
    of.verify(replace(of.derivation, steps=()), accuracy_left_out=one(6, 8))


# The data


def the_data() -> Data:
    (data,) = values().blocks(Data)
    return data


@refused("the columns shown are those of the data")
def data_with_another_class_variable() -> None:
    values().of(replace(the_data(), class_variable="mood"))


@refused("the columns shown are those of the data")
def data_without_a_column() -> None:
    values().of(replace(the_data(), columns=the_data().columns[:1]))


@refused("the rows shown are those of the data")
def data_with_a_row_twice() -> None:
    values().of(replace(the_data(), rows=(*the_data().rows, the_data().rows[0])))


@refused("the queries shown are those asked")
def data_with_another_query() -> None:
    first: Row = the_data().queries[0]
    cells = tuple(the_data().queries[1].cells)
    values().of(replace(the_data(), queries=(replace(first, cells=cells),)))


# Tables of deviations


def deviations() -> Deviations:
    (table,) = numbers().blocks(Deviations)
    return table


@refused("rate(y|+) is no mean of x")
def deviations_from_what_is_no_mean() -> None:
    _, rows, totals = deviations().groups[0]
    numbers().of(replace(deviations(), groups=((numbers().name("rate(y|+)"), rows, totals),)))


@refused("mean(x) is no mean of x")
def deviations_from_the_mean_of_no_class() -> None:
    mean, rows, totals = deviations().groups[0]
    numbers().of(replace(deviations(), groups=((replace(mean, right=()), rows, totals),)))


@refused("mean(x|-) has no deviations to list")
def deviations_from_an_undefined_mean() -> None:
    rows = [("1", "+"), ("3", "+"), ("?", "-")]
    choice = ModelChoice(families={"x": "gaussian"})
    problem = Problem(Table.from_rows(rows, ["x", "y"]), {}, {"model": choice}, ask=["mean(x|-)"])
    of = Subject(solve(problem))
    of.of(Deviations("x", ((of.name("mean(x|-)"), (), ()),)))


@refused("mean(x|+) is no mean of y")
def deviations_of_another_column() -> None:
    numbers().of(replace(deviations(), column="y"))


@refused("the deviations are not those of the rows of -")
def deviations_of_another_class() -> None:
    (_, rows, totals), *_ = deviations().groups
    numbers().of(replace(deviations(), groups=((numbers().name("mean(x|-)"), rows, totals),)))


@refused("the deviations are not those of the rows of +")
def deviations_without_a_row() -> None:
    (mean, rows, totals), *rest = deviations().groups
    numbers().of(replace(deviations(), groups=((mean, rows[1:], totals), *rest)))


@refused("the deviations are not those of the rows of +")
def deviations_with_another_total() -> None:
    (mean, rows, (first, second, _)), *rest = deviations().groups
    totals = (first, second, one(3))
    numbers().of(replace(deviations(), groups=((mean, rows, totals), *rest)))


@refused("the deviations are not those of the rows of +")
def deviations_with_another_square() -> None:
    (mean, ((x, away, _), *others), totals), *rest = deviations().groups
    groups = ((mean, ((x, away, one(2)), *others), totals), *rest)
    numbers().of(replace(deviations(), groups=groups))


def weighted(weight: str, other: str) -> Subject:
    """Return numbers of which two weigh otherwise."""
    rows = [("1", "+", "1"), ("3", "+", "1"), ("5", "-", weight), ("9", "-", other)]
    table = Table.from_rows(rows, ["x", "class", "w"], weight="w")
    choice = ModelChoice(families={"x": "gaussian"})
    return Subject(solve(Problem(table, {"q": {"x": "2"}}, {"model": choice})))


@refused("mean(x|-) has no deviations to list")
def deviations_of_half_a_row() -> None:
    of = weighted("1/2", "1")
    mean = of.name("mean(x|-)")
    of.of(Deviations("x", ((mean, (), (one(0), one(0), one(0))),)))


# Tables of estimates


def table() -> Grid:
    (grid,) = (grid for grid in values().blocks(Grid) if grid.corner)
    return grid


SHAPE = "a grid has one cell for each of its rows and classes"


@refused(SHAPE)
def a_table_with_a_row_less() -> None:
    values().of(replace(table(), cells=table().cells[1:]))


@refused(SHAPE)
def a_table_with_a_cell_less() -> None:
    first, *rest = table().cells
    values().of(replace(table(), cells=(first[:1], *rest)))


@refused("a grid shows each class and each row once")
def a_table_with_a_class_twice() -> None:
    grid = table()
    cells = tuple((row[0], row[0]) for row in grid.cells)
    values().of(replace(grid, columns=(grid.columns[0],) * 2, cells=cells))


@refused("a grid shows each class and each row once")
def a_table_with_a_row_twice() -> None:
    grid = table()
    values().of(replace(grid, rows=(grid.rows[0],) * 2, cells=(grid.cells[0],) * 2))


@refused("a grid's columns are classes")
def an_empty_table_under_what_is_no_class() -> None:
    grid = table()
    cells = ((None, None),) * len(grid.rows)
    columns = (Item("cell", "a", "1"), grid.columns[1])
    values().of(replace(grid, columns=columns, cells=cells))


PLACE = "a cell stands in its own row, under its own class"


@refused(PLACE)
def a_table_with_classes_exchanged() -> None:
    values().of(replace(table(), columns=table().columns[::-1]))


@refused(PLACE)
def a_table_in_the_corner_of_another_column() -> None:
    values().of(replace(table(), corner="a"))


@refused(PLACE)
def a_table_of_names_with_a_corner() -> None:
    grid = next(grid for grid in values().blocks(Grid) if not grid.corner)
    values().of(replace(grid, corner="Sky"))


@refused(PLACE)
def an_empty_chain_in_a_table() -> None:
    first, *rest = table().cells
    values().of(replace(table(), cells=((Chain(()), *first[1:]), *rest)))


@refused(PLACE)
def a_table_of_odds_under_one_class() -> None:
    grid = next(grid for grid in values().blocks(Grid) if not grid.corner)
    pair = Pair(*grid.columns)
    values().of(replace(grid, rows=(replace(grid.rows[0], head="odds", left=(pair,)),)))


@refused(PLACE)
def a_table_of_what_is_no_quantity() -> None:
    (first, *others), *rest = table().cells
    (line, *_) = first.lines
    bare = replace(first, lines=(replace(line, left=one(2, 3), right=one(4, 6)),))
    values().of(replace(table(), cells=((bare, *others), *rest)))


@refused(PLACE)
def a_table_of_another_model() -> None:
    of = two_models()
    of.of([grid for grid in of.blocks(Grid) if grid.corner][-1], model=None)


# Rules in words


def rule(role: str, of: Subject | None = None) -> EstimateRule:
    return next(r for r in (of or values()).blocks(EstimateRule) if r.role == role)


@refused("a rule has instances")
def a_rule_for_nothing() -> None:
    values().of(replace(rule("prior"), instances=()))


@refused("gaussian has rules for its parameters, not of its own")
def a_rule_of_a_family_of_numbers() -> None:
    numbers().of(replace(rule("mean", numbers()), role="gaussian"))


@refused("the left side of this rule is not for the value '0'")
def a_rule_for_the_other_value() -> None:
    values().of(replace(rule("bernoulli"), value="0"))


@refused("'rows of class +' is not what this rule counts")
def a_rule_in_other_words() -> None:
    own = rule("bernoulli")
    right = Quotient(own.right.numerator, replace(own.right.denominator, text="rows of class +"))
    values().of(replace(own, right=right))


@refused("P(Sky=red|+) is no instance of this rule")
def a_rule_with_an_instance_of_another_family() -> None:
    own = rule("bernoulli")
    other = rule("categorical").instances[0]
    values().of(replace(own, instances=(*own.instances, other)))


@refused("P(a=1|+) is no instance of this rule")
def a_rule_of_the_prior_with_a_parameter() -> None:
    own = rule("prior")
    values().of(replace(own, instances=(*own.instances, rule("bernoulli").instances[0])))


@refused("P(+) is no instance of this rule")
def a_rule_of_a_family_with_a_prior() -> None:
    own = rule("bernoulli")
    values().of(replace(own, instances=(*own.instances, rule("prior").instances[0])))


@refused("P(win|+) is no instance of this rule")
def a_rule_of_columns_with_a_word() -> None:
    own = rule("bernoulli")
    word = replace(own.instances[0].name, left=(Item("word", "", "win"),))
    values().of(replace(own, instances=(*own.instances, Instance(word, own.instances[0].roles))))


@refused("P(a=1|+; other) is no instance of this rule")
def a_rule_with_an_instance_of_no_model() -> None:
    own = rule("bernoulli")
    other = replace(own.instances[0].name, model="other")
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("P(a=1) is no instance of this rule")
def a_rule_of_the_prior_with_a_value() -> None:
    own = rule("prior")
    other = replace(own.instances[0].name, left=(Item("cell", "a", "1"),))
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("P(a=1|+,Sky=red) is no instance of this rule")
def a_rule_with_more_behind_the_bar() -> None:
    own = rule("bernoulli")
    (label,) = own.instances[0].name.right
    other = replace(own.instances[0].name, right=(label, Item("cell", "Sky", "red")))
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("is no instance of this rule")
def a_rule_with_a_column() -> None:
    own = rule("bernoulli")
    other = replace(own.instances[0].name, left=(Item("column", "a", ""),))
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("P(x=2|+) is no instance of this rule")
def a_rule_of_values_with_a_number() -> None:
    own = rule("categorical", numbers())
    other = replace(own.instances[0].name, left=(Item("cell", "x", "2"),))
    numbers().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("is no instance of this rule")
def a_rule_of_columns_with_a_word_of_texts() -> None:
    own = rule("categorical", mixed())
    word = rule("multinomial", mixed()).instances[0]
    mixed().of(replace(own, instances=(*own.instances, word)))


@refused("P(a=1|x) is no instance of this rule")
def a_rule_with_a_query_for_a_class() -> None:
    own = rule("bernoulli")
    other = replace(own.instances[0].name, right=(Item("query", "", "x"),))
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("P(+:-) is no instance of this rule")
def a_rule_of_the_prior_with_a_pair() -> None:
    own = rule("prior")
    (first,), (second,) = (instance.name.left for instance in own.instances)
    pair = replace(own.instances[0].name, left=(Pair(first, second),))
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=pair))))


@refused("odds(+) is no instance of this rule")
def a_rule_of_the_prior_with_odds() -> None:
    own = rule("prior")
    odds = replace(own.instances[0].name, head="odds")
    values().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=odds))))


@refused("log(P(+)) is no instance of this rule")
def a_rule_of_the_prior_with_a_logarithm() -> None:
    own = rule("prior")
    wrapped = values().name("log(P(+))")
    values().of(replace(own, instances=(*own.instances, Instance(wrapped, own.instances[0].roles))))


@refused("P(+,x) is no instance of this rule")
def a_rule_with_a_joint() -> None:
    own = rule("prior")
    joint = Instance(values().name("P(+,x)"), own.instances[0].roles)
    values().of(replace(own, instances=(*own.instances, joint)))


@refused("P(+|x) is no instance of this rule")
def a_rule_of_the_prior_with_a_posterior() -> None:
    own = rule("prior")
    posterior = Instance(values().name("P(+|x)"), own.instances[0].roles)
    values().of(replace(own, instances=(*own.instances, posterior)))


@refused("P(win|+) is no instance of this rule")
def a_rule_of_the_prior_with_a_word() -> None:
    own = rule("prior", words())
    word = rule("multinomial", words()).instances[-2]
    words().of(replace(own, instances=(*own.instances, word)))


@refused("P(+) is no instance of this rule")
def a_rule_of_words_with_a_prior() -> None:
    own = rule("multinomial", words())
    words().of(replace(own, instances=(*own.instances, rule("prior", words()).instances[0])))


@refused("P(a=1|+) does not count what the rule says")
def an_instance_that_counts_something_else() -> None:
    own = rule("bernoulli")
    first, *rest = own.instances
    roles = tuple((role, values().ref("count(a=1,-)")) for role, _ in first.roles)
    values().of(replace(own, instances=(replace(first, roles=roles), *rest)))


@refused("the rule does not give the formula of P(a=1|+)")
def a_rule_that_gives_another_formula() -> None:
    own = rule("bernoulli")
    values().of(replace(own, right=Product((own.right, Integer(1)))))


# Rules in words for the parameters of numbers


@refused("mean(x|+) is no instance of this rule")
def a_rule_of_rates_with_a_mean() -> None:
    own = rule("rate", numbers())
    numbers().of(replace(own, instances=(*own.instances, rule("mean", numbers()).instances[0])))


@refused("mean(x|+; other) is no instance of this rule")
def a_rule_of_means_with_an_instance_of_no_model() -> None:
    own = rule("mean", numbers())
    other = replace(own.instances[0].name, model="other")
    numbers().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("log(mean(x|+)) is no instance of this rule")
def a_rule_of_means_with_a_logarithm() -> None:
    own = rule("mean", numbers())
    other = replace(own.instances[0].name, wrappers=("log",))
    numbers().of(replace(own, instances=(*own.instances, replace(own.instances[0], name=other))))


@refused("the left side of this rule is not mean(x|+)")
def a_rule_for_another_shape() -> None:
    numbers().of(replace(rule("mean", numbers()), value="j"))


@refused("the rule is not that of mean(x|+)")
def a_rule_of_numbers_in_other_words() -> None:
    own = rule("mean", numbers())
    numbers().of(replace(own, right=Sum((own.right, Integer(0)))))


@refused("mean(x|+) does not count what the rule says")
def a_mean_that_adds_up_something_else() -> None:
    own = rule("mean", numbers())
    first, second = own.instances
    numbers().of(replace(own, instances=(replace(first, roles=second.roles), second)))


@refused("the rule does not give the formula of rate(y|+)")
def a_rule_of_what_the_graph_gives_otherwise() -> None:
    """What is given in the graph is measured nowhere, so no count is taken of it."""
    of = numbers()
    quantity = of.solution.quantities[of.name("rate(y|+)")]
    graph = of.solution.quantities.with_formulas({quantity.name: one(8, 2)})
    from exactnb.derivation.certificates import Context
    from exactnb.derivation.table_checks import rule_problem

    problem = rule_problem(rule("rate", of), Context(graph, of.solution.problem.verification()))
    raise Rejected(problem, at="the rule")


@pytest.mark.parametrize(
    "forged", [name for name, (f, _) in FORGED.items() if f.__module__ == __name__]
)
def test_a_forgery_is_refused_by_its_own_demand(forged: str) -> None:
    """What breaks one demand alone is rejected, in the words of that demand."""
    forgery, why = FORGED[forged]
    with pytest.raises(Rejected, match=re.escape(why)):
        forgery()


def test_what_is_forged_here_is_accepted_unforged() -> None:
    """The solutions that are forged here are verified as they stand."""
    many = Subject(solve(many_numbers()))
    for of in (
        values(),
        numbers(),
        asked(),
        words(),
        two_models(),
        weighted("1/2", "1"),
        weighted("2", "2"),
        many,
    ):
        of.verify(of.derivation)


def many_numbers() -> Problem:
    """Return so many numbers that their sums have names."""
    rows = [(str(number), "+-"[number % 2]) for number in range(120)]
    table = Table.from_rows(rows, ["x", "class"])
    return Problem(table, {"q": {"x": "2"}}, {"model": ModelChoice(families={"x": "gaussian"})})


def test_sums_of_many_numbers_are_added_up_anew() -> None:
    """The even numbers below 120 add up to 3540; a graph that has one more is refused."""
    of = Subject(solve(many_numbers()))
    assert of.solution.quantities.value(of.name("sum(x,+)")) == 3540
    with pytest.raises(Rejected, match=re.escape("sum(x,+) is 3540, counted row by row")):
        of.verify(of.derivation, **{"sum(x,+)": Integer(3541)})


def test_a_row_that_weighs_two_deviates_twice() -> None:
    """Of 5 and 9, each of weight two, the deviations are listed twice: four squares of 4."""
    of = weighted("2", "2")
    mean = of.name("mean(x|-)")
    row = {number: (one(number), one(number - 7), one(4)) for number in (5, 9)}
    listed = (row[5], row[5], row[9], row[9])
    of.of(Deviations("x", ((mean, listed, (one(28), one(0), one(16))),)))
    with pytest.raises(Rejected, match="the deviations are not those of the rows of -"):
        of.of(Deviations("x", ((mean, (row[5], row[9]), (one(14), one(0), one(8))),)))


def test_a_rule_is_told_for_the_model_of_its_instances() -> None:
    """The words of a smoothed model are not those of the one beside it."""
    of = two_models()
    smoothed = [r for r in of.blocks(EstimateRule) if r.role == "bernoulli"][-1]
    assert smoothed.instances[0].name.model == "one"
    of.of(smoothed, model="one")
    with pytest.raises(Rejected, match=r"is not what this rule counts|does not give the formula"):
        of.of(replace(smoothed, instances=rule(smoothed.role, of).instances))


def test_words_and_columns_of_words_are_counted_in_words_of_their_own() -> None:
    """A rule about presence speaks of documents, one about a column of rows; neither does for both."""
    texts = Documents.of([("+", "win cash"), ("-", "cash")])
    choice = ModelChoice(Conventions(smoothing=Fraction(1)), families={"text": "bernoulli"})
    of = Subject(solve(Problem(texts, {"q": "win"}, {"model": choice})))
    of.verify(of.derivation)
    assert of.solution["P(win=1|+)"] == Fraction(2, 3)
