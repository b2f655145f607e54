"""STACK and paper: the same files in every process, for problems alone and several."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from worked import problem_file

CODE = """\
import hashlib, sys
from exactnb.teach.exporting import export
for to in ("stack", "paper"):
    for name, content in export(sys.argv[1:], to=to, figures=4).items():
        print(to, name, hashlib.sha256(content).hexdigest())
"""


@pytest.mark.exhaustive
def test_hashes_of_python_change_nothing() -> None:
    """Two processes with other hashes write the same files, a folder or a group for each problem."""
    sheet = str(problem_file("sheet"))
    told = [
        subprocess.run(
            [sys.executable, "-c", CODE, sheet, sheet],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    names = [line.rpartition(" ")[0] for line in told[0].splitlines()]
    assert names == [
        "stack sheet.xml",
        "paper sheet/sheet.tex",
        "paper sheet/key.tex",
        "paper sheet-2/sheet-2.tex",
        "paper sheet-2/key.tex",
    ]
