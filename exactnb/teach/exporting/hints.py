"""Hints that travel with an export: what is said of each wrong value, however it is typed.

`check` names a mistake only where an answer is evidence of it, an export all that it has told apart.
Systems that call exactnb carry what the others do, so that each variant has the same hints everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.teach.exporting.external_grader import typed
from exactnb.teach.exporting.items import ItemPart
from exactnb.teach.exporting.numerals import LONG
from exactnb.teach.grading.diagnosis import causes
from exactnb.teach.grading.graded import CERTAIN, Graded
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.targets import Target

Hint = Mapping[str, Any]
"""What stands in a file of one wrong value."""

_SETTLED = (*CERTAIN, Verdict.ACCEPTED, Verdict.UNGRADED)


def hints_of(part: ItemPart) -> list[Hint]:
    """Return the wrong values of a `part` as plain data."""
    hints: list[Hint] = []
    for wrong in part.wrong:
        if (number := wrong.response.number) is None:
            condition = {"typed": typed(part, wrong.response.exact)}
        else:
            condition = {"value": number.text, "within": str(number.tolerance)}
        effect = {"ids": list(wrong.ids), "feedback": wrong.feedback, "share": str(wrong.share)}
        hints.append({**condition, **effect})
    return hints


@frozen
class Outcome:
    """What comes of an answer: the share of its points, what is said, and the mistakes behind it."""

    share: Fraction
    feedback: str
    ids: tuple[str, ...] = ()


def outcome_of(grader: Grader, graded: Graded, hints: Sequence[Hint]) -> Outcome:
    """Return the outcome of an answer `graded` by a `grader`, with the one of `hints` that is about it.

    What was typed may say more than the hint, as a fraction does that one mistake counts so. Where the
    other answers of the sheet speak against what it shows alone, there is no hint.
    """
    points = graded.question.points
    share = (graded.score or Fraction(0)) / points if points else Fraction(graded.is_right)
    ids = causes(graded.matches)
    hint = None if graded.follows or graded.verdict in _SETTLED else _hint(graded, hints)
    if graded.verdict is Verdict.UNGRADED:
        return Outcome(share, "This answer could not be graded: please tell your instructor.")
    if (
        hint is not None
        and not ids
        and grader.judge(grader.asked[graded.question.id], graded.raw).matches
    ):
        hint = None
    if hint is None or (ids and set(ids) <= set(hint["ids"])):
        return Outcome(share, graded.feedback, ids)
    return Outcome(max(share, Fraction(hint["share"])), hint["feedback"], tuple(hint["ids"]))


def _hint(graded: Graded, hints: Sequence[Hint]) -> Hint | None:
    """Return the first hint that is about an answer."""
    if graded.answer is None:
        return None
    number = _number(graded)
    for hint in hints:
        if "typed" in hint:
            if graded.raw.strip() == hint["typed"]:
                return hint
        elif number is not None and abs(number - Fraction(hint["value"])) <= Fraction(hint["within"]):
            return hint
    return None


def _number(graded: Graded) -> Fraction | None:
    """Return the number that was typed, one that is no fraction as a decimal of many figures."""
    assert graded.answer is not None
    value = Target(graded.answer.value).number
    if value is None or isinstance(value, Fraction):
        return value
    try:
        return rounded(value, Rounding(figures=LONG)).value
    except ExactnbError:
        return None
