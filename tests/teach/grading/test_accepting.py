"""Answers that a person has marked: they earn what was said, and no grading says otherwise."""

from __future__ import annotations

from fractions import Fraction as F
from pathlib import Path

import pytest
from answering import given
from thoroughness import all_of

from exactnb.errors import InputError
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.reports.feedback_files import feedback_files
from exactnb.teach.grading.reports.html_report import class_page, student_page
from exactnb.teach.grading.reports.json_report import json_report
from exactnb.teach.grading.reports.text_report import class_text, student_text

SHEET = """
[data]
table = '''
a class
1 +
0 +
0 -
'''
[query]
x = { a = 1 }
[[question]]
id = "prior"
quantity = "P(+)"
points = 2
[[question]]
id = "joint"
quantity = "P(+,x)"
[[question]]
id = "other"
quantity = "P(-,x)"
[[question]]
id = "label"
quantity = "argmax(x)"
"""


def accept(question: str, text: str, points: str = "") -> str:
    """Return a table of a problem file that accepts an answer."""
    said = f"points = {points}\n" if points else ""
    return f'[[accept]]\nquestion = "{question}"\ntext = "{text}"\n{said}'


def report(path: Path, accepted: str, answers: dict[str, str], **options) -> Report:
    return given(path, SHEET + accepted, **options).grade(answers)


@all_of(
    ("raw", "points", "score", "verdict"),
    [
        ("0.67", "", 2, "accepted"),
        (" 0.67  ", "", 2, "accepted"),
        ("0.67", "1", 1, "accepted"),
        ("0.67", '"3/2"', F(3, 2), "accepted"),
        ("0.67", "0", 0, "too_few_digits"),
        ("2/3", "1", 1, "accepted"),
        ("2/3", "0", 0, "accepted"),
        ("2/3", "", 2, "correct"),
        ("zwei Drittel", "2", 2, "accepted"),
        ("1/3", "1", 1, "accepted"),
    ],
)
def test_an_accepted_answer_earns_its_points(
    tmp_path, raw: str, points: str, score: F, verdict: str
) -> None:
    """All points unless it is said, blanks aside, whether more or fewer than it earns by itself."""
    graded = report(tmp_path, accept("prior", raw.strip(), points), {"prior": raw})["prior"]
    assert (graded.score, graded.verdict.value) == (score, verdict)
    assert graded.is_right == (score == 2)
    assert graded.look == ""
    assert graded.matches == ()


def test_points_of_0_settle_what_is_open(tmp_path) -> None:
    """An answer that would be asked again has a score of 0 once a person has said so."""
    before = report(tmp_path, "", {"prior": "0,6"})
    after = report(tmp_path, accept("prior", "0,6", "0"), {"prior": "0,6"})
    assert (before.earned, after.earned) == ("0 to 2", "0")
    assert (len(before.answers_to_review), len(after.answers_to_review)) == (1, 0)
    assert after["prior"].feedback == "A person marked this answer: 0 of 2 points."


def test_other_answers_stay_as_they_are(tmp_path) -> None:
    """Only the text that was accepted is, and only to its question."""
    found = report(tmp_path, accept("prior", "0.67"), {"prior": "0.7", "joint": "0.67"})
    assert (found["prior"].score, found["joint"].score) == (0, 0)


def test_an_accepted_value_is_carried_on(tmp_path) -> None:
    """What follows from an accepted value earns all points, whatever follow-through is worth."""
    answers = {"prior": "1/5", "joint": "1/10"}
    plain = report(tmp_path, "", answers, follow_through="1/2")
    found = report(tmp_path, accept("prior", "1/5"), answers, follow_through="1/2")
    assert (plain.score, found.score) == (F(1, 2), 3)


@pytest.mark.parametrize(("points", "score"), [("0", 0), ("0.25", F(1, 4)), ("", 1)])
def test_follow_through_leaves_a_persons_points(tmp_path, points: str, score: F) -> None:
    """An answer that follows from an earlier one keeps what a person gave it, none at all too."""
    answers = {"prior": "1/2", "joint": "1/4"}
    found = report(tmp_path, accept("joint", "1/4", points), answers)
    assert found["joint"].score == score
    assert report(tmp_path, "", answers)["joint"].follows


@pytest.mark.parametrize("points", ["", "1", "0"])
@pytest.mark.parametrize("raw", ["2/3", "0.67", "1/5"])
def test_every_form_of_a_report_says_that_a_person_marked(tmp_path, raw: str, points: str) -> None:
    """Text, page, JSON and the file for the student say so, and a class report counts it."""
    grader = given(tmp_path, SHEET + accept("prior", raw, points))
    graded = grader.grade({"prior": raw}, "Ada")
    if graded["prior"].verdict.value != "accepted":
        assert not points or points == "0"
        return
    words = f"A person marked this answer: {graded['prior'].score} of 2 points."
    assert words in student_text(grader, graded)
    assert words in student_page(grader, graded)
    assert words in json_report(grader, [graded])
    assert words in feedback_files(grader, [graded])["Ada.md"]
    assert "2  marked by a person" in class_text(grader, [graded, graded])
    assert "marked by a person" in class_page(grader, [graded, graded])


def test_an_accepted_label_stays_accepted(tmp_path) -> None:
    """The decision that own numbers contradict is not blamed once it was accepted in part."""
    answers = {"joint": "1/3", "other": "0", "label": "-"}
    assert report(tmp_path, "", answers)["label"].matches
    found = report(tmp_path, accept("label", "-", "0.5"), answers)["label"]
    assert (found.score, found.verdict.value, found.matches) == (F(1, 2), "accepted", ())


def test_what_was_accepted_is_settled(tmp_path, monkeypatch) -> None:
    """Nobody has to look at it, even where follow-through cannot be worked out."""

    def fails(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("exactnb.teach.grading.follow_through_marks._carry", fails)
    answers = {"prior": "1/5", "joint": "1/10"}
    assert len(report(tmp_path, "", answers).answers_to_review) == 2
    assert len(report(tmp_path, accept("prior", "1/5"), answers).answers_to_review) == 1


def test_what_was_never_worked_out_may_be_accepted(tmp_path) -> None:
    """An answer to a question that takes too much is graded by the person alone."""
    text = SHEET + accept("prior", "2/3")
    assert given(tmp_path, text, effort=1).grade({"prior": "2/3"})["prior"].score == 2


@all_of(
    ("tables", "said"),
    [
        (accept("pior", "1"), r"accept\[1\]\.question: no question 'pior' \(did you mean 'prior'"),
        (accept("prior", ""), r"accept\[1\]\.text: expected text in quotes"),
        (accept("prior", "1", "3"), r"accept\[1\]\.points: lies between 0 and 2, .*; got 3"),
        (accept("prior", "1", "-1"), r"accept\[1\]\.points: lies between 0 and 2"),
        (accept("prior", "1", '"all"'), r"accept\[1\]\.points: expected a number"),
        (accept("prior", "1") + accept("prior", " 1"), r"accept\[2\]\.text: '1' is accepted twice"),
        ('[[accept]]\ntext = "1"\n', r"accept\[1\]: needs a key question"),
        ('[[accept]]\nquestion = "prior"\n', r"accept\[1\]: needs a key text"),
        (accept("prior", "1") + "point = 1\n", r"accept\[1\]\.point: unknown key \(did you mean"),
        ("[accept]\nx = 1\n", r"accept: expected \[\[accept\]\] tables"),
    ],
)
def test_what_cannot_be_accepted_is_refused(tmp_path, tables: str, said: str) -> None:
    """One line says which table is wrong, and how."""
    with pytest.raises(InputError, match=said):
        report(tmp_path, tables, {})


def test_without_questions_nothing_is_accepted(tmp_path) -> None:
    """Any quantity may be answered then, and none has an id that a table could name."""
    text = SHEET.partition("[[question]]")[0] + accept("prior", "1")
    with pytest.raises(InputError, match="no question 'prior'; the problem has none"):
        given(tmp_path, text)
