from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law
from valued import plain_value

from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rounding import Decimal
from exactnb.core.arithmetic.values import INFINITY, UNDEFINED, Infinite, Number, compare
from exactnb.core.expression import nodes
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    ArgMax,
    Expression,
    Function,
    IndexedProduct,
    Integer,
    Labels,
    Negative,
    Numeral,
    Phrase,
    Pi,
    Power,
    Product,
    Quotient,
    Reference,
    Special,
    Sum,
)
from exactnb.core.expression.results import Decision, Operations, Value, are_equal
from exactnb.core.naming.names import Item, QuantityName
from exactnb.errors import Unsupported

ZERO, ONE, TWO, THREE, FOUR = map(Integer, range(5))
HALF = Quotient(ONE, TWO)
NOTHING = Quotient(ZERO, ZERO)
A = QuantityName("P", (Item("cell", "a", "1"),))


def fraction(number: Fraction) -> Expression:
    """Return a number as a fraction of integers."""
    return Quotient(Integer(number.numerator), Integer(number.denominator))


RATIONAL = [
    (Integer(-7), -7),
    (Numeral(Decimal(6667, 4)), Fraction(6667, 10000)),
    (Numeral(Decimal(12, -1)), 120),
    (Quotient(TWO, FOUR), Fraction(1, 2)),
    (Sum((Quotient(Integer(9), Integer(64)), Quotient(Integer(9), Integer(128)))), Fraction(27, 128)),
    (Sum((ONE, Negative(Quotient(ONE, FOUR)))), Fraction(3, 4)),
    (Sum(()), 0),
    (Product(()), 1),
    (
        Product((HALF, Quotient(TWO, FOUR), Quotient(THREE, FOUR), Quotient(THREE, FOUR))),
        Fraction(9, 64),
    ),
    (IndexedProduct("factor", (), (HALF, HALF)), Fraction(1, 4)),
    (Quotient(Sum((TWO, ONE)), Sum((FOUR, TWO))), Fraction(1, 2)),
    (Power(HALF, Integer(-3)), 8),
    (Power(ZERO, ZERO), 1),
    (Power(FOUR, HALF), 2),
    (Power(Quotient(FOUR, Integer(9)), Quotient(Integer(-3), TWO)), Fraction(27, 8)),
    (Function("sqrt", Quotient(FOUR, Integer(9))), Fraction(2, 3)),
    (Function("log2", Quotient(ONE, Integer(8))), -3),
    (Function("log10", Integer(1000)), 3),
    (Function("log", ONE), 0),
    (Function("log", Function("exp", Quotient(Integer(-5), THREE))), Fraction(-5, 3)),
    (Function("exp", Function("log", Quotient(TWO, THREE))), Fraction(2, 3)),
    (Function("exp", ZERO), 1),
]

LIMITS = [
    (NOTHING, UNDEFINED),
    (Quotient(THREE, ZERO), INFINITY),
    (Quotient(Integer(-3), ZERO), Infinite(-1)),
    (Quotient(ONE, Quotient(ONE, ZERO)), Fraction(0)),
    (Product((ZERO, NOTHING)), UNDEFINED),
    (Sum((ONE, NOTHING)), UNDEFINED),
    (Negative(Quotient(ONE, ZERO)), Infinite(-1)),
    (Power(ZERO, Integer(-1)), INFINITY),
    (Function("log", ZERO), Infinite(-1)),
    (Function("log2", Quotient(ONE, ZERO)), INFINITY),
    (Function("exp", Special("−∞")), Fraction(0)),
    (Function("log", NOTHING), UNDEFINED),
    (Special("∞"), INFINITY),
    (Special("−∞"), Infinite(-1)),
    (Special("undefined"), UNDEFINED),
    (Pi(), PowerProduct(root_pi=2)),
    (Labels(("+", "-")), Decision(("+", "-"))),
]

SCORES = [
    ([ONE, TWO, THREE], ("c",)),
    ([TWO, ONE, TWO], ("a", "c")),
    ([ZERO, ZERO, HALF], ("c",)),
    ([Quotient(TWO, FOUR), HALF, Quotient(FOUR, Integer(8))], ("a", "b", "c")),
    (
        [Function("exp", Integer(-2)), Power(TWO, Integer(-3)), Function("sqrt", Quotient(ONE, FOUR))],
        ("c",),
    ),
    ([Power(TWO, HALF), Function("sqrt", TWO), ONE], ("a", "b")),
    ([Quotient(ONE, ZERO), FOUR, ONE], ("a",)),
]


@all_of(("expression", "worth"), RATIONAL)
def test_rational_values_are_fractions(expression: Expression, worth: Fraction) -> None:
    """A rational value is a Fraction in lowest terms, whatever the form of the expression."""
    found = plain_value(expression)
    assert isinstance(found, Fraction)
    assert found == worth


@all_of(("expression", "worth"), LIMITS)
def test_what_is_no_rational_has_a_value_too(expression: Expression, worth: Value) -> None:
    """0/0, infinities, π and labels are values; a zero beside 0/0 saves nothing."""
    assert plain_value(expression) == worth


def test_names_are_looked_up() -> None:
    """A reference is worth what the lookup says, each time it stands there."""
    doubled = Sum((Reference(A), Reference(A)))
    assert evaluate(doubled, {A: Fraction(1, 3)}.__getitem__) == Fraction(2, 3)
    assert evaluate(Reference(A), {A: UNDEFINED}.__getitem__) == UNDEFINED


@all_of(("scores", "labels"), SCORES)
def test_the_largest_score_decides(scores: list[Expression], labels: tuple[str, ...]) -> None:
    """All labels of an exact tie win, in class order; with `first` only the first of them."""
    named = tuple(zip("abc", scores, strict=True))
    assert plain_value(ArgMax(named)) == Decision(labels)
    assert plain_value(ArgMax(named, first=True)) == Decision(labels[:1])


def test_no_score_no_decision() -> None:
    """Where every score is 0, or one is undefined, the decision is undefined."""
    assert plain_value(ArgMax((("a", ZERO), ("b", ZERO)))) == UNDEFINED
    assert plain_value(ArgMax((("a", ONE), ("b", NOTHING)))) == UNDEFINED
    assert plain_value(ArgMax((("a", NOTHING), ("b", ONE)), first=True)) == UNDEFINED
    assert plain_value(ArgMax(())) == UNDEFINED


def test_sameness_is_exact() -> None:
    """Equal values in different forms are the same; an undefined value is the same only as another."""
    log_of_four = evaluate(Function("log", FOUR), {}.__getitem__)
    twice_log_of_two = evaluate(Product((TWO, Function("log", TWO))), {}.__getitem__)
    assert are_equal(log_of_four, twice_log_of_two)
    assert are_equal(Fraction(2, 4), Fraction(1, 2))
    assert are_equal(UNDEFINED, UNDEFINED)
    assert are_equal(INFINITY, Infinite(1))
    assert not are_equal(UNDEFINED, Fraction(0))
    assert not are_equal(INFINITY, Infinite(-1))
    assert not are_equal(Decision(("+",)), Fraction(1))
    assert not are_equal(Decision(("+", "-")), Decision(("-", "+")))
    assert not are_equal(Fraction(10**30, 10**30 + 1), Fraction(10**30 - 1, 10**30))


@all_of(
    ("expression", "told"),
    [
        (Sum((ONE, Labels(("+",)))), "a class label, a truth value or a vector is not a number"),
        (Power(TWO, Function("log", TWO)), "an exponent is a rational number"),
        (Function("sin", ONE), "unknown function 'sin'"),
        (Phrase("rows of class k", "n"), "the words 'rows of class k' have no value"),
        (Product((Function("log", TWO), Function("log", THREE))), "a product of logarithms"),
    ],
)
def test_what_has_no_exact_value_is_refused(expression: Expression, told: str) -> None:
    """Labels in sums, irrational exponents and words raise Unsupported that says why."""
    with pytest.raises(Unsupported, match=told):
        plain_value(expression)


@given(st.lists(st.fractions(0, 1, max_denominator=9), min_size=1, max_size=5))
@law(20)
def test_the_decision_is_the_maximum(scores: list[Fraction]) -> None:
    """The labels decided on are those whose score is max(scores), unless that is 0."""
    named = tuple((str(at), Power(fraction(s), HALF)) for at, s in enumerate(scores))
    best = tuple(str(at) for at, s in enumerate(scores) if s == max(scores))
    assert plain_value(ArgMax(named)) == (Decision(best) if max(scores) else UNDEFINED)


@given(st.fractions(Fraction(1, 50), 50, max_denominator=50), st.fractions(-3, 3, max_denominator=4))
@law(12)
def test_a_power_is_exp_of_the_logarithm(base: Fraction, exponent: Fraction) -> None:
    """b^q and exp(q · log b) are the same number."""
    b, q = fraction(base), fraction(exponent)
    left, right = (
        plain_value(Power(b, q)),
        plain_value(Function("exp", Product((q, Function("log", b))))),
    )
    assert not isinstance(left, Decision)
    assert not isinstance(right, Decision)
    assert compare(left, right) == 0


class Counting(Operations):
    """Do what is exact, and keep what was done in order."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def power(self, base: Number, exponent: Number) -> Number:
        self.done.append("power")
        return super().power(base, exponent)

    def function(self, name: str, argument: Number) -> Number:
        self.done.append(name)
        return super().function(name, argument)


def test_the_arithmetic_can_be_another() -> None:
    """One walk serves all: each step is asked of the operations, with the values of its parts."""
    counting = Counting()
    inner = Power(Sum((ONE, Function("exp", ZERO))), TWO)
    found = evaluate(Product((HALF, Function("sqrt", inner))), operations=counting)
    assert found == Fraction(1)
    assert counting.done == ["exp", "power", "sqrt"]


def test_without_a_lookup_no_name_has_a_value() -> None:
    """A formula of numbers needs nobody to look names up; one that names a quantity does."""
    with pytest.raises(Unsupported, match=r"P\(a=1\) has no value here"):
        evaluate(Reference(A))


def test_where_a_sum_of_logarithms_is_largest() -> None:
    """Between two rows that are near it is their mean; of what is no polynomial nothing is said."""
    m, one = nodes.Symbol("m"), nodes.Integer(1)

    def largest(*arguments: nodes.Expression) -> nodes.Expression:
        return nodes.Extremum(m, -nodes.Sum(tuple(map(nodes.log, arguments))))

    assert evaluate(largest(1 + (one - m) ** 2, 1 + (2 - m) ** 2)) == Fraction(3, 2)
    assert evaluate(largest((3 + (6 - m) ** 2 / 4) * one, one)) == 6
    for formula in (1 + nodes.exp(m), 1 + one / (1 + m**2), 1 + m**2 * nodes.sqrt(2), 1 + one**m):
        with pytest.raises(Unsupported):
            evaluate(largest(formula, 1 + m**2))
