"""Where a fault stands: every kind of input, read by every command, is refused at its place."""

import re
from collections.abc import Callable
from pathlib import Path

import commands
import pytest
from thoroughness import all_of, one_in

from exactnb import Conventions, ExactnbError, ModelChoice, Problem, Table
from exactnb.core.families import family_of_choice
from exactnb.errors import Place
from exactnb.teach.grading import Grader, read_answers

TABLE = "[data]\ntable = '''\nx n k\nu 1 a\nv 2 b\nu 3 a\nv 5 b\n'''\n"
GAUSSIAN = '[model]\nfamilies = { n = "gaussian" }\n'
GOOD = f"{TABLE}{GAUSSIAN}[query]\nq = {{ x = 'u', n = 2 }}\n"
QUIZ = GOOD + "[[question]]\nid = 'a'\nquantity = 'P(a|q)'\n"
COUNTS = "[data]\ncounts = '''\nk | a | b\ntotal | 2 | 3\nx=u | 1 | 2\n'''\n"
GIVEN = (
    "[data]\nparameters = '''\nk | a | b\nprior | 1/2 | 1/2\nx=u | 1/4 | 3/4\nx=v | 3/4 | 1/4\n'''\n"
)
TEXTS = "[data]\ntable = '''\nweight | class | text\n1 | a | b c\n2 | b | c\n'''\n"
RECORDS = "x,n,class\nu,1,a\nv,2,b\nu,3,a\nv,4,b\n"
LINES = '{"x": "u", "class": "a"}\n{"x": "v", "class": "b"}\n'
FILE = "[data]\nfile = 'rows.csv'\n" + GAUSSIAN

PROBLEMS = [
    ("title = 3\n" + GOOD, "title"),
    (GOOD + "[modle]\n", "modle"),
    (GOOD.replace("families", "familes"), "model.familes"),
    ("ask = ['P(a)', 'P(c)']\n" + GOOD, "ask[2]: 'P(c)'"),
    ("ask = ['P(a)', 'count(n=many)']\n" + GOOD, "ask[2]: 'count(n=many)': column 'n'"),
    ("ask = ['rank(n=1)']\n" + GOOD, "ask[1]: rank(n=1)"),
    ("ask = ['P(a)', 1.5]\n" + GOOD, "ask[2]"),
    (GOOD.replace("v 2 b", "v 2"), "data.table: line 3"),
    (GOOD.replace("v 2 b", "v two b"), "data.table: row 2, column 'n'"),
    (GOOD.replace("v 2 b", "v 2 ?"), "data.table: row 2, column 'k'"),
    (GOOD.replace("x n k", "x x k"), "data.table: line 1"),
    (GOOD.replace("[data]", "[data]\nid = 'y'"), "data.id"),
    (GOOD.replace("[data]", "[data]\nclass = 'y'"), "data.class"),
    (
        GOOD.replace("[data]", "[data]\nweight = 'n'").replace(" 2 b", " -2 b"),
        "data.table: row 2, column 'n'",
    ),
    (
        GOOD.replace("[data]", "[data]\ndecimal = ','").replace(" 2 b", " 2.5 b"),
        "data.table: row 2, column 'n'",
    ),
    (GOOD.replace("[data]", "[data]\nvalues = { x = ['u', ['v']] }"), "data.values.x[2]"),
    (GOOD.replace("[data]", "[data]\nvalues = { x = ['u'] }"), "data.values.x"),
    (GOOD.replace("[data]", "[data]\nclasses = ['a', 'a']"), "data.classes"),
    (GOOD.replace("[data]", "[data]\nexposure = { n = -1 }"), "data.exposure.n"),
    (GOOD.replace("[data]", "[data]\nexposure = { n = 'y' }"), "data.exposure.n"),
    (TEXTS.replace("[data]", "[data]\nweight = 'w'"), "data.weight"),
    (
        TEXTS.replace("[data]", "[data]\nweight = 'weight'").replace("2 |", "two |"),
        "data.table: row 2, column 'weight'",
    ),
    (TEXTS.replace("| b | c", "| ? | c"), "data.table: row 2, column 'class'"),
    (TEXTS.replace("[data]", "[data]\nvocabulary = ['b', 'b']"), "data.vocabulary"),
    (COUNTS.replace("x=u | 1", "x=u | -1"), "data.counts: line 3, class 'a'"),
    (COUNTS.replace("x=u | 1 |", "x=u |"), "data.counts: line 3"),
    (COUNTS.replace("x=u", "x:u"), "data.counts: line 3"),
    (COUNTS.replace("| a | b", "| a | a"), "data.counts: line 1"),
    (COUNTS.replace("x=u | 1", "x=u | 3"), "data.counts: column 'x', class 'a'"),
    (COUNTS.replace("x=u | 1", "sum(n) | 1/0"), "data.counts: line 3, class 'a'"),
    (COUNTS.replace("x=u | 1", "sum(,) | 1"), "data.counts: line 3"),
    (COUNTS.replace("[data]", "[data]\nid = 'y'"), "data.id"),
    (GIVEN.replace("prior | 1/2", "prior | 1/3"), "data.parameters: row 'prior'"),
    (GIVEN.replace("x=v | 3/4", "x=v | 1/2"), "data.parameters: column 'x', class 'a'"),
    (GIVEN.replace("x=u | 1/4", "x=u | 5/4"), "data.parameters: line 3, class 'a'"),
    (
        GIVEN.replace("x=v | 3/4 | 1/4", "x=v | 3/4 | 1/4\nrate(n) | -1 | 1"),
        "data.parameters: line 5, class 'a'",
    ),
    (
        GIVEN.replace("x=v | 3/4 | 1/4", "x=v | 3/4 | 1/4\nsuccess(n) | 2 | 1/2"),
        "data.parameters: row 'success(n)', class 'a'",
    ),
    (GOOD.replace("[model]", "[model]\nsmoothing = 'lots'"), "model.smoothing"),
    (GOOD.replace("[model]", "[model]\nsmoothing = { add = { u = -1 } }"), "model.smoothing.add.u"),
    (GOOD.replace("[model]", "[model]\nsmoothing = { add = 1, cells = 'y' }"), "model.smoothing.cells"),
    (
        GOOD.replace("[model]", "[model]\nsmoothing = { dirichlet = 2, take = 3 }"),
        "model.smoothing.take",
    ),
    (GOOD.replace("[model]", "[model]\nsmoothings = { x = -1 }"), "model.smoothings.x"),
    (GOOD.replace("[model]", "[model]\nsmoothings = { y = 1 }"), "model.smoothings"),
    (GOOD.replace("[model]", "[model]\nprior = { a = 2, b = -1 }"), "model.prior.a"),
    (GOOD.replace("[model]", "[model]\ntie = 'y'"), "model.tie"),
    (GOOD.replace("[model]", "[model]\nepsilon = 'y'"), "model.epsilon"),
    (GOOD.replace("[model]", "[model]\nfamily = 'gausian'"), "model.family"),
    (GOOD.replace("gaussian", "gausian"), "model.families.n"),
    (
        GOOD.replace('"gaussian"', "{ negative-binomial = { r = 0 } }"),
        "model.families.n.negative-binomial.r",
    ),
    (GOOD + "[models.other]\nsmoothing = 'lots'\n", "models.other.smoothing"),
    (GOOD + "[models.other]\nfamilies = { n = 'y' }\n", "models.other.families.n"),
    (
        GOOD + "[models.other]\nfamilies = { x = 'gaussian', n = 'gaussian' }\n",
        "data.table: row 1, column 'x'",
    ),
    (GOOD.replace("'u', n", "'w', n"), "query.q.x"),
    (GOOD.replace("n = 2", "n = 'many'"), "query.q.n"),
    (GOOD.replace("n = 2", "m = 2"), "query.q.m"),
    (GOOD.replace("q =", "2 ="), "query.2"),
    (GOOD.replace("{ x = 'u', n = 2 }", "3"), "query.q"),
    (GOOD + "[notation]\nstyle = 'pjj'\n", "notation.style"),
    (GOOD + "[notation]\nstyle = { prior = '{{' }\n", "notation.style.prior"),
    (GOOD + "[notation]\ndigits = 0\n", "notation.digits"),
    (GOOD + "[notation]\nlog = 3\n", "notation.log"),
    (QUIZ + "points = 'y'\n", "question[1].points"),
    (QUIZ + "policy = { figures = 0 }\n", "question[1].policy.figures"),
    (QUIZ + "form = 'y'\n", "question[1].form"),
    (QUIZ + "pionts = 1\n", "question[1].pionts"),
    (QUIZ.replace("P(a|q)", "P(c|q)"), "question[1].quantity: 'P(c|q)'"),
    (QUIZ + "[[question]]\nid = 'a'\nquantity = 'P(a)'\n", "question[2].id"),
    ("title = 'x\n", None),
]
"""Problem files, each with the place of its one fault; None where the parser of TOML says the line."""

ROWS = [
    ("x,n,k\nu,1,a\nv,2\n", "line 3"),
    ("x,n,k\nu,1,a\nv,two,b\n", None),
    ("x,x,k\nu,1,a\n", "line 1"),
    ('x,n,k\nu,1,a\n"v,2,b\n', "line 3"),
    ("x,n;k\nu,1,a\n", "line 1"),
]
"""Files of rows that a problem names; None where it is the problem that finds the fault."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command says, which is one line."""
    return commands.refused(capsys, *arguments).removeprefix("exactnb: ")


def stands_at(told: str, place: str) -> bool:
    """Say whether a message begins with a place, and goes on with no other."""
    behind = told.removeprefix(f"{place}: ")
    return behind != told and not re.match(
        r"(line|row|column|class|record|key) \S+[:,]|\w+\.\w+: ", behind
    )


@one_in(16, ("text", "place"), PROBLEMS)
@pytest.mark.parametrize("command", ["solve", "sample", "check", "derive"])
def test_a_fault_in_a_problem_file_is_told_at_its_place(
    text: str, place: str | None, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command that reads a problem says the file and the path in it, in the same words."""
    Path("p.toml").write_text(text)
    Path("a.toml").write_text("a = '1/2'\n")
    more = {
        "solve": ("p.toml",),
        "sample": ("p.toml", "--count", "1", "--seed", "1"),
        "check": ("p.toml", "a.toml"),
        "derive": ("prior-mle", "--problem", "p.toml"),
    }[command]
    told = refused(capsys, command, *more)
    assert stands_at(told, f"p.toml: {place}" if place else "p.toml"), told


@pytest.mark.parametrize(("rows", "place"), ROWS)
@pytest.mark.parametrize("ending", [".csv"])
def test_a_fault_in_a_file_of_rows_is_told_with_both_files(
    rows: str, place: str | None, ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The problem's key that names the file stands first, then the file, then the line."""
    Path("rows.csv").write_text(rows)
    Path("p.toml").write_text(FILE)
    told = refused(capsys, "solve", "p.toml")
    wanted = f"data.file: rows.csv: {place}" if place else "data.file: rows.csv: row 2, column 'n'"
    assert stands_at(told, f"p.toml: {wanted}"), told


ANSWERS = {
    "s.toml": [
        ("a = 1\nb = '1/2\n", None),
        ("a = [1]\n", "a"),
        ("[answers]\na = [1]\n", "a"),
        ("more = 1\n[answers]\na = 1\n", "more"),
        ("z = '1'\n", None),
    ],
    "s.json": [
        ('{"a": 1, "a": 2}', "a"),
        ('{"a": [1]}', "a"),
        ("[1]", None),
        ('{"answers": {"a": {}}}', "a"),
    ],
    "s.csv": [
        ("student,a\n,1\n", "line 2"),
        ("student,a,a\nAda,1,2\n", "line 1"),
        ("student,a\nAda,1\nAda,2\n", "line 3"),
        ("student;a,b\nAda,1\n", "line 1"),
        ("student,a\n", None),
    ],
    "s.tsv": [("student\ta\nAda\n", "line 2")],
}


@all_of(("name", "text", "place"), [(name, *case) for name, of in ANSWERS.items() for case in of])
def test_a_fault_in_answers_is_told_at_its_place(
    name: str, text: str, place: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file of answers, and the key or the line in it, are told; the problem is not."""
    Path("p.toml").write_text(QUIZ)
    Path(name).write_text(text)
    told = refused(capsys, "check", "p.toml", name)
    assert stands_at(told, f"{name}: {place}" if place else name), told


def test_an_answer_to_no_question_is_told_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    """What is no question is told with the quantity that was given."""
    Path("p.toml").write_text(GOOD)
    Path("s.csv").write_text("student,P(c|q)\nAda,1\n")
    assert stands_at(refused(capsys, "check", "p.toml", "s.csv"), "s.csv: answers.P(c|q): 'P(c|q)'")


CLASSIFY = {
    "t.csv": [
        ("x,n,class\nu,1,a\nv,2\n", "line 3"),
        ("x,n,class\nu,1,a\nv,two,b\n", "record 2, column 'n'"),
        ("x,x,class\nu,1,a\n", "line 1"),
        ("x,n,class\nu,1,a\nv,NA,b\n", "record 2, column 'n'"),
        ("x,n,class\nu,1,a\nv,2,\n", "record 2"),
        ("x,n,class\nu,1,a\nv,1/3,b\n", "record 2, column 'n'"),
    ],
    "t.jsonl": [
        ('{"n": 1, "class": "a"}\n{"n"\n', "line 2"),
        ('{"n": 1, "class": "a"}\n{"n": [1], "class": "b"}\n', "line 2, key 'n'"),
        ('{"n": 1, "class": "a"}\n{"n": 1, "n": 2}\n', "line 2"),
        ('{"n": 1, "class": "a"}\n{"n": NaN}\n', "line 2"),
    ],
}


@pytest.mark.parametrize(
    ("name", "text", "place"), [(name, *case) for name, of in CLASSIFY.items() for case in of]
)
def test_a_fault_in_a_record_is_told_at_its_place(
    name: str, text: str, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file and the line of a record are told, or the record and the column."""
    pytest.importorskip("scipy")
    Path(name).write_text(text)
    told = refused(capsys, "classify", "--train", name, "--leave-one-out", "--numbers", "n")
    assert stands_at(told, f"{name}: {place}"), told


OPTIONS = [
    ("solve p.toml --digits 0", "--digits"),
    ("solve p.toml --log 3", "--log"),
    ("solve p.toml --only P(c|q)", "--only: 'P(c|q)'"),
    ("solve p.toml --notation pjj", "--notation"),
    ("solve p.toml --patience 0", "--patience"),
    ("solve p.toml --label k", "--label"),
    ("solve t.csv --label y", "--label"),
    ("solve k.csv --query x=w", "--query.x"),
    ("solve k.csv --query y=w", "--query.y"),
    ("solve k.csv --query x", "--query"),
    ("solve none.toml", "none.toml"),
    ("solve none.csv", "none.csv"),
    ("solve p.toml -o p.xyz", "-o"),
    ("sample p.toml --count -1 --seed 1", "--count"),
    ("sample p.toml --count 1 --seed 1 --given c", "--given"),
    ("sample c.toml --count 1 --seed 1 --length 2", "--length"),
    ("sample p.toml --count 1 --seed 1 --model m", "--model"),
    ("check p.toml a.toml --follow-through 2", "--follow-through"),
    ("check p.toml none.toml", "none.toml"),
    ("check none.toml a.toml", "none.toml"),
    ("check p.toml a.toml --patience 0", "--patience"),
    ("derive nothing", "THEOREM"),
    ("derive prior-mle --level y", "--level"),
    ("derive --level brief", "--level"),
    ("derive prior-mle --problem none.toml", "none.toml"),
    ("new nothing", "new"),
    ("classify --train t.csv --leave-one-out --smoothing y", "--smoothing"),
    ("classify --train t.csv --leave-one-out --family bernoulli --clip 1", "--clip"),
    ("classify --train t.csv --leave-one-out --encoding utf-9", "--encoding"),
    ("classify --train t.jsonl --leave-one-out --header x", "--header"),
    ("classify --train t.csv --leave-one-out --vocabulary 5 --numbers n", "--vocabulary"),
    ("classify --train t.csv --leave-one-out --numbers n --categories n", "--categories"),
    ("classify --train none.csv --leave-one-out", "none.csv"),
    ("classify --train t.csv --test none.csv --numbers n", "none.csv"),
    ("classify --train t.csv --leave-one-out --label y --numbers n", "t.csv"),
]


@one_in(4, ("line", "place"), OPTIONS)
def test_a_fault_in_an_option_is_told_by_its_name(
    line: str, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What an option says is refused by the name of the option, of no file."""
    if line.startswith("classify"):
        pytest.importorskip("scipy")
    for name, text in (
        ("p.toml", QUIZ),
        ("a.toml", "a = '1/2'\n"),
        ("t.csv", RECORDS),
        ("t.jsonl", LINES),
        ("k.csv", "x,k\nu,a\nv,b\n"),
        ("c.toml", COUNTS.replace("x=u | 1 | 2", "x=u | 1 | 2\nx=v | 1 | 1")),
    ):
        Path(name).write_text(text)
    told = refused(capsys, *line.split())
    assert stands_at(told, place), told


LIBRARY = [
    (lambda: Table.from_rows([("1", "a"), ("2", ["b"])], ["n", "k"]), "row 2, column 'k'"),
    (lambda: Table.from_rows([("1", "a"), ("2",)], ["n", "k"]), "row 2"),
    (lambda: Table.from_rows([("1", "a")], ["n", ""]), "line 1"),
    (lambda: Table.from_rows([("1", "a")], ["n", "k"], values={"n": ["2"]}), "values.n"),
    (lambda: Table.from_rows([("1",)], ["n", "k"], at=Place.file("t.csv")), "t.csv: row 1"),
    (lambda: Table.from_csv("none.csv"), "none.csv"),
    (
        lambda: Problem(Table.from_rows([("x", "a")], ["n", "k"]), models=gaussian()),
        "data: row 1, column 'n'",
    ),
    (lambda: Problem(Table.from_rows([("x", "a")], ["n", "k"]), {"q": {"m": 1}}), "query.q.m"),
    (lambda: Problem.from_text(GOOD.replace("v 2 b", "v two b")), "data.table: row 2, column 'n'"),
    (lambda: Conventions(smoothing={"add": {"u": -1}}), "smoothing.add.u"),
    (lambda: Conventions(prior={"a": "x"}), "prior.a"),
    (lambda: family_of_choice({"negative-binomial": {"r": 0}}), "negative-binomial.r"),
    (lambda: Grader(Problem.from_text(QUIZ), follow_through=2), "follow_through"),
    (lambda: read_answers("s.txt"), "s.txt"),
]


def gaussian() -> dict[str, ModelChoice]:
    """Return models of which the one has a numeric column n."""
    return {"model": ModelChoice(families={"n": "gaussian"})}


@all_of(("ask", "place"), LIBRARY)
def test_a_fault_is_told_without_a_file_where_there_is_none(
    ask: Callable[[], object], place: str
) -> None:
    """In Python the same places are told from what was called."""
    with pytest.raises(ExactnbError) as refusal:
        ask()
    assert refusal.value.at == place
