"""The results.json that Gradescope reads: one test for each question.

Source: Gradescope's autograder specifications, "Output Format". Formulas are sent as plain text, for
it is not promised that LaTeX is drawn.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.rounding import Rounding
from exactnb.core.data.escaping import safe_json
from exactnb.errors import printable, quoted
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.reports.instructor_feedback import for_instructor
from exactnb.teach.grading.reports.items import UNANSWERED

_PLACES = 6


def gradescope_report(grader: Grader, report: Report) -> str:
    """Return the `report` on one student by `grader` as Gradescope's JSON.

    Students see the hints, instructors how a value arises too.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table))
    >>> report = grader.grade({"P(+)": "2/3"}, student="Ada")
    >>> import json
    >>> json.loads(gradescope_report(grader, report))["tests"][0]["score"]
    1
    """
    tests = [_test(grader, graded, number) for number, graded in enumerate(report.graded, start=1)]
    document = {
        "score": _number(report.score),
        "output": _summary(report),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": {
            "score": str(report.score),
            "most": str(report.most),
            "points": str(report.points),
            "remark": report.remark,
            "to_look_at": [
                {"question": answer.question.id, "raw": answer.raw, "why": answer.look}
                for answer in report.to_look_at
            ],
        },
    }
    return safe_json(document)


def _test(grader: Grader, graded: Graded, number: int) -> dict[str, Any]:
    test: dict[str, Any] = {
        "name": printable(graded.question.id),
        "number": str(number),
        "max_score": _number(graded.question.points),
        "output": _output(graded),
        "visibility": "visible",
        "tags": [],
        "extra_data": {
            "verdict": UNANSWERED if graded.is_blank else graded.verdict.value,
            "mistakes": list(graded.mistakes),
            "follow_through": list(graded.follows),
            "instructor": for_instructor(grader, graded),
        },
    }
    if graded.score is not None:  # what is asked for again, or ungraded, is neither passed nor failed
        test["score"] = _number(graded.score)
        test["status"] = "passed" if graded.is_right else "failed"
    return test


def _output(graded: Graded) -> str:
    if graded.is_blank:
        return graded.feedback
    read = f"Read as {graded.answer.text()}. " if graded.answer is not None else ""
    if graded.refusal is not None:
        read = f"Typed: {quoted(graded.raw)}. "
    excerpt = [] if graded.working is None else graded.working.excerpt
    return "\n".join([printable(read + graded.feedback), *excerpt])


def _summary(report: Report) -> str:
    if not report.is_readable:
        return printable(report.note)
    text = f"{report.standing} points"
    unread = [answer for answer in report.open if answer.verdict is Verdict.UNREADABLE]
    if missing := [answer.question.id for answer in report.graded if answer.is_blank]:
        text += f"; no answer to {', '.join(map(printable, missing))}"
    if again := len(report.open) - len(unread):
        text += f"; {again} answer{'s' * (again > 1)} can be read in several ways: please type again"
    if unread:
        ids = ", ".join(printable(answer.question.id) for answer in unread)
        text += f"; {len(unread)} could not be read ({ids}): please type again"
    if ungraded := sum(answer.verdict is Verdict.UNGRADED for answer in report.graded):
        text += f"; {ungraded} answer{'s' * (ungraded > 1)} could not be graded: a human will look"
    return text + "."


def _number(points: Fraction) -> int | float:
    """Return points as the number that JSON has for them; the exact one is in extra_data."""
    if points.denominator == 1:
        return int(points)
    return float(str(Rounding(places=_PLACES).decimal(points)))
