"""One student's file stops no other: whatever is handed in, the others get the marks they would get."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hostile_files import GOOD_JSON, GOOD_NOTEBOOK, GOOD_TOML, NAMES, contents
from hostile_files import TYPED as OF_FILES
from thoroughness import choose, in_both_runs, one_in

from exactnb import Grader, Problem
from exactnb.core.problem.problem_file import read_problem_text
from exactnb.errors import InputError
from exactnb.interfaces.cli import main
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.submissions.class_files import AnswerSheet
from exactnb.teach.grading.submissions.files import read_answers

OPEN = """\
data.table = '''
a class
1 +
0 +
0 -
'''
query.x = { a = 1 }
"""
ASKING = """
[[question]]
id = "prior"
quantity = "P(+)"
[[question]]
id = "joint"
quantity = "P(+,x)"
"""
PROBLEMS = {"asking": OPEN + ASKING, "open": OPEN}
GOOD = {"ada.toml": 'prior = "2/3"\njoint = "1"\n', "dee.json": GOOD_JSON}
OF_OPEN = {"ada.toml": '"P(+)" = "2/3"\n"P(+,x)" = "1"\n', "dee.json": '{"P(+)": "2/3"}'}
ENDINGS = (".toml", ".json", ".ipynb", ".csv", ".tsv", ".xml", ".zip", ".txt", ".md", ".TOML", "")
HOSTILE = tuple(contents())
FORMS = ("text", "json", "csv", "html", "moodle", "canvas")


def folder_of(path: Path, files: Mapping[str, bytes | str]) -> Path:
    folder = path / "in"
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def reports(folder: Path, problem: str = "asking") -> dict[str, Report]:
    grader = Grader(read_problem_text(Problem, PROBLEMS[problem]))
    questions = [question.id for question in grader.problem.questions]
    sheets = read_answers(folder, questions=questions)
    found = {sheet.student: grader.grade_sheet(sheet) for sheet in sheets}
    assert len(found) == len(sheets)
    return found


def due(problem: str) -> dict[str, Report]:
    """Return the reports on those who hand in what they should."""
    grader = Grader(read_problem_text(Problem, PROBLEMS[problem]))
    answers = {"ada": ("2/3", "1"), "dee": ("2/3", "1/3")}
    if problem == "open":
        typed = {"ada": {"P(+)": "2/3", "P(+,x)": "1"}, "dee": {"P(+)": "2/3"}}
    else:
        typed = {name: dict(zip(("prior", "joint"), of, strict=True)) for name, of in answers.items()}
    return {name: grader.grade(of, name) for name, of in typed.items()}


def as_told(report: Report) -> list[tuple[str, str, str]]:
    return [(each.question.id, each.verdict.value, str(each.score)) for each in report.graded]


@in_both_runs
@pytest.mark.parametrize("problem", PROBLEMS)
@one_in(16, "ending", ENDINGS)
def test_whatever_one_hands_in_the_others_are_graded(ending: str, problem: str, tmp_path: Path) -> None:
    """A folder with every hostile content: the good ones as alone, and each of the others is there."""
    good = OF_OPEN if problem == "open" else GOOD
    chosen = choose(quick=HOSTILE[::9], exhaustive=HOSTILE[::2])
    hostile = {f"h{number}{ending}": content for number, content in enumerate(chosen)}
    found = reports(folder_of(tmp_path, {**good, **hostile}), problem)
    assert len(found) == len(good) + len(hostile)
    for name, report in due(problem).items():
        assert as_told(found[name]) == as_told(report)
        assert found[name].is_readable
    for report in found.values():
        assert "\n" not in report.note
        assert len(report.note) < 400
        assert "internal" not in report.note
        if not report.is_readable:
            assert report.remark
            assert not report.is_right
            assert not report.is_settled
            assert {each.verdict for each in report.graded} <= {Verdict.UNGRADED}


def test_what_is_hostile_is_a_lot() -> None:
    """There are more than sixty contents, no two alike."""
    assert len(set(HOSTILE)) > 150


@in_both_runs
def test_every_report_is_made_of_a_hostile_class(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever all of them hand in, each form is written in full, and can be read by others."""
    chosen = choose(quick=HOSTILE[::22], exhaustive=HOSTILE[::2])
    hostile = {f"h{n}{('.toml', '.json', '.ipynb')[n % 3]}": of for n, of in enumerate(chosen)}
    folder = folder_of(tmp_path, {**GOOD, **hostile})
    problem = tmp_path / "sheet.toml"
    problem.write_text(PROBLEMS["asking"])
    students = reports(folder)
    for form in FORMS:
        for more in ((), ("--anonymous",)):
            if more and form in ("moodle", "canvas"):
                continue
            run = ["check", str(problem), str(folder), "--to", form, *more]
            assert main(run) == 1
            out = capsys.readouterr().out
            out.encode()
            assert "\x1b" not in out
            if form == "json":
                document = json.loads(out)
                assert len(document["students"]) == len(students)
            elif form in ("csv", "moodle"):
                assert len(list(csv.reader(io.StringIO(out), strict=True))) == 1 + len(students)
            if more:
                assert not any(f"h{n}." in out for n in range(len(hostile)))


CASES = {
    "bo.toml": {
        "open quote": 'prior = "2/3',
        "twice": 'prior = "1"\nprior = "2"\n',
        "no question": '"foo(" = "1"\n',
        "bytes": b"\xff\xfe\x00",
        "300 KB": "prior = 1\n" * 30_000,
        "impersonation": 'student = "ada"\nprior = "1/2"\n',
    },
    "bo.ipynb": {"no notebook": '{"cells":1}'},
    "bo.txt": {"no kind": "2/3"},
    "bo.md": {"no kind": "2/3"},
    "bo/one.toml": {"no end": 'prior = "'},
}


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "why"), [(name, why) for name, of in CASES.items() for why in of])
def test_every_report_lists_who_cannot_be_read(
    name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command ends with 1, ada has her points, and bo is in each form with a reason."""
    content = CASES[name][why]
    folder = folder_of(tmp_path, {**GOOD, name: content})
    problem = tmp_path / "sheet.toml"
    problem.write_text(PROBLEMS["asking"])
    for form in FORMS:
        feedback = ("--feedback", str(tmp_path / "feedback")) if form == "text" else ()
        assert main(["check", str(problem), str(folder), "--to", form, *feedback]) == 1
        out, err = capsys.readouterr()
        assert "bo" in out, form
        if form == "text":
            assert "not readable" in out.split("\nStudents\n")[1]
            assert "not readable: " in out.split("To look at")[1]
        if form == "json":
            document = json.loads(out)
            assert [each["student"] for each in document["students"]] == ["ada", "bo", "dee"]
            (remark,) = document["remarks"]
            assert (remark["student"], remark["readable"]) == ("bo", False)
        if form == "csv":
            (row,) = (row for row in csv.reader(io.StringIO(out)) if row[0] == "bo")
            assert row[1] == ""
            assert row[-1].startswith("not readable: ")
        if form in ("html", "moodle"):
            assert "not readable: " in out
        if form in ("moodle", "canvas"):
            assert "points still open" in err
    assert "not readable: " in (tmp_path / "feedback" / "bo.md").read_text()


def test_one_alone_is_listed_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with one file that cannot be read is a report, in every form."""
    folder = folder_of(tmp_path, {"bo.toml": 'prior = "'})
    problem = tmp_path / "sheet.toml"
    problem.write_text(PROBLEMS["asking"])
    for form in (*FORMS, "gradescope"):
        assert main(["check", str(problem), str(folder), "--to", form]) == 1
        out = capsys.readouterr().out
        assert "not valid TOML" in out or form == "canvas"


def test_what_is_no_regular_file_is_never_waited_for(tmp_path: Path) -> None:
    """A pipe, links that go nowhere, in a circle or to another's file, folders called as files."""
    folder = folder_of(tmp_path, GOOD)
    os.mkfifo(folder / "pipe.toml")
    (folder / "circle.toml").symlink_to("circle.toml")
    (folder / "dangling.toml").symlink_to("nowhere.toml")
    (folder / "copied.toml").symlink_to("ada.toml")
    (folder / "up").symlink_to(folder)
    (folder / "folder.toml").mkdir()
    (folder / "inside").mkdir()
    (folder / "inside" / "answers.toml").mkdir()
    (folder / "empty").mkdir()
    found = reports(folder)
    assert as_told(found["ada"]) == as_told(due("asking")["ada"])
    told = {name: report.remark for name, report in found.items() if not report.is_readable}
    assert told == {
        "circle": "circle.toml: is a link; expected the file itself",
        "copied": "copied.toml: is a link; expected the file itself",
        "dangling": "dangling.toml: is a link; expected the file itself",
        "empty": "expected a file that ends in .toml, .json, .ipynb; there is nothing",
        "folder": "folder.toml: is a folder, not a file",
        "inside": "inside/answers.toml: is a folder, not a file",
        "pipe": "pipe.toml: is no regular file; use /dev/stdin for what is piped in",
        "up": "expected a file that ends in .toml, .json, .ipynb; there is up",
    }


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), OSError(5, "I/O error")])
def test_what_the_system_refuses_costs_one_student(
    error: OSError, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file, and a folder, that may not be read."""
    folder = folder_of(tmp_path, {**GOOD, "bo.toml": "", "cy/a.toml": ""})
    opened, listed = os.open, os.scandir

    def open_(path: str | Path, *rest: int) -> int:
        if str(path).endswith("bo.toml"):
            raise error
        return opened(path, *rest)

    def scandir(path: str | Path):
        if str(path).endswith("cy"):
            raise error
        return listed(path)

    monkeypatch.setattr(os, "open", open_)
    monkeypatch.setattr(os, "scandir", scandir)
    found = reports(folder)
    assert error.strerror.lower() in found["bo"].remark
    assert error.strerror.lower() in found["cy"].remark
    assert as_told(found["dee"]) == as_told(due("asking")["dee"])


def test_a_student_has_one_file(tmp_path: Path) -> None:
    """Two files, wherever they stand, are nobody's choice; other kinds beside one are told."""
    files = {
        **GOOD,
        "bo/a.toml": "",
        "bo/b.json": "{}",
        "cy.toml": GOOD_TOML,
        "cy.ipynb": GOOD_NOTEBOOK,
        "eve.toml": GOOD_TOML,
        "eve.txt": "",
        "flo/x/answers.ipynb": GOOD_NOTEBOOK,
        "flo/x/timestamp.txt": "",
    }
    found = reports(folder_of(tmp_path, files))
    assert found["bo"].remark == "2 files: bo/a.toml, bo/b.json; expected one"
    assert found["cy"].remark == "2 files: cy.ipynb, cy.toml; expected one"
    assert (found["eve"].is_right, found["eve"].remark) == (True, "not looked at: eve.txt")
    assert (found["flo"].is_right, found["flo"].remark) == (True, "")


@pytest.mark.parametrize("name", ["ada", "ADA", " Ada ", "ada,", "dee"])
def test_nobody_takes_the_place_of_another(name: str, tmp_path: Path) -> None:
    """Who says that a file is of a student who handed in another is told, and graded as nobody."""
    files = {**GOOD, "bo.toml": f"student = {name!r}\nprior = '2/3'\njoint = '1/3'\n"}
    found = reports(folder_of(tmp_path, files))
    assert list(found) == ["ada", "bo", "dee"]
    assert found["bo"].remark.startswith("says that it is of ")
    assert (found["bo"].is_readable, found["bo"].score) == (False, 0)


def test_two_who_say_the_same_name_keep_their_own(tmp_path: Path) -> None:
    """Where no file is called so, nobody knows who is meant: both are graded under their own names."""
    files = {f"{number}.toml": f"student = 'Wei {n}'\n" + GOOD_TOML
             for number, n in (("17", "Li"), ("23", "LI"), ("42", "Wu"))}  # fmt: skip
    found = reports(folder_of(tmp_path, files))
    assert list(found) == ["17", "23", "Wei Wu"]
    assert all(report.is_right for report in found.values())
    assert [report.remark for report in found.values()] == [
        "says that it is of 'Wei Li', as another does",
        "says that it is of 'Wei LI', as another does",
        "",
    ]


@one_in(4, "first", range(len(NAMES)))
def test_names_of_files_are_names_of_students(first: int, tmp_path: Path) -> None:
    """Whatever a file is called and whatever it says, no two have one name, and none is lost."""
    names = [NAMES[at].replace("/", "_").replace("\0", "0") for at in (first, first - 1)]
    files = {
        f"x{name}"[:200] + ".json": json.dumps({"student": NAMES[at]}) for at, name in enumerate(names)
    }
    folder = folder_of(tmp_path, {**GOOD, **files})
    (folder / os.fsdecode(b"caf\xe9.json")).write_text("{}")
    (folder / os.fsdecode(b"caf\xe8.json")).write_text("{}")
    found = reports(folder)
    assert {"ada", "dee", "caf\\xe9", "caf\\xe8"} <= found.keys()
    assert len(found) == len(files) + 4


ROWS = (
    "bo", "bo,1", "bo,1,2,3", 'bo,"1', 'bo,"1/2",x"', 'bo,"1"2,3', ",1,2", '"bo,1,2', 'bo,1,"2',
    "bo,\x00,1", 'bo,"a\nb",1', "ada", "ada,1/2,1/2", "ADA,1/2", "=1+1,1,2", "bo,\x1b[31m,1", '"",1,2',
    'bo,"",""', "bo\t1\t2", "bo;1;2", f"bo,{'(' * 5000},1", f"bo,{'9' * 5000},1", "\u202ebo,1,2",
    '""","', "bo,1,2" + "," * 999,
)  # fmt: skip


@in_both_runs
@one_in(6, "at", range(len(ROWS)))
def test_a_row_costs_its_own_student_alone(at: int, tmp_path: Path) -> None:
    """A class of four, one row of which, in any place, is not as it should be."""
    good = ["dee,2/3,1/3", "eve,1/2,1/3", "flo,2/3,1"]
    file = tmp_path / "class.csv"
    file.write_text("\n".join(["student,prior,joint", *good, ""]))
    alone = {name: as_told(report) for name, report in reports(file).items()}
    assert len(alone) == 3
    for place in choose(quick=[at % 4], exhaustive=range(4)):
        lines = ["student,prior,joint", *good[:place], ROWS[at], *good[place:], ""]
        file.write_text("\n".join(lines), newline="")
        found = {name: as_told(report) for name, report in reports(file).items()}
        assert {name: found[name] for name in alone} == alone
        assert len(found) == 4


TYPED_IN_PYTHON: tuple[Any, ...] = (
    b"x", float("nan"), float("inf"), 1j, len, 10**5000, "x" * 100_000, "\ud800", [1] * 1000, (1, 2),
)  # fmt: skip


CLOZE = [f'{name},Finished,"part 1: 2/3; part 2: {joint}"'
         for name, joint in (("dee", "1/3"), ("eve", "1"), ("flo", "1/2"))]  # fmt: skip
TYPED = (
    "part 1: 1; part 2: 2; part 3: 3", "part 1: 1; part 2: a; part 4: b", "part 2: 1", "Part 1: x", "x",
    "-", "", "Seed: 1; ans1: 2/3 [score]", "Seed: 1; ans9: 1 [score]; ans9999: 1 [score]", "Seed: 1",
    "; ".join(f"part {n}: 1" for n in range(1, 300)), "part 1: " * 50, "=1+1", "\x1b[31m", "1/2; part",
)  # fmt: skip


@one_in(3, "at", range(len(TYPED)))
def test_a_response_changes_no_other_row(at: int, tmp_path: Path) -> None:
    """Moodle's parts of a response: what one student types looks like parts, of others or of none."""
    file = tmp_path / "class.csv"
    header = "Name,Status,Response 1"
    file.write_text("\n".join([header, *CLOZE, ""]))
    alone = {name: as_told(report) for name, report in reports(file).items()}
    assert alone["dee"][0][1:] == alone["dee"][1][1:] == ("correct", "1")
    rows = [*CLOZE[:2], f'bo,Finished,"{TYPED[at]}"', *CLOZE[2:]]
    file.write_text("\n".join([header, *rows, ""]), newline="")
    found = {name: as_told(report) for name, report in reports(file).items()}
    assert {name: found[name] for name in alone} == alone
    assert "bo" in found


class Silent:
    """An object that cannot be shown."""

    def __str__(self) -> str:
        raise LookupError

    __repr__ = __str__


@pytest.mark.parametrize("problem", PROBLEMS)
def test_python_is_refused_in_a_line_or_graded(problem: str) -> None:
    """`grade` raises InputError or nothing, whatever it is given; `grade_sheet` nothing."""
    grader = Grader(read_problem_text(Problem, PROBLEMS[problem]))
    key = "prior" if problem == "asking" else "P(+)"
    values: tuple[Any, ...] = (Silent(), object(), *TYPED_IN_PYTHON, *OF_FILES)
    for value in values:
        hashable = () if isinstance(value, list | dict) else ({value: "1"},)
        for answers in ({key: value}, {"foo(": value}, {key: "1", f" {key}": value}, value, *hashable):
            sheet = AnswerSheet("x", answers)  # type: ignore[arg-type]
            assert grader.grade_sheet(sheet).student == "x"
            with suppress(InputError):
                report = grader.grade(answers, "x")  # type: ignore[arg-type]
                assert all(each.verdict is not Verdict.UNGRADED for each in report.graded)


def test_a_class_in_which_no_row_can_be_read_is_refused(tmp_path: Path) -> None:
    """Then it is the file that is not as expected."""
    file = tmp_path / "class.csv"
    file.write_text("student,prior,joint\nbo,1\ncy,1\n")
    with pytest.raises(InputError, match="line 2: 2 cells, the header has 3"):
        read_answers(file)
