"""Regions of the line, as tests write them: two ends, and the brackets that say which belong to it."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.arithmetic.roots import Points
from exactnb.core.arithmetic.values import INFINITY, Infinite

__all__ = ["ALL", "DOWN", "between"]

DOWN = Infinite(-1)
ALL = Points((DOWN, INFINITY), "open")


def between(left, right, brackets: str = "()") -> Points:
    """Return an interval; a square bracket has its end in it."""
    ends = (end if not isinstance(end, int) else Fraction(end) for end in (left, right))
    return Points(tuple(ends), brackets)
