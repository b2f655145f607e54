"""True lines that do not follow, and equations with other zeros, have verdicts of their own."""

from __future__ import annotations

import json

import pytest
from thoroughness import all_of, one_in

from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.working.report import as_json, as_page, as_text

NOT_FOLLOWING = [
    ("bernoulli-mle", "ℓ'(θ) = k/θ + (n-k)/(1-θ) = 0\nk(1-θ) - (n-k)θ = 0"),
    ("poisson-mle", "ℓ(r) = S log r + n r + c\nℓ'(r) = S/r - n = 0"),
    ("gaussian-mean", "ℓ'(μ) = sum_i (x_i + μ)/σ^2 = 0\nμ = x̄"),
    ("exponential-mle", "λ̂ = S/n\nλ̂ = n/S"),
    ("categorical-mle", "n_v/θ_v - λ = 0\nλ = V\nθ̂_v = n_v/N"),
]


@one_in(2, ("theorem", "text"), NOT_FOLLOWING)
def test_a_right_line_behind_a_wrong_one_does_not_follow(theorem: str, text: str) -> None:
    """It is true, the line before it is not, and the one cannot give the other."""
    working = verify_derivation(theorem, text)
    last, number = working.lines[-1], text.count("\n")
    assert [line.verdict for line in working.lines[-2:]] == ["wrong", "does_not_follow"]
    assert last.message == f"right, but it does not follow from line {number}"
    assert working.first_wrong == number


FOLLOWING = [
    ("gaussian-mean", "∂ℓ/∂μ = sum_i (x_i - μ)/σ = 0\nμ = x̄"),
    ("gaussian-mean", "μ̂ = sum_i x_i/(n-1)\nσ̂^2 = 1/n sum_i (x_i - x̄)^2"),
    ("bernoulli-mle", "k/θ - (n-k)/(1-θ) = 0\nℓ''(θ) = -k/θ^2 + (n-k)/(1-θ)^2 < 0\nθ̂ = k/n"),
]


@one_in(4, ("theorem", "text"), FOLLOWING)
def test_a_right_line_that_a_wrong_one_gives_as_well_is_right(theorem: str, text: str) -> None:
    """A lost constant, a lost factor, another parameter or a second derivative hinder nothing."""
    verdicts = [line.verdict for line in verify_derivation(theorem, text).lines]
    assert "wrong" in verdicts
    assert "does_not_follow" not in verdicts


OTHER_ZEROS = [
    ("bernoulli-mle", "k/θ = (n-k)/(1-θ)\nkθ(1-θ) = (n-k)θ^2", "θ = 0"),
    ("bernoulli-mle", "k = nθ\n(k - nθ)(1-2θ) = 0", "θ = 1/2"),
    ("gaussian-mean", "nμ = sum_i x_i\nn^2 μ^2 = (sum_i x_i)^2", "μ = −1/3"),
    ("gaussian-mean", "sum_i (x_i - μ) = 0\nμ sum_i (x_i - μ) = 0", "μ = 0"),
    ("poisson-mle", "S/r - n = 0\n(r - 3)(S/r - n) = 0", "r = 3"),
    ("bernoulli-mle", "(k - nθ)(1 - 2θ) = 0\nk = nθ", "θ = 1/2"),
]


@all_of("theorem, text, place", OTHER_ZEROS)
def test_an_equation_with_other_zeros_is_not_equivalent(theorem: str, text: str, place: str) -> None:
    """A factor that vanishes in the domain adds a solution: the report has the place."""
    first, last = verify_derivation(theorem, text).lines
    assert (first.verdict, last.verdict) == ("right", "not_equivalent")
    assert f"At {place}" in last.message


EQUIVALENT = [
    ("bernoulli-mle", "k/θ - (n-k)/(1-θ) = 0\nk(1-θ) = (n-k)θ\nk = nθ\nθ = k/n"),
    ("poisson-mle", "S/r - n = 0\nr^2 = S^2/n^2\nr = S/n"),
    ("exponential-mle", "n/λ - S = 0\nnλ = λ^2 S\nλ = n/S"),
    ("bernoulli-map", "(k+a-1)/θ = (n-k+b-1)/(1-θ)\n(k+a-1)(1-θ) = (n-k+b-1)θ"),
]


@all_of("theorem, text", EQUIVALENT)
def test_a_factor_that_is_not_zero_in_the_domain_changes_nothing(theorem: str, text: str) -> None:
    """A square of what is positive, and a factor that is 0 outside of the domain alone, are right."""
    assert {line.verdict for line in verify_derivation(theorem, text).lines} == {"right"}


@pytest.mark.parametrize(
    ("verdict", "told", "case"),
    [("does_not_follow", "does not follow", NOT_FOLLOWING[0]),
     ("not_equivalent", "not equivalent", OTHER_ZEROS[0][:2])],
)  # fmt: skip
def test_every_report_has_the_verdict(verdict: str, told: str, case: tuple[str, str]) -> None:
    """The text, the page and the JSON say what the line is, and why."""
    working = verify_derivation(*case)
    assert json.loads(as_json(working))["lines"][-1]["verdict"] == verdict
    for report in (as_text(working), as_page(working, "t")):
        assert f"{told}:" in report
