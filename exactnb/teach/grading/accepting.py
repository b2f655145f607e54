"""Answers that a person has accepted: they earn what was said, and never less than they did."""

from __future__ import annotations

from dataclasses import replace

from exactnb.teach.grading.graded import Graded
from exactnb.teach.grading.judging import Verdict


def with_acceptance(graded: Graded) -> Graded:
    """Return an answer with the points that it was accepted for, if these are more or it had none.

    Points of 0 settle an answer whose score would stay open.
    """
    points = graded.question.accepts(graded.raw)
    if points is None or (graded.score is not None and points <= graded.score):
        return graded
    return replace(
        graded, verdict=Verdict.ACCEPTED, score=points, refusal=None, matches=(), follows=(), look=""
    )
