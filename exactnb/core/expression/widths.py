"""How wide text is in a terminal, names cut or filled to a width, and long text in rows."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from exactnb.core.expression.precedence import breaks_as_blanks, cut_outermost, mark_name_breaks
from exactnb.errors import printable

TIED = "\N{NO-BREAK SPACE}"
"""The blank inside a formula in a sentence, where no row ends while it can be helped."""

_LAST_PLAIN = "\u02ff"  # no combining mark and no wide character comes before it


def display_width(text: str) -> int:
    """Return the terminal columns that a text takes: wide characters two, combining marks none.

    >>> display_width("p_a⁺"), display_width("日本"), display_width("e\u0301")
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
    text = printable(name)
    if display_width(text) <= room:
        return text
    start, used = "", 1
    for character in text:
        used += _columns(character)
        if used > room:
            break
        start += character
    return start + "…"


def padded(text: str, room: int) -> str:
    """Return text with blanks behind it, as wide as there is room.

    >>> padded("日本", 6) + "|"
    '日本  |'
    """
    return text + " " * (room - display_width(text))


def centred(text: str, room: int) -> str:
    """Return `text` in the middle of `room` columns.

    >>> centred("日本", 7) + "|"
    ' 日本  |'
    """
    gap = room - display_width(text)
    return " " * (gap // 2) + text + " " * (gap - gap // 2)


def fitting(name: str, room: int) -> str:
    """Return a user's name in `room` columns, cut or filled."""
    return padded(cut(name, room), room)


def printable_text(rows: Iterable[str]) -> str:
    r"""Return rows as a text whose signs are all seen, whatever names they repeat.

    >>> printable_text(["class a\xad  ", "right"])
    'class a\ufffd\nright'
    """
    return "\n".join(printable(row).rstrip() for row in rows)


def in_rows(pieces: Iterable[str], joint: str, room: int) -> list[str]:
    """Return pieces with `joint` between them in rows of at most `room` columns.

    A piece that is longer than a row is broken at its own places, as `precedence.py` marks them.

    >>> in_rows(["one", "two", "three"], " ", room=7)
    ['one two', 'three']
    """
    rows: list[str] = []
    for piece in _cut_to_room(pieces, room):
        if rows and display_width(rows[-1]) + display_width(joint) + display_width(piece) <= room:
            rows[-1] += joint + piece
        else:
            rows.append(piece)
    return [breaks_as_blanks(row) for row in rows] or [""]


def wrapped(text: str, room: int) -> list[str]:
    """Return text in rows of `room` columns; a formula is broken only if it is longer.

    Then its rows end where the fewest brackets are open.

    >>> wrapped(f"so a{TIED}={TIED}b", room=6), wrapped(f"(a{TIED}+{TIED}b){TIED}/{TIED}c", room=8)
    (['so', 'a = b'], ['(a + b)', '/ c'])
    """
    words = (word.replace(TIED, " ") for word in text.split(" "))
    pieces = (mark_name_breaks(word)[0] if display_width(word) > room else word for word in words)
    return in_rows(pieces, " ", room)


def rows_with_dots(parts: list[str], room: int) -> list[str]:
    """Return parts with dots between them, as many to a row of `room` columns as fit."""
    rows: list[str] = []
    for part in parts:
        if rows and display_width(rows[-1]) + display_width(part) + 3 <= room:
            rows[-1] += f" · {part}"
        else:
            rows += wrapped(part, room)
    return rows


def _cut_to_room(pieces: Iterable[str], room: int) -> Iterator[str]:
    """Yield pieces, those that are longer than a row cut at places with few brackets first."""
    for piece in pieces:
        if display_width(piece) <= room:
            yield piece
            continue
        parts = cut_outermost(piece)
        if len(parts) > 1:
            yield from _cut_to_room(parts, room)
        else:
            yield from piece.split(" ")  # between factors that stand side by side, or words


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
