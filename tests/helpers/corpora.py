"""Corpora that stay outside of the repository: the folder that EXACTNB_DATA names holds them."""

from __future__ import annotations

import json
import lzma
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

__all__ = ["corpus", "listed", "only_with_data"]

FOLDER = os.environ.get("EXACTNB_DATA", "")
only_with_data = pytest.mark.skipif(
    not FOLDER and not os.environ.get("CI"), reason="needs the folder that EXACTNB_DATA names"
)
"""Skip without the data, but not where everything is tested: there it is a failure."""


@cache
def corpus(name: str) -> tuple[dict[str, Any], ...]:
    """Return the documents of a compressed file of JSON lines."""
    with lzma.open(Path(FOLDER) / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
        return tuple(map(json.loads, lines))


def listed(name: str) -> list[str]:
    """Return a list of words in a JSON file."""
    found: list[str] = json.loads((Path(FOLDER) / f"{name}.json").read_text(encoding="utf-8"))
    return found
