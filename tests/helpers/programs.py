"""Programs that some tests run; where one is missing a test is skipped, but not in CI."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

_SAFELY = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")


def missing(what: str) -> NoReturn:
    """Fail where everything has to be tried, and skip elsewhere."""
    assert not os.environ.get("CI"), f"CI needs {what}"
    pytest.skip(f"{what} is not there")


def needs(*programs: str, package: str = "") -> str:
    """Return where the first of these programs is that is installed; without one, the test ends."""
    for program in programs:
        if path := shutil.which(program):
            return path
    missing(f"{programs[0]} (Debian: {package or programs[0]})")


def pdflatex(article: Path, folder: Path) -> str:
    """Compile an article into a folder, and return what pdflatex says while it does."""
    program = needs("pdflatex", package="texlive-latex-base")
    run = subprocess.run(
        [program, *_SAFELY, str(article)], cwd=folder, capture_output=True, check=False
    )
    log = run.stdout.decode("latin-1")
    assert run.returncode == 0, log[-2000:]
    return log
