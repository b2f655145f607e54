"""What stands at the door: length, characters that steer or hide, and one spelling for each sign.

Nothing here knows what a formula is. Superscripts and fractions that are one character are spelled
out before compatibility forms are: NFKC alone makes 11/2 of 1½, and 10−5 of 10⁻⁵.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby

from exactnb.core.expression.reading.refusal import Refusal
from exactnb.errors import quoted

LONGEST = 400
"""Characters of the longest answer that is looked at."""

HIDDEN = frozenset("\u200b\u200c\u200d\u2060\u2061\ufeff\u00ad\ufe0e\ufe0f\u180e")
"""Characters that have no width, and are left out."""

_RECURRING = frozenset("\u0304\u0305\u0307\u033f")  # a bar or a dot over a digit that repeats
_BLANKS = frozenset("\t\n\r\u2028\u2029")
_REFUSED = frozenset({"Cc", "Cf", "Cs"})
_SIGNS = {
    **dict.fromkeys("−‐‑‒–—―⁃➖˗", "-"),
    **dict.fromkeys("×⨯✕✖⨉∗⁎", "*"),
    **dict.fromkeys("⋅·•∙‧", "·"),
    **dict.fromkeys("∕⁄", "/"),
    "÷": " / ",  # it holds less tightly than the bar of a fraction: 1/2÷3/4
    **dict.fromkeys("≈≃≅≒∼~≐≑", "≈"),
    **dict.fromkeys("→⇒⟶⟹↦∴≡≜≝", "="),
    **dict.fromkeys("“”„‟«»", '"'),
    **dict.fromkeys("‘’‚‛", "'"),
    **dict.fromkeys("…⋯", "..."),
    **dict.fromkeys("✓✔☑", " "),
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
    found = groupby(map(_spelled, _with_periods(text)), key=lambda spelled: spelled[0])
    runs = [(form, [piece for _, piece in pieces]) for form, pieces in found]
    out, at = "", 0
    while at < len(runs):
        form, run = runs[at]
        if (fraction := _raised_fraction(runs[at : at + 3])) is not None:
            out, at = _beside_fraction(out, fraction), at + 2
        elif form == "<super>":
            out += f"^({''.join(run)})"
        elif form == "<sub>":
            out += f"_{{{''.join(run)}}}"
        elif form == "<fraction>":
            for piece in run:
                out = _beside_fraction(out, piece)
        else:
            out += "".join(run)
        at += 1
    return out


def _raised_fraction(runs: Sequence[tuple[str, list[str]]]) -> str | None:
    """Return a fraction that is written with raised and lowered digits: ⁴⁄₅."""
    if [form for form, _ in runs] != ["<super>", "", "<sub>"]:
        return None
    above, slash, below = ("".join(run) for _, run in runs)
    return f"{above}/{below}" if slash == "/" and above.isdigit() and below.isdigit() else None


def _with_periods(text: str) -> str:
    """Return a text with the digits that repeat in brackets, where a bar or dots stand over them.

    >>> _with_periods("0.16\u0305"), _with_periods("0.1\u03074\u03072"), _with_periods("a\u0305")
    ('0.1(6)', '0.(14)2', 'a̅')
    """
    if not _RECURRING & set(text):
        return text
    out, at = "", 0
    while at < len(text):
        end = at
        while text[end : end + 1].isdecimal() and text[end + 1 : end + 2] in _RECURRING:
            end += 2
        dotted = text[at + 1 : at + 2] == "\u0307"
        if dotted and end == at + 2:  # one dot over the first digit of a period, one over its last
            last = text.find("\u0307", end)
            if last > end and text[end:last].isdecimal():
                end = last + 1
        if end > at and "." in out[len(out.rstrip(".0123456789")) :]:
            out += f"({''.join(c for c in text[at:end] if c not in _RECURRING)})"
            at = end
        else:
            out, at = out + text[at], at + 1
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
