"""Faults of exactnb itself: one line and the exit code 70, in every command."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from thoroughness import all_of
from worked import problem_file

from exactnb.errors import InputError
from exactnb.explain.derivation.verified import Rejected
from exactnb.interfaces.cli import INTERNAL_FAULT, main
from exactnb.interfaces.cli.output import write_bytes

PROBLEM = str(problem_file("play_tennis"))
COMMANDS = {
    "solve": [PROBLEM],
    "check": [PROBLEM, "answers.toml"],
    "derive": ["prior-mle"],
    "classify": ["--train", "t.csv", "--test", "t.csv"],
    "sample": [PROBLEM, "--count", "1", "--seed", "1"],
    "site": ["-o", "site"],
    "new": [],
}


def raising(error: BaseException) -> Callable[..., None]:
    def run(*given: object, **named: object) -> None:
        raise error

    return run


@pytest.mark.parametrize("command", list(COMMANDS))
@all_of(
    ("error", "said"),
    [
        (KeyError("a\nb\x1b[31m"), r"exactnb: internal fault: KeyError: 'a\nb\x1b[31m' (test_faults"),
        (ValueError("a\nb\x1b"), "exactnb: internal fault: ValueError: a b\ufffd (test_faults.py"),
        (AssertionError(), "exactnb: internal fault: AssertionError (test_faults.py, line"),
        (MemoryError(), "exactnb: out of memory\n"),
        (RecursionError(), "exactnb: nested too deeply ("),
        (Rejected("2 is not 3", at="step 'prior'"), "exactnb: step 'prior': 2 is not 3\n"),
    ],
)  # fmt: skip
def test_a_fault_is_one_line_and_70(
    command: str, error: Exception, said: str, monkeypatch, capsys
) -> None:
    """Whatever a command raises that is no refusal ends it with 70 and one line that says what."""
    monkeypatch.setattr(
        import_module(f"exactnb.interfaces.cli.commands.{command}"), f"run_{command}", raising(error)
    )
    assert main([command, *COMMANDS[command]]) == INTERNAL_FAULT == 70
    out, shown = capsys.readouterr()
    assert out == ""
    assert shown.startswith(said)
    assert shown.count("\n") == 1
    assert all(c == "\n" or c.isprintable() for c in shown)


def test_a_refusal_is_still_2(monkeypatch, capsys) -> None:
    """What was given and cannot be used is no fault of the program."""
    monkeypatch.setattr(
        "exactnb.interfaces.cli.commands.solve.run_solve", raising(InputError("no", at="here"))
    )
    assert main(["solve", PROBLEM]) == 2
    assert capsys.readouterr().err == "exactnb: here: no\n"


def test_a_fault_of_the_arguments_is_one_too(monkeypatch, capsys) -> None:
    """A fault while the arguments are read is one line as well."""
    monkeypatch.setattr("exactnb.interfaces.cli.options.parser", raising(TypeError("x")))
    assert main(["solve", PROBLEM]) == INTERNAL_FAULT
    assert capsys.readouterr().err.startswith("exactnb: internal fault: TypeError: x (")


@pytest.mark.exhaustive
def test_development_mode_shows_the_traceback() -> None:
    """`python -X dev` lets a fault through, with its traceback."""
    script = f"""
import exactnb.interfaces.cli.commands.solve as solve
from exactnb.interfaces.cli import main
def run_solve(options):
    raise KeyError("x")
solve.run_solve = run_solve
main(["solve", {PROBLEM!r}])
"""
    command = [sys.executable, "-X", "dev", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" in done.stderr
    assert done.stderr.rstrip().endswith("KeyError: 'x'")


def test_nothing_is_written_by_a_fault(tmp_path: Path, monkeypatch) -> None:
    """A file that was there before stays as it was."""
    written = tmp_path / "solution.txt"
    written.write_text("before")
    monkeypatch.setattr(
        "exactnb.interfaces.cli.commands.solve.render", raising(MemoryError()), raising=False
    )
    monkeypatch.setattr(
        "exactnb.explain.rendering.formats.text.TextPrinter.render", raising(MemoryError())
    )
    assert main(["solve", PROBLEM, "-o", str(written)]) == INTERNAL_FAULT
    assert written.read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["solution.txt"]


def test_the_umask_is_never_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new file has the mode of new files, one that is replaced keeps its own."""
    before = os.umask(0o027)
    monkeypatch.setattr(os, "umask", None)
    try:
        new, old = tmp_path / "new.txt", tmp_path / "old.txt"
        old.write_text("old")
        old.chmod(0o604)
        for path in (new, old):
            write_bytes(path, b"done")
    finally:
        monkeypatch.undo()
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in (new, old)] == [0o640, 0o604]
