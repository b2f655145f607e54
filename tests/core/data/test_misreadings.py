"""What a numeral may be misread as: by hand, and sign by sign."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from planted_numbers import misread
from thoroughness import all_of

from exactnb.core.data.edits import misreadings


@all_of(
    "numeral, by_digits, others",
    [
        ("7", "0 1 2 3 4 5 6 8 9", "77 70 0.7 -7"),
        ("12", "22 32 42 52 62 72 82 92 10 11 13 14 15 16 17 18 19", "21 2 1 112 122 120 1.2 -12"),
        ("-0.5", "-1.5 -2.5 -3.5 -4.5 -5.5 -6.5 -7.5 -8.5 -9.5 -0.0 -0.1 -0.2 -0.3 -0.4 -0.6 -0.7 -0.8 "
         "-0.9", "-5.0 -0.55 -0.05 0.5"),
        ("0", "1 2 3 4 5 6 7 8 9", ""),
    ],
)  # fmt: skip
def test_a_numeral_is_misread_in_so_many_ways(numeral: str, by_digits: str, others: str) -> None:
    """Other digits, then swapped, left out or doubled ones, the point elsewhere, the sign."""
    assert list(misreadings(numeral)) == [*by_digits.split(), *others.split()]


@all_of("text", ["5/2", "1e3", "45%", "", ".", "-", "1,5", "many", "٣"])
def test_what_is_no_plain_decimal_is_not_misread(text: str) -> None:
    """Fractions, percentages, powers of ten and other signs have none."""
    assert list(misreadings(text)) == []


def test_the_point_may_be_lost() -> None:
    """1253, 125.3 and 1.253 for 12.53; 53 and 5.3 for 0.53, whose zero goes with the point."""
    assert {"1253", "125.3", "1.253"} <= set(misreadings("12.53"))
    assert {"53", "5.3", "0.053"} <= set(misreadings("0.53"))


@all_of("seed", range(40))
def test_numerals_are_misread_as_sign_by_sign(seed: int) -> None:
    """Each other number stands there once, and no other does."""
    random = Random(seed)
    whole = str(random.randint(0, 10 ** random.randint(1, 5)))
    behind = random.choice(("", ".0", ".", f".{random.randint(0, 99)}"))
    numeral = random.choice(("", "-")) + whole
    found = [Fraction(text) for text in misreadings(numeral + behind)]
    assert len(found) == len(set(found))
    assert set(found) == misread(numeral + behind.rstrip("."))
