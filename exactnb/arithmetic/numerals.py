"""Read numerals exactly. This is the door where binary floats are turned away."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from numbers import Rational

from exactnb.arithmetic.integers import integer_text, read_integer
from exactnb.arithmetic.ratio import Ratio
from exactnb.errors import InputError, quoted

__all__ = [
    "MAX_DIGITS", "MAX_EXPONENT", "Exact", "Numeral", "decimal_places", "read_number", "read_ratio",
    "spell_number", "with_point",
]  # fmt: skip

Exact = int | Fraction | Decimal | str
"""What counts as an exact number at every public door: never a float."""

MAX_DIGITS = 1_000
MAX_EXPONENT = 1_000

_WITH_COMMA = re.compile(r"([+\-\N{MINUS SIGN}]?[0-9]*),([0-9]+(?:[eE][+-]?[0-9]+)? *%?)")
_DECIMAL = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,9}))?")


class Numeral(str):
    """A numeral that stood bare in a file, kept as its own characters: 0.15, never a float.

    >>> read_number(Numeral("1_000.5"))
    Fraction(2001, 2)
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Numeral:
        """Keep the characters without the underscores that TOML allows between digits."""
        return super().__new__(cls, text.replace("_", ""))


def read_number(given: object) -> Fraction:
    """Return the exact value of a numeral.

    >>> read_number("0.9"), read_number("3/6"), read_number("1e-3"), read_number("45%")
    (Fraction(9, 10), Fraction(1, 2), Fraction(1, 1000), Fraction(9, 20))

    Raises InputError for a float, NaN, an infinity, and numerals beyond 1,000 digits or
    exponents beyond ±1,000.

    >>> read_number(0.1)
    Traceback (most recent call last):
        ...
    exactnb.errors.InputError: 0.1 is a binary float; write "0.1" or Fraction(1, 10)
    """
    return read_ratio(given).value


def read_ratio(given: object) -> Ratio:
    """Return a numeral with its terms as written: "3/6" stays 3 out of 6, 0.15 is 3/20.

    >>> read_ratio("3/6")
    Ratio(3, 6)
    >>> read_ratio("0.15")
    Ratio(3, 20)
    """
    if isinstance(given, str):
        return _read_text(given)
    if isinstance(given, bool):
        raise InputError(f"expected a number; got {given}")
    if isinstance(given, float):
        raise InputError(_float_message(given))
    if isinstance(given, Decimal):
        if not given.is_finite():
            raise InputError(f"expected a finite number; got {given}")
        _, digits, exponent = given.as_tuple()
        _check_size(len(digits), int(exponent))
        return _reduced(Fraction(given))
    if isinstance(given, Rational):  # int, Fraction and NumPy's integers
        above, below = int(given.numerator), int(given.denominator)
        if max(abs(above), below) >= 10**MAX_DIGITS:
            raise InputError(f"a number of more than {MAX_DIGITS:,} digits")
        return _reduced(Fraction(above, below))
    raise InputError(f"expected a number; got {quoted(given)} ({type(given).__name__})")


def with_point(text: str) -> str:
    """Return a numeral with a comma as one with a decimal point; "" for any other text.

    >>> with_point("3,9"), with_point("12,5%"), with_point("1.234,5"), with_point("3")
    ('3.9', '12.5%', '', '')
    """
    match = _WITH_COMMA.fullmatch(text)
    return f"{match[1]}.{match[2]}" if match else ""


def decimal_places(value: Fraction) -> int | None:
    """Return how many digits a number has behind the point; None if there is no end of them.

    >>> decimal_places(Fraction(1, 8)), decimal_places(Fraction(1, 3)), decimal_places(Fraction(5))
    (3, None, 0)
    """
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else None


def spell_number(value: Fraction) -> str:
    """Return the one spelling of a number in a name: a finite decimal, or p/q.

    >>> [spell_number(read_number(text)) for text in ("7.50", "-1/4", "2/6", "1e2")]
    ['7.5', '-0.25', '1/3', '100']
    """
    places = decimal_places(value)
    if places is None:
        return f"{integer_text(value.numerator)}/{integer_text(value.denominator)}"
    digits = integer_text(abs(value.numerator) * (10**places // value.denominator))
    if places:
        digits = digits.rjust(places + 1, "0")
        digits = f"{digits[:-places]}.{digits[-places:]}"
    return f"-{digits}" if value < 0 else digits


def _float_message(given: float) -> str:
    if given != given or given in (float("inf"), float("-inf")):
        return f"expected a finite number; got {given}"
    given = float(given)  # NumPy's float64 is a float that is written otherwise
    value = Fraction(repr(given))
    fix = f"Fraction({value.numerator}, {value.denominator})"
    return f'{given!r} is a binary float; write "{given!r}" or {fix}'


def _read_text(given: str) -> Ratio:
    if len(given) > 2 * MAX_DIGITS + 20:
        raise InputError(f"a numeral of {len(given)} characters; at most {MAX_DIGITS} digits are read")
    text = given.strip().replace("\N{MINUS SIGN}", "-")
    if text.endswith("%"):
        return _reduced(_read_decimal(text[:-1].rstrip(), given) / 100)
    upper, slash, lower = text.partition("/")
    if not slash:
        return _reduced(_read_decimal(text, given))
    numerator = _read_decimal(upper.strip(), given)
    denominator = _read_decimal(lower.strip(), given)
    if denominator == 0:
        raise InputError(f"the denominator of {quoted(given)} is 0")
    if denominator < 0:
        raise InputError(f"the denominator of {quoted(given)} is negative")
    return Ratio(numerator, denominator)


def _read_decimal(text: str, given: str) -> Fraction:
    match = _DECIMAL.fullmatch(text)
    if match is None or not (match[2] or match[3]):
        raise InputError(
            f'expected a number such as 3, 0.15, "5/11", "1e-3" or "45%"; got {quoted(given)}'
        )
    sign, whole, part, exponent = match[1], match[2], match[3] or "", int(match[4] or "0")
    _check_size(len(whole) + len(part), exponent)
    value = Fraction(read_integer(whole + part)) * Fraction(10) ** (exponent - len(part))
    return -value if sign == "-" else value


def _check_size(digits: int, exponent: int) -> None:
    if digits > MAX_DIGITS:
        raise InputError(f"a numeral of {digits} digits; at most {MAX_DIGITS:,} are read")
    if abs(exponent) > MAX_EXPONENT:
        raise InputError(f"an exponent of {exponent}; at most ±{MAX_EXPONENT:,} is read")


def _reduced(value: Fraction) -> Ratio:
    return Ratio(value.numerator, value.denominator)
