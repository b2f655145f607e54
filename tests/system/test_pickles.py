"""What a user makes of a problem goes into another process as it is made there; a proof does not."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy

import pytest

from exactnb import Grader, Problem, WorkingGrader, solve
from exactnb.errors import Unsupported

SHEET = "worked_examples/homework/sheet.toml"


@pytest.mark.exhaustive
def test_a_problem_is_the_same_in_another_process() -> None:
    """A problem, pickled or copied, has the same values, questions and title, and is printed alike."""
    problem = Problem.read(SHEET)
    solution = solve(problem)
    for other in (pickle.loads(pickle.dumps(problem)), deepcopy(problem), copy(problem)):
        assert other.questions == problem.questions
        assert solve(other).text() == solution.text()


def test_graders_grade_alike_in_another_process() -> None:
    """A pickled Grader keeps what is asked and its share; a pickled WorkingGrader reads the same."""
    grader = Grader(
        "worked_examples/play_tennis/play_tennis.toml", asked=["P(No)"], follow_through="1/2"
    )
    other = pickle.loads(pickle.dumps(grader))
    answers = {"P(No)": "5/14", "P(x')": "1"}
    assert str(other.grade(answers)) == str(grader.grade(answers))
    working = pickle.loads(pickle.dumps(WorkingGrader(SHEET)))
    assert (
        working.verify("P(Yes) = 9/14").is_right
        == WorkingGrader(SHEET).verify("P(Yes) = 9/14").is_right
    )


def test_nothing_is_verified_by_reading_a_pickle() -> None:
    """A solution is refused by `pickle`; a copy in the same process shares what was verified."""
    solution = solve(SHEET, only=["P(Yes)"])
    with pytest.raises(Unsupported, match="what is verified is not pickled"):
        pickle.dumps(solution)
    assert deepcopy(solution.verified) is solution.verified
