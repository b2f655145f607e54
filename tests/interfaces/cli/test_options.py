"""Arguments, output files, and `exactnb new`."""

import json
from pathlib import Path

import pytest
from commands import refused
from thoroughness import all_of, choose, in_both_runs, one_in

from exactnb.core import families
from exactnb.interfaces.cli import main
from exactnb.interfaces.cli.commands.new import kinds, problem_file

DIGITS = "exactnb: --digits: expected a whole number from 1 to 1,000; got "

PROBLEM = """[data]
table = '''
mood    spoon   soup
happy   wooden  leek
happy   silver  leek
grumpy  silver  onion
grumpy  silver  leek
'''
[query]
x = { mood = "grumpy", spoon = "wooden" }
"""
QUESTIONS = {
    "rank(x)": "1", "accuracy": "3/4", "accuracy_left_out": "1/4", "free_parameters": "5",
    "bayes_error": "1/6", "vocabulary": "0", "tokens(leek)": "0", "independent(mood,spoon)": "false",
    "independent_in_data(mood=happy,spoon=wooden|leek)": "false",
}  # fmt: skip


@pytest.fixture
def problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write a problem file that can be solved into an empty folder, and work there."""
    monkeypatch.chdir(tmp_path)
    Path("p.toml").write_text(PROBLEM)
    return "p.toml"


OTHER_NAMES = {
    "--format": "--to", "--alpha": "--smoothing", "--class": "--label", "--target": "--label",
    "--sep": "--delimiter", "--na_values": "--missing", "--ddof": "--divisor",
}  # fmt: skip
"""What scikit-learn, pandas and others call options of ours."""


@all_of(
    ("option", "message"),
    [
        (["--digits", "0"], DIGITS + "'0'"),
        (["--digits", "-1"], DIGITS + "'-1'"),
        (
            ["--digits", str(10**6)],
            DIGITS + "'1000000'",
        ),
        (["--digits", "abc"], "exactnb solve: argument --digits: invalid int value: 'abc'"),
        (["--to", "docx"], "exactnb solve: argument --to: invalid choice: 'docx' (choose from"),
        (["--notation", "nonsense"], "exactnb: --notation: expected one of "),
        (["--fragment"], "exactnb: --fragment: needs --to latex"),
        (["--fragment", "--to", "json"], "exactnb: --fragment: needs --to latex"),
        (["--bogus"], "exactnb solve: unrecognized arguments: --bogus"),
        (
            ["--onl", "P(leek)"],
            "exactnb solve: unrecognized arguments: --onl P(leek) (did you mean '--only'?)",
        ),
        *(
            ([other, "x"], f"exactnb solve: unrecognized arguments: {other} x (did you mean '{ours}'?)")
            for other, ours in OTHER_NAMES.items()
        ),
        (["--only"], "exactnb solve: argument --only: expected one argument"),
        (
            ["--missing", "-,none"],
            "exactnb solve: argument --missing: expected one argument; a value that begins with - is "
            "written --missing=-,none (see ",
        ),
    ],
)
def test_bad_options_are_refused(
    problem: str, capsys: pytest.CaptureFixture[str], option: list[str], message: str
) -> None:
    """An option that cannot be is refused in one line that says what can."""
    assert refused(capsys, "solve", problem, *option).startswith(message)


@pytest.mark.parametrize("given", ["pi-thta", "Pi-Theta", "pitheta"])
def test_a_notation_is_suggested(problem: str, capsys: pytest.CaptureFixture[str], given: str) -> None:
    """The near match of a notation that does not exist is offered."""
    message = refused(capsys, "solve", problem, "--notation", given)
    assert message.endswith(f"; got {given!r} (did you mean 'pi-theta'?)")


def test_digits_can_be_many(problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A thousand significant digits are shown when they are asked for."""
    assert main(["solve", problem, "--only", "log(P(onion))", "--digits", "1000"]) == 0
    digits = capsys.readouterr().out.rpartition("−")[2].replace("1.", "1").split()
    assert len("".join(digits)) == 1000


@all_of(
    ("name", "message"),
    [
        ("nonsense", "'nonsense': unknown quantity 'nonsense'"),
        ("", "'': expected a quantity such as P(...) at the end"),
        ("P(leek", "'P(leek': expected ')' at the end"),
        ("P()", "'P()': P is of classes, cells, words or queries, as in P(A|B); got nothing"),
        ("P(leek|y)", "'P(leek|y)': 'y' is no class, query, value, word or 0/1 column here"),
        (
            "P(leak|x)",
            "'leak' is no class, query, value, word or 0/1 column here (did you mean 'leek'?)",
        ),
        ("P(leek|x; laplace)", "unknown model 'laplace'"),
        ("P(leek,onion)", "'soup' occurs twice"),
        ("odds(leek:leek)", "a pair needs two different classes"),
        ("log(" * 30 + "P(leek)" + ")" * 30, "more than 20 functions around a quantity"),
        ("P(" + "a" * 3000 + ")", "a quantity of 3003 characters; at most 2000 are read"),
    ],
)
def test_unreadable_quantities_are_refused(
    problem: str, capsys: pytest.CaptureFixture[str], name: str, message: str
) -> None:
    """A quantity that cannot be read, or that is not there, is refused with the reason."""
    assert message in refused(capsys, "solve", problem, f"--only={name}")


@one_in(6, ("name", "worth"), QUESTIONS.items())
def test_questions_around_a_model_are_answered(
    problem: str, capsys: pytest.CaptureFixture[str], name: str, worth: str
) -> None:
    """Rank, accuracy, free parameters, Bayes error and independence are worked out and printed."""
    assert main(["solve", problem, "--only", name]) == 0
    assert f" = {worth}" in capsys.readouterr().out.split("Asked")[1]
    assert main(["solve", problem, "--only", name, "--to", "json"]) == 0
    entry = json.loads(capsys.readouterr().out)["quantities"][name]
    assert entry["exact"] in (worth, worth == "true")


@pytest.mark.parametrize("name", ["weight(leek:onion|mood)", "bias(leek:onion)"])
def test_a_weight_is_of_a_binary_column(
    problem: str, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """The linear form of a model with a column that is not 0/1 is refused, and the column named."""
    message = f"exactnb: --only: {name}: column mood is not 0/1, so the log-odds are not linear in it"
    assert refused(capsys, "solve", problem, "--only", name) == message


@pytest.mark.parametrize("to", ["text", "latex", "json"])
def test_a_failing_run_leaves_the_output_file_alone(
    problem: str, capsys: pytest.CaptureFixture[str], to: str
) -> None:
    """An output file is untouched, and no other file appears, if a problem cannot be solved."""
    Path(problem).write_text(PROBLEM + "y = { mood = 'sad' }\n")
    Path("out").write_bytes(b"precious")
    assert "query.y.mood" in refused(capsys, "solve", problem, "--to", to, "-o", "out")
    assert Path("out").read_bytes() == b"precious"
    assert sorted(path.name for path in Path().iterdir()) == ["out", "p.toml"]


def test_what_pdflatex_cannot_set_leaves_the_output_file_alone(
    problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """An output file is untouched if the renderer refuses a sign."""
    Path(problem).write_text('title = "\N{GRINNING FACE}"\n' + PROBLEM)
    Path("out.tex").write_bytes(b"precious")
    message = refused(capsys, "solve", problem, "-o", "out.tex")
    assert "cannot be typeset by pdflatex" in message
    assert Path("out.tex").read_bytes() == b"precious"


@pytest.mark.parametrize("output", ["missing/out.txt", ".", "p.toml/out.txt"])
def test_output_needs_a_place(problem: str, capsys: pytest.CaptureFixture[str], output: str) -> None:
    """Output into a folder that is not there, or onto a folder, is refused and writes nothing."""
    assert refused(capsys, "solve", problem, "-o", output).startswith(f"exactnb: {output}: ")
    assert [path.name for path in Path().iterdir()] == ["p.toml"]


@pytest.mark.parametrize("command", [["new"], ["derive"], ["solve", "p.toml"]])
@pytest.mark.parametrize("output", ["circle", "a\0b", "\ud800", "q" * 300])
def test_output_needs_a_name_that_files_have(
    problem: str, capsys: pytest.CaptureFixture[str], command: list[str], output: str
) -> None:
    """Links in a circle, a NUL, half a character, more than a name may have: one line, and no file."""
    Path("circle").symlink_to("circle")
    message = refused(capsys, *command, "-o", output)
    assert message.startswith("exactnb: ")
    assert message.endswith(
        ": file name too long" if output[0] == "q" else " is not the name of a file"
    )
    assert sorted(path.name for path in Path().iterdir()) == ["circle", "p.toml"]


@pytest.mark.parametrize(
    ("output", "start"), [("a.tex", "\\documentclass"), ("a.json", "{"), ("a.txt", "C")]
)
def test_the_ending_says_what_is_written(
    problem: str, capsys: pytest.CaptureFixture[str], output: str, start: str
) -> None:
    """An output file takes its form from its ending, and is replaced as a whole."""
    Path(output).write_text("old " * 100_000)
    assert main(["solve", problem, "-o", output]) == 0
    assert Path(output).read_text(encoding="utf-8").startswith(start)
    assert capsys.readouterr() == ("", "")
    assert sorted(path.name for path in Path().iterdir()) == [output, "p.toml"]


@in_both_runs
@one_in(6, "kind", kinds())
def test_a_new_problem_file_solves_as_it_stands(
    problem: str, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    """What `new` prints is a problem file, and the same as what it writes."""
    assert main(["new", kind]) == 0
    printed = capsys.readouterr().out
    assert main(["new", kind, "-o", "new.toml"]) == 0
    assert Path("new.toml").read_text(encoding="utf-8") == printed
    for to in choose(quick=("json",), exhaustive=("text", "latex", "json")):
        assert main(["solve", "new.toml", "--to", to]) == 0
        out, err = capsys.readouterr()
        assert (bool(out), err) == (True, "")
    assert json.loads(out)["schema"] == "exactnb.solution/1"


def test_a_new_file_is_headed_by_the_numbers_that_stand_in_it() -> None:
    """A family with a number of its own is headed by the one that the file below chooses."""
    text = problem_file("negative-binomial")
    assert text.startswith("# Negative binomial (r = 3): ")
    assert "{ r = 3 }" in text


@pytest.mark.parametrize("output", ["p.toml", "."])
def test_new_never_overwrites(problem: str, capsys: pytest.CaptureFixture[str], output: str) -> None:
    """A file that is there already is left as it is."""
    message = refused(capsys, "new", "-o", output)
    assert message == f"exactnb: {output}: is there already; nothing was written"
    assert Path(problem).read_text() == PROBLEM


@pytest.mark.parametrize(("kind", "match"), [("bernouli", "bernoulli"), ("Categorical", "categorical")])
def test_an_unknown_kind_is_refused(capsys: pytest.CaptureFixture[str], kind: str, match: str) -> None:
    """A kind of problem file that does not exist is refused with the nearest that does."""
    message = refused(capsys, "new", kind)
    assert message.startswith("exactnb: new: expected one of bernoulli, categorical, counts, ")
    assert message.endswith(f"; got {kind!r} (did you mean {match!r}?)")


def test_every_family_has_a_file_to_start_from(capsys: pytest.CaptureFixture[str]) -> None:
    """What `new --list` shows are all families, by name and title, and counts and parameters alone."""
    assert main(["new", "--list"]) == 0
    rows = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    known = {own.name: own.title for own in families.every_family()}
    assert rows == known | {"counts": "from counts alone", "parameters": "from parameters alone"}


def test_an_unknown_ending_is_refused(
    problem: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A file that ends in what is not written needs --to; nothing is written."""
    output = tmp_path / "solution.doc"
    message = refused(capsys, "solve", problem, "-o", str(output))
    assert "expected a name that ends in .html, .json, .tex, .md, .pdf, .txt, .typ, or --to" in message
    assert not output.exists()
    assert main(["solve", problem, "-o", str(output), "--to", "text"]) == 0
