"""Sets of real numbers, made of intervals: joined, cut, and taken away from each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from itertools import groupby, pairwise

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.roots import Points, kind_of
from exactnb.core.arithmetic.values import Infinite, Number

Piece = tuple[Number, Number, bool]
"""A point, twice, or the stretch between two; and whether it belongs to a set."""


def cut(inside: Sequence[Points], outside: Sequence[Points] = ()) -> Points:
    """Return what lies in all of some sets, and in none of others.

    >>> from fractions import Fraction
    >>> one = Points((Fraction(1), Fraction(3)), "open")
    >>> cut([one], [Points((Fraction(2), Fraction(5)), "open")])
    Points(parts=(Fraction(1, 1), Fraction(2, 1)), kind='(]')
    """
    ends = [end for points in (*inside, *outside) for end in points.parts]
    places = distinct([Infinite(-1), *ends, Infinite(1)])
    within = [_pieces(points, places) for points in inside]
    without = [_pieces(points, places) for points in outside]
    stretches: list[Piece] = []
    for at in range(1, 2 * len(places) - 2):  # a stretch, a point, a stretch ...
        held = all(at in of for of in within) and not any(at in of for of in without)
        stretches.append((places[at // 2], places[(at + 1) // 2], held))
    return joined(stretches)


def joined(pieces: Iterable[Piece]) -> Points:
    """Return the intervals that points and the stretches between them, from left to right, make up."""
    ends: list[Number] = []
    brackets = ""
    for held, group in groupby(pieces, key=lambda piece: piece[2]):
        if held:
            run = list(group)
            (first, other, _), (another, last, _) = run[0], run[-1]
            ends += [first, last]
            brackets += ("[" if first == other else "(") + ("]" if another == last else ")")
    return Points(tuple(ends), kind_of(brackets))


def distinct(numbers: Iterable[Number]) -> list[Number]:
    """Return numbers in ascending order, each once."""
    ordered = sorted(numbers, key=cmp_to_key(values.compare))
    apart = (b for a, b in pairwise(ordered) if values.compare(a, b))
    return [*ordered[:1], *apart]


def _pieces(points: Points, places: Sequence[Number]) -> frozenset[int]:
    """Return the numbers of the pieces that a set is made of: 2·i a point, 2·i + 1 what follows."""
    found: set[int] = set()
    for left, right, brackets in points.intervals():
        first, last = (
            2 * next(i for i, place in enumerate(places) if values.compare(place, end) == 0)
            for end in (left, right)
        )
        found.update(range(first + (brackets[0] == "("), last + (brackets[1] == "]")))
    return frozenset(found)
