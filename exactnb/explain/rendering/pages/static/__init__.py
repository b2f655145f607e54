"""Files in other languages: the style and script of a page, and the functions of Typst."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def static(name: str) -> str:
    """Return a file of this folder as text, by its `name`.

    >>> static("page.css").partition("{")[0]
    ':root'
    """
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
