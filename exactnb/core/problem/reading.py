"""Keys of a problem file, and the readers of what stands there: a value, or one line with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from exactnb.core.arithmetic.numerals import Numeral
from exactnb.core.data.rows import name_of
from exactnb.core.record import frozen
from exactnb.errors import InputError, Place, one_of, quoted

Reader = Callable[[object, Place], Any]
"""From a value and its place to what it means; it raises InputError with the place."""


def as_it_is(given: object, at: Place) -> object:
    """Return a value that is read by what it is for: a rule of smoothing, a prior."""
    return given


@frozen(slots=True)
class Key:
    """One key: its path, its words in Markdown, the reader of its value, and its default."""

    path: str
    words: str = ""
    read: Reader = as_it_is
    default: object = None


Row = Key | tuple[Key, ...]
"""A key, or some that belong together: the words of each follow those before it."""


def text(given: object, at: Place) -> str:
    """Return a text; a bare decimal is none."""
    if not isinstance(given, str) or isinstance(given, Numeral):
        raise InputError(f"expected text in quotes; got {quoted(given)}", at=at)
    return given


def table(given: object, at: Place) -> Mapping[str, Any]:
    """Return a table of keys."""
    if not isinstance(given, Mapping):
        raise InputError(f"expected a table of keys; got {quoted(given)}", at=at)
    return given


def text_or_table(given: object, at: Place) -> str | Mapping[str, Any]:
    """Return a text, or a table as it is."""
    return given if isinstance(given, Mapping) else text(given, at)


def names(given: object, at: Place) -> list[str]:
    """Return a list of names: texts, or whole numbers as they are spelled."""
    if not isinstance(given, list):
        raise InputError(f"expected a list such as [...]; got {quoted(given)}", at=at)
    return [at[number].read(name_of, name) for number, name in enumerate(given, start=1)]


def names_by_column(given: object, at: Place) -> dict[str, list[str]]:
    """Return the lists of names that stand under the names of columns."""
    return {column: names(listed, at / column) for column, listed in table(given, at).items()}


def families_by_column(given: object, at: Place) -> dict[str, str | Mapping[str, Any]]:
    """Return families under the names of columns: a name, or { name = { number = ... } }."""
    return {column: text_or_table(said, at / column) for column, said in table(given, at).items()}


def marks(given: object, at: Place) -> list[str]:
    """Return what marks a missing cell."""
    if not isinstance(given, list):
        raise InputError(f'expected a list such as ["?"]; got {quoted(given)}', at=at)
    return [at.read(name_of, mark) for mark in given]


def choice(*known: str) -> Reader:
    """Return the reader of one of some words."""

    def read(given: object, at: Place) -> Any:
        return at.read(one_of, given, known)

    return read


def whole(least: int, most: int) -> Reader:
    """Return the reader of a whole number between two others."""

    def read(given: object, at: Place) -> int:
        if not isinstance(given, int) or isinstance(given, bool) or not least <= given <= most:
            message = f"expected a whole number from {least} to {most}; got {quoted(given)}"
            raise InputError(message, at=at)
        return given

    return read
