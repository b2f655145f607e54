"""The package without its sources, as some installations have it."""

from __future__ import annotations

import compileall
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from worked import problem_file, solved

import exactnb
from exactnb import derive
from exactnb.core import families
from exactnb.core.problem import styles
from exactnb.explain.proving import theorems
from exactnb.explain.rendering import formats

THEOREM = "prior-mle-two"
LEFT_OUT = ("classify", "cli", "grading", "logspace", "sklearn")  # nothing below needs them


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the package, of which only compiled files are left."""
    folder = tmp_path_factory.mktemp("compiled")
    package = folder / "exactnb"
    ignored = shutil.ignore_patterns("__pycache__", *LEFT_OUT)
    shutil.copytree(Path(exactnb.__file__).parent, package, ignore=ignored)
    assert compileall.compile_dir(package, quiet=1, legacy=True)
    for file in package.rglob("*.py"):
        file.unlink()
    return folder


def run(folder: Path, code: str) -> str:
    """Return what Python prints that finds the package in a folder, and has no source of it."""
    first = f"import sys; sys.path[0] = {str(folder)!r}\nimport exactnb\n"
    last = "\nfiles = [m.__file__ for n, m in sys.modules.items() if n.startswith('exactnb')]\n"
    last += "assert all(file.endswith('.pyc') for file in files), files\n"
    given = [sys.executable, "-B", "-c", first + code + last]
    done = subprocess.run(given, capture_output=True, text=True, check=False, cwd=folder)
    assert not done.returncode, done.stderr
    return done.stdout


@pytest.mark.exhaustive
def test_what_is_found_by_its_file_is_found_compiled(compiled: Path) -> None:
    """Families, styles, formats and theorems are the same without their sources."""
    code = (
        "from exactnb.core import families\n"
        "from exactnb.core.problem import styles\n"
        "from exactnb.explain.proving import theorems\n"
        "from exactnb.explain.rendering import formats\n"
        "print([families.family_names(), styles.names(), formats.names(), theorems.names()])"
    )
    here = [families.family_names(), styles.names(), formats.names(), theorems.names()]
    assert run(compiled, code) == f"{here}\n"


@pytest.mark.exhaustive  # to prove anew, below, needs all of its modules too
def test_a_compiled_package_solves(compiled: Path) -> None:
    """Solutions, of categories and of densities, are to the letter those of the sources."""
    for name in ("play_tennis", "note_004_temperature"):
        code = f"from exactnb import solve\nprint(solve({str(problem_file(name))!r}).text(), end='')"
        assert run(compiled, code) == solved(name).text()


@pytest.mark.exhaustive
def test_a_compiled_package_proves_anew(compiled: Path) -> None:
    """What was proved before holds for the sources: where they are missing, a theorem is proved."""
    code = (
        "from exactnb import derive\n"
        "from exactnb.explain.proving.proof_digests import is_recorded\n"
        "from exactnb.explain.proving.theorems import theorem\n"
        f"assert not is_recorded(theorem({THEOREM!r}).steps())\n"
        f"print(derive({THEOREM!r}).text(), end='')"
    )
    assert run(compiled, code) == derive(THEOREM).text()
