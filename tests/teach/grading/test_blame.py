"""How often slips are named and guesses blamed, over random problems."""

from __future__ import annotations

import pytest
from students.measured import Measured, measure
from students.sheets import FAMILIES
from students.slip import SLIPS
from thoroughness import choose, in_both_runs

from exactnb.core.families import every_family
from exactnb.core.families.declared_misconceptions import SLIPS as OF_STATED_FAMILIES
from exactnb.teach.misconceptions import misconceptions, misreadings

# The bounds are those of benchmarks/fairness, which tries many more problems.
PROBLEMS = choose(quick=1, exhaustive=9)

pytestmark = pytest.mark.xdist_group("blame")  # measured once, by one process


@pytest.fixture(scope="module")
def found() -> Measured:
    """Return what is made of simulated students, by arithmetic that shares nothing with the grader."""
    return measure(PROBLEMS, seed=7, times=choose(quick=1, exhaustive=2))


@pytest.mark.exhaustive  # with few problems a share says little
def test_slips_are_named_and_seldom_by_another_name(found: Measured) -> None:
    """Four fifths of all single slips are named; three in a hundred get only another name."""
    assert found.slips.total() > 40 * PROBLEMS
    assert found.share_of_slips("alone", "among others") >= 80
    assert found.share_of_slips("another suggested", "another claimed") <= 3


@pytest.mark.exhaustive
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


NOT_ANSWERED = {
    "texts as 0 and 1": {
        "word-counts-in-numerator", "word-counts-in-denominator", "words-for-documents"
    },
    "words outside the vocabulary": {
        "unseen-word-skipped", "unseen-word-smoothed", "unseen-word-counts-zero"
    },
    "smoothed and given priors, ties": {"prior-not-smoothed", "prior-counted", "one-of-a-tie"},
    "other questions": {"variance-for-deviation", "logarithm-of-the-joint"},
    "arranged texts": {"coefficient-missing"},
}  # fmt: skip
"""The mistakes that no sheet of simulated students leaves room for, by what the sheets do not ask."""


@in_both_runs
def test_each_mistake_is_made_by_simulated_students_or_has_no_place_on_their_sheets() -> None:
    """Not made: those searched for on request, those of other families, twelve of other problems."""
    on_request = {row.id for row in misreadings.ROWS}
    of_others = {row.id for row in OF_STATED_FAMILIES}
    for family in every_family():
        of_others |= {row.id for row in family.misconceptions if family.name not in FAMILIES}
    reasons = [on_request, of_others, *NOT_ANSWERED.values()]
    made = {name for each in SLIPS for name in each.names}
    assert set(misconceptions()) - made == set().union(*reasons) - made
    assert made.isdisjoint(set().union(*NOT_ANSWERED.values()))
