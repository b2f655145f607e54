"""Integrals, expectations and variances are exact, and distributions are read by their names."""

from __future__ import annotations

from fractions import Fraction

from thoroughness import all_of

from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.derivations.integrals import integral, over_simplex
from exactnb.teach.grading.derivations.polynomials import beta, letter

RIGHT = [
    ("posterior-mean", r"""
\text{mean of } \mathrm{Beta}(a,b) = \frac{a}{a+b}
p(D) = \int_0^1 p(D\mid\theta)\,p(\theta)\,d\theta = \frac{B(s+a,n-s+b)}{B(a,b)}
P(x_{n+1}=1\mid D) = \int\theta\,p(\theta\mid D)\,\mathrm{d}\theta = \frac{s+a}{n+a+b}
\hat\theta_{Bayes} = E[\theta\mid D] = \frac{s+a}{n+a+b}"""),
    ("bernoulli-map", """
so theta | D ~ Beta(s+a, n-s+b)
posterior mode = (s+a-1)/(n+a+b-2)
mean = (s+a)/(n+a+b)
Var(theta) = ab/((a+b)^2 (a+b+1))"""),
    ("bernoulli-map", r"""
p(k\mid\theta) = \binom nk\theta^k(1-\theta)^{n-k}
p(x=1\mid D) = \frac{a+k}{a+b+n}
\mathrm{Var}(x) = E[\mathrm{Var}(x\mid\theta)] + \mathrm{Var}(E[x\mid\theta])"""),
    ("poisson-map", "prior Gamma(2, 1): p(λ) = λ e^(-λ)\nposterior mean (S+2)/(n+1)"),
    ("poisson-map", r"""
p(\lambda\mid D) = \mathrm{Gamma}(s+a, n+b)
\int_0^\infty u^{s+a-1}e^{-(n+b)u}\,du = \frac{\Gamma(s+a)}{(n+b)^{s+a}}
E[e^{-\lambda}\mid D] = \left(\frac{n+b}{n+b+1}\right)^{s+a}"""),
    ("categorical-map", r"""
p(\theta\mid D) = \mathrm{Dir}(\theta\mid\alpha_1+n_1,\dots,\alpha_V+n_V)
\int\prod_v\theta_v^{\alpha_v-1}d\theta = \frac{\prod_v\Gamma(\alpha_v)}{\Gamma(\sum_v\alpha_v)}
\mathrm{Var}(\theta_v) = \frac{\alpha_v(A-\alpha_v)}{A^2(A+1)}, \quad A = \sum_v\alpha_v"""),
    ("gaussian-mean", r"""
\mathrm{Var}(\bar X) = \frac{\sigma^2}{n}
E[\hat\sigma^2] = \frac{n-1}{n}\sigma^2
\mathrm{MSE}(\hat\mu) = \mathrm{Var}(\hat\mu) + \mathrm{Bias}(\hat\mu)^2"""),
    ("categorical-mle", r"\mathrm{Var}(n_v) = n\theta_v(1-\theta_v)"),
    ("bernoulli-mle", r"\operatorname{Var}_\theta(X_i) = \theta(1-\theta)"),
    ("bernoulli-mle", r"E[X] = \sum_x x\,p(x) = p"),
    ("multinomial-map", r"p(w_{new} = w | D) = E[\theta_w | D]"),
    ("posterior-mean", r"p(x_{n+1}=1\mid x_{1:n}) = \int_0^1 \theta\,p(\theta\mid x_{1:n})\,d\theta"),
    ("poisson-mle", "E[λ̂] = λ\nbias = E[λ̂] - λ = 0"),
    ("geometric-mle", "E[X] = 1/p\nVar(X) = (1-p)/p^2"),
    ("gaussian-mean", r"E[x_i x_j] = \mu^2 for i ≠ j"),
    ("exponential-mle", r"E[X] = \int_0^\infty x\lambda e^{-\lambda x}dx = \frac1\lambda"),
]  # fmt: skip
REFUTED = [
    ("posterior-mean", r"""
E[\theta\mid D] = \frac{1}{B(s+a,n-s+b)}\int_0^1\theta^{s+a}(1-\theta)^{n-s+b-1}d\theta
p(D) = \int_0^1 p(D\mid\theta)\,p(\theta)\,d\theta = \frac{B(a,b)}{B(s+a,n-s+b)}"""),
    ("bernoulli-map", "p(θ|D) ∝ θ^(s+a-1) (1-θ)^(n-s+b-1)\nθ | D ~ Beta(s+a-1, n-s+b-1)"),
    ("bernoulli-map", r"""
p(\theta\mid D) = \mathrm{Beta}(k+a, n-k+b)
\text{mean} = \frac{k+a}{n+a+b-2}"""),
    ("posterior-mean", r"""
\theta\mid D \sim \mathrm{Beta}(s+a, n-s+b)
m = \frac{a}{a+b}, \quad w = \frac{n}{a+b+n}
E[\theta|D] = (1-w) m + w\frac{s+1}{n}"""),
    ("poisson-mle", "\\hat λ = \\bar x\nE[\\hat λ] = λ\nVar(\\hat λ) = λ"),
    ("gaussian-mean", "\\hat μ = \\bar x\nE[\\hat σ^2] = \\frac{n}{n-1} σ^2"),
    ("bernoulli-mle", "\\hat p = k/n\nE[\\hat p] = p\nE[\\hat p] = k/n"),
]  # fmt: skip


@all_of("theorem, text", RIGHT, apart=16)
def test_right_lines_are_decided(theorem: str, text: str) -> None:
    """No line is unread or open."""
    lines = verify_derivation(theorem, text).lines
    assert {line.verdict for line in lines} <= {"right", "unused"}, lines


@all_of("theorem, text", REFUTED, apart=16)
def test_the_last_line_is_the_first_that_is_wrong(theorem: str, text: str) -> None:
    """A bound, an exponent or a factor that is off is refuted."""
    text = text.strip("\n")
    assert verify_derivation(theorem, text).first_wrong == text.count("\n") + 1


@all_of("theorem, text", [
    ("bernoulli-map", "mean = n a/(a+b)"),
    ("bernoulli-mle", "Var(θ) = θ(1-θ)/n"),
    ("bernoulli-map", "p(θ) = Beta(a+1, b+1)"),
    ("bernoulli-map", "p(t|D) ~ t^k (1-t)^(n-k) * t^(a-1) (1-t)^(b-1)"),
    ("bernoulli-map", "\\theta_{mean} = (k+a)/(n+a+b)"),
    ("poisson-map", "λ|D ~ Gamma(shape a+S, rate b+n)"),
    ("poisson-mle", "E[X] = \\sum_x x p(x) = λ"),
    ("gaussian-mean", "\\hat σ^2_{unb} = \\frac{1}{n-1} \\sum_i (x_i - \\bar x)^2"),
    ("gaussian-mean", "Var(x^20) = 1"),
    ("naive-bayes-is-logistic", "∫ θ p(θ|D) dθ = 1"),
    ("exponential-mle", "E[\\hat λ] = \\frac{n}{n-1} λ"),
], apart=4)  # fmt: skip
def test_what_may_be_meant_otherwise_accuses_nobody(theorem: str, text: str) -> None:
    """A mean of which nobody says what it is of, a prior, an estimate that is no sum of powers."""
    assert verify_derivation(theorem, text).first_wrong is None


def test_integrals_of_sums_of_powers() -> None:
    """They are those that the Beta and Gamma functions say."""
    key, other = ("x", ()), ("y", ())
    x, y = letter(key), letter(other)
    third = Fraction(1, 3)
    assert integral(x**2 * (1 - x) ** 3, key, Fraction(0), Fraction(1)) == Fraction(1, 60)
    assert integral(2 * x, key, third, Fraction(1)) == Fraction(8, 9)
    assert integral(x**4 * (-3 * x).exponential(), key, Fraction(0), None) == Fraction(24, 243)
    assert over_simplex(x * y**2, (key, other)) == beta((Fraction(2), Fraction(3)))
