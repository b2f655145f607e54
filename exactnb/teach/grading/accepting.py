"""Answers that a person has accepted: they earn the points awarded, and never less than before."""

from __future__ import annotations

from dataclasses import replace

from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.judging import Verdict


def with_acceptance(graded: Graded) -> Graded:
    """Return `graded` with the points for which a person accepted it, if these are more than it earned.

    It is returned unchanged if nobody accepted it. Points of 0 settle an answer whose score would stay
    open.
    """
    points = graded.question.accepts(graded.raw)
    if points is None or (graded.score is not None and points <= graded.score):
        return graded
    return replace(
        graded, verdict=Verdict.ACCEPTED, score=points, refusal=None, matches=(), follows=(), look=""
    )
