"""The list of a course: whose answers are whose, and where nobody can tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from thoroughness import all_of

from exactnb.errors import InputError
from exactnb.teach.grading.submissions.class_files import AnswerSheet
from exactnb.teach.grading.submissions.rosters import Roster, read_roster

GRADEBOOK = """\
Student,ID,SIS User ID,SIS Login ID,Section,Sheet 1 (9)
,,,,,Manual Posting
    Points Possible,,,,,8
"Lovelace, Ada",501,11,ada@x.org,S,
"Doe, Jane",502,12,jane@x.org,S,
"Doe, Jane",503,13,joe@x.org,S,
"Student, Test",509,,test,S,
"""


def roster(path: Path, text: str = GRADEBOOK) -> Roster:
    file = path / "roster.csv"
    file.write_text(text, encoding="utf-8")
    return read_roster(file)


def test_a_gradebook_names_its_students(tmp_path) -> None:
    """Points, posting and the test account are rows of it and no students; like names get a number."""
    found = roster(tmp_path)
    assert list(found.students.values()) == ["Lovelace, Ada", "Doe, Jane (12)", "Doe, Jane (13)"]
    assert len(found.rows) == 6


@all_of(
    ("student", "details", "row"),
    [
        ("x", {"id": "501"}, 2),
        ("x", {"ID number": "13"}, 4),
        ("x", {"Username": "JANE@x.org"}, 3),
        ("Ada Lovelace", {}, 2),
        ("ada  LOVELACE", {}, 2),
        ("Lovelace, Ada", {"email": "new@x.org"}, 2),
        ("joe@x.org", {}, 4),
        ("Ada Lovelace", {"id": "999"}, None),
        ("Jane Doe", {"id": "9", "sis_id": "13"}, 4),
        ("Jane Doe", {"Username": "other@x.org", "id": "502"}, 3),
        ("Ada", {}, None),
        ("", {}, None),
        ("Points Possible", {}, None),
    ],
)
def test_students_are_found(tmp_path, student: str, details: dict, row: int | None) -> None:
    """By a number or an address, else by the name in either order, else by what stands for it."""
    assert roster(tmp_path).find_row(AnswerSheet(student, {}, details)) == row


@pytest.mark.parametrize(
    ("student", "details"),
    [("Jane Doe", {}), ("x", {"id": "501", "sis_id": "12"})],
)
def test_two_students_are_not_one(tmp_path, student: str, details: dict) -> None:
    """What fits two rows is refused: no mark goes to somebody else."""
    with pytest.raises(InputError, match=r"may be '.*' and '.*' there; a column with an address"):
        roster(tmp_path).find_row(AnswerSheet(student, {}, details))


@all_of(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("Student,ID\n", "there are no students in it"),
        ("Student,ID\n    Points Possible,\n", "there are no students in it"),
        ("Student,Section\nA,1\nA,2\n", "'A' stands there twice, and nothing tells the two apart"),
        ('Student,ID\n"A,1\n', "line 2: not readable as CSV"),
        ("Student,ID\nA\n", "line 2: 1 cell, the header has 2"),
    ],
)
def test_what_is_no_roster_is_refused(tmp_path, text: str, said: str) -> None:
    """One line says what is wrong with the file."""
    with pytest.raises(InputError, match=f"roster.csv: {said}"):
        roster(tmp_path, text)
