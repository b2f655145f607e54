"""What the pages become: a site, the picture in README, and ten minutes of somebody who is new."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages.reading import DOCS, ROOT


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
