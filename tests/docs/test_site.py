"""What the pages become: a site, the picture in README, and ten minutes of somebody who is new."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pages.printed import renewed
from pages.reading import DOCS, ROOT, Command, blocks_of, commands_of


def test_pictures_show_what_there_is() -> None:
    """Each picture was drawn from the page or the LaTeX as it is now; `make picture` draws them."""
    path = DOCS / "pictures" / "draw.py"
    spec = importlib.util.spec_from_file_location("draw", path)
    assert spec is not None
    assert spec.loader is not None
    draw = importlib.util.module_from_spec(spec)
    sys.modules["draw"] = draw  # where its dataclasses look for their names
    spec.loader.exec_module(draw)
    pages = (ROOT / "README.md").read_text() + (DOCS / "tutorial.md").read_text()
    for shown in draw.PICTURES:
        assert draw.drawn(shown) == draw.digest(shown), "make picture"
        assert f"pictures/{shown.picture})" in pages
        assert (DOCS / "pictures" / shown.picture).stat().st_size < 130_000


@pytest.mark.exhaustive
def test_the_site_is_built(tmp_path: Path) -> None:
    """Sphinx builds every page without a warning, formulas are MathML, nothing comes from afar."""
    if "CI" not in os.environ:
        pytest.importorskip("sphinx", reason="the extra docs is not installed")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "-b",
        "html",
        "-c",
        "docs",
        ".",
        str(tmp_path),
    ]
    subprocess.run(command, cwd=ROOT, check=True)
    for name in ("smoothing", "tutorial", "reference"):
        page = (tmp_path / "docs" / f"{name}.html").read_text()
        assert not re.search(r'(src|<link[^>]* href)="(https?:)?//', page)
    assert "<mfrac" in (tmp_path / "docs" / "smoothing.html").read_text()
    derivation = (tmp_path / "worked_examples" / "derivations" / "prior-mle.html").read_text()
    written = (ROOT / "worked_examples" / "derivations" / "prior-mle.md").read_text()
    formulas = re.findall(r"^\$\$\n.*?^\$\$$|\$[^$\n]+\$", written, re.MULTILINE | re.DOTALL)
    assert derivation.count("<math") == len(formulas) > 10
    assert "$$" not in derivation


@pytest.mark.exhaustive
def test_ten_minutes_of_somebody_who_is_new(tmp_path: Path) -> None:
    """In a fresh environment the commands of the tutorial, typed as printed, print what stands there.

    What is installed is this package: pip is told where exactnb is.
    """
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / "exactnb", clone / "exactnb", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, clone)
    (tmp_path / "constraints.txt").write_text(f"exactnb @ {clone.as_uri()}\n")
    desk = tmp_path / "desk"
    desk.mkdir()
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment |= {"PIP_CONSTRAINT": str(tmp_path / "constraints.txt"), "PYTHONUTF8": "1"}
    script, commands = [], list[Command]()
    for block, _ in blocks_of((DOCS / "tutorial.md").read_text()):
        if block.file:
            (desk / block.file).write_text(block.text)
        if block.language == "console":
            commands += commands_of(block.text)
    for number, command in enumerate(commands):
        script.append(
            f"{{ {command.line}\n}} > {tmp_path}/{number}.out 2>&1; echo $? >> {tmp_path}/codes"
        )
    subprocess.run(["bash", "-c", "\n".join(script)], cwd=desk, env=environment, check=True)
    out = [(tmp_path / f"{number}.out").read_text() for number in range(len(commands))]
    assert len(commands) > 10
    assert [command.printed for command in commands] == [
        renewed(command.printed, shown) for command, shown in zip(commands, out, strict=True)
    ]
    codes = (tmp_path / "codes").read_text().split()
    checks = [command.line.startswith("exactnb check") for command in commands]
    assert codes == ["1" if check else "0" for check in checks]
