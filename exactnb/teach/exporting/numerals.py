"""Numbers as course systems read them: decimals as texts, of which nothing is cut off unsaid."""

from __future__ import annotations

from fractions import Fraction

from exactnb.core.arithmetic.rounding import Decimal, Rounding, rounded

LONG = 12  # significant figures of a number in a file, unless more are asked for
_FIGURES = 3  # of a tolerance
_LONGEST = 60  # places of a decimal, before it has a power of ten
_ALL = 1_000  # figures of a number that has far fewer


def decimal_text(value: Fraction, figures: int = LONG) -> str:
    """Return `value` as a decimal of at most `figures` significant figures, without zeros at its end.

    >>> decimal_text(Fraction(9, 14)), decimal_text(Fraction(1, 8)), decimal_text(Fraction(1, 10**9))
    ('0.642857142857', '0.125', '0.000000001')
    """
    return decimal_without_exponent(rounded(value, Rounding(figures=figures)).shortest())


def decimal_without_exponent(decimal: Decimal) -> str:
    """Return a decimal without a power of ten behind it, which not all systems read, unless it is long.

    >>> tuple(map(decimal_without_exponent, (Decimal(25, 8), Decimal(1, 80), Decimal(2, -30))))
    ('0.00000025', '1e-80', '2000000000000000000000000000000')
    """
    return str(decimal) if abs(decimal.places) > _LONGEST else decimal.in_positional_notation()


def interval_ends(value: Fraction, tolerance: Fraction) -> tuple[str, str]:
    """Return `value` ∓ `tolerance` as decimals with all their digits.

    >>> interval_ends(Fraction("0.642857142857"), Fraction(1, 2000))
    ('0.642357142857', '0.643357142857')
    """
    low, high = (decimal_text(value + sign * tolerance, _ALL) for sign in (-1, 1))
    return low, high


def cut_off(value: Fraction, figures: int = _FIGURES) -> Fraction:
    """Return `value` cut off to `figures` significant figures: never more than it is.

    >>> cut_off(Fraction(1, 2000)), cut_off(Fraction(1, 3000))
    (Fraction(1, 2000), Fraction(333, 1000000))
    """
    return Rounding(figures=figures, rule="down").apply(value)


def points_number(points: Fraction) -> float:
    """Return points as programs count them, whole ones as whole numbers."""
    return int(points) if points.denominator == 1 else float(points)
