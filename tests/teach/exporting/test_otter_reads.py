"""Otter's public test: it fails for what cannot be read, and says how anything else is read."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache

import pytest
from exported.otter import cases
from thoroughness import all_of
from worked import EXAMPLES

from exactnb.teach.exporting.exporting import Request

SHEET = EXAMPLES / "homework" / "sheet.toml"


@cache
def files() -> Mapping[str, bytes]:
    return Request("otter").of([SHEET]).files()


def public_test(variable: str):
    """Return the only test that students have of a variable."""
    _, (case,) = cases(files()[f"sheet/student/tests/{variable}.py"])
    return case


@all_of(
    "variable, typed, said",
    [
        ("prior", "9/14", "Read as 9/14. Whether it is right is graded later."),
        ("prior", "18/28", "Read as 18/28."),
        ("prior", "1.7", "Read as 1.7."),
        ("prior", 0.25, "Read as 0.25."),
        ("decision", "Yes", "Read as Yes."),
        ("decision", "No", "Read as No."),
    ],
)
def test_what_is_read_is_said(variable: str, typed: object, said: str, capsys) -> None:
    """Right or wrong alike: the words below it say that it is graded later."""
    case = public_test(variable)
    case.function({variable: typed})
    assert capsys.readouterr().out.startswith(said)
    assert "graded later" in case.success_message


@all_of(
    ("variable", "typed"),
    [
        ("prior", ""),
        ("prior", "  "),
        ("prior", None),
        ("prior", "not pos"),
        ("prior", "0,5"),
        ("prior", "__import__('os')"),
        ("decision", "perhaps"),
        ("decision", "0.4"),
    ],
)
def test_what_cannot_be_read_fails(variable: str, typed: object) -> None:
    """The message says why; an answer with two readings is shown with both."""
    with pytest.raises(AssertionError) as raised:
        public_test(variable).function({variable: typed})
    assert str(raised.value)


def test_without_the_package_presence_is_all_that_is_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    """A student's machine may lack it: nothing is read there, and nothing fails for that."""
    monkeypatch.setitem(sys.modules, "exactnb.teach.exporting.cells", None)
    public_test("prior").function({"prior": "not pos"})
    with pytest.raises(AssertionError, match=r"There is no answer\."):
        public_test("prior").function({})


def test_students_get_no_key() -> None:
    """No file of theirs holds a right answer, data, or a problem that could be solved."""
    for path, content in files().items():
        if "/student/tests/" in path:
            assert b"[data]" not in content
            assert b"9/14" not in content


def test_a_wheel_among_the_files_is_used() -> None:
    """The requirements look for one where Otter puts files."""
    lines = files()["sheet/autograder/requirements.txt"].decode().splitlines()
    assert lines == ["--find-links /autograder/source/files", "exactnb"]
