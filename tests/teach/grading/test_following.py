"""Follow-through: what is right by a student's own earlier values earns its points."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F

import pytest
from answering import followed, given, grader_of
from students.work import to_figures
from thoroughness import all_of, one_in
from worked import problem_file

from exactnb import Problem, Question
from exactnb.errors import InputError
from exactnb.teach.grading.grader import Grader

FULL, HALF, NONE = F(1), F(1, 2), F(0)
AS_YES, AS_NO = F(2, 9) * F(3, 9) ** 3, F(3, 5) * F(1, 5) * F(4, 5) * F(3, 5)
ORDER = ("P(Yes)", "P(No)", "P(Yes,x')", "P(No,x')", "P(x')", "P(Yes|x')", "P(No|x')", "argmax(x')")


def carried(yes: F, no: F) -> dict[str, str]:
    """Return the answers to PlayTennis that follow from two priors, all of them exact."""
    joints = yes * AS_YES, no * AS_NO
    total = sum(joints)
    posteriors = [joint / total for joint in joints]
    label = "Yes" if joints[0] > joints[1] else "No"
    return dict(zip(ORDER, [*map(str, (yes, no, *joints, total, *posteriors)), label], strict=True))


def points(answers: dict[str, str], grader: Grader | None = None) -> dict[str, F | None]:
    return {
        name: score
        for name, (_, score) in followed(grader or grader_of("play_tennis"), answers).items()
    }


@pytest.mark.parametrize(("joint", "expected"), [(str(F(3, 5) * AS_YES), FULL), ("1/4", NONE)])
def test_a_prior_on_which_no_question_rests_is_not_completed(joint: str, expected: F) -> None:
    """P(Yes) and its joint are asked, P(No) is in nobody's formula: the joint is judged without it."""
    problem = replace(
        grader_of("play_tennis").problem,
        questions=[Question("prior", "P(Yes)"), Question("joint", "P(Yes,x')")],
    )
    report = Grader(problem).grade({"prior": "3/5", "joint": joint})
    assert [each.score for each in report.graded] == [NONE, expected]
    assert "fault" not in "".join(each.look for each in report.graded)


@one_in(6, ("yes", "no"), [("3/5", "2/5"), ("0.62", "0.38"), ("1/2", "1/2"), ("5/14", "9/14")])
def test_a_wrong_prior_carried_on_rightly_costs_the_prior_alone(yes: str, no: str) -> None:
    """What follows from wrong priors, joints to class, earns all its points."""
    found = points(carried(F(yes), F(no)))
    assert {found["P(Yes)"], found["P(No)"]} == {NONE}
    assert {found[name] for name in ORDER[2:]} == {FULL}


def test_an_own_value_may_be_carried_on_with_its_digits_or_before_them() -> None:
    """P(Yes) = 4/7 leads to four figures of its own, typed 0.5714 to others: both are right by it."""
    for yes, no in ((F(4, 7), F(3, 7)), (F("0.5714"), F("0.4286"))):
        answers = {
            of: text if "argmax" in of else to_figures(F(text), 4)
            for of, text in carried(yes, no).items()
        }
        assert answers["P(Yes)"] == "0.5714"
        found = points(answers)
        assert {found[name] for name in ORDER[2:]} == {FULL}


@pytest.mark.exhaustive
def test_one_prior_is_what_the_other_leaves() -> None:
    """Who answers 3/5 for P(Yes) alone has 2/5 for P(No), in the posterior too."""
    answers = carried(F(3, 5), F(2, 5))
    del answers["P(No)"]
    assert {points(answers)[name] for name in ORDER[2:]} == {FULL}
    assert points({"P(Yes)": "3/5", "P(Yes|x')": answers["P(Yes|x')"]})["P(Yes|x')"] == FULL


@all_of("figures", [3, 4, 6])
def test_rounded_answers_follow_from_a_wrong_prior(figures: int) -> None:
    """Each value rightly rounded follows, whether from the exact ones or the rounded."""
    exact = carried(F(3, 5), F(2, 5))
    rounded = {n: f"{float(F(v)):#.{figures}g}" for n, v in exact.items() if n != "argmax(x')"}
    found = points({**rounded, "argmax(x')": "No"})
    assert {name: found[name] for name in ORDER[2:]} == dict.fromkeys(ORDER[2:], FULL)


def test_the_last_digits_of_rounded_joints_do_not_cost_the_posterior() -> None:
    """From 0.00494 and 0.0230, rounded, both 0.1765 (of exact joints) and 0.1768 are right."""
    start = {"P(Yes)": "0.6", "P(No)": "0.4", "P(Yes,x')": "0.00494", "P(No,x')": "0.0230"}
    for posterior in ("0.1765", "0.1768"):
        assert points({**start, "P(Yes|x')": posterior})["P(Yes|x')"] == FULL


def test_a_value_that_does_not_follow_earns_nothing() -> None:
    """With the prior 3/5 the joint is 2/405: the joint of the prior 1/2 does not follow from it."""
    found = points({"P(Yes)": "3/5", "P(Yes,x')": str(F(1, 3) * AS_YES)})
    assert found == {"P(Yes)": NONE, "P(Yes,x')": NONE}


def test_the_right_value_is_right_whatever_came_before() -> None:
    """Who has a wrong prior and the right joint has the points of the joint, and follows nothing."""
    report = grader_of("play_tennis").grade({"P(Yes)": "3/5", "P(Yes,x')": "1/189"})
    joint = report["P(Yes,x')"]
    assert (joint.verdict.value, joint.score, joint.follows) == ("correct", FULL, ())


def test_what_follows_says_from_which_answer() -> None:
    """A joint follows from the prior, the posterior from both joints, for they stand between."""
    report = grader_of("play_tennis").grade(carried(F(3, 5), F(2, 5)))
    assert report["P(Yes,x')"].follows == ("P(Yes)",)
    assert set(report["P(Yes|x')"].follows) <= {"P(Yes,x')", "P(No,x')", "P(x')"}
    assert report["P(Yes|x')"].follows


@pytest.mark.parametrize("prior", ["0", "1"])
def test_a_prior_of_0_or_1_leaves_nothing_to_work_out(prior: str) -> None:
    """A prior that makes all that follows 0, 1 or one class earns nothing further on."""
    yes = F(prior)
    joints = yes * AS_YES, (1 - yes) * AS_NO
    answers = {
        "P(Yes)": str(yes), "P(No)": str(1 - yes), "P(Yes,x')": str(joints[0]),
        "P(No,x')": str(joints[1]), "P(x')": str(sum(joints)),
        "P(Yes|x')": str(yes), "P(No|x')": str(1 - yes),
        "argmax(x')": "Yes",
    }  # fmt: skip
    assert set(points(answers).values()) == {NONE}


def test_a_factor_of_0_is_one_mistake() -> None:
    """P(Sunny given Yes) = 0, which nobody can explain, makes joint and posteriors 0, 0 and 1: half."""
    answers = {"P(Outlook=Sunny|Yes)": "0", "P(Yes,x')": "0", "P(Yes|x')": "0", "P(No|x')": "1"}
    assert [*points(answers).values()] == [NONE, HALF, HALF, HALF]
    assert points({**answers, "P(No|x')": "1/2"})["P(No|x')"] == NONE
    # whoever types 0 everywhere works nothing out
    assert set(points({**answers, "P(Wind=Strong|Yes)": "0"}).values()) == {NONE}


@one_in(4, "wrong", ["-3/5", "7/5", "1.2", "-0.1"])
def test_what_cannot_be_a_probability_carries_nothing(wrong: str) -> None:
    """A prior below 0 or above 1 is no prior: what follows from it earns nothing, and says why."""
    answers = {"P(Yes)": wrong, "P(Yes,x')": str(F(wrong) * AS_YES)}
    assert set(points(answers).values()) == {NONE}
    report = Grader(problem_file("play_tennis")).grade(
        {"P(Yes)": "7/5", "P(Yes,x')": str(F(7, 5) * AS_YES)}
    )
    assert report["P(Yes,x')"].impossible == (
        "It follows from your answer to P(Yes), which is impossible."
    )


@all_of("yes, no", [("3/5", "3/5"), ("3/5", "1/5"), ("1/2", "1/3")])
def test_priors_that_do_not_add_up_carry_nothing(yes: str, no: str) -> None:
    """Priors of 3/5 and 3/5 are no distribution: no posterior follows from them."""
    joints = F(yes) * AS_YES, F(no) * AS_NO
    answers = {"P(Yes)": yes, "P(No)": no, "P(Yes|x')": str(joints[0] / sum(joints))}
    assert points(answers)["P(Yes|x')"] == NONE


@pytest.mark.exhaustive
@pytest.mark.parametrize("share", ["1/2", "0.25", "0", "1"])
def test_a_share_of_the_points_can_be_set(share: str) -> None:
    """With a follow-through of 1/2 what follows earns half its points; what is right, all of them."""
    grader = Grader(problem_file("play_tennis"), follow_through=share)
    found = points({**carried(F(3, 5), F(2, 5)), "P(Wind=Strong|Yes)": "3/9"}, grader)
    assert found["P(Wind=Strong|Yes)"] == FULL
    assert {found[name] for name in ORDER[2:7]} == {F(share)}


@all_of("share", ["-1", "2", "1.01"])
def test_a_share_lies_between_0_and_1(share: str) -> None:
    """A follow-through of less than nothing or more than all points is refused."""
    with pytest.raises(InputError, match="between 0 and 1"):
        Grader(problem_file("play_tennis"), follow_through=share)


@all_of(
    ("joints", "label", "score"),
    [
        (("0.015", "0.01"), "Yes", FULL),
        (("0.03", "0.02"), "Yes", HALF),  # 0.03 is five times too much, and nobody knows why
        (("0.03", "0.02"), "No", FULL),  # the right class is right
        (("0.01", "0.02"), "No", FULL),
        (("0.01", "0.02"), "Yes", NONE),
        (("0.02", "0.02"), "tie", NONE),  # equal joints leave nothing to work out
        (("0.02", "0.02"), "Yes", NONE),
    ],
)
def test_a_label_follows_from_a_students_own_joints(joints, label, score) -> None:
    """Who has wrong joints and names the class of the larger one decides rightly by them."""
    answers = {"P(Yes,x')": joints[0], "P(No,x')": joints[1], "argmax(x')": label}
    assert points(answers)["argmax(x')"] == score


def test_answers_that_are_consistent_in_part_earn_that_part() -> None:
    """A wrong prior is carried to the joints; a posterior by the right evidence earns nothing."""
    answers = carried(F(3, 5), F(2, 5))
    answers["P(Yes|x')"] = str(F(2, 405) / F(611, 23625))
    del answers["P(x')"]
    found = points(answers)
    assert (found["P(Yes,x')"], found["P(No,x')"]) == (FULL, FULL)
    assert (found["P(Yes|x')"], found["P(No|x')"]) == (NONE, FULL)


def test_a_second_slip_further_on_stops_the_first_being_carried_past_it() -> None:
    """Prior wrong, joint wrong again: the posterior follows from the joint, which earned nothing."""
    joint_no = F(2, 5) * AS_NO
    answers = {
        "P(Yes)": "3/5", "P(No)": "2/5", "P(Yes,x')": "1/50", "P(No,x')": str(joint_no),
        "P(Yes|x')": str(F(1, 50) / (F(1, 50) + joint_no)),
    }  # fmt: skip
    found = points(answers)
    assert (found["P(Yes,x')"], found["P(No,x')"], found["P(Yes|x')"]) == (NONE, FULL, HALF)


def test_a_wrong_estimate_is_carried_on() -> None:
    """P(Sunny given Yes) = 3/9 leads to the joint 9/14 · (3/9)^4 and to its share."""
    joint = F(9, 14) * F(1, 3) ** 4
    answers = {
        "P(Outlook=Sunny|Yes)": "3/9",
        "P(Yes,x')": str(joint),
        "P(Yes|x')": str(joint / (joint + F(18, 875))),
    }
    assert list(points(answers).values()) == [NONE, FULL, FULL]


THREE = """[data]
table = '''
a class
1 p
1 p
0 p
1 q
0 q
0 r
'''
[model]
smoothing = 1
prior = "mle"
[query]
x = { a = 1 }
"""
GIVEN_CLASS = {"p": F(3, 5), "q": F(2, 4), "r": F(1, 3)}


@one_in(3, "priors", [("1/3", "1/3", "1/3"), ("1/4", "1/2", "1/4"), ("2/5", "2/5", "1/5")])
def test_three_priors_are_carried_on_together(tmp_path, priors: tuple[str, str, str]) -> None:
    """Of three wrong priors that add up to 1 the posteriors follow, whichever are asked for."""
    joints = {k: F(prior) * GIVEN_CLASS[k] for k, prior in zip("pqr", priors, strict=True)}
    answers = {f"P({k})": prior for k, prior in zip("pqr", priors, strict=True)}
    answers |= {f"P({k}|x)": str(joint / sum(joints.values())) for k, joint in joints.items()}
    found = points(answers, given(tmp_path, THREE))
    assert {found[f"P({k}|x)"] for k in "pqr"} == {FULL}


def test_three_priors_rounded_to_thirds_are_carried_on(tmp_path) -> None:
    """0.333 three times is the uniform prior, though it adds up to 0.999."""
    joints = {k: F(1, 3) * worth for k, worth in GIVEN_CLASS.items()}
    answers = dict.fromkeys(("P(p)", "P(q)", "P(r)"), "0.333")
    answers["P(p|x)"] = f"{float(joints['p'] / sum(joints.values())):.4f}"
    assert points(answers, given(tmp_path, THREE))["P(p|x)"] == FULL


def test_two_of_three_priors_say_the_third(tmp_path) -> None:
    """Who answers 1/4 and 1/2 of three priors has 1/4 for the third."""
    joints = {"p": F(1, 4) * F(3, 5), "q": F(1, 2) * F(2, 4), "r": F(1, 4) * F(1, 3)}
    answers = {"P(p)": "1/4", "P(q)": "1/2", "P(p|x)": str(joints["p"] / sum(joints.values()))}
    assert points(answers, given(tmp_path, THREE))["P(p|x)"] == FULL


def test_odds_may_become_1_by_wrong_values() -> None:
    """Priors that make up for the likelihoods lead to odds of 1, which is no end of the work."""
    yes = AS_NO / (AS_YES + AS_NO)
    answers = {"P(Yes)": str(yes), "P(No)": str(1 - yes), "odds(No:Yes|x')": "1"}
    grader = Grader(problem_file("play_tennis"), asked=answers)
    assert list(points(answers, grader).values()) == [NONE, NONE, FULL]


@one_in(
    3,
    ("yes", "no", "posterior"),
    [("0.02", "0.02", "1/2"), ("0.25", "0.75", "1/4"), ("1/5", "4/5", "0.2")],
)
def test_joints_that_leave_nothing_to_work_out_carry_nothing(yes: str, no: str, posterior: str) -> None:
    """Equal joints, and joints that add up to 1, are no joints: what they say next earns nothing."""
    answers = {
        "P(Yes,x')": yes,
        "P(No,x')": no,
        "P(Yes|x')": posterior,
        "odds(No:Yes|x')": str(F(no) / F(yes)),
    }
    grader = Grader(problem_file("play_tennis"), asked=answers)
    found = points(answers, grader)
    assert (found["P(Yes|x')"], found["odds(No:Yes|x')"]) == (NONE, NONE)


@all_of("joint, score", [("1/90", FULL), ("1/60", HALF), ("1/600", HALF)])
def test_a_value_that_nobody_can_explain_carries_half_at_most(joint: str, score: F) -> None:
    """Up to three times 1/189 an unexplained joint carries all points, beyond that half of them."""
    posterior = F(joint) / (F(joint) + F(18, 875))
    assert points({"P(Yes,x')": joint, "P(Yes|x')": str(posterior)})["P(Yes|x')"] == score


def test_a_value_that_a_mistake_explains_carries_all_points_however_far_it_is_off() -> None:
    """Without the prior the joints are 2/243 and 36/625; the posterior follows from them in full."""
    answers = {"P(Yes,x')": "2/243", "P(No,x')": "36/625"}
    posterior = F(2, 243) / (F(2, 243) + F(36, 625))
    assert points({**answers, "P(Yes|x')": str(posterior)})["P(Yes|x')"] == FULL


def test_one_wrong_prior_costs_one_point_though_all_priors_are_answered() -> None:
    """3/5 beside the right 5/14 adds up to no 1; the joint and the posterior follow all the same."""
    joint = F(3, 5) * AS_YES
    answers = {
        "P(Yes)": "3/5", "P(No)": "5/14", "P(Yes,x')": str(joint), "P(No,x')": "18/875",
        "P(Yes|x')": str(joint / (joint + F(18, 875))),
    }  # fmt: skip
    assert list(points(answers).values()) == [NONE, FULL, FULL, FULL, FULL]


@all_of(
    ("answers", "score"),
    [
        ({"P(Yes|x')": "0.6", "P(No|x')": "0.4", "argmax(x')": "Yes"}, FULL),
        ({"P(Yes|x')": "0.6", "argmax(x')": "Yes"}, FULL),
        ({"P(Yes|x')": "0.4", "argmax(x')": "Yes"}, NONE),
        ({"odds(No:Yes|x')": "0.5", "argmax(x')": "Yes"}, HALF),  # it is 3.9
        ({"odds(No:Yes|x')": "2", "argmax(x')": "Yes"}, NONE),
        ({"odds(Yes:No|x')": "1.37", "argmax(x')": "Yes"}, HALF),
        ({"P(Yes|x')": "1", "argmax(x')": "Yes"}, NONE),
    ],
    apart=3,
)
def test_a_label_follows_from_own_posteriors_or_odds(answers: dict[str, str], score: F) -> None:
    """Where posteriors or odds were answered, they decide; what is far off carries half."""
    grader = Grader(problem_file("play_tennis"), asked=answers)
    assert points(answers, grader)["argmax(x')"] == score


ROUNDED = {
    "P(Yes)": "0.643", "P(No)": "0.357", "P(Outlook=Sunny|Yes)": "0.222",
    "P(Temperature=Cool|Yes)": "0.333", "P(Humidity=High|Yes)": "0.333",
    "P(Wind=Strong|Yes)": "0.333", "P(Outlook=Sunny|No)": "0.600",
    "P(Temperature=Cool|No)": "0.200", "P(Humidity=High|No)": "0.800", "P(Wind=Strong|No)": "0.600",
}  # fmt: skip
ONCE = {  # 0.643 × 0.222 × 0.333³ = 0.0052711, 0.357 × 0.6 × 0.2 × 0.8 × 0.6 = 0.020563
    "P(Yes,x')": "0.00527", "P(No,x')": "0.0206", "P(x')": "0.0259",
    "P(Yes|x')": "0.203", "P(No|x')": "0.795", "odds(No:Yes|x')": "3.91", "argmax(x')": "No",
}  # fmt: skip
EACH = {  # 0.643 × 0.222 = 0.143, × 0.333 = 0.0476, × 0.333 = 0.0159, × 0.333 = 0.00529
    "P(Yes,x')": "0.00529", "P(No,x')": "0.0205", "P(x')": "0.0258", "P(Yes|x')": "0.205",
}  # fmt: skip


@all_of("after", [ONCE, EACH], apart=3)
@all_of("share", ["1", "1/2", "0"])
def test_honest_rounding_costs_nothing(after: dict[str, str], share: str) -> None:
    """Who rounds to three figures at every step, and goes on from that, earns every point."""
    answers = {**ROUNDED, **after}
    grader = Grader(problem_file("play_tennis"), asked=answers, follow_through=share)
    lost = {name: score for name, score in points(answers, grader).items() if score != FULL}
    assert not lost


def test_a_right_answer_that_is_rounded_explains_no_other_number() -> None:
    """From 0.643 and the like nobody comes to a joint of 0.00520, or to a posterior of 0.210."""
    answers = {**ROUNDED, "P(Yes,x')": "0.00520", "P(No,x')": "0.0206", "P(No|x')": "0.790"}
    found = points(answers)
    assert (found["P(Yes,x')"], found["P(No|x')"]) == (NONE, NONE)


def test_two_figures_are_no_honest_rounding() -> None:
    """Priors of 0.64 and joints of 0.0053 are too few figures to go on from: 0.20 earns nothing."""
    answers = {"P(Yes)": "0.64", "P(Yes,x')": "0.0053", "P(No,x')": "0.021", "P(Yes|x')": "0.20"}
    assert set(points(answers).values()) == {NONE}


NUMBERS = """[data]
table = '''
t k
1 a
2 a
3 a
2 b
6 b
'''
[model]
family = 'gaussian'
[query]
x = { t = 2 }
"""


@pytest.mark.exhaustive
def test_a_mean_of_1_is_a_value_like_any_other(tmp_path) -> None:
    """A mean of 1 for 2 makes the variance (0 + 1 + 4)/3, and both are carried on to the density."""
    answers = {"mean(t|a)": "1", "P(t=2|a)": "exp(-(2-1)^2/(2*5/3))/sqrt(2*pi*5/3)"}
    found = points(answers, given(tmp_path, NUMBERS))
    assert [found[name] for name in answers] == [NONE, FULL]


@pytest.mark.exhaustive
def test_a_right_answer_between_is_not_worked_out_anew(tmp_path) -> None:
    """Who has the right variance 2/3 and a wrong mean goes on with both as they were answered."""
    answers = {
        "mean(t|a)": "1",
        "variance(t|a)": "2/3",
        "P(t=2|a)": "exp(-(2-1)^2/(2*2/3))/sqrt(2*pi*2/3)",
    }
    found = points(answers, given(tmp_path, NUMBERS))
    assert [found[name] for name in answers] == [NONE, FULL, FULL]


COUNTED = """[data]
table = '''
f g class
3 4 A
5 1 B
6 3 A
7 0 A
7 2 A
5 1 B
6 5 A
6 5 C
6 6 A
6 3 C
4 6 C
5 1 B
0 3 B
'''
[model]
family = "poisson"
[query]
x = { f = 1, g = 1 }
"""


@pytest.mark.exhaustive
def test_a_sum_whose_digits_are_right_goes_on_as_the_student_has_it() -> None:
    """0.0009357 for 0.0009375 leaves 0.01028, rounded, and 0.0009357/0.010279 is 0.09103."""
    grader = Grader(Problem.from_text(COUNTED), asked=["P(A,x)", "P(B,x)", "P(x)", "P(A|x)"])
    typed = {"P(A,x)": "0.0009357", "P(B,x)": "0.009082", "P(x)": "0.01028"}
    report = grader.grade(typed | {"P(A|x)": "0.09103"})
    assert report["P(A|x)"].is_right
    assert "P(A,x)" in report["P(A|x)"].follows
    assert not report["P(x)"].follows  # its digits are right by themselves
    assert not grader.grade(typed | {"P(A|x)": "0.09106"})["P(A|x)"].is_right


@pytest.mark.exhaustive
def test_what_follows_from_an_impossible_answer_is_worked_out_with_all_digits() -> None:
    """2.167 for the prior 6/13 leads to a joint of 0.004402, which 0.01708 alone would not."""
    asked = ["P(A)", "P(f=1|A)", "P(A,x)", "P(A|x)"]
    answers = dict(zip(asked, ("2.167", "0.01708", "0.004402", "0.3202"), strict=True))
    report = Grader(Problem.from_text(COUNTED), asked=asked).grade(answers)
    why = "It follows from your answer to P(A), which is impossible."
    assert report["P(A,x)"].impossible == why
    assert report["P(A|x)"].follows == ("P(A,x)",)
    assert [report[of].score for of in asked] == [NONE, FULL, NONE, HALF]
