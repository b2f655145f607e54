"""Notes on answers that a person should look at, as they could not be read, judged or carried on."""

from __future__ import annotations

from exactnb.core.arithmetic.values import enclose
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.problem.questions import Question
from exactnb.errors import fault, one_line
from exactnb.teach.answers.answer import Ambiguous, Answer
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.targets import Target

_ORDINARY = 12  # powers of ten: only a question about larger numbers has such answers
_BITS = 64  # enough to count powers of ten


def ungraded(question: Question, raw: str, why: str) -> Graded:
    """Return the answer `raw` to a `question` without a score, and `why` it was not judged."""
    return Graded(question, raw, Verdict.UNGRADED, None, look=f"not graded: {why}")


def note_on_refusal(refusal: Refusal) -> str:
    """Return why a person should look at an answer that got a `refusal`; "" if it is empty."""
    if refusal.kind == "empty":
        return ""
    if isinstance(refusal, Ambiguous):
        why = f" ({refusal.slip.text})" if refusal.slip is not None else ""
        return "two readings: " + " or ".join(reading.text() for reading in refusal.readings) + why
    what = "two readings" if refusal.kind == "ambiguous" else "unreadable"
    return f"{what}: {one_line(refusal.message)}"


def note_on_follow_through(error: Exception) -> str:
    """Return the note on a wrong answer whose follow-through failed with `error`."""
    return f"wrong; whether it is right by follow-through could not be worked out ({fault(error)})"


def note_on_distance(answer: Answer, right: Target) -> str:
    """Return a note if an `answer` is many powers of ten off the `right` value: a mistyped exponent.

    >>> from fractions import Fraction
    >>> from exactnb.teach.answers.reading import read_answer
    >>> note_on_distance(read_answer("1e-28"), Target(Fraction(5, 2)))
    'wrong by some 28 powers of ten: is it a slip in typing?'
    >>> note_on_distance(read_answer("0.5"), Target(Fraction(1, 10**40)))
    ''
    """
    numbers = Target(answer.value).number, right.number
    if numbers[0] is None or numbers[1] is None:
        return ""
    answer_power, right_power = (enclose(number, _BITS).power_of_ten() for number in numbers)  # type: ignore[arg-type]
    if answer_power is None or right_power is None:
        return ""
    distance = abs(answer_power - right_power)
    if abs(answer_power) <= _ORDINARY or distance <= _ORDINARY:
        return ""
    return f"wrong by some {distance} powers of ten: is it a slip in typing?"
