"""What the points of a class say together, and the misconceptions over all questions.

How to read: `class_overview` is about points, `misconception_counts` about what to teach next,
`to_look_at` about what waits for a person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from exactnb.core.record import frozen
from exactnb.teach.answers.answer import Ambiguous
from exactnb.teach.grading.diagnosis import causes
from exactnb.teach.grading.graded import Graded, Report
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.reports.items import (
    frequencies,
    mistake_descriptions,
    mistakes_phrase,
    slip_in_first_wrong_line,
)
from exactnb.teach.grading.scores import histogram, mean, points_text, quantile

if TYPE_CHECKING:
    from exactnb.teach.grading.working.working import Working

_COMMAS = 'decimal commas? With decimal = "," under [answers] in the problem file they are read'
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
        return f"{students}, {points_text(self.points)} point{'s' * (self.points != 1)}"


def class_overview(reports: Sequence[Report]) -> Overview | None:
    """Return the overview of the readable `reports`, None if there are none."""
    reports = [report for report in reports if report.is_readable]
    if not reports:
        return None
    least, most = [report.score for report in reports], [report.largest_score for report in reports]
    points = max(report.points for report in reports)
    figures = [("mean", (mean(least), mean(most)))]
    figures += [(name, (quantile(least, q), quantile(most, q))) for name, q in _QUARTERS.items()]
    figures += [("minimum", (min(least), min(most))), ("maximum", (max(least), max(most)))]
    return Overview(len(reports), points, tuple(figures), histogram(least, points))


@frozen(slots=True)
class MistakeCount:
    """A mistake behind answers all over a sheet: by how many students, at which questions.

    `mistakes` are the ids of what explains the answers, `words` the same described, and `lost` the
    points that these answers did not earn.
    """

    mistakes: str
    words: str
    answers: int
    students: int
    lost: Fraction
    questions: tuple[tuple[str, int], ...]


def misconception_counts(reports: Sequence[Report]) -> tuple[MistakeCount, ...]:
    """Return the mistakes in `reports`, in the order in which to teach.

    First stands what many students lost many points by: students times points. An answer that two
    mistakes together lead to counts for both, its points in halves.
    """
    made: dict[tuple[str, str], list[tuple[int, Graded, Fraction]]] = {}
    for number, report in enumerate(reports):
        for graded in report.graded:
            reasons = _mistake_ids_and_words(graded)
            # what is open is not lost
            lost = 0 if graded.score is None else graded.question.points - graded.score
            for reason in reasons:
                made.setdefault(reason, []).append((number, graded, Fraction(lost) / len(reasons)))
    misconceptions = [
        MistakeCount(
            name,
            words,
            len(answers),
            len({number for number, *_ in answers}),
            sum((lost for *_, lost in answers), Fraction(0)),
            frequencies(graded.question.id for _, graded, _ in answers),
        )
        for (name, words), answers in made.items()
    ]
    return tuple(
        sorted(
            misconceptions, key=lambda made: (-made.students * made.lost, -made.answers, made.mistakes)
        )
    )


def count_unexplained(reports: Sequence[Report]) -> int:
    """Return how many answers in `reports` are wrong, and no known mistake explains them.

    What is impossible is explained. Workings are left out: of them `mistake` in a problem file says
    nothing.
    """
    answers = (answer for report in reports for answer in report.graded if answer.working is None)
    wrong = (answer for answer in answers if answer.verdict is Verdict.WRONG and not answer.is_blank)
    return sum(not answer.impossible for answer in wrong)


def _mistake_ids_and_words(graded: Graded) -> tuple[tuple[str, str], ...]:
    """Return the ids and words of the mistakes behind an answer, or behind its first wrong line."""
    if slip := slip_in_first_wrong_line(graded):
        return ((slip, mistake_descriptions(graded)),)
    working = None if graded.is_accepted else graded.working
    first = None if working is None else working.first_blamed
    if first is not None:
        graded = replace(graded, matches=first.matches)
    names = causes(graded.matches)
    if len(names) != 1:
        return ((mistakes_phrase(graded), mistake_descriptions(graded)),) if names else ()
    (made, *_) = (match.alternative for match in graded.matches if match.alternative.id == names[0])
    return tuple((step.id, step.description) for step in made.misconceptions)


def mistakes_made_together(reports: Sequence[Report]) -> tuple[tuple[str, str, int], ...]:
    """Return the pairs of mistakes that at least two students of `reports` made, with their number.

    The most frequent pairs come first.
    """
    both = Counter(
        pair
        for report in reports
        for pair in combinations(
            sorted({name for graded in report.graded for name, _ in _mistake_ids_and_words(graded)}), 2
        )
    )
    pairs = [(first, second, students) for (first, second), students in both.items() if students > 1]
    return tuple(sorted(pairs, key=lambda pair: (-pair[2], pair)))


def workings_of(reports: Sequence[Report], question: str) -> dict[str, Working]:
    """Return the workings in `reports` that answer the question of this id, by student."""
    answers = ((report.student, answer) for report in reports for answer in report.graded)
    return {
        student: answer.working
        for student, answer in answers
        if answer.question.id == question and answer.working is not None
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


def answers_to_review(reports: Sequence[Report]) -> tuple[AnswerToReview, ...]:
    """Return the answers in `reports` to look at, the most frequent first; equal ones are merged.

    Remarks about whole sheets come before answers.
    """
    students_by_answer: dict[tuple[str, str, str], list[str]] = {}
    for report in reports:
        if report.note:
            students_by_answer.setdefault(("", "", report.note), []).append(report.student)
        for graded in report.answers_to_review:
            key = graded.question.id, " ".join(graded.raw.split()), graded.look
            students_by_answer.setdefault(key, []).append(report.student)
    commas = [report.student for report in reports if any(map(_has_decimal_comma, report.graded))]
    if len(commas) > 1:  # one student is asked; of more it is how a class writes
        students_by_answer["", "", _COMMAS] = commas
    looked = [AnswerToReview(*key, tuple(students)) for key, students in students_by_answer.items()]
    return tuple(sorted(looked, key=lambda entry: (bool(entry.question), -len(entry.students))))


def _has_decimal_comma(graded: Graded) -> bool:
    """Say whether one of two readings of an answer is its decimal comma as a point."""
    refusal, as_point = graded.refusal, graded.raw.strip().replace(",", ".")
    return (
        isinstance(refusal, Ambiguous)
        and "," in graded.raw
        and as_point in [reading.text() for reading in refusal.readings]
    )
