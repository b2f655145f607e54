"""A grader that runs for long: what it keeps has an end, whatever it grades."""

from __future__ import annotations

import gc
import random
from collections import Counter
from collections.abc import Callable

import pytest

from exactnb import Grader, Problem
from exactnb.core.problem.problem_file import read_problem_text
from exactnb.teach.grading import question_grader
from exactnb.teach.grading.graded import Graded

OPEN = """\
data.table = '''
a class
1 +
0 +
0 -
'''
query.x = { a = 1 }
"""
QUESTIONS = {
    "prior": "P(+)",
    "joint": "P(+,x)",
    "other": "P(-,x)",
    "post": "P(+|x)",
    "label": "argmax(x)",
}
ASKING = OPEN + "".join(f"[[question]]\nid = '{i}'\nquantity = '{q}'\n" for i, q in QUESTIONS.items())
KEPT = 3


@pytest.fixture(scope="module")
def nothing_older() -> None:
    """Spare the count of objects all that other tests have left: it is looked at again and again."""
    gc.collect()
    gc.freeze()


def alive() -> Counter[str]:
    """Return how many objects of each class of the package there are."""
    gc.collect()
    kinds = (type(each) for each in gc.get_objects())
    return Counter(kind.__qualname__ for kind in kinds if f"{kind.__module__}".startswith("exactnb."))


def sheets(grade: Callable[[dict[str, str]], object], keys: list[str], number: int, seed: int) -> None:
    """Grade sheets, no two of which are alike: right, wrong, followed, unreadable, long."""
    dice = random.Random(seed)
    for _ in range(number):
        kinds = (
            f"{dice.randrange(1, 10**6)}/{10**6 + dice.randrange(10**6)}",
            f"0.{dice.randrange(10**6)}",
            f"x{dice.randrange(10**9)} (",
            "1/3 + " * 40 + str(dice.randrange(10**9)),
            f"{(n := dice.randrange(2, 10**6)) * 2}/{n * 3}",
        )
        grade({key: dice.choice(kinds) for key in dice.sample(keys, 3)})


@pytest.mark.exhaustive
@pytest.mark.usefixtures("nothing_older")
@pytest.mark.parametrize("problem", ["asking", "open"])
def test_what_is_kept_does_not_grow(problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After many sheets there are as many objects as after some, and few of them are verdicts."""
    monkeypatch.setattr(question_grader, "_MOST_KEPT", KEPT)
    text, keys = (ASKING, list(QUESTIONS)) if problem == "asking" else (OPEN, [*QUESTIONS.values()][:4])
    elsewhere = alive()
    grader = Grader(read_problem_text(Problem, text), asked=keys)
    sheets(grader.grade, keys, 15, seed=1)
    before = alive()
    sheets(grader.grade, keys, 30, seed=2)
    after = alive()
    assert 0 < after["Graded"] - elsewhere["Graded"] <= len(keys) * KEPT
    growing = {
        kind: times - before[kind] for kind, times in after.items() if times > before[kind] + 9 * KEPT
    }
    assert not growing


@pytest.mark.exhaustive
@pytest.mark.usefixtures("nothing_older")
def test_a_long_answer_is_not_kept() -> None:
    """A text that nobody types twice takes no place."""
    grader = Grader(read_problem_text(Problem, ASKING))
    before = alive()["Graded"]
    for number in range(20):
        grader.grade({"prior": "1 + " * 100 + str(number)})
    assert alive()["Graded"] - before <= len(QUESTIONS)  # what is not answered is one text for all


def test_what_a_class_shares_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answer has the same verdict, which is worked out for the first who types it."""
    judged = []
    true = question_grader.QuestionGrader._graded
    monkeypatch.setattr(
        question_grader.QuestionGrader,
        "_graded",
        lambda self, raw: judged.append(raw) or true(self, raw),
    )
    grader = Grader(read_problem_text(Problem, ASKING))
    reports = [grader.grade({"prior": "2/3"}, name) for name in ("Ada", "Bo", "Cy")]
    assert judged.count("2/3") == 1
    assert isinstance(reports[2]["prior"], Graded)
