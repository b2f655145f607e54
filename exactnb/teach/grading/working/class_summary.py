"""What the workings of a class say together: where most go wrong, why, and what was not read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from exactnb.core.record import frozen
from exactnb.teach.grading.diagnosis import causes, phrase
from exactnb.teach.grading.working.working import UNREAD, Judged, Mark, Working

CARRIED, MISSING = "carried on from a wrong line", "no line gives it"
BY_PERSON = "a person gave fewer points"
SLIP, UNEXPLAINED = "arithmetic slip", "not explained"
"""Why points are lost where no misconception is behind it."""

_LISTED = 10  # formulas that were not read


@frozen(slots=True)
class Cause:
    """A misconception, or another reason: the students, and the points that they lost by it."""

    name: str
    students: int
    points: Fraction


@frozen(slots=True)
class ClassSummary:
    """The workings of a class: `lost` has where students go wrong first, with how many of them do.

    `causes` are sorted by the points that they cost, `unread` are formulas with the students who wrote
    them, the most frequent first.
    """

    lost: tuple[tuple[str, int], ...]
    causes: tuple[Cause, ...]
    unread: tuple[tuple[str, tuple[str, ...]], ...]


def summarize(workings: Mapping[str, Working]) -> ClassSummary:
    """Return what the workings of a class, by student, say together.

    >>> from exactnb import verify_working
    >>> sheet = "worked_examples/homework/sheet.toml"
    >>> summary = summarize({"Bo": verify_working(sheet, "P(Yes) = 5/14")})
    >>> summary.lost, [str(cause.points) for cause in summary.causes]
    ((('P(Yes)', 1),), ['7', '1'])
    """
    lost = Counter[str]()
    students_by_cause = defaultdict[str, set[str]](set)
    points_by_cause = defaultdict[str, Fraction](Fraction)
    unread = defaultdict[str, list[str]](list)
    for student, working in workings.items():
        if (first := working.first_blamed) is not None:
            place = first.slip or first.message if first.name is None else str(first.name)
            lost[place] += 1
        for name, points in _costs(working):
            students_by_cause[name].add(student)
            points_by_cause[name] += points
        texts = (" ".join(line.claim.statement.text.split()) for line in working.unread)
        for text in dict.fromkeys(texts):
            unread[text].append(student)
    reasons = [Cause(name, len(who), points_by_cause[name]) for name, who in students_by_cause.items()]
    commonest = sorted(unread, key=lambda text: (-len(unread[text]), text))
    return ClassSummary(
        tuple(sorted(lost.items(), key=lambda entry: (-entry[1], entry[0]))),
        tuple(sorted(reasons, key=lambda of: (-of.points, -of.students, of.name))),
        tuple((text, tuple(unread[text])) for text in commonest[:_LISTED]),
    )


def _costs(working: Working) -> Iterator[tuple[str, Fraction]]:
    """Yield the reasons for which a working lost points; a misconception may have cost none."""
    for mark in working.marks:
        if mark.earned < mark.points:
            yield _reason(working, mark), mark.points - mark.earned
    for line in working.lines:
        if line.is_to_blame and line.matches:
            yield _phrase(line), Fraction(0)


def _reason(working: Working, mark: Mark) -> str:
    if not working.is_read:
        return UNREAD
    if mark.is_by_hand:
        return BY_PERSON
    of_mark = [line for line in working.lines if line.name == mark.name]
    blamed = next((line for line in of_mark if line.is_to_blame), None)
    if blamed is not None:
        return _phrase(blamed)
    return CARRIED if any(line.follows for line in of_mark) else MISSING


def _phrase(line: Judged) -> str:
    """Return the misconceptions behind a line: one or two; of more nobody knows which it was."""
    unnamed = SLIP if line.hint == line.message else UNEXPLAINED
    return line.slip or phrase(causes(line.matches)) or unnamed
