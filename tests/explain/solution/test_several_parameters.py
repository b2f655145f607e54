"""Families that a problem states with several parameters: values, names, slips and refusals."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, law

from exactnb import Family, Grader, Problem, Question, Table, derive, solve
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.errors import ExactnbError, InputError
from exactnb.explain.derivation.second_reader import typed
from exactnb.explain.derivation.second_reader.counting import Ends, StatedFamily

F = Fraction
NORMAL: dict[str, Any] = {
    "density": "exp(-(x-m)^2/(2 v))/sqrt(2 pi v)",
    "support": "x real",
    "parameters": {"m": "m real", "v": "v > 0"},
}
LENGTHS = {"oat": ("3", "4", "6"), "rye": ("1", "2")}


def problem(own: dict[str, Any], numbers: dict[str, tuple[str, ...]] = LENGTHS) -> Problem:
    """Return a problem with one column of some numbers of two classes."""
    rows = [(x, label) for label, xs in numbers.items() for x in xs]
    table = Table.from_rows(rows, ["x", "kind"])
    return Problem(table, query={"q": {"x": "5/2"}}, families={"x": Family.of(**own, name="own")})


def test_each_parameter_has_a_name_and_a_value() -> None:
    """Mean and variance of each class are exact, and the package's own Gaussian has the same ones."""
    solution = solve(problem(NORMAL))
    assert [solution[f"m(x|{k})"] for k in LENGTHS] == [F(13, 3), F(3, 2)]
    assert [solution[f"estimate(v,x|{k})"] for k in LENGTHS] == [F(14, 9), F(1, 4)]
    rows = [(x, label) for label, xs in LENGTHS.items() for x in xs]
    table, query = Table.from_rows(rows, ["x", "kind"]), {"q": {"x": "5/2"}}
    ours = solve(Problem(table, query=query, families={"x": "gaussian"}))
    assert solution["P(oat|q)"] == ours["P(oat|q)"]
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]


@pytest.mark.exhaustive
def test_the_boundary_is_that_of_both_parameters() -> None:
    """Where two classes are as probable follows from the squares and the numbers together."""
    solution = solve(problem(NORMAL), only=["boundary(oat:rye)"])
    rows = [(x, label) for label, xs in LENGTHS.items() for x in xs]
    ours = Problem(Table.from_rows(rows, ["x", "kind"]), query={}, families={"x": "gaussian"})
    assert str(solution["boundary(oat:rye)"]) == str(
        solve(ours, only=["boundary(oat:rye)"])["boundary(oat:rye)"]
    )


def test_given_parameters_stand_in_rows() -> None:
    """Each parameter has a row, which is held to what the parameter may be."""
    text = """
[families.own]
density = "exp(-(x-m)^2/(2 v))/sqrt(2 pi v)"
support = "x real"
parameters = { m = "m real", v = "v > 0" }
[data]
parameters = '''
kind   a    b
prior  1/2  1/2
m(x)   1    2
v(x)   1    VALUE
'''
[model]
families = { x = "own" }
[query]
q = { x = 1 }
"""
    solution = solve(Problem.from_text(text.replace("VALUE", "4")))
    assert solution["v(x|b)"] == 4
    with pytest.raises(InputError, match="own needs v > 0"):
        Problem.from_text(text.replace("VALUE", "-1"))


def alike(density: str, support: str, place: str, spread: str) -> dict[str, Any]:
    """Return a family with a place and a spread, by their letters."""
    ranges = {"m": "m real", "a": "a > 0", "v": "v > 0", "q": "q > 0"}
    return {
        "density": density, "support": support,
        "parameters": {letter: ranges[letter] for letter in (place, spread)},
    }  # fmt: skip


EQUAL: dict[str, tuple[dict[str, Any], str]] = {
    "normal": (NORMAL, "3"),
    "log-normal": (
        alike("exp(-(log(x)-m)^2/(2 v))/(x sqrt(2 pi v))", "x > 0", "m", "v"), "ln 3",
    ),
    "laplace": (alike("exp(-abs(x-m)/v)/(2 v)", "x real", "m", "v"), "3"),
    "pareto": (alike("q a^q/x^(q+1)", "x > a", "a", "q"), "3"),
}  # fmt: skip
"""Families, and the place that the rows 3 and 3 have, as it is typed."""


@pytest.mark.exhaustive
@all_of("name", EQUAL)
def test_equal_numbers_have_a_place_and_no_spread(name: str) -> None:
    """Of equal numbers the place is estimated, read twice and graded; the spread is refused by name."""
    own, typed_place = EQUAL[name]
    place, spread = own["parameters"]
    equal = problem(own, {"oat": ("3", "3"), "rye": ("1", "2")})
    solution = solve(equal, only=[f"{place}(x|oat)", f"{spread}(x|rye)"])
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]
    grader = Grader(replace(equal, questions=[Question("place", f"{place}(x|oat)")]))
    assert grader.grade({"place": typed_place}).is_right
    why = f"class oat: no {spread} is estimated, with the best {place} the likelihood has no largest"
    with pytest.raises(ExactnbError, match=why):
        solve(equal)
    text = derive(Family.of(**own, name="own")).render("text", width=1000)
    assert f"there is no estimate of {spread}; that of {place} stands whatever {spread} is." in text


@all_of("name", EQUAL, apart=4)
def test_the_order_of_letters_changes_no_estimate(name: str) -> None:
    """Whichever parameter is stated first, the one that is free of the other has its turn first."""
    own, _ = EQUAL[name]
    turned = {**own, "parameters": dict(reversed(own["parameters"].items()))}
    one, other = (Family.of(**each).declared.estimator for each in (own, turned))
    assert one.cases == other.cases


def test_neither_end_of_a_support_stands_alone() -> None:
    """Where both ends may come near to equal numbers, none is the best whatever the other is."""
    ends = {"density": "1/(b-a)", "support": "a < x < b", "parameters": {"a": "a real", "b": "b > a"}}
    with pytest.raises(ExactnbError, match=r"no a is estimated, the likelihood of a and b together"):
        solve(problem(ends, {"oat": ("3", "3"), "rye": ("1", "2")}), only=["a(x|oat)"])


@all_of(
    "answer, slip",
    [("14/6", "rows-less-one"), ("9/14", "reciprocal-of-estimate")],
)
def test_slips_follow_from_the_form(answer: str, slip: str) -> None:
    """An answer that a slip leads to is named by it."""
    report = Grader(problem(NORMAL), asked=["v(x|oat)"]).grade({"v(x|oat)": answer})
    assert slip in {match.alternative.id for match in report.graded[0].matches}


@pytest.mark.exhaustive
def test_the_second_reader_finds_both_in_turn() -> None:
    """Read naively, each slope is 0 where the other parameter is as it was found."""
    real, positive = Ends(None, None, False, False), Ends(F(0), None, False, False)
    own = StatedFamily(NORMAL["density"], (("v", positive), ("m", real)), real)
    rows = [(F(x), 1) for x in (3, 4, 6)]
    for letter, expected in (("m", 13 / 3), ("v", 14 / 9)):
        value = typed.estimates(own, {}, rows)[letter]
        middle = value if isinstance(value, F) else F(*map(sum, [value.bounds()])) / 2  # type: ignore
        assert float(middle) == pytest.approx(expected, rel=1e-12)


def test_scipys_fit_is_a_second_opinion() -> None:
    """SciPy's fit of the normal and the log-normal has the same parameters."""
    stats = pytest.importorskip("scipy.stats")
    mean, deviation = stats.norm.fit([3.0, 4.0, 6.0])
    solution = solve(problem(NORMAL), only=["m(x|oat)", "v(x|oat)"])
    assert float(solution["m(x|oat)"]) == pytest.approx(mean, rel=1e-9)
    assert float(solution["v(x|oat)"]) == pytest.approx(deviation**2, rel=1e-9)


WALD = {
    "density": "sqrt(l/(2 pi x^3)) exp(-l (x-m)^2/(2 m^2 x))",
    "support": "x > 0",
    "parameters": {"m": "m > 0", "l": "l > 0"},
}


@pytest.mark.exhaustive
def test_an_inverse_gaussian_has_both_parameters() -> None:
    """Of 1, 2, 3 the mean is 2 and 1/l the mean of 1/x less 1/2, so l is 9: SciPy's fit agrees."""
    stats = pytest.importorskip("scipy.stats")
    solution = solve(problem(WALD, {"oat": ("1", "2", "3"), "rye": ("1", "5")}))
    assert (solution["m(x|oat)"], solution["l(x|oat)"]) == (2, 9)
    mu, _, scale = stats.invgauss.fit([1.0, 2.0, 3.0], floc=0)
    assert (mu * scale, scale) == pytest.approx((2, 9), rel=1e-6)
    with pytest.raises(ExactnbError, match=r"class oat: no l is estimated, with the best m the like"):
        solve(problem(WALD, {"oat": ("3", "3"), "rye": ("1", "2")}), only=["l(x|oat)"])


@pytest.mark.exhaustive
@all_of("density", [
    "sqrt(l/(2 pi x^3)) exp(-l (x-m)^2/(m^2 x))", "sqrt(l/(2 pi x^3)) exp(-l (x-m)^2/(2 m x))",
    "sqrt(l/(2 pi x)) exp(-l (x-m)^2/(2 m^2 x))", "sqrt(l/(pi x^3)) exp(-l (x-m)^2/(2 m^2 x))",
    "sqrt(l/(2 pi x^3)) exp(l (x-m)^2/(2 m^2 x))",
])  # fmt: skip
def test_what_only_looks_like_an_inverse_gaussian_is_no_density(density: str) -> None:
    """Another power or factor adds up to something else, or to nothing that is known."""
    own = {**WALD, "density": density, "parameters": {"l": "l > 0"}, "constants": {"m": "m > 0"}}
    with pytest.raises(ExactnbError, match=r"no density|not known to be a density|is this a density"):
        derive(Family.of(**own, name="own"))


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "two names": (
        {"density": "(a+b) exp(-(a+b) x)", "support": "x > 0",
         "parameters": {"a": "a > 0", "b": "b > 0"}},
        "a and b cannot be told apart",
    ),
    "both change": (
        {"density": "a b x^(a-1) exp(-b x^a)", "support": "x > 0",
         "parameters": {"a": "a > 0", "b": "b > 0"}},
        "the best a changes with b: no closed form is known for both|mixes x and a",
    ),
    "no density": ({**NORMAL, "density": "exp(-(x-m)^2/(2 v))/sqrt(pi v)"}, "its integral is"),
}  # fmt: skip


@all_of("name", list(REFUSED), apart=3)
def test_what_has_no_estimate_is_refused_in_one_line(name: str) -> None:
    """A pair of parameters that nothing is derived for costs one line with the reason."""
    own, why = REFUSED[name]
    with pytest.raises(ExactnbError, match=why):
        solve(problem(own, {"oat": ("3", "4"), "rye": ("1", "2")}))


def test_a_prior_is_of_one_parameter() -> None:
    """With several parameters a prior is refused where it stands."""
    with pytest.raises(InputError, match=r"^prior: a prior is of one parameter"):
        Family.of(**NORMAL, prior="exp(-m^2)")


GAMMA: dict[str, Any] = {
    "density": "b^a x^(a-1) exp(-b x)/Gamma(a)",
    "support": "x > 0",
    "parameters": {"a": "a > 0", "b": "b > 0"},
}


@pytest.mark.exhaustive
def test_a_gamma_density_has_both_parameters() -> None:
    """The shape is enclosed, the rate is the shape over the mean, and both readers and SciPy agree."""
    stats = pytest.importorskip("scipy.stats")
    solution = solve(problem(GAMMA))
    a, _, scale = stats.gamma.fit([3.0, 4.0, 6.0], floc=0)
    assert (float(solution["a(x|oat)"]), float(solution["b(x|oat)"])) == pytest.approx(
        (a, 1 / scale), rel=1e-9
    )
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]


@pytest.mark.exhaustive
def test_a_gamma_density_of_equal_numbers_has_no_parameters() -> None:
    """The likelihood has no largest value; each refusal names the other parameter."""
    alike = problem(GAMMA, {"oat": ("3", "3"), "rye": ("1", "2")})
    with pytest.raises(ExactnbError, match=r"no a is estimated, with the best b the likelihood has no"):
        solve(alike, only=["a(x|oat)"])
    with pytest.raises(ExactnbError, match=r"no b is estimated, the best b changes with a, which has"):
        solve(alike, only=["b(x|oat)"])


GAMMAS: dict[str, tuple[dict[str, Any], Callable[[float], float], Callable[[float, float], float]]] = {
    "rate": (GAMMA, lambda x: x, lambda a, b: b),
    "scale": (
        {**GAMMA, "density": "x^(a-1) exp(-x/b)/(b^a Gamma(a))"}, lambda x: x, lambda a, b: 1 / b,
    ),
    "mean": (
        {**GAMMA, "density": "a^a/(b^a Gamma(a)) x^(a-1) exp(-a x/b)"}, lambda x: x, lambda a, b: a / b,
    ),
    "inverse": (
        {**GAMMA, "density": "b^a x^(-a-1) exp(-b/x)/Gamma(a)"}, lambda x: 1 / x, lambda a, b: b,
    ),
    "square": (
        {**GAMMA, "density": "2 b^a x^(2a-1) exp(-b x^2)/Gamma(a)"}, lambda x: x * x, lambda a, b: b,
    ),
}  # fmt: skip
"""Densities, what of x has a Gamma density, and its rate."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(4))
def test_no_other_shape_and_rate_are_as_likely(seed: int) -> None:
    """Shape and rate lie where the log-likelihood, worked out to 50 digits, is above all neighbours."""
    dice = random.Random(f"gamma {seed}")
    name = sorted(GAMMAS)[seed % len(GAMMAS)]
    own, of, rate = GAMMAS[name]
    xs = [F(dice.randint(1, 60), dice.choice((1, 2, 5))) for _ in range(dice.randint(2, 6))]
    xs += [xs[0] + 1]
    solution = solve(problem(own, {"oat": tuple(map(str, xs))}), only=["a(x|oat)", "b(x|oat)"])
    with mpmath.workdps(50):
        best = [mpmath.mpf(str(rounded(solution[f"{p}(x|oat)"], Rounding(figures=30)))) for p in "ab"]
        logs = [mpmath.log(of(mpmath.mpf(x.numerator) / x.denominator)) for x in xs]

        def likelihood(a: Any, b: Any) -> Any:
            beta = rate(a, b)
            return sum(
                a * mpmath.log(beta) + a * y - beta * mpmath.exp(y) - mpmath.loggamma(a) for y in logs
            )

        steps = [mpmath.mpf(2) ** -40, mpmath.mpf(1) / 9, mpmath.mpf(2)]
        factors = [1, *(1 + step for step in steps), *(1 / (1 + step) for step in steps)]
        highest = likelihood(*best)
        others = [(s, t) for s in factors for t in factors if (s, t) != (1, 1)]
        assert all(likelihood(best[0] * s, best[1] * t) < highest for s, t in others)


POOLED = {**NORMAL, "shared": ["v"]}


@pytest.mark.exhaustive
@law(4)
@given(numbers=st.lists(st.fractions(-9, 9, max_denominator=4), min_size=4, max_size=7, unique=True))
def test_a_shared_parameter_is_that_of_all_rows(numbers: list[Fraction]) -> None:
    """Means are those of the classes, and v is the mean square of all distances from them."""
    data = {"oat": numbers[:2], "rye": numbers[2:]}
    spelled_data = {k: tuple(map(str, xs)) for k, xs in data.items()}
    solution = solve(problem(POOLED, spelled_data))
    means = {k: sum(xs, F(0)) / len(xs) for k, xs in data.items()}
    assert [solution[f"m(x|{k})"] for k in data] == list(means.values())
    assert solution["v(x)"] == sum((x - means[k]) ** 2 for k in data for x in data[k]) / len(numbers)
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]


@pytest.mark.exhaustive
def test_a_shared_scale_makes_the_boundary_one_place() -> None:
    """What classes share cancels: 3, 4, 6 and 1, 2 have v = 31/30, and tie where a line is zero."""
    solution = solve(problem(POOLED), only=["boundary(oat:rye)[1]", "v(x|oat)", "v(x)"])
    assert solution["v(x|oat)"] == solution["v(x)"] == F(31, 30)
    slope, start = F(17, 6) / F(31, 30), (F(13, 3) ** 2 - F(3, 2) ** 2) / 2 / F(31, 30)
    expected = (float(start) - math.log(3 / 2)) / float(slope)
    assert float(solution["boundary(oat:rye)[1]"]) == pytest.approx(expected, rel=1e-12)


@pytest.mark.exhaustive
@all_of(
    "answer, slip",
    [("31/24", "rows-less-one"), ("31/18", "rows-less-classes"), ("30/31", "reciprocal-of-estimate")],
    apart=2,
)
def test_slips_with_a_shared_parameter_follow_from_the_form(answer: str, slip: str) -> None:
    """An answer that a slip leads to is named by it, where all classes are counted too."""
    report = Grader(problem(POOLED), asked=["v(x)"]).grade({"v(x)": answer})
    assert slip in {match.alternative.id for match in report.graded[0].matches}


GAMMA = {
    "density": "b^a x^(a-1) exp(-b x)/Gamma(a)", "support": "x > 0",
    "parameters": {"a": "a > 0", "b": "b > 0"},
}  # fmt: skip
SHIFTED = {
    "density": "r exp(-r (x-a))", "support": "x > a", "parameters": {"a": "a real", "r": "r > 0"},
}  # fmt: skip
LAPLACE = {
    "density": "exp(-|x-m|/b)/(2 b)", "support": "x real", "parameters": {"m": "m real", "b": "b > 0"},
}  # fmt: skip


@all_of(
    "own, shared, why",
    [
        (NORMAL, ["m"], "m cannot be shared: the best v changes with m"),
        (GAMMA, ["b"], "b cannot be shared: the best a changes with b"),
        (GAMMA, ["a"], "a cannot be shared: "),
        (
            SHIFTED,
            ["r"],
            "r cannot be shared: a density that moves its support is derived for",
        ),
        (
            LAPLACE,
            ["b"],
            "b cannot be shared: a density that has distances from a parameter is",
        ),
        (NORMAL, ["w"], "'w' is no parameter: the family has m, v"),
        (NORMAL, ["v", "m"], "all classes would share m, v, and no number would tell them apart"),
        (NORMAL, "v", 'expected letters of parameters, as in shared = ["v"]; got'),
    ],
    apart=3,
)
def test_what_cannot_be_shared_is_refused(own: dict[str, Any], shared: Any, why: str) -> None:
    """One line has the reason: the order of the estimates, the support, the letters."""
    with pytest.raises(ExactnbError, match=re.escape(why)):
        derive(Family.of(**own, shared=shared))


@pytest.mark.exhaustive
def test_equal_numbers_in_every_class_have_no_shared_variance() -> None:
    """Equal numbers in one class are no obstacle; in all of them the likelihood rises without end."""
    one = problem(POOLED, {"oat": ("3", "3"), "rye": ("1", "2")})
    assert solve(one, only=["v(x)"])["v(x)"] == F(1, 8)
    both = problem(POOLED, {"oat": ("3", "3"), "rye": ("1", "1")})
    with pytest.raises(
        ExactnbError, match=r"column x: no v is estimated, with the best m the likelihood"
    ):
        solve(both, only=["v(x)"])
    assert solve(both, only=["m(x|oat)"])["m(x|oat)"] == 3


def test_given_numbers_of_a_shared_parameter_are_alike() -> None:
    """A row that gives classes different numbers for what they share is refused."""
    text = """
[families.own]
density = "exp(-(x-m)^2/(2 v))/sqrt(2 pi v)"
support = "x real"
parameters = { m = "m real", v = "v > 0" }
shared = ["v"]
[data]
parameters = '''
kind   a    b
prior  1/2  1/2
m(x)   1    2
v(x)   4    VALUE
'''
[model]
families = { x = "own" }
[query]
q = { x = 1 }
"""
    solution = solve(Problem.from_text(text.replace("VALUE", "4")))
    assert solution["v(x)"] == 4
    with pytest.raises(InputError, match="all classes share v; expected the same number for each"):
        Problem.from_text(text.replace("VALUE", "1"))
