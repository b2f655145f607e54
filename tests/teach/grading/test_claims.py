"""Which of the mistakes that lead to an answer are claimed, in which order, and in which words."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from answering import blamed, example, given
from thoroughness import all_of, one_in
from worked import PROBLEMS

from exactnb.core.families.protocol import Misconception
from exactnb.teach.alternatives.alternative import Alternative
from exactnb.teach.grading.diagnosis import Match
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.student_feedback import on_matches

THREE = """data.table = '''
a b k
u s f
u s f
u t f
v s g
v t g
u t h
'''
data.class = "k"
model.smoothing = 1
query.x = { a = "v", b = "t" }
"""


def claims(*hints: str, **flags: bool) -> list[Match]:
    """Return a claim for each hint."""
    rows = (Misconception(hint, hint, hint, **flags) for hint in hints)
    return [Match(Alternative((row,)), F(1), exact=True) for row in rows]


def test_the_first_claim_is_a_sentence_and_a_second_an_alternative() -> None:
    """One hint stands alone, a second after "Or"; of three the working is asked for."""
    assert on_matches(claims("A?")) == "Not right. A?"
    assert on_matches(claims("A?", "B?")) == "Not right. A? Or: B?"
    assert on_matches(claims("A?", "B?", "A?")) == "Not right. A? Or: B?"
    several = claims("A?", "B?", "C?")
    assert on_matches(several) == "Not right. Several slips lead here: write down how you came to it."
    assert on_matches(several, can_explain=False) == "Not right. A? Or: B?"
    other = claims("C?", is_convention=True)
    assert on_matches([*claims("A?"), *other]) == "Not right. A?"
    assert on_matches(other) == "Not what is asked for here. C?"


def test_a_label_cannot_be_explained() -> None:
    """Where a class is chosen nobody is told to write down how: the likely mistakes are named."""
    graded = example("play_tennis", "argmax(x')", "Yes")
    assert len(blamed(graded)) > 2
    assert graded.matches[0].alternative.id == "decided-by-the-prior"
    assert graded.feedback.startswith("Not right. What does the query say about the classes? Or: ")
    assert "write down" not in graded.feedback


@pytest.mark.parametrize("raw", ["0.201", "0.2006"])
def test_rounding_early_needs_four_figures(raw: str) -> None:
    """Every factor of P(Yes|x') cut off to two decimals leads to 0.2006; 0.201 is met by chance."""
    found = blamed(example("play_tennis", "P(Yes|x')", raw))
    assert ("truncated-early" in found) == (len(raw) > 5)


@all_of(
    ("question", "raw", "mistake"),
    [
        ("P(No|x')", "-1.35", "odds-over-one-minus-odds"),  # 486/125 over 1 - 486/125
        ("P(Yes,x')", "9.72", "denominators-added"),  # 9·2·3·3·3/(14 + 4·9)
        ("P(x')", "15.0", "denominators-added"),
    ],
)
def test_nobody_guesses_what_is_impossible(question: str, raw: str, mistake: str) -> None:
    """Three figures of a probability outside of 0 to 1 are evidence of a rare mistake too."""
    graded = example("play_tennis", question, raw)
    assert graded.impossible
    assert blamed(graded) == {mistake}
    assert F(9 * 2 * 27, 14 + 4 * 9) == F("9.72")


@pytest.mark.parametrize("raw", ["0.346", "0.3463"])
def test_three_figures_of_a_possible_value_are_met_by_chance(raw: str) -> None:
    """For P(Yes|x') the odds 125/486 over 1 - 125/486 are 125/361, told by four figures alone."""
    found = blamed(example("play_tennis", "P(Yes|x')", raw))
    assert ("odds-over-one-minus-odds" in found) == (len(raw) > 5)


def test_two_ids_of_one_formula_are_one(tmp_path) -> None:
    """The mode of a Dirichlet distribution with λ = 1 is no smoothing: it is told once."""
    grader = given(tmp_path, THREE)
    graded = grader.judge(grader.asked["P(a=u|f)"], "3/3")
    assert blamed(graded) == {"smoothing-forgotten"}


@one_in(28, "path", PROBLEMS[::2], exhaustive=5)
def test_no_two_claims_have_the_same_formulas(path) -> None:
    """For every wrong value of a question, claims differ in a formula, and common ones come first."""
    grader = Grader(path)
    for asked in grader.asked.values():
        diagnosis = asked.diagnosis
        for candidate in diagnosis.candidates[:20]:
            if not isinstance(candidate.target.value, F):
                continue
            graded = grader.judge(asked, str(candidate.target.value))
            made = [match.alternative for match in graded.matches]
            formulas = [diagnosis._formulas(each) for each in made]
            assert len(set(formulas)) == len(formulas)
            ranks = [diagnosis._rank(match) for match in graded.matches]
            assert ranks == sorted(ranks)


def test_own_joints_say_whether_the_smallest_was_chosen(tmp_path) -> None:
    """Of three classes: the one with the smallest of the own joints, or the largest prior."""
    grader = given(tmp_path, THREE)
    names = [f"P({k},x)" for k in "fgh"]
    right = {name: str(grader.asked[name].right.value) for name in names}
    scores = {name: grader.asked[name].right.value for name in names}
    decided = grader.asked["argmax(x)"].right.value
    assert decided.labels == ("g",)
    smallest = min(scores, key=scores.__getitem__)[2]
    for label in "fh":
        report = grader.grade({**right, "argmax(x)": label})
        told = blamed(report["argmax(x)"])
        assert (told == {"smallest-chosen"}) == (label == smallest), (label, scores)
        assert report["argmax(x)"].verdict is Verdict.MISCONCEPTION
    assert "decided-by-the-prior" in blamed(grader.judge(grader.asked["argmax(x)"], "f"))
