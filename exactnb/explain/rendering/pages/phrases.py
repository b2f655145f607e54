"""Phrases that every format has in common."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text


def said_labels(labels: Sequence[str]) -> str:
    """Return what a decision is: a class, or a tie between several.

    >>> said_labels(["a"]), said_labels(["a", "b", "c"])
    ('a', 'tied between a, b and c')
    """
    *others, last = labels
    return f"tied between {', '.join(others)} and {last}" if others else last


def points_said(points: Fraction) -> str:
    """Return points in words.

    >>> points_said(Fraction(1)), points_said(Fraction(1, 2)), points_said(Fraction(0))
    ('1 point', '1/2 point', '0 points')
    """
    return f"{exact_text(points)} point{'' if 0 < points <= 1 else 's'}"
