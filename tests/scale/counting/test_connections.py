"""What a user's connection to DuckDB owns: counts, scores and labels do not depend on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from inspect import getsource
from itertools import product
from typing import Any

import duckdb
import narwhals._duckdb.dataframe
import pyarrow as pa
import pytest
from thoroughness import one_in

from exactnb.errors import InputError
from exactnb.scale.counting import engines, frame_scores, frames, texts_in_engines
from exactnb.scale.counting.frame_scores import label_frame, score_frame
from exactnb.scale.counting.frames import count_frame
from exactnb.scale.counting.integer_scores import IntegerModel

MAILS = pa.table(
    {
        "row": list(range(6)),
        "text": ["Win CASH now", "lunch, at noon", "noon", None, "cash Café", "naive cafe"],
        "sky": ["rain", "Rain", "sun", None, "SUN", "rain"],
        "size": [1, 2, None, 4, 5, 6],
        "class": ["spam", "ham", "ham", "spam", "Spam", "ham"],
    }
)
SOURCES = (engines, frame_scores, frames, texts_in_engines, narwhals._duckdb.dataframe)
WORDS = sorted({word.lower() for of in SOURCES for word in re.findall("[A-Za-z_]\\w*", getsource(of))})


def connection() -> Any:
    """Return a connection that owns the mails, as a table."""
    made = duckdb.connect()
    made.register("given", MAILS)
    made.execute("CREATE TABLE mails AS FROM given")
    made.unregister("given")
    return made


def counted(made: Any) -> list[Any]:
    """Return all that is counted, scored and labelled of the mails of a connection."""
    mails = made.table("mails")
    tally = count_frame(mails, "class", columns=["sky"], texts=["text"])
    others = count_frame(mails, "class", numbers=["size"], presence=["text"])
    model = IntegerModel(tally, 0)
    scores, labels = (of(model, mails, "row") for of in (score_frame, label_frame))
    return [list(tally.rows()), list(others.rows()), sorted(scores.fetchall()), labels.to_pylist()]


@pytest.fixture(scope="module")
def alone() -> list[Any]:
    """Return what is counted on a connection that owns nothing else."""
    return counted(connection())


def owners() -> Iterator[Any]:
    """Yield statements that make tables, views and macros of a name."""
    bogus = "SELECT 99 AS key, 'no' AS word, 7 AS n, 1 AS score_0, 'z' AS label"
    yield "CREATE TABLE {} AS " + bogus
    yield "CREATE VIEW {} AS " + bogus
    yield "CREATE TEMP TABLE {} AS " + bogus
    yield "CREATE TEMP VIEW {} AS " + bogus
    yield "CREATE SCHEMA {}"


def functions(made: Any) -> set[str]:
    """Return the names of all functions that DuckDB has."""
    found = made.execute("SELECT DISTINCT function_name FROM duckdb_functions()").fetchall()
    return {name for (name,) in found}


@pytest.mark.exhaustive
@pytest.mark.parametrize("statement", list(owners()))
def test_tables_and_views_of_a_user_decide_nothing(statement: str, alone: list[Any]) -> None:
    """Every word that stands in the code of exactnb and narwhals is a table or view of the user."""
    made, number = connection(), 0
    for word in WORDS:
        with suppress(duckdb.Error):  # of a reserved word, and of mails
            made.execute(statement.format(f'"{word}"'))
            number += 1
    assert number > len(WORDS) - 10
    assert {"small", "rows", "pieces", "lists", "words", "lhs", "rhs"} <= set(WORDS)
    assert counted(made) == alone


@pytest.mark.exhaustive  # those of functions are tried below
def test_macros_of_other_names_decide_nothing(alone: list[Any]) -> None:
    """Of each word that is no function of DuckDB there is a macro, of values and of tables."""
    made = connection()
    others = set(WORDS) - functions(made)
    for word in others:
        made.execute(f'CREATE MACRO "{word}"(x) AS 7')
        made.execute(f'CREATE MACRO "{word}"(x) AS TABLE SELECT 7')
    assert counted(made) == alone


def owned(made: Any) -> list[Any]:
    """Return what a connection owns."""
    kinds = ("tables", "views", "functions", "schemas")
    return [
        made.sql(f"FROM duckdb_{kind}() WHERE NOT internal ORDER BY ALL").fetchall() for kind in kinds
    ]


SHADOWING = ("sum", "count", "lower", "string_split", "unnest", "+", "//", "list_distinct", "min")


@one_in(20, ("kind", "name"), product(["", "TEMP"], SHADOWING))
def test_a_macro_of_a_function_is_refused(name: str, kind: str) -> None:
    """What DuckDB would then add up is not known; the refusal names it."""
    made = connection()
    made.execute(f'CREATE {kind} MACRO "{name}"(x) AS 7')
    told = (
        f"the connection has a macro or function '{re.escape(name)}' of its own, which DuckDB has too"
    )
    with pytest.raises(InputError, match=told):
        count_frame(made.table("mails"), "class", columns=["sky"])
    made.execute(f'DROP MACRO "{name}"')
    before = owned(made)
    assert count_frame(made.table("mails"), "class", texts=["text"]).classes["ham"] == 3
    assert owned(made) == before


@pytest.mark.exhaustive
def test_a_collation_of_columns_decides_nothing(alone: list[Any]) -> None:
    """Rain and rain, café and cafe are different cells, whatever the user's columns make of them."""
    made = connection()
    for column in ("sky", "class", "text"):
        made.execute(f"ALTER TABLE mails ALTER {column} TYPE VARCHAR COLLATE NOCASE.NOACCENT")
    assert made.sql("SELECT DISTINCT class FROM mails").fetchall() != [("spam",), ("ham",), ("Spam",)]
    assert counted(made) == alone


@pytest.mark.parametrize(
    ("setting", "value", "usual"),
    [("default_collation", "nocase", ""), ("python_enable_replacements", "false", "true")],
)
def test_settings_that_change_counts_are_refused(setting: str, value: str, usual: str) -> None:
    """The refusal has the statement that mends it."""
    made = connection()
    made.execute(f"SET {setting} = '{value}'")
    told = f"the connection has {setting} = '{value}'; say SET {setting} = '{usual}'"
    with pytest.raises(InputError, match=told):
        counted(made)


def switches() -> Iterator[str]:
    """Yield all settings of DuckDB that are on or off, each as a statement that turns it over."""
    asked = "SELECT name, value FROM duckdb_settings() WHERE input_type = 'BOOLEAN' ORDER BY name"
    for name, value in duckdb.connect().execute(asked).fetchall():
        yield f"SET {name} = {'false' if value == 'true' else 'true'}"


@pytest.mark.exhaustive
@pytest.mark.parametrize("statement", list(switches())[::8])
def test_whatever_is_switched_the_labels_are_the_same_or_none(statement: str, alone: list[Any]) -> None:
    """A setting that is in the way is refused in one line; none gives other counts."""
    made = connection()
    with suppress(duckdb.Error):
        made.execute(statement)
    with suppress(InputError):
        assert counted(made) == alone


@pytest.mark.exhaustive
def test_a_connection_that_reads_nothing_of_pythons_is_refused_where_labels_need_it() -> None:
    """Weights are a table of Python's; counts need none. What it gives as PyArrow's is labelled."""
    made = connection()
    made.execute("SET enable_external_access = false")
    mails = made.table("mails")
    model = IntegerModel(count_frame(mails, "class", columns=["sky"]))
    for of in (label_frame, score_frame):
        with pytest.raises(InputError, match=r"enable_external_access is off; .* of PyArrow"):
            of(model, mails, "row")
    assert label_frame(model, pa.table(mails.to_arrow_table()), "row").num_rows == 6
