"""Slips that stand near the right step, worked out by hand with fractions, and their names."""

from __future__ import annotations

from fractions import Fraction as F
from math import exp, log, pi, prod, sqrt
from statistics import NormalDist, median

import pytest
from answering import blamed, example, given
from students.work import to_figures
from thoroughness import all_of, one_in

YES, NO = F(9, 14), F(5, 14)
AS_YES = [F(2, 9), F(3, 9), F(3, 9), F(3, 9)]  # sunny, cool, high, strong
AS_NO = [F(3, 5), F(1, 5), F(4, 5), F(3, 5)]
ALONE = [F(2, 5), F(3, 4), F(3, 7), F(3, 6)]  # P(Yes | one of them), as the rows are counted
L_YES, L_NO = prod(AS_YES), prod(AS_NO)
J_YES, J_NO = YES * L_YES, NO * L_NO
EVIDENCE = J_YES + J_NO
E_YES, E_NO = exp(log(J_YES, 10)), exp(log(J_NO, 10))


@all_of(
    ("question", "value", "mistake"),
    [
        ("P(Yes|x')", YES, "prior-for-posterior"),
        ("P(Yes|x')", F(E_YES / (E_YES + E_NO)), "exponential-of-another-base"),
        ("P(Yes|x')", L_YES / EVIDENCE, "likelihood-over-evidence"),
        ("P(Yes|x')", L_YES / L_NO, "likelihood-ratio-for-posterior"),
        ("P(Yes|x')", L_YES - L_NO, "difference-of-likelihoods"),
        ("P(Yes|x')", sum(ALONE) / 4, "average-of-single-posteriors"),
        ("P(Yes|x')", prod(ALONE), "product-of-single-posteriors"),
        ("P(Yes,x')", YES * J_YES, "prior-squared"),
        ("P(Yes,x')", YES**4 * L_YES, "prior-once-per-factor"),
        ("P(Yes|x')", YES * J_YES / (YES * J_YES + NO * J_NO), "prior-squared"),
        ("P(Yes,x')", J_YES * AS_YES[0], "factor-twice"),
        ("P(Yes,x')", J_YES * AS_NO[0] / AS_YES[0], "cell-of-another-class"),
        ("odds(Yes:No|x')", L_YES / L_NO, "likelihood-ratio-for-odds"),
        ("odds(Yes:No|x')", YES / NO, "prior-odds-for-odds"),
        ("odds(Yes:No|x')", L_YES - L_NO, "difference-of-likelihoods"),
        ("lr(Yes:No|x')", L_YES - L_NO, "difference-of-likelihoods"),
        ("P(Outlook=Sunny|Yes)", F(5, 14), "marginal-for-conditional"),
        ("P(Outlook=Sunny|Yes)", F(3, 9), "numerator-off-by-one"),
        ("P(Outlook=Sunny|Yes)", F(1, 9), "numerator-off-by-one"),
        ("P(Outlook=Sunny|Yes)", F(7, 9), "complement"),
        ("P(Outlook=Sunny|Yes)", F(4, 9), "other-value"),
        ("P(Yes,x')", YES * F(5, 14) * F(4, 14) * F(7, 14) * F(6, 14), "marginal-for-conditional"),
    ],
    apart=6,
)
def test_slips_of_play_tennis_are_named(question: str, value: F, mistake: str) -> None:
    """What a slip leads to by hand, to six figures, is recognised by its id."""
    assert mistake in blamed(example("play_tennis", question, to_figures(value, 6)))


@pytest.mark.exhaustive
@all_of(
    ("question", "value", "mistake"),
    [
        ("log(P(Yes,x'))", J_YES, "logarithm-not-taken"),
        ("log(P(Yes,x'))", log(J_YES / EVIDENCE), "logarithm-of-the-posterior"),
        ("log(P(Yes|x'))", log(J_YES), "logarithm-of-the-joint"),
        ("log2(P(Yes|x'))", log(J_YES) / log(2), "logarithm-of-the-joint"),
        ("log_odds(Yes:No|x')", J_YES / J_NO, "logarithm-not-taken"),
    ],
)
def test_slips_with_logarithms_are_named(question: str, value: float, mistake: str) -> None:
    """A logarithm not taken, or taken of the number beside the one that is asked about."""
    assert mistake in blamed(example("play_tennis", question, to_figures(F(value), 6)))


def test_the_prior_alone_may_decide() -> None:
    """Of x' the prior says Yes and the joints say No."""
    assert "decided-by-the-prior" in blamed(example("play_tennis", "argmax(x')", "Yes"))


THREE = """[data]
table = '''
a b class
1 u p
1 v p
0 u p
1 u q
0 v q
1 v r
0 u r
0 v r
'''
[model]
smoothing = %s
families = { a = "%s", b = "categorical" }
[query]
x = { a = 1, b = "u" }
"""
PRIORS = {"p": F(3, 8), "q": F(2, 8), "r": F(3, 8)}
A, B = {"p": F(2, 3), "q": F(1, 2), "r": F(1, 3)}, {"p": F(2, 3), "q": F(1, 2), "r": F(1, 3)}
JOINTS = {k: PRIORS[k] * A[k] * B[k] for k in "pqr"}


@one_in(
    3,
    ("question", "value", "mistake"),
    [
        ("P(x)", JOINTS["p"] + JOINTS["q"], "class-left-out-of-sum"),
        ("P(p|x)", JOINTS["p"] / (JOINTS["p"] + JOINTS["r"]), "class-left-out-of-sum"),
        ("P(p)", F(5, 8), "complement"),
        ("P(p|x)", 1 - JOINTS["p"] / sum(JOINTS.values()), "complement"),
        ("P(p,x)", JOINTS["q"], "other-class"),
        ("P(q,x)", JOINTS["p"], "other-class"),
    ],
)
def test_slips_with_three_classes_are_named(tmp_path, question: str, value: F, mistake: str) -> None:
    """A class that is left out of a sum, and one minus the answer of one of three classes."""
    grader = given(tmp_path, THREE % (0, "bernoulli"))
    assert mistake in blamed(grader.judge(grader.asked[question], to_figures(value, 6)))


ZEROS = """[data]
table = '''
a b class
u s +
u t +
v s +
v s -
v t -
'''
[model]
smoothing = 1
[query]
x = { a = "u", b = "s" }
"""


@one_in(
    3,
    ("question", "value", "mistake"),
    [
        # λ = 1 where the count is zero: P(u|-) = 1/4, and 2/3, 2/3, 1/2 as they were counted
        ("P(x)", F(2, 5) * F(1, 4) * F(1, 2) + F(3, 5) * F(4, 9), "only-zeros-smoothed"),
        # + has no zero count, so that its joint is the one without any smoothing
        ("P(+,x)", F(3, 5) * F(2, 3) * F(2, 3), "smoothing-forgotten"),
        # λ = 1 in the class - alone: 1/4 and 2/4 there, 2/3 and 2/3 in the class +
        (
            "P(+|x)",
            F(3, 5) * F(4, 9) / (F(3, 5) * F(4, 9) + F(2, 5) * F(1, 4) * F(2, 4)),
            "only-class-with-zero-smoothed",
        ),
    ],
)
def test_smoothing_in_part_is_named(tmp_path, question: str, value: F, mistake: str) -> None:
    """Who smooths only zero counts, or only the class that has one, is told."""
    grader = given(tmp_path, ZEROS)
    assert mistake in blamed(grader.judge(grader.asked[question], to_figures(value, 6)))


def test_without_a_zero_count_nothing_is_smoothed_in_part(tmp_path) -> None:
    """Where no count is zero, to leave all unsmoothed is to forget λ, and nothing else."""
    grader = given(tmp_path, ZEROS.replace("v s -", "u s -"))
    found = {each.id for each in grader.answer_key.alternatives.common_single}
    assert "smoothing-forgotten" in found
    assert not found & {"only-zeros-smoothed", "only-class-with-zero-smoothed"}


TEXTS = """[data]
table = '''
id class text
1  +     good good film
2  +     good
3  -     bad film
4  -     bad bad long film
'''
[model]
smoothing = 1
%s
[query]
x = "good film"
"""


@one_in(
    6,
    ("question", "value", "mistake"),
    [
        ("P(good|+)", F(3 + 1, 4 + 10), "tokens-for-vocabulary"),
        ("P(good|+)", F(1 + 1, 4 + 4), "count-of-another-word"),
        ("P(good|+)", F(3, 10), "marginal-for-conditional"),
        ("P(good|+)", F(5, 8), "numerator-off-by-one"),
        # of 2 documents: good 2, film 1, bad 0, long 0; (n + 1)/(2 + 2), the last two absent
        ("P(+,x)", F(1, 2) * F(3, 4) * F(2, 4) * F(3, 4) * F(3, 4), "bernoulli-for-multinomial"),
    ],
)
def test_slips_with_words_are_named(tmp_path, question: str, value: F, mistake: str) -> None:
    """|V| counted with repeats, another word looked up, documents counted as in another model."""
    grader = given(tmp_path, TEXTS % "")
    assert mistake in blamed(grader.judge(grader.asked[question], to_figures(value, 6)))


def test_factors_of_a_multinomial_in_a_bernoulli_model_are_named(tmp_path) -> None:
    """Of the ones of +, a has 2 and b 1 of 3: with λ = 1, (2 + 1)/(3 + 2), and what is 0 left out."""
    rows = "a b class\n1 1 +\n1 0 +\n0 1 -\n0 0 -\n1 1 -"
    model = "[model]\nfamily = 'bernoulli'\nsmoothing = 1\n[query]\nx = { a = 1, b = 0 }\n"
    grader = given(tmp_path, f"[data]\ntable = '''\n{rows}\n'''\n{model}")
    found = blamed(grader.judge(grader.asked["P(+,x)"], to_figures(F(2, 5) * F(3, 5), 6)))
    assert "multinomial-for-bernoulli" in found


COLD = [F(x) for x in ("25.2", "19.3", "18.5", "21.7", "20.1", "24.3", "22.8", "23.1", "19.8")]
WARM = [F(x) for x in ("27.3", "30.1", "17.4", "29.5", "15.1")]
MEAN, SIZE = sum(COLD) / 9, 9
VARIANCE = sum((x - MEAN) ** 2 for x in COLD) / 9
OTHER = sum(WARM) / 5
S, Z = sqrt(VARIANCE), float(22 - MEAN) / sqrt(VARIANCE)
BELL = exp(-Z * Z / 2)


@pytest.mark.exhaustive
@all_of(
    ("question", "value", "mistake"),
    [
        ("mean(temp|Yes)", OTHER, "other-class"),
        ("variance(temp|Yes)", sum((x - OTHER) ** 2 for x in WARM) / 5, "other-class"),
        ("sd(temp|Yes)", sqrt(sum((x - OTHER) ** 2 for x in WARM) / 5), "other-class"),
        ("mean(temp|Yes)", sum(COLD + WARM) / 14, "estimated-from-all-rows"),
        ("mean(temp|Yes)", sum(COLD), "sum-not-divided"),
        ("variance(temp|Yes)", VARIANCE * 9, "sum-not-divided"),
        ("mean(temp|Yes)", median(COLD), "median-for-mean"),
        ("variance(temp|Yes)", sum(x * x for x in COLD) / 9 - MEAN, "mean-not-squared"),
        ("variance(temp|Yes)", sum(abs(x - MEAN) for x in COLD) / 9, "mean-absolute-deviation"),
        ("variance(temp|Yes)", VARIANCE / 9, "standard-error"),
        ("sd(temp|Yes)", S / 3, "standard-error"),
        ("P(temp=22|Yes)", BELL / float(2 * VARIANCE) / pi, "root-forgotten"),
        ("P(temp=22|Yes)", BELL / (S * 2 * pi), "two-pi-outside-the-root"),
        ("P(temp=22|Yes)", BELL / S, "two-pi-dropped"),
        ("P(temp=22|Yes)", BELL / sqrt(2 * pi), "density-of-z"),
        ("P(temp=22|Yes)", Z, "z-for-density"),
        ("P(temp=22|Yes)", NormalDist().cdf(Z), "distribution-function"),
    ],
)
def test_slips_with_numbers_are_named(question: str, value: float, mistake: str) -> None:
    """What a slip makes of the temperatures of note 004, to six figures, is recognised by its id."""
    assert mistake in blamed(example("note_004_temperature", question, to_figures(F(value), 6)))


def test_rates_are_mistaken_as_means_are(tmp_path) -> None:
    """Of 2 and 4 calls the rate is 3: the sum is 6, over all rows it is 2, in the other class 1."""
    rows = "calls day\n2 on\n4 on\n1 off\n1 off"
    text = f"[data]\ntable = '''\n{rows}\n'''\n[model]\nfamilies = {{ calls = 'poisson' }}\n"
    grader = given(tmp_path, text, "rate(calls|on)")
    asked = grader.asked["rate(calls|on)"]
    found = {raw: blamed(grader.judge(asked, raw)) for raw in ("6", "2", "1")}
    assert "sum-not-divided" in found["6"]
    assert "estimated-from-all-rows" in found["2"]
    assert "other-class" in found["1"]
