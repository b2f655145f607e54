"""Workings with a planted slip: their truth, recomputed by plain fractions and by the judge."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from thoroughness import all_of, choose, in_both_runs

from exactnb import Problem, verify_working
from exactnb.core.problem.toml import read_problem_toml
from exactnb.interfaces.cli import main
from exactnb.teach.misconceptions import misconceptions
from exactnb.teach.slips.planting import ARITHMETIC, STORIES, planted_workings

KEPT = Path("worked_examples/slips/slips.jsonl")


def worth(formula: str) -> Fraction:
    """Return the value of a formula of whole numbers, by Python's own arithmetic."""
    assert re.fullmatch(r"[\d+*/^() -]+", formula), formula
    numbers = re.sub(r"(?<!\^)\b\d+", lambda number: f"Fraction({number[0]})", formula)
    return eval(numbers.replace("^", "**"))


def numbers_of(line: str) -> list[Fraction]:
    """Return the values of the sides of a line that hold numbers alone; its decimal is left out."""
    _, *sides = line.partition(" ≈ ")[0].split(" = ")
    return [worth(side) for side in sides if "P(" not in side and not side.isalpha()]


@in_both_runs
def test_the_judge_finds_each_slip_at_its_line_and_none_in_the_right_working() -> None:
    """The first wrong line is the planted one; in the right working every claim is right."""
    for record in planted_workings(choose(quick=1, exhaustive=8), "judged"):
        problem = Problem.from_document(read_problem_toml(record["problem"]))
        right = verify_working(problem, "\n".join(record["right"]))
        assert [line.verdict for line in right.lines] == ["right"] * len(record["right"]), record
        working = verify_working(problem, "\n".join(record["working"]))
        assert working.first_wrong == record["line"], record


@in_both_runs
def test_lines_are_worth_what_plain_fractions_say() -> None:
    """All sides of a line are equal, but in the line of a slip of arithmetic."""
    for record in planted_workings(choose(quick=3, exhaustive=30), "fractions"):
        slip = record["line"] - 1
        assert record["working"][:slip] == record["right"][:slip]
        assert record["working"][slip] != record["right"][slip]
        for number, line in enumerate(record["working"]):
            is_planted = number == slip and record["slip"] in ARITHMETIC
            assert (len(set(numbers_of(line))) > 1) == is_planted, line
        for line in record["right"]:
            assert len(set(numbers_of(line))) <= 1, line
        of = dict(line.split(" = ", 1) for line in record["right"])
        for name, answer in record["answer"].items():
            assert answer in (of[name], *re.split(" = | ≈ ", of[name]))


@pytest.mark.exhaustive
def test_records_depend_on_their_seed_and_number_alone() -> None:
    """More records begin with the same ones, and another seed leads to others."""
    assert list(planted_workings(3, "s"))[:2] == list(planted_workings(2, "s"))
    assert next(planted_workings(1, "s"))["working"] != next(planted_workings(1, "t"))["working"]


def test_names_are_those_of_the_registry_or_of_arithmetic() -> None:
    """Every kept slip has a name that is known, and no arithmetic slip is called a misconception."""
    known = {*misconceptions(), *ARITHMETIC}
    records = [json.loads(line) for line in KEPT.read_text(encoding="utf-8").splitlines()]
    assert len(records) == 200
    assert {record["slip"] for record in records} <= known
    assert not ARITHMETIC.keys() & misconceptions().keys()
    assert len({record["slip"] for record in records}) > 40
    titles = {read_problem_toml(record["problem"])["title"] for record in records}
    assert titles == {story.title for story in STORIES}


@in_both_runs
def test_the_kept_records_are_made_anew(tmp_path: Path) -> None:
    """`exactnb slips` with the seed of the data card writes the kept file."""
    count = choose(quick=3, exhaustive=30)
    made = tmp_path / "made.jsonl"
    assert main(["slips", "--count", f"{count}", "--seed", "1", "-o", f"{made}"]) == 0
    kept = KEPT.read_text(encoding="utf-8").splitlines()
    assert made.read_text(encoding="utf-8").splitlines() == kept[:count]


def test_records_go_to_the_screen_as_json_lines(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Without a file the lines are printed; a seed that is no text is escaped in them."""
    assert main(["slips", "--count", "1", "--seed", "\udc80"]) == 0
    (line,) = capfdbinary.readouterr().out.splitlines()
    assert json.loads(line)["id"] == "\udc80:1"


@all_of("count", ["0", "-1", "100001"])
def test_a_count_out_of_range_is_refused(count: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The refusal is one line with the range, and nothing is printed."""
    assert main(["slips", f"--count={count}"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        f"exactnb: --count: expected a whole number from 1 to 100,000; got '{count}'\n"
    )
