"""The worked examples of whole solutions and derivations: their reports are golden files beside them.

Run this file to write them anew; look at the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from thoroughness import all_of

from exactnb import Grader
from exactnb.teach.grading.reports.feedback_files import feedback_files
from exactnb.teach.grading.reports.html_report import class_page, student_page
from exactnb.teach.grading.reports.text_report import class_text, student_text
from exactnb.teach.grading.submissions.files import read_answers

EXAMPLES = Path(__file__).parents[4] / "worked_examples"
FOLDER = EXAMPLES / "whole_solutions"
CLASSES = {
    FOLDER: ("solution.toml", "class.csv"),
    EXAMPLES / "derivation_question": ("homework.toml", "answers"),
}
"""The sheet and the answers of a class, by their folder."""


def reports(folder: Path) -> dict[str, str]:
    """Return the golden files of a folder by their names."""
    sheet, answers = CLASSES[folder]
    grader = Grader(folder / sheet)
    ids = [question.id for question in grader.questions]
    graded = [grader.grade_sheet(each) for each in read_answers(folder / answers, questions=ids)]
    feedback = feedback_files(grader, graded)
    return {
        "ada.txt": student_text(grader, graded[0]),
        "ada.html": student_page(grader, graded[0]),
        "class.txt": class_text(grader, graded),
        "class.html": class_page(grader, graded),
        **{f"feedback/{name}": text for name, text in feedback.items()},
    }


def golden_files(folder: Path) -> list[str]:
    """Return the names of the golden files that are there."""
    kept = [*folder.glob("*.txt"), *folder.glob("*.html"), *folder.glob("feedback/*")]
    return sorted(file.relative_to(folder).as_posix() for file in kept)


@pytest.mark.parametrize("folder", CLASSES, ids=lambda folder: folder.name)
def test_reports_are_as_they_were_looked_at(folder: Path) -> None:
    made = reports(folder)
    assert golden_files(folder) == sorted(made)
    for name, text in made.items():
        assert (folder / name).read_text() == text, name


def test_points_are_those_by_hand() -> None:
    """1 of the prior and 2, 2, 2, 1 of the milestones, less what each one lost; Fay's are open."""
    rows = [row.split() for row in (FOLDER / "class.txt").read_text().splitlines()[-7:]]
    assert {row[0]: " ".join(row[1:]).partition(" of")[0] for row in rows} == {
        "Ada": "6", "Ben": "4", "Chloe": "8", "Dana": "5", "Emil": "6", "Fay": "0 to 7", "Gus": "8",
    }  # fmt: skip


@all_of("student", ["Ada", "Ben", "Emil"])  # Dana is told what her product is
def test_no_key_is_in_the_feedback(student: str) -> None:
    """No right joint, posterior or decimal of one that the student did not write."""
    graded = {
        each.student: each
        for each in read_answers(FOLDER / "class.csv", questions=["prior", "solution"])
    }
    typed = graded[student].answers["solution"]
    text = (FOLDER / "feedback" / f"{student}.md").read_text()
    for key in ("1/189", "18/875", "486/611", "0.0206", "0.795", "0.7954"):
        assert key not in text or key in typed


if __name__ == "__main__":
    for folder in CLASSES:
        for name, text in reports(folder).items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text)
