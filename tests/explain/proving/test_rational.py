"""Fractions of polynomials in atoms: what is worked out of them has the value that it should have."""

from __future__ import annotations

import operator
import pickle
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic.polynomials import gcd_and_quotients
from exactnb.explain.proving.forms.atoms import Indexed, LetterName
from exactnb.explain.proving.forms.rational import ONE, ZERO, Form, number, product

X, Y = (Indexed(LetterName(name, False, "", 0, ()), ()) for name in "xy")
PLACE = {X: F(31, 7), Y: F(-17, 5)}
AT = {atom: number(value) for atom, value in PLACE.items()}
STEPS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
Pair = tuple[Form, F]


def stepped(step: str, left: Pair, right: Pair) -> Pair:
    """Return a sum, difference, product or quotient, with its value; nothing is divided by 0."""
    if step == "/" and right[0] == 0:
        return left
    work = STEPS[step]
    return work(left[0], right[0]), work(left[1], right[1])


LEAVES = st.sampled_from([(atom.form, value) for atom, value in PLACE.items()]) | st.fractions(
    -3, 3, max_denominator=4
).map(lambda value: (number(value), value))
PAIRS = st.recursive(
    LEAVES, lambda inner: st.builds(stepped, st.sampled_from(list(STEPS)), inner, inner), max_leaves=6
)


def test_atoms_that_are_spelled_alike_are_one_object() -> None:
    """Made twice, replaced, copied or pickled, an atom is the same object: `is` compares them."""
    again = Indexed(name=LetterName("x", False, "", 0, ()), indices=())
    assert again is X is not Y
    assert replace(Y, name=X.name) is X
    assert deepcopy(X) is X
    assert pickle.loads(pickle.dumps(X.form)) == X.form
    assert pickle.loads(pickle.dumps((X, Y))) == (X, Y)


@given(PAIRS)
@law(10)
def test_a_form_has_its_value_in_lowest_terms(pair: Pair) -> None:
    """With numbers for its atoms it is the number; above and below share nothing, and below leads +."""
    form, value = pair
    assert form.replaced(AT).number == value
    assert gcd_and_quotients(form.dividend, form.divisor)[0].number in (1, -1)
    assert form.divisor.leading_coefficient > 0
    assert form.numerator / form.denominator == form
    assert form.numerator == sum((product(of) * times for times, of in form.terms()), ZERO)


@given(PAIRS, PAIRS, st.integers(0, 3))
@law(8)
def test_forms_are_calculated_with_as_numbers_are(one: Pair, other: Pair, exponent: int) -> None:
    """Sums, products and powers are the same in any order, and undone by their opposites."""
    (a, _), (b, value) = one, other
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) * a == a * a + b * a
    assert a + b - b == a
    assert a - a == ZERO
    assert a**exponent == product([(a, exponent)])
    assert a ** (exponent + 1) == a**exponent * a
    assert hash(a + b) == hash(b + a)
    if value:
        assert a * b / b == a
        assert b**-exponent * b**exponent == ONE


@given(PAIRS, PAIRS)
@law(8)
def test_slopes_follow_the_rules(one: Pair, other: Pair) -> None:
    """A letter has the slope 1 by itself, 0 by another; sums, products and quotients have their own."""
    (a, _), (b, value) = one, other
    assert (X.form.derivative(X), X.form.derivative(Y), number(3).derivative(X)) == (ONE, ZERO, ZERO)
    assert (a + b).derivative(X) == a.derivative(X) + b.derivative(X)
    assert (a * b).derivative(X) == a.derivative(X) * b + a * b.derivative(X)
    if value:
        assert (a / b).derivative(X) == (a.derivative(X) * b - a * b.derivative(X)) / b**2


@all_of(
    ("form", "value", "whole", "atom"),
    [
        (number(3), F(3), 3, None),
        (number(F(1, 2)), F(1, 2), None, None),
        (ZERO, F(0), 0, None),
        (X.form, None, None, X),
        (X.form * 2, None, None, None),
        (X.form**2, None, None, None),
        (X.form * Y.form, None, None, None),
        (ONE / X.form, None, None, None),
        (X.form + 1, None, None, None),
    ],
)
def test_what_a_form_is(form: Form, value: F | None, whole: int | None, atom: Indexed | None) -> None:
    """It knows whether it is a number, a whole one, or an atom by itself; and equals integers."""
    assert (form.number, form.integer, form.atom) == (value, whole, atom)
    assert (form == 3) is (value == 3)
    assert form != "3"


def test_nothing_is_divided_by_nothing() -> None:
    """0 to a negative power has no value, whatever the form was."""
    with pytest.raises(ZeroDivisionError, match="division by zero"):
        (X.form - X.form) ** -1
