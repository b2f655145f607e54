"""How numbers look in a solution: how they are rounded, and the base of logarithms."""

from __future__ import annotations

from exactnb.arithmetic.rounding import MAX_PRINTED_DIGITS
from exactnb.errors import InputError, quoted
from exactnb.solution.extras import LOGARITHMS

__all__ = ["check_logarithm", "check_rounding"]


def check_logarithm(base: object) -> None:
    """Raise InputError unless joints can be compared in logarithms to this base; "" is none."""
    if base not in ("", *LOGARITHMS):
        raise InputError(f"expected {', '.join(LOGARITHMS)}; got {quoted(base)}", at="log")


def check_rounding(digits: object, rule: object = "half-up") -> None:
    """Raise InputError unless decimals can be rounded so."""
    if not isinstance(digits, int) or isinstance(digits, bool) or not 1 <= digits <= MAX_PRINTED_DIGITS:
        message = f"expected a whole number from 1 to {MAX_PRINTED_DIGITS}; got {quoted(digits)}"
        raise InputError(message, at="digits")
    if rule not in ("half-up", "half-even"):
        raise InputError(f"expected half-up or half-even; got {quoted(rule)}", at="rounding")
