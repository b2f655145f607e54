"""Signs that stand for one another, numbers of an example, rounded decimals."""

from __future__ import annotations

import pytest
from thoroughness import all_of, one_in

from exactnb.core.expression.reading.derivations.densities import DENSITIES
from exactnb.core.expression.reading.derivations.signs import ACCENTS
from exactnb.core.families.declared.family import Family
from exactnb.teach.grading.derivations.grader import verify_derivation


def verdicts(theorem: str | Family, text: str) -> list[str]:
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
    ("chain-rule", r"P(B \cap A_{n+1}) = P(A_{n+1} \mid B) P(B)", r"B = A_1 \cap \dots \cap A_n"),
    ("chain-rule", "P(a, b, c, d) = P(a, b) P(c | a, b) P(d | a, b, c)", ""),
    ("naive-factorisation", r"P(s_1,\dots,s_m \mid d) = \prod_i P(s_i \mid d)", ""),
    ("naive-bayes-is-logistic", r"\text{logit}\,P(s\mid f) = \log\frac{P(s \mid f)}{P(h \mid f)}",
     r"P(f \mid s) = \prod_j P(f_j \mid s)"),
    ("gaussian-linear", "",
     r"\log\frac{p(x\mid A)}{p(x\mid B)} = \frac{(x-\mu_B)^2-(x-\mu_A)^2}{2\sigma^2}"),
    ("bernoulli-mle", "-(1/N) log L(phi) = H(xbar) + KL(xbar || phi)", ""),
    ("bernoulli-mle", "",
     r"\tfrac1N \log L(\varphi) = -\mathrm{KL}(\bar y \,\|\, \varphi) - H(\bar y)"),
    ("gaussian-variance", r"\hat P = \frac1N\sum_{n=0}^{N-1} (w[n]-\mu)^2",
     r"\ln p(\mathbf w; P) = -\frac N2\ln(2\pi P) - \frac{1}{2P}\sum_{n=0}^{N-1}(w[n]-\mu)^2"),
    ("geometric-failures-mle", r"P(K = k) = p (1-p)^k", ""),
    ("bernoulli-map", "phi_MAP = (h+g-1)/(T+2(g-1))",
     "Beta(g, g) is the prior: log p(phi) = (g-1) log(phi (1-phi)) + c"),
    ("poisson-map", "theta_MAP = (Y + r - 1)/(m + v)",
     "theta ~ Gamma(r, v), Y = sum y_i, counts y_1..y_m"),
    ("bernoulli-map", "t_MAP = (k+u-1)/(k+m+u+v-2)",
     "prior t^(u-1) (1-t)^(v-1); posterior ∝ t^(k+u-1) (1-t)^(m+v-1)"),
    ("gaussian-mean", r"\mathbf 1^\top \mathbf y = m\mu",
     r"\ell(\mu) = -\frac{1}{2\sigma^2} \lVert\mathbf y - \mu\mathbf 1\rVert^2 + \text{const}"),
    ("bernoulli-linear", r"\log\frac{P(1\mid x)}{P(0\mid x)} = w^T x + b", ""),
    ("bernoulli-linear", r"\gamma = P(y=1)",
     r"\log\frac{P(x\mid 1)}{P(x\mid 0)} = \sum_j \log\frac{P(x_j\mid 1)}{P(x_j\mid 0)}"),
    ("categorical-mle", r"\log_2 L(\pi) = \sum_k n_k \log_2 \pi_k", r"L(\pi) = \prod_k \pi_k^{n_k}"),
    ("categorical-mle", r"n_k = |\{i : x_i = k\}|", ""),
    ("categorical-mle", r"\pi_j = 1 - \sum_{k \ne j} \pi_k", r"\hat\pi_k = n_k/n"),
    ("poisson-mle", r"\Sigma_i x_i = n\lambda", r"N = |\mathcal D|"),
    ("categorical-mle", r"\hat\pi_k = y_k/n", r"L(\pi) = \prod_k \pi_k^{y_k}"),
    ("categorical-mle", r"\hat\pi_k = N_k/N", r"p(t \mid \pi) = \prod_{n=1}^N \prod_k \pi_k^{t_{nk}}"),
]  # fmt: skip


@one_in(8, ("theorem", "line", "above"), ALIKE)
def test_a_sign_is_read_in_each_of_its_forms(theorem: str, line: str, above: str) -> None:
    """Ranges without an end, indices behind powers, letters with a number: each line is decided."""
    assert set(verdicts(theorem, f"{above}\n{line}")) == {"right"}


EXAMPLES = [
    ("bernoulli-mle", "h = 7, n = 10", r"\theta_{ML} = 7/10", r"\theta_{ML} = 7/3"),
    ("bernoulli-map", "y = 7, n = 10, a = b = 2", r"\theta_{MAP} = 8/12", r"\theta_{MAP} = 9/12"),
    ("poisson-map", r"a = 3, b = 2, \sum_i k_i = 10, n = 5",
     r"\lambda_{MAP} = 12/7", r"\lambda_{MAP} = 13/7"),
]  # fmt: skip


@one_in(3, ("theorem", "stated", "right", "wrong"), EXAMPLES)
def test_numbers_of_an_example_are_a_world_of_their_own(
    theorem: str, stated: str, right: str, wrong: str
) -> None:
    """Where lines say how many there are, the estimate of these numbers is right, another is not."""
    above = {"poisson-map": r"p(\lambda) \propto \lambda^{a-1} e^{-b\lambda}",
             "bernoulli-map": r"p(\theta) \propto \theta^{a-1} (1-\theta)^{b-1}",
             "bernoulli-mle": r"L(\theta) = \theta^h (1-\theta)^{n-h}"}[theorem]  # fmt: skip
    assert verdicts(theorem, f"{above}\n{stated}\n{right}")[-1] == "right"
    assert verdicts(theorem, f"{above}\n{stated}\n{wrong}")[-1] != "right"


@one_in(2, "sign", ["=", r"\approx"])
def test_a_decimal_is_what_it_is_rounded_to(sign: str) -> None:
    """7/3 lies within half a unit of the last digit of 2.33, not of 2.35."""
    text = f"Data: 1, 2, 4.\n\\hat\\lambda = 7/3 {sign} "
    assert verdicts("poisson-mle", f"{text}2.33") == ["right"]
    assert verdicts("poisson-mle", f"{text}2.35") == ["wrong"]


NO_ZEROS = Family.of(mass="t^x/(x! (exp(t)-1))", support="x in {1,2,...}", parameters={"t": "t > 0"})
CAUCHY = Family.of(density="1/(pi (1+(x-m)^2))", support="x real", parameters={"m": "m real"})


@pytest.mark.exhaustive
def test_an_estimate_without_a_closed_form_is_enclosed() -> None:
    """x̄ = t/(1 − e^(−t)) has one solution: lines that hold at it are right, others are not."""
    slope = "S/t - n e^t/(e^t - 1) = 0\nxbar = t/(1 - e^(-t))"
    assert verdicts(NO_ZEROS, slope) == ["right", "right"]
    assert verdicts(NO_ZEROS, "t = xbar") == ["wrong"]
    wrong = verify_derivation(NO_ZEROS, "S/t - n e^t/(e^t + 1) = 0")
    assert wrong.first_blamed is not None
    assert wrong.first_blamed.slip == "sign"


def test_where_nothing_is_derived_conditions_stay_open() -> None:
    """The log-likelihood of Cauchy may have several zeros of its slope: what holds there is open."""
    lines = "l(m) = -sum log(1+(x_i-m)^2) - n log pi\nsum 2(x_i-m)/(1+(x_i-m)^2) = 0"
    assert verdicts(CAUCHY, lines) == ["right", "open"]


COUNTED = [
    ("bernoulli-mle", "L(p) = C(n,k) p^k (1-p)^(n-k)\nlog L = log C(n,k) + k log p + (n-k) log(1-p)"),
    ("bernoulli-mle", r"$P(D\mid p) = \binom{n}{k} p^k (1-p)^{n-k}$"),
    ("bernoulli-mle", r"$L(p) = \frac{n!}{k!\,(n-k)!} p^k (1-p)^{n-k}$"),
    ("categorical-mle", r"$L(\theta) = \frac{N!}{\prod_k n_k!}\prod_k \theta_k^{n_k}$"),
]


@all_of("theorem, text", COUNTED)
def test_counts_may_be_the_data_with_their_coefficient(theorem: str, text: str) -> None:
    """A likelihood of counts has the number of orders as a factor, and one of rows has none."""
    assert set(verdicts(theorem, text)) == {"right"}


def test_a_line_is_not_mended_by_what_has_no_value() -> None:
    """(n − log k)! is a number at k = 1 alone: no right line would have it."""
    line = verify_derivation("poisson-mle", "L(r) = C(n,k) r^k e^(-n r)").lines[0]
    assert line.verdict != "right"
    assert "log k)!" not in line.message


NOT_ACCUSED = [
    (
        "categorical-map",
        "e_k = α_k - 1\nln p(θ|D) = sum_k (n_k + e_k) ln θ_k + C\nθ_k = c_k/(sum_j c_j)",
    ),
    ("bernoulli-mle", "n=12, heads=9, tails=3\nln L = 9 ln(theta) + 3 ln(1 - theta)"),
    ("poisson-mle", "n = 4, sum = 20\nlog L(r) = 20 log r - 4 r + const"),
    ("bernoulli-linear", "P(y=1) = 0.2, P(w|1) = 0.6, P(w|0) = 0.3\n0.2/0.8 = 1/4"),
]


@all_of("theorem, text", NOT_ACCUSED, apart=3)
def test_what_may_be_given_is_not_accused(theorem: str, text: str) -> None:
    """A lemma in letters of its own, numbers of data that are not read, stated probabilities."""
    assert not {"wrong", "does_not_follow"} & set(verdicts(theorem, text))


EXPOSED = {
    "poisson-mle": (
        "X_i ~ Poisson(v w_i)\nL(v) ∝ prod_i v^(X_i) e^(-v w_i)\n"
        "l(v) = sum_i (X_i log v - v w_i) + const\nl'(v) = sum_i X_i / v - sum_i w_i",
        "v = sum_i X_i / sum_i w_i",
        "v = sum_i X_i / n",
    ),
    "poisson-map": (
        "N ~ Poisson(rt), prior p(r) ∝ r^(a-1) e^(-b r)\n"
        "ln p(r|N) = N ln r - r t + (a-1) ln r - b r + const",
        "r = (N + a - 1)/(t + b)",
        "r = (N + a - 1)/(1 + b)",
    ),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("theorem", EXPOSED)
def test_counts_may_have_exposures(theorem: str) -> None:
    """Each count has a time of its own, or one has all of it: 2 and 3 in 1 and 4 have the rate 1."""
    above, right, wrong = EXPOSED[theorem]
    assert set(verdicts(theorem, f"{above}\n{right}")) <= {"right", "unused"}
    assert verdicts(theorem, f"{above}\n{wrong}")[-1] in ("wrong", "does_not_follow")


@pytest.mark.exhaustive
def test_the_parameters_of_a_posterior_are_none_of_the_prior() -> None:
    """Beta(u, v) is the posterior here, and a, b stay the numbers of the prior."""
    text = "θ | D ~ Beta(u, v), u = a + k, v = b + n - k\nE[θ|D] = u/(u+v)\n= (a+k)/(a+b+n)"
    assert set(verdicts("posterior-mean", text)) == {"right"}


LESS_COMMON = [
    ("exponential-mle", "log L = n log a - a T\nn/a - T = 0\na = n/T and mean life = T/n"),
    ("multinomial-mle", "L(θ, λ) = -sum_c y_c log θ_c - λ (1 - sum_c θ_c)\ny_c = λ θ_c\nθ_c = y_c/N"),
    ("prior-mle", r"$\ell(\pi) = \sum_{c<C} N_c \ln\pi_c + N_C \ln(1 - \sum_{c<C} \pi_c)$" "\n"
                  r"$\frac{\partial\ell}{\partial\pi_c} = \frac{N_c}{\pi_c} - \frac{N_C}{\pi_C} = 0$"),
    ("gaussian-is-logistic", "mean0 = 2, mean1 = 5\nx = 3.5"),
]  # fmt: skip


@one_in(4, ("theorem", "text"), LESS_COMMON)
def test_what_is_written_less_often_is_not_accused(theorem: str, text: str) -> None:
    """A second result in words, a Lagrangian to be made smallest, a last class, names with numbers."""
    assert not {"wrong", "does_not_follow"} & set(verdicts(theorem, text))


WORDED = [
    (
        "bernoulli-mle",
        "n=12, heads=9, tails=3\nln L = 9 ln(theta) + 3 ln(1 - theta)\ntheta_hat = 3/4",
        "",
    ),
    ("poisson-mle", "n = 4, sum = 20\nlog L(r) = 20 log r - 4 r + const\nr = 20/4", "r = 4/20"),
]


@pytest.mark.parametrize(("theorem", "text", "wrong"), WORDED)
def test_words_may_name_the_numbers_of_data(theorem: str, text: str, wrong: str) -> None:
    """Lines below are judged in the data with these numbers: heads = 9, sum = 20."""
    assert verdicts(theorem, text)[-2:] == ["right", "right"]
    assert not wrong or verdicts(theorem, f"{text}\n{wrong}")[-1] == "wrong"


WRITTEN = (r"\mathrm{{{}}}({}\mid {})", "{}({} | {})", r"\operatorname{{{}}}\Big({}\Big|{}\Big)")
OF_NAMES = {
    "Bernoulli": ("bernoulli-mle", "p(x_i|p)", "x_i", "p"),
    "Binomial": ("bernoulli-mle", "n!/(k! (n-k)!) p^k (1-p)^(n-k)", "k", "n, p"),
    "Poisson": ("poisson-mle", "p(x_i|λ)", "x_i", "λ"),
    "Exponential": ("exponential-mle", "p(x_i|λ)", "x_i", "λ"),
    "Beta": ("bernoulli-map", "p(p)", "p", "a, b"),
    "Gamma": ("poisson-map", "p(λ)", "λ", "a, b"),
    "Normal": ("gaussian-mean", "p(x_i|μ)", "x_i", "μ, σ^2"),
}


@pytest.mark.exhaustive
def test_a_density_by_its_name_is_its_formula() -> None:
    """Each name of each distribution reads alike in LaTeX and in plain text; twice it is refuted."""
    for names in DENSITIES:
        theorem, left, variable, parameters = OF_NAMES[names[-1]]
        for name in names:
            for form in WRITTEN[: 2 if len(name) == 1 else 3]:
                right = form.format(name, variable, parameters)
                assert verdicts(theorem, f"{left} = {right}") == ["right"], (name, form)
        assert verdicts(theorem, f"{left} = 2 {right}") != ["right"]


@pytest.mark.exhaustive
def test_a_letter_below_a_mark_is_another_letter() -> None:
    """Each mark but a bar, which is a mean, makes of α and β the two numbers of a prior."""
    marks = [command for command, mark in ACCENTS.items() if mark != ACCENTS["bar"]]
    for mark in marks:
        a, b = rf"\{mark}\alpha", rf"\{mark}{{\beta}}"
        lines = rf"p(\theta|D) \propto \theta^{{k+{a}-1}} (1-\theta)^{{n-k+{b}-1}}"
        assert verdicts("bernoulli-map", lines) == ["right"], mark
