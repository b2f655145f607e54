"""Mistakes that a sheet states itself: a wrong value of a quantity, or a wrong formula for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from string import ascii_uppercase

from exactnb.core.arguments import require
from exactnb.core.expression.nodes import Expression, Reference, Symbol, replace
from exactnb.core.expression.reading.formulas import read_formula
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.model.quantity import EFFORT, Effort
from exactnb.core.naming.names import QuantityName
from exactnb.core.problem.sections import tables
from exactnb.core.record import frozen
from exactnb.errors import HERE, InputError, Place, TooMuch, quoted

_PLACE = Place.of("mistake")
_HEAD = re.compile(r"(?<![A-Za-z_\\])([A-Za-zŷ]\w*)\s*\(")
_FUNCTIONS = frozenset(("log", "ln", "exp", "sqrt", "abs"))
_MOST = 200  # of one sheet

Resolve = Callable[[str], QuantityName]


@frozen(slots=True)
class StatedMistake:
    """A mistake of a sheet's own: whoever makes it answers `value` where `quantity` is asked for.

    `value` is a number, or a formula over names of quantities; `id` names the mistake in reports,
    `words` says what was done, and `hint` where to look again. `number` is its place in the file.

    >>> from exactnb import Problem
    >>> problem = Problem.read("worked_examples/play_tennis/play_tennis.toml")
    >>> halved = StatedMistake("halved", "P(Yes)", "P(Yes)/2", "halved", "", 1)
    >>> print(halved.formula(problem.scope.resolve))
    P(Yes) / 2
    """

    id: str
    quantity: str
    value: str
    words: str
    hint: str
    number: int

    @property
    def place(self) -> Place:
        """Return the place of the mistake in a problem file."""
        return _PLACE[self.number]

    def formula(self, resolve: Resolve) -> Expression:
        """Return what stands in the place of the quantity's formula; `resolve` knows the names.

        Raises InputError for a name that is none, and for what is no formula.
        """
        text, names = self.value, list[QuantityName]()
        for start, stop in reversed(list(_name_spans(text))):
            names.append((self.place / "value").read(resolve, text[start:stop]))
            if len(names) > len(ascii_uppercase):
                message = f"at most {len(ascii_uppercase)} names stand in a formula"
                raise InputError(message, at=self.place / "value")
            text = f"{text[:start]}({ascii_uppercase[len(names) - 1]}){text[stop:]}"
        letters = dict(zip(ascii_uppercase, names, strict=False))
        try:
            formula = read_formula(text, letters)
        except Refusal as refusal:
            message = f"no number, and no formula over quantities, such as P(a)/2: {quoted(self.value)}"
            raise refusal.saying(message).under(self.place / "value") from None
        return replace(
            formula, lambda part: Reference(letters[part.letter]) if isinstance(part, Symbol) else None
        )


def _name_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each name of a quantity begins and ends: a word and what its brackets hold."""
    stop = 0
    for head in _HEAD.finditer(text):
        if head.start() < stop or head[1] in _FUNCTIONS:
            continue
        depth = 0
        for index in range(head.end() - 1, len(text)):
            depth += (text[index] == "(") - (text[index] == ")")
            if not depth:
                stop = index + 1
                yield head.start(), stop
                break


def read_mistakes(raw: object) -> tuple[StatedMistake, ...]:
    """Return the mistakes in `raw`, the [[mistake]] tables of a problem file.

    >>> row = {"id": "halved", "quantity": "P(+)", "value": "P(+)/2", "hint": "Of how many?"}
    >>> read_mistakes([row])[0].words
    'halved'

    Raises InputError for a key that is missing or unknown, an id that is there twice, and for too many.
    """
    mistakes: dict[str, StatedMistake] = {}
    for number, section in enumerate(tables(raw, "mistake", _MOST, "mistakes", "tried"), start=1):
        section.require_keys("id", "quantity", "value")
        identity, quantity, value = section["id"], section["quantity"], section["value"]
        if identity in mistakes:
            raise InputError(f"{quoted(identity)} is there twice", at=section.place_of_key("id"))
        words, hint = section["words"] or identity, section["hint"]
        mistakes[identity] = StatedMistake(identity, quantity, value, words, hint, number)
    return tuple(mistakes.values())


def check_mistakes(
    mistakes: Iterable[StatedMistake], resolve: Callable[[str, Place, Effort], QuantityName]
) -> None:
    """Raise InputError for one of a sheet's own `mistakes` about, or with, what is no quantity."""
    effort = Effort(EFFORT // 10)
    for mistake in mistakes:
        require(mistake, StatedMistake, "a StatedMistake", "mistakes")
        with suppress(TooMuch):
            resolve(mistake.quantity, mistake.place / "quantity", effort)
            mistake.formula(lambda text: resolve(text, HERE, effort))
