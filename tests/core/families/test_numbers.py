"""Families of columns of numbers, by hand: estimates, boundaries, and what they refuse."""

from __future__ import annotations

from fractions import Fraction as F
from math import exp, log, pi, sqrt
from statistics import NormalDist

import pytest
from mistaken import mistaken
from thoroughness import all_of

from exactnb import Conventions, ModelChoice, Problem, Solution, Table, solve
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.spell import spell
from exactnb.core.model.quantity import Effort
from exactnb.errors import InputError


def of(family: str, a: list[str], b: list[str], ask: list[str], **said: object) -> Solution:
    """Return the answers to some questions about one column of numbers in two classes."""
    rows = [*((x, "a") for x in a), *((x, "b") for x in b)]
    choice = ModelChoice(Conventions(**said), family)  # type: ignore[arg-type]
    return solve(Problem(Table.from_rows(rows, ["x", "k"]), {}, {"model": choice}, ask=ask))


def planes(family: str, rows: list[tuple[str, str, str]], ask: list[str], **said: object) -> Solution:
    """Return the answers to some questions about two columns of numbers."""
    choice = ModelChoice(Conventions(**said), family)  # type: ignore[arg-type]
    return solve(Problem(Table.from_rows(rows, ["x", "y", "k"]), {}, {"model": choice}, ask=ask))


@all_of(
    "family, a, b, boundary",
    [
        # (1/2)·e^(−x/2) = (1/4)·e^(−x/4) at x = 4·ln 2
        ("exponential", ["1", "3"], ["4", "4"], 4 * log(2)),
        # e^(−1) = e^(−4)·4^x at x = 3/ln 4
        ("poisson", ["1", "1"], ["4", "4"], 3 / log(4)),
        # (1/2)·(1/2)^(x−1) = (1/4)·(3/4)^(x−1) at x = 1 + ln 2/ln 3/2
        ("geometric", ["2", "2"], ["4", "4"], 1 + log(2) / log(1.5)),
        ("geometric0", ["1", "1"], ["3", "3"], log(2) / log(1.5)),
    ],
)
def test_where_two_classes_are_as_likely(family: str, a, b, boundary: float) -> None:
    """The one place where both densities are equal, by hand, and on which side which class lies."""
    solution = of(family, a, b, ["boundary(a:b)", "region(a:b)"])
    (place,) = solution["boundary(a:b)"].parts
    near = F(boundary).limit_denominator(10**9)
    assert values.compare(place, near - F(1, 10**6)) == 1
    assert values.compare(place, near + F(1, 10**6)) == -1


@all_of(
    ("said", "variances"),
    [
        ({}, (F(1), F(4))),
        ({"divisor": "N-1"}, (F(2), F(8))),
        ({"share": "classes"}, (F(5, 2), F(5, 2))),
        ({"share": "classes", "divisor": "N-K"}, (F(5), F(5))),
        ({"epsilon": "1/2"}, (F(3, 2), F(9, 2))),
        # of all rows 1, 3, 6, 10 the variance is 46/4
        ({"epsilon": {"relative": "1/2"}}, (1 + F(46, 8), 4 + F(46, 8))),
    ],
)
def test_variances_by_hand(said, variances) -> None:
    """Of 1 and 3, and of 6 and 10: over all rows, over one less, shared, and with something added."""
    ask = ["variance(x|a)", "variance(x|b)"]
    solution = of("gaussian", ["1", "3"], ["6", "10"], ask, **said)
    assert tuple(solution[name] for name in ask) == variances


@all_of(
    "said, words",
    [({}, "MLE"), ({"divisor": "N-1"}, "divisor N-1"), ({"epsilon": "1"}, "MLE, and ε")],
)
def test_an_estimate_says_its_kind(said, words: str) -> None:
    """The reason of a variance is the kind of its estimate."""
    solution = of("gaussian", ["1", "3"], ["6", "10"], ["variance(x|a)"], **said)
    name = solution.problem.scope.resolve("variance(x|a)")
    assert solution.quantities[name].reason.words == words


def test_what_is_lacking_in_a_name_is_told() -> None:
    """A variance of each column and class is asked for with both."""
    with pytest.raises(
        InputError, match=r"variance\(x\): there is a variance for each class; say which"
    ):
        of("gaussian", ["1", "3"], ["6", "10"], ["variance(x)"])


ALIKE = [("1", "2", "a"), ("1", "2", "a"), ("3", "1", "b"), ("4", "5", "b"), ("5", "1", "b")]
TIED = [
    ("1", "2", "a"),
    ("2", "4", "a"),
    ("3", "6", "a"),
    ("4", "5", "b"),
    ("5", "1", "b"),
    ("3", "1", "b"),
]
BOTH_ALIKE = [("1", "2", "a"), ("1", "2", "a"), ("3", "1", "b"), ("3", "1", "b")]
BOTH_TIED = [("1", "2", "a"), ("2", "4", "a"), ("3", "7", "b"), ("5", "11", "b")]


@all_of(
    "family, rows, words",
    [
        ("qda", ALIKE, r"the covariance of class 'a' is zero: all rows are alike in 'x', 'y'"),
        ("lda", BOTH_ALIKE, r"the covariance is zero: all rows of a class are alike in 'x', 'y'"),
        (
            "qda",
            TIED,
            r"the covariance of class 'a' is singular: 2·'x' − 'y' is the same in every row$",
        ),
        (
            "lda",
            BOTH_TIED,
            r"the covariance is singular: 2·'x' − 'y' is the same in every row of a class",
        ),
    ],
)
def test_columns_that_are_tied_have_no_covariance(family: str, rows, words: str) -> None:
    """A covariance without an inverse is refused with the sum of columns that stays the same."""
    with pytest.raises(InputError, match=words):
        planes(family, rows, ["argmax(x=1,y=1)"])


def test_a_total_covariance_is_about_one_mean() -> None:
    """Of (0, 0), (2, 0), (4, 4), (6, 4) the deviations are from (3, 2): 20/4, 16/4 and 16/4."""
    rows = [("0", "0", "a"), ("2", "0", "a"), ("4", "4", "b"), ("6", "4", "b")]
    ask = ["variance(x)", "variance(y)", "covariance(x,y)"]
    total = planes("lda", rows, ask, covariance="total")
    assert [total[name] for name in ask] == [5, 4, 4]


def test_a_total_covariance_of_few_and_many_rows() -> None:
    """Of 0 twice and of 1 sixty times over two classes, each square counts, listed or added up."""
    rows = [("0", str(at % 2), "a") for at in range(2)] + [("1", str(at % 3), "b") for at in range(60)]
    total = planes("lda", rows, ["variance(x)"], covariance="total")
    assert total["variance(x)"] == F(2 * 60, 62**2)


def test_a_given_deviation_stands_for_a_variance() -> None:
    """A row sd(x) of 3 is a variance of 9, and one of variance(x) is it itself."""
    text = 'ask = ["variance(x|a)", "sd(x|b)"]\n[model]\nfamily = "gaussian"\n'
    text += "[data]\nparameters = '''\nclass | a | b\nprior | 1/2 | 1/2\nmean(x) | 0 | 1\n"
    text += "sd(x) | 3 | 2\n'''\n"
    solution = solve(Problem.from_text(text))
    assert solution["variance(x|a)"] == 9
    assert solution["sd(x|b)"] == 2


@all_of(
    ("family", "value", "words"),
    [("poisson", "1/2", "poisson needs whole numbers from 0"),
    ("poisson", "-1", "whole numbers from 0"),
     ("geometric", "0", "geometric needs whole numbers from 1"),
     ("geometric0", "-1", "whole numbers from 0"),
     ("geometric", "3/2", "whole numbers from 1"), ("exponential", "-1", "exponential")],
)  # fmt: skip
def test_numbers_that_a_family_cannot_hold_are_refused(family: str, value: str, words: str) -> None:
    """Counts are whole numbers from the least on, waiting times not negative."""
    with pytest.raises(InputError, match=words):
        of(family, ["1", value], ["2", "4"], ["argmax(x=1)"])


@all_of(
    ("family", "question", "value"),
    [
        ("poisson", "P(x=0|a)", exp(-2)), ("poisson", "P(x=1|a)", 2 * exp(-2)),
        ("poisson", "P(x=3|a)", 8 * exp(-2) / 6), ("geometric", "P(x=1|a)", 0.5),
        ("geometric", "P(x=2|a)", 0.25), ("geometric", "P(x=4|a)", 0.0625),
        ("geometric", "P(x=0|a)", 0),
        ("geometric0", "P(x=0|a)", 1 / 3), ("geometric0", "P(x=1|a)", 2 / 9),
        ("exponential", "P(x=2|a)", 0.5 * exp(-1)), ("exponential", "P(x=0|a)", 0.5),
        ("exponential", "P(x=-1|a)", 0), ("poisson", "P(x=-1|a)", 0),
    ],
)  # fmt: skip
def test_probabilities_of_single_numbers(family: str, question: str, value: float) -> None:
    """Where the mean of class a is 2; what cannot be has probability 0."""
    found = of(family, ["1", "3"], ["4", "4"], [question])[question]
    near = F(value).limit_denominator(10**12)
    assert abs(values.compare(found, near)) == 0 or (
        values.compare(found, near - F(1, 10**9)) == 1
        and values.compare(found, near + F(1, 10**9)) == -1
    )


@pytest.mark.parametrize(("take", "shape", "rate"), [("mean", "1/2", F(3, 2)), ("mode", "2", F(5, 3))])
def test_a_gamma_prior_moves_a_rate(take: str, shape: str, rate: F) -> None:
    """Of the counts 1 and 3 beside Gamma(α, 1) the mean is (α + 4)/3 and the mode (α + 3)/3."""
    rule = {"gamma": [shape, "1"], "take": take}
    assert of("poisson", ["1", "3"], ["4", "4"], ["rate(x|a)"], smoothing=rule)["rate(x|a)"] == rate


def test_a_mode_needs_a_shape_of_one_at_least() -> None:
    """Gamma(1/2, 1) has its mode at 0 whatever the counts, and is refused; its mean is not."""
    with pytest.raises(InputError, match="mode"):
        Conventions(smoothing={"gamma": ["1/2", "1"], "take": "mode"})


@all_of(
    "said, slips",
    [
        ({}, {"variance-with-another-divisor", "variance-of-all-rows", "covariance-pooled"}),
        ({"share": "classes"}, {"variance-with-another-divisor"}),
        ({"share": "all"}, {"variance-with-another-divisor"}), ({"epsilon": 1}, set()),
    ],
)  # fmt: skip
def test_mistakes_with_a_variance_fit_what_it_is_of(said, slips: set[str]) -> None:
    """The variance of all rows is a mistake for that of one class, not for one that is shared."""
    solution = of("gaussian", ["1", "3"], ["6", "10"], ["P(x=1|a)"], **said)
    share = said.get("share", "none")
    name = {"none": "variance(x|a)", "classes": "variance(x)", "all": "variance"}[share]
    found = {slip for slip, _ in mistaken(solution.problem, name)}
    assert {each for each in found if "variance" in each and "deviation" not in each} == slips


@pytest.mark.parametrize(("rows", "is_listed"), [(12, True), (13, False)])
def test_few_numbers_are_written_one_by_one(rows: int, is_listed: bool) -> None:
    """Twelve numbers of a class stand in their sum, of thirteen it has a name."""
    numbers = [str(number) for number in range(rows)]
    solution = of("gaussian", numbers, ["1", "3"], ["mean(x|a)", "variance(x|a)"])
    names = {str(name) for name in solution.quantities}
    assert ("sum(x,a)" in names) != is_listed
    assert solution["mean(x|a)"] == F(rows - 1, 2)
    assert solution["variance(x|a)"] == F(rows**2 - 1, 12)


@all_of(
    ("slip", "value"),
    [
        ("deviation-for-variance-in-exponent", exp(-9 / 4) / sqrt(8 * pi)),
        ("variance-outside-the-root", exp(-9 / 8) / (4 * sqrt(2 * pi))),
        ("deviation-under-the-root", exp(-9 / 8) / sqrt(4 * pi)),
        ("two-dropped-under-the-root", exp(-9 / 8) / sqrt(4 * pi)),
        ("two-dropped-in-exponent", exp(-9 / 4) / sqrt(8 * pi)), ("normaliser-dropped", exp(-9 / 8)),
        ("normaliser-multiplied", exp(-9 / 8) * sqrt(8 * pi)),
        ("sign-of-exponent-lost", exp(9 / 8) / sqrt(8 * pi)),
        ("square-dropped", exp(-3 / 8) / sqrt(8 * pi)),
        ("mean-of-another-class", exp(-4 / 8) / sqrt(8 * pi)),
        ("root-forgotten", exp(-9 / 8) / (8 * pi)), ("two-pi-outside-the-root", exp(-9 / 8) / (4 * pi)),
        ("two-pi-dropped", exp(-9 / 8) / 2), ("density-of-z", exp(-9 / 8) / sqrt(2 * pi)),
        ("z-for-density", 3 / 2), ("distribution-function", NormalDist().cdf(3 / 2)),
        ("upper-tail", NormalDist().cdf(-3 / 2)), ("two-sided-tail", 2 * NormalDist().cdf(-3 / 2)),
        ("interval-about-x", NormalDist().cdf(7 / 4) - NormalDist().cdf(5 / 4)),
        ("variance-multiplied-in-exponent", exp(-9 / 2 * 4) / sqrt(8 * pi)),
        ("two-squared-in-exponent", exp(-9 / 16) / sqrt(8 * pi)),
        ("deviation-before-the-fraction", exp(-9 / 8) * 2 / sqrt(2 * pi)),
        ("ten-for-e", 10 ** (-9 / 8) / sqrt(8 * pi)),
        ("variance-for-deviation-in-density", exp(-9 / 32) / sqrt(32 * pi)),
        ("variance-for-deviation-in-exponent", exp(-9 / 32) / sqrt(8 * pi)),
    ],
)  # fmt: skip
def test_each_mistake_with_a_density_has_its_value(slip: str, value: float) -> None:
    """Of 4 beside a mean of 1, a variance of 4 and another mean of 2, to twelve figures."""
    rows = "k | a | b\nprior | 1/2 | 1/2\nmean(x) | 1 | 2\nvariance(x) | 4 | 4\n"
    problem = Problem.from_text(f"[data]\nparameters = '''\n{rows}'''\n")
    found = dict(mistaken(problem, "P(x=4|a)"))
    numbers = {"mean(x|a)": 1, "mean(x|b)": 2, "variance(x|a)": 4, "variance(x|b)": 4}
    values = {problem.scope.resolve(name): F(value) for name, value in numbers.items()}
    assert len(found) == 26  # and the density of the other class
    shown = rounded(evaluate(found[slip], values.__getitem__), Rounding(figures=12))
    assert abs(float(shown.value) / value - 1) < 1e-11


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("geometric", {2: "(1 - success(x|a))^2 * success(x|a)", -1: ""}),
        ("geometric0", {2: "(1 - success(x|a))^1 * success(x|a)", 0: ""}),
    ],
)
def test_another_start_of_the_count_is_a_mistake_where_it_can_be(name: str, told) -> None:
    """From 0 on there are two failures in a 2, from 1 on one; a 0 or less is no count from 1 on."""
    solution = of(name, ["1", "3"], ["4", "4"], ["P(x=2|a)"])
    for x, formula in told.items():
        found = dict(mistaken(solution.problem, f"P(x={x}|a)"))
        mistake = found.get("one-failure-more-or-less")
        assert (spell(mistake) if mistake else "") == formula


ROWS = [
    ("1", "2", "+"),
    ("3", "1", "+"),
    ("4", "4", "+"),
    ("2", "5", "-"),
    ("1", "9", "-"),
    ("8", "1", "-"),
]
EXPONENT = "-1/2 * ([1, 2] - mean(+))^T precision{0} ([1, 2] - mean(+))"
NORMAL = f"exp({EXPONENT}) / sqrt((2 * pi)^2 * det(covariance{{0}}))"


@all_of(
    ("families", "asked", "formula", "reason"),
    [
        ("gaussian gaussian", "P(x=1|+)",
         "exp(-(1 - mean(x|+))^2 / (2 * variance(x|+))) / sqrt(2 * pi * variance(x|+))",
         "Gaussian density"),
        ("lda lda", "P(x=1,z=2|+)", NORMAL.format(""), "normal density"),
        ("qda qda", "P(x=1,z=2|+)", NORMAL.format("(+)"), "normal density"),
        ("poisson geometric", "P(x=0|+)", "exp(-rate(x|+))", "Poisson"),
        ("poisson geometric", "P(x=1|+)", "rate(x|+) * exp(-rate(x|+))", "Poisson"),
        ("poisson geometric", "P(x=2|+)", "(rate(x|+)^2 * exp(-rate(x|+))) / 2!", "Poisson"),
        ("poisson geometric", "P(z=1|+)", "success(z|+)", "Geometric"),
        ("poisson geometric", "P(z=2|+)", "(1 - success(z|+)) * success(z|+)", "Geometric"),
    ],
)  # fmt: skip
def test_a_factor_is_written_as_its_family_says(
    families: str, asked: str, formula: str, reason: str
) -> None:
    """A factor of 1 and a power of 0 are left out, and 1! too; the words name the distribution."""
    choice = ModelChoice(families=dict(zip("xz", families.split(), strict=True)))
    problem = Problem(Table.from_rows(ROWS, ["x", "z", "y"]), {}, {"m": choice})
    found = problem.define(problem.scope.resolve(asked), Effort())
    assert (spell(found.formula), found.reason.words) == (formula, reason)


@all_of(
    "asked, formula, reason",
    [
        ("P(x=0|a)", "1", "given"),
        ("P(x=1|a)", "P(x=0|a) + (P(x=2|a) - P(x=0|a)) * (1 - 0) / (2 - 0)",
         "on the line between two points"),
        ("P(x=3|a)", "0", "outside of the range"),
    ],
)  # fmt: skip
def test_a_height_is_given_or_lies_between_two_points(asked: str, formula: str, reason: str) -> None:
    """Of a triangle from 1 down to 0 on [0, 2]."""
    rows = "k | a | b\nprior | 1/2 | 1/2\npoints(x) | 0:1 2:0 | 0:0 2:1\n"
    problem = Problem.from_text(f"[data]\nparameters = '''\n{rows}'''\n[model]\nfamily = 'piecewise'\n")
    found = problem.define(problem.scope.resolve(asked), Effort())
    assert (spell(found.formula), found.reason.words) == (formula, reason)


@all_of("x, forgotten", [(0, []), (1, []), (2, ["rate(x|+)^2 * exp(-rate(x|+))"])])
def test_a_factorial_is_forgotten_where_there_is_one(x: int, forgotten: list[str]) -> None:
    """Divided by 0! and by 1! a probability stays what it is."""
    problem = Problem(Table.from_rows(ROWS, ["x", "z", "y"]), {}, {"m": ModelChoice(family="poisson")})
    found = mistaken(problem, f"P(x={x}|+)")
    assert [spell(of) for slip, of in found if slip == "factorial-forgotten"] == forgotten
