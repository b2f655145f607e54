"""Derivations with a planted slip: the judge finds it at its line, and the others stand."""

from __future__ import annotations

import json
import re

import pytest
from thoroughness import choose

from exactnb.grading import verify_derivation
from exactnb.interfaces.cli import main
from exactnb.teach.grading.derivations.slips import SLIPS
from exactnb.teach.slips.derivations import TASKS, planted_derivations


@pytest.mark.exhaustive
def test_the_judge_finds_each_slip_at_its_line_and_none_in_the_right_derivation() -> None:
    """Every claim of the right derivation is right; with the slip, no line before it is blamed."""
    for record in planted_derivations(choose(quick=2, exhaustive=10), "judged"):
        right = verify_derivation(record["theorem"], "\n".join(record["right"]))
        assert {line.verdict for line in right.lines} == {"right"}, record
        working = verify_derivation(record["theorem"], "\n".join(record["working"]))
        assert working.first_wrong == record["line"], record


def test_a_record_differs_from_the_right_derivation_in_one_line() -> None:
    for record in planted_derivations(200, "lines"):
        pairs = zip(record["working"], record["right"], strict=True)
        differing = [at for at, (wrong, right) in enumerate(pairs, start=1) if wrong != right]
        assert differing == [record["line"]]
        assert SLIPS[record["slip"]][0] == record["description"]
        assert not re.search(r"@|\[\[|\]\]", json.dumps(record))


def test_records_depend_on_their_seed_and_number_alone() -> None:
    assert list(planted_derivations(3, "s"))[:2] == list(planted_derivations(2, "s"))
    assert next(planted_derivations(1, "s")) != next(planted_derivations(1, "t"))


def test_every_derivation_and_letter_is_drawn() -> None:
    """Of each task, with each sign of each letter."""
    drawn = ["\n".join(record["right"]) for record in planted_derivations(400, 1)]
    for task in TASKS:
        for signs in task.letters.values():
            assert all(any(sign in text for text in drawn) for sign in signs)
    theorems = {record["theorem"] for record in planted_derivations(400, 1)}
    assert theorems == {task.theorem for task in TASKS}


def test_the_option_writes_them(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["slips", "--derivations", "--count", "2", "--seed", "7"]) == 0
    lines = capfdbinary.readouterr().out.splitlines()
    assert [json.loads(line) for line in lines] == list(planted_derivations(2, 7))
