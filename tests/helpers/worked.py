"""The worked examples and the theorems, each worked out once for all tests of a process."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from exactnb import Solution, derive, solve
from exactnb.solution.derived import Derived

EXAMPLES = Path(__file__).parents[2] / "worked_examples"
PROBLEMS = sorted(
    path
    for path in EXAMPLES.glob("*/*.toml")
    if path.parent.name not in ("course", "derivations", "gradescope", "homework")
)
ARTICLE = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")


def problem_file(name: str) -> Path:
    """Return the file of a worked example."""
    return next(EXAMPLES.rglob(f"{name}.toml"))


@cache
def solved(name: str) -> Solution:
    """Return the solution of a worked example."""
    return solve(problem_file(name))


@cache
def proved(name: str) -> Derived:
    """Return a theorem, proved anew."""
    return derive(name, anew=True)


def compiled(article: Path, folder: Path) -> int:
    """Compile LaTeX with amsmath and amssymb alone, see that nothing sticks out, and count pages."""
    if shutil.which("pdflatex") is None:
        assert not os.environ.get("CI"), "CI needs pdflatex (Debian: texlive-latex-base)"
        pytest.skip("pdflatex is not installed")
    command = ["pdflatex", *ARTICLE, str(article)]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-2000:]
    assert "Overfull" not in run.stdout
    assert "Missing character" not in run.stdout
    written = re.search(r"Output written on .*?\(([0-9]+) pages?", run.stdout, re.DOTALL)
    assert written is not None
    return int(written[1])
