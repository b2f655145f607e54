"""Labels of users in sentences and tables: a letter with its index as HTML, which all can read out."""

from __future__ import annotations

import re

from exactnb.explain.rendering.formulas.signs import GREEK, LETTER
from exactnb.explain.rendering.pages.html_text import element, escaped

_NEGATIVE = re.compile("-([0-9][0-9./]*)?", re.ASCII)


def label(given: str) -> str:
    """Return a user's label: a letter as in formulas, anything else as text.

    >>> print(label("e*"), label("Yes"), label("-"), label("-2.5"))
    <i>e</i><sub>⋆</sub> Yes − −2.5
    """
    if _NEGATIVE.fullmatch(given):
        return given.replace("-", "\N{MINUS SIGN}", 1)
    if given in GREEK:
        return element("i", given)
    match = LETTER.fullmatch(given)
    if match is None:
        return escaped(given)
    letter, digits, mark = match.groups()
    lowered = digits + ("⋆" if mark in ("*", "⋆") else "")
    below = element("sub", lowered) if lowered else ""
    return element("i", letter) + below + ("′" if mark == "'" else "")
