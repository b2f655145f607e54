"""Integers of any length as text: Python itself refuses beyond 4,300 digits."""

from __future__ import annotations

__all__ = ["integer_text"]

_CHUNK = 4_000


def integer_text(value: int) -> str:
    """Return an integer's decimal digits, however many there are.

    >>> integer_text(-12), len(integer_text(10**5000))
    ('-12', 5001)
    """
    if value.bit_length() < 13_000:  # fewer than 4,000 digits
        return str(value)
    parts = []
    rest = abs(value)
    while rest:
        rest, part = divmod(rest, 10**_CHUNK)
        parts.append(str(part).rjust(_CHUNK, "0") if rest else str(part))
    return ("-" if value < 0 else "") + "".join(reversed(parts))
