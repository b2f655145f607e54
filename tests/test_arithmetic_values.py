from fractions import Fraction

import pytest

from exactnb.arithmetic.power_product import PowerProduct
from exactnb.arithmetic.values import (
    INFINITY,
    UNDEFINED,
    Infinite,
    Logarithm,
    Number,
    add,
    compare,
    divide,
    exponential,
    logarithm,
    multiply,
    negate,
    power,
    sign,
)
from exactnb.errors import Unsupported

F = Fraction
P = PowerProduct
ZERO, ONE, TWO = F(0), F(1), F(2)
MINUS_INFINITY = Infinite(-1)
ROOT_2, ROOT_3 = power(TWO, F(1, 2)), power(F(3), F(1, 2))
SUM = add([ROOT_2, ROOT_3])


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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
    assert multiply([ZERO, logarithm(TWO)]) == ZERO
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


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        (multiply, [[logarithm(TWO), logarithm(F(3))]]),
        (multiply, [[logarithm(TWO), ROOT_2]]),
        (divide, [logarithm(TWO), ROOT_2]),
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
