"""Probabilities that add up to one: by a multiplier of any letter, or with one of them put in."""

from __future__ import annotations

import pytest
from thoroughness import all_of

from exactnb.teach.grading.derivations.grader import verify_derivation

PAIRS = tuple(zip("αβδλaγα", "λμνκγρξ", strict=True))
"""Letters of a prior and of a multiplier: some of them are either."""
LEFT_OVER = [(size, rest) for size in (2, 3, 4) for rest in range(1, size + 1)]


def smoothed(prior: str, multiplier: str) -> list[str]:
    """Return the mode of a Dirichlet posterior, as one writes it with a number and a multiplier."""
    a, m = prior, multiplier
    return [
        f"Prior Dirichlet({a} + 1, …, {a} + 1): p(θ) ∝ ∏_w θ_w^{a}, counts c_w, total C = Σ_w c_w.",
        f"p(θ | c) ∝ ∏_w θ_w^{{c_w}} · ∏_w θ_w^{a} = ∏_w θ_w^{{c_w + {a}}}",
        f"log p(θ | c) = Σ_w (c_w + {a}) log θ_w + const",
        f"With the multiplier {m} for Σ_w θ_w = 1: (c_w + {a})/θ_w = {m}",
        f"θ_w = (c_w + {a})/{m}",
        f"Summing: 1 = (C + {a} V)/{m}, so {m} = C + {a} V",
        f"θ_w = (c_w + {a})/(C + {a} V)",
    ]


def put_in(size: int, left_over: int, *, prior: bool = False) -> list[str]:
    """Return the slopes of a log-likelihood, or log-posterior, in all probabilities but one."""
    values = range(1, size + 1)
    others = [v for v in values if v != left_over]
    rest = " - ".join(["1", *(rf"\theta_{v}" for v in others)])
    count = {v: rf"(n_{v} + \alpha_{v} - 1)" if prior else f"n_{v}" for v in values}
    terms = [rf"{count[v]}\log\theta_{v}" for v in others] + [rf"{count[left_over]}\log({rest})"]
    left, const = (r"\log p(\theta \mid D)", [r"\text{const}"]) if prior else (r"\ell(\theta)", [])
    one, own, last = others[0], count[others[0]], count[left_over]
    return [
        rf"\theta_{left_over} = {rest}",
        f"{left} = {' + '.join([*terms, *const])}",
        rf"\frac{{\partial}}{{\partial\theta_{one}}} {left} ="
        rf" \frac{{{own}}}{{\theta_{one}}} - \frac{{{last}}}{{{rest}}} = 0",
        rf"\frac{{{own}}}{{\theta_{one}}} = \frac{{{last}}}{{\theta_{left_over}}}",
    ]


def verdicts(theorem: str, lines: list[str]) -> set[str]:
    return {line.verdict for line in verify_derivation(theorem, "\n".join(lines)).lines}


@pytest.mark.exhaustive
@all_of("prior, multiplier", PAIRS[::3])
def test_a_multiplier_of_any_letter_stands_beside_the_letter_of_a_prior(
    prior: str, multiplier: str
) -> None:
    """The number of the prior is added to counts; the other letter is the multiplier."""
    lines = smoothed(prior, multiplier)
    assert verdicts("pseudo-documents", lines) <= {"right", "unused"}
    lines[4] = lines[4].replace(" + ", " - ")
    assert verify_derivation("pseudo-documents", "\n".join(lines)).first_wrong == 5


@pytest.mark.exhaustive
@all_of("size, left_over, prior", [(*each, p) for each in LEFT_OVER for p in (False, True)])
def test_any_probability_may_be_what_the_others_leave(size: int, left_over: int, prior: bool) -> None:
    """A slope with the constraint put in has a term of the one that is left over."""
    theorem, lines = (
        ("categorical-map" if prior else "categorical-mle"),
        put_in(size, left_over, prior=prior),
    )
    assert verdicts(theorem, lines) <= {"right", "unused"}
    lines[2] = lines[2].replace("} - \\frac", "} + \\frac")
    assert verify_derivation(theorem, "\n".join(lines)).first_wrong == 3
