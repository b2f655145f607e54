"""How long the numbers of an answer may be, and how much may be done for them.

Rational numbers are bounded by their bits: the bits of a sum or product are at most those of its parts
together, so that it can be refused before it is computed. Sums of irrational numbers are bounded by
steps as well, for a product of sums has as many terms as pairs, and each pair may have to be compared.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from exactnb.core.arithmetic.closed_form import ClosedForm
from exactnb.core.arithmetic.irrational import Logarithm, LogQuotient, Surd
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.reals import Real
from exactnb.core.arithmetic.values import Number, is_rational
from exactnb.core.expression.reading.refusal import Refusal

LARGEST_EXPONENT = 1_000
"""The largest exponent of e, and the largest denominator of the exponent of any other number."""

_BITS = 16_384  # of one value, numerator and denominator together
_WORK = 1_800  # steps that are taken for irrational numbers
_STEPS = 3  # for each comparison of two terms of a sum
_SHORT = 200  # bits of irrational numbers that cost nothing to speak of
_BITS_PER_STEP = 2  # which is one division of a long number by a short one
_LONGEST_EXPANDED = 3_300  # bits of a power in a logarithm that is multiplied out
_LONGEST_POWER = 12  # of a sum in a logarithm


class Budget:
    """What may still be done for one answer; `work` counts steps with irrational numbers.

    >>> Budget().require_room(Fraction(9) ** 3000, Fraction(9) ** 3000)
    Traceback (most recent call last):
        ...
    exactnb.core.expression.reading.refusal.Refusal: a number of more than 16,384 bits is not worked out
    """

    def __init__(self, work: int = _WORK) -> None:
        self.work = work

    def require_room(self, left: Number, right: Number, *, adding: bool = False) -> None:
        """Refuse to put `left` and `right` together, `adding` or not, where that would be long."""
        self.require_short(_bit_size(left) + _bit_size(right))
        self.spend(left, right, adding=adding)

    def spend(self, left: Number, right: Number, *, adding: bool) -> None:
        """Count the work of a sum (`adding`) or product of `left` and `right`; refuse too much."""
        (left_upper, left_lower), (right_upper, right_lower) = _count_terms(left), _count_terms(right)
        terms = left_upper * right_lower + right_upper * left_lower - 1
        if not adding:
            terms = max(terms, left_upper * right_upper + left_lower * right_lower - 1)
        for value, factor in ((left, right), (right, left)):
            if isinstance(value, Logarithm) and isinstance(factor, Fraction):  # k·log s is log s^k
                times = abs(int(factor))
                terms = max(terms, max(_count_terms(value)) ** min(times, _LONGEST_POWER))
                self.spend_steps(
                    _count_divisions(value) * max(1, min(times, _LONGEST_EXPANDED // _bit_size(value)))
                )
        if isinstance(left, Logarithm) and isinstance(right, Logarithm) and not adding:
            self.spend_steps(_bit_size(left) + _bit_size(right))  # is one a power of the other?
        if terms > 1:
            self.spend_steps(terms**2 * _STEPS)
        if not is_rational(left) or not is_rational(right):
            self.spend_steps(max(_bit_size(left) + _bit_size(right) - _SHORT, 0) // _BITS_PER_STEP)

    def spend_logarithm(self, argument: Number, base: int | None) -> None:
        """Count the work to see whether `argument` is a power of `base`.

        A natural logarithm has none.
        """
        if base is not None and isinstance(argument, Real):
            self.spend_steps(_count_divisions(Logarithm(argument, base)))

    def spend_steps(self, steps: int) -> None:
        """Count steps; refuse too many of them."""
        self.work -= steps
        if self.work < 0:
            raise Refusal("so many irrational numbers are not put together; write less", "too_big")

    def require_power(self, base: Number, exponent: Fraction) -> None:
        """Refuse `base` to the power of `exponent` where it would be long.

        Nothing is multiplied to see.
        """
        self.require_short(_bit_size(base) * max(abs(exponent), Fraction(1)))

    def require_short(self, bits: int | Fraction) -> None:
        """Refuse a number of too many bits."""
        if bits > _BITS:
            raise Refusal(f"a number of more than {_BITS:,} bits is not worked out", "too_big")

    def checked(self, value: Number) -> Number:
        """Return `value`, a result; raise Refusal if it is too long."""
        self.require_short(_bit_size(value))
        return value


def _count_terms(value: Number) -> tuple[int, int]:
    """Return how many terms the sums above and below the bar of a number have."""
    if isinstance(value, ClosedForm):
        return len(value.numerator), len(value.denominator)
    return _count_terms(value.argument) if isinstance(value, Logarithm) else (1, 1)


def _count_divisions(value: Logarithm) -> int:
    """Return about how often the base divides what the logarithm is of; each time is a step."""
    if value.base is None or isinstance(value.argument, ClosedForm):
        return 0
    if isinstance(value.argument, Fraction):
        numbers = [value.argument.numerator, value.argument.denominator]
    else:
        numbers = [number for number, _ in value.argument.factors]
    # The part of a number that the base can divide out is its gcd with a high power of the base; its
    # bits bound how often that goes, and no division is tried.
    most = value.base**_WORK
    return sum(gcd(number, most).bit_length() for number in numbers if number)


def _bit_size(value: Number) -> int:
    """Return about how many bits a number has when it is written out."""
    match value:
        case Fraction():
            return value.numerator.bit_length() + value.denominator.bit_length()
        case PowerProduct():
            exponents = [value.exponential, Fraction(value.root_pi), *(e for _, e in value.factors)]
            if any(e.denominator > LARGEST_EXPONENT for _, e in value.factors):
                return _BITS + 1
            if abs(value.exponential) > LARGEST_EXPONENT or abs(value.root_pi) > LARGEST_EXPONENT:
                return _BITS + 1
            return value.bit_bound() + sum(map(_bit_size, exponents))
        case ClosedForm(upper, lower):
            return sum(_bit_size(c) + _bit_size(product) for c, product in (*upper, *lower))
        case Logarithm(PowerProduct() as product):  # which is never multiplied out
            exponents = [product.exponential, *(e for _, e in product.factors)]
            return sum(map(_bit_size, exponents)) + sum(n.bit_length() for n, _ in product.factors)
        case Logarithm(argument):
            return _bit_size(argument)
        case Surd(rational, factor, radicand):
            return _bit_size(rational) + _bit_size(factor) + _bit_size(radicand)
        case LogQuotient(over, under):
            return _bit_size(over) + _bit_size(under)
    return 0
