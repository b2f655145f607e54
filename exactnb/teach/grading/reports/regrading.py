"""Compare reports with an earlier one: who has other points, as text and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from textwrap import wrap
from typing import Any

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.data.json_lines import parsed_json
from exactnb.core.data.readers import read_text_file
from exactnb.core.expression.widths import cut
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.reports.class_sections import WIDEST_ID
from exactnb.teach.grading.scores import points_text

SCHEMA = "exactnb.grade/1"
"""The schema of reports as JSON."""

OF_WORKINGS = "exactnb.working/1"
"""The schema of reports on workings as JSON; a class of them can be compared too."""

Points = tuple[Fraction | None, Fraction | None]
"""What an answer earned before and earns now; None is open, or not there."""

Earlier = Mapping[str, Mapping[str, Fraction | None]]
"""The points of an earlier report, by student and question."""


@frozen(slots=True)
class Change:
    """A student whose points changed: before, now, and the answers that differ.

    `before` is None for a student who is new, `now` for one who is gone. `by_hand` are the questions
    whose points a person gave.
    """

    student: str
    before: Fraction | None
    now: Fraction | None
    answers: tuple[tuple[str, Points], ...] = ()
    by_hand: tuple[str, ...] = ()


def read_earlier(path: Path) -> Earlier:
    """Return the points in the JSON report at `path`, by student and question.

    Raises InputError, with the place in the file, for anything else.
    """
    with Place.file(path):
        document = parsed_json(read_text_file(path))
        schema = document.get("schema") if isinstance(document, dict) else None
        if schema not in (SCHEMA, OF_WORKINGS):
            raise InputError(f"expected a report as --to json writes it, of the schema {SCHEMA}")
        students = document.get("students")
        if not isinstance(students, list):
            raise InputError("expected a list", at="students")
        points: dict[str, Mapping[str, Fraction | None]] = {}
        for number, entry in enumerate(students, start=1):
            place = Place.of("students")[number]
            name = _require_field(entry, "student", str, place)
            if name in points:
                raise InputError(f"{quoted(name)} is there twice", at=place)
            if "not_read" in entry:
                points[name] = {}
            elif schema == OF_WORKINGS:
                entries = _require_field(entry, "marks", list, place)
                points[name] = _points_by_key(entries, place / "marks", "question", "earned")
            else:
                entries = _require_field(entry, "answers", list, place)
                points[name] = _points_by_key(entries, place / "answers", "question_id", "score")
        return points


def _points_by_key(
    entries: Sequence[Any], place: Place, key: str, earned: str
) -> dict[str, Fraction | None]:
    points: dict[str, Fraction | None] = {}
    for number, entry in enumerate(entries, start=1):
        identity = _require_field(entry, key, str, place[number])
        score = _require_field(entry, earned, str | None, place[number])
        points[identity] = None if score is None else (place[number] / earned).read(read_number, score)
    return points


def _require_field(entry: Any, key: str, kind: Any, place: Place) -> Any:
    if not isinstance(entry, dict) or key not in entry or not isinstance(entry[key], kind):
        raise InputError("is not what a report has there", at=place / key)
    return entry[key]


def changes_since(earlier: Earlier, reports: Sequence[Report]) -> tuple[Change, ...]:
    """Return whose points or open answers in `reports` differ from an `earlier` report, in their order.

    Students who are gone come last.
    """
    changes = []
    for report in reports:
        old_points = earlier.get(report.student)
        if old_points is None:
            changes.append(Change(report.student, None, report.score))
            continue
        new_points = {answer.question.id: answer.score for answer in report.graded}
        both = {key: (old_points.get(key), new_points.get(key)) for key in {**old_points, **new_points}}
        if changed := tuple((key, points) for key, points in both.items() if points[0] != points[1]):
            by_hand = tuple(a.question.id for a in report.graded if a.is_by_hand)
            changes.append(Change(report.student, _sum(old_points), report.score, changed, by_hand))
    graded_students = {report.student for report in reports}
    gone = (name for name in earlier if name not in graded_students)
    return (*changes, *(Change(name, _sum(earlier[name]), None) for name in gone))


def _sum(points: Mapping[str, Fraction | None]) -> Fraction:
    return sum((score for score in points.values() if score is not None), Fraction(0))


def changes_text(changes: Sequence[Change], width: int) -> list[str]:
    """Return lines of `width` columns: for each of `changes` the student, the old and new points."""
    if not changes:
        return ["", "Changes", "   none"]
    rows = ["", "Changes"]
    for change in changes:
        rows += wrap(change_text(change), width, initial_indent="   ", subsequent_indent=" " * 6)
    return rows


def changes_json(changes: Sequence[Change]) -> list[dict[str, Any]]:
    """Return `changes` as JSON values; exact numbers are strings."""
    return [
        {
            "student": change.student,
            "before": _exact_text(change.before),
            "now": _exact_text(change.now),
            "by": _exact_text(_gain(change)),
            "answers": [
                {
                    "question_id": key,
                    "before": _exact_text(points_before),
                    "now": _exact_text(points_now),
                    "by_hand": key in change.by_hand,
                }
                for key, (points_before, points_now) in change.answers
            ],
        }
        for change in changes
    ]


def change_text(change: Change) -> str:
    """Return one change as text: the student, the old and the new points, and those per question."""
    student = cut(change.student, WIDEST_ID)
    if change.before is None:
        return f"{student}: new, {_points_or_open(change.now)}"
    if change.now is None:
        return f"{student}: not there any more, {_points_or_open(change.before)} before"
    by = _gain(change) or Fraction(0)
    gain = f"{'+' * (by >= 0)}{points_text(by)}"
    total = f"{_points_or_open(change.before)} to {_points_or_open(change.now)} ({gain})"
    parts = (
        f"{cut(key, WIDEST_ID)} {_points_or_open(points_before)} to {_points_or_open(points_now)}"
        + " (a person)" * (key in change.by_hand)
        for key, (points_before, points_now) in change.answers
    )
    return f"{student}: {total}: {', '.join(parts)}"


def _gain(change: Change) -> Fraction | None:
    return None if change.before is None or change.now is None else change.now - change.before


def _points_or_open(points: Fraction | None) -> str:
    return "open" if points is None else points_text(points)


def _exact_text(points: Fraction | None) -> str | None:
    return None if points is None else exact_text(points)
