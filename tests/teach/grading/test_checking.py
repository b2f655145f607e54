"""One answer against one value: what may be handed over, and what is made of a program's floats."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from thoroughness import all_of

from exactnb import Grader, Problem, Question, Table, check
from exactnb.core.problem.questions import read_policy
from exactnb.errors import InputError


@all_of(
    ("given", "expected", "verdict"),
    [
        (2 / 3, "2/3", "correct_rounded"),
        (1 / 189, "1/189", "correct_rounded"),
        (0.1 + 0.2, "3/10", "correct_rounded"),
        (0.5, "1/2", "correct"),
        (200.0, "200", "correct"),
        (1e22, "1e22", "correct"),
        (0.67, "2/3", "too_few_digits"),
        (0.6667, "2/3", "correct_rounded"),
        (0.6666, "2/3", "truncated"),
        (2 / 3 + 1e-8, "2/3", "wrong"),
        (Fraction(4, 6), "2/3", "correct"),
        (Decimal("0.667"), "2/3", "correct_rounded"),
        (2, "2", "correct"),
        (float("nan"), "2/3", "unreadable"),
        (float("inf"), "2/3", "wrong"),
    ],
)
def test_a_number_is_an_answer(given: object, expected: str, verdict: str) -> None:
    """A program's float is the decimal that it prints, an exact number is itself."""
    assert check(given, expected).verdict.value == verdict


def test_numpy_s_floats_are_answers() -> None:
    """Doubles and shorter floats are read as what they print."""
    numpy = pytest.importorskip("numpy")
    assert check(numpy.float64(2) / 3, "2/3")
    assert check(numpy.float32(2) / 3, "2/3")
    assert check(numpy.float32(1) / 3, "1/3")
    assert check(numpy.int64(2), "2")


def test_a_float_in_a_sheet_is_an_answer() -> None:
    """What a notebook hands over for a whole sheet is read by the same rule."""
    table = Table.from_rows([("1", "+"), ("0", "+"), ("0", "-")], ["a", "class"])
    report = Grader(Problem(table)).grade({"P(+)": 2 / 3, "P(-)": 0.3})
    assert [each.verdict.value for each in report.graded] == ["correct_rounded", "too_few_digits"]


@all_of("given", [None, [0.5], {"a": 1}, b"1/2", 1j, object()])
def test_what_is_no_number_is_refused(given: object) -> None:
    """An answer is a text or a number."""
    with pytest.raises(InputError, match="answer: expected the text of an answer, or a number"):
        check(given, "1/2")


def test_nothing_else_takes_a_float() -> None:
    """The value that is expected, and how exact an answer has to be, are exact numbers."""
    with pytest.raises(InputError, match="binary float"):
        check("1/2", 0.5)
    with pytest.raises(InputError, match="binary float"):
        check("1/2", "1/2", policy={"within": 0.01})


def test_how_far_off_is_allowed_is_said() -> None:
    """Under a tolerance no figures are asked for, so that none are named."""
    rows = [("1", "+"), ("0", "+"), ("0", "-")]
    table = Table.from_rows(rows, ["a", "class"])
    for policy, said in (({"within": "0.001"}, "1/1000 off"), ({"relative": "0.001"}, "1/1000 of the")):
        asked = Question("prior", "P(+)", Fraction(1), read_policy(policy))
        feedback = Grader(Problem(table, questions=[asked])).grade({"prior": "0.67"})["prior"].feedback
        assert f"at most {said}" in feedback
        assert "significant" not in feedback
