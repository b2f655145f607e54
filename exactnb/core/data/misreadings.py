"""What a number in a table may be misread as: another digit, two swapped, the point moved."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exactnb.core.arithmetic.numerals import number_in

_PLAIN = re.compile(r"([+\-\N{MINUS SIGN}]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?")


def misreadings(numeral: str) -> Iterator[str]:
    """Yield the decimals that `numeral` may be misread or mistyped as, each number once.

    These are another digit in one place, two neighbours swapped, a digit left out or written twice, the
    decimal point left out or one place away, the sign left out or put in. None begins with a zero that
    nobody writes. A fraction, a percentage or a power of ten has none.

    >>> list(misreadings("12"))[-9:]
    ['19', '21', '2', '1', '112', '122', '120', '1.2', '-12']
    """
    match = _PLAIN.fullmatch(numeral.strip())
    if match is None:
        return
    sign, opposite = ("", "-") if match[1] in ("", "+") else ("-", "")
    digits, point = (match[2] or "0") + (match[3] or ""), len(match[2] or "0")
    written = [
        *((sign, *misread) for misread in _misread_digits(digits, point)),
        (opposite, digits, point),
    ]
    met = {number_in(numeral)}
    for sign_text, figures, place in written:
        text = sign_text + figures[:place] + ("." if figures[place:] else "") + figures[place:]
        is_written = place > 0 and (place == 1 or figures[0] != "0")
        if is_written and number_in(text) not in met:
            met.add(number_in(text))
            yield text


def _misread_digits(digits: str, point: int) -> Iterator[tuple[str, int]]:
    """Yield other digits, with the number of those before the point."""
    places = range(len(digits))
    for at in places:
        yield from ((digits[:at] + new + digits[at + 1 :], point) for new in "0123456789")
    for at in places[1:]:
        yield digits[: at - 1] + digits[at] + digits[at - 1] + digits[at + 1 :], point
    for at in places:
        yield digits[:at] + digits[at + 1 :], point - (at < point)
    for at in places:
        yield digits[: at + 1] + digits[at:], point + (at < point)
    for moved in (len(digits), point + 1):  # the zero of 0.53 goes with its point: 53, 5.3
        zeros = min(len(digits) - len(digits.lstrip("0")), moved - 1)
        yield digits.ljust(moved, "0")[zeros:], moved - zeros
    yield digits.rjust(len(digits) + (point == 1), "0"), point - (point > 1)
