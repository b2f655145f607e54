"""Near misses of queries: what is refused, and the spelling that the refusal offers."""

from __future__ import annotations

import pytest
from thoroughness import all_of

from exactnb.core.data.rows import truth_value
from exactnb.core.data.schema import Schema
from exactnb.core.data.table import Table
from exactnb.core.problem.asked_instead import with_query
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.queries import read_query
from exactnb.errors import InputError

SIZES = Schema("kind", ("a", "b"), {"len": (), "wid": ()})
SKIES = {"sky": ("Sunny", "Rain"), "heat": ("Hot", "Cool"), "wind": ("Weak", "Strong")}
DAYS = Schema("play", ("Yes", "No"), SKIES)


@all_of("typed, meant", [
    ("1,8; 78", "1.8, 78"),
    ("1,8, 78", "1.8, 78"),
    ("1.8 78", "1.8, 78"),
    ("1.8\t78", "1.8, 78"),
    ("1.8|78", "1.8, 78"),
    ('"1,8", 78', "1.8, 78"),
    ("(1.8, 78)", "1.8, 78"),
    ("1.8, 78, a", "1.8, 78"),
    ("1.8, 78, ?", "1.8, 78"),
    ("len=1,8; wid=78", "len=1.8, wid=78"),
    ("len=1.8 wid=78", "len=1.8, wid=78"),
    ("len == 1.8, wid == 78", "len=1.8, wid=78"),
    ('{"len": 1.8, "wid": 78}', "len=1.8, wid=78"),
    ("p(a|len=1.8,wid=78)", "len=1.8,wid=78"),
])  # fmt: skip
def test_other_spellings_of_numbers_are_offered_as_this_one(typed: str, meant: str) -> None:
    """Separators, brackets and signs of other tools, and decimal commas, lead to the list in commas."""
    with pytest.raises(InputError) as refused:
        read_query(typed, SIZES)
    assert f"did you mean {meant!r}" in str(refused.value)
    assert {float(str(x)) for x in read_query(meant, SIZES).values()} == {1.8, 78}  # type: ignore[union-attr]


@all_of("typed, meant", [
    ("sunny, strong", "Sunny, Strong"),
    ("Sunny Strong", "Sunny, Strong"),
    ("“Sunny”, “Strong”", "Sunny, Strong"),
    ("Sunny / Strong", "Sunny, Strong"),
    ("X = (sky=Sunny, wind=Strong)", "sky=Sunny, wind=Strong"),
    ("sky: Sunny; wind: Strong", "sky=Sunny, wind=Strong"),
    ("sky is Sunny and wind is Strong", "sky=Sunny, wind=Strong"),
    ("P(Yes|Sunny)", "Sunny"),
    ("Sunny, Hot, Strong, No", "Sunny, Hot, Strong"),
])  # fmt: skip
def test_other_spellings_of_values_are_offered_as_this_one(typed: str, meant: str) -> None:
    """The same of values, in the case of the data, and without one of the class."""
    with pytest.raises(InputError) as refused:
        read_query(typed, DAYS)
    assert f"did you mean {meant!r}?" in str(refused.value)


def test_a_number_among_ranges_is_told_that_they_are_names() -> None:
    """Nobody looks for the range that a number lies in: its column holds names, which are listed."""
    ages = Schema("buys", ("yes", "no"), {"age": ("20-30", "30-40", ">40"), "job": ("a", "b")})
    with pytest.raises(InputError) as refused:
        read_query("25, a", ages)
    assert str(refused.value) == (
        "column 'age' has no value '25': its values are names, 20-30, 30-40, >40; "
        "for one that no row has, say age=25 and how unseen values are read"
    )
    assert read_query("age=25, a", ages) == {"age": "25", "job": "a"}
    assert read_query("20-30, a", ages) == {"age": "20-30", "job": "a"}


@all_of("typed, message", [
    ("1.8,78; 2.1,70", "2 queries, which --query-file reads as rows"),
    ("1,8; 7,8", "did you mean '1.8, 7.8' or 2 queries"),
    ("1.8, 78, 3", "3 values; expected one for each of the columns len, wid, or their names"),
    ("1.8, seventy", "'seventy' does not fit column 'wid'"),
    ("len=1.8, 78", "'78' may be of any column; say wid=78"),
    ("len > 1.8", "a query has one value of a column, such as len=1; got 'len > 1.8'"),
    ("row 2", "did you mean a row of the data, --row 2?"),
    ("b", "which is what is asked for; if 'kind' is not the class, say which column is the class"),
])  # fmt: skip
def test_refusals_of_near_misses_say_what_is_needed(typed: str, message: str) -> None:
    """Several queries, too many values, words among numbers, ranges, rows and classes are named."""
    with pytest.raises(InputError) as refused:
        read_query(typed, SIZES)
    assert message in str(refused.value)


@all_of("typed", ["1.8, 1,000", "a" * 3_000 + "; 1", "1.8; 78; 2.1", "tall; wide"])
def test_what_may_be_something_else_gets_no_spelling(typed: str) -> None:
    """1,000 is as well a thousand as one, and three numbers are not two."""
    with pytest.raises(InputError) as refused:
        read_query(typed, SIZES)
    assert "did you mean" not in str(refused.value)


def test_a_decimal_comma_in_a_cell_of_a_query_is_named() -> None:
    """A cell of a table of queries, as one that is typed, gets the spelling with a point."""
    table = Table.from_rows([("1.5", "a"), ("2", "a"), ("3", "b"), ("4", "b")], ["len", "kind"])
    with pytest.raises(InputError, match=r"got '1,8'; write 1\.8 if that is a decimal comma"):
        Problem(table, family="gaussian", query={"r1": {"len": "1,8"}})


TRUTHS = {"a": ("False", "True"), "b": ("true", "false"), "c": ("0", "1")}


@all_of("typed, cells", [
    ("a", {"a": "True"}), ("b", {"b": "true"}), ("c", {"c": "1"}),
    ("not a", {"a": "False"}), ("not b, c", {"b": "false", "c": "1"}),
    ("a=true, b=True, c=true", {"a": "True", "b": "true", "c": "1"}),
    ("a=1, b=0, c=FALSE", {"a": "True", "b": "false", "c": "0"}),
    ("a=1.0, b=0.0, c=1.0", {"a": "True", "b": "false", "c": "1"}),
    ("True, 0, false", {"a": "True", "b": "false", "c": "0"}),
    ("True, True, 0", {"a": "True", "b": "true", "c": "0"}),
    ({"a": 1, "b": False, "c": True}, {"a": "True", "b": "false", "c": "1"}),
])  # fmt: skip
def test_truth_values_may_be_typed_as_any_tool_writes_them(typed: object, cells: object) -> None:
    """A column of two truth values has one true value, however it and the query spell it."""
    rows = [("False", "true", "0", "+"), ("True", "false", "1", "-")]
    problem = Problem(Table.from_rows(rows, [*TRUTHS, "class"]), query=typed)
    assert dict(problem.query) == {"x": cells}


@all_of("values", [("True", "true"), ("True", "1"), ("True", "False", "true"), ("yes", "no"), ()])
def test_names_that_are_no_two_truth_values_stay_names(values: tuple[str, ...]) -> None:
    """Two spellings of one truth value are two names: neither stands for the other."""
    assert truth_value("TRUE", values) is None


@all_of("rule", ["zero", "drop"])
def test_a_row_may_hold_values_that_no_column_has_if_a_rule_reads_them(rule: str) -> None:
    """Every door reads "25, a" as the cells of a row, in order, unless one is of another."""
    rows = [("20-30", "a", "yes"), ("30-40", "b", "no")]
    text = "age,job,buys\n" + "\n".join(map(",".join, rows))
    by_key = f'{{}}\nmodel.unseen = "{rule}"\ndata.table = """{text}"""'
    table = Table.from_rows(rows, ["age", "job", "buys"])
    problems = [
        Problem(table, query="25, a", unseen=rule),
        Problem(table, query={"x": "25, a"}, unseen=rule),
        Problem.from_text(by_key.format('query = "25, a"')),
        Problem.from_text(by_key.format('query.x = "25, a"')),
        with_query(Problem(table, unseen=rule), "25, a"),
    ]
    assert [dict(problem.query) for problem in problems] == [{"x": {"age": "25", "job": "a"}}] * 5
    for misplaced in ("a, 25", "25, yes", "25", "25, a, b", "25, age"):
        with pytest.raises(InputError):
            Problem(table, query=misplaced, unseen=rule)


def test_an_empty_cell_of_a_row_is_missing_as_in_the_data() -> None:
    """A row with a piece for each column may leave some out; with fewer pieces it is no row."""
    assert read_query("Sunny,,Strong", DAYS) == {"sky": "Sunny", "heat": "", "wind": "Strong"}
    with pytest.raises(InputError, match='expected "Column=Value'):
        read_query("Sunny,", DAYS)


def test_cells_are_no_text_without_a_known_word() -> None:
    """A sign = beside the name of a column asks for a cell; a text may have one beside its words."""
    mails = Schema("spam", ("y", "n"), {"sender": ("me", "you")}, ("win", "now"))
    with pytest.raises(InputError, match=r"'sender' is a column, and no word .* text="):
        read_query("sender=me, lunch=free", mails)
    assert read_query("Win, sender=me", mails) == "Win, sender=me"
