"""The oracle of theorems judges right: exact numbers, instances, lines that are true or false."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from drawn import Unlucky, draw
from exact_numbers import LOW, Low, Number, compare, divide, exponential, logarithm, part, power, small
from hypothesis import given
from hypothesis import strategies as st
from instances import Word, holds
from theorem_scopes import Scope, free
from thoroughness import all_of

from exactnb.core.expression.nodes import Domain, Integer
from exactnb.explain.proving.writing.formulas import (
    Expression,
    among,
    argmax,
    derivative,
    equal,
    function,
    index,
    label,
    letter,
    log,
    parameter,
    span,
    sum_over,
)
from exactnb.explain.proving.writing.theorem import (
    ChainStep,
    Proof,
    assume,
    below_zero,
    cite,
    count,
    define,
    differentiate,
    is_in,
    is_positive,
    maximum,
    put_in,
    same,
    scale,
    solution,
)

I_ROW, CLASS = index("i", span("n")), index("k", span("K"))
Y, N, PI, MU, ONE = (
    label("y").above(I_ROW),
    letter("n"),
    parameter("prior", "π"),
    letter("μ"),
    Integer(1),
)
SHARES = st.fractions(min_value=Fraction(1, 20), max_value=Fraction(19, 20), max_denominator=20)


def rational(number: Number) -> Fraction:
    assert isinstance(number, Fraction)
    return number


def log_of(number: Fraction) -> Number:
    value = logarithm(number)
    assert not isinstance(value, Low)
    return value


def verdicts(*claims: tuple[Expression, ChainStep]) -> list[Word]:
    """Return what the oracle says of lines about labels, their counts and a distribution."""
    proof = Proof("judged")
    proof.step("given")
    proof.say("{}{}{}", is_in(I_ROW, I_ROW.domain), is_in(CLASS, CLASS.domain), is_in(Y, CLASS.domain))
    proof.say("{}{}", is_positive(PI[CLASS]), is_in(MU, Domain("reals", ())))
    proof.chain(sum_over(CLASS, PI[CLASS]), assume(1))
    proof.chain(N[CLASS], count(sum_over(I_ROW, equal(Y, CLASS))))
    proof.step("judged")
    proof.say("{}", is_positive(N[CLASS]))
    for left, claim in claims:
        proof.chain(left, claim)
    return [verdict.word for verdict in holds(tuple(proof.steps), random.Random(1))][-len(claims) :]


@given(SHARES, SHARES)
def test_logarithms_are_compared_exactly(a: Fraction, b: Fraction) -> None:
    """The logarithm of a product is the sum, and the larger number has the larger logarithm."""
    assert compare(log_of(a * b), log_of(a) + log_of(b)) == 0
    assert compare(log_of(a), log_of(b)) == (a > b) - (a < b)
    assert compare(LOW, log_of(a)) == -1


@given(SHARES, st.fractions(min_value=-2, max_value=2, max_denominator=4))
def test_powers_and_exponentials_undo_each_other(a: Fraction, exponent: Fraction) -> None:
    """A power is e to the exponent times the logarithm, and its inverse has the opposite exponent."""
    found = power(a, exponent)
    assert compare(found, exponential(exponent * log_of(a))) == 0
    assert compare(found * power(a, -exponent), Fraction(1)) == 0
    one = Fraction(1)
    assert compare(divide(found, found + one), one - divide(one, found + one)) == 0


@given(SHARES)
def test_derivatives_are_those_of_calculus(a: Fraction) -> None:
    """The first and second coefficients of a function of a + ε are its derivatives."""
    point = a + small(1)
    log_of_point = logarithm(point)
    assert not isinstance(log_of_point, Low)
    assert rational(part(log_of_point, 1, 1)) == 1 / a
    assert rational(part(log_of_point, 1, 2)) == -1 / (2 * a**2)
    assert rational(part(power(point, Fraction(3)), 1, 1)) == 3 * a**2
    assert rational(part(divide(Fraction(1), Fraction(1) - point), 1, 2)) == 1 / (1 - a) ** 3
    root = power(point, Fraction(1, 2))
    assert compare(part(root, 1, 1) * part(root, 1, 0), Fraction(1, 2)) == 0


def test_what_is_drawn_satisfies_what_is_assumed() -> None:
    """Counts that are assumed positive are, and a distribution adds up to one."""
    scope = Scope()
    proof = Proof("drawn")
    proof.step("given")
    lines = [is_in(I_ROW, I_ROW.domain), is_in(CLASS, CLASS.domain), is_in(Y, CLASS.domain)]
    lines += [assume(1).of(sum_over(CLASS, PI[CLASS])), is_positive(PI[CLASS])]
    lines += [count(sum_over(I_ROW, equal(Y, CLASS))).of(N[CLASS]), is_positive(N[CLASS])]
    for line in lines:
        scope = scope.after(line)
    for seed in range(20):
        instance = draw(scope, random.Random(seed))
        for at in instance.places(free(N[CLASS])):
            assert compare(instance.value(N[CLASS], at), Fraction(0)) == 1
        assert instance.value(sum_over(CLASS, PI[CLASS]), {}) == 1


def test_what_contradicts_itself_has_no_instance() -> None:
    """Nothing is drawn where a bit is assumed to be greater than one."""
    bit = letter("b")
    scope = Scope().after(is_in(bit, among(0, 1))).after(is_positive(bit - 1))
    with pytest.raises(Unlucky):
        draw(scope, random.Random(1), attempts=50)


LIKELIHOOD = sum_over(CLASS, N[CLASS] * log(PI[CLASS]))
LARGEST = sum_over(CLASS, N[CLASS] * log(N[CLASS] / N))


@all_of(
    ("left", "true", "false"),
    [
        (sum_over(CLASS, N[CLASS]), same(N), same(N + 1)),
        (sum_over(I_ROW, log(PI[Y])), same(LIKELIHOOD), same(N * log(PI[1]))),
        (
            derivative(LIKELIHOOD, PI[CLASS]),
            differentiate(N[CLASS] / PI[CLASS]),
            differentiate(N / PI[CLASS]),
        ),
        (derivative(LIKELIHOOD, PI[CLASS], 2), below_zero(), differentiate(0)),
        (LIKELIHOOD, cite(LARGEST, "Gibbs", "≤"), cite(LARGEST, "Gibbs", ">")),
    ],
    apart=3,
)
def test_a_line_is_told_from_a_false_one(left: Expression, true: ChainStep, false: ChainStep) -> None:
    """Of two lines about the same formula, the oracle tells which one is true."""
    assert verdicts((left, true), (left, false)) == ["true", "false"]


CONDITION = (N[CLASS] / PI[CLASS] - MU, assume(0))
SCALED = (N[CLASS], scale(MU * PI[CLASS], PI[CLASS]))
OF_ALL = (MU * sum_over(CLASS, PI[CLASS]), same(sum_over(CLASS, MU * PI[CLASS])))
FOUND = (MU, put_in(N, sum_over(CLASS, PI[CLASS]), ONE))


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("before", "left", "true", "false"),
    [
        ([CONDITION], N[CLASS], scale(MU * PI[CLASS], PI[CLASS]), scale(MU * PI[CLASS], N[CLASS])),
        ([CONDITION], N[CLASS] - MU * PI[CLASS], scale(0, PI[CLASS]), scale(1, PI[CLASS])),
        (
            [CONDITION, SCALED, OF_ALL],
            MU * sum_over(CLASS, PI[CLASS]),
            put_in(N, MU * PI[CLASS], N[CLASS]),
            put_in(N + 1, MU * PI[CLASS], N[CLASS]),
        ),
        ([CONDITION, FOUND], PI[CLASS], solution(N[CLASS] / N), solution(1 / letter("K"))),
    ],
)
def test_an_equation_is_told_from_a_false_one(
    before: list[tuple[Expression, ChainStep]], left: Expression, true: ChainStep, false: ChainStep
) -> None:
    """Of two equations that rest on a condition, the oracle tells which one follows."""
    assert verdicts(*before, (left, true))[-1] == "true"
    assert verdicts(*before, (left, false))[-1] == "false"


@pytest.mark.parametrize(("place", "word"), [(N[CLASS] / N, "true"), (1 / letter("K"), "false")])
def test_the_place_of_a_maximum_is_told_from_another(place: Expression, word: Word) -> None:
    """The shares of the counts are where the likelihood is largest, equal shares are not."""
    ell = function("ℓ")(PI)
    found = verdicts(
        (ell, define(LIKELIHOOD)), (PI.hat, define(argmax(PI, ell))), (PI[CLASS].hat, maximum(place))
    )
    assert found[-1] == word
