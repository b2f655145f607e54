"""Reports as CSV, a row for each student. No cell can be taken for a formula by a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.data.escaping import csv_row
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.reports.items import outcome
from exactnb.teach.grading.scores import decimal

_PLACES = 6


def csv_report(grader: Grader, reports: Sequence[Report], *, absent: Sequence[str] = ()) -> str:
    """Return a table: the student, the points, and for each question points, verdict and mistakes.

    Each milestone of a working has its points too. The last column says which answers a human should
    look at, and why. `absent` are students who handed in nothing: their other cells are empty.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table))
    >>> report = grader.grade({"P(+)": "2/3"}, student="Ada")
    >>> csv_report(grader, [report]).splitlines()[1]
    'Ada,1,1,1,correct,,'
    """
    milestones = {
        answer.question.id: [mark.id for mark in answer.question.milestones]
        for report in reports
        for answer in report.graded
    }
    header = ["student", "score", "points"]
    for identity, names in milestones.items():
        header += [identity, f"{identity} verdict", f"{identity} mistakes"]
        header += (f"{identity}: {name}" for name in names)
    header.append("to look at")
    lines = [csv_row(header)]
    for report in reports:
        by_id = {answer.question.id: answer for answer in report.graded}
        score = decimal_points(report.score) if report.is_readable else ""
        row = [report.student, score, decimal_points(report.points)]
        for identity, names in milestones.items():
            answer = by_id.get(identity)
            if answer is None:
                row += [""] * (3 + len(names))
                continue
            score = "" if answer.score is None else decimal_points(answer.score)
            row += [score, outcome(answer), " ".join(answer.mistakes)]
            marks = () if answer.working is None else answer.working.marks
            earned = {mark.question: decimal_points(mark.earned) for mark in marks}
            row += (earned.get(name, "") for name in names)
        looks = [f"{answer.question.id}: {answer.look}" for answer in report.to_look_at]
        row.append("; ".join(filter(None, [report.note, *looks])))
        lines.append(csv_row(row))
    lines += (csv_row([student, *[""] * (len(header) - 1)]) for student in absent)
    return "".join(lines)


def decimal_points(points: Fraction) -> str:
    """Return points as a decimal, which a spreadsheet can add up."""
    return decimal(points, _PLACES)
