"""Examples of naive Bayes: events by their names, and probabilities that a working states."""

from __future__ import annotations

import pytest
from thoroughness import one_in

from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.derivations.prose import read_prose

MAILS = "P(spam) = 0.4, P(ham) = 0.6\nP(free|spam) = 3/10, P(free|ham) = 10%\n"
RAIN = "P(rain) = 0.2, P(wet|rain) = 0.9, P(cold | rain, wet) = 0.5\n"
COIN = "P(heads) = θ, P(tails) = 1 - θ\nL(θ) = θ^{#heads} (1-θ)^{#tails}\n"
EXAMPLES = [
    ("bayes-rule", MAILS, "P(free) = 0.12 + 0.06 = 0.18", "P(free) = 0.3*0.4 + 0.1*0.4"),
    ("bayes-rule", MAILS, "P(spam|free) = 0.12/0.18 ≈ 0.667", "P(spam|free) = 0.18/0.12"),
    ("bayes-rule", MAILS, "P(spam|free) ∝ 0.4*0.3", "P(¬free|ham) = 1/10"),
    ("bayes-rule", "P(S) = 1/4, P(F|S) = 1/5, P(F|no S) = 1/5", "P(F) = 1/5", "P(F) = 1/4"),
    ("naive-bayes-is-logistic", MAILS, "log P(spam)/P(ham) = log(2/3)", "P(ham|free) = 2/3"),
    ("log-ratio-linear", MAILS, "P(free, free|spam) = 9/100", "log P(spam)/P(ham) = log(3/2)"),
    ("naive-factorisation", MAILS + "P(win|spam) = 0.2", "P(free, win, spam) = 0.024",
     "P(free, win|spam) = 0.3 + 0.2"),
    ("naive-factorisation", "P(X_1=1|Y=0) = 0.4, P(X_2=1|Y=0) = 0.5",
     "P(X_1=1, X_2=0|Y=0) = 0.2", "P(X_1=0, X_2=0|Y=0) = 0.2"),
    ("chain-rule", RAIN, "P(rain, wet, cold) = 0.18*0.5 = 0.09", "P(rain, wet, cold) = 0.18"),
    ("chain-rule", "P(A ∩ B) = P(A) P(B|A)", "P(A^c) = 1 - P(A)", "P(A ∩ B ∩ C) = P(A) P(B|A) P(C|A)"),
    ("chain-rule", r"P(w_{1:n}) = \prod_{t=1}^n P(w_t|w_{<t})",
     r"P(w_{1:i}) = P(w_i|w_{1:i-1}) P(w_{1:i-1})", r"P(w_{1:i}) = P(w_i|w_{1:i-1}) P(w_{1:i})"),
    ("chain-rule", "P(X=x, Y=y) = P(X=x) P(Y=y|X=x)", "P(X=x, Y=y, Z=z) = P(Z=z) P(X=x, Y=y|Z=z)",
     "P(X=x, Y=y, Z=z) = P(X=x) P(Y=y|X=x) P(Z=z|Y=y)"),
    ("bayes-rule", "P(A) = 1/2, P(B) = 3/10, P(C) = 1/5, P(D|A) = P(D|B) = 1/10\n"
     "P(D) = P(D|A)P(A) + P(D|B)P(B) + P(D|C)P(C)", "P(D|C) = 1/5, P(C|D) = 1/3", "P(B) = 1/5"),
    ("bernoulli-linear", "\\theta_{11} = 0.75, \\theta_{10} = 0.25, w_1 = log 9",
     "\\log\\frac{1-\\theta_{11}}{1-\\theta_{10}} = -\\log 3",
     "\\log\\frac{1-\\theta_{11}}{1-\\theta_{10}} = \\log 3"),
    ("prior-mle", "P(head) = q, L(q) = q^{n_h} (1-q)^{n_t}", "q = n_h/(n_h + n_t)", "q = n_h/n_t"),
    ("prior-mle", "π_1 + π_2 + π_3 = 1, P(c_1) = π_1", "P(c_2) = π_2", "P(c_2) = π_1"),
    ("bayes-rule", "P(H_1) = P(H_2) = 1/2, P(E|H_1) = 1/2, P(E|H_2) = 0.9", "P(H_2|E) = 0.45/0.7",
     "P(E) = 0.5 + 0.9"),
    ("bayes-rule", "P(A) = 0.3, P(B) = 0.4, P(A ∩ B) = 0.1", "P(B|A^c) = 0.3/0.7", "P(A|B) = 0.1/0.3"),
    ("naive-factorisation", "P(free=1|spam) = 0.6, P(win=1|spam) = 0.5",
     "P(free=0, win=1|spam) = 0.2", "P(free=0|spam) = 0.6"),
    ("prior-mle", r"\log L = 3\log q + 7\log(1-q)", "3 - 3q = 7q", "3 - q = 7q"),
    ("prior-mle", "N = N_+ + N_-\nL(p) = p^{N_+} (1-p)^{N_-}", "p = N_+/N", "p = N_+/N_-"),
    ("prior-mle", "N = 20 mails, N_spam = 8\nL(q) = q^8 (1-q)^12", "q = 8/20 = 0.4", "q = 8/12"),
    ("prior-mle", COIN, r"\hatθ = #heads/(#heads + #tails)", r"\hatθ = #heads/#tails"),
    ("prior-mle", r"$y_1, \dots, y_n ∈ \{1, \dots, C\}$ and $\pi_c = n_c/λ$ for a λ",
     r"$1 = \sum_c n_c/λ = n/λ$", r"$1 = \sum_c n_c/λ = C/λ$"),
    ("prior-mle", r"P(y = spam) = \pi", r"\hat\pi = N_{spam}/N", r"\hat\pi = N/N_{spam}"),
]  # fmt: skip


@one_in(16, ("theorem", "above", "right", "wrong"), EXAMPLES)
def test_what_is_computed_from_stated_numbers_is_judged(
    theorem: str, above: str, right: str, wrong: str
) -> None:
    """Values that lines state hold in the instance at hand; what others fix is right or wrong there."""
    verdicts = [line.verdict for line in verify_derivation(theorem, f"{above}\n{right}").lines]
    assert set(verdicts) <= {"right", "unused"}
    assert verify_derivation(theorem, f"{above}\n{wrong}").first_wrong == above.count("\n") + 2


FREE = [
    ("bayes-rule", "P(S) = 0.4\nP(S) = 0.4, P(F) = 0.7, P(S|F) = 0.1"),
    ("bayes-rule", "P(A) = 0.5, P(B) = 0.7\nP(A|B) = 0.6, P(B|A) = 0.84"),
    ("bayes-rule", "P(F|S)P(S) = 0.4*0.3 = 0.12\nP(F|H)P(H) = 0.6*0.1, P(S) = 0.4, P(H) = 0.6"),
    (
        "bayes-rule",
        "Two girls, B, lie within A: P(A) = 1/2, P(B) = 1/4\nP(B|A) = P(A ∩ B)/P(A) = P(B)/P(A)",
    ),
    ("bayes-rule", "P(C) = 0.01, P(x|C) = 0.8, P(x|C^c) = 0.1\nP(x) = P(x|C) P(C) + P(x|C^c) P(C^c)"),
    ("naive-bayes-is-logistic", "with π = 0.3, log(π/(1-π)) = log(3/7)"),
]


@one_in(6, ("theorem", "text"), FREE)
def test_numbers_that_nothing_fixes_are_not_accused(theorem: str, text: str) -> None:
    """A number that is stated, or put in for a formula in another order, contradicts nothing."""
    assert verify_derivation(theorem, text).first_wrong is None


@pytest.mark.parametrize(
    ("total", "verdict"),
    [
        ("0.9*0.02 + 0.05*0.98", "right"),
        ("0.9*0.02 + 0.05*(1 - 0.02)", "right"),
        ("0.018 + 0.05", "right"),
        ("0.2*0.3*0.5 + 0.4*0.1*0.5", "right"),
        ("0.9*0.02 + 0.05*0.02", "open"),
        ("0.9*0.02 + 0.05*0.9", "open"),
    ],
)
def test_a_total_probability_has_weights_that_add_up_to_1(total: str, verdict: str) -> None:
    """The factors that words alone explain may be anything, but among them are P(c) of all classes."""
    text = f"P(D|+) = P(+|D) P(D)/P(+)\nP(+) = {total}"
    assert verify_derivation("bayes-rule", text).lines[-1].verdict == verdict


def test_numbers_of_headings_are_none_of_an_example() -> None:
    """What counts the steps, 1, 2, 3, counts no rows: it is not tried as a number of data."""
    text = "1. Likelihood of 8 days\n$L = p^n$\nStep 2: its slope\n$n/p = 0$\n"
    assert read_prose(text).numbers == (8,)
    assert read_prose("2 heads, $p$, and 1 tail").numbers == (2, 1)
