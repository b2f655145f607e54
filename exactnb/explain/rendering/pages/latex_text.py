r"""Users' text in LaTeX: an escape table, so that no label can be a command.

pdflatex stops at characters its fonts do not have; they are mapped here, or refused with a reason.

How to read: `text_label` and `any_script` are the doors, for the two engines; the tables before them
say what becomes of a character.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import accumulate, groupby
from operator import itemgetter

from exactnb.errors import Unsupported, quoted
from exactnb.explain.rendering.formulas.signs import GREEK, LETTER, pairs

_ESCAPES = pairs(r"""
    \ \textbackslash{}  { \{  } \}  $ $\$$  & \&  % \%  # \#  _ \_  ~ \textasciitilde{}
    ^ \textasciicircum{}  < $<$  > $>$  | $|$  " ''  ` \textasciigrave{}
""")
_SIGNS = pairs(r"""
    − $-$  × $\times$  · $\cdot$  ≤ $\leq$  ≥ $\geq$  ≠ $\neq$  ≈ $\approx$  ± $\pm$  ° $^\circ$
    ∞ $\infty$  → $\to$  ← $\gets$  ⋆ $\star$  – --  — ---  ‘ `  ’ '  “ ``  ” ''  … \ldots{}
    ⁺ $^{+}$  ß \ss{}  æ \ae{}  Æ \AE{}  œ \oe{}  Œ \OE{}  ø \o{}  Ø \O{}  ł \l{}  Ł \L{}  ı \i{}
    ¿ ?`  ¡ !`  § \S{}  ½ $\frac12$  ∈ $\in$  ✓ $\checkmark$
""") | {"\N{NO-BREAK SPACE}": "~"}
_ACCENTS = pairs(
    "\u0300 `  \u0301 '  \u0302 ^  \u0303 ~  \u0308 \"  \u030a r  "
    "\u030c v  \u0327 c  \u0304 =  \u0306 u  \u0307 .  \u030b H"
)
_LETTER_ALONE = re.compile(rf"(?<!\w)[{''.join(GREEK)}](?!\w)")  # a letter of formulas
_WAYS = {"L": True, "EN": True, "R": False, "AL": False}
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"  # some scripts are spelled with them


def text_label(text: str) -> str:
    r"""Return a user's text for LaTeX's text mode.

    >>> text_label("50% & more_")
    '50\\% \\& more\\_'
    >>> print(text_label("Café λ"))
    Caf\'{e} $\lambda$

    Raises Unsupported for a character that pdflatex has no sign for.
    """
    return "".join(_known(c) or _accented(c, text) for c in unicodedata.normalize("NFC", text))


def any_script(text: str) -> str:
    r"""Return a user's text for the text mode of lualatex: signs of any script stay as they are.

    >>> print(any_script("50% кот"))
    50\% кот

    Raises Unsupported for a character that steers, which is no sign.
    """
    out = []
    for rightwards, run in groupby(_directed(unicodedata.normalize("NFC", text)), key=itemgetter(1)):
        shown = "".join(_known(c, greek=False) or _in_any_font(c, text) for c, _ in run)
        out.append(shown if rightwards else rf"{{\textdir TRT {shown}}}")
    return _LETTER_ALONE.sub(lambda found: f"$\\{GREEK[found[0]]}$", "".join(out))


def _known(character: str, *, greek: bool = True) -> str:
    """Return what stands for a character in every engine, and nothing for one that has no such."""
    if character in _ESCAPES or character in _SIGNS:
        return _ESCAPES.get(character) or _SIGNS[character]
    if " " <= character <= "~":
        return character
    return f"$\\{GREEK[character]}$" if greek and character in GREEK else ""


def _directed(text: str) -> list[tuple[str, bool]]:
    """Return characters, each with whether it is written rightwards; blanks are as what is around."""
    ways = [_WAYS.get(unicodedata.bidirectional(character)) for character in text]
    before = list(accumulate(ways, lambda last, way: last if way is None else way, initial=True))[1:]
    behind = list(accumulate(ways[::-1], lambda last, way: last if way is None else way, initial=True))
    return [
        (character, bool(one or other))
        for character, one, other in zip(text, before, behind[:0:-1], strict=True)
    ]


def _in_any_font(character: str, text: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    raise Unsupported(
        f"{quoted(text)} cannot be typeset: {quoted(character)} is no sign; "
        "rename it, or use --to text or json, markdown, html or pdf"
    )


def math_sign(text: str) -> str | None:
    r"""Return a label that is a number, a sign or a letter for math mode, and None for words.

    >>> math_sign("λ"), math_sign("x'"), math_sign("12"), math_sign("a b")
    ('\\lambda', "x'", '12', None)
    """
    if text in ("+", "-", "−"):
        return "{+}" if text == "+" else "{-}"
    if text.isascii() and text.isdigit():
        return text
    if text in GREEK:
        return f"\\{GREEK[text]}"
    match = LETTER.fullmatch(text)
    if match is None:
        return None
    letter, digits, mark = match.groups()
    lowered = digits + (r"\star" if mark in ("*", "⋆") else "")
    return letter + (f"_{{{lowered}}}" if lowered else "") + ("'" if mark == "'" else "")


def _accented(character: str, text: str) -> str:
    parts = unicodedata.normalize("NFD", character)
    if len(parts) == 2 and parts[0].isascii() and parts[1] in _ACCENTS:
        base = {"i": r"\i", "j": r"\j"}.get(parts[0], parts[0])
        return f"\\{_ACCENTS[parts[1]]}{{{base}}}"
    name = unicodedata.name(character, "an unnamed character")
    other = "use --engine lualatex, " if character.isprintable() else ""
    raise Unsupported(
        f"{quoted(text)} cannot be typeset by pdflatex: it has no sign for {quoted(character)} "
        f"({name.lower()}); {other}rename it, or use --to text or json, markdown, html or pdf"
    )
