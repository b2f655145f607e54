"""Checking answers: what was typed, what it is worth, and what went wrong in it.

A `Grader` judges sheets of answers to a problem, `check` one answer to one value. `read_answers` reads
the sheets of a file, and the reports say what came of them. A name is loaded when it is used.

>>> from exactnb.grading import Grader, check, student_text
>>> check("66.7 %", "2/3").verdict.value
'correct_rounded'
>>> grader = Grader("worked_examples/play_tennis/play_tennis.toml")
>>> print(student_text(grader, grader.grade({"P(Yes)": "9/14"}, "Ada"), width=64).splitlines()[2])
   P(Yes)   9/14   right                                  1 of 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.lazy import door

if TYPE_CHECKING:
    from exactnb.grading.answer_files import read_answers
    from exactnb.grading.checking import Checked, check
    from exactnb.grading.class_files import Sheet
    from exactnb.grading.graded import Graded, Report
    from exactnb.grading.grader import Grader
    from exactnb.grading.judging import Verdict
    from exactnb.grading.layouts import Columns
    from exactnb.grading.reports.csv_report import csv_report
    from exactnb.grading.reports.gradescope import gradescope_report
    from exactnb.grading.reports.json_report import json_report
    from exactnb.grading.reports.text_report import class_text, student_text

__all__ = [
    "Checked",
    "Columns",
    "Graded",
    "Grader",
    "Report",
    "Sheet",
    "Verdict",
    "check",
    "class_text",
    "csv_report",
    "gradescope_report",
    "json_report",
    "read_answers",
    "student_text",
]

_HOMES = {
    "Checked": "exactnb.grading.checking",
    "Columns": "exactnb.grading.layouts",
    "Graded": "exactnb.grading.graded",
    "Grader": "exactnb.grading.grader",
    "Report": "exactnb.grading.graded",
    "Sheet": "exactnb.grading.class_files",
    "Verdict": "exactnb.grading.judging",
    "check": "exactnb.grading.checking",
    "class_text": "exactnb.grading.reports.text_report",
    "csv_report": "exactnb.grading.reports.csv_report",
    "gradescope_report": "exactnb.grading.reports.gradescope",
    "json_report": "exactnb.grading.reports.json_report",
    "read_answers": "exactnb.grading.answer_files",
    "student_text": "exactnb.grading.reports.text_report",
}

__getattr__, __dir__ = door(__name__, _HOMES)
