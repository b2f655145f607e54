"""Letters, constants, priors and classes are read as a derivation uses them: right ones stand."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random

import pytest
from thoroughness import all_of, choose, in_both_runs

from exactnb import Family
from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.derivations.prose import read_prose
from exactnb.teach.grading.derivations.questions import BY_THEOREM, scopes_of
from exactnb.teach.grading.derivations.scopes.sample import SampleScope

CASES = tomllib.loads((Path(__file__).parent / "readings.toml").read_text())


@in_both_runs
def test_right_derivations_are_read_as_they_are_meant() -> None:
    """No line is accused, and none is left unread or open."""
    rng = Random(43)
    for case in CASES["right"][:: choose(quick=18, exhaustive=2)]:
        text = case["text"].replace("@", rng.choice(case["signs"]))
        lines = verify_derivation(case["theorem"], text).lines
        assert {line.verdict for line in lines} <= {"right", "unused"}, (case["family"], text, lines)


@in_both_runs
def test_slips_among_such_letters_are_refuted_at_their_line() -> None:
    """The last line is the first that is wrong: what words say excuses nothing else."""
    cases = CASES["refuted"]
    for case in choose(quick=Random(7).sample(cases, 4), exhaustive=cases):
        assert (
            verify_derivation(case["theorem"], case["text"]).first_wrong == case["text"].count("\n") + 1
        ), case


@in_both_runs
def test_a_line_alone_that_no_slip_explains_is_open() -> None:
    """Nothing shows what its letters are: it accuses nobody, and says where it fails as it is read."""
    cases = CASES["doubted"]
    for case in choose(quick=Random(7).sample(cases, 3), exhaustive=cases):
        last = verify_derivation(case["theorem"], case["text"]).lines[-1]
        assert last.verdict == "open", case
        assert re.search(
            "(is meant as it is|are meant as they are|of data that were not) read", last.message
        )
        assert "the left side is" in last.message


def test_what_no_right_line_uses_is_introduced_and_not_right() -> None:
    """Nothing compares it: whatever the new letter is, no line would be wrong."""
    for case in CASES["introduced"]:
        working = verify_derivation(case["theorem"], case["text"])
        last = working.lines[-1]
        assert last.verdict == "unused", case
        assert re.fullmatch("introduces ., which no right line uses", last.message)


def test_another_formula_for_a_new_letter_does_not_use_it() -> None:
    """w may be anything until the log-odds are written with it: then the wrong w is refuted."""
    odds = r"\log\frac{P(1|x)}{P(0|x)}=b+\sum_j[x_j\log\frac{p_j}{q_j}+(1-x_j)\log\frac{1-p_j}{1-q_j}]"
    new = r"w_j=\log\frac{p_j}{q_j}+\log\frac{1-p_j}{1-q_j}"
    text = "\n".join(
        (r"p_j=P(x_j=1|1), q_j=P(x_j=1|0)", odds, new, r"w_j=\log\frac{p_j(1-p_j)}{q_j(1-q_j)}")
    )
    lines = verify_derivation("bernoulli-linear", text).lines
    assert [line.verdict for line in lines[-2:]] == ["unused", "right"]
    assert lines[-2].message == "introduces w, which no right line uses"


@pytest.mark.exhaustive
def test_a_letter_that_words_introduce_is_no_parameter() -> None:
    """A formula that words alone explain is not accused."""
    for case in CASES["unknown"]:
        assert verify_derivation(case["theorem"], case["text"]).first_wrong is None, case


def test_words_say_the_numbers_of_a_prior() -> None:
    """Beta(2, 2), Dir(1, …, 1) and a uniform prior have numbers; Beta(a, b) has none."""
    texts = [
        r"\mathrm{Beta}(2,3)",
        r"Dir(1,\dots,1)",
        "a uniform prior",
        r"\mathrm{Beta}(a,b)",
        "uniform",
    ]
    assert [read_prose(text).prior for text in texts] == [(2, 3), (1,), (1,), (), ()]


def test_a_symmetric_prior_is_known_by_its_number() -> None:
    """With α = 3 two more of each value are counted; with three more, the line is open."""
    prior = "Counts (8, 5, 4, 3). Symmetric Dirichlet prior with α = 3.\n"
    assert read_prose(prior).prior == (3,)
    for more, verdict in ((2, "right"), (3, "open")):
        powers = " ".join(f"θ{v}^({n}+{more})" for v, n in enumerate((8, 5, 4, 3), 1))
        lines = verify_derivation("categorical-map", f"{prior}posterior ∝ {powers}").lines
        assert lines[-1].verdict == verdict, powers


def test_no_count_is_the_same_number_in_every_world() -> None:
    """A count that is 1 in all worlds would let a line pass with 1 in its place."""
    for theorem in BY_THEOREM:
        for scope in scopes_of(theorem):
            worlds = scope.worlds() if isinstance(scope, SampleScope) else ()
            counts = [(sum(world.data), world.sizes["n"] - sum(world.data)) for world in worlds]
            assert all(len(set(each)) > 1 for each in zip(*counts, strict=True)), theorem


WAITS = Family.of(
    density="lambda exp(-lambda x)", support="x > 0", parameters={"lambda": "lambda > 0"},
    constants={"alpha": "alpha > 1", "beta": "beta > 0"}, prior="lambda^(alpha - 1) exp(-beta lambda)",
)  # fmt: skip


@pytest.mark.exhaustive
def test_a_stated_family_may_be_in_other_letters() -> None:
    """The rate is β, though that is a constant of the statement; a slip in these letters is refuted."""
    right = r"""$L(\beta) = \beta^n e^{-n\beta\bar{t}}$ where $\bar{t} = \frac{1}{n}\sum_{i=1}^n t_i$.
The prior is $p(\beta) \propto \beta^{a-1}e^{-b\beta}$.
The posterior is $p(\beta \mid t) \propto \beta^{n+a-1}e^{-\beta(b+n\bar{t})}$.
$\hat\beta = \frac{n+a-1}{b+n\bar{t}}$"""
    verdicts = [line.verdict for line in verify_derivation(WAITS, right).lines]
    assert set(verdicts) <= {"right", "unused"}
    assert verdicts.count("right") == 5
    assert verify_derivation(WAITS, right.replace("{n+a-1}{b+", "{n+a}{b+")).first_wrong == 4


TWICE = Family.of(density="x exp(-x/s)/s^2", support="x > 0", parameters={"s": "s > 0"})
DISTANCES = Family.of(density="exp(-|x-m|)/2", support="x real", parameters={"m": "m real"})


def test_a_statistic_by_its_name_is_judged_as_a_whole() -> None:
    """The mean is the estimate of neither; what stands before a word is never judged without it."""
    verdicts = {
        (each, text): [line.verdict for line in verify_derivation(family, text).lines]
        for each, family in (("s", TWICE), ("m", DISTANCES))
        for text in (
            f"{each} = 1/2 mean(x)",
            f"{each} = mean(x)",
            f"{each} = median(x_i)",
            f"{each} = 1 variance(x)",
        )
    }
    assert [verdict for each in verdicts.values() for verdict in each] == [
        "right", "wrong", "wrong", "unread", "wrong", "wrong", "right", "unread"
    ]  # fmt: skip


@pytest.mark.exhaustive
def test_the_square_of_a_parameter_is_no_letter_of_its_own() -> None:
    """Half the mean square is s² of Rayleigh's density, alone or not; the whole is not."""
    family = Family.of(density="x/s^2 exp(-x^2/(2 s^2))", support="x > 0", parameters={"s": "s > 0"})
    likelihood = "L(s) = c s^(-2n) exp(-sum x_i^2/(2s^2))\n"
    for before in ("", likelihood):
        right = verify_derivation(family, f"{before}s^2 = 1/2 mean(x^2)")
        assert {line.verdict for line in right.lines} == {"right"}
        for wrong in ("mean(x^2)", "1/n sum x_i^2", "2 mean(x)"):
            refuted = verify_derivation(family, f"{before}s^2 = {wrong}")
            assert refuted.first_wrong == before.count("\n") + 1, (before, wrong)


@pytest.mark.exhaustive
def test_a_posterior_by_its_name_and_many_numbers_costs_nothing() -> None:
    """Dir(4, 6, 3) is a density of no letter: it is left unread, and what follows is judged."""
    text = "Dirichlet(1,1,1) prior, counts 3, 5, 2. The posterior is Dir(4, 6, 3).\nE[p1|data] = 4/13"
    lines = verify_derivation("posterior-mean", text).lines
    assert [line.verdict for line in lines[-2:]] == ["unread", "right"]


UNCONFIRMED = [
    ("categorical-map", "sum_k c_k = n\nsum_k c_k log π_k + λ sum_k log π_k + const"
     " = sum_k (c_k + λ) log π_k + const\nπ̂_k = (c_k + λ)/sum_j (c_j + λ) = (c_k + λ)/(n + K λ)"),
    ("map-is-a-mean", "$\\theta_B=\\frac{a+s}{a+b+n}$\n$m=\\frac{a}{a+b}$, $w=\\frac{n}{a+b+n}$\n"
     "$\\theta_B=w\\frac sn+(1-w)m$"),
    ("poisson-mle", "p(x_i|λ) = λ^(x_i) e^(-λ)/x_i!\nS = sum_i x_i\nℓ(λ) = S log λ - n λ\nλ̂ = S/n"),
    ("bayes-rule", "P(B) = sum_i P(B|A_i) P(A_i)\nP(x) = sum_j P(x|C_j)\n"
     "P(A_i|B) = P(B|A_i) P(A_i)/P(B)"),
    ("categorical-mle", "$\\ell(\\theta)=\\sum_kn_k\\log\\theta_k$, $n=\\sum_kn_k$\n"
     "Setting the slopes to zero would give $n_k/\\theta_k=0$, so a multiplier is needed:\n"
     "$n_k/\\theta_k=\\lambda$\n$\\hat\\theta_k=n_k/n$"),
    ("poisson-map", "We count $2,4,3,1,5$, and the prior of the rate $r$ is $\\propto r^2e^{-r}$.\n"
     "The posterior is $\\propto r^{17}e^{-6r}$.\nThis is a $\\mathrm{Gamma}(18,6)$ density."),
    ("categorical-mle", "Moving $\\epsilon$ from $b$ to $a$ changes $\\sum_k N_k\\ln t_k$ by nothing:\n"
     "$$\\epsilon\\frac{N_a}{t_a}-\\epsilon\\frac{N_b}{t_b}=0$$\n$$t_a : t_b = N_a : N_b$$"),
    ("prior-mle", "100 training mails: 40 spam, 60 ham.\nP(spam) = 40/60"),
    ("bernoulli-mle", "18 heads of 25, θ = chance of heads\nL(θ) = θ^18 (1-θ)^25"),
    ("naive-factorisation", "P(x_1, …, x_d | y) = ∏_j P(x_j | y)\n"
     "It does not follow that P(x_1, …, x_d) = ∏_j P(x_j)."),
    ("map-is-a-mean", "$\\hat\\theta_{MAP}=\\frac{k+a-1}{n+a+b-2}$\n"
     "Let $m=a+b-2$, $\\hat\\theta=\\frac kn$."),
    ("gaussian-mean", "S(m) = (4-m)^2 + (7-m)^2 + (10-m)^2\nS(m) = 165 - 42m + 3m^2\n"
     "S'(m) = 0 at m = 7"),
    ("posterior-mean", "B(x, y) = Γ(x)Γ(y)/Γ(x+y), B(x+1, y)/B(x, y) = x/(x+y).\n"
     "With x = k+a and y = n-k+b"),
    ("map-is-a-mean", "$\\hat\\theta_{MAP} = \\frac{k+a-1}{n+a+b-2}$\n"
     "$= \\lambda \\hat\\theta_{MLE} + (1-\\lambda) \\theta_{\\text{prior mode}}$ with "
     "$\\lambda = \\frac{n}{n+a+b-2}$"),
    ("gaussian-mean", "Latencies: $12, 15, 9, 16$, $n=4$.\n$\\hat\\mu = \\bar x = \\frac{52}{4} = 13$"),
    ("bernoulli-mle", "n = 25 tosses, heads = 18, so tails = 25 - 18 = 7"),
    ("gaussian-linear", "log f_c(x) = -sum_j (x_j^2 - 2*mu_cj*x_j + mu_cj^2)/(2*s2_j) + const"),
    ("bernoulli-mle", "With $q=1-p$ the probability of tails, 7 of 25 tosses are tails.\n"
     "$\\ell(q)=7\\ln q+18\\ln(1-q)$"),
    ("log-ratio-linear", "P(spam) = P(ham) = 0.5; spam: P(win) = 0.8, P(meet) = 0.2; "
     "ham: P(win) = 0.4\nlog odds = log(0.8/0.4)"),
    ("log-ratio-linear", "P(A)=0.8, P(B)=0.2. Ham: P(A)=0.4, P(B)=0.6. "
     "Odds (0.8^a 0.2^b)/(0.4^a 0.6^b)\nlog-odds = a log 2 - b log 3"),
]  # fmt: skip


@all_of("theorem, text", UNCONFIRMED)
def test_what_no_right_line_confirms_accuses_nobody(theorem: str, text: str) -> None:
    """It may be another estimate or prior, of other events, or what would be so."""
    assert verify_derivation(theorem, text).first_wrong is None


@pytest.mark.exhaustive
def test_another_total_than_that_of_a_class_is_open() -> None:
    """N of all rows, or N_c documents, is no n_c = Σ n_cv, whichever the words say it is."""
    class_total = (
        r"$n_c=\sum_vn_{vc}$" + "\n" + r"$J=\sum_vn_{vc}\ln\theta_{vc}-\mu(\sum_v\theta_{vc}-1)$"
    )
    for total, verdict in (("n_c", "right"), ("N", "open"), ("N_c", "open")):
        line = r"$\hat\theta_{vc}=\frac{n_{vc}}{TOTAL}$".replace("TOTAL", total)
        working = verify_derivation("categorical-mle", f"{class_total}\n{line}")
        assert working.lines[-1].verdict == verdict, total


def test_a_row_goes_on_with_no_other_reading_of_itself() -> None:
    """(28 − m)/v is not what a row says that was not read, whatever its own readings are."""
    text = "log L = const - [(3-m)² + (8-m)²]/(2v)\nscore = [(3-m) + (8-m)]/v\n= (11 - m)/v"
    assert verify_derivation("gaussian-mean", text).lines[-1].verdict == "unread"


def test_counts_of_words_are_no_total_and_count() -> None:
    """Of 40 and 60 mails a share of 40/60 is not right: the words say 100 in all."""
    for words in ("100 training mails: 40 spam, 60 ham.", "Of 100 mails 40 are spam and 60 are ham."):
        share, odds = (
            verify_derivation("prior-mle", f"{words}\nP(spam) = 40/{n}").lines[-1] for n in (100, 60)
        )
        assert (share.verdict, odds.verdict) == ("right", "open"), words


def test_a_slip_with_letters_that_a_right_line_has_is_refuted() -> None:
    """Then a number in the place of another is a slip, and no other reading of a letter."""
    text = (
        "S = sum_i x_i\nlog L(r) = sum_i (x_i log r - r - log(x_i!))\n= S log r - r - sum_i log(x_i!)"
    )
    blamed = verify_derivation("poisson-mle", text).first_blamed
    assert blamed is not None
    assert blamed.slip == "sum-over-constant"
