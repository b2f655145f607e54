"""A question whose form is "working": its milestones, its points, and what a person accepted in it.

How to read: points come first, then what is refused, then accepted lines; the reports on a class of
cells and on a folder come last.
"""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from thoroughness import all_of

from exactnb import Grader, Problem, Question, Table, WorkingGrader, verify_working
from exactnb.core.problem.questions import read_policy
from exactnb.core.problem.toml import read_toml
from exactnb.errors import InputError
from exactnb.interfaces.cli import main
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.working.working import summarize

EXAMPLES = Path(__file__).parents[4] / "worked_examples"
ADA = (EXAMPLES / "workings" / "ada.md").read_text()
DATA = (EXAMPLES / "homework" / "play_tennis.csv").read_text()
SHEET = f"""
[data]
table = '''
{DATA}'''
[query]
x = {{ Outlook = "Sunny", Temperature = "Cool", Humidity = "High", Wind = "Strong" }}
[[question]]
id = "prior"
quantity = "P(Yes)"
[[question]]
id = "solution"
quantity = "P(No|x)"
form = "working"
"""
MILESTONES = """
[[milestone]]
quantity = "P(Yes,x)"
points = 2
[[milestone]]
quantity = "P(No,x)"
points = "5/2"
[[milestone]]
quantity = "argmax(x)"
"""
RIGHT = "P(Yes,x) = 1/189\nP(No,x) = 18/875\nso No"


def problem(more: str = MILESTONES) -> Problem:
    return Problem.from_document(read_toml(SHEET + more))


@cache
def grader(more: str = MILESTONES, follow_through: str = "1") -> Grader:
    return Grader(problem(more), follow_through=Fraction(follow_through))


def score(text: str, more: str = MILESTONES, follow_through: str = "1") -> Fraction | None:
    return grader(more, follow_through).grade({"solution": text})["solution"].score


def test_a_working_has_the_points_of_its_milestones() -> None:
    """Ada's joint of No is wrong: of 2, 5/2 and 1 points she has the first and the last."""
    report = grader().grade({"prior": "9/14", "solution": ADA}, "Ada")
    solution = report["solution"]
    assert (report.points, report.score) == (Fraction(13, 2), 4)
    assert (solution.verdict, solution.score) == (Verdict.MISCONCEPTION, 3)
    assert [(mark.question, mark.earned, mark.line) for mark in solution.working.marks] == [
        ("P(Yes,x)", 2, 12),
        ("P(No,x)", 0, 13),
        ("argmax(x)", 1, 17),
    ]
    assert solution.mistakes == ("cell-of-another-class",)
    line, caret = solution.working.first_wrong_excerpt
    assert line[caret.index("^") :].startswith("3/9 = 0.0114")


@all_of(
    "text, points",
    [
        (RIGHT, "11/2"),
        ("P(Yes,x) = 1/189", "2"),
        ("P(Yes,x) = P(Yes) P(x|Yes)", "0"),  # a formula in names has no value yet
        ("P(Yes,x) = 0.0053", "2"),
        ("P(Yes,x) = 1/188\nP(Yes,x) = 1/189", "2"),
        ("P(x) = 0.0259", "0"),
        ("so No", "1"),
    ],
)
def test_a_milestone_is_reached_by_a_right_value(text: str, points: str) -> None:
    assert score(text) == Fraction(points)


@pytest.mark.exhaustive
def test_a_milestone_is_reached_by_own_wrong_values() -> None:
    """With P(Yes) = 8/14 the joint is 8/14 of the likelihood, and right by that."""
    text = "P(Yes) = 8/14\nP(x|Yes) = 2/243\nP(Yes,x) = 8/14 * 2/243 = 8/1701"
    assert (score(text), score(text, follow_through="1/2")) == (2, 1)


@pytest.mark.exhaustive
def test_rounding_is_no_excuse_for_a_wrong_number_before_it() -> None:
    """0.0114 is wrong for the joint: what is divided by it is right by that, at the same share."""
    lines = "P(Yes,x) = 0.00529\nP(No,x) = 0.0114\nP(No|x) = 0.0114/(0.00529 + 0.0114) = 0.683"
    more = '[[milestone]]\nquantity = "P(No|x)"\npoints = 4\n'
    assert [score(lines, more, share) for share in ("1", "1/2", "0")] == [4, 2, 0]
    right = lines.replace("0.0114", "0.0206").replace("0.683", "0.795")
    assert score(right, more, "0") == 4


def test_without_milestones_a_working_earns_by_its_quantity() -> None:
    assert score("P(No|x) = 486/611", "points = 4\n") == 4
    assert score("P(No|x) = 0.8", "points = 4\n") == 0  # too few digits, as for an answer
    assert score(RIGHT, "points = 4\n") == 0


def test_what_is_no_working_is_open() -> None:
    """Nothing is lost where nothing was read; an empty cell is no answer."""
    graded = grader().grade({"solution": "I asked my sister."})["solution"]
    assert (graded.score, graded.verdict) == (None, Verdict.UNREADABLE)
    assert graded.look == "unreadable: no claim about a quantity of this problem"
    assert score("  \n ") == 0
    long = grader().grade({"solution": "x" * 70_000})["solution"]
    assert (long.score, long.verdict) == (None, Verdict.UNGRADED)
    assert "at most 65,536 are read" in long.look


def test_a_right_working_is_written_for_each_question() -> None:
    """What is exported as the key earns all points, with milestones and without."""
    for more in (MILESTONES, "points = 4\n", '[[milestone]]\nquantity = "odds(Yes:No|x)"\n'):
        of = grader(more)
        text = of.working_grader.right(of.questions[1])
        assert of.grade({"solution": text})["solution"].is_right, text


@all_of(
    "more, message",
    [
        ('[[milestone]]\nquantity = "P(Yess)"', r"milestone\[1\].quantity: .*did you mean.*Yes"),
        (
            '[[milestone]]\nquantity = "P(Yes)"\npoints = -1',
            r"milestone\[1\].points: must not be negative",
        ),
        (
            '[[milestone]]\nquantity = "P(Yes)"\n' * 2,
            r"milestone\[2\].quantity: 'P\(Yes\)' is there twice",
        ),
        (
            '[[milestone]]\nquantity = "P(Yes)"\n[[milestone]]\nquantity = "P( PlayTennis = Yes )"',
            r"milestone\[2\].quantity: P\(Yes\) is there twice",
        ),
        ("[[milestone]]\npoints = 1", r"milestone\[1\]: needs a key quantity"),
        ('[[milestone]]\nquantety = "P(Yes)"', r"milestone\[1\].quantety: unknown key .*'quantity'"),
        (
            '[[milestone]]\nquantity = "P(Yes)"\nquestion = "solutoin"',
            "no working 'solutoin' .*'solution'",
        ),
        (
            'points = 3\n[[milestone]]\nquantity = "P(Yes)"',
            r"question\[2\].points: is 3; its milestones have 1",
        ),
        ("milestone = 3", r"question\[2\].milestone: unknown key"),
        (MILESTONES.replace("[[milestone]]", "[milestone]", 1).split("[[")[0], "milestone: expected"),
        (
            '[[accept]]\nquestion = "P(Mars)"\ntext = "x"',
            r"accept\[1\].question: no question 'P\(Mars\)'",
        ),
    ],
)
def test_bad_milestones_are_refused_in_a_line(more: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        problem(more)
    assert "\n" not in str(error.value)


def test_milestones_need_a_working() -> None:
    text = SHEET.replace('form = "working"', "") + MILESTONES
    with pytest.raises(InputError, match=r'milestone\[1\]: needs a question with form = "working"'):
        Problem.from_document(read_toml(text))


def test_a_milestone_has_a_value_of_one_line() -> None:
    """A matrix cannot be claimed in a line: it is refused before anybody is graded."""
    rows = [(*row, k) for k in "+-" for row in (("1", "2"), ("2", "1"), ("3", "5"), ("4", "4"))]
    milestone = Question("covariance", "covariance(+)")
    asked = Question("s", "P(+)", policy=read_policy("rounded", "working"), milestones=(milestone,))
    of = Problem(Table.from_rows(rows, ["a", "b", "k"]), family="qda", questions=[asked])
    with pytest.raises(
        InputError, match=r"milestone\[1\].quantity: .* has no answer that can be typed"
    ):
        WorkingGrader(of)


def test_several_workings_have_milestones_of_their_own() -> None:
    more = """points = 1
[[question]]
id = "again"
quantity = "P(Yes|x)"
form = "working"
[[milestone]]
question = "again"
quantity = "P(Yes,x)"
points = 3
"""
    report = grader(more).grade({"solution": "P(No|x) = 0.795", "again": "P(Yes,x) = 1/189"})
    assert [each.score for each in report.graded] == [0, 1, 3]
    with pytest.raises(InputError, match=r"milestone\[1\]: needs a key question: the workings are"):
        problem(more.replace('question = "again"\n', ""))


ACCEPTED = MILESTONES + '[[accept]]\nquestion = "{}"\ntext = "{}"\n{}'


@pytest.mark.exhaustive
@all_of(
    "question, line, points, earned",
    [
        ("P(No,x)", "P(No,x) = 0.0114", "", "9/2"),
        ("P(No,x)", " P(No,x)  =  0.0114 ", "points = 1", "3"),
        ("P(No,x)", "0.0114", "points = 1", "3"),  # the value, as for an answer
        ("P(No,x)", "by symmetry, the other one is larger", "points = 2", "4"),
        ("solution", "P(No,x) = 0.0114", "points = 0", "2"),
        ("solution", "P(No,x) = 0.0114", "points = 5", "5"),
        (
            "solution",
            "P(Yes,x) = 1/189 P(No,x) = 0.0114 by symmetry, the other one is larger",
            "",
            "11/2",
        ),
    ],
)
def test_the_word_of_a_marker_wins(question: str, line: str, points: str, earned: str) -> None:
    """An accepted line is never blamed, and earns what was said; all else is judged as before."""
    text = "P(Yes,x) = 1/189\nP(No,x) = 0.0114\nby symmetry, the other one is larger"
    assert score(text) == 2
    graded = grader(ACCEPTED.format(question, line, points)).grade({"solution": text})["solution"]
    expected = Fraction(earned)
    if question == "solution" and points == "points = 0":
        expected = Fraction(9, 2)  # the line is right now, and so is the milestone in it
    assert graded.score == expected
    accepts_line = line.strip().startswith(("P(No,x)", "0.0114"))
    assert (graded.working.first_wrong is None) == accepts_line


@pytest.mark.exhaustive
def test_what_follows_from_an_accepted_line_is_right() -> None:
    """Its points are not those of follow-through: the marker accepted where it comes from."""
    text = "P(Yes) = 8/14\nP(x|Yes) = 2/243\nP(Yes,x) = 8/14 * 2/243 = 8/1701"
    accepted = MILESTONES + '[[accept]]\nquestion = "solution"\ntext = "P(Yes) = 8/14"\npoints = 0\n'
    assert score(text, follow_through="1/2") == 1
    assert score(text, accepted, follow_through="1/2") == 2


def test_accepted_lines_hold_without_a_question_of_form_working() -> None:
    """A sheet of ordinary questions accepts lines of a whole solution by the same tables."""
    sheet = SHEET.replace('form = "working"', "")
    more = '[[accept]]\nquestion = "prior"\ntext = "P(Yes) = 0.6"\npoints = "1/2"\n'
    marks = [
        verify_working(Problem.from_document(read_toml(sheet + text)), "P(Yes) = 0.6").earned
        for text in ("", more, more.replace("P(Yes) = ", ""))
    ]
    assert marks == [0, Fraction(1, 2), Fraction(1, 2)]


def class_file(folder: Path) -> tuple[str, str]:
    """Return the paths of a sheet and of the answers of a class to it, some of them hostile."""
    sheet, answers = folder / "sheet.toml", folder / "class.csv"
    sheet.write_text(SHEET + MILESTONES)
    rows = [
        ["student", "prior", "solution"],
        ["Ada", "9/14", ADA],
        ["Bo", "0.643", RIGHT.replace("\n", "\r\n")],
        ["<Cy>", "=1+1", "P(No,x) = <script>alert(1)</script> {{ 7*7 }}\nP(No,x) = 18/874"],
        ["Di", "", "x" * 70_000],
        ["Eve", "", ""],
    ]
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    answers.write_text(text.getvalue())
    return str(sheet), str(answers)


def run(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["check", *options]) == 1
    out, error = capsys.readouterr()
    assert error == ""
    return out


@pytest.mark.exhaustive
def test_a_cell_of_several_lines_is_a_working(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In every report; a working that is too long costs only its student."""
    sheet, answers = class_file(tmp_path)
    table = list(csv.DictReader(io.StringIO(run(capsys, sheet, answers, "--to", "csv"))))
    assert [(row["student"], row["solution"]) for row in table] == [
        ("Ada", "3"), ("Bo", "5.5"), ("<Cy>", "0"), ("Di", ""), ("Eve", "0"),
    ]  # fmt: skip
    assert [table[0][f"solution: {name}"] for name in ("P(Yes,x)", "P(No,x)", "argmax(x)")] == [
        "2", "0", "1",
    ]  # fmt: skip
    report = json.loads(run(capsys, sheet, answers, "--to", "json"))
    (first, *_) = (each["answers"][1]["working"] for each in report["students"])
    assert (first["first_wrong"], first["score"], first["points"]) == (13, "3", "11/2")
    text = run(capsys, sheet, answers)
    assert "Where a working goes wrong first:\n   2  P(No,x)" in text
    assert "   1  cell-of-another-class (2.5 points)" in text
    assert max(map(len, text.splitlines())) <= 80
    page = run(capsys, sheet, answers, "--to", "html")
    assert "<script>alert" not in page
    assert "cell-of-another-class" in page


def test_students_read_where_they_went_wrong_and_not_the_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of feedback has the first wrong line with a caret; no right value stands in it."""
    sheet, answers = class_file(tmp_path)
    run(capsys, sheet, answers, "--feedback", str(tmp_path / "feedback"))
    ada = (tmp_path / "feedback" / "Ada.md").read_text()
    assert "Line 13 is the first that is wrong, at column 37" in ada
    assert "    P(No,x)  = 5/14 * 3/5 * 1/5 * 4/5 * 3/9 = 0.0114\n" + " " * 40 + "^" in ada
    for key in ("18/875", "0.02057", "= 3/5"):
        assert key not in ada.replace("5/14 * 3/5", "")


@pytest.mark.exhaustive
def test_a_folder_has_the_same_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """CSV, page, feedback, and what changed since an earlier report: a marker accepted a line."""
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(SHEET + MILESTONES)
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "ada.md").write_text(ADA)
    (folder / "bo.txt").write_text("P(Yes,x) = 0.1\n<b>{{ x }}\n")
    (folder / "cy.txt").write_bytes(b"\xff")
    of = (str(sheet), str(folder))
    table = list(csv.DictReader(io.StringIO(run(capsys, *of, "--to", "csv"))))
    assert [(row["student"], row["score"], row["P(Yes,x)"]) for row in table] == [
        ("ada", "4", "2"), ("bo", "0", "0"), ("cy", "", ""),
    ]  # fmt: skip
    page = run(capsys, *of, "--to", "html", "--feedback", str(tmp_path / "feedback"))
    assert "&lt;b&gt;{{ x }}" in page
    assert "not read: line 1: not UTF-8" in page
    assert sorted(file.name for file in (tmp_path / "feedback").iterdir()) == [
        "ada.md", "bo.md", "cy.md",
    ]  # fmt: skip
    before = tmp_path / "before.json"
    before.write_text(run(capsys, *of, "--to", "json"))
    accepted = '[[accept]]\nquestion = "P(Yes,x)"\ntext = "P(Yes,x) = 0.1"\npoints = 1\n'
    sheet.write_text(SHEET + MILESTONES + accepted)
    text = run(capsys, *of, "--before", str(before), "--feedback", str(tmp_path / "again"))
    assert "bo: 0 to 1 (+1): P(Yes,x) 0 to 1 (a person)" in text
    assert "A person marked line 1." in (tmp_path / "again" / "bo.md").read_text()
    assert "person" not in (tmp_path / "again" / "ada.md").read_text()
    assert "ada: " not in text
    changes = json.loads(run(capsys, *of, "--before", str(before), "--to", "json"))["changes"]
    assert [change["student"] for change in changes] == ["bo"]


def test_a_class_is_summarized_by_hand() -> None:
    """Two take a cell of Yes for No, at 5/2 points; joints and decisions are missing, of 2 and 1."""
    of = grader().working_grader
    (question,) = [each for each in of.problem.questions if each.is_working]
    wrong = "P(No,x) = 5/14 * 3/5 * 1/5 * 4/5 * 3/9 = 0.0114\n"
    texts = {"a": wrong, "b": f"{wrong}so No", "c": "P(Yes,x) = 1/189\nP(No,x) = 18/875"}
    summary = summarize({name: of.verify(text, question) for name, text in texts.items()})
    assert summary.lost == (("P(No,x)", 2),)
    assert [(cause.name, cause.students, cause.points) for cause in summary.causes] == [
        ("no line gives it", 3, Fraction(6)),
        ("cell-of-another-class", 2, Fraction(5)),
    ]


@pytest.mark.exhaustive
@all_of(
    "text, share, cause, points",
    [
        ("P(Yes) = 8/14\nP(x|Yes) = 2/243\nP(Yes,x) = 8/14 * 2/243", "1/2", "carried on", 1),
        ("P(Yes,x) = 9/14 * 2/9 * 3/9 * 3/9 * 3/9 = 0.0529", "1", "arithmetic slip", 2),
        ("P(Yes,x) = 0.123", "1", "not explained", 2),
        ("P(No,x) = 18/875", "1", "no line gives it", 3),
    ],
)
def test_a_lost_point_has_a_reason(text: str, share: str, cause: str, points: int) -> None:
    of = grader(follow_through=share).working_grader
    (question,) = [each for each in of.problem.questions if each.is_working]
    causes = summarize({"a": of.verify(text, question)}).causes
    assert {each.points for each in causes if each.name.startswith(cause)} >= {points}


def test_points_that_a_person_kept_back_are_not_those_of_a_missing_line() -> None:
    """Of two points for the joint a marker gave 1/2; the line is there, and earned less."""
    text = "P(Yes,x) = 0.1"
    of = grader(MILESTONES + f'[[accept]]\nquestion = "P(Yes,x)"\ntext = "{text}"\npoints = "1/2"\n')
    (question,) = [each for each in of.working_grader.problem.questions if each.is_working]
    causes = summarize({"a": of.working_grader.verify(text, question)}).causes
    assert {each.name: each.points for each in causes}["a person gave fewer points"] == Fraction(3, 2)


def test_what_was_not_read_is_listed_with_its_students() -> None:
    texts = {"a": "P(Mars|No) = 1/2\nP(Yes) = 9/14", "b": "P(Mars|No)  = 1/2", "c": "hello"}
    summary = summarize({name: grader().working_grader.verify(text) for name, text in texts.items()})
    assert summary.unread == (("P(Mars|No) = 1/2", ("a", "b")),)
