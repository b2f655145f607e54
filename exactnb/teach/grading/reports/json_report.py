"""Reports as JSON, for other programs: the schema exactnb.grade/1, and the results of Gradescope.

How to read: `json_report` is about a class, `gradescope_report` about one student: a test for each
question, with formulas as plain text, for it is not promised that LaTeX is drawn.

Source: Gradescope's autograder specifications, "Output Format".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

import exactnb
from exactnb.core.arithmetic.integers import integer_text
from exactnb.core.arithmetic.rounding import Rounding, is_printable
from exactnb.core.data.escaping import safe_json
from exactnb.core.expression.results import Value
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.errors import printable, quoted
from exactnb.teach.answers.answer import Ambiguous
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.reports.instructor_feedback import mistakes_for_instructor
from exactnb.teach.grading.reports.items import UNANSWERED, QuestionAnalysis, item_analysis
from exactnb.teach.grading.reports.overview import (
    class_overview,
    misconception_counts,
    mistakes_made_together,
)
from exactnb.teach.grading.reports.regrading import SCHEMA, Change, changes_json
from exactnb.teach.grading.working.report import as_object

_PLACES = 6


def json_report(
    grader: Grader,
    reports: Sequence[Report],
    *,
    absent: Sequence[str] = (),
    changes: Sequence[Change] | None = None,
) -> str:
    """Return what is known of every answer, and the item analysis, as JSON; exact numbers are text.

    `absent` are students who handed in nothing, and `changes` those since an earlier report.

    >>> from exactnb import Grader, Problem, Table
    >>> table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    >>> grader = Grader(Problem(table))
    >>> report = grader.grade({"P(+)": "2/3"}, student="Ada")
    >>> import json
    >>> json.loads(json_report(grader, [report]))["students"][0]["student"]
    'Ada'
    """
    entries: dict[tuple[object, ...], dict[str, Any]] = {}

    def answer(graded: Graded) -> dict[str, Any]:
        """Return what is said of an answer; students who typed the same share it."""
        key = graded.variant, graded.question.id, graded.raw, graded.verdict, graded.follows
        if key not in entries:
            entries[key] = _answer_json(grader, graded)
        return entries[key]

    document: dict[str, Any] = {
        "schema": SCHEMA,
        "engine_version": exactnb.__version__,
        "title": grader.problem.title,
        "students": [_student_json(report, answer) for report in reports],
        "to_look_at": [
            {
                "student": report.student,
                "question_id": graded.question.id,
                "raw": graded.raw,
                "why": graded.look,
            }
            for report in reports
            for graded in report.answers_to_review
        ],
        "remarks": [
            {"student": report.student, "remark": report.remark, "readable": report.is_readable}
            for report in reports
            if report.remark
        ],
        "nothing_handed_in": list(absent),
        "overview": _overview_json(reports),
        "misconceptions": [
            asdict(made) | {"questions": dict(made.questions), "lost": str(made.lost)}
            for made in misconception_counts(reports)
        ],
        "made_together": [
            {"mistakes": [first, second], "students": students}
            for first, second, students in mistakes_made_together(reports)
        ],
        "items": [_item_json(item) for item in item_analysis(reports)],
    }
    if doubts := grader.problem.doubts:
        document["doubts"] = list(doubts)
    if changes is not None:
        document["changes"] = changes_json(changes)
    return safe_json(document)


def _overview_json(reports: Sequence[Report]) -> dict[str, Any] | None:
    """Return the figures of a class; those that stay open have what they may become too."""
    overview = class_overview(reports)
    if overview is None:
        return None
    figures = {
        name.replace(" ", "_"): [str(low), str(high)] if low != high else str(low)
        for name, (low, high) in overview.figures
    }
    bars = [{"from": str(lower), "students": times} for lower, times in overview.histogram]
    return {"students": overview.students, "points": str(overview.points), **figures, "histogram": bars}


def _item_json(item: QuestionAnalysis) -> dict[str, Any]:
    return asdict(item) | {
        **{name: dict(getattr(item, name)) for name in ("verdicts", "outcomes", "mistakes")},
        "unexplained": {value.raw: value.students for value in item.unexplained},
        "difficulty": None if item.difficulty is None else str(item.difficulty),
        "discrimination": item.discrimination or None,
    }


def _student_json(report: Report, answer: Callable[[Graded], dict[str, Any]]) -> dict[str, Any]:
    return {
        "student": report.student,
        "score": str(report.score),
        "most": str(report.largest_score),
        "points": str(report.points),
        "open": [graded.question.id for graded in report.open_answers],
        "answers": [answer(graded) for graded in report.graded],
    }


def _answer_json(grader: Grader, graded: Graded) -> dict[str, Any]:
    question, answer, refusal = graded.question, graded.answer, graded.refusal
    readings = (
        [reading.latex() for reading in refusal.readings] if isinstance(refusal, Ambiguous) else []
    )
    return {
        "question_id": question.id,
        **(
            {"derivation": question.task}
            if question.is_derivation
            else {"quantity": str(grader.of(graded).name_of(question))}
        ),
        "text": question.text,
        "variant_seed": graded.variant or None,
        "part_id": None,  # questions have no parts
        "raw": graded.raw,
        "reading_latex": answer.latex() if answer is not None else None,
        "readings_latex": readings,
        "value": _value_json(answer.value) if answer is not None else None,
        "refusal": refusal.kind if refusal is not None else None,
        "policy": str(question.policy),
        "form": question.policy.form,
        "verdict": graded.verdict.value,
        "score": None if graded.score is None else str(graded.score),
        "points": str(question.points),
        "mistakes": [
            {
                "id": match.alternative.id,
                "detail": match.alternative.detail,
                "words": match.alternative.words,
                "switches": match.alternative.switch_count,
                "value": _value_json(match.value),
                "confidence": "exact" if match.exact else "rounded",
                "certain": match.is_certain,
                "convention": match.alternative.is_convention,
            }
            for match in graded.matches
        ],
        "follow_through": {"used": bool(graded.follows), "from_part": list(graded.follows)},
        "working": None if graded.working is None else as_object(graded.working),
        "feedback": {"student": graded.feedback, "instructor": mistakes_for_instructor(grader, graded)},
    }


def _value_json(value: Value) -> dict[str, Any]:
    """Return a value by its kind; a rational number by its terms, unless they are too long."""
    if isinstance(value, Fraction) and is_printable(value):
        numerator, denominator = integer_text(value.numerator), integer_text(value.denominator)
        return {"kind": "rational", "num": numerator, "den": denominator}
    return {"kind": type(value).__name__.lower(), "text": spell(written(value))}


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
    tests = [
        _gradescope_test(grader, graded, number) for number, graded in enumerate(report.graded, start=1)
    ]
    document = {
        "score": _points_number(report.score),
        "output": _summary(report),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": {
            "score": str(report.score),
            "most": str(report.largest_score),
            "points": str(report.points),
            "remark": report.remark,
            "to_look_at": [
                {"question": answer.question.id, "raw": answer.raw, "why": answer.look}
                for answer in report.answers_to_review
            ],
        },
    }
    return safe_json(document)


def _gradescope_test(grader: Grader, graded: Graded, number: int) -> dict[str, Any]:
    test: dict[str, Any] = {
        "name": printable(graded.question.id),
        "number": str(number),
        "max_score": _points_number(graded.question.points),
        "output": _gradescope_output(graded),
        "visibility": "visible",
        "tags": [],
        "extra_data": {
            "verdict": UNANSWERED if graded.is_blank else graded.verdict.value,
            "mistakes": list(graded.mistakes),
            "follow_through": list(graded.follows),
            "instructor": mistakes_for_instructor(grader, graded),
        },
    }
    if graded.score is not None:  # what is asked for again, or ungraded, is neither passed nor failed
        test["score"] = _points_number(graded.score)
        test["status"] = "passed" if graded.is_right else "failed"
    return test


def _gradescope_output(graded: Graded) -> str:
    if graded.is_blank:
        return graded.feedback
    read = f"Read as {graded.answer.text()}. " if graded.answer is not None else ""
    if graded.refusal is not None:
        read = f"Typed: {quoted(graded.raw)}. "
    excerpt = [] if graded.working is None else graded.working.first_wrong_excerpt
    return "\n".join([printable(read + graded.feedback), *excerpt])


def _summary(report: Report) -> str:
    if not report.is_readable:
        return printable(report.note)
    text = f"{report.standing} points"
    unread = [answer for answer in report.open_answers if answer.verdict is Verdict.UNREADABLE]
    if missing := [answer.question.id for answer in report.graded if answer.is_blank]:
        text += f"; no answer to {', '.join(map(printable, missing))}"
    if again := len(report.open_answers) - len(unread):
        text += f"; {again} answer{'s' * (again > 1)} can be read in several ways: please type again"
    if unread:
        ids = ", ".join(printable(answer.question.id) for answer in unread)
        text += f"; {len(unread)} could not be read ({ids}): please type again"
    if ungraded := sum(answer.verdict is Verdict.UNGRADED for answer in report.graded):
        text += f"; {ungraded} answer{'s' * (ungraded > 1)} could not be graded: a human will look"
    return text + "."


def _points_number(points: Fraction) -> int | float:
    """Return points as the number that JSON has for them; the exact one is in extra_data."""
    if points.denominator == 1:
        return int(points)
    return float(str(Rounding(places=_PLACES).decimal(points)))
