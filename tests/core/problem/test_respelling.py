"""Near misses of queries: what is refused, and the spelling that the refusal offers."""

from __future__ import annotations

import pytest
from thoroughness import all_of

from exactnb.core.data.schema import Schema
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


def test_an_empty_cell_of_a_row_is_missing_as_in_the_data() -> None:
    """A row with a piece for each column may leave some out; with fewer pieces it is no row."""
    assert read_query("Sunny,,Strong", DAYS) == {"sky": "Sunny", "heat": "", "wind": "Strong"}
    with pytest.raises(InputError, match='expected "Column=Value'):
        read_query("Sunny,", DAYS)
