"""What a user hands over in Python: keywords that exist, and values of the kind that is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from exactnb.errors import InputError, Place, near

Part = TypeVar("Part")


def require(part: Part, kind: Any, expected: str, place: Place | str) -> Part:
    """Return `part` if it is of a `kind`; raise InputError that expects `expected`, at `place`, if not.

    >>> require("Ada", str, "a text", "student")
    'Ada'
    """
    if not isinstance(part, kind):
        raise InputError.expected(expected, part, at=place)
    return part


def check_kinds(arguments: Mapping[str, object], kinds: Mapping[str, tuple[Any, str]]) -> None:
    """Raise InputError at the first of the `arguments` that is not of its kind, in `kinds`.

    A door asks this of its arguments before any code compares them, or asks whether they are true:
    arrays, NA and objects of other libraries refuse that in words of their own.

    >>> check_kinds({"skip": [1]}, {"skip": ((str, int), 'lines such as "1, 3-5"')})
    Traceback (most recent call last):
    ...
    exactnb.errors.InputError: skip: expected lines such as "1, 3-5"; got '[1]'
    """
    for key, part in arguments.items():
        if key in kinds:
            require(part, *kinds[key], key)


def check_keywords(keywords: Iterable[str], known: Iterable[str]) -> None:
    """Refuse one of the `keywords` that is none of the `known`, at its own place, with a near match.

    >>> check_keywords(["widht"], ["width", "unicode"])
    Traceback (most recent call last):
    ...
    exactnb.errors.InputError: widht: unknown keyword (did you mean 'width'?)
    """
    known = list(known)
    for key in keywords:
        if key not in known:
            raise InputError(f"unknown keyword{near(key, known)}", at=key)
