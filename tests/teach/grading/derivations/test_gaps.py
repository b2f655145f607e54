"""Lines that are not read accuse no later line: what a letter means may stand in them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from thoroughness import all_of, one_in

from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.derivations.scopes.observed import WHOLE_DATA

RIGHT = sorted((Path(__file__).parent / "right").iterdir())
UNREADABLE = ("This line is hard to decipher.", "∮ = ⊛ {row}")


@pytest.mark.exhaustive
@pytest.mark.parametrize(("path", "unreadable"), list(product(RIGHT, UNREADABLE))[::5])
def test_no_line_is_wrong_for_want_of_one_before(path: Path, unreadable: str) -> None:
    """Whichever line of a right derivation is not read, no other line becomes wrong."""
    rows = path.read_text(encoding="utf-8").split("\n")
    for at, row in enumerate(rows):
        if row.strip():
            without = [*rows[:at], unreadable.format(row=row), *rows[at + 1 :]]
            working = verify_derivation(path.name.split(".")[1], "\n".join(without))
            assert working.first_wrong is None, row


@pytest.mark.exhaustive
def test_a_letter_is_settled_by_lines_that_are_read() -> None:
    """S may be what an unread line says; right lines, or a slip, show that it is the sum."""
    unread, wrong = "S = #(ones)", "l(t) = S log t - 2 (n - S) log(1 - t^2)"
    assert verify_derivation("bernoulli-mle", f"{unread}\n{wrong}").first_wrong is None
    right = "L(t) = t^S (1 - t)^(n - S)"
    slip = "l(t) = S log t - (n - S) log(1 - t)"
    assert verify_derivation("bernoulli-mle", f"{unread}\n{slip}").first_wrong == 2
    assert verify_derivation("bernoulli-mle", f"{unread}\n{right}\n{slip}").first_wrong == 3


@one_in(
    6,
    ("theorem", "text"),
    [
        ("multinomial-mle", "L(h) = prod_w h_w^(n_w)\nlog L = sum_w n_w log h_w"),
        ("multinomial-mle", "n_w / θ_w = μ\nθ_w = n_w / μ\nμ = k"),
        ("geometric-failures-mle", "P(X = x) = w (1-w)^x\n6/w = 6/(1-w)\n1 - w = w"),
        ("bernoulli-mle", "l'(p) = (sum_i x_i - n p)/(p(1 - p))\niff sum_i x_i = n p"),
        ("bernoulli-mle", "U(s) = 68/s - 12/(1 - s)\nU(s) = (68 - 80 s)/(s (1 - s))\nU(s) = 0"),
        (
            "bernoulli-map",
            "7 of 40, a prior Beta(2, 8)\np(w|D) ∝ w^8 (1-w)^40\nw = 8/48, below the raw 7/40 = 0.175",
        ),
        ("gaussian-mean", "l'(m) = -sum_j (m - y_j)/v\nm = sum_j y_j / N, in code: `m = y.mean()`"),
        ("multinomial-map", r"\theta_i \propto 7, 1, 5, hence"),
        (
            "poisson-map",
            "a prior is prop. to m^2 e^(-m)\nlikelihood: prop. to m^6 e^(-4m)\n"
            "posterior: prop. to m^6 e^(-4m) * m^2 e^(-m) = m^8 e^(-5m)",
        ),
        (
            "multinomial-map",
            r"$b_v = N_v + \alpha_v - 1$, $\frac{b_1}{\theta_1} = \dots = \frac{b_V}{\theta_V}$"
            "\n"
            r"The common value is $1/\kappa$: $\theta_v = \kappa b_v$",
        ),
        ("multinomial-mle", r"$P(n_1, \dots, n_V) = \prod_v \theta_v^{n_v}$"),
        (
            "multinomial-mle",
            r"$\ell(\theta)=\sum_{d=1}^m\sum_{v=1}^V n^{(d)}_v\log\theta_v.$"
            "\n"
            r"$\frac{1}{\theta_v}\sum_{d=1}^m n^{(d)}_v=\lambda$, "
            r"$\theta_v=\frac1\lambda\sum_{d=1}^m n_v^{(d)}$"
            "\n"
            r"$\sum_v\theta_v=1$, $\lambda=\sum_{d}\sum_{u}n_u^{(d)}$"
            "\n"
            r"$\hat\theta_v=\frac{\sum_d n_v^{(d)}}{\sum_d\sum_u n_u^{(d)}}$",
        ),
        (
            "map-is-a-mean",
            r"Dirichlet version. $A=\sum_j\alpha_j$, $f_k=n_k/N$, $\rho_k=\alpha_k/A$"
            "\n"
            r"$E[\theta_k|D]=\frac{n_k+\alpha_k}{N+A}=\frac{Nf_k+A\rho_k}{N+A}$",
        ),
        (
            "bernoulli-map",
            r"We toss it ten times: 7 heads. $p(\theta) = 30\,\theta^2(1-\theta)^2$ is Beta(3, 3)."
            "\n"
            r"$p(\theta|D)\propto\theta^7(1-\theta)^3\theta^2(1-\theta)^2=\theta^9(1-\theta)^5$",
        ),
        (
            "pseudo-documents",
            r"MLE: $\hat\theta_{w|c} = N_{c,w}/N_c$. Add two documents to every class."
            "\n"
            r"MLE on the enlarged set: $\hat\theta_{w|c} = (N_{c,w}+1)/(N_c+2)$",
        ),
    ],
)
def test_a_letter_or_word_that_means_something_else_accuses_nobody(theorem: str, text: str) -> None:
    """A parameter h, a size k, numbers of data, a word: a slip that would mend them shows nothing."""
    assert verify_derivation(theorem, text).first_wrong is None


UNACCUSED = {
    "geometric-mle": [
        "L'(p) = n/p - (s - n)/(1 - p)\np = n/s, left of it L'(p) > 0, right of it L'(p) < 0"
    ],
    "exponential-mle": [
        "$T=\\sum_j t_j$\n$L'(a)=0$, $a>0$: $aT=n$",
        "P(x) = r e^{-r x}\nL = n log r - r S, with S = sum x_i, constants dropped",
    ],
    "poisson-mle": [
        "P(x) = r^x e^{-r}/x!\nDropping the factorials, l(r) = S log r - n r where S = sum x_i",
        "P(x) = r^x e^{-r}/x!\nl(r) = S log r - n r (constants dropped) where S = sum x_i",
    ],
    "chain-rule": [
        "P(A,B,C) = P(A) P(B|A) P(C|A,B)\nP(A_1,...,A_n) = prod_{i=1}^n P(A_i | A_1,...,A_{i-1})"
    ],
    "bernoulli-mle": ["With p = g(z), g'(z) = g(z) (1 - g(z))"],
    "multinomial-mle": [
        r"Counts $c_w$, $w \in V$, total $C = \sum_w c_w$."
        "\n"
        r"\[P(\mathbf c \mid \beta) = \frac{C!}{\prod_w c_w!} \prod_w \beta_w^{c_w}\]"
        "\n"
        r"\[\frac{c_w}{\beta_w} = \mu, \quad C = \mu, \quad \hat\beta_w = \frac{c_w}{C}\]"
    ],
    "bernoulli-linear": ["P(y=1) = P(y=0) = 1/2, P(x_1=1|y=1) = 0.8, P(x_1=1|y=0) = 0.2"],
    "bayes-rule": [
        "P(k|x) = P(x|k) P(k) / P(x)\nP(k|x) = P(k) prod_j P(x_j|k) / P(x)",
        "P(k|x) = P(k) prod_j P(x_j|k) / sum_l P(l) prod_j P(x_j|l)",
    ],
    "prior-mle": [
        "Put $r_c = N_c/m$.\n"
        r"$\frac1m \sum_c N_c \log\pi_c - \sum_c r_c \log r_c = \sum_c r_c \log\frac{\pi_c}{r_c}$"
        "\n"
        r"$\hat\pi_c = N_c/m$",
    ],
    "gaussian-variance": [
        "-2 log L = n log(2 pi) + n log v + S/v\nn v = S\nv = S/n = (sum x_i^2)/n - xbar^2"
    ],
}
"""Right lines of theorems, with words, functions and letters that say less than they seem to."""


@pytest.mark.exhaustive
@all_of("theorem, text", [(theorem, text) for theorem, texts in UNACCUSED.items() for text in texts])
def test_right_lines_with_what_says_little_are_not_wrong(theorem: str, text: str) -> None:
    """Words drop constants behind them; any function has any slope; given numbers show nothing."""
    assert verify_derivation(theorem, text).first_wrong is None


@all_of("word", sorted(word for word in WHOLE_DATA if len(word) > 1), apart=24)
def test_a_word_behind_a_bar_may_stand_for_the_data(word: str) -> None:
    """A posterior given the docs, the labels, the counts is no likelihood with a prior too many."""
    line = rf"\log p(q \mid \text{{{word}}}) = \sum_w (N_w + a - 1) \log q_w + \text{{const}}"
    wrong = line.replace("a - 1", "a + 1")
    assert verify_derivation("multinomial-map", line).lines[-1].verdict == "right"
    assert verify_derivation("multinomial-map", wrong).lines[-1].verdict != "right"


SOLVED = ["n/b + T = 0\nb = -n/T", "l = n log b + b T, where T = sum x_i\nn/b + T = 0\nb = -n/T"]


@one_in(2, "text", SOLVED)
def test_what_solves_an_equation_does_not_say_what_its_letter_was(text: str) -> None:
    """A letter that no line shows to be the parameter is not defined by the line that solves for it."""
    lines = verify_derivation("exponential-mle", text).lines
    assert "right" not in [line.verdict for line in lines[-2:]]
    above = "f(x) = b exp(-b x)"
    assert verify_derivation("exponential-mle", f"{above}\n{text}").first_wrong == 2


@one_in(3, "far", ["t = (3 S + 7) / (n^2 + S)", "t = S^2 / n^5", "S + 2 t = 7 n + 5"])
def test_a_line_near_no_right_one_is_wrong_once_its_letters_are_settled(far: str) -> None:
    """A misreading is near no right line: such a line is open until right lines have its letters."""
    settling = "L(t) = t^S (1 - t)^(n - S)"
    assert verify_derivation("bernoulli-mle", far).first_wrong is None
    assert verify_derivation("bernoulli-mle", f"{settling}\n{far}").first_wrong == 2


@one_in(
    4,
    ("theorem", "text", "slip"),
    [
        ("bernoulli-mle", "t = n / S", "upside-down"),
        ("bernoulli-mle", "l(t) = S log t + (n - S) (1 - log t)", "brackets"),
        ("gaussian-mean", "l(μ) = -1/(2 v) sum_i (x_i^2 - μ^2) + const", "brackets"),
        ("bernoulli-map", "p(θ | D) ∝ θ^(k+a) (1-θ)^(n-k+b)", "power"),
    ],
)
def test_a_slip_is_refuted_in_the_first_line(theorem: str, text: str, slip: str) -> None:
    """A line that one edit mends is wrong, also where no line before it says what its letters are."""
    blamed = verify_derivation(theorem, text).first_blamed
    assert blamed is not None
    assert blamed.slip == slip


@all_of(
    "theorem, text",
    [
        ("bernoulli-map", "p(p) = p^(a-1) (1-p)^(b-1)"),
        ("poisson-map", "p(λ) = β^α / Gamma(α) λ^(α-1) e^(-βλ)"),
        ("poisson-map", "log p(λ) = (α-1) log λ - β λ"),
        ("bernoulli-map", "p_map = (sum x_i + a - 1) / (n + a + b - 2)"),
    ],
)
def test_a_prior_is_normalised_or_not(theorem: str, text: str) -> None:
    """A prior may be written without its constant, and an estimate with a small label."""
    assert verify_derivation(theorem, text).lines[0].verdict == "right"


@pytest.mark.parametrize(
    ("theorem", "text"),
    [
        ("poisson-map", r"p(\lambda)\propto\lambda^{\alpha+n\bar k-1}e^{-(\beta+n)\lambda}"),
        ("bernoulli-mle", r"\hat\phi = \arg\max_\phi\ \phi^{N_f}(1-\phi)^{N_s-N_f}"),
    ],
)
def test_a_name_of_something_else_accuses_no_line(theorem: str, text: str) -> None:
    """The posterior may be called p(λ), and N_f be a part of N_s."""
    assert verify_derivation(theorem, text).first_wrong is None


def test_two_letters_are_not_one_number() -> None:
    """With a_j = c_j = x_j, which are three letters, anything is right."""
    text = (
        r"\sum_j \frac{(x_j-c_j)^2-(x_j-a_j)^2}{2s_j^2}"
        r" = \sum_j \frac{x_j(a_j-c_j)}{2s_j^2} + \sum_j \frac{c_j^2-a_j^2}{2s_j^2}"
    )
    (line,) = verify_derivation("naive-bayes-is-logistic", text).lines
    assert line.verdict != "right"
