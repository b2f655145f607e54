"""Dots between terms or factors are the sum or product over all that they stand for."""

from __future__ import annotations

from itertools import product

import pytest
from thoroughness import all_of

from exactnb.core.expression.reading.derivations.parser import readings
from exactnb.core.expression.reading.derivations.statements import statements
from exactnb.teach.grading.derivations.grader import verify_derivation

BODIES = [
    r"x_@", r"n_@ \log\theta_@", r"\theta_@^{n_@}", r"(x_@ - \mu)^2", r"p(x_@ \mid \theta)",
    r"\frac{x_@}{n}", r"x_@!",
]  # fmt: skip
DOTS = ["...", "\\ldots", "\\cdots", "\\dots", "…"]


def read(text: str) -> str:
    """Return the first side of a line as text."""
    [statement, *_] = statements(f"{text} = 1")
    return str(next(readings(statement)).sides[0])


def test_dots_are_the_sum_or_product_from_the_first_to_the_last() -> None:
    """One term or two before the dots, whatever repeats, is what Σ or ∏ says of it."""
    for number, (body, sign, count) in enumerate(product(BODIES, (" + ", " "), (1, 2))):
        if sign == " " and "log" in body:
            continue  # a logarithm reaches over the factors behind it
        places = [*map(str, range(1, count + 1)), "n"]
        *first, last = (body.replace("@", place) for place in places)
        series = "\\prod" if sign == " " else "\\sum"
        expected = read(f"{series}_{{i=1}}^n {body.replace('@', 'i')}")
        assert read(sign.join([*first, DOTS[number % len(DOTS)], last])) == expected, (body, sign)


RIGHT = [
    ("bernoulli-mle", "Let h = x_1 + ... + x_n be heads.\nL(p) = p^h (1-p)^(n-h)\np = h/n"),
    ("poisson-mle", "ln L = -n mu + (x_1 + ... + x_n) ln mu + C"),
    ("bernoulli-mle", r"L(\theta) = \theta^{x_1}(1-\theta)^{1-x_1}\cdots\theta^{x_n}(1-\theta)^{1-x_n}"
     r" = \theta^{x_1+\dots+x_n}(1-\theta)^{n-x_1-\dots-x_n}"),
    ("categorical-mle", "L(θ) = θ_1^{n_1} θ_2^{n_2} ⋯ θ_K^{n_K}\nθ_1 + ... + θ_K = 1"),
    ("naive-factorisation", r"P(x_1, \dots, x_d\mid y) = P(x_1\mid y)\cdots P(x_d\mid y)"),
]  # fmt: skip


@all_of("theorem, text", RIGHT)
def test_a_derivation_may_have_dots(theorem: str, text: str) -> None:
    """Each line with dots is right, and so are those that use its letters."""
    assert {line.verdict for line in verify_derivation(theorem, text).lines} == {"right"}


@pytest.mark.parametrize("text", ["p = n/(x_1 + ... + x_n)", "L(p) = p^{x_1 + ... + x_n} (1-p)^n"])
def test_a_wrong_line_with_dots_is_refuted(text: str) -> None:
    """Dots are worth what they stand for."""
    assert verify_derivation("bernoulli-mle", text).first_wrong == 1


@all_of("text", ["x_1 + ... = 1", "... + x_n = 1", "x + ... + y = 1", "1 + … + … = 1"])
def test_dots_without_a_pattern_are_not_read(text: str) -> None:
    """Nobody is blamed where nothing says what the dots stand for."""
    [line] = verify_derivation("bernoulli-mle", text).lines
    assert line.verdict == "unread"
