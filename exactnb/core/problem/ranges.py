"""Ranges of numbers, as `[variants]` of a problem file says them: "3..8", exact and with both ends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.numerals import read_number
from exactnb.core.problem.reading import names, text
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, quoted

_RANGE = re.compile(r"(.+?)\s*\.\.\s*(.+)")
_EXPECTED = 'expected a range such as "3..8"'


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
        """Return the range that a text says; InputError for any other, and for one that is empty."""
        match = _RANGE.fullmatch(raw.strip()) if isinstance(raw, str) else None
        if match is None:
            raise InputError(f"{_EXPECTED}; got {quoted(raw)}")
        low, high = map(read_number, match.groups())
        if high < low:
            raise InputError(f"nothing lies in {quoted(raw)}: its first end is the larger one")
        return cls(low, high)


def numbers(raw: object, at: Place) -> Range | dict[str, Range]:
    """Return the range in `raw`, or the ranges by column; raise InputError `at` it otherwise."""
    if isinstance(raw, Mapping):
        return {
            column: (at / column).read(Range.read, column_range) for column, column_range in raw.items()
        }
    return at.read(Range.read, raw)


def natural_numbers(raw: object, at: Place) -> Range:
    """Return the range in `raw` if its ends are natural numbers; raise InputError `at` it otherwise."""
    interval = at.read(Range.read, raw)
    if interval.low < 0 or interval.low.denominator != 1 or interval.high.denominator != 1:
        raise InputError(f'expected whole numbers such as "3..8"; got {quoted(raw)}', at=at)
    return interval


def labels(raw: object, at: Place) -> dict[str, list[str]]:
    """Return the labels in `raw`, of the classes under "", or by column; raise InputError `at` it."""
    if isinstance(raw, Mapping):
        return {column: _distinct(column_labels, at / column) for column, column_labels in raw.items()}
    return {"": _distinct(raw, at)}


def word_list(raw: object, at: Place) -> list[str]:
    """Return the words in `raw`, all different and without blanks; raise InputError `at` it."""
    listed = _distinct(raw, at)
    for number, word in enumerate(listed, start=1):
        if len(word.split()) != 1:
            raise InputError(f"expected a word without blanks; got {quoted(word)}", at=at[number])
    return listed


def misconception_ids(raw: object, at: Place) -> list[str]:
    """Return the ids of misconceptions in `raw`, a list or text; raise InputError `at` it."""
    if isinstance(raw, list):
        return names(raw, at)
    return [part.strip() for part in text(raw, at).split(",") if part.strip()]


def _distinct(raw: object, at: Place) -> list[str]:
    listed: list[Any] = names(raw, at)
    for number, name in enumerate(listed, start=1):
        if not name.strip():
            raise InputError("expected a name that is not empty", at=at[number])
        if name in listed[: number - 1]:
            raise InputError(f"{quoted(name)} is there twice", at=at[number])
    return listed
