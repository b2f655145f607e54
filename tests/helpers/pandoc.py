"""Pandoc, as a reader of Markdown beside GitHub and Jupyter."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from programs import needs


def run(*arguments: str | Path, given: str = "") -> str:
    """Return what pandoc prints; there is nothing that it complains of."""
    command = [needs("pandoc"), "--fail-if-warnings", *map(str, arguments)]
    done = subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8")
    assert (done.returncode, done.stderr[:2000]) == (0, "")
    return done.stdout


def blocks(text: str, dialect: str) -> list[Any]:
    """Return the blocks that pandoc reads in a text, each with its type and its parts."""
    found: list[Any] = json.loads(run("--from", dialect, "--to", "json", given=text))["blocks"]
    return found


def words(parts: Any) -> str:
    """Return the words of inline parts, apostrophes as they are typed.

    Anything but words, blanks and code is told by its name.
    """
    out = []
    for part in parts:
        match part["t"]:
            case "Str":
                out.append(re.sub(r"(?<=\w)’(?=\w)", "'", part["c"]))
            case "Space" | "SoftBreak":
                out.append(" ")
            case "Code":
                out.append(part["c"][1])
            case other:
                out.append(f"<{other}>")
    return "".join(out)
