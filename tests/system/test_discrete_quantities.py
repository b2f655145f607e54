"""The language of quantities on discrete data: what each name means, and how it is spelled."""

import json

import pytest
from tables_of_values import EMAILS, Worth, mistakes, table
from thoroughness import all_of

from exactnb import ExactnbError, Problem, solve

SKY = table("""
sky   sea   salted  y
blue  low   yes     yes
blue  low   no      yes
grey  high  yes     yes
grey  low   no      no
grey  high  no      no
""", """
[models.laplace]
smoothing = 1
[query]
x     = { sky = "blue", sea = "low", salted = "no" }
usual = { sky = "grey", sea = "low", salted = "no" }
next  = { sky = "grey", sea = "high", salted = "no" }
third = { sky = "blue", sea = "low", salted = "yes" }
part  = { sea = "low" }
""")  # fmt: skip
MAIL = table("""
id | class | text
m1 | spam  | win cash win
m2 | spam  | spam win
m3 | ham   | lunch cash 6
""", """
[models.laplace]
smoothing = 1
[models.presence]
family    = "bernoulli"
smoothing = 1
[query]
x = "cash win"
""")  # fmt: skip
SWITCHES = """
[data]
parameters = '''
lamp   on   off
prior  1/2  1/2
a      0.9  0.2
b      1/2  1/2
c      1    0
'''
[model]
family = "bernoulli"
"""
FLIP = """
[data]
parameters = '''
coin       fair  bent
prior      1/2   1/2
side=head  1/2   3/4
side=tail  1/2   1/4
'''
"""
WIND = table("wind,sea level,salted,y\nlow,low,yes,yes\nhigh,low,no,no\nlow,none,no,no\n")
GRID = table("a b c y\n0 0 0 +\n0 1 1 +\n1 0 1 +\n1 1 0 +\n1 1 1 -")

CASES: list[tuple[str, str, Worth]] = [
    ("columns of words", SKY, {
        "P(yes)": "3/5", "P(sky=blue|yes)": "2/3", "P(blue|yes)": "2/3", "P(sky=blue)": "2/5",
        "P(sky=blue,sea=low)": "4/15", "P(sea=low)": "3/5", "P(sky=blue|sea=low)": "4/9",
        "P(yes|sea=low)": "2/3", "P(yes|part)": "2/3", "P(sky=blue|part)": "4/9",
        "P(yes,sky=blue|sea=low)": "4/9", "P(sky=blue|yes,sea=low)": "2/3", "P(yes,blue,low)": "4/15",
        "P(sky=blue,sea=low|yes)": "4/9", "P(yes|x)": "1", "P(yes|x; laplace)": "288/413",
        "P(x)": "4/45", "P(usual)": "11/45", "P(y=yes|part)": "2/3", "P(class=yes|part)": "2/3",
        "freq(yes)": "3/5", "freq(sky=blue|yes)": "2/3", "freq(sky=blue,sea=low|yes)": "2/3",
        "freq(yes|sky=blue,sea=low)": "1", "freq(sky=blue,sea=low)": "2/5",
        "freq(no|sky=blue,sea=high)": "undefined", "count(yes)": "3", "count(sky=blue)": "2",
        "count(sky=blue,yes)": "2", "count(sky=blue,sea=low,yes)": "2", "count(yes,salted=yes)": "2",
        "odds(yes:no)": "3/2", "odds(no:yes)": "2/3", "odds(yes)": "3/2", "odds(yes|part)": "2",
        "odds(yes:no|x)": "∞", "odds(no:yes|x)": "0", "log_odds(yes:no|x)": "∞",
        "log_odds(no:yes|x)": "-∞", "log_odds(yes:no|part)": "log 2", "lr(yes:no|part)": "4/3",
        "lr(yes:no|sky=blue)": "∞", "lr(no:yes|sky=blue)": "0", "log(lr(yes:no|part))": "log 4/3",
        "lr(yes:no|sky=blue,sea=high)": "∞", "argmax(x)": "yes", "argmax(usual)": "no",
        "argmax(sky=grey)": "no", "argmax(part; laplace)": "yes", "-log(P(yes))": "log 5/3",
        "exp(log_odds(yes:no|part))": "2", "log2(odds(yes:no|part))": "1", "log2(P(yes))": "log2 3/5",
        "log10(P(sky=blue))": "log10 2/5", "rank(usual)": "8", "rank(next)": "7", "rank(third)": "6",
        "bayes_error": "1/15", "accuracy": "1", "accuracy(; laplace)": "1", "free_parameters": "7",
        "independent_in_data(sky,sea|yes)": "false", "independent_in_data(sky,sea|no)": "true",
        "independent_in_data(sky=grey,sea=low|no)": "true", "independent_in_data(sky,sea)": "false",
        "independent(sky=blue,sea=low)": "false", "independent(sky,sea)": "false",
    }),
    ("words", MAIL, {
        "P(win|spam)": "3/5", "P(word=win|spam)": "3/5", "P(word=spam|spam)": "1/5",
        "P(word=6|ham)": "1/3", "P(lunch|spam)": "0", "P(win|spam; laplace)": "4/10",
        "P(word=spam|ham; laplace)": "1/8", "count(win,spam)": "3", "count(word=6,ham)": "1",
        "count(spam)": "2", "count(word=spam,spam)": "1", "count(lunch,spam)": "0", "tokens(spam)": "5",
        "tokens(ham)": "3", "vocabulary": "5", "P(spam|cash)": "6/11", "P(cash)": "11/45",
        "P(win|cash)": "18/55", "P(spam,cash)": "2/15", "P(cash,win|spam)": "3/25",
        "P(win,win|spam)": "9/25", "P(cash,cash|ham)": "1/9", "P(spam|cash,cash)": "18/43",
        "P(x|spam)": "3/25", "P(spam|x)": "1", "P(cash|m3)": "1/3", "P(ham|m3)": "1",
        "odds(spam:ham|cash)": "6/5", "lr(spam:ham|cash)": "3/5", "lr(spam:ham|cash,cash)": "9/25",
        "weight(spam:ham|cash)": "log 3/5", "weight(spam:ham|win)": "∞", "bias(spam:ham)": "log 2",
        "weight(spam:ham|lunch)": "-∞", "weight(ham:spam|lunch)": "∞",
        "weight(spam:ham|word=spam)": "∞", "weight(spam:ham|win; laplace)": "log 16/5",
        "log_odds(spam:ham|cash)": "log 6/5", "odds(spam|cash)": "6/5", "argmax(cash)": "spam",
        "argmax(cash,cash)": "ham", "argmax(lunch)": "ham", "argmax(win,lunch)": "undefined",
        "P(spam|win,lunch)": "undefined", "free_parameters": "9", "accuracy": "1",
        "free_parameters(; presence)": "11", "P(win=1|spam; presence)": "3/4",
        "P(lunch=0|ham; presence)": "1/3", "P(6=1|ham; presence)": "2/3",
    }),
    ("switches", SWITCHES, {
        "independent(a,b)": "true", "independent(a,c)": "false", "independent(a=1,b=0)": "true",
        "independent(b,c)": "true", "independent(a,b,c)": "false", "P(a)": "11/20", "P(not a)": "9/20",
        "P(a|on)": "9/10", "P(not a|on)": "1/10", "P(b|a)": "1/2", "P(c|a)": "9/11",
        "P(on|a=1,b=0)": "9/11", "P(on|a,not b)": "9/11", "P(on|not c)": "0", "bayes_error": "0",
        "weight(on:off|a)": "log 36", "weight(on:off|b)": "0", "odds(on:off|c)": "∞",
        "odds(on:off|a)": "9/2", "lr(on:off|not a)": "1/8",
    }),
    ("a bent coin", FLIP, {
        "bayes_error": "3/8", "P(head)": "5/8", "P(bent|head)": "3/5", "odds(bent:fair|tail)": "1/2",
        "P(tail)": "3/8", "P(fair|tail)": "2/3",
    }),
    ("pairs that multiply, a triple that does not", GRID, {
        "independent_in_data(a,b|+)": "true", "independent_in_data(a,c|+)": "true",
        "independent_in_data(b,c|+)": "true", "independent_in_data(a,b,c|+)": "false",
        "independent_in_data(a=1,b=1|+)": "true", "independent_in_data(a=1,b=1,c=1|+)": "false",
    }),
    ("four classes, three zeros and ones each", table("""
a b c k
1 0 1 w
0 1 0 x
1 1 0 y
0 0 1 z
""", """
[models.given]
prior = { w = "1/2", x = "1/4", y = "1/8", z = "1/8" }
"""), {"free_parameters": "15", "free_parameters(; given)": "12", "odds(w; given)": "1"}),
    ("values that two columns have", WIND, {
        "P(wind=low|no)": "1/2", "P(sea level=low|no)": "1/2", "P(salted=no|yes)": "0",
        "P(sea level=low)": "2/3", "P(no|wind=low,sea level=none)": "1", "P(high|no)": "1/2",
    }),
    ("e-mails, the linear form", table(EMAILS, """
stop_words = ["d", "e"]
[model]
family = "bernoulli"
"""), {
        "weight(+:-|a)": "-log 3", "weight(+:-|b)": "log 9", "weight(+:-|c)": "0",
        "bias(+:-)": "log 2/3", "weight(-:+|b)": "-log 9", "bias(-:+)": "log 3/2",
        "log_odds(+:-|a=1,b=1,c=0)": "log 2", "log2(odds(+:-|a=1,b=1,c=0))": "1",
        "log_odds(+:-|e8)": "log 2/3", "free_parameters": "7",
    }),
]  # fmt: skip
SPELLED = [
    (MAIL, "P(word=win|spam)", "P(win|spam)"),
    (MAIL, "P(word=spam|spam)", "P(word=spam|spam)"),
    (MAIL, "P(word=6|ham)", "P(word=6|ham)"),
    (MAIL, "P(word=win,spam)", "P(spam,win)"),
    (MAIL, "Pr_laplace(win|ham)", "P(win|ham; laplace)"),
    (MAIL, "log(odds(spam:ham|word=win))", "log_odds(spam:ham|win)"),
    (MAIL, "weight(spam:ham|word=win)", "weight(spam:ham|win)"),
    (MAIL, "P(win|m1)", "P(win|m1)"),
    (MAIL, "P_presence(win|spam)", "P(win=1|spam; presence)"),
    (MAIL, "P(not win|spam; presence)", "P(win=0|spam; presence)"),
    (MAIL, "tokens( spam )", "tokens(spam)"),
    (SWITCHES, "independent(b,a)", "independent(a,b)"),
    (SWITCHES, "P(not c,on)", "P(on,c=0)"),
    (SKY, "independent_in_data(low,blue|yes)", "independent_in_data(sky=blue,sea=low|yes)"),
    (SKY, "log(odds(yes:no|part))", "log_odds(yes:no|part)"),
    (SKY, "rank(x;model)", "rank(x)"),
]  # fmt: skip
REFUSED = [
    (WIND, "P(low|no)", r"wind=low.*sea level=low"),
    (SKY, "P(no|yes)", r"salted=no"),
    (SKY, "P(sky=blue|x)", r"sky"),
    (SKY, "P(yes|sky=blue,sky=grey)", r"sky"),
    (SKY, "P(yes|x; nosuch)", r"nosuch"),
    (SKY, "freq(yes; laplace)", r"freq|model"),
    (SKY, "count(yes; laplace)", r"count|model"),
    (SKY, "weight(yes:no|sky)", r"sky|weight"),
    (SKY, "weight(yes|sky)", r"pair"),
    (SKY, "P(sky=Blue|yes)", r"Blue.*blue"),
    (MAIL, "P(6|ham)", r"6"),
    (MAIL, "P(money|spam)", r"money"),
    (MAIL, "tokens(spam; laplace)", r"tokens|model"),
    (MAIL, "vocabulary(; laplace)", r"vocabulary|model"),
    (MAIL, "bias(spam)", r"pair"),
    (MAIL, "odds(spam:win|x)", r"win"),
    (MAIL, "P(spam|ham)", r"spam|class"),
    (SWITCHES, "P(a=1|a=0)", r"'?a'?"),
    (SWITCHES, "P(a=2|on)", r"2"),
    (FLIP, "accuracy", r"accuracy|row|data"),
]  # fmt: skip
KINDS = [
    (SKY, "P(yes|part)", "rational"), (SKY, "odds(yes:no|x)", "infinite"),
    (SKY, "freq(no|sky=blue,sea=high)", "undefined"), (SKY, "log_odds(yes:no|part)", "closed"),
    (SKY, "argmax(x)", "label"), (SKY, "independent(sky,sea)", "boolean"),
    (SKY, "independent_in_data(sky,sea|no)", "boolean"), (SKY, "rank(usual)", "rational"),
    (SKY, "accuracy", "rational"), (MAIL, "weight(spam:ham|win)", "infinite"),
    (MAIL, "weight(spam:ham|cash)", "closed"), (MAIL, "vocabulary", "rational"),
    (table("class\n+\n-"), "argmax()", "labels"),
]  # fmt: skip


@all_of(("problem", "expected"), [c[1:] for c in CASES], apart=2)
def test_quantities_have_these_values(problem: str, expected: Worth) -> None:
    """Each name means one quantity, and that has one exact value."""
    assert mistakes(problem, expected) == {}


@all_of(("problem", "short", "canonical"), SPELLED)
def test_names_are_spelled_in_one_way(problem: str, short: str, canonical: str) -> None:
    """A short form is read, and spelled canonically; the canonical spelling is itself."""
    scope = Problem.from_text(problem).scope
    assert str(scope.resolve(short)) == str(scope.resolve(canonical)) == canonical


@all_of(("problem", "name", "told"), REFUSED, apart=12)
def test_names_that_mean_nothing_or_two_things_are_refused(problem: str, name: str, told: str) -> None:
    """A name without one meaning is refused where it is asked, in one line that says what is wrong."""
    solution = solve(Problem.from_text(problem))
    with pytest.raises(ExactnbError, match=told) as refusal:
        solution[name]
    assert str(refusal.value).isprintable()


@all_of(("problem", "name", "kind"), KINDS, apart=3)
def test_json_says_what_kind_of_value_it_is(problem: str, name: str, kind: str) -> None:
    """Each value in the JSON names its kind."""
    quantities = json.loads(solve(Problem.from_text(problem), only=[name]).json())["quantities"]
    assert quantities[name]["kind"] == kind


def test_asked_names_may_be_spelled_in_any_way() -> None:
    """What `ask` lists is worked out and stands under its canonical name."""
    asked = 'ask = ["P(blue|yes)", "P(class=no|part)", "log(odds(yes:no))"]\n' + SKY
    solution = solve(Problem.from_text(asked))
    assert {"P(sky=blue|yes)", "P(no|part)", "log_odds(yes:no)"} <= set(solution)
