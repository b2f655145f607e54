"""Derivations with letters: right ones stand, and a wrong line is refuted where it is."""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from thoroughness import choose, in_both_runs, one_in

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.reading.derivations.parser import readings
from exactnb.core.expression.reading.derivations.statements import statements
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.expression.reading.tokens import split_words
from exactnb.core.families.declared.family import Family
from exactnb.interfaces.cli import main
from exactnb.teach.grading.derivations.fitting import judge
from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.derivations.lines import parsed
from exactnb.teach.grading.derivations.questions import scopes_of
from exactnb.teach.grading.derivations.slips import SLIPS
from exactnb.teach.grading.working.report import as_text

RIGHT = sorted((Path(__file__).parent / "right").glob("*.*"))
DECIDED = ("right", "unused")


def theorem_of(file: Path) -> str:
    return file.stem.split(".")[1]


@one_in(18, "file", RIGHT)
def test_every_line_of_a_right_derivation_is_right(file: Path) -> None:
    """Twenty ways to write derivations of the course are accepted, line by line."""
    working = verify_derivation(theorem_of(file), file.read_text())
    assert [line.claim.statement.text for line in working.lines if line.verdict not in DECIDED] == []


@pytest.mark.exhaustive
def test_a_letter_that_a_line_is_about_may_be_what_it_says() -> None:
    """T, which no other line has, is not read as a size where a line says what it is."""
    rows = "p(q|x) ∝ q^(S+a-1) (1-q)^(n-S+b-1)\nwith H = S + a - 1 and T = n - S + b - 1\nq = H/(H+T)"
    assert verify_derivation("bernoulli-map", rows).first_wrong is None


@pytest.mark.exhaustive
def test_what_is_set_to_zero_stands_in_its_own_line() -> None:
    """A derivative that is 0 in words on a formula is no claim about the formula above."""
    rows = "L(q) = prod_k q_k^(z_k), sum_k q_k = 1, N = sum_k z_k\nsum_k z_k log q_k\n{}z_k/q_k = 0"
    assert verify_derivation("categorical-mle", rows.format("d/dq_k gives ")).first_wrong == 3


WRONG = [
    ("bernoulli-mle", r"\ell'(\theta) = \frac{k}{\theta} + \frac{n-k}{1-\theta} = 0", "the chain rule"),
    ("bernoulli-mle", "L(θ) = θ^k (1-θ)^(n-k)\nL(1-θ) = θ^k (1-θ)^(n-k)", "an argument is compared"),
    ("bernoulli-mle", "ℓ(θ) = sum_i x_i log θ + (n - sum_i x_i) log(1-θ)\n"
     "ℓ(θ) = prod_i θ^x_i (1-θ)^(1-x_i)", "ℓ is no product"),
    ("bernoulli-mle", "log L = k log p + (n-k) log(1-p)\nl'(p) = k/p - (n-k)/p = 0", "the argument"),
    ("bernoulli-mle", r"\hat\theta = \frac{n}{k}", "upside down"),
    ("categorical-mle", "Λ(θ,α) = sum_v n_v log θ_v + α(1 - sum_v θ_v)\n"
     "sum_{v=1}^V θ_v = 1\nα = V", "the multiplier"),
    ("categorical-mle", "Λ(θ,α) = sum_v n_v θ_v + α(1 - sum_v θ_v)", "a lost logarithm"),
    ("categorical-mle", "Λ(θ,α) = sum_v n_v log θ_v + α(1 + sum_v θ_v)", "no constraint"),
    ("poisson-mle", "l(r) = sum_i x_i log r - r - sum_i log x_i!", "how far a sum reaches"),
    ("poisson-mle", "l''(r) = S/r^2 < 0", "a sign"),
    ("naive-factorisation", "P(x_1,...,x_d|k) = prod_j P(k|x_j)", "what is given"),
    ("gaussian-mean", "sum_i (x_i - m)^2 = sum_i (x_i - x̄)^2 + (x̄ - m)^2", "0 at m = x̄ twice"),
    ("exponential-mle", "L(λ) = λ^n e^(-λ sum_i x_i)\n"
     "ℓ(λ) = log n + log λ - λ sum_i x_i", "the logarithm of a power"),
    ("poisson-mle", "ℓ(λ) = S log λ - n λ + const\ndℓ/dλ = n", "a slope is set to 0 alone"),
    ("bernoulli-map", "p(q) = Beta(q | c, d)\n"
     "p(q|x) ∝ q^(S+d-1) (1-q)^(n-S+c-1)", "two letters in each other's place"),
    ("gaussian-mean", "l'(m) = 1/v sum_i (x_i - m)\n"
     "L(m) = prod_i 1/sqrt(2 pi v) exp(-(x_i - m)/(2 v))", "a square"),
    ("exponential-mle", r"\hat\lambda = \bar x", "upside down"),
    ("geometric-mle", "P(x) = (1-p)^(x-1) p\nlog L = n log p + sum_i x_i log(1-p)", "failures"),
    ("gaussian-mean", r"\hat\sigma^2 = \frac{1}{n-1}\sum_i(x_i-\hat\mu)^2", "n − 1"),
    ("gaussian-mean", r"\frac{\partial\ell}{\partial\sigma^2} = -\frac n\sigma"
     r" + \frac{1}{\sigma^3}\sum_i(x_i-\mu)^2 = 0", "by σ for σ²"),
    ("bernoulli-map", r"\hat\theta_{MAP} = \frac{k+a}{n+a+b}", "the mean for the mode"),
    ("bernoulli-map", r"p(\theta\mid D) \propto \theta^{k+a}(1-\theta)^{n-k+b}", "a lost −1"),
    ("naive-bayes-is-logistic", "P(x) = P(1) P(x|1) + P(0) P(x|0)\n"
     "P(1|x) = P(x|1) / (P(x|1) + P(x|0))", "no prior"),
    ("chain-rule", "P(x_1, y) = P(y) P(x_1|y)\nP(x_1, x_2|y) = P(x_1|y) P(x_2|y)", "no assumption"),
    ("parameter-counts", r"(K-1) + Kd = K(d+1)", "arithmetic"),
]  # fmt: skip


@one_in(24, ("theorem", "text", "why"), WRONG)
def test_a_wrong_line_is_refuted(theorem: str, text: str, why: str) -> None:
    """The last line of each is wrong, and the report has numbers at which it fails."""
    working = verify_derivation(theorem, text)
    assert working.first_wrong == text.count("\n") + 1
    assert "side is" in " ".join(as_text(working).split()) or "depends" in as_text(working)


NOT_ACCUSED = [
    (
        "naive-factorisation",
        "Classes $k=1..K$: $P(x_1,x_2|k) = P(x_1|k) P(x_2|k)$\n"
        "$\\hat k = \\arg\\max_k P(k) \\prod_i P(x_i|k)$",
    ),
    (
        "poisson-mle",
        "ℓ(λ) = S log λ - n λ + const\n- ℓ'(λ) = n - S/λ\n- log p(x_i) = λ - x_i log λ + log x_i!",
    ),
    ("poisson-mle", "ℓ(λ) = S log λ - n λ + const\n- ℓ'(λ) = S/λ - n\n- λ = S/n"),
    ("bernoulli-mle", "L = θ^x (1-θ)^(n-x) with x successes in n trials\nθ̂ = x/n"),
    ("bernoulli-mle", r"Let \(k\) be the number of ones. Then \(\ell'(p) = k/p - (n-k)/(1-p)\)."),
    ("bernoulli-mle", r"\frac{k}{\theta} = \frac{n-k}{1-\theta} \iff k(1-\theta) = (n-k)\theta"),
    ("bernoulli-mle", r"\theta\,\ell'(\theta) = 0"),
    ("bernoulli-mle", "a = b = c = d"),
    ("poisson-mle", r"\ell(\lambda) = S\log\lambda - n\lambda + \text{const}"),
    ("poisson-mle", r"\ell(\lambda) = S\log\lambda - n\lambda + C, \quad S = \sum_i x_i"),
    ("exponential-mle", "f(x) = (1/μ) e^(-x/μ)\nl(μ) = -n log μ - sum_i x_i/μ\nμ = x̄"),
    ("categorical-mle", "n_v/θ_v + λ = 0\nθ_v = -n_v/λ\nλ = -N"),
    ("categorical-mle", "n_v/θ_v - λ = 0\nθ_v = n_v/λ\nλ = N"),
    ("bernoulli-mle", "Case $S = 0$:\nwhere S = 0: $\\ell(\\theta) = n\\log(1-\\theta)$"),
    ("bernoulli-mle", "Case S = 0:\n\n$$\\ell(\\theta) = n\\log(1-\\theta)$$"),
    ("two-word-mle", "l(t) = n1 log t + n2 log(1-t)"),
    ("categorical-mle", r"\theta_V = 1 - \sum_{v<V}\theta_v = 1 - \sum_{v \le V-1}\theta_v"),
    ("bernoulli-linear", "w_0 = log(P(1)/P(0))\nlog odds = log(P(1|x)/P(0|x))"),
    ("bernoulli-mle", r"\sum_{i} x_{i+} = x_{i-j} = x_{i:n-} = 1"),
]


@one_in(8, ("theorem", "text"), NOT_ACCUSED)
def test_what_may_be_right_is_not_accused(theorem: str, text: str) -> None:
    """Other letters, constants, signs of a multiplier and parametrisations are taken as meant."""
    assert verify_derivation(theorem, text).first_wrong is None


def test_data_of_zero_and_one_make_a_square_right() -> None:
    """Where x is 0 or 1, x² = x is true; where it is not, it is refuted."""
    text = r"\hat\theta = \frac1n\sum_i x_i^2"
    assert verify_derivation("bernoulli-mle", text).first_wrong is None
    assert verify_derivation("poisson-mle", text.replace("theta", "lambda")).first_wrong == 1


def test_what_follows_from_a_wrong_line_is_not_blamed_again() -> None:
    """Only the first wrong line is wrong; what repeats its slip is open."""
    text = "ℓ'(θ) = k/θ + (n-k)/(1-θ) = 0\nk(1-θ) + (n-k)θ = 0\nθ̂ = k/n"
    working = verify_derivation("bernoulli-mle", text)
    assert [line.verdict for line in working.lines] == ["wrong", "open", "does_not_follow"]


def test_what_is_not_read_costs_nothing() -> None:
    """A sign that no formula has makes its line unread, and its message quotes it."""
    [line] = verify_derivation("bernoulli-mle", r"\ell(\theta) = \oint k").lines
    assert (line.verdict, line.message) == ("unread", r"not read: \oint is not read")


def planted(rng: Random) -> tuple[str, str, int]:
    """Return a theorem, a derivation with one sign changed, and its line.

    Either sign before a multiplier is right: a line with one is left alone.
    """
    while True:
        file = rng.choice(RIGHT)
        lines = file.read_text().splitlines()
        at = rng.randrange(len(lines))
        signs = list(re.finditer(r"(?<=[\w})\s])[+-](?=[\w\\({\s])", lines[at]))
        if signs and not re.search(r"\\(lambda|mu)(\\left)?\(", lines[at]):
            sign = rng.choice(signs)
            other = "-" if sign[0] == "+" else "+"
            lines[at] = f"{lines[at][: sign.start()]}{other}{lines[at][sign.end() :]}"
            return theorem_of(file), "\n".join(lines), at + 1


@pytest.mark.exhaustive
def test_a_changed_sign_is_refuted_in_its_line_and_nowhere_before() -> None:
    """Of changed signs nearly all are refuted, each in its own line."""
    rng, hits = Random(43), 0
    count = choose(quick=2, exhaustive=12)
    for _ in range(count):
        theorem, text, line = planted(rng)
        first = verify_derivation(theorem, text).first_wrong
        assert first in (line, None), text
        hits += first == line
    assert Fraction(hits, count) >= Fraction(17, 20)


_SOUP = sorted(split_words(
    r"\sum \prod _ ^ { } ( ) [ ] \frac \hat \theta x_i n k + - * / = \log \ell ' , | & \\ \mid 1 2"
    r" \mathbb \left \right \partial d \arg\max \propto < \binom ! \sqrt e \mathcal{L} \text{so} : ;"
    r" \{ \} \int 0"
))  # fmt: skip


@in_both_runs
def test_a_soup_of_tokens_is_read_or_not_and_never_crashes() -> None:
    """Whatever stands in a text, it is a chain or not read; nothing of it is evaluated."""
    rng = Random(7)
    for _ in range(choose(quick=200, exhaustive=4_000)):
        text = " ".join(rng.choice(_SOUP) for _ in range(rng.randrange(1, 25)))
        for statement in statements(text):
            with suppress(Refusal):
                assert next(readings(statement)).sides


SUMS = r"\sum_{i=1}^{60}\sum_{j=1}^{60}\sum_{k=1}^{60}\sum_{l=1}^{60} 1 = 2"
COSTLY = [
    "(" * 500 + "x" + ")" * 500 + " = 1",
    "x^" * 300 + "2 = 1",
    r"\frac{" * 200 + "= 1",
    "-" * 900 + "x = 1",
    "9^9^9^9 = 1",
    r"\prod_{i=1}^{10^9} x = 1",
    r"\exp(\exp(\exp(9999))) = 1",
    "1000000!! = 1",
    pytest.param(SUMS, marks=pytest.mark.exhaustive),
    r"\hat{\hat{\hat\theta}} = 1",
]


@pytest.mark.parametrize("text", COSTLY)
def test_a_text_that_would_cost_much_is_not_read(text: str) -> None:
    """Depth, size and work are bounded; nobody is blamed for what is too large."""
    assert verify_derivation("bernoulli-mle", text).first_wrong in (None, 1)


def test_statements_end_at_rows_words_and_commas() -> None:
    """A formula goes on in the next row if that begins with + or a relation; "where" ends it."""
    text = (
        r"\begin{align*} \ell &= k\log p \\" "\n" r"&\quad + (n-k)\log(1-p), \quad k = 3 \end{align*}"
    )
    assert [statement.line for statement, _, _ in parsed(text)] == [1, 2]


BETA = {"density": "theta x^(theta-1)", "support": "0 < x < 1", "parameters": {"theta": "theta > 0"}}
STATED = (
    "L(θ) = prod_i θ x_i^(θ-1) = θ^n prod_i x_i^(θ-1)\n"
    "ℓ(θ) = n log θ + (θ-1) sum_i log x_i\n"
    "ℓ'(θ) = n/θ + sum_i log x_i = 0\n"
    "θ̂ = -n/(sum_i log x_i)"
)


def test_a_density_of_ones_own_is_the_scope_of_a_derivation() -> None:
    """What a density says decides what is right: its likelihood, its slope, its derived estimate."""
    family = Family.of(**BETA)
    assert verify_derivation(family, STATED).is_right
    wrong = verify_derivation(family, STATED.replace("θ̂ = -n", "θ̂ = n"))
    assert (wrong.first_wrong, wrong.first_blamed and wrong.first_blamed.slip) == (4, "sign")


def test_check_takes_a_density_in_place_of_a_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The options of `derive` that state a family state the question of a derivation too."""
    file = tmp_path / "ada.txt"
    file.write_text(STATED)
    stated = ["--density", "theta x^(theta-1)", "--support", "0 < x < 1", "--parameter", "theta > 0"]
    assert main(["check", *stated, str(file)]) == 0
    assert main(["check", *stated, "a.toml", str(file)]) == 2
    assert "cannot be used with a PROBLEM" in capsys.readouterr().err


NAMED = [
    ("bernoulli-mle", "ℓ'(θ) = k/θ + (n-k)/(1-θ) = 0", "log-one-minus"),
    ("bernoulli-mle", "ℓ(θ) = k log θ - (n-k) log(1-θ)", "sign"),
    ("bernoulli-mle", "θ̂ = n/k", "upside-down"),
    ("bernoulli-mle", "L(θ) = θ^k (1-θ)^n", "power"),
    ("bernoulli-mle", "ℓ(θ) = k θ + (n-k) log(1-θ)", "log-power"),
    ("bernoulli-mle", "log L(p) = k log p * (n-k) log(1-p)", "log-sum"),
    ("categorical-mle", "λ = 1", "letter"),
    ("bernoulli-map", "θ̂ = (k+a)/(n+a+b)", "mean-for-mode"),
    ("poisson-mle", "ℓ(r) = S log r - r - sum_i log(x_i!)", "sum-over-constant"),
    ("poisson-mle", "ℓ(r) = S log r - n r", "normaliser"),
    ("poisson-mle", "ℓ''(r) = -S/r < 0", "power"),
    ("gaussian-mean", r"\hat\sigma^2 = \frac{1}{n-1}\sum_i (x_i-\bar x)^2", "divisor"),
    ("gaussian-mean", r"\frac{\partial\ell}{\partial\sigma^2} = -\frac n\sigma"
     r" + \frac{1}{\sigma^3}\sum_i(x_i-\mu)^2", "by-sigma"),
    ("gaussian-mean", r"\hat\mu = \frac1n x_i", "sum"),
    ("bernoulli-mle", "ℓ'(θ) = k/θ - (n-k)/(1-θ)\nk θ = (n-k) (1-θ)", "crossed"),
    ("bernoulli-mle", "ℓ(θ) = k log θ + (n-k) (log 1 - log θ)", "log-sum"),
    ("poisson-mle", "ℓ(r) = S + log r - n r + const", "log-sum"),
    ("gaussian-mean", "ℓ'(μ) = (sum_i x_i - μ)/σ^2", "sum-over-constant"),
    ("bernoulli-map", "p(θ|D) ∝ θ^(k (a-1)) (1-θ)^(n-k+b-1)", "exponents"),
    ("poisson-mle", "ℓ'(r) = S/r - n r", "not-differentiated"),
    ("bernoulli-mle", "θ = e^η/(1+e^η)\nℓ(η) = k η - n log(1+e^η)\nℓ'(η) = k - n/(1+e^η)",
     "chain-rule"),
    ("poisson-mle", "λ = e^η\nℓ(η) = S η - n e^η + const\nℓ'(η) = S - n η e^(η-1)", "power-rule"),
    ("bernoulli-mle", "ℓ'(θ) = k/θ - (n-k)/(1-θ)\nθ = k/(n-k)", "odds"),
    ("bernoulli-mle", "log L(θ) = k log θ + (n-k) log(1-θ)\n= n log(1-θ) + k log(θ (1-θ))", "division"),
]  # fmt: skip


@one_in(8, "theorem, text, slip", NAMED)
def test_a_slip_is_named(theorem: str, text: str, slip: str) -> None:
    """The edit with which a line would be right names the slip; the hint does not give it away."""
    blamed = verify_derivation(theorem, text).first_blamed
    assert blamed is not None
    assert blamed.slip == slip
    assert "Right would be" not in blamed.hint


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("theorem", "text", "right"),
    [
        ("multinomial-map", "l = sum_w (c_w+α) log θ_w + const", "(c_w + α - 1) log θ_w"),
        ("multinomial-map", "l(θ) = sum_w (c_w+α_w) log θ_w + const", "(c_w + α_w - 1) log θ_w"),
        ("bernoulli-map", "l(θ) = (k+a) log θ + (n-k+b-1) log(1-θ) + const", "(k + a - 1) log θ"),
        ("poisson-map", "l(λ) = (s+a) log λ - (n+b) λ + const", "(s + a - 1) log λ"),
    ],
)
def test_a_slip_in_a_log_posterior_is_mended_in_it(theorem: str, text: str, right: str) -> None:
    """The number of the prior stays: the line without it would be right of another function."""
    assert right in verify_derivation(theorem, text).lines[0].message


def test_every_slip_has_a_hint() -> None:
    """A name has words and a hint."""
    assert all(text and hint.endswith(("?", ".")) for text, hint in SLIPS.values())


def worth(formula: Expression, values: dict[str, Any], data: list[Any]) -> Any:
    """Return what SymPy says a formula is worth."""
    import sympy

    again = partial(worth, values=values, data=data)
    match formula:
        case nodes.Integer(value):
            return sympy.Integer(value)
        case nodes.Sum(terms):
            return sympy.Add(*map(again, terms))
        case nodes.Product(factors):
            return sympy.Mul(*map(again, factors))
        case nodes.Negative(term):
            return -again(term)
        case nodes.Quotient(above, below):
            return again(above) / again(below)
        case nodes.Power(base, exponent):
            return again(base) ** again(exponent)
        case nodes.Function("log", argument):
            return sympy.log(again(argument))
        case nodes.Series(sign, _, _, body):
            parts = [worth(body, {**values, "x_i": x}, data) for x in data]
            return sympy.Add(*parts) if sign == "sum" else sympy.Mul(*parts)
    return values[str(formula)]


@pytest.mark.exhaustive
def test_sympy_finds_the_right_side_of_a_counterexample_to_be_what_is_said() -> None:
    """The numbers of a counterexample, put into a line by SymPy, give the side that the report has."""
    import sympy

    checked = 0
    for theorem, text, _ in (*WRONG, *NAMED):
        for line in judge(scopes_of(theorem), text):
            failed = line.counterexample
            if failed is None or line.chain is None or failed.relation != "=":
                continue
            letters = dict(failed.letters)
            listed = next((name[6:-1] for name in letters if name.startswith("data (")), "")
            values = {name: sympy.Rational(value) for name, value in letters.items()
                      if isinstance(value, Fraction)}  # fmt: skip
            data = [sympy.Rational(number) for number in listed.split(", ") if number]
            try:
                side = worth(line.chain.sides[line.link + 1], values, data)
            except KeyError:
                continue
            assert abs(sympy.N(side, 40) - sympy.Rational(middle(failed.right))) < 10**-30, text
            checked += 1
    assert checked >= 8


def middle(value: Any) -> Fraction:
    """Return a number, or the middle of its enclosure."""
    return value if isinstance(value, Fraction) else sum(value.ball.bounds()) / 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["bernouli-mle", "ada.tex"], "bernouli-mle: no such file, and no theorem (did you"),
        (["--outcome", "a = q", "--outcome", "b = 1-q", "--parameter", "0<q<1", "ada.tex"],
         "derivations about a table of outcomes are not judged, only densities"),
    ],
)  # fmt: skip
def test_what_is_not_judged_is_refused_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    told: str,
) -> None:
    """A name that is no theorem has a near match; tables of outcomes are refused by name."""
    monkeypatch.chdir(tmp_path)
    Path("ada.tex").write_text("q = k/n\n")
    assert main(["check", *arguments]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.exhaustive
def test_letters_settled_above_are_meant_where_no_known_slip_explains_a_line() -> None:
    """Exponents multiplied in place of added are wrong where f = n − s is introduced above."""
    first = "Let s = sum_i x_i and f = n - s. Prior p(t) ∝ t^(a-1) (1-t)^(b-1)."
    joint = "p(t|D) ∝ t^s (1-t)^f t^(a-1) (1-t)^(b-1)"
    for side, wrong in (("t^(s(a-1)) (1-t)^(f(b-1))", 2), ("t^(s+a-1) (1-t)^(f+b-1)", None)):
        working = verify_derivation("bernoulli-map", f"{first}\n{joint} = {side}")
        assert working.first_wrong == wrong
