"""Sets of real numbers, made of intervals, and densities that are linear between points.

How to read: `Intervals` are joined, cut, taken away and have whole numbers; below it stands where two
such densities meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import groupby, pairwise
from math import floor

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.roots import EVERYWHERE, Everywhere, Points, kind_from_brackets
from exactnb.core.arithmetic.values import Infinite, Number, Undefined
from exactnb.errors import Unsupported

_FAR = 10**9
_BITS = 128

Piece = tuple[Number, Number, bool]
"""A point, twice, or the stretch between two; and whether it belongs to a set."""

Corners = Sequence[tuple[Fraction, Fraction]]
"""Points of a piecewise linear function, from left to right: x and height."""


def intersection(inside: Sequence[Points], outside: Sequence[Points] = ()) -> Points:
    """Return the numbers that lie in all sets of `inside` and in none of `outside`.

    >>> one = Points((Fraction(1), Fraction(3)), "open")
    >>> intersection([one], [Points((Fraction(2), Fraction(5)), "open")])
    Points(parts=(Fraction(1, 1), Fraction(2, 1)), kind='(]')
    """
    ends = [end for points in (*inside, *outside) for end in points.parts]
    places = sorted_distinct([Infinite(-1), *ends, Infinite(1)])
    within = [_piece_indices(points, places) for points in inside]
    without = [_piece_indices(points, places) for points in outside]
    stretches: list[Piece] = []
    for index in range(1, 2 * len(places) - 2):  # a stretch, a point, a stretch ...
        is_outside = any(index in pieces for pieces in without)
        is_inside = all(index in pieces for pieces in within) and not is_outside
        stretches.append((places[index // 2], places[(index + 1) // 2], is_inside))
    return points_from_pieces(stretches)


def points_from_pieces(pieces: Iterable[Piece]) -> Points:
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


def sorted_distinct(numbers: Iterable[Number]) -> list[Number]:
    """Return numbers in ascending order, each once."""
    ordered = sorted(numbers, key=cmp_to_key(values.compare))
    later = (number for earlier, number in pairwise(ordered) if values.compare(earlier, number))
    return [*ordered[:1], *later]


def whole_number_ranges(region: Points, least: int) -> Iterator[tuple[int, int | None]]:
    """Yield the first and the last whole number, from `least` on, in each interval of `region`.

    >>> list(whole_number_ranges(Points((Fraction(1), Fraction(7, 2)), "open"), 0))
    [(2, 3)]
    """
    for left, right, brackets in region.intervals():
        first, last = least, None
        if not isinstance(left, Infinite):
            floor, is_integer = _floor_and_is_whole(left)
            first = max(least, floor if is_integer and brackets[0] == "[" else floor + 1)
        if not isinstance(right, Infinite):
            floor, is_integer = _floor_and_is_whole(right)
            last = floor - 1 if is_integer and brackets[1] == ")" else floor
        if last is None or first <= last:
            yield first, last


def _piece_indices(points: Points, places: Sequence[Number]) -> frozenset[int]:
    """Return the numbers of the pieces that a set is made of: 2·i a point, 2·i + 1 what follows."""
    indices: set[int] = set()
    for left, right, brackets in points.intervals():
        first, last = (
            2 * next(i for i, place in enumerate(places) if values.compare(place, end) == 0)
            for end in (left, right)
        )
        indices.update(range(first + (brackets[0] == "("), last + (brackets[1] == "]")))
    return frozenset(indices)


def _floor_and_is_whole(number: Number) -> tuple[int, bool]:
    """Return the largest whole number that is not above, and whether it is the number itself."""
    assert isinstance(number, Finite)
    if isinstance(number, Fraction):
        return floor(number), number.denominator == 1
    bounds = values.enclose(number, _BITS).bounds()
    if bounds is None or max(map(abs, bounds)) > _FAR:
        raise Unsupported("a boundary between counts that is too far from 0 to be reached")
    # The ball says only where to begin; which integer it is, exact comparisons say.
    nearest = floor(bounds[0])
    while values.compare(number, Fraction(nearest + 1)) >= 0:
        nearest += 1
    return nearest, values.compare(number, Fraction(nearest)) == 0


def crossings(factor: Number, first: Corners, second: Corners) -> Points | Everywhere | Undefined:
    """Return where factor·first is second, neither being 0; of a stretch where they agree, its corners.

    Where they agree wherever one of them is positive, that is everywhere.

    >>> up, down = [(Fraction(0), Fraction(0)), (Fraction(2), Fraction(1))], [
    ...     (Fraction(0), Fraction(1)), (Fraction(2), Fraction(0))]
    >>> crossings(Fraction(1), up, down).parts
    (Fraction(1, 1),)
    """
    if isinstance(factor, Undefined):
        return factor
    if isinstance(factor, Infinite):
        return Points(())
    corners = sorted({x for x, _ in (*first, *second)})
    # by heights in the corner itself: where one density ends and the other begins, no stretch has both
    points: list[Number] = [
        x for x in corners if _height(second, x) and _sign_of_difference(factor, first, second, x) == 0
    ]
    agrees = True
    for left, right in pairwise(corners):
        signs, crossing = _end_signs_and_zero(factor, first, second, left, right)
        agrees = agrees and signs == (0, 0)
        points += [] if crossing is None else [crossing]
    return EVERYWHERE if agrees else Points(tuple(sorted_distinct(points)))


def where_larger(factor: Number, first: Corners, second: Corners) -> Points | Undefined:
    """Return where factor·first is larger than second: intervals with the ends that belong to them.

    >>> flat, later = [(Fraction(0), Fraction(1)), (Fraction(1), Fraction(1))], [
    ...     (Fraction(1, 2), Fraction(1)), (Fraction(3, 2), Fraction(1))]
    >>> where_larger(Fraction(1), flat, later)
    Points(parts=(Fraction(0, 1), Fraction(1, 2)), kind='closed')
    """
    if isinstance(factor, Undefined):
        return factor
    if isinstance(factor, Infinite):  # the class of the second cannot be
        factor, second = Fraction(1), ()
    pieces: list[Piece] = []
    corners = sorted({x for x, _ in (*first, *second)})
    for left, right in pairwise(corners):
        pieces.append((left, left, _sign_of_difference(factor, first, second, left) > 0))
        signs, crossing = _end_signs_and_zero(factor, first, second, left, right)
        if crossing is None:
            pieces.append((left, right, max(signs) > 0))
        else:
            pieces += [(left, crossing, signs[0] > 0), (crossing, crossing, False)]
            pieces.append((crossing, right, signs[1] > 0))
    pieces.append(
        (corners[-1], corners[-1], _sign_of_difference(factor, first, second, corners[-1]) > 0)
    )
    return points_from_pieces(pieces)


def _sign_of_difference(factor: Number, first: Corners, second: Corners, place: Fraction) -> int:
    return values.sign(_difference(factor, _height(first, place), _height(second, place)))


def _difference(factor: Number, height: Fraction, second_height: Fraction) -> Number:
    """Return how far factor times one height lies above another."""
    return values.add([values.multiply([factor, height]), -second_height])


def _end_signs_and_zero(
    factor: Number, first: Corners, second: Corners, left: Fraction, right: Fraction
) -> tuple[tuple[int, int], Number | None]:
    """Return the signs of factor·first − second at both ends of a stretch, and where it is 0 between.

    The ends are seen from inside; None if the signs do not differ.
    """
    # Heights jump at corners: the line within the stretch is carried on to both of its ends.
    middle = (left + right) / 2
    start, end = (
        _difference(factor, _height(first, x, middle), _height(second, x, middle))
        for x in (left, right)
    )
    signs = values.sign(start), values.sign(end)
    if signs[0] * signs[1] >= 0:
        return signs, None
    # The difference is linear in between: its zero divides the stretch as its ends say.
    part = values.divide(start, values.add([start, values.negate(end)]))
    return signs, values.add([left, values.multiply([right - left, part])])


def _height(corners: Corners, argument: Fraction, seen_from: Fraction | None = None) -> Fraction:
    """Return a height, 0 outside of the corners; at an end of a stretch as seen from `seen_from` it."""
    place = argument if seen_from is None else seen_from
    for (left, y), (right, w) in pairwise(corners):
        if left <= place <= right:
            return y + (w - y) * (argument - left) / (right - left)
    return Fraction(0)
