"""`solve --level`, `--sheet` and `--answers`: what is printed, into which files, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from thoroughness import all_of, one_in
from worked import EXAMPLES

from exactnb import Grader, solve
from exactnb.interfaces.cli import main
from exactnb.teach.grading.submissions.files import read_answers

SHEET = str(EXAMPLES / "homework" / "sheet.toml")
TENNIS = str(EXAMPLES / "play_tennis" / "play_tennis.toml")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["solve", *arguments]) == 0
    return capsys.readouterr().out


@one_in(3, "level", ["brief", "standard", "full"])
def test_a_level_is_that_of_the_library(capsys: pytest.CaptureFixture[str], level: str) -> None:
    """--level prints what solve(level=...) returns."""
    assert printed(capsys, TENNIS, "--level", level) == solve(TENNIS, level=level).text()


@one_in(6, "to", ["text", "latex", "markdown", "json", "html"])
def test_a_sheet_is_printed_in_every_format(capsys: pytest.CaptureFixture[str], to: str) -> None:
    """--sheet goes with every format of a solution."""
    assert printed(capsys, SHEET, "--sheet", "--to", to) == solve(SHEET).sheet().render(to)


@pytest.mark.exhaustive
def test_a_template_is_toml_unless_it_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The ending of the file, or --to, says which kind of file or form it is."""
    template = solve(SHEET).answers()
    assert printed(capsys, SHEET, "--answers") == template.toml()
    assert printed(capsys, SHEET, "--answers", "--to", "csv") == template.csv()
    assert printed(capsys, SHEET, "--answers", "--to", "json") == template.json()
    assert printed(capsys, SHEET, "--answers", "--to", "text") == template.text()
    for name, expected in (
        ("a.toml", template.toml()),
        ("a.csv", template.csv()),
        ("a.json", template.json()),
        ("a.tex", template.latex()),
        ("a.md", template.markdown()),
    ):
        printed(capsys, SHEET, "--answers", "-o", str(tmp_path / name))
        assert (tmp_path / name).read_text(encoding="utf-8") == expected


def test_an_empty_template_is_read_and_earns_nothing(tmp_path: Path) -> None:
    """`check` takes the template as it is: no answer is there, and no question is unknown."""
    for name in ("a.toml", "a.json"):
        file = tmp_path / name
        assert main(["solve", SHEET, "--answers", "-o", str(file)]) == 0
        (sheet,) = read_answers(file)
        assert sheet.student == "a"
        assert Grader(SHEET).grade(sheet.answers).score == 0
    assert list(json.loads((tmp_path / "a.json").read_text())["answers"]) == list(sheet.answers)


@all_of(
    "arguments, said",
    [
        (["--level", "short"], "--level: expected one of brief, standard, full; got 'short'"),
        (["--sheet", "--only", "P(Yes)"], "--only: needs a solution"),
        (["--answers", "--why"], "--why: needs a solution"),
        (["--answers", "--checks"], "--checks: needs a solution"),
        (["--answers", "--level", "full"], "--level: needs a solution"),
        (["--sheet", "--log", "2"], "--log: needs a solution"),
        (["--sheet", "--chain-rule"], "--chain-rule: needs a solution"),
        (["--to", "csv"], "--to: csv needs --answers"),
        (["--sheet", "--to", "toml"], "--to: toml needs --answers"),
        (["--answers", "--fragment"], "--fragment: needs --to latex"),
        (["--sheet", "-o", "sheet.csv"], "-o: expected a name that ends in"),
    ],
)
def test_what_does_not_go_together_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    """In one line, which names the option."""
    assert main(["solve", SHEET, *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_sheet_and_its_answers_are_two_things(capsys: pytest.CaptureFixture[str]) -> None:
    """--sheet and --answers exclude each other."""
    with pytest.raises(SystemExit):
        main(["solve", SHEET, "--sheet", "--answers"])
    assert "not allowed with" in capsys.readouterr().err
