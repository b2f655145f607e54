"""Who has other points than in an earlier report, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.expression.widths import cut
from exactnb.teach.grading.reports.class_sections import WIDEST_ID
from exactnb.teach.grading.reports.regrading import Change
from exactnb.teach.grading.scores import points_text


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
            "before": _exact(change.before),
            "now": _exact(change.now),
            "by": _exact(_by(change)),
            "answers": [
                {
                    "question_id": key,
                    "before": _exact(points_before),
                    "now": _exact(points_now),
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
        return f"{student}: new, {_points(change.now)}"
    if change.now is None:
        return f"{student}: not there any more, {_points(change.before)} before"
    by = _by(change) or Fraction(0)
    total = f"{_points(change.before)} to {_points(change.now)} ({'+' * (by >= 0)}{points_text(by)})"
    parts = (
        f"{cut(key, WIDEST_ID)} {_points(points_before)} to {_points(points_now)}"
        + " (a person)" * (key in change.by_hand)
        for key, (points_before, points_now) in change.answers
    )
    return f"{student}: {total}: {', '.join(parts)}"


def _by(change: Change) -> Fraction | None:
    return None if change.before is None or change.now is None else change.now - change.before


def _points(points: Fraction | None) -> str:
    return "open" if points is None else points_text(points)


def _exact(points: Fraction | None) -> str | None:
    return None if points is None else exact_text(points)
