"""Expressions and names in LaTeX's math mode, with amsmath and amssymb only."""

from __future__ import annotations

import re
from collections.abc import Iterable

from exactnb.expression.names import Item, QuantityName
from exactnb.expression.nodes import (
    Expression,
    Function,
    Indexed,
    Numeral,
    Power,
    Quotient,
    Reference,
    Words,
)
from exactnb.expression.notation import Field, Mark, Notation, Plain, Script, general_fields
from exactnb.expression.precedence import ATOM, PRODUCT, precedence
from exactnb.expression.spell import Inline
from exactnb.rendering.latex_text import math_label, text_label

__all__ = ["LatexMath"]

_SIGNS = {
    "|": r" \mid ", "−": "-", "×": r"\times ", "π": r"\pi ", "θ": r"\theta ", "φ": r"\phi ",
    "ψ": r"\psi ", "τ": r"\tau ", "ŷ": r"\hat{y}", "∈": r" \in ", ":": "{:}",
}  # fmt: skip
_OPERATORS = {"log": r"\log ", "log2": r"\log_{2}", "log10": r"\log_{10}", "exp": r"\exp"}
_SPECIALS = {"undefined": r"\text{undefined}", "∞": r"\infty", "−∞": r"-\infty"}
_GENERAL = re.compile(r"\bk\b")  # the letter for any class, inside a phrase
_TOKEN = re.compile(r"log10|log2|[A-Za-z]{2,}|\s+|.", re.DOTALL)


class LatexMath(Inline):
    """Write expressions in one notation; parentheses come from the precedence table alone."""

    times = r" \times "
    pi = r"\pi"
    specials = _SPECIALS

    def __init__(self, notation: Notation) -> None:
        self.notation = notation

    def write(self, expression: Expression) -> str:
        """Return an expression for math mode: what is not drawn otherwise is as on one line."""
        match expression:
            case Numeral(decimal):
                return _decimal(str(decimal))
            case Quotient(above, below):
                return rf"\frac{{{self.write(above)}}}{{{self.write(below)}}}"
            case Power(base, exponent):
                return f"{self._base(base)}^{{{self.write(exponent)}}}"
            case Function("sqrt", argument):
                return rf"\sqrt{{{self.write(argument)}}}"
            case Function(name, argument):
                return _OPERATORS[name] + _parentheses(self.write(argument))
            case Words(text):
                return rf"\text{{{_GENERAL.sub('$k$', text_label(text))}}}"
        return super().write(expression)

    def within(self, part: Expression, needed: int) -> str:
        """Return a part, in parentheses if it holds together less tightly than needed."""
        text = self.write(part)
        return _parentheses(text) if self.precedence(part) < needed else text

    def precedence(self, part: Expression) -> int:
        """Return how tightly a part holds together; a name may be written as a product."""
        if isinstance(part, Reference) and self.notation.is_product(part.name):
            return PRODUCT
        return precedence(part, stacked=True)

    def argmax(self, scores: tuple[tuple[str, Expression], ...]) -> str:
        """Return the scores of which the largest decides."""
        listed = ", ".join(self.write(score) for _, score in scores)
        return rf"\operatorname*{{arg\,max}} \left\{{ {listed} \right\}}"

    def labels(self, labels: tuple[str, ...]) -> str:
        """Return a decision: a class, or the classes of a tie."""
        shown = [self.class_label(label) for label in labels]
        return shown[0] if len(shown) == 1 else rf"\{{{', '.join(shown)}\}}"

    def name(self, name: QuantityName) -> str:
        """Return a quantity's name in the notation."""
        return self.marks(self.notation.marks(name))

    def general(self, role: str, value: str) -> str:
        """Return a role for a general class, column and value."""
        return self.marks(self.notation.role(role, general_fields(value)))

    def class_label(self, label: str) -> str:
        """Return a decided class as the style writes it."""
        return self.marks(self.notation.class_marks(Item("class", "", label)))

    def item(self, item: Item) -> str:
        """Return a class label, a query's id or a cell for math mode."""
        if item.kind == "cell":
            return f"{math_label(item.variable)} = {math_label(item.value)}"
        return math_label(item.value)

    def marks(self, marks: Iterable[Mark], *, raised: bool = False) -> str:
        """Return marks for math mode."""
        out = ""
        for mark in marks:
            match mark:
                case Plain(text):
                    out += "".join(_token(token) for token in _TOKEN.findall(text))
                case Field(text, general):
                    label = text if general else math_label(text)
                    out += label.strip("{}") if raised and label in ("{+}", "{-}") else label
                case Script(sign, inner):
                    out = out.rstrip() + f"{sign}{{{self.marks(inner, raised=True)}}}"
        return out.strip() if raised else out

    def indexed(self, product: Indexed) -> str:
        """Return a product over an index."""
        index = self.marks(self.notation.role("index", {}))
        fields = {key: (Field(value),) for key, value in product.fields}
        return rf"\prod_{{{index}}} {self.marks(self.notation.role(product.role, fields))}"

    def _base(self, base: Expression) -> str:
        if isinstance(base, Reference):  # a name may carry a raised mark of its own
            return f"{{{self.write(base)}}}"
        return self.within(base, ATOM)


def _parentheses(text: str) -> str:
    tall = r"\frac" in text or r"\sqrt" in text
    return rf"\left({text}\right)" if tall else f"({text})"


def _decimal(text: str) -> str:
    digits, e, exponent = text.partition("e")
    return rf"{digits} \times 10^{{{exponent}}}" if e else text


def _token(token: str) -> str:
    if token in _OPERATORS:
        return _OPERATORS[token]
    if len(token) > 1 and token.isalpha():
        return rf"\operatorname{{{token}}}"
    if token.isspace():
        return r"\,"
    if token in "{}$&%#\\":
        return text_label(token)
    return _SIGNS.get(token, token)
