"""Numbers in cells: finite decimals as they are written, or the doubles next to them, exactly."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from exactnb.core.arithmetic.numerals import EXPECTED, decimal_places, explain_commas, read_number
from exactnb.errors import InputError, Place, quoted
from exactnb.scale.logspace.readings import Readings

_DECIMAL = re.compile(r"([+-]?)(?=\.?[0-9])([0-9]{0,40})\.?([0-9]{0,40})(?:[eE]([+-]?[0-9]{1,2}))?")
_EXPECTED = "expected a finite decimal such as 3, 0.15, 1e-3 or 45%; got "
_NONE = ("na", "n/a", "nan", "null", "none", "nil", "-", ".", "#n/a")  # no numbers; names elsewhere


def number_of(cell: str, *, doubles: bool = False) -> tuple[int, int]:
    """Return the number in a cell as a numerator and a denominator, not always in lowest terms.

    With `doubles` it is the exact value of the double next to it, as other programs read it.

    >>> number_of("-2.50"), number_of("1e3"), number_of("0.1", doubles=True)
    ((-250, 100), (1000, 1), (3602879701896397, 36028797018963968))

    Raises InputError for what is no finite decimal, and with `doubles` for one that is beyond them.
    """
    found = _DECIMAL.fullmatch(cell)
    above, below = _of_match(found) if found else _other(cell)
    if not doubles:
        return above, below
    try:
        return (above / below).as_integer_ratio()
    except OverflowError:
        way = "without --doubles (doubles=) it is read as it is written"
        raise InputError(f"{quoted(cell)} is beyond the largest double; {way}") from None


def fraction_of(cell: str, *, doubles: bool = False) -> Fraction:
    """Return the number in a cell.

    >>> fraction_of("0.25")
    Fraction(1, 4)
    """
    return Fraction(*number_of(cell, doubles=doubles))


def readings(cells: Sequence[str], place: Callable[[int], Place], *, doubles: bool = False) -> Readings:
    """Return the numbers of a column, "" for one that is missing; `place` says where a cell stands.

    >>> column = readings(["0.5", "", "0.50", "2"], lambda row: Place.of("x"))
    >>> [column.number(row) for row in range(4)]
    [Fraction(1, 2), None, Fraction(1, 2), Fraction(2, 1)]

    Raises InputError, with the place, for what is no finite decimal.
    """
    places: dict[str, int] = {"": -1}
    numbers: list[tuple[int, int]] = []
    for cell in dict.fromkeys(cells):
        if cell:
            try:
                numbers.append(number_of(cell, doubles=doubles))
            except InputError as error:
                raise error.under(place(cells.index(cell))) from None
            places[cell] = len(numbers) - 1
    return Readings.from_fractions(numbers, np.array([places[cell] for cell in cells], dtype=np.int64))


def _of_match(found: re.Match[str]) -> tuple[int, int]:
    sign, whole, behind, exponent = found.groups()
    places = len(behind) - int(exponent or 0)
    units = int(sign + whole + behind)
    return (units, 10**places) if places >= 0 else (units * 10**-places, 1)


def _other(cell: str) -> tuple[int, int]:
    """Return what is written with more digits, a sign of percent and so on."""
    if cell.casefold() in _NONE:
        way = f'--missing "{cell}" (missing=) takes it for that'
        raise InputError(f"a number is missing ({quoted(cell)}); {way}")
    try:
        number = read_number(cell)
    except InputError as error:
        told = f"{_EXPECTED}{quoted(cell)}" if error.message.startswith(EXPECTED) else error.message
        raise error.saying(told + explain_commas(cell, 'say --decimal ","')) from None
    if decimal_places(number) is None:
        raise InputError(f"{_EXPECTED}{quoted(cell)}")
    return number.numerator, number.denominator
