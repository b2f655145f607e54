"""Bad input for discrete problems: it is refused in one line that names the place."""

import re
from fractions import Fraction

import pytest
from tables_of_values import EMAILS, TENNIS, table
from thoroughness import all_of

from exactnb import ExactnbError, Problem, solve
from exactnb.errors import InputError


def counts(rows: str, more: str = "", header: str = "play yes no") -> str:
    """Return a problem of counts only: some rows under a header."""
    return f"[data]\ncounts = '''\n{header}\n{rows}\n'''\n{more}\n"


def parameters(rows: str, more: str = "", header: str = "loom A B") -> str:
    """Return a problem of given numbers: some rows under a header."""
    return f"[data]\nparameters = '''\n{header}\n{rows}\n'''\n{more}\n"


BERNOULLI = '[model]\nfamily = "bernoulli"'
MULTINOMIAL = '[model]\nfamily = "multinomial"'
SMALL = "a b y\nu p +\nv q +\nu q -"
WORDS = "class | text\n+ | a a b\n- | c"
INTEGERS = "dog cat class\n2 1 A\n0 3 B"
HALVES = "prior 1/2 1/2"


def model(keys: str, data: str = SMALL) -> str:
    """Return a problem of a small table with some keys of its model."""
    return table(data, f"[model]\n{keys}")


def rule(smoothing: str) -> str:
    """Return a problem of a small table that is smoothed by a rule."""
    return model(f"smoothing = {smoothing}")


DATA = [
    ("no data", 'title = "Nothing"', r"data.*counts|data.*parameters"),
    ("two kinds", table(SMALL, "counts = '''\nk l\ntotal 1 1\n'''"), r"data.*table.*counts"),
    ("three kinds", parameters(HALVES, "counts = 'k l'\nfile = 'd.csv'"), r"data.*counts"),
    ("unknown key", counts("total 1 1", "totals = 3"), r"data\.totals"),
    # counts only
    ("a negative count", counts("total 4 5\nlid -1 2", BERNOULLI), r"data\.counts.*-1"),
    ("more than total", counts("total 4 5\nlid 5 2", BERNOULLI), r"data\.counts.*(lid|5)"),
    ("more values than total", counts("total 4 5\nsky=a 3 2\nsky=b 2 3"), r"data\.counts.*sky"),
    ("totals that disagree", counts("sky=a 3 2\nsky=b 2 3\nsea=a 1 1\nsea=b 1 1"),
     r"data\.counts.*sea"),
    ("a word for a count", counts("total 4 five"), r"data\.counts.*five"),
    ("a cell too few", counts("total 4 5\nsky=a 3"), r"data\.counts.*(line 3|sky)"),
    ("a cell too many", counts("total 4 5\nsky=a 3 2 1"), r"data\.counts.*(line 3|sky)"),
    ("a row twice", counts("total 4 5\nsky=a 3 2\nsky=a 3 2"), r"data\.counts.*sky"),
    ("totals twice", counts("total 4 5\ntotal 4 5\nsky=a 4 5"), r"data\.counts.*total"),
    ("a class twice", counts("total 4 5", header="play yes yes"), r"data\.counts.*yes"),
    ("no rows", counts(""), r"data\.counts"),
    ("infinite", counts("total 4 inf"), r"data\.counts.*inf"),
    ("an unknown class in classes", counts("total 4 5", 'classes = ["yes", "maybe"]'), r"classes"),
    ("words without any prior", counts("tea 1 2\nmilk 3 1", MULTINOMIAL), r"prior|total"),
    ("a class of nobody", counts("total 4 0\nsky=a 4 0"), r"\bno\b"),
    # given parameters
    ("a column adds up to 9/10", parameters(f"{HALVES}\nedge=a 0.5 0.4\nedge=b 0.5 0.5"),
     r"data\.parameters.*9/10"),
    ("a column adds up to 11/10", parameters(f"{HALVES}\nedge=a 0.5 0.6\nedge=b 0.5 0.5"),
     r"data\.parameters.*11/10"),
    ("words add up to 3/4", parameters(f"{HALVES}\ntea 1/2 1\nmilk 1/4 0", MULTINOMIAL),
     r"data\.parameters.*3/4"),
    ("a prior adds up to 11/10", parameters("prior 0.5 0.6\nedge=a 1 1"), r"data\.parameters.*11/10"),
    ("a probability above 1", parameters(f"{HALVES}\nlid 3/2 0", BERNOULLI), r"data\.parameters.*3/2"),
    ("a probability below 0", parameters(f"{HALVES}\nlid -0.1 0", BERNOULLI),
     r"data\.parameters.*(-0\.1|-1/10)"),
    ("no prior", parameters("edge=a 1/2 1/2\nedge=b 1/2 1/2"), r"prior"),
    ("two priors", parameters(f"{HALVES}\n{HALVES}"), r"data\.parameters.*prior"),
    ("a word for a number", parameters("prior half half"), r"data\.parameters.*half"),
    ("one over nothing", parameters("prior 1/0 1"), r"data\.parameters.*1/0"),
    ("a cell too few", parameters(f"{HALVES}\nedge=a 1"), r"data\.parameters.*(line 3|edge)"),
    ("a row twice", parameters(f"{HALVES}\nedge=a 1 1\nedge=a 0 0"), r"data\.parameters.*edge"),
    ("a given prior of another class",
     parameters("edge=a 1 1", '[model]\nprior = { A = "1/2", Z = "1/2" }'), r"model\.prior.*Z"),
    ("a query of another value",
     parameters(f"{HALVES}\nedge=a 1 0\nedge=b 0 1", '[query]\nx = { edge = "c" }'), r"query\.x\.edge"),
    # weights
    ("a negative weight", table("w a y\n-1 u +\n1 v -", 'weight = "w"'), r"data.*-1"),
    ("a weight in words", table("w a y\none u +\n1 v -", 'weight = "w"'), r"data.*one"),
    ("no weight", table("w,a,y\n,u,+\n1,v,-", 'weight = "w"'), r"data.*(row 1|line 2|w\b)"),
    ("an unknown weight", table("w a y\n1 u +\n1 v -", 'weight = "v"'), r"data\.weight.*'v'"),
    ("the class as weight", table("a y\nu 1\nv 2", 'weight = "y"\nclass = "y"'), r"data\.weight"),
    ("a weight in Python's infinity", table("w a y\ninf u +", 'weight = "w"'), r"data.*inf"),
    # tables
    ("a row without a class", table("a y\nu +\nv ?"), r"data.*class"),
    ("marks that are no list", table(SMALL, "missing = 3"), r"data\.missing"),
    ("marks of which one is no text", table(SMALL, "missing = [[1]]"), r"data\.missing"),
    ("a class without rows", table(SMALL, 'classes = ["+", "-", "rare"]'), r"rare"),
    ("a value that is not listed", table(SMALL, 'values = { a = ["u"] }'), r"data.*'v'"),
    ("values of an unknown column", table(SMALL, 'values = { z = ["u"] }'), r"data\.values.*z"),
    ("an unknown feature", table(SMALL, 'features = ["a", "z"]'), r"data\.features.*z"),
    ("a column twice", table("a a y\nu v +\nu v -"), r"data\.table.*a\b"),
    ("no rows and no classes", table("a y", "[model]\nsmoothing = 1"), r"data"),
    # integer columns and words
    ("numbers of no family", table(INTEGERS), r"dog"),
    ("a word in a column of counts", table("dog class\n2 A\ntwo B", MULTINOMIAL), r"two"),
    ("a negative count of words", table("dog cat class\n-2 1 A\n1 1 B", MULTINOMIAL), r"-2"),
    ("half a word", table("dog cat class\n1.5 1 A\n1 1 B", MULTINOMIAL), r"1\.5|3/2"),
    ("a negative count asked",
     table(INTEGERS, MULTINOMIAL + "\n[query]\nx = { dog = -1 }"), r"query\.x\.dog"),
    ("half a word asked",
     table(INTEGERS, MULTINOMIAL + "\n[query]\nx = { dog = 0.5 }"), r"query\.x\.dog"),
    ("a two for a zero or one", table("a b y\n1 u +\n2 v -", BERNOULLI), r"'?2'?"),
    ("an unknown way to cut", table(WORDS, 'split = "commas"'), r"data\.split"),
    ("stop words without words", table(SMALL, 'stop_words = ["u"]'), r"data\.stop_words"),
    ("a vocabulary without words", table(SMALL, 'vocabulary = ["u"]'), r"data\.vocabulary"),
    ("a text asked of columns", table(SMALL, '[query]\nx = "a text"'), r"query\.x"),
    ("columns asked of a text", table(WORDS, '[query]\nx = { z = "u" }'), r"query\.x"),
]  # fmt: skip
MODELS = [
    ("a negative λ", rule("-1"), r"model\.smoothing"),
    ("an unknown rule", rule('"lapalce"'), r"model\.smoothing.*laplace"),
    ("a rule without parts", rule("{}"), r"model\.smoothing"),
    ("p without m", rule('{ p = "1/2" }'), r"model\.smoothing"),
    ("a foreign part", rule("{ m = 1, q = 2 }"), r"model\.smoothing"),
    ("two rules in one", rule("{ add = 1, m = 2 }"), r"model\.smoothing"),
    ("mean or mode not said", rule("{ dirichlet = 2 }"), r"model\.smoothing.*take"),
    ("neither mean nor mode", rule('{ dirichlet = 2, take = "median" }'), r"model\.smoothing.*take"),
    ("unknown cells", rule('{ add = 1, cells = "word" }'), r"model\.smoothing.*cells"),
    ("cells of a clip", rule("{ clip = 0.1, cells = 2 }"), r"model\.smoothing"),
    ("a negative m", rule("{ m = -1 }"), r"model\.smoothing"),
    ("a negative p", rule('{ m = 1, p = { "*" = -1 } }'), r"model\.smoothing"),
    ("a negative frequency", rule("{ frequency = -0.1 }"), r"model\.smoothing"),
    ("a negative clip", rule("{ clip = -0.1 }"), r"model\.smoothing"),
    ("a truth value for λ", rule("true"), r"model\.smoothing"),
    ("a list for λ", rule("[1, 2]"), r"model\.smoothing"),
    ("a λ of an unknown column", model("smoothings = { z = 1 }"), r"model\.smoothings.*z"),
    ("a p of an unknown class", rule('{ m = 1, p = { "*" = 1, "|maybe" = 0 } }'), r"smoothing.*maybe"),
    ("a rule of a further model", table(SMALL, "[models.l]\nsmoothing = -1"), r"models\.l\.smoothing"),
    ("an unknown prior", model('prior = "flat"'), r"model\.prior"),
    ("a prior of half", model('prior = { "+" = "1/2", "-" = "1/4" }'), r"model\.prior.*3/4"),
    ("a bad prior rule", model('prior = "smoothed"\nprior_smoothing = -1'), r"model\.prior_smoothing"),
    ("unseen skipped", model('unseen = "skip"'), r"model\.unseen"),
    ("absent as a truth value", model("absent = true", WORDS), r"model\.absent"),
    ("a coefficient in words", model('coefficient = "yes"', WORDS), r"model\.coefficient"),
    ("an unknown tool", model('conventions = "weka-3"'), r"model\.conventions"),
    ("an unknown version", model('conventions = "scikit-learn-0.1"'), r"model\.conventions"),
    ("an unknown family", model('family = "bernouli"'), r"model\.family.*bernoulli"),
    ("a family of an unknown column", model('families = { z = "bernoulli" }'), r"model\.families.*z"),
    ("words where counts belong", model('family = "multinomial"'), r"'?[uvpq]'?|column"),
    ("an unknown key", model("smoothng = 1"), r"model\.smoothng.*smoothing"),
    ("an unseen value", table(SMALL, '[query]\nx = { a = "w" }'), r"query\.x\.a"),
    ("an unseen word", table(WORDS, '[model]\nunseen = "error"\n[query]\nx = "a z"'), r"query\.x.*z"),
    ("an unknown column asked", table(SMALL, '[query]\nx = { c = "w" }'), r"query\.x.*c\b"),
    ("an id that is a class", table(SMALL, '[query]\n"+" = { a = "u" }'), r"query.*\+"),
    ("an id that is a column", table(SMALL, '[query]\nb = { a = "u" }'), r"query.*b"),
    ("an id that is a value", table(SMALL, '[query]\nu = { a = "u" }'), r"query.*u"),
    ("an id that is a word", table(WORDS, '[query]\nc = "a"'), r"query.*c"),
    ("a quantity cut off", 'ask = ["P(+"]\n' + table(SMALL), r"ask"),
    ("a quantity of nothing", 'ask = ["P(++)"]\n' + table(SMALL), r"ask.*\+\+"),
    ("a weight without a pair", 'ask = ["weight(+|a)"]\n' + table(EMAILS), r"ask.*pair"),
    ("a model that is not there", 'ask = ["P(Yes; l)"]\n' + table(TENNIS, 'id = "Day"'), r"ask"),
]  # fmt: skip
ALL = [*DATA, *MODELS]


@all_of(("problem", "place"), [c[1:] for c in ALL])
def test_bad_input_is_refused_with_its_place(problem: str, place: str) -> None:
    """Input without one meaning is refused in one line: the place, and what is wrong there."""
    with pytest.raises(ExactnbError, match=place) as refusal:
        solve(Problem.from_text(problem))
    assert str(refusal.value).isprintable()
    assert "for now" not in str(refusal.value)


@all_of("family", ["multinomial", "dirichlet-multinomial"])
@all_of(
    ("add", "told"),
    [
        ("{'*' = 5, oat = 0}", "in class 'a' of the words the λ of what was never seen is 5"),
        ("{'*' = '3/2', oat = 0}", "in class 'b' of the words the λ of what was never seen is 3/2"),
        ("{'|b' = 4, '*' = 0, 'oat|b' = 2}", "is 4, its probability a share of 3: more than 1"),
        ("{'*' = 1, oat = 0}", ""),
        ("5", ""),
    ],
)
def test_no_word_is_likelier_than_certain(family: str, add: str, told: str) -> None:
    """The λ of an unseen word is in no sum: one that exceeds all there is of a class is refused."""
    text = (
        "[data]\nclass = 'k'\nvocabulary = ['oat']\ntable = '''\nk,text\na,oat oat\nb,oat\n'''\n"
        f"[model]\nfamily = '{family}'\nunseen = 'zero'\nsmoothing = {{ add = {add} }}\n"
        "[query]\nq = 'elk oat'\n"
    )
    if told:
        with pytest.raises(InputError, match=re.escape(told)):
            Problem.from_text(text)
    else:
        assert 0 <= solve(Problem.from_text(text))["P(elk|b)"] <= 1  # type: ignore[operator]


@pytest.mark.parametrize(
    "shown", ["k,x\na,1\na,0\nb,1", "k,text\na,oat\na,elk\nb,oat elk"], ids=["column", "words"]
)
def test_where_nothing_is_unseen_no_unseen_is_too_likely(shown: str) -> None:
    """0 and 1 are all the values there are: what "*" would add to a third one is asked by nobody."""
    text = (
        f"[data]\nclass = 'k'\ntable = '''\n{shown}\n'''\n[model]\nfamily = 'bernoulli'\n"
        "unseen = 'zero'\nsmoothing = { add = { '*' = 5, 0 = 1, 1 = 1 } }\n[query]\nq = {}\n"
    )
    item = "x=1" if "x" in shown.split()[0].split(",") else "oat"
    assert solve(Problem.from_text(text), only=[f"P({item}|a)"])[f"P({item}|a)"] == Fraction(1, 2)


def test_no_value_is_likelier_than_certain() -> None:
    """The λ of a value that no row shows is in no sum either."""
    text = (
        "[data]\ntable = '''\nx k\nu a\nu b\n'''\n[model]\nunseen = 'zero'\n"
        "smoothings = { x = { add = { '*' = 2, u = '1/2' } } }\n[query]\nq = { x = 'w' }\n"
    )
    message = "smoothings.x: in class 'a' of x the λ of what was never seen is 2"
    with pytest.raises(InputError, match=message):
        Problem.from_text(text)
    assert solve(Problem.from_text(text.replace("= 2", "= '3/2'")))["P(x=w|a)"] == 1
