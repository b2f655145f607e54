"""Tables of estimates: each value in them is exact, or says that it is rounded."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from exactnb import Solution, Table, solve
from exactnb.core.problem.choice import ModelChoice
from exactnb.core.problem.problem import Problem
from exactnb.explain.derivation import Grid
from exactnb.explain.rendering.formats import markdown
from exactnb.explain.rendering.formats.text import TextTables
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.hooks import Page
from exactnb.explain.rendering.tables import latex_tables

LENGTHS = {"oat": ("5.1", "4.9", "4.73"), "rye": ("7.01", "6.4", "6.913"), "teff": ("1", "2", "3")}


@pytest.fixture(scope="module")
def solution() -> Solution:
    """Return a solution with means and variances that are long fractions, and some that are short."""
    rows = [(x, label) for label, lengths in LENGTHS.items() for x in lengths]
    gaussian = ModelChoice(families={"length": "gaussian"})
    table = Table.from_rows(rows, ["length", "kind"])
    return solve(Problem(table, query={"s": {"length": "6"}}, models={"model": gaussian}))


def in_text(solution: Solution, grid: Grid) -> str:
    return "\n".join(TextTables(TextMath(solution.problem.notation()), 20).grid(grid))


def in_markdown(solution: Solution, grid: Grid) -> str:
    shown = markdown.MarkdownPrinter(solution.verified, solution.problem.notation(), Page())
    return "\n".join(shown.grids([grid])).replace(r"\approx", "≈")


def in_latex(solution: Solution, grid: Grid) -> str:
    notation = solution.problem.notation()
    shown = latex_tables.LatexTables(LatexMath(notation), TextMath(notation))
    return "\n".join(display.body for display in shown.grids([grid])).replace(r"\approx", "≈")


@pytest.mark.parametrize("printed", [in_text, in_markdown, in_latex])
@pytest.mark.parametrize("room", [1, 40, 400])
def test_a_rounded_value_never_stands_bare(
    solution: Solution, monkeypatch, printed: Callable[[Solution, Grid], str], room: int
) -> None:
    """However little room there is, a value that was rounded has its ≈, and an exact one has none."""
    monkeypatch.setattr(markdown, "_CELL", room)
    monkeypatch.setattr(latex_tables, "_ROOM", room)
    blocks = [block for step in solution.verified.derivation.steps for block in step.blocks]
    grids = [block for block in blocks if isinstance(block, Grid)]
    rounded = 0
    for grid in grids:
        text = printed(solution, grid)
        chains = [chain for row in grid.cells for chain in row if chain is not None]
        ends = [chain.lines[-1] for chain in chains if chain.lines[-1].relation == "≈"]
        rounded_ones = [line for chain in chains for line in chain.lines if line.relation == "≈"]
        assert len(ends) <= text.count("≈") <= len(rounded_ones)
        for line in ends:
            decimal = re.escape(TextMath(solution.problem.notation()).write(line.right))
            assert re.search(rf"≈ {decimal}(?![0-9])", text)
        rounded += len(ends)
    assert rounded == 7  # the priors, the mean of rye, and three variances
