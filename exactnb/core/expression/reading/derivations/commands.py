"""What the commands of LaTeX stand for in a derivation: signs, letters, names, fonts, and nothing."""

from __future__ import annotations

from collections.abc import Iterator

from exactnb.core.expression.reading.tokens import PlacedToken, split_words
from exactnb.core.naming.grammar import GREEK

_RELATION_NAMES = {
    "approx": "≈", "simeq": "≈", "propto": "∝", "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥",
    "geq": "≥", "geqslant": "≥", "ne": "≠", "neq": "≠", "lt": "<", "gt": ">", "equiv": "=",
    "triangleq": "=", "coloneqq": "=", "doteq": "∝", "sim": "~", "in": "∈", "to": "→",
    "rightarrow": "→", "colon": ":",
}  # fmt: skip
_SPELLED = {
    "cdot": "*", "times": "*", "ast": "*", "mid": "|", "vert": "|", "lvert": "|", "rvert": "|",
    "lbrace": "{(", "rbrace": ")}", "lbrack": "[", "rbrack": "]", "prime": "'", "div": "/", "Vert": "‖",
    "ldots": "…", "dots": "…", "cdots": "…", "dotsc": "…", "dotsb": "…", "wedge": ",", "land": ",",
    "infty": "∞", "colon": ":", "star": "*", "cap": "∩", "lVert": "‖", "rVert": "‖", "neg": "¬",
    "lnot": "¬", "langle": "⟨", "rangle": "⟩",
}  # fmt: skip
_SO = split_words("implies Rightarrow Longrightarrow iff Leftrightarrow Longleftrightarrow therefore "
                  "because longrightarrow leadsto hence")  # fmt: skip
_DROPPED = split_words(
    "left right big bigl bigr Big Bigl Bigr bigg biggl biggr Bigg Biggl Biggr displaystyle textstyle "
    "limits nolimits nonumber notag scriptstyle middle mathstrut hfill noindent item centering "
    "bigskip medskip smallskip phantom "
)
_WRAPPED = split_words("mathrm mathbf mathit mathsf mathcal mathbb mathscr mathfrak boldsymbol bm "
                       "operatorname boxed fbox underline textcolor vec ensuremath")  # fmt: skip


def tokens_of_command(name: str, glued: bool, place: tuple[int, int]) -> Iterator[PlacedToken]:
    r"""Yield what a command of LaTeX is: a sign, a letter, or a name of the grammar."""
    if name in _DROPPED:
        return
    if name == "forall":
        yield PlacedToken("word", "for all", glued, *place)
    elif name in _SO:
        yield PlacedToken("sign", "⇒", glued, *place)
    elif name in ("quad", "qquad"):
        yield PlacedToken("sign", ",", glued, *place)
    elif name in _RELATION_NAMES:
        yield PlacedToken("sign", _RELATION_NAMES[name], glued, *place)
    elif name in _SPELLED:
        yield PlacedToken("sign", _SPELLED[name], glued, *place)
    elif name == "int":
        yield PlacedToken("name", "int", glued, *place)
    elif name in GREEK or name in ("pi", "varpi", "ell", "Gamma"):
        letter = GREEK.get(name) or {"pi": "π", "varpi": "π", "ell": "ℓ", "Gamma": "Gamma"}[name]
        yield PlacedToken("name", letter, glued, *place)
    elif name in _WRAPPED:
        yield PlacedToken("command", "wrapped", glued, *place)
    else:
        yield PlacedToken("command", "partial" if name == "nabla" else name, glued, *place)
