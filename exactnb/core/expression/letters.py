"""How letters of general formulas look, in a notation or as they are, and where lines may break."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from exactnb.core.arithmetic.integers import integer_text
from exactnb.core.expression.nodes import Call, Expression, Index, Integer, Negative, Sum, Symbol
from exactnb.core.expression.precedence import POWER, precedence
from exactnb.core.naming.notation import Field, Mark, Notation, Plain, Script

HAT = "\N{COMBINING CIRCUMFLEX ACCENT}"

FIELDS = {
    "prior": ("class",),
    "bernoulli": ("column", "class"),
    "categorical": ("column", "value", "class"),
    "multinomial": ("word", "class"),
}
"""What the indices of a parameter are, in order."""


def symbol_marks(symbol: Symbol, notation: Notation | None = None) -> tuple[Mark, ...]:
    """Return `symbol`, a letter with its indices, as marks, as a `notation` writes it.

    >>> symbol_marks(Symbol("n", (Index("k"),)))
    (Plain(text='n'), Script(sign='_', marks=(Field(text='k', general=True),)))
    """
    if notation is not None and symbol.role in notation.style.templates and symbol.role in FIELDS:
        marks = _in_notation(symbol, notation)
    else:
        marks = (Plain(symbol.letter),)
        if symbol.lower:
            marks = (*marks, Script("_", index_marks(symbol.lower)))
    if symbol.upper:
        marks = (*marks, Script("^", (Plain("("), *index_marks(symbol.upper), Plain(")"))))
    return _hatted(marks) if symbol.is_estimate else marks


def index_marks(indices: tuple[Expression, ...]) -> tuple[Mark, ...]:
    """Return indices side by side; with commas, unless each of them is one letter.

    >>> index_marks((Index("j"), Integer(1)))
    (Field(text='j', general=True), Plain(text=','), Plain(text='1'))
    """
    tight = all(isinstance(index, Index) and len(index.letter) == 1 for index in indices)
    marks: list[Mark] = []
    for index in indices:
        if marks and not tight:
            marks.append(Plain(","))
        marks += _index_marks(index)
    return tuple(marks)


def has_superscript(symbol: Symbol, notation: Notation | None) -> bool:
    """Say whether a `notation` raises something at `symbol`, so that a power needs parentheses."""
    marks = symbol_marks(symbol, notation)
    return any(isinstance(mark, Script) and mark.sign == "^" for mark in marks)


def _index_marks(index: Expression) -> tuple[Mark, ...]:
    match index:
        case Index(letter):
            return (Field(letter, general=True),)
        case Integer(value):
            return (Plain(integer_text(value)),)
        case Symbol(letter, role="value"):
            return (Field(letter),)
        case Symbol():
            return symbol_marks(index)
        case Sum((first, Negative(second))):
            return (*_index_marks(first), Plain("−"), *_index_marks(second))
        case Sum((first, second)):
            return (*_index_marks(first), Plain("+"), *_index_marks(second))
        case Call("rank", (place,)):  # x_(n), the n-th smallest
            return (Plain("("), *_index_marks(place), Plain(")"))
    raise TypeError(f"no index: {index!r}")


def _in_notation(symbol: Symbol, notation: Notation) -> tuple[Mark, ...]:
    """Return a parameter as the style writes it; without some of its indices, its letter and these."""
    names = FIELDS[symbol.role]
    if len(symbol.lower) == len(names):
        fields = {name: _index_marks(index) for name, index in zip(names, symbol.lower, strict=True)}
        fields.setdefault("value", (Plain("1"),))  # a Bernoulli parameter is about a one
        return notation.role(symbol.role, fields)
    marks = notation.role(symbol.role, {})
    letter = Plain(next(mark.text for mark in marks if isinstance(mark, Plain))[0])
    return (letter, Script("_", index_marks(symbol.lower))) if symbol.lower else (letter,)


def _hatted(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Put a hat on the first letter."""
    index, first = next((index, mark) for index, mark in enumerate(marks) if isinstance(mark, Plain))
    hatted = Plain(first.text[0] + HAT + first.text[1:])
    return (*marks[:index], hatted, *marks[index + 1 :])


class Lines(ABC):
    """A writer of expressions; one for another output changes its signs, not its structure."""

    gap = " "  # what stands where a line may be broken: a blank, or one of the places of `breaking`
    times = " * "
    percent = "%"
    minus = "-"
    plus = "+"
    condition_bar = " | "

    @abstractmethod
    def write(self, expression: Expression) -> str:
        """Return an expression as one line of text."""

    @abstractmethod
    def labels(self, labels: tuple[str, ...]) -> str:
        """Return class labels."""

    @property
    def cross(self) -> str:
        """Return the sign between two factors, before which a line may be broken."""
        return f"{self.gap}{self.times.lstrip()}"

    def inner(self, text: str) -> str:
        """Return text that stands in brackets, inside of which a line is broken later."""
        return text

    def listed(self, parts: Iterable[str]) -> str:
        """Return parts with commas between, behind which a line is broken first."""
        return f",{self.gap}".join(map(self.inner, parts))

    def bracketed(self, text: str) -> str:
        """Return `text`, a part, in parentheses."""
        return f"({self.inner(text)})"

    def letter(self, letter: str) -> str:
        """Return the `letter` of an index, or of a function."""
        return letter

    def enclosed(self, text: str, brackets: str = "()") -> str:
        """Return `text`, what a sign is of, between two `brackets`."""
        return f"{brackets[0]}{self.inner(text)}{brackets[1]}"

    def braced(self, text: str) -> str:
        """Return `text`, the parts of a set, in braces."""
        return f"{{{self.inner(text)}}}"

    def subscript(self, sign: str, text: str) -> str:
        """Return `sign` with `text` under it."""
        return f"{sign}_{text}" if text.isalnum() else f"{sign}[{self.inner(text)}]"

    def exponent_text(self, number: int) -> str:
        """Return a small whole number as an exponent."""
        return f"^{integer_text(number)}"

    def within(self, part: Expression, needed: int) -> str:
        """Return a part, in parentheses if it holds together less tightly than needed."""
        text = self.write(part)
        return self.bracketed(text) if self.precedence(part) < needed else text

    def precedence(self, part: Expression) -> int:
        """Return how tightly a part holds together as it is written here."""
        if isinstance(part, Symbol) and has_superscript(part, None):
            return POWER
        return precedence(part)
