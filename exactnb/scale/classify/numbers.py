"""Numbers in cells: finite decimals, or the doubles nearest to them, as exact fractions."""

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
_NONE = ("na", "n/a", "nan", "null", "none", "nil", "-", ".", "#n/a")  # marks of missing numbers


def parse_number(cell: str, *, doubles: bool = False) -> tuple[int, int]:
    """Return the number in `cell` as a numerator and a denominator, not always in lowest terms.

    With `doubles` it is the exact value of the nearest double, as other programs read it.

    >>> parse_number("-2.50"), parse_number("1e3"), parse_number("0.1", doubles=True)
    ((-250, 100), (1000, 1), (3602879701896397, 36028797018963968))

    Raises InputError for a text that is no finite decimal, and with `doubles` for one beyond them.
    """
    match = _DECIMAL.fullmatch(cell)
    numerator, denominator = _parse_decimal(match) if match else _parse_numeral(cell)
    if not doubles:
        return numerator, denominator
    try:
        return (numerator / denominator).as_integer_ratio()
    except OverflowError:
        way = "without --doubles (doubles=) it is read as it is written"
        raise InputError(f"{quoted(cell)} is beyond the largest double; {way}") from None


def parse_fraction(cell: str, *, doubles: bool = False) -> Fraction:
    """Return the number in `cell` as a fraction, of the nearest double with `doubles`.

    >>> parse_fraction("0.25")
    Fraction(1, 4)
    """
    return Fraction(*parse_number(cell, doubles=doubles))


def parse_column(
    cells: Sequence[str], place: Callable[[int], Place], *, doubles: bool = False
) -> Readings:
    """Return the numbers of a column of `cells`, "" for a missing one.

    `place` returns the place of the cell in a row, for errors; `doubles` is as in `parse_number`.

    >>> column = parse_column(["0.5", "", "0.50", "2"], lambda row: Place.of("x"))
    >>> [column.number(row) for row in range(4)]
    [Fraction(1, 2), None, Fraction(1, 2), Fraction(2, 1)]

    Raises InputError, with the place, for a text that is no finite decimal.
    """
    places: dict[str, int] = {"": -1}
    numbers: list[tuple[int, int]] = []
    for cell in dict.fromkeys(cells):
        if cell:
            try:
                numbers.append(parse_number(cell, doubles=doubles))
            except InputError as error:
                raise error.under(place(cells.index(cell))) from None
            places[cell] = len(numbers) - 1
    return Readings.from_fractions(numbers, np.array([places[cell] for cell in cells], dtype=np.int64))


def _parse_decimal(match: re.Match[str]) -> tuple[int, int]:
    """Return the number of a match with integers alone, which is far faster than fractions."""
    sign, integer_digits, decimals, exponent = match.groups()
    places = len(decimals) - int(exponent or 0)
    units = int(sign + integer_digits + decimals)
    return (units, 10**places) if places >= 0 else (units * 10**-places, 1)


def _parse_numeral(cell: str) -> tuple[int, int]:
    """Return the number in a cell that `_DECIMAL` does not match: with a percent sign, many digits."""
    if cell.casefold() in _NONE:
        way = f'--missing "{cell}" (missing=) takes it for that'
        raise InputError(f"a number is missing ({quoted(cell)}); {way}")
    try:
        number = read_number(cell)
    except InputError as error:
        message = f"{_EXPECTED}{quoted(cell)}" if error.message.startswith(EXPECTED) else error.message
        raise error.saying(message + explain_commas(cell, 'say --decimal ","')) from None
    if decimal_places(number) is None:
        raise InputError(f"{_EXPECTED}{quoted(cell)}")
    return number.numerator, number.denominator
