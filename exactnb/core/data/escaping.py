"""What other programs open: no cell of CSV is a formula, no sign of JSON steers a terminal."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from unicodedata import normalize

from exactnb.errors import printable

_SIGNS = ("+", "-")  # classes are called so; alone they are no formula

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


def safe_cell(text: str) -> str:
    """Return `text` as a cell that a spreadsheet shows and does not evaluate.

    >>> safe_cell("=1+1"), safe_cell("ada")
    ("'=1+1", 'ada')
    """
    cell = printable(text)
    plain = normalize("NFKC", text.lstrip()[:1] or text[:1])  # ＝ is a sign of equality too
    return f"'{cell}" if plain.startswith(_FORMULA) or text.startswith(_FORMULA) else cell


def read_cell(cell: str) -> str:
    """Return the text that `safe_cell` wrote as a cell; a sign in it that steers is lost.

    >>> read_cell("'=1+1"), read_cell("'tis")
    ('=1+1', "'tis")
    """
    return cell[1:] if cell.startswith("'") and safe_cell(cell[1:]) == cell else cell


def csv_row(cells: Iterable[str], *, raw: bool = False) -> str:
    r"""Return a row of CSV whose cells a spreadsheet shows as they are; `raw` leaves them untouched.

    >>> csv_row(["=1+1", "a, b", "+"]), csv_row(["=1+1"], raw=True)
    ('\'=1+1,"a, b",+\n', '=1+1\n')
    """
    cells = list(cells)
    if len(cells) > 1 and "".join(cells).replace(".", "").isalnum() and "".join(cells).isascii():
        return ",".join(cells) + "\n"  # as most rows are, by the hundred thousand
    buffer = io.StringIO(newline="")
    safe_cells = (cell if raw or cell in _SIGNS else safe_cell(cell) for cell in cells)
    csv.writer(buffer, lineterminator="\n").writerow(safe_cells)
    return buffer.getvalue()


def safe_json(document: object, indent: int | None = 2) -> str:
    r"""Return `document` as JSON with this `indent`, safe to print.

    Escaped is every sign that a terminal obeys, and every half of a character.

    >>> print(safe_json({"raw": "λ\x9b"}), end="")
    {
      "raw": "λ\u009b"
    }
    """
    import json  # cells are written without

    text = json.dumps(document, ensure_ascii=False, indent=indent)
    plain = (c if c == "\n" or c.isprintable() else json.dumps(c)[1:-1] for c in text)
    return "".join(plain) + "\n"
