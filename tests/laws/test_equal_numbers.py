"""A variance of 0: every command says the same of it, and how to add to it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from thoroughness import one_in

from exactnb import Problem, solve
from exactnb.interfaces.cli import main

ROWS = "x,y,c\n1,1,a\n1,2,a\n2,5,b\n3,5,b\n4,5,b\n"
EQUAL = (
    "all numbers of “x” are the same in class “a”: their variance is 0; add to it, "
    "leave out the column or the class, or make it a category"
)
OTHER = EQUAL.replace("“x”", "“y”").replace("“a”", "“b”")


@one_in(
    3,
    "command",
    ["solve t.csv --query x=1", "explore t.csv --query x=1", "classify --train t.csv --leave-one-out"],
)
def test_commands_say_the_same_of_a_variance_of_zero(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`solve` and `explore` note each column and class; `classify` has the same words."""
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text(ROWS, encoding="utf-8")
    code = main([*command.split(), "--numbers", "x,y"])
    printed = " ".join("".join(capsys.readouterr()).split())
    assert EQUAL in printed
    assert (OTHER in printed, code) == ((False, 2) if "classify" in command else (True, 0))
    assert main([*command.split(), "--numbers", "x,y", "--var-smoothing", "1e-9"]) == 0
    assert "variance is 0" not in "".join(capsys.readouterr())


def test_an_epsilon_is_the_same_by_keyword_file_and_option(tmp_path: Path) -> None:
    """`epsilon=`, `model.epsilon` and `--var-smoothing` give one solution."""
    frame = {"x": [1, 1, 2, 3], "c": ["a", "a", "b", "b"]}
    families, epsilon = {"x": "gaussian"}, {"relative": "1/4"}
    problem = Problem(frame, query="x=1", families=families, epsilon=epsilon)
    spread = Fraction(11, 16) / 4
    assert solve(problem)["variance(x|a)"] == spread
    assert problem.doubts == ()
    assert solve(Problem(frame, query="x=1", families=families)).problem.doubts == (EQUAL,)
    table = "x,c\n1,a\n1,a\n2,b\n3,b\n"
    (tmp_path / "t.csv").write_text(table, encoding="utf-8")
    (tmp_path / "p.toml").write_text(
        '[data]\nfile = "t.csv"\n[model]\nepsilon = { relative = "1/4" }\n'
        '[model.families]\nx = "gaussian"\n'
    )
    assert solve(Problem.read(tmp_path / "p.toml"))["variance(x|a)"] == spread
    options = ["--numbers", "x", "--var-smoothing", "1/4", "--only", "variance(x|a)", "-o"]
    assert main(["solve", str(tmp_path / "t.csv"), *options, str(tmp_path / "o.json")]) == 0
    assert f'"{spread}"' in (tmp_path / "o.json").read_text(encoding="utf-8")
