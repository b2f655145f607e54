"""Families that a problem states: values, names, doors and refusals, for three of them."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction
from math import exp, log
from typing import Any

import pytest
from own_families import ERLANG, LAPLACE, POWER, PROBLEMS, RAYLEIGH, WITH_PRIOR
from thoroughness import all_of, choose

from exactnb import Family, Grader, Problem, Table, derive, explore, solve
from exactnb.core.arithmetic.enclosed import Enclosed
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.nodes import Integer, Numeral
from exactnb.core.families.declared.specification import evaluate_constants
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import Item
from exactnb.core.problem.styles import names as styles
from exactnb.errors import ExactnbError, InputError, TooMuch, Unsupported
from exactnb.explain.derivation import Grid
from exactnb.explain.derivation.second_reader import typed
from exactnb.explain.derivation.second_reader.counting import Ends, StatedFamily
from exactnb.explain.rendering import formats
from exactnb.explain.solution import own_families

F = Fraction
FROM_ERLANG = {
    "density": "b^a/(a-1)! x^(a-1) exp(-b x)", "support": "x > 0", "parameters": {"b": "b > 0"},
    "constants": {"a": "a in {1, 2, ...}"},
}  # fmt: skip


@pytest.fixture(params=PROBLEMS)
def problem(request: pytest.FixtureRequest) -> Problem:
    """Return one of the problems that state a family."""
    return Problem.from_text(PROBLEMS[request.param])


def decimal(value: object, figures: int = 12) -> float:
    """Return a value as its decimal says it."""
    return float(str(rounded(value, Rounding(figures=figures))))  # type: ignore[arg-type]


def test_values_are_those_of_the_formulas() -> None:
    """The estimate, the density, the joint and the posterior are worked out from the rows."""
    solution = solve(Problem.from_text(POWER))
    thetas = {"a": -3 / log(0.4 * 0.7 * 0.9), "b": -2 / log(0.2 * 0.5)}
    densities = {k: theta * 0.6 ** (theta - 1) for k, theta in thetas.items()}
    joints = {"a": 0.6 * densities["a"], "b": 0.4 * densities["b"]}
    for k, theta in thetas.items():
        assert decimal(solution[f"estimate(θ,share|{k})"]) == pytest.approx(theta, rel=1e-11)
        assert decimal(solution[f"P(share=0.6|{k})"]) == pytest.approx(densities[k], rel=1e-11)
    assert isinstance(solution["P(share=0.6|a)"], Enclosed)
    expected = joints["a"] / sum(joints.values())
    assert decimal(solution["P(a|x)"]) == pytest.approx(expected, rel=1e-11)
    assert solution["argmax(x)"].labels == ("a",)


@pytest.mark.exhaustive
def test_a_root_and_its_square_stay_exact() -> None:
    """The Rayleigh parameter is a root, its square rational: densities keep their closed form."""
    solution = solve(Problem.from_text(RAYLEIGH))
    assert solution["s(speed|ship)"] == F(5, 2)
    assert not any(isinstance(value, Enclosed) for value in solution.values())
    assert decimal(solution["s(speed|boat)"]) == pytest.approx(1.5**0.5, rel=1e-11)


@pytest.mark.exhaustive
def test_distances_are_added_up_and_stay_exact() -> None:
    """The Laplace scale is the mean distance from m; |x − m| is written with bars in every format."""
    solution = solve(Problem.from_text(LAPLACE))
    assert (solution["b(error|a)"], solution["b(error|b)"]) == (F(1), F(7, 2))
    assert not any(isinstance(value, Enclosed) for value in solution.values())
    assert solution["odds(a:b|x)"] == solution["P(a,x)"] / solution["P(b,x)"]  # type: ignore[operator]
    written = {"text": "|1 − 1/2|", "latex": r"\left\lvert 1 - \frac{1}{2} \right\rvert"}
    written |= {"typst": "abs(1 − frac(1, 2))", "html": ">|</mo>"}
    for to, distance in written.items():
        assert distance in solution.render(to)  # type: ignore[operator]


@pytest.mark.exhaustive
def test_a_prior_makes_the_estimate_its_mode() -> None:
    """(an + g − 1)/(Σx + h) of the rows, with the constants of the model."""
    solution = solve(Problem.from_text(WITH_PRIOR))
    assert solution["b(wait|day)"] == F(2 * 2 + 3 - 1, 7 + 1)
    assert solution["b(wait|night)"] == F(2 * 3 + 3 - 1, 5 + 1)


def test_a_mode_needs_the_conditions_of_its_theorem() -> None:
    """Of a prior that rises towards 0 there is no MAP where no row outweighs it."""
    text = WITH_PRIOR.replace("g = 3", 'g = "1/2"').replace("\n3    | day\n4    | day", "")
    empty = text.replace("[data]", '[data]\nclasses = ["day", "night"]')
    empty = empty.replace("[model]", '[model]\nprior = "uniform"')
    with pytest.raises(ExactnbError, match="class day: no b is estimated"):
        solve(Problem.from_text(empty), only=["b(wait|day)"])


def test_the_letter_has_a_short_form_even_if_it_is_a_head() -> None:
    """`θ(share|a)` is `estimate(θ,share|a)`; p(share=0.6|a) stays a probability."""
    scope = Problem.from_text(POWER).scope
    for text in ("θ(share|a)", "estimate(θ,share|a)", "θ(share|class=a)"):
        assert str(scope.resolve(text)) == "estimate(θ,share|a)"
    text = POWER.replace("theta", "p").replace("0 < x", "0 < x")
    own = Problem.from_text(text)
    for text in ("estimate(p,share|a)", "p(share|a)", "p(share|class=a)"):
        assert str(own.scope.resolve(text)) == "estimate(p,share|a)"
    for wrong in ("p(share|c)", "P(share|a)", "p(x,share)"):
        with pytest.raises(InputError, match=r"unknown class|needs one of|no class|twice"):
            own.scope.resolve(wrong)
    assert own.scope.resolve("p(share=0.6|a)").head == "P"
    for wrong in ("estimate(q,share|a)", "estimate(share|a)", "estimate(θ|a)", "q(share|a)"):
        with pytest.raises(InputError):
            scope.resolve(wrong)


@pytest.mark.exhaustive
@all_of("number", range(len(PROBLEMS)))
def test_every_format_writes_it_in_every_notation(number: int) -> None:
    """A solution with a stated family is written in each format, and in each style as text.

    In a quick run each format and each style is tried on one of the problems.
    """
    problem = Problem.from_text([*PROBLEMS.values()][number])
    solution = solve(problem)
    some = slice(number, None, choose(quick=len(PROBLEMS), exhaustive=1))
    for to in formats.names()[some]:
        assert to == "pdf" or solution.render(to)
    for style in styles()[some]:
        assert solve(replace(problem, notation_style=style)).text()


def test_two_readers_agree_on_every_number(problem: Problem) -> None:
    """The density as it was typed, read naively, leads to each value of the graph."""
    solution = solve(problem)
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]


def test_a_family_counts_once_its_theorem_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that rest on a family whose theorem nothing shows are refused, with the reason."""

    def refuse(family: object) -> None:
        raise Unsupported("slope: nothing shows it")

    monkeypatch.setattr(own_families, "theorem_of_family", refuse)
    with pytest.raises(ExactnbError, match=r"the theorem of power is not proved: slope"):
        solve(Problem.from_text(POWER))
    with pytest.raises(
        own_families.Unproved, match=r"^families\.power\.density: the theorem"
    ) as refused:
        solve(Problem.from_text(POWER))
    assert refused.value.exit_code == 2
    plain = Problem.from_text(POWER)
    assert solve(plain, only=["P(a)"])["P(a)"] == F(3, 5)


def test_why_adds_the_theorem() -> None:
    """With `why`, the theorem of the estimate stands at the end of the solution."""
    text = solve(Problem.from_text(RAYLEIGH), why=True).text()
    assert "Why this rule" in text
    assert "log-likelihood" in text


@pytest.mark.exhaustive
def test_derive_takes_a_family() -> None:
    """`derive` proves the estimate of a family that is stated in Python."""
    family = Family.of(density="a m^a/x^(a+1)", support="x > m", parameters={"a": "a > 0"},
                       constants={"m": "m > 0"})  # fmt: skip
    assert "n_k" in derive(family).text()


@all_of("density", ["(1+x+t)^100", "((1+x+t)^100)^100", "(1+x+t)^24 (1+t x)^20"])
def test_what_is_too_much_to_multiply_out_is_not_integrated_either(density: str) -> None:
    """A density past the budget of terms is refused by it, without a look at its integral."""
    with pytest.raises(TooMuch, match="at most"):
        derive(Family.of(density=density, support="0 < x < 1", parameters={"t": "t > 0"}))


def test_families_of_sympy_are_those_of_text() -> None:
    """A random variable of SymPy's, an expression and a text lead to one estimate."""
    import sympy
    from sympy import stats

    s = sympy.Symbol("s", positive=True)
    x = sympy.Symbol("x")
    own = Family.of(density="x/s^2 exp(-x^2/(2 s^2))", support="x > 0", parameters={"s": "s > 0"})
    for other in (
        Family.from_sympy(stats.Rayleigh("v", s)),
        Family.from_sympy(x / s**2 * sympy.exp(-(x**2) / (2 * s**2)), support="x > 0"),
    ):
        assert other.declared.estimator.estimate == own.declared.estimator.estimate
        assert other.declared.support == own.declared.support
    with pytest.raises(InputError, match="say what x may be"):
        Family.from_sympy(sympy.exp(-x))
    with pytest.raises(InputError, match="say which letter is estimated"):
        Family.from_sympy(s * x * sympy.Symbol("t"), support="x > 0")
    with pytest.raises(InputError, match="expected an expression of SymPy"):
        Family.from_sympy("exp(-x)")


def test_python_and_the_file_state_the_same_family() -> None:
    """A family made in Python is chosen by a model as one of a file is."""
    of_file = Problem.from_text(RAYLEIGH)
    own = Family.of(density="x/s^2 exp(-x^2/(2 s^2))", support="x > 0", parameters={"s": "s > 0"},
                    name="rayleigh")  # fmt: skip
    of_python = Problem(of_file.data, query=of_file.query, families={"speed": own})
    assert solve(of_python)["P(ship|x)"] == solve(of_file)["P(ship|x)"]


@all_of(
    "changes, message",
    [
        ({"a = 2": ""}, "model.families.wait: erlang needs the constant a, a in {1, 2, ...}"),
        ({"a = 2": "a = 0"}, "model.families.wait.erlang.a: expected a in {1, 2, ...}; got 0"),
        ({"a = 2": "a = 2, c = 1"}, "model.families.wait: erlang has no constant 'c'; it has"),
        ({"{ erlang": "{ erlng"}, "model.families.wait: "),
        ({"[families.erlang]": "[families.gaussian]"}, "families.gaussian: gaussian is a family"),
        ({"\n1    | night": "\n-1   | night"}, "data.table: row 3, column 'wait': erlang needs x > 0"),
        ({"x > 0": "x in {1, ..., b}"}, "'x in {1, ..., b}' ends at the parameter b"),
    ],
)
def test_a_problem_is_refused_with_its_place(changes: dict[str, str], message: str) -> None:
    """Constants and rows that do not suit a stated family are refused in one line."""
    text = ERLANG
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(ExactnbError) as error:
        Problem.from_text(text)
    assert message in str(error.value)


def test_given_parameters_stand_in_rows_by_their_letter() -> None:
    """`s(speed)` in data.parameters is the parameter; one out of range is refused."""
    head = RAYLEIGH.partition("[data]")[0]
    given = (
        "[data]\nclass = 'k'\nparameters = '''\nk | a | b\nprior | 1/2 | 1/2\ns(speed) | 2 | {}\n'''"
    )
    tail = "\n[model]\nfamilies = { speed = 'rayleigh' }\n[query]\nx = { speed = 2.5 }\n"
    solution = solve(Problem.from_text(head + given.format(3) + tail))
    assert solution["s(speed|b)"] == 3
    for wrong in ("0", "-1"):
        with pytest.raises(ExactnbError, match="rayleigh needs s > 0; got"):
            Problem.from_text(head + given.format(wrong) + tail)


@pytest.mark.exhaustive
@all_of(
    "typed_answer, misconception",
    [
        ("1.3229", "statistic-not-raised"), ("3.5355", "rows-less-one"),
        ("6.25", "root-of-estimate-forgotten"), ("0.4", "reciprocal-of-estimate"),
        ("3.5", "statistic-of-the-sum"),
    ],
)  # fmt: skip
def test_slips_follow_from_the_form(typed_answer: str, misconception: str) -> None:
    """A wrong estimate is told by the slip in the form of the right one."""
    problem = Problem.from_text(RAYLEIGH)
    report = Grader(problem, asked=["s(speed|ship)"]).grade({"s(speed|ship)": typed_answer})
    assert misconception in {match.alternative.id for match in report.graded[0].matches}


def test_what_needs_bounds_of_ours_refuses_it_by_name() -> None:
    """A boundary of a statistic that turns is refused, and names the family."""
    with pytest.raises(ExactnbError, match="no boundary is worked out for laplace columns"):
        solve(Problem.from_text(LAPLACE), only=["boundary(a:b)"])


def test_constants_are_worked_out_where_they_stand() -> None:
    """x^(a−1)/(a−1)! with a = 2 is x."""
    family = Family.of(**FROM_ERLANG)
    assert str(evaluate_constants(family.declared.stated.formula, {"a": F(2)})) == "b^2 x exp(-b x)"
    assert family.with_constants({"a": 1}) == family.with_constants({"a": "1"}) != family


@all_of(
    "text, letter, numbers, rows, expected",
    [
        ("theta x^(theta-1)", "θ", {}, [0.4, 0.7, 0.9], -3 / log(0.4 * 0.7 * 0.9)),
        (r"\frac{x}{s^2} e^{-x^2/(2 s^2)}", "s", {}, [3, 4], 2.5),
        ("m^x exp(-m)/x!", "m", {}, [2, 0, 4], 2),
        ("C(N,x) q^x (1-q)^(N-x)", "q", {"N": 4}, [1, 3, 4], 8 / 12),
        ("b^a x^(a-1) exp(-bx)/Gamma(a)", "b", {"a": F(5, 2)}, [1, 2], 5 / 3),
    ],
)
def test_the_second_reader_finds_where_the_slope_is_zero(
    text: str, letter: str, numbers: dict[str, F], rows: list[float], expected: float
) -> None:
    """The estimate read naively is the known one, from the typed text alone."""
    domain = Ends(F(0), F(1) if letter == "q" else None, False, False)
    own = StatedFamily(text, ((letter, domain),), Ends(None, None, False, False))
    value = typed.estimates(own, numbers, [(F(str(x)), 1) for x in rows])[letter]
    middle = value if isinstance(value, F) else F(*map(sum, [value.bounds()])) / 2  # type: ignore
    assert float(middle) == pytest.approx(expected, rel=1e-12)


_READ_TWICE = {
    "negative binomial": ({"mass": "Gamma(x+r)/(x! Gamma(r)) p^r (1-p)^x",
        "support": "x in {0, 1, ...}", "parameters": {"p": "0 < p < 1"},
        "constants": {"r": "r in {1, 2, ...}"}}, {"r": 3}),
    "geometric": ({"mass": "q (1-q)^x", "support": "x in {0, 1, ...}",
        "parameters": {"q": "0 < q < 1"}}, {}),
    "Poisson": ({"mass": "m^x exp(-m)/x!", "support": "x in {0, 1, ...}",
        "parameters": {"m": "m > 0"}}, {}),
    "binomial": ({"mass": "C(N,x) q^x (1-q)^(N-x)", "support": "x in {0, 1, ..., N}",
        "parameters": {"q": "0 < q < 1"}, "constants": {"N": "N in {1, 2, ...}"}}, {"N": 8}),
    "exponential": ({"density": "s exp(-s x)", "support": "x >= 0", "parameters": {"s": "s > 0"}}, {}),
    "half-normal": ({"density": "sqrt(2/pi)/s exp(-x^2/(2 s^2))", "support": "x >= 0",
        "parameters": {"s": "s > 0"}}, {}),
    "open half-normal": ({"density": "sqrt(2/pi)/s exp(-x^2/(2 s^2))", "support": "x > 0",
        "parameters": {"s": "s > 0"}}, {}),
    "normal": ({"density": "exp(-(x-c)^2/2)/sqrt(2 pi)", "support": "x real",
        "parameters": {"c": "c real"}}, {}),
}  # fmt: skip
"""Families whose log-likelihood adds up no logarithm of x, and their constants."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("own", _READ_TWICE.values(), ids=_READ_TWICE)
def test_two_readers_agree_on_zeros_and_on_round_estimates(
    own: tuple[dict[str, Any], dict[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Estimates, boundaries and regions are read twice with a 0 among the data, and wherever they lie.

    Class a of the negative binomial has the estimate 3/4, one of the places that are tried. That the
    theorems are proved is not what is tested here.
    """
    monkeypatch.setattr(own_families, "theorem_of_family", lambda family: None)
    family = Family.of(**own[0], name="own").with_constants(own[1])
    zero = "1/2" if own[0]["support"] == "x > 0" else "0"
    rows = [*((x, "a") for x in (zero, "2", "1", "1")), *((x, "b") for x in ("5", "3", "4"))]
    problem = Problem(
        Table.from_rows(rows, ["n", "class"]), query={"u": {"n": "2"}}, families={"n": family}
    )
    (letter,) = family.declared.letters
    asked = ["boundary(a:b)", "region(a:b)", "region(b:a)"]
    solution = solve(problem, only=[f"estimate({letter},n|a)", "P(a|u)", *asked])
    assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]


@pytest.mark.exhaustive
def test_a_discrete_solve_loads_nothing_of_it() -> None:
    """A problem without a stated family imports none of the files that read and derive one."""
    code = (
        "import sys; from exactnb import Problem, Table, solve;"
        "table = Table.from_rows([('1','+'),('0','-')], ['a','class']);"
        "solve(Problem(table, query={'x': {'a': '1'}})).text();"
        "assert not [m for m in sys.modules if 'declared' in m and 'families' in m];"
        "assert 'sympy' not in sys.modules"
    )
    import subprocess

    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_tail_makes_regions_exact() -> None:
    """The Bayes error is a sum of tails of the density, where the classes tie at one place."""
    solution = solve(Problem.from_text(RAYLEIGH), only=["bayes_error"])
    quad = pytest.importorskip("scipy.integrate").quad

    def joint(share: float, s: float, x: float) -> float:
        return share * x / s**2 * exp(-(x**2) / (2 * s**2))

    value, _ = quad(lambda x: min(joint(0.4, 2.5, x), joint(0.6, 1.5**0.5, x)), 0, 60, limit=500)
    assert decimal(solution["bayes_error"]) == pytest.approx(value, abs=1e-6)


def test_letters_are_items_of_names() -> None:
    """The letter stands first, and is no column and no class."""
    name = Problem.from_text(POWER).scope.resolve("θ(share|a)")
    assert name.left[0] == Item("letter", "", "θ")
    assert name.columns == ("share",)
    assert name.parameter == "θ"


@pytest.mark.exhaustive
@all_of(
    "support, domain, formula, rows, is_there",
    [
        ("x in {0, 1}", "0 < q < 1", "q^x (1-q)^(1-x)", (0, 0), False),
        ("x in {0, 1}", "0 <= q <= 1", "q^x (1-q)^(1-x)", (0, 0), True),
        ("x in {0, 1}", "0 <= q <= 1", "q^x (1-q)^(1-x)", (1, 1), True),
        ("x in {0, 1}", "0 < q < 1", "q^x (1-q)^(1-x)", (0, 1), True),
        ("x in {0, 1, ...}", "q > 0", "q^x exp(-q)/x!", (0, 0), False),
    ],
)
def test_no_estimate_is_made_up_at_an_open_end(
    support: str, domain: str, formula: str, rows: tuple[int, int], is_there: bool
) -> None:
    """Where the likelihood rises to an end that the range leaves out there is no estimate."""
    own = Family.of(mass=formula, support=support, parameters={"q": domain}, name="own")
    table = Table.from_rows([*((str(x), "a") for x in rows), ("0", "b"), ("1", "b")], ["x", "class"])
    problem = Problem(table, query={"u": {"x": "1"}}, families={"x": own})
    name = problem.scope.resolve("q(x|a)")
    if is_there:
        assert problem.define(name, Effort()).formula
    else:
        with pytest.raises(Unsupported, match="class a: no q is estimated"):
            problem.define(name, Effort())


@pytest.mark.exhaustive
@pytest.mark.parametrize(("law", "own", "rows"),
    [
        ("rayleigh", Family.of(density="x/s^2 exp(-x^2/(2 s^2))", support="x > 0",
                                  parameters={"s": "s > 0"}), ("1", "2", "5/2")),
        ("powerlaw", Family.of(density="a x^(a-1)", support="0 < x < 1",
                                  parameters={"a": "a > 0"}), ("2/5", "7/10", "9/10")),
        ("expon", Family.of(density="exp(-x/m)/m", support="x > 0",
                               parameters={"m": "m > 0"}), ("1", "3", "7/2")),
        ("halfnorm", Family.of(density="sqrt(2/pi)/s exp(-x^2/(2 s^2))", support="x > 0",
                                  parameters={"s": "s > 0"}), ("1", "3", "7/2")),
    ],
)  # fmt: skip
def test_scipys_fit_is_a_second_opinion(law: str, own: Family, rows: tuple[str, ...]) -> None:
    """What SciPy's optimiser finds is the estimate, as near as it looks."""
    stats = pytest.importorskip("scipy.stats")
    table = Table.from_rows([*((x, "a") for x in rows), (rows[0], "b")], ["x", "class"])
    (letter,) = own.declared.letters
    solution = solve(
        Problem(table, query={"u": {"x": rows[0]}}, families={"x": own}),
        only=[f"estimate({letter},x|a)"],
    )
    data = [float(F(x)) for x in rows]
    fixed = {"floc": 0, "fscale": 1} if law == "powerlaw" else {"floc": 0}
    fitted = getattr(stats, law).fit(data, **fixed)
    scale = fitted[0] if law == "powerlaw" else fitted[-1]
    assert decimal(solution[f"estimate({letter},x|a)"]) == pytest.approx(scale, rel=1e-3)


def test_hostile_tables_of_families_cost_one_line() -> None:
    """Names, keys and formulas from anywhere are refused in one line, and none is run."""
    start, _, rest = POWER.partition("[families.power]")
    more = "\nsupport = 'x > 0'\nparameters = { t = 't > 0' }\n"
    for table in (
        "[families.'x y;DROP']\ndensity = '1'\n",
        '[families."a\\n"]\n',
        "[families.'']\n",
        "[families]\nf = 3\n",
        "[families.f.density]\na = 1\n",
        "[families.f]\ndensity = '" + "(" * 300 + "'" + more,
        "[families.f]\ndensity = '9^9^9^9 t x'" + more,
        "[families.f]\ndensity = '__import__(1) t'" + more,
    ):
        with pytest.raises(ExactnbError) as error:
            Problem.from_text(start + table + "[families.power]" + rest)
        assert "\n" not in str(error.value)
        assert len(str(error.value)) < 400


@pytest.mark.exhaustive
def test_the_name_of_a_family_is_written_in_every_format() -> None:
    """A name with an underscore and digits is text in each format, not markup."""
    problem = Problem.from_text(RAYLEIGH.replace("rayleigh", "half_normal-2"))
    solution = solve(problem)
    assert "Half\\_normal-2" in solution.latex()
    assert "Half_normal-2 density" in solution.text()


WHOLE = {  # densities with rows whose estimate is a whole number
    "x/s^2 exp(-x^2/(2 s^2))": ("1", "1", "2"),
    "sqrt(2/pi)/s exp(-x^2/(2 s^2))": ("1", "5", "7", "5"),
    "3 x^2/s^3 exp(-(x/s)^3)": ("2", "2"),
    "s exp(-s x)": ("1/4", "3/4", "1/2"),
}


@all_of("density, rows", list(WHOLE.items()), apart=8)
def test_every_cell_of_an_estimate_ends_in_its_value(density: str, rows: tuple[str, ...]) -> None:
    """A root that is a whole number is printed as that number, whatever stands in it."""
    own = Family.of(density=density, support="x > 0", parameters={"s": "s > 0"}, name="own")
    table = Table.from_rows([(x, "a") for x in rows], ["t", "class"])
    solution = solve(Problem(table, query={"x": {"t": "2"}}, families={"t": own}))
    value = solution["s(t|a)"]
    assert isinstance(value, Fraction)
    assert value.denominator == 1
    for step in solution.verified.derivation.steps:  # type: ignore[attr-defined]
        for grid in (block for block in step.blocks if isinstance(block, Grid)):
            for chain in grid.chains():
                assert isinstance(chain.lines[-1].right, Integer | Numeral), chain


@pytest.mark.exhaustive
def test_a_letter_as_a_name_stays_the_letter_it_is() -> None:
    """A family called f is f in titles, reasons and feedback; a longer name begins with a capital."""
    own = {"density": "t exp(-t x)", "support": "x > 0", "parameters": {"t": "t > 0"}}
    for name, title in (("f", "f"), ("λ", "λ"), ("wait", "Wait")):
        table = Table.from_rows([("1", "a"), ("2", "a"), ("3", "b")], ["x", "class"])
        families = {"x": Family.of(**own, name=name)}
        problem = Problem(table, query={"q": {"x": "1"}}, families=families)
        text = solve(problem).text()
        assert text.startswith(f"{title} naive Bayes")
        assert f"   {title} density" in text
        graded = Grader(problem, asked=["t(x|a)"]).grade({"t(x|a)": "-1"})
        assert f"{title} needs t > 0." in str(graded.graded[0])


@pytest.mark.exhaustive
def test_an_end_of_a_range_is_written_with_signs() -> None:
    """What an estimate at an end of its range is called has ≤ in each format, not as it is typed."""
    own = {"mass": "exp(-l) l^x/x!", "support": "x in {0, 1, ...}", "parameters": {"l": "2 <= l <= 3"}}
    table = Table.from_rows([("1", "a"), ("1", "a"), ("0", "b")], ["x", "class"])
    problem = Problem(table, query={"q": {"x": "1"}}, families={"x": Family.of(**own, name="own")})
    solution = solve(problem)
    for to in formats.names():
        if to not in ("pdf", "json"):
            sign = r"$\leq$" if to == "latex" else "≤"
            assert f"lower end of 2 {sign} l {sign} 3" in str(solution.render(to)), to


@pytest.mark.exhaustive
def test_nothing_is_asked_of_lambda_where_nothing_is_smoothed() -> None:
    """An exploration of a family without λ has no step about λ, rational joints or not."""
    for mass in ("q^x (1-q)^(1-x)", "exp(x log q) (1-q)^(1-x)"):
        own = {"mass": mass, "support": "x in {0, 1}", "parameters": {"q": "0 <= q <= 1"}}
        own |= {"parameters": {"q": "0 < q < 1"}}
        rows = [("1", "a"), ("0", "a"), ("1", "b"), ("1", "b"), ("0", "b")]
        families = {"x": Family.of(**own, name="own")}
        table = Table.from_rows(rows, ["x", "class"])
        text = explore(Problem(table, query={"q": {"x": "1"}}, families=families)).text()
        assert "λ" not in text
