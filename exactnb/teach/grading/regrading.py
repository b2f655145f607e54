"""What changes since an earlier report: which students, which of their answers, and by how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.data.readers import parsed_json, read_text_file
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted
from exactnb.teach.grading.graded import Report

SCHEMA = "exactnb.grade/1"
"""The schema of reports as JSON."""

Points = tuple[Fraction | None, Fraction | None]
"""What an answer earned before and earns now; None is open, or not there."""

Earlier = Mapping[str, Mapping[str, Fraction | None]]
"""The points of an earlier report, by student and question."""


@frozen(slots=True)
class Change:
    """A student whose points are not what they were: before, now, and the answers that differ.

    `before` is None for a student whom the earlier report does not have, `now` for one who is gone.
    """

    student: str
    before: Fraction | None
    now: Fraction | None
    answers: tuple[tuple[str, Points], ...] = ()


def read_earlier(path: Path) -> Earlier:
    """Return the points in a report that was written as JSON.

    Raises InputError, with the place in the file, for anything else.
    """
    with Place.file(path):
        given = parsed_json(read_text_file(path))
        if not isinstance(given, dict) or given.get("schema") != SCHEMA:
            raise InputError(f"expected a report as --to json writes it, of the schema {SCHEMA}")
        students = given.get("students")
        if not isinstance(students, list):
            raise InputError("expected a list", at="students")
        found: dict[str, Mapping[str, Fraction | None]] = {}
        for number, each in enumerate(students, start=1):
            at = Place.of("students")[number]
            name = _field(each, "student", str, at)
            if name in found:
                raise InputError(f"{quoted(name)} is there twice", at=at)
            found[name] = _answers(_field(each, "answers", list, at), at / "answers")
        return found


def _answers(given: Sequence[Any], at: Place) -> dict[str, Fraction | None]:
    found: dict[str, Fraction | None] = {}
    for number, each in enumerate(given, start=1):
        identity = _field(each, "question_id", str, at[number])
        score = _field(each, "score", str | None, at[number])
        found[identity] = None if score is None else (at[number] / "score").read(read_number, score)
    return found


def _field(given: Any, key: str, kind: Any, at: Place) -> Any:
    if not isinstance(given, dict) or key not in given or not isinstance(given[key], kind):
        raise InputError("is not what a report has there", at=at / key)
    return given[key]


def changes_since(earlier: Earlier, reports: Sequence[Report]) -> tuple[Change, ...]:
    """Return who has other points than before, or other answers open, in the order of the reports."""
    found = []
    for report in reports:
        before = earlier.get(report.student)
        if before is None:
            found.append(Change(report.student, None, report.score))
            continue
        now = {each.question.id: each.score for each in report.graded}
        both = {key: (before.get(key), now.get(key)) for key in {**before, **now}}
        if changed := tuple((key, points) for key, points in both.items() if points[0] != points[1]):
            found.append(Change(report.student, _sum(before), report.score, changed))
    there = {report.student for report in reports}
    gone = [Change(name, _sum(points), None) for name, points in earlier.items() if name not in there]
    return (*found, *gone)


def _sum(points: Mapping[str, Fraction | None]) -> Fraction:
    return sum((each for each in points.values() if each is not None), Fraction(0))
