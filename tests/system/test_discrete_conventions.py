"""The choices that two textbooks make differently, each worked out by hand for discrete data."""

from tables_of_values import EMAILS, TENNIS, Worth, as_counted, mistakes, table
from thoroughness import all_of

# class y: r r r s (n = 4); class n: r s s t t (n = 5)
CLOVER = "c k\nr y\nr y\nr y\ns y\nr n\ns n\ns n\nt n\nt n"
COIN = "b k\n1 y\n1 y\n0 y\n0 n"
WORDS = "class | text\n+ | a a b\n- | c"
PLAIN = "3/4 1/4 0 1/5 2/5 2/5"
LAPLACE = "4/7 2/7 1/7 2/8 3/8 3/8"
JEFFREYS = "7/11 3/11 1/11 3/13 5/13 5/13"

RULES = [  # rule; P(r|y) P(s|y) P(t|y) P(r|n) P(s|n) P(t|n)
    ("0", PLAIN), ('"0+"', PLAIN), ("1", LAPLACE), ('"laplace"', LAPLACE), ("{ add = 1 }", LAPLACE),
    ('"1/2"', JEFFREYS), ('"jeffreys"', JEFFREYS), ("0.5", JEFFREYS), ('"50%"', JEFFREYS),
    ('{ add = "5e-1" }', JEFFREYS),
    ('"perks"', "2/3 4/15 1/15 2/9 7/18 7/18"), ('"1/3"', "2/3 4/15 1/15 2/9 7/18 7/18"),
    ("{ add = 1, cells = 5 }", "4/9 2/9 1/9 2/10 3/10 3/10"),
    ('{ add = 1, cells = "class" }', "4/6 2/6 1/6 2/8 3/8 3/8"),
    ('{ add = "1/2", cells = "class" }', "7/10 3/10 1/10 3/13 5/13 5/13"),
    ('{ add = 1, cells = "slot" }', "4/8 2/8 1/8 2/9 3/9 3/9"),
    ("{ m = 2 }", "11/18 5/18 2/18 5/21 8/21 8/21"), ("{ m = 3 }", LAPLACE),
    ("{ m = 0 }", PLAIN),
    ('{ m = 2, p = { r = "1/2", s = "1/4", t = "1/4" } }', "4/6 3/12 1/12 2/7 5/14 5/14"),
    ('{ m = 2, p = "1/2" }', "4/6 2/6 1/6 2/7 3/7 3/7"),
    ('{ m = 2, p = { "*" = "1/4", r = "1/2" } }', "4/6 3/12 1/12 2/7 5/14 5/14"),
    ('{ m = 2, p = { "*" = "1/4", r = "1/2", "|y" = "1/3", "r|y" = 0 } }',
     "3/6 5/18 2/18 2/7 5/14 5/14"),
    ('{ m = 2, p = { "*" = "1/4", r = "1/2", "|y" = "1/3" } }', "4/6 5/18 2/18 2/7 5/14 5/14"),
    ('{ m = 1, p = { "|y" = "1/3", "|n" = "1/2" } }', "10/15 4/15 1/15 3/12 5/12 5/12"),
    ("{ add = { r = 2, s = 1, t = 0 } }", "5/7 2/7 0 3/8 3/8 2/8"),
    ('{ add = { "*" = 1, "|n" = "1/2" } }', "4/7 2/7 1/7 3/13 5/13 5/13"),
    ('{ add = { "*" = 0, "t|y" = 1 } }', "3/5 1/5 1/5 1/5 2/5 2/5"),
    ('{ dirichlet = 2, take = "mean" }', "5/10 3/10 2/10 3/11 4/11 4/11"),
    ('{ dirichlet = 2, take = "mode" }', LAPLACE), ('{ dirichlet = 1, take = "mode" }', PLAIN),
    ('{ dirichlet = 1, take = "mean" }', LAPLACE),
    ('{ dirichlet = { r = 3, s = 2, t = 1 }, take = "mode" }', "5/7 2/7 0 3/8 3/8 2/8"),
    ('{ dirichlet = { r = 3, s = 2, t = 1 }, take = "mean" }', "6/10 3/10 1/10 4/11 4/11 3/11"),
    ('{ frequency = "1/10" }', "17/26 7/26 2/26 3/13 5/13 5/13"),
    ('{ clip = "1/10" }', "3/4 1/4 1/10 1/5 2/5 2/5"), ("{ clip = 0.3 }", "0.7 0.3 0.3 0.3 0.4 0.4"),
]  # fmt: skip
COIN_RULES = [  # rule; P(b=1|y) P(b=0|y) P(b=1|n)
    ("0", "2/3 1/3 0"), ("1", "3/5 2/5 1/3"), ('"jeffreys"', "5/8 3/8 1/4"), ('"perks"', "5/8 3/8 1/4"),
    ("{ m = 3 }", "7/12 5/12 3/8"),
    ('{ m = 2, p = { "1" = 0.1, "0" = 0.9 } }', "11/25 14/25 1/15"),
    ('{ m = 2, p = { "1|y" = "1/4", "0|y" = "3/4", "*" = "1/2" } }', "1/2 1/2 1/3"),
    ('{ dirichlet = 3, take = "mode" }', "4/7 3/7 2/5"), ("{ clip = 0.4 }", "3/5 2/5 2/5"),
    ('{ frequency = "1/6" }', "5/8 3/8 1/8"),
]  # fmt: skip
WORD_RULES = [  # rule; P(a|+) P(c|+) P(a|-) P(c|-)
    ("1", "3/6 1/6 1/4 2/4"), ('"perks"', "7/12 1/12 1/6 4/6"),
    ('{ add = 1, cells = "class" }', "3/5 1/5 1/2 2/2"),
    ('{ add = 1, cells = "slot" }', "3/7 1/7 1/5 2/5"),
    ("{ add = 1, cells = 10 }", "3/13 1/13 1/11 2/11"),
    ('{ m = 3, p = { a = "1/2", b = "1/4", c = "1/4" } }', "7/12 1/8 3/8 7/16"),
    ('{ dirichlet = 2, take = "mean" }', "4/9 2/9 2/7 3/7"),
    ('{ frequency = "1/3" }', "1/2 1/6 1/6 2/3"), ("{ clip = 0.1 }", "2/3 1/10 1/10 9/10"),
]  # fmt: skip
PRIORS = [  # keys of the model; P(y), where class y has 4 of 9 rows
    ('prior = "mle"', "4/9"), ('prior = "uniform"', "1/2"), ('prior = { y = "1/4", n = 0.75 }', "1/4"),
    ('prior = { n = "75%", y = "25%" }', "1/4"), ('prior = "smoothed"\nsmoothing = 1', "5/11"),
    ('prior = "smoothed"\nsmoothing = 1\nprior_smoothing = 2', "6/13"),
    ('prior = "smoothed"\nprior_smoothing = "jeffreys"', "9/20"),
    ('prior = "smoothed"\nprior_smoothing = "perks"', "9/20"),
    ('prior = "smoothed"\nprior_smoothing = { m = 3, p = { y = "2/3", n = "1/3" } }', "1/2"),
    ('prior = "smoothed"\nprior_smoothing = { dirichlet = 2, take = "mode" }', "5/11"),
    ('prior = "smoothed"\nprior_smoothing = { add = 1, cells = 3 }', "5/12"),
    ('prior = "smoothed"\nsmoothing = { m = 2 }', "5/11"), ('prior = "smoothed"', "4/9"),
    ('smoothing = 1', "4/9"),
]  # fmt: skip
MODEL = "[model]\nsmoothing = RULE\n"

FOG = """
id = "Day"
[model]
unseen = "drop"
[models.zero]
unseen    = "zero"
smoothing = 1
[models.bare]
unseen = "zero"
[query]
x = { Outlook = "Fog", Temperature = "Cool", Humidity = "High", Wind = "Strong" }
"""
ABSENT = """
stop_words = ["d", "e"]
[model]
family = "bernoulli"
[models.ignore]
absent = "ignore"
[query]
"x*" = "a b b d e b b"
"""
CASES: list[tuple[str, str, Worth]] = [
    ("absent words counted or not", table(EMAILS, ABSENT), {
        "P(+,x*)": "9/64", "P(+,x*; ignore)": "3/16", "P(-,x*; ignore)": "3/32",
        "P(+|x*; ignore)": "2/3", "P(e8|+; ignore)": "1", "P(e8|+)": "1/2 * 1/4 * 3/4",
    }),
    ("an unseen word: drop, zero, or a slot of its own", table(WORDS, """
[model]
smoothing = 1
[models.zero]
unseen = "zero"
[models.slot]
unseen = "zero"
smoothing = { add = 1, cells = "slot" }
[models.bare]
unseen = "zero"
smoothing = 0
[query]
x = "a z"
"""), {
        "P(x|+)": "3/6", "P(x|-)": "1/4", "P(+|x)": "2/3", "P(x|+; zero)": "3/6 * 1/6",
        "P(x|-; zero)": "1/16", "P(+|x; zero)": "4/7", "P(x|+; slot)": "3/7 * 1/7",
        "P(x|-; slot)": "1/5 * 1/5", "P(x; bare)": "0", "P(+|x; bare)": "undefined",
    }),
    ("an unseen value dropped", table(CLOVER, """
[model]
unseen = "drop"
[models.zero]
unseen    = "zero"
smoothing = 1
[models.slot]
unseen    = "zero"
smoothing = { add = 1, cells = "slot" }
[models.bare]
unseen = "zero"
[query]
x = { c = "clover" }
"""), {
        "P(y|x)": "4/9", "P(x|y)": "1", "P(x|y; zero)": "1/7", "P(x|n; zero)": "1/8",
        "P(y|x; zero)": "32/67", "P(x|n; slot)": "1/9", "P(y|x; slot)": "9/19",
        "P(y|x; bare)": "undefined", "P(x; bare)": "0", "argmax(x; bare)": "undefined",
    }),
    ("the limit of ever less smoothing", table("c d k\nr u A\nr u A\ns u B\ns u B\ns v B", """
[model]
smoothing = "0+"
[models.none]
smoothing = 0
[query]
x = { c = "r", d = "v" }
z = { c = "s", d = "v" }
"""), {
        "P(d=v|A)": "0", "P(A,x)": "0", "P(x)": "0", "P(A|x)": "3/4", "odds(A:B|x)": "3",
        "log_odds(A:B|x)": "log 3", "argmax(x)": "A", "P(B|z)": "1", "argmax(z)": "B",
        "P(A|x; none)": "undefined", "argmax(x; none)": "undefined",
    }),
    ("the limit, for words", table(WORDS, """
[model]
smoothing = "0+"
[query]
x = "a c"
z = "c c"
"""), {
        "P(a|+)": "2/3", "P(c|+)": "0", "P(+|x)": "2/11", "odds(-:+|x)": "9/2", "P(-|z)": "1",
        "P(x)": "0",
    }),
    ("the limit, for zeros and ones", table("a b y\n1 0 +\n1 0 +\n0 1 -\n0 1 -\n0 1 -", """
[model]
smoothing = "0+"
"""), {
        "P(+|a=1,b=1)": "1/2", "P(+|a=1,b=0)": "1", "P(-|a=0,b=1)": "1",
        "P(+|a=0,b=0)": "1/2",
    }),
    ("the limit, for a class without rows", table("a y\nu k\nu k", """
values  = { a = ["u", "v"] }
classes = ["k", "m"]
[model]
prior     = "smoothed"
smoothing = "0+"
"""), {
        "P(m)": "0", "P(a=u|m)": "1/2", "P(a=v|k)": "0", "P(m|a=v)": "1/3", "P(k|a=u)": "1",
        "odds(k:m|a=v)": "2", "argmax(a=v)": "k",
    }),
    ("smoothing column by column", table("a b c k\nu p 1 +\nv p 1 +\nu q 0 -", """
[model]
smoothing  = 1
smoothings = { b = 0, c = { m = 2, p = { "1" = "1/4", "0" = "3/4" } } }
"""), {"P(a=u|+)": "2/4", "P(b=p|+)": "1", "P(b=q|+)": "0", "P(c=1|+)": "5/8", "P(c=1|-)": "1/6"}),
    ("λ integrated out", table(WORDS, """
[model]
family    = "dirichlet-multinomial"
smoothing = 1
[models.plugged]
family = "multinomial"
[models.half]
smoothing = "1/2"
[query]
x = "c c"
"""), {
        "P(x|+)": "1/6 * 2/7", "P(x|-)": "2/4 * 3/5", "P(-|x)": "63/73", "P(x|-; plugged)": "1/4",
        "P(c|+)": "1/6", "P(-|x; plugged)": "9/10", "P(x|-; half)": "3/5 * 5/7",
        "P(a,c|+)": "3/6 * 1/7",
    }),
    ("a first model with a name", table(CLOVER, """
[model]
name = "plain"
[models.laplace]
smoothing = 1
[models."more data"]
smoothing = 2
"""), {
        "P(c=t|y)": "0", "P(c=t|y; plain)": "0", "P(c=t|y; laplace)": "1/7", "P_laplace(c=t|y)": "1/7",
        "P(c=t|y; more data)": "2/10",
    }),
    ("scikit-learn on play tennis", table(TENNIS, """
id = "Day"
[model]
conventions = "scikit-learn-1.9"
[models.bare]
smoothing = 0
[models.newest]
conventions = "scikit-learn"
[query]
"x'" = { Outlook = "Sunny", Temperature = "Cool", Humidity = "High", Wind = "Strong" }
"""), {
        "P(No|x')": "3025/4201", "P(Outlook=Overcast|No)": "1/8", "P(Yes)": "9/14",
        "P(No|x'; bare)": "486/611", "P(No|x'; newest)": "3025/4201", "argmax(x')": "No",
    }),
    ("scikit-learn on e-mails", table(EMAILS, """
stop_words = ["d", "e"]
[model]
conventions = "scikit-learn-1.9"
[models.presence]
family = "bernoulli"
[query]
"x*" = "a b b d e b b"
"""), {
        "P(a|+)": "6/19", "P(a|-)": "12/20", "odds(+:-|x*)": "62500000/2476099",
        "P(+|x*; presence)": "3/5", "P(a=1|+; presence)": "3/6", "argmax(e8)": "+",
    }),
    ("NLTK on play tennis", table(TENNIS, """
id = "Day"
[model]
conventions = "nltk-3.10"
[query]
"x'" = { Outlook = "Sunny", Temperature = "Cool", Humidity = "High", Wind = "Strong" }
fog  = { Outlook = "Fog", Temperature = "Cool", Humidity = "High", Wind = "Strong" }
"""), {
        "P(No|x')": "10395/13606", "P(Yes)": "19/30", "P(Outlook=Overcast|No)": "1/13",
        "P(Outlook=Sunny|Yes)": "5/21", "P(Yes,x')": "133/21600", "P(No,x')": "539/27040",
        "P(No|fog)": "7425/10636",
    }),
    ("unseen weather", table(TENNIS, FOG), {
        "P(No|x)": "36/61", "P(No|x; zero)": "3025/4593", "P(No|x; bare)": "undefined",
        "P(x; bare)": "0",
    }),
]  # fmt: skip


@all_of(("rule", "values"), RULES, apart=3)
def test_a_column_is_smoothed_by_every_rule(rule: str, values: str) -> None:
    """Three values, two classes of four and five rows: six estimates for each rule."""
    names = [f"P(c={value}|{label})" for label in "yn" for value in "rst"]
    expected = dict(zip(names, values.split(), strict=True))
    assert mistakes(table(CLOVER, MODEL.replace("RULE", rule)), expected) == {}


@all_of(("rule", "values"), COIN_RULES)
def test_zeros_and_ones_are_smoothed_by_every_rule(rule: str, values: str) -> None:
    """A 0/1 column has two values, whichever the rule; 0 has the rest of the 1."""
    expected = dict(zip(("P(b=1|y)", "P(b=0|y)", "P(b=1|n)"), values.split(), strict=True))
    assert mistakes(table(COIN, MODEL.replace("RULE", rule)), expected) == {}


@all_of(("rule", "values"), WORD_RULES)
def test_words_are_smoothed_by_every_rule(rule: str, values: str) -> None:
    """The words of a vocabulary are the values of one variable."""
    names = ("P(a|+)", "P(c|+)", "P(a|-)", "P(c|-)")
    expected = dict(zip(names, values.split(), strict=True))
    assert mistakes(table(WORDS, MODEL.replace("RULE", rule)), expected) == {}


@all_of(("keys", "value"), PRIORS)
def test_a_prior_is_counted_given_or_smoothed(keys: str, value: str) -> None:
    """Class y has 4 of 9 rows; its prior is what the keys make of that."""
    assert mistakes(table(CLOVER, f"[model]\n{keys}\n"), {"P(y)": value, "count(y)": "4"}) == {}


@all_of(("problem", "expected"), [c[1:] for c in CASES], apart=3)
def test_conventions_have_these_values(problem: str, expected: Worth) -> None:
    """A convention changes the values that it says, and no others."""
    assert mistakes(problem, expected) == {}


@all_of(
    ("rule", "counted"),
    [
        ("0", "3/4"), ("1", "4/7"), ("0.5", "(7/2)/(11/2)"), ("{ add = 1, cells = 5 }", "4/9"),
        ('{ add = 1, cells = "slot" }', "4/8"), ("{ m = 3 }", "4/7"), ("{ m = 2 }", "(11/3)/6"),
        ('{ dirichlet = 2, take = "mean" }', "5/10"), ('{ dirichlet = 2, take = "mode" }', "4/7"),
        ("{ add = { r = 2, s = 1, t = 0 } }", "5/7"),
    ],
)  # fmt: skip
def test_smoothed_estimates_stay_as_counted(rule: str, counted: str) -> None:
    """An estimate keeps its numerator and its denominator, each added up, neither reduced."""
    assert as_counted(table(CLOVER, MODEL.replace("RULE", rule)), "P(c=r|y)") == [counted]
