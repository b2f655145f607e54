"""What is drawn of numbers: parts of a whole, sizes of classes, numbers on a grid."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TypeVar

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.arithmetic.numerals import decimal_places, number_in, spell_number

T = TypeVar("T")
_ATTEMPTS = 20  # at sizes that are not equal


def one_of(items: Sequence[T], draws: Draws) -> T:
    """Return one of some things, all equally likely."""
    return items[draws.below(len(items))]


def shuffled(items: Sequence[T], draws: Draws) -> list[T]:
    """Return some things in another order, all orders equally likely."""
    out = list(items)
    for at in range(len(out) - 1, 0, -1):
        other = draws.below(at + 1)
        out[at], out[other] = out[other], out[at]
    return out


def parts(total: int, weights: Sequence[int], least: int, draws: Draws) -> list[int]:
    """Return whole numbers that add up to a total, none below the least, drawn one by one by weights.

    >>> parts(14, [9, 5], 5, Draws(3))
    [7, 7]
    """
    found = [least] * len(weights)
    places = [at for at, weight in enumerate(weights) for _ in range(weight)]
    for _ in range(total - least * len(weights)):
        found[one_of(places, draws)] += 1
    return found


def sizes(known: Sequence[int], total: int, draws: Draws, *, even: bool) -> list[int]:
    """Return the sizes of classes: `even` keeps equal ones equal, where the total allows it.

    Others stay unequal, for equal ones would hide every mistake about the prior.

    >>> sizes([4, 4], 8, Draws(1), even=True), sizes([9, 5], 14, Draws(1), even=True)
    ([4, 4], [8, 6])
    """
    number = len(known)
    equal = len(set(known)) == 1
    if (even and equal and total % number == 0) or number == 1:
        return [total // number] * number
    least = max(1, min(*known, total // number) - equal)
    for _ in range(_ATTEMPTS):
        found = parts(total, known, min(least, total // number), draws)
        if len(set(found)) > 1:
            break
    return found


def grid(cells: Sequence[str]) -> int:
    """Return the least whole number that makes all of some numbers whole."""
    return lcm(*(number_in(cell).denominator for cell in cells))


def between(low: Fraction, high: Fraction, steps: int, draws: Draws) -> Fraction | None:
    """Return a number between two others, a whole number of 1/`steps`; None if there is none."""
    first, last = -((-low * steps) // 1), (high * steps) // 1
    if last < first:
        return None
    return Fraction(int(first) + draws.below(int(last - first) + 1), steps)


def like(number: Fraction, cell: str) -> str:
    """Return a number as a cell is written: a percentage, a decimal of so many places, a fraction.

    >>> like(Fraction(1, 2), "0.25"), like(Fraction(1, 2), "3/8"), like(Fraction(1, 2), "20%")
    ('0.50', '1/2', '50%')
    """
    if cell.endswith("%"):
        return f"{spell_number(number * 100)}%"
    places = len(cell.partition(".")[2]) if "." in cell else 0
    own = decimal_places(number)
    if places and own is not None and own <= places:
        units = abs(number) * 10**places
        digits = str(int(units)).rjust(places + 1, "0")
        return f"{'-' * (number < 0)}{digits[:-places]}.{digits[-places:]}"
    return str(number) if "/" in cell else str(spell_number(number))
