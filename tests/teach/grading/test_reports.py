"""What is told of graded answers: to programs, to spreadsheets, to Gradescope, and to students."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction as F

import pytest
from answering import EXAMPLES, given, grader_of
from any_text import CHARACTERS
from csv_rows import rows
from hypothesis import given as drawn
from hypothesis import strategies as st
from thoroughness import all_of, choose, in_both_runs, one_in
from worked import problem_file

from exactnb.core.data.escaping import safe_cell
from exactnb.core.expression.spell import spell
from exactnb.core.expression.widths import display_width
from exactnb.core.expression.written import written
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.reports.gradebooks import csv_report
from exactnb.teach.grading.reports.instructor_feedback import mistakes_for_instructor
from exactnb.teach.grading.reports.items import item_analysis
from exactnb.teach.grading.reports.json_report import gradescope_report, json_report
from exactnb.teach.grading.reports.text_report import class_text, student_text

SHEET = EXAMPLES / "homework" / "sheet.toml"
ADA = {
    "prior": "1/2", "wind": "3/9", "joint yes": "1/243", "joint no": "0.0288", "evidence": "0,0329",
    "posterior": "12.5 %", "decision": "No",
}  # fmt: skip


@pytest.fixture(scope="module")
def sheet() -> Grader:
    return Grader(SHEET)


def told(grader: Grader, answers: dict[str, str], *, student: str = "Ada") -> dict:
    return json.loads(json_report(grader, [grader.grade(answers, student)]))


def answer_of(report: dict, identity: str) -> dict:
    (found,) = (a for a in report["students"][0]["answers"] if a["question_id"] == identity)
    return found


def test_json_says_what_it_is(sheet: Grader) -> None:
    """The document names its schema, the version of the program, the students and their points."""
    report = told(sheet, ADA)
    assert report["schema"] == "exactnb.grade/1"
    assert report["engine_version"].count(".") >= 1
    (student,) = report["students"]
    assert (student["student"], student["points"]) == ("Ada", "8")
    assert student["open"] == ["evidence"]
    assert [item["question"] for item in report["items"]] == list(ADA)


def test_json_has_all_fields_of_an_answer(sheet: Grader) -> None:
    """Every answer has the fields of the schema, a rational value by its terms, points as fractions."""
    answer = answer_of(told(sheet, ADA), "joint yes")
    assert set(answer) >= {
        "question_id", "variant_seed", "part_id", "raw", "reading_latex", "value", "policy", "verdict",
        "score", "mistakes", "follow_through", "feedback",
    }  # fmt: skip
    assert answer["raw"] == "1/243"
    assert answer["reading_latex"] == r"\frac{1}{243}"
    assert answer["value"] == {"kind": "rational", "num": "1", "den": "243"}
    assert set(answer["feedback"]) == {"student", "instructor"}
    assert answer["follow_through"] == {"used": True, "from_part": ["prior"]}
    assert answer["score"] == "1"


def test_json_names_the_mistakes(sheet: Grader) -> None:
    """A mistake has an id in words, its steps and its value, and how surely it is the one."""
    answer = answer_of(told(sheet, {"posterior": "0.00529"}), "posterior")
    assert answer["verdict"] == "mistake"
    (mistake,) = answer["mistakes"]
    assert set(mistake) >= {"id", "switches", "value", "confidence", "convention"}
    assert (mistake["id"], mistake["switches"], mistake["convention"]) == (
        "joint-for-posterior",
        1,
        False,
    )
    assert mistake["value"] == {"kind": "rational", "num": "1", "den": "189"}
    assert mistake["confidence"] == "rounded"
    exact = answer_of(told(sheet, {"posterior": "1/189"}), "posterior")["mistakes"]
    assert [found["confidence"] for found in exact] == ["exact"]


def test_json_asks_again_what_has_two_readings(sheet: Grader) -> None:
    """An ambiguous answer has no score, both readings, and is listed as open."""
    answer = answer_of(told(sheet, ADA), "evidence")
    assert (answer["verdict"], answer["score"], answer["value"]) == ("ambiguous", None, None)
    assert len(answer["readings_latex"]) == 2


def test_json_never_repeats_raw_text_as_latex(sheet: Grader) -> None:
    """What is typed stands in `raw` alone; LaTeX comes from what was read."""
    answer = answer_of(told(sheet, {"prior": r"\input{/etc/passwd}"}), "prior")
    assert (answer["verdict"], answer["reading_latex"]) == ("unreadable", None)
    rest = {key: value for key, value in answer.items() if key not in ("raw", "feedback")}
    assert "input" not in json.dumps(rest)


def test_what_is_no_answer_is_said(sheet: Grader) -> None:
    """A question left out earns nothing, and its refusal is `empty`."""
    answer = answer_of(told(sheet, {}), "prior")
    assert (answer["raw"], answer["score"], answer["refusal"]) == ("", "0", "empty")


FORMULAS = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "%0A",
    "|cmd",
    "＝1+1",
    "＠x",
]


@all_of("text", FORMULAS)
def test_no_cell_is_a_formula(text: str) -> None:
    """A cell that a spreadsheet might work out begins with an apostrophe."""
    assert safe_cell(text).startswith("'")


@drawn(st.text(CHARACTERS, max_size=8))
def test_no_cell_begins_like_a_formula(text: str) -> None:
    """Whatever stands in a cell, it neither begins like a formula nor holds a control character."""
    cell = safe_cell(text)
    assert not cell.lstrip().startswith(("=", "+", "-", "@", "\t", "\r"))
    assert all(c.isprintable() for c in cell)


def test_csv_has_a_row_for_each_student(sheet: Grader) -> None:
    """A class is a table: student, points, three columns for each question, and what to look at."""
    reports = [sheet.grade(ADA, "Ada"), sheet.grade({"prior": "9/14"}, '=HYPERLINK("x")')]
    header, ada, other = rows(csv_report(sheet, reports))
    assert header[:6] == ["student", "score", "points", "prior", "prior verdict", "prior mistakes"]
    assert len(header) == len(ada) == len(other) == 3 + 3 * len(ADA) + 1
    assert (ada[0], other[0]) == ("Ada", '\'=HYPERLINK("x")')
    by_name = dict(zip(header, ada, strict=True))
    assert by_name["evidence"] == ""
    assert by_name["evidence verdict"] == "ambiguous"
    assert by_name["prior mistakes"] == "prior-taken-uniform"


def test_points_in_csv_are_numbers(tmp_path) -> None:
    """Points of 5/2 are written 2.5: a spreadsheet takes 5/2 for the fifth of February."""
    text = problem_file("play_tennis").read_text()
    question = '[[question]]\nid = "q"\nquantity = "P(Yes)"\npoints = "5/2"\n'
    grader = given(tmp_path, text + question)
    _, row = rows(csv_report(grader, [grader.grade({"q": "9/14"}, "a")]))
    assert row[1:4] == ["2.5", "2.5", "2.5"]


def test_gradescope_gets_what_it_reads(sheet: Grader) -> None:
    """results.json has a score, its formats, and a test for each question with score and status."""
    document = json.loads(gradescope_report(sheet, sheet.grade(ADA, "Ada")))
    assert document["score"] == float(sheet.grade(ADA).score)
    formats = {"text", "html", "simple_format", "md", "ansi"}
    assert {document[f"{what}output_format"] for what in ("", "test_")} <= formats
    assert document["stdout_visibility"] in {"hidden", "after_due_date", "after_published", "visible"}
    tests = document["tests"]
    assert [test["name"] for test in tests] == list(ADA)
    assert [test["number"] for test in tests] == [str(n) for n in range(1, len(ADA) + 1)]
    for test in tests:
        assert isinstance(test["max_score"], int | float)
        assert test["visibility"] in {"hidden", "after_due_date", "after_published", "visible"}
        assert isinstance(test["tags"], list)
        assert isinstance(test["extra_data"], dict)
        if test["extra_data"]["verdict"] == "ambiguous":
            assert not {"score", "status"} & set(test)  # neither passed nor failed
        else:
            assert test["status"] == ("passed" if test["score"] else "failed")


def test_gradescope_keeps_the_derivation_from_students(sheet: Grader) -> None:
    """How a wrong value arises is for instructors; students get a hint."""
    document = json.loads(gradescope_report(sheet, sheet.grade({"posterior": "1/189"}, "Ada")))
    (test,) = (t for t in document["tests"] if t["name"] == "posterior")
    assert "Bayes" not in test["output"]
    assert "joint-for-posterior" in test["extra_data"]["instructor"]


def test_items_count_a_class(sheet: Grader) -> None:
    """Of four students two are right, one followed, one is unexplained; empty answers do not count."""
    typed: Sequence[dict[str, str]] = [
        {"prior": "9/14", "joint yes": "1/189"},
        {"prior": "0.643", "joint yes": "1/189"},
        {"prior": "1/2", "joint yes": "1/243"},
        {"prior": "4/14", "joint yes": ""},
    ]
    reports = [sheet.grade(answers, str(n)) for n, answers in enumerate(typed)]
    items = {item.question: item for item in item_analysis(reports)}
    prior, joint = items["prior"], items["joint yes"]
    assert (prior.answered, prior.right, prior.followed) == (4, 2, 0)
    assert dict(prior.verdicts) == {"correct": 1, "correct_rounded": 1, "mistake": 1, "wrong": 1}
    assert prior.mistakes == (("prior-taken-uniform", 1),)
    assert [(value.raw, value.students) for value in prior.unexplained] == [("4/14", 1)]
    assert (joint.answered, joint.right, joint.followed) == (3, 2, 1)
    assert items["wind"].answered == 0


def test_text_shows_every_answer(sheet: Grader) -> None:
    """A student's report has the points, each answer and what is said of it, no line too wide."""
    text = student_text(sheet, sheet.grade(ADA, "Ada"), width=80)
    assert text.splitlines()[0].startswith("Homework 3, play tennis: Ada")
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "ask again" in text
    assert "right by follow-through" in text


def test_text_of_a_class_lists_all_students(sheet: Grader) -> None:
    """A class has a line for each student, then the questions with their mistakes."""
    reports = [sheet.grade(ADA, "Ada"), sheet.grade({"prior": "9/14"}, "Bo")]
    text = class_text(sheet, reports)
    assert "   Ada" in text
    assert "   Bo" in text
    assert "prior   1 of 2 right" in text


def test_wide_letters_align(sheet: Grader) -> None:
    """Points stand in one column of the terminal, whether names and answers are wide or marked."""
    names = ["Ada", "日本太郎", "Ju\u0301lia", "x" * 40, "日" * 40]
    rows = class_text(sheet, [sheet.grade(ADA, name) for name in names]).splitlines()[-len(names) :]
    assert len({display_width(row.partition(" of ")[0]) for row in rows}) == 1
    shown = student_text(
        sheet, sheet.grade({"prior": "日本", "wind": "0.1"}, "Bo"), width=80
    ).splitlines()
    ends = [display_width(row) for row in shown if row.endswith((" of 1", " of 2", "ask again"))]
    assert len(ends) == len(sheet.questions)
    assert set(ends) == {80}


TYPED = [
    "1/2", "0.6", "0.64", "0.642", "64.3", "9", "6.43", "0,123", "1 1/2", "x", "", "9/14", "0.643",
    "-1", "No", "Yes", "tie", "0.20", "0.2046", "125/611", "1/189", "0.00529", "20.5", "2.05", "0.0205",
]  # fmt: skip


@in_both_runs
@one_in(3, "name", ["play_tennis", "spam_or_ham_smoothed", "note_001_multinomial_smoothed"])
def test_feedback_to_students_keeps_the_key(name: str) -> None:
    """Whatever is typed, and however it is judged, the right value is not in what the student reads."""
    grader = grader_of(name)
    seen: set[Verdict] = set()
    for asked in grader.asked.values():
        right = asked.right.value
        secrets = {spell(written(right))} if isinstance(right, F) and right.denominator > 9 else set()
        if isinstance(right, F):
            secrets |= {f"{float(right):.{places}f}" for places in (3, 4, 6)}
        wrong = [str(of.target.value) for of in asked.diagnosis.candidates][
            : choose(quick=2, exhaustive=9)
        ]
        for raw in (*choose(quick=TYPED[::3], exhaustive=TYPED), *wrong):
            graded = grader.judge(asked, raw)
            seen.add(graded.verdict)
            text = graded.feedback
            assert text
            told_itself = {secret for secret in secrets if secret in raw}
            assert not [secret for secret in secrets - told_itself if secret in text], (raw, text)
            mistakes_for_instructor(grader, graded)
    assert len(seen) >= 5


def test_feedback_speaks_of_every_verdict() -> None:
    """Each verdict has words of its own for the student."""
    grader = grader_of("play_tennis")
    asked = grader.asked["P(Yes)"]
    words = {grader.judge(asked, raw).verdict: grader.judge(asked, raw).feedback for raw in TYPED}
    assert len(set(words.values())) == len(words)
