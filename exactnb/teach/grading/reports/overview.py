"""What the points of a class say together, and the misconceptions over all questions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.record import frozen
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.reports.items import counted, mistakes_phrase
from exactnb.teach.grading.scores import histogram, mean, quantile

if TYPE_CHECKING:
    from exactnb.teach.grading.working.working import Working

_QUARTERS = {
    "lower quartile": Fraction(1, 4),
    "median": Fraction(1, 2),
    "upper quartile": Fraction(3, 4),
}

Span = tuple[Fraction, Fraction]
"""A number as the points are now, and as it is if all that stays open is right."""


@frozen(slots=True)
class Overview:
    """The points of a class: how many students, their mean, quartiles, ends, and a histogram.

    `figures` have their names, each with what it becomes if all that stays open is right.
    """

    students: int
    points: Fraction
    figures: tuple[tuple[str, Span], ...]
    histogram: tuple[tuple[Fraction, int], ...]

    def __str__(self) -> str:
        """Return how many students there are, and how many points."""
        students = f"{self.students} student{'s' * (self.students != 1)}"
        return f"{students}, {exact_text(self.points)} point{'s' * (self.points != 1)}"


def class_overview(reports: Sequence[Report]) -> Overview | None:
    """Return the overview of the readable `reports`, None if there are none."""
    reports = [report for report in reports if report.is_readable]
    if not reports:
        return None
    least, most = [report.score for report in reports], [report.most for report in reports]
    points = max(report.points for report in reports)
    figures = [("mean", (mean(least), mean(most)))]
    figures += [(name, (quantile(least, q), quantile(most, q))) for name, q in _QUARTERS.items()]
    figures += [("minimum", (min(least), min(most))), ("maximum", (max(least), max(most)))]
    return Overview(len(reports), points, tuple(figures), histogram(least, points))


@frozen(slots=True)
class MistakeCount:
    """Mistakes behind answers all over a sheet: how often, by how many students, at which questions."""

    mistakes: str
    answers: int
    students: int
    questions: tuple[tuple[str, int], ...]


def misconception_counts(reports: Sequence[Report]) -> tuple[MistakeCount, ...]:
    """Return the mistakes in `reports`, the most frequent first; an answer counts once."""
    made: dict[str, list[tuple[int, str]]] = {}
    for number, report in enumerate(reports):
        for graded in report.graded:
            if graded.matches:
                made.setdefault(mistakes_phrase(graded), []).append((number, graded.question.id))
    misconceptions = [
        MistakeCount(name, len(at), len({n for n, _ in at}), counted(question for _, question in at))
        for name, at in made.items()
    ]
    return tuple(
        sorted(misconceptions, key=lambda entry: (-entry.answers, -entry.students, entry.mistakes))
    )


def workings_of(reports: Sequence[Report], question: str) -> dict[str, Working]:
    """Return the workings in `reports` that answer the question of this id, by student."""
    answers = ((report.student, each) for report in reports for each in report.graded)
    return {
        student: each.working
        for student, each in answers
        if each.question.id == question and each.working is not None
    }


@frozen(slots=True)
class AnswerToReview:
    """An answer that a human should look at, why, and the students who gave it.

    A remark about a whole sheet has no question.
    """

    question: str
    raw: str
    why: str
    students: tuple[str, ...]


def to_look_at(reports: Sequence[Report]) -> tuple[AnswerToReview, ...]:
    """Return the answers in `reports` to look at, the most frequent first; equal ones are merged.

    Remarks about whole sheets come before answers.
    """
    students_by_answer: dict[tuple[str, str, str], list[str]] = {}
    for report in reports:
        if report.note:
            students_by_answer.setdefault(("", "", report.note), []).append(report.student)
        for graded in report.to_look_at:
            key = graded.question.id, " ".join(graded.raw.split()), graded.look
            students_by_answer.setdefault(key, []).append(report.student)
    looked = [AnswerToReview(*key, tuple(students)) for key, students in students_by_answer.items()]
    return tuple(sorted(looked, key=lambda entry: (bool(entry.question), -len(entry.students))))
