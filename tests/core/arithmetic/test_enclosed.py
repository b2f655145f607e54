"""Numbers known by enclosures: closed under every operation, equal where they are one formula."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from mpmath import mp, mpf
from thoroughness import all_of

from exactnb.core.arithmetic import enclosed, values
from exactnb.core.arithmetic.enclosed import Enclosed, digamma, gamma
from exactnb.core.arithmetic.irrational import Logarithm
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.expression.enclosed_values import ENCLOSED, InverseFunction
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import (
    Expression,
    Function,
    Integer,
    Quotient,
    Symbol,
    exp,
    log,
    sqrt,
    stated,
)
from exactnb.core.expression.results import are_equal
from exactnb.core.expression.written import written
from exactnb.errors import Undecidable, Unsupported

F = Fraction
ROOT = sqrt(2)
SLOPE = -(3 / log(Quotient(Integer(14), Integer(125))))  # −n/Σ log x
PARTS: tuple[Expression, ...] = (
    Integer(2), Quotient(Integer(2), Integer(5)), ROOT, SLOPE, log(3), exp(SLOPE), Integer(3) ** ROOT,
)  # fmt: skip


def worth(formula: Expression) -> values.Finite:
    """Return what a stated formula is worth."""
    value = evaluate(stated(formula))
    assert values.is_finite(value)  # type: ignore[arg-type]
    return value  # type: ignore[return-value]


def in_mpmath(formula: Expression) -> mpf:
    """Return a formula as mpmath works it out, by another way."""
    sides = [in_mpmath(part) for part in formula.children]
    match type(formula).__name__:
        case "Integer":
            return mpf(formula.value)  # type: ignore[attr-defined]
        case "Sum":
            return sum(sides, mpf(0))
        case "Product":
            return mp.fprod(sides)
        case "Quotient":
            return sides[0] / sides[1]
        case "Negative":
            return -sides[0]
        case "Power":
            return sides[0] ** sides[1]
    assert isinstance(formula, Function)
    return {"log": mp.log, "exp": mp.exp, "sqrt": mp.sqrt, "Gamma": mp.gamma}[formula.name](sides[0])


def some_formula(random: Random, depth: int) -> Expression:
    """Return a formula over the parts: sums, products, quotients, powers."""
    if not depth:
        return random.choice(PARTS)
    one, other = some_formula(random, depth - 1), some_formula(random, random.randrange(depth))
    return random.choice((one + other, one - other, one * other, one / other))


@all_of("seed", range(40))
def test_a_stated_formula_lies_in_its_ball_and_reads_back(seed: int) -> None:
    """What mpmath computes lies in the enclosure, and the number as written is the same number."""
    random = Random(seed)
    formula = some_formula(random, 3)
    with mp.workprec(400):
        expected = in_mpmath(formula)
    try:
        value = worth(formula)
    except Undecidable:  # whether a divisor is 0
        return
    if isinstance(value, values.Infinite | values.Undefined):
        return
    low, high = values.enclose(value, 300).bounds() or (F(0), F(0))
    with mp.workprec(400):
        room = mpf(2) ** -200 * (1 + abs(expected))
        assert mpf(low.numerator) / low.denominator - room <= expected
        assert expected <= mpf(high.numerator) / high.denominator + room
    assert are_equal(evaluate(written(value)), value)


@all_of(("one", "other"), [*product(PARTS[2:], PARTS[2:])])
def test_what_is_the_same_formula_is_equal(one: Expression, other: Expression) -> None:
    """Sums and products are equal in every order, and what is added and taken away is gone."""
    a, b = worth(one), worth(other)
    assert are_equal(worth(one + other), worth(other + one))
    assert are_equal(worth(one * other), worth(other * one))
    assert are_equal(enclosed.add([a, b, enclosed.multiply([F(-1), b])]), a)
    assert are_equal(enclosed.divide(enclosed.multiply([a, b]), b), a)


def test_shares_of_equal_scores_are_rational() -> None:
    """A posterior of scores with one irrational factor is the fraction that it is."""
    score = enclosed.power(F(2), PowerProduct.of(2) ** F(1, 2))
    assert isinstance(score, Enclosed)
    total = values.add([values.multiply([F(k), score]) for k in (1, 3, 4)])
    assert values.divide(values.multiply([F(3), score]), total) == F(3, 8)
    assert values.compare(score, F(2)) == 1
    assert values.compare(score, values.multiply([F(2), score])) == -1


def test_what_no_enclosure_tells_apart_is_undecided() -> None:
    """√2·√3 = √6 is exact; of sums under roots no theorem is used, and the answer is not guessed."""
    root = enclosed.power(worth(Integer(3) ** ROOT), F(1, 2))
    twice = enclosed.exponential(values.multiply([F(1, 2), worth(log(3) * ROOT)]))
    assert are_equal(root, twice)
    nested = worth(sqrt(1 + Integer(3) ** ROOT) ** 2 * 1)
    assert are_equal(nested, worth(1 + Integer(3) ** ROOT))
    one = worth((1 + Integer(3) ** ROOT) * (1 - Integer(3) ** ROOT))
    other = worth(1 - (Integer(3) ** ROOT) ** 2)
    with pytest.raises(Undecidable):
        are_equal(one, other)


def test_gamma_is_exact_of_whole_numbers_and_halves() -> None:
    """Γ(n) is a factorial and Γ(1/2) is √π; of other numbers a ball holds it."""
    assert [gamma(F(n)) for n in (1, 2, 3, 5)] == [1, 1, 2, 24]
    assert are_equal(gamma(F(5, 2)), values.multiply([F(3, 4), PowerProduct(root_pi=1)]))
    low, high = values.enclose(gamma(F(1, 3)), 100).bounds()  # type: ignore[arg-type, misc]
    assert low < F("2.678938534707747633655692940974677644") < high
    for wrong in (F(0), F(-1), F(10**6)):
        with pytest.raises(Unsupported):
            gamma(wrong)
        with pytest.raises(Unsupported):
            digamma(-abs(wrong))
    low, high = values.enclose(digamma(F(1)), 100).bounds()  # type: ignore[arg-type, misc]
    assert low < F("-0.577215664901532860606512090082402") < high


def test_only_stated_formulas_have_such_numbers() -> None:
    """2^√2 in a formula of ours is refused, as it was."""
    with pytest.raises(Unsupported):
        evaluate(Integer(2) ** ROOT)


def test_one_place_has_levels_that_are_written_in_other_ways() -> None:
    """Roots of one function at equal levels are equal, whatever their logarithms are written with."""
    third, letter = F(1, 3), Symbol("a")
    parts = [Logarithm(PowerProduct.of(part) ** third) for part in (F(6, 5), F(7, 10), F(21, 10))]
    levels = [Logarithm(PowerProduct.of(F(441, 250)) ** third), values.add(parts)]
    assert levels[0] != levels[1]  # as they are written
    roots = [
        Enclosed(F(1), InverseFunction("a", Function("digamma", letter), level, (F(0), None)), ())
        for level in (*levels, parts[0])
    ]
    assert are_equal(roots[0], roots[1])
    assert values.compare(roots[0], roots[2]) == 1
    other = InverseFunction("a", Function("digamma", letter), levels[0], (F(1), None))
    assert not are_equal(roots[0], values.add([Enclosed(F(1), other, ()), F(1)]))


def test_the_base_of_a_logarithm_comes_back_to_its_exponent() -> None:
    """2^√2 has the logarithm √2 to base 2, and 10^√2 to base 10; log2(8) stays 3."""
    root = PowerProduct.of(2) ** F(1, 2)
    assert are_equal(ENCLOSED.function("log2", enclosed.power(F(2), root)), root)
    assert are_equal(ENCLOSED.function("log10", enclosed.power(F(10), root)), root)
    assert ENCLOSED.function("log2", F(8)) == 3


def test_roots_of_sums_are_known_by_enclosures() -> None:
    """(1 − 48^(−3/11))^(−1/2) has no exact form: it stays e to a multiple of a logarithm."""
    inside = values.add([F(1), values.negate(PowerProduct.of(F(1, 48)) ** F(3, 11))])
    assert values.is_finite(inside)
    root = enclosed.power(inside, F(-1, 2))
    assert values.is_finite(root)
    ball = values.enclose(root, 200).times(values.enclose(root, 200), 200)
    product = ball.times(values.enclose(inside, 200), 200).bounds()
    assert product is not None
    assert product[0] < 1 < product[1]
