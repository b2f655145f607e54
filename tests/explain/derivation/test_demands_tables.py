"""Every demand of `verify` on counts, data and tables refuses something that no other does.

Each forgery is true in every other way: with its demand dropped, it would be printed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from forgeries import Subject, asked, forged_in, numbers, one, refused, two_models, values, words

from exactnb import ModelChoice, Problem, Table, solve
from exactnb.core.data.table import Row
from exactnb.core.expression.nodes import Integer
from exactnb.core.naming.names import Item, Pair
from exactnb.explain.derivation import Chain, Data, Deviations, Grid, Rejected, verify
from exactnb.explain.solution.setting import problem_source

# What is counted anew, in a line or not


@refused("count(a=1,+) is 3 in the graph; a second reading gives 2")
def a_count_that_stands_in_no_line() -> None:
    values().verify(replace(values().derivation, steps=()), **{"count(a=1,+)": Integer(3)})


@refused("tokens(+) is 4 in the graph; a second reading gives 3")
def tokens_that_stand_in_no_line() -> None:
    words().verify(replace(words().derivation, steps=()), **{"tokens(+)": Integer(4)})


@refused("mean(x|+) rests on other numbers than those of the rows")
def a_mean_that_is_worth_the_same() -> None:
    other, source = numbers(("2", "2")).solution, problem_source(numbers().solution.problem)
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
    numbers().of(
        replace(
            deviations(),
            groups=((numbers().name("rate(y|+)"), rows, totals),),
            ids=deviations().ids[:1],
        )
    )


@refused("mean(x) is no mean of x")
def deviations_from_the_mean_of_no_class() -> None:
    mean, rows, totals = deviations().groups[0]
    numbers().of(
        replace(
            deviations(), groups=((replace(mean, right=()), rows, totals),), ids=deviations().ids[:1]
        )
    )


@refused("mean(x|-) has no deviations to list")
def deviations_from_an_undefined_mean() -> None:
    rows = [("1", "+"), ("3", "+"), ("?", "-")]
    choice = ModelChoice(families={"x": "gaussian"})
    problem = Problem(Table.from_rows(rows, ["x", "y"]), {}, {"model": choice}, ask=["mean(x|-)"])
    of = Subject(solve(problem))
    of.of(Deviations("x", ((of.name("mean(x|-)"), (), ()),), ((),)))


@refused("mean(x|+) is no mean of y")
def deviations_of_another_column() -> None:
    numbers().of(replace(deviations(), column="y"))


@refused("the deviations are not those of the rows of -")
def deviations_of_another_class() -> None:
    (_, rows, totals), *_ = deviations().groups
    numbers().of(
        replace(
            deviations(),
            groups=((numbers().name("mean(x|-)"), rows, totals),),
            ids=deviations().ids[:1],
        )
    )


@refused("the deviations are not those of the rows of +")
def deviations_without_a_square() -> None:
    (mean, (row, *others), totals), *rest = deviations().groups
    groups = (mean, (row[:-1], *others), totals), *rest
    numbers().of(replace(deviations(), groups=groups))


@refused("the deviations are not those of the rows of +")
def deviations_without_a_row() -> None:
    (mean, rows, totals), *rest = deviations().groups
    numbers().of(replace(deviations(), groups=((mean, rows[1:], totals), *rest)))


@refused("the deviations are not those of the rows of +")
def deviations_under_another_id() -> None:
    first, *rest = deviations().ids
    numbers().of(replace(deviations(), ids=(("r9", *first[1:]), *rest)))


@refused("each group of deviations says of which rows it is")
def deviations_of_rows_that_are_not_said() -> None:
    numbers().of(replace(deviations(), ids=deviations().ids[1:]))


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
    of.of(Deviations("x", ((mean, (), (one(0), one(0), one(0))),), ((),)))


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


test_a_forgery_is_refused_by_its_own_demand = forged_in(__name__)


@pytest.mark.exhaustive
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
    with pytest.raises(Rejected, match=re.escape("a second reading gives 3540")):
        of.verify(of.derivation, **{"sum(x,+)": Integer(3541)})


def test_a_row_that_weighs_two_deviates_twice() -> None:
    """Of 5 and 9, each of weight two, the deviations are listed twice: four squares of 4."""
    of = weighted("2", "2")
    mean = of.name("mean(x|-)")
    row = {number: (one(number), one(number - 7), one(4)) for number in (5, 9)}
    listed = (row[5], row[5], row[9], row[9])
    of.of(Deviations("x", ((mean, listed, (one(28), one(0), one(16))),), (("",) * 4,)))
    with pytest.raises(Rejected, match="the deviations are not those of the rows of -"):
        of.of(Deviations("x", ((mean, (row[5], row[9]), (one(14), one(0), one(8))),), (("",) * 2,)))
