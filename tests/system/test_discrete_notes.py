"""Every discrete number of four lecture notes, exactly: what they print, and what follows from it."""

from fractions import Fraction
from itertools import product

import pytest
from tables_of_values import TENNIS, Worth, as_counted, mistakes, table
from thoroughness import all_of, choose, in_both_runs

from exactnb import Problem, solve
from exactnb.core.expression.results import Decision

# ---------------------------------------------------------------- generative classifiers (000)

TWO_FEATURES = """
[data]
parameters = '''
y      0    1
prior  1/2  1/2
x1     0.9  0.2
x2     0.8  0.05
'''
[model]
family = "bernoulli"
[query]
q11 = { x1 = 1, x2 = 1 }
q10 = { x1 = 1, x2 = 0 }
q01 = { x1 = 0, x2 = 1 }
q00 = { x1 = 0, x2 = 0 }
"""
EIGHT_ROWS = """
id  y  x1  x2
r1  1  0   1
r2  2  1   1
r3  3  1   0
r4  2  0   0
r5  1  0   0
r6  1  0   1
r7  1  1   0
r8  2  1   0
"""
EIGHT = """
[data]
class = "y"
table = '''TABLE'''
[models.laplace]
smoothing = 1
[models.both]
prior = "smoothed"
smoothing = 1
[query]
q11 = { x1 = 1, x2 = 1 }
q10 = { x1 = 1, x2 = 0 }
q01 = { x1 = 0, x2 = 1 }
q00 = { x1 = 0, x2 = 0 }
"""
GIRAFFE = """
[data]
table = '''
class | text
1 | the choir sang
1 | a choir
2 | the giraffe
2 | a giraffe ran
'''
[model]
family = "FAMILY"
[query]
x = "giraffe choir"
"""

NOTE_000: list[tuple[str, str, Worth]] = [
    ("two features", TWO_FEATURES, {
        "P(q11|y=0)": "18/25", "P(q10|y=0)": "9/50", "P(q01|y=0)": "2/25", "P(q00|y=0)": "1/50",
        "P(q11|y=1)": "1/100", "P(q10|y=1)": "19/100", "P(q01|y=1)": "1/25", "P(q00|y=1)": "19/25",
        "P(x1=1)": "11/20", "P(x2=1)": "17/40", "P(x1=1,x2=1)": "73/200",
        "P(x2=1|x1=1)": "73/110", "P(y=0|x1=1)": "9/11",
        "P(q11)": "73/200", "P(q10)": "37/200", "P(q01)": "3/50", "P(q00)": "39/100",
        "P(y=0|q11)": "72/73", "P(y=0|q10)": "18/37", "P(0|q01)": "2/3", "P(class=0|q00)": "1/39",
        "argmax(q11)": "0", "argmax(q10)": "1", "argmax(q01)": "0", "argmax(q00)": "1",
        "weight(0:1|x1)": "log 36", "weight(0:1|x2)": "log 76", "bias(0:1)": "-log 38",
        "weight(1:0|x1)": "-log 36", "bias(1:0)": "log 38",
        "log(odds(0:1|q11))": "log 72", "log_odds(0:1|q00)": "-log 38",
        "independent(x1,x2)": "false", "independent(x1=1,x2=1)": "false", "bayes_error": "1/8",
    }),
    ("eight rows", EIGHT.replace("TABLE", EIGHT_ROWS), {
        "P(y=1)": "1/2", "P(y=2)": "3/8", "P(y=3)": "1/8",
        "P(y=1; both)": "5/11", "P(y=2; both)": "4/11", "P(y=3; both)": "2/11",
        "P(x1=1|y=1)": "1/4", "P(x1=1|y=2)": "2/3", "P(x1=1|y=3)": "1",
        "P(x2=1|y=1)": "1/2", "P(x2=1|y=2)": "1/3", "P(x2=1|y=3)": "0",
        "P(x1=1|y=1; laplace)": "1/3", "P(x1=1|y=2; laplace)": "3/5", "P(x1=1|y=3; laplace)": "2/3",
        "P(x2=1|y=1; laplace)": "1/2", "P(x2=1|y=2; laplace)": "2/5", "P(x2=1|y=3; laplace)": "1/3",
        "P(y=1|q11)": "3/7", "P(y=2|q11)": "4/7", "P(y=3|q11)": "0",
        "P(y=1|q10)": "3/17", "P(y=2|q10)": "8/17", "P(y=3|q10)": "6/17",
        "P(y=1|q01)": "9/11", "P(y=2|q01)": "2/11", "P(y=3|q01)": "0",
        "P(y=1|q00)": "9/13", "P(y=2|q00)": "4/13", "P(y=3|q00)": "0",
        "P(y=1|q11; laplace)": "75/181", "P(y=2|q11; laplace)": "81/181",
        "P(y=3|q11; laplace)": "25/181", "P(y=1|q10; laplace)": "150/493",
        "P(y=2|q10; laplace)": "243/493", "P(y=3|q10; laplace)": "100/493",
        "P(y=1|q01; laplace)": "300/433", "P(y=2|q01; laplace)": "108/433",
        "P(y=3|q01; laplace)": "25/433", "P(y=1|q00; laplace)": "150/256",
        "P(y=2|q00; laplace)": "81/256", "P(y=3|q00; laplace)": "25/256",
        "argmax(q11)": "2", "argmax(q10)": "2", "argmax(q01)": "1", "argmax(q00)": "1",
        "odds(3:1|q01)": "0", "odds(1:3|q01)": "∞", "bayes_error": "3/8", "free_parameters": "8",
    }),
    ("row 5 deleted", EIGHT.replace("TABLE", EIGHT_ROWS.replace("r5  1  0   0\n", "")), {
        "P(x1=1|y=1)": "1/3", "P(x2=1|y=1)": "2/3",
    }),
    ("row 5 of class 2", EIGHT.replace("TABLE", EIGHT_ROWS.replace("r5  1", "r5  2")), {
        "P(x1=1|y=1)": "1/3", "P(x2=1|y=1)": "2/3",
    }),
    ("row 5 as (0,1)", EIGHT.replace("TABLE", EIGHT_ROWS.replace("r5  1  0   0", "r5  1  0   1")), {
        "P(x1=1|y=1; laplace)": "1/3", "P(x2=1|y=1; laplace)": "2/3",
    }),
    ("row 7 as (1,1)", EIGHT.replace("TABLE", EIGHT_ROWS.replace("r7  1  1   0", "r7  1  1   1")), {
        "P(x1=1|y=1; laplace)": "1/3", "P(x2=1|y=1; laplace)": "2/3",
    }),
    *((f"giraffe and choir, {family}", GIRAFFE.replace("FAMILY", family), {
        "P(x|class=1)": "0", "P(x|class=2)": "0", "P(x)": "0",
        "P(class=1|x)": "undefined", "P(class=2|x)": "undefined", "argmax(x)": "undefined",
        "odds(1:2|x)": "undefined",
    }) for family in ("bernoulli", "multinomial")),
    ("no data at all", """
[data]
classes = ["+", "-"]
values  = { dog = [0, 1] }
table   = 'dog class'
[model]
family    = "bernoulli"
prior     = "smoothed"
smoothing = 1
[models.tiny]
smoothing = "1e-9"
[query]
x = { dog = 1 }
""", {
        "P(dog=1|+)": "1/2", "P(dog=0|-)": "1/2", "P(dog=1|+; tiny)": "1/2", "P(+)": "1/2",
        "P(+|x)": "1/2", "argmax(x)": "+ -",
    }),
    ("dog dog dog is P(dog)^3", """
[data]
parameters = '''
class  a    b
prior  1/2  1/2
dog    1/3  1/4
cat    2/3  3/4
'''
[model]
family = "multinomial"
[models.vector]
coefficient = true
[query]
x = "dog cat dog dog"
""", {
        "P(x|a)": "1/3^3 * 2/3", "P(x|a; vector)": "4 * 1/3^3 * 2/3", "P(dog,dog,dog|a)": "1/27",
        "P(a|x)": "512/755", "P(a|x; vector)": "512/755", "odds(a:b|x)": "512/243",
    }),
]  # fmt: skip

# ---------------------------------------------------------------- generative models (003)

PETS = """
[data]
parameters = '''
class  +     -
prior  PRIOR
dog    0.5   0.1
cat    0.4   0.1
tulip  0.05  0.5
rose   0.05  0.3
'''
[model]
family = "multinomial"
[models.vector]
coefficient = true
[models.first]
tie = "first"
[query]
D = "dog dog cat dog cat tulip"
empty = ""
"""
DOCUMENT = """
[data]
vocabulary = ["dog", "cat", "tulip", "rose"]
table = '''
class | text
D | dog dog cat dog cat tulip
'''
[models.map]
smoothing = { add = { "*" = 1, dog = 2, rose = 2 } }
[models.mean]
smoothing = { dirichlet = { "*" = 1, dog = 2, rose = 2 }, take = "mean" }
[models.mode]
smoothing = { dirichlet = { "*" = 2, dog = 3, rose = 3 }, take = "mode" }
"""
NOTE_003: list[tuple[str, str, Worth]] = [
    ("dog cat tulip rose", PETS.replace("PRIOR", "1/2 1/2"), {
        "P(D|+)": "1/1000", "P(D|-)": "1/200000", "lr(+:-|D)": "200", "odds(+:-|D)": "200",
        "P(+|D)": "200/201", "argmax(D)": "+", "P(D|+; vector)": "3/50", "P(D|-; vector)": "3/10000",
        "P(+|D; vector)": "200/201", "weight(+:-|dog)": "log 5", "weight(+:-|cat)": "log 4",
        "weight(+:-|tulip)": "-log 10", "weight(+:-|rose)": "-log 6", "bias(+:-)": "0",
        "log(lr(+:-|D))": "log 200", "log10(P(D|+))": "-3", "log_odds(+:-|D)": "log 200",
        "argmax(empty)": "+ -", "argmax(empty; first)": "+",
    }),
    ("with a prior", PETS.replace("PRIOR", "3/4 1/4"), {
        "bias(+:-)": "log 3", "log_odds(+:-|D)": "log 600", "P(+|D)": "600/601", "lr(+:-|D)": "200",
        "argmax(empty)": "+",
    }),
    ("one document, one class", DOCUMENT, {
        "P(dog|D)": "3/6", "P(cat|D)": "2/6", "P(tulip|D)": "1/6", "P(rose|D)": "0",
        **{f"P({word}|D; {model})": p for model in ("map", "mean", "mode")
           for word, p in (("dog", "5/12"), ("cat", "3/12"), ("tulip", "2/12"), ("rose", "2/12"))},
    }),
]  # fmt: skip

# ---------------------------------------------------------------- play tennis (004)

DAY = """
id = "Day"
classes = ["Yes", "No"]
[models.laplace]
smoothing = 1
[models.both]
prior     = "smoothed"
smoothing = 1
[models.ele]
prior     = "smoothed"
smoothing = "1/2"
[models.flip]
prior = { Yes = "4374/4999", No = "625/4999" }
[models.over]
prior = { Yes = "4375/4999", No = "624/4999" }
[query]
"x'"     = { Outlook = "Sunny", Temperature = "Cool", Humidity = "High", Wind = "Strong" }
overcast = { Outlook = "Overcast", Temperature = "Cool", Humidity = "High", Wind = "Strong" }
miss     = { Temperature = "Cool", Humidity = "High", Wind = "Strong" }
"""
REST = ",Temperature=Cool,Humidity=High,Wind=Strong)"
FRACTIONS = {
    "Outlook=Sunny": ("2/9", "3/5"), "Outlook=Overcast": ("4/9", "0/5"), "Outlook=Rain": ("3/9", "2/5"),
    "Temperature=Hot": ("2/9", "2/5"), "Temperature=Mild": ("4/9", "2/5"),
    "Temperature=Cool": ("3/9", "1/5"), "Humidity=High": ("3/9", "4/5"),
    "Humidity=Normal": ("6/9", "1/5"), "Wind=Strong": ("3/9", "3/5"), "Wind=Weak": ("6/9", "2/5"),
}  # fmt: skip
CELLS = {name: p for cell, pair in FRACTIONS.items()
         for name, p in zip((f"P({cell}|Yes)", f"P({cell}|No)"), pair, strict=True)}  # fmt: skip
NOTE_004: list[tuple[str, str, Worth]] = [
    ("play tennis", table(TENNIS, DAY), {
        **CELLS, "P(Yes)": "9/14", "P(No)": "5/14", "P(Yes,x')": "1/189", "P(No,x')": "18/875",
        "P(Yes|x')": "125/611", "P(No|x')": "486/611", "P(x')": "611/23625", "argmax(x')": "No",
        "odds(No:Yes|x')": "486/125", "odds(No:Yes)": "5/9", "rank(x')": "19",
        "lr(No:Yes|Outlook=Sunny)": "27/10", "lr(No:Yes|Temperature=Cool)": "3/5",
        "lr(No:Yes|Humidity=High)": "12/5", "lr(No:Yes|Wind=Strong)": "9/5",
        "lr(No:Yes|x')": "27/10 * 3/5 * 12/5 * 9/5",
        "P(Yes,x'; laplace)": "6/847", "P(No,x'; laplace)": "25/1372",
        "P(No|x'; laplace)": "3025/4201", "P(Yes,x'; both)": "5/726", "P(No,x'; both)": "15/784",
        "P(No|x'; both)": "1089/1481", "P(Yes,overcast)": "2/189", "P(No,overcast)": "0",
        "P(Yes|overcast)": "1", "P(No|overcast)": "0", "odds(Yes:No|overcast)": "∞",
        "argmax(x'; flip)": "Yes No", "argmax(x'; over)": "Yes", "P(Yes|x'; flip)": "1/2",
        "P(No|miss)": "36/61", "P(Outlook=Sunny|miss)": "1222/2745",
        "P(Outlook=Overcast|miss)": "100/549", "P(Outlook=Rain|miss)": "341/915",
        "P(No|x'; ele)": "10395/13606", "argmax(overcast)": "Yes", f"argmax(Outlook=Rain{REST}": "No",
        "argmax(Outlook=Sunny,Temperature=Hot,Humidity=High,Wind=Strong)": "No",
        "argmax(Outlook=Sunny,Temperature=Mild,Humidity=High,Wind=Strong)": "No",
        "argmax(Outlook=Sunny,Temperature=Cool,Humidity=Normal,Wind=Strong)": "Yes",
        "argmax(Outlook=Sunny,Temperature=Cool,Humidity=High,Wind=Weak)": "No",
        "accuracy": "13/14", "accuracy_left_out": "8/14", "accuracy_left_out(;laplace)": "7/14",
        "free_parameters": "13", "bayes_error": "2518/14175",
        "independent_in_data(Outlook,Wind|Yes)": "false",
    }),
    ("without day 6", table(TENNIS.replace(TENNIS.splitlines()[7] + "\n", ""), DAY), {
        "P(Temperature=Cool|No)": "0/4", "P(Yes,x')": "2/351", "P(No,x')": "0", "argmax(x')": "Yes",
    }),
    ("twin columns: the right class, the wrong probability", """
[data]
table = '''
a b class n
1 1 + 3
1 1 - 1
0 0 + 1
0 0 - 3
'''
weight = "n"
class  = "class"
""", {
        "freq(+|a=1,b=1)": "3/4", "P(+|a=1,b=1)": "9/10", "argmax(a=1,b=1)": "+",
        "P(a=1,b=1)": "5/16", "freq(a=1,b=1)": "1/2", "independent_in_data(a,b|+)": "false",
        "independent_in_data(a,b)": "false",
    }),
]  # fmt: skip
ALL = [*NOTE_000, *NOTE_003, *NOTE_004]


@all_of(("problem", "worth"), [case[1:] for case in ALL], apart=6)
def test_the_notes_have_these_values(problem: str, worth: Worth) -> None:
    """What a note prints or leaves to its readers has one exact value."""
    assert mistakes(problem, worth) == {}


def test_play_tennis_stays_as_counted() -> None:
    """The twenty conditional fractions and the two priors are not reduced, nor is 0/5."""
    names = [*CELLS, "P(Yes)", "P(No)"]
    assert as_counted(table(TENNIS, DAY), *names) == [*CELLS.values(), "9/14", "5/14"]
    smoothed = ["P(Outlook=Overcast|No; laplace)", "P(Wind=Weak|Yes; laplace)", "P(Yes; both)"]
    assert as_counted(table(TENNIS, DAY), *smoothed) == ["1/8", "7/11", "10/16"]


@pytest.mark.exhaustive
def test_the_slides_print_rounded_joints() -> None:
    """0.0053 and 0.0206 are P(Yes,x') and P(No,x'), not the posteriors 0.2046 and 0.7954."""
    solution = solve(Problem.from_text(table(TENNIS, DAY)))
    names = ("P(Yes,x')", "P(No,x')", "P(Yes|x')", "P(No|x')")
    rounded = [round(solution[name] * 10**4) for name in names]
    assert rounded == [53, 206, 2046, 7954]


@pytest.mark.exhaustive
def test_every_day_that_could_be_is_decided() -> None:
    """Of the 36 cells 25 are Yes, 11 No, none tied; their probabilities add up to 1."""
    columns: dict[str, list[str]] = {}
    for cell in FRACTIONS:
        columns.setdefault(cell.partition("=")[0], []).append(cell)
    cells = [",".join(cell) for cell in product(*columns.values())]
    solution = solve(Problem.from_text(table(TENNIS, DAY)))
    decided = [solution[f"argmax({cell})"] for cell in cells]
    assert (decided.count(Decision(("Yes",))), decided.count(Decision(("No",)))) == (25, 11)
    evidence = [solution[f"P({cell})"] for cell in cells]
    assert sum(evidence) == 1
    assert sum(p <= Fraction(611, 23625) for p in evidence) == 19


@in_both_runs
def test_deleting_one_day_changes_the_decision_only_for_day_6() -> None:
    """Of the fourteen days only D6, taken away, turns No into Yes."""
    lines = TENNIS.strip().splitlines()
    values = (
        'values = { Outlook = ["Sunny", "Overcast", "Rain"], Temperature = ["Hot", "Mild", "Cool"] }\n'
    )
    for day in choose(quick=(6,), exhaustive=range(1, 15)):
        left = "\n".join([*lines[:day], *lines[day + 1 :]])
        solution = solve(Problem.from_text(table(left, values + DAY)))
        assert solution["argmax(x')"] == Decision(("Yes" if day == 6 else "No",)), day


@pytest.mark.exhaustive
def test_the_largest_likelihood_of_the_eight_rows_is_a_power_of_two() -> None:
    """The product of P(y, x) over the eight rows, at its maximum, is 2^-24."""
    solution = solve(Problem.from_text(EIGHT.replace("TABLE", EIGHT_ROWS)))
    labels = [line.split()[1] for line in EIGHT_ROWS.strip().splitlines()[1:]]
    likelihood = Fraction(1)
    for row, label in enumerate(labels, start=1):
        likelihood *= solution[f"P(y={label},r{row})"]
    assert likelihood == Fraction(1, 2**24)


def test_the_eight_rows_stay_as_counted() -> None:
    """The printed pair 1/3, 2/3 would be 1/4 and 2/4, or with λ = 1 2/6 and 3/6."""
    names = ["P(x1=1|y=1)", "P(x2=1|y=1)", "P(x1=1|y=1; laplace)", "P(x2=1|y=1; laplace)"]
    problem = EIGHT.replace("TABLE", EIGHT_ROWS)
    assert as_counted(problem, *names) == ["1/4", "2/4", "2/6", "3/6"]
    assert as_counted(problem, "P(y=1; both)", "P(x1=1|y=3)") == ["5/11", "1/1"]


def test_a_smoothed_estimate_lies_between_data_and_default() -> None:
    """With n words and λ's that add up to Λ it is n/(n+Λ) of the data and Λ/(n+Λ) of the default."""
    solution = solve(Problem.from_text(DOCUMENT))
    for word, default in {"dog": "2/6", "cat": "1/6", "tulip": "1/6", "rose": "2/6"}.items():
        mixed = (6 * solution[f"P({word}|D)"] + 6 * Fraction(default)) / 12
        assert solution[f"P({word}|D; map)"] == mixed
