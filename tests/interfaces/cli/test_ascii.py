"""`--ascii` and `--engine`: options of the commands that print text, and what is typeset."""

from __future__ import annotations

from pathlib import Path

import pytest
from thoroughness import all_of, one_in

from exactnb.interfaces.cli import main

EXAMPLES = Path(__file__).parents[3] / "worked_examples"
SPAM = str(EXAMPLES / "spam_or_ham/spam_or_ham.toml")
HOMEWORK = EXAMPLES / "homework"
TRAIN = "text,class\nwin cash now,spam\nlunch at noon,ham\ncash prize,spam\nnoon walk,ham\n"


@pytest.fixture
def train(tmp_path: Path) -> str:
    """Write labelled texts."""
    (tmp_path / "train.csv").write_text(TRAIN)
    return str(tmp_path / "train.csv")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command prints."""
    main(list(arguments))
    return capsys.readouterr().out


def commands(train: str) -> dict[str, list[str]]:
    """Return a run of every command that prints text."""
    answers = HOMEWORK / "ada.toml"
    problem = HOMEWORK / "sheet.toml"
    return {
        "solve": ["solve", SPAM],
        "sheet": ["solve", SPAM, "--sheet"],
        "derive": ["derive", "prior-mle-two"],
        "list": ["derive"],
        "check": ["check", str(problem), str(answers)],
        "classify": ["classify", "--train", train, "--leave-one-out"],
        "explain": ["classify", "--train", train, "--leave-one-out", "--explain", "2"],
    }


@one_in(3, "name", ["solve", "sheet", "derive", "list", "check", "classify", "explain"])
def test_text_is_ascii_where_asked_for(
    name: str, train: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal that takes every sign, --ascii leaves none but ASCII."""
    out = printed(capsys, *commands(train)[name], "--ascii")
    assert out.isascii()
    assert out.strip()


def test_a_file_is_ascii_too(tmp_path: Path) -> None:
    """What is written to a file has the signs of any, unless it is asked for in ASCII."""
    plain, ascii_only = tmp_path / "a.txt", tmp_path / "b.txt"
    assert main(["solve", SPAM, "-o", str(plain)]) == main(
        ["solve", SPAM, "--ascii", "-o", str(ascii_only)]
    )
    assert "≈" in plain.read_text()
    assert "~" in ascii_only.read_text()
    assert ascii_only.read_text().isascii()


@all_of(
    "arguments, message",
    [
        (["solve", SPAM, "--ascii", "--to", "latex"], "--ascii: needs --to text"),
        (["check", SPAM, "a.csv", "--ascii", "--to", "json"], "--ascii: needs --to text"),
        (["solve", SPAM, "--engine", "lualatex"], "--engine: needs --to latex"),
        (["derive", "--engine", "lualatex"], "--engine: needs the name of a theorem"),
        (["solve", SPAM, "--engine", "xelatex"], "invalid choice: 'xelatex'"),
    ],
)
def test_options_go_with_their_formats(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """An option that says nothing of a format is refused beside it, in one line."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(str(stop.code))
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_the_engine_is_that_of_the_article(capsys: pytest.CaptureFixture[str]) -> None:
    """LaTeX is for pdflatex, or with fontspec for lualatex."""
    usual = printed(capsys, "solve", SPAM, "--to", "latex")
    assert printed(capsys, "solve", SPAM, "--to", "latex", "--engine", "pdflatex") == usual
    other = printed(capsys, "solve", SPAM, "--to", "latex", "--engine", "lualatex")
    assert "fontspec" in other
    assert "fontspec" not in usual
