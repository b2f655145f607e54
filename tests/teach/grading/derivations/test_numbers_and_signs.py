"""Signs that stand for one another, numbers of an example, rounded decimals."""

from __future__ import annotations

import pytest

from exactnb.teach.grading.derivations.grader import verify_derivation


def verdicts(theorem: str, text: str) -> list[str]:
    """Return the verdicts on the lines of a derivation, without what is no claim."""
    return [line.verdict for line in verify_derivation(theorem, text).lines if line.verdict != "unused"]


ALIKE = [
    ("poisson-mle", r"L(\lambda) = \prod_{j \ge 0} (\lambda^j e^{-\lambda}/j!)^{m_j}",
     "m_j = #{i: x_i = j}"),
    ("poisson-mle", r"L(\lambda) = \prod_{j=0}^\infty (\lambda^j e^{-\lambda}/j!)^{m_j}",
     "m_j = #{i: x_i = j}"),
    ("exponential-mle", r"p(x_{1:m} \mid \theta) = \theta^m e^{-\theta S}", r"S = \sum_{i=1}^m x_i"),
    ("exponential-mle", r"\mu = \frac{d}{E}",
     r"L(\mu) = \prod_{i=1}^d \mu e^{-\mu t_i} = \mu^d e^{-\mu E}"),
    ("gaussian-variance", r"\sigma^2_{ML} = \frac1n \sum_i (x_i - \bar x)^2", ""),
    ("gaussian-variance", "sigma_ML^2 = (1/n) sum_i (x_i - xbar)^2", ""),
    ("poisson-mle", "lambda = (x1 + x2 + ... + xn)/n", ""),
    ("poisson-mle", "dlogL/dlambda = (x1 + ... + xn)/lambda - n", ""),
    ("chain-rule", r"P(B \cap C) = P(C \mid B)\,P(B)", ""),
    ("categorical-mle", r"\hat\pi_k = y_k/n", r"L(\pi) = \prod_k \pi_k^{y_k}"),
    ("categorical-mle", r"\hat\pi_k = N_k/N", r"p(t \mid \pi) = \prod_{n=1}^N \prod_k \pi_k^{t_{nk}}"),
]  # fmt: skip


@pytest.mark.parametrize(("theorem", "line", "above"), ALIKE)
def test_a_sign_is_read_in_each_of_its_forms(theorem: str, line: str, above: str) -> None:
    """Ranges without an end, indices behind powers, letters with a number: each line is decided."""
    assert set(verdicts(theorem, f"{above}\n{line}")) == {"right"}


EXAMPLES = [
    ("bernoulli-mle", "h = 7, n = 10", r"\theta_{ML} = 7/10", r"\theta_{ML} = 7/3"),
    ("bernoulli-map", "y = 7, n = 10, a = b = 2", r"\theta_{MAP} = 8/12", r"\theta_{MAP} = 9/12"),
    ("poisson-map", r"a = 3, b = 2, \sum_i k_i = 10, n = 5",
     r"\lambda_{MAP} = 12/7", r"\lambda_{MAP} = 13/7"),
]  # fmt: skip


@pytest.mark.parametrize(("theorem", "stated", "right", "wrong"), EXAMPLES)
def test_numbers_of_an_example_are_a_world_of_their_own(
    theorem: str, stated: str, right: str, wrong: str
) -> None:
    """Where lines say how many there are, the estimate of these numbers is right, another is not."""
    above = {"poisson-map": r"p(\lambda) \propto \lambda^{a-1} e^{-b\lambda}",
             "bernoulli-map": r"p(\theta) \propto \theta^{a-1} (1-\theta)^{b-1}",
             "bernoulli-mle": r"L(\theta) = \theta^h (1-\theta)^{n-h}"}[theorem]  # fmt: skip
    assert verdicts(theorem, f"{above}\n{stated}\n{right}")[-1] == "right"
    assert verdicts(theorem, f"{above}\n{stated}\n{wrong}")[-1] != "right"


@pytest.mark.parametrize("sign", ["=", r"\approx"])
def test_a_decimal_is_what_it_is_rounded_to(sign: str) -> None:
    """7/3 lies within half a unit of the last digit of 2.33, not of 2.35."""
    text = f"Data: 1, 2, 4.\n\\hat\\lambda = 7/3 {sign} "
    assert verdicts("poisson-mle", f"{text}2.33") == ["right"]
    assert verdicts("poisson-mle", f"{text}2.35") == ["wrong"]
