"""How near two values are: whether decimals lead where they should."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.values import enclose

_MOST_BITS = 4096


def is_near(value: Finite, target: Finite, part: Fraction) -> bool:
    """Say whether `value` differs from `target` by no more than `part` of its size.

    Of irrational ones enclosures say so; where they leave it open at 4,096 bits, it is not near.

    >>> is_near(Fraction(1), Fraction(201, 200), Fraction(1, 100)), is_near(
    ...     Fraction(141, 100), Fraction(7, 5), Fraction(1, 1000)
    ... )
    (True, False)
    """
    if isinstance(value, Fraction) and isinstance(target, Fraction):
        return abs(value - target) <= part * abs(value)
    bits = 64
    while bits <= _MOST_BITS:
        ball = enclose(value, bits)
        power = ball.power_of_ten() or 0
        sides = (number.shifted(-power).bounds() for number in (ball, enclose(target, bits)))
        first, second = sides
        if first is not None and second is not None:
            size = min(map(abs, first)) if first[0] * first[1] > 0 else Fraction(0)
            if max(first[1] - second[0], second[1] - first[0]) <= part * size:
                return True
            if max(first[0] - second[1], second[0] - first[1]) > part * max(map(abs, first)):
                return False
        bits *= 4
    return False
