"""Answers with several readings: they are returned for clarification, and lose no marks."""

from __future__ import annotations

from collections.abc import Sequence

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.record import frozen
from exactnb.errors import Place
from exactnb.teach.answers.answer import Answer


@frozen(slots=True)
class Slip:
    """An arithmetic slip: a working and the number written after it contradict each other.

    `text` is the result of the working, in words; `numbers` are all numbers in the chain, the answer
    last.
    """

    text: str
    numbers: tuple[Answer, ...]


class Ambiguous(Refusal):
    """An answer with several `readings`, and the slip in it, if it contradicts itself.

    >>> from fractions import Fraction
    >>> from exactnb.core.expression.nodes import Integer
    >>> half = Answer("1", Integer(1), Fraction(1))
    >>> Ambiguous("two readings", [half, half]).kind
    'ambiguous'
    """

    def __init__(
        self,
        message: str,
        readings: Sequence[Answer] = (),
        slip: Slip | None = None,
        *,
        place: Place | str = "",
    ) -> None:
        super().__init__(message, "ambiguous", place=place)
        self.readings = tuple(readings)
        self.slip = slip
