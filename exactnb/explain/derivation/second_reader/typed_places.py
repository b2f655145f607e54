"""Places at which the slope of a log-likelihood is tried, and between which it changes its sign."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction

from exactnb.core.arithmetic.enclosure import around
from exactnb.explain.derivation.second_reader.counting import Ends
from exactnb.explain.derivation.second_reader.reals import *

_ZERO = Fraction(0)
STEPS = 140
"""Halvings of an interval that a place is enclosed as narrowly as."""
_TRIED = (*range(9), *range(12, 33, 4), 48, 64)  # powers of two: all where most parameters are
_TRIES = 60  # places towards a change of sign


def somewhere(domain: Ends) -> Fraction:
    """Return a place in the middle of the usual ones."""
    places = list(usual_places(domain))
    return places[len(places) // 2]


def usual_places(domain: Ends) -> Iterator[Fraction]:
    """Yield places all over what a parameter may be, in order."""
    low, high = domain.low, domain.high
    small = [Fraction(1, 2**n) for n in reversed(_TRIED[1:])]
    powers = [*small, *(Fraction(2**n) for n in _TRIED)]
    if low is not None and high is not None:
        shares = [*small, *(1 - share for share in reversed(small[:-1]))]
        yield from (low + (high - low) * share for share in shares)
    elif low is not None:
        yield from (low + step for step in powers)
    elif high is not None:
        yield from (high - step for step in reversed(powers))
    else:
        yield from (-step for step in reversed(powers))
        yield from (_ZERO, *powers)


def turning_place(slope: Callable[[Fraction], Real], domain: Ends, nudge: int) -> Real:
    """Return a place where a slope turns from plus to minus, between two of the usual places."""
    # Many a slope is 0 at such a place itself, where no ball has a sign.
    places = [place + abs(place) / nudge for place in usual_places(domain)]
    index, step, ends = len(places) // 2, 1, dict[int, int]()
    while len(ends) < 2:  # outwards, by longer and longer steps: far away, slopes are hard to read
        if not 0 <= index < len(places):
            raise NotRead("the slope of the log-likelihood is 0 at no place")
        side = sign(slope(places[index]))
        ends[side] = index
        index, step = index + side * step, 2 * step
    low, high = ends[1], ends[-1]
    while high - low > 1:
        middle = (low + high) // 2
        if sign(slope(places[middle])) > 0:
            low = middle
        else:
            high = middle
    return between(slope, places[low], places[high])


def between(slope: Callable[[Fraction], Real], low: Fraction, high: Fraction) -> Real:
    """Return the place between two where a slope changes its sign from + to −.

    Secants lead there, and decide nothing: what is returned lies between two places whose signs the
    slope itself has. A side that stays has its height halved, or a curved slope would keep it for long.
    """
    width, middle, last_side = high - low, low, 0
    with suppress(NotRead):  # the place itself, or so near to it that no ball tells
        heights = [_height(slope(low)), _height(slope(high))]
        for round_ in range(_TRIES):
            share = heights[0] / (heights[0] - heights[1])
            grid = 2 ** min(10 * (round_ + 2), STEPS + 8)  # short fractions, as long as it is far away
            middle, before = low + (high - low) * Fraction(round(share * grid), grid), middle
            if middle in (low, high):  # the fractions are too short to leave this end
                continue
            here = slope(middle)
            side = sign(here)
            if not side:
                return middle
            if abs(middle - before) * 2**STEPS < width:
                break
            if side > 0:
                low, heights[0] = middle, _height(here)
            else:
                high, heights[1] = middle, _height(here)
            if side == last_side:
                heights[side > 0] /= 2
            last_side = side
    for bits in range(STEPS, 0, -20):  # as near as the balls of other parameters let it
        step = width / 2**bits
        with suppress(NotRead):
            if sign(slope(middle - step)) > 0 > sign(slope(middle + step)):
                return around(middle - step, middle + step, BITS)
    return around(low, high, BITS)


def _height(slope: Real) -> Fraction:
    """Return about how large a slope is, with its sign."""
    about = middle(slope)
    return Fraction(sign(slope)) if about is None else about
