"""The milestones of a working: quantities that earn the points of its question."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.problem.questions import Question
from exactnb.core.problem.sections import Section, tables
from exactnb.errors import InputError, Place, listing, near, quoted

_MOST = 1_000


def with_milestones(
    questions: Sequence[Question], raw: object, with_points: Collection[str] = ()
) -> tuple[Question, ...]:
    """Return `questions` with the milestones in `raw`, the [[milestone]] tables of a problem file.

    A milestone names its question where several have the form "working". Such a question has the points
    of its milestones; those in `with_points`, by id, have points already, which have to be the same.

    >>> from exactnb.core.problem.questions import read_policy
    >>> asked = Question("solution", "P(+|x)", policy=read_policy("rounded", "working"))
    >>> with_milestones([asked], [{"quantity": "P(+)", "points": 3}])[0].points
    Fraction(3, 1)

    Raises InputError for a milestone without such a question, with negative points, or that is there
    twice.
    """
    workings = [question.id for question in questions if question.is_working]
    by_question: dict[str, list[Question]] = {}
    for section in tables(raw, "milestone", _MOST, "milestones"):
        if not workings:
            raise InputError('needs a question with form = "working"', at=section.at)
        identity = _question_id(section, workings)
        section.require_keys("quantity")
        quantity, points = section["quantity"], section["points"]
        milestones = by_question.setdefault(identity, [])
        if any(milestone.quantity == quantity for milestone in milestones):
            raise InputError(f"{quoted(quantity)} is there twice", at=section.place_of_key("quantity"))
        milestones.append(Question(quantity, quantity, points))
    return tuple(
        _with_milestones(number, question, by_question[question.id], with_points)
        if question.id in by_question
        else question
        for number, question in enumerate(questions, start=1)
    )


def _question_id(section: Section, workings: Sequence[str]) -> str:
    """Return the id of the question that a milestone belongs to."""
    if "question" not in section:
        if len(workings) > 1:
            message = f"needs a key question: the workings are {listing(workings)}"
            raise InputError(message, at=section.at)
        return workings[0]
    identity: str = section["question"]
    if identity not in workings:
        hint = near(identity, workings)
        message = f"no working {quoted(identity)}{hint}; the workings are {listing(workings)}"
        raise InputError(message, at=section.place_of_key("question"))
    return identity


def _with_milestones(
    number: int, question: Question, milestones: Sequence[Question], with_points: Collection[str]
) -> Question:
    """Return a question with its milestones, and the points of all of them."""
    points = sum((milestone.points for milestone in milestones), Fraction(0))
    if question.id in with_points and question.points != points:
        message = f"is {exact_text(question.points)}; its milestones have {exact_text(points)}"
        raise InputError(message, at=Place.of("question")[number] / "points")
    return replace(question, points=points, milestones=tuple(milestones))
