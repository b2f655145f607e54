"""Feedback for the student: where to look, in words that never give the answer away."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.problem.questions import Policy
from exactnb.errors import one_line
from exactnb.teach.answers.answer import Ambiguous
from exactnb.teach.grading.diagnosis import Match
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.scores import points_text

_HINTS = 2  # that a student gets; of more mistakes nobody knows which it was
_PLAIN = {
    Verdict.CORRECT: "Right.",
    Verdict.ROUNDED: "Right, and correctly rounded.",
    Verdict.TRUNCATED: "Digits were cut off; the last digit that you give has to be rounded.",
    Verdict.LAST_DIGIT: "The last digit is off. Round at the end only, or give a fraction.",
    Verdict.PERCENT: "Off by a factor of a hundred: is it a percentage, or a fraction?",
    Verdict.POWER_OF_TEN: "The digits are right, the decimal point is not.",
    Verdict.EXCHANGED: "Two digits are exchanged. Copy the number once more.",
    Verdict.WRONG: "Not right.",
    Verdict.INCOMPLETE: "Right as far as it goes; steps are missing.",
    Verdict.UNGRADED: "This could not be graded by the program; a human will look at it.",
}
_FORMS = {
    "lowest": "The value is right; write it as a fraction in lowest terms.",
    "counted": "The value is right; write it as it was counted.",
    "any": "Right to its digits; here the exact value is asked for, such as a fraction.",
}


def on_follow_through(question_ids: Sequence[str]) -> str:
    """Return the feedback on an answer that follows from those to earlier `question_ids`.

    >>> on_follow_through(["prior", "joint"])
    'Right, if your own answers to prior and joint are carried on.'
    """
    answers = "answers to {} are" if len(question_ids) > 1 else "answer to {} is"
    return f"Right, if your own {answers.format(' and '.join(question_ids))} carried on."


_ONE = "Write it so that only one is possible; nothing is lost."


def on_refusal(refusal: Refusal, *, is_open: bool) -> str:
    """Return the feedback on an answer that could not be read, or not in one way only, for `refusal`.

    `is_open` says that it may be typed again.
    """
    if refusal.kind == "empty":
        return "No answer."
    if isinstance(refusal, Ambiguous):
        if refusal.slip is not None:
            text = refusal.slip.text
            return f"{text[0].upper()}{text[1:]}: write the one that is your answer; nothing is lost."
        readings = " or ".join(reading.text() for reading in refusal.readings)
        return f"This can be read as {readings}. {_ONE}"
    if refusal.kind == "ambiguous":
        return f"{one_line(refusal.message)}. {_ONE}"
    again = " Type it again; nothing is lost." if is_open else ""
    return f"This cannot be read: {one_line(refusal.message)}.{again}"


def on_matches(matches: Sequence[Match], *, can_explain: bool = True) -> str:
    """Return the hint of the first mistake in `matches`, and of a second; conventions only without any.

    With more than two different hints only the working can show which it was: it is asked for where a
    student `can_explain`. A single one that is not certain is said to be one that may have been made.
    """
    made = [match.alternative for match in matches]
    wrong = [alternative for alternative in made if not alternative.is_convention]
    opening = "Not right." if wrong else "Not what is asked for here."
    steps = (alternative.misconceptions for alternative in wrong or made)
    hints = list(dict.fromkeys(" ".join(dict.fromkeys(m.hint for m in made)) for made in steps))
    if can_explain and len(hints) > _HINTS:
        return f"{opening} Several slips lead here: write down how you came to it."
    if len(hints) == 1 and not any(match.is_certain for match in matches):
        opening += " This may be it:"
    return f"{opening} {' Or: '.join(hints[:_HINTS])}"


def on_impossible(why: str, feedback: str) -> str:
    """Return `feedback` on a wrong answer, with `why` it is impossible, if it is, before any mistake.

    >>> on_impossible("A probability is at most 1.", "Not right. Which class is asked about?")
    'Not right. A probability is at most 1. Which class is asked about?'
    """
    if not why:
        return feedback
    return " ".join(filter(None, ("Not right.", why, feedback.removeprefix("Not right.").strip())))


def on_slip(text: str) -> str:
    """Return the feedback on a number that contradicts its working, as `text` says.

    >>> on_slip("your product is 0.00529, not 0.0159")
    'Not right. There is a slip in the arithmetic: your product is 0.00529, not 0.0159.'
    """
    return f"Not right. There is a slip in the arithmetic: {text}."


def on_form(policy: Policy, *, is_decimal: bool) -> str:
    """Return the form in which a `policy` wants the right value; `is_decimal`: a decimal was typed."""
    return _FORMS["any" if policy.kind == "exact" and is_decimal else policy.form]


def on_acceptance(points: Fraction, total: Fraction) -> str:
    """Return the feedback on an answer that a person gave `points` of a `total`.

    >>> on_acceptance(Fraction(1), Fraction(2))
    'A person marked this answer: 1 of 2 points.'
    """
    return f"A person marked this answer: {points_text(points)} of {points_text(total)} points."


def on_verdict(verdict: Verdict, policy: Policy) -> str:
    """Return the feedback that a `verdict` alone allows, under a `policy`."""
    if verdict is not Verdict.TOO_FEW:
        return _PLAIN[verdict]
    if policy.kind in ("within", "relative"):
        allowed = exact_text(policy.amount)
        relation = " of the value" if policy.kind == "relative" else ""
        return f"Right so far, but too few digits: at most {allowed}{relation} off is allowed."
    if policy.kind == "places":
        wanted = f"give {policy.places} digits behind the point"
    else:
        wanted = f"give {policy.figures} significant figures"
    return f"Right so far, but too few digits: {wanted}, or a fraction."
