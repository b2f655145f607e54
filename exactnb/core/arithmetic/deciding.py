"""Which of some scores is the largest, their order, and how near two values are: decided exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cmp_to_key
from typing import Any, TypeVar

from exactnb.core.arithmetic.enclosure import Ball, exact
from exactnb.core.arithmetic.irrational import Finite, sign_by_enclosures
from exactnb.core.arithmetic.values import compare, enclose
from exactnb.errors import Undecidable

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


def is_near(value: Finite, target: Finite, part: Fraction) -> bool:
    """Say whether `value` differs from `target` by no more than `part` of its size.

    Of irrational ones enclosures say so; where they leave it open, it is not near.

    >>> is_near(Fraction(1), Fraction(201, 200), Fraction(1, 100)), is_near(
    ...     Fraction(141, 100), Fraction(7, 5), Fraction(1, 1000)
    ... )
    (True, False)
    """
    if isinstance(value, Fraction) and isinstance(target, Fraction):
        return abs(value - target) <= part * abs(value)

    def room(bits: int) -> Ball:  # (part·value)² − (value − target)²
        sides = enclose(value, bits), enclose(target, bits).times(exact(-1, bits), bits)
        allowed, distance = sides[0].times(exact(part, bits), bits), sides[0].plus(sides[1], bits)
        minus = distance.times(distance, bits).times(exact(-1, bits), bits)
        return allowed.times(allowed, bits).plus(minus, bits)

    try:
        return sign_by_enclosures(room, "a number that is as near as is asked for") >= 0
    except Undecidable:
        return False
