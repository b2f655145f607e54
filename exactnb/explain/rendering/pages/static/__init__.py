"""What is written in other languages: the style and the script of a page, the functions of Typst's."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def static(name: str) -> str:
    """Return one of the files beside this one as text.

    >>> static("page.css").partition("{")[0]
    ':root'
    """
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
