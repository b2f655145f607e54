"""Every demand of `verify` on what is stated refuses something that no other does.

That is data, texts, what is asked, blanks; tables of decisions and of products; what an earlier model
has shown. Each forgery is true in every other way: with its demand dropped, it would be printed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from forgeries import ROWS, Subject, forged_in, refused, two_models
from thoroughness import all_of

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.core.data.summaries import read_counts
from exactnb.core.expression.nodes import Integer, Quotient
from exactnb.explain.derivation import (
    Blank,
    Blanks,
    Data,
    Extent,
    Grid,
    Products,
    Query,
    QuestionBlock,
    Rejected,
    RowDecisions,
    SameEstimates,
    Step,
    Texts,
    verify,
)
from exactnb.explain.solution.setting import problem_source


@cache
def long_table() -> Subject:
    """Return a table of 70 rows and 40 columns, of which twelve rows and one column are shown."""
    names = [f"c{at}" for at in range(40)]
    rows = [(*["0", "1"] * 20, "+" if at % 3 else "-") for at in range(70)]
    return Subject(solve(Problem(Table.from_rows(rows, [*names, "y"]), {"x": {"c3": "1"}})))


@cache
def mails() -> Subject:
    """Return 70 texts of which twelve are shown, with 71 words of which three are."""
    texts = Documents.of([("+" if at % 2 else "-", f"w{at} the w3") for at in range(70)])
    choice = ModelChoice(Conventions(smoothing=1))
    return Subject(solve(Problem(texts, {"x": "the w3 w8", "z": "w9 the"}, {"m": choice})))


@cache
def counted() -> Subject:
    """Return counts of 100 words, of which one is shown, and a query in a line."""
    rows = "\n".join(f"w{at} 1 2" for at in range(100))
    choice = ModelChoice(family="bernoulli")
    counts = read_counts(f"y k l\ntotal 3 4\n{rows}")
    return Subject(solve(Problem(counts, {"x": {"w7": 1}}, {"m": choice})))


@cache
def asking() -> Subject:
    """Return a table of which accuracies and independence are asked."""
    rows = [("1", "u", "+"), ("1", "v", "+"), ("0", "u", "-"), ("1", "v", "-")]
    table = Table.from_rows(rows, ["a", "Sky", "class"])
    ask = ["accuracy", "accuracy_left_out", "independent(a,Sky)", "P(+)"]
    return Subject(solve(Problem(table, {}, ask=ask)))


@cache
def many_wrong() -> Subject:
    """Return 70 rows of which 30 are decided wrongly, so that those alone are shown."""
    rows = [("1", "+")] * 40 + [("1", "-")] * 30
    return Subject(solve(Problem(Table.from_rows(rows, ["a", "y"]), {}, ask=["accuracy"])))


# Data and texts that are shortened


def short() -> Data:
    (data,) = long_table().blocks(Data)
    return data


SIZE = "the size said is that of the data"


@refused(SIZE)
def a_short_table_of_another_size() -> None:
    rows, columns = short().extents
    long_table().of(replace(short(), extents=(replace(rows, total=71), columns)))


@refused(SIZE)
def a_short_table_that_says_nothing_of_it() -> None:
    long_table().of(replace(short(), extents=()))


@refused(SIZE)
def a_short_table_of_other_columns_than_it_says() -> None:
    rows, columns = short().extents
    long_table().of(replace(short(), extents=(rows, replace(columns, which="the first"))))


@refused("the rows shown are those of the data")
def a_short_table_with_fewer_rows() -> None:
    rows, columns = short().extents
    fewer = replace(short(), rows=short().rows[1:], extents=(replace(rows, visible=11), columns))
    long_table().of(fewer)


def _of_another_source(subject: Subject, block: Data) -> None:
    """Verify a block that the source would let pass, but for its size."""
    problem = subject.solution.problem
    source = replace(problem_source(problem), displays=(block,))
    step = replace(subject.derivation.steps[0], blocks=(block,))
    derivation = replace(subject.derivation, steps=(step,))
    verify(derivation, subject.solution.quantities, source)


@refused(SIZE)
def a_display_that_counts_its_own_rows_wrongly() -> None:
    rows, columns = short().extents
    block = replace(short(), extents=(replace(rows, visible=13), columns))
    _of_another_source(long_table(), block)


@refused(SIZE)
def a_display_that_counts_the_rows_of_the_data_wrongly() -> None:
    rows, columns = short().extents
    block = replace(short(), extents=(replace(rows, total=71), columns))
    _of_another_source(long_table(), block)


@refused("what is left out is said")
def a_display_that_leaves_rows_out() -> None:
    _, columns = short().extents
    _of_another_source(long_table(), replace(short(), extents=(columns,)))


def texts() -> Texts:
    (found,) = mails().blocks(Texts)
    return found


MARKED = "the words marked are those of the queries"


def with_text(at: int, **changes: object) -> Texts:
    rows = list(texts().rows)
    rows[at] = replace(rows[at], **changes)  # type: ignore[arg-type]
    return replace(texts(), rows=tuple(rows))


@refused(MARKED)
def a_text_with_a_mark_less() -> None:
    plain = "".join(piece for piece, _ in texts().rows[0].pieces)
    mails().of(with_text(0, pieces=((plain, False),)))


@refused(MARKED)
def a_text_with_a_mark_more() -> None:
    pieces = tuple((piece, True) for piece, _ in texts().rows[0].pieces)
    mails().of(with_text(0, pieces=pieces))


@refused(MARKED)
def a_query_with_a_mark_less() -> None:
    first, *rest = texts().queries
    plain = "".join(piece for piece, _ in first.pieces)
    mails().of(replace(texts(), queries=(replace(first, pieces=((plain, False),)), *rest)))


@refused("the texts shown are those of the data")
def a_text_with_another_word() -> None:
    (first, mark), *rest = texts().rows[0].pieces
    mails().of(with_text(0, pieces=((first + "!", mark), *rest)))


@refused("the texts shown are those of the data")
def a_text_of_another_class() -> None:
    mails().of(with_text(0, label="+"))


@refused("the queries shown are those asked")
def a_text_that_nobody_asked_about() -> None:
    mails().of(replace(texts(), queries=texts().queries[::-1]))


@refused("the columns shown are those of the data")
def texts_under_another_head() -> None:
    mails().of(replace(texts(), column="class"))


@refused("the columns shown are those of the data")
def texts_of_a_table() -> None:
    long_table().of(texts())


@refused(SIZE)
def texts_of_another_size() -> None:
    mails().of(replace(texts(), extents=(Extent(12, 69, "documents"),)))


@refused(SIZE)
def a_text_that_says_that_it_goes_on() -> None:
    mails().of(with_text(0, extent=Extent(3, 5, "words")))


@refused(SIZE)
def words_of_another_size() -> None:
    (data,) = mails().blocks(Data)
    rows, words = data.extents
    mails().of(replace(data, extents=(rows, replace(words, total=72))))


@refused(SIZE)
def a_table_of_counts_of_another_size() -> None:
    (grid,) = (grid for grid in counted().blocks(Grid) if grid.extent is not None)
    assert grid.extent == Extent(1, 100, "words", "those of the query below")
    counted().of(replace(grid, extent=replace(grid.extent, total=101)))


@refused(SIZE)
def a_table_of_counts_with_a_word_less() -> None:
    (grid,) = (grid for grid in counted().blocks(Grid) if grid.extent is not None)
    counted().of(replace(grid, rows=grid.rows[:1], cells=grid.cells[:1]))


@cache
def both_ways(first: str = "win win cash") -> Subject:
    """Return texts whose words occur in one model and are drawn in the other: two tables of them."""
    texts = Documents.of([("+", first), ("-", "lunch cash win")])
    models = {
        family: ModelChoice(Conventions(smoothing=1), family) for family in ("bernoulli", "multinomial")
    }
    return Subject(solve(Problem(texts, {"q": "win win"}, models)))


def occurring_and_counted() -> list[Data]:
    """Return the table of which words occur, and that of how often they do."""
    occurring, counted = both_ways().blocks(Data)
    assert occurring.columns == counted.columns
    assert occurring.rows != counted.rows
    return [occurring, counted]


@refused("the queries shown are those asked")
def words_that_occur_and_a_query_that_is_counted() -> None:
    occurring, counted = occurring_and_counted()
    both_ways().of(replace(occurring, queries=counted.queries))


@refused("the queries shown are those asked")
def words_that_are_counted_and_no_query() -> None:
    _, counted = occurring_and_counted()
    both_ways().of(replace(counted, queries=()))


@refused(SIZE)
def words_that_occur_once_in_each_text_and_are_said_to_be_more() -> None:
    of = both_ways("win cash")  # both tables have the same rows, and each another query
    of.of(replace(of.blocks(Data)[0], extents=(Extent(3, 4, "words"),)))


@refused("the rows shown are those of the data")
def words_that_are_counted_in_one_text_only() -> None:
    _, counted = occurring_and_counted()
    both_ways().of(replace(counted, rows=counted.rows[:1]))


# What is asked


def question(of: Subject) -> QuestionBlock:
    (asked,) = of.blocks(QuestionBlock)
    return asked


ASKED = "the queries and quantities named are those asked"


@refused(ASKED)
def a_query_of_another_value() -> None:
    counted().of(replace(question(counted()), queries=(Query("x", (("w7", "0"),)),)))


@refused(ASKED)
def another_quantity_is_asked() -> None:
    names = (asking().name("P(-)"),)
    asking().of(replace(question(asking()), names=names))


@refused("the questions are those of the problem")
def a_blank_that_nobody_asked_for() -> None:
    asking().of(Blanks((Blank("prior", asking().name("P(+)"), 1),)))  # type: ignore[arg-type]


# RowDecisions about rows


def decisions(of: Subject, text: str = "accuracy") -> RowDecisions:
    return next(block for block in of.blocks(RowDecisions) if block.name == of.name(text))


@refused("the rows are not decided so")
def a_row_that_is_decided_otherwise() -> None:
    (identity, actual, labels), *rest = decisions(asking()).rows
    other = ("+",) if labels != ("+",) else ("-",)
    asking().of(replace(decisions(asking()), rows=((identity, actual, other), *rest)))


@refused("the rows are not decided so")
def a_row_under_another_id() -> None:
    (_, *first), *rest = decisions(asking()).rows
    asking().of(replace(decisions(asking()), rows=(("9", *first), *rest)))


@refused("the rows are not decided so")
def decisions_with_the_rows_themselves_for_those_left_out() -> None:
    asking().of(replace(decisions(asking()), name=asking().name("accuracy_left_out")))


@refused("P(+) is no share of rows")
def decisions_behind_something_else() -> None:
    asking().of(replace(decisions(asking()), name=asking().name("P(+)")))


@refused("the rows are not those decided wrongly")
def wrong_decisions_with_a_right_one() -> None:
    first, *rest = decisions(many_wrong()).rows
    many_wrong().of(replace(decisions(many_wrong()), rows=((first[0], "+", ("+",)), *rest)))


@refused(SIZE)
def wrong_decisions_of_another_size() -> None:
    table = decisions(many_wrong())
    assert table.extent == Extent(30, 70, "rows", "those decided wrongly")
    many_wrong().of(replace(table, extent=replace(table.extent, total=71)))


@refused("accuracy is of another model than its step")
def decisions_of_another_model() -> None:
    of = two_priors()
    of.of(decisions(of), model="flat")


# Products


def products() -> Products:
    (table,) = asking().blocks(Products)
    return table


def with_row(**changes: object) -> Products:
    (one, numbers, product, equal), *rest = products().rows
    row = {"one": one, "numbers": numbers, "product": product, "equal": equal} | changes
    return replace(products(), rows=(tuple(row.values()), *rest))  # type: ignore[arg-type]


@refused("the probabilities are not those that independent(a,Sky) compares")
def a_product_left_out() -> None:
    asking().of(replace(products(), rows=products().rows[1:]))


@refused("the numbers are not those of the probabilities")
def a_product_of_another_worth() -> None:
    asking().of(with_row(product=Quotient(Integer(1), Integer(7))))


@refused("the numbers are not those of the probabilities")
def a_probability_of_another_worth() -> None:
    asking().of(with_row(numbers=Quotient(Integer(1), Integer(7))))


@refused("the numbers hold no names")
def a_probability_that_stands_for_itself() -> None:
    one, *_ = products().rows[0]
    asking().of(with_row(numbers=one))


@refused("whether they are equal is decided exactly")
def a_comparison_that_came_out_otherwise() -> None:
    *_, equal = products().rows[0]
    asking().of(with_row(equal=not equal))


@refused("P(+) compares nothing")
def products_of_no_question() -> None:
    asking().of(replace(products(), name=asking().name("P(+)")))


# What an earlier model has shown


def before() -> SameEstimates:
    (found,) = two_models().blocks(SameEstimates)
    return found


def after_the_first(block: SameEstimates, **changes: object) -> None:
    """Verify the steps of two models, the second with another sentence about the first."""
    of = two_models()
    steps = []
    for step in of.derivation.steps:
        if any(isinstance(each, SameEstimates) for each in step.blocks):
            step = replace(step, blocks=(block,), **changes)  # type: ignore[arg-type]
        steps.append(step)
    of.verify(replace(of.derivation, steps=tuple(steps)))


def test_the_sentence_about_an_earlier_model_is_accepted() -> None:
    """Two models of one table share the prior by relative frequency, which is printed once."""
    assert [str(name) for name in before().names] == ["P(+; one)", "P(-; one)"]
    after_the_first(before())


@refused("P(+) was not shown before")
def estimates_that_no_model_has_shown() -> None:
    two_models().of(before(), model="one")


@refused("P(a=1|+; one) is not P(a=1|+)")
def estimates_that_are_others() -> None:
    name = two_models().name("P(a=1|+; one)")
    after_the_first(SameEstimates((name,), (name,), ""))


@refused("P(a=1|+; two) is not P(a=1|+)")
def estimates_that_differ_in_a_number() -> None:
    """Smoothed by 1 and by 2 they have one form, and other numbers in it."""
    table = Table.from_rows(ROWS, ["a", "Sky", "class"])
    models = {name: ModelChoice(Conventions(smoothing=n)) for name, n in (("one", 1), ("two", 2))}
    of = Subject(solve(Problem(table, {"x": {"a": "1", "Sky": "red"}}, models)))
    name = of.name("P(a=1|+; two)")
    step = Step("only", "", (SameEstimates((name,), (name,), ""),), (), "two")
    of.verify(replace(of.derivation, steps=(*of.derivation.steps, step)))


@refused("estimates are those of another, earlier model")
def estimates_like_their_own() -> None:
    after_the_first(replace(before(), model="one"))


@refused("estimates are those of another, earlier model")
def estimates_of_nothing() -> None:
    after_the_first(replace(before(), names=()))


@refused("nothing says that it is about P(-; one)")
def estimates_without_their_head() -> None:
    after_the_first(replace(before(), what=(two_models().name("P(+; one)"),)))


@refused("no estimate is about Sky")
def estimates_under_a_head_more() -> None:
    after_the_first(replace(before(), what=(*before().what, "Sky")))


@cache
def two_priors() -> Subject:
    """Return two models of one table that differ in their prior alone, and the accuracy of each."""
    table = Table.from_rows(ROWS, ["a", "Sky", "class"])
    models = {"mle": ModelChoice(), "flat": ModelChoice(Conventions(prior="uniform"))}
    ask = ["accuracy", "accuracy(;flat)", "argmax(x)", "argmax(x; flat)"]
    return Subject(solve(Problem(table, {"x": {"a": "1", "Sky": "red"}}, models, ask=ask)))


def beside_the_flat(names: tuple[str, ...], *what: str) -> None:
    """Verify a last step of the model with a flat prior: these estimates are those of the first."""
    of = two_priors()
    named = tuple(of.name(text) for text in names)
    heads = tuple(text if text.isalpha() else of.name(text) for text in what)
    step = Step("only", "", (SameEstimates(heads, named, ""),), (), "flat")
    of.verify(replace(of.derivation, steps=(*of.derivation.steps, step)))


def test_a_column_heads_its_estimates_and_a_row_its_own() -> None:
    """Estimates are those under a column of several values, or in the row of one value."""
    beside_the_flat(("P(Sky=red|+; flat)", "P(Sky=blue|+; flat)"), "Sky")
    beside_the_flat(("P(a=1|+; flat)",), "P(a=1|+; flat)")


def test_an_estimate_of_no_class_has_its_own_head() -> None:
    """A variance that all classes share is that of an earlier model, told under its own name."""
    table = Table.from_rows([("1", "+"), ("3", "+"), ("4", "-"), ("8", "-")], ["x", "k"])
    models = {
        "mle": ModelChoice(family="lda"),
        "flat": ModelChoice(Conventions(prior="uniform"), family="lda"),
    }
    of = Subject(solve(Problem(table, {"q": {"x": "3"}}, models)))
    name = of.name("variance(x; flat)")
    step = Step("only", "", (SameEstimates((name,), (name,), ""),), (), "flat")
    of.verify(replace(of.derivation, steps=(*of.derivation.steps, step)))
    mean = replace(step, blocks=(SameEstimates((name,), (of.name("mean(x|+; flat)"),), ""),))
    with pytest.raises(Rejected, match="nothing says that it is about"):
        of.verify(replace(of.derivation, steps=(*of.derivation.steps, mean)))


@refused("no estimate is about Sky")
def estimates_under_a_column_of_others() -> None:
    beside_the_flat(("P(a=1|+; flat)",), "P(a=1|+; flat)", "Sky")


@refused("no estimate is about class")
def estimates_under_the_column_of_the_classes() -> None:
    after_the_first(replace(before(), what=(*before().what, "class")))


@refused("nothing says that it is about accuracy(; flat)")
def a_share_of_rows_under_a_column() -> None:
    beside_the_flat(("accuracy(; flat)", "P(Sky=red|+; flat)"), "Sky")


test_a_forgery_is_refused_by_its_own_demand = forged_in(__name__)


@all_of("of", [long_table, mails, counted, asking, many_wrong, both_ways, two_priors], apart=2)
def test_what_is_forged_was_accepted_before(of) -> None:
    """Each block that is forged here stands in a solution that `verify` accepted."""
    of().verify(of().derivation)
