"""Users' text in LaTeX: a table of escapes, so that no label can be a command; and the frame of a page.

pdflatex fails on characters that its fonts lack: those with an equivalent are mapped here, others
refused.

How to read: `pdflatex_text` and `lualatex_text` are the entries, one per engine; the tables above
list what replaces a character. `article` and `fragment` put a document around its body.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import accumulate, groupby
from operator import itemgetter

from exactnb.errors import Unsupported, enumerated, quoted
from exactnb.explain.rendering.formulas.notation_writer import GREEK, LETTER, pairs

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
_LETTER_ALONE = re.compile(rf"(?<!\w)[{''.join(GREEK)}](?!\w)")  # Greek, not within a word
_WAYS = {"L": True, "EN": True, "R": False, "AL": False}
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"  # which some scripts need
_ARTICLE = r"""\documentclass[fleqn]{article}
\usepackage{%s}
%s\setlength{\textwidth}{17cm}\setlength{\oddsidemargin}{-5mm}
\setlength{\textheight}{25cm}\setlength{\topmargin}{-1cm}
\setlength{\headheight}{0pt}\setlength{\headsep}{0pt}\setlength{\footskip}{8mm}
\setlength{\parindent}{0pt}\setlength{\parskip}{3pt}
\setlength{\mathindent}{2em}\setlength{\jot}{3pt}
\makeatletter
\renewcommand{\section}{\@startsection{section}{1}{0pt}{0pt}{3pt}{\Large\bfseries}}
\renewcommand{\subsection}{\@startsection{subsection}{2}{0pt}{8pt plus 4pt}{2pt}{\bfseries}}
\makeatother
\AtBeginDocument{\abovedisplayskip=3pt plus 2pt\abovedisplayshortskip=\abovedisplayskip
  \belowdisplayskip=\abovedisplayskip\belowdisplayshortskip=\abovedisplayskip}
\allowdisplaybreaks\emergencystretch=3em
\begin{document}
%s\end{document}
"""
_PACKAGES = {"pdflatex": "amsmath,amssymb", "lualatex": "amsmath,amssymb,fontspec"}
# fallback fonts for scripts that Latin Modern lacks, those that are installed
_FONTS = r"""\newcommand{\script}[1]{\IfFontExistsTF{#1}{\directlua{
  scripts = scripts or {} table.insert(scripts, "\luaescapestring{#1}:mode=harf;")}}{}}
\script{FreeSerif}\script{DejaVu Serif}\script{DejaVu Sans}\script{Noto Serif}
\script{Noto Serif CJK SC}\script{Source Han Serif}\script{FandolSong}\script{Noto Sans}
\script{Noto Sans CJK SC}\script{Noto Emoji}\script{Arial Unicode MS}\script{Unifont}
\directlua{luaotfload.add_fallback("scripts", scripts or {})}
\setmainfont{Latin Modern Roman}[RawFeature={fallback=scripts}]
"""
_SETTINGS = {"pdflatex": "", "lualatex": _FONTS}


def pdflatex_text(text: str) -> str:
    r"""Return `text`, a user's, for the text mode of pdflatex.

    >>> pdflatex_text("50% & more_")
    '50\\% \\& more\\_'
    >>> print(pdflatex_text("Café λ"))
    Caf\'{e} $\lambda$

    Raises Unsupported for a character that pdflatex cannot typeset.
    """
    return "".join(_common_sign(c) or _accented(c, text) for c in unicodedata.normalize("NFC", text))


def lualatex_text(text: str) -> str:
    r"""Return `text`, a user's, for the text mode of lualatex: signs of any script are kept.

    >>> print(lualatex_text("50% кот"))
    50\% кот

    Raises Unsupported for a control character.
    """
    runs = []
    for rightwards, run in groupby(
        _characters_with_direction(unicodedata.normalize("NFC", text)), key=itemgetter(1)
    ):
        characters = "".join(_common_sign(c, greek=False) or _in_any_font(c, text) for c, _ in run)
        runs.append(characters if rightwards else rf"{{\textdir TRT {characters}}}")
    return _LETTER_ALONE.sub(lambda match: f"$\\{GREEK[match[0]]}$", "".join(runs))


def _common_sign(character: str, *, greek: bool = True) -> str:
    """Return the LaTeX of a character in both engines, or "" if it has none."""
    if character in _ESCAPES or character in _SIGNS:
        return _ESCAPES.get(character) or _SIGNS[character]
    if " " <= character <= "~":
        return character
    return f"$\\{GREEK[character]}$" if greek and character in GREEK else ""


def _characters_with_direction(text: str) -> list[tuple[str, bool]]:
    """Pair each character with whether it runs rightwards; neutral ones follow their neighbours."""
    ways = [_WAYS.get(unicodedata.bidirectional(character)) for character in text]
    from_left = list(accumulate(ways, lambda last, way: last if way is None else way, initial=True))[1:]
    from_right = list(
        accumulate(ways[::-1], lambda last, way: last if way is None else way, initial=True)
    )
    return [
        (character, bool(earlier or later))
        for character, earlier, later in zip(text, from_left, from_right[:0:-1], strict=True)
    ]


def _in_any_font(character: str, text: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    raise Unsupported(
        f"{quoted(text)} cannot be typeset: {quoted(character)} is no sign; "
        "rename it, or use --to text or json, markdown, html or pdf"
    )


def math_sign(text: str) -> str | None:
    r"""Return the LaTeX of `text`, a label that is a number, a sign or a letter; None for words.

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
    subscript = digits + (r"\star" if mark in ("*", "⋆") else "")
    return letter + (f"_{{{subscript}}}" if subscript else "") + ("'" if mark == "'" else "")


def _accented(character: str, text: str) -> str:
    parts = unicodedata.normalize("NFD", character)
    if len(parts) == 2 and parts[0].isascii() and parts[1] in _ACCENTS:
        base = {"i": r"\i", "j": r"\j"}.get(parts[0], parts[0])
        return f"\\{_ACCENTS[parts[1]]}{{{base}}}"
    name = unicodedata.name(character, "an unnamed character")
    advice = "use --engine lualatex, " if character.isprintable() else ""
    raise Unsupported(
        f"{quoted(text)} cannot be typeset by pdflatex: it has no sign for {quoted(character)} "
        f"({name.lower()}); {advice}rename it, or use --to text or json, markdown, html or pdf"
    )


def article(body: str, engine: str) -> str:
    """Return a complete document around `body`, for the `engine` pdflatex or lualatex."""
    return _ARTICLE % (_PACKAGES[engine], _SETTINGS[engine], body)


def fragment(body: str, engine: str) -> str:
    r"""Return `body` after a comment that names the packages that `engine` needs.

    >>> fragment("\\[1\\]", "lualatex").splitlines()[0]
    '% needs amsmath, amssymb and fontspec'
    """
    return f"% needs {enumerated(_PACKAGES[engine].split(','))}\n{body}"
