"""`exactnb check` with a class: the options of its file, of its report, and of what students get."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from csv_rows import rows
from thoroughness import all_of

from exactnb.interfaces.cli import main

SHEET = """title = "Sheet 1"
[data]
table = '''
a class
1 +
0 +
0 -
'''
[[question]]
id = "prior"
quantity = "P(+)"
[[question]]
id = "one"
quantity = "P(a=1|+)"
"""
MOODLE = """\
Last name,First name,Email address,Status,Response 1,Response 2
Lovelace,Ada,ada@x.org,Finished,2/3,1/2
Lovelace,Ada,ada@x.org,Finished,1/3,1/2
Doe,Jane,jane@x.org,Finished,"0,6",1/2
Late,Bo,bo@x.org,In progress,-,-
"""
BOOK = """\
Student,ID,SIS Login ID,Sheet 1 (7)
    Points Possible,,,9
"Doe, Jane",1,jane@x.org,
"Lovelace, Ada",2,ada@x.org,
"Late, Bo",3,bo@x.org,5
"""

OUTSIDE = "not surely of the roster"
Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Return a function that checks a class and gives code, out and err."""
    monkeypatch.chdir(tmp_path)
    Path("book.csv").write_text(BOOK)

    def run(*options: str, answers: str = MOODLE, sheet: str = SHEET) -> tuple[int, str, str]:
        Path("sheet.toml").write_text(sheet)
        Path("class.csv").write_text(answers)
        try:
            code = main(["check", "sheet.toml", "class.csv", *options])
        except SystemExit as left:
            code = int(str(left.code))
        out, err = capsys.readouterr()
        return code, out, err

    return run


@all_of("attempts, score", [("best", "2"), ("last", "1"), ("first", "2")])
def test_one_attempt_counts(check: Check, attempts: str, score: str) -> None:
    """Of two attempts of one student the best, the last or the first is graded."""
    code, out, err = check("--attempts", attempts, "--to", "csv")
    assert code == 1
    assert [row[:2] for row in rows(out)[1:]] == [["Ada Lovelace", score], ["Jane Doe", "1"]]
    assert err.splitlines() == [
        "exactnb: by their order, Response 1 is prior, Response 2 is one; --map says otherwise",
        "exactnb: not handed in: 'Bo Late'",
    ]


def test_of_equal_attempts_the_last_is_the_best(check: Check) -> None:
    """Points that stay open count for more than points that are lost."""
    answers = 'name,prior,one\nA,1/3,1/2\nA,1/3,0.5\nB,1/3,1/2\nB,"0,6",1/2\n'
    _, out, _ = check("--attempts", "best", "--to", "json", answers=answers)
    first, second = json.loads(out)["students"]
    assert first["answers"][1]["raw"] == "0.5"
    assert (second["score"], second["most"]) == ("1", "2")


def test_columns_are_said_with_options(check: Check) -> None:
    """--student, --ignore and --map, each as often as there are columns."""
    answers = "group,tutor,nick,r1,r2\nx,y,Ada,2/3,1/2\n"
    said = ["--student", "nick", "--ignore", "group", "--ignore", "tutor"]
    code, out, err = check(*said, "--map", "r1=prior", "--map", "r2=one", answers=answers)
    assert (code, err) == (0, "")
    assert "Sheet 1: Ada" in out


def test_a_roster_orders_and_names_a_class(check: Check) -> None:
    """Students stand as in the roster, with its names; who is missing, and who is too many, is told."""
    answers = MOODLE + "Poe,Edgar,poe@x.org,Finished,1,1\n"
    _, out, err = check("--attempts", "best", "--roster", "book.csv", "--to", "json", answers=answers)
    document = json.loads(out)
    students = [each["student"] for each in document["students"]]
    assert students == ["Doe, Jane", "Lovelace, Ada", "Edgar Poe"]
    assert document["nothing_handed_in"] == ["Late, Bo"]
    assert "exactnb: not in the roster: 'Edgar Poe'\n" in err


def test_gradebooks_come_out(check: Check) -> None:
    """Canvas gets its own file back with points in it, Moodle its columns with grade and feedback."""
    _, out, err = check("--attempts", "best", "--roster", "book.csv", "--to", "canvas")
    assert rows(out)[1:] == [
        ["    Points Possible", "", "", "2"],
        ["Doe, Jane", "1", "jane@x.org", ""],
        ["Lovelace, Ada", "2", "ada@x.org", "2"],
        ["Late, Bo", "3", "bo@x.org", "5"],
    ]
    assert "exactnb: points still open, their cells are left as they are: 'Doe, Jane'\n" in err
    _, out, _ = check("--attempts", "best", "--to", "moodle")
    assert rows(out)[0] == [
        "Last name", "First name", "Email address", "Sheet 1", "Sheet 1 (feedback)"
    ]  # fmt: skip
    assert rows(out)[1] == ["Lovelace", "Ada", "ada@x.org", "2", "All right."]


def test_feedback_is_a_file_for_each(check: Check) -> None:
    """The folder is made, and a second run writes the files anew."""
    for _ in range(2):
        assert check("--attempts", "last", "--feedback", "out/fb", "-o", "report.txt")[0] == 1
        assert sorted(path.name for path in Path("out/fb").iterdir()) == [
            "Ada-Lovelace.md",
            "Jane-Doe.md",
        ]
    assert "# Sheet 1: Ada Lovelace\n\n1 of 2 points." in Path("out/fb/Ada-Lovelace.md").read_text()
    Path("out/taken/Jane-Doe.md").mkdir(parents=True)
    code, out, err = check("--attempts", "last", "--feedback", "out/taken", "-o", "new.txt")
    assert (code, out) == (2, "")
    assert err == f"exactnb: {Path('out/taken/Jane-Doe.md')}: is a folder, not a file\n"
    assert not Path("new.txt").exists()
    assert [path.name for path in Path("out/taken").iterdir()] == ["Jane-Doe.md"]


def test_names_may_be_left_out(check: Check) -> None:
    """With --anonymous no name is in any report, nor beside it, roster or not."""
    for form in ("text", "json", "csv"):
        for more in ([], ["--roster", "book.csv"]):
            answers = MOODLE + "Poe,Edgar,poe@x.org,Finished,1,1\n"
            said = ("--attempts", "best", "--anonymous", "--to", form, *more)
            _, out, err = check(*said, answers=answers)
            assert "student 1" in out
            assert not [name for name in ("Ada", "Jane", "Bo", "Poe", "x.org") if name in out + err]
            assert ("exactnb: not in the roster: 1\n" in err) == bool(more)


def test_a_regrade_says_who_changes(check: Check) -> None:
    """An earlier report as JSON, a text that is accepted since, and one line for the student."""
    check("--attempts", "last", "--to", "json", "-o", "before.json")
    accepting = SHEET + '[[accept]]\nquestion = "prior"\ntext = "0,6"\n'
    code, out, _ = check("--attempts", "last", "--before", "before.json", sheet=accepting)
    assert code == 1
    assert "\nChanges\n   Jane Doe: 1 to 2 (+1): prior open to 1 (a person)\n\n" in out
    one = check(
        "--attempts", "last", "--before", "before.json", answers=MOODLE[:180].rpartition("\n")[0]
    )
    assert "Changes" in one[1]


PLAIN = "student,prior,one\nAda,2/3,1/2\n"


@all_of(
    "options, said",
    [
        ("--student nobody", "class.csv: line 1: there is no column 'nobody'"),
        ("--ignore nothing", "class.csv: line 1: there is no column 'nothing'"),
        ("--ignore prior --ignore one", "class.csv: line 1: expected a column of students, and one"),
        ("--map prior", 'class.csv: line 1: expected "COLUMN=QUESTION"'),
        ("--map prior=two", "class.csv: line 1: there is no question 'two'"),
        ("--map prior=one", "class.csv: line 1: columns 'one' and 'prior' both answer 'one'"),
        ("--roster none.csv", "none.csv: no such file"),
        ("--roster sheet.toml", "sheet.toml: expected a file that ends in .csv, .tsv"),
        ("--before class.csv", "class.csv: not valid JSON"),
        ("--before before.json", "before.json: no such file"),
        ("--before book.csv --to csv", "--before: needs --to text, json or html"),
        ("--anonymous --to moodle", "--anonymous: cannot be used with --to moodle, which needs names"),
        ("--anonymous --feedback fb", "--anonymous: cannot be used with --feedback"),
        ("--anonymous --before x.json", "--anonymous: cannot be used with --before"),
        ("--feedback class.csv", "class.csv: is a file, not a folder"),
        ("--feedback sheet.toml/x", "sheet.toml/x: "),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_line(check: Check, options: str, said: str) -> None:
    """Nothing is printed or written then."""
    code, out, err = check(*options.split(), answers=PLAIN)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"exactnb: {said}")
    assert not Path("fb").exists()


@all_of(
    "options",
    ["--student a", "--ignore a", "--map a=b", "--attempts last", "--roster b.csv", "--to canvas"],
)
def test_options_of_a_class_need_one(check: Check, capsys, options: str) -> None:
    """The answers of one student have no columns, no attempts and no gradebook."""
    check(answers=PLAIN)
    Path("ada.toml").write_text('prior = "2/3"\n')
    assert main(["check", "sheet.toml", "ada.toml", *options.split()]) == 2
    assert "needs the answers of a class (.csv, .tsv)" in capsys.readouterr().err


@all_of(
    "header, one, other, names, is_told",
    [
        ("name,prior", "Ada Doe,1", '"Doe, Ada",2/3', ["Ada Doe", f"Doe, Ada ({OUTSIDE})"], True),
        ("name,prior,id", "X,1,1", "Y,2/3,1", ["X", "Y"], True),
        ("name,prior,id", '"Doe, Ada",1,7', "Y,2/3,8", [f"Doe, Ada ({OUTSIDE})", "Y"], False),
    ],
)
def test_two_students_are_never_one_of_the_roster(
    check: Check, header: str, one: str, other: str, names: list[str], is_told: bool
) -> None:
    """Nobody gets the row that two may have; both are graded, and so are the others."""
    Path("one.csv").write_text('Student,ID\n"Doe, Ada",1\n"Roe, Eve",3\n')
    answers = "\n".join([header, one, other, "Eve Roe,1/3" + ",3" * header.endswith("id")]) + "\n"
    code, out, err = check("--roster", "one.csv", "--to", "json", answers=answers)
    document = json.loads(out)
    by_name = {each["student"]: each for each in document["students"]}
    assert code == 1
    assert sorted(by_name) == sorted([*names, "Roe, Eve"])
    assert [by_name[name]["answers"][0]["raw"] for name in names] == ["1", "2/3"]
    assert sorted(each["student"] for each in document["remarks"]) == (names if is_told else [])
    assert "not in the roster: " in err
    book = rows(check("--roster", "one.csv", "--to", "canvas", answers=answers)[1])
    assert [row[-1] for row in book[2:]] == ["", "0"]


def test_nobody_handed_in_anything(check: Check) -> None:
    """A file of attempts that were never finished is refused."""
    answers = MOODLE.replace("Finished", "Never submitted")
    assert check(answers=answers)[2] == "exactnb: class.csv: nobody has handed in anything\n"
