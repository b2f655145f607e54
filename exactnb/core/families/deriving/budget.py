"""How much work a formula may be: its terms are counted before anything is multiplied out."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.expression import nodes
from exactnb.errors import TooMuch

_PARTS, _TERMS, _EXPONENT, _FACTORIAL, _BITS = 400, 200, 24, 100, 256
_OF_ONE_TERM = 100  # an exponent, which multiplies nothing out there
_IN_EXPONENT = 8  # a number as an exponent in an exponent


def refuse_large(formula: nodes.Expression) -> None:
    """Raise TooMuch for a formula that is long, or would be once it is multiplied out.

    >>> x = nodes.Symbol("x")
    >>> refuse_large((1 + x) ** 7)
    >>> refuse_large((1 + x) ** (10**9))
    Traceback (most recent call last):
    exactnb.errors.TooMuch: a number as an exponent is 24 at most
    """
    if nodes.size(formula) > _PARTS:
        raise TooMuch(f"a formula has {_PARTS} parts at most")
    _terms(formula)


def _terms(formula: nodes.Expression) -> int:
    """Return how many terms a formula has at most, multiplied out."""
    parts = [_terms(part) for part in formula.children]
    match formula:
        case nodes.Integer(value):
            if value.bit_length() > _BITS:
                raise TooMuch(f"a number of a formula has {_BITS} bits at most")
            return 1
        case nodes.Sum():
            terms = sum(parts)
        case nodes.Product() | nodes.Quotient():
            terms = 1
            for part in parts:
                terms *= part
        case nodes.Power(_, exponent):
            _refuse_tower(exponent)
            most = _EXPONENT if parts[0] > 1 else _OF_ONE_TERM
            terms = parts[0] ** _size(exponent, most)
        case nodes.Factorial(argument) if _is_number(argument):
            if not 0 <= _number(argument) <= _FACTORIAL:
                raise TooMuch(f"the factorial of a number is one of {_FACTORIAL} at most")
            return 1
        case nodes.Negative():
            return parts[0]
        case _:
            return 1
    if terms > _TERMS:
        raise TooMuch(f"multiplied out, a formula has {_TERMS} terms at most")
    return terms


def _refuse_tower(exponent: nodes.Expression) -> None:
    """Refuse an exponent whose size would be out of reach at a place where signs are guessed."""
    for power in exponent.walk():
        if isinstance(power, nodes.Power):
            if any(isinstance(part, nodes.Power) for part in power.exponent.walk()):
                raise TooMuch("at most two exponents stand on each other, as in a^b^c")
            _size(power.exponent, _IN_EXPONENT)


def _size(exponent: nodes.Expression, most: int) -> int:
    """Return by how much an exponent multiplies: a number as often as it says, letters not at all."""
    if not _is_number(exponent):
        return 1
    inner = exponent.term if isinstance(exponent, nodes.Negative) else exponent
    match inner:
        case nodes.Integer(value) if abs(value) <= most:
            return max(abs(value), 1)
        case nodes.Quotient(nodes.Integer(above), nodes.Integer(below)) if (
            max(abs(above), abs(below)) <= most
        ):
            return 1
        case nodes.Sum(terms) | nodes.Product(terms):
            return sum(_size(term, most) for term in terms)
    raise TooMuch(f"a number as an exponent is {most} at most")


def _number(argument: nodes.Expression) -> Fraction:
    """Return the value of a sum of whole numbers, such as 3 − 1; of anything else, −1."""
    match argument:
        case nodes.Integer(value):
            return Fraction(value)
        case nodes.Negative(nodes.Integer(value)):
            return Fraction(-value)
        case nodes.Sum(terms) if all(
            isinstance(term, nodes.Integer | nodes.Negative) for term in terms
        ):
            return sum(map(_number, terms), Fraction(0))
    return Fraction(-1)


def _is_number(formula: nodes.Expression) -> bool:
    return not any(isinstance(part, nodes.Symbol) for part in formula.walk())
