"""Small problems that reach what models and families work out: every family, rule and question."""

from __future__ import annotations

_WEATHER = """
[data]
class = "play"
table = '''
sky   | wind   | hot | play
sunny | weak   | 1   | no
sunny | strong | 1   | no
rain  | weak   | 0   | yes
rain  | strong | 0   | no
grey  | weak   | 1   | yes
grey  | strong | 0   | yes
rain  | weak   | ?   | yes
'''
[query]
x = { sky = "sunny", wind = "weak", hot = "1" }
y = { sky = "grey", hot = "0" }
"""
_TEXTS = """
[data]
class = "kind"
table = '''
kind | text
spam | win cash win
spam | cash now
ham  | lunch now
ham  | lunch at noon
'''
[query]
x = "win lunch win now"
"""
_NUMBERS = """
[data]
class = "kind"
table = '''
a   | b | c | kind
1.5 | 2 | 1 | oat
2.5 | 1 | 3 | oat
4   | 4 | 2 | oat
5   | 7 | 2 | rye
6.5 | 5 | 6 | rye
9   | 8 | 4 | rye
'''
[query]
x = { a = "3", b = "4", c = "2" }
"""

_SPEEDS = """
[families.speeds]
density = "a^b/(b-1)! x^(b-1) exp(-a x)"
support = "x > 0"
parameters = { a = "a > 0" }
constants = { b = "b in {1, 2, ...}" }
[data]
class = "kind"
table = '''
speed | kind
3     | ship
4     | ship
1     | boat
2     | boat
'''
[query]
x = { speed = "5/2" }
"""


def _of(data: str, model: str, *asked: str) -> str:
    listed = ", ".join(f"'{name}'" for name in asked)
    return f"ask = [{listed}]\n{data}\n[model]\n{model}\n"


PROBLEMS: dict[str, str] = {
    "values": _of(
        _WEATHER,
        'families = { hot = "bernoulli" }\nsmoothing = 1',
        "argmax(x)", "P(yes|x)", "P(no|x)", "P(x)", "odds(yes:no|x)", "lr(yes:no|y)",
        "P(hot=0|sky=rain)",
        "log_odds(yes:no|x)", "P(sky=rain|wind=weak)", "threshold(yes:no|x)", "freq(sky=rain|yes)",
        "count(sky=rain,yes)", "independent(sky,wind)", "independent_in_data(wind,sky|no)",
        "free_parameters", "rank(x)", "bayes_error", "accuracy", "accuracy_left_out", "odds(yes|x)",
    ),
    "values by other rules": _of(
        _WEATHER,
        'families = { hot = "bernoulli" }\nprior = "smoothed"\nprior_smoothing = 2\n'
        'smoothing = { m = 3, p = "1/4" }\n'
        'smoothings = { sky = { add = { "*" = "1/2", "rain|yes" = 2 } }, hot = { frequency = "1/9" } }',
        "argmax(x)", "P(yes|x)", "P(x|no)", "argmax(y)", "P(yes|y)", "bayes_error",
    ),
    "0/1": _of(
        "[data]\nclass = 'kind'\ntable = '''\nlong | sweet | kind\n1 | 1 | fig\n1 | 0 | fig\n"
        "0 | 1 | plum\n0 | 0 | plum\n0 | 1 | plum\n1 | 1 | plum\n'''\n[query]\n"
        'x = { long = "1", sweet = "0" }\n',
        "smoothing = 1",
        "argmax(x)", "P(fig|x)", "weight(fig:plum|long)", "bias(fig:plum)", "flips(λ|x)", "edits(x)",
        "nearest(x)", "reasons(x)", "accuracy", "P(x)",
    ),
    "limit": _of(
        _WEATHER, 'families = { hot = "bernoulli" }\nsmoothing = "0+"', "argmax(x)", "P(no|x)"
    ),
    "texts": _of(
        _TEXTS, "smoothing = 1\ncoefficient = true",
        "argmax(x)", "P(spam|x)", "P(win|x)", "P(x)", "tokens(ham)", "vocabulary",
        "weight(spam:ham|win)",
        "bias(spam:ham)", "freq(win|spam)", "free_parameters", "accuracy",
    ),
    "presence": _of(
        _TEXTS, 'family = "bernoulli"\nsmoothing = 1',
        "argmax(x)", "P(spam|x)", "weight(spam:ham|win)", "bias(spam:ham)", "count(win=1,spam)",
    ),
    "urn": _of(
        _TEXTS, 'family = "dirichlet-multinomial"\nsmoothing = { add = "1/2" }',
        "argmax(x)", "P(ham|x)", "P(cash|x)",
    ),
    "stated": _of(
        _SPEEDS, "families = { speed = { speeds = { b = 2 } } }",
        "argmax(x)", "P(ship|x)", "estimate(a,speed|ship)", "lr(ship:boat|speed=3)",
    ),
    "gaussian": _of(
        _NUMBERS, 'family = "gaussian"',
        "argmax(x)", "P(oat|x)", "mean(a|oat)", "variance(b|rye)", "sd(a|rye)", "lr(oat:rye|a=3)",
        "boundary(oat:rye|b=4,c=2)", "region(oat:rye|b=4,c=2)", "sum(a,oat)", "squares(b,rye)",
        "accuracy",
        "free_parameters",
    ),
    "variances and ε → 0⁺": _of(
        _NUMBERS, 'families = { a = "gaussian", b = "gaussian", c = "spherical" }\nepsilon = "0+"',
        "argmax(x)", "P(oat|x)", "odds(oat:rye|x)", "variance(a|oat)", "sd(b|rye)",
    ),
    "shared variances": _of(
        _NUMBERS, 'families = { a = "gaussian", b = "gaussian", c = "spherical" }\n'
        'share = "classes"\ndivisor = "N-K"\nepsilon = "1/10"',
        "argmax(x)", "P(oat|x)", "weight(oat:rye|a)", "bias(oat:rye)", "variance(a)",
        "boundary(oat:rye|b=4,c=2)",
    ),
    "lda": _of(
        _NUMBERS, 'family = "lda"\ndivisor = "N-K"',
        "argmax(x)", "P(oat|x)", "covariance", "precision", "mean(oat)", "score(oat|x)",
        "products(a,b,oat)",
        "weight(oat:rye|a)", "bias(oat:rye)", "boundary(oat:rye|c=2)", "P(oat|a=3)",
    ),
    "qda": _of(
        _NUMBERS, 'families = { a = "qda", b = "qda", c = "gaussian" }',
        "argmax(x)", "P(oat|x)", "covariance(rye)", "score(rye|x)", "boundary(oat:rye|c=2)",
        "region(oat:rye|b=4,c=2)",
    ),
    "rates": _of(
        _NUMBERS + 'y = { c = "5" }\n[data.exposure]\nb = "a"\n',
        'families = { a = "exponential", b = "poisson", c = "geometric" }\n'
        'smoothings = { b = { gamma = [2, 1], take = "mean" } }',
        "argmax(y)", "P(oat|y)", "rate(b|oat)", "success(c|rye)", "weight(oat:rye|c)",
        "boundary(oat:rye|b=2)", "lr(oat:rye|b=3)",
    ),
    "counts": _of(
        _NUMBERS,
        'families = { a = "exponential", b = { negative-binomial = { r = 3 } }, c = "geometric0" }',
        "argmax(x)", "P(rye|x)", "success(b|oat)", "rate(a|oat)", "region(oat:rye|a=3,b=4)",
        "bias(oat:rye)",
        "weight(oat:rye|a)",
    ),
    "one Poisson column": _of(
        "[data]\nclass = 'kind'\ntable = '''\nn | kind\n0 | low\n2 | low\n1 | low\n4 | high\n"
        "7 | high\n'''\n"
        '[query]\nx = { n = "3" }\n', 'family = "poisson"',
        "argmax(x)", "P(low|x)", "boundary(low:high)", "region(low:high)", "bayes_error",
        "bias(low:high)",
        "weight(low:high|n)",
    ),
    "given": _of(
        "[data]\nparameters = '''\n          | one | two\nprior     | 1/3 | 2/3\n"
        "sky=red   | 1/2 | 1/5\n"
        "sky=blue  | 1/4 | 1/5\npoints(a) | 0:0 2:2/3 3:0 | 1:0 3:2/3 4:0\nmean(b) | 1 | 3\n"
        "sd(b) | 2 | 1\n'''\n"
        '[data.values]\nsky = ["red", "blue", "grey"]\n'
        '[query]\nx = { sky = "grey", a = "3/2", b = "2" }\n',
        'families = { a = "piecewise" }',
        "argmax(x)", "P(one|x)", "P(sky=grey|one)", "lr(one:two|a=3/2)",
        "boundary(one:two|b=2,sky=red)",
        "variance(b|one)",
    ),
}  # fmt: skip
