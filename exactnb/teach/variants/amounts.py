"""Random amounts: integers with a given sum, sizes of classes, numbers on a grid."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TypeVar

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.arithmetic.numerals import decimal_places, number_in, spell_number

T = TypeVar("T")
_ATTEMPTS = 20  # to draw unequal sizes


def choose(items: Sequence[T], draws: Draws) -> T:
    """Return one of the `items`, all equally likely, by the next of the `draws`."""
    return items[draws.below(len(items))]


def shuffled(items: Sequence[T], draws: Draws) -> list[T]:
    """Return the `items` in another order, all orders equally likely, by the next `draws`."""
    result = list(items)
    for index in range(len(result) - 1, 0, -1):
        swap = draws.below(index + 1)
        result[index], result[swap] = result[swap], result[index]
    return result


def parts(total: int, weights: Sequence[int], least: int, draws: Draws) -> list[int]:
    """Return integers with sum `total`, none below `least`, each unit of `draws` given by `weights`.

    >>> parts(14, [9, 5], 5, Draws(3))
    [7, 7]
    """
    amounts = [least] * len(weights)
    places = [index for index, weight in enumerate(weights) for _ in range(weight)]
    for _ in range(total - least * len(weights)):
        amounts[choose(places, draws)] += 1
    return amounts


def sizes(current: Sequence[int], total: int, draws: Draws, *, even: bool) -> list[int]:
    """Return new sizes of classes with sum `total`; `even` keeps equal ones equal, if it can.

    Unequal `current` sizes stay unequal, since equal ones would hide every mistake about the prior. The
    sizes come from `draws`.

    >>> sizes([4, 4], 8, Draws(1), even=True), sizes([9, 5], 14, Draws(1), even=True)
    ([4, 4], [8, 6])
    """
    number = len(current)
    equal = len(set(current)) == 1
    if (even and equal and total % number == 0) or number == 1:
        return [total // number] * number
    least = max(1, min(*current, total // number) - equal)
    for _ in range(_ATTEMPTS):
        new_sizes = parts(total, current, min(least, total // number), draws)
        if len(set(new_sizes)) > 1:
            break
    return new_sizes


def grid(cells: Sequence[str]) -> int:
    """Return the least common denominator of the numbers in `cells`."""
    return lcm(*(number_in(cell).denominator for cell in cells))


def between(low: Fraction, high: Fraction, steps: int, draws: Draws) -> Fraction | None:
    """Return a multiple of 1/`steps` from `low` to `high`, by the next of the `draws`, or None."""
    first, last = -((-low * steps) // 1), (high * steps) // 1
    if last < first:
        return None
    return Fraction(int(first) + draws.below(int(last - first) + 1), steps)


def format_like(number: Fraction, cell: str) -> str:
    """Return `number` in the format of a `cell`: a percentage, a decimal of as many places, a fraction.

    >>> [format_like(Fraction(1, 2), cell) for cell in ("0.25", "3/8", "20%")]
    ['0.50', '1/2', '50%']
    """
    if cell.endswith("%"):
        return f"{spell_number(number * 100)}%"
    places = len(cell.partition(".")[2]) if "." in cell else 0
    places_needed = decimal_places(number)
    if places and places_needed is not None and places_needed <= places:
        digits = str(int(abs(number) * 10**places)).rjust(places + 1, "0")
        return f"{'-' * (number < 0)}{digits[:-places]}.{digits[-places:]}"
    return str(number) if "/" in cell else str(spell_number(number))
