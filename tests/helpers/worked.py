"""The worked examples and the theorems, each worked out once for all tests of a process."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from exactnb import Solution, derive, solve
from exactnb.solution.derived import Derived

__all__ = ["EXAMPLES", "compiled", "proved", "solved"]

EXAMPLES = Path(__file__).parents[2] / "worked_examples"
ARTICLE = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")


@cache
def solved(name: str) -> Solution:
    """Return the solution of a worked example."""
    return solve(EXAMPLES / f"{name}.toml")


@cache
def proved(name: str) -> Derived:
    """Return a theorem, verified."""
    return derive(name)


def compiled(article: Path, folder: Path) -> None:
    """Compile LaTeX with amsmath and amssymb alone, and see that nothing sticks out."""
    if shutil.which("pdflatex") is None:
        assert not os.environ.get("CI"), "CI needs pdflatex (Debian: texlive-latex-base)"
        pytest.skip("pdflatex is not installed")
    command = ["pdflatex", *ARTICLE, str(article)]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-2000:]
    assert "Overfull" not in run.stdout
    assert "Missing character" not in run.stdout
