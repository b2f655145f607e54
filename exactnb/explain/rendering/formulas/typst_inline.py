"""Formulas inside of Typst's markup, each with the words that are read out in its place."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression
from exactnb.core.naming.names import Item
from exactnb.core.naming.notation import Notation
from exactnb.explain.rendering.formulas.spoken import Spoken, tidy
from exactnb.explain.rendering.formulas.typst_math import TypstMath
from exactnb.explain.rendering.pages.typst_text import markup, sign_of, string


class TypstInline:
    """Write formulas and labels in one notation, drawn and said."""

    def __init__(self, notation: Notation) -> None:
        self.drawn = TypstMath(notation)
        self.said = Spoken(notation)

    def expression(self, expression: Expression) -> str:
        """Return an expression."""
        return formula(self.drawn.write(expression), self.said.write(expression))

    def item(self, item: Item) -> str:
        """Return a cell as a formula, any other label as one or as text."""
        if item.kind == "cell":
            return formula(self.drawn.item(item), self.said.item(item))
        return self.label(item.value)

    def label(self, label: str) -> str:
        """Return a user's label: a letter or sign as in formulas, words as text."""
        drawn = sign_of(label)
        return markup(label) if drawn is None else formula(drawn, self.said.label(label))


def formula(drawn: str, said: str) -> str:
    r"""Return a formula that stands in markup.

    >>> print(formula("x_(1)", "x  1"))
    #m("x 1", $x_(1)$);
    """
    return f"#{_call('m', drawn, said)};"


def in_cell(drawn: str, said: str) -> str:
    """Return a formula that stands by itself, as large as on display."""
    return f"#{_call('d', drawn, said)};"


def displayed(drawn: str, said: str) -> str:
    """Return a formula on display, as it stands in code."""
    return _call("d", drawn, said)


def _call(function: str, drawn: str, said: str) -> str:
    return f"{function}({string(tidy(said))}, ${drawn.strip()}$)"
