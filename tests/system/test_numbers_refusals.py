"""Bad numbers: refused in one line that says where they stand, what they are and what is needed."""

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import commands
import pytest
from tables_of_values import table
from thoroughness import all_of, one_in

from exactnb import Conventions, ExactnbError, ModelChoice, Problem, Table, solve
from exactnb.interfaces.cli import main

ROWS = "1 1 r a\n2 2 s a\n4 1 r b\n5 2 s b"


def of(family: str, cell: str = "5", model: str = "", data: str = "", ask: str = "") -> str:
    """Return a problem of a column n of some family, hours m, a coat in words and a class k.

    The fourth row has a cell of n to choose; `data`, `model` and `ask` are further lines.
    """
    asked = f"ask = ['{ask}']\n" if ask else ""
    rows = ROWS.replace("5 2 s b", f"{cell} 2 s b")
    families = f'[model]\nfamilies = {{ n = "{family}" }}\n{model}'
    return asked + table(f"n m coat k\n{rows}", data or 'features = ["n", "coat"]') + families


def query(family: str, cells: str, data: str = "") -> str:
    """Return such a problem with a query x."""
    return of(family, model=f"[query]\nx = {{ {cells} }}\n", data=data)


def given(rows: str, more: str = "") -> str:
    """Return a problem of given numbers of two classes: some rows under a header and a prior."""
    return f"[data]\nparameters = '''\nk | a | b\nprior | 1/2 | 1/2\n{rows}\n'''\n{more}\n"


def counts(rows: str, family: str = "gaussian", data: str = "") -> str:
    """Return a problem of counts only of two classes of two and three rows."""
    head = f"[data]\ncounts = '''\nk a b\ntotal 2 3\n{rows}\n'''\n{data}\n"
    return head + f'[model]\nfamilies = {{ n = "{family}" }}\n'


ROW = r"data\.table: row 4, column 'n'.*"
GAMMA = '{ gamma = [1, 1], take = "mean" }'
FAMILY = '[model]\nfamilies = { n = "poisson" }\n'
LISTED = 'features = ["n", "coat"]\nvalues = { n = [%s] }'
NEAR = "[query]\nx = { n = 2 }\n"
HOURS = 'exposure = { n = "m" }'
DENSITY = "points(n) | 0:1 1:1 | "

CELLS = [
    *((f"{cell} is no number", of("gaussian", cell), ROW + re.escape(cell))
      for cell in ("tall", "nan", "NaN", "inf", "-inf", "Infinity", "1e5000", "-1e5000", "1e-1001",
                   "1/0", "1_000", "0x10", "1,5x", "--3", "5cm", "1//2", "٣", "²")),
    *((f"{cell} is no number of {family}", of(family, cell), ROW + re.escape(cell))
      for family in ("poisson", "exponential", "geometric", "geometric0")
      for cell in ("tall", "nan", "1/0")),
    *((f"{cell} is no count", of("poisson", cell), ROW + r"poisson needs .*" + re.escape(cell))
      for cell in ("-2", "2.5", "-1/2", "1e-3")),
    *((f"{cell} is no toss", of("geometric", cell), ROW + r"geometric needs .*1.*" + re.escape(cell))
      for cell in ("0", "-1", "2.5")),
    *((f"{cell} is no failure", of("geometric0", cell), ROW + r"geometric0 needs .*" + re.escape(cell))
      for cell in ("-1", "0.5")),
    *((f"{cell} is no wait", of("exponential", cell), ROW + r"exponential needs .*" + re.escape(cell))
      for cell in ("-1", "-1/3")),
    ("numbers of no family", of("gaussian").replace('{ n = "gaussian" }', "{}"), r"'n'.*families"),
    ("words of a family of numbers", of("gaussian").replace("{ n", '{ n = "gaussian", coat'),
     r"data\.table: row 1, column 'coat'.*'r'"),
    ("a family of numbers for all", of("gaussian").replace("families =", 'family = "poisson"\n#'),
     r"data\.table: row 1, column 'coat'.*'r'"),
    ("pieces of a table", of("piecewise"), r"piecewise.*points\(n\).*data\.parameters"),
    ("values in words", of("gaussian", data=LISTED % '"small", 1, 2, 4, 5'),
     r"data\.values\.n.*small"),
    ("values of words only", of("gaussian", data=LISTED % '"small", "large"'),
     r"data\.values\.n"),
    ("no rows", '[data]\ntable = "n k"\n[model]\nfamilies = { n = "gaussian" }\n',
     r"data\.table.*no rows"),
    ("a class without rows", of("gaussian", data='features = ["n"]\nclasses = ["a", "b", "c"]'),
     r"class 'c' has no rows"),
    ("an unknown column", of("gaussian", data='features = ["n"]').replace("{ n =", "{ z ="),
     r"model\.families.*unknown column 'z'"),
    ("a row without a class", table("n k\n1 a\n2 ?", '[model]\nfamilies = { n = "gaussian" }'),
     r"data\.table: row 2.*class"),
    ("a weight below 0", table("n w k\n1 -1 a\n2 1 b", 'weight = "w"\n' + FAMILY),
     r"data\.table: row 1, column 'w'.*-1"),
]  # fmt: skip
QUERIES = [
    *((f"{cell} asked of {family}", query(family, f'n = "{cell}"'), r"query\.x\.n: .*")
      for family in ("gaussian", "poisson", "exponential", "geometric", "geometric0")
      for cell in ("tall", "nan", "inf", "1e5000", "1/0")),
    ("nan asked", query("gaussian", "n = nan"), r"query\.x\.n: .*nan"),
    ("infinity asked", query("gaussian", "n = inf"), r"query\.x\.n: .*inf"),
    ("truth asked", query("gaussian", "n = true"), r"query\.x\.n: .*number.*[Tt]rue"),
    ("a day asked", query("gaussian", "n = 1979-05-27"), r"query\.x\.n: .*number.*1979-05-27"),
    ("a list asked", query("gaussian", "n = [1, 2]"), r"query\.x\.n: .*number"),
    *((f"{cell} asked of {family}", query(family, f"n = {cell}"),
     rf"query\.x\.n: .*{family}.*whole.*{cell}")
      for family in ("poisson", "geometric", "geometric0") for cell in ("2.5", "1e-3")),
    ("an unknown column asked", query("gaussian", "z = 2"), r"query\.x\.z: unknown column"),
    ("words of words asked", query("gaussian", 'coat = "t"'), r"query\.x\.coat.*'t'"),
    ("a text asked", of("gaussian", model="[query]\nx = 'five'\n"), r"query\.x"),
    ("an id that is a number", of("gaussian", model='[query]\n"7.5" = { n = 5 }\n'),
     r"query\.7\.5.*number"),
]  # fmt: skip
HOURS_OF = [
    ("no hours", query("poisson", "n = 1, m = 0", HOURS), r"query\.x\.m: .*positive.*0"),
    ("hours below 0", query("poisson", "n = 1, m = -2", HOURS), r"query\.x\.m: .*positive.*-2"),
    ("hours in words", query("poisson", 'n = 1, m = "two"', HOURS), r"query\.x\.m: .*number.*'two'"),
    *((f"hours of {cell} in a row", of("poisson", data=HOURS).replace("4 1", f"4 {cell}"),
       r"data\.table: row 3, column 'm': .*")
      for cell in ("0", "-1", "two", "nan", "1/0", "1e5000")),
    ("hours of no column", of("poisson", data='exposure = { n = "z" }'),
     r"data\.exposure\.n: .*unknown column 'z'"),
    ("hours that are the class", of("poisson", data='exposure = { n = "k" }'),
     r"data\.exposure\.n: .*'k'"),
    ("hours of a column of words", of("poisson", data='exposure = { n = "coat" }'),
     r"'coat'.*number.*'r'"),
    ("hours of the count itself", of("poisson", data='exposure = { n = "n" }'), r"data\.exposure\.n"),
    ("hours of an unknown count", of("poisson", data='exposure = { z = "m" }'),
     r"data\.exposure.*unknown column 'z'"),
    ("hours of a fixed 0", of("poisson", data="exposure = { n = 0 }"),
     r"data\.exposure\.n: .*positive.*0"),
    ("hours of a fixed -1/2", of("poisson", data='exposure = { n = "-1/2" }'),
     r"data\.exposure\.n: .*positive.*-1/2"),
    ("hours of nan", of("poisson", data="exposure = { n = nan }"), r"data\.exposure\.n: .*nan"),
    ("hours of true", of("poisson", data="exposure = { n = true }"), r"data\.exposure\.n: .*true"),
    ("hours without a table", of("poisson", data='exposure = "m"'), r"data\.exposure: .*'m'"),
    ("no hours behind the bar", of("poisson", data=HOURS, ask="P(a|n=2,m=0)"),
     r"ask\[1\].*m.*positive.*0"),
    ("hours below 0 behind the bar", of("poisson", data=HOURS, ask="P(a|n=2,m=-3)"),
     r"ask\[1\].*m.*positive.*-3"),
    ("hours in words behind the bar", of("poisson", data=HOURS, ask="P(a|n=2,m=x)"),
     r"ask\[1\].*'m'.*'x'"),
    ("the probability of hours", of("poisson", data=HOURS, ask="P(m=3|a)"), r"ask\[1\].*\bm\b"),
    ("independent hours", of("poisson", data=HOURS, ask="independent(n=2,m=3)"), r"ask\[1\].*\bm\b"),
    ("hours twice", of("poisson", data=HOURS, ask="P(a|n=2,m=1,m=2)"), r"ask\[1\].*m.*twice"),
    ("hours without a sum", counts("sum(n) 4 18", "poisson", HOURS),
     r"(?=.*sum\(m\)).*data\.(counts|exposure)"),
    ("hours of a sum of 0", counts("sum(n) 4 18\nsum(m) 0 2", "poisson", HOURS), r"data\.counts.*m"),
]  # fmt: skip
CHOICES = [
    ("N−1 of shared classes", of("gaussian", model='divisor = "N-1"\nshare = "classes"'),
     r"model\.divisor: N-1 .*classes.*N-K"),
    ("N−1 of all", of("gaussian", model='divisor = "N-1"\nshare = "all"'),
     r"model\.divisor: N-1 .*all.*N-K"),
    ("N−K of nothing shared", of("gaussian", model='divisor = "N-K"'),
     r"model\.divisor: N-K .*none.*N-1"),
    ("N−K of shared features", of("gaussian", model='divisor = "N-K"\nshare = "features"'),
     r"model\.divisor: N-K .*features.*N-1"),
    ("an unknown divisor", of("gaussian", model='divisor = "n-1"'), r"model\.divisor: .*N-1.*'n-1'"),
    ("a divisor in numbers", of("gaussian", model="divisor = 3"), r"model\.divisor: .*3"),
    ("an unknown share", of("gaussian", model='share = "class"'), r"model\.share: .*classes.*'class'"),
    ("a share of true", of("gaussian", model="share = true"), r"model\.share: .*classes.*true"),
    ("a negative epsilon", of("gaussian", model="epsilon = -1"), r"model\.epsilon: .*negative.*-1"),
    ("a negative fraction for epsilon", of("gaussian", model='epsilon = "-1/9"'),
     r"model\.epsilon: .*negative.*-1/9"),
    ("epsilon in words", of("gaussian", model='epsilon = "small"'),
     r"model\.epsilon: .*number.*'small'"),
    ("epsilon nan", of("gaussian", model="epsilon = nan"), r"model\.epsilon: .*nan"),
    ("epsilon true", of("gaussian", model="epsilon = true"), r"model\.epsilon: .*[Tt]rue"),
    ("a further model", of("gaussian", model='[models.m]\ndivisor = "N-K"'),
     r"models\.m\.divisor: N-K"),
    ("a Gamma rule for a gaussian", of("gaussian", model=f"smoothing = {GAMMA}"),
     r"model\.smoothing\b.*([Pp]oisson|gaussian|categorical)"),
    ("a Gamma rule for words", table("c k\nu a\nv b", f"[model]\nsmoothing = {GAMMA}"),
     r"model\.smoothing\b.*([Pp]oisson|gaussian|categorical)"),
    ("a Gamma rule for one column of words",
     of("poisson", model=f"smoothings = {{ coat = {GAMMA} }}"),
     r"model\.smoothings\b.*coat.*([Pp]oisson|categorical|words)"),
    ("a Gamma rule for one gaussian", of("gaussian", model=f"smoothings = {{ n = {GAMMA} }}"),
     r"model\.smoothings\.?n?: (?!unknown).*(gamma|gaussian|smooth)"),
    ("a Gamma rule for waits", of("exponential", model=f"smoothings = {{ n = {GAMMA} }}"),
     r"model\.smoothings\.?n?: (?!unknown).*(gamma|exponential|smooth)"),
    ("a Gamma rule for a prior", of("poisson", model=f'prior = "smoothed"\nprior_smoothing = {GAMMA}'),
     r"model\.prior_smoothing\b.*gamma"),
    ("a smoothed gaussian", of("gaussian", model="smoothings = { n = 1 }"),
     r"model\.smoothings\.?n?: (?!unknown).*(gaussian|smooth)"),
    ("a λ for a count", of("poisson", model="smoothings = { n = 1 }"),
     r"model\.smoothings\.?n?: (?!unknown).*(poisson|gamma)"),
    ("a Gamma rule of one number", of("poisson", model='smoothing = { gamma = [1], take = "mean" }'),
     r"model\.smoothing.*gamma"),
    ("a Gamma rule of a number", of("poisson", model='smoothing = { gamma = 2, take = "mean" }'),
     r"model\.smoothing.*gamma"),
    ("a Gamma rule that takes nothing", of("poisson", model="smoothing = { gamma = [1, 1] }"),
     r"model\.smoothing.*take.*mean.*mode"),
    ("a Gamma rule that takes a median",
     of("poisson", model=f"smoothing = {GAMMA.replace('mean', 'median')}"),
     r"model\.smoothing.*take.*median"),
    ("a Gamma rule below 0", of("poisson", model='smoothing = { gamma = [-1, 1], take = "mean" }'),
     r"model\.smoothing.*-1"),
    ("a Gamma rate below 0", of("poisson", model='smoothing = { gamma = [1, -2], take = "mean" }'),
     r"model\.smoothing.*-2"),
    ("a Gamma rule in words", of("poisson", model='smoothing = { gamma = ["one", 1], take = "mean" }'),
     r"model\.smoothing.*'one'"),
    ("a Gamma rule and a λ", of("poisson", model=f"smoothing = {GAMMA[:-1]}, add = 1 }}"),
     r"model\.smoothing"),
    ("an unknown family", of("gausian"), r"model\.families\.n: .*gaussian.*'gausian'"),
]  # fmt: skip
GIVEN = [
    ("a variance below 0", given("mean(n) | 1 | 2\nvariance(n) | -1 | 1"),
     r"data\.parameters.*variance.*-1"),
    ("a deviation below 0", given("mean(n) | 1 | 2\nsd(n) | 1 | -1/2"), r"data\.parameters.*sd.*-1/2"),
    ("a rate below 0", given("rate(n) | -1 | 1", '[model]\nfamilies = { n = "poisson" }'),
     r"data\.parameters.*rate.*-1"),
    ("a rate of 0 for waits", given("rate(n) | 0 | 1", '[model]\nfamilies = { n = "exponential" }'),
     r"data\.parameters.*rate.*0"),
    ("a success of 2", given("success(n) | 1/2 | 2"), r"data\.parameters.*success.*2"),
    ("a success below 0", given("success(n) | 1/2 | -1/2"), r"data\.parameters.*success.*-1/2"),
    ("a success of 0", given("success(n) | 1/2 | 0"), r"data\.parameters.*success.*0"),
    ("a mean without a variance", given("mean(n) | 1 | 2"), r"variance\(n\).*data\.parameters"),
    ("a variance without a mean", given("variance(n) | 1 | 2", '[model]\nfamily = "gaussian"'),
     r"mean\(n\).*data\.parameters"),
    ("variance and deviation", given("mean(n) | 1 | 2\nvariance(n) | 4 | 4\nsd(n) | 2 | 2"),
     r"data\.parameters.*'n'.*sd.*variance|data\.parameters.*'n'.*variance.*sd"),
    ("a mean twice", given("mean(n) | 1 | 2\nmean(n) | 1 | 2\nsd(n) | 1 | 1"),
     r"data\.parameters: line 4.*'mean\(n\)'.*twice"),
    ("a rate twice", given("rate(n) | 1 | 2\nrate(n) | 1 | 3"),
     r"data\.parameters: line 4.*'rate\(n\)'.*twice"),
    ("points twice", given("points(n) | 0:1 1:1 | 0:1 1:1\npoints(n) | 0:1 1:1 | 0:1 1:1"),
     r"data\.parameters: line 4.*'points\(n\)'.*twice"),
    ("a mean and a rate", given("mean(n) | 1 | 2\nsd(n) | 1 | 1\nrate(n) | 1 | 2"),
     r"data\.parameters.*'n'.*mean.*rate"),
    ("a mean and values", given("mean(n) | 1 | 2\nsd(n) | 1 | 1\nn=1 | 1 | 1"),
     r"data\.parameters.*'n'"),
    ("a mean for counts", given("mean(n) | 1 | 2\nsd(n) | 1 | 1", FAMILY),
     r"'?n'?.*rate\(n\).*data\.parameters"),
    ("a mean in words", given("mean(n) | one | 2\nsd(n) | 1 | 1"),
     r"data\.parameters: line 3, class 'a'.*'one'"),
    ("a mean of nan", given("mean(n) | 1 | nan\nsd(n) | 1 | 1"),
     r"data\.parameters: line 3, class 'b'.*'nan'"),
    ("a mean of inf", given("mean(n) | 1 | -inf\nsd(n) | 1 | 1"),
     r"data\.parameters: line 3, class 'b'.*-inf"),
    ("a mean of 1e5000", given("mean(n) | 1e5000 | 2\nsd(n) | 1 | 1"),
     r"data\.parameters: line 3.*5000"),
    ("an unknown row", given("median(n) | 1 | 2"), r"data\.parameters: line 3.*median"),
    ("a mean of nothing", given("mean() | 1 | 2"), r"data\.parameters: line 3.*mean"),
    ("a mean of two", given("mean(n,m) | 1 | 2"), r"data\.parameters: line 3.*mean"),
    ("a bare row of no family", given('"dyed (blue)" | 1/4 | 3/4'), r"dyed \(blue\).*bernoulli"),
    ("no prior", "[data]\nparameters = '''\nk a b\nmean(n) 1 2\nsd(n) 1 1\n'''\n", r"prior"),
    ("an area of 1/2", given(DENSITY + "0:0 1:1"), r"data\.parameters.*points\(n\).*'b'.*1/2.*1"),
    ("an area of 2", given(DENSITY + "0:1 2:1"), r"data\.parameters.*points\(n\).*'b'.*\b2\b.*1"),
    ("an area of 99/100", given(DENSITY + "0:0.99 1:0.99"),
     r"data\.parameters.*points\(n\).*'b'.*99/100"),
    ("points from right to left", given(DENSITY + "1:1 0:1"), r"data\.parameters.*points\(n\).*'b'"),
    ("a point twice", given(DENSITY + "0:1 0:1 1:1"), r"data\.parameters.*points\(n\).*'b'"),
    ("a density below 0", given(DENSITY + "0:-1 1:3"),
     r"data\.parameters.*points\(n\).*'b'.*(negative|-1)"),
    ("one point", given(DENSITY + "0:1"), r"data\.parameters.*'b'.*0:1"),
    ("no points", given(DENSITY + "?"), r"data\.parameters.*'b'.*\?"),
    ("points in words", given(DENSITY + "0:low 1:1"), r"data\.parameters.*'b'.*'low'"),
    ("points without heights", given(DENSITY + "0 1"), r"data\.parameters.*'b'.*0 1"),
    ("points at nan", given(DENSITY + "nan:1 1:1"), r"data\.parameters.*'b'.*'nan'"),
]  # fmt: skip
COUNTED = [
    ("squares that cannot be", counts("sum(n) 4 18\nsquares(n) 7 116"),
     r"data\.counts.*'a'.*squares\(n\).*7"),
    ("squares below 0", counts("sum(n) 4 18\nsquares(n) -10 116"), r"data\.counts.*'a'.*squares.*-10"),
    ("a sum twice", counts("sum(n) 4 18\nsum(n) 4 18\nsquares(n) 10 116"),
     r"data\.counts: line 4.*'sum\(n\)'.*twice"),
    ("a sum in words", counts("sum(n) four 18\nsquares(n) 10 116"),
     r"data\.counts: line 3, class 'a'.*'four'"),
    ("a sum of nan", counts("sum(n) nan 18\nsquares(n) 10 116"),
     r"data\.counts: line 3, class 'a'.*'nan'"),
    ("a sum of counts below 0", counts("sum(n) -4 18", "poisson"), r"data\.counts.*'a'.*-4"),
    ("a sum of waits below 0", counts("sum(n) -4 18", "exponential"), r"data\.counts.*'a'.*-4"),
    ("fewer tosses than rows", counts("sum(n) 1 18", "geometric"), r"data\.counts.*'a'.*1"),
    ("a sum of failures below 0", counts("sum(n) -1 18", "geometric0"), r"data\.counts.*'a'.*-1"),
    ("sums and values", counts("sum(n) 4 18\nsquares(n) 10 116\nn=1 1 1"), r"data\.counts.*'n'"),
    ("sums without squares", 'ask = ["p(n=1|a)"]\n' + counts("sum(n) 4 18"),
     r"(?=.*squares\(n\)).*data\.counts"),
    ("squares without sums", 'ask = ["p(n=1|a)"]\n' + counts("squares(n) 4 18"),
     r"(?=.*sum\(n\)).*data\.counts"),
    ("sums without a total", counts("sum(n) 4 18").replace("total 2 3\n", ""), r"data\.counts.*total"),
    ("sums of no family", counts("sum(n) 4 18").replace('{ n = "gaussian" }', "{}"), r"'n'.*famil"),
    ("pieces of sums", counts("sum(n) 4 18", "piecewise"), r"piecewise.*points\(n\).*data\.parameters"),
    ("more than the squares say", counts("sum(n) 4 18\nmean(n) 2 6"), r"data\.counts.*mean"),
]  # fmt: skip
ASKED = [
    ("the mean of words", of("gaussian", ask="mean(coat|a)"),
     r"ask\[1\].*'?coat'?.*(numeric|number|categorical)"),
    ("the variance of words", of("gaussian", ask="variance(coat|a)"),
     r"ask\[1\].*'?coat'?.*(numeric|number|categorical)"),
    ("the rate of words", of("gaussian", ask="rate(coat|a)"),
     r"ask\[1\].*'?coat'?.*(numeric|number|categorical)"),
    ("the covariance of columns that have none",
     "ask = ['covariance(n,m|a)']\n" + table(f"n m coat k\n{ROWS}", 'features = ["n", "m"]')
     + '[model]\nfamilies = { n = "gaussian", m = "gaussian" }\n',
     r"covariance\(n,m\|a\): gaussian columns have no covariance; they have mean, variance$"),
    ("the mean of counts", of("poisson", ask="mean(n|a)"), r"ask\[1\].*mean\(n\|a\).*poisson.*rate"),
    ("the rate of a gaussian", of("gaussian", ask="rate(n|a)"),
     r"ask\[1\].*rate\(n\|a\).*gaussian.*mean"),
    ("the deviation of counts", of("poisson", ask="sd(n|a)"), r"ask\[1\].*sd\(n\|a\).*poisson.*rate"),
    ("the success of waits", of("exponential", ask="success(n|a)"),
     r"ask\[1\].*success\(n\|a\).*exponential.*rate"),
    ("the mean of a value", of("gaussian", ask="mean(n=5|a)"), r"ask\[1\].*mean"),
    ("the mean of an unknown column", of("gaussian", ask="mean(z|a)"), r"ask\[1\].*'z'"),
    ("the mean of an unknown class", of("gaussian", ask="mean(n|c)"), r"ask\[1\].*'c'"),
    ("the mean of no class", of("gaussian", ask="mean(n)"), r"ask\[1\].*mean.*class"),
    ("an unshared variance", of("gaussian", ask="variance(n)"), r"ask\[1\].*variance.*class"),
    ("an unshared deviation", of("gaussian", ask="sd(n)"), r"ask\[1\].*(sd|variance).*class"),
    ("a shared variance of a class it is not of",
     of("gaussian", model='share = "classes"', ask="variance(n|c)"), r"ask\[1\].*'c'"),
    ("a density of a word", of("gaussian", ask="p(n=tall|a)"), r"ask\[1\].*'n'.*'tall'"),
    ("a density of nan", of("gaussian", ask="p(n=nan|a)"), r"ask\[1\].*'n'.*'nan'"),
    ("a density at 1e5000", of("gaussian", ask="P(a|n=1e5000)"), r"ask\[1\].*'n'.*5000"),
    ("a density of nothing", of("gaussian", ask="p(n|a)"), r"ask\[1\].*'n'"),
    ("not a number", of("gaussian", ask="P(not n|a)"), r"ask\[1\].*'n'.*0/1"),
    ("a number twice", of("gaussian", ask="P(n=1,n=2|a)"), r"ask\[1\].*'n'.*twice"),
    ("half a count", of("poisson", ask="P(n=2.5|a)"), r"n=2\.5.*whole"),
    ("the rank of a number", of("gaussian", ask="rank(n=5)"),
     r"rank\(n=5\).*n\b.*(numeric|number|gaussian|values)"),
    ("the rank of a count", of("poisson", ask="rank(n=2)"),
     r"rank\(n=2\).*n\b.*(numeric|number|poisson|values)"),
    ("the error of two columns of numbers",
     of("gaussian", data='features = ["n", "m"]', ask="bayes_error").replace(
         'n = "gaussian"', 'n = "gaussian", m = "poisson"'),
     r"bayes_error: columns n, m hold numbers; it is worked out for one of them"),
    ("independent numbers", of("gaussian", ask="independent(n,coat)"),
     r"independent\(n,coat\).*n\b.*(numeric|number|gaussian)"),
    ("independent counts", of("poisson", ask="independent(n,coat)"),
     r"independent\(n,coat\).*n\b.*(numeric|number|poisson)"),
    ("a number that is shorter than its column", of("gaussian", ask="P(a|5)"), r"ask\[1\].*'?5'?"),
]  # fmt: skip
ALL = [*CELLS, *QUERIES, *HOURS_OF, *CHOICES, *GIVEN, *COUNTED, *ASKED]
IDS = [case[0] for case in ALL]

Refuse = Callable[..., str]


@pytest.fixture
def refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Refuse:
    """Return a function that gives the one line in which a command refuses a problem p.toml."""
    monkeypatch.chdir(tmp_path)

    def run(text: str, command: str = "solve", *options: str) -> str:
        Path("p.toml").write_text(text, encoding="utf-8")
        told = commands.refused(capsys, command, "p.toml", *options)
        assert len(told) <= 400
        return told

    return run


@one_in(10, ("problem", "place"), [case[1:] for case in ALL], ids=IDS)
def test_bad_numbers_are_refused_on_the_command_line(refused: Refuse, problem: str, place: str) -> None:
    """The exit code is 2, one line says where and what; nothing else is printed or written."""
    message = refused(problem)
    assert message.startswith("exactnb: p.toml: ")
    assert re.search(place, message) is not None, message
    assert "worked out yet" not in message


@all_of(("problem", "place"), [case[1:] for case in ALL], apart=4)
def test_bad_numbers_are_refused_in_python(problem: str, place: str) -> None:
    """The same line is the text of the error."""
    with pytest.raises(ExactnbError, match=place) as refusal:
        solve(Problem.from_text(problem))
    assert str(refusal.value).isprintable()


# ---------------------------------------------------------------- files

CSV = "n,coat,k\n1,r,a\n2,s,a\n4,r,b\n{cell},s,b\n"
CSV_PROBLEM = '[data]\nfile = "{file}"\n[model]\nfamilies = {{ n = "{family}" }}\n'


@all_of(
    "family, cell",
    [("gaussian", "tall"), ("gaussian", "nan"), ("gaussian", "inf"), ("gaussian", "1e5000"),
     ("poisson", "-1"), ("poisson", "2.5"), ("geometric", "0"), ("exponential", "-1/2")],
)  # fmt: skip
def test_a_cell_of_a_file_is_refused_with_its_row(refused: Refuse, family: str, cell: str) -> None:
    """The message about a CSV file has the key, the row, the column and the cell."""
    Path("d.csv").write_text(CSV.format(cell=cell))
    message = refused(CSV_PROBLEM.format(file="d.csv", family=family))
    place = rf"p\.toml: data\.file: .*(row 4|line 5), column 'n': {family} needs .*"
    assert re.search(place + re.escape(cell), message) is not None, message


@all_of("cell", ['"tall"', "NaN", "Infinity", "true", "[1]", "1e5000"])
def test_a_cell_of_json_lines_is_refused_with_its_line(refused: Refuse, cell: str) -> None:
    """The message about a file of JSON lines has the key, the row or the line, and the cell."""
    rows = "".join(f'{{"n": {n}, "k": "{k}"}}\n' for n, k in (("1", "a"), ("2", "b"), (cell, "b")))
    Path("d.jsonl").write_text(rows)
    message = refused(CSV_PROBLEM.format(file="d.jsonl", family="gaussian"))
    assert re.search(r"data\.file: .*(row|line) 3", message) is not None, message


def test_a_table_on_the_command_line_says_no_families(refused: Refuse) -> None:
    """Numbers in a CSV file given as it is are refused with the way to say their family."""
    Path("d.csv").write_text(CSV.format(cell=5))
    assert main(["solve", "d.csv", "--query", "n=3"]) == 2


def test_a_number_of_a_thousand_and_one_digits_is_refused_briefly(refused: Refuse) -> None:
    """A numeral beyond the limit is refused in a line that is no longer than others."""
    assert re.search(r"row 4, column 'n'", refused(of("gaussian", "1" * 1001)))
    assert re.search(r"query\.x\.n", refused(query("gaussian", f'n = "{"1" * 1001}"')))


@pytest.mark.parametrize(
    ("problem", "place"), [("cell", ROW + "tall"), ("query", r"query\.x\.n")], ids=["cell", "query"]
)
def test_no_traceback_is_shown(
    problem: str,
    place: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A command that is given bad numbers ends with exit code 2 and one line."""
    text = of("gaussian", "tall") if problem == "cell" else query("gaussian", 'n = "tall"')
    monkeypatch.chdir(tmp_path)
    Path("p.toml").write_text(text)
    assert main(["solve", "p.toml"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert re.fullmatch(rf"exactnb: p\.toml: .*{place}.*\n", err)


# ---------------------------------------------------------------- what is no error


@pytest.mark.parametrize(
    ("problem", "culprit"),
    [
        (table("n k\n1 a\n2 a\n? b", FAMILY.replace("poisson", "gaussian") + NEAR), "μ_b = 0/0"),
        (table("n k\n1 a\n2 a\n? b", FAMILY + NEAR), "λ_b = 0/0"),
        (of("gaussian", model='prior = "uniform"\n' + NEAR,
            data='features = ["n"]\nclasses = ["a", "b", "c"]'), "μ_c = 0/0"),
    ],
    ids=["a column without cells", "a count without cells", "a class without rows"],
)  # fmt: skip
def test_what_is_not_known_is_an_answer(
    problem: str, culprit: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A class without any cell has parameters of 0/0: exit code 0, undefined, the culprit named."""
    (tmp_path / "p.toml").write_text(problem)
    assert main(["solve", str(tmp_path / "p.toml")]) == 0
    out, err = capsys.readouterr()
    has_missing = "?" in problem
    assert ("1 cell of “n” is missing: only its column leaves it out" in err) == has_missing
    assert err.count("\n") == has_missing
    assert culprit in " ".join(out.split())


@all_of("family", ["poisson", "exponential", "geometric", "geometric0"])
def test_a_number_below_zero_is_impossible_for_all_counts_and_waits_alike(family: str) -> None:
    """P(n=-1|k) is 0, whichever the family; nothing is undefined but the posterior."""
    solution = solve(Problem.from_text(of(family)))
    assert solution["P(n=-1|a)"] == 0
    assert str(solution["P(a|n=-1)"]) == "undefined"


@all_of("written", ["5", "5.0", "10/2", "5e0", "500%", "+5", "0.5e1", "05"], apart=3)
def test_a_number_is_what_it_is_worth(written: str) -> None:
    """5 may be written in many ways, in a table and in a query."""
    solution = solve(
        Problem.from_text(of("gaussian", written, f'[query]\nx = {{ n = "{written}" }}\n'))
    )
    assert solution["mean(n|b)"] == Fraction(9, 2)
    assert solution["lr(a:b|x)"] == solution["lr(a:b|n=5)"]


# ---------------------------------------------------------------- Python


def build(cell: object = 5, asked: object = 3, family: str = "gaussian", **choices: object) -> Problem:
    """Return a problem of four rows with a cell, a query and choices to try."""
    exposure = choices.pop("exposure", {})
    rows = Table.from_rows([(1, "a"), (2, "a"), (4, "b"), (cell, "b")], ["n", "k"])
    choice = ModelChoice(Conventions(**choices), families={"n": family})  # type: ignore[arg-type]
    return Problem(rows, {"x": {"n": asked}}, {"model": choice}, exposure=exposure)  # type: ignore[arg-type]


FIX = r'binary float; write "'
PYTHON = [
    ("a float in a row", lambda: build(2.5), rf"row 4, column 'n': 2\.5 is a {FIX}2\.5\""),
    ("a whole float in a row", lambda: build(2.0), rf"row 4, column 'n': 2\.0 is a {FIX}2\.0\""),
    ("nan in a row", lambda: build(float("nan")), r"row 4, column 'n': .*nan"),
    ("inf in a row", lambda: build(float("inf")), r"row 4, column 'n': .*inf"),
    ("a decimal nan in a row", lambda: build(Decimal("NaN")), r"row 4, column 'n': .*NaN"),
    ("a word in a row", lambda: build("tall"),
     r"row 4, column 'n': gaussian needs a number; got 'tall'"),
    ("truth in a row", lambda: build(True), r"row 4, column 'n': gaussian needs a number; got 'true'"),
    ("bytes in a row", lambda: build(b"5"), r"row 4, column 'n': .*bytes"),
    ("a complex number in a row", lambda: build(1j), r"row 4, column 'n': .*1j"),
    ("a long number in a row", lambda: build(10**1001), r"row 4, column 'n': .*digits"),
    ("a float asked", lambda: build(asked=2.5),
     rf"query\.x\.n: 2\.5 is a {FIX}2\.5\" or Fraction\(5, 2\)"),
    ("a tenth asked", lambda: build(asked=0.1),
     rf"query\.x\.n: 0\.1 is a {FIX}0\.1\" or Fraction\(1, 10\)"),
    ("nan asked", lambda: build(asked=float("nan")), r"query\.x\.n: .*finite.*nan"),
    ("a decimal nan asked", lambda: build(asked=Decimal("NaN")), r"query\.x\.n: .*finite.*NaN"),
    ("nothing asked", lambda: build(asked=None), r"query\.x\.n: .*number.*None"),
    ("truth asked", lambda: build(asked=True), r"query\.x\.n: .*number.*[Tt]rue"),
    ("a list asked", lambda: build(asked=[1]), r"query\.x\.n: .*number"),
    ("a word asked", lambda: build(asked="tall"), r"query\.x\.n: .*number.*'tall'"),
    ("half a count asked", lambda: build(asked=Fraction(5, 2), family="poisson"),
     r"query\.x\.n: .*whole"),
    ("a float for epsilon", lambda: build(epsilon=0.1), rf"epsilon: 0\.1 is a {FIX}0\.1\""),
    ("nan for epsilon", lambda: build(epsilon=float("nan")), r"epsilon: .*finite.*nan"),
    ("a negative epsilon", lambda: build(epsilon=-1), r"epsilon: .*negative.*-1"),
    ("an unknown share", lambda: build(share="class"), r"share: .*classes.*'class'"),
    ("an unknown divisor", lambda: build(divisor="n"), r"divisor: .*N.*'n'"),
    ("a divisor that does not fit", lambda: build(divisor="N-1", share="all"), r"divisor: N-1 .*all"),
    ("an exposure of 0", lambda: build(family="poisson", exposure={"n": 0}),
     r"exposure\.n: .*positive.*0"),
    ("a float for an exposure", lambda: build(family="poisson", exposure={"n": 0.5}),
     rf"exposure\.n: 0\.5 is a {FIX}0\.5\""),
    ("an exposure of no column", lambda: build(family="poisson", exposure={"n": "m"}),
     r"exposure\.n: .*unknown column 'm'"),
    ("an exposure of an unknown count", lambda: build(family="poisson", exposure={"m": 2}),
     r"exposure.*unknown column 'm'"),
    ("a smoothed gaussian", lambda: build(smoothings={"n": 1}), r"smoothings\.?n?: (?!unknown)"),
]  # fmt: skip


@all_of(("made", "place"), [case[1:] for case in PYTHON])
def test_bad_objects_are_refused_in_python(made: Callable[[], Problem], place: str) -> None:
    """Floats, nan and other objects are refused with their place, and floats with the fix."""
    with pytest.raises(ExactnbError, match=place):
        solve(made())


@all_of("five", [5, "5", Fraction(5), "10/2", "5.0", Decimal("5.0"), "5e0"], apart=6)
def test_exact_objects_are_numbers(five: object) -> None:
    """Integers, fractions, decimals and numerals are exact, in a row and in a query."""
    solution = solve(build(five, five))
    assert solution["mean(n|b)"] == Fraction(9, 2)
    assert solution["lr(a:b|x)"] == solution["lr(a:b|n=5)"]
