"""Reports as text for a terminal: one student in full, a class as a table with its item analysis."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from exactnb.errors import printable, quoted
from exactnb.grading.feedback import for_instructor
from exactnb.grading.graded import Graded, Report
from exactnb.grading.grader import Grader
from exactnb.grading.judging import Verdict
from exactnb.grading.reports.items import Item, items_of
from exactnb.rendering.widths import columns_of, cut, fitting, page

_SAID = {
    Verdict.CORRECT: "right",
    Verdict.ROUNDED: "right, rounded",
    Verdict.TOO_FEW: "too few digits",
    Verdict.TRUNCATED: "digits cut off",
    Verdict.LAST_DIGIT: "last digit off",
    Verdict.FORM: "right, wrong form",
    Verdict.PERCENT: "percent or fraction?",
    Verdict.POWER_OF_TEN: "decimal point",
    Verdict.MISCONCEPTION: "known mistake",
    Verdict.WRONG: "wrong",
    Verdict.UNREADABLE: "unreadable",
    Verdict.AMBIGUOUS: "two readings",
    Verdict.UNGRADED: "not graded",
    Verdict.ACCEPTED: "accepted",
}
_WIDEST_ID, _WIDEST_RAW, _NARROWEST_SCORE = 24, 22, 9


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
    ids = max((columns_of(each.question.id) for each in report.graded), default=0)
    raws = max((columns_of(_shown(each.raw)) for each in report.graded), default=0)
    widths = min(ids, _WIDEST_ID), min(raws, _WIDEST_RAW)
    for graded in report.graded:
        rows += _answer(grader, graded, widths, width, explain)
    rows += _to_look_at([report], width, named=False)
    return page(rows) + "\n"


def class_text(grader: Grader, reports: Sequence[Report], *, width: int = 80) -> str:
    """Return the points of every student, what to look at, then the mistakes at each question.

    Lines are at most `width` columns wide, where names let them.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table))
    >>> report = grader.grade({"P(+)": "2/3"}, student="Ada")
    >>> class_text(grader, [report]).splitlines()[2].split()
    ['Ada', '1', 'of', '1']
    """
    rows = [printable(grader.problem.title) or "Answers", ""]
    names = min(max((columns_of(report.student) for report in reports), default=0), _WIDEST_ID)
    scored = max((len(f"{each.earned} of {each.points}") for each in reports), default=0)
    scored = max(scored, _NARROWEST_SCORE)
    for report in reports:
        scores = f"{report.earned} of {report.points}".rjust(scored)
        again = f"   {len(report.open)} to ask again" if report.open else ""
        rows.append(f"   {fitting(report.student, names)}   {scores}{again}")
    rows += _to_look_at(reports, width)
    for item in items_of(reports):
        rows += ["", *_item(item, width)]
    return page(rows) + "\n"


def _head(grader: Grader, report: Report, width: int) -> str:
    title = printable(": ".join(filter(None, (grader.problem.title, report.student))))
    points = f"{report.earned} of {report.points} points"
    if report.open:
        points += f", {len(report.open)} to ask again"
    gap = width - columns_of(title) - len(points)
    return title + " " * gap + points if gap >= 3 else f"{title}\n{points}"


def _answer(
    grader: Grader, graded: Graded, widths: tuple[int, int], width: int, explain: bool
) -> list[str]:
    said = _SAID[graded.verdict] if graded.raw.strip() else "no answer"
    if graded.follows:
        said = "right by follow-through"
    score = f"{graded.score} of {graded.question.points}"
    if graded.score is None:
        score = "to look at" if graded.verdict is Verdict.UNGRADED else "ask again"
    cells = (fitting(graded.question.id, widths[0]), fitting(_shown(graded.raw), widths[1]), said)
    first = "   " + "   ".join(cells)
    rows = [first + score.rjust(max(width - columns_of(first), len(score) + 3))]
    inner = " " * 6
    if not graded.is_right or graded.follows:
        if graded.raw.strip():
            rows += wrap(graded.feedback, width, initial_indent=inner, subsequent_indent=inner)
        found = ", ".join(_named(graded))
        if found:
            rows += wrap(f"({found})", width, initial_indent=inner, subsequent_indent=inner + " ")
        if explain and graded.matches:
            chain = for_instructor(grader, graded, width=width - 3).split("\n")
            rows += [f"   {row}" for row in chain[len(graded.matches) :]] + [""]
    return rows


def _to_look_at(reports: Sequence[Report], width: int, *, named: bool = True) -> list[str]:
    """Return the answers that a human should look at: the student, the question, what and why."""
    rows = []
    for report in reports:
        for graded in report.to_look_at:
            student = f"{cut(report.student, _WIDEST_ID)}, " if named else ""
            typed = quoted(cut(_shown(graded.raw), width))
            line = f"{student}{cut(graded.question.id, _WIDEST_ID)}: {typed}, {printable(graded.look)}"
            rows += wrap(line, width, initial_indent="   ", subsequent_indent=" " * 6)
    return ["", "To look at", *rows] if rows else []


def _named(graded: Graded) -> list[str]:
    """Return the mistakes that lead to an answer, by id and detail."""
    found: dict[str, list[str]] = {}
    for match in graded.matches:
        name = match.alternative.id if match.is_certain else f"may be {match.alternative.id}"
        found.setdefault(name, []).append(match.alternative.detail)
    return [
        identity + (f": {'; '.join(filter(None, details))}" if any(details) else "")
        for identity, details in found.items()
    ]


def _item(item: Item, width: int) -> list[str]:
    followed = f", {item.followed} by follow-through" if item.followed else ""
    look = f", {item.to_look_at} to look at" if item.to_look_at else ""
    title = f"{cut(item.question, _WIDEST_ID)}   {item.right} of {item.answered} right{followed}{look}"
    if not item.answered:
        return [f"{cut(item.question, _WIDEST_ID)}   not answered"]
    rows = [title]
    for identity, number in item.mistakes:
        rows.append(f"   {number:>5}  {identity}")
    for raw, number in item.unexplained:
        rows.append(f"   {number:>5}  unexplained: {cut(_shown(raw), width - 24)}")
    return rows


def _shown(raw: str) -> str:
    return printable(" ".join(raw.split()))
