r"""Users' text in Typst: as markup, as strings, and as signs of formulas; none of it can be code.

Every sign that Typst could act on has a backslash before it in markup; words in formulas are strings.
"""

from __future__ import annotations

import re
import unicodedata

from exactnb.errors import printable
from exactnb.explain.rendering.formulas.signs import GREEK, LETTER

_ACTIVE = re.compile(r"""[\\#$*_`@<>\[\]{}~=+/|&%^"'-]|(?<![a-z)])[.:]|[.:](?!\s|$)""")


def markup(given: str) -> str:
    r"""Return text as markup that is nothing but text.

    >>> print(markup("No. 1: #import $x$"))
    No. 1\: \#import \$x\$
    """
    return _ACTIVE.sub(r"\\\g<0>", _seen(given))


def string(given: str) -> str:
    r"""Return text as a string of Typst's.

    >>> print(string('say "no"'))
    "say \"no\""
    """
    inside = _seen(given).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inside}"'


def words(given: str) -> str:
    """Return words among formulas; blanks at their ends come with what is beside them."""
    return string(given.strip(" ")) if given.strip(" ") else '" "'


def sign_of(text: str) -> str | None:
    """Return a label that is a number, a sign or a letter as a formula, and None for words.

    >>> sign_of("e*"), sign_of("12"), sign_of("λ"), sign_of("Yes")
    ('e_(⋆)', '12', 'λ', None)
    """
    if text in ("+", "-", "−"):
        return "pos" if text == "+" else "neg"  # of the preamble
    if text.isascii() and text.isdigit():
        return text
    if text in GREEK:
        return text
    match = LETTER.fullmatch(text)
    if match is None:
        return None
    letter, digits, mark = match.groups()
    lowered = f"{digits} ⋆" if digits and mark in ("*", "⋆") else digits or mark.replace("*", "⋆")
    below = f"_({lowered})" if lowered and lowered != "'" else ""
    return letter + below + ("'" if mark == "'" else "")


def _seen(given: str) -> str:
    """Return text in which every sign is seen, each in its one form."""
    return printable(unicodedata.normalize("NFC", given))
