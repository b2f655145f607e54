from fractions import Fraction

import pytest
from thoroughness import all_of

from exactnb.core.arithmetic.germs import LAMBDA, Germ
from exactnb.core.arithmetic.irrational import Logarithm
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.values import (
    INFINITY,
    UNDEFINED,
    Infinite,
    Number,
    add,
    compare,
    divide,
    exponential,
    is_rational,
    logarithm,
    multiply,
    negate,
    power,
    rational,
    sign,
)
from exactnb.errors import Unsupported

F = Fraction
P = PowerProduct
ZERO, ONE, TWO = F(0), F(1), F(2)
MINUS_INFINITY = Infinite(-1)
ROOT_2, ROOT_3 = power(TWO, F(1, 2)), power(F(3), F(1, 2))
SUM = add([ROOT_2, ROOT_3])
LOG_2 = logarithm(TWO)


@all_of(
    ("given_value", "value"),
    [
        (divide(ZERO, ZERO), UNDEFINED),
        (divide(F(3), ZERO), INFINITY),
        (divide(F(-3), ZERO), MINUS_INFINITY),
        (divide(ROOT_2, P.of(0)), INFINITY),
        (divide(negate(SUM), ZERO), MINUS_INFINITY),
        (divide(F(3), INFINITY), ZERO),
        (divide(INFINITY, F(-2)), MINUS_INFINITY),
        (divide(INFINITY, MINUS_INFINITY), UNDEFINED),
        (add([INFINITY, F(-5)]), INFINITY),
        (add([INFINITY, INFINITY]), INFINITY),
        (add([INFINITY, ONE, MINUS_INFINITY]), UNDEFINED),
        (add([UNDEFINED, INFINITY]), UNDEFINED),
        (multiply([ZERO, INFINITY]), UNDEFINED),
        (multiply([P.of(0), MINUS_INFINITY]), UNDEFINED),
        (multiply([F(-2), INFINITY, ROOT_2]), MINUS_INFINITY),
        (multiply([MINUS_INFINITY, MINUS_INFINITY]), INFINITY),
        (multiply([INFINITY, logarithm(F(1, 2))]), MINUS_INFINITY),
        (multiply([ZERO, UNDEFINED]), UNDEFINED),
        (divide(UNDEFINED, ONE), UNDEFINED),
        (divide(ZERO, UNDEFINED), UNDEFINED),
        (power(UNDEFINED, ZERO), UNDEFINED),
        (power(INFINITY, ZERO), UNDEFINED),
        (power(INFINITY, F(-1)), ZERO),
        (power(ZERO, F(-1)), INFINITY),
        (power(ZERO, F(1, 2)), ZERO),
        (power(ZERO, ZERO), ONE),
        (power(SUM, ZERO), ONE),
        (logarithm(ZERO), MINUS_INFINITY),
        (logarithm(P.of(0), 2), MINUS_INFINITY),
        (logarithm(F(-1)), UNDEFINED),
        (logarithm(INFINITY), INFINITY),
        (logarithm(MINUS_INFINITY), UNDEFINED),
        (logarithm(UNDEFINED), UNDEFINED),
        (exponential(INFINITY), INFINITY),
        (exponential(MINUS_INFINITY), ZERO),
        (exponential(UNDEFINED), UNDEFINED),
        (exponential(ZERO), ONE),
        (negate(INFINITY), MINUS_INFINITY),
        (negate(UNDEFINED), UNDEFINED),
        (add([]), ZERO),
        (multiply([]), ONE),
    ],
)
def test_values_at_the_edge(given_value: Number, value: Number) -> None:
    """0/0, ∞ − ∞ and 0·∞ are undefined; 3/0 and log 0 are infinite; 0⁰ and empty products are 1."""
    assert given_value == value


def test_the_edges_have_names() -> None:
    """Infinities and the undefined value are spelt."""
    assert [str(v) for v in (INFINITY, MINUS_INFINITY, UNDEFINED)] == ["∞", "−∞", "undefined"]


@all_of(
    ("argument", "base", "value"),
    [
        (F(8), 2, F(3)),
        (F(1, 8), 2, F(-3)),
        (F(8), 4, F(3, 2)),
        (ROOT_2, 2, F(1, 2)),
        (F(1, 1000), 10, F(-3)),
        (ONE, 10, ZERO),
        (ONE, None, ZERO),
        (exponential(F(-7, 3)), None, F(-7, 3)),
        (divide(power(F(8), F(1, 3)), TWO), None, ZERO),
    ],
)
def test_rational_logarithms_are_rational(argument: Number, base: int | None, value: Fraction) -> None:
    """log₂ 8 is 3, log₂ √2 is 1/2, and log e^q is q."""
    assert logarithm(argument, base) == value


def test_other_logarithms_stay() -> None:
    """log₂ 3, log 2 and log₂ e have no simpler form."""
    assert logarithm(F(3), 2) == Logarithm(F(3), 2)
    assert logarithm(TWO) == Logarithm(TWO)
    assert isinstance(logarithm(exponential(ONE), 2), Logarithm)


def test_logarithms_add_by_their_arguments() -> None:
    """log 4/9 is 2·log 2/3, log 2 + log 1/2 is 0, and log₂ 24 − 3 is log₂ 3."""
    assert compare(logarithm(F(4, 9)), multiply([TWO, logarithm(F(2, 3))])) == 0
    assert add([logarithm(TWO), logarithm(F(1, 2))]) == ZERO
    assert compare(add([logarithm(F(24), 2), F(-3)]), logarithm(F(3), 2)) == 0
    assert divide(logarithm(F(8)), logarithm(F(4))) == F(3, 2)
    assert multiply([ZERO, logarithm(TWO)]) == multiply([LOG_2, logarithm(F(3)), ZERO]) == ZERO
    assert divide(logarithm(F(9)), INFINITY) == ZERO


def test_logarithms_compare_exactly() -> None:
    """log₂ 3 lies between 1.584 and 1.585, log 2 below 7/10, and log(√2 + √3) above 1."""
    assert compare(logarithm(F(3), 2), F(1584, 1000)) == 1
    assert compare(F(1585, 1000), logarithm(F(3), 2)) == 1
    assert compare(logarithm(TWO), F(7, 10)) == -1
    assert compare(logarithm(SUM), ONE) == 1
    assert sign(logarithm(F(2, 3))) == -1
    assert sign(logarithm(SUM)) == 1
    assert compare(logarithm(F(10**50 + 1)), logarithm(F(10**50))) == 1


@all_of(
    ("operation", "arguments"),
    [
        (multiply, [[logarithm(TWO), logarithm(F(3))]]),
        (multiply, [[logarithm(TWO), ROOT_2]]),
        (divide, [logarithm(TWO), ROOT_2]),
        (divide, [ROOT_2, LOG_2]),
        (divide, [power(LOG_2, F(1, 2)), LOG_2]),
        (divide, [TWO, logarithm(F(3), 2)]),
        (add, [[logarithm(TWO), ROOT_2]]),
        (add, [[logarithm(F(3), 2), logarithm(F(3))]]),
        (logarithm, [logarithm(TWO)]),
        (exponential, [ROOT_2]),
        (exponential, [logarithm(F(3), 2)]),
        (power, [F(-2), F(1, 2)]),
        (power, [F(-8), F(1, 3)]),
        (power, [SUM, F(1, 2)]),
        (power, [logarithm(TWO), TWO]),
    ],
)
def test_what_has_no_exact_form_is_unsupported(operation: object, arguments: list[object]) -> None:
    """log 2·log 3, e^√2, (−2)^(1/2) and their like are refused, not approximated."""
    with pytest.raises(Unsupported, match="no exact form here"):
        operation(*arguments)  # type: ignore[operator]


def test_quotients_of_logarithms_lie_between_their_decimals() -> None:
    """log 2/log 3 is 0.63092975..., 1/log 2 is 1.44269504...; sums and multiples likewise."""
    ratio, inverse = divide(logarithm(TWO), logarithm(F(3))), divide(ONE, logarithm(TWO))
    for value, low, high in (
        (ratio, "0.63092975", "0.63092976"), (inverse, "1.44269504", "1.44269505"),
        (add([ONE, ratio]), "1.63092975", "1.63092976"),
        (multiply([F(3), ratio]), "1.89278926", "1.89278927"),
    ):  # fmt: skip
        assert compare(value, F(low)) == 1
        assert compare(F(high), value) == 1
    assert compare(ratio, divide(logarithm(F(4)), logarithm(F(9)))) == 0
    assert compare(inverse, ratio) == 1


def test_roots_of_logarithms_lie_between_their_decimals() -> None:
    """√(log 2) is 0.83255461..., 1 − √(log 2) is 0.16744538..., and the root of log ½ is undefined."""
    root = power(logarithm(TWO), F(1, 2))
    assert compare(root, F("0.83255461")) == 1
    assert compare(F("0.83255462"), root) == 1
    less = add([ONE, multiply([F(-1), root])])
    assert compare(less, F("0.16744538")) == 1
    assert compare(F("0.16744539"), less) == 1
    assert power(logarithm(F(1, 2)), F(1, 2)) == UNDEFINED


def test_the_undefined_has_no_sign() -> None:
    """The sign of 0/0, and its comparison with a number, are errors."""
    with pytest.raises(ValueError, match="undefined value has no sign"):
        sign(UNDEFINED)
    with pytest.raises(ValueError, match="undefined value has no order"):
        compare(UNDEFINED, ONE)


@all_of(
    ("calculation", "value"),
    [
        (lambda: add([INFINITY, MINUS_INFINITY]), UNDEFINED),
        (lambda: add([INFINITY, INFINITY, ONE]), INFINITY),
        (lambda: add([MINUS_INFINITY, LOG_2]), MINUS_INFINITY),
        (lambda: add([INFINITY, UNDEFINED]), UNDEFINED),
        (lambda: multiply([INFINITY, ZERO]), UNDEFINED),
        (lambda: multiply([INFINITY, UNDEFINED]), UNDEFINED),
        (lambda: multiply([INFINITY, F(-2), F(-3)]), INFINITY),
        (lambda: multiply([INFINITY, F(-2), F(3)]), MINUS_INFINITY),
        (lambda: multiply([MINUS_INFINITY, MINUS_INFINITY]), INFINITY),
        (lambda: multiply([LOG_2, ZERO]), ZERO),
        (lambda: multiply([UNDEFINED, ZERO]), UNDEFINED),
        (lambda: divide(INFINITY, F(-2)), MINUS_INFINITY),
        (lambda: divide(INFINITY, ZERO), INFINITY),
        (lambda: divide(INFINITY, INFINITY), UNDEFINED),
        (lambda: divide(UNDEFINED, ONE), UNDEFINED),
        (lambda: divide(ONE, UNDEFINED), UNDEFINED),
        (lambda: divide(LOG_2, INFINITY), ZERO),
        (lambda: divide(ZERO, LOG_2), ZERO),
        (lambda: divide(LOG_2, ZERO), INFINITY),
        (lambda: divide(logarithm(F(1, 2)), ZERO), MINUS_INFINITY),
        (lambda: divide(logarithm(F(8)), LOG_2), F(3)),
        (lambda: divide(logarithm(F(8)), F(3)), LOG_2),
        (lambda: power(ZERO, F(1, 2)), ZERO),
        (lambda: power(ZERO, ZERO), ONE),
        (lambda: power(P.of(0), F(3)), ZERO),
        (lambda: power(ZERO, F(-1)), INFINITY),
        (lambda: power(LOG_2, ZERO), ONE),
        (lambda: power(LOG_2, ONE), LOG_2),
        (lambda: power(logarithm(F(1, 2)), F(1, 2)), UNDEFINED),
        (lambda: power(INFINITY, ZERO), UNDEFINED),
        (lambda: power(INFINITY, F(-1, 2)), ZERO),
        (lambda: power(INFINITY, F(1, 2)), INFINITY),
        (lambda: power(MINUS_INFINITY, F(2)), INFINITY),
        (lambda: power(MINUS_INFINITY, F(3)), MINUS_INFINITY),
        (lambda: power(MINUS_INFINITY, F(1, 2)), UNDEFINED),
        (lambda: power(UNDEFINED, ZERO), UNDEFINED),
        (lambda: power(F(-2), F(3)), F(-8)),
        (lambda: power(F(-2), F(-2)), F(1, 4)),
        (lambda: power(F(2), F(-20_000)), P(((2, F(-20_000)),))),
        (lambda: power(SUM, F(2)), add([F(5), multiply([TWO, power(F(6), F(1, 2))])])),
        (lambda: multiply([power(SUM, F(-1)), SUM]), ONE),
        (lambda: logarithm(INFINITY), INFINITY),
        (lambda: logarithm(MINUS_INFINITY), UNDEFINED),
        (lambda: logarithm(UNDEFINED), UNDEFINED),
        (lambda: logarithm(F(-1)), UNDEFINED),
        (lambda: logarithm(ZERO, 2), MINUS_INFINITY),
        (lambda: logarithm(P.exp(F(3, 2))), F(3, 2)),
        (lambda: logarithm(ROOT_2, 2), F(1, 2)),
        (lambda: exponential(INFINITY), INFINITY),
        (lambda: exponential(MINUS_INFINITY), ZERO),
        (lambda: exponential(UNDEFINED), UNDEFINED),
        (lambda: exponential(ZERO), ONE),
        (lambda: exponential(LOG_2), TWO),
        (lambda: exponential(F(2)), P.exp(2)),
        (lambda: negate(INFINITY), MINUS_INFINITY),
        (lambda: negate(UNDEFINED), UNDEFINED),
    ],
)
def test_every_operation_has_an_answer_at_its_edge(calculation, value: Number) -> None:
    """∞ − ∞, 0·∞ and ∞/∞ are undefined, 0⁰ is 1, ∞⁰ is not; what is undefined stays so."""
    found = calculation()
    assert found == value or compare(found, value) == 0


@all_of(
    ("left", "right", "order"),
    [
        (INFINITY, F(10**9), 1), (MINUS_INFINITY, F(-(10**9)), -1), (INFINITY, INFINITY, 0),
        (INFINITY, MINUS_INFINITY, 1), (P.of(0), ZERO, 0), (P.of(0), F(-1), 1), (ROOT_2, ZERO, 1),
        (ROOT_2, F(-1), 1), (ROOT_2, F(7, 5), 1), (ROOT_2, F(3, 2), -1), (SUM, F(3), 1),
        (SUM, ROOT_2, 1),
        (negate(SUM), ROOT_2, -1), (SUM, F(4), -1), (negate(ROOT_2), F(-1), -1),
        (negate(ROOT_2), ZERO, -1),
        (negate(ROOT_2), negate(ROOT_3), 1), (divide(ONE, SUM), F(1, 3), -1),
        (divide(ONE, SUM), divide(ONE, add([ROOT_2, TWO])), 1),
        (divide(F(-1), SUM), divide(F(-1), add([ROOT_2, TWO])), -1),
        (divide(ONE, negate(SUM)), divide(ONE, add([ROOT_2, TWO])), -1),
        (add([ROOT_2, ONE]), add([ROOT_3, ONE]), -1),
        (logarithm(F(3), 2), F(3, 2), 1), (logarithm(F(3), 2), F(8, 5), -1),
        (F(3, 2), logarithm(F(3), 2), -1),
        (logarithm(F(1, 3)), F(-1), -1), (logarithm(F(3)), ONE, 1),
    ],
)  # fmt: skip
def test_the_order_of_numbers_of_every_kind(left: Number, right: Number, order: int) -> None:
    """Which of two is larger does not depend on how they are kept, nor on which stands first."""
    assert compare(left, right) == order
    assert compare(right, left) == -order


def test_numbers_that_are_sums_are_equal_however_they_are_written() -> None:
    """(√2 + √3)² = 5 + 2√6, and 1/(√3 − √2) = √3 + √2."""
    assert compare(multiply([SUM, SUM]), add([F(5), multiply([TWO, power(F(6), F(1, 2))])])) == 0
    assert compare(divide(ONE, add([ROOT_3, negate(ROOT_2)])), SUM) == 0
    assert compare(divide(SUM, add([ROOT_3, negate(ROOT_2)])), multiply([SUM, SUM])) == 0


@pytest.mark.parametrize("turned", [False, True])
def test_a_quotient_of_sums_is_rational_only_if_all_its_parts_are(turned: bool) -> None:
    """(√2 + 3)/(√5 + 1) is 1.364, though 3 over 1 is a rational part of it."""
    above, below = [ROOT_2, F(3)], [power(F(5), F(1, 2)), ONE]
    if turned:
        above, below = above[::-1], below[::-1]
    found = divide(add(above), add(below))
    assert compare(found, F(1364, 1000)) == 1
    assert compare(found, F(1365, 1000)) == -1


def test_rational_numbers_are_known_as_such_without_multiplying_out() -> None:
    """3^5000 and its sums are, √2 and what holds it are not."""
    long = P.of(3) ** 5_000
    assert is_rational(long)
    assert is_rational(divide(add([long, P.of(2) ** 9_000]), long))
    assert not is_rational(ROOT_2)
    assert not is_rational(divide(ONE, add([ROOT_2, ONE])))
    assert not is_rational(LOG_2)
    assert rational(LOG_2) is None
    assert rational(divide(long, P.of(9) ** 2_500)) == 1


def test_a_logarithm_of_a_sum_has_a_ratio_to_others() -> None:
    """ln(√2 + √3)/ln 2 is 1.65..., as it stands."""
    ratio = divide(logarithm(SUM), LOG_2)
    assert compare(ratio, F(165, 100)) == 1
    assert compare(ratio, F(166, 100)) == -1


@pytest.mark.parametrize("exponent", [11, -11])
def test_powers_of_what_depends_on_lambda(exponent: int) -> None:
    """(1 + λ) to a power tends to 1 from the side of its sign; beyond 1,000 it is not worked out."""
    base = LAMBDA.plus(Germ.constant(ONE))
    found = power(base, F(exponent))
    assert compare(found, ONE) == (1 if exponent > 0 else -1)
    assert compare(multiply([found, power(base, F(-exponent))]), ONE) == 0
    for much in (F(1_001), F(1, 3)):
        with pytest.raises(Unsupported, match="no limit that is worked out"):
            power(base, much)


@all_of("base", [1, 0, -2])
def test_a_base_is_two_or_more(base: int) -> None:
    """To the base 1, 0 or less there is no logarithm."""
    with pytest.raises(ValueError, match=f"'base' must be at least 2 \\(got {base}\\)"):
        logarithm(F(8), base)
