"""Feedback for the instructor, who knows the key: how a wrong value arises."""

from __future__ import annotations

from collections.abc import Callable

from exactnb.core.model.quantity import Effort
from exactnb.errors import Undecidable, Unsupported, fault
from exactnb.explain.derivation import Verified
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.reports.explaining import explained


def for_instructor(grader: Grader, graded: Graded, *, width: int = 80) -> str:
    """Return how the answer `graded` by a `grader` arises: its mistakes, the first with a derivation.

    Lines are at most `width` columns wide.
    """
    if graded.follows:
        return "follows from the answer to " + " and ".join(graded.follows)
    if not graded.matches:
        return ""
    lines = [match.description for match in graded.matches]
    from exactnb.explain.rendering.formats import render

    notation = grader.of(graded).problem.notation()
    text = arising(grader, graded, lambda verified: render("text", verified, notation, width=width))
    no_heading, heading, body = text.partition("How the value arises\n")
    if derivation := (body if heading else no_heading).rstrip("\n"):
        lines += ["", *derivation.split("\n")]
    return "\n".join(lines)


def arising(grader: Grader, graded: Graded, printed: Callable[[Verified], str]) -> str:
    """Return how the first mistake behind the answer `graded` leads to its value, `printed`.

    `grader` is the one that graded it, `printed` turns a derivation into text. The text is "" if the
    value has no exact form; any other failure becomes the text, for a report must not be lost with it.
    """
    grader, alternative = grader.of(graded), graded.matches[0].alternative
    name = grader.name_of(graded.question)
    if graded.working is not None and (first := graded.working.first_blamed) is not None and first.name:
        name = first.name
    try:
        return printed(explained(grader.problem, name, alternative, Effort(grader.effort)))
    except (Unsupported, Undecidable):
        return ""
    except Exception as error:
        return f"not derived: {fault(error)}"
