"""The sections of a problem file, read by the table of keys; and that table as comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from exactnb.core.problem.keys import TABLES
from exactnb.core.problem.reading import Key, table
from exactnb.errors import InputError, Place, listing, near

_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_COMMENT = 98  # characters of a line that `exactnb new` writes


def _plain(path: str) -> str:
    return path.strip("[]").removesuffix(".NAME")


KEYS: Mapping[str, Key] = {
    _plain(key.path): key for rows in TABLES.values() for row in rows for key in row
}


@cache
def section_keys(section: str) -> tuple[str, ...]:
    """Return the keys of the `section`, in order; "" is the file itself.

    >>> section_keys("notation")
    ('style', 'digits', 'rounding', 'numbers', 'log')
    """
    parts = [path.partition(".") for path in KEYS if path.replace(".", "").replace("_", "").isalpha()]
    if section:
        return tuple(key for head, _, key in parts if key and head == section)
    return tuple(dict.fromkeys(head for head, _, _ in parts))


class Section:
    """One section of a problem file: every key in it is known, and is read when it is looked up.

    >>> Section({"digits": 6}, "notation")["digits"], Section({}, "notation")["digits"]
    (6, 4)

    `place` is the place of the section where that is another than its name. Raises InputError for a key
    that is not known.
    """

    def __init__(
        self, raw: object, name: str, *, place: Place | None = None, more: tuple[str, ...] = ()
    ) -> None:
        self.name, self.at = name, Place.of(name) if place is None else place
        self.given = table(raw, self.at)
        keys = (*section_keys(name), *more)
        for key in self.given:
            if key not in keys:
                raise InputError(f"unknown key{near(key, keys)}", at=self.place_of_key(str(key)))

    def __contains__(self, key: str) -> bool:
        return key in self.given

    def __getitem__(self, key: str) -> Any:
        entry = KEYS[f"{self.name}.{key}" if self.name else key]
        return (
            entry.read(self.given[key], self.place_of_key(key)) if key in self.given else entry.default
        )

    def get(self, key: str, otherwise: Any) -> Any:
        """Return the value of `key`, or `otherwise` where it is missing, instead of its default."""
        return otherwise if key not in self.given else self[key]

    def require_keys(self, *keys: str) -> None:
        """Raise InputError for those of `keys` that are missing."""
        if missing := [key for key in keys if key not in self.given]:
            raise InputError(f"needs a key {listing(missing)}", at=self.at)

    def check(self) -> None:
        """Read every key, to raise the InputError of an invalid value."""
        for key in self.given:
            self[key]

    def place_of_key(self, key: str) -> Place:
        """Return the place of `key` in this section."""
        return self.at / key


def tables(
    raw: object, name: str, most: int, things: str, used: str = "read", place: Place | None = None
) -> Iterator[Section]:
    """Return the tables [[`name`]] in `raw`, each a section; at most so many `things` are `used`.

    Raises InputError for what are no tables, or too many; `place` is another place than the name.
    """
    place = Place.of(name) if place is None else place
    if not isinstance(raw, list) or not all(isinstance(entry, Mapping) for entry in raw):
        raise InputError.expected(f"[[{name}]] tables", raw, at=place)
    if len(raw) > most:
        raise InputError(f"{len(raw):,} {things}; at most {most:,} are {used}", at=place)
    return (Section(entry, name, place=place[number]) for number, entry in enumerate(raw, start=1))


def comments(without: Mapping[str, Any]) -> Iterator[str]:
    """Yield comments for a problem file that explain the keys missing in it, the document `without`.

    Keys of one row are explained together if one of them is missing.

    >>> next(comments({"title": "", "source": ""}))
    '# ask: list of quantities to work out, instead of joints, evidence, posteriors and decision'
    """
    from textwrap import wrap  # needed by `exactnb new` only

    for row in (row for rows in TABLES.values() for row in rows):
        if all(_has_key(key.path, without) for key in row):
            continue
        help_text = _LINK.sub(r"\1", "; ".join(key.words for key in row if key.words)).replace("`", "")
        comment = f"{', '.join(key.path.replace('`', '') for key in row)}: {help_text}"
        yield from wrap(
            comment, _COMMENT, initial_indent="# ", subsequent_indent="#     ", break_on_hyphens=False
        )


def _has_key(path: str, document: Mapping[str, Any]) -> bool:
    """Say whether a document has a key, or the section that a row is about."""
    head, _, key = _plain(path).partition(".")
    section = document.get(head)
    return section is not None and (not key or (isinstance(section, Mapping) and key in section))
