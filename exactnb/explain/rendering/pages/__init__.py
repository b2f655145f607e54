"""Pages as a whole: their frames, the escaping of users' text, fonts, styles and typesetting."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def static_file(name: str) -> str:
    """Return a file of `static/` as text, by its `name`: a style, a script, functions of Typst.

    >>> static_file("page.css").partition("{")[0]
    ':root'
    """
    return (Path(__file__).parent / "static" / name).read_text(encoding="utf-8")
