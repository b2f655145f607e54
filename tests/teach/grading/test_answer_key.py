"""Nothing is left behind by a sheet: what is graded next is graded as if it were the first."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from answering import given
from thoroughness import one_in
from worked import problem_file

from exactnb import Grader, Question
from exactnb.core.model.quantities import Quantities
from exactnb.core.problem.problem import Problem
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.reports.json_report import json_report

SMALL = """data.table = '''
a  b  class
1  0  +
1  1  +
0  1  -
'''
query.x = { a = "1", b = "1" }
"""
SHEETS: tuple[Mapping[str, str], ...] = (
    {"odds(+:-|x)": "3", "P(+)": "1/3", "accuracy": "1"},
    {"accuracy": "2/3", "rank(x)": "4", "odds(+:-|x)": "1/3"},
    {"P(+|a=1)": "0.99", "P(+)": "0.66", "log_odds(+:-|x)": "0"},
)


def said(grader: Grader, sheet: Mapping[str, str]) -> str:
    return json_report(grader, [grader.grade(sheet)])


@one_in(4, "order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (0, 0, 1)])
def test_a_report_is_that_of_the_sheet_alone(tmp_path, order: tuple[int, ...]) -> None:
    """Whatever was graded before, a report is the same to the byte, its order too."""
    grader = given(tmp_path, SMALL)
    found = {at: said(grader, SHEETS[at]) for at in order}
    assert found == {at: said(given(tmp_path, SMALL), SHEETS[at]) for at in order}


def test_what_is_answered_beside_a_question_does_not_change_its_verdict(tmp_path) -> None:
    """An answer to a question of the problem is judged by one key, whatever stands beside it."""
    grader = given(tmp_path, SMALL)
    alone = grader.grade({"P(+)": "1/3"})["P(+)"]
    for sheet in SHEETS:
        assert grader.grade({**sheet, "P(+)": "1/3"})["P(+)"] == alone


def test_to_ask_for_the_name_of_a_quantity_asks_for_no_quantity(tmp_path) -> None:
    """`key` reads a name and leaves the grader as it is, and so does a graded sheet."""
    grader = given(tmp_path, SMALL, "accuracy")
    before = list(grader.asked)
    assert grader.key("odds(+:- | x)") == "odds(+:-|x)"
    grader.grade(SHEETS[2])
    assert list(grader.asked) == before
    assert "accuracy" in before


def test_a_key_with_others_keeps_what_it_knows() -> None:
    """More quantities are worked out beside the questions, whose judges stay the same objects."""
    key = AnswerKey(Problem.read(problem_file("play_tennis")), [Question("prior", "P(Yes)")])
    more = key.extended_by([Question("P(No)", "P(No)")])
    assert list(key.asked) == ["prior"]
    assert list(more.asked) == ["prior", "P(No)"]
    assert more.asked["prior"] is key.asked["prior"]


def test_a_grader_cannot_be_changed(tmp_path) -> None:
    """What a grader was made with stays: no setting of one sheet is another in the next."""
    grader = given(tmp_path, SMALL)
    for name in ("follow_through", "effort", "problem"):
        with pytest.raises(AttributeError, match=f"never changes; make another one .* {name}"):
            setattr(grader, name, 0)
    assert grader.follow_through == 1


def test_no_graph_is_rounded_for_a_small_fraction(monkeypatch) -> None:
    """It is no evidence of early rounding, so that no value is worked out with it; 643/2000 may be."""
    problem = Problem.read("worked_examples/homework/sheet.toml")
    grader = AnswerKey(problem, problem.questions).asked["posterior"]
    monkeypatch.setattr(Quantities, "rounded_values", lambda *_: pytest.fail("rounded"))
    assert not grader.graded("1/3").mistakes
    for large in ("0.1251", "643/2000"):
        with pytest.raises(pytest.fail.Exception, match="rounded"):
            grader.graded(large)
