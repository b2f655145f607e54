"""How often slips are named and guesses blamed, over random problems."""

from __future__ import annotations

import pytest
from students.measured import Measured, measure
from thoroughness import choose, in_both_runs

# The bounds are those of benchmarks/fairness, which tries many more problems.
PROBLEMS = choose(quick=2, exhaustive=12)

pytestmark = pytest.mark.xdist_group("blame")  # measured once, by one process


@pytest.fixture(scope="module")
def found() -> Measured:
    """Return what is made of simulated students, by arithmetic that shares nothing with the grader."""
    return measure(PROBLEMS, seed=7, times=choose(quick=1, exhaustive=2))


@in_both_runs
def test_slips_are_named_and_seldom_by_another_name(found: Measured) -> None:
    """Four fifths of all single slips are named; three in a hundred get only another name."""
    assert found.slips.total() > 40 * PROBLEMS
    assert found.share_of_slips("alone", "among others") >= 80
    assert found.share_of_slips("another suggested", "another claimed") <= 3


@pytest.mark.exhaustive  # with few problems a share says little
@pytest.mark.parametrize(("form", "most"), [("3 figures", 2), ("4 figures", 1), ("fraction", 5)])
def test_guesses_are_seldom_blamed(found: Measured, form: str, most: int) -> None:
    """Of random decimals of 3 and 4 figures, and fractions to 20, few are called a known mistake."""
    assert found.guesses.total() > 40 * PROBLEMS
    assert found.blamed(form) <= most


@in_both_runs
def test_honest_students_lose_nothing(found: Measured) -> None:
    """Who rounds to 3, 4 or 5 figures at every step, or after every product, earns all points."""
    assert found.honest.total() == 6 * PROBLEMS
    assert found.lost_nothing() >= 99
