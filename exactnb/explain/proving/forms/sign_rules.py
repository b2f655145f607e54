"""What follows for the sign of a sum, a product or a power from the signs of its parts."""

from __future__ import annotations

from collections.abc import Iterable

Sign = str
""""+" or "-", "0+" or "0-" where it may be zero, "" where it is not known."""


def sum_sign(signs: Iterable[Sign]) -> Sign:
    """Return the sign of a sum of terms with `signs`, "" if it is unknown.

    >>> sum_sign(["+", "0+"]), sum_sign(["0-"]), sum_sign(["+", "-"])
    ('+', '0-', '')
    """
    distinct = set(signs)
    if distinct <= {"+", "0+"}:
        return "+" if "+" in distinct else "0+"
    if distinct <= {"-", "0-"}:
        return "-" if "-" in distinct else "0-"
    return ""


def product_sign(left: Sign, right: Sign, *, nonzero: bool = False) -> Sign:
    """Return the sign of a product of `left` and `right`, or of a quotient: `right` is `nonzero`.

    >>> product_sign("+", "0-"), product_sign("-", "-"), product_sign("+", "0+", nonzero=True)
    ('0-', '+', '')
    """
    if not left or not right or (nonzero and right not in ("+", "-")):
        return ""
    sign = "-" if left.endswith("-") != right.endswith("-") else "+"
    return sign if left in ("+", "-") and right in ("+", "-") else f"0{sign}"


def power_sign(sign: Sign, exponent: int) -> Sign:
    """Return the sign of a power with a positive whole exponent.

    >>> power_sign("-", 3), power_sign("0-", 2), power_sign("", 2)
    ('-', '0+', '0+')
    """
    if exponent % 2:
        return sign
    return "+" if sign in ("+", "-") else "0+"


def strictest(*signs: Sign) -> Sign:
    """Return the first of some signs of one thing that excludes zero, or else the first that is known.

    >>> strictest("", "0+", "+"), strictest("", "0-")
    ('+', '0-')
    """
    decided = [sign for sign in signs if sign]
    return next((sign for sign in decided if sign in ("+", "-")), decided[0] if decided else "")
