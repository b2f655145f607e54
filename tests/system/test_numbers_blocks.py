"""Several columns together: counts without their products, rows left out, weights, given numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from random import Random

import pytest
from thoroughness import all_of

from exactnb import Conventions, ModelChoice, Problem, Table, count, solve
from exactnb.core.arithmetic.values import Undefined
from exactnb.core.data.summaries import read_parameters
from exactnb.errors import InputError

ROWS = [("-3", "0", "a"), ("-3", "3", "a"), ("3", "3", "a"), ("2", "-1", "a"),
        ("3", "-4", "b"), ("2", "2", "b"), ("-4", "3", "b"), ("0", "-1", "b")]  # fmt: skip


def of(
    rows: Sequence[Sequence[object]], family: str, *, weight: str | None = None, **said: str
) -> Problem:
    """Return the problem of rows with the columns x and y, the class, and perhaps a weight."""
    heads = ["x", "y", "k", "w"][: len(rows[0])]
    table = Table.from_rows(rows, heads, label="k", weight=weight)
    return Problem(table, models={"model": ModelChoice(Conventions(**said), family=family)})


def test_counts_need_the_products_of_columns_that_go_together() -> None:
    """Counted with them, counts say what the rows say; without them, they are refused."""
    problem = of(ROWS, "lda")
    models = {"model": ModelChoice(family="lda")}
    together = Problem(count(problem.data, together=[("x", "y")]), models=models)
    assert solve(together)["covariance(x,y)"] == solve(problem)["covariance(x,y)"] == F(-83, 32)
    with pytest.raises(InputError, match="lda needs the products of 'x' and 'y': count"):
        Problem(count(problem.data), models=models).predictions  # noqa: B018


def test_a_row_that_is_left_out_takes_its_products_along() -> None:
    """Sums of other classes stay: none of the eight rows is decided rightly without itself."""
    assert solve(of(ROWS, "qda"), only=["accuracy_left_out"])["accuracy_left_out"] == 0


@pytest.mark.exhaustive  # test_numbers_two_blocks.py refits fewer rows
def test_rows_left_out_of_two_blocks_are_refitted() -> None:
    """Linear discriminant analysis beside spherical columns: 14 rows a class, left out one by one."""
    dice = Random(7)
    rows = [
        [str(dice.randint(-5, 5) + 3 * (k == "b")) for _ in range(4)] + [k]
        for k in "ab"
        for _ in range(14)
    ]
    heads = ["x", "y", "u", "v", "k"]
    families = {"x": "lda", "y": "lda", "u": "spherical", "v": "spherical"}
    models = {"model": ModelChoice(families=families)}
    whole = Problem(Table.from_rows(rows, heads), models=models)
    found = 0
    for at, row in enumerate(rows):
        others = Problem(Table.from_rows(rows[:at] + rows[at + 1 :], heads), models=models)
        found += others.decide(dict(zip(heads[:4], row, strict=False))) == (row[4],)
    assert solve(whole, only=["accuracy_left_out"])["accuracy_left_out"] == F(found, len(rows))
    assert found > 14


@all_of(
    ("weight", "family", "said", "refusal"),
    [
        ("1/4", "lda", {"divisor": "N-K"}, "the weights of all rows add up to 3/2; N-K is negative"),
        ("1/3", "lda", {"divisor": "N-K"}, "the weights of all rows add up to 2; N-K is 0"),
        ("1/3", "qda", {"divisor": "N-1"}, "the weights of class 'a' add up to 1; N-1 is 0"),
        ("1/4", "qda", {"divisor": "N-1"}, "the weights of class 'a' add up to 3/4; N-1 is negative"),
        ("1/4", "gaussian", {"divisor": "N-K", "share": "classes"}, "add up to 3/2; N-K is negative"),
        ("1/3", "gaussian", {"divisor": "N-1"}, "the weights of class 'a' add up to 1; N-1 is 0"),
        ("1/6", "lda", {"divisor": "N-1", "covariance": "total"}, "all rows add up to 1; N-1 is 0"),
    ],
)  # fmt: skip
def test_weights_leave_a_positive_divisor(
    weight: str, family: str, said: dict[str, str], refusal: str
) -> None:
    """A divisor that is 0 or negative, where there are deviations, is refused."""
    rows = [(*row, weight) for row in (*ROWS[:3], *ROWS[4:7])]
    with pytest.raises(InputError) as error:
        of(rows, family, weight="w", **said).predictions  # noqa: B018
    assert refusal in str(error.value)


def test_the_total_covariance_has_one_mean() -> None:
    """Weights of 6/5 in all are enough for N − 1, though each class has less than 1."""
    rows = [(*row, "1/5") for row in (*ROWS[:3], *ROWS[4:7])]
    solution = solve(of(rows, "lda", weight="w", divisor="N-1", covariance="total"))
    numbers = [F(row[0]) for row in rows]
    mean = sum(numbers) / 6
    assert solution["variance(x)"] == sum((x - mean) ** 2 for x in numbers) / 5 / F(1, 5)


def test_one_row_over_n_less_one_is_undefined() -> None:
    """No deviations over 0 are 0/0, which is a result."""
    solution = solve(of([("1", "2", "a"), ("3", "5", "b"), ("4", "9", "b")], "gaussian", divisor="N-1"))
    assert str(solution["variance(x|a)"]) == "undefined"


def test_columns_that_are_all_alike_are_named() -> None:
    """A covariance that is zero is refused with its columns."""
    with pytest.raises(InputError, match="of class 'a' is zero: all rows are alike in 'x', 'y'"):
        of([("1", "2", "a"), ("1", "2", "a"), *ROWS[4:]], "qda").predictions  # noqa: B018


GIVEN = "k a b\nprior 1/4 3/4\nmean(x) 0 2\nmean(y) 1 3\nvariance(x) 1 4\n{}"


@pytest.mark.parametrize("last", ["variance(y) 1 4", "sd(y) 1 2"])
def test_spherical_columns_have_given_numbers(last: str) -> None:
    """The variance is given with each column, and is one and the same."""
    data = read_parameters(GIVEN.format(last))
    problem = Problem(
        data, models={"model": ModelChoice(family="spherical")}, query={"q": {"x": 1, "y": 1}}
    )
    solution = solve(problem)
    assert solution["variance(b)"] == 4
    assert str(solution["argmax(q)"].labels) == "('a',)"  # type: ignore[union-attr]


def test_spherical_columns_do_not_differ() -> None:
    """Two given variances in one class are refused."""
    data = read_parameters(GIVEN.format("variance(y) 1 5"))
    with pytest.raises(InputError, match="class 'b': spherical has one variance for all columns"):
        Problem(data, models={"model": ModelChoice(family="spherical")}).predictions  # noqa: B018


def test_a_covariance_of_no_rows_is_undefined() -> None:
    """A class without rows, under a given prior, has a covariance of 0/0, and what rests on it."""
    rows = "[data]\nclasses = ['a', 'b']\nclass = 'k'\ntable = '''\nx,y,k\n1,2,a\n2,5,a\n4,3,a\n'''\n"
    model = "[model]\nprior = 'uniform'\nfamily = 'qda'\n[query]\nq = { x = 1, y = 2 }\n"
    solution = solve(Problem.from_text(rows + model))
    for name in ("covariance(b)", "precision(b)", "variance(x|b)", "P(b,q)", "argmax(q)", "P(a|q)"):
        assert isinstance(solution[name], Undefined), name
    assert solution["variance(x|a)"] == F(14, 9)
    assert all(map(bool, (solution.latex(), solution.markdown(), solution.json())))
