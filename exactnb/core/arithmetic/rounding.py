"""Correctly rounded decimals: the only way a number is ever shown approximately.

How to read: `rounded` is the loop; it rounds both ends of a ball (`_round_ball`) until they agree,
and asks for an exact comparison (`_rounded_between`) where they never would. `Decimal` is what comes
out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from exactnb.core.arithmetic.enclosure import FIRST_BITS, Ball
from exactnb.core.arithmetic.integers import exact_text, integer_text
from exactnb.core.arithmetic.irrational import Finite
from exactnb.core.arithmetic.values import compare, enclose
from exactnb.core.record import frozen
from exactnb.core.shown import Symbolic
from exactnb.errors import Unsupported

MAX_PRINTED_DIGITS = 1_000
"""Exact values are printed as p/q up to this many digits in p and in q."""

Rule = Literal["half-up", "half-even", "down"]
_RULES = ("half-up", "half-even", "down")
_PATIENT_BITS = 1_024
_MOST_BITS = 1 << 15
_MOST_PLACES = 10**30
_MOST_DIGITS = 100_000


@frozen(slots=True)
class Rounding:
    """Say how to round: to decimal places or to significant figures, and which way a half goes.

    Half up is away from zero, as taught at school; half even is banker's rounding; down cuts off.

    >>> half_way = Fraction(1, 8)
    >>> Rounding(places=2).apply(half_way), Rounding(places=2, rule="half-even").apply(half_way)
    (Fraction(13, 100), Fraction(3, 25))
    >>> Rounding(figures=2).apply(Fraction(18, 875))
    Fraction(21, 1000)
    """

    places: int | None = None
    figures: int | None = None
    rule: Rule = "half-up"

    def __post_init__(self) -> None:
        if (self.places is None) == (self.figures is None):
            raise ValueError("a Rounding needs either places or figures")
        if self.figures is not None and not 1 <= self.figures <= _MOST_DIGITS:
            raise ValueError(f"'figures' must be from 1 to {_MOST_DIGITS} (got {self.figures})")
        if self.places is not None and abs(self.places) > _MOST_DIGITS:
            raise ValueError(f"'places' must be within ±{_MOST_DIGITS} (got {self.places})")
        if self.rule not in _RULES:
            raise ValueError(f"'rule' must be one of {', '.join(_RULES)} (got {self.rule!r})")

    def apply(self, value: Fraction) -> Fraction:
        """Return the rounded value of a rational."""
        return self.decimal(value).value

    def decimal(self, value: Fraction) -> Decimal:
        """Return the rounded value of a rational, with the digits it is written with."""
        return _rounded_rational(value, self)


@frozen(slots=True)
class Decimal(Symbolic):
    """A decimal numeral: an integer and the number of its digits that stand behind the point.

    >>> str(Decimal(6667, 4)), str(Decimal(-12, -1)), str(Decimal(25, 8))
    ('0.6667', '-120', '2.5e-7')
    """

    units: int
    places: int

    @property
    def value(self) -> Fraction:
        """Return the exact value of the numeral itself."""
        return self.units * _ten_to(-self.places)

    def is_exactly(self, number: object) -> bool:
        """Say whether the numeral is the rational `number`, however long it were, written out.

        >>> Decimal(25, 1).is_exactly(Fraction(5, 2)), Decimal(1, 10**9).is_exactly(Fraction(0))
        (True, False)
        """
        if not isinstance(number, Fraction):
            return False
        # It is 0 or more than 2^-(bits of its denominator), and less than 2^(bits of its numerator).
        digits = len(integer_text(abs(self.units)))
        tiny = self.places > digits + number.denominator.bit_length()
        huge = -self.places > number.numerator.bit_length()
        return not (tiny or huge) and self.value == number

    @property
    def half_unit(self) -> Fraction:
        """Return half a unit of the last digit."""
        return Fraction(1, 2) / _ten_to(self.places)

    @property
    def visible_half_unit(self) -> Fraction:
        """Return half a unit of the last digit that is seen: zeros before the point count."""
        return Fraction(1, 2) if self.ends_in_zeros else self.half_unit

    @property
    def ends_in_zeros(self) -> bool:
        """Say whether zeros before the point stand where digits were rounded away."""
        return self.places < 0 and not self._is_scientific(len(integer_text(abs(self.units))))

    def __str__(self) -> str:
        digits = integer_text(abs(self.units))
        if not self._is_scientific(len(digits)):
            return self.in_positional_notation()
        rest = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{'-' * (self.units < 0)}{digits[0]}{rest}e{len(digits) - 1 - self.places}"

    def in_positional_notation(self) -> str:
        """Return the decimal without a power of ten behind it, however many zeros that takes."""
        if self.units == 0 and self.places <= 0:
            return "0"
        sign, digits = "-" * (self.units < 0), integer_text(abs(self.units))
        if self.places <= 0:
            return sign + digits + "0" * -self.places
        digits = digits.rjust(self.places + 1, "0")
        return f"{sign}{digits[: -self.places]}.{digits[-self.places :]}"

    def __neg__(self) -> Decimal:
        return Decimal(-self.units, self.places)

    def shortest(self) -> Decimal:
        """Return the same value without zeros at the end that the value does not need."""
        units, places = self.units, self.places
        scientific = self._is_scientific(len(integer_text(abs(units))))
        while units and units % 10 == 0 and (places > 0 or scientific):
            units, places = units // 10, places - 1
        return Decimal(units, places if units else 0)

    def _is_scientific(self, digits: int) -> bool:
        leading = digits - 1 - self.places  # power of ten of the first digit
        return self.units != 0 and not -6 < leading < 21


def rounded(value: Finite, rounding: Rounding) -> Decimal:
    """Return `value` correctly rounded as `rounding` says, at whatever precision that takes.

    >>> str(rounded(Fraction(486, 611), Rounding(figures=4)))
    '0.7954'
    >>> from exactnb.core.arithmetic.power_product import PowerProduct
    >>> str(rounded(PowerProduct.of(2) ** Fraction(1, 2), Rounding(figures=20)))
    '1.4142135623730950488'

    Raises Undecidable where e and √π mix and no enclosure tells the two candidates apart.
    """
    if isinstance(value, Fraction):
        return _rounded_rational(value, rounding)
    bits = FIRST_BITS
    while True:
        pair = _round_ball(enclose(value, bits), rounding)
        if pair is not None:
            lower, upper = pair
            if lower == upper:
                return lower
            # More bits never help a value that lies on the border itself: two neighbours are told apart
            # by comparing exactly, which ends, with the number half-way between them.
            if bits > _PATIENT_BITS and _are_neighbours(lower, upper):
                return _rounded_between(value, lower, upper, rounding)
        bits *= 2
        if bits > _MOST_BITS and pair is None:
            compare(value, Fraction(0))  # raises where not even that is decided
            raise Unsupported("a number that is too large or too small to be written as a decimal")


def rounded_in_full(value: Finite, rounding: Rounding) -> Decimal:
    """Return `value` rounded as `rounding` says, with every digit of its integer part right.

    What is not 1 is not shown as 1.000: it has more figures, if twenty are enough.

    >>> str(rounded_in_full(Fraction(30862, 3), Rounding(figures=4)))
    '10287'
    >>> str(rounded_in_full(Fraction(999_996, 1_000_000), Rounding(figures=4)))
    '0.999996'
    """
    decimal, figures = rounded(value, rounding), rounding.figures
    # Its places are asked for first, so that e^(-10^9) is never written out.
    has_no_integer_digits = figures is not None and decimal.places == figures - 1
    if figures is not None and has_no_integer_digits and decimal.units == 10**decimal.places:
        finer = (Rounding(figures=figures + more, rule=rounding.rule) for more in range(1, 21))
        candidates = (rounded(value, finer_rounding) for finer_rounding in finer)
        return next((candidate for candidate in candidates if candidate.value != 1), decimal)
    to_integer = Rounding(places=0, rule=rounding.rule)
    return rounded(value, to_integer) if decimal.ends_in_zeros else decimal


def _round_ball(ball: Ball, rounding: Rounding) -> tuple[Decimal, Decimal] | None:
    """Return both bounds rounded, or None if the ball is too wide to say where its digits begin.

    The ball is scaled by a power of ten first, so that e^(-1000000) never becomes a Fraction.
    """
    power = ball.upper_decimal_exponent()
    if rounding.places is not None:
        if power is None:
            return None
        # Less than a hundredth of a unit: 0 by every rule, whatever its sign.
        if power < -rounding.places - 2:
            return Decimal(0, rounding.places), Decimal(0, rounding.places)
        shift = 0
    else:
        if power is None or ball.sign() is None:
            return None
        if abs(power) > _MOST_PLACES:
            raise Unsupported("a number that is too large or too small to be written as a decimal")
        shift = -power
    bounds = ball.times_ten_to(shift).bounds()
    if bounds is None:
        return None
    lower, upper = map(rounding.decimal, bounds)
    return Decimal(lower.units, lower.places + shift), Decimal(upper.units, upper.places + shift)


def is_printable(value: Fraction) -> bool:
    """Say whether `value`, as p/q, is short enough to be printed.

    >>> is_printable(Fraction(1, 3)), is_printable(Fraction(1, 10**1000))
    (True, False)
    """
    limit: int = 10**MAX_PRINTED_DIGITS
    return abs(value.numerator) < limit and value.denominator < limit


def number_text(value: int | Fraction) -> str:
    """Return `value` as it stands in a message: beyond 1,000 digits, about its decimal.

    >>> number_text(Fraction(1, 3)), number_text(Fraction(1, 3**5_000))
    ('1/3', 'about 2.4758618143895702080e-2386')
    """
    value = Fraction(value)
    return (
        exact_text(value)
        if is_printable(value)
        else f"about {_rounded_rational(value, Rounding(figures=20))}"
    )


def _are_neighbours(lower: Decimal, upper: Decimal) -> bool:
    """Say whether two numerals are neighbours, with nothing between them to round to."""
    finest = max(lower.places, upper.places)
    return lower.units * upper.units >= 0 and (upper.value - lower.value) * _ten_to(finest) <= 1


def _rounded_between(value: Finite, lower: Decimal, upper: Decimal, rounding: Rounding) -> Decimal:
    """Compare a value with what lies between two numerals, exactly.

    That is their middle; where digits are cut off, it is the one that is farther from zero.
    """
    if rounding.rule == "down":
        nearer, farther = sorted((lower, upper), key=lambda numeral: abs(numeral.value))
        reached = compare(value, farther.value) * (1 if farther.value > 0 else -1) >= 0
        return farther if reached else nearer
    middle = (lower.value + upper.value) / 2
    order = compare(value, middle)
    if order == 0:
        return _rounded_rational(middle, rounding)
    return upper if order > 0 else lower


def _rounded_rational(value: Fraction, rounding: Rounding) -> Decimal:
    if rounding.places is not None:
        places = rounding.places
    elif value == 0:
        places = 0
    else:
        assert rounding.figures is not None
        places = rounding.figures - 1 - _leading_exponent(abs(value))
    units = _rounded_integer(value * _ten_to(places), rounding.rule)
    if rounding.figures is not None and abs(units) == 10**rounding.figures:  # 0.9996 is 1.000
        units, places = units // 10, places - 1
    return Decimal(units, places)


def _rounded_integer(value: Fraction, rule: Rule) -> int:
    integer, rest = divmod(abs(value.numerator), value.denominator)
    beyond_half = 2 * rest - value.denominator
    half_goes_up = rule == "half-up" or integer % 2 == 1
    up = rule != "down" and (beyond_half > 0 or (beyond_half == 0 and half_goes_up))
    magnitude = integer + up
    return -magnitude if value.numerator < 0 else magnitude


def _leading_exponent(value: Fraction) -> int:
    """Return the power of ten of the first digit of a positive rational."""
    bits = value.numerator.bit_length() - value.denominator.bit_length()
    guess = bits * 30103 // 100000 - 1  # about log10, never more of what memory holds
    while _ten_to(guess + 1) <= value:
        guess += 1
    return guess


def _ten_to(exponent: int) -> Fraction:
    # A power of a fraction asks what its exponent is, which takes three times as long.
    return Fraction(10**exponent) if exponent >= 0 else Fraction(1, 10**-exponent)
