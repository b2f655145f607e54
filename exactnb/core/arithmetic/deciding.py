"""Which of some scores is the largest, their order, and how near two values are: decided exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cmp_to_key
from typing import Any, TypeVar

from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.values import compare, enclose

_Score = TypeVar("_Score")
_Item = TypeVar("_Item")
_MOST_BITS = 4096


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

    Of irrational ones enclosures say so; where they leave it open at 4,096 bits, it is not near.

    >>> is_near(Fraction(1), Fraction(201, 200), Fraction(1, 100)), is_near(
    ...     Fraction(141, 100), Fraction(7, 5), Fraction(1, 1000)
    ... )
    (True, False)
    """
    if isinstance(value, Fraction) and isinstance(target, Fraction):
        return abs(value - target) <= part * abs(value)
    bits = 64
    while bits <= _MOST_BITS:
        ball = enclose(value, bits)
        power = ball.power_of_ten() or 0
        sides = (number.shifted(-power).bounds() for number in (ball, enclose(target, bits)))
        first, second = sides
        if first is not None and second is not None:
            size = min(map(abs, first)) if first[0] * first[1] > 0 else Fraction(0)
            if max(first[1] - second[0], second[1] - first[0]) <= part * size:
                return True
            if max(first[0] - second[1], second[0] - first[1]) > part * max(map(abs, first)):
                return False
        bits *= 4
    return False
