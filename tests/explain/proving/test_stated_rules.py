"""The rules that theorems of stated densities rest on: what each accepts, and what it refuses.

How to read: `refusal` says what is wrong with the last of some lines, in a scope with a few letters.
"""

from __future__ import annotations

import math
from functools import reduce
from operator import mul

from thoroughness import all_of

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression, absolute
from exactnb.explain.proving.facts.maxima import maximum_problem
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.scope.alphabet import INFINITE
from exactnb.explain.proving.scope.scope import AcceptedLine
from exactnb.explain.proving.writing.formulas import (
    among,
    argmax,
    derivative,
    exp,
    factorial,
    function,
    gamma,
    integers_from,
    letter,
    log,
    node,
    open_unit,
    pi_constant,
    reals,
    sqrt,
)  # fmt: skip
from exactnb.explain.proving.writing.theorem import (
    Proof,
    above_zero,
    below_zero,
    cite,
    define,
    differentiate,
    given,
    is_in,
    is_more,
    is_positive,
    maximum,
    same,
)  # fmt: skip

a, b, c, m, n, s, t, x, θ = map(letter, "abcmnstxθ")
F = function("F")(θ)
LOW, HIGH = INFINITE[::-1]


def refusal(proof: Proof) -> str:
    """Return what is wrong with the last line of a proof; all others are accepted."""
    prover = Prover()
    *before, last = [problem for step in proof.steps for _, problem in prover.step_problems(step)]
    assert not any(before), before
    return last


def scope(*facts: nodes.Expression | object) -> Proof:
    """Return a proof that has said what letters may be."""
    proof = Proof("p")
    proof.step("What is given")
    for fact in facts:
        proof.say("{}", fact)  # type: ignore[arg-type]
    return proof


# roots


POSITIVE = [is_positive(each) for each in (a, b, n, s)]
EQUAL: list[tuple[Expression, Expression, bool]] = [
    (2 * sqrt(s / (2 * n)) ** 2, s / n, True),
    (sqrt(a) * sqrt(b), sqrt(a * b), True),
    (sqrt(node(2)) * sqrt(node(8)), node(4), True),
    ((sqrt(a + b) - sqrt(a)) * (sqrt(a + b) + sqrt(a)), b, True),
    (a / sqrt(a), sqrt(a), True),
    (1 / (sqrt(node(2)) - 1), 1 + sqrt(node(2)), True),
    (exp(-(a / sqrt(b) ** 2)), exp(-(a / b)), True),
    (exp(-(a / sqrt(b) ** 2)), exp(-(a / sqrt(b))), False),
    (2 * sqrt(s / (2 * n)) ** 2, 2 * s / n, False),
    (sqrt(a) + sqrt(b), sqrt(a + b), False),
    (sqrt(node(2)) * sqrt(node(3)), node(6), False),
    (sqrt(a**2 + b), a + sqrt(b), False),
]


@all_of("left, right, equal", EQUAL)
def test_roots_have_one_form(left: Expression, right: Expression, equal: bool) -> None:
    """The square of a root is its radicand, of letters, numbers and sums; nothing else is."""
    proof = scope(*POSITIVE)
    proof.chain(left, same(right))
    try:
        assert (refusal(proof) == "") == equal
    except AssertionError:
        raise AssertionError(f"{left} = {right}: {equal}") from None


DISTANCES: list[tuple[Expression, Expression, bool]] = [
    (absolute(x - m), absolute(m - x), True),
    (absolute(a * (x - m)), a * absolute(x - m), True),
    (absolute(a / (x**2 + 1)), a / (1 + x**2), True),
    (absolute(x - m) ** 2, (m - x) ** 2, True),
    (absolute((x - m) ** 3), (m - x) ** 2 * absolute(m - x), True),
    (absolute(-a), a, True),
    (absolute(x - m), x - m, False),
    (absolute(x - m), m - x, False),
    (absolute(x - m), absolute(x + m), False),
    (absolute(x) + absolute(m), absolute(x + m), False),
    (absolute(x - m) ** 3, (x - m) ** 3, False),
    (absolute(-a), -a, False),
    (derivative(absolute(x), x), node(1), False),
    (derivative(absolute(m - 1) * x, x), absolute(1 - m), True),
]


@all_of("left, right, equal", DISTANCES)
def test_absolute_values_have_one_form(left: Expression, right: Expression, equal: bool) -> None:
    """Factors with a known sign come out of the bars, what is between them may be turned around."""
    proof = scope(is_positive(a), is_in(x, reals()), is_in(m, reals()))
    proof.chain(left, same(right) if not isinstance(left, nodes.Derivative) else differentiate(right))
    assert (refusal(proof) == "") == equal, (left, right)


def test_an_absolute_value_is_not_negative_and_may_be_zero() -> None:
    """|x − m| + a is more than 0, |x − m| alone is not known to be."""
    for formula, expected in ((absolute(x - m) + a, True), (absolute(x - m), False)):
        proof = scope(is_positive(a), is_in(x, reals()), is_in(m, reals()))
        proof.chain(formula, above_zero())
        assert (refusal(proof) == "") == expected


UP_TO_9, APART = (nodes.Domain("through", (first, node(9))) for first in (node(0), m))
FEW = among(0, 1, 2)
FACTORIALS: list[tuple[Expression, Expression, nodes.Domain, bool]] = [
    (factorial(node(10)), node(3628800), UP_TO_9, True),
    (factorial(node(10)), node(3628801), UP_TO_9, False),
    (factorial(node(0)) * factorial(node(1)), node(1), UP_TO_9, True),
    (log(factorial(node(4)) / factorial(x)), log(node(24)) - log(factorial(x)), UP_TO_9, True),
    (log(factorial(node(4)) / factorial(x)), log(node(20)) - log(factorial(x)), UP_TO_9, False),
    (factorial(9 - x) / factorial(9 - x), node(1), UP_TO_9, True),
    (factorial(12 - x) / factorial(12 - x), node(1), UP_TO_9, True),
    (factorial(8 - x) / factorial(8 - x), node(1), UP_TO_9, False),
    (factorial(-x) / factorial(-x), node(1), UP_TO_9, False),
    (factorial(2 - x) / factorial(2 - x), node(1), FEW, True),
    (factorial(1 - x) / factorial(1 - x), node(1), FEW, False),
    (factorial(x - 1) / factorial(x - 1), node(1), FEW, False),
    (factorial(9 - x) / factorial(9 - x), node(1), integers_from(0), False),
    (factorial(9 - x) / factorial(9 - x), node(1), nodes.Domain("closed", (node(0), node(9))), False),
    (factorial(9 - x) / factorial(9 - x), node(1), APART, False),
]


@all_of("left, right, domain, holds", FACTORIALS)
def test_factorials_are_of_whole_numbers(
    left: Expression, right: Expression, domain: nodes.Domain, holds: bool
) -> None:
    """The factorial of a number is worked out; N − x has one where x is whole and N at the most."""
    proof = scope(is_positive(m), is_in(x, domain))
    proof.chain(left, same(right))
    assert (refusal(proof) == "") == holds, (left, domain)


SIGNS: list[tuple[Expression, bool | None]] = [
    (n + sqrt(s**2 + 6 * s * n + n**2) - s, True),
    (sqrt(s**2 + n) - s, True),
    (s - sqrt(s**2 + n), False),
    (sqrt(s**2 + n) - s - n, None),
    (sqrt(s) - n, None),
    (1 - exp(-(s / n)), True),
    (exp(s) - 1, True),
    (exp(s) - 2, None),
    (log(1 + s), True),
    (log(s), None),
    (log(1 / (1 + s)), False),
]


@all_of("formula, positive", SIGNS)
def test_signs_of_roots_and_logarithms(formula: Expression, positive: bool | None) -> None:
    """What is known of a sign is said, in one way only; what depends on the letters is not."""
    for claim, expected in ((above_zero(), positive is True), (below_zero(), positive is False)):
        proof = scope(*POSITIVE)
        proof.chain(formula, claim)
        assert (refusal(proof) == "") == expected, formula


# the slope c·(m − μ)


MOMENTS: list[tuple[Expression, Expression, Expression, Expression, str, bool]] = [
    # c, m, μ, place, the way that μ moves, whether it holds
    (n / θ, s, θ**3, s ** node(1) / s ** (1 - nodes.Quotient(node(1), node(3))), ">", True),
    (n, s, log(1 + θ), exp(s) - 1, ">", True),
    (n, s, log(1 + θ), exp(s), ">", False),
    (-n, s, log(1 + θ), exp(s) - 1, ">", False),
    (θ - 1, s, log(1 + θ), exp(s) - 1, ">", False),
    (n, s, 1 / log(1 + θ), exp(1 / s) - 1, "<", False),
]


@all_of("c, m, mu, place, way, holds", MOMENTS)
def test_a_slope_that_compares_means_has_one_maximum(
    c: Expression, m: Expression, mu: Expression, place: Expression, way: str, holds: bool
) -> None:
    """With a positive factor and an expectation that moves one way, it is where both are equal."""
    assert (moment_problem(c, m, mu, place, way) == "") == holds


def moment_problem(c: Expression, m: Expression, mu: Expression, place: Expression, way: str) -> str:
    """Return what is wrong with a maximum whose slope is c·(m − μ)."""
    prover = Prover()
    proof = scope(*POSITIVE, is_positive(θ))
    for step in proof.steps:
        assert not any(problem for _, problem in prover.step_problems(step))
    slope = derivative(F, θ)
    lines = [
        define(argmax(θ, F)).of(θ.hat),
        differentiate(nodes.Product((c, nodes.Sum((m, nodes.Negative(mu)))))).of(slope),
        (above_zero() if way == ">" else below_zero()).of(derivative(mu, θ)),
    ]
    accepted: list[AcceptedLine] = [AcceptedLine(line) for line in lines]
    return maximum_problem(prover.declared, accepted, maximum(place).of(θ.hat))


# what densities add up to


def density(formula: Expression, whole: Expression, fact: str, *facts: object) -> str:
    """Return what is wrong with a density, or with the line that says that it adds up to 1."""
    proof = scope(is_positive(a), is_positive(b), is_in(θ, open_unit()), *facts)
    head = function("p" if isinstance(whole, nodes.Integral) else "P")
    words = "density" if isinstance(whole, nodes.Integral) else "probabilities"
    proof.chain(head(x, given=t), given(formula, words))
    proof.chain(whole, cite(ONE, fact))
    prover = Prover()
    problems = (problem for step in proof.steps for _, problem in prover.step_problems(step))
    return next((problem for problem in problems if problem), "")


ONE = nodes.Integer(1)
DENSITY, CHANCE = function("p")(x, given=t), function("P")(x, given=t)
FROM_0 = nodes.Integral(x, DENSITY, (nodes.Integer(0), HIGH))
SHARE = nodes.Integral(x, DENSITY, (nodes.Integer(0), ONE))
ALL = nodes.Integral(x, DENSITY, (LOW, HIGH))
COUNTED = nodes.Series("sum", x, integers_from(0), CHANCE)
RIGHT: list[tuple[Expression, Expression, str, object]] = [
    (a * exp(-(a * x)), FROM_0, "Gamma integral", is_positive(x)),
    (a**b / gamma(b) * x ** (b - 1) * exp(-(a * x)), FROM_0, "Gamma integral", is_positive(x)),
    (a * b * x ** (a - 1) * exp(-(b * x**a)), FROM_0, "Gamma integral", is_positive(x)),
    (
        exp(-((x - a) ** 2) / (2 * b)) / sqrt(2 * pi_constant() * b),
        ALL,
        "Gaussian integral",
        is_in(x, reals()),
    ),
    (
        gamma(a + b) / (gamma(a) * gamma(b)) * x ** (a - 1) * (1 - x) ** (b - 1),
        SHARE,
        "an integral of Beta",
        is_in(x, open_unit()),
    ),
    (
        b / (2 * a) * exp(-(absolute(b * x - a) / a)),
        ALL,
        "exponential functions on both sides",
        is_in(x, reals()),
    ),
    (exp(-a) * a**x / factorial(x), COUNTED, "exponential series", is_in(x, integers_from(0))),
    (θ * (1 - θ) ** x, COUNTED, "geometric series", is_in(x, integers_from(0))),
    *(
        (
            reduce(mul, (x + j for j in range(1, m + 1)))
            / math.factorial(m)
            * θ ** (m + 1)
            * (1 - θ) ** x,
            COUNTED,
            "geometric series",
            is_in(x, integers_from(0)),
        )
        for m in (1, 2, 5)
    ),
]


@all_of("formula, whole, fact, support", RIGHT, apart=4)
def test_densities_add_up_by_the_fact_that_is_named(
    formula: Expression, whole: Expression, fact: str, support: object
) -> None:
    """A density is one by a fact of the closed list; times something, or in part, it is none."""
    assert density(formula, whole, fact, support) == ""
    assert "is shown by" in density(formula, whole, "binomial theorem", support)
    for other in (
        2 * formula,
        formula / 3,
        formula * x,
        formula * (1 + x),
        -formula,
        formula * exp(-x),
    ):
        assert density(other, whole, fact, support)
    if isinstance(whole, nodes.Integral):
        part = nodes.Integral(x, DENSITY, (ONE, whole.ends[1]))
        assert density(formula, part, fact, support) == "not all that varies is added up"
    else:
        part_ = nodes.Series("sum", x, integers_from(1), CHANCE)
        assert density(formula, part_, fact, support) == "not all that varies is added up"


def test_what_is_more_than_a_number_is_no_whole_support() -> None:
    """With more assumed of the number, what is added up is not all of it."""
    formula = a * exp(-(a * x))
    more = "more is assumed of what varies than where it begins"
    assert density(formula, FROM_0, "Gamma integral", is_positive(x), is_more(2 * x, 1)) == more
