"""What is said about an answer to the instructor, who knows the key: how a wrong value arises."""

from __future__ import annotations

from exactnb.alternatives.alternative import Alternative
from exactnb.errors import Undecidable, Unsupported, fault
from exactnb.grading.explaining import explained
from exactnb.grading.graded import Graded
from exactnb.grading.grader import Grader
from exactnb.model.effort import Effort


def for_instructor(grader: Grader, graded: Graded, *, width: int = 80) -> str:
    """Return how an answer arises: the mistakes that lead to it, the first as a verified derivation."""
    if graded.follows:
        return "follows from the answer to " + " and ".join(graded.follows)
    if not graded.matches:
        return ""
    lines = []
    for match in graded.matches:
        may = "" if match.is_certain else "may be "
        lines.append(f"{may}{match.alternative.id}: {match.alternative.words}")
    chain = _chain(grader, graded, graded.matches[0].alternative, width)
    return "\n".join([*lines, *chain])


def _chain(grader: Grader, graded: Graded, alternative: Alternative, width: int) -> list[str]:
    """Return the lines of a mistake's derivation; none where it has no exact form to be shown in.

    A report is not lost with it: what goes wrong otherwise is said in its place.
    """
    from exactnb.rendering.formats import render

    problem, name = grader.problem, grader.name_of(graded.question)
    try:
        verified = explained(problem, name, alternative, Effort(grader.effort))
        text = render("text", verified, problem.notation(), width=width)
    except (Unsupported, Undecidable):
        return []
    except Exception as error:
        return ["", f"not derived: {fault(error)}"]
    _, _, body = text.partition("How the value arises\n")
    return ["", *body.rstrip("\n").split("\n")]
