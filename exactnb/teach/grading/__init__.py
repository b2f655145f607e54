"""Check answers: read what students typed, judge it, and find the mistake behind a wrong value.

A `Grader` judges sheets of answers to a problem, `check` one answer to one value. `read_answers` reads
the sheets in a file; reports print the verdicts. Names are loaded when they are used.

>>> from exactnb.grading import Grader, check, student_text
>>> check("66.7 %", "2/3").verdict.value
'correct_rounded'
>>> grader = Grader("worked_examples/play_tennis/play_tennis.toml")
>>> print(student_text(grader, grader.grade({"P(Yes)": "9/14"}, "Ada"), width=64).splitlines()[2])
   P(Yes)   9/14   right                                  1 of 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactnb.core.lazy import lazy_exports

if TYPE_CHECKING:
    from exactnb.teach.grading.checking import Checked as Checked
    from exactnb.teach.grading.checking import check as check
    from exactnb.teach.grading.derivations.grader import verify_derivation as verify_derivation
    from exactnb.teach.grading.graded import Graded as Graded
    from exactnb.teach.grading.graded import Report as Report
    from exactnb.teach.grading.grader import Grader as Grader
    from exactnb.teach.grading.judging import Verdict as Verdict
    from exactnb.teach.grading.reports.gradebooks import csv_report as csv_report
    from exactnb.teach.grading.reports.json_report import gradescope_report as gradescope_report
    from exactnb.teach.grading.reports.json_report import json_report as json_report
    from exactnb.teach.grading.reports.text_report import class_text as class_text
    from exactnb.teach.grading.reports.text_report import student_text as student_text
    from exactnb.teach.grading.submissions.class_files import AnswerSheet as AnswerSheet
    from exactnb.teach.grading.submissions.files import read_answers as read_answers
    from exactnb.teach.grading.submissions.layouts import Columns as Columns

_HOMES = {
    "exactnb.teach.grading.submissions.files": "read_answers",
    "exactnb.teach.grading.checking": "Checked check",
    "exactnb.teach.grading.submissions.class_files": "AnswerSheet",
    "exactnb.teach.grading.derivations.grader": "verify_derivation",
    "exactnb.teach.grading.graded": "Graded Report",
    "exactnb.teach.grading.grader": "Grader",
    "exactnb.teach.grading.judging": "Verdict",
    "exactnb.teach.grading.submissions.layouts": "Columns",
    "exactnb.teach.grading.reports.gradebooks": "csv_report",
    "exactnb.teach.grading.reports.json_report": "gradescope_report json_report",
    "exactnb.teach.grading.reports.text_report": "class_text student_text",
}

__getattr__, __dir__ = lazy_exports(__name__, _HOMES, {"Sheet": "AnswerSheet"})
__all__ = __dir__()
