"""Families whose support ends at a parameter: estimates, densities of zero, slips and refusals."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import exp, log
from typing import Any

import pytest
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb import Family, Grader, Problem, Table, derive, explore, sample, solve
from exactnb.core.arithmetic.draws import Draws
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import UNDEFINED
from exactnb.errors import ExactnbError, Unsupported

F = Fraction
UNIFORM: dict[str, Any] = {
    "density": "1/t", "support": "0 < x < t", "parameters": {"t": "t > 0"},
}  # fmt: skip
BOTH_SIDES = {**UNIFORM, "density": "1/(2 t)", "support": "-t < x < t"}
SHIFTED: dict[str, Any] = {
    "density": "exp(-(x-a))", "support": "x > a", "parameters": {"a": "a real"},
}  # fmt: skip
WAITS = {"oat": ("3", "4", "6"), "rye": ("1", "2")}
ENDS: list[tuple[dict[str, Any], str]] = [
    (UNIFORM, "6"),
    ({**UNIFORM, "density": "2x/t^2"}, "6"),
    (
        {**UNIFORM, "density": "3x^2/t^3", "support": "0 < x <= t", "parameters": {"t": "1 < t < 9"}},
        "6",
    ),
    ({**UNIFORM, "density": "1/(2 t)", "support": "0 < x < 2 t"}, "3"),
    ({**UNIFORM, "density": "1/(t+1)", "support": "-1 < x < t", "parameters": {"t": "t > -1"}}, "6"),
    ({**UNIFORM, "density": "1/(9-t)", "support": "t < x < 9", "parameters": {"t": "t < 9"}}, "3"),
    ({**UNIFORM, "density": "1/(7+t)", "support": "-t < x < 7", "parameters": {"t": "t > -7"}}, "-3"),
    ({**UNIFORM, "density": "1/(7-t)", "support": "0 < x < 7 - t", "parameters": {"t": "t < 7"}}, "1"),
    (BOTH_SIDES, "6"),
    ({"density": "2 m^2/x^3", "support": "x > m", "parameters": {"m": "m > 0"}}, "3"),
    (SHIFTED, "3"),
    ({**SHIFTED, "density": "exp(a+2-x)", "support": "x > a + 2"}, "1"),
    ({**UNIFORM, "parameters": {"t": "t >= 7"}}, "7"),
    ({**UNIFORM, "density": "1/(9-t)", "support": "t < x < 9", "parameters": {"t": "0 < t <= 2"}}, "2"),
]
"""Families, each with the estimate for 3, 4 and 6."""


def problem(
    own: dict[str, Any], numbers: dict[str, tuple[str, ...]] = WAITS, x: str = "5/2", **more: Any
) -> Problem:
    """Return a problem with one column of some numbers of two classes."""
    rows = [(cell, label) for label, cells in numbers.items() for cell in cells]
    table = Table.from_rows(rows, ["x", "kind"])
    families = {"x": Family.of(**own, name="own")}
    return Problem(table, query={"q": {"x": x}}, families=families, **more)


@one_in(12, "own, estimate", ENDS, ids=[f"{own['density']} on {own['support']}" for own, _ in ENDS])
def test_the_estimate_is_the_last_place_for_all_numbers(own: dict[str, Any], estimate: str) -> None:
    """The largest or the smallest number is the estimate, and both readers of the problem agree."""
    (letter,) = own["parameters"]
    solution = solve(problem(own, {"oat": WAITS["oat"], "rye": ("4", "5")}, "5"))
    assert solution[f"{letter}(x|oat)"] == F(estimate)
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]


def test_outside_of_the_support_a_density_is_zero() -> None:
    """A number beyond the end of one class is possible in the other alone; at the end it is in both."""
    posteriors = {x: solve(problem(UNIFORM, x=x))["P(rye|q)"] for x in ("1", "2", "5/2", "6", "13/2")}
    both = (F(2, 5) / 2) / (F(2, 5) / 2 + F(3, 5) / 6)
    expected = {"1": both, "2": both, "5/2": 0, "6": 0, "13/2": UNDEFINED}
    assert posteriors == expected


def test_zero_over_zero_is_said() -> None:
    """A number that no class can have has no posterior, and the densities are named as the reason."""
    text = solve(problem(UNIFORM, x="13/2")).text()
    assert "The posterior is undefined, for p(q) = 0." in text
    assert "One zero factor makes the product zero: p(x=6.5|oat)" in " ".join(text.split())
    assert "1[6.5 ≤ 6] × 1/6" in text


def test_a_class_without_rows_has_no_estimate() -> None:
    """Of no numbers none is the largest."""
    table = Table.from_rows([("3", "oat"), ("4", "oat")], ["x", "kind"], classes=("oat", "rye"))
    own = Problem(table, query={"q": {"x": "1"}}, prior="uniform",
                  families={"x": Family.of(**UNIFORM, name="own")})  # fmt: skip
    assert solve(own, only=["t(x|rye)"])["t(x|rye)"] == UNDEFINED


@all_of("own, numbers", [
    ({**UNIFORM, "parameters": {"t": "t < 5"}}, "no t"),
    ({**UNIFORM, "parameters": {"t": "t > 7"}}, "no t"),
    ({**UNIFORM, "parameters": {"t": "0 < t < 6"}}, "no t"),
    ({**SHIFTED, "parameters": {"a": "a > 3"}}, "no a"),
])  # fmt: skip
def test_an_estimate_outside_of_its_range_is_refused(own: dict[str, Any], numbers: str) -> None:
    """Where no parameter of the range is best, or none makes all numbers possible, there is none."""
    with pytest.raises(ExactnbError, match=f"class oat: {numbers} is estimated"):
        solve(problem(own))


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({**UNIFORM, "density": "1", "support": "t < x < t + 1"}, "both ends of the support move with t"),
    ({**UNIFORM, "density": "2(t-x)/t^2"}, "log(t - x) stands with t in the density"),
    ({**UNIFORM, "density": "t"}, "its integral is t^2, not 1"),
    ({**UNIFORM, "support": "x > t"}, "its integral is infinite"),
    ({**UNIFORM, "density": "1/t^2"}, "its integral is 1/t, not 1"),
    ({**UNIFORM, "density": "1/t^2", "support": "0 < x < t^2"}, "no straight line in t"),
    ({**UNIFORM, "density": "2x/t^2", "support": "-t < x < t"}, "nowhere negative"),
]  # fmt: skip


@all_of("own, why", REFUSED, apart=2)
def test_what_is_not_derived_is_refused_with_the_reason(own: dict[str, Any], why: str) -> None:
    """Two ends that move alike, densities that mix, and what is no density are refused by name."""
    with pytest.raises(Unsupported) as refusal:
        derive(Family.of(**own))
    assert why in refusal.value.message


@all_of("own, more, why", [
    (UNIFORM, {"prior": "exp(-t)"}, "a prior of where the support ends"),
    ({"mass": "1/N", "support": "x in {1, ..., N}", "parameters": {"N": "N > 0"}}, {}, "whole numbers"),
])  # fmt: skip
def test_what_is_not_read_is_refused(own: dict[str, Any], more: dict[str, Any], why: str) -> None:
    """Priors of such a parameter, and counts up to one, are refused where they are read."""
    with pytest.raises(ExactnbError, match=why):
        Family.of(**own, **more)


def test_what_needs_the_same_support_is_refused() -> None:
    """No boundary is cut where the supports of two classes differ."""
    with pytest.raises(ExactnbError, match="own"):
        solve(problem(UNIFORM), only=["boundary(oat:rye)"])


DRAWN: list[tuple[dict[str, Any], Callable[[float], float]]] = [
    # families, each with the probability of less than x where 3, 4 and 6 were seen
    (UNIFORM, lambda x: x / 6),
    ({**UNIFORM, "density": "2x/t^2"}, lambda x: x**2 / 36),
    (BOTH_SIDES, lambda x: (x + 6) / 12),
    ({**UNIFORM, "density": "1/(9-t)", "support": "t < x < 9", "parameters": {"t": "t < 9"}},
        lambda x: (x - 3) / 6),
    ({"density": "2 m^2/x^3", "support": "x > m", "parameters": {"m": "m > 0"}},
        lambda x: 1 - 9 / x**2),
    (SHIFTED, lambda x: 1 - exp(3 - x)),
    ({"density": "exp(x-t)", "support": "x < t", "parameters": {"t": "t real"}}, lambda x: exp(x - 6)),
    ({"density": "l exp(-l (x-a))", "support": "x > a", "parameters": {"a": "a real", "l": "l > 0"}},
        lambda x: 1 - exp((3 - x) * 3 / 4)),
]  # fmt: skip


@pytest.mark.exhaustive
@all_of("own, less", DRAWN)
def test_numbers_are_drawn_where_the_support_ends_at_a_parameter(
    own: dict[str, Any], less: Callable[[float], float]
) -> None:
    """Each is the inverse of the uniform number that it was drawn from, inside of the support."""
    for seed in range(2):
        ((text, _),) = sample(problem(own), 1, seed, given="oat").rows
        level = 1 - Draws(seed).integer_below(2**64) / 2**64
        assert less(float(text)) == pytest.approx(level, abs=2e-3)


SLIPS = [
    (UNIFORM, "3", "smallest-for-largest"), (UNIFORM, "13/3", "mean-for-extreme"),
    (UNIFORM, "26/3", "twice-the-mean"), (UNIFORM, "8", "extreme-made-unbiased"),
    (UNIFORM, "1/6", "reciprocal-of-estimate"), (SHIFTED, "6", "largest-for-smallest"),
    (SHIFTED, "13/3", "mean-for-extreme"),
]  # fmt: skip


@one_in(3, "own, answer, slip", SLIPS)
def test_slips_are_named(own: dict[str, Any], answer: str, slip: str) -> None:
    """An answer that a slip leads to is named by it."""
    asked = f"{next(iter(own['parameters']))}(x|oat)"
    report = Grader(problem(own), asked=[asked]).grade({asked: answer})
    assert slip in {match.alternative.id for match in report.graded[0].matches}


@pytest.mark.exhaustive
def test_distances_from_zero_are_compared() -> None:
    """With two ends that move it is the largest distance; the largest number is a slip."""
    numbers = {"oat": ("3", "-7", "6"), "rye": ("1", "-2")}
    assert solve(problem(BOTH_SIDES, numbers, "1"))["t(x|oat)"] == 7
    report = Grader(problem(BOTH_SIDES, numbers), asked=["t(x|oat)"]).grade({"t(x|oat)": "6"})
    assert "largest-number-for-distance" in {match.alternative.id for match in report.graded[0].matches}


@pytest.mark.exhaustive
@all_of("name", ["text", "latex", "html", "markdown", "typst", "json"])
def test_every_format_prints_it(name: str) -> None:
    """The solution and the theorem are printed in every format."""
    assert solve(problem(UNIFORM, x="7")).render(name)
    assert derive(Family.of(**BOTH_SIDES)).render(name)


@pytest.mark.exhaustive
def test_exploring_leaves_out_what_is_not_known() -> None:
    """What would change a decision is explored as far as densities without log-ratios let it."""
    assert "single edits" in explore(problem(UNIFORM)).text()


RATED: dict[str, Any] = {
    "density": "q exp(-q (x-a))", "support": "x > a", "parameters": {"a": "a real", "q": "q > 0"},
}  # fmt: skip
PARETO: dict[str, Any] = {
    "density": "a m^a/x^(a+1)", "support": "x > m", "parameters": {"a": "a > 0", "m": "m > 0"},
}  # fmt: skip


@pytest.mark.exhaustive
def test_the_rest_is_estimated_with_the_end_put_in() -> None:
    """The rate is one over the mean less the smallest number, in both readings of the problem."""
    solution = solve(problem(RATED, x="7/2"))
    assert [solution[f"a(x|{k})"] for k in WAITS] == [3, 1]
    assert [solution[f"q(x|{k})"] for k in WAITS] == [1 / (F(13, 3) - 3), 1 / (F(3, 2) - 1)]
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]
    assert solve(problem(RATED))["P(rye|q)"] == 1


@pytest.mark.exhaustive
def test_the_shape_of_a_pareto_density_is_in_logarithms() -> None:
    """The scale is the smallest number, and the shape rests on logarithms of ratios to it."""
    solution = solve(problem(PARETO, x="7/2"))
    assert [solution[f"m(x|{k})"] for k in WAITS] == [3, 1]
    decimal = float(str(rounded(solution["a(x|oat)"], Rounding(figures=12))))
    assert decimal == pytest.approx(3 / (log(4 / 3) + log(6 / 3)), rel=1e-11)
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]


def test_equal_numbers_have_no_rate() -> None:
    """Where all numbers of a class are the smallest, the likelihood rises without end."""
    with pytest.raises(ExactnbError, match=r"class oat: no [aq] is estimated"):
        solve(problem(RATED, {"oat": ("3", "3"), "rye": ("1", "2")}), only=["q(x|oat)"])


@pytest.mark.exhaustive
def test_two_ends_with_letters_of_their_own_are_estimated_in_turn() -> None:
    """The smallest and the largest number are the ends, where it is known that the ends are two."""
    both = {**UNIFORM, "density": "1/(b-a)", "support": "a < x < b",
            "parameters": {"a": "a < 3", "b": "b > 3"}}  # fmt: skip
    solution = solve(problem(both, {"oat": ("3", "2", "6"), "rye": ("1", "5")}, "7/2"))
    assert [solution[f"{end}(x|{k})"] for k in WAITS for end in "ab"] == [2, 6, 1, 5]
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]
    with pytest.raises(Unsupported, match="is it positive for every a and b of its range"):
        derive(Family.of(**{**both, "parameters": {"a": "a real", "b": "b real"}}))


LAWS: list[tuple[str, str, str]] = [
    ("{c}*x^{k}/t^{c}", "0 < x < t", "t > 0"),
    ("1/(t+{b})", "-{b} < x < t", "t > -{b}"),
    ("1/({b}-t)", "t < x < {b}", "t < {b}"),
    ("1/(2*t)", "-t < x < t", "t > 0"),
    ("{k}*t^{k}/x^{c}", "x > t", "t > 0"),
    ("1/(t+{k})", "0 < x < t + {k}", "t > -{k}"),
    ("1/({b}-t)", "0 < x < {b} - t", "t < {b}"),
]
"""Densities with polynomials alone, their supports and ranges, with whole numbers to put in."""


@cache
def _family(own: tuple[str, str, str]) -> Family:
    density, support, range_ = own
    return Family.of(density=density, support=support, parameters={"t": range_}, name="own")


@in_both_runs
@pytest.mark.parametrize("seed", choose(quick=range(2), exhaustive=range(25)))
def test_no_other_parameter_is_as_likely(seed: int) -> None:
    """At other places the likelihood, multiplied out in fractions, is smaller than at the estimate."""
    dice = random.Random(seed)
    k = dice.randint(1, 3)
    own = tuple(text.format(k=k, c=k + 1, b=12) for text in LAWS[seed % len(LAWS)])
    density, support, range_ = own
    xs = [F(dice.randint(1, 40), 4) for _ in range(dice.randint(1, 5))]
    if support.startswith("-"):
        xs = [x * dice.choice((1, -1)) for x in xs]
    family = _family(own)
    block = Problem(
        Table.from_rows([(str(x), "oat") for x in xs], ["x", "kind"]),
        query={"q": {"x": "1"}}, families={"x": family},
    )  # fmt: skip
    estimate = solve(block, only=["t(x|oat)"])["t(x|oat)"]

    def likelihood(t: Fraction) -> Fraction:
        """Multiply the densities as they were typed, with Python's own reader."""
        value = F(1)
        for x in xs:
            scope = {"x": x, "t": t}
            is_inside = eval(support.replace("<", "<=").replace(">", ">="), dict(scope))
            value *= F(eval(density.replace("^", "**"), dict(scope))) if is_inside else F(0)
        return value

    steps = (F(number, 8) * scale for number in (-3, -2, -1, 1, 2, 3) for scale in (F(1, 50), 1, 3))
    others = [estimate + step for step in steps]
    allowed = [t for t in others if eval(range_, {"t": t})]
    assert len(allowed) > 3
    assert all(likelihood(t) < likelihood(estimate) for t in allowed)


FLAT: dict[str, Any] = {
    "density": "1/(b-a)", "support": "a < x < b", "parameters": {"a": "a real", "b": "b > a"},
}  # fmt: skip
PAIRS: list[tuple[str, dict[str, str]]] = [
    ("1/(b-a)", {"a": "a real", "b": "b > a"}), ("1/(b-a)", {"b": "b real", "a": "a < b"}),
    ("1/(b-a)", {"a": "a > -9", "b": "b > a"}), ("2*x/(b^2-a^2)", {"b": "b > a", "a": "a > 0"}),
    ("1/(b-a)", {"a": "a < b", "b": "b < 99"}), ("3*x^2/(b^3-a^3)", {"a": "a > 0", "b": "b > a"}),
]  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(10))
def test_no_other_pair_of_ends_is_as_likely(seed: int) -> None:
    """Both ends are the smallest and the largest number; of equal numbers there are none."""
    dice = random.Random(f"pairs {seed}")
    density, parameters = PAIRS[seed % len(PAIRS)]
    xs = [F(dice.randint(1, 40), 4) for _ in range(dice.randint(1, 5))]
    xs += [xs[0]] * dice.randint(0, 1)
    own = {**FLAT, "density": density, "parameters": parameters}
    stated = problem(own, {"oat": tuple(map(str, xs)), "rye": ("1", "2")}, "1")
    if len(set(xs)) == 1:
        with pytest.raises(ExactnbError, match=r"the likelihood of . and . together has no largest"):
            solve(stated, only=["b(x|oat)"])
        return
    solution = solve(stated, only=["a(x|oat)", "b(x|oat)"])
    best = solution["a(x|oat)"], solution["b(x|oat)"]

    def likelihood(a: Fraction, b: Fraction) -> Fraction:
        """Multiply the densities as they were typed, with Python's own reader."""
        scopes = ({"x": x, "a": a, "b": b} for x in xs)
        value = F(1)
        for scope in scopes:
            is_inside = a <= scope["x"] <= b
            value *= F(eval(density.replace("^", "**"), scope)) if is_inside else F(0)
        return value

    steps = [F(step, 10) for step in (-30, -7, -1, 0, 1, 9, 40)]
    others = [
        (best[0] + low, best[1] + high) for low in steps for high in steps if (low, high) != (0, 0)
    ]
    allowed = [
        (a, b) for a, b in others
        if all(eval(range_, {"a": a, "b": b}) for range_ in parameters.values() if "real" not in range_)
    ]  # fmt: skip
    assert len(allowed) > 9
    assert all(likelihood(*pair) < likelihood(*best) for pair in allowed)


def test_a_uniform_density_between_two_ends_is_solved() -> None:
    """Its ends are the smallest and the largest number of the class, as both readers say."""
    solution = solve(problem(FLAT, x="4"))
    assert [solution[f"{end}(x|{k})"] for k in WAITS for end in "ab"] == [3, 6, 1, 2]
    assert solution["P(oat|q)"] == 1
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]
    assert all(derive(Family.of(**FLAT)).render(name) for name in ("text", "latex", "html", "typst"))


@all_of("parameters, support, why", [
    ({"a": "a real", "b": "b >= a"}, "a < x < b", "expected b > a or b < a"),
    ({"a": "a real", "b": "b > 2a"}, "a < x < b", "expected b > a or b < a"),
    ({"a": "a > b", "b": "b > a"}, "a < x < b", "the range of b has a letter too"),
    ({"a": "a > a", "b": "b > 0"}, "a < x < b", "the range of a has a letter too"),
    ({"a": "a real", "b": "b > c"}, "a < x < b", "'c' is no letter of this family"),
    ({"a": "0 < a < 1", "b": "b > a"}, "a < x < b", "the range of b ends at a"),
])  # fmt: skip
def test_ranges_that_rest_on_each_other_are_refused(
    parameters: dict[str, str], support: str, why: str
) -> None:
    """An end is a number, or another parameter that has no letter in its range."""
    with pytest.raises(ExactnbError) as refusal:
        derive(Family.of(density="1/(b-a)", support=support, parameters=parameters))
    assert why in refusal.value.message


def test_a_range_that_rests_on_a_parameter_is_of_ends_alone() -> None:
    """Where no support ends at two parameters that are compared, nothing is derived."""
    with pytest.raises(Unsupported, match="is compared with another parameter"):
        derive(Family.of(density="q exp(-q (x-a))", support="x > a",
                         parameters={"a": "a > 0", "q": "q > a"}))  # fmt: skip


@pytest.mark.exhaustive
@all_of("low, is_right", [("2", True), ("5", False), ("7", False)])
def test_given_ends_are_in_order(low: str, is_right: bool) -> None:
    """A given end is compared with the other one that is given."""
    text = f"""
[families.flat]
density = "1/(b-a)"
support = "a < x < b"
parameters = {{ a = "a real", b = "b > a" }}
[data]
parameters = '''
kind   oat  rye
prior  1/2  1/2
a(x)   {low}    2
b(x)   5    3
'''
[model]
families = {{ x = "flat" }}
[query]
q = {{ x = 3 }}
"""
    if is_right:
        assert solve(Problem.from_text(text))["P(rye|q)"] == F(3, 4)
        return
    with pytest.raises(ExactnbError, match="flat needs b > a"):
        Problem.from_text(text)


@pytest.mark.exhaustive
def test_scipys_fit_is_a_second_opinion() -> None:
    """SciPy's fits of a uniform, a shifted exponential and a Pareto density agree."""
    stats = pytest.importorskip("scipy.stats")
    data = [3.0, 4.0, 6.0]
    own = {**SHIFTED, "density": "q exp(-q (x-a))", "parameters": {"a": "a real", "q": "q > 0"}}
    pareto = {
        "density": "b m^b/x^(b+1)",
        "support": "x > m",
        "parameters": {"m": "m > 0", "b": "b > 0"},
    }
    shape, _, scale = stats.pareto.fit(data, floc=0)
    start, mean = stats.expon.fit(data)
    fits = [
        (UNIFORM, {"t": stats.uniform.fit(data, floc=0)[1]}),
        (FLAT, dict(zip("ab", (data[0], sum(stats.uniform.fit(data))), strict=True))),
        (own, {"a": start, "q": 1 / mean}),
        (pareto, {"m": scale, "b": shape}),
    ]
    for family, fitted in fits:
        names = {letter: f"{letter}(x|oat)" for letter in fitted}
        solution = solve(problem(family), only=list(names.values()))
        for letter, value in fitted.items():
            assert float(solution[names[letter]]) == pytest.approx(value, rel=1e-9), letter
