"""What other programs open: no cell of CSV is a formula, no sign of JSON steers a terminal."""

from __future__ import annotations

import json
from unicodedata import normalize

from exactnb.errors import printable

__all__ = ["safe_cell", "safe_json"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


def safe_cell(text: str) -> str:
    """Return a cell that a spreadsheet shows and does not work out.

    >>> safe_cell("=1+1"), safe_cell("ada")
    ("'=1+1", 'ada')
    """
    shown = printable(text)
    plain = normalize("NFKC", text.lstrip()[:1] or text[:1])  # ＝ is a sign of equality too
    return f"'{shown}" if plain.startswith(_FORMULA) or text.startswith(_FORMULA) else shown


def safe_json(document: object, indent: int | None = 2) -> str:
    r"""Return JSON with every sign escaped that a terminal obeys or that is half a character.

    >>> print(safe_json({"raw": "λ\x9b"}), end="")
    {
      "raw": "λ\u009b"
    }
    """
    text = json.dumps(document, ensure_ascii=False, indent=indent)
    plain = (c if c == "\n" or c.isprintable() else json.dumps(c)[1:-1] for c in text)
    return "".join(plain) + "\n"
