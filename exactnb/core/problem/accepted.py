"""Answers that a person has accepted: the text of an answer, and the points that it earns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.problem.questions import Question, as_compared, filled_text
from exactnb.core.problem.sections import Section, section_keys
from exactnb.errors import InputError, Place, listing, near, quoted

_MAX_ANSWERS = 10_000
_ACCEPT = Place.of("accept")


def with_accepted(questions: Sequence[Question], tables: object) -> tuple[Question, ...]:
    """Return `questions` with the answers in `tables`, the [[accept]] tables of a problem file.

    >>> prior = Question("prior", "P(+)", Fraction(2))
    >>> (prior,) = with_accepted([prior], [{"question": "prior", "text": "0.67", "points": 1}])
    >>> prior.accepts(" 0.67 "), prior.accepts("0.7")
    (Fraction(1, 1), None)

    In a working a line is accepted; `question` may be the quantity of a milestone too.

    Raises InputError for another question, an answer that is there twice, and for points that do not
    lie between 0 and those of the question.
    """
    if not isinstance(tables, list) or not all(isinstance(entry, Mapping) for entry in tables):
        raise InputError(f"expected [[accept]] tables; got {quoted(tables)}", at=_ACCEPT)
    if len(tables) > _MAX_ANSWERS:
        raise InputError(f"{len(tables):,} answers; at most {_MAX_ANSWERS:,} are accepted", at=_ACCEPT)
    marked = [each for question in questions for each in (question, *question.milestones)]
    by_question: dict[str, dict[str, Fraction]] = {each.id: {} for each in marked}
    points = {each.id: each.points for each in reversed(marked)}
    for number, entry in enumerate(tables, start=1):
        section = Section(entry, "accept", at=_ACCEPT[number])
        for key in section_keys("accept")[:2]:
            if key not in section:
                raise InputError(f"needs a key {key}", at=section.at)
        identity = filled_text(entry["question"], section.path("question"))
        if identity not in by_question:
            existing = (
                f"the questions are {listing(by_question)}" if by_question else "the problem has none"
            )
            hint = near(identity, by_question)
            raise InputError(
                f"no question {quoted(identity)}{hint}; {existing}", at=section.path("question")
            )
        text = as_compared(filled_text(entry["text"], section.path("text")))
        if text in by_question[identity]:
            raise InputError(f"{quoted(text)} is accepted twice", at=section.path("text"))
        earned = _points(entry.get("points"), points[identity], section.path("points"))
        by_question[identity][text] = earned

    def accepting(question: Question) -> Question:
        milestones = tuple(map(accepting, question.milestones))
        return replace(
            question, accepted=tuple(by_question[question.id].items()), milestones=milestones
        )

    return tuple(map(accepting, questions))


def _points(raw: object, maximum: Fraction, at: Place) -> Fraction:
    """Return the points of an accepted answer, by default all of its question."""
    if raw is None:
        return maximum
    points = at.read(read_number, raw)
    if not 0 <= points <= maximum:
        expected = f"lies between 0 and {exact_text(maximum)}, the points of the question"
        raise InputError(f"{expected}; got {exact_text(points)}", at=at)
    return points
