"""Long rational numbers: kept in factors, and yet rational wherever that is asked."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from fractions import Fraction as F
from math import factorial, prod

import pytest
from thoroughness import all_of

from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.closed_form import ClosedForm, quotient
from exactnb.core.arithmetic.germs import LAMBDA
from exactnb.core.arithmetic.power_product import ONE, PowerProduct
from exactnb.core.arithmetic.reals import as_rational, compare_reals
from exactnb.core.arithmetic.rounding import number_text
from exactnb.core.arithmetic.values import Number
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    MatrixNode,
    Negative,
    Power,
    QuadraticForm,
    Quotient,
    Reference,
    Sum,
    VectorNode,
    Zeros,
)
from exactnb.core.expression.results import Value, are_equal, factorial_of, rising_product
from exactnb.errors import Unsupported

RATIO = F(2**9_000 + 1, 3**5_000)  # 14,000 bits in all
ABOVE, BELOW = PowerProduct.of(RATIO.numerator), PowerProduct.of(RATIO.denominator)
FACTORS = PowerProduct.of(3) ** -5_000
WAYS: dict[str, Number] = {
    "in factors": ABOVE * FACTORS,
    "under a root": (ABOVE**2 * FACTORS * FACTORS) ** F(1, 2) * ONE,
    "as a sum": ClosedForm(((F(1), PowerProduct.of(2) ** 9_000), (F(1), ONE)), ((F(1), BELOW),)),
    "beside a root": ClosedForm(
        ((F(1), PowerProduct.of(2) ** F(18_001, 2)), (F(1), PowerProduct.of(2) ** F(1, 2))),
        ((F(1), BELOW * PowerProduct.of(2) ** F(1, 2)),),
    ),
}
LOG_2 = values.logarithm(F(2))
SQUARE = values.power(values.logarithm(F(3)), F(1, 2))


def of(expression: Callable[[Expression], Expression]) -> Callable[[Number], Value]:
    """Return what evaluates an expression around a value."""

    def worked_out(value: Number) -> Value:
        return evaluate(expression(Reference(name=None)), lambda name: value)  # type: ignore[arg-type]

    return worked_out


def vector(part: Expression) -> Expression:
    """Return a form in one number."""
    one = VectorNode((Integer(1),))
    return QuadraticForm(one, MatrixNode(((part,),)), one)


OPERATIONS: dict[str, Callable[[Number], Value]] = {
    "a power of e": values.exponential,
    "a negative power of e": of(lambda x: Function("exp", Negative(x))),
    "a power of e below a bar": of(lambda x: Function("exp", Negative(Quotient(Integer(1), x)))),
    "an exponent": of(lambda x: Power(Integer(2), Quotient(x, x))),
    "a root": of(lambda x: Function("sqrt", x)),
    "a multiple of a logarithm": lambda x: values.multiply([x, LOG_2]),
    "a part of a logarithm": lambda x: values.divide(LOG_2, x),
    "over a logarithm": lambda x: values.divide(x, LOG_2),
    "beside a logarithm": lambda x: values.add([LOG_2, x]),
    "beside a root with a logarithm": lambda x: values.add([SQUARE, x]),
    "times a root with a logarithm": lambda x: values.multiply([SQUARE, x]),
    "below a root with a logarithm": lambda x: values.divide(SQUARE, x),
    "against a logarithm": lambda x: F(values.compare(LOG_2, x)),
    "against a root with a logarithm": lambda x: F(values.compare(x, SQUARE)),
    "in a matrix": of(vector),
    "where a line is zero": of(lambda x: Zeros(("x",), (((1,), x), ((0,), Integer(1))))),
    "where a parabola is zero": of(
        lambda x: Zeros(("x",), (((2,), x), ((1,), x), ((0,), Negative(Integer(1)))))
    ),
    "in a curve": of(lambda x: Zeros(("x", "y"), (((1, 0), x), ((0, 1), Integer(1)), ((0, 0), x)))),
    "as a limit": lambda x: values.limit(values.add([LAMBDA, x])),
    "in a sum": of(lambda x: Sum((x, Negative(x), Integer(3)))),
}


@all_of("way", WAYS)
@all_of("operation", OPERATIONS)
def test_a_long_number_counts_as_the_fraction_that_it_is(way: str, operation: str) -> None:
    """However a long rational number is held, it can stand wherever a fraction can."""
    work = OPERATIONS[operation]
    assert are_equal(work(WAYS[way]), work(RATIO))


@all_of("way", WAYS)
def test_a_long_number_is_rational(way: str) -> None:
    """Multiplied out it is the fraction."""
    assert values.rational(WAYS[way]) == RATIO


@all_of(
    "value",
    [PowerProduct.of(2) ** F(9_001, 2), PowerProduct.exp(9_000), PowerProduct(root_pi=1), LOG_2],
)
def test_what_is_irrational_is_no_fraction(value: Number) -> None:
    """Long or not, roots, powers of e and π, and logarithms are told from rational numbers."""
    assert values.rational(value) is None


def test_an_irrational_sum_is_no_fraction() -> None:
    """A sum of two roots that are not alike stays one."""
    terms = [(F(1), PowerProduct.of(n) ** F(1, 2)) for n in (2, 3)]
    form = quotient(terms, [(F(1), ONE)])
    assert isinstance(form, ClosedForm)
    assert as_rational(form) is None


def test_what_no_memory_holds_is_refused() -> None:
    """A number of billions of digits is said to be too long, not irrational."""
    with pytest.raises(Unsupported, match="more than 40 million digits"):
        values.exponential(PowerProduct.of(3) ** 10**12)


def test_the_sign_of_a_long_number_changes_nothing_else() -> None:
    """A fraction stays one when its sign is turned, however long it is."""
    assert values.negate(RATIO) == -RATIO
    assert isinstance(values.negate(RATIO), F)


def test_squares_of_long_numbers_are_subtracted() -> None:
    """A difference as in a variance is one fraction, not a sum of unlike terms."""
    squared = values.power(RATIO, F(2))
    spread = values.add([RATIO, values.negate(values.multiply([F(3), squared]))])
    assert as_rational(spread) == RATIO - 3 * RATIO**2  # type: ignore[arg-type]
    assert not isinstance(spread, ClosedForm) or len(spread.numerator) == 1


@pytest.mark.exhaustive
def test_large_factorials_are_powers_of_primes() -> None:
    """They are what multiplying gives, on both sides of where they are multiplied out."""
    for number in (0, 1, 20_000, 20_001, 20_011):
        assert as_rational(factorial_of(number)) == factorial(number)
    arrangements = values.divide(factorial_of(30_000), factorial_of(29_998))
    assert values.compare(arrangements, F(30_000 * 29_999)) == 0
    with pytest.raises(Unsupported, match="more than 1,000,000"):
        factorial_of(1_000_001)


def test_messages_tell_numbers_of_any_length() -> None:
    """Beyond a thousand digits a message gives twenty of them."""
    assert number_text(F(-1, 3)) == "-1/3"
    assert number_text(10**5_000) == "about 1.0000000000000000000e5000"


def test_quotients_with_one_side_alike_are_compared_by_the_other() -> None:
    """c/a and c/b, a/c and b/c are ordered as a and b are, or the other way round."""
    root = PowerProduct.of(2) ** F(1, 2)
    plus = [((F(1), ONE), (F(n), root)) for n in (1, 2)]
    minus = [((F(1), ONE), (F(-n), root)) for n in (1, 2)]
    for small, large in (plus, minus[::-1]):
        for other in (plus[0], minus[0]):
            forms = [[ClosedForm(side, other) for side in (small, large)]]
            forms.append([ClosedForm(other, side) for side in (small, large)])
            for one, two in forms:
                floats = [_float(form) for form in (one, two)]
                assert compare_reals(one, two) == (1 if floats[0] > floats[1] else -1)
                assert compare_reals(one, one) == 0


def _float(form: ClosedForm) -> float:
    """Return a value of no more than four terms, for the order of those that are far apart."""
    return form.enclose(64).nearest_double()


@all_of("first", ["0", "1", "7", "1/2", "5/3", "137/1000"], apart=3)
@all_of("times", [0, 1, 40, 5_000])
def test_a_rising_product_is_multiplied_one_by_one(first: str, times: int) -> None:
    """Small or as powers of primes, it is the product of so many numbers in steps of 1."""
    begin = Fraction(first)
    whole = prod((begin + step for step in range(times)), start=Fraction(1))
    assert as_rational(rising_product(begin, times)) == whole


@pytest.mark.exhaustive
def test_rising_products_cancel_before_they_are_multiplied_out() -> None:
    """Two that differ by one factor have that quotient; beyond a million they are refused."""
    for first in (Fraction(3), Fraction(1, 2)):
        quotient = values.divide(rising_product(first, 100_001), rising_product(first, 100_000))
        assert as_rational(quotient) == first + 100_000
    whole = as_rational(
        values.divide(rising_product(Fraction(10**9), 3_001), rising_product(Fraction(10**9), 3_000))
    )
    assert whole == 10**9 + 3_000
    for first in (Fraction(1), Fraction(1, 10**9)):
        with pytest.raises(Unsupported, match="is not worked out"):
            rising_product(first, 1_000_001)
    with pytest.raises(Unsupported, match="not negative"):
        rising_product(Fraction(-1, 2), 3)


def test_a_power_of_e_is_not_multiplied_out_to_see_that_it_is_not_rational() -> None:
    """2 to the 2²⁸ is refused where it has to be rational; with e or √π beside it, it never is."""
    huge = PowerProduct.of(2) ** F(1 << 28)
    for exponent in (1 << 28, (1 << 26) + 1):
        with pytest.raises(Unsupported):
            as_rational(PowerProduct.of(2) ** F(exponent))
    assert as_rational(huge * PowerProduct.exp(F(1))) is None
    assert as_rational(huge * PowerProduct(root_pi=1)) is None
