"""Lines of theorems at numbers that were worked out by hand; the checker has no part in it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction

import pytest
from drawn import Instance
from evaluating import Letters
from exact_integrals import polynomial
from exact_numbers import Low, Number, Unjudged, compare, logarithm
from theorem_scopes import Claim, claims
from thoroughness import all_of

from exactnb.core.expression.nodes import Call, Symbol
from exactnb.core.expression.spell import spell
from exactnb.explain.proving.theorems import theorem
from exactnb.explain.proving.writing.formulas import Expression, function, letter, parameter

Values = Mapping[Expression, Fraction | int]
P, Q, HALF = function("P"), Fraction, Fraction(1, 2)
X = letter("x")


def over(name: str, *values: Fraction | int) -> Values:
    """Return the values of a letter at the places 1, 2, …"""
    return {letter(name)[place]: value for place, value in enumerate(values, start=1)}


ROWS = {letter("n"): 3, X.above(1): 1, X.above(2): 0, X.above(3): 1, letter("θ"): HALF, letter("C"): 7}
WORDS = {letter("|V|"): 3, letter("C"): 7} | over("n", 3, 1, 0) | over("λ", 1, 1, 1)
WORDS |= over("θ", HALF, Q(1, 4), Q(1, 4)) | over("m", 1, 0, 1)
THETA = parameter("categorical", "θ")
COLUMN = {letter("M")[1]: 2, letter("n")[1, 1, 1]: 3, letter("n")[1, 2, 1]: 1, letter("m"): 2}
COLUMN |= {letter("q")[1, 1]: HALF, letter("q")[1, 2]: HALF}
SHARES = {letter("N"): 4, letter("r"): HALF, letter("m"): 2}
SHARES |= {letter("f")[1]: Q(3, 4), letter("g")[1]: HALF, letter("p")[1]: HALF}
COPIES = {letter("r"): 2, P(letter("u")): 1, P(X, given=1): Q(3, 4), P(X, given=0): Q(1, 4)}
PRIOR, MU, V = parameter("prior", "π"), letter("μ"), letter("v")
GAUSSIAN = {letter("d"): 1, X[1]: 3, PRIOR[0]: HALF, PRIOR[1]: HALF}
GAUSSIAN |= {MU[1, 0]: 0, MU[1, 1]: 2, V[1, 0]: 2, V[1, 1]: 4}


def line(name: str, step: int, left: str) -> Claim:
    """Return the last line about a left side in a step of a theorem, in its scope."""
    own = (claim for claim in claims(theorem(name).steps()) if claim.step == step - 1)
    return [claim for claim in own if spell(claim.line.left) == left][-1]


def log_of(number: int) -> Number:
    value = logarithm(Fraction(number))
    assert not isinstance(value, Low)
    return value


@all_of(
    ("name", "step", "left", "values", "at", "by_hand"),
    [
        # ∫ θ³(1 − θ) is a twentieth, ∫ θ²(1 − θ) a twelfth
        ("posterior-mean", 4, "m", ROWS, {}, Q(3, 5)),
        # ∫ θ⁴(1 − θ)² is 1/105, ∫ θ³(1 − θ)² is 1/60
        ("posterior-mean", 3, "m", ROWS | {letter("a"): 2, letter("b"): 2}, {}, Q(4, 7)),
        # the parameters are 4, 2 and 1: an urn of seven balls, to which one like the first is added
        ("dirichlet-multinomial", 4, "P(v | D)", WORDS, {"v": 1}, Q(4, 7)),
        ("dirichlet-multinomial", 5, "P(u, v | D)", WORDS, {"u": 1, "v": 1}, Q(4 * 5, 7 * 8)),
        ("dirichlet-multinomial", 5, "P(u, v | D)", WORDS, {"u": 1, "v": 2}, Q(4 * 2, 7 * 8)),
        ("dirichlet-multinomial", 5, "P(u | v, D)", WORDS, {"u": 1, "v": 1}, Q(5, 8)),
        ("dirichlet-multinomial", 5, "δ_uv", WORDS, {"u": 1, "v": 1}, Q(20, 56) - Q(16, 49)),
        ("dirichlet-multinomial", 5, "δ_uv", WORDS, {"u": 1, "v": 2}, Q(8, 56) - Q(8, 49)),
        # a document with the first word and the last
        ("dirichlet-multinomial", 3, "P(x | D)", WORDS, {}, Q(4 * 1, 7 * 8)),
        # three and one of four, two rows of the prior: four of six
        ("m-estimate", 5, "θ̂_jvk", COLUMN, {"j": 1, "v": 1, "k": 1}, Q(4, 6)),
        # three of four words, and two pseudo-counts, one of them the word's
        ("smoothing-is-consistent", 2, "θ_w", SHARES, {"w": 1}, Q(4, 6)),
        ("smoothing-is-consistent", 4, "θ_w - p_w", SHARES, {"w": 1}, Q(1, 6)),
        # ½ log(2/4) + 9/4 − 1/8
        (
            "gaussian-is-logistic",
            3,
            "log(P(1 | x) / P(0 | x))",
            GAUSSIAN,
            {},
            Q(17, 8) - log_of(2) * HALF,
        ),
        # three to one, squared
        ("repeated-columns", 4, "P(1 | z) / P(0 | z)", COPIES, {}, Q(9)),
        # 9/10 against 3/4
        ("repeated-columns", 5, "q", {letter("a"): 3, letter("b"): 1}, {}, Q(9, 10)),
    ],
)
def test_a_line_has_the_value_found_by_hand(
    name: str, step: int, left: str, values: Values, at: dict[str, int], by_hand: Number
) -> None:
    """The last line about a left side says the number, and so does what stands before it."""
    claim = line(name, step, left)
    here = Instance(claim.scope, random.Random(0), Letters())
    for of, value in values.items():
        assert isinstance(of, Symbol | Call)
        here.letters.values[here.key(of, {})] = Fraction(value)
    assert compare(here.value(claim.line.right, at), by_hand) == 0
    if not isinstance(claim.line.left, Symbol) or claim.before is not None:
        assert compare(here.value(claim.left, at), by_hand) == 0


def test_a_polynomial_is_found_from_its_values() -> None:
    """From values at points all coefficients follow; what is no polynomial is not judged."""
    assert polynomial(lambda t: t**2 * (1 - t), Q(1)) == [0, 0, 1, -1]
    assert polynomial(lambda t: Q(0), Q(1)) == [0]
    for other in (lambda t: 1 / t, lambda t: t**40):
        with pytest.raises(Unjudged, match="of no polynomial"):
            polynomial(other, Q(1))
