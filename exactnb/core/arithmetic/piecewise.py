"""Densities that are linear between points and 0 outside of them: where they meet, and areas below."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.intervals import Piece, distinct, joined
from exactnb.core.arithmetic.roots import EVERYWHERE, Everywhere, Points
from exactnb.core.arithmetic.values import Infinite, Number, Undefined

Corners = Sequence[tuple[Fraction, Fraction]]
"""Points of a piecewise linear function, from left to right: x and height."""


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
        x for x in corners if _height(second, x) and _sign(factor, first, second, x) == 0
    ]
    agrees = True
    for left, right in pairwise(corners):
        start, end = (_difference(factor, *heights) for heights in _ends(first, second, left, right))
        signs = values.sign(start), values.sign(end)
        agrees = agrees and signs == (0, 0)
        if signs[0] * signs[1] < 0:
            points.append(_between(left, right, start, end))
    return EVERYWHERE if agrees else Points(tuple(distinct(points)))


def larger(factor: Number, first: Corners, second: Corners) -> Points | Undefined:
    """Return where factor·first is larger than second: intervals with the ends that belong to them.

    >>> flat, later = [(Fraction(0), Fraction(1)), (Fraction(1), Fraction(1))], [
    ...     (Fraction(1, 2), Fraction(1)), (Fraction(3, 2), Fraction(1))]
    >>> larger(Fraction(1), flat, later)
    Points(parts=(Fraction(0, 1), Fraction(1, 2)), kind='closed')
    """
    if isinstance(factor, Undefined):
        return factor
    if isinstance(factor, Infinite):  # the class of the second cannot be
        factor, second = Fraction(1), ()
    pieces: list[Piece] = []
    corners = sorted({x for x, _ in (*first, *second)})
    for left, right in pairwise(corners):
        pieces.append((left, left, _sign(factor, first, second, left) > 0))
        start, end = (_difference(factor, *heights) for heights in _ends(first, second, left, right))
        signs = values.sign(start), values.sign(end)
        if signs[0] * signs[1] < 0:
            middle = _between(left, right, start, end)
            pieces += [(left, middle, signs[0] > 0), (middle, middle, False)]
            pieces.append((middle, right, signs[1] > 0))
        else:
            pieces.append((left, right, max(signs) > 0))
    pieces.append((corners[-1], corners[-1], _sign(factor, first, second, corners[-1]) > 0))
    return joined(pieces)


def area(corners: Corners, left: Number, right: Number) -> Number:
    """Return the area under the density through `corners` from `left` to `right`.

    >>> area([(Fraction(0), Fraction(0)), (Fraction(2), Fraction(1))], Fraction(1), values.INFINITY)
    Fraction(3, 4)
    """
    parts: list[Number] = []
    for (start, height), (end, end_height) in pairwise(corners):
        begins = left if values.compare(left, start) > 0 else start
        stops = right if values.compare(right, end) < 0 else end
        if values.compare(begins, stops) < 0:
            # the height in the middle times the width
            slope = (end_height - height) / (end - start)
            middle = values.multiply([Fraction(1, 2), values.add([begins, stops])])
            rise = values.multiply([slope, values.add([middle, -start])])
            width = values.add([stops, values.negate(begins)])
            parts.append(values.multiply([width, values.add([height, rise])]))
    return values.add(parts) if parts else Fraction(0)


def _sign(factor: Number, first: Corners, second: Corners, x: Fraction) -> int:
    return values.sign(_difference(factor, _height(first, x), _height(second, x)))


def _difference(factor: Number, height: Fraction, second_height: Fraction) -> Number:
    """Return how far factor times one height lies above another."""
    return values.add([values.multiply([factor, height]), -second_height])


def _between(left: Fraction, right: Fraction, start: Number, end: Number) -> Number:
    """Return where a line from a height to one of the other sign is 0."""
    part = values.divide(start, values.add([start, values.negate(end)]))
    return values.add([left, values.multiply([right - left, part])])


def _ends(
    first: Corners, second: Corners, left: Fraction, right: Fraction
) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """Return both heights at the left and at the right end of a stretch, as seen from inside it."""
    middle = (left + right) / 2
    left_heights, right_heights = (
        (_towards(first, x, middle), _towards(second, x, middle)) for x in (left, right)
    )
    return left_heights, right_heights


def _height(corners: Corners, x: Fraction) -> Fraction:
    """Return a height; 0 outside of the corners."""
    for (left, y), (right, w) in pairwise(corners):
        if left <= x <= right:
            return y + (w - y) * (x - left) / (right - left)
    return Fraction(0)


def _towards(corners: Corners, x: Fraction, inside: Fraction) -> Fraction:
    """Return the height at an end of a stretch, seen from inside it: no corner lies between."""
    near = _height(corners, inside)
    for left, right in pairwise(corners):
        if left[0] <= inside <= right[0]:
            slope = (right[1] - left[1]) / (right[0] - left[0])
            return near + slope * (x - inside)
    return near
