"""The first checks of an answer: length, forbidden characters, and one spelling for each sign.

Nothing here knows formulas. Superscripts and fractions that are one character are spelled out before
NFKC is applied, which alone turns 1½ into 11/2, and 10⁻⁵ into 10−5.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import groupby

from exactnb.core.arithmetic.numerals import MAX_DIGITS
from exactnb.core.expression.reading.refusal import Refusal
from exactnb.errors import quoted

LONGEST = 400
"""Characters of the longest answer that is looked at; one decimal may have more."""

_DECIMAL = re.compile(r"\s?[-+−]?[0-9]*\.?[0-9]+\s?")

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


def admissible_text_and_notes(text: str) -> tuple[str, tuple[str, ...]]:
    r"""Return a `text` of admissible length and characters, with a note on the characters dropped.

    >>> admissible_text_and_notes("1\u200b/2\n")
    ('1/2 ', ('1 invisible character was dropped',))

    Raises Refusal for more than 400 characters, other than those of one decimal (of at most 1,000
    digits: densities far from a mean have hundreds of zeros), and for characters that steer the text
    around them.
    """
    # The length is checked first: a text of any length costs nothing.
    if len(text) > LONGEST and not (len(text) <= LONGEST + MAX_DIGITS and _DECIMAL.fullmatch(text)):
        raise Refusal(
            f"an answer of {len(text):,} characters; at most {LONGEST} are read: write less", "too_long"
        )
    visible = [" " if c in _BLANKS else c for c in text if c not in HIDDEN]
    for character in visible:
        if unicodedata.category(character) in _REFUSED:
            name = unicodedata.name(character, f"U+{ord(character):04X}")
            raise Refusal(f"a character that cannot be seen ({name}); type the answer anew", "bad_char")
    dropped = len(text) - len(visible)
    plural = " was" if dropped == 1 else "s were"
    note = (f"{dropped} invisible character{plural} dropped",) if dropped else ()
    return "".join(visible), note


def with_plain_signs(text: str) -> str:
    """Return an admitted `text` with one spelling for each sign, digit, superscript and subscript.

    >>> with_plain_signs("1½ × 10⁻⁵ ≃ ٣⁄٦"), with_plain_signs("log₂ 8")
    ('(1+1/2) * 10^(-5) ≈ 3/6', 'log_{2} 8')
    """
    grouped = groupby(
        map(_form_and_plain_spelling, _with_bracketed_recurring_digits(text)),
        key=lambda spelled: spelled[0],
    )
    # Neighbours of one form are one run: x¹² is x^(12), not x^(1)^(2).
    runs = [(form, [piece for _, piece in pieces]) for form, pieces in grouped]
    result, position = "", 0
    while position < len(runs):
        form, run = runs[position]
        if (fraction := _script_fraction(runs[position : position + 3])) is not None:
            result, position = _append_fraction(result, fraction), position + 2
        elif form == "<super>":
            result += f"^({''.join(run)})"
        elif form == "<sub>":
            result += f"_{{{''.join(run)}}}"
        elif form == "<fraction>":
            for piece in run:
                result = _append_fraction(result, piece)
        else:
            result += "".join(run)
        position += 1
    return result


def _script_fraction(runs: Sequence[tuple[str, list[str]]]) -> str | None:
    """Return a fraction of superscript and subscript digits: ⁴⁄₅."""
    if [form for form, _ in runs] != ["<super>", "", "<sub>"]:
        return None
    numerator, slash, denominator = ("".join(run) for _, run in runs)
    is_fraction = slash == "/" and numerator.isdigit() and denominator.isdigit()
    return f"{numerator}/{denominator}" if is_fraction else None


def _with_bracketed_recurring_digits(text: str) -> str:
    """Return a text with recurring digits in brackets instead of under a bar or dots.

    >>> tuple(map(_with_bracketed_recurring_digits, ("0.16\u0305", "0.1\u03074\u03072", "a\u0305")))
    ('0.1(6)', '0.(14)2', 'a̅')
    """
    if not _RECURRING & set(text):
        return text
    result, position = "", 0
    while position < len(text):
        end = position
        while text[end : end + 1].isdecimal() and text[end + 1 : end + 2] in _RECURRING:
            end += 2
        dotted = text[position + 1 : position + 2] == "\u0307"
        if dotted and end == position + 2:  # dots over the first digit of a period and over its last
            last = text.find("\u0307", end)
            if last > end and text[end:last].isdecimal():
                end = last + 1
        if end > position and "." in result[len(result.rstrip(".0123456789")) :]:
            result += f"({''.join(c for c in text[position:end] if c not in _RECURRING)})"
            position = end
        else:
            result, position = result + text[position], position + 1
    return result


def _form_and_plain_spelling(character: str) -> tuple[str, str]:
    """Return the form of a character (superscript, subscript, fraction) and its plain spelling."""
    # ~ is ASCII and a sign for "about", so it goes on to the table.
    if character.isascii() and character != "~":
        return "", character
    if character in _SIGNS:
        return "", _SIGNS[character]
    if (digit := unicodedata.decimal(character, None)) is not None:
        return "", str(digit)
    if character.isspace():
        return "", " "
    spelled = "".join(_SIGNS.get(c, c) for c in unicodedata.normalize("NFKC", character))
    # NFKC alone would make 102 of 10²; the form says that the figure was raised.
    form = unicodedata.decomposition(character).partition(" ")[0]
    if form in ("<super>", "<sub>", "<fraction>"):
        return form, spelled
    if any(c.isdigit() for c in spelled):  # ⑫ and ⒈ are not digits of a number
        raise Refusal(f"{quoted(character)} is not read as a number; type plain digits", "bad_char")
    return "", spelled


def _append_fraction(text: str, fraction: str) -> str:
    """Return a text followed by a fraction, which is added to an integer just before it."""
    if fraction.endswith("/"):  # ⅟ is written before another number
        return f"{text} {fraction}"
    rest = text.rstrip(" ")
    # 1½ is a sum; after a point, a comma or another number it may be anything.
    integer = rest[len(rest.rstrip("0123456789")) :]
    rest = rest.removesuffix(integer)
    if not integer:
        return f"{text}({fraction})"
    if rest.rstrip(" ")[-1:] in (*".,_", *"0123456789"):
        raise Refusal(f"{quoted(text)} beside a fraction is not one number; write + or * between them")
    return f"{rest}({integer}+{fraction})"
