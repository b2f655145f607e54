"""What a system makes of an answer, and what every player can do."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol


@dataclass(frozen=True)
class Marked:
    """The share of its points that an answer earns, and what is said of it."""

    share: Fraction
    said: str


class Player(Protocol):
    """One item, as it was read from a file."""

    name: str
    points: list[Fraction]

    def mark(self, number: int, typed: str) -> Marked:
        """Return what the system makes of what is typed, or chosen, in a part, from 0."""
