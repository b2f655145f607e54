"""The largest of some scores, whatever they are made of."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.values import argmax_indices, compare, sorted_descending
from exactnb.errors import Undecidable

SCORES = st.lists(st.integers(0, 5), max_size=8)


@given(SCORES)
def test_all_places_of_the_maximum_are_found(scores: list[int]) -> None:
    """The places are those whose score is the maximum, in order; of no scores there are none."""
    found = argmax_indices(map(F, scores), compare)
    assert found == tuple(at for at, score in enumerate(scores) if score == max(scores))


def test_equal_products_tie() -> None:
    """Scores that are written otherwise and are equal stand together."""
    root = PowerProduct.of(8) ** F(1, 2)
    same = PowerProduct.of(2) ** F(3, 2)
    assert argmax_indices([PowerProduct.of(2), root, same], PowerProduct.compare) == (1, 2)


def test_a_score_is_taken_in_its_turn() -> None:
    """No score is asked for twice, and each is compared once: with the best before it."""
    asked: list[tuple[int, int]] = []

    def order(one: int, other: int) -> int:
        asked.append((one, other))
        return (one > other) - (one < other)

    assert argmax_indices(iter([3, 1, 4, 4]), order) == (2, 3)
    assert asked == [(1, 3), (4, 3), (4, 4)]


def test_what_cannot_be_told_is_not_decided() -> None:
    """Where no comparison is known, none is made up."""

    def order(one: int, other: int) -> int:
        raise Undecidable("e or pi")

    with pytest.raises(Undecidable, match="e or pi"):
        argmax_indices([1, 2], order)


def test_what_is_equal_stays_in_its_order() -> None:
    """Things go down by what they are worth, compared exactly; of equal ones the first stays first."""
    worth = {"a": F(1, 3), "b": F(3, 9), "c": F(1, 2), "d": F(1, 3)}
    assert sorted_descending("abcd", worth.__getitem__) == ["c", "a", "b", "d"]
    assert sorted_descending("dcba", worth.__getitem__) == ["c", "d", "b", "a"]
