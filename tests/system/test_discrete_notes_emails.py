"""Spam or ham (note 001): eight e-mails as zeros and ones, as words, and as counts."""

from itertools import product

import pytest
from tables_of_values import EMAILS, Worth, as_counted, mistakes, table
from thoroughness import all_of

BINARY = """
id  a  b  c  class
e1  0  1  0  +
e2  0  1  1  +
e3  1  0  0  +
e4  1  1  0  +
e5  1  1  0  -
e6  1  0  1  -
e7  1  0  0  -
e8  0  0  0  -
"""
MODIFIED = BINARY.replace("e3  1", "e3  0").replace("e4  1", "e4  0")
PSEUDO = "".join(f"p{n}  {x}  {x}  {x}  {k}\n" for n, (x, k) in enumerate(product("10", "+-")))
COUNTED = """
id  a  b  c  class
e1  0  3  0  +
e2  0  3  3  +
e3  3  0  0  +
e4  2  3  0  +
e5  4  3  0  -
e6  4  0  3  -
e7  3  0  0  -
e8  0  0  0  -
"""
STAR = """
[model]
prior = "uniform"
[models.laplace]
smoothing = 1
[query]
"x*" = { a = 1, b = 1, c = 0 }
"""
TEXT_STAR = """
stop_words = ["d", "e"]
[model]
family = "bernoulli"
prior  = "uniform"
[models.laplace]
smoothing = 1
[query]
"x*" = "a b b d e b b"
"""
VECTORS = """
[model]
family = "multinomial"
prior  = "uniform"
coefficient = true
[models.sequence]
coefficient = false
[models.laplace]
smoothing = 1
[models.predictive]
family = "dirichlet-multinomial"
smoothing = 1
[query]
x431 = { a = 4, b = 3, c = 1 }
x140 = { a = 1, b = 4 }
"""
TEXT_VECTORS = 'stop_words = ["d", "e"]\n' + VECTORS.replace(
    "x431 = { a = 4, b = 3, c = 1 }\nx140 = { a = 1, b = 4 }",
    'x431 = "a a a a b b b c"\nx140 = "a b b d e b b"',
)
BERNOULLI: Worth = {
    "P(a=1|+)": "2/4", "P(b=1|+)": "3/4", "P(c=1|+)": "1/4",
    "P(a=1|-)": "3/4", "P(b=1|-)": "1/4", "P(c=1|-)": "1/4",
    "P(+,x*)": "9/64", "P(-,x*)": "9/128", "P(+|x*)": "2/3", "odds(+:-|x*)": "2", "argmax(x*)": "+",
    "P(a=1|+; laplace)": "3/6", "P(b=1|+; laplace)": "4/6", "P(c=1|+; laplace)": "2/6",
    "P(a=1|-; laplace)": "4/6", "P(b=1|-; laplace)": "2/6", "P(c=1|-; laplace)": "2/6",
    "P(+,x*; laplace)": "1/9", "P(-,x*; laplace)": "2/27", "P(+|x*; laplace)": "3/5",
    "odds(+:-|e1)": "6", "odds(+:-|e2)": "6", "odds(+:-|e3)": "2/9", "odds(+:-|e4)": "2",
    "odds(+:-|e5)": "2", "odds(+:-|e6)": "2/9", "odds(+:-|e7)": "2/9", "odds(+:-|e8)": "2/3",
    "argmax(e5)": "+", "accuracy": "6/8", "accuracy_left_out": "3/8", "P(x*)": "27/128",
    "accuracy_left_out(;laplace)": "4/8",
}  # fmt: skip
"""The same from the table of zeros and ones as from the e-mails themselves."""
MULTINOMIAL: Worth = {
    "P(a|+)": "5/17", "P(b|+)": "9/17", "P(c|+)": "3/17",
    "P(a|-)": "11/17", "P(b|-)": "3/17", "P(c|-)": "3/17",
    "P(a|+; laplace)": "6/20", "P(b|+; laplace)": "10/20", "P(c|+; laplace)": "4/20",
    "P(a|-; laplace)": "12/20", "P(b|-; laplace)": "4/20", "P(c|-; laplace)": "4/20",
    "tokens(+)": "17", "tokens(-)": "17", "count(c,+)": "3", "vocabulary": "3",
    "P(x431|+)": "280 * 5/17^4 * 9/17^3 * 3/17", "P(x431|+; sequence)": "5/17^4 * 9/17^3 * 3/17",
    "P(+,x431)": "191362500/6975757441", "P(-,x431)": "166028940/6975757441",
    "odds(+:-|x431)": "16875/14641", "P(+|x431)": "16875/31516", "argmax(x431)": "+",
    "P(+|x431; sequence)": "16875/31516",
    "P(+,x140)": "164025/2839714", "P(-,x140)": "4455/2839714", "P(+|x140)": "405/416",
    "odds(+:-|x140)": "405/11", "odds(+:-|x140; sequence)": "405/11",
    "P(+,x431; laplace)": "567/20000", "P(-,x431; laplace)": "2268/78125",
    "odds(+:-|x431; laplace)": "125/128", "P(+|x431; laplace)": "125/253",
    "argmax(x431; laplace)": "-",
    "P(+,x140; laplace)": "3/64", "P(-,x140; laplace)": "3/1250",
    "odds(+:-|x140; laplace)": "625/32", "P(+|x140; laplace)": "625/657",
    "P(x431|+; predictive)": "224/4485", "P(x431|-; predictive)": "112/2277",
    "odds(+:-|x431; predictive)": "66/65", "argmax(x431; predictive)": "+",
    "odds(+:-|x140; predictive)": "143/14", "P(+|x140; predictive)": "143/157",
    "P(a|+; predictive)": "6/20", "P(a,a|+; predictive)": "6/20 * 7/21",
    "P(a,b|+; predictive)": "6/20 * 10/21", "P(a,a|+; laplace)": "6/20 * 6/20",
    "P(+,e8; sequence)": "1/2", "argmax(e8)": "+ -", "argmax(e8; laplace)": "+ -",
    "argmax(e8; predictive)": "+ -", "odds(+:-|e5)": "16875/14641", "argmax(e5)": "+",
    "odds(+:-|e5; laplace)": "125/128", "argmax(e5; laplace)": "-",
}  # fmt: skip
SMOOTHED_WEIGHTS: Worth = {
    "weight(+:-|a; laplace)": "-log 2", "weight(+:-|b; laplace)": "log 5/2",
    "weight(+:-|c; laplace)": "0", "bias(+:-; laplace)": "0",
    "log_odds(+:-|x140; laplace)": "log 625/32",
}  # fmt: skip
FROM_EMAILS: Worth = {
    "P(a|+)": "5/16", "P(b|+)": "9/16", "P(c|+)": "2/16",
    "P(a|-)": "11/17", "P(b|-)": "3/17", "P(c|-)": "3/17",
    "P(a|+; laplace)": "6/19", "P(b|+; laplace)": "10/19", "P(c|+; laplace)": "3/19",
    "tokens(+)": "16", "tokens(-)": "17", "count(c,+)": "2", "count(b,+)": "9", "vocabulary": "3",
    "odds(+:-|x431)": "39238635605625/31441308090368", "argmax(x431)": "+",
    "odds(+:-|x431; laplace)": "18750000000/16983563041", "argmax(x431; laplace)": "+",
    "odds(+:-|x140)": "575042085/11534336", "odds(+:-|x140; laplace)": "62500000/2476099",
    "P(x431|+; sequence)": "5/16^4 * 9/16^3 * 2/16", "argmax(e8)": "+ -",
}  # fmt: skip

NOTE_001: list[tuple[str, str, Worth]] = [
    ("zeros and ones", table(BINARY, STAR), BERNOULLI),
    ("e-mails, present or not", table(EMAILS, TEXT_STAR), BERNOULLI),
    ("no spam has a", table(MODIFIED, STAR), {
        "P(a=1|+)": "0/4", "P(+,x*)": "0", "P(-,x*)": "9/128", "P(+|x*)": "0", "P(-|x*)": "1",
        "odds(+:-|x*)": "0", "odds(-:+|x*)": "∞", "weight(+:-|a)": "-∞", "argmax(x*)": "-",
        "P(+|a=1)": "0", "P(a=1|+; laplace)": "1/6", "P(b=1|+; laplace)": "4/6",
        "P(+,x*; laplace)": "1/27", "P(-,x*; laplace)": "2/27", "P(+|x*; laplace)": "1/3",
        "argmax(x*; laplace)": "-",
    }),
    ("every spam has a", table(BINARY.replace("e1  0", "e1  1").replace("e2  0", "e2  1"), STAR), {
        "P(a=1|+)": "4/4", "P(a=0|+)": "0", "P(+|a=0)": "0", "P(a=0,b=1,c=1|+)": "0",
        "P(+,x*)": "9/32",
    }),
    ("pseudo-documents are λ = 1", table(MODIFIED + PSEUDO, STAR), {
        "P(a=1|+)": "1/6", "P(b=1|+)": "4/6", "P(c=1|+)": "2/6",
        "P(a=1|-)": "4/6", "P(b=1|-)": "2/6", "P(c=1|-)": "2/6", "P(+|x*)": "1/3",
    }),
    ("pseudo-documents smooth the prior too", """
[data]
table = '''
a class
1 +
0 +
1 +
0 -
1 +
0 +
1 -
0 -
'''
""", {"P(+)": "5/8", "P(-)": "3/8", "P(a=1|+)": "3/5", "P(a=1|-)": "1/3"}),
    ("count vectors", table(COUNTED, VECTORS), MULTINOMIAL | SMOOTHED_WEIGHTS),
    ("e-mails, counted", table(EMAILS, TEXT_VECTORS), FROM_EMAILS),
]  # fmt: skip


COUNTS_ONLY = """
[data]
counts = '''
class  +  -
total  4  4
a      5  11
b      9  3
c      3  3
'''
"""
COUNTS_ONLY_VALUES: Worth = {
    name: value
    for name, value in (MULTINOMIAL | SMOOTHED_WEIGHTS).items()
    if "e5" not in name and "e8" not in name
}


@all_of(("problem", "worth"), [c[1:] for c in NOTE_001], apart=3)
def test_spam_or_ham_has_these_values(problem: str, worth: Worth) -> None:
    """What the note prints or leaves to its readers has one exact value."""
    assert mistakes(problem, worth) == {}


@pytest.mark.exhaustive
def test_counts_without_e_mails_say_the_same() -> None:
    """The six word counts and two class sizes give every number that the count vectors give."""
    text = COUNTS_ONLY + TEXT_VECTORS.replace('stop_words = ["d", "e"]', "").replace(
        "b b d e b b", "b b b b"
    )
    assert mistakes(text, COUNTS_ONLY_VALUES) == {}


def test_estimates_are_printed_as_they_are_counted() -> None:
    """2/4 is not reduced to 1/2, nor 12/20 to 3/5; with λ = 1/2 a half is a half."""
    pairs = list(product("+-", "abc"))
    binary = [f"P({word}=1|{label})" for label, word in pairs]
    assert as_counted(table(BINARY, STAR), *binary) == ["2/4", "3/4", "1/4", "3/4", "1/4", "1/4"]
    smoothed = [name.replace(")", "; laplace)") for name in binary]
    assert as_counted(table(BINARY, STAR), *smoothed) == ["3/6", "4/6", "2/6", "4/6", "2/6", "2/6"]
    words = [f"P({word}|{label})" for label, word in pairs]
    mle = ["5/17", "9/17", "3/17", "11/17", "3/17", "3/17"]
    assert as_counted(table(COUNTED, VECTORS), *words) == mle
    assert as_counted(COUNTS_ONLY + VECTORS.split("[query]")[0], *words) == mle
    smoothed = [name.replace(")", "; laplace)") for name in words]
    counted = ["6/20", "10/20", "4/20", "12/20", "4/20", "4/20"]
    assert as_counted(table(COUNTED, VECTORS), *smoothed) == counted
    halved = VECTORS.replace(
        "smoothing = 1\n[models.predictive]", "smoothing = 0.5\n[models.predictive]"
    )
    assert as_counted(table(COUNTED, halved), "P(a|+; laplace)") == ["(11/2)/(37/2)"]
    assert as_counted(table(EMAILS, TEXT_VECTORS), *words[:3]) == ["5/16", "9/16", "2/16"]


def test_an_e_mail_may_be_written_without_blanks() -> None:
    """The e-mail abbdebb, cut into letters, is (1,1,0) as a set and (1,4,0) as counts."""
    star = 'split = "letters"' + TEXT_STAR.replace("a b b d e b b", "abbdebb")
    assert mistakes(table(EMAILS, star), {"P(+,x*)": "9/64", "P(-,x*)": "9/128"}) == {}
    counted = 'split = "letters"\n' + TEXT_VECTORS.replace("a b b d e b b", "abbdebb")
    assert mistakes(table(EMAILS, counted), {"odds(+:-|x140)": "575042085/11534336"}) == {}


@pytest.mark.exhaustive
def test_a_tie_can_go_to_the_first_class() -> None:
    """The empty e-mail ties; with tie = "first" it goes to the first class, in the order declared."""
    first = VECTORS.replace("coefficient = true\n", 'coefficient = true\ntie = "first"\n')
    assert mistakes(table(COUNTED, first), {"argmax(e8)": "+"}) == {}
    assert mistakes(table(COUNTED, 'classes = ["-", "+"]' + first), {"argmax(e8)": "-"}) == {}
