"""Tables solved without a problem file: from the command line and from Python, on one path."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as F
from pathlib import Path

import pytest
from thoroughness import all_of, one_in

from exactnb import Conventions, ModelChoice, Problem, Table, explore, solve
from exactnb.core.data.documents import Documents
from exactnb.core.problem.from_table import problem_in_content
from exactnb.core.problem.queries import read_query
from exactnb.errors import InputError
from exactnb.interfaces.cli import main

PLAY = """RID,Outlook,Humidity,Wind,Play
1,Sunny,high,weak,no
2,Sunny,high,strong,no
3,Rain,high,weak,yes
4,Rain,low,NA,yes
5,Rain,low,strong,no
"""
KEYS = """[data]
file = "play.csv"
id = "RID"
missing = ["NA"]
[model]
smoothing = 1
[query]
x = { Outlook = "Sunny", Wind = "strong" }
"""
MAILS = "class,text,from\nspam,Win money!,x\nham,meet at noon,y\nspam,WIN again,x\n"
BITS = "a,b,class\n0,1,x\n1,1,y\n1,2,x\n"
PEOPLE = "Age,Tax,Grade,buys\n30,1,3,yes\n41,2,3,no\n35,2,1,no\n52,1,1,yes\n44,4,3,yes\n"
SAID = ["--id", "RID", "--missing", "NA", "--smoothing", "1"]

Run = Callable[..., tuple[str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that solves, and gives what is printed, and the refusal without notes."""
    monkeypatch.chdir(tmp_path)
    files = {"play.csv": PLAY, "play.toml": KEYS, "mails.csv": MAILS, "people.csv": PEOPLE}
    files["bits.csv"] = BITS
    for name, content in files.items():
        Path(name).write_text(content)

    def run(*arguments: str) -> tuple[str, str]:
        code = main(["solve", *arguments])
        out, err = capsys.readouterr()
        refusals = [line for line in err.splitlines() if ": note: " not in line]
        assert (code, bool(out), len(refusals)) in [(0, True, 0), (2, False, 1)]
        return out, "\n".join(refusals).removeprefix("exactnb: ")

    return run


def piped(monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    """Let standard input be some text."""
    read, write = os.pipe()
    with open(write, "w") as file:
        file.write(content)
    saved = os.dup(0)
    os.dup2(read, 0)
    os.close(read)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    piped.saved = saved  # type: ignore[attr-defined]


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch):
    """Return a function that pipes text in; standard input is given back."""
    yield lambda content: piped(monkeypatch, content)
    os.dup2(piped.saved, 0)  # type: ignore[attr-defined]
    os.close(piped.saved)  # type: ignore[attr-defined]


def test_options_keywords_and_keys_say_the_same(run: Run) -> None:
    """A problem file, the command line, a Problem and `from_csv` lead to one solution."""
    table = Table.from_csv("play.csv", id="RID", missing=["NA"])
    choice = ModelChoice(Conventions(smoothing=1))
    cells = {"Outlook": "Sunny", "Wind": "strong"}
    problems = [
        Problem(table, query={"x": cells}, models={"model": choice}, title="play"),
        Problem(table, query=cells, smoothing=1, title="play"),
        Problem(table, query="Sunny, strong", smoothing="1", title="play"),
        Problem.from_csv(
            "play.csv", id="RID", missing=("NA",), query="Outlook=Sunny, strong", smoothing=1
        ),
        replace(Problem.read("play.toml"), title="play"),
    ]
    out, _ = run("play.csv", *SAID, "--query", "Sunny, strong")
    assert "λ = 1" in out
    assert {solve(problem).text() for problem in problems} == {out.removesuffix("\n") + "\n"}
    frame = {name: list(cells) for name, *cells in zip(*map(split, PLAY.split()), strict=True)}
    how = {"id": "RID", "missing": ["NA"], "smoothing": 1, "query": "Sunny, strong", "title": "play"}
    assert solve(frame, **how).text() == solve("play.csv", **how).text() == solve(problems[0]).text()
    assert explore(frame, **how).text() == explore(problems[0]).text()
    with pytest.raises(InputError, match="smoothing: needs a table; a problem says it itself"):
        solve(problems[0], smoothing=1)
    # 3/5 × 3/5 × 3/5 against 2/5 × 1/4 × 1/3
    assert solve(problems[1])["P(no|x)"] == F(162, 187)


@all_of("call", [solve, explore, Problem.from_csv])
def test_a_keyword_that_is_not_known_has_a_near_match(run: Run, call: Callable[..., object]) -> None:
    """Whatever takes the keywords of a table refuses others in one line, at the keyword."""
    for keyword, hint in {
        "nummbers": " (did you mean 'numbers'?)",
        "encodin": " (did you mean 'encoding'?)",
        "lable": " (did you mean 'label'?)",
        "floats": "",
    }.items():
        with pytest.raises(InputError) as caught:
            call("people.csv", **{keyword: "Age"})
        assert str(caught.value).removeprefix("people.csv: ") == f"{keyword}: unknown keyword{hint}"


def split(line: str) -> list[str]:
    return line.split(",")


@one_in(3, "keywords", [
    {"numbers": "Age,Tax", "categories": "Grade"},
    {"numbers": ["Age", "Tax"], "categories": ["Grade"]},
    {"numbers": "*", "categories": "Grade"},
    {"family": "gaussian, Grade=categorical"},
    {"family": "gaussian", "families": {"Grade": "categorical"}},
])  # fmt: skip
def test_columns_have_families_by_keywords_as_by_options(run: Run, keywords: dict[str, object]) -> None:
    """`numbers`, `categories` and `family` mean the same in Python, as lists or as they are typed."""
    out, _ = run("people.csv", "--numbers", "Age,Tax", "--categories", "Grade")
    assert solve("people.csv", **keywords).text() == out
    assert solve(Problem(Table.from_csv("people.csv"), title="people", **keywords)).text() == out


def test_a_column_has_one_family(run: Run) -> None:
    """Two are refused at the keyword or the option that says the second."""
    with pytest.raises(InputError, match="numbers: column 'Age' has a family already"):
        solve("people.csv", families={"Age": "poisson"}, numbers=["Age"])
    _, err = run("people.csv", "--family", "Age=poisson", "--numbers", "Age")
    assert err == "--numbers: column 'Age' has a family already"


@one_in(
    4,
    ("arguments", "names"),
    [
        ("play.csv --id RID --missing NA --prior uniform", ["uniform prior"]),
        ("play.csv --id RID --missing NA --prior no=0.7,yes=0.3", ["given prior"]),
        ("play.csv --id RID --missing NA --smoothing jeffreys", ["λ = 1/2 (Jeffreys)"]),
        ("play.csv --id RID --missing NA --smoothing 0+", ["the limit λ → 0⁺"]),
        (
            "play.csv --id RID --missing NA --unseen drop --query Outlook=fog",
            ["fog in x was never seen"],
        ),
        ("people.csv --numbers Age,Tax --categories Grade", ["Gaussian", "Categorical"]),
        ("people.csv --family gaussian,Tax=poisson,Grade=categorical", ["Gaussian", "Poisson"]),
        ("people.csv --family gaussian --categories Tax,Grade", ["Gaussian", "Categorical"]),
        ("mails.csv --words --query win", ["“again”, “at”, “meet”, “money”, “noon”, “win”"]),
        ("mails.csv --letters --query win", ["P(i|spam)", "P(n|spam)"]),
        ("mails.csv --family text=bernoulli --words", ["Bernoulli"]),
    ],
)
def test_options_choose_the_model(run: Run, arguments: str, names: list[str]) -> None:
    """Family, prior, smoothing and the cut of texts are said by options; the solution tells them."""
    out, err = run(*arguments.split())
    assert err == ""
    assert all(name in out for name in names), out[:400]


@all_of(
    "arguments, message",
    [
        ("play.csv --id Rid", "--id: unknown column 'Rid' (did you mean 'RID'?)"),
        ("play.csv", "play.csv: column 'RID' holds whole numbers that are all different (1, 2, ...); "
         'is it an id? say --id "RID"; or how it is distributed, such as --family "RID=gaussian"'),
        ("people.csv --numbers Age", "people.csv: column 'Tax' holds few whole numbers (1, 2, ...); "
         'say --family "Tax=categorical" if they are names or grades, or how they are distributed, '
         'such as --family "Tax=gaussian"'),
        ("people.csv --family gausian", "--family: expected one of bernoulli, "),
        ("people.csv --family Age=gausian", "--family.Age: expected one of bernoulli, "),
        ("people.csv --family a,b", "--family: expected a family, or "),
        ("people.csv --numbers Age --family Age=poisson", "--numbers: column 'Age' has a family"),
        ("people.csv --numbers Aeg", "people.csv: unknown column 'Aeg' (did you mean 'Age'?)"),
        ("play.csv --id RID --smoothing -1", "--smoothing: λ must not be negative; got -1"),
        ("play.csv --id RID --prior no=0.7,yes=0.2", "--prior: "),
        ("play.csv --id RID --prior no=,yes", '--prior: expected "class=number, ..."; got '),
        ("play.csv --words", "--words: needs a column of texts; no column is named 'text'"),
        ("mails.csv --text texts", "--text: unknown column 'texts' (did you mean 'text'?)"),
        ("play.csv --missing NA --id RID --query strng",
         "--query: 'strng' is no value of a column (did you mean 'strong'?); the columns are "
         "Outlook, Humidity, Wind"),
        ("play.csv --missing NA --id RID --query Sunny,Rain",
         "--query: column 'Outlook' is there twice"),
        ("play.csv --missing NA --id RID --query 3",
         "--query: '3' is no value of a column; the columns are "),
        ("bits.csv --categories b --query 0", "--query: '0' may be of any column; say a=0"),
        ("play.csv --missing NA --id RID --query Wind",
         "--query: column 'Wind' needs one of its values, such as Wind=weak"),
        ("play.toml --query Wind=wek", "--query.Wind: expected one of weak, strong; got 'wek'"),
        ("play.toml --smoothing 2", "--smoothing: needs a table; a problem file says it itself"),
    ], apart=3)  # fmt: skip
def test_options_that_do_not_fit_are_refused(run: Run, arguments: str, message: str) -> None:
    """What an option says wrongly is refused at that option, with the fix in options."""
    out, err = run(*arguments.split())
    assert out == ""
    assert err.startswith(message), err


def test_a_value_of_two_columns_is_asked_back(run: Run) -> None:
    """A value alone stands for the one column that has it; of two columns both are named."""
    Path("winds.csv").write_text("wind,sea,salted\nlow,low,no\nhigh,low,yes\nlow,flat,yes\n")
    _, err = run("winds.csv", "--query", "low")
    assert err == "--query: 'low' can be read as wind=low or sea=low"
    assert (
        run("winds.csv", "--query", "flat, high")[0] == run("winds.csv", "--query", "sea=flat,high")[0]
    )


def test_a_query_replaces_those_of_a_problem_file(run: Run) -> None:
    """The new query is called as the first of the file was, so that what is asked of it stays asked."""
    text = KEYS.replace("[data]", 'ask = ["P(no|x)", "P(no|y)", "count(no)"]\n[data]', 1)
    Path("two.toml").write_text(text + 'y = { Outlook = "Rain" }\n')
    problem = solve(Problem.read("two.toml"))
    out, _ = run("two.toml", "--query", "Rain", "--to", "json")
    asked = replace(problem.problem, query={"x": {"Outlook": "Rain"}}, ask=["P(no|x)", "count(no)"])
    assert out == solve(asked).json() + "\n" * (out[-1] != solve(asked).json()[-1])
    assert "|y)" not in out


@one_in(3, "content", [PLAY, "\n" + PLAY.replace(",", ";"), "# no comment\n" + KEYS])
def test_what_is_piped_in_is_told_by_its_first_line(run: Run, pipe, content: str) -> None:
    """`[section]` or `key =` in the first line that is no comment begins a problem file."""
    is_file = "[data]" in content
    expected = run("play.toml" if is_file else "play.csv", *([] if is_file else SAID))[0]
    pipe(content)
    out, err = run("-", *([] if is_file else SAID))
    assert err == ""
    assert out.removeprefix("play\n") == expected.removeprefix("play\n")


def test_json_lines_are_piped_in(run: Run, pipe) -> None:
    """A brace begins lines of JSON."""
    pipe('{"a": "x", "c": "k"}\n{"a": "y", "c": "l"}\n')
    assert "P(k|x*)" in run("-", "--query", "a=x", "--only", "P(k|x*)")[0]


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (
            "a,c\nx\n",
            [],
            'standard input: line 2: 1 cell, the header has 2; if it is no row, say --skip "2"',
        ),
        ("[data]\n", [], "standard input: data: expected exactly one of table, "),
        ("[data]\n", ["--id", "a"], "--id: needs a table; a problem file says it itself"),
        ("", [], "standard input: the table is empty; expected a header line"),
    ],
)
def test_what_is_piped_in_is_refused_by_its_name(
    run: Run, pipe, content: str, arguments: list[str], message: str
) -> None:
    """Errors speak of standard input, as they would of a file."""
    pipe(content)
    assert run("-", *arguments)[1].startswith(message)


def test_one_query_needs_no_name() -> None:
    """Cells, a text of cells, a text where there are texts: each alone is a query x."""
    table = Table.from_rows([("1", "u", "+"), ("0", "v", "-")], ["a", "b", "class"])
    for query in ({"a": 1, "b": "u"}, "a, u", "a=1, b=u", {"x": {"a": "1", "b": "u"}}):
        problem = Problem(table, query=query, smoothing=1)
        assert problem.decide(problem.query["x"]) == ("+",)
    mails = Documents.of([("+", "win win"), ("-", "meet")])
    assert dict(Problem(mails, query="win, meet", smoothing=1).query) == {"x": "win, meet"}
    assert dict(Problem(mails, query={"text": "win"}, smoothing=1).query) == {"x": {"text": "win"}}
    other = Table.from_rows([("x", "y"), ("z", "y")], ["a", "class"])
    assert dict(Problem(other, query="z").query) == {"x*": {"a": "z"}}  # x is a value here


def test_models_and_keywords_do_not_mix() -> None:
    """Keywords say the one model; beside models they are refused."""
    table = Table.from_rows([("1", "+"), ("0", "-")], ["a", "class"])
    with pytest.raises(
        InputError, match="smoothing: cannot be used with models, which say it themselves"
    ):
        Problem(table, models={"m": ModelChoice()}, smoothing=1)
    with pytest.raises(InputError, match="missing: expected a list of marks; got 'NA'"):
        Table.from_rows([("1", "+")], ["a", "class"], missing="NA")
    assert replace(Problem(table, smoothing=1), log="2").models == Problem(table, smoothing=1).models


def test_a_class_is_no_reading_of_a_query() -> None:
    """A class is never observed, so a value that is also called so has one reading."""
    table = Table.from_rows([("yes", "no"), ("no", "yes")], ["salted", "class"])
    assert read_query("no", table.schema) == {"salted": "no"}
    with pytest.raises(InputError, match="'low' is no value of a column; the columns are salted"):
        read_query("low", table.schema)


def test_content_and_file_are_one() -> None:
    """The text of a table is the same problem as its file, but for the title."""
    one = problem_in_content(Problem, PLAY, "here", id="RID", missing=["NA"], smoothing=1)
    assert one.data == Table.from_rows(
        [line.split(",") for line in PLAY.splitlines()[1:]],
        PLAY.splitlines()[0].split(","),
        id="RID",
        missing=["NA"],
    )


@all_of("keyword", ["numbers", "categories", "families"])
def test_what_lists_no_columns_is_refused(keyword: str) -> None:
    """A number is no list, and the refusal says which keyword has it."""
    with pytest.raises(InputError, match=f"^{keyword}: expected a .* of columns.*; got '5'"):
        Problem({"sky": ["sun", "rain"], "play": ["yes", "no"]}, **{keyword: 5})


def test_numbers_that_say_how_numbers_are_printed_warn() -> None:
    """`numbers="decimal"` of the last version is `number_style`, and says so; a list is of columns."""
    table = Table.from_rows([("1", "+"), ("0", "-")], ["a", "class"])
    with pytest.warns(DeprecationWarning, match=r"^numbers='decimal' is now number_style='decimal'$"):
        problem = Problem(table, numbers="decimal")
    assert (problem.number_style, problem.models) == ("decimal", Problem(table).models)
