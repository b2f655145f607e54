"""Answers that stand in options: what is refused says which option, and what was meant."""

from __future__ import annotations

from contextlib import nullcontext as nothing
from pathlib import Path

import pytest
from answering import EXAMPLES

from exactnb.interfaces.cli import main

SOUP = (
    "mood,spoon,soup\nhappy,wooden,leek\nhappy,silver,leek\ngrumpy,silver,onion\ngrumpy,silver,leek\n"
)
REFUSED = {
    "an option of files of answers": (
        ["soup.csv", "--answer", "P(leek)=3/4", "--power"],
        "exactnb check: --power cannot be used with --answer, which holds the answers",
    ),
    "a file of answers": (
        ["soup.csv", "ans.toml", "--answer", "P(leek)=3/4"],
        "exactnb: ans.toml: cannot be used with --answer, which holds the answers",
    ),
    "a file of answers to a table": (
        ["soup.csv", "ans.toml", "--query", "happy, silver"],
        "exactnb: ans.toml: expected a whole solution (.txt, .md, .tex); "
        "--answer holds answers to a table",
    ),
    "a query of a theorem": (
        ["bernoulli-mle", "ada.md", "--query", "happy"],
        "exactnb: --query: cannot be used with a derivation",
    ),
    "no query": (
        ["soup.csv", "--answer", "P(leek|x)=0.4"],
        "exactnb: --answer: 'P(leek|x)': 'x' is no class, query, value, word or 0/1 column here; "
        "--query says what is asked",
    ),
    "answers to a theorem": (
        ["bernoulli-mle", "ans.toml"],
        "exactnb: ans.toml: expected a derivation in .md, .tex or .txt; "
        "answers are checked against a problem",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_says_which_option(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line names what does not go together, or what is missing."""
    monkeypatch.chdir(tmp_path)
    Path("soup.csv").write_text(SOUP)
    Path("ans.toml").write_text('"P(leek)" = "3/4"\n')
    arguments, message = REFUSED[name]
    with pytest.raises(SystemExit) if "exactnb check:" in message else nothing():
        assert main(["check", *arguments]) == 2
    assert capsys.readouterr().err.startswith(message)


@pytest.mark.parametrize("options", [[], ["--smoothing", "1"]])
def test_a_solution_is_checked_against_a_table(
    options: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A query and a table are a problem: 2/3 of leek is happy, and 3/5 with one added to each count."""
    monkeypatch.chdir(tmp_path)
    Path("soup.csv").write_text(SOUP)
    Path("ada.md").write_text("P(leek) = 3/4\n\nP(mood=happy|leek) = 2/3\n")
    command = ["check", "soup.csv", "--query", "happy, silver", "ada.md", *options]
    assert main(command) == (1 if options else 0)
    report = capsys.readouterr().out
    assert ("not 2/3" in report) == bool(options)
    smoothing = "[model]\nsmoothing = 1\n" if options else ""
    query = '[query]\nx = "happy, silver"\n'
    Path("soup.toml").write_text(f'[data]\nfile = "soup.csv"\n{smoothing}{query}')
    assert main(["check", "soup.toml", "ada.md"]) == (1 if options else 0)
    assert capsys.readouterr().out == report  # a problem file says the same


def test_two_equals_signs_are_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What stands behind == is the answer."""
    monkeypatch.chdir(tmp_path)
    Path("soup.csv").write_text(SOUP)
    assert main(["check", "soup.csv", "--answer", "P(leek)==3/4"]) == 0
    assert "=3/4" not in capsys.readouterr().out.replace(" ", "").replace("P(leek)=3/4", "")


@pytest.mark.exhaustive
def test_an_argument_may_stand_behind_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    """ANSWERS are the same before an option and behind it."""
    homework = EXAMPLES / "homework"
    sheet, ada = str(homework / "sheet.toml"), str(homework / "ada.toml")
    reports = []
    for command in (["check", sheet, ada, "--explain"], ["check", sheet, "--explain", ada]):
        assert main(command) == 1
        reports.append(capsys.readouterr().out)
    assert reports[0] == reports[1] != ""
