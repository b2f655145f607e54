"""What stands at the door: length, characters that steer or hide, and one spelling for each sign.

Nothing here knows what a formula is. Superscripts and fractions that are one character are spelled
out before compatibility forms are: NFKC alone makes 11/2 of 1½, and 10−5 of 10⁻⁵.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby

from exactnb.answers.refusal import Refusal
from exactnb.errors import quoted

LONGEST = 400
"""Characters of the longest answer that is looked at."""

HIDDEN = frozenset("\u200b\u200c\u200d\u2060\u2061\ufeff\u00ad\ufe0e\ufe0f\u180e")
"""Characters that have no width, and are left out."""

_BLANKS = frozenset("\t\n\r\u2028\u2029")
_REFUSED = frozenset({"Cc", "Cf", "Cs"})
_SIGNS = {
    **dict.fromkeys("−‐‑‒–—―⁃➖˗", "-"),
    **dict.fromkeys("×⨯✕✖⨉∗⁎", "*"),
    **dict.fromkeys("⋅·•∙‧", "·"),
    **dict.fromkeys("÷∕⁄", "/"),
    **dict.fromkeys("≈≃≅≒∼~", "≈"),
    **dict.fromkeys("“”„‟«»", '"'),
    **dict.fromkeys("‘’‚‛", "'"),
    **dict.fromkeys("…⋯", "..."),
    "∶": ":",
    "٪": "%",
    "٫": ".",
}


def admit(text: str) -> tuple[str, tuple[str, ...]]:
    r"""Return a text that is short and shows all it holds, with a note on what was dropped.

    >>> admit("1\u200b/2\n")
    ('1/2 ', ('1 invisible character was dropped',))

    Raises Refusal for more than 400 characters, and for characters that steer the text around them.
    """
    if len(text) > LONGEST:  # the first thing that is looked at: a text of any length costs nothing
        raise Refusal(
            f"an answer of {len(text):,} characters; at most {LONGEST} are read: write less", "too_long"
        )
    kept = [" " if c in _BLANKS else c for c in text if c not in HIDDEN]
    for character in kept:
        if unicodedata.category(character) in _REFUSED:
            name = unicodedata.name(character, f"U+{ord(character):04X}")
            raise Refusal(f"a character that cannot be seen ({name}); type the answer anew", "bad_char")
    dropped = len(text) - len(kept)
    plural = " was" if dropped == 1 else "s were"
    note = (f"{dropped} invisible character{plural} dropped",) if dropped else ()
    return "".join(kept), note


def plain(text: str) -> str:
    """Return an admitted text with one spelling for each sign, digit, raised and lowered character.

    >>> plain("1½ × 10⁻⁵ ≃ ٣⁄٦"), plain("log₂ 8")
    ('(1+1/2) * 10^(-5) ≈ 3/6', 'log_{2} 8')
    """
    out = ""
    for form, pieces in groupby(map(_spelled, text), key=lambda spelled: spelled[0]):
        run = [piece for _, piece in pieces]
        match form:
            case "<super>":
                out += f"^({''.join(run)})"
            case "<sub>":
                out += f"_{{{''.join(run)}}}"
            case "<fraction>":
                for piece in run:
                    out = _beside_fraction(out, piece)
            case _:
                out += "".join(run)
    return out


def _spelled(character: str) -> tuple[str, str]:
    """Return a character in its plain spelling, after how it stands: raised, lowered, as a fraction."""
    if character.isascii() and character != "~":
        return "", character
    if character in _SIGNS:
        return "", _SIGNS[character]
    if (digit := unicodedata.decimal(character, None)) is not None:
        return "", str(digit)
    if character.isspace():
        return "", " "
    spelled = "".join(_SIGNS.get(c, c) for c in unicodedata.normalize("NFKC", character))
    form = unicodedata.decomposition(character).partition(" ")[0]
    if form in ("<super>", "<sub>", "<fraction>"):
        return form, spelled
    if any(c.isdigit() for c in spelled):  # ⑫ and ⒈ are no digits of a number
        raise Refusal(f"{quoted(character)} is not read as a number; type plain digits", "bad_char")
    return "", spelled


def _beside_fraction(before: str, fraction: str) -> str:
    """Return a text with a fraction behind it, added to the whole number that it stands beside."""
    if fraction.endswith("/"):  # ⅟ is written before another number
        return f"{before} {fraction}"
    rest = before.rstrip(" ")
    whole = rest[len(rest.rstrip("0123456789")) :]
    rest = rest.removesuffix(whole)
    if not whole:
        return f"{before}({fraction})"
    if rest.rstrip(" ")[-1:] in (*".,_", *"0123456789"):
        raise Refusal(
            f"{quoted(before)} beside a fraction is not one number; write + or * between them"
        )
    return f"{rest}({whole}+{fraction})"
