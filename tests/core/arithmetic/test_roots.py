"""Zeros of polynomials, where they are positive, and equations in whole numbers: by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from thoroughness import all_of

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.intervals import (
    crossings,
    intersection,
    points_from_pieces,
    sorted_distinct,
    where_larger,
)
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.roots import (
    EVERYWHERE,
    NOWHERE,
    Equation,
    Points,
    brackets_of,
    equation,
    kind_from_brackets,
    positive_intervals,
    rational_and_logarithm,
    zeros,
)
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED, Infinite
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.results import are_equal
from exactnb.core.expression.written import written
from exactnb.errors import Unsupported

DOWN = Infinite(-1)
LN_2 = values.logarithm(F(2))
SQRT_2 = PowerProduct.of(2) ** F(1, 2)


def fractions(*numbers: int) -> list[values.Number]:
    return [F(n) for n in numbers]


@all_of(
    ("coefficients", "parts"),
    [
        ((-6, -1, 1), (-2, 3)), ((-6, 2), (3,)), ((1, 0, 1), ()), ((1, 2, 1), (-1,)), ((0, 0, 2), (0,)),
        ((5,), ()), ((5, 0, 0), ()), ((-8, 0, 2), (-2, 2)), ((6, 1, -1), (-2, 3)), ((0, 3, 0, 0), (0,)),
    ],
)  # fmt: skip
def test_the_zeros_of_a_polynomial(coefficients, parts) -> None:
    """The constant stands first; what is 0 before the highest powers is no degree."""
    assert zeros(fractions(*coefficients)) == Points(tuple(fractions(*parts)))


def test_irrational_zeros_stand_in_order() -> None:
    """x² = 2 where x is −√2 or √2, and x² + x = ln 2 twice."""
    low, high = zeros(fractions(-2, 0, 1)).parts
    assert high == SQRT_2
    assert values.compare(low, values.negate(SQRT_2)) == 0
    found = zeros([values.negate(LN_2), F(1), F(1)]).parts
    assert [str(values.compare(x, F(-1, 2))) for x in found] == ["-1", "1"]
    assert zeros([LN_2, F(2)]).parts == (values.multiply([F(-1, 2), LN_2]),)


def test_a_polynomial_that_is_zero_is_zero_everywhere() -> None:
    """0 = 0 at every place; an infinite constant leaves none, an undefined one no answer."""
    assert zeros(fractions(0, 0, 0)) == zeros(fractions(0)) == EVERYWHERE
    assert zeros([INFINITY, F(1), F(1)]) == Points(())
    assert zeros([UNDEFINED, F(1)]) == zeros([F(1), UNDEFINED]) == zeros([F(1), INFINITY]) == UNDEFINED


@all_of(
    "coefficients, words",
    [([F(1), F(1), F(1), LN_2], "more than the second degree with logarithms"),
     ([F(1), F(1), LN_2], "rational coefficients but for its constant"),
     ([F(1), LN_2, F(1)], "rational coefficients but for its constant")],
)  # fmt: skip
def test_other_equations_are_refused(coefficients, words: str) -> None:
    """A cubic with logarithms has no zeros here, and neither has a quadratic with one before x."""
    with pytest.raises(Unsupported, match=words):
        zeros(coefficients)


def test_zeros_of_any_degree_are_those_of_its_factors() -> None:
    """(x − 1)(x² − 2)(x³ − x − 1) is 0 at −√2, 1, a number beyond 1.3247, and √2."""
    found = zeros(fractions(-2, 0, 3, 2, -3, -1, 1)).parts
    assert [values.compare(number, F(0)) for number in found] == [-1, 1, 1, 1]
    root = values.power(F(2), F(1, 2))
    assert [found[0], found[1], found[3]] == [values.negate(root), F(1), root]
    (cubic,) = zeros(fractions(-1, -1, 0, 1)).parts
    assert are_equal(found[2], cubic)
    assert values.compare(cubic, F("1.324717957244746")) == 1
    assert values.compare(cubic, F("1.324717957244747")) == -1
    assert evaluate(written(cubic)) == cubic


@all_of(
    ("coefficients", "lower", "parts", "kind"),
    [
        ((-6, -1, 1), None, (DOWN, -2, 3, INFINITY), "open"), ((6, 1, -1), None, (-2, 3), "open"),
        ((-6, 2), None, (3, INFINITY), "open"), ((6, -2), None, (DOWN, 3), "open"),
        ((1, 2, 1), None, (DOWN, -1, -1, INFINITY), "open"), ((-1, -2, -1), None, (), "open"),
        ((1, 0, 1), None, (DOWN, INFINITY), "open"), ((-1, 0, -1), None, (), "open"),
        ((5,), None, (DOWN, INFINITY), "open"), ((-5,), None, (), "open"), ((0,), None, (), "open"),
        ((2, 3, 1), 0, (0, INFINITY), "closed"), ((0, 1, 1), 0, (0, INFINITY), "open"),
        ((0, -1, -1), 0, (), "open"), ((-6, -1, 1), 0, (3, INFINITY), "open"),
        ((6, 1, -1), 0, (0, 3), "closed"), ((6, -2), 3, (), "open"), ((6, -2), 2, (2, 3), "closed"),
        ((5,), 1, (1, INFINITY), "closed"), ((-5,), 0, (), "open"),
    ],
)  # fmt: skip
def test_where_a_polynomial_is_positive(coefficients, lower, parts, kind: str) -> None:
    """Open intervals between its zeros; from a least number on, that number is in the first one."""
    expected = tuple(part if isinstance(part, Infinite) else F(part) for part in parts)
    assert positive_intervals(fractions(*coefficients), lower) == Points(expected, kind)


def test_an_infinite_constant_decides_alone() -> None:
    """x + ∞ is above 0 everywhere, x − ∞ nowhere, and what is undefined has no answer."""
    assert positive_intervals([INFINITY, F(1)]) == Points((DOWN, INFINITY), "open")
    assert positive_intervals([DOWN, F(1)]) == NOWHERE
    assert positive_intervals([UNDEFINED, F(1)]) == UNDEFINED


@all_of(
    ("kind", "number", "expected"),
    [
        ("open", 2, "()()"),
        ("closed", 2, "[)()"),
        ("[](]", 2, "[](]"),
        ("closed", 1, "[)"),
        ("open", 0, ""),
    ],
)
def test_brackets_of_intervals(kind: str, number: int, expected: str) -> None:
    """Open ones have round brackets, closed ones a square one first, any other kind is its brackets."""
    assert "".join(a + b for a, b in brackets_of(kind, number)) == expected
    assert kind_from_brackets(expected) == (kind if number else "open")


@all_of("brackets", ["[]", "(]", "()[)", "[)[)", "()(]"])
def test_other_brackets_are_a_kind_of_their_own(brackets: str) -> None:
    """Only the first interval of a closed set has its left end, and none has its right one."""
    assert kind_from_brackets(brackets) == brackets


def test_an_equation_has_whole_coefficients_without_a_divisor() -> None:
    """x/2 + y/3 = 1 is 3x + 2y − 6 = 0; the highest degree stands first."""
    found = equation(("x", "y"), {(0, 0): F(-1), (1, 0): F(1, 2), (0, 1): F(1, 3)})
    assert found.terms == (((1, 0), 3), ((0, 1), 2), ((0, 0), -6))
    assert (found.times, found.argument, found.is_inequality) == (0, None, False)
    squares = equation(("x",), {(0,): F(4), (2,): F(-6)}, is_inequality=True)
    assert squares.terms == (((2,), -3), ((0,), 2))
    assert squares.is_inequality


def test_a_logarithm_stands_in_the_constant_alone() -> None:
    """x/2 + ln 4/9 = 1/3 is 3x − 2 + 12·ln 2/3 = 0."""
    constant = values.logarithm(values.multiply([F(4, 9), PowerProduct.exp(F(-1, 3))]))
    found = equation(("x",), {(0,): constant, (1,): F(1, 2)})
    assert found.terms == (((1,), 3), ((0,), -2))
    assert (found.times, found.argument) == (12, F(2, 3))
    with pytest.raises(Unsupported, match="a curve whose coefficients hold logarithms"):
        equation(("x",), {(1,): LN_2})


@pytest.mark.parametrize("is_above", [False, True])
def test_an_equation_without_variables_holds_everywhere_or_nowhere(is_above: bool) -> None:
    """0 = 0 everywhere and 2 = 0 nowhere, 2 > 0 everywhere and 0 > 0 nowhere."""
    two, none, less = ({(0,): F(n), (1,): F(0)} for n in (2, 0, -2))
    assert equation(("x",), two, is_inequality=is_above) == (EVERYWHERE if is_above else NOWHERE)
    assert equation(("x",), none, is_inequality=is_above) == (NOWHERE if is_above else EVERYWHERE)
    assert equation(("x",), less, is_inequality=is_above) == NOWHERE
    infinite = {(0,): INFINITY, (1,): F(1)}
    assert equation(("x",), infinite, is_inequality=is_above) == (EVERYWHERE if is_above else NOWHERE)
    assert equation(("x",), {(0,): UNDEFINED, (1,): F(1)}, is_inequality=is_above) == UNDEFINED
    assert equation(("x",), {(1,): INFINITY}, is_inequality=is_above) == UNDEFINED


@all_of(
    ("constant", "expected"),
    [
        (F(3, 4), (F(3, 4), F(0), None)), (LN_2, (F(0), F(1), F(2))),
        (values.logarithm(F(1, 8)), (F(0), F(3), F(1, 2))),
        (values.logarithm(F(36)), (F(0), F(2), F(6))),
        (values.logarithm(SQRT_2), (F(0), F(1, 2), F(2))),
        (values.logarithm(values.multiply([F(8), PowerProduct.exp(F(2))])), (F(2), F(3), F(2))),
        (values.logarithm(F(12)), (F(0), F(1), F(12))),
    ],
)  # fmt: skip
def test_a_constant_in_two_parts(constant, expected) -> None:
    """What is rational, and a multiple of the logarithm of a number that is no power."""
    whole, times, argument = rational_and_logarithm(constant)
    assert (whole, times) == expected[:2]
    assert argument in (expected[2], None if expected[2] is None else 1 / expected[2])
    if argument is not None and argument != expected[2]:
        assert times < 0


@all_of(
    ("constant", "words"),
    [
        (values.logarithm(F(3), 2), "a curve with such a constant"),
        (SQRT_2, "a curve with such a constant"),
        (values.power(LN_2, F(1, 2)), "a curve with such a constant"),
        (values.logarithm(values.add([F(1), SQRT_2])), "a curve with such a logarithm"),
        (values.logarithm(PowerProduct(root_pi=1)), "a curve with such a logarithm"),
    ],
)
def test_a_constant_without_such_parts_is_refused(constant, words: str) -> None:
    """A logarithm to another base, a root, and logarithms of sums or of π have no such form."""
    with pytest.raises(Unsupported, match=words):
        rational_and_logarithm(constant)


# Sets of numbers


def test_sets_are_cut_and_taken_away() -> None:
    """(1, 3) and [2, 5) share [2, 3); (1, 3) without (2, 5) ends with 2; a hole leaves two parts."""
    one, other = Points((F(1), F(3)), "open"), Points((F(2), F(5)), "closed")
    assert intersection([one, other]) == Points((F(2), F(3)), "closed")
    assert intersection([one], [Points((F(2), F(5)), "open")]) == Points((F(1), F(2)), "(]")
    assert intersection([one], [Points((F(2), F(2)), "[]")]) == Points((F(1), F(2), F(2), F(3)), "open")
    assert intersection([one], [one]) == NOWHERE
    assert intersection([]) == Points((DOWN, INFINITY), "open")


def test_numbers_in_order_each_once() -> None:
    """√2 and 2^(1/2) are one number, between 1 and 2."""
    assert sorted_distinct([F(2), SQRT_2, F(1), PowerProduct.of(4) ** F(1, 4), F(1)]) == [
        F(1),
        SQRT_2,
        F(2),
    ]
    assert sorted_distinct([]) == []
    assert points_from_pieces([(F(0), F(0), True), (F(0), F(1), True), (F(1), F(1), False)]) == Points(
        (F(0), F(1)), "closed"
    )


# Densities made of straight lines

FAR = [(F(2), F(1)), (F(3), F(1))]
STEPS = [(F(0), F(1, 4)), (F(1), F(1, 4)), (F(2), F(3, 4))]
STAIR = [(F(0), F(1, 8)), (F(1), F(1, 4)), (F(2), F(3, 4))]
NEXT = [(F(1), F(1)), (F(2), F(1))]
HALF = [(F(0), F(0)), (F(1), F(1, 2)), (F(2), F(0)), (F(5), F(1, 3))]
BOTH = [(F(0), F(0)), (F(1), F(1, 2)), (F(2), F(0)), (F(3), F(1))]
FLAT = [(F(0), F(1)), (F(1), F(1))]
LATER = [(F(1, 2), F(1)), (F(3, 2), F(1))]
UP = [(F(0), F(0)), (F(2), F(1))]
DOWNWARDS = [(F(0), F(1)), (F(2), F(0))]
TENT = [(F(0), F(0)), (F(1), F(1)), (F(2), F(0))]
STEEP = [(F(1, 2), F(0)), (F(1), F(2)), (F(3, 2), F(0))]


@all_of(
    ("factor", "first", "second", "parts"),
    [
        (F(1), UP, DOWNWARDS, (1,)), (F(3), UP, DOWNWARDS, (F(1, 2),)),
        (F(1), FLAT, LATER, (F(1, 2), 1)), (F(2), FLAT, LATER, ()),
        (F(1), TENT, STEEP, (F(2, 3), F(4, 3))),
        (F(1), FLAT, FAR, ()), (F(1), FAR, FLAT, ()), (F(1), STEPS, STAIR, (1, 2)),
        (F(1), UP, FLAT, ()), (F(2), UP, FLAT, (1,)),
        (F(1), FLAT, UP, ()), (F(0), FLAT, UP, ()), (F(0), FLAT, DOWNWARDS, ()),
        (F(1), UP, TENT, (F(4, 3),)), (F(1), DOWNWARDS, TENT, (F(2, 3),)),
        (F(0), FLAT, FAR, ()), (F(0), FAR, FLAT, ()), (F(1), FLAT, NEXT, (1,)),
        (F(1), NEXT, FLAT, (1,)), (F(2), FLAT, NEXT, ()), (F(1), HALF, BOTH, (1,)),
    ],
)  # fmt: skip
def test_where_two_densities_of_lines_meet(factor, first, second, parts) -> None:
    """x/2 and 1 − x/2 meet at 1, and three times the first at 1/2; where both are 0, nothing meets."""
    assert crossings(factor, first, second) == Points(tuple(map(F, parts)))


@pytest.mark.parametrize("at", [0, 2])
def test_two_densities_that_begin_or_end_at_one_height_meet_there(at: int) -> None:
    """A flat one and one that falls to half of it meet at the left end; turned round, at the right."""
    flat, slope = [(F(0), F(1)), (F(2), F(1))], [(F(at), F(1)), (F(2 - at), F(1, 2))]
    for one, other in ((flat, sorted(slope)), (sorted(slope), flat)):
        assert crossings(F(1), one, other) == Points((F(at),))


def test_one_density_is_itself_everywhere() -> None:
    """A density meets itself everywhere, and none where the factor is infinite."""
    assert crossings(F(1), TENT, TENT) == EVERYWHERE
    assert crossings(INFINITY, TENT, STEEP) == Points(())
    assert crossings(UNDEFINED, TENT, STEEP) == UNDEFINED
    assert where_larger(F(1), TENT, TENT) == NOWHERE
    assert where_larger(UNDEFINED, TENT, STEEP) == UNDEFINED
    assert where_larger(INFINITY, TENT, STEEP) == Points((F(0), F(2)), "open")


@all_of(
    ("factor", "first", "second", "parts", "kind"),
    [
        (F(1), UP, DOWNWARDS, (1, 2), "(]"), (F(1), DOWNWARDS, UP, (0, 1), "closed"),
        (F(1), FLAT, LATER, (0, F(1, 2)), "closed"), (F(1), LATER, FLAT, (1, F(3, 2)), "(]"),
        (F(2), FLAT, LATER, (0, 1), "[]"), (F(1), STEEP, TENT, (F(2, 3), F(4, 3)), "open"),
        (F(1), TENT, STEEP, (0, F(2, 3), F(4, 3), 2), "open"),
    ],
)  # fmt: skip
def test_where_one_density_of_lines_is_larger(factor, first, second, parts, kind: str) -> None:
    """An end belongs to the interval if the density is the larger one there."""
    assert where_larger(factor, first, second) == Points(tuple(map(F, parts)), kind)


def test_a_curve_has_no_term_of_nothing() -> None:
    """x/2 − y/3 + 0 = 0 is 3x − 2y = 0, the highest degree first and then by the letters."""
    found = equation(("x", "y"), {(0, 1): F(-1, 3), (1, 0): F(1, 2), (0, 0): F(0)})
    assert found == Equation(("x", "y"), (((1, 0), 3), ((0, 1), -2)), 0, None, False)
