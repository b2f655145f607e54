"""Read a count that is not known as a number: whole numbers and letters, added and multiplied."""

from __future__ import annotations

import re

from exactnb.errors import InputError, quoted
from exactnb.expression.nodes import Expression, Integer, Negative, Product, Sum, Symbol

__all__ = ["constant", "has_letters", "read_formula"]

_LONGEST = 60  # characters of a formula
_TOKEN = re.compile(r"\s*(?:([0-9]+)|([^\W\d_]+)(?:_([^\W_]+))?|([-+*]))")


def read_formula(text: str) -> Expression:
    """Return a formula such as "d_1 + 100", to be printed as it is written.

    >>> read_formula("d_1 + 100")
    Sum(terms=(Symbol(letter='d', lower=(Integer(value=1),), raised=(), hat=False, role=''), ...

    Raises InputError for anything but sums and products of whole numbers and letters.
    """
    expected = 'expected whole numbers and letters, such as "d_1 + 100"'
    given = text.strip()
    if not given or len(given) > _LONGEST:
        raise InputError(f"{expected}; got {quoted(text[:_LONGEST])}")
    terms: list[Expression] = []
    factors: list[Expression] = []
    sign, at, waiting = "+", 0, True
    while at < len(given):
        match = _TOKEN.match(given, at)
        if match is None:
            raise InputError(f"{expected}; got {quoted(text)}")
        number, letter, index, operator = match.groups()
        at = match.end()
        if operator is None:
            factors.append(Integer(int(number)) if number else _letter(letter, index))
            waiting = False
        elif waiting:
            raise InputError(f"{expected}; got {quoted(text)}")
        else:
            waiting = True
            if operator != "*":
                terms.append(_term(sign, factors))
                sign, factors = operator, []
    if waiting:
        raise InputError(f"{expected}; got {quoted(text)}")
    terms.append(_term(sign, factors))
    return terms[0] if len(terms) == 1 else Sum(tuple(terms))


def has_letters(text: str) -> bool:
    """Say whether a count is written with letters.

    >>> has_letters("d_1 + 100"), has_letters("100"), has_letters("1e3")
    (True, False, False)
    """
    return bool(re.search(r"(?<![0-9])[^\W\d_]", text))


def constant(name: str) -> Expression:
    """Return what stands in the place of an index for one class, value or word.

    >>> constant("1"), constant("dog").letter
    (Integer(value=1), 'dog')
    """
    small = name.isascii() and name.isdigit() and len(name) < 10 and str(int(name)) == name
    return Integer(int(name)) if small else Symbol(name, role="value")


def _letter(letter: str, index: str | None) -> Symbol:
    return Symbol(letter, (constant(index),) if index else ())


def _term(sign: str, factors: list[Expression]) -> Expression:
    product = factors[0] if len(factors) == 1 else Product(tuple(factors))
    return Negative(product) if sign == "-" else product
