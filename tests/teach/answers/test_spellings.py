"""Spellings of one number: in words, in LaTeX, of other countries, and as programs print them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from thoroughness import all_of

from exactnb.core.arithmetic.matrices import Vector
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.arithmetic.values import logarithm
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.results import are_equal
from exactnb.teach.answers.answer import Ambiguous, Expects
from exactnb.teach.answers.reading import read_answer

F = Fraction

SPELLED = {
    "3 of 9": "1/3", "3 in 9": "1/3", "3 of the 9": "1/3", "p = 3 of 9": "1/3", "(3 of 9)": "1/3",
    "three of nine": "1/3", "3 of 9 = 1/3": "1/3", "3 of 9 documents": "1/3",
    "half": "1/2", "a half": "1/2", "one half": "1/2", "one-half": "1/2", "Half.": "1/2",
    "1 half": "1/2",
    "a third": "1/3", "two thirds": "2/3", "two-thirds": "2/3", "2 thirds": "2/3", "a quarter": "1/4",
    "three quarters": "3/4", "quarter": "1/4", "five twelfths": "5/12", "zero": "0", "one": "1",
    "ten": "10",
    "two thirds = 2/3": "2/3", "p is one third": "1/3",
    r"\nicefrac{3}{9}": "1/3", r"\sfrac{3}{9}": "1/3", r"\sfrac39": "1/3", "⁴⁄₅": "4/5", "¹⁄₂": "1/2",
    "¹²⁄₂₅": "12/25", "2¹⁄₂": "5/2", "⁴⁄₅ = 0.8": "4/5", "≐ 0.8": "4/5", "→ 4/5": "4/5",
    "p → 4/5": "4/5",
    "p => 4/5": "4/5", "p -> 4/5": "4/5", r"p \to \frac45": "4/5", r"\Rightarrow 4/5": "4/5",
    "∴ 4/5": "4/5",
    r"\doteq 0.8": "4/5", "it's 4/5": "4/5", "I get 4/5": "4/5", "so p = 4/5": "4/5",
    "we got 4/5.": "4/5",
    # programs
    "Fraction(2, 3)": "2/3", "Fraction(6,9)": "2/3", "Rational(2, 3)": "2/3", "Fraction(2)": "2",
    "Fraction(1, 2) * Fraction(2, 3)": "1/3", "np.float64(0.625)": "5/8", "numpy.float64(-0.5)": "-1/2",
    "math.log2(8)": "3", "math.log(1)": "0", "math.sqrt(4)": "2", "np.exp(0)": "1",
    "math.comb(4, 2)": "6",
    "math.log10(100)": "2", "np.log2(8)": "3",
    # digits that repeat
    "0.6 recurring": "2/3", "0.6 repeating": "2/3", ".3 recurring": "1/3", "0.666 recurring": "2/3",
    "0.6̅": "2/3",
    "0.16̅": "1/6",
    "0.0̅9̅": "1/11", "0.6̇": "2/3", "0.1̇42857̇": "1/7", "0.1̇6̇": "16/99", "1.6̄": "5/3",
    # digits in groups
    "153 664": "153664", "153'664": "153664", "153’664": "153664", "1 000": "1000",
    "1 234 567.5": "2469135/2",
    "153\u202f664": "153664", "12'345'678": "12345678", "1{,}234{,}567": "1234567", "0{,}625": "5/8",
    "125{,}5": "251/2", "2/1 000": "1/500",
    # at the end
    "0.625,": "5/8", "0.625;": "5/8", "5/8 ,": "5/8",
}  # fmt: skip


@all_of("typed", SPELLED)
def test_a_number_has_many_spellings(typed: str) -> None:
    """Each of them is the number that a person reads."""
    assert read_answer(typed).value == F(SPELLED[typed])


@all_of(
    "typed",
    ["3 of 9 of 27", "1/3 of 9", "50% of 8", "half of 9", "3 of 9/27", "2*3 of 9", "3 of 0.9",
     "0.3 of 9",
     "3 of 9 * 2", "3 of 9!", "one and a half", "two half thirds", "3 in 9 in 27", "2^3 of 9",
     "3 of -9",
     "1.234 567", "0.6 66", "0 667", "1 23", "12 3456", "1234 567", "1 234 56", "153' 664", "0'667",
     "1 000 1/2", "Fraction(1, 2, 3)", "Fraction()", "Fraction 1, 2", "²⁄x", "thirds", "third",
     "0.6̅6̅6", "0.(6)6", "6̅", "1.6̅ 5"],
)  # fmt: skip
def test_what_is_no_clear_spelling_is_refused(typed: str) -> None:
    """A part of a part, digits in no groups, a fraction cut short: none of it is guessed."""
    with pytest.raises(Refusal) as refusal:
        read_answer(typed)
    assert not isinstance(refusal.value, Ambiguous)


@all_of(
    ("typed", "first", "second"),
    [
        ("9/64 / 27/128", F(9, 64) / 27 / 128, F(2, 3)),
        ("3 / 4/5", F(3, 20), F(15, 4)),
        ("2 * 9/64 / 27/128", F(9, 32) / 27 / 128, F(4, 3)),
        *((f"9/64{sign}27/128", F(9, 64) / 27 / 128, F(2, 3)) for sign in ("÷", " ÷", "÷ ", r"\div ")),
        ("9∕64÷27⁄128", F(9, 64) / 27 / 128, F(2, 3)),
        ("0.16 recurring", F(1, 6), F(16, 99)),
        ("2/3 !", F(1, 3), F(2, 3)),
        ("1 234/567", F(1234, 567), 1 + F(234, 567)),
        ("153{,}664", F(153664, 1000), F(153664)),
    ],
)
def test_a_spelling_with_two_readings_is_asked_with_both(
    typed: str, first: Fraction, second: Fraction
) -> None:
    """The usual reading comes first, then the other."""
    with pytest.raises(Refusal) as refusal:
        read_answer(typed)
    assert [reading.value for reading in refusal.value.readings[:2]] == [first, second]


@all_of(
    "typed",
    ["3/4 / 5", "3/4/5", "1/2/3/4", "(9/64) / (27/128)", "9/64 / 1", "3 / 4", "3÷4", "3÷4÷5", "3/4÷5"],
)
def test_slashes_with_one_reading_are_not_asked(typed: str) -> None:
    """Without a blank, or with brackets, quotients are taken from the left."""
    assert isinstance(read_answer(typed).value, Fraction)


def test_the_logarithm_of_a_program_is_natural() -> None:
    """Python's log is the logarithm that a bare log may not be."""
    for typed in ("math.log(2/3)", "np.log(2/3)", "numpy.log(2/3)"):
        assert are_equal(read_answer(typed).value, logarithm(F(2, 3)))


COMMA = Expects(decimal=",", log="e")


@all_of(
    ("typed", "value", "decimal"),
    [
        ("0,5", F(1, 2), (5, 1)),
        ("1,234", F(617, 500), (1234, 3)),
        ("-0,50", F(-1, 2), (-50, 2)),
        ("66,7 %", F(667, 1000), (667, 3)),
        ("1.234,5", F(2469, 2), (12345, 1)),
        ("1.234.567", F(1234567), (1234567, 0)),
        ("1.234.567,5", F(2469135, 2), (12345675, 1)),
        ("1 234,5", F(2469, 2), (12345, 1)),
        ("0.5", F(1, 2), (5, 1)),
        ("0.667", F(667, 1000), (667, 3)),
        ("2/3 = 0,667", F(2, 3), None),
        ("1,5/3", F(1, 2), None),
        ("C(8,4)", F(70), None),
        ("Fraction(2,3)", F(2, 3), None),
        ("0{,}5", F(1, 2), (5, 1)),
    ],
)
def test_a_sheet_may_declare_the_comma_its_decimal_point(
    typed: str, value: Fraction, decimal: tuple[int, int] | None
) -> None:
    """Then 1,234 is a little more than 1, without a question, and points part thousands."""
    answer = read_answer(typed, COMMA)
    assert answer.value == value
    assert answer.decimal == (None if decimal is None else Decimal(*decimal))


def test_a_point_between_thousands_is_asked_where_the_comma_is_declared() -> None:
    """1.234 may be typed by a German or come out of a calculator."""
    with pytest.raises(Refusal) as refusal:
        read_answer("1.234", COMMA)
    assert [reading.value for reading in refusal.value.readings] == [F(617, 500), F(1234)]
    assert read_answer("1.234", Expects()).value == F(617, 500)


def test_lists_with_decimal_commas_have_another_sign_between_them() -> None:
    """A semicolon parts numbers, or a comma with a blank."""
    comma = Expects("numbers", decimal=",")
    for typed in ("(1,5; 2)", "1,5; 2", "(1,5, 2)"):
        assert read_answer(typed, comma).value == Vector((F(3, 2), F(2)))


def test_odds_to_one_keep_their_figures() -> None:
    """3.89:1 is 3.89, with three figures."""
    odds = Expects(odds=True)
    for typed in ("3.89:1", "3.89 : 1", "3.89 to 1"):
        answer = read_answer(typed, odds)
        assert (answer.value, answer.decimal) == (F(389, 100), Decimal(389, 2))
    assert read_answer("3:4", odds).value == F(3, 4)
