"""The extras of the package: each is named where it is missed, and nothing else is called one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
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


COMMANDS = {
    "count t.csv -o c.parquet": "frames",
    "merge c.parquet -o d.parquet": "frames",
    "solve --counts c.parquet": "frames",
    "classify --train t.csv --leave-one-out": "scale",
    "solve t.xlsx": "excel",
    "solve t.csv -o t.pdf": "pdf",
    "mcp": "mcp",
    "completion bash": "completion",
}
BARE = """
import json, sys
for name in ("numpy", "scipy", "pyarrow", "duckdb", "narwhals", "openpyxl", "typst", "mcp", "shtab"):
    sys.modules[name] = None
from exactnb.interfaces.cli import main
for command in json.loads(sys.argv[1]):
    print(main(command.split()), file=sys.stderr)
"""


def test_every_command_names_the_extra_that_it_misses(tmp_path: Path) -> None:
    """Where only `pip install exactnb` was run, a command that needs more is refused in one line."""
    (tmp_path / "t.csv").write_text("sky,play\nsun,yes\nrain,no\n")
    for file in ("t.xlsx", "c.parquet"):
        (tmp_path / file).write_bytes(b"PK")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    asked = [sys.executable, "-c", BARE, json.dumps([*COMMANDS])]
    told = subprocess.run(asked, cwd=tmp_path, env=environment, capture_output=True, text=True).stderr
    lines = told.splitlines()
    assert lines[1::2] == ["2"] * len(COMMANDS), told
    for line, extra in zip(lines[::2], COMMANDS.values(), strict=True):
        assert f"exactnb[{extra}]" in line
