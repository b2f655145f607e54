"""Workings of simulated students: no right one is blamed, and of a wrong one its first wrong line."""

from __future__ import annotations

from simulated_workings import SLIPS, STYLES, simulated
from thoroughness import choose, in_both_runs, one_in
from worked import PROBLEMS

from exactnb import Problem, WorkingGrader, solve, verify_working
from exactnb.errors import ExactnbError


@in_both_runs
@one_in(4, "style", STYLES)
def test_a_right_working_is_not_blamed(style: str) -> None:
    """Exact, or rounded to three or four figures and carried on rounded."""
    for seed in range(choose(quick=1, exhaustive=4)):
        sheet = simulated(seed, style, None)
        working = verify_working(sheet.problem, sheet.text)
        assert working.first_wrong is None, f"{sheet.text}\n{working}"
        assert sum(line.verdict == "right" for line in working.lines) >= 13


@in_both_runs
@one_in(12, "slip", SLIPS)
def test_the_line_with_the_slip_is_the_first_that_is_wrong(slip: str) -> None:
    """Of ten kinds of slips, each carried through rightly, in four styles by turns."""
    own = SLIPS.index(slip) % len(STYLES)
    for style in [*STYLES, *STYLES][own : own + choose(quick=1, exhaustive=2)]:
        sheet = simulated(0, style, slip)
        working = verify_working(sheet.problem, sheet.text)
        assert working.first_wrong == sheet.wrong, f"{sheet.text}\n{working}"


@one_in(60, "path", PROBLEMS, exhaustive=5)
def test_no_line_of_a_printed_solution_is_blamed(path) -> None:
    """Every solution of the worked examples is read back as text, LaTeX or Markdown."""
    problem = Problem.read(path)
    try:
        solution = solve(problem)
    except ExactnbError:
        return
    grader = WorkingGrader(problem)
    form = (solution.text, solution.latex, solution.markdown)[PROBLEMS.index(path) % 3]
    if len(text := form()) <= 60_000:
        working = grader.verify(text)
        assert working.first_wrong is None, str(working)
        assert "impossible" not in {line.verdict for line in working.lines}
