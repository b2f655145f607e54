"""Names, labels and words in LaTeX's math mode: signs of templates become commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from exactnb.core.expression.letters import HAT
from exactnb.core.naming.templates import Field, Mark, Plain, Script
from exactnb.explain.rendering.formulas.notated import Notated
from exactnb.explain.rendering.formulas.signs import GREEK
from exactnb.explain.rendering.pages.latex_text import math_sign, text_label

_SIGNS = {
    "|": r" \mid ",
    "−": "-",
    "×": r"\times ",
    "π": r"\pi ",
    "θ": r"\theta ",
    "φ": r"\phi ",
    "ψ": r"\psi ",
    "τ": r"\tau ",
    "ŷ": r"\hat{y}",
    "∈": r" \in ",
    ":": "{:}",
    "λ": r"\lambda ",
    "→": r"\to ",
    "⁺": "^{+}",
    "ℓ": r"\ell ",
    "′": "'",
    "|V|": r"\lvert V \rvert ",
}
OPERATORS = {
    "log": r"\log ",
    "log2": r"\log_{2}",
    "log10": r"\log_{10}",
    "exp": r"\exp ",
    "det": r"\det ",
    "Phi": r"\Phi",
    "Gamma": r"\Gamma",
}
_COMMANDS = frozenset(r"\{}$&%#_^~")
_TOKEN = re.compile(r"\|V\||.\u0302|log10|log2|[A-Za-z]{2,}|\s+|.", re.DOTALL)

GENERAL = re.compile(r"\b([kw])\b")
"""The letters that stand for any class and any word inside a phrase."""


class LatexNames(Notated):
    """Write names in one notation, whatever signs its templates have."""

    signs: Mapping[str, str] = _SIGNS
    operators: Mapping[str, str] = OPERATORS
    thin_space = r"\,"
    braces = (r"\{", r"\}")
    upright = r"\operatorname"

    def marks(self, marks: Iterable[Mark], *, raised: bool = False) -> str:
        """Return marks for math mode."""
        out = ""
        for mark in marks:
            match mark:
                case Plain(text):
                    out += "".join(map(self.token, self.tokens(text)))
                case Field(text, general):
                    label = self.token(text) if general else self.label(text)
                    out += label.strip("{}") if raised and label in ("{+}", "{-}") else label
                case Script(sign, inner):
                    out = out.rstrip() + f"{sign}{{{self.marks(inner, raised=True)}}}"
        return out.strip() if raised else out

    def tokens(self, text: str) -> list[str]:
        """Return the words and signs of a template."""
        return _TOKEN.findall(text)

    def token(self, token: str) -> str:
        """Return a word or a sign of a template."""
        if token in self.operators:
            return self.operators[token]
        if token.endswith(HAT):
            return rf"\hat{{{self.token(token[0]).strip()}}}"
        if token in self.signs:
            return self.signs[token]
        if len(token) > 1 and token.isalpha():
            return f"{self.upright}{{{token}}}"
        if token.isspace():
            return self.thin_space
        if token in _COMMANDS:  # a template may hold any sign, and none is a command of its own
            return self.label(token)
        if token.isascii():
            return token
        return self.label(token) if token in GREEK else self.words(token)

    def label(self, text: str) -> str:
        """Return a user's label: a letter or sign as it is, words upright."""
        sign = math_sign(text)
        return self.words(text) if sign is None else sign

    def escaped(self, text: str) -> str:
        """Return text for text mode, with what LaTeX would act on escaped."""
        return text_label(text)

    def labels(self, labels: tuple[str, ...]) -> str:
        """Return a decision: a class, or the classes of a tie."""
        shown = [self.class_label(label) for label in labels]
        if len(shown) == 1:
            return shown[0]
        before, behind = self.braces
        gap = " " if before[-1].isalpha() else ""  # a command ends where its letters do
        return f"{before}{gap}{', '.join(shown)}{gap}{behind}"

    def word(self, word: str) -> str:
        """Return a word of the tool's own, such as true or clip."""
        return self.words(word)

    def words(self, text: str) -> str:
        """Return words among formulas, such as a reason."""
        return rf"\text{{{self.escaped(text)}}}"

    def phrase(self, text: str) -> str:
        """Return a phrase of a rule, in which a letter stands for any class."""
        return GENERAL.sub(r"$\1$", self.words(text))

    def letter(self, letter: str) -> str:
        """Return the letter of an index."""
        return self.marks((Plain(letter),))

    def product_over(self, index: str, factor: str) -> str:
        """Return a product over an index."""
        return rf"\prod_{{{index}}} {factor}"
