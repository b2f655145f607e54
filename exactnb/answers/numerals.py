"""Numerals as they are typed: the digits are kept, and a comma is a question.

`digits_of` says which decimal a whole answer is: 0.50, 50 % and 5.0 x 10^-1 have two digits each.
"""

from __future__ import annotations

from fractions import Fraction

from exactnb.answers.refusal import Refusal
from exactnb.arithmetic.rounding import Decimal
from exactnb.expression.nodes import (
    Expression,
    Integer,
    Negative,
    Numeral,
    Power,
    Product,
    Quotient,
)

__all__ = ["digits_of", "numeral", "repeating", "thousands", "unsigned"]

_POWER_OF_TEN = 400


def numeral(text: str) -> Integer | Numeral:
    """Return a numeral with the digits it is typed with.

    >>> numeral("0.50"), numeral("1.2e-5"), numeral("3.")
    (Numeral(decimal=Decimal(units=50, places=2)), Numeral(decimal=Decimal(units=12, places=6)),
    Integer(value=3))

    Raises Refusal for a power of ten beyond 400.
    """
    digits, e, exponent = text.casefold().partition("e")
    above, _, behind = digits.partition(".")
    units = int(above + behind)
    if not e and not behind:
        return Integer(units)
    if abs(int(exponent or "0")) > _POWER_OF_TEN:
        raise Refusal(f"a power of ten beyond {_POWER_OF_TEN} is not read", "too_big")
    return Numeral(Decimal(units, len(behind) - int(exponent or "0")))


def repeating(text: str, period: str) -> Expression:
    """Return a repeating decimal as the fraction that it is.

    >>> repeating("0.1", "6")
    Quotient(numerator=Integer(value=1), denominator=Integer(value=6))
    """
    above, _, behind = text.partition(".")
    rest = Fraction(int(period), (10 ** len(period) - 1) * 10 ** len(behind))
    value = Fraction(int(above + behind), 10 ** len(behind)) + rest
    return Quotient(Integer(value.numerator), Integer(value.denominator))


def thousands(first: str, groups: list[str]) -> bool:
    """Say whether digits between commas are groups of three, as in 1,234,567.8.

    >>> thousands("1", ["234"]), thousands("0", ["234"]), thousands("1", ["23"])
    (True, False, False)
    """
    *inner, last = groups
    whole = [first, *inner, last.partition(".")[0]]
    return (
        len(first) <= 3
        and not first.startswith("0")
        and all(len(group) == 3 for group in whole[1:])
        and "".join(whole).isdigit()
        and "e" not in last.casefold()
    )


def digits_of(tree: Expression, percent: Expression | None) -> Decimal | None:
    """Return the decimal that a whole answer is, None if it is none.

    `percent` is the quotient by 100 that a percent sign stands for, if there is one.

    >>> half = Quotient(Numeral(Decimal(500, 1)), Integer(100))
    >>> digits_of(half, percent=half), digits_of(half, percent=None)
    (Decimal(units=500, places=3), None)
    """
    match tree:
        case Integer(value):
            return Decimal(value, 0)
        case Numeral(decimal):
            return decimal
        case Negative(term):
            found = digits_of(term, percent)
            return None if found is None else Decimal(-found.units, found.places)
        case Quotient(above, _) if tree is percent:
            found = digits_of(above, None)
            return None if found is None else Decimal(found.units, found.places + 2)
        case Product((mantissa, Power(Integer(10), exponent))):
            digits, power = digits_of(mantissa, None), digits_of(exponent, None)
            if digits is None or power is None or not isinstance(unsigned(exponent), Integer):
                return None
            return Decimal(digits.units, digits.places - power.units)
    return None


def unsigned(tree: Expression) -> Expression:
    """Return what stands behind a minus sign, or else the tree itself."""
    return tree.term if isinstance(tree, Negative) else tree
