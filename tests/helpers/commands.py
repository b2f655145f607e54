"""Commands in this process: their code, what they print, and the line in which they are refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from exactnb.interfaces.cli import main

Ran = tuple[int, str, str]
"""The code of a command, what it prints, and what it says."""


def ran(capsys: pytest.CaptureFixture[str], *arguments: object) -> Ran:
    """Return what becomes of a command."""
    try:
        code = main(list(map(str, arguments)))
    except SystemExit as stop:  # argparse's way
        code = int(str(stop.code))
    return code, *capsys.readouterr()


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Return the line in which a command is refused, once it printed nothing and left all files."""
    before, result = _files(), ran(capsys, *arguments)
    assert _files() == before
    assert refusal_of(result)
    return result[2].removesuffix("\n")


def refusal_of(result: Ran) -> str:
    """Return the one line that says why a command was refused, once nothing else was printed."""
    code, out, err = result
    assert (code, out, err.count("\n"), err[-1:]) == (2, "", 1, "\n"), err
    assert err.removesuffix("\n").isprintable()
    return err.removeprefix("exactnb: ").removesuffix("\n")


def _files() -> dict[str, object]:
    return {name: Path(name).is_file() and Path(name).read_bytes() for name in os.listdir()}
