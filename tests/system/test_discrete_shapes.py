"""The shapes that problems of a course have, one of each, with answers worked out by hand."""

from tables_of_values import EMAILS, TENNIS, Worth, as_counted, mistakes, table
from thoroughness import all_of

WEATHER = """
[data]
counts = '''
play              yes  no
total             9    5
outlook=sunny     2    3
outlook=overcast  4    0
outlook=rainy     3    2
temp=hot          2    2
temp=mild         4    2
temp=cool         3    1
humidity=high     3    4
windy=true        3    3
'''
values = { humidity = ["high", "normal"], windy = [true, false] }
[models.laplace]
smoothing = 1
[query]
x = { outlook = "sunny", temp = "cool", humidity = "high", windy = true }
calm = { windy = false }
"""
WEATHER_VALUES: Worth = {
    "P(yes)": "9/14", "P(outlook=overcast|no)": "0", "P(humidity=normal|yes)": "6/9",
    "P(windy=false|no)": "2/5", "P(windy=false|yes; laplace)": "7/11", "P(yes|x)": "125/611",
    "P(no|x; laplace)": "3025/4201", "P(yes|calm)": "3/4", "count(outlook=sunny,yes)": "2",
    "count(humidity=normal,no)": "1", "count(yes)": "9", "freq(outlook=sunny|no)": "3/5",
    "freq(yes|outlook=sunny)": "2/5", "P(outlook=sunny)": "5/14",
}  # fmt: skip
LOOM = """
[data]
parameters = '''
loom          | A   | B   | C
prior         | 1/2 | 0.3 | 20%
"dyed (blue)" | 1/4 | 0.6 | 1
edge=straight | 0.7 | 1/2 | 0.1
edge=wavy     | 0.2 | 1/2 | 0.1
edge=frayed   | 0.1 | 0   | 0.8
'''
[model]
families = { "dyed (blue)" = "bernoulli" }
[query]
cloth = { "dyed (blue)" = 1 }
plain = { "dyed (blue)" = 0, edge = "frayed" }
"""
GAPS = """
a b y
u p +
u ? +
v q +
? p -
v q -
"""
STEPS = """
[models.then]
prior = { Yes = "2/5", No = "3/5" }
"""
M_ESTIMATE = """
[data]
table = '''
seed  soil  grows
big   wet   yes
big   dry   yes
small wet   yes
small dry   no
'''
[model]
smoothing = { m = 2, p = { "*" = "1/2", "big|yes" = "1/4", "small|yes" = "3/4", "|no" = "1/2" } }
"""

SHAPES: list[tuple[str, str, Worth]] = [
    ("counts only", WEATHER, WEATHER_VALUES),
    ("given parameters", LOOM, {
        "P(A)": "1/2", "P(C)": "1/5", 'P("dyed (blue)"=0|B)': "2/5", "P(edge=frayed|C)": "4/5",
        "P(straight|A)": "7/10", "P(A|cloth)": "25/101", "P(B|cloth)": "36/101", "P(C|cloth)": "40/101",
        'P("dyed (blue)"=1,edge=wavy)': "0.135", "lr(B:A|edge=frayed)": "0", "argmax(cloth)": "C",
        "P(A|plain)": "1", "argmax(plain)": "A", "P(edge=wavy|cloth)": "27/101",
        'P(B|"dyed (blue)"=1,edge=wavy)': "2/3", "bayes_error": "57/200",
        "odds(A:C|edge=frayed)": "5/16",
    }),
    ("missing cell", table(GAPS, """
[models.laplace]
smoothing = 1
[query]
x = { a = "u", b = "p" }
"""), {
        "P(+)": "3/5", "P(a=u|+)": "2/3", "P(b=p|+)": "1/2", "P(b=p|-)": "1/2", "P(a=v|-)": "1",
        "count(b=p,+)": "1", "count(+)": "3", "P(+,x)": "1/5", "P(-,x)": "0",
        "P(a=u|+; laplace)": "3/5", "P(b=p|+; laplace)": "2/4", "P(a=u|-; laplace)": "1/3",
        "P(+|x; laplace)": "27/37",
    }),
    ("0/0", table("a b y\n1 0 +\n0 1 -", "[query]\nx = { a = 1, b = 1 }"), {
        "P(x|+)": "0", "P(x|-)": "0", "P(x)": "0", "P(+|x)": "undefined", "P(-|x)": "undefined",
        "odds(+:-|x)": "undefined", "argmax(x)": "undefined", "lr(+:-|x)": "undefined",
        "log_odds(+:-|x)": "undefined", "P(a=1|b=0)": "1",
    }),
    ("exact tie", table("a y\n1 +\n0 +\n1 -\n0 -", """
classes = ["-", "+"]
[models.first]
tie = "first"
[query]
x = { a = 1 }
"""), {
        "P(+|x)": "1/2", "odds(+:-|x)": "1", "log_odds(+:-|x)": "0", "argmax(x)": "- +",
        "argmax(x; first)": "-", "argmax()": "- +",
    }),
    ("five classes", """
[data]
values = { roll = ["six", "other"] }
parameters = '''
die       d4   d6   d8   d12   d20
prior     1/5  1/5  1/5  1/5   1/5
roll=six  0    1/6  1/8  1/12  1/20
'''
[query]
x = { roll = "six" }
""", {
        "P(d4|x)": "0", "P(d6|x)": "20/51", "P(d8|x)": "15/51", "P(d12|x)": "10/51",
        "P(d20|x)": "6/51", "argmax(x)": "d6", "odds(d6:d20|x)": "10/3", "odds(d6|x)": "20/31",
        "odds(d8|x)": "15/36", "odds(d4|x)": "0", "P(roll=other|d20)": "19/20", "P(x)": "17/200",
        "lr(d4:d6|x)": "0", "odds(d6:d4|x)": "∞", "odds(d6)": "1/4", "odds(d6:d4)": "1",
    }),
    ("odds of 2:1", table(EMAILS, """
stop_words = ["d", "e"]
[model]
family = "bernoulli"
[query]
"e*" = "a b b d e b b"
"""), {"odds(+:-|e*)": "2", "odds(-:+|e*)": "1/2", "odds(+|e*)": "2", "odds(+:-)": "1"}),
    ("smoothed prior", table("a y\n1 +\n1 +\n0 +\n1 -", """
[model]
prior     = "smoothed"
smoothing = 1
[models.other]
prior_smoothing = "1/2"
[models.features]
prior = "mle"
"""), {
        "P(+)": "4/6", "P(-)": "2/6", "P(a=1|+)": "3/5", "P(a=1|-)": "2/3", "P(+; other)": "7/10",
        "P(a=1|+; other)": "3/5", "P(+; features)": "3/4", "P(+|a=1)": "9/14",
    }),
    ("m-estimate with p per class", M_ESTIMATE, {
        "P(seed=big|yes)": "5/10", "P(seed=small|yes)": "5/10", "P(seed=big|no)": "1/3",
        "P(seed=small|no)": "2/3", "P(soil=wet|yes)": "3/5", "P(soil=dry|yes)": "2/5",
        "P(soil=wet|no)": "1/3", "P(yes|seed=big,soil=wet)": "81/91", "P(yes)": "3/4",
    }),
    ("evidence piece by piece", table(TENNIS, 'id = "Day"' + STEPS), {
        "P(Yes|Outlook=Sunny)": "2/5", "P(Yes|Outlook=Sunny,Humidity=High)": "5/23",
        "P(Yes|Humidity=High; then)": "5/23", "P(Yes; then)": "2/5",
        "odds(Yes:No|Outlook=Sunny,Humidity=High)": "5/18", "lr(Yes:No|Humidity=High)": "5/12",
        "odds(Yes:No|Outlook=Sunny)": "2/3",
    }),
    ("no features at all, given", "[data]\nparameters = '''\nbag  I  II\nprior  1/3  2/3\n'''\n", {
        "P(I)": "1/3", "odds(I:II)": "1/2", "argmax()": "II",
    }),
    ("no features at all, counted", "[data]\ncounts = '''\nbag  I  II\ntotal  3  1\n'''\n", {
        "P(I)": "3/4", "count(I)": "3", "freq(II)": "1/4", "argmax()": "I", "odds(I)": "3",
    }),
    ("no features at all, a table",
     table("class\n+\n+\n-", '[model]\nprior = "smoothed"\nsmoothing = 1'), {
        "P(+)": "3/5", "argmax()": "+",
    }),
    ("counts, each column whole, no total", WEATHER.replace("total             9    5\n", ""),
     WEATHER_VALUES),
    ("a question mark may be a value", table(GAPS, "missing = []"), {
        "P(b=?|+)": "1/3", "P(b=p|+)": "1/3", "P(a=?|-)": "1/2",
    }),
    ("a column that is not asked, and nothing asked", table(GAPS, "[query]\nx = {}\nz = { b = 'p' }"), {
        "P(+|x)": "3/5", "P(x)": "1", "P(+|z)": "3/5", "argmax(x)": "+", "P(x|+)": "1",
    }),
]  # fmt: skip


@all_of(("problem", "expected"), [c[1:] for c in SHAPES], apart=3)
def test_problems_of_every_shape_are_solved(problem: str, expected: Worth) -> None:
    """Each shape of problem gives the values that were worked out by hand."""
    assert mistakes(problem, expected) == {}


def test_estimates_of_every_shape_stay_as_counted() -> None:
    """Counts that are given keep their denominators, and so does an m-estimate."""
    names = ["P(humidity=normal|yes)", "P(temp=cool|yes)", "P(outlook=overcast|no)", "P(yes)"]
    assert as_counted(WEATHER, *names) == ["6/9", "3/9", "0/5", "9/14"]
    assert as_counted(WEATHER, "P(windy=false|yes; laplace)") == ["7/11"]
    assert as_counted(M_ESTIMATE, "P(seed=big|yes)", "P(soil=wet|yes)") == ["(5/2)/5", "3/5"]
