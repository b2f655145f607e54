"""What stands in the place of an index, and what is known of a sign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

__all__ = [
    "Sign",
    "Term",
    "before",
    "free_terms",
    "of_product",
    "of_square",
    "of_sum",
    "rank",
    "strictest",
    "unified",
]

Term = tuple[Any, ...]
"""A free letter ("i", letter), the place before another one ("o", term), a bound letter ("b", number),
a constant ("c", value), the last place ("z", size), a label ("d", letter, indices, size), and in closed
sums ("#", number)."""

Sign = str
""""+" or "-", "0+" or "0-" where it may be zero, "" where it is not known."""


def before(term: Term) -> Term:
    """Return the place before another one.

    >>> before(("c", 1)), before(("i", "j"))
    (('c', 0), ('o', ('i', 'j')))
    """
    return ("c", term[1] - 1) if term[0] == "c" and isinstance(term[1], int) else ("o", term)


def rank(term: Term) -> tuple[int, str]:
    """Return the order of indices: of two that are equal, the first one stays."""
    return ("c", "z", "i", "o", "#", "b", "d").index(term[0]), str(term)


def free_terms(part: Any) -> Iterator[Term]:
    """Yield the free letters that an atom mentions; forms inside of it are not looked into."""
    if isinstance(part, tuple):
        if part[:1] == ("i",):
            yield part
        for inner in part:
            yield from free_terms(inner)


def unified(one: Any, other: Any, found: dict[Term, Term]) -> bool:
    """Say whether an atom is an instance of another, and find what its free letters stand for."""
    if isinstance(one, tuple) and one[:1] == ("i",):
        return isinstance(other, tuple) and found.setdefault(one, other) == other
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(unified(a, b, found) for a, b in pairs)
    return bool(one == other)


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


def of_square(sign: Sign) -> Sign:
    """Return the sign of an even power."""
    return "+" if sign in ("+", "-") else "0+"


def strictest(*signs: Sign) -> Sign:
    """Return the first of some signs of one thing that excludes zero, or else the first that is known.

    >>> strictest("", "0+", "+"), strictest("", "0-")
    ('+', '0-')
    """
    known = [sign for sign in signs if sign]
    return next((sign for sign in known if sign in ("+", "-")), known[0] if known else "")
