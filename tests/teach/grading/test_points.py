"""Several numbers as an answer: where two classes are equally likely, a vector of weights."""

from __future__ import annotations

from fractions import Fraction

import pytest
from thoroughness import one_in

from exactnb import Problem, check, solve
from exactnb.core.arithmetic.matrices import Vector
from exactnb.core.arithmetic.roots import Points
from exactnb.teach.grading import Grader

TWO_POINTS = """
[data]
table = '''
x1  cls
1   a
2   a
3   a
-4  b
0   b
10  b
'''
[model]
family = "gaussian"
[[question]]
id = "cut"
quantity = "boundary(a:b)"
"""  # 2 ± √(104/153 × log 52): 0.36116 and 3.63884


@pytest.fixture(scope="module", name="grader")
def fixture_grader() -> Grader:
    return Grader(Problem.from_text(TWO_POINTS))


@one_in(3,
    ("typed", "verdict"),
    [
        ("0.361, 3.64", "correct_rounded"), ("{3.639; 0.36116}", "correct_rounded"),
        ("x = 0.361 or x = 3.64", "correct_rounded"), ("x1=0.361, x1=3.64", "correct_rounded"),
        ("0.361 and 3.64", "correct_rounded"),
        ("{2 - sqrt(104/153*ln(52)), 2 + sqrt(104/153*ln(52))}", "correct"),
        ("2 + sqrt(104/153*ln(52)), 0.361", "correct_rounded"),
        ("0.36, 3.64", "too_few_digits"), ("0.361, 3.638", "truncated"),
        ("0.361, 3.7", "wrong"), ("0.361, 0.361", "wrong"), ("0.361, 2, 3.64", "wrong"),
        ("none", "wrong"), ("0.361", "unreadable"), ("0.361 and", "unreadable"),
    ],
)  # fmt: skip
def test_points_are_judged_one_by_one_in_any_order(grader: Grader, typed: str, verdict: str) -> None:
    """Each point is judged as a number would be; what is worst of them is the verdict."""
    (graded,) = grader.grade({"cut": typed}).graded
    assert graded.verdict.value == verdict


def test_what_a_solution_gives_is_a_right_answer() -> None:
    """The points of a solution are right when they are typed back, and so is a single one."""
    points = solve(Problem.from_text(TWO_POINTS))["boundary(a:b)"]
    assert isinstance(points, Points)
    assert check("3.639, 0.3612", points)
    assert not check("3.639, 0.3613", points)
    assert check("none", Points(()))
    assert check("{}", Points((), "open"))
    assert check("0.5", Points((Fraction(1, 2),)))
    assert check("1/3, 0.667", Points((Fraction(1, 3), Fraction(2, 3)), "closed"))


def test_the_numbers_of_a_vector_have_an_order_and_digits() -> None:
    """A vector is right rounded too, but not in another order."""
    weights = Vector((Fraction(1, 3), Fraction(-2)))
    asked = [check(typed, weights).verdict.value for typed in ("(1/3, -2)", "0.333, -2", "-2, 1/3")]
    assert asked == ["correct", "correct_rounded", "wrong"]
    assert check("(2/6, -2)", weights, form="lowest").verdict.value == "wrong_form"
