"""Answers that a human should look at, and why: what could not be read, judged or carried on."""

from __future__ import annotations

from exactnb.core.arithmetic.values import enclose
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.problem.questions import Question
from exactnb.errors import fault, one_line
from exactnb.teach.answers.ambiguous import Ambiguous
from exactnb.teach.answers.answer import Answer
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.targets import Target

_ORDINARY = 12  # powers of ten: nobody means a number beyond them who is not asked for one
_BITS = 64  # enough to count powers of ten


def ungraded(question: Question, raw: str, why: str) -> Graded:
    """Return an answer that could not be judged: it has no score, and nothing is said of it."""
    return Graded(question, raw, Verdict.UNGRADED, None, look=f"not graded: {why}")


def of_refusal(refusal: Refusal) -> str:
    """Return why to look at what was not read; nothing where nothing was typed."""
    if refusal.kind == "empty":
        return ""
    if isinstance(refusal, Ambiguous):
        why = f" ({refusal.slip.text})" if refusal.slip is not None else ""
        return "two readings: " + " or ".join(reading.text() for reading in refusal.readings) + why
    what = "two readings" if refusal.kind == "ambiguous" else "unreadable"
    return f"{what}: {one_line(refusal.message)}"


def of_follow_through(error: Exception) -> str:
    """Return why to look at a wrong answer that may follow from the student's own values."""
    return f"wrong; whether it is right by follow-through could not be worked out ({fault(error)})"


def of_distance(answer: Answer, right: Target) -> str:
    """Return why to look at a wrong number that is out of all proportion: an exponent mistyped.

    >>> from fractions import Fraction
    >>> from exactnb.teach.answers.reading import read_answer
    >>> of_distance(read_answer("1e-28"), Target(Fraction(5, 2)))
    'wrong by some 28 powers of ten: is it a slip in typing?'
    >>> of_distance(read_answer("0.5"), Target(Fraction(1, 10**40)))
    ''
    """
    given, wanted = (_power_of_ten(of) for of in (Target(answer.value), right))
    if given is None or wanted is None:
        return ""
    away = abs(given - wanted)
    if abs(given) <= _ORDINARY or away <= _ORDINARY:
        return ""
    return f"wrong by some {away} powers of ten: is it a slip in typing?"


def _power_of_ten(target: Target) -> int | None:
    return None if target.number is None else enclose(target.number, _BITS).power_of_ten()
