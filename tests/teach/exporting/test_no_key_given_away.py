"""What is said after a wrong try never gives the key away, in any system."""

from __future__ import annotations

import io
import re
import zipfile
from fractions import Fraction as F
from functools import cache
from itertools import combinations

import exported
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from thoroughness import all_of, law
from worked import problem_file

from exactnb.teach.exporting import export
from exactnb.teach.exporting.exporting import Request
from exactnb.teach.exporting.items import ItemPart, Number, Response, WrongValue

PROBLEMS = ("sheet", "medical_test", "spam_or_ham")
SYSTEMS = ("gift", "moodle", "moodle-cloze", "qti-2-1", "canvas")
STEPS = {
    "complement": lambda wrong: 1 - wrong,
    "upside down": lambda wrong: 1 / wrong,
    "odds": lambda wrong: wrong / (1 + wrong),
    "odds against": lambda wrong: 1 / (1 + wrong),
    "share": lambda wrong: wrong / (1 - wrong),
    "per cent": lambda wrong: wrong / 100,
    "no per cent": lambda wrong: wrong * 100,
    "sign": lambda wrong: -wrong,
}


def reached(wrong: F, key: F) -> list[str]:
    """Return the steps that lead from a wrong number to what rounds like the key."""
    made = {name: step(wrong) for name, step in STEPS.items() if wrong not in (0, 1, -1)}
    return [name for name, value in made.items() if abs(value - key) * 1000 <= abs(key)]


@all_of("system", SYSTEMS, apart=8)
@all_of("name", PROBLEMS, apart=2)
def test_feedback_on_any_number_holds_no_number_that_leads_to_the_key(system: str, name: str) -> None:
    """Neither a neighbour of the key nor what a step turns into it stands in the feedback."""
    parts = Request(system).of([problem_file(name)]).pools[0].items[0].parts
    questions = exported.questions(system, export(problem_file(name), to=system)).values()
    numbers = {part.key.number.typed: part.key.number.value for part in parts if part.key.number}
    for question in questions:
        if question.choices or not numbers:
            continue
        said = question.mark("987654").feedback
        right = [value for typed, value in numbers.items() if question.mark(typed).share == 1]
        for text in re.findall(r"<li>([-\\d.e]+):", said):
            for key in right:
                assert not reached(F(text), key), (text, key)
                assert abs(F(text) - key) > key / 10, (text, key)


@cache
def any_part() -> ItemPart:
    """Return a part of a problem, which is read once."""
    return Request("gift").of([problem_file("sheet")]).pools[0].items[0].parts[0]


def part_with(key: F, *wrong: F) -> ItemPart:
    """Return a part with a key and wrong values."""
    part = any_part()

    def response(value: F) -> Response:
        text = f"{float(value):.9f}"
        return Response(str(value), Number(text, f"{float(value):.3g}", abs(value) / 2000))

    values = tuple(WrongValue(response(value), (f"m{at}",), "Why?") for at, value in enumerate(wrong))
    return part.__class__(part.question, part.task, "q", "number", response(key), wrong=values)


@all_of(
    ("wrong", "is_listed"),
    [
        (F(3, 4), False),  # 1 − 1/4
        (F(4), False),  # upside down
        (F(1, 3), False),  # the odds of the key
        (F(3), False),  # odds against
        (F(26, 100), False),  # a neighbour
        (F(25), False),  # per cent
        (-F(1, 4), False),
        (F(2), False),  # a numerator: 2/8 is the key
        (F(9, 4), False),  # a sum of nine such
        (F(1, 2), True),
        (F(1, 9), True),
        (F(5, 8), True),
    ],
    apart=3,
)
def test_a_wrong_number_is_listed_unless_the_key_follows(wrong: F, is_listed: bool) -> None:
    """Of a key of 1/4: complements, odds, neighbours and sums to be divided are not, others are."""
    assert bool(part_with(F(1, 4), wrong).listable_wrong_values) == is_listed


@law(20, 60)
@given(
    st.fractions(F(1, 50), F(49, 50), max_denominator=200),
    st.lists(st.fractions(F(1, 50), 5, max_denominator=200), max_size=8, unique=True),
)
@example(F(14, 15), [F(13, 180)])  # 1/(1 + 13/180) is 0.9326, the key 0.9333
def test_nothing_that_is_listed_leads_to_the_key(key: F, wrong: list[F]) -> None:
    """Of any wrong values; what is left out is left out for one of these reasons or as a neighbour."""
    listed = [F(value.response.exact) for value in part_with(key, *wrong).listable_wrong_values]
    assert not any(reached(value, key) for value in listed)
    assert all(abs(value - key) > key / 11 for value in listed)
    assert all(abs(one + other - 2 * key) > key / 1000 for one, other in combinations(listed, 2))


def test_one_more_and_one_less_are_not_both_listed() -> None:
    """Of a key of 6/10 the first of 7/10 and 5/10 is: it is midway between them."""
    listed = part_with(F(6, 10), F(7, 10), F(5, 10), F(9, 50)).listable_wrong_values
    assert [value.response.exact for value in listed] == ["7/10", "9/50"]


@pytest.mark.exhaustive
def test_the_worked_solution_is_not_shown_after_a_wrong_try() -> None:
    """A test of QTI allows more tries, and Canvas shows all comments: after the last attempt alone."""
    questions = exported.questions("qti-2-1", export(problem_file("sheet"), to="qti-2-1")).values()
    for question in questions:
        assert "Estimate" in question.worked
        for typed in question.choices or ("987654", "0.5"):
            marked = question.mark(typed)
            assert marked.share == 1 or "Estimate" not in marked.feedback
    (package,) = export(problem_file("sheet"), to="canvas").values()
    with zipfile.ZipFile(io.BytesIO(package)) as whole:
        meta = next(whole.read(name) for name in whole.namelist() if name.endswith("_meta.xml"))
    assert b"<hide_results>until_after_last_attempt</hide_results>" in meta
