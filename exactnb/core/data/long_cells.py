"""CSV with long cells: Python's one limit for the whole process is lent, and given back."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

LONGEST_CELL = 64 * 1024 * 1024
"""Characters of a cell; who reads limits files and lines to no more."""

_LOCK = Lock()
_READERS: list[int] = []  # for each that reads now, the limit that stood before the first of them


@contextmanager
def long_cells() -> Iterator[None]:
    """Let the csv module read long cells; the limit of before stands again when the last is done.

    Nobody waits for another reader: they may be generators, in any threads, and end in any order.

    >>> csv.field_size_limit()
    131072
    >>> with long_cells():
    ...     csv.field_size_limit() == LONGEST_CELL
    True
    >>> csv.field_size_limit()
    131072
    """
    with _LOCK:
        _READERS.append(_READERS[0] if _READERS else csv.field_size_limit(LONGEST_CELL))
    try:
        yield
    finally:
        with _LOCK:
            previous = _READERS.pop()
            if not _READERS:
                csv.field_size_limit(previous)
