"""What is asked of a table: cells with any signs, missing cells, rows, files of queries."""

from __future__ import annotations

import json
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from thoroughness import all_of

from exactnb import Problem
from exactnb.errors import InputError
from exactnb.interfaces.cli import main

AGES = "age,sky,play\n<=30,sun,yes\n>40,rain,no\n<=30,?,yes\n31...40,sun,no\n>40,sun,yes\n"
OPEN = AGES + "<=30,sun,?\n>40,?,?\n"
MAILS = "text,label\nwin money now,spam\nsee you now,ham\nwin now,spam\n"
DAY = {"age": "<=30", "sky": "sun"}


def solved(content: str, *arguments: str) -> dict[str, str]:
    """Return the quantities that `solve` prints of a table, by name."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text(content)
        Path("q.csv").write_text("age,play,sky\n<=30,?,sun\n>40,,NA\n")
        Path("two.csv").write_text("id,age\nd1,<=30\nd2,>40\n")
        err = StringIO()
        with redirect_stderr(err), redirect_stdout(StringIO()):
            code = main(["solve", "t.csv", *arguments, "--to", "json", "-o", "o.json"])
        if code:
            return {"error": err.getvalue()}
        document = json.loads(Path("o.json").read_text())
        return {name: quantity["exact"] for name, quantity in document["quantities"].items()}


def of_problem(query: object, name: str) -> str:
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text(AGES)
        problem = Problem.from_csv("t.csv", query={"x": query})
    from exactnb import solve

    return str(solve(problem)[name])


@all_of(
    ("typed", "cells"),
    [
        ("age=<=30, sky=sun", DAY),
        ("<=30, sun", DAY),
        ('age="<=30", sky=sun', DAY),
        ("31...40", {"age": "31...40"}),
        ("age=<=30, sky=?", {"age": "<=30"}),
        ("age=, sky=rain", {"sky": "rain"}),
        ("sky = rain", {"sky": "rain"}),
    ],
    apart=2,
)
def test_cells_are_typed_as_they_stand_in_the_data(typed: str, cells: dict[str, str]) -> None:
    """Signs of comparison need no quotes, and a mark of a missing cell is no observation."""
    assert solved(AGES, "--query", typed)["P(yes|x)"] == of_problem(cells, "P(yes|x)")


def test_marks_are_those_of_the_data() -> None:
    """NA is a missing cell of a query where it is one of the data, and was never seen where not."""
    assert "expected one of sun, rain; got 'NA'" in solved(AGES, "--query", "age=<=30, sky=NA")["error"]
    named = solved(AGES, "--missing", "?,NA", "--query", "age=<=30, sky=NA")
    assert named["P(yes|x)"] == of_problem({"age": "<=30"}, "P(yes|x)")
    problem = Problem.from_text(f"data.table = '''\n{AGES}'''\n")
    assert problem.decide({"age": "<=30", "sky": "?"}) == problem.decide({"age": "<=30"}) == ("yes",)


def test_a_row_and_a_file_are_asked() -> None:
    """`--row 4` asks for the fourth row, `--query-file` for each row of a table, by its id."""
    assert "P(yes|r4)" in solved(AGES, "--row", "4")
    assert "expected a row from 1 to 5; got '6'" in solved(AGES, "--row", "6")["error"]
    named = AGES.replace("age,", "day,age,", 1)
    named = "\n".join(f"D{n},{line}" if n else line for n, line in enumerate(named.splitlines()))
    assert solved(named, "--id", "day", "--row", "D4") == solved(AGES, "--row", "4")
    error = solved(named, "--id", "day", "--row", "D44")["error"]
    assert "expected a row from 1 to 5, or an id; got 'D44' (did you mean 'D4'?)" in error
    asked = solved(AGES, "--query-file", "two.csv")
    assert asked["P(yes|d1)"] == of_problem({"age": "<=30"}, "P(yes|x)")
    assert "P(yes|d2)" in asked
    assert "expected one of sun, rain; got 'NA'" in solved(AGES, "--query-file", "q.csv")["error"]
    rows = solved(AGES, "--query-file", "q.csv", "--missing", "NA,?")
    assert rows["P(yes|r1)"] == of_problem(DAY, "P(yes|x)")
    text = solved(MAILS, "--row", "1")
    assert text["argmax(r1)"] == "spam"


@pytest.mark.exhaustive
@pytest.mark.parametrize("length", [100, 20_000])
def test_a_query_may_be_long(length: int) -> None:
    """A text, and a list of cells, have any length."""
    assert solved(MAILS, "--query", "win " * length)["argmax(x)"] == "spam"
    header = ",".join(f"column{n}" for n in range(300))
    wide = f"{header},k\n" + ("u," * 300) + "a\n" + ("v," * 300) + "b\n"
    query = ", ".join(f"column{n}=u" for n in range(300))
    with TemporaryDirectory() as folder, chdir(folder):
        Path("t.csv").write_text(wide)
        assert Problem.from_csv("t.csv", query=query).query["x"]["column299"] == "u"


def test_rows_without_a_class_are_refused_asked_or_left_out() -> None:
    """One line offers both; a query is called by its row, and the counts are those of other rows."""
    error = solved(OPEN)["error"]
    assert "--unlabelled query asks for it, drop leaves it out; try: exactnb solve t.csv " in error
    asked = solved(OPEN, "--unlabelled", "query")
    assert asked["P(yes|r6)"] == of_problem(DAY, "P(yes|x)")
    assert asked["P(yes|r7)"] == of_problem({"age": ">40"}, "P(yes|x)")
    assert not any("r6" in name for name in solved(OPEN, "--unlabelled", "drop"))
    assert set(solved(OPEN, "--unlabelled", "query", "--query", "rain")) > {"P(yes|x)"}
    texts = solved("text,label\nwin,spam\nsee,ham\nwin win,?\n", "--unlabelled", "query")
    assert texts["argmax(r3)"] == "spam"
    document = f"data.unlabelled = 'query'\ndata.table = '''\n{OPEN}'''\n"
    assert list(Problem.from_text(document).query) == ["r6", "r7"]
    with pytest.raises(InputError, match=r"data.unlabelled: expected one of error, query, drop"):
        Problem.from_text(document.replace("'query'", "'ask'"))


def test_numbers_become_presence_where_it_is_said() -> None:
    """0.0 and 1.0, and counts, are 0 and 1 of a Bernoulli column; other columns stay."""
    content = "a,b,c,k\n0.0,3,u,x\n1.0,0,v,y\n2.5,?,u,x\n"
    values = solved(content, "--binarize", "--query", "a, not b")
    assert (values["P(a=1|x)"], values["P(b=1|x)"], values["P(c=u|x)"]) == ("1/2", "1", "1")
    document = f"data.binarize = true\ndata.table = '''\n{content}'''\n"
    assert Problem.from_text(document).schema.columns["a"] == ("0", "1")


def test_a_column_of_weights_is_no_feature() -> None:
    """`--weight` is the key `data.weight`: each row counts as often as its cell says."""
    content = "sky,n,play\nsun,3,yes\nrain,1,no\nsun,1,no\n"
    values = solved(content, "--weight", "n", "--query", "sun")
    assert (values["P(yes)"], values["P(sky=sun|no)"]) == ("3/5", "1/2")


def test_not_a_class_is_the_other_of_two() -> None:
    """P(not yes|x) is P(no|x); of three classes it is refused with their names."""
    values = solved(AGES, "--query", "rain", "--only", "P(not yes|x)")
    assert "P(no|x)" in values
    error = solved(AGES.replace("31...40,sun,no", "31...40,sun,maybe"), "--only", "P(not yes)")["error"]
    assert "'not yes' is 2 classes together; name one of" in error
