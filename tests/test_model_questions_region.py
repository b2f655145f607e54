"""Where one class is likelier than another: intervals, half-planes, refusals, and every output."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

from exactnb import ExactnbError, Solution, solve
from exactnb.arithmetic import values
from exactnb.arithmetic.roots import Equation, Points, above
from exactnb.arithmetic.rounding import Rounding, rounded
from exactnb.arithmetic.values import INFINITY, Infinite, Number
from exactnb.solution.problem_file import read_problem_text

LOW = Infinite(-1)
WAITS = "2 a\n3 a\n4 a\n5 b\n7 b\n9 b"


def solved(rows: str, family: str, *ask: str, more: str = "") -> Solution:
    """Return the solution of one column x and two classes a and b, at equal priors."""
    heads = " ".join(["x", "y"][: len(rows.split("\n")[0].split()) - 1])
    data = f"[data]\ntable = '''\n{heads} kind\n{rows}\n'''\nclass = \"kind\"\n"
    asked = ", ".join(f'"{name}"' for name in ask)
    prior = "" if "prior" in more else 'prior = "uniform"\n'
    text = f'ask = [{asked}]\n{data}[model]\nfamily = "{family}"\n{prior}{more}'
    return solve(read_problem_text(text))


@pytest.mark.parametrize(
    ("coefficients", "expected"),
    [
        ((-6, -1, 1), (LOW, F(-2), F(3), INFINITY)),
        ((6, 1, -1), (F(-2), F(3))),
        ((1, -2, 1), (LOW, F(1), F(1), INFINITY)),  # it touches 0 in 1
        ((-1, 2, -1), ()),
        ((1, 0, 1), (LOW, INFINITY)),
        ((-1, 0, -1), ()),
        ((-3, 2), (F(3, 2), INFINITY)),
        ((3, -2), (LOW, F(3, 2))),
        ((1,), (LOW, INFINITY)),
        ((-1,), ()),
        ((0,), ()),
        ((0, 0, 0), ()),
        ((0, 1), (F(0), INFINITY)),
    ],
)
def test_intervals_where_a_polynomial_is_above_zero(
    coefficients: tuple[int, ...], expected: tuple[Number, ...]
) -> None:
    """Ends are the zeros where its sign turns; two intervals may share one where it does not."""
    assert above([F(c) for c in coefficients]) == Points(expected, "open")


@pytest.mark.parametrize(
    ("coefficients", "expected", "kind"),
    [
        ((3, -2), (F(0), F(3, 2)), "closed"),
        ((-3, 2), (F(3, 2), INFINITY), "open"),
        ((1,), (F(0), INFINITY), "closed"),
        ((0, 1), (F(0), INFINITY), "open"),  # at 0 it is 0
        ((0, -1), (), "open"),
        ((-3, -2), (), "open"),
        ((3, 2), (F(0), INFINITY), "closed"),
    ],
)
def test_intervals_of_numbers_from_zero_on(
    coefficients: tuple[int, ...], expected: tuple[Number, ...], kind: str
) -> None:
    """What is cut off at 0 has 0 in it."""
    assert above([F(c) for c in coefficients], positive=True) == Points(expected, kind)  # type: ignore[arg-type]


def test_two_variances_have_an_interval_and_the_rest() -> None:
    """Between the points one class is likelier, outside of them the other one."""
    solution = solved(WAITS, "gaussian", "region(a:b)", "region(b:a)", "boundary(a:b)")
    inside, outside, points = (solution[n] for n in ("region(a:b)", "region(b:a)", "boundary(a:b)"))
    assert isinstance(points, Points)
    assert inside == Points(points.parts, "open")
    assert outside == Points((LOW, points.parts[0], points.parts[1], INFINITY), "open")
    # −4(x−3)² + (x−7)² + (16/3)·log 2 = 0 has the solutions (5 ± √(64 + 16·log 2))/3
    assert [str(rounded(part, Rounding(places=5))) for part in points.parts] == ["-1.22182", "4.55516"]
    for at, ahead in (("-2", False), ("0", True), ("3", True), ("9", False)):
        assert (values.sign(solution[f"log_odds(a:b|x={at})"]) > 0) is ahead  # type: ignore[arg-type]


def test_rates_and_one_variance_have_a_half_line() -> None:
    """A linear log-ratio turns its sign once; waiting times begin with 0."""
    exponential = solved(WAITS, "exponential", "region(a:b)", "region(b:a)")
    (point,) = exponential["boundary(a:b)"].parts  # type: ignore[union-attr]
    assert exponential["region(a:b)"] == Points((F(0), point), "closed")
    assert exponential["region(b:a)"] == Points((point, INFINITY), "open")
    assert "[0, 4.448)" in exponential.text()
    shared = solved(WAITS, "gaussian", "region(a:b)", more='share = "classes"\n')
    assert shared["region(a:b)"] == Points((LOW, F(5)), "open")
    assert "(−∞, 5)" in shared.text()


def test_a_poisson_region_is_over_a_logarithm() -> None:
    """Rates 3 and 7: the counts of a are below 4/log(7/3)."""
    solution = solved(WAITS, "poisson", "region(a:b)")
    low, high = solution["region(a:b)"].parts  # type: ignore[union-attr]
    assert low == LOW
    assert str(rounded(high, Rounding(places=6))) == "4.720890"
    assert "(−∞, 4 / log(7/3))" in solution.text()


def test_where_nothing_or_everything_is_likelier() -> None:
    """The same numbers in both classes tie everywhere; a larger prior wins everywhere."""
    tied = solved("1 a\n3 a\n1 b\n3 b", "gaussian", "region(a:b)")
    assert tied["region(a:b)"] == Points((), "open")
    assert "∅" in tied.text()
    assert r"\emptyset" in tied.latex()
    prior = 'prior = { a = "2/3", b = "1/3" }\n'
    text = "[data]\ntable = '''\nx kind\n1 a\n3 a\n1 b\n3 b\n'''\n[model]\nfamily = 'gaussian'\n"
    ahead = solve(read_problem_text(f'ask = ["region(a:b)"]\n{text}{prior}'))
    assert ahead["region(a:b)"] == Points((LOW, INFINITY), "open")
    assert "(−∞, ∞)" in ahead.text()


def test_several_columns_have_an_inequality() -> None:
    """The curve of the boundary, with the side on which the class is likelier."""
    rows = "0 0 a\n1 0 a\n0 1 a\n3 3 b\n4 3 b\n3 5 b"
    solution = solved(rows, "lda", "region(a:b)", "region(b:a)", "boundary(a:b)")
    one, other, curve = (solution[n] for n in ("region(a:b)", "region(b:a)", "boundary(a:b)"))
    assert isinstance(one, Equation)
    assert one == Equation(one.variables, curve.terms, curve.times, curve.argument, above=True)  # type: ignore[union-attr]
    assert [-number for _, number in one.terms] == [number for _, number in other.terms]  # type: ignore[union-attr]
    assert "> 0" in solution.text()
    assert json.loads(solution.json())["quantities"]["region(a:b)"]["exact"].endswith("> 0")


def test_json_has_pairs_of_ends() -> None:
    """Each interval is a pair of its ends, exact and in decimals."""
    solution = solved(WAITS, "gaussian", "region(a:b)", more='share = "classes"\n')
    value = json.loads(solution.json())["quantities"]["region(a:b)"]
    assert value["kind"] == "intervals"
    assert value["exact"] == [["-infinity", "5"]]
    assert value["closed"] is False


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("region(a:b)[1]", "region takes no index in brackets"),
        ("region(a:b|x=3)", "every numeric column is given, so nothing is left to vary"),
        ("region(a)", "region needs a pair of classes, as in region(k:l|x)"),
    ],
)
def test_refusals(name: str, refusal: str) -> None:
    """A region has no index, and something has to vary."""
    with pytest.raises(ExactnbError) as error:
        solved(WAITS, "gaussian")[name]
    assert refusal in str(error.value)


def test_ends_hold_logarithms() -> None:
    """With variances 1 and 4 about 0, and equal priors, |x| is below √(8·log(4)/6)."""
    solution = solved("1 a\n-1 a\n2 b\n-2 b", "gaussian", "region(a:b)")
    low, high = solution["region(a:b)"].parts  # type: ignore[union-attr]
    assert str(rounded(high, Rounding(places=6))) == "1.359556"
    assert str(rounded(low, Rounding(places=6))).lstrip("−-") == "1.359556"


def test_a_logarithm_is_of_the_least_number_however_it_came_about() -> None:
    """2^(23/9) and 8388608^(1/9) are one curve: 92·log 2."""
    rows = "8 2 a\n8 2 b\n1/3 2 a"
    more = 'share = "classes"\nfamilies = { y = "geometric" }\n'
    text = solved(rows, "gaussian", "boundary(a:b)", "region(a:b)", more=more).text()
    assert "= −12 × x + 73 = 0" in text  # at equal priors
    ahead = solved(
        f"{rows}\n", "gaussian", "region(a:b)", more=more.replace("share", 'prior = "mle"\nshare')
    )
    assert "= −36 × x + 219 + 92 × log(2) > 0" in ahead.text()


def test_rates_tie_where_their_priors_do() -> None:
    """Rates 21/5 and 12/5 at equal priors tie at (9/5)/log(7/4)."""
    rows = "3 a\n1 a\n2 a\n8 a\n7 a\n0 b\n0 b\n7 b\n5 b\n0 b"
    solution = solved(rows, "poisson", "boundary(a:b)")
    assert "{(9/5) / log(7/4)}" in solution.text()
