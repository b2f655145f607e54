"""Sets of observations, changes and edits as answers: read in any order, judged as sets."""

from __future__ import annotations

import pytest
from thoroughness import all_of, one_in
from worked import problem_file

from exactnb import Problem
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.core.problem.questions import Question
from exactnb.teach.answers.answer import Expects
from exactnb.teach.answers.reading import read_answer
from exactnb.teach.grading import Grader
from exactnb.teach.grading.judging import Verdict
from exactnb.teach.grading.question_grader import note_on_refusal
from exactnb.teach.grading.student_feedback import on_refusal

ASKED = {"why": "reasons(x')", "else": "nearest(x')", "rows": "edits(x')", "λ": "flips(λ|x')",
         "prior": "threshold(Yes:No|x')"}  # fmt: skip


@pytest.fixture(scope="module", name="grader")
def fixture_grader() -> Grader:
    from dataclasses import replace

    questions = [Question(identity, quantity) for identity, quantity in ASKED.items()]
    return Grader(replace(Problem.read(problem_file("play_tennis")), questions=questions))


@one_in(3,
    ("question", "typed", "verdict"),
    [
        ("why", "{Sunny, High}", "correct"), ("why", "high, SUNNY", "correct"),
        ("why", "{{Humidity = High, Outlook=Sunny}}", "correct"), ("why", "Sunny", "wrong"),
        ("why", "{Sunny, High, Strong}", "wrong"), ("why", "Sunny; High", "wrong"),
        ("why", "none", "wrong"),
        ("else", "Overcast, Humidity=Normal", "correct"), ("else", "{Normal; Overcast}", "correct"),
        ("else", "Normal", "wrong"), ("else", "Rain, Normal", "wrong"),
        ("rows", "D6 left out, D6: Yes for No, D6: Temperature Mild for Cool, "
                 "D6: Temperature Hot for Cool", "correct"),
        ("rows", "D6 left out", "wrong"),
        ("λ", "8.019", "correct_rounded"), ("λ", "8.02", "correct_rounded"), ("λ", "8", "wrong"),
        ("prior", "4374/4999", "correct"), ("prior", "625/4999", "misconception"),
    ],
)  # fmt: skip
def test_a_set_is_right_in_any_order(grader: Grader, question: str, typed: str, verdict: str) -> None:
    """Order, case and short names decide nothing; more or less than the set is wrong."""
    graded = grader.judge(grader.asked[question], typed)
    if verdict in ("wrong", "misconception"):
        assert graded.verdict in (Verdict.WRONG, Verdict.MISCONCEPTION, Verdict.TOO_FEW)
    else:
        assert graded.verdict.value == verdict


@all_of("typed, kind", [("{a, b", "malformed"), ("{a} x {b}", "malformed"), ("low", "ambiguous")])
def test_a_set_that_cannot_be_read_is_asked_back(typed: str, kind: str) -> None:
    """Braces that do not close, and a value of two columns, are refused with the reason."""
    expects = Expects("sets", labels=("wind=low", "sea=low", "a=1"))
    with pytest.raises(Refusal) as refused:
        read_answer(typed, expects)
    assert refused.value.kind == kind


def test_a_value_of_two_columns_is_asked_back_in_words() -> None:
    """Who sees the refusal is told of both readings, and a person that there are two."""
    with pytest.raises(Refusal) as refused:
        read_answer("low", Expects("sets", labels=("wind=low", "sea=low", "a=1")))
    two = "'low' can be read as wind=low or sea=low"
    hint = on_refusal(refused.value, is_open=True)
    assert hint == f"{two}. Write it so that only one is possible; nothing is lost."
    assert note_on_refusal(refused.value) == f"two readings: {two}"
