"""The points of a derivation that answers a question of a sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from exactnb.core.expression.nodes import Symbol
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.questions import Question
from exactnb.core.problem.views import quantity_place
from exactnb.core.record import frozen
from exactnb.errors import InputError, Unsupported
from exactnb.teach.answers.reading import is_blank
from exactnb.teach.grading.derivations.grader import DerivationGrader
from exactnb.teach.grading.derivations.lines import DerivationLine
from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.question_grader import with_acceptance
from exactnb.teach.grading.working.working import Mark, Working

FEWEST = 3
"""The steps of a derivation; what has fewer may be no more than its result."""

_OF_ESTIMATES = re.compile(r".*-(?:mle|mle-two|map)|gaussian-(?:mean|variance)")


def derivation_grader(question: Question, number: int) -> DerivationGrader:
    """Return what judges the answers to a `question`, the one of this `number` in its problem.

    Raises InputError at its theorem for an unknown one, and Unsupported where derivations of a family
    are not judged.
    """
    grader = DerivationGrader(question.theorem)
    with quantity_place(number, "theorem"):
        _ = grader.scopes
    return grader


def left_to_a_person(questions: Sequence[Question]) -> dict[str, str]:
    """Return why a person has to mark the derivations that some `questions` ask for, by their ids."""
    reasons: dict[str, str] = {}
    for number, question in enumerate(questions, start=1):
        if question.is_derivation:
            try:
                derivation_grader(question, number)
            except Unsupported as error:
                reasons[question.id] = f"{error.message}; a person marks its answers"
    return reasons


@frozen(slots=True)
class AnsweringDerivations:
    """Verify whole texts that answer the one question of a sheet, whose derivations a grader judges."""

    title: str
    grader: DerivationGrader
    question: Question

    @classmethod
    def of(cls, problem: Problem) -> AnsweringDerivations:
        """Return what verifies answers to a problem with a derivation among its questions.

        Raises InputError where it has more of them: a derivation is not looked for in a longer text.
        """
        if len(problem.questions) > 1:
            asked = (n for n, each in enumerate(problem.questions, start=1) if each.is_derivation)
            message = "a derivation is not looked for in a whole solution; use a file of answers"
            raise InputError(message, at=quantity_place(next(asked), "theorem"))
        (question,) = problem.questions
        return cls(problem.title, derivation_grader(question, 1), question)

    def verify(self, text: str) -> Working:
        """Return the derivation `text`, judged, with the points of the question."""
        return graded_derivation(self.grader, self.question, text).working or Working(text, ())


def graded_derivation(grader: DerivationGrader, question: Question, raw: str) -> Graded:
    """Return the verdict of `grader` on a derivation, `raw`, that answers a `question`.

    Without a wrong line it earns all points, with one the share of its claims that are right before
    that line. A person decides where nothing is wrong, but it has fewer than three steps, or does not
    state the estimate: then its score is open.
    """
    if is_blank(raw):
        refusal = Refusal("no answer is given; write a derivation", "empty")
        return with_acceptance(Graded(question, raw, Verdict.UNREADABLE, Fraction(0), refusal=refusal))
    lines = grader.lines(raw)
    working, accepted = _with_accepted(grader.working(raw, lines), question)
    claims = [line for line in working.lines if line.verdict not in ("unread", "unused")]
    first = working.first_blamed
    before = claims.index(first) if first is not None else 0
    unread = ", ".join(f"line {line.claim.place[0]}" for line in working.lines if line.is_undecided)
    graded = Graded(question, raw, Verdict.CORRECT, question.points)
    if first is not None:
        right = sum(line.verdict == "right" for line in claims[:before])
        earned = question.points * Fraction(right, len(claims))
        graded = replace(graded, verdict=Verdict.WRONG, score=earned)
    elif not claims:
        look = "unreadable: no claim of a derivation"
        graded = replace(graded, verdict=Verdict.UNREADABLE, score=None, look=look)
    elif why := _unfinished(grader, lines, working):
        graded = replace(graded, verdict=Verdict.INCOMPLETE, score=None, look=why)
    elif unread:
        graded = replace(graded, look=f"not decided: {unread}")
    if accepted and max(accepted) > (graded.score or 0):
        graded = replace(graded, score=max(accepted))
    if graded.score is not None:
        mark = Mark(question.id, None, question.points, graded.score)
        working = replace(working, marks=(mark,))
    return with_acceptance(replace(graded, working=working))


def _with_accepted(working: Working, question: Question) -> tuple[Working, list[Fraction]]:
    """Return a working whose accepted lines are right, and the points that a person gave for each.

    A true line that does not follow from an accepted one is right too.
    """
    rows = working.text.splitlines()
    lines, accepted = [], []
    is_excused = False  # what was blamed last is accepted
    for line in working.lines:
        texts = (line.claim.statement.text, rows[line.claim.place[0] - 1])
        points = [earned for text in texts if (earned := question.accepts(text)) is not None]
        accepted += points
        follows = is_excused and line.verdict == "does_not_follow"
        if line.is_to_blame:
            is_excused = bool(points) or follows
        right = replace(line, verdict="right", message="", is_accepted=bool(points))
        lines.append(right if points or follows else line)
    return replace(working, lines=tuple(lines)), accepted


def _unfinished(grader: DerivationGrader, lines: Sequence[DerivationLine], working: Working) -> str:
    """Return why nobody can tell whether a derivation without a wrong line is complete."""
    judged = zip(lines, working.lines, strict=True)
    steps = [line for line, each in judged if line.chain is not None and each.verdict == "right"]
    if sum(len(line.chain.relations) for line in steps if line.chain is not None) < FEWEST:
        return f"fewer than {FEWEST} steps"
    if isinstance(grader.question, str) and not _OF_ESTIMATES.fullmatch(grader.question):
        return ""
    return "" if any(map(_states_estimate, steps)) else "no line states the estimate"


def _states_estimate(line: DerivationLine) -> bool:
    """Say whether a right line is an equation for a letter: at the estimate, or with a hat."""
    sides = [side for side in line.chain.sides if isinstance(side, Symbol)] if line.chain else []
    return any(side.is_estimate or line.kind == "condition" for side in sides)
