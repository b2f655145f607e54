"""The ids of all misconceptions: those of every problem are among them."""

from __future__ import annotations

from pathlib import Path

from thoroughness import one_in
from worked import PROBLEMS

from exactnb import Problem
from exactnb.teach.grading.discrimination import discrimination
from exactnb.teach.misconceptions import misconceptions


@one_in(32, "path", PROBLEMS, exhaustive=5)
def test_every_misconception_of_a_problem_is_known(path: Path) -> None:
    """What a problem's questions tell apart has an id that some file names."""
    rows = discrimination(Problem.read(path)).rows
    assert rows
    assert {row.id for row in rows} <= misconceptions().keys()
