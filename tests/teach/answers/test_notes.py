"""What may stand behind a number and is no part of it, and what may not: nothing that changes it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import read_answer

F = Fraction
CLASSES = Expects(labels=("Yes", "No"), log="e")

NOTES = (
    "(rounded)", "rounded", "rounded.", ", rounded", "approx.", "approx", "(approx.)", "approximately",
    "(4 s.f.)", "(4 sf)", "4sf", "to 4 s.f.", "(to 4 significant figures)", "(3 d.p.)", "(3 d.p)",
    "to three decimal places", "(rounded to 3 decimals)", "correct to 3 dp", "exact", "(exact)",
    "exactly", "(exact value)", "in lowest terms", "(simplified)", "as a fraction",
    "(to the nearest tenth)",
    ", from the table", "(by Bayes' rule)", "because of the prior", "since all of them are equal",
    "since it is not small", "(in total)", "nats", "bits", "cm", "kg", "°C", "m/s", "cm^2", "documents",
    "(4 sig. figs)", "(3 sf, rounded)", "- rounded", "using Bayes' rule", "by Bayes' theorem",
    "with smoothing",
    "per day", "errors per metre", "€", "✓", r"\text{ (rounded)}", r"\,\text{nats}",
    "(final answer)", ", I think", ",", ";", " ,", "[rounded]", "rounded up", "nats (rounded)",
)  # fmt: skip


@all_of("note", NOTES)
def test_a_note_behind_a_number_is_dropped(note: str) -> None:
    """Whatever number it stands behind, and in a chain too; the answer says what was dropped."""
    for number, value in (("2/3", F(2, 3)), ("0.667", F(667, 1000)), ("P(a|b) = 50 %", F(1, 2))):
        answer = read_answer(f"{number} {note}", CLASSES)
        assert answer.value == value
        assert bool(answer.notes) == bool(note.strip(" ,;✓"))
    assert read_answer(f"2/3 = 0.667 {note}", CLASSES).value == F(2, 3)


def test_a_note_may_stand_within_a_chain() -> None:
    """What is said of each number of a chain is dropped, and the chain still has to agree."""
    answer = read_answer("2/3 (exact) = 0.667 (3 d.p.)")
    assert answer.value == F(2, 3)
    assert answer.notes == ("'(exact)' was passed over", "'(3 dp)' was passed over")
    with pytest.raises(Refusal, match="can be read as 2/3 or"):
        read_answer("2/3 (exact) = 0.677 (3 d.p.)")


CHANGED = (
    "not", "(not)", ", not", "wrong", "(wrong)", ", wrong", "no", "is not right", "percent off",
    "thousand",
    "hundred", "million", "squared", "cubed", "times", "times two", "(times 2)", "minus", "plus",
    "or more",
    "or less", "or so", "at least", "at most", "and a half", "less", "more", "No", "Yes", "(for No)",
    ", for Yes", "(No)", "for the other class", "(other)", "per thousand", "per mille", "ppm", "x", "p",
    "of", "in", "to", "k", "?", "(3)", "3 d.p. 4", "(4", "out", "log", "else", "half", "e", "dozen",
    "inverse", "(complement)", "hundredths", "(tenths)", "fifths", "Prozent", "nicht", "fold", "1",
    "or 0.9", "(or 0.9)", "i.e. 1/3", "because 1/3", "(= 1/3)", "undefined",
)  # fmt: skip


@all_of("words", CHANGED)
def test_what_may_change_a_number_is_no_note(words: str) -> None:
    """A denial, a scale, a bound, another class, another number: none of it is read over."""
    try:
        answer = read_answer(f"2/7 {words}", CLASSES)
    except Refusal:
        return
    assert answer.value != F(2, 7)
    assert not answer.notes


AGAIN = (
    "2/3 or 0.667", "2/3, or 0.667", "2/3 or 0.67", "0.667 or 2/3", "2/3 (or 0.667)", "2/3 i.e. 66.7 %",
    "2/3, i.e. 66.7%", "2/3 (i.e. 66.7 %)", "2/3, that is 0.667", "2/3, which is 0.667",
    "2/3 (≈ 0.667)", "2/3 (= 0.667)", "2/3 (about 0.667)", "2/3 (approx. 0.667)", "2/3 (0.667)",
    "0.667 [2/3]", "2/3 [0.667]", "0.667 (2/3)", "2/3 => 0.667", "2/3 → 0.667",
    "4/6, so 2/3", "2/3 because 4/6", "2/3 or 66.7 percent (rounded)",
    "2/3 or two thirds", "2/3, 0.667", "0.667; 2/3", "2/3, 4/6",
    "2/3 aka 0.667",
    "0.667 (exact: 2/3)", "2/3 that's 0.667",
    "2/3 = 0.667 (exactly 2/3)",
    "I think 2/3", "exactly 2/3", "ans 2/3", "prob. 2/3", "`2/3`", "**2/3**", "approx: 2/3",
)  # fmt: skip


@all_of("typed", AGAIN)
def test_a_number_may_be_said_again(typed: str) -> None:
    """The second number agrees with the first to its digits; the exact one of them is the answer."""
    assert read_answer(typed).value == F(2, 3)


@all_of(
    "typed",
    ["2/3 or 0.7", "0.7 or 2/3", "2/3 or 0.66", "2/3 or 1/3", "2/3, or 0.5", "2/3 (or 1/2)",
     "0.5 or 0.6",
     "2/3 i.e. 33.3 %", "2/3 (= 0.6)", "2/3 → 3/2", "2/3 because 4/7", "2/3 or 1", "2/3 (0.668)",
     "2/3 [0.668]"],
)  # fmt: skip
def test_a_second_number_that_differs_is_asked(typed: str) -> None:
    """Two numbers are not one answer, and 0.7 is no second word for 2/3."""
    with pytest.raises(Refusal) as refusal:
        read_answer(typed)
    assert refusal.value.kind == "ambiguous"
    assert len(refusal.value.readings) > 1


@all_of(
    "typed",
    ["not 2/3", "p != 2/3", "P(x) <= 2/3", "p >= 2/3", ">= 2/3", "p ≠ 2/3", "p ≤ 2/3", "p is not 2/3",
     "p isn't 2/3", "P(x) is never 2/3", "< 2/3", r"p \ne 2/3", "!= 2/3", "p <> 2/3"],
)  # fmt: skip
def test_what_a_number_is_not_is_no_answer(typed: str) -> None:
    """A denial or a bound is never read as the number behind it."""
    with pytest.raises(Refusal):
        read_answer(typed, CLASSES)


def test_a_dash_is_a_minus_unless_it_says_a_number_again() -> None:
    """A difference is one, and what may be a number and its rounding is asked."""
    differences = {"2/3 - 1/3": F(1, 3), "1/2 - 1/2": F(0), "2/3 - 0.5": F(1, 6), "3 - 2": F(1)}
    for typed, value in differences.items():
        assert read_answer(typed).value == value
    for typed in ("2/3 - 0.667", "0.667 – 2/3", "100.2 - 100"):
        with pytest.raises(Refusal, match="can be read as"):
            read_answer(typed)
    for typed in ("1 - probability", "1 - answer", "1 - p"):
        with pytest.raises(Refusal):
            read_answer(typed)


def test_a_denial_may_be_part_of_a_name() -> None:
    """What is asked about may be called not a, and a class No."""
    assert read_answer("P(not a) = 3/6").value == F(1, 2)
    assert read_answer("P(No) = 5/14", CLASSES).value == F(5, 14)
    assert read_answer("No: 5/14", CLASSES).value == F(5, 14)


_WORD = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=9)


@given(st.lists(_WORD, min_size=1, max_size=4), st.sampled_from(["", "(", ",", "because"]))
def test_words_never_change_a_number(words: list[str], opening: str) -> None:
    """Behind a decimal any words leave its value, make a formula of it that says so, or are refused."""
    said = " ".join(words) + (")" if opening == "(" else "")
    try:
        answer = read_answer(f"0.375 {opening} {said}")
    except Refusal:
        return
    assert answer.value == F(3, 8) or not answer.notes
