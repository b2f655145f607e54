"""What is said about an answer that cannot be read: nothing is guessed, and no marks are lost."""

from __future__ import annotations

from typing import Literal, get_args

from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, Place
from exactnb.teach.answers.answer import Answer

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
"""Why an answer is not read."""


@frozen(slots=True)
class Slip:
    """An arithmetic slip: a working and the number that was written behind it contradict each other.

    `text` says what the working comes to, `numbers` are all numbers in the chain, the answer last.
    """

    text: str
    numbers: tuple[Answer, ...]


class Refusal(ExactnbError):
    """Say in one line why an answer is not read, and what to write instead.

    `readings` are what an ambiguous answer may mean; `slip` says why, where it contradicts itself.

    >>> refusal = Refusal("3/0 divides by 0", "zero_div").under(Place.file("quiz.toml"))
    >>> refusal.kind, str(refusal)
    ('zero_div', 'quiz.toml: 3/0 divides by 0')
    """

    def __init__(
        self,
        message: str,
        kind: Kind = "malformed",
        readings: tuple[Answer, ...] = (),
        slip: Slip | None = None,
        *,
        at: Place | str = "",
    ) -> None:
        super().__init__(message, at=at)
        self.kind = kind
        self.readings = readings
        self.slip = slip
