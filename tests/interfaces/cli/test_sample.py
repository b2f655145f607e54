"""`exactnb sample`: CSV from a seed, its options, and refusals that write nothing."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import commands
import pytest
from thoroughness import all_of

from exactnb import Problem, Table, sample, solve
from exactnb.core.data.files import Files
from exactnb.interfaces.cli import main

SOUP = """[data]
table = '''
mood    spoon   soup
happy   wooden  leek
happy   silver  leek
grumpy  silver  onion
grumpy  silver  leek
'''
[model]
[models.smooth]
smoothing = 1
"""
TEXTS = """[data]
table = '''
class | text
+ | a b b
+ | b
- | a a
'''
[model]
family = "dirichlet-multinomial"
smoothing = 1
"""
ODD = """[data]
table = '''
=a,class
@x\u202e,+
'''
"""
NAMES = '"what, is it","say ""no"""\n"a, b","+"\nc,"-"\n'

Drawn = Callable[..., str]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with two problem files, which is the one that commands run in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "soup.toml").write_text(SOUP)
    (tmp_path / "texts.toml").write_text(TEXTS)
    return tmp_path


@pytest.fixture
def drawn(files: Path, capsys: pytest.CaptureFixture[str]) -> Drawn:
    """Return a function that draws, and gives what is printed once nothing was complained about."""

    def run(*arguments: str) -> str:
        assert main(["sample", *arguments]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return run


@pytest.fixture
def refused(files: Path, capsys: pytest.CaptureFixture[str]) -> Drawn:
    """Return a function that draws in vain, and gives the message, once it is one line."""
    return partial(commands.refused, capsys, "sample")


def test_rows_are_printed_as_csv(drawn: Drawn) -> None:
    """Seed 1 prints a header and three rows, the class last, each line ended by one newline."""
    expected = "mood,spoon,soup\ngrumpy,silver,leek\nhappy,silver,leek\nhappy,silver,leek\n"
    assert drawn("soup.toml", "--count", "3", "--seed", "1") == expected


def test_the_command_draws_what_the_library_draws(drawn: Drawn) -> None:
    """For every option, the rows are those of `sample` with the same arguments."""
    problem = Problem.read(Path("soup.toml"))
    for arguments, options in (
        ([], {}),
        (["--given", "onion"], {"given": "onion"}),
        (["--model", "smooth"], {"model": "smooth"}),
        (["--model", "smooth", "--given", "leek"], {"model": "smooth", "given": "leek"}),
    ):
        out = drawn("soup.toml", "--count", "25", "--seed", "s p", *arguments)
        found = sample(problem, 25, "s p", **options)  # type: ignore[arg-type]
        assert list(csv.reader(io.StringIO(out))) == [list(row) for row in (found.header, *found.rows)]


def test_no_cell_is_a_formula_unless_raw(drawn: Drawn) -> None:
    """Labels that a spreadsheet or a terminal would obey are shown; `--raw` gives them as they are."""
    Path("odd.toml").write_text(ODD, encoding="utf-8")
    safe = list(csv.reader(io.StringIO(drawn("odd.toml", "--count", "2", "--seed", "1"))))
    raw = list(csv.reader(io.StringIO(drawn("odd.toml", "--count", "2", "--seed", "1", "--raw"))))
    assert safe == [["'=a", "class"], *[["'@x\N{REPLACEMENT CHARACTER}", "+"]] * 2]
    assert raw == [["=a", "class"], *[["@x\u202e", "+"]] * 2]


def test_raw_rows_are_read_back(drawn: Drawn) -> None:
    """What was drawn raw is a table with the same columns and values."""
    Path("odd.toml").write_text(ODD, encoding="utf-8")
    Path("drawn.csv").write_text(drawn("odd.toml", "--count", "2", "--seed", "1", "--raw"))
    table = Table.from_csv("drawn.csv", label="class")
    assert [row.cells for row in table.rows] == [("@x\u202e",)] * 2


def test_the_same_seed_prints_the_same_and_another_does_not(drawn: Drawn) -> None:
    """Twice seed 5 is the same text, and seed 6 is another one."""
    first = drawn("soup.toml", "--count", "20", "--seed", "5")
    assert drawn("soup.toml", "--count", "20", "--seed", "5") == first
    assert drawn("soup.toml", "--count", "20", "--seed", "6") != first


@pytest.mark.exhaustive
def test_the_order_of_hashes_does_not_matter(files: Path) -> None:
    """Two processes with other hash seeds print the same bytes."""
    command = [sys.executable, "-m", "exactnb", "sample", "texts.toml"]
    options = ["--count", "9", "--seed", "7", "--length", "4"]
    root = str(Path(__file__).parents[3])
    found = {
        subprocess.run(
            [*command, *options], capture_output=True, check=True, cwd=files,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": root},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(found) == 1


def test_texts_have_the_length_that_is_asked(drawn: Drawn) -> None:
    """Every text has four words of the vocabulary, or none with a length of 0."""
    out = drawn("texts.toml", "--count", "12", "--seed", "1", "--length", "4")
    header, *rows = csv.reader(io.StringIO(out))
    assert header == ["text", "class"]
    assert all(len(text.split()) == 4 and set(text.split()) <= {"a", "b"} for text, _ in rows)
    empty = drawn("texts.toml", "--count", "5", "--seed", "1", "--length", "0")
    assert set(empty.splitlines()[1:]) == {",+", ",-"}


def test_a_sample_can_be_solved(drawn: Drawn, files: Path) -> None:
    """What is drawn is written to a file, and read as the table of another problem."""
    assert drawn("soup.toml", "--count", "40", "--seed", "2", "-o", "out.csv") == ""
    text = (files / "out.csv").read_bytes()
    assert text.decode() == drawn("soup.toml", "--count", "40", "--seed", "2")
    again = Problem.from_text('[data]\nfile = "out.csv"\n', Files(files))
    assert solve(again)["count()"] == 40


def test_no_rows_are_a_header(drawn: Drawn) -> None:
    """A count of 0 prints the header alone."""
    assert drawn("soup.toml", "--count", "0", "--seed", "1") == "mood,spoon,soup\n"


def test_names_with_commas_and_quotes_come_back(drawn: Drawn, files: Path) -> None:
    """Labels are put in quotes where CSV needs them, so that a reader finds them again."""
    (files / "names.csv").write_text(NAMES)
    (files / "names.toml").write_text('[data]\nfile = "names.csv"\n')
    problem = Problem.read(Path("names.toml"))
    rows = list(csv.reader(io.StringIO(drawn("names.toml", "--count", "9", "--seed", "1"))))
    assert tuple(rows[0]) == (*problem.schema.columns, problem.schema.class_variable)
    assert rows[0] == ["what, is it", 'say "no"']
    assert {row[0] for row in rows[1:]} <= {"a, b", "c"}
    assert {row[1] for row in rows[1:]} == set(problem.schema.classes)


@all_of(
    "arguments, message",
    [
        (["soup.toml", "--given", "lek"], "--given: unknown class 'lek' (did you mean 'leek'?)"),
        (["soup.toml", "--model", "smoth"], "--model: unknown model 'smoth' (did you mean 'smooth'?)"),
        (["soup.toml", "--length", "3"], "--length: needs texts"),
        (["texts.toml"], "--length: a text needs its length, in words"),
        (["texts.toml", "--length", "-1"], "--length: expected a whole number; got '-1'"),
        (["soup.toml", "-o", ""], "-o: expected a file name"),
    ],
)
def test_a_wrong_option_is_refused_by_its_name(
    refused: Drawn, arguments: list[str], message: str
) -> None:
    """The message is one line that begins with the option, and no file is made."""
    assert refused(*arguments, "--count", "3", "--seed", "1") == f"exactnb: {message}"
    if "-o" not in arguments:
        with_file = refused(*arguments, "--count", "3", "--seed", "1", "-o", "out.csv")
        assert with_file == f"exactnb: {message}"


def test_a_wrong_count_is_refused(refused: Drawn) -> None:
    """A count below 0, or too large, names its option; one that is no number is a wrong argument."""
    assert refused("soup.toml", "--seed", "1", "--count", "-1").endswith(
        "--count: expected a whole number; got '-1'"
    )
    many = refused("soup.toml", "--seed", "1", "--count", "5000000")
    assert many.startswith("exactnb: soup.toml: a sample of 5,000,000: takes ")
    assert "invalid int value: '2.5'" in refused("soup.toml", "--seed", "1", "--count", "2.5")


def test_count_and_seed_are_needed_once(refused: Drawn) -> None:
    """Without a seed or a count nothing is drawn, and neither is said twice."""
    assert "--seed" in refused("soup.toml", "--count", "1")
    assert "--count" in refused("soup.toml", "--seed", "1")
    twice = refused("soup.toml", "--count", "1", "--seed", "1", "--seed", "2")
    assert twice == "exactnb sample: argument --seed: given twice (see exactnb sample --help)"


def test_what_is_wrong_in_the_file_is_said_with_its_name(refused: Drawn, files: Path) -> None:
    """A class without estimates, a wrong key and a missing file name the file."""
    more = 'classes = ["leek", "onion", "kale"]\n[model]\nprior = "uniform"\n'
    (files / "kale.toml").write_text(SOUP.replace("[model]\n", more))
    arguments = ("--count", "1", "--seed", "1", "--given", "kale")
    assert refused("kale.toml", *arguments) == (
        "exactnb: kale.toml: a probability of column 'mood' is undefined, so that nothing can be drawn"
    )
    (files / "bad.toml").write_text("titel = 1\n" + SOUP)
    message = "exactnb: bad.toml: titel: unknown key (did you mean 'title'?)"
    assert refused("bad.toml", "--count", "1", "--seed", "1") == message
    assert refused("none.toml", "--count", "1", "--seed", "1").startswith("exactnb: none.toml: ")
