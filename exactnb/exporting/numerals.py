"""Numbers as course systems read them: decimals as texts, of which nothing is cut off unsaid."""

from __future__ import annotations

from fractions import Fraction

from exactnb.arithmetic.integers import integer_text
from exactnb.arithmetic.rounding import Rounding, rounded

LONG = 12  # significant figures of a number in a file, unless more are asked for
_FIGURES = 3  # of a tolerance


def decimal_text(value: Fraction, figures: int = LONG) -> str:
    """Return a number as a decimal of at most so many significant figures, without zeros at its end.

    >>> decimal_text(Fraction(9, 14)), decimal_text(Fraction(1, 8)), decimal_text(Fraction(1, 10**9))
    ('0.642857142857', '0.125', '1e-9')
    """
    return str(rounded(value, Rounding(figures=figures)).shortest())


def cut_off(value: Fraction, figures: int = _FIGURES) -> Fraction:
    """Return a number cut off to a few figures, so that a decimal says it: never more than it is.

    >>> cut_off(Fraction(1, 2000)), cut_off(Fraction(1, 3000))
    (Fraction(1, 2000), Fraction(333, 1000000))
    """
    return Rounding(figures=figures, rule="down").apply(value)


def percent_text(share: Fraction, places: int = 5) -> str:
    """Return a share as a percentage, as Moodle lists them.

    >>> percent_text(Fraction(1, 2)), percent_text(Fraction(1, 3)), percent_text(Fraction(1))
    ('50', '33.33333', '100')
    """
    return str(rounded(100 * share, Rounding(places=places)).shortest())


def plain_text(value: Fraction) -> str:
    """Return a number that decimals end as a decimal without an exponent.

    >>> plain_text(Fraction(1, 10**9)), plain_text(Fraction(-3, 2)), plain_text(Fraction(20))
    ('0.000000001', '-1.5', '20')
    """
    places = 0
    while (value * 10**places).denominator > 1:
        places += 1
    digits = integer_text(int(abs(value) * 10**places)).rjust(places + 1, "0")
    whole, after = digits[: len(digits) - places], digits[len(digits) - places :]
    return f"{'-' * (value < 0)}{whole}{'.' * bool(after)}{after}"
