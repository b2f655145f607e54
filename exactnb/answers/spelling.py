"""How a reading is echoed on one line, from its tree alone."""

from __future__ import annotations

from exactnb.expression.nodes import Expression, Function, Numeral
from exactnb.expression.precedence import PRODUCT
from exactnb.expression.spell import Inline


def in_text(tree: Expression) -> str:
    """Return a tree on one line, as it could be typed again.

    >>> from exactnb.expression.nodes import Integer
    >>> in_text(Function("log", Integer(2)))
    'ln(2)'
    """
    return _Text().write(tree)


def is_scientific(part: Expression) -> bool:
    """Say whether a numeral is written with a power of ten: 1.2 × 10^{-7}, which is a product."""
    return isinstance(part, Numeral) and "e" in str(part.decimal)


class _Text(Inline):
    def write(self, expression: Expression) -> str:
        if isinstance(expression, Function) and expression.name == "log":
            return f"ln({self.write(expression.argument)})"
        return super().write(expression)

    def precedence(self, part: Expression) -> int:
        return PRODUCT if is_scientific(part) else super().precedence(part)
