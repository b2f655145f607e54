"""Names, labels and text in LaTeX's math mode: the signs of notation templates become commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from exactnb.core.expression.letters import HAT
from exactnb.core.naming.notation import Field, Mark, Plain, Script
from exactnb.explain.rendering.formulas.notation_writer import NotationWriter
from exactnb.explain.rendering.formulas.signs import GREEK
from exactnb.explain.rendering.pages.latex_text import math_sign, text_label

_SIGNS = {
    "|": r" \mid ", "−": "-", "×": r"\times ", "π": r"\pi ", "θ": r"\theta ", "φ": r"\phi ",
    "ψ": r"\psi ", "τ": r"\tau ", "ŷ": r"\hat{y}", "∈": r" \in ", ":": "{:}", "λ": r"\lambda ",
    "→": r"\to ", "⁺": "^{+}", "ℓ": r"\ell ", "′": "'", "|V|": r"\lvert V \rvert ",
    "≈": r" \approx ",
}  # fmt: skip
OPERATORS = {
    "log": r"\log ", "log2": r"\log_{2}", "log10": r"\log_{10}", "exp": r"\exp ", "det": r"\det ",
    "Phi": r"\Phi", "Gamma": r"\Gamma", "digamma": r"\psi",
}  # fmt: skip
_COMMANDS = frozenset(r"\{}$&%#_^~")
_TOKEN = re.compile(r"\|V\||.\u0302|log10|log2|[A-Za-z]{2,}|\s+|.", re.DOTALL)

GENERAL = re.compile(r"\b([kw])\b")
"""The letters that stand for any class and any word inside a phrase."""


class LatexNames(NotationWriter):
    """Write names in one notation, whatever signs its templates contain."""

    signs: Mapping[str, str] = _SIGNS
    operators: Mapping[str, str] = OPERATORS
    thin_space = r"\,"
    braces = (r"\{", r"\}")
    upright = r"\operatorname"
    series_signs: dict[str, str] = {  # noqa: RUF012 - a constant
        "sum": r"\sum", "product": r"\prod", "max": r"\max", "min": r"\min",
        "median": r"\operatorname*{median}",
    }  # fmt: skip
    under = "%s_{%s}"  # an operator, and its subscript or range
    escaped = staticmethod(text_label)
    """Return text for text mode."""

    def marks(self, marks: Iterable[Mark], *, superscript: bool = False) -> str:
        """Return `marks` for math mode.

        In a `superscript`, a sign as a label needs no braces to keep its spacing.
        """
        formula = ""
        for mark in marks:
            match mark:
                case Plain(text):
                    formula += "".join(map(self.token, self.tokens(text)))
                case Field(text, general):
                    label = self.token(text) if general else self.label(text)
                    formula += label.strip("{}") if superscript and label in ("{+}", "{-}") else label
                case Script(sign, inner):
                    formula = formula.rstrip() + f"{sign}{{{self.marks(inner, superscript=True)}}}"
        return formula.strip() if superscript else formula

    def tokens(self, text: str) -> list[str]:
        """Split the `text` of a template into words and signs."""
        return _TOKEN.findall(text)

    def token(self, token: str) -> str:
        """Return a `token`, a word or sign of a template."""
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
        if token in _COMMANDS:  # a template may contain any sign, and none may act as a command
            return self.label(token)
        if token.isascii():
            return token
        return self.label(token) if token in GREEK else self.prose(token)

    def label(self, text: str) -> str:
        """Return a user's label: a letter or sign as it is, words upright."""
        sign = math_sign(text)
        return self.prose(text) if sign is None else sign

    def labels(self, labels: tuple[str, ...]) -> str:
        names = [self.class_label(label) for label in labels]
        if len(names) == 1:
            return names[0]
        opening, closing = self.braces
        gap = " " if opening[-1].isalpha() else ""  # a command ends where its letters do
        return f"{opening}{gap}{', '.join(names)}{gap}{closing}"

    def word(self, word: str) -> str:
        return self.prose(word)

    def prose(self, text: str) -> str:
        """Return `text`, such as a reason, within formulas."""
        return rf"\text{{{self.escaped(text)}}}"

    def phrase(self, text: str) -> str:
        """Return `text`, a phrase of a rule, in which the letters k and w are formulas."""
        return GENERAL.sub(r"$\1$", self.prose(text))

    def indexed_product(self, index: str, factor: str) -> str:
        return f"{self.under % (self.series_signs['product'], index)} {factor}"
