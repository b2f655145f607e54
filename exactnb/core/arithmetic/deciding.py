"""Which of some scores is the largest, and their order: decided exactly, whatever they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cmp_to_key
from typing import Any, TypeVar

from exactnb.core.arithmetic.values import compare

_Score = TypeVar("_Score")
_Thing = TypeVar("_Thing")


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
    for at, score in enumerate(scores):
        order = compare(score, best[0][1]) if best else 1
        if order > 0:
            best = [(at, score)]
        elif order == 0:
            best.append((at, score))
    return tuple(at for at, _ in best)


def descending(things: Iterable[_Thing], worth: Callable[[_Thing], Any]) -> list[_Thing]:
    """Return things from the largest worth down; in their order where it is equal.

    >>> from fractions import Fraction
    >>> descending("abc", {"a": Fraction(1, 3), "b": Fraction(1, 2), "c": Fraction(2, 6)}.get)
    ['b', 'a', 'c']
    """

    def order(one: _Thing, other: _Thing) -> int:
        return compare(worth(other), worth(one))

    return sorted(things, key=cmp_to_key(order))
