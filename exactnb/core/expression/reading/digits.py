"""The digits of an answer: of each numeral in it, and of the whole, if that is one decimal.

0.50, 50 % and 5.0 x 10^-1 have two digits each.
"""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.arithmetic.numerals import MAX_DIGITS, MAX_EXPONENT, read_decimal
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.expression import nodes
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.errors import InputError

SMALLEST_COARSENED = 100  # a whole number below it would be left with one figure, which says too little


def numeral(text: str) -> nodes.Integer | nodes.Numeral:
    """Return a numeral with the digits it is typed with; without a point or a power, an integer.

    >>> numeral("0.50"), numeral("1.2e-5"), numeral("3.")
    (Numeral(decimal=Decimal(units=50, places=2)), Numeral(decimal=Decimal(units=12, places=6)),
    Integer(value=3))

    Raises Refusal for more than 1,000 digits, or a power of ten beyond 1,000.
    """
    try:
        decimal = read_decimal(text)
    except InputError:
        bounds = f"{MAX_DIGITS:,} digits, or a power of ten beyond {MAX_EXPONENT:,}"
        raise Refusal(f"a number of more than {bounds}, is not read", "too_big") from None
    if not decimal.places and "e" not in text.casefold():
        return nodes.Integer(decimal.units)
    return nodes.Numeral(decimal)


def as_decimal(tree: nodes.Expression) -> Decimal | None:
    """Return the decimal that a whole answer is, None if it is none.

    >>> half = nodes.Numeral(Decimal(500, 1))
    >>> as_decimal(nodes.Percent(half)), as_decimal(nodes.Power(half, nodes.Integer(2)))
    (Decimal(units=500, places=3), None)
    """
    match tree:
        case nodes.Integer(value):
            return Decimal(value, 0)
        case nodes.Numeral(decimal):
            return decimal
        case nodes.Negative(term):
            inner = as_decimal(term)
            return None if inner is None else Decimal(-inner.units, inner.places)
        case nodes.Percent(hundredths):
            inner = as_decimal(hundredths)
            return None if inner is None else Decimal(inner.units, inner.places + 2)
        case nodes.Product((mantissa, nodes.Power(nodes.Integer(10), exponent))):
            digits, power = as_decimal(mantissa), as_decimal(exponent)
            if (
                digits is None
                or power is None
                or not isinstance(without_minus(exponent), nodes.Integer)
            ):
                return None
            return Decimal(digits.units, digits.places - power.units)
        case nodes.Product((nodes.Numeral(digits), nodes.Numeral(Decimal(1, places)))):
            return Decimal(digits.units, digits.places + places)  # times 0.01: a power of ten too
    return None


def coarser_decimals(tree: nodes.Expression, fewest: int = SMALLEST_COARSENED) -> Iterator[Decimal]:
    """Yield what a whole number says if zeros at its end only hold places: 1230 has 3 figures or 4.

    >>> decimal = nodes.Numeral(Decimal(12_300, 2))
    >>> [str(each) for each in coarser_decimals(nodes.Integer(12_300))], list(coarser_decimals(decimal))
    (['12300', '12300'], [])
    """
    unsigned_tree = without_minus(tree)
    if isinstance(unsigned_tree, nodes.Percent):
        unsigned_tree = without_minus(unsigned_tree.hundredths)
    decimal = as_decimal(tree)
    if decimal is None or not isinstance(unsigned_tree, nodes.Integer):
        return
    units, places = decimal.units, decimal.places
    while units and units % 10 == 0 and abs(units) >= fewest:
        units, places = units // 10, places - 1
        yield Decimal(units, places)


def without_minus(tree: nodes.Expression) -> nodes.Expression:
    """Return what stands behind a minus sign, or else the tree itself."""
    return tree.term if isinstance(tree, nodes.Negative) else tree


def significant_figures(decimal: Decimal) -> int:
    """Return how many significant figures a numeral has; zeros at its end count.

    >>> significant_figures(Decimal(50, 3)), significant_figures(Decimal(0, 2))
    (2, 0)
    """
    return len(str(abs(decimal.units))) if decimal.units else 0
