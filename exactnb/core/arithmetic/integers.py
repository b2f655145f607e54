"""Integers of any length as text and back: Python refuses beyond a limit that the process sets."""

from __future__ import annotations

from fractions import Fraction

_CHUNK = 600  # digits: the lowest limit that can be set is 640
_BITS = 1_990  # fewer than 600 digits


def integer_text(value: int) -> str:
    """Return the decimal digits of `value`, however many there are.

    >>> integer_text(-12), len(integer_text(10**5000))
    ('-12', 5001)
    """
    if value.bit_length() < _BITS:
        return str(value)
    parts = []
    rest = abs(value)
    while rest:
        rest, part = divmod(rest, 10**_CHUNK)
        parts.append(str(part).rjust(_CHUNK, "0") if rest else str(part))
    return ("-" if value < 0 else "") + "".join(reversed(parts))


def read_integer(digits: str) -> int:
    """Return the integer that some digits write, however many there are.

    >>> read_integer("007"), read_integer("9" * 5000) == 10**5000 - 1
    (7, True)
    """
    value = 0
    for index in range(0, len(digits), _CHUNK):
        part = digits[index : index + _CHUNK]
        value = value * 10 ** len(part) + int(part)
    return value


def exact_text(value: int | Fraction) -> str:
    """Return `value` as an integer or p/q in full, however few digits Python converts at once.

    >>> exact_text(Fraction(-2, 6)), exact_text(Fraction(4))
    ('-1/3', '4')
    """
    denominator = "" if value.denominator == 1 else f"/{integer_text(value.denominator)}"
    return integer_text(value.numerator) + denominator
