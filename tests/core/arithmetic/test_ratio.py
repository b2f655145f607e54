from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic.integers import Ratio

TERMS = st.lists(st.fractions(0, 100, max_denominator=20), min_size=1, max_size=4).map(tuple)
POSITIVE = st.lists(st.fractions(Fraction(1, 9), 100, max_denominator=20), min_size=1, max_size=4)


def test_equality_is_of_the_form() -> None:
    """2 out of 4 is not 1 out of 2, though the values agree."""
    assert Ratio(2, 4) != Ratio(1, 2)
    assert Ratio(2, 4).value == Ratio(1, 2).value == Fraction(1, 2)
    assert Ratio((2, 1), (4, 2)) != Ratio(3, 6)
    assert Ratio((2, 1), 6) != Ratio((1, 2), 6)


def test_equal_forms_are_one_key() -> None:
    """An int and the same Fraction make equal ratios with one hash."""
    assert Ratio(2, 4) == Ratio(Fraction(2), (Fraction(4),))
    assert len({Ratio(2, 4), Ratio(Fraction(2), 4), Ratio((2,), (4,))}) == 1


def test_a_smoothed_ratio_keeps_its_terms() -> None:
    """(2+1)/(4+2) is worth 1/2, and its sums are 3 and 6."""
    smoothed = Ratio((2, 1), (4, 2))
    assert smoothed.numerator == (2, 1)
    assert smoothed.denominator == (4, 2)
    assert smoothed.with_sums() == Ratio(3, 6)
    assert smoothed.value == Fraction(1, 2)


def test_nothing_counted_has_no_value() -> None:
    """0 out of 0 can be written down, and its value is an error."""
    nothing = Ratio(0, (0, 0))
    assert nothing.with_sums() == Ratio(0, 0)
    with pytest.raises(ZeroDivisionError):
        _ = nothing.value


def test_the_empty_sum_is_zero() -> None:
    """A sum of no terms is 0."""
    assert Ratio((), 3).value == 0
    assert Ratio((), 3).with_sums() == Ratio(0, 3)


@all_of("term", [0.5, True, "1", None, 1j])
def test_other_terms_are_refused(term: object) -> None:
    """A term is an int or a Fraction, and nothing else, on either side."""
    with pytest.raises(TypeError, match="the terms of a Ratio are int or Fraction"):
        Ratio(term, 2)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the terms of a Ratio are int or Fraction"):
        Ratio(2, (1, term))  # type: ignore[arg-type]


def test_a_ratio_does_not_change() -> None:
    """Assigning to a part of a ratio is an error."""
    ratio = Ratio(1, 2)
    with pytest.raises(FrozenInstanceError):
        ratio.numerator = (Fraction(2),)  # type: ignore[misc]


@all_of(
    "ratio, text",
    [
        (Ratio(3, 6), "Ratio(3, 6)"),
        (Ratio((2, 1), (4, 2)), "Ratio((2, 1), (4, 2))"),
        (Ratio(Fraction(1, 2), -3), "Ratio(Fraction(1, 2), -3)"),
        (Ratio((2, Fraction(1, 2)), 5), "Ratio((2, Fraction(1, 2)), 5)"),
    ],
)
def test_the_text_is_an_expression(ratio: Ratio, text: str) -> None:
    """The repr is Python that builds the same ratio."""
    assert repr(ratio) == text
    assert eval(text, {"Ratio": Ratio, "Fraction": Fraction}) == ratio


@given(TERMS, POSITIVE.map(tuple))
@law(12)
def test_carrying_out_the_sums_keeps_the_value(
    over: tuple[Fraction, ...], under: tuple[Fraction, ...]
) -> None:
    """The value is sum over sum, and summed() changes the form only."""
    ratio = Ratio(over, under)
    assert ratio.value == sum(over) / sum(under)
    assert ratio.with_sums().value == ratio.value
    assert ratio.with_sums().with_sums() == ratio.with_sums()
