"""Read a count that is not known as a number: whole numbers and letters, added and multiplied."""

from __future__ import annotations

import re

from exactnb.core.expression.nodes import Expression, Integer, Product, Sum, Symbol
from exactnb.core.naming.grammar import is_numeral
from exactnb.errors import InputError, quoted

_LONGEST = 60  # characters of a formula
_FACTOR = re.compile(r"([0-9]+)|([^\W\d_]+)(?:_([^\W_]+))?")
_COEFFICIENT = re.compile(r"(\s*[0-9]+)\s*(?=[^\W\d_])")  # 2 d is a product without a sign
_EXPECTED = 'expected whole numbers and letters, such as "d_1 + 100" or "2 d"'


def read_formula(text: str) -> Expression:
    """Return the formula in `text`, such as "d_1 + 100", to be printed as it is written.

    >>> read_formula("100"), read_formula("2 d").factors[1].letter
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
            indices = (constant(index),) if index else ()
            factors.append(Integer(int(number)) if number else Symbol(letter, indices))
        terms.append(Product.of(factors))
    return Sum.of(terms)


def has_letters(text: str) -> bool:
    """Say whether `text` writes a count with letters.

    >>> has_letters("d_1 + 100"), has_letters("100"), has_letters("1e3"), has_letters("3d")
    (True, False, False, True)
    """
    return any(map(str.isalpha, text)) and not is_numeral(text.strip())


def constant(name: str) -> Expression:
    """Return the index that stands for one class, value or word: `name`.

    >>> constant("1"), constant("dog").letter
    (Integer(value=1), 'dog')
    """
    small = name.isascii() and name.isdigit() and len(name) < 10 and str(int(name)) == name
    return Integer(int(name)) if small else Symbol(name, role="value")
