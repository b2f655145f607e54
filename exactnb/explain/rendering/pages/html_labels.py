"""Users' labels in HTML: a letter with an index becomes HTML that screen readers can read."""

from __future__ import annotations

import re

from exactnb.explain.rendering.formulas.signs import GREEK, LETTER
from exactnb.explain.rendering.pages.html_text import element, escaped

_NEGATIVE = re.compile("-([0-9][0-9./]*)?", re.ASCII)


def label(raw: str) -> str:
    """Return `raw`, a user's label: a letter as in formulas, anything else as text.

    >>> print(label("e*"), label("Yes"), label("-"), label("-2.5"))
    <i>e</i><sub>⋆</sub> Yes − −2.5
    """
    if _NEGATIVE.fullmatch(raw):
        return raw.replace("-", "\N{MINUS SIGN}", 1)
    if raw in GREEK:
        return element("i", raw)
    match = LETTER.fullmatch(raw)
    if match is None:
        return escaped(raw)
    letter, digits, mark = match.groups()
    subscript = digits + ("⋆" if mark in ("*", "⋆") else "")
    foot = element("sub", subscript) if subscript else ""
    return element("i", letter) + foot + ("′" if mark == "'" else "")
