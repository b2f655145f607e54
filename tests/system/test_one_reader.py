"""A file is read once, whoever reads it: every command and a problem file count the same of it."""

from __future__ import annotations

import json
import re
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from messy_files import MESSY, workbook
from read_by_doors import by_every_door, document_of, options_of, parsed, remedied
from thoroughness import all_of, one_in

from exactnb.interfaces.cli import main
from exactnb.interfaces.cli.problems import read_problem

REFUSED = {
    "separators between thousands", "some numbers with separators", "duplicated columns",
    "a name missing in the header",
    "a row too short", "Windows", "a header with a name too few", "a header with a name twice",
    "JSON lines with a new key",
    "ARFF with a value that is not declared", "a file that is no spreadsheet",
    "a spreadsheet with a formula that nobody worked out", "a header and nothing else", "nothing",
    "a class that lacks", "NaN in JSON", "tabs and blanks", "a comma without quotes",
    "0.0 and 1.0", "types below the header",
    "places and numbers", "no header, one value twice",
    "a last cell too many, and one missing",
    "a title of one word", "a title with a comma", "a comment below the header", "ranges as numbers",
    "how often each row counts", "lists of numbers",
    "a row of totals", "a sum in JSON", "a spreadsheet with a total",
    "a line to skip that is not there", "a decimal point beside stripped ones",
    "a header among the rows", "a quote behind a backslash",
    "a title of two cells", "two lines of names", "merged cells above names", "rows named as R does",
    "names with blanks between blanks", "two signs of decimals", "means below the rows",
    "a line for each column", "accounts",
    "columns apart by blanks", "drawn by another", "a web page",
    "merged cells of the class, and a row of its own", "a dump of SQL",
    "merged cells of the class", "the class of a spreadsheet merged", "two tables in a spreadsheet",
    "commas in the column between others", "a quote behind a comma", "commas in any column",
    "keys and values with an equals sign", "all pairs of a record in one line",
    "units below the names",
    "labels before texts", "a key and a value in each line",
}  # fmt: skip

HINTS = {
    "merged cells of the class": "a row without a class; “play” has empty cells below its values, as",
    "the class of a spreadsheet merged": "a row without a class; cells of “play” are merged: each has",
    "two tables in a spreadsheet": "has 2 sheets; say ",
    "a row of totals": "'Total rows' and 1 empty cell: if this row adds up others, ",
    "a sum in JSON": "'Summe' and 1 empty cell: if this row adds up others, ",
    "a spreadsheet with a total": "'n = 1' and 1 empty cell: if this row adds up others",
    "a header among the rows": "the header once more; say ",
    "a quote behind a backslash": "a quote inside quotes is written twice",
    "a title of one word": "if 'Weather' is a title, say ",
    "a comment below the header": "if it is no row, say ",
    "ranges as numbers": "write one for it, such as its midpoint, or take it for a name",
    "how often each row counts": "if it says how often each row counts, ",
    "0.0 and 1.0": "if numbers above 0 stand for 1, ",
    "a decimal point beside stripped ones": "it separates no thousands",
    "a line to skip that is not there": "there is no line 3; the last one is 2",
    "a title of two cells": "if 'Report B' is a title, say ",
    "two lines of names": "if two lines name the columns, say ",
    "merged cells above names": "if two lines name the columns, say ",
    "rows named as R does": "if the first cells name the rows, say ",
    "names with blanks between blanks": "a name with a blank stands in quotes, or apart by two",
    "columns apart by blanks": "; cut at two blanks or more, most lines have 3 cells: say ",
    "a dump of SQL": "SQL that inserts no rows; write cells alone",
    "a line for each column": "if each line has the cells of a column, write those of a row in each",
    "accounts": "'(1,200)' may be below 0, as in accounts; write its sign",
    "units below the names": "units of the columns, not a row of cells; say ",
    "labels before texts": "if each line has a class and then a text, say ",
    "a key and a value in each line": "records of keys and values, not cells below names; say ",
    "means below the rows": "'mean' and 1 empty cell: if this row adds up others, say ",
    "drawn by another": "if it is no row, say ",
    "merged cells of the class, and a row of its own": "; if its cells are merged, say ",
    "a web page": "the page has no table of rows",
    "tabs and blanks": "; cut at two blanks or more, most lines have 3 cells: say ",
    "a comma without quotes": "; if commas and quotes in it are part of “text”, say ",
    "commas in the column between others": "; if commas and quotes in it are part of “said”, say ",
    "a quote behind a comma": "; if commas and quotes in it are part of “text”, say ",
    "two signs of decimals": "; write 1,5 if its point is the sign of decimals",
}
"""The end of the refusals: what to do about it."""


LACKING = {
    "ticks and empty cells", "merged cells of a spreadsheet", "merged cells in a column",
    "keys and values, and said", "a spreadsheet with a title", "a spreadsheet", "ARFF",
    "an archive's data, blanks behind commas, no header", "ARFF with ? among the values",
    "JSON lines with null and a key that lacks", "missing numbers", "NA is a mark",
    "question marks, empty cells and NA",
}  # fmt: skip
"""Files with missing cells: a note says what becomes of these."""

DOUBTS = {
    "labels of fastText": {"__label__ in front of a text is read as its class"},
    "label first, numbers behind": {"the class is “b”, and “label” a column like others"},
    "question marks, empty cells and NA": {"“NA” is a value of “sky”, not a missing cell"},
    "two spellings of a class": {"“Yes” and “yes” are two classes"},
    "numbers with a unit": {"“size” holds numbers with a unit, each a value of its own, as “10 cm”"},
    "dates and times": {"“day” holds dates, each a value of its own, as “2024-01-02 9:05”"},
    "dates": {"“day” holds dates, each a value of its own, as “2024-01-02”"},
    "names of the rows": {"“name” is different in every row: names of the rows?"},
    "counts in the last column": {"the class “Freq” has 3 numbers: are they counts, or measured?"},
    "measured in the last column": {"the class “size” has 12 numbers: are they counts, or measured?"},
    "texts behind a label of another name": {
        "the class “v2” is different in almost every row: a text, or an id?"
    },
    "a comment that may be a header": {
        "“# weather” is the name of a column: if the first line is a comment, delete it"
    },
    "abbreviated classes": {
        "“n” and “no” are two classes: perhaps one word",
        "“y” and “yes” are two classes: perhaps one word",
    },
    "a filled row of totals": {"“Total” is a value of “job”: its row may add up others"},
    "a number among classes": {"“2” is a class, a number among words"},
    "points between thousands": {
        "“1.234” of “age” is read as 1.234: does its point separate thousands?"
    },
    "quotes around whole lines": {
        "“sky,wind,play” is the only column: quotes around whole lines make one cell of each"
    },
    "single quotes": {"values of “sky” stand in quotes, which are part of them: 'rain'"},
    "an exponent": {"row 2: “1e3” stands among plain numbers of “age”"},
    "an empty text": {"row 2: an empty text counts as one without words"},
    "titles and an empty row, padded": {
        "“The weather in Leeds” in line 1 is left out as a title",
        "“Printed 03/11/2026” in line 2 is left out as a title",
    },
    "titles in a spreadsheet's lines": {
        "“Bank - branch Leeds” in line 1 is left out as a title",
        "“Printed in May” in line 2 is left out as a title",
    },
    "a title above the header": {"“The weather of May” in line 1 is left out as a title"},
    "a title of one word with a gap": {"“Weather” in line 1 is left out as a title"},
    "a spreadsheet with a title": {
        "“Weather data” in line 1 is left out as a title",
        "“May 2024” in line 2 is left out as a title",
    },
    "a header in a comment below comments": {
        "“# sky” is the name of a column: if the first line is a comment, delete it"
    },
    "quotes of a word processor": {"values of “sky” stand in quotes, which are part of them: “rain”"},
    "an invisible sign": {"“yes” and “\ufffdyes” are two classes"},
    "spellings of truth": {
        "“TRUE” and “yes” are two values of “wet”: perhaps one, write one of them",
        "“false” and “no” are two values of “wet”: perhaps one, write one of them",
    },
    "merged cells in a column": {"“sky” has empty cells below its values, as merged cells have"},
    "merged cells of a spreadsheet": {"cells of “a” are merged: each has the value of the first"},
    "rows without a class, left out": {"1 row without a class is left out"},
    "ticks and empty cells": {
        "“free” and “meet” have “x” or nothing: are empty cells “no”, not missing?"
    },
    "points between thousands, and hundreds": {
        "“1.234” of “age” is read as 1.234: does its point separate thousands?"
    },
    "counted rows with separators": {"the class “Anzahl” has 3 numbers: are they counts, or measured?"},
    "a column of totals": {"“sum” adds up other columns in every row"},
    "a spreadsheet with a cover": {"sheet “notes” is left out: it has one column"},
    "no header": {"“3.5” is the name of a column: the first line may be a row"},
}


def written(folder: Path, name: str) -> tuple[Path, tuple[str, ...]]:
    file, content, *options = MESSY[name]
    path = folder / str(file)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path, tuple(map(str, options))


@one_in(36, "name", MESSY)
def test_every_door_reads_a_file_alike(name: str, tmp_path: Path) -> None:
    """Every door finds the same class column, classes, values, missing cells and numbers."""
    path, options = written(tmp_path, name)
    read = by_every_door(path, *options)
    if name in REFUSED:
        assert all(isinstance(message, str) for message in read.values()), read
        assert all(HINTS.get(name, "") in str(message) for message in read.values()), read
    else:
        assert {door: counted == read["solve"] for door, counted in read.items()} == dict.fromkeys(
            read, True
        ), read
        missing = {note for note in read["solve"][2] if re.match(r"[\d,]+ cells? of “", note)}
        assert bool(missing) == (name in LACKING)
        assert read["solve"][2] - missing == DOUBTS.get(name, set())


@one_in(6, "name", [name for name in DOUBTS if name != "no header"])  # whose options name columns
def test_a_remedy_is_the_same_at_every_door(name: str, tmp_path: Path) -> None:
    """As keywords, options, keys of a file, typed on the page: the same counts, the doubt is gone."""
    path, options = written(tmp_path, name)
    for doubt in read_problem(parsed("solve", str(path), *options)).doubts:
        if doubt.remedy:
            sizes, *others = [problem.counts.sizes for problem in remedied(path, doubt, *options)]
            assert others == [sizes] * 3
            assert all(doubt not in problem.doubts for problem in remedied(path, doubt, *options))


OPTIONS = {
    "--label": ("sky,play,day\nsun,yes,a\nrain,no,b\nsun,no,a\n", "play"),
    "--id": ("sky,name,play\nsun,u,yes\nrain,v,no\nsun,w,no\n", "name"),
    "--text": ("sky,play\nsun and wind,yes\nrain,no\n", "sky"),
    "--words": ("text,play\nSun and wind,yes\nsun,no\n", ""),
    "--letters": ("text,play\nsun,yes\nrain,no\n", ""),
    "--items": ('text,play\n"sun, hot",yes\nsun,no\n', ""),
    "--missing": ("sky,play\nsun,yes\nNA,no\nsun,no\n", "NA"),
    "--encoding": ("sky,play\nS\xfcd,yes\nrain,no\n", "cp1252"),
    "--delimiter": ("sky:play\nsun:yes\nrain:no\n", ":"),
    "--decimal": ("size;play\n1,5;yes\n2,5;no\n1,7;yes\n2,6;no\n", ","),
    "--skip": ("sky,play\nsun,yes\nrain,no\nsun,no\n", "3"),
    "--strip": ("size,play\n5 kg,yes\n7 kg,no\n6 kg,yes\n8 kg,no\n", "kg"),
    "--fill-down": ("sky,wind,play\nsun,weak,yes\n,high,no\nrain,weak,no\n,high,yes\n", "sky"),
    "--rest": ('sky,said,play\nsun,see, you,yes\nfog,"free, for",no\nsun,it; is "so",no\n', "said"),
    "--worksheet": (workbook(["a", "b"], ["u", "v"], more=["code", "meaning"]), "Sheet"),
    "--omit": ("sky,wind,play\nsun,weak,yes\nrain,weak,no\n", "wind"),
    "--header": ("sun,yes\nrain,no\nsun,no\n", "sky,play"),
    "--no-header": ("sun,yes\nrain,no\nsun,no\n", ""),
    "--fold-case": ("sky,play\nsun,Yes\nrain,no\nSun,yes\n", ""),
    "--unlabelled": ("sky,play\nsun,yes\nrain,?\nsun,no\n", "drop"),
    "--weight": ("sky,n,play\nsun,2,yes\nrain,3,no\n", "n"),
    "--binarize": ("a,b,play\n0.5,u,yes\n0.0,v,no\n", ""),
}
"""For each option that reads tables, one that is read otherwise with a value of it."""


@all_of("option", OPTIONS, apart=6)
def test_an_option_says_the_same_at_every_door(option: str) -> None:
    """Commands, a file and the page that take it read one table, and another without; so audit does."""
    content, value = OPTIONS[option]
    data = content if isinstance(content, bytes) else content.encode("cp1252")
    numbers = ["--numbers", "size"] if b"size" in data[:5] else []
    with TemporaryDirectory() as folder, chdir(folder):
        path = Path("t.csv" if isinstance(content, str) else "t.xlsx")
        path.write_bytes(data)
        read = by_every_door(path, option, value, *numbers)
        assert len(read) >= 2 + (option in options_of("count")) * 2
        assert all(one == read["solve"] for one in read.values()), read
        assert by_every_door(path, *numbers)["solve"] != read["solve"]
        variable, (sizes, *_), _ = read["solve"]
        printed = [f'\'count("{variable}"="{label}")\' = "{n}"' for label, n in sizes.items()]
        document = "\n".join([document_of(path, option, value, *numbers), "[printed]", *printed])
        Path("p.toml").write_text(document, encoding="utf-8")
        assert main(["audit", "p.toml"]) == 0


def test_every_option_that_reads_tables_is_tried() -> None:
    """The options of `solve` that say how a table is read are those above."""
    assert {*OPTIONS} == options_of("solve", "how a table is read")


@one_in(48, "name", [name for name in MESSY if name not in REFUSED], exhaustive=3)
def test_audit_counts_the_classes_of_a_file_as_solve_does(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Printed counts of the classes are right where they are those that `solve` reads."""
    path, options = written(tmp_path, name)
    variable, (sizes, *_), _ = by_every_door(path, *options)["solve"]
    printed = [f'\'count("{variable}"="{label}")\' = "{size}"' for label, size in sizes.items()]  # type: ignore
    document = "\n".join([document_of(path, *options), "[printed]", *printed])
    (tmp_path / "p.toml").write_text(document, encoding="utf-8")
    assert main(["audit", str(tmp_path / "p.toml")]) == 0, capsys.readouterr()


COMMANDS = {
    "solve": "t.csv", "explore": "t.csv --query sun", "count": "t.csv -o c.parquet",
    "classify": "--train t.csv --leave-one-out", "audit": "p.toml", "check": "p.toml a.toml",
}  # fmt: skip
NOTE = "“Yes” and “yes” are two classes"


def written_out() -> None:
    path, _ = written(Path(), "two spellings of a class")
    Path("p.toml").write_text(document_of(path) + '\n[printed]\n"count(No)" = "1"\n')
    Path("a.toml").write_text('"P(No)" = "1/4"\n')


@all_of("command", COMMANDS)
def test_a_doubt_is_said_once_by_every_command(command: str) -> None:
    """It stands on standard error once, with its remedy; `--strict` makes it an error."""
    with TemporaryDirectory() as folder, chdir(folder):
        written_out()
        for strict, code in (([], 0), (["--strict"], 2)):
            out, err = StringIO(), StringIO()
            with redirect_stdout(out), redirect_stderr(err):
                assert main([command, *COMMANDS[command].split(), *strict]) == code, err.getvalue()
            remedy = "(--fold-case)" if "t.csv" in COMMANDS[command] else "(fold_case = true)"
            assert err.getvalue().count(f"{NOTE} {remedy}") == err.getvalue().count(NOTE) == 1
            assert remedy not in out.getvalue()
            assert not strict or not out.getvalue()


@pytest.mark.parametrize("command", ["solve", "explore", "classify", "audit", "check"])
def test_json_has_the_doubts(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program finds them under `doubts`, in a document that names its version."""
    monkeypatch.chdir(tmp_path)
    written_out()
    assert main([command, *COMMANDS[command].split(), "--to", "json", "-o", "o.json"]) == 0
    written = json.loads(Path("o.json").read_text(encoding="utf-8"))
    assert written["doubts"] == [NOTE]
    assert written["schema"].endswith("/1")
