"""What a sheet tells apart, by hand: two of three rows are +, and so are two of three values of a."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactnb import Problem
from exactnb.core.problem.questions import Question
from exactnb.teach.grading.discrimination import discrimination
from exactnb.teach.grading.grader import Grader
from exactnb.teach.grading.reports.text_report import discrimination_text
from exactnb.teach.grading.targets import Bounds, ByBounds, Target

PROBLEM = Problem.from_text(
    "data.table = '''\na class\nu +\nv +\nu +\nu -\nv -\n'''\nquery.x = { a = 'u' }\n"
)
JOINT, POSTERIOR = Question("joint", "P(+,x)"), Question("posterior", "P(+|x)")


def test_values_are_those_of_the_mistakes() -> None:
    """P(+,x) = 3/5·2/3 = 2/5; without the prior 2/3, with a uniform one 1/3; P(+|x) is 4/7 by both."""
    matrix = discrimination(PROBLEM, [JOINT, POSTERIOR])
    forgotten, uniform = matrix["prior-forgotten"], matrix["prior-taken-uniform"]
    assert [matrix.values[q][0].value for q in matrix.questions] == [F(2, 5), F(2, 3)]
    assert [matrix.value(forgotten, q).value for q in matrix.questions] == [F(2, 3), F(4, 7)]
    assert [matrix.value(uniform, q).value for q in matrix.questions] == [F(1, 3), F(4, 7)]
    assert [q for q in matrix.questions if forgotten.value_index(q) != uniform.value_index(q)] == [
        "joint"
    ]
    assert "prior-taken-uniform" in matrix.company(forgotten, "posterior")


def test_what_one_question_cannot_tell_two_can() -> None:
    """By the posterior alone the two are alike; normalised without prior is right in the joint."""
    alone = discrimination(PROBLEM, [POSTERIOR])
    assert "prior-taken-uniform" in {
        row.id for row in alone.indistinguishable_rows(alone["prior-forgotten"])
    }
    both = discrimination(PROBLEM, [JOINT, POSTERIOR])
    assert "prior-taken-uniform" not in {
        row.id for row in both.indistinguishable_rows(both["prior-forgotten"])
    }
    assert not both.is_wrong(both["normalised-without-prior"], "joint")
    assert not both.is_hidden(both["normalised-without-prior"])


def test_figures_make_values_one() -> None:
    """With one figure 4/7 and 3/5 are both 0.6: what leads to them is not told apart."""
    exact, short = (discrimination(PROBLEM, [POSTERIOR], figures=n) for n in (None, 1))
    forgotten, prior = "prior-forgotten", "prior-for-posterior"
    values = [exact.value(exact[name], "posterior").value for name in (forgotten, prior)]
    assert values == [F(4, 7), F(3, 5)]
    assert prior not in exact.company(exact[forgotten], "posterior")
    assert prior in short.company(short[forgotten], "posterior")


@pytest.mark.exhaustive
def test_power_says_what_all_questions_tell() -> None:
    """Below the questions stands what they tell together, and which mistakes never differ."""
    text = discrimination_text(Grader(PROBLEM, asked=["P(+,x)"]))
    assert "\nall questions\n" in text
    assert "have a wrong value of their own" in text


def test_fractions_are_not_compared_with_one_another(monkeypatch) -> None:
    """They are found by their hash: of 83 mistakes in seven questions no two are compared."""
    equals = Target.equals

    def compared(first: Target, second: Target) -> bool:
        assert not (isinstance(first.value, F) and isinstance(second.value, F))
        return equals(first, second)

    monkeypatch.setattr(Target, "equals", compared)
    matrix = discrimination(Problem.read("worked_examples/homework/sheet.toml"))
    assert len(matrix.questions) == 7
    assert len(matrix.rows) == 83
    assert all(row not in matrix.indistinguishable_rows(row) for row in matrix.rows)


NORMAL = Problem.from_text(
    "data.table = '''\nx k\n1 a\n3 a\n5 b\n8 b\n'''\nquery.q.x = '2'\nmodel.family = 'gaussian'\n"
)


@pytest.mark.exhaustive
def test_few_values_without_a_key_are_compared(monkeypatch) -> None:
    """Of n wrong values, most of them closed forms, n log n pairs are compared at most, not n²."""
    equals, compared = Target.equals, list[Target]()
    monkeypatch.setattr(Target, "equals", lambda one, other: compared.append(one) or equals(one, other))
    grader = Grader(NORMAL, asked=["P(a|q)"]).asked["P(a|q)"]
    effects = list(grader.diagnosis.values_of_mistakes(grader.diagnosis.alternatives.common_single))
    without = [target for _, target in effects if target.equality_key is None]
    assert len(without) > 50
    for use in (lambda: grader.diagnosis.candidates, lambda: discrimination(NORMAL, [grader.question])):
        compared.clear()
        use()
        assert len(compared) < len(effects) * len(effects).bit_length() // 2


class CountedFraction(F):
    """A fraction that counts how often it is compared."""

    times = 0

    def __lt__(self, other: F) -> bool:
        CountedFraction.times += 1
        return super().__lt__(other)


def test_bounds_are_found_by_halving() -> None:
    """To place 1,000 bounds that do not meet takes less than 3 comparisons for each halving of each."""
    targets, CountedFraction.times = ByBounds(), 0
    for number in range(1000):
        place = CountedFraction(number * 387 % 1000)  # no order: 387 and 1000 have no common factor
        targets.add((place, place))
    assert targets.places_meeting((F(387), F(387))) == [1]  # the places are found when one is asked for
    assert 0 < CountedFraction.times < 3 * 1000 * 10


ENDS = st.tuples(st.integers(0, 30), st.integers(0, 6)).map(lambda of: (F(of[0]), F(sum(of))))


@given(st.lists(st.none() | ENDS), ENDS)
def test_all_that_may_be_equal_is_found(every: list[Bounds | None], sought: Bounds) -> None:
    """Bounds that meet those sought are found, in order, and so is what has no bounds."""
    found = ByBounds(every).places_meeting(sought)
    meeting = [
        at for at, of in enumerate(every) if not of or (of[0] <= sought[1] and sought[0] <= of[1])
    ]
    assert set(meeting) <= set(found)
    assert list(found) == sorted(set(found))
    assert list(ByBounds(every).places_meeting(None)) == list(range(len(every)))
