"""Mistakes with normal densities, by hand from the temperatures of note 004."""

from __future__ import annotations

from fractions import Fraction as F
from math import exp, pi, sqrt

import pytest
from answering import blamed, example, given, grader_of
from thoroughness import all_of, one_in

from exactnb import Grader, ModelChoice, Problem, Table
from exactnb.teach.grading.reports.text_report import discrimination_text

COLD = [F(x) for x in ("25.2", "19.3", "18.5", "21.7", "20.1", "24.3", "22.8", "23.1", "19.8")]
WARM = [F(x) for x in ("27.3", "30.1", "17.4", "29.5", "15.1")]


def mean_of(numbers: list[F]) -> F:
    return sum(numbers, F(0)) / len(numbers)


def squares_of(numbers: list[F]) -> F:
    return sum(((x - mean_of(numbers)) ** 2 for x in numbers), F(0))


MEAN, OTHER_MEAN = mean_of(COLD), mean_of(WARM)
VARIANCE = squares_of(COLD) / 9
OFF = float((22 - MEAN) ** 2)
V, S = float(VARIANCE), sqrt(VARIANCE)


def test_the_estimates_are_those_of_the_note() -> None:
    """By hand: means 974/45 and 597/25, variances over N 3989/810 and 25131/625."""
    assert (F(974, 45), F(597, 25)) == (MEAN, OTHER_MEAN)
    assert (VARIANCE, squares_of(WARM) / 5) == (F(3989, 810), F(25131, 625))


@all_of(
    ("question", "value", "mistake"),
    [
        ("variance(temp|Yes)", squares_of(COLD) / 8, "variance-with-another-divisor"),
        ("variance(temp|No)", squares_of(WARM) / 4, "variance-with-another-divisor"),
        ("variance(temp|Yes; n1)", squares_of(COLD) / 9, "variance-with-another-divisor"),
        ("variance(temp|Yes)", squares_of(COLD + WARM) / 14, "variance-of-all-rows"),
        ("variance(temp|Yes)", (squares_of(COLD) + squares_of(WARM)) / 14, "covariance-pooled"),
        ("variance(temp|Yes)", S, "deviation-for-variance"),
        ("sd(temp|Yes)", VARIANCE, "variance-for-deviation"),
        ("sd(temp|Yes)", sqrt(squares_of(COLD) / 8), "variance-with-another-divisor"),
        (
            "P(temp=22|Yes)",
            exp(-OFF / (2 * S)) / sqrt(2 * pi * V),
            "deviation-for-variance-in-exponent",
        ),
        ("P(temp=22|Yes)", exp(-OFF / (2 * V)) / (V * sqrt(2 * pi)), "variance-outside-the-root"),
        ("P(temp=22|Yes)", exp(-OFF / (2 * V)) / sqrt(2 * pi * S), "deviation-under-the-root"),
        ("P(temp=22|Yes)", exp(-OFF / V) / sqrt(2 * pi * V), "two-dropped-in-exponent"),
        ("P(temp=22|Yes)", exp(-OFF / (2 * V)), "normaliser-dropped"),
        ("P(temp=22|Yes)", exp(-OFF / (2 * V)) * sqrt(2 * pi * V), "normaliser-multiplied"),
        ("P(temp=22|Yes)", exp(OFF / (2 * V)) / sqrt(2 * pi * V), "sign-of-exponent-lost"),
        ("P(temp=22|Yes)", exp(-sqrt(OFF) / (2 * V)) / sqrt(2 * pi * V), "square-dropped"),
        (
            "P(temp=22|Yes)",
            exp(-float((22 - OTHER_MEAN) ** 2) / (2 * V)) / sqrt(2 * pi * V),
            "mean-of-another-class",
        ),
    ],
)
def test_mistakes_with_densities_are_named(question: str, value: float, mistake: str) -> None:
    """What a mistake makes of a variance or a density, to six figures, is recognised by its id."""
    assert mistake in blamed(example("note_004_temperature", question, f"{float(value):.6g}"))


def test_the_mean_of_another_class_is_mixed_up_in_one_density() -> None:
    """A mean looked up in the wrong row changes one density; both would exchange the classes."""
    wrong = exp(-float((22 - OTHER_MEAN) ** 2) / (2 * V)) / sqrt(2 * pi * V)
    other = squares_of(WARM) / 5
    right = exp(-float((22 - OTHER_MEAN) ** 2) / (2 * float(other))) / sqrt(2 * pi * float(other))
    yes, no = wrong * 9 / 14, right * 5 / 14
    graded = example("note_004_temperature", "P(Yes|x)", f"{yes / (yes + no):.6g}")
    found = {(m.alternative.id, m.alternative.detail) for m in graded.matches}
    assert ("mean-of-another-class", "column temp, class Yes") in found


@pytest.mark.exhaustive
def test_a_table_of_what_is_told_says_which_values_are_rounded() -> None:
    """A density in six figures has its ≈, a variance that is a fraction of integers has none."""
    exact, rounded = "variance(temp|Yes)", "P(temp=22|Yes)"
    lines = discrimination_text(grader_of("note_004_temperature", exact, rounded)).splitlines()
    assert "variance(temp|Yes) = 3989/810" in lines
    assert any(line.startswith("P(temp=22|Yes) ≈ 0.1") for line in lines)
    values = [line.split() for line in lines if line.startswith("   ") and line[3:4].isdigit()]
    typed = [words[0] for words in values if "misconceptions:" not in words and "rows" not in words]
    assert all("/" in value or "." not in value for value in typed)


def test_another_divisor_is_a_convention() -> None:
    """Some divide by N and some by N - 1: that alone is not called wrong."""
    graded = example("note_004_temperature", "variance(temp|Yes)", "3989/720")
    assert [(m.alternative.id, m.alternative.is_convention) for m in graded.matches] == [
        ("variance-with-another-divisor", True)
    ]


COUNTS = """[data]
table = '''
calls  wait  day
2      1/2   on
4      1     on
1      3     off
1      5     off
'''
[model]
families = { calls = "poisson", wait = "exponential" }
[query]
x = { calls = 2, wait = 1 }
"""


@one_in(
    3,
    ("question", "value", "mistake"),
    [
        ("rate(wait|on)", 0.75, "mean-for-rate"),
        ("P(calls=2|on)", 9 * exp(-3), "factorial-forgotten"),
        ("P(wait=1|on)", exp(-4 / 3), "rate-before-exponential-forgotten"),
        ("P(calls=2|off)", exp(-1), "factorial-forgotten"),
    ],
)
def test_mistakes_with_rates_are_named(tmp_path, question: str, value: float, mistake: str) -> None:
    """A forgotten x!, a forgotten λ, and a mean taken for a rate are recognised."""
    grader = given(tmp_path, COUNTS)
    assert mistake in blamed(grader.judge(grader.asked[question], f"{value:.6g}"))


def test_who_keeps_three_figures_is_recognised_by_three() -> None:
    """Of 1, 2 and 4, x = 20 has the density 8.63e-45; by 2.33 and 1.56 for 7/3 and 14/9, 1.10e-44."""
    table = Table.from_rows([("1", "a"), ("2", "a"), ("4", "a"), ("15", "b"), ("18", "b")], ["l", "k"])
    choice = {"m": ModelChoice(families={"l": "gaussian"})}
    grader = Grader(Problem(table, query={"x": {"l": "20"}}, models=choice))
    graded = grader.grade({"P(l=20|a)": "1.10e-44"}).graded[0]
    assert blamed(graded) == {"rounded-early"}
    assert not blamed(grader.grade({"P(l=20|a)": "1.1e-44"}).graded[0])
