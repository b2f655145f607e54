"""Every number of note 004 with temperatures, four ways to share a variance, seeds and looms."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from tables_of_closed_forms import MP, digits, wrong
from tables_of_values import Worth, table
from thoroughness import one_in

from exactnb import Problem, solve
from exactnb.core.arithmetic.power_product import PowerProduct
from exactnb.core.arithmetic.roots import Points, zeros
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.arithmetic.values import add, logarithm
from exactnb.core.expression.results import Decision

F = Fraction

# ---------------------------------------------------------------- tennis by temperature

YES = ("25.2", "19.3", "18.5", "21.7", "20.1", "24.3", "22.8", "23.1", "19.8")
NO = ("27.3", "30.1", "17.4", "29.5", "15.1")
TEMPERATURES = "\n".join(["temp play", *(f"{t} Yes" for t in YES), *(f"{t} No" for t in NO)])
DAYS = """
[model]
families = { temp = "gaussian" }
[models.n1]
divisor = "N-1"
[models.flat]
prior = "uniform"
[query]
x = { temp = 22 }
"""
TEMPERATURE = table(TEMPERATURES, f'classes = ["Yes", "No"]\n{DAYS}')
# as the slides print them: means and deviations to two places
AS_PRINTED = """
[data]
parameters = '''
play       Yes    No
prior      9/14   5/14
mean(temp) 21.64  23.88
sd(temp)   2.35   7.09
'''
"""

# ---------------------------------------------------------------- variances that are shared

#         u: a 1 3, mean 2, Σ(x−2)² = 2;     b 2 6, mean 4, Σ = 8
#         v: a 4 6 8, mean 6, Σ = 8;         b 1 1 7, mean 3, Σ = 24
SHARED = "a b k\n1 2 u\n3 6 u\n4 1 v\n6 1 v\n8 7 v"
SHARES = """
[model]
family = "gaussian"
[models.none1]
divisor = "N-1"
[models.classes]
share = "classes"
[models.classes1]
share = "classes"
divisor = "N-K"
[models.features]
share = "features"
[models.features1]
share = "features"
divisor = "N-1"
[models.all]
share = "all"
[models.all1]
share = "all"
divisor = "N-K"
[models.wider]
epsilon = 0.5
[models.all_wider]
share = "all"
epsilon = "1/5"
[query]
q = { a = 4, b = 3 }
"""

# ---------------------------------------------------------------- two examples of the format

SEEDS = """
[data]
class = "kind"
table = '''
kind  length  coat
oat     6     rough
oat     8     rough
oat    10     smooth
rye     6     smooth
rye     7     rough
rye     8     ?
'''
[model]
families = { length = "gaussian" }
divisor  = "N-1"
[models.shared]
divisor  = "N-K"
share    = "classes"
[query]
s = { length = 7.5, coat = "rough" }
"""
LOOM = """
[data]
exposure   = { flaws = "metres" }
parameters = '''
loom          | A   | B   | C
prior         | 1/2 | 0.3 | 20%
"dyed (blue)" | 1/4 | 0.6 | 1
edge=straight | 0.7 | 1/2 | 0.1
edge=wavy     | 0.2 | 1/2 | 0.1
edge=frayed   | 0.1 | 0   | 0.8
rate(flaws)   | 0.4 | 0.9 | 0.1
'''
[model]
families = { flaws = "poisson", "dyed (blue)" = "bernoulli" }
[query]
cloth = { "dyed (blue)" = 1, flaws = 2, metres = 5 }
"""
# P(k, cloth) = prior · P(dyed) · e^-5r (5r)²/2 with 5r = 2, 9/2, 1/2
A, B, C = MP.exp(-2) / 4, MP.exp(-4.5) * 729 / 400, MP.exp(-0.5) / 40
TWO_FLAWS = MP.exp(-2), MP.exp(-4.5) * 243 / 80, MP.exp(-0.5) / 40
OAT = MP.exp(MP.mpf(3) / 32) * 2 / 3

NOTES: list[tuple[str, str, Worth]] = [
    ("temperature, prior and means", TEMPERATURE, {
        "P(Yes)": "9/14", "P(No)": "5/14", "mean(temp|Yes)": "974/45", "mean(temp|No)": "597/25",
        "mean(temp|Yes; n1)": "974/45", "mean(temp|No; n1)": "597/25", "P(Yes; flat)": "1/2",
    }),
    ("temperature, variances over N", TEMPERATURE, {
        "variance(temp|Yes)": "3989/810", "variance(temp|No)": "25131/625",
        "var(temp|Yes)": "3989/810", "sd(temp|Yes)": "√(3989/810)", "std(temp|No)": "√(25131/625)",
        "sd(temp|Yes; flat)": "≈ 2.219", "sd(temp|No)": "≈ 6.341",
    }),
    ("temperature, variances over N − 1, as the slides have them", TEMPERATURE, {
        "variance(temp|Yes; n1)": "3989/720", "variance(temp|No; n1)": "25131/500",
        "sd(temp|Yes; n1)": "≈ 2.3538", "sd(temp|No; n1)": "≈ 7.0896",
    }),
    ("22 degrees, variances over N", TEMPERATURE, {
        "p(temp=22|Yes)": "9 * √(5/3989) * e^(-256/19945) * 1/√π",
        "p(temp=22|No)": "25 * √(1/50262) * e^(-2209/50262) * 1/√π",
        "p(x|Yes)": "≈ 0.17747871", "P(x|No)": "≈ 0.060208537", "P(Yes|x)": "≈ 0.8414188542",
        "f(temp=22|No)": "≈ 0.060208537", "P(temp=22|Yes)": "≈ 0.17747871", "argmax(x)": "Yes",
        "P(Yes,x)": "81/14 * √(5/3989) * e^(-256/19945) * 1/√π", "P(No|x)": "≈ 0.1585811458",
    }),
    ("22 degrees, variances over N − 1", TEMPERATURE, {
        "p(x|Yes; n1)": "≈ 0.16756734", "p(x|No; n1)": "≈ 0.054327597", "argmax(x; n1)": "Yes",
        "P(Yes|x; n1)": "≈ 0.8473724410", "P(Yes|temp=22; n1)": "≈ 0.8473724410",
        "P(Yes|temp=22.0; n1)": "≈ 0.8473724410", "P(Yes|temp=44/2; n1)": "≈ 0.8473724410",
    }),
    ("temperature, how many parameters", TEMPERATURE, {"free_parameters": "5"}),
    ("temperature, how many days are decided rightly", TEMPERATURE, {
        "accuracy": "13/14", "accuracy(; n1)": "13/14",
    }),
    ("the two densities as they are printed", AS_PRINTED, {
        "variance(temp|Yes)": "5.5225", "variance(temp|No)": "50.2681", "sd(temp|Yes)": "2.35",
        "mean(temp|No)": "23.88", "argmax(temp=16.3)": "No",
        "p(temp=22|Yes)": "20/47 * √(1/2) * e^(-648/55225) * 1/√π",
    }),
    ("variances of each class and column", table(SHARED, SHARES), {
        "mean(a|u)": "2", "mean(b|u)": "4", "mean(a|v)": "6", "mean(b|v)": "3",
        "variance(a|u)": "1", "variance(b|u)": "4", "variance(a|v)": "8/3", "variance(b|v)": "8",
        "variance(a|u; none1)": "2", "variance(b|u; none1)": "8", "variance(a|v; none1)": "4",
        "variance(b|v; none1)": "12", "sd(b|u)": "2",
    }),
    ("one variance for all classes", table(SHARED, SHARES), {
        "variance(a; classes)": "10/5", "variance(b; classes)": "32/5",
        "variance(a; classes1)": "10/3", "variance(b; classes1)": "32/3", "mean(b|v; classes)": "3",
        "sd(a; classes)": "√(2)",
    }),
    ("one variance for all features", table(SHARED, SHARES), {
        "variance(a|u; features)": "10/4", "variance(a|v; features)": "32/6",
        "variance(b|u; features)": "10/4", "variance(a|u; features1)": "10/2",
        "variance(b|v; features1)": "32/4",
    }),
    ("one variance for all", table(SHARED, SHARES), {
        "variance(a; all)": "42/10", "variance(b; all)": "42/10", "variance(a; all1)": "42/6",
    }),
    ("what is added to each variance", table(SHARED, SHARES), {
        "variance(a|u; wider)": "3/2", "variance(b|v; wider)": "17/2", "variance(a; all_wider)": "22/5",
        "sd(a|u; wider)": "√(3/2)",
    }),
    ("(4, 3) with variances of each kind", table(SHARED, SHARES), {
        "p(a=4|u)": "√(1/2) * e^(-2) * 1/√π", "p(q|u)": "1/4 * e^(-17/8) * 1/π",
        "odds(u:v|q)": "8/3 * √(1/3) * e^(-11/8)", "odds(u:v|q; classes)": "2/3 * e^(-5/64)",
        "odds(u:v|q; features)": "64/45 * e^(-5/8)", "odds(u:v|q; all)": "2/3 * e^(-5/42)",
        "odds(u:v|q; all1)": "2/3 * e^(-1/14)", "odds(u:v|q; classes1)": "2/3 * e^(-3/64)",
        "log_odds(u:v|q; classes)": "log 2/3 * e^(-5/64)", "argmax(q)": "v",
        "odds(u:v|a=4; classes)": "2/3", "P(u|a=4; classes)": "2/5", "argmax(a=4; all)": "v",
        "odds(u:v|q; features1)": "16/15 * e^(-1/4)",
    }),
    ("fewer parameters where variances are shared", table(SHARED, SHARES), {
        "free_parameters": "9", "free_parameters(; classes)": "7", "free_parameters(; features)": "7",
        "free_parameters(; all)": "6", "free_parameters(; wider)": "9",
    }),
    ("a missing cell is no term of its column", table(SHARED.replace("8 7", "? 7"), SHARES), {
        "mean(a|v)": "5", "mean(b|v)": "3", "variance(a|v)": "2/2", "variance(b|v)": "24/3",
        "variance(a|v; none1)": "2/1", "variance(b|v; none1)": "24/2", "variance(a; classes)": "4/4",
        "variance(b; classes)": "32/5", "variance(a; classes1)": "4/2", "variance(b; classes1)": "32/3",
        "variance(a|u; features)": "10/4", "variance(a|v; features)": "26/5",
        "variance(a|v; features1)": "26/3", "variance(a; all)": "36/9", "variance(a; all1)": "36/5",
        "P(v)": "3/5",
    }),
    ("two kinds of seed: estimates", SEEDS, {
        "variance(length|oat)": "4", "variance(length|rye)": "1", "variance(length; shared)": "5/2",
    }),
    ("two kinds of seed", SEEDS, {
        "mean(length|oat)": "8", "mean(length|rye)": "7", "P(coat=rough|oat)": "2/3",
        "P(rough|rye)": "1/2", "p(length=7.5|rye)": "≈ 0.352",
        "p(length=7.5|oat)": "√(1/8) * e^(-1/32) * 1/√π", "odds(oat:rye|s)": "2/3 * e^(3/32)",
        "log_odds(oat:rye|s)": "log 2/3 * e^(3/32)", "argmax(s)": "rye",
        "P(oat|s)": digits(OAT / (OAT + 1)), "odds(oat:rye|s; shared)": "4/3",
        "P(oat|s; shared)": "4/7",
        "argmax(s; shared)": "oat", "lr(oat:rye|length=7.5; shared)": "1",
        "argmax(length=7.5; shared)": "oat rye", "P(coat=rough|length=7.5; shared)": "7/12",
        "lr(oat:rye|coat=rough)": "4/3", "odds(oat:rye|length=6,coat=rough)": "2/3",
        "P(oat|length=6,coat=rough)": "2/5", "accuracy": "5/6", "accuracy(; shared)": "3/6",
    }),
    ("two kinds of seed: how many parameters", SEEDS, {
        "free_parameters": "7", "free_parameters(; shared)": "6",
    }),
    ("which loom wove it", LOOM, {
        'P("dyed (blue)"=1,edge=wavy)': "0.135", "lr(B:A|edge=frayed)": "0", "argmax(cloth)": "A",
        'P("dyed (blue)"=1|A)': "1/4", "rate(flaws|B)": "9/10", "P(cloth|A)": "1/2 * e^(-2)",
        "P(A,cloth)": "1/4 * e^(-2)", "P(B,cloth)": "729/400 * e^(-9/2)",
        "P(C,cloth)": "1/40 * e^(-1/2)", "odds(A:B|cloth)": "100/729 * e^(5/2)",
        "P(A|cloth)": digits(A / (A + B + C)), "P(C|cloth)": digits(C / (A + B + C)),
        "P(cloth)": digits(A + B + C), "odds(A|cloth)": digits(A / (B + C)),
        "P(A|flaws=2,metres=5)": digits(TWO_FLAWS[0] / sum(TWO_FLAWS)),
        "P(flaws=2|A)": "2/25 * e^(-2/5)", "P(flaws=2|A,metres=5)": "2 * e^(-2)",
        "P(A|edge=frayed)": "5/21", "odds(B:A|edge=frayed)": "0", "argmax(edge=frayed)": "C",
        "P(edge=frayed|cloth)": digits((A / 10 + C * 4 / 5) / (A + B + C)),
    }),
]  # fmt: skip


@one_in(12, ("problem", "expected"), [c[1:] for c in NOTES], ids=[c[0] for c in NOTES])
def test_the_notes_have_these_numbers(problem: str, expected: Worth) -> None:
    """What a note prints or leaves to its readers has one exact value."""
    assert wrong(problem, expected) == {}


@pytest.mark.exhaustive
def test_the_slides_print_twice_a_variance_wrong() -> None:
    """2σ² is 3989/360 and 25131/250 over N − 1, 3989/405 and 50262/625 over N: never 11.09 or 50.25."""
    solution = solve(Problem.from_text(TEMPERATURE))
    doubled = [2 * solution[f"variance(temp|{k}{m})"] for m in ("", "; n1") for k in ("Yes", "No")]
    assert doubled == [F(3989, 405), F(50262, 625), F(3989, 360), F(25131, 250)]
    shown = [str(rounded(value, Rounding(places=4))) for value in doubled]
    assert shown == ["9.8494", "80.4192", "11.0806", "100.5240"]


def test_the_slides_decide_otherwise_by_what_they_print() -> None:
    """With 11.09 and 50.25 in the exponents 16.3 is Yes; with deviations of 2.35 and 7.09 it is No."""
    (mean, other), (below, under) = (F("21.64"), F("23.88")), (F("11.09"), F("50.25"))
    constant = add([
        logarithm(F(9, 5) * F("7.09") / F("2.35")), other**2 / under - mean**2 / below,
    ])  # fmt: skip
    slopes = [2 * mean / below - 2 * other / under, 1 / under - 1 / below]
    points = zeros([constant, *slopes])
    assert isinstance(points, Points)
    shown = [str(rounded(point, Rounding(figures=12))) for point in points.parts]
    assert shown == ["15.9161923085", "26.0950845046"]  # Yes lies between them
    solution = solve(Problem.from_text(AS_PRINTED + '[model]\nfamily = "gaussian"\n'))
    assert solution["argmax(temp=16.3)"] == Decision(("No",))
    area = [2 * F(d) ** 2 / of for d, of in (("2.35", below), ("7.09", under))]
    roots = [PowerProduct.of(1 / share) ** F(1, 2) for share in area]
    assert [str(rounded(root, Rounding(figures=5))) for root in roots] == ["1.0020", "0.70698"]


@one_in(
    3,
    ("model", "lowest", "highest"),
    [
        ("", "16.9533184985", "25.7115403703"),
        ("; n1", "16.7041633735", "26.0308291916"),
        ("; flat", "17.7857037612", "24.8791551075"),
    ],
)
def test_it_is_a_day_for_tennis_between_two_temperatures(model: str, lowest: str, highest: str) -> None:
    """The decision is Yes between two temperatures, known to ten places, and No outside of them."""
    solution = solve(Problem.from_text(TEMPERATURE))
    step = F(1, 10**10)
    for temperature, label in (
        (F(lowest) - step, "No"), (F(lowest) + step, "Yes"), (F(highest) - step, "Yes"),
        (F(highest) + step, "No"), (F("16.3"), "No"), (F(22), "Yes"), (F(-40), "No"), (F(45), "No"),
    ):  # fmt: skip
        assert solution[f"argmax(temp={temperature}{model})"] == Decision((label,)), temperature


Sums = Mapping[str, Sequence[Fraction]]


def _joint(x: Fraction, label: str, seen: Sums, less: int) -> object:
    """Return rows of a class times the density at x, with the mean and variance of its rows."""
    rows = seen[label]
    mean = sum(rows) / len(rows)
    variance = sum((t - mean) ** 2 for t in rows) / (len(rows) - less)
    exponent = -((x - mean) ** 2) / (2 * variance)
    root = MP.sqrt(2 * MP.pi * variance.numerator / variance.denominator)
    return len(rows) * MP.exp(MP.mpf(exponent.numerator) / exponent.denominator) / root


@one_in(2, ("model", "less"), [("", 0), ("; n1", 1)])
def test_posteriors_agree_with_the_formula_to_thirty_digits(model: str, less: int) -> None:
    """P(Yes|x) at every temperature of the table is what densities worked out apart give."""
    seen = {"Yes": [*map(F, YES)], "No": [*map(F, NO)]}
    names = {t: f"P(Yes|temp={t}{model})" for t in (*YES, *NO)}
    expected = {}
    for t, name in names.items():
        yes, no = (_joint(F(t), k, seen, less) for k in ("Yes", "No"))
        expected[name] = digits(yes / (yes + no))  # type: ignore[operator]
    assert wrong(TEMPERATURE, expected) == {}


@pytest.mark.exhaustive
@pytest.mark.parametrize(("model", "less"), [("", 0), ("; n1", 1)])
def test_days_that_are_left_out_are_decided_by_the_others(model: str, less: int) -> None:
    """Each day in turn is decided by mean, variance and prior of the other thirteen."""
    right = 0
    for label, days in (("Yes", YES), ("No", NO)):
        for day in days:
            left = {k: [F(t) for t in ts if t != day] for k, ts in (("Yes", YES), ("No", NO))}
            yes, no = (_joint(F(day), k, left, less) for k in ("Yes", "No"))
            right += ("Yes" if yes > no else "No") == label  # type: ignore[operator]
    spelled = f"accuracy_left_out({model})" if model else "accuracy_left_out"
    assert wrong(TEMPERATURE, {spelled: f"{right}/14"}) == {}
