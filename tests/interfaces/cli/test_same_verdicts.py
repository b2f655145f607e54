"""The doors to one judge agree: `exactnb check`, Python, the notebook and the tool of `exactnb mcp`.

How to read: `DERIVATIONS` and `WORKINGS` are the registries of examples; `agree` compares the doors.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from thoroughness import all_of, choose, in_both_runs

from exactnb import verify_working
from exactnb.core.families.declared.family import Family
from exactnb.errors import ExactnbError
from exactnb.grading import verify_derivation
from exactnb.interfaces.cli import main
from exactnb.interfaces.cli.commands.mcp import check_working
from exactnb.interfaces.cli.commands.notebook import checked
from exactnb.teach.grading.working.report import as_object
from exactnb.teach.grading.working.working import Working

ROOT = Path(__file__).parents[3]
EXAMPLES, GRADING = ROOT / "worked_examples", ROOT / "tests" / "teach" / "grading"
INDEPENDENT = GRADING / "independent_derivations"
DERIVATIONS: list[tuple[str, Path]] = [
    ("bernoulli-mle", EXAMPLES / "checked_derivations" / "ada.tex"),
    ("bernoulli-map", EXAMPLES / "checked_derivations" / "ben.md"),
    ("poisson-mle", EXAMPLES / "checked_derivations" / "chloe.txt"),
    *(
        (file.stem.split(".")[1], file)
        for file in sorted((GRADING / "derivations" / "right").iterdir())
    ),
    *(
        (truth["theorem"], INDEPENDENT / truth["file"])
        for truth in json.loads((INDEPENDENT / "truth.json").read_text()).values()
    ),
]
"""Every derivation that is kept, right and wrong, with the theorem that it is of."""

SHEET = EXAMPLES / "whole_solutions" / "solution.toml"
DERIVED = EXAMPLES / "derivation_question" / "homework.toml"
FAMILY = {"density": "theta x^(theta-1)", "support": "0 < x < 1"}
PARAMETER = "theta > 0"


def workings() -> list[str]:
    """Return whole solutions of the play-tennis problem."""
    with (EXAMPLES / "whole_solutions" / "class.csv").open() as table:
        cells = [row["solution"] for row in csv.DictReader(table)]
    return [*cells, *(file.read_text() for file in sorted((EXAMPLES / "workings").glob("*.md")))]


def agree(
    working: Working,
    file: Path,
    capsys: pytest.CaptureFixture[str],
    *source: str,
    **arguments: Any,
) -> None:
    """Compare a verified working with the verdicts of `check` and of the tool."""
    expected = json.loads(json.dumps(as_object(working)))
    code = main(["check", *source, str(file), "--to", "json"])
    printed = capsys.readouterr()
    assert (json.loads(printed.out), printed.err) == ({"schema": "exactnb.working/1", **expected}, "")
    assert code == (0 if working.is_right else 1)
    text = file.read_bytes().decode()
    assert json.loads(check_working(text, **arguments)) == {"schema": "exactnb.working/1", **expected}


@in_both_runs
def test_every_derivation_has_one_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    """Verdicts, lines, slips and messages are the same by every door, the notebook's too."""
    wrong = 0
    for theorem, file in choose(quick=DERIVATIONS[:1], exhaustive=DERIVATIONS[::19]):
        text = file.read_bytes().decode()
        working = verify_derivation(theorem, text)
        agree(working, file, capsys, theorem, theorem=theorem)
        assert as_object(checked(theorem, text).working) == as_object(working)
        assert all(line.hint for line in working.lines if line.is_to_blame), file
        wrong += working.first_wrong is not None
    assert wrong > choose(quick=0, exhaustive=2)


@in_both_runs
def test_every_working_has_one_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = workings()
    for number, text in enumerate(texts[:: choose(quick=16, exhaustive=2)]):
        file = tmp_path / f"{number}.txt"
        file.write_text(text)
        problem = SHEET.read_text()
        working = verify_working(SHEET, text)
        agree(working, file, capsys, str(SHEET), problem=problem)
        assert as_object(checked(str(SHEET), text).working) == as_object(working)


@pytest.mark.parametrize("sign", ["-", ""], ids=["right", "wrong"])
def test_a_stated_density_has_one_verdict(
    sign: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stated by options, as a Family, or as an argument of the tool."""
    text = f"n/theta + sum_i log x_i = 0\ntheta = {sign}n / sum_i log x_i"
    file = tmp_path / "bo.txt"
    file.write_text(text)
    family = Family.of(**FAMILY, parameters={"theta": PARAMETER})
    stated = ["--parameter", PARAMETER, *(f"--{key}={value}" for key, value in FAMILY.items())]
    argument = {**FAMILY, "parameters": {"theta": PARAMETER}}
    working = verify_derivation(family, text)
    agree(working, file, capsys, *stated, family=argument)
    assert working.first_wrong == (None if sign else 2)


@pytest.mark.exhaustive
def test_the_only_question_of_a_sheet_has_one_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sheet that asks for a derivation alone: its points are the same by every door."""
    sheet, file = tmp_path / "sheet.toml", EXAMPLES / "checked_derivations" / "ada.tex"
    text = DERIVED.read_text()
    sheet.write_text(text[: text.rindex("[[question]]")])
    problem = sheet.read_text()
    working = verify_working(sheet, file.read_text())
    agree(working, file, capsys, str(sheet), problem=problem)
    assert (working.earned, working.points, working.first_wrong) == (3, 6, 3)


@all_of(
    "arguments, message",
    [
        ({}, "expected exactly one of problem, theorem and family"),
        ({"theorem": "bernoulli-mle", "problem": "x"}, "expected exactly one of problem, theorem"),
        ({"theorem": "bernouli-mle"}, "theorem: expected one of .*did you mean 'bernoulli-mle'"),
        ({"family": {"densty": "x"}}, "family.densty: unknown key .did you mean 'density'"),
        ({"family": {"density": "(" * 250_000}}, "family.density: at most 200,000 characters"),
        ({"family": {"density": "(" * 9_000, **{k: FAMILY[k] for k in ("support",)}}}, "family: needs"),
        (
            {"family": {"probabilities": {"a": "q", "b": "1-q"}, "parameters": {"q": "0 < q < 1"}}},
            "derivations about a table of outcomes are not judged",
        ),
        ({"problem": "[data]\nfile = '/etc/passwd'"}, "no file is read here"),
    ],
)  # fmt: skip
def test_the_tool_refuses_in_a_line(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ExactnbError, match=message) as error:
        check_working("p = k/n", **arguments)
    assert "\n" not in str(error.value)
