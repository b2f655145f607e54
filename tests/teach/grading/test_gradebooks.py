"""Gradebooks for Moodle and Canvas: columns and rows are kept, settled points are put in."""

from __future__ import annotations

from answering import EXAMPLES
from any_text import CHARACTERS
from csv_rows import rows
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of

from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.reports.gradebooks import (
    canvas_gradebook,
    feedback_in_short,
    moodle_gradebook,
)
from exactnb.teach.grading.submissions.class_files import AnswerSheet
from exactnb.teach.grading.submissions.rosters import Roster

GRADER = Grader(EXAMPLES / "homework" / "sheet.toml")
TITLE = "Homework 3, play tennis"
RIGHT = {
    "prior": "9/14", "wind": "3/9", "joint yes": "1/189", "joint no": "18/875",
    "evidence": "0.02586", "posterior": "0.2046", "decision": "No",
}  # fmt: skip


def graded(student: str, **changed: str) -> Report:
    return GRADER.grade({**RIGHT, **changed}, student)


REPORTS = [graded("Ada"), graded("Bo", prior="1/2"), graded("Cy", posterior="0,2046")]


def roster(*header: str, cells: dict[str, tuple[str, ...]]) -> Roster:
    people = {place: name for place, name in enumerate(cells) if not name.startswith("-")}
    return Roster(header, tuple(cells.values()), people)


def test_moodle_gets_grades_and_feedback() -> None:
    """Two columns stand behind those that are there; what is open has no grade, but is told why."""
    people = {name: (name, f"{name}@x.org") for name in ("Bo", "Ada", "Cy", "Di")}
    found = rows(moodle_gradebook(GRADER, REPORTS, roster("Name", "Email address", cells=people)))
    assert found[0] == ["Name", "Email address", TITLE, f"{TITLE} (feedback)"]
    assert [row[:3] for row in found[1:]] == [
        ["Bo", "Bo@x.org", "7"], ["Ada", "Ada@x.org", "8"], ["Cy", "Cy@x.org", ""],
        ["Di", "Di@x.org", ""],
    ]  # fmt: skip
    told = [row[3] for row in found[1:]]
    assert told[0].startswith("prior (0 of 1): Not right. This may be it: Is every class")
    assert told[1] == "All right."
    assert told[2].startswith("posterior (open of 2): This can be read as ")
    assert told[3] == ""


def test_a_grading_worksheet_is_filled_in() -> None:
    """Where Moodle has its own columns for them, the grade and the feedback stand there."""
    header = ("Identifier", "Full name", "Grade", "Maximum Grade", "Feedback comments")
    people = {"Ada": ("Participant 1", "Ada", "", "8.00", ""), "Cy": ("2", "Cy", "5.00", "8.00", "old")}
    found = rows(moodle_gradebook(GRADER, REPORTS, roster(*header, cells=people)))
    assert found[0] == list(header)
    assert found[1] == ["Participant 1", "Ada", "8", "8.00", "All right."]
    assert found[2][2] == "5.00"


def test_canvas_keeps_what_it_exported() -> None:
    """Its own column of the sheet is filled in, and every other cell is as it was."""
    header = ("Student", "ID", "SIS User ID", "Section", f"{TITLE} (991)", "Current Score")
    people = {
        "-posting": ("", "", "", "", "Manual Posting", "(read only)"),
        "-points": ("Points Possible", "", "", "", "3.0", "(read only)"),
        "Bo": ("Bo, B.", "2", "12", "S", "", "90"),
        "Cy": ("Cy, C.", "3", "13", "S", "4", "80"),
        "Di": ("Di, D.", "4", "14", "S", "6", "70"),
    }
    found = rows(canvas_gradebook(GRADER, REPORTS, roster(*header, cells=people)))
    expected = [list(header), *map(list, people.values())]
    expected[2][0], expected[2][4], expected[3][4] = "    Points Possible", "8", "7"
    assert found == expected


def test_canvas_gets_a_table_of_its_own_from_another() -> None:
    """Names, numbers and sections go into the columns that Canvas knows, the points above them."""
    sheets = [AnswerSheet("Ada", {}, {"name": "Ada", "sis_id": "11", "id": "5", "email": "a@x.org"})]
    found = rows(canvas_gradebook(GRADER, REPORTS, Roster.from_sheets(sheets)))
    assert found == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", TITLE],
        ["    Points Possible", "", "", "", "", "8"],
        ["Ada", "5", "11", "", "", "8"],
    ]


FORMULAS = ["=1+1", "@SUM(A1)", "+cmd|x", "\t=1", "-2+3"]


@all_of("make", [moodle_gradebook, canvas_gradebook])
@all_of("text", FORMULAS)
def test_no_kept_cell_is_a_formula(make, text: str) -> None:
    """What a student put into a name or an answer is shown by a spreadsheet and not worked out."""
    report = GRADER.grade({"decision": text}, text)
    sheet = AnswerSheet(text, {}, {"name": text, "email": text, text: text})
    for row in rows(make(GRADER, [report], Roster.from_sheets([sheet]))):
        assert not any(cell.lstrip().startswith(("=", "@", "+", "-", "\t")) for cell in row)


@given(st.text(CHARACTERS, max_size=6), st.text(CHARACTERS, max_size=6))
def test_a_gradebook_has_a_cell_for_each_column(student: str, raw: str) -> None:
    """Whatever stands in a file, each row has as many cells as the header."""
    report = GRADER.grade({"decision": raw}, student)
    sheet = AnswerSheet(student, {}, {"name": student, "x": raw})
    for make in (moodle_gradebook, canvas_gradebook):
        found = rows(make(GRADER, [report], Roster.from_sheets([sheet])))
        assert {len(row) for row in found} == {len(found[0])}


def test_tags_are_no_tags_in_moodle() -> None:
    """Moodle shows feedback as HTML: what a student typed is escaped in it."""
    report = GRADER.grade({"decision": "<b>1</b>"}, "Ada")
    text = moodle_gradebook(GRADER, [report], roster("Name", cells={"Ada": ("Ada",)}))
    assert "<b>" not in text
    assert "&lt;b&gt;" in text
    assert "<b>" in feedback_in_short(report)
