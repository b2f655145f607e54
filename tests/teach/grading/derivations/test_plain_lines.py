"""Lines of plain text among lines of LaTeX, and formulas with dots, primes and words in them."""

from __future__ import annotations

import pytest
from thoroughness import all_of, one_in

from exactnb.core.expression.reading.derivations.statements import statements
from exactnb.core.naming.grammar import GREEK
from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.derivations.lines import parsed
from exactnb.teach.grading.derivations.meanings import sides_of

MODE = "\\hat\\theta_v = \\frac{n_v + 1}{N + V}"


def test_every_greek_letter_is_read_in_a_plain_line_of_a_latex_text() -> None:
    """Whether a name is a letter depends on its own line, not on LaTeX elsewhere in the text."""
    for name, letter in GREEK.items():
        first, *_ = statements(f"Assume {name} = 2,\n{MODE}")
        assert (first.lead, first.tokens[0].text) == ("Assume", letter)


@pytest.mark.exhaustive
@one_in(6, "theorem", ["pseudo-documents", "m-estimate", "map-is-a-mean", "prior-map"])
@one_in(
    3,
    "case",
    [
        "With a uniform Dirichlet prior, alpha = 2,",
        "With alpha = 2 for each $v$,",
        "With $\\alpha = 2$ for each word,",
    ],
)
def test_what_rests_on_a_prior_of_the_text_is_not_accused(theorem: str, case: str) -> None:
    """A number of the prior in a line of prose is assumed in the lines below it."""
    verdicts = [line.verdict for line in verify_derivation(theorem, f"{case}\n\n$${MODE}$$").lines]
    assert "wrong" not in verdicts


def test_a_plain_line_of_markdown_is_read_to_its_end() -> None:
    """Names of Greek letters are no prose where another line has signs of mathematics."""
    text = "Let $k$ be the number of ones,\nso log L = k log theta + (n-k) log(1-theta)."
    assert [line.verdict for line in verify_derivation("bernoulli-mle", text).lines][-1] == "right"


SLOPES = [
    "(ln L)'(λ)", "(log L(λ))'", "[ln L]'(λ)", "(ln L)′", r"\left(\ln L\right)'(\lambda)",
    r"\ell^\prime(\lambda)", r"(\ln L)^{\prime}(\lambda)",
]  # fmt: skip


@one_in(6, "slope", SLOPES)
def test_primes_behind_brackets_differentiate(slope: str) -> None:
    """What stands in brackets is differentiated by the letter behind the primes, or the only one."""
    for sign, first in (("-", None), ("+", 1)):
        text = f"{slope} = n/\\lambda {sign} \\sum_i x_i"
        assert verify_derivation("exponential-mle", text).first_wrong == first
    second = slope.replace("′", "'").replace("prime", "prime\\prime").replace("'", "''")
    [line] = verify_derivation("exponential-mle", f"{second} = -n/\\lambda^2").lines
    assert line.verdict == "right"


def test_a_slope_at_a_point_is_not_taken_for_one_at_the_parameter() -> None:
    """Primes behind brackets with anything else than a letter behind them are not read."""
    [line] = verify_derivation("exponential-mle", r"(\ln L)'(\hat\lambda) = 1").lines
    assert line.verdict == "unread"


WORDS = ["Posterior", "The posterior is", "so the posterior density"]


@one_in(
    6, ("word", "signs", "propto"), [(w, *of) for w in WORDS for of in (("$", r"\propto"), ("", "∝"))]
)
def test_a_word_may_be_the_left_side_of_a_proportion(word: str, signs: str, propto: str) -> None:
    """The posterior and the likelihood may be named by words before ∝; a likelihood may be any."""
    likelihood = r"\theta^s (1-\theta)^{n-s}"
    both = likelihood + r" \theta^{a-1} (1-\theta)^{b-1}"
    as_likelihood = word.replace("osterior", "ikelihood").replace("P", "L").replace("p", "l")
    for name, right, wrong in ((word, both, likelihood), (as_likelihood, likelihood, both)):
        for side, first in ((right, None), (wrong, 1 if name == word else None)):
            text = f"{name} {signs}{propto} {side}{signs}"
            working = verify_derivation("bernoulli-map", text)
            assert working.first_wrong == first, text
            assert working.is_right == (side == right)


HEADS = ["p(x_1, \\dots, x_n \\mid \\lambda)", "f(x_1, ..., x_n | λ)", "P(D | λ)"]
LOG = "log\\lambda \\sum_i x_i {} n\\lambda - \\sum_i \\log(x_i!)"


@one_in(3, "density", HEADS)
def test_a_density_that_is_stated_may_go_without_its_arguments(density: str) -> None:
    """Its head stands for it in the lines below, right or wrong."""
    stated = f"{density} = \\prod_i \\lambda^{{x_i}} e^{{-\\lambda}} / x_i!\n"
    for sign, first in (("-", None), ("+", 2)):
        log = f"\\log {density[0]} = \\{LOG.format(sign)}\n"
        slope = (
            f"\\frac{{d}}{{d\\lambda}} \\log {density[0]} = \\frac{{1}}{{\\lambda}} \\sum_i x_i - n = 0"
        )
        working = verify_derivation("poisson-mle", stated + log + slope)
        assert working.first_wrong == first
        assert working.is_right == (first is None)


@pytest.mark.parametrize("after", ["f = 3", "f(x_1 | λ) = λ^{x_1} e^{-λ} / x_1!\n\\log f = -λ"])
def test_a_head_with_two_meanings_stands_for_no_density(after: str) -> None:
    """A letter of its own, or a head with other arguments, blames nobody."""
    stated = "f(x_1, ..., x_n | λ) = \\prod_i \\lambda^{x_i} e^{-\\lambda} / x_i!\n"
    assert verify_derivation("poisson-mle", stated + after).first_wrong is None


@all_of(
    "theorem, density",
    [
        ("bernoulli-mle", "θ^{x_@} (1-θ)^{1-x_@}"),
        ("poisson-mle", "λ^{x_@} e^{-λ} / x_@!"),
        ("exponential-mle", "λ e^{-λ x_@}"),
        ("geometric-mle", "p (1-p)^{x_@ - 1}"),
    ],
)
def test_the_density_of_the_first_observation_is_one_factor(theorem: str, density: str) -> None:
    """x_1 by itself is one observation, and not the sample that x_1, …, x_n is."""
    for place in ("1", "2", "n", "i"):
        text = f"f(x_{place} | {density[0]}) = {density.replace('@', place)}"
        assert verify_derivation(theorem, text).is_right, text


def test_classes_by_their_signs_and_indices_above_letters_are_read_alike() -> None:
    """A class + below, above or in an argument, x⁽ⁱ⁾, θ[1,j] and ∂²/∂τ² have one meaning each."""
    pairs = {
        "a = π₊": "$a = \\pi_{+}$",
        "a = P(y=+)": "$a = P(y={+})$",
        "a = θ_w^+ + θ_w^k": "$a = \\theta_{w}^{+} + \\theta_{w}^{k}$",
        "a = x⁽ⁱ⁾": "$a = x^{(i)}$",
        "a = θ[1,j]": "$a = \\theta_{1,j}$",
        "∂²f/∂τ_jk² = 1": "$\\frac{\\partial^{2} f}{\\partial \\tau_{jk}^{2}} = 1$",
        "∂²f/∂(p_j^k)² = 1": "$\\frac{\\partial^{2} f}{\\partial (p_{j}^{k})^{2}} = 1$",
    }
    for plain, latex in pairs.items():
        assert sides_of(parsed(plain)) == sides_of(parsed(latex)) != [], plain
