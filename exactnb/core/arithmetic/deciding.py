"""Which of some scores is the largest, and their order: decided exactly, whatever they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cmp_to_key
from typing import Any, TypeVar

from exactnb.core.arithmetic.values import compare

_Score = TypeVar("_Score")
_Item = TypeVar("_Item")


def largest(scores: Iterable[_Score], compare: Callable[[_Score, _Score], int]) -> tuple[int, ...]:
    """Return the places of the largest of some scores, in order: one, or all of a tie; none of none.

    `compare` says -1, 0 or 1, exactly; what it raises where it cannot tell is raised. Every score is
    compared with one other, and taken when its turn comes.

    >>> from fractions import Fraction
    >>> from exactnb.core.arithmetic.values import compare
    >>> largest([Fraction(9, 128), Fraction(9, 64), Fraction(18, 128)], compare)
    (1, 2)
    """
    best: list[tuple[int, _Score]] = []
    for place, score in enumerate(scores):
        order = compare(score, best[0][1]) if best else 1
        if order > 0:
            best = [(place, score)]
        elif order == 0:
            best.append((place, score))
    return tuple(place for place, _ in best)


def descending(items: Iterable[_Item], value: Callable[[_Item], Any]) -> list[_Item]:
    """Return `items` from the largest `value` down; items of equal value keep their order.

    >>> from fractions import Fraction
    >>> descending("abc", {"a": Fraction(1, 3), "b": Fraction(1, 2), "c": Fraction(2, 6)}.get)
    ['b', 'a', 'c']
    """

    def order(first: _Item, second: _Item) -> int:
        return compare(value(second), value(first))

    return sorted(items, key=cmp_to_key(order))
