"""The families that textbooks list, stated in a file: every door has the same estimate of them.

How to read: `test_every_door_has_the_same_estimate` goes through the doors for one family.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from families_by_formula import ROWS, Row
from rows_as_problems import problem_text
from thoroughness import one_in

from exactnb import Problem, explore, sample, solve
from exactnb.core.arithmetic.rounding import Rounding, rounded
from exactnb.core.expression.spell import spell
from exactnb.core.families.declared.ranges import range_text
from exactnb.core.problem.styles import names as styles
from exactnb.errors import ExactnbError
from exactnb.explain.rendering import formats
from exactnb.interfaces.cli import main
from exactnb.teach.exporting.systems import names as systems

GOLDEN = Path(__file__).parents[1] / "explain" / "proving" / "by_formula"
NOT_DRAWN = {
    "erlang", "inverse-erlang", "gaussian-mean", "gaussian-variance", "log-normal", "maxwell-energy",
    "laplace", "maxwell", "half-normal", "lindley",
}  # fmt: skip
"""Densities whose antiderivatives are no powers and no exponential functions of something."""


def printed(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    """Return what a command prints; it ends with a code, and no error where that is 0."""
    assert main(list(map(str, arguments))) == code
    captured = capsys.readouterr()
    assert code or not captured.err
    return captured.out


def derived_from(row: Row, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Derive a family from its formula as it is typed: the theorem is the one of the derivation."""
    stated, kind = row.specification, "density" if row.specification.is_density else "mass"
    letters = [("--parameter", own) for own in stated.parameters.items()]
    letters += [("--constant", own) for own in stated.constants.items()]
    ranges = [text for option, (own, within) in letters for text in (option, range_text(within, own))]
    formula = (f"--{kind}", spell(stated.formula), "--support", range_text(stated.support, "x"))
    printed(capsys, "derive", *formula, *ranges, "-o", file)
    assert file.read_text("utf-8") == (GOLDEN / f"{stated.name}.txt").read_text("utf-8")


def drawn(file: Path, name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Draw a variant, whose key is the estimate of its own rows, and whose check knows its slips."""
    printed(capsys, "variants", file, "--count", 1, "-o", folder)
    variant = folder / "variant-1.toml"
    rows = list(csv.DictReader((folder / "key.csv").read_text("utf-8").splitlines()))
    key = {line["leads to it"]: line["decimal"] for line in rows}
    worth = solve(Problem.read(variant), only=[name])[name]
    assert key.pop("right") == str(rounded(worth, Rounding(figures=6)))
    assert key
    for slip, decimal in key.items():
        report = printed(capsys, "check", variant, "--answer", f"{name}={decimal}", code=1)
        assert slip.split()[0] in report


@one_in(27, "number", range(len(ROWS)), ids=[row.specification.name for row in ROWS], exhaustive=2)
def test_every_door_has_the_same_estimate(
    number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Solved, asked for alone, as JSON, checked, audited, drawn from and derived, it is one number.

    The doors that take long, such as an export, are tried on some of the families each.
    """
    row = ROWS[number]
    file, (letter,) = tmp_path / "own.toml", row.specification.parameters
    text, name = problem_text(row), f"{letter}(c|a)"
    file.write_text(text)
    problem = Problem.read(file)
    worth = solve(problem, only=[name])[name]
    decimal = str(rounded(worth, Rounding(figures=5)))
    shown = json.loads(printed(capsys, "solve", file, "--to", "json", "--only", name))
    assert decimal[:4].rstrip("0").rstrip(".") in json.dumps(shown)
    assert "right" in printed(capsys, "check", file, "--answer", f"{name}={decimal}")
    assert "wrong" in printed(capsys, "check", file, "--answer", f"{name}=17/3", code=1)
    claims = tmp_path / "printed.toml"
    claims.write_text(f'{text.partition("[[question]]")[0]}[printed]\n"{name}" = "{decimal}"\n')
    assert "1 number in print: 1" in printed(capsys, "audit", claims)
    if row.specification.name in NOT_DRAWN:
        with pytest.raises(ExactnbError, match="no antiderivative of the density of own is found"):
            sample(problem, 1, 1)
    else:
        assert len(sample(problem, 2, 1).rows) == 2
    derived_from(row, tmp_path / "derived.txt", capsys)
    door = number % 4
    if door == 0:
        printed(capsys, "export", file, "--to", systems()[number // 4], "-o", tmp_path / "exported")
    elif door == 1:
        solution = explore(problem)
        assert solution["argmax(x)"] == solve(problem, only=["argmax(x)"])["argmax(x)"]
    else:
        if door == 3:
            drawn(file, name, tmp_path / "drawn", capsys)
        solution = solve(problem)
        assert solution[name] == worth
        assert solution.verified.readings.read_once == ()  # type: ignore[attr-defined]
        assert solution._repr_mimebundle_()
        if door == 2:
            printed(capsys, "solve", file, "--notation", styles()[number % len(styles())], "--why")
        for to in formats.names():
            assert to == "pdf" or solution.render(to)
