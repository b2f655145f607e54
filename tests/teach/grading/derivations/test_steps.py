"""What a line says of the one above it, and what words say of its letters."""

from __future__ import annotations

import pytest

from exactnb.teach.grading.derivations.grader import verify_derivation


def test_numbers_alone_are_wrong_beside_any_letter() -> None:
    """What 120 + 30 + 50 is does not depend on what k stands for."""
    blamed = verify_derivation("categorical-mle", "k = 120 + 30 + 50 = 190").first_blamed
    assert blamed is not None
    assert (blamed.place[0], blamed.slip) == (1, "number")
    assert verify_derivation("categorical-mle", "k = 120 + 30 + 50 = 200").first_wrong is None


def test_the_end_of_a_range_of_values_is_their_number() -> None:
    """With g = 1, …, G the multiplier is no G; no list has this letter for a size."""
    rows = "o_g, g = 1,...,G, sum_g o_g = N\nκ ρ_g = o_g\nκ = {}"
    assert verify_derivation("categorical-mle", rows.format("N")).first_wrong is None
    assert verify_derivation("categorical-mle", rows.format("G")).first_wrong == 3


@pytest.mark.parametrize(
    ("words", "density", "other"),
    [("x = 1, 2, 3, ...", "p (1-p)^(x-1)", "p (1-p)^x"),
     ("failures before the first success", "p (1-p)^x", "p (1-p)^(x-1)")],
)  # fmt: skip
def test_words_say_whether_trials_or_failures_are_counted(words: str, density: str, other: str) -> None:
    """The density of the other one is wrong, though the theorem has a derivation with it."""
    assert verify_derivation("geometric-mle", f"{words}\nP(X = x) = {density}").first_wrong is None
    assert verify_derivation("geometric-mle", f"{words}\nP(X = x) = {other}").first_wrong == 2
    assert verify_derivation("geometric-mle", f"P(X = x) = {other}").first_wrong is None


def test_the_place_where_a_slope_is_zero_is_no_case() -> None:
    """ "The slope is zero for θ = x̄" is no assumption, on which the line below it would rest."""
    rows = "l'(t) = S/t - (n-S)/(1-t)\nThe slope is zero if and only if t = S/n.\nt^ = S/(n-1)"
    assert verify_derivation("bernoulli-mle", rows).first_wrong == 3


def test_a_row_goes_on_with_one_whose_left_side_alone_is_not_read() -> None:
    """ "posterior = A", "= B": A and B are compared, whatever it is that they are."""
    rows = "posterior\n= C p^6 (1-p)^2 * p (1-p)\n= C p^{} (1-p)^3"
    verdicts = [verify_derivation("bernoulli-map", rows.format(power)).lines[-1].verdict
                for power in (7, 6)]  # fmt: skip
    assert verdicts == ["right", "open"]


def test_a_wide_gap_parts_two_claims() -> None:
    """In a list of data no number is a factor of the claim behind it."""
    assert verify_derivation("geometric-mle", "data: 4, 7, 1   n = 3   sum 12").first_wrong is None


@pytest.mark.exhaustive
def test_what_is_constant_is_the_same_for_each_class() -> None:
    """Behind ∝, or beside a constant, a posterior may lose what is free of the class, and no more."""
    for right, wrong in (
        ("P(k|x) ∝ P(k) prod_j P(x_j|k)", "P(k|x) ∝ P(k) prod_j P(k|x_j)"),
        ("log P(k|x) = log P(k) + sum_j log P(x_j|k) + const",
         "log P(k|x) = sum_j (log P(k) + log P(x_j|k)) + const"),
    ):  # fmt: skip
        assert verify_derivation("naive-factorisation", right).first_wrong is None
        working = verify_derivation("naive-factorisation", f"{right}\n{wrong}")
        assert [line.verdict for line in working.lines] == ["right", "wrong"]
