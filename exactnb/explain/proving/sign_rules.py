"""What follows for the sign of a sum, a product or a power from the signs of its parts."""

from __future__ import annotations

from collections.abc import Iterable

Sign = str
""""+" or "-", "0+" or "0-" where it may be zero, "" where it is not known."""


def of_sum(signs: Iterable[Sign]) -> Sign:
    """Return the sign of a sum.

    >>> of_sum(["+", "0+"]), of_sum(["0-"]), of_sum(["+", "-"])
    ('+', '0-', '')
    """
    found = set(signs)
    if found <= {"+", "0+"}:
        return "+" if "+" in found else "0+"
    if found <= {"-", "0-"}:
        return "-" if "-" in found else "0-"
    return ""


def of_product(left: Sign, right: Sign, *, nonzero: bool = False) -> Sign:
    """Return the sign of a product, or of a quotient, whose denominator is not zero.

    >>> of_product("+", "0-"), of_product("-", "-"), of_product("+", "0+", nonzero=True)
    ('0-', '+', '')
    """
    if not left or not right or (nonzero and right not in ("+", "-")):
        return ""
    sign = "-" if left.endswith("-") != right.endswith("-") else "+"
    return sign if left in ("+", "-") and right in ("+", "-") else f"0{sign}"


def of_power(sign: Sign, exponent: int) -> Sign:
    """Return the sign of a power with a positive whole exponent.

    >>> of_power("-", 3), of_power("0-", 2), of_power("", 2)
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
    known = [sign for sign in signs if sign]
    return next((sign for sign in known if sign in ("+", "-")), known[0] if known else "")
