"""Steps that a slip alone parts from the line above are wrong, whatever their letters mean."""

from __future__ import annotations

import pytest
from thoroughness import all_of, one_in

from exactnb.teach.grading.derivations.grader import verify_derivation

STEPS = [  # what nothing here settles, a step from it, and the same with a slip, with its name
    ("A u (1 - w) = B w", "w/(1-w) = A u/B", "w/(1-w) = B/(A u)", "upside-down"),
    ("H(w) = w^D (1-w)^E u^w", "log H(w) = D log w + E log(1-w) + w log u",
     "log H(w) = D log w * E log(1-w) + w log u", "log-sum"),
    ("log L(w) = -D log w - Q/(2 w^2) + c", "(log L)'(w) = -D/w + Q/w^3",
     "(log L)'(w) = -D/w + Q/w^2", "power"),
    ("D = (E - u)^2 - (E - w)^2", "= w (2 E - w) - u (2 E - u)", "= w (2 E + w) - u (2 E - u)", "sign"),
    ("w^ = (A + D u)/(B + D)", "w^ = B/(B+D) * A/B + D/(B+D) * u", "w^ = D/(B+D) * A/B + B/(B+D) * u",
     "exchanged"),
]  # fmt: skip


@pytest.mark.exhaustive
@one_in(6, ("above", "right", "wrong", "slip"), STEPS)
def test_a_slip_in_a_step_is_found_in_letters_of_which_nothing_is_known(
    above: str, right: str, wrong: str, slip: str
) -> None:
    """No letter is known, so nothing refutes the line above: numbers with which it holds do so."""
    assert verify_derivation("bernoulli-mle", f"{above}\n{right}").first_wrong is None
    working = verify_derivation("bernoulli-mle", f"{above}\n{wrong}")
    blamed = working.first_blamed
    assert blamed is not None
    assert (blamed.place[0], blamed.slip) == (2, slip)
    assert "what stands before it holds, but the left side is" in blamed.message


@all_of("last", ["w = 7/9", "w^ = (A + 2)/(A + B + 2)", "w/(1-w) = C/D", "A = 2 B"])
def test_a_line_that_is_no_step_from_the_one_above_is_open(last: str) -> None:
    """It may follow from something that was not read; no one slip makes it a step."""
    assert verify_derivation("bernoulli-mle", f"A u (1 - w) = B w\n{last}").first_wrong is None


def test_an_estimate_with_another_label_is_no_step() -> None:
    """The MAP estimate is not the MLE, from which one slip parts it here."""
    rows = "w_MLE = (B + 7)/D^3\nw_MAP = D^3/(B + 7)"
    assert verify_derivation("bernoulli-map", rows).first_wrong is None
    assert verify_derivation("bernoulli-map", rows.replace("_MAP", "_MLE")).first_wrong == 2


@pytest.mark.exhaustive
@pytest.mark.parametrize("lead", ["", "so ", "hence "])
def test_what_solves_the_equation_above_is_no_other_number(lead: str) -> None:
    """4 − 4 s = 8 s has one solution, whatever s is; behind other words another one may be meant."""
    rows = "failures: 3 0 1 4\n4/s = 8/(1-s)\n4 - 4s = 8s\n{}s = {}"
    assert verify_derivation("geometric-failures-mle", rows.format(lead, "4/12")).first_wrong is None
    assert verify_derivation("geometric-failures-mle", rows.format(lead, "8/12")).first_wrong == 4
    for words in ("for the other class: ", "MAP: "):
        text = rows.format(words, "8/12")
        assert verify_derivation("geometric-failures-mle", text).first_wrong is None


@all_of(
    "above, line",
    [("D = sum_c N_c η_c - log sum_{c'} e^{η_{c'}}", "= sum_c N_c η_c - log sum_{c'} e^{-η_{c'}}"),
     ("D = sum_i (x_i - x_{i-1})", "= sum_i x_i - sum_i x_{i+1}"),
     ("Z = sum_c P(c)", "= sum_c 1/P(c)")],
)  # fmt: skip
def test_what_varies_with_an_index_in_another_way_is_no_letter_of_a_step(above: str, line: str) -> None:
    """Beside x_i, x_{i−1} is no letter that stays as i runs: such a step is not judged as one."""
    working = verify_derivation("naive-factorisation", f"{above}\n{line}")
    assert not any("what stands before it holds" in each.message for each in working.lines)


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
    assert verify_derivation("bernoulli-map", rows.format(7)).first_wrong is None
    assert verify_derivation("bernoulli-map", rows.format(6)).first_wrong == 3


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
