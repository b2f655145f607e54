"""Notebooks: %%exactnb takes a problem as it is typed, everything shows itself; tried in IPython."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from types import SimpleNamespace

import notebook_shell
import pytest
from IPython.core.interactiveshell import InteractiveShell
from pages import NOTEBOOK
from thoroughness import all_of
from worked import problem_file, solved

from exactnb import Documents, Grader, Parameters, Table, check, count, derive, sample
from exactnb.core.arithmetic.integers import Ratio
from exactnb.core.arithmetic.matrices import Matrix, Vector
from exactnb.core.data.schema import Schema
from exactnb.core.shown import Shown
from exactnb.interfaces.cli.commands.notebook import solved as in_cell

pytestmark = pytest.mark.exhaustive  # with packages of the extra `dev`
TABLE = "Sky,class\nSunny,yes\nRain,no\nSunny,no\n"
FILE = """data.table = '''
a | class
1 | +
0 | -
'''
query.x = { a = 1 }
"""


@pytest.fixture(scope="module")
def shell() -> Iterator[InteractiveShell]:
    with notebook_shell.shell() as made:
        notebook_shell.run(made, "%load_ext exactnb")
        yield made


def shown(shell: InteractiveShell, line: str, cell: str) -> tuple[dict[str, str], str]:
    data, printed, complaint = notebook_shell.run(shell, f"%%exactnb {line}\n{cell}")
    assert printed == ""
    return data, complaint


def test_a_table_is_typed_with_options_on_the_line(shell: InteractiveShell) -> None:
    """A table and a query, as on the command line, are a solution that shows itself."""
    data, complaint = shown(shell, '--query "Sunny" --smoothing 1', TABLE)
    assert complaint == ""
    assert set(data) == {"text/markdown", "text/latex", "text/plain"}
    solution = in_cell('--query "Sunny" --smoothing 1', TABLE)
    assert solution["P(yes|x)"] == Fraction(2, 5)
    assert data["text/plain"] == solution.text()


def test_a_working_is_checked_in_a_cell(shell: InteractiveShell) -> None:
    """The line names the problem, the cell is the working; what it shows is that of the command."""
    line = "check worked_examples/play_tennis/play_tennis.toml"
    data, complaint = shown(shell, line, "P(Yes) = 9/14\nP(No) = 5/9\n")
    assert complaint == ""
    assert data["text/plain"].startswith("The first line that is wrong is line 2.")
    assert "   2 ✗ P(No) = 5/9\n               ^\n" in data["text/plain"]
    data, complaint = shown(shell, "check nobody.toml", "P(Yes) = 9/14\n")
    assert data == {}
    assert complaint.startswith("exactnb: nobody.toml: ")


def test_a_problem_file_is_typed(shell: InteractiveShell) -> None:
    """TOML is known by its first line; a sheet, a level and a notation are as on the command line."""
    data, _ = shown(shell, "", FILE)
    assert "P(+|x)" in data["text/plain"]
    sheet, _ = shown(shell, "--sheet --notation pi-theta", FILE)
    assert "____" in sheet["text/plain"]
    assert "π₊" in shown(shell, "--notation pi-theta", FILE)[0]["text/plain"]


@all_of(
    ("line", "cell", "said"),
    [
        ("", "a,class\n1\n", "exactnb: the cell: line 2: "),
        ("", "[query]\nx = 1\n", "exactnb: the cell: "),
        (
            "--quer x",
            TABLE,
            "exactnb solve: unrecognized arguments: --quer",
        ),
        ("--query 'x", TABLE, "exactnb: %%exactnb: the line is not whole: No closing quotation"),
        ("--to pdf", TABLE, "exactnb: --to: is for files; a cell shows what it has"),
        ("-o a.tex", TABLE, "exactnb: --output: is for files; a cell shows what it has"),
        ("--query Foggy", TABLE, "exactnb: "),
        ("--level odd", TABLE, "exactnb: --level: "),
        ("--notation odd", TABLE, "exactnb: --notation: "),
    ],
)
def test_what_cannot_be_is_one_line(shell: InteractiveShell, line: str, cell: str, said: str) -> None:
    """No traceback for any cell: what is wrong, and where."""
    data, complaint = shown(shell, line, cell)
    assert data == {}
    assert complaint.startswith(said)
    assert complaint.count("\n") == 1


def everything() -> list[object]:
    """Return one of everything that a user holds."""
    temperature = solved("note_004_temperature")
    play = solved("play_tennis")
    problem = play.problem
    report = Grader(problem, asked=["P(No)"]).grade({"P(No)": "1/2"}, "Ada")
    schema = Schema("coin", ("fair", "bent"), {"toss": ("heads", "tails")})
    cells = {("toss", "heads", "fair"): Ratio(1, 2), ("toss", "heads", "bent"): Ratio(9, 10)}
    names = [name for name in temperature if not isinstance(temperature[name], Fraction)]
    return [
        play, play.sheet(), play.answers(), play.verified, play.verified.derivation, problem,
        problem.data, count(problem.data), derive("prior-mle-two"),
        Documents.of([("+", "b d"), ("-", "a")]),
        Parameters(schema, cells=cells), report, report["P(No)"], check("1/2", "1/3"), Grader(problem),
        sample(problem, 2, 7), Vector((Fraction(1, 2),)), Matrix(((1, 2), (3, 4))),
        *(temperature[name] for name in names),
    ]  # fmt: skip


def test_everything_shows_itself(shell: InteractiveShell) -> None:
    """Markdown and text, no HTML, and nothing of how it is built."""
    for value in everything():
        kind = type(value).__name__
        assert isinstance(value, Shown), kind
        shell.user_ns["held"] = value
        data, _, complaint = notebook_shell.run(shell, "held")
        assert complaint == "", kind
        formats = {"text/markdown", "text/plain"}
        assert formats <= set(data) <= {*formats, "text/latex"}, kind
        assert value._mime_() == ("text/markdown", data["text/markdown"])
        for text in data.values():
            assert text.strip(), kind
            assert "object at 0x" not in text
            assert "=Fraction(" not in text
            assert f"{kind}(" not in text


def test_values_are_printed_as_people_write_them() -> None:
    """Roots, powers of e, logarithms, ends and decisions are formulas, not how they are stored."""
    solution = solved("note_004_temperature")
    assert str(solution["P(temp=22|Yes)"]) == "(9 × √5 × exp(−256/19945)) / √(3989π)"
    assert str(solution["log_odds(Yes:No)"]) == "log(9/5)"
    assert str(solution["argmax(x)"]) == "Yes"
    assert str(solution["region(Yes:No)"]).startswith("((381060867 − √(253635346550310 + ")
    bundle = solution["log_odds(Yes:No)"]._repr_mimebundle_()
    assert bundle["text/markdown"] == "$$\n\\log \\left(\\frac{9}{5}\\right)\n$$"
    assert str(Vector((Fraction(1, 2), Fraction(3)))) == "[0.5, 3]"


def test_text_stands_as_it_is() -> None:
    """What has no formulas is shown as it is printed, in a block in which Markdown has no signs."""
    report = Grader(solved("play_tennis").problem, asked=["P(No)"]).grade({"P(No)": "```"}, "*Ada*")
    markdown = report._repr_mimebundle_()["text/markdown"]
    assert markdown == f"````text\n{report}\n````"
    assert "*Ada*" in markdown


def test_marimo_reads_the_markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    """In marimo its own reader makes what is shown."""
    md = lambda given: SimpleNamespace(_mime_=lambda: ("text/html", f"<p>{given[:2]}"))  # noqa: E731
    monkeypatch.setitem(__import__("sys").modules, "marimo", SimpleNamespace(md=md))
    assert Table.from_rows([("1", "+")], ["a", "class"])._mime_() == ("text/html", "<p>| ")


def test_the_tutorial_runs_in_ipython(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each cell of the notebook shows what stands under it, in the shell of a notebook."""
    monkeypatch.chdir(NOTEBOOK.parents[1])
    with notebook_shell.shell() as made:
        for cell in json.loads(NOTEBOOK.read_text())["cells"]:
            if cell["cell_type"] != "code":
                continue
            data, printed, complaint = notebook_shell.run(made, "".join(cell["source"]))
            kept = {"stdout": "", "data": {}}
            for output in cell["outputs"]:
                if output["output_type"] == "stream":
                    kept["stdout"] = "".join(output["text"])
                else:
                    kept["data"] = {kind: "".join(text) for kind, text in output["data"].items()}
            assert complaint == ""
            assert printed == kept["stdout"]
            assert {kind: data[kind] for kind in kept["data"]} == kept["data"]


def test_a_file_of_the_magic_is_that_of_the_command(shell: InteractiveShell) -> None:
    """A whole problem file in a cell is solved as from its file."""
    data, _ = shown(shell, "", problem_file("play_tennis").read_text())
    assert data["text/markdown"] == solved("play_tennis").markdown()
