"""Lines that are not read accuse no later line: what a letter means may stand in them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from thoroughness import one_in

from exactnb.teach.grading.derivations.grader import verify_derivation

RIGHT = sorted((Path(__file__).parent / "right").iterdir())
UNREADABLE = ("This line is hard to decipher.", "∮ = ⊛ {row}")


@one_in(36, ("path", "unreadable"), product(RIGHT, UNREADABLE))
def test_no_line_is_wrong_for_want_of_one_before(path: Path, unreadable: str) -> None:
    """Whichever line of a right derivation is not read, no other line becomes wrong."""
    rows = path.read_text(encoding="utf-8").split("\n")
    for at, row in enumerate(rows):
        if row.strip():
            without = [*rows[:at], unreadable.format(row=row), *rows[at + 1 :]]
            working = verify_derivation(path.name.split(".")[1], "\n".join(without))
            assert working.first_wrong is None, row


def test_a_letter_is_settled_by_lines_that_are_read() -> None:
    """S may be what an unread line says; right lines, or a slip, show that it is the sum."""
    unread, wrong = "S = #(ones)", "l(t) = S log t - 2 (n - S) log(1 - t^2)"
    assert verify_derivation("bernoulli-mle", f"{unread}\n{wrong}").first_wrong is None
    right = "L(t) = t^S (1 - t)^(n - S)"
    slip = "l(t) = S log t - (n - S) log(1 - t)"
    assert verify_derivation("bernoulli-mle", f"{unread}\n{slip}").first_wrong == 2
    assert verify_derivation("bernoulli-mle", f"{unread}\n{right}\n{slip}").first_wrong == 3


@pytest.mark.parametrize("far", ["t = (3 S + 7) / (n^2 + S)", "t = S^2 / n^5", "S + 2 t = 7 n + 5"])
def test_a_line_near_no_right_one_is_wrong_once_its_letters_are_settled(far: str) -> None:
    """A misreading is near no right line: such a line is open until right lines have its letters."""
    settling = "L(t) = t^S (1 - t)^(n - S)"
    assert verify_derivation("bernoulli-mle", far).first_wrong is None
    assert verify_derivation("bernoulli-mle", f"{settling}\n{far}").first_wrong == 2


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("theorem", "text"),
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
