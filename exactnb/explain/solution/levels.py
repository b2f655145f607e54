"""The amount of detail in a solution: "brief", "standard" or "full"."""

from __future__ import annotations

from collections.abc import Mapping
from sys import maxsize

from exactnb.core.record import frozen
from exactnb.errors import one_of

_ALL = maxsize - 1


@frozen(slots=True)
class DetailLevel:
    """The largest tables and texts that are printed completely.

    A table has up to `rows` rows, or else its first `few`, and up to `columns` columns; encoded texts
    have up to `word_columns`, and a text up to `length` words. Up to so many `estimates` are printed
    that no query needs, and `joints` of training rows. `steps` says whether the lines before those with
    numbers are printed, and `encoded` whether the encoding of texts is.
    """

    name: str
    rows: int = _ALL
    few: int = _ALL
    columns: int = _ALL
    word_columns: int = _ALL
    length: int = _ALL
    estimates: int = _ALL
    joints: int = _ALL
    steps: bool = True
    encoded: bool = True


BRIEF = DetailLevel("brief", 20, 6, 12, 12, 60, 0, 0, steps=False, encoded=False)
STANDARD = DetailLevel("standard", 60, 12, 30, 12, 200, 400, 40)
FULL = DetailLevel("full")
ON_SHEET = DetailLevel(
    "sheet", 1_000, 12, 100, 12, 5_000, 400, 0, encoded=False
)  # students encode texts

LEVELS: Mapping[str, DetailLevel] = {level.name: level for level in (BRIEF, STANDARD, FULL)}


def find_level(name: object) -> DetailLevel:
    """Return the level called `name`; raise InputError with a near match for any other.

    >>> find_level("brief").steps
    False
    """
    return LEVELS[one_of(name, tuple(LEVELS))]
