"""Answers of one sheet explain each other: what one of them leaves open, the others decide."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import NoReturn

import pytest
from thoroughness import all_of, one_in

from exactnb import Grader, Problem
from exactnb.core.arithmetic.enclosed import Enclosed
from exactnb.core.arithmetic.values import Undefined
from exactnb.core.expression.results import NoNumber, Value
from exactnb.core.expression.spell import spell
from exactnb.core.expression.written import written
from exactnb.errors import TooMuch
from exactnb.teach.grading.diagnosis import Diagnosis
from exactnb.teach.grading.graded import Report
from exactnb.teach.grading.reports.instructor_feedback import mistakes_for_instructor

SHOP = """
[data]
values = { age = ["young", "middle", "old"], member = ["y", "n"], season = ["a", "b", "c", "d"] }
table = '''
age    member season class
young  y a buys
young  n b leaves
middle y b buys
old    y d buys
old    n d leaves
middle n c buys
young  n c leaves
middle y a buys
old    n a leaves
middle y d buys
'''
[model]
smoothing = 1
[query]
x = { age = "young", member = "y", season = "d" }
"""
ASKED = (
    "P(buys)",
    "P(age=young|buys)",
    "P(member=y|leaves)",
    "P(x|buys)",
    "P(buys,x)",
    "P(leaves,x)",
    "P(x)",
    "P(buys|x)",
    "argmax(x)",
)


@pytest.fixture(scope="module")
def shop() -> Grader:
    return Grader(Problem.from_text(SHOP), asked=ASKED)


def named(report: Report, question: str) -> set[str]:
    return set(report[question].mistakes)


@pytest.mark.exhaustive
def test_a_right_answer_speaks_against_what_would_have_spoiled_it(shop: Grader) -> None:
    """1/6 for (1 + 1)/(6 + 3) is not smoothed; beside a zero that is, zeros alone were smoothed."""
    alone = shop.grade({"P(age=young|buys)": "0.1667"})
    both = shop.grade({"P(age=young|buys)": "0.1667", "P(member=y|leaves)": "1/6"})
    assert "smoothing-forgotten" in named(alone, "P(age=young|buys)")
    assert named(both, "P(age=young|buys)") == {"only-zeros-smoothed"}


FRUIT = """
[data]
table = '''
hue    feel smell class
green  hard none  raw
green  hard none  raw
yellow hard none  raw
green  soft none  raw
yellow soft sweet ripe
yellow hard sweet ripe
brown  soft sweet ripe
green  soft none  ripe
'''
[model]
smoothing = 1
"""


def test_one_cause_gives_way_to_that_of_the_others() -> None:
    """4/(4 + 7) is 4/(8 + 3) too, and both are named; beside 2/(4 + 7) it was the former."""
    grader = Grader(Problem.from_text(FRUIT))
    hue, feel, smell = "P(hue=green|raw)", "P(feel=soft|raw)", "P(smell=none|raw)"
    assert named(grader.grade({hue: "0.364"}), hue) == {"divided-by-all-rows", "values-of-all-columns"}
    together = grader.grade({hue: "0.364", feel: "0.182", smell: "0.455"})
    assert [named(together, of) for of in (hue, feel, smell)] == [{"values-of-all-columns"}] * 3


def test_a_class_by_the_largest_prior_may_be_that_of_the_smallest_score(shop: Grader) -> None:
    """Where all scores are right and one of two classes is wrong, both are named."""
    right = {of: str(shop.asked[of].right.value) for of in ("P(buys,x)", "P(leaves,x)")}
    report = shop.grade({**right, "argmax(x)": "leaves"})
    assert named(report, "argmax(x)") == {"smallest-chosen"}  # most rows buy


def test_an_answer_with_several_causes_has_that_of_the_others(shop: Grader) -> None:
    """0 for (0 + 1)/(4 + 2) says little; beside 1/6 for (1 + 1)/(6 + 3) it was not smoothed."""
    alone = shop.grade({"P(member=y|leaves)": "0"})
    both = shop.grade({"P(member=y|leaves)": "0", "P(age=young|buys)": "1/6"})
    assert len(named(alone, "P(member=y|leaves)")) > 1
    assert named(both, "P(member=y|leaves)") == {"smoothing-forgotten"}
    assert "smoothed" in both["P(member=y|leaves)"].feedback


def test_rare_mistakes_of_two_answers_are_evidence_together(shop: Grader) -> None:
    """Three figures are none of the prior taken twice; in joint and evidence alike they are."""
    joint, evidence = {"P(buys,x)": "0.018"}, {"P(x)": "0.0209"}
    assert not named(shop.grade(joint), "P(buys,x)")
    report = shop.grade(joint | evidence)
    assert named(report, "P(buys,x)") == named(report, "P(x)") == {"prior-squared"}


def test_a_second_mistake_is_read_beside_a_supported_one(shop: Grader) -> None:
    """Of an impossible number without smoothing it is said that its probabilities were added too."""
    alone = shop.grade({"P(x|buys)": "4/3"})
    both = shop.grade({"P(x|buys)": "4/3", "P(age=young|buys)": "1/6"})
    assert not named(alone, "P(x|buys)")
    assert named(both, "P(x|buys)") == {"smoothing-forgotten+probabilities-added"}


@all_of("other", ["", "0.6", "2/9", "0.77"])
def test_nothing_is_taken_from_answers_that_show_no_mistake(shop: Grader, other: str) -> None:
    """A guess beside right answers, blanks and other guesses stays a guess."""
    report = shop.grade({"P(buys|x)": "0.512", "P(age=young|buys)": other})
    assert not named(report, "P(buys|x)")
    assert report["P(buys|x)"].score == Fraction(0)


def test_a_marker_and_own_values_go_first(shop: Grader) -> None:
    """What follows from own answers is right by them, whatever mistake the others show."""
    report = shop.grade({"P(age=young|buys)": "1/6", "P(x|buys)": "3/80"})
    assert named(report, "P(age=young|buys)") == {"smoothing-forgotten"}
    assert report["P(x|buys)"].follows == ("P(age=young|buys)",)


@one_in(
    18,
    "path",
    sorted((Path(__file__).parents[1] / "alternatives" / "by_hand").glob("*.txt")),
    exhaustive=6,
)
def test_who_makes_one_mistake_is_still_said_to_make_it(path: Path) -> None:
    """Where a mistake is named in one answer, it is named beside all others that it leads to."""
    grader = Grader(Problem.from_text(path.read_text(encoding="utf-8").split("\n--- by hand\n")[0]))
    alternatives = grader.answer_key.alternatives
    for mistake in alternatives.misconceptions:
        targets = {
            of: target.value
            for of, asked in grader.asked.items()
            for _, target in asked.diagnosis.values_of_mistakes([mistake])
        }
        values = {of: targets.get(of, asked.right.value) for of, asked in grader.asked.items()}
        texts = {of: spell(written(value)) for of, value in values.items() if is_typed(value)}
        for graded in () if mistake.is_only_in_result else grader.grade(texts).graded:
            alone = grader.judge(grader.asked[graded.question.id], graded.raw)
            if not graded.is_right and mistake.id in alone.mistakes:
                assert mistake.id in graded.mistakes, (mistake.name, graded)


def is_typed(value: Value) -> bool:
    """Say whether a value is a number of a form that can be typed."""
    return not isinstance(value, Enclosed | NoNumber | Undefined)


def test_what_leaves_its_neighbours_unexplained_is_not_claimed(shop: Grader) -> None:
    """1/6 is (1 + 1)/(6 + 3) not smoothed; where another share is wrong otherwise, nobody knows."""
    of, other = "P(age=young|buys)", "P(member=y|leaves)"
    assert named(shop.grade({of: "1/6"}), of) == {"smoothing-forgotten"}
    assert not named(shop.grade({of: "1/6", other: "0.371"}), of)
    assert named(shop.grade({of: "1/6", other: "0"}), of) == {"smoothing-forgotten"}
    assert named(shop.grade({of: "1/6", "P(buys,x)": "0.371"}), of) == {"smoothing-forgotten"}


def test_a_right_answer_whose_mistakes_cannot_be_searched_for_refutes_none(
    shop: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sheet is graded all the same; one of right answers alone is never searched."""

    def fail(diagnosis: Diagnosis, *_: object, **_options: object) -> NoReturn:
        raise TooMuch("out of reach")

    monkeypatch.setattr(Diagnosis, "mistakes_spoiling", fail)
    of, right = "P(age=young|buys)", {"P(buys)": "3/5"}
    assert named(shop.grade({of: "1/6", **right}), of) == {"smoothing-forgotten"}
    monkeypatch.setattr(Diagnosis, "unrounded_candidates", property(fail))
    assert shop.grade(right)["P(buys)"].is_right


def test_a_right_joint_says_that_the_prior_was_not_forgotten_before(shop: Grader) -> None:
    """14/19 is 1/20/(1/20 + 1/56): beside a right joint the prior was left out while dividing alone."""
    posterior, joint = "P(buys|x)", {"P(buys,x)": "3/100"}
    assert "prior-forgotten" in named(shop.grade({posterior: "14/19"}), posterior)
    assert named(shop.grade({posterior: "14/19", **joint}), posterior) == {"normalised-without-prior"}
    assert "prior-forgotten" in named(shop.grade({posterior: "14/19", "argmax(x)": "buys"}), posterior)


def test_a_one_is_no_number_that_was_rounded_to_one_figure(shop: Grader) -> None:
    """3/5 is the prior; 1 is none of the other class, though it may be any number above 1/2."""
    answers = {"P(buys|x)": "3/5", "P(leaves|x)": "1"}
    assert not named(shop.grade(answers), "P(buys|x)")


def test_a_right_joint_leaves_what_was_answered_for_a_factor(shop: Grader) -> None:
    """2/13 is (1 + 1)/(10 + 3), out of all rows, however the joint was worked out."""
    of, joint = "P(age=young|buys)", {"P(buys,x)": "3/100", "P(buys|x)": "21/26"}
    assert named(shop.grade({of: "2/13", **joint}), of) == {"divided-by-all-rows"}


def test_who_squares_the_prior_once_may_have_squared_it_once(shop: Grader) -> None:
    """9/500 is (3/5)² times 1/20; beside a right 1/140 for the other class it is a slip, no belief."""
    of = "P(buys,x)"
    (alone,) = shop.grade({of: "9/500"})[of].matches
    (beside,) = shop.grade({of: "9/500", "P(leaves,x)": "1/140"})[of].matches
    assert (alone.alternative.id, alone.is_certain) == ("prior-squared", True)
    assert (beside.alternative.id, beside.is_certain) == ("prior-squared", False)


def test_a_prior_that_is_known_may_be_left_out_of_all_joints(shop: Grader) -> None:
    """1/2 · 1/20 and 1/2 · 1/56, beside a right 3/5: the prior was answered, and not used."""
    report = shop.grade({"P(buys,x)": "1/40", "P(leaves,x)": "1/112", "P(buys)": "3/5"})
    assert named(report, "P(buys,x)") == named(report, "P(leaves,x)") == {"prior-taken-uniform"}


def test_a_mistake_in_a_result_is_carried_on_from_those_that_were_not_asked(shop: Grader) -> None:
    """3/9 is one more than 2/9; 6/10 · 3/9 · 7/8 · 4/10 is 7/100, with one more in each share."""
    share, joint = {"P(age=young|buys)": "3/9"}, {"P(buys,x)": "7/100"}
    assert not named(shop.grade(joint), "P(buys,x)")
    report = shop.grade(share | joint)
    assert named(report, "P(buys,x)") == {"numerator-off-by-one"}
    assert report["P(buys,x)"].score == 0
    derived = mistakes_for_instructor(shop, report["P(buys,x)"])
    assert "P(season=d|buys) = 2/5" in derived
    assert "6/10 × 1/3 × 7/8 × 2/5" in derived
    posteriors = {"P(buys,x)": "21/26", "P(x)": "1"}
    assert named(shop.grade(posteriors), "P(x)") == {"posterior-for-joint"}
    assert not named(shop.grade({**posteriors, "P(leaves,x)": "1/140"}), "P(x)")  # 21/26 + 1/140


def test_what_right_answers_refute_may_be_a_slip(shop: Grader) -> None:
    """2/13 for (1 + 1)/(6 + 3) is out of all rows, which the right 1/6 shows to be no belief."""
    report = shop.grade({"P(age=young|buys)": "0.1538", "P(member=y|leaves)": "1/6"})
    (match,) = report["P(age=young|buys)"].matches
    assert (match.alternative.id, match.is_certain) == ("divided-by-all-rows", False)
