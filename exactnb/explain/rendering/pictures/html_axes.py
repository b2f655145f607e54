"""Axes of pictures: the places of numbers, and exact tick labels."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10

from exactnb.core.arithmetic.numerals import spell_number
from exactnb.core.record import frozen

_TICKS = 8
_LONG = 9  # characters of a tick label


@frozen(slots=True)
class Axis:
    """An axis for numbers from `low` to `high`, drawn from `start` to `end`."""

    low: Fraction
    high: Fraction
    start: int
    end: int

    def place(self, number: Fraction) -> int:
        """Return the unit at which `number` lies.

        >>> Axis(Fraction(10), Fraction(20), 0, 100).place(Fraction(25, 2))
        25
        """
        return round(
            self.start + (number - self.low) / (self.high - self.low) * (self.end - self.start)
        )

    def ticks(self) -> list[tuple[int, str]]:
        """Return about eight round numbers with their places; none if their labels would be too long.

        >>> Axis(Fraction(-1), Fraction(2), 0, 300).ticks()
        [(0, '−1'), (50, '−0.5'), (100, '0'), (150, '0.5'), (200, '1'), (250, '1.5'), (300, '2')]
        """
        wide = (self.high - self.low) / _TICKS
        ten = Fraction(10) ** floor(log10(wide))
        step = next(size * ten for size in (1, 2, 5, 10) if size * ten >= wide)
        first, last = -floor(-self.low / step), floor(self.high / step)
        numbers = [multiple * step for multiple in range(first, last + 1)]
        texts = [str(spell_number(number)).replace("-", "−") for number in numbers]
        if max(map(len, texts), default=0) > _LONG:
            return []
        return [(self.place(number), text) for number, text in zip(numbers, texts, strict=True)]
