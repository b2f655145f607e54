"""Functions of a λ or ε that tends to 0⁺: limits, signs, and arithmetic of values on them."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb.core.arithmetic.germs import EPSILON, LAMBDA, Germ
from exactnb.core.arithmetic.values import (
    INFINITY,
    UNDEFINED,
    Infinite,
    Number,
    Undefined,
    add,
    compare,
    divide,
    exponential,
    is_rational,
    limit,
    logarithm,
    multiply,
    negate,
    power,
    sign,
)
from exactnb.errors import Unsupported

LAW = law(16)
COEFFICIENTS = st.lists(st.fractions(-3, 3, max_denominator=4), min_size=1, max_size=4)


def polynomial(coefficients: list[F]) -> Number:
    """Return a polynomial in λ, the constant first, by the arithmetic of values."""
    return add(multiply([c, power(LAMBDA, F(order))]) for order, c in enumerate(coefficients))


def at(coefficients: list[F], place: F) -> F:
    """Return what a polynomial is worth at a number."""
    return sum((c * place**order for order, c in enumerate(coefficients)), F(0))


def signs_at_ever_smaller(coefficients: list[F]) -> list[int]:
    """Return the signs at 1/10^k for k = 4, 8 and 30, where no term of higher order can matter."""
    found = (at(coefficients, F(1, 10**k)) for k in (4, 8, 30))
    return [(worth > 0) - (worth < 0) for worth in found]


@all_of(
    ("above", "below", "expected"),
    [
        ([0, 1], [1], F(0)),
        ([0, 1], [0, 3], F(1, 3)),
        ([2, 1], [4, 5], F(1, 2)),
        ([0, 0, 1], [0, 1], F(0)),
        ([1], [0, 1], INFINITY),
        ([-1], [0, 1], Infinite(-1)),
        ([5], [0, 0, -2], Infinite(-1)),
        ([0, 3, 7], [0, -6, 1], F(-1, 2)),
    ],
)
def test_a_limit_is_the_quotient_of_the_lowest_terms(
    above: list[int], below: list[int], expected: Number
) -> None:
    """λ/(3λ) tends to 1/3, λ²/λ to 0, 1/λ to ∞ and 5/(−2λ²) to −∞."""
    quotient = divide(polynomial([F(c) for c in above]), polynomial([F(c) for c in below]))
    assert limit(quotient) == expected


def test_a_smoothed_estimate_tends_to_the_frequency() -> None:
    """(2 + λ)/(3 + 2λ) tends to 2/3, λ/(2λ) is 1/2, and λ/(3 + 2λ) tends to 0 from above."""
    double = multiply([F(2), LAMBDA])
    assert limit(divide(add([F(2), LAMBDA]), add([F(3), double]))) == F(2, 3)
    assert divide(add([F(0), LAMBDA]), add([F(0), double])) == F(1, 2)
    never_seen = divide(LAMBDA, add([F(3), double]))
    assert limit(never_seen) == 0
    assert sign(never_seen) == 1


def test_what_does_not_depend_on_lambda_is_a_plain_number() -> None:
    """λ − λ, λ/λ, λ⁰ and (λ + 3) − λ are the rational numbers 0, 1, 1 and 3 themselves."""
    found = [
        add([LAMBDA, negate(LAMBDA)]), divide(LAMBDA, LAMBDA), power(LAMBDA, F(0)),
        add([add([LAMBDA, F(3)]), negate(LAMBDA)]),
    ]  # fmt: skip
    assert found == [0, 1, 1, 3]
    assert all(isinstance(value, F) and is_rational(value) for value in found)


def test_zero_over_zero_stays_undefined() -> None:
    """0/0 is undefined beside λ too, while 0/λ is 0 and λ/0 is infinite with the sign of λ."""
    nothing = add([LAMBDA, negate(LAMBDA)])
    assert divide(nothing, nothing) == UNDEFINED
    assert multiply([UNDEFINED, LAMBDA]) == add([LAMBDA, UNDEFINED]) == UNDEFINED
    assert divide(F(0), LAMBDA) == 0
    assert divide(LAMBDA, F(0)) == INFINITY
    assert divide(negate(LAMBDA), F(0)) == Infinite(-1)
    with pytest.raises(ValueError, match="no order"):
        compare(LAMBDA, UNDEFINED)


def test_infinity_is_beyond_every_function() -> None:
    """∞ + 1/λ is ∞, −λ·∞ is −∞, 1/λ over ∞ is 0, and ∞ is more than 1/λ."""
    large = divide(F(1), LAMBDA)
    assert add([INFINITY, large]) == INFINITY
    assert multiply([negate(LAMBDA), INFINITY]) == Infinite(-1)
    assert divide(large, INFINITY) == 0
    assert divide(INFINITY, negate(LAMBDA)) == Infinite(-1)
    assert compare(INFINITY, large) == compare(large, Infinite(-1)) == 1


def test_small_ones_stand_in_an_order() -> None:
    """0 < λ² < 2λ² < λ < 1 < 1/λ, however large or small the numbers beside them are."""
    square = power(LAMBDA, F(2))
    chain: list[Number] = [
        F(-1), negate(LAMBDA), F(0), square, multiply([F(2), square]), LAMBDA,
        multiply([F(10**9), LAMBDA]), F(1, 10**30), F(10**30), power(LAMBDA, F(-1)),
    ]  # fmt: skip
    for place, smaller in enumerate(chain):
        for larger in chain[place + 1 :]:
            assert compare(smaller, larger) == -1
            assert compare(larger, smaller) == 1


def test_equal_functions_written_differently_compare_equal() -> None:
    """(λ + λ²)/(1 + λ) is λ, and (2 + 2λ)/(1 + λ) is 2."""
    one_more = add([F(1), LAMBDA])
    assert compare(divide(add([LAMBDA, power(LAMBDA, F(2))]), one_more), LAMBDA) == 0
    two = divide(add([F(2), multiply([F(2), LAMBDA])]), one_more)
    assert compare(two, F(2)) == 0
    assert limit(two) == 2


def test_logarithms_are_of_the_limit() -> None:
    """Log λ tends to −∞, log 1/λ to ∞, log2 (2 + λ) to 1, and the log of −1/λ is undefined."""
    large = divide(F(1), LAMBDA)
    assert logarithm(LAMBDA) == Infinite(-1)
    assert logarithm(large) == INFINITY
    assert logarithm(add([F(2), LAMBDA]), 2) == 1
    assert logarithm(negate(large)) == UNDEFINED


def test_a_power_of_e_is_one_of_scores_or_of_the_limit() -> None:
    """exp(−1/λ) keeps its sign; e^λ tends to 1, e^(1/λ²) to ∞, e^−√λ to 1, e^(2 + λ) to e²."""
    assert sign(exponential(divide(F(-1), LAMBDA))) == 1
    root, square = power(LAMBDA, F(1, 2)), power(LAMBDA, F(2))
    assert exponential(LAMBDA) == exponential(negate(root)) == 1
    assert exponential(divide(F(1), square)) == INFINITY
    assert exponential(divide(F(-1), square)) == 0
    assert exponential(add([F(2), LAMBDA])) == exponential(F(2))
    with pytest.raises(Unsupported, match="e to an irrational power has no exact form here"):
        exponential(add([power(F(2), F(1, 2)), LAMBDA]))


def test_roots_are_of_functions_of_degree_one() -> None:
    """√λ falls slower than λ; a third root, that of 1 + λ², and a power above 1,000 are refused."""
    assert limit(power(LAMBDA, F(1, 2))) == 0
    assert compare(power(LAMBDA, F(1, 2)), multiply([F(10**9), LAMBDA])) == 1
    with pytest.raises(Unsupported, match="this power has no limit that is worked out"):
        power(LAMBDA, F(1, 3))
    with pytest.raises(Unsupported, match="this root has no limit as λ tends to 0"):
        power(add([F(1), power(LAMBDA, F(2))]), F(1, 2))
    with pytest.raises(Unsupported, match="this power has no limit that is worked out"):
        power(LAMBDA, F(1001))


def test_coefficients_may_be_irrational() -> None:
    """(√2 + λ)/(2 + 3λ) tends to 1/√2, λ·log 2 to 0 from above, and √2 − √2 + λ is λ."""
    root, log = power(F(2), F(1, 2)), logarithm(F(2))
    share = divide(add([root, LAMBDA]), add([F(2), multiply([F(3), LAMBDA])]))
    assert compare(limit(share), power(F(2), F(-1, 2))) == 0
    small = multiply([LAMBDA, log])
    assert (limit(small), sign(small), limit(divide(small, LAMBDA))) == (0, 1, log)
    assert compare(add([root, LAMBDA, negate(root)]), LAMBDA) == 0
    # (√2 + √3)² − 5 − 2√6 is 0, whatever is added to the λ
    both = add([root, power(F(3), F(1, 2)), LAMBDA])
    rest = negate(add([F(5), multiply([F(2), power(F(6), F(1, 2))])]))
    squared = add([multiply([both, both]), rest])
    assert (limit(squared), sign(squared)) == (0, 1)


def test_a_power_is_worked_out_so_far_and_no_further() -> None:
    """λ^1000 and λ^-1000 are functions of λ; one more is refused, and so is a root."""
    for exponent in (1_000, -1_000):
        assert sign(power(LAMBDA, F(exponent))) == 1
    for refused in (F(1_001), F(-1_001), F(1, 3)):
        with pytest.raises(Unsupported, match="no limit that is worked out"):
            power(LAMBDA, refused)


def test_the_degree_is_bounded() -> None:
    """2,000 powers of λ, the constant among them, are worked out; one more is refused."""
    half = Germ.quotient((F(0),) * 999 + (F(1),), letter="λ")  # λ^999
    long = multiply([add([half, LAMBDA]), add([half, F(1)]), LAMBDA])
    assert limit(divide(long, LAMBDA)) == 0
    with pytest.raises(Unsupported, match="more than 2,000 powers of λ"):
        multiply([long, add([LAMBDA, F(1)])])
    assert limit(divide(F(1), long)) == INFINITY
    with pytest.raises(Unsupported, match="more than 2,000 powers of λ"):
        divide(divide(F(1), long), add([LAMBDA, F(1)]))


@LAW
@given(above=COEFFICIENTS, below=COEFFICIENTS)
def test_the_limit_is_what_values_near_zero_approach(above: list[F], below: list[F]) -> None:
    """At λ = 1/10^k a random quotient comes k digits near to a finite limit, or passes 10^(k−3)."""
    assume(any(below))
    value = divide(polynomial(above), polynomial(below))
    assert not isinstance(value, Undefined)
    found = limit(value)
    for k in (10, 20, 40):
        near = at(above, F(1, 10**k)) / at(below, F(1, 10**k))
        if isinstance(found, Infinite):
            assert near * found.sign > 10 ** (k - 3)
        else:
            assert isinstance(found, F)
            assert abs(near - found) <= F(10**5, 10**k)


@LAW
@given(one=COEFFICIENTS, other=COEFFICIENTS, below=COEFFICIENTS)
def test_comparisons_are_what_holds_from_some_lambda_on(
    one: list[F], other: list[F], below: list[F]
) -> None:
    """p/r and q/r compare as the numbers do at every small λ, and a sign is that at small λ."""
    assume(any(below))
    divisor = polynomial(below)
    left, right = divide(polynomial(one), divisor), divide(polynomial(other), divisor)
    size = max(len(one), len(other))
    padded = zip(one + [F(0)] * (size - len(one)), other + [F(0)] * (size - len(other)), strict=True)
    difference = [a - b for a, b in padded]
    seen = signs_at_ever_smaller(difference)
    under = signs_at_ever_smaller(below)
    assert len(set(seen)) == len(set(under)) == 1
    assert compare(left, right) == -compare(right, left) == seen[0] * under[0]
    assert sign(left) == signs_at_ever_smaller(one)[0] * under[0]


@LAW
@given(one=COEFFICIENTS, other=COEFFICIENTS, third=COEFFICIENTS)
def test_the_arithmetic_is_that_of_functions(one: list[F], other: list[F], third: list[F]) -> None:
    """Sums, products and quotients are associative and distributive, and agree with those at 1/7."""
    a, b, c = polynomial(one), polynomial(other), polynomial(third)
    left = multiply([a, add([b, c])])
    assert compare(left, add([multiply([a, b]), multiply([a, c])])) == 0
    here = F(1, 7)
    expected = at(one, here) * (at(other, here) + at(third, here))
    assert _worth(left, here) == expected
    if sign(b):
        assert compare(multiply([divide(a, b), b]), a) == 0


def _worth(value: Number, place: F) -> F:
    if isinstance(value, F):
        return value
    assert isinstance(value, Germ)
    numerator, denominator = value.numerator_and_denominator()
    return at(list(numerator), place) / at(list(denominator), place)


def test_a_function_that_is_nothing_has_no_sign() -> None:
    """0 for every λ has the sign and the limit 0, and so has λ − λ."""
    for nothing in (Germ(()), add([LAMBDA, negate(LAMBDA)])):
        assert sign(nothing) == limit(nothing) == 0
    assert Germ(()).sign() == Germ(()).finite_limit() == 0


def test_equal_functions_look_alike() -> None:
    """(2 + 4λ)/(4 + 6λ) is (1/3 + 2/3·λ)/(2/3 + λ); what lies over 1 + √2·λ is left as it is."""
    above, below = (add([F(c), multiply([F(d), LAMBDA])]) for c, d in ((2, 4), (4, 6)))
    found = divide(above, below)
    assert found == Germ.quotient((F(1, 3), F(2, 3)), (F(2, 3), F(1)), "λ")
    assert divide(multiply([above, LAMBDA]), multiply([below, LAMBDA])) == found
    root = power(F(2), F(1, 2))
    other = divide(F(1), add([F(1), multiply([root, LAMBDA])]))
    assert other == Germ.quotient((F(1),), (F(1), root), "λ")


def normal(distance: F, variance: F = F(0), at: Number = EPSILON) -> Number:
    """Return exp(−d²/2v)/√v with v = a variance + ε."""
    spread = add([variance, at])
    exponent = negate(divide(distance**2, multiply([F(2), spread])))
    return divide(exponential(exponent), power(spread, F(1, 2)))


def test_powers_of_e_fall_faster_than_powers_of_epsilon() -> None:
    """exp(−1/2ε)/√ε is less than ε⁵, exp(−2/ε)/√ε than exp(−1/2ε), and 1/√ε than 1/ε."""
    fifth, inverse = power(EPSILON, F(5)), power(EPSILON, F(-1))
    chain = [normal(F(2)), normal(F(1)), fifth, normal(F(0), F(1)), normal(F(0)), inverse]
    for place, smaller in enumerate(chain):
        for larger in chain[place + 1 :]:
            assert compare(smaller, larger) == -1
            assert limit(divide(smaller, larger)) == 0
            assert limit(divide(larger, smaller)) == INFINITY


def test_terms_after_those_that_cancel_decide() -> None:
    """√(1 + ε) is 1 + ε/2 − ε²/8 + …, so that it lies below 1 + ε/2; its square is 1 + ε."""
    root, half = power(add([F(1), EPSILON]), F(1, 2)), add([F(1), multiply([F(1, 2), EPSILON])])
    below = add([root, negate(half)])
    assert isinstance(below, Germ)
    assert below.leading_term() == (0, 2, F(-1, 8))
    assert compare(multiply([root, root]), add([F(1), EPSILON])) == 0
    # exp(1/(1 + ε)) is e·(1 − ε + …)
    falling = divide(exponential(divide(F(1), add([F(1), EPSILON]))), exponential(F(1)))
    assert isinstance(falling, Germ)
    less = add([falling, F(-1)])
    assert isinstance(less, Germ)
    assert less.leading_term() == (0, 1, F(-1))
    two, three = (power(add([F(c), EPSILON]), F(1, 2)) for c in (2, 3))
    product = power(add([F(6), multiply([F(5), EPSILON]), power(EPSILON, F(2))]), F(1))
    assert compare(multiply([two, three, two, three]), product) == 0


def test_densities_add_up_and_are_divided() -> None:
    """1/√ε has a share of 1 − √ε + … beside a constant; both shares add up to 1 for every ε."""
    grows, stays = normal(F(0)), normal(F(0), F(1))
    total = add([grows, stays])
    shares = [divide(part, total) for part in (grows, stays)]
    assert [limit(share) for share in shares] == [1, 0]
    assert compare(add(shares), F(1)) == 0
    missing = add([F(1), negate(shares[0])])
    assert isinstance(missing, Germ)
    assert missing.leading_term() == (0, F(1, 2), F(1))


def test_two_letters_do_not_meet() -> None:
    """λ + ε, λ·ε and λ/ε are refused, and a number goes with each."""
    for work in (add, multiply, lambda two: divide(*two)):
        with pytest.raises(Unsupported, match="λ and ε cannot both vanish"):
            work([LAMBDA, EPSILON])
    assert sign(add([F(-1), EPSILON])) == sign(add([F(-1), LAMBDA])) == -1


SHIFTS = st.sampled_from([F(0), F(1), F(1, 2), F(3)])
PIECES = st.lists(
    st.tuples(SHIFTS, SHIFTS, st.sampled_from([F(1), F(-1), F(2)])), min_size=1, max_size=3
)


@LAW
@given(one=PIECES, other=PIECES)
def test_signs_of_sums_of_densities_are_those_at_a_tiny_number(
    one: list[tuple[F, F, F]], other: list[tuple[F, F, F]]
) -> None:
    """Sums of densities, and their products, have the sign that they have at ε = 10⁻³⁰."""

    def worth(at: Number) -> list[Number]:
        sums = [add(multiply([c, normal(d, v, at)]) for d, v, c in pieces) for pieces in (one, other)]
        return [*sums, multiply(sums), add([sums[0], negate(sums[1])])]

    tiny = F(1, 10**30)
    assert list(map(sign, worth(EPSILON))) == list(map(sign, worth(tiny)))
    first, second, product, _ = worth(EPSILON)
    if sign(second):
        assert compare(divide(product, second), first) == 0
