"""The tables of data that a solution shows: rows as they are, texts as they are encoded."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from laws import DATA, EVERY_FAMILY, LAW
from strategies import cases
from thoroughness import one_in

from exactnb import Conventions, Documents, ModelChoice, Problem, Table, solve
from exactnb.core.data.documents import Document
from exactnb.core.data.summaries import read_counts, read_parameters
from exactnb.core.data.table import Row
from exactnb.explain.derivation import Data, Query, QuestionBlock, Rejected, verify
from exactnb.explain.solution.displays import problem_displays
from exactnb.explain.solution.printed import BRIEF, FULL
from exactnb.explain.solution.setting import problem_source

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
    ((title, data),) = problem_displays(Problem(table, {"x": {"a": 1}}))
    assert title == "Data"
    assert (data.class_variable, data.columns) == ("y", ("Sky", "a"))
    assert data.rows == (Row("r1", "+", ("u", "?")), Row("", "-", ("v", "1")))
    assert data.queries == (Row("x", "?", ("", "1")),)


def test_a_truth_value_is_shown_by_its_name() -> None:
    """True from Python is the value `true`, in the table as everywhere."""
    table = Table.from_rows([(True, "+"), (False, "-")], ["a", "y"])
    ((_, data),) = problem_displays(Problem(table, {"x": {"a": True}}))
    assert data.queries == (Row("x", "?", ("true",)),)


def test_weights_are_a_column() -> None:
    """Rows that count more or less than once say how often."""
    table = Table.from_rows([("u", "2", "+"), ("v", "1/2", "-")], ["a", "w", "y"], weight="w")
    ((_, data),) = problem_displays(Problem(table, {"x": {"a": "u"}}))
    assert data.columns == ("a", "w")
    assert [row.cells for row in (*data.rows, *data.queries)] == [("u", "2"), ("v", "1/2"), ("u", "")]


def test_weights_of_texts_are_shown_too() -> None:
    """The table of encoded texts says how often each of them counts."""
    texts = [Document("", "+", "a", (), Fraction(1, 2)), Document("", "-", "b")]
    problem = Problem(Documents.of(texts))
    _, data = problem_displays(problem)[1]
    shown = [cell for row in data.rows for cell in row.cells]
    assert "1/2" in shown


def test_texts_are_shown_as_they_are_counted() -> None:
    """For words that are drawn a cell is how often, for 0/1 columns whether; cells stand first."""
    _, (title, data), *_ = problem_displays(of_mails("multinomial"))
    assert title == "Encode: how often does the word occur?"
    assert data.columns == ("hour", "cash", "win")
    assert [row.cells for row in data.rows] == [("9", "1", "2"), ("?", "1", "0")]
    assert [row.cells for row in data.queries] == [("", "0", "2"), ("9", "", "")]
    _, (title, data), *_ = problem_displays(of_mails("bernoulli"))
    assert title == "Encode: does the word occur?"
    assert [row.cells for row in data.rows] == [("9", "1", "1"), ("?", "1", "0")]
    assert data.queries[0] == Row("x", "?", ("", "0", "1"))


def test_models_that_look_differently_have_a_table_each() -> None:
    """With a model of presence and one of counts, both encodings are shown, presence first."""
    titles = [title for title, _ in problem_displays(of_mails("multinomial", "bernoulli"))]
    encoded = ["Encode: does the word occur?", "Encode: how often does the word occur?"]
    assert titles == ["Data", *encoded]


def test_columns_that_are_counted_show_a_zero() -> None:
    """What a query of counts does not name counts 0, and is shown so."""
    table = Table.from_rows([("2", "1", "+"), ("0", "1", "-")], ["win", "cash", "y"])
    problem = Problem(table, {"x": {"win": 1}}, {"m": ModelChoice(family="multinomial")})
    ((_, data),) = problem_displays(problem)
    assert data.queries == (Row("x", "?", ("1", "0")),)


def of_size(rows: int, columns: int, **query: str) -> Problem:
    """Return the problem of a table of zeros with so many rows and columns."""
    names = [f"c{at}" for at in range(columns)]
    table = Table.from_rows([(*["0"] * columns, "k")] * rows, [*names, "y"])
    return Problem(table, {"x": query or {"c0": "0"}})


@one_in(
    3,
    ("rows", "columns", "shown", "said"),
    [
        (60, 30, (60, 30), []),
        (61, 30, (12, 30), ["12 of 61 rows"]),
        (60, 31, (60, 1), ["1 of 31 columns; those of the query below"]),
        (1000, 31, (12, 1), ["12 of 1,000 rows", "1 of 31 columns; those of the query below"]),
    ],
)
def test_a_large_table_is_shortened_and_says_so(rows, columns, shown, said) -> None:
    """Beyond 60 rows the first 12 are shown, beyond 30 columns those of the query, with the sizes."""
    problem = of_size(rows, columns)
    ((_, data),) = problem_displays(problem)
    assert (len(data.rows), len(data.columns)) == shown
    assert list(map(str, data.extents)) == said
    assert all(part in solve(problem).text() for part in said)


def test_with_nothing_left_out_a_table_is_whole() -> None:
    """At the full level no row and no column is left out; in brief, beyond 20 rows six are shown."""
    problem = of_size(70, 40)
    assert len(problem_displays(problem, FULL)[0][1].rows) == 70
    assert not problem_displays(problem, FULL)[0][1].extents
    assert list(map(str, problem_displays(of_size(21, 1), BRIEF)[0][1].extents)) == ["6 of 21 rows"]


def test_a_query_that_no_table_shows_whole_is_a_line() -> None:
    """Of counts alone, given numbers, an empty table and one that lacks its columns."""
    counts = read_counts("y k l\ntotal 3 4\na=1 1 2")
    numbers = read_parameters("y k l\nprior 1/2 1/2\na=1 1/2 1/3")
    empty = Table.from_rows([], ["a", "y"], values={"a": ["0", "1"]}, classes=["k"])
    choice = ModelChoice(Conventions(prior="uniform", smoothing=1))
    queries = {"x": {"a": "1"}, "nothing": {}}
    for problem in (
        Problem(counts, queries),
        Problem(numbers, queries),
        Problem(empty, queries, {"m": choice}),
    ):
        ((title, asked),) = problem_displays(problem)
        assert (title, asked) == (
            "Question", QuestionBlock((Query("x", (("a", "1"),)), Query("nothing", ())))
        )  # fmt: skip
        assert "x = (a = 1)" in solve(problem).text()
        assert "nothing = ()" in solve(problem).text()
    wide = of_size(1, 80, **{f"c{at}": "0" for at in range(80)})
    assert "c79 = 0)" in " ".join(solve(wide, only=()).text().split())


def test_what_is_asked_by_name_is_listed() -> None:
    """The quantities of `ask` stand below the data, in their order, once each."""
    table = Table.from_rows([("1", "+"), ("0", "-")], ["a", "y"])
    text = solve(Problem(table, ask=["P(-)", "P(a=1|+)", "P(-)"])).text()
    assert "Asked: P(−), P(a=1|+)." in text


TEXTS = Documents.of(
    [("+", "Win  cash, now!"), ("-", "cash for the_winner")], split="words", stop_words=["now"]
)


def test_texts_are_printed_with_the_words_of_the_queries_marked() -> None:
    """Whole words as the texts are cut, those that count; a text is shown as it was written."""
    problem = Problem(
        TEXTS,
        {"x": "WIN now, please", "z": "the cash"},
        {"m": ModelChoice(Conventions(smoothing=1))},
    )
    (_, texts), *_ = problem_displays(problem)
    assert [text.pieces for text in texts.rows] == [
        (("Win", True), (" ", False), ("cash", True), (", now!", False)),
        (("cash", True), (" for ", False), ("the", True), ("_winner", False)),
    ]
    assert "*Win* *cash*, now!" in solve(problem).text()
    assert "**cash** for **the**\\_winner" in solve(problem).markdown()
    assert r"\underline{cash} for \underline{the}\_winner" in solve(problem).latex()


def test_a_long_text_is_cut_and_says_so() -> None:
    """Of a text of more than 200 words the first 200 are shown, and how many there are."""
    many = Documents.of([("+", "a " * 205), ("-", "a b")])
    (_, texts), *_ = problem_displays(Problem(many, {"x": "b"}))
    assert str(texts.rows[0].extent) == "200 of 205 words"
    assert texts.rows[1].extent is None
    assert "… (200 of 205 words)" in " ".join(solve(Problem(many, {"x": "b"})).text().split())


def test_many_texts_and_words_are_shortened_to_those_of_the_query() -> None:
    """Of 70 texts the first 12 are shown, of 70 words the two of the query."""
    many = Documents.of([("+" if at % 2 else "-", f"w{at} the") for at in range(70)])
    choice = ModelChoice(Conventions(smoothing=1))
    (_, texts), (_, data) = problem_displays(Problem(many, {"x": "w3 w69"}, {"m": choice}))
    assert list(map(str, texts.extents)) == ["12 of 70 documents"]
    assert data.columns == ("w3", "w69")
    assert list(map(str, data.extents)) == [
        "12 of 70 documents", "2 of 71 words; those of the query below"
    ]  # fmt: skip


def test_words_are_multiplied_in_the_order_of_the_text() -> None:
    """The factors of a text stand as its words do, not as the vocabulary does."""
    texts = Documents.of([("+", "a b c"), ("-", "c a b")])
    solution = solve(Problem(texts, {"x": "c a b a"}))
    assert "P(+) × P(c|+) × P(a|+)² × P(b|+)" in solution.text()


@pytest.mark.exhaustive
@pytest.mark.parametrize("variable", ["y", "w3", "k"])
def test_a_table_of_counts_is_shortened_to_the_words_of_the_query(variable: str) -> None:
    """Of 100 words the query's are listed, which is said; the class may be called as one of them."""
    rows = "\n".join(f"w{at} 1 2" for at in range(100))
    counts = read_counts(f"{variable} k l\ntotal 3 4\n{rows}")
    problem = Problem(counts, {"x": {"w7": 1}}, {"m": ModelChoice(family="bernoulli")})
    assert "1 of 100 words; those of the query below." in solve(problem).text()


def test_counts_that_were_given_are_listed() -> None:
    """A problem of counts opens with a table of the counts that are used."""
    problem = Problem(read_counts("y k l\ntotal 3 4\na=1 1 2"), {"x": {"a": 1}})
    step = solve(problem).verified.derivation.steps[0]
    assert (step.key, step.title) == ("data", "Counts")
    grid, _ = step.blocks
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
                    verify(
                        replace(derivation, steps=steps), solution.quantities, problem_source(problem)
                    )


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
    for _, shown in problem_displays(problem):
        if not isinstance(shown, Data):
            continue
        assert len(shown.rows) == len(case.rows)
        for row, displayed in zip(case.rows, shown.rows, strict=True):
            assert displayed.label == row.label
            cells = dict(zip(shown.columns, displayed.cells, strict=True))
            for column, value in zip(case.columns, row.cells, strict=True):
                assert cells[column.name] == (value or "?")
            for word in case.vocabulary or ():
                number = row.words.count(word)
                assert cells[word] == str(number if case.bag_family else min(number, 1))
