"""Wrong answers that no mistake leads to: which are searched for, and as what."""

from __future__ import annotations

import pytest

from exactnb import Grader, Problem
from exactnb.teach.auditing.auditing import search_answers

TABLE = """
data.table = '''
a k
u +
u +
v +
u -
v -
v -
'''
query.x = { a = "u" }
"""


@pytest.mark.exhaustive
def test_wrong_answers_are_searched_for_once_each() -> None:
    """What nobody explained is an edition of its question; what is right or explained is not asked."""
    problem = Problem.from_text(TABLE)
    grader = Grader(problem)
    # P(+|x) is 2/3; its joint 1/3, given in its place, is a mistake that is known
    texts = ("0.123", "0.77", "0.123", "no idea", "", "2/3", "1/3")
    reports = [grader.grade({"P(+|x)": text}) for text in texts]
    found = search_answers(problem, reports)
    assert found is not None
    told = [(n.printed.quantity, n.printed.text, n.printed.edition) for n in found.numbers]
    assert told == [("P(+|x)", "0.123", 1), ("P(+|x)", "0.77", 2)]
    assert search_answers(problem, reports[3:]) is None
    assert search_answers(problem, []) is None
