from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactnb.arithmetic.values import UNDEFINED
from exactnb.expression.evaluate import Value, evaluate
from exactnb.expression.nodes import Expression, Integer, Product
from exactnb.expression.spell import spell
from exactnb.families.smoothing import smoothed

COUNTS = st.lists(st.integers(0, 30), min_size=1, max_size=6)
LAMBDAS = st.fractions(0, 5, max_denominator=12)


def value(expression: Expression) -> Value:
    """Return the value of an expression that names no quantity."""
    return evaluate(expression, {}.__getitem__)


@pytest.mark.parametrize(
    ("hits", "trials", "smoothing", "cells", "text", "worth"),
    [
        (2, 4, "0", 2, "2/4", Fraction(1, 2)),
        (2, 4, "1", 2, "(2 + 1) / (4 + 2)", Fraction(1, 2)),
        (0, 5, "1", 3, "(0 + 1) / (5 + 3)", Fraction(1, 8)),
        (2, 4, "1/2", 2, "(2 + 1/2) / (4 + 2 * 1/2)", Fraction(1, 2)),
        (3, 9, "3/7", 4, "(3 + 3/7) / (9 + 4 * 3/7)", Fraction(8, 25)),
        (0, 0, "1", 2, "(0 + 1) / (0 + 2)", Fraction(1, 2)),
        (0, 0, "0", 2, "0/0", UNDEFINED),
        (0, 7, "0", 2, "0/7", 0),
    ],
)
def test_estimates_are_written_with_their_pseudo_counts(
    hits: int, trials: int, smoothing: str, cells: int, text: str, worth: Value
) -> None:
    """Nothing is added that is zero, and a factor of 1 is not written."""
    estimate = smoothed(Integer(hits), Integer(trials), Fraction(smoothing), cells)
    assert spell(estimate) == text
    assert value(estimate) == worth


def test_the_number_of_cells_may_be_a_quantity() -> None:
    """An expression takes the place of the number of values."""
    cells = Product((Integer(2), Integer(3)))
    assert value(smoothed(Integer(1), Integer(4), Fraction(1), cells)) == Fraction(2, 10)
    assert value(smoothed(Integer(1), Integer(4), Fraction(1, 2), cells)) == Fraction(3, 14)


@given(COUNTS, LAMBDAS)
@settings(max_examples=100, deadline=None)
def test_estimates_add_up_to_one(counts: list[int], smoothing: Fraction) -> None:
    """Over all values (c+λ)/(n+mλ) adds up to 1, unless nothing was counted and nothing added."""
    total = Integer(sum(counts))
    estimates = [value(smoothed(Integer(c), total, smoothing, len(counts))) for c in counts]
    if sum(counts) + smoothing == 0:
        assert estimates == [UNDEFINED] * len(counts)
    else:
        assert sum(e for e in estimates if isinstance(e, Fraction)) == 1


@given(COUNTS, st.fractions(Fraction(1, 12), 5, max_denominator=12))
@settings(max_examples=100, deadline=None)
def test_smoothing_draws_towards_equal_shares(counts: list[int], smoothing: Fraction) -> None:
    """A smoothed estimate lies between the relative frequency and 1/m, and is never 0."""
    share, total = Fraction(1, len(counts)), sum(counts)
    for count in counts:
        estimate = value(smoothed(Integer(count), Integer(total), smoothing, len(counts)))
        assert isinstance(estimate, Fraction)
        assert estimate > 0
        frequency = Fraction(count, total) if total else share
        assert min(frequency, share) <= estimate <= max(frequency, share)
