"""Where one class is likelier than another: intervals, half-planes, refusals, and every output."""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import told
from thoroughness import all_of, law

from exactnb import ExactnbError, Problem, Solution, solve
from exactnb.core import families
from exactnb.core.arithmetic import values
from exactnb.core.arithmetic.intervals import crossings, where_larger
from exactnb.core.arithmetic.roots import EVERYWHERE, Equation, Points, positive_intervals
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import INFINITY, Infinite, Number
from exactnb.core.families.numbers import NumberFamily
from exactnb.core.model.quantity import Effort

LOW = Infinite(-1)
WAITS = "2 a\n3 a\n4 a\n5 b\n7 b\n9 b"


def solved(rows: str, family: str, *ask: str, more: str = "") -> Solution:
    """Return the solution of one column x and two classes a and b, at equal priors."""
    heads = " ".join(["x", "y"][: len(rows.split("\n")[0].split()) - 1])
    data = f"[data]\ntable = '''\n{heads} kind\n{rows}\n'''\nclass = \"kind\"\n"
    asked = ", ".join(f'"{name}"' for name in ask)
    prior = "" if "prior" in more else 'prior = "uniform"\n'
    text = f'ask = [{asked}]\n{data}[model]\nfamily = "{family}"\n{prior}{more}'
    return solve(Problem.from_text(text))


@all_of(
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
    assert positive_intervals([F(c) for c in coefficients]) == Points(expected, "open")


@all_of(
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
    assert positive_intervals([F(c) for c in coefficients], 0) == Points(expected, kind)  # type: ignore[arg-type]


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
    """Rates 3 and 7: the counts of a are below 4/log(7/3), and begin with 0."""
    solution = solved(WAITS, "poisson", "region(a:b)")
    assert solution["region(a:b)"].kind == "closed"  # type: ignore[union-attr]
    low, high = solution["region(a:b)"].parts  # type: ignore[union-attr]
    assert low == 0
    assert str(rounded(high, Rounding(places=6))) == "4.720890"
    assert "[0, 4 / log(7/3))" in solution.text()


@all_of("family, first", [("poisson", 0), ("geometric", 1), ("geometric0", 0)])
def test_points_and_regions_of_counts_begin_with_the_least(family: str, first: int) -> None:
    """Where the point of a tie is below all counts there is none, and a region is all or nothing."""
    lines = f"[data]\ntable = '''\nx kind\n1 a\n2 a\n6 b\n8 b\n'''\n[model]\nfamily = '{family}'\n"
    prior = 'prior = { a = "1/1000", b = "999/1000" }\n'
    asked = 'ask = ["boundary(a:b)", "region(a:b)", "region(b:a)"]\n'
    solution = solve(Problem.from_text(asked + lines + prior))
    assert solution["boundary(a:b)"] == Points(())
    assert solution["region(a:b)"] == Points((), "open")
    assert solution["region(b:a)"] == Points((F(first), INFINITY), "closed")


def test_where_nothing_or_everything_is_likelier() -> None:
    """The same numbers in both classes tie everywhere; a larger prior wins everywhere."""
    tied = solved("1 a\n3 a\n1 b\n3 b", "gaussian", "region(a:b)")
    assert tied["region(a:b)"] == Points((), "open")
    assert "∅" in tied.text()
    assert r"\emptyset" in tied.latex()
    prior = 'prior = { a = "2/3", b = "1/3" }\n'
    text = "[data]\ntable = '''\nx kind\n1 a\n3 a\n1 b\n3 b\n'''\n[model]\nfamily = 'gaussian'\n"
    ahead = solve(Problem.from_text(f'ask = ["region(a:b)"]\n{text}{prior}'))
    assert ahead["region(a:b)"] == Points((LOW, INFINITY), "open")
    assert "(−∞, ∞)" in ahead.text()


def test_several_columns_have_an_inequality() -> None:
    """The curve of the boundary, with the side on which the class is likelier."""
    rows = "0 0 a\n1 0 a\n0 1 a\n3 3 b\n4 3 b\n3 5 b"
    solution = solved(rows, "lda", "region(a:b)", "region(b:a)", "boundary(a:b)")
    one, other, curve = (solution[n] for n in ("region(a:b)", "region(b:a)", "boundary(a:b)"))
    assert isinstance(one, Equation)
    assert one == Equation(one.variables, curve.terms, curve.times, curve.argument, is_inequality=True)  # type: ignore[union-attr]
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


PIECES = "[data]\nparameters = '''\nkind | a | b\nprior | {prior}\npoints(x) | {points}\n'''\n"


def piecewise(points: str, prior: str = "1/2 | 1/2") -> Solution:
    """Return the solution of two given densities, all questions about their regions asked."""
    data = PIECES.format(prior=prior, points=points)
    asked = 'ask = ["region(a:b)", "region(b:a)", "boundary(a:b)"]\n'
    return solve(Problem.from_text(f"{asked}{data}[model]\nfamily = 'piecewise'\n"))


@all_of(
    ("points", "prior", "first", "second"),
    [
        ("0:1 2:0 | 0:0 2:1", "1/2 | 1/2", "[0, 1)", "(1, 2]"),
        ("0:1 2:0 | 0:0 2:1", "3/4 | 1/4", "[0, 3/2)", "(3/2, 2]"),
        ("0:1 1:1 | 2:1 3:1", "1/2 | 1/2", "[0, 1]", "[2, 3]"),  # nowhere both
        ("0:1 1:1 | 1:1 2:1", "1/2 | 1/2", "[0, 1)", "(1, 2]"),  # in 1 they tie
        ("0:1 1:1 | 1:1 2:1", "2/3 | 1/3", "[0, 1]", "(1, 2]"),
        ("0:1/2 2:1/2 | 0:0 1:1 2:0", "1/2 | 1/2", "[0, 1/2) ∪ (3/2, 2]", "(1/2, 3/2)"),
        ("0:0 1:1 2:0 | 0:0 1:1 2:0", "2/3 | 1/3", "(0, 2)", "∅"),
        ("0:1 1:1 | 1/2:1 3/2:1", "1/2 | 1/2", "[0, 1/2)", "(1, 3/2]"),
    ],
)
def test_regions_of_piecewise_densities(points: str, prior: str, first: str, second: str) -> None:
    """Their ends belong to them where the density is given there; a tie belongs to neither."""
    text = piecewise(points, prior).text()
    assert "region(a:b) = {x : odds(a:b) × f(x) > g(x)}" in text
    assert f"= {first}\n" in text
    assert f"= {second}\n" in text


HEIGHTS = st.lists(st.integers(0, 3), min_size=3, max_size=5).filter(lambda of: sum(of[1:-1]) > 0)


@law(25)
@given(one=HEIGHTS, other=HEIGHTS, shift=st.integers(-2, 3), times=st.fractions("1/3", 3))
def test_a_place_is_in_the_region_of_the_larger_density(
    one: list[int], other: list[int], shift: int, times: F
) -> None:
    """At corners and between them factor·first is larger exactly where the region says so."""
    first, second = (
        [(F(x + by), F(y)) for x, y in enumerate(of)] for of, by in ((one, 0), (other, shift))
    )
    region, beaten = where_larger(times, first, second), where_larger(1 / times, second, first)
    tied = crossings(times, first, second)
    assert isinstance(region, Points)
    assert isinstance(beaten, Points)
    places = {x for x, _ in (*first, *second)}
    places |= {part for part in (*region.parts, *beaten.parts) if isinstance(part, F)}
    ordered = sorted(places)
    places |= {(a + b) / 2 for a, b in pairwise(ordered)} | {ordered[0] - 1, ordered[-1] + 1}
    for x in places:
        away = times * height(first, x) - height(second, x)
        assert (is_in(x, region), is_in(x, beaten)) == (away > 0, away < 0), x
        if isinstance(tied, Points) and tied.parts and x in tied.parts and height(first, x) > 0:
            assert away == 0 or x in (first[0][0], first[-1][0], second[0][0], second[-1][0])


def height(corners: list[tuple[F, F]], x: F) -> F:
    """Return the height of a piecewise linear function, 0 outside of its corners."""
    if not corners[0][0] <= x <= corners[-1][0]:
        return F(0)
    at = min(int(x - corners[0][0]), len(corners) - 2)
    (left, y), (_, w) = corners[at : at + 2]  # one corner in each unit
    return y + (w - y) * (x - left)


def is_in(x: F, points: Points) -> bool:
    """Say whether a place lies in one of some intervals."""
    return any(
        (left < x or (left == x and before == "[")) and (x < right or (right == x and behind == "]"))  # type: ignore[operator]
        for left, right, (before, behind) in points.intervals()
    )


@all_of(
    "data",
    [
        "[data]\ntable = '''\nx kind\n1 a\n3 a\n1 b\n3 b\n'''\n[model]\nfamily = 'FAMILY'\n".replace(
            "FAMILY", family
        )
        for family in ("gaussian", "lda", "spherical", "exponential", "poisson", "geometric")
    ]
    + ["[data]\ntable = '''\nx z kind\n1 2 a\n3 5 a\n1 2 b\n3 5 b\n'''\n[model]\nfamily = 'gaussian'\n"]
    + [
        PIECES.format(prior="1/2 | 1/2", points="0:1 2:0 | 0:1 2:0") + "[model]\nfamily = 'piecewise'\n"
    ],
    apart=3,
)
def test_classes_that_tie_everywhere_are_said_to(data: str) -> None:
    """The boundary is everywhere, a region has that said beside it, and no point is the first."""
    solution = solve(Problem.from_text(f'ask = ["region(a:b)"]\n{data}'))
    assert solution["region(a:b)"] == Points((), "open")
    assert solution["boundary(a:b)"] == EVERYWHERE
    assert "∅" in solution.text()
    for shown in (solution.text(), solution.latex(), solution.markdown()):
        assert "everywhere" in shown
    alone = solve(Problem.from_text(f'ask = ["boundary(a:b)"]\n{data}'))
    assert "= everywhere" in alone.text()
    value = json.loads(alone.json())["quantities"]["boundary(a:b)"]
    assert (value["kind"], value["exact"]) == ("everywhere", "everywhere")
    with pytest.raises(ExactnbError, match="the classes tie everywhere, where no point is the first"):
        alone["boundary(a:b)[1]"]


@pytest.mark.exhaustive
def test_a_class_that_always_wins_ties_nowhere() -> None:
    """With equal densities and unequal priors, and with a prior of 0, nothing ties."""
    rows = "1 2 a\n3 5 a\n2 2 a\n1 2 b\n3 5 b\n2 2 b"
    for prior in ('{ a = "2/3", b = "1/3" }', "{ a = 1, b = 0 }"):
        for family in ("gaussian", "qda"):
            solution = solved(rows, family, "boundary(a:b)", "region(a:b)", more=f"prior = {prior}\n")
            assert solution["region(a:b)"] == EVERYWHERE
            assert solution["boundary(a:b)"] == Points((), "open")
        one = solved("1 a\n3 a\n1 b\n4 b", "gaussian", "region(b:a)", more="prior = { a = 1, b = 0 }\n")
        assert one["region(b:a)"] == Points((), "open")
        assert one["region(a:b)"] == Points((LOW, INFINITY), "open")
        assert one["boundary(a:b)"] == Points(())


def test_json_says_which_ends_belong_to_an_interval() -> None:
    """Of intervals with other ends than open ones, each has a pair of booleans."""
    solution = piecewise("0:1/2 2:1/2 | 0:0 1:1 2:0")
    value = json.loads(solution.json())["quantities"]["region(a:b)"]
    assert value["exact"] == [["0", "1/2"], ["3/2", "2"]]
    assert value["closed"] == [[True, False], [False, True]]


@all_of(
    "name, refusal",
    [
        ("region(a:b)[1]", "region takes no index in brackets"),
        ("region(a:b|x=3)", "every numeric column is given, so nothing is left to vary"),
        ("region(a)", "region is of a pair of classes, as in region(k:l|B); got 'a'"),
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


def test_a_family_without_a_log_ratio_has_no_boundary(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no polynomial is told by its family."""
    monkeypatch.setattr(type(families.family("poisson")), "log_ratio", NumberFamily.log_ratio)
    of = Problem.from_text("[data]\ntable = '''\nx k\n1 a\n2 b\n'''\n[model]\nfamily = 'poisson'\n")
    message = "no boundary is worked out for poisson columns"
    assert told(lambda: of.define(of.scope.resolve("boundary(a:b)"), Effort())) == message
    assert of.decide({"x": 1}) == ("a",)  # by the joints
