"""How much work a formula may be: its terms are counted before anything is multiplied out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactnb.core.expression import nodes
from exactnb.errors import TooMuch

_PARTS, _TERMS, _EXPONENT, _FACTORIAL, _BITS = 400, 200, 24, 100, 256
_OF_ONE_TERM = 100  # an exponent, which multiplies nothing out there
_REACH = 2**20  # bits of a number at a place where signs are guessed


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
    _term_bound(formula)


def refuse_huge(formula: nodes.Expression, place: Mapping[str, Fraction]) -> None:
    """Raise TooMuch for a formula in which some number would be huge at a `place`, given by letters.

    >>> gamma = nodes.Function("Gamma", nodes.Symbol("s"))
    >>> refuse_huge(gamma, {"s": Fraction(2)})
    >>> refuse_huge(gamma, {"s": Fraction(10**9)})
    Traceback (most recent call last):
    exactnb.errors.TooMuch: a part of a formula is out of reach even where its letters are small
    """
    _bits_and_size(formula, place)


def _bits_and_size(formula: nodes.Expression, place: Mapping[str, Fraction]) -> tuple[int, int]:
    """Return bounds of the bits of a number at a place: of it as a fraction, and of its size."""
    parts = [_bits_and_size(part, place) for part in formula.children]
    bits, size = sum(bits for bits, _ in parts), max((size for _, size in parts), default=0)
    match formula:
        case nodes.Integer(value):
            bits = size = value.bit_length()
        case nodes.Symbol(letter):
            number = abs(place[letter])
            upper, lower = number.numerator.bit_length(), number.denominator.bit_length()
            bits, size = upper + lower, max(upper - lower + 1, 0)
        case nodes.Sum():
            bits, size = bits + len(parts), size + len(parts).bit_length()
        case nodes.Product():
            size = sum(size for _, size in parts)
        case nodes.Quotient():
            size = parts[0][1] + parts[1][0]
        case nodes.Power(_, nodes.Integer(times)) if times > 0:
            bits, size = parts[0][0] * times, parts[0][1] * times
        case nodes.Power():
            bits = size = _multiplied(parts[0][0], parts[1][1])
        case nodes.Factorial() | nodes.Function("Gamma"):
            bits = size = _multiplied(size, size)
        case nodes.Function("exp"):  # which is never multiplied out, and may be in an exponent
            bits, size = 8, 2 << min(size, _REACH.bit_length())
    if bits > _REACH:
        raise TooMuch(_OUT_OF_REACH)
    return bits, size


def _multiplied(bits: int, size: int) -> int:
    """Return `bits` times a number of a `size`."""
    if size > _REACH.bit_length():
        raise TooMuch(_OUT_OF_REACH)
    return bits << size


_OUT_OF_REACH = "a part of a formula is out of reach even where its letters are small"


def _term_bound(formula: nodes.Expression) -> int:
    """Return how many terms a formula has at most, multiplied out."""
    parts = [_term_bound(part) for part in formula.children]
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
            most = _EXPONENT if parts[0] > 1 else _OF_ONE_TERM
            terms = parts[0] ** _exponent_size(exponent, most)
        case nodes.Factorial(argument) if _is_number(argument):
            if not 0 <= _integer_or_minus_one(argument) <= _FACTORIAL:
                raise TooMuch(f"the factorial of a number is one of {_FACTORIAL} at most")
            return 1
        case nodes.Negative():
            return parts[0]
        case _:
            return 1
    if terms > _TERMS:
        raise TooMuch(f"multiplied out, a formula has {_TERMS} terms at most")
    return terms


def _exponent_size(exponent: nodes.Expression, most: int) -> int:
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
            return sum(_exponent_size(term, most) for term in terms)
    raise TooMuch(f"a number as an exponent is {most} at most")


def _integer_or_minus_one(argument: nodes.Expression) -> Fraction:
    """Return the value of a sum of whole numbers, such as 3 − 1; of anything else, −1."""
    match argument:
        case nodes.Integer(value):
            return Fraction(value)
        case nodes.Negative(nodes.Integer(value)):
            return Fraction(-value)
        case nodes.Sum(terms) if all(
            isinstance(term, nodes.Integer | nodes.Negative) for term in terms
        ):
            return sum(map(_integer_or_minus_one, terms), Fraction(0))
    return Fraction(-1)


def _is_number(formula: nodes.Expression) -> bool:
    return not any(isinstance(part, nodes.Symbol) for part in formula.walk())
