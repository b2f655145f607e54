"""Phrases that all formats share."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text


def decision_text(labels: Sequence[str]) -> str:
    """Return a decision in words: the only one of `labels`, or a tie between them.

    >>> decision_text(["a"]), decision_text(["a", "b", "c"])
    ('a', 'tied between a, b and c')
    """
    *most, last = labels
    return f"tied between {', '.join(most)} and {last}" if most else last


def points_text(points: Fraction) -> str:
    """Return `points` in words.

    >>> points_text(Fraction(1)), points_text(Fraction(1, 2)), points_text(Fraction(0))
    ('1 point', '1/2 point', '0 points')
    """
    return f"{exact_text(points)} point{'' if 0 < points <= 1 else 's'}"
