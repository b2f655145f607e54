"""Tables that cannot be read, tables given straight to the command line, and --label and --query."""

from collections.abc import Callable
from pathlib import Path

import pytest
from thoroughness import all_of, one_in

from exactnb.interfaces.cli import main

CSV = "mood,spoon,soup\nhappy,wooden,leek\ngrumpy,silver,onion\ngrumpy,wooden,leek\n"
QUESTION = '[query]\nm = { mood = "grumpy" }\n'

WAYS = '; unlabelled = "query" asks for it, "drop" leaves it out'

Solve = Callable[..., tuple[str, str]]


@pytest.fixture
def solve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Solve:
    """Return a function that solves some content as a file, and gives output and message."""
    monkeypatch.chdir(tmp_path)

    def run(name: str, content: str | bytes, *arguments: str) -> tuple[str, str]:
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
        code = main(["solve", name, *arguments])
        out, err = capsys.readouterr()
        assert (code, bool(out), err.count("\n")) in [(0, True, 0), (2, False, 1)]
        return out, err.removeprefix("exactnb: ").removesuffix("\n")

    return run


@one_in(6,
    ("name", "content"),
    [
        ("t.csv", CSV),
        ("t.csv", "\ufeff" + CSV),
        ("t.csv", CSV.replace("\n", "\r\n")),
        ("t.csv", CSV.replace("\n", "\n\n")),
        ("t.csv", CSV.replace("mood", '"mood"').replace("happy", ' "happy"'.strip())),
        ("t.CSV", CSV),
        ("t.tsv", CSV.replace(",", "\t")),
        ("t.txt", CSV.replace(",", "   ")),
        ("t.txt", CSV.replace(",", " | ")),
        ("t.jsonl", '{"mood": "happy", "spoon": "wooden", "soup": "leek"}\n'
                    '{"mood": "grumpy", "spoon": "silver", "soup": "onion"}\n'
                    '{"mood": "grumpy", "spoon": "wooden", "soup": "leek"}\r\n'),
    ],
)  # fmt: skip
def test_all_kinds_of_table_files_say_the_same(solve: Solve, name: str, content: str) -> None:
    """A table gives one solution in CSV, TSV, text and JSON lines, with a BOM or CRLF or without."""
    question = (
        "--query",
        "mood = grumpy, spoon = wooden",
        "--only",
        "P(leek|x)",
        "--only",
        "argmax(x)",
    )
    assert solve(name, content, *question) == solve("t.csv", CSV, *question)


def test_cells_with_commas_and_quotes(solve: Solve) -> None:
    """Commas and quotes in cells and in column names are read, shown and asked."""
    text = '"a, b","c ""q"""\n"x, y","k ""1"""\nz,k2\n'
    out, _ = solve("t.csv", text, "--query", '"a, b"="x, y"', "--only", "argmax(x)")
    assert 'so x is “k "1"”.' in out
    out, _ = solve("t.csv", text, "--query", '"a, b"=z', "--to", "json")
    assert r'"P(\"c \"\"q\"\"\"' not in out
    assert r'"P(\"a, b\"=z|k2)"' in out


def test_a_new_line_in_a_cell_is_shown_as_one_sign(solve: Solve) -> None:
    """A line break in a cell is part of the label, and no output line is broken by it."""
    out, _ = solve("t.csv", 'a,c\n"x\ny",k\nz,l\n', "--query", "a=z")
    assert "x\N{REPLACEMENT CHARACTER}y" in out


@all_of(
    "name, content, message",
    [
        (
            "t.csv",
            "a,b,c\n1,2,3\n\nx,k\n",
            "line 4: 2 cells, the header has 3; write ? for each cell that is missing",
        ),
        (
            "t.tsv",
            "Tests of May\n\na\tb\tc\tk\n1\t2\t3\tx\n1\t2\t3\ty\n1\t2\t3\n",
            "line 6: 3 cells, the header has 4; write ? for each cell that is missing",
        ),
        (
            "t.csv",
            "a,b\nx,k,l\n",
            'line 2: 3 cells, the header has 2; if line 1 is a title, say --skip "1"; if the first '
            'cells name the rows, say --header "id,a,b" and --skip "1"',
        ),
        (
            "t.csv",
            "a,b\nx\n",
            'line 2: 1 cell, the header has 2; if it is no row, say --skip "2"',
        ),
        (
            "t.txt",
            "a b\nx y z\n",
            "line 2: 3 cells, the header has 2; a cell with a blank stands in quotes, or apart by two: "
            '--delimiter "blanks"; if the first '
            'cells name the rows, say --header "id,a,b" and --skip "1"',
        ),
        ("t.txt", 'a b\n"x y\n', "line 2: a quote that is not closed"),
        (
            "t.txt",
            "a | b\nx | y | z\n",
            'line 2: 3 cells, the header has 2; if line 1 is a title, say --skip "1"; if the first '
            'cells name the rows, say --header "id,a,b" and --skip "1"',
        ),
        ("t.csv", 'a,b\n"x,k\n', "line 2: not readable as CSV (unexpected end of data)"),
        (
            "t.csv",
            "a,a,c\nx,y,k\n",
            "line 1: column 'a' is there twice; if two lines name the columns, say "
            '--header "a x,a y,c k" and --skip "1-2"; without names of columns, say --no-header',
        ),
        (
            "t.csv",
            "a,,c\nx,y,k\n",
            "line 2: 'y' stands in a column without a name; write one into the header; if two lines "
            'name the columns, say --header "a x,a y,c k" and --skip "1-2"',
        ),
        ("t.csv", "", "the table is empty; expected a header line"),
        ("t.csv", " \n\n", "the table is empty; expected a header line"),
        (
            "t.csv",
            b"a,c\nx,\xffk\n",
            'line 2: not UTF-8: byte 0xff; save the file as UTF-8, or say --encoding "cp1252"',
        ),
        (
            "t.csv",
            "a,c\n?,k\n",
            "column 'a' has no values; a problem file lists them in data.values",
        ),
        (
            "t.csv",
            "a,c\nx,\n",
            "row 1, column 'c': a row without a class; --label names another column, "
            "--unlabelled query asks for it, drop leaves it out",
        ),
        (
            "t.csv",
            "id,a,c\n1,x,k\n1,y,k\n",
            "id: the id '1' is there twice; if 'id' names no rows, say --omit \"id\"",
        ),
        (
            "t.jsonl",
            '{"a": "x", "c": "k"}\n{"a": "y"}\n',
            "row 2, column 'c': a row without a class; --label names another column, "
            "--unlabelled query asks for it, drop leaves it out",
        ),
        (
            "t.jsonl",
            '{"a": "x"}\n{"a": "y", "c": "k"}\n',
            "line 2: unknown key 'c'; the first object has all keys, null for what it lacks",
        ),
        ("t.jsonl", '{"a": "x"\n', "line 1: not a line of JSON"),
        ("t.jsonl", "[" * 100_000 + "\n", "line 1: not a line of JSON"),
        (
            "t.jsonl",
            "[1]\n",
            "line 1: a list has no names of columns; write objects, or a .csv file without a header",
        ),
        ("t.jsonl", "", "the file is empty"),
    ],
)
def test_tables_that_cannot_be_read_are_refused(
    solve: Solve, name: str, content: str | bytes, message: str
) -> None:
    """A table that cannot be read is refused with its file, and with the line where there is one."""
    out, refusal = solve(name, content)
    assert (out, refusal.partition("; try: ")[0]) == ("", f"{name}: {message}")


@all_of(
    "table, message",
    [
        (
            "a b\nx",
            'data.table: line 2: 1 cell, the header has 2; if it is no row, say skip = "2"',
        ),
        (
            "a,a\nx,k",
            "data.table: line 1: column 'a' is there twice; if two lines name the columns, say "
            'header = ["a x", "a k"] and skip = "1-2"; without names of columns, say header = false',
        ),
        ("a b", "data.table: the table has a header and no rows"),
        ("", "data.table: the table is empty; expected a header line"),
        (
            "id a c\n1 x k\n1 y k",
            "data.id: the id '1' is there twice; if 'id' names no rows, say omit = [\"id\"]",
        ),
        ("a c\nx ?", "data.table: row 1, column 'c': a row without a class" + WAYS),
        ("a c\nx k\n1 ?", "data.table: row 2, column 'c': a row without a class" + WAYS),
        ("class text", "data.table: the table has a header and no rows"),
        (
            "class from text\n+ b c from",
            "data.table: 'from' is a column and a word of the texts; if it is not asked for, say "
            'omit = ["from"]',
        ),
    ],
)
def test_tables_in_a_problem_file_are_refused_at_their_key(
    solve: Solve, table: str, message: str
) -> None:
    """A table inside a problem file that cannot be read is refused with its key, and its line."""
    content = f"[data]\ntable = '''\n{table}'''\n[model]\nfamily = \"bernoulli\"\n"
    assert solve("p.toml", content)[1] == f"p.toml: {message}"


def test_numbers_need_a_family(solve: Solve) -> None:
    """A column of numbers whose family is not said is refused, and the message says how to say it."""
    _, message = solve("p.toml", "[data]\ntable = '''\na c\n1.5 k\n2 l\n'''\n")
    assert message.startswith("p.toml: model.families: column 'a' holds numbers (1.5); say how")
    assert message.endswith('families = { "a" = "gaussian" }')
    _, message = solve("t.csv", "a,c\n1.5,k\n2,l\n")
    assert "column 'a' holds numbers (1.5); say" in message


@all_of(
    "query, message",
    [
        (
            "mod=happy",
            "--query.mod: unknown column (did you mean 'mood'?); the columns are mood, spoon",
        ),
        (
            "mood=hapy",
            "--query.mood: expected one of happy, grumpy; got 'hapy' (did you mean 'happy'?)",
        ),
        (
            "soup=leek",
            "--query.soup: the class is what is asked for; if another column is it, --label names the "
            "column of the class",
        ),
    ],
)
def test_queries_of_what_is_not_there_are_refused(solve: Solve, query: str, message: str) -> None:
    """A column or a value that the table does not have cannot be observed."""
    assert solve("t.csv", CSV, "--query", query) == ("", message)


@all_of(
    "query",
    ["=happy", "mood=happy,", "mood:happy", "mood|happy", 'mood="happy', "a" * 3000],
)
def test_malformed_queries_are_refused(solve: Solve, query: str) -> None:
    """What is no list of cells is refused with the form that is expected."""
    _, message = solve("t.csv", CSV, "--query", query)
    assert '--query: expected "Column=Value, Column=Value"; got ' in message
    assert len(message) < 200


@pytest.mark.parametrize("query", ["mood=happy,mood=happy", "mood=happy,mood=grumpy"])
def test_a_column_is_observed_once(solve: Solve, query: str) -> None:
    """A column that is observed twice in one query is refused."""
    assert solve("t.csv", CSV, "--query", query)[1].endswith("--query: column 'mood' is there twice")


@all_of(
    "option, value, of",
    [
        ("--divisor", "N-K", "gaussian, lda, qda, spherical columns"),
        ("--share", "all", "gaussian, spherical columns"),
        ("--covariance", "total", "lda columns"),
        ("--var-smoothing", "1/10", "gaussian, spherical columns"),
        ("--absent", "ignore", "bernoulli columns or words"),
    ],
)
def test_what_no_column_here_heeds_is_refused(solve: Solve, option: str, value: str, of: str) -> None:
    """Columns of categories have no variance, and none is absent; a usual value may stand."""
    _, error = solve("t.csv", CSV, "--query", "happy", option, value)
    assert error == f"{option}: is of {of}; those here are categorical"
    usual = {"--divisor": "N", "--share": "none", "--covariance": "pooled", "--var-smoothing": "0"}
    assert solve("t.csv", CSV, "--query", "happy", option, usual.get(option, "count"))[0]


def test_what_a_solution_cannot_show_is_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No theorem is about rows that count in part; the chain rule needs two columns in a query."""
    table = tmp_path / "t.csv"
    table.write_text("mood,spoon,w,soup\nhappy,wooden,1/2,leek\ngrumpy,silver,2,onion\n")
    for options, note in (
        (["--why", "--weight", "w"], "--why: no theorem is about these estimates"),
        (["--chain-rule", "--id", "w"], "--chain-rule: nothing to show"),
    ):
        assert main(["solve", str(table), "--query", "happy", *options]) == 0
        assert f"exactnb: note: {note}" in capsys.readouterr().err


@all_of("more", [(), ("--no-header",), ("--header", "a,b,c")])
def test_a_delimiter_that_cuts_nothing_is_refused(solve: Solve, more: tuple[str, ...]) -> None:
    """What stands between the cells is named, and nothing else is said of the one column."""
    _, error = solve("t.csv", CSV, "--query", "happy", "--delimiter", "tab", *more)
    first = CSV.split()[0]
    assert error == f"--delimiter: expected comma, which stands in '{first}'; got tab"


@all_of(
    "label, hint",
    [("sop", " (did you mean 'soup'?); try: exactnb solve t.csv --label soup"), ("x", ""), ("", "")],
)
def test_an_unknown_label_is_refused(solve: Solve, label: str, hint: str) -> None:
    """--label names a column of the table."""
    message = f"--label: unknown column {label!r}{hint}"
    assert solve("t.csv", CSV, "--label", label) == ("", message)


def test_the_label_is_the_last_column_unless_it_is_said(solve: Solve) -> None:
    """--label chooses the class; without it the last column is meant."""
    assert solve("t.csv", CSV, "--label", "soup") == solve("t.csv", CSV)
    assert solve("t.csv", CSV, "--label", "mood", "--query", "soup=onion")[1] == ""


@all_of(
    "option",
    [
        "label",
        "id",
        "text",
        "missing",
        "family",
        "numbers",
        "categories",
        "smoothing",
        "prior",
    ],
)
def test_options_of_tables_do_not_go_with_problem_files(solve: Solve, option: str) -> None:
    """A problem file says itself what its data are, and how they are counted."""
    content = f"[data]\ntable = '''\n{CSV}'''\n{QUESTION}"
    message = f"--{option}: needs a table; a problem file says it itself"
    assert solve("p.toml", content, f"--{option}", "mood") == ("", message)


@pytest.mark.exhaustive
def test_a_star_stands_for_all_other_columns(solve: Solve) -> None:
    """Of numbers or of categories, as if each were named; not of both, nor beside a family of all."""
    table = "a,b,c\n1.5,1,k\n2,2,k\n4,1,l\n7,2,l\n"
    asked = ("--query", "a=2, b=1", "--only", "argmax(x)")
    mixed = solve("t.csv", table, "--numbers", "a", "--categories", "b", *asked)
    assert solve("t.csv", table, "--numbers", "*", "--categories", "b", *asked) == mixed
    assert solve("t.csv", table, "--numbers", "a", "--categories", "*", *asked) == mixed
    both = solve("t.csv", table, "--numbers", "a,b", *asked)
    assert solve("t.csv", table, "--numbers", "*", *asked) == both != mixed
    for more in (("--categories", "*"), ("--family", "poisson")):
        _, message = solve("t.csv", table, "--numbers", "*", *more, *asked)
        assert message.endswith("all columns have a family already")
