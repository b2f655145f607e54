"""The nodes of questions: factorials, clips, indicators, equalities, and what looks at all cells."""

from fractions import Fraction
from itertools import product
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law
from valued import plain_value

from exactnb.core.arithmetic.values import UNDEFINED
from exactnb.core.expression.nodes import (
    ArgMax,
    AtMost,
    Clipped,
    Equal,
    Expression,
    Factorial,
    Function,
    Indicator,
    Integer,
    Labels,
    Negative,
    OverCells,
    Power,
    Product,
    Quotient,
    Sum,
    Truth,
    Vanishing,
)
from exactnb.core.expression.results import Decision, Value, are_equal, with_limits
from exactnb.core.expression.written import literal, written
from exactnb.errors import Unsupported

ZERO, ONE, TWO, THREE, FOUR = map(Integer, range(5))
HALF, NOTHING = Quotient(ONE, TWO), Quotient(ZERO, ZERO)
SHARES = st.fractions(0, 1, max_denominator=6)


@all_of("number", range(8))
def test_a_factorial_is_a_product(number: int) -> None:
    """n! is the product of the whole numbers up to n, and 0! is 1."""
    assert plain_value(Factorial(Integer(number))) == prod(range(1, number + 1)) == factorial(number)


@all_of("odd", [Integer(-1), HALF, Function("sqrt", TWO), NOTHING, Truth(True)])
def test_a_factorial_is_of_a_whole_number(odd: Expression) -> None:
    """Negative, broken, irrational and undefined numbers have no factorial here."""
    with pytest.raises(Unsupported):
        plain_value(Factorial(odd))


def test_a_factorial_that_is_too_large_is_refused() -> None:
    """A factorial of more than a million is not worked out."""
    with pytest.raises(Unsupported, match="a factorial of more than 1,000,000 is not worked out"):
        plain_value(Factorial(Integer(1_000_001)))


def test_a_multinomial_coefficient_by_hand() -> None:
    """Of a a a a b b b c there are 8!/(4!·3!·1!) = 280 orders."""
    below = Product((Factorial(FOUR), Factorial(THREE), Factorial(ONE)))
    assert plain_value(Quotient(Factorial(Integer(8)), below)) == 280


@given(st.fractions(-1, 2, max_denominator=9), st.fractions(0, Fraction(1, 2), max_denominator=9))
@law(12)
def test_a_clip_is_the_nearest_number_inside(term: Fraction, floor: Fraction) -> None:
    """A term is moved into [ε, 1 − ε], and stays where it is inside; 0/0 stays undefined."""
    found = plain_value(Clipped(literal(term), literal(floor)))
    assert found == max(floor, min(term, 1 - floor))
    assert plain_value(Clipped(NOTHING, literal(floor))) == UNDEFINED


@given(st.fractions(-2, 2, max_denominator=3), st.fractions(-2, 2, max_denominator=3))
@law(12)
def test_at_most_is_one_or_zero(left: Fraction, right: Fraction) -> None:
    """1[a ≤ b] is an order that is decided exactly; beside 0/0 it is undefined."""
    assert plain_value(AtMost(literal(left), literal(right))) == int(left <= right)
    assert plain_value(AtMost(NOTHING, literal(right))) == UNDEFINED
    assert plain_value(AtMost(literal(left), literal(left))) == 1


def test_an_irrational_term_is_clipped_exactly() -> None:
    """√(1/4) is 1/2 and stays, √(99/100) is above 9/10."""
    tenth = Quotient(ONE, Integer(10))
    assert plain_value(Clipped(Function("sqrt", Quotient(ONE, FOUR)), tenth)) == Fraction(1, 2)
    root = Function("sqrt", Quotient(Integer(99), Integer(100)))
    assert plain_value(Clipped(root, tenth)) == Fraction(9, 10)


@all_of(
    ("decision", "worth"),
    [
        (Labels(("+",)), 1),
        (Labels(("-",)), 0),
        (Labels(("+", "-")), 0),
        (ArgMax((("+", HALF), ("-", ONE))), 0),
        (ArgMax((("+", HALF), ("-", ZERO))), 1),
        (ArgMax((("+", HALF), ("-", HALF))), 0),
        (ArgMax((("+", HALF), ("-", HALF)), first=True), 1),
        (ArgMax((("+", ZERO), ("-", ZERO))), 0),
    ],
)
def test_an_indicator_counts_a_right_decision(decision: Expression, worth: int) -> None:
    """It is 1 for the label alone; a tie, another label and no decision are 0."""
    assert plain_value(Indicator(decision, "+")) == worth


@all_of(
    ("sides", "truth"),
    [
        ((), True),
        ((HALF, Quotient(TWO, FOUR)), True),
        ((HALF, ONE), False),
        ((HALF, Quotient(TWO, FOUR), ONE, TWO), False),
        ((Function("sqrt", FOUR), TWO), True),
        ((Power(TWO, HALF), Function("sqrt", TWO)), True),
        ((Labels(("+",)), Labels(("+",))), True),
        ((Truth(True), ONE), False),
    ],
)
def test_equality_is_decided_pair_by_pair(sides: tuple[Expression, ...], truth: bool) -> None:
    """All pairs are equal, exactly, or it is false."""
    assert plain_value(Equal(sides)) is truth
    assert written(truth) == Truth(truth)


@pytest.mark.parametrize("other", [NOTHING, ZERO])
def test_what_is_undefined_is_neither_equal_nor_not(other: Expression) -> None:
    """With 0/0 on either side it is undefined whether they are equal, whatever stands beside."""
    for sides in ((NOTHING, other), (other, NOTHING), (HALF, ONE, NOTHING, other)):
        assert plain_value(Equal(sides)) == UNDEFINED


def test_truth_is_no_number() -> None:
    """A truth value stands in no sum, and is the same only as itself."""
    with pytest.raises(Unsupported, match="a class label, a truth value or a vector is not a number"):
        plain_value(Sum((ONE, Truth(True))))
    assert are_equal(True, True)
    assert not are_equal(True, Fraction(1))
    assert not are_equal(False, Fraction(0))
    assert not are_equal(False, UNDEFINED)


def test_what_is_small_has_a_limit() -> None:
    """(1 + λ)/(4 + 2λ) tends to 1/4, λ/(3λ) to 1/3, and λ to 0; 1/λ grows without end."""
    small = Vanishing()
    quarter = Quotient(Sum((ONE, small)), Sum((FOUR, Product((TWO, small)))))
    assert with_limits(plain_value(quarter)) == Fraction(1, 4)
    assert with_limits(plain_value(Quotient(small, Product((THREE, small))))) == Fraction(1, 3)
    assert with_limits(plain_value(small)) == 0
    assert str(with_limits(plain_value(Quotient(ONE, small)))) == "∞"
    assert str(with_limits(plain_value(Quotient(Negative(ONE), small)))) == "−∞"


def test_what_is_small_decides() -> None:
    """2λ beats λ, and 1 − λ loses to 1, though their limits tie."""
    small, twice = Vanishing(), Product((TWO, Vanishing()))
    assert plain_value(ArgMax((("a", small), ("b", twice)))) == Decision(("b",))
    less = Sum((ONE, Negative(small)))
    assert plain_value(ArgMax((("a", less), ("b", ONE)))) == Decision(("b",))
    assert plain_value(ArgMax((("a", less), ("b", less)))) == Decision(("a", "b"))
    assert not are_equal(plain_value(less), Fraction(1))


def over(question: str, priors: list[Fraction], columns: list[list[list[Fraction]]], *at: int) -> Value:
    """Return a question over all cells, its numbers as expressions."""
    factors = tuple(tuple(tuple(map(literal, of)) for of in column) for column in columns)
    return plain_value(OverCells(question, "x", tuple(map(literal, priors)), factors, at))


@given(st.lists(SHARES, min_size=2, max_size=3), st.data())
@law(12)
def test_rank_and_error_are_those_of_a_list_of_all_cells(
    priors: list[Fraction], data: st.DataObject
) -> None:
    """A rank is 1 more than the cells with less P(c); the error what the best classes leave."""
    of_value = st.lists(SHARES, min_size=len(priors), max_size=len(priors))
    columns = data.draw(st.lists(st.lists(of_value, min_size=1, max_size=3), min_size=1, max_size=3))
    cells = {}
    for at in product(*(range(len(column)) for column in columns)):
        shares = zip(columns, at, strict=True)
        rows = [column[v] for column, v in shares]
        cells[at] = [p * prod(row[k] for row in rows) for k, p in enumerate(priors)]
    totals = {at: sum(scores) for at, scores in cells.items()}
    chosen = data.draw(st.sampled_from(sorted(cells)))
    less = sum(total < totals[chosen] for total in totals.values())
    assert over("rank", priors, columns, *chosen) == 1 + less
    missed = sum(sum(scores) - max(scores) for scores in cells.values())
    assert over("bayes_error", priors, columns) == missed


def test_an_undefined_factor_leaves_no_rank() -> None:
    """With 0/0 among the factors rank and error are undefined."""
    factors = (((NOTHING, ONE),),)
    for question in ("rank", "bayes_error"):
        assert plain_value(OverCells(question, "x", (HALF, HALF), factors, (0,))) == UNDEFINED


def test_a_prior_alone_has_one_cell() -> None:
    """Without columns there is one cell: its error is what the largest prior leaves."""
    assert over("bayes_error", [Fraction(1, 4), Fraction(3, 4)], []) == Fraction(1, 4)
    assert over("rank", [Fraction(1, 4), Fraction(3, 4)], []) == 1
