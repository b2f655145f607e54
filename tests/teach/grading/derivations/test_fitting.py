"""Letters mean what makes the lines right in which they stand first: any letter will do."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from thoroughness import one_in

from exactnb.teach.grading.derivations.grader import verify_derivation

RIGHT = sorted((Path(__file__).parent / "right").iterdir())
SLIPS = [
    ("bernoulli-mle", "l(q) = w log q + (T-w) log(1-q)", "q^ = w/T", "q^ = T/w"),
    ("bernoulli-mle", "L(q) = q^f (1-q)^g", "f (1-q) = g q", "q^ = f/g"),
    ("geometric-mle", "L(q) = q^m (1-q)^(K-m)", "q = m/K", "q = K/m"),
    ("poisson-mle", "L(m) = m^G e^(-n m) / prod g_i!", "G/m - n = 0", "m = n/G"),
    ("categorical-mle", "L(p) = prod_g p_g^(o_g)", "sum_g o_g = N", "p^_g = N/o_g"),
    ("bernoulli-map", "L(q) = q^h (1-q)^u", "u = n - h", "l(q) = h log q - u log(1-q)"),
]


@one_in(2, ("theorem", "first", "right", "wrong"), SLIPS)
def test_a_letter_that_a_line_settles_is_known_below(
    theorem: str, first: str, right: str, wrong: str
) -> None:
    """No list has these letters; the first line shows what they are, so a slip below is refuted."""
    working = verify_derivation(theorem, f"{first}\n{right}\n{wrong}")
    verdicts = [line.verdict for line in working.lines if line.verdict != "unused"]
    assert verdicts[:2] == ["right", "right"]
    assert working.first_wrong == 3


def test_letters_with_a_usual_meaning_are_not_exchanged() -> None:
    """n is how many there are: a line that is right only if S and n change places is wrong."""
    assert verify_derivation("bernoulli-mle", "t = n/S").first_wrong == 1


@pytest.mark.parametrize("estimate", ["w/n", "1 - w/n"])
def test_a_line_that_fits_two_meanings_settles_none(estimate: str) -> None:
    """Here w may be the ones or the others: the line below it says which."""
    working = verify_derivation("bernoulli-mle", f"w (n - w) = S (n - S)\nq^ = {estimate}")
    assert [line.verdict for line in working.lines] == ["right", "right"]


def test_letters_that_words_explain_have_no_other_meaning() -> None:
    """Beta(u, v) and c = 1..C say what u, v and C are: no line is right because they are other ones."""
    rows = "Prior p ~ Beta(p | u, v)\nso p_MAP = (u + S{})/(u + v + n{})"
    wrong = verify_derivation("bernoulli-map", rows.format("", "")).first_blamed
    assert wrong is not None
    assert wrong.slip == "mean-for-mode"
    assert verify_derivation("bernoulli-map", rows.format(" - 1", " - 2")).first_wrong is None
    text = "N_c/π_c = λ, sum_{c=1}^C π_c = 1\nλ = N\nπ_c = N_c/{}"
    assert [verify_derivation("prior-mle", text.replace("{}", n)).first_wrong for n in "NC"] == [
        None,
        3,
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("path", "letter"), list(product(RIGHT, "bghjuvwB"))[::5])
def test_another_letter_makes_no_line_wrong(path: Path, letter: str) -> None:
    """In a right derivation each letter of plain text may be any other that does not stand there."""
    text = path.read_text(encoding="utf-8")
    if re.search(rf"(?<![A-Za-z]){letter}(?![A-Za-z])", text):
        return
    for old in sorted(set(re.findall(r"(?<![A-Za-z\\_^{])([nNSkKTsm])(?![A-Za-z])", text))):
        renamed = re.sub(rf"(?<![A-Za-z\\]){old}(?![A-Za-z])", letter, text)
        assert verify_derivation(path.name.split(".")[1], renamed).first_wrong is None, renamed
