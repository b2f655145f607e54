"""Problems with numbers that people teach from, with answers worked out by hand in exact fractions."""

import json
import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tables_of_closed_forms import MP, digits, wrong
from tables_of_values import Worth, table
from thoroughness import all_of, one_in

from exactnb import Problem, solve
from exactnb.core.expression.results import Decision
from exactnb.interfaces.cli import main

F = Fraction


def number(text: str) -> Any:
    """Return a fraction as a number of mpmath."""
    return MP.mpf(F(text).numerator) / F(text).denominator


def normal(x: str, mean: str, variance: str) -> Any:
    """Return the density of a normal distribution, to sixty digits."""
    at, centre, spread = map(number, (x, mean, variance))
    return MP.exp(-((at - centre) ** 2) / (2 * spread)) / MP.sqrt(2 * MP.pi * spread)


def given(rows: str, more: str = "") -> str:
    """Return a problem of given numbers: rows under a header."""
    return f"[data]\nparameters = '''\n{rows.strip()}\n'''\n{more}\n"


def counted(rows: str, more: str = "") -> str:
    """Return a problem of counts only: rows under a header."""
    return f"[data]\ncounts = '''\n{rows.strip()}\n'''\n{more}\n"


def family(name: str, column: str, more: str = "") -> str:
    """Return the [model] of a problem in which one column has a family."""
    return f'[model]\nfamilies = {{ {column} = "{name}" }}\n{more}\n'


# (sources that round the variances first print 5.9881e-6, 6.1984e-9, 5.3778e-4)
# male:   height 5.855, deviations .145 .065 −.275 .065, squares .1051, over 3
#         weight 176.25, squares 14.0625 + 189.0625 + 39.0625 + 126.5625 = 368.75
#         foot 11.25, squares .5625 + .0625 + .5625 + 1.5625 = 2.75
# female: height 5.4175, squares .291675; weight 132.5, squares 1675; foot 7.5, squares 5
PERSONS = table("""
height weight foot sex
6      180    12   male
5.92   190    11   male
5.58   170    12   male
5.92   165    10   male
5      100    6    female
5.5    150    8    female
5.42   130    7    female
5.75   150    9    female
""", """
[model]
family  = "gaussian"
divisor = "N-1"
[query]
sample = { height = 6, weight = 130, foot = 8 }
""")  # fmt: skip
HE = MP.fprod([normal("6", "5.855", "1051/30000"), normal("130", "705/4", "1475/12"),
               normal("8", "45/4", "11/12")]) / 2  # fmt: skip
SHE = MP.fprod([normal("6", "5.4175", "3889/40000"), normal("130", "265/2", "1675/3"),
                normal("8", "15/2", "5/3")]) / 2  # fmt: skip

# yes: temperature 657/9 = 73, squares 304; humidity 712/9, 57162 − 712²/9 = 7514/9
# no:  temperature 373/5 = 74.6, squares 249.2; humidity 431/5 = 86.2, squares 378.8
WEATHER = table("""
outlook,temperature,humidity,windy,play
sunny,85,85,false,no
sunny,80,90,true,no
overcast,83,86,false,yes
rainy,70,96,false,yes
rainy,68,80,false,yes
rainy,65,70,true,no
overcast,64,65,true,yes
sunny,72,95,false,no
sunny,69,70,false,yes
rainy,75,80,false,yes
sunny,75,70,true,yes
overcast,72,90,true,yes
overcast,81,75,false,yes
rainy,71,91,true,no
""", """
[model]
families = { temperature = "gaussian", humidity = "gaussian" }
divisor  = "N-1"
[query]
day = { outlook = "sunny", temperature = 66, humidity = 90, windy = true }
""")  # fmt: skip
PLAY = normal("66", "73", "38") * normal("90", "712/9", "3757/36") / 21
STAY = normal("66", "74.6", "62.3") * normal("90", "86.2", "94.7") * 9 / 70

# No: 770/7 = 110, squares 225+100+1600+100+2500+12100+1225 = 17850, over 6; Yes: 90, 50 over 2
LOANS = table("""
refund marital  income default
Yes    Single   125    No
No     Married  100    No
No     Single   70     No
Yes    Married  120    No
No     Divorced 95     Yes
No     Married  60     No
Yes    Divorced 220    No
No     Single   85     Yes
No     Married  75     No
No     Single   90     Yes
""", """
[model]
families = { income = "gaussian" }
divisor = "N-1"
[query]
x = { refund = "No", marital = "Married", income = 120 }
y = { refund = "No", marital = "Single", income = 90 }
""")  # fmt: skip

# day: 4+5+3 = 12 calls in 2+1+1 = 4 hours; night: 1+2 = 3 calls in 2+4 = 6 hours
CALLS = table("""
calls hours office
4     2     day
5     1     day
3     1     day
1     2     night
2     4     night
""", """
exposure = { calls = "hours" }
[model]
families = { calls = "poisson" }
[models.mean]
smoothing = { gamma = [2, 1], take = "mean" }
[models.mode]
smoothing = { gamma = [2, 1], take = "mode" }
[query]
x = { calls = 2, hours = 3 }
""")  # fmt: skip
CALLS_BY_COLUMN = re.sub("smoothing = (.*)", r"smoothings = { calls = \1 }", CALLS)

FISH = """
id  length  colour  kind
f1  10      silver  bass
f2  12      silver  bass
f3  14      ?       bass
f4  6       brown   trout
f5  ?       brown   trout
f6  8       silver  trout
"""
FISH_KEYS = """
[model]
families = { length = "gaussian" }
[query]
q = { length = 8, colour = "silver" }
z = { length = 12, colour = "brown" }
"""
BASS, TROUT = normal("8", "12", "8/3"), normal("8", "7", "1")

NEVER = table("n k\n0 never\n0 never\n0 never\n1 often\n2 often", family("poisson", "n", """
[models.gamma]
smoothing = { gamma = [1, 1], take = "mean" }
[models.mode]
smoothing = { gamma = [1, 1], take = "mode" }
[query]
x = { n = 2 }
"""))  # fmt: skip
# fast: 1+2+3 minutes, rate 3/6; slow: 4+8 minutes, rate 2/12
BUSES = table("t bus\n1 fast\n2 fast\n3 fast\n4 slow\n8 slow", family("exponential", "t", """
[query]
x = { t = 6 }
"""))  # fmt: skip
GEOMETRIC: Worth = {
    "success(n|fair)": "1/2", "success(n|loaded)": "4/5", "P(x|fair)": "1/8", "P(x|loaded)": "4/125",
    "P(fair,x)": "3/56", "P(loaded,x)": "16/875", "P(fair|x)": "375/503", "argmax(x)": "fair",
    "odds(fair:loaded|x)": "375/128", "P(x)": "503/7000",
    "log_odds(fair:loaded|x)": "log 375/128", "lr(fair:loaded|x)": "125/32",
}  # fmt: skip

# areas 1/2·2·1, 2·1/2 and 1/6 + 2/3 + 1/6
SHAPES = given("""
k         | tri         | uni         | trap
prior     | 1/4         | 1/4         | 1/2
points(x) | 0:0 1:1 2:0 | 1:1/2 3:1/2 | 0:0 1:1/3 3:1/3 4:0
""", "[query]\nq = { x = 1 }\nz = { x = 5 }\n")  # fmt: skip

TWO_WAITS = given("""
k          | A   | B
prior      | 1/2 | 1/2
success(x) | 1/2 | 1/3
success(y) | 1/4 | 2/3
""", '[model]\nfamily = "geometric"\n')  # fmt: skip
PLANE = given("""
k           | u   | v
prior       | 1/2 | 1/2
mean(a)     | 0   | 2
variance(a) | 1   | 1
mean(b)     | 0   | 4
sd(b)       | 2   | 2
""")  # fmt: skip
E2 = MP.exp(2) / (1 + MP.exp(2))

# two classes whose variances are 1 each, whether they share it or not; 5 lies in the middle
MIDDLE = table("x k\n1 a\n3 a\n7 b\n9 b", """
[model]
family = "gaussian"
[models.shared]
share = "classes"
[models.first]
tie = "first"
[query]
m = { x = 5 }
""")  # fmt: skip
DEVIATIONS = given("k a b\nprior 1/4 3/4\nmean(x) 0 2\nsd(x) 2 1.5")
VARIANCES = given("k a b\nprior 1/4 3/4\nmean(x) 0 2\nvariance(x) 4 9/4")
SAME_SPREAD: Worth = {
    "variance(x|a)": "4", "sd(x|a)": "2", "variance(x|b)": "9/4", "sd(x|b)": "3/2", "mean(x|b)": "2",
}  # fmt: skip
SAME_DENSITY: Worth = {
    "p(x=1|a)": "√(1/8) * e^(-1/8) * 1/√π", "p(x=1|b)": "√(2/9) * e^(-2/9) * 1/√π",
    "odds(a:b|x=1)": "1/4 * e^(7/72)", "lr(a:b|x=1)": "3/4 * e^(7/72)", "argmax(x=1)": "b",
}  # fmt: skip
# a: 1 3, b: 4 6 8
MOMENTS: Worth = {
    "mean(x|a)": "2", "mean(x|b)": "6", "P(a)": "2/5",
    "odds(a:b|x=4)": "2/3 * √(8/3) * e^(-5/4)", "odds(a:b|x=4; less)": "2/3 * √(2) * e^(-1/2)",
    "odds(a:b|x=4; shared)": "2/3", "p(x=2|a)": "√(1/2) * 1/√π",
}  # fmt: skip
MOMENTS_KEYS = family("gaussian", "x", """
[models.less]
divisor = "N-1"
[models.shared]
share   = "classes"
divisor = "N-K"
""")  # fmt: skip
SUMS = counted("k a b\ntotal 2 3\nsum(x) 4 18\nsquares(x) 10 116", MOMENTS_KEYS)
# a: (2·1 + 3)/3; b: (6 + 3·9)/4
WEIGHTS: Worth = {
    "mean(x|a)": "5/3", "mean(x|b)": "33/4", "P(a)": "3/7",
    "p(x=1|a)": "3/4 * 1/√π * e^(-1/4)", "p(x=6|b)": "√(8/27) * 1/√π * e^(-3/2)",
    "p(x=6|b; less)": "√(2/9) * 1/√π * e^(-9/8)",
}  # fmt: skip

PROBLEMS: list[tuple[str, str, Worth]] = [
    ("man or woman, by height, weight and foot", PERSONS, {
        "mean(height|male)": "5.855", "mean(weight|male)": "176.25", "mean(foot|male)": "11.25",
        "mean(height|female)": "5.4175", "mean(weight|female)": "132.5", "mean(foot|female)": "7.5",
        "p(height=6|male)": "≈ 1.5789", "p(weight=130|male)": "≈ 5.9867e-6",
        "p(foot=8|male)": "≈ 1.3112e-3", "p(height=6|female)": "≈ 2.2346e-1",
        "p(weight=130|female)": "≈ 1.6789e-2", "p(foot=8|female)": "≈ 2.8669e-1",
        "p(male,sample)": "≈ 6.1971e-9", "p(female,sample)": "≈ 5.3779e-4", "argmax(sample)": "female",
        "P(male,sample)": digits(HE), "P(female,sample)": digits(SHE),
        "P(male|sample)": digits(HE / (HE + SHE)), "P(female|sample)": digits(SHE / (HE + SHE)),
        "P(sample)": digits(HE + SHE), "odds(female:male|sample)": digits(SHE / HE),
        "log_odds(female:male|sample)": digits(MP.log(SHE / HE)),
        "p(sample|male)": digits(HE * 2), "log(p(height=6|male))":
            digits(MP.log(normal("6", "5.855", "1051/30000"))),
    }),
    ("man or woman: variances over N − 1", PERSONS, {
        "variance(height|male)": "1051/30000", "variance(weight|male)": "1475/12",
        "variance(foot|male)": "11/12", "variance(height|female)": "3889/40000",
        "variance(weight|female)": "1675/3", "variance(foot|female)": "5/3",
    }),
    ("man or woman: how many parameters", PERSONS, {"free_parameters": "13"}),
    ("the weather in numbers (Witten and Frank)", WEATHER, {
        "mean(temperature|yes)": "73", "mean(temperature|no)": "74.6", "mean(humidity|yes)": "712/9",
        "mean(humidity|no)": "86.2", "p(temperature=66|yes)": "≈ 0.0340",
        "p(humidity=90|yes)": "≈ 0.0221", "p(temperature=66|no)": "≈ 0.0279",
        "p(humidity=90|no)": "≈ 0.0380", "P(yes,day)": "≈ 0.000036", "P(no,day)": "≈ 0.00014",
        "P(windy=true|yes)": "3/9", "P(outlook=sunny|no)": "3/5",
        "P(yes|day)": digits(PLAY / (PLAY + STAY)), "P(no|day)": digits(STAY / (PLAY + STAY)),
        "P(day)": digits(PLAY + STAY), "argmax(day)": "no",
    }),
    ("the weather in numbers: deviations", WEATHER, {
        "sd(temperature|yes)": "≈ 6.2", "sd(temperature|no)": "≈ 7.9", "sd(humidity|yes)": "≈ 10.2",
        "sd(humidity|no)": "≈ 9.7", "variance(humidity|yes)": "3757/36",
        "variance(temperature|no)": "62.3",
    }),
    ("loans by income (Tan and Steinbach): a zero count beside a density", LOANS, {
        "mean(income|No)": "110", "mean(income|Yes)": "90", "p(income=120|No)": "≈ 0.0072",
        "p(income=120|Yes)": "√(1/50) * e^(-18) * 1/√π", "P(marital=Married|Yes)": "0/3",
        "P(Yes,x)": "0", "p(x|Yes)": "0", "p(x|No)": "≈ 0.00235", "P(No|x)": "1", "P(Yes|x)": "0",
        "argmax(x)": "No", "odds(Yes:No|x)": "0", "odds(No:Yes|x)": "∞", "log_odds(Yes:No|x)": "-∞",
        "lr(No:Yes|x)": "∞", "odds(Yes:No|y)": "7/4 * √(119) * e^(8/119)",
    }),
    ("loans by income: variances", LOANS, {
        "variance(income|No)": "2975", "variance(income|Yes)": "25", "sd(income|Yes)": "5",
    }),
    ("calls by the hour", CALLS, {
        "rate(calls|day)": "12/4", "rate(calls|night)": "3/6", "P(day)": "3/5",
        "P(x|day)": "81/2 * e^(-9)", "P(x|night)": "9/8 * e^(-3/2)",
        "odds(day:night|x)": "54 * e^(-15/2)", "log_odds(day:night|x)": "log 54 * e^(-15/2)",
        "P(day|x)": digits(1 / (1 + MP.exp(7.5) / 54)), "P(calls=2|day,hours=3)": "81/2 * e^(-9)",
        "P(day|calls=2,hours=3)": digits(1 / (1 + MP.exp(7.5) / 54)), "argmax(x)": "night",
        "argmax(calls=2,hours=3)": "night", "P(calls=2|day)": "9/2 * e^(-3)",
        "P(calls=0|night,hours=4)": "e^(-2)", "P(calls=2)":
            digits(MP.exp(-3) * 27 / 10 + MP.exp(-0.5) / 20),
        "P(day|calls=2)": digits(1 / (1 + MP.exp(2.5) / 54)), "P(day|hours=3)": "3/5",
        "lr(day:night|calls=2,hours=3)": "36 * e^(-15/2)", "odds(day:night|calls=0)": "3/2 * e^(-5/2)",
        "P(calls=1000|day)": digits(MP.exp(-3) * MP.mpf(3) ** 1000 / MP.factorial(1000)),
        "count(calls=4,day)": "1", "freq(calls=4|day)": "1/3", "accuracy": "1",
    }),
    ("calls by the hour, with a Gamma prior", CALLS, {
        "rate(calls|day; mean)": "14/5", "rate(calls|night; mean)": "5/7",
        "rate(calls|day; mode)": "13/5", "rate(calls|night; mode)": "4/7",
        "P(x|day; mean)": "882/25 * e^(-42/5)", "P(x|night; mean)": "225/98 * e^(-15/7)",
        "odds(day:night|x; mode)": "3/2 * 91/20 * 91/20 * e^(-213/35)",
    }),
    ("calls by the hour, with a Gamma prior of the column", CALLS_BY_COLUMN, {
        "rate(calls|day)": "12/4", "rate(calls|day; mean)": "14/5", "rate(calls|night; mean)": "5/7",
        "rate(calls|day; mode)": "13/5", "rate(calls|night; mode)": "4/7",
    }),
    ("calls by the hour: how many parameters", CALLS, {"free_parameters": "3"}),
    ("calls of days of eight hours", table("calls office\n4 day\n12 day\n1 night",
        "exposure = { calls = 8 }\n" + family("poisson", "calls")), {
        "rate(calls|day)": "16/16", "rate(calls|night)": "1/8",
    }),
    ("calls by the hour, counts only", counted(
        "office day night\ntotal 3 2\nsum(calls) 12 3\nsum(hours) 4 6",
        'exposure = { calls = "hours" }\n' + family("poisson", "calls")), {
        "rate(calls|day)": "3", "rate(calls|night)": "1/2", "P(calls=2|day,hours=3)": "81/2 * e^(-9)",
        "odds(day:night|calls=2,hours=3)": "54 * e^(-15/2)",
    }),
    ("a rate of nothing", NEVER, {
        "rate(n|never)": "0", "P(n=0|never)": "1", "P(n=2|never)": "0", "P(never,x)": "0",
        "P(often|x)": "1", "argmax(x)": "often", "P(never|n=0)": digits(1 / (1 + MP.exp(-1.5) * 2 / 3)),
        "odds(never:often|n=0)": "3/2 * e^(3/2)", "rate(n|never; gamma)": "1/4",
        "rate(n|often; gamma)": "4/3", "P(x|never; gamma)": "1/32 * e^(-1/4)",
        "rate(n|never; mode)": "0", "rate(n|often; mode)": "1",
    }),
    ("waiting for a bus", BUSES, {
        "rate(t|fast)": "3/6", "rate(t|slow)": "2/12", "p(t=6|fast)": "1/2 * e^(-3)",
        "p(x|slow)": "1/6 * e^(-1)", "odds(fast:slow|x)": "9/2 * e^(-2)", "argmax(x)": "slow",
        "P(fast|x)": digits(1 / (1 + MP.exp(2) * 2 / 9)), "odds(fast:slow|t=0)": "9/2",
        "P(fast|t=0)": "9/11", "P(t=0)": "11/30", "log(p(x|fast))": "log 1/2 * e^(-3)",
        "P(t=-1|fast)": "0", "P(fast|t=-1)": "undefined", "argmax(t=-1)": "undefined",
        "argmax(t=4.5)": "fast", "argmax(t=4.52)": "slow", "p(t=1/3|fast)": "1/2 * e^(-1/6)",
    }),
    ("waiting for a bus: how many parameters", BUSES, {"free_parameters": "3"}),
    ("tosses until heads", table(
        "n coin\n1 fair\n2 fair\n3 fair\n1 loaded\n1 loaded\n1 loaded\n2 loaded",
        family("geometric", "n", "[query]\nx = { n = 3 }")), GEOMETRIC),
    ("tails before heads", table(
        "n coin\n0 fair\n1 fair\n2 fair\n0 loaded\n0 loaded\n0 loaded\n1 loaded",
        family("geometric0", "n", "[query]\nx = { n = 2 }")), GEOMETRIC),
    ("coins: how many parameters", table("n coin\n1 fair\n2 loaded", family("geometric", "n")), {
        "free_parameters": "3",
    }),
    ("coins that show heads at once", table("n coin\n1 fair\n1 loaded", family("geometric", "n")), {
        "success(n|fair)": "1/1", "P(n=1|loaded)": "1", "P(n=2)": "0", "P(fair|n=1)": "1/2",
    }),
    ("numbers that are all 0 or 1", table("x m k\n0 1 a\n1 0 a\n1 1 b", """
[model]
families = { x = "gaussian", m = "poisson" }
"""), {"mean(x|a)": "1/2", "variance(x|a)": "1/4", "rate(m|a)": "1/2", "rate(m|b)": "1"}),
    ("heads at once, always", table("n m coin\n1 0 sure\n1 0 sure\n3 2 slow", """
[model]
families = { n = "geometric", m = "geometric0" }
"""), {
        "success(n|sure)": "2/2", "success(m|sure)": "2/2", "P(n=1|sure)": "1", "P(n=2|sure)": "0",
        "P(m=0|sure)": "1", "P(m=1|sure)": "0", "success(n|slow)": "1/3", "success(m|slow)": "1/3",
        "P(n=0|slow)": "0", "P(n=3|slow)": "4/27", "P(sure|n=2)": "0", "P(sure|n=1,m=0)": "18/19",
        "P(sure|n=1)": "6/7",
    }),
    ("triangle, rectangle and trapezium", SHAPES, {
        "p(x=1|tri)": "1", "p(x=1/2|tri)": "1/2", "p(x=7/4|tri)": "1/4", "p(x=1|uni)": "1/2",
        "p(x=3|uni)": "1/2", "p(x=3.01|uni)": "0", "p(x=0.99|uni)": "0", "p(x=3.5|trap)": "1/6",
        "p(x=0|tri)": "0", "p(x=-1|trap)": "0", "P(tri|q)": "6/13", "P(uni|q)": "3/13",
        "P(trap|q)": "4/13", "P(q)": "13/24", "argmax(q)": "tri", "P(tri|x=3/2)": "3/10",
        "P(trap|x=1.5)": "4/10", "argmax(x=3/2)": "trap", "odds(tri|q)": "6/7",
        "odds(tri:uni|x=2)": "0", "odds(uni:tri|x=2)": "∞", "P(trap|x=7/2)": "1", "argmax(x=4/3)":
            "tri trap", "P(z)": "0", "P(tri|z)": "undefined", "argmax(z)": "undefined",
        "odds(tri:uni|z)": "undefined", "P(tri|x=-1/2)": "undefined", "log_odds(tri:uni|q)": "log 2",
    }),
    ("silver and brown fish, cells missing", table(FISH, FISH_KEYS), {
        "mean(length|bass)": "12", "mean(length|trout)": "14/2", "P(colour=silver|bass)": "2/2",
        "P(brown|bass)": "0/2", "P(brown|trout)": "2/3", "P(bass)": "1/2",
        "odds(bass:trout|q)": "3 * √(3/8) * e^(-5/2)",
        "P(bass|q)": digits(BASS * 3 / (BASS * 3 + TROUT)), "p(length=8)": digits((BASS + TROUT) / 2),
        "p(length=8|colour=silver)": digits((BASS * 3 + TROUT) / 4), "P(bass|colour=silver)": "3/4",
        "argmax(q)": "trout", "P(bass,z)": "0", "P(trout|z)": "1", "argmax(z)": "trout",
        "odds(bass:trout|z)": "0", "log_odds(bass:trout|z)": "-∞", "accuracy": "1",
        "P(colour=silver|length=8)": digits((BASS + TROUT / 3) / (BASS + TROUT)),
    }),
    ("fish of the table, asked by their names", table(FISH, FISH_KEYS), {
        "P(bass|f3)": digits(1 / (1 + MP.sqrt(MP.mpf(8) / 3) * MP.exp(-23.75))),
        "odds(bass:trout|f3)": "√(3/8) * e^(95/4)", "P(trout|f5)": "1", "argmax(f5)": "trout",
        "odds(bass:trout|f6)": "3 * √(3/8) * e^(-5/2)", "argmax(f6)": "trout", "P(bass,f4)": "0",
        "p(f1|bass)": "√(3/16) * e^(-3/4) * 1/√π", "P(f5|bass)": "0", "P(f5|trout)": "2/3",
        "P(f5)": "1/3",
    }),
    ("fish: variances and how many parameters", table(FISH, FISH_KEYS), {
        "variance(length|bass)": "8/3", "variance(length|trout)": "2/2", "free_parameters": "7",
    }),
    ("one number given another", TWO_WAITS, {
        "P(x=2|y=1)": "91/396", "P(A|x=2)": "9/17", "P(A|x=2,y=1)": "27/91", "P(y=1|x=2)":
            "91/204", "odds(A:B|x=2)": "9/8", "lr(A:B|y=1)": "3/8", "odds(A:B|x=2,y=1)": "27/64",
        "P(x=2,y=1|A)": "1/16", "P(x=2,y=1)": "91/864", "P(A,x=2)": "1/8", "P(A,x=2|y=1)": "3/44",
        "P(x=2|A,y=1)": "1/4", "independent(x=2,y=1)": "false", "argmax(x=2)": "A",
        "argmax(x=2,y=1)": "B", "-log2(P(x=2|A))": "2", "log10(P(A,x=2))": "log10 1/8",
    }),
    ("evidence in steps, by density", PLANE, {
        "P(u|a=1)": "1/2", "P(u|a=1,b=2)": "1/2", "argmax(a=1)": "u v", "odds(u:v|a=0)": "e^(2)",
        "lr(u:v|b=1)": "e^(1)", "odds(u:v|a=0,b=1)": "e^(3)", "P(u|a=0)": digits(E2),
        "log_odds(u:v|a=0,b=1)": "3", "p(b=2|a=1)": "√(1/8) * e^(-1/2) * 1/√π",
        "p(a=1,b=2)": "1/4 * e^(-1) * 1/π", "p(u,a=1)": "1/2 * √(1/2) * e^(-1/2) * 1/√π",
        "p(b=0|a=0)": digits(E2 * normal("0", "0", "4") + (1 - E2) * normal("0", "4", "4")),
        "P(u|a=0,b=1)": digits(MP.exp(3) / (1 + MP.exp(3))),
    }),
    ("evenly far from both", MIDDLE, {
        "argmax(m)": "a b", "argmax(m; shared)": "a b", "argmax(m; first)": "a", "P(a|m)": "1/2",
        "P(b|m; shared)": "1/2", "odds(a:b|m)": "1", "log_odds(a:b|m; shared)": "0",
        "argmax(x=4.9999999999999999999999999999999999999999)": "a",
        "argmax(x=5.0000000000000000000000000000000000000001; shared)": "b",
        "p(m|a)": "√(1/2) * e^(-9/2) * 1/√π", "p(m)": "√(1/2) * e^(-9/2) * 1/√π",
        "odds(a:b|x=0)": "e^(30)", "odds(a:b|x=5.5)": "e^(-3)",
    }),
    ("a tie of two coins", given("""
coin       | A   | B
prior      | 2/5 | 3/5
success(n) | 1/2 | 1/3
"""), {"argmax(n=1)": "A B", "P(A|n=1)": "1/2", "argmax(n=2)": "B", "P(n=1)": "2/5"}),
    ("deviations given", DEVIATIONS, SAME_DENSITY),
    ("variances given", VARIANCES, SAME_DENSITY),
    ("deviations given, both asked", DEVIATIONS, SAME_SPREAD),
    ("variances given, both asked", VARIANCES, SAME_SPREAD),
    ("a deviation that is no fraction", given("k a b\nprior 1/4 3/4\nmean(x) 0 2\nvariance(x) 2 3"), {
        "sd(x|a)": "√(2)", "sd(x|b)": "√(3)"}),
    ("rows", table("x k\n1 a\n3 a\n4 b\n6 b\n8 b", MOMENTS_KEYS), MOMENTS),
    ("sums and squares", SUMS, MOMENTS),
    ("sums and squares: variances", SUMS, {
        "variance(x|a)": "1", "variance(x|b)": "8/3", "variance(x|a; less)": "2",
        "variance(x|b; less)": "4", "variance(x; shared)": "10/3", "sd(x|b; less)": "2",
    }),
    ("weighted rows", table("x w k\n1 2 a\n3 1 a\n6 1 b\n9 3 b", 'weight = "w"\n' + MOMENTS_KEYS),
     WEIGHTS),
    ("rows as often as they weigh", table("x k\n1 a\n1 a\n3 a\n6 b\n9 b\n9 b\n9 b", MOMENTS_KEYS),
     WEIGHTS),
    ("weighted calls", table("calls hours w office\n4 2 2 day\n5 1 1 day\n1 2 3/2 night", """
weight = "w"
exposure = { calls = "hours" }
""" + family("poisson", "calls")), {
        "rate(calls|day)": "13/5", "P(day)": "2/3", "rate(calls|night)": "1/2",
    }),
    ("words and minutes", table("""
class | minutes | text
spam  | 1       | win win
spam  | 3       | win now
ham   | 4       | see you now
ham   | 8       | see you
""", family("exponential", "minutes", """
[models.laplace]
smoothing = 1
[query]
q = { text = "now", minutes = 6 }
""")), {
        "P(win|spam)": "3/4", "P(now|ham)": "1/5", "rate(minutes|spam)": "1/2",
        "odds(spam:ham|q)": "15/4 * e^(-2)", "P(win|spam; laplace)": "4/8",
        "rate(minutes|ham; laplace)": "1/6", "odds(spam:ham|q; laplace)": "27/8 * e^(-2)",
        "argmax(q)": "ham", "odds(spam:ham|now,minutes=6)": "15/4 * e^(-2)",
    }),
    ("a flag and a length", table("on x k\n1 1 a\n0 3 a\n1 7 b\n1 9 b", """
[model]
families = { x = "gaussian" }
smoothings = { on = 1 }
prior = { a = "1/4", b = "3/4" }
"""), {
        "P(on=1|a)": "2/4", "P(on|b)": "3/4", "odds(a:b|x=5,on=1)": "2/9", "P(a|x=5,on=1)": "2/11",
        "P(a|x=5,not on)": "2/5", "odds(a:b|x=5)": "1/3", "P(a)": "1/4",
    }),
    ("three classes, one against the rest",
     table("x k\n0 a\n2 a\n4 b\n6 b\n8 c\n10 c", family("gaussian", "x")), {
        "odds(a:c|x=5)": "1", "argmax(x=3)": "a b", "argmax(x=5)": "b", "odds(b|x=5)": "1/2 * e^(8)",
        "P(b|x=5)": digits(1 / (1 + 2 * MP.exp(-8))), "odds(a|x=5)": digits(1 / (1 + MP.exp(8))),
    }),
]  # fmt: skip


@one_in(16, ("problem", "expected"), [c[1:] for c in PROBLEMS], ids=[c[0] for c in PROBLEMS])
def test_problems_with_numbers_have_these_answers(problem: str, expected: Worth) -> None:
    """What books and exams ask of numbers has one exact answer."""
    assert wrong(problem, expected) == {}


# ---------------------------------------------------------------- what has no number

FLAT = """
len coat k
5   r    a
5   r    a
3   r    b
4   s    b
"""
QUERIES = '[query]\nq = { len = 5 }\nz = { len = 5, coat = "s" }\n'
NO_ROWS = 'classes = ["a", "b", "c"]\n' + family("gaussian", "len", 'prior = "uniform"\n' + QUERIES)
UNDEFINED = [
    ("a variance of 0", FLAT, family("gaussian", "len", QUERIES), "variance(len|a)"),
    ("one row over N − 1", FLAT.replace("5   r    a\n", "", 1),
     family("gaussian", "len", 'divisor = "N-1"\n' + QUERIES), "variance(len|a)"),
    ("no cell in a class", FLAT.replace("5 ", "? "), family("gaussian", "len", QUERIES), "mean(len|a)"),
    ("no row in a class", FLAT, NO_ROWS, "mean(len|c)"),
    ("as many rows as classes", FLAT.replace("5   r    a\n", "", 1).replace("4   s    b", "?   s    b"),
     family("gaussian", "len", 'divisor = "N-K"\nshare = "classes"\n' + QUERIES), "variance(len)"),
    ("no call of a class", FLAT.replace("5 ", "? "), family("poisson", "len", QUERIES), "rate(len|a)"),
    ("no wait of a class", FLAT.replace("5 ", "? "), family("exponential", "len", QUERIES),
     "rate(len|a)"),
    ("no toss of a class", FLAT.replace("5 ", "? "), family("geometric", "len", QUERIES),
     "success(len|a)"),
]  # fmt: skip
IN_LETTERS = {
    "variance(len|a)": "σ_a²",
    "variance(len)": "σ²",
    "mean(len|a)": "μ_a",
    "mean(len|c)": "μ_c",
    "rate(len|a)": "λ_a",
    "success(len|a)": "θ_a",
}


@all_of(("rows", "more", "culprit"), [c[1:] for c in UNDEFINED], apart=3)
def test_what_rests_on_nothing_is_undefined(rows: str, more: str, culprit: str) -> None:
    """A density over 0 or of 0/0 is undefined, and so are joint, evidence, posterior and decision."""
    label = culprit.rstrip(")")[-1] if "|" in culprit else "a"
    names = [f"P(len=5|{label})", f"P({label},q)", "P(q)", "P(b|q)", f"P({label}|q)", "argmax(q)",
             f"P({label},z)", "argmax(z)", f"odds({label}:b|q)", f"lr({label}:b|q)"]  # fmt: skip
    assert wrong(table(rows, more), dict.fromkeys(names, "undefined")) == {}


@all_of(("rows", "more", "culprit"), [c[1:] for c in UNDEFINED], apart=3)
def test_the_text_names_what_is_undefined(rows: str, more: str, culprit: str) -> None:
    """The text says which estimate is 0 or 0/0, and that no class is decided for it."""
    text = " ".join(solve(Problem.from_text(table(rows, more))).text().split())
    culprit = IN_LETTERS[culprit]
    assert f"The product is undefined: {culprit}" in text
    decided = re.search(r"No class is decided, for a joint is undefined: ([^.]*)\.", text)
    assert decided is not None
    culprits = decided[1].split(", ")
    assert any(said.startswith(f"{culprit} = 0/") for said in culprits)
    assert len(culprits) == len(set(culprits))


def test_a_zero_beside_an_undefined_density_is_not_zero() -> None:
    """With P(coat=s|a) = 0/2 and a variance of 0 in a, P(a, z) is undefined; P(a|coat=s) is 0."""
    expected = {"P(coat=s|a)": "0/2", "P(a,z)": "undefined", "P(a|coat=s)": "0", "mean(len|a)": "5"}
    assert wrong(table(FLAT, family("gaussian", "len", QUERIES)), expected) == {}


def test_an_epsilon_saves_a_variance_of_zero() -> None:
    """With ε = 1/4 the variances are 1/4 and 1/2, and 5 is decided."""
    problem = table(FLAT, family("gaussian", "len", 'epsilon = "25%"\n' + QUERIES))
    # b: mean 7/2, 1/4 + 1/4; the odds are √2 e^((3/2)²)
    expected = {"p(len=5|a)": "√(2) * 1/√π", "odds(a:b|q)": "√(2) * e^(9/4)", "argmax(q)": "a"}
    assert wrong(problem, expected) == {}


# ---------------------------------------------------------------- names and words


def test_numbers_in_names_are_finite_decimals_or_fractions() -> None:
    """1.50, 3/2 and 150% are one number in a name, spelled 1.5; a third stays 1/3."""
    asked = ["p(x=1.50|a)", "p(x=3/2|b)", "p(x=1/3|a)", "p(x=2/6|b)", "p(x=1e2|a)", "p(x=-0.0|a)",
             "p(x=150%|a)"]  # fmt: skip
    solution = solve(Problem.from_text(f"ask = {json.dumps(asked)}\n{MIDDLE}"))
    spelled = {str(name) for name in solution if str(name).startswith(("P(x=", "p(x="))}
    expected = {"x=1.5|a", "x=1.5|b", "x=1/3|a", "x=1/3|b", "x=100|a", "x=0|a"}
    assert {name[2:-1] for name in spelled} == expected


def test_numbers_in_the_data_are_counted_by_their_worth() -> None:
    """1, 1.0 and 2/2 are one number when rows are counted, −0 is 0, and what is not there counts 0."""
    problem = table("x k\n1 a\n1.0 a\n2/2 a\n-0 b\n0.0 b\n5 b", family("gaussian", "x"))
    expected = {
        "count(x=1,a)": "3", "count(x=1.0,a)": "3", "count(x=2/2)": "3", "count(x=0,b)": "2",
        "freq(x=1|a)": "1", "freq(x=0|b)": "2/3", "count(x=7,a)": "0", "freq(x=7|a)": "0",
        "mean(x|a)": "1", "variance(x|a)": "0",
    }  # fmt: skip
    assert wrong(problem, expected) == {}


THIRDS = given("""
k          | a           | b
prior      | 1/3         | 2/3
rate(n)    | 1/3         | 0.14
mean(x)    | 1/3         | 1/7
sd(x)      | 1/3         | 2
success(s) | 1/3         | 2/7
points(t)  | 0:0 1:2/3 3:0 | 0:1/3 3:1/3
""", "[query]\nq = { n = 1, x = 1, s = 2, t = 2 }\n")  # fmt: skip


def test_given_fractions_are_shown_as_fractions() -> None:
    """A given 1/3 is not shown as 0.3333: a rounded number stands behind ≈, beside an exact one."""
    shown = solve(replace(Problem.from_text(THIRDS), number_style="exact")).text()
    rounded_ones = re.findall(r"(\S*) *\b(0\.(?:3333|1429|2857|6667))\b", shown)
    assert rounded_ones
    assert {before for before, _ in rounded_ones} == {"≈"}


@pytest.mark.exhaustive
def test_evidence_in_steps_is_shown_with_and_without_hours() -> None:
    """P(day|calls=2,hours=3) and P(day|calls=2) stand in one solution, in every format."""
    names = ("P(day|calls=2,hours=3)", "P(day|calls=2)", "P(day|hours=3)", "P(day)")
    for only in (names, names[::-1], names[:2], names[2:]):
        solution = solve(Problem.from_text(CALLS), only=only)
        assert "≈ 0.02900" in solution.text() or only == names[2:]
        assert solution.latex()
        assert solution.markdown()
        assert set(only) <= json.loads(solution.json())["quantities"].keys()


# ---------------------------------------------------------------- digits

THIRTY = {
    "P(female|sample)": SHE / (HE + SHE),
    "p(height=6|male)": normal("6", "5.855", "1051/30000"),
    "odds(female:male|sample)": SHE / HE,
    "log_odds(female:male|sample)": MP.log(SHE / HE),
    "P(sample)": HE + SHE,
}


@one_in(3, "name", THIRTY)
def test_the_command_line_prints_thirty_digits(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--digits 30` prints what sixty digits of mpmath are, rounded."""
    (tmp_path / "p.toml").write_text(PERSONS)
    assert main(["solve", str(tmp_path / "p.toml"), "--only", name, "--digits", "30"]) == 0
    out = capsys.readouterr().out.replace("−", "-")
    shown = {Decimal(text) for text in re.findall(r"≈ (\d[\d.]*(?:e-?\d+)?)", out)}
    assert Decimal(digits(THIRTY[name])[2:]) in shown


def test_json_has_twenty_digits_of_every_closed_form() -> None:
    """Each decimal of the JSON has twenty digits, correctly rounded; the closed form stands beside."""
    exact = {
        "P(male,sample)": HE, "P(female,sample)": SHE, "P(sample)": HE + SHE,
        "P(male|sample)": HE / (HE + SHE), "P(female|sample)": SHE / (HE + SHE),
        "P(weight=130|female)": normal("130", "265/2", "1675/3"),
    }  # fmt: skip
    shown = json.loads(solve(Problem.from_text(PERSONS)).json())["quantities"]
    for name, value in exact.items():
        assert shown[name]["kind"] == "closed"
        assert Decimal(shown[name]["decimal"]) == Decimal(digits(value, 20)[2:]), name
        assert shown[name]["exact"]
    assert shown["mean(height|male)"]["exact"] == "1171/200"
    assert shown["variance(foot|male)"]["kind"] == "rational"
    assert shown["argmax(sample)"]["exact"] == "female"


FAR = table("x k\n1 a\n3 a\n50 b\n70 b", family("gaussian", "x", "[query]\nq = { x = %s }\n"))


@pytest.mark.parametrize("far", ["1e300", "-1e300"])
def test_however_far_a_number_lies_it_is_decided(far: str) -> None:
    """Far away the class of the larger variance wins, and the odds are exact."""
    solution = solve(Problem.from_text(FAR % 10))
    assert solution[f"argmax(x={far})"] == Decision(("b",))


@one_in(3, "far", ["10_000", "1e6", "1e300"])
def test_a_solution_with_a_number_far_away_is_written_out(
    far: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A posterior of e^(−5·10⁷), or of e^(−5·10⁵⁹⁹), is written as any other."""
    (tmp_path / "far.toml").write_text(FAR % far)
    assert main(["solve", str(tmp_path / "far.toml")]) == 0
    out, err = capsys.readouterr()
    assert not err
    assert "so q is b" in " ".join(out.split())
