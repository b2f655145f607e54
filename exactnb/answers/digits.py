"""The digits of an answer: of each numeral in it, and of the whole, if that is one decimal.

0.50, 50 % and 5.0 x 10^-1 have two digits each.
"""

from __future__ import annotations

from exactnb.answers.refusal import Refusal
from exactnb.arithmetic.numerals import read_decimal
from exactnb.arithmetic.rounding import Decimal
from exactnb.errors import InputError
from exactnb.expression.nodes import Expression, Integer, Negative, Numeral, Power, Product, Quotient

_POWER_OF_TEN = 400


def numeral(text: str) -> Integer | Numeral:
    """Return a numeral with the digits it is typed with; without a point or a power, an integer.

    >>> numeral("0.50"), numeral("1.2e-5"), numeral("3.")
    (Numeral(decimal=Decimal(units=50, places=2)), Numeral(decimal=Decimal(units=12, places=6)),
    Integer(value=3))

    Raises Refusal for a power of ten beyond 400.
    """
    try:
        decimal = read_decimal(text, largest=_POWER_OF_TEN)
    except InputError:
        raise Refusal(f"a power of ten beyond {_POWER_OF_TEN} is not read", "too_big") from None
    if not decimal.places and "e" not in text.casefold():
        return Integer(decimal.units)
    return Numeral(decimal)


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
