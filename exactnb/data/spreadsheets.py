"""Cells of CSV that a spreadsheet opens: none of them may be taken for a formula."""

from __future__ import annotations

from unicodedata import normalize

from exactnb.errors import printable

__all__ = ["safe_cell"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")
_SIGNS = ("+", "-")


def safe_cell(text: str) -> str:
    """Return a cell that a spreadsheet shows and does not work out.

    >>> safe_cell("=1+1"), safe_cell("ada"), safe_cell("+")
    ("'=1+1", 'ada', '+')
    """
    if text in _SIGNS:  # a class may be called so, and there is nothing to work out
        return text
    shown = printable(text)
    plain = normalize("NFKC", text.lstrip()[:1] or text[:1])  # ＝ is a sign of equality too
    return f"'{shown}" if plain.startswith(_FORMULA) or text.startswith(_FORMULA) else shown
