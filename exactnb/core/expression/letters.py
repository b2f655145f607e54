"""How letters of general formulas look with their indices, in a notation or as they are."""

from __future__ import annotations

from exactnb.core.arithmetic.integers import integer_text
from exactnb.core.expression.nodes import (
    Call,
    Expression,
    Index,
    Integer,
    Negative,
    Sum,
    Symbol,
)
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
