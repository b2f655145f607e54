"""Read numerals exactly, of files and of what people type: the one place that does.

This is the door where binary floats are turned away. `read_decimal` keeps the digits, `read_ratio` the
terms and `read_number` the value. Commas are read by nobody without being asked for.

How to read: `_read_ratio_text` is the grammar of a numeral, `_check_size` the limit on its digits; each
public reader says what it keeps of one.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from operator import index

from exactnb.core.arithmetic import rounding
from exactnb.core.arithmetic.integers import Ratio, integer_text, read_integer
from exactnb.errors import InputError, quoted

Exact = int | Fraction | Decimal | str
"""What counts as an exact number at every public door: never a float."""

MAX_DIGITS = MAX_EXPONENT = 1_000

_WITH_COMMA = r"([+\-\N{MINUS SIGN}]?[0-9]*),([0-9]+(?:[eE][+-]?[0-9]+)? *%?)"
_SEPARATORS = (  # of thousands
    ",.'_ \N{RIGHT SINGLE QUOTATION MARK}\N{ARABIC THOUSANDS SEPARATOR}"
    "\N{NO-BREAK SPACE}\N{FIGURE SPACE}\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}"
)
_GROUPED = (
    r"([+\-\N{MINUS SIGN}]?[1-9][0-9]{0,2})"
    rf"((?P<by>[{_SEPARATORS}])[0-9]{{3}}(?:(?P=by)[0-9]{{3}})*)"
    r"((?:(?!(?P=by))[.,][0-9]+)? *%?)"
)
_INDIAN = r"([+\-\N{MINUS SIGN}]?[1-9][0-9]?)((?P<by>,)(?:[0-9]{2},)+[0-9]{3})((?:\.[0-9]+)? *%?)"
# What few texts need is compiled by `re` where one does, and no text without a digit does.
_WITH_UNIT = (  # £ 21,500, 80kg, 5 mL/min, 3 €/m², 60 /min, 14 days, 1.2*, 89 %*, 41 cm*, but not 1st
    rf"(?i)([€$£¥]?)\s*([0-9](?:[0-9{_SEPARATORS}]*[0-9])?(?: ?%(?= ?[*†‡]))?)\s*"
    r"(?!(?:st|nd|rd|th)\b)([€$£¥*†‡\"″′']|''|°[A-Za-z]{0,3}|[A-Za-zµ]{1,3}[²³]?|mmHg|mmol|kcal"
    r"|(?:[€$£¥]|[A-Za-zµ]{1,6}[²³]?)?/[A-Za-zµ]{1,4}[²³]?|\[(?:\^\w+|\d+|[a-z])\]|[¹²³⁴-⁹]+"
    r"|(?:second|minute|hour|day|week|month|year|mile|euro|dollar|tag|stunde|jahr|jour|heure)(?:s|n|e)?)?(?:\s*[*†‡]+)?"
)
_RANGE = (  # 20-30, 20 to 30, <30, >=30, 30+, [20, 30)
    r"[0-9][0-9.]*\s*(?:[-\N{EN DASH}\N{EM DASH}]|\.{2,3}|to)\s*[0-9][0-9.]*"
    r"|(?:[<>]=?|[≤≥])\s*[0-9][0-9.]*|[0-9][0-9.]*\s*\+"
    r"|[\[(]\s*[0-9][0-9.]*\s*[,;]\s*[0-9][0-9.]*\s*[\])]"
)
# ca. 2.5, ~3, (1,500)
_AROUND = r"(?i)([~≈]|(?:ca|circa|approx|about)\b\.?) *([0-9][0-9,.]*)|\(([0-9]+(?:,[0-9]{3})+)\)"
# Nine digits of an exponent are beyond every limit: more would only be work for `int`.
_DECIMAL = re.compile(r"([+-]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,9}))?")
EXPECTED = 'expected a number such as 3, 0.15, "5/11", "1e-3" or "45%"; got '


class BareNumeral(str):
    """A numeral that stood bare in a file, kept as its own characters: 0.15, never a float.

    >>> read_number(BareNumeral("1_000.5"))
    Fraction(2001, 2)
    """

    __slots__ = ()

    def __new__(cls, text: str) -> BareNumeral:
        """Keep the characters without the underscores that TOML allows between digits."""
        return super().__new__(cls, text.replace("_", ""))


class NumberText(str):
    """The text of a number that was read, and the number: nobody has to read it again.

    It is the text, compared and printed as such.

    >>> cell = NumberText("7.50", Fraction(15, 2))
    >>> cell == "7.50", cell.number
    (True, Fraction(15, 2))
    """

    __slots__ = ("_number",)
    _number: Fraction

    def __new__(cls, text: str, number: Fraction) -> NumberText:
        """Keep a text and what it was read as."""
        instance = super().__new__(cls, text)
        instance._number = number
        return instance

    def __getnewargs__(self) -> tuple[str, Fraction]:  # type: ignore[override]
        return str(self), self._number

    @property
    def number(self) -> Fraction:
        """Return the number."""
        return self._number


def number_in(cell: str) -> Fraction:
    """Return the number in a cell: what the door read that the cell came in by, if it read one.

    >>> number_in(NumberText("7.50", Fraction(15, 2))), number_in("7.5")
    (Fraction(15, 2), Fraction(15, 2))
    """
    return cell.number if isinstance(cell, NumberText) else read_number(cell)


def read_number(raw: object) -> Fraction:
    """Return the exact value of the numeral `raw`: text, an integer, a Fraction or a Decimal.

    >>> read_number("0.9"), read_number("3/6"), read_number("1e-3"), read_number("45%")
    (Fraction(9, 10), Fraction(1, 2), Fraction(1, 1000), Fraction(9, 20))

    Raises InputError for a float, NaN, an infinity, and numerals beyond 1,000 digits or
    exponents beyond ±1,000.

    >>> read_number(0.1)
    Traceback (most recent call last):
        ...
    exactnb.errors.InputError: 0.1 is a binary float; write "0.1" or Fraction(1, 10)
    """
    return read_ratio(raw).value


def read_whole(raw: object, least: int = 0, most: int | None = None) -> int:
    """Return the whole number `raw`, from `least` to `most`: Python's, NumPy's or SymPy's.

    >>> read_whole(3, 1, 10)
    3

    Raises InputError for anything else, a numeral in quotes and a truth value among it.
    """
    try:
        # It takes the integers of NumPy and SymPy, and no float that happens to be whole.
        number = index(raw)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if isinstance(raw, bool) or number < least or (most is not None and number > most):
        end = "" if most is None else f" to {most:,}"
        start = f" from {least}" if least or end else ""
        raise InputError.expected(f"a whole number{start}{end}", raw)
    return number


def read_ratio(raw: object) -> Ratio:
    """Return the numeral `raw` as written, "3/6" as 3 out of 6; raise InputError for anything else.

    >>> read_ratio("3/6"), read_ratio("0.15"), read_ratio("15 %").text
    (Ratio(3, 6), Ratio(3, 20), '15 %')
    """
    if isinstance(raw, str):
        return _read_ratio_text(raw)
    # True is an int to Python, and no number to a user.
    if isinstance(raw, bool):
        raise InputError(f"expected a number; got {raw}")
    if isinstance(raw, float):
        raise InputError(_float_message(raw))
    if isinstance(raw, Decimal):
        if not raw.is_finite():
            raise InputError(f"expected a finite number; got {raw}")
        _, digits, exponent = raw.as_tuple()
        _check_size(len(digits), int(exponent))
        return _as_ratio(Fraction(raw), str(raw))
    if isinstance(raw, Rational):  # int, Fraction and NumPy's integers
        numerator, denominator = int(raw.numerator), int(raw.denominator)
        if max(abs(numerator), denominator) >= 10**MAX_DIGITS:
            raise InputError(f"a number of more than {MAX_DIGITS:,} digits")
        return _as_ratio(Fraction(numerator, denominator))
    if isinstance(raw, Real):  # a float of NumPy's or SymPy's
        raise InputError(f"{raw} is a binary float; write it as text or as a fraction")
    raise InputError(f"expected a number; got {quoted(raw)} ({type(raw).__name__})")


def read_share(raw: object) -> Ratio:
    """Return the numeral `raw` as written, if it may be a probability; raise InputError otherwise.

    >>> read_share("3/6")
    Ratio(3, 6)
    """
    share = read_ratio(raw)
    if not 0 <= share.value <= 1:
        raise InputError(f"a probability lies between 0 and 1; got {raw}")
    return share


def read_decimal(text: str) -> rounding.Decimal:
    """Return the decimal numeral `text` with its digits as written.

    >>> read_decimal("0.50"), read_decimal("-1.2e-5"), read_decimal("3.")
    (Decimal(units=50, places=2), Decimal(units=-12, places=6), Decimal(units=3, places=0))

    Raises InputError for anything else: a fraction, a percentage, a comma between digits.
    """
    match = _DECIMAL.fullmatch(text)
    if match is None:
        raise InputError(EXPECTED + quoted(text))
    sign, integer, decimals, exponent = match[1], match[2], match[3] or "", int(match[4] or "0")
    _check_size(len(integer) + len(decimals), exponent)
    units = read_integer(integer + decimals)
    return rounding.Decimal(-units if sign == "-" else units, len(decimals) - exponent)


def repeating_decimal(text: str, period: str) -> Fraction:
    """Return the value of the decimal `text` followed by the digits `period` again and again.

    >>> repeating_decimal("0.1", "6"), repeating_decimal("0.", "9")
    (Fraction(1, 6), Fraction(1, 1))
    """
    prefix = read_decimal(text)
    # 0.1666… is 0.1 and 6 ninetieths.
    nines = (10 ** len(period) - 1) * 10**prefix.places
    return prefix.value + Fraction(read_integer(period), nines)


def are_thousands(first: str, groups: list[str]) -> bool:
    """Say whether `first` and the `groups` after its commas are groups of three, as in 1,234,567.8.

    >>> are_thousands("1", ["234"]), are_thousands("0", ["234"]), are_thousands("1", ["23"])
    (True, False, False)
    """
    *inner, last = groups
    all_groups = [first, *inner, last.partition(".")[0]]
    return (
        len(first) <= 3
        and not first.startswith("0")
        and all(len(group) == 3 for group in all_groups[1:])
        and "".join(all_groups).isdigit()
        and "e" not in last.casefold()
    )


def comma_as_point(text: str) -> str:
    """Return a numeral with a comma as one with a decimal point; "" for any other text.

    >>> comma_as_point("3,9"), comma_as_point("12,5%"), comma_as_point("1.234,5"), comma_as_point("3")
    ('3.9', '12.5%', '', '')
    """
    match = re.fullmatch(_WITH_COMMA, text)
    return f"{match[1]}.{match[2]}" if match else ""


def without_separators(text: str, marks: str = "") -> str:
    """Return a numeral without what separates its thousands; "" for any other text.

    A sign of `marks` does separate them; without any every sign may, but for a single point.

    >>> [without_separators(text) for text in ("12,345.67", "1.200,5", "1 200", "1'200", "1,23,456")]
    ['12345.67', '1200.5', '1200', '1200', '123456']
    >>> without_separators("1.200"), without_separators("1200"), without_separators("12,34")
    ('', '', '')
    >>> without_separators("1.200", "."), without_separators("1,200", ".")
    ('1200', '')
    """
    match = _match_grouped(text)
    if match is None or (marks and re.sub(r"\s", " ", match["by"]) not in marks):  # blanks are alike
        return ""
    first, groups, end = match[1], match[2], match[4]
    if not marks and match["by"] == "." and groups.count(".") == 1 and "," not in end:
        return ""  # a decimal point
    return first + re.sub("[^0-9]", "", groups) + end.replace(",", ".")


def _match_grouped(text: str) -> re.Match[str] | None:
    return re.fullmatch(_GROUPED, text) or re.fullmatch(_INDIAN, text)


def unit_of(text: str) -> str:
    """Return the unit of a number in `text`, "" of a number without one, and of any other text.

    >>> [unit_of(of) for of in ("£ 21,500", "14 days", "5 mmol/L", "12 €/m²", "60 /min", "1st", "3/4")]
    ['£', 'days', 'mmol/L', '€/m²', '/min', '', '']
    """
    match = _has_digit(text) and re.fullmatch(_WITH_UNIT, text)
    return (match[1] or match[3] or "") if match else ""


def _has_digit(text: str) -> bool:
    """Say whether any pattern may match `text`: to compile them all takes a command a millisecond."""
    return any("0" <= sign <= "9" for sign in text)


def numeral_hint(text: str, *, in_table: bool = False) -> str:
    """Return what to write for a range, a number with a unit, separators of thousands or decimal comma.

    Where the last two are possible, it says so; of a cell `in_table`, how it is read. "" for others.

    >>> numeral_hint("1,200")
    '; write 1200 if its comma separates thousands, or 1.200 if it is a decimal comma'
    >>> numeral_hint("12,5", in_table=True)
    '; say decimal = "," in data if that is a decimal comma'
    >>> numeral_hint("£ 21,500", in_table=True), numeral_hint("ca. 9")
    ('; write 21500 alone, without its unit, or say strip = "£," in data', '; write 9 alone')
    """
    text = text.strip()
    if not _has_digit(text):
        return ""
    if around := re.fullmatch(_AROUND, text):
        of = without_separators(around[2] or around[3]) or around[2]
        return f"; write {of} alone" if around[2] else f"; write -{of} if it is below 0, as in accounts"
    if re.fullmatch(_RANGE, text):
        return "; a range is no number: write one for it, such as its midpoint, or take it for a name"
    unit = re.fullmatch(_WITH_UNIT, text)
    number = unit[2] if unit else text
    plain, point, groups = without_separators(number), comma_as_point(number), _match_grouped(number)
    by, end = (groups["by"], groups[4]) if plain and groups else ("", "" if plain else number)
    units = re.findall(r"[^\W\d_]+|\S", text.replace(number, "", 1))
    signs = dict.fromkeys((*units, re.sub(r"\s", " ", by)))
    stated = f"'{''.join(signs)}'" if '"' in signs else f'"{"".join(signs)}"'
    way = f"strip = {stated}" + ' and decimal = ","' * ("," in end) + " in data"
    otherwise = f", or say {way}" * in_table
    if number != text:
        noun = "mark" if unit and unit[3] and unit[3][0] in "*†‡[¹²³⁴⁵⁶⁷⁸⁹" else "unit"
        return f"; write {plain or point or number} alone, without its {noun}{otherwise}"
    if plain and point:
        alternative = f'say decimal = "," in data if it is a decimal comma ({point})'
        way = f" ({way})"
        if not in_table:
            way, alternative = "", f"{point} if it is a decimal comma"
        return f"; write {plain} if its comma separates thousands{way}, or {alternative}"
    if plain:
        return f"; write {plain}, without separators between thousands{otherwise}"
    way = 'say decimal = "," in data' if in_table else f"write {point}"
    return f"; {way} if that is a decimal comma" if point else ""


def decimal_places(value: Fraction) -> int | None:
    """Return the number of digits of `value` behind the point, None if they never end.

    >>> decimal_places(Fraction(1, 8)), decimal_places(Fraction(1, 3)), decimal_places(Fraction(5))
    (3, None, 0)
    """
    rest, twos, fives = value.denominator, 0, 0  # decimals end if 2 and 5 alone divide it
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else None


def spell_number(value: Fraction) -> NumberText:
    """Return the one spelling of `value` in a name, a finite decimal or p/q, with the number.

    >>> [spell_number(read_number(text)) for text in ("7.50", "-1/4", "2/6", "1e2")]
    ['7.5', '-0.25', '1/3', '100']
    """
    places = decimal_places(value)
    if places is None:
        return NumberText(f"{integer_text(value.numerator)}/{integer_text(value.denominator)}", value)
    digits = integer_text(abs(value.numerator) * (10**places // value.denominator))
    if places:
        digits = digits.rjust(places + 1, "0")
        digits = f"{digits[:-places]}.{digits[-places:]}"
    return NumberText(f"-{digits}" if value < 0 else digits, value)


def _float_message(number: float) -> str:
    if number != number or number in (float("inf"), float("-inf")):
        return f"expected a finite number; got {number}"
    number = float(number)  # NumPy's float64 is a float that is written otherwise
    # `repr` writes what was typed, not the 55 digits that the double has.
    value = Fraction(repr(number))
    fix = f"Fraction({value.numerator}, {value.denominator})"
    return f'{number!r} is a binary float; write "{number!r}" or {fix}'


def _read_ratio_text(raw: str) -> Ratio:
    # Before anything looks at it: two numbers, their signs and an exponent.
    if len(raw) > 2 * MAX_DIGITS + 20:
        raise InputError(f"a numeral of {len(raw)} characters; at most {MAX_DIGITS} digits are read")
    text = raw.strip().replace("\N{MINUS SIGN}", "-")
    if text.endswith("%"):
        return _as_ratio(_decimal_value(text[:-1].rstrip(), raw) / 100, text)
    upper, slash, lower = text.partition("/")
    if not slash:
        return _as_ratio(_decimal_value(text, raw), text)
    numerator = _decimal_value(upper.strip(), raw)
    denominator = _decimal_value(lower.strip(), raw)
    if denominator <= 0:
        raise InputError(f"the denominator of {quoted(raw)} is {'negative' if denominator else 0}")
    return Ratio(numerator, denominator)


def _decimal_value(text: str, raw: str) -> Fraction:
    """Return the value of a decimal that is part of a numeral; what is wrong is said of all of it."""
    if _DECIMAL.fullmatch(text) is None:
        has_comma = without_separators(text) or comma_as_point(text)
        hint = has_comma and (numeral_hint(raw.strip()) or numeral_hint(text))
        raise InputError(EXPECTED + quoted(raw) + hint)
    return read_decimal(text).value


def _check_size(digits: int, exponent: int) -> None:
    if digits > MAX_DIGITS:
        raise InputError(f"a numeral of {digits} digits; at most {MAX_DIGITS:,} are read")
    if abs(exponent) > MAX_EXPONENT:
        raise InputError(f"an exponent of {exponent}; at most ±{MAX_EXPONENT:,} is read")


def _as_ratio(value: Fraction, text: str = "") -> Ratio:
    return Ratio(value.numerator, value.denominator, text)
