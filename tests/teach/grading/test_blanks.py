"""A dash or a question mark alone is no answer, at every door: not unreadable, not to look at."""

from __future__ import annotations

import json

from thoroughness import all_of

from exactnb import Grader, Problem
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import read_answer
from exactnb.teach.grading.reports.html_report import class_page
from exactnb.teach.grading.reports.json_report import gradescope_report
from exactnb.teach.grading.reports.text_report import class_text, student_text

SHEET = """
[data]
table = '''
a b class
1 u +
1 v +
0 u -
0 v -
1 u -
'''
[query]
x = { a = 1, b = "u" }
"""
ASKED = ("P(+)", "P(+,x)", "argmax(x)")
BLANKS = ("", "-", " ? ", "—", "??", "−", "--")


@all_of("blank", BLANKS, apart=4)
def test_a_blank_is_no_answer_in_every_report(blank: str) -> None:
    """The text, the page and Gradescope's JSON say that there is none, and nobody has to look at it."""
    grader = Grader(Problem.from_text(SHEET), asked=ASKED)
    report = grader.grade({"P(+)": "2/5", "P(+,x)": blank}, student="Ada")
    assert report["P(+,x)"].is_blank
    assert report["P(+,x)"].feedback == "No answer."
    assert not report.answers_to_review
    assert not report.open_answers
    other = grader.grade({"P(+,x)": "1/3"}, student="Ben")
    reports = [report, other]
    texts = student_text(grader, report), class_text(grader, reports), class_page(grader, reports)
    assert all("no answer" in text for text in texts)
    assert not any("unreadable" in text for text in texts[:2])
    tests = json.loads(gradescope_report(grader, report))["tests"]
    (test,) = (each for each in tests if each["name"] == "P(+,x)")
    assert test["extra_data"]["verdict"] == "no_answer"
    assert test["output"] == "No answer."


@all_of(("text", "labels"), [("-", ("+", "-")), ("?", ("?", "!"))])
def test_a_class_called_so_is_an_answer(text: str, labels: tuple[str, ...]) -> None:
    """Where a class is called - or ?, it is that class."""
    assert read_answer(text, Expects("label", labels=labels)).value.labels == (text,)  # type: ignore[union-attr]
