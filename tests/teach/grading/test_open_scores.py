"""What cannot be read is a question, not a zero: the score stays open in every report."""

from __future__ import annotations

import json
from fractions import Fraction as F

from thoroughness import all_of

from exactnb import Grader, Problem, Question, Table
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.reports.json_report import gradescope_report, json_report
from exactnb.teach.grading.reports.text_report import class_text, student_text

TABLE = Table.from_rows([("1", "Yes"), ("0", "Yes"), ("0", "No")], ["a", "class"])
SHEET = Problem(
    TABLE,
    query={"x": {"a": "1"}},
    questions=[
        Question("prior", "P(Yes)", F(2)),
        Question("other", "P(No)"),
        Question("class", "argmax(x)"),
    ],
)
GRADER = Grader(SHEET)


def graded(**answers: str) -> Report:
    return GRADER.grade(answers, "Ada")


@all_of(
    "raw",
    ["2/3 apples or pears", "2//3", "(2/3", "not 1/3", "0.6 66", "2 of 3 of 3", "x = 2/3 ± 0",
     "٢ ٣",
     "Yes", "2/3 Yes", "1" * 1500, "0,667"],
)  # fmt: skip
def test_where_a_number_or_a_class_stands_the_score_stays_open(raw: str) -> None:
    """It is not known to be wrong: the student may still earn its points."""
    each = graded(prior=raw)["prior"]
    assert each.score is None
    assert each.look
    assert "nothing is lost" in each.feedback


@all_of("raw", ["", "  ", "?", "idk", "I don't know", "-", "no idea what", "x", "1/0", "0/0"])
def test_where_nothing_stands_nothing_is_earned(raw: str) -> None:
    """A question left out, words alone, and what is no number at all are no answer."""
    table = Table.from_rows([("1", "spam"), ("0", "ham"), ("0", "ham")], ["a", "class"])
    each = Grader(Problem(table)).grade({"P(ham)": raw})["P(ham)"]
    assert each.score == 0
    assert "nothing is lost" not in each.feedback


@all_of("raw", ["not No", "Yes or No", "opposite of Yes", "Yes?"])
def test_a_class_that_is_named_somehow_is_asked_again(raw: str) -> None:
    """A denial is not read as the class behind it, and costs nothing either."""
    assert graded(**{"class": raw})["class"].score is None


def test_the_score_of_a_sheet_is_a_span() -> None:
    """Two points wait for an answer that has two readings, one for a class that is denied."""
    report = graded(prior="0,667", other="1/3", **{"class": "not No"})
    assert (report.score, report.largest_score, report.points) == (F(1), F(4), F(4))
    assert report.earned == "1 to 4"
    assert [each.question.id for each in report.open_answers] == ["prior", "class"]
    assert graded(prior="2/3", other="1/3", **{"class": "Yes"}).earned == "4"


def test_the_text_says_what_is_open() -> None:
    """One student sees the span at the top, a class sees it by name, with the texts to look at."""
    report = graded(prior="2//3", other="1/3", **{"class": "Yes"})
    assert "2 to 4 of 4 points, 1 to ask again" in student_text(GRADER, report)
    shown = class_text(GRADER, [report, GRADER.grade({"prior": "2/3"}, "Ben")])
    assert "Ada   2 to 4 of 4   1 to ask again" in shown
    assert "Ben        2 of 4" in shown
    assert "1 prior: '2//3', unreadable: no formula goes on with '/'" in " ".join(shown.split())
    assert "(Ada)" in shown
    assert str(report).startswith("Ada: 2 to 4 of 4 points")


def test_gradescope_says_what_could_not_be_read() -> None:
    """The question is named, its text is repeated, and it is neither passed nor failed."""
    results = json.loads(gradescope_report(GRADER, graded(prior="2//3", **{"class": "not No"})))
    assert (
        results["output"]
        == "0 to 3 of 4 points; no answer to other; 2 could not be read (prior, class): "
        "please type again."
    )
    test = results["tests"][0]
    assert [each["extra_data"]["verdict"] for each in results["tests"]].count("no_answer") == 1
    assert "score" not in test
    assert test["output"].startswith("Typed: '2//3'. This cannot be read: no formula goes on with '/'")
    assert results["extra_data"]["most"] == "3"


def test_json_has_both_ends_of_the_span() -> None:
    """A program gets what is earned and what may be."""
    (student,) = json.loads(json_report(GRADER, [graded(prior="2//3")]))["students"]
    assert (student["score"], student["most"], student["points"]) == ("0", "2", "4")
    assert student["open"] == ["prior"]
