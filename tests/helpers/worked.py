"""The worked examples and the theorems, each worked out once for all tests of a process."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from programs import pdflatex
from thoroughness import is_exhaustive

from exactnb import Solution, derive, solve
from exactnb.explain.derivation import FamilyStatement, Step
from exactnb.explain.derivation.lines import Block
from exactnb.explain.proving.writing.theorem import Theorem
from exactnb.explain.solution.derived import Derived
from exactnb.interfaces.site.indexes import SiteEntry, theorem_entry

EXAMPLES = Path(__file__).parents[2] / "worked_examples"
PROBLEMS = sorted(
    path
    for path in EXAMPLES.glob("*/*.toml")
    if path.parent.name
    not in ("course", "derivation_question", "derivations", "gradescope", "homework", "whole_solutions")
)


@cache
def problem_file(name: str) -> Path:
    """Return the file of a worked example."""
    return next(EXAMPLES.rglob(f"{name}.toml"))


@cache
def solved(name: str) -> Solution:
    """Return the solution of a worked example."""
    return solve(problem_file(name))


def blocks_laid_out(step: Step) -> list[Block]:
    """Return the blocks of a step, those of a family's statement each for itself."""
    return [
        part
        for block in step.blocks
        for part in (block.parts if isinstance(block, FamilyStatement) else (block,))
    ]


@cache
def proved(name: str) -> Derived:
    """Return a theorem, proved anew in an exhaustive run; a quick one takes proofs that are kept.

    None is kept of a checker that has changed since: all of them are then proved anew.
    """
    return derive(name, anew=is_exhaustive())


@cache
def theorem_page(theorem: Theorem) -> SiteEntry:
    """Return what every site says of a theorem."""
    return theorem_entry(theorem)


def compiled(article: Path, folder: Path) -> int:
    """Compile LaTeX with amsmath and amssymb alone, see that nothing sticks out, and count pages."""
    log = pdflatex(article, folder)
    assert "Overfull" not in log
    assert "Missing character" not in log
    written = re.search(r"Output written on .*?\(([0-9]+) pages?", log, re.DOTALL)
    assert written is not None
    return int(written[1])
