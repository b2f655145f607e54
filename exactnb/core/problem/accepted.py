"""Answers that a person has accepted: what was typed to a question, and the points that it earns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.problem.questions import Question, as_compared, filled_text
from exactnb.core.problem.sections import Section, known_in
from exactnb.errors import InputError, Place, listing, near, quoted

_MOST = 10_000
_ACCEPT = Place.of("accept")


def with_accepted(questions: Sequence[Question], given: object) -> tuple[Question, ...]:
    """Return questions with the answers that the [[accept]] tables of a problem file accept.

    >>> prior = Question("prior", "P(+)", Fraction(2))
    >>> (prior,) = with_accepted([prior], [{"question": "prior", "text": "0.67", "points": 1}])
    >>> prior.accepts(" 0.67 "), prior.accepts("0.7")
    (Fraction(1, 1), None)

    Raises InputError for another question, an answer that is there twice, and for points that do not
    lie between 0 and those of the question.
    """
    if not isinstance(given, list) or not all(isinstance(each, Mapping) for each in given):
        raise InputError(f"expected [[accept]] tables; got {quoted(given)}", at=_ACCEPT)
    if len(given) > _MOST:
        raise InputError(f"{len(given):,} answers; at most {_MOST:,} are accepted", at=_ACCEPT)
    found: dict[str, dict[str, Fraction]] = {question.id: {} for question in questions}
    points = {question.id: question.points for question in questions}
    for number, each in enumerate(given, start=1):
        said = Section(each, "accept", at=_ACCEPT[number])
        for key in known_in("accept")[:2]:
            if key not in said:
                raise InputError(f"needs a key {key}", at=said.at)
        identity = filled_text(each["question"], said.path("question"))
        if identity not in found:
            told = f"the questions are {listing(found)}" if found else "the problem has none"
            hint = near(identity, found)
            raise InputError(f"no question {quoted(identity)}{hint}; {told}", at=said.path("question"))
        text = as_compared(filled_text(each["text"], said.path("text")))
        if text in found[identity]:
            raise InputError(f"{quoted(text)} is accepted twice", at=said.path("text"))
        worth = _points(each.get("points"), points[identity], said.path("points"))
        found[identity][text] = worth
    return tuple(replace(each, accepted=tuple(found[each.id].items())) for each in questions)


def _points(given: object, most: Fraction, at: Place) -> Fraction:
    """Return what an accepted answer earns: all points unless it is said."""
    if given is None:
        return most
    points = at.read(read_number, given)
    if not 0 <= points <= most:
        told = f"lies between 0 and {exact_text(most)}, the points of the question"
        raise InputError(f"{told}; got {exact_text(points)}", at=at)
    return points
