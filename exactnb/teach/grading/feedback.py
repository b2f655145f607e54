"""What is said about an answer to the instructor, who knows the key: how a wrong value arises."""

from __future__ import annotations

from collections.abc import Callable

from exactnb.core.model.effort import Effort
from exactnb.errors import Undecidable, Unsupported, fault
from exactnb.explain.derivation import Verified
from exactnb.teach.grading.explaining import explained
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.grader import Grader


def for_instructor(grader: Grader, graded: Graded, *, width: int = 80) -> str:
    """Return how an answer arises: the mistakes that lead to it, the first as a verified derivation."""
    if graded.follows:
        return "follows from the answer to " + " and ".join(graded.follows)
    if not graded.matches:
        return ""
    lines = [match.told for match in graded.matches]
    from exactnb.explain.rendering.formats import render

    notation = grader.of(graded).problem.notation()
    text = arising(grader, graded, lambda verified: render("text", verified, notation, width=width))
    before, heading, body = text.partition("How the value arises\n")
    if told := (body if heading else before).rstrip("\n"):
        lines += ["", *told.split("\n")]
    return "\n".join(lines)


def arising(grader: Grader, graded: Graded, printed: Callable[[Verified], str]) -> str:
    """Return how the first of the mistakes behind an answer leads to its value, as it is `printed`.

    Nothing where it has no exact form to be shown in. A report is not lost with it: what goes wrong
    otherwise is said in its place.
    """
    grader, alternative = grader.of(graded), graded.matches[0].alternative
    name = grader.name_of(graded.question)
    try:
        return printed(explained(grader.problem, name, alternative, Effort(grader.effort)))
    except (Unsupported, Undecidable):
        return ""
    except Exception as error:
        return f"not derived: {fault(error)}"
