"""Lines of plain text among lines of LaTeX, and formulas with dots, primes and words in them."""

from __future__ import annotations

import pytest

from exactnb.core.expression.reading.derivations.statements import statements
from exactnb.core.naming.grammar import GREEK
from exactnb.teach.grading.derivations.grader import verify_derivation

MODE = "\\hat\\theta_v = \\frac{n_v + 1}{N + V}"


def test_every_greek_letter_is_read_in_a_plain_line_of_a_latex_text() -> None:
    """Whether a name is a letter depends on its own line, not on LaTeX elsewhere in the text."""
    for name, letter in GREEK.items():
        first, *_ = statements(f"Assume {name} = 2,\n{MODE}")
        assert (first.lead, first.tokens[0].text) == ("Assume", letter)


@pytest.mark.parametrize("theorem", ["pseudo-documents", "m-estimate", "map-is-a-mean", "prior-map"])
@pytest.mark.parametrize(
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
