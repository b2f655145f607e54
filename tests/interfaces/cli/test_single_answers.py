"""Answers that stand in options: what is refused says which option, and what was meant."""

from __future__ import annotations

from contextlib import nullcontext as nothing
from pathlib import Path

import pytest

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
        "exactnb check: ans.toml cannot be used with --answer, which holds the answers",
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


def test_two_equals_signs_are_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What stands behind == is the answer."""
    monkeypatch.chdir(tmp_path)
    Path("soup.csv").write_text(SOUP)
    assert main(["check", "soup.csv", "--answer", "P(leek)==3/4"]) == 0
    assert "=3/4" not in capsys.readouterr().out.replace(" ", "").replace("P(leek)=3/4", "")
