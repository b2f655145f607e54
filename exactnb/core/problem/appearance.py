"""How numbers look in a solution: how they are rounded, and the base of logarithms."""

from __future__ import annotations

from collections.abc import Mapping

from exactnb.core.arithmetic.rounding import MAX_PRINTED_DIGITS
from exactnb.errors import InputError, Place, quoted

LOGARITHMS: Mapping[str, str] = {"e": "log", "2": "log2", "10": "log10"}
"""The functions of the bases that joints can be compared in."""

NUMBERS = ("exact", "decimal")
"""How the numbers of a solution are shown, beside what was counted."""

ROUNDINGS = ("half-up", "half-even")


def check_logarithm(base: object) -> None:
    """Raise InputError unless joints can be compared in logarithms to this base; "" is none."""
    if base not in ("", *LOGARITHMS):
        raise InputError(f"expected {', '.join(LOGARITHMS)}; got {quoted(base)}", at="log")


def check_rounding(digits: object, rule: object = "half-up") -> None:
    """Raise InputError unless decimals can be rounded so."""
    if not isinstance(digits, int) or isinstance(digits, bool) or not 1 <= digits <= MAX_PRINTED_DIGITS:
        message = f"expected a whole number from 1 to {MAX_PRINTED_DIGITS}; got {quoted(digits)}"
        raise InputError(message, at="digits")
    if rule not in ROUNDINGS:
        raise InputError(f"expected half-up or half-even; got {quoted(rule)}", at="rounding")


def check_numbers(numbers: object) -> None:
    """Raise InputError unless numbers can be shown so; "" leaves it to the columns."""
    if numbers not in ("", *NUMBERS):
        raise InputError(f"expected {' or '.join(NUMBERS)}; got {quoted(numbers)}", at="numbers")


def read_logarithm(raw: object, at: Place) -> str:
    """Return the base of logarithms at a key, which may be a number there."""
    if isinstance(raw, bool) or str(raw) not in ("", *LOGARITHMS):
        raise InputError(f'expected "e", 2 or 10; got {quoted(raw)}', at=at)
    return str(raw)
