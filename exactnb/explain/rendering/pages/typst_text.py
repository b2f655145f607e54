"""Users' text in Typst, as markup, strings or signs of formulas; none of it can be code.

In markup, a backslash precedes every sign that Typst could act on; text in formulas is a string.
"""

from __future__ import annotations

import re
import unicodedata

from exactnb.errors import printable
from exactnb.explain.rendering.formulas.notation_writer import GREEK, LETTER

_ACTIVE = re.compile(r"""[\\#$*_`@<>\[\]{}~=+/|&%^"'-]|(?<![a-z)])[.:]|[.:](?!\s|$)""")


def as_markup(text: str) -> str:
    r"""Return `text` as markup that contains only text.

    >>> print(as_markup("No. 1: #import $x$"))
    No. 1\: \#import \$x\$
    """
    return _ACTIVE.sub(r"\\\g<0>", _visible(text))


def typst_string(raw: str) -> str:
    r"""Return `raw` as a Typst string.

    >>> print(typst_string('say "no"'))
    "say \"no\""
    """
    inside = _visible(raw).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inside}"'


def math_string(text: str) -> str:
    """Return `text` within a formula, whose outer blanks the neighbouring signs provide."""
    return typst_string(text.strip(" ") or " ")


def math_sign(text: str) -> str | None:
    """Return the formula of `text`, a label that is a number, a sign or a letter; None for words.

    >>> math_sign("e*"), math_sign("12"), math_sign("λ"), math_sign("Yes")
    ('e_(⋆)', '12', 'λ', None)
    """
    if text in ("+", "-", "−"):
        return "pos" if text == "+" else "neg"  # defined in functions.typ
    if text.isascii() and text.isdigit():
        return text
    if text in GREEK:
        return text
    match = LETTER.fullmatch(text)
    if match is None:
        return None
    letter, digits, mark = match.groups()
    subscript = f"{digits} ⋆" if digits and mark in ("*", "⋆") else digits or mark.replace("*", "⋆")
    foot = f"_({subscript})" if subscript and subscript != "'" else ""
    return letter + foot + ("'" if mark == "'" else "")


def _visible(raw: str) -> str:
    """Return text in normal form C, without control characters."""
    return printable(unicodedata.normalize("NFC", raw))
