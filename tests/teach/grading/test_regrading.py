"""What changes since an earlier report: who, where, and by how much."""

from __future__ import annotations

import json
from fractions import Fraction as F
from pathlib import Path

import pytest
from answering import EXAMPLES
from thoroughness import all_of

from exactnb import Grader, Problem
from exactnb.errors import InputError
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.reports.json_report import json_report
from exactnb.teach.grading.reports.regrading import Change, changes_since, read_earlier
from exactnb.teach.grading.reports.text_report import class_text

FOLDER = EXAMPLES / "homework"
PLAIN = Grader(FOLDER / "sheet.toml")
ACCEPTS = """
[[accept]]
question = "posterior"
text = "0,2046"
[[accept]]
question = "posterior"
text = "0.20"
points = 0.5
"""
TYPED = {
    "Ada": {"prior": "9/14", "posterior": "0.2046"},
    "Bo": {"prior": "1/2", "posterior": "0,2046"},
    "Cy": {"prior": "7", "posterior": "0.20"},
}


@pytest.fixture(scope="module")
def accepting(tmp_path_factory) -> Grader:
    """Return the grader of the sheet with two answers accepted."""
    folder = tmp_path_factory.mktemp("sheet")
    text = (FOLDER / "sheet.toml").read_text() + ACCEPTS
    for table in FOLDER.glob("*.csv"):
        (folder / table.name).write_bytes(table.read_bytes())
    (folder / "sheet.toml").write_text(text)
    return Grader(Problem.read(folder / "sheet.toml"))


def reports(grader: Grader, *students: str) -> list[Report]:
    return [grader.grade(TYPED[name], name) for name in students or TYPED]


def written(path: Path, text: str) -> Path:
    file = path / "marks.json"
    file.write_text(text)
    return file


def test_who_changes_and_by_how_much(tmp_path, accepting: Grader) -> None:
    """The open answer becomes 2 points, the short one a half; who was right is not told of."""
    earlier = read_earlier(written(tmp_path, json_report(PLAIN, reports(PLAIN))))
    found = changes_since(earlier, reports(accepting))
    assert found == (
        Change("Bo", F(0), F(2), (("posterior", (None, F(2))),), ("posterior",)),
        Change("Cy", F(0), F(1, 2), (("posterior", (F(0), F(1, 2))),), ("posterior",)),
    )
    text = class_text(accepting, reports(accepting), changes=found)
    assert "\nChanges\n   Bo: 0 to 2 (+2): posterior open to 2 (a person)\n   Cy: 0 to 0.5 (" in text
    told = json.loads(json_report(accepting, reports(accepting), changes=found))["changes"]
    assert told[1] == {
        "student": "Cy", "before": "0", "now": "1/2", "by": "1/2",
        "answers": [{"question_id": "posterior", "before": "0", "now": "1/2", "by_hand": True}],
    }  # fmt: skip


def test_back_again_points_are_lost(tmp_path, accepting: Grader) -> None:
    """What is no longer accepted is a change downwards."""
    earlier = read_earlier(written(tmp_path, json_report(accepting, reports(accepting))))
    text = class_text(PLAIN, reports(PLAIN), changes=changes_since(earlier, reports(PLAIN)))
    assert "Cy: 0.5 to 0 (-0.5): posterior 0.5 to 0" in text
    assert "Bo: 2 to 0 (-2): posterior 2 to open" in text


def test_nothing_changes_where_nothing_did(tmp_path) -> None:
    """The same sheets have the same points, and the report says so."""
    earlier = read_earlier(written(tmp_path, json_report(PLAIN, reports(PLAIN))))
    found = changes_since(earlier, reports(PLAIN))
    assert found == ()
    assert "\nChanges\n   none\n" in class_text(PLAIN, reports(PLAIN), changes=found)


def test_who_comes_and_goes_is_told(tmp_path) -> None:
    """A student who is new, and one who is gone, are named with their points."""
    earlier = read_earlier(written(tmp_path, json_report(PLAIN, reports(PLAIN, "Ada", "Bo"))))
    found = changes_since(earlier, reports(PLAIN, "Bo", "Cy"))
    assert found == (Change("Cy", None, F(0)), Change("Ada", F(3), None))
    text = class_text(PLAIN, reports(PLAIN, "Bo", "Cy"), changes=found)
    assert "Cy: new, 0\n   Ada: not there any more, 3 before" in text


@all_of(
    ("text", "said"),
    [
        ("", "marks.json: not valid JSON"),
        ("[1]", "marks.json: expected a report as --to json writes it"),
        ("[" * 100_000, "marks.json: not readable: nested too deeply"),
        ('{"schema": "exactnb.solution/1"}', "expected a report as --to json writes it"),
        ('{"schema": "exactnb.grade/1"}', "students: expected a list"),
        ('{"schema": "exactnb.grade/1", "students": [1]}', r"students\[1\]\.student: is not what"),
        ('{"schema": "exactnb.grade/1", "students": [{"student": "A"}]}', r"students\[1\]\.answers"),
        (
            '{"schema": "exactnb.grade/1", "students": [{"student": "A", "answers": '
            '[{"question_id": "q", "score": "many"}]}]}',
            r"students\[1\]\.answers\[1\]\.score: expected a number",
        ),
        (
            '{"schema": "exactnb.grade/1", "students": [{"student": "A", "answers": '
            '[{"question_id": "q", "score": 0.5}]}]}',
            r"answers\[1\]\.score: is not what a report has there",
        ),
        (
            '{"schema": "exactnb.grade/1", "students": [{"student": "A", "answers": []}, '
            '{"student": "A", "answers": []}]}',
            r"students\[2\]: 'A' is there twice",
        ),
    ],
)
def test_what_is_no_report_is_refused(tmp_path, text: str, said: str) -> None:
    """One line says where the file is none, a cut one too."""
    with pytest.raises(InputError, match=said):
        read_earlier(written(tmp_path, text))
    whole = json_report(PLAIN, reports(PLAIN))
    with pytest.raises(InputError, match="not valid JSON"):
        read_earlier(written(tmp_path, whole[: len(whole) // 2]))
