"""The extras of the package: each is named where it is missed, and nothing else is called one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = "\n".join(p.read_text(encoding="utf-8") for p in sorted((ROOT / "exactnb").rglob("*.py")))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PYPROJECT["optional-dependencies"]
OF_DEVELOPERS = {"test", "docs", "systems", "dev", "spark"}


def test_every_extra_that_is_missing_is_named() -> None:
    """Each extra of users stands as exactnb[NAME] in a message, or is put into one by the ending."""
    named = set(re.findall(r"exactnb\[([a-z]+)\]", SOURCES))
    by_ending = {"zst"} if "the extra exactnb[{ending[1:]}]" in SOURCES else set()
    by_command = {"scale", "sklearn", "frames"} & named
    assert set(EXTRAS) - OF_DEVELOPERS - named - by_ending == set()
    assert by_command == {"scale", "sklearn", "frames"}
    assert named <= set(EXTRAS)


def test_pages_name_extras_that_there_are() -> None:
    """Every exactnb[NAME] and every "extra NAME" of a page is one."""
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        text = page.read_text(encoding="utf-8")
        named = re.findall(r"exactnb\[([a-z,]+)\]|\(extra `?([a-z]+)`?\)", text)
        assert {name for pair in named for part in pair for name in part.split(",") if name} <= set(
            EXTRAS
        )
