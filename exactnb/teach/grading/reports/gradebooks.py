"""Reports as CSV, a row for each student: all that was judged, or points in a course's own file.

Sources: Moodle's documentation, "Grade import" and the grading worksheet of its assignments; Canvas's
"How do I import grades in the Gradebook?". A column of nobody's concern here stays as it is, and so
does a cell whose points are not settled yet. No cell can be taken for a formula by a spreadsheet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from html import escape

from exactnb.core.data.escaping import csv_row
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.reports.items import outcome_word
from exactnb.teach.grading.scores import decimal, points_text
from exactnb.teach.grading.submissions.layouts import details_by_role
from exactnb.teach.grading.submissions.rosters import Roster

_PLACES = 6
_TITLE = "Homework"
_POINTS = "Points Possible"
_CANVAS_ROLES = {
    "Student": "name",
    "ID": "id",
    "SIS User ID": "sis",
    "SIS Login ID": "login",
    "Section": "section",
}
_NUMBERED = re.compile(r"(.*) \([0-9]+\)")


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
            row += [score, outcome_word(answer), " ".join(answer.mistakes)]
            marks = () if answer.working is None else answer.working.marks
            earned = {mark.question: decimal_points(mark.earned) for mark in marks}
            row += (earned.get(name, "") for name in names)
        looks = [f"{answer.question.id}: {answer.look}" for answer in report.answers_to_review]
        row.append("; ".join(filter(None, [report.note, *looks])))
        lines.append(csv_row(row))
    lines += (csv_row([student, *[""] * (len(header) - 1)]) for student in absent)
    return "".join(lines)


def decimal_points(points: Fraction) -> str:
    """Return points as a decimal, which a spreadsheet can add up."""
    return decimal(points, _PLACES)


def moodle_gradebook(grader: Grader, reports: Sequence[Report], roster: Roster) -> str:
    """Return a table with a grade and the feedback of `reports` for each row of a `roster`.

    They stand in the columns Grade and Feedback comments of a grading worksheet, else in two new ones
    that have the title of the sheet.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table, title="Sheet 1"))
    >>> report = grader.grade({"P(+)": "2/3"}, student="Ada")
    >>> print(moodle_gradebook(grader, [report], Roster(("Name",), (("Ada",),), {0: "Ada"})), end="")
    Name,Sheet 1,Sheet 1 (feedback)
    Ada,1,All right.
    """
    title = grader.problem.title or _TITLE
    header = list(roster.header)
    grade = _column_index(header, ("Grade", title), title)
    feedback = _column_index(
        header, ("Feedback comments", f"{title} (feedback)"), f"{title} (feedback)"
    )
    by_name = {report.student: report for report in reports}
    lines = [csv_row(header)]
    for place, cells in enumerate(roster.rows):
        row = [*cells, *[""] * (len(header) - len(cells))]
        report = by_name.get(roster.students.get(place, ""))
        if report is not None:
            row[grade] = _settled_points(report) or row[grade]
            row[feedback] = escape(feedback_in_short(report), quote=False)
        lines.append(csv_row(row))
    return "".join(lines)


def canvas_gradebook(grader: Grader, reports: Sequence[Report], roster: Roster) -> str:
    """Return a table of `reports` with a column for the sheet of `grader`, and the row of its points.

    Its other rows and columns are those of `roster`. The points stand in the column that has the title
    of the sheet, with the number that Canvas puts behind it or without, else in a new one. What is no
    gradebook of Canvas gets its first columns.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table, title="Sheet 1"))
    >>> report = grader.grade({"P(+)": "2/3"}, student="Ada")
    >>> book = Roster(("Student", "ID", "Sheet 1 (4)"), (("Ada", "7", ""),), {0: "Ada"})
    >>> print(canvas_gradebook(grader, [report], book), end="")
    Student,ID,Sheet 1 (4)
        Points Possible,,1
    Ada,7,1
    """
    title = grader.problem.title or _TITLE
    header, rows = _canvas_table(roster)
    numbered = [
        name
        for name in header
        if (numbered_title := _NUMBERED.fullmatch(name)) and numbered_title[1] == title
    ]
    sheet = _column_index(header, (title, *numbered), title)
    rows = [[*cells, *[""] * (len(header) - len(cells))] for cells in rows]
    by_name = {report.student: report for report in reports}
    points = decimal_points(max((report.points for report in reports), default=Fraction(0)))
    points_row = [_POINTS, *[""] * (len(header) - 1)]
    if (place := next((p for p, cells in enumerate(rows) if cells[0] == _POINTS), None)) is not None:
        points_row = rows[place]
    points_row[0], points_row[sheet] = f"    {_POINTS}", points
    for number, cells in enumerate(rows):
        report = by_name.get(roster.students.get(number, ""))
        if report is not None:
            cells[sheet] = _settled_points(report) or cells[sheet]
    first = [] if place is not None else [points_row]
    return "".join(map(csv_row, [header, *first, *rows]))


def feedback_in_short(report: Report) -> str:
    """Return the feedback of `report` in one line, on the answers that are not simply right."""
    if not report.is_readable:
        return report.note
    sentences = []
    for answer in report.graded:
        if answer.is_right and not answer.follows:
            continue
        points = "open" if answer.score is None else points_text(answer.score)
        score = f"{points} of {points_text(answer.question.points)}"
        sentences.append(f"{answer.question.id} ({score}): {answer.feedback}")
    return " ".join(sentences) or "All right."


def _settled_points(report: Report) -> str:
    """Return the points of a student, nothing while some are open."""
    return decimal_points(report.score) if report.is_settled else ""


def _column_index(header: list[str], names: Sequence[str], new: str) -> int:
    """Return the place of the first of some columns that is there, else of a new one."""
    for name in names:
        if name in header:
            return header.index(name)
    header.append(new)
    return len(header) - 1


def _canvas_table(roster: Roster) -> tuple[list[str], list[list[str]]]:
    """Return a header that Canvas knows and the cells under it; the columns of its own are kept."""
    if {"Student", "ID"} <= set(roster.header):
        return list(roster.header), [list(cells) for cells in roster.rows]
    rows = []
    for place, cells in enumerate(roster.rows):
        details = details_by_role(dict(zip(roster.header, cells, strict=True)))
        cells_by_role = {**details, "name": details.get("name") or roster.students.get(place, "")}
        rows.append([cells_by_role.get(role, "") for role in _CANVAS_ROLES.values()])
    return list(_CANVAS_ROLES), rows
