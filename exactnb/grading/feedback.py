"""What is said about an answer: to the student without the key, to the instructor with it."""

from __future__ import annotations

from exactnb.errors import Undecidable, Unsupported, fault, one_line
from exactnb.grading.explaining import explained
from exactnb.grading.graded import Graded
from exactnb.grading.grader import Grader
from exactnb.grading.judging import Verdict
from exactnb.grading.mistakes import Mistake
from exactnb.problem.questions import Policy

__all__ = ["for_instructor", "for_student"]

_HINTS = 3  # that a student gets where several mistakes lead to the same answer
_PLAIN = {
    Verdict.CORRECT: "Right.",
    Verdict.ROUNDED: "Right, and rightly rounded.",
    Verdict.TRUNCATED: "Digits were cut off; the last digit that you give has to be rounded.",
    Verdict.LAST_DIGIT: "The last digit is off. Round at the end only, or give a fraction.",
    Verdict.PERCENT: "Off by a factor of a hundred: is it a percentage, or a fraction?",
    Verdict.POWER_OF_TEN: "The digits are right, the decimal point is not.",
    Verdict.WRONG: "Not right.",
    Verdict.UNGRADED: "This could not be graded by the program; a human will look at it.",
}
_FORMS = {
    "lowest": "The value is right; write it as a fraction in lowest terms.",
    "counted": "The value is right; write it as it was counted, not reduced.",
    "any": "Right to its digits; here the exact value is asked for, such as a fraction.",
}


def for_student(graded: Graded) -> str:
    """Return what a student is told: what to look at, never the answer."""
    if graded.follows:
        before = " and ".join(graded.follows)
        return f"Right, if your own answer to {before} is carried on."
    if graded.refusal is not None:
        return _of_refusal(graded)
    if graded.verdict is Verdict.MISTAKE:
        return _of_mistakes([match.mistake for match in graded.matches])
    policy = graded.question.policy
    if graded.verdict is Verdict.TOO_FEW:
        return f"Right so far, but too few digits: {_wanted(policy)}, or a fraction."
    if graded.verdict is Verdict.FORM:
        shape = "any" if policy.kind == "exact" and _is_decimal(graded) else policy.form
        return _FORMS[shape]
    return _PLAIN[graded.verdict]


def for_instructor(grader: Grader, graded: Graded, *, width: int = 80) -> str:
    """Return how an answer arises: the mistakes that lead to it, the first as a verified derivation."""
    if graded.follows:
        return "follows from the answer to " + " and ".join(graded.follows)
    if not graded.matches:
        return ""
    lines = [f"{match.mistake.id}: {match.mistake.words}" for match in graded.matches]
    chain = _chain(grader, graded, graded.matches[0].mistake, width)
    return "\n".join([*lines, *chain])


def _chain(grader: Grader, graded: Graded, mistake: Mistake, width: int) -> list[str]:
    """Return the lines of a mistake's derivation; none where it has no exact form to be shown in.

    A report is not lost with it: what goes wrong otherwise is said in its place.
    """
    from exactnb.rendering.formats import render

    problem, name = grader.problem, grader.asked[graded.question.id].name
    try:
        verified = explained(problem, name, mistake)
        text = render("text", verified, problem.notation(), width=width)
    except (Unsupported, Undecidable):
        return []
    except Exception as error:
        return ["", f"not derived: {fault(error)}"]
    _, _, body = text.partition("How the value arises\n")
    return ["", *body.rstrip("\n").split("\n")]


def _of_refusal(graded: Graded) -> str:
    refusal = graded.refusal
    assert refusal is not None
    if refusal.kind == "empty":
        return "No answer."
    if refusal.kind == "ambiguous":
        readings = " or ".join(reading.text() for reading in refusal.readings)
        return (
            f"This can be read as {readings}. Write it so that only one is possible; nothing is lost."
        )
    return f"This cannot be read: {one_line(refusal.message)}."


def _of_mistakes(mistakes: list[Mistake]) -> str:
    """Return the hints of the mistakes that lead to an answer, fewest steps first."""
    conventions = [mistake for mistake in mistakes if mistake.is_convention]
    chosen = [mistake for mistake in mistakes if mistake not in conventions] or conventions
    hints = list(dict.fromkeys(slip.hint for mistake in chosen for slip in mistake.slips))
    opening = "Not what is asked for here." if chosen is conventions else "Not right."
    if len(hints) > _HINTS:
        return f"{opening} {hints[0]}"
    return " ".join((opening, *hints))


def _wanted(policy: Policy) -> str:
    if policy.kind == "places":
        return f"give {policy.places} digits behind the point"
    return f"give {policy.figures} significant figures"


def _is_decimal(graded: Graded) -> bool:
    return graded.answer is not None and graded.answer.decimal is not None
