"""Keys of a problem file, and the readers of their values; an error is one line with its place.

How to read: `Key` and `Row` are what `keys.py` is made of; each function after them reads one kind of
value, and those at the end the ranges and lists of `[variants]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.numerals import BareNumeral, read_number, read_whole
from exactnb.core.data.rows import name_of
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, one_of, quoted

Reader = Callable[[object, Place], Any]
"""A function of a raw value and its place that returns the meaning, or raises InputError there."""

_RANGE = re.compile(r"(.+?)\s*\.\.\s*(.+)")
_EXPECTED = 'expected a range such as "3..8"'


def as_it_is(raw: object, place: Place) -> object:
    """Return `raw` unread, whatever is at `place`: rules and priors have readers of their own."""
    return raw


@frozen(slots=True)
class Key:
    """One key: its path, its words in Markdown, the reader of its value, and its default."""

    path: str
    words: str = ""
    read: Reader = as_it_is
    default: object = None


Row = Key | tuple[Key, ...]
"""A key, or some that belong together: the words of each follow those before it."""


def text(raw: object, place: Place) -> str:
    """Return `raw` if it is a text in quotes; raise InputError with the place `place` otherwise."""
    if not isinstance(raw, str) or isinstance(raw, BareNumeral):
        raise InputError.expected("text in quotes", raw, at=place)
    return raw


def filled(raw: object, place: Place) -> str:
    """Return the text or integer in `raw` as text; raise InputError at `place` for an empty one."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        raw = str(raw)
    if not isinstance(raw, str) or not raw.strip():
        raise InputError.expected("text in quotes", raw, at=place)
    return raw.strip()


def points(raw: object, place: Place) -> Fraction:
    """Return the points in `raw`, a number; raise InputError at `place` for a negative one."""
    earned = place.read(read_number, raw)
    if earned < 0:
        raise InputError(f"must not be negative; got {earned}", at=place)
    return earned


def table(raw: object, place: Place) -> Mapping[str, Any]:
    """Return `raw` if it is a table of keys; raise InputError with the place `place` otherwise."""
    if not isinstance(raw, Mapping):
        raise InputError.expected("a table of keys", raw, at=place)
    return raw


def text_or_table(raw: object, place: Place) -> str | Mapping[str, Any]:
    """Return `raw` if it is a text or a table; raise InputError with the place `place` otherwise."""
    return raw if isinstance(raw, Mapping) else text(raw, place)


def names(raw: object, place: Place) -> list[str]:
    """Return the names in `raw`, a list of texts or integers; raise InputError below `place`."""
    if not isinstance(raw, list):
        raise InputError.expected("a list such as [...]", raw, at=place)
    return [place[number].read(name_of, name) for number, name in enumerate(raw, start=1)]


def by_column(read: Reader) -> Reader:
    """Return the reader of a table by column, of which `read` reads each entry."""

    def read_table(raw: object, place: Place) -> dict[str, Any]:
        return {column: read(entry, place / column) for column, entry in table(raw, place).items()}

    return read_table


def flag(raw: object, place: Place) -> bool:
    """Return `raw` if it is true or false; raise InputError with the place `place` otherwise."""
    if not isinstance(raw, bool):
        raise InputError.expected("true or false", raw, at=place)
    return raw


def marks(raw: object, place: Place) -> list[str]:
    """Return the marks of missing cells in `raw`, a list; raise InputError with the place `place`."""
    if not isinstance(raw, list):
        raise InputError.expected('a list such as ["?"]', raw, at=place)
    return [place.read(name_of, mark) for mark in raw]


def choice(*known: str) -> Reader:
    """Return the reader of one of the words in `known`."""

    def read(raw: object, place: Place) -> Any:
        return place.read(one_of, raw, known)

    return read


def integer(least: int, most: int) -> Reader:
    """Return the reader of an integer from `least` to `most`; it raises InputError for others."""

    def read(raw: object, place: Place) -> int:
        return place.read(read_whole, raw, least, most)

    return read


@frozen(slots=True)
class Range:
    """Hold two ends, both of them inside.

    >>> Range.read("0.5..2").high
    Fraction(2, 1)
    """

    low: Fraction
    high: Fraction

    @classmethod
    def read(cls, raw: object) -> Range:
        """Return the range that the text `raw` states; InputError for all others, empty ones too."""
        match = _RANGE.fullmatch(raw.strip()) if isinstance(raw, str) else None
        if match is None:
            raise InputError(f"{_EXPECTED}; got {quoted(raw)}")
        low, high = map(read_number, match.groups())
        if high < low:
            raise InputError(f"nothing lies in {quoted(raw)}: its first end is the larger one")
        return cls(low, high)


def numbers(raw: object, place: Place) -> Range | dict[str, Range]:
    """Return the range in `raw`, or the ranges by column; raise InputError at `place` otherwise."""
    if isinstance(raw, Mapping):
        return {column: (place / column).read(Range.read, each) for column, each in raw.items()}
    return place.read(Range.read, raw)


def natural_numbers(raw: object, place: Place) -> Range:
    """Return the range of natural numbers in `raw`; raise InputError at `place` for another."""
    interval = place.read(Range.read, raw)
    if interval.low < 0 or interval.low.denominator != 1 or interval.high.denominator != 1:
        raise InputError.expected('whole numbers such as "3..8"', raw, at=place)
    return interval


def labels(raw: object, place: Place) -> dict[str, list[str]]:
    """Return the labels in `raw`, of the classes under "", or by column; InputError at `place`."""
    if isinstance(raw, Mapping):
        return {
            column: _distinct(column_labels, place / column) for column, column_labels in raw.items()
        }
    return {"": _distinct(raw, place)}


def word_list(raw: object, place: Place) -> list[str]:
    """Return the words in `raw`, all different and without blanks; raise InputError at `place`."""
    listed = _distinct(raw, place)
    for number, word in enumerate(listed, start=1):
        if len(word.split()) != 1:
            raise InputError.expected("a word without blanks", word, at=place[number])
    return listed


def misconception_ids(raw: object, place: Place) -> list[str]:
    """Return the ids of misconceptions in `raw`, a list or text; raise InputError at `place`."""
    if isinstance(raw, list):
        return names(raw, place)
    return [part.strip() for part in text(raw, place).split(",") if part.strip()]


def _distinct(raw: object, place: Place) -> list[str]:
    listed: list[Any] = names(raw, place)
    for number, name in enumerate(listed, start=1):
        if not name.strip():
            raise InputError("expected a name that is not empty", at=place[number])
        if name in listed[: number - 1]:
            raise InputError(f"{quoted(name)} is there twice", at=place[number])
    return listed
