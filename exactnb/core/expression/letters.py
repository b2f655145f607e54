"""Letters of general formulas: how they look with their indices, how counts with letters are read."""

from __future__ import annotations

import re

from exactnb.core.arithmetic.integers import integer_text
from exactnb.core.expression.nodes import (
    Call,
    Expression,
    Index,
    Integer,
    Negative,
    Product,
    Sum,
    Symbol,
)
from exactnb.core.naming.grammar import is_numeral
from exactnb.core.naming.notation import Field, Mark, Notation, Plain, Script
from exactnb.errors import InputError, quoted

_LONGEST = 60  # characters of a formula
_FACTOR = re.compile(r"([0-9]+)|([^\W\d_]+)(?:_([^\W_]+))?")
_COEFFICIENT = re.compile(r"(\s*[0-9]+)\s*(?=[^\W\d_])")  # 2 d is a product without a sign
_EXPECTED = 'expected whole numbers and letters, such as "d_1 + 100" or "2 d"'

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
        marks = _marks_in_notation(symbol, notation)
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
        case Call("range", (first, last)):  # x_{1:n}
            return (*_index_marks(first), Plain(":"), *_index_marks(last))
    raise TypeError(f"no index: {index!r}")


def _marks_in_notation(symbol: Symbol, notation: Notation) -> tuple[Mark, ...]:
    """Return a parameter as the style writes it; without some of its indices, its letter and these."""
    names = FIELDS[symbol.role]
    if len(symbol.lower) == len(names):
        fields = {name: _index_marks(index) for name, index in zip(names, symbol.lower, strict=True)}
        fields.setdefault("value", (Plain("1"),))  # a Bernoulli parameter is about a one
        return notation.role_marks(symbol.role, fields)
    marks = notation.role_marks(symbol.role, {})
    letter = Plain(next(mark.text for mark in marks if isinstance(mark, Plain))[0])
    return (letter, Script("_", index_marks(symbol.lower))) if symbol.lower else (letter,)


def _hatted(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Put a hat on the first letter."""
    index, first = next((index, mark) for index, mark in enumerate(marks) if isinstance(mark, Plain))
    hatted = Plain(first.text[0] + HAT + first.text[1:])
    return (*marks[:index], hatted, *marks[index + 1 :])


def count_formula(text: str) -> Expression:
    """Return the formula in `text`, such as "d_1 + 100", to be printed as it is written.

    >>> count_formula("100"), count_formula("2 d").factors[1].letter
    (Integer(value=100), 'd')

    Raises InputError for anything but sums and products of whole numbers and letters.
    """
    terms: list[Expression] = []
    for term in text.split("+"):
        factors: list[Expression] = []
        start = _COEFFICIENT.match(term)
        written = f"{start[1]}*{term[start.end() :]}" if start else term
        for part in written.split("*"):
            match = _FACTOR.fullmatch(part.strip())
            number, letter, index = match.groups("") if match else ("", "", "")
            if len(text.strip()) > _LONGEST or not (number or (letter + index).isalnum()):
                raise InputError(f"{_EXPECTED}; got {quoted(text[:_LONGEST])}")
            indices = (constant_index(index),) if index else ()
            factors.append(Integer(int(number)) if number else Symbol(letter, indices))
        terms.append(Product.of(factors))
    return Sum.of(terms)


def has_letters(text: str) -> bool:
    """Say whether `text` writes a count with letters.

    >>> has_letters("d_1 + 100"), has_letters("100"), has_letters("1e3"), has_letters("3d")
    (True, False, False, True)
    """
    return any(map(str.isalpha, text)) and not is_numeral(text.strip())


def constant_index(name: str) -> Expression:
    """Return the index that stands for one class, value or word: `name`.

    >>> constant_index("1"), constant_index("dog").letter
    (Integer(value=1), 'dog')
    """
    small = name.isascii() and name.isdigit() and len(name) < 10 and str(int(name)) == name
    return Integer(int(name)) if small else Symbol(name, role="value")
