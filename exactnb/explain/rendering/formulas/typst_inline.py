"""Formulas within Typst's markup, each with its words for screen readers."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.explain.rendering.formulas.spoken_math import SpokenMath, tidy
from exactnb.explain.rendering.formulas.typst_math import TypstMath
from exactnb.explain.rendering.pages.typst_text import markup, math_sign, string


class TypstInline:
    """Write formulas and labels in one notation: `math` typesets them, `spoken` reads them out."""

    def __init__(self, notation: Notation) -> None:
        self.math = TypstMath(notation)
        self.spoken = SpokenMath(notation)

    def expression(self, expression: Expression) -> str:
        """Return `expression` as an inline formula."""
        return formula(self.math.write(expression), self.spoken.write(expression))

    def item(self, item: Item) -> str:
        """Return a cell as a formula, any other `item` as a label."""
        if item.kind == "cell":
            return formula(self.math.item(item), self.spoken.item(item))
        return self.label(item.value)

    def label(self, label: str) -> str:
        """Return a user's `label`: a letter or sign as in formulas, words as text."""
        sign = math_sign(label)
        return markup(label) if sign is None else formula(sign, self.spoken.label(label))


def formula(math: str, spoken: str) -> str:
    """Return the formula `math`, with the words `spoken`, for use in markup.

    >>> print(formula("x_(1)", "x  1"))
    #m("x 1", $x_(1)$);
    """
    return f"#{_call('m', math, spoken)};"


def in_cell(math: str, spoken: str) -> str:
    """Return the formula `math`, with the words `spoken`, at display size, for use in a cell."""
    return f"#{_call('d', math, spoken)};"


def displayed(math: str, spoken: str) -> str:
    """Return the formula `math`, with the words `spoken`, at display size, for use in code."""
    return _call("d", math, spoken)


def _call(function: str, math: str, spoken: str) -> str:
    return f"{function}({string(tidy(spoken))}, ${math.strip()}$)"
