"""Queries as Python users have them beside a DataFrame: floats, dates, rows and frames of queries."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pandas as pd
import polars as pl
import pytest

from exactnb import Problem, solve
from exactnb.errors import InputError

PLAY = pd.DataFrame(
    {
        "sky": ["sun", "sun", "rain", "rain"],
        "day": pd.to_datetime(["2024-01-01", "2024-01-02"] * 2),
        "play": ["no", "no", "yes", "no"],
    }
)
SIZES = pd.DataFrame({"size": [0.5, 1.5, 4.0, 6.0], "k": ["a", "a", "b", "b"]})


def test_a_float_in_a_query_is_read_as_in_the_frame() -> None:
    """0.1 beside a DataFrame is 1/10, as it prints; beside a table it is refused as before."""
    for query in ({"size": 0.1}, {"x": {"size": 0.1}}):
        problem = Problem(SIZES, query=query, numbers=["size"])
        assert dict(problem.query) == {"x": {"size": "0.1"}}
        assert solve(SIZES, query=query, numbers=["size"]).problem.query == problem.query
    with pytest.raises(InputError, match=r"0\.1 is a binary float"):
        solve(Problem(SIZES, numbers=["size"]), query={"size": 0.1})


def test_a_date_is_asked_for_as_a_date() -> None:
    """P(no|2 January) is 3/4·1/3·... of two rows, both no: 1."""
    for day in (date(2024, 1, 2), pd.Timestamp("2024-01-02"), "2024-01-02"):
        assert solve(PLAY, query={"day": day})["P(no|x)"] == 1


@pytest.mark.parametrize("of", [pd.DataFrame, pl.DataFrame])
def test_a_frame_of_queries_is_asked_row_by_row(of: type) -> None:
    """The rows are r1, r2, ...; P(no|sun) = (3/4·2/3)/(2/4) = 1, P(no|rain) = (3/4·1/3)/(2/4)."""
    solution = solve(PLAY, query=of({"sky": ["sun", "rain"]}))
    assert [solution["P(no|r1)"], solution["P(no|r2)"]] == [1, Fraction(1, 2)]


def test_a_row_of_a_frame_is_a_query_without_its_class() -> None:
    """What `iloc` returns is asked for as x: 3/4·2/3·1/3 for no, 0 for yes."""
    assert solve(PLAY, query=PLAY.iloc[0])["P(no,x)"] == Fraction(1, 6)


def test_a_lazy_frame_says_how_it_is_asked() -> None:
    """It holds no rows yet."""
    with pytest.raises(InputError, match=r"a lazy LazyFrame holds no rows yet; .*collect\(\)"):
        solve(pl.DataFrame({"a": ["u"], "k": ["v"]}).lazy())


def test_a_misspelt_column_is_no_name_of_a_query() -> None:
    """Beside a value of the column that it is near to; any other name is one of a query."""
    with pytest.raises(
        InputError, match=r"query.skyy: no column has this name \(did you mean 'sky'\?\)"
    ):
        solve(PLAY, query={"skyy": "sun"})
    assert solve(PLAY, query={"today": "sun"})["P(no|today)"] == 1
