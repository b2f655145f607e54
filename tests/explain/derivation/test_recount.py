"""Counting anew, in another way than it was counted: by sets of rows."""

from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest
from hypothesis import given
from laws import DATA, EVERY_FAMILY, LAW
from second_reading import reader_of
from strategies import cases
from thoroughness import all_of

from exactnb import Documents, ModelChoice, Problem, Table, solve
from exactnb.core.data.counts import count
from exactnb.core.data.documents import Document
from exactnb.core.data.summaries import read_counts
from exactnb.core.expression.nodes import Integer
from exactnb.core.naming.names import Item, QuantityName
from exactnb.explain.derivation import Rejected, verify
from exactnb.explain.derivation.second_reader import counting
from exactnb.explain.derivation.table_checks import numbers_by_row
from exactnb.explain.solution.setting import problem_source

ROWS = [("1", "Blue", "+"), ("1", "?", "+"), ("0", "Grey", "+"), ("1", "Grey", "-")]
TABLE = Table.from_rows(ROWS, ["a", "Sky", "y"])
MAILS = Documents.of(
    [Document("", "+", "win win cash", ("9",)), Document("", "+", "lunch", ("",)),
     Document("", "-", "cash lunch lunch", ("10",), Fraction(1, 2))],
    columns=["hour"],
)  # fmt: skip


def name(*items: Item, head: str = "count") -> QuantityName:
    return QuantityName(head, items)


def plus(label: str = "+") -> Item:
    return Item("class", "y", label)


def cell(column: str, value: str) -> Item:
    return Item("cell", column, value)


def word(text: str) -> Item:
    return Item("word", "", text)


@all_of(
    ("items", "number"),
    [
        ((), 4),
        ((plus(),), 3),
        ((cell("a", "1"), plus()), 2),
        ((cell("a", "1"),), 3),
        ((cell("a", "1"), cell("Sky", "Grey")), 1),
        ((cell("a", "1"), cell("Sky", "Grey"), plus("-")), 1),
        ((cell("Sky", "Blue"), plus("-")), 0),
        ((cell("Sky", "never"), plus()), 0),
        ((plus("never"),), 0),
        ((Item("column", "Sky", ""), plus()), 2),
        ((cell("a", "1"), Item("column", "Sky", ""), plus()), 1),
        ((cell("a", "1"), Item("column", "Sky", "")), 2),
    ],
)
def test_rows_are_counted_by_sets(items: tuple[Item, ...], number: int) -> None:
    """A count of any cells is the number of rows in all of their sets; a missing cell is in none."""
    assert reader_of(TABLE).recount(name(*items)) == number


def test_words_are_counted_in_texts() -> None:
    """A word stands so often in a class, and in so many texts; a text of weight 1/2 counts half."""
    reader = reader_of(MAILS, bag=MAILS.vocabulary)
    assert reader.recount(name(word("win"), plus())) == 2
    assert reader.recount(name(word("cash"))) == Fraction(3, 2)
    assert reader.recount(name(word("lunch"), plus("-"))) == 1
    assert reader.recount(name(cell("lunch", "1"), plus("-"))) == Fraction(1, 2)
    assert reader.recount(name(cell("win", "0"), plus())) == 1
    assert reader.recount(name(cell("hour", "10"))) == Fraction(1, 2)
    assert reader.recount(name(plus(), head="tokens")) == 4
    assert reader.recount(name(plus("-"), head="tokens")) == Fraction(3, 2)
    assert reader.recount(QuantityName("vocabulary")) == 3
    assert reader.recount(name()) == Fraction(5, 2)


def test_columns_of_whole_numbers_are_counted_as_words() -> None:
    """The cells 2 and 1 of a class say that the word stands there three times."""
    table = Table.from_rows([("2", "+"), ("1", "+"), ("?", "+"), ("7", "-")], ["goal", "y"])
    reader = reader_of(table, bag=("goal",))
    assert reader.recount(name(word("goal"), plus())) == 3
    assert reader.recount(name(plus("-"), head="tokens")) == 7


def test_without_rows_the_counts_are_those_given() -> None:
    """Of counts alone each cell is looked up, and summed over the classes if none is named."""
    counts = read_counts("y + -\ntotal 3 4\na=1 1 2\nwin 5 0")
    reader = reader_of(counts, bag=("win",))
    assert reader.recount(name(cell("a", "0"))) == 4
    assert reader.recount(name(cell("a", "1"), plus("-"))) == 2
    assert reader.recount(name()) == 7
    assert reader.recount(name(word("win"))) == reader.recount(name(plus(), head="tokens")) == 5


def test_a_wrong_count_in_the_graph_is_found() -> None:
    """A graph in which one count is changed is rejected, though all its lines follow from it."""
    problem = Problem(TABLE, {"x": {"a": "1"}})
    solution = solve(problem)
    counted = problem.scope.resolve("count(a=1,+)")
    wrong = solution.quantities.with_formulas({counted: Integer(3)})
    with pytest.raises(Rejected, match=r"count\(a=1,\+\) is 3 in the graph; a second reading gives 2"):
        verify(solution.verified.derivation, wrong, problem_source(problem))


def test_the_source_of_a_problem_readers_it() -> None:
    """What a solution is checked against counts every count of the graph as the graph has it."""
    for data, family in ((TABLE, None), (MAILS, "multinomial"), (MAILS, "bernoulli"),
                         (count(TABLE), None)):  # fmt: skip
        families = {"text": family} if family else {}
        problem = Problem(data, models={"model": ModelChoice(families={**families} | hour(data))})
        source, quantities = problem_source(problem), solve(problem).quantities
        counted = [n for n in quantities if n.head in ("count", "tokens", "vocabulary")]
        assert counted
        assert all(source.reader.recount(n) == quantities.value(n) for n in counted)


def hour(data: object) -> dict[str, str]:
    """Return the family of the column of numbers beside the mails."""
    return {"hour": "categorical"} if isinstance(data, Documents) else {}


@EVERY_FAMILY
@LAW
@given(data=DATA)
def test_both_ways_of_counting_agree(families, data):
    """Counted in one pass and by sets of rows, every cell, word and class is as often there."""
    case = data.draw(cases(families))
    observed = case.data()
    counts = count(observed)
    reader = reader_of(observed, bag=case.spoken)
    for label in (None, *case.classes):
        own = () if label is None else (case.label(label),)
        labels = case.classes if label is None else (label,)
        assert (
            reader.recount(name(*own)) == sum(counts.sizes[k] for k in labels) == case.count(label, {})
        )
        for column in case.blocks:
            for value in column.values:
                found = sum(counts.cell(column.name, value, k) for k in labels)
                assert reader.recount(name(cell(column.name, value), *own)) == found
        for text in case.bag_words:
            found = sum(counts.word(text, k) for k in labels)
            assert reader.recount(name(case.word(text), *own)) == found == case.word_count(text, label)
        if label is not None:
            assert reader.recount(name(*own, head="tokens")) == case.tokens(label)


def test_a_numeral_is_read_once_however_often_it_is_added(monkeypatch) -> None:
    """Sums and squares of two classes read each spelling in the rows a single time."""
    read = []
    monkeypatch.setattr(counting, "number_in", lambda text: read.append(text) or Fraction(text))
    rows = [(text, "pq"[at % 2]) for at, text in enumerate(["1/3", "2", "2.0", "1/3", "2", "1/3"])]
    table = Table.from_rows(rows, ["x", "k"])
    taken = reader_of(table, numbers=["x"]).tally
    assert taken.of(("x",), "p") == Fraction(1, 3) + 2 + 2
    assert taken.of(("x", "x"), "q") == 4 + Fraction(2, 9)
    assert sorted(read) == ["1/3", "2", "2.0"]


@pytest.mark.parametrize("together", [1, 2, 3, 500])
def test_sums_are_those_of_fractions_however_many_rows_are_added_together(
    monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    """Of numbers with many denominators, weighted rows and missing cells each product counts once."""
    monkeypatch.setattr(counting, "_ROWS_TOGETHER", together)
    draw = Random(7)
    cells = ("?", "-1/3", "2.5", "1e2", "7/11", "0")
    weights = ("1", "1/2", "0", "3", "2/3", "1", "5", "1", "1")
    rows = [(draw.choice(cells), draw.choice(cells), weight, draw.choice("pq")) for weight in weights]
    for weight in ("w", None):
        table = Table.from_rows(rows, ["x", "y", "w", "k"], weight=weight, features=["x", "y"])
        tally = reader_of(table, numbers=["x", "y"]).tally
        for columns, k in product(("x", "y", "xx", "xy", "yx"), "pq"):
            at = ["xy".index(column) for column in columns]
            factors = [
                [Fraction(row[2]) if weight else 1, *(Fraction(row[i]) for i in at)]
                for row in rows
                if row[3] == k and all(row[i] != "?" for i in at)
            ]
            assert tally.of(tuple(columns), k) == sum(map(prod, factors))


def test_counts_of_texts_are_looked_up_where_there_are_no_texts() -> None:
    """Of counts alone, the texts of a class that hold a word are those that were given."""
    counts = read_counts("y + -\ntotal 3 4\nwin=1 2 0")
    reader = reader_of(counts)
    assert (reader.tally.texts_with("win", "+"), reader.tally.texts_with("win", "-")) == (2, 0)


def test_texts_with_a_word_are_counted_by_their_weight() -> None:
    """Of three texts two hold "cash", one of them of weight 1/2; a class without texts has none."""
    reader = reader_of(MAILS, bag=MAILS.vocabulary)
    assert reader.tally.texts_with("win", "+") == 1
    assert reader.tally.texts_with("cash", "-") == Fraction(1, 2)
    assert reader.tally.texts_with("never", "+") == reader.tally.texts_with("win", "never") == 0
    assert reader.tally.word("never", "+") == reader.tally.word("win", "never") == 0


def test_numbers_are_counted_by_what_they_are_worth() -> None:
    """Of 2, 2.0, 3 and a missing cell two are worth 2, and three are shown; they add up to 7."""
    rows = [("2", "+"), ("2.0", "+"), ("3", "+"), ("?", "+"), ("2", "-")]
    table = Table.from_rows(rows, ["x", "y"])
    reader = reader_of(table, numbers=["x"])
    column = Item("column", "x", "")
    assert reader.recount(name(cell("x", "2"), plus())) == 2
    assert reader.recount(name(cell("x", "6/2"), plus())) == 1
    assert reader.recount(name(cell("x", "2"))) == 3
    assert reader.recount(name(column, plus())) == 3
    assert reader.recount(name(column, plus("never"))) == 0
    assert reader.recount(name(column, plus(), head="sum")) == 7
    assert reader.recount(name(column, plus(), head="squares")) == 17
    assert reader.recount(name(column, plus("never"), head="sum")) == 0
    assert reader.tally.numbers_with_times("x", "+") == ((2, 1), (2, 1), (3, 1))
    assert reader.tally.numbers_with_times("x", "never") == ()
    assert reader.tally.size("x", "+") == 3


def test_numbers_of_which_only_counts_are_left_are_counted_where_they_are_shown() -> None:
    """Of four rows of + three show x, and two are worth 2, in whatever table they stood."""
    rows = [("2", "+"), ("2", "+"), ("3", "+"), ("?", "+"), ("2", "-")]
    counts = count(Table.from_rows(rows, ["x", "y"]))
    reader = reader_of(counts)
    column = Item("column", "x", "")
    shown = [reader.recount(name(*of)) for of in ((column, plus()), (column,), ())]
    assert shown == [3, 4, 5]
    assert reader.recount(name(cell("x", "2"), plus())) == 2


NUMBERS = Table.from_rows(
    [("1", "4", "+", "1/2"), ("2", "?", "+", "1"), ("1.0", "5", "+", "3"), ("?", "5", "-", "0"),
     ("2", "4", "-", "2")],
    ["x", "z", "y", "w"], label="y", weight="w",
)  # fmt: skip


@pytest.mark.parametrize("data", [NUMBERS, MAILS])
def test_edited_rows_are_counted_as_if_all_were_read(data: Table | Documents) -> None:
    """Without a row, with one twice or with another in its place, each count is that of the rows."""
    whole = reader_of(data, numbers=["x", "z"] if data is NUMBERS else [], bag=data.schema.words).tally

    def counted(tally: counting.RowTally, k: str) -> list[object]:
        columns, words = data.schema.columns, data.schema.words
        numbers = list(columns) if data is NUMBERS else []
        return [
            tally.rows(k),
            *(tally.size(c, k) for c in columns),
            *(tally.cell(c, value, k) for c, values in columns.items() for value in values),
            *((tally.word(w, k), tally.texts_with(w, k), tally.cell(w, "0", k)) for w in words),
            *({x: sum(n for y, n in pairs if y == x) for x, _ in pairs}
              for c in numbers for pairs in (tally.numbers_with_times(c, k),)),
            *(tally.of(pair, k) for pair in product(numbers, repeat=2)),
            *(tally.matching_row_count(k, {c: v}, [c]) for c, vs in columns.items() for v in vs),
        ]  # fmt: skip

    for at, case in enumerate(whole.cases):
        for replacement in ((), (case, case), (whole.cases[at - 1],)):
            edited = whole.edited(at, replacement)
            again = counting.RowTally(whole.problem, edited.cases)
            for k in data.schema.classes:
                assert counted(edited, k) == counted(again, k)


def test_products_are_of_rows_that_show_both_numbers() -> None:
    """Of (1, 4), (2, ?) and (?, 5), each of weight 1/2, only the first has a product."""
    rows = [("1", "4", "+", "1/2"), ("2", "?", "+", "1/2"), ("?", "5", "+", "1/2")]
    table = Table.from_rows(rows, ["x", "z", "y", "w"], label="y", weight="w")
    numbers = reader_of(table, numbers=["x", "z"]).tally
    assert numbers.of(("x", "z"), "+") == 2
    assert numbers.of(("x",), "+") == Fraction(3, 2)
    assert numbers.size("z", "+") == 1


def test_rows_of_weight_nothing_are_not_listed() -> None:
    """A number that weighs 0 stands in no list; equal spellings are listed once, with their weight."""
    rows = [("1", "+", "0"), ("2", "+", "3"), ("2", "+", "1/2")]
    table = Table.from_rows(rows, ["x", "y", "w"], label="y", weight="w")
    numbers = reader_of(table, numbers=["x"]).tally
    assert numbers.numbers_with_times("x", "+") == ((2, Fraction(7, 2)),)


def test_a_word_is_counted_in_all_classes_where_none_is_named() -> None:
    """The cells 2 and 7 of two classes add up, and so do the counts that are given of a column."""
    table = Table.from_rows([("2", "+"), ("7", "-")], ["goal", "y"])
    assert reader_of(table, bag=("goal",)).recount(name(word("goal"))) == 9
    counts = read_counts("y + -\ntotal 3 4\nsum(x) 5 -1.5\nsquares(x) 13 2")
    reader = reader_of(counts)
    assert reader.recount(name(Item("column", "x", ""))) == 7
    assert reader.recount(name(Item("column", "x", ""), plus("-"), head="sum")) == Fraction(-3, 2)


def test_numbers_stand_in_the_order_of_the_rows() -> None:
    """A row that counts twice stands twice, one without a number never; counts alone have no ids."""
    rows = [("b", "3", "+", "2"), ("a", "1", "+", "1"), ("c", "?", "+", "1"), ("d", "5", "-", "1")]
    table = Table.from_rows(rows, ["id", "x", "y", "w"], label="y", weight="w", id="id")
    counted = [Fraction(1), Fraction(3), Fraction(3)]
    assert numbers_by_row(table.cases(), "x", "+", counted) == (("b", "b", "a"), (3, 3, 1))
    assert numbers_by_row((), "x", "+", counted) == (("", "", ""), (1, 3, 3))
