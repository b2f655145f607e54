"""The Bayes error of one column of numbers: by hand, against sums and integrals, and every output."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction as F
from itertools import combinations, pairwise
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, choose, in_both_runs, law, one_in

from exactnb import Documents, ModelChoice, Problem, Solution, solve
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.rounding import Decimal, Rounding, rounded
from exactnb.core.arithmetic.values import add, compare, multiply, power
from exactnb.core.data.documents import Document
from exactnb.core.expression.nodes import Expression, Integer, Numeral, Reference
from exactnb.core.families import family
from exactnb.core.families.numbers import NumberFamily
from exactnb.core.naming.names import QuantityName
from exactnb.errors import ExactnbError, InputError, Unsupported
from exactnb.explain.derivation import Chain
from exactnb.explain.derivation.verifier import Rejected, verify
from exactnb.explain.solution.setting import problem_source
from exactnb.teach.grading.grader import Grader

LAW = law(4, exhaustive=8)
TWENTY = Rounding(figures=20)
ERROR = Reference(QuantityName("bayes_error"))


def problem(rows: str, model: str, head: str = "x kind", ask: str = "bayes_error") -> str:
    """Return the text of a problem with a table and a class that stands last."""
    return f"ask = ['{ask}']\n[data]\ntable = '''\n{head}\n{rows}\n'''\n[model]\n{model}\n"


def solved(rows: str, model: str, head: str = "x kind") -> Solution:
    """Return the solution of such a problem."""
    return solve(Problem.from_text(problem(rows, model, head)))


def given_numbers(rows: str, model: str) -> Solution:
    """Return the solution with given numbers of the classes a and b."""
    text = (
        f"ask = ['bayes_error']\n[data]\nparameters = '''\nkind | a | b\n{rows}\n'''\n[model]\n{model}"
    )
    return solve(Problem.from_text(text))


def digits(solution: Solution, figures: int = 20) -> str:
    """Return the error in decimals."""
    return str(rounded(solution["bayes_error"], Rounding(figures=figures)))  # type: ignore[arg-type]


GIVEN = "prior | 1/2 | 1/2\nmean(x) | 3 | 7\nvariance(x) | 4 | 4"


def test_two_equal_variances_miss_half_the_distance() -> None:
    """Means 3 and 7 lie two deviations apart, so that Φ(−1) is missed: 0.15865525393145705141."""
    solution = given_numbers(GIVEN, 'family = "gaussian"')
    assert digits(solution) == "0.15865525393145705141"
    assert "= 1/2 × (1 − Φ((5 − 3) / 2)) + 1/2 × Φ((5 − 7) / 2)" in solution.text()
    assert "= Φ(−1) ≈ 0.1587" in solution.text()


def test_it_is_rounded_to_any_number_of_digits() -> None:
    """Sixty digits of Φ(−1), and those of a tail that is smaller than any double."""
    with mpmath.workdps(80):
        expected = mpmath.nstr(mpmath.ncdf(-1), 60, strip_zeros=False)
        far = mpmath.nstr(mpmath.erfc(100 / mpmath.sqrt(2)) / 2, 20)
    assert digits(given_numbers(GIVEN, 'family = "gaussian"'), 60) == expected
    apart = GIVEN.replace("7", "403")
    assert digits(given_numbers(apart, 'family = "gaussian"')) == far.replace("e-0", "e-")


def test_other_priors_and_variances_leave_logarithms_in_it() -> None:
    """Variances 1 and 4 about 0 tie at ±√(8/3·log 2): inside b is missed, outside a is."""
    rows = "prior | 1/2 | 1/2\nmean(x) | 0 | 0\nvariance(x) | 1 | 4"
    with mpmath.workdps(30):
        at = mpmath.sqrt(mpmath.log(2) * 8 / 3)
        missed = mpmath.ncdf(-at) + (1 - 2 * mpmath.ncdf(-at / 2)) / 2
        expected = mpmath.nstr(missed, 20)
    assert digits(given_numbers(rows, 'family = "gaussian"')) == expected


def test_waiting_times_have_a_closed_form() -> None:
    """Rates 1 and 2 tie at log 2: (1 − e^(−log 2))/2 + e^(−2·log 2)/2 is 3/8."""
    solution = given_numbers("prior | 1/2 | 1/2\nrate(x) | 1 | 2", 'family = "exponential"')
    assert solution["bayes_error"] == F(3, 8)
    rates = given_numbers("prior | 1/2 | 1/2\nrate(x) | 1/3 | 1/7", 'family = "exponential"')
    # b is likelier from (21/4)·log(7/3) on, where a has (3/7)^(7/4) left and b (3/7)^(3/4)
    left = [power(F(3, 7), F(7, 4)), multiply([F(-1), power(F(3, 7), F(3, 4))]), F(1)]
    assert compare(rates["bayes_error"], multiply([F(1, 2), add(left)])) == 0  # type: ignore[arg-type]


def test_counts_are_added_up_to_the_boundary() -> None:
    """Rates 3 and 7 tie at 4/log(7/3), about 4.7: a misses what is more than 4, b what is not."""
    solution = given_numbers("prior | 1/2 | 1/2\nrate(x) | 3 | 7", 'family = "poisson"')
    up_to_four = [F(131, 8), F(4553, 24)]  # Σ λˣ/x! for x from 0 to 4
    terms = [F(1), multiply([-up_to_four[0], PowerProduct.exp(-3)])]
    terms.append(multiply([up_to_four[1], PowerProduct.exp(-7)]))
    assert compare(solution["bayes_error"], multiply([F(1, 2), add(terms)])) == 0  # type: ignore[arg-type]
    assert "exp(−3) × (1 + 3 + 3² / 2! + 3³ / 3! + 3⁴ / 4!)" in solution.text()


def test_trials_have_a_rational_error() -> None:
    """Successes 1/2 and 1/4: (1/2)ˣ is less than (3/4)ˣ⁻¹/4 from 3 on, where a has 1/4 left."""
    solution = given_numbers("prior | 1/2 | 1/2\nsuccess(x) | 1/2 | 1/4", 'family = "geometric"')
    assert solution["bayes_error"] == F(1, 2) * F(1, 4) + F(1, 2) * (1 - F(9, 16))
    failures = given_numbers("prior | 1/2 | 1/2\nsuccess(x) | 1/2 | 1/4", 'family = "geometric0"')
    assert failures["bayes_error"] == solution["bayes_error"]


@pytest.mark.exhaustive
@all_of(
    ("family", "parameter", "expected"),
    [
        # a shows 1 only: 3/5 beats 1/10 there; b and c go on as (2/5)·(1/2)ˣ⁻¹/2 and (2/3)ˣ⁻¹/15
        ("geometric", "success(x) | 1 | 1/2 | 1/3", F(47, 180)),
        ("geometric0", "success(x) | 1 | 1/2 | 1/3", F(47, 180)),
        ("geometric", "success(x) | 1 | 1 | 1/3", F(1, 5) + F(1, 15)),
        ("geometric", "success(x) | 1/6 | 1 | 1", F(1, 10) + F(1, 5)),  # b, then c and a at 1
        ("geometric", "success(x) | 1 | 1 | 1", F(2, 5)),
        ("poisson", "rate(x) | 0 | 0 | 0", F(2, 5)),
    ],
)
def test_a_class_of_one_count_competes_there_alone(family: str, parameter: str, expected: F) -> None:
    """A success of 1 and a rate of 0 leave one count, at which the best of all classes is decided."""
    text = (
        "ask = ['bayes_error']\n[data]\nparameters = '''\n"
        f"kind | a | b | c\nprior | 3/5 | 1/5 | 1/5\n{parameter}\n'''\n[model]\nfamily = '{family}'"
    )
    assert solve(Problem.from_text(text))["bayes_error"] == expected


def test_a_rate_of_zero_stands_beside_cells() -> None:
    """a and c show no count but 0; at rain, where c never is, b is missed as it is at sun."""
    rows = "sun 0 a\nrain 0 a\nsun 1 b\nrain 2 b\nsun 0 c\nsun 0 c"
    model = 'families = { n = "poisson", sky = "categorical" }'
    found = solved(rows, model, "sky n kind")["bayes_error"]
    left = add([F(1, 6), multiply([F(1, 3), PowerProduct.exp(F(-3, 2))])])
    assert compare(found, left) == 0  # type: ignore[arg-type]


def test_a_tie_on_a_whole_number_is_missed_once() -> None:
    """Successes 1/2 and 1/4 at priors 1/3 and 2/3 tie at 1 trial, and b is likelier beyond it."""
    rows = "prior | 1/3 | 2/3\nsuccess(x) | 1/2 | 1/4"
    solution = given_numbers(rows, 'family = "geometric"')
    assert solution["bayes_error"] == F(1, 3)  # a is nowhere likelier
    turned = given_numbers("prior | 2/3 | 1/3\nsuccess(x) | 1/4 | 1/2", 'family = "geometric"')
    assert turned["bayes_error"] == F(1, 3)  # the region of b ends where the tie is
    rows = "prior | 3/5 | 2/5\nsuccess(x) | 1/2 | 1/4"  # 3/10 to 1/10, 3/20 to 3/40, ... at 1, 2
    other = given_numbers(rows, 'family = "geometric"')
    joints = [(F(3, 5) * F(1, 2) ** x, F(2, 5) * F(3, 4) ** (x - 1) / 4) for x in range(1, 60)]
    close = sum(map(min, joints), F(0))
    assert 0 < other["bayes_error"] - close < F(1, 2) ** 58  # type: ignore[operator]


def test_piecewise_densities_have_a_rational_error() -> None:
    """A falling and a rising triangle on [0, 2] cross in the middle: a quarter is missed."""
    rows = "prior | 1/2 | 1/2\npoints(x) | 0:1 2:0 | 0:0 2:1"
    solution = given_numbers(rows, 'family = "piecewise"')
    assert solution["bayes_error"] == F(1, 4)
    flat = "prior | 1/4 | 3/4\npoints(x) | 0:1 1:1 | 1/2:1 3/2:1"  # on [1/2, 1] a is missed
    assert given_numbers(flat, 'family = "piecewise"')["bayes_error"] == F(1, 8)


@all_of("family", ["gaussian", "lda", "qda", "spherical", "exponential", "poisson"], apart=3)
def test_classes_that_are_alike_miss_the_smaller_prior(family: str) -> None:
    """Where two classes tie everywhere any of them is missed; a larger prior always wins."""
    assert solved("1 a\n3 a\n1 b\n3 b", f'family = "{family}"')["bayes_error"] == F(1, 2)
    prior = '{ a = "2/3", b = "1/3" }'
    ahead = solved("1 a\n3 a\n1 b\n3 b", f'family = "{family}"\nprior = {prior}')
    assert ahead["bayes_error"] == F(1, 3)


@pytest.mark.exhaustive
def test_columns_that_have_one_density_give_one_error() -> None:
    """A single column of lda is gaussian with a shared variance, one of qda or spherical gaussian."""
    rows = "2 a\n4 a\n5 b\n9 b"
    pairs = [('family = "lda"', 'family = "gaussian"\nshare = "classes"')]
    pairs += [(f'family = "{name}"', 'family = "gaussian"') for name in ("qda", "spherical")]
    for one, other in pairs:
        assert digits(solved(rows, one)) == digits(solved(rows, other))


@pytest.mark.exhaustive
def test_a_class_that_cannot_be_misses_nothing() -> None:
    """A prior of 0 leaves the error of the other two classes."""
    rows = "2 a\n4 a\n5 b\n9 b\n1 c\n1 c\n3 c"
    gone = solved(rows, 'family = "gaussian"\nprior = { a = "1/2", b = "1/2", c = 0 }')
    assert gone["bayes_error"] == solved("2 a\n4 a\n5 b\n9 b", 'family = "gaussian"')["bayes_error"]
    alone = solved("2 a\n4 a\n5 b\n9 b", 'family = "gaussian"\nprior = { a = 1, b = 0 }')
    assert alone["bayes_error"] == 0


@pytest.mark.exhaustive
def test_cells_that_nobody_shows_miss_nothing() -> None:
    """Beside a column of values each cell has its own regions; one that no class shows has none."""
    table = "r 2 a\nr 4 a\ns 5 a\ns 9 b\ns 10 b\ns 19 b"
    model = 'families = { x = "gaussian" }'
    solution = solved(table, model, "coat x kind")
    assert "P(a, coat=r)" not in solution.text().split("Bayes error =")[1]  # b is never r
    listed = problem(table, model, "coat x kind").replace(
        "[model]", "values = { coat = ['r', 's', 't'] }\n[model]"
    )
    more = solve(Problem.from_text(listed))
    assert more["bayes_error"] == solution["bayes_error"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("family", ["gaussian", "exponential", "poisson", "geometric"])
def test_a_column_that_is_alike_in_all_classes_changes_nothing(family: str) -> None:
    """Each row once with u and once with v has the error of the rows; a column that tells has none."""
    rows = [("2", "a"), ("4", "a"), ("5", "b"), ("9", "b"), ("8", "c"), ("20", "c")]
    alone = solved("\n".join(map(" ".join, rows)), f'family = "{family}"')["bayes_error"]
    both = "\n".join(f"{value} {x} {k}" for x, k in rows for value in "uv")
    model = f'families = {{ x = "{family}" }}'
    beside = solved(both, model, "coat x kind")["bayes_error"]
    assert str(rounded(beside, TWENTY)) == str(rounded(alone, TWENTY))  # type: ignore[arg-type]
    told = "\n".join(f"{k}{k} {x} {k}" for x, k in rows)
    assert solved(told, model, "coat x kind")["bayes_error"] == 0


@pytest.mark.exhaustive
def test_smoothing_that_vanishes_leaves_a_limit() -> None:
    """With λ → 0⁺ a column that tells the classes apart leaves no error; a constant one, all of it."""
    told = solved(
        "u 2 a\nu 4 a\nv 5 b\nv 9 b", 'smoothing = "0+"\nfamilies = { x = "gaussian" }', "c x kind"
    )
    assert told["bayes_error"] == 0
    assert "→ 0" in told.text()
    alike = "u 2 a\nu 4 a\nu 5 b\nu 9 b"
    model = 'families = { x = "gaussian" }\nshare = "classes"\n'
    limit = solved(alike, model + 'smoothing = "0+"', "c x kind")
    assert limit["bayes_error"] == solved(alike, model, "c x kind")["bayes_error"]


# against sums and integrals worked out in floating point with 30 digits

WHOLE = st.integers(0, 9)
ROW = st.tuples(WHOLE, st.sampled_from("abc"))
FAMILIES = ["gaussian", "exponential", "poisson", "geometric", "geometric0"]


def density(family: str, numbers: list[int], x: Any) -> Any:
    """Return the density or probability of x, estimated from the numbers of a class."""
    mean = mpmath.mpf(sum(numbers)) / len(numbers)
    match family:
        case "gaussian":
            variance = sum((n - mean) ** 2 for n in numbers) / len(numbers)
            return mpmath.npdf(x, mean, mpmath.sqrt(variance))
        case "exponential":
            return mpmath.exp(-x / mean) / mean
        case "poisson":
            return mpmath.exp(-mean) * mean**x / mpmath.factorial(x)
        case "geometric":
            return (1 - 1 / mean) ** (x - 1) / mean
    return (mean / (1 + mean)) ** x / (1 + mean)


def less(family: str, numbers: list[int], x: Any) -> Any:
    """Return the probability of less than x, of a density."""
    mean = mpmath.mpf(sum(numbers)) / len(numbers)
    if family == "exponential":
        return 1 - mpmath.exp(-x / mean)
    return mpmath.ncdf(x, mean, mpmath.sqrt(sum((n - mean) ** 2 for n in numbers) / len(numbers)))


def between(joints: list[Any], family: str, classes: list[list[int]], total: int) -> Any:
    """Return the integral of the largest joint density, between the places where two of them cross."""
    low, high = (0, 90) if family == "exponential" else (-30, 40)
    grid = [low + mpmath.mpf(high - low) * at / 1_000 for at in range(1_001)]
    ends = {mpmath.mpf(low), mpmath.inf} if low == 0 else {-mpmath.inf, mpmath.inf}
    heights = [[joint(x) for x in grid] for joint in joints]
    for (i, one), (j, other) in combinations(enumerate(joints), 2):
        for at in range(1_000):
            if (heights[i][at] - heights[j][at]) * (heights[i][at + 1] - heights[j][at + 1]) < 0:

                def away(x: Any, one: Any = one, other: Any = other) -> Any:
                    return mpmath.log(one(x) / other(x))

                ends.add(mpmath.findroot(away, (grid[at], grid[at + 1]), "anderson"))
    found = mpmath.mpf(0)
    for left, right in pairwise(sorted(ends)):
        inside = max(left, low) / 2 + min(right, high) / 2
        best = max(range(len(joints)), key=lambda k: joints[k](inside))
        chance = less(family, classes[best], right) - less(family, classes[best], left)
        found += chance * len(classes[best]) / total
    return found


@one_in(4, "family", FAMILIES)
@LAW
@given(data=st.data())
def test_it_is_the_sum_or_integral_of_all_joints_but_the_largest(family: str, data: Any) -> None:
    """For random rows of two or three classes the error is 1 less the integral of the best joint."""
    least = 1 if family in ("geometric", "exponential") else 0
    size = st.lists(st.integers(least, 9), min_size=2, max_size=4)
    usable = size.filter(lambda of: len(set(of)) > 1)  # no variance, rate or failure of 0
    classes = data.draw(st.lists(usable, min_size=2, max_size=3), label="numbers by class")
    rows = "\n".join(f"{n} {k}" for k, numbers in zip("abc", classes, strict=False) for n in numbers)
    total = sum(map(len, classes))
    with mpmath.workdps(30):
        joints = [
            lambda x, numbers=numbers: mpmath.mpf(len(numbers)) / total * density(family, numbers, x)
            for numbers in classes
        ]
        if family in ("gaussian", "exponential"):
            best = between(joints, family, classes, total)
        else:
            best = sum(max(joint(x) for joint in joints) for x in range(least, 600))
        error = solved(rows, f'family = "{family}"')["bayes_error"]
        shown = mpmath.mpf(str(rounded(error, TWENTY)))  # type: ignore[arg-type]
        assert abs(1 - best - shown) < mpmath.mpf(10) ** -18


# what it is printed as, and answers to it


def test_every_output_shows_the_regions_and_the_sum() -> None:
    """Text, LaTeX, Markdown and JSON have the probabilities of the regions, and Φ."""
    solution = given_numbers(GIVEN, 'family = "gaussian"')
    text = solution.text()
    assert "Bayes error = P(a) × P(x ∈ region(b:a) | a) + P(b) × P(x ∉ region(b:a) | b)" in text
    assert "= 1/2 × P(x ∈ (5, ∞) | a) + 1/2 × P(x ∉ (5, ∞) | b)" in text
    assert "P(x in region(b:a) | a)" in solution.text(unicode=False)
    assert "Phi(-1)" in solution.text(unicode=False)
    assert r"P(x \in \left( 5, \infty \right) \mid a)" in solution.latex()
    assert r"\Phi(-1)" in solution.latex()
    assert r"x \notin " in solution.markdown()
    value = json.loads(solution.json())["quantities"]["bayes_error"]
    assert value["kind"] == "closed"
    assert value["exact"] == "Phi(-1)"
    assert value["decimal"] == "0.15865525393145705141"
    assert value["formula"].startswith("P(a) * P(x in region(b:a) | a)")
    assert value["uses"][:2] == ["P(a)", "region(b:a)"]


@pytest.mark.exhaustive
@one_in(4, "style", ["pi-tau", "pjk", "phi-psi", "theta-w", "pi-theta"])
def test_every_notation_and_the_theorems_print_it(style: str) -> None:
    """In any notation, and with the theorems behind the estimates, what is printed was verified."""
    text = problem("2 a\n4 a\n5 b\n9 b", 'family = "gaussian"')
    solution = solve(Problem.from_text(f'{text}[notation]\nstyle = "{style}"\n'), why=True)
    assert "Φ(" in solution.text()
    assert r"\Phi" in solution.latex()
    assert r"\Phi" in solution.markdown()


@pytest.mark.exhaustive  # short sums have both forms above
def test_a_long_sum_of_counts_is_shown_by_its_decimal() -> None:
    """Beyond a thousand digits the exact form is left out; the digits are still proved."""
    solution = solved("1000 a\n1002 a\n1200 b\n1207 b", 'family = "poisson"')
    line = solution.text().split("Bayes error =")[1]
    assert len(line) < 1_000
    assert "≈ 0.001132" in line


def test_answers_to_it_are_judged() -> None:
    """Rightly rounded to three figures or more is right; too few, cut off and wrong are told apart."""
    text = problem("2 a\n4 a\n5 b\n9 b", 'family = "gaussian"\nshare = "classes"')
    sheet = Problem.from_text(f'{text}[[question]]\nid = "e"\nquantity = "bayes_error"\n')
    grader = Grader(sheet)
    for typed, verdict in [
        ("0.103", "correct_rounded"), ("0.10295", "correct_rounded"), ("0.10", "too_few_digits"),
        ("0.1029", "truncated"), ("0.3", "wrong"), ("10.3%", "correct_rounded"),
    ]:  # fmt: skip
        assert grader.grade({"e": typed}).graded[0].verdict.value == verdict, typed


@in_both_runs
@one_in(
    3,
    "rows",
    ["mean(x) | 3 | 7\nvariance(x) | 4 | 4", "mean(x) | 3 | 7\nvariance(x) | 1 | 4", "rate(x) | 3 | 7"],
)
def test_a_line_with_another_number_is_rejected(rows: str) -> None:
    """Numbers of each line, or all of them, are changed in turn: none of these lines verifies."""
    family = "poisson" if rows.startswith("rate") else "gaussian"
    solution = given_numbers(f"prior | 1/2 | 1/2\n{rows}", f'family = "{family}"')
    derivation = solution.verified.derivation
    step = derivation.steps[-1]
    chain = next(of for of in step.blocks if isinstance(of, Chain) and of.lines[0].left == ERROR)
    tried, source = 0, problem_source(solution.problem)
    for at, line in enumerate(chain.lines):
        every = list(one_number_changed(line.right))
        for changed in every[:: choose(quick=max(1, len(every) // 4), exhaustive=1)]:
            lines = (*chain.lines[:at], replace(line, right=changed), *chain.lines[at + 1 :])
            blocks = tuple(replace(chain, lines=lines) if of is chain else of for of in step.blocks)
            steps = (*derivation.steps[:-1], replace(step, blocks=blocks))
            with pytest.raises(Rejected):
                verify(replace(derivation, steps=steps), solution.quantities, source)
            tried += 1
    assert tried > choose(quick=5, exhaustive=20)


def one_number_changed(expression: Expression) -> Iterator[Expression]:
    """Yield the expression with one of its whole numbers, or its decimal, larger by one unit."""
    if isinstance(expression, Integer):
        yield Integer(expression.value + 1)
    elif isinstance(expression, Numeral):
        yield Numeral(Decimal(expression.decimal.units + 1, expression.decimal.places))
    parts = expression.children
    for at, part in enumerate(parts):
        for changed in one_number_changed(part):
            yield expression.with_children((*parts[:at], changed, *parts[at + 1 :]))


# what is refused


@pytest.mark.parametrize(
    ("rows", "model", "head", "message"),
    [
        ("1 2 a\n2 4 a\n3 5 b\n5 9 b", 'family = "gaussian"', "x z kind",
         "columns x, z hold numbers; it is worked out for one of them, which data.features can choose"),
        ("9000 a\n9002 a\n9200 b\n9207 b", 'family = "poisson"', "x kind",
         "probabilities of counts are added up to 2,000, not to 9,10"),
    ],
)  # fmt: skip
def test_what_it_is_not_worked_out_for(rows: str, model: str, head: str, message: str) -> None:
    """Each refusal is one line that says why, and what would do."""
    with pytest.raises(ExactnbError) as refusal:
        solved(rows, model, head)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


def beside_cells(number: int) -> object:
    """Return the error of rows that tell in a first column what they are, beside one of many values."""
    rows = [f"c{at} {k} {at} {k}" for at in range(number // 2) for k in "ab"]
    return solved("\n".join(rows), 'families = { x = "poisson" }', "c told x kind")["bayes_error"]


@pytest.mark.exhaustive
def test_many_cells_are_refused() -> None:
    """32 cells beside the numbers are added up; more of them are not."""
    assert beside_cells(32) == 0
    with pytest.raises(InputError, match="more than 32 cells beside the numbers in column x"):
        beside_cells(34)


def test_texts_beside_numbers_are_refused() -> None:
    """Words that are drawn beside a column of numbers have no error."""
    texts = [Document("", k, "a b", (x,)) for k, x in zip("++-", "123", strict=True)]
    choice = ModelChoice(families={"text": "multinomial", "x": "poisson"})
    of = Documents.of(texts, columns=["x"])
    with pytest.raises(InputError, match="texts have no end of cells"):
        Problem(of, {}, {"m": choice}, ask=["bayes_error"])


def test_a_family_without_a_distribution_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A family need not say what its numbers follow; then it has no regions that are added up."""
    monkeypatch.setattr(type(family("poisson")), "distribution", NumberFamily.distribution)
    with pytest.raises(Unsupported, match="no regions of poisson columns are added up"):
        solved("1 a\n3 b", 'family = "poisson"')


def test_what_is_undefined_stays_so() -> None:
    """A variance of 0 has no density: the error is undefined, and the variance is named."""
    solution = solved("1 a\n1 a\n2 b\n3 b", 'family = "gaussian"')
    assert str(solution["bayes_error"]) == "undefined"
    assert "variance(x|a)" in json.loads(solution.json())["quantities"]["bayes_error"]["culprits"]


def test_what_is_undefined_of_one_class_leaves_the_error_undefined() -> None:
    """Of c there is no row: its shares of s are 0/0, and so are its joints, which have no sign."""
    model = 'families = { x = "poisson", s = "categorical" }\nprior = "uniform"'
    text = problem("2 u a\n4 v a\n5 u b\n9 v b", model, "x s kind")
    solution = solve(Problem.from_text(text.replace("[data]", "[data]\nclasses = ['a', 'b', 'c']")))
    assert str(solution["bayes_error"]) == "undefined"
    culprits = json.loads(solution.json())["quantities"]["bayes_error"]["culprits"]
    assert {"P(s=u|c)", "P(s=v|c)", "rate(x|c)"} == set(culprits)
