"""Every kind of discrete data: tables, texts, counts only, given numbers, nothing at all."""

import json
from pathlib import Path

import pytest
from tables_of_values import Worth, as_counted, mistakes, table, worth
from thoroughness import all_of

from exactnb import Problem, solve
from exactnb.core.data.files import Files
from exactnb.core.expression.results import are_equal

Case = tuple[str, str, Worth]

TICKETS = """
[data]
stop_words = ["the", "my"]
table = '''
id | class   | text
t1 | billing | refund the billing error
t2 | login   | reset my password
t3 | login   | password reset error
t4 | other   | thanks
'''
[model]
smoothing = "1/2"
[models.presence]
family    = "bernoulli"
smoothing = { m = 2, p = { "1" = 0.1, "0" = 0.9 } }
[query]
"t*" = "password error password please"
"""
DOUGH = """
[data]
values = { flour = ["wheat", "rye", "spelt", "oat"] }
table  = '''
flour  yeast  place  rises
wheat  fresh  warm   yes
wheat  dry    warm   yes
rye    fresh  ?      yes
wheat  fresh  cold   no
rye    dry    cold   no
'''
[models.laplace]
prior     = "smoothed"
smoothing = 1
[query]
x = { flour = "rye", place = "warm" }
"""
BAGS = """
[data]
parameters = '''
bag    I    II
prior  1/2  1/2
red    3/4  1/4
white  1/4  3/4
'''
[model]
family = "multinomial"
[query]
draws = "red red white red"
"""
KINDS: list[Case] = [
    ("dough", DOUGH, {
        "P(place=warm|yes)": "2/2", "P(yes,x)": "1/5", "P(no,x)": "0", "P(yes|x; laplace)": "24/31",
        "odds(yes:no|x; laplace)": "24/7", "P(yeast=dry|x; laplace)": "131/310", "argmax(x)": "yes",
        "P(flour=oat|yes)": "0", "P(flour=oat|yes; laplace)": "1/7", "P(flour=rye|no; laplace)": "2/6",
        "P(place=warm|no; laplace)": "1/4", "P(yes; laplace)": "4/7", "P(yeast=fresh|yes)": "2/3",
    }),
    ("tickets", TICKETS, {
        "P(word=billing|billing)": "1/4", "P(login,t*)": "75/8192",
        "-log2(P(login,t*))": "-log2 75/8192", "P(login|t*)": "675/743", "P(billing|t*)": "32/743",
        "P(other|t*)": "36/743", "P(password=1|login; presence)": "0.55", "vocabulary": "6",
        "tokens(login)": "5", "tokens(other)": "1", "count(password,login)": "2", "count(login)": "2",
        "P(reset|t*)": "10469/35664", "P(thanks|login)": "1/16", "P(login|t*; presence)":
        "165006963/178654835", "P(reset=1|password=1; presence)": "221/444", "P(t*)": "743/73728",
    }),
    ("bags of balls", BAGS, {
        "P(draws|I)": "27/256", "P(I|draws)": "9/10", "odds(I:II|draws)": "9", "P(I|red)": "3/4",
        "P(I|red,red)": "9/10", "P(I|red,white)": "1/2", "P(red|draws)": "7/10", "P(red|red)": "5/8",
        "log_odds(I:II|draws)": "log 9", "weight(I:II|red)": "log 3", "weight(I:II|white)": "-log 3",
    }),
    ("counts of zeros and ones, header without a name", """
[data]
class  = "box"
counts = '''
left right
total   4 6
lid     3 2
handle  1 5
'''
[model]
family = "bernoulli"
[query]
x = { lid = 1, handle = 0 }
""", {
        "P(lid=1|left)": "3/4", "P(handle=0|right)": "1/6", "P(box=left)": "2/5", "P(left)": "2/5",
        "P(left,x)": "9/40", "P(right,x)": "1/30", "P(left|x)": "27/31", "P(lid|right)": "2/6",
    }),
    ("counts of two words per class, prior given", """
[data]
counts = '''
cup  gold  silver
tea  3     1
milk 1     3
'''
[model]
family = "multinomial"
prior  = { gold = "25%", silver = 0.75 }
[query]
x = "tea tea"
""", {"P(tea|gold)": "3/4", "P(gold|x)": "3/4", "tokens(silver)": "4", "count(milk,gold)": "1"}),
    ("parameters without a prior of their own", BAGS.replace("prior  1/2  1/2\n", "").replace(
        "[query]", 'prior = "uniform"\n[query]'), {"P(I)": "1/2", "P(I|draws)": "9/10"}),
    ("weights", table("w,a,y\n1/2,1,+\n1.5,0,+\n2,1,-\n", """
weight = "w"
[models.laplace]
smoothing = 1
"""), {
        "P(+)": "1/2", "P(a=1|+)": "1/4", "P(a=1|-)": "1", "count(+)": "2", "count(a=1,+)": "1/2",
        "P(a=1|+; laplace)": "3/8", "P(a=1|-; laplace)": "3/4", "freq(a=1)": "5/8", "P(+|a=1)": "1/5",
    }),
    ("other marks of a gap", table("a b y\nu NA +\nu ? +\nNA p -\nv p -", 'missing = ["NA"]'), {
        "P(b=?|+)": "1", "P(a=v|-)": "1", "P(a=u|+)": "1",
    }),
    ("an empty cell is missing", table("a,b,y\nu,,+\nv,p,+\nu,q,-\n"), {
        "P(b=p|+)": "1", "P(a=u|+)": "1/2", "P(b=q|-)": "1",
    }),
    ("values and classes never seen", table("a y\nu k\nv k\nu l", """
values  = { a = ["u", "v", "w"] }
classes = ["k", "l", "m"]
[model]
prior     = "smoothed"
smoothing = 1
[query]
x = { a = "w" }
"""), {
        "P(m)": "1/6", "P(k)": "3/6", "P(a=w|k)": "1/5", "P(a=w|m)": "1/3", "P(a=u|l)": "2/4",
        "P(k|x)": "18/43", "P(l|x)": "15/43", "P(m|x)": "10/43",
    }),
    ("a class without rows, its prior given", table("a y\nu k\nv k", """
classes = ["k", "m"]
[model]
prior = { k = "1/2", m = "1/2" }
"""), {"P(a=u|m)": "undefined", "P(a=u|k)": "1/2", "P(m|a=u)": "undefined",
     "argmax(a=u)": "undefined"}),
    ("no rows", "[data]\nclasses = ['k', 'l']\nvalues = { a = ['u', 'v', 'w'] }\ntable = 'a y'\n"
     "[model]\nprior = 'uniform'\nsmoothing = 2\n",
     {"P(a=u|k)": "1/3", "P(k)": "1/2", "P(a=v)": "1/3"}),
    ("zeros and ones, one of them seen", table("a b y\n1 u +\n1 v -", "[model]\nsmoothing = 1"), {
        "P(a=1|+)": "2/3", "P(a=0|-)": "1/3", "P(b=u|+)": "2/3",
    }),
    ("columns chosen", table("a b junk y\n1 0 p +\n0 0 q +\n1 1 r -", 'features = ["b", "a"]'), {
        "P(+|a=1)": "1/2", "P(+,a=1,b=0)": "1/3", "free_parameters": "5",
    }),
    ("the class column named class, wherever it stands", table("class a\n+ u\n+ v\n- v"), {
        "P(a=v|+)": "1/2", "P(+)": "2/3",
    }),
    ("rows asked like queries", table("id a b y\nr1 u p +\nr2 u ? +\nr3 v q +\nr4 ? p -\nr5 v q -"), {
        "P(+,r1)": "1/5", "P(+,r2)": "2/5", "P(-,r4)": "1/5", "P(+|r4)": "3/5", "P(+|r5)": "1/3",
    }),
    ("words cut from sentences", table("""
class | text
+ | Win MONEY!! Win-now 24
- | 'now', he said
""", """
split = "words"
[query]
x = "WIN now?"
"""), {
        "tokens(+)": "5", "count(win,+)": "2", "P(win|+)": "2/5", "P(word=24|+)": "1/5",
        "vocabulary": "6", "P(+,x)": "1/2 * 2/5 * 1/5", "P(said|-)": "1/3",
    }),
    ("blanks keep the case", table("class | text\n+ | Win win WIN\n- | win"), {
        "vocabulary": "3", "P(win|+)": "1/3", "P(Win|-)": "0",
    }),
    ("a vocabulary of one's own", table("class | text\n+ | a b z z\n- | b b", """
vocabulary = ["b", "a", "q"]
[models.laplace]
smoothing = 1
[query]
x = "a z b"
"""), {
        "tokens(+)": "2", "P(a|+)": "1/2", "P(q|+)": "0", "P(q|-; laplace)": "1/5",
        "P(a|+; laplace)": "2/5", "P(x|+)": "1/4", "P(x|-; laplace)": "1/5 * 3/5",
    }),
    ("counts of words beside other columns", table("""
colour flag dog cat class
red    1    2   1   A
red    0    0   1   A
blue   1    1   3   B
""", """
[model]
families = { dog = "multinomial", cat = "multinomial" }
[models.laplace]
smoothing = 1
[query]
x = { colour = "red", flag = 1, dog = 1, cat = 2 }
"""), {
        "P(dog|A)": "2/4", "P(cat|B)": "3/4", "P(A,x)": "1/24", "P(B,x)": "0",
        "P(dog|A; laplace)": "3/6",
        "P(A,x; laplace)": "1/32", "P(B,x; laplace)": "8/729", "P(A|x; laplace)": "729/985",
        "P(colour=red|A; laplace)": "3/4", "P(flag=1|A)": "1/2", "tokens(A)": "4",
    }),
    ("a text beside a column", table("""
sender | class | text
known  | ham   | lunch now
known  | ham   | lunch
new    | spam  | win now win
""", """
[model]
smoothing = 1
[query]
x = { sender = "new", text = "win now" }
"""), {
        "P(sender=new|ham)": "1/4", "P(sender=new|spam)": "2/3", "P(win|ham)": "1/6",
        "P(win|spam)": "3/6", "P(ham,x)": "2/3 * 1/4 * 1/6 * 2/6", "P(spam,x)": "1/3 * 2/3 * 3/6 * 2/6",
        "P(spam|x)": "4/5",
    }),
    ("categories 0 and 1", table("a y\n1 +\n1 +\n0 -", '[model]\nfamilies = { a = "categorical" }'), {
        "P(a=1|+)": "1", "P(a=0|+)": "0", "P(+|a=1)": "1",
    }),
    ("one class alone", table("a y\nu k\nu k\nv k"), {"P(a=u|k)": "2/3", "P(k)": "1", "P(k|a=u)": "1"}),
]  # fmt: skip


@all_of(("problem", "expected"), [c[1:] for c in KINDS], apart=3)
def test_data_of_every_kind_is_solved(problem: str, expected: Worth) -> None:
    """Each kind of data gives the values that were worked out by hand."""
    assert mistakes(problem, expected) == {}


def test_estimates_of_every_kind_stay_as_counted() -> None:
    """Missing cells, texts and weights keep their denominators; nothing is reduced."""
    assert as_counted(DOUGH, "P(place=warm|yes)", "P(yes; laplace)") == ["2/2", "4/7"]
    assert as_counted(DOUGH, "P(flour=rye|yes; laplace)", "P(flour=rye|no; laplace)") == ["2/7", "2/6"]
    assert as_counted(TICKETS, "P(word=billing|billing)", "P(reset|login)") == ["(3/2)/6", "(5/2)/8"]
    weighted = table("w,a,y\n1/2,1,+\n1.5,0,+\n2,1,-\n", 'weight = "w"')
    assert as_counted(weighted, "P(a=1|+)", "P(+)") == ["(1/2)/2", "2/4"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("d.csv", 'a,b,y\nu,"p, q",+\nv,"p, q",+\nu,r,-\n'),
        ("d.tsv", "a\tb\ty\nu\tp, q\t+\nv\tp, q\t+\nu\tr\t-\n"),
        ("d.txt", "a | b | y\nu | p, q | +\nv | p, q | +\nu | r | -\n"),
        ("d.jsonl", "".join(
            json.dumps({"a": a, "b": b, "y": y}) + "\n"
            for a, b, y in (("u", "p, q", "+"), ("v", "p, q", "+"), ("u", "r", "-"))
        )),
    ],
)  # fmt: skip
def test_a_file_of_data_says_what_a_table_says(tmp_path: Path, name: str, content: str) -> None:
    """A .csv, .tsv, .txt or .jsonl file beside the problem holds the rows of a table."""
    (tmp_path / name).write_text(content)
    solution = solve(Problem.from_text(f"[data]\nfile = '{name}'\n", Files(tmp_path)))
    expected = {"P(a=u|+)": "1/2", 'P(b="p, q"|+)': "1", "P(+)": "2/3", "P(b=r|-)": "1"}
    for quantity, value in expected.items():
        assert are_equal(solution[quantity], worth(quantity, value)), quantity


def test_texts_in_a_file_are_documents(tmp_path: Path) -> None:
    """Texts from a .jsonl file are counted like those of a table."""
    lines = [{"class": "+", "text": "a b\na"}, {"class": "-", "text": "b"}]
    (tmp_path / "d.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    solution = solve(Problem.from_text("[data]\nfile = 'd.jsonl'\n", Files(tmp_path)))
    assert (solution["P(a|+)"], solution["tokens(+)"]) == (worth("", "2/3"), 3)


@all_of("header", ["play | yes | no", "play\tyes\tno", "play,yes,no", "play yes no"])
@all_of("key", ["counts", "parameters"])
def test_a_header_decides_how_cells_are_parted(header: str, key: str) -> None:
    """Bars, tabs, commas and blanks part the cells of counts and of parameters alike."""
    between = next(sign for sign in "|\t, " if sign in header)
    numbers = {"total": (1, 3), "sky=blue": (1, 1), "sky=grey": (0, 2)}
    if key == "parameters":
        numbers = {"prior": ("1/4", 0.75), "sky=blue": ("100%", "1/3"), "sky=grey": (0, "2/3")}
    rows = [between.join(map(str, (row, *cells))) for row, cells in numbers.items()]
    text = f"[data]\n{key} = '''\n{header}\n\n" + "\n".join(rows) + "\n'''\n"
    assert mistakes(text, {"P(yes)": "1/4", "P(grey|no)": "2/3", "P(yes|sky=blue)": "1/2"}) == {}
