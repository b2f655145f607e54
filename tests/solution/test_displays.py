"""The tables of data that a solution shows: rows as they are, texts as they are encoded."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from laws import DATA, EVERY_FAMILY, LAW
from strategies import cases

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.data.documents import Document
from exactnb.data.summaries import read_counts, read_parameters
from exactnb.data.table import Row
from exactnb.derivation import Data, Rejected, verify
from exactnb.solution.displays import displays
from exactnb.solution.source import source_of

MAILS = Documents.of(
    [Document("m1", "+", "win cash win", ("9",)), Document("", "-", "cash", ("",))], columns=["hour"]
)  # fmt: skip


def of_mails(family: str, *more: str) -> Problem:
    """Return the problem of two mails, in one family or several."""
    models = {
        name: ModelChoice(Conventions(smoothing=1), families={"text": name, "hour": "categorical"})
        for name in (family, *more)
    }
    return Problem(MAILS, {"x": "win win", "z": {"hour": "9"}}, models)


def test_a_table_is_shown_as_it_is() -> None:
    """Rows with their ids, missing cells as "?", and below them the queries with what they show."""
    table = Table.from_rows([("r1", "u", "?", "+"), ("", "v", "1", "-")], ["id", "Sky", "a", "y"])
    ((title, data),) = displays(Problem(table, {"x": {"a": 1}}))
    assert title == "Data"
    assert (data.class_variable, data.columns) == ("y", ("Sky", "a"))
    assert data.rows == (Row("r1", "+", ("u", "?")), Row("", "-", ("v", "1")))
    assert data.queries == (Row("x", "?", ("", "1")),)


def test_a_truth_value_is_shown_by_its_name() -> None:
    """True from Python is the value `true`, in the table as everywhere."""
    table = Table.from_rows([(True, "+"), (False, "-")], ["a", "y"])
    ((_, data),) = displays(Problem(table, {"x": {"a": True}}))
    assert data.queries == (Row("x", "?", ("true",)),)


def test_weights_are_a_column() -> None:
    """Rows that count more or less than once say how often."""
    table = Table.from_rows([("u", "2", "+"), ("v", "1/2", "-")], ["a", "w", "y"], weight="w")
    ((_, data),) = displays(Problem(table, {"x": {"a": "u"}}))
    assert data.columns == ("a", "w")
    assert [row.cells for row in (*data.rows, *data.queries)] == [("u", "2"), ("v", "1/2"), ("u", "")]


def test_weights_of_texts_are_shown_too() -> None:
    """The table of encoded texts says how often each of them counts."""
    texts = [Document("", "+", "a", (), Fraction(1, 2)), Document("", "-", "b")]
    problem = Problem(Documents.of(texts))
    shown = [cell for _, data in displays(problem) for row in data.rows for cell in row.cells]
    assert "1/2" in shown


def test_texts_are_shown_as_they_are_counted() -> None:
    """For words that are drawn a cell is how often, for 0/1 columns whether; cells stand first."""
    ((title, data),) = displays(of_mails("multinomial"))
    assert title == "Encode: how often does the word occur?"
    assert data.columns == ("hour", "cash", "win")
    assert [row.cells for row in data.rows] == [("9", "1", "2"), ("?", "1", "0")]
    assert [row.cells for row in data.queries] == [("", "0", "2"), ("9", "", "")]
    ((title, data),) = displays(of_mails("bernoulli"))
    assert title == "Encode: does the word occur?"
    assert [row.cells for row in data.rows] == [("9", "1", "1"), ("?", "1", "0")]
    assert data.queries[0] == Row("x", "?", ("", "0", "1"))


def test_models_that_look_differently_have_a_table_each() -> None:
    """With a model of presence and one of counts, both encodings are shown, presence first."""
    titles = [title for title, _ in displays(of_mails("multinomial", "bernoulli"))]
    assert titles == ["Encode: does the word occur?", "Encode: how often does the word occur?"]


def test_columns_that_are_counted_show_a_zero() -> None:
    """What a query of counts does not name counts 0, and is shown so."""
    table = Table.from_rows([("2", "1", "+"), ("0", "1", "-")], ["win", "cash", "y"])
    problem = Problem(table, {"x": {"win": 1}}, {"m": ModelChoice(family="multinomial")})
    ((_, data),) = displays(problem)
    assert data.queries == (Row("x", "?", ("1", "0")),)


@pytest.mark.parametrize(("rows", "columns", "shown"), [(40, 12, 1), (41, 12, 0), (40, 13, 0)])
def test_a_large_table_is_left_out(rows: int, columns: int, shown: int) -> None:
    """More than 40 rows or 12 columns are not shown, and the solution is verified all the same."""
    names = [f"c{at}" for at in range(columns)]
    table = Table.from_rows([(*["0"] * columns, "k")] * rows, [*names, "y"])
    problem = Problem(table, {"x": {"c0": "0"}})
    assert len(displays(problem)) == shown
    steps = solve(problem).verified.derivation.steps
    assert any(step.key == "data" for step in steps) is bool(shown)


def test_without_rows_there_is_no_table() -> None:
    """Counts alone, given numbers and an empty table are not shown as data."""
    counts = Problem(read_counts("y k l\ntotal 3 4\na=1 1 2"))
    numbers = Problem(read_parameters("y k l\nprior 1/2 1/2\na=1 1/2 1/3"))
    empty = Table.from_rows([], ["a", "y"], values={"a": ["u"]}, classes=["k"])
    choice = ModelChoice(Conventions(prior="uniform", smoothing=1))
    for problem in (counts, numbers, Problem(empty, models={"m": choice})):
        assert displays(problem) == ()


def test_counts_that_were_given_are_listed() -> None:
    """A problem of counts opens with a table of the counts that are used."""
    problem = Problem(read_counts("y k l\ntotal 3 4\na=1 1 2"), {"x": {"a": 1}})
    step = solve(problem).verified.derivation.steps[0]
    assert (step.key, step.title) == ("data", "Counts")
    (grid,) = step.blocks
    assert [str(head) for head in grid.rows] == ["count(k)", "count(a=1,k)"]  # type: ignore[union-attr]


def test_another_table_is_rejected() -> None:
    """A cell, a query or an order that is not that of the data is rejected."""
    problem = of_mails("multinomial", "bernoulli")
    solution = solve(problem)
    derivation = solution.verified.derivation
    for at, step in enumerate(derivation.steps):
        for block in step.blocks:
            if not isinstance(block, Data):
                continue
            cells = ("9", "1", "3")
            for wrong in (
                replace(block, rows=(replace(block.rows[0], cells=cells), *block.rows[1:])),
                replace(block, rows=block.rows[::-1]),
                replace(block, queries=()),
                replace(block, columns=block.columns[::-1]),
            ):
                steps = put(derivation.steps, at, replace(step, blocks=(wrong,)))
                with pytest.raises(Rejected, match="shown are those"):
                    verify(replace(derivation, steps=steps), solution.quantities, source_of(problem))


def put(steps, at, step):
    """Return the steps with one of them changed."""
    return (*steps[:at], step, *steps[at + 1 :])


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_what_is_shown_is_what_was_counted(families, data):
    """Adding up the table that is shown gives the counts of the problem."""
    case = data.draw(cases(families, refused=False))
    problem = case.problem()
    for _, shown in displays(problem):
        assert len(shown.rows) == len(case.rows)
        for row, displayed in zip(case.rows, shown.rows, strict=True):
            assert displayed.label == row.label
            cells = dict(zip(shown.columns, displayed.cells, strict=True))
            for column, value in zip(case.columns, row.cells, strict=True):
                assert cells[column.name] == (value or "?")
            for word in case.vocabulary or ():
                number = row.words.count(word)
                assert cells[word] == str(number if case.bag_family else min(number, 1))
