"""Sets of real numbers, made of intervals: joined, cut, and taken away from each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from itertools import groupby, pairwise

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.roots import Points, kind_from_brackets
from exactnb.core.arithmetic.values import Infinite, Number

Piece = tuple[Number, Number, bool]
"""A point, twice, or the stretch between two; and whether it belongs to a set."""


def cut(inside: Sequence[Points], outside: Sequence[Points] = ()) -> Points:
    """Return the numbers that lie in all sets of `inside` and in none of `outside`.

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
        is_inside = all(at in pieces for pieces in within) and not any(
            at in pieces for pieces in without
        )
        stretches.append((places[at // 2], places[(at + 1) // 2], is_inside))
    return joined(stretches)


def joined(pieces: Iterable[Piece]) -> Points:
    """Return the intervals made of `pieces`: points and stretches between them, from left to right."""
    ends: list[Number] = []
    brackets = ""
    for belongs, group in groupby(pieces, key=lambda piece: piece[2]):
        if belongs:
            run = list(group)
            (first, first_end, _), (last_start, last, _) = run[0], run[-1]
            ends += [first, last]
            brackets += ("[" if first == first_end else "(") + ("]" if last_start == last else ")")
    return Points(tuple(ends), kind_from_brackets(brackets))


def distinct(numbers: Iterable[Number]) -> list[Number]:
    """Return numbers in ascending order, each once."""
    ordered = sorted(numbers, key=cmp_to_key(values.compare))
    later = (number for earlier, number in pairwise(ordered) if values.compare(earlier, number))
    return [*ordered[:1], *later]


def _pieces(points: Points, places: Sequence[Number]) -> frozenset[int]:
    """Return the numbers of the pieces that a set is made of: 2·i a point, 2·i + 1 what follows."""
    indices: set[int] = set()
    for left, right, brackets in points.intervals():
        first, last = (
            2 * next(i for i, place in enumerate(places) if values.compare(place, end) == 0)
            for end in (left, right)
        )
        indices.update(range(first + (brackets[0] == "("), last + (brackets[1] == "]")))
    return frozenset(indices)
