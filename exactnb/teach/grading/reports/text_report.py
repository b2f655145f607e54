"""Reports as text for a terminal: one student in full, a class as a table with its item analysis."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from textwrap import wrap

from exactnb.core.expression.widths import cut, display_width, fitting, page
from exactnb.errors import printable, quoted
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.reports import class_sections as sections
from exactnb.teach.grading.reports.class_sections import WIDEST_ID, one_line, outcome_text
from exactnb.teach.grading.reports.items import item_analysis
from exactnb.teach.grading.reports.overview import class_overview, workings_of
from exactnb.teach.grading.reports.regrading import Change, changes_text
from exactnb.teach.grading.scores import points_text

_WIDEST_RAW, _NARROWEST_SCORE = 22, 9


def student_text(grader: Grader, report: Report, *, width: int = 80, explain: bool = False) -> str:
    """Return the report on one student: every answer, what is said of it, and the mistakes behind it.

    Lines are at most `width` columns wide. With `explain`, how each wrong value arises is derived.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table))
    >>> report = grader.grade({"P(+)": "2/3"}, student="Ada")
    >>> student_text(grader, report).splitlines()[2].split()
    ['P(+)', '2/3', 'right', '1', 'of', '1']
    """
    rows = [_head(grader, report, width), ""]
    if report.note:
        rows += [*wrap(printable(report.note), width), ""]
    if not report.is_readable:
        return page(rows) + "\n"
    ids = max((display_width(answer.question.id) for answer in report.graded), default=0)
    raws = max((display_width(one_line(answer.raw)) for answer in report.graded), default=0)
    widths = min(ids, WIDEST_ID), min(raws, _WIDEST_RAW)
    for graded in report.graded:
        rows += _answer(grader, graded, widths, width, explain)
    rows += _to_look_at(report, width)
    return page(rows) + "\n"


def class_text(
    grader: Grader,
    reports: Sequence[Report],
    *,
    width: int = 80,
    explain: bool = False,
    absent: Sequence[str] = (),
    changes: Sequence[Change] | None = None,
) -> str:
    """Return the report on a class: its points, its mistakes, what to look at, questions, students.

    Lines are at most `width` columns wide, where names let them. With `explain`, how the value of each
    mistake arises is derived, once at each question. `absent` are students who handed in nothing, and
    `changes` those since an earlier report.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table))
    >>> report = grader.grade({"P(+)": "2/3"}, student="Ada")
    >>> class_text(grader, [report]).splitlines()[-1].split()
    ['Ada', '1', 'of', '1']
    """
    rows = [printable(grader.problem.title) or "Answers"]
    overview = class_overview(reports)
    rows += ["", *sections.overview(overview, width)] if overview is not None else []
    rows += changes_text(changes, width) if changes is not None else []
    rows += sections.to_teach(reports, width) + sections.looked_at(reports, width)
    derived = partial(_derived, grader, width=width, indent=6) if explain else None
    for item in item_analysis(reports):
        rows += sections.question(item, width, sections.examples_of(item, reports), derived)
        if workings := workings_of(reports, item.question):
            from exactnb.teach.grading.working.report import summary_text

            rows += summary_text(workings, width)
    students = _students(reports, absent)
    return page([*rows, "", "Students", *students] if students else rows) + "\n"


def _students(reports: Sequence[Report], absent: Sequence[str]) -> list[str]:
    """Return a row for each student: the points, or that nothing was handed in."""
    students = sections.students(reports, absent)
    names = min(max((display_width(name) for name, *_ in students), default=0), WIDEST_ID)
    scored = max((len(points) for _, points, _ in students), default=0)
    scored = max(scored, _NARROWEST_SCORE)
    return [
        f"   {fitting(name, names)}   {points or '-':>{scored}}   {note}".rstrip()
        for name, points, note in students
    ]


def _derived(grader: Grader, graded: Graded, width: int, indent: int) -> list[str]:
    """Return how the value of an answer arises, on lines behind an `indent`."""
    from exactnb.teach.grading.reports.instructor_feedback import for_instructor  # solves problems

    chain = for_instructor(grader, graded, width=width - indent).split("\n")
    return [f"{' ' * indent}{row}" for row in chain[len(graded.matches) :]] + [""]


def _head(grader: Grader, report: Report, width: int) -> str:
    title = printable(": ".join(filter(None, (grader.problem.title, report.student))))
    if not report.is_readable:
        return title
    points = f"{report.standing} points"
    if report.open:
        points += f", {len(report.open)} to ask again"
    gap = width - display_width(title) - len(points)
    return title + " " * gap + points if gap >= 3 else f"{title}\n{points}"


def _answer(
    grader: Grader, graded: Graded, widths: tuple[int, int], width: int, explain: bool
) -> list[str]:
    if graded.score is None:
        score = "to look at" if graded.verdict is Verdict.UNGRADED else "ask again"
    else:
        score = f"{points_text(graded.score)} of {points_text(graded.question.points)}"
    cells = (fitting(graded.question.id, widths[0]), fitting(one_line(graded.raw), widths[1]))
    first = "   " + "   ".join([*cells, outcome_text(graded)])
    rows = [first + score.rjust(max(width - display_width(first), len(score) + 3))]
    inner = " " * 6
    rows += wrap(printable(graded.question.text), width, initial_indent=inner, subsequent_indent=inner)
    if graded.working is not None and not graded.is_right:
        from exactnb.teach.grading.working.report import marks_text

        rows += (f"{inner}{row}" for row in marks_text(graded.working, width - 6))
    if not graded.is_right or graded.follows or graded.verdict is Verdict.ACCEPTED:
        if not graded.is_blank:
            rows += wrap(graded.feedback, width, initial_indent=inner, subsequent_indent=inner)
        if graded.working is not None:
            rows += (f"{inner}{row}" for row in graded.working.excerpt)
        mistakes = ", ".join(_mistake_details(graded))
        if mistakes:
            rows += wrap(f"({mistakes})", width, initial_indent=inner, subsequent_indent=inner + " ")
        if explain and graded.matches:
            rows += _derived(grader, graded, width, 3)
    return rows


def _to_look_at(report: Report, width: int) -> list[str]:
    """Return the answers that a human should look at: the question, what was typed, and why."""
    rows = []
    for graded in report.to_look_at:
        text = quoted(cut(one_line(graded.raw), width))
        line = f"{cut(graded.question.id, WIDEST_ID)}: {text}, {printable(graded.look)}"
        rows += wrap(line, width, initial_indent="   ", subsequent_indent=" " * 6)
    return ["", "To look at", *rows] if rows else []


def _mistake_details(graded: Graded) -> list[str]:
    """Return the mistakes that lead to an answer, by id and detail."""
    details_by_mistake: dict[str, list[str]] = {}
    for match in graded.matches:
        name = match.alternative.id if match.is_certain else f"may be {match.alternative.id}"
        details_by_mistake.setdefault(name, []).append(match.alternative.detail)
    return [
        identity + (f": {'; '.join(filter(None, details))}" if any(details) else "")
        for identity, details in details_by_mistake.items()
    ]
