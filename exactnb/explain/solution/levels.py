"""How much a solution says: in brief, as usual, or with nothing left out."""

from __future__ import annotations

from collections.abc import Mapping
from sys import maxsize

from exactnb.core.record import frozen
from exactnb.errors import one_of

_ALL = maxsize - 1


@frozen(slots=True)
class Level:
    """How much is shown: tables are whole up to some rows and columns, and shortened beyond.

    `few` rows are shown of a longer table. `words` are columns of encoded texts, `length` the words of
    one text. `estimates` are shown although no query needs them, up to so many, and `joints` of the
    rows of training. `steps` says whether the lines are shown that lead to those with numbers, and
    `encoded` whether texts are as they are counted.
    """

    name: str
    rows: int = _ALL
    few: int = _ALL
    columns: int = _ALL
    words: int = _ALL
    length: int = _ALL
    estimates: int = _ALL
    joints: int = _ALL
    steps: bool = True
    encoded: bool = True


BRIEF = Level("brief", 20, 6, 12, 12, 60, 0, 0, steps=False, encoded=False)
STANDARD = Level("standard", 60, 12, 30, 12, 200, 400, 40)
FULL = Level("full")
ON_SHEET = Level("sheet", 1_000, 12, 100, 12, 5_000, 400, 0, encoded=False)  # who solves it counts

LEVELS: Mapping[str, Level] = {level.name: level for level in (BRIEF, STANDARD, FULL)}


def level_named(name: object) -> Level:
    """Return a level by its name; raise InputError with a near match for any other.

    >>> level_named("brief").steps
    False
    """
    return LEVELS[one_of(name, tuple(LEVELS))]
