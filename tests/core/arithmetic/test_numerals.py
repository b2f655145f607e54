import pickle
import sys
from collections.abc import Callable
from copy import copy
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic.integers import Ratio, integer_text, read_integer
from exactnb.core.arithmetic.numerals import (
    MAX_DIGITS,
    MAX_EXPONENT,
    NumberText,
    are_thousands,
    decimal_places,
    read_decimal,
    read_number,
    read_ratio,
    spell_number,
)
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.errors import InputError

READ = [
    ("0.9", Fraction(9, 10)),
    ("3/6", Fraction(1, 2)),
    (" 3 / 6 ", Fraction(1, 2)),
    ("-1/2", Fraction(-1, 2)),
    ("1e-3", Fraction(1, 1000)),
    ("2.5E+2", Fraction(250)),
    ("45%", Fraction(9, 20)),
    ("4.5 %", Fraction(9, 200)),
    ("−3", Fraction(-3)),
    ("1e−3", Fraction(1, 1000)),
    ("+3", Fraction(3)),
    (".5", Fraction(1, 2)),
    ("5.", Fraction(5)),
    ("007", Fraction(7)),
    ("-0", Fraction(0)),
    (" 0.15\n", Fraction(3, 20)),
    (7, Fraction(7)),
    (Fraction(5, 11), Fraction(5, 11)),
    (Decimal("0.10"), Fraction(1, 10)),
    (Decimal("-1.5E+3"), Fraction(-1500)),
]

NO_NUMERALS = [
    *("", " ", "abc", ".", "-", "%", "e5", "1e", "1_000", "٣", "0x10", "1,5", "- 3", "--3", "1e1.5"),
    *("1e10000000000", "1/2/3", "/2", "1/", "3/6%", "45%%", "nan", "inf", "1 000", "½", "3 4", "1²"),
]

DECIMALS = st.builds(
    lambda sign, digits, exponent: Decimal((sign, tuple(digits), exponent)),
    st.integers(0, 1),
    st.lists(st.integers(0, 9), min_size=1, max_size=40),
    st.integers(-900, 900),
)


@all_of(("given_value", "value"), READ)
def test_numerals_are_read_exactly(given_value: object, value: Fraction) -> None:
    """A numeral has exactly the value that its digits spell."""
    assert read_number(given_value) == value


@all_of(
    ("text", "ratio"),
    [
        ("3/6", Ratio(3, 6)),
        ("0/4", Ratio(0, 4)),
        ("1.5/2.5", Ratio(Fraction(3, 2), Fraction(5, 2))),
        ("50%", Ratio(1, 2)),
        ("4.5%", Ratio(9, 200)),
        ("0.15", Ratio(3, 20)),
        ("2", Ratio(2, 1)),
    ],
)
def test_terms_are_kept_as_written(text: str, ratio: Ratio) -> None:
    """A slash and a whole percentage keep their terms; a decimal is in lowest terms."""
    assert read_ratio(text) == ratio


@all_of(
    "given_value, fix",
    [
        (0.1, '"0.1" or Fraction(1, 10)'),
        (-2.5, '"-2.5" or Fraction(-5, 2)'),
        (1e-7, '"1e-07" or Fraction(1, 10000000)'),
        (3.0, '"3.0" or Fraction(3, 1)'),
    ],
)
def test_a_float_is_refused_with_two_ways_to_write_it(given_value: float, fix: str) -> None:
    """A binary float is refused, and the message spells the numeral that was meant."""
    with pytest.raises(InputError) as refusal:
        read_number(given_value)
    assert str(refusal.value) == f"{given_value!r} is a binary float; write {fix}"


@all_of(
    ("given_value", "told"),
    [
        (float("nan"), "expected a finite number; got nan"),
        (float("-inf"), "expected a finite number; got -inf"),
        (Decimal("NaN"), "expected a finite number; got NaN"),
        (Decimal("sNaN"), "expected a finite number; got sNaN"),
        (Decimal("Infinity"), "expected a finite number; got Infinity"),
        (True, "expected a number; got True"),
        (None, "expected a number; got 'None' (NoneType)"),
        (1j, "expected a number; got '1j' (complex)"),
        ("1/0", "the denominator of '1/0' is 0"),
        ("0/0.0", "the denominator of '0/0.0' is 0"),
        ("1/-2", "the denominator of '1/-2' is negative"),
        ("1e9999", "an exponent of 9999; at most ±1,000 is read"),
        ("1e-1001", "an exponent of -1001; at most ±1,000 is read"),
        ("7" * 1001, "a numeral of 1001 digits; at most 1,000 are read"),
        ("0." + "7" * 1000, "a numeral of 1001 digits; at most 1,000 are read"),
        ("7" * 10**5, "a numeral of 100000 characters; at most 1000 digits are read"),
        (Decimal("7" * 1001), "a numeral of 1001 digits; at most 1,000 are read"),
        (Decimal("1E+1001"), "an exponent of 1001; at most ±1,000 is read"),
        (Decimal("1E-999999"), "an exponent of -999999; at most ±1,000 is read"),
    ],
)
def test_what_is_no_exact_number_is_refused_with_the_reason(given_value: object, told: str) -> None:
    """Each refusal is an InputError of one line that names what was wrong."""
    with pytest.raises(InputError) as refusal:
        read_number(given_value)
    assert str(refusal.value) == told


@all_of(
    "text",
    NO_NUMERALS,
)
def test_other_text_is_refused_with_examples_of_numerals(text: str) -> None:
    """Text that is no numeral is quoted, and the message shows numerals that are read."""
    with pytest.raises(InputError) as refusal:
        read_number(text)
    told = f'expected a number such as 3, 0.15, "5/11", "1e-3" or "45%"; got {text!r}'
    thousands = "; write 1000, without separators between thousands"
    hints = {"1_000": thousands, "1 000": thousands, "1,5": "; write 1.5 if that is a decimal comma"}
    assert str(refusal.value) == told + hints.get(text, "")


def test_a_long_text_is_cut_in_the_message() -> None:
    """A refusal stays short however long the text was."""
    with pytest.raises(InputError) as refusal:
        read_number("x" * 2000)
    assert len(str(refusal.value)) < 200


def test_the_limits_themselves_are_read() -> None:
    """A numeral of 1,000 digits and exponents of ±1,000 are read."""
    assert read_number("9" * MAX_DIGITS) == 10**1000 - 1
    assert read_number(f"1e{MAX_EXPONENT}") == 10**1000
    assert read_number(f"1e-{MAX_EXPONENT}") == Fraction(1, 10**1000)
    assert read_number(Decimal("9" * MAX_DIGITS)) == 10**1000 - 1


@given(st.fractions(max_denominator=10**30))
@law(12)
def test_fractions_read_back(value: Fraction) -> None:
    """The text of a Fraction reads back as the same Fraction, and so does the Fraction itself."""
    assert read_number(str(value)) == value
    assert read_ratio(value) == Ratio(value.numerator, value.denominator)


@given(DECIMALS)
@law(12)
def test_decimals_read_back(value: Decimal) -> None:
    """A Decimal, its text and its percentage have the value that Fraction gives it."""
    exact = Fraction(value)
    assert read_number(value) == exact
    assert read_number(f"{value:E}") == exact
    assert read_number(f"{value:E}%") == exact / 100


@given(st.integers(0, 10**20), st.integers(1, 10**20))
@law(12)
def test_a_written_fraction_is_not_reduced(over: int, under: int) -> None:
    """Numerator and denominator come back as they were written."""
    assert read_ratio(f"{over}/{under}") == Ratio(over, under)


@all_of("limit", [640, 4_300, 0])
def test_digits_do_not_depend_on_the_limit_of_the_process(limit: int) -> None:
    """Numbers of 1,000 digits are read and written whatever limit Python has on digits."""
    before = sys.get_int_max_str_digits()
    digits = "123456789" * 111 + "7"
    try:
        sys.set_int_max_str_digits(limit)
        assert spell_number(read_number(digits)) == digits
        assert read_number(f"{digits}/3") * 3 == read_number(digits)
        assert spell(written(read_number(f"-1/{digits}"))) == f"-1/{digits}"
        assert integer_text(read_integer("0" + digits * 5)) == digits * 5
    finally:
        sys.set_int_max_str_digits(before)


@all_of("text", ["", "1/2", "45%", "1,5", ".", "1e", " 1", "--1"])
def test_a_decimal_is_digits_and_a_point(text: str) -> None:
    """A fraction, a percentage and a comma are no decimal."""
    with pytest.raises(InputError, match="expected a number such as"):
        read_decimal(text)


@all_of("given_value", [float("nan"), float("inf"), float("-inf"), Decimal("NaN")])
def test_what_is_not_finite_is_no_number(given_value: object) -> None:
    """It is said to be so, and no fraction is offered in its place."""
    with pytest.raises(InputError, match="expected a finite number; got"):
        read_number(given_value)


@all_of(
    ("first", "groups", "held"),
    [
        ("123", ["456"], True), ("12", ["345", "678.9"], True), ("1234", ["567"], False),
        ("1", ["23"], False), ("1", ["23", "456"], False), ("012", ["345"], False),
        ("1", ["2e4"], False), ("1", ["234.5e3"], False), ("", ["123"], True),
        ("-1", ["234"], False), ("1", ["234.5"], True),
    ],
)  # fmt: skip
def test_digits_between_commas_stand_by_threes(first: str, groups: list[str], held: bool) -> None:
    """At most three come first, and three in every other group, but behind a point."""
    assert are_thousands(first, groups) is held


@all_of("text", ["0", "0.5", "-0.5", "0.05", "-12.25", "1/3", "-2/3", "10", "-10"])
def test_a_number_is_spelled_in_one_way(text: str) -> None:
    """Between -1 and 1 as well a minus stands before what is negative, and before nothing else."""
    assert spell_number(read_number(text)) == text


@all_of(
    ("value", "places"),
    [("1/5", 1), ("1/2", 1), ("1/25", 2), ("1/50", 2), ("3/20", 2), ("1/40", 3), ("7", 0),
    ("1/30", None),
     ("1/7", None)],
)  # fmt: skip
def test_the_places_of_a_finite_decimal(value: str, places: int | None) -> None:
    """As many as the larger of the powers of 2 and 5 below the bar; any other prime has no end."""
    assert decimal_places(read_number(value)) == places


@pytest.mark.parametrize("turned", [False, True])
def test_a_number_has_so_many_digits_and_no_more(turned: bool) -> None:
    """The largest number of the most digits is read, above the bar and below, and the next is not."""
    longest, next_one = (Fraction(n, 1) for n in (10**MAX_DIGITS - 1, 10**MAX_DIGITS))
    if turned:
        longest, next_one = 1 / longest, 1 / next_one
    assert read_ratio(longest).value == longest
    with pytest.raises(InputError, match="a number of more than"):
        read_ratio(next_one)


def test_fractions_of_a_thousand_digits_are_the_longest() -> None:
    """Two numbers of 1,000 digits with 19 spaces around the stroke are read; one more is too long."""
    above, below = "9" * 1_000, "7" * 1_000
    assert read_number(f"{above}{'/':>20}{below}") == Fraction(int(above), int(below))
    with pytest.raises(InputError, match="a numeral of 2021 characters"):
        read_number(f"{above}{'/':>21}{below}")


@pytest.mark.parametrize("copied", [copy, lambda of: pickle.loads(pickle.dumps(of))])
def test_a_text_and_its_number_are_copied_together(copied: Callable[[NumberText], NumberText]) -> None:
    """What another process gets, or a copy, knows the number too."""
    cell = copied(NumberText("7.50", Fraction(15, 2)))
    assert (cell, cell.number) == ("7.50", Fraction(15, 2))
