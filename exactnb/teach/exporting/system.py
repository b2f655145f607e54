"""A system that questions are exported to: what its files are, and what it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from exactnb.core.record import frozen
from exactnb.teach.exporting.items import DERIVATION, LABEL, NUMBER, TRUTH, WORKING, Pool

OF_TEXT = (NUMBER, LABEL, TRUTH, WORKING, DERIVATION)
"""The kinds of part that a system takes which has fields for a text of several lines."""

Files = Mapping[str, bytes]
"""Files by their paths, with slashes between folders."""


@frozen(slots=True)
class System:
    """Say how a system's files are made: `write` returns them by their paths, in a fixed order.

    With an `ending` there is one file: what `write` returns is that file alone, or with ".zip" what is
    put into it. Without one there is a folder, into which a list of students goes too. `words` say what
    it is, and `kinds` which kinds of part it takes; whatever else is asked is left out, which is said.
    A class is one of several `choices`, unless the system has it typed. `forms` are those of fractions
    that it tells apart by itself: without any it reads decimals alone.
    """

    ending: str
    words: str
    write: Callable[[Sequence[Pool]], Files]
    kinds: tuple[str, ...] = (NUMBER, LABEL, TRUTH)
    choices: bool = True
    forms: tuple[str, ...] = ()
