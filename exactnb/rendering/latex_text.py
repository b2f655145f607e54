r"""Users' text in LaTeX: an escape table, so that no label can be a command.

pdflatex stops at characters its fonts do not have; they are mapped here, or refused with a reason.
"""

from __future__ import annotations

import re
import unicodedata

from exactnb.errors import Unsupported, quoted

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"$\$$",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    '"': "''",
    "`": r"\textasciigrave{}",
}
_SIGNS = {
    "−": "$-$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≠": r"$\neq$",
    "≈": r"$\approx$",
    "±": r"$\pm$",
    "°": r"$^\circ$",
    "∞": r"$\infty$",
    "→": r"$\to$",
    "←": r"$\gets$",
    "⋆": r"$\star$",
    "–": "--",
    "—": "---",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "…": r"\ldots{}",
    "⁺": "$^{+}$",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "ı": r"\i{}",
    "¿": "?`",
    "¡": "!`",
    "§": r"\S{}",
    "½": r"$\frac12$",
    "\N{NO-BREAK SPACE}": "~",
    "∈": r"$\in$",
    "✓": r"$\checkmark$",
}
_ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0308": '"',
    "\u030a": "r",
    "\u030c": "v",
    "\u0327": "c",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u030b": "H",
}
GREEK = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "varepsilon",
    "ζ": "zeta",
    "η": "eta",
    "θ": "theta",
    "ι": "iota",
    "κ": "kappa",
    "λ": "lambda",
    "μ": "mu",
    "ν": "nu",
    "ξ": "xi",
    "π": "pi",
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "υ": "upsilon",
    "φ": "varphi",
    "χ": "chi",
    "ψ": "psi",
    "ω": "omega",
    "Γ": "Gamma",
    "Δ": "Delta",
    "Θ": "Theta",
    "Λ": "Lambda",
    "Ξ": "Xi",
    "Π": "Pi",
    "Σ": "Sigma",
    "Φ": "Phi",
    "Ψ": "Psi",
    "Ω": "Omega",
    "µ": "mu",
}
_LETTER = re.compile(r"([A-Za-z])([0-9]*)([*⋆']?)")


def text_label(text: str) -> str:
    r"""Return a user's text for LaTeX's text mode.

    >>> text_label("50% & more_")
    '50\\% \\& more\\_'
    >>> print(text_label("Café λ"))
    Caf\'{e} $\lambda$

    Raises Unsupported for a character that pdflatex has no sign for.
    """
    out: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        if character in _ESCAPES or character in _SIGNS:
            out.append(_ESCAPES.get(character) or _SIGNS[character])
        elif " " <= character <= "~":
            out.append(character)
        elif character in GREEK:
            out.append(f"$\\{GREEK[character]}$")
        else:
            out.append(_accented(character, text))
    return "".join(out)


def math_label(text: str) -> str:
    r"""Return a user's label for LaTeX's math mode: a letter or sign as it is, words upright.

    >>> math_label("a"), math_label("e*"), math_label("e1"), math_label("+"), math_label("Yes")
    ('a', 'e_{\\star}', 'e_{1}', '{+}', '\\text{Yes}')
    """
    sign = math_sign(text)
    return f"\\text{{{text_label(text)}}}" if sign is None else sign


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
    match = _LETTER.fullmatch(text)
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
    raise Unsupported(
        f"{quoted(text)} cannot be typeset by pdflatex: it has no sign for {quoted(character)} "
        f"({name.lower()}); rename it, or use --to text or json, or markdown"
    )
