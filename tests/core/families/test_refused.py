"""What families refuse, word for word, and what they just still take."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from refusals import told
from thoroughness import all_of

from exactnb import Problem
from exactnb.core import families

GAMMA = '{ gamma = [2, 3], take = "mean" }'
VALUES = "a k\nu +\nv +\nu -"
TEXTS = "class text\n+ p q\n- q"
PLANE = "x y k\n1 2 a\n3 5 a\n4 4 a\n4 1 b\n8 3 b\n9 9 b"


def read(kind: str, rows: str, model: str = "", data: str = "", prior: str = "") -> Problem:
    """Return a problem of rows, counts or given numbers, with the choices of a model."""
    said = f"[model]\n{model}\n" if model else ""
    return Problem.from_text(f"[data]\n{kind} = '''\n{prior}{rows}\n'''\n{data}\n{said}")


def given(rows: str, model: str = "") -> Problem:
    """Return a problem of given numbers in two classes that are as likely."""
    return read("parameters", rows, model, prior="k | a | b\nprior | 1/2 | 1/2\n")


@all_of(
    ("choice", "message"),
    [
        (
            "gda",
            "gda can mean qda (a covariance for each class) or lda (one covariance for all); say which",
        ),
        ({}, "expected a family or { family = { ... } }; got '{}'"),
        (
            {"lda": {}, "qda": {}},
            "expected a family or { family = { ... } }; got '{ lda = {}, qda = {} }'",
        ),
        (3, "expected a family or { family = { ... } }; got '3'"),
        ({"lda": 3}, "expected { lda = { number = ... } }; got '3'"),
        (
            "negative-binomial",
            "negative-binomial needs r, the number of successes that are waited for, as "
            "in { negative-binomial = { r = 3 } }",
        ),
        (
            {"negative-binomial": {"r": 0}},
            "negative-binomial.r: expected a whole number from 1; got '0'",
        ),
        (
            {"negative-binomial": {"r": "x"}},
            "negative-binomial.r: expected a whole number from 1; got 'x'",
        ),
        (
            {"negative-binomial": {"r": "3/2"}},
            "negative-binomial.r: expected a whole number from 1; got '3/2'",
        ),
        ({"negative-binomial": {"r": 1}}, ""),
        ({"poisson": {"r": 3}}, "poisson has no number 'r', it has none"),
        ({"poisson": {}}, ""),
        ({"negative-binomial": {"r": 3, "s": 2}}, "negative-binomial has no number 's'; it has r"),
        (
            {"negative-binomial": {"rr": 3}},
            "negative-binomial has no number 'rr' (did you mean 'r'?); it has r",
        ),
    ],
)
def test_a_family_is_chosen_with_its_numbers_and_no_others(
    choice: families.Choice, message: str
) -> None:
    """A family is a name, or a table of its name and all the numbers that belong to it."""
    assert told(lambda: families.family_of_choice(choice)) == message


@all_of(
    ("rows", "data", "model", "message"),
    [
        (
            VALUES,
            "",
            'family = "bernoulli"',
            "model.family: column 'a' holds 'u'; bernoulli needs 0 and 1; "
            'of two names, say families = { "a" = "categorical" }',
        ),
        (
            "a b k\n1 . +\n0 . -",
            'missing = ["."]',
            'family = "bernoulli"',
            "model.family: column 'b' has no values; list 0 and 1 in data.values",
        ),
        (
            TEXTS,
            "",
            'family = "dirichlet-multinomial"\nsmoothing = { m = 2 }',
            "model.smoothing: dirichlet-multinomial needs numbers to add to the counts",
        ),
        (
            TEXTS,
            "",
            'family = "dirichlet-multinomial"\nsmoothing = { add = 1, cells = 7 }',
            "model.smoothing: dirichlet-multinomial needs numbers to add to the counts",
        ),
        (TEXTS, "", 'family = "dirichlet-multinomial"\nsmoothing = 0', ""),
        (
            VALUES,
            "",
            f"smoothing = {GAMMA}",
            "model.smoothing: gamma is for the rates of poisson columns; column 'a' is categorical",
        ),
        (
            VALUES,
            "",
            f"smoothings = {{ a = {GAMMA} }}",
            "model.smoothings.a: gamma is for the rates of poisson columns; column 'a' is categorical",
        ),
        (
            TEXTS,
            "",
            f"smoothing = {GAMMA}",
            "model.smoothing: gamma is for the rates of poisson columns; "
            "column 'the words' is multinomial",
        ),
        (
            PLANE,
            "",
            f'family = "lda"\nsmoothing = {GAMMA}',
            "model.smoothing: gamma is for the rates of poisson columns; column 'x' is lda",
        ),
        (
            PLANE,
            "",
            'family = "lda"\nsmoothings = { x = 1 }',
            "model.smoothings.x: column 'x' is lda, which is not smoothed",
        ),
        (
            PLANE,
            "",
            f'family = "gaussian"\nsmoothings = {{ x = {GAMMA} }}',
            "model.smoothings.x: column 'x' is gaussian, which is not smoothed",
        ),
        (PLANE, "", 'family = "gaussian"\nsmoothings = { x = 0 }\nsmoothing = 1', ""),
        (
            PLANE,
            "",
            'family = "poisson"\nsmoothings = { x = 1 }',
            "model.smoothings.x: column 'x' is poisson, whose rates take "
            "{ gamma = [a, b], take = ... }",
        ),
        (PLANE, "", f'family = "poisson"\nsmoothing = 1\nsmoothings = {{ x = {GAMMA} }}', ""),
        (
            PLANE,
            "",
            'family = "lda"\ndivisor = "N-1"',
            "model.divisor: N-1 does not fit lda; N or N-K does",
        ),
        (
            PLANE,
            "",
            'family = "qda"\ndivisor = "N-K"',
            "model.divisor: N-K does not fit qda; N or N-1 does",
        ),
        (
            PLANE,
            "",
            'family = "lda"\ncovariance = "total"\ndivisor = "N-K"',
            "model.divisor: N-K does not fit lda; N or N-1 does",
        ),
        (
            PLANE,
            "",
            'family = "gaussian"\ndivisor = "N-K"',
            "model.divisor: N-K does not fit gaussian columns that share none; N or N-1 does",
        ),
        (
            "x y k\n1 1 a\n1 1 a\n2 2 b\n3 5 b\n4 4 b",
            "",
            'family = "qda"',
            "model.families: the covariance of class 'a' is zero: all rows are alike in 'x', 'y'",
        ),
        (
            "x k\n1 a\n1 a\n2 b\n3 b",
            "",
            'family = "qda"',
            "model.families: the covariance of class 'a' is singular: 'x' is the same in every row",
        ),
        ("x k\n1 a\n1 a\n2 b\n3 b", "", 'family = "lda"', ""),
        ("x k\n1 a\n1 a\n3 b\n3 b", "", 'family = "lda"\ncovariance = "total"', ""),
        (
            "x y z k\n1 1 2 a\n2 3 5 a\n4 4 8 a\n5 2 7 a\n1 0 1 b\n2 2 2 b\n3 5 1 b\n4 4 4 b",
            "",
            'family = "qda"',
            "model.families: the covariance of class 'a' is singular: "
            "'x' + 'y' − 'z' is the same in every row",
        ),
    ],
)
def test_choices_that_do_not_fit_the_rows(rows: str, data: str, model: str, message: str) -> None:
    """The key is told, the columns, and what would fit; what fits is taken."""
    assert told(lambda: read("table", rows, model, data)) == message


def weighted(weights: str, model: str) -> Problem:
    """Return two rows of each of two classes with weights."""
    numbers = zip("1346", weights.split(), "aabb", strict=True)
    rows = "\n".join(" ".join(row) for row in numbers)
    return read("table", f"x w k\n{rows}", model, 'weight = "w"')


@all_of(
    ("weights", "model", "message"),
    [
        ("1/2 1/2 1 1", 'family = "gaussian"\ndivisor = "N-1"', "class 'a' add up to 1; N-1 is 0"),
        (
            "1/4 1/4 1 1",
            'family = "gaussian"\ndivisor = "N-1"',
            "class 'a' add up to 1/2; N-1 is negative",
        ),
        ("1 1 1/2 1/2", 'family = "qda"\ndivisor = "N-1"', "class 'b' add up to 1; N-1 is 0"),
        ("1/4 1/4 1 1", 'family = "gaussian"\ndivisor = "N"', ""),
        ("1 0 1 1", 'family = "gaussian"\ndivisor = "N-1"', ""),  # one row: 0/0, undefined
        ("1/4 1/4 1 1", 'family = "gaussian"\nshare = "classes"\ndivisor = "N-K"', ""),
        (
            "1/2 1/2 1/2 1/2",
            'family = "gaussian"\nshare = "classes"\ndivisor = "N-K"',
            "all rows add up to 2; N-K is 0",
        ),
        ("1/4 1/4 1/4 1/4", 'family = "lda"\ndivisor = "N-K"', "all rows add up to 1; N-K is negative"),
        ("1/2 1/2 1/2 1/2", 'family = "lda"\ncovariance = "total"\ndivisor = "N-1"', ""),
        (
            "1/4 1/4 1/4 1/4",
            'family = "lda"\ncovariance = "total"\ndivisor = "N-1"',
            "all rows add up to 1; N-1 is 0",
        ),
        (
            "1/8 1/8 1/8 1/8",
            'family = "lda"\ncovariance = "total"\ndivisor = "N-1"',
            "all rows add up to 1/2; N-1 is negative",
        ),
    ],
)
def test_weights_that_leave_nothing_to_divide_by(weights: str, model: str, message: str) -> None:
    """Deviations are not divided by 0, and nothing by less; one mean takes one row."""
    whole = f"model.divisor: the weights of {message}" if message else ""
    assert told(lambda: weighted(weights, model)) == whole


THREE = "{ negative-binomial = { r = 3 } }"
A, B = "row 'success(x)', class 'a': ", "row 'success(x)', class 'b': "
SUCCESS = "needs 0 < success <= 1; got"


@all_of(
    ("rows", "family", "message"),
    [
        ("rate(x) | 0 | 1", "poisson", ""),
        (
            "rate(x) | 0 | 1",
            "exponential",
            "row 'rate(x)', class 'a': exponential needs rate > 0; got 0",
        ),
        ("rate(x) | 1 | 1", "exponential", ""),
        ("success(x) | 0 | 1", "geometric", f"{A}geometric {SUCCESS} 0"),
        (
            "success(x) | 1 | 5/4",
            "geometric0",
            f"{B}geometric0 {SUCCESS} 5/4",
        ),
        ("success(x) | 1/9 | 1", "geometric", ""),
        (
            "success(x) | 0 | 1",
            THREE,
            f"{A}negative-binomial {SUCCESS} 0",
        ),
        (
            "success(x) | 1 | 2",
            THREE,
            f"{B}negative-binomial {SUCCESS} 2",
        ),
        ("success(x) | 1 | 1/2", THREE, ""),
        (
            "points(x) | 0:-1 2:2 | 0:0 2:1",
            "piecewise",
            "row 'points(x)', class 'a': a density is not negative; got -1",
        ),
        (
            "points(x) | 0:0 2:1 | 2:1 0:1",
            "piecewise",
            "row 'points(x)', class 'b': expected points from left to right, each x once",
        ),
        (
            "points(x) | 0:0 0:1 2:1 | 0:0 2:1",
            "piecewise",
            "row 'points(x)', class 'a': expected points from left to right, each x once",
        ),
        (
            "points(x) | 0:1/2 1:1/2 | 0:0 2:1",
            "piecewise",
            "row 'points(x)', class 'a': the area under the points is 1/2, not 1",
        ),
        ("points(x) | 1:0 2:1 3:0 | 0:1/2 2:1/2", "piecewise", ""),
        (
            "mean(x) | 0 | 1\nmean(y) | 1 | 2\nvariance(x) | 1 | 1\nvariance(y) | 1 | 2",
            "spherical",
            "class 'b': spherical has one variance for all columns; those given differ",
        ),
        ("mean(x) | 0 | 1\nmean(y) | 1 | 2\nsd(x) | 2 | 3\nvariance(y) | 4 | 9", "spherical", ""),
    ],
)
def test_given_numbers_out_of_their_range(rows: str, family: str, message: str) -> None:
    """What no distribution has for its parameter is refused, what lies at an end of its range not."""
    chosen = family if family.startswith("{") else f'"{family}"'
    columns = ("x", "y") if "(y)" in rows else ("x",)
    said = ", ".join(f"{column} = {chosen}" for column in columns)
    whole = f"data.parameters: {message}" if message else ""
    assert told(lambda: given(rows, f"families = {{ {said} }}")) == whole


NORMAL = "mean(x) | 0 | 1\nmean(y) | 1 | 2\nvariance(x) | 1 | 1\nvariance(y) | 1 | 1"


@all_of(
    ("covariance", "family", "message"),
    [
        ("covariance(x,y) | 1/2 | 0", "qda", ""),
        ("covariance(x,y) | 1/2 | 1/2", "lda", ""),
        ("covariance(y,x) | 1/2 | 1/2", "lda", ""),
        (
            "covariance(x,y) | 1/2 | 0",
            "lda",
            "lda has one covariance for all classes; those given differ",
        ),
        ("covariance(x,y) | 0 | 1", "qda", "the covariance of class 'b' is not positive definite"),
        ("covariance(x,y) | 2 | 2", "lda", "the covariance is not positive definite"),
        ("", "qda", "needs a row covariance(x,y)"),
    ],
)
def test_given_numbers_that_are_no_covariance(covariance: str, family: str, message: str) -> None:
    """A matrix is given whole, in either order of two columns, and has all its minors above 0."""
    whole = f"data.parameters: {message}" if message else ""
    assert told(lambda: given(f"{NORMAL}\n{covariance}".strip(), f'family = "{family}"')) == whole


@all_of("family, least", [("poisson", 0), ("geometric", 3), ("geometric0", 0), ("exponential", 0)])
def test_numbers_add_up_to_what_they_can(family: str, least: int) -> None:
    """Three numbers of one class, each from the least on, add up to three times the least."""

    def counted(total: int) -> Problem:
        return read("counts", f"k | a | b\ntotal | 3 | 3\nsum(x) | {total} | 9", f'family = "{family}"')

    message = f"{family} numbers of 3 rows add up to {least} at least; got {least - 1}"
    assert told(lambda: counted(least)) == ""
    assert told(lambda: counted(least - 1)) == f"data.counts: row 'sum(x)', class 'a': {message}"


DROPPED = '; unseen = "drop" leaves it out'


@all_of(
    ("unseen", "rows", "message"),
    [
        ("error", VALUES, "query.x.a: expected one of u, v; got 'vv' (did you mean 'v'?)"),
        ("drop", VALUES, {}),
        ("zero", VALUES, {"a": "vv"}),
        ("error", "a k\n1 +\n0 -", "query.x.a: expected one of 0, 1; got 'vv'" + DROPPED),
        ("zero", "a k\n1 +\n0 -", "query.x.a: expected one of 0, 1; got 'vv'" + DROPPED),
        ("drop", "a k\n1 +\n0 -", {}),
    ],
)
def test_a_value_that_was_never_seen(unseen: str, rows: str, message: str | Mapping[str, str]) -> None:
    """It is refused, left out, or counted 0 times; a column of 0 and 1 has no third value."""
    text = (
        f"[data]\ntable = '''\n{rows}\n'''\n[model]\nunseen = '{unseen}'\n[query]\nx = {{ a = 'vv' }}\n"
    )
    if isinstance(message, str):
        assert told(lambda: Problem.from_text(text)) == message
    else:
        assert Problem.from_text(text).predictions[""].queries["x"].cells == message


@pytest.mark.parametrize(
    ("exposure", "message"), [("0", "an exposure is positive; got 0"), ("1/9", "")]
)
def test_nothing_is_counted_over_no_time(exposure: str, message: str) -> None:
    """An exposure of nothing is refused where it stands, as short a one as you like is not."""
    whole = f"data.exposure.x: {message}" if message else ""
    data = f'exposure = {{ x = "{exposure}" }}'
    assert told(lambda: read("table", "x k\n1 a\n2 b", 'family = "poisson"', data)) == whole
    assert told(lambda: families.covariate("exposure").check(Fraction(exposure), exposure)) == message
