"""The autograder folder: what Gradescope runs, on a machine laid out as it lays it out."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from thoroughness import one_in

FOLDER = Path(__file__).parents[3] / "worked_examples" / "gradescope"
RIGHT = 'p_b = "4/6"\njoint_spam = 0.111\njoint_ham = "2/27"\nposterior = "60 %"\ndecision = "+"\n'


def run(root: Path, submitted: str | bytes | None, program: str = "") -> dict[str, Any]:
    """Return the results of a submission; None stands for one without the file.

    `program` is a shell script that takes the place of exactnb.
    """
    (root / "source").mkdir()
    (root / "submission").mkdir()
    shutil.copy(FOLDER / "problem.toml", root / "source")
    if submitted is not None:
        data = submitted.encode() if isinstance(submitted, str) else submitted
        (root / "submission" / "answers.toml").write_bytes(data)
    command = root / "exactnb"
    command.write_text("#!/bin/sh\n" + (program or f'exec "{sys.executable}" -m exactnb "$@"\n'))
    command.chmod(0o755 if program != "not there" else 0o644)
    environment = {**os.environ, "AUTOGRADER": str(root), "EXACTNB": str(command)}
    subprocess.run([FOLDER / "run_autograder"], env=environment, check=True, cwd=FOLDER.parent.parent)
    found: dict[str, Any] = json.loads((root / "results" / "results.json").read_text())
    return found


def test_right_answers_earn_all_points(tmp_path: Path) -> None:
    """A fraction as counted, decimals, a percentage and a class are all right: 6 of 6 points."""
    results = run(tmp_path, RIGHT)
    assert results["score"] == 6
    assert [test["status"] for test in results["tests"]] == ["passed"] * 5
    assert [test["max_score"] for test in results["tests"]] == [1, 1, 1, 2, 1]


def test_a_wrong_answer_gets_a_hint_and_the_instructor_its_derivation(tmp_path: Path) -> None:
    """The joint 1/9 given for the posterior 3/5: a hint without the answer, and the mistake by name."""
    results = run(tmp_path, RIGHT.replace("60 %", "1/9"))
    test = results["tests"][3]
    assert (results["score"], test["status"], test["score"]) == (4, "failed", 0)
    assert test["output"] == (
        "Read as 1/9. Not right. This may be it: Do your answers for all classes add up to 1?"
    )
    assert test["extra_data"]["mistakes"] == ["joint-for-posterior"]
    assert "= 1/9 ≈ 0.1111" in test["extra_data"]["instructor"]


@pytest.mark.exhaustive
def test_what_has_two_readings_is_asked_again(tmp_path: Path) -> None:
    """0,6 is 0.6 or the list 0, 6: the test has neither a score nor a status."""
    results = run(tmp_path, RIGHT.replace("60 %", "0,6"))
    test = results["tests"][3]
    assert "score" not in test
    assert "status" not in test
    assert "0.6 or [0, 6]" in test["output"]
    assert "type again" in results["output"]


@pytest.mark.exhaustive
def test_the_empty_form_earns_nothing(tmp_path: Path) -> None:
    """What students get to fill in is a submission that can be read, with no answer in it."""
    results = run(tmp_path, (FOLDER / "answers.toml").read_text())
    assert results["score"] == 0
    assert {test["output"] for test in results["tests"]} == {"No answer."}


@one_in(
    4,
    ("submitted", "said"),
    [
        (None, "answers.toml: no such file"),
        ('p_b = "4/6', "answers.toml: not valid TOML"),
        (b"p_b = '\xff'", "answers.toml: line 1: not UTF-8"),
        ('p_c = "1"', "answers.toml: unknown question 'p_c' (did you mean 'p_b'?)"),
        ('"a\\"b" = "1"', "unknown question"),
    ],
)
def test_what_cannot_be_graded_is_told(
    tmp_path: Path, submitted: str | bytes | None, said: str
) -> None:
    """A submission that cannot be read has results too: no points, and the one line that says why."""
    results = run(tmp_path, submitted)
    assert results["score"] == 0
    assert results["output"].startswith("Not graded: ")
    assert said in results["output"]


@one_in(
    3,
    ("program", "said"),
    [
        ("echo \"exactnb: internal fault: KeyError: 'x'\" >&2\nexit 70\n", "70): exactnb: internal"),
        ("kill -9 $$\n", "exit code 137): it said nothing"),
        ("exit 0\n", "exit code 0): it said nothing"),
        ("exit 1\n", "exit code 1): it said nothing"),
        ("exit 3\n", "exit code 3"),
        ("printf 'a\\tb\\n\\033[31m \\\\ \"c\"\\n' >&2\nexit 4\n", 'a b  [31m \\ "c"'),
        (': >"$7"\nexit 0\n', "exit code 0"),
        ("not there", "exit code 126"),
    ],
)
def test_a_run_that_fails_is_ungraded_and_says_so(tmp_path: Path, program: str, said: str) -> None:
    """Whatever the program ends with, and whatever it says, the results are JSON that tell it."""
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "results.json").write_text('{"score": 6}')  # of an earlier run
    results = run(tmp_path, RIGHT, program)
    assert results["score"] == 0
    assert results["output"].startswith("Not graded: ")
    assert said in results["output"]


@pytest.mark.exhaustive
def test_an_answer_that_cannot_be_graded_waits_for_a_human(tmp_path: Path) -> None:
    """What was not read has no derivation and no secret: instructors find it in a list, with why."""
    results = run(tmp_path, RIGHT.replace("60 %", "1e-30"))
    (found,) = results["extra_data"]["to_look_at"]
    assert (found["question"], found["raw"]) == ("posterior", "1e-30")
    assert "slip in typing" in found["why"]
    assert "typing" not in results["output"] + results["tests"][3]["output"]


def test_the_scripts_are_commands() -> None:
    """Both scripts are marked as programs, and the shell accepts them."""
    for name in ("setup.sh", "run_autograder"):
        assert os.access(FOLDER / name, os.X_OK)
        subprocess.run(["bash", "-n", FOLDER / name], check=True)
