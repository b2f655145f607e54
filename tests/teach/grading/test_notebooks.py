"""Answers in notebooks: which variables they are in, and how much of a notebook is read."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from thoroughness import all_of

from exactnb import Grader, Problem
from exactnb.errors import InputError
from exactnb.interfaces.cli import main
from exactnb.teach.exporting import export
from exactnb.teach.grading.submissions.files import read_answers, read_notebook
from exactnb.teach.grading.submissions.program_names import answers_by_variable

TEMPLATE = """\
title = 'Week 1'
data.table = '''
a b class
0 1 up
1 1 up
1 0 up
1 1 up
0 0 low
1 0 low
'''
query.x = { a = 1, b = 1 }
[[question]]
id = 'the prior'
quantity = 'P(up)'
[[question]]
id = 'json'
quantity = 'P(up,x)'
[[question]]
id = 'decision'
quantity = 'argmax(x)'
"""
ANSWERS = {"the_prior": "4/6", "json_": "3/8", "decision": "up"}


def notebook(*codes: str, **more: Any) -> str:
    cells = [{"cell_type": "code", "metadata": {}, "source": code} for code in codes]
    return json.dumps({"cells": cells, **more})


def setting(answers: Mapping[str, str]) -> str:
    return "\n".join(f"{name} = {text!r}" for name, text in answers.items())


@pytest.fixture
def problem(tmp_path: Path) -> Path:
    file = tmp_path / "week.toml"
    file.write_text(TEMPLATE)
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "in"
    made.mkdir()
    return made


def students(problem: Path, answers: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Return the points of each student, and what is said of those that could not be read."""
    main(["check", str(problem), str(answers), "--to", "json"])
    out, err = capsys.readouterr()
    assert err == ""
    document = json.loads(out)
    found = {each["student"]: each["score"] for each in document["students"]}
    return found | {each["student"]: each["remark"] for each in document["remarks"]}


def test_a_plain_problem_reads_what_notebooks_answer(
    problem: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The key that was exported has all points, a student what the answers earn, other code a word."""
    files = export(problem, to="nbgrader")
    (key,) = (content for name, content in files.items() if name.endswith(".ipynb"))
    (folder / "key.ipynb").write_bytes(key)
    (folder / "ada.ipynb").write_text(notebook(setting(ANSWERS)))
    (folder / "bo.ipynb").write_text(notebook(setting({**ANSWERS, "json_": "1"})))
    (folder / "cy.ipynb").write_text(notebook("x = 1", "prior = '4/6'"))
    (folder / "dee.ipynb").write_text(notebook(setting(dict.fromkeys(ANSWERS, ""))))
    told = "has no answers of this problem: expected variables named the_prior, json, decision"
    assert students(problem, folder, capsys) == {
        "ada": "3", "bo": "2", "cy": f"cy.ipynb: {told}", "dee": "0", "key": "3",
    }  # fmt: skip


def test_variants_without_a_manifest_read_the_same(
    problem: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder of problem files says no names of variables: they follow from its questions."""
    (folder / "ada-week.ipynb").write_text(notebook(setting(ANSWERS)))
    (variants := problem.parent / "variants").mkdir()
    (variants / "week.toml").write_text(TEMPLATE)
    (folder / "Ada").mkdir()
    (folder / "ada-week.ipynb").rename(folder / "Ada" / "week.ipynb")
    assert students(variants, folder, capsys) == {"Ada": "3"}


def test_one_notebook_is_a_file_of_answers(
    problem: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It needs no folder around it; where a problem has no questions, nobody knows its names."""
    file = tmp_path / "ada.ipynb"
    file.write_text(notebook(setting(ANSWERS)))
    assert main(["check", str(problem), str(file)]) == 0
    capsys.readouterr()
    with pytest.raises(InputError, match="the problem has no questions"):
        read_answers(file)
    questions = [question.id for question in Grader(Problem.read(problem)).questions]
    (sheet,) = read_answers(file, questions=questions)
    assert list(sheet.answers.values()) == list(ANSWERS.values())


@all_of(
    ("code", "typed"),
    [
        ("p = '1/2'", "1/2"), ("p = 1/2", "1/2"), ("p = (1+2)/3", "(1+2)/3"), ("p: str = '1'", "1"),
        ("p = (1 +\n  2)", "1 +\n  2"), ("q = p = 3", "3"), ("p = q = r = '3'", "3"), ("p = None", ""),
        ("p = ...", ""), ("p = '1'\np = '2'", "2"), ("'é'; p = 1/2  # é", "1/2"), ("%time\np = 1", "1"),
        ("!ls\r\np = 1\r\n", "1"), ("x = '\\d'\np = 1", "1"), ("\x0cp = 1", "1"),
        ("p = 1if 2 else 3", "1if 2 else 3"), ("p: int\np = 7", "7"),
    ],
)  # fmt: skip
def test_what_is_typed_is_the_text_or_the_code(code: str, typed: str, tmp_path: Path) -> None:
    """A text, or whatever else is set as it stands there; the last one counts, and nothing is said."""
    file = tmp_path / "a.ipynb"
    file.write_text(notebook(code))
    assert read_notebook(file, {"p": "prior"}, ()).answers == {"prior": typed}


def steps(run: Callable[[], object]) -> int:
    """Return how many lines of Python run."""
    counted = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal counted
        counted += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(before)
    return counted


@pytest.mark.parametrize("many", ["statements", "targets", "cells", "lines"])
def test_reading_takes_as_much_longer_as_a_notebook_is_longer(many: str, tmp_path: Path) -> None:
    """Twice the statements, targets, cells or lines take at most twice the steps."""

    def taken(times: int) -> int:
        codes = {
            "statements": ["p = 1/2\n" * times],
            "targets": ["p = q = " * times + "1/2"],
            "cells": ["p = 1/2"] * times,
            "lines": ["p = [" + "1,\n" * times + "]"],
        }[many]
        file = tmp_path / "a.ipynb"
        file.write_text(notebook(*codes))
        return steps(lambda: read_notebook(file, {"p": "prior", "q": "q"}, ()))

    taken(10)  # what is loaded once
    once, twice = taken(200), taken(400)
    assert twice <= 2 * once


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (notebook("p = 1", "#" * 262_140), "more than 256 KB of code"),
        (notebook(*["p = 1"] * 10_001), "more than 10,000 cells"),
        (notebook("p = 1", x="x" * 2**24), "more than 16 MB"),
    ],
    ids=["code", "cells", "bytes"],
)
def test_there_is_an_end_to_what_is_read(content: str, said: str, tmp_path: Path) -> None:
    """Bytes, cells and code are counted."""
    file = tmp_path / "a.ipynb"
    file.write_text(content)
    with pytest.raises(InputError, match=said):
        read_notebook(file, {"p": "prior"}, ())


def test_both_spellings_of_a_name_are_known() -> None:
    """What one version of Python has taken another has not."""
    known = answers_by_variable(["json", "the prior"])
    assert {known["json"], known["json_"]} == {"json"}
    assert known["the_prior"] == "the prior"
