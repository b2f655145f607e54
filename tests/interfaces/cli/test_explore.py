"""`exactnb explore` reads what `exactnb solve` reads: problem files, tables, what is piped in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from exactnb.interfaces.cli import main

TABLE = """mood,spoon,soup
happy,wooden,leek
happy,silver,leek
grumpy,silver,onion
grumpy,silver,leek
"""
PROBLEM = f"""[data]
table = '''
{TABLE}'''
[query.x]
mood = "grumpy"
spoon = "silver"
"""
ASKED = ("--query", "grumpy, silver")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("soup.csv").write_text(TABLE)
    Path("soup.toml").write_text(PROBLEM)


def test_a_table_is_explored_as_the_problem_file_that_holds_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Both print the same below the title, which a table has from its name."""
    assert main(["explore", "soup.toml"]) == 0
    of_file = capsys.readouterr().out
    assert main(["explore", "soup.csv", *ASKED]) == 0
    assert capsys.readouterr().out == f"soup\n{of_file}"
    assert "single edits that flip it" in of_file


@pytest.mark.exhaustive
def test_a_table_may_be_piped_in(capsys: pytest.CaptureFixture[str]) -> None:
    """What is piped in has no name, and so no title; options of tables hold for it."""
    asked = [*ASKED, "--smoothing", "1", "--to", "markdown"]
    command = [sys.executable, "-m", "exactnb", "explore", "-", *asked]
    done = subprocess.run(command, input=TABLE.encode(), capture_output=True, check=True)
    assert main(["explore", "soup.csv", *asked]) == 0
    of_file = capsys.readouterr().out
    assert "λ = 1" in of_file
    assert of_file == f"# soup\n\n{done.stdout.decode()}"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("soup.toml", "--smoothing", "1"), "--smoothing: needs a table"),
        (("soup.csv",), "soup.csv: there is no query to explore"),
        (("soup.csv", "--query", "grumpy, sliver"), "did you mean 'silver'?"),
        (("soup.csv", "y", *ASKED), "'y'"),
        (("none.csv",), "no such file"),
    ],
)
def test_refusals_are_one_line(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Options and cells that cannot be are refused as `exactnb solve` refuses them."""
    assert main(["explore", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert told in err
