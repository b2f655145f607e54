"""How a reading is echoed on one line, from its tree alone."""

from __future__ import annotations

from exactnb.core.expression.nodes import Expression, Function, Truth
from exactnb.core.expression.precedence import PRODUCT, is_scientific
from exactnb.core.expression.spell import Inline


def in_text(tree: Expression) -> str:
    """Return a tree on one line, as it could be typed again.

    >>> from exactnb.core.expression.nodes import Integer
    >>> in_text(Function("log", Integer(2))), in_text(Truth(False))
    ('ln(2)', 'no')
    """
    return _Text().write(tree)


class _Text(Inline):
    def write(self, expression: Expression) -> str:
        if isinstance(expression, Function) and expression.name == "log":
            return f"ln({self.write(expression.argument)})"
        if isinstance(expression, Truth):  # as choices have it
            return "yes" if expression.value else "no"
        return super().write(expression)

    def precedence(self, part: Expression) -> int:
        return PRODUCT if is_scientific(part) else super().precedence(part)
