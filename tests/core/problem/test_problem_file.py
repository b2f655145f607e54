"""What a problem file means, what cannot be one, and that no damaged file is more than refused."""

import contextlib
import io
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import all_of, choose, in_both_runs, law

from exactnb import Conventions, ExactnbError, Problem, Question, solve
from exactnb.core.conventions.rules import NONE, read_rule
from exactnb.core.problem import styles
from exactnb.errors import InputError
from exactnb.interfaces.cli import main

DATA = "[data]\ntable = '''\nmood,spoon,soup\nhappy,wood,leek\nhappy,tin,leek\nsad,tin,kale\n'''\n"
QUERY = '[query]\nx = { mood = "happy" }\n'
RICH = f"""title = "Soup"
source = "a kitchen"
ask = ["P(leek|x)", "argmax(x; l)"]
{DATA}values = {{ mood = ["happy", "sad", "sour"] }}
classes = ["kale", "leek"]
[model]
families = {{ mood = "categorical" }}
smoothings = {{ mood = "1/2" }}
[models.l]
prior = {{ kale = 0.25, leek = "75%" }}
smoothing = 1
tie = "first"
{QUERY}[notation]
style = "pjk"
digits = 6
rounding = "half-even"
"""
WORDS = "[data]\ntable = '''\nid class text\na + b c\nd - c\n'''\n[model]\nfamily = 'bernoulli'\n"
SPECIALS = [*"_%&#${}~^\\<>@!?*+-/=;:()[]`'", "\\end{document}", "%s", "{0}", "$x$", "a_b^c"]
CONTROLS = ["\x00", "\x07", "\x08", "\x1b[31m", "\x7f", "\x9b31m", "\u202e", "\u2028", "\u200b", "\x85"]
PIECES = b"\" ''' [ ] { } = - | , ? 1e9 [query] true \xff".split()
damages = st.tuples(
    st.floats(0, 1), st.integers(0, 12), st.binary(max_size=8) | st.sampled_from([b"\n", *PIECES])
)


def test_numbers_are_read_as_written() -> None:
    """A decimal, a percentage and a fraction in quotes are the same exact number."""
    for number in ("0.15", '"15%"', '"3/20"', '"1.5e-1"', "1.5e-1", "0.150"):
        problem = Problem.from_text(DATA + f"[model]\nsmoothing = {number}\n")
        assert problem.models["model"].conventions.smoothing == read_rule("3/20", "")


def test_a_further_model_differs_only_in_its_keys() -> None:
    """A further model takes what it does not say from the model meant by default."""
    first, second = Problem.from_text(RICH).models.values()
    assert (first.conventions.smoothing, second.conventions.smoothing) == (NONE, read_rule(1, ""))
    assert first.conventions.smoothings == second.conventions.smoothings
    assert first.families == second.families == {"mood": "categorical"}


def test_names_are_the_same_with_and_without_quotes() -> None:
    """Whole numbers and truth values are names: 1 is "1", true is "true"."""
    table = "[data]\ntable = '''\na y\n1 true\n0 false\n'''\nclasses = [false, true]\n"
    bare, text = (solve(Problem.from_text(f"{table}[query]\nx = {{ a = {a} }}\n")) for a in (1, '"1"'))
    assert bare["P(true|x)"] == text["P(true|x)"] == 1
    assert bare.problem.schema.classes == ("false", "true")


@all_of("number", [0.5, 1.0, float("inf"), float("nan")])
def test_binary_floats_are_refused_from_python(number: float) -> None:
    """A float from Python is refused as λ, as a prior and as an observed value."""
    with pytest.raises(InputError, match=r"^smoothing: "):
        Conventions(smoothing=number)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^prior\.k: "):
        Conventions(prior={"k": number})  # type: ignore[dict-item]


@all_of(
    ("content", "message"),
    [
        (b"", "data: expected exactly one of table, file, counts, parameters; got none"),
        (b"\n\n# nothing\n", "data: expected exactly one of table, file, counts, parameters; got none"),
        (
            b"data={table='',file=''}",
            "data: expected exactly one of table, file, counts, parameters; got table and file",
        ),
        (b"\n\ntitle = '\xff'", "line 3: not UTF-8: byte 0xff"),
        (b"hello", "not valid TOML: expected '=' after a key"),
        (b"Outlook,Play\nSunny,No\n", "expected a problem file; this looks like a table, and"),
        (b"title = 'a'\ntitle = 'b'\n", "not valid TOML: cannot overwrite a value (at line 2, "),
        (b"[data]\n[data]\n", "not valid TOML: cannot declare"),
        (b"title = '\x1b'", "not valid TOML: "),
        (b"title = " + b"[" * 10**5, "not readable: nested too deeply"),
        (b"title = " + b"[" * 10**5 + b"]" * 10**5, "not readable: nested too deeply"),
        (b"title = " + b"{a=" * 10**5, "not readable: nested too deeply"),
        (b"title = " + b"9" * 10**5, "a numeral of more than 4,300 digits; at most 1,000 are read"),
        (
            DATA.encode() + b"[model]\nsmoothing = '" + b"9" * 10**5 + b"'",
            "model.smoothing: a numeral of 100000 characters; at most 1000 digits are read",
        ),
        (
            DATA.encode() + b"[model]\nsmoothing = 0." + b"9" * 10**5,
            "model.smoothing: a numeral of 100002 characters; at most 1000 digits are read",
        ),
    ],
)  # fmt: skip
def test_what_is_no_problem_file_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    """A file that is no TOML, no UTF-8, too deep or too long is refused in one readable line."""
    path = tmp_path / "p.toml"
    path.write_bytes(content)
    with pytest.raises(ExactnbError) as refusal:
        Problem.read(path)
    assert str(refusal.value).startswith(f"{path}: {message}")
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 400


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("dogh.toml", "dogh.toml: no such file (did you mean 'dough.toml'?)"),
        ("DOUGH.TOML", "DOUGH.TOML: no such file (did you mean 'dough.toml'?)"),
        ("missing/dough.toml", "missing/dough.toml: no such file"),
        ("dough.toml/x.toml", "dough.toml/x.toml: not a directory"),
        ("folder", "folder: is a folder, not a file"),
        ("folder.csv", "folder.csv: is a folder, not a file"),
    ],
)
def test_files_that_are_not_there_are_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    message: str,
) -> None:
    """A missing file is refused with the nearest neighbour, a folder as a folder."""
    monkeypatch.chdir(tmp_path)
    Path("dough.toml").write_text(DATA)
    for folder in ("folder", "folder.csv"):
        Path(folder).mkdir()
    assert main(["solve", name]) == 2
    assert capsys.readouterr() == ("", f"exactnb: {message}\n")


def test_a_data_file_lies_beside_its_problem_file(tmp_path: Path) -> None:
    """The path of a data file is relative to the problem file, and its errors name both."""
    (tmp_path / "data.csv").write_text("a,c\nx,k\ny,l\n")
    problem = tmp_path / "p.toml"
    problem.write_text('[data]\nfile = "data.csv"\n[query]\nm = { a = "x" }\n')
    assert solve(problem)["P(k|m)"] == 1
    (tmp_path / "data.csv").write_text("a,c\nx\n")
    with pytest.raises(InputError) as refusal:
        solve(problem)
    assert str(refusal.value) == (
        f"{problem}: data.file: {tmp_path / 'data.csv'}: line 2: 1 cell, the header has 2; "
        'if it is no row, say skip = "2"'
    )
    problem.write_text('[data]\nfile = "dta.csv"\n')
    with pytest.raises(InputError, match=r"data\.file: .*no such file \(did you mean 'data\.csv'\?\)"):
        solve(problem)


STYLES = styles.names()


@in_both_runs
@all_of("special", SPECIALS, apart=6)
def test_labels_may_hold_any_sign(special: str) -> None:
    """Signs that LaTeX, JSON or a template gives a meaning to are only labels here."""
    name = json.dumps(f"a{special}b")
    table = json.dumps("c{0}d\tk{0}l\nu{0}\tp{0}\nv{0}\tq{0}".replace("{0}", special))
    problem = Problem.from_text(
        f"title = {name}\nsource = {name}\n[data]\ntable = {table}\n"
        f"[query]\n{name} = {{ {json.dumps(f'c{special}d')} = {json.dumps(f'u{special}')} }}\n"
    )
    solution = solve(problem)
    assert json.loads(solution.json())["title"] == f"a{special}b"
    own = SPECIALS.index(special) % len(STYLES)
    for notation in choose(quick=STYLES[own : own + 1], exhaustive=STYLES):
        assert f"u{special}" in solution.text(notation=notation)
        body = solution.latex(fragment=True, notation=notation)
        assert "\\end{document}" not in body
        assert body.count("{") - body.count("\\{") == body.count("}") - body.count("\\}")


@pytest.mark.exhaustive
@all_of("control", CONTROLS)
def test_control_characters_of_labels_never_reach_the_terminal(control: str) -> None:
    """A label's control, bidi and invisible characters are replaced before they are printed."""
    table = json.dumps("c{0}d,k{0}l\nu{0}w,p{0}w\nv{0}w,q{0}w".replace("{0}", control))
    text = f"[data]\ntable = {table}\n[query]\n{json.dumps(f'm{control}m')} = {{}}\n"
    solution = solve(Problem.from_text(text))
    for unicode in (True, False):
        shown = solution.text(unicode=unicode)
        assert all(character.isprintable() or character == "\n" for character in shown)
    with pytest.raises(ExactnbError, match=r"^\S+ cannot be typeset by pdflatex") as refusal:
        solution.latex()
    assert str(refusal.value).isprintable()


@given(
    st.sampled_from([RICH, WORDS + '[query]\nx = "b"\n', DATA + QUERY]),
    st.lists(damages, min_size=1, max_size=4),
)
@law(40)
def test_a_damaged_file_is_solved_or_refused_in_one_line(
    text: str, damage: list[tuple[float, int, bytes]]
) -> None:
    """A problem file with spans deleted, inserted or replaced is solved or refused, never a crash."""
    content = text.encode()
    for place, length, new in damage:
        at = int(place * len(content))
        content = content[:at] + new + content[at + length :]
    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "p.toml"
        path.write_bytes(content)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["solve", str(path)])
    assert (code, bool(out.getvalue()), err.getvalue().count("\n")) in [(0, True, 0), (2, False, 1)]


@all_of(
    "keys, message",
    [
        ('features = ["size", "size", "text"]', "data.features: 'size' is listed twice"),
        ('features = ["sze", "text"]', "data.features: unknown column 'sze' (did you mean 'size'?)"),
        ('values = { sze = ["1"] }', "data.values: unknown column 'sze' (did you mean 'size'?)"),
        ('id = "class"', "data.id: 'class' is the class column"),
        ('class = "text"', "data.class: 'text' is the column of texts"),
        ('weight = "class"', "data.weight: 'class' is the class or the id"),
    ],
)
def test_columns_beside_texts_have_one_role_each(keys: str, message: str) -> None:
    """Where there are texts, a column is named once and used for one thing, as in other tables."""
    table = "[data]\ntable = '''\nclass | size | text\na | 1 | x y\nb | 2 | y z\n'''\n"
    with pytest.raises(InputError) as refusal:
        Problem.from_text(f"{table}{keys}\n")
    assert str(refusal.value) == message


def test_a_star_is_all_other_columns() -> None:
    """`"*"` in `[model.families]` is the family of the columns without one, beside `family` refused."""
    table = "data.table = '''\nh,w,k\n1,8.5,a\n2,7,a\n3.5,6,b\n4,5,b\n'''\n"
    starred = table + 'model.families = { "*" = "gaussian", w = "exponential" }'
    model = Problem.from_text(starred).model_named(None)
    named = {column: block.family.name for column, block in model.by_column.items()}
    assert named == {"h": "gaussian", "w": "exponential"}
    with pytest.raises(InputError, match=r"model\.families: all columns have a family already"):
        Problem.from_text(starred + '\nmodel.family = "poisson"')


@all_of(
    ("values", "message"),
    [
        ({"points": 0.5}, 'points: 0.5 is a binary float; write "0.5" or Fraction(1, 2)'),
        ({"points": -1}, "points: must not be negative; got -1"),
        ({"id": ""}, "id: expected text in quotes; got ''"),
        ({"quantity": None}, "quantity: expected text in quotes; got 'None'"),
    ],
)
def test_a_question_is_checked_when_it_is_made(values: dict[str, object], message: str) -> None:
    """Points are exact and not negative, and nothing goes without its name, as in a problem file."""
    with pytest.raises(InputError) as refusal:
        Question(**{"id": "a", "quantity": "P(leek)", **values})  # type: ignore[arg-type]
    assert str(refusal.value) == message


def test_questions_are_questions() -> None:
    """A text in the place of a Question is refused by its number."""
    with pytest.raises(InputError, match=r"questions\[1\]: expected a Question; got 'P\(leek\)'"):
        Problem(Problem.from_text(DATA).data, questions=["P(leek)"])  # type: ignore[list-item]
