"""What is said about a text that cannot be read: nothing is guessed."""

from __future__ import annotations

from typing import Literal, get_args

from exactnb.errors import ExactnbError, Place

Kind = Literal[
    "too_long",
    "too_deep",
    "too_big",
    "zero_div",
    "bad_char",
    "unknown_name",
    "ambiguous",
    "empty",
    "malformed",
    "unsupported",
]

KINDS: tuple[Kind, ...] = get_args(Kind)
"""Why a text is not read."""


class Refusal(ExactnbError):
    """Say in one line why a text is not read, and what to write instead.

    >>> refusal = Refusal("3/0 divides by 0", "zero_div").under(Place.file("quiz.toml"))
    >>> refusal.kind, str(refusal)
    ('zero_div', 'quiz.toml: 3/0 divides by 0')
    """

    def __init__(self, message: str, kind: Kind = "malformed", *, place: Place | str = "") -> None:
        super().__init__(message, at=place)
        self.kind = kind
