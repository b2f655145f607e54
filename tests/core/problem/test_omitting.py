"""A column that no query names, and of which something would have to be stated, is left out."""

from __future__ import annotations

import csv
import io
import json
import pickle
import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from thoroughness import all_of

from exactnb import Problem, solve
from exactnb.core.problem.asked_instead import row_of
from exactnb.core.problem.from_table import QueriesOf, problem_in_content
from exactnb.errors import InputError
from exactnb.interfaces.cli import main

TENNIS = Path("worked_examples/homework/play_tennis.csv").read_text()
FISH = "len,sea,kind\n1.5,n,eel\n2,n,eel\n2.5,s,eel\n4,s,cod\n6,n,cod\n5,s,cod\n"
TICKS = "fly,haste,tier\n1,0,low\n1,1,top\n0,1,top\n1,1,low\n0,0,low\n"
TABLES: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "names": (TENNIS, "Outlook=Sunny, Wind=Strong", "P(Yes|x)", {"smoothing": 1}),
    "numbers": (FISH, "len=3, sea=s", "P(cod|x)", {"numbers": "len", "divisor": "N-1"}),
    "0 and 1": (TICKS, "fly=1, haste=0", "P(top|x)", {"family": "bernoulli", "smoothing": 1}),
}
COLUMNS = {
    "an id": lambda n: str(1001 + n),
    "names": lambda n: f"Name, {n}",
    "numbers": lambda n: str((n * n) % 7 + 0.5),
    "few whole numbers": lambda n: str(2 + n % 3),
    "notes": lambda n: "" if n % 3 else "not done" if n % 2 else "see me again",
    "a date": lambda n: f"2024-01-{n + 1:02}",
}


def with_column(table: str, kind: str, place: int) -> str:
    """Return the `table` with a column of some `kind`, in front of the others or before the class."""
    rows = list(csv.reader(io.StringIO(table)))
    for n, row in enumerate(rows):
        row.insert(place, COLUMNS[kind](n - 1) if n else "Extra")
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


@all_of(("table", "kind", "place"), [*product(TABLES, COLUMNS, (0, -1))], apart=6)
def test_a_column_that_no_query_names_changes_no_posterior(table: str, kind: str, place: int) -> None:
    """It needs no option, by any door: a file, a frame, a problem file; and one note says it."""
    content, query, asked, options = TABLES[table]
    plain = solve(Problem.from_text(toml(content, query, options)))[asked]
    grown = with_column(content, kind, place)
    header, *rows = csv.reader(io.StringIO(grown))
    frame = {name: list(cells) for name, *cells in zip(header, *rows, strict=True)}
    by_door = {
        "problem file": Problem.from_text(toml(grown, query, options)),
        "frame": solve(frame, query=query, **options).problem,
    }
    for door, problem in by_door.items():
        assert solve(problem)[asked] == plain, door
        notes = [doubt for doubt in problem.doubts if "Extra" in doubt]
        is_kept = "Extra" in problem.schema.columns  # such as few names, which nobody asks about
        assert is_kept == (not notes), door
        assert is_kept or "left out: no query names" in notes[0], door
        assert not (is_kept and "number" in kind)


def toml(table: str, query: str, options: dict[str, Any]) -> str:
    """Return the problem file of a table with a query and options."""
    model = {**options}
    if (numbers := model.pop("numbers", None)) is not None:
        model["families"] = {numbers: "gaussian"}
    lines = [f"{key} = {json.dumps(of).replace(': ', '=')}" for key, of in model.items()]
    return "\n".join([f'query = "{query}"', "[model]", *lines, "[data]", f"table = '''\n{table}'''"])


def posterior(table: str, query: object, **options: Any) -> tuple[Any, list[str]]:
    """Return P(y|x), or of the first row that is asked for, and what is said about the data."""
    frame = {name: list(cells) for name, *cells in zip(*csv.reader(io.StringIO(table)), strict=True)}
    solution = solve(frame, query=query, **options)
    x = next(iter(solution.problem.query))
    return solution[f"P(y|{x})"], [*solution.problem.doubts]


ROWS = "nr,sky,age,play\n1,sun,20.5,y\n2,sun,30.5,n\n3,fog,25.5,n\n4,fog,35.5,y\n"


def test_what_an_option_names_stays() -> None:
    """So does what a quantity names; without a query all is asked, and with one that names nothing."""
    assert "age" in solve_columns(query="sky=sun", numbers="age")
    assert "nr" in solve_columns(query="sky=sun", categories="nr")
    assert "age" not in solve_columns(query="sky=sun", id="nr")
    for unnamed in ({}, {"query": ""}, {"query": "sky=sun", "ask": ["P(age=20.5|y)"]}):
        with pytest.raises(InputError, match=r"'nr' holds|'age' holds"):
            solve_columns(**unnamed)


def solve_columns(**options: Any) -> list[str]:
    """Return the columns of `ROWS` in a problem with these options."""
    header, *rows = csv.reader(io.StringIO(ROWS))
    frame = {name: list(cells) for name, *cells in zip(header, *rows, strict=True)}
    return [*solve(frame, **options).problem.schema.columns]


@pytest.mark.parametrize("name", ["count", "size", "y"])
def test_what_may_be_counts_or_the_class_is_still_asked(name: str) -> None:
    """By its name, or as there is one whole number for each combination of the other columns."""
    table = "sky,wind,play,NAME\nsun,no,y,31\nsun,yes,y,18\nfog,no,y,9\nfog,yes,y,4\nsun,no,n,7\n"
    table = table.replace("NAME", name) + "sun,yes,n,30\nfog,no,n,12\nfog,yes,n,40\n"
    with pytest.raises(InputError, match=r"weight = |holds|class"):
        posterior(table, "sky=sun", label="play")
    assert posterior(table, "sky=sun", label="play", weight=name)[1] == []


def test_what_a_name_says_that_there_are_may_be_counts() -> None:
    """Beside combinations that are all different, some of which lack; it is doubted, and left out."""
    table = "sky,wind,Number of days,k\nsun,no,31,y\nsun,yes,18,n\nfog,no,9,y\nhail,no,7,n\n"
    _, notes = posterior(table, "sky=sun, wind=no", label="k")
    assert "“Number of days” may say how often each row counts" in notes
    assert (
        len(posterior(table.replace("hail,no,7,n", "fog,no,7,y"), "sky=sun, wind=no", label="k")[1])
        == 1
    )


def test_another_query_has_all_columns_again() -> None:
    """What a query of a problem leaves out, another may name; and the problem may be copied."""
    dates = "".join(f"2024-01-{n:02},{'sun' if n % 3 else 'fog'},{'yn'[n % 2]}\n" for n in range(1, 9))
    problem = Problem.from_text(f"query = 'sky=sun'\ndata.table = '''\nday,sky,play\n{dates}'''")
    assert [*problem.schema.columns] == ["sky"]
    assert [*pickle.loads(pickle.dumps(problem)).schema.columns] == ["sky"]
    assert [*solve(problem, query="day=2024-01-01").problem.schema.columns] == ["day", "sky"]


def test_a_quantity_that_a_command_asks_for_names_its_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So does a query without its value; a row of a table beside the data names no id."""
    days = "".join(f"2024-01-{n:02},{'sun' if n % 3 else 'fog'},{'yn'[n % 2]}\n" for n in range(1, 9))
    (path := tmp_path / "t.csv").write_text(f"day,sky,play\n{days}")
    (asked := tmp_path / "q.csv").write_text("day,sky\n2025-02-01,sun\n")
    for words in (
        ["--query", "sky=sun", "--only", "P(day=2024-01-03|y)"],
        ["--query", "sky=sun, day=?"],
    ):
        assert main(["solve", str(path), *words]) == 0
        assert "left out" not in "".join(capsys.readouterr())
    assert main(["solve", str(path), "--query-file", str(asked)]) == 0
    assert "“day” is left out" in "".join(capsys.readouterr())


def test_a_row_that_is_asked_for_names_no_id() -> None:
    """A row without a class leaves out names and whole numbers that are all different; no measures."""
    rows = "".join(f"{100 + 7 * n},{'sun' if n % 3 else 'fog'},{'yn'[n % 2]}\n" for n in range(8))
    table = f"nr,sky,play\n{rows}999,sun,?\n"
    value, notes = posterior(table, None, unlabelled="query")
    assert notes[0] == "“nr” is left out: no query names it"
    assert value == posterior(table, None, unlabelled="query", id="nr")[0]
    with pytest.raises(InputError, match=r"'nr' holds"):
        posterior(re.sub(r"(?m)^(\d+)", r"\1.5", table), None, unlabelled="query")


def test_all_columns_that_no_query_names_are_left_out_if_one_is() -> None:
    """A note says that columns are left out: there is none that stays beside it."""
    table = "day,sky,wind,k\n2024-01-01,sun,no,y\n2024-01-02,fog,no,n\n2024-01-03,sun,yes,y\n"
    assert "“day” and “wind” are left out: no query names them" in solve_of(table, "sky=sun").doubts
    plain = table.replace("2024-01-0", "in week ").replace("3,", "2,")
    assert [*solve_of(plain, "sky=sun").schema.columns] == ["day", "sky", "wind"]


PLOTS = (
    "Plot,pH,who,moss,heath,sedge,Total,k\n1,4.5,RJ,3,1,0,4,y\n2,4,LM,1,2,3,6,n\n3,4.1,LM,0,2,3,5,n\n"
)
PLOTS += "4,4.2,RJ,5,0,1,6,y\n"


@all_of("family", ["multinomial", "moss=multinomial, heath=multinomial"])
def test_what_is_no_count_is_no_word_of_draws(family: str) -> None:
    """Numbers of the rows, names, measures, totals are left out; a word counts 0 times, with a note."""
    problem = solve_of(PLOTS, "moss=2, heath=1", family=family, smoothing=1)
    columns, doubts = [*problem.schema.columns], problem.doubts
    out = ["Plot", "pH", "who", "Total"] + ["sedge"] * (family != "multinomial")
    assert columns == [c for c in ("moss", "heath", "sedge") if c not in out]
    assert {*out} == {name for name in PLOTS.partition("\n")[0].split(",") if f"“{name}”" in doubts[-1]}
    zero = "“sedge” counts 0 times where a query does not say how often"
    assert (zero in doubts) == ("sedge" in columns)


def test_a_query_that_says_0_of_a_word_says_all_words() -> None:
    """Hours beside the words are none of them then; dates and numbers of the rows never are."""
    table = "nr,day,a,b,hours,k\n1,4 May,1,2,4,y\n2,4 May,2,2,4,n\n3,5 May,0,3,5,n\n"
    words, multi = re.sub(r"(?m)^\w+,[^,]+,(\w+,\w+),\w+", r"\1", table), {"family": "multinomial"}
    for query, others in (("a=1, b=0", "“nr”, “day” and “hours”"), ("a=1, b=2", "“nr” and “day”")):
        value, notes = posterior(table, query, smoothing=1, **multi)
        assert f"{others} are left out: no query names them" in notes
        assert (value == posterior(words, query, smoothing=1, **multi)[0]) is ("hours" in others)


def said(query: str, table: str, **options: Any) -> Any:
    """Return the cells of a typed query of a table, or its refusal."""
    try:
        return next(iter(solve_of(table, query, **options).query.values()))
    except InputError as error:
        return error.message


def solve_of(table: str, query: str, **options: Any) -> Problem:
    """Return the problem of a table's text with a query."""
    return problem_in_content(Problem, table, "t.csv", query=query, **options)


SHARES = "o2,kind\n92 %,a\n97 %,b\n89 %,a\n99 %,b\n"
BOTH_NO = {"b": "no", "a, if any?": "no"}
UNITS = 'len [mm],Name,kind\n1.5,"Li, Wu",a\n2.5,"Wu, Bo",b\n3.5,"Li, Wu",a\n4.5,"Wu, Bo",b\n'


PER_CENT = 'the column is in per cent, from 89 % on; say 94 %, or strip = "%" in data'


@all_of("query, table, options, read", [
    ("o2=94", SHARES, {"numbers": "o2"}, PER_CENT),
    ("o2=94", SHARES, {"numbers": "o2", "strip": "%"}, {"o2": "94"}),
    ("o2=94 %", SHARES, {"numbers": "o2"}, {"o2": "94 %"}),
    ("o2=0.5", SHARES, {"numbers": "o2"}, {"o2": "0.5"}),
    ("len=2, Name=Li, Wu", UNITS, {"numbers": "len [mm]"}, {"len [mm]": "2", "Name": "Li, Wu"}),
    ("b=No, a, if any?=No", '"a, if any?",b,k\nyes,no,y\nno,no,n\n', {"fold_case": True}, BOTH_NO),
    ("a=none, b=-", "a,b,k\nx,,y\n,x,n\n", {"missing_cells": "value"}, {"a": "None", "b": "None"}),
    ("a=NONE", "a,k\nX,y\n,n\n", {"missing_cells": "value", "fold_case": True}, {"a": "None"}),
])  # fmt: skip
def test_a_query_is_read_as_people_type_it(
    query: str, table: str, options: dict[str, Any], read: Any
) -> None:
    """Units, commas within names and missing cells are read; a number that is no share is refused."""
    assert said(query, table, **options) == read


def test_a_column_without_a_name_is_left_out_where_something_is_asked() -> None:
    """No query can name it; else its cells are refused, with the line."""
    table = ";sky;size;play\ntrain;sun;1;y\n;fog;0;n\ntest;sun;1;n\n"
    assert "a column without a name is left out" in solve_of(table, "sky=sun").doubts
    with pytest.raises(InputError, match="'train' stands in a column without a name"):
        problem_in_content(Problem, table, "t.csv")


def test_a_row_without_a_class_is_asked_for_by_its_number() -> None:
    """Its text is no id: the refusal of what no other row has says that the column may hold texts."""
    table = "nr;said;k\n1;win a prize now;y\n2;see you at lunch;n\n3;see me now then;n\n"
    table += "4;a prize at lunch;?\n"
    asked = {"query": QueriesOf(row_of, row="4"), "unlabelled": "query"}
    with pytest.raises(InputError, match="if 'said' holds texts"):
        problem_in_content(Problem, table, "t.csv", **asked)
    problem = problem_in_content(Problem, table, "t.csv", text="said", **asked)
    assert [*problem.query] == ["r4"]
    assert "nr" not in problem.schema.columns


CARDS = "card,fly,haste,taunt,tier\na,x,,,top\nb,,x,,low\nc,x,X,x,low\nd,,,X,top\ne,x,x,,top\n"


def test_marks_that_a_query_leaves_open_are_not_empty() -> None:
    """A note says which query asks for empty cells; that query has none, and another posterior."""
    how: dict[str, Any] = {"missing_cells": "value", "fold_case": True, "smoothing": 1}
    (doubt,) = solve_of(CARDS, "fly=x", **how).doubts
    assert doubt == "“haste” and “taunt” are summed out, not asked for as empty"
    assert doubt.remedy == {"query": "fly=x, haste=, taunt="}
    assert solve_of(CARDS, "fly=x, haste=, taunt=", **how).doubts == ()
    assert doubt in solve_of(CARDS, "fly=x", fold_case=True).doubts
    assert not any("summed" in of for of in solve_of(CARDS, "card=a", **how).doubts)


@all_of("quantity, value", [("accuracy", "1"), ("free_parameters", "25"), ("P(yes|x)", "1/2")])
def test_a_quantity_of_the_model_is_one_of_all_columns(quantity: str, value: str) -> None:
    """Twelve names tell all rows apart; what is left out changes no posterior, but an accuracy."""
    rows = [f"n{i} x,{'sun' if i % 3 else 'rain'},{'yes' if i % 2 else 'no'}" for i in range(12)]
    text = toml("\n".join(["name,sky,play", *rows]) + "\n", "sky=sun", {})
    assert solve(Problem.from_text(f'ask = ["{quantity}"]\n{text}'))[quantity] == Fraction(value)
    problem = Problem.from_text(text)  # in which nothing is asked so far
    assert solve(problem)[quantity] == solve(problem, only=[quantity])[quantity] == Fraction(value)
