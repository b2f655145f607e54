"""Right derivations written in other ways: letters, orders, cases, words. None of them is accused."""

from __future__ import annotations

from pathlib import Path
from random import Random

from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Expression
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.derivations.lines import parsed

FILES = sorted((Path(__file__).parent / "right").glob("*.*"))
TEMPLATES = [
    ("bernoulli-mle", "t: θ p q φ ρ; k: k S s h K; n: n N m",
     "ℓ(t) = k log t + (n-k) log(1-t)\nk/t - (n-k)/(1-t) = 0\nt = k/n"),
    ("bernoulli-mle", "t: θ p q; h: h a k; u: b t r",
     "L(t) = t^h (1-t)^u\nh/t = u/(1-t)\nt = h/(h+u)"),
    ("bernoulli-map", "t: θ p q; k: k S h; a: a α c; b: b β d",
     "p(t|D) ∝ t^(k+a-1) (1-t)^(n-k+b-1)\n(k+a-1)/t = (n-k+b-1)/(1-t)\nt = (k+a-1)/(n+a+b-2)"),
    ("bernoulli-map", "h: h k a; t: t u b; a: α c; b: β d",
     "p(θ|D) ∝ θ^(h+a-1) (1-θ)^(t+b-1)\nθ̂ = (h+a-1)/(h+t+a+b-2)"),
    ("poisson-mle", "r: λ r μ θ l m; S: S s k T",
     "log L = S log r - n r + const\nS/r - n = 0\nr = S/n"),
    ("poisson-map", "r: λ r μ; S: S k T; a: a α; b: b β",
     "p(r|D) ∝ r^(S+a-1) e^(-(n+b) r)\n(S+a-1)/r - (n+b) = 0\nr = (S+a-1)/(n+b)"),
    ("exponential-mle", "r: λ r θ β l; S: S s T",
     "f(x) = r e^(-r x)\nlog L = n log r - r S\nn/r - S = 0\nr = n/S"),
    ("geometric-mle", "p: p θ q π; S: S s T",
     "P(x) = p (1-p)^(x-1)\nlog L = n log p + (S-n) log(1-p)\np = n/S"),
    ("categorical-mle", "t: θ p π q; v: v k j w; n: n c; a: λ α μ γ",
     "Λ = sum_v n_v log t_v + a (1 - sum_v t_v)\nn_v/t_v - a = 0\nt_v = n_v/a\na = sum_v n_v"),
    ("gaussian-mean", "m: μ m θ; Q: Q R",
     "ℓ(m) = -Q/(2σ^2) + c, Q = sum_i (x_i - m)^2\nsum_i (x_i - m) = 0\nm = x̄"),
]  # fmt: skip


@in_both_runs
@one_in(3, ("theorem", "letters", "template"), TEMPLATES)
def test_other_letters_are_no_slip(theorem: str, letters: str, template: str) -> None:
    """Letters stand for what they are used as; a table of usual ones is no law."""
    rng = Random(template)
    pools = dict(part.strip().split(": ") for part in letters.split(";"))
    for _ in range(choose(quick=1, exhaustive=8)):
        chosen = {letter: rng.choice(pool.split()) for letter, pool in pools.items()}
        if len({*chosen.values()}) < len(chosen):
            continue
        text = "".join(renamed(word, chosen) for word in split(template))
        assert verify_derivation(theorem, text).first_wrong is None, text


def split(text: str) -> list[str]:
    """Return the words and signs of a text: a word of several letters is no letter."""
    parts, word = [], ""
    for sign in text:
        if sign.isalpha():
            word += sign
            continue
        parts += [word, sign]
        word = ""
    return [*parts, word]


def renamed(word: str, chosen: dict[str, str]) -> str:
    return chosen.get(word, word)


CASES = [
    ("bernoulli-mle", "Case $S = 0$: $\\ell(\\theta) = n\\log(1-\\theta)$, so $\\hat\\theta = 0$."),
    ("bernoulli-mle", "**Case S = 0:** $\\ell(\\theta) = n\\log(1-\\theta)$"),
    ("bernoulli-mle", "- Case S = 0: ℓ(θ) = n log(1-θ)\n- Case S = n: ℓ(θ) = n log θ"),
    ("bernoulli-mle", "For k=0: l(θ) = n log(1-θ)\nθ̂ = 0"),
    ("bernoulli-mle", "If all x_i are zero, then ℓ(θ) = n log(1-θ)"),
    ("bernoulli-mle", r"\text{Case } k = 0:\quad \ell(\theta) = n\log(1-\theta)"),
    ("categorical-map", r"\alpha_w = 2:\quad \hat\theta_w = \frac{n_w+1}{N+V}"),
    ("categorical-map", r"For $\alpha_v = 1$: $\hat\theta_v = n_v/N$"),
    ("bernoulli-map", "if a = b = 1 then θ̂ = k/n"),
    ("bernoulli-map", r"p(\theta\mid D) = \mathrm{Beta}(k+a, n-k+b)"),
    ("categorical-mle", r"\frac{\partial\ell}{\partial\theta_v} = \frac{n_v}{\theta_v}"
     r" - \frac{n_V}{1-\sum_{u<V}\theta_u}"),
    ("exponential-mle", "l(l) = n log l - l S\nl'(l) = n/l - S = 0\nl = n/S"),
    ("poisson-mle", "l = S log l - n l + const\nl = S/n"),
    ("categorical-mle", "l(p) = sum_l n_l log p_l\np_l = n_l/n"),
    ("gaussian-mean", r"\hat\mu = \arg\min_\mu \sum_i (x_i-\mu)^2"),
]  # fmt: skip


@all_of(("theorem", "text"), CASES, apart=2)
def test_cases_words_and_letters_that_stand_twice_are_not_accused(theorem: str, text: str) -> None:
    """What holds in a case, a distribution in words, an l that is a rate: none of it is refuted."""
    assert verify_derivation(theorem, text).first_wrong is None


def test_the_last_probability_is_what_the_others_leave() -> None:
    """Where the last one is eliminated its slope is −1: a sign that is lost is refuted."""
    text = "θ_V = 1 - sum_{v<V} θ_v\n"
    slope = r"\frac{\partial\ell}{\partial\theta_v} = \frac{n_v}{\theta_v} - \frac{n_V}{\theta_V}"
    assert verify_derivation("categorical-mle", text + slope).is_right
    assert verify_derivation("categorical-mle", text + slope.replace("- ", "+ ")).first_wrong == 2


def test_a_case_ends_where_something_holds_without_it() -> None:
    """A wrong line is open behind a case, and wrong behind a line that is right anyway."""
    case, right, wrong = "Case k = 0: θ̂ = 0\n", "ℓ'(θ) = k/θ - (n-k)/(1-θ)\n", "θ̂ = n/k"
    assert verify_derivation("bernoulli-mle", case + wrong).first_wrong is None
    assert verify_derivation("bernoulli-mle", case + right + wrong).first_wrong == 3


def moved(rng: Random, side: Expression) -> Expression:
    """Return a side with terms and factors in another order, and fractions expanded."""

    def change(part: Expression) -> Expression | None:
        inner = [n.term if isinstance(n, nodes.Negative) else n for n in part.children]
        if any(isinstance(n, nodes.Series | nodes.Function) for n in inner) or rng.random() < 0.5:
            return None  # how far these reach depends on what stands behind them
        match part:
            case nodes.Sum(terms):
                return nodes.Sum(tuple(rng.sample(terms, len(terms))))
            case nodes.Product(factors):
                return nodes.Product(tuple(rng.sample(factors, len(factors))))
            case nodes.Quotient(numerator, denominator):
                return nodes.Quotient(2 * numerator, 2 * denominator)
            case nodes.Symbol() | nodes.Call() | nodes.Derivative() | nodes.Extremum():
                return part
        return None

    return nodes.replace(side, change)


def written(chain: DerivationChain, rng: Random | None) -> str:
    sides = [str(side if rng is None else moved(rng, side)) for side in chain.sides]
    links = zip(("", *(f" {relation} " for relation in chain.relations)), sides, strict=True)
    return f"{chain.lead} " * bool(chain.lead) + "".join(relation + side for relation, side in links)


@in_both_runs
def test_another_order_of_terms_and_factors_is_not_accused() -> None:
    """What a right derivation says, in plain text and another order, is still right."""
    rng, tried = Random(43), 0
    for file in FILES[:: choose(quick=6, exhaustive=2)]:
        chains = [readings[0] for _, readings, _ in parsed(file.read_text()) if readings]
        if any(part.domain.kind == "span" for chain in chains for side in chain.sides
               for part in side.walk() if isinstance(part, nodes.Series)):  # fmt: skip
            continue  # plain text has no bounds
        theorem = file.stem.split(".")[1]
        plain = "\n".join(written(chain, None) for chain in chains)
        if verify_derivation(theorem, plain).first_wrong is not None:
            continue  # it says less than the file
        for _ in range(choose(quick=1, exhaustive=2)):
            text = "\n".join(written(chain, rng) for chain in chains)
            assert verify_derivation(theorem, text).first_wrong is None, text
            tried += 1
    assert tried >= choose(quick=2, exhaustive=12)


_NORMAL = (
    r"$\ell = -\frac n2 \ln(2\pi v) - \frac 1{2v} \sum_i (y_i - \mu)^2$" "\n" r"$\mu = \bar y$" "\n"
)
_IF_SO = r"if $x_i=1$ it is $\zeta$, if $x_i=0$ it is $1-\zeta$." "\n"
_MODE = (
    r"With $\hat\theta = \frac{k+a-1}{n+a+b-2}$ and $\theta_0 = \frac{a-1}{a+b-2}$ (the mode)"
    "\n"
)
_MEAN = (
    r"\[ \tfrac1n\ell(\theta) = \bar x\ln\theta + (1-\bar x)\ln(1-\theta). \]" "\nWe rewrite this as\n"
)


@one_in(
    6,
    ("theorem", "above", "right", "wrong"),
    [
        ("gaussian-mean", _NORMAL,
         r"\partial\ell/\partial v = -\frac n{2v} + \frac{\sum_i (y_i-\bar y)^2}{2v^2} = 0",
         r"\partial\ell/\partial v = -\frac n{2v} + \frac{\sum_i y_i^2}{2v^2} = 0"),
        ("gaussian-mean", _NORMAL, r"\ell(v) = -\frac n2 \ln(2\pi v) - \frac1{2v}\sum_i (y_i-\bar y)^2",
         r"\ell(v) = -\frac n2 \ln(2\pi v) - \frac1{v}\sum_i (y_i-\bar y)^2"),
        ("bernoulli-mle", _IF_SO, r"L(\zeta) = \prod_i \zeta^{x_i} (1-\zeta)^{1-x_i}",
         ""),
        ("map-is-a-mean", _MODE, r"\hat\theta = \frac{k + (a+b-2)\theta_0}{n+a+b-2}",
         ""),
        ("naive-factorisation", "", r"P(x_1, \dots, x_d, y) = P(y) \prod_{j=1}^d [P(x_j \mid y)]",
         r"P(x_1, \dots, x_d, y) = \prod_{j=1}^d [P(x_j \mid y) P(y)]"),
        ("multinomial-mle", "", r"P(n_1, \dots, n_V) = \frac{n!}{\prod_v n_v!} \prod_v \theta_v^{n_v}",
         r"P(n_1, \dots, n_V) = \frac{\prod_v n_v!}{n!} \prod_v \theta_v^{n_v}"),
        ("pseudo-documents", "", r"\hat\theta_{wc} = \frac{N_{wc} + \lambda}{N_c + \lambda V}",
         ""),
        ("prior-mle", r"$\log L = \sum_i\log\pi_{y_i} + \sum_{ij}\log p(x_{ij}\mid y_i)$" "\n",
         r"\sum_i\log\pi_{y_i} = \sum_k N_k\log\pi_k", ""),
        ("bayes-rule", 'P("win"|spam) = 0.5, P("win"|ham) = 0.05, P(spam) = 0.2\n', 'P("win") = 0.14',
         'P("win") = 0.15'),
        ("naive-bayes-is-logistic",
         r"$p(x_j\mid y=k) = \phi_{jk}^{x_j}(1-\phi_{jk})^{1-x_j}$" "\n",
         r"\frac{p(1| x)}{p(0| x)} = \frac\phi{1-\phi}\prod_j\frac{p(x_j| y=1)}{p(x_j| y=0)}",
         ""),
        ("poisson-map", r"Prior: $p(\mu)\propto\mu^{\alpha-1}e^{-\beta\mu}$" "\n" r"$\log$ posterior ",
         r"=\sum_ix_i\log\mu-n\mu+(\alpha-1)\log\mu-\beta\mu+C",
         r"=\sum_ix_i\log\mu-n\mu+\alpha\log\mu-\beta\mu+C"),
        ("gaussian-mean", "log L(m) = c - (1/(2 v)) sum (x_i - m)^2\n",
         "d/dm (x_i - m)^2 = -2 (x_i - m)", "d/dm (x_i - m)^2 = 2 (x_i - m)"),
        ("gaussian-mean", _NORMAL, r"\ell_v = -\frac n{2v} + \frac{\sum_i (y_i-\mu)^2}{2v^2}",
         r"\ell_v = -\frac n{v} + \frac{\sum_i (y_i-\mu)^2}{2v^2}"),
        ("map-is-a-mean", r"$M=a+b-2$, $\hat\theta=\frac{h+a-1}{n+M}$" "\n",
         r"\hat\theta=\frac hn(1-w)+w\theta_0,\quad w=\frac{M}{n+M},\ \theta_0=\frac{a-1}{M}", ""),
        ("bayes-rule", "", r"\frac{2/11}{1+2/11}=\frac{2}{13}\approx15.4\%",
         r"\frac{2/11}{1+2/11}=\frac{2}{13}\approx15.5\%"),
        ("bernoulli-mle", _MEAN,
         r"-[\bar x \ln\frac{1}{\theta} + (1-\bar x)\ln\frac{1}{1-\theta}]", ""),
    ],
)  # fmt: skip
def test_what_is_put_in_or_stands_in_brackets_is_read_so(
    theorem: str, above: str, right: str, wrong: str
) -> None:
    """A known estimate for its letter, a letter beside the parameter, a product over a bracket."""
    *verdicts, last = [line.verdict for line in verify_derivation(theorem, f"{above}${right}$").lines]
    assert {*verdicts} <= {"right", "unused", "unread"}
    assert last in ("right", "unused")
    if wrong:
        assert verify_derivation(theorem, f"{above}${wrong}$").first_wrong == above.count("\n") + 1
