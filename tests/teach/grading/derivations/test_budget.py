"""The work that one derivation may cost is bounded, however many lines it has."""

from __future__ import annotations

from random import Random

import pytest
from thoroughness import one_in

from exactnb.teach.grading.derivations import worlds
from exactnb.teach.grading.derivations.evaluation import Evaluator
from exactnb.teach.grading.derivations.grader import verify_derivation
from exactnb.teach.grading.derivations.questions import BY_THEOREM

SUMS = "\\sum_i \\sum_j \\sum_k \\sum_l \\sum_m x_i x_j x_k x_l x_m"
WIDE = [f"\\ell(p) = {SUMS}", f"\\hat p = k/n + {SUMS}", f"S = {SUMS}", f"L(p) \\propto {SUMS}",
        f"{SUMS} > 0", f"\\frac{{d}}{{dp}} {SUMS} = 0", "p = k/n + k - k + 1 - 1"]  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", WIDE)
def test_twenty_lines_cost_no_more_than_one_derivation(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All lines and scopes spend one budget, the roles of letters another, and slips a third."""
    work, counted = 20_000, Evaluator.value
    calls = 0

    def value(self: Evaluator, *arguments: object) -> object:
        nonlocal calls
        calls += 1
        return counted(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Evaluator, "value", value)
    monkeypatch.setattr(worlds.DerivationBudget.__init__, "__defaults__", (work,))
    working = verify_derivation("bernoulli-mle", "\n".join([line] * 20))
    assert calls <= 3 * work + 5_000  # what is asked after the last formula fails at once
    assert len(working.lines) == 20


def test_what_is_past_the_budget_is_not_read_and_nobody_is_blamed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A wrong line behind the last formula that is worked out is unread."""
    monkeypatch.setattr(worlds.DerivationBudget.__init__, "__defaults__", (100,))
    working = verify_derivation("bernoulli-mle", "L(p) = p^k (1-p)^(n-k)\np = n/k")
    assert [line.verdict for line in working.lines] == ["unread", "unread"]


@one_in(2, "text", ["n_k0.5 = 1", "θ_{0.5} = 1/2", "x^{(0.5)} = 1", "θ_{i-0.5} = 1"])
def test_an_index_is_a_whole_number(text: str) -> None:
    """What is no whole number is no index, and none of thousands of digits is worked out."""
    for each in (text, text.replace("0.5", "9" * 5_000)):
        [line] = verify_derivation("bernoulli-mle", each).lines
        assert (line.verdict, "an index is a whole number" in line.message) == ("unread", True)


def test_a_long_command_that_a_text_defines_is_not_written_out() -> None:
    """A short one is read wherever it stands; a long one would be read again so many times."""
    for times, verdict in ((1, "right"), (30, "unread")):
        body = "k/n" + "+0" * times
        text = f"\\newcommand{{\\s}}{{{body}}}\n$\\hat p = \\s$"
        assert [line.verdict for line in verify_derivation("bernoulli-mle", text).lines] == [verdict]


def test_a_relation_without_a_left_side_is_read_behind_let() -> None:
    """It introduces nothing, and accuses nobody."""
    assert verify_derivation("bernoulli-mle", "n/k, let = \\hat p\nLet\n= \\hat p").first_wrong is None


def test_numbers_too_large_behind_where_are_not_read() -> None:
    """A letter that stands for more than is worked out makes its lines unread."""
    for text in ("\\hat p = S/n \\text{ where } S = 3^{999999}", "\\hat p = k/n, where k = 9^9^9"):
        assert verify_derivation("bernoulli-mle", text).first_wrong is None


SOUP = r"""
\sum \prod _i ^n { } ( ) [ ] = = = + - * / \frac{1}{2} \log exp e^ \theta \hat\theta p x_i k n \lambda
\ell \ell' ' L(\theta) | \mid , ; . \\ & \Rightarrow \propto < > \text{so} where let 0 1 2 3 ! \bar x
\partial \frac{\partial\ell}{\partial\theta} d/dp \arg\max \mathbb{1}[ \alpha P(y) P(x_j\mid y) \dots
$ $$ \mathrm{Beta}( \sigma^2 \mu ∏ θ^ ² ₁ ∂ √ ∞ ~ % # import __import__ eval( \cos \input{a}
"""


@pytest.mark.exhaustive
def test_token_soups_are_judged_without_a_fault() -> None:
    """Whatever is typed gets a verdict: nothing raises, and nothing of it is evaluated."""
    theorems = ("prior-mle", "categorical-mle", "bernoulli-mle")
    for text in (
        r"2 \propto \arg\max \theta",
        "P(y) = d/dp exp(x)",
        r"P(5) = \theta_1",
        r"p(\frac12) = 1",
        r"\frac.1 = 2",
        r"\ind/2 = 1",
        r"total = \Psi",
        "count = 9^9^9",
    ):
        for theorem in theorems:
            verify_derivation(theorem, text)
    rng, signs = Random(4301), SOUP.split()
    for _ in range(50):
        soup = "".join(rng.choice(signs) + rng.choice(" \n") for _ in range(rng.randint(2, 25)))
        verify_derivation(rng.choice(sorted(BY_THEOREM)), soup)
