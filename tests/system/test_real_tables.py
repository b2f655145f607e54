"""Tables as programs and people write them, solved end to end: right numbers, or a line that helps."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction as F
from functools import partial
from pathlib import Path

import pytest
from commands import ran
from thoroughness import one_in
from worked import EXAMPLES

from exactnb import Problem, Solution, solve
from exactnb.core.expression.results import Decision
from exactnb.errors import InputError

IRIS = EXAMPLES / "iris" / "iris.csv"
PENGUINS = """species,island,bill_length_mm,body_mass_g,sex
Adelie,Torgersen,39.1,3750,MALE
Adelie,Torgersen,39.5,3800,FEMALE
Adelie,Torgersen,NA,NA,NA
Adelie,Biscoe,37.8,3400,FEMALE
Chinstrap,Dream,46.5,3500,FEMALE
Chinstrap,Dream,50,3900,MALE
Chinstrap,Dream,51.3,3650,MALE
Gentoo,Biscoe,46.1,4500,FEMALE
Gentoo,Biscoe,48.7,4450,NA
"""
TITANIC = """PassengerId,Survived,Pclass,Name,Sex,Age,Fare,Cabin
1,0,3,"Braund, Mr. Owen Harris",male,22,7.25,
2,1,1,"Cumings, Mrs. John (Florence ""Flo"" Thayer)",female,38,71.2833,C85
3,1,3,"Heikkinen, Miss. Laina",female,26,7.925,
4,1,1,"Futrelle, Mrs. Jacques (Lily May)",female,35,53.1,C123
5,0,3,"Allen, Mr. William Henry",male,35,8.05,
6,0,3,"Moran, Mr. James",male,,8.4583,
7,0,1,"McCarthy, Mr. Timothy J",male,54,51.8625,E46
"""
EXPORT = (
    '\N{BYTE ORDER MARK}Sorte;Länge (cm, ruhend);"Breite\n(cm)";Farbe;Notiz\r\n'
    'Roggen;3,9;1,25;"hell; gelb";"sagt ""ja"""\r\n'
    "Roggen;4,1;1,50;dunkel;\r\n"
    "Weizen;5,2;2;dunkel;x\r\n"
    'Weizen;6,0;1,75;"hell; gelb";x\r\n'
    ";;;;\r\n"
)
OF_PENGUINS = """[data]
file = "penguins.csv"
class = "species"
missing = ["", "NA"]
[model]
families = { bill_length_mm = "gaussian", body_mass_g = "gaussian" }
smoothings = { island = 1 }
[query]
x = { bill_length_mm = 45, island = "Dream", sex = "MALE" }
"""
OF_TITANIC = """ask = ["argmax(x)", "P(Survived=1|x)", "accuracy_left_out"]
[data]
file = "titanic.csv"
class = "Survived"
id = "PassengerId"
features = ["Pclass", "Sex", "Age"]
[model]
families = { Pclass = "categorical", Age = "gaussian" }
smoothing = 1
[query]
x = { Sex = "female", Age = 30, Pclass = 3 }
"""
OF_EXPORT = """[data]
file = "export.csv"
class = "Sorte"
features = ["Länge (cm, ruhend)", "Breite (cm)", "Farbe"]
decimal = ","
[model]
families = { "Länge (cm, ruhend)" = "gaussian", "Breite (cm)" = "exponential" }
[query]
x = { "Länge (cm, ruhend)" = 4.5, Farbe = "dunkel" }
"""
FILES = {"penguins": OF_PENGUINS, "titanic": OF_TITANIC, "export": OF_EXPORT}

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command beside the tables."""
    monkeypatch.chdir(tmp_path)
    for name, content in (("penguins", PENGUINS), ("titanic", TITANIC), ("export", EXPORT)):
        Path(f"{name}.csv").write_bytes(content.encode())
        Path(f"{name}.toml").write_text(FILES[name])
    return partial(ran, capsys)


def solved(tmp_path: Path, name: str, content: str) -> Solution:
    (tmp_path / f"{name}.csv").write_bytes(content.encode())
    (tmp_path / f"{name}.toml").write_text(FILES[name])
    return solve(Problem.read(tmp_path / f"{name}.toml"))


@one_in(12, "name", FILES)
@pytest.mark.parametrize("form", ["text", "latex", "markdown", "json"])
def test_real_tables_are_solved_in_every_format(run: Run, name: str, form: str) -> None:
    """Each problem file over a real table prints a whole solution, and notes missing cells alone."""
    code, out, err = run("solve", f"{name}.toml", "--to", form)
    assert code == 0
    assert all(re.search(" (is|are) missing: only ", line) for line in err.splitlines())
    assert err.count("\n") == (name in ("titanic", "penguins"))
    if form == "json":
        assert json.loads(out)["decisions"]


def test_penguins_have_the_numbers_of_their_rows(tmp_path: Path) -> None:
    """A mark such as NA is skipped for its column only; 45 mm from Dream is a Chinstrap."""
    solution = solved(tmp_path, "penguins", PENGUINS)
    assert solution["P(Adelie)"] == F(4, 9)
    assert solution["mean(bill_length_mm|Adelie)"] == F("116.4") / 3
    assert solution["P(island=Dream|Chinstrap)"] == F(3 + 1, 3 + 3)
    assert solution["P(sex=MALE|Gentoo)"] == 0
    assert solution["argmax(x)"] == Decision(("Chinstrap",))


@pytest.mark.exhaustive
def test_passengers_without_an_age_count_elsewhere(tmp_path: Path) -> None:
    """Names with commas and doubled quotes are one cell, and an empty age is no number."""
    solution = solved(tmp_path, "titanic", TITANIC)
    assert solution["P(Survived=0)"] == F(4, 7)
    assert solution["mean(Age|Survived=0)"] == F(22 + 35 + 54, 3)
    assert solution["P(Sex=female|Survived=0)"] == F(0 + 1, 4 + 2)
    assert solution["P(Pclass=3|Survived=1)"] == F(1 + 1, 3 + 2)
    assert solution["argmax(x)"] == Decision(("1",))


def test_a_spreadsheet_with_decimal_commas_is_read_as_it_says(tmp_path: Path) -> None:
    """Semicolons, a byte order mark, CR LF, quotes and commas: 3,9 is 39/10, and names are names."""
    solution = solved(tmp_path, "export", EXPORT)
    length = '"Länge (cm, ruhend)"'
    assert solution[f"mean({length}|Roggen)"] == 4
    assert solution[f"variance({length}|Weizen)"] == F(16, 100)
    assert solution['rate("Breite (cm)"|Roggen)'] == 2 / F("2.75")
    assert solution['P("Farbe"="hell; gelb"|Weizen)'] == F(1, 2)
    assert solution["argmax(x)"] == Decision(("Weizen",))


@pytest.mark.exhaustive
def test_iris_is_solved_from_its_table(tmp_path: Path) -> None:
    """Gaussian naive Bayes decides 144 of the 150 flowers rightly, as textbooks say."""
    path = tmp_path / "iris.toml"
    text = '[data]\nfile = "iris.csv"\nclass = "species"\n[model]\nfamily = "gaussian"\n'
    path.write_text('ask = ["accuracy"]\n' + text)
    (tmp_path / "iris.csv").write_bytes(IRIS.read_bytes())
    assert solve(Problem.read(path))["accuracy"] == F(144, 150)


REFUSED = {
    "solve penguins.csv": "column 'bill_length_mm' holds numbers (39.1); say how it is distributed, "
    'for example --family "bill_length_mm=gaussian"',
    "solve titanic.csv": "row 1, column 'Cabin': a row without a class; --label names the column of "
    'the class; if its cells are merged, say --fill-down "Cabin"; if it is asked for, say ',
    "solve titanic.csv --label Survived": "column 'PassengerId' holds whole numbers that are all "
    'different (1, 2, ...); is it an id? say --id "PassengerId"; or how it is distributed, such as ',
    "solve titanic.csv --label Survived --id PassengerId": "column 'Pclass' holds few whole numbers "
    '(1, 3); say --family "Pclass=categorical" if they are names or grades, or how they are',
    "solve export.csv": "row 2, column 'Notiz': a row without a class; --label names another column",
    "solve export.csv --label Sorte": "column 'Länge (cm, ruhend)' holds numbers with commas (3,9); "
    'say how they are read: --decimal "," and --family "Länge (cm, ruhend)=gaussian"; or as names, '
    '--family "Länge (cm, ruhend)=categorical"',
    "classify --train export.csv --label Sorte --leave-one-out": "column 'Länge (cm, ruhend)' holds "
    "numbers (3,9); say which columns are numbers, or categories",
}


@pytest.mark.parametrize("command", REFUSED)
def test_a_table_by_itself_says_what_is_to_be_said(run: Run, command: str) -> None:
    """What a table leaves open is refused in one line with the file, the column and what to do."""
    code, out, err = run(*command.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"exactnb: {command.split()[2 if 'classify' in command else 1]}: ")
    assert REFUSED[command] in err


CHANGED = {
    'missing = ["", "NA"]': "data.file: penguins.csv: row 3, column 'bill_length_mm': "
    'gaussian needs a number; got \'NA\'; missing = ["?", "NA"] takes it for a missing cell',
    'decimal = ","': "data.file: export.csv: row 1, column 'Länge (cm, ruhend)': "
    "gaussian needs a number; got '3,9'; say decimal = \",\" in data if that is a decimal comma",
    'class = "Sorte"': "data.file: export.csv: row 2, column 'Notiz': a row without a class",
}


@pytest.mark.parametrize("line", CHANGED)
def test_a_key_that_is_left_out_is_asked_for(run: Run, line: str) -> None:
    """Without a key that the table needs, the message names the key."""
    name = next(name for name, content in FILES.items() if line in content)
    Path(f"{name}.toml").write_text(FILES[name].replace(line, ""))
    code, out, err = run("solve", f"{name}.toml")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"exactnb: {name}.toml: {CHANGED[line]}")


POINTS = """[data]
decimal = ","
weight = "n"
table = '''
x;n;text;class
COMMA;0,5;1,5 kg 2.5;A
2;1;2,5;B
3;1;1.5;B
'''
[model]
families = { x = "gaussian" }
"""


def test_decimal_commas_are_read_everywhere_but_in_texts(tmp_path: Path) -> None:
    """Weights and numbers have points then; a text keeps its commas, and a point is refused."""
    path = tmp_path / "p.toml"
    path.write_text(POINTS.replace("COMMA", "12,5%"))
    one, other, last = Problem.read(path).cases()
    assert (one.cells["x"], one.weight) == ("12.5%", F(1, 2))
    assert set(one.words) == {"1,5", "kg", "2.5"}
    assert (set(other.words), set(last.words)) == ({"2,5"}, {"1.5"})
    for cell in ("1.234", "1.234,5"):
        path.write_text(POINTS.replace("COMMA", cell))
        with pytest.raises(InputError) as refusal:
            Problem.read(path)
        told = f"data.table: row 1, column 'x': a point in '{cell}', beside decimal = \",\""
        way = f'say strip = ".", or write none between thousands: {cell.replace(".", "")}'
        way += "; write 1,234 if its point is the sign of decimals" * ("," not in cell)
        assert str(refusal.value) == f"{path}: {told}; {way}"
    path.write_text(POINTS.replace('decimal = ","', 'decimal = ";"'))
    with pytest.raises(InputError, match=r"data\.decimal: expected one of \., ,; got ';'"):
        Problem.read(path)


@pytest.mark.parametrize("cell", ["3,9", "1,234", "1,234.5", "-0,5", "2,5e3"])
def test_numbers_with_commas_are_no_names_by_themselves(tmp_path: Path, cell: str) -> None:
    """Whatever a comma means in a number, a column of such is not taken for categories unasked."""
    path = tmp_path / "p.toml"
    text = f"[data]\ntable = '''\nx;class\n{cell};A\n{cell};B\n'''\n"
    path.write_text(text)
    with pytest.raises(InputError, match=r"holds numbers with (commas|separators) \(.*\); (say|write)"):
        Problem.read(path)
    path.write_text(text + '[model]\nfamilies = { x = "categorical" }\n')
    assert Problem.read(path).schema.columns["x"] == (cell,)


EXPOSED = """[data]
exposure = { flaws = "metres" }
features = FEATURES
table = '''
flaws metres extra loom
1     2      a     A
3     1      b     B
0     2      a     A
4     2      b     B
'''
[model]
families = { flaws = "poisson" }
[query]
x = { flaws = 2, metres = 2 }
"""


def test_features_need_not_list_an_exposure(tmp_path: Path) -> None:
    """The column behind a count is there if the count is, and named in no list of features."""
    path = tmp_path / "p.toml"
    found = []
    for features in ('["flaws"]', '["flaws", "metres"]'):
        path.write_text(EXPOSED.replace("FEATURES", features))
        problem = Problem.read(path)
        assert tuple(problem.schema.columns) == ("flaws", "metres")
        found.append(solve(problem).text())
    assert found[0] == found[1]
    assert solve(Problem.read(path))["rate(flaws|B)"] == F(3 + 4, 1 + 2)
