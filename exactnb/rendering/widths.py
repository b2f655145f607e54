"""How wide text is in a terminal, and names cut or filled to a width."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from exactnb.errors import printable

__all__ = ["columns_of", "cut", "filled", "fitting", "page"]


_LAST_PLAIN = "\u02ff"  # no combining mark and no wide character comes before it


def columns_of(text: str) -> int:
    """Return the terminal columns that a text takes: wide characters two, combining marks none.

    >>> columns_of("p_a⁺"), columns_of("日本"), columns_of("e\u0301")
    (4, 4, 1)
    """
    if text.isascii():
        return len(text)
    return len(text) + sum(_columns(c) - 1 for c in text if c > _LAST_PLAIN)


def cut(name: str, room: int) -> str:
    """Return a user's name, printable and in no more columns than there is room for.

    >>> cut("Wirtschaft", 6), cut("日本語", 4)
    ('Wirts…', '日…')
    """
    shown = printable(name)
    if columns_of(shown) <= room:
        return shown
    kept, used = "", 1
    for character in shown:
        used += _columns(character)
        if used > room:
            break
        kept += character
    return kept + "…"


def filled(text: str, room: int) -> str:
    """Return text with blanks behind it, as wide as there is room.

    >>> filled("日本", 6) + "|"
    '日本  |'
    """
    return text + " " * (room - columns_of(text))


def fitting(name: str, room: int) -> str:
    """Return a user's name in just so many columns, cut or filled."""
    return filled(cut(name, room), room)


def page(rows: Iterable[str]) -> str:
    r"""Return rows as a text whose signs are all seen, whatever names they repeat.

    >>> page(["class a\xad  ", "right"])
    'class a\ufffd\nright'
    """
    return "\n".join(printable(row).rstrip() for row in rows)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
